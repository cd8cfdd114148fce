"""The board: who stands where, what fortifies a space, and who controls a fortress (2.0, 5.44, 8.21, 8.22)."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.wilderness_war import board as b
from reference.wilderness_war.board import (
    EMPTY_BOARD,
    Away,
    Board,
    Work,
    controls_fortress,
    fortification,
    is_besieged,
)
from reference.wilderness_war.ch02_map import FORTRESSES, space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, FULL, REDUCED, leader, unit
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import board, leaders, units

REGULAR, HURON, WOLFE = unit("br_regular_44th"), unit("fr_indian_huron"), leader("wolfe")
ALBANY, QUEBEC, NIAGARA, LOUISBOURG = space("albany"), space("quebec"), space("niagara"), space("louisbourg")
CAPTURED_LOUISBOURG: dict[str, Json] = {"captured_fortresses": {"british": ["louisbourg"]}}


# ---------------------------------------------------------------- pieces


def test_pieces_wait_off_the_map_until_they_are_put_somewhere() -> None:
    assert b.place_of(EMPTY_BOARD, REGULAR) is Away.AVAILABLE
    assert b.place_of_leader(EMPTY_BOARD, WOLFE) is Away.ASIDE
    assert b.steps(EMPTY_BOARD, REGULAR) == 0
    assert b.units_on_map(EMPTY_BOARD, Side.BRITISH) == ()


def test_a_piece_stands_where_it_was_put() -> None:
    found = b.put_unit(EMPTY_BOARD, REGULAR, ALBANY, FULL, inside=True)
    found = b.put_leader(found, WOLFE, ALBANY, inside=True)
    assert b.place_of(found, REGULAR) == ALBANY
    assert b.place_of_leader(found, WOLFE) == ALBANY
    assert b.steps(found, REGULAR) == FULL
    assert b.is_inside(found, REGULAR)
    assert b.leader_is_inside(found, WOLFE)
    reduced = b.put_steps(found, REGULAR, REDUCED)
    assert (b.place_of(reduced, REGULAR), b.steps(reduced, REGULAR), b.is_inside(reduced, REGULAR)) == (ALBANY, 1, True)
    moved = b.put_leader(b.put_unit(reduced, REGULAR, QUEBEC, REDUCED), WOLFE, Away.REMOVED)
    assert (b.place_of(moved, REGULAR), b.is_inside(moved, REGULAR)) == (QUEBEC, False)
    assert (b.place_of_leader(moved, WOLFE), b.leader_is_inside(moved, WOLFE)) == (Away.REMOVED, False)


def test_the_pieces_of_a_space_are_told_apart_by_side_and_by_wall() -> None:
    found = board(
        {
            "albany": ["wolfe", "inside murray", "br_regular_44th", "inside br_regular_48th", "montcalm"],
            "hoosic": ["br_regular_1st_royal", "fr_indian_huron"],
        }
    )
    assert b.units_at(found, ALBANY, Side.BRITISH) == units("br_regular_44th br_regular_48th")
    assert b.units_outside(found, ALBANY, Side.BRITISH) == units("br_regular_44th")
    assert b.units_inside(found, ALBANY, Side.BRITISH) == units("br_regular_48th")
    assert b.units_at(found, ALBANY, Side.FRENCH) == ()
    assert b.leaders_at(found, ALBANY, Side.BRITISH) == leaders("wolfe murray")
    assert b.leaders_outside(found, ALBANY, Side.BRITISH) == leaders("wolfe")
    assert b.leaders_inside(found, ALBANY, Side.BRITISH) == leaders("murray")
    assert b.leaders_at(found, ALBANY, Side.FRENCH) == leaders("montcalm")
    assert b.units_on_map(found, Side.BRITISH) == units("br_regular_1st_royal br_regular_44th br_regular_48th")
    assert b.units_on_map(found, Side.FRENCH) == (HURON,)


def test_a_piece_fights_for_the_side_printed_on_it() -> None:
    assert (b.side_of(REGULAR), b.side_of(HURON)) == (Side.BRITISH, Side.FRENCH)
    assert (b.side_of_leader(WOLFE), b.side_of_leader(leader("montcalm"))) == (Side.BRITISH, Side.FRENCH)
    assert (Side.BRITISH.enemy, Side.FRENCH.enemy) == (Side.FRENCH, Side.BRITISH)


# ---------------------------------------------------------------- markers


def test_markers_lie_where_they_were_put_until_they_are_taken_away() -> None:
    found = b.put_fort(EMPTY_BOARD, NIAGARA, Side.FRENCH)
    assert (b.fort_owner(found, NIAGARA), b.fort_owner(b.put_fort(found, NIAGARA, None), NIAGARA)) == ("french", None)
    found = b.put_unfinished_fort(EMPTY_BOARD, NIAGARA, Side.BRITISH)
    assert (b.unfinished_fort_owner(found, NIAGARA), b.fort_owner(found, NIAGARA)) == ("british", None)
    found = b.put_stockade(EMPTY_BOARD, NIAGARA, Side.BRITISH)
    assert (b.stockade_owner(found, NIAGARA), b.fort_owner(found, NIAGARA)) == ("british", None)
    found = b.put_fieldworks(EMPTY_BOARD, NIAGARA, Side.FRENCH)
    assert (b.fieldworks_owner(found, NIAGARA), b.fieldworks_owner(found, QUEBEC)) == ("french", None)
    found = b.put_amphib(EMPTY_BOARD, QUEBEC, present=True)
    assert (b.has_amphib(found, QUEBEC), b.has_amphib(b.put_amphib(found, QUEBEC, present=False), QUEBEC)) == (
        True, False,
    )  # fmt: skip
    found = b.put_siege(EMPTY_BOARD, NIAGARA, 0)
    assert (b.siege_level(found, NIAGARA), b.siege_level(b.put_siege(found, NIAGARA, None), NIAGARA)) == (0, None)
    assert b.siege_level(b.put_siege(found, NIAGARA, 2), NIAGARA) == 2


def test_raided_markers_are_counted_for_the_side_that_placed_them() -> None:
    found = b.put_raided(b.put_raided(EMPTY_BOARD, ALBANY, Side.FRENCH, 2), QUEBEC, Side.BRITISH, 1)
    assert {place: count for place, count in enumerate(b.raided_markers(found, Side.FRENCH)) if count} == {ALBANY: 2}
    assert {place: count for place, count in enumerate(b.raided_markers(found, Side.BRITISH)) if count} == {QUEBEC: 1}


def test_fortresses_begin_in_the_hands_of_those_they_are_originally_friendly_to() -> None:
    french = {place for place in FORTRESSES if b.fortress_owner(EMPTY_BOARD, place) is Side.FRENCH}
    assert french == {QUEBEC, space("montreal"), LOUISBOURG}
    assert b.fortress_owner(EMPTY_BOARD, NIAGARA) is None
    assert b.fortress_owner(b.put_fortress(EMPTY_BOARD, QUEBEC, Side.BRITISH), QUEBEC) is Side.BRITISH


# ---------------------------------------------------------------- who holds what


@proves("ww:2.0-fortifications")
def test_fortresses_finished_forts_and_stockades_are_fortifications() -> None:
    found = board({}, forts={"french": ["niagara"]}, stockades={"british": ["hoosic"]})
    assert fortification(found, ALBANY) == (Work.FORTRESS, Side.BRITISH)
    assert fortification(found, QUEBEC) == (Work.FORTRESS, Side.FRENCH)
    assert fortification(found, NIAGARA) == (Work.FORT, Side.FRENCH)
    assert fortification(found, space("hoosic")) == (Work.STOCKADE, Side.BRITISH)
    assert fortification(found, space("cayuga")) is None


@proves("ww:2.0-fortifications", "ww:5.44")
def test_a_fort_under_construction_is_no_fortification() -> None:
    found = board({}, unfinished_forts={"british": ["winchester"]})
    assert fortification(found, space("winchester")) is None


@proves("ww:5.44")
@pytest.mark.parametrize("builder", Side)
def test_a_fort_under_construction_takes_nothing_from_other_works_and_adds_nothing(builder: Side) -> None:
    """Given works of all kinds, when either side begins a fort there, then each space is fortified as before."""
    works: dict[str, Json] = {
        "forts": {"french": ["niagara"], "british": ["oswego"]},
        "stockades": {"british": ["hoosic"], "french": ["venango"]},
    }
    fortified = {
        "albany": (Work.FORTRESS, Side.BRITISH),
        "quebec": (Work.FORTRESS, Side.FRENCH),
        "niagara": (Work.FORT, Side.FRENCH),
        "oswego": (Work.FORT, Side.BRITISH),
        "hoosic": (Work.STOCKADE, Side.BRITISH),
        "venango": (Work.STOCKADE, Side.FRENCH),
        "winchester": None,
        "cayuga": None,
    }
    found = board({}, **works)
    for name in fortified:
        found = b.put_unfinished_fort(found, space(name), builder)
    assert {name: fortification(found, space(name)) for name in fortified} == fortified


@proves("ww:8.21-def")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_any_siege_marker_makes_a_space_and_all_inside_besieged(level: int) -> None:
    found = board(
        {
            "niagara": ["inside fr_marine_detachment_1", "inside drucour", "br_regular_44th", "wolfe"],
            "quebec": ["inside fr_regular_bearn", "inside montcalm"],
        },
        forts={"french": ["niagara"]},
        sieges={"niagara": level},
    )
    assert [b.is_besieged_leader(found, leader(name)) for name in ("drucour", "wolfe", "montcalm")] == [
        True, False, False,
    ]  # fmt: skip
    assert [each for each in ALL_LEADERS if b.is_besieged_leader(found, each)] == [leader("drucour")]
    assert is_besieged(found, NIAGARA)
    assert not is_besieged(found, QUEBEC)
    assert b.is_besieged_unit(found, unit("fr_marine_detachment_1"))
    assert not b.is_besieged_unit(found, REGULAR)
    assert not b.is_besieged_unit(found, unit("fr_regular_bearn"))
    assert not b.is_besieged_unit(found, HURON)


def test_a_besieged_garrison_and_its_work_are_held_but_not_unbesieged() -> None:
    found = board(
        {"niagara": ["inside fr_marine_detachment_1", "br_regular_44th"]},
        forts={"french": ["niagara"]},
        sieges={"niagara": 0},
    )
    assert b.has_fortification(found, NIAGARA, Side.FRENCH)
    assert not b.has_fortification(found, NIAGARA, Side.BRITISH)
    assert not b.has_unbesieged_fortification(found, NIAGARA, Side.FRENCH)
    assert not b.has_unbesieged_units(found, NIAGARA, Side.FRENCH)
    assert b.has_unbesieged_units(found, NIAGARA, Side.BRITISH)
    assert not b.holds_unbesieged(found, NIAGARA, Side.FRENCH)
    assert b.holds_unbesieged(found, NIAGARA, Side.BRITISH)


def test_a_garrison_inside_an_unbesieged_work_holds_the_space() -> None:
    found = board({"niagara": ["inside fr_marine_detachment_1"]})
    assert b.has_unbesieged_units(found, NIAGARA, Side.FRENCH)
    empty_fort = board({}, forts={"french": ["niagara"]})
    assert b.has_unbesieged_fortification(empty_fort, NIAGARA, Side.FRENCH)
    assert b.holds_unbesieged(empty_fort, NIAGARA, Side.FRENCH)


def test_a_space_is_occupied_alone_by_units_or_works_of_one_side_only() -> None:
    neither = EMPTY_BOARD
    assert not b.occupies_alone(neither, NIAGARA, Side.FRENCH)
    assert b.occupies_alone(board({"niagara": ["fr_indian_huron"]}), NIAGARA, Side.FRENCH)
    assert b.occupies_alone(board({}, stockades={"french": ["niagara"]}), NIAGARA, Side.FRENCH)
    contested = board({"niagara": ["br_regular_44th"]}, forts={"french": ["niagara"]}, sieges={"niagara": 0})
    assert not b.occupies_alone(contested, NIAGARA, Side.FRENCH)
    assert not b.occupies_alone(contested, NIAGARA, Side.BRITISH)
    assert not b.occupies_alone(board({"niagara": ["fr_indian_huron", "br_regular_44th"]}), NIAGARA, Side.FRENCH)
    lone_leader = board({"niagara": ["montcalm", "br_regular_44th"]})
    assert b.occupies_alone(lone_leader, NIAGARA, Side.BRITISH)


# ---------------------------------------------------------------- control of a fortress


@proves("ww:2.0-fortresses")
def test_an_own_fortress_is_controlled_without_a_garrison() -> None:
    assert controls_fortress(EMPTY_BOARD, ALBANY, Side.BRITISH)
    assert controls_fortress(EMPTY_BOARD, QUEBEC, Side.FRENCH)
    assert not controls_fortress(EMPTY_BOARD, QUEBEC, Side.BRITISH)


@proves("ww:2.0-fortresses")
def test_a_space_without_a_fortress_is_no_fortress_whoever_holds_it() -> None:
    assert not controls_fortress(board({}, forts={"french": ["niagara"]}), NIAGARA, Side.FRENCH)


@proves("ww:2.0-fortresses", "ww:8.22")
def test_a_besieged_fortress_is_controlled_by_nobody() -> None:
    found = board({"albany": ["fr_regular_bearn"]}, sieges={"albany": 0})
    assert not controls_fortress(found, ALBANY, Side.BRITISH)
    assert not controls_fortress(found, ALBANY, Side.FRENCH)
    marker_only = board({}, sieges={"albany": 0})
    assert not controls_fortress(marker_only, ALBANY, Side.BRITISH)


@proves("ww:8.22")
@pytest.mark.parametrize(
    ("name", "pieces", "rest", "controller"),
    [
        ("quebec", [], {}, Side.FRENCH),
        ("albany", ["br_regular_44th"], {}, Side.BRITISH),
        ("albany", ["fr_regular_bearn"], {"captured_fortresses": {"french": ["albany"]}}, Side.FRENCH),
        ("quebec", ["br_regular_44th"], {"captured_fortresses": {"british": ["quebec"]}}, Side.BRITISH),
        ("louisbourg", [], {**CAPTURED_LOUISBOURG, "amphib": ["louisbourg"]}, Side.BRITISH),
        ("louisbourg", [], CAPTURED_LOUISBOURG, None),
        ("halifax", [], {"captured_fortresses": {"french": ["halifax"]}, "amphib": ["halifax"]}, None),
    ],
)
def test_however_a_fortress_is_controlled_a_siege_leaves_it_to_nobody(
    name: str, pieces: list[str], rest: dict[str, Json], controller: Side | None
) -> None:
    def controllers(found: Board) -> list[Side]:
        return [side for side in Side if controls_fortress(found, space(name), side)]

    assert controllers(board({name: pieces}, **rest)) == ([] if controller is None else [controller])
    assert controllers(board({name: [f"inside {piece}" for piece in pieces]}, **rest, sieges={name: 0})) == []


@proves("ww:2.0-fortresses")
def test_a_fortress_with_enemy_units_in_it_is_not_controlled() -> None:
    assert not controls_fortress(board({"albany": ["fr_indian_huron"]}), ALBANY, Side.BRITISH)


@proves("ww:2.0-fortresses")
def test_a_captured_fortress_needs_a_unit_to_be_controlled_and_a_leader_is_none() -> None:
    captured = {"british": ["quebec"]}
    assert controls_fortress(board({"quebec": ["br_regular_44th"]}, captured_fortresses=captured), QUEBEC, Side.BRITISH)
    assert not controls_fortress(board({"quebec": ["wolfe"]}, captured_fortresses=captured), QUEBEC, Side.BRITISH)
    assert not controls_fortress(board({}, captured_fortresses=captured), QUEBEC, Side.BRITISH)
    assert not controls_fortress(board({}, captured_fortresses=captured), QUEBEC, Side.FRENCH)


@proves("ww:2.0-fortresses", "ww:6.432-b")
def test_an_amphib_marker_holds_captured_louisbourg_for_britain_without_a_unit() -> None:
    found = board({}, captured_fortresses={"british": ["louisbourg"]}, amphib=["louisbourg"])
    assert controls_fortress(found, LOUISBOURG, Side.BRITISH)


@proves("ww:2.0-fortresses", "ww:6.432-b")
def test_an_amphib_marker_holds_no_fortress_for_france() -> None:
    found = board({}, captured_fortresses={"french": ["halifax"]}, amphib=["halifax"])
    assert not controls_fortress(found, space("halifax"), Side.FRENCH)
    garrisoned = board({"halifax": ["fr_regular_bearn"]}, captured_fortresses={"french": ["halifax"]})
    assert controls_fortress(garrisoned, space("halifax"), Side.FRENCH)


@proves("ww:2.0-fortresses")
def test_units_do_not_control_a_fortress_that_was_never_captured() -> None:
    assert not controls_fortress(board({"quebec": ["br_regular_44th"]}), QUEBEC, Side.BRITISH)
