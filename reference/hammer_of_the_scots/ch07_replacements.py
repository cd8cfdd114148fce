"""Chapter 7.6 to 7.8: winter replacements, the levy, and the next year. Frames: Building, Drawing, Landing."""

from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DONE,
    DRAWS,
    SELECTS,
    Action,
    Choose,
    Done,
    DrawBlock,
    Select,
)
from reference.hammer_of_the_scots.board import (
    blocks_at,
    in_pool,
    is_friendly,
    place_of,
    put,
    stepped,
    weakened,
)
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, COASTAL, NEIGHBOURS, Area, castle_limit
from reference.hammer_of_the_scots.ch02_armies import (
    EDWARD,
    FIGURES,
    FULL,
    Block,
    Type,
    block,
)
from reference.hammer_of_the_scots.ch03_cards import dealt_afresh, edward_kept_by_bid, levy_pool
from reference.hammer_of_the_scots.ch06_kings import winters
from reference.hammer_of_the_scots.ch07_quarters import kept_from_selkirk
from reference.hammer_of_the_scots.ch09_victory import all_nobles_checked, counted, nobles_changed
from reference.hammer_of_the_scots.event_cards import own_block
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Building, Drawing, Landing, Levy, Turn, TurnStage
from reference.hammer_of_the_scots.masks import has_block, mask_of, with_block, without
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, on_board, then
from reference.hammer_of_the_scots.tables import number, words
from reference.kernel.decisions import CHANCE, Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits, other_decision
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Next, Violation, event, unasked, violation

_DRAWN_STEPS = number("drawn_block_steps")
_LEVY_DIVISOR = number("levy_divisor")
_STRENGTHENED: dict[Side, tuple[Type, ...]] = {
    Side.SCOTLAND: tuple(Type),
    Side.ENGLAND: tuple(Type(name) for name in words("english_types_with_replacements")),
}
_STEP_RULE = {Side.SCOTLAND: "hs:7.61-1", Side.ENGLAND: "hs:7.63-1"}
SEA_BLOCKS = tuple(block(name) for name in words("sea_blocks"))
_AT_SEA = mask_of(*SEA_BLOCKS)


# ---------------------------------------------------------------- 7.6: points


@rule("hs:7.6-1", "hs:7.6-2", "hs:I-15", "hs:1.2-4")
def building(state: State, side: Side) -> Building:
    """Return the points a side has to spend: those of every friendly area, in that area."""
    points = tuple(
        place for place in AREAS if is_friendly(state.board, place, side) for _ in range(castle_limit(place, side))
    )
    return Building(side, points)


def _spent(frame: Building, place: Area) -> Building:
    spent = frame.points.index(place)
    return Building(frame.side, frame.points[:spent] + frame.points[spent + 1 :])


@rule("hs:7.6-1")
def unpaid(state: State, frame: Building, place: Area) -> tuple[Violation, ...]:
    """Refuse to spend a point in an area that has none left, never had one, or is not friendly."""
    if place in frame.points:
        return ()
    if not is_friendly(state.board, place, frame.side):
        return (violation(Reason.NOT_FRIENDLY, "hs:7.6-1", area=AREA_IDS[place]),)
    given = castle_limit(place, frame.side)
    return (violation(Reason.NO_POINTS_IN_AREA, "hs:7.6-1", area=AREA_IDS[place], given=given),)


@rule("hs:7.61-1", "hs:7.61-4", "hs:7.61-5", "hs:7.63-1", "hs:7.6-1")
def step_violations(state: State, frame: Building, who: Block) -> tuple[Violation, ...]:
    """Refuse a step above the maximum, without a point there, or for English blocks other than infantry and nobles."""
    rule_id, name = _STEP_RULE[frame.side], FIGURES[who].id
    foreign = own_block(state, who, frame.side, rule_id)
    if foreign is not None:
        return (foreign,)
    found, place = [], place_of(state.board, who)
    if FIGURES[who].type not in _STRENGTHENED[frame.side]:
        found.append(violation(Reason.NOT_STRENGTHENED, rule_id, block=name))
    found += unpaid(state, frame, place)
    if state.board.steps[who] >= FULL[who]:
        found.append(violation(Reason.AT_FULL_STRENGTH, rule_id, block=name))
    return tuple(found)


