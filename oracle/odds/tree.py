"""Exact odds: walk the whole decision tree of a procedure with the players' choices fixed by a policy.

Every branch of chance carries its Fraction; states met again are not walked again. What happens on the way is added up
in a tally, so the odds are those of tallies.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.game import Game
from reference.kernel.verdicts import Event, Next

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")
MOST_STATES = 2_000_000


class Tally(Protocol):
    """What is counted along a line of play; adding is associative."""

    def __hash__(self) -> int: ...

    def __add__(self: "T", other: "T", /) -> "T": ...


T = TypeVar("T", bound=Tally)
Odds = dict[T, Fraction]


class TooLarge(RuntimeError):
    """The tree has more states than can be walked."""


@dataclass(slots=True)
class Walk(Generic[S, A, R, T]):
    """A walk over the tree below a state."""

    game: Game[S, A, R]
    choose: Callable[[S, Choice[A]], A]
    count: Callable[[tuple[Event, ...]], T]
    nothing: T
    known: dict[S, Odds[T]] = field(default_factory=dict)

    def odds(self, state: S) -> Odds[T]:
        """Return the odds of every tally from a state to the end of its procedure."""
        found = self.known.get(state)
        if found is not None:
            return found
        if len(self.known) >= MOST_STATES:
            raise TooLarge(f"more than {MOST_STATES} states")
        due = self.game.decision(state)
        if isinstance(due, Over):
            result = {self.nothing: Fraction(1)}
        elif isinstance(due, Chance):
            result = self._mixed(state, due)
        else:
            result = self._after(state, self.choose(state, due))
        self.known[state] = result
        return result

    def _mixed(self, state: S, due: Chance[A]) -> Odds[T]:
        mixed: Odds[T] = {}
        for action, share in due.outcomes:
            for tally, odds in self._after(state, action).items():
                mixed[tally] = mixed.get(tally, Fraction(0)) + share * odds
        return mixed

    def _after(self, state: S, action: A) -> Odds[T]:
        verdict = self.game.step(state, action)
        if not isinstance(verdict, Next):
            raise TypeError(f"{action} was offered and refused: {verdict}")
        here = self.count(verdict.events)
        after: Odds[T] = {}
        for tally, odds in self.odds(verdict.state).items():
            total = here + tally
            after[total] = after.get(total, Fraction(0)) + odds
        return after
