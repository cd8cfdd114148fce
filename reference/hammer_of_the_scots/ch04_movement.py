"""Chapter 4: movement. Frames: Moving, Marching.

A player picks a block and takes it over one border after another. Each requirement below refuses one thing and names
its rule; what is offered is exactly what none of them refuses. A group is paid for when one of its blocks has moved.
"""

from reference.hammer_of_the_scots import event_cards
from reference.hammer_of_the_scots.actions import DONE, MARCHES, SELECTS, Action, Crown, Done, March, Select
from reference.hammer_of_the_scots.board import (
    ON_MAP,
    blocks_at,
    count,
    holds,
    moved,
    place_of,
)
from reference.hammer_of_the_scots.ch01_map import (
    ANGLO_SCOTTISH,
    AREA_IDS,
    ENGLAND,
    NEIGHBOURS,
    SCOTTISH_COAST,
    Area,
    Border,
    Colour,
    border_between,
    colour_between,
)
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS_OF,
    FIGURES,
    NORSE,
    SIDES,
    Block,
    move_rating,
)
from reference.hammer_of_the_scots.ch04_borders import crossed, entry, full_border, leaving_over_used_border, no_border
from reference.hammer_of_the_scots.ch05_reserves import entering, names_not_asked, pending_names
from reference.hammer_of_the_scots.ch06_declaring import crowning_without_event
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Marching, Moving
from reference.hammer_of_the_scots.masks import has_area, has_block, with_area, with_block
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import BY_SEA, NOBODY, State, mark_of, on_board, then
from reference.hammer_of_the_scots.tables import number
from reference.kernel.columns import with_byte
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import below, closed, finished, opened, with_top
from reference.kernel.verdicts import Event, Next, Notation, Objection, Violation, event, unasked, violation

_CROSSING = number("border_crossing_points")
_SAILING = number("norse_move_points")


def _moving(state: State) -> Moving:
    """Return the moves of which the march at work is part."""
    frame = below(state)
    assert isinstance(frame, Moving)
    return frame


# ---------------------------------------------------------------- 4.6: pinning


@rule("hs:4.6-1", "hs:4.6-2", "hs:4.6-3")
def pinned(state: State, side: Side, place: Area) -> bool:
    """Say whether at least as many attackers pin all blocks that the second player has left in an area."""
    if state.field.first is not side.enemy:
        return False
    attackers = count(state.board, place, side.enemy)
    return attackers > 0 and len(bound(state, side, place)) <= attackers


@rule("hs:4.6-1")
def bound(state: State, side: Side, place: Area) -> list[Block]:
    """Return the blocks in an area that attackers can pin: arrivals in reserve only where the ruleset counts them."""
    present = blocks_at(state.board, place, side)
    if state.ruleset.pin_counts_arrivals == "yes":
        return present
    return [each for each in present if not has_block(state.field.reserves, each)]


# ---------------------------------------------------------------- 4.2, 4.4, 4.6b: picking a block


@rule("hs:4.0-6")
def moved_already(state: State, who: Block) -> Violation | None:
    """Refuse a second move in one turn."""
    if not has_block(state.field.moved, who):
        return None
    return violation(Reason.ALREADY_MOVED, "hs:4.0-6", block=FIGURES[who].id)


@rule("hs:4.2-2", "hs:4.4-4")
def unpaid(frame: Moving, who: Block, place: Area) -> Violation | None:
    """Refuse a block if no point is left for its group, crossing or voyage."""
    if who == NORSE:
        return unpaid_voyage(frame)
    if place == ENGLAND:
        return unpaid_crossing(frame)
    if not frame.points and not has_area(frame.activated, place):
        return violation(Reason.NO_POINT_LEFT, "hs:4.2-2", area=AREA_IDS[place])
    return None


@rule("hs:4.6b-1", "hs:4.6b-2")
def unpaid_voyage(frame: Moving) -> Violation | None:
    """Refuse the Norse a voyage without a point of their own, even if the group in their area has been paid for."""
    if frame.points >= _SAILING:
        return None
    return violation(Reason.NO_POINT_FOR_NORSE, "hs:4.6b-2", points=frame.points)


