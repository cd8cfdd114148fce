"""What the records of a game look like from outside: its actions, frames and openings, with the fields of each.

The types of the rules are the one source: a field of type `Space` takes the name of a space, an enum one of its values.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import Field as DataclassField
from enum import Enum
from functools import cache
from importlib import import_module

from reference.kernel.canonical import Json
from reference.kernel.codec import word
from spec_tables.catalogue import GAMES

ACTIONS, FRAMES, OPENINGS, PHASE = "actions", "frames", "openings", "phase"
_FAMILIES = {
    ACTIONS: ("actions", "ACTIONS"),
    FRAMES: ("frames", "FRAMES"),
    OPENINGS: ("positions", "OPENINGS"),
    PHASE: ("state", "Phase"),
}
# Stands for "no default, or one that has no plain JSON form".
NO_DEFAULT = "(no default)"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: what it takes, whether it takes several, and whether it may be left out."""

    name: str
    takes: str
    values: tuple[str, ...] = ()
    several: bool = False
    optional: bool = False
    default: Json = NO_DEFAULT

    @property
    def told(self) -> str:
        """Return what the field takes, for people."""
        found = "|".join(self.values) if self.values else self.takes
        return f"{self.name}: {found}{', ...' if self.several else ''}"


@dataclass(frozen=True, slots=True)
class Record:
    """A type of action, frame or opening."""

    type: str
    gist: str
    fields: Mapping[str, Field]


@cache
def records(game: str, family: str) -> Mapping[str, Record]:
    """Return the records of a family of a game by their type; none for a game whose types are not known here."""
    return {word(kind.__name__): _record(kind) for kind in _kinds(game, family)}


def _kinds(game: str, family: str) -> Iterator[type[object]]:
    if game not in GAMES:
        return
    module, name = _FAMILIES[family]
    found: object = getattr(import_module(f"reference.{game}.{module}"), name, ())
    for kind in found if isinstance(found, tuple) else (found,):
        assert isinstance(kind, type)
        yield kind


def _record(kind: type[object]) -> Record:
    assert is_dataclass(kind)
    hints: Mapping[str, object] = typing.get_type_hints(kind)
    shapes = {each.name: _field(each, hints[each.name]) for each in fields(kind)}
    return Record(word(kind.__name__), (kind.__doc__ or "").strip().split("\n")[0], shapes)


def _field(given: DataclassField[object], hint: object) -> Field:
    takes, values, several = _taken(hint)
    optional = given.default is not MISSING or given.default_factory is not MISSING
    return Field(given.name, takes, values, several, optional, _default(given.default, takes))


def _default(default: object, takes: str) -> Json:
    match default:
        case None | bool():
            return default
        case Enum():
            return str(default.value)
        case ():
            return []
        case int() if takes == "number":
            return default
        case _:
            return NO_DEFAULT


def _taken(hint: object) -> tuple[str, tuple[str, ...], bool]:
    """Return what a type takes: the word for it, the values if there are few, and whether it takes several."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        rest = [each for each in inside if each is not types.NoneType]
        return _taken(rest[0]) if len(rest) == 1 else ("record", (), False)
    if origin in (tuple, frozenset):
        takes, values, _ = _taken(inside[0])
        return takes, values, True
    if isinstance(hint, type) and issubclass(hint, Enum):
        return word(hint.__name__), tuple(str(member.value) for member in hint), False
    if isinstance(hint, type) and is_dataclass(hint):
        return "record", (), False
    plain = {bool: "yes or no", int: "number", str: "text"}
    for kind, told in plain.items():
        if hint is kind:
            return told, (), False
    named: object = getattr(hint, "__name__", "value")
    return word(str(named)), (), False
