"""Each condition of an act, a siege or a pile on its own, over the few cases there are."""

from dataclasses import replace
from fractions import Fraction

import pytest

from reference.few_acres_of_snow.actions import (
    Besiege,
    Block,
    Convert,
    Develop,
    Draft,
    Draw,
    EndTurn,
    Fortify,
    HomeSupport,
    NameCard,
    Occupy,
    Pass,
    Piracy,
    Play,
    Reserve,
    Settle,
    Withdraw,
)
from reference.few_acres_of_snow.ch01_board import IDS, JOINTS, NEUTRAL, carries_raids, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, Card, Transport, card, names, pile
from reference.few_acres_of_snow.ch04_turn import (
    _end,
    _kept,
    actions_began,
    as_soon_as_empty,
    draw_chance,
    drawn,
    refill_began,
    turn_started,
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
    settling_violations,
    transports_for,
)
from reference.few_acres_of_snow.ch07_location_cards import can_be_supplied, unusable
from reference.few_acres_of_snow.ch08_sieges import (
    besiege_violations,
    besieging_violations,
    cannot_fight,
    siege_cost,
)
from reference.few_acres_of_snow.ch09_siege_victory import (
    leave_violations,
    may_settle,
    must_settle,
    naming_violations,
    occupied,
    returnable,
    returned,
    sieges_to_name,
)
from reference.few_acres_of_snow.ch10_reinforcement import no_siege, reinforced
from reference.few_acres_of_snow.ch11_raids import (
    attack_cost,
    block_violations,
    blocks_raid,
    raided,
    raiding_violations,
    siege_dissolved,
)
from reference.few_acres_of_snow.ch12_ambushes import ambush_lost, converting
from reference.few_acres_of_snow.ch13_finance import piracy_violations
from reference.few_acres_of_snow.ch14_card_management import (
    discarding_violations,
    draft_violations,
    governing_violations,
    home_support_violations,
    reserve_violations,
)
from reference.few_acres_of_snow.ch15_other_actions import withdrawn
from reference.few_acres_of_snow.frames import (
    Besieging,
    Discarding,
    Drawing,
    Governing,
    Purpose,
    RaidDeclared,
    Raiding,
    Settling,
    SiegeCheck,
    SiegeWon,
    Step,
    Turn,
    TurnStart,
)
from reference.few_acres_of_snow.happenings import Happening
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.soundness import (
    cards_not_conserved,
    crowded_reserves,
    forts_misplaced,
    sieges_without_cause,
    strangers_named,
)
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.few_acres_of_snow.views import _open
from reference.kernel.frames import Stack
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next, Violation
from tests.few_acres_of_snow.scenes import placed, rules

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
NOT_HELD = {("not_controlled", "loccard.1"), ("not_controlled", "aid.loc.3")}
NO_CARD = ("not_in_hand", "act.12")


def cards(text: str) -> bytes:
    """Return cards named in a text as a pile."""
    return pile(card(name) for name in text.split())


def scene(hand: str = "", side: Side = BRITISH, options: str = "", **plus: str) -> State:
    """Return the starting board with some places changed, a turn of a side, and exactly these cards in its hand."""
    state = placed({"plus": plus}, f"first{options}")
    state = with_player(state, side, player(state, side)._replace(hand=cards(hand)))
    return state._replace(stack=Stack((Turn(side, 2),)))


def with_money(state: State, side: Side, money: int) -> State:
    """Return the state with a side's money set."""
    return with_player(state, side, player(state, side)._replace(money=money))


def broken(found: tuple[Violation, ...]) -> set[tuple[str, str]]:
    """Return reasons and rules of refusals."""
    return {(each.reason.value, each.rule.removeprefix("fa:")) for each in found}


def kinds(after: Next[State]) -> list[str]:
    """Return what happened."""
    return [each.kind for each in after.events]


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


# ---------------------------------------------------------------- turns and draws


