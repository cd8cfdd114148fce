"""Blocks of one choice are the same choice in whatever order they are named."""

from collections import Counter

import pytest

from oracle.choices import Dice
from properties.any_order import Game, hold, whole_sets
from properties.domains import DEEP
from reference.hammer_of_the_scots.named_sets import SETS
from reference.kernel.any_order import for_players
from reference.kernel.rules import proves
from reference.kernel.table import seat
from tests.hammer_of_the_scots.positions import GAME, ruleset

_GAMES = 30 if DEEP else 3


@proves("hs:7.3-1", "hs:7.32-1")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_set_leads_to_the_same_position_in_every_order(scenario: str) -> None:
    tried: Counter[str] = Counter()
    for seed in range(_GAMES):
        table = for_players(seat(GAME, GAME.start(scenario, ruleset("standard"))), SETS)
        for found in whole_sets(Game(SETS), table, seed, 3_000):
            if len(found.members) > 1:
                tried[found.named.name] += hold(Game(SETS), found, Dice(seed))
    assert tried["disband"] > 1
    assert tried["disband_surplus"] > 10
