"""Finite domains checked whole against slow, plain statements of the rules."""

from itertools import combinations, combinations_with_replacement, product

import pytest

from properties.hammer_of_the_scots.explorer import GAME, ruleset
from reference.hammer_of_the_scots.actions import Card
from reference.hammer_of_the_scots.board import EMPTY_BOARD, Board, put, stepped
from reference.hammer_of_the_scots.ch01_map import (
    AREA_IDS,
    AREAS,
    BORDERS,
    COASTAL,
    COLOURS,
    ENGLAND,
    Area,
    Colour,
    area,
    border_between,
    castle_limit,
    ends,
)
from reference.hammer_of_the_scots.ch02_armies import BLOCKS_OF, FIGURES, FULL, NORSE, SIDES, WALLACE, Block, block
from reference.hammer_of_the_scots.ch03_cards import first_player
from reference.hammer_of_the_scots.ch04_borders import full_border
from reference.hammer_of_the_scots.ch05_battles import next_to_act, takes_hit
from reference.hammer_of_the_scots.ch05_retreats import regroup_violations, retreat_violations
from reference.hammer_of_the_scots.ch07_winter import surplus
from reference.hammer_of_the_scots.frames import Battle
from reference.hammer_of_the_scots.masks import Mask, mask_of
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves

FIFE = area("fife")
# Two blocks of every letter on either side: line-ups of up to six differ only in these.
SAMPLES = {
    (Side.ENGLAND, "A"): ("e_hobelars",), (Side.ENGLAND, "B"): ("e_york_knights", "e_mar"),
    (Side.ENGLAND, "C"): ("e_york_infantry", "e_durham_infantry"), (Side.SCOTLAND, "A"): ("s_wallace", "s_norse"),
    (Side.SCOTLAND, "B"): ("s_keith", "s_angus"), (Side.SCOTLAND, "C"): ("s_douglas", "s_grant"),
}  # fmt: skip
POOL: tuple[Block, ...] = tuple(block(name) for names in SAMPLES.values() for name in names)


def stand(blocks: tuple[Block, ...]) -> Board:
    """Return a board with blocks at full strength in Fife."""
    board = EMPTY_BOARD
    for each in blocks:
        board = put(board, each, FIFE, FULL[each])
    return board


def acted_in_turn(blocks: tuple[Block, ...], attacker: Side) -> list[Block]:
    """Return the order in which blocks act when always the first that may does."""
    board, battle, order = stand(blocks), Battle(FIFE, attacker, 1), list[Block]()
    while (due := next_to_act(board, battle)) is not None:
        order.append(due[1][0])
        battle = Battle(FIFE, attacker, 1, acted=mask_of(*order))
    return order


@proves("hs:2.12-2", "hs:5.31-1", "hs:5.31-3", "hs:5.31-4", "hs:5.31-5")
def test_every_line_up_of_up_to_six_blocks_acts_by_letter_and_defenders_first() -> None:
    tried = 0
    for size in range(1, 7):
        for blocks in combinations(POOL, size):
            for attacker in Side:
                slow = sorted(blocks, key=lambda each: (FIGURES[each].letter, SIDES[each] is attacker, each))
                assert acted_in_turn(blocks, attacker) == slow
                tried += 1
    assert tried == 2 * sum(1 for size in range(1, 7) for _ in combinations(POOL, size))


@proves("hs:5.41-2", "hs:5.41-3", "hs:5.32-5")
def test_every_hit_falls_on_one_of_the_strongest_not_in_reserve() -> None:
    names = ("s_douglas", "s_barclay", "s_grant", "s_fraser")
    blocks = tuple(block(name) for name in names)
    for strengths in product(range(1, 4), repeat=len(blocks)):
        board = stand(blocks)
        for each, steps in zip(blocks, strengths, strict=True):
            board = stepped(board, each, steps)
        for waiting in range(1 << len(blocks)):
            reserve = mask_of(*(each for index, each in enumerate(blocks) if waiting >> index & 1))
            front = {each: steps for each, steps in zip(blocks, strengths, strict=True) if not reserve >> each & 1}
            slow = sorted(each for each, steps in front.items() if all(steps >= other for other in front.values()))
            assert (
                sorted(takes_hit(board, Battle(FIFE, Side.ENGLAND, 1, reserves=Mask(reserve)), Side.SCOTLAND)) == slow
            )


