"""Openings of movement: a group begins to move, or enters a space where the enemy may react."""

from collections.abc import Iterator
from typing import TypeAlias

from reference.kernel.openings import forbid
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import opened, with_top
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import opening_records as o
from reference.wilderness_war.actions import Activates, Go
from reference.wilderness_war.board import leaders_outside, units_on_map, units_outside
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.ch05_activation import called_piece_violations, space_of, spend, spent_violations
from reference.wilderness_war.ch05_force import command_limit_violations
from reference.wilderness_war.ch05_order import march_violations, muster_leader_violations, muster_unit_violations
from reference.wilderness_war.ch06_avoiding import may_avoid
from reference.wilderness_war.ch06_entering import go_violations
from reference.wilderness_war.ch06_interception import (
    can_be_intercepted,
    is_leaders_alone,
    is_safe_entry,
    may_intercept,
)
from reference.wilderness_war.ch06_move import apply as stepped
from reference.wilderness_war.ch06_move import begun
from reference.wilderness_war.frames import (
    Activation,
    ActivationStage,
    Calling,
    Move,
    MoveStage,
    Reaction,
    ReactionKind,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State

Entering: TypeAlias = o.Entry | o.Interception | o.Avoidance


# ---------------------------------------------------------------- who moves


def commander_activated(state: State, leader: Leader, value: int) -> State:
    """Return the state with a leader activated as commander of a force by a card of this value."""
    side = LEADERS[leader].side
    called = Calling(side, Activates.FORCE, value)
    forbid((*called_piece_violations(state, called, None, leader), *spent_violations(state, None, leader)))
    return opened(spend(state, (), (leader,)), Activation(side, commander=leader))


def force_moving(state: State, march: o.March) -> State:
    """Return the state with a force about to march, or its commander about to muster it."""
    after = commander_activated(state, march.leader, march.value)
    forbid(march_violations(after, _activation(after)))
    leaders, units = _stack(after, march.leader) if march.everyone else (march.leaders, march.units)
    if not leaders and not units and not march.everyone:
        return with_top(after, replace(_activation(after), stage=ActivationStage.MUSTER))
    return _begun(_mustered(after, leaders, units))


def unit_moving(state: State, unit: Unit) -> State:
    """Return the state with a single unit about to move."""
    side = COUNTERS[unit].side
    forbid((*_unit_violations(state, unit), *spent_violations(state, unit, None)))
    alone = Activation(side, units=(unit,))
    forbid(march_violations(state, alone))
    return _begun(opened(spend(state, (unit,), ()), alone))


@rule("ww:5.31")
def _unit_violations(state: State, unit: Unit) -> Iterator[Violation]:
    """Refuse a unit that is not on the map."""
    if unit not in units_on_map(state.board, COUNTERS[unit].side):
        yield violation(Reason.NOT_ON_MAP, "ww:5.31", unit=COUNTERS[unit].id)


def _activation(state: State) -> Activation:
    frame = state.stack.top
    assert isinstance(frame, Activation)
    return frame


def _mustered(state: State, leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> State:
    """Return the state with these pieces in the force; refuse those that its commander may not muster."""
    frame = _activation(state)
    commander = frame.commander
    assert commander is not None
    found: list[Violation] = []
    for leader in leaders:
        found.extend(muster_leader_violations(state, frame, leader))
    frame = replace(frame, leaders=leaders, stage=ActivationStage.MUSTER)
    for unit in units:
        found.extend(muster_unit_violations(state, frame, unit))
    found.extend(command_limit_violations((commander, *leaders), units))
    forbid(found)
    whole = replace(frame, leaders=(commander, *leaders), units=units)
    return with_top(spend(state, units, leaders), whole)


def _begun(state: State) -> State:
    """Return the state with the movement of an activated group about to begin."""
    frame = _activation(state)
    after = with_top(state, replace(frame, stage=ActivationStage.RAIDS))
    move = Move(frame.side, space_of(state, frame), frame.commander, frame.leaders, frame.units)
    return opened(after, begun(state, move))


# ---------------------------------------------------------------- entering a space


def entering(state: State, entry: Entering) -> State:
    """Return the state after a group has entered a space, before anybody reacts."""
    after = _under_way(state, entry)
    move = replace(_move(after), stage=MoveStage.STEP)
    slips = not isinstance(entry, o.Avoidance) and entry.infiltrating
    after, go = with_top(after, move), Go(entry.to, entry.by, slips)
    forbid(go_violations(after, move, go))
    return stepped(after, move, go).state


def _under_way(state: State, entry: Entering) -> State:
    """Return the state with the group that enters, about to move."""
    if entry.leader is not None:
        after = commander_activated(state, entry.leader, entry.value)
        forbid(march_violations(after, _activation(after)))
        leaders, units = entry.leaders, entry.units
        if not leaders and not units:
            leaders, units = _stack(after, entry.leader)
        return _begun(_mustered(after, leaders, units))
    forbid(_lone_unit_violations(entry))
    return unit_moving(state, entry.units[0])


@rule("ww:5.35")
def _stack(state: State, leader: Leader) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    """Return everybody else who stands outside with a leader: by default his force."""
    place, side = Space(state.board.leader_at[leader]), LEADERS[leader].side
    others = tuple(each for each in leaders_outside(state.board, place, side) if each != leader)
    return others, units_outside(state.board, place, side)


@rule("ww:5.34")
def _lone_unit_violations(entry: Entering) -> Iterator[Violation]:
    """Refuse a group without a commander unless it is a single unit."""
    if entry.leaders or len(entry.units) != 1:
        yield violation(Reason.NO_FORCE, "ww:5.34", entering=IDS[entry.to])


def _move(state: State) -> Move:
    frame = state.stack.top
    assert isinstance(frame, Move)
    return frame


def intercepting(state: State, entry: o.Interception) -> State:
    """Return the state in which the enemy may intercept a group that has entered a space."""
    after = entering(state, entry)
    move = _move(after)
    forbid(_no_interception(after, move))
    return with_top(after, replace(move, stage=MoveStage.INTERCEPTION))


@rule("ww:6.722", "ww:6.723", "ww:6.72", "ww:fr-adv")
def _no_interception(state: State, move: Move) -> Iterator[Violation]:
    """Find why nobody may intercept: leaders alone, a space that the mover's side holds, or nobody near."""
    place = IDS[move.at]
    if is_leaders_alone(move):
        yield violation(Reason.LEADERS_ALONE, "ww:6.723", space=place)
    if is_safe_entry(move):
        yield violation(Reason.SAFE_ENTRY, "ww:6.722", space=place)
    if state.ruleset.advanced_rules == "off":
        yield violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", space=place)
    reaction = Reaction(ReactionKind.INTERCEPT, move.side.enemy, move.at, move.entry)
    if can_be_intercepted(state, move) and not may_intercept(state, move, reaction):
        yield violation(Reason.NOBODY_THERE, "ww:6.72", side=move.side.enemy.value, space=place)


def avoiding(state: State, entry: o.Avoidance) -> State:
    """Return the state in which the enemy may avoid battle with a group that has entered a space."""
    after = entering(state, entry)
    move = _move(after)
    forbid(_no_avoidance(after, move))
    return with_top(after, replace(move, stage=MoveStage.AVOIDANCE))


@rule("ww:6.8", "ww:6.81", "ww:fr-adv")
def _no_avoidance(state: State, move: Move) -> Iterator[Violation]:
    """Find why nobody may avoid battle: no enemy outside in the space, or nowhere to go."""
    place, enemy = IDS[move.at], move.side.enemy
    if state.ruleset.advanced_rules == "off":
        yield violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", space=place)
    elif not units_outside(state.board, move.at, enemy):
        yield violation(Reason.NOBODY_THERE, "ww:6.8", side=enemy.value, space=place)
    elif not may_avoid(state, Reaction(ReactionKind.AVOID, enemy, move.at, move.entry)):
        yield violation(Reason.NO_REFUGE, "ww:6.81", side=enemy.value, space=place)