@rule("hs:7.61-2", "hs:7.61-7", "hs:7.63-2", "hs:7.6-1")
def draw_violations(state: State, frame: Building, place: Area) -> tuple[Violation, ...]:
    """Refuse a new block to England, in an area without a point or at its limit, or if the pool has none for it."""
    if frame.side is Side.ENGLAND:
        return (violation(Reason.NO_NEW_ENGLISH, "hs:7.63-2", area=AREA_IDS[place]),)
    found = list(unpaid(state, frame, place))
    limit, blocks = castle_limit(place, Side.SCOTLAND), taking_place(state, place)
    if limit and blocks >= limit:
        found.append(violation(Reason.AREA_FULL, "hs:7.61-7", area=AREA_IDS[place], blocks=blocks, limit=limit))
    if not drawable(state, place):
        found.append(nobody_to_draw(state, place))
    return tuple(found)


@rule("hs:7.61-2", "hs:S7-5")
def nobody_to_draw(state: State, place: Area) -> Violation:
    """Return why no block can be drawn for an area: the pool is empty, or holds only sea blocks, which cannot land."""
    if in_pool(state.board, Side.SCOTLAND):
        return violation(Reason.ONLY_SEA_BLOCKS_LEFT, "hs:S7-5", area=AREA_IDS[place])
    return violation(Reason.POOL_EMPTY, "hs:7.61-2", area=AREA_IDS[place])


@rule("hs:7.61-7", "hs:S7-6")
def taking_place(state: State, place: Area) -> int:
    """Return how many Scottish blocks count against the limit of an area: not those that landed there this winter."""
    present = blocks_at(state.board, place, Side.SCOTLAND)
    return sum(each not in SEA_BLOCKS or not has_block(state.field.moved, each) for each in present)


@rule("hs:S7-5", "hs:7.61-2")
def drawable(state: State, place: Area) -> tuple[Block, ...]:
    """Return the blocks that can be drawn for an area: inland, sea blocks only if they can land on a coast nearby."""
    pool = in_pool(state.board, Side.SCOTLAND)
    if COASTAL[place] or (state.ruleset.inland_sea_draw == "redirect_to_coast" and landings(state, place)):
        return tuple(pool)
    return tuple(each for each in pool if each not in SEA_BLOCKS)


@rule("hs:S7-5")
def coast_violations(state: State, inland: Area, to: Area) -> tuple[Violation, ...]:
    """Refuse a sea block any place but a friendly coastal area next to the inland one it was drawn for."""
    found, there = [], AREA_IDS[to]
    if not COASTAL[to]:
        found.append(violation(Reason.NOT_COASTAL, "hs:S7-5", area=there))
    if to not in NEIGHBOURS[inland]:
        found.append(violation(Reason.NOT_ADJACENT, "hs:S7-5", area=there, next_to=AREA_IDS[inland]))
    if not is_friendly(state.board, to, Side.SCOTLAND):
        found.append(violation(Reason.NOT_FRIENDLY, "hs:S7-5", area=there))
    return tuple(found)


@rule("hs:S7-5")
def landings(state: State, place: Area) -> tuple[Area, ...]:
    """Return the friendly coastal areas next to an inland one."""
    return tuple(to for to in NEIGHBOURS[place] if not coast_violations(state, place, to))


@rule("hs:7.61-3")
def uses(state: State, frame: Building) -> tuple[Action, ...]:
    """Return all uses of a point, whatever the others were used for: a step of a block or, for Scots, a new block."""
    weak = weakened(state.board, frame.side)
    blocks = tuple(SELECTS[each] for each in weak if not step_violations(state, frame, each))
    places: tuple[Action, ...] = ()
    if frame.side is Side.SCOTLAND:
        paying = dict.fromkeys(frame.points)
        places = tuple(CHOICES[each] for each in paying if not draw_violations(state, frame, each))
    return (*blocks, *places)


def _build_options(state: State, frame: Building) -> tuple[Action, ...]:
    offered = uses(state, frame)
    return offered if offered and state.ruleset.replacements_must_be_spent == "yes" else (*offered, DONE)


@rule("hs:7.61-6", "hs:S7-4")
def builds_ended(state: State, frame: Building) -> Next[State]:
    """Let the points that are left lapse."""
    ended = event(EventKind.BUILDS_ENDED, "hs:7.61-6", side=frame.side.value, lapsed=len(frame.points))
    return Next(landings_forgotten(closed(state)), (ended,))


