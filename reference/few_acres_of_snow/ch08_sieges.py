"""Besieging a place (Belagerung eines Ortes): the opening of a siege, strength, and the siege track.

The marker is counted towards the attacker: -2 is 2 in favour of the defender.
"""

from collections.abc import Iterator

from reference.few_acres_of_snow.actions import Action, Besiege, Play
from reference.few_acres_of_snow.ch01_board import IDS, LOCATIONS, Place, owner, ships_fight_at
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    DEFENDERS_ONLY,
    EMPTY,
    FIRST_EMPIRE,
    MILITARY,
    PLAY_COST,
    SHIPS,
    Card,
    Transport,
    carries,
    listed,
    names,
    pile,
    transport_to,
)
from reference.few_acres_of_snow.ch05_actions import laid_down, not_in_hand, paying, spent, unaffordable
from reference.few_acres_of_snow.ch06_expansion import named_before_transport, not_listed
from reference.few_acres_of_snow.ch07_location_cards import unusable, working_cards
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Besieging
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, in_edition
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, siege_of, taken_from_hand, with_siege
from reference.few_acres_of_snow.tables import numbers, setup
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Notation, Objection, Violation, event, violation

_BASE_DEFENCE = setup("siege").number("base_defence")
_FORT_DEFENCE = setup("siege").number("fort_defence")
_PER_BONUS = numbers("siege_strength").number("per_defence_bonus")
_SHIP_STRENGTH = numbers("siege_strength").number("ship_symbol")
_DEFENDER_SPACES = tuple(setup("siege").number(f"{side.value}_track_defender") for side in SIDES)
_ATTACKER_SPACES = tuple(setup("siege").number(f"{side.value}_track_attacker") for side in SIDES)

# ---------------------------------------------------------------- strength and track


@rule(
    "fa:siege.loc.1", "fa:reinforce.1", "fa:reinforce.6", "fa:board.7", "fa:faq.siege.2", "fa:aid.siege.3",
    "fa:faq.map.2", "fa:sym.6", "fa:sym.7",
)  # fmt: skip
def strength(which: Card, where: Place, ruleset: Ruleset) -> int:
    """Return a card's strength at a place: its military symbols or, where ships fight, its ship symbol; never both."""
    ship = _SHIP_STRENGTH if which in SHIPS and ships_fight_at(where, ruleset) else 0
    return max(MILITARY[which], ship)


@rule("fa:siege.start.6", "fa:siege.start.7", "fa:siege.start.8", "fa:fortify.4", "fa:aid.siege.2")
def defence(bonus: int, fortified: bool) -> int:
    """Return the defender's strength when a siege opens: the base, the bonus of the place, and a fort."""
    return _BASE_DEFENCE + _PER_BONUS * bonus + (_FORT_DEFENCE if fortified else 0)


@rule("fa:faq.siege.3")
def on_track(marker: int, attacker: Side, ruleset: Ruleset) -> int:
    """Return where the marker stops: at the last space of the attacker's track, unless the track has no end."""
    if ruleset.siege_track_clamp == "no":
        return marker
    return max(-_DEFENDER_SPACES[attacker.number], min(_ATTACKER_SPACES[attacker.number], marker))


@rule("fa:faq.siege.3", "fa:siege.start.6")
def stopped_on_track(marker: int, attacker: Side, where: Place, ruleset: Ruleset) -> tuple[Event, ...]:
    """Tell that the marker would have gone past the last space of the track, and how many spaces are lost."""
    stopped = on_track(marker, attacker, ruleset)
    if stopped == marker:
        return ()
    track_rule = in_edition(ruleset, "fa:siege.start.6", "fa:faq.siege.3")
    facts: dict[str, Fact] = {"place": IDS[where], "marker": stopped, "lost": abs(marker - stopped)}
    return (event(EventKind.MARKER_STOPPED, track_rule, **facts),)


@rule("fa:board.8")
def starting_point(state: State, where: Place) -> int:
    """Return where the marker would stand without the attacker's card: the defence of the place against him."""
    return -defence(LOCATIONS[where].bonus, bool(state.board.forts[where]))


@rule("fa:siege.start.9", "fa:aid.siege.2", "fa:siege.start.6")
def opening_marker(state: State, attacker: Side, where: Place, which: Card) -> int:
    """Return where the marker stands once the third card is played."""
    start = starting_point(state, where)
    return on_track(start + strength(which, where, state.ruleset), attacker, state.ruleset)


# ---------------------------------------------------------------- who may besiege what


@rule("fa:siege.start.1")
def not_enemy_held(state: State, side: Side, where: Place) -> tuple[Violation, ...]:
    """Refuse a place that the enemy does not hold."""
    if owner(state.board, where) is side.enemy:
        return ()
    return (violation(Reason.NOT_ENEMY_HELD, "fa:siege.start.1", place=IDS[where]),)


@rule("fa:siege.start.11")
def already_besieging(state: State, side: Side) -> tuple[Violation, ...]:
    """Refuse a second siege as attacker; defending in another one is no bar."""
    siege = siege_of(state, side)
    if siege is None:
        return ()
    return (violation(Reason.ALREADY_BESIEGING, "fa:siege.start.11", side=side.value, place=IDS[siege.place]),)


