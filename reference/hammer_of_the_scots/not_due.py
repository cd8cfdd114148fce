"""Why a decision is not asked for, as far as the position tells: its time has not come, or a standing rule bars it."""

from reference.hammer_of_the_scots import ch06_kings as kings
from reference.hammer_of_the_scots.actions import (
    Action,
    Candidate,
    Crown,
    Disband,
    DrawBlock,
    Fight,
    Hold,
    March,
    PlayCard,
    Winter,
    Withdraw,
)
from reference.hammer_of_the_scots.board import Away, is_contested, is_on_map, place_of
from reference.hammer_of_the_scots.ch01_map import AREA_IDS
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FIGURES, KING, MORAY, SIDES, Block
from reference.hammer_of_the_scots.ch03_cards import card_of, is_event
from reference.hammer_of_the_scots.ch04_movement import moved_already, stopped_earlier
from reference.hammer_of_the_scots.ch05_battles import turn_violations
from reference.hammer_of_the_scots.ch06_declaring import crowning_without_event
from reference.hammer_of_the_scots.ch07_replacements import drawable
from reference.hammer_of_the_scots.frames import Battle, Drawing, Turn, Wintering
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import CHANCE
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

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
        return left_out_of_draw(state, action.block) if isinstance(action, DrawBlock) else ()
    return _not_due_for(state, Side(by), action) if by in list(Side) else ()


def _not_due_for(state: State, side: Side, action: Action) -> tuple[Violation, ...]:
    match action:
        case Winter() if side is Side.ENGLAND:
            return edward_not_asked(state)
        case Disband():
            return nobody_asked_to_disband(state, side)
        case Crown(candidate):
            return coronation_not_asked(state, candidate) if side is Side.SCOTLAND else crown_not_english(side)
        case PlayCard():
            return card_played(state, side)
        case March(block=who) if SIDES[who] is side:
            return march_over(state, who)
        case Fight(who) | Hold(who) | Withdraw(who) if SIDES[who] is side:
            return not_fighting(state, who) or not_its_turn(state, action)
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


@rule("hs:3.1-1")
def card_played(state: State, side: Side) -> tuple[Violation, ...]:
    """Return why a side is not asked for a card: each plays one a turn."""
    if card_of(state.cards, side) is None:
        return ()
    return (violation(Reason.CARD_PLAYED, "hs:3.1-1", side=side.value),)


@rule("hs:4.0-6")
def march_over(state: State, who: Block) -> tuple[Violation, ...]:
    """Return why a block is not asked where it goes on: it has moved this turn, and what stopped it."""
    moved = moved_already(state, who) if _is_turn(state) and is_on_map(state.board, who) else None
    return () if moved is None else (moved, *stopped_earlier(state, who))


@rule("hs:5.31-2")
def not_fighting(state: State, who: Block) -> tuple[Violation, ...]:
    """Return why a block is not asked to fight, pass or retreat: it is away, or no battle is where it stands."""
    if not is_on_map(state.board, who):
        return (violation(Reason.NOT_ON_MAP, "hs:5.31-2", block=FIGURES[who].id),)
    place = place_of(state.board, who)
    if is_contested(state.board, place):
        return ()
    return (violation(Reason.NO_BATTLE_THERE, "hs:5.31-2", area=AREA_IDS[place]),)


@rule("hs:5.31-3", "hs:5.31-4")
def not_its_turn(state: State, action: Fight | Hold | Withdraw) -> tuple[Violation, ...]:
    """Return why a block in the battle under way is not asked: others act before it, or it has had its turn."""
    battle = state.stack.top if state.stack else None
    return turn_violations(state, battle, action) if isinstance(battle, Battle) else ()


@rule("hs:S7-5")
def left_out_of_draw(state: State, who: Block) -> tuple[Violation, ...]:
    """Return why a sea block in the pool is not among those drawn: the area is inland, and no coast nearby takes it."""
    drawing = state.stack.top
    if not isinstance(drawing, Drawing) or who in drawable(state, drawing.area):
        return ()
    if SIDES[who] is not Side.SCOTLAND or state.board.at[who] != Away.POOL:
        return ()
    return (violation(Reason.NOT_COASTAL, "hs:S7-5", area=AREA_IDS[drawing.area]),)
