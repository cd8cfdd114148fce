"""Chapter 8.1: inside or outside (`Sheltering`).

When enemies enter the space of an unbesieged fort or fortress, its owner says which of his pieces there go inside.
Those who just intercepted must stay outside and fight.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Done, Pick, PickLeader
from reference.wilderness_war.board import (
    Board,
    Work,
    fortification,
    is_besieged,
    leaders_outside,
    units_inside,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Kind, Leader, Unit
from reference.wilderness_war.choosing import (
    alike_on,
    following_leaders,
    following_units,
    leader_violations,
    repeated_unit,
    with_piece,
)
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Sheltering
from reference.wilderness_war.pieces_moved import names, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

FORT_CAPACITY = table("fort_fortress").table("fort").number("unit_capacity")


@rule("ww:8.1", "ww:8.1-stockade")
def own_refuge(board: Board, place: Space, side: Side) -> Work | None:
    """Return a side's fort or fortress in a space; a stockade gives no shelter."""
    found = fortification(board, place)
    return found[0] if found is not None and found[1] is side and found[0] is not Work.STOCKADE else None


@rule("ww:8.11", "ww:2.0-stacking", "ww:tbl-forts")
def room_inside(board: Board, place: Space, side: Side) -> int:
    """Return how many more units fit inside a side's fort or fortress."""
    most: dict[Work | None, int] = {Work.FORT: FORT_CAPACITY, Work.FORTRESS: len(COUNTERS)}
    work = own_refuge(board, place, side)
    return most.get(work, 0) - len(units_inside(board, place, side))


def _can_hide(board: Board, frame: Sheltering) -> tuple[Unit, ...]:
    return tuple(
        unit
        for unit in units_outside(board, frame.space, frame.side)
        if unit not in frame.interceptors and COUNTERS[unit].kind is not Kind.MILITIA
    )


def _leaders_who_can_hide(board: Board, frame: Sheltering) -> tuple[Leader, ...]:
    return tuple(each for each in leaders_outside(board, frame.space, frame.side) if each not in frame.intercepting)


def shelters(state: State, frame: Sheltering) -> bool:
    """Say whether the owner of an unbesieged fort or fortress has somebody there to send inside."""
    if own_refuge(state.board, frame.space, frame.side) is None or is_besieged(state.board, frame.space):
        return False
    return bool(_can_hide(state.board, frame)) or bool(_leaders_who_can_hide(state.board, frame))


@rule("ww:6.712-clar", "ww:8.1-clar-intercept")
def hiding_interceptor_violations(frame: Sheltering, unit: Unit) -> Iterator[Violation]:
    """Refuse to let a unit inside that has just intercepted."""
    if unit in frame.interceptors:
        facts: dict[str, Fact] = {"unit": COUNTERS[unit].id, "space": IDS[frame.space]}
        yield violation(Reason.INTERCEPTORS_MUST_FIGHT, "ww:8.1-clar-intercept", **facts)


@rule("ww:8.1", "ww:8.11")
def hiding_violations(state: State, frame: Sheltering, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit from going inside: it intercepted, it is not here, or the fort is full."""
    facts: dict[str, Fact] = {"unit": COUNTERS[unit].id, "space": IDS[frame.space]}
    yield from hiding_interceptor_violations(frame, unit)
    if unit not in (*_can_hide(state.board, frame), *frame.interceptors):
        yield violation(Reason.NOT_AMONG_THEM, "ww:8.1", **facts)
    if len(frame.units) >= room_inside(state.board, frame.space, frame.side):
        yield violation(Reason.TOO_MANY_INSIDE, "ww:8.11", **facts, most=FORT_CAPACITY)


@rule("ww:6.712-clar", "ww:8.1-clar-intercept")
def hiding_leader_violations(frame: Sheltering, leader: Leader) -> Iterator[Violation]:
    """Refuse to let a leader inside who has just intercepted."""
    if leader in frame.intercepting:
        facts: dict[str, Fact] = {"leader": LEADERS[leader].id, "space": IDS[frame.space]}
        yield violation(Reason.INTERCEPTORS_MUST_FIGHT, "ww:8.1-clar-intercept", **facts)


def _offered(state: State, frame: Sheltering) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    leaders: tuple[Leader, ...] = ()
    if not frame.units:
        leaders = following_leaders(_leaders_who_can_hide(state.board, frame), frame.leaders)
    units = following_units(_can_hide(state.board, frame), frame.units, alike_on(state.board))
    return leaders, tuple(unit for unit in units if not any(hiding_violations(state, frame, unit)))


def decision(state: State, frame: Sheltering) -> Choice[Action] | None:
    """Return who may go inside next."""
    leaders, units = _offered(state, frame)
    if not leaders and not units:
        return None
    actions: tuple[Action, ...] = (*map(PickLeader, leaders), *map(Pick, units), Done())
    return Choice(frame.side, "inside", ("ww:8.1", "ww:8.11"), actions)


def violations(state: State, frame: Sheltering, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a piece from being the next to go inside."""
    match action:
        case Done():
            return ()
        case Pick(unit):
            found = tuple(hiding_violations(state, frame, unit))
            return found or repeated_unit(frame.units, unit, "ww:8.1")
        case PickLeader(leader):
            here = leaders_outside(state.board, frame.space, frame.side)
            found = tuple(hiding_leader_violations(frame, leader))
            return found or leader_violations(here, frame.leaders, leader, "ww:8.1")
        case _:
            return None


def apply(state: State, frame: Sheltering, action: Action) -> Next[State]:
    """Send a piece inside, or leave the rest outside."""
    match action:
        case Pick(unit):
            return Next(with_top(state, replace(frame, units=with_piece(frame.units, unit))))
        case PickLeader(leader):
            return Next(with_top(state, replace(frame, leaders=with_piece(frame.leaders, leader))))
        case _:
            assert isinstance(action, Done)
            return advance(state, frame)


@rule("ww:8.1", "ww:8.1-clar-declare")
def advance(state: State, frame: Sheltering) -> Next[State]:
    """Put those chosen inside; this is settled before anybody avoids battle."""
    after = on_board(closed(state), relocated(state.board, frame.space, frame.leaders, frame.units, inside=True))
    if not frame.leaders and not frame.units:
        return Next(after)
    facts: dict[str, Fact] = {"space": IDS[frame.space], "pieces": names(frame.leaders, frame.units)}
    return Next(after, (event(EventKind.WENT_INSIDE, "ww:8.1", side=frame.side.value, **facts),))


SHELTERING: Procedure[State, Sheltering, Action] = Procedure(decision, violations, apply, advance)
