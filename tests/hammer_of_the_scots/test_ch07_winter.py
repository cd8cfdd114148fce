"""Chapter 7.0 to 7.5: who goes where in winter."""

from itertools import pairwise

import pytest

from reference.hammer_of_the_scots.board import Away
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch07_winter import following, shut_out, wintering_advance
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import GoingHome, Wintering, WinteringStage
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import (
    about,
    at,
    by,
    cited,
    happened,
    moves,
    not_asked,
    options,
    play,
    refused,
    ruleset,
    standing,
    where,
    winner,
    winter,
)

# 7.1 with 9.0, 7.2, 7.4 before the disbanding of 7.3 that hangs on it, 6.1, 7.5, 7.62, 7.61, 7.63, 7.7, 7.8.
STEPS = (
    "english_nobles scottish_nobles count moray king edward english_leave english_disband accession wallace "
    "scottish_disband french scottish_build english_build levy end"
)
VOLUNTARY = ruleset(scots_voluntary_disband="yes")


@proves("hs:7.1-3", "hs:9.0-1")
@pytest.mark.parametrize(("moray", "won"), [("choose moray", "scotland"), ("disband", "england")])
def test_where_the_last_winter_ends_with_7_1_moray_chooses_before_nobles_are_counted(moray: str, won: str) -> None:
    """Given two nobles each, when Moray stays they tie and Wallace decides; when he disbands England has more."""
    blocks = {"moray": "s_moray", "fife": "s_wallace", "mar": "e_mar"}
    state = winter(blocks, rules=ruleset(final_winter="nobles_home"), year=1305)
    assert (about(state), winner(state)) == ("where Moray winters", ("", ""))
    after = play(state, moray)
    assert winner(after) == (won, "9.0-2" if won == "scotland" else "9.0-1")
    assert about(play(winter(blocks, rules=ruleset(final_winter="nobles_home"), year=1304), moray)).startswith(
        "a block"
    )


@proves("hs:7.0-4", "hs:7.0-5", "hs:I-14")
def test_the_steps_of_a_winter_come_in_their_order() -> None:
    """Given any step, then the next is the rulebook's; given a winter played through, then its decisions are, too."""
    for first, order in (("yes", STEPS), ("no", STEPS.replace("king", "king surplus_first"))):
        state = standing({"fife": "e_edward"}, rules=ruleset(edward_decides_first=first))
        for before, after in pairwise(order.split()):
            assert following(state, WinteringStage(before)).value == after
    blocks = {
        "england": "e_york_knights", "fife": "e_edward", "angus": "e_bruce",
        "moray": "s_wallace s_moray s_king s_comyn",
    }  # fmt: skip
    state = moves(blocks, "move1", "move1", crowned=1298, hands={}, year=1299, pool=["s_grant", "e_hobelars"])
    state = play(state, "done; done")
    seen = []
    answers = {
        "the home where the noble winters": 0, "where Moray winters": 0, "where the King winters": 0,
        "whether Edward winters in Scotland": 1, "a block that disbands": -1, "whether Wallace goes to Selkirk": 0,
        "a surplus block that disbands": 0, "how a replacement point is used": -1, "a block drawn for the levy": 0,
    }  # fmt: skip
    while about(state) in answers:
        seen.append((by(state), about(state)))
        state = play(state, options(state)[answers[about(state)]])
    assert list(dict.fromkeys(seen)) == [
        ("england", "the home where the noble winters"),
        ("scotland", "the home where the noble winters"),
        ("scotland", "where Moray winters"),
        ("scotland", "where the King winters"),
        ("england", "whether Edward winters in Scotland"),
        ("england", "a block that disbands"),
        ("scotland", "whether Wallace goes to Selkirk"),
        ("scotland", "a surplus block that disbands"),
        ("scotland", "how a replacement point is used"),
        ("england", "how a replacement point is used"),
        ("chance", "a block drawn for the levy"),
    ]
    assert about(state) == "the next card dealt"


@proves("hs:7.1-1", "hs:7.1-2")
def test_all_nobles_go_home_english_first_and_change_side_where_the_enemy_is() -> None:
    """Given a Scottish noble about to leave Mar, when Mar/E comes home, then he is converted all the same."""
    blocks = {"ross": "e_angus:2", "fife": "e_mar:2", "mar": "s_buchan", "angus": "", "lothian": "e_ross"}
    state, events = happened(winter(blocks, "english_nobles"), "")
    assert [at(state, area) for area in ("angus", "mar", "buchan", "ross")] == [
        "e_angus:2",
        "s_mar:2",
        "s_buchan",
        "e_ross",
    ]
    assert events == ()