@rule("hs:4.4-4", "hs:5.9-1", "hs:5.9-2")
def unpaid_crossing(frame: Moving, already_owed: int = 0) -> Violation | None:
    """Refuse an English or raiding Scottish block the Anglo-Scottish border without a point for this block alone.

    Points that its march already owes for earlier crossings cannot be used again.
    """
    left = frame.points - already_owed
    if left >= _CROSSING:
        return None
    return violation(Reason.NO_POINT_FOR_CROSSING, "hs:4.4-4", points=left)


def _no_way(state: State, frame: Moving, who: Block, place: Area) -> tuple[Violation, ...]:
    """Return every rule that bars the ways of a block if all are barred; nothing if one is open."""
    rules: dict[str, None] = {}
    for to in SCOTTISH_COAST if who == NORSE else NEIGHBOURS[place]:
        barred = _barred(state, frame, Marching(who, place), to)
        if not barred:
            return ()
        if to != place:
            rules.update(dict.fromkeys(each.rule for each in barred))
    facts = {"block": FIGURES[who].id, "area": AREA_IDS[place]}
    return tuple(violation(Reason.NO_WAY_OUT, rule_id, **facts) for rule_id in rules)


@rule("hs:4.2-4")
def no_way_on(state: State, frame: Moving, march: Marching) -> tuple[Violation, ...]:
    """Return every rule that bars the ways of a block on the march, apart from the one it has come."""
    place = place_of(state.board, march.block)
    barred = (each for to in NEIGHBOURS[place] if to != march.last for each in _barred(state, frame, march, to))
    facts = {"block": FIGURES[march.block].id, "area": AREA_IDS[place]}
    rules = dict.fromkeys(each.rule for each in barred)
    return tuple(violation(Reason.NO_WAY_ON, rule_id, **facts) for rule_id in rules)


def _held_back(state: State, frame: Moving, who: Block) -> tuple[Violation, ...]:
    """Return what keeps a block where it is, wherever it would go."""
    place = place_of(state.board, who)
    found = [moved_already(state, who), unpaid(frame, who, place)]
    if pinned(state, frame.side, place):
        attackers = count(state.board, place, frame.side.enemy)
        held = len(bound(state, frame.side, place))
        facts = {"block": FIGURES[who].id, "area": AREA_IDS[place]}
        found.append(violation(Reason.PINNED, "hs:4.6-1", **facts, attackers=attackers, blocks=held))
    return tuple(each for each in found if each is not None)


def pick_violations(state: State, frame: Moving, who: Block) -> tuple[Violation, ...]:
    """Return all that keeps a block from being moved."""
    foreign = event_cards.own_block(state, who, frame.side, "hs:4.2-2")
    if foreign is not None:
        return (foreign,)
    return _held_back(state, frame, who) or _no_way(state, frame, who, place_of(state.board, who))


@rule("hs:4.0-1", "hs:4.2-2")
def movable(state: State, frame: Moving) -> tuple[Action, ...]:
    """Return the blocks that may be picked, and always the end of the moves."""
    at, points = state.board.at, frame.points
    ways: dict[int, bool] = {}
    found: list[Action] = []
    for who in BLOCKS_OF[frame.side]:
        place = at[who]
        if place >= ON_MAP or has_block(state.field.moved, who):
            continue
        if not points and not (has_area(frame.activated, place) and who != NORSE and place != ENGLAND):
            continue
        key = -1 if who == NORSE else place
        free = ways.get(key)
        if free is None:
            free = ways[key] = not pick_violations(state, frame, who)
        if free:
            found.append(SELECTS[who])
    found.append(DONE)
    return tuple(found)


# ---------------------------------------------------------------- one border at a time


@rule("hs:4.4-4")
def owed(march: Marching) -> int:
    """Return the points that a march already owes for the Anglo-Scottish border: it is paid for when it ends."""
    return _CROSSING if march.distance and march.origin == ENGLAND else 0


@rule("hs:1.1-3", "hs:4.4-4")
def border_violations(state: State, frame: Moving, march: Marching, source: Area, to: Area) -> list[Violation]:
    """Return all that keeps a block from the next step of its march."""
    border = border_between(source, to)
    if border is None:
        return [no_border(source, to, "hs:1.1-3")]
    found = []
    if ANGLO_SCOTTISH[border] and (unpaid_for := unpaid_crossing(frame, owed(march))) is not None:
        found.append(unpaid_for)
    return found + shut(state, frame.side, source, border, to)


