"""What counters, leaders and cards show, said once more and held against what the rules make of it."""

from dataclasses import replace

from reference.kernel.rules import proves
from reference.wilderness_war import board as b
from reference.wilderness_war.actions import Activate, Activates
from reference.wilderness_war.cards import DECK, FACES, At, Card
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, FULL, LEADERS, UNITS, Kind
from reference.wilderness_war.ch04_sequence import year_apply, year_violations
from reference.wilderness_war.ch05_activation import initiative_violations
from reference.wilderness_war.ch05_conditions import colour_violations, response_violations
from reference.wilderness_war.ch05_force import capacity
from reference.wilderness_war.ch06_reach import land_allowance
from reference.wilderness_war.ch07_combat import strength
from reference.wilderness_war.ch07_modifiers import tactics_modifier
from reference.wilderness_war.ch07_steps import weakened
from reference.wilderness_war.frames import Calling, Individuals, Year
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import spent_card, taken_card
from tests.wilderness_war.positions import top
from tests.wilderness_war.turns import s, turn

# Strength at full and at the last step, and movement, which is the same on both faces.
PRINTED = {
    Kind.REGULAR: (3, 2, 4),
    Kind.HIGHLAND: (4, 3, 4),
    Kind.ROYAL_AMERICAN: (4, 3, 4),
    Kind.LIGHT_INFANTRY: (2, 1, 6),
    Kind.NORTHERN_PROVINCIAL: (2, 1, 4),
    Kind.SOUTHERN_PROVINCIAL: (2, 1, 4),
    Kind.MILITIA: (1, 1, 0),
    Kind.RANGER: (2, 1, 6),
    Kind.MARINE_DETACHMENT: (1, 0, 4),
    Kind.COUREURS: (1, 0, 6),
    Kind.INDIAN: (1, 0, 6),
}
# Initiative, command, tactics.
RATINGS = {
    "abercromby": (3, 7, 0),
    "amherst": (2, 7, 1),
    "braddock": (2, 7, 0),
    "loudoun": (3, 7, 0),
    "wolfe": (1, 6, 2),
    "forbes": (1, 6, 0),
    "shirley": (2, 6, 0),
    "murray": (1, 5, 0),
    "monckton": (2, 5, 0),
    "webb": (3, 5, 0),
    "bradstreet": (1, 4, 1),
    "dunbar": (3, 4, 0),
    "johnson": (1, 3, 1),
    "montcalm": (1, 6, 2),
    "dieskau": (2, 6, 0),
    "levis": (2, 5, 1),
    "vaudreuil": (3, 5, 0),
    "drucour": (2, 4, 1),
    "rigaud": (2, 4, 0),
    "villiers": (2, 3, 1),
    "bougainville": (1, 3, 0),
    "beaujeu": (1, 2, 1),
    "dumas": (1, 2, 1),
}
VALUES = {
    1: "5 7-13 15-20 29-30 49-53 61 63",
    2: "14 23-27 32-33 36 38-40 43-46 54 66 70",
    3: "1-4 6 21-22 28 31 34-35 37 41-42 47-48 55-60 62 64-65 67-69",
}
BRITISH_ONLY = "16-20 22 29-30 32 36 43-45 53-54 57-67"
FRENCH_ONLY = "21 23-27 31 37-40 55-56 68-70"
RESPONSES = "6-20"
REMOVED = "31-32 55-70"
SURRENDER = 6


def _numbers(text: str) -> set[int]:
    ends = [[int(end) for end in word.split("-")] for word in text.split()]
    return {number for pair in ends for number in range(pair[0], pair[-1] + 1)}


def _number(card: Card) -> int:
    return FACES[card].number


@proves("ww:3.1-steps", "ww:7.2-C", "ww:6.22")
def test_every_unit_has_the_strength_and_movement_of_its_kind_on_both_faces() -> None:
    for unit in UNITS:
        full, reduced, movement = PRINTED[COUNTERS[unit].kind]
        fresh = b.put_unit(b.EMPTY_BOARD, unit, s("albany"), FULL)
        worn = weakened(fresh, unit)
        assert (strength(fresh, (unit,)), strength(worn, (unit,))) == (full, reduced), COUNTERS[unit].id
        assert (land_allowance(fresh, (unit,)), land_allowance(worn, (unit,))) == (movement, movement)


@proves("ww:3.2-initiative", "ww:3.2-command", "ww:3.2-tactics", "ww:5.32-c", "ww:5.34", "ww:7.51")
def test_every_leader_has_his_three_ratings() -> None:
    """Given each leader alone, then the least card that activates him, whom he leads and what he adds are his."""
    found = {}
    for leader in ALL_LEADERS:
        least = next(value for value in (1, 2, 3, 4) if not initiative_violations(leader, value))
        found[LEADERS[leader].id] = least, capacity((leader,)), tactics_modifier(leader)
    assert found == RATINGS


@proves("ww:5.11", "ww:5.32-a", "ww:5.32-c")
def test_every_card_activates_with_the_value_printed_on_it() -> None:
    """Given any card, then it buys twice its value in half points, or a commander of that initiative."""
    state = turn("british", {"albany": ["br_ranger_rogers", "murray"]}, "1")
    frame = top(state)
    assert isinstance(frame, Year)
    found: dict[int, set[int]] = {}
    for card in DECK:
        holding = taken_card(state, card, Side.BRITISH)
        for what in (Activates.INDIVIDUALS, Activates.FORCE):
            assert year_violations(holding, frame, Activate(card, what)) == ()
        lone = year_apply(holding, frame, Activate(card, Activates.INDIVIDUALS))
        force = year_apply(holding, frame, Activate(card, Activates.FORCE))
        value = lone.state.phase.value
        assert top(lone.state) == Individuals(Side.BRITISH, 2 * value)
        assert top(force.state) == Calling(Side.BRITISH, Activates.FORCE, value)
        found.setdefault(value, set()).add(_number(card))
    assert found == {value: _numbers(text) for value, text in VALUES.items()}


@proves("ww:5.12", "ww:5.13", "ww:5.56")
def test_every_card_shows_whose_event_it_is_and_whether_it_responds() -> None:
    state = turn("british", {}, "1")
    barred = {side: {_number(card) for card in DECK if list(colour_violations(state, side, card))} for side in Side}
    assert barred == {Side.BRITISH: _numbers(FRENCH_ONLY), Side.FRENCH: _numbers(BRITISH_ONLY)}
    assert {_number(card) for card in DECK if list(response_violations(card))} == _numbers(RESPONSES)


@proves("ww:5.22", "ww:5.23", "ww:5.25", "ww:card-surrender-shuffle")
def test_events_marked_remove_leave_the_game_and_only_surrender_has_the_deck_shuffled() -> None:
    state = turn("british", {}, "1")
    state = replace(state, cards=state.cards._replace(reshuffle=False))
    after = {_number(card): spent_card(state, card, as_event=True).cards for card in DECK}
    removed = {_number(card) for card in DECK if after[_number(card)].at[card] == At.REMOVED}
    assert removed == _numbers(REMOVED)
    assert [number for number, cards in after.items() if cards.reshuffle] == [SURRENDER]
