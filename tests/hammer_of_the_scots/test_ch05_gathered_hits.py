"""Chapter 5.41 where option D17 gathers hits: when those that wait are dealt."""

from dataclasses import replace

import pytest

from reference.hammer_of_the_scots.actions import DEAL_HITS
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch05_battles import battle_apply, firing_advance
from reference.hammer_of_the_scots.ch05_gathered_hits import deal_violations, dealt_before, hit_by, may_deal_early
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Battle, Firing, Hits
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from reference.kernel.verdicts import No, event, violation
from tests.hammer_of_the_scots.positions import GAME, action, at, battle, by, happened, options, play, ruleset, standing

FIFE = area("fife")
KNIGHTS, INFANTRY = block("e_york_knights"), block("e_york_infantry")
DOUGLAS, KEITH = block("s_douglas"), block("s_keith")
GATHERED = ruleset(hit_timing="until_side_changes")
DEFENDERS = {"fife": "e_york_knights:2 e_york_infantry:2 s_douglas s_keith:3"}


@proves("hs:5.41-4")
def test_gathered_hits_are_dealt_before_another_letter_or_before_the_other_side_acts() -> None:
    fight = Battle(FIFE, Side.SCOTLAND, 1, hits=2, volley="england_B")
    by_scots = replace(fight, volley="scotland_C")
    blocks = (KNIGHTS, INFANTRY, KEITH, DOUGLAS)
    by_letter = ruleset(hit_timing="per_letter_step")
    assert [dealt_before(by_letter, fight, who) for who in blocks] == [False, True, True, True]
    assert [dealt_before(GATHERED, fight, who) for who in blocks] == [False, False, True, True]
    assert [dealt_before(by_letter, by_scots, who) for who in blocks] == [True, True, True, False]
    assert [dealt_before(GATHERED, by_scots, who) for who in blocks] == [True, True, False, False]
    assert (hit_by(fight), hit_by(by_scots)) == (Side.SCOTLAND, Side.ENGLAND)


@proves("hs:5.41-4")
def test_hits_are_dealt_early_only_if_some_wait_and_the_ruleset_lets_the_firing_player() -> None:
    none = Battle(FIFE, Side.SCOTLAND, 1, volley="england_B")
    some = replace(none, hits=1)
    nothing = violation(Reason.NO_HITS_GATHERED, "hs:5.41-4")
    waits = violation(Reason.HITS_WAIT_FOR_LETTER, "hs:5.41-4", hits=1, letter="B")
    for timing, found in (("per_block", (waits,)), ("per_letter_step", (waits,)), ("until_side_changes", ())):
        rules = ruleset(hit_timing=timing)
        assert (deal_violations(rules, none), deal_violations(rules, some)) == ((nothing,), found)
        assert (may_deal_early(rules, none), may_deal_early(rules, some)) == (False, timing == "until_side_changes")


@proves("hs:5.41-4")
def test_hits_that_would_wipe_out_the_enemy_are_dealt_at_once() -> None:
    """Given one hit that waits, when a second falls, then Douglas 3 stays unhurt and Douglas 2 takes both."""
    fight, firing = Battle(FIFE, Side.SCOTLAND, 1, hits=1, volley="england_C"), Firing(INFANTRY, 0, 1)
    for steps in (2, 3):
        state = standing({"fife": f"e_york_infantry s_douglas:{steps}"}, fight, firing, rules=GATHERED)
        after = firing_advance(state, firing)
        if steps == 3:
            assert (after.state.stack.frames, after.events) == ((replace(fight, hits=2),), ())
        else:
            assert after.state.stack.frames == (replace(fight, hits=0), Hits(Side.SCOTLAND, 2))
            assert after.events == (event(EventKind.HITS_DEALT, "hs:5.41-4", side="scotland", hits=2),)


@proves("hs:5.41-4")
def test_hits_are_dealt_before_a_block_of_the_other_side_acts() -> None:
    """Given knights who hit once, when Keith or Douglas is due, then Scotland takes the hit first."""
    state = battle(DEFENDERS, "fife", "england", GATHERED)
    state = play(state, "hold s_keith; fight e_york_knights; roll 1; roll 6")
    assert (by(state), options(state)) == ("scotland", ["select s_douglas"])
    state = battle(DEFENDERS, "fife", "scotland", GATHERED)
    assert GAME.step(state, action("deal_hits")) == No((violation(Reason.NO_HITS_GATHERED, "hs:5.41-4"),))
    state = play(state, "fight e_york_knights; roll 1; roll 6")
    assert (by(state), options(state)) == ("scotland", ["select s_douglas"])


@proves("hs:5.41-4")
def test_hits_wait_through_the_letters_of_a_side_until_the_other_side_acts_or_the_round_ends() -> None:
    """Given defenders B and C against attackers C, then the hits of B wait while C decides, unless they are dealt."""
    blocks = {"fife": "e_york_knights:2 e_york_infantry:2 s_douglas"}
    state = play(battle(blocks, "fife", "scotland", GATHERED), "fight e_york_knights; roll 1; roll 6")
    turn = [f"{what} e_york_infantry" for what in ("fight", "hold", "withdraw")]
    assert (by(state), options(state)) == ("england", [*turn, "deal_hits"])
    early, told = happened(state, "deal_hits")
    assert told == (event(EventKind.HITS_DEALT, "hs:5.41-4", side="scotland", hits=1),)
    assert (by(early), options(early)) == ("scotland", ["select s_douglas"])
    early = play(early, "select s_douglas")
    assert (by(early), options(early)) == ("england", turn)
    late, told = happened(state, "hold e_york_infantry")
    passed = event(EventKind.BLOCK_PASSED, "hs:5.31-2", block="e_york_infantry")
    assert told == (passed, event(EventKind.HITS_DEALT, "hs:5.41-4", side="scotland", hits=1))
    assert options(late) == ["select s_douglas"]
    attack = battle({"fife": "e_york_infantry:2 e_durham_infantry:2 s_wallace"}, "fife", "england", GATHERED)
    attack = play(attack, "hold s_wallace; fight e_york_infantry; roll 1; roll 6")
    assert "deal_hits" in options(attack)
    attack = play(attack, "hold e_durham_infantry; select s_wallace")
    assert (at(attack, "fife"), by(attack)) == ("e_york_infantry:2 e_durham_infantry:2 s_wallace:3", "scotland")


@proves("hs:5.41-4")
@pytest.mark.parametrize("timing", ["per_letter_step", "until_side_changes"])
def test_dealing_leaves_no_hits_waiting(timing: str) -> None:
    fight = Battle(FIFE, Side.SCOTLAND, 1, hits=2, volley="england_B")
    state = standing({"fife": "e_york_knights s_douglas"}, fight, rules=ruleset(hit_timing=timing))
    after = battle_apply(state, fight, DEAL_HITS)
    assert after.state.stack.frames == (replace(fight, hits=0), Hits(Side.SCOTLAND, 2))
    assert after.events == (event(EventKind.HITS_DEALT, "hs:5.41-4", side="scotland", hits=2),)
