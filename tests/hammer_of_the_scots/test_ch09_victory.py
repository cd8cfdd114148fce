"""Chapter 9: victory at once."""

from reference.hammer_of_the_scots.board import EMPTY_BOARD
from reference.hammer_of_the_scots.ch09_victory import master_of_all_nobles
from reference.kernel.rules import proves
from reference.kernel.verdicts import NotThisDecision
from tests.hammer_of_the_scots.positions import GAME, about, action, battle, options, play, winner, winter

LAST = {"mar": "e_mar:1 s_wallace", "galloway": "s_galloway", "ross": "s_ross"}


@proves("hs:9.1-1")
def test_who_controls_every_noble_in_play_wins_at_once() -> None:
    state = battle(LAST, "mar", "scotland")
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_mar")
    assert (winner(state), options(state)) == (("scotland", "9.1-1"), [])
    assert about(state) == "scotland wins"


@proves("hs:9.1-1")
def test_england_needs_moray_dead_or_in_the_pool() -> None:
    blocks = {"fife": "s_moray:1 s_grant:1 e_edward", "galloway": "e_galloway"}
    state = battle(blocks, "fife", "england")
    state = play(state, "hold s_moray; fight e_edward; roll 1; roll 6; roll 6; roll 6; select s_moray")
    assert winner(state) == ("england", "9.1-1")
    disbanding = winter({"fife": "s_moray", "galloway": "e_galloway"}, "moray")
    assert winner(play(disbanding, "disband")) == ("england", "9.1-1")


@proves("hs:9.1-1")
def test_with_no_nobles_at_all_nobody_is_master_of_them() -> None:
    assert master_of_all_nobles(EMPTY_BOARD) is None


def test_nothing_can_be_done_when_it_is_over() -> None:
    state = play(battle(LAST, "mar", "scotland"), "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_mar")
    assert isinstance(GAME.step(state, action("done")), NotThisDecision)