@rule("hs:4.3-4", "hs:4.6-4", "hs:C-1")
def shut(state: State, side: Side, source: Area, border: Border, to: Area) -> list[Violation]:
    """Return what shuts a border to a player: it is full, an attacker came over it, or a truce guards the other end."""
    found = (
        full_border(state.field, border),
        leaving_over_used_border(state, side, source, border),
        *event_cards.truce_bars(state, side, to),
    )
    return [each for each in found if each is not None]


@rule("hs:4.6b-3", "hs:4.6b-5", "hs:2.25b-3")
def sea_violation(state: State, side: Side, source: Area, to: Area) -> Violation | None:
    """Refuse the Norse anything but another coastal area of Scotland; whose it is does not matter."""
    if to not in SCOTTISH_COAST or to == source:
        return violation(Reason.NOT_BY_SEA, "hs:4.6b-5" if to == ENGLAND else "hs:4.6b-3", to=AREA_IDS[to])
    return next(iter(event_cards.truce_bars(state, side, to)), None)


@rule("hs:4.0-4", "hs:4.0-5")
def enemies_stop(state: State, place: Area, side: Side) -> bool:
    """Say whether enemies stop a block of this side in an area; friends never do, nor does an empty one."""
    return holds(state.board, place, side.enemy)


@rule("hs:4.3-5", "hs:4.4-3")
def red_border_stops(source: Area, place: Area) -> bool:
    """Say whether a block must stop because it has come over a red border, of England or not."""
    return colour_between(source, place) is Colour.RED


@rule("hs:4.4-2")
def england_stops(place: Area) -> bool:
    """Say whether a block must stop because it has come to England."""
    return place == ENGLAND


@rule("hs:4.2-4")
def rating_is_used(state: State, march: Marching) -> bool:
    """Say whether a block has gone as far as its own move rating allows."""
    return march.distance >= move_rating(march.block, state.ruleset)


@rule("hs:4.0-5", "hs:4.3-5", "hs:4.4-2", "hs:4.4-3")
def stopped_by_place(state: State, who: Block, source: Area, place: Area) -> list[Violation]:
    """Return what stops a block that has come from one area to another, however far it may still go."""
    found: list[Violation] = []
    facts = {"block": FIGURES[who].id, "area": AREA_IDS[place]}
    if red_border_stops(source, place):
        found.append(violation(Reason.RED_BORDER_STOPS, "hs:4.3-5", **facts))
        if source == ENGLAND:
            found.append(violation(Reason.RED_BORDER_STOPS, "hs:4.4-3", **facts))
    if enemies_stop(state, place, SIDES[who]):
        found.append(violation(Reason.ENEMIES_STOP, "hs:4.0-5", **facts))
    if england_stops(place):
        found.append(violation(Reason.ENGLAND_STOPS, "hs:4.4-2", block=FIGURES[who].id))
    return found


@rule("hs:I-9", "hs:4.2-4")
def stops(state: State, march: Marching, source: Area, to: Area) -> tuple[Violation, ...]:
    """Return all that makes a block stop: enemies, a red border, England, or the end of its move rating."""
    found = stopped_by_place(state, march.block, source, to)
    if rating_is_used(state, march):
        name = FIGURES[march.block].id
        found.append(violation(Reason.RATING_USED, "hs:4.2-4", block=name, borders=march.distance))
    return tuple(found)


@rule("hs:4.6b-3", "hs:4.0-5")
def voyage_stops(state: State, to: Area) -> tuple[Violation, ...]:
    """Return what ends the voyage of the Norse: it goes from one coast to another, and enemies may stand there."""
    facts = {"block": FIGURES[NORSE].id, "area": AREA_IDS[to]}
    found = [violation(Reason.VOYAGE_ENDS, "hs:4.6b-3", **facts)]
    if enemies_stop(state, to, SIDES[NORSE]):
        found.append(violation(Reason.ENEMIES_STOP, "hs:4.0-5", **facts))
    return tuple(found)


def _marching_options(state: State, march: Marching) -> tuple[Action, ...]:
    frame, source = _moving(state), place_of(state.board, march.block)
    steps = MARCHES[march.block]
    if march.block == NORSE:
        return tuple(steps[to] for to in SCOTTISH_COAST if sea_violation(state, frame.side, source, to) is None)
    stay = (steps[source],) if march.distance else ()
    # To step straight back is legal and hardly ever of use: it is accepted, but not offered.
    return stay + tuple(
        steps[to]
        for to in NEIGHBOURS[source]
        if to != march.last and not border_violations(state, frame, march, source, to)
    )


