"""Each condition of a turn, an act or a pile on its own, over the few cases there are."""

from dataclasses import replace
from fractions import Fraction

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.actions import (
    Develop,
    Draft,
    Draw,
    EndTurn,
    Fortify,
    HomeSupport,
    Pass,
    Piracy,
    Play,
    Reserve,
    Settle,
)
from reference.few_acres_of_snow.ch01_board import IDS, JOINTS, carries_raids, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, Card, Transport, card, names, pile
from reference.few_acres_of_snow.ch04_turn import (
    _end,
    _kept,
    actions_began,
    as_soon_as_empty,
    draw_chance,
    drawing_apply,
    refill_began,
    turn_start_advance,
)
from reference.few_acres_of_snow.ch05_actions import inside_another, no_action_left, put_down
from reference.few_acres_of_snow.ch06_expansion import (
    capital_settled,
    develop_violations,
    fortify_violations,
    location_card_gained,
    no_settlers_target,
    no_town,
    no_village_to_develop,
    settle_violations,
    settled,
    settling_card_violations,
    transports_for,
)
from reference.few_acres_of_snow.ch07_location_cards import can_be_supplied, unusable
from reference.few_acres_of_snow.ch13_finance import piracy_violations
from reference.few_acres_of_snow.ch14_card_management import (
    discarding_card_violations,
    draft_violations,
    governing_card_violations,
    home_support_violations,
    reserve_violations,
)
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import (
    Discarding,
    Drawing,
    Governing,
    Purpose,
    Settling,
    SiegeCheck,
    Turn,
    TurnStart,
)
from reference.few_acres_of_snow.invariants import (
    cards_not_conserved,
    crowded_reserves,
    forts_misplaced,
    sieges_without_cause,
    strangers_named,
)
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, player, with_player, with_siege
from reference.few_acres_of_snow.views import _open
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next
from tests.few_acres_of_snow.scenes import placed, rules
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    NOT_HELD,
    broken,
    cards,
    kinds,
    scene,
    with_money,
)

# ---------------------------------------------------------------- board


@proves("fa:raid.5", "fa:faq.map.3")
@pytest.mark.parametrize("reading", ["yes", "no"])
def test_links_on_the_cards_only_carry_raids_by_option_and_never_to_tadoussac(reading: str) -> None:
    ruleset = rules(f"first+card_only_links_raidable={reading}")
    only = {(IDS[each.a], IDS[each.b]): carries_raids(each, ruleset) for each in JOINTS if not each.on_board}
    assert any("tadoussac" in pair for pair in only)
    assert not all("tadoussac" in pair for pair in only)
    assert only == {pair: reading == "yes" and "tadoussac" not in pair for pair in only}
    turned = (replace(each, a=each.b, b=each.a) for each in JOINTS if not each.on_board)
    assert {(IDS[each.b], IDS[each.a]): carries_raids(each, ruleset) for each in turned} == only


@proves("fa:reinforce.4", "fa:loccard.3")
@pytest.mark.parametrize("control", ["yes", "no"])
def test_a_besieged_place_is_supplied_over_own_places_or_from_next_to_the_chain(control: str) -> None:
    """Given Boston lost, then British places hang on New York, and on Boston too where it need not be held.

    Albany is next to New York by river; Detroit is next to nothing British; Deerfield is next to New Haven.
    """
    options = f"+supply_origin_needs_control={control}"
    state = scene(options=options, albany="french village", detroit="french village")
    assert can_be_supplied(state, BRITISH, place("albany")) is True
    assert can_be_supplied(state, BRITISH, place("detroit")) is False
    assert can_be_supplied(state, BRITISH, place("norfolk")) is True
    assert can_be_supplied(state, FRENCH, place("montreal")) is True
    cut = scene(options=options, fort_duquesne="british village", fort_venango="french village")
    assert can_be_supplied(cut, BRITISH, place("fort_duquesne")) is False
    assert can_be_supplied(cut, BRITISH, place("fort_venango")) is False
    homeless = scene(options=options, quebec="neutral")
    assert can_be_supplied(homeless, FRENCH, place("montreal")) is (control == "no")
    assert can_be_supplied(homeless, FRENCH, place("quebec")) is (control == "no")
    held = ("quebec", "trois_rivieres", "tadoussac", "gaspe", "louisbourg", "port_royal")
    alone = scene("", FRENCH, options, **dict.fromkeys(held, "neutral"))
    assert can_be_supplied(alone, FRENCH, place("quebec")) is (control == "no")
    assert can_be_supplied(alone, FRENCH, place("montreal")) is False


