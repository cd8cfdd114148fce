"""Chapter 7.2: a battle from the call for militia to the retreat (`Battle`).

The fire itself is `Combat`; this is what comes before and after it.
"""

from typing import assert_never

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, unasked, violation
from reference.wilderness_war import ch07_combat, ch07_events, ch07_militia, ch07_retreat
from reference.wilderness_war.actions import Action, Done, Pick, PickLeader
from reference.wilderness_war.board import (
    fieldworks_owner,
    leaders_inside,
    leaders_outside,
    put_fieldworks,
    put_stockade,
    stockade_owner,
    units_inside,
    units_outside,
)
from reference.wilderness_war.cards import Event as CardEvent
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import COUNTERS, Leader, Unit, is_auxiliary, is_drilled
from reference.wilderness_war.ch05_activation import spend_joiners
from reference.wilderness_war.choosing import (
    alike_together,
    following_leaders,
    following_units,
    leader_violations,
    unit_violations,
    with_piece,
)
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, BattleStage, Combat, CombatKind, MassacreWindow, Muster, Retreat
from reference.wilderness_war.pieces_moved import relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Fight, State, handed, on_board, response, score
from reference.wilderness_war.windows import Passed

_NO_MUSTER = Muster(0, 0, regulars=False)
_STOCKADE_POINTS = table("victory_points").number("capture_or_destroy_stockade_not_by_raid")

# ---------------------------------------------------------------- relief


@rule("ww:8.251")
def besieged(state: State, battle: Battle) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    """Return the besieged pieces that may join a battle of friends from outside against their besiegers."""
    if battle.sortie:
        return (), ()
    leaders = leaders_inside(state.board, battle.space, battle.mover)
    return leaders, units_inside(state.board, battle.space, battle.mover)


def _relief_offered(state: State, battle: Battle) -> tuple[Action, ...]:
    leaders, units = besieged(state, battle)
    officers = () if battle.joined else following_leaders(leaders, battle.joined_leaders)
    return (*map(PickLeader, officers), *map(Pick, following_units(units, battle.joined, alike_together(state.board))))


def _relief_decision(state: State, battle: Battle) -> Choice[Action] | None:
    offered = _relief_offered(state, battle)
    if not offered:
        return None
    return Choice(battle.mover, "join_relief", ("ww:8.251",), (*offered, Done()))


@rule("ww:8.251")
def _relief_violations(state: State, battle: Battle, action: Action) -> tuple[Violation, ...] | None:
    """Refuse a piece that may not join the battle."""
    leaders, units = besieged(state, battle)
    match action:
        case Done():
            return ()
        case Pick(unit):
            return unit_violations(units, battle.joined, unit, "ww:8.251")
        case PickLeader(leader):
            return leader_violations(leaders, battle.joined_leaders, leader, "ww:8.251")
        case _:
            return None


@rule("ww:8.251", "ww:5.36-imp")
def _joined(state: State, battle: Battle, action: Action) -> Next[State]:
    """Lead a besieged piece out to the battle, without activation, or stop."""
    match action:
        case Pick(unit):
            after = on_board(state, relocated(state.board, battle.space, (), (unit,)))
            return Next(with_top(after, replace(battle, joined=with_piece(battle.joined, unit))))
        case PickLeader(leader):
            after = on_board(state, relocated(state.board, battle.space, (leader,), ()))
            return Next(with_top(after, replace(battle, joined_leaders=with_piece(battle.joined_leaders, leader))))
        case _:
            assert isinstance(action, Done)
            return Next(with_top(state, replace(battle, stage=BattleStage.ATTACKER_EVENTS)))


# ---------------------------------------------------------------- the procedure


def decision(state: State, battle: Battle) -> Choice[Action] | None:
    """Return what somebody has to say before the battle: militia, relief, events."""
    match battle.stage:
        case BattleStage.MILITIA:
            return ch07_militia.decision(state, battle) if _is_met(state, battle) else None
        case BattleStage.RELIEF:
            return _relief_decision(state, battle)
        case BattleStage.ATTACKER_EVENTS | BattleStage.DEFENDER_EVENTS:
            return ch07_events.decision(state, battle)
        case _:
            return None


