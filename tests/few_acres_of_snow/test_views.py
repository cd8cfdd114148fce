"""What a side may know."""

import pytest

from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card, names
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, player, with_siege
from reference.few_acres_of_snow.views import _open, _sieges
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import GAME, b, f, placed, turn
from tests.few_acres_of_snow.small_scenes import cards, scene


@proves("fa:board.13")
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("side", SIDES)
def test_open_piles_are_seen_by_both_or_only_counted_by_the_opponent(reading: str, side: Side) -> None:
    state = scene(options=f"+open_piles={reading}")
    seen = _open(state, side, lambda of: of.empire)
    for each in SIDES:
        pile_ = player(state, each).empire
        hidden = reading == "no" and each is not side
        assert seen[each.value] == (len(pile_) if hidden else list(names(pile_)))


@pytest.mark.parametrize("attacker", SIDES)
@pytest.mark.parametrize("namer", SIDES)
def test_a_card_named_beforehand_is_seen_by_the_side_that_named_it_alone(attacker: Side, namer: Side) -> None:
    """Given a siege in which one side has named a card to return, then the other side does not see which."""
    cards_there = cards("british_militia"), cards("french_militia")
    which = card(f"{namer.value}_militia")
    named = (which, None) if namer is attacker else (None, which)
    both = cards_there if attacker is Side.BRITISH else cards_there[::-1]
    state = with_siege(scene(), attacker, Siege(place("louisbourg"), 0, both, named))
    for side in SIDES:
        seen_siege = _sieges(state, side)[attacker.value]
        assert isinstance(seen_siege, dict)
        assert seen_siege["named"] == (f"{namer.value}_militia" if side is namer else None)


@proves("fa:setup.3", "fa:setup.4", "fa:reserve.1", "fa:board.13", "fa:faq.info.1")
@pytest.mark.parametrize("side", SIDES)
def test_reserves_display_and_available_cards_lie_open_for_both_and_hands_and_decks_for_nobody_else(side: Side) -> None:
    """Given one card in every pile, then a side sees all that lies open, its own hand, and else only numbers."""
    hands = {"british": b("boston"), "french": f("quebec")}
    given: dict[str, Json] = {
        "places": {"boston": "british town", "quebec": "french town"},
        "money": {"british": 3, "french": 4},
        "hands": {**hands},
        "reserves": {"british": b("rangers"), "french": f("priest")},
        "decks": {"british": b("norfolk"), "french": f("gaspe")},
        "discards": {"british": b("trader"), "french": f("trader")},
        "locations": {"british": b("albany"), "french": f("albany")},
        "empire": {"british": b("ships"), "french": f("ships")},
        "display": ["neutral_settlers"],
        "frames": turn("british"),
    }
    seen = GAME.observe(placed(given), side.value)
    unseen = {name: value for name, value in given.items() if name not in ("hands", "decks")}
    numbers = {"enemy_hand": 1, "decks": {"british": 1, "french": 1}}
    assert seen == {**unseen, **numbers, "hand": hands[side.value], "sieges": {}}
