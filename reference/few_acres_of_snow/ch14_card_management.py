"""Card management (Kartenverwaltungsaktionen): draft, discard, reserve, governor, intendant, home support."""

from collections.abc import Iterator

from reference.few_acres_of_snow.actions import (
    Action,
    Discard,
    Done,
    Draft,
    Governor,
    Intendant,
    Play,
    Reserve,
)
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    CARDS,
    DRAFT_COST,
    EMPTY,
    FACES,
    FIRST_EMPIRE,
    GOVERNOR_OF,
    HOME_SUPPORT_OF,
    INTENDANT,
    PLAY_COST,
    Card,
    is_location,
    may_own,
    names,
    plus,
    without,
)
from reference.few_acres_of_snow.ch05_actions import in_hand_order, not_in_hand, paying, put_down, spent, unaffordable
from reference.few_acres_of_snow.ch09_siege_victory import returned
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Discarding, Drawing, Governing, Purpose
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, discarded, player, taken_from_hand, with_player
from reference.few_acres_of_snow.tables import setup
from reference.few_acres_of_snow.windows import DRAWING, FURTHER_CARD, not_asked
from reference.kernel.choosing import in_order
from reference.kernel.decisions import CHANCE, Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, unasked, violation

_EACH_FURTHER = setup("costs").number("discard_each_further")
_RETRIEVE_EACH = setup("costs").number("retrieve_reserve_per_card")
_MOST_RESERVE = setup("limits").number("reserve")
_MOST_GOVERNED = setup("limits").number("governor_max")
_HOME_SUPPORT_DRAWS = setup("limits").number("home_support_draw")
# One of each, made once: these are offered in nearly every turn.
_DRAFTS = tuple(Draft(each) for each in CARDS)
_DISCARDS = tuple(Discard(each) for each in CARDS)
_RESERVES = tuple(Reserve(each) for each in CARDS)

# ---------------------------------------------------------------- draft


@rule("fa:board.13", "fa:setup.4")
def available(state: State, side: Side) -> list[Card]:
    """Return the different cards that lie open for a side: its empire pile and the neutral display."""
    return [Card(each) for each in sorted({*player(state, side).empire, *state.display})]


@rule("fa:draft.1", "fa:board.13", "fa:setup.4", "fa:sum.card.1", "fa:aid.draft.1")
def not_available(state: State, side: Side, which: Card) -> tuple[Violation, ...]:
    """Refuse a card that lies neither in the player's open empire pile nor in the neutral display."""
    if which in available(state, side):
        return ()
    return (violation(Reason.NOT_AVAILABLE, "fa:draft.1", side=side.value, card=CARD_IDS[which]),)


@rule("fa:draft.1", "fa:draft.2", "fa:draft.3", "fa:sum.card.1", "fa:aid.draft.1")
def draft_violations(state: State, side: Side, action: Draft) -> tuple[Violation, ...]:
    """Refuse a card of the other colour, one that is in neither open pile, or one that cannot be paid."""
    which = action.card
    found = unaffordable(state, side, DRAFT_COST[which], "fa:draft.2")
    if not may_own(side, which):
        return (*found, violation(Reason.ENEMY_COLOUR, "fa:draft.3", card=CARD_IDS[which]))
    return found + not_available(state, side, which)


def draft_offers(state: State, side: Side) -> Iterator[Draft]:
    """Return every card that can be drafted: the own pile and the neutral display."""
    money = player(state, side).money
    for which in available(state, side):
        if DRAFT_COST[which] <= money and may_own(side, which):
            yield _DRAFTS[which]


@rule("fa:draft.1", "fa:draft.2", "fa:sum.card.1", "fa:aid.draft.1")
def drafted(state: State, side: Side, action: Draft) -> Next[State]:
    """Pay for the card and put it on the discard pile; a neutral one lies in the display."""
    which = action.card
    after, cost = paying(spent(state), side, DRAFT_COST[which], "fa:draft.2")
    owner = player(after, side)
    if FACES[which].owner is None:
        after = after._replace(display=without(after.display, which))
    else:
        after = with_player(after, side, owner._replace(empire=without(owner.empire, which)))
    happened = event(EventKind.DRAFTED, "fa:draft.1", side=side.value, card=CARD_IDS[which])
    return Next(discarded(after, side, which), (*cost, happened))


# ---------------------------------------------------------------- discard


@rule("fa:act.12", "fa:loccard.6", "fa:aid.loc.5")
def held(state: State, side: Side) -> list[Card]:
    """Return the different cards of a hand, whether they work or not."""
    return [Card(each) for each in sorted(set(player(state, side).hand))]


