"""Chapter 12: supply."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.wilderness_war.ch02_map import IDS, space
from reference.wilderness_war.ch12_supply import (
    blocks_supply,
    british_extra_sources,
    carries_by_itself,
    is_supplied,
    passes_on,
    supply_sources,
)
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import STANDARD, Pieces, board, ruleset

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
HOME_BRITISH = {"boston", "new_haven", "new_york", "albany", "alexandria", "baltimore", "philadelphia", "halifax"}
HOME_FRENCH = {"quebec", "montreal", "louisbourg"}


def sources(side: Side, pieces: Pieces, **rest: Json) -> set[str]:
    return {IDS[place] for place in supply_sources(board(pieces, **rest), side)}


def supplied(side: Side, where: str, pieces: Pieces, **rest: Json) -> bool:
    return is_supplied(board(pieces, **rest), space(where), side, STANDARD)


# ---------------------------------------------------------------- sources


@proves("ww:12.1", "ww:12.1-source")
def test_originally_friendly_fortresses_are_sources() -> None:
    assert sources(BRITISH, {}) == HOME_BRITISH
    assert sources(FRENCH, {}) == HOME_FRENCH


@proves("ww:12.1-source")
def test_a_besieged_fortress_or_one_with_enemies_in_it_is_no_source() -> None:
    assert sources(BRITISH, {"albany": ["fr_regular_bearn"]}, sieges={"albany": 0}) == HOME_BRITISH - {"albany"}
    assert sources(BRITISH, {"albany": ["fr_regular_bearn"]}) == HOME_BRITISH - {"albany"}
    captured: dict[str, Json] = {"captured_fortresses": {"french": ["albany"]}}
    assert sources(BRITISH, {"albany": ["fr_regular_bearn"]}, **captured) == HOME_BRITISH - {"albany"}


@proves("ww:12.1-british", "ww:12.1-source")
def test_the_british_also_draw_supply_from_captured_ports_that_they_control() -> None:
    captured: dict[str, Json] = {"captured_fortresses": {"british": ["quebec", "montreal", "louisbourg"]}}
    held: Pieces = {"quebec": ["br_regular_44th"], "montreal": ["br_regular_48th"]}
    assert sources(BRITISH, held, **captured) == HOME_BRITISH | {"quebec"}
    assert [IDS[place] for place in british_extra_sources(board(held, **captured))] == ["quebec"]
    assert sources(FRENCH, held, **captured) == set()


@proves("ww:12.1")
def test_a_captured_fortress_is_no_source_for_france() -> None:
    captured: dict[str, Json] = {"captured_fortresses": {"french": ["boston", "albany"]}}
    pieces: Pieces = {"boston": ["fr_regular_bearn"], "albany": ["fr_regular_artois"]}
    assert sources(FRENCH, pieces, **captured) == HOME_FRENCH


@proves("ww:12.1-british", "ww:12.1-source")
def test_an_amphib_marker_is_a_british_source_even_in_a_siege_the_british_conduct() -> None:
    siege: Pieces = {"louisbourg": ["br_regular_44th", "inside fr_regular_bearn"]}
    rest: dict[str, Json] = {"amphib": ["louisbourg"], "sieges": {"louisbourg": 0}}
    assert sources(BRITISH, siege, **rest) == HOME_BRITISH | {"louisbourg"}
    assert supplied(BRITISH, "louisbourg", siege, **rest)
    assert not supplied(BRITISH, "louisbourg", siege, sieges={"louisbourg": 0})
    assert not supplied(FRENCH, "louisbourg", siege, **rest)


@proves("ww:12.1-british", "ww:12.2")
def test_an_amphib_marker_under_unbesieged_enemies_supplies_nobody() -> None:
    pieces: Pieces = {"ile_d_orleans": ["fr_regular_bearn"], "baie_st_paul": ["br_regular_44th"]}
    assert not supplied(BRITISH, "baie_st_paul", pieces, amphib=["ile_d_orleans"])
    assert supplied(BRITISH, "baie_st_paul", {"baie_st_paul": ["br_regular_44th"]}, amphib=["ile_d_orleans"])


# ---------------------------------------------------------------- blocked spaces


@proves("ww:12.2")
@pytest.mark.parametrize(
    ("pieces", "rest", "blocked"),
    [
        (["fr_indian_huron"], {}, True),
        (["inside fr_marine_detachment_1"], {"forts": {"french": ["oswego"]}}, True),
        ([], {"forts": {"french": ["oswego"]}}, True),
        ([], {"stockades": {"french": ["oswego"]}}, True),
        (["montcalm"], {}, False),
        ([], {"unfinished_forts": {"french": ["oswego"]}}, False),
        (
            ["inside fr_marine_detachment_1", "br_regular_44th"],
            {"forts": {"french": ["oswego"]}, "sieges": {"oswego": 0}},
            False,
        ),
        (
            ["fr_indian_huron", "inside br_regular_44th"],
            {"forts": {"british": ["oswego"]}, "sieges": {"oswego": 0}},
            True,
        ),
        (["br_regular_44th"], {"forts": {"british": ["oswego"]}}, False),
        ([], {}, False),
    ],
    ids=[
        "a unit", "a garrison", "an empty fort", "a stockade", "a lone leader", "an unfinished fort",
        "a besieged fort", "besiegers", "friends", "nothing",
    ],
)  # fmt: skip
def test_unbesieged_enemy_units_and_fortifications_block_a_line(
    pieces: list[str], rest: dict[str, Json], blocked: bool
) -> None:
    assert blocks_supply(board({"oswego": pieces}, **rest), space("oswego"), BRITISH) is blocked


# ---------------------------------------------------------------- the quality of spaces


@proves("ww:12.21")
def test_cultivated_own_fortified_and_amphib_spaces_carry_supply_by_any_link() -> None:
    found = board({}, forts={"british": ["oswego"]}, stockades={"british": ["cayuga"]}, amphib=["tioga"])
    carrying = [name for name in ("hoosic", "oswego", "cayuga", "tioga", "onondaga", "albany", "montreal")
                if carries_by_itself(found, space(name), BRITISH)]  # fmt: skip
    assert carrying == ["hoosic", "oswego", "cayuga", "tioga", "albany", "montreal"]
    assert not carries_by_itself(found, space("oswego"), FRENCH)


@proves("ww:12.21", "ww:12.21-imp")
def test_an_open_space_passes_supply_on_only_from_water_to_water() -> None:
    empty, there = board({}), space("oswego")
    passing = {
        (one, other)
        for one in (False, True)
        for other in (False, True)
        if passes_on(empty, there, BRITISH, from_water=one, to_water=other)
    }
    assert passing == {(True, True)}
    fort = board({}, forts={"british": ["oswego"]})
    assert passes_on(fort, there, BRITISH, from_water=False, to_water=False)


# ---------------------------------------------------------------- lines


@proves("ww:12.2", "ww:12.21", "ww:12.21-imp")
def test_a_unit_in_the_open_is_supplied_if_the_next_space_qualifies() -> None:
    assert supplied(BRITISH, "hudson_carry_south", {})
    assert supplied(BRITISH, "schoharie", {})
    assert not supplied(BRITISH, "mohawks_branch", {})
    assert supplied(BRITISH, "mohawks_branch", {}, stockades={"british": ["schoharie"]})


@proves("ww:12.2", "ww:12.21")
def test_the_portage_between_the_hudson_carries_needs_a_work_at_its_nearer_end() -> None:
    assert not supplied(BRITISH, "hudson_carry_north", {})
    assert supplied(BRITISH, "hudson_carry_north", {}, forts={"british": ["hudson_carry_south"]})
    assert not supplied(BRITISH, "ticonderoga", {}, forts={"british": ["hudson_carry_south"]})
    both: dict[str, Json] = {"forts": {"british": ["hudson_carry_south", "hudson_carry_north"]}}
    assert supplied(BRITISH, "crown_point", {}, **both)


@proves("ww:12.2")
def test_a_besieged_enemy_fort_lets_supply_through_and_an_unbesieged_one_does_not() -> None:
    line: dict[str, Json] = {"stockades": {"british": ["hudson_carry_south", "hudson_carry_north"]}}
    fort: Json = {"french": ["ticonderoga"]}
    besieged: Pieces = {"ticonderoga": ["br_regular_44th", "inside fr_regular_bearn"]}
    assert supplied(BRITISH, "crown_point", besieged, forts=fort, sieges={"ticonderoga": 0}, **line)
    assert not supplied(BRITISH, "crown_point", {"ticonderoga": ["inside fr_regular_bearn"]}, forts=fort, **line)


@proves("ww:12.2", "ww:12.1")
def test_a_garrison_under_siege_is_cut_off() -> None:
    pieces: Pieces = {"hudson_carry_south": ["inside br_regular_44th", "fr_regular_bearn"]}
    rest: dict[str, Json] = {"forts": {"british": ["hudson_carry_south"]}, "sieges": {"hudson_carry_south": 0}}
    assert not supplied(BRITISH, "hudson_carry_south", pieces, **rest)


@proves("ww:12.1", "ww:12.3-imp")
def test_supply_follows_the_position_of_the_moment() -> None:
    assert not supplied(BRITISH, "onondaga", {}, stockades={"british": ["oneida_carry_west"]})
    line = ["oneida_carry_west", "oneida_carry_east"]
    assert supplied(BRITISH, "onondaga", {}, stockades={"british": line})


@proves("ww:12.1", "ww:fr-adv")
def test_without_the_advanced_rules_everybody_is_supplied() -> None:
    basic = ruleset("fr_basic")
    assert is_supplied(board({}), space("cayuga"), BRITISH, basic)
    assert not is_supplied(board({}), space("cayuga"), BRITISH, STANDARD)
    for rules in (basic, STANDARD):
        assert is_supplied(board({}), space("albany"), BRITISH, rules)
