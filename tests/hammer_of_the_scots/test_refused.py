"""Battles, event cards and builds: what is said of an action that is refused, with every fact."""

from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch05_battles import waits_by
from reference.hammer_of_the_scots.frames import Battle, Building, Landing, PillageGains
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import (
    battle,
    go,
    judged,
    moves,
    play,
    ruleset,
    standing,
    told,
    unasked_of,
    winter,
)

FIFE, MAR = area("fife"), area("mar")


# ---------------------------------------------------------------- battles


@proves("hs:5.41-2", "hs:5.32-5")
def test_a_block_that_cannot_take_a_hit_hears_its_strength_and_the_highest() -> None:
    blocks = {"buchan": "s_grant e_york_infantry e_durham_infantry:2 e_cumbria_infantry", "fife": "e_westmor_infantry"}
    state = battle(blocks, "buchan", "england", waiting="e_cumbria_infantry")
    state = play(state, "fight s_grant; roll 1; roll 6; roll 6")
    facts = {"block": "e_durham_infantry", "steps": 2, "strongest": 4}
    assert told(state, "select e_durham_infantry") == [("not_strongest", "5.41-2", facts)]
    assert told(state, "select e_cumbria_infantry") == [("in_reserve", "5.32-5", {"block": "e_cumbria_infantry"})]
    assert told(state, "select e_westmor_infantry") == [("not_in_battle", "5.41-2", {"block": "e_westmor_infantry"})]
    assert told(state, "select s_grant") == [("not_your_block", "5.41-2", {"block": "s_grant"})]


@proves("hs:5.32-5", "hs:5.7-3")
def test_who_waits_after_round_one_is_a_captive_and_waits_by_the_rule_of_captives() -> None:
    """Given Mar is captured in round two, then he is told 5.7; a reserve of round one is told 5.32."""
    assert [waits_by(Battle(FIFE, Side.ENGLAND, now)) for now in (1, 2, 3)] == ["hs:5.32-5", "hs:5.7-3", "hs:5.7-3"]
    state = battle({"fife": "s_wallace e_mar:1 e_york_infantry"}, "fife", "england")
    state = play(state, "hold s_wallace; hold e_mar; hold e_york_infantry; fight s_wallace")
    state = play(state, "roll 1; roll 1; roll 1; roll 1")
    state = play(state, "select e_york_infantry; select e_york_infantry; select e_york_infantry; select e_mar")
    assert unasked_of(state, "scotland", "hold s_mar") == [("in_reserve", "5.7-3", {"block": "s_mar"})]


@proves("hs:5.5-6", "hs:5.5-7")
def test_a_shut_border_names_who_shut_it() -> None:
    """Given England came from Angus, and Scotland too or not, then Grant hears what shuts the way to Angus."""
    blocks = {"buchan": "s_grant", "angus": "e_york_infantry e_durham_infantry"}
    state = go(go(moves(blocks, "move1", "move1"), "e_york_infantry", "buchan"), "e_durham_infantry", "buchan")
    state = play(state, "done; done; choose buchan; withdraw s_grant")
    between = {"between": ["angus", "buchan"]}
    assert told(state, "choose angus") == [("border_shut", "5.5-6", between)]


@proves("hs:5.5-12", "hs:5.5-13", "hs:4.6b-4")
def test_the_norse_hear_which_area_is_no_friendly_coast() -> None:
    """Given the Norse retreat from Fife, then they hear the place they asked for, and England has its own rule."""
    state = play(battle({"fife": "s_norse e_york_infantry", "mar": "s_mar"}, "fife", "england"), "withdraw s_norse")
    for to, rule in (("ross", "5.5-12"), ("lanark", "5.5-12"), ("fife", "5.5-12"), ("england", "5.5-13")):
        assert told(state, f"choose {to}") == [("norse_need_friendly_coast", rule, {"to": to})]


@proves("hs:5.6-1", "hs:5.6-2")
def test_only_the_winner_regroups_and_only_with_blocks_of_this_battle() -> None:
    blocks = {"fife": "s_wallace s_douglas e_york_infantry:1", "mar": "s_grant", "angus": "e_durham_infantry"}
    state = battle(blocks, "fife", "england")
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_york_infantry")
    assert told(state, "select e_durham_infantry") == [("not_your_block", "5.6-2", {"block": "e_durham_infantry"})]
    assert told(state, "select s_grant") == [("not_in_battle", "5.6-2", {"block": "s_grant"})]


# ---------------------------------------------------------------- event cards


@proves("hs:C-5")
def test_victuals_give_three_steps_and_no_more() -> None:
    state = moves({"fife": "s_wallace:1 s_douglas:1", "mar": "s_grant:1"}, "move1", "victuals")
    state = play(state, "select s_wallace; select s_wallace")
    assert told(state, "select s_grant") == [("one_area_only", "C-5", {"area": "fife"})]
    state = play(state, "select s_wallace")
    assert told(state, "select s_douglas") == [("steps_used", "C-5", {"steps": 3})]


