"""Games as libraries: the same face for all of them."""

from types import ModuleType

import pytest

from reference import few_acres_of_snow, hammer_of_the_scots, wilderness_war
from reference.kernel.canonical import Unreadable
from reference.kernel.table import Due, Table

GAMES = (
    (wilderness_war, "early_war", "fr"),
    (hammer_of_the_scots, "the_bruce", "v3"),
    (few_acres_of_snow, "standard", "second"),
)


@pytest.mark.parametrize(("game", "scenario", "ruleset"), GAMES)
def test_a_game_is_started_set_up_and_asked_in_the_same_words(game: ModuleType, scenario: str, ruleset: str) -> None:
    """Given any game, when a scenario is started, then its position can be set up again, under any ruleset."""
    table = game.start(scenario)
    assert isinstance(table, Table)
    assert isinstance(table.due(), Due)
    again = game.case(table.canonical())
    assert isinstance(again, Table)
    assert again.digest() == table.digest()
    assert game.start(scenario, ruleset).due() is not None


@pytest.mark.parametrize("game", [game for game, _, _ in GAMES])
def test_what_a_game_has_not_is_named(game: ModuleType) -> None:
    with pytest.raises(Unreadable, match="scenario: 'picnic' is none of: "):
        game.start("picnic")
    with pytest.raises(Unreadable, match="ruleset: 'picnic' is no ruleset of "):
        game.case({}, "picnic")
    with pytest.raises(Unreadable, match=r"^position\.picnic: "):
        game.case({"picnic": 1})
