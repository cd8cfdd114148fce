"""Chapters 6.1 and 6.51: a movement from its first space to its last (`Move`).

Each step runs through the reactions in a fixed order: LAKE SCHOONER, interception, inside or outside, avoidance,
battle, and what becomes of the space. Then the mover goes on, if it may.
"""

from collections.abc import Iterator
from typing import assert_never

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import below, finished, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Objection, event
from reference.wilderness_war import ch06_dropping, ch06_events
from reference.wilderness_war.actions import (
    Action,
    By,
    Decline,
    Demolish,
    Drop,
    DropLeader,
    Go,
    Halt,
    RaidNow,
    Respond,
)
from reference.wilderness_war.board import (
    Board,
    has_amphib,
    holds_unbesieged,
    put_amphib,
    put_stockade,
    stockade_owner,
    units_outside,
)
from reference.wilderness_war.cards import FACES
from reference.wilderness_war.cards import Event as CardEvent
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch05_construction import razing_offered, razing_violations, take_up_demolition
from reference.wilderness_war.ch06_aftereffects import follows_from_step
from reference.wilderness_war.ch06_avoiding import avoidance_passed_over, may_avoid
from reference.wilderness_war.ch06_entering import (
    go_violations,
    halt_violations,
    is_held,
    stepped,
    steps_offered,
    strong_work,
)
from reference.wilderness_war.ch06_interception import interception_passed_over, may_intercept
from reference.wilderness_war.ch06_reach import has_drilled
from reference.wilderness_war.ch06_stops import battle_stops, stopped, way_stops, will_stop, work_stops
from reference.wilderness_war.ch08_inside import shelters
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.ch10_targets import dropped_raid, raiding_of
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    NOTHING_DROPPED,
    Activation,
    Battle,
    MassacreWindow,
    Move,
    MoveStage,
    Reaction,
    ReactionKind,
    Sheltering,
)
from reference.wilderness_war.pieces_moved import names, relocated
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import (
    Departure,
    State,
    on_board,
    responded,
    response,
    score,
)

STOCKADE_POINTS = table("victory_points").number("capture_or_destroy_stockade_not_by_raid")
_NEXT = {
    MoveStage.WEATHER: MoveStage.GUIDE,
    MoveStage.GUIDE: MoveStage.STEP,
    MoveStage.SCHOONER: MoveStage.INTERCEPTION,
    MoveStage.INTERCEPTION: MoveStage.SHELTER,
    MoveStage.SHELTER: MoveStage.AVOIDANCE,
    MoveStage.AVOIDANCE: MoveStage.DROPPED_RAIDS,
    MoveStage.DROPPED_RAIDS: MoveStage.CLASH,
    MoveStage.CLASH: MoveStage.AFTERMATH,
}


# ---------------------------------------------------------------- decisions


@rule("ww:6.22-note")
def begun(state: State, move: Move) -> Move:
    """Return a movement about to begin, at the first stage at which somebody may respond: FOUL WEATHER comes first."""
    if ch06_events.window(state, move) is not None:
        return move
    guided = replace(move, stage=MoveStage.GUIDE)
    return guided if ch06_events.window(state, guided) is not None else replace(move, stage=MoveStage.STEP)


def decision(state: State, move: Move) -> Choice[Action] | None:
    """Return the mover's next step, or a reaction by card."""
    asked = ch06_events.window(state, move)
    if asked is not None:
        side, card = asked
        return Choice(side, f"response_{move.stage.value}", (FACES[card].rule,), (Respond(card), Decline()))
    if move.stage is MoveStage.STEP:
        steps = steps_offered(state, move)
        drops = ch06_dropping.drops_offered(state, move, steps)
        if not steps and not drops:
            return None
        halt = () if any(halt_violations(state, move)) else (Halt(),)
        offered = (*steps, *drops, *halt, *razing_offered(state, move.side))
        return Choice(move.side, "step", ("ww:6.1",), offered)
    if move.stage is MoveStage.DROPPED_RAIDS and dropped_raid(state, move) is not None:
        return Choice(move.side, "dropped_raid", ("ww:10.13",), (RaidNow(), Decline()))
    return None