# ---------------------------------------------------------------- turns and draws


@proves("fa:turn.4", "fa:turn.5", "fa:turn.1", "fa:sum.turn.1", "fa:aid.turn.1")
@pytest.mark.parametrize(("before", "actions", "left"), [(2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_each_players_first_turn_has_one_action_and_every_later_one_two(before: int, actions: int, left: int) -> None:
    after = actions_began(scene()._replace(first_turns=before), BRITISH).state
    assert (after.stack.top, after.first_turns) == (Turn(BRITISH, actions), left)


@proves("fa:turn.6", "fa:turn.8", "fa:sum.turn.1", "fa:aid.turn.1")
@pytest.mark.parametrize("size", [0, 4, 5, 6, 8])
def test_a_hand_is_filled_to_five_and_a_larger_one_is_kept_and_noted(size: int) -> None:
    state = scene(" ".join(["british_regular_infantry"] * size))
    after = refill_began(state, BRITISH).state
    assert after.stack.top == Drawing(BRITISH, max(5 - size, 0), Purpose.REFILL)
    facts = [dict(each.facts) for each in _kept(state, BRITISH)]
    assert facts == ([{"side": "british", "cards": size}] if size > 5 else [])


DRAWING = {Purpose.OPENING: "fa:setup.8", Purpose.REFILL: "fa:turn.6", Purpose.HOME_SUPPORT: "fa:homesupport.1"}


@pytest.mark.parametrize("dealt", ["top", "bottom"])
@pytest.mark.parametrize("purpose", DRAWING)
def test_a_deck_in_order_is_drawn_from_the_top_and_by_home_support_from_the_end_of_the_option(
    dealt: str, purpose: Purpose, claim: Claim
) -> None:
    """Given two equal cards at the ends of a deck, then the one drawn leaves its own end."""
    claim(
        [DRAWING[purpose]],
        "tests/few_acres_of_snow/test_small_conditions.py::test_a_deck_in_order_is_drawn_from_the_top_and_by_home_support_from_the_end_of_the_option",
    )
    ends = [card(f"british_{name}") for name in ("militia", "ships", "militia")]
    state = scene(options=f"+home_support_deals_from={dealt}")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(deck=bytes(ends), stacked=True))
    frame = Drawing(BRITISH, 2, purpose)
    state = state._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    bottom = dealt == "bottom" and purpose is Purpose.HOME_SUPPORT
    assert _end(state, frame) == (-1 if bottom else 0)
    chance = draw_chance(state, frame)
    assert chance.outcomes == ((Draw(ends[0]), Fraction(1)),)
    after = drawing_apply(state, frame, Draw(ends[0]))
    assert player(after.state, BRITISH).deck == bytes(ends[:2] if bottom else ends[1:])
    assert after.state.stack.top == Drawing(BRITISH, 1, purpose)


@proves("fa:setup.3", "fa:turn.6")
def test_a_shuffled_deck_gives_each_card_by_its_share() -> None:
    state = scene()
    deck = cards("british_militia british_militia british_ships")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(deck=deck))
    chance = draw_chance(state, Drawing(BRITISH, 1, Purpose.REFILL))
    assert {CARD_IDS[draw.card]: odds * 3 for draw, odds in chance.outcomes} == {
        "british_militia": 2,
        "british_ships": 1,
    }


@proves("fa:board.14", "fa:faq.deck.1", "fa:aid.homesupport.1", "fa:turn.6", "fa:homesupport.1")
@pytest.mark.parametrize("purpose", [Purpose.REFILL, Purpose.HOME_SUPPORT])
@pytest.mark.parametrize("support", ["yes", "no"])
@pytest.mark.parametrize("timing", ["when_empty", "when_draw_needed"])
@pytest.mark.parametrize("discard", ["", "british_ships"])
@pytest.mark.parametrize("deck", ["", "british_trader"])
def test_the_last_card_drawn_sets_off_a_shuffle_at_once_by_option_but_not_for_a_home_support_that_stops(
    purpose: Purpose, support: str, timing: str, discard: str, deck: str
) -> None:
    state = scene(options=f"+home_support_reshuffle={support}+reshuffle_timing={timing}")
    frame = Drawing(BRITISH, 2, purpose)
    state = state._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    left = player(state, BRITISH)._replace(deck=cards(deck), discard=cards(discard))
    exempt = purpose is Purpose.HOME_SUPPORT and support == "no"
    shuffles = not deck and discard != "" and timing == "when_empty" and not exempt
    after = as_soon_as_empty(with_player(state, BRITISH, left), frame)
    assert kinds(after) == ([EventKind.RESHUFFLED] if shuffles else [])
    last = left._replace(deck=cards(f"{deck} british_militia"))
    both = drawing_apply(with_player(state, BRITISH, last), frame, Draw(card("british_militia")))
    assert kinds(both) == [EventKind.CARD_DRAWN, *([EventKind.RESHUFFLED] if shuffles else [])]


@proves("fa:turn.3", "fa:end.5", "fa:aid.end.2")
@pytest.mark.parametrize("order", ["before_sieges", "after_sieges"])
@pytest.mark.parametrize("captured", [0, 20])
def test_the_end_is_looked_at_before_the_sieges_or_only_after_them(order: str, captured: int) -> None:
    state = scene(options=f"+end_check_order={order}")._replace(stack=Stack((TurnStart(BRITISH),)))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(villages_taken=captured))
    after = turn_start_advance(state, TurnStart(BRITISH)).state
    over = order == "before_sieges" and captured == 20
    assert (after.outcome is not None) is over
    assert over or after.stack.top == SiegeCheck(BRITISH, ())


