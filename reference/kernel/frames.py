"""Procedures inside procedures, as data.

A state carries a stack of frames, outermost first. The last one is at work: it waits for a decision, goes on by
itself, opens a further frame above it, or finishes and hands a value to the frame below. `settle` runs all that needs
nobody's decision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Event, Next

__all__ = ["MOST_STEPS", "WAITING", "Endless", "Stack", "Waiting", "settle"]

S = TypeVar("S")

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
