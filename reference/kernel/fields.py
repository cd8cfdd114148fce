"""Take the fields of a JSON mapping one by one, strictly; what is left over at the end is a mistake."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.ranges import MOST_CHARACTERS, MOST_ITEMS, Range, few_enough, short_enough
from reference.kernel.rules import RuleId, UnknownRule, known

T = TypeVar("T")


@dataclass(slots=True)
class Fields:
    """A JSON mapping that is being read."""

    given: Mapping[str, Json]
    taken: set[str] = field(default_factory=set)
    looked_for: set[str] = field(default_factory=set)

    def __contains__(self, name: str) -> bool:
        """Say whether the field is given."""
        self.looked_for.add(name)
        return name in self.given

    def take(self, name: str) -> Json:
        """Return a field as it stands; nothing if it is not given."""
        self.taken.add(name)
        return self.given.get(name)

    def text(self, name: str, most: int = MOST_CHARACTERS) -> str:
        """Return a field that must be a text of limited length."""
        value = self.take(name)
        if not isinstance(value, str):
            raise Unreadable(name, "must be a text" if name in self.given else "is missing")
        return _at(name, lambda: short_enough(value, most))

    def optional_text(self, name: str) -> str | None:
        """Return a field that must be a text if it is given."""
        self.taken.add(name)
        return self.text(name) if name in self.given else None

    def number(self, name: str, default: int, within: Range) -> int:
        """Return a field that must be a whole number within a range if it is given."""
        value = self.take(name)
        if name not in self.given:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            raise Unreadable(name, "must be a whole number")
        return _at(name, lambda: within.checked(value))

    def texts(self, name: str, most: int = MOST_ITEMS) -> tuple[str, ...]:
        """Return a field that must be a list of texts if it is given."""
        found: list[str] = []
        for index, item in enumerate(self.items(name, most)):
            if not isinstance(item, str):
                raise Unreadable(f"{name}[{index}]", "must be a text")
            found.append(_at(f"{name}[{index}]", partial(short_enough, item)))
        return tuple(found)

    def different(self, name: str) -> tuple[str, ...]:
        """Return a field that must be a list of texts if it is given, each of them once."""
        found = self.texts(name)
        for index, text in enumerate(found):
            if text in found[:index]:
                raise Unreadable(f"{name}[{index}]", f"{text!r} is named twice")
        return found

    def items(self, name: str, most: int = MOST_ITEMS) -> Sequence[Json]:
        """Return a field that must be a list of limited length if it is given."""
        value = self.take(name)
        if name not in self.given:
            return ()
        if not isinstance(value, list | tuple):
            raise Unreadable(name, "must be a list")
        _at(name, lambda: few_enough(value, most))
        return value

    def rule(self, name: str) -> RuleId:
        """Return a field that must be the id of a rule."""
        return self._known(name, self.text(name))[0]

    def rules(self, name: str) -> tuple[RuleId, ...]:
        """Return a field that must be a list of ids of rules if it is given."""
        return self._known(name, *self.texts(name))

    def _known(self, name: str, *ids: str) -> tuple[RuleId, ...]:
        try:
            return known(*ids)
        except UnknownRule as fault:
            raise Unreadable(name, str(fault)) from None

    def mapping(self, name: str) -> "Fields":
        """Return a field that must be a mapping if it is given; an empty one if it is not."""
        value = self.take(name)
        if name not in self.given:
            return Fields({})
        if not isinstance(value, Mapping):
            raise Unreadable(name, "must be a mapping")
        return Fields(value)

    def each(self, name: str, read: Callable[["Fields", str], T]) -> Iterator[tuple[str, T]]:
        """Go through a mapping field, reading every entry; complaints name the entry."""
        inner = self.mapping(name)
        for key in inner.given:
            try:
                yield key, read(inner, key)
            except Unreadable as fault:
                raise fault.within(name) from None

    def finish(self) -> None:
        """Refuse fields that nobody has taken, and name those that have a place."""
        for name in self.given:
            if name not in self.taken:
                offered = ", ".join(sorted(self.taken | self.looked_for))
                raise Unreadable(name, f"has no place here; what has: {offered or 'nothing'}")


def _at(name: str, read: Callable[[], T]) -> T:
    """Return what is read; a complaint names the field."""
    try:
        return read()
    except Unreadable as fault:
        raise fault.within(name) from None


def fields_of(value: Json) -> Fields:
    """Return the fields of a JSON value, which must be a mapping."""
    if not isinstance(value, Mapping):
        raise Unreadable("", "must be a mapping")
    return Fields(value)
