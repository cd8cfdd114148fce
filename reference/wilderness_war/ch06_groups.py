"""Chapters 6.71, 6.72 and 6.8: the group that reacts to a mover, whether it intercepts or avoids battle.

The inactive side names a single unit, or a leader who then forms a force within his command. A die, changed by the
commander's tactics, decides.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.verdicts import Notation, Objection, Violation, violation
from reference.wilderness_war.actions import Action, Done, Pick, PickLeader
from reference.wilderness_war.board import Board, leaders_at, leaders_outside, units_outside
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Kind, Leader, Unit
from reference.wilderness_war.ch05_force import (
    can_command,
    command_limit_violations,
    leaders_first,
)
from reference.wilderness_war.ch07_modifiers import highest_in_command
from reference.wilderness_war.choosing import (
    alike_on,
    following_leaders,
    following_units,
    repeated_leader,
    repeated_unit,
    with_piece,
)
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.frames import Reaction, ReactionKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

Unable: TypeAlias = Callable[[Unit], Iterator[Violation]]

_REACTING_BY: dict[ReactionKind, str] = {ReactionKind.INTERCEPT: "ww:6.72", ReactionKind.AVOID: "ww:6.8"}
_NEEDED = {
    ReactionKind.INTERCEPT: table("reactions").number("intercept_min_modified_roll"),
    ReactionKind.AVOID: table("reactions").number("avoid_battle_min_modified_roll"),
}


@rule("ww:7.51-react", "ww:6.71", "ww:6.8", "ww:3.2-tactics")
def reaction_tactics(state: State, frame: Reaction) -> int:
    """Return the tactics that help a reaction: its commander's, or by option the space's highest leader's (D19)."""
    if state.ruleset.reaction_tactics == "highest_command_in_space":
        assert frame.origin is not None
        present = highest_in_command(leaders_at(state.board, frame.origin, frame.side))
        return max((LEADERS[leader].tactics for leader in present), default=0)
    return 0 if frame.commander is None else LEADERS[frame.commander].tactics


@rule("ww:6.71", "ww:6.8")
def succeeds(kind: ReactionKind, modified: int) -> bool:
    """Say whether a reaction's modified die is high enough."""
    return modified >= _NEEDED[kind]


@rule("ww:6.72", "ww:6.8")
def another_may_try(state: State) -> bool:
    """Say whether further groups may react to the same entry after one has tried (D25)."""
    return state.ruleset.reaction_attempts_per_entry == "any"


def field_units(board: Board, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's units outside works in a space, without militia."""
    return tuple(unit for unit in units_outside(board, place, side) if COUNTERS[unit].kind is not Kind.MILITIA)


# ---------------------------------------------------------------- forming the group


def companions(state: State, frame: Reaction) -> tuple[Leader, ...]:
    """Return the leaders who may still join the group of a commander."""
    assert frame.origin is not None
    assert frame.commander is not None
    if frame.units:
        return ()
    rank = LEADERS[frame.commander].command
    able = (
        each
        for each in leaders_outside(state.board, frame.origin, frame.side)
        if each != frame.commander and LEADERS[each].command <= rank
    )
    return following_leaders(able, frame.leaders)


def recruits(state: State, frame: Reaction, able: tuple[Unit, ...], most: int | None) -> tuple[Unit, ...]:
    """Return the units that may still join the group, up to `most` units in all if that is given."""
    assert frame.commander is not None
    if most is not None and len(frame.units) >= most:
        return ()
    leaders = (frame.commander, *frame.leaders)
    return tuple(
        unit
        for unit in following_units(able, frame.units, alike_on(state.board))
        if can_command(leaders, (*frame.units, unit))
    )


def forming_actions(state: State, frame: Reaction, able: tuple[Unit, ...], most: int | None) -> tuple[Action, ...]:
    """Return how a group may be formed further: leaders, units, and the end once it has a unit."""
    picks = (*map(PickLeader, companions(state, frame)), *map(Pick, recruits(state, frame, able, most)))
    return (*picks, *((Done(),) if frame.units else ()))


@rule("ww:6.72", "ww:6.8")
def recruit_violations(
    state: State, frame: Reaction, unit: Unit, unable: Unable, most: int | None
) -> Iterator[Violation]:
    """Find what keeps a unit from joining a reacting group: it is elsewhere, may not react, or is one too many."""
    assert frame.commander is not None
    assert frame.origin is not None
    unfit: tuple[Violation, ...] = ()
    if unit in field_units(state.board, frame.origin, frame.side):
        unfit = tuple(unable(unit))
        yield from unfit
    else:
        yield violation(Reason.NOT_STACKED_TOGETHER, _REACTING_BY[frame.kind], unit=COUNTERS[unit].id)
    if COUNTERS[unit].side is not frame.side:
        return
    told = any(each.reason is Reason.ONLY_A_SINGLE_AUXILIARY for each in unfit)
    if most is not None and len(frame.units) >= most and not told:
        yield violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=COUNTERS[unit].id)
    yield from command_limit_violations((frame.commander, *frame.leaders), (*frame.units, unit))


