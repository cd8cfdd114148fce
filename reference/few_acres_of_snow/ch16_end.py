"""The end of the game (Spielende): the conditions looked at when a turn starts, and the points."""

from reference.few_acres_of_snow.ch01_board import IDS, PLACES, POINTS, Kind, owner, piece_kind, placed, total
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import in_edition
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, State, player, stock
from reference.few_acres_of_snow.tables import setup
from reference.few_acres_of_snow.windows import END_OF_GAME, told_if_barred
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Event, Next, Violation, event, violation

_CAPTURED_VILLAGE = setup("scoring").number("captured_village")
_CAPTURED_TOWN = setup("scoring").number("captured_town")
_TOWN_FACTOR = setup("scoring").number("town_factor")
_TIE_WINNER = Side(setup("scoring").text("tie_winner"))
_CAPTURES_END = setup("end").number("captured_points")


@rule("fa:end.4", "fa:end.7", "fa:aid.end.3")
def capture_points(villages: int, towns: int) -> int:
    """Return what captured pieces are worth."""
    return villages * _CAPTURED_VILLAGE + towns * _CAPTURED_TOWN


def captures(state: State, side: Side) -> int:
    """Return what a side's captures are worth."""
    holder = player(state, side)
    return capture_points(holder.villages_taken, holder.towns_taken)


@rule("fa:end.6", "fa:aid.end.3", "fa:board.5")
def place_points(state: State, side: Side) -> int:
    """Return the points of the places a side controls, doubled for towns."""
    return sum(
        POINTS[where] * (_TOWN_FACTOR if piece_kind(state.board, where) is Kind.TOWN else 1)
        for where in PLACES
        if owner(state.board, where) is side
    )


@rule("fa:end.6", "fa:end.7", "fa:aid.end.3")
def points(state: State, side: Side) -> int:
    """Return a side's points: its places and its captures."""
    return place_points(state, side) + captures(state, side)


@rule("fa:end.8", "fa:aid.end.3")
def winner(british: int, french: int) -> Side:
    """Return who has the most points; at a tie, the side that the tables name."""
    if british == french:
        return _TIE_WINNER
    return Side.BRITISH if british > french else Side.FRENCH


@rule("fa:end.2", "fa:aid.end.2")
def all_placed(state: State, side: Side, kind: Kind) -> bool:
    """Say whether a side has used up its villages or towns; captured ones count as placed if the option says so."""
    if state.ruleset.end_counts_captured_as_placed == "yes":
        return stock(state, side, kind) == 0
    return placed(state.board, side, kind) == total(side, kind)


@rule("fa:end.3", "fa:aid.end.2")
def enough_captured(state: State, side: Side) -> bool:
    """Say whether a side's captures end the game."""
    return captures(state, side) >= _CAPTURES_END


@rule("fa:end.2", "fa:end.3", "fa:end.5", "fa:aid.end.2")
def ends_now(state: State, side: Side) -> str | None:
    """Return the rule by which the game ends as a side's turn starts; nothing while any siege is running."""
    return None if running_sieges(state) else end_condition(state, side)


@rule("fa:end.2", "fa:end.3", "fa:aid.end.2")
def end_condition(state: State, side: Side) -> str | None:
    """Return the rule of the condition that a side has met as its turn starts, sieges apart."""
    if any(all_placed(state, side, kind) for kind in Kind):
        return "fa:end.2"
    return "fa:end.3" if enough_captured(state, side) else None


@rule("fa:end.5", "fa:aid.end.2")
def running_sieges(state: State) -> tuple[Violation, ...]:
    """Say which sieges keep the game from ending."""
    siege_rule = in_edition(state.ruleset, "fa:end.5", "fa:aid.end.2")
    return tuple(
        violation(Reason.SIEGE_RUNNING, siege_rule, place=IDS[siege.place])
        for siege in state.sieges
        if siege is not None
    )


@rule("fa:end.5", "fa:aid.end.2")
def end_put_off(state: State, side: Side) -> tuple[Event, ...]:
    """Tell that a condition for the end is met but sieges keep the game going."""
    ending = end_condition(state, side)
    if ending is None:
        return ()
    return told_if_barred(EventKind.GAME_GOES_ON, side, END_OF_GAME, running_sieges(state), ending=ending)


@rule("fa:end.6", "fa:end.7", "fa:end.8", "fa:turn.1", "fa:aid.end.3")
def ended(state: State, ending: str) -> Next[State]:
    """End the game and count the points."""
    british, french = (points(state, side) for side in SIDES)
    won = winner(british, french)
    happened = event(EventKind.GAME_WON, ending, "fa:end.8", side=won.value, british=british, french=french)
    return Next(state._replace(outcome=Outcome(won, ending, (british, french)), stack=Stack()), (happened,))
