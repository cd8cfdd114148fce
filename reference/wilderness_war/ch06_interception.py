"""Chapter 6.7: interception, one of two kinds of `Reaction`.

For each space a mover enters, the other side may try to bring one group into it, which the mover must then attack.
"""

from collections.abc import Iterator
from functools import partial
from typing import assert_never

from reference.kernel.choosing import first_of_alike
from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import below, closed, finished, with_top
from reference.kernel.verdicts import Fact, Next, Objection, Unasked, Violation, event, violation
from reference.wilderness_war.actions import (
    DIE,
    Action,
    Decline,
    Done,
    InsideFirst,
    Pick,
    PickLeader,
    Raze,
    Razed,
    Roll,
)
from reference.wilderness_war.board import (
    Board,
    fieldworks_owner,
    is_besieged,
    is_besieged_leader,
    is_besieged_unit,
    leaders_outside,
    units_on_map,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, SPACES, Space, adjacent, is_wild
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit, is_auxiliary
from reference.wilderness_war.ch05_construction import demolished
from reference.wilderness_war.ch06_entering import is_infiltrator
from reference.wilderness_war.ch06_groups import (
    another_may_try,
    commander_violations,
    field_units,
    formed,
    forming_actions,
    forming_violations,
    leads_any,
    needs_a_leader,
    reaction_tactics,
    succeeds,
)
from reference.wilderness_war.ch08_consequences import left_siege
from reference.wilderness_war.ch08_inside import own_refuge, shelters
from reference.wilderness_war.ch08_siege_roll import left_fortress
from reference.wilderness_war.choosing import alike_on
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move, MoveStage, Reaction, ReactionKind, ReactionStage, Sheltering
from reference.wilderness_war.pieces_moved import names, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board
from reference.wilderness_war.windows import Passed, not_asked

# ---------------------------------------------------------------- who may intercept


@rule("ww:6.722")
def is_safe_entry(move: Move) -> bool:
    """Say whether a mover enters a space that its side's unbesieged units or fortifications already held (N62)."""
    return move.held_before


@rule("ww:6.723")
def is_leaders_alone(move: Move) -> bool:
    """Say whether leaders move alone, whom nobody intercepts."""
    return not move.units


@rule("ww:6.85", "ww:6.722", "ww:6.723")
def safe_violations(move: Move) -> Iterator[Violation]:
    """Find what keeps everybody from intercepting a mover: its side stands there, it is leaders, an enemy avoided."""
    if is_safe_entry(move):
        yield violation(Reason.SAFE_ENTRY, "ww:6.722", into=IDS[move.at])
    if is_leaders_alone(move):
        names = tuple(LEADERS[leader].id for leader in move.leaders)
        yield violation(Reason.LEADERS_ALONE, "ww:6.723", into=IDS[move.at], leaders=names)
    if move.at in move.avoided:
        yield violation(Reason.AVOIDED_THERE, "ww:6.85", side=move.side.enemy.value, into=IDS[move.at])


@rule("ww:fr-adv")
def can_be_intercepted(state: State, move: Move) -> bool:
    """Say whether a mover can be intercepted at all; without the advanced rules nobody can."""
    return state.ruleset.advanced_rules == "on" and not any(safe_violations(move))


@rule("ww:6.721", "ww:6.721-exc", "ww:6.62")
def only_single_auxiliaries(move: Move, origin: Space) -> bool:
    """Say whether only a single auxiliary may intercept a lone one: in the wild, but not from the space it is in."""
    return is_infiltrator(move) and is_wild(move.at) and origin != move.at


@rule("ww:6.72", "ww:6.62", "ww:6.724")
def origins(state: State, move: Move) -> tuple[Space, ...]:
    """Return the spaces interceptors may come from: around the mover, or where it infiltrates.

    By option the space it left is not among them (D8).
    """
    around = (*adjacent(move.at), *((move.at,) if move.infiltrating else ()))
    if state.ruleset.infiltrated_units_barred == "leaving_only":
        return tuple(sorted(place for place in around if place != move.entry))
    return tuple(sorted(around))


@rule("ww:fr-14.24")
def is_barred(state: State, move: Move, unit: Unit) -> bool:
    """Say whether a unit let an infiltrator pass in this phase and so may not intercept infiltrators again (D8)."""
    return move.infiltrated and unit in state.phase.barred


def able_at(state: State, move: Move, frame: Reaction, origin: Space) -> tuple[Unit, ...]:
    """Return the units in a space that may intercept a mover."""
    single = only_single_auxiliaries(move, origin)
    return tuple(
        unit
        for unit in field_units(state.board, origin, frame.side)
        if unit not in frame.tried
        and not (single and not is_auxiliary(COUNTERS[unit].kind))
        and not is_barred(state, move, unit)
    )


def _mover(state: State) -> Move:
    frame = below(state)
    assert isinstance(frame, Move)
    return frame


def origin_of(board: Board, leader: Leader) -> Space | None:
    """Return the space a leader would intercept from; nothing if he is not on the map."""
    place = board.leader_at[leader]
    return Space(place) if place < len(SPACES) else None


def _afield(board: Board, side: Side) -> tuple[Unit, ...]:
    """Return a side's units anywhere on the map that are outside works, without militia."""
    return tuple(
        unit for unit in units_on_map(board, side) if unit in field_units(board, Space(board.unit_at[unit]), side)
    )


@rule("ww:6.72")
def interceptor_violations(state: State, move: Move, frame: Reaction, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit from intercepting alone."""
    facts: dict[str, Fact] = {"unit": COUNTERS[unit].id, "into": IDS[move.at]}
    besieged = COUNTERS[unit].side is frame.side and is_besieged_unit(state.board, unit)
    if besieged:
        yield violation(Reason.BESIEGED, "ww:6.72", **facts)
    elif unit not in _afield(state.board, frame.side):
        yield violation(Reason.NOT_AMONG_THEM, "ww:6.72", **facts)
        return
    yield from origin_violations(state, move, Space(state.board.unit_at[unit]), facts)
    yield from unfit_violations(state, move, frame, unit)


@rule("ww:6.72", "ww:6.721")
def unfit_violations(state: State, move: Move, frame: Reaction, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit in the open from intercepting, wherever it is."""
    facts: dict[str, Fact] = {"unit": COUNTERS[unit].id, "into": IDS[move.at]}
    place = Space(state.board.unit_at[unit])
    if only_single_auxiliaries(move, place) and not is_auxiliary(COUNTERS[unit].kind):
        yield violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", **facts)
    if unit in frame.tried:
        yield violation(Reason.TRIED_ALREADY, "ww:6.72", **facts)
    if is_barred(state, move, unit):
        yield violation(Reason.LET_AN_INFILTRATOR_PASS, "ww:fr-14.24", **facts)


@rule("ww:6.72", "ww:6.724")
def origin_violations(state: State, move: Move, place: Space, facts: dict[str, Fact]) -> Iterator[Violation]:
    """Find what keeps anybody in a space from intercepting."""
    if place in origins(state, move):
        return
    if place == move.entry:
        yield violation(Reason.LEAVING_THEIR_SPACE, "ww:6.724", **facts)
    elif place == move.at:
        yield violation(Reason.ALREADY_THERE, "ww:6.72", **facts)
    else:
        yield violation(Reason.NOT_ADJACENT, "ww:6.72", **facts)


# ---------------------------------------------------------------- the procedure


def _candidates(state: State, move: Move, frame: Reaction) -> tuple[Action, ...]:
    found: list[Action] = []
    for origin in origins(state, move):
        able = able_at(state, move, frame, origin)
        if able:
            present = leaders_outside(state.board, origin, frame.side)
            found.extend(PickLeader(each) for each in present if leads_any(state.board, each, origin, able))
            found.extend(map(Pick, first_of_alike(able, alike_on(state.board))))
    return tuple(found)


@rule("ww:6.72")
def may_intercept(state: State, move: Move, frame: Reaction) -> bool:
    """Say whether anybody could intercept."""
    if not can_be_intercepted(state, move):
        return False
    return any(able_at(state, move, frame, origin) for origin in origins(state, move))


@rule("ww:6.721", "ww:fr-14.24")
def interception_passed_over(state: State, move: Move) -> tuple[Unasked, ...]:
    """Tell the enemies around a mover why none of them may intercept it."""
    side = move.side.enemy
    near = tuple(unit for place in origins(state, move) for unit in field_units(state.board, place, side))
    if not near or state.ruleset.advanced_rules == "off":
        return ()
    frame = Reaction(ReactionKind.INTERCEPT, side, move.at, move.entry)
    unfit = (found for unit in near for found in unfit_violations(state, move, frame, unit))
    why = tuple(safe_violations(move)) or tuple(unfit)
    return not_asked(side, Passed.INTERCEPTION, why, into=IDS[move.at])


@rule("ww:8.1-clar-intercept", "ww:6.712-clar")
def inside_first_violations(state: State, move: Move) -> Iterator[Violation]:
    """Refuse the inside choice before interception: none is due, the mover infiltrates, or by option always (D33)."""
    none = tuple(no_inside_choice(state, move))
    yield from none
    if not none and (state.ruleset.intercept_before_inside_choice == "always" or move.infiltrating):
        yield violation(Reason.INTERCEPTION_COMES_FIRST, "ww:8.1-clar-intercept")


@rule("ww:8.1")
def no_inside_choice(state: State, move: Move) -> Iterator[Violation]:
    """Find why nobody may choose who goes inside: the choice was made, or there is no open work or nobody to go in."""
    place, owner = move.at, move.side.enemy
    if move.sheltered:
        yield violation(Reason.ALREADY_CHOSEN, "ww:8.1", space=IDS[place])
    elif own_refuge(state.board, place, owner) is None or is_besieged(state.board, place):
        yield violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.1", space=IDS[place])
    elif not shelters(state, Sheltering(owner, place)):
        yield violation(Reason.NOBODY_THERE, "ww:8.1", side=owner.value, space=IDS[place])


def decision(state: State, frame: Reaction) -> Choice[Action] | Chance[Roll]:
    """Return who may intercept, how the force is formed, or the die."""
    move = _mover(state)
    if frame.stage is ReactionStage.CHOOSE:
        first: tuple[Action, ...] = () if any(inside_first_violations(state, move)) else (InsideFirst(),)
        offered = (*_candidates(state, move, frame), *first, Decline())
        return Choice(frame.side, "interception", ("ww:6.71", "ww:6.72"), offered)
    if frame.stage is ReactionStage.FORM:
        assert frame.origin is not None
        able, most = able_at(state, move, frame, frame.origin), _most(move, frame.origin)
        return Choice(frame.side, "interceptors", ("ww:6.72",), forming_actions(state, frame, able, most))
    if frame.stage is ReactionStage.WHERE:
        choices: tuple[Action, ...] = (*left_fieldworks(state, frame), Decline())
        return Choice(frame.side, "fieldworks_left", ("ww:card-fieldworks-clar",), choices)
    return evenly("interception_roll", ("ww:6.71",), DIE)


@rule("ww:card-fieldworks-clar")
def left_fieldworks(state: State, frame: Reaction) -> tuple[Raze, ...]:
    """Return the Fieldworks that interceptors would leave empty; they may remove them before they go (N25)."""
    origin = frame.origin
    assert origin is not None
    staying = set(units_outside(state.board, origin, frame.side)) - set(frame.units)
    own = fieldworks_owner(state.board, origin) is frame.side
    return (Raze(origin, Razed.FIELDWORKS),) if own and not staying and origin != frame.space else ()


def _most(move: Move, origin: Space) -> int | None:
    return 1 if only_single_auxiliaries(move, origin) else None


def violations(state: State, frame: Reaction, action: Action) -> Objection:
    """Return what keeps pieces from intercepting, or from being formed into a group."""
    move = _mover(state)
    match frame.stage:
        case ReactionStage.CHOOSE:
            return _choosing_violations(state, move, frame, action)
        case ReactionStage.FORM:
            assert frame.origin is not None
            unable = partial(interceptor_violations, state, move, frame)
            return forming_violations(state, frame, action, _most(move, frame.origin), unable)
        case ReactionStage.WHERE if action in (*left_fieldworks(state, frame), Decline()):
            return ()
        case _:
            assert frame.origin is not None
            able = able_at(state, move, frame, frame.origin)
            return needs_a_leader(state, frame, action, able, _most(move, frame.origin))


def _choosing_violations(state: State, move: Move, frame: Reaction, action: Action) -> tuple[Violation, ...] | None:
    match action:
        case Decline():
            return ()
        case InsideFirst():
            return tuple(inside_first_violations(state, move))
        case Pick(unit):
            return tuple(interceptor_violations(state, move, frame, unit))
        case PickLeader(leader):
            return tuple(leading_violations(state, move, frame, leader, origin_of(state.board, leader)))
        case _:
            return None


def apply(state: State, frame: Reaction, action: Action) -> Next[State]:
    """Name interceptors, roll for them, or decline."""
    match frame.stage:
        case ReactionStage.CHOOSE:
            return Next(_chosen(state, frame, action))
        case ReactionStage.FORM:
            done = isinstance(action, Done)
            group = replace(frame, stage=ReactionStage.ROLL) if done else formed(frame, action)
            return Next(with_top(state, group))
        case ReactionStage.ROLL:
            assert isinstance(action, Roll)
            return rolled(state, frame, action.die)
        case ReactionStage.WHERE:
            return _leaving(state, frame, action)
        case _:
            assert_never(frame.stage)


def _chosen(state: State, frame: Reaction, action: Action) -> State:
    """Return the state after the choice: who goes inside first, a unit to roll, a leader to form a group, or nobody."""
    match action:
        case InsideFirst():
            return finished(state, replace(_mover(state), stage=MoveStage.SHELTER, sheltered=True))
        case Pick(unit):
            origin = Space(state.board.unit_at[unit])
            return with_top(state, replace(frame, stage=ReactionStage.ROLL, origin=origin, units=(unit,)))
        case PickLeader(leader):
            stood = origin_of(state.board, leader)
            return with_top(state, replace(frame, stage=ReactionStage.FORM, origin=stood, commander=leader))
        case _:
            return closed(state)


def _leaving(state: State, frame: Reaction, action: Action) -> Next[State]:
    if not isinstance(action, Raze):
        return _placed(state, frame)
    razed = demolished(state, frame.side, action)
    placed = _placed(razed.state, frame)
    return Next(placed.state, (*razed.events, *placed.events))


@rule("ww:6.72")
def leading_violations(
    state: State, move: Move, frame: Reaction, leader: Leader, origin: Space | None
) -> Iterator[Violation]:
    """Find what keeps a leader from leading interceptors: a siege, where he is, or nobody to lead."""
    own = LEADERS[leader].side is frame.side
    if own and is_besieged_leader(state.board, leader):
        yield violation(Reason.BESIEGED, "ww:6.72", leader=LEADERS[leader].id)
    else:
        able = () if origin is None else able_at(state, move, frame, origin)
        present = () if origin is None else leaders_outside(state.board, origin, frame.side)
        unfit = partial(unfit_violations, state, move, frame)
        yield from commander_violations(state.board, leader, present, able, unfit, "ww:6.72")
    if own and origin is not None:
        yield from origin_violations(state, move, origin, {"into": IDS[move.at]})


@rule("ww:6.71")
def rolled(state: State, frame: Reaction, die: int) -> Next[State]:
    """Roll for interception: put the interceptors in the mover's way, or note that they failed."""
    tactics = reaction_tactics(state, frame)
    leaders = () if frame.commander is None else (frame.commander, *frame.leaders)
    facts: dict[str, Fact] = {
        "side": frame.side.value, "space": IDS[frame.space], "die": die, "modifier": tactics,
        "pieces": names(leaders, frame.units),
    }  # fmt: skip
    if succeeds(frame.kind, die + tactics):
        return _succeeded(state, frame, facts)
    missed = event(EventKind.REACTION_FAILED, "ww:6.71", "ww:6.71-b", **facts)
    return Next(_next_try(_failed(state, frame), frame), (missed,))


@rule("ww:6.71-a")
def _succeeded(state: State, frame: Reaction, facts: dict[str, Fact]) -> Next[State]:
    """Put successful interceptors in the mover's way, but first let them decide about Fieldworks they leave."""
    news = event(EventKind.REACTION_SUCCEEDED, "ww:6.71", "ww:6.71-a", **facts)
    if left_fieldworks(state, frame):
        return Next(with_top(state, replace(frame, stage=ReactionStage.WHERE)), (news,))
    placed = _placed(state, frame)
    return Next(placed.state, (news, *placed.events))


@rule("ww:6.71-b", "ww:6.84-failed")
def _failed(state: State, frame: Reaction) -> State:
    """Let the mover go on, and note who failed to intercept it: they may not avoid battle later in its move."""
    move = _mover(state)
    return finished(state, replace(_noted(move, frame), failed=(*move.failed, *frame.units)))


@rule("ww:6.72")
def _next_try(state: State, frame: Reaction) -> State:
    """Return the state after an attempt that failed: another group may try, if the ruleset lets it (D25)."""
    if not another_may_try(state):
        return state
    again = Reaction(frame.kind, frame.side, frame.space, frame.entry, tried=(*frame.tried, *frame.units))
    move = state.stack.top
    assert isinstance(move, Move)
    return replace(state, stack=state.stack.pushed(again)) if may_intercept(state, move, again) else state


def _noted(move: Move, frame: Reaction) -> Move:
    assert frame.origin is not None
    return replace(move, tried_into=(*move.tried_into, frame.space), tried_from=(*move.tried_from, frame.origin))


@rule("ww:8.232", "ww:8.24-exc")
def _placed(state: State, frame: Reaction) -> Next[State]:
    """Put interceptors in the mover's way; a siege that they leave is lifted, a captured fortress goes back."""
    assert frame.origin is not None
    after = _in_the_way(state, frame)
    return left_siege(after, frame.origin, frame.side) or left_fortress(after, frame.origin) or Next(after)


@rule("ww:6.71-a", "ww:6.711")
def _in_the_way(state: State, frame: Reaction) -> State:
    """Return the state with interceptors in the space the mover enters, before it can take a stockade there."""
    leaders = () if frame.commander is None else (frame.commander, *frame.leaders)
    board = relocated(state.board, frame.space, leaders, frame.units)
    noted = replace(_noted(_mover(state), frame), intercepted=frame.units, intercepted_leaders=leaders)
    return finished(on_board(state, board), noted)


INTERCEPTION: Procedure[State, Reaction, Action] = Procedure(decision, violations, apply, always_waits)
