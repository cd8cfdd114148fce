"""The event cards."""

import pytest

from reference.hammer_of_the_scots.actions import Card
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch03_cards import raid_spared_by, raid_suspended
from reference.hammer_of_the_scots.event_cards import begun
from reference.hammer_of_the_scots.frames import PillageGains, PillageHits
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from tests.hammer_of_the_scots.positions import (
    about,
    at,
    by,
    go,
    moves,
    not_asked,
    options,
    play,
    reasons,
    refused,
    ruleset,
    where,
    winner,
)


@proves("hs:C-1", "hs:C-1c")
def test_a_truce_lets_the_opponent_move_into_empty_areas_but_not_attack() -> None:
    state = moves({"fife": "s_douglas", "angus": "e_york_infantry"}, "truce", "move1")
    state = play(state, "play_event; select s_douglas")
    assert refused(state, "march s_douglas angus") == ["C-1"]
    assert options(state) == ["march s_douglas atholl", "march s_douglas mentieth"]


@proves("hs:C-1d")
def test_a_truce_bars_new_raids_even_into_an_empty_england() -> None:
    state = play(moves({"annan": "s_bruce"}, "truce", "move1"), "play_event; select s_bruce")
    assert refused(state, "march s_bruce england") == ["C-1d"]
    free = play(moves({"annan": "s_bruce"}, "move1", "truce"), "play_event; done")
    assert about(free) == "a card to play face down"


@proves("hs:C-1e")
@pytest.mark.parametrize("truce", [None, *Side])
@pytest.mark.parametrize("reading", ["yes", "no"])
def test_any_truce_suspends_a_raid_where_the_ruleset_says_so(truce: Side | None, reading: str) -> None:
    state = moves({"england": "s_wallace", "lothian": "e_cumbria_infantry"}, rules=ruleset(truce_suspends_raid=reading))
    state = state._replace(field=state.field._replace(truce=truce))
    suspended = truce is not None and reading == "yes"
    spared = (violation(Reason.TRUCE_SUSPENDS_RAID, "hs:C-1e"),) if suspended else ()
    assert (raid_suspended(state), raid_spared_by(state)) == (suspended, spared)


@proves("hs:C-1e")
def test_a_truce_suspends_the_raid_of_scots_already_in_england() -> None:
    blocks = {"england": "s_wallace", "lothian": "e_cumbria_infantry"}
    state = play(moves(blocks, "truce", "move1"), "play_event; done")
    assert (about(state), at(state, "lothian")) == ("a card to play face down", "e_cumbria_infantry")
    passed_up = play(moves(blocks, "truce", "move1"), "done; done")
    assert about(passed_up) == "a block lost to the raid"


@proves("hs:C-4d")
def test_a_truce_stops_no_event_of_the_same_turn() -> None:
    state = moves({"mar": "e_mar e_york_infantry"}, "truce", "herald")
    state = play(state, "play_event; select e_mar; roll 3")
    assert (about(state), options(state)[0]) == ("what a block does in its turn", "fight s_mar")


@proves("hs:C-5")
def test_victuals_spread_three_steps_over_one_area_and_none_above_its_maximum() -> None:
    state = moves({"fife": "s_douglas:1 s_grant:2 s_barclay", "moray": "s_fraser:1"}, "move1", "victuals")
    assert options(state) == ["select s_douglas", "select s_fraser", "select s_grant", "done"]
    assert refused(state, "select s_barclay") == ["C-5"]
    state = play(state, "select s_grant")
    assert refused(state, "select s_fraser") == ["C-5"]
    assert refused(state, "select e_ross") == ["C-5"]
    assert refused(state, "select s_keith") == ["C-5"]
    state = play(state, "select s_douglas; select s_douglas")
    assert (options(state), at(state, "fife")) == (["done"], "s_douglas:3 s_barclay s_grant")


