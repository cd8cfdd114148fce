"""The course of play (Spielablauf): turns, the siege check, and the refill with its reshuffle.

A deck is a set of cards: every draw is a decision of chance over what is left, unless the deck's order is given.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import assert_never

from reference.few_acres_of_snow import windows
from reference.few_acres_of_snow.actions import Action, Draw, NameCard, Resolve
from reference.few_acres_of_snow.ch01_board import IDS
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, EMPTY, HOME_SUPPORT_OF, Card, plus, without
from reference.few_acres_of_snow.ch05_actions import actions_in_turn
from reference.few_acres_of_snow.ch09_siege_victory import (
    decided,
    name_violations,
    named,
    naming_options,
    naming_passed_over,
    not_won,
    sieges_won,
)
from reference.few_acres_of_snow.ch16_end import end_put_off, ended, ends_now
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Naming, Purpose, SiegeCheck, Turn, TurnStart
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, discarded, player, siege_of, with_player
from reference.few_acres_of_snow.tables import setup
from reference.few_acres_of_snow.windows import SIEGE_ORDER, WON_SIEGE, not_asked, not_asked_if_barred
from reference.kernel.decisions import CHANCE, Chance, Choice
from reference.kernel.procedures import Procedure, never_applies, never_waits, other_decision
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, unasked, violation

HAND_SIZE = setup("players").number("hand_size")
FIRST_SIDE = Side(setup("players").text("first"))

# ---------------------------------------------------------------- the start of a turn


@rule("fa:turn.3", "fa:end.5", "fa:aid.end.2")
def turn_start_advance(state: State, frame: TurnStart) -> Next[State]:
    """Look at the end of the game and at both siege tracks, in the order of the option."""
    if state.ruleset.end_check_order == "after_sieges":
        return siege_check_began(state, frame.side)
    ending = ends_now(state, frame.side)
    if ending is not None:
        return ended(state, ending)
    began = siege_check_began(state, frame.side)
    return Next(began.state, (*end_put_off(state, frame.side), *began.events))


TURN_START: Procedure[State, TurnStart, Action] = Procedure(
    never_waits, other_decision, never_applies, turn_start_advance
)


@rule("fa:turn.3", "fa:sum.turn.1", "fa:aid.turn.1")
def siege_check_began(state: State, side: Side) -> Next[State]:
    """Begin a turn with the sieges that its player has won."""
    won = sieges_won(state, side)
    return Next(with_top(state, SiegeCheck(side, won)), (*undecided(state, side), *order_fixed(state, side, won)))


@rule("fa:siege.win.1", "fa:siege.win.16")
def undecided(state: State, side: Side) -> Iterator[Event]:
    """Tell of every siege that is not won as a side's turn starts, and of those that the enemy cannot win yet."""
    for each in (side, side.enemy):
        why = (found for attacker in SIDES for found in not_won(state, attacker, each, active=side))
        yield from not_asked_if_barred(each, WON_SIEGE, *why)


@rule("fa:siege.win.1")
def order_fixed(state: State, side: Side, won: tuple[Side, ...]) -> tuple[Event, ...]:
    """Tell that the player does not choose among two won sieges, where the option fixes their order."""
    if len(won) < 2 or state.ruleset.siege_resolution_order == "active_player_chooses":
        return ()
    return (not_asked(side, SIEGE_ORDER, violation(Reason.ORDER_FIXED, "fa:siege.win.1")),)


@rule("fa:siege.win.1", "fa:aid.siege.4", "fa:aid.siege.10")
def check_options(state: State, frame: SiegeCheck) -> tuple[Resolve, ...]:
    """Return the won sieges among which the player may choose the first to settle; none if there is no choice."""
    running = [siege_of(state, attacker) for attacker in frame.won]
    places = [siege.place for siege in running if siege is not None]
    if len(places) < 2 or state.ruleset.siege_resolution_order == "british_siege_first":
        return ()
    return tuple(Resolve(where) for where in places)


def siege_check_decision(state: State, frame: SiegeCheck) -> Choice[Action] | None:
    """Ask which won siege is settled first, if there is a choice."""
    options = check_options(state, frame)
    return Choice(frame.side.value, "resolve_siege", ("fa:siege.win.1",), options) if options else None


