"""Chapter 3, and the draws of 7.7: the cards, the levy, and the course of a turn. Frames: Deal, Levy, Turn.

Cards are played in secret: England's choice comes first in the record, but Scotland does not see it (`observe`). A
turn then runs its stages: events and moves of the first player, those of the second, battles, raid.
"""

from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from reference.hammer_of_the_scots import ch06_kings as kings
from reference.hammer_of_the_scots import event_cards
from reference.hammer_of_the_scots.actions import DEALS, DRAWS, PLAYS, Action, Card, DealCard, DrawBlock, PlayCard
from reference.hammer_of_the_scots.board import Away, holds, in_pool, non_nobles_on_map, put
from reference.hammer_of_the_scots.ch01_map import ENGLAND
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FIGURES, FULL, Block
from reference.hammer_of_the_scots.ch09_victory import all_nobles_checked, counted
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battles,
    Deal,
    Declaring,
    Levy,
    Moving,
    Raid,
    Turn,
    TurnStage,
    Wintering,
    WinteringStage,
)
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import (
    FRESH_FIELD,
    NO_CARDS,
    Calendar,
    Cards,
    State,
    fresh_crossings,
    on_board,
    simply_ends,
    then,
)
from reference.hammer_of_the_scots.tables import GAME, number
from reference.hammer_of_the_scots.tournament import bid_in_force
from reference.kernel.columns import with_byte
from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, other_decision
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, Violation, event, unasked, violation
from spec_tables.reader import rows

KINDS: tuple[Card, ...] = tuple(Card)
_ROWS = {Card(row.word("id")): row for row in rows(GAME, "cards")}
DECK: bytes = bytes(_ROWS[card].number("count") for card in KINDS)
POINTS: dict[Card, int] = {card: row.number("value") for card, row in _ROWS.items() if row.word("kind") == "move"}
# An event card ranks above every move card.
_RANKS: dict[Card, int] = {card: POINTS.get(card, max(POINTS.values()) + 1) for card in KINDS}
HAND_SIZE = number("hand_size")


def is_event(card: Card) -> bool:
    """Say whether a card is an event card."""
    return card not in POINTS


def hand_of(cards: Cards, side: Side) -> bytes:
    """Return a side's hand."""
    return cards.england if side is Side.ENGLAND else cards.scotland


def card_of(cards: Cards, side: Side) -> Card | None:
    """Return the card a side has on the table."""
    return cards.english_card if side is Side.ENGLAND else cards.scottish_card


def cards_out(cards: Cards) -> tuple[int, ...]:
    """Return how many cards of each kind are in the hands and on the table."""
    table = (cards.english_card, cards.scottish_card)
    return tuple(
        english + scottish + table.count(kind)
        for kind, english, scottish in zip(KINDS, cards.england, cards.scotland, strict=True)
    )


def _played(cards: Cards) -> tuple[Card, Card]:
    assert cards.english_card is not None
    assert cards.scottish_card is not None
    return cards.english_card, cards.scottish_card


# ---------------------------------------------------------------- 3.0: the deal


@rule("hs:3.0-2", "hs:7.8-1", "hs:I-6", "hs:I-15", "hs:7.0-3")
def dealt_afresh(state: State) -> Next[State]:
    """Shuffle all cards, those still in hand too, and begin to deal five to each player."""
    return Next(opened(state._replace(cards=Cards()), Deal()))


def _receiver(cards: Cards) -> Side | None:
    """Return who gets the next card: England until its hand is full, then Scotland."""
    for side in Side:
        if sum(hand_of(cards, side)) < HAND_SIZE:
            return side
    return None


@rule("hs:3.0-1", "hs:3.0-2", "hs:I-6")
def deal_decision(state: State, _frame: Deal) -> Chance[Action] | None:
    """Return the draw of the next card from all that are not in a hand."""
    if _receiver(state.cards) is None:
        return None
    left = (
        whole - english - scottish
        for whole, english, scottish in zip(DECK, state.cards.england, state.cards.scotland, strict=True)
    )
    return _next_card(bytes(left))


