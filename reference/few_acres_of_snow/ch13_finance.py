"""Finance (Finanzaktionen): take money, merchant, trader, piracy."""

from collections.abc import Iterator

from reference.few_acres_of_snow.actions import Action, Done, Merchant, Piracy, Play, TakeMoney, Trade
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    FURS,
    LOUISBOURG_CARD,
    MONEY,
    SHIPS,
    TRADER_OF,
    Card,
    is_location,
    names,
)
from reference.few_acres_of_snow.ch05_actions import in_hand_order, laid_down, not_in_hand, put_down, spent, taking
from reference.few_acres_of_snow.ch07_location_cards import unusable, working_cards
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Dealing, Trading
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, paid, player, taken_from_hand
from reference.few_acres_of_snow.tables import setup
from reference.few_acres_of_snow.windows import FURTHER_CARD, not_asked
from reference.kernel.choosing import in_order
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, Violation, event, violation

_MOST_MONEY_CARDS = setup("limits").number("merchant_money_cards_max")
_PER_FUR = setup("income").number("fur_with_trader")
_PIRACY = setup("income").number("piracy")

# ---------------------------------------------------------------- take money


@rule("fa:income.1", "fa:sum.fin.1", "fa:aid.income.1")
def income_violations(state: State, side: Side, action: TakeMoney) -> tuple[Violation, ...]:
    """Refuse a card that is no usable location card with a money symbol."""
    found = not_in_hand(state, side, action.card) + unusable(state, side, action.card)
    return found + _no_money(action.card, "fa:income.1")


def _no_money(which: Card, money_rule: str) -> tuple[Violation, ...]:
    if MONEY[which] and is_location(which):
        return ()
    return (violation(Reason.NO_MONEY_SYMBOL, money_rule, card=CARD_IDS[which]),)


@rule("fa:income.1", "fa:sum.fin.1", "fa:aid.income.1", "fa:sym.3")
def money_taken(state: State, side: Side, action: TakeMoney) -> Next[State]:
    """Take the printed money from the bank."""
    after, happened = taking(put_down(spent(state), side, action.card), side, MONEY[action.card], "fa:income.1")
    return Next(after, (event(EventKind.CARD_PLAYED, "fa:income.1", card=CARD_IDS[action.card]), happened))


# ---------------------------------------------------------------- merchant


