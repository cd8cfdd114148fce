"""Why a decision is not asked for, as far as the position tells: its time has not come, or a standing rule bars it."""

from typing import assert_never

from reference.hammer_of_the_scots import ch06_kings as kings
from reference.hammer_of_the_scots.actions import (
    Action,
    Candidate,
    Crown,
    DealCard,
    Disband,
    DrawBlock,
    Fight,
    Hold,
    March,
    PlayCard,
    Roll,
    Select,
    Winter,
    Withdraw,
)
from reference.hammer_of_the_scots.board import Away, is_contested, is_on_map, place_of
from reference.hammer_of_the_scots.ch01_map import AREA_IDS
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FIGURES, KING, MORAY, SIDES, Block
from reference.hammer_of_the_scots.ch03_cards import card_of, edward_kept_by_bid, is_event
from reference.hammer_of_the_scots.ch04_movement import moved_already, stopped_earlier
from reference.hammer_of_the_scots.ch05_battles import rounds_fought, turn_violations
from reference.hammer_of_the_scots.ch06_declaring import crowning_without_event
from reference.hammer_of_the_scots.ch07_replacements import drawable
from reference.hammer_of_the_scots.frames import (
    Battle,
    Building,
    Disbanding,
    Drawing,
    Herald,
    Hits,
    LastRetreat,
    Levy,
    Marching,
    Moving,
    Naming,
    PillageHits,
    Raid,
    Regrouping,
    Turn,
    TurnStage,
    Wintering,
)
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, battle_of
from reference.kernel.decisions import CHANCE
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

# Before these stages are over, nobody has begun to move.
_BEFORE_MOVES = (TurnStage.CARDS, TurnStage.REVEAL, TurnStage.FIRST)
# Who may disband or stay by choice of his side, each with the rule that lets him.
_CHOOSERS: dict[Side, tuple[tuple[Block, str], ...]] = {
    Side.ENGLAND: ((EDWARD, "hs:7.4-1"),),
    Side.SCOTLAND: ((MORAY, "hs:7.1-3"), (KING, "hs:7.2-3")),
}


def not_due(state: State, by: str, action: Action) -> tuple[Violation, ...]:
    """Return the rules by which a side is not asked for what an action decides; nothing if none says so."""
    if state.outcome is not None:
        return ()
    if by == CHANCE:
        return _no_chance(state, action) if state.stack else ()
    return _not_due_for(state, Side(by), action) if by in list(Side) else ()


def _no_chance(state: State, action: Action) -> tuple[Violation, ...]:
    match action:
        case DrawBlock(who):
            return left_out_of_draw(state, who)
        case Roll():
            return no_die_rolled(state)
        case DealCard():
            return no_card_dealt(state)
        case _:
            return ()


def _not_due_for(state: State, side: Side, action: Action) -> tuple[Violation, ...]:
    match action:
        case Winter() if side is Side.ENGLAND:
            return edward_not_asked(state)
        case Disband():
            return nobody_asked_to_disband(state, side)
        case Crown(candidate):
            return coronation_not_asked(state, candidate) if side is Side.SCOTLAND else crown_not_english(side)
        case PlayCard():
            return card_not_asked(state, side)
        case March(block=who) if SIDES[who] is side:
            return (*march_over(state, who), *moves_not_asked(state, side))
        case Fight(who) | Hold(who) | Withdraw(who):
            return not_fighting(state, side, who) or not_its_turn(state, action)
        case Select(who) if state.stack:
            return pick_not_asked(state, side, who)
        case _:
            return ()


def _is_winter(state: State) -> bool:
    return any(isinstance(frame, Wintering) for frame in state.stack.frames)


def _is_turn(state: State) -> bool:
    return any(isinstance(frame, Turn) for frame in state.stack.frames)


@rule("hs:7.4-1")
def edward_not_asked(state: State) -> tuple[Violation, ...]:
    """Return why Edward's winter is not asked about: it is not winter, he has decided to stay, or he may not."""
    name = FIGURES[EDWARD].id
    if not _is_winter(state):
        return (violation(Reason.ONLY_IN_WINTER, "hs:7.4-1", block=name),)
    if kings.winters(state):
        area = AREA_IDS[place_of(state.board, EDWARD)]
        return (violation(Reason.EDWARD_WINTERS, "hs:7.4-1", block=name, area=area),)
    return kings.edward_winter_violations(state)


