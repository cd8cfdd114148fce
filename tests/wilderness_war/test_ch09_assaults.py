"""Chapter 9: assaults, where they differ from battles."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war import ch07_combat as battles
from reference.wilderness_war.actions import DIE, Lose, Roll
from reference.wilderness_war.board import Away, put_leader
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch09_assaults import (
    assault_shift,
    attacker_wins,
    captured,
    coehorns_modifier,
    garrison_lost,
)
from reference.wilderness_war.combat_table import combat_column
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import CombatKind, Fire
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    board,
    combat,
    combat_set_up,
    due,
    kinds_of,
    leaders,
    place,
    played,
    read,
    rolled,
    ruleset,
    units,
)

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
NIAGARA = space("niagara")


def assault(
    pieces: list[str], where: str = "shamokin", *, options: dict[str, str] | None = None, **rest: Json
) -> State:
    """Return a French assault on a British fort about to begin."""
    works: dict[str, Json] = {"forts": {"british": [where]} if where == "shamokin" else {}, "sieges": {where: 2}}
    rules = ruleset(**(options or {}))
    return combat_set_up(CombatKind.ASSAULT, where, FRENCH, {where: pieces}, rules, **works, **rest)


def fires(state: State, attack: int, defence: int) -> tuple[Fire, Fire]:
    frame = combat(state)
    return battles.fire(state, frame, FRENCH, attack), battles.fire(state, frame, BRITISH, defence)


# ---------------------------------------------------------------- who fights


@proves("ww:9.12", "ww:9.14-a")
def test_all_besiegers_and_all_besieged_fight_and_nobody_else() -> None:
    found = board(
        {"shamokin": ["2 fr_regular", "fr_indian_huron", "inside br_regular_44th", "br_ranger_rogers"],
         "northern_colonial_militias": ["br_militia_1"]},
        forts={"british": ["shamokin"]},
    )  # fmt: skip
    fighting = battles.fighting_units
    assert fighting(found, space("shamokin"), CombatKind.ASSAULT, FRENCH, FRENCH) == units(
        "fr_regular_2_berry fr_regular_3_berry fr_indian_huron"
    )
    assert fighting(found, space("shamokin"), CombatKind.ASSAULT, BRITISH, FRENCH) == units("br_regular_44th")


@proves("ww:9.12", "ww:7.7")
def test_all_leaders_share_in_an_assault_the_besieged_from_inside() -> None:
    state = assault(
        ["montcalm", "levis", "fr_regular_bearn", "inside webb", "inside br_regular_44th"], leader="montcalm"
    )
    assert battles.fighting_leaders(state.board, combat(state), FRENCH, STANDARD) == leaders("montcalm levis")
    assert battles.fighting_leaders(state.board, combat(state), BRITISH, STANDARD) == leaders("webb")


@proves("ww:9.12")
def test_by_option_only_the_activated_force_shares_its_leaders_with_the_assault() -> None:
    pieces = ["montcalm", "levis", "rigaud", "fr_regular_bearn", "inside webb"]
    state = assault(pieces, leader="montcalm", force=["montcalm", "rigaud"])
    narrow = ruleset(assault_leaders_involved="activated_force")
    assert battles.fighting_leaders(state.board, combat(state), FRENCH, narrow) == leaders("montcalm rigaud")
    assert battles.fighting_leaders(state.board, combat(state), BRITISH, narrow) == leaders("webb")
    alone = assault(pieces, leader="montcalm")
    assert battles.fighting_leaders(alone.board, combat(alone), FRENCH, narrow) == leaders("montcalm")


# ---------------------------------------------------------------- fire


@proves("ww:9.13-a")
def test_both_sides_add_the_tactics_of_their_commander() -> None:
    inside = ["inside bradstreet", "inside johnson", "inside br_regular_44th"]
    state = assault(["montcalm", "4 fr_regular", *inside], leader="montcalm")
    assert battles.commander(state, combat(state), FRENCH) == leader("montcalm")
    assert due(state).rules == ("ww:9.13-a",)
    assert due(state).actions == DIE
    assert battles.commander(state, combat(state), BRITISH) == leader("bradstreet")
    assert [fire.modifier for fire in fires(state, 3, 3)] == [2, 1]


@proves("ww:9.13-a")
@pytest.mark.parametrize(
    ("besiegers", "activated", "commands"),
    [
        (["levis", "vaudreuil"], "vaudreuil", "vaudreuil"),
        (["levis", "vaudreuil"], "levis", "levis"),
        (["levis", "vaudreuil", "rigaud"], "rigaud", "levis"),
    ],
)
def test_the_activated_leader_commands_an_assault_unless_outranked_then_the_best_of_the_highest(
    besiegers: list[str], activated: str, commands: str
) -> None:
    """Levis and Vaudreuil are of equal rank, Levis the better tactician; Rigaud is below both (N22)."""
    state = assault([*besiegers, "2 fr_regular", "inside br_regular_44th"], leader=activated)
    assert battles.commander(state, combat(state), FRENCH) == leader(commands)


@proves("ww:9.13-a", "ww:7.51")
def test_a_fallen_leader_has_no_successor_in_an_assault_and_only_there_a_higher_one_takes_his_place() -> None:
    """Given Rigaud activated beside Levis, who outranks him: Levis commands the assault, Rigaud would a battle."""
    state = assault(["levis", "rigaud", "2 fr_regular", "inside br_regular_44th"], leader="rigaud")
    storming = combat(state)
    assert battles.commander(state, storming, FRENCH) == leader("levis")
    assert battles.commander(state, replace(storming, kind=CombatKind.BATTLE), FRENCH) == leader("rigaud")
    fallen = replace(state, board=put_leader(state.board, leader("rigaud"), Away.REMOVED))
    assert battles.commander(fallen, storming, FRENCH) is None


@proves("ww:9.13-a", "ww:7.51", "ww:7.51-nonactive")
def test_the_defender_of_an_assault_is_commanded_by_whom_he_named_while_that_leader_lives() -> None:
    inside = ["inside bradstreet", "inside johnson", "inside br_regular_44th"]
    state = assault(["montcalm", "4 fr_regular", *inside], leader="montcalm")
    named = replace(combat(state), inactive_commander=leader("johnson"))
    assert battles.commander(state, named, BRITISH) == leader("johnson")
    fallen = replace(state, board=put_leader(state.board, leader("johnson"), Away.REMOVED))
    assert battles.commander(fallen, named, BRITISH) == leader("bradstreet")


@proves("ww:9.13-b", "ww:card-coehorns-fx")
@pytest.mark.parametrize(
    ("played_by", "french", "british"),
    [([], 0, 0), (["french"], 2, 0), (["british"], 0, 2), (["french", "british"], 2, 2)],
)
def test_coehorns_add_two_to_the_die_of_whoever_played_them(played_by: list[str], french: int, british: int) -> None:
    sides = tuple(Side(name) for name in played_by)
    assert (coehorns_modifier(FRENCH, sides), coehorns_modifier(BRITISH, sides)) == (french, british)
    state = assault(["4 fr_regular", "inside br_regular_44th"], coehorns=played_by)
    assert [fire.modifier for fire in fires(state, 3, 3)] == [french, british]


@proves("ww:9.13-c", "ww:tbl-forts")
def test_the_attacker_shifts_one_column_left_and_the_defender_none() -> None:
    assert (assault_shift(attacking=True), assault_shift(attacking=False)) == (-1, 0)
    state = assault(["3 fr_regular", "3 inside br_regular"])
    assert [fire.column for fire in fires(state, 3, 3)] == [combat_column(6), combat_column(9)]


@proves("ww:9.13-c")
def test_an_attacker_of_strength_0_stays_on_the_first_column() -> None:
    state = assault(["reduced fr_coureurs_marin", "inside br_regular_44th"])
    assert fires(state, 5, 3)[0] == Fire(die=5, modifier=0, column=0, losses=1)


@proves("ww:9.13-a", "ww:9.13-b")
def test_terrain_and_troop_types_change_nothing_in_an_assault() -> None:
    in_the_wild = assault(["2 fr_regular", "fr_indian_huron", "inside br_regular_44th"])
    assert [fire.modifier for fire in fires(in_the_wild, 3, 3)] == [0, 0]
    in_town = assault(["fr_regular_bearn", "inside br_ranger_rogers"], where="albany")
    assert [fire.modifier for fire in fires(in_town, 3, 3)] == [0, 0]


@proves("ww:9.13-a", "ww:9.13-c", "ww:7.2-C")
def test_only_the_attackers_fire_is_told_under_the_rule_of_the_shift_and_a_battles_under_its_own() -> None:
    state = assault(["4 fr_regular", "2 inside br_regular"])
    rules = [each.rules for each in played(state, Roll(1), Roll(1)).events if each.kind is EventKind.FIRED]
    assert rules == [("ww:9.13-c", "ww:tbl-crt"), ("ww:9.13-a", "ww:tbl-crt")]
    opening: Json = {"type": "battle", "space": "tioga", "attacker": "french"}
    open_field = place({"tioga": ["2 fr_regular", "2 br_regular"]}, opening=opening)
    rules = [each.rules for each in played(open_field, Roll(1), Roll(1)).events if each.kind is EventKind.FIRED]
    assert rules == [("ww:7.2-C", "ww:tbl-crt")] * 2


@proves("ww:9.2", "ww:7.2-C")
def test_an_empty_work_fires_on_column_0() -> None:
    state = assault(["4 fr_regular"])
    assert battles.can_fire(state, combat(state), BRITISH)
    after = played(state, Roll(1))
    assert due(after.state).about == "assault_fire_british"
    shot = played(after.state, Roll(5)).events[0]
    assert shot == event(
        EventKind.FIRED, "ww:9.13-a", "ww:tbl-crt", side="british", die=5, modifier=0, column="0", losses=1
    )


@proves("ww:9.2", "ww:9.13-a")
def test_leaders_inside_an_otherwise_empty_work_add_their_tactics() -> None:
    state = assault(["4 fr_regular", "inside johnson"])
    assert fires(state, 3, 4)[1] == Fire(die=4, modifier=1, column=0, losses=1)


# ---------------------------------------------------------------- losses


@proves("ww:9.14-b")
def test_losses_of_both_sides_fall_on_drilled_troops_first() -> None:
    state = assault(["fr_regular_bearn", "2 fr_coureurs", "fr_indian_huron", "inside br_ranger_rogers",
                     "3 inside br_regular"])  # fmt: skip
    hit = played(state, Roll(3), Roll(4)).state
    assert due(hit).rules == ("ww:9.14-b",)
    assert due(hit).actions == (Lose("fr_regular", 1, 1),)


# ---------------------------------------------------------------- winner


@proves("ww:9.2")
def test_the_attacker_must_inflict_strictly_more_than_he_suffers() -> None:
    cases = [(inflicted, suffered) for inflicted in range(4) for suffered in range(4)]
    assert [case for case in cases if attacker_wins(*case)] == [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]


@proves("ww:9.2")
def test_killing_every_defender_is_not_enough_and_the_siege_goes_on() -> None:
    end = rolled(assault(["2 fr_regular", "inside reduced br_ranger_rogers"]), 2, 5)
    assert GAME.decision(end.state) == Over("settled")
    assert end.events[-1] == event(
        EventKind.COMBAT_WON, "ww:9.2", "ww:9.21", side="british", space="shamokin", kind="assault"
    )
    expected = place(
        {"shamokin": ["reduced fr_regular_2_berry", "fr_regular_3_berry"]},
        forts={"british": ["shamokin"]},
        sieges={"shamokin": 2},
    )
    assert GAME.canonical(end.state) == GAME.canonical(expected)


@proves("ww:9.22", "ww:9.22-fort", "ww:9.22-vp", "ww:9.14-d", "ww:9.22-garrison")
def test_a_stormed_fort_becomes_an_unfinished_one_of_the_captor_who_scores_two_and_nothing_for_the_combat() -> None:
    garrison = ["inside webb", "inside br_regular_44th", "inside br_regular_48th", "2 inside br_ranger"]
    end = rolled(assault(["montcalm", "6 fr_regular", *garrison], leader="montcalm"), 2, 2)
    expected = place(
        {"shamokin": ["montcalm", "reduced fr_regular_2_berry", "reduced fr_regular_3_berry", "4 fr_regular"]},
        unfinished_forts={"french": ["shamokin"]},
        removed=["webb", "br_regular_44th", "br_regular_48th"],
        vp={"french": 2},
    )
    assert GAME.canonical(end.state) == GAME.canonical(expected)
    assert kinds_of(end.events)[-6:] == [
        "combat_won", "unit_eliminated", "unit_eliminated", "leader_killed", "work_captured", "vp_scored",
    ]  # fmt: skip


@proves("ww:9.22", "ww:9.22-vp", "ww:9.22-garrison")
def test_a_stormed_fortress_is_taken_intact_for_three_with_all_who_are_left_inside() -> None:
    state = read(
        {"albany": ["fr_regular_bearn", "inside webb", "inside br_regular_44th", "inside br_ranger_rogers"]},
        sieges={"albany": 2},
        vp={"british": 1},
    )
    after = captured(state, space("albany"), FRENCH)
    expected = read(
        {"albany": ["fr_regular_bearn"]},
        captured_fortresses={"french": ["albany"]},
        removed=["webb", "br_regular_44th"],
        vp={"french": 2},
    )
    assert after.state == expected
    assert after.events == (
        event(EventKind.UNIT_ELIMINATED, "ww:9.22-garrison", unit="br_regular_44th"),
        event(EventKind.UNIT_ELIMINATED, "ww:9.22-garrison", unit="br_ranger_rogers"),
        event(EventKind.LEADER_KILLED, "ww:9.22-garrison", leader="webb"),
        event(EventKind.WORK_CAPTURED, "ww:9.22", side="french", space="albany", work="fortress"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:9.22-vp", side="french", points=3, vp=2),
    )


@proves("ww:9.22-garrison")
def test_only_the_besieged_are_lost_with_a_stormed_work() -> None:
    state = read({"niagara": ["br_regular_44th", "wolfe", "inside fr_marine_detachment_1", "inside dumas"],
                  "toronto": ["fr_indian_huron"]}, forts={"french": ["niagara"]})  # fmt: skip
    after = garrison_lost(state, NIAGARA, FRENCH)
    assert after.state.board == board(
        {"niagara": ["br_regular_44th", "wolfe"], "toronto": ["fr_indian_huron"]},
        forts={"french": ["niagara"]},
        removed=["fr_marine_detachment_1", "dumas"],
    )


@proves("ww:tbl-vp", "ww:9.22-vp")
def test_the_victory_point_table_gives_three_for_a_fortress_and_two_for_a_fort() -> None:
    for name, forts, level, points in (("albany", [], 2, 3), ("oswego", ["oswego"], 1, 2)):
        state = read({name: ["fr_regular_bearn"]}, forts={"british": forts}, sieges={name: level})
        assert captured(state, space(name), FRENCH).state.tracks.vp == points


@proves("ww:9.22-vp", "ww:13.23")
def test_storming_the_fort_of_a_key_space_also_scores_for_the_space() -> None:
    opening: Json = {"type": "assault", "space": "niagara", "attacker": "british"}
    pieces = {"niagara": ["webb", "6 br_regular", "inside fr_marine_detachment_1"]}
    forts: Json = {"french": ["niagara"]}
    end = rolled(place(pieces, opening=opening, forts=forts, sieges={"niagara": 1}, niagara="french"), 5, 1)
    assert (end.state.tracks.vp, end.state.tracks.niagara) == (-3, BRITISH)


@proves("ww:9.22-vp", "ww:8.24-exc")
def test_a_captured_fortress_stormed_back_scores_once_though_its_garrison_dies_first() -> None:
    pieces = {"quebec": ["6 fr_regular", "inside reduced br_ranger_rogers"]}
    works: dict[str, Json] = {"captured_fortresses": {"british": ["quebec"]}, "sieges": {"quebec": 2}}
    state = combat_set_up(CombatKind.ASSAULT, "quebec", FRENCH, pieces, **works)
    end = rolled(state, 5, 1)
    assert GAME.canonical(end.state) == GAME.canonical(place({"quebec": ["6 fr_regular"]}, vp={"french": 3}))


@proves("ww:9.2", "ww:8.24-exc")
def test_a_captured_fortress_whose_garrison_dies_in_a_failed_assault_reverts_after_it() -> None:
    pieces = {"quebec": ["2 fr_regular", "inside reduced br_ranger_rogers"]}
    works: dict[str, Json] = {"captured_fortresses": {"british": ["quebec"]}, "sieges": {"quebec": 2}}
    state = combat_set_up(CombatKind.ASSAULT, "quebec", FRENCH, pieces, **works)
    end = rolled(state, 2, 6)
    expected = place({"quebec": ["reduced fr_regular_2_berry", "fr_regular_3_berry"]}, vp={"french": 3})
    assert GAME.canonical(end.state) == GAME.canonical(expected)
    assert kinds_of(end.events)[-3:] == ["combat_won", "space_changed_hands", "vp_scored"]
