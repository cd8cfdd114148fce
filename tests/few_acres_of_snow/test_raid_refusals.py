"""What a raid that cannot be made is refused for, and in which words: range, forts, sieges, the sea, Tadoussac."""

import pytest

from oracle.english import why
from reference.few_acres_of_snow.actions import Aim, Raid
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch07_location_cards import working_cards
from reference.few_acres_of_snow.ch11_raids import aim_violations, raid_offers, raid_violations
from reference.few_acres_of_snow.frames import Raiding
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import Siege, State, with_siege
from reference.kernel.rules import proves
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, broken, cards, scene, with_money

Reasons = set[tuple[str, str]]
COUREURS, NATIVES = "french_coureurs_de_bois", "french_native_americans"
BESIEGED_RULE = "+raid_besieged_rule=no_target_no_origin_blocks_defender"


def kennebec_besieged(state: State) -> State:
    return with_siege(state, BRITISH, Siege(place("kennebec"), 0, (cards("british_militia"), b"")))


@proves("fa:raid.8", "fa:aid.raid.5")
@pytest.mark.parametrize(
    ("forts", "besieged", "words"),
    [
        (("deerfield",), False, {"a fort bars the way to Boston"}),
        ((), True, {"a siege bars the way to Boston"}),
        (("deerfield",), True, {"a fort bars the way to Boston", "a siege bars the way to Boston"}),
        (("boston",), False, {"Boston is fortified"}),
    ],
)
def test_a_raid_stopped_on_its_way_to_boston_is_not_told_of_a_fort_or_siege_at_boston(
    forts: tuple[str, ...], besieged: bool, words: set[str]
) -> None:
    """Given Kennebec, Fort Halifax, Deerfield and Boston in a row, the last three British, and three raid cards."""
    pieces = {"fort_halifax": "british village", "deerfield": "british village", "boston": "british town"}
    plus = pieces | {where: f"{pieces[where]} fort" for where in forts}
    state = scene("", FRENCH, BESIEGED_RULE, kennebec="french village", **plus)
    state = kennebec_besieged(state) if besieged else state
    frame = Raiding(FRENCH, (card(COUREURS), card(NATIVES), card("neutral_native_americans")))
    assert {why(each) for each in aim_violations(state, frame, Aim(place("boston")))} == words


BRITISH_OUTPOSTS = {
    "deerfield": "british village",
    "ticonderoga": "french village",
    "fort_william_henry": "british village",
}


@proves("fa:raid.5", "fa:raid.2", "fa:faq.map.3")
@pytest.mark.parametrize(
    ("target", "more", "reason"),
    [
        ("louisbourg", {}, ("no_raid_link", "raid.5")),
        ("gaspe", {}, ("no_raid_link", "raid.5")),
        ("port_royal", {}, ("no_raid_link", "raid.5")),
        ("tadoussac", {}, ("no_raid_link", "faq.map.3")),
        ("quebec", {}, ("out_of_reach", "raid.2")),
        ("port_royal", {"canso": "british village"}, ("out_of_reach", "raid.2")),
    ],
)
def test_what_only_the_sea_joins_has_no_raid_route_and_of_tadoussac_the_player_aid_says_so(
    target: str, more: dict[str, str], reason: tuple[str, str]
) -> None:
    """Given the British on the coast and inland, then Port Royal is raided only from where land joins it."""
    state = scene("", BRITISH, "", **BRITISH_OUTPOSTS, **more)
    found = aim_violations(state, Raiding(BRITISH, (card("british_rangers"),)), Aim(place(target)))
    assert broken(found) == {reason}


