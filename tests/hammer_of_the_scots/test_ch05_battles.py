"""Chapter 5: battles, reserves, hits, Celtic blocks, raids."""

import pytest

from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from tests.hammer_of_the_scots.positions import (
    GAME,
    about,
    accepted,
    at,
    barred,
    battle,
    by,
    cited,
    go,
    happened,
    moves,
    options,
    place,
    play,
    reasons,
    refused,
    ruleset,
    told,
    where,
    winner,
)

BUCHAN = {"buchan": "s_douglas", "angus": "e_york_infantry", "mar": "e_cumbria_infantry"}


def attacked() -> str:
    """Return the orders with which nobody fights in round one of the battle in Buchan."""
    return "hold s_douglas; hold e_york_infantry"


@proves("hs:5.1-1", "hs:5.1-2", "hs:5.1-4")
def test_the_first_player_picks_one_battle_after_another() -> None:
    state = moves(
        {"angus": "e_york_infantry", "fife": "s_douglas", "lothian": "e_durham_infantry", "dunbar": "s_dunbar"}, "move2"
    )
    state = play(go(go(state, "e_york_infantry", "fife"), "e_durham_infantry", "dunbar"), "done; done")
    assert (by(state), options(state)) == ("england", ["choose fife", "choose dunbar"])
    assert refused(state, "choose angus") == ["5.1-1"]
    state = play(state, "choose dunbar; withdraw s_dunbar; choose teviot; done")
    assert (by(state), options(state)) == ("england", ["choose fife"])


@proves("hs:5.1-3", "hs:S1-2")
def test_blocks_of_a_battle_lie_open_but_reserves_and_all_others_do_not() -> None:
    state = battle(
        {"fife": "s_douglas e_york_infantry e_durham_infantry", "angus": "e_mar"},
        "fife",
        "england",
        waiting="e_durham_infantry",
    )
    view = GAME.observe(state, "scotland")
    assert isinstance(view, dict)
    assert view["enemy"]["fife"] == {"count": 2, "revealed": ["e_york_infantry"], "in_reserve": 1}
    assert view["enemy"]["angus"] == {"count": 1}
    state = play(state, attacked())
    after = GAME.observe(state, "scotland")
    assert isinstance(after, dict)
    assert after["enemy"]["fife"] == {"count": 2, "revealed": ["e_york_infantry", "e_durham_infantry"]}


@proves("hs:5.2-2", "hs:5.2-3", "hs:5.2-4")
@pytest.mark.parametrize(("die", "place_after"), [(1, "fife"), (4, "fife"), (5, "pool"), (6, "pool")])
def test_a_celtic_block_stays_on_four_and_deserts_on_five(die: int, place_after: str) -> None:
    state = battle({"fife": "s_douglas e_wales_infantry e_york_infantry"}, "fife", "england")
    assert (by(state), about(state)) == ("chance", "the loyalty of a Celtic block")
    state, events = happened(state, f"roll {die}")
    assert where(state, "e_wales_infantry") == place_after
    assert ("5.2-3" if die <= 4 else "5.2-4") in cited(events)


@proves("hs:5.2-3")
def test_celtic_blocks_are_rolled_for_in_a_fixed_order_and_a_lone_deserter_loses_the_battle() -> None:
    state = battle({"fife": "s_douglas e_wales_infantry e_wales_archers e_ulster_infantry"}, "fife", "england")
    state, _ = happened(state, "roll 5; roll 6; roll 5")
    assert (by(state), about(state)) == ("scotland", "a block to regroup")


@proves("hs:5.3-1", "hs:5.3-2", "hs:5.31-6", "hs:5.5-9")
def test_after_three_rounds_the_attacker_must_leave_with_every_block() -> None:
    state = battle({"fife": "s_douglas e_york_infantry e_durham_infantry"}, "fife", "england")
    state = play(state, "hold s_douglas; hold e_york_infantry; hold e_durham_infantry")
    state = play(state, "hold s_douglas; hold e_york_infantry; hold e_durham_infantry")
    state = play(state, "hold s_douglas; hold e_york_infantry; hold e_durham_infantry")
    assert (by(state), options(state)) == ("england", ["select e_york_infantry", "select e_durham_infantry"])
    assert refused(state, "done") == ["5.3-2"]
    assert refused(state, "select s_douglas") == ["5.3-2"]
    state = play(state, "select e_york_infantry; choose angus; select e_durham_infantry; choose mentieth")
    assert (by(state), about(state), at(state, "fife")) == ("scotland", "a block to regroup", "s_douglas")


