"""Chapter 4: groups, borders, the Anglo-Scottish border, pinning, the Norse."""

from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import (
    about,
    at,
    by,
    cited,
    go,
    happened,
    moves,
    not_asked,
    options,
    place,
    play,
    refused,
    ruleset,
    where,
)

SIX = (
    "e_york_infantry e_lancaster_infantry e_northumber_infantry e_durham_infantry e_cumbria_infantry e_westmor_infantry"
)


@proves("hs:4.0-1", "hs:4.0-3")
def test_nobody_has_to_move_and_points_lapse() -> None:
    state, events = happened(moves({"fife": "s_douglas"}, "move3", "move1"), "done; done")
    assert {"4.0-1", "4.0-3"} <= cited(events)
    assert about(state) == "a card to play face down"


@proves("hs:4.0-4", "hs:4.2-4")
def test_blocks_pass_through_friends_and_empty_areas() -> None:
    state = play(moves({"fife": "s_wallace", "angus": "s_grant"}, "move1", "move2"), "select s_wallace")
    state = play(state, "march s_wallace angus; march s_wallace buchan; march s_wallace strathspey")
    assert where(state, "s_wallace") == "strathspey"


@proves("hs:4.0-5", "hs:I-9")
def test_a_block_that_meets_enemies_stops_and_fights() -> None:
    state = moves({"fife": "s_wallace", "angus": "e_york_infantry"}, "move1", "move2")
    state = play(state, "select s_wallace; march s_wallace angus")
    assert options(state) == ["select s_galloway", "done"]
    assert refused(state, "march s_wallace buchan") == ["4.0-6", "4.0-5"]
    assert options(play(state, "done; done")) == ["choose angus"]


@proves("hs:4.0-6")
def test_a_block_moves_once_a_turn() -> None:
    state = moves({"fife": "s_douglas s_barclay"}, "move1", "move2")
    state = play(state, "select s_douglas; march s_douglas angus; march s_douglas angus")
    assert refused(state, "select s_douglas") == ["4.0-6"]
    assert options(state) == ["select s_barclay", "select s_galloway", "done"]


@proves("hs:4.2-2", "hs:4.2-4")
def test_a_point_serves_every_block_of_one_area_wherever_they_go() -> None:
    state = moves({"fife": "s_douglas s_barclay", "moray": "s_grant"}, "move1", "move1")
    state = play(state, "done; select s_douglas; march s_douglas angus; march s_douglas angus")
    assert refused(state, "select s_grant") == ["4.2-2"]
    state = play(state, "select s_barclay; march s_barclay mentieth; march s_barclay lanark")
    assert (at(state, "angus"), at(state, "lanark"), options(state)) == ("s_douglas", "s_barclay", ["done"])


@proves("hs:4.2-4")
def test_a_block_goes_no_further_than_its_rating_and_not_straight_back() -> None:
    state = play(moves({"fife": "s_douglas"}, "move1", "move2"), "select s_douglas; march s_douglas angus")
    assert options(state) == [f"march s_douglas {to}" for to in ("angus", "buchan", "mar", "atholl")]
    assert refused(state, "march s_douglas fife") == ["4.2-4"]
    state = play(state, "march s_douglas buchan")
    assert refused(state, "march s_douglas strathspey") == ["4.0-6"]


@proves("hs:4.2-4", "hs:4.0-1", "hs:C-1")
def test_a_block_with_nowhere_to_go_cannot_be_picked_and_one_that_can_go_no_further_stops() -> None:
    """Given a truce, when enemies stand all around Dunbar, then its block cannot move; by one way it stops."""
    around = {
        "dunbar": "s_dunbar",
        "england": "e_york_infantry",
        "lothian": "e_durham_infantry",
        "selkirk": "e_cumbria_infantry",
    }
    shut = moves({**around, "teviot": "e_westmor_infantry"}, "truce", "move1")
    shut = play(shut, "play_event")
    assert refused(shut, "select s_dunbar") == ["4.2-4"]
    state = play(moves({**around, "annan": "e_westmor_infantry"}, "truce", "move1"), "play_event; select s_dunbar")
    state = play(state, "march s_dunbar teviot")
    assert (where(state, "s_dunbar"), about(state)) == ("teviot", "a block to move")


@proves("hs:4.3-2", "hs:4.3-4", "hs:4.3-7")
def test_a_seventh_block_finds_a_black_border_shut_for_its_player_only() -> None:
    state = moves({"buchan": f"{SIX} e_york_knights", "fife": "s_douglas"}, "move2", "move1")
    for block in SIX.split():
        state = play(state, f"select {block}; march {block} angus; march {block} angus")
    state = play(state, "select e_york_knights")
    assert refused(state, "march e_york_knights angus") == ["4.3-2"]
    state = play(state, "march e_york_knights strathspey; march e_york_knights strathspey; done; select s_douglas")
    assert "march s_douglas angus" in options(state)


