"""Chapter 9: assaults, where they differ from battles (9.14).

The besiegers shift one column left, COEHORNS help the side that played them, militia stay away, and drilled troops die
first. Nobody retreats, and only the capture scores. The attacker must inflict more than he suffers, even on an empty
work.
"""

from reference.kernel.rules import rule
from reference.kernel.verdicts import Event, Next, event
from reference.wilderness_war.board import (
    Away,
    Work,
    fortification,
    leaders_inside,
    put_fort,
    put_fortress,
    put_leader,
    put_siege,
    put_unfinished_fort,
    units_inside,
)
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS
from reference.wilderness_war.ch07_steps import eliminated
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, score

_ASSAULT = table("combat_modifiers").table("assault")
_COEHORNS = _ASSAULT.number("coehorns")
_SHIFT = _ASSAULT.number("attacker_column_shift")
_POINTS = table("victory_points")
CAPTURE_POINTS = {Work.FORT: _POINTS.number("capture_fort"), Work.FORTRESS: _POINTS.number("capture_fortress")}


@rule("ww:9.13-b", "ww:card-coehorns-fx")
def coehorns_modifier(side: Side, played_by: tuple[Side, ...]) -> int:
    """Add to the die of a side that played COEHORNS this phase, even if it played them for the siege roll."""
    return _COEHORNS if side in played_by else 0


@rule("ww:9.13-c", "ww:tbl-forts")
def assault_shift(*, attacking: bool) -> int:
    """Shift the attacker's column."""
    return _SHIFT if attacking else 0


@rule("ww:9.2", "ww:9.21")
def attacker_wins(inflicted: int, suffered: int) -> bool:
    """Let the attacker win only by a strictly higher loss result."""
    return inflicted > suffered


@rule("ww:9.22", "ww:9.22-fort", "ww:9.22-vp", "ww:9.14-d")
def captured(state: State, place: Space, captor: Side) -> Next[State]:
    """Hand a stormed work to its captor: a fortress intact, a fort as one under construction, with the VP."""
    found = fortification(state.board, place)
    assert found is not None
    work, _ = found
    emptied = garrison_lost(state, place, captor.enemy)
    board = put_siege(emptied.state.board, place, None)
    if work is Work.FORTRESS:
        board = put_fortress(board, place, captor)
    else:
        board = put_unfinished_fort(put_fort(board, place, None), place, captor)
    taken = event(EventKind.WORK_CAPTURED, "ww:9.22", side=captor.value, space=IDS[place], work=work.value)
    scored = score(on_board(state, board), captor, CAPTURE_POINTS[work], "ww:9.22-vp")
    return Next(scored.state, (*emptied.events, taken, *scored.events))


@rule("ww:9.22-garrison")
def garrison_lost(state: State, place: Space, side: Side) -> Next[State]:
    """Eliminate the units and leaders still inside a stormed work."""
    board = state.board
    events: list[Event] = []
    for unit in units_inside(board, place, side):
        board = eliminated(board, unit)
        events.append(event(EventKind.UNIT_ELIMINATED, "ww:9.22-garrison", unit=COUNTERS[unit].id))
    for leader in leaders_inside(board, place, side):
        board = put_leader(board, leader, Away.REMOVED)
        events.append(event(EventKind.LEADER_KILLED, "ww:9.22-garrison", leader=LEADERS[leader].id))
    return Next(on_board(state, board), tuple(events))
