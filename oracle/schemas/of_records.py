"""Schemas of records: the actions, frames and openings of a game, from the types of their fields.

They say exactly what `reference.kernel.codec` reads: a field without a default is required, a number that stands for a
space or a piece is its id, an enum is one of its values, any other number has its range.
"""

import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum

from oracle.schemas.parts import (
    SHORT_TEXT,
    WHOLE,
    YES_OR_NO,
    Schema,
    const,
    either,
    few,
    fixed,
    one_of_texts,
    ranged,
    ref,
)
from reference.kernel.codec import word
from reference.kernel.ranges import Range, range_of

_PLAIN: tuple[tuple[object, Schema], ...] = ((bool, YES_OR_NO), (str, SHORT_TEXT))


@dataclass(frozen=True, slots=True)
class Family:
    """Records that share a name, such as the frames of a game; `kinds` are their types."""

    name: str
    kinds: tuple[type[object], ...]

    def definition(self, kind: type[object]) -> str:
        """Return the name of the definition of one type."""
        return f"{self.name}.{word(kind.__name__)}"


def definitions(family: Family, named: Mapping[object, str]) -> Iterator[tuple[str, Schema]]:
    """Return the definition of each record of a family, and of the family; `named` has the definitions of ids."""
    for kind in family.kinds:
        yield family.definition(kind), record(kind, named)
    yield family.name, either(*(ref(family.definition(kind)) for kind in family.kinds))


def inner_records(families: Iterable[Family]) -> tuple[type[object], ...]:
    """Return the records that the fields of others hold, each once."""
    found: dict[type[object], None] = {}
    stack: list[object] = [kind for family in families for kind in family.kinds]
    while stack:
        for hint in _hints(stack.pop(0)).values():
            for each in _records_in(hint):
                if each not in found:
                    found[each] = None
                    stack.append(each)
    return tuple(found)


def record(kind: type[object], named: Mapping[object, str]) -> Schema:
    """Return the schema of one type of record."""
    assert is_dataclass(kind)
    hints = _hints(kind)
    required: dict[str, Schema] = {"type": const(word(kind.__name__))}
    optional: dict[str, Schema] = {}
    for each in fields(kind):
        needed = each.default is MISSING and each.default_factory is MISSING
        (required if needed else optional)[each.name] = _field(each, hints[each.name], named)
    gist = " ".join((kind.__doc__ or "").split())
    return {"description": gist, **fixed(required, optional)}


def _field(given: Field[object], hint: object, named: Mapping[object, str]) -> Schema:
    return value(hint, named, range_of(given))


def value(hint: object, named: Mapping[object, str], within: Range | None = None) -> Schema:
    """Return the schema of a field's type; `within` is the range of its number or numbers."""
    if hint is int and within is not None:
        return ranged(within)
    if hint in named:
        return ref(named[hint])
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return either(*(value(each, named, within) for each in inside))
    if origin in (tuple, frozenset):
        return few(value(inside[0], named, within))
    if hint is types.NoneType:
        return {"type": "null"}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return ref(f"record.{word(hint.__name__)}")
    if hint is int:
        return WHOLE if within is None else ranged(within)
    for kind, schema in _PLAIN:
        if hint is kind:
            return schema
    raise TypeError(f"no schema of {hint}")


def _member(kind: type[Enum]) -> Schema:
    values = [member.value for member in kind]
    return one_of_texts(values) if all(isinstance(each, str) for each in values) else {"enum": values}


def _hints(kind: object) -> Mapping[str, object]:
    found: Mapping[str, object] = typing.get_type_hints(kind)
    return found


def _records_in(hint: object) -> Iterator[type[object]]:
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    else:
        for each in typing.get_args(hint):
            yield from _records_in(each)
