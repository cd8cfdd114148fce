"""Chapter 9: victory, at once or at the end of a scenario."""

from reference.hammer_of_the_scots.board import ON_MAP, Away, Board, nobles_controlled, put_away
from reference.hammer_of_the_scots.ch02_armies import FRENCH, WALLACE
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import Outcome, State, on_board, then
from reference.hammer_of_the_scots.tables import number
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, event

_FRENCH_NOBLES = number("french_nobles")


def won(state: State, winner: Side, why: str) -> Next[State]:
    """End the game: one side has won by a rule."""
    over = state._replace(outcome=Outcome(winner, why), stack=Stack())
    return Next(over, (event(EventKind.GAME_WON, why, winner=winner.value),))


@rule("hs:9.0-1", "hs:I-2", "hs:9.0-2")
def winner_by_count(board: Board) -> tuple[Side, str]:
    """Return who controls more nobles; at a tie Scotland if Wallace is on the map, otherwise England."""
    english, scottish = (nobles_controlled(board, side) for side in Side)
    if english != scottish:
        return (Side.ENGLAND if english > scottish else Side.SCOTLAND), "hs:9.0-1"
    return (Side.SCOTLAND if board.at[WALLACE] < ON_MAP else Side.ENGLAND), "hs:9.0-2"


def counted(state: State) -> Next[State]:
    """End a scenario by counting nobles."""
    winner, why = winner_by_count(state.board)
    return won(state, winner, why)


@rule("hs:9.1-1")
def master_of_all_nobles(board: Board) -> Side | None:
    """Return the side that controls every noble in play, if one does."""
    english, scottish = (nobles_controlled(board, side) for side in Side)
    if english and scottish:
        return None
    return Side.ENGLAND if english else Side.SCOTLAND if scottish else None


def all_nobles_checked(state: State) -> Next[State]:
    """End the game if one side controls every noble in play."""
    master = master_of_all_nobles(state.board)
    return Next(state) if master is None else won(state, master, "hs:9.1-1")


@rule("hs:7.62-1", "hs:7.62-2")
def french_pledged(state: State) -> Next[State]:
    """Put the French knights, if they never were in play, into the Scottish pool once Scotland has eight nobles."""
    enough = nobles_controlled(state.board, Side.SCOTLAND) >= _FRENCH_NOBLES
    if state.board.at[FRENCH] != Away.ASIDE or not enough:
        return Next(state)
    pledged = event(EventKind.FRENCH_PLEDGED, "hs:7.62-1")
    return Next(on_board(state, put_away(state.board, FRENCH, Away.POOL)), (pledged,))


def nobles_changed(state: State) -> Next[State]:
    """Check what a change among the nobles brings, as far as the ruleset checks it at once."""
    looked = french_pledged(state) if state.ruleset.french_trigger == "as_soon_as_eight" else Next(state)
    if state.ruleset.all_nobles_check == "immediate":
        return then(looked, all_nobles_checked)
    return looked
