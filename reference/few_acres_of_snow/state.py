"""The state of a game: board, players, sieges, and the procedures under way."""

from dataclasses import dataclass
from typing import NamedTuple

from reference.few_acres_of_snow.ch01_board import Board, Kind, Place, placed, total
from reference.few_acres_of_snow.ch02_cards import EMPTY, Card, plus, without
from reference.few_acres_of_snow.frames import Frame
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.kernel.rules import RuleId
from reference.kernel.stacks import Stack


class Player(NamedTuple):
    """A player's money, piles and captures.

    Piles are sorted, as their order has no effect. Only a deck whose order was given (`stacked`) keeps it, top first;
    every other deck is drawn from by chance.
    """

    money: int
    hand: bytes = EMPTY
    reserve: bytes = EMPTY
    deck: bytes = EMPTY
    discard: bytes = EMPTY
    locations: bytes = EMPTY
    empire: bytes = EMPTY
    villages_taken: int = 0
    towns_taken: int = 0
    stacked: bool = False


class Siege(NamedTuple):
    """A siege: its place, the marker (positive: the attacker leads), and both players' cards, attacker first.

    `named` are the cards the players have named to return should they lose, if any.
    """

    place: Place
    marker: int
    cards: tuple[bytes, bytes] = (EMPTY, EMPTY)
    named: tuple[Card | None, Card | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: who won, by which rule, with how many points each (none after a sudden victory)."""

    winner: Side
    rule: RuleId
    points: tuple[int, int] | None = None


class State(NamedTuple):
    """All there is to know about a game at one moment.

    `first_turns` counts the players who have yet to begin their first turn. `shown` is the side whose hand lies open
    at this moment.
    """

    board: Board
    players: tuple[Player, Player]
    display: bytes
    sieges: tuple[Siege | None, Siege | None]
    first_turns: int
    stack: Stack[Frame]
    ruleset: Ruleset
    outcome: Outcome | None = None
    shown: Side | None = None

    def with_stack(self, stack: Stack[Frame]) -> "State":
        """Return the state with other procedures under way."""
        return self._replace(stack=stack)


# ---------------------------------------------------------------- players


def player(state: State, side: Side) -> Player:
    """Return a side's player."""
    return state.players[side.number]


def with_player(state: State, side: Side, changed: Player) -> State:
    """Return the state with a player changed."""
    british, french = state.players
    return state._replace(players=(changed, french) if side is Side.BRITISH else (british, changed))


def taken_from_hand(state: State, side: Side, which: Card) -> State:
    """Return the state with a card gone from a hand."""
    owner = player(state, side)
    return with_player(state, side, owner._replace(hand=without(owner.hand, which)))


def discarded(state: State, side: Side, *cards: int) -> State:
    """Return the state with cards added to a discard pile."""
    owner = player(state, side)
    return with_player(state, side, owner._replace(discard=plus(owner.discard, *cards)))


def played(state: State, side: Side, which: Card) -> State:
    """Return the state with a card gone from a hand to the discard pile."""
    return discarded(taken_from_hand(state, side, which), side, which)


def paid(state: State, side: Side, amount: int) -> State:
    """Return the state with money paid to the bank; a negative amount is taken from it."""
    owner = player(state, side)
    return with_player(state, side, owner._replace(money=owner.money - amount)) if amount else state


def stock(state: State, side: Side, kind: Kind) -> int:
    """Return how many cubes or discs a side has beside the board: neither placed nor captured."""
    foe = player(state, side.enemy)
    captured = foe.villages_taken if kind is Kind.VILLAGE else foe.towns_taken
    return total(side, kind) - placed(state.board, side, kind) - captured


# ---------------------------------------------------------------- sieges


def siege_of(state: State, attacker: Side) -> Siege | None:
    """Return the siege a side conducts as attacker."""
    return state.sieges[attacker.number]


def with_siege(state: State, attacker: Side, changed: Siege | None) -> State:
    """Return the state with a siege changed, opened or ended."""
    british, french = state.sieges
    return state._replace(sieges=(changed, french) if attacker is Side.BRITISH else (british, changed))


def besieger(state: State, where: Place) -> Side | None:
    """Return who besieges a place."""
    for side in SIDES:
        siege = state.sieges[side.number]
        if siege is not None and siege.place == where:
            return side
    return None


def seat(attacker: Side, side: Side) -> int:
    """Return a side's place in the pairs of a siege: attacker first."""
    return 0 if attacker is side else 1