@proves("hs:C-2", "hs:5.41-2", "hs:5.41-3")
def test_pillage_takes_two_steps_from_an_adjacent_group_as_in_battle() -> None:
    state = moves(
        {"mar": "e_mar e_york_infantry e_hobelars:1", "buchan": "s_grant:1", "dunbar": "e_dunbar"}, "move1", "pillage"
    )
    assert options(state) == ["choose mar", "done"]
    assert refused(state, "choose dunbar") == ["C-2"]
    assert reasons(state, "choose fife") == ["no_enemy_group", "not_adjacent"]
    state = play(state, "choose mar")
    assert (by(state), options(state)) == ("england", ["select e_york_infantry"])
    assert refused(state, "select e_mar") == ["C-2"]
    state = play(state, "select e_york_infantry")
    assert options(state) == ["select e_york_infantry", "select e_mar"]
    state = play(state, "select e_mar")
    assert (by(state), at(state, "mar")) == ("scotland", "e_hobelars:1 e_york_infantry:3 e_mar:2")


@proves("hs:C-2b")
def test_plundered_steps_go_to_one_adjacent_group_and_none_above_its_maximum() -> None:
    blocks = {"mar": "e_york_infantry", "buchan": "s_grant:1 s_buchan:2", "angus": "s_fraser:1", "moray": "s_moray:1"}
    state = play(moves(blocks, "move1", "pillage"), "choose mar; select e_york_infantry; select e_york_infantry")
    assert options(state) == ["select s_fraser", "select s_grant", "select s_buchan", "done"]
    assert refused(state, "select s_moray") == ["C-2b"]
    assert refused(state, "select e_ross") == ["C-2b"]
    state = play(state, "select s_buchan")
    assert refused(state, "select s_fraser") == ["C-2b"]
    assert refused(state, "select s_buchan") == ["C-2b"]
    state = play(state, "select s_grant; done")
    assert at(state, "buchan") == "s_grant:2 s_buchan"


@proves("hs:C-2", "hs:C-2b")
def test_only_steps_really_lost_are_gained() -> None:
    state = moves({"mar": "e_york_infantry:1", "buchan": "s_grant:1"}, "move1", "pillage")
    state = play(state, "choose mar; select e_york_infantry; select s_grant")
    assert (options(state), where(state, "e_york_infantry"), at(state, "buchan")) == (["done"], "pool", "s_grant:2")


@proves("hs:5.8-4")
def test_a_king_or_a_black_cross_lost_to_pillage_goes_to_the_pool_and_nobody_wins() -> None:
    for lost in ("s_king", "s_wallace", "s_moray"):
        state = moves({"fife": f"{lost}:1", "angus": "e_angus"}, "pillage", "move1", crowned=1298)
        state = play(state, f"choose fife; select {lost}")
        assert (where(state, lost), winner(state)) == ("pool", ("", ""))
    edward = play(moves({"fife": "e_edward:1", "angus": "s_angus"}, "move1", "pillage"), "choose fife; select e_edward")
    assert (where(edward, "e_edward"), edward.calendar.edward) == ("pool", 1)


@proves("hs:C-2", "hs:5.7-1", "hs:5.7-2")
def test_a_noble_alone_lost_to_pillage_changes_side_and_the_area_with_him() -> None:
    state = play(moves({"mar": "e_mar:1", "buchan": "s_grant"}, "move1", "pillage"), "choose mar; select e_mar; done")
    assert (at(state, "mar"), about(state)) == ("s_mar:1", "a block to move")


@proves("hs:C-3")
def test_a_sea_move_takes_two_blocks_from_one_coast_to_one_other_friendly_coast() -> None:
    blocks = {"fife": "s_douglas s_barclay s_grant", "moray": "s_moray", "mar": "s_mar", "lothian": "e_york_infantry"}
    state = moves(blocks, "move1", "sea_move")
    assert refused(state, "select s_mar") == ["C-3"]
    assert refused(state, "select e_ross") == ["C-3"]
    state = play(state, "select s_douglas")
    assert options(state) == ["choose moray", "choose galloway"]
    for barred in ("lothian", "angus", "mar", "fife", "england"):
        assert refused(state, f"choose {barred}") == ["C-3"]
    state = play(state, "choose moray")
    assert options(state) == ["select s_barclay", "select s_grant", "done"]
    assert refused(state, "select s_moray") == ["C-3"]
    state = play(state, "select s_grant")
    assert options(state) == ["choose moray"]
    assert refused(state, "choose galloway") == ["C-3"]
    state = play(state, "choose moray")
    assert (at(state, "moray"), options(state)) == ("s_douglas s_grant s_moray", ["done"])


