"""The event cards: Truce, Victuals, Pillage, Sea Move and Herald.

Every event may be passed up. A fight that an event brings about is fought at once.

Frames: TruceCall, Victuals, Pillage, PillageHits, PillageGains, SeaMove, Herald.
"""

from typing import assert_never

from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DIE,
    DONE,
    SELECTS,
    Action,
    Card,
    Choose,
    Crown,
    Done,
    PlayEvent,
    Roll,
    Select,
)
from reference.hammer_of_the_scots.board import (
    ON_MAP,
    blocks_at,
    holds,
    is_contested,
    is_friendly,
    is_on_map,
    moved,
    on_map,
    place_of,
    stepped,
    strongest_of,
    weakened,
)
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, COASTAL, ENGLAND, NEIGHBOURS, Area
from reference.hammer_of_the_scots.ch02_armies import (
    FIGURES,
    FULL,
    IS_NOBLE,
    LOYAL,
    NOBLES_OF,
    NORSE,
    OTHER_SIDE,
    SIDES,
    Block,
)
from reference.hammer_of_the_scots.ch05_losses import captured, defected, lost_outside_battle
from reference.hammer_of_the_scots.ch06_kings import crown_violations
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battle,
    EventFrame,
    Herald,
    Pillage,
    PillageGains,
    PillageHits,
    SeaMove,
    TruceCall,
    Victuals,
)
from reference.hammer_of_the_scots.masks import NO_BLOCKS, with_block
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, on_board, then
from reference.hammer_of_the_scots.tables import number
from reference.kernel.decisions import Chance, Choice, Decision, evenly
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, Violation, event, unasked, violation

_VICTUALS = number("victuals_steps")
_PILLAGE = number("pillage_hits")
_SHIPPED = number("sea_move_blocks")
_HERALD = number("herald_success_max")
_DIE: Chance[Action] = evenly("the die of the Herald", ("hs:C-4",), DIE)


def begun(card: Card, side: Side) -> EventFrame:
    """Return the frame of an event about to be carried out."""
    match card:
        case Card.TRUCE:
            return TruceCall(side)
        case Card.VICTUALS:
            return Victuals(side, _VICTUALS)
        case Card.PILLAGE:
            return Pillage(side)
        case Card.SEA_MOVE:
            return SeaMove(side, _SHIPPED)
        case Card.HERALD:
            return Herald(side)
        case Card.MOVE1 | Card.MOVE2 | Card.MOVE3:
            raise AssertionError("a move card is no event")
        case _:
            assert_never(card)


@rule("hs:S3-1")
def passed(state: State, side: Side) -> Next[State]:
    """Pass up the rest of an event, which is not kept for later."""
    return Next(closed(state), (event(EventKind.EVENT_PASSED, "hs:S3-1", side=side.value),))


def _listed(found: Violation | None) -> tuple[Violation, ...]:
    return () if found is None else (found,)


def coronation_violations(state: State, side: Side, action: Action) -> tuple[Violation, ...] | None:
    """Return what bars the coronation that Scotland wants in place of its event; nothing if it wants none."""
    if not isinstance(action, Crown) or side is not Side.SCOTLAND:
        return None
    return crown_violations(state, action.candidate) or None


def strengthened(state: State, who: Block, steps: int, *rules: str) -> Next[State]:
    """Add steps to a block."""
    now = state.board.steps[who] + steps
    gained = event(EventKind.STEPS_GAINED, *rules, block=FIGURES[who].id, steps=now)
    return Next(on_board(state, stepped(state.board, who, now)), (gained,))


def own_block(state: State, who: Block, side: Side, rule_id: str) -> Violation | None:
    """Refuse a block that is the enemy's or not on the map."""
    if SIDES[who] is not side:
        return violation(Reason.NOT_YOUR_BLOCK, rule_id, block=FIGURES[who].id)
    if state.board.at[who] >= ON_MAP:
        return violation(Reason.NOT_ON_MAP, rule_id, block=FIGURES[who].id)
    return None


# ---------------------------------------------------------------- Truce


@rule("hs:C-1", "hs:C-1c", "hs:C-1d")
def truce_bars(state: State, side: Side, to: Area) -> list[Violation]:
    """Refuse an attack by the opponent of a truce's player, and a Scottish raid even on an empty England."""
    if state.field.truce is not side.enemy:
        return []
    found = []
    if holds(state.board, to, side.enemy):
        found.append(violation(Reason.TRUCE, "hs:C-1", area=AREA_IDS[to]))
    if side is Side.SCOTLAND and to == ENGLAND:
        found.append(violation(Reason.TRUCE_BARS_RAID, "hs:C-1d", area=AREA_IDS[to]))
    return found


