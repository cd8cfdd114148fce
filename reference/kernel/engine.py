"""One way to drive a game, whatever its procedures are.

`Engine` finds the decision of a state, judges an action, and walks a state to its next decision. A game gives it
three things: the procedure at work, what follows by itself from where pieces stand, and what lasts only until the
next answer. The decision is computed once for every state that is reached: `settle` needs it to know that the walk is
over, and hands it on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from reference.kernel.decisions import SETTLED, Chance, Decision, Over
from reference.kernel.procedures import UnderWay
from reference.kernel.rules import RuleId
from reference.kernel.verdicts import Event, Next, No, Notation, NotThisDecision, Objection, Settled, StepVerdict

MOST_STEPS = 10_000


class Endless(RuntimeError):
    """A game went on by itself for longer than any real procedure does."""


class Ended(Protocol):
    """How a game ended: who won (nobody: a draw), by which rule."""

    @property
    def winner(self) -> StrEnum | None:
        """Return the side that has won."""

    @property
    def rule(self) -> RuleId:
        """Return the rule by which the game ended."""


class HasOutcome(Protocol):
    """A state that says whether the game is over."""

    @property
    def outcome(self) -> Ended | None:
        """Return how the game ended, if it has."""


S = TypeVar("S", bound=HasOutcome)
A = TypeVar("A")


def over(outcome: Ended) -> Over:
    """Say how a game ended."""
    return Over("draw" if outcome.winner is None else f"{outcome.winner} wins", (outcome.rule,))


def nothing_follows(_state: object) -> None:
    """Return nothing: in this game nothing happens outside its procedures."""


def unchanged(state: S) -> S:
    """Return the state as it is: in this game nothing lasts only until the next answer."""
    return state


@dataclass(frozen=True, slots=True)
class Engine(Generic[S, A]):
    """Drives a game.

    `at_work` returns the procedure at work, nothing if none is left. `by_itself` returns what follows from where
    pieces stand, before the procedure at work is asked anything. `answered` returns the state without what lasts only
    until the next answer.
    """

    at_work: Callable[[S], UnderWay[S, A] | None]
    by_itself: Callable[[S], Next[S] | None] = nothing_follows
    answered: Callable[[S], S] = unchanged

    def decision(self, state: S) -> Decision[A] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""
        if state.outcome is not None:
            return over(state.outcome)
        working = self.at_work(state)
        due = None if working is None else working.decision(state)
        return SETTLED if due is None else due

    def step(self, state: S, action: A, due: Decision[A] | Over | None = None) -> StepVerdict[S, A]:
        """Return what an action of the player due leads to, or the rules it breaks.

        An action that is not offered and yet breaks no rule is taken: the offer names each choice in one way only.
        `due` is the decision of the state, for a caller who has it already.
        """
        if due is None:
            due = self.decision(state)
        if isinstance(due, Over):
            ended = "all is settled" if state.outcome is None else "the game is over"
            return NotThisDecision(f"nothing: {ended}", due.rules)
        before = self.answered(state)
        working = self.at_work(before)
        assert working is not None, "only a procedure can ask for a decision"
        if action in due.actions:
            return self.settle(working.apply(before, action))
        broken = None if isinstance(due, Chance) else working.violations(before, action)
        if broken is None:
            return NotThisDecision(due.about, due.rules)
        if isinstance(broken, Notation):
            return broken
        return No(broken) if broken else self.settle(working.apply(before, action))

    def named(self, state: S, members: tuple[A, ...]) -> Settled[S, A] | No | Notation | None:
        """Return what follows when members of a set are named one after the other, before it may close by itself.

        If one of them cannot be named after those before it, why; nothing if it answers another decision.
        """
        events: list[Event] = []
        for member in members:
            before = self.answered(state)
            working = self.at_work(before)
            if working is None:
                return None
            broken = working.violations(before, member)
            if broken is None or isinstance(broken, Notation):
                return broken
            if broken:
                return No(broken)
            following = working.apply(before, member)
            state = following.state
            events.extend(following.events)
        return self.settle(Next(state, tuple(events)))

    def violations(self, state: S, action: A) -> Objection:
        """Return every rule that an action breaks; nothing if it answers another decision."""
        before = self.answered(state)
        working = self.at_work(before)
        return None if working is None else working.violations(before, action)

    def settle(self, first: Next[S]) -> Settled[S, A]:
        """Go on until a decision is needed, gathering events on the way."""
        state = first.state
        events: list[Event] = list(first.events)
        for _ in range(MOST_STEPS):
            following = self._following(state)
            if not isinstance(following, Next):
                return Settled(state, tuple(events), following)
            state = following.state
            events.extend(following.events)
        raise Endless(f"no decision within {MOST_STEPS} steps")

    def advance(self, state: S) -> Next[S] | None:
        """Return the next single step that needs nobody's decision; nothing if somebody must decide or all is over."""
        following = self._following(state)
        return following if isinstance(following, Next) else None

    def _following(self, state: S) -> Next[S] | Decision[A] | Over:
        """Return what happens next by itself, or the decision that is waited for."""
        if state.outcome is not None:
            return over(state.outcome)
        following = self.by_itself(state)
        if following is not None:
            return following
        working = self.at_work(state)
        if working is None:
            return SETTLED
        due = working.decision(state)
        return working.advance(state) if due is None else due