@lru_cache(maxsize=4096)
def _next_card(left: bytes) -> Chance[Action]:
    whole = sum(left)
    outcomes = tuple((DEALS[card], Fraction(number, whole)) for card, number in zip(KINDS, left, strict=True) if number)
    return Chance("the next card dealt", ("hs:3.0-2",), outcomes)


def deal_apply(state: State, _frame: Deal, action: Action) -> Next[State]:
    """Give the drawn card to the player who gets the next one."""
    assert isinstance(action, DealCard)
    side = _receiver(state.cards)
    assert side is not None
    kind = KINDS.index(action.card)
    hand = hand_of(state.cards, side)
    fuller = with_byte(hand, kind, hand[kind] + 1)
    cards = (
        state.cards._replace(england=fuller) if side is Side.ENGLAND else state.cards._replace(scotland=fuller)
    )  # fmt: skip
    return Next(state._replace(cards=cards), (event(EventKind.CARD_DEALT, "hs:3.0-2", side=side.value),))


def deal_advance(state: State, _frame: Deal) -> Next[State]:
    """End the deal: both hands are full. The opening levy and the first deal belong to turn 0."""
    calendar = state.calendar._replace(turn=max(1, state.calendar.turn))
    return Next(closed(state)._replace(calendar=calendar))


DEAL: Procedure[State, Deal, Action] = Procedure(deal_decision, other_decision, deal_apply, deal_advance)


# ---------------------------------------------------------------- 7.7: levies


@rule("hs:7.7-2", "hs:8.1-6")
def levy_pool(state: State, ruleset: Ruleset) -> list[Block]:
    """Return the blocks that can be drawn for a levy: all in the English pool, except an Edward who must wait."""
    pool = in_pool(state.board, Side.ENGLAND)
    return [each for each in pool if each != EDWARD] if edward_waits(state, ruleset) else pool


@rule("hs:TP-2")
def edward_waits(state: State, ruleset: Ruleset) -> bool:
    """Say whether Edward is kept out of the next levy by a bid, or out of the opening levy by the ruleset."""
    opening = state.calendar.turn == 0
    if opening and ruleset.edward_in_opening_levy == "excluded":
        return True
    # The levy of a winter belongs to the year that follows.
    return bid_covers(state.calendar.year if opening else state.calendar.year + 1, ruleset)


@rule("hs:TP-2")
def bid_covers(year: int, ruleset: Ruleset) -> bool:
    """Say whether a year is among those, counted from 1297, in which an English bid keeps Edward in the pool."""
    first = number("bid_first_year")
    return first <= year < first + bid_in_force(Side.ENGLAND, ruleset.tournament_bid)


@rule("hs:TP-2")
def edward_kept_by_bid(state: State) -> tuple[Violation, ...]:
    """Return why Edward is not drawn for the levy at hand or the next one: he lies open in the pool by a bid."""
    year = state.calendar.year + (state.calendar.turn > 0)
    if state.board.at[EDWARD] != Away.POOL or not bid_covers(year, state.ruleset):
        return ()
    return (violation(Reason.EDWARD_LIES_OPEN, "hs:TP-2", block=FIGURES[EDWARD].id, year=year),)


@rule("hs:TP-2")
def edward_lies_open(state: State) -> bool:
    """Say whether Edward lies open in the pool: in the years of a bid, until he is mixed in for a levy."""
    if state.board.at[EDWARD] != Away.POOL:
        return False
    levying = any(isinstance(frame, Levy) for frame in state.stack.frames)
    if levying or state.calendar.turn == 0:
        return edward_waits(state, state.ruleset)
    return bid_covers(state.calendar.year, state.ruleset)


@rule("hs:7.7-3", "hs:8.1-6", "hs:8.2-8")
def size_rule(calendar: Calendar) -> str:
    """Return the rule that says how large a levy is; The Bruce is the scenario that opens with a king crowned."""
    if calendar.turn:
        return "hs:7.7-3"
    return "hs:8.2-8" if calendar.crowned else "hs:8.1-6"


