"""Procedures inside procedures, as data.

A state carries a stack of frames, outermost first. The last one is at work: it waits for a decision, goes on by
itself, opens a further frame above it, or finishes and hands a value to the frame below. `settle` runs all that needs
nobody's decision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from reference.kernel.verdicts import Event, Next

S = TypeVar("S")
F = TypeVar("F")

MOST_STEPS = 10_000


class Endless(RuntimeError):
    """A game went on by itself for longer than any real procedure does."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The frame at work needs a decision, or no frame is left."""


WAITING = Waiting()


def settle(first: Next[S], advance: Callable[[S], Next[S] | Waiting]) -> Next[S]:
    """Go on until a decision is needed, gathering events on the way."""
    state = first.state
    events: list[Event] = list(first.events)
    for _ in range(MOST_STEPS):
        following = advance(state)
        if isinstance(following, Waiting):
            return Next(state, tuple(events))
        state = following.state
        events.extend(following.events)
    raise Endless(f"no decision within {MOST_STEPS} steps")


@dataclass(frozen=True, slots=True)
class Stack(Generic[F]):
    """The frames of a state, outermost first."""

    frames: tuple[F, ...] = ()

    @property
    def top(self) -> F:
        """Return the frame at work."""
        return self.frames[-1]

    def __bool__(self) -> bool:
        """Say whether any frame is left."""
        return bool(self.frames)

    def pushed(self, frame: F) -> "Stack[F]":
        """Return the stack with a further frame at work."""
        return Stack((*self.frames, frame))

    def replaced(self, frame: F) -> "Stack[F]":
        """Return the stack with the frame at work exchanged."""
        return Stack((*self.frames[:-1], frame))

    def popped(self) -> "Stack[F]":
        """Return the stack without the frame at work."""
        return Stack(self.frames[:-1])
