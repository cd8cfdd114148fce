"""Chapter 7.0 to 7.5: the winter, up to the disbanding of the Scots.

Nobles go home, English ones first. Then Moray, the King, Edward, the English, Wallace and the Scots are dealt with in
this order; Edward decides before the English disband where the ruleset says so.
Frames: Wintering, GoingHome, Disbanding.
"""

from typing import Literal, TypeAlias, assert_never

from reference.hammer_of_the_scots import ch06_kings as kings
from reference.hammer_of_the_scots import ch07_replacements as replacements
from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DONE,
    SELECTS,
    Action,
    Choose,
    Done,
    Select,
)
from reference.hammer_of_the_scots.board import (
    Away,
    blocks_at,
    holds,
    is_on_map,
    moved,
    nobles_controlled,
    non_nobles_on_map,
    on_map,
    place_of,
)
from reference.hammer_of_the_scots.ch01_map import (
    AREA_IDS,
    AREAS,
    ENGLAND,
    SELKIRK,
    Area,
    castle_limit,
    homes_of,
)
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS_OF,
    EDWARD,
    FIGURES,
    IS_NOBLE,
    KING,
    LOYAL,
    MORAY,
    NOBLES_OF,
    OTHER_SIDE,
    SIDES,
    WALLACE,
    Block,
    Type,
)
from reference.hammer_of_the_scots.ch05_losses import changed_side, disbanded
from reference.hammer_of_the_scots.ch09_victory import counted, french_pledged
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Disbanding, GoingHome, Quarters, Wintering, WinteringStage
from reference.hammer_of_the_scots.masks import has_block, with_block
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, in_turn, on_board, simply_ends
from reference.hammer_of_the_scots.tables import number, words
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, never_applies, never_waits, other_decision
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, Notation, Objection, Violation, event, unasked, violation

_TIE = number("tie_nobles")
_LEAVING = tuple(Type(name) for name in words("english_types_that_disband"))
SURPLUS_RULE = {Side.ENGLAND: "hs:7.32-1", Side.SCOTLAND: "hs:7.5-3"}
_FREE_RULE = {Side.ENGLAND: "hs:7.3-1", Side.SCOTLAND: "hs:7.5-3"}


# ---------------------------------------------------------------- 7.1: nobles go home


@rule("hs:7.1-1", "hs:7.1-2", "hs:I-14")
def gone_home(state: State, noble: Block, home: Area) -> Next[State]:
    """Bring a noble home; where the enemy holds it he changes side, at his present strength."""
    after = on_board(state, moved(state.board, noble, home))
    went = event(EventKind.NOBLE_WENT_HOME, "hs:7.1-1", noble=FIGURES[noble].noble, area=AREA_IDS[home])
    if not holds(state.board, home, SIDES[noble].enemy):
        return Next(after, (went,))
    turned = _turned_coat(after, noble, "hs:7.1-2")
    return Next(turned.state, (went, *turned.events))


def _turned_coat(state: State, noble: Block, rule_id: str) -> Next[State]:
    """Let a noble change side and mark him: he has gone home and does not go again with his new side."""
    field = state.field._replace(moved=with_block(state.field.moved, OTHER_SIDE[noble]))
    return changed_side(state._replace(field=field), noble, state.board.steps[noble], rule_id)


def _homes(noble: Block) -> tuple[Area, ...]:
    return homes_of(FIGURES[noble].noble)


def _nobles_home(state: State, side: Side) -> Next[State]:
    """Bring home all nobles of a side who have one home; ask about those with two, Bruce before Comyn."""
    nobles = [
        each
        for each in NOBLES_OF[side]
        if is_on_map(state.board, each) and each not in LOYAL and not has_block(state.field.moved, each)
    ]
    split = [each for each in nobles if len(_homes(each)) > 1]
    single = [each for each in nobles if each not in split]
    going = in_turn(state, single, lambda now, noble: gone_home(now, noble, _homes(noble)[0]))
    if going.state.outcome is not None:
        return going
    after = going.state
    for noble in sorted(split, key=lambda each: FIGURES[each].noble, reverse=True):
        after = opened(after, GoingHome(noble))
    return Next(after, going.events)