def levy_decision(state: State, frame: Levy) -> Chance[Action] | None:
    """Return the draw of the next block, as long as blocks are to be drawn and there are any."""
    pool = tuple(levy_pool(state, state.ruleset)) if frame.left else ()
    return _next_block(pool, size_rule(state.calendar)) if pool else None


@lru_cache(maxsize=4096)
def _next_block(pool: tuple[Block, ...], size: str) -> Chance[Action]:
    return evenly("a block drawn for the levy", ("hs:7.7-2", size), tuple(DRAWS[each] for each in pool))


@rule("hs:7.7-4", "hs:5.8-2")
def levied(state: State, frame: Levy, action: DrawBlock) -> Next[State]:
    """Place a drawn block in England at full strength."""
    who = action.block
    after = with_top(on_board(state, put(state.board, who, ENGLAND, FULL[who])), Levy(frame.left - 1))
    return Next(after, (event(EventKind.BLOCK_LEVIED, "hs:7.7-4", block=FIGURES[who].id),))


def levy_apply(state: State, frame: Levy, action: Action) -> Next[State]:
    """Levy the block drawn."""
    assert isinstance(action, DrawBlock)
    return levied(state, frame, action)


LEVY: Procedure[State, Levy, Action] = Procedure(levy_decision, other_decision, levy_apply, simply_ends)


# ---------------------------------------------------------------- 3.1: play of cards


def _to_play(cards: Cards) -> Side:
    return Side.ENGLAND if cards.english_card is None else Side.SCOTLAND


@rule("hs:3.1-1", "hs:4.0-2")
def playable(cards: Cards, side: Side) -> tuple[PlayCard, ...]:
    """Return the cards a side can play: one of each kind in hand, and one must be played."""
    return tuple(PLAYS[card] for card, left in zip(KINDS, hand_of(cards, side), strict=True) if left)


def turn_decision(state: State, frame: Turn) -> Choice[Action] | None:
    """Return the card that a side must play; later in a turn nothing is asked here."""
    if frame.stage is not TurnStage.CARDS:
        return None
    side = _to_play(state.cards)
    return Choice(side.value, "a card to play face down", ("hs:3.1-1",), playable(state.cards, side))


def turn_violations(state: State, _frame: Turn, action: Action) -> tuple[Violation, ...] | None:
    """Refuse a card that is not in hand."""
    if not isinstance(action, PlayCard):
        return None
    side = _to_play(state.cards)
    if action in playable(state.cards, side):
        return ()
    return (violation(Reason.NOT_IN_HAND, "hs:3.1-1", side=side.value, card=action.card.value),)


def turn_apply(state: State, _frame: Turn, action: Action) -> Next[State]:
    """Lay a card on the table; Scotland's is the second."""
    assert isinstance(action, PlayCard)
    side = _to_play(state.cards)
    kind = KINDS.index(action.card)
    hand = hand_of(state.cards, side)
    rest = with_byte(hand, kind, hand[kind] - 1)
    happened = (event(EventKind.CARD_PLAYED, "hs:3.1-1", side=side.value),)
    if side is Side.ENGLAND:
        return Next(state._replace(cards=state.cards._replace(england=rest, english_card=action.card)), happened)
    cards = state.cards._replace(scotland=rest, scottish_card=action.card)
    return Next(with_top(state._replace(cards=cards), Turn(TurnStage.REVEAL)), happened)


@rule("hs:3.1-2", "hs:3.1-3", "hs:3.12-2", "hs:3.12-3", "hs:I-7", "hs:4.1-1")
def first_player(english: Card, scottish: Card) -> Side:
    """Return who goes first: the player of an event, else of the higher card; England if they are equal."""
    return Side.SCOTLAND if _RANKS[scottish] > _RANKS[english] else Side.ENGLAND


