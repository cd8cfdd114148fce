"""Chapter 6: rare positions in which movement, reactions and lone leaders meet."""

from dataclasses import replace
from enum import StrEnum

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import fieldworks_owner
from reference.wilderness_war.ch06_entering import go_violations
from reference.wilderness_war.ch06_reach import range_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import about, go, gone, is_at, moving, offers, slip, standing
from tests.wilderness_war.phases import foreign
from tests.wilderness_war.positions import played, refused, stack
from tests.wilderness_war.turns import after, s, u, who

# ---------------------------------------------------------------- avoiding battle


@proves("ww:card-fieldworks-clar", "ww:card-fieldworks-clar2", "ww:6.8")
def test_who_avoids_battle_may_first_remove_the_fieldworks_left_to_the_enemy() -> None:
    """Given Rangers in Fieldworks, when they slip away from Regulars, then they may remove the marker or leave it."""
    begin = moving(
        "crown_point", "levis fr_regular_bearn", {"ticonderoga": ["br_ranger_rogers"]},
        fieldworks={"british": ["ticonderoga"]},
    )  # fmt: skip
    avoiding = played(gone(begin, "ticonderoga"), a.Pick(u("br_ranger_rogers"))).state
    assert (about(avoiding), "raze ticonderoga fieldworks" in offers(avoiding)) == ("avoid_to", True)
    away = a.PickSpace(s("hudson_carry_north"))
    left = played(avoiding, away)
    assert fieldworks_owner(left.state.board, s("ticonderoga")) is Side.FRENCH
    assert left.events[-1] == event(
        EventKind.MARKER_TAKEN, "ww:card-fieldworks-clar2", space="ticonderoga", marker="fieldworks", side="french"
    )
    razed = played(avoiding, a.Raze(s("ticonderoga"), a.Razed.FIELDWORKS))
    facts = {"side": "british", "space": "ticonderoga", "work": "fieldworks"}
    assert razed.events == (event(EventKind.WORK_DEMOLISHED, "ww:card-fieldworks-clar", **facts),)
    assert fieldworks_owner(played(razed.state, away).state.board, s("ticonderoga")) is None
    foreign(avoiding, a.Raze(s("ticonderoga"), a.Razed.FORT))
    bare = moving("crown_point", "levis fr_regular_bearn", {"ticonderoga": ["br_ranger_rogers"]})
    leaving = played(gone(bare, "ticonderoga"), a.Pick(u("br_ranger_rogers"))).state
    assert (about(leaving), "raze ticonderoga fieldworks" in offers(leaving)) == ("avoid_to", False)


@proves("ww:card-fieldworks-clar", "ww:6.71-a", "ww:6.71")
def test_the_last_who_leave_fieldworks_to_intercept_may_remove_them_first() -> None:
    """Given Rangers in Fieldworks, when they intercept next to them, then they may remove the marker or leave it."""
    begin = moving(
        "crown_point", "fr_coureurs_marin", {"wood_creek": ["br_ranger_rogers"]}, fieldworks={"british": ["wood_creek"]}
    )
    asked = played(gone(begin, "ticonderoga"), a.Pick(u("br_ranger_rogers"))).state
    success = played(asked, a.Roll(4)).state
    assert (about(success), offers(success)) == ("fieldworks_left", {"raze wood_creek fieldworks", "decline"})
    left = played(success, a.Decline()).state
    razed = played(success, a.Raze(s("wood_creek"), a.Razed.FIELDWORKS))
    facts = {"side": "british", "space": "wood_creek", "work": "fieldworks"}
    assert razed.events[0] == event(EventKind.WORK_DEMOLISHED, "ww:card-fieldworks-clar", **facts)
    for state, owner in ((left, Side.BRITISH), (razed.state, None)):
        assert fieldworks_owner(state.board, s("wood_creek")) is owner
        assert "br_ranger_rogers" in stack(state, "ticonderoga")
    foreign(success, a.Raze(s("wood_creek"), a.Razed.FORT))
    foreign(success, a.Pick(u("br_ranger_rogers")))


