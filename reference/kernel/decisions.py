"""Who must decide, about what, and what may be chosen.

Chance is a player: a die, a card drawn, a leader pulled from a pool is a `Chance` whose outcomes carry exact odds.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import repeat
from typing import Generic, TypeAlias, TypeVar

from reference.kernel.rules import RuleId

A_co = TypeVar("A_co", covariant=True)

CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Choice(Generic[A_co]):
    """A side must choose one of these actions, all of them legal."""

    by: str
    about: str
    rules: tuple[RuleId, ...]
    actions: tuple[A_co, ...]


@dataclass(frozen=True, slots=True)
class Chance(Generic[A_co]):
    """One of these outcomes happens, each with its odds; the odds add up to one."""

    about: str
    rules: tuple[RuleId, ...]
    outcomes: tuple[tuple[A_co, Fraction], ...]

    @property
    def by(self) -> str:
        """Return who decides: chance."""
        return CHANCE

    @property
    def actions(self) -> tuple[A_co, ...]:
        """Return the outcomes without their odds."""
        return tuple([action for action, _ in self.outcomes])


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left to decide: how it ended, and by which rules."""

    result: str
    rules: tuple[RuleId, ...] = ()


# A fragment of a game, such as a single battle, has come to its end.
SETTLED = Over("settled")

Decision: TypeAlias = Choice[A_co] | Chance[A_co]


@cache
def _share(outcomes: int) -> Fraction:
    return Fraction(1, outcomes)


def evenly(about: str, rules: tuple[RuleId, ...], outcomes: tuple[A_co, ...]) -> Chance[A_co]:
    """Return a chance whose outcomes are all equally likely."""
    share = _share(len(outcomes))
    return Chance(about, rules, tuple(zip(outcomes, repeat(share))))