@proves("fa:turn.4", "fa:turn.5", "fa:turn.1")
@pytest.mark.parametrize(("before", "actions", "left"), [(2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_each_players_first_turn_has_one_action_and_every_later_one_two(before: int, actions: int, left: int) -> None:
    after = actions_began(scene()._replace(first_turns=before), BRITISH).state
    assert (after.stack.top, after.first_turns) == (Turn(BRITISH, actions), left)


@proves("fa:turn.6", "fa:turn.8")
@pytest.mark.parametrize("size", [0, 4, 5, 6, 8])
def test_a_hand_is_filled_to_five_and_a_larger_one_is_kept_and_noted(size: int) -> None:
    state = scene(" ".join(["british_regular_infantry"] * size))
    after = refill_began(state, BRITISH).state
    assert after.stack.top == Drawing(BRITISH, max(5 - size, 0), Purpose.REFILL)
    facts = [dict(each.facts) for each in _kept(state, BRITISH)]
    assert facts == ([{"side": "british", "cards": size}] if size > 5 else [])


@proves("fa:homesupport.1")
@pytest.mark.parametrize("dealt", ["top", "bottom"])
@pytest.mark.parametrize("purpose", list(Purpose))
def test_a_deck_in_order_is_drawn_from_the_top_and_by_home_support_from_the_end_of_the_option(
    dealt: str, purpose: Purpose
) -> None:
    """Given two equal cards at the ends of a deck, then the one drawn leaves its own end."""
    ends = [card(f"british_{name}") for name in ("militia", "ships", "militia")]
    state = scene(options=f"+home_support_deals_from={dealt}")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(deck=bytes(ends), stacked=True))
    frame = Drawing(BRITISH, 2, purpose)
    state = state._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    bottom = dealt == "bottom" and purpose is Purpose.HOME_SUPPORT
    assert _end(state, frame) == (-1 if bottom else 0)
    chance = draw_chance(state, frame)
    assert chance.outcomes == ((Draw(ends[0]), Fraction(1)),)
    after = drawn(state, frame, Draw(ends[0]))
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
    assert kinds(after) == ([Happening.RESHUFFLED] if shuffles else [])
    last = left._replace(deck=cards(f"{deck} british_militia"))
    both = drawn(with_player(state, BRITISH, last), frame, Draw(card("british_militia")))
    assert kinds(both) == [Happening.CARD_DRAWN, *([Happening.RESHUFFLED] if shuffles else [])]


@proves("fa:turn.3", "fa:end.5", "fa:aid.end.2")
@pytest.mark.parametrize("order", ["before_sieges", "after_sieges"])
@pytest.mark.parametrize("captured", [0, 20])
def test_the_end_is_looked_at_before_the_sieges_or_only_after_them(order: str, captured: int) -> None:
    state = scene(options=f"+end_check_order={order}")._replace(stack=Stack((TurnStart(BRITISH),)))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(villages_taken=captured))
    after = turn_started(state, TurnStart(BRITISH)).state
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


@proves("fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.8")
@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        ("pemaquid boston ships", set()),
        ("pemaquid ships trader", {("no_settler", "settle.4")}),
        ("pemaquid boston trader", {("no_settler", "settle.8")}),
        ("pemaquid st_marys trader", {("no_transport", "settle.3"), ("no_settler", "settle.8")}),
        ("pemaquid trader", {("no_transport", "settle.3"), ("no_settler", "settle.4")}),
    ],
)
def test_settling_halifax_needs_base_ship_and_settler_and_says_which_is_lacking(
    hand: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    assert broken(settle_violations(state, BRITISH, Settle(place("halifax"), card("british_pemaquid")))) == reasons


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
    assert broken(settling_violations(state, frame, Play(card(f"british_{which}")))) == reasons


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
    assert kinds(gained) == [Happening.LOCATION_CARD_GAINED]
    assert location_card_gained(gained.state, BRITISH, place("halifax")) == Next(gained.state)
    assert location_card_gained(state, BRITISH, place("quebec")) == Next(state)


@proves("fa:aid.end.1", "fa:faq.end.1", "fa:settle.5", "fa:settle.6")
@pytest.mark.parametrize("wins", ["yes", "no"])
@pytest.mark.parametrize("where", ["quebec", "gaspe"])
def test_settling_an_enemy_capital_wins_by_option_and_settling_elsewhere_never(wins: str, where: str) -> None:
    state = scene(options=f"+capital_settle_wins={wins}", quebec="neutral", gaspe="neutral")
    won = [Happening.GAME_WON] if wins == "yes" and where == "quebec" else []
    assert kinds(capital_settled(state, BRITISH, place(where))) == won
    after = settled(state, BRITISH, place(where), ())
    gained = [Happening.LOCATION_CARD_GAINED] if where == "gaspe" else []
    assert kinds(after) == [Happening.SETTLED, *gained, *won]


@proves("fa:develop.1", "fa:develop.6")
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


# ---------------------------------------------------------------- sieges


@proves("fa:siege.start.13", "fa:siege.start.3", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_of_all_cards_only_siege_artillery_costs_three_in_a_siege() -> None:
    assert {CARD_IDS[each]: siege_cost(each) for each in CARDS if siege_cost(each)} == {
        "british_siege_artillery": 3,
        "french_siege_artillery": 3,
    }


NO_TRANSPORT = ("no_transport", "siege.start.2")
NO_STRENGTH = ("no_strength", "siege.start.3")
TOO_DEAR = ("too_little_money", "siege.start.13")


@proves("fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:sum.war.1", "fa:aid.besiege.1")
@pytest.mark.parametrize(
    ("hand", "money", "reasons"),
    [
        ("ships militia", 0, set()),
        ("ships", 0, {NO_STRENGTH}),
        ("ships trader", 0, {NO_STRENGTH}),
        ("ships ships", 0, set()),
        ("militia", 0, {NO_TRANSPORT, NO_STRENGTH}),
        ("militia trader", 0, {NO_TRANSPORT, NO_STRENGTH}),
        ("bateaux ships", 0, {NO_STRENGTH}),
        ("siege_artillery", 2, {NO_TRANSPORT, TOO_DEAR}),
        ("siege_artillery", 3, {NO_TRANSPORT, NO_STRENGTH}),
        ("siege_artillery fortification", 2, {NO_TRANSPORT, TOO_DEAR}),
        ("siege_artillery militia", 2, {NO_TRANSPORT, NO_STRENGTH}),
        ("siege_artillery trader", 2, {NO_TRANSPORT, TOO_DEAR}),
        ("fortification", 9, {NO_TRANSPORT, NO_STRENGTH}),
        ("trader", 9, {NO_TRANSPORT, NO_STRENGTH}),
        ("", 9, {NO_TRANSPORT, NO_STRENGTH}),
    ],
)
def test_a_siege_of_louisbourg_from_canso_needs_a_ship_and_a_different_strength_that_can_be_paid(
    hand: str, money: int, reasons: set[tuple[str, str]]
) -> None:
    names_ = " ".join(f"british_{name}" for name in ("canso", *hand.split()))
    state = with_money(scene(names_, canso="british village"), BRITISH, money)
    found = besiege_violations(state, BRITISH, Besiege(place("louisbourg"), card("british_canso")))
    assert broken(found) == reasons
    assert [dict(each.facts)["cost"] for each in found if each.reason == "too_little_money"] == [3] * (
        TOO_DEAR in reasons
    )


@proves("fa:siege.start.1", "fa:siege.start.3")
def test_the_base_card_is_not_its_own_strength_though_it_shows_a_military_symbol() -> None:
    state = with_money(scene("british_boston british_siege_artillery"), BRITISH, 2)
    found = besiege_violations(state, BRITISH, Besiege(place("port_royal"), card("british_boston")))
    assert broken(found) == {NO_TRANSPORT, TOO_DEAR}


@proves("fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.13")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("canso", "ships", set()),
        ("canso", "trader", {NO_CARD, NO_TRANSPORT}),
        ("canso", "boston", {NO_CARD}),
        ("canso ships", "militia", set()),
        ("canso ships", "trader", {NO_CARD, NO_STRENGTH}),
        ("canso ships", "regular_infantry", {NO_CARD}),
        ("canso ships", "siege_artillery", {TOO_DEAR}),
        ("canso ships", "fortification", {NO_CARD, ("defenders_only", "reinforce.5")}),
    ],
)
def test_the_next_card_of_a_siege_is_refused_for_what_it_is_and_for_not_being_in_hand(
    played: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    hand = "british_ships british_militia british_siege_artillery"
    state = with_money(scene(hand, canso="british village"), BRITISH, 2)
    frame = Besieging(BRITISH, place("louisbourg"), tuple(card(f"british_{name}") for name in played.split()))
    assert broken(besieging_violations(state, frame, Play(card(f"british_{which}")))) == reasons


@proves("fa:siege.start.3", "fa:faq.siege.1", "fa:faq.map.2")
@pytest.mark.parametrize("exceptions", ["yes", "no"])
@pytest.mark.parametrize(
    ("where", "always", "sometimes"),
    [("louisbourg", True, True), ("trois_rivieres", False, True), ("albany", False, False)],
)
def test_a_ship_fights_where_there_is_a_ship_symbol_but_for_the_exceptions(
    exceptions: str, where: str, always: bool, sometimes: bool
) -> None:
    """Given Trois-Rivieres has the symbol but is an exception, and Albany has none, then each has its own reason."""
    found = cannot_fight(
        card("british_ships"), place(where), rules(f"first+siege_ship_exceptions={exceptions}"), defending=False
    )
    if always or (sometimes and exceptions == "no"):
        assert found == ()
    else:
        assert broken(found) == {("no_ship_strength_here", "faq.map.2") if sometimes else NO_STRENGTH}


def besieged(where: str, attacker: Side = BRITISH, *, marker: int = 0, options: str = "", ours: str = "british_militia",
             theirs: str = "", **plus: str) -> State:  # fmt: skip
    """Return a siege with these cards in it."""
    state = scene("", BRITISH, options, **plus)
    return with_siege(state, attacker, Siege(place(where), marker, (cards(ours), cards(theirs))))


@proves("fa:siege.win.5", "fa:siege.win.8", "fa:aid.withdraw.2", "fa:withdraw.4", "fa:settle.7")
@pytest.mark.parametrize("reading", ["immediate", "none"])
@pytest.mark.parametrize("gave_up", [True, False])
def test_the_winner_may_settle_with_a_village_in_stock_and_after_a_withdrawal_by_option(
    reading: str, gave_up: bool
) -> None:
    state = besieged("gaspe", options=f"+defender_withdraw_settle={reading}")
    frame = SiegeWon(BRITISH, BRITISH, Step.SETTLE, gave_up)
    assert may_settle(state, frame, place("gaspe")) is not (gave_up and reading == "none")
    foe = player(state, FRENCH)._replace(villages_taken=18 - 5)
    assert may_settle(with_player(state, FRENCH, foe), frame, place("gaspe")) is False


@proves("fa:siege.win.5", "fa:faq.siege.4", "fa:siege.win.8", "fa:aid.siege.5")
@pytest.mark.parametrize("reading", ["optional", "forced_without_symbol"])
@pytest.mark.parametrize("where", ["gaspe", "fort_frontenac"])
def test_a_village_is_forced_only_by_option_and_only_where_no_settler_is_asked(reading: str, where: str) -> None:
    state = besieged(where, options=f"+siege_win_settle={reading}", fort_frontenac="french village")
    forced = reading == "forced_without_symbol" and where == "fort_frontenac"
    assert must_settle(state.ruleset, place(where)) is forced
    found = leave_violations(state, SiegeWon(BRITISH, BRITISH, Step.SETTLE))
    assert broken(found) == ({("must_settle", "siege.win.5")} if forced else set())


@proves("fa:siege.win.4", "fa:siege.win.5", "fa:siege.win.7")
@pytest.mark.parametrize(("where", "settler"), [("gaspe", "british_settlers"), ("fort_frontenac", None)])
def test_settling_a_won_place_cites_the_rule_with_or_without_settler(where: str, settler: str | None) -> None:
    frame = SiegeWon(BRITISH, BRITISH, Step.SETTLE)
    state = besieged(where)._replace(stack=Stack((Turn(BRITISH, 2), frame)))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(settler or "")))
    after = occupied(state, frame, Occupy(None if settler is None else card(settler)))
    first = "fa:siege.win.4" if settler else "fa:siege.win.5"
    assert after.events[0].rules == (first, "fa:siege.win.7")


