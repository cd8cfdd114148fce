"""Chapter 5.5 and 5.6: retreats and regrouping. Frames: Retreating, LastRetreat, Regrouping.

Both go to an adjacent area that is friendly or empty, within the limits of the borders; the Norse go to any friendly
coast. A retreat may not cross a border the enemy used; a regroup may.
"""

from collections.abc import Callable
from dataclasses import replace

from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DONE,
    SELECTS,
    Action,
    Choose,
    Done,
    GiveUp,
    Select,
)
from reference.hammer_of_the_scots.board import blocks_at, holds, is_contested, is_friendly, moved, place_of
from reference.hammer_of_the_scots.ch01_map import (
    AREA_IDS,
    ENGLAND,
    NEIGHBOURS,
    SCOTTISH_COAST,
    Area,
    Border,
    border_between,
)
from reference.hammer_of_the_scots.ch02_armies import FIGURES, NORSE, SIDES, Block
from reference.hammer_of_the_scots.ch04_borders import crossed, full_border, no_border, shut_border
from reference.hammer_of_the_scots.ch05_losses import eliminated_in_battle
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Battle, LastRetreat, Regrouping, Retreating
from reference.hammer_of_the_scots.masks import has_block, mask_of, with_block, without
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import NO_SIDE, State, on_board, with_battle
from reference.kernel.columns import with_byte
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Next, Violation, event, violation

# ---------------------------------------------------------------- where to


@rule("hs:5.5-8", "hs:5.6-4")
def battle_pending(state: State, to: Area, asked_by: str) -> Violation | None:
    """Refuse an area where a battle is still to be fought."""
    return violation(Reason.BATTLE_PENDING, asked_by, area=AREA_IDS[to]) if is_contested(state.board, to) else None


@rule("hs:5.5-4", "hs:5.6-3")
def enemy_area(state: State, side: Side, to: Area, asked_by: str) -> Violation | None:
    """Refuse an area that is neither friendly nor neutral: enemies hold it alone."""
    if holds(state.board, to, side) or not holds(state.board, to, side.enemy):
        return None
    return violation(Reason.ENEMY_AREA, asked_by, area=AREA_IDS[to])


@rule("hs:5.5-10", "hs:5.5-11", "hs:5.6-8")
def wrong_way(side: Side, source: Area, to: Area, of_english: str, of_scots: str) -> Violation | None:
    """Refuse English blocks the way out of England into Scotland, and Scots the way into England."""
    if side is Side.ENGLAND and source == ENGLAND:
        return violation(Reason.ENGLISH_STAY_IN_ENGLAND, of_english, to=AREA_IDS[to])
    if side is Side.SCOTLAND and to == ENGLAND:
        return violation(Reason.SCOTS_STAY_IN_SCOTLAND, of_scots, to=AREA_IDS[to])
    return None


@rule("hs:5.5-12", "hs:5.5-13", "hs:5.6-5", "hs:5.6-6", "hs:4.6b-4", "hs:4.6b-5")
def norse_violations(state: State, source: Area, to: Area, of_coasts: str, of_england: str) -> tuple[Violation, ...]:
    """Refuse the Norse anything but another friendly, not neutral, coastal area of Scotland."""
    if to in SCOTTISH_COAST and to != source and is_friendly(state.board, to, Side.SCOTLAND):
        return ()
    rule_id = of_england if to == ENGLAND else of_coasts
    return (violation(Reason.NORSE_NEED_FRIENDLY_COAST, rule_id, to=AREA_IDS[to]),)


@rule("hs:5.5-5", "hs:5.5-6")
def closed_to_retreats(state: State, side: Side, source: Area, border: Border) -> tuple[Violation | None, ...]:
    """Return what closes a border to a retreat: its limit is reached, or the enemy came over it."""
    return (full_border(state.field, border, "hs:5.5-5"), shut_border(state, side, source, border))


