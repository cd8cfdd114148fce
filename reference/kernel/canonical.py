"""The canonical form of a value, its text and its hash.

Everything that leaves the reference (states, actions, events, traces) is JSON. The canonical text has sorted keys and
no spaces, so equal values have equal texts and equal hashes in every implementation, whatever its language. Values that
some languages cannot hold (fractions, numbers of many digits, lone surrogates, endless nesting) are refused when read.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeGuard

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"

MOST_DIGITS = 15
MOST_LEVELS = 50
_HASH_DIGITS = 16
_HALF_A_CHARACTER = re.compile(r"[\ud800-\udfff]")


class Unreadable(ValueError):
    """Input that cannot be read: where it fails, and why."""

    def __init__(self, place: str, cause: str) -> None:
        """Say where the input fails and why."""
        super().__init__(f"{place}: {cause}" if place else cause)
        self.place = place
        self.cause = cause

    def within(self, place: str) -> "Unreadable":
        """Return the same complaint, its place seen from an enclosing value."""
        inner = self.place if not self.place or self.place.startswith("[") else f".{self.place}"
        return Unreadable(f"{place}{inner}", self.cause)


def canonical_text(value: Json) -> str:
    """Return the one text that stands for a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: Json) -> str:
    """Return the hash of a value's canonical text."""
    return hashlib.sha256(canonical_text(value).encode()).hexdigest()[:_HASH_DIGITS]


def parse(text: str, fraction: Callable[[str], object] = float) -> Json:
    """Read JSON text, refusing what JSON does not define and, unless `fraction` makes texts of them, fractions."""
    try:
        value: object = json.loads(text, parse_int=_whole, parse_float=fraction, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as fault:
        raise Unreadable("", f"not JSON: {fault.msg} at column {fault.colno}") from None
    except RecursionError:
        raise Unreadable("", "nested too deeply") from None
    return checked(value)


def checked(value: object, levels: int = MOST_LEVELS) -> Json:
    """Return the value as JSON, refusing fractional numbers, lone surrogates, deep nesting and foreign types."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return _text(value)
        case list() | tuple() | dict() if not levels:
            raise Unreadable("", "nested too deeply")
        case list() | tuple():
            return [_checked_at(f"[{index}]", item, levels) for index, item in enumerate(value)]
        case dict():
            return {_text(str(key)): _checked_at(str(key), item, levels) for key, item in value.items()}
        case _:
            raise Unreadable("", f"{value!r} has no place here; numbers are whole")


def _checked_at(place: str, item: object, levels: int) -> Json:
    try:
        return checked(item, levels - 1)
    except Unreadable as fault:
        raise fault.within(place) from None


def _text(text: str) -> str:
    if _HALF_A_CHARACTER.search(text):
        raise Unreadable("", f"{text!r} holds half a character")
    return text


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise Unreadable("", f"a number has more than {MOST_DIGITS} digits")
    return int(digits)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("", f"the key {key!r} appears twice")
        found[key] = value
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """One place at which two values differ."""

    path: str
    expected: Json
    found: Json


ABSENT = "(absent)"


def differences(expected: Json, found: Json, path: str = "") -> tuple[Difference, ...]:
    """Return every place where the found value differs from the expected one."""
    return _lacking(expected, found, path) + _surpluses(expected, found, path)


# In an expectation these words say that nothing is there.
NOTHING = ("none", "neutral", "no siege")


def shortfalls(expected: Json, found: Json, path: str = "", ordered: Collection[str] = ()) -> tuple[Difference, ...]:
    """Return where the found value lacks what a partial expectation names.

    Only mappings may be partial: a list or a plain value must be equal. A list of texts has no order, unless its path
    is among `ordered`. An empty mapping inside an expectation says that nothing is there, and so do the words of
    `NOTHING`, for a name that the found value knows; leave the key out to accept anything there.
    """
    return _Expectation(ordered, _names_in(found)).lacking(expected, found, path) + _crowded(expected, found, path)


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What lists have an order, and which names there are."""

    ordered: Collection[str] = ()
    names: frozenset[str] = frozenset()

    def lacking(self, expected: Json, found: Json, path: str) -> tuple[Difference, ...]:
        """Return what the found value lacks of the expected one."""
        if isinstance(expected, Mapping) and isinstance(found, Mapping):
            return tuple(
                each for key in sorted(expected) for each in self._at(key, expected[key], found, _join(path, key))
            )
        if expected in NOTHING and found in (None, [], {}):
            return ()
        if path not in self.ordered and _are_texts(expected) and _are_texts(found):
            same = sorted(map(str, expected)) == sorted(map(str, found))
        else:
            same = canonical_text(expected) == canonical_text(found)
        return () if same else (Difference(path, expected, found),)

    def _at(self, key: str, wanted: Json, found: Mapping[str, Json], place: str) -> tuple[Difference, ...]:
        if key in found:
            return self.lacking(wanted, found[key], place)
        if wanted in NOTHING and key in self.names:
            return ()
        return (Difference(place, wanted, ABSENT),)


def _are_texts(value: Json) -> TypeGuard[Sequence[str]]:
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)


def _names_in(value: Json) -> frozenset[str]:
    """Return every key and every text of a value."""
    match value:
        case str():
            return frozenset((value,))
        case Mapping():
            return frozenset(value).union(*map(_names_in, value.values()))
        case list() | tuple():
            return frozenset[str]().union(*map(_names_in, value))
        case _:
            return frozenset()


def _lacking(expected: Json, found: Json, path: str) -> tuple[Difference, ...]:
    """Return what the found value lacks of the expected one, taken literally."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        lacking: list[Difference] = []
        for key in sorted(expected):
            place = _join(path, key)
            if key not in found:
                lacking.append(Difference(place, expected[key], ABSENT))
            else:
                lacking.extend(_lacking(expected[key], found[key], place))
        return tuple(lacking)
    return () if canonical_text(expected) == canonical_text(found) else (Difference(path, expected, found),)


def _crowded(expected: Json, found: Json, path: str) -> tuple[Difference, ...]:
    """Return where something is found in a mapping that is expected to be empty."""
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        return ()
    crowded: list[Difference] = []
    for key in sorted(expected.keys() & found.keys()):
        place, inside, there = _join(path, key), expected[key], found[key]
        if inside == {} and isinstance(there, Mapping) and there:
            crowded.append(Difference(place, inside, there))
        crowded.extend(_crowded(inside, there, place))
    return tuple(crowded)


def _surpluses(expected: Json, found: Json, path: str) -> tuple[Difference, ...]:
    """Return the mapping entries of the found value that the expected one does not have."""
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        return ()
    beyond: list[Difference] = []
    for key in sorted(found):
        place = _join(path, key)
        if key not in expected:
            beyond.append(Difference(place, ABSENT, found[key]))
        else:
            beyond.extend(_surpluses(expected[key], found[key], place))
    return tuple(beyond)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
