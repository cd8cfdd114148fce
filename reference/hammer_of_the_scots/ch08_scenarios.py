"""Chapter 8: the scenarios and their set-ups."""

from reference.hammer_of_the_scots.board import EMPTY_BOARD, Away, Board, put, put_away
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import FRENCH, FULL, block
from reference.hammer_of_the_scots.ch03_cards import levy_pool
from reference.hammer_of_the_scots.frames import Deal, Levy, Turn, TurnStage
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, Calendar, Cards, State
from reference.hammer_of_the_scots.tables import GAME, number
from reference.hammer_of_the_scots.tournament import bid_in_force
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack
from spec_tables.reader import Document, document

_DATA = document(GAME, "scenarios")
SCENARIOS: tuple[str, ...] = tuple(_DATA)


@rule("hs:8.1-1", "hs:8.2-1", "hs:8.3-1", "hs:8.3-2")
def calendar_of(scenario: str) -> Calendar:
    """Return the calendar with which a scenario begins; the first levy and deal are its turn 0."""
    layout = _DATA.table(scenario)
    first = layout.number("first_year")
    crowned = first if layout.flag("scottish_king_in_play") else 0
    return Calendar(year=first, turn=0, last_year=layout.number("last_year"), crowned=crowned)


@rule("hs:8.1-6", "hs:8.2-8", "hs:TP-3", "hs:TP-4")
def opening_levy(state: State, drawn: int, ruleset: Ruleset) -> int:
    """Return how many blocks the opening levy draws; a Scottish bid in 1297 adds to it, equal bids change nothing."""
    first_year = state.calendar.year == number("bid_first_year")
    more = bid_in_force(Side.SCOTLAND, ruleset.tournament_bid) if first_year else 0
    return min(drawn + more, len(levy_pool(state, ruleset)))


def set_up(scenario: str, ruleset: Ruleset) -> State:
    """Return the state in which a scenario begins."""
    layout = _DATA.table(scenario)
    layout = _DATA.table(layout.text("setup")) if "setup" in layout else layout
    board = placed(layout, ruleset)
    state = State(board, calendar_of(scenario), Cards(), FRESH_FIELD, Stack(), ruleset)
    levy = opening_levy(state, layout.table(Side.ENGLAND.value).number("levy_draw"), ruleset)
    return state._replace(stack=Stack((Turn(TurnStage.CARDS), Deal(), Levy(levy))))


@rule(
    "hs:8.1-2", "hs:8.1-3", "hs:8.1-4", "hs:8.1-5", "hs:8.1-8", "hs:8.1-9", "hs:8.1-10", "hs:8.1-11", "hs:8.1-12",
    "hs:8.1-13", "hs:8.1-14", "hs:8.2-2", "hs:8.2-3", "hs:8.2-4", "hs:8.2-5", "hs:8.2-6", "hs:8.2-7", "hs:8.2-10",
    "hs:8.2-11", "hs:8.2-12", "hs:8.2-13", "hs:8.2-14", "hs:8.2-15", "hs:8.2-16", "hs:6.2-1",
)  # fmt: skip
def placed(layout: Document, ruleset: Ruleset) -> Board:
    """Return the board of a set-up: blocks placed at full strength, pools, the dead; all others aside."""
    board = EMPTY_BOARD
    for side in Side:
        own = layout.table(side.value)
        for place in own.table("place"):
            for name in own.table("place").texts(place):
                board = put(board, block(name), area(place), FULL[block(name)])
        for name in own.texts("pool"):
            board = put_away(board, block(name), Away.POOL)
        for name in own.texts("dead"):
            board = put_away(board, block(name), Away.DEAD)
    king_reigns = layout.flag("scottish_king_in_play")
    return french_at_start(board, king_reigns=king_reigns, ruleset=ruleset)


@rule("hs:8.2-12")
def french_at_start(board: Board, *, king_reigns: bool, ruleset: Ruleset) -> Board:
    """Put the French into the pool of The Bruce, if the ruleset reads its set-up literally."""
    if king_reigns and ruleset.bruce_french == "pool":
        return put_away(board, FRENCH, Away.POOL)
    return board
