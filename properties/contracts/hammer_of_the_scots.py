"""Contracts of Hammer of the Scots' arithmetic.

What CrossHair leaves unknown is enumerated in `properties/hammer_of_the_scots/test_arithmetic.py`.
"""

from reference.hammer_of_the_scots.board import EMPTY_BOARD, Away, Board, put, put_away, swapped
from reference.hammer_of_the_scots.ch01_map import AREAS, Area, area, castle_limit
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS_OF,
    FULL,
    NOBLES_OF,
    OTHER_SIDE,
    SIDES,
    WALLACE,
    Block,
    block,
    move_rating,
)
from reference.hammer_of_the_scots.ch03_cards import bid_covers
from reference.hammer_of_the_scots.ch04_movement import paid_crossing, paid_voyage, rating_is_used
from reference.hammer_of_the_scots.ch05_battles import next_round, takes_hit
from reference.hammer_of_the_scots.ch07_replacements import building, levy_size
from reference.hammer_of_the_scots.ch07_winter import counted_early, surplus
from reference.hammer_of_the_scots.ch09_victory import master_of_all_nobles, winner_by_count
from reference.hammer_of_the_scots.frames import Battle, Marching, Moving
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.hammer_of_the_scots.tournament import bid_in_force, difference
from tests.hammer_of_the_scots.positions import GAME, STANDARD, ruleset

_FIFE, _MAR = area("fife"), area("mar")
_START = GAME.start("braveheart", STANDARD)
_HOME, _FULL = ruleset(final_winter="nobles_home"), ruleset(final_winter="full")
_BID_OF_THREE = ruleset(tournament_bid="e3")


def _pool_of(size: int) -> State:
    board = EMPTY_BOARD
    for each in BLOCKS_OF[Side.ENGLAND][:size]:
        board = put_away(board, each, Away.POOL)
    return _START._replace(board=board)


def _nobles(english: int, scottish: int) -> Board:
    board = EMPTY_BOARD
    for each in NOBLES_OF[Side.ENGLAND][:english]:
        board = put(board, each, _FIFE, 1)
    for each in NOBLES_OF[Side.SCOTLAND][len(NOBLES_OF[Side.SCOTLAND]) - scottish :]:
        board = put(board, each, _MAR, 1)
    return board


def _infantry(place: Area, number: int) -> State:
    board = EMPTY_BOARD
    for name in ("s_douglas", "s_campbell", "s_graham", "s_macdonald", "s_lindsay", "s_fraser")[:number]:
        board = put(board, block(name), place, 1)
    return _START._replace(board=board)


_POOLS = tuple(_pool_of(size) for size in range(16))
_COUNTS = {(english, 14 - english): _nobles(english, 14 - english) for english in range(14)}
_CROWDS = tuple(tuple(_infantry(place, number) for number in range(7)) for place in AREAS)


# ---------------------------------------------------------------- moves


def a_crossing_of_the_border_of_england_costs_a_point_each(points: int, crossings: int) -> None:
    assert 0 <= crossings <= points
    after = paid_crossing(Moving(Side.SCOTLAND, points), crossings)
    assert after.points == points - crossings >= 0
    assert after.activated == 0


def a_voyage_costs_one_point(points: int) -> None:
    assert points >= 1
    after = paid_voyage(Moving(Side.SCOTLAND, points))
    assert after.points + 1 == points


def a_march_ends_after_two_areas_or_three(distance: int, leader: bool) -> None:
    assert distance >= 0
    who = WALLACE if leader else block("s_grant")
    ends = rating_is_used(_START, Marching(who, _FIFE, distance))
    assert ends == (distance >= (3 if leader else 2)) == (distance >= move_rating(who, STANDARD))


# ---------------------------------------------------------------- battles


def a_hit_falls_on_one_of_the_strongest(first: int, second: int, third: int) -> None:
    assert 1 <= first <= 4
    assert 1 <= second <= 4
    assert 1 <= third <= 4
    names, strengths = ("s_douglas", "s_campbell", "s_graham"), (first, second, third)
    board = EMPTY_BOARD
    for name, steps in zip(names, strengths, strict=True):
        board = put(board, block(name), _FIFE, steps)
    hurt = takes_hit(board, Battle(_FIFE, Side.ENGLAND, 1), Side.SCOTLAND)
    assert len(hurt) >= 1
    assert all((block(name) in hurt) == (steps == max(strengths)) for name, steps in zip(names, strengths, strict=True))