@proves("hs:C-3")
def test_an_empty_england_is_no_harbour_and_a_held_one_is() -> None:
    empty = moves({"dunbar": "e_york_infantry"}, "sea_move", "move1")
    assert options(play(empty, "select e_york_infantry")) == ["choose ross"]
    held = moves({"dunbar": "e_york_infantry", "england": "e_edward"}, "sea_move", "move1")
    assert options(play(held, "select e_york_infantry")) == ["choose england", "choose ross"]


@proves("hs:C-3")
def test_a_block_without_a_harbour_cannot_be_shipped() -> None:
    state = moves({"fife": "s_douglas", "galloway": "e_galloway", "mar": "s_mar"}, "move1", "sea_move")
    assert refused(state, "select s_douglas") == ["C-3"]


@proves("hs:C-3", "hs:C-3b")
def test_the_norse_are_not_shipped() -> None:
    state = moves({"fife": "s_norse s_grant"}, "move1", "sea_move")
    assert refused(state, "select s_norse") == ["C-3b"]
    assert options(state) == ["select s_grant", "select s_galloway", "done"]


@proves("hs:C-4", "hs:5.7-5")
def test_the_herald_names_an_enemy_noble_in_play_but_not_moray() -> None:
    state = moves({"fife": "s_moray s_bruce s_douglas"}, "herald", "move1")
    assert options(state) == ["select s_galloway", "select s_bruce", "done"]
    assert refused(state, "select s_moray") == ["5.7-5"]
    assert refused(state, "select s_douglas") == ["C-4"]
    assert refused(state, "select e_ross") == ["C-4"]
    assert refused(state, "select s_comyn") == ["C-4"]


@proves("hs:C-4b", "hs:C-4c")
@pytest.mark.parametrize(("die", "side"), [(1, "e_bruce:2"), (4, "e_bruce:2"), (5, "s_bruce:2"), (6, "s_bruce:2")])
def test_the_herald_succeeds_on_four_and_fails_on_five(die: int, side: str) -> None:
    state = play(moves({"fife": "s_bruce:2"}, "herald", "move1"), f"select s_bruce; roll {die}")
    assert (at(state, "fife"), about(state)) == (side, "a block to move")


@proves("hs:C-4d")
def test_a_noble_won_over_attacks_those_beside_him_at_once() -> None:
    """Given Bruce with Douglas in Annan, when the Herald wins Bruce, then he attacks, without the bonus of his home."""
    alone = play(moves({"annan": "s_bruce"}, "herald", "move1"), "select s_bruce; roll 1")
    assert (at(alone, "annan"), about(alone)) == ("e_bruce", "a block to move")
    state = play(moves({"annan": "s_bruce s_douglas"}, "herald", "move1"), "select s_bruce; roll 1")
    assert options(state)[0] == "fight e_bruce"
    state = play(state, "fight e_bruce; roll 3; roll 3; roll 3; roll 3")
    assert options(state)[0] == "fight s_douglas"
    for _ in range(3):
        state = play(state, "hold s_douglas" if "hold s_douglas" in options(state) else "hold e_bruce")
        if "hold e_bruce" in options(state):
            state = play(state, "hold e_bruce")
    assert (by(state), options(state)) == ("england", ["select e_bruce"])
    state = play(state, "select e_bruce; choose carrick; select s_douglas; choose galloway; done")
    assert (by(state), about(state)) == ("scotland", "a block to move")
    assert "select s_douglas" in options(state)


@proves("hs:6.21-1", "hs:6.22-1", "hs:6.22-3")
def test_crowning_is_refused_for_its_rules_where_only_an_event_is_offered() -> None:
    state = moves({"fife": "s_bruce", "angus": "s_wallace"}, "move1", "victuals")
    assert refused(state, "crown bruce") == ["6.21-1"]
    assert refused(state, "crown balliol") == ["6.22-1", "6.22-3"]
    english = moves({"fife": "s_bruce"}, "victuals", "move1")
    assert not_asked(english, "crown bruce")
    assert not_asked(english, "choose fife")


def test_a_move_card_is_no_event() -> None:
    with pytest.raises(AssertionError):
        begun(Card.MOVE1, Side.ENGLAND)