@proves("hs:7.12-1")
def test_bruce_and_comyn_go_to_either_home_as_their_owner_likes() -> None:
    state = winter({"fife": "s_bruce", "mar": "e_comyn"})
    assert (by(state), options(state)) == ("england", ["choose lochaber", "choose badenoch"])
    assert refused(state, "choose mar") == ["7.12-1"]
    state = play(state, "choose badenoch")
    assert (by(state), options(state)) == ("scotland", ["choose carrick", "choose annan"])
    assert at(play(state, "choose annan"), "annan") == "s_bruce"


@proves("hs:7.12-2")
def test_a_noble_shut_out_of_both_homes_changes_side_where_he_stands_and_goes_home_for_the_enemy() -> None:
    english, scottish, winters = block("e_bruce"), block("s_bruce"), Wintering(WinteringStage.SCOTTISH_NOBLES)
    blocks = {"fife": "e_bruce:2", "annan": "s_grant", "carrick": "s_fraser"}
    after = shut_out(standing(blocks, winters, GoingHome(english)), english)
    assert after.state.stack.frames == (winters, GoingHome(scottish))
    assert (after.state.board.at[scottish], after.state.board.steps[scottish]) == (area("fife"), 2)
    assert after.state.board.at[english] == Away.ASIDE
    assert cited(after.events) == {"2.22-4", "7.12-2"}


@proves("hs:7.12-2")
def test_who_has_both_homes_held_changes_side_and_the_enemy_picks() -> None:
    state = winter({"fife": "e_bruce:2", "annan": "s_grant", "carrick": "s_fraser"})
    assert (by(state), options(state), at(state, "fife")) == (
        "scotland",
        ["choose carrick", "choose annan"],
        "s_bruce:2",
    )
    state = play(state, "choose annan")
    assert (at(state, "annan"), about(state)) == ("s_grant s_bruce:2", "a block that disbands")
    one_free = winter({"fife": "e_bruce", "annan": "s_grant"})
    assert at(one_free, "carrick") == "e_bruce"


@proves("hs:7.1-3", "hs:5.9-5")
def test_moray_goes_home_stays_or_disbands_but_stays_not_in_england_nor_goes_home_to_enemies() -> None:
    state = winter({"fife": "s_moray:2"})
    assert options(state) == ["choose moray", "choose fife", "disband"]
    assert refused(state, "choose angus") == ["7.1-3"]
    assert where(play(state, "disband"), "s_moray") == "pool"
    assert at(play(state, "choose moray"), "moray") == "s_moray:2"
    held = winter({"lennox": "s_moray", "moray": "e_cumbria_infantry"})
    assert options(held) == ["choose lennox", "disband"]
    assert refused(held, "choose moray") == ["7.1-3"]
    away = winter({"england": "s_moray"})
    assert options(away) == ["choose moray", "disband"]
    assert refused(away, "choose england") == ["5.9-5"]


@proves("hs:7.2-1", "hs:7.2-2", "hs:7.2-3", "hs:5.9-5")
def test_the_king_goes_to_a_cathedral_not_held_by_the_enemy_stays_or_disbands() -> None:
    state = winter({"annan": "s_king", "fife": "e_york_infantry"}, "king", crowned=1298)
    assert options(state) == ["choose strathspey", "choose lennox", "choose annan", "disband"]
    assert refused(state, "choose fife") == ["7.2-1"]
    assert refused(state, "choose angus") == ["7.2-1"]
    assert (where(play(state, "choose lennox"), "s_king"), where(play(state, "disband"), "s_king")) == (
        "lennox",
        "pool",
    )
    cathedrals = {"fife": "e_york_infantry", "lennox": "e_lennox", "strathspey": "e_cumbria_infantry"}
    shut = winter({"england": "s_king", **cathedrals}, "king", crowned=1298)
    assert options(shut) == ["disband"]
    assert refused(shut, "choose england") == ["5.9-5"]


@proves("hs:7.31-1", "hs:7.3-1", "hs:7.4-7")
def test_knights_archers_hobelars_and_all_in_england_disband_without_edward() -> None:
    blocks = {"fife": "e_york_knights e_wales_archers e_hobelars e_york_infantry", "england": "e_durham_infantry"}
    state = winter(blocks, "english_leave")
    assert (at(state, "fife"), at(state, "england")) == ("e_york_infantry", "")
    assert options(state) == ["select e_york_infantry", "done"]
    assert at(play(state, "select e_york_infantry"), "fife") == ""