def _revealed(state: State) -> Next[State]:
    english, scottish = _played(state.cards)
    first = first_player(english, scottish)
    after = with_top(state._replace(field=FRESH_FIELD._replace(first=first)), Turn(TurnStage.FIRST))
    if is_event(english) and is_event(scottish):
        after = after._replace(cards=hands_lost(state.cards))
    happened = event(
        EventKind.CARDS_REVEALED, "hs:3.1-2", england=english.value, scotland=scottish.value, first=first.value
    )
    if state.ruleset.coronation_declared != "with_card" or not is_event(scottish):
        return Next(after, (happened,))
    if kings.may_declare(state):
        return Next(opened(after, Declaring()), (happened,))
    return Next(after, (happened, *_no_coronation(kings.limit_violations(state))))


def _no_coronation(why: tuple[Violation, ...]) -> tuple[Event, ...]:
    """Return the event that Scotland is not asked about a coronation; nothing without a reason."""
    return (unasked(EventKind.NOT_ASKED, Side.SCOTLAND.value, "coronation", why),) if why else ()


@rule("hs:3.12-4")
def hands_lost(cards: Cards) -> Cards:
    """Take the cards still in hand away, since two events end the year."""
    return cards._replace(england=NO_CARDS, scotland=NO_CARDS)


@rule("hs:I-10", "hs:4.1-2")
def player_turn(state: State, side: Side) -> Next[State]:
    """Let a player carry out his event, or make the moves of his card."""
    state = fresh_crossings(state)
    card = card_of(state.cards, side)
    assert card is not None
    moving = moves_of(card, side)
    return event_carried_out(state, card, side) if moving is None else Next(opened(state, moving))


@rule("hs:I-8", "hs:3.11-1", "hs:3.12-1")
def moves_of(card: Card, side: Side) -> Moving | None:
    """Return the moves that a card gives, as many groups as its value; an event card gives none."""
    points = POINTS.get(card)
    return None if points is None else Moving(side, points)


@rule("hs:3.12-1")
def event_carried_out(state: State, card: Card, side: Side) -> Next[State]:
    """Begin the action named on an event card, unless a coronation takes its place."""
    crowning = coronation_instead(state, side)
    if crowning is not None:
        return crowning
    asks_now = side is Side.SCOTLAND and state.ruleset.coronation_declared == "when_resolved"
    told = _no_coronation(kings.kept_uncrowned(state)) if asks_now else ()
    return Next(opened(state, event_cards.begun(card, side)), told)


@rule("hs:6.21-3", "hs:6.22-4")
def coronation_instead(state: State, side: Side) -> Next[State] | None:
    """Crown the king that Scotland declared with its card, or ask whether to crown one; else the event stands."""
    if side is not Side.SCOTLAND:
        return None
    if state.cards.declared is not None:
        return kings.crowned(state, state.cards.declared)
    if state.ruleset.coronation_declared == "when_resolved" and kings.may_crown_anybody(state):
        return Next(opened(state, Declaring()))
    return None


# ---------------------------------------------------------------- the end of a turn


@rule("hs:3.12-4", "hs:7.0-1", "hs:7.0-2", "hs:I-13", "hs:C-1b")
def year_is_over(cards: Cards) -> bool:
    """Say whether a year ends with this turn: no card is left, or both played events and lost the rest."""
    return cards.england == NO_CARDS


@rule("hs:C-1e")
def raid_suspended(state: State) -> bool:
    """Say whether a truce keeps Scots in England from raiding this turn."""
    return state.field.truce is not None and state.ruleset.truce_suspends_raid == "yes"


@rule("hs:5.9-3", "hs:5.9-4", "hs:C-1e")
def raid_spared_by(state: State) -> tuple[Violation, ...]:
    """Return why a raid costs England no block: it has only nobles, a truce holds, or both players played events."""
    found = []
    if not non_nobles_on_map(state.board, Side.ENGLAND):
        found.append(violation(Reason.ONLY_NOBLES_LEFT, "hs:5.9-4", side=Side.ENGLAND.value))
    if raid_suspended(state):
        found.append(violation(Reason.TRUCE_SUSPENDS_RAID, "hs:C-1e"))
    if state.ruleset.raid_after_two_events == "no" and all(is_event(card) for card in _played(state.cards)):
        found.append(violation(Reason.NO_RAID_AFTER_EVENTS, "hs:5.9-3"))
    return tuple(found)


