"""Which location cards work: those of places that are held, linked to the home place and not besieged."""

import pytest

from reference.few_acres_of_snow.actions import Merchant
from reference.few_acres_of_snow.ch01_board import IDS, PLACES, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, Transport, card, carries
from reference.few_acres_of_snow.ch07_location_cards import can_be_supplied, is_usable, unusable
from reference.few_acres_of_snow.ch13_finance import merchant_violations
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Siege, with_siege
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from tests.few_acres_of_snow.scenes import (
    BRITISH_PLACES,
    DONE,
    HALIFAX,
    LOUISBOURG,
    Scene,
    act,
    b,
    f,
    placed,
    siege,
    turn,
    violations,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, NOT_HELD, Reasons, broken, cards, scene


@proves("fa:loccard.1")
def test_an_indian_path_does_not_link_a_place() -> None:
    Scene(
        {"plus": {"deerfield": "british village", "new_haven": "neutral"}, "captured": {"french": {"villages": 1}}},
        expect={"linked": {"british": ["boston", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"]}},
    ).run()


@proves("fa:loccard.1", "fa:aid.loc.2")
def test_a_chain_runs_over_rivers_roads_and_lakes() -> None:
    Scene(
        {
            "plus": {
                "albany": "british village",
                "fort_stanwix": "british village",
                "oswego": "british village",
                "fort_niagara": "british village",
                "detroit": "british village",
            }
        },
        expect={
            "linked": {
                "british": [
                    "boston",
                    "new_haven",
                    "new_york",
                    "norfolk",
                    "pemaquid",
                    "philadelphia",
                    "st_marys",
                    "albany",
                    "detroit",
                    "fort_niagara",
                    "fort_stanwix",
                    "oswego",
                ]
            }
        },
    ).run()


@proves("fa:faq.supply.2")
def test_a_besieged_place_carries_the_chain() -> None:
    Scene(
        {
            "plus": {"albany": "british village", "fort_stanwix": "british village"},
            "sieges": {"french": siege("albany", 0, f("militia"))},
        },
        expect={
            "usable": {
                "british": b(
                    "boston", "new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys", "fort_stanwix"
                )
            }
        },
    ).run()


@proves("fa:faq.supply.1")
def test_a_neutral_capital_still_anchors_the_chain() -> None:
    Scene(
        {"plus": {"boston": "neutral"}, "captured": {"french": {"villages": 1, "towns": 1}}},
        expect={"linked": {"british": ["new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"]}},
    ).run()


@proves("fa:faq.loc.2", "fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_louisbourg_is_a_ship_card() -> None:
    Scene(
        {"hands": {"french": f("louisbourg", "port_royal")}, "frames": turn("french")},
        refuse=act("piracy", ship="french_louisbourg"),
        because=((Reason.CARD_ALREADY_USED, "fa:piracy.1"),),
    ).run()


BARRED_BY = [("first", "fa:siege.ex4"), ("second", "fa:aid.loc.1"), ("online", "fa:aid.loc.1")]


@proves("fa:aid.loc.1", "fa:loccard.1")
@pytest.mark.parametrize(("edition", "rule_id"), BARRED_BY)
def test_the_card_of_the_besieged_place_is_barred_by_the_rule_of_the_edition(edition: str, rule_id: str) -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"french": f("louisbourg")}, "frames": turn("french")},
        refuse=act("reinforce", place="louisbourg", card="french_louisbourg"),
        because=((Reason.BESIEGED, rule_id),),
        ruleset=edition,
    ).run()


EDITIONS = [
    ("first", False),
    ("second", True),
    ("online", True),
    ("first+player_aid=yes", True),
    ("second+player_aid=no", False),
]


@proves("fa:loccard.1", "fa:aid.loc.3")
@pytest.mark.parametrize(("edition", "aided"), EDITIONS)
def test_a_lost_place_pays_nothing_by_the_rules_of_the_edition(edition: str, aided: bool) -> None:
    lost = {
        "plus": {"new_haven": "neutral"},
        "captured": {"french": {"villages": 1}},
        "hands": {"british": b("new_haven")},
    }
    facts = {"side": "british", "card": "british_new_haven", "place": "new_haven"}
    rules = ("fa:loccard.1", "fa:aid.loc.3") if aided else ("fa:loccard.1",)
    because = tuple((Reason.NOT_CONTROLLED, each) for each in rules)
    Scene(lost, refuse=act("take_money", card="british_new_haven"), because=because, ruleset=edition).run()
    assert violations(placed(lost, edition), act("take_money", card="british_new_haven")) == tuple(
        violation(Reason.NOT_CONTROLLED, each, **facts) for each in rules
    )


@proves("fa:loccard.1", "fa:aid.loc.2")
@pytest.mark.parametrize(("edition", "aided"), EDITIONS)
def test_an_unlinked_place_pays_nothing_by_the_rules_of_the_edition(edition: str, aided: bool) -> None:
    cut_off = {
        "plus": {"richmond": "british village", "norfolk": "neutral", "st_marys": "neutral"},
        "captured": {"french": {"villages": 2}},
        "hands": {"british": b("richmond")},
    }
    facts = {"side": "british", "card": "british_richmond", "place": "richmond", "home": "boston"}
    rules = ("fa:loccard.1", "fa:aid.loc.2") if aided else ("fa:loccard.1",)
    because = tuple((Reason.NOT_LINKED, each) for each in rules)
    Scene(cut_off, refuse=act("take_money", card="british_richmond"), because=because, ruleset=edition).run()
    assert violations(placed(cut_off, edition), act("take_money", card="british_richmond")) == tuple(
        violation(Reason.NOT_LINKED, each, **facts) for each in rules
    )


@proves("fa:aid.loc.1", "fa:loccard.1")
@pytest.mark.parametrize(("edition", "rule_id"), BARRED_BY)
def test_a_besieged_place_pays_nothing(edition: str, rule_id: str) -> None:
    Scene(
        {"sieges": {"french": siege("boston", 0, f("militia"))}, "hands": {"british": b("boston")}},
        refuse=act("take_money", card="british_boston"),
        because=((Reason.BESIEGED, rule_id),),
        ruleset=edition,
    ).run()


@proves("fa:loccard.6", "fa:aid.loc.5")
def test_a_useless_card_may_be_discarded() -> None:
    Scene(
        {
            "plus": {"new_haven": "neutral"},
            "captured": {"french": {"villages": 1}},
            "hands": {"british": b("new_haven")},
        },
        (act("discard", card="british_new_haven"), DONE),
        {"discards": {"british": b("new_haven")}},
    ).run()


@proves("fa:loccard.1", "fa:aid.loc.1", "fa:aid.loc.3", "fa:siege.win.9", "fa:aid.siege.9")
def test_every_empire_card_works_and_a_location_card_while_its_place_is_held_linked_and_free() -> None:
    """Given Norfolk lost and New York besieged, then the British cards of all other places they hold work."""
    state = placed(
        {
            "plus": {"norfolk": "neutral", "albany": "french village"},
            "sieges": {"french": siege("new_york", 0, f("militia"))},
        }
    )
    places = {f"british_{name}" for name in BRITISH_PLACES - {"norfolk", "new_york"}}
    works = {CARD_IDS[each] for each in CARDS if is_usable(state, Side.BRITISH, each)}
    named = {f"{side}_{IDS[where]}" for side in ("british", "french") for where in PLACES}
    assert works & named == places
    assert works - named == set(CARD_IDS) - named


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


@proves("fa:loccard.1", "fa:aid.loc.3")
def test_a_card_of_the_other_colour_never_works_even_for_a_place_that_is_held() -> None:
    state = scene(louisbourg="british village")
    theirs = violation(Reason.ENEMY_COLOUR, "fa:card.2", card="french_louisbourg")
    assert unusable(state, BRITISH, card("french_louisbourg")) == (theirs,)
    assert broken(unusable(state, FRENCH, card("french_louisbourg"))) == NOT_HELD
    assert broken(unusable(scene(), BRITISH, card("french_louisbourg"))) == NOT_HELD | {("enemy_colour", "card.2")}
    assert unusable(state, FRENCH, card("french_gaspe")) == ()


@proves("fa:faq.loc.2")
def test_louisbourg_is_a_ship_for_merchants_and_settlers_as_others_are() -> None:
    louisbourg, montreal = card("french_louisbourg"), card("french_montreal")
    assert carries(louisbourg, Transport.SHIP) is True
    assert carries(louisbourg, Transport.BATEAU) is False
    state = scene("french_louisbourg french_montreal french_port_royal", FRENCH)
    assert merchant_violations(state, FRENCH, Merchant(louisbourg)) == ()
    assert broken(merchant_violations(state, FRENCH, Merchant(montreal))) == {("no_ship_symbol", "merchant.1")}


@proves("fa:aid.loc.2")
@pytest.mark.parametrize(
    ("plus", "besieged", "reasons"),
    [
        ({"deerfield": "british village"}, False, set()),
        ({"deerfield": "british village"}, True, {("besieged", "siege.ex4")}),
        (
            {"deerfield": "british village", "new_haven": "neutral"},
            False,
            {("not_linked", "loccard.1")},
        ),
        ({"deerfield": "neutral", "new_haven": "neutral"}, False, NOT_HELD),
    ],
)
def test_a_card_is_refused_for_its_link_when_its_place_is_held_and_cut_off_and_only_then(
    plus: dict[str, str], besieged: bool, reasons: Reasons
) -> None:
    """Given Deerfield, linked by river to New Haven and by path to Boston, then the path does not link it."""
    state = scene("", BRITISH, "", **plus)
    if besieged:
        state = with_siege(state, FRENCH, Siege(place("deerfield"), 0, (cards("french_militia"), b"")))
    assert broken(unusable(state, BRITISH, card("british_deerfield"))) == reasons
    assert is_usable(state, BRITISH, card("british_deerfield")) is (not reasons)
    assert is_usable(state, BRITISH, card("british_bateaux")) is True


@proves("fa:loccard.1", "fa:aid.loc.1", "fa:aid.loc.2", "fa:aid.loc.3")
@pytest.mark.parametrize("besieged", [True, False])
@pytest.mark.parametrize("place_is", ["lost", "cut off", "linked"])
@pytest.mark.parametrize(("edition", "siege_rule"), BARRED_BY)
def test_a_location_card_is_refused_for_each_of_loss_missing_link_and_siege_and_for_nothing_else(
    edition: str, siege_rule: str, place_is: str, besieged: bool
) -> None:
    lost: dict[str, str] = {"richmond": "french village"} if place_is == "lost" else {"richmond": "british village"}
    cut: dict[str, str] = {} if place_is == "linked" else {"norfolk": "neutral", "st_marys": "neutral"}
    state = scene("", BRITISH, "", preset=edition, **lost, **cut)
    if besieged:
        attacker = BRITISH if place_is == "lost" else FRENCH
        state = with_siege(state, attacker, Siege(place("richmond"), 0, (cards("british_militia"), b"")))
    facts = {"side": "british", "card": "british_richmond", "place": "richmond"}
    aided = edition != "first"
    expected = []
    if place_is == "lost":
        rules = ("fa:loccard.1", "fa:aid.loc.3") if aided else ("fa:loccard.1",)
        expected += [violation(Reason.NOT_CONTROLLED, each, **facts) for each in rules]
    if place_is == "cut off":
        rules = ("fa:loccard.1", "fa:aid.loc.2") if aided else ("fa:loccard.1",)
        expected += [violation(Reason.NOT_LINKED, each, **facts, home="boston") for each in rules]
    if besieged:
        expected.append(violation(Reason.BESIEGED, siege_rule, **facts))
    assert unusable(state, BRITISH, card("british_richmond")) == tuple(expected)
    assert is_usable(state, BRITISH, card("british_richmond")) is (not expected)
