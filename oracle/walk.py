"""Play a game, one choice after another.

    for turn in turns(walk(table, choose)):
        print(turn.action, turn.events)

A walk goes from position to position. The action at a position is chosen only when the caller asks for the next
position, so the caller can look around first, or stop. What is due is computed once at every position. `walk` works on
tables, and so for any game. `walk_states` works on the states of a known game, which saves writing every action as
JSON.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from reference.kernel.canonical import Json, canonical_text
from reference.kernel.decisions import Decision, Over
from reference.kernel.game import Game
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Event, Next

if TYPE_CHECKING:
    # Not at run time: the gate also walks with the rules of older versions, which have no such name.
    from reference.kernel.verdicts import Refusal


class Offer(Protocol):
    """A decision in any form: what it is about, and what may be chosen."""

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


class Turn(NamedTuple, Generic[S, D, A]):
    """One choice: the state before, what was due, what was chosen, what happened, and the state after."""

    state: S
    due: D
    action: A
    events: tuple[Event, ...]
    after: S


class Position(NamedTuple, Generic[S, D, A]):
    """A state, what is due there, and the turn that led there (None at the start of a walk)."""

    state: S
    due: D | Over
    turn: Turn[S, D, A] | None = None


GameTurn: TypeAlias = Turn[S, Decision[A], A]
GamePosition: TypeAlias = Position[S, Decision[A], A]
TableTurn: TypeAlias = Turn[Table, Due, Json]
TablePosition: TypeAlias = Position[Table, Due, Json]


class DeadEnd(AssertionError):
    """A decision is due, but no action is legal."""


class OfferRefused(AssertionError):
    """A decision offered an action, here as text, and the game refused it."""

    def __init__(self, about: str, action: str, refusal: "Refusal") -> None:
        super().__init__(f"{action} is offered for {about} and refused: {refusal}")
        self.about = about
        self.action = action
        self.refusal = refusal


def walk(table: Table, choose: Callable[[Table, Due], Json]) -> Iterator[TablePosition]:
    """Go through the positions of a game until it is over; `choose` picks the actions."""

    def taken(state: Table, due: Due, action: Json) -> TablePosition:
        verdict = state.act(due.by, action)
        if not isinstance(verdict, Next):
            raise OfferRefused(due.about, canonical_text(action), verdict)
        after = verdict.state
        return Position(after, after.due(), Turn(state, due, action, verdict.events, after))

    return _positions(Position(table, table.due()), choose, taken)


def walk_states(game: Game[S, A, R], state: S, choose: Callable[[S, Decision[A]], A]) -> Iterator[GamePosition[S, A]]:
    """Go through the states of a game until it is over; `choose` picks the actions."""

    def taken(state: S, due: Decision[A], action: A) -> GamePosition[S, A]:
        verdict = game.step(state, action, due)
        if not isinstance(verdict, Next):
            raise OfferRefused(due.about, str(action), verdict)
        return Position(verdict.state, verdict.due, Turn(state, due, action, verdict.events, verdict.state))

    return _positions(Position(state, game.decision(state)), choose, taken)


def played_out(
    game: Game[S, A, R], state: S, choose: Callable[[tuple[A, ...]], A], most: int | None = None
) -> tuple[S, int]:
    """Play to the end, or a number of decisions, for those who need only what it leads to: state and decisions."""
    due, count = game.decision(state), 0
    while not isinstance(due, Over) and count != most:
        verdict = game.step(state, choose(due.actions), due)
        if not isinstance(verdict, Next):
            raise OfferRefused(due.about, "an action", verdict)
        state, due = verdict.state, verdict.due
        count += 1
    return state, count


def by_number(numbers: Iterable[int]) -> Callable[[object, Decision[A]], A]:
    """Return a chooser that takes the next number, for example from Hypothesis, modulo the number of actions."""
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