@rule("hs:7.12-1")
def homes_open(state: State, noble: Block) -> tuple[Area, ...]:
    """Return the homes among which the owner of Bruce or Comyn picks; none if the enemy holds both."""
    homes = _homes(noble)
    free = tuple(home for home in homes if not holds(state.board, home, SIDES[noble].enemy))
    return homes if free and state.ruleset.split_home_choice == "any_home" else free


@rule("hs:7.12-2")
def shut_out(state: State, noble: Block) -> Next[State]:
    """Let Bruce or Comyn change side because the enemy holds both homes; his new side then picks one."""
    return _turned_coat(with_top(state, GoingHome(OTHER_SIDE[noble])), noble, "hs:7.12-2")


def going_home_decision(state: State, frame: GoingHome) -> Choice[Action] | None:
    """Return the choice of a home, where two are open."""
    homes = tuple(CHOICES[home] for home in homes_open(state, frame.noble))
    about, rules = "the home where the noble winters", ("hs:7.12-1", "hs:7.12-2")
    return Choice(SIDES[frame.noble].value, about, rules, homes) if len(homes) > 1 else None


def going_home_violations(state: State, frame: GoingHome, action: Action) -> Objection:
    """Refuse an area that is no home of the noble.

    Bruce is asked about before Comyn, which is no rule: a home of the other is a matter of notation.
    """
    if not isinstance(action, Choose):
        return None
    if action.area in homes_open(state, frame.noble):
        return ()
    facts = {"area": AREA_IDS[action.area], "noble": FIGURES[frame.noble].noble}
    others = (each.noble for each in state.stack.frames[:-1] if isinstance(each, GoingHome))
    if any(action.area in homes_open(state, each) for each in others):
        return Notation(Reason.OTHER_NOBLE_FIRST, tuple(facts.items()))
    return (violation(Reason.NOT_HIS_HOME, "hs:7.12-1", **facts),)


def going_home_apply(state: State, frame: GoingHome, action: Action) -> Next[State]:
    """Bring the noble to the home chosen."""
    assert isinstance(action, Choose)
    return gone_home(closed(state), frame.noble, action.area)


def going_home_advance(state: State, frame: GoingHome) -> Next[State]:
    """Bring the noble to the only home open to him; where none is, let him change side."""
    homes = homes_open(state, frame.noble)
    goes = gone_home(closed(state), frame.noble, homes[0]) if homes else shut_out(state, frame.noble)
    told = unasked(EventKind.NOT_ASKED, SIDES[frame.noble].value, "noble_home", homes_held(state, frame.noble))
    return Next(goes.state, (told, *goes.events))


@rule("hs:7.12-1", "hs:7.12-2")
def homes_held(state: State, noble: Block) -> tuple[Violation, ...]:
    """Return the homes that the enemy keeps from Bruce or Comyn: one of them, or both."""
    held = [home for home in _homes(noble) if holds(state.board, home, SIDES[noble].enemy)]
    rule_id = "hs:7.12-1" if len(held) == 1 else "hs:7.12-2"
    return tuple(violation(Reason.HOME_HELD, rule_id, area=AREA_IDS[home]) for home in held)


GOING_HOME: Procedure[State, GoingHome, Action] = Procedure(
    going_home_decision, going_home_violations, going_home_apply, going_home_advance
)


# ---------------------------------------------------------------- 7.3 and 7.4: the English


@rule("hs:7.4-6")
def with_edward(state: State, place: Area) -> bool:
    """Say whether blocks in an area of Scotland winter with Edward I, whatever the limit."""
    if not kings.winters(state) or place == ENGLAND:
        return False
    return state.ruleset.winter_with_edward == "anywhere" or place == state.board.at[EDWARD]


@rule("hs:7.31-1", "hs:7.4-7", "hs:7.3-1")
def must_leave(state: State, who: Block) -> bool:
    """Say whether an English block must disband: in England, or knights, archers, Hobelars without Edward I."""
    place = place_of(state.board, who)
    if place == ENGLAND and (kings.winters(state) or state.ruleset.english_in_england_winter == "disband"):
        return True
    return FIGURES[who].type in _LEAVING and not with_edward(state, place)


