"""Putting groups of pieces somewhere else on the board."""

from reference.kernel.verdicts import Event, event
from reference.wilderness_war.board import Away, Board, put_leader, put_unit, steps
from reference.wilderness_war.ch02_map import Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.ch07_steps import eliminated
from reference.wilderness_war.event_kinds import EventKind


def relocated(
    board: Board, place: Space, leaders: tuple[Leader, ...], units: tuple[Unit, ...], *, inside: bool = False
) -> Board:
    """Return the board with leaders and units in a place."""
    for leader in leaders:
        board = put_leader(board, leader, place, inside=inside)
    for unit in units:
        board = put_unit(board, unit, place, steps(board, unit), inside=inside)
    return board


def destroyed(board: Board, leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> Board:
    """Return the board without leaders and units."""
    for leader in leaders:
        board = put_leader(board, leader, Away.REMOVED)
    for unit in units:
        board = eliminated(board, unit)
    return board


def destruction(leaders: tuple[Leader, ...], units: tuple[Unit, ...], *cited: str) -> tuple[Event, ...]:
    """Return the events that leaders and units are lost by these rules."""
    killed = (event(EventKind.LEADER_KILLED, *cited, leader=LEADERS[each].id) for each in leaders)
    eliminations = (event(EventKind.UNIT_ELIMINATED, *cited, unit=COUNTERS[each].id) for each in units)
    return *killed, *eliminations


def names(leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> tuple[str, ...]:
    """Return the ids of leaders and units."""
    return (*(LEADERS[leader].id for leader in leaders), *(COUNTERS[unit].id for unit in units))
