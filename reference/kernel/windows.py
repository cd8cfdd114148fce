"""Decisions that are passed over, or forced, without asking anybody.

A game lists them: what the decision is called, which actions would answer it, and the rules that can close it. When one
is passed over, the game tells it by an `Unasked` event with every reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from reference.kernel.rules import RuleId

A = TypeVar("A")


def fits_all(_action: object) -> bool:
    """Say that every action of the right type answers a decision."""
    return True


@dataclass(frozen=True, slots=True)
class Window(Generic[A]):
    """A decision that is asked for only sometimes: the actions that answer it, what it is, the rules that close it.

    `fits` tells which actions of those types answer it: of the cards with which a side responds, this one.
    """

    actions: tuple[type[A], ...]
    what: str
    rules: tuple[RuleId, ...]
    fits: Callable[[A], bool] = fits_all

    def is_answered_by(self, action: A) -> bool:
        """Say whether an action answers the decision."""
        return isinstance(action, self.actions) and self.fits(action)