@rule("hs:7.31-1", "hs:7.32-1", "hs:7.4-7")
def leaves_by(state: State, who: Block) -> str:
    """Return the rule by which an English block must go: its type, England emptied for Edward I, or England's limit."""
    if FIGURES[who].type in _LEAVING:
        return "hs:7.31-1"
    return "hs:7.4-7" if kings.winters(state) else "hs:7.32-1"


def _english_leave(state: State) -> Next[State]:
    present = non_nobles_on_map(state.board, Side.ENGLAND)
    leaving = [each for each in present if each != EDWARD and must_leave(state, each)]
    return in_turn(state, leaving, lambda now, who: disbanded(now, who, leaves_by(now, who)))


# ---------------------------------------------------------------- 7.32 and 7.5: surplus


def _exempt(state: State, side: Side, place: Area) -> bool:
    if side is Side.SCOTLAND:
        return False
    if place == ENGLAND:
        return True
    return with_edward(state, place)


@rule("hs:7.32-1", "hs:7.5-3", "hs:1.2-3", "hs:5.9-5")
def surplus(state: State, side: Side, place: Area) -> int:
    """Return by how many blocks a side exceeds the limit of an area; Wallace in Selkirk takes no place."""
    if _exempt(state, side, place):
        return 0
    present = [each for each in blocks_at(state.board, place, side) if _takes_place(each, place)]
    return max(0, len(present) - castle_limit(place, side))


def _takes_place(who: Block, place: Area) -> bool:
    if who == WALLACE and place == SELKIRK:
        return False
    return SIDES[who] is Side.SCOTLAND or (who != EDWARD and FIGURES[who].type not in _LEAVING)


@rule("hs:7.32-2", "hs:7.5-5", "hs:7.1-3")
def may_ever_disband(state: State, who: Block) -> bool:
    """Say whether a block can ever disband: nobles other than Moray cannot; a wintering Edward has decided to stay."""
    if who == EDWARD:
        return not kings.winters(state)
    return not IS_NOBLE[who] or who in LOYAL


@rule("hs:7.5-4", "hs:7.32-1")
def surplus_blocks(state: State, side: Side) -> tuple[Block, ...]:
    """Return the blocks among which the owner picks those above the limits."""
    return tuple(
        each
        for place in sorted({place_of(state.board, each) for each in on_map(state.board, side)})
        if surplus(state, side, place)
        for each in blocks_at(state.board, place, side)
        if may_ever_disband(state, each) and _takes_place(each, place)
    )


@rule("hs:7.3-1", "hs:7.5-3")
def may_disband_freely(state: State, side: Side) -> bool:
    """Say whether a side may disband blocks voluntarily: the English always, Scots as the ruleset says."""
    return side is Side.ENGLAND or state.ruleset.scots_voluntary_disband == "yes"


def _free_to_disband(state: State, side: Side) -> tuple[Block, ...]:
    return tuple(each for each in BLOCKS_OF[side] if is_on_map(state.board, each) and may_ever_disband(state, each))


@rule("hs:7.5-3", "hs:7.5-5")
def kept_from_disbanding(state: State) -> tuple[Event, ...]:
    """Return the event that Scots are not asked to disband: only surplus may go, and there is none but nobles."""
    side = Side.SCOTLAND
    if may_disband_freely(state, side) or surplus_blocks(state, side):
        return ()
    crowded = [place for place in AREAS if surplus(state, side, place)]
    if not crowded and not _free_to_disband(state, side):
        return ()
    why = [violation(Reason.NO_SURPLUS, "hs:7.5-3", side=side.value)]
    for place in crowded:
        numbers = {
            "blocks": castle_limit(place, side) + surplus(state, side, place),
            "limit": castle_limit(place, side),
        }
        why.append(violation(Reason.ONLY_NOBLES_OVER_LIMIT, "hs:7.5-5", area=AREA_IDS[place], **numbers))
    return (unasked(EventKind.NOT_ASKED, side.value, "disbanding", tuple(why)),)


