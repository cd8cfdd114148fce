"""Chapter 7.6: which spreads of losses are legal, and why others are not."""

import pytest

from reference.kernel.rules import proves
from reference.kernel.verdicts import Fact, violation
from reference.wilderness_war.ch07_loss_spreads import (
    Group,
    Spread,
    assault_duty,
    battle_duty,
    dies_beside_full,
    drilled_quota,
    flips_and_deaths,
    full_first,
    full_first_but_for_duty,
    legal_spreads,
    loss_violations,
    on_duty,
    open_numbers,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from tests.wilderness_war.positions import ruleset

IN_SUM, ONE_BY_ONE = ruleset(battle_loss_rule="half_rounded_up"), ruleset(battle_loss_rule="odd_sequential")
BOTH = pytest.mark.parametrize("rules", [IN_SUM, ONE_BY_ONE], ids=["half_rounded_up", "odd_sequential"])


def drilled(full: int, reduced: int = 0, name: str = "provincials") -> Group:
    return Group(name, drilled=True, full=full, reduced=reduced)


def others(full: int, reduced: int = 0, name: str = "rangers") -> Group:
    return Group(name, drilled=False, full=full, reduced=reduced)


def in_battle(groups: tuple[Group, ...], losses: int, rules: Ruleset) -> set[Spread]:
    return set(legal_spreads(groups, battle_duty(losses), rules))


def in_assault(groups: tuple[Group, ...], losses: int, rules: Ruleset) -> set[Spread]:
    return set(legal_spreads(groups, assault_duty(losses), rules))


# ---------------------------------------------------------------- steps


@proves("ww:7.61", "ww:3.1-steps")
@pytest.mark.parametrize(("lost", "expected"), [(0, (0, 0)), (1, (1, 0)), (2, (2, 0)), (3, (2, 1)), (5, (2, 3))])
def test_all_full_counters_of_a_group_flip_before_any_of_it_dies(lost: int, expected: tuple[int, int]) -> None:
    group = drilled(full=2, reduced=1)
    assert group.steps == 5
    assert flips_and_deaths(group, lost) == expected


# ---------------------------------------------------------------- the drilled share


@proves("ww:7.62")
def test_every_odd_loss_of_a_battle_is_the_duty_of_drilled_troops() -> None:
    assert battle_duty(5) == (True, False, True, False, True)
    assert battle_duty(0) == ()


@proves("ww:9.14-b")
def test_every_loss_of_an_assault_is_the_duty_of_drilled_troops() -> None:
    assert assault_duty(3) == (True, True, True)


@proves("ww:7.62", "ww:9.14-b")
def test_drilled_troops_owe_no_more_steps_than_they_have() -> None:
    assert drilled_quota((drilled(full=1), others(full=2)), 3) == 2
    assert drilled_quota((drilled(full=1, reduced=1), drilled(full=1), others(full=2)), 3) == 3
    assert drilled_quota((others(full=2),), 3) == 0


@proves("ww:7.62")
@BOTH
def test_of_five_losses_at_least_three_fall_on_drilled_troops_that_have_three_steps(rules: Ruleset) -> None:
    assert in_battle((drilled(full=5), others(full=5)), 5, rules) == {(3, 2), (4, 1), (5, 0)}
    assert min(in_battle((drilled(full=3), others(full=5)), 5, rules)) == (3, 2)
    assert in_battle((drilled(full=1), others(full=5)), 5, rules) == {(2, 3)}


@proves("ww:7.62", "ww:7.63")
@BOTH
def test_three_losses_kill_the_light_infantry_and_flip_one_of_three_indians(rules: Ruleset) -> None:
    stack = drilled(full=1, name="light infantry"), others(full=3, name="indians")
    assert in_battle(stack, 3, rules) == {(2, 1)}


# ---------------------------------------------------------------- the spread


@proves("ww:7.63")
@BOTH
def test_beyond_the_share_nobody_dies_while_another_is_full(rules: Ruleset) -> None:
    assert in_battle((drilled(full=1, reduced=1),), 1, rules) == {(1,)}
    assert in_battle((drilled(full=1, name="full"), drilled(full=0, reduced=1, name="worn")), 1, rules) == {(1, 0)}
    assert in_battle((others(full=1, name="full"), others(full=0, reduced=1, name="worn")), 1, rules) == {(1, 0)}


@proves("ww:7.63")
def test_a_death_beside_a_full_unit_is_seen_whoever_dies_and_whoever_is_full() -> None:
    stack = drilled(full=1, name="drilled"), others(full=1, name="others"), others(full=0, reduced=1, name="worn")
    assert dies_beside_full(stack, (1, 0, 1), quota=0)
    assert dies_beside_full(stack, (0, 1, 1), quota=0)
    assert not dies_beside_full(stack, (1, 1, 1), quota=0)
    assert not dies_beside_full(stack, (1, 1, 0), quota=0)


@proves("ww:7.63")
def test_a_drilled_death_beside_full_auxiliaries_is_excused_by_the_share_and_by_nothing_else() -> None:
    stack = drilled(full=1), others(full=1)
    assert not dies_beside_full(stack, (2, 0), quota=2)
    assert dies_beside_full(stack, (2, 0), quota=1)
    two_kinds = drilled(full=1, name="a"), drilled(full=1, name="b")
    assert dies_beside_full(two_kinds, (2, 0), quota=2)


@proves("ww:7.62", "ww:7.63", "ww:9.14-b")
def test_a_loss_that_binds_goes_to_drilled_groups_and_a_death_waits_for_every_flip() -> None:
    stack = drilled(full=1, name="a"), others(full=1, name="b"), others(full=0, reduced=1, name="c")
    assert on_duty(stack, (0, 0, 0), (0, 1, 2), True) == (0,)
    assert on_duty(stack, (0, 0, 0), (0, 1, 2), False) == ()
    assert full_first(stack, (0, 0, 0), (0, 1, 2), False) == (0, 1)
    assert full_first(stack, (1, 0, 0), (0, 1, 2), True) == (1,)
    assert full_first(stack, (1, 1, 0), (0, 1, 2), False) == ()


@proves("ww:7.62", "ww:7.63")
def test_the_two_loss_rules_part_where_the_last_odd_loss_comes_after_all_have_flipped() -> None:
    stack = drilled(full=2), others(full=0, reduced=1)
    assert in_battle(stack, 3, IN_SUM) == {(2, 1), (3, 0)}
    assert in_battle(stack, 3, ONE_BY_ONE) == {(3, 0)}


# ---------------------------------------------------------------- assaults


@proves("ww:9.14-b", "ww:7.63")
@BOTH
def test_in_an_assault_drilled_troops_die_before_others_flip(rules: Ruleset) -> None:
    stack = drilled(full=1), others(full=2)
    assert in_assault(stack, 2, rules) == {(2, 0)}
    assert in_assault(stack, 3, rules) == {(2, 1)}
    assert in_assault(stack, 6, rules) == {(2, 4)}


@proves("ww:9.14-b", "ww:7.63")
@BOTH
def test_in_an_assault_no_drilled_unit_dies_beside_a_full_drilled_one(rules: Ruleset) -> None:
    assert in_assault((drilled(full=1, name="a"), drilled(full=0, reduced=1, name="b")), 1, rules) == {(1, 0)}


@proves("ww:7.62")
@BOTH
def test_more_losses_than_there_are_steps_take_every_step(rules: Ruleset) -> None:
    assert in_battle((drilled(full=1), others(full=0, reduced=1)), 8, rules) == {(2, 1)}
    assert in_battle((drilled(full=1),), 0, rules) == {(0,)}


# ---------------------------------------------------------------- naming them group by group


def test_the_numbers_for_a_group_are_those_some_legal_spread_has_after_what_was_named() -> None:
    groups, duty = (drilled(full=2, name="a"), others(full=1), drilled(full=1, name="b")), battle_duty(3)
    assert legal_spreads(groups, duty, IN_SUM) == ((1, 1, 1), (2, 0, 1), (2, 1, 0))
    assert open_numbers(groups, duty, (), IN_SUM) == (1, 2)
    assert open_numbers(groups, duty, (1,), IN_SUM) == (1,)
    assert open_numbers(groups, duty, (2,), IN_SUM) == (0, 1)
    assert open_numbers(groups, duty, (2, 0), IN_SUM) == (1,)
    assert open_numbers(groups, duty, (0,), IN_SUM) == ()


@BOTH
def test_a_whole_army_takes_any_losses_in_little_work(rules: Ruleset) -> None:
    """Given 105 steps in thirty groups and a hundred losses, then every unit has flipped and five steps are left."""
    army = tuple(drilled(full=2, name=f"d{n}") if n % 2 else others(full=1, reduced=1) for n in range(30))
    assert open_numbers(army, battle_duty(100), (), rules) == (1, 2, 3)
    assert open_numbers(army, battle_duty(100), (3,), rules) == (2, 3, 4)


@BOTH
def test_a_group_cannot_lose_more_steps_than_it_has(rules: Ruleset) -> None:
    found = loss_violations((drilled(full=1), others(full=1)), battle_duty(4), (), 3, rules, assault=False)
    expected = violation(Reason.MORE_STEPS_THAN_THERE_ARE, "ww:7.61", group="provincials", steps=2, named=3)
    assert found == (expected,)


@BOTH
def test_a_group_cannot_lose_more_steps_than_are_left_to_lose(rules: Ruleset) -> None:
    found = loss_violations((drilled(full=1), others(full=1)), battle_duty(2), (1,), 2, rules, assault=False)
    assert found == (violation(Reason.MORE_STEPS_THAN_LOSSES, "ww:7.6", group="rangers", losses=1, named=2),)


@BOTH
def test_a_group_must_leave_no_more_losses_than_the_others_can_bear(rules: Ruleset) -> None:
    found = loss_violations((drilled(full=1), others(full=0, reduced=1)), battle_duty(3), (), 1, rules, assault=False)
    expected = violation(Reason.FEWER_STEPS_THAN_LOSSES, "ww:7.6", group="provincials", named=1, losses=3)
    assert found == (expected,)


@proves("ww:7.62")
@BOTH
def test_too_few_steps_from_drilled_troops_break_the_share(rules: Ruleset) -> None:
    found = loss_violations((drilled(full=2), others(full=2)), battle_duty(2), (), 0, rules, assault=False)
    expected = violation(
        Reason.TOO_FEW_DRILLED_LOSSES, "ww:7.62", group="provincials", named=0, losses=2,
        drilled_must_lose=1, drilled_would_lose=0,
    )  # fmt: skip
    assert found == (expected,)


@proves("ww:9.14-b")
@BOTH
def test_in_an_assault_the_same_fault_breaks_the_rule_of_assaults(rules: Ruleset) -> None:
    found = loss_violations((drilled(full=1), others(full=2)), assault_duty(2), (), 1, rules, assault=True)
    expected = violation(
        Reason.TOO_FEW_DRILLED_LOSSES, "ww:9.14-b", group="provincials", named=1, losses=2,
        drilled_must_lose=2, drilled_would_lose=1,
    )  # fmt: skip
    assert found == (expected,)


@proves("ww:7.63")
@BOTH
def test_a_death_beside_a_full_unit_breaks_the_spread_rule(rules: Ruleset) -> None:
    stack = drilled(full=1, name="full"), drilled(full=0, reduced=1, name="worn")
    found = loss_violations(stack, battle_duty(1), (), 0, rules, assault=False)
    assert found == (violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", group="full", named=0, losses=1),)


@proves("ww:7.62", "ww:7.63")
@BOTH
def test_a_number_that_breaks_both_rules_is_refused_for_both(rules: Ruleset) -> None:
    stack = drilled(full=1, name="drilled"), others(full=1, name="full"), others(full=0, reduced=1, name="worn")
    found = loss_violations(stack, battle_duty(1), (0,), 0, rules, assault=False)
    facts: dict[str, Fact] = {"group": "full", "named": 0, "losses": 1}
    assert found == (
        violation(Reason.TOO_FEW_DRILLED_LOSSES, "ww:7.62", **facts, drilled_must_lose=1, drilled_would_lose=0),
        violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", **facts),
    )


@proves("ww:7.62", "ww:7.63")
@BOTH
def test_deaths_that_the_share_asks_for_beside_full_auxiliaries_break_nothing_but_the_share_when_too_few(
    rules: Ruleset,
) -> None:
    """Given two worn Regulars and three full Coureurs with three losses, then both Regulars die: the quota asks it."""
    stack = drilled(full=0, reduced=2, name="regulars"), others(full=3, name="coureurs")
    assert in_battle(stack, 3, rules) == {(2, 1)}
    found = loss_violations(stack, battle_duty(3), (), 1, rules, assault=False)
    expected = violation(
        Reason.TOO_FEW_DRILLED_LOSSES, "ww:7.62", group="regulars", named=1, losses=3,
        drilled_must_lose=2, drilled_would_lose=1,
    )  # fmt: skip
    assert found == (expected,)


@proves("ww:7.63", "ww:9.14-b")
@BOTH
def test_the_same_holds_of_an_assault_in_which_every_loss_is_the_duty_of_drilled_troops(rules: Ruleset) -> None:
    stack = drilled(full=0, reduced=2, name="regulars"), others(full=2, name="coureurs")
    assert in_assault(stack, 2, rules) == {(2, 0)}
    found = loss_violations(stack, assault_duty(2), (), 1, rules, assault=True)
    expected = violation(
        Reason.TOO_FEW_DRILLED_LOSSES, "ww:9.14-b", group="regulars", named=1, losses=2,
        drilled_must_lose=2, drilled_would_lose=1,
    )  # fmt: skip
    assert found == (expected,)


@proves("ww:7.63")
@BOTH
def test_drilled_troops_beyond_their_share_do_not_die_beside_full_auxiliaries(rules: Ruleset) -> None:
    stack = drilled(full=0, reduced=2, name="regulars"), others(full=3, name="coureurs")
    found = loss_violations(stack, battle_duty(2), (), 2, rules, assault=False)
    assert found == (violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", group="regulars", named=2, losses=2),)


@proves("ww:7.63")
def test_the_next_to_lose_without_a_breach_are_the_full_and_on_duty_the_drilled_who_have_no_full_unit() -> None:
    worn, full, rangers = drilled(0, 1), drilled(1), others(1)
    for stack, spread, bound, expected in (
        ((worn, rangers), (0, 0), True, (0, 1)),
        ((worn, rangers), (0, 0), False, (1,)),
        ((worn, full, rangers), (0, 0, 0), True, (1, 2)),
        ((worn, rangers), (0, 1), True, (0, 1)),
        ((worn, rangers), (0, 1), False, (0, 1)),
    ):
        losers = tuple(range(len(stack)))
        assert full_first_but_for_duty(stack, spread, losers, bound) == expected


@proves("ww:7.62", "ww:7.63")
def test_a_number_that_no_order_of_single_losses_gives_is_refused_for_the_two_rules_together() -> None:
    stack = drilled(full=2), others(full=0, reduced=1)
    found = loss_violations(stack, battle_duty(3), (), 2, ONE_BY_ONE, assault=False)
    facts: dict[str, Fact] = {"group": "provincials", "named": 2, "losses": 3}
    assert found == (
        violation(Reason.NO_ORDER_OF_LOSSES, "ww:7.62", **facts),
        violation(Reason.NO_ORDER_OF_LOSSES, "ww:7.63", **facts),
    )
    assert loss_violations(stack, battle_duty(3), (), 2, IN_SUM, assault=False) == ()
