"""Chapter 7.2 in play: relief from inside, the order of steps, and what becomes of the space."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import fieldworks_owner, siege_level, stockade_owner
from reference.wilderness_war.ch07_retreat import is_over
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Retreat
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Fight, State
from tests.wilderness_war.moves import fought, go, moving, slip
from tests.wilderness_war.phases import choice, foreign
from tests.wilderness_war.positions import (
    STANDARD,
    combat_under_way,
    kinds_of,
    leaders,
    named_freely,
    place,
    played,
    refused,
    ruleset,
    spaces,
    stack,
    top,
    units,
)
from tests.wilderness_war.turns import about, after, c, offered, s, turn, u, who

NORTH, SOUTH = "hudson_carry_north", "hudson_carry_south"
FORT: Json = {"british": [SOUTH], "french": ["ticonderoga"]}


def relief(inside: list[str], stockades: Json = None) -> State:
    """Dunbar leads two Regulars from Albany against Montcalm, who besieges the fort at Hudson Carry South."""
    pieces = {SOUTH: ["montcalm", "2 fr_regular", *(f"inside {piece}" for piece in inside)]}
    works: dict[str, Json] = {"forts": FORT, "sieges": {SOUTH: 1}, "stockades": stockades or {}}
    state = moving("albany", "dunbar br_regular_15th br_regular_17th", pieces, STANDARD, frame={}, **works)
    return played(state, go(SOUTH), a.Decline()).state


@proves("ww:8.251", "ww:5.36-imp")
def test_the_besieged_may_join_a_battle_with_their_besiegers_each_as_he_likes() -> None:
    asked = relief(["webb", "johnson", "br_regular_44th", "br_northern_provincial_rhode_island"])
    assert (choice(asked).by, about(asked)) == (Side.BRITISH, "join_relief")
    picks = (a.Pick(u("br_regular_44th")), a.Pick(u("br_northern_provincial_rhode_island")), a.Done())
    assert offered(asked) == (a.PickLeader(who("webb")), a.PickLeader(who("johnson")), *picks)
    joined = after(asked, a.PickLeader(who("webb")), a.Pick(u("br_regular_44th")), a.Done())
    assert stack(joined, SOUTH) == [
        "webb", "dunbar", "inside johnson", "montcalm", "br_regular_15th", "br_regular_17th", "br_regular_44th",
        "inside br_northern_provincial_rhode_island", "fr_regular_2_berry", "fr_regular_3_berry",
    ]  # fmt: skip
    assert about(joined) == "battle_fire_british"
    assert combat_under_way(joined).attackers.units == 3
    assert u("br_regular_44th") in joined.phase.units
    assert who("webb") in joined.phase.leaders


@proves("ww:8.251")
def test_nobody_else_joins_a_relief_and_those_who_do_are_named_in_any_order() -> None:
    asked = relief(["webb", "johnson", "br_regular_1st_royal", "br_regular_22nd"])
    assert refused(asked, a.Pick(u("br_regular_15th"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:8.251", unit="br_regular_15th"),
    )
    other = named_freely(asked, a.Pick(u("br_regular_22nd"))).state
    assert offered(other) == (a.Pick(u("br_regular_1st_royal")), a.Done())
    assert named_freely(other, a.Pick(u("br_regular_1st_royal"))).state == (
        after(asked, a.Pick(u("br_regular_1st_royal")), a.Pick(u("br_regular_22nd")))
    )
    assert refused(asked, a.PickLeader(who("dunbar"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:8.251", leader="dunbar"),
    )
    second = after(asked, a.PickLeader(who("johnson")))
    assert named_freely(second, a.PickLeader(who("webb"))).state == (
        after(asked, a.PickLeader(who("webb")), a.PickLeader(who("johnson")))
    )
    assert refused(second, a.PickLeader(who("johnson"))) == (
        violation(Reason.ALREADY_CHOSEN, "ww:8.251", leader="johnson"),
    )
    third = after(asked, a.Pick(u("br_regular_1st_royal")))
    assert refused(third, a.Pick(u("br_regular_1st_royal"))) == (
        violation(Reason.ALREADY_CHOSEN, "ww:8.251", unit="br_regular_1st_royal"),
    )
    assert named_freely(third, a.PickLeader(who("webb"))).state == (
        after(asked, a.PickLeader(who("webb")), a.Pick(u("br_regular_1st_royal")))
    )
    foreign(asked, a.Decline())


@proves("ww:7.51-limits", "ww:7.1")
def test_command_limits_do_not_keep_units_from_fighting() -> None:
    """Dumas commands two units; all six French units in the space defend, and his tactics help them all."""
    pieces = {"wood_creek": ["dumas", "6 fr_coureurs"]}
    state = moving(SOUTH, "bradstreet br_ranger_rogers", pieces, forts=FORT)
    fight = after(state, go("wood_creek"), a.Decline(), a.Decline())
    while about(fight) != "battle_fire_british":
        fight = after(fight, a.Decline())
    assert combat_under_way(fight).defenders.units == 6


@proves("ww:7.64")
def test_leaders_outlive_their_last_unit_and_retreat_without_it() -> None:
    """Given two leaders whose one unit the enemy's fire kills, then they go back where they came from."""
    state = moving(SOUTH, "villiers dumas fr_coureurs_marin", {"hoosic": ["4 br_regular"]})
    beaten = fought(after(state, go("hoosic"), a.Decline()), 2, 5)
    assert kinds_of(beaten.events) == [
        "fired", "fired", "steps_lost", "unit_eliminated", "combat_won", "retreated", "retreated",
    ]  # fmt: skip
    assert stack(beaten.state, SOUTH) == ["villiers", "dumas"]
    assert stack(beaten.state, "hoosic") == stack(place({"hoosic": ["4 br_regular"]}), "hoosic")