@rule("hs:7.1-3", "hs:7.2-3", "hs:7.4-1")
def nobody_asked_to_disband(state: State, side: Side) -> tuple[Violation, ...]:
    """Return why none of those who may stay or disband by choice is asked: it is not winter, or they are away."""
    if not _is_winter(state):
        return tuple(violation(Reason.ONLY_IN_WINTER, each, block=FIGURES[who].id) for who, each in _CHOOSERS[side])
    away = ((who, each) for who, each in _CHOOSERS[side] if not is_on_map(state.board, who))
    return tuple(violation(Reason.NOT_ON_MAP, each, block=FIGURES[who].id) for who, each in away)


@rule("hs:6.21-3", "hs:6.22-4")
def coronation_not_asked(state: State, candidate: Candidate) -> tuple[Violation, ...]:
    """Return why Scotland is not asked about a coronation: no event card is played, or the candidate is barred."""
    card = state.cards.scottish_card
    if card is None or not is_event(card):
        return crowning_without_event(state, candidate)
    return kings.crown_violations(state, candidate)


@rule("hs:6.2-2")
def crown_not_english(side: Side) -> tuple[Violation, ...]:
    """Return why England is never asked about a coronation: it is the Scots who crown a king."""
    return (violation(Reason.SCOTTISH_KINGS_ONLY, "hs:6.2-2", side=side.value),)


@rule("hs:3.1-1", "hs:7.0-4")
def card_not_asked(state: State, side: Side) -> tuple[Violation, ...]:
    """Return why a side is not asked for a card: each plays one a turn, and none in winter."""
    if _is_winter(state):
        return (violation(Reason.NO_CARD_IN_WINTER, "hs:7.0-4"),)
    if card_of(state.cards, side) is None:
        return ()
    return (violation(Reason.CARD_PLAYED, "hs:3.1-1", side=side.value),)


@rule("hs:4.0-6")
def march_over(state: State, who: Block) -> tuple[Violation, ...]:
    """Return why a block is not asked where it goes on: it has moved this turn, and what stopped it."""
    moved = moved_already(state, who) if _is_turn(state) and is_on_map(state.board, who) else None
    return () if moved is None else (moved, *stopped_earlier(state, who))


@rule("hs:3.12-1", "hs:I-10", "hs:I-11")
def moves_not_asked(state: State, side: Side) -> tuple[Violation, ...]:
    """Return why a side has no more moves to make in a turn: it played an event, or has made its moves."""
    turn = next((frame for frame in state.stack.frames if isinstance(frame, Turn)), None)
    card = card_of(state.cards, side)
    if turn is None or card is None or turn.stage in _BEFORE_MOVES:
        return ()
    if is_event(card):
        return (violation(Reason.EVENT_GIVES_NO_MOVES, "hs:3.12-1", side=side.value, card=card.value),)
    if turn.stage is TurnStage.BATTLES and state.field.first is side:
        return (violation(Reason.MOVES_ARE_OVER, "hs:I-10", side=side.value),)
    if turn.stage in (TurnStage.RAID, TurnStage.END):
        return (violation(Reason.MOVES_ARE_OVER, "hs:I-11", side=side.value),)
    return ()


def pick_not_asked(state: State, side: Side, who: Block) -> tuple[Violation, ...]:
    """Return why a side picks no block now though blocks are picked: it is not its to do, or no longer."""
    match state.stack.top:
        case Moving() | Marching() | Naming() if SIDES[who] is side:
            return moves_not_asked(state, side)
        case Hits() | PillageHits() | Raid() as frame:
            return loss_not_asked(state, frame, side)
        case Regrouping() | LastRetreat() as frame:
            return leaving_not_asked(frame, side)
        case Disbanding() | Building() as frame:
            return step_over(frame, side)
        case _:
            return ()


@rule("hs:5.41-3", "hs:C-2", "hs:5.9-3")
def loss_not_asked(state: State, frame: Hits | PillageHits | Raid, side: Side) -> tuple[Violation, ...]:
    """Return why a side does not pick who is hit or lost: the other side's blocks are."""
    match frame:
        case Hits(side=hurt):
            area, rule_id = battle_of(state).area, "hs:5.41-3"
        case PillageHits(side=plunderer, area=area):
            hurt, rule_id = plunderer.enemy, "hs:C-2"
        case Raid():
            why = violation(Reason.ENGLAND_PICKS_LOSS, "hs:5.9-3")
            return () if side is Side.ENGLAND else (why,)
        case _:
            assert_never(frame)
    why = violation(Reason.OWNER_TAKES_HITS, rule_id, side=hurt.value, area=AREA_IDS[area])
    return () if side is hurt else (why,)