def _barred(state: State, frame: Moving, march: Marching, to: Area) -> tuple[Violation, ...]:
    """Return all that keeps a block from the next step of its march, by land or sea."""
    source = place_of(state.board, march.block)
    if march.block == NORSE:
        found = sea_violation(state, frame.side, source, to)
        return () if found is None else (found,)
    return tuple(border_violations(state, frame, march, source, to))


@rule("hs:4.6b-1", "hs:4.6b-2")
def paid_voyage(frame: Moving) -> Moving:
    """Pay for the Norse alone; no group is paid for with them."""
    return Moving(frame.side, frame.points - _SAILING, frame.activated)


@rule("hs:4.4-4", "hs:5.9-1", "hs:5.9-2")
def paid_crossing(frame: Moving, crossings: int) -> Moving:
    """Pay for one block over the Anglo-Scottish border, out or in or both; no group is paid for with it."""
    return Moving(frame.side, frame.points - _CROSSING * crossings, frame.activated)


@rule("hs:4.2-2", "hs:4.4-4")
def paid(frame: Moving, march: Marching, place: Area) -> Moving:
    """Pay for a block that has moved: for it alone at the border of England or by sea, else for its group."""
    if march.block == NORSE:
        return paid_voyage(frame)
    crossings = (march.origin, place).count(ENGLAND)
    if crossings:
        return paid_crossing(frame, crossings)
    if has_area(frame.activated, march.origin):
        return frame
    return Moving(frame.side, frame.points - 1, with_area(frame.activated, march.origin))


def _stopped(state: State, march: Marching, why: tuple[Violation, ...] = (), *events: Event) -> Next[State]:
    """End a march, by the player's choice or because rules stop it; then they are told."""
    place = place_of(state.board, march.block)
    field = state.field._replace(moved=with_block(state.field.moved, march.block))
    facts = {"block": FIGURES[march.block].id, "area": AREA_IDS[place]}
    stopped = event(EventKind.BLOCK_STOPPED, "hs:4.2-4", **facts)
    if why:
        stopped = unasked(EventKind.BLOCK_STOPPED, SIDES[march.block].value, "marching_on", why, **facts)
    return Next(finished(state._replace(field=field), paid(_moving(state), march, place)), (*events, stopped))


def _stepped(state: State, march: Marching, to: Area) -> Next[State]:
    who, source = march.block, place_of(state.board, march.block)
    if to == source:
        return _stopped(state, march)
    field = state.field
    via = source
    if who == NORSE:
        via = Area(BY_SEA)
    else:
        border = border_between(source, to)
        assert border is not None
        field = field._replace(crossings=crossed(field, border))
        if holds(state.board, to, FIGURES[who].side.enemy):
            where = entry(border, to)
            used = field.entered[where] | mark_of(FIGURES[who].side)
            field = field._replace(entered=with_byte(field.entered, where, used))
    field = field._replace(origin=with_byte(field.origin, who, march.origin), via=with_byte(field.via, who, via))
    after = on_board(state, moved(state.board, who, to))._replace(field=field)
    if holds(after.board, to, FIGURES[who].side.enemy):
        after = entering(after, who, to)
    march = Marching(who, march.origin, march.distance + 1, source)
    happened = event(EventKind.BLOCK_MOVED, "hs:4.2-4", block=FIGURES[who].id, to=AREA_IDS[to])
    after = with_top(after, march)
    why = voyage_stops(after, to) if who == NORSE else stops(after, march, source, to)
    return _stopped(after, march, why, happened) if why else Next(after, (happened,))


def march_violations(state: State, frame: Moving, action: March) -> tuple[Violation, ...] | Notation:
    """Return why a block that is not on the march cannot take a step, or that it only has to be picked first."""
    who = action.block
    foreign = event_cards.own_block(state, who, frame.side, "hs:4.2-2")
    if foreign is not None:
        return (foreign,)
    step = _barred(state, frame, Marching(who, place_of(state.board, who)), action.to)
    found = (*_held_back(state, frame, who), *stopped_earlier(state, who), *step)
    return tuple(dict.fromkeys(found)) or Notation(Reason.PICK_BLOCK_FIRST, (("block", FIGURES[who].id),))