@proves("ww:7.64")
@pytest.mark.parametrize(
    ("beaten", "commanders", "over"),
    [("", "", True), ("", "dumas", False), ("fr_coureurs_marin", "", False), ("fr_coureurs_marin", "dumas", False)],
)
def test_a_retreat_lasts_until_the_leaders_have_gone_too(beaten: str, commanders: str, over: bool) -> None:
    frame = Retreat(
        Side.FRENCH, s("hoosic"), attacking=True, entry=s(SOUTH), units=units(beaten), leaders=leaders(commanders)
    )
    assert is_over(frame) is over


@proves("ww:card-fieldworks-clar")
def test_fieldworks_fall_with_their_beaten_defender_and_stand_when_he_wins() -> None:
    pieces = {"hoosic": ["br_regular_44th"]}
    works: Json = {"british": ["hoosic"]}
    state = moving(SOUTH, "montcalm fr_regular_bearn fr_regular_guyenne", pieces, fieldworks=works)
    met = played(state, go("hoosic"), a.Decline()).state
    won = fought(met, 3, 1)
    levelled = event(EventKind.MARKER_REMOVED, "ww:card-fieldworks-clar", marker="fieldworks", space="hoosic")
    assert levelled in won.events
    assert fieldworks_owner(won.state.board, s("hoosic")) is None
    lost = fought(met, 1, 5)
    assert levelled not in lost.events
    assert fieldworks_owner(lost.state.board, s("hoosic")) is Side.BRITISH


@proves("ww:8.251", "ww:8.252", "ww:5.36-imp")
def test_all_who_came_out_to_a_relief_fight_unactivated_and_go_back_in_when_it_is_beaten() -> None:
    asked = relief(["webb", "johnson", "br_regular_44th", "br_northern_provincial_rhode_island"])
    officers = (a.PickLeader(who("webb")), a.PickLeader(who("johnson")))
    joined = after(asked, *officers, a.Pick(u("br_regular_44th")), a.Pick(u("br_northern_provincial_rhode_island")))
    assert about(joined) == "battle_fire_british"
    assert set(units("br_regular_44th br_northern_provincial_rhode_island")) <= set(joined.phase.units)
    assert set(leaders("webb johnson")) <= set(joined.phase.leaders)
    lost = fought(joined, 2, 3).state
    assert {str(piece).removeprefix("inside ").removeprefix("reduced ") for piece in stack(lost, SOUTH)} >= {
        "webb", "johnson", "br_regular_44th", "br_northern_provincial_rhode_island"
    }  # fmt: skip
    assert [piece for piece in stack(lost, "albany") if "dunbar" in str(piece)] == ["dunbar"]
    assert siege_level(lost.board, s(SOUTH)) == 1