# ---------------------------------------------------------------- actions


@proves("fa:act.2", "fa:act.4", "fa:faq.free.2")
@pytest.mark.parametrize("window", ["any_time_in_turn", "action_phase_between_actions"])
def test_nothing_begins_inside_an_act_and_a_free_act_is_refused_for_its_window_too(window: str) -> None:
    ruleset = rules(f"first+free_action_window={window}")
    unfinished = ("unfinished_action", "act.2")
    late = {unfinished, ("no_free_action_now", "faq.free.2")}
    assert broken(inside_another(Pass(), ruleset)) == {unfinished}
    between = window == "action_phase_between_actions"
    assert broken(inside_another(HomeSupport(), ruleset)) == (late if between else {unfinished})


@proves("fa:act.1", "fa:turn.4", "fa:faq.free.1")
@pytest.mark.parametrize("actions", [0, 1])
def test_without_actions_only_free_acts_and_the_end_are_left(actions: int) -> None:
    ruleset, turn = rules(), Turn(BRITISH, actions)
    assert no_action_left(turn, EndTurn(), ruleset) == ()
    assert no_action_left(turn, HomeSupport(), ruleset) == ()
    assert broken(no_action_left(turn, Pass(), ruleset)) == (set() if actions else {("no_action_left", "act.1")})


@proves("fa:act.5")
def test_a_played_card_goes_from_the_hand_to_the_own_discard_pile() -> None:
    state = scene("british_ships british_militia")
    before = player(state, BRITISH).discard
    after = player(put_down(state, BRITISH, card("british_ships")), BRITISH)
    assert (after.hand, after.discard) == (cards("british_militia"), pile((*before, card("british_ships"))))


