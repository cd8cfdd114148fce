"""Choices: what players name in another order, or of units alike, leads where the offers lead."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

import pytest

from oracle.choices import Dice
from oracle.game_registry import opener_of
from oracle.walk import TableTurn, walk_states
from properties.any_order import Game, OrderMatters, hold, whole_sets
from properties.domains import DEEP
from properties.wilderness_war.any_order import Stray, by_kind, strays
from properties.wilderness_war.explorer import GAME, PRESETS, Log, ruleset, seeking
from properties.wilderness_war.set_scenes import SCENES
from reference.kernel.any_order import for_players
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import seat
from reference.wilderness_war import ch05_order
from reference.wilderness_war.choosing import Piece
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.named_sets import SETS

_GAMES = 40 if DEEP else 1
_SEEDS, _FURTHER = (40, 200) if DEEP else (8, 25)
_DECISIONS = 1_200 if DEEP else 800


def _found(preset: str) -> Iterator[Stray]:
    for seed in range(_GAMES):
        start = GAME.start("full_campaign", ruleset(preset))
        way = walk_states(GAME, start, partial(seeking, Dice(seed), Log()))
        yield from strays(islice(way, _DECISIONS), Dice(seed), 80)


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


# ---------------------------------------------------------------- whole sets


def _top(position: Json) -> Mapping[str, Json]:
    """Return the procedure at work in a position."""
    assert isinstance(position, Mapping)
    frames = position["frames"]
    assert isinstance(frames, Sequence)
    top = frames[-1] if frames else {}
    assert isinstance(top, Mapping)
    return top


def _part(position: Json) -> Json:
    """Return where units are being placed, or what losses are taken; further placements and losses are their own."""
    top = _top(position)
    if top.get("type") == "losses":
        return {name: value for name, value in top.items() if name != "named"}
    return top["spaces"] if top.get("type") == "placement" and top.get("units") else None


def _spelled_out(turn: TableTurn) -> tuple[Json, ...]:
    """Return where each unit was placed: the last space named is taken for all units left."""
    placed = tuple(dict(each.facts)["space"] for each in turn.events if each.kind is EventKind.UNIT_PLACED)
    one_by_one = turn.due.about == "placement" and not _top(turn.state.canonical())["together"]
    named: tuple[Json, ...] = tuple({"type": "pick_space", "space": str(each)} for each in placed)
    return named if placed and one_by_one else (turn.action,)


# A stockade may bring the next space into supply (ww:12.3-imp), where none may be built before. Smallpox kills nobody
# while another unit is at full strength.
SETTING = Game(SETS, _part, by_kind, _spelled_out, frozenset({"ww:12.3-a", "ww:card-smallpox-fx"}))
# The sets that come up in all games from a scenario's start.
OFTEN = {"individuals", "muster"}
# The sets that need rules which a preset does not have.
ADVANCED = {"interceptors", "avoiders"}


@proves("ww:5.33", "ww:5.34")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_set_leads_to_the_same_position_in_every_order(preset: str) -> None:
    tried: Counter[str] = Counter()
    for seed in range(_GAMES):
        for scenario in GAME.scenarios if DEEP else GAME.scenarios[-2:]:
            table = for_players(seat(GAME, GAME.start(scenario, ruleset(preset))), SETS)
            for found in whole_sets(SETTING, table, seed, _DECISIONS):
                if len(found.members) > 1:
                    tried[found.named.name] += hold(SETTING, found, Dice(seed))
    assert set(tried) >= OFTEN


def tried_in_scenes(preset: str) -> Counter[str]:
    """Play on from positions in which each set is named; return how many orders of how many sets were tried."""
    tried: Counter[str] = Counter()
    rules = ruleset(preset)
    for name, position in SCENES.items():
        if name in ADVANCED and rules.advanced_rules == "off":
            continue
        table = opener_of(GAME.id).place(position, RulesetName(preset))
        for seed in range(_SEEDS):
            for found in whole_sets(SETTING, table, seed, _FURTHER, eager=8):
                if len(found.members) > 1:
                    tried[found.named.name] += hold(SETTING, found, Dice(seed))
    return tried


@proves(
    "ww:5.33", "ww:5.34", "ww:6.1-drop", "ww:6.72", "ww:6.8", "ww:8.1", "ww:7.3", "ww:8.251", "ww:5.523", "ww:5.53",
    "ww:card-campaign", "ww:card-desert", "ww:5.41", "ww:5.42", "ww:card-british-regulars-fx",
)  # fmt: skip
@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_set_is_named_and_leads_to_the_same_position_in_every_order(preset: str) -> None:
    tried = tried_in_scenes(preset)
    missing = {each.name for each in SETS} - set(tried)
    assert missing == (set() if ruleset(preset).advanced_rules == "on" else ADVANCED), tried


def test_an_order_that_is_refused_is_noticed() -> None:
    """Given tables that take members only in the order offered, as they once did, then the property finds it."""

    def held() -> None:
        for seed in range(4):
            table = seat(GAME, GAME.start("full_campaign", ruleset("standard")))
            for found in whole_sets(SETTING, table, seed, 1_200):
                hold(SETTING, found, Dice(seed))

    with pytest.raises(OrderMatters, match="is answered by"):
        held()
