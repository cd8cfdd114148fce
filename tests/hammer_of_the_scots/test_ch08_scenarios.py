"""Chapter 8 and tournament play: the set-ups."""

import pytest

from reference.hammer_of_the_scots.ch08_scenarios import calendar_of
from reference.hammer_of_the_scots.state import Calendar
from reference.hammer_of_the_scots.tournament import net_bid
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import GAME, STANDARD, at, options, play, ruleset, where, winter

BRAVEHEART = {
    "badenoch": "e_comyn", "angus": "e_angus", "argyll": "e_argyll", "buchan": "e_buchan", "ross": "e_ross",
    "mar": "e_mar", "lennox": "e_lennox", "atholl": "e_atholl", "dunbar": "e_dunbar",
    "mentieth": "e_northumber_infantry e_mentieth", "lanark": "e_steward", "lothian": "e_cumbria_infantry",
    "annan": "s_bruce", "galloway": "s_galloway", "fife": "s_wallace s_douglas s_barclay", "moray": "s_fraser s_moray",
    "strathspey": "s_grant",
}  # fmt: skip
THE_BRUCE = {
    "badenoch": "e_comyn", "angus": "e_angus", "argyll": "e_argyll", "buchan": "e_buchan", "galloway": "e_galloway",
    "ross": "e_ross", "moray": "e_cumbria_infantry", "mentieth": "e_northumber_infantry e_mentieth",
    "lothian": "e_durham_infantry", "lanark": "e_westmor_infantry e_steward", "mar": "s_mar", "atholl": "s_atholl",
    "dunbar": "s_dunbar", "lennox": "s_campbell s_lennox", "carrick": "s_lindsay s_bruce",
    "fife": "s_king s_douglas s_barclay",
}  # fmt: skip


@proves(
    "hs:8.1-2", "hs:8.1-3", "hs:8.1-4", "hs:8.1-5", "hs:8.1-8", "hs:8.1-9", "hs:8.1-10", "hs:8.1-11", "hs:8.1-12",
    "hs:8.1-13", "hs:8.1-14", "hs:6.2-1", "hs:8.1-1",
)  # fmt: skip
@pytest.mark.parametrize("scenario", ["braveheart", "campaign"])
def test_braveheart_and_the_campaign_begin_in_1297_as_the_rulebook_lists_it(scenario: str) -> None:
    state = GAME.start(scenario, STANDARD)
    areas = ("england", "garmoran", "lochaber", "carrick", "selkirk", "teviot", *BRAVEHEART)
    assert {area: at(state, area) for area in areas if at(state, area)} == BRAVEHEART
    form = GAME.canonical(state)
    assert isinstance(form, dict)
    assert form["pool"] == [
        "s_campbell", "s_graham", "s_macdonald", "s_lindsay", "s_keith", "s_etterick", "s_norse", "e_edward",
        "e_lancaster_archers", "e_wales_archers", "e_lancaster_knights", "e_york_knights", "e_durham_knights",
        "e_hobelars", "e_york_infantry", "e_lancaster_infantry", "e_durham_infantry", "e_westmor_infantry",
        "e_wales_infantry", "e_ulster_infantry",
    ]  # fmt: skip
    assert [where(state, block) for block in ("s_king", "s_french", "e_bruce", "e_galloway", "s_comyn")] == [
        "aside"
    ] * 5
    assert (state.calendar.year, state.calendar.last_year) == (1297, 1305 if scenario == "braveheart" else 0)


@proves("hs:8.1-6")
def test_the_opening_levy_of_1297_is_four_blocks() -> None:
    state = GAME.start("braveheart", STANDARD)
    state = play(state, "draw e_hobelars; draw e_york_knights; draw e_york_infantry; draw e_wales_infantry")
    assert at(state, "england") == "e_york_knights e_hobelars e_york_infantry e_wales_infantry"
    assert options(state)[0].startswith("deal")


@proves(
    "hs:8.2-1", "hs:8.2-2", "hs:8.2-3", "hs:8.2-4", "hs:8.2-5", "hs:8.2-6", "hs:8.2-7", "hs:8.2-8", "hs:8.2-10",
    "hs:8.2-11", "hs:8.2-12", "hs:8.2-13", "hs:8.2-14", "hs:8.2-15", "hs:8.2-16",
)  # fmt: skip
def test_the_bruce_begins_in_1306_as_the_rulebook_lists_it_with_a_levy_of_six() -> None:
    state = GAME.start("the_bruce", STANDARD)
    areas = ("england", "garmoran", "lochaber", "annan", "selkirk", "teviot", "strathspey", *THE_BRUCE)
    assert {area: at(state, area) for area in areas if at(state, area)} == THE_BRUCE
    assert [where(state, block) for block in ("s_wallace", "s_moray", "s_french", "s_comyn", "s_graham")] == [
        "dead", "dead", "aside", "aside", "pool",
    ]  # fmt: skip
    draws = 0
    while options(state)[0].startswith("draw"):
        state = play(state, options(state)[0])
        draws += 1
    assert (draws, state.calendar.last_year) == (6, 1314)


