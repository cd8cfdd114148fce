"""Chapters 7.2-C to 7.2-E, 7.51 and 7.8: a combat from the first die to the winner and his victory points (`Combat`).

A battle and an assault are the same procedure with other numbers: who takes part, what changes die and column, who
wins and what he gains. `Combat` runs both; where assaults differ, it calls the functions of chapter 9.

Without an ambush both sides fire, then the attacker takes his losses and checks his leaders, then the defender. With
an ambush the ambusher fires first, and the victim fires with what is left.
"""

from typing import assert_never

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Next, Violation, event
from reference.wilderness_war import ch09_assaults as assaults
from reference.wilderness_war.actions import DIE, Action, Command, Roll
from reference.wilderness_war.board import (
    Board,
    fieldworks_owner,
    fortification,
    leaders_inside,
    leaders_outside,
    steps,
    stockade_owner,
    units_inside,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Kind, Leader, Unit, is_regular
from reference.wilderness_war.ch07_modifiers import (
    ambush_strength,
    best_in_command,
    command_violations,
    fieldworks_shift,
    highest_in_command,
    landing_modifier,
    open_field_modifier,
    stockade_modifier,
    tactics_modifier,
    woods_modifier,
)
from reference.wilderness_war.combat_table import COLUMN_LABELS, combat_column, combat_losses, shifted_column, table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Cause,
    Combat,
    CombatKind,
    CombatStage,
    Fire,
    Item,
    LeaderChecks,
    Losses,
    MassacreWindow,
    Muster,
)
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, handed, score

_CHECK_ON = frozenset(table("combat_results").numbers("leader_check_natural_rolls"))
_MANY_UNITS = table("battle").number("vp_if_more_units_than")
_BATTLE_POINTS = table("victory_points").number("win_battle_vs_regular_or_more_than_four_units")


# ---------------------------------------------------------------- who fights


@rule("ww:7.1-imp")
def fighting_units(board: Board, place: Space, kind: CombatKind, side: Side, attacker: Side) -> tuple[Unit, ...]:
    """Return a side's units in a combat: a battle and an assault involve different units."""
    if kind is CombatKind.BATTLE:
        return units_in_battle(board, place, side)
    return units_in_assault(board, place, side, attacker)