@proves("fa:siege.win.12", "fa:siege.win.13", "fa:siege.win.14", "fa:aid.siege.6")
def test_every_empire_card_of_the_loser_can_be_returned_and_no_location_card() -> None:
    both = pile(CARDS)
    siege = Siege(place("gaspe"), 0, (both, pile(())))
    located = {f"{side.value}_{name}" for side in SIDES for name in IDS}
    assert set(names(returnable(siege, BRITISH, BRITISH))) == set(CARD_IDS) - located
    assert returnable(siege, BRITISH, FRENCH) == ()


@proves("fa:siege.win.12", "fa:aid.siege.6", "fa:withdraw.2")
@pytest.mark.parametrize(
    ("which", "where"),
    [("british_militia", "empire"), ("british_boston", "locations"), ("neutral_fortification", "display")],
)
def test_a_returned_card_goes_to_the_open_pile_it_came_from(which: str, where: str) -> None:
    state = scene()
    after, happened = returned(state, BRITISH, card(which))

    def piles(of: State) -> dict[str, int]:
        own = player(of, BRITISH)
        found = {"empire": own.empire, "locations": own.locations, "display": of.display}
        return {name: pile_.count(card(which)) for name, pile_ in found.items()}

    assert piles(after) == {name: count + (name == where) for name, count in piles(state).items()}
    assert happened.kind == Happening.CARD_RETURNED


