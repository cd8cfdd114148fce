"""Chapter 3: what the counters are."""

from collections import Counter as Count

import pytest

from reference.kernel.canonical import Unreadable
from reference.kernel.rules import proves
from reference.wilderness_war.ch03_pieces import (
    COUNTERS,
    LEADERS,
    UNITS,
    Kind,
    is_auxiliary,
    is_drilled,
    is_leader_id,
    is_provincial,
    is_regular,
    is_woodsman,
    leader,
    unit,
)
from reference.wilderness_war.sides import Side

REGULARS = {Kind.REGULAR, Kind.HIGHLAND, Kind.ROYAL_AMERICAN, Kind.MARINE_DETACHMENT}
PROVINCIALS = {Kind.NORTHERN_PROVINCIAL, Kind.SOUTHERN_PROVINCIAL}
AUXILIARIES = {Kind.INDIAN, Kind.COUREURS, Kind.RANGER}


@proves("ww:3.11-regulars")
def test_regulars_are_all_4_4_and_3_4_units_and_the_french_1_4_marine_detachments() -> None:
    printed = {
        counter.kind
        for counter in COUNTERS
        if (counter.strength[2], counter.movement[2]) in ((4, 4), (3, 4))
        or (counter.side is Side.FRENCH and (counter.strength[2], counter.movement[2]) == (1, 4))
    }
    assert {kind for kind in Kind if is_regular(kind)} == printed == REGULARS


@proves("ww:3.11-provincials")
def test_provincials_are_the_two_colonial_kinds() -> None:
    assert {kind for kind in Kind if is_provincial(kind)} == PROVINCIALS


@proves("ww:3.1", "ww:3.11-regulars", "ww:3.11-provincials", "ww:3.11-light")
def test_regulars_provincials_and_light_infantry_are_drilled_and_nothing_else_is() -> None:
    assert {kind for kind in Kind if is_drilled(kind)} == REGULARS | PROVINCIALS | {Kind.LIGHT_INFANTRY}


@proves("ww:3.13-indians", "ww:3.13-coureurs", "ww:3.13-rangers")
def test_indians_coureurs_and_rangers_are_auxiliaries_and_nothing_else_is() -> None:
    assert {kind for kind in Kind if is_auxiliary(kind)} == AUXILIARIES


@proves("ww:3.1", "ww:3.13-indians")
def test_militia_are_a_class_of_their_own() -> None:
    assert [kind for kind in Kind if not is_drilled(kind) and not is_auxiliary(kind)] == [Kind.MILITIA]


@proves("ww:3.11-light")
def test_light_infantry_count_as_woodsmen_beside_the_auxiliaries() -> None:
    assert {kind for kind in Kind if is_woodsman(kind)} == AUXILIARIES | {Kind.LIGHT_INFANTRY}


def test_each_side_has_the_counters_of_the_box() -> None:
    mix = Count((counter.side, counter.kind) for counter in COUNTERS)
    assert mix == {
        (Side.BRITISH, Kind.REGULAR): 17,
        (Side.BRITISH, Kind.HIGHLAND): 6,
        (Side.BRITISH, Kind.ROYAL_AMERICAN): 4,
        (Side.BRITISH, Kind.LIGHT_INFANTRY): 6,
        (Side.BRITISH, Kind.NORTHERN_PROVINCIAL): 18,
        (Side.BRITISH, Kind.SOUTHERN_PROVINCIAL): 6,
        (Side.BRITISH, Kind.MILITIA): 4,
        (Side.BRITISH, Kind.RANGER): 3,
        (Side.BRITISH, Kind.INDIAN): 9,
        (Side.FRENCH, Kind.REGULAR): 14,
        (Side.FRENCH, Kind.MARINE_DETACHMENT): 7,
        (Side.FRENCH, Kind.MILITIA): 4,
        (Side.FRENCH, Kind.COUREURS): 8,
        (Side.FRENCH, Kind.INDIAN): 22,
    }


def test_a_flipped_counter_is_weaker_by_one_or_for_militia_as_strong() -> None:
    for each in UNITS:
        _, reduced, full = COUNTERS[each].strength
        assert full - reduced == (0 if COUNTERS[each].kind is Kind.MILITIA else 1)
        assert COUNTERS[each].strength[0] == 0


def test_the_ratings_of_leaders_are_those_the_examples_quote() -> None:
    quoted = {
        "murray": (1, 5, 0), "webb": (3, 5, 0), "bradstreet": (1, 4, 1), "johnson": (1, 3, 1), "braddock": (2, 7, 0),
        "wolfe": (1, 6, 2), "monckton": (2, 5, 0), "loudoun": (3, 7, 0), "abercromby": (3, 7, 0),
        "montcalm": (1, 6, 2), "vaudreuil": (3, 5, 0), "bougainville": (1, 3, 0), "beaujeu": (1, 2, 1),
        "dumas": (1, 2, 1), "rigaud": (2, 4, 0), "villiers": (2, 3, 1),
    }  # fmt: skip
    found = {name: LEADERS[leader(name)] for name in quoted}
    assert {name: (each.initiative, each.command, each.tactics) for name, each in found.items()} == quoted


def test_counters_of_one_side_kind_and_tribe_are_alike() -> None:
    assert COUNTERS[unit("br_regular_44th")].type == "br_regular"
    assert COUNTERS[unit("fr_indian_mingo_1")].type == COUNTERS[unit("fr_indian_mingo_2")].type == "fr_indian_mingo"


def test_pieces_that_do_not_exist_are_named() -> None:
    with pytest.raises(Unreadable) as fault:
        unit("br_tank")
    assert (fault.value.place, fault.value.cause) == ("", "'br_tank' is no unit")
    with pytest.raises(Unreadable) as fault:
        leader("washington")
    assert (fault.value.place, fault.value.cause) == ("", "'washington' is no leader")
    assert not is_leader_id("washington")
    assert is_leader_id("wolfe")
