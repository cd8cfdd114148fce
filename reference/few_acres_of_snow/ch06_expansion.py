"""Expansion (Ausbreitungsaktionen): settle, develop and fortify a place."""

from collections.abc import Iterable, Iterator

from reference.few_acres_of_snow.actions import Action, Develop, Fortify, Play, Settle
from reference.few_acres_of_snow.ch01_board import (
    FORT_TOTAL,
    IDS,
    NEUTRAL,
    POINTS,
    SETTLER_SYMBOL,
    TOWNS,
    VILLAGES,
    Kind,
    Place,
    is_capital,
    owner,
    piece_kind,
    with_fort,
    with_piece,
)
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    FIRST_EMPIRE,
    FORTIFICATIONS,
    PLACE_AT,
    SETTLERS,
    Card,
    Transport,
    carries,
    listed,
    location_card,
    names,
    place_name,
    plus,
    settles,
    transport_to,
)
from reference.few_acres_of_snow.ch05_actions import laid_down, not_in_hand, paying, put_down, spent, unaffordable
from reference.few_acres_of_snow.ch07_location_cards import unusable, working_cards
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Settling
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, has_player_aid
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Outcome, State, player, stock, taken_from_hand, with_player
from reference.few_acres_of_snow.tables import setup
from reference.few_acres_of_snow.windows import SETTLER_CARD, not_asked
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack, closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Facts, Next, Notation, Objection, Violation, event, violation

FORTIFY_COST = setup("costs").number("fortify")

# ---------------------------------------------------------------- settling: who may go where


@rule("fa:settle.1", "fa:governor.3", "fa:faq.loc.3", "fa:raid.11")
def no_settlers_target(state: State, side: Side, where: Place) -> tuple[Violation, ...]:
    """Refuse a place that is neither neutral nor an own one whose card was returned to the available pile."""
    holder = owner(state.board, where)
    if holder is None:
        return ()
    if holder is not side:
        return (violation(Reason.NOT_NEUTRAL, "fa:settle.1", place=IDS[where], holder=holder.value),)
    own = location_card(side, where)
    if own is not None and own in player(state, side).locations:
        return ()
    return (
        violation(Reason.NOT_NEUTRAL, "fa:settle.1", place=IDS[where], holder=side.value),
        violation(Reason.CARD_NOT_AVAILABLE, "fa:governor.3", place=IDS[where]),
    )


@rule("fa:settle.7", "fa:faq.loc.3")
def no_village(state: State, side: Side, where: Place) -> tuple[Violation, ...]:
    """Refuse to settle without a village in stock; an own place keeps its piece and needs one only by option."""
    if stock(state, side, Kind.VILLAGE):
        return ()
    if owner(state.board, where) is side and state.ruleset.resettle_needs_stock == "no":
        return ()
    return (violation(Reason.NO_VILLAGE_IN_STOCK, "fa:settle.7", side=side.value),)


@rule("fa:settle.2", "fa:siege.start.1")
def not_listed(state: State, base: Card, where: Place, base_rule: str) -> tuple[Violation, ...]:
    """Refuse a base card whose list does not name the target."""
    if transport_to(base, where, state.ruleset) is not None:
        return ()
    return (violation(Reason.NOT_LISTED, base_rule, card=CARD_IDS[base], place=IDS[where]),)


@rule("fa:settle.4", "fa:board.4", "fa:governor.3")
def settler_needed(where: Place) -> bool:
    """Say whether settling a place asks for a settler card."""
    return SETTLER_SYMBOL[where]


@rule("fa:settle.3", "fa:settle.4", "fa:settle.8")
def transports_for(working: tuple[Card, ...], base: Card, transport: Transport, where: Place) -> tuple[Card, ...]:
    """Return the cards that can carry settlers to a place and leave a different card to settle it, if it needs one."""
    found = tuple(each for each in working if each != base and carries(each, transport))
    if not found or not settler_needed(where):
        return found
    settlers = [each for each in working if each != base and settles(each)]
    return tuple(each for each in found if any(other != each for other in settlers))