@proves("fa:siege.win.12", "fa:siege.win.13")
@pytest.mark.parametrize("theirs", ["french_militia", "french_quebec", ""])
def test_a_card_is_named_beforehand_only_in_a_siege_that_is_lost_with_empire_cards_in_it(theirs: str) -> None:
    state = besieged("gaspe", marker=9, theirs=theirs, options="+loser_card_chosen=end_of_losers_turn")
    assert sieges_to_name(state, FRENCH) == ((BRITISH,) if theirs == "french_militia" else ())


@proves("fa:siege.win.12", "fa:siege.win.13")
def test_of_two_lost_sieges_the_first_is_named_for_first() -> None:
    state = besieged("gaspe", marker=9, theirs="french_militia", options="+loser_card_chosen=end_of_losers_turn")
    state = with_siege(state, FRENCH, Siege(place("boston"), -9, (cards("french_militia"), cards("british_militia"))))
    assert sieges_to_name(state, FRENCH) == (BRITISH, FRENCH)
    militia = card("french_militia")
    assert naming_violations(state, FRENCH, NameCard(place("gaspe"), militia)) == ()
    assert broken(naming_violations(state, FRENCH, NameCard(place("boston"), militia))) == {
        ("not_in_siege", "siege.win.12")
    }


@proves("fa:reinforce.2", "fa:leader.2")
def test_a_siege_being_settled_is_none_any_more() -> None:
    state = besieged("gaspe")
    assert no_siege(state, place("gaspe"), "fa:reinforce.2") == ()
    assert broken(no_siege(state, place("quebec"), "fa:reinforce.2")) == {("no_siege", "reinforce.2")}
    over = state._replace(stack=Stack((Turn(BRITISH, 1), SiegeWon(BRITISH, BRITISH, Step.RETURN))))
    assert broken(no_siege(over, place("gaspe"), "fa:leader.2")) == {("no_siege", "leader.2")}


