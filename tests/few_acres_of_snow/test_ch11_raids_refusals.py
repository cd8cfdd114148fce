"""What a raid is refused for: cards, price, range, forts, sieges, the sea."""

import pytest

from oracle.english import why
from reference.few_acres_of_snow.actions import Aim, Play, Raid
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch07_location_cards import working_cards
from reference.few_acres_of_snow.ch11_raids import (
    aim_violations,
    raid_offers,
    raid_violations,
    raiding_card_violations,
    raiding_decision,
)
from reference.few_acres_of_snow.frames import Raiding
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import Siege, State, with_siege
from reference.kernel.rules import proves
from reference.kernel.verdicts import Fact, violation
from tests.few_acres_of_snow.scenes import (
    FRENCH_NATIVES,
    NEUTRAL_NATIVES,
    NO_CARD_IN_HAND,
    RAID_PLACES,
    WITH_COUREURS,
    Scene,
    act,
    after,
    b,
    breaks_nothing_but_is_not_offered,
    f,
    france,
    offered,
    placed,
    play,
    refused_without_the_card,
    siege,
    turn,
    violations,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, NO_CARD, Reasons, broken, cards, scene, with_money

PORT_ROYAL_RAID: dict[str, object] = {
    "plus": {"fort_beausejour": "british village", "halifax": "british village", "quebec": "neutral"},
    "captured": {"british": {"towns": 1}},
}


@proves("fa:raid.2", "fa:raid.3", "fa:aid.raid.2", "fa:aid.raid.3")
def test_range_grows_by_one_link_a_card() -> None:
    Scene(
        france("coureurs_de_bois"),
        (WITH_COUREURS,),
        refuse=act("aim", place="deerfield"),
        because=((Reason.OUT_OF_REACH, "fa:raid.2"),),
    ).run()


@proves("fa:raid.3", "fa:sum.war.3", "fa:aid.raid.1")
def test_a_priest_alone_raids_nothing() -> None:
    Scene(
        france("priest"),
        refuse=act("raid", card="french_priest"),
        because=((Reason.NO_RAID_CARD, "fa:raid.3"),),
    ).run()


@proves("fa:raid.1", "fa:sum.war.3", "fa:aid.raid.1")
def test_infantry_does_not_raid() -> None:
    Scene(
        france("starting_regular_infantry"),
        refuse=act("raid", card="french_starting_regular_infantry"),
        because=((Reason.NO_RAID_CARD, "fa:raid.1"),),
    ).run()


@proves("fa:raid.3", "fa:aid.raid.3")
def test_infantry_adds_no_range() -> None:
    Scene(
        france("coureurs_de_bois", "starting_regular_infantry"),
        (WITH_COUREURS,),
        refuse=play("french_starting_regular_infantry"),
        because=((Reason.NO_RAID_CARD, "fa:raid.1"), (Reason.NO_RAID_CARD, "fa:raid.3")),
    ).run()


@proves("fa:raid.13", "fa:raid.2")
def test_no_rule_sets_an_order_of_raid_cards() -> None:
    breaks_nothing_but_is_not_offered(
        france("coureurs_de_bois", "native_americans"),
        (act("raid", card=FRENCH_NATIVES),),
        play("french_coureurs_de_bois"),
    )


@proves("fa:raid.2", "fa:raid.13")
@pytest.mark.parametrize("second", [NEUTRAL_NATIVES, "french_coureurs_de_bois"])
def test_reach_is_judged_by_all_cards_of_a_raid_whichever_is_named_first(second: str) -> None:
    """Given Pemaquid two links away and two raid cards, then either may be named first and both together reach it."""
    position = france("coureurs_de_bois", "neutral_native_americans", plus={"kennebec": "french village"})
    first = {NEUTRAL_NATIVES: "french_coureurs_de_bois"}.get(second, NEUTRAL_NATIVES)
    state = placed(position)
    assert violations(state, act("raid", card=first)) == ()
    offered_first = {"type": "raid", "card": "french_coureurs_de_bois"}
    assert offered(state, "raid") == [offered_first]
    alone = placed(position | {"hands": {"french": [first]}})
    facts: dict[str, Fact] = {"side": "french", "card": first, "cards": 1, "reach": 1}
    assert violations(alone, act("raid", card=first)) == (violation(Reason.OUT_OF_REACH, "fa:raid.2", **facts),)


@proves("fa:raid.3", "fa:raid.4", "fa:raid.2")
@pytest.mark.parametrize(
    ("hand", "money", "near", "far"),
    [
        (("priest", "coureurs_de_bois"), 0, None, ("fa:raid.2", 2)),
        (("priest", "native_americans"), 1, None, ("fa:raid.2", 2)),
        (("priest", "coureurs_de_bois", "native_americans"), 0, None, ("fa:raid.2", 2)),
        (("priest", "native_americans"), 0, "fa:raid.3", "fa:raid.3"),
        (("priest", "priest"), 5, "fa:raid.3", "fa:raid.3"),
    ],
)
def test_a_priest_may_be_named_first_if_a_raid_card_that_can_be_paid_joins_him(
    hand: tuple[str, ...], money: int, near: str | None, far: str | tuple[str, int]
) -> None:
    """Given British places two links from Kennebec, or none at all on land, then only with a raider there is a raid."""
    priest = act("raid", card="french_priest")
    alone = violation(Reason.NO_RAID_CARD, "fa:raid.3", helper="french_priest")
    here = placed(france(*hand, plus={"kennebec": "french village"}, money={"french": money}))
    assert violations(here, priest) == (() if near is None else (alone,))
    assert priest not in offered(here)
    there = placed(france(*hand, plus={}, money={"french": money}))
    if isinstance(far, str):
        assert violations(there, priest) == (alone,)
    else:
        rule_id, cards_ = far
        facts: dict[str, Fact] = {"side": "french", "card": "french_priest", "cards": cards_, "reach": cards_}
        assert violations(there, priest) == (violation(Reason.OUT_OF_REACH, rule_id, **facts),)


@proves("fa:raid.3", "fa:raid.13", "fa:raid.4", "fa:raid.2")
def test_a_raid_that_was_begun_with_a_priest_goes_on_with_a_raid_card_and_has_no_target_before() -> None:
    """Given a priest named first, then raid cards join him, another priest too, but he reaches nothing alone."""
    hand = ("priest", "priest", "native_americans", "neutral_native_americans")
    state = placed(france(*hand, money={"french": 1}))
    begun = after(state, act("raid", card="french_priest"))
    assert offered(begun) == [play(FRENCH_NATIVES), play(NEUTRAL_NATIVES)]
    helper = violation(Reason.NO_RAID_CARD, "fa:raid.3", helper="french_priest")
    too_far: dict[str, Fact] = {"side": "french", "place": "deerfield", "cards": 1, "reach": 1, "links": 2}
    assert violations(begun, act("aim", place="fort_halifax")) == (helper,)
    assert violations(begun, act("aim", place="deerfield")) == (
        helper, violation(Reason.OUT_OF_REACH, "fa:raid.2", **too_far),
    )  # fmt: skip
    assert violations(begun, play("french_priest")) == ()
    joined = after(begun, play(FRENCH_NATIVES))
    assert joined == after(state, act("raid", card=FRENCH_NATIVES), play("french_priest"))
    assert joined.stack.top == Raiding(FRENCH, (card(FRENCH_NATIVES), card("french_priest")))
    alone = joined._replace(stack=joined.stack.replaced(Raiding(FRENCH, (card("french_priest"),))))
    assert violations(alone, play("french_priest")) == (helper,)


@proves("fa:raid.2", "fa:raid.13")
def test_a_raid_begun_with_a_card_that_needs_an_earlier_one_is_offered_that_one() -> None:
    """Given Pemaquid two links away and natives named first, then only the coureurs lead on, and they are offered."""
    state = placed(france("coureurs_de_bois", "native_americans", plus={"kennebec": "french village"}))
    begun = after(state, act("raid", card=FRENCH_NATIVES))
    assert offered(begun) == [play("french_coureurs_de_bois")]
    both = after(begun, play("french_coureurs_de_bois"))
    assert both == after(state, WITH_COUREURS, play(FRENCH_NATIVES))
    assert offered(both) == [act("aim", place="pemaquid")]


@proves("fa:raid.2", "fa:raid.3", "fa:aid.raid.2", "fa:aid.raid.3")
def test_one_card_and_a_priest_must_go_three_links_where_the_range_is_exact() -> None:
    """Given Port Royal one link away and no route of three links, then a priest named first leads nowhere."""
    state = placed(PORT_ROYAL_RAID | {"hands": {"british": b("rangers", "indian_leader")}}, "online")
    assert violations(state, act("raid", card="british_rangers")) == ()
    facts: dict[str, Fact] = {"side": "british", "card": "british_indian_leader", "cards": 2}
    assert violations(state, act("raid", card="british_indian_leader")) == (
        violation(Reason.OUT_OF_REACH, "fa:aid.raid.2", **facts),
        violation(Reason.OUT_OF_REACH, "fa:aid.raid.3", **facts),
    )


@proves("fa:raid.2", "fa:aid.raid.2", "fa:aid.raid.3")
@pytest.mark.parametrize(
    ("edition", "played", "target", "rules", "facts"),
    [
        ("first", 1, "deerfield", ("fa:raid.2",), {"cards": 1, "reach": 1, "links": 2}),
        ("first", 2, "boston", ("fa:raid.2",), {"cards": 2, "reach": 2, "links": 3}),
        ("second", 1, "boston", ("fa:aid.raid.2",), {"cards": 1, "reach": 2, "links": 3}),
        ("second", 2, "new_york", ("fa:aid.raid.2", "fa:aid.raid.3"), {"cards": 2, "reach": 3, "links": 5}),
        ("online", 1, "boston", ("fa:aid.raid.2",), {"cards": 1, "reach": 2, "links": 3}),
        ("online", 2, "new_york", ("fa:aid.raid.2", "fa:aid.raid.3"), {"cards": 2, "reach": 3}),
    ],
)
def test_a_place_out_of_reach_is_refused_by_the_range_of_the_edition(
    edition: str, played: int, target: str, rules: tuple[str, ...], facts: dict[str, Fact]
) -> None:
    """Given French Kennebec, then Deerfield is two links away, Boston three and New York five."""
    state = scene("", FRENCH, preset=edition, **RAID_PLACES)
    frame = Raiding(FRENCH, (card(COUREURS), card(FRENCH_NATIVES))[:played])
    expected = {"side": "french", "place": target} | facts
    found = aim_violations(state, frame, Aim(place(target)))
    assert found == tuple(violation(Reason.OUT_OF_REACH, each, **expected) for each in rules)
    assert raiding_decision(state, frame).rules == ("fa:raid.1", rules[0])


@proves("fa:raid.4", "fa:faq.raid.1", "fa:aid.raid.1")
def test_every_native_costs_one_money() -> None:
    Scene(
        france("native_americans", "neutral_native_americans", money={"french": 1}),
        (act("raid", card=FRENCH_NATIVES),),
        refuse=play(NEUTRAL_NATIVES),
        because=((Reason.TOO_LITTLE_MONEY, "fa:raid.4"),),
    ).run()


@proves("fa:raid.2", "fa:sum.war.3")
def test_a_raid_that_reaches_nothing_cannot_begin() -> None:
    Scene(
        {"hands": {"french": f("coureurs_de_bois")}, "frames": turn("french")},
        refuse=WITH_COUREURS,
        because=((Reason.OUT_OF_REACH, "fa:raid.2"),),
    ).run()


@proves("fa:raid.2", "fa:raid.3", "fa:aid.raid.3")
def test_a_further_card_must_leave_a_target() -> None:
    Scene(
        PORT_ROYAL_RAID | {"hands": {"british": b("rangers", "indian_leader")}},
        (act("raid", card="british_rangers"),),
        refuse=play("british_indian_leader"),
        because=((Reason.OUT_OF_REACH, "fa:aid.raid.2"), (Reason.OUT_OF_REACH, "fa:aid.raid.3")),
        ruleset="online",
    ).run()


@proves("fa:raid.8", "fa:raid.3", "fa:aid.raid.3")
def test_a_further_card_leaves_no_target_but_a_fortified_one() -> None:
    Scene(
        {
            "plus": {"fort_beausejour": "british village", "halifax": "british village", "quebec": "french town fort"},
            "hands": {"british": b("rangers", "indian_leader")},
        },
        (act("raid", card="british_rangers"),),
        refuse=play("british_indian_leader"),
        because=((Reason.FORTIFIED, "fa:raid.8"),),
        ruleset="online",
    ).run()


@proves("fa:raid.8", "fa:raid.2", "fa:aid.raid.4", "fa:fortify.5")
def test_a_raid_cannot_begin_where_a_fort_is_all_there_is_in_reach() -> None:
    Scene(
        france("coureurs_de_bois", plus=RAID_PLACES | {"fort_halifax": "british village fort"}),
        refuse=WITH_COUREURS,
        because=((Reason.FORTIFIED, "fa:raid.8"),),
    ).run()


KENNEBEC_BESIEGED = {"british": siege("kennebec", 0, b("militia"))}


@proves("fa:aid.raid.5", "fa:raid.2")
def test_a_raid_cannot_begin_from_a_besieged_place_alone() -> None:
    Scene(
        france("coureurs_de_bois", plus=RAID_PLACES | {"deerfield": "neutral"}, sieges=KENNEBEC_BESIEGED),
        refuse=WITH_COUREURS,
        because=((Reason.BESIEGED, "fa:aid.raid.5"),),
        ruleset="second",
    ).run()


@proves("fa:faq.map.3", "fa:raid.5", "fa:raid.2")
@pytest.mark.parametrize(("edition", "rule_id"), [("first", "fa:raid.5"), ("first+player_aid=yes", "fa:faq.map.3")])
def test_a_raid_from_tadoussac_cannot_begin(edition: str, rule_id: str) -> None:
    Scene(
        {
            "plus": {"tadoussac": "british village"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("rangers")},
        },
        refuse=act("raid", card="british_rangers"),
        because=((Reason.OUT_OF_REACH, "fa:raid.2"), (Reason.NO_RAID_LINK, rule_id)),
        ruleset=edition,
    ).run()


@proves("fa:raid.8", "fa:fortify.5", "fa:aid.raid.4")
def test_a_fort_is_neither_raided_nor_passed() -> None:
    Scene(
        france("coureurs_de_bois", "native_americans", plus=RAID_PLACES | {"deerfield": "british village fort"}),
        (WITH_COUREURS, play(FRENCH_NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=((Reason.FORTIFIED, "fa:raid.8"),),
    ).run()


@proves("fa:raid.8")
def test_beyond_a_fort_lies_no_target() -> None:
    Scene(
        france(
            "coureurs_de_bois",
            "native_americans",
            "neutral_native_americans",
            plus=RAID_PLACES | {"deerfield": "british village fort"},
        ),
        (WITH_COUREURS, play(FRENCH_NATIVES), play(NEUTRAL_NATIVES)),
        refuse=act("aim", place="boston"),
        because=((Reason.FORTIFIED, "fa:raid.8"),),
    ).run()


@proves("fa:raid.12")
def test_only_enemy_places_are_raided() -> None:
    Scene(
        france("coureurs_de_bois"),
        (WITH_COUREURS,),
        refuse=act("aim", place="kennebec"),
        because=((Reason.NOT_ENEMY_HELD, "fa:raid.12"),),
    ).run()


@proves("fa:faq.map.3", "fa:raid.5")
@pytest.mark.parametrize(("edition", "rule_id"), [("first", "fa:raid.5"), ("second", "fa:faq.map.3")])
def test_tadoussac_has_no_raid_link(edition: str, rule_id: str) -> None:
    Scene(
        france(
            "coureurs_de_bois",
            plus=RAID_PLACES | {"tadoussac": "british village"},
            captured={"british": {"villages": 1}},
        ),
        (WITH_COUREURS,),
        refuse=act("aim", place="tadoussac"),
        because=((Reason.NO_RAID_LINK, rule_id),),
        ruleset=edition,
    ).run()


@proves("fa:aid.raid.5")
def test_a_besieged_place_is_no_target() -> None:
    Scene(
        france("coureurs_de_bois", sieges={"french": siege("fort_halifax", 0, f("militia"))}),
        (WITH_COUREURS,),
        refuse=act("aim", place="fort_halifax"),
        because=((Reason.BESIEGED_TARGET, "fa:aid.raid.5"),),
        ruleset="second",
    ).run()


@proves("fa:aid.raid.5")
def test_the_defenders_raid_neither_starts_from_nor_passes_a_besieged_place() -> None:
    Scene(
        france(
            "coureurs_de_bois",
            plus=RAID_PLACES | {"fort_presquisle": "british village", "detroit": "french village"},
            sieges={"british": siege("kennebec", 0, b("militia"))},
        ),
        (WITH_COUREURS,),
        refuse=act("aim", place="fort_halifax"),
        because=((Reason.BESIEGED, "fa:aid.raid.5"),),
        ruleset="second",
    ).run()


# Where only enemy forts bar the way, the player aid says so too.
AID_FORT = ((Reason.FORTIFIED, "fa:raid.8"), (Reason.FORTIFIED, "fa:aid.raid.4"))
TWO_CARDS = ("coureurs_de_bois", "native_americans")


@proves("fa:aid.raid.5", "fa:raid.8", "fa:raid.2", "fa:aid.raid.4")
def test_a_raid_that_a_siege_at_its_origin_and_a_fort_on_its_way_bar() -> None:
    Scene(
        france(
            *TWO_CARDS,
            plus=RAID_PLACES | {"fort_halifax": "british village fort", "ticonderoga": "british village"},
            sieges=KENNEBEC_BESIEGED,
        ),
        (WITH_COUREURS, play(FRENCH_NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=(*AID_FORT, (Reason.BESIEGED, "fa:aid.raid.5")),
        ruleset="second",
    ).run()


@proves("fa:aid.raid.5", "fa:raid.8", "fa:raid.2", "fa:aid.raid.4")
def test_two_ways_one_barred_by_a_siege_at_its_origin_and_one_by_a_fort() -> None:
    Scene(
        france(
            *TWO_CARDS,
            plus=RAID_PLACES
            | {
                "ticonderoga": "french village",
                "fort_william_henry": "british village fort",
                "oswego": "british village",
                "fort_frontenac": "french village",
            },
            sieges=KENNEBEC_BESIEGED,
        ),
        (WITH_COUREURS, play(FRENCH_NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=(*AID_FORT, (Reason.BESIEGED, "fa:aid.raid.5")),
        ruleset="second",
    ).run()


@proves("fa:aid.raid.5", "fa:raid.8", "fa:raid.2", "fa:aid.raid.4")
def test_a_fort_on_the_way_is_the_only_bar_though_another_place_is_besieged() -> None:
    Scene(
        france(
            *TWO_CARDS,
            plus=RAID_PLACES | {"fort_halifax": "british village fort", "ticonderoga": "british village"},
            sieges={"british": siege("montreal", 0, b("militia"))},
        ),
        (WITH_COUREURS, play(FRENCH_NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=AID_FORT,
        ruleset="second",
    ).run()


@proves("fa:aid.raid.5", "fa:raid.8", "fa:raid.2", "fa:aid.raid.2")
def test_beyond_the_range_no_fort_and_no_siege_is_to_blame() -> None:
    Scene(
        france(
            "coureurs_de_bois",
            plus=RAID_PLACES | {"fort_halifax": "british village fort", "ticonderoga": "british village"},
            sieges=KENNEBEC_BESIEGED,
        ),
        (WITH_COUREURS,),
        refuse=act("aim", place="boston"),
        because=((Reason.OUT_OF_REACH, "fa:aid.raid.2"),),
        ruleset="second",
    ).run()


@proves("fa:raid.1", "fa:raid.2", "fa:raid.3", "fa:raid.4")
@pytest.mark.parametrize(
    ("hand", "which", "money", "reasons"),
    [
        ("british_rangers", "british_rangers", 0, set()),
        ("neutral_native_americans", "neutral_native_americans", 1, set()),
        ("neutral_native_americans", "neutral_native_americans", 0, {("too_little_money", "raid.4")}),
        ("british_militia", "british_rangers", 0, {NO_CARD}),
        ("british_militia", "british_militia", 0, {("no_raid_card", "raid.1")}),
        ("british_indian_leader", "british_indian_leader", 0, {("no_raid_card", "raid.3")}),
    ],
)
def test_a_raid_begins_with_a_card_able_to_raid_in_hand_and_paid(
    hand: str, which: str, money: int, reasons: Reasons
) -> None:
    """Given French Fort Halifax, one link from British Pemaquid; far from all the French nobody is in reach."""
    near = with_money(scene(hand, fort_halifax="french village"), BRITISH, money)
    assert broken(raid_violations(near, BRITISH, Raid(card(which)))) == reasons
    far = with_money(scene(hand), BRITISH, money)
    raids = which not in ("british_militia", "british_indian_leader")
    out_of_reach = {("out_of_reach", "raid.2")} if raids else set()
    assert broken(raid_violations(far, BRITISH, Raid(card(which)))) == reasons | out_of_reach


@proves("fa:raid.2", "fa:raid.8", "fa:raid.12", "fa:fortify.5", "fa:aid.raid.5")
@pytest.mark.parametrize(
    ("piece", "where", "reasons"),
    [
        ("french village", "fort_halifax", set()),
        ("french village fort", "fort_halifax", {("fortified", "raid.8")}),
        ("neutral", "fort_halifax", {("not_enemy_held", "raid.12")}),
        ("french village", "kennebec", {("out_of_reach", "raid.2")}),
        ("french village", "deerfield", {("besieged_target", "aid.raid.5")}),
    ],
)
def test_one_card_raids_an_enemy_place_one_link_away_that_has_no_fort_and_no_siege(
    piece: str, where: str, reasons: Reasons
) -> None:
    """Given British Pemaquid and New Haven, next to Fort Halifax and to Deerfield, which is besieged."""
    changes = {"deerfield": "french village", "kennebec": "neutral", where: piece}
    state = scene("", BRITISH, "+raid_besieged_rule=no_target_no_origin_blocks_defender", **changes)
    state = with_siege(state, BRITISH, Siege(place("deerfield"), 0, (cards("british_militia"), b"")))
    found = aim_violations(state, Raiding(BRITISH, (card("british_rangers"),)), Aim(place(where)))
    assert broken(found) == reasons


@proves("fa:raid.1", "fa:raid.3", "fa:raid.4", "fa:raid.13", "fa:aid.raid.3")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("neutral_native_americans", "neutral_native_americans", set()),
        ("neutral_native_americans", "british_rangers", set()),
        ("british_rangers", "neutral_native_americans", set()),
        ("british_rangers neutral_native_americans", "british_rangers", set()),
        ("british_rangers", "british_trader", {NO_CARD, ("no_raid_card", "raid.1"), ("no_raid_card", "raid.3")}),
    ],
)
def test_raid_cards_follow_in_any_order(played: str, which: str, reasons: set[tuple[str, str]]) -> None:
    hand = "british_rangers neutral_native_americans"
    state = with_money(scene(hand, fort_halifax="british village", kennebec="french village"), BRITISH, 5)
    frame = Raiding(BRITISH, tuple(card(name) for name in played.split()))
    assert broken(raiding_card_violations(state, frame, Play(card(which)))) == reasons


@proves("fa:raid.2", "fa:raid.3", "fa:raid.13", "fa:aid.raid.3")
@pytest.mark.parametrize(("natives", "reasons"), [(1, {("out_of_reach", "raid.2")}), (2, set())])
def test_a_further_raid_card_must_lead_to_a_target_with_those_still_to_come(
    natives: int, reasons: set[tuple[str, str]]
) -> None:
    """Given Pemaquid, Fort Halifax, Kennebec, Quebec in a row, then two cards fall short and three suffice."""
    state = with_money(scene(" ".join(["neutral_native_americans"] * natives)), BRITISH, 5)
    frame = Raiding(BRITISH, (card("british_rangers"),))
    assert broken(raiding_card_violations(state, frame, Play(card("neutral_native_americans")))) == reasons


@proves("fa:aid.raid.4", "fa:raid.8")
@pytest.mark.parametrize("fort", [True, False])
@pytest.mark.parametrize(("target", "raiders"), [("fort_halifax", 1), ("pemaquid", 2)])
def test_a_fort_is_neither_raided_nor_passed_and_a_place_without_one_is(target: str, raiders: int, fort: bool) -> None:
    """Given French Kennebec, then one link leads to Fort Halifax and the next one to Pemaquid."""
    held = f"british village{' fort' if fort else ''}"
    state = scene("", FRENCH, kennebec="french village", fort_halifax=held)
    frame = Raiding(FRENCH, (card("french_native_americans"),) * raiders)
    found = aim_violations(state, frame, Aim(place(target)))
    assert broken(found) == ({("fortified", "raid.8")} if fort else set())


@proves("fa:aid.raid.1", "fa:raid.4")
def test_a_native_who_is_not_paid_raids_nothing_whether_or_not_there_is_a_target() -> None:
    for kennebec, target in (("neutral", {("out_of_reach", "raid.2")}), ("french village", set())):
        state = scene("neutral_native_americans", fort_halifax="british village", kennebec=kennebec)
        found = raid_violations(with_money(state, BRITISH, 0), BRITISH, Raid(card("neutral_native_americans")))
        assert broken(found) == {("too_little_money", "raid.4")} | target


@proves("fa:aid.raid.3", "fa:raid.3")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(
    ("which", "reasons"),
    [("british_trader", {("no_raid_card", "raid.1"), ("no_raid_card", "raid.3")}), ("british_indian_leader", set())],
)
def test_only_raid_cards_and_leaders_of_the_hand_add_range(which: str, reasons: Reasons, held: bool) -> None:
    state = scene(which if held else "", fort_halifax="british village", kennebec="french village")
    found = raiding_card_violations(state, Raiding(BRITISH, (card("british_rangers"),)), Play(card(which)))
    assert broken(found) == reasons | (set() if held else {NO_CARD})


@proves("fa:raid.3", "fa:act.12", "fa:sum.war.3", "fa:aid.raid.1")
def test_a_raid_with_a_priest_that_is_not_in_hand() -> None:
    Scene(
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("raid", card="french_priest"),
        because=((Reason.NO_RAID_CARD, "fa:raid.3"), NO_CARD_IN_HAND),
    ).run()


@proves("fa:raid.1", "fa:act.12", "fa:sum.war.3", "fa:aid.raid.1")
def test_a_raid_with_militia_that_is_not_in_hand() -> None:
    Scene(
        {"hands": {"british": b("norfolk")}},
        refuse=act("raid", card="british_militia"),
        because=((Reason.NO_RAID_CARD, "fa:raid.1"), NO_CARD_IN_HAND),
    ).run()


@proves("fa:raid.4", "fa:raid.2", "fa:aid.raid.1")
def test_a_raid_that_cannot_be_paid() -> None:
    Scene(
        {"money": {"british": 0}, "hands": {"british": b("neutral_native_americans")}},
        refuse=act("raid", card="neutral_native_americans"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:raid.4"), (Reason.OUT_OF_REACH, "fa:raid.2")),
    ).run()


@proves("fa:raid.1", "fa:act.12")
def test_a_card_that_is_not_in_hand_raids_nothing() -> None:
    refused_without_the_card(act("raid", card="british_rangers"))


BESIEGED_RULE = "+raid_besieged_rule=no_target_no_origin_blocks_defender"


COUREURS = "french_coureurs_de_bois"


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
    frame = Raiding(FRENCH, (card(COUREURS), card(FRENCH_NATIVES), card("neutral_native_americans")))
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
        ("tadoussac", {}, ("no_raid_link", "raid.5")),
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


@proves("fa:faq.map.3", "fa:raid.5", "fa:raid.2")
@pytest.mark.parametrize(
    ("holder", "target", "reasons"),
    [
        ("british", "quebec", {("out_of_reach", "raid.2"), ("no_raid_link", "raid.5")}),
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


NOTHING_NEAR = (
    "no place of the enemy is within 1 of the French"
    " (raid cards that can be played with French Coureurs de Bois: 1 in all)"
)


@proves("fa:raid.8", "fa:aid.raid.5", "fa:faq.map.3", "fa:raid.2")
@pytest.mark.parametrize(
    ("plus", "besieged", "words"),
    [
        ({}, False, {NOTHING_NEAR}),
        ({"fort_halifax": "british village fort"}, False, {"forts bar every raid with French Coureurs de Bois"}),
        ({"fort_halifax": "british village"}, True, {"sieges bar every raid with French Coureurs de Bois"}),
        (
            {"quebec": "british town", "tadoussac": "french village", "kennebec": "neutral"},
            False,
            {NOTHING_NEAR, "no raid leads from Tadoussac or to it"},
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
        ("coureurs_de_bois native_americans", "native_americans", 5, set()),
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
    named_first = min(card(f"french_{name}") for name in (hand.split() or ["priest"]))
    assert (Raid(card(f"french_{which}")) in list(offers)) is (not reasons and card(f"french_{which}") == named_first)
