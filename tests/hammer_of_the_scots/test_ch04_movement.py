"""Chapter 4: groups, borders, the Anglo-Scottish border, pinning, the Norse."""

import pytest

from reference.hammer_of_the_scots.actions import Done, Select
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, SCOTTISH_COAST, area
from reference.hammer_of_the_scots.ch02_armies import FIGURES, block
from reference.hammer_of_the_scots.ch04_movement import (
    border_violations,
    enemies_stop,
    england_stops,
    movable,
    paid,
    stops,
    unpaid,
)
from reference.hammer_of_the_scots.ch05_reserves import group_of, groups
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Marching, Moving
from reference.hammer_of_the_scots.masks import AreaMask, area_mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves
from reference.kernel.verdicts import No, Notation
from tests.hammer_of_the_scots.positions import (
    GAME,
    about,
    action,
    at,
    by,
    go,
    happened,
    moves,
    not_asked,
    options,
    place,
    play,
    refused,
    ruleset,
    standing,
    where,
)

SIX = (
    "e_york_infantry e_lancaster_infantry e_northumber_infantry e_durham_infantry e_cumbria_infantry e_westmor_infantry"
)


def mask(*names: str) -> AreaMask:
    """Return areas as a mask."""
    return area_mask_of(*(area(name) for name in names))


@proves("hs:4.0-1", "hs:4.0-3")
def test_nobody_has_to_move_and_points_lapse() -> None:
    state, events = happened(moves({"fife": "s_douglas"}, "move3", "move1"), "done; done")
    ended = [each for each in events if each.kind == EventKind.MOVES_ENDED]
    assert [dict(each.facts) for each in ended] == [
        {"side": "england", "points": 3},
        {"side": "scotland", "points": 1},
    ]
    assert [each.rules for each in ended] == [("hs:4.0-1", "hs:4.0-3")] * 2
    assert about(state) == "a card to play face down"
    state = play(state, "play move1; play move1; select e_ross; march e_ross moray")
    assert options(state) == ["done"]


@proves("hs:4.0-4", "hs:4.2-4")
def test_blocks_pass_through_friends_and_empty_areas() -> None:
    state = play(moves({"fife": "s_wallace", "angus": "s_grant"}, "move1", "move2"), "select s_wallace")
    state = play(state, "march s_wallace angus; march s_wallace buchan; march s_wallace strathspey")
    assert where(state, "s_wallace") == "strathspey"


@proves("hs:4.0-4", "hs:4.0-5")
@pytest.mark.parametrize(
    ("angus", "passes"), [("", True), ("s_grant", True), ("e_angus", False), ("s_grant e_angus", False)]
)
def test_friends_and_empty_areas_let_a_block_pass_and_enemies_do_not(angus: str, passes: bool) -> None:
    state = standing({"fife": "s_wallace", "angus": angus})
    assert enemies_stop(state, area("angus"), Side.SCOTLAND) is not passes


@proves("hs:I-9")
@pytest.mark.parametrize(
    ("who", "source", "to", "distance", "must"),
    [
        ("s_wallace", "fife", "angus", 1, False),
        ("s_wallace", "fife", "angus", 2, False),
        ("s_wallace", "fife", "angus", 3, True),
        ("s_grant", "fife", "angus", 1, False),
        ("s_grant", "fife", "angus", 2, True),
        ("s_wallace", "angus", "mar", 1, True),
        ("s_wallace", "mentieth", "lennox", 1, True),
        ("e_edward", "mentieth", "lennox", 1, False),
        ("e_edward", "annan", "england", 1, True),
    ],
)
def test_a_block_stops_after_its_rating_after_a_red_border_and_on_meeting_enemies(
    who: str, source: str, to: str, distance: int, must: bool
) -> None:
    """Given the English in Lennox, then they stop Wallace there and not their own king."""
    state = standing({"lennox": "e_lennox"})
    march = Marching(block(who), area(source), distance, area(source))
    assert bool(stops(state, march, area(source), area(to))) is must


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
def test_a_block_goes_no_further_than_its_rating() -> None:
    state = play(moves({"fife": "s_douglas"}, "move1", "move2"), "select s_douglas; march s_douglas angus")
    assert options(state) == [f"march s_douglas {to}" for to in ("angus", "buchan", "mar", "atholl")]
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
    assert refused(shut, "select s_dunbar") == ["C-1", "C-1d"]
    state = play(moves({**around, "annan": "e_westmor_infantry"}, "truce", "move1"), "play_event; select s_dunbar")
    state = play(state, "march s_dunbar teviot")
    assert (where(state, "s_dunbar"), about(state)) == ("teviot", "a block to move")


