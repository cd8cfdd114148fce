"""Decisions that are passed over, or forced, without asking anybody.

A game lists them: what the decision is called, which actions would answer it, and the rules that can close it. When one
is passed over, the game tells it by an `Unasked` event with every reason.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from reference.kernel.rules import RuleId

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Window(Generic[A]):
    """A decision that is asked for only sometimes: the actions that answer it, what it is, the rules that close it."""

    actions: tuple[type[A], ...]
    what: str
    rules: tuple[RuleId, ...]
