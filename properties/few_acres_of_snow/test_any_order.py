"""Cards of one action are the same choice in whatever order they are named, and a turn may be given up at once."""

from itertools import permutations

import pytest

from oracle.choices import Dice
from properties.any_order import Game, hold, whole_sets
from reference.few_acres_of_snow.named_sets import SETS
from reference.kernel.any_order import for_players
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.table import Table, seat
from reference.kernel.verdicts import Next
from tests.few_acres_of_snow.scenes import GAME, PRESETS, act, f, france, placed, play, rules

ORDERED = Game(SETS)
RAID = ("french_coureurs_de_bois", "french_native_americans", "neutral_native_americans", "french_priest")


def seated(position: object, preset: str) -> Table:
    return for_players(seat(GAME, placed(position, preset)), SETS)


def reached(table: Table, *actions: Json) -> Table:
    for action in actions:
        verdict = table.act("french", action)
        assert isinstance(verdict, Next), (action, verdict)
        table = verdict.state
    return table


@pytest.mark.parametrize("preset", PRESETS)
def test_every_set_of_cards_leads_to_the_same_position_in_every_order(preset: str) -> None:
    tried: dict[str, int] = {each.name: 0 for each in SETS}
    for seed in range(5):
        table = for_players(seat(GAME, GAME.start("standard", rules(preset))), SETS)
        for found in whole_sets(ORDERED, table, seed, 1_200):
            if len(found.members) > 1:
                tried[found.named.name] += hold(ORDERED, found, Dice(seed))
    assert tried["discard"] > 100
    assert tried["governor"] > 20


@proves("fa:raid.13", "fa:raid.2", "fa:raid.3")
@pytest.mark.parametrize("preset", PRESETS)
def test_four_raid_cards_make_the_same_raid_in_every_order(preset: str) -> None:
    """Given Boston three links away, then every choice of cards that reaches it may be named in every order."""
    position = france(hands={"french": f("coureurs_de_bois", "native_americans", RAID[2], "priest"), "british": []})
    table = seated(position, preset)
    for count in (2, 3, 4):
        for chosen in {frozenset(each) for each in permutations(RAID, count)}:
            ends = set[str]()
            for first, *others in permutations(sorted(chosen)):
                if chosen <= {"french_priest"}:
                    continue
                raiding = reached(table, act("raid", card=first), *map(play, others))
                at_once = reached(table, {"type": "raid", "cards": [first, *others]})
                ends |= {raiding.digest(), at_once.digest()}
            assert len(ends) == 1, chosen