@proves("fa:reinforce.1", "fa:reinforce.3", "fa:sum.war.2")
@pytest.mark.parametrize(("which", "cost"), [("british_militia", 0), ("british_siege_artillery", 3)])
def test_a_reinforcement_is_paid_for_and_told(which: str, cost: int) -> None:
    state = with_money(besieged("gaspe"), BRITISH, 5)
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(which)))
    after = reinforced(state, BRITISH, place("gaspe"), card(which))
    assert player(after.state, BRITISH).money == 5 - cost
    assert kinds(after) == [*([Happening.MONEY_PAID] if cost else []), Happening.SIEGE_REINFORCED]


@proves("fa:withdraw.1", "fa:withdraw.2", "fa:withdraw.4")
def test_a_withdrawal_tells_of_itself_and_of_the_siege_that_is_won_by_it() -> None:
    after = withdrawn(besieged("gaspe"), FRENCH, Withdraw(place("gaspe")))
    assert kinds(after) == [Happening.WITHDRAWN, Happening.SIEGE_WON, Happening.PIECE_CAPTURED]


# ---------------------------------------------------------------- raids and ambushes


@proves("fa:raid.4", "fa:faq.raid.1", "fa:aid.raid.1", "fa:aid.ambush.1")
def test_of_all_cards_only_native_americans_cost_one_in_a_raid_or_ambush() -> None:
    assert {CARD_IDS[each]: attack_cost(each) for each in CARDS if attack_cost(each)} == {
        "french_native_americans": 1,
        "neutral_native_americans": 1,
    }