@proves("hs:4.3-3", "hs:4.3-4")
def test_a_third_block_finds_a_red_border_shut_in_either_direction() -> None:
    state = moves({"mar": "e_york_infantry", "angus": "e_durham_infantry e_cumbria_infantry"}, "move2", "move1")
    state = play(state, "select e_york_infantry; march e_york_infantry angus")
    state = play(state, "select e_durham_infantry; march e_durham_infantry mar; select e_cumbria_infantry")
    assert refused(state, "march e_cumbria_infantry mar") == ["4.3-3"]


@proves("hs:4.3-5", "hs:I-9")
def test_a_red_border_stops_even_a_leader() -> None:
    state = moves({"angus": "s_wallace"}, "move1", "move2")
    state = play(state, "select s_wallace; march s_wallace mar")
    assert refused(state, "march s_wallace buchan") == ["4.0-6", "4.3-5"]


@proves("hs:4.4-2", "hs:5.9-1", "hs:5.9-2")
def test_scots_may_enter_england_for_a_point_each_and_stop_there() -> None:
    state = moves({"annan": "s_wallace s_lindsay s_bruce"}, "move1", "move2")
    state = play(state, "select s_wallace; march s_wallace england")
    assert refused(state, "march s_wallace dunbar") == ["4.0-6", "4.4-2"]
    state = play(state, "select s_bruce; march s_bruce england")
    assert (at(state, "england"), options(state)) == ("s_wallace s_bruce", ["done"])
    assert refused(state, "select s_lindsay") == ["4.2-2"]


@proves("hs:4.4-3")
def test_who_enters_scotland_over_the_red_part_stops_and_over_the_black_part_goes_on() -> None:
    state = moves({"england": "e_hobelars e_york_infantry"}, "move2", "move1")
    state = play(state, "select e_hobelars; march e_hobelars teviot")
    assert refused(state, "march e_hobelars selkirk") == ["4.0-6", "4.3-5"]
    state = play(state, "select e_york_infantry; march e_york_infantry annan")
    assert "march e_york_infantry carrick" in options(state)


@proves("hs:4.4-4", "hs:4.2-2")
def test_a_point_takes_one_block_over_the_border_and_the_rest_of_its_group_needs_another() -> None:
    state = moves({"england": "e_york_infantry e_durham_infantry"}, "move1", "move1")
    state = play(state, "select e_york_infantry; march e_york_infantry dunbar; march e_york_infantry dunbar")
    assert refused(state, "select e_durham_infantry") == ["4.4-4"]
    raid = moves({"annan": "s_bruce s_lindsay"}, "move1", "move2")
    raid = play(raid, "select s_lindsay; march s_lindsay carrick; march s_lindsay carrick; select s_bruce")
    assert "march s_bruce england" in options(raid)
    raid = moves({"annan": "s_bruce s_lindsay", "carrick": "s_grant"}, "move1", "move2")
    raid = play(raid, "select s_grant; march s_grant annan; march s_grant england")
    raid = play(raid, "select s_lindsay; march s_lindsay carrick; march s_lindsay carrick; select s_bruce")
    assert refused(raid, "march s_bruce england") == ["4.4-4"]


@proves("hs:4.5-2")
def test_control_of_an_area_changes_at_once() -> None:
    """Given an empty Atholl, when Grant retreats there, then it is Scottish and closed to the English."""
    state = moves({"angus": "e_york_infantry e_durham_infantry", "mar": "s_grant s_fraser"}, "move1", "move1")
    state = play(go(go(state, "e_york_infantry", "mar"), "e_durham_infantry", "mar"), "done; done; choose mar")
    before = play(state, "hold s_grant; hold s_fraser; withdraw e_york_infantry")
    assert "choose atholl" in options(before)
    after = play(state, "withdraw s_grant; choose atholl; hold s_fraser; withdraw e_york_infantry")
    assert refused(after, "choose atholl") == ["5.5-4"]


@proves("hs:4.6-1", "hs:4.6-2", "hs:4.6-3")
def test_attackers_reserves_included_hold_as_many_defenders_of_their_owners_choice() -> None:
    blocks = {"buchan": "s_douglas s_grant s_fraser", "angus": "e_york_infantry", "mar": "e_durham_infantry"}
    state = moves(blocks, "move2", "move1")
    state = play(
        go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan"), "done; select e_york_infantry"
    )
    assert options(state) == ["select s_douglas", "select s_fraser", "select s_grant", "select s_galloway", "done"]
    state = play(state, "select s_fraser; march s_fraser badenoch")
    assert refused(state, "select s_douglas") == ["4.6-1"]
    assert options(state) == ["done"]