@proves("ww:8.251")
def test_only_friends_from_outside_bring_others_out_a_sortie_does_not() -> None:
    pieces = {SOUTH: ["fr_regular_bearn", "inside webb", "inside br_regular_15th", "inside br_regular_17th"]}
    state = turn("british", pieces, "4", STANDARD, forts=FORT, sieges={SOUTH: 0})
    ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("webb")), a.SallyOut())
    out = after(ready, a.Pick(u("br_regular_15th")), a.Done(), a.Decline())
    assert about(out) == "battle_fire_british"
    assert stack(out, SOUTH) == ["webb", "br_regular_15th", "inside br_regular_17th", "fr_regular_bearn"]


@proves("ww:7.92-c", "ww:8.252")
def test_beaten_besiegers_retreat_freely_but_not_to_where_the_relief_came_from() -> None:
    refuges: Json = {"french": ["wood_creek", NORTH]}
    asked = relief(["webb", "br_regular_44th"], stockades=refuges)
    joined = after(asked, a.PickLeader(who("webb")), a.Pick(u("br_regular_44th")), a.Roll(5), a.Roll(2))
    while about(joined).startswith("losses"):
        joined = after(joined, offered(joined)[0])
    assert {each.space for each in offered(joined) if isinstance(each, a.PickSpace)} == set(
        spaces(f"hoosic wood_creek {NORTH}")
    )
    here = units("fr_regular_3_berry")
    retreat = Retreat(
        Side.FRENCH, s(SOUTH), attacking=False, entry=s("albany"), units=here, leaders=leaders("montcalm")
    )
    assert top(joined) == retreat


@proves("ww:8.251", "ww:8.252", "ww:8.232")
def test_a_relief_that_wins_frees_those_who_joined_it() -> None:
    pieces = {SOUTH: ["fr_regular_bearn", "inside br_regular_44th"]}
    state = moving("albany", "dunbar br_regular_15th br_regular_17th", pieces, forts=FORT, sieges={SOUTH: 1})
    asked = played(state, go(SOUTH), a.Decline()).state
    won = fought(after(asked, a.Pick(u("br_regular_44th"))), 5, 2)
    assert {str(piece).removeprefix("reduced ") for piece in stack(won.state, SOUTH)} == {
        "dunbar", "br_regular_15th", "br_regular_17th", "br_regular_44th"
    }  # fmt: skip
    assert siege_level(won.state.board, s(SOUTH)) is None
    assert event(EventKind.SIEGE_LIFTED, "ww:8.232", space=SOUTH) in won.events


# ---------------------------------------------------------------- what is noted


@proves("ww:10.2-exc")
def test_every_fight_of_the_movers_auxiliaries_in_a_phase_is_noted_and_no_other() -> None:
    """Rogers fought at Oswego before; now he and the 44th attack Coureurs at Wood Creek."""
    earlier: Json = {
        "type": "phase",
        "value": 3,
        "fights": [{"type": "fight", "unit": "br_ranger_rogers", "space": "oswego"}],
    }
    pieces = {"wood_creek": ["fr_coureurs_marin"]}
    state = moving(SOUTH, "bradstreet br_ranger_rogers br_regular_44th", pieces, forts=FORT, phase=earlier)
    met = after(state, go("wood_creek"), a.Decline())
    assert about(met) == "battle_fire_british"
    assert met.phase.fights == (
        Fight(u("br_ranger_rogers"), s("oswego")), Fight(u("br_ranger_rogers"), s("wood_creek"))
    )  # fmt: skip


# ---------------------------------------------------------------- what becomes of the space


@proves("ww:card-fieldworks-clar")
def test_an_attacker_who_wins_levels_no_works_where_the_beaten_have_none() -> None:
    state = moving("albany", "dunbar br_regular_15th br_regular_17th", {"hoosic": ["fr_coureurs_marin"]})
    won = fought(played(state, go("hoosic"), a.Decline()).state, 5, 1)
    assert kinds_of(won.events)[-1] == "combat_won"