@proves("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6")
@pytest.mark.parametrize("in_hand", [True, False])
@pytest.mark.parametrize("held", [True, False])
def test_the_card_of_the_raided_place_blocks_while_it_works_and_must_be_in_hand(in_hand: bool, held: bool) -> None:
    """Given Gaspe cut off because Quebec was lost, then its card does not work."""
    changes = {} if held else {"quebec": "british village"}
    state = scene("french_gaspe" if in_hand else "", FRENCH, "+supply_origin_needs_control=yes", **changes)
    which, where = card("french_gaspe"), place("gaspe")
    assert blocks_raid(state, FRENCH, which, where) is held
    assert blocks_raid(state, FRENCH, which, place("quebec")) is False
    assert blocks_raid(state, FRENCH, card("french_militia"), where) is True
    due = set() if in_hand else {NO_CARD}
    due |= set() if held else {("not_linked", "loccard.1"), ("not_linked", "aid.loc.2")}
    assert broken(block_violations(state, RaidDeclared(BRITISH, where), Block(which))) == due


@proves("fa:raid.block.1", "fa:raid.block.2")
def test_a_card_that_cannot_block_is_refused_for_not_being_in_hand_too() -> None:
    state = scene("", FRENCH)
    found = block_violations(state, RaidDeclared(BRITISH, place("gaspe")), Block(card("french_trader")))
    assert broken(found) == {NO_CARD, ("cannot_block", "raid.block.1")}


@proves("fa:raid.9", "fa:raid.10", "fa:faq.raid.4", "fa:aid.raid.7", "fa:siege.start.10")
@pytest.mark.parametrize("piece", ["village", "town"])
@pytest.mark.parametrize("siege", [True, False])
@pytest.mark.parametrize("stocked", [True, False])
def test_a_raid_takes_the_piece_and_a_town_leaves_a_village_if_there_is_one(
    piece: str, siege: bool, stocked: bool
) -> None:
    state = besieged("gaspe", gaspe=f"french {piece}") if siege else scene(gaspe=f"french {piece}")
    if not stocked:
        state = with_player(
            state, BRITISH, player(state, BRITISH)._replace(villages_taken=18 - 5 - (piece == "village"))
        )
    frame = RaidDeclared(BRITISH, place("gaspe"))
    before = player(state, BRITISH)
    after = raided(state._replace(stack=Stack((Turn(BRITISH, 1), frame))), frame)
    stays = piece == "town" and stocked
    assert dict(after.events[0].facts)["piece"] == piece
    told = [Happening.RAID_SUCCEEDED, *([Happening.TOWN_BECAME_VILLAGE] if stays else [])]
    assert kinds(after) == [*told, *([Happening.SIEGE_DISSOLVED] if siege and not stays else [])]
    assert (after.state.board.pieces[place("gaspe")] != NEUTRAL) is stays
    now = player(after.state, BRITISH)
    taken = now.villages_taken - before.villages_taken, now.towns_taken - before.towns_taken
    assert taken == ((0, 1) if piece == "town" else (1, 0))


@proves("fa:raid.9", "fa:siege.start.10")
@pytest.mark.parametrize("held", [True, False])
def test_a_siege_is_dissolved_only_when_its_place_was_raided_empty(held: bool) -> None:
    state = besieged("gaspe", gaspe="french village" if held else "neutral")
    assert kinds(siege_dissolved(state, place("gaspe"))) == ([] if held else [Happening.SIEGE_DISSOLVED])
    assert siege_dissolved(state, place("louisbourg")) == Next(state)