@proves("hs:C-2", "hs:5.41-2")
def test_a_plundered_block_hears_why_it_does_not_take_the_hit() -> None:
    state = moves({"fife": "s_wallace", "angus": "e_york_infantry e_durham_infantry:1"}, "move1", "pillage")
    assert told(state, "choose ross") == [("not_adjacent", "C-2", {"area": "ross", "side": "scotland"})]
    assert told(state, "choose mar") == [
        ("no_enemy_group", "C-2", {"area": "mar"}),
        ("not_adjacent", "C-2", {"area": "mar", "side": "scotland"}),
    ]
    state = play(state, "choose angus")
    facts = {"block": "e_durham_infantry", "steps": 1, "strongest": 4}
    assert told(state, "select e_durham_infantry") == [("not_strongest", "C-2", facts)]
    assert told(state, "select e_ross") == [("not_in_area", "C-2", {"block": "e_ross", "area": "angus"})]
    assert told(state, "select s_wallace") == [("not_your_block", "C-2", {"block": "s_wallace"})]


@proves("hs:C-2b")
def test_plundered_steps_are_added_next_to_the_plundered_area_until_none_is_left() -> None:
    blocks = {"fife": "s_wallace:1", "mar": "s_grant:1", "ross": "s_ross:1", "angus": "e_york_infantry"}
    state = standing(blocks, PillageGains(Side.SCOTLAND, area("angus"), 1))
    facts = {"area": "ross", "next_to": "angus"}
    assert judged(state, "select s_ross") == [("not_adjacent", "C-2b", facts)]
    used = standing(blocks, PillageGains(Side.SCOTLAND, area("angus"), 0, group=FIFE))
    assert judged(used, "select s_wallace") == [("steps_used", "C-2b", {})]
    assert judged(used, "done") == []


@proves("hs:C-3")
def test_a_sea_move_takes_two_blocks_from_one_area_to_one_other() -> None:
    blocks = {"fife": "s_wallace s_douglas s_barclay", "lothian": "s_grant", "moray": "s_fraser"}
    state = play(moves(blocks, "move1", "sea_move"), "select s_wallace; choose lothian")
    assert told(state, "select s_fraser") == [("one_area_only", "C-3", {"source": "fife"})]
    second = play(state, "select s_douglas")
    elsewhere = ("one_area_only", "C-3", {"target": "lothian"})
    assert told(second, "choose moray") == [elsewhere]
    assert told(second, "choose lanark") == [
        ("not_coastal", "C-3", {"area": "lanark"}), elsewhere, ("not_friendly", "C-3", {"area": "lanark"}),
    ]  # fmt: skip
    assert told(second, "choose fife") == [("same_area", "C-3", {"area": "fife"}), elsewhere]
    done = play(second, "choose lothian")
    assert told(done, "select s_barclay") == [("all_shipped", "C-3", {"blocks": 2})]


@proves("hs:C-3", "hs:C-3b")
def test_a_block_that_is_not_shipped_hears_every_reason() -> None:
    """Given both blocks have sailed from Fife, then the Norse, and Fraser inland, hear that and all else."""
    blocks = {"fife": "s_wallace s_douglas", "lothian": "s_grant", "moray": "s_norse", "selkirk": "s_fraser"}
    state = play(
        moves(blocks, "move1", "sea_move"), "select s_wallace; choose lothian; select s_douglas; choose lothian"
    )
    used = [("all_shipped", "C-3", {"blocks": 2})]
    other = [("one_area_only", "C-3", {"source": "fife"})]
    norse = [("norse_not_shipped", "C-3b", {"block": "s_norse"})]
    assert told(state, "select s_norse") == norse + used + other
    assert told(state, "select s_fraser") == [*used, ("not_coastal", "C-3", {"area": "selkirk"}), *other]
    assert told(state, "select e_ross") == [("not_your_block", "C-3", {"block": "e_ross"})]


@proves("hs:C-5", "hs:C-2b")
def test_a_block_that_gains_no_step_hears_every_reason() -> None:
    """Given all steps went to Fife, then Grant of Ross, who is at full strength, hears all three reasons."""
    state = moves({"fife": "s_wallace:1", "ross": "s_grant"}, "move1", "victuals")
    state = play(state, "select s_wallace; select s_wallace; select s_wallace")
    full = "at_full_strength"
    assert told(state, "select s_grant") == [
        ("steps_used", "C-5", {"steps": 3}),
        ("one_area_only", "C-5", {"area": "fife"}),
        (full, "C-5", {"block": "s_grant"}),
    ]
    blocks = {"fife": "s_wallace", "ross": "s_grant", "angus": "e_york_infantry"}
    used = standing(blocks, PillageGains(Side.SCOTLAND, area("angus"), 0, group=FIFE))
    assert judged(used, "select s_grant") == [
        ("steps_used", "C-2b", {}),
        ("not_adjacent", "C-2b", {"area": "ross", "next_to": "angus"}),
        ("one_area_only", "C-2b", {"area": "fife"}),
        (full, "C-2b", {"block": "s_grant"}),
    ]