@proves("ww:card-fieldworks-clar", "ww:6.71-a")
def test_fieldworks_in_which_others_stay_are_no_matter_of_an_interception() -> None:
    begin = moving(
        "crown_point", "fr_coureurs_marin", {"wood_creek": ["br_ranger_rogers", "br_regular_44th"]},
        fieldworks={"british": ["wood_creek"]},
    )  # fmt: skip
    asked = played(gone(begin, "ticonderoga"), a.Pick(u("br_ranger_rogers"))).state
    success = played(asked, a.Roll(4)).state
    assert about(success) != "fieldworks_left"
    assert "br_ranger_rogers" in stack(success, "ticonderoga")


@proves("ww:card-fieldworks-clar")
def test_who_intercepts_an_infiltrator_in_his_own_space_does_not_leave_the_fieldworks() -> None:
    begin = moving(
        "crown_point",
        "fr_coureurs_marin",
        {"ticonderoga": ["br_ranger_rogers"]},
        fieldworks={"british": ["ticonderoga"]},
    )
    asked = played(begin, a.Go(s("ticonderoga"), a.By.LAND, infiltrating=True)).state
    caught = played(asked, a.Pick(u("br_ranger_rogers")), a.Roll(4)).state
    assert about(caught) != "fieldworks_left"
    assert fieldworks_owner(caught.board, s("ticonderoga")) is Side.BRITISH


# ---------------------------------------------------------------- lone leaders


@proves("ww:6.53-caught", "ww:8.1")
def test_a_leader_who_stays_outside_while_his_garrison_goes_inside_retreats_or_follows_it() -> None:
    """Given Levis, Rigaud and a Regular at a fort, when the others go inside, then Levis may not stay out."""
    begin = moving(
        "crown_point", "webb br_regular_15th", {"ticonderoga": ["levis", "rigaud", "fr_regular_bearn"]},
        forts={"french": ["ticonderoga"]},
    )  # fmt: skip
    entered = gone(begin, "ticonderoga")
    assert about(entered) == "inside"
    caught = after(entered, a.PickLeader(who("rigaud")), a.Pick(u("fr_regular_bearn")), a.Done())
    assert about(caught) == "retreat_of_levis"
    assert "inside" in offers(caught)
    assert "pick_space crown_point" not in offers(caught)
    assert stack(played(caught, a.Inside()).state, "ticonderoga") == [
        "webb", "inside levis", "inside rigaud", "br_regular_15th", "inside fr_regular_bearn",
    ]  # fmt: skip


@proves("ww:6.53-caught", "ww:6.6")
def test_a_leader_alone_in_a_fort_is_not_caught_by_an_infiltrator_passing_by() -> None:
    begin = moving(
        "crown_point",
        "br_ranger_rogers",
        {"ticonderoga": ["levis"]},
        forts={"french": ["ticonderoga"]},
    )
    passing = played(begin, slip("ticonderoga")).state
    assert (about(passing), is_at(passing, "levis", "ticonderoga")) == ("step", True)
    assert about(played(passing, go("hudson_carry_north")).state) != "retreat_of_levis"


# ---------------------------------------------------------------- refusals


@proves("ww:card-foul-weather-fx", "ww:6.2")
def test_a_third_space_is_refused_by_foul_weather_but_a_fifth_by_the_allowance() -> None:
    """Given a Regular in FOUL WEATHER, when it would go on after two spaces, then the card is what forbids it."""
    state, mover = standing("albany", "br_regular_15th", {}, frame={"spent": 2, "by": "land", "weather": True})
    foul = violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx", spent=2)
    assert tuple(range_violations(state.board, mover, a.By.LAND)) == (foul,)
    used_up = violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4)
    assert tuple(range_violations(state.board, replace(mover, spent=4), a.By.LAND)) == (used_up,)
    assert tuple(range_violations(state.board, replace(mover, weather=False), a.By.LAND)) == ()


