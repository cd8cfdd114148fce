"""What a side may hear of an event: the names that its view of the position hides are not told.

A piece or card is hidden if the side sees it neither before nor after the act. Of a card with several copies, one that
the side sees says nothing about another: there the copies are counted, and an act tells the name only if the number of
those seen changes. Where a name is hidden, so are the numbers told with it. Names of sides and places are no secret.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE
from reference.kernel.table import Table
from reference.kernel.verdicts import Event, Fact, Violation
from spec_tables import reader
from spec_tables.catalogue import catalogue
from spec_tables.reader import Row

T = TypeVar("T", Event, Violation)

HIDDEN = "(hidden)"


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who hears what happens in a game: a side, or the referee (no side), who may know everything."""

    game: str
    side: str | None = None

    def view(self, table: Table) -> Json:
        """Return all that the onlooker may know of a position."""
        return table.describe() if self.side is None else table.observe(self.side)

    def heard(self, before: Table, after: Table, by: str, events: Iterable[Event]) -> Iterator[Event]:
        """Return the events of an act with what is hidden from the onlooker taken out."""
        if self.side is None:
            yield from events
            return
        hidden = self._hidden(before, after, self.side, by)
        for each in events:
            # What chance gives to the side itself, it sees.
            yield each if by == CHANCE and ("side", self.side) in each.facts else _masked(each, hidden)

    def broken(self, table: Table, violations: Iterable[Violation]) -> tuple[Violation, ...]:
        """Return why an action is refused, with what is hidden from the onlooker taken out."""
        if self.side is None:
            return tuple(violations)
        hidden = self._hidden(table, table, self.side, self.side)
        return tuple(_masked(each, hidden) for each in violations)

    def can_name(self, table: Table, actions: Iterable[Json]) -> bool:
        """Say whether the onlooker may know of everything that some actions name, such as the outcomes of a draw."""
        if self.side is None:
            return True
        known = {*names_in(self.view(table)), *_open_names(self.game)}
        return all(name in known for action in actions for name in _arguments(action))

    def _hidden(self, before: Table, after: Table, side: str, by: str) -> frozenset[str]:
        """Return the names that the events of an act may not tell a side."""
        seen, earlier = names_in(after.observe(side)), names_in(before.observe(side))
        now = names_in(after.describe())
        # What chance draws may have been seen before the pile was shuffled.
        known = seen if by == CHANCE else seen + earlier
        secret = {name for name in (*now, *names_in(before.describe())) if not known[name]}
        if by == CHANCE:
            secret |= {name for name in _copied(self.game) if now[name] > seen[name] <= earlier[name]}
        elif by != side:
            secret |= {name for name in _copied(self.game) if now[name] > seen[name] == earlier[name]}
        return frozenset(secret - _open_names(self.game))


def names_in(value: Json) -> Counter[str]:
    """Return every word in the texts of a JSON value, with how often it occurs."""
    found: Counter[str] = Counter()
    for each in _inside(value):
        if isinstance(each, str):
            found.update(each.split())
    return found


def _inside(value: Json) -> Iterator[Json]:
    stack: list[Json] = [value]
    while stack:
        each = stack.pop()
        yield each
        if isinstance(each, Mapping):
            stack.extend(each.values())
        elif isinstance(each, list | tuple):
            stack.extend(each)


def _arguments(action: Json) -> Iterator[str]:
    if isinstance(action, Mapping):
        yield from names_in([item for name, item in action.items() if name != "type"])


def _rows(game: str, table: str) -> tuple[Row, ...]:
    return reader.rows(game, table) if (reader.FOLDER / game / f"{table}.csv").exists() else ()


@cache
def _open_names(game: str) -> frozenset[str]:
    """Return names that are never secret: sides and places."""
    places = {row.word("id") for table in ("spaces", "areas", "locations") for row in _rows(game, table)}
    return frozenset({*places, *catalogue(game).sides, CHANCE})


@cache
def _copied(game: str) -> frozenset[str]:
    """Return the names of cards that exist more than once and are told by name when they are drawn."""
    copies: Counter[str] = Counter()
    for row in _rows(game, "empire_cards"):
        copies[f"{row.word('owner')}_{row.word('id')}"] += row.number("count")
    return frozenset(name for name, count in copies.items() if count > 1)


def _masked(told: T, hidden: frozenset[str]) -> T:
    if not any(_names(fact) & hidden for _, fact in told.facts):
        return told
    return replace(told, facts=tuple((name, _told(fact, hidden)) for name, fact in told.facts))


def _told(fact: Fact, hidden: frozenset[str]) -> Fact:
    return HIDDEN if isinstance(fact, int) or _names(fact) & hidden else fact


def _names(fact: Fact) -> frozenset[str]:
    if isinstance(fact, str):
        return frozenset(fact.split())
    return frozenset(fact) if isinstance(fact, tuple) else frozenset()
