"""What the records of a game look like from outside: its actions, frames and openings, with the fields of each.

The types of the rules are the one source: a field of type `Space` takes the name of a space, an enum one of its values.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module

from reference.kernel.codec import word
from spec_tables.catalogue import GAMES

_FAMILIES = {"actions": ("actions", "ACTIONS"), "frames": ("frames", "FRAMES"), "openings": ("positions", "OPENINGS")}
ACTIONS, FRAMES, OPENINGS = _FAMILIES


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: what it takes, whether it takes several, and whether it may be left out."""

    name: str
    takes: str
    values: tuple[str, ...] = ()
    several: bool = False
    optional: bool = False

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
    assert isinstance(found, tuple)
    for kind in found:
        assert isinstance(kind, type)
        yield kind


def _record(kind: type[object]) -> Record:
    assert is_dataclass(kind)
    optional = {
        each.name for each in fields(kind) if each.default is not MISSING or each.default_factory is not MISSING
    }
    hints: Mapping[str, object] = typing.get_type_hints(kind)
    shapes = {name: _field(name, hint, optional=name in optional) for name, hint in hints.items()}
    return Record(word(kind.__name__), (kind.__doc__ or "").strip().split("\n")[0], shapes)


def _field(name: str, hint: object, *, optional: bool) -> Field:
    takes, values, several = _taken(hint)
    return Field(name, takes, values, several, optional)


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