@proves("hs:5.31-1", "hs:5.31-2", "hs:5.31-4", "hs:5.31-5")
def test_each_block_acts_once_a_round_by_fighting_passing_or_retreating_defenders_first() -> None:
    state = battle({"fife": "s_douglas s_grant e_york_infantry"}, "fife", "england")
    assert options(state) == [
        "fight s_douglas", "hold s_douglas", "withdraw s_douglas", "fight s_grant", "hold s_grant", "withdraw s_grant",
    ]  # fmt: skip
    assert barred(state, "england", "hold e_york_infantry") == ["5.31-4"]
    assert told(state, "hold e_york_infantry") == [("not_your_block", "5.31-2", {"block": "e_york_infantry"})]
    assert refused(state, "hold s_galloway") == ["5.31-1"]
    state = play(state, "hold s_grant")
    assert refused(state, "fight s_grant") == ["5.31-1"]
    state = play(state, "hold s_douglas; hold e_york_infantry")
    assert options(state)[0] == "fight s_douglas"


@proves("hs:5.32-3", "hs:5.32-5", "hs:S5-2", "hs:S5-3")
def test_all_attackers_but_one_group_over_one_border_wait_and_neither_act_nor_bleed_in_round_one() -> None:
    state = moves(BUCHAN, "move2", "move1")
    state = play(go(go(state, "e_york_infantry", "buchan"), "e_cumbria_infantry", "buchan"), "done")
    assert options(state) == ["select e_york_infantry", "select e_cumbria_infantry"]
    assert refused(state, "select s_douglas") == ["5.32-3"]
    state = play(state, "select e_cumbria_infantry; done; choose buchan")
    assert barred(state, "england", "fight e_york_infantry") == ["5.32-5"]
    state = play(state, "fight s_douglas; roll 1; roll 6; roll 6; roll 6")
    assert options(state) == ["select e_cumbria_infantry"]
    assert refused(state, "select e_york_infantry") == ["5.32-5"]


@proves("hs:5.32-3")
def test_any_block_of_a_group_names_it_as_the_main_force_though_only_one_is_offered() -> None:
    """Given York and Durham came together, when either is named, then the position is the same and Cumbria waits."""
    state = moves({**BUCHAN, "angus": "e_york_infantry e_durham_infantry"}, "move2", "move1")
    for block in ("e_york_infantry", "e_durham_infantry", "e_cumbria_infantry"):
        state = go(state, block, "buchan")
    state = play(state, "done")
    assert options(state) == ["select e_york_infantry", "select e_cumbria_infantry"]
    assert about(state) == "the main force of the attack on buchan"
    by_york = happened(state, "select e_york_infantry")
    assert accepted(state, "select e_durham_infantry") == by_york
    named = event(EventKind.MAIN_FORCE_NAMED, "hs:5.32-3", block="e_york_infantry", area="buchan")
    assert by_york[1] == (named,)
    assert told(state, "select s_douglas") == [("not_an_attacker", "5.32-3", {"block": "s_douglas", "area": "buchan"})]
    state = play(by_york[0], "done; choose buchan; hold s_douglas")
    assert options(state)[0] == "fight e_york_infantry"
    assert refused(state, "fight e_cumbria_infantry") == ["5.32-5"]


