"""Small conditions over all there is: who holds an area, who winters with Edward, who fights as a schiltrom."""

import pytest

from reference.hammer_of_the_scots.board import holds
from reference.hammer_of_the_scots.ch01_map import ENGLAND, area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, SIDES, Type
from reference.hammer_of_the_scots.ch05_battles import out_of_turn, schiltrom_bonus
from reference.hammer_of_the_scots.ch07_quarters import wallace_violation
from reference.hammer_of_the_scots.ch07_winter import with_edward
from reference.hammer_of_the_scots.frames import Battle
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import about, battle, happened, moves, options, play, ruleset


@proves("hs:4.5-2")
def test_any_single_block_holds_its_area_for_its_side_and_no_other() -> None:
    for who in BLOCKS:
        board = moves({"fife": FIGURES[who].id}).board
        for place in ("fife", "mar"):
            for side in Side:
                assert holds(board, area(place), side) is (place == "fife" and side is SIDES[who]), FIGURES[who].id


@proves("hs:7.4-6")
@pytest.mark.parametrize("reading", ["his_area", "anywhere"])
@pytest.mark.parametrize("wintered", [1298, 1297])
def test_blocks_winter_with_edward_only_in_the_year_he_does_and_never_in_england(reading: str, wintered: int) -> None:
    rules = ruleset(winter_with_edward=reading)
    moving = moves({"fife": "e_edward", "mar": "e_york_infantry"}, rules=rules, year=1298)
    state = moving._replace(calendar=moving.calendar._replace(wintered=wintered))
    now = wintered == 1298
    assert with_edward(state, area("fife")) is now
    assert with_edward(state, area("mar")) is (now and reading == "anywhere")
    assert with_edward(state, ENGLAND) is False


@proves("hs:S5-5")
def test_only_scottish_infantry_without_english_archers_against_it_is_a_schiltrom() -> None:
    for option in ("on", "off"):
        rules = ruleset(schiltroms=option)
        for who in BLOCKS:
            for archers in ("e_wales_archers", "e_york_knights"):
                if FIGURES[who].id == archers:
                    continue
                board = moves({"fife": f"{FIGURES[who].id} {archers}"}).board
                fight = Battle(area("fife"), Side.ENGLAND, 1)
                one = SIDES[who] is Side.SCOTLAND and FIGURES[who].type is Type.INFANTRY and archers == "e_york_knights"
                assert schiltrom_bonus(board, who, fight, rules) == (1 if one and option == "on" else 0)


@proves("hs:7.5-1", "hs:7.5-2")
@pytest.mark.parametrize(
    ("holder", "to", "broken"),
    [
        ("e_edward", "selkirk", "hs:7.5-2"),
        ("s_douglas", "selkirk", None),
        ("e_edward", "mar", "hs:7.5-1"),
        ("e_edward", "fife", None),
    ],
)
def test_wallace_goes_to_selkirk_unless_the_english_hold_it_or_stays(holder: str, to: str, broken: str | None) -> None:
    refusal = wallace_violation(moves({"fife": "s_wallace", "selkirk": holder}), area(to))
    assert (None if refusal is None else refusal.rule) == broken


MARCHED = "select s_douglas; march s_douglas fife; march s_douglas fife"
CROSSED = "select e_york_infantry; march e_york_infantry dunbar; march e_york_infantry dunbar"


@proves("hs:4.0-1", "hs:4.2-2")
def test_a_block_that_has_moved_is_not_picked_again_though_others_beside_it_are() -> None:
    state = play(moves({"angus": "s_douglas", "fife": "s_grant"}, "move1", "move2"), MARCHED)
    assert options(state) == ["select s_grant", "select s_galloway", "done"]


@proves("hs:4.0-1", "hs:4.2-2", "hs:4.4-4")
def test_without_points_only_the_group_already_paid_for_moves_on() -> None:
    """Given one point spent on Angus, then its other land blocks may go, but not the Norse and nobody elsewhere.

    Out of England every block pays for itself, so there nobody follows for nothing.
    """
    state = moves({"angus": "s_douglas s_fraser s_norse", "mar": "s_grant"}, "move1", "move1")
    assert options(play(state, f"done; {MARCHED}")) == ["select s_fraser", "done"]
    apart = moves({"angus": "s_douglas s_grant", "mar": "s_fraser"}, "move1", "move1")
    assert options(play(apart, f"done; {MARCHED}")) == ["select s_grant", "done"]
    england = {"england": "e_york_infantry e_edward", "mar": "s_grant"}
    assert options(play(moves(england, "move1", "move1"), CROSSED)) == ["done"]
    assert options(play(moves(england, "move2", "move1"), CROSSED)) == ["select e_edward", "select e_ross", "done"]


@proves("hs:5.31-3", "hs:5.31-4")
def test_a_block_out_of_turn_is_refused_for_its_letter_or_else_for_its_side() -> None:
    """Given A before B and defenders before attackers, when a block acts too soon, then the right rule is named."""
    state = battle({"fife": "s_wallace s_douglas e_hobelars e_york_infantry"}, "fife", "england")
    fight = Battle(area("fife"), Side.ENGLAND, 1)
    found: dict[str, str | None] = {}
    for who in BLOCKS:
        if state.board.at[who] == area("fife"):
            refusal = out_of_turn(state, fight, who)
            found[FIGURES[who].id] = None if refusal is None else refusal.rule
    assert found == {
        "s_wallace": None,
        "e_hobelars": "hs:5.31-4",
        "s_douglas": "hs:5.31-3",
        "e_york_infantry": "hs:5.31-3",
    }


@proves("hs:5.3-1", "hs:5.32-6", "hs:5.2-2")
@pytest.mark.parametrize(
    ("roll", "waiting", "told", "next_is"),
    [
        ("before_battle", "", ["round_begun"], "what a block does in its turn"),
        ("when_revealed", "", ["round_begun"], "what a block does in its turn"),
        ("before_battle", "e_wales_infantry", ["round_begun", "reserves_arrived"], "what a block does in its turn"),
        ("when_revealed", "e_wales_infantry", ["round_begun", "reserves_arrived"], "the loyalty of a Celtic block"),
        ("when_revealed", "e_durham_infantry", ["round_begun", "reserves_arrived"], "what a block does in its turn"),
    ],
)
def test_reserves_join_in_round_two_and_celts_among_them_are_rolled_for_by_one_reading(
    roll: str, waiting: str, told: list[str], next_is: str
) -> None:
    state = battle(
        {"fife": f"s_douglas e_york_infantry {waiting}".strip()},
        "fife",
        "england",
        ruleset(celtic_roll=roll),
        waiting=waiting,
    )
    if about(state) == "the loyalty of a Celtic block":
        state = play(state, "roll 1")
    state, events = happened(state, "hold s_douglas; hold e_york_infantry")
    assert [each.kind.value for each in events if each.kind.value != "block_passed"] == told
    assert about(state) == next_is