@proves("fa:raid.1", "fa:raid.3", "fa:raid.4", "fa:raid.13")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("neutral_native_americans", "neutral_native_americans", set()),
        ("neutral_native_americans", "british_rangers", {("out_of_order", "raid.13")}),
        ("british_rangers", "neutral_native_americans", set()),
        ("british_rangers neutral_native_americans", "british_rangers", {("out_of_order", "raid.13")}),
        ("british_rangers", "british_trader", {NO_CARD, ("no_raid_card", "raid.3")}),
    ],
)
def test_raid_cards_follow_in_one_order_equal_ones_after_each_other(
    played: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    hand = "british_rangers neutral_native_americans"
    state = with_money(scene(hand, fort_halifax="british village", kennebec="french village"), BRITISH, 5)
    frame = Raiding(BRITISH, tuple(card(name) for name in played.split()))
    assert broken(raiding_violations(state, frame, Play(card(which)))) == reasons


@proves("fa:raid.2", "fa:raid.3", "fa:raid.13")
@pytest.mark.parametrize(("natives", "reasons"), [(1, {("out_of_reach", "raid.2")}), (2, set())])
def test_a_further_raid_card_must_lead_to_a_target_with_those_still_to_come(
    natives: int, reasons: set[tuple[str, str]]
) -> None:
    """Given Pemaquid, Fort Halifax, Kennebec, Quebec in a row, then two cards fall short and three suffice."""
    state = with_money(scene(" ".join(["neutral_native_americans"] * natives)), BRITISH, 5)
    frame = Raiding(BRITISH, (card("british_rangers"),))
    assert broken(raiding_violations(state, frame, Play(card("neutral_native_americans")))) == reasons


@proves("fa:ambush.4", "fa:aid.ambush.3", "fa:sum.war.4")
def test_an_ambush_tells_of_its_success_and_of_the_card_that_goes_back() -> None:
    state = scene()
    after = ambush_lost(state, FRENCH, card("french_regular_infantry"), {"side": "french"})
    assert kinds(after) == [Happening.AMBUSH_SUCCEEDED, Happening.CARD_RETURNED]


@proves("fa:convert.1", "fa:aid.convert.1", "fa:sum.war.5")
def test_a_conversion_tells_of_the_card_played() -> None:
    state = scene("british_indian_leader")
    after = converting(state, BRITISH, Convert(card("british_indian_leader")))
    assert after.events[0].kind == Happening.CARD_PLAYED
    assert dict(after.events[0].facts) == {"side": "british", "card": "british_indian_leader"}


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


@proves("fa:draft.1", "fa:draft.2", "fa:draft.3")
def test_a_card_of_the_other_colour_is_refused_for_its_price_too() -> None:
    poor = with_money(scene(), BRITISH, 0)
    enemy = ("enemy_colour", "draft.3")
    action = Draft(card("french_siege_artillery"))
    assert broken(draft_violations(poor, BRITISH, action)) == {enemy, ("too_little_money", "draft.2")}
    assert broken(draft_violations(with_money(poor, BRITISH, 8), BRITISH, action)) == {enemy}


def in_order(*names_: str) -> tuple[Card, ...]:
    """Return cards in the order in which a set of them is named."""
    return tuple(sorted(card(name) for name in names_))


@proves("fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def test_cards_are_discarded_in_one_order_each_after_the_last() -> None:
    first, second, third = in_order("british_militia", "british_ships", "british_trader")
    state = with_money(scene("british_militia british_ships british_trader"), BRITISH, 3)
    assert discarding_violations(state, Discarding(BRITISH, (first,)), Play(second)) == ()
    late = discarding_violations(state, Discarding(BRITISH, (first, third)), Play(second))
    assert broken(late) == {("out_of_order", "discard.1")}


@proves("fa:governor.1", "fa:sum.card.5", "fa:aid.governor.1")
def test_the_second_card_of_a_governor_does_not_sort_before_the_first() -> None:
    """Given a second card between the governor and the first, then it is out of order all the same."""
    governor, first, second = in_order("british_governor", "british_militia", "british_ships")
    assert governor == card("british_governor")
    state = scene("british_militia british_ships")
    assert governing_violations(state, Governing(BRITISH, (governor, first)), Play(second)) == ()
    found = governing_violations(state, Governing(BRITISH, (governor, second)), Play(first))
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


@proves("fa:reserve.1", "fa:reserve.2", "fa:aid.reserve.1")
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