@rule("hs:5.5-4")
def retreat_violations(state: State, who: Block, to: Area) -> tuple[Violation, ...]:
    """Return all that bars a retreat to an area."""
    side, source = SIDES[who], place_of(state.board, who)
    if who == NORSE:
        return norse_violations(state, source, to, "hs:5.5-12", "hs:5.5-13")
    border = border_between(source, to)
    if border is None:
        return (no_border(source, to, "hs:5.5-4"),)
    found = (
        battle_pending(state, to, "hs:5.5-8"),
        enemy_area(state, side, to, "hs:5.5-4"),
        wrong_way(side, source, to, "hs:5.5-10", "hs:5.5-11"),
        *closed_to_retreats(state, side, source, border),
    )
    return tuple(each for each in found if each is not None)


@rule("hs:5.6-3", "hs:5.6-7")
def regroup_violations(state: State, who: Block, to: Area) -> tuple[Violation, ...]:
    """Return all that bars a regroup to an area; borders the enemy used do not."""
    side, source = SIDES[who], place_of(state.board, who)
    if who == NORSE:
        return norse_violations(state, source, to, "hs:5.6-5", "hs:5.6-6")
    border = border_between(source, to)
    if border is None:
        return (no_border(source, to, "hs:5.6-3"),)
    found = (
        battle_pending(state, to, "hs:5.6-4"),
        enemy_area(state, side, to, "hs:5.6-3"),
        wrong_way(side, source, to, "hs:5.6-8", "hs:5.6-8"),
        full_border(state.field, border, "hs:5.6-7"),
    )
    return tuple(each for each in found if each is not None)


def _reachable(who: Block, source: Area) -> tuple[Area, ...]:
    return SCOTTISH_COAST if who == NORSE else NEIGHBOURS[source]


def retreats(state: State, who: Block) -> tuple[Area, ...]:
    """Return the areas a block may retreat to."""
    reach = _reachable(who, place_of(state.board, who))
    return tuple(to for to in reach if not retreat_violations(state, who, to))


def can_retreat(state: State, who: Block) -> bool:
    """Say whether a block has anywhere to retreat to."""
    reach = _reachable(who, place_of(state.board, who))
    return any(not retreat_violations(state, who, to) for to in reach)


def no_way_out(
    state: State, who: Block, judge: Callable[[State, Block, Area], tuple[Violation, ...]]
) -> list[Violation]:
    """Refuse a retreat or regroup that has no way open, by every rule that bars a way."""
    barred = [each.rule for to in _reachable(who, place_of(state.board, who)) for each in judge(state, who, to)]
    return [violation(Reason.NO_WAY_OUT, rule_id, block=FIGURES[who].id) for rule_id in dict.fromkeys(barred)]


def regroups(state: State, who: Block) -> tuple[Area, ...]:
    """Return the areas a block may regroup to."""
    return tuple(to for to in _reachable(who, place_of(state.board, who)) if not regroup_violations(state, who, to))


def _gone(state: State, who: Block, to: Area) -> State:
    """Return the state with a block gone to another area, its crossing counted."""
    border = border_between(place_of(state.board, who), to)
    after = on_board(state, moved(state.board, who, to))
    if border is None or who == NORSE:
        return after
    return after._replace(field=state.field._replace(crossings=crossed(state.field, border)))


# ---------------------------------------------------------------- 5.5: retreats


@rule("hs:5.5-1", "hs:5.5-2", "hs:5.32-8")
def retreated(state: State, frame: Retreating, to: Area) -> Next[State]:
    """Take a block out of a battle; it may go another way than others."""
    who = frame.block
    after = _gone(closed(state), who, to)
    battle = after.stack.top
    assert isinstance(battle, Battle)
    if SIDES[who] is not battle.attacker and battle.round == 1:
        after = with_battle(after, replace(battle, fled=True))
    return Next(after, (event(EventKind.BLOCK_RETREATED, "hs:5.5-1", block=FIGURES[who].id, to=AREA_IDS[to]),))


