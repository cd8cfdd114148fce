"""Chapter 7.5: what changes a battle's die and column, rule by rule."""

import pytest

from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import Kind, leader
from reference.wilderness_war.ch07_modifiers import (
    ambush_strength,
    command_violations,
    fieldworks_shift,
    highest_in_command,
    landing_modifier,
    open_field_modifier,
    stockade_modifier,
    tactics_modifier,
    woods_modifier,
)
from reference.wilderness_war.reasons import Reason
from tests.wilderness_war.positions import leaders

WILDERNESS, MOUNTAIN, CULTIVATED = space("ohio_forks"), space("allegheny_south"), space("albany")


@proves("ww:7.51", "ww:3.2-tactics")
@pytest.mark.parametrize(("name", "added"), [("wolfe", 2), ("montcalm", 2), ("dumas", 1), ("braddock", 0)])
def test_a_commander_adds_his_tactics(name: str, added: int) -> None:
    assert tactics_modifier(leader(name)) == added


@proves("ww:7.51")
def test_a_side_without_a_commander_adds_nothing() -> None:
    assert tactics_modifier(None) == 0


@proves("ww:7.51-nonactive")
def test_the_inactive_side_picks_among_its_leaders_of_highest_command() -> None:
    assert highest_in_command(leaders("montcalm vaudreuil bougainville")) == leaders("montcalm")
    assert highest_in_command(leaders("levis rigaud vaudreuil")) == leaders("levis vaudreuil")
    assert highest_in_command(()) == ()


@proves("ww:7.51-nonactive")
def test_a_leader_of_highest_command_may_be_named() -> None:
    for name in ("levis", "vaudreuil"):
        assert command_violations(CULTIVATED, leaders("levis rigaud vaudreuil"), leader(name)) == ()


@proves("ww:7.51-nonactive")
def test_an_outranked_leader_may_not_be_named_and_the_refusal_says_who_outranks_him() -> None:
    found = command_violations(CULTIVATED, leaders("levis rigaud vaudreuil"), leader("rigaud"))
    expected = violation(
        Reason.NOT_OF_HIGHEST_COMMAND, "ww:7.51-nonactive", leader="rigaud", higher=("levis", "vaudreuil")
    )
    assert found == (expected,)


@proves("ww:7.51-nonactive")
def test_a_leader_who_is_elsewhere_may_not_be_named_and_the_refusal_says_where_he_is_missed() -> None:
    found = command_violations(CULTIVATED, leaders("levis"), leader("montcalm"))
    assert found == (violation(Reason.NOT_AMONG_THEM, "ww:7.51-nonactive", leader="montcalm", space="albany"),)


@proves("ww:7.52")
@pytest.mark.parametrize("woodsman", [Kind.INDIAN, Kind.COUREURS, Kind.RANGER, Kind.LIGHT_INFANTRY])
def test_in_the_wild_only_one_side_with_woodsmen_costs_the_other_one(woodsman: Kind) -> None:
    for place in (WILDERNESS, MOUNTAIN):
        assert woods_modifier(place, [Kind.REGULAR], [Kind.REGULAR, woodsman]) == -1
        assert woods_modifier(place, [Kind.REGULAR, woodsman], [Kind.REGULAR]) == 0


@proves("ww:7.52")
def test_in_the_wild_woodsmen_on_both_sides_or_on_neither_cost_nothing() -> None:
    assert woods_modifier(WILDERNESS, [Kind.RANGER], [Kind.INDIAN]) == 0
    assert woods_modifier(WILDERNESS, [Kind.REGULAR, Kind.RANGER], [Kind.INDIAN]) == 0
    assert woods_modifier(WILDERNESS, [Kind.REGULAR], [Kind.MILITIA, Kind.MARINE_DETACHMENT]) == 0


@proves("ww:7.52")
def test_in_cultivated_land_woodsmen_cost_nothing() -> None:
    assert woods_modifier(CULTIVATED, [Kind.REGULAR], [Kind.INDIAN]) == 0


@proves("ww:7.53")
@pytest.mark.parametrize("regular", [Kind.REGULAR, Kind.HIGHLAND, Kind.ROYAL_AMERICAN, Kind.MARINE_DETACHMENT])
def test_in_cultivated_land_only_one_side_with_regulars_costs_the_other_one(regular: Kind) -> None:
    assert open_field_modifier(CULTIVATED, [Kind.NORTHERN_PROVINCIAL, Kind.INDIAN], [regular]) == -1
    assert open_field_modifier(CULTIVATED, [Kind.NORTHERN_PROVINCIAL], [regular, Kind.COUREURS]) == -1
    assert open_field_modifier(CULTIVATED, [regular], [Kind.NORTHERN_PROVINCIAL]) == 0


@proves("ww:7.53")
def test_in_cultivated_land_regulars_on_both_sides_or_on_neither_cost_nothing() -> None:
    assert open_field_modifier(CULTIVATED, [Kind.REGULAR], [Kind.HIGHLAND]) == 0
    assert open_field_modifier(CULTIVATED, [Kind.REGULAR, Kind.INDIAN], [Kind.HIGHLAND]) == 0
    assert open_field_modifier(CULTIVATED, [Kind.MILITIA], [Kind.LIGHT_INFANTRY, Kind.SOUTHERN_PROVINCIAL]) == 0


@proves("ww:7.53")
def test_the_boxes_of_louisbourg_and_halifax_count_as_cultivated_land() -> None:
    for name in ("louisbourg", "halifax"):
        assert open_field_modifier(space(name), [Kind.COUREURS], [Kind.REGULAR]) == -1


@proves("ww:7.53")
def test_in_the_wild_regulars_cost_nothing() -> None:
    assert open_field_modifier(WILDERNESS, [Kind.COUREURS], [Kind.REGULAR]) == 0
    assert open_field_modifier(MOUNTAIN, [Kind.COUREURS], [Kind.REGULAR]) == 0


@proves("ww:7.54")
def test_an_attacker_who_lands_amphibiously_loses_one() -> None:
    assert (landing_modifier(landing=True), landing_modifier(landing=False)) == (-1, 0)


@proves("ww:7.54", "ww:8.1-stockade")
def test_an_attacker_into_a_stockade_loses_one() -> None:
    assert (stockade_modifier(stockade=True), stockade_modifier(stockade=False)) == (-1, 0)


@proves("ww:7.55")
def test_an_attacker_into_fieldworks_shifts_one_column_left() -> None:
    assert (fieldworks_shift(fieldworks=True), fieldworks_shift(fieldworks=False)) == (-1, 0)


@proves("ww:7.56")
def test_an_unmatched_ambush_doubles_strength() -> None:
    assert (ambush_strength(5, ambushing=True), ambush_strength(5, ambushing=False)) == (10, 5)