@proves("ww:6.72", "ww:6.721")
def test_a_besieged_unit_is_refused_an_interception_because_it_is_besieged() -> None:
    """Given Regulars besieged next to Rangers, when Coureurs pass both, then only the Rangers may intercept."""
    pieces = {"hudson_carry_south": ["fr_regular_bearn", "inside br_regular_15th"], "hoosic": ["br_ranger_rogers"]}
    works: Json = {"british": ["hudson_carry_south"]}
    begin = moving("wood_creek", "fr_coureurs_lery", pieces, forts=works, sieges={"hudson_carry_south": 0})
    passing = gone(begin, "green_mountains_south")
    assert (about(passing), offers(passing)) == ("interception", {"pick br_ranger_rogers", "decline"})
    besieged = violation(Reason.BESIEGED, "ww:6.72", unit="br_regular_15th", into="green_mountains_south")
    single = violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit="br_regular_15th", into="green_mountains_south")
    assert refused(passing, a.Pick(u("br_regular_15th"))) == (besieged, single)


@proves("ww:6.72")
def test_a_unit_besieged_far_away_is_refused_an_interception_for_the_siege_and_the_distance() -> None:
    """Given the 40th besieged at Oswego, when a force enters Wood Creek, then it is besieged and not next to it."""
    pieces = {
        "oswego": ["fr_regular_guyenne", "inside br_regular_40th"],
        "hudson_carry_south": ["fr_regular_artois", "inside br_regular_35th"],
        "green_mountains_south": ["br_ranger_rogers"],
    }  # fmt: skip
    works: Json = {"british": ["oswego", "hudson_carry_south"]}
    begin = moving("ticonderoga", "montcalm fr_regular_bearn", pieces, forts=works,
                   sieges={"oswego": 0, "hudson_carry_south": 0})  # fmt: skip
    entered = gone(begin, "wood_creek")
    besieged = violation(Reason.BESIEGED, "ww:6.72", unit="br_regular_40th", into="wood_creek")
    far = violation(Reason.NOT_ADJACENT, "ww:6.72", unit="br_regular_40th", into="wood_creek")
    assert refused(entered, a.Pick(u("br_regular_40th"))) == (besieged, far)
    besieged = violation(Reason.BESIEGED, "ww:6.72", unit="br_regular_35th", into="wood_creek")
    assert refused(entered, a.Pick(u("br_regular_35th"))) == (besieged,)


@proves("ww:6.2", "ww:6.53", "ww:6.52", "ww:6.6")
def test_a_step_too_far_into_an_enemy_fort_breaks_the_rules_of_the_way_and_of_the_entry() -> None:
    """Given Webb, then Rangers, at the end of their way, when a French fort is far off, then every rule is named."""
    far: dict[str, Json] = {"spent": 6, "by": "land"}
    pieces = {"ticonderoga": ["fr_regular_bearn"]}
    works: Json = {"french": ["ticonderoga"]}
    tired, distant = Reason.NO_MOVEMENT_LEFT, Reason.NOT_ADJACENT
    state, webb = standing("albany", "webb", pieces, frame=far, forts=works)
    assert _reasons(state, webb, go("ticonderoga")) == [tired, distant, Reason.LEADERS_ALONE]
    state, rangers = standing("albany", "br_ranger_rogers", pieces, frame=far, forts=works)
    assert _reasons(state, rangers, go("ticonderoga")) == [tired, distant, Reason.NO_DRILLED_TROOPS]
    assert _reasons(state, rangers, slip("ticonderoga")) == [tired, distant, Reason.CANNOT_GET_OUT]


def _reasons(state: State, move: Move, step: a.Go) -> list[StrEnum]:
    return [each.reason for each in go_violations(state, move, step)]