@proves("hs:5.32-6", "hs:5.32-7")
def test_reserves_join_in_round_two_even_if_all_their_friends_are_gone() -> None:
    state = battle(
        {"buchan": "s_wallace e_york_infantry:1 e_cumbria_infantry"}, "buchan", "england", waiting="e_cumbria_infantry"
    )
    state, events = happened(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_york_infantry")
    assert "5.32-6" in cited(events)
    assert at(state, "buchan") == "e_cumbria_infantry s_wallace"
    state = play(state, "hold s_wallace")
    assert options(state) == ["fight e_cumbria_infantry", "hold e_cumbria_infantry", "withdraw e_cumbria_infantry"]


@proves("hs:5.32-8", "hs:5.32-9")
def test_control_of_the_field_changes_when_all_defenders_fall_in_round_one() -> None:
    """Given Grant, with Fraser still coming, when Grant falls, then England defends and acts first within a letter."""
    state = battle({"buchan": "e_york_infantry s_grant:1 s_fraser"}, "buchan", "england", waiting="s_fraser")
    state, events = happened(
        state, "hold s_grant; fight e_york_infantry; roll 1; roll 6; roll 6; roll 6; select s_grant"
    )
    assert "5.32-8" in cited(events)
    assert options(state)[0] == "fight e_york_infantry"
    state = play(state, "hold e_york_infantry; hold s_fraser; hold e_york_infantry; hold s_fraser")
    assert (by(state), options(state)) == ("scotland", ["select s_fraser"])


@proves("hs:5.33-1")
def test_what_the_second_player_sends_into_a_battle_of_the_first_waits_in_reserve() -> None:
    state = moves({"buchan": "s_douglas", "angus": "e_york_infantry", "mar": "s_grant"}, "move2", "move1")
    state = play(go(state, "e_york_infantry", "buchan"), "done")
    state = play(go(state, "s_grant", "buchan"), "done; choose buchan")
    assert refused(state, "hold s_grant") == ["5.32-5"]
    assert options(state)[0] == "fight s_douglas"


@proves("hs:4.4-6", "hs:4.4-7")
def test_border_crossers_to_one_area_are_one_group_whatever_way_they_came() -> None:
    blocks = {"england": "e_edward e_hobelars", "lanark": "s_steward"}
    state = moves(blocks, "move2", "move1")
    state = go(go(state, "e_edward", "annan", "lanark"), "e_hobelars", "dunbar", "lothian", "lanark")
    state = play(state, "done; done; choose lanark")
    assert options(state)[0] == "fight e_hobelars"
    peer = moves(blocks, "move2", "move1", ruleset("peer"))
    peer = go(go(peer, "e_edward", "annan", "lanark"), "e_hobelars", "dunbar", "lothian", "lanark")
    peer = play(peer, "done; done; choose lanark")
    assert barred(peer, "england", "fight e_hobelars") == ["5.32-5"]


@proves("hs:5.41-1", "hs:5.41-2", "hs:5.41-3", "hs:5.41-4")
def test_hits_go_at_once_to_the_strongest_and_among_equals_as_the_owner_likes() -> None:
    state = battle({"fife": "s_wallace e_york_infantry:2 e_durham_infantry:2 e_cumbria_infantry:1"}, "fife", "england")
    state = play(state, "fight s_wallace; roll 1; roll 1; roll 1; roll 6")
    assert (by(state), options(state)) == ("england", ["select e_york_infantry", "select e_durham_infantry"])
    assert refused(state, "select e_cumbria_infantry") == ["5.41-2"]
    state = play(state, "select e_durham_infantry")
    assert options(state) == ["select e_york_infantry"]
    state = play(state, "select e_york_infantry")
    assert len(options(state)) == 3
    state = play(state, "select e_cumbria_infantry")
    assert at(state, "fife") == "e_york_infantry:1 e_durham_infantry:1 s_wallace"


def test_hits_beyond_the_last_block_are_lost() -> None:
    state = battle({"fife": "s_wallace e_york_infantry:1"}, "fife", "england")
    state = play(state, "fight s_wallace; roll 1; roll 1; roll 1; roll 1; select e_york_infantry")
    assert (by(state), about(state)) == ("scotland", "a block to regroup")


@proves("hs:5.7-1", "hs:5.7-2", "hs:5.7-3")
def test_a_noble_lost_in_battle_changes_side_at_strength_one_and_waits_for_the_next_round() -> None:
    state = battle({"fife": "s_wallace s_grant e_mar:1 e_york_infantry:1"}, "fife", "england")
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_mar")
    assert at(state, "fife") == "e_york_infantry:1 s_wallace s_grant s_mar:1"
    assert refused(state, "hold s_mar") == ["5.32-5"]
    state = play(state, "hold s_grant; hold e_york_infantry; hold s_wallace")
    assert options(state)[0] == "fight s_mar"


@proves("hs:5.7-5", "hs:5.7-6", "hs:5.8-3")
def test_moray_never_changes_side_and_dies_in_battle() -> None:
    state = battle({"fife": "s_moray:1 s_grant:1 e_edward"}, "fife", "england")
    state = play(state, "hold s_moray; fight e_edward; roll 1; roll 6; roll 6; roll 6; select s_moray")
    assert where(state, "s_moray") == "dead"


@proves("hs:5.8-1", "hs:5.8-3")
@pytest.mark.parametrize(
    ("block", "after"),
    [("s_grant", "pool"), ("s_wallace", "dead"), ("s_norse", "dead"), ("s_french", "dead"), ("s_keith", "pool")],
)
def test_the_eliminated_go_to_the_pool_and_a_black_cross_is_gone_for_good(block: str, after: str) -> None:
    state = battle({"fife": f"{block}:1 s_king e_edward"}, "fife", "england", crowned=1298)
    while options(state) and not options(state)[0].startswith("fight e_edward"):
        state = play(state, next(text for text in options(state) if text.startswith("hold")))
    state = play(state, "fight e_edward; roll 1; roll 1; roll 1; roll 1")
    state = play(state, "select s_king; select s_king; select s_king")
    state = play(state, f"select {block}")
    assert where(state, block) == after


@proves("hs:9.1-3")
def test_england_wins_when_the_king_falls_in_battle() -> None:
    state = battle({"fife": "s_king:1 e_edward"}, "fife", "england", crowned=1298)
    state = play(state, "hold s_king; fight e_edward; roll 1; roll 6; roll 6; roll 6; select s_king")
    assert (winner(state), options(state), where(state, "s_king")) == (("england", "9.1-3"), [], "dead")


@proves("hs:9.1-4", "hs:6.1-4", "hs:6.1-1", "hs:6.1-2")
def test_edward_i_is_followed_by_edward_ii_whose_fall_scotland_wins_by() -> None:
    state = battle({"fife": "s_wallace e_edward:1 e_york_infantry:1"}, "fife", "england")
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_edward")
    assert (where(state, "e_edward"), state.calendar.edward, winner(state)) == ("pool", 2, ("", ""))
    state = battle({"fife": "s_wallace e_edward:1 e_york_infantry:1"}, "fife", "england", edward=2)
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_edward")
    assert winner(state) == ("scotland", "9.1-4")


@proves("hs:5.5-9", "hs:5.5-10", "hs:9.1-4")
def test_who_must_retreat_and_cannot_is_eliminated_as_in_battle() -> None:
    """Given Edward II attacking Scots in England, when it is undecided after round three, then Scotland wins."""
    state = battle({"england": "s_wallace e_edward"}, "england", "england", edward=2)
    state = play(state, "hold s_wallace; hold e_edward; hold s_wallace; hold e_edward; hold s_wallace; hold e_edward")
    state = play(state, "select e_edward")
    assert options(state) == ["give_up"]
    assert refused(state, "choose annan") == ["5.5-10"]
    state = play(state, "give_up")
    assert winner(state) == ("scotland", "9.1-4")


@proves("hs:5.5-5", "hs:5.5-9")
def test_a_noble_stranded_after_round_three_joins_the_winner_and_may_regroup() -> None:
    """Given only one red way out of Mar, when three must go, then two do and Mar/E becomes Mar/S beside the winner."""
    blocks = {
        "ross": "s_fraser e_mar e_york_infantry e_durham_infantry e_ross:1",
        "moray": "s_moray",
        "angus": "e_angus",
    }
    state = battle(blocks, "ross", "england")
    while about(state) == "what a block does in its turn":
        state = play(state, next(text for text in options(state) if text.startswith("hold")))
    assert about(state) == "a block that must retreat"
    state = play(
        state, "select e_york_infantry; choose garmoran; select e_durham_infantry; choose garmoran; select e_mar"
    )
    assert options(state) == ["give_up"]
    state = play(state, "give_up; select e_ross; give_up")
    assert at(state, "ross") == "s_fraser s_ross:1 s_mar:1"
    assert "select s_mar" in options(state)


@proves("hs:5.9-3", "hs:5.9-6", "hs:5.9-4", "hs:5.8-4")
def test_scots_in_england_cost_the_english_one_block_that_is_no_noble_at_the_end_of_every_turn() -> None:
    state = moves({"england": "s_wallace s_grant", "lothian": "e_hobelars e_york_infantry e_mar"}, "move1", "move1")
    state = play(state, "done; done")
    assert (by(state), options(state)) == ("england", ["select e_hobelars", "select e_york_infantry"])
    assert refused(state, "select e_mar") == ["5.9-3"]
    assert refused(state, "select s_grant") == ["5.9-3"]
    assert refused(state, "select e_edward") == ["5.9-3"]
    state, events = happened(state, "select e_hobelars")
    assert where(state, "e_hobelars") == "pool"
    assert "5.9-3" in cited(events)
    state = play(state, "play move1; play move1; done; done")
    assert options(state) == ["select e_york_infantry"]
    nobles = moves({"england": "s_wallace", "lothian": "e_mar"}, "move1", "move1")
    assert about(play(nobles, "done; done")) == "a card to play face down"


def test_edward_lost_to_a_raid_goes_to_the_pool_and_nobody_wins() -> None:
    state = moves({"england": "s_wallace", "lothian": "e_edward"}, edward=2)
    state = play(state, "done; done; select e_edward")
    assert (where(state, "e_edward"), winner(state)) == ("pool", ("", ""))


@proves("hs:5.41-4")
def test_hits_of_a_letter_are_gathered_where_the_ruleset_says_so() -> None:
    rules = ruleset(hit_timing="per_letter_step")
    state = battle({"fife": "e_york_knights:1 e_lancaster_knights:1 s_douglas s_grant"}, "fife", "england", rules)
    state = play(state, "fight e_york_knights; roll 1")
    assert options(state) == ["fight e_lancaster_knights", "hold e_lancaster_knights", "withdraw e_lancaster_knights"]
    state = play(state, "fight e_lancaster_knights; roll 1")
    assert (by(state), options(state)) == ("scotland", ["select s_douglas"])
    wipe = battle({"fife": "e_york_knights:1 e_lancaster_knights:1 s_douglas:1"}, "fife", "england", rules)
    wipe = play(wipe, "fight e_york_knights; roll 1")
    assert options(wipe) == ["select s_douglas"]
    scots = battle({"fife": "e_york_infantry s_grant:1 s_douglas:1"}, "fife", "england", rules)
    scots = play(scots, "fight s_grant; roll 1; hold s_douglas")
    assert (by(scots), options(scots)) == ("england", ["select e_york_infantry"])


@proves("hs:5.32-5", "hs:5.31-2")
def test_nothing_is_left_to_fight_but_turns_remain_where_the_round_is_played_on() -> None:
    blocks = {"buchan": "s_wallace s_grant e_york_infantry:1 e_cumbria_infantry"}
    state = battle(blocks, "buchan", "england", waiting="e_cumbria_infantry")
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_york_infantry")
    assert options(state) == ["hold s_grant", "withdraw s_grant"]
    assert told(state, "fight s_grant") == [("nothing_to_fight", "5.32-5", {"block": "s_grant"})]


@proves("hs:5.5-4", "hs:5.5-1")
def test_a_wall_of_enemies_leaves_no_retreat() -> None:
    around = {"selkirk": "e_mar", "teviot": "e_angus", "lanark": "e_argyll", "lothian": "e_buchan", "annan": "e_comyn"}
    state = battle({"dunbar": "s_grant e_york_infantry", **around}, "dunbar", "england")
    assert options(state) == ["fight s_grant", "hold s_grant"]
    assert refused(state, "withdraw s_grant") == ["5.5-11", "5.5-4"]


def test_reserves_of_an_event_battle_are_forgotten_when_it_is_over() -> None:
    state = place(
        {"fife": "s_douglas e_york_infantry:1"},
        [{"type": "turn", "stage": "second"}, {"type": "battle", "area": "fife", "attacker": "scotland"}],
        first="scotland",
        played={"england": "move1", "scotland": "herald"},
        reserves=["s_grant"],
    )
    state = play(
        state, "hold e_york_infantry; fight s_douglas; roll 1; roll 6; roll 6; roll 6; select e_york_infantry; done"
    )
    assert (by(state), about(state), state.field.attacker.count(0)) == ("england", "a block to move", 23)


@proves("hs:5.41-2", "hs:5.32-5")
def test_who_takes_a_hit_is_a_strongest_block_of_the_side_hit_that_fights_there() -> None:
    """Given Grant hits York and Durham 2, Cumbria waiting, then only York may take it, and each other is told why."""
    blocks = {"buchan": "s_grant e_york_infantry e_durham_infantry:2 e_cumbria_infantry", "fife": "e_westmor_infantry"}
    state = battle(blocks, "buchan", "england", waiting="e_cumbria_infantry")
    state = play(state, "fight s_grant; roll 1; roll 6; roll 6")
    assert options(state) == ["select e_york_infantry"]
    told = {
        "e_durham_infantry": ("5.41-2", "not_strongest"),
        "e_cumbria_infantry": ("5.32-5", "in_reserve"),
        "e_westmor_infantry": ("5.41-2", "not_in_battle"),
        "s_grant": ("5.41-2", "not_your_block"),
        "s_wallace": ("5.41-2", "not_your_block"),
        "e_edward": ("5.41-2", "not_in_battle"),
    }
    for who, (rule_id, reason) in told.items():
        assert (refused(state, f"select {who}"), reasons(state, f"select {who}")) == ([rule_id], [reason])