@proves("hs:4.3-2", "hs:4.3-4", "hs:4.3-7")
def test_a_seventh_block_finds_a_black_border_shut_for_its_player_only() -> None:
    state = moves({"buchan": f"{SIX} e_york_knights", "fife": "s_douglas"}, "move2", "move1")
    for who in SIX.split():
        state = play(state, f"select {who}; march {who} angus; march {who} angus")
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


@proves("hs:4.4-2")
def test_only_england_itself_stops_a_block_that_comes_there() -> None:
    assert [AREA_IDS[each] for each in AREAS if england_stops(each)] == ["england"]


@proves("hs:5.9-1", "hs:5.9-2", "hs:4.4-4")
def test_scots_may_raid_england_with_a_point_for_each_block_and_without_one_only_march_elsewhere() -> None:
    """Given two points, when one block has crossed and its group is paid for, then nobody else can cross."""
    state = moves({"annan": "s_wallace s_lindsay s_bruce"}, "move1", "move2")
    assert "march s_wallace england" in options(play(state, "select s_wallace"))
    state = go(go(state, "s_wallace", "england"), "s_lindsay", "carrick")
    assert (at(state, "england"), at(state, "carrick")) == ("s_wallace", "s_lindsay")
    state = play(state, "select s_bruce")
    assert refused(state, "march s_bruce england") == ["4.4-4"]
    assert "march s_bruce carrick" in options(state)
    back = moves({"england": "s_wallace s_bruce"}, "move1", "move2")
    back = go(go(back, "s_wallace", "dunbar"), "s_bruce", "dunbar")
    assert (at(back, "dunbar"), options(back)) == ("s_wallace s_bruce", ["done"])


@proves("hs:4.2-2", "hs:4.4-4", "hs:4.6b-1", "hs:4.6b-2")
def test_a_point_pays_for_a_group_but_for_the_norse_and_for_who_crosses_the_border_alone() -> None:
    """Given the group of Mar is paid for with one of three points, then that serves all of it but the Norse."""
    frame = Moving(Side.SCOTLAND, 2, mask("mar"))
    cases = {
        ("s_grant", "fife", "angus"): Moving(Side.SCOTLAND, 1, mask("mar", "fife")),
        ("s_grant", "mar", "angus"): frame,
        ("s_grant", "annan", "england"): Moving(Side.SCOTLAND, 1, mask("mar")),
        ("s_grant", "england", "annan"): Moving(Side.SCOTLAND, 1, mask("mar")),
        ("e_edward", "england", "england"): Moving(Side.SCOTLAND, 0, mask("mar")),
        ("s_norse", "fife", "angus"): Moving(Side.SCOTLAND, 1, mask("mar")),
        ("s_norse", "mar", "angus"): Moving(Side.SCOTLAND, 1, mask("mar")),
    }
    for (who, origin, place_after), due in cases.items():
        march = Marching(block(who), area(origin), 1, area(origin))
        assert paid(frame, march, area(place_after)) == due, (who, origin, place_after)


@proves("hs:4.2-2", "hs:4.4-4", "hs:4.6b-1", "hs:4.6b-2")
def test_who_is_not_of_a_group_that_is_paid_for_needs_a_point() -> None:
    """Given the group of Mar is paid for, then it moves without a point, but the Norse there do not."""
    cases = {
        ("s_grant", "fife"): "4.2-2",
        ("s_grant", "mar"): None,
        ("s_grant", "england"): "4.4-4",
        ("s_norse", "fife"): "4.6b-2",
        ("s_norse", "mar"): "4.6b-2",
    }
    for (who, where_he_is), due in cases.items():
        assert unpaid(Moving(Side.SCOTLAND, 1, mask("mar")), block(who), area(where_he_is)) is None
        found = unpaid(Moving(Side.SCOTLAND, 0, mask("mar")), block(who), area(where_he_is))
        assert (None if found is None else found.rule.removeprefix("hs:")) == due, (who, where_he_is)