# ---------------------------------------------------------------- expansion


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8")
def test_a_transport_serves_alone_where_no_settler_is_asked_and_beside_a_different_settler_elsewhere() -> None:
    """Given St. Mary's, which carries and settles, then it cannot do both; a fort asks for no settler."""
    base, marys, trader = card("british_albany"), card("british_st_marys"), card("british_trader")
    bateaux, boston = card("british_bateaux"), card("british_boston")
    fort, town = place("fort_william_henry"), place("richmond")
    assert transports_for((bateaux, trader), base, Transport.BATEAU, fort) == (bateaux,)
    assert transports_for((bateaux, trader), base, Transport.BATEAU, town) == ()
    assert transports_for((marys, trader), base, Transport.BATEAU, town) == ()
    assert transports_for((marys, bateaux), base, Transport.BATEAU, town) == (bateaux,)
    assert transports_for((boston, marys, bateaux), base, Transport.BATEAU, town) == (marys, bateaux)
    for where in (fort, town):
        assert transports_for((trader, boston), base, Transport.BATEAU, where) == ()


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8")
def test_the_base_card_is_neither_its_own_transport_nor_its_own_settler() -> None:
    """Given Boston as the base, whose card shows a ship and settlers, then both must come from other cards."""
    boston, ships, settlers = card("british_boston"), card("british_ships"), card("british_settlers")
    fort, town = place("fort_beausejour"), place("halifax")
    assert transports_for((boston, settlers), boston, Transport.SHIP, fort) == ()
    assert transports_for((boston, settlers), boston, Transport.SHIP, town) == ()
    assert transports_for((boston, ships), boston, Transport.SHIP, town) == ()
    assert transports_for((boston, ships, settlers), boston, Transport.SHIP, town) == (ships,)


