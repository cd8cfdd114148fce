"""Openings of battles, sieges and raids."""

from collections.abc import Iterator
from typing import assert_never

from reference.kernel.canonical import Unreadable
from reference.kernel.openings import forbid
from reference.kernel.rules import rule
from reference.kernel.stacks import opened
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import board as b
from reference.wilderness_war import ch07_combat, ch07_retreat, ch08_siege
from reference.wilderness_war import frames as f
from reference.wilderness_war import opening_records as o
from reference.wilderness_war.actions import Besiege, SallyOut, Storm
from reference.wilderness_war.cards import Event
from reference.wilderness_war.ch02_map import IDS, Space, is_wild
from reference.wilderness_war.ch03_pieces import LEADERS, Leader, Unit
from reference.wilderness_war.ch05_order import apply as ordered
from reference.wilderness_war.ch05_order import besiege_violations, sally_violations, storm_violations
from reference.wilderness_war.ch07_modifiers import best_in_command, command_violations
from reference.wilderness_war.opening_checks import (
    absent_violations,
    checked_violations,
    entry_violations,
    landing_violations,
    leading_violations,
    opponents_violations,
    raid_violations,
    raiders,
)
from reference.wilderness_war.opening_moves import commander_activated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, response

_NO_MUSTER = f.Muster(0, 0, regulars=False)


# ---------------------------------------------------------------- battles


def battle(state: State, opening: o.BattleOpening) -> State:
    """Return the state with a battle, or a part of one, about to begin."""
    match opening:
        case o.WholeBattle():
            return opened(state, _whole_battle(state, opening))
        case o.Battle():
            return opened(state, _battle_fire(state, opening))
        case o.TakeLosses():
            return opened(state, _losses(state, opening))
        case f.LeaderChecks(side, place, _, leaders):
            forbid(_no_leader_violations(leaders, place))
            forbid(checked_violations(state.board, leaders, side, place))
            return opened(state, opening)
        case o.Retreat():
            return opened(state, _retreat(state, opening))
        case _:
            assert_never(opening)


def _whole_battle(state: State, opening: o.WholeBattle) -> f.Battle:
    place, attacker, commander = opening.space, opening.attacker, opening.leader
    forbid(
        (
            *opponents_violations(state.board, place),
            *leading_violations(state.board, commander, attacker, place),
            *(() if opening.landing else entry_violations(opening.entry, place)),
            *landing_violations(place, attacker, landing=opening.landing),
        )
    )
    force = b.leaders_outside(state.board, place, attacker)
    return f.Battle(place, attacker, attacker, opening.entry, leader=commander, force=force, landing=opening.landing)


def _battle_fire(state: State, opening: o.Battle) -> f.Combat:
    place, attacker, commander = opening.space, opening.attacker, opening.leader
    if opening.ambush is not None and not is_wild(place):
        raise Unreadable("ambush", f"{IDS[place]} is cultivated, and an ambush is laid in the wild only (ww:7.56)")
    forbid(
        (
            *opponents_violations(state.board, place),
            *leading_violations(state.board, commander, attacker, place),
        )
    )
    combat = f.Combat(
        f.CombatKind.BATTLE, place, attacker, attacker, (), _NO_MUSTER, _NO_MUSTER,
        leader=commander, landing=opening.landing, ambush=opening.ambush,
    )  # fmt: skip
    return ch07_combat.begun(state.board, combat)


def _losses(state: State, opening: o.TakeLosses) -> f.Losses:
    side, place, cause = opening.side, opening.space, opening.cause
    besieged = cause is f.Cause.ASSAULT and b.has_fortification(state.board, place, side)
    units = b.units_inside(state.board, place, side) if besieged else b.units_outside(state.board, place, side)
    forbid(_nobody_violations(units, place, side))
    return f.Losses(side, place, cause, opening.losses, units)


@rule("ww:7.6")
def _nobody_violations(units: tuple[Unit, ...], place: Space, side: Side) -> Iterator[Violation]:
    """Refuse losses where nobody can take them."""
    if not units:
        yield violation(Reason.NOBODY_THERE, "ww:7.6", side=side.value, space=IDS[place])


@rule("ww:7.7")
def _no_leader_violations(leaders: tuple[Leader, ...], place: Space) -> Iterator[Violation]:
    """Refuse to roll for no leader."""
    if not leaders:
        yield violation(Reason.NOT_AMONG_THEM, "ww:7.7", space=IDS[place])


def _retreat(state: State, opening: o.Retreat) -> f.Retreat:
    side, place = opening.side, opening.space
    units, leaders = b.units_outside(state.board, place, side), b.leaders_outside(state.board, place, side)
    forbid((*_retreat_violations(units, leaders, opening), *entry_violations(opening.entry, place)))
    frame = f.Retreat(side, place, opening.attacking, opening.entry, units, leaders)
    return ch07_retreat.marshalled(state.board, frame, state.ruleset)