def a_round_follows_the_last_and_begins_afresh(number: int) -> None:
    assert number >= 1
    begun = next_round(Battle(_FIFE, Side.ENGLAND, number, fled=True, hits=3), Side.SCOTLAND)
    assert begun == Battle(_FIFE, Side.SCOTLAND, number + 1)


# ---------------------------------------------------------------- castles, replacements, levy


def castles_keep_none_to_three_and_a_cathedral_one_scot_more(place: int) -> None:
    assert 0 <= place < len(AREAS)
    english, scottish = castle_limit(AREAS[place], Side.ENGLAND), castle_limit(AREAS[place], Side.SCOTLAND)
    assert 0 <= english <= scottish <= min(english + 1, 3)


def what_exceeds_a_castle_is_surplus(place: int, number: int) -> None:
    assert 0 <= place < len(AREAS)
    assert 0 <= number <= 6
    limit = castle_limit(AREAS[place], Side.SCOTLAND)
    beyond = surplus(_CROWDS[place][number], Side.SCOTLAND, AREAS[place])
    assert beyond >= 0
    assert number - beyond == min(number, limit)


def an_area_gives_as_many_points_as_it_keeps_blocks(place: int, number: int) -> None:
    assert 0 <= place < len(AREAS)
    assert 0 <= number <= 6
    points = building(_CROWDS[place][number], Side.SCOTLAND).points
    assert len(points) == (castle_limit(AREAS[place], Side.SCOTLAND) if number else 0)
    assert all(each == AREAS[place] for each in points)


def a_levy_is_half_of_the_pool_rounded_up(size: int) -> None:
    assert 0 <= size <= 15
    drawn = levy_size(_POOLS[size])
    assert drawn + drawn in (size, size + 1)


def a_noble_who_changes_side_keeps_his_strength(noble: int, steps: int) -> None:
    assert 0 <= noble < 13
    assert 1 <= steps <= 3
    who = Block(NOBLES_OF[Side.ENGLAND][noble])
    after = swapped(put(EMPTY_BOARD, who, _MAR, steps), who, _MAR, steps)
    assert after.steps[OTHER_SIDE[who]] == steps <= FULL[OTHER_SIDE[who]]
    assert after.at[who] == Away.ASIDE
    assert SIDES[OTHER_SIDE[who]] is Side.SCOTLAND


# ---------------------------------------------------------------- nobles


def more_nobles_win_and_seven_each_go_by_wallace(english: int) -> None:
    assert 0 <= english <= 13
    board = _COUNTS[english, 14 - english]
    alive, dead = winner_by_count(put(board, WALLACE, _MAR, 1))[0], winner_by_count(board)[0]
    assert alive is (Side.ENGLAND if english > 7 else Side.SCOTLAND)
    assert dead is (Side.ENGLAND if english >= 7 else Side.SCOTLAND)


def only_one_side_can_hold_all_nobles(english: int) -> None:
    assert 0 <= english <= 13
    master = master_of_all_nobles(_COUNTS[english, 14 - english])
    assert (master is Side.SCOTLAND) == (english == 0)
    assert master is not Side.ENGLAND


# ---------------------------------------------------------------- the calendar


def nobles_are_counted_early_in_the_last_year_only(year: int, last: int) -> None:
    assert year >= 1297
    assert last >= 1297
    state = _START._replace(calendar=_START.calendar._replace(year=year, last_year=last))
    early = [counted_early(state._replace(ruleset=each)) for each in (_HOME, _FULL)]
    assert early == [year == last, False]


# ---------------------------------------------------------------- bids


def a_bid_of_three_keeps_edward_away_for_three_years(year: int) -> None:
    assert True
    covered = bid_covers(year, _BID_OF_THREE)
    assert covered == (1297 <= year <= 1299)


def bids_leave_their_difference_to_the_higher(english: int, scottish: int) -> None:
    assert 1 <= english <= 3
    assert 1 <= scottish <= 3
    left = difference(english, scottish)
    assert bid_in_force(Side.ENGLAND, left) == max(0, english - scottish)
    assert bid_in_force(Side.SCOTLAND, left) == max(0, scottish - english)