@proves("fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:sum.exp.1", "fa:aid.settle.1")
@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        ("pemaquid boston ships", set()),
        ("pemaquid ships trader", {("no_settler", "settle.4")}),
        ("pemaquid boston trader", {("card_already_used", "settle.8")}),
        ("pemaquid boston philadelphia", set()),
        ("pemaquid st_marys trader", {("no_transport", "settle.3")}),
        ("pemaquid trader", {("no_transport", "settle.3"), ("no_settler", "settle.4")}),
    ],
)
def test_settling_halifax_needs_base_ship_and_settler_and_says_which_is_lacking(
    hand: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    assert broken(settle_violations(state, BRITISH, Settle(place("halifax"), card("british_pemaquid")))) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:sum.exp.1", "fa:aid.settle.1")
@pytest.mark.parametrize(
    ("hand", "reasons"), [("bateaux", set()), ("bateaux trader", set()), ("trader", {("no_transport", "settle.3")})]
)
def test_settling_fort_halifax_needs_no_settler(hand: str, reasons: set[tuple[str, str]]) -> None:
    state = scene(" ".join(f"british_{name}" for name in ("pemaquid", *hand.split())))
    found = settle_violations(state, BRITISH, Settle(place("fort_halifax"), card("british_pemaquid")))
    assert broken(found) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("pemaquid", "ships", set()),
        ("pemaquid", "trader", {NO_CARD, ("no_transport", "settle.3")}),
        ("pemaquid", "boston", {NO_CARD}),
        ("pemaquid ships", "philadelphia", set()),
        ("pemaquid ships", "boston", {NO_CARD}),
        ("pemaquid ships", "trader", {NO_CARD, ("no_settler", "settle.4")}),
    ],
)
def test_the_next_settling_card_is_refused_for_what_it_is_and_for_not_being_in_hand(
    played: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene("british_ships british_philadelphia")
    frame = Settling(BRITISH, place("halifax"), tuple(card(f"british_{name}") for name in played.split()))
    assert broken(settling_card_violations(state, frame, Play(card(f"british_{which}")))) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
@pytest.mark.parametrize(
    ("hand", "which", "reasons"),
    [
        ("boston", "boston", {("card_already_used", "settle.8")}),
        ("boston ships", "boston", {("card_already_used", "settle.8")}),
        ("boston ships", "ships", set()),
        ("ships", "ships", {("no_settler", "settle.4")}),
        ("ships", "boston", {NO_CARD, ("card_already_used", "settle.8")}),
        ("trader", "ships", {NO_CARD, ("no_settler", "settle.4")}),
    ],
)
def test_a_transport_to_halifax_must_leave_a_settler_and_is_not_its_own(
    hand: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    frame = Settling(BRITISH, place("halifax"), (card("british_pemaquid"),))
    assert broken(settling_card_violations(state, frame, Play(card(f"british_{which}")))) == reasons


@proves("fa:settle.1", "fa:governor.3", "fa:faq.loc.3")
def test_an_own_place_is_settled_again_only_if_it_has_a_card_and_that_was_returned() -> None:
    """Given British Montreal, for which the British have no card, then there is nothing to settle for."""
    state = scene(montreal="british village")
    no_card = {("card_not_available", "governor.3")}
    assert broken(no_settlers_target(state, BRITISH, place("montreal"))) == no_card
    assert broken(no_settlers_target(state, BRITISH, place("boston"))) == no_card
    gone = player(state, BRITISH)._replace(locations=cards("british_boston"))
    assert no_settlers_target(with_player(state, BRITISH, gone), BRITISH, place("boston")) == ()
    assert no_settlers_target(state, BRITISH, place("halifax")) == ()
    assert broken(no_settlers_target(state, BRITISH, place("quebec"))) == {("not_neutral", "settle.1")}


@proves("fa:settle.6", "fa:faq.loc.1", "fa:siege.win.6")
def test_the_card_of_a_place_is_gained_only_while_it_is_available() -> None:
    state = scene()
    gained = location_card_gained(state, BRITISH, place("halifax"))
    assert kinds(gained) == [EventKind.LOCATION_CARD_GAINED]
    assert location_card_gained(gained.state, BRITISH, place("halifax")) == Next(gained.state)
    assert location_card_gained(state, BRITISH, place("quebec")) == Next(state)


@proves("fa:aid.end.1", "fa:faq.end.1", "fa:settle.5", "fa:settle.6")
@pytest.mark.parametrize("wins", ["yes", "no"])
@pytest.mark.parametrize("where", ["quebec", "gaspe"])
def test_settling_an_enemy_capital_wins_by_option_and_settling_elsewhere_never(wins: str, where: str) -> None:
    state = scene(options=f"+capital_settle_wins={wins}", quebec="neutral", gaspe="neutral")
    won = [EventKind.GAME_WON] if wins == "yes" and where == "quebec" else []
    assert kinds(capital_settled(state, BRITISH, place(where))) == won
    after = settled(state, BRITISH, place(where), ())
    gained = [EventKind.LOCATION_CARD_GAINED] if where == "gaspe" else []
    assert kinds(after) == [EventKind.SETTLED, *gained, *won]


@proves("fa:develop.1", "fa:develop.6", "fa:sum.exp.2", "fa:aid.develop.1")
@pytest.mark.parametrize(
    ("where", "fits"), [("norfolk", True), ("gaspe", False), ("boston", False), ("halifax", False)]
)
def test_only_an_own_village_is_developed(where: str, fits: bool) -> None:
    found = no_village_to_develop(scene(), BRITISH, place(where))
    assert broken(found) == (set() if fits else {("no_own_village", "develop.1")})


@proves("fa:develop.5")
def test_a_town_disc_must_be_in_stock_and_the_british_have_twelve() -> None:
    state = scene()
    assert no_town(state, BRITISH) == ()
    foe = player(state, FRENCH)
    for taken, reasons in ((9, set()), (10, {("no_town_in_stock", "develop.5")})):
        assert broken(no_town(with_player(state, FRENCH, foe._replace(towns_taken=taken)), BRITISH)) == reasons


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_settler_of_a_lost_place_develops_nothing() -> None:
    state = scene("british_norfolk british_philadelphia", philadelphia="neutral")
    action = Develop(place("norfolk"), card("british_philadelphia"))
    assert broken(develop_violations(state, BRITISH, action)) == NOT_HELD
    state = scene("british_norfolk british_philadelphia")
    assert develop_violations(state, BRITISH, action) == ()


@proves("fa:fortify.1", "fa:fortify.2", "fa:sum.exp.3", "fa:aid.fortify.1")
@pytest.mark.parametrize("base", [True, False])
@pytest.mark.parametrize("fort", [True, False])
def test_fortifying_takes_the_card_of_the_place_and_a_fortification(base: bool, fort: bool) -> None:
    hand = [name for name, there in (("british_norfolk", base), ("british_fortification", fort)) if there]
    state = with_money(scene(" ".join(hand)), BRITISH, 3)
    found = fortify_violations(state, BRITISH, Fortify(place("norfolk"), card("british_fortification")))
    lacking = {
        dict(each.facts)["card"] for each in found if (each.reason.value, each.rule) == ("not_in_hand", "fa:act.12")
    }
    assert lacking == {"british_norfolk", "british_fortification"} - set(hand)
    assert len(found) == len(lacking)


# ---------------------------------------------------------------- location cards


@proves("fa:loccard.1", "fa:aid.loc.3")
def test_a_card_of_the_other_colour_never_works_even_for_a_place_that_is_held() -> None:
    state = scene(louisbourg="british village")
    assert broken(unusable(state, BRITISH, card("french_louisbourg"))) == NOT_HELD
    assert broken(unusable(state, FRENCH, card("french_louisbourg"))) == NOT_HELD
    assert unusable(state, FRENCH, card("french_gaspe")) == ()


# ---------------------------------------------------------------- money and cards


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1", "fa:faq.loc.2")
@pytest.mark.parametrize(
    ("hand", "lost", "reasons"),
    [
        ("french_louisbourg french_port_royal", "", set()),
        ("french_louisbourg", "", {NO_CARD}),
        ("french_port_royal", "", {NO_CARD}),
        ("french_louisbourg french_port_royal", "port_royal", NOT_HELD),
        ("french_louisbourg french_port_royal", "louisbourg", NOT_HELD),
    ],
)
def test_piracy_needs_louisbourg_and_another_ship_both_in_hand_and_working(
    hand: str, lost: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene(hand, FRENCH, **({lost: "neutral"} if lost else {}))
    assert broken(piracy_violations(state, FRENCH, Piracy(card("french_port_royal")))) == reasons


@proves("fa:draft.1", "fa:draft.2", "fa:draft.3", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_card_of_the_other_colour_is_refused_for_its_price_too() -> None:
    poor = with_money(scene(), BRITISH, 0)
    enemy = ("enemy_colour", "draft.3")
    action = Draft(card("french_siege_artillery"))
    assert broken(draft_violations(poor, BRITISH, action)) == {enemy, ("too_little_money", "draft.2")}
    assert broken(draft_violations(with_money(poor, BRITISH, 8), BRITISH, action)) == {enemy}


def in_order(*names_: str) -> tuple[Card, ...]:
    """Return cards in the order in which a set of them is named."""
    return tuple(sorted(card(name) for name in names_))


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def test_cards_are_discarded_in_one_order_each_after_the_last() -> None:
    first, second, third = in_order("british_militia", "british_ships", "british_trader")
    state = with_money(scene("british_militia british_ships british_trader"), BRITISH, 3)
    late = discarding_card_violations(state, Discarding(BRITISH, (first, third)), Play(second))
    assert broken(late) == {("out_of_order", "discard.1")}
    assert discarding_card_violations(state, Discarding(BRITISH, (first,)), Play(second)) == ()


@proves("fa:governor.1", "fa:sum.card.5", "fa:aid.governor.1")
def test_the_second_card_of_a_governor_does_not_sort_before_the_first() -> None:
    """Given a second card between the governor and the first, then it is out of order all the same."""
    governor, first, second = in_order("british_governor", "british_militia", "british_ships")
    assert governor == card("british_governor")
    state = scene("british_militia british_ships")
    assert governing_card_violations(state, Governing(BRITISH, (governor, first)), Play(second)) == ()
    found = governing_card_violations(state, Governing(BRITISH, (governor, second)), Play(first))
    assert broken(found) == {("out_of_order", "governor.1")}


@proves("fa:homesupport.1", "fa:aid.homesupport.1", "fa:sum.card.7")
@pytest.mark.parametrize("shuffles", ["yes", "no"])
@pytest.mark.parametrize("empty", ["allowed", "refused"])
@pytest.mark.parametrize("deck", ["", "british_trader"])
@pytest.mark.parametrize("discard", ["", "british_ships"])
@pytest.mark.parametrize("hand", ["", "british_home_support"])
def test_home_support_needs_its_card_and_by_option_something_to_draw(
    shuffles: str, empty: str, deck: str, discard: str, hand: str
) -> None:
    state = scene(options=f"+home_support_reshuffle={shuffles}+home_support_empty_deck={empty}")
    own = player(state, BRITISH)._replace(hand=cards(hand), deck=cards(deck), discard=cards(discard))
    due = set() if hand else {("no_home_support", "homesupport.1")}
    if empty == "refused" and not deck and not (shuffles == "yes" and discard):
        due |= {("nothing_to_draw", "aid.homesupport.1")}
    assert broken(home_support_violations(with_player(state, BRITISH, own), BRITISH)) == due


@proves("fa:reserve.1", "fa:reserve.2", "fa:aid.reserve.1", "fa:sum.card.3")
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("which", ["british_boston", "british_militia"])
def test_location_cards_go_into_the_reserve_by_option(reading: str, which: str) -> None:
    state = scene(which, options=f"+reserve_location_cards={reading}")
    barred = reading == "no" and which == "british_boston"
    reasons = {("no_location_cards_in_reserve", "aid.reserve.1")} if barred else set()
    assert broken(reserve_violations(state, BRITISH, Reserve(card(which)))) == reasons
    held = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=cards(which)))
    assert broken(tuple(crowded_reserves(held))) == reasons


# ---------------------------------------------------------------- what is seen, and what is wrong with a position


@proves("fa:board.13")
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("side", SIDES)
def test_open_piles_are_seen_by_both_or_only_counted_by_the_opponent(reading: str, side: Side) -> None:
    state = scene(options=f"+open_piles={reading}")
    seen = _open(state, side, lambda of: of.empire)
    for each in SIDES:
        pile_ = player(state, each).empire
        hidden = reading == "no" and each is not side
        assert seen[each.value] == (len(pile_) if hidden else list(names(pile_)))


@proves("fa:comp.3", "fa:list.7")
def test_a_card_too_many_or_too_few_is_named_and_no_other() -> None:
    state = placed({})
    assert list(cards_not_conserved(state)) == []
    more = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=cards("british_militia")))
    found = [dict(each.facts) for each in cards_not_conserved(more)]
    assert found == [{"card": "british_militia", "found": 4, "due": 3}]


@proves("fa:fortify.3", "fa:aid.siege.5")
@pytest.mark.parametrize("reading", ["yes", "no"])
def test_a_fort_stands_alone_only_where_captures_leave_it(reading: str) -> None:
    state = placed(
        {"plus": {"norfolk": "fort", "boston": "british town fort"}}, f"first+fort_removed_on_capture={reading}"
    )
    found = [dict(each.facts)["place"] for each in forts_misplaced(state)]
    assert found == (["norfolk"] if reading == "yes" else [])


@proves("fa:siege.start.1", "fa:siege.win.12")
def test_both_sieges_are_looked_at_whether_or_not_there_is_a_british_one() -> None:
    state = with_siege(scene(), FRENCH, Siege(place("quebec"), 0, (b"", b""), (card("french_militia"), None)))
    assert broken(tuple(sieges_without_cause(state))) == {("siege_without_defender", "siege.start.1")}
    assert broken(tuple(strangers_named(state))) == {("named_card_not_there", "siege.win.12")}