@rule("fa:siege.start.3", "fa:faq.siege.1", "fa:reinforce.5", "fa:reinforce.6", "fa:faq.map.2")
def cannot_fight(
    which: Card, where: Place, ruleset: Ruleset, *, defending: bool, strength_rule: str = "fa:siege.start.3"
) -> tuple[Violation, ...]:
    """Refuse a card without strength in a siege of a place; opening and reinforcing each name their own rule."""
    if not defending and not may_attack(which):
        return (violation(Reason.DEFENDERS_ONLY, "fa:reinforce.5", card=CARD_IDS[which]),)
    if strength(which, where, ruleset):
        return ()
    facts = {"card": CARD_IDS[which], "place": IDS[where]}
    if which in SHIPS and LOCATIONS[where].ship:
        return (violation(Reason.NO_SHIP_STRENGTH_HERE, "fa:faq.map.2", **facts),)
    found = (violation(Reason.NO_STRENGTH, strength_rule, **facts),)
    return (*found, violation(Reason.NO_SHIP_STRENGTH_HERE, "fa:reinforce.6", **facts)) if which in SHIPS else found


@rule("fa:siege.start.13", "fa:siege.start.3", "fa:sum.war.2", "fa:aid.reinforce.1")
def siege_cost(which: Card) -> int:
    """Return what playing a card into a siege costs: siege artillery has its price, in opening and in reinforcing."""
    return PLAY_COST[which] if MILITARY[which] else 0


@rule("fa:reinforce.5")
def may_attack(which: Card) -> bool:
    """Say whether a card may fight for the attacker: some fight for the defender only."""
    return which not in DEFENDERS_ONLY


def _fighters(state: State, side: Side, working: tuple[Card, ...], where: Place, base: Card) -> list[Card]:
    money = player(state, side).money
    return [
        each
        for each in working
        if each != base and may_attack(each) and strength(each, where, state.ruleset) and siege_cost(each) <= money
    ]