def violations(state: State, move: Move, action: Action) -> Objection:
    """Return the rules that a step, a halt, a drop or a response would break."""
    asked = ch06_events.window(state, move)
    if asked is not None:
        return ch06_events.violations(state, *asked, action)
    if move.stage is MoveStage.DROPPED_RAIDS:
        return () if isinstance(action, RaidNow | Decline) else None
    match action:
        case Go():
            return go_violations(state, move, action)
        case Halt():
            return tuple(halt_violations(state, move))
        case Drop() | DropLeader():
            return ch06_dropping.violations(state, move, action)
        case Demolish():
            return razing_violations(state.board, move.side)
        case _:
            return None


def apply(state: State, move: Move, action: Action) -> Next[State]:
    """Take a step, leave a piece behind, halt, raid, respond, or go on."""
    match action:
        case Go():
            return _gone(state, move, action)
        case Halt():
            return Next(_halted(state, move))
        case Drop() | DropLeader():
            return ch06_dropping.apply(state, move, action)
        case Demolish():
            return take_up_demolition(state, move.side)
        case Respond(card):
            return ch06_events.apply(state, move, card)
        case _ if move.stage is MoveStage.DROPPED_RAIDS:
            return Next(_raided_or_not(state, move, action))
        case _:
            return advance(state, move)


def _raided_or_not(state: State, move: Move, action: Action) -> State:
    """Let auxiliaries left behind raid, or not."""
    place = dropped_raid(state, move)
    assert place is not None
    if isinstance(action, RaidNow):
        return opened(state, raiding_of(state, move, place))
    return with_top(state, replace(move, declined=(*move.declined, place)))


@rule("ww:6.64")
def _halted(state: State, move: Move) -> State:
    """End the movement; an infiltrator that stops among enemies fights them."""
    if move.infiltrating and is_held(state.board, move.at, move.side.enemy):
        return with_top(state, replace(move, infiltrating=False, stage=MoveStage.SHELTER))
    return with_top(state, replace(move, stage=MoveStage.END))


# ---------------------------------------------------------------- a step


@rule("ww:5.532-note")
def _is_enemy_settlement(board: Board, place: Space, side: Side) -> bool:
    """Say whether a space is the settlement of a tribe that the enemy of a side has in play."""
    return bool(allied_tribes(board, place, side.enemy))


@rule("ww:6.2", "ww:6.3", "ww:6.4", "ww:6.431", "ww:6.431-marker", "ww:card-amphibious-fx")
def _gone(state: State, move: Move, go: Go) -> Next[State]:
    """Take a step, placing the marker of a landing; reactions follow."""
    events: list[Event] = []
    held = holds_unbesieged(state.board, go.to, move.side)
    settled = _is_enemy_settlement(state.board, go.to, move.side)
    after = replace(
        stepped(state, move, go),
        stage=MoveStage.SCHOONER, held_before=held, settlement=settled, intercepted=(), intercepted_leaders=(),
        sheltered=False, last_drop=NOTHING_DROPPED, declined=(), winner=None,
    )  # fmt: skip
    if go.by is By.LANDING:
        card = response(state, move.side, CardEvent.AMPHIBIOUS)
        assert card is not None
        played = responded(state, card, move.side, "ww:6.431")
        events.extend(played.events)
        if not has_amphib(state.board, go.to):
            events.append(event(EventKind.MARKER_PLACED, "ww:6.431-marker", marker="amphib", space=IDS[go.to]))
        state = on_board(played.state, put_amphib(played.state.board, go.to, present=True))
    facts: dict[str, Fact] = {"side": move.side.value, "to": IDS[go.to], "by": go.by.value}
    cited = {By.LAND: "ww:6.2", By.BOAT: "ww:6.3", By.NAVAL: "ww:6.4", By.LANDING: "ww:6.43"}[go.by]
    events.append(event(EventKind.PIECES_MOVED, cited, **facts, pieces=names(move.leaders, move.units)))
    state = on_board(state, relocated(state.board, go.to, move.leaders, move.units))
    entered = with_top(departed(state, move), after)
    events.extend(_told_on_entry(entered, after))
    if _is_undisturbed(entered, after):
        entered = with_top(entered, replace(after, stage=MoveStage.AFTERMATH))
    return Next(entered, tuple(events))


def _told_on_entry(state: State, move: Move) -> Iterator[Event]:
    """Tell what is not asked, or is settled, as soon as a mover has entered a space."""
    yield from ch06_events.schooner_passed_over(state, move)
    if ch06_events.window(state, move) is not None:
        yield from will_stop(state, move)
    if _is_undisturbed(state, move):
        yield from interception_passed_over(state, move)


