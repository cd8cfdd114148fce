"""A table at which sets are named in any order, or at once.

A game offers the members of a set in a fixed order, so that each set is offered in one way only. While a set is open,
its rules take a member in any order. But a set often closes by itself, when nothing that comes after the last one
named is left to offer. A member named late is then added by naming all of them again from where the set was opened,
without letting it close. Where one member leads the others, he is then named first. To say `done` after a set that
has closed by itself changes nothing, and where nothing is left but to say it, nobody needs to.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeAlias

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.named_sets import NamedSet
from reference.kernel.results import Points, Return
from reference.kernel.table import ActVerdict, Due, Table
from reference.kernel.verdicts import (
    Event,
    Next,
    No,
    Notation,
    NotThisDecision,
    NotYourDecision,
    Violation,
    facts_to_json,
)

DONE: Json = {"type": "done"}
# A member as the actions that name it: one, or for a pair both.
_Given: TypeAlias = "tuple[Json, ...]"


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
        begun = self._given_from_the_beginning(action)
        if begun is not None:
            return self._from_the_beginning(by, *begun)
        whole = self._set_given(action)
        if whole is not None:
            return self._at_once(by, *whole)
        if self.naming is not None and (self._waits_for_done() or not _is_offered(self.inner.due(), by, action)):
            late = self._named_late(self.naming, by, action)
            if late is not None:
                return late
        verdict = self.inner.act(by, action)
        if not isinstance(verdict, Next):
            return self._done_unsaid(by, action) or verdict
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
            opens = each.opener is not None and each.opener.name_in(action) is not None
            if opens or self.inner.asks() == each.begins:
                return _Naming(each, self.inner, by, (action,), events)
        return None

    def _done_unsaid(self, by: str, action: Json) -> Next[Table] | None:
        """Take an action that comes after a set to which nothing can be added: nobody needs to say that it is done."""
        due = self.inner.due()
        if isinstance(due, Over) or due.by != by or due.actions != (DONE,):
            return None
        if not any(each.ends and _asked(each, self.inner) for each in self.sets):
            return None
        ended = self.inner.act(by, DONE)
        assert isinstance(ended, Next), "what is offered is legal"
        verdict = AnyOrder(ended.state, self.sets).act(by, action)
        return Next(verdict.state, (*ended.events, *verdict.events)) if isinstance(verdict, Next) else None

    def _named_late(self, naming: _Naming, by: str, action: Json) -> Next[Table] | No | Notation | None:
        """Add a member to the set named so far, or accept that the set is said to be done."""
        if naming.by != by:
            return None
        if not naming.named.names(action):
            closed = action == DONE and not _asked(naming.named, self.inner)
            return Next(AnyOrder(self.inner, self.sets)) if closed else None
        members = (*naming.members, action)
        reached = naming.start.named(by, naming.named.by_kind(members) if naming.named.begins else members)
        if not isinstance(reached, Next):
            still = _asked(naming.named, self.inner) or (isinstance(reached, No) and naming.named.begins is not None)
            return None if still else reached
        news = tuple((Counter(reached.events) - Counter(naming.told)).elements())
        after = replace(naming, members=members, told=reached.events)
        return Next(AnyOrder(reached.state, self.sets, after), news)

    def _waits_for_done(self) -> bool:
        """Say whether what is asked next may be answered by naming somebody who could still join the set named last.

        Where both mean the same, nobody needs to say which.
        """
        naming, due = self.naming, self.inner.due()
        if naming is None or isinstance(due, Over) or due.by != naming.by or not naming.named.ends:
            return False
        if _asked(naming.named, self.inner) or not _asked(naming.named, naming.start):
            return False
        return any(self._means_another(naming, each) for each in due.actions if naming.named.names(each))

    def _means_another(self, naming: _Naming, action: Json) -> bool:
        """Say whether an action could join the set named last, and answers what is asked next in another way."""
        joined = naming.start.named(naming.by, (*naming.members, action))
        answered = self.inner.act(naming.by, action)
        if not isinstance(joined, Next) or not isinstance(answered, Next):
            return False
        return joined.state.canonical() != answered.state.canonical()

    # ------------------------------------------------------------ at once

    def _set_given(self, action: Json) -> tuple[NamedSet, tuple[_Given, ...]] | None:
        """Return the set that an action gives at once: the one asked for here, if several are called so."""
        if not isinstance(action, Mapping) or not _gives_lists(action):
            return None
        kind, given = action.get("type"), set(action) - {"type"}
        called = [each for each in self.sets if kind in each.words() and given & set(each.members)]
        if not called:
            return None
        about = self.inner.asks()
        chosen = next((each for each in called if about in (each.about, each.begins)), called[0])
        return chosen, chosen.all_named(action)

    def _given_from_the_beginning(self, action: Json) -> tuple[Json, Json] | None:
        """Return the action that begins a set and the one that gives the set, if an action says both."""
        if not isinstance(action, Mapping) or not _gives_lists(action):
            return None
        for each in self.sets:
            if each.beginning is not None and action.get("type") == each.beginning.action:
                rest = {name: value for name, value in action.items() if name not in each.beginning.fields}
                return each.beginning.taken_from(action), {**rest, "type": each.name}
        return None

    def _from_the_beginning(self, by: str, first: Json, whole: Json) -> ActVerdict:
        begun = self.inner.act(by, first)
        if not isinstance(begun, Next):
            return begun
        verdict = AnyOrder(begun.state, self.sets).act(by, whole)
        return Next(verdict.state, (*begun.events, *verdict.events)) if isinstance(verdict, Next) else verdict

    def _at_once(self, by: str, named: NamedSet, given: tuple[_Given, ...]) -> ActVerdict:
        begun = named.begins is not None and self.inner.asks() == named.begins
        asked = begun or _asked(named, self.inner)
        opened = replace(named, opener=None) if asked else named
        if not (asked or named.opener):
            return self._answered_alone(self.inner, by, given[0][0] if given else DONE)
        if named.paves:
            given = _each_when_it_can(named, self.inner, by, given)
        members = tuple(chain.from_iterable(given))
        named_so = tuple(opened.opening(each) if not index else each for index, each in enumerate(members))
        reached = self.inner.named(by, named_so)
        if reached is None:
            return self._too_many(by, named_so)
        if not isinstance(reached, Next):
            return reached
        table: Table = AnyOrder(reached.state, self.sets)
        if not opened.ends or not _asked(opened, reached.state):
            return Next(table, reached.events)
        ended = table.act(by, DONE)
        return Next(ended.state, (*reached.events, *ended.events)) if isinstance(ended, Next) else ended

    def _too_many(self, by: str, members: tuple[Json, ...]) -> ActVerdict:
        """Return what is said of the first member that is named when the set is not asked for, or no more."""
        table: Table = self.inner
        for count in range(1, len(members)):
            reached = self.inner.named(by, members[:count])
            if not isinstance(reached, Next):
                return self._answered_alone(table, by, members[count - 1])
            table = reached.state
        return self._answered_alone(table, by, members[-1] if members else DONE)

    def _answered_alone(self, table: Table, by: str, member: Json) -> ActVerdict:
        """Return why a member cannot be named; if it would answer another decision, that it is not this one."""
        verdict, due = table.act(by, member), table.due()
        elsewhere = table is not self.inner and isinstance(verdict, No | Notation | NotYourDecision)
        if not isinstance(due, Over) and (elsewhere or isinstance(verdict, Next)):
            return NotThisDecision(due.about, due.rules)
        return verdict

    # ------------------------------------------------------------ the same as the table within

    def due(self) -> Due | Over:
        """Return the decision that is due: if it could be mistaken for a set that has closed, first the end of that."""
        if self.naming is None or not self._waits_for_done():
            return self.inner.due()
        asked = self.naming.start.due()
        assert not isinstance(asked, Over)
        return Due(asked.by, asked.about, asked.rules, (DONE,), None)

    def asks(self) -> str | None:
        """Return what the decision due is about; nothing if all is over."""
        return self.naming.named.about if self.naming is not None and self._waits_for_done() else self.inner.asks()

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

    def points(self) -> Points:
        """Return what the rules count towards victory, by side, as the position stands."""
        return self.inner.points()

    def returns(self) -> tuple[Return, ...]:
        """Return what the game brought each side; nothing while it is not over."""
        return self.inner.returns()

    def canonical(self) -> Json:
        """Return the canonical form of the position."""
        return self.inner.canonical()

    def describe(self) -> Json:
        """Return the canonical form and what follows from it."""
        return self.inner.describe()


def _each_when_it_can(called: NamedSet, start: Table, by: str, given: tuple[_Given, ...]) -> tuple[_Given, ...]:
    """Return the members with each as soon as it can be named, and last those that never can.

    Between them comes the usual answer of whoever must answer first and is not among them.
    """
    named: tuple[_Given, ...] = ()
    rest, members = list(given), tuple(chain.from_iterable(given))
    while rest:
        found = next((each for each in rest if isinstance(_named_after(start, by, named, each), Next)), None)
        if found is not None:
            rest.remove(found)
        else:
            answers = [(each, _named_after(start, by, named, each)) for each in rest]
            # What a rule refuses is told before what only comes too early.
            rest = [each for each, _ in sorted(answers, key=lambda each: isinstance(each[1], Notation))]
            usual = (_usual(called, verdict, members) for _, verdict in answers)
            found = next(((each,) for each in usual if each is not None), None)
        if found is None:
            break
        named = (*named, found)
    return (*named, *rest)


def _named_after(start: Table, by: str, named: tuple[_Given, ...], member: _Given) -> object:
    return start.named(by, tuple(chain.from_iterable((*named, member))))


def _usual(called: NamedSet, verdict: object, members: tuple[Json, ...]) -> Json:
    """Return the usual answer of who must answer before a member, if that is what keeps it from being named."""
    if not isinstance(verdict, Notation):
        return None
    facts = facts_to_json(verdict.facts)
    return called.usual(facts, members) if isinstance(facts, Mapping) else None


def _asked(named: NamedSet, table: Table) -> bool:
    """Say whether the decision due asks for a member of a set."""
    return named.asked(table.asks())


def _gives_lists(action: Mapping[str, Json]) -> bool:
    return any(isinstance(each, list | tuple) for each in action.values())


def _is_offered(due: Due | Over, by: str, action: Json) -> bool:
    return not isinstance(due, Over) and due.by == by and action in due.actions


def for_players(table: Table, sets: tuple[NamedSet, ...]) -> Table:
    """Return a table at which these sets may be named in any order."""
    return AnyOrder(table, sets) if sets else table
