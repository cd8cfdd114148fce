"""Chapters 5.52 and 5.55: reinforcements, replacements and leader draws."""

from collections.abc import Callable, Iterable, Iterator

from reference.kernel.choosing import first_of_alike
from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits, closes, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import below, closed, with_top
from reference.kernel.verdicts import Event as News
from reference.kernel.verdicts import Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Done, DrawLeader, Pick, PickLeader, PickSpace
from reference.wilderness_war.board import (
    Away,
    Board,
    controls_fortress,
    fortification,
    has_amphib,
    is_besieged,
    is_besieged_leader,
    is_besieged_unit,
    leaders_on_map,
    put_leader,
    put_steps,
    put_unit,
    steps,
    units_at,
    units_on_map,
)
from reference.wilderness_war.ch02_map import (
    FORTRESSES,
    IDS,
    PORTS,
    SPACES,
    Department,
    Space,
    department,
    is_cultivated,
    is_fortress,
)
from reference.wilderness_war.ch03_pieces import (
    ALL_LEADERS,
    COUNTERS,
    FULL,
    LEADERS,
    REDUCED,
    UNITS,
    Counter,
    Kind,
    Leader,
    Unit,
    is_drilled,
    is_provincial,
    is_regular,
    leader,
)
from reference.wilderness_war.ch05_idle import nothing_removed, nothing_restored, nowhere_to_enter
from reference.wilderness_war.ch06_reach import british_ports
from reference.wilderness_war.ch07_steps import eliminated
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.choosing import alike_on, following_units, unit_violations, with_piece
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_frames import LeaderDraws, Placement, Removal, Restoration, ThirdSeven
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.pieces_moved import names
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

_SEVEN = table("british_leaders").number("limited_command")
_MOST_SEVENS = table("british_leaders").number("max_command_7_in_play")
_PITT_LEADERS = tuple(leader(name) for name in ("amherst", "forbes", "wolfe"))
Wanted = Callable[[Counter], bool]


# ---------------------------------------------------------------- where units may enter


@rule("ww:5.522", "ww:8.22-reinf", "ww:6.432-d-clar")
def entry_violations(state: State, side: Side, place: Space) -> Iterator[Violation]:
    """Refuse a space to new units: enemy units, enemy fortifications (by option only fortresses, D28), or a siege."""
    if is_besieged(state.board, place):
        yield violation(Reason.BESIEGED, "ww:8.22-reinf", space=IDS[place])
    if enemies := units_at(state.board, place, side.enemy):
        yield violation(Reason.ENEMY_HELD, "ww:5.522", space=IDS[place], units=names((), enemies))
    found = fortification(state.board, place)
    only_fortresses = state.ruleset.entry_block == "fortresses" and not is_fortress(place)
    if found is not None and found[1] is side.enemy and not only_fortresses:
        yield violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space=IDS[place])


def may_enter(state: State, side: Side, place: Space) -> bool:
    """Say whether new units of a side may enter in a space."""
    return not any(entry_violations(state, side, place))


@rule("ww:6.432-d")
def british_landing_places(state: State) -> tuple[Space, ...]:
    """Return where British reinforcements from overseas enter: controlled ports and Amphib spaces without a siege."""
    ports = british_ports(state.board)
    return tuple(
        place
        for place in SPACES
        if (place in ports or has_amphib(state.board, place)) and may_enter(state, Side.BRITISH, place)
    )


def british_fortresses(state: State) -> tuple[Space, ...]:
    """Return the fortresses the British control, where new units may enter."""
    return tuple(
        place
        for place in FORTRESSES
        if controls_fortress(state.board, place, Side.BRITISH) and may_enter(state, Side.BRITISH, place)
    )


@rule("ww:5.52")
def available(board: Board, side: Side, wanted: Wanted, number: int) -> tuple[Unit, ...]:
    """Return counters of a side that are not in play, up to a number."""
    free = (
        unit
        for unit in UNITS
        if board.unit_at[unit] == Away.AVAILABLE and COUNTERS[unit].side is side and wanted(COUNTERS[unit])
    )
    return tuple(free)[:number]