@rule("ww:9.12-campaign")
def departed(state: State, move: Move) -> State:
    """Note where leaders begin to move under CAMPAIGN: one who arrives stops nobody there from besieging (N22)."""
    before = state.phase.departures
    if not state.phase.campaign:
        return state
    known = {each.leader for each in before}
    fresh = tuple(Departure(leader, move.at) for leader in move.leaders if leader not in known)
    return replace(state, phase=replace(state.phase, departures=before + fresh))


def _is_undisturbed(state: State, move: Move) -> bool:
    """Say whether nobody can react to a step into a space the enemy does not hold; most steps are like this."""
    if is_held(state.board, move.at, move.side.enemy) or ch06_events.schooner_card(state, move) is not None:
        return False
    if units_outside(state.board, move.at, move.side.enemy) or follows_from_step(state, move) is not None:
        return False
    return not may_intercept(state, move, Reaction(ReactionKind.INTERCEPT, move.side.enemy, move.at, move.entry))


# ---------------------------------------------------------------- reactions


def advance(state: State, move: Move) -> Next[State]:
    """Go on with what needs no decision."""
    on = with_top(state, replace(move, stage=_NEXT.get(move.stage, MoveStage.END)))
    enemy = move.side.enemy
    match move.stage:
        case MoveStage.WEATHER | MoveStage.GUIDE | MoveStage.SCHOONER | MoveStage.DROPPED_RAIDS:
            return Next(on)
        case MoveStage.STEP:
            return Next(_halted(state, move))
        case MoveStage.INTERCEPTION:
            return follows_from_step(state, move) or _interception(state, move, on)
        case MoveStage.SHELTER:
            going_on = _goes_on_infiltrating(state, move)
            return _sheltering(state, move, on) if going_on is None else Next(going_on)
        case MoveStage.AVOIDANCE:
            return _avoidance(state, move, on)
        case MoveStage.CLASH:
            return Next(opened(on, _battle(state, move)) if units_outside(state.board, move.at, enemy) else on)
        case MoveStage.AFTERMATH:
            return _aftermath(state, move)
        case MoveStage.END:
            return Next(_ended(state, move))
        case _:
            assert_never(move.stage)


def _interception(state: State, move: Move, on: State) -> Next[State]:
    if move.sheltered:
        on = with_top(state, replace(move, stage=MoveStage.AVOIDANCE))
    reaction = Reaction(ReactionKind.INTERCEPT, move.side.enemy, move.at, move.entry)
    if may_intercept(state, move, reaction):
        return Next(opened(on, reaction), will_stop(state, move))
    return Next(on, interception_passed_over(state, move))


def _avoidance(state: State, move: Move, on: State) -> Next[State]:
    reaction = Reaction(ReactionKind.AVOID, move.side.enemy, move.at, move.entry)
    if may_avoid(state, reaction):
        return Next(opened(on, reaction), will_stop(state, move))
    return Next(on, avoidance_passed_over(state, reaction))


@rule("ww:6.64")
def _goes_on_infiltrating(state: State, move: Move) -> State | None:
    """Let an infiltrator go on if nobody caught it; none if the mover is not one."""
    if not move.infiltrating or move.intercepted:
        return None
    return with_top(_let_pass(state, move), replace(move, stage=MoveStage.STEP))


@rule("ww:8.1-clar-intercept")
def _after_inside_choice(state: State, move: Move, on: State) -> State:
    """Return what follows the inside choice: interception, if by option the defender made that choice first (D33)."""
    return with_top(state, replace(move, stage=MoveStage.INTERCEPTION)) if move.sheltered else on


@rule("ww:6.71-join", "ww:6.83-clar", "ww:8.1", "ww:8.1-clar-intercept")
def _sheltering(state: State, move: Move, on: State) -> Next[State]:
    """Let the defender send pieces inside, before anybody avoids battle; the others in the space will fight."""
    after = _after_inside_choice(state, move, on)
    sheltering = Sheltering(move.side.enemy, move.at, move.intercepted, move.intercepted_leaders)
    return Next(opened(after, sheltering), will_stop(state, move)) if shelters(state, sheltering) else Next(after)


@rule("ww:fr-14.24")
def _let_pass(state: State, move: Move) -> State:
    """Note the units that let an infiltrator pass; by option they may not try again (D8)."""
    if state.ruleset.infiltrated_units_barred == "leaving_only":
        return state
    here = units_outside(state.board, move.at, move.side.enemy)
    return replace(state, phase=replace(state.phase, barred=state.phase.barred + here))


