"""Chapter 2: the blocks and what is printed on them."""

from collections import Counter

import pytest

from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS,
    BLOCKS_OF,
    CELTIC,
    FIGURES,
    LOYAL,
    NOBLES_OF,
    OTHER_SIDE,
    SIDES,
    Letter,
    Type,
    block,
    move_rating,
)
from reference.hammer_of_the_scots.ch05_battles import combat_number, next_to_act
from reference.hammer_of_the_scots.frames import Battle
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.canonical import Unreadable
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import STANDARD, at, battle, by, moves, options, play, refused, ruleset, where


def test_both_armies_are_as_the_tables_count_them() -> None:
    kinds = {side: Counter(FIGURES[each].type for each in BLOCKS_OF[side]) for side in Side}
    assert kinds[Side.ENGLAND] == {
        Type.LEADER: 1, Type.ARCHERS: 2, Type.KNIGHTS: 3, Type.HOBELARS: 1, Type.INFANTRY: 8, Type.NOBLE: 13,
    }  # fmt: skip
    assert kinds[Side.SCOTLAND] == {
        Type.LEADER: 2, Type.ARCHERS: 1, Type.CAVALRY: 1, Type.KNIGHTS: 1, Type.NORSE: 1, Type.INFANTRY: 8,
        Type.NOBLE: 14,
    }  # fmt: skip
    assert [FIGURES[each].id for each in CELTIC] == ["e_ulster_infantry", "e_wales_archers", "e_wales_infantry"]
    assert [FIGURES[each].id for each in LOYAL] == ["s_moray"]
    assert {FIGURES[each].letter for each in NOBLES_OF[Side.ENGLAND]} == {Letter.B}


def test_every_noble_but_moray_has_a_block_on_either_side() -> None:
    assert len(OTHER_SIDE) == 26
    assert all(FIGURES[one].noble == FIGURES[other].noble for one, other in OTHER_SIDE.items())


@proves("hs:2.21-3")
def test_leaders_move_three_areas_and_the_scottish_archers_as_the_ruleset_says() -> None:
    rating = {FIGURES[each].id: move_rating(each, STANDARD) for each in BLOCKS}
    assert [name for name, areas in rating.items() if areas == 3] == [
        "s_wallace", "s_king", "s_keith", "s_etterick", "e_edward", "e_hobelars",
    ]  # fmt: skip
    assert [name for name, areas in rating.items() if areas not in (2, 3)] == ["s_norse"]
    assert move_rating(block("s_etterick"), ruleset("de")) == 2


# The table of both armies: who, move, letter and number of combat; infantry is C2, some of it C3.
TABLE = {
    Side.ENGLAND: {
        Type.LEADER: (3, ("B4",)),
        Type.ARCHERS: (2, ("B3",)),
        Type.KNIGHTS: (2, ("B3",)),
        Type.HOBELARS: (3, ("A2",)),
        Type.INFANTRY: (2, ("C2", "C3")),
        Type.NOBLE: (2, ("B2",)),
    },
    Side.SCOTLAND: {
        Type.LEADER: (3, ("A3",)),
        Type.ARCHERS: (2, ("B2",)),
        Type.CAVALRY: (3, ("B1",)),
        Type.KNIGHTS: (2, ("B3",)),
        Type.NORSE: (0, ("A2",)),
        Type.INFANTRY: (2, ("C2", "C3")),
        Type.NOBLE: (2, ("B2",)),
    },
}


@proves("hs:2.21-3", "hs:2.12-2", "hs:2.12-3", "hs:5.4-2")
def test_every_block_moves_acts_and_hits_as_its_row_of_the_table_says() -> None:
    """Given each block alone, attacking in England where no noble is at home, when it is its turn, then so it hits."""
    de = ruleset("de")
    for who in BLOCKS:
        side = SIDES[who]
        move, combat = TABLE[side][FIGURES[who].type]
        fight = Battle(area("england"), side)
        board = battle({"england": FIGURES[who].id}, "england", side.value).board
        assert next_to_act(board, fight) == (side, [who])
        number = combat_number(board, who, fight, de)
        assert move_rating(who, de) == move, FIGURES[who].id
        assert f"{FIGURES[who].letter.value}{number}" in combat, FIGURES[who].id


@proves("hs:2.12-3", "hs:5.4-2", "hs:1.4-3", "hs:S5-5")
def test_a_noble_defending_at_home_hits_up_to_three_and_a_schiltrom_one_higher() -> None:
    """Given a B2 noble at home and C2 infantry, when the other side attacks, then they hit up to 3, else up to 2."""
    board = battle({"mar": "s_mar s_campbell e_york_infantry"}, "mar", "england").board
    for attacker, schiltroms, noble, infantry in (
        (Side.ENGLAND, "off", 3, 2),
        (Side.SCOTLAND, "off", 2, 2),
        (Side.ENGLAND, "on", 3, 3),
    ):
        fight, rules = Battle(area("mar"), attacker), ruleset(schiltroms=schiltroms)
        assert combat_number(board, block("s_mar"), fight, rules) == noble
        assert combat_number(board, block("s_campbell"), fight, rules) == infantry


@proves("hs:2.11-2", "hs:2.11-5", "hs:5.4-1", "hs:5.4-2", "hs:2.12-3")
def test_a_block_rolls_a_die_a_step_and_each_hit_costs_a_step() -> None:
    state = battle({"fife": "e_york_knights:3 s_barclay:2"}, "fife", "england")
    state = play(state, "fight e_york_knights; roll 3; roll 4; roll 2")
    assert options(state) == ["select s_barclay"]
    state = play(state, "select s_barclay")
    assert at(state, "fife") == "e_york_knights:3 s_barclay:1"
    state = play(state, "select s_barclay")
    assert (at(state, "fife"), where(state, "s_barclay")) == ("e_york_knights:3", "pool")


@proves("hs:2.12-2", "hs:5.31-3")
def test_all_a_act_before_all_b_and_these_before_all_c() -> None:
    state = battle({"fife": "e_hobelars e_york_knights e_york_infantry s_wallace s_mar s_douglas"}, "fife", "england")
    order = []
    for _ in range(6):
        held = next(text for text in options(state) if text.startswith("hold"))
        order.append((by(state), held))
        state = play(state, held)
    assert order == [
        ("scotland", "hold s_wallace"),
        ("england", "hold e_hobelars"),
        ("scotland", "hold s_mar"),
        ("england", "hold e_york_knights"),
        ("scotland", "hold s_douglas"),
        ("england", "hold e_york_infantry"),
    ]


@proves("hs:2.22-3", "hs:2.22-4")
def test_a_noble_is_in_play_with_one_block_only_and_its_colour_is_his_side() -> None:
    state = battle({"fife": "e_mar:1 e_york_infantry:1 s_douglas"}, "fife", "england")
    state = play(state, "hold e_mar; fight s_douglas; roll 1; roll 6; roll 6; roll 6; select e_mar")
    assert (where(state, "e_mar"), where(state, "s_mar")) == ("aside", "fife")


@proves("hs:2.25b-3")
def test_the_norse_move_by_sea_only() -> None:
    state = play(moves({"ross": "s_norse", "moray": "e_ross"}, "move1", "move2"), "select s_norse")
    assert refused(state, "march s_norse badenoch") == ["4.6b-3"]
    assert where(play(state, "march s_norse fife"), "s_norse") == "fife"


def test_unknown_blocks_are_unreadable() -> None:
    with pytest.raises(Unreadable, match="no block"):
        block("s_bannock")
