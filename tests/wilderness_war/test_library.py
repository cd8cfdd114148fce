"""The game as a library: what `from reference import wilderness_war` offers."""

from collections.abc import Mapping

import pytest

from oracle.walk import walk
from reference import wilderness_war as ww
from reference.kernel.canonical import Json, Unreadable

THREE_REDUCED: Json = {
    "pieces": {"hudson_carry_north": ["3 reduced br_regular"]},
    "opening": {"type": "winter_attrition"},
}


@pytest.mark.parametrize(("rules", "dead"), [("standard", 2), ("standard+attrition_rounding=down", 1)])
def test_a_case_is_set_up_under_the_ruleset_named(rules: str, dead: int) -> None:
    """Given three reduced Regulars in the wild, when winter comes, then half die, rounded as the option says."""
    *_, end = walk(ww.case(THREE_REDUCED, rules), lambda _, due: due.actions[0])
    found = end.state.describe()
    assert isinstance(found, Mapping)
    removed = found["removed"]
    assert isinstance(removed, list)
    assert len(removed) == dead


def test_a_scenario_begins_under_the_ruleset_named() -> None:
    assert ww.start("early_war").canonical() == ww.GAME.canonical(ww.GAME.start("early_war", ww.ruleset()))
    assert ww.start("late_war", "de").canonical() == ww.GAME.canonical(ww.GAME.start("late_war", ww.ruleset("de")))


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(Unreadable, match="'x' is no ruleset of wilderness_war"):
        ww.ruleset("x")
    with pytest.raises(Unreadable, match="'x' is none of"):
        ww.start("x")