def siege_check_violations(state: State, frame: SiegeCheck, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that the choice of a siege breaks."""
    return resolve_violations(state, frame, action) if isinstance(action, Resolve) else None


@rule("fa:siege.win.1", "fa:siege.win.16")
def resolve_violations(state: State, frame: SiegeCheck, action: Resolve) -> tuple[Violation, ...]:
    """Refuse a place whose siege is not won."""
    if action in check_options(state, frame):
        return ()
    return (violation(Reason.NOT_WON, "fa:siege.win.1", side=frame.side.value, place=IDS[action.place]),)


def siege_check_apply(state: State, frame: SiegeCheck, action: Action) -> Next[State]:
    """Settle the siege chosen first."""
    assert isinstance(action, Resolve)
    first = next(
        attacker
        for attacker in frame.won
        if (siege := siege_of(state, attacker)) is not None and siege.place == action.place
    )
    return _settle_siege(state, frame, first)


def _settle_siege(state: State, frame: SiegeCheck, attacker: Side) -> Next[State]:
    rest = tuple(each for each in frame.won if each is not attacker)
    return decided(with_top(state, SiegeCheck(frame.side, rest)), attacker, frame.side)


@rule("fa:siege.win.1")
def only_one_won(state: State, side: Side, won: tuple[Side, ...]) -> tuple[Event, ...]:
    """Tell that the player does not choose which won siege is settled first if there is but one."""
    if len(won) > 1:
        return ()
    places = [siege.place for attacker in won if (siege := siege_of(state, attacker)) is not None]
    why = (violation(Reason.ONLY_ONE_WON, "fa:siege.win.1", place=IDS[where]) for where in places)
    return not_asked_if_barred(side, SIEGE_ORDER, *why)


@rule("fa:siege.win.1")
def still_won(state: State, frame: SiegeCheck) -> tuple[Side, ...]:
    """Return the won sieges that nobody has given up during the check, by their attackers."""
    return tuple(attacker for attacker in frame.won if siege_of(state, attacker) is not None)


@rule("fa:turn.3", "fa:turn.4", "fa:siege.win.1")
def siege_check_advance(state: State, frame: SiegeCheck) -> Next[State]:
    """Settle the next won siege; after the last one the actions begin, unless the game ends here."""
    won = still_won(state, frame)
    for first in won:
        settled = _settle_siege(state, frame, first)
        return Next(settled.state, (*only_one_won(state, frame.side, won), *settled.events))
    if state.ruleset.end_check_order == "before_sieges":
        return actions_began(state, frame.side)
    ending = ends_now(state, frame.side)
    if ending is not None:
        return ended(state, ending)
    began = actions_began(state, frame.side)
    return Next(began.state, (*end_put_off(state, frame.side), *began.events))


SIEGE_CHECK: Procedure[State, SiegeCheck, Action] = Procedure(
    siege_check_decision, siege_check_violations, siege_check_apply, siege_check_advance
)


@rule("fa:turn.4", "fa:turn.5", "fa:turn.1")
def actions_began(state: State, side: Side) -> Next[State]:
    """Begin the actions of a turn: one in each player's first turn, two afterwards."""
    actions = actions_in_turn(state)
    after = with_top(state, Turn(side, actions))._replace(first_turns=max(0, state.first_turns - 1))
    turn_rule = "fa:turn.5" if state.first_turns else "fa:turn.4"
    return Next(after, (event(EventKind.TURN_BEGAN, turn_rule, side=side.value, actions=actions),))


# ---------------------------------------------------------------- the end of a turn


@rule("fa:faq.free.1", "fa:turn.6")
def turn_ended(state: State, side: Side) -> Next[State]:
    """End the turn; free actions could be taken until now."""
    happened = event(EventKind.TURN_ENDED, "fa:turn.6", side=side.value)
    return Next(with_top(state, Naming(side)), (happened, *naming_passed_over(state, side)))


def naming_decision(state: State, frame: Naming) -> Choice[Action] | None:
    """Ask which card is to be returned from a siege about to be lost, if there is one."""
    options = naming_options(state, frame.side)
    return Choice(frame.side.value, "name_card", ("fa:siege.win.12",), options) if options else None


def naming_violations(state: State, frame: Naming, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that the naming of a card breaks."""
    return name_violations(state, frame.side, action) if isinstance(action, NameCard) else None


def naming_apply(state: State, frame: Naming, action: Action) -> Next[State]:
    """Remember the card named."""
    assert isinstance(action, NameCard)
    return named(state, frame.side, action)


def naming_advance(state: State, frame: Naming) -> Next[State]:
    """Go on to the refill once no card is to be named."""
    return refill_began(state, frame.side)


NAMING: Procedure[State, Naming, Action] = Procedure(naming_decision, naming_violations, naming_apply, naming_advance)


@rule("fa:turn.6", "fa:turn.8", "fa:sum.turn.1", "fa:aid.turn.1")
def cards_lacking(cards: int) -> int:
    """Return how many cards fill a hand up to five; a larger hand is kept."""
    return max(0, HAND_SIZE - cards)


@rule("fa:turn.6", "fa:turn.8", "fa:sum.turn.1", "fa:aid.turn.1")
def refill_began(state: State, side: Side) -> Next[State]:
    """Draw up to five cards in hand."""
    lacking = cards_lacking(len(player(state, side).hand))
    return Next(with_top(state, Drawing(side, lacking, Purpose.REFILL)), nothing_lacking(state, side))


@rule("fa:turn.6", "fa:turn.8")
def nothing_lacking(state: State, side: Side) -> tuple[Event, ...]:
    """Tell that nothing is drawn to a hand of five, and to one above five, which is kept."""
    cards = len(player(state, side).hand)
    if cards < HAND_SIZE:
        return ()
    facts: dict[str, Fact] = {"side": side.value, "cards": cards}
    why = (violation(Reason.HAND_FULL, "fa:turn.8" if cards > HAND_SIZE else "fa:turn.6", **facts),)
    return (unasked(EventKind.HAND_KEPT, CHANCE, windows.DRAWING, why, **facts),)


# ---------------------------------------------------------------- drawing


@cache
def _odds(deck: int) -> tuple[Fraction, ...]:
    """Return the odds of a card by how many copies of it a deck of this size has."""
    return tuple(Fraction(copies, deck) for copies in range(deck + 1))


_CERTAIN = Fraction(1)
_DRAWS = tuple(Draw(each) for each in CARDS)


def _outcomes(deck: bytes) -> tuple[tuple[Draw, Fraction], ...]:
    odds = _odds(len(deck))
    return tuple([(_DRAWS[each], odds[deck.count(each)]) for each in sorted(set(deck))])


@rule("fa:setup.3", "fa:setup.8", "fa:turn.6", "fa:homesupport.1")
def draw_chance(state: State, frame: Drawing) -> Chance[Draw]:
    """Return which card may be drawn, with its odds: any of the deck, or the one that lies at the end drawn from."""
    owner = player(state, frame.side)
    rules = DRAW_RULES[frame.purpose]
    if owner.stacked:
        return Chance("draw", rules, ((Draw(Card(owner.deck[_end(state, frame)])), _CERTAIN),))
    return Chance("draw", rules, _outcomes(owner.deck))


DRAW_RULES = {
    Purpose.OPENING: ("fa:setup.8",),
    Purpose.REFILL: ("fa:turn.6",),
    Purpose.HOME_SUPPORT: ("fa:homesupport.1",),
}


@rule("fa:homesupport.1")
def _end(state: State, frame: Drawing) -> int:
    """Return which end of an ordered deck is drawn from: the top, or for home support the end that the option says."""
    support = frame.purpose is Purpose.HOME_SUPPORT
    return -1 if support and state.ruleset.home_support_deals_from == "bottom" else 0


@rule("fa:homesupport.1")
def _rest_in_order(state: State, frame: Drawing) -> bytes:
    """Return what is left of an ordered deck without the card at the end drawn from."""
    deck = player(state, frame.side).deck
    return deck[:-1] if _end(state, frame) else deck[1:]


@rule("fa:turn.6", "fa:setup.8", "fa:homesupport.1")
def drawing_apply(state: State, frame: Drawing, action: Action) -> Next[State]:
    """Take the card into hand."""
    assert isinstance(action, Draw)
    owner = player(state, frame.side)
    deck = _rest_in_order(state, frame) if owner.stacked else without(owner.deck, action.card)
    changed = owner._replace(deck=deck, hand=plus(owner.hand, action.card))
    after = with_top(with_player(state, frame.side, changed), Drawing(frame.side, frame.left - 1, frame.purpose))
    happened = event(EventKind.CARD_DRAWN, *DRAW_RULES[frame.purpose], side=frame.side, card=CARD_IDS[action.card])
    shuffled = as_soon_as_empty(after, frame)
    return Next(shuffled.state, (happened, *shuffled.events))


@rule("fa:board.14", "fa:turn.7", "fa:faq.deck.1", "fa:aid.homesupport.1")
def as_soon_as_empty(state: State, frame: Drawing) -> Next[State]:
    """Shuffle the discard pile the moment the last card is drawn, where the option says so.

    Home support sets off no shuffle where it stops at an empty deck.
    """
    owner, ruleset = player(state, frame.side), state.ruleset
    exempt = frame.purpose is Purpose.HOME_SUPPORT and ruleset.home_support_reshuffle == "no"
    if owner.deck or not owner.discard or exempt or ruleset.reshuffle_timing == "when_draw_needed":
        return Next(state)
    support = frame.purpose is Purpose.HOME_SUPPORT
    return reshuffled(state, frame.side, *(("fa:board.14",) if support else ("fa:turn.7", "fa:board.14")))


@rule("fa:turn.7", "fa:homesupport.2", "fa:faq.deck.1", "fa:sum.turn.1")
def reshuffled(state: State, side: Side, *shuffle_rules: str) -> Next[State]:
    """Turn the discard pile into a new deck without known order, by the rules given."""
    owner = player(state, side)
    changed = owner._replace(deck=owner.discard, discard=EMPTY, stacked=False)
    happened = event(EventKind.RESHUFFLED, *shuffle_rules, side=side.value, cards=len(owner.discard))
    return Next(with_player(state, side, changed), (happened,))


def drawing_decision(state: State, frame: Drawing) -> Chance[Action] | None:
    """Wait for a card if one is to be drawn and the deck has one."""
    return draw_chance(state, frame) if frame.left > 0 and player(state, frame.side).deck else None


@rule("fa:turn.7", "fa:homesupport.2", "fa:faq.deck.1")
def drawing_advance(state: State, frame: Drawing) -> Next[State]:
    """Shuffle when a card is needed and the deck is empty; finish when all are drawn or nothing is left to draw."""
    if frame.left and player(state, frame.side).discard:
        support = frame.purpose is Purpose.HOME_SUPPORT
        return reshuffled(state, frame.side, "fa:homesupport.2" if support else "fa:turn.7")
    return Next(_finished(state, frame), cut_short(frame))


@rule("fa:turn.6", "fa:homesupport.1")
def cut_short(frame: Drawing) -> tuple[Event, ...]:
    """Tell that cards are lacking but none is left to draw (ruling D40)."""
    if not frame.left:
        return ()
    why = (violation(Reason.NOTHING_TO_DRAW, *DRAW_RULES[frame.purpose], side=frame.side.value),)
    facts = {"side": frame.side.value, "missing": frame.left}
    return (unasked(EventKind.DRAWS_CUT_SHORT, CHANCE, windows.DRAWING, why, **facts),)


def _finished(state: State, frame: Drawing) -> State:
    """Go on after the draws: the other player's hand or the first turn, the next turn, or the turn interrupted."""
    match frame.purpose:
        case Purpose.HOME_SUPPORT:
            return _home_support_discarded(state, frame.side)
        case Purpose.REFILL:
            return _turn_passed_on(state, frame.side)
        case Purpose.OPENING:
            return _hand_dealt(state)
        case _:
            assert_never(frame.purpose)


@rule("fa:homesupport.3")
def _home_support_discarded(state: State, side: Side) -> State:
    """Discard home support once its cards are drawn, and go on with the turn."""
    return discarded(closed(state), side, HOME_SUPPORT_OF[side.number])


@rule("fa:turn.1")
def _turn_passed_on(state: State, side: Side) -> State:
    """Begin the other player's turn."""
    return with_top(state, TurnStart(side.enemy))


@rule("fa:turn.2")
def _hand_dealt(state: State) -> State:
    """Deal the other opening hand; after both Britain has the first turn."""
    below = closed(state)
    return below if below.stack else state._replace(stack=state.stack.replaced(TurnStart(FIRST_SIDE)))


DRAWING: Procedure[State, Drawing, Action] = Procedure(drawing_decision, other_decision, drawing_apply, drawing_advance)