@proves("hs:4.4-4")
@pytest.mark.parametrize(("points", "due"), [(2, []), (1, ["4.4-4"])])
def test_who_turns_straight_back_over_the_border_pays_for_either_direction(points: int, due: list[str]) -> None:
    """Given Edward came from England to Annan in this march, then one point does not take him back as well."""
    march = Marching(block("e_edward"), area("england"), 1, area("england"))
    state = standing({"annan": "e_edward"})
    found = border_violations(state, Moving(Side.ENGLAND, points), march, area("annan"), area("england"))
    assert [each.rule.removeprefix("hs:") for each in found] == due


@proves("hs:4.4-3")
def test_who_enters_scotland_over_the_red_part_stops_and_over_the_black_part_goes_on() -> None:
    state = moves({"england": "e_hobelars e_york_infantry"}, "move2", "move1")
    state = play(state, "select e_hobelars; march e_hobelars teviot")
    assert refused(state, "march e_hobelars selkirk") == ["4.0-6", "4.3-5", "4.4-3"]
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


@proves("hs:4.4-4", "hs:5.9-1", "hs:5.9-2")
def test_who_crosses_the_border_and_comes_back_pays_for_both_crossings() -> None:
    """Given Edward has come England, Dunbar, Teviot, then the way back into England needs a second point."""
    blocks = {"england": "e_edward e_york_infantry"}
    state = play(moves(blocks, "move1", "move1"), "select e_edward; march e_edward dunbar; march e_edward teviot")
    assert options(state) == ["march e_edward teviot", "march e_edward selkirk", "march e_edward annan"]
    assert refused(state, "march e_edward england") == ["4.4-4"]
    verdict = GAME.step(state, action("march e_edward england"))
    assert isinstance(verdict, No)
    assert dict(verdict.violations[0].facts) == {"points": 0}
    state = play(moves(blocks, "move2", "move1"), "select e_edward; march e_edward dunbar; march e_edward teviot")
    state = play(state, "march e_edward england")
    assert (at(state, "england"), options(state)) == ("e_edward e_york_infantry", ["done"])
    assert refused(state, "select e_york_infantry") == ["4.4-4"]
    further = go(play(moves({"carrick": "s_grant"}, "move1", "move1"), "done"), "s_grant", "annan", "england")
    assert at(further, "england") == "s_grant"
    for card, points in (("move1", None), ("move2", 0), ("move3", 1)):
        raid = play(moves({"england": "s_wallace"}, "move1", card), "done" if card == "move1" else "")
        raid = play(raid, "select s_wallace; march s_wallace dunbar; march s_wallace teviot")
        assert ("march s_wallace england" in options(raid)) is (points is not None)
        if points is not None:
            assert play(raid, "march s_wallace england").stack.top == Moving(Side.SCOTLAND, points)


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
def test_a_border_used_in_another_battle_only_is_open_to_the_unpinned_in_every_reading_of_retreats() -> None:
    """Given Buchan attacked from Mar and Angus attacked from Buchan, then Grant may go to Angus, not to Mar."""
    blocks = {"buchan": "s_douglas s_grant e_durham_infantry", "angus": "e_york_infantry s_fraser", "mar": ""}
    used = {"buchan>angus": ["england"], "mar>buchan": ["england"]}
    for scope in ("this_battle", "any_battle"):
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
        assert "march s_grant angus" in options(state)
        assert refused(state, "march s_grant mar") == ["4.6-4"]


