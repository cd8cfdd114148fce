"""Procedures inside procedures, as data.

A state carries a stack of frames, outermost first. The last one is at work. These functions are the only ones that
open, exchange and close procedures; a game's state only has to say how it is copied with another stack.
"""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

F = TypeVar("F")
S_co = TypeVar("S_co", covariant=True)
S = TypeVar("S")


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


class Stacked(Protocol[S_co, F]):
    """A state S with a stack of frames F."""

    @property
    def stack(self) -> Stack[F]:
        """Return the procedures under way."""

    def with_stack(self, stack: Stack[F], /) -> S_co:
        """Return the state with other procedures under way."""


def down_to(stack: Stack[F], frame: F) -> Stack[F]:
    """Return the stack without the frames above a frame."""
    return Stack(stack.frames[: stack.frames.index(frame) + 1])


def opened(state: Stacked[S, F], frame: F) -> S:
    """Return the state with a further procedure under way."""
    return state.with_stack(state.stack.pushed(frame))


def with_top(state: Stacked[S, F], frame: F) -> S:
    """Return the state with the frame at work exchanged."""
    return state.with_stack(state.stack.replaced(frame))


def closed(state: Stacked[S, F]) -> S:
    """Return the state with the procedure at work finished."""
    return state.with_stack(state.stack.popped())


def finished(state: Stacked[S, F], frame: F) -> S:
    """Return the state with the procedure at work finished and the one below it exchanged."""
    return state.with_stack(state.stack.popped().replaced(frame))


def below(state: Stacked[S, F]) -> F | None:
    """Return the frame under the one at work, if there is one."""
    frames = state.stack.frames
    return frames[-2] if len(frames) > 1 else None
