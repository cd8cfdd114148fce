"""Chapter 5.5 and 5.6: retreats and regrouping."""

import pytest

from reference.hammer_of_the_scots.state import State
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import (
    about,
    at,
    battle,
    by,
    go,
    moves,
    options,
    place,
    play,
    refused,
    ruleset,
    where,
)


@proves("hs:5.5-1", "hs:5.5-2", "hs:5.5-4")
def test_blocks_retreat_in_their_turn_to_different_adjacent_areas_without_enemies() -> None:
    state = battle(
        {"mar": "s_grant s_fraser e_york_infantry", "angus": "e_angus", "buchan": "s_buchan"}, "mar", "england"
    )
    state = play(state, "withdraw s_grant")
    assert options(state) == ["choose buchan", "choose badenoch", "choose atholl"]
    assert refused(state, "choose angus") == ["5.5-4"]
    assert refused(state, "choose fife") == ["5.5-4"]
    state = play(state, "choose buchan; withdraw s_fraser; choose badenoch")
    assert (at(state, "buchan"), at(state, "badenoch"), by(state)) == ("s_grant s_buchan", "s_fraser", "england")


@proves("hs:5.5-5")
def test_the_limits_of_borders_hold_anew_for_each_round() -> None:
    blocks = {
        "mar": "s_grant s_fraser s_lindsay e_york_infantry",
        "buchan": "e_buchan",
        "badenoch": "e_comyn",
        "atholl": "e_atholl",
    }
    state = battle(blocks, "mar", "england")
    state = play(state, "withdraw s_grant; choose angus; withdraw s_fraser; choose angus")
    assert refused(state, "withdraw s_lindsay") == ["5.5-4", "5.5-5"]
    state = play(state, "hold s_lindsay; hold e_york_infantry; withdraw s_lindsay; choose angus")
    assert at(state, "angus") == "s_lindsay s_fraser s_grant"


@proves("hs:5.5-5")
def test_a_full_border_is_refused_by_its_own_rule() -> None:
    state = battle({"mar": "s_grant s_fraser s_lindsay e_york_infantry"}, "mar", "england")
    state = play(state, "withdraw s_grant; choose angus; withdraw s_fraser; choose angus; withdraw s_lindsay")
    assert refused(state, "choose angus") == ["5.5-5"]


@proves("hs:5.5-6", "hs:5.5-7")
def test_a_border_the_enemy_used_is_shut_unless_the_second_player_used_it_too() -> None:
    used = {"angus>mar": ["england"], "buchan>mar": ["england", "scotland"]}
    state = battle({"mar": "s_grant s_fraser e_york_infantry"}, "mar", "england", entries=used)
    state = play(state, "withdraw s_grant")
    assert refused(state, "choose angus") == ["5.5-6"]
    assert "choose buchan" in options(state)
    second = battle({"mar": "s_grant e_york_infantry"}, "mar", "england", entries=used)
    second = play(second, "hold s_grant; withdraw e_york_infantry")
    assert refused(second, "choose buchan") == ["5.5-7"]
    assert "choose angus" in options(second)