@proves("hs:4.6-4")
@pytest.mark.parametrize("preset", ["standard", "de", "v3", "v4", "peer"])
def test_the_unpinned_keep_off_the_attackers_border_even_if_their_own_side_came_over_it_since(preset: str) -> None:
    """Given Grant attacked from Angus and Westmor followed him, then York may not leave that way."""
    blocks = {
        "angus": "s_grant",
        "buchan": "e_york_infantry e_durham_infantry e_cumbria_infantry",
        "fife": "e_westmor_infantry",
    }
    state = play(go(moves(blocks, "move2", "move3", ruleset(preset)), "s_grant", "buchan"), "done")
    state = play(go(state, "e_westmor_infantry", "angus", "buchan"), "select e_york_infantry")
    assert options(state) == [f"march e_york_infantry {to}" for to in ("strathspey", "badenoch", "mar")]
    assert refused(state, "march e_york_infantry angus") == ["4.6-4"]


@proves("hs:4.2-2", "hs:4.0-1")
def test_who_may_be_picked_is_asked_of_each_area_by_itself() -> None:
    """Given England has moved first and pins a block in Mar, then those of other areas and the Norse may still go."""
    blocks = {"fife": "s_douglas s_norse", "mar": "s_barclay e_comyn", "moray": "s_grant"}
    state = moves(blocks, "move2", "move1", first="england")
    free = {Select(block(each)) for each in ("s_douglas", "s_norse", "s_grant", "s_galloway")}
    found = movable(state, Moving(Side.SCOTLAND, 2))
    assert (set(found[:-1]), found[-1], len(found)) == (free, Done(), 5)


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
    for name, to in (("s_norse", "moray"), ("s_douglas", "angus")):
        picked_first = Notation(Reason.PICK_BLOCK_FIRST, (("block", name),))
        assert GAME.step(state, action(f"march {name} {to}")) == picked_first
    assert refused(state, "select e_york_infantry") == ["4.2-2"]
    assert refused(state, "select s_wallace") == ["4.2-2"]
    sailed = play(state, "select s_norse; march s_norse moray")
    assert refused(sailed, "march s_norse fife") == ["4.0-6"]


@proves("hs:5.32-1")
def test_an_area_may_be_attacked_over_several_borders_by_several_groups() -> None:
    state = moves({"buchan": "s_douglas", "angus": "e_york_infantry", "mar": "e_durham_infantry"}, "move2", "move1")
    state = go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan")
    assert at(state, "buchan") == "e_york_infantry e_durham_infantry s_douglas"
    state = play(state, "done")
    assert options(state) == ["select e_york_infantry", "select e_durham_infantry"]


@proves("hs:5.32-1")
def test_who_began_in_one_area_and_came_over_one_border_attacks_as_one_group() -> None:
    """Given two from Angus and one from Mar, then they are two groups; three, had one come from Angus through Mar."""
    blocks = {"buchan": "s_douglas", "angus": "e_york_infantry e_durham_infantry", "mar": "e_cumbria_infantry"}
    state = moves(blocks, "move2", "move1")
    for who in ("e_york_infantry", "e_durham_infantry", "e_cumbria_infantry"):
        state = go(state, who, "buchan")
    buchan, angus, mar = area("buchan"), area("angus"), area("mar")
    due = {(angus, angus): block("e_york_infantry"), (mar, mar): block("e_cumbria_infantry")}
    found = groups(state, buchan, Side.ENGLAND)
    assert [(group_of(state, each, buchan), each) for each in found] == list(due.items())
    field = state.field._replace(via=with_byte(state.field.via, block("e_durham_infantry"), mar))
    state, due[angus, mar] = state._replace(field=field), block("e_durham_infantry")
    found = groups(state, buchan, Side.ENGLAND)
    assert {group_of(state, each, buchan): each for each in found} == due
    assert found == (block("e_york_infantry"), block("e_durham_infantry"), block("e_cumbria_infantry"))


@proves("hs:C-1", "hs:1.1-3")
def test_a_block_that_can_go_nowhere_is_told_what_bars_its_ways() -> None:
    """Given a truce and English in both neighbours of Ross, then the truce keeps Ross at home, not his move rating."""
    blocks = {"ross": "s_ross", "moray": "e_york_infantry", "garmoran": "e_durham_infantry", "fife": "s_norse"}
    state = play(moves(blocks, "truce", "move1"), "play_event")
    assert "select s_ross" not in options(state)
    assert "select s_norse" in options(state)
    assert refused(state, "select s_ross") == ["C-1"]
    assert refused(state, "march s_ross moray") == ["C-1"]
    assert refused(state, "march s_ross fife") == ["1.1-3"]