@rule("ww:6.712")
def is_caught_at_fort(board: Board, move: Move) -> bool:
    """Say whether the mover is an infiltrator caught at an enemy fort or fortress: it fights outside and must leave."""
    return move.infiltrating and strong_work(board, move.at, move.side.enemy) is not None


@rule("ww:6.712")
def attacker_of(state: State, move: Move, *, caught: bool) -> Side:
    """Return who attacks: the mover, or by option those who caught an infiltrator at their fort (D7)."""
    attacked = caught and state.ruleset.infiltrator_caught_role == "defender"
    return move.side.enemy if attacked else move.side


@rule("ww:6.51-a", "ww:6.71-a", "ww:7.1")
def _battle(state: State, move: Move) -> Battle:
    """Return the battle that a mover must fight."""
    caught = is_caught_at_fort(state.board, move)
    attacker = attacker_of(state, move, caught=caught)
    return Battle(
        move.at, attacker, move.side, move.entry, leader=move.commander, force=move.leaders,
        landing=_is_landing(move), caught=caught,
    )  # fmt: skip


@rule("ww:7.54")
def _is_landing(move: Move) -> bool:
    """Say whether a mover attacks by landing amphibiously."""
    return move.by is By.LANDING


# ---------------------------------------------------------------- what becomes of the space


@rule("ww:6.51", "ww:6.51-a")
def _aftermath(state: State, move: Move) -> Next[State]:
    """Take an undefended stockade, and say whether the mover may go on."""
    here = _survivors(state, move)
    taken = capture_stockade(state, here)
    if taken is not None:
        return taken
    stays = tuple(work_stops(state.board, here) if move.winner is None else battle_stops(move, here))
    stage = MoveStage.END if stays else MoveStage.STEP
    after = with_top(state, replace(noting_the_dead(state.board, here), stage=stage))
    return Next(after, stopped(state, here, stays or tuple(way_stops(state, here))))


@rule("ww:5.532-note")
def noting_the_dead(board: Board, move: Move) -> Move:
    """Note one more settlement whose last allied unit died in the battle; by option it is not raided (D31)."""
    died = move.settlement and not allied_tribes(board, move.at, move.side.enemy)
    before = move.lapsed_before if move.lapsed is None else (*move.lapsed_before, move.lapsed)
    return replace(move, lapsed=move.at if died else None, lapsed_before=before)


def _survivors(state: State, move: Move) -> Move:
    """Return the mover with those who are still with it."""
    return replace(
        move,
        units=tuple(unit for unit in move.units if state.board.unit_at[unit] == move.at),
        leaders=tuple(leader for leader in move.leaders if state.board.leader_at[leader] == move.at),
    )


@rule("ww:5.45-capture", "ww:6.51-c")
def capture_stockade(state: State, move: Move) -> Next[State] | None:
    """Flip an undefended enemy stockade that drilled troops have entered, with its VP."""
    if stockade_owner(state.board, move.at) is not move.side.enemy or not has_drilled(move.units):
        return None
    after = on_board(state, put_stockade(state.board, move.at, move.side))
    after = with_top(after, replace(move, halted=True))
    facts: dict[str, Fact] = {"side": move.side.value, "space": IDS[move.at], "work": "stockade"}
    scored = score(after, move.side, STOCKADE_POINTS, "ww:5.45-capture")
    news = event(EventKind.WORK_CAPTURED, "ww:5.45-capture", "ww:6.51-c", **facts)
    return Next(opened(scored.state, MassacreWindow(move.at, move.side)), (news, *scored.events))


@rule("ww:5.36", "ww:10.13")
def _ended(state: State, move: Move) -> State:
    """Tell the activation what it must know: where the move ended, who was left behind."""
    parent = below(state)
    if not isinstance(parent, Activation):
        return replace(state, stack=state.stack.popped())
    told = replace(
        parent,
        ended=move.at, entry=move.entry, dropped=move.dropped, dropped_leaders=move.dropped_leaders,
        lapsed=move.lapsed, landed=_is_landing(move), infiltrated=move.infiltrated, lapsed_before=move.lapsed_before,
    )  # fmt: skip
    return finished(state, told)


MOVE: Procedure[State, Move, Action] = Procedure(decision, violations, apply, advance)