@rule("ww:5.52")
def available_with(board: Board, named: Unit, wanted: Wanted, number: int) -> tuple[Unit, ...]:
    """Return counters that are not in play, up to a number, with the one that was named among them."""
    others = (unit for unit in available(board, COUNTERS[named].side, wanted, len(UNITS)) if unit != named)
    return tuple(sorted((named, *others)[:number]))


# ---------------------------------------------------------------- placing


def placement_decision(state: State, frame: Placement) -> Choice[Action] | None:
    """Return where the next new piece enters, if there is a choice."""
    if not frame.units and not frame.leaders:
        return None
    offered = _entries(frame)
    if len(offered) < 2:
        return None
    return Choice(frame.side, "placement", (frame.rule, "ww:5.522"), tuple(map(PickSpace, offered)))


def _entries(frame: Placement) -> tuple[Space, ...]:
    if frame.last is None:
        return frame.spaces
    return tuple(place for place in frame.spaces if place >= frame.last)


def placement_violations(state: State, frame: Placement, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps the next piece from entering in a space; nothing if none is left to enter."""
    if not isinstance(action, PickSpace) or not (frame.units or frame.leaders):
        return None
    if action.space in frame.spaces:
        return ()
    found = tuple(entry_violations(state, frame.side, action.space))
    other = violation(Reason.NOT_AN_ENTRY, frame.rule, space=IDS[action.space])
    return found if names_space(state, frame, action.space) else (*found, other)


def placement_apply(state: State, frame: Placement, action: Action) -> Next[State]:
    """Place the next piece, or all that go together."""
    assert isinstance(action, PickSpace)
    return _placed(state, frame, action.space)


@rule(
    "ww:card-british-regulars-fx", "ww:card-highlanders-fx", "ww:card-light", "ww:card-royal-americans",
    "ww:card-rangers", "ww:card-raise-fx", "ww:card-cherokees-fx",
)  # fmt: skip
def names_space(state: State, frame: Placement, place: Space) -> bool:
    """Say whether the text of an event covers a space, even if the space is closed to new units now."""
    found = fortification(state.board, place)
    works = found is not None and found[1] is frame.side
    same_department = department(place) in map(department, frame.spaces)
    match frame.rule:
        case "ww:card-british-regulars-fx" | "ww:card-highlanders-fx":
            return (place in PORTS and works) or has_amphib(state.board, place)
        case "ww:card-light":
            return is_fortress(place) and works
        case "ww:card-royal-americans":
            return is_fortress(place) and works and department(place) in (Department.NORTHERN, Department.SOUTHERN)
        case "ww:card-rangers":
            return works
        case "ww:card-raise-fx" if state.ruleset.raise_provincials == "both_departments":
            return is_cultivated(place) and same_department
        case "ww:card-raise-fx" | "ww:card-cherokees-fx":
            return works and same_department
        case _:
            return False


@rule("ww:5.522-lost")
def placement_advance(state: State, frame: Placement) -> Next[State]:
    """Place what can enter in one space only; without any space it is forfeited."""
    only = next(iter(_entries(frame)), None)
    if only is None or (not frame.units and not frame.leaders):
        return Next(closed(state), nowhere_to_enter(frame))
    return _placed(state, frame, only)


@rule("ww:5.521", "ww:5.52", "ww:5.55", "ww:card-french-regulars-fx")
def _placed(state: State, frame: Placement, to: Space) -> Next[State]:
    """Put the next new unit, at full strength, or leader in a space; all of them if they go together."""
    board = state.board
    units, leaders = frame.units, frame.leaders
    if not frame.together:
        units, leaders = units[:1], () if units else leaders[:1]
    news = []
    for unit in units:
        board = put_unit(board, unit, to, FULL)
        news.append(event(EventKind.UNIT_PLACED, frame.rule, "ww:5.521", unit=COUNTERS[unit].id, space=IDS[to]))
    for each in leaders:
        board = put_leader(board, each, to)
        news.append(event(EventKind.LEADER_PLACED, frame.rule, leader=LEADERS[each].id, space=IDS[to]))
    rest = replace(frame, units=frame.units[len(units) :], leaders=frame.leaders[len(leaders) :])
    # The units of an event are alike. They are offered in the order of the map, so that each split has only one path.
    latest = to if frame.last is None else max(to, frame.last)
    rest = replace(rest, last=latest if rest.units else None)
    return Next(with_top(on_board(state, board), rest), tuple(news))


PLACEMENT: Procedure[State, Placement, Action] = Procedure(
    placement_decision, placement_violations, placement_apply, placement_advance
)


# ---------------------------------------------------------------- leaders from the pool


def _pool(board: Board) -> tuple[Leader, ...]:
    return tuple(each for each in ALL_LEADERS if board.leader_at[each] == Away.POOL)


def leader_draws_decision(state: State, frame: LeaderDraws) -> Chance[DrawLeader] | None:
    """Return the next draw from the pool, if one is due and the pool is not empty."""
    undrawn = _undrawn(state, frame)
    if not frame.left or not undrawn:
        return None
    return evenly("leader_draw", ("ww:5.55",), tuple(map(DrawLeader, undrawn)))


def _undrawn(state: State, frame: LeaderDraws) -> tuple[Leader, ...]:
    parent = below(state)
    drawn = parent.leaders if isinstance(parent, Placement) else ()
    return tuple(each for each in _pool(state.board) if each not in drawn and each not in frame.returned)


@rule("ww:5.55-max")
def sevens_in_play(board: Board) -> tuple[Leader, ...]:
    """Return the British command-7 leaders on the map."""
    return tuple(each for each in leaders_on_map(board, Side.BRITISH) if LEADERS[each].command == _SEVEN)


@rule("ww:5.55-max", "ww:5.55-besieged", "ww:8.22-inside")
def removable_sevens(board: Board) -> tuple[Leader, ...]:
    """Return the command-7 leaders on the map who may be removed for another: the unbesieged ones."""
    return tuple(each for each in sevens_in_play(board) if not is_besieged_leader(board, each))


@rule("ww:5.55", "ww:5.55-max")
def leader_draws_apply(state: State, frame: LeaderDraws, action: Action) -> Next[State]:
    """Draw a leader for the placement below; for a third command-7 leader, one on the map must make room first."""
    parent = below(state)
    assert isinstance(parent, Placement)
    assert isinstance(action, DrawLeader)
    news = event(EventKind.LEADER_DRAWN, "ww:5.55", leader=LEADERS[action.leader].id)
    after = with_top(state, replace(frame, left=frame.left - 1))
    waiting = tuple(each for each in parent.leaders if LEADERS[each].command == _SEVEN)
    third = LEADERS[action.leader].command == _SEVEN and (
        len(sevens_in_play(state.board)) + len(waiting) >= _MOST_SEVENS
    )
    if not third:
        arriving = replace(parent, leaders=(*parent.leaders, action.leader))
        return Next(after.with_stack(after.stack.popped().replaced(arriving).pushed(after.stack.top)), (news,))
    crowded = third_seven(after, replace(frame, left=frame.left - 1), action.leader)
    return Next(crowded.state, (news, *crowded.events))


@rule("ww:5.55-max", "ww:5.55-besieged")
def third_seven(state: State, frame: LeaderDraws, third: Leader) -> Next[State]:
    """Let a third command-7 leader replace one on the map; if none can go, return him to the pool for this event."""
    if removable_sevens(state.board):
        return Next(replace(state, stack=state.stack.pushed(ThirdSeven(third))))
    after = with_top(state, replace(frame, returned=(*frame.returned, third)))
    return Next(after, (event(EventKind.LEADER_RETURNED, "ww:5.55-besieged", leader=LEADERS[third].id),))


LEADER_DRAWS: Procedure[State, LeaderDraws, Action] = Procedure(
    leader_draws_decision, other_decision, leader_draws_apply, closes
)


def third_seven_decision(state: State, _frame: ThirdSeven) -> Choice[Action]:
    """Return which command-7 leader may be removed."""
    offered = tuple(map(PickLeader, removable_sevens(state.board)))
    return Choice(Side.BRITISH, "third_seven", ("ww:5.55-max",), offered)


@rule("ww:5.55-max", "ww:8.22-inside")
def removal_of_seven_violations(board: Board, leader: Leader) -> Iterator[Violation]:
    """Refuse to remove a besieged leader, or one who is not a command-7 leader on the map."""
    name = LEADERS[leader].id
    if is_besieged_leader(board, leader):
        yield violation(Reason.BESIEGED, "ww:8.22-inside", leader=name)
    if leader not in sevens_in_play(board):
        yield violation(Reason.NOT_ASKED_FOR, "ww:5.55-max", leader=name)


def third_seven_violations(state: State, _frame: ThirdSeven, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a leader from being removed for the one drawn."""
    return tuple(removal_of_seven_violations(state.board, action.leader)) if isinstance(action, PickLeader) else None


@rule("ww:5.55-max")
def third_seven_apply(state: State, frame: ThirdSeven, action: Action) -> Next[State]:
    """Remove a command-7 leader to make room for the one drawn."""
    assert isinstance(action, PickLeader)
    drawing = state.stack.popped()
    placement = drawing.popped().top
    assert isinstance(placement, Placement)
    arriving = replace(placement, leaders=(*placement.leaders, frame.drawn))
    after = state.with_stack(drawing.popped().replaced(arriving).pushed(drawing.top))
    news = event(EventKind.LEADER_REMOVED, "ww:5.55-max", leader=LEADERS[action.leader].id)
    return Next(on_board(after, put_leader(state.board, action.leader, Away.REMOVED)), (news,))


THIRD_SEVEN: Procedure[State, ThirdSeven, Action] = Procedure(
    third_seven_decision, third_seven_violations, third_seven_apply, always_waits
)


@rule("ww:sc-ew-pittleaders", "ww:card-pitt-fx")
def pitt_leaders(state: State, cited: str) -> Next[State]:
    """Put Amherst, Forbes and Wolfe into the pool, if they are not yet in play."""
    board = state.board
    events: list[News] = []
    for each in _PITT_LEADERS:
        if board.leader_at[each] == Away.ASIDE:
            board = put_leader(board, each, Away.POOL)
            events.append(event(EventKind.LEADER_AVAILABLE, cited, leader=LEADERS[each].id))
    return Next(on_board(state, board), tuple(events))


# ---------------------------------------------------------------- restoring


@rule("ww:8.22-inside", "ww:8.22-outside", "ww:8.22-after")
def besieged_violations(state: State, unit: Unit) -> Iterator[Violation]:
    """Refuse a unit while it is inside a besieged work; the other units in the space of a siege are allowed."""
    if is_besieged_unit(state.board, unit):
        yield violation(Reason.BESIEGED, "ww:8.22-inside", unit=COUNTERS[unit].id)


@rule("ww:5.523", "ww:12.3-c")
def restore_violations(state: State, unit: Unit) -> Iterator[Violation]:
    """Refuse to restore a unit that is off the map, at full strength, besieged, or drilled and out of supply."""
    name = COUNTERS[unit].id
    if unit not in units_on_map(state.board, COUNTERS[unit].side):
        yield violation(Reason.NOT_ON_MAP, "ww:5.523", unit=name)
        return
    if steps(state.board, unit) != REDUCED:
        yield violation(Reason.NOT_REDUCED, "ww:5.523", unit=name)
        return
    yield from besieged_violations(state, unit)
    place = Space(state.board.unit_at[unit])
    if is_drilled(COUNTERS[unit].kind) and not is_supplied(state.board, place, COUNTERS[unit].side, state.ruleset):
        yield violation(Reason.NOT_SUPPLIED, "ww:12.3-c", unit=name)


@rule("ww:card-transports", "ww:card-germany", "ww:card-recruits", "ww:card-rangers", "ww:card-militias")
def restores(cited: str, counter: Counter) -> bool:
    """Say whether an event restores units of a counter's kind, no matter which side plays it."""
    match cited:
        case "ww:card-transports" | "ww:card-germany":
            return is_regular(counter.kind) or counter.kind is Kind.LIGHT_INFANTRY
        case "ww:card-rangers":
            return counter.kind is Kind.RANGER
        case "ww:card-militias":
            return counter.kind is Kind.MILITIA
        case _:
            woodsmen = (Kind.COUREURS, Kind.RANGER, Kind.LIGHT_INFANTRY)
            return counter.kind in woodsmen or is_provincial(counter.kind)


@rule("ww:card-transports", "ww:card-germany", "ww:card-recruits", "ww:card-rangers", "ww:card-militias")
def restored_unit_violations(state: State, frame: Restoration, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit from being restored, also that the event does not ask for its side or kind."""
    yield from restore_violations(state, unit)
    counter = COUNTERS[unit]
    if counter.side is not frame.side or not restores(frame.rule, counter):
        yield violation(Reason.NOT_ASKED_FOR, frame.rule, unit=counter.id)


def restorable(state: State, side: Side, wanted: Wanted) -> tuple[Unit, ...]:
    """Return a side's units that an event may restore."""
    return tuple(
        unit
        for unit in units_on_map(state.board, side)
        if wanted(COUNTERS[unit]) and not any(restore_violations(state, unit))
    )


def none_restorable(state: State, units: Iterable[Unit], cited: str) -> tuple[Violation, ...]:
    """Say why none of these units can be restored: none is reduced, or something keeps each reduced one from it."""
    reduced = tuple(unit for unit in units if steps(state.board, unit) == REDUCED)
    found = tuple(each for unit in reduced for each in restore_violations(state, unit))
    return found or (violation(Reason.NOT_REDUCED, cited),)


def restored(state: State, units: Iterable[Unit], cited: str) -> Next[State]:
    """Flip units back to full strength."""
    board = state.board
    news = []
    for unit in units:
        board = put_steps(board, unit, FULL)
        news.append(event(EventKind.UNIT_RESTORED, cited, "ww:5.523", unit=COUNTERS[unit].id))
    return Next(on_board(state, board), tuple(news))


def restoration_decision(state: State, frame: Restoration) -> Choice[Action] | None:
    """Return which unit may be restored next."""
    rest = following_units(frame.units, frame.picked, alike_on(state.board)) if frame.left else ()
    if not rest:
        return None
    return Choice(frame.side, "restoration", (frame.rule, "ww:5.523"), (*map(Pick, rest), Done()))


def restoration_violations(state: State, frame: Restoration, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a unit from being chosen for restoration."""
    match action:
        case Done():
            return ()
        case Pick(unit) if frame.left:
            if unit in frame.units:
                return unit_violations(frame.units, frame.picked, unit, frame.rule)
            return tuple(restored_unit_violations(state, frame, unit))
        case _:
            return None


def restoration_apply(state: State, frame: Restoration, action: Action) -> Next[State]:
    """Choose a unit to restore, or stop choosing."""
    if isinstance(action, Done):
        return restoration_advance(state, frame)
    assert isinstance(action, Pick)
    return Next(with_top(state, replace(frame, picked=with_piece(frame.picked, action.unit), left=frame.left - 1)))


def restoration_advance(state: State, frame: Restoration) -> Next[State]:
    """Restore the units chosen."""
    after = restored(closed(state), frame.picked, frame.rule)
    return Next(after.state, (*after.events, *nothing_restored(frame)))


RESTORATION: Procedure[State, Restoration, Action] = Procedure(
    restoration_decision, restoration_violations, restoration_apply, restoration_advance
)


# ---------------------------------------------------------------- eliminating


@rule("ww:8.22-inside")
def removable(state: State, side: Side, wanted: Wanted) -> tuple[Unit, ...]:
    """Return a side's units on the map that an event may eliminate: the unbesieged ones."""
    return tuple(
        unit
        for unit in units_on_map(state.board, side)
        if wanted(COUNTERS[unit]) and not is_besieged_unit(state.board, unit)
    )


def eliminated_units(state: State, units: Iterable[Unit], cited: str) -> Next[State]:
    """Eliminate units."""
    board = state.board
    news = []
    for unit in units:
        board = eliminated(board, unit)
        news.append(event(EventKind.UNIT_ELIMINATED, cited, unit=COUNTERS[unit].id))
    return Next(on_board(state, board), tuple(news))


def removal_decision(state: State, frame: Removal) -> Choice[Action] | None:
    """Return which unit may be eliminated next; none when all must go anyway."""
    waiting = tuple(unit for unit in frame.units if unit not in frame.picked)
    if not frame.left or not waiting or (frame.exact and len(waiting) <= frame.left):
        return None
    done = () if frame.exact else (Done(),)
    return Choice(frame.side, "removal", (frame.rule,), (*map(Pick, _pickable(state, frame)), *done))


def _pickable(state: State, frame: Removal) -> tuple[Unit, ...]:
    """Return the units that may be picked next: in order, or in any order if the number is exact."""
    if not frame.exact:
        return following_units(frame.units, frame.picked, alike_on(state.board))
    return first_of_alike((unit for unit in frame.units if unit not in frame.picked), alike_on(state.board))


def removed_unit_violations(state: State, frame: Removal, unit: Unit) -> Iterator[Violation]:
    """Find why an event does not eliminate a unit: it is besieged, or not what the event asks for."""
    yield from besieged_violations(state, unit)
    besieged = is_besieged_unit(state.board, unit) and _is_asked_for(state.board, frame, unit)
    if unit not in frame.units and not besieged:
        yield violation(Reason.NOT_ASKED_FOR, frame.rule, unit=COUNTERS[unit].id)


def _is_asked_for(board: Board, frame: Removal, unit: Unit) -> bool:
    """Say whether a unit is like those an event asks for: same kind, and same side (exact number) or same space."""

    def nature(each: Unit) -> tuple[bool, str, int | Side]:
        kind = COUNTERS[each].kind
        where = COUNTERS[each].side if frame.exact else board.unit_at[each]
        return is_regular(kind), "" if is_regular(kind) else kind.value, where

    return nature(unit) in map(nature, frame.units)


def removal_violations(state: State, frame: Removal, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a unit from being chosen for elimination, or the choice from ending."""
    match action:
        case Done():
            return (violation(Reason.TOO_FEW_CHOSEN, frame.rule, left=frame.left),) if frame.exact else ()
        case Pick(unit) if frame.left:
            if unit in frame.units:
                return unit_violations(frame.units, frame.picked, unit, frame.rule)
            return tuple(removed_unit_violations(state, frame, unit))
        case _:
            return None


def removal_apply(state: State, frame: Removal, action: Action) -> Next[State]:
    """Choose a unit to eliminate, or stop choosing."""
    if isinstance(action, Done):
        return removal_advance(state, replace(frame, left=0))
    assert isinstance(action, Pick)
    picked = (*frame.picked, action.unit) if frame.exact else with_piece(frame.picked, action.unit)
    return Next(with_top(state, replace(frame, picked=picked, left=frame.left - 1)))


def removal_advance(state: State, frame: Removal) -> Next[State]:
    """Eliminate the units chosen, and those that must go anyway."""
    waiting = tuple(unit for unit in frame.units if unit not in frame.picked)
    rest = waiting[: frame.left] if frame.exact else ()
    gone = eliminated_units(closed(state), (*frame.picked, *rest), frame.rule)
    return Next(gone.state, (*gone.events, *nothing_removed(frame)))


REMOVAL: Procedure[State, Removal, Action] = Procedure(
    removal_decision, removal_violations, removal_apply, removal_advance
)
