"""Choices: what players name in another order, or of units alike, leads where the offers lead."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice

import pytest

from oracle.choices import Dice
from oracle.walk import walk_states
from properties.domains import DEEP
from properties.wilderness_war.any_order import Stray, strays
from properties.wilderness_war.explorer import GAME, PRESETS, Log, ruleset, seeking
from reference.kernel.rules import proves
from reference.wilderness_war import ch05_order
from reference.wilderness_war.choosing import Piece

_GAMES = 40 if DEEP else 2
_DECISIONS = 1_200


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