@rule("hs:5.9-3", "hs:5.9-6")
def raided(state: State) -> Next[State]:
    """Have England choose a block to lose to the raid, if it costs one, before the turn ends."""
    after = with_top(state, Turn(TurnStage.END))
    if not holds(state.board, ENGLAND, Side.SCOTLAND):
        return Next(after)
    told = _raid_without_loss(raid_spared_by(state))
    return Next(after, told) if told else Next(opened(after, Raid()))


def _raid_without_loss(why: tuple[Violation, ...]) -> tuple[Event, ...]:
    """Return the event that a raid costs no block; nothing without a reason."""
    return (unasked(EventKind.RAID_WITHOUT_LOSS, Side.ENGLAND.value, "raid_loss", why),) if why else ()


@rule("hs:I-11", "hs:5.1-1", "hs:I-12")
def turn_advance(state: State, frame: Turn) -> Next[State]:
    """Go on to the next stage of a turn: cards, moves of the first, moves of the second, battles, raid."""
    match frame.stage:
        case TurnStage.CARDS | TurnStage.REVEAL:
            return _revealed(state)
        case TurnStage.FIRST:
            assert state.field.first is not None
            return player_turn(with_top(state, Turn(TurnStage.SECOND)), state.field.first)
        case TurnStage.SECOND:
            assert state.field.first is not None
            return player_turn(with_top(state, Turn(TurnStage.BATTLES)), state.field.first.enemy)
        case TurnStage.BATTLES:
            return Next(opened(with_top(state, Turn(TurnStage.RAID)), Battles()))
        case TurnStage.RAID:
            return raided(state)
        case TurnStage.END:
            return _turn_ended(state)
        case _:
            assert_never(frame.stage)


def _turn_ended(state: State) -> Next[State]:
    over = year_is_over(state.cards)
    ended = event(EventKind.YEAR_ENDED if over else EventKind.TURN_ENDED, "hs:I-13", year=state.calendar.year)
    looked = all_nobles_checked(state) if state.ruleset.all_nobles_check != "immediate" else Next(state)
    told = no_more_cards(state) if over else ()
    return then(Next(looked.state, (ended, *told, *looked.events)), _winter if over else _next_turn)


@rule("hs:3.12-4", "hs:7.0-1", "hs:7.0-2")
def no_more_cards(state: State) -> tuple[Event, ...]:
    """Return the events that nobody plays a card any more this year: two events ended it, or all cards are played."""
    if all(is_event(card) for card in _played(state.cards)):
        why = tuple(violation(Reason.TWO_EVENTS_END_YEAR, each) for each in ("hs:3.12-4", "hs:7.0-1"))
    else:
        why = (violation(Reason.ALL_CARDS_PLAYED, "hs:7.0-2", cards=HAND_SIZE),)
    return tuple(unasked(EventKind.NOT_ASKED, side.value, "card", why) for side in Side)


def _next_turn(state: State) -> Next[State]:
    cards = Cards(state.cards.england, state.cards.scotland)
    calendar = state.calendar._replace(turn=state.calendar.turn + 1)
    after = with_top(state, Turn(TurnStage.CARDS))
    return Next(after._replace(cards=cards, calendar=calendar, field=FRESH_FIELD))


@rule("hs:7.0-4")
def _winter(state: State) -> Next[State]:
    """Begin the winter turn, unless the last year ends with a count at once."""
    if state.calendar.year == state.calendar.last_year and state.ruleset.final_winter == "none":
        return counted(state)
    after = with_top(state, Wintering(WinteringStage.ENGLISH_NOBLES))
    return Next(after._replace(cards=Cards(), field=FRESH_FIELD))


TURN: Procedure[State, Turn, Action] = Procedure(turn_decision, turn_violations, turn_apply, turn_advance)
