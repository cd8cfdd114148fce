"""Small conditions: who holds a place, whose card it is, which cards work, what an ambushed side may do."""

from reference.few_acres_of_snow.ch01_board import IDS, PLACES, owner, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, location_card
from reference.few_acres_of_snow.ch07_location_cards import is_usable
from reference.few_acres_of_snow.sides import Side
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import act, after, b, f, offered, placed, siege

BRITISH = {"boston", "new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"}
FRENCH = {"gaspe", "louisbourg", "montreal", "quebec", "port_royal", "tadoussac", "trois_rivieres"}


@proves("fa:board.3", "fa:setup.7")
def test_who_has_a_piece_at_a_place_holds_it_and_an_empty_place_is_nobodys() -> None:
    state = placed({})
    held = {IDS[where]: owner(state.board, where) for where in PLACES}
    assert {name for name, side in held.items() if side is Side.BRITISH} == BRITISH
    assert {name for name, side in held.items() if side is Side.FRENCH} == FRENCH
    assert sum(side is None for side in held.values()) == len(PLACES) - 14


@proves("fa:card.5", "fa:faq.loc.1")
def test_a_place_has_a_card_in_each_set_that_names_it_and_none_in_the_other() -> None:
    assert location_card(Side.BRITISH, place("boston")) == card("british_boston")
    assert location_card(Side.FRENCH, place("boston")) is None
    assert location_card(Side.BRITISH, place("quebec")) is None
    assert location_card(Side.BRITISH, place("louisbourg")) == card("british_louisbourg")
    assert location_card(Side.FRENCH, place("louisbourg")) == card("french_louisbourg")


@proves("fa:loccard.1", "fa:aid.loc.1", "fa:aid.loc.3", "fa:siege.win.9", "fa:aid.siege.9")
def test_every_empire_card_works_and_a_location_card_while_its_place_is_held_linked_and_free() -> None:
    """Given Norfolk lost and New York besieged, then the British cards of all other places they hold work."""
    state = placed(
        {
            "plus": {"norfolk": "neutral", "albany": "french village"},
            "sieges": {"french": siege("new_york", 0, f("militia"))},
        }
    )
    places = {f"british_{name}" for name in BRITISH - {"norfolk", "new_york"}}
    works = {CARD_IDS[each] for each in CARDS if is_usable(state, Side.BRITISH, each)}
    named = {f"{side}_{IDS[where]}" for side in ("british", "french") for where in PLACES}
    assert works & named == places
    assert works - named == set(CARD_IDS) - named


@proves("fa:ambush.2", "fa:aid.ambush.2", "fa:sum.war.4")
def test_the_ambushed_side_may_block_with_an_ambush_card_the_french_with_militia_too_or_let_it_happen() -> None:
    """Given cards that block in hand and in reserve, when ambushed, then only those in hand serve."""
    hands = {"british": b("rangers"), "french": f("native_americans", "militia", "trader")}
    state = placed({"hands": hands, "reserves": {"french": f("coureurs_de_bois")}})
    ambushed = after(state, act("ambush", card="british_rangers"))
    blocks = [act("block", card=name) for name in f("native_americans", "militia")]
    assert offered(ambushed) == [*blocks, act("let_happen")]
