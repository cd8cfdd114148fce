"""Arithmetic that CrossHair leaves unknown, over every value it can have in a game and some beyond."""

from itertools import product

from properties.domains import covered
from properties.hammer_of_the_scots.explorer import GAME, ruleset
from reference.hammer_of_the_scots.board import Away, Board, put, put_away, stepped
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, BORDERS, area, ends
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FRENCH, KING, WALLACE
from reference.hammer_of_the_scots.ch04_borders import crossed
from reference.hammer_of_the_scots.ch04_movement import unpaid_crossing, unpaid_voyage
from reference.hammer_of_the_scots.ch06_kings import (
    accession,
    balliol_violations,
    edward_winter_violations,
    limit_violations,
    winters,
)
from reference.hammer_of_the_scots.ch07_quarters import rested
from reference.hammer_of_the_scots.frames import Moving
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, State
from reference.kernel.rules import proves

START = GAME.start("braveheart", ruleset("standard"))
PER_YEAR = ruleset("standard", coronation_limit="per_year")
YEARS = range(1297, 1321)


def in_year(year: int, wintered: int = 0, edward: int = 1, crowned: int = 0) -> State:
    calendar = START.calendar._replace(year=year, wintered=wintered, edward=edward, crowned=crowned)
    return START._replace(calendar=calendar)


def test_every_crossing_counts_once_on_its_border_and_on_no_other() -> None:
    for border in BORDERS:
        field = FRESH_FIELD
        for number in range(1, 8):
            field = field._replace(crossings=crossed(field, border))
            assert [*field.crossings] == [number if each == border else 0 for each in BORDERS]
    covered("crossings: border x number", 7 * len(BORDERS), 343)


@proves("hs:4.4-4", "hs:4.6b-2", "hs:5.9-2")
def test_no_point_pays_for_two_crossings_nor_none_for_a_voyage() -> None:
    cases = 0
    for side, points, owed in product(Side, range(5), range(5)):
        frame = Moving(side, points)
        assert (unpaid_crossing(frame, owed) is None) == (points > owed)
        assert (unpaid_voyage(frame) is None) == (points > 0)
        cases += 1
    covered("points for crossings: side x points x points owed", cases, 50)


@proves("hs:7.4-1", "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5", "hs:6.1-3")
def test_edward_winters_in_scotland_as_the_first_not_twice_running_and_not_in_1306() -> None:
    """Given every year, every year he last wintered in, either Edward, and him in any area or the pool."""
    cases = 0
    places = (*map(area, AREA_IDS), None)
    for year, edward, place in product(YEARS, (1, 2), places):
        for wintered in (0, *range(1297, year)):
            state = in_year(year, wintered, edward)
            board = put_away(state.board, EDWARD, Away.POOL) if place is None else put(state.board, EDWARD, place, 4)
            refused = edward_winter_violations(state._replace(board=board))
            in_scotland = place is not None and place != area("england")
            assert (not refused) == (edward == 1 and year != 1306 and wintered != year - 1 and in_scotland)
            assert not winters(state)
            cases += 1
    covered("Edward's winters: year x which Edward x place x last winter", cases, 14_400)


@proves("hs:6.1-1", "hs:6.1-2", "hs:8.2-9", "hs:8.3-3")
def test_the_second_edward_follows_at_the_end_of_1306() -> None:
    for year, edward in product(YEARS, (1, 2)):
        assert accession(in_year(year, edward=edward)).state.calendar.edward == (2 if year >= 1306 else edward)
    covered("successions: year x which Edward", len(YEARS) * 2, 48)


@proves("hs:6.2-2", "hs:6.22-1", "hs:6.22-2", "hs:6.22-3")
def test_a_king_is_crowned_once_a_game_or_a_year_and_balliol_from_1301_on() -> None:
    """Given every year, every year of an earlier coronation, the King's block anywhere, French there or not."""
    cases = 0
    kings: dict[Away | None, Board] = {
        place: put_away(START.board, KING, place) for place in (Away.ASIDE, Away.POOL, Away.DEAD)
    }
    boards = {**kings, None: put(START.board, KING, area("fife"), 4)}
    for year, (king, board), french in product(YEARS, boards.items(), (False, True)):
        there = put(board, FRENCH, area("mar"), 4) if french else board
        for crowned, limit in product((0, *range(1297, year + 1)), ("per_game", "per_year")):
            rules = START.ruleset if limit == "per_game" else PER_YEAR
            state = in_year(year, crowned=crowned)._replace(board=there, ruleset=rules)
            used = crowned != 0 if limit == "per_game" else crowned == year
            expected = {
                *([Reason.CORONATION_USED] if used else []),
                *([Reason.KING_IN_PLAY] if king is None else []),
                *([Reason.KING_OUT_OF_THE_GAME] if king is Away.DEAD else []),
            }
            assert {each.reason for each in limit_violations(state)} == expected
            barred = {
                *([Reason.TOO_EARLY_FOR_BALLIOL] if year <= 1300 else []),
                *([Reason.CORONATION_USED] if crowned else []),
                *([] if french else [Reason.FRENCH_NOT_ON_MAP]),
            }
            assert {each.reason for each in balliol_violations(state)} == barred
            cases += 1
    covered("coronations: year x last one x where the King is x French x limit", cases, 5_184)


@proves("hs:7.5-1")
def test_wallace_gains_two_steps_in_selkirk_up_to_his_full_strength() -> None:
    for steps in range(1, 5):
        after = rested(START._replace(board=stepped(START.board, WALLACE, steps))).state.board
        assert (after.steps[WALLACE], after.at[WALLACE]) == (min(4, steps + 2), area("selkirk"))


def test_every_border_has_two_ends() -> None:
    assert len({ends(border) for border in BORDERS}) == len(BORDERS) == 49
