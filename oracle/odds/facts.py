"""What odds can be asked about: a fact of the position at the end, or a total over the events of the walk.

- `vp.french`: the value there at the end (a path into the description of a position)
- `vp.french=1`: whether that is the value there
- `due`: which decision is due at the end, or how the game is over
- `events:steps_lost`: how often that happened
- `events:steps_lost.flips`: the sum of a number in those events; for words, the words in order
- `events:fired[side=french].losses`: the same, but only events with these facts
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from oracle.english import decision_in_words, shown
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse, shortfalls
from reference.kernel.decisions import SETTLED, Over
from reference.kernel.table import Table
from reference.kernel.verdicts import Event

DUE = "due"
_OVER = "over: "
_EVENTS = "events:"
_EVENT = re.compile(r"([a-z_0-9]+)(?:\[([^\]]*)\])?(?:\.([a-z_0-9]+))?")

Words: TypeAlias = tuple[str, ...]
Amount: TypeAlias = int | str | Words
"""A number, words in order, or the canonical text of a value at the end."""


class Fact(ABC):
    """Something that is known when a walk has ended."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the text that asks for it."""

    @abstractmethod
    def at_end(self, table: Table) -> Amount:
        """Return what a position at the end says."""

    def after(self, _: Sequence[Event], rest: Amount) -> Amount:
        """Return the total, given the events of a step and the total of the steps after it."""
        return rest

    def number(self, amount: Amount) -> Fraction:
        """Return an amount as a number to maximise or minimise."""
        number = number_of(amount)
        if number is None:
            raise Unreadable("", f"{self.name} is no number, so nothing is best for it; ask for {self.name}=VALUE")
        return number

    def told(self, amount: Amount) -> Json:
        """Return an amount as JSON for the answer."""
        return parse(amount) if isinstance(amount, str) else list(amount) if isinstance(amount, tuple) else amount


class _YesOrNo(Fact):
    """A fact that holds or does not."""

    def told(self, amount: Amount) -> Json:
        """Return yes or no."""
        return bool(amount)


@dataclass(frozen=True, slots=True)
class Holds(_YesOrNo):
    """Whether a partial description holds at the end."""

    expect: Json

    @property
    def name(self) -> str:
        """Return the description."""
        return canonical_text(self.expect)

    def at_end(self, table: Table) -> Amount:
        """Return yes or no, as a number."""
        found = table.canonical()
        plain = isinstance(self.expect, Mapping) and isinstance(found, Mapping) and set(self.expect) <= set(found)
        # A full description takes long to compute; it is made only if the expectation needs it.
        return int(not shortfalls(self.expect, found if plain else table.describe()))


@dataclass(frozen=True, slots=True)
class Stands(Fact):
    """The value at some path of the description of the position at the end."""

    path: str

    @property
    def name(self) -> str:
        """Return the path."""
        return self.path

    def at_end(self, table: Table) -> Amount:
        """Return the canonical text of the value there; if there is none, that of null."""
        if self.path == DUE:
            return canonical_text(due_name(table))
        found = at_path(table.canonical(), self.path)
        return canonical_text(at_path(table.describe(), self.path) if found is None else found)


@dataclass(frozen=True, slots=True)
class StandsSo(_YesOrNo):
    """Whether some path has a given value at the end."""

    path: str
    value: str

    @property
    def name(self) -> str:
        """Return path and value."""
        return f"{self.path}={self.value}"

    def at_end(self, table: Table) -> Amount:
        """Return yes or no, as a number."""
        found = Stands(self.path).at_end(table)
        return int(found in (self.value, canonical_text(self.value)))