def retreating_decision(state: State, frame: Retreating) -> Choice[Action]:
    """Return the choice of where a block retreats."""
    ways = tuple(CHOICES[to] for to in retreats(state, frame.block))
    return Choice(SIDES[frame.block].value, "where the block retreats", ("hs:5.5-1", "hs:5.5-4"), ways)


def retreating_violations(state: State, frame: Retreating, action: Action) -> tuple[Violation, ...] | None:
    """Return what bars a retreat to an area."""
    return retreat_violations(state, frame.block, action.area) if isinstance(action, Choose) else None


def retreating_apply(state: State, frame: Retreating, action: Action) -> Next[State]:
    """Take the block where it retreats."""
    assert isinstance(action, Choose)
    return retreated(state, frame, action.area)


RETREATING: Procedure[State, Retreating, Action] = Procedure(
    retreating_decision, retreating_violations, retreating_apply, always_waits
)


# ---------------------------------------------------------------- 5.3: the attacker must leave


@rule("hs:5.3-2", "hs:5.5-9")
def last_retreat_options(state: State, frame: LastRetreat) -> tuple[Action, ...]:
    """Return the blocks that must still leave, or the ways out of the one picked; without a way it is lost."""
    if frame.block is None:
        return tuple(SELECTS[each] for each in blocks_at(state.board, frame.area, frame.side))
    ways = retreats(state, frame.block)
    return tuple(CHOICES[to] for to in ways) if ways else (GiveUp(),)


def _left(state: State, frame: LastRetreat, to: Area) -> Next[State]:
    assert frame.block is not None
    after = with_top(_gone(state, frame.block, to), LastRetreat(frame.side, frame.area))
    happened = event(EventKind.BLOCK_RETREATED, "hs:5.3-2", "hs:5.5-5", block=FIGURES[frame.block].id, to=AREA_IDS[to])
    return Next(after, (happened,))


def _stranded(state: State, frame: LastRetreat) -> Next[State]:
    assert frame.block is not None
    after = with_top(state, LastRetreat(frame.side, frame.area))
    return eliminated_in_battle(after, frame.block, stranded=True)


def last_retreat_decision(state: State, frame: LastRetreat) -> Choice[Action] | None:
    """Return the choice of a block that must leave, or of its way, until none is left."""
    options = last_retreat_options(state, frame)
    about = "a block that must retreat" if frame.block is None else "where the block retreats"
    return Choice(frame.side.value, about, ("hs:5.3-2", "hs:5.5-9"), options) if options else None


def last_retreat_violations(state: State, frame: LastRetreat, action: Action) -> tuple[Violation, ...] | None:
    """Return what bars a way out; all blocks of the attacker must leave, and none that can leave is given up."""
    if action in last_retreat_options(state, frame):
        return ()
    match frame.block, action:
        case None, Select(who):
            reason = Reason.NOT_IN_BATTLE if SIDES[who] is frame.side else Reason.NOT_YOUR_BLOCK
            return (violation(reason, "hs:5.3-2", block=FIGURES[who].id),)
        case None, Done():
            return (violation(Reason.MUST_RETREAT, "hs:5.3-2", area=AREA_IDS[frame.area]),)
        case int(who), Choose(to):
            return retreat_violations(state, Block(who), to)
        case int(who), GiveUp():
            return (violation(Reason.MUST_RETREAT, "hs:5.5-9", block=FIGURES[who].id),)
        case _:
            return None


def last_retreat_apply(state: State, frame: LastRetreat, action: Action) -> Next[State]:
    """Pick a block, take it where it retreats, or lose it if it has no way."""
    match action:
        case Select(who):
            return Next(with_top(state, replace(frame, block=who)))
        case Choose(to):
            return _left(state, frame, to)
        case _:
            return _stranded(state, frame)


def last_retreat_advance(state: State, frame: LastRetreat) -> Next[State]:
    """Go on from the retreat of the loser to the regroup of the winner."""
    return Next(opened(closed(state), regrouping(frame.side.enemy, frame.area)))