@proves("hs:7.32-1", "hs:7.32-2", "hs:1.2-3")
def test_english_infantry_stays_as_far_as_the_limit_leaves_room_beside_the_noble() -> None:
    state = winter(
        {"mar": "e_mar e_york_infantry", "lothian": "e_wales_infantry e_cumbria_infantry"}, "english_disband"
    )
    assert options(state) == ["select e_york_infantry"]
    assert refused(state, "done") == ["7.32-1"]
    assert refused(state, "select e_mar") == ["7.32-2"]
    assert refused(state, "select s_galloway") == ["7.3-1"]
    assert refused(state, "select e_edward") == ["7.3-1"]
    assert not_asked(state, "choose mar")
    state = play(state, "select e_york_infantry")
    assert options(state) == ["select e_cumbria_infantry", "select e_wales_infantry", "done"]


@proves("hs:7.4-6", "hs:7.4-7", "hs:7.7-1")
def test_all_who_are_with_a_wintering_edward_may_stay_and_there_is_no_levy() -> None:
    blocks = {
        "fife": "e_edward e_york_knights e_york_infantry e_durham_infantry e_cumbria_infantry",
        "england": "e_hobelars",
    }
    state = play(winter(blocks, "edward", year=1299), "winter")
    assert options(state) == [
        "select e_york_knights", "select e_york_infantry", "select e_durham_infantry", "select e_cumbria_infantry",
        "done",
    ]  # fmt: skip
    assert refused(state, "select e_edward") == ["7.4-1"]
    state = play(state, "done; done; done")
    assert (about(state), at(state, "england")) == ("the next card dealt", "")


@proves("hs:7.5-1")
@pytest.mark.parametrize(("steps", "after"), [(1, "s_wallace:3"), (3, "s_wallace"), (4, "s_wallace")])
def test_wallace_may_go_to_selkirk_from_anywhere_and_regains_two_steps(steps: int, after: str) -> None:
    state = winter({"england": f"s_wallace:{steps}"}, "wallace")
    assert options(state) == ["choose england", "choose selkirk"]
    assert refused(state, "choose fife") == ["7.5-1"]
    assert at(play(state, "choose selkirk"), "selkirk") == after
    assert at(winter({"selkirk": f"s_wallace:{steps}"}, "wallace"), "selkirk") == after


@proves("hs:7.5-2")
def test_wallace_finds_selkirk_shut_by_a_wintering_edward() -> None:
    state = winter({"selkirk": "e_edward", "fife": "s_wallace:1"}, "wallace", year=1299, wintered=1299)
    assert at(state, "fife") == "s_wallace:1"
    asked = winter({"selkirk": "e_edward", "fife": "s_wallace:1", "moray": "s_moray"}, "moray", year=1299)
    assert about(asked) == "where Moray winters"
    assert refused(winter({"fife": "s_wallace:1"}, "wallace"), "choose angus") == ["7.5-1"]


@proves("hs:7.5-3", "hs:7.5-4", "hs:7.5-5", "hs:5.9-5")
def test_scots_above_the_limit_disband_as_their_owner_likes_but_no_nobles() -> None:
    blocks = {"mar": "s_mar s_grant", "england": "s_fraser", "selkirk": "s_wallace s_lindsay", "ross": "s_ross s_moray"}
    state = winter({**blocks, "lothian": "e_mentieth"}, "scottish_disband")
    assert options(state) == ["select s_lindsay", "select s_fraser", "select s_grant", "select s_moray"]
    assert set(refused(state, "done")) == {"7.5-3", "5.9-5"}
    assert refused(state, "select s_mar") == ["7.5-5"]
    assert refused(state, "select s_wallace") == ["7.5-3"]
    state = play(state, "select s_lindsay; select s_fraser; select s_moray; select s_grant")
    assert (at(state, "selkirk"), at(state, "ross"), about(state)) == (
        "s_wallace",
        "s_ross",
        "how a replacement point is used",
    )


def test_scots_disband_freely_where_the_ruleset_lets_them() -> None:
    state = winter({"ross": "s_norse:1", "fife": "s_mar", "lothian": "e_ross"}, "scottish_disband", VOLUNTARY)
    assert options(state) == ["select s_norse", "done"]
    state = play(state, "select s_norse; done")
    assert (where(state, "s_norse"), about(state)) == ("pool", "how a replacement point is used")


