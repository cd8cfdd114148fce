"""What a record says of the fire in a battle or an assault, and how the replay fires as recorded.

A record gives the losses that each side's die inflicted, and which side's die fell first. Where that is a known
departure, the replay lets the same happen and goes on, so that what follows is compared too.
"""

from collections.abc import Mapping

from oracle.peers.wilderness_war.records import Step
from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Next
from reference.wilderness_war.actions import Action, Roll
from reference.wilderness_war.board import Work, fortification
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch07_combat import agenda, battle_winner, fighting_units, fire_of, losses_suffered
from reference.wilderness_war.frames import Battle, Combat, CombatKind
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State


def combat_in(state: State) -> Combat | None:
    """Return the combat under way."""
    return next((frame for frame in reversed(state.stack.frames) if isinstance(frame, Combat)), None)


def told_of(step: Step, combat: Combat) -> Mapping[str, Json]:
    """Return what the record says of a combat after a step; nothing if it is over then."""
    told = step.context.get("battle")
    here = isinstance(told, Mapping) and told.get("where") == IDS[combat.space]
    return told if here and isinstance(told, Mapping) else {}


def recorded_losses(step: Step, combat: Combat, side: Side) -> int | None:
    """Return the losses that a side's die inflicted in the record; nothing if it does not say."""
    told = told_of(step, combat).get("attack_result" if side is combat.attacker else "defence_result")
    return told if isinstance(told, int) else None


def first_to_fire(step: Step, combat: Combat) -> Side | None:
    """Return the side whose die fell first, if the step in which the first die falls shows that they fell in turn."""
    told = told_of(step, combat)
    attack, defence = told.get("attack_die"), told.get("defence_die")
    if attack is None and defence is None:
        return None
    if attack is None or defence is None:
        return combat.attacker.enemy if attack is None else combat.attacker
    dice = [drawn.value for drawn in step.draws if drawn.kind == "d6"]
    return combat.attacker.enemy if attack != defence and dice[-2:] == [defence, attack] else None


def ambushed(state: State, combat: Combat, side: Side) -> State:
    """Return a combat about to begin with a side that fires first and doubled."""
    return with_top(state, replace(combat, ambush=side, agenda=agenda(combat.attacker, side)))


def fired(state: State, die: Roll, losses: int) -> Next[State]:
    """Let a side fire with the losses that the record has."""
    combat, working = state.stack.top, ENGINE.at_work(state)
    assert isinstance(combat, Combat)
    assert working is not None
    after = working.apply(state, die)
    rolled = after.state.stack.top
    assert isinstance(rolled, Combat)
    shot = fire_of(rolled, combat.agenda[0].side)
    assert shot is not None
    shot = replace(shot, losses=losses)
    attacks = combat.agenda[0].side is combat.attacker
    rolled = replace(rolled, attack=shot) if attacks else replace(rolled, defence=shot)
    return ENGINE.settle(Next(with_top(after.state, rolled), after.events))


def runs_over_stockade(state: State, combat: Combat) -> bool:
    """Say whether a battle about to be settled would be an overrun but for a stockade of the defender."""
    defender = combat.attacker.enemy
    return (
        combat.kind is CombatKind.BATTLE
        and battle_winner(state, combat) is combat.attacker
        and losses_suffered(combat, combat.attacker) == 0
        and not fighting_units(state.board, combat.space, combat.kind, defender, combat.attacker)
        and fortification(state.board, combat.space) == (Work.STOCKADE, defender)
    )


def overrun(state: State, action: Action) -> Next[State] | None:
    """Return what an action leads to if the battle that it ends is an overrun in spite of a stockade; else nothing."""
    working = ENGINE.at_work(state)
    assert working is not None
    now = working.apply(state, action)
    events = now.events
    while combat_in(now.state) is not None:
        top = now.state.stack.top
        over = isinstance(top, Combat) and len(top.agenda) == 1 and runs_over_stockade(now.state, top)
        following = ENGINE.advance(now.state)
        if following is None:
            return None
        now, events = following, (*events, *following.events)
        top = now.state.stack.top
        if over and isinstance(top, Battle):
            return ENGINE.settle(Next(with_top(now.state, replace(top, overrun=True)), events))
    return None
