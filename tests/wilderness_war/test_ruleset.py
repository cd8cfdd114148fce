"""The ruleset: one field for every option on which editions disagree."""

import typing

import pytest

from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Over
from reference.wilderness_war.ruleset import Ruleset
from spec_tables.catalogue import catalogue
from tests.wilderness_war import test_ch06_divergences, test_divergences, test_divergences_in_play
from tests.wilderness_war.positions import GAME, STANDARD, ruleset


def test_the_fields_of_a_ruleset_are_the_options_in_their_order_with_their_values() -> None:
    hints = typing.get_type_hints(Ruleset)
    fields = {name: typing.get_args(hint) for name, hint in hints.items()}
    options = {option.name: option.values for option in catalogue(GAME.id).options}
    assert fields == options
    assert list(fields) == list(options)


def test_the_standard_ruleset_has_every_default() -> None:
    for option in catalogue(GAME.id).options:
        assert getattr(STANDARD, option.name) == option.default


def test_the_presets_differ_from_the_standard_where_the_editions_do() -> None:
    german, french, basic = ruleset("de"), ruleset("fr"), ruleset("fr_basic")
    assert (german.attrition_rounding, german.besieged_attrition, german.battle_loss_rule) == (
        "down", "only_if_unsheltered", "half_rounded_up",
    )  # fmt: skip
    assert (french.battle_loss_rule, french.crt_cell_5_col_6_8, french.attrition_rounding) == (
        "odd_sequential",
        "2",
        "up",
    )
    assert (french.advanced_rules, basic.advanced_rules) == ("on", "off")


def test_a_value_that_an_option_does_not_have_is_refused() -> None:
    with pytest.raises(Unreadable) as fault:
        ruleset(attrition_rounding="sideways")
    assert fault.value.cause == "attrition_rounding cannot be 'sideways'; it is one of: up, down"


# ---------------------------------------------------------------- every option by itself

OTHERWISE = [
    (option.name, value) for option in catalogue(GAME.id).options for value in option.values if value != option.default
]


@pytest.mark.parametrize(("name", "value"), OTHERWISE)
def test_every_option_can_be_set_otherwise_by_itself(name: str, value: str) -> None:
    rules = ruleset(**{name: value})
    assert {field for field in typing.get_type_hints(Ruleset) if getattr(rules, field) != getattr(STANDARD, field)} == {
        name
    }
    for scenario in GAME.scenarios:
        begun = GAME.start(scenario, rules)
        assert GAME.check(begun) == ()
        assert not isinstance(GAME.decision(begun), Over)


def test_every_option_has_a_test_of_its_position_named_after_it() -> None:
    """The tests of what editions disagree on begin with the name of the option; an option without one is found."""
    modules = (test_ch06_divergences, test_divergences, test_divergences_in_play)
    tests = {name for module in modules for name in vars(module) if name.startswith("test_")}
    untested = {
        option.name
        for option in catalogue(GAME.id).options
        if not any(name.startswith(f"test_{option.name}_") for name in tests)
    }
    assert untested == set()
