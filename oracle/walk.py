"""Play a game, one choice after another.

    for turn in turns(walk(table, choose)):
        print(turn.action, turn.events)

A walk goes from position to position. What is done in a position is chosen only when the next one is asked for, so
whoever walks can look around first, and stop. What is due is worked out once in every position. `walk` goes over tables
and so through any game; `walk_states` over the states of a game that is known, which saves writing every action as
JSON.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from reference.kernel.canonical import Json, canonical_text
from reference.kernel.decisions import Decision, Over
from reference.kernel.game import Game
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Event, Next

if TYPE_CHECKING:
    # Not at run time: the gate also walks with the rules of older versions, which have no such name.
    from reference.kernel.verdicts import Refusal


class Offer(Protocol):
    """A decision, in whatever form: what it is about, and what may be chosen."""

    @property
    def about(self) -> str:
        """Return what is decided."""

    @property
    def actions(self) -> tuple[object, ...]:
        """Return every legal action."""


S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")
D = TypeVar("D", bound=Offer)


@dataclass(frozen=True, slots=True)
class Turn(Generic[S, D, A]):
    """One choice: where a game stood, what was due, what was chosen, what happened, and where that led."""

    state: S
    due: D
    action: A
    events: tuple[Event, ...]
    after: S


@dataclass(frozen=True, slots=True)
class Position(Generic[S, D, A]):
    """Where a game stands, what is due there, and the turn that led there; nothing at the start of a walk."""

    state: S
    due: D | Over
    turn: Turn[S, D, A] | None = None


GameTurn: TypeAlias = Turn[S, Decision[A], A]
GamePosition: TypeAlias = Position[S, Decision[A], A]
TableTurn: TypeAlias = Turn[Table, Due, Json]
TablePosition: TypeAlias = Position[Table, Due, Json]


class DeadEnd(AssertionError):
    """Somebody must decide, and nothing may be chosen."""


class OfferRefused(AssertionError):
    """A decision offered an action, here as text, and the game refused it."""

    def __init__(self, about: str, action: str, refusal: "Refusal") -> None:
        super().__init__(f"{action} is offered for {about} and refused: {refusal}")
        self.about = about
        self.action = action
        self.refusal = refusal


def walk(table: Table, choose: Callable[[Table, Due], Json]) -> Iterator[TablePosition]:
    """Go through the positions of a game until it is over, as somebody chooses."""

    def taken(state: Table, due: Due, action: Json) -> TablePosition:
        verdict = state.act(due.by, action)
        if not isinstance(verdict, Next):
            raise OfferRefused(due.about, canonical_text(action), verdict)
        after = verdict.state
        return Position(after, after.due(), Turn(state, due, action, verdict.events, after))

    return _positions(Position(table, table.due()), choose, taken)


def walk_states(game: Game[S, A, R], state: S, choose: Callable[[S, Decision[A]], A]) -> Iterator[GamePosition[S, A]]:
    """Go through the states of a game until it is over, as somebody chooses."""

    def taken(state: S, due: Decision[A], action: A) -> GamePosition[S, A]:
        verdict = game.step(state, action, due)
        if not isinstance(verdict, Next):
            raise OfferRefused(due.about, str(action), verdict)
        return Position(verdict.state, verdict.due, Turn(state, due, action, verdict.events, verdict.state))

    return _positions(Position(state, game.decision(state)), choose, taken)


def by_number(numbers: Iterable[int]) -> Callable[[object, Decision[A]], A]:
    """Return who chooses by numbers, as Hypothesis draws them: an action by its place, counted round."""
    drawn = iter(numbers)
    return lambda _, due: due.actions[next(drawn) % len(due.actions)]


def turns(positions: Iterable[Position[S, D, A]]) -> Iterator[Turn[S, D, A]]:
    """Return the turns of a walk, each as soon as it is taken."""
    return (here.turn for here in positions if here.turn is not None)


def _positions(
    here: Position[S, D, A], choose: Callable[[S, D], A], taken: Callable[[S, D, A], Position[S, D, A]]
) -> Iterator[Position[S, D, A]]:
    """Yield one position after another: the only loop that plays a game."""
    while True:
        yield here
        due = here.due
        if isinstance(due, Over):
            return
        if not due.actions:
            raise DeadEnd(f"nobody can decide {due.about}")
        here = taken(here.state, due, choose(here.state, due))
