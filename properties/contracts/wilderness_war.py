"""Contracts on the integer cores of Wilderness War, for CrossHair to prove for every input.

Leading asserts say which inputs count; the asserts after the call must hold for all of them.
"""

from reference.kernel.rulesets import options_of, parse_ruleset_name, record_of
from reference.wilderness_war.ch07_battles import battle_points
from reference.wilderness_war.ch07_losses import Group, battle_duty, flips_and_deaths
from reference.wilderness_war.ch07_modifiers import ambush_strength
from reference.wilderness_war.ch08_sieges import raised_level
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
from reference.wilderness_war.frames import Muster
from reference.wilderness_war.ruleset import Ruleset

_STANDARD = record_of(Ruleset, options_of("wilderness_war", parse_ruleset_name("standard")))
_DE = record_of(Ruleset, options_of("wilderness_war", parse_ruleset_name("de")))


def every_strength_has_a_column(strength: int) -> None:
    assert strength >= 0
    column = combat_column(strength)
    assert 0 <= column <= 10


def more_strength_never_fires_on_a_lower_column(strength: int) -> None:
    assert strength >= 0
    column = combat_column(strength + 1)
    assert combat_column(strength) <= column <= combat_column(strength) + 1


def a_shift_never_leaves_the_table(column: int, shift: int) -> None:
    assert 0 <= column <= 10
    assert -2 <= shift <= 0
    shifted = shifted_column(column, shift)
    assert 0 <= shifted <= column
    assert shifted == column + shift or shifted == 0


def a_better_die_never_inflicts_less(column: int, modified: int) -> None:
    assert 0 <= column <= 10
    assert -10 <= modified <= 20
    losses = combat_losses(column, modified + 1, _STANDARD)
    assert combat_losses(column, modified, _STANDARD) <= losses <= 8


def a_siege_never_falls_back_and_never_passes_two(level: int, modified: int) -> None:
    assert 0 <= level <= 2
    raised = raised_level(level, modified)
    assert level <= raised <= 2


def a_siege_roll_raises_by_at_most_two(modified: int) -> None:
    assert True
    advance = siege_advance(modified)
    assert 0 <= advance <= 2
    assert advance <= siege_advance(modified + 1)


def a_raid_succeeds_from_five_up_in_both_columns(modified: int) -> None:
    assert True
    hard, easy = raid_result(STOCKADE_COLUMN, modified), raid_result(CULTIVATED_COLUMN, modified)
    assert hard.success == easy.success == (modified >= 5)
    assert 0 <= easy.losses <= hard.losses <= 2


def raid_points_are_half_the_markers_rounded_up(markers: int) -> None:
    assert markers >= 0
    points = raid_points(markers)
    assert markers <= 2 * points <= markers + 1


def flips_come_before_deaths(full: int, reduced: int, lost: int) -> None:
    assert full >= 0
    assert reduced >= 0
    assert 0 <= lost <= 2 * full + reduced
    flips, deaths = flips_and_deaths(Group("any", True, full, reduced), lost)
    assert flips + deaths == lost
    assert 0 <= flips <= full
    assert 0 <= deaths <= reduced + flips
    assert deaths == 0 or flips == full


def the_duty_of_drilled_troops_is_half_rounded_up(losses: int) -> None:
    assert 0 <= losses <= 9
    duty = battle_duty(losses)
    assert len(duty) == losses
    assert sum(duty) == (losses + 1) // 2


def attrition_takes_half_rounded_up(reduced: int) -> None:
    assert reduced >= 0
    deaths = share_of_reduced(reduced, _STANDARD)
    assert reduced <= 2 * deaths <= reduced + 1


def attrition_takes_half_rounded_down_in_the_german_text(reduced: int) -> None:
    assert reduced >= 0
    deaths = share_of_reduced(reduced, _DE)
    assert reduced - 1 <= 2 * deaths <= reduced


def the_last_friendly_step_is_never_removed(deaths: int, friendly_steps: int, friendly_reduced: int) -> None:
    assert 0 <= deaths <= friendly_reduced
    assert 0 < friendly_reduced <= friendly_steps
    removed = spared(deaths, friendly_steps, friendly_reduced, _STANDARD)
    assert removed < friendly_steps
    assert deaths - 1 <= removed <= deaths


def an_assault_tied_is_an_assault_lost(inflicted: int, suffered: int) -> None:
    assert inflicted >= 0
    assert suffered >= 0
    won = attacker_wins(inflicted, suffered)
    assert won == (inflicted - suffered >= 1)


def a_battle_scores_at_most_one_point(units: int, steps: int, regulars: bool) -> None:
    assert units >= 0
    points = battle_points(Muster(units, steps, regulars))
    assert points == int(regulars or units >= 5)


def an_ambush_doubles_and_nothing_else_changes(strength: int, ambushing: bool) -> None:
    assert strength >= 0
    firing = ambush_strength(strength, ambushing=ambushing)
    assert firing == (2 * strength if ambushing else strength)