@proves("hs:7.62-1", "hs:7.62-2")
def test_the_french_come_into_the_pool_with_the_eighth_noble_and_stay() -> None:
    eight = {"fife": "s_mar s_angus s_argyll s_atholl s_buchan s_lennox s_dunbar"}
    state = winter(eight, "french")
    assert where(state, "s_french") == "pool"
    fewer = winter({"fife": "s_mar s_angus s_argyll s_atholl s_buchan s_lennox"}, "french")
    assert where(fewer, "s_french") == "aside"
    dead = winter(eight, "french", dead=["s_french"])
    assert where(dead, "s_french") == "dead"


@proves("hs:9.0-1", "hs:9.0-2", "hs:I-2", "hs:8.1-1", "hs:8.2-1")
def test_the_last_winter_ends_with_a_count_of_nobles() -> None:
    state = winter({"fife": "e_mar", "mar": "s_grant"}, "end", year=1305)
    assert winner(winter({"fife": "e_mar", "moray": "s_douglas"}, "end", year=1305)) == ("england", "9.0-1")
    assert winner(state) == ("england", "9.0-1")
    tie = {"fife": "e_mar", "angus": "s_angus"}
    assert winner(winter({**tie, "selkirk": "s_wallace"}, "end", year=1305)) == ("scotland", "9.0-2")
    assert winner(winter(tie, "end", year=1305, pool=["s_wallace"])) == ("england", "9.0-2")
    assert winner(winter({**tie, "buchan": "s_buchan"}, "end", year=1314, last_year=1314)) == ("scotland", "9.0-1")


@proves("hs:8.3-1", "hs:8.3-2", "hs:7.8-1", "hs:7.0-3")
def test_a_campaign_goes_on_past_1314_with_fresh_cards() -> None:
    state = winter({"fife": "e_mar"}, "end", year=1314, last_year=0)
    assert (winner(state), state.calendar.year, about(state)) == (("", ""), 1315, "the next card dealt")


def test_a_winter_step_is_not_asked_of_who_is_away() -> None:
    state, _ = happened(winter({"fife": "e_york_infantry"}, "moray"), "done")
    assert about(state) == "how a replacement point is used"


@proves("hs:7.4-1")
def test_edward_wintering_cites_its_rule() -> None:
    _, events = happened(winter({"fife": "e_edward"}, "edward", year=1299), "winter")
    assert "7.4-1" in cited(events)
    assert not_asked(winter({"fife": "e_edward"}, "edward", year=1299), "choose fife")


@proves("hs:7.4-7", "hs:7.31-1", "hs:7.3-1")
@pytest.mark.parametrize("wintered", [0, 1297, 1298])
def test_where_infantry_may_stay_in_england_it_must_leave_it_empty_for_a_wintering_edward(wintered: int) -> None:
    """Given Edward I winters in Fife this year, then England starts the next year empty whatever the option says."""
    blocks = {"fife": "e_edward", "england": "e_york_infantry"}
    state = winter(blocks, "english_leave", ruleset(english_in_england_winter="stay"), wintered=wintered)
    assert where(state, "e_york_infantry") == ("pool" if wintered == 1298 else "england")


@proves("hs:7.31-1", "hs:7.4-7", "hs:7.32-1")
@pytest.mark.parametrize(("wintered", "rule_id"), [(0, "7.32-1"), (1297, "7.32-1"), (1298, "7.4-7")])
def test_who_leaves_goes_by_the_rule_of_his_type_or_of_england(wintered: int, rule_id: str) -> None:
    """Given infantry in England, then the limit or a wintering Edward sends it away; knights go by their own rule."""
    blocks = {"fife": "e_edward", "england": "e_york_infantry e_york_knights", "mar": "e_hobelars"}
    frames = Wintering(WinteringStage.ENGLISH_LEAVE)
    events = wintering_advance(standing(blocks, frames, wintered=wintered), frames).events
    gone = {str(dict(each.facts)["block"]): each.rules for each in events if each.kind == EventKind.BLOCK_DISBANDED}
    assert gone == {
        "e_york_infantry": ("hs:7.0-4", f"hs:{rule_id}"),
        "e_york_knights": ("hs:7.0-4", "hs:7.31-1"),
        "e_hobelars": ("hs:7.0-4", "hs:7.31-1"),
    }
