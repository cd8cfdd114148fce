"""Cards of one action are the same choice in whatever order they are named, and a turn may be given up at once."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import permutations

import pytest

from oracle.choices import Dice
from oracle.walk import TableTurn, turns, walk
from properties.any_order import Game, hold, is_noticed, whole_sets
from reference.few_acres_of_snow.named_sets import SETS
from reference.kernel.any_order import for_players
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.table import Due, Table, seat
from reference.kernel.verdicts import Next, No, Notation
from tests.few_acres_of_snow.scenes import GAME, PRESETS, act, f, france, placed, play, rules

# The cards of settlers and besiegers have their roles; their orders are held below.
UNORDERED = tuple(each for each in SETS if not each.paves)
ORDERED = Game(UNORDERED)
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
    tried: dict[str, int] = {each.name: 0 for each in UNORDERED}
    for seed in range(5):
        table = for_players(seat(GAME, GAME.start("standard", rules(preset))), SETS)
        for found in whole_sets(ORDERED, table, seed, 1_200):
            if len(found.members) > 1:
                tried[found.named.name] += hold(ORDERED, found, Dice(seed))
    assert all(tried.values()), tried
    assert tried["discard"] > 100
    assert tried["governor"] > 20


def test_cards_taken_only_in_the_order_offered_are_noticed() -> None:
    assert is_noticed(ORDERED, seat(GAME, GAME.start("standard", rules("second"))))


@proves("fa:settle.3", "fa:settle.4", "fa:siege.start.2", "fa:siege.start.3")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_cards_of_settlers_and_besiegers_lead_to_the_same_position_in_every_order_or_to_notation(
    preset: str,
) -> None:
    """Given two cards that settle or besiege, when they change places, then no rule refuses them.

    A siege may go elsewhere only if the other card has strength of its own: its role is then another one.
    """
    tried: Counter[str] = Counter()
    for seed in range(12):
        held: list[TableTurn] = []
        for turn in turns(walk(seat(GAME, GAME.start("standard", rules(preset))), eager(seed))):
            held = [*held, turn] if turn.due.about in ("settle", "besiege") else []
            if len(held) == 2:
                tried[held[0].due.about] += 1
                the_other_way_round(*held)
    assert tried["settle"] > 5, tried
    assert tried["besiege"] > 20, tried


def eager(seed: int) -> Callable[[Table, Due], Json]:
    """Return how to play a game in which places are settled and besieged whenever they can be."""
    dice = Dice(seed)

    def choose(_: Table, due: Due) -> Json:
        wanted = [each for each in due.actions if isinstance(each, Mapping) and each["type"] in ("settle", "besiege")]
        return dice.one(tuple(wanted) or due.actions)

    return choose


def the_other_way_round(first: TableTurn, second: TableTurn) -> None:
    """Name two cards of one action in the other order."""
    by, begun = first.due.by, first.state
    verdict = begun.act(by, second.action)
    if isinstance(verdict, Next):
        again = verdict.state.due()
        assert not isinstance(again, Over)
        own_role = first.due.about == "besiege" and first.action in again.actions
        verdict = verdict.state.act(by, first.action)
        if isinstance(verdict, No) and {each.rule for each in verdict.violations} == {"fa:faq.map.2"}:
            return  # A ship at a port where ships do not fight is refused for just that.
        assert isinstance(verdict, Next), (first.action, second.action, verdict)
        assert own_role or verdict.state.digest() == second.after.digest(), (first.action, second.action)
    else:
        assert isinstance(verdict, Notation), (first.action, second.action, verdict)


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