@rule("ww:7.91", "ww:7.92-d")
def _retreat_violations(
    units: tuple[Unit, ...], leaders: tuple[Leader, ...], opening: o.Retreat
) -> Iterator[Violation]:
    """Refuse a retreat of nobody, and one of attackers who came from nowhere."""
    if not units and not leaders:
        yield violation(Reason.NOBODY_THERE, "ww:7.91", side=opening.side.value, space=IDS[opening.space])
    if opening.attacking and opening.entry is None:
        yield violation(Reason.ENTRY_NOT_SAID, "ww:7.92-d", space=IDS[opening.space])


# ---------------------------------------------------------------- sieges


def siege(state: State, opening: o.SiegeOpening) -> State:
    """Return the state with a siege activation, or a part of one, about to begin."""
    match opening:
        case o.Siege(leader) | o.Storm(leader):
            return _siege_activation(state, leader, Besiege() if isinstance(opening, o.Siege) else Storm())
        case f.SiegeRoll(place, besieger, leader):
            forbid(leading_violations(state.board, leader, besieger, place))
            forbid(_besieged_violations(state, opening))
            forbid(besiege_violations(state, f.Activation(besieger, commander=leader)))
            return opened(state, opening)
        case o.Assault():
            return opened(state, _assault(state, opening))
        case o.Sortie(leader, value):
            after = commander_activated(state, leader, value)
            frame = after.stack.top
            assert isinstance(frame, f.Activation)
            forbid(sally_violations(after, frame))
            return ordered(after, frame, SallyOut()).state
        case o.Massacre(place, captor):
            frame = f.MassacreWindow(place, captor)
            forbid((*_card_violations(state, captor.enemy), *ch08_siege.captor_violations(state, frame)))
            return opened(state, frame)
        case _:
            assert_never(opening)


def _besieged_violations(state: State, roll: f.SiegeRoll) -> tuple[Violation, ...]:
    """Return what keeps a leader from commanding the besieged, if one is named."""
    named = roll.besieged_commander
    inside = b.leaders_inside(state.board, roll.space, roll.besieger.enemy)
    return () if named is None else command_violations(roll.space, inside, named)


def _siege_activation(state: State, leader: Leader, action: Besiege | Storm) -> State:
    forbid(absent_violations(state.board, leader))
    frame = f.Activation(LEADERS[leader].side, commander=leader)
    after = opened(state, frame)
    forbid(besiege_violations(after, frame) if isinstance(action, Besiege) else storm_violations(after, frame))
    return ordered(after, frame, action).state


def _assault(state: State, opening: o.Assault) -> f.Combat:
    place, attacker, named = opening.space, opening.attacker, opening.leader
    highest = best_in_command(b.leaders_outside(state.board, place, attacker))
    commander = highest if named is None else named
    forbid(
        violation
        for leader in (*opening.force, *(() if commander is None else (commander,)))
        for violation in leading_violations(state.board, leader, attacker, place)
    )
    forbid(_storming_violations(state, commander, opening))
    combat = f.Combat(
        f.CombatKind.ASSAULT, place, attacker, attacker, (), _NO_MUSTER, _NO_MUSTER,
        leader=commander, force=opening.force, coehorns=opening.coehorns,
    )  # fmt: skip
    return ch07_combat.begun(state.board, combat)


@rule("ww:9.1", "ww:5.36-siege")
def _storming_violations(state: State, commander: Leader | None, opening: o.Assault) -> Iterator[Violation]:
    """Find what keeps besiegers from assaulting; without a leader there is no force."""
    if commander is None:
        yield violation(Reason.NO_FORCE, "ww:5.36-siege", space=IDS[opening.space])
    else:
        yield from storm_violations(state, f.Activation(LEADERS[commander].side, commander=commander))


@rule("ww:card-massacre", "ww:5.56")
def _card_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse the moment for MASSACRE! to a side that does not hold the card."""
    if response(state, side, Event.MASSACRE) is None:
        yield violation(Reason.CARD_NOT_HELD, "ww:card-massacre", card=Event.MASSACRE.value)


# ---------------------------------------------------------------- raids


def raid(state: State, opening: o.RaidOpening) -> State:
    """Return the state with a raid, or its roll, about to begin."""
    place, side, leader = opening.space, opening.raider, opening.leader
    forbid((*raid_violations(state.board, place, side), *leading_violations(state.board, leader, side, place)))
    units = raiders(state.board, place, side)
    match opening:
        case o.Raid():
            forbid((*_defended_violations(state, place, side), *entry_violations(opening.entry, place)))
            leaders = b.leaders_outside(state.board, place, side)
            return opened(state, f.Raiding(side, place, opening.entry, leader, leaders, units))
        case o.RaidRoll():
            return opened(state, f.Raid(place, side, units, leader, b.leaders_at(state.board, place, side)))
        case _:
            assert_never(opening)


@rule("ww:10.12", "ww:6.51-a")
def _defended_violations(state: State, place: Space, side: Side) -> Iterator[Violation]:
    """Refuse a raid where enemy units stand: there is a battle first."""
    if b.units_outside(state.board, place, side.enemy):
        yield violation(Reason.ENEMIES_TOGETHER, "ww:6.51-a", space=IDS[place])
