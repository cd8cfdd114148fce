"""Chapter 10.3: resolving a raid."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war.actions import DIE, Lose, Roll
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch10_raid_roll import (
    allied_tribes,
    is_strong_target,
    leaves_marker,
    militia_modifier,
    raid_column,
    raid_modifier,
    raided,
    raiding_leaders_at_risk,
    rangers_modifier,
)
from reference.wilderness_war.combat_table import CULTIVATED_COLUMN, STOCKADE_COLUMN
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Raid
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    Pieces,
    board,
    due,
    kinds_of,
    place,
    played,
    read,
    rolled,
    ruleset,
    stack,
    top,
    units,
)

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
CULPEPER, AUGUSTA, KAHNAWAKE = space("culpeper"), space("augusta"), space("kahnawake")


def raid(
    pieces: Pieces, where: str = "culpeper", raider: str = "french", leader: str | None = None, **rest: Json
) -> State:
    """Return a raid about to be rolled for."""
    opening: Json = {"type": "raid_roll", "space": where, "raider": raider, "leader": leader}
    return place(pieces, opening=opening, **rest)


# ---------------------------------------------------------------- the target


@proves("ww:5.532", "ww:10.1-c")
def test_a_settlement_is_allied_while_its_tribe_has_units_of_that_side_anywhere_on_the_map() -> None:
    found = board({"albany": ["br_indian_mohawk_1"], "montreal": ["fr_indian_huron", "fr_indian_ottawa"]})
    assert allied_tribes(found, space("canajoharie"), BRITISH) == ("mohawk",)
    assert allied_tribes(found, space("canajoharie"), FRENCH) == ()
    assert allied_tribes(found, space("pays_d_en_haut"), FRENCH) == ("huron", "ottawa")
    assert allied_tribes(found, KAHNAWAKE, FRENCH) == ()
    assert allied_tribes(found, space("albany"), BRITISH) == ()


@proves("ww:10.1-b", "ww:10.1-c", "ww:10.3-column")
def test_an_enemy_stockade_and_an_enemy_allied_settlement_are_strong_targets() -> None:
    found = board(
        {"montreal": ["fr_indian_caughnawaga_1"]}, stockades={"british": ["augusta"], "french": ["st_jean"]}
    )  # fmt: skip
    assert is_strong_target(found, AUGUSTA, FRENCH)
    assert is_strong_target(found, space("st_jean"), BRITISH)
    assert is_strong_target(found, KAHNAWAKE, BRITISH)
    assert not is_strong_target(found, AUGUSTA, BRITISH)
    assert not is_strong_target(found, KAHNAWAKE, FRENCH)
    assert not is_strong_target(found, CULPEPER, FRENCH)
    assert not is_strong_target(board({}), KAHNAWAKE, BRITISH)


@proves("ww:10.3-column")
def test_the_target_decides_the_column_even_in_cultivated_land() -> None:
    state = read({"montreal": ["fr_indian_caughnawaga_1"]}, stockades={"british": ["augusta"]})
    assert raid_column(state.board, state.tracks, AUGUSTA, FRENCH) is STOCKADE_COLUMN
    assert raid_column(state.board, state.tracks, KAHNAWAKE, BRITISH) is STOCKADE_COLUMN
    assert raid_column(state.board, state.tracks, CULPEPER, FRENCH) is CULTIVATED_COLUMN


@proves("ww:10.3-column", "ww:card-blockhouses-fx")
def test_blockhouses_force_the_stockades_column_on_every_enemy_raid_and_on_no_own_one() -> None:
    state = read({}, blockhouses=["british"])
    assert raid_column(state.board, state.tracks, CULPEPER, FRENCH) is STOCKADE_COLUMN
    assert raid_column(state.board, state.tracks, space("becancour"), BRITISH) is CULTIVATED_COLUMN


# ---------------------------------------------------------------- the die


@proves("ww:10.3-b")
def test_any_number_of_rangers_adds_one() -> None:
    assert rangers_modifier(units("br_ranger_rogers")) == 1
    assert rangers_modifier(units("br_ranger_rogers br_ranger_goreham br_indian_mohawk_1")) == 1
    assert rangers_modifier(units("br_indian_mohawk_1")) == 0
    assert rangers_modifier(()) == 0


@proves("ww:10.3-c")
@pytest.mark.parametrize(
    ("militia", "added"),
    [
        ([], 0),
        (["br_militia_1"], 0),
        (["br_militia_1", "reduced br_militia_2"], -1),
        (["reduced br_militia_1", "reduced br_militia_2"], -1),
        (["br_militia_1", "br_militia_2", "br_militia_3"], -1),
    ],
)
def test_two_or_more_militia_in_the_departments_box_take_one_reduced_or_not(militia: list[str], added: int) -> None:
    found = board({"southern_colonial_militias": militia})
    assert militia_modifier(found, CULPEPER, FRENCH, STANDARD) == added


@proves("ww:10.3-c")
def test_militia_of_another_department_and_militia_out_of_the_box_do_not_count() -> None:
    found = board({"northern_colonial_militias": ["2 br_militia"], "augusta": ["2 br_militia"]})
    assert militia_modifier(found, CULPEPER, FRENCH, STANDARD) == 0
    assert militia_modifier(found, space("kinderhook"), FRENCH, STANDARD) == -1
    for rules in (STANDARD, ruleset(raid_militia_penalty_scope="any_department")):
        assert militia_modifier(found, space("canajoharie"), FRENCH, rules) == 0


@proves("ww:10.3", "ww:10.3-a", "ww:10.3-b", "ww:10.3-c")
def test_tactics_rangers_and_militia_add_up() -> None:
    pieces = {"becancour": ["johnson", "br_ranger_rogers"], "st_lawrence_canadian_militias": ["2 fr_militia"]}
    state = raid(pieces, "becancour", "british", "johnson")
    frame = top(state)
    assert isinstance(frame, Raid)
    assert raid_modifier(state, frame) == 1 + 1 - 1


@proves("ww:10.3-a")
def test_raiders_without_a_commander_add_no_tactics_though_a_leader_is_with_them() -> None:
    state = raid({"culpeper": ["dumas", "fr_indian_mingo_1"]})
    frame = top(state)
    assert isinstance(frame, Raid)
    assert raid_modifier(state, frame) == 0


@proves("ww:10.32")
@pytest.mark.parametrize("die", range(1, 7))
def test_leaders_are_at_risk_on_a_natural_1_and_against_strong_targets_on_a_natural_6(die: int) -> None:
    def at_risk(*, strong: bool) -> bool:
        return raiding_leaders_at_risk(die, strong_target=strong, strong_column=strong, ruleset=STANDARD)

    assert at_risk(strong=False) is (die == 1)
    assert at_risk(strong=True) is (die in (1, 6))


# ---------------------------------------------------------------- success


@proves("ww:10.33", "ww:10.33-must")
def test_plain_land_takes_one_marker_but_stockades_and_settlements_take_more() -> None:
    marked: dict[str, Json] = {"raided": {"french": {"culpeper": 1, "augusta": 2}, "british": {"kahnawake": 1}}}
    found = board({"montreal": ["fr_indian_caughnawaga_1"]}, stockades={"british": ["augusta"]}, **marked)
    assert leaves_marker(board({}), CULPEPER, FRENCH)
    assert not leaves_marker(found, CULPEPER, FRENCH)
    assert leaves_marker(found, AUGUSTA, FRENCH)
    assert leaves_marker(found, KAHNAWAKE, BRITISH)
    assert not leaves_marker(board({}, **marked), KAHNAWAKE, BRITISH)


@proves("ww:10.31", "ww:10.31-a")
def test_a_success_on_plain_land_leaves_a_marker_and_nothing_else() -> None:
    after = raided(read({}), CULPEPER, FRENCH)
    assert after.state == read({}, raided={"french": {"culpeper": 1}})
    assert after.events == (
        event(EventKind.RAIDED_MARKER_PLACED, "ww:10.31-a", space="culpeper", side="french"),
    )  # fmt: skip
    again = raided(after.state, CULPEPER, FRENCH)
    assert (again.state, again.events) == (after.state, ())


@proves("ww:10.31-a", "ww:10.31-b")
def test_a_success_removes_the_stockade_without_points_and_adds_a_marker_to_those_there() -> None:
    state = read({}, stockades={"british": ["augusta"]}, raided={"french": {"augusta": 1}})
    after = raided(state, AUGUSTA, FRENCH)
    assert after.state == read({}, raided={"french": {"augusta": 2}})
    assert after.events == (
        event(EventKind.RAIDED_MARKER_PLACED, "ww:10.31-a", space="augusta", side="french"),
        event(EventKind.STOCKADE_REMOVED, "ww:10.31-b", space="augusta"),
    )


@proves("ww:10.31-b")
def test_a_raider_leaves_his_own_stockade_alone() -> None:
    state = read({}, stockades={"french": ["culpeper"]})
    assert raided(state, CULPEPER, FRENCH).state == read(
        {}, stockades={"french": ["culpeper"]}, raided={"french": {"culpeper": 1}}
    )


@proves("ww:10.31-c")
def test_a_success_kills_the_raided_tribe_everywhere_but_in_a_siege() -> None:
    pieces = {
        "kahnawake": ["fr_indian_caughnawaga_1"],
        "niagara": ["inside fr_indian_caughnawaga_2", "br_regular_44th"],
        "montreal": ["fr_indian_huron"],
    }
    works: dict[str, Json] = {"forts": {"french": ["niagara"]}, "sieges": {"niagara": 0}}
    after = raided(read(pieces, **works), KAHNAWAKE, BRITISH)
    pieces.pop("kahnawake")
    assert after.state == read(pieces, **works, raided={"british": {"kahnawake": 1}})
    assert after.events[-1] == event(EventKind.UNIT_ELIMINATED, "ww:10.31-c", unit="fr_indian_caughnawaga_1")


@proves("ww:10.31-c")
def test_a_raid_spares_the_tribes_that_fight_for_the_raider() -> None:
    state = read({"onondaga": ["br_indian_onondaga"], "oneida_castle": ["fr_indian_oneida"]})
    after = raided(state, space("onondaga"), BRITISH)
    assert after.state.board == board({"onondaga": ["br_indian_onondaga"], "oneida_castle": ["fr_indian_oneida"]},
                                      raided={"british": {"onondaga": 1}})  # fmt: skip


# ---------------------------------------------------------------- the procedure


@proves("ww:10.3", "ww:10.3-a", "ww:10.3-c", "ww:10.31", "ww:10.31-a", "ww:10.31-b", "ww:tbl-raid")
def test_the_second_strike_in_the_shenandoah_valley_ends_as_printed() -> None:
    pieces = {
        "augusta": ["dumas", "reduced fr_indian_mingo_1", "fr_indian_shawnee_1"],
        "southern_colonial_militias": ["2 reduced br_militia"],
    }
    state = raid(pieces, "augusta", leader="dumas", stockades={"british": ["augusta"]})
    assert (due(state).about, due(state).rules, due(state).actions) == ("raid_roll", ("ww:10.3",), DIE)
    after = played(state, Roll(5))
    assert after.events == (
        event(
            EventKind.RAID_SUCCEEDED, "ww:10.3", "ww:tbl-raid", side="french", space="augusta", die=5, modifier=0,
            column="stockade_settlement_or_blockhouses", losses=1,
        ),
    )  # fmt: skip
    end = played(after.state, Lose("fr_indian_mingo", 0, 1))
    expected = place(
        {"augusta": ["dumas", "fr_indian_shawnee_1"], "southern_colonial_militias": ["2 reduced br_militia"]},
        raided={"french": {"augusta": 1}},
    )
    assert GAME.canonical(end.state) == GAME.canonical(expected)


@proves("ww:10.3", "ww:tbl-raid")
def test_a_failed_raid_costs_steps_and_leaves_no_trace() -> None:
    end = played(raid({"culpeper": ["fr_indian_mingo_1"]}), Roll(4))
    assert kinds_of(end.events) == ["raid_failed", "steps_lost"]
    assert GAME.canonical(end.state) == GAME.canonical(place({"culpeper": ["reduced fr_indian_mingo_1"]}))


@proves("ww:10.3", "ww:10.31")
def test_a_raid_succeeds_though_its_last_raider_dies() -> None:
    end = played(raid({"culpeper": ["reduced fr_indian_mingo_1"]}), Roll(5))
    assert GAME.canonical(end.state) == GAME.canonical(place({}, raided={"french": {"culpeper": 1}}))


@proves("ww:10.32", "ww:10.3")
def test_losses_come_before_leader_checks_and_those_before_success() -> None:
    state = raid(
        {"augusta": ["dumas", "2 fr_indian_mingo"]}, "augusta", leader="dumas", stockades={"british": ["augusta"]}
    )
    assert kinds_of(rolled(state, 1, 1).events) == ["raid_failed", "steps_lost", "leader_killed"]
    end = rolled(state, 6, 1)
    assert kinds_of(end.events) == ["raid_succeeded", "leader_killed", "raided_marker_placed", "stockade_removed"]
    assert stack(end.state, "augusta") == ["fr_indian_mingo_1", "fr_indian_mingo_2"]
    assert GAME.decision(end.state) == Over("settled")


@proves("ww:10.32")
def test_a_natural_6_on_plain_land_endangers_no_leader() -> None:
    end = played(raid({"culpeper": ["dumas", "fr_indian_mingo_1"]}, leader="dumas"), Roll(6))
    assert kinds_of(end.events) == ["raid_succeeded", "raided_marker_placed"]


@proves("ww:10.32")
def test_a_natural_1_on_plain_land_endangers_every_raiding_leader() -> None:
    end = rolled(raid({"culpeper": ["dumas", "beaujeu", "fr_indian_mingo_1"]}, leader="dumas"), 1, 1, 2)
    assert kinds_of(end.events) == ["raid_failed", "leader_killed", "leader_survived"]


def test_only_auxiliaries_raid_and_only_they_bear_the_losses() -> None:
    state = raid({"culpeper": ["fr_indian_mingo_1", "br_regular_44th"], "augusta": ["fr_regular_bearn"]})
    frame = top(state)
    assert isinstance(frame, Raid)
    assert frame.units == units("fr_indian_mingo_1")
