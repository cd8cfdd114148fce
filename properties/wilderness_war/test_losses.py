"""Step losses: every legal spread over every small stack, against the rules stated unit by unit (7.6, 9.14).

A stack is so many full and reduced units of each of four types, two of them drilled. What a type suffers is told
apart by its units: how many full ones lose one step, how many lose both, how many reduced ones die.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import product
from typing import NamedTuple

import pytest

from properties.domains import DEEP, covered
from reference.kernel.rules import proves
from reference.wilderness_war.ch07_loss_spreads import (
    Group,
    assault_duty,
    battle_duty,
    flips_and_deaths,
    legal_spreads,
    loss_violations,
    open_numbers,
)
from reference.wilderness_war.reasons import Reason
from tests.wilderness_war.positions import ruleset

IN_SUM, ONE_BY_ONE = ruleset(battle_loss_rule="half_rounded_up"), ruleset(battle_loss_rule="odd_sequential")
DRILLED = (True, True, False, False)
MOST, SIZE = (5, 22_304) if DEEP else (4, 7_256)
DUTIES: tuple[tuple[bool, Callable[[int], tuple[bool, ...]]], ...] = ((False, battle_duty), (True, assault_duty))

Strength = tuple[int, int]
Result = tuple[tuple[int, int], ...]


def stacks(most: int) -> Iterator[tuple[Strength, ...]]:
    """Give every stack of up to so many units, as (full, reduced) for each of the four types."""
    sizes = [(full, reduced) for full in range(most + 1) for reduced in range(most + 1 - full)]
    for stack in product(sizes, repeat=len(DRILLED)):
        if 0 < sum(full + reduced for full, reduced in stack) <= most:
            yield stack


def groups_of(stack: tuple[Strength, ...]) -> tuple[Group, ...]:
    return tuple(Group(f"type {n}", DRILLED[n], *strength) for n, strength in enumerate(stack))


def steps_of(stack: tuple[Strength, ...]) -> int:
    return sum(2 * full + reduced for full, reduced in stack)


def must_be_drilled(stack: tuple[Strength, ...], losses: int, *, assault: bool) -> int:
    """Half of a battle's losses rounded up, all of an assault's, as far as drilled steps go."""
    duty = losses if assault else -(-losses // 2)
    return min(duty, steps_of(tuple(each for each, drilled in zip(stack, DRILLED, strict=True) if drilled)))


class Fate(NamedTuple):
    """What becomes of one type: full units that flip, full units that die, reduced units that die, units left full."""

    flip: int
    die_from_full: int
    die_from_reduced: int
    stay_full: int

    @property
    def lost(self) -> int:
        return self.flip + 2 * self.die_from_full + self.die_from_reduced

    @property
    def deaths(self) -> int:
        return self.die_from_full + self.die_from_reduced


def fates(strength: Strength) -> list[Fate]:
    full, reduced = strength
    return [
        Fate(flip, dead, worn, full - flip - dead)
        for flip in range(full + 1)
        for dead in range(full + 1 - flip)
        for worn in range(reduced + 1)
    ]


def drilled_lost(fate: tuple[Fate, ...]) -> int:
    return sum(each.lost for each, drilled in zip(fate, DRILLED, strict=True) if drilled)


def is_lawful(fate: tuple[Fate, ...], quota: int) -> bool:
    """Say whether the quota is met and no death can be traded for a flip of a unit left full without breaking it."""
    lost = drilled_lost(fate)
    return lost >= quota and not any(
        dying.deaths and staying.stay_full and lost - DRILLED[one] + DRILLED[other] >= quota
        for one, dying in enumerate(fate)
        for other, staying in enumerate(fate)
    )


def lawful_in_sum(stack: tuple[Strength, ...], losses: int, *, assault: bool) -> set[Result]:
    quota = must_be_drilled(stack, losses, assault=assault)
    bearable = min(losses, steps_of(stack))
    return {
        tuple((each.flip + each.die_from_full, each.deaths) for each in fate)
        for fate in product(*(fates(strength) for strength in stack))
        if sum(each.lost for each in fate) == bearable and is_lawful(fate, quota)
    }


def lawful_one_by_one(stack: tuple[Strength, ...], losses: int, *, assault: bool) -> set[Result]:
    """Follow every order of single losses: a drilled unit where one must, a full unit wherever the choice has one."""
    reached: set[Result] = {((0, 0),) * len(stack)}
    for count in range(1, losses + 1):
        following: set[Result] = set()
        for result in reached:
            flips = [n for n, (full, _) in enumerate(stack) if result[n][0] < full]
            kills = [n for n, (_, reduced) in enumerate(stack) if result[n][1] < reduced + result[n][0]]
            if (assault or count % 2 == 1) and any(DRILLED[n] for n in flips + kills):
                flips, kills = [n for n in flips if DRILLED[n]], [n for n in kills if DRILLED[n]]
            for n in flips or kills:
                flipped, dead = result[n]
                after = (flipped + 1, dead) if flips else (flipped, dead + 1)
                following.add((*result[:n], after, *result[n + 1 :]))
        reached = following or reached
    return reached


def found_by_reference(stack: tuple[Strength, ...], duty: tuple[bool, ...], *, in_sum: bool) -> set[Result]:
    groups = groups_of(stack)
    spreads = legal_spreads(groups, duty, IN_SUM if in_sum else ONE_BY_ONE)
    assert len(set(spreads)) == len(spreads)
    assert list(spreads) == sorted(spreads)
    return {tuple(flips_and_deaths(group, lost) for group, lost in zip(groups, each, strict=True)) for each in spreads}


@proves("ww:7.61", "ww:7.62", "ww:7.63", "ww:9.14-b")
def test_in_sum_the_legal_spreads_are_those_that_meet_the_quota_and_trade_no_flip_for_a_death() -> None:
    cases = 0
    for stack in stacks(MOST):
        for losses, (assault, duty) in product(range(steps_of(stack) + 2), DUTIES):
            expected = lawful_in_sum(stack, losses, assault=assault)
            assert found_by_reference(stack, duty(losses), in_sum=True) == expected, (stack, losses, assault)
            cases += 1
    covered(f"losses in sum: stacks of 1-{MOST} units of 4 types x losses x battle or assault", cases, SIZE)


@proves("ww:7.61", "ww:7.62", "ww:7.63", "ww:9.14-b")
def test_one_by_one_the_legal_spreads_are_the_ends_of_every_order_of_single_losses() -> None:
    cases = 0
    for stack in stacks(MOST):
        for losses, (assault, duty) in product(range(steps_of(stack) + 2), DUTIES):
            expected = lawful_one_by_one(stack, losses, assault=assault)
            assert found_by_reference(stack, duty(losses), in_sum=False) == expected, (stack, losses, assault)
            cases += 1
    covered(f"losses one by one: stacks of 1-{MOST} units of 4 types x losses x battle or assault", cases, SIZE)


@proves("ww:7.62", "ww:7.63", "ww:9.14-b")
@pytest.mark.parametrize("in_sum", [True, False], ids=["half_rounded_up", "odd_sequential"])
def test_group_by_group_a_number_is_refused_with_its_rules_exactly_if_no_legal_spread_has_it(in_sum: bool) -> None:
    rules = IN_SUM if in_sum else ONE_BY_ONE
    cases = 0
    for stack in stacks(most=3):
        groups = groups_of(stack)
        for losses, (assault, duty) in product(range(steps_of(stack) + 2), DUTIES):
            spreads = legal_spreads(groups, duty(losses), rules)
            prefixes = {spread[:length] for spread in spreads for length in range(len(groups))}
            for named, lost in ((prefix, n) for prefix in prefixes for n in range(groups[len(prefix)].steps + 2)):
                expected = {spread[len(named)] for spread in spreads if spread[: len(named)] == named}
                assert open_numbers(groups, duty(losses), named, rules) == tuple(sorted(expected))
                broken = loss_violations(groups, duty(losses), named, lost, rules, assault=assault)
                assert (not broken) == (lost in expected)
                for each in broken:
                    assert each.rule in RULES_OF[each.reason], each
                    assert ("ww:9.14-b" if not assault else "ww:7.62") != each.rule
                cases += 1
    covered(f"refusals of losses, in_sum={in_sum}: stacks of 1-3 units of 4 types", cases, 26_246 if in_sum else 26_272)


RULES_OF: dict[StrEnum, set[str]] = {
    Reason.TOO_FEW_DRILLED_LOSSES: {"ww:7.62", "ww:9.14-b"},
    Reason.NO_ORDER_OF_LOSSES: {"ww:7.62", "ww:9.14-b", "ww:7.63"},
    Reason.DEAD_BESIDE_FULL: {"ww:7.63"},
    Reason.MORE_STEPS_THAN_LOSSES: {"ww:7.6"},
    Reason.FEWER_STEPS_THAN_LOSSES: {"ww:7.6"},
    Reason.MORE_STEPS_THAN_THERE_ARE: {"ww:7.61"},
}
