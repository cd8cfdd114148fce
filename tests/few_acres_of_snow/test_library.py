"""The game as a library: what `from reference import few_acres_of_snow` offers."""

import pytest

from reference import few_acres_of_snow as fa
from reference.kernel.canonical import Unreadable


@pytest.mark.parametrize("name", ["first", "second"])
def test_a_scenario_begins_under_the_ruleset_named(name: str) -> None:
    expected = fa.GAME.canonical(fa.GAME.start("standard", fa.ruleset(name)))
    assert fa.start("standard", name).canonical() == expected


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(Unreadable, match="'x' is no ruleset of few_acres_of_snow"):
        fa.ruleset("x")


def test_rulesets_differ_as_their_options_do() -> None:
    assert fa.ruleset("second") != fa.ruleset()
