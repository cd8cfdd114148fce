"""The set-up of a game."""

from fractions import Fraction

import pytest

from reference.few_acres_of_snow.ch02_cards import card
from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Chance
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import FIVE, GAME, PRESETS, act, after, b, f, rules, turn


@proves("fa:setup.3", "fa:setup.4", "fa:setup.5", "fa:setup.6", "fa:setup.8", "fa:turn.2", "fa:turn.5")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_start_is_as_the_rulebook_says(preset: str) -> None:
    state = GAME.start("standard", rules(preset))
    due = GAME.decision(state)
    assert isinstance(due, Chance)
    assert [odds for _, odds in due.outcomes] == [Fraction(1, 7)] * 7
    form = GAME.describe(state)
    assert isinstance(form, dict)
    assert form["money"] == {"british": 12, "french": 5}
    assert form["stock"] == {"british": {"villages": 13, "towns": 10}, "french": {"villages": 12, "towns": 8}}
    starting = [] if preset != "first" else ["french_bateaux"]
    french = f(
        "gaspe",
        "louisbourg",
        "montreal",
        "quebec",
        "port_royal",
        "tadoussac",
        "trois_rivieres",
        "trader",
        "starting_regular_infantry",
    )
    assert form["decks"] == {
        "british": b("boston", "new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"),
        "french": sorted([*french, *starting], key=lambda name: card(str(name))),
    }
    drawn = [act("draw", card=f"british_{name}") for name in ("boston", "new_york", "norfolk", "pemaquid", "st_marys")]
    drawn += [act("draw", card=f"french_{name}") for name in ("gaspe", "louisbourg", "montreal", "quebec", "trader")]
    begun = GAME.describe(after(state, *drawn))
    assert isinstance(begun, dict)
    assert begun["frames"] == turn("british", 1)
    assert begun["hands"] == {"british": FIVE, "french": f("gaspe", "louisbourg", "montreal", "quebec", "trader")}


def test_another_scenario_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="none of: standard"):
        GAME.start("campaign", rules())
