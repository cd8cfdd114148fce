"""Whoever is not due may ask at any moment of a game, and is always answered."""

from collections.abc import Callable
from itertools import islice

import pytest

from oracle.choices import Dice
from oracle.game_registry import opener_of
from oracle.walk import turns, walk
from reference.kernel.canonical import Json
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Legal, NotYourDecision
from spec_tables.catalogue import GAMES

_DECISIONS, _ASKED = 400, 3
DEFAULT = {"wilderness_war": "standard", "hammer_of_the_scots": "standard", "few_acres_of_snow": "second"}


def begun(game: str, scenario: str) -> Table:
    opener = opener_of(game)
    return opener.start(scenario, RulesetName(DEFAULT[game]))


def randomly(dice: Dice) -> Callable[[Table, Due], Json]:
    def choose(_: Table, due: Due) -> Json:
        return dice.one(due.actions)

    return choose


@pytest.mark.parametrize("game", GAMES)
def test_a_side_that_is_not_due_is_told_what_would_be_said_at_every_moment(game: str) -> None:
    """Given what either side was ever offered, then the side that is not due may ask for it whenever it likes."""
    offered: dict[str, list[Json]] = {}
    answers = 0
    for seed, scenario in enumerate(opener_of(game).scenarios):
        dice = Dice(seed)
        way = turns(walk(begun(game, scenario), randomly(dice)))
        for turn in islice(way, _DECISIONS):
            if turn.due.by != "chance":
                offered.setdefault(turn.due.by, []).append(dice.one(turn.due.actions))
            for by, actions in offered.items():
                if by != turn.due.by:
                    for action in dice.sample(actions, min(_ASKED, len(actions))):
                        answer = turn.state.act(by, action)
                        answers += isinstance(answer, NotYourDecision) and isinstance(answer.otherwise, Legal)
    assert answers > 10, "some of it would be legal in the side's own turn"
