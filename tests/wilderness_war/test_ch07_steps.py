"""Chapter 7.61: a step lost, and the dead."""

import pytest

from reference.kernel.rules import proves
from reference.wilderness_war.board import Away, place_of, steps
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import unit
from reference.wilderness_war.ch07_steps import eliminated, grave_of, weakened
from tests.wilderness_war.positions import board

FOR_GOOD = ["br_regular_44th", "br_highland_1_42nd", "br_royal_american_1_60th", "fr_regular_bearn",
            "fr_marine_detachment_1", "fr_coureurs_marin"]  # fmt: skip
FOR_A_WHILE = ["br_northern_provincial_rhode_island", "br_southern_provincial_maryland", "br_light_infantry_1_95th",
               "br_militia_1", "fr_militia_1", "br_ranger_rogers", "br_indian_mohawk_1", "fr_indian_huron"]  # fmt: skip


@proves("ww:7.61", "ww:3.1-steps")
def test_a_full_unit_that_loses_a_step_flips_where_it_stands() -> None:
    found = weakened(board({"albany": ["inside br_regular_44th"]}), unit("br_regular_44th"))
    assert found == board({"albany": ["inside reduced br_regular_44th"]})


@proves("ww:7.61", "ww:3.1-steps")
def test_a_reduced_unit_that_loses_a_step_is_eliminated() -> None:
    found = weakened(board({"albany": ["inside reduced br_regular_44th"]}), unit("br_regular_44th"))
    assert found == board({}, removed=["br_regular_44th"])


@proves("ww:7.61")
@pytest.mark.parametrize("name", FOR_GOOD)
def test_dead_regulars_and_coureurs_never_return(name: str) -> None:
    assert grave_of(unit(name)) is Away.REMOVED


@proves("ww:7.61")
@pytest.mark.parametrize("name", FOR_A_WHILE)
def test_the_dead_of_all_other_kinds_may_come_back(name: str) -> None:
    assert grave_of(unit(name)) is Away.AVAILABLE


@proves("ww:7.61")
def test_an_eliminated_unit_has_no_steps_and_stands_nowhere() -> None:
    found = eliminated(board({"albany": ["br_ranger_rogers"]}), unit("br_ranger_rogers"))
    assert found == board({})
    assert (place_of(found, unit("br_ranger_rogers")), steps(found, unit("br_ranger_rogers"))) == (Away.AVAILABLE, 0)
    assert space("albany") not in found.unit_at
