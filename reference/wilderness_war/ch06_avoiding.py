"""Chapter 6.8: avoiding battle, one of two kinds of `Reaction`.

A group about to be attacked may slip away to an adjacent space. Units that tried to intercept may not, and a side may
not both intercept into a space and avoid battle in it.
"""

from collections.abc import Iterator
from functools import partial
from typing import assert_never

from reference.kernel.choosing import first_of_alike
from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import below, closed, with_top
from reference.kernel.verdicts import Fact, Next, Objection, Unasked, Violation, event, violation
from reference.wilderness_war.actions import DIE, Action, Decline, Done, Pick, PickLeader, PickSpace, Raze, Razed, Roll
from reference.wilderness_war.board import (
    fieldworks_owner,
    fort_owner,
    has_amphib,
    holds_unbesieged,
    leaders_inside,
    leaders_outside,
    units_inside,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, Space, adjacent, is_wild
from reference.wilderness_war.ch03_pieces import COUNTERS, Unit, is_auxiliary
from reference.wilderness_war.ch05_construction import demolished
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
from reference.wilderness_war.ch06_reach import british_ports
from reference.wilderness_war.ch08_siege_roll import left_fortress
from reference.wilderness_war.choosing import alike_on
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move, Reaction, ReactionStage
from reference.wilderness_war.pieces_moved import names, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board
from reference.wilderness_war.windows import Passed, not_asked

# ---------------------------------------------------------------- who may avoid, and where to


def _move(state: State) -> Move | None:
    frames = state.stack.frames
    return next((frame for frame in reversed(frames[-2:]) if isinstance(frame, Move)), None)


@rule("ww:6.8", "ww:6.84", "ww:6.84-failed")
def able_to_avoid(state: State, frame: Reaction) -> tuple[Unit, ...]:
    """Return the units outside in a space that may avoid battle: not those that intercepted or failed to intercept."""
    move = _move(state)
    barred = () if move is None else (*move.intercepted, *move.failed)
    return tuple(
        unit
        for unit in field_units(state.board, frame.space, frame.side)
        if unit not in barred and unit not in frame.tried
    )


@rule("ww:6.85", "ww:6.84")
def chose_interception(state: State, frame: Reaction) -> bool:
    """Say whether a side may not avoid in a space because it tried to intercept into it, or by option from it (D38)."""
    move = _move(state)
    if move is None:
        return False
    if move.intercepted or frame.space in move.tried_into:
        return True
    return state.ruleset.avoid_intercept_exclusion == "origin_space" and frame.space in move.tried_from


@rule("ww:6.83")
def held_back_by_garrison(state: State, frame: Reaction) -> bool:
    """Say whether pieces inside a fort keep the group outside from avoiding, by option (D26)."""
    if state.ruleset.avoid_from == "fort_and_fortress" or fort_owner(state.board, frame.space) is None:
        return False
    return bool(
        units_inside(state.board, frame.space, frame.side) or leaders_inside(state.board, frame.space, frame.side)
    )


@rule("ww:6.81")
def refuges(state: State, frame: Reaction) -> tuple[Space, ...]:
    """Return where a group may slip away to: not where the attacker came from, nor where enemies are."""
    return tuple(
        place
        for place in within_reach(state, frame)
        if place != frame.entry and not holds_unbesieged(state.board, place, frame.side.enemy)
    )


@rule("ww:6.811", "ww:6.432-e")
def within_reach(state: State, frame: Reaction) -> tuple[Space, ...]:
    """Return what avoiders could reach: adjacent spaces, and by option British ports from an Amphib marker (D9)."""
    around, by_sea = adjacent(frame.space), state.ruleset.amphib_avoid
    if not has_amphib(state.board, frame.space) or frame.side is Side.FRENCH or by_sea == "none":
        return around
    ports = british_ports(state.board)
    return ports if by_sea == "port_only" else tuple(sorted({*around, *ports}))


@rule("ww:6.8", "ww:fr-adv")
def may_avoid(state: State, frame: Reaction) -> bool:
    """Say whether anybody may try to avoid battle in a space; without the advanced rules nobody may."""
    return state.ruleset.advanced_rules == "on" and _can_avoid(state, frame)


@rule("ww:6.8", "ww:6.83")
def _can_avoid(state: State, frame: Reaction) -> bool:
    """Say whether a group that has not intercepted, and that no garrison holds back, has a refuge."""
    if chose_interception(state, frame) or held_back_by_garrison(state, frame):
        return False
    return bool(able_to_avoid(state, frame)) and bool(refuges(state, frame))


@rule("ww:6.8", "ww:6.81", "ww:6.83", "ww:6.84", "ww:6.85")
def barred_violations(state: State, frame: Reaction) -> Iterator[Violation]:
    """Find what keeps everybody from avoiding battle: an interception, a garrison, or no space to go to."""
    here, move = IDS[frame.space], _move(state)
    if move is not None and move.intercepted:
        yield violation(Reason.INTERCEPTED_THERE, "ww:6.84", side=frame.side.value, space=here)
    elif chose_interception(state, frame):
        yield violation(Reason.TRIED_TO_INTERCEPT, "ww:6.85", side=frame.side.value, space=here)
    if held_back_by_garrison(state, frame):
        yield violation(Reason.HELD_BACK_BY_GARRISON, "ww:6.83", space=here)
    if refuges(state, frame):
        return
    # Whoever may go by sea has a refuge, unless there is no port to go to.
    if not adjacent(frame.space):
        yield violation(Reason.NOTHING_ADJACENT, "ww:6.8", space=here)
    for place in adjacent(frame.space):
        yield from refuge_violations(state, frame, place)


@rule("ww:6.84-failed")
def avoidance_passed_over(state: State, frame: Reaction) -> tuple[Unasked, ...]:
    """Tell those about to be attacked why none of them may avoid battle."""
    here = field_units(state.board, frame.space, frame.side)
    if not here or state.ruleset.advanced_rules == "off":
        return ()
    unfit = (found for unit in here for found in avoider_violations(state, frame, unit))
    why = tuple(barred_violations(state, frame)) or tuple(unfit)
    return not_asked(frame.side, Passed.AVOIDANCE, why, space=IDS[frame.space])


@rule("ww:6.8-exc")
def avoids_automatically(state: State, frame: Reaction) -> bool:
    """Say whether no die is needed: a group of auxiliaries only, in the wild, against attackers without auxiliaries."""
    attackers = units_outside(state.board, frame.space, frame.side.enemy)
    return (
        is_wild(frame.space)
        and all(is_auxiliary(COUNTERS[unit].kind) for unit in frame.units)
        and not any(is_auxiliary(COUNTERS[unit].kind) for unit in attackers)
    )


@rule("ww:card-fieldworks-clar")
def own_fieldworks(state: State, frame: Reaction) -> tuple[Raze, ...]:
    """Return the Fieldworks that a group about to slip away may remove: their owner may do so at any time (N25)."""
    own = fieldworks_owner(state.board, frame.space) is frame.side
    return (Raze(frame.space, Razed.FIELDWORKS),) if own else ()


# ---------------------------------------------------------------- the procedure


def decision(state: State, frame: Reaction) -> Choice[Action] | Chance[Roll]:
    """Return who may avoid battle, how the force is formed, the die, or where it goes."""
    able = able_to_avoid(state, frame)
    match frame.stage:
        case ReactionStage.CHOOSE:
            present = leaders_outside(state.board, frame.space, frame.side)
            led = (PickLeader(each) for each in present if leads_any(state.board, each, frame.space, able))
            alone = map(Pick, first_of_alike(able, alike_on(state.board)))
            return Choice(frame.side, "avoidance", ("ww:6.8",), (*led, *alone, Decline()))
        case ReactionStage.FORM:
            return Choice(frame.side, "avoiders", ("ww:6.8",), forming_actions(state, frame, able, None))
        case ReactionStage.ROLL:
            return evenly("avoidance_roll", ("ww:6.8",), DIE)
        case ReactionStage.WHERE:
            offered: tuple[Action, ...] = (*map(PickSpace, refuges(state, frame)), *own_fieldworks(state, frame))
            return Choice(frame.side, "avoid_to", ("ww:6.81",), offered)
        case _:
            assert_never(frame.stage)


@rule("ww:6.8", "ww:6.84-failed")
def avoider_violations(state: State, frame: Reaction, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit from avoiding battle alone."""
    facts: dict[str, Fact] = {"unit": COUNTERS[unit].id, "space": IDS[frame.space]}
    if unit not in field_units(state.board, frame.space, frame.side):
        yield violation(Reason.NOT_AMONG_THEM, "ww:6.8", **facts)
    elif unit in frame.tried:
        yield violation(Reason.TRIED_ALREADY, "ww:6.8", **facts)
    elif unit not in able_to_avoid(state, frame):
        yield violation(Reason.FAILED_TO_INTERCEPT, "ww:6.84-failed", **facts)


@rule("ww:6.8", "ww:6.81", "ww:6.432-e")
def refuge_violations(state: State, frame: Reaction, to: Space) -> Iterator[Violation]:
    """Find what keeps a group from slipping away to a space."""
    if to == frame.entry:
        yield violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space=IDS[to])
    if holds_unbesieged(state.board, to, frame.side.enemy):
        yield violation(Reason.ENEMY_HELD, "ww:6.81", space=IDS[to])
    if to in within_reach(state, frame):
        return
    if to in adjacent(frame.space):
        yield violation(Reason.PORT_NOT_CONTROLLED, "ww:6.432-e", space=IDS[to])
    else:
        cited = "ww:6.811" if wants_a_fleet(state, frame, to) else "ww:6.8"
        yield violation(Reason.NOT_ADJACENT, cited, space=IDS[to])


@rule("ww:6.811")
def wants_a_fleet(state: State, frame: Reaction, to: Space) -> bool:
    """Say whether a British group would go to a port; by option it may, but only from an Amphib marker (D9)."""
    british = frame.side is Side.BRITISH and state.ruleset.amphib_avoid != "none"
    return british and to in british_ports(state.board)


def violations(state: State, frame: Reaction, action: Action) -> Objection:
    """Return what keeps pieces from avoiding battle, joining a group, or going to a space."""
    able, unfit = able_to_avoid(state, frame), partial(avoider_violations, state, frame)
    match frame.stage, action:
        case ReactionStage.FORM, _:
            return forming_violations(state, frame, action, None, unfit)
        case ReactionStage.CHOOSE, Decline():
            return ()
        case ReactionStage.CHOOSE, Pick(unit):
            return tuple(unfit(unit))
        case ReactionStage.CHOOSE, PickLeader(leader):
            present = leaders_outside(state.board, frame.space, frame.side)
            return tuple(commander_violations(state.board, leader, present, able, unfit, "ww:6.8"))
        case ReactionStage.WHERE, PickSpace(to):
            return tuple(refuge_violations(state, frame, to))
        case ReactionStage.WHERE, Raze() if action in own_fieldworks(state, frame):
            return ()
        case ReactionStage.ROLL | ReactionStage.WHERE, Pick():
            return needs_a_leader(state, frame, action, able, None)
        case _:
            return None


def apply(state: State, frame: Reaction, action: Action) -> Next[State]:
    """Name avoiders, roll for them, choose where they go, or decline."""
    match frame.stage:
        case ReactionStage.CHOOSE:
            return _chosen(state, frame, action)
        case ReactionStage.FORM:
            return _ready(state, frame) if isinstance(action, Done) else Next(with_top(state, formed(frame, action)))
        case ReactionStage.ROLL:
            assert isinstance(action, Roll)
            return rolled(state, frame, action.die)
        case ReactionStage.WHERE:
            if isinstance(action, Raze):
                return demolished(state, frame.side, action)
            assert isinstance(action, PickSpace)
            return _away(state, frame, action.space)
        case _:
            assert_never(frame.stage)


def _chosen(state: State, frame: Reaction, action: Action) -> Next[State]:
    match action:
        case Pick(unit):
            return _ready(state, replace(frame, origin=frame.space, units=(unit,)))
        case PickLeader(leader):
            group = replace(frame, stage=ReactionStage.FORM, origin=frame.space, commander=leader)
            return Next(with_top(state, group))
        case _:
            return Next(closed(state))


@rule("ww:6.8-exc")
def _ready(state: State, frame: Reaction) -> Next[State]:
    """Let a group try to avoid, with a die or without."""
    stage = ReactionStage.WHERE if avoids_automatically(state, frame) else ReactionStage.ROLL
    return Next(_chose_avoidance(state, replace(frame, stage=stage)))


@rule("ww:6.85")
def _chose_avoidance(state: State, ready: Reaction) -> State:
    """Note where a group tries to avoid: its side may not intercept into that space in this enemy move."""
    move = below(state)
    if not isinstance(move, Move):
        return with_top(state, ready)
    noted = replace(move, avoided=(*move.avoided, ready.space))
    return state.with_stack(state.stack.popped().replaced(noted).pushed(ready))


@rule("ww:6.8")
def rolled(state: State, frame: Reaction, die: int) -> Next[State]:
    """Roll for avoidance: the group may go, or must stay and fight."""
    tactics = reaction_tactics(state, frame)
    leaders = () if frame.commander is None else (frame.commander, *frame.leaders)
    facts: dict[str, Fact] = {
        "side": frame.side.value, "space": IDS[frame.space], "die": die, "modifier": tactics,
        "pieces": names(leaders, frame.units),
    }  # fmt: skip
    if succeeds(frame.kind, die + tactics):
        news = event(EventKind.REACTION_SUCCEEDED, "ww:6.8", **facts)
        return Next(with_top(state, replace(frame, stage=ReactionStage.WHERE)), (news,))
    return Next(_next_try(state, frame), (event(EventKind.REACTION_FAILED, "ww:6.8", **facts),))


def _next_try(state: State, frame: Reaction) -> State:
    """Return the state after an attempt: another group may try, if the ruleset lets it (D25)."""
    after = closed(state)
    if not another_may_try(state):
        return after
    again = Reaction(frame.kind, frame.side, frame.space, frame.entry, tried=(*frame.tried, *frame.units))
    pushed = replace(after, stack=after.stack.pushed(again))
    return pushed if may_avoid(pushed, again) else after


@rule("ww:8.24-exc")
def _away(state: State, frame: Reaction, to: Space) -> Next[State]:
    """Let a group slip away; a captured fortress that it leaves empty goes back at once (A13)."""
    slipped = _slipped(state, frame, to)
    left = left_fortress(slipped.state, frame.space)
    return slipped if left is None else Next(left.state, (*slipped.events, *left.events))


@rule("ww:6.8", "ww:6.811")
def _slipped(state: State, frame: Reaction, to: Space) -> Next[State]:
    """Put a group that avoids battle in its refuge."""
    leaders = () if frame.commander is None else (frame.commander, *frame.leaders)
    after = on_board(state, relocated(state.board, to, leaders, frame.units))
    cited = ("ww:6.8",) if to in adjacent(frame.space) else ("ww:6.8", "ww:6.811")
    facts: dict[str, Fact] = {"side": frame.side.value, "to": IDS[to], "pieces": names(leaders, frame.units)}
    return Next(_next_try(after, frame), (event(EventKind.PIECES_MOVED, *cited, **facts),))


AVOIDANCE: Procedure[State, Reaction, Action] = Procedure(decision, violations, apply, always_waits)