@rule("fa:discard.1", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.2", "fa:aid.discard.1")
def discard_violations(state: State, side: Side, action: Discard) -> tuple[Violation, ...]:
    """Refuse only a card that is not in hand: unusable location cards may be discarded."""
    return not_in_hand(state, side, action.card)


@rule("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def discard_begun(state: State, side: Side, action: Discard) -> Next[State]:
    """Discard the first card, free of charge; more may follow."""
    after = opened(taken_from_hand(spent(state), side, action.card), Discarding(side, (action.card,)))
    return Next(after)


def discarding_decision(state: State, frame: Discarding) -> Choice[Action]:
    """Ask for a further card to discard, or whether to end."""
    return Choice(frame.side.value, "discard", ("fa:discard.1",), discarding_options(state, frame))


def discarding_options(state: State, frame: Discarding) -> tuple[Play | Done, ...]:
    """Return the further cards that may be discarded, and the end."""
    if player(state, frame.side).money < _EACH_FURTHER:
        return (Done(),)
    return (*(Play(each) for each in held(state, frame.side) if in_order(frame.cards, each)), Done())


def discarding_violations(state: State, frame: Discarding, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that a further card breaks; the discarding may end at any time."""
    match action:
        case Play():
            return discarding_card_violations(state, frame, action)
        case Done():
            return ()
        case _:
            return None


@rule("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def discarding_card_violations(state: State, frame: Discarding, action: Play) -> tuple[Violation, ...]:
    """Refuse a further card that is not in hand or cannot be paid."""
    found = not_in_hand(state, frame.side, action.card)
    return found + unaffordable(state, frame.side, _EACH_FURTHER, "fa:discard.2")


def discarding_apply(state: State, frame: Discarding, action: Action) -> Next[State]:
    """Discard a further card, or end."""
    if isinstance(action, Done):
        return discard_done(state, frame)
    assert isinstance(action, Play)
    return further_discarded(state, frame, action)


DISCARDING: Procedure[State, Discarding, Action] = Procedure(
    discarding_decision, discarding_violations, discarding_apply, always_waits
)


@rule("fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def further_discarded(state: State, frame: Discarding, action: Play) -> Next[State]:
    """Discard a further card for one money."""
    after, cost = paying(taken_from_hand(state, frame.side, action.card), frame.side, _EACH_FURTHER, "fa:discard.2")
    return Next(with_top(after, Discarding(frame.side, in_hand_order((), *frame.cards, action.card))), cost)


@rule("fa:discard.1", "fa:sum.card.2", "fa:aid.discard.1", "fa:loccard.6", "fa:aid.loc.5")
def discard_done(state: State, frame: Discarding) -> Next[State]:
    """Put the cards on the discard pile."""
    happened = event(EventKind.DISCARDED, "fa:discard.1", side=frame.side.value, cards=names(frame.cards))
    return Next(discarded(closed(state), frame.side, *frame.cards), (happened,))


# ---------------------------------------------------------------- reserve


@rule("fa:reserve.1", "fa:reserve.2", "fa:aid.reserve.1", "fa:sum.card.3")
def reserve_violations(state: State, side: Side, action: Reserve) -> tuple[Violation, ...]:
    """Refuse a sixth card and, where the option says so, a location card."""
    found = not_in_hand(state, side, action.card)
    if len(player(state, side).reserve) >= _MOST_RESERVE:
        found += (violation(Reason.RESERVE_FULL, "fa:reserve.2", most=_MOST_RESERVE),)
    if is_location(action.card) and state.ruleset.reserve_location_cards == "no":
        found += (violation(Reason.NO_LOCATION_CARDS_IN_RESERVE, "fa:aid.reserve.1", card=CARD_IDS[action.card]),)
    return found


def hand_offers(state: State, side: Side) -> Iterator[Discard | Reserve | Governor | Intendant]:
    """Return every card that may be discarded, put into the reserve, returned by the governor, or fetched."""
    owner, hand = player(state, side), held(state, side)
    yield from (_DISCARDS[each] for each in hand)
    if len(owner.reserve) < _MOST_RESERVE:
        first = 0 if state.ruleset.reserve_location_cards == "yes" else FIRST_EMPIRE
        yield from (_RESERVES[each] for each in hand if each >= first)
    governor = GOVERNOR_OF[side.number]
    if governor in hand:
        yield from (Governor(each) for each in hand if each != governor)
    if INTENDANT in hand and owner.money >= PLAY_COST[INTENDANT]:
        yield from (Intendant(Card(each)) for each in sorted(set(owner.discard)))


@rule("fa:reserve.1", "fa:reserve.2", "fa:sum.card.3", "fa:aid.reserve.1")
def reserved(state: State, side: Side, action: Reserve) -> Next[State]:
    """Put a card open into the reserve."""
    after = taken_from_hand(spent(state), side, action.card)
    owner = player(after, side)
    after = with_player(after, side, owner._replace(reserve=plus(owner.reserve, action.card)))
    return Next(after, (event(EventKind.RESERVED, "fa:reserve.1", side=side.value, card=CARD_IDS[action.card]),))


@rule("fa:retrieve.1")
def nothing_reserved(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse to retrieve an empty reserve."""
    if player(state, side).reserve:
        return ()
    return (violation(Reason.RESERVE_EMPTY, "fa:retrieve.1", side=side.value),)


@rule("fa:retrieve.2", "fa:retrieve.4", "fa:sum.card.4", "fa:aid.retrieve.1")
def retrieve_violations(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse to retrieve a reserve that cannot be paid for in full, or an empty one."""
    cards = len(player(state, side).reserve)
    return nothing_reserved(state, side) + unaffordable(state, side, cards * _RETRIEVE_EACH, "fa:retrieve.4")


@rule("fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.3", "fa:sum.card.4", "fa:aid.retrieve.1")
def retrieved(state: State, side: Side) -> Next[State]:
    """Take the whole reserve into hand, whatever its size becomes, for one money a card."""
    owner = player(state, side)
    after, cost = paying(state, side, len(owner.reserve) * _RETRIEVE_EACH, "fa:retrieve.2")
    changed = player(after, side)._replace(hand=plus(owner.hand, *owner.reserve), reserve=EMPTY)
    cards = names(owner.reserve)
    happened = event(EventKind.RESERVE_RETRIEVED, "fa:retrieve.1", side=side.value, cards=cards)
    return Next(with_player(after, side, changed), (*cost, happened))


# ---------------------------------------------------------------- governor


@rule("fa:governor.1", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.5", "fa:aid.governor.1")
def governor_violations(state: State, side: Side, action: Governor) -> tuple[Violation, ...]:
    """Refuse without a governor, or for a card that is not in hand besides him; he does not return himself."""
    governor = GOVERNOR_OF[side.number]
    found = not_in_hand(state, side, action.card)
    if governor not in player(state, side).hand:
        found += (violation(Reason.NO_GOVERNOR, "fa:governor.1", side=side.value),)
    if action.card == governor:
        found += (violation(Reason.CARD_ALREADY_USED, "fa:governor.1", card=CARD_IDS[action.card]),)
    return found


@rule("fa:governor.1", "fa:sum.card.5", "fa:aid.governor.1")
def governor_begun(state: State, side: Side, action: Governor) -> Next[State]:
    """Play the governor and name the first card."""
    governor = GOVERNOR_OF[side.number]
    after = taken_from_hand(taken_from_hand(spent(state), side, governor), side, action.card)
    return Next(opened(after, Governing(side, (governor, action.card))))


def governing_decision(state: State, frame: Governing) -> Choice[Action]:
    """Ask for a second card to return, or whether to end."""
    return Choice(frame.side.value, "governor", ("fa:governor.1",), governing_options(state, frame))


def governing_options(state: State, frame: Governing) -> tuple[Play | Done, ...]:
    """Return the second cards that may be returned, and the end."""
    return (*(Play(each) for each in held(state, frame.side) if in_order(frame.cards, each)), Done())


def governing_violations(state: State, frame: Governing, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that a second card breaks; one card is enough."""
    match action:
        case Play():
            return governing_card_violations(state, frame, action)
        case Done():
            return ()
        case _:
            return None


@rule("fa:governor.1", "fa:sum.card.5", "fa:aid.governor.1")
def governing_card_violations(state: State, frame: Governing, action: Play) -> tuple[Violation, ...]:
    """Refuse a second card that is not in hand."""
    return not_in_hand(state, frame.side, action.card)


def governing_apply(state: State, frame: Governing, action: Action) -> Next[State]:
    """Return a second card as well, which is the last, or end."""
    if isinstance(action, Done):
        return governing_done(state, frame)
    assert isinstance(action, Play)
    after = taken_from_hand(state, frame.side, action.card)
    frame = Governing(frame.side, in_hand_order(frame.cards[:1], *frame.cards[1:], action.card))
    done = governing_done(after, frame)
    return Next(done.state, (*done.events, *no_third_card_returned(done.state, frame.side)))


@rule("fa:governor.1")
def no_third_card_returned(state: State, side: Side) -> tuple[Event, ...]:
    """Tell that a governor returns no third card, if there is one in hand."""
    if not player(state, side).hand:
        return ()
    why = violation(Reason.MOST_CARDS_PLAYED, "fa:governor.1", most=_MOST_GOVERNED)
    return (not_asked(side, FURTHER_CARD, why),)


GOVERNING: Procedure[State, Governing, Action] = Procedure(
    governing_decision, governing_violations, governing_apply, always_waits
)


@rule("fa:governor.1", "fa:governor.2", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.5", "fa:aid.governor.1")
def governing_done(state: State, frame: Governing) -> Next[State]:
    """Put the cards back to their available piles and the governor on the discard pile."""
    governor, *gone = frame.cards
    after = discarded(closed(state), frame.side, governor)
    for which in gone[:_MOST_GOVERNED]:
        after, _ = returned(after, frame.side, which, "fa:governor.2")
    happened = event(
        EventKind.CARDS_REMOVED, "fa:governor.1", "fa:governor.2", side=frame.side.value, cards=names(gone)
    )
    return Next(after, (happened,))


# ---------------------------------------------------------------- intendant


@rule("fa:intendant.1", "fa:card.2")
def no_intendant(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse a side without the intendant in hand; Britain never has him, as he is a French card."""
    if INTENDANT in player(state, side).hand:
        return ()
    return (violation(Reason.NO_INTENDANT, "fa:intendant.1", side=side.value),)


@rule("fa:intendant.1", "fa:sum.card.6", "fa:aid.intendant.1")
def intendant_violations(state: State, side: Side, action: Intendant) -> tuple[Violation, ...]:
    """Refuse without the intendant or his price, or for a card that is not in the discard pile."""
    owner = player(state, side)
    found = unaffordable(state, side, PLAY_COST[INTENDANT], "fa:intendant.1") + no_intendant(state, side)
    if action.card not in owner.discard:
        facts = {"side": side.value, "card": CARD_IDS[action.card]}
        found += (violation(Reason.NOT_IN_DISCARD_PILE, "fa:intendant.1", **facts),)
    return found


@rule("fa:intendant.1", "fa:sum.card.6", "fa:aid.intendant.1")
def fetched(state: State, side: Side, action: Intendant) -> Next[State]:
    """Pay, take the card into hand, then discard the intendant."""
    after, cost = paying(spent(state), side, PLAY_COST[INTENDANT], "fa:intendant.1")
    owner = player(after, side)
    changed = owner._replace(discard=without(owner.discard, action.card), hand=plus(owner.hand, action.card))
    after = put_down(with_player(after, side, changed), side, INTENDANT)
    happened = event(EventKind.CARD_FETCHED, "fa:intendant.1", side=side.value, card=CARD_IDS[action.card])
    return Next(after, (*cost, happened))


# ---------------------------------------------------------------- home support


@rule("fa:homesupport.1", "fa:homesupport.2", "fa:aid.homesupport.1", "fa:sum.card.7")
def home_support_draws(state: State, side: Side) -> int:
    """Return how many cards home support draws at most: three, or fewer if the deck has fewer and is not reshuffled."""
    if state.ruleset.home_support_reshuffle == "yes":
        return _HOME_SUPPORT_DRAWS
    return min(_HOME_SUPPORT_DRAWS, len(player(state, side).deck))


@rule("fa:homesupport.1", "fa:aid.homesupport.1", "fa:sum.card.7")
def home_support_violations(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse without the card and, where the option says so, when no card could be drawn."""
    owner = player(state, side)
    found: tuple[Violation, ...] = ()
    if HOME_SUPPORT_OF[side.number] not in owner.hand:
        found = (violation(Reason.NO_HOME_SUPPORT, "fa:homesupport.1", side=side.value),)
    shuffles = state.ruleset.home_support_reshuffle == "yes" and owner.discard
    if state.ruleset.home_support_empty_deck == "refused" and not owner.deck and not shuffles:
        found += (violation(Reason.NOTHING_TO_DRAW, "fa:aid.homesupport.1", side=side.value),)
    return found


@rule("fa:homesupport.1", "fa:homesupport.3", "fa:aid.homesupport.1", "fa:sum.card.7")
def home_support_played(state: State, side: Side) -> Next[State]:
    """Play the card; it stays out of the discard pile until the draws are made."""
    which = HOME_SUPPORT_OF[side.number]
    draws = home_support_draws(state, side)
    after = opened(taken_from_hand(state, side, which), Drawing(side, draws, Purpose.HOME_SUPPORT))
    happened = event(EventKind.CARD_PLAYED, "fa:homesupport.1", side=side.value, card=CARD_IDS[which])
    return Next(after, (happened, *deck_too_short(side, draws)))


@rule("fa:aid.homesupport.1")
def deck_too_short(side: Side, draws: int) -> tuple[Event, ...]:
    """Tell that home support draws fewer than three cards, as the deck is not shuffled anew for it."""
    if draws == _HOME_SUPPORT_DRAWS:
        return ()
    facts: dict[str, Fact] = {"side": side.value, "cards": draws, "most": _HOME_SUPPORT_DRAWS}
    why = (violation(Reason.DECK_TOO_SHORT, "fa:aid.homesupport.1", **facts),)
    missing = _HOME_SUPPORT_DRAWS - draws
    return (unasked(EventKind.DRAWS_CUT_SHORT, CHANCE, DRAWING, why, side=side.value, missing=missing),)