LAST_RETREAT: Procedure[State, LastRetreat, Action] = Procedure(
    last_retreat_decision, last_retreat_violations, last_retreat_apply, last_retreat_advance
)


# ---------------------------------------------------------------- 5.6: regrouping


def regrouping(side: Side, place: Area) -> Regrouping:
    """Return the regroup about to begin after a battle."""
    return Regrouping(side, place)


@rule("hs:5.6-1", "hs:5.6-2")
def regroup_options(state: State, frame: Regrouping) -> tuple[Action, ...]:
    """Return the winning blocks, former reserves too, that may still regroup; or the ways of the one picked."""
    if frame.block is not None:
        return tuple(CHOICES[to] for to in regroups(state, frame.block))
    able = tuple(
        SELECTS[each]
        for each in blocks_at(state.board, frame.area, frame.side)
        if not has_block(frame.regrouped, each) and regroups(state, each)
    )
    return (*able, DONE)


def _regrouped(state: State, frame: Regrouping, to: Area) -> Next[State]:
    assert frame.block is not None
    after = _gone(state, frame.block, to)
    done = Regrouping(frame.side, frame.area, with_block(frame.regrouped, frame.block))
    happened = event(EventKind.BLOCK_REGROUPED, "hs:5.6-1", block=FIGURES[frame.block].id, to=AREA_IDS[to])
    return Next(with_top(after, done), (happened,))


@rule("hs:5.1-4", "hs:5.6-1")
def battle_over(state: State, frame: Regrouping) -> Next[State]:
    """End a battle for good: nobody is attacker or reserve there any more."""
    field = state.field
    here = mask_of(*(each for side in Side for each in blocks_at(state.board, frame.area, side)))
    after = field._replace(
        attacker=with_byte(field.attacker, frame.area, NO_SIDE), reserves=without(field.reserves, here)
    )
    ended = event(EventKind.REGROUP_ENDED, "hs:5.6-1", area=AREA_IDS[frame.area])
    return Next(closed(state)._replace(field=after), (ended,))


def regrouping_decision(state: State, frame: Regrouping) -> Choice[Action]:
    """Return the choice of a block to regroup, or of its way."""
    about = "a block to regroup" if frame.block is None else "where the block regroups"
    return Choice(frame.side.value, about, ("hs:5.6-1", "hs:5.6-3"), regroup_options(state, frame))


def _pick_violations(state: State, frame: Regrouping, who: Block) -> tuple[Violation, ...]:
    if SIDES[who] is not frame.side:
        return (violation(Reason.NOT_YOUR_BLOCK, "hs:5.6-2", block=FIGURES[who].id),)
    if state.board.at[who] != frame.area and not has_block(frame.regrouped, who):
        return (violation(Reason.NOT_IN_BATTLE, "hs:5.6-2", block=FIGURES[who].id),)
    if has_block(frame.regrouped, who):
        return (violation(Reason.HAS_REGROUPED, "hs:5.6-1", block=FIGURES[who].id),)
    return tuple(no_way_out(state, who, regroup_violations))


def regrouping_violations(state: State, frame: Regrouping, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a block from regrouping, or bars its way."""
    if action in regroup_options(state, frame):
        return ()
    match frame.block, action:
        case None, Select(who):
            return _pick_violations(state, frame, who)
        case int(who), Choose(to):
            return regroup_violations(state, Block(who), to)
        case _:
            return None


def regrouping_apply(state: State, frame: Regrouping, action: Action) -> Next[State]:
    """Pick a block, take it where it regroups, or end the battle for good."""
    match action:
        case Select(who):
            return Next(with_top(state, replace(frame, block=who)))
        case Choose(to):
            return _regrouped(state, frame, to)
        case _:
            return battle_over(state, frame)


REGROUPING: Procedure[State, Regrouping, Action] = Procedure(
    regrouping_decision, regrouping_violations, regrouping_apply, always_waits
)
