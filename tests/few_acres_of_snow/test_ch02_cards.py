"""The cards: whose they are, how many there are, and which places have one."""

from collections import Counter

import pytest

from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, copies, location_card, may_own
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import rules


@proves("fa:card.2")
def test_cards_belong_to_one_side_or_to_both() -> None:
    owned = [sum(may_own(side, each) for side in SIDES) for each in CARDS]
    assert sorted(set(owned)) == [1, 2]
    assert may_own(Side.BRITISH, card("neutral_settlers"))
    assert not may_own(Side.BRITISH, card("french_priest"))


@pytest.mark.parametrize(("preset", "total"), [("first", 110), ("second", 109), ("online", 109)])
@proves("fa:comp.3", "fa:list.1", "fa:list.4", "fa:list.7")
def test_the_box_holds_as_many_cards_as_it_says(preset: str, total: int) -> None:
    assert sum(copies(each, rules(preset)) for each in CARDS) == total


@proves("fa:comp.3", "fa:list.1", "fa:list.4", "fa:list.7")
def test_only_the_french_bateaux_are_left_out_by_an_edition() -> None:
    first, second = (Counter({each: copies(each, rules(name)) for each in CARDS}) for name in ("first", "second"))
    assert first - second == Counter({card("french_bateaux"): 1})
    assert second - first == Counter()
    neutral = {CARD_IDS[each]: first[each] for each in CARDS if CARD_IDS[each].startswith("neutral_")}
    assert neutral == {"neutral_fortification": 2, "neutral_native_americans": 5, "neutral_settlers": 2}


@proves("fa:card.5", "fa:faq.loc.1")
def test_a_place_has_a_card_in_each_set_that_names_it_and_none_in_the_other() -> None:
    assert location_card(Side.BRITISH, place("boston")) == card("british_boston")
    assert location_card(Side.FRENCH, place("boston")) is None
    assert location_card(Side.BRITISH, place("quebec")) is None
    assert location_card(Side.BRITISH, place("louisbourg")) == card("british_louisbourg")
    assert location_card(Side.FRENCH, place("louisbourg")) == card("french_louisbourg")
