"""Chapters 6.1 and 6.22: leaving pieces of a moving force behind, a part of `Move`.

Pieces are left in order, units before leaders, so that every choice has one path.
"""

from collections.abc import Iterator

from reference.kernel.choosing import first_of_alike
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, By, Drop, DropLeader, Go
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.ch05_force import can_command, command_limit_violations
from reference.wilderness_war.ch06_entering import is_held, steps_offered
from reference.wilderness_war.ch06_reach import allowance
from reference.wilderness_war.choosing import alike_on
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move
from reference.wilderness_war.pieces_moved import names
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State

_LEADER_KEY = 1000


@rule("ww:6.1-drop")
def drop_violations(state: State, move: Move, unit: Unit | None, leader: Leader | None) -> Iterator[Violation]:
    """Find what keeps a moving force from leaving a piece behind here."""
    if move.commander is None:
        yield violation(Reason.NO_FORCE, "ww:6.1-drop")
        return
    if not move.spent or is_held(state.board, move.at, move.side.enemy):
        yield violation(Reason.NOT_ON_THE_WAY, "ww:6.1-drop", space=IDS[move.at])
    if unit is not None and unit not in move.units:
        yield violation(Reason.NOT_AMONG_THEM, "ww:6.1-drop", unit=COUNTERS[unit].id)
        return
    if leader is not None and (leader not in move.leaders or leader == move.commander):
        yield violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", leader=LEADERS[leader].id)
        return
    leaders = tuple(each for each in move.leaders if each != leader)
    units = tuple(each for each in move.units if each != unit)
    yield from command_limit_violations(leaders, units)
    if _drop_key(unit, leader) < move.last_drop:
        yield violation(Reason.OUT_OF_ORDER, "ww:6.1-drop", **_drop_facts(unit, leader), after=_last_dropped(move))


def _last_dropped(move: Move) -> str:
    last = move.last_drop
    return COUNTERS[last].id if last < _LEADER_KEY else LEADERS[last - _LEADER_KEY].id


def _drop_facts(unit: Unit | None, leader: Leader | None) -> dict[str, str]:
    facts = {} if unit is None else {"unit": COUNTERS[unit].id}
    return facts | ({} if leader is None else {"leader": LEADERS[leader].id})


def _comes_first(state: State, unit: Unit | None, drops: tuple[Action, ...]) -> tuple[str, ...]:
    """Name who must be left behind before a piece: the first of units alike, or those that stop the others."""
    units = tuple(drop.unit for drop in drops if isinstance(drop, Drop))
    alike = alike_on(state.board)
    first = next((each for each in units if unit is not None and alike(each) == alike(unit)), None)
    if first is not None:
        return names((), (first,))
    return names(tuple(drop.leader for drop in drops if isinstance(drop, DropLeader)), units)


def _drop_key(unit: Unit | None, leader: Leader | None) -> int:
    return unit if unit is not None else _LEADER_KEY + (leader or 0)


def _droppable(state: State, move: Move) -> tuple[Action, ...]:
    if move.commander is None or not move.spent or is_held(state.board, move.at, move.side.enemy):
        return ()
    units = (unit for unit in first_of_alike(move.units, alike_on(state.board)) if unit > move.last_drop)
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
    # Pieces are left in order: once a later piece is left, a slow unit can no longer be left.
    drops = (drop for drop in _droppable(state, move) if isinstance(drop, Drop))
    return tuple(drop for drop in drops if all(drop.unit <= unit for unit in slow))


def drops_offered(state: State, move: Move, steps: tuple[Go, ...]) -> tuple[Action, ...]:
    """Return whom a force may leave behind, given the steps that are open to it."""
    return _droppable(state, move) if steps else partings(state, move)


def _is_spent(state: State, move: Move, units: tuple[Unit, ...]) -> bool:
    """Say whether these units, or leaders alone, have marched as far as they may."""
    return move.spent >= allowance(state.board, units, By.LAND, weather=move.weather)


def violations(state: State, move: Move, action: Drop | DropLeader) -> tuple[Violation, ...]:
    """Return what keeps a force from leaving this piece behind next."""
    unit, leader = _piece(action)
    found = tuple(drop_violations(state, move, unit, leader))
    offered = drops_offered(state, move, steps_offered(state, move))
    if found or action in offered:
        return found
    facts: dict[str, Fact] = {**_drop_facts(unit, leader), "offered": _comes_first(state, unit, offered)}
    return (violation(Reason.ANOTHER_COMES_FIRST, "ww:6.1-drop", **facts),)


def apply(state: State, move: Move, action: Drop | DropLeader) -> Next[State]:
    """Leave a piece behind."""
    return _dropped(state, move, *_piece(action))


def _piece(action: Drop | DropLeader) -> tuple[Unit | None, Leader | None]:
    return (action.unit, None) if isinstance(action, Drop) else (None, action.leader)


@rule("ww:6.1-drop", "ww:6.22")
def _dropped(state: State, move: Move, unit: Unit | None, leader: Leader | None) -> Next[State]:
    """Leave a piece behind, which moves no more this phase; the rest go on at their own rate."""
    units, leaders = () if unit is None else (unit,), () if leader is None else (leader,)
    after = replace(
        move,
        units=tuple(each for each in move.units if each != unit),
        leaders=tuple(each for each in move.leaders if each != leader),
        dropped=move.dropped + units,
        dropped_leaders=move.dropped_leaders + leaders,
        last_drop=_drop_key(unit, leader),
    )
    facts: dict[str, Fact] = {"space": IDS[move.at], "pieces": names(leaders, units)}
    return Next(with_top(state, after), (event(EventKind.PIECES_DROPPED, "ww:6.1-drop", **facts),))