@rule("hs:S7-6")
def landings_forgotten(state: State) -> State:
    """Return the state with no sea block marked as landed: the marks count only while Scotland builds."""
    return state._replace(field=state.field._replace(moved=without(state.field.moved, _AT_SEA)))


@rule("hs:7.6-3")
def grown(state: State, frame: Building, who: Block) -> Next[State]:
    """Spend a point of an area on a step for a block there."""
    steps = state.board.steps[who] + 1
    after = on_board(state, stepped(state.board, who, steps))
    gained = event(EventKind.STEPS_GAINED, _STEP_RULE[frame.side], block=FIGURES[who].id, steps=steps)
    return Next(with_top(after, _spent(frame, place_of(state.board, who))), (gained,))


def building_decision(state: State, frame: Building) -> Choice[Action]:
    """Return the choice of how a replacement point is used, or of the end."""
    rules = ("hs:7.61-1", "hs:7.61-2") if frame.side is Side.SCOTLAND else ("hs:7.63-1",)
    return Choice(frame.side.value, "how a replacement point is used", rules, _build_options(state, frame))


def building_violations(state: State, frame: Building, action: Action) -> tuple[Violation, ...] | None:
    """Return what bars a step, a new block, or the end of the builds."""
    match action:
        case Select(who):
            return step_violations(state, frame, who)
        case Choose(place):
            # In Selkirk, which has no castle, nothing is ever drawn: who names it means Wallace.
            kept = kept_from_selkirk(state, place) if frame.side is Side.SCOTLAND else ()
            return kept or draw_violations(state, frame, place)
        case Done():
            may_end = DONE in _build_options(state, frame)
            rule_id = "hs:7.61-6" if frame.side is Side.SCOTLAND else "hs:7.63-1"
            points = len(frame.points)
            return () if may_end else (violation(Reason.POINTS_MUST_BE_SPENT, rule_id, points=points),)
        case _:
            return None


def building_apply(state: State, frame: Building, action: Action) -> Next[State]:
    """Use a point for a step or for a new block, or let those left lapse."""
    match action:
        case Select(who):
            return grown(state, frame, who)
        case Choose(place):
            return Next(opened(with_top(state, _spent(frame, place)), Drawing(place)))
        case _:
            return builds_ended(state, frame)


BUILDING: Procedure[State, Building, Action] = Procedure(
    building_decision, building_violations, building_apply, always_waits
)


# ---------------------------------------------------------------- 7.61: new blocks


@rule("hs:7.61-2", "hs:S7-5")
def drawn(state: State, frame: Drawing, who: Block) -> Next[State]:
    """Bring a drawn block in at strength 1; a sea block drawn inland lands on a coast."""
    after = closed(state)
    if COASTAL[frame.area] or who not in SEA_BLOCKS:
        return _placed(after, who, frame.area, "hs:7.61-2")
    return landed(after, who, frame.area)


@rule("hs:S7-5", "hs:S7-6", "hs:S7-7")
def landed(state: State, who: Block, inland: Area) -> Next[State]:
    """Bring a sea block drawn inland to a friendly coast nearby; no limit applies there, and no point is spent."""
    coasts = landings(state, inland)
    if len(coasts) > 1:
        return Next(opened(state, Landing(who, inland)))
    why = (violation(Reason.ONLY_COAST, "hs:S7-5", area=AREA_IDS[coasts[0]], next_to=AREA_IDS[inland]),)
    told = unasked(EventKind.NOT_ASKED, Side.SCOTLAND.value, "landing", why, block=FIGURES[who].id)
    came = ashore(state, who, coasts[0])
    return Next(came.state, (told, *came.events))


@rule("hs:S7-6")
def ashore(state: State, who: Block, coast: Area) -> Next[State]:
    """Bring a sea block to a coast and mark it: it takes no place there as long as Scotland builds."""
    marked = state._replace(field=state.field._replace(moved=with_block(state.field.moved, who)))
    return _placed(marked, who, coast, "hs:S7-5")


