"""A table at which sets are named in any order, or at once.

A game offers the members of a set in a fixed order, so that each set is reached in one way only. `AnyOrder` finds
the way in which the game reaches the set that a player named.

A set often closes by itself, when nothing that comes after the last one named is left. A member named late is then
added by going back to where the set was opened. To say `done` after a set that has closed by itself changes nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.decisions import Over
from reference.kernel.named_sets import NamedSet
from reference.kernel.table import ActVerdict, Due, Table
from reference.kernel.verdicts import Event, Next, Violation

# How many ways of naming a set are tried before it is given up; sets are small, and the first is nearly always right.
MOST_TRIES = 400
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
    sets: tuple[NamedSet, ...]
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
            member = each.member(action)
            if member is None:
                continue
            if _asked(each, self.inner):
                under_way = self.naming
                if under_way is not None and under_way.named == each and under_way.by == by:
                    told = (*under_way.told, *events)
                    return replace(under_way, members=(*under_way.members, member), told=told)
                return _Naming(replace(each, opener=None), self.inner, by, (member,), events)
            if each.opener is not None and each.opener.name_in(action) is not None:
                return _Naming(each, self.inner, by, (member,), events)
        return None

    def _named_late(self, naming: _Naming, by: str, action: Json) -> Next[Table] | None:
        """Add a member to the set named so far, or accept that the set is said to be done."""
        if naming.by != by:
            return None
        member = naming.named.member(action)
        if member is None:
            closed = action == DONE and not _asked(naming.named, self.inner)
            return Next(AnyOrder(self.inner, self.sets)) if closed else None
        members = (*naming.members, member)
        reached = _reached(naming.named, naming.start, by, members)
        if reached is None:
            return None
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
        reached = _reached(opened, self.inner, by, members) if due.by == by else None
        if reached is None:
            return self._refused_at_once(by, opened, members)
        table: Table = AnyOrder(reached.state, self.sets)
        if not _asked(opened, reached.state):
            return Next(table, reached.events)
        ended = table.act(by, DONE)
        return Next(ended.state, (*reached.events, *ended.events)) if isinstance(ended, Next) else ended

    def _refused_at_once(self, by: str, named: NamedSet, members: tuple[Json, ...]) -> ActVerdict:
        """Return why a set cannot be: the refusal of the first member that cannot join those before it."""
        table: Table = AnyOrder(self.inner, self.sets)
        for index, member in enumerate(members):
            verdict = table.act(by, member if index else named.opening(member))
            if not isinstance(verdict, Next):
                return verdict
            table = verdict.state
        return self.inner.act(by, DONE)

    # ------------------------------------------------------------ the same as the table within

    def due(self) -> Due | Over:
        """Return the decision that is due."""
        return self.inner.due()

    def asks(self) -> str | None:
        """Return what the decision due is about; nothing if all is over."""
        return self.inner.asks()

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
    if table.asks() != named.about:
        return False
    return named.remaining is None or named.left(table.canonical()) > 0


def _gives_lists(action: Mapping[str, Json]) -> bool:
    return any(isinstance(each, list | tuple) for each in action.values())


def _is_offered(due: Due | Over, by: str, action: Json) -> bool:
    return not isinstance(due, Over) and due.by == by and action in due.actions


# ---------------------------------------------------------------- the way to a set


def _reached(named: NamedSet, start: Table, by: str, members: tuple[Json, ...]) -> Next[Table] | None:
    """Return the table at which exactly these members are named; nothing if the game reaches none."""
    tries = iter(range(MOST_TRIES))
    try:
        if named.opener is None:
            return _search(named, start, by, members, (), tries)
        for first in _distinct(members):
            verdict = start.act(by, named.opening(first))
            if isinstance(verdict, Next):
                rest = _without(members, first)
                reached = _search(named, verdict.state, by, rest, verdict.events, tries)
                if reached is not None:
                    return reached
    except Unreadable:
        # What cannot be read is said of the action itself, by the table.
        pass
    return None


def _search(
    named: NamedSet, table: Table, by: str, rest: tuple[Json, ...], events: tuple[Event, ...], tries: Iterator[int]
) -> Next[Table] | None:
    """Name the rest of a set in whatever order the game takes it."""
    if not rest:
        return Next(table, events)
    due = table.due()
    if isinstance(due, Over) or due.by != by or not _asked(named, table) or next(tries, None) is None:
        return None
    for member in sorted(_distinct(rest), key=lambda each: _rank(due.actions, each)):
        verdict = table.act(by, member)
        if not isinstance(verdict, Next):
            continue
        happened, left = (*events, *verdict.events), _without(rest, member)
        if left and _stands_for(named, table, member, left) and not _asked(named, verdict.state):
            return Next(verdict.state, happened)
        reached = _search(named, verdict.state, by, left, happened, tries)
        if reached is not None:
            return reached
    return None


def _stands_for(named: NamedSet, table: Table, member: Json, left: tuple[Json, ...]) -> bool:
    """Say whether a member that was named last stands for all that are left, because they are the same."""
    if named.remaining is None or any(each != member for each in left):
        return False
    return len(left) < named.left(table.canonical())


def _distinct(members: tuple[Json, ...]) -> tuple[Json, ...]:
    return tuple({canonical_text(each): each for each in members}.values())


def _without(members: tuple[Json, ...], one: Json) -> tuple[Json, ...]:
    index = members.index(one)
    return members[:index] + members[index + 1 :]


def _rank(offered: tuple[Json, ...], member: Json) -> int:
    """Return the place of a member in the order of the game; those that it does not list come last."""
    return offered.index(member) if member in offered else len(offered)


def for_players(table: Table, sets: tuple[NamedSet, ...]) -> Table:
    """Return a table at which these sets may be named in any order."""
    return AnyOrder(table, sets) if sets else table
