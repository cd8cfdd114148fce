"""Putting a position made by hand on the table.

A position can put any frame above any other and beside any board. A position that can never continue is `Unreadable`,
with its place and cause. Which frame may stand on which is data (`Nesting`); each game says what a frame needs of the
board. What merely breaks a rule of the game is left to the game's `invariants`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from reference.kernel.canonical import Unreadable
from reference.kernel.codec import word
from reference.kernel.decisions import Over
from reference.kernel.engine import MOST_STEPS, Engine, HasOutcome
from reference.kernel.verdicts import Event, Next

F = TypeVar("F")
A = TypeVar("A")

# Where the fault lies in a position, and what it is.
Fault: TypeAlias = tuple[str, str]
# Names the place in a position that a frame was read from.
PlaceOf: TypeAlias = Callable[[int], str]


def in_frames(index: int) -> str:
    """Name the place of a frame in a position."""
    return f"frames[{index}]"


def in_opening(_index: int) -> str:
    """Name the place of a frame that a position's opening has begun."""
    return "opening"


@dataclass(frozen=True, slots=True)
class Nesting(Generic[F]):
    """Which frames may stand directly above which, and which may stand at the bottom of a stack."""

    above: Mapping[type[F], tuple[type[F], ...]]
    bottom: tuple[type[F], ...]

    def faults(self, frames: tuple[F, ...], place_of: PlaceOf = in_frames) -> Iterator[Fault]:
        """Find frames that do not belong where they lie."""
        for index, frame in enumerate(frames):
            kind, below = type(frame), type(frames[index - 1])
            if not index and kind not in self.bottom:
                yield place_of(index), f"{word(kind.__name__)} is nothing on its own"
            elif index and kind not in self.above.get(below, ()):
                yield place_of(index), f"{word(kind.__name__)} never happens within {word(below.__name__)}"


class Frames(Protocol):
    """A stack, as far as it matters here."""

    @property
    def frames(self) -> tuple[object, ...]:
        """Return the frames, outermost first."""


class Framed(HasOutcome, Protocol):
    """A state with procedures under way."""

    @property
    def stack(self) -> Frames:
        """Return the procedures under way."""


S = TypeVar("S", bound=Framed)


def placed(engine: Engine[S, A], state: S, faults: Iterable[Fault], place_of: PlaceOf = in_frames) -> Next[S]:
    """Return a state settled to its first decision, and the news on the way; `Unreadable` if it has a fault or cannot.

    `place_of` names the place in the position that a frame was read from.
    """
    for place, cause in faults:
        raise Unreadable(place, cause)
    given = state.stack.frames

    def unreadable(depth: int, cause: str) -> Unreadable:
        """Blame the procedure at work or, if the position did not give it, the one that led to it."""
        if not given:
            return Unreadable("", f"the position {cause}")
        index = max(min(depth, len(given)) - 1, 0)
        return Unreadable(place_of(index), f"{word(type(given[index]).__name__)} {cause}")

    def advanced(at: S) -> Next[S] | None:
        try:
            return engine.advance(at)
        except (AssertionError, LookupError) as fault:
            # A problem that no check above foresees is refused here, by the step that failed.
            raise unreadable(len(at.stack.frames), "cannot continue on this board") from fault

    news: list[Event] = []
    for _ in range(MOST_STEPS):
        following = advanced(state)
        if following is None:
            break
        state = following.state
        news.extend(following.events)
    else:
        raise unreadable(len(given), "leads to no decision however long it goes on")
    due = engine.decision(state)
    if not isinstance(due, Over) and not due.actions:
        raise unreadable(len(state.stack.frames), f"leaves {due.by} nothing to choose ({due.about})")
    return Next(state, tuple(news))
