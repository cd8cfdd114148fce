"""Refusals asked of the rule itself: what it says of one act, whatever would come of the act."""

import pytest

from reference.few_acres_of_snow.actions import (
    Develop,
    Discard,
    Draft,
    GiveUp,
    Governor,
    HomeSupport,
    Intendant,
    Pass,
    Piracy,
    Play,
    ReturnCard,
    Source,
    Withdraw,
)
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch05_actions import outside_action_phase
from reference.few_acres_of_snow.ch06_expansion import develop_violations
from reference.few_acres_of_snow.ch09_siege_victory import return_violations
from reference.few_acres_of_snow.ch12_ambushes import give_up_violations
from reference.few_acres_of_snow.ch13_finance import piracy_violations
from reference.few_acres_of_snow.ch14_card_management import (
    discard_violations,
    discarding_card_violations,
    draft_violations,
    governor_violations,
    intendant_violations,
)
from reference.few_acres_of_snow.ch15_other_actions import withdraw_violations
from reference.few_acres_of_snow.frames import AmbushLoss, ConversionLoss, Discarding, SiegeWon, SiegeWonStage
from reference.few_acres_of_snow.invariants import strangers_named
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import rules
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, NO_CARD, broken, cards, scene, with_money

Reasons = set[tuple[str, str]]


@proves("fa:turn.3", "fa:act.4", "fa:faq.free.2")
@pytest.mark.parametrize(
    ("window", "late"),
    [("any_time_in_turn", set()), ("action_phase_between_actions", {("no_free_action_now", "faq.free.2")})],
)
def test_before_the_siege_check_is_over_no_act_is_taken_but_a_free_one_by_option(window: str, late: Reasons) -> None:
    ruleset = rules(f"first+free_action_window={window}")
    assert broken(outside_action_phase(Pass(), ruleset)) == {("sieges_first", "turn.3")}
    assert broken(outside_action_phase(HomeSupport(), ruleset)) == late


# ---------------------------------------------------------------- developing


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
@pytest.mark.parametrize(
    ("hand", "settler", "reasons"),
    [
        ("norfolk settlers", "settlers", set()),
        ("settlers", "settlers", {NO_CARD}),
        ("norfolk", "settlers", {NO_CARD}),
        ("norfolk trader", "trader", {("no_settler", "develop.1")}),
        ("norfolk", "norfolk", {("no_settler", "develop.1"), ("card_already_used", "develop.1")}),
    ],
)
def test_a_village_is_developed_with_its_card_and_a_settler_in_hand(hand: str, settler: str, reasons: Reasons) -> None:
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    found = develop_violations(state, BRITISH, Develop(place("norfolk"), card(f"british_{settler}")))
    assert broken(found) == reasons


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_the_card_of_a_place_is_not_its_settler_though_it_shows_one() -> None:
    state = scene("british_philadelphia")
    found = develop_violations(state, BRITISH, Develop(place("philadelphia"), card("british_philadelphia")))
    assert broken(found) == {("card_already_used", "develop.1")}


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_place_for_which_a_side_has_no_card_is_not_developed() -> None:
    """Given Montreal in British hands, for which there is a French card only."""
    state = scene("british_settlers", montreal="british village")
    found = develop_violations(state, BRITISH, Develop(place("montreal"), card("british_settlers")))
    assert broken(found) == {("not_in_hand", "develop.1")}


# ---------------------------------------------------------------- sieges, ambushes, conversions


def gaspe_besieged(*, named: str = "") -> State:
    """Return a British siege of Gaspe with a card of either kind on both sides; a side may have named its militia."""
    attackers, defenders = cards("british_militia british_boston"), cards("french_militia french_gaspe")
    british = card("british_militia") if named == "british" else None
    french = card("french_militia") if named == "french" else None
    return with_siege(scene(), BRITISH, Siege(place("gaspe"), 0, (attackers, defenders), (british, french)))


@proves("fa:siege.win.12", "fa:siege.win.13", "fa:aid.siege.6")
@pytest.mark.parametrize(
    ("which", "reasons"),
    [
        ("french_militia", set()),
        ("french_ships", {("not_in_siege", "siege.win.12")}),
        ("british_militia", {("not_in_siege", "siege.win.12")}),
        ("french_gaspe", {("not_an_empire_card", "siege.win.13")}),
        ("french_quebec", {("not_in_siege", "siege.win.12"), ("not_an_empire_card", "siege.win.13")}),
    ],
)
def test_the_loser_returns_an_empire_card_he_has_in_the_siege(which: str, reasons: Reasons) -> None:
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.RETURN)
    assert broken(return_violations(gaspe_besieged(), frame, ReturnCard(card(which)))) == reasons


@proves("fa:siege.win.12")
@pytest.mark.parametrize("named", ["", "british", "french"])
def test_a_card_that_its_side_has_in_the_siege_may_be_the_one_named(named: str) -> None:
    state = gaspe_besieged(named=named)
    assert broken(tuple(strangers_named(state))) == set()
    siege = state.sieges[0]
    assert siege is not None
    emptied = with_siege(state, BRITISH, siege._replace(cards=(b"", b"")))
    due = {("named_card_not_there", "siege.win.12")} if named else set()
    assert broken(tuple(strangers_named(emptied))) == due