@rule("ww:7.1", "ww:7.51-limits", "ww:8.12")
def units_in_battle(board: Board, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's units in a battle: all outside a work, however many, and none inside it."""
    return units_outside(board, place, side)


@rule("ww:9.12", "ww:9.14-a")
def units_in_assault(board: Board, place: Space, side: Side, attacker: Side) -> tuple[Unit, ...]:
    """Return a side's units in an assault: all besiegers, or all besieged."""
    return units_outside(board, place, side) if side is attacker else units_inside(board, place, side)


@rule("ww:7.7", "ww:9.12")
def fighting_leaders(board: Board, combat: Combat, side: Side, ruleset: Ruleset) -> tuple[Leader, ...]:
    """Return a side's leaders in a combat."""
    if combat.kind is CombatKind.BATTLE:
        return leaders_outside(board, combat.space, side)
    if side is not combat.attacker:
        return leaders_inside(board, combat.space, side)
    present = leaders_outside(board, combat.space, side)
    if ruleset.assault_leaders_involved == "all":
        return present
    return tuple(leader for leader in present if leader == combat.leader or leader in combat.force)


def _units(board: Board, combat: Combat, side: Side) -> tuple[Unit, ...]:
    return fighting_units(board, combat.space, combat.kind, side, combat.attacker)


def _kinds(board: Board, combat: Combat, side: Side) -> tuple[Kind, ...]:
    return tuple(COUNTERS[unit].kind for unit in _units(board, combat, side))


def _muster(board: Board, units: tuple[Unit, ...]) -> Muster:
    regulars = any(is_regular(COUNTERS[unit].kind) for unit in units)
    return Muster(len(units), sum(steps(board, unit) for unit in units), regulars)


@rule("ww:7.2-E")
def agenda(attacker: Side, ambush: Side | None) -> tuple[Item, ...]:
    """Return what is to be done in a combat, in order: fire and losses, then who wins what."""
    return *_fire_and_losses(attacker, ambush), Item(CombatStage.SETTLE, attacker)


@rule("ww:7.56")
def _fire_and_losses(attacker: Side, ambush: Side | None) -> tuple[Item, ...]:
    """Return who fires and who takes losses, in order: an ambusher fires first, the victim with what is left."""
    if ambush is None:
        return _simultaneous(attacker)
    victim = ambush.enemy
    return Item(CombatStage.FIRE, ambush), *_suffer(victim), Item(CombatStage.FIRE, victim), *_suffer(ambush)


@rule("ww:7.2-C", "ww:7.6")
def _simultaneous(attacker: Side) -> tuple[Item, ...]:
    """Return who fires and who takes losses, in order, without an ambush: both fire, then the attacker loses first."""
    defender = attacker.enemy
    return Item(CombatStage.FIRE, attacker), Item(CombatStage.FIRE, defender), *_suffer(attacker), *_suffer(defender)


@rule("ww:7.2-D")
def _suffer(side: Side) -> tuple[Item, ...]:
    """Return what follows fire at a side: it loses steps, then its leaders are rolled for."""
    return Item(CombatStage.LOSE, side), Item(CombatStage.CHECK_LEADERS, side)


def begun(board: Board, combat: Combat) -> Combat:
    """Return a combat about to begin: its agenda, and what both sides bring to it."""
    return replace(
        combat,
        agenda=agenda(combat.attacker, combat.ambush),
        attackers=_muster(board, _units(board, combat, combat.attacker)),
        defenders=_muster(board, _units(board, combat, combat.attacker.enemy)),
    )


# ---------------------------------------------------------------- fire


@rule("ww:7.51", "ww:7.51-nonactive", "ww:9.13-a")
def commander(state: State, combat: Combat, side: Side) -> Leader | None:
    """Return who commands a side: the activated leader while he lives, else the highest in command."""
    present = fighting_leaders(state.board, combat, side, state.ruleset)
    if side is combat.active:
        return _active_commander(combat, present)
    if combat.inactive_commander in present:
        return combat.inactive_commander
    return next(iter(highest_in_command(present)), None)


@rule("ww:7.51", "ww:9.13-a")
def _active_commander(combat: Combat, present: tuple[Leader, ...]) -> Leader | None:
    """Return the activated leader while he lives; in an assault, a higher leader who has joined it (ruling N22)."""
    if combat.leader not in present:
        return None
    if combat.kind is CombatKind.BATTLE or combat.leader in highest_in_command(present):
        return combat.leader
    return best_in_command(present)


def _must_name_commander(state: State, combat: Combat, side: Side) -> bool:
    """Say whether leaders of equal rank but different tactics leave the inactive side a choice."""
    present = fighting_leaders(state.board, combat, side, state.ruleset)
    if side is combat.active or combat.inactive_commander in present:
        return False
    return len({LEADERS[leader].tactics for leader in highest_in_command(present)}) > 1


@rule("ww:7.2-C")
def strength(board: Board, units: tuple[Unit, ...]) -> int:
    """Add up the strengths of units at the steps they have left."""
    return sum(COUNTERS[unit].strength[steps(board, unit)] for unit in units)


def modifier(state: State, combat: Combat, side: Side) -> int:
    """Return what is added to a side's die."""
    tactics = tactics_modifier(commander(state, combat, side))
    if combat.kind is CombatKind.ASSAULT:
        return tactics + assaults.coehorns_modifier(side, combat.coehorns)
    own, enemy = _kinds(state.board, combat, side), _kinds(state.board, combat, side.enemy)
    ground = woods_modifier(combat.space, own, enemy) + open_field_modifier(combat.space, own, enemy)
    if side is not combat.attacker:
        return tactics + ground
    stockade = stockade_owner(state.board, combat.space) is side.enemy
    return tactics + ground + landing_modifier(landing=combat.landing) + stockade_modifier(stockade=stockade)


def column(state: State, combat: Combat, side: Side) -> int:
    """Return the column a side fires on, after doubling and shifts."""
    firing = ambush_strength(strength(state.board, _units(state.board, combat, side)), ambushing=combat.ambush is side)
    attacking = side is combat.attacker
    if combat.kind is CombatKind.ASSAULT:
        shift = assaults.assault_shift(attacking=attacking)
    else:
        dug_in = attacking and fieldworks_owner(state.board, combat.space) is side.enemy
        shift = fieldworks_shift(fieldworks=dug_in)
    return shifted_column(combat_column(firing), shift)


@rule("ww:7.2-C", "ww:9.2", "ww:8.24-empty")
def can_fire(state: State, combat: Combat, side: Side) -> bool:
    """Say whether a side fires: in a battle if it has a unit left, in an assault always, even from an empty work."""
    return combat.kind is CombatKind.ASSAULT or bool(_units(state.board, combat, side))


def fire(state: State, combat: Combat, side: Side, die: int) -> Fire:
    """Return a side's fire for a die."""
    added, firing = modifier(state, combat, side), column(state, combat, side)
    return Fire(die, added, firing, combat_losses(firing, die + added, state.ruleset))


def fire_of(combat: Combat, side: Side) -> Fire | None:
    """Return a side's fire, once rolled."""
    return combat.attack if side is combat.attacker else combat.defence


# ---------------------------------------------------------------- decisions


def decision(state: State, combat: Combat) -> Choice[Command] | Chance[Roll] | None:
    """Return the decision a combat waits for, if it waits."""
    item = combat.agenda[0]
    if item.stage is not CombatStage.FIRE or not can_fire(state, combat, item.side):
        return None
    if _must_name_commander(state, combat, item.side):
        offered = highest_in_command(fighting_leaders(state.board, combat, item.side, state.ruleset))
        return Choice(item.side, "commander", ("ww:7.51-nonactive",), tuple(Command(leader) for leader in offered))
    rules = ("ww:7.2-C",) if combat.kind is CombatKind.BATTLE else ("ww:9.13-a",)
    return evenly(f"{combat.kind}_fire_{item.side}", rules, DIE)


def violations(state: State, combat: Combat, action: Action) -> tuple[Violation, ...] | None:
    """Return what is wrong with naming a leader as commander of the inactive side."""
    if not isinstance(action, Command):
        return None
    present = fighting_leaders(state.board, combat, combat.agenda[0].side, state.ruleset)
    return command_violations(combat.space, present, action.leader)


def apply(state: State, combat: Combat, action: Action) -> Next[State]:
    """Put a leader in command of the inactive side, or fire with a die."""
    if isinstance(action, Command):
        return Next(with_top(state, replace(combat, inactive_commander=action.leader)))
    assert isinstance(action, Roll)
    return _rolled(state, combat, action)


@rule("ww:7.2-C", "ww:9.13-a", "ww:9.13-c")
def _fires_by(combat: Combat, side: Side) -> str:
    """Name the rule by which a side fires: in an assault only the attacker's column is shifted."""
    if combat.kind is CombatKind.BATTLE:
        return "ww:7.2-C"
    return "ww:9.13-c" if side is combat.attacker else "ww:9.13-a"


def _rolled(state: State, combat: Combat, action: Roll) -> Next[State]:
    """Fire with a die."""
    item, *rest = combat.agenda
    shot = fire(state, combat, item.side, action.die)
    after = replace(combat, agenda=tuple(rest))
    after = replace(after, attack=shot) if item.side is combat.attacker else replace(after, defence=shot)
    cited = (_fires_by(combat, item.side), "ww:tbl-crt")
    fired = event(
        EventKind.FIRED, *cited, side=item.side.value, die=shot.die, modifier=shot.modifier,
        column=COLUMN_LABELS[shot.column], losses=shot.losses,
    )  # fmt: skip
    return Next(with_top(state, after), (fired,))


# ---------------------------------------------------------------- losses and leaders


def advance(state: State, combat: Combat) -> Next[State]:
    """Do the next thing on the agenda that needs no decision."""
    item, *rest = combat.agenda
    after = with_top(state, replace(combat, agenda=tuple(rest)))
    match item.stage:
        case CombatStage.LOSE:
            return Next(_losing(after, combat, item.side))
        case CombatStage.CHECK_LEADERS:
            return Next(_checking(after, combat, item.side))
        case CombatStage.SETTLE:
            return _settled(state, combat)
        case CombatStage.FIRE:
            return Next(after)
        case _:
            assert_never(item.stage)


def _losing(state: State, combat: Combat, side: Side) -> State:
    suffered = losses_suffered(combat, side)
    units = _units(state.board, combat, side)
    if not suffered or not units:
        return state
    return opened(state, Losses(side, combat.space, Cause(combat.kind.value), suffered, units))


def losses_suffered(combat: Combat, side: Side) -> int:
    """Return the loss result that a side's enemy has fired at it."""
    shot = fire_of(combat, side.enemy)
    return 0 if shot is None else shot.losses


@rule("ww:7.7")
def leaders_at_risk(combat: Combat, side: Side) -> bool:
    """Say whether a side's leaders are rolled for: on an enemy's natural 1 or 6 that cost their units a step."""
    shot = fire_of(combat, side.enemy)
    hit = combat.attackers if side is combat.attacker else combat.defenders
    return shot is not None and min(shot.losses, hit.steps) > 0 and shot.die in _CHECK_ON


def _checking(state: State, combat: Combat, side: Side) -> State:
    leaders = fighting_leaders(state.board, combat, side, state.ruleset)
    if not leaders_at_risk(combat, side) or not leaders:
        return state
    return opened(state, LeaderChecks(side, combat.space, Cause(combat.kind.value), leaders))


# ---------------------------------------------------------------- winner


@rule("ww:7.8")
def battle_winner(state: State, combat: Combat) -> Side:
    """Return who wins a battle: the only side left, else the side that inflicted more, else the defender."""
    attacker, defender = combat.attacker, combat.attacker.enemy
    left = tuple(side for side in (attacker, defender) if _units(state.board, combat, side))
    match left:
        case (side,):
            return side
        case ():
            return _winner_of_the_dead(combat, state.ruleset)
        case _:
            return attacker if losses_suffered(combat, defender) > losses_suffered(combat, attacker) else defender


@rule("ww:7.8-both")
def _winner_of_the_dead(combat: Combat, ruleset: Ruleset) -> Side:
    """Return who wins when both sides are wiped out: who has the larger result, or by option inflicted more steps."""
    inflicted = losses_suffered(combat, combat.attacker.enemy)
    suffered = losses_suffered(combat, combat.attacker)
    if ruleset.mutual_elimination_compare == "steps_inflicted":
        inflicted, suffered = combat.defenders.steps, combat.attackers.steps
    return combat.attacker if inflicted > suffered else combat.attacker.enemy


@rule("ww:7.81")
def battle_points(loser: Muster) -> int:
    """Return the winner's VP: for beating a Regular or more than four units of any kind."""
    return _BATTLE_POINTS if loser.regulars or loser.units > _MANY_UNITS else 0


@rule("ww:7.82")
def is_overrun(state: State, combat: Combat) -> bool:
    """Say whether the attacker overran: no enemy unit left, no own step lost, no fortification defending."""
    defender = combat.attacker.enemy
    work = fortification(state.board, combat.space)
    unhurt = losses_suffered(combat, combat.attacker) == 0
    return unhurt and not _units(state.board, combat, defender) and (work is None or work[1] is not defender)


@rule("ww:7.8", "ww:7.8-both", "ww:7.82")
def _won_by(state: State, combat: Combat, *, overrun: bool) -> tuple[str, ...]:
    """Name the rules by which a battle is won."""
    if overrun:
        return "ww:7.8", "ww:7.82"
    return ("ww:7.8",) if any(_units(state.board, combat, side) for side in Side) else ("ww:7.8", "ww:7.8-both")


def _settled(state: State, combat: Combat) -> Next[State]:
    after = closed(state)
    facts = {"space": IDS[combat.space], "kind": combat.kind.value}
    if combat.kind is CombatKind.ASSAULT:
        inflicted = losses_suffered(combat, combat.attacker.enemy)
        if not assaults.attacker_wins(inflicted, losses_suffered(combat, combat.attacker)):
            lost = event(EventKind.COMBAT_WON, "ww:9.2", "ww:9.21", side=combat.attacker.enemy.value, **facts)
            return Next(after, (lost,))
        won = event(EventKind.COMBAT_WON, "ww:9.2", side=combat.attacker.value, **facts)
        taken = assaults.captured(after, combat.space, combat.attacker)
        return Next(opened(taken.state, MassacreWindow(combat.space, combat.attacker)), (won, *taken.events))
    winner = battle_winner(state, combat)
    overrun = winner is combat.attacker and is_overrun(state, combat)
    after = handed(after, winner, overrun=overrun)
    won = event(EventKind.COMBAT_WON, *_won_by(state, combat, overrun=overrun), side=winner.value, **facts)
    points = battle_points(combat.defenders if winner is combat.attacker else combat.attackers)
    if not points:
        return Next(after, (won,))
    scored = score(after, winner, points, "ww:7.81")
    return Next(scored.state, (won, *scored.events))


COMBAT: Procedure[State, Combat, Action] = Procedure(decision, violations, apply, advance)