@proves("hs:4.3-2", "hs:4.3-3", "hs:4.3-4")
def test_every_border_lets_exactly_as_many_cross_as_its_colour_says() -> None:
    for border in BORDERS:
        most = {Colour.BLACK: 6, Colour.RED: 2}[COLOURS[border]]
        for crossed in range(9):
            field = FRESH_FIELD._replace(crossings=with_byte(FRESH_FIELD.crossings, border, crossed))
            assert (full_border(field, border) is None) is (crossed < most)
            others = [each for each in BORDERS if each != border]
            assert all(full_border(field, each) is None for each in others)


@proves("hs:5.5-12", "hs:5.5-13", "hs:5.6-5", "hs:5.6-6")
def test_the_norse_retreat_and_regroup_to_every_other_friendly_coast_and_nowhere_else() -> None:
    """Whoever holds an area, from every coast: only Scots alone there, with a coast of Scotland, receive them."""
    grant, york = block("s_grant"), block("e_york_infantry")
    start = GAME.start(GAME.scenarios[0], ruleset("standard"))
    coast = [each for each in AREAS if COASTAL[each] and each != ENGLAND]
    for source, to, there in product(coast, AREAS, ((), (grant,), (york,), (grant, york))):
        board = put(EMPTY_BOARD, NORSE, source, FULL[NORSE])
        for each in there:
            board = put(board, each, to, FULL[each])
        state = start._replace(board=board)
        welcome = to in coast and to != source and there == (grant,)
        for violations, far, england in (
            (retreat_violations, "hs:5.5-12", "hs:5.5-13"),
            (regroup_violations, "hs:5.6-5", "hs:5.6-6"),
        ):
            found = [each.rule for each in violations(state, NORSE, to)]
            assert found == ([] if welcome else [england if to == ENGLAND else far])


@proves("hs:1.1-3")
def test_borders_join_areas_both_ways_and_none_to_itself() -> None:
    for one, other in product(AREAS, repeat=2):
        border = border_between(one, other)
        assert border == border_between(other, one)
        if border is not None:
            assert set(ends(border)) == {one, other}
        assert one != other or border is None


@proves("hs:7.5-3", "hs:7.32-1", "hs:1.2-3")
@pytest.mark.parametrize("side", list(Side))
def test_every_area_keeps_exactly_its_limit_over_winter(side: Side) -> None:
    """Given any number of infantry in any area, then what exceeds castle and, for Scots, cathedral is surplus."""
    infantry = [each for each in BLOCKS_OF[side] if FIGURES[each].type == "infantry"][:5]
    cathedrals = {"strathspey", "lennox", "fife"}
    for place in AREAS:
        for number in range(6):
            board = EMPTY_BOARD
            for each in infantry[:number]:
                board = put(board, each, place, 1)
            state = GAME.start("braveheart", ruleset("standard"))._replace(board=board)
            limit = castle_limit(place, Side.ENGLAND) + (side is Side.SCOTLAND and AREA_IDS[place] in cathedrals)
            exempt = side is Side.ENGLAND and place == ENGLAND
            assert surplus(state, side, place) == (0 if exempt else max(0, number - limit))


def test_wallace_takes_no_place_in_selkirk_and_one_everywhere_else() -> None:
    for place in AREAS:
        board = put(EMPTY_BOARD, WALLACE, place, 4)
        state = GAME.start("braveheart", ruleset("standard"))._replace(board=board)
        crowded = castle_limit(Area(place), Side.SCOTLAND) == 0 and AREA_IDS[place] != "selkirk"
        assert surplus(state, Side.SCOTLAND, place) == int(crowded)


@proves("hs:3.1-2", "hs:3.1-3", "hs:3.12-2", "hs:I-7")
def test_every_pair_of_cards_has_its_first_player() -> None:
    rank = {Card.MOVE1: 1, Card.MOVE2: 2, Card.MOVE3: 3}
    for english, scottish in product(Card, repeat=2):
        ahead = rank.get(scottish, 9) > rank.get(english, 9)
        assert first_player(english, scottish) is (Side.SCOTLAND if ahead else Side.ENGLAND)


def test_the_samples_are_of_their_letters() -> None:
    for (side, letter), names in SAMPLES.items():
        assert all((SIDES[block(name)], FIGURES[block(name)].letter) == (side, letter) for name in names)
    assert len(list(combinations_with_replacement(POOL, 1))) == len(POOL)