@proves("hs:5.5-7")
@pytest.mark.parametrize("preset", ["standard", "de"])
def test_of_a_border_used_by_both_the_first_player_keeps_away_whoever_began_the_battle(preset: str) -> None:
    """Given York came from Angus and Fraser, to help Grant, came the same way, then only Scots may retreat there."""
    blocks = {"angus": "e_york_infantry e_durham_infantry", "buchan": "s_grant", "fife": "s_fraser"}
    state = moves(blocks, "move2", "move1", ruleset(preset))
    state = play(go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan"), "done")
    state = play(go(state, "s_fraser", "angus", "buchan"), "done; choose buchan")
    english = play(state, "hold s_grant; withdraw e_york_infantry")
    assert options(english) == ["choose strathspey", "choose badenoch", "choose mar"]
    assert refused(english, "choose angus") == ["5.5-7"]
    assert "choose angus" in options(play(state, "withdraw s_grant"))


@proves("hs:5.5-8")
def test_nobody_retreats_into_a_battle_still_to_be_fought() -> None:
    state = moves({"angus": "e_york_infantry e_durham_infantry", "mar": "s_grant", "fife": "s_douglas"}, "move2")
    state = play(
        go(go(state, "e_york_infantry", "mar"), "e_durham_infantry", "fife"),
        "done; done; choose fife; withdraw s_douglas",
    )
    assert options(state) == ["choose atholl", "choose mentieth"]
    blocks = {"fife": "s_douglas e_york_infantry", "angus": "s_grant e_durham_infantry"}
    state = battle(blocks, "fife", "england", attackers={"fife": "england", "angus": "england"})
    assert refused(play(state, "withdraw s_douglas"), "choose angus") == ["5.5-8"]


@proves("hs:5.5-10", "hs:5.5-11")
def test_scots_never_retreat_into_england_nor_english_out_of_it() -> None:
    state = play(battle({"annan": "s_bruce e_york_infantry"}, "annan", "england"), "withdraw s_bruce")
    assert refused(state, "choose england") == ["5.5-11"]
    state = play(
        battle({"annan": "s_bruce e_york_infantry"}, "annan", "scotland"), "hold s_bruce; withdraw e_york_infantry"
    )
    assert "choose england" in options(state)
    state = battle({"england": "s_bruce e_york_infantry"}, "england", "scotland")
    assert refused(play(state, "hold s_bruce"), "withdraw e_york_infantry") == ["5.5-10"]


@proves("hs:5.5-12", "hs:5.5-13", "hs:4.6b-4")
def test_the_norse_retreat_to_any_friendly_scottish_coast_but_to_no_empty_one() -> None:
    state = battle(
        {"fife": "s_norse e_york_infantry", "moray": "s_moray", "england": "s_wallace", "mar": "s_mar"},
        "fife",
        "england",
    )
    state = play(state, "withdraw s_norse")
    assert options(state) == ["choose moray", "choose galloway"]
    assert refused(state, "choose angus") == ["5.5-12"]
    assert refused(state, "choose mar") == ["5.5-12"]
    assert refused(state, "choose england") == ["5.5-13"]
    assert where(play(state, "choose moray"), "s_norse") == "moray"
    alone = battle({"fife": "s_norse e_york_infantry", "galloway": "e_galloway", "mar": "s_mar"}, "fife", "england")
    assert refused(alone, "withdraw s_norse") == ["5.5-12"]


@proves("hs:5.6-1", "hs:5.6-2", "hs:5.6-3")
def test_the_winner_regroups_reserves_too_to_friendly_or_empty_neighbours_even_over_used_borders() -> None:
    state = battle(
        {"mar": "e_york_infantry:1 s_grant s_fraser", "atholl": "e_atholl", "buchan": "s_buchan"}, "mar", "england",
        waiting="s_fraser", entries={"angus>mar": ["england"]},
    )  # fmt: skip
    state = play(state, "fight s_grant; roll 1; roll 6; roll 6; select e_york_infantry")
    assert (by(state), options(state)) == ("scotland", ["select s_fraser", "select s_grant", "done"])
    state = play(state, "select s_fraser")
    assert options(state) == ["choose buchan", "choose badenoch", "choose angus"]
    assert refused(state, "choose atholl") == ["5.6-3"]
    assert refused(state, "choose fife") == ["5.6-3"]
    state = play(state, "choose angus")
    assert refused(state, "select s_fraser") == ["5.6-1"]
    assert refused(state, "select s_buchan") == ["5.6-2"]
    assert about(play(state, "done")) == "a card to play face down"


@proves("hs:5.6-4")
def test_nobody_regroups_into_a_battle_still_to_be_fought() -> None:
    state = place(
        {"mar": "s_grant", "angus": "s_fraser e_york_infantry"},
        [
            {"type": "turn", "stage": "raid"},
            {"type": "battles"},
            {"type": "regrouping", "side": "scotland", "area": "mar"},
        ],
        attackers={"angus": "england"},
        first="england",
        played={"england": "move1", "scotland": "move1"},
    )
    assert refused(play(state, "select s_grant"), "choose angus") == ["5.6-4"]


def regroup(side: str, area: str, blocks: dict[str, str]) -> State:
    """Return a regroup under way."""
    return place(
        blocks,
        [{"type": "turn", "stage": "raid"}, {"type": "battles"}, {"type": "regrouping", "side": side, "area": area}],
        first="england",
        played={"england": "move1", "scotland": "move1"},
    )


@proves("hs:5.6-5", "hs:5.6-6", "hs:4.6b-4")
def test_the_norse_regroup_to_any_friendly_scottish_coast() -> None:
    state = regroup("scotland", "fife", {"fife": "s_norse", "england": "s_wallace", "lothian": "e_edward"})
    state = play(state, "select s_norse")
    assert options(state) == ["choose galloway"]
    assert refused(state, "choose england") == ["5.6-6"]
    assert refused(state, "choose angus") == ["5.6-5"]
    alone = regroup("scotland", "fife", {"fife": "s_norse", "galloway": "e_galloway", "mar": "s_mar"})
    assert options(alone) == ["done"]
    assert refused(alone, "select s_norse") == ["5.6-5"]


@proves("hs:5.6-7")
def test_the_limits_of_borders_hold_for_regrouping() -> None:
    state = regroup("scotland", "mar", {"mar": "s_grant s_fraser s_lindsay"})
    state = play(state, "select s_grant; choose angus; select s_fraser; choose angus; select s_lindsay")
    assert refused(state, "choose angus") == ["5.6-7"]


@proves("hs:5.6-8")
def test_only_scots_regroup_out_of_england_and_only_english_into_it() -> None:
    english = regroup("england", "annan", {"annan": "e_york_infantry"})
    assert "choose england" in options(play(english, "select e_york_infantry"))
    leaving = regroup("england", "england", {"england": "e_york_infantry"})
    assert options(leaving) == ["done"]
    scots = play(regroup("scotland", "annan", {"annan": "s_bruce"}), "select s_bruce")
    assert refused(scots, "choose england") == ["5.6-8"]
    home = play(regroup("scotland", "england", {"england": "s_bruce"}), "select s_bruce")
    assert options(home) == ["choose dunbar", "choose annan", "choose teviot"]


@proves("hs:5.6-3", "hs:5.6-8")
def test_a_regroup_for_which_there_is_no_way_is_refused_by_every_rule_that_bars_one() -> None:
    state = regroup("england", "england", {"england": "e_york_infantry"})
    assert refused(state, "select e_york_infantry") == ["5.6-8"]
    held = {"lothian": "e_durham_infantry", "selkirk": "e_cumbria_infantry", "teviot": "e_westmor_infantry"}
    scots = regroup("scotland", "dunbar", {"dunbar": "s_grant", **held})
    assert refused(scots, "select s_grant") == ["5.6-8", "5.6-3"]


@proves("hs:5.3-2", "hs:5.5-9")
def test_a_block_with_a_way_out_must_take_it() -> None:
    state = battle({"fife": "s_douglas e_york_infantry"}, "fife", "england")
    state = play(state, "hold s_douglas; hold e_york_infantry; " * 3)
    state = play(state, "select e_york_infantry")
    assert refused(state, "give_up") == ["5.5-9"]
    assert refused(state, "choose ross") == ["5.5-4"]


@proves("hs:5.5-10", "hs:5.5-6", "hs:5.5-4", "hs:5.5-11", "hs:5.5-1")
def test_a_retreat_for_which_there_is_no_way_is_refused_by_every_rule_that_bars_one() -> None:
    blocks = {"england": "e_york_infantry s_grant"}
    free = battle(blocks, "england", "scotland")
    assert refused(free, "withdraw e_york_infantry") == ["5.5-10"]
    used = battle(blocks, "england", "scotland", entries={"annan>england": ["scotland"]})
    assert refused(used, "withdraw e_york_infantry") == ["5.5-10", "5.5-6"]
    held = {"lothian": "e_durham_infantry", "selkirk": "e_cumbria_infantry", "teviot": "e_westmor_infantry"}
    scots = battle({"dunbar": "s_grant e_york_infantry", **held}, "dunbar", "england")
    assert refused(scots, "withdraw s_grant") == ["5.5-11", "5.5-4"]


@proves("hs:5.5-12")
def test_the_norse_without_a_friendly_coast_may_not_choose_to_retreat() -> None:
    blocks = {"mar": "s_mar", "moray": "s_norse e_york_infantry", "galloway": "e_galloway"}
    assert refused(battle(blocks, "moray", "england"), "withdraw s_norse") == ["5.5-12"]