@rule("fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:sum.exp.1", "fa:aid.settle.1")
def settle_violations(state: State, side: Side, action: Settle) -> tuple[Violation, ...]:
    """Refuse to settle a place for every rule it would break."""
    base, where = action.base, action.place
    found = (
        *no_settlers_target(state, side, where),
        *no_village(state, side, where),
        *not_in_hand(state, side, base),
        *not_listed(state, base, where, "fa:settle.2"),
        *unusable(state, side, base),
    )
    transport = transport_to(base, where, state.ruleset)
    if transport is None:
        return found
    working = working_cards(state, side)
    others = [each for each in working if each != base]
    carriers = [each for each in others if carries(each, transport)]
    if not carriers:
        found += (violation(Reason.NO_TRANSPORT, "fa:settle.3", transport=transport.value, place=IDS[where]),)
    if settler_needed(where) and not any(settles(each) for each in others):
        found += (violation(Reason.NO_SETTLER, "fa:settle.4", place=IDS[where]),)
    elif not transports_for(working, base, transport, where):
        found += tuple(violation(Reason.CARD_ALREADY_USED, "fa:settle.8", card=CARD_IDS[each]) for each in carriers)
    return found


def settle_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Settle]:
    """Return every way to begin settling."""
    pieces, new_places = state.board.pieces, bool(stock(state, side, Kind.VILLAGE))
    for base in working:
        if base >= FIRST_EMPIRE:
            break
        for where, transport in listed(base, state.ruleset):
            # Most places are ruled out quickly, without making a refusal for them.
            if pieces[where] == NEUTRAL:
                possible = new_places
            else:
                own = owner(state.board, where) is side
                possible = own and not (no_settlers_target(state, side, where) or no_village(state, side, where))
            if possible and transports_for(working, base, transport, where):
                yield Settle(where, base)


# ---------------------------------------------------------------- settling: card after card


@rule("fa:settle.2", "fa:sum.exp.1", "fa:aid.settle.1")
def settle_begun(state: State, side: Side, action: Settle) -> Next[State]:
    """Play the base card."""
    after = taken_from_hand(spent(state), side, action.base)
    return Next(opened(after, Settling(side, action.place, (action.base,))))


def settling_decision(state: State, frame: Settling) -> Choice[Action]:
    """Ask for the transport, then for the settler."""
    return Choice(frame.side.value, "settle", ("fa:settle.3", "fa:settle.4"), settling_options(state, frame))


def settling_options(state: State, frame: Settling) -> tuple[Play, ...]:
    """Return the cards that may be played next."""
    working = working_cards(state, frame.side)
    if len(frame.cards) == 1:
        carriers = transports_for(working, frame.cards[0], _transport(state, frame), frame.place)
        return tuple(Play(each) for each in carriers)
    return tuple(Play(each) for each in working if settles(each))


def settling_violations(state: State, frame: Settling, action: Action) -> Objection:
    """Return every rule that a card played breaks; a settler card named before its transport breaks none."""
    if not isinstance(action, Play):
        return None
    early = settler_named_early(state, frame, action.card)
    return settling_card_violations(state, frame, action) if early is None else early


@rule("fa:settle.3", "fa:settle.4")
def settler_named_early(state: State, frame: Settling, which: Card) -> Notation | None:
    """Say how to name a settler card that is given before a transport it can go with: the transport comes first."""
    base, *carried = frame.cards
    working = working_cards(state, frame.side)
    if carried or not settler_needed(frame.place) or not settles(which) or which not in working:
        return None
    transport = _transport(state, frame)
    carriers = transports_for(working, base, transport, frame.place)
    if not carriers or which in carriers:
        return None
    return named_before_transport(transport, frame.place, which, carriers)


def named_before_transport(transport: Transport, where: Place, which: Card, carriers: Iterable[Card]) -> Notation:
    """Say that a card is named after the transport, and which cards can be that."""
    facts: Facts = (
        ("transport", transport.value), ("place", IDS[where]), ("card", CARD_IDS[which]), ("carriers", names(carriers))
    )  # fmt: skip
    return Notation(Reason.TRANSPORT_FIRST, facts)