def disbanding_decision(state: State, frame: Disbanding) -> Choice[Action] | None:
    """Return the choice of a surplus block, then of any block that may disband, as long as there is one."""
    side = frame.side
    forced = surplus_blocks(state, side)
    rules = ("hs:7.3-1", "hs:7.32-1") if side is Side.ENGLAND else ("hs:7.5-3", "hs:7.5-4")
    if forced:
        return Choice(
            side.value, "a surplus block that disbands", rules, tuple(SELECTS[each] for each in sorted(forced))
        )
    if frame.forced_only or not may_disband_freely(state, side):
        return None
    free = tuple(SELECTS[each] for each in _free_to_disband(state, side))
    return Choice(side.value, "a block that disbands", rules, (*free, DONE))


def disbanding_apply(state: State, frame: Disbanding, action: Action) -> Next[State]:
    """Disband the block chosen, or end the disbanding."""
    if not isinstance(action, Select):
        return Next(closed(state))
    forced = action.block in surplus_blocks(state, frame.side)
    return disbanded(state, action.block, SURPLUS_RULE[frame.side] if forced else _FREE_RULE[frame.side])


@rule("hs:7.32-1", "hs:7.5-3", "hs:5.9-5")
def surplus_violations(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse to end the disbanding while an area holds more blocks than may winter there."""
    found = []
    for place in dict.fromkeys(place_of(state.board, each) for each in surplus_blocks(state, side)):
        limit = castle_limit(place, side)
        facts = {"side": side.value, "area": AREA_IDS[place]}
        numbers = {"blocks": limit + surplus(state, side, place), "limit": limit}
        rules = (SURPLUS_RULE[side], "hs:5.9-5") if place == ENGLAND else (SURPLUS_RULE[side],)
        found += [violation(Reason.SURPLUS_FIRST, each, **facts, **numbers) for each in rules]
    return tuple(found)


def disbanding_violations(state: State, frame: Disbanding, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a block from disbanding, or bars the end of the disbanding.

    A surplus is offered first, but no rule says that it must go first: any block that may disband can be named.
    """
    match action:
        case Done():
            return surplus_violations(state, frame.side)
        case Select(who):
            return _kept_violations(state, frame, who)
        case _:
            return None


def _kept_violations(state: State, frame: Disbanding, who: Block) -> tuple[Violation, ...]:
    """Return why a block does not disband; nothing if it may."""
    rule_id, name = _FREE_RULE[frame.side], FIGURES[who].id
    if SIDES[who] is not frame.side:
        return (violation(Reason.NOT_YOUR_BLOCK, rule_id, block=name),)
    if not is_on_map(state.board, who):
        return (violation(Reason.NOT_ON_MAP, rule_id, block=name),)
    if IS_NOBLE[who] and who not in LOYAL:
        cannot = "hs:7.32-2" if frame.side is Side.ENGLAND else "hs:7.5-5"
        return (violation(Reason.NOBLES_CANNOT_DISBAND, cannot, block=name),)
    if who == EDWARD and kings.winters(state):
        return (violation(Reason.EDWARD_WINTERS, "hs:7.4-1", block=name, area=AREA_IDS[place_of(state.board, who)]),)
    if may_disband_freely(state, frame.side) or who in surplus_blocks(state, frame.side):
        return ()
    return (violation(Reason.MAY_NOT_DISBAND, rule_id, block=name, area=AREA_IDS[place_of(state.board, who)]),)


DISBANDING: Procedure[State, Disbanding, Action] = Procedure(
    disbanding_decision, disbanding_violations, disbanding_apply, simply_ends
)


# ---------------------------------------------------------------- the order of the winter

_EDWARD_FIRST = tuple(season for season in WinteringStage if season is not WinteringStage.SURPLUS_FIRST)
_PRINTED_ORDER = tuple(WinteringStage)
_DISBANDINGS = {
    WinteringStage.SURPLUS_FIRST: Disbanding(Side.ENGLAND, forced_only=True),
    WinteringStage.ENGLISH_DISBAND: Disbanding(Side.ENGLAND),
    WinteringStage.SCOTTISH_DISBAND: Disbanding(Side.SCOTLAND),
}
_BeforeBuilds: TypeAlias = Literal[
    WinteringStage.ENGLISH_NOBLES,
    WinteringStage.SCOTTISH_NOBLES,
    WinteringStage.COUNT,
    WinteringStage.MORAY,
    WinteringStage.KING,
    WinteringStage.SURPLUS_FIRST,
    WinteringStage.EDWARD,
    WinteringStage.ENGLISH_LEAVE,
    WinteringStage.ENGLISH_DISBAND,
    WinteringStage.ACCESSION,
    WinteringStage.WALLACE,
    WinteringStage.SCOTTISH_DISBAND,
    WinteringStage.FRENCH,
]
_QUARTERED = {
    WinteringStage.MORAY: MORAY,
    WinteringStage.EDWARD: EDWARD,
    WinteringStage.WALLACE: WALLACE,
}


@rule("hs:7.0-5")
def following(state: State, season: WinteringStage) -> WinteringStage:
    """Return the step of the winter that comes after another."""
    order = _EDWARD_FIRST if state.ruleset.edward_decides_first == "yes" else _PRINTED_ORDER
    return order[order.index(season) + 1]


def _quarter(state: State, who: Block) -> Next[State]:
    return Next(opened(state, Quarters(who)) if is_on_map(state.board, who) else state)


@rule("hs:9.0-1")
def counted_early(state: State) -> bool:
    """Say whether the last winter ends once nobles are home: always, or unless a tie is still possible."""
    if state.calendar.year != state.calendar.last_year or state.ruleset.final_winter == "full":
        return False
    decided = any(nobles_controlled(state.board, side) > _TIE for side in Side)
    dead = Away.DEAD in (state.board.at[MORAY], state.board.at[WALLACE])
    return state.ruleset.final_winter == "nobles_home" or decided or dead


@rule("hs:7.1-3", "hs:9.0-1")
def nobles_are_home(state: State) -> Next[State]:
    """Count once all of 7.1 is done, Moray's choice too, if the last winter ends there; else go on with the King."""
    return counted(state) if counted_early(state) else _quarter(state, KING)


def wintering_advance(state: State, frame: Wintering) -> Next[State]:
    """Do one step of the winter."""
    season = frame.season
    if season is WinteringStage.END:
        return replacements.year_ended(state)
    state = with_top(state, Wintering(following(state, season)))
    match season:
        case WinteringStage.SCOTTISH_BUILD:
            return Next(opened(state, replacements.building(state, Side.SCOTLAND)))
        case WinteringStage.ENGLISH_BUILD:
            return Next(opened(state, replacements.building(state, Side.ENGLAND)))
        case WinteringStage.LEVY:
            return replacements.levy(state)
        case _:
            return _quarters_season(state, season)


def _quarters_season(state: State, season: _BeforeBuilds) -> Next[State]:
    """Do one of the steps in which blocks go home, stay or disband."""
    match season:
        case WinteringStage.ENGLISH_NOBLES:
            return _nobles_home(state, Side.ENGLAND)
        case WinteringStage.SCOTTISH_NOBLES:
            return _nobles_home(state, Side.SCOTLAND)
        case WinteringStage.COUNT:
            return Next(state)
        case WinteringStage.KING:
            return nobles_are_home(state)
        case WinteringStage.MORAY | WinteringStage.EDWARD | WinteringStage.WALLACE:
            return _quarter(state, _QUARTERED[season])
        case WinteringStage.SURPLUS_FIRST | WinteringStage.ENGLISH_DISBAND:
            return Next(opened(state, _DISBANDINGS[season]))
        case WinteringStage.SCOTTISH_DISBAND:
            return Next(opened(state, _DISBANDINGS[season]), kept_from_disbanding(state))
        case WinteringStage.ENGLISH_LEAVE:
            return _english_leave(state)
        case WinteringStage.ACCESSION:
            return kings.accession(state)
        case WinteringStage.FRENCH:
            return french_pledged(state)
        case _:
            assert_never(season)


WINTERING: Procedure[State, Wintering, Action] = Procedure(
    never_waits, other_decision, never_applies, wintering_advance
)
