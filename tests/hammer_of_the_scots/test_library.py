"""The game as a library: what `from reference import hammer_of_the_scots` offers."""

import pytest

from reference import hammer_of_the_scots as hs
from reference.kernel.canonical import Unreadable


@pytest.mark.parametrize("name", ["standard", "v3"])
def test_a_scenario_begins_under_the_ruleset_named(name: str) -> None:
    expected = hs.GAME.canonical(hs.GAME.start("the_bruce", hs.ruleset(name)))
    assert hs.start("the_bruce", name).canonical() == expected


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(Unreadable, match="'x' is no ruleset of hammer_of_the_scots"):
        hs.ruleset("x")


def test_rulesets_differ_as_their_options_do() -> None:
    assert hs.ruleset("v3") != hs.ruleset()
