"""Frozen records to JSON and back, by their field types.

An action or frame becomes a mapping with its `type` (the class name in snake_case) and its fields. Numbers that stand
for pieces or spaces become the words they stand for. Reading is strict: an unknown type, a missing, surplus or ill-
typed field is `Unreadable`, with its place; so are a number out of its range and a list or text that is too long.
"""

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Generic, TypeVar

from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.ranges import Range, few_enough, range_of, short_enough
from reference.kernel.rules import UnknownRule, known

T = TypeVar("T")
U = TypeVar("U")

# Marks a field that is written only if it differs from its default, so that older positions keep their form.
UNWRITTEN_BY_DEFAULT: Mapping[str, bool] = types.MappingProxyType({"unwritten_by_default": True})
# Marks a text that must be the id of a rule.
NAMES_A_RULE: Mapping[str, bool] = types.MappingProxyType({"names_a_rule": True})
_PLAIN: tuple[tuple[type[object], str], ...] = ((bool, "true or false"), (int, "a whole number"), (str, "a text"))


@cache
def word(name: str) -> str:
    """Return a class name in snake_case."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


@dataclass(frozen=True, slots=True)
class Words:
    """How the numbers of one kind of thing are written and read as words; a list names each `single` thing once."""

    write: Callable[[int], str]
    read: Callable[[str], int]
    single: bool = False


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """Writes and reads the records of a closed family, such as the actions of a game."""

    kinds: tuple[type[T], ...]
    words: Mapping[object, Words] = field(default_factory=dict)

    def write(self, record: T) -> Mapping[str, Json]:
        """Return the JSON form of a record."""
        return self._write_record(record)

    def read(self, value: Json) -> T:
        """Return the record that a JSON value stands for."""
        return self._read_record(self.kinds, value)

    # ------------------------------------------------------------ writing

    def _write_record(self, record: object) -> Mapping[str, Json]:
        kind = type(record)
        hints = _hints(kind)
        usual = _unwritten(kind)
        shown = {
            name: self._write_value(hint, getattr(record, name))
            for name, hint in hints.items()
            if name not in usual or getattr(record, name) != usual[name]
        }
        return {"type": word(kind.__name__), **shown}

    def _write_value(self, hint: object, value: object) -> Json:
        match value:
            case Enum():
                return self._write_value(None, value.value)
            case None | bool() | str():
                return value
            case int():
                return self._word_of(hint, value)
            case tuple():
                inner = _inner(hint)
                return [self._write_value(inner, item) for item in value]
            case frozenset():
                inner = _inner(hint)
                return sorted((self._write_value(inner, item) for item in value), key=canonical_text)
            case _:
                return self._write_record(value)

    def _word_of(self, hint: object, value: int) -> Json:
        for alternative in _alternatives(hint):
            if alternative in self.words:
                return self.words[alternative].write(value)
        return value

    # ------------------------------------------------------------ reading

    def _read_record(self, kinds: tuple[type[U], ...], value: Json) -> U:
        if not isinstance(value, Mapping):
            raise Unreadable("", f"a mapping with a 'type' is wanted, not {_shown(value)}")
        named = value.get("type")
        for kind in kinds:
            if word(kind.__name__) == named:
                return self._read_fields(kind, {key: item for key, item in value.items() if key != "type"})
        offered = ", ".join(sorted(word(kind.__name__) for kind in kinds))
        raise Unreadable("type", f"{_shown(named)} is none of: {offered}")

    def _read_fields(self, kind: type[U], given: Mapping[str, Json]) -> U:
        hints = _hints(kind)
        for name in given:
            if name not in hints:
                offered = ", ".join(hints) or "none"
                raise Unreadable(name, f"is no field of {word(kind.__name__)}; it has: {offered}")
        values: dict[str, object] = {}
        for name, hint in hints.items():
            if name in given:
                try:
                    values[name] = self._read_value(hint, given[name])
                    _check_range(_ranges(kind).get(name), values[name])
                    if name in _rule_fields(kind):
                        known(str(values[name]))
                except Unreadable as fault:
                    raise fault.within(name) from None
                except UnknownRule as fault:
                    raise Unreadable(name, str(fault)) from None
            elif name in _required(kind):
                raise Unreadable(name, "is missing")
        return made(kind, values)

    def _read_value(self, hint: object, given: Json) -> object:
        alternatives = _alternatives(hint)
        if len(alternatives) > 1:
            return self._read_one_of(alternatives, given)
        origin = typing.get_origin(hint)
        if origin is tuple:
            return self._read_items(_inner(hint), given)
        if origin is frozenset:
            return frozenset(self._read_items(_inner(hint), given))
        if hint in self.words:
            return self.words[hint].read(str(_plain(given, str, "a text")))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _member(hint, given)
        if isinstance(hint, type) and is_dataclass(hint):
            return self._read_record((hint,), given)
        for kind, kind_name in _PLAIN:
            if hint is kind:
                return _plain(given, kind, kind_name)
        raise TypeError(f"no reading of {hint}")

    def _read_one_of(self, hints: tuple[object, ...], given: Json) -> object:
        if given is None and types.NoneType in hints:
            return None
        rest = [hint for hint in hints if hint is not types.NoneType]
        if len(rest) == 1:
            return self._read_value(rest[0], given)
        records = tuple(hint for hint in rest if isinstance(hint, type) and is_dataclass(hint))
        if len(records) < len(rest):
            raise TypeError(f"no reading of either of {rest}")
        return self._read_record(records, given)

    def _read_items(self, hint: object, given: Json) -> tuple[object, ...]:
        if not isinstance(given, list | tuple):
            raise Unreadable("", f"{_shown(given)} is not a list")
        few_enough(given)
        found: list[object] = []
        for index, item in enumerate(given):
            try:
                found.append(self._read_value(hint, item))
            except Unreadable as fault:
                raise fault.within(f"[{index}]") from None
        if hint in self.words and self.words[hint].single and len(set(found)) < len(found):
            twice = next(index for index, item in enumerate(found) if item in found[:index])
            raise Unreadable(f"[{twice}]", f"{_shown(given[twice])} is named twice")
        return tuple(found)


def made(kind: type[T], values: Mapping[str, object]) -> T:
    """Return a record of a kind with these fields, checked by the caller."""
    record: object = type.__call__(kind, **values)
    assert isinstance(record, kind)
    return record


def _hints(kind: type[object]) -> Mapping[str, object]:
    """Return the types of a record's fields."""
    known: object = kind
    return _found_hints(known)