def violations(state: State, battle: Battle, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps militia, relief or an event from the battle."""
    match battle.stage:
        case BattleStage.MILITIA:
            return ch07_militia.violations(state, battle, action)
        case BattleStage.RELIEF:
            return _relief_violations(state, battle, action)
        case _:
            return ch07_events.violations(state, battle, action)


def apply(state: State, battle: Battle, action: Action) -> Next[State]:
    """Take militia, relief or an event into the battle."""
    match battle.stage:
        case BattleStage.MILITIA:
            return ch07_militia.apply(state, battle, action)
        case BattleStage.RELIEF:
            return _joined(state, battle, action)
        case _:
            return ch07_events.apply(state, battle, action)


def _is_met(state: State, battle: Battle) -> bool:
    return bool(units_outside(state.board, battle.space, battle.mover.enemy))


def advance(state: State, battle: Battle) -> Next[State]:
    """Go on with what needs no decision."""
    match battle.stage:
        case BattleStage.MILITIA:
            return _called(state, battle)
        case BattleStage.RELIEF:
            return Next(with_top(state, replace(battle, stage=BattleStage.ATTACKER_EVENTS)))
        case BattleStage.ATTACKER_EVENTS | BattleStage.DEFENDER_EVENTS:
            on = with_top(state, replace(battle, stage=ch07_events.following_stage(battle)))
            return Next(on, ch07_events.passed_over(state, battle))
        case BattleStage.FIRE:
            return Next(_fired(state, battle))
        case BattleStage.RETREAT:
            return Next(_retreating(state, battle))
        case BattleStage.AFTER:
            return _after(state, battle)
        case _:
            assert_never(battle.stage)


def _called(state: State, battle: Battle) -> Next[State]:
    """Skip the militia, or the battle itself if every defender has slipped away."""
    if _is_met(state, battle):
        return Next(ch07_militia.decided(state, battle), ch07_militia.passed_over(state, battle))
    return Next(handed(closed(state), battle.mover, overrun=True))


@rule("ww:7.2-C", "ww:7.1", "ww:5.36-imp")
def _fired(state: State, battle: Battle) -> State:
    """Open fire, noting who fights without having been activated."""
    combat = Combat(
        CombatKind.BATTLE, battle.space, battle.attacker, battle.mover, (), _NO_MUSTER, _NO_MUSTER,
        leader=battle.leader, force=battle.force, landing=battle.landing, ambush=ch07_events.ambusher(battle),
    )  # fmt: skip
    known = _fight_noted(spend_joiners(state, battle.joined, battle.joined_leaders), battle)
    after = with_top(known, replace(battle, stage=BattleStage.RETREAT))
    return opened(after, ch07_combat.begun(state.board, combat))


@rule("ww:10.2-exc")
def _fight_noted(state: State, battle: Battle) -> State:
    """Note which of the mover's auxiliaries fight here: militia may not be called against their raid."""
    fights = tuple(
        Fight(unit, battle.space)
        for unit in units_outside(state.board, battle.space, battle.mover)
        if is_auxiliary(COUNTERS[unit].kind)
    )
    return replace(state, phase=replace(state.phase, fights=(*state.phase.fights, *fights)))


@rule("ww:7.2-F", "ww:7.91", "ww:6.712")
def _retreating(state: State, battle: Battle) -> State:
    """Send militia home, then let the loser retreat; an infiltrator caught at a fort retreats even if it won."""
    assert battle.winner is not None
    home = with_top(ch07_militia.sent_home(state, battle), replace(battle, stage=BattleStage.AFTER))
    loser = battle.mover if battle.caught else battle.winner.enemy
    return opened(home, _retreat(home, battle, loser))


@rule("ww:7.92-c", "ww:7.92-d", "ww:8.252")
def _retreat(state: State, battle: Battle, loser: Side) -> Retreat:
    """Return the retreat of a side: movers go back, pieces that came out of a besieged work go inside again."""
    moved = loser is battle.mover
    units = units_outside(state.board, battle.space, loser)
    leaders = leaders_outside(state.board, battle.space, loser)
    frame = Retreat(
        loser, battle.space, moved, battle.entry, units, leaders,
        inside_only=battle.joined if moved else (), inside_leaders=battle.joined_leaders if moved else (),
    )  # fmt: skip
    return ch07_retreat.marshalled(state.board, frame, state.ruleset)


def _after(state: State, battle: Battle) -> Next[State]:
    """Settle stockade and Fieldworks, and hand the result over."""
    assert battle.winner is not None
    events: list[Event] = []
    state = _levelled(state, battle, battle.winner, events)
    after = handed(closed(state), battle.winner, overrun=battle.overrun)
    burnt = _stockade_burnt(after, battle, battle.winner)
    if burnt is not None:
        return Next(burnt.state, (*events, *burnt.events))
    return Next(after, tuple(events))


@rule("ww:card-fieldworks-clar")
def _levelled(state: State, battle: Battle, winner: Side, events: list[Event]) -> State:
    """Remove the Fieldworks of beaten defenders."""
    if fieldworks_owner(state.board, battle.space) is not winner.enemy or winner is not battle.attacker:
        return state
    events.append(
        event(EventKind.MARKER_REMOVED, "ww:card-fieldworks-clar", marker="fieldworks", space=IDS[battle.space])
    )
    return on_board(state, put_fieldworks(state.board, battle.space, None))


@rule("ww:5.45-destroy")
def _stockade_burnt(state: State, battle: Battle, winner: Side) -> Next[State] | None:
    """Destroy the stockade where drilled troops won a battle, with its VP; MASSACRE! may answer (D37)."""
    drilled = any(is_drilled(COUNTERS[unit].kind) for unit in units_outside(state.board, battle.space, winner))
    if stockade_owner(state.board, battle.space) is not winner.enemy or not drilled:
        return None
    facts: dict[str, Fact] = {"space": IDS[battle.space], "side": winner.value}
    news = event(EventKind.STOCKADE_REMOVED, "ww:5.45-destroy", **facts)
    after = on_board(state, put_stockade(state.board, battle.space, None))
    scored = score(after, winner, _STOCKADE_POINTS, "ww:5.45-destroy")
    answered = _massacre_offered(scored.state, battle, winner)
    return Next(answered.state, (news, *scored.events, *answered.events))


@rule("ww:card-massacre-clar3")
def _massacre_offered(state: State, battle: Battle, winner: Side) -> Next[State]:
    """Let MASSACRE! answer a stockade destroyed in battle, by option (D37)."""
    if state.ruleset.massacre_on_destroyed_stockade == "yes":
        return Next(opened(state, MassacreWindow(battle.space, winner)))
    if response(state, winner.enemy, CardEvent.MASSACRE) is None:
        return Next(state)
    why = (violation(Reason.STOCKADE_DESTROYED, "ww:card-massacre-clar3", space=IDS[battle.space]),)
    return Next(state, (unasked(EventKind.NOT_ASKED, winner.enemy.value, Passed.MASSACRE, why),))


BATTLE: Procedure[State, Battle, Action] = Procedure(decision, violations, apply, advance)