@proves("fa:faq.map.3", "fa:raid.2")
@pytest.mark.parametrize(
    ("holder", "target", "reasons"),
    [
        ("british", "quebec", {("out_of_reach", "raid.2"), ("no_raid_link", "faq.map.3")}),
        ("british", "montreal", {("out_of_reach", "raid.2")}),
        ("french", "quebec", {("out_of_reach", "raid.2")}),
    ],
)
def test_quebec_is_one_link_from_tadoussac_but_not_for_raids(holder: str, target: str, reasons: Reasons) -> None:
    state = scene("", tadoussac=f"{holder} village")
    found = aim_violations(state, Raiding(BRITISH, (card("british_rangers"),)), Aim(place(target)))
    assert broken(found) == reasons
    words = {"no raid leads from Tadoussac to Quebec"} if len(reasons) > 1 else set()
    assert {why(each) for each in found if each.reason is Reason.NO_RAID_LINK} == words


@proves("fa:raid.8", "fa:aid.raid.5", "fa:faq.map.3", "fa:raid.2")
@pytest.mark.parametrize(
    ("plus", "besieged", "words"),
    [
        ({}, False, {"french_coureurs_de_bois reaches no place of the enemy"}),
        ({"fort_halifax": "british village fort"}, False, {"forts bar every raid with french_coureurs_de_bois"}),
        ({"fort_halifax": "british village"}, True, {"sieges bar every raid with french_coureurs_de_bois"}),
        (
            {"quebec": "british town", "tadoussac": "french village", "kennebec": "neutral"},
            False,
            {"french_coureurs_de_bois reaches no place of the enemy", "no raid leads from Tadoussac or to it"},
        ),
    ],
)
def test_a_raid_that_cannot_begin_is_told_what_bars_it(plus: dict[str, str], besieged: bool, words: set[str]) -> None:
    changes = {"kennebec": "french village", "montreal": "neutral", "trois_rivieres": "neutral"} | plus
    state = scene(COUREURS, FRENCH, BESIEGED_RULE, **changes)
    state = kennebec_besieged(state) if besieged else state
    assert {why(each) for each in raid_violations(state, FRENCH, Raid(card(COUREURS)))} == words


@proves("fa:raid.2", "fa:raid.4", "fa:raid.13")
@pytest.mark.parametrize(
    ("hand", "which", "money", "reasons"),
    [
        ("coureurs_de_bois", "coureurs_de_bois", 5, {("out_of_reach", "raid.2")}),
        ("coureurs_de_bois native_americans", "coureurs_de_bois", 1, set()),
        ("coureurs_de_bois native_americans", "coureurs_de_bois", 0, {("out_of_reach", "raid.2")}),
        ("coureurs_de_bois coureurs_de_bois", "coureurs_de_bois", 0, set()),
        ("coureurs_de_bois priest", "coureurs_de_bois", 0, set()),
        ("native_americans priest", "native_americans", 0, {("too_little_money", "raid.4")}),
        ("native_americans priest", "native_americans", 1, set()),
        ("coureurs_de_bois native_americans", "native_americans", 5, {("out_of_reach", "raid.2")}),
        ("native_americans native_americans", "native_americans", 2, set()),
        ("native_americans native_americans", "native_americans", 1, {("out_of_reach", "raid.2")}),
        ("native_americans", "coureurs_de_bois", 1, {("not_in_hand", "act.12")}),
        ("", "coureurs_de_bois", 1, {("not_in_hand", "act.12"), ("out_of_reach", "raid.2")}),
    ],
)
def test_a_raid_two_links_away_begins_if_a_second_card_can_follow_and_be_paid(
    hand: str, which: str, money: int, reasons: Reasons
) -> None:
    """Given French Kennebec, neutral Fort Halifax and British Pemaquid in a row."""
    state = scene(" ".join(f"french_{name}" for name in hand.split()), FRENCH, kennebec="french village")
    state = with_money(state, FRENCH, money)
    assert broken(raid_violations(state, FRENCH, Raid(card(f"french_{which}")))) == reasons
    offers = raid_offers(state, FRENCH, working_cards(state, FRENCH))
    assert (Raid(card(f"french_{which}")) in list(offers)) is (not reasons)