# Looking up the types takes longer than everything else here.
@cache
def _found_hints(kind: object) -> Mapping[str, object]:
    return typing.get_type_hints(kind)


def _unwritten(kind: type[object]) -> Mapping[str, object]:
    """Return the defaults of those fields that are written only if they differ from their default."""
    known: object = kind
    return _found_unwritten(known)


@cache
def _found_unwritten(kind: object) -> Mapping[str, object]:
    assert is_dataclass(kind)
    return {each.name: each.default for each in fields(kind) if each.metadata == UNWRITTEN_BY_DEFAULT}


def _ranges(kind: type[object]) -> Mapping[str, Range]:
    """Return the ranges of those fields that hold numbers."""
    known: object = kind
    return _found_ranges(known)


@cache
def _found_ranges(kind: object) -> Mapping[str, Range]:
    assert is_dataclass(kind)
    return {each.name: within for each in fields(kind) if (within := range_of(each)) is not None}


def _rule_fields(kind: type[object]) -> frozenset[str]:
    """Return those fields that hold the id of a rule."""
    record: object = kind
    return _found_rule_fields(record)


@cache
def _found_rule_fields(kind: object) -> frozenset[str]:
    assert is_dataclass(kind)
    return frozenset(each.name for each in fields(kind) if each.metadata == NAMES_A_RULE)


def _check_range(within: Range | None, value: object) -> None:
    """Refuse a number, or a list with a number, that is out of range."""
    match value:
        case int() if within is not None:
            within.checked(value)
        case tuple() if within is not None:
            for index, item in enumerate(value):
                if item not in within:
                    raise Unreadable(f"[{index}]", f"{item} is not {within}")
        case _:
            pass


@cache
def _alternatives(hint: object) -> tuple[object, ...]:
    """Return the members of a union; for any other type, that type alone."""
    return typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)


@cache
def _inner(hint: object) -> object:
    """Return the item type of `tuple[X, ...]` or `frozenset[X]`, also inside an optional."""
    for alternative in _alternatives(hint):
        kind, inside = typing.get_origin(alternative), typing.get_args(alternative)
        if kind is frozenset or (kind is tuple and inside[1:] == (...,)):
            inner: object = inside[0]
            return inner
    raise TypeError(f"no items of one type in {hint}")


def _required(kind: type[object]) -> frozenset[str]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no record")
    return frozenset(each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING)


def _plain(given: Json, kind: type[object], kind_name: str) -> object:
    if not isinstance(given, kind) or (isinstance(given, bool) and kind is int):
        raise Unreadable("", f"{_shown(given)} is not {kind_name}")
    return short_enough(given) if isinstance(given, str) else given


def _member(kind: type[Enum], given: Json) -> Enum:
    for member in kind:
        if member.value == given and not isinstance(given, bool):
            return member
    offered = ", ".join(str(member.value) for member in kind)
    raise Unreadable("", f"{_shown(given)} is none of: {offered}")


def _shown(value: Json) -> str:
    text = canonical_text(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