def truce_call_decision(_state: State, frame: TruceCall) -> Choice[Action]:
    """Return the choice between a truce and none."""
    return Choice(frame.side.value, "a truce, or none", ("hs:C-1", "hs:S3-1"), (PlayEvent(), DONE))


def truce_call_violations(state: State, frame: TruceCall, action: Action) -> tuple[Violation, ...] | None:
    """Return what bars a coronation in place of the truce; the truce itself is never barred."""
    return () if isinstance(action, PlayEvent | Done) else coronation_violations(state, frame.side, action)


def truce_call_apply(state: State, frame: TruceCall, action: Action) -> Next[State]:
    """Call a truce, or pass it up."""
    if isinstance(action, Done):
        return passed(state, frame.side)
    called = event(EventKind.TRUCE_CALLED, "hs:C-1", side=frame.side.value)
    return Next(closed(state)._replace(field=state.field._replace(truce=frame.side)), (called,))


TRUCE_CALL: Procedure[State, TruceCall, Action] = Procedure(
    truce_call_decision, truce_call_violations, truce_call_apply, always_waits
)


# ---------------------------------------------------------------- Victuals


@rule("hs:C-5")
def feeding_violations(state: State, frame: Victuals, who: Block) -> tuple[Violation, ...]:
    """Refuse a step of Victuals to a block outside the one area chosen, above its maximum, or when all are used."""
    foreign = own_block(state, who, frame.side, "hs:C-5")
    if foreign is not None:
        return (foreign,)
    found = []
    if not frame.left:
        found.append(violation(Reason.STEPS_USED, "hs:C-5", steps=_VICTUALS))
    if frame.area is not None and state.board.at[who] != frame.area:
        found.append(violation(Reason.ONE_AREA_ONLY, "hs:C-5", area=AREA_IDS[frame.area]))
    if state.board.steps[who] >= FULL[who]:
        found.append(violation(Reason.AT_FULL_STRENGTH, "hs:C-5", block=FIGURES[who].id))
    return tuple(found)


def victuals_decision(state: State, frame: Victuals) -> Choice[Action]:
    """Return the choice of a block that gains a step, or of the end."""
    weak = weakened(state.board, frame.side)
    fed = tuple(SELECTS[each] for each in weak if not feeding_violations(state, frame, each))
    return Choice(frame.side.value, "a block that gains a step", ("hs:C-5", "hs:S3-1"), (*fed, DONE))