@dataclass(frozen=True, slots=True)
class Happens(Fact):
    """What events of a kind add up to: their number, the sum of a fact, or its words in order."""

    kind: str
    where: tuple[tuple[str, str], ...] = ()
    fact: str = ""
    words: bool = False

    @property
    def name(self) -> str:
        """Return the kind, the condition and the fact."""
        condition = ",".join(f"{name}={value}" for name, value in self.where)
        return f"{_EVENTS}{self.kind}{f'[{condition}]' if condition else ''}{f'.{self.fact}' if self.fact else ''}"

    def at_end(self, _: Table) -> Amount:
        """Return that nothing more happens."""
        return () if self.words else 0

    def after(self, events: Sequence[Event], rest: Amount) -> Amount:
        """Return what the events of a step add to the rest."""
        for each in reversed(events):
            if each.kind.value == self.kind:
                rest = self._added(dict(each.facts), rest)
        return rest

    def _added(self, facts: Mapping[str, object], rest: Amount) -> Amount:
        if any(_plain(facts.get(name)) != value for name, value in self.where):
            return rest
        found = facts.get(self.fact, 0) if self.fact else 1
        if isinstance(rest, tuple):
            return (_plain(found), *rest)
        assert isinstance(rest, int)
        return rest + (found if isinstance(found, int) else 1)


def _plain(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return " ".join(str(each) for each in value)
        case _:
            return str(value)


def due_name(table: Table) -> str:
    """Return which decision is due at a position, or how the game is over."""
    due = table.due()
    return f"{_OVER}{due.result}" if isinstance(due, Over) else due.about


def value_in_words(game: str, fact: Fact, amount: Amount) -> str:
    """Return a value of a fact as people say it: names, and what a decision is about."""
    told = fact.told(amount)
    if fact.name != DUE or not isinstance(told, str):
        return shown(game, told)
    if not told.startswith(_OVER):
        return decision_in_words(game, told)
    result = told.removeprefix(_OVER)
    return "nothing is left to decide" if result == SETTLED.result else f"the game is over: {result}"


def at_path(value: Json, path: str) -> Json:
    """Return the value at a path of keys and numbers with dots between them; None if there is no such path."""
    for key in path.split("."):
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list | tuple) and key.isascii() and key.isdecimal() and int(key[:6]) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def number_of(amount: Amount) -> Fraction | None:
    """Return an amount as a number to maximise or minimise, or None; null counts as zero."""
    if isinstance(amount, int):
        return Fraction(amount)
    value = len(amount) if isinstance(amount, tuple) else parse(amount)
    if isinstance(value, list | tuple | Mapping):
        return Fraction(len(value))
    return Fraction(value or 0) if isinstance(value, int | None) else None


def read_fact(text: str, happened: Mapping[str, Sequence[Event]]) -> Fact:
    """Read a fact from its text; the events of the walk, by kind, show whether an event fact is a number or words."""
    if text.startswith(_EVENTS):
        return _read_event(text.removeprefix(_EVENTS), happened)
    path, sign, value = text.partition("=")
    if not all(path.split(".")):
        raise Unreadable("", f"{text!r} is no path; write names with dots between them")
    return StandsSo(path, value) if sign else Stands(path)


def _read_event(text: str, happened: Mapping[str, Sequence[Event]]) -> Fact:
    found = _EVENT.fullmatch(text)
    if found is None:
        raise Unreadable("", f"{text!r} is not of the form kind, kind.fact or kind[fact=value].fact")
    kind, condition, fact = found[1], found[2] or "", found[3] or ""
    if kind not in happened:
        raise Unreadable("", f"no event {kind} on the way; there are: {', '.join(sorted(happened)) or 'none'}")
    where = tuple(_read_condition(each, kind, happened[kind]) for each in condition.split(",") if each)
    values = [dict(each.facts)[fact] for each in happened[kind] if fact in dict(each.facts)] if fact else []
    if fact and not values:
        raise _no_fact(kind, fact, happened[kind])
    return Happens(kind, where, fact, words=any(not isinstance(value, int) for value in values))


def _read_condition(text: str, kind: str, events: Sequence[Event]) -> tuple[str, str]:
    name, sign, value = text.strip().partition("=")
    if not sign:
        raise Unreadable("", f"{text!r} is not of the form fact=value")
    if all(name not in dict(each.facts) for each in events):
        raise _no_fact(kind, name, events)
    return name, value


def _no_fact(kind: str, name: str, events: Sequence[Event]) -> Unreadable:
    names = dict.fromkeys(each for event in events for each, _ in event.facts)
    return Unreadable("", f"the event {kind} has no fact {name!r}; it has: {', '.join(names) or 'none'}")