def stopped_earlier(state: State, who: Block) -> list[Violation]:
    """Return what stopped a block that has moved this turn."""
    via = state.field.via[who]
    if not has_block(state.field.moved, who) or via in (NOBODY, BY_SEA):
        return []
    return stopped_by_place(state, who, Area(via), place_of(state.board, who))


# ---------------------------------------------------------------- the moves of a player


def moving_decision(state: State, frame: Moving) -> Choice[Action]:
    """Return the choice of the next block to move, or of the end of the moves."""
    return Choice(frame.side.value, "a block to move", ("hs:4.2-2", "hs:4.2-4"), movable(state, frame))


def moving_violations(state: State, frame: Moving, action: Action) -> Objection:
    """Return what keeps a block from being picked, or from a step before it has been picked; or bars a coronation."""
    match action:
        case Crown(candidate) if frame.side is Side.SCOTLAND:
            return crowning_without_event(state, candidate)
        case Select(who):
            return pick_violations(state, frame, who)
        case March():
            return march_violations(state, frame, action)
        case Done():
            return ()
        case _:
            return None


@rule("hs:4.0-1", "hs:4.0-3")
def moves_ended(state: State, frame: Moving) -> Next[State]:
    """End a player's moves whenever he likes; the points he has left are lost."""
    ended = event(EventKind.MOVES_ENDED, "hs:4.0-1", "hs:4.0-3", side=frame.side.value, points=frame.points)
    return Next(closed(state), (ended,))


def _names_asked(state: State, side: Side) -> Next[State]:
    told = names_not_asked(state, side)
    for naming in reversed(pending_names(state, side)):
        state = opened(state, naming)
    return Next(state, told)


def moving_apply(state: State, frame: Moving, action: Action) -> Next[State]:
    """Set a block on the march, or end the moves and ask for the main forces."""
    if not isinstance(action, Select):
        return then(moves_ended(state, frame), lambda now: _names_asked(now, frame.side))
    who = action.block
    picked = event(EventKind.BLOCK_PICKED, "hs:4.2-4", block=FIGURES[who].id)
    return Next(opened(state, Marching(who, place_of(state.board, who))), (picked,))


MOVING: Procedure[State, Moving, Action] = Procedure(moving_decision, moving_violations, moving_apply, always_waits)


# ---------------------------------------------------------------- the march of a block


def marching_decision(state: State, frame: Marching) -> Choice[Action] | None:
    """Return the choice of the next step; where no further one is open there is nothing to ask."""
    steps = _marching_options(state, frame)
    if frame.distance and len(steps) == 1:
        return None
    return Choice(SIDES[frame.block].value, "where the block goes", ("hs:4.2-4", "hs:4.3-1"), steps)


def marching_violations(state: State, frame: Marching, action: Action) -> Objection:
    """Return what bars the next step of the block on the march; nothing if it would stay where its march begins.

    Another block that may move is named once this one has stopped.
    """
    if not isinstance(action, March):
        return _moved_later(state, frame, action.block) if isinstance(action, Select) else None
    if action.block != frame.block:
        return _moved_later(state, frame, action.block)
    if action.to == place_of(state.board, frame.block) and frame.block != NORSE:
        return () if frame.distance else None
    return _barred(state, _moving(state), frame, action.to)


def _moved_later(state: State, frame: Marching, who: Block) -> Objection:
    """Return what keeps another block from being moved after the one on the march, or that this one stops first."""
    barred = pick_violations(state, _moving(state), who)
    return barred or Notation(Reason.OTHER_BLOCK_FIRST, (("block", FIGURES[frame.block].id),))


def marching_apply(state: State, frame: Marching, action: Action) -> Next[State]:
    """Take the block on the march to where it goes, or let it stop where it is."""
    assert isinstance(action, March)
    return _stepped(state, frame, action.to)


def marching_advance(state: State, frame: Marching) -> Next[State]:
    """End the march of a block that can go no further."""
    return _stopped(state, frame, no_way_on(state, _moving(state), frame))


MARCHING: Procedure[State, Marching, Action] = Procedure(
    marching_decision, marching_violations, marching_apply, marching_advance
)