@proves("hs:C-2")
def test_a_noble_captured_by_pillage_fights_those_left_in_the_roles_of_the_ruleset() -> None:
    blocks = {"mar": "e_mar:1 e_york_infantry:2", "buchan": "s_grant:1"}
    for reading, first in (
        ("captured_defends", "fight s_mar"),
        ("captured_attacks", "fight s_mar"),
        ("captured_reserve", "hold e_york_infantry"),
    ):
        state = moves(blocks, "move1", "pillage", ruleset(pillage_noble=reading))
        state = play(state, "choose mar; select e_york_infantry; select e_mar; select s_grant; select s_grant; done")
        assert options(state)[0] == first
        assert at(state, "mar") == "e_york_infantry:1 s_mar:1"


@proves("hs:C-2", "hs:5.7-1", "hs:5.7-2")
def test_two_nobles_captured_by_one_pillage_both_wait_in_reserve() -> None:
    """Given Mar and Buchan are lost at strength 1, then York fights alone in round one and both join in round two."""
    blocks = {"mar": "e_mar:1 e_buchan:1 e_york_infantry:1", "angus": "s_grant"}
    state = moves(blocks, "move1", "pillage", ruleset("v4"))
    state = play(state, "choose mar; select e_mar; select e_buchan; done")
    assert at(state, "mar") == "e_york_infantry:1 s_buchan:1 s_mar:1"
    assert options(state) == ["hold e_york_infantry", "withdraw e_york_infantry"]
    state = play(state, "hold e_york_infantry")
    assert (by(state), [each for each in options(state) if each.startswith("fight")]) == (
        "scotland", ["fight s_buchan", "fight s_mar"],
    )  # fmt: skip


@proves("hs:C-2", "hs:5.7-1")
def test_a_pillage_remembers_every_noble_it_captures_and_nobody_else() -> None:
    blocks = {"mar": "e_mar:1 e_buchan:1 e_york_infantry:1", "angus": "s_grant"}
    state = play(moves(blocks, "move1", "pillage"), "choose mar")
    seen = [
        state,
        one := play(state, "select e_mar"),
        play(one, "select e_york_infantry"),
        play(one, "select e_buchan"),
    ]
    frames = [each.stack.top for each in seen]
    assert [frame.captured for frame in frames if isinstance(frame, PillageHits | PillageGains)] == [
        None, mask_of(block("s_mar")), mask_of(block("s_mar")), mask_of(block("s_mar"), block("s_buchan")),
    ]  # fmt: skip


@proves("hs:C-1", "hs:C-1d", "hs:C-3")
def test_scots_are_kept_from_an_england_the_english_hold_as_attackers_and_as_raiders() -> None:
    """Given a truce of England and York at home, then a march breaks both clauses of it, a voyage C-3 and the raid."""
    blocks = {"annan": "s_bruce", "fife": "s_grant", "england": "e_york_infantry", "dunbar": "e_dunbar"}
    march = play(moves(blocks, "truce", "move1"), "play_event; select s_bruce")
    assert refused(march, "march s_bruce england") == ["C-1", "C-1d"]
    assert "march s_bruce carrick" in options(march)
    sail = play(moves(blocks, "truce", "sea_move"), "play_event; select s_grant")
    assert options(sail) == ["choose galloway", "choose annan"]
    assert refused(sail, "choose england") == ["C-3", "C-1d"]
    assert refused(sail, "choose dunbar") == ["C-3"]
    allowed = moves(blocks, "truce", "sea_move", ruleset(truce_bars_sea_move_to_england="no"))
    assert refused(play(allowed, "play_event; select s_grant"), "choose england") == ["C-3"]
    own = play(moves({**blocks, "england": "s_wallace"}, "truce", "sea_move"), "play_event; select s_grant")
    assert refused(own, "choose england") == ["C-1d"]
    english = play(moves({"england": "s_grant", "annan": "e_york_infantry"}, "move1", "truce"), "play_event")
    assert refused(play(english, "select e_york_infantry"), "march e_york_infantry england") == ["C-1"]


@proves("hs:C-3")
def test_a_block_is_not_shipped_to_where_it_is() -> None:
    state = play(moves({"fife": "s_grant", "annan": "s_bruce"}, "move1", "sea_move"), "select s_grant")
    assert reasons(state, "choose fife") == ["same_area"]
    assert reasons(state, "choose selkirk") == ["not_coastal", "not_friendly"]


def test_who_has_marched_may_not_be_confused_with_who_is_shipped() -> None:
    state = go(moves({"fife": "s_douglas"}, "move1", "move2"), "s_douglas", "angus")
    assert not_asked(state, "choose fife")
