"""Choices: what players name in another order, or of units alike, leads where the offers lead."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice

import pytest

from oracle.choices import Dice
from oracle.walk import walk_states
from properties.any_order import Game, Named, hold, whole_sets
from properties.domains import DEEP
from properties.wilderness_war.any_order import Stray, in_kinds, strays
from properties.wilderness_war.explorer import GAME, PRESETS, Log, ruleset, seeking
from reference.kernel.any_order import for_players
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.wilderness_war import ch05_order
from reference.wilderness_war.choosing import Piece
from reference.wilderness_war.named_sets import SETS

_GAMES = 40 if DEEP else 2
_DECISIONS = 1_200


def _found(preset: str) -> Iterator[Stray]:
    for seed in range(_GAMES):
        start = GAME.start("full_campaign", ruleset(preset))
        way = walk_states(GAME, start, partial(seeking, Dice(seed), Log()))
        yield from strays(islice(way, _DECISIONS), Dice(seed), 80)


def _part(position: Json) -> Json:
    """Return what tells one set from the next of its name: units enter before leaders, who enter
    one by one, and one Department comes after the other."""
    assert isinstance(position, Mapping)
    frames = position["frames"]
    assert isinstance(frames, list)
    top = frames[-1]
    assert isinstance(top, Mapping)
    entering: Json = [top.get("spaces"), None if top.get("units") else top.get("leaders")]
    told = {"placement": entering, "removal": top.get("units"), "move": top.get("at")}
    return [top["type"], told.get(str(top["type"])), top.get("rule")]


def _forces_the_rest(found: Named) -> bool:
    """Say whether a port was named that is the last on the map, where all units still to come then enter.

    Named first, it is the port of all of them, and the next port named is that of the leader.
    """
    position = found.start.canonical()
    assert isinstance(position, Mapping)
    frames = position["frames"]
    assert isinstance(frames, list)
    top = frames[-1]
    assert isinstance(top, Mapping)
    units = top.get("units")
    return found.named.name == "placement" and isinstance(units, list) and len(found.members) < len(units)


ORDERED = Game(SETS, _part, in_kinds)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_set_leads_to_the_same_position_in_every_order(preset: str) -> None:
    tried: Counter[str] = Counter()
    for seed in range(_GAMES):
        table = for_players(seat(GAME, GAME.start("full_campaign", ruleset(preset))), SETS)
        for found in whole_sets(ORDERED, table, seed, _DECISIONS):
            if len(found.members) > 1 and not _forces_the_rest(found):
                tried[found.named.name] += hold(ORDERED, found, Dice(seed))
    assert {"individuals", "muster"} <= set(tried)


@proves("ww:5.33", "ww:5.34", "ww:6.1-drop", "ww:6.72", "ww:5.522")
@pytest.mark.parametrize("preset", PRESETS)
def test_what_breaks_no_rule_though_it_is_not_offered_leads_where_the_offers_lead(preset: str) -> None:
    found: Counter[str] = Counter()
    for stray in _found(preset):
        assert stray.agrees, (stray.about, stray.action, stray.state.stack)
        found[stray.about] += 1
    assert {"name_individuals", "muster", "step"} <= set(found)


def test_a_force_that_remembers_in_which_order_it_was_named_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def appended(picked: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
        return (*picked, piece)

    monkeypatch.setattr(ch05_order, "with_piece", appended)
    assert any(stray.about == "muster" and not stray.agrees for stray in _found("standard"))
