"""Contracts of Wilderness War's arithmetic, for all integers."""

from reference.wilderness_war.ch03_pieces import FULL, REDUCED
from reference.wilderness_war.ch07_loss_spreads import Group, flips_and_deaths
from reference.wilderness_war.ch07_modifiers import ambush_strength
from reference.wilderness_war.ch08_siege_roll import raised_level
from reference.wilderness_war.ch09_assaults import attacker_wins
from reference.wilderness_war.ch11_attrition import share_of_reduced, spared
from reference.wilderness_war.ch13_victory import raid_points
from reference.wilderness_war.combat_table import (
    CULTIVATED_COLUMN,
    STOCKADE_COLUMN,
    combat_column,
    combat_losses,
    raid_result,
    shifted_column,
    siege_advance,
)
from tests.wilderness_war.positions import ruleset

_UP, _DOWN = ruleset(attrition_rounding="up"), ruleset(attrition_rounding="down")
_STEP, _UNIT = ruleset(attrition_last_spared="last_friendly_step"), ruleset(attrition_last_spared="last_reduced_unit")
_ENGLISH, _FRENCH = ruleset(crt_cell_5_col_6_8="3"), ruleset(crt_cell_5_col_6_8="2")


# ---------------------------------------------------------------- the combat table


def a_strength_has_one_of_eleven_columns(strength: int) -> None:
    assert strength >= 0
    column = combat_column(strength)
    assert 0 <= column <= 10


def more_strength_never_fires_on_a_column_further_left(strength: int, more: int) -> None:
    assert 0 <= strength <= more
    column, stronger = combat_column(strength), combat_column(more)
    assert column <= stronger


def a_shift_left_lands_on_a_column_of_the_table(column: int, shift: int) -> None:
    assert 0 <= column <= 10
    assert shift <= 0
    shifted = shifted_column(column, shift)
    assert 0 <= shifted <= column
    assert shifted == column + shift or shifted == 0


def losses_are_between_none_and_eight(column: int, modified: int) -> None:
    assert 0 <= column <= 10
    losses = combat_losses(column, modified, _ENGLISH)
    assert 0 <= losses <= 8


def a_higher_die_never_inflicts_less(column: int, modified: int) -> None:
    assert 0 <= column <= 10
    lower, higher = combat_losses(column, modified, _ENGLISH), combat_losses(column, modified + 1, _ENGLISH)
    assert lower <= higher <= lower + 1


def a_column_further_right_never_inflicts_less(column: int, modified: int) -> None:
    assert 0 <= column <= 9
    left, right = combat_losses(column, modified, _ENGLISH), combat_losses(column + 1, modified, _ENGLISH)
    assert left <= right <= left + 1


def the_french_table_differs_in_one_cell_only(column: int, modified: int) -> None:
    assert 0 <= column <= 10
    english, french = combat_losses(column, modified, _ENGLISH), combat_losses(column, modified, _FRENCH)
    assert english - french == (1 if (column, modified) == (5, 5) else 0)


def an_ambush_never_fires_on_a_column_further_left(strength: int) -> None:
    assert strength >= 0
    doubled = ambush_strength(strength, ambushing=True)
    assert doubled == strength + strength
    assert combat_column(doubled) >= combat_column(strength)


# ---------------------------------------------------------------- sieges, assaults and raids


def a_siege_never_falls_and_never_rises_above_two(level: int, modified: int) -> None:
    assert 0 <= level <= 2
    after = raised_level(level, modified)
    assert level <= after <= 2


def a_higher_siege_die_never_advances_less(modified: int) -> None:
    assert True
    lower, higher = siege_advance(modified), siege_advance(modified + 1)
    assert 0 <= lower <= higher <= 2


def only_one_side_can_have_inflicted_more(inflicted: int, suffered: int) -> None:
    assert True
    won, reversed_roles = attacker_wins(inflicted, suffered), attacker_wins(suffered, inflicted)
    assert not (won and reversed_roles)
    assert won or reversed_roles or inflicted == suffered


def a_raid_succeeds_from_five_on_whatever_its_target(modified: int) -> None:
    assert True
    strong, plain = raid_result(STOCKADE_COLUMN, modified), raid_result(CULTIVATED_COLUMN, modified)
    assert strong.success == plain.success == (modified >= 5)
    assert 0 <= plain.losses <= strong.losses <= 2


# ---------------------------------------------------------------- steps, winter and points


def a_group_loses_as_many_steps_as_flips_and_deaths_say(full: int, reduced: int, lost: int) -> None:
    assert full >= 0
    assert reduced >= 0
    assert 0 <= lost <= full * FULL + reduced * REDUCED
    flips, deaths = flips_and_deaths(Group("any", drilled=True, full=full, reduced=reduced), lost)
    assert flips + deaths == lost
    assert 0 <= flips <= full
    assert 0 <= deaths <= reduced + flips
    assert deaths == 0 or flips == full


def half_of_the_reduced_die_rounded_either_way(reduced: int) -> None:
    assert reduced >= 0
    up, down = share_of_reduced(reduced, _UP), share_of_reduced(reduced, _DOWN)
    assert up + down == reduced
    assert 0 <= up - down <= 1


def winter_never_takes_the_last_friendly_step(deaths: int, friendly_steps: int, friendly_reduced: int) -> None:
    assert 0 <= deaths <= friendly_reduced <= friendly_steps
    by_step, by_unit = (
        spared(deaths, friendly_steps, friendly_reduced, _STEP),
        spared(deaths, friendly_steps, friendly_reduced, _UNIT),
    )
    assert 0 <= by_unit <= by_step <= deaths <= by_unit + 1
    assert friendly_steps == 0 or by_step < friendly_steps
    assert friendly_reduced == 0 or by_unit < friendly_reduced


def raids_score_half_a_point_each_rounded_up(markers: int) -> None:
    assert markers >= 0
    points = raid_points(markers)
    assert points + points in (markers, markers + 1)


def two_raids_score_one_point(markers: int) -> None:
    assert markers >= 0
    points, after_two_more = raid_points(markers), raid_points(markers + 2)
    assert after_two_more == points + 1