@proves("ww:card-fieldworks-clar")
def test_attackers_beaten_at_their_own_fieldworks_keep_them() -> None:
    """By option an infiltrator caught at a fort defends; he may win against those who dug in there."""
    rules = ruleset(infiltrator_caught_role="defender")
    pieces = {NORTH: ["br_northern_provincial_rhode_island"], SOUTH: ["br_ranger_rogers"]}
    state = moving(
        "ticonderoga", "fr_indian_ottawa", pieces, rules,
        forts={"british": [NORTH]}, fieldworks={"british": [NORTH]},
    )  # fmt: skip
    caught = after(state, slip(NORTH), a.Pick(u("br_ranger_rogers")), a.Roll(6), a.Done())
    over = fought(caught, 1, 5)
    won = event(EventKind.COMBAT_WON, "ww:7.8", side="french", space=NORTH, kind="battle")
    assert won in over.events
    assert "marker_removed" not in kinds_of(over.events)
    assert fieldworks_owner(over.state.board, s(NORTH)) is Side.BRITISH


@proves("ww:5.45-destroy")
@pytest.mark.parametrize(
    ("movers", "stockade", "dice", "vp"),
    [
        ("montcalm fr_regular_bearn fr_coureurs_marin", [SOUTH], (5, 1), 1),
        ("montcalm fr_coureurs_marin fr_coureurs_repentigny", [SOUTH], (6, 1), 0),
        ("montcalm fr_regular_bearn fr_coureurs_marin", [SOUTH], (1, 4), -1),
        ("montcalm fr_regular_bearn fr_coureurs_marin", [], (5, 1), 0),
    ],
    ids=["drilled troops win", "auxiliaries win", "the owner wins", "no stockade"],
)
def test_a_stockade_is_destroyed_for_a_point_where_enemy_drilled_troops_win(
    movers: str, stockade: list[Json], dice: tuple[int, int], vp: int
) -> None:
    """Beaten Regulars are worth a point to the owner of the stockade (7.81)."""
    burnt = vp == 1
    stockades: Json = {"british": stockade, "french": ["wood_creek"]}
    state = moving("wood_creek", movers, {SOUTH: ["br_ranger_rogers"]}, stockades=stockades)
    over = fought(played(state, go(SOUTH), a.Decline()).state, *dice)
    told = (
        event(EventKind.STOCKADE_REMOVED, "ww:5.45-destroy", space=SOUTH, side="french"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:5.45-destroy", side="french", points=1, vp=1),
    )
    assert [each in over.events for each in told] == [burnt, burnt]
    assert stockade_owner(over.state.board, s(SOUTH)) is (Side.BRITISH if stockade and not burnt else None)
    assert over.state.tracks.vp == vp


@proves("ww:card-fieldworks-clar2", "ww:7.55", "ww:card-fieldworks-clar")
@pytest.mark.parametrize(
    ("vacated", "dice", "owner"),
    [
        ("usable_by_next_entrant", (1, 5), Side.FRENCH),
        ("usable_by_next_entrant", (6, 2), Side.BRITISH),
        ("removed", (1, 5), None),
    ],
)
def test_fieldworks_their_side_has_left_are_his_who_enters_first_and_no_help_to_interceptors(
    vacated: str, dice: tuple[int, int], owner: Side | None
) -> None:
    """Given empty French Fieldworks, when French intercept those who enter, then they have no use of them (N34)."""
    begin = moving(
        "albany", "abercromby br_regular_44th br_regular_45th", {"northampton": ["fr_regular_bearn"]},
        ruleset(fieldworks_vacated=vacated), fieldworks={"french": ["hoosic"]},
    )  # fmt: skip
    entered = played(begin, go("hoosic"))
    passed = event(
        EventKind.MARKER_TAKEN, "ww:card-fieldworks-clar2", space="hoosic", marker="fieldworks", side="british"
    )
    assert (passed in entered.events) is (vacated != "removed")
    asked = entered.state
    met = played(asked, a.Pick(u("fr_regular_bearn")), a.Roll(4)).state
    assert about(met) == "battle_fire_british"
    (fired,) = played(met, a.Roll(dice[0])).events[:1]
    assert (fired.kind, dict(fired.facts)["column"]) == (EventKind.FIRED, "6-8")
    over = fought(met, *dice).state
    assert (about(over), fieldworks_owner(over.board, s("hoosic"))) == ("card_play", owner)
    alone = played(asked, a.Decline()).state
    taken = None if vacated == "removed" else Side.BRITISH
    assert fieldworks_owner(alone.board, s("hoosic")) is taken
