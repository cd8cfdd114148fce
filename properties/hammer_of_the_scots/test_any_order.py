"""Blocks of one choice are the same choice in whatever order they are named."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from oracle.choices import Dice
from properties.any_order import Game, Named, OnlyOffered, OrderMatters, hold, whole_sets
from properties.domains import DEEP
from properties.hammer_of_the_scots.explorer import PRESETS
from reference.hammer_of_the_scots.named_sets import SETS
from reference.kernel.any_order import for_players
from reference.kernel.rules import proves
from reference.kernel.table import Table, seat
from tests.hammer_of_the_scots.positions import GAME, ruleset

_GAMES = 30 if DEEP else 3
# The strongest block takes the next hit.
ORDERED = Game(SETS, ordering=frozenset({"hs:5.41-2", "hs:C-2"}))


@proves("hs:7.3-1", "hs:7.32-1")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_set_leads_to_the_same_position_in_every_order(scenario: str) -> None:
    tried: Counter[str] = Counter()
    for seed in range(_GAMES):
        table = for_players(seat(GAME, GAME.start(scenario, ruleset("standard"))), SETS)
        for found in whole_sets(ORDERED, table, seed, 3_000):
            if len(found.members) > 1:
                tried[found.named.name] += hold(ORDERED, found, Dice(seed))
    assert tried["disband"] > 1
    assert tried["disband_surplus"] > 10
    assert scenario != "campaign" or tried["plundered_steps"] > 1


@proves("hs:7.3-1", "hs:7.32-1", "hs:C-2b")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_set_is_named_under_every_preset(preset: str) -> None:
    tried: Counter[str] = Counter()
    for seed in range(_GAMES):
        table = for_players(seat(GAME, GAME.start("campaign", ruleset(preset))), SETS)
        for found in whole_sets(ORDERED, table, seed, 3_000, eager=8):
            if len(found.members) > 1:
                tried[found.named.name] += hold(ORDERED, found, Dice(seed))
    # A pillage seldom comes up, and gives steps to spread less often still; the first property has it.
    assert set(tried) >= {"disband", "disband_surplus"}


def leaving(table: Table, seed: int) -> Iterator[Named]:
    """Play a game and return the blocks that left in each winter: those too many, then those that went freely."""
    before: Named | None = None
    for found in whole_sets(ORDERED, table, seed, 3_000, eager=7):
        if found.named.name == "disband_surplus":
            before = found
        elif found.named.name == "disband" and before is not None and before.end == found.start:
            yield replace(before, members=[*before.members, *found.members], done=found.done, end=found.end)


@proves("hs:7.3-1", "hs:7.32-1")
def test_blocks_that_go_freely_may_be_named_before_those_that_are_too_many() -> None:
    tried = 0
    for seed in range(max(_GAMES, 6)):
        table = for_players(seat(GAME, GAME.start("campaign", ruleset("standard"))), SETS)
        tried += sum(hold(ORDERED, found, Dice(seed)) for found in leaving(table, seed))
    assert tried > 40


def test_blocks_taken_only_in_the_order_offered_are_noticed() -> None:
    """Given a table that asks first for blocks that are too many, as it once did, then the property finds it."""
    table = OnlyOffered(seat(GAME, GAME.start("campaign", ruleset("standard"))), ())
    found = [(seed, each) for seed in range(6) for each in leaving(table, seed)]
    with pytest.raises(OrderMatters, match="is answered by No"):
        sum(hold(ORDERED, each, Dice(seed)) for seed, each in found)