@rule("ww:5.34")
def companion_violations(state: State, frame: Reaction, leader: Leader) -> Iterator[Violation]:
    """Find what keeps a leader from joining a reacting group: he is elsewhere."""
    assert frame.origin is not None
    if leader not in leaders_outside(state.board, frame.origin, frame.side):
        yield violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader=LEADERS[leader].id)


@rule("ww:5.34")
def _leaders_first(
    state: State, frame: Reaction, unit: Unit, unable: Unable, most: int | None, found: tuple[Violation, ...]
) -> Notation | None:
    """Say which leaders to name before a unit whose place in the group needs their command, whoever then commands."""
    assert frame.origin is not None
    named = (frame.commander, *frame.leaders)
    present = leaders_outside(state.board, frame.origin, frame.side)
    others = tuple(each for each in present if each not in named)
    full = replace(frame, leaders=(*frame.leaders, *others))
    return leaders_first(found, tuple(recruit_violations(state, full, unit, unable, most)), others)


@rule("ww:5.34", "ww:6.72", "ww:6.8")
def needs_a_leader(
    state: State, frame: Reaction, action: Action, able: tuple[Unit, ...], most: int | None
) -> Notation | None:
    """Say which leaders to name before further units, once a unit was named that would react alone."""
    if frame.commander is not None or not isinstance(action, Pick):
        return None
    assert frame.origin is not None
    present = leaders_outside(state.board, frame.origin, frame.side)
    units = (*frame.units, action.unit)
    fit = action.unit not in frame.units and action.unit in able and (most is None or len(units) <= most)
    if not fit or not can_command(present, units):
        return None
    return Notation(Reason.LEADERS_FIRST, (("leaders", tuple(LEADERS[each].id for each in present)),))


def forming_violations(state: State, frame: Reaction, action: Action, most: int | None, unable: Unable) -> Objection:
    """Return what keeps a piece from being the next to join, or the group from being complete.

    `unable` says why a unit may not react.
    """
    match action:
        case Done():
            return () if frame.units else (no_units_violation(frame),)
        case PickLeader(leader):
            found = tuple(companion_violations(state, frame, leader))
            assert frame.commander is not None
            return found or repeated_leader((frame.commander, *frame.leaders), leader, "ww:5.34")
        case Pick(unit):
            found = () if unit in frame.units else tuple(recruit_violations(state, frame, unit, unable, most))
            first = _leaders_first(state, frame, unit, unable, most, found)
            return first or found or repeated_unit(frame.units, unit, "ww:5.34")
        case _:
            return None


@rule("ww:5.34")
def formed(frame: Reaction, action: Action) -> Reaction:
    """Return the group with a further leader or unit; a leader who outranks its commander commands it instead."""
    assert isinstance(action, Pick | PickLeader)
    if isinstance(action, PickLeader):
        assert frame.commander is not None
        commander, other = frame.commander, action.leader
        if LEADERS[other].command > LEADERS[commander].command:
            commander, other = other, commander
        return replace(frame, commander=commander, leaders=with_piece(frame.leaders, other))
    return replace(frame, units=with_piece(frame.units, action.unit))


@rule("ww:6.72", "ww:6.8")
def no_units_violation(frame: Reaction) -> Violation:
    """Refuse a reaction of leaders alone."""
    assert frame.origin is not None
    return violation(Reason.LEADERS_ALONE, _REACTING_BY[frame.kind], space=IDS[frame.origin])


def _with_subordinates(board: Board, leader: Leader, place: Space) -> tuple[Leader, ...]:
    rank = LEADERS[leader].command
    return tuple(each for each in leaders_outside(board, place, LEADERS[leader].side) if LEADERS[each].command <= rank)


def leads_any(board: Board, leader: Leader, place: Space, able: tuple[Unit, ...]) -> bool:
    """Say whether a leader could command at least one of these units, with his subordinates' help."""
    force = _with_subordinates(board, leader, place)
    return any(can_command(force, (unit,)) for unit in able)


@rule("ww:6.72", "ww:6.8")
def commander_violations(
    board: Board, leader: Leader, present: tuple[Leader, ...], able: tuple[Unit, ...], unfit: Unable, cited: str
) -> Iterator[Violation]:
    """Find what keeps a leader from leading a reaction: he is not among those present, or has nobody to lead."""
    if leader not in present:
        yield violation(Reason.NOT_AMONG_THEM, cited, leader=LEADERS[leader].id)
    elif not field_units(board, Space(board.leader_at[leader]), LEADERS[leader].side):
        yield violation(Reason.LEADERS_ALONE, cited, leader=LEADERS[leader].id)
    elif not leads_any(board, leader, Space(board.leader_at[leader]), able):
        yield from nobody_to_lead(board, leader, able, unfit)


@rule("ww:5.534")
def nobody_to_lead(board: Board, leader: Leader, able: tuple[Unit, ...], unfit: Unable) -> Iterator[Violation]:
    """Say why a leader cannot lead each unit with him: it may not react, or only Johnson commands it."""
    place = Space(board.leader_at[leader])
    for unit in field_units(board, place, LEADERS[leader].side):
        yield from unfit(unit)
    for unit in able:
        yield from command_limit_violations(_with_subordinates(board, leader, place), (unit,))
