"""No position, however spoiled, makes a game break: it is unreadable, or it can be looked at and played on."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.choices import Dice
from properties.few_acres_of_snow import explorer as few_acres
from properties.hammer_of_the_scots import explorer as hammer
from properties.spoiled_positions import at, changed, paths, spoiled
from reference.few_acres_of_snow.ruleset import Ruleset as AcresRules
from reference.hammer_of_the_scots.ruleset import Ruleset as HammerRules
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.game import Game
from reference.kernel.verdicts import Next

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")
Sample: TypeAlias = tuple[R, Json]


def _sampled(states: Iterator[S], game: Game[S, A, R], dice: Dice) -> list[Json]:
    return [game.canonical(state) for state in states if dice.random() < 0.03]


@cache
def _hammer() -> Sequence[Sample[HammerRules]]:
    dice = Dice(5)
    found: list[Sample[HammerRules]] = []
    for scenario in hammer.GAME.scenarios:
        for preset in hammer.PRESETS:
            rules = hammer.ruleset(preset)
            states = hammer.states(scenario, rules, 40, 900)
            found.extend((rules, position) for position in _sampled(states, hammer.GAME, dice))
    return found


@cache
def _few_acres() -> Sequence[Sample[AcresRules]]:
    dice = Dice(5)
    found: list[Sample[AcresRules]] = []
    for preset in few_acres.PRESETS:
        rules = few_acres.rules(preset)
        states = (here.state for here in few_acres.positions(rules, 40, 1_500))
        found.extend((rules, position) for position in _sampled(states, few_acres.GAME, dice))
    return found


def survives(game: Game[S, A, R], rules: R, position: Json, sides: tuple[str, ...]) -> bool:
    """Put a position to every question there is; say whether it could be read."""
    try:
        state = game.place(position, rules)
    except Unreadable:
        return False
    game.check(state)
    assert game.place(game.canonical(state), rules) == state
    for side in sides:
        game.observe(state, side)
    game.describe(state)
    due = game.decision(state)
    if isinstance(due, Over):
        return True
    assert due.actions
    for action in due.actions:
        assert isinstance(game.step(state, action), Next)
    return True


def _spoil(samples: Sequence[Sample[R]], seed: int) -> tuple[R, Json]:
    dice = Dice(seed)
    rules, position = dice.choice(samples)
    for _ in range(dice.choice((1, 1, 2, 3))):
        if paths(position):
            position = spoiled(position, [other for _, other in dice.sample(samples, 3)], dice)
    return rules, position


@given(st.integers(0, 10**9))
@settings(max_examples=400)
def test_a_spoiled_position_of_hammer_of_the_scots_is_unreadable_or_playable(seed: int) -> None:
    rules, position = _spoil(_hammer(), seed)
    survives(hammer.GAME, rules, position, ("england", "scotland"))


@given(st.integers(0, 10**9))
@settings(max_examples=400)
def test_a_spoiled_position_of_a_few_acres_of_snow_is_unreadable_or_playable(seed: int) -> None:
    rules, position = _spoil(_few_acres(), seed)
    survives(few_acres.GAME, rules, position, ("british", "french"))


def test_positions_as_they_were_are_playable() -> None:
    """Given the same samples unspoiled, then every one can be read: the tests above do not pass by refusing all."""
    assert all(survives(hammer.GAME, rules, each, ("england", "scotland")) for rules, each in _hammer()[::9])
    assert all(survives(few_acres.GAME, rules, each, ("british", "french")) for rules, each in _few_acres()[::5])


def test_a_battle_whose_area_has_been_emptied_is_unreadable_or_playable() -> None:
    """Given every area emptied in turn, which once broke a march and a battle, then nothing breaks."""
    dice, tried = Dice(1), 0
    for rules, position in dice.sample(_hammer(), 12):
        for path in paths(position):
            if path[0] == "blocks" and len(path) == 2:
                survives(hammer.GAME, rules, changed(position, path, ()), ("england", "scotland"))
                survives(hammer.GAME, rules, changed(position, path, ([],)), ("england", "scotland"))
                tried += 1
    assert tried > 100


@pytest.mark.parametrize(
    ("path", "new", "expected"),
    [
        (("a", 1), (), {"a": [1, 3], "b": {"c": 4}}),
        (("a", 1), (2, 2), {"a": [1, 2, 2, 3], "b": {"c": 4}}),
        (("b", "c"), (), {"a": [1, 2, 3], "b": {}}),
        (("b",), ("x",), {"a": [1, 2, 3], "b": "x"}),
    ],
)
def test_a_value_is_changed_at_the_end_of_a_way(
    path: tuple[str | int, ...], new: tuple[Json, ...], expected: Json
) -> None:
    value: Json = {"a": [1, 2, 3], "b": {"c": 4}}
    assert path in paths(value)
    assert at(value, path) is not None
    assert changed(value, path, new) == expected
