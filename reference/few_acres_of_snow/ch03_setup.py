"""The start of the game (Spielbeginn): piles, money, pieces, and the opening hands."""

from reference.few_acres_of_snow.ch01_board import EMPTY_BOARD, LOCATIONS, PIECES, PLACES, Board, code, with_piece
from reference.few_acres_of_snow.ch02_cards import CARDS, FACES, copies, is_location, pile
from reference.few_acres_of_snow.ch04_turn import HAND_SIZE
from reference.few_acres_of_snow.frames import Drawing, Frame, Purpose
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Player, State
from reference.few_acres_of_snow.tables import setup
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack

SCENARIOS = ("standard",)


@rule("fa:setup.6", "fa:board.1", "fa:board.2")
def starting_board() -> Board:
    """Return the board with villages on coloured squares and towns on coloured round places."""
    board = EMPTY_BOARD
    for where in PLACES:
        printed = LOCATIONS[where].owner, LOCATIONS[where].piece
        for side, kind in PIECES:
            if printed == (side, kind):
                board = with_piece(board, where, code(side, kind))
    return board


@rule("fa:setup.3", "fa:setup.2", "fa:card.3")
def initial_deck(side: Side, ruleset: Ruleset) -> bytes:
    """Return the cards of a side's initial draw deck, which alone is shuffled."""
    own = [each for each in CARDS if FACES[each].owner is side]
    return pile(each for each in own for _ in range(min(FACES[each].initial, copies(each, ruleset))))


@rule("fa:list.2", "fa:list.3", "fa:list.5", "fa:list.6", "fa:list.7")
def available(side: Side | None, ruleset: Ruleset, *, locations: bool) -> bytes:
    """Return the cards of a colour that are not in an initial deck."""
    kinds = (each for each in CARDS if FACES[each].owner is side and is_location(each) is locations)
    return pile(each for each in kinds for _ in range(copies(each, ruleset) - FACES[each].initial))


@rule("fa:setup.4")
def neutral_display(ruleset: Ruleset) -> bytes:
    """Return the neutral cards, which lie open for both players."""
    return available(None, ruleset, locations=False)


@rule("fa:setup.5")
def starting_money(side: Side) -> int:
    """Return a side's money at the start; the bank has no limit."""
    return setup("money").number(side.value)


def starting_player(side: Side, ruleset: Ruleset) -> Player:
    """Return a player before he draws his hand."""
    return Player(
        money=starting_money(side),
        deck=initial_deck(side, ruleset),
        locations=available(side, ruleset, locations=True),
        empire=available(side, ruleset, locations=False),
    )


@rule("fa:setup.8", "fa:setup.3", "fa:setup.5", "fa:setup.6", "fa:turn.2")
def set_up(ruleset: Ruleset) -> State:
    """Return the start: both players draw five cards, Britain first, who then has the first turn."""
    draws: tuple[Frame, ...] = tuple(Drawing(side, HAND_SIZE, Purpose.OPENING) for side in reversed(SIDES))
    british, french = (starting_player(side, ruleset) for side in SIDES)
    return State(
        starting_board(), (british, french), neutral_display(ruleset), (None, None), len(SIDES), Stack(draws), ruleset
    )