def _placed(state: State, who: Block, place: Area, rule_id: str) -> Next[State]:
    after = on_board(state, put(state.board, who, place, _DRAWN_STEPS))
    came = event(EventKind.BLOCK_DRAWN, rule_id, block=FIGURES[who].id, area=AREA_IDS[place])
    return then(Next(after, (came,)), nobles_changed) if FIGURES[who].noble else Next(after, (came,))


def drawing_decision(state: State, frame: Drawing) -> Chance[Action]:
    """Return the draw of a block for an area."""
    draws = tuple(DRAWS[each] for each in drawable(state, frame.area))
    return evenly("a block drawn from the Scottish pool", ("hs:7.61-2",), draws)


def drawing_apply(state: State, frame: Drawing, action: Action) -> Next[State]:
    """Bring the block drawn in."""
    assert isinstance(action, DrawBlock)
    return drawn(state, frame, action.block)


DRAWING: Procedure[State, Drawing, Action] = Procedure(drawing_decision, other_decision, drawing_apply, always_waits)


def landing_decision(state: State, frame: Landing) -> Choice[Action]:
    """Return the choice of the coast where a sea block lands."""
    coasts = tuple(CHOICES[to] for to in landings(state, frame.area))
    return Choice(Side.SCOTLAND.value, "the coast where a sea block lands", ("hs:S7-5",), coasts)


def landing_violations(state: State, frame: Landing, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a sea block from landing in an area."""
    return coast_violations(state, frame.area, action.area) if isinstance(action, Choose) else None


def landing_apply(state: State, frame: Landing, action: Action) -> Next[State]:
    """Bring the sea block to the coast chosen."""
    assert isinstance(action, Choose)
    return ashore(closed(state), frame.block, action.area)


LANDING: Procedure[State, Landing, Action] = Procedure(
    landing_decision, landing_violations, landing_apply, always_waits
)


# ---------------------------------------------------------------- 7.7 and 7.8: levy and new year


@rule("hs:7.7-1", "hs:7.7-3", "hs:7.4-7", "hs:8.2-8")
def levy(state: State) -> Next[State]:
    """Draw half of the English pool, rounded up, unless Edward I winters in Scotland or there is nobody to draw."""
    why = no_levy(state)
    if why:
        return Next(state, (unasked(EventKind.NO_LEVY, CHANCE, "levy", why),))
    return Next(opened(state, Levy(levy_size(state))))


@rule("hs:7.4-7", "hs:7.7-1", "hs:7.7-2", "hs:TP-2")
def no_levy(state: State) -> tuple[Violation, ...]:
    """Return why no block is levied: Edward I winters in Scotland, or the pool is empty or holds only a bid Edward."""
    if winters(state):
        facts = {"block": FIGURES[EDWARD].id, "area": AREA_IDS[place_of(state.board, EDWARD)]}
        return tuple(violation(Reason.EDWARD_WINTERS, each, **facts) for each in ("hs:7.4-7", "hs:7.7-1"))
    if levy_size(state):
        return ()
    return edward_kept_by_bid(state) or (violation(Reason.POOL_EMPTY, "hs:7.7-2"),)


@rule("hs:7.7-3", "hs:8.2-8")
def levy_size(state: State) -> int:
    """Return how many blocks a levy draws: half of the pool, an open Edward included, but no more than can be drawn."""
    whole = len(in_pool(state.board, Side.ENGLAND))
    return min(-(-whole // _LEVY_DIVISOR), len(levy_pool(state, state.ruleset)))


@rule("hs:8.1-1", "hs:8.2-1", "hs:8.3-1", "hs:8.3-2", "hs:9.0-1")
def year_ended(state: State) -> Next[State]:
    """Count the nobles after the last year of a scenario, or begin the next year; a campaign has no last year."""
    if state.calendar.year == state.calendar.last_year:
        return counted(state)
    looked = all_nobles_checked(state) if state.ruleset.all_nobles_check == "end_of_turn_and_winter" else Next(state)
    return then(looked, _next_year)


def _next_year(state: State) -> Next[State]:
    calendar = state.calendar._replace(year=state.calendar.year + 1, turn=1)
    after = with_top(state, Turn(TurnStage.CARDS))._replace(calendar=calendar)
    begun = event(EventKind.YEAR_BEGUN, "hs:7.8-1", year=calendar.year)
    return then(Next(after, (begun,)), dealt_afresh)
