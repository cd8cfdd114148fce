"""Chapter 11: winter attrition."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war.actions import Lose
from reference.wilderness_war.ch02_map import IDS, space
from reference.wilderness_war.ch11_attrition import (
    attrition_deaths,
    is_exposed,
    is_fortress_garrison,
    is_home_land,
    is_small_garrison,
    share_of_reduced,
    spared,
    winter,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, STANDARD, Pieces, board, due, place, played, rolled, ruleset, stack

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
SOUTH = "hudson_carry_south"
WINTER: Json = {"type": "winter_attrition"}


def wintering(pieces: Pieces, rules: Ruleset = STANDARD, **rest: Json) -> State:
    return place(pieces, rules, opening=WINTER, **rest)


# ---------------------------------------------------------------- who suffers


@proves("ww:11.1-a")
def test_originally_friendly_cultivated_land_is_home() -> None:
    assert is_home_land(space("albany"), BRITISH)
    assert not is_home_land(space("albany"), FRENCH)
    assert is_home_land(space("louisbourg"), FRENCH)
    assert not is_home_land(space(SOUTH), BRITISH)


@proves("ww:11.1-b")
@pytest.mark.parametrize("work", ["forts", "stockades"])
@pytest.mark.parametrize(("number", "safe"), [(1, True), (4, True), (5, False)])
def test_up_to_four_units_of_any_kind_are_safe_in_their_fort_or_stockade(work: str, number: int, safe: bool) -> None:
    pieces = ["loudoun", "webb", "br_ranger_rogers", f"{number - 1} br_regular"] if number > 1 else ["br_ranger_rogers"]
    works: dict[str, Json] = {work: {"british": [SOUTH]}}
    assert is_small_garrison(board({SOUTH: pieces}, **works), space(SOUTH), BRITISH) is safe


@proves("ww:11.1-b")
def test_a_besieged_fort_an_enemy_fort_and_an_unfinished_fort_shelter_nobody() -> None:
    there = space(SOUTH)
    one: Pieces = {SOUTH: ["br_regular_44th"]}
    assert not is_small_garrison(board(one, forts={"british": [SOUTH]}, sieges={SOUTH: 0}), there, BRITISH)
    assert not is_small_garrison(board(one, forts={"french": [SOUTH]}, sieges={SOUTH: 0}), there, BRITISH)
    assert not is_small_garrison(board(one, stockades={"french": [SOUTH]}), there, BRITISH)
    assert not is_small_garrison(board(one, unfinished_forts={"british": [SOUTH]}), there, BRITISH)
    assert not is_small_garrison(board({"albany": ["br_regular_44th"]}), space("albany"), BRITISH)


@proves("ww:11.1-c")
def test_any_number_is_safe_in_an_unbesieged_fortress_of_its_own() -> None:
    six: Pieces = {"quebec": ["6 br_regular"]}
    assert is_fortress_garrison(board(six, captured_fortresses={"british": ["quebec"]}), space("quebec"), BRITISH)
    besieged = board(six, captured_fortresses={"british": ["quebec"]}, sieges={"quebec": 0})
    assert not is_fortress_garrison(besieged, space("quebec"), BRITISH)
    assert not is_fortress_garrison(board(six), space("quebec"), BRITISH)
    assert not is_fortress_garrison(
        board({SOUTH: ["br_regular_44th"]}, forts={"british": [SOUTH]}), space(SOUTH), BRITISH
    )


@proves("ww:11.1", "ww:11.1-a", "ww:11.1-b", "ww:11.1-c")
def test_drilled_troops_suffer_wherever_no_shelter_is() -> None:
    assert is_exposed(board({"tioga": ["br_regular_44th"]}), space("tioga"), BRITISH, STANDARD)
    assert is_exposed(board({"albany": ["fr_regular_bearn"]}), space("albany"), FRENCH, STANDARD)
    assert not is_exposed(board({"hoosic": ["6 br_regular"]}), space("hoosic"), BRITISH, STANDARD)


@proves("ww:11.1")
def test_besieger_and_besieged_both_suffer_before_louisbourg() -> None:
    pieces: Pieces = {"louisbourg": ["4 br_regular", "3 inside fr_regular"]}
    found = board(pieces, sieges={"louisbourg": 0}, amphib=["louisbourg"])
    assert is_exposed(found, space("louisbourg"), BRITISH, STANDARD)
    assert is_exposed(found, space("louisbourg"), FRENCH, STANDARD)


@proves("ww:11.1")
def test_a_garrison_inside_an_unbesieged_work_is_not_besieged() -> None:
    found = board({"louisbourg": ["3 inside fr_regular"]})
    assert not is_exposed(found, space("louisbourg"), FRENCH, STANDARD)


@proves("ww:11.1")
def test_besiegers_in_their_own_home_land_are_safe() -> None:
    found = board({"albany": ["2 br_regular", "inside fr_regular_bearn"]}, captured_fortresses={"french": ["albany"]},
                  sieges={"albany": 1})  # fmt: skip
    assert not is_exposed(found, space("albany"), BRITISH, STANDARD)
    assert is_exposed(found, space("albany"), FRENCH, STANDARD)


# ---------------------------------------------------------------- how much


@proves("ww:11.2-a")
@pytest.mark.parametrize(("reduced", "up", "down"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)])
def test_half_of_the_reduced_drilled_units_die(reduced: int, up: int, down: int) -> None:
    assert share_of_reduced(reduced, ruleset(attrition_rounding="up")) == up
    assert share_of_reduced(reduced, ruleset(attrition_rounding="down")) == down


@proves("ww:11.2-exc")
def test_the_last_friendly_step_is_spared() -> None:
    step, unit = ruleset(attrition_last_spared="last_friendly_step"), ruleset(attrition_last_spared="last_reduced_unit")
    assert spared(1, 1, 1, step) == spared(1, 1, 1, unit) == 0
    assert (spared(1, 3, 1, step), spared(1, 3, 1, unit)) == (1, 0)
    assert spared(1, 2, 2, step) == spared(1, 2, 2, unit) == 1
    assert spared(0, 0, 0, step) == spared(0, 0, 0, unit) == 0


@proves("ww:11.2-a", "ww:11.2-exc")
def test_a_lone_reduced_unit_lives_and_beside_rangers_it_dies() -> None:
    alone = board({"tioga": ["reduced br_northern_provincial_rhode_island"]})
    assert attrition_deaths(alone, space("tioga"), BRITISH, STANDARD) == 0
    accompanied = board({"tioga": ["reduced br_northern_provincial_rhode_island", "reduced br_ranger_rogers"]})
    assert attrition_deaths(accompanied, space("tioga"), BRITISH, STANDARD) == 1


# ---------------------------------------------------------------- the procedure


@proves("ww:4.0-B.5", "ww:11.1")
def test_winter_finds_every_exposed_drilled_stack_the_british_first_in_the_order_of_the_map() -> None:
    found = board(
        {
            "tioga": ["br_regular_44th"],
            "albany": ["fr_regular_bearn"],
            "hoosic": ["br_regular_48th"],
            "cayuga": ["br_ranger_rogers", "fr_coureurs_marin"],
            "black_river": ["br_light_infantry_1_95th", "fr_indian_huron"],
            "kittaning": ["reduced fr_marine_detachment_1"],
            "northern_colonial_militias": ["br_militia_1"],
        }
    )
    stacks = [(stood.side, IDS[stood.space]) for stood in winter(found, STANDARD).waiting]
    assert stacks == [(BRITISH, "black_river"), (BRITISH, "tioga"), (FRENCH, "albany"), (FRENCH, "kittaning")]


@proves("ww:11.2-a", "ww:11.2-b", "ww:11.1-b")
def test_three_reduced_and_two_full_units_in_a_fort_become_three_reduced_ones() -> None:
    end = wintering({SOUTH: ["3 reduced br_regular", "2 br_regular"]}, forts={"british": [SOUTH]})
    assert GAME.decision(end) == Over("settled")
    assert stack(end, SOUTH) == [
        "reduced br_regular_1st_royal", "reduced br_regular_22nd", "reduced br_regular_27th",
    ]  # fmt: skip


@proves("ww:11.2-a", "ww:11.2-b")
def test_first_the_reduced_die_and_then_the_full_flip_and_both_are_told() -> None:
    pieces: Pieces = {"tioga": ["reduced br_regular_44th", "reduced br_light_infantry_1_95th", "br_regular_48th"]}
    end = played(wintering(pieces), Lose("br_regular", 0, 0))
    assert end.events == (
        event(
            EventKind.STEPS_LOST, "ww:7.61", "ww:11.2-a",
            side="british", space="tioga", group="br_light_infantry", flips=0, deaths=1,
        ),
        event(EventKind.UNIT_ELIMINATED, "ww:7.61", unit="br_light_infantry_1_95th"),
        event(EventKind.STEPS_LOST, "ww:11.2-b", units=("br_regular_48th",)),
    )  # fmt: skip
    assert stack(end.state, "tioga") == ["reduced br_regular_44th", "reduced br_regular_48th"]


@proves("ww:11.2-a")
def test_each_stack_tells_what_the_winter_costs_it_as_its_turn_comes() -> None:
    exposed = ["2 reduced br_regular", "reduced br_light_infantry"]
    state = wintering({"cayuga": exposed, "tioga": exposed})
    told = [each for each in rolled(state).events if each.kind is EventKind.ATTRITION]
    assert told == [
        event(EventKind.ATTRITION, "ww:11.1", "ww:11.2-a", side="british", space="tioga", deaths=2, flips=0)
    ]  # fmt: skip


@proves("ww:11.2-a", "ww:11.2-b")
def test_the_owner_chooses_who_dies_at_hudson_carry_south_in_1757() -> None:
    pieces: Pieces = {
        SOUTH: [
            "4 br_northern_provincial", "reduced br_northern_provincial_new_jersey_1", "br_regular_44th",
            "br_regular_48th", "reduced br_regular_35th", "reduced br_royal_american_1_60th", "br_ranger_rogers",
        ],
    }  # fmt: skip
    state = wintering(pieces, forts={"british": [SOUTH]})
    assert (due(state).by, due(state).rules) == ("british", ("ww:11.2-a",))
    assert due(state).actions == (Lose("br_regular", 0, 0), Lose("br_regular", 0, 1))
    end = played(state, Lose("br_regular", 0, 1), Lose("br_royal_american", 0, 0))
    assert GAME.decision(end.state) == Over("settled")
    assert len(stack(end.state, SOUTH)) == 8
    assert [piece for piece in stack(end.state, SOUTH) if not str(piece).startswith("reduced")] == ["br_ranger_rogers"]
    assert "reduced br_royal_american_1_60th" in stack(end.state, SOUTH)


@proves("ww:11.2-b")
def test_auxiliaries_never_suffer_attrition() -> None:
    pieces: Pieces = {"tioga": ["br_ranger_rogers", "reduced br_indian_mohawk_1", "br_regular_44th"]}
    end = rolled(wintering(pieces))
    assert stack(end.state, "tioga") == ["reduced br_regular_44th", "br_ranger_rogers", "reduced br_indian_mohawk_1"]


@proves("ww:4.0-B.5")
def test_a_winter_without_exposed_stacks_ends_at_once() -> None:
    state = wintering({"albany": ["2 br_regular"], "montreal": ["2 fr_regular"]})
    assert GAME.decision(state) == Over("settled")
    assert state.stack.frames == ()
