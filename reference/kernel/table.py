"""A position of some game, driven without knowing which game it is.

Tools speak JSON actions and see JSON states. `seat` puts a typed game behind this interface; inside, only the game's
own types are used.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from reference.kernel.canonical import Json, digest
from reference.kernel.decisions import Chance, Decision, Over
from reference.kernel.game import Game
from reference.kernel.results import Points, Return
from reference.kernel.rules import RuleId
from reference.kernel.verdicts import (
    Event,
    Legal,
    Next,
    No,
    NotAsked,
    Notation,
    NotThisDecision,
    NotYourDecision,
    Settled,
    Unasked,
    Violation,
)

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Due:
    """The decision that is due; `odds` are there when chance decides."""

    by: str
    about: str
    rules: tuple[RuleId, ...]
    actions: tuple[Json, ...]
    odds: tuple[Fraction, ...] | None


class Table(ABC):
    """A position that can be looked at and played on; immutable."""

    @abstractmethod
    def due(self) -> Due | Over:
        """Return the decision that is due."""

    @abstractmethod
    def asks(self) -> str | None:
        """Return what the decision due is about; nothing if all is over."""

    @abstractmethod
    def act(self, by: str, action: Json) -> "ActVerdict":
        """Return what follows when someone takes an action; raise `Unreadable` if it cannot be read."""

    @abstractmethod
    def named(self, by: str, members: tuple[Json, ...]) -> "Next[Table] | No | Notation | None":
        """Return what follows when members of a set are named one after the other, before it may close by itself.

        If one of them cannot be named, why; nothing if it answers another decision.
        """

    @abstractmethod
    def choices(self) -> int:
        """Return how many actions are offered; none if all is over."""

    @abstractmethod
    def followers(self) -> "Iterator[Table]":
        """Go through the positions after each action that is offered, in their order."""

    @abstractmethod
    def happened(self) -> tuple[Event, ...]:
        """Return what has happened since the last answer: of a position just set up, what happened by itself."""

    @abstractmethod
    def afresh(self) -> "Table":
        """Return the same table with the decision due computed again, so that a watcher sees the rules run."""

    @abstractmethod
    def observe(self, side: str) -> Json:
        """Return what a side is allowed to know."""

    @abstractmethod
    def check(self) -> tuple[Violation, ...]:
        """Return every broken invariant."""

    @abstractmethod
    def points(self) -> Points:
        """Return what the rules count towards victory, by side, as the position stands."""

    @abstractmethod
    def returns(self) -> tuple[Return, ...]:
        """Return what the game brought each side; nothing while it is not over."""

    @abstractmethod
    def canonical(self) -> Json:
        """Return the canonical form of the position."""

    @abstractmethod
    def describe(self) -> Json:
        """Return the canonical form and what follows from it."""

    def followed(self) -> tuple[Event, ...]:
        """Return what has happened, without the decisions that were passed over."""
        return tuple(each for each in self.happened() if not isinstance(each, Unasked))

    def digest(self) -> str:
        """Return the hash of the canonical form."""
        return digest(self.canonical())


# What a table says to an action.
ActVerdict: TypeAlias = Next[Table] | No | Notation | NotAsked | NotThisDecision | NotYourDecision


@dataclass(frozen=True, slots=True)
class _Seated(Table, Generic[S, A, R]):
    game: Game[S, A, R]
    state: S
    # Follows from the state; kept so that it is computed once.
    decision: Decision[A] | Over = field(compare=False)
    # What has happened since the last answer: it tells which decisions were passed over.
    news: tuple[Event, ...] = field(default=(), compare=False)

    def due(self) -> Due | Over:
        decision = self.decision
        if isinstance(decision, Over):
            return decision
        odds = tuple(odds for _, odds in decision.outcomes) if isinstance(decision, Chance) else None
        actions = tuple(self.game.write_action(action) for action in decision.actions)
        return Due(decision.by, decision.about, decision.rules, actions, odds)

    def asks(self) -> str | None:
        return None if isinstance(self.decision, Over) else self.decision.about

    def act(self, by: str, action: Json) -> ActVerdict:
        read = self.game.read_action(action)
        decision = self.decision
        if isinstance(decision, Over):
            barred = self.game.not_asked(self.state, by, read, self.news)
            return NotAsked(barred) if barred else NotThisDecision("nothing: it is over", decision.rules)
        verdict = self.game.step(self.state, read, decision)
        if decision.by == by and not isinstance(verdict, NotThisDecision):
            if isinstance(verdict, No):
                # The same action would also have answered what was just passed over: that is told too.
                return No(tuple(dict.fromkeys((*verdict.violations, *self.game.passed_over(by, read, self.news)))))
            return self._next(verdict) if isinstance(verdict, Settled) else verdict
        barred = self.game.not_asked(self.state, by, read, self.news)
        if barred:
            return NotAsked(barred)
        if decision.by == by:
            assert isinstance(verdict, NotThisDecision)
            return verdict
        return NotYourDecision(decision.by, self._otherwise(by, read))

    def _otherwise(self, by: str, read: A) -> Legal | No | Notation | None:
        """Return what would be said of an action if it were this side's turn."""
        found = (self.game.violations(theirs, read) for theirs in self.game.in_turn(self.state, by))
        said = next((each for each in found if each is not None), None)
        if said is None or isinstance(said, Notation):
            return said
        return No(said) if said else Legal()

    def _next(self, reached: Settled[S, A]) -> Next[Table]:
        seated: Table = _Seated(self.game, reached.state, reached.due, reached.events)
        return Next(seated, reached.events)

    def named(self, by: str, members: tuple[Json, ...]) -> Next[Table] | No | Notation | None:
        read = tuple(self.game.read_action(each) for each in members)
        if isinstance(self.decision, Over) or self.decision.by != by:
            return None
        reached = self.game.named(self.state, read)
        return self._next(reached) if isinstance(reached, Settled) else reached

    def choices(self) -> int:
        return 0 if isinstance(self.decision, Over) else len(self.decision.actions)

    def followers(self) -> Iterator[Table]:
        if isinstance(self.decision, Over):
            return
        for action in self.decision.actions:
            reached = self.game.step(self.state, action, self.decision)
            assert isinstance(reached, Settled), f"{action} is offered for {self.decision.about} and refused: {reached}"
            yield _Seated(self.game, reached.state, reached.due, reached.events)

    def happened(self) -> tuple[Event, ...]:
        return self.news

    def afresh(self) -> Table:
        return _Seated(self.game, self.state, self.game.decision(self.state), self.news)

    def observe(self, side: str) -> Json:
        return self.game.observe(self.state, side)

    def check(self) -> tuple[Violation, ...]:
        return self.game.check(self.state)

    def points(self) -> Points:
        return self.game.points(self.state)

    def returns(self) -> tuple[Return, ...]:
        return self.game.returns(self.state)

    def canonical(self) -> Json:
        return self.game.canonical(self.state)

    def describe(self) -> Json:
        return self.game.describe(self.state)


def seat(game: Game[S, A, R], state: S, news: tuple[Event, ...] = ()) -> Table:
    """Put a state of a game on the table; `news` is what has happened since the last answer."""
    return _Seated(game, state, game.decision(state), news)


def event_rules(events: tuple[Event, ...]) -> frozenset[RuleId]:
    """Return every rule that events cite."""
    return frozenset(rule for each in events for rule in each.rules)
