"""The state of a game: board, calendar, cards, the marks of a turn, and the procedures under way."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from reference.hammer_of_the_scots.actions import Candidate, Card
from reference.hammer_of_the_scots.board import Board
from reference.hammer_of_the_scots.ch01_map import AREAS, BORDERS, Area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS
from reference.hammer_of_the_scots.frames import Battle, Frame
from reference.hammer_of_the_scots.masks import NO_BLOCKS, Mask
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import RuleId, rule
from reference.kernel.stacks import Stack, closed, with_top
from reference.kernel.verdicts import Next

T = TypeVar("T")

NOBODY = 255
BY_SEA = 254
NO_SIDE = 0
# A side by its mark.
_MARKED: tuple[Side | None, ...] = (None, *Side)
NO_CARDS = bytes(len(Card))


class Calendar(NamedTuple):
    """Year and turn, and what is remembered from year to year.

    `last_year` is 0 where no year is the last. `edward` is 1 or 2. `crowned` and `wintered` are the years of the last
    coronation and of Edward's last winter in Scotland, 0 for never.
    """

    year: int = 1297
    turn: int = 1
    last_year: int = 1305
    edward: int = 1
    crowned: int = 0
    wintered: int = 0


class Cards(NamedTuple):
    """Both hands as numbers of cards of each kind, the cards on the table, and a coronation declared with one."""

    england: bytes = NO_CARDS
    scotland: bytes = NO_CARDS
    english_card: Card | None = None
    scottish_card: Card | None = None
    declared: Candidate | None = None


class Field(NamedTuple):
    """What a turn leaves on the table until it ends.

    `moved` and `reserves` are masks of blocks. `crossings` counts a player's blocks over each border in this phase.
    `entered` holds, for each border in each direction, the sides that used it to enter a battle. `attacker` holds the
    side that attacks in each area, `main` a block of its main force. For each block that has moved, `origin` says where
    it began, and `via` from which neighbour, or by sea, it came in. In winter `moved` marks nobles who changed side at
    home and sea blocks that landed.
    """

    first: Side | None = None
    truce: Side | None = None
    moved: Mask = NO_BLOCKS
    reserves: Mask = NO_BLOCKS
    crossings: bytes = bytes(len(BORDERS))
    entered: bytes = bytes(2 * len(BORDERS))
    attacker: bytes = bytes(len(AREAS))
    main: bytes = bytes([NOBODY]) * len(AREAS)
    origin: bytes = bytes([NOBODY]) * len(BLOCKS)
    via: bytes = bytes([NOBODY]) * len(BLOCKS)


NO_CROSSINGS = bytes(len(BORDERS))
FRESH_FIELD = Field()


class Outcome(NamedTuple):
    """How the game ended: who won, by which rule."""

    winner: Side
    rule: RuleId


class State(NamedTuple):
    """All there is to know about a game at one moment."""

    board: Board
    calendar: Calendar
    cards: Cards
    field: Field
    stack: Stack[Frame]
    ruleset: Ruleset
    outcome: Outcome | None = None

    def with_stack(self, stack: Stack[Frame]) -> "State":
        """Return the state with other procedures under way."""
        board, calendar, cards, field, _, ruleset, outcome = self
        return State(board, calendar, cards, field, stack, ruleset, outcome)


def on_board(state: State, board: Board) -> State:
    """Return the state with another board."""
    return State(board, *state[1:])


def mark_of(side: Side) -> int:
    """Return the bit that stands for a side, so that one byte can name both."""
    return 1 << side.number


def attacker_at(field: Field, place: Area) -> Side | None:
    """Return the side that attacks in an area."""
    return _MARKED[field.attacker[place]]


@rule("hs:4.3-7", "hs:5.5-5")
def fresh_crossings(state: State) -> State:
    """Return the state with no border used yet in the phase that begins."""
    return state._replace(field=state.field._replace(crossings=NO_CROSSINGS))


def then(first: Next[State], following: Callable[[State], Next[State]]) -> Next[State]:
    """Return what follows when one thing happens after another; nothing more happens once the game is over."""
    if first.state.outcome is not None:
        return first
    after = following(first.state)
    return Next(after.state, first.events + after.events)


def simply_ends(state: State, _frame: Frame) -> Next[State]:
    """End a procedure that has nothing more to ask or to do."""
    return Next(closed(state))


def battle_of(state: State) -> Battle:
    """Return the battle being fought."""
    frame = state.stack.frames[-2] if not isinstance(state.stack.top, Battle) else state.stack.top
    assert isinstance(frame, Battle)
    return frame


def with_battle(state: State, battle: Battle) -> State:
    """Return the state with the battle being fought exchanged, whatever is at work above it."""
    frames = state.stack.frames
    if isinstance(frames[-1], Battle):
        return with_top(state, battle)
    return state._replace(stack=Stack((*frames[:-2], battle, frames[-1])))


def in_turn(state: State, items: Iterable[T], happens: Callable[[State, T], Next[State]]) -> Next[State]:
    """Return what follows when the same happens to each item in turn."""
    now = Next(state)
    for item in items:
        after = happens(now.state, item)
        now = Next(after.state, now.events + after.events)
    return now
