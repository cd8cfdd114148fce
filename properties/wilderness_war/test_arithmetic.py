"""Arithmetic that CrossHair leaves unknown, over every value it can have in a game and some beyond."""

from itertools import combinations, product

from properties.domains import covered
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.wilderness_war.actions import By
from reference.wilderness_war.board import Board, put_unit
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, LEADERS, REDUCED, UNITS, Kind, Leader
from reference.wilderness_war.ch05_activation import cost_of, initiative_violations
from reference.wilderness_war.ch05_force import (
    capacity,
    capacity_needed,
    command_limit_violations,
    is_johnsons,
    subordinate_violations,
)
from reference.wilderness_war.ch06_reach import allowance, land_allowance
from reference.wilderness_war.ch07_militia import commitment_violations
from reference.wilderness_war.frames import Battle
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import score, vp_of
from spec_tables.reader import rows
from tests.wilderness_war.positions import board, read, ruleset


def all_in_albany(left: int) -> Board:
    """Return the board with every unit in Albany, with so many steps."""
    there = board({})
    for unit in UNITS:
        there = put_unit(there, unit, space("albany"), left)
    return there


BOARDS = {left: all_in_albany(left) for left in (FULL, REDUCED)}
PRINTED = {row.word("id"): row for row in rows("wilderness_war", "leaders")}
COMMAND = [PRINTED[each.id].number("command") for each in LEADERS]
INITIATIVE = [PRINTED[each.id].number("initiative") for each in LEADERS]
ALL_LEADERS = [Leader(number) for number in range(len(LEADERS))]


@proves("ww:6.2", "ww:6.21", "ww:6.22", "ww:6.3", "ww:card-foul-weather-fx")
def test_every_pair_of_units_is_as_slow_as_the_slower_and_two_spaces_in_foul_weather() -> None:
    """Given any two units, both full or both reduced, then leaders alone go six, boats nine, and weather leaves two."""
    cases = 0
    for left, (one, other) in product((FULL, REDUCED), combinations(UNITS, 2)):
        there = BOARDS[left]
        assert land_allowance(there, ()) == 6
        pair, slower = (one, other), min(COUNTERS[one].movement[left], COUNTERS[other].movement[left])
        for by, weather in product((By.LAND, By.BOAT), (False, True)):
            fair = slower if by is By.LAND else 9
            assert allowance(there, pair, by, weather=weather) == (min(2, fair) if weather else fair)
            cases += 1
    covered("movement: steps x pairs of units x land or boat x weather", cases, 65_024)


@proves("ww:3.2-command", "ww:5.34", "ww:5.34-def", "ww:5.34-limits")
def test_the_command_of_two_leaders_adds_up_and_none_commands_above_his_own() -> None:
    plain = tuple(unit for unit in UNITS if not is_johnsons(unit))[:21]
    cases = 0
    for one, other in product(ALL_LEADERS, repeat=2):
        assert capacity((one, other)) == COMMAND[one] + COMMAND[other]
        assert (subordinate_violations(one, other) == ()) == (COMMAND[other] <= COMMAND[one])
        cases += 1
    for who, number in product(ALL_LEADERS, range(len(plain) + 1)):
        assert capacity_needed(plain[:number]) == number
        assert (command_limit_violations((who,), plain[:number]) == ()) == (number <= COMMAND[who])
        cases += 1
    covered("command: pairs of leaders; leaders x units", cases, 1_035)


@proves("ww:5.32-c", "ww:3.2-initiative", "ww:5.32-a")
def test_a_card_activates_whoever_has_no_more_initiative_and_indians_at_half_price() -> None:
    for who, value in product(ALL_LEADERS, range(-1, 6)):
        assert (initiative_violations(who, value) == ()) == (INITIATIVE[who] <= value)
    for unit in UNITS:
        assert cost_of(unit) == (1 if COUNTERS[unit].kind is Kind.INDIAN else 2)


@proves("ww:7.3")
def test_one_militia_comes_or_all_where_the_option_says_so() -> None:
    militia = [unit for unit in UNITS if COUNTERS[unit].type == "br_militia"]
    battle, cases = Battle(space("hoosic"), Side.FRENCH, Side.FRENCH, None), 0
    for left, called in product(range(5), repeat=2):
        if left + called > len(militia):
            continue
        boxed = [COUNTERS[unit].id for unit in militia[:left]]
        for option in ("one_or_all", "any_number"):
            state = read({"northern_colonial_militias": boxed}, ruleset(militia_commitment=option))
            joined = replace(battle, militia=tuple(militia[len(militia) - called :]))
            refused = tuple(commitment_violations(state, joined))
            assert bool(refused) == (option == "one_or_all" and called > 1 and left > 0)
            cases += 1
    covered("militia: left in the box x called x option", cases, 30)


@proves("ww:13.21")
def test_a_point_for_one_side_is_a_point_less_for_the_other() -> None:
    start, cases = read({}), 0
    for vp, points, side in product(range(-12, 13), range(-4, 5), Side):
        before = start.tracks._replace(vp=vp)
        after = score(replace(start, tracks=before), side, points, "ww:7.81").state.tracks
        assert vp_of(after, side) == vp_of(before, side) + points
        assert vp_of(after, Side.BRITISH) == -vp_of(after, Side.FRENCH)
        cases += 1
    covered("victory points: before x scored x side", cases, 450)