def victuals_violations(state: State, frame: Victuals, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a block from gaining a step."""
    match action:
        case Select(who):
            return feeding_violations(state, frame, who)
        case Done():
            return ()
        case _:
            return coronation_violations(state, frame.side, action)


def victuals_apply(state: State, frame: Victuals, action: Action) -> Next[State]:
    """Add a step to a block, or pass up the rest."""
    if not isinstance(action, Select):
        return passed(state, frame.side)
    gained = strengthened(state, action.block, 1, "hs:C-5")
    after = Victuals(frame.side, frame.left - 1, place_of(state.board, action.block))
    return Next(with_top(gained.state, after), gained.events)


VICTUALS: Procedure[State, Victuals, Action] = Procedure(
    victuals_decision, victuals_violations, victuals_apply, always_waits
)


# ---------------------------------------------------------------- Pillage


@rule("hs:C-2")
def plunder_violations(state: State, frame: Pillage, place: Area) -> tuple[Violation, ...]:
    """Refuse to plunder an area without an enemy group, or without an own block next to it."""
    found = []
    if not holds(state.board, place, frame.side.enemy):
        found.append(violation(Reason.NO_ENEMY_GROUP, "hs:C-2", area=AREA_IDS[place]))
    if not any(holds(state.board, other, frame.side) for other in NEIGHBOURS[place]):
        found.append(violation(Reason.NOT_ADJACENT, "hs:C-2", area=AREA_IDS[place], side=frame.side.value))
    return tuple(found)


def pillage_decision(state: State, frame: Pillage) -> Choice[Action]:
    """Return the choice of an enemy group to plunder, or of none."""
    held = sorted({place_of(state.board, each) for each in on_map(state.board, frame.side.enemy)})
    groups = tuple(CHOICES[each] for each in held if not plunder_violations(state, frame, each))
    return Choice(frame.side.value, "an enemy group to plunder", ("hs:C-2", "hs:S3-1"), (*groups, DONE))


def pillage_violations(state: State, frame: Pillage, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps an area from being plundered."""
    match action:
        case Choose(place):
            return plunder_violations(state, frame, place)
        case Done():
            return ()
        case _:
            return coronation_violations(state, frame.side, action)


def pillage_apply(state: State, frame: Pillage, action: Action) -> Next[State]:
    """Plunder an enemy group, or pass it up."""
    if not isinstance(action, Choose):
        return passed(state, frame.side)
    begins = event(EventKind.AREA_PILLAGED, "hs:C-2", side=frame.side.value, area=AREA_IDS[action.area])
    return Next(with_top(state, PillageHits(frame.side, action.area, _PILLAGE)), (begins,))


PILLAGE: Procedure[State, Pillage, Action] = Procedure(
    pillage_decision, pillage_violations, pillage_apply, always_waits
)


@rule("hs:C-2", "hs:5.41-2", "hs:5.41-3")
def plundered(state: State, place: Area, victim: Side) -> list[Block]:
    """Return the blocks that may take the next hit of a pillage: the strongest ones, as in battle."""
    present = blocks_at(state.board, place, victim)
    most = strongest_of(state.board, present)
    return [each for each in present if state.board.steps[each] == most]


def pillage_hits_decision(state: State, frame: PillageHits) -> Choice[Action] | None:
    """Return the choice of the block that loses a step, as long as there are hits and blocks to take them."""
    victim = frame.side.enemy
    hit = plundered(state, frame.area, victim) if frame.left else []
    options = tuple(SELECTS[each] for each in hit)
    return Choice(victim.value, "a block that loses a step", ("hs:C-2",), options) if hit else None


def pillage_hits_violations(state: State, frame: PillageHits, action: Action) -> tuple[Violation, ...] | None:
    """Return why a block cannot take the next hit of a pillage."""
    if not isinstance(action, Select):
        return coronation_violations(state, frame.side, action)
    return _listed(plunder_hit_violation(state, frame, action.block)) if frame.left else None


@rule("hs:C-2", "hs:5.41-2")
def plunder_hit_violation(state: State, frame: PillageHits, who: Block) -> Violation | None:
    """Refuse a hit to any block but the strongest of the plundered group."""
    victim, name = frame.side.enemy, FIGURES[who].id
    if SIDES[who] is not victim:
        return violation(Reason.NOT_YOUR_BLOCK, "hs:C-2", block=name)
    if state.board.at[who] != frame.area:
        return violation(Reason.NOT_IN_AREA, "hs:C-2", block=name, area=AREA_IDS[frame.area])
    steps, strongest = state.board.steps[who], strongest_of(state.board, blocks_at(state.board, frame.area, victim))
    if steps == strongest:
        return None
    return violation(Reason.NOT_STRONGEST, "hs:C-2", block=name, steps=steps, strongest=strongest)


def pillage_hits_apply(state: State, frame: PillageHits, action: Action) -> Next[State]:
    """Take a step from a plundered block; a noble lost that way changes side."""
    assert isinstance(action, Select)
    who = action.block
    left = state.board.steps[who] - 1
    taken, lost = frame.captured, event(EventKind.STEP_LOST, "hs:C-2", block=FIGURES[who].id, steps=left)
    state = with_top(state, PillageHits(frame.side, frame.area, frame.left - 1, frame.taken + 1, taken))
    if left:
        return Next(on_board(state, stepped(state.board, who, left)), (lost,))
    if who in OTHER_SIDE:
        nobles = with_block(frame.captured or NO_BLOCKS, OTHER_SIDE[who])
        noted = PillageHits(frame.side, frame.area, frame.left - 1, frame.taken + 1, nobles)
        gone = captured(with_top(state, noted), who, "hs:C-2")
    else:
        gone = lost_outside_battle(state, who, "hs:C-2")
    return Next(gone.state, (lost, *gone.events))


def pillage_hits_advance(state: State, frame: PillageHits) -> Next[State]:
    """Go on from the hits of a pillage to its gains; hits beyond the last block are lost."""
    after = with_top(state, PillageGains(frame.side, frame.area, frame.taken, frame.captured))
    return Next(after, plunder_lost(frame) if frame.left else ())


@rule("hs:C-2", "hs:5.41-2")
def plunder_lost(frame: PillageHits) -> tuple[Event, ...]:
    """Return the event that hits of a pillage find no block."""
    victim, area, reason = frame.side.enemy.value, AREA_IDS[frame.area], Reason.NOBODY_LEFT_TO_HIT
    rules = ("hs:C-2", "hs:5.41-2")
    why = tuple(violation(reason, each, side=victim, area=area, hits=frame.left) for each in rules)
    return (unasked(EventKind.HITS_LOST, victim, "hits", why, area=area, hits=frame.left),)


PILLAGE_HITS: Procedure[State, PillageHits, Action] = Procedure(
    pillage_hits_decision, pillage_hits_violations, pillage_hits_apply, pillage_hits_advance
)


@rule("hs:C-2b")
def gain_violations(state: State, frame: PillageGains, who: Block) -> tuple[Violation, ...]:
    """Refuse a plundered step to a block outside the one plundering group, above its maximum, or if none is left."""
    foreign = own_block(state, who, frame.side, "hs:C-2b")
    if foreign is not None:
        return (foreign,)
    found, place = [], place_of(state.board, who)
    if not frame.left:
        found.append(violation(Reason.STEPS_USED, "hs:C-2b"))
    if place not in NEIGHBOURS[frame.area]:
        found.append(violation(Reason.NOT_ADJACENT, "hs:C-2b", area=AREA_IDS[place], next_to=AREA_IDS[frame.area]))
    if frame.group is not None and place != frame.group:
        found.append(violation(Reason.ONE_AREA_ONLY, "hs:C-2b", area=AREA_IDS[frame.group]))
    if state.board.steps[who] >= FULL[who]:
        found.append(violation(Reason.AT_FULL_STRENGTH, "hs:C-2b", block=FIGURES[who].id))
    return tuple(found)


def _gain_options(state: State, frame: PillageGains) -> tuple[Action, ...]:
    blocks = tuple(
        SELECTS[each] for each in weakened(state.board, frame.side) if not gain_violations(state, frame, each)
    )
    forced = blocks and state.ruleset.pillage_steps == "must"
    return blocks if forced else (*blocks, DONE)


def pillage_gains_decision(state: State, frame: PillageGains) -> Choice[Action]:
    """Return the choice of a block that gains a plundered step, or of the end."""
    return Choice(
        frame.side.value, "a block that gains a plundered step", ("hs:C-2b",), _gain_options(state, frame)
    )  # fmt: skip


def pillage_gains_violations(state: State, frame: PillageGains, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a block from gaining a plundered step, or bars the end of the pillage."""
    if action in _gain_options(state, frame):
        return ()
    match action:
        case Select(who):
            return gain_violations(state, frame, who)
        case Done():
            return (violation(Reason.STEPS_MUST_BE_ADDED, "hs:C-2b", steps=frame.left),)
        case _:
            return coronation_violations(state, frame.side, action)


def pillage_gains_apply(state: State, frame: PillageGains, action: Action) -> Next[State]:
    """Add a plundered step to a block, or end the pillage."""
    if not isinstance(action, Select):
        return pillage_fought(state, frame)
    gained = strengthened(state, action.block, 1, "hs:C-2b")
    place = place_of(state.board, action.block)
    after = PillageGains(frame.side, frame.area, frame.left - 1, frame.captured, place)
    return Next(with_top(gained.state, after), gained.events)


@rule("hs:C-2", "hs:5.7-1")
def pillage_fought(state: State, frame: PillageGains) -> Next[State]:
    """Fight at once where nobles were captured beside other enemies, in the roles the ruleset gives."""
    state = closed(state)
    if not frame.captured or not is_contested(state.board, frame.area):
        return Next(state)
    defends = state.ruleset.pillage_noble == "captured_defends"
    attacker = frame.side.enemy if defends else frame.side
    waits = frame.captured if state.ruleset.pillage_noble == "captured_reserve" else NO_BLOCKS
    return Next(opened(state, Battle(frame.area, attacker, reserves=waits)))


PILLAGE_GAINS: Procedure[State, PillageGains, Action] = Procedure(
    pillage_gains_decision, pillage_gains_violations, pillage_gains_apply, always_waits
)


# ---------------------------------------------------------------- Sea Move


@rule("hs:C-3b")
def norse_not_shipped(who: Block) -> Violation | None:
    """Refuse to ship the Norse."""
    return violation(Reason.NORSE_NOT_SHIPPED, "hs:C-3b", block=FIGURES[who].id) if who == NORSE else None


@rule("hs:C-3")
def shipping_violations(state: State, frame: SeaMove, who: Block) -> tuple[Violation, ...]:
    """Refuse to ship the Norse, a block not on the coast, a second block from another area, or more than two."""
    foreign = own_block(state, who, frame.side, "hs:C-3")
    if foreign is not None:
        return (foreign,)
    found, place = _listed(norse_not_shipped(who)), place_of(state.board, who)
    if not frame.left:
        found += (violation(Reason.ALL_SHIPPED, "hs:C-3", blocks=_SHIPPED),)
    if not COASTAL[place]:
        found += (violation(Reason.NOT_COASTAL, "hs:C-3", area=AREA_IDS[place]),)
    if frame.source is not None and place != frame.source:
        found += (violation(Reason.ONE_AREA_ONLY, "hs:C-3", source=AREA_IDS[frame.source]),)
    return found or (() if _harbours(state, frame, place) else no_destination(state, frame, place))


@rule("hs:C-3", "hs:C-1d")
def no_destination(state: State, frame: SeaMove, source: Area) -> tuple[Violation, ...]:
    """Return why no harbour is left for a block: a truce shuts the only one, England, or there is none."""
    england = harbour_violations(state, frame, source, ENGLAND)
    if england == raid_by_sea(state, frame.side, ENGLAND):
        return england
    return (violation(Reason.NO_DESTINATION, "hs:C-3", area=AREA_IDS[source]),)


@rule("hs:C-3")
def unfit_harbour(state: State, frame: SeaMove, source: Area, to: Area) -> tuple[Violation, ...]:
    """Refuse a harbour that is not another friendly coast, or not where the first block went."""
    found = []
    if not COASTAL[to]:
        found.append(violation(Reason.NOT_COASTAL, "hs:C-3", area=AREA_IDS[to]))
    if to == source:
        found.append(violation(Reason.SAME_AREA, "hs:C-3", area=AREA_IDS[to]))
    if frame.target is not None and to != frame.target:
        found.append(violation(Reason.ONE_AREA_ONLY, "hs:C-3", target=AREA_IDS[frame.target]))
    if not is_friendly(state.board, to, frame.side):
        found.append(violation(Reason.NOT_FRIENDLY, "hs:C-3", area=AREA_IDS[to]))
    return tuple(found)


@rule("hs:C-1d")
def raid_by_sea(state: State, side: Side, to: Area) -> tuple[Violation, ...]:
    """Refuse Scots a Sea Move to England under an English truce, where the ruleset makes that a raid."""
    raid = side is Side.SCOTLAND and to == ENGLAND and state.field.truce is Side.ENGLAND
    if raid and state.ruleset.truce_bars_sea_move_to_england == "yes":
        return (violation(Reason.TRUCE_BARS_RAID, "hs:C-1d", area=AREA_IDS[to]),)
    return ()


def harbour_violations(state: State, frame: SeaMove, source: Area, to: Area) -> tuple[Violation, ...]:
    """Return all that bars a harbour: the card itself, and a truce."""
    return (*unfit_harbour(state, frame, source, to), *raid_by_sea(state, frame.side, to))


def _harbours(state: State, frame: SeaMove, source: Area) -> tuple[Area, ...]:
    return tuple(
        to
        for to in AREAS
        if COASTAL[to] and holds(state.board, to, frame.side) and not harbour_violations(state, frame, source, to)
    )


def _sea_options(state: State, frame: SeaMove) -> tuple[Action, ...]:
    if frame.block is not None:
        return tuple(CHOICES[to] for to in _harbours(state, frame, place_of(state.board, frame.block)))
    blocks = tuple(
        SELECTS[each]
        for each in on_map(state.board, frame.side)
        if COASTAL[state.board.at[each]] and not shipping_violations(state, frame, each)
    )
    return (*blocks, DONE)


def _shipped(state: State, frame: SeaMove, to: Area) -> Next[State]:
    assert frame.block is not None
    source = place_of(state.board, frame.block)
    after = on_board(state, moved(state.board, frame.block, to))
    shipped = event(EventKind.BLOCK_SHIPPED, "hs:C-3", block=FIGURES[frame.block].id, to=AREA_IDS[to])
    return Next(with_top(after, SeaMove(frame.side, frame.left - 1, source, to)), (shipped,))


def sea_move_decision(state: State, frame: SeaMove) -> Choice[Action]:
    """Return the choice of a block to ship, or of its harbour."""
    about = "a block to ship" if frame.block is None else "a coast to ship it to"
    return Choice(frame.side.value, about, ("hs:C-3",), _sea_options(state, frame))


def sea_move_violations(state: State, frame: SeaMove, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a block from being shipped, or bars a harbour."""
    match frame.block, action:
        case None, Select(who):
            return shipping_violations(state, frame, who)
        case None, Done():
            return ()
        case int(who), Choose(to):
            return harbour_violations(state, frame, place_of(state.board, Block(who)), to)
        case _:
            return coronation_violations(state, frame.side, action)


def sea_move_apply(state: State, frame: SeaMove, action: Action) -> Next[State]:
    """Pick a block, ship it, or pass up the rest."""
    match action:
        case Select(who):
            return Next(with_top(state, SeaMove(frame.side, frame.left, frame.source, frame.target, who)))
        case Choose(to):
            return _shipped(state, frame, to)
        case _:
            return passed(state, frame.side)


SEA_MOVE: Procedure[State, SeaMove, Action] = Procedure(
    sea_move_decision, sea_move_violations, sea_move_apply, always_waits
)


# ---------------------------------------------------------------- Herald


@rule("hs:C-4", "hs:5.7-5")
def noble_violation(state: State, frame: Herald, who: Block) -> Violation | None:
    """Refuse to name anyone but an enemy noble in play; Moray never changes side."""
    if SIDES[who] is frame.side or not IS_NOBLE[who]:
        return violation(Reason.NOT_A_NOBLE, "hs:C-4", block=FIGURES[who].id)
    if who in LOYAL:
        return violation(Reason.NEVER_CHANGES_SIDE, "hs:5.7-5", block=FIGURES[who].id)
    if state.board.at[who] >= ON_MAP:
        return violation(Reason.NOT_ON_MAP, "hs:C-4", block=FIGURES[who].id)
    return None


@rule("hs:C-4b", "hs:C-4c")
def herald_rolled(state: State, frame: Herald, die: int) -> Next[State]:
    """Win the noble on 1 to 4; on 5 and 6 nothing happens."""
    assert frame.noble is not None
    after, noble = closed(state), frame.noble
    if die > _HERALD:
        failed = event(EventKind.HERALD_FAILED, "hs:C-4c", noble=FIGURES[noble].noble, die=die)
        return Next(after, (failed,))
    place = place_of(state.board, noble)
    return then(defected(after, noble, "hs:C-4b"), lambda now: herald_fought(now, frame.side, place))


@rule("hs:C-4d")
def herald_fought(state: State, side: Side, place: Area) -> Next[State]:
    """Fight at once, the noble who was won over attacking, where enemies stand beside him."""
    return Next(opened(state, Battle(place, side)) if is_contested(state.board, place) else state)


def herald_decision(state: State, frame: Herald) -> Decision[Action]:
    """Return the choice of an enemy noble, or of none; once he is named, the roll for him."""
    if frame.noble is not None:
        return _DIE
    nobles = tuple(
        SELECTS[each]
        for each in NOBLES_OF[frame.side.enemy]
        if is_on_map(state.board, each) and noble_violation(state, frame, each) is None
    )
    return Choice(frame.side.value, "an enemy noble to win over", ("hs:C-4", "hs:S3-1"), (*nobles, DONE))


def herald_violations(state: State, frame: Herald, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a noble from being named."""
    match action:
        case Select(who):
            return _listed(noble_violation(state, frame, who))
        case Done():
            return ()
        case _:
            return coronation_violations(state, frame.side, action)


def herald_apply(state: State, frame: Herald, action: Action) -> Next[State]:
    """Name a noble, roll for him, or pass up the event."""
    match action:
        case Select(who):
            named = event(EventKind.NOBLE_NAMED, "hs:C-4", noble=FIGURES[who].noble)
            return Next(with_top(state, Herald(frame.side, who)), (named,))
        case Roll(die):
            return herald_rolled(state, frame, die)
        case _:
            return passed(state, frame.side)


HERALD: Procedure[State, Herald, Action] = Procedure(herald_decision, herald_violations, herald_apply, always_waits)