@proves("hs:4.6-1", "hs:4.6-2")
def test_only_the_second_player_is_pinned() -> None:
    state = moves({"buchan": "s_douglas", "angus": "e_york_infantry"}, "move1", "move2")
    state = play(state, "select s_douglas; march s_douglas angus; done")
    assert refused(state, "select e_york_infantry") == ["4.6-1"]


@proves("hs:4.6-4")
def test_the_unpinned_may_not_leave_over_a_border_the_attacker_used() -> None:
    state = moves({"buchan": "s_douglas s_grant", "angus": "e_york_infantry"}, "move2", "move1")
    state = play(state, "select e_york_infantry; march e_york_infantry buchan; done; select s_grant")
    assert refused(state, "march s_grant angus") == ["4.6-4"]
    assert options(state) == [f"march s_grant {to}" for to in ("strathspey", "badenoch", "mar")]


@proves("hs:4.6-4")
def test_a_border_used_in_another_battle_is_shut_too_where_the_ruleset_looks_at_all_battles() -> None:
    """Given Buchan attacked from Mar and Angus attacked from Buchan, then Grant may go to Angus by one reading."""
    blocks = {"buchan": "s_douglas s_grant e_durham_infantry", "angus": "e_york_infantry s_fraser", "mar": ""}
    used = {"buchan>angus": ["england"], "mar>buchan": ["england"]}
    for scope, shut in (("this_battle", False), ("any_battle", True)):
        rules = ruleset(border_closure_scope=scope)
        state = place(
            blocks,
            [{"type": "turn", "stage": "battles"}, {"type": "moving", "side": "scotland", "points": 1}],
            rules,
            attackers={"buchan": "england", "angus": "england"},
            played={"england": "move1", "scotland": "move1"},
            first="england",
            entries=used,
        )
        state = play(state, "select s_grant")
        assert ("march s_grant angus" not in options(state)) is shut


@proves("hs:4.6b-1", "hs:4.6b-2")
def test_the_norse_are_no_part_of_a_group_and_cost_a_point_of_their_own() -> None:
    state = moves({"fife": "s_norse s_douglas"}, "move1", "move2")
    state = play(
        state, "select s_douglas; march s_douglas angus; march s_douglas angus; select s_norse; march s_norse moray"
    )
    assert options(state) == ["done"]
    state = moves({"fife": "s_norse s_douglas"}, "move1", "move1")
    state = play(state, "done; select s_douglas; march s_douglas angus; march s_douglas angus")
    assert refused(state, "select s_norse") == ["4.6b-2"]


@proves("hs:4.6b-3", "hs:4.6b-5")
def test_the_norse_sail_to_any_other_scottish_coast_and_attack_there() -> None:
    state = play(moves({"fife": "s_norse", "lothian": "e_york_infantry"}, "move1", "move2"), "select s_norse")
    assert "march s_norse garmoran" in options(state)
    assert refused(state, "march s_norse england") == ["4.6b-5"]
    assert refused(state, "march s_norse fife") == ["4.6b-3"]
    assert refused(state, "march s_norse mar") == ["4.6b-3"]
    state = play(state, "march s_norse lothian; done; done")
    assert (by(state), options(state)) == ("scotland", ["choose lothian"])


@proves("hs:4.6b-3", "hs:1.1-3", "hs:4.2-2", "hs:4.0-6")
def test_a_norse_step_is_refused_before_they_are_picked_as_after() -> None:
    state = moves({"fife": "s_norse s_douglas"}, "move1", "move2")
    assert refused(state, "march s_norse mar") == ["4.6b-3"]
    assert refused(state, "march s_douglas lothian") == ["1.1-3"]
    assert not_asked(state, "march s_norse moray")
    assert not_asked(state, "march s_douglas angus")
    assert refused(state, "select e_york_infantry") == ["4.2-2"]
    assert refused(state, "select s_wallace") == ["4.2-2"]
    sailed = play(state, "select s_norse; march s_norse moray")
    assert refused(sailed, "march s_norse fife") == ["4.0-6"]


@proves("hs:5.32-1")
def test_an_area_may_be_attacked_over_several_borders_by_several_groups() -> None:
    state = moves({"buchan": "s_douglas", "angus": "e_york_infantry", "mar": "e_durham_infantry"}, "move2", "move1")
    state = go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan")
    assert at(state, "buchan") == "e_york_infantry e_durham_infantry s_douglas"
