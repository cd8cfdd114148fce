"""A table at which sets are named in any order, or at once.

A game offers the members of a set in a fixed order, so that each set is offered in one way only. While a set is open,
its rules take a member in any order. But a set often closes by itself, when nothing that comes after the last one named
is left to offer. A member named late is then added by naming all of them again from where the set was opened, without
letting it close. To say `done` after a set that has closed by itself changes nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.named_sets import NamedSet
from reference.kernel.table import ActVerdict, Due, Table
from reference.kernel.verdicts import Event, Next, No, Notation, Violation

DONE: Json = {"type": "done"}


@dataclass(frozen=True, slots=True)
class _Naming:
    """A set being named: from which table, by whom, what was named and what has been told to happen since."""

    named: NamedSet
    start: Table
    by: str
    members: tuple[Json, ...]
    told: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOrder(Table):
    """A table at which sets are named in any order, or at once."""

    inner: Table
    sets: tuple[NamedSet, ...] = field(compare=False)
    naming: _Naming | None = field(default=None, compare=False)

    def act(self, by: str, action: Json) -> ActVerdict:
        """Return what follows when someone takes an action or names a set."""
        whole = self._set_given(action)
        if whole is not None:
            return self._at_once(by, *whole)
        if self.naming is not None and not _is_offered(self.inner.due(), by, action):
            late = self._named_late(self.naming, by, action)
            if late is not None:
                return late
        verdict = self.inner.act(by, action)
        if not isinstance(verdict, Next):
            return verdict
        naming = self._naming_after(by, action, verdict.events)
        return Next(AnyOrder(verdict.state, self.sets, naming), verdict.events)

    # ------------------------------------------------------------ one by one

    def _naming_after(self, by: str, action: Json, events: tuple[Event, ...]) -> _Naming | None:
        """Return the set that is being named after a member was."""
        for each in self.sets:
            if not each.names(action):
                continue
            if _asked(each, self.inner):
                under_way = self.naming
                if under_way is not None and under_way.named == each and under_way.by == by:
                    told = (*under_way.told, *events)
                    return replace(under_way, members=(*under_way.members, action), told=told)
                return _Naming(each, self.inner, by, (action,), events)
            if each.opener is not None and each.opener.name_in(action) is not None:
                return _Naming(each, self.inner, by, (action,), events)
        return None

    def _named_late(self, naming: _Naming, by: str, action: Json) -> Next[Table] | No | Notation | None:
        """Add a member to the set named so far, or accept that the set is said to be done."""
        if naming.by != by:
            return None
        if not naming.named.names(action):
            closed = action == DONE and not _asked(naming.named, self.inner)
            return Next(AnyOrder(self.inner, self.sets)) if closed else None
        members = (*naming.members, action)
        reached = naming.start.named(by, members)
        if not isinstance(reached, Next):
            return None if _asked(naming.named, self.inner) else reached
        news = tuple((Counter(reached.events) - Counter(naming.told)).elements())
        after = replace(naming, members=members, told=reached.events)
        return Next(AnyOrder(reached.state, self.sets, after), news)

    # ------------------------------------------------------------ at once

    def _set_given(self, action: Json) -> tuple[NamedSet, tuple[Json, ...]] | None:
        """Return the set that an action gives at once: the one asked for here, if several are called so."""
        if not isinstance(action, Mapping) or not _gives_lists(action):
            return None
        kind, given = action.get("type"), set(action) - {"type"}
        called = [each for each in self.sets if kind in each.words() and given & set(each.members)]
        if not called:
            return None
        chosen = next((each for each in called if _asked(each, self.inner)), called[0])
        return chosen, chosen.all_named(action)

    def _at_once(self, by: str, named: NamedSet, members: tuple[Json, ...]) -> ActVerdict:
        due = self.inner.due()
        asked = _asked(named, self.inner)
        opened = replace(named, opener=None) if asked else named
        if isinstance(due, Over) or not (asked or named.opener):
            return self.inner.act(by, DONE if not members else members[0])
        named_so = tuple(opened.opening(each) if not index else each for index, each in enumerate(members))
        reached = self.inner.named(by, named_so)
        if not isinstance(reached, Next):
            return reached or self.inner.act(by, named_so[0])
        table: Table = AnyOrder(reached.state, self.sets)
        if not opened.ends or not _asked(opened, reached.state):
            return Next(table, reached.events)
        ended = table.act(by, DONE)
        return Next(ended.state, (*reached.events, *ended.events)) if isinstance(ended, Next) else ended

    # ------------------------------------------------------------ the same as the table within

    def due(self) -> Due | Over:
        """Return the decision that is due."""
        return self.inner.due()

    def asks(self) -> str | None:
        """Return what the decision due is about; nothing if all is over."""
        return self.inner.asks()

    def choices(self) -> int:
        """Return how many actions are offered; none if all is over."""
        return self.inner.choices()

    def followers(self) -> Iterator[Table]:
        """Go through the positions after each action that is offered, in their order."""
        return (AnyOrder(each, self.sets) for each in self.inner.followers())

    def happened(self) -> tuple[Event, ...]:
        """Return what has happened since the last answer."""
        return self.inner.happened()

    def named(self, by: str, members: tuple[Json, ...]) -> Next[Table] | No | Notation | None:
        """Return what follows when members of a set are named one after the other, before it may close by itself."""
        return self.inner.named(by, members)

    def afresh(self) -> Table:
        """Return the same table with the decision due computed again."""
        return AnyOrder(self.inner.afresh(), self.sets, self.naming)

    def observe(self, side: str) -> Json:
        """Return what a side is allowed to know."""
        return self.inner.observe(side)

    def check(self) -> tuple[Violation, ...]:
        """Return every broken invariant."""
        return self.inner.check()

    def canonical(self) -> Json:
        """Return the canonical form of the position."""
        return self.inner.canonical()

    def describe(self) -> Json:
        """Return the canonical form and what follows from it."""
        return self.inner.describe()


def _asked(named: NamedSet, table: Table) -> bool:
    """Say whether the decision due asks for a member of a set."""
    return table.asks() == named.about


def _gives_lists(action: Mapping[str, Json]) -> bool:
    return any(isinstance(each, list | tuple) for each in action.values())


def _is_offered(due: Due | Over, by: str, action: Json) -> bool:
    return not isinstance(due, Over) and due.by == by and action in due.actions


def for_players(table: Table, sets: tuple[NamedSet, ...]) -> Table:
    """Return a table at which these sets may be named in any order."""
    return AnyOrder(table, sets) if sets else table
