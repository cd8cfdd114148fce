"""Chapters 6.1 and 6.22: leaving pieces of a moving force behind, a part of `Move`.

Pieces are offered in order, units before leaders, so that every choice is offered in one way; no rule sets an order.
"""

from collections.abc import Iterator

from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Fact, Next, Notation, Objection, Violation, event, violation
from reference.wilderness_war.actions import Action, By, Drop, DropLeader, Go
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.ch05_force import can_command, command_limit_violations, is_beyond_command
from reference.wilderness_war.ch06_entering import is_held
from reference.wilderness_war.ch06_reach import allowance
from reference.wilderness_war.choosing import Piece, alike_on, following_units
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import NOTHING_DROPPED, Move
from reference.wilderness_war.pieces_moved import names
from reference.wilderness_war.ranges import LEADER_KEY
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State


@rule("ww:6.1-drop", "ww:6.51")
def drop_violations(state: State, move: Move, unit: Unit | None, leader: Leader | None) -> Iterator[Violation]:
    """Find what keeps a moving force from leaving a piece behind here."""
    if move.commander is None:
        yield violation(Reason.NO_FORCE, "ww:6.1-drop")
        return
    if not move.spent:
        yield violation(Reason.NOT_ON_THE_WAY, "ww:6.1-drop", space=IDS[move.at])
    elif is_held(state.board, move.at, move.side.enemy):
        yield violation(Reason.ENEMY_HELD, "ww:6.51", space=IDS[move.at])
    if unit is not None and unit not in move.units:
        yield violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", unit=COUNTERS[unit].id)
        return
    if leader is not None and (leader not in move.leaders or leader == move.commander):
        yield violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", leader=LEADERS[leader].id)
        return
    leaders = tuple(each for each in move.leaders if each != leader)
    units = tuple(each for each in move.units if each != unit)
    yield from command_limit_violations(leaders, units)


def _drop_key(unit: Unit | None, leader: Leader | None) -> int:
    return unit if unit is not None else LEADER_KEY + (leader or 0)


def _left_here(state: State, move: Move) -> tuple[Unit, ...]:
    """Return the units left behind since the force entered the space it is in."""
    if move.last_drop == NOTHING_DROPPED:
        return ()
    return tuple(unit for unit in move.dropped if state.board.unit_at[unit] == move.at and unit <= move.last_drop)


def _droppable(state: State, move: Move) -> tuple[Action, ...]:
    if move.commander is None or not move.spent or is_held(state.board, move.at, move.side.enemy):
        return ()
    no_leader_left = move.last_drop < LEADER_KEY
    units = following_units(move.units, _left_here(state, move), alike_on(state.board)) if no_leader_left else ()
    found: list[Action] = [
        Drop(unit) for unit in units if can_command(move.leaders, tuple(each for each in move.units if each != unit))
    ]
    for leader in move.leaders:
        rest = tuple(each for each in move.leaders if each != leader)
        late = _drop_key(None, leader) > move.last_drop
        if leader != move.commander and late and can_command(rest, move.units):
            found.append(DropLeader(leader))
    return tuple(found)


@rule("ww:6.22", "ww:6.1-drop")
def partings(state: State, move: Move) -> tuple[Action, ...]:
    """Return the drops that let the rest of a force go on after its slowest units have used all their movement."""
    if move.halted or move.by is not By.LAND:
        return ()
    slow = tuple(unit for unit in move.units if _is_spent(state, move, (unit,)))
    fast = tuple(unit for unit in move.units if unit not in slow)
    if not slow or _is_spent(state, move, fast):
        return ()
    # Pieces are offered in order: those after a slow unit come once it is left, unless a player named them before.
    drops = (drop for drop in _droppable(state, move) if isinstance(drop, Drop))
    found = tuple(drop for drop in drops if all(drop.unit <= unit for unit in slow))
    passed_by = _droppable(state, replace(move, last_drop=NOTHING_DROPPED))
    return found or tuple(drop for drop in passed_by if isinstance(drop, Drop) and drop.unit in slow)


def drops_offered(state: State, move: Move, steps: tuple[Go, ...]) -> tuple[Action, ...]:
    """Return whom a force may leave behind, given the steps that are open to it."""
    return _droppable(state, move) if steps else partings(state, move)


def _is_spent(state: State, move: Move, units: tuple[Unit, ...]) -> bool:
    """Say whether these units, or leaders alone, have marched as far as they may."""
    return move.spent >= allowance(state.board, units, By.LAND, weather=move.weather)


def violations(state: State, move: Move, action: Drop | DropLeader) -> Objection:
    """Return what keeps a force from leaving this piece behind, or whom to leave before it."""
    found = tuple(drop_violations(state, move, *_piece(action)))
    if isinstance(action, DropLeader) and is_beyond_command(found):
        return Notation(Reason.UNITS_FIRST, (("leader", LEADERS[action.leader].id),))
    return found


def apply(state: State, move: Move, action: Drop | DropLeader) -> Next[State]:
    """Leave a piece behind."""
    return _dropped(state, move, *_piece(action))


def _piece(action: Drop | DropLeader) -> tuple[Unit | None, Leader | None]:
    return (action.unit, None) if isinstance(action, Drop) else (None, action.leader)


@rule("ww:6.1-drop", "ww:6.22")
def _dropped(state: State, move: Move, unit: Unit | None, leader: Leader | None) -> Next[State]:
    """Leave a piece behind, which moves no more this phase; the rest go on at their own rate."""
    units, leaders = () if unit is None else (unit,), () if leader is None else (leader,)
    key = _drop_key(unit, leader)
    after = replace(
        move,
        units=tuple(each for each in move.units if each != unit),
        leaders=tuple(each for each in move.leaders if each != leader),
        dropped=_in_order(move.dropped, units, move.at, state.board.unit_at),
        dropped_leaders=_in_order(move.dropped_leaders, leaders, move.at, state.board.leader_at),
        last_drop=max(key, move.last_drop),
    )
    facts: dict[str, Fact] = {"space": IDS[move.at], "pieces": names(leaders, units)}
    return Next(with_top(state, after), (event(EventKind.PIECES_DROPPED, "ww:6.1-drop", **facts),))


def _in_order(before: tuple[Piece, ...], piece: tuple[Piece, ...], place: Space, at: bytes) -> tuple[Piece, ...]:
    """Return those left behind with one more, who stands before later pieces left in the same space."""
    first = len(before)
    while piece and first and at[before[first - 1]] == place and (before[first - 1],) > piece:
        first -= 1
    return (*before[:first], *piece, *before[first:])