@proves("fa:withdraw.1", "fa:sum.other.1", "fa:aid.withdraw.1")
def test_a_player_withdraws_only_from_a_siege_there_is() -> None:
    assert withdraw_violations(gaspe_besieged(), Withdraw(place("gaspe"))) == ()
    found = withdraw_violations(gaspe_besieged(), Withdraw(place("louisbourg")))
    assert broken(found) == {("no_siege", "withdraw.1")}


@proves("fa:ambush.4", "fa:aid.ambush.3", "fa:convert.1", "fa:aid.convert.1", "fa:faq.convert.1")
@pytest.mark.parametrize(
    ("frame", "which", "absent"),
    [
        (AmbushLoss(BRITISH), "french_regular_infantry", ("not_in_hand", "ambush.4")),
        (ConversionLoss(BRITISH), "neutral_native_americans", ("not_in_hand", "convert.1")),
    ],
)
@pytest.mark.parametrize("lies", Source)
@pytest.mark.parametrize("source", Source)
def test_a_card_is_given_up_from_where_it_lies(
    frame: AmbushLoss | ConversionLoss, which: str, absent: tuple[str, str], lies: Source, source: Source
) -> None:
    state = scene()
    hand, reserve = (cards(which) if lies is each else b"" for each in (Source.HAND, Source.RESERVE))
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(hand=hand, reserve=reserve))
    found = give_up_violations(state, frame, GiveUp(card(which), source))
    assert broken(found) == (set() if lies is source else {absent})


# ---------------------------------------------------------------- money


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_the_british_commit_no_piracy() -> None:
    found = piracy_violations(scene("british_ships"), BRITISH, Piracy(card("british_ships")))
    assert broken(found) == {("french_only", "piracy.1")}


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1", "fa:faq.loc.2")
def test_louisbourg_is_not_the_second_ship_of_its_own_piracy() -> None:
    found = piracy_violations(scene("french_louisbourg", FRENCH), FRENCH, Piracy(card("french_louisbourg")))
    assert broken(found) == {("card_already_used", "piracy.1")}


# ---------------------------------------------------------------- cards


@proves("fa:draft.1", "fa:board.13", "fa:sum.card.1", "fa:aid.draft.1")
@pytest.mark.parametrize(
    ("which", "reasons"),
    [
        ("british_militia", set()),
        ("neutral_settlers", set()),
        ("british_boston", {("not_available", "draft.1")}),
        ("british_halifax", {("not_available", "draft.1")}),
    ],
)
def test_a_card_is_drafted_from_the_own_empire_pile_or_the_display_only(which: str, reasons: Reasons) -> None:
    state = with_money(scene(), BRITISH, 20)
    assert broken(draft_violations(state, BRITISH, Draft(card(which)))) == reasons


@proves("fa:discard.1", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.2", "fa:aid.discard.1")
def test_any_card_in_hand_is_discarded_usable_or_not_and_no_other() -> None:
    """Given the card of Halifax, which is not held, then it may be discarded all the same."""
    state = with_money(scene("british_halifax"), BRITISH, 0)
    assert discard_violations(state, BRITISH, Discard(card("british_halifax"))) == ()
    assert broken(discard_violations(state, BRITISH, Discard(card("british_ships")))) == {NO_CARD}


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
@pytest.mark.parametrize("money", [0, 1])
@pytest.mark.parametrize("held", [True, False])
def test_a_further_discard_costs_one_and_is_in_hand(money: int, held: bool) -> None:
    first, second = sorted((card("british_militia"), card("british_ships")))
    state = scene()
    own = player(state, BRITISH)._replace(hand=bytes((second,)) if held else b"", money=money)
    found = discarding_card_violations(with_player(state, BRITISH, own), Discarding(BRITISH, (first,)), Play(second))
    due = (set() if money else {("too_little_money", "discard.2")}) | (set() if held else {NO_CARD})
    assert broken(found) == due


@proves("fa:governor.1", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.5", "fa:aid.governor.1")
@pytest.mark.parametrize(
    ("hand", "which", "reasons"),
    [
        ("governor halifax", "halifax", set()),
        ("governor ships", "halifax", {NO_CARD}),
        ("halifax", "halifax", {("no_governor", "governor.1")}),
        ("governor ships", "governor", {("card_already_used", "governor.1")}),
    ],
)
def test_the_governor_returns_another_card_of_the_hand_usable_or_not(hand: str, which: str, reasons: Reasons) -> None:
    """Given the card of Halifax, which is not held, then it may be returned all the same."""
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    assert broken(governor_violations(state, BRITISH, Governor(card(f"british_{which}")))) == reasons


@proves("fa:intendant.1", "fa:sum.card.6", "fa:aid.intendant.1")
@pytest.mark.parametrize("money", [1, 2])
@pytest.mark.parametrize("hand", ["", "french_intendant"])
@pytest.mark.parametrize("discard", ["french_ships", "french_militia"])
def test_the_intendant_needs_his_card_two_money_and_what_he_fetches_in_the_discard_pile(
    money: int, hand: str, discard: str
) -> None:
    state = scene()
    own = player(state, FRENCH)._replace(hand=cards(hand), money=money, discard=cards(discard))
    found = intendant_violations(with_player(state, FRENCH, own), FRENCH, Intendant(card("french_militia")))
    due: Reasons = set() if hand else {("no_intendant", "intendant.1")}
    due |= set() if money == 2 else {("too_little_money", "intendant.1")}
    due |= set() if discard == "french_militia" else {("not_in_discard_pile", "intendant.1")}
    assert broken(found) == due
