"""Names of rulesets, the options behind them, and the record a game makes of them."""

from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.kernel.canonical import Unreadable
from reference.kernel.rulesets import RulesetName, options_of, parse_ruleset_name, record_of
from spec_tables.catalogue import GAMES, catalogue

words = st.text(st.characters(exclude_characters="+=", exclude_categories=["Cs"]), max_size=8)
names = st.builds(
    RulesetName,
    words,
    st.dictionaries(words, words, max_size=3).map(lambda changes: tuple(sorted(changes.items()))),
)


# ---------------------------------------------------------------- names


@given(names)
def test_a_name_read_back_is_the_same(name: RulesetName) -> None:
    assert parse_ruleset_name(str(name)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("de", RulesetName("de")),
        ("standard+attrition_rounding=down", RulesetName("standard", (("attrition_rounding", "down"),))),
        ("de+b=1+a=2", RulesetName("de", (("a", "2"), ("b", "1")))),
        ("de+a=b=c", RulesetName("de", (("a", "b=c"),))),
        ("", RulesetName("")),
    ],
)
def test_a_name_is_a_preset_with_changes_in_one_order(text: str, name: RulesetName) -> None:
    assert parse_ruleset_name(text) == name


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("de+bidding", "'bidding' is not of the form option=value"),
        ("de+", "'' is not of the form option=value"),
        ("de+bidding=on+bidding=on", "sets bidding twice"),
    ],
)
def test_a_name_of_another_form_is_refused(text: str, cause: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_ruleset_name(text)
    assert (refusal.value.place, refusal.value.cause) == ("ruleset", cause)


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_is_the_defaults_with_its_changes(game: str) -> None:
    defaults = {option.name: option.default for option in catalogue(game).options}
    for preset in catalogue(game).presets:
        options = options_of(game, RulesetName(preset.name))
        assert list(options) == list(defaults)
        assert {name: value for name, value in options.items() if value != defaults[name]} == dict(preset.changes)


def test_changes_come_after_the_preset() -> None:
    plain = options_of("wilderness_war", RulesetName("de"))
    assert (plain["attrition_rounding"], plain["bidding"]) == ("down", "off")
    changes = (("attrition_rounding", "up"), ("bidding", "on"))
    assert options_of("wilderness_war", RulesetName("de", changes)) == {**plain, **dict(changes)}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("nl", "'nl' is no ruleset of wilderness_war; there are: standard, de, fr, fr_basic, peer"),
        ("", "'' is no ruleset of wilderness_war; there are: standard, de, fr, fr_basic, peer"),
        ("de+weather=on", "'weather' is no option of wilderness_war"),
        ("de+=on", "'' is no option of wilderness_war"),
        ("de+attrition_rounding=even", "attrition_rounding cannot be 'even'; it is one of: up, down"),
    ],
)
def test_unknown_presets_options_and_values_are_refused_with_what_there_is(text: str, cause: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        options_of("wilderness_war", parse_ruleset_name(text))
    assert (refusal.value.place, refusal.value.cause) == ("ruleset", cause)


# ---------------------------------------------------------------- records


@dataclass(frozen=True, slots=True)
class Sample:
    rounding: Literal["up", "down"]
    bidding: Literal["off", "on"]


def test_a_record_holds_the_value_of_every_option() -> None:
    assert record_of(Sample, {"bidding": "on", "rounding": "down"}) == Sample("down", "on")


@pytest.mark.parametrize(
    ("options", "cause"),
    [
        ({"rounding": "up"}, "Sample and the options differ in ['bidding']"),
        ({"rounding": "up", "weather": "on"}, "Sample and the options differ in ['bidding', 'weather']"),
        ({"rounding": "up", "bidding": "on", "a": "b"}, "Sample and the options differ in ['a']"),
        ({"rounding": "even", "bidding": "on"}, "Sample.rounding cannot be 'even'"),
    ],
)
def test_a_record_and_options_that_differ_are_the_programmers_mistake(options: dict[str, str], cause: str) -> None:
    with pytest.raises(TypeError) as mistake:
        record_of(Sample, options)
    assert str(mistake.value) == cause