def _transport(state: State, frame: Settling) -> Transport:
    transport = transport_to(frame.cards[0], frame.place, state.ruleset)
    assert transport is not None
    return transport


@rule("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
def settling_card_violations(state: State, frame: Settling, action: Play) -> tuple[Violation, ...]:
    """Refuse a card that is not the transport, or then not the settler, that is due; two may change their roles."""
    side, where, transport = frame.side, frame.place, _transport(state, frame)
    found = not_in_hand(state, side, action.card) + unusable(state, side, action.card)
    match frame.cards:
        case (_, carrier):
            if settles(action.card) or (settles(carrier) and carries(action.card, transport)):
                return found
            return (*found, violation(Reason.NO_SETTLER, "fa:settle.4", card=CARD_IDS[action.card], place=IDS[where]))
        case _:
            if carries(action.card, transport):
                return found
            facts = {"card": CARD_IDS[action.card], "transport": transport.value, "place": IDS[where]}
            return (*found, violation(Reason.NO_TRANSPORT, "fa:settle.3", **facts))


def settling_apply(state: State, frame: Settling, action: Action) -> Next[State]:
    """Add a card; with the last one the place is settled."""
    assert isinstance(action, Play)
    cards = (*frame.cards, action.card)
    after = taken_from_hand(state, frame.side, action.card)
    if len(cards) < (3 if settler_needed(frame.place) else 2):
        return Next(with_top(after, Settling(frame.side, frame.place, cards)))
    after = laid_down(closed(after), frame.side, *cards)
    done = settled(after, frame.side, frame.place, names(cards))
    return Next(done.state, (*done.events, *settler_not_asked(frame.side, frame.place)))


@rule("fa:settle.4", "fa:board.4")
def settler_not_asked(side: Side, where: Place) -> tuple[Event, ...]:
    """Tell that a place without the settler symbol is settled without a settler card."""
    if settler_needed(where):
        return ()
    return (not_asked(side, SETTLER_CARD, violation(Reason.NO_SETTLER_ASKED, "fa:settle.4", place=IDS[where])),)


SETTLING: Procedure[State, Settling, Action] = Procedure(
    settling_decision, settling_violations, settling_apply, always_waits
)


@rule("fa:settle.5", "fa:settle.6", "fa:sum.exp.1", "fa:aid.settle.1", "fa:faq.loc.3")
def settled(state: State, side: Side, where: Place, cards: tuple[str, ...]) -> Next[State]:
    """Put a village on a neutral place and take its card; an own place keeps its piece."""
    happened = _settling_told(state, side, where, cards)
    if owner(state.board, where) is not side:
        state = state._replace(board=with_piece(state.board, where, VILLAGES[side.number]))
    gained = location_card_gained(state, side, where)
    won = capital_settled(gained.state, side, where)
    return Next(won.state, (happened, *gained.events, *won.events))


@rule("fa:settle.5", "fa:governor.3", "fa:faq.loc.3")
def _settling_told(state: State, side: Side, where: Place, cards: tuple[str, ...]) -> Event:
    """Return the event that a place is settled: a neutral one with a village, an own one only for its card."""
    facts: dict[str, Fact] = {"side": side.value, "place": IDS[where], "cards": cards}
    if owner(state.board, where) is not side:
        return event(EventKind.SETTLED, "fa:settle.5", **facts)
    if has_player_aid(state.ruleset):
        return event(EventKind.SETTLED, "fa:governor.3", "fa:faq.loc.3", **facts)
    return event(EventKind.SETTLED, "fa:governor.3", **facts)


@rule("fa:settle.6", "fa:faq.loc.1", "fa:siege.win.6", "fa:raid.11")
def location_card_gained(state: State, side: Side, where: Place, *, by_siege: bool = False) -> Next[State]:
    """Move the card of a place from the available pile to the discard pile, if it is there."""
    own, owner_ = location_card(side, where), player(state, side)
    gained = [each for each in owner_.locations if each == own]
    left = bytes(each for each in owner_.locations if each != own)
    changed = owner_._replace(locations=left, discard=plus(owner_.discard, *gained))
    happened = tuple(_card_gained(side, each, by_siege=by_siege) for each in gained)
    return Next(with_player(state, side, changed), happened or (_no_card_gained(state.ruleset, side, where),))


@rule("fa:card.5", "fa:faq.loc.1", "fa:raid.11")
def _no_card_gained(ruleset: Ruleset, side: Side, where: Place) -> Event:
    """Return the event that a place brings no card: there is none in the side's set, or its player has it already."""
    facts = {"side": side.value, "place": IDS[where]}
    if location_card(side, where) is not None:
        return event(EventKind.NO_LOCATION_CARD, "fa:raid.11", **facts)
    rules = ("fa:card.5", "fa:faq.loc.1") if has_player_aid(ruleset) else ("fa:card.5",)
    return event(EventKind.NO_LOCATION_CARD, *rules, **facts)


@rule("fa:settle.6", "fa:siege.win.6")
def _card_gained(side: Side, which: int, *, by_siege: bool) -> Event:
    """Return the event that the card of a place was gained, by settling it or by a won siege."""
    facts = {"side": side.value, "card": CARD_IDS[which]}
    if by_siege:
        return event(EventKind.LOCATION_CARD_GAINED, "fa:siege.win.6", "fa:settle.6", **facts)
    return event(EventKind.LOCATION_CARD_GAINED, "fa:settle.6", **facts)


@rule("fa:aid.end.1", "fa:faq.end.1")
def capital_settled(state: State, side: Side, where: Place) -> Next[State]:
    """End the game when a side settles an enemy capital, where the option says so."""
    if state.ruleset.capital_settle_wins == "no" or not is_capital(where, side.enemy):
        return Next(state)
    happened: Event = event(EventKind.GAME_WON, "fa:aid.end.1", side=side.value, place=IDS[where])
    return Next(state._replace(outcome=Outcome(side, "fa:aid.end.1"), stack=Stack()), (happened,))


# ---------------------------------------------------------------- developing


@rule("fa:develop.1", "fa:develop.6", "fa:sum.exp.2", "fa:aid.develop.1")
def no_village_to_develop(state: State, side: Side, where: Place) -> tuple[Violation, ...]:
    """Refuse a place without an own village."""
    if owner(state.board, where) is side and piece_kind(state.board, where) is Kind.VILLAGE:
        return ()
    return (violation(Reason.NO_OWN_VILLAGE, "fa:develop.1", side=side.value, place=IDS[where]),)


@rule("fa:develop.4")
def no_points(where: Place) -> tuple[Violation, ...]:
    """Refuse to develop a place without victory points."""
    return () if POINTS[where] else (violation(Reason.NO_POINTS, "fa:develop.4", place=IDS[where]),)


@rule("fa:develop.5")
def no_town(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse to develop without a town disc in stock."""
    if stock(state, side, Kind.TOWN):
        return ()
    return (violation(Reason.NO_TOWN_IN_STOCK, "fa:develop.5", side=side.value),)


def _own_card(state: State, side: Side, where: Place, card_rule: str) -> tuple[Violation, ...]:
    """Refuse an action that needs the card of its own place if that card is not in hand or does not work."""
    which = location_card(side, where)
    if which is None:
        return (violation(Reason.NOT_IN_HAND, card_rule, side=side.value, place=IDS[where]),)
    return not_in_hand(state, side, which) + unusable(state, side, which)


@rule("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def develop_violations(state: State, side: Side, action: Develop) -> tuple[Violation, ...]:
    """Refuse to develop a place for every rule it would break."""
    where, settler = action.place, action.settler
    found = (
        *no_village_to_develop(state, side, where),
        *no_points(where),
        *no_town(state, side),
        *_own_card(state, side, where, "fa:develop.1"),
        *not_in_hand(state, side, settler),
        *unusable(state, side, settler),
    )
    if not settles(settler):
        found += (violation(Reason.NO_SETTLER, "fa:develop.1", card=CARD_IDS[settler], village=IDS[where]),)
    if settler == location_card(side, where):
        found += (violation(Reason.CARD_ALREADY_USED, "fa:develop.1", card=CARD_IDS[settler]),)
    return found


def develop_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Develop]:
    """Return every way to develop a place."""
    settlers = [each for each in working if each in SETTLERS]
    if not settlers or no_town(state, side):
        return
    for base in working:
        if base >= FIRST_EMPIRE:
            break
        where = PLACE_AT[base]
        if state.board.pieces[where] == VILLAGES[side.number] and not no_points(where):
            yield from (Develop(where, each) for each in settlers if each != base)


@rule("fa:develop.1", "fa:develop.2", "fa:sum.exp.2", "fa:aid.develop.1")
def developed(state: State, side: Side, action: Develop) -> Next[State]:
    """Exchange the village for a town."""
    where = action.place
    base = location_card(side, where)
    assert base is not None
    after = put_down(put_down(spent(state), side, base), side, action.settler)
    after = after._replace(board=with_piece(after.board, where, TOWNS[side.number]))
    cards = names((base, action.settler))
    return Next(after, (event(EventKind.DEVELOPED, "fa:develop.2", side=side.value, place=IDS[where], cards=cards),))


# ---------------------------------------------------------------- fortifying


@rule("fa:fortify.6", "fa:fortify.3")
def no_disc(state: State, where: Place) -> tuple[Violation, ...]:
    """Refuse a second disc at a place, and any when the common stock is empty."""
    found: tuple[Violation, ...] = ()
    if state.board.forts[where]:
        found = (violation(Reason.ALREADY_FORTIFIED, "fa:fortify.3", place=IDS[where]),)
    if sum(state.board.forts) >= FORT_TOTAL:
        found += (violation(Reason.NO_FORT_IN_STOCK, "fa:fortify.6", most=FORT_TOTAL),)
    return found


@rule("fa:fortify.1", "fa:fortify.2", "fa:sum.exp.3", "fa:aid.fortify.1")
def fortify_violations(state: State, side: Side, action: Fortify) -> tuple[Violation, ...]:
    """Refuse to fortify a place for every rule it would break."""
    where = action.place
    found = (
        *_own_card(state, side, where, "fa:fortify.1"),
        *no_disc(state, where),
        *not_in_hand(state, side, action.card),
        *unaffordable(state, side, FORTIFY_COST, "fa:fortify.2"),
    )
    if action.card not in FORTIFICATIONS:
        found += (violation(Reason.NO_FORTIFICATION_CARD, "fa:fortify.1", card=CARD_IDS[action.card]),)
    return found


def fortify_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Fortify]:
    """Return every way to fortify a place."""
    discs = [each for each in working if each in FORTIFICATIONS]
    if not discs or player(state, side).money < FORTIFY_COST:
        return
    for base in (each for each in working if each < FIRST_EMPIRE):
        where = PLACE_AT[base]
        if not no_disc(state, where):
            yield from (Fortify(where, each) for each in discs)


@rule("fa:fortify.1", "fa:fortify.7")
def _both_cards_discarded(state: State, side: Side, base: Card, fortification: Card) -> State:
    """Return the state with the card of the place and the fortification card on the discard pile."""
    return put_down(put_down(state, side, base), side, fortification)


@rule("fa:fortify.2", "fa:fortify.3", "fa:sum.exp.3", "fa:aid.fortify.1")
def fortified(state: State, side: Side, action: Fortify) -> Next[State]:
    """Pay, discard both cards, and put the disc under the piece."""
    where = action.place
    base = location_card(side, where)
    assert base is not None
    after, cost = paying(spent(state), side, FORTIFY_COST, "fa:fortify.2")
    after = _both_cards_discarded(after, side, base, action.card)
    after = after._replace(board=with_fort(after.board, where, present=True))
    happened = event(
        EventKind.FORTIFIED, "fa:fortify.3", side=side.value, place=place_name(base), cards=names((base, action.card))
    )
    return Next(after, (*cost, happened))