@proves("hs:1.1-3", "hs:5.5-4", "hs:5.6-3")
def test_nobody_goes_where_he_is() -> None:
    """Given Grant in Fife, then to march, retreat or regroup to Fife is refused because he is there."""
    state = moves({"fife": "s_grant"}, "move1", "move2")
    assert told(state, "march s_grant fife") == [("same_area", "1.1-3", {"area": "fife"})]
    assert told(state, "march s_grant ross") == [("no_border", "1.1-3", {"source": "fife", "to": "ross"})]
    fight = battle({"fife": "s_grant e_york_infantry:1"}, "fife", "england")
    assert told(play(fight, "withdraw s_grant"), "choose fife") == [("same_area", "5.5-4", {"area": "fife"})]
    won = play(fight, "fight s_grant; roll 1; roll 6; roll 6; select e_york_infantry; select s_grant")
    assert told(won, "choose fife") == [("same_area", "5.6-3", {"area": "fife"})]


@proves("hs:C-3", "hs:C-1d")
def test_a_block_with_no_harbour_but_an_england_under_truce_hears_the_truce() -> None:
    """Given England's truce and Wallace in England, then the only harbour is shut by it; without him there is none."""
    for england, found in (("s_wallace", ("truce_bars_raid", "C-1d", {"area": "england"})),
                           ("", ("no_destination", "C-3", {"area": "fife"}))):  # fmt: skip
        state = moves({"fife": "s_douglas", "england": england, "galloway": "e_galloway"}, "truce", "sea_move")
        assert told(play(state, "play_event"), "select s_douglas") == [found]


# ---------------------------------------------------------------- builds


@proves("hs:S7-5")
def test_a_landing_hears_all_that_a_place_lacks_and_its_name() -> None:
    """Given the Norse were drawn for Badenoch, then each place lacks what it lacks."""
    blocks = {"badenoch": "s_comyn", "moray": "s_moray", "strathspey": "s_grant", "lothian": "s_douglas"}
    state = standing(blocks, Landing(block("s_norse"), area("badenoch")), pool=["s_norse"])
    apart = {"next_to": "badenoch"}
    assert judged(state, "choose lothian") == [("not_adjacent", "S7-5", {"area": "lothian", **apart})]
    assert judged(state, "choose lanark") == [
        ("not_coastal", "S7-5", {"area": "lanark"}),
        ("not_adjacent", "S7-5", {"area": "lanark", **apart}),
        ("not_friendly", "S7-5", {"area": "lanark"}),
    ]
    assert judged(state, "choose moray") == []


@proves("hs:7.6-1", "hs:7.61-7", "hs:7.61-2")
def test_a_point_is_spent_only_where_one_is_left() -> None:
    """Given Mar and Buchan give points, then other areas are not friendly, give none, or have spent theirs."""
    blocks = {"mar": "s_mar:1", "buchan": "s_buchan s_grant", "lanark": "e_york_infantry", "selkirk": "s_fraser:1"}
    frame = Building(Side.SCOTLAND, (area("buchan"),))
    state = standing(blocks, frame, pool=["s_keith"])
    spent = ("no_points_in_area", "7.6-1", {"area": "mar", "given": 1})
    full = ("area_full", "7.61-7", {"area": "mar", "blocks": 1, "limit": 1})
    assert judged(state, "select s_mar") == [spent]
    assert judged(state, "choose mar") == [spent, full]
    assert judged(state, "choose lanark") == [("not_friendly", "7.6-1", {"area": "lanark"})]
    assert judged(state, "choose fife") == [("not_friendly", "7.6-1", {"area": "fife"})]
    assert judged(state, "choose selkirk") == [("no_points_in_area", "7.6-1", {"area": "selkirk", "given": 0})]
    assert judged(state, "choose buchan") == [("area_full", "7.61-7", {"area": "buchan", "blocks": 2, "limit": 2})]
    assert judged(standing(blocks, Building(Side.ENGLAND, ())), "choose lanark") == [
        ("no_new_english", "7.63-2", {"area": "lanark"})
    ]


def test_points_that_must_be_spent_cite_the_rule_of_the_side() -> None:
    rules = ruleset(replacements_must_be_spent="yes")
    scots = winter({"fife": "s_douglas:1"}, "scottish_build", rules)
    assert told(scots, "done") == [("points_must_be_spent", "7.61-6", {"points": 4})]
    english = winter({"mar": "e_york_infantry:1"}, "english_build", rules)
    assert told(english, "done") == [("points_must_be_spent", "7.63-1", {"points": 2})]


@proves("hs:6.22-1")
def test_balliol_hears_from_when_on_he_may_return() -> None:
    state = moves({"fife": "s_french"}, "move1", "victuals", year=1300)
    assert told(state, "crown balliol") == [("too_early_for_balliol", "6.22-1", {"year": 1300, "first": 1301})]