@rule("fa:siege.start.2", "fa:siege.start.3", "fa:sum.war.1", "fa:aid.besiege.1")
def transports_to_siege(
    state: State, side: Side, base: Card, transport: Transport, where: Place, working: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Return the cards that can carry an army to a place and leave a different card to open the siege."""
    found = tuple(each for each in working if each != base and carries(each, transport))
    if not found:
        return ()
    fighters = _fighters(state, side, working, where, base)
    hand = player(state, side).hand
    return tuple(each for each in found if any(other != each or hand.count(each) > 1 for other in fighters))


def _left_beside(state: State, side: Side, carriers: list[Card], cards: list[Card]) -> list[Card]:
    """Return the cards left to choose the strength from: not the only transport, unless there is a second copy."""
    hand = player(state, side).hand
    return [each for each in cards if carriers != [each] or hand.count(each) > 1]


@rule("fa:siege.start.3", "fa:siege.start.13", "fa:faq.map.2")
def no_strength_left(state: State, side: Side, where: Place, left: list[Card]) -> tuple[Violation, ...]:
    """Refuse a siege if, besides base and transport, there is no card that could open it and be paid for."""
    able = [each for each in left if may_attack(each) and strength(each, where, state.ruleset)]
    for cheapest in sorted(map(siege_cost, able)):
        return unaffordable(state, side, cheapest, "fa:siege.start.13")
    found: tuple[Violation, ...] = (violation(Reason.NO_STRENGTH, "fa:siege.start.3", place=IDS[where]),)
    if LOCATIONS[where].ship and not SHIPS.isdisjoint(left):
        found += (violation(Reason.NO_SHIP_STRENGTH_HERE, "fa:faq.map.2", place=IDS[where]),)
    return found


@rule("fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3")
def besiege_violations(state: State, side: Side, action: Besiege) -> tuple[Violation, ...]:
    """Refuse to besiege a place for every rule it would break."""
    base, where = action.base, action.place
    found = (
        *not_enemy_held(state, side, where),
        *already_besieging(state, side),
        *not_in_hand(state, side, base),
        *not_listed(state, base, where, "fa:siege.start.1"),
        *unusable(state, side, base),
    )
    transport = transport_to(base, where, state.ruleset)
    if transport is None:
        return found
    left = [each for each in working_cards(state, side) if each != base]
    carriers = [each for each in left if carries(each, transport)]
    if not carriers:
        found += (violation(Reason.NO_TRANSPORT, "fa:siege.start.2", transport=transport.value, place=IDS[where]),)
    return found + no_strength_left(state, side, where, _left_beside(state, side, carriers, left))


def besiege_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Besiege]:
    """Return every way to begin a siege."""
    if already_besieging(state, side):
        return
    for base in working:
        if base >= FIRST_EMPIRE:
            break
        for where, transport in listed(base, state.ruleset):
            if owner(state.board, where) is side.enemy and transports_to_siege(
                state, side, base, transport, where, working
            ):
                yield Besiege(where, base)


# ---------------------------------------------------------------- card after card


@rule("fa:siege.start.1")
def besiege_begun(state: State, side: Side, action: Besiege) -> Next[State]:
    """Play the base card."""
    after = taken_from_hand(spent(state), side, action.base)
    return Next(opened(after, Besieging(side, action.place, (action.base,))))


def besieging_decision(state: State, frame: Besieging) -> Choice[Action]:
    """Ask for the transport, then for the card that opens the siege."""
    rules = ("fa:siege.start.2", "fa:siege.start.3")
    return Choice(frame.side.value, "besiege", rules, besieging_options(state, frame))


def besieging_options(state: State, frame: Besieging) -> tuple[Play, ...]:
    """Return the cards that may be played next."""
    working = working_cards(state, frame.side)
    base = frame.cards[0]
    if len(frame.cards) > 1:
        return tuple(Play(each) for each in _fighters(state, frame.side, working, frame.place, base))
    found = transports_to_siege(state, frame.side, base, _transport(state, frame), frame.place, working)
    return tuple(Play(each) for each in found)


def besieging_violations(state: State, frame: Besieging, action: Action) -> Objection:
    """Return every rule that a card played breaks; a strength card named before its transport breaks none."""
    if not isinstance(action, Play):
        return None
    early = strength_named_early(state, frame, action.card)
    return besieging_card_violations(state, frame, action) if early is None else early


@rule("fa:siege.start.2", "fa:siege.start.3")
def strength_named_early(state: State, frame: Besieging, which: Card) -> Notation | None:
    """Say how to name a strength card that is given before a transport it can go with: the transport comes first."""
    base, *carried = frame.cards
    working = working_cards(state, frame.side)
    if carried or which not in _fighters(state, frame.side, working, frame.place, base):
        return None
    transport = _transport(state, frame)
    carriers = transports_to_siege(state, frame.side, base, transport, frame.place, working)
    if not carriers or which in carriers:
        return None
    return named_before_transport(transport, frame.place, which, carriers)


def _transport(state: State, frame: Besieging) -> Transport:
    transport = transport_to(frame.cards[0], frame.place, state.ruleset)
    assert transport is not None
    return transport


@rule("fa:siege.start.2", "fa:siege.start.3")
def exchanged(state: State, frame: Besieging, carried: Card, which: Card) -> bool:
    """Say whether two cards fit only the other way round: the first named gives strength, the second carries.

    A ship is meant to fight, even at a port where ships may not.
    """
    meant_to_fight = MILITARY[which] > 0 or which in SHIPS
    if meant_to_fight or not carries(which, _transport(state, frame)):
        return False
    return carried in _fighters(state, frame.side, (carried,), frame.place, frame.cards[0])


@rule("fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.13")
def besieging_card_violations(state: State, frame: Besieging, action: Play) -> tuple[Violation, ...]:
    """Refuse a card that is not the transport, or then not the strength card, that is due."""
    side, where, which = frame.side, frame.place, action.card
    found = not_in_hand(state, side, which) + unusable(state, side, which)
    transport = _transport(state, frame)
    too_dear = unaffordable(state, side, siege_cost(which), "fa:siege.start.13")
    match frame.cards:
        case (_, carrier):
            if exchanged(state, frame, carrier, which):
                return found
            return (*found, *cannot_fight(which, where, state.ruleset, defending=False), *too_dear)
        case _:
            if carries(which, transport):
                return found
            facts = {"card": CARD_IDS[which], "transport": transport.value, "place": IDS[where]}
            return (*found, violation(Reason.NO_TRANSPORT, "fa:siege.start.2", **facts), *too_dear)


def besieging_apply(state: State, frame: Besieging, action: Action) -> Next[State]:
    """Add a card; with the third one the siege is open."""
    assert isinstance(action, Play)
    after = taken_from_hand(state, frame.side, action.card)
    if len(frame.cards) == 1:
        return Next(with_top(after, Besieging(frame.side, frame.place, (*frame.cards, action.card))))
    base, carrier = frame.cards
    fighter = action.card
    if exchanged(state, frame, carrier, fighter):
        carrier, fighter = fighter, carrier
    after, cost = paying(closed(after), frame.side, siege_cost(fighter), "fa:siege.start.13")
    begun = siege_opened(laid_down(after, frame.side, base, carrier), frame.side, frame.place, fighter)
    return Next(begun.state, (*cost, *begun.events))


BESIEGING: Procedure[State, Besieging, Action] = Procedure(
    besieging_decision, besieging_violations, besieging_apply, always_waits
)


@rule("fa:siege.start.4", "fa:siege.start.5", "fa:act.6", "fa:aid.siege.1", "fa:siege.start.10", "fa:siege.start.9")
def siege_opened(state: State, side: Side, where: Place, which: Card) -> Next[State]:
    """Lay the third card on the attacker's siege space and set both markers."""
    marker = opening_marker(state, side, where, which)
    siege = Siege(where, marker, (pile((which,)), EMPTY))
    happened = event(
        EventKind.SIEGE_OPENED, "fa:siege.start.4", "fa:siege.start.9", side=side.value, place=IDS[where],
        cards=names((which,)), marker=marker,
    )  # fmt: skip
    return Next(with_siege(state, side, siege), (happened,))