@proves("hs:C-1", "hs:C-1d", "hs:4.3-3")
def test_every_rule_that_bars_one_of_the_ways_is_named_once() -> None:
    blocks = {"annan": "s_bruce", "galloway": "e_york_infantry s_galloway", "carrick": "e_durham_infantry"}
    state = place(
        {**blocks, "lanark": "e_westmor_infantry"},
        [{"type": "turn", "stage": "battles"}, {"type": "moving", "side": "scotland", "points": 1}],
        played={"england": "truce", "scotland": "move1"},
        first="england",
        truce="england",
        attackers={"galloway": "england"},
        crossings={"annan-teviot": 2, "annan-selkirk": 2},
    )
    assert "select s_bruce" not in options(state)
    assert sorted(refused(state, "select s_bruce")) == ["4.3-3", "C-1", "C-1d"]
    assert refused(state, "march s_bruce england") == ["C-1d"]


@proves("hs:C-1")
def test_the_norse_stay_where_a_truce_guards_every_other_coast() -> None:
    coasts = [AREA_IDS[each] for each in SCOTTISH_COAST if AREA_IDS[each] != "moray"]
    english = [figures.id for figures in FIGURES if figures.id.startswith("e_") and figures.noble != "moray"]
    blocks = {**dict(zip(coasts, english, strict=False)), "moray": "s_norse"}
    state = play(moves(blocks, "truce", "move1"), "play_event")
    assert options(state) == ["done"]
    assert refused(state, "select s_norse") == ["C-1"]
    assert refused(state, "march s_norse fife") == ["C-1"]


@proves("hs:4.6-4", "hs:1.1-3", "hs:4.4-4")
def test_a_march_of_a_block_that_may_not_be_picked_is_told_of_its_border_too() -> None:
    """Given Grant is pinned or no point is left, then the border asked for is judged as well."""
    pin = moves({"angus": "e_york_infantry", "buchan": "s_grant"}, "move2", "move1")
    pin = play(go(pin, "e_york_infantry", "buchan"), "done")
    assert refused(pin, "select s_grant") == ["4.6-1"]
    assert refused(pin, "march s_grant angus") == ["4.6-1", "4.6-4"]
    assert refused(pin, "march s_grant fife") == ["4.6-1", "1.1-3"]
    assert refused(pin, "march s_grant mar") == ["4.6-1"]
    assert refused(pin, "march e_york_infantry angus") == ["4.2-2"]
    assert refused(pin, "march s_keith fife") == ["4.2-2"]
    spent = moves({"mar": "s_grant", "fife": "s_fraser", "annan": "s_bruce"}, "move1", "move2")
    spent = go(go(spent, "s_grant", "buchan"), "s_bruce", "england")
    assert refused(spent, "march s_fraser england") == ["4.2-2", "1.1-3"]
    assert refused(spent, "march s_fraser lothian") == ["4.2-2", "1.1-3"]
    assert refused(spent, "march s_fraser angus") == ["4.2-2"]
    assert refused(spent, "march s_bruce annan") == ["4.0-6", "4.4-4", "4.4-2"]


@proves("hs:4.0-6", "hs:4.2-2")
def test_a_block_named_while_another_is_on_the_march_is_a_matter_of_notation_unless_it_may_not_move() -> None:
    """Given Douglas is on the march, when Keith is named, then Douglas stops first; nobody else may move at all."""
    state = play(moves({"angus": "s_douglas", "fife": "s_keith s_grant"}, "move1", "move2"), "select s_grant")
    state = play(state, "march s_grant angus; march s_grant angus; select s_douglas")
    wait = Notation(Reason.OTHER_BLOCK_FIRST, (("block", "s_douglas"),))
    assert GAME.step(state, action("select s_keith")) == wait
    assert GAME.step(state, action("march s_keith lothian")) == wait
    assert refused(state, "select s_grant") == ["4.0-6"]
    assert refused(state, "march s_grant buchan") == ["4.0-6"]
    assert refused(state, "select e_york_infantry") == ["4.2-2"]
    assert not_asked(state, "done")