@rule("hs:5.6-1", "hs:5.3-2")
def leaving_not_asked(frame: Regrouping | LastRetreat, side: Side) -> tuple[Violation, ...]:
    """Return why a side takes no block out of an area: only the winner regroups, only the attacker must leave."""
    if frame.side is side:
        return ()
    if isinstance(frame, Regrouping):
        return (violation(Reason.WINNER_REGROUPS, "hs:5.6-1", side=side.value, area=AREA_IDS[frame.area]),)
    return (violation(Reason.ATTACKER_LEAVES, "hs:5.3-2", side=side.value, area=AREA_IDS[frame.area]),)


@rule("hs:7.0-5")
def step_over(frame: Disbanding | Building, side: Side) -> tuple[Violation, ...]:
    """Return why a side does not disband or build: the winter has a fixed order, and its step came first."""
    first = Side.ENGLAND if isinstance(frame, Disbanding) else Side.SCOTLAND
    if side is not first or frame.side is first:
        return ()
    return (violation(Reason.STEP_IS_OVER, "hs:7.0-5", side=side.value),)


@rule("hs:5.31-2", "hs:5.3-2")
def not_fighting(state: State, side: Side, who: Block) -> tuple[Violation, ...]:
    """Return why a block is not asked to fight, pass or retreat: it is the enemy's or away, or no round is fought."""
    if SIDES[who] is not side:
        return (violation(Reason.NOT_YOUR_BLOCK, "hs:5.31-2", block=FIGURES[who].id),)
    if not is_on_map(state.board, who):
        return (violation(Reason.NOT_ON_MAP, "hs:5.31-2", block=FIGURES[who].id),)
    place = place_of(state.board, who)
    if not is_contested(state.board, place):
        return (violation(Reason.NO_BATTLE_THERE, "hs:5.31-2", area=AREA_IDS[place]),)
    leaving = next((frame for frame in state.stack.frames if isinstance(frame, LastRetreat)), None)
    if leaving is None or leaving.area != place:
        return ()
    return rounds_fought(leaving.area)


@rule("hs:5.31-3", "hs:5.31-4")
def not_its_turn(state: State, action: Fight | Hold | Withdraw) -> tuple[Violation, ...]:
    """Return why a block in the battle under way is not asked: others act before it, or it has had its turn."""
    battle = next((frame for frame in state.stack.frames if isinstance(frame, Battle)), None)
    return () if battle is None else turn_violations(state, battle, action)


@rule("hs:5.4-1", "hs:C-4")
def no_die_rolled(state: State) -> tuple[Violation, ...]:
    """Return why no die is rolled: no noble is named for the Herald, or no block fires."""
    if isinstance(state.stack.top, Herald):
        return (violation(Reason.NO_NOBLE_NAMED, "hs:C-4"),)
    return (violation(Reason.NO_BLOCK_FIRES, "hs:5.4-1"),)


@rule("hs:3.0-2")
def no_card_dealt(state: State) -> tuple[Violation, ...]:
    """Return why no card is dealt: that is done before a year begins, and it is under way."""
    return (violation(Reason.DEALT_AT_NEW_YEAR, "hs:3.0-2", year=state.calendar.year),)


@rule("hs:S7-5", "hs:TP-2", "hs:7.7-3", "hs:7.61-2")
def left_out_of_draw(state: State, who: Block) -> tuple[Violation, ...]:
    """Return why a block is not drawn: nothing is, Edward lies open, or a sea block finds no coast near the area."""
    frame = state.stack.top
    if isinstance(frame, Levy):
        return edward_kept_by_bid(state) if who == EDWARD else ()
    if not isinstance(frame, Drawing):
        return (violation(Reason.NO_DRAW_NOW, "hs:7.7-3" if SIDES[who] is Side.ENGLAND else "hs:7.61-2"),)
    if who in drawable(state, frame.area):
        return ()
    if SIDES[who] is not Side.SCOTLAND or state.board.at[who] != Away.POOL:
        return ()
    return (violation(Reason.NOT_COASTAL, "hs:S7-5", area=AREA_IDS[frame.area]),)