@proves("hs:8.2-9", "hs:8.3-3")
def test_edward_i_cannot_winter_in_1306_in_any_game() -> None:
    for last in (1314, 0):
        assert where(winter({"fife": "e_edward"}, "edward", year=1306, last_year=last), "e_edward") == "pool"


@proves("hs:8.1-1", "hs:8.2-1", "hs:8.3-1", "hs:8.3-2")
@pytest.mark.parametrize(
    ("scenario", "first", "last", "crowned"),
    [("braveheart", 1297, 1305, 0), ("the_bruce", 1306, 1314, 1306), ("campaign", 1297, 0, 0)],
)
def test_a_scenario_begins_under_edward_i_before_its_first_turn(
    scenario: str, first: int, last: int, crowned: int
) -> None:
    """Given a scenario, when it is set up, then its years are those printed, and only The Bruce has a crowned King."""
    assert calendar_of(scenario) == Calendar(first, 0, last, edward=1, crowned=crowned, wintered=0)


@proves("hs:8.3-1", "hs:8.3-2")
def test_the_campaign_has_no_last_year() -> None:
    assert GAME.start("campaign", STANDARD).calendar.last_year == 0


@proves("hs:TP-1", "hs:TP-4", "hs:TP-6")
def test_bids_are_set_against_each_other() -> None:
    nets = {(english, scottish): net_bid(english, scottish) for english in (1, 2, 3) for scottish in (1, 2, 3)}
    assert nets == {
        (1, 1): "off", (1, 2): "s1", (1, 3): "s2", (2, 1): "e1", (2, 2): "off", (2, 3): "s1", (3, 1): "e2",
        (3, 2): "e1", (3, 3): "off",
    }  # fmt: skip


@proves("hs:TP-2")
@pytest.mark.parametrize(("bid", "drawable_from"), [("e1", 1298), ("e2", 1299), ("e3", 1300)])
def test_an_english_bid_keeps_edward_open_in_the_pool_for_so_many_years(bid: str, drawable_from: int) -> None:
    rules = ruleset(tournament_bid=bid)
    assert "draw e_edward" not in options(GAME.start("braveheart", rules))
    for year in range(1297, 1301):
        state = winter(
            {"fife": "s_douglas"}, "levy", rules, year=year, pool=["e_edward", "e_hobelars", "e_york_knights"]
        )
        assert ("draw e_edward" in options(state)) is (year + 1 >= drawable_from)
    state = winter(
        {"fife": "s_douglas"},
        "levy",
        ruleset(tournament_bid="e2"),
        year=1297,
        pool=["e_edward", "e_hobelars", "e_york_knights"],
    )
    assert at(play(state, "draw e_hobelars; draw e_york_knights"), "england") == "e_york_knights e_hobelars"
    alone = winter({"fife": "s_douglas"}, "levy", ruleset(tournament_bid="e2"), year=1297, pool=["e_edward"])
    assert options(alone)[0].startswith("deal")


@proves("hs:TP-3")
@pytest.mark.parametrize(("bid", "levy"), [("off", 4), ("s1", 5), ("s2", 6), ("s3", 7)])
def test_a_scottish_bid_adds_to_the_opening_levy_of_1297(bid: str, levy: int) -> None:
    state = GAME.start("braveheart", ruleset(tournament_bid=bid))
    drawn = 0
    while options(state)[0].startswith("draw"):
        state = play(state, options(state)[0])
        drawn += 1
    assert drawn == levy


@proves("hs:8.1-6", "hs:8.2-8", "hs:7.7-3")
def test_an_opening_levy_is_as_large_as_its_scenario_says_and_any_other_half_of_the_pool() -> None:
    sizes = {"braveheart": "hs:8.1-6", "campaign": "hs:8.1-6", "the_bruce": "hs:8.2-8"}
    for scenario, rule_id in sizes.items():
        due = GAME.decision(GAME.start(scenario, STANDARD))
        assert due.rules == ("hs:7.7-2", rule_id)
    for crowned in (0, 1298):
        later = winter({"fife": "s_douglas"}, "levy", pool=["e_hobelars"], crowned=crowned)
        assert GAME.decision(later).rules == ("hs:7.7-2", "hs:7.7-3")