@rule("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def merchant_violations(state: State, side: Side, action: Merchant) -> tuple[Violation, ...]:
    """Refuse a card without ship symbol, and any ship without a further money card."""
    which = action.ship
    found = not_in_hand(state, side, which) + unusable(state, side, which) + _no_ship(which, "fa:merchant.1")
    if any(MONEY[each] for each in working_cards(state, side) if each != which):
        return found
    if MONEY[which]:
        return (*found, violation(Reason.CARD_ALREADY_USED, "fa:merchant.1", card=CARD_IDS[which]))
    return (*found, violation(Reason.NO_MONEY_SYMBOL, "fa:merchant.1", ship=CARD_IDS[which]))


@rule("fa:merchant.1", "fa:faq.loc.2")
def _no_ship(which: Card, ship_rule: str) -> tuple[Violation, ...]:
    """Refuse a card without a ship symbol; the Louisbourg card has one."""
    return () if which in SHIPS else (violation(Reason.NO_SHIP_SYMBOL, ship_rule, card=CARD_IDS[which]),)


def finance_offers(
    state: State, side: Side, working: tuple[Card, ...]
) -> Iterator[TakeMoney | Merchant | Trade | Piracy]:
    """Return every financial action."""
    moneyed = [each for each in working if MONEY[each]]
    yield from (TakeMoney(each) for each in moneyed)
    ships = [each for each in working if each in SHIPS]
    for ship in ships:
        if len(moneyed) > (1 if MONEY[ship] else 0):
            yield Merchant(ship)
    if TRADER_OF[side.number] in working:
        yield from (Trade(each) for each in working if each in FURS)
    if LOUISBOURG_CARD in working:
        yield from (Piracy(each) for each in ships if each != LOUISBOURG_CARD)


@rule("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def merchant_begun(state: State, side: Side, action: Merchant) -> Next[State]:
    """Play the ship card, which pays nothing itself."""
    return Next(opened(taken_from_hand(spent(state), side, action.ship), Dealing(side, (action.ship,))))


def dealing_decision(state: State, frame: Dealing) -> Choice[Action]:
    """Ask for a money card or, after the first one, whether to end."""
    return Choice(frame.side.value, "merchant", ("fa:merchant.1",), dealing_options(state, frame))


def dealing_options(state: State, frame: Dealing) -> tuple[Play | Done, ...]:
    """Return the money cards that may follow, and the end once there is one."""
    named = frame.cards[1:]
    working = working_cards(state, frame.side)
    plays = tuple(Play(each) for each in working if MONEY[each] and in_order(named, each))
    return (*plays, Done()) if named else plays


def dealing_violations(state: State, frame: Dealing, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that a further card or the end breaks."""
    match action:
        case Play():
            return dealing_card_violations(state, frame, action)
        case Done():
            return deal_unfinished(frame)
        case _:
            return None


@rule("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def dealing_card_violations(state: State, frame: Dealing, action: Play) -> tuple[Violation, ...]:
    """Refuse a card without a money symbol."""
    found = not_in_hand(state, frame.side, action.card) + unusable(state, frame.side, action.card)
    return found + _no_money(action.card, "fa:merchant.1")


def dealing_apply(state: State, frame: Dealing, action: Action) -> Next[State]:
    """Add a money card, of which the second one is the last, or end."""
    if isinstance(action, Done):
        return deal_done(state, frame)
    assert isinstance(action, Play)
    frame = Dealing(frame.side, in_hand_order(frame.cards[:1], *frame.cards[1:], action.card))
    after = with_top(taken_from_hand(state, frame.side, action.card), frame)
    if len(frame.cards) <= _MOST_MONEY_CARDS:
        return Next(after)
    done = deal_done(after, frame)
    return Next(done.state, (*done.events, *no_third_money_card(done.state, frame.side)))


DEALING: Procedure[State, Dealing, Action] = Procedure(
    dealing_decision, dealing_violations, dealing_apply, always_waits
)


@rule("fa:merchant.1")
def no_third_money_card(state: State, side: Side) -> tuple[Event, ...]:
    """Tell that a merchant plays no third money card, if there is one in hand."""
    if not any(MONEY[each] for each in working_cards(state, side)):
        return ()
    why = violation(Reason.MOST_CARDS_PLAYED, "fa:merchant.1", most=_MOST_MONEY_CARDS)
    return (not_asked(side, FURTHER_CARD, why),)


@rule("fa:merchant.1", "fa:sum.fin.2")
def deal_unfinished(frame: Dealing) -> tuple[Violation, ...]:
    """Refuse to finish without a money card."""
    return () if len(frame.cards) > 1 else (violation(Reason.TOO_FEW_CARDS, "fa:merchant.1"),)


@rule("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1", "fa:sym.3")
def deal_done(state: State, frame: Dealing) -> Next[State]:
    """Take the money printed on the money cards from the bank."""
    amount = sum(MONEY[each] for each in frame.cards[1:])
    after, happened = taking(closed(state), frame.side, amount, "fa:merchant.1")
    cards = event(EventKind.CARD_PLAYED, "fa:merchant.1", cards=names(frame.cards))
    return Next(laid_down(after, frame.side, *frame.cards), (cards, happened))


# ---------------------------------------------------------------- trader


@rule("fa:sum.fin.3", "fa:aid.trader.1")
def trade_violations(state: State, side: Side, action: Trade) -> tuple[Violation, ...]:
    """Refuse to trade without a trader or without a usable fur card."""
    found: tuple[Violation, ...] = ()
    if TRADER_OF[side.number] not in player(state, side).hand:
        found = (violation(Reason.NO_TRADER, "fa:sum.fin.3", side=side.value),)
    return found + _no_fur(state, side, action.fur)


def _no_fur(state: State, side: Side, which: Card) -> tuple[Violation, ...]:
    found = not_in_hand(state, side, which) + unusable(state, side, which)
    if which not in FURS:
        found += (violation(Reason.NO_FUR_SYMBOL, "fa:sum.fin.3", card=CARD_IDS[which]),)
    return found


@rule("fa:sum.fin.3", "fa:aid.trader.1")
def trade_begun(state: State, side: Side, action: Trade) -> Next[State]:
    """Play the trader and the first fur card."""
    trader = TRADER_OF[side.number]
    after = taken_from_hand(taken_from_hand(spent(state), side, trader), side, action.fur)
    return Next(opened(after, Trading(side, (trader, action.fur))))


def trading_decision(state: State, frame: Trading) -> Choice[Action]:
    """Ask for a further fur card, or whether to end."""
    return Choice(frame.side.value, "trade", ("fa:sum.fin.3",), trading_options(state, frame))


def trading_options(state: State, frame: Trading) -> tuple[Play | Done, ...]:
    """Return the fur cards that may follow, and the end."""
    working = working_cards(state, frame.side)
    return (*(Play(each) for each in working if each in FURS and in_order(frame.cards, each)), Done())


def trading_violations(state: State, frame: Trading, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that a further card breaks; the trade may end at any time."""
    match action:
        case Play():
            return trading_card_violations(state, frame, action)
        case Done():
            return ()
        case _:
            return None


@rule("fa:sum.fin.3", "fa:aid.trader.1")
def trading_card_violations(state: State, frame: Trading, action: Play) -> tuple[Violation, ...]:
    """Refuse a card that is no usable fur card."""
    return _no_fur(state, frame.side, action.card)


def trading_apply(state: State, frame: Trading, action: Action) -> Next[State]:
    """Add a fur card, or end."""
    if isinstance(action, Done):
        return trade_done(state, frame)
    assert isinstance(action, Play)
    return fur_added(state, frame, action.card)


TRADING: Procedure[State, Trading, Action] = Procedure(
    trading_decision, trading_violations, trading_apply, always_waits
)


@rule("fa:sum.fin.3", "fa:aid.trader.1")
def fur_added(state: State, frame: Trading, which: Card) -> Next[State]:
    """Add a fur card; there is no limit."""
    after = taken_from_hand(state, frame.side, which)
    return Next(with_top(after, Trading(frame.side, in_hand_order(frame.cards[:1], *frame.cards[1:], which))))


@rule("fa:sum.fin.3", "fa:aid.trader.1", "fa:sym.2")
def trade_done(state: State, frame: Trading) -> Next[State]:
    """Take two money for every fur card from the bank."""
    after, happened = taking(closed(state), frame.side, _PER_FUR * (len(frame.cards) - 1), "fa:sum.fin.3")
    cards = event(EventKind.CARD_PLAYED, "fa:sum.fin.3", cards=names(frame.cards))
    return Next(laid_down(after, frame.side, *frame.cards), (cards, happened))


# ---------------------------------------------------------------- piracy


@rule("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def piracy_violations(state: State, side: Side, action: Piracy) -> tuple[Violation, ...]:
    """Refuse piracy to the British, without a usable Louisbourg card, or without another ship card."""
    which = action.ship
    found = (
        *not_in_hand(state, side, which),
        *unusable(state, side, which),
        *_no_ship(which, "fa:piracy.1"),
    )
    if side is not Side.FRENCH:
        return (violation(Reason.FRENCH_ONLY, "fa:piracy.1", side=side.value), *found)
    if which == LOUISBOURG_CARD:
        return (*found, violation(Reason.CARD_ALREADY_USED, "fa:piracy.1", card=CARD_IDS[which]))
    return found + not_in_hand(state, side, LOUISBOURG_CARD) + unusable(state, side, LOUISBOURG_CARD)


@rule("fa:piracy.1", "fa:piracy.2", "fa:sum.fin.4", "fa:aid.piracy.1")
def robbed(state: State, side: Side, action: Piracy) -> Next[State]:
    """Take two money from Britain; the bank pays what Britain lacks."""
    after = put_down(put_down(spent(state), side, LOUISBOURG_CARD), side, action.ship)
    loss = min(_PIRACY, player(after, side.enemy).money)
    after = paid(paid(after, side.enemy, loss), side, -_PIRACY)
    happened = event(
        EventKind.MONEY_TAKEN, "fa:piracy.1", "fa:piracy.2", side=side.value, money=_PIRACY, from_britain=loss,
        cards=names((LOUISBOURG_CARD, action.ship)),
    )  # fmt: skip
    return Next(after, (happened,))
