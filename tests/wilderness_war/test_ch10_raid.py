"""Chapters 10 and 4: raids in play, going home, and the end of the year."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch10_raid as raiding
from reference.wilderness_war.actions import By
from reference.wilderness_war.board import fortress_owner, raided_markers
from reference.wilderness_war.ch02_map import SPACES, Department
from reference.wilderness_war.ch05_order import besiegers
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, Raid, Raiding
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Fight, Season, State
from tests.wilderness_war.moves import fought, go, moving
from tests.wilderness_war.phases import foreign
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    Pieces,
    kinds_of,
    named_freely,
    place,
    played,
    read,
    refused,
    ruleset,
    stack,
    top,
    under_way,
)
from tests.wilderness_war.turns import about, after, c, force, offered, s, single, to, turn, u, who

HOME: Json = {"french": ["venango"]}
SOUTH = "hudson_carry_south"


def shown(
    side: str,
    at: str,
    who_raids: str,
    pieces: Pieces,
    rules: Ruleset = STANDARD,
    /,
    *,
    entry: Json = None,
    **rest: Json,
) -> State:
    """Return a raid of these units by itself, without the activation it belongs to."""
    units: list[Json] = [*who_raids.split()]
    raid: Json = {
        "type": "raiding", "side": side, "space": at, "entry": entry, "leader": None, "leaders": [], "units": units,
    }  # fmt: skip
    return place({**pieces, at: [*pieces.get(at, ()), *who_raids.split()]}, rules, frames=[raid], **rest)


def roll(*dice: int) -> tuple[a.Action, ...]:
    return tuple(map(a.Roll, dice))


@proves("ww:10.2", "ww:10.21", "ww:10.22", "ww:10.1-b", "ww:6.51-d", "ww:10.4")
def test_militia_that_is_beaten_lets_the_raid_go_on() -> None:
    pieces = {"allegheny_south": ["dumas", "2 fr_coureurs"], "southern_colonial_militias": ["br_militia_1"]}
    state = turn("french", pieces, "4", STANDARD, stockades={"british": ["augusta"], "french": ["venango"]})
    units = [str(each) for each in stack(state, "allegheny_south") if each != "dumas"]
    entered = after(state, force(4, "dumas", *sorted(units, key=u)), to("augusta"))
    assert (about(entered), offered(entered)) == ("militia_against_raid", (a.Pick(u("br_militia_1")), a.Decline()))
    assert [each.rule for each in refused(entered, a.Pick(u("br_militia_2")))] == ["ww:10.2"]
    assert about(after(entered, a.Decline())) == "raid_roll"
    won = after(entered, a.Pick(u("br_militia_1")), roll(6, 1))
    while about(won).startswith(("losses", "leader_check")):
        won = after(won, offered(won)[0])
    assert about(won) == "raid_roll"
    assert "militia" in str(stack(won, "southern_colonial_militias"))
    raided = after(won, roll(5))
    while about(raided).startswith(("losses", "home", "leader_check")):
        raided = after(raided, offered(raided)[0])
    assert raided_markers(raided.board, Side.FRENCH)[s("augusta")] == 1
    assert "dumas" in stack(raided, "venango")


@proves("ww:10.23", "ww:10.2", "ww:7.91")
def test_raiders_beaten_by_militia_retreat_and_do_not_go_home() -> None:
    pieces = {"east_delaware": ["fr_indian_mississauga"], "southern_colonial_militias": ["br_militia_1"]}
    state = turn("french", pieces, "4", STANDARD, stockades={"british": ["easton"]})
    entered = after(state, single(4, "fr_indian_mississauga"), a.Pick(u("fr_indian_mississauga")), to("easton"))
    while about(entered) == "step":
        entered = after(entered, a.Halt())
    beaten = after(entered, a.Pick(u("br_militia_1")), roll(2, 2))
    assert stack(beaten, "east_delaware") == ["fr_indian_mississauga"]
    assert stack(beaten, "southern_colonial_militias") == ["br_militia_1"]


@proves("ww:6.53-caught", "ww:8.1", "ww:7.92-c")
def test_a_leader_alone_in_a_raided_stockade_retreats_before_the_raid() -> None:
    """Given Johnson alone in his stockade, when Coureurs come to raid it, then he must go."""
    pieces = {"canajoharie": ["fr_coureurs_lery"], "schenectady": ["johnson"]}
    works: Json = {"british": ["schenectady"], "french": ["venango"]}
    state = turn("french", pieces, "4", STANDARD, stockades=works)
    entered = after(state, single(4, "fr_coureurs_lery"), a.Pick(u("fr_coureurs_lery")), to("schenectady"))
    assert about(entered) == "retreat_of_johnson"
    assert [each.rule for each in refused(entered, a.PickSpace(s("canajoharie")))] == ["ww:7.92-c"]
    left = after(entered, a.PickSpace(s("albany")))
    assert (about(left), stack(left, "schenectady")) == ("raid_roll", ["fr_coureurs_lery"])
    failed = after(left, roll(3))
    assert (stack(failed, "schenectady"), stack(failed, "albany")) == ([], ["johnson"])


@proves("ww:6.53-caught", "ww:10.2", "ww:10.23")
def test_a_leader_is_not_alone_in_a_stockade_that_militia_defends() -> None:
    """Given Johnson alone in his stockade, when militia comes to defend it, then he stays; otherwise he must go."""
    pieces = {
        "canajoharie": ["fr_coureurs_lery"], "schenectady": ["johnson"],
        "northern_colonial_militias": ["br_militia_1"],
    }  # fmt: skip
    state = turn("french", pieces, "4", STANDARD, stockades={"british": ["schenectady"]})
    entered = after(state, single(4, "fr_coureurs_lery"), a.Pick(u("fr_coureurs_lery")), to("schenectady"))
    assert (about(entered), stack(entered, "schenectady")) == ("militia_against_raid", ["johnson", "fr_coureurs_lery"])
    held = after(entered, a.Pick(u("br_militia_1")), roll(2, 2))
    assert (stack(held, "schenectady"), stack(held, "canajoharie")) == (["johnson"], ["fr_coureurs_lery"])
    assert about(after(entered, a.Decline())) == "retreat_of_johnson"


@proves("ww:card-blockhouses", "ww:card-blockhouses-fx", "ww:10.3")
def test_blockhouses_answer_a_raid_and_stay_for_the_year() -> None:
    state = turn("french", {"culpeper": ["fr_coureurs_marin"]}, "4", STANDARD, enemy="13", stockades=HOME)
    asked = after(state, single(4, "fr_coureurs_marin"), a.Pick(u("fr_coureurs_marin")), a.Halt())
    assert about(asked) == "response_blockhouses"
    assert after(asked, a.Respond(c(13))).tracks.blockhouses == (Side.BRITISH,)
    assert [each.rule for each in refused(asked, a.Respond(c(14)))] == ["ww:5.26", "ww:5.56"]


@proves("ww:10.4", "ww:10.41", "ww:10.411", "ww:10.412", "ww:10.413", "ww:10.42", "ww:10.422")
def test_raiders_go_home_each_in_its_own_way() -> None:
    pieces = {"culpeper": ["dumas", "fr_indian_shawnee_1"]}
    state = turn("french", pieces, "4", STANDARD, stockades=HOME)
    raided = after(state, force(4, "dumas", "fr_indian_shawnee_1"), a.Halt(), roll(6))
    assert {each.space for each in offered(raided) if isinstance(each, a.PickSpace)} == {s("venango"), s("logstown")}
    assert [each.rule for each in refused(raided, a.PickSpace(s("quebec")))] == ["ww:10.42"]
    noted = [frame.raided for frame in raided.stack.frames if isinstance(frame, Activation)]
    assert noted == [(u("fr_indian_shawnee_1"),)]
    escorted = after(raided, a.PickSpace(s("logstown")))
    assert stack(escorted, "logstown") == ["dumas", "fr_indian_shawnee_1"]
    followed = after(raided, a.PickSpace(s("venango")), a.PickSpace(s("venango")))
    assert stack(followed, "venango") == ["dumas", "fr_indian_shawnee_1"]
    cherokee = turn("british", {"ile_d_orleans": ["br_indian_cherokee_1"]}, "4")
    lost = after(cherokee, single(4, "br_indian_cherokee_1"), a.Pick(u("br_indian_cherokee_1")), a.Halt(), roll(6))
    assert lost.board.unit_at[u("br_indian_cherokee_1")] >= len(SPACES)


@proves("ww:10.41", "ww:10.413", "ww:10.42", "ww:10.422")
def test_news_of_going_home_name_the_rule_of_the_way_taken() -> None:
    state = turn("french", {"culpeper": ["dumas", "fr_indian_shawnee_1"]}, "4", STANDARD, stockades=HOME)
    raided = after(state, force(4, "dumas", "fr_indian_shawnee_1"), a.Halt(), roll(6))
    home, work = a.PickSpace(s("logstown")), a.PickSpace(s("venango"))
    for ways, rules in (
        ((home,), ["ww:10.413", "ww:10.41"]),
        ((work, home), ["ww:10.42", "ww:10.41"]),
        ((work, work), ["ww:10.42", "ww:10.422"]),
    ):
        news = [each for each in played(raided, *ways).events if each.kind is EventKind.WENT_HOME]
        assert [rule for each in news for rule in each.rules] == rules


@proves("ww:4.0-B.3", "ww:4.0-B.3-leaders", "ww:4.0-B.4", "ww:13.22", "ww:10.31-d", "ww:4.0", "ww:4.0-B.6")
def test_the_year_ends_with_homecoming_recall_raid_points_and_a_new_deal() -> None:
    pieces = {"east_delaware": ["fr_indian_mississauga"], "wood_creek": ["dumas"], "quebec": ["fr_regular_bearn"]}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    end = place(
        pieces, STANDARD, frames=frames, season="late", raided={"french": {"culpeper": 1, "trenton": 2}},
        forts={"french": ["ticonderoga"]}, blockhouses=["british"], markers={"no_landings": True},
    )  # fmt: skip
    assert stack(end, "mississauga") == ["fr_indian_mississauga"]
    assert stack(end, "ticonderoga") == ["dumas"]
    assert (end.tracks.vp, end.tracks.year, end.tracks.season) == (2, 1758, Season.EARLY)
    assert (end.tracks.blockhouses, end.tracks.no_landings, about(end)) == ((), False, "deal")


@proves("ww:4.0-A.2", "ww:4.0-A.2-runout", "ww:4.0-A.2-handsize", "ww:4.0-B.1", "ww:5.25")
def test_a_side_plays_on_alone_and_a_held_card_counts_in_the_next_deal() -> None:
    pieces = {"quebec": ["fr_regular_bearn"], "albany": ["br_regular_44th"]}
    state = turn("french", pieces, "5", STANDARD, enemy="1 2")
    held = after(state, a.Hold())
    first = after(held, single(1))
    assert about(first) == "card_play"
    last = after(first, single(2))
    assert about(last) == "deal"
    assert last.cards.held == (Side.FRENCH,)
    dealt = last
    for _ in range(17):
        assert about(dealt) == "deal"
        dealt = after(dealt, offered(dealt)[0])
    assert about(dealt) == "card_play"


@proves("ww:7.92-b", "ww:7.92-c", "ww:7.92-e", "ww:ex-7.92", "ww:7.91")
def test_beaten_defenders_split_up_as_they_may() -> None:
    pieces = {
        SOUTH: ["br_northern_provincial_rhode_island", "br_ranger_rogers", "dunbar"],
        "wood_creek": ["montcalm", "fr_regular_bearn"],
    }
    state = turn("french", pieces, "4")
    won = after(state, force(4, "montcalm", "fr_regular_bearn"), to(SOUTH), a.Decline(), roll(3, 1))
    while about(won).startswith("losses"):
        won = after(won, offered(won)[0])
    assert about(won) == "retreat_of_br_northern_provincial_rhode_island"
    assert offered(won) == (a.PickSpace(s("albany")), a.PickSpace(s("hoosic")))
    assert [each.rule for each in refused(won, a.PickSpace(s("hudson_carry_north")))] == ["ww:7.92-e"]
    assert [each.rule for each in refused(won, a.PickSpace(s("wood_creek")))] == ["ww:7.92-c", "ww:7.92-e"]
    split = after(won, a.PickSpace(s("albany")), a.PickSpace(s("hudson_carry_north")))
    assert a.PickSpace(s("green_mountains_south")) in offered(split)


@proves("ww:10.2")
def test_only_one_militia_unit_of_the_department_defends_a_stockade_whichever_its_owner_names() -> None:
    pieces = {"allegheny_south": ["fr_coureurs_marin"], "southern_colonial_militias": ["2 br_militia"],
              "northern_colonial_militias": ["br_militia_3"]}  # fmt: skip
    state = moving("allegheny_south", "fr_coureurs_marin", pieces, stockades={"british": ["augusta"]})
    asked = after(state, go("augusta"))
    assert (about(asked), offered(asked)) == ("militia_against_raid", (a.Pick(u("br_militia_1")), a.Decline()))
    assert refused(asked, a.Pick(u("br_militia_3"))) == (
        violation(Reason.NO_SUCH_MILITIA, "ww:10.2", unit="br_militia_3", space="augusta"),
    )
    assert stack(named_freely(asked, a.Pick(u("br_militia_2"))).state, "southern_colonial_militias") == ["br_militia_1"]
    foreign(asked, a.Done())


@proves("ww:10.3", "ww:7.3-exc", "ww:10.1-clar", "ww:10.4")
def test_a_raid_is_noted_for_its_department_once_whether_it_succeeds_or_not() -> None:
    pieces = {"culpeper": ["fr_coureurs_marin"], "woodstock": ["fr_coureurs_lery"]}
    state = turn("french", pieces, "4", STANDARD, stockades=HOME)
    first = after(state, single(4, "fr_coureurs_lery", "fr_coureurs_marin"), a.Pick(u("fr_coureurs_marin")), a.Halt())
    failed = after(first, roll(1))
    while about(failed).startswith(("losses", "home")):
        failed = after(failed, offered(failed)[0])
    assert (failed.tracks.french_raids, failed.tracks.british_raids) == ((Department.SOUTHERN,), ())
    assert not any(raided_markers(failed.board, Side.FRENCH))
    if about(failed) == "next_individual":
        failed = after(failed, a.Pick(u("fr_coureurs_lery")))
    again = after(failed, a.Halt(), roll(6))
    assert again.tracks.french_raids == (Department.SOUTHERN,)
    assert raided_markers(again.board, Side.FRENCH)[s("woodstock")] == 1


@proves("ww:10.3", "ww:10.1-c")
def test_a_raid_on_a_settlement_outside_all_departments_is_noted_for_none() -> None:
    pieces = {"onondaga": ["br_ranger_rogers"], "oneida_castle": ["fr_indian_onondaga"]}
    state = turn("british", pieces, "4", STANDARD, stockades={"british": ["oswego"]})
    raided = after(state, single(4, "br_ranger_rogers"), a.Pick(u("br_ranger_rogers")), a.Halt(), roll(6))
    assert (raided.tracks.french_raids, raided.tracks.british_raids) == ((), ())
    assert raided_markers(raided.board, Side.BRITISH)[s("onondaga")] == 1
    assert stack(raided, "oneida_castle") == []
    assert "br_ranger_rogers" in stack(raided, "oswego")


def beaten_militia(state: State, *, killed: str) -> State:
    """Return the raid's roll after militia has been destroyed and has shot this one of the raiders' leaders."""
    fought_out = after(state, a.Pick(u("br_militia_1")), roll(6, 6))
    while about(fought_out) != "raid_roll":
        checked = about(fought_out).startswith("leader_check")
        dies = about(fought_out) == f"leader_check_of_{killed}"
        fought_out = after(fought_out, a.Roll(1 if dies else 6) if checked else offered(fought_out)[0])
    return fought_out


@proves("ww:10.22", "ww:10.3-a", "ww:7.51")
@pytest.mark.parametrize(("killed", "left", "modifier"), [("villiers", (), 0), ("nobody", ("villiers",), 1)])
def test_a_commander_killed_by_the_militia_gives_the_raid_no_tactics(
    killed: str, left: tuple[str, ...], modifier: int
) -> None:
    """Ruling A5: tactics are read when they count."""
    entered = after(
        moving(
            "east_delaware", "villiers fr_coureurs_marin fr_coureurs_lery",
            {"southern_colonial_militias": ["reduced br_militia_1"]},
            stockades={"british": ["easton"], "french": ["venango"]},
        ),
        go("easton"),
    )  # fmt: skip
    raid = beaten_militia(entered, killed=killed)
    frame = top(raid)
    assert isinstance(frame, Raid)
    assert (frame.leader, frame.leaders) == (who(left[0]) if left else None, tuple(map(who, left)))
    assert dict(played(raid, *roll(3)).events[0].facts)["modifier"] == modifier


@proves("ww:10.22", "ww:10.3-a", "ww:7.51")
def test_nobody_takes_the_place_of_an_activated_commander_whom_the_militia_killed() -> None:
    """Ruling A5: the active side takes no substitute, though Dumas, his subordinate, is there and raids."""
    entered = after(
        moving(
            "east_delaware", "villiers dumas fr_coureurs_marin fr_coureurs_lery",
            {"southern_colonial_militias": ["reduced br_militia_1"]},
            stockades={"british": ["easton"], "french": ["venango"]},
        ),
        go("easton"),
    )  # fmt: skip
    frame = top(beaten_militia(entered, killed="villiers"))
    assert isinstance(frame, Raid)
    assert (frame.leader, frame.leaders) == (None, (who("dumas"),))


@proves("ww:7.51-drop", "ww:10.3-a")
def test_raiders_left_on_the_way_are_led_by_whoever_the_militia_has_left_them() -> None:
    """They may use any leader in their space: Villiers, and once he is dead Dumas."""
    group: dict[str, Json] = {"side": "french", "commander": "montcalm", "leaders": ["montcalm"]}
    frames: Json = [
        {"type": "year", "stage": "actions", "turn": "french", "playing": True},
        {
            "type": "activation", **group, "stage": "raids", "units": ["fr_regular_bearn"], "ended": "east_delaware",
            "dropped": ["fr_coureurs_marin", "fr_coureurs_lery"], "dropped_leaders": ["villiers", "dumas"],
        },
    ]  # fmt: skip
    pieces = {
        "east_delaware": ["montcalm", "fr_regular_bearn"],
        "easton": ["villiers", "dumas", "fr_coureurs_marin", "fr_coureurs_lery"],
        "southern_colonial_militias": ["reduced br_militia_1"],
    }
    works: Json = {"british": ["easton"], "french": ["venango"]}
    asked = place(pieces, STANDARD, frames=frames, stockades=works, hands={"british": ["card_1"], "french": ["card_2"]})
    for killed, leader in (("nobody", "villiers"), ("villiers", "dumas")):
        frame = top(beaten_militia(asked, killed=killed))
        assert isinstance(frame, Raid)
        assert frame.leader == who(leader)


@proves("ww:10.3-a")
@pytest.mark.parametrize(("leader", "expected"), [("villiers", None), ("dumas", "dumas"), (None, None)])
def test_a_raid_shown_by_itself_is_led_by_its_commander_as_long_as_he_is_there(
    leader: str | None, expected: str | None
) -> None:
    raid: Json = {
        "type": "raiding", "side": "french", "space": "easton", "entry": None, "leader": leader,
        "leaders": ["dumas"], "units": ["fr_coureurs_marin"], "stage": "fought", "winner": "french",
    }  # fmt: skip
    frame = top(place({"easton": ["dumas", "fr_coureurs_marin"]}, frames=[raid], stockades={"british": ["easton"]}))
    assert isinstance(frame, Raid)
    assert frame.leader == (None if expected is None else who(expected))


@proves("ww:7.54", "ww:10.21")
@pytest.mark.parametrize(("by", "marker", "modifier"), [(By.LANDING, [], -2), (By.NAVAL, ["baie_st_paul"], -1)])
def test_rangers_who_land_on_a_stockade_attack_its_militia_from_the_boats(
    by: By, marker: list[Json], modifier: int
) -> None:
    """Ruling N39: the landing counts as well as the stockade; an ordinary naval move to a marker is none (A15)."""
    state = moving(
        "louisbourg", "br_ranger_rogers", {"st_lawrence_canadian_militias": ["fr_militia_1"]},
        ruleset(amphib_marker_removed_by="drilled_sole"), hands={"british": ["card_17"]},
        captured_fortresses={"british": ["louisbourg"]}, amphib=marker, stockades={"french": ["baie_st_paul"]},
    )  # fmt: skip
    landed = after(state, go("baie_st_paul", by))
    assert about(landed) == "militia_against_raid"
    fired = played(landed, a.Pick(u("fr_militia_1")), *roll(3)).events[-1]
    assert (fired.kind, dict(fired.facts)["modifier"]) == (EventKind.FIRED, modifier)


@proves("ww:7.54")
@pytest.mark.parametrize(
    ("landed", "ended", "boats"),
    [(True, "baie_st_paul", True), (True, "riviere_ouelle", False), (False, "baie_st_paul", False)],
)
def test_a_raid_is_from_the_boats_only_where_its_force_has_landed(landed: bool, ended: str, boats: bool) -> None:
    rogers = u("br_ranger_rogers")
    force = Activation(Side.BRITISH, units=(rogers,), ended=s(ended), landed=landed)
    raid = Raiding(Side.BRITISH, s("baie_st_paul"), None, None, (), (rogers,))
    pieces = {"baie_st_paul": ["br_ranger_rogers"]}
    assert raiding.is_from_the_boats(under_way([force, raid], pieces), raid) is boats
    assert not raiding.is_from_the_boats(under_way([raid], pieces), raid)


# ---------------------------------------------------------------- raids of auxiliaries left on the way, by option


def column(*ahead: str) -> State:
    """Montcalm's column has left Villiers and a Coureurs in Deerfield and comes to Northampton."""
    pieces = {"deerfield": ["villiers", "fr_coureurs_marin"], "northampton": list(ahead)}
    dropped: dict[str, Json] = {"spent": 2, "dropped": ["fr_coureurs_marin"], "dropped_leaders": ["villiers"]}
    state = moving(
        "deerfield", "montcalm fr_regular_bearn", pieces, ruleset(dropped_raiders="may"),
        frame=dropped, stockades={"french": ["ticonderoga"]},
    )  # fmt: skip
    met = after(state, go("northampton"))
    while about(met) in ("interception", "avoidance"):
        met = after(met, a.Decline())
    return met


@proves("ww:10.13", "ww:10.4")
def test_raiders_left_on_the_way_may_raid_before_the_battle_and_go_home_before_it() -> None:
    asked = column("br_northern_provincial_rhode_island")
    assert (about(asked), offered(asked)) == ("dropped_raid", (a.RaidNow(), a.Decline()))
    foreign(asked, a.Done())
    raided = after(asked, a.RaidNow(), roll(6))
    assert raided_markers(raided.board, Side.FRENCH)[s("deerfield")] == 1
    assert stack(raided, "ticonderoga") == ["villiers", "fr_coureurs_marin"]
    assert about(raided) == "battle_fire_french"


@proves("ww:10.23", "ww:10.21")
def test_a_raid_shown_by_itself_ends_with_the_retreat_of_beaten_raiders() -> None:
    met = shown(
        "french", "easton", "fr_indian_mississauga", {"southern_colonial_militias": ["br_militia_1"]},
        entry="east_delaware", stockades={"british": ["easton"]},
    )  # fmt: skip
    beaten = after(met, a.Pick(u("br_militia_1")), roll(2, 2))
    assert GAME.decision(beaten) == Over("settled")
    assert stack(beaten, "east_delaware") == ["fr_indian_mississauga"]
    assert stack(beaten, "southern_colonial_militias") == ["br_militia_1"]


@proves("ww:10.22", "ww:10.21")
def test_raiders_who_have_beaten_the_militia_raid_the_stockade() -> None:
    met = shown(
        "french", "easton", "fr_coureurs_marin fr_coureurs_lery", {"southern_colonial_militias": ["br_militia_1"]},
        entry="east_delaware", stockades={"british": ["easton"], "french": ["venango"]},
    )  # fmt: skip
    won = fought(after(met, a.Pick(u("br_militia_1"))), 6, 1).state
    assert about(won) == "raid_roll"
    assert stack(won, "southern_colonial_militias") == ["reduced br_militia_1"]
    assert raided_markers(after(won, roll(6)).board, Side.FRENCH)[s("easton")] == 1


@proves("ww:10.2")
@pytest.mark.parametrize(
    ("at", "box"),
    [("augusta", "southern_colonial_militias"), ("trois_rivieres", None), ("wood_creek", None), ("culpeper", None)],
)
def test_militia_defend_stockades_in_land_enemy_to_the_raider_only(at: str, box: str | None) -> None:
    """Given British stockades in all these spaces but Culpeper, when the French raid."""
    state = read({}, stockades={"british": ["augusta", "trois_rivieres", "wood_creek"]})
    raid = Raiding(Side.FRENCH, s(at), None, None, (), (u("fr_coureurs_marin"),))
    assert raiding.militia_box(state, raid) == (None if box is None else s(box))


@proves("ww:10.2-exc", "ww:fr-10.2-overrun")
def test_only_battles_of_the_raiders_keep_the_militia_away() -> None:
    marin, lery = u("fr_coureurs_marin"), u("fr_coureurs_lery")
    here, there = s("augusta"), s("tioga")
    for rules, fights, kept_away in (
        (STANDARD, (), False),
        (STANDARD, (Fight(lery, here),), False),
        (STANDARD, (Fight(marin, there),), False),
        (STANDARD, (Fight(lery, there), Fight(marin, here)), True),
        (ruleset(militia_vs_raid_block="any_battle_this_phase"), (Fight(lery, here),), False),
        (ruleset(militia_vs_raid_block="any_battle_this_phase"), (Fight(marin, there), Fight(lery, here)), True),
    ):
        state = read({}, rules)
        state = replace(state, phase=replace(state.phase, fights=fights))
        raid = Raiding(Side.FRENCH, here, None, None, (), (marin,))
        assert raiding.raiders_have_fought(state, raid) is kept_away


@proves("ww:6.53-caught", "ww:8.1")
def test_a_leader_with_units_in_a_raided_space_is_not_alone() -> None:
    pieces = {"schenectady": ["johnson", "br_ranger_rogers"]}
    state = shown("french", "schenectady", "fr_coureurs_lery", pieces, stockades={"british": ["schenectady"]})
    assert about(state) == "raid_roll"


@proves("ww:10.3", "ww:7.3-exc")
@pytest.mark.parametrize(
    ("side", "at", "unit", "before", "noted"),
    [
        ("french", "culpeper", "fr_coureurs_marin", [], ["southern"]),
        ("french", "culpeper", "fr_coureurs_marin", ["southern"], ["southern"]),
        ("french", "wood_creek", "fr_coureurs_marin", ["southern"], ["southern"]),
        ("french", "culpeper", "fr_coureurs_marin", ["northern"], ["northern", "southern"]),
        ("british", "baie_st_paul", "br_ranger_rogers", [], ["st_lawrence"]),
        ("british", "baie_st_paul", "br_ranger_rogers", ["st_lawrence"], ["st_lawrence"]),
        ("british", "baie_st_paul", "br_ranger_rogers", ["northern"], ["northern", "st_lawrence"]),
    ],
)
def test_each_department_raided_is_noted_for_the_raider(
    side: str, at: str, unit: str, before: list[Json], noted: list[str]
) -> None:
    state = shown(side, at, unit, {}, markers={f"{side}_raids": before})
    found = {"british": state.tracks.british_raids, "french": state.tracks.french_raids}
    assert found == {"british": (), "french": (), side: tuple(map(Department, noted))}


@proves("ww:10.13")
def test_raiders_left_on_the_way_may_raid_when_the_march_is_over() -> None:
    marching = column()
    assert about(marching) == "step"
    asked = after(marching, a.Halt())
    assert (about(asked), offered(asked)) == ("dropped_raid", (a.RaidNow(), a.Decline()))
    foreign(asked, a.Done())
    assert about(after(asked, a.Decline())) == "card_play"
    raiding = after(asked, a.RaidNow())
    assert about(raiding) == "raid_roll"
    assert stack(after(raiding, roll(6)), "ticonderoga") == ["villiers", "fr_coureurs_marin"]


@proves("ww:en-14.2")
@pytest.mark.parametrize(
    ("side", "at", "unit", "die"),
    [("french", "culpeper", "fr_coureurs_marin", 1), ("british", "onondaga", "br_ranger_rogers", 6)],
)
def test_by_option_a_raid_that_fails_or_is_in_no_department_hurts_no_militia(
    side: str, at: str, unit: str, die: int
) -> None:
    boxes = {name: ["br_militia_1"] for name in ("southern_colonial_militias",)}
    pieces = {**boxes, "oneida_castle": ["fr_indian_onondaga"]}
    state = shown(
        side, at, unit, pieces, ruleset(raids_hurt_militia="on"),
        stockades={"french": ["venango"], "british": ["oswego"]},
    )  # fmt: skip
    ended = after(state, roll(die))
    assert stack(ended, "southern_colonial_militias") == ["br_militia_1"]
    assert GAME.decision(ended) == Over("settled")


@proves("ww:en-14.2")
def test_by_option_a_raid_where_no_militia_are_boxed_hurts_nobody() -> None:
    state = moving("allegheny_south", "fr_coureurs_marin", {}, ruleset(raids_hurt_militia="on"), stockades=HOME)
    raided = after(state, go("augusta"))
    while about(raided) == "step":
        raided = after(raided, a.Halt())
    assert about(raided) == "raid_roll"
    following = played(raided, *roll(6))
    done = following.state
    assert raided_markers(done.board, Side.FRENCH)[s("augusta")] == 1
    assert (about(done), "steps_lost" in kinds_of(following.events)) == ("card_play", False)


@proves("ww:10.1", "ww:5.36")
@pytest.mark.parametrize(("rules", "raids"), [("standard", True), ("fr", True), ("fr_basic", True), ("de", False)])
def test_auxiliaries_left_without_drilled_troops_by_an_assault_raid(rules: str, raids: bool) -> None:
    """Given a fort in Augusta, when the only Regular dies storming it, then the others raid by N53; not under D16."""
    there = ["villiers", "reduced fr_regular_bearn", "fr_indian_shawnee_1", "fr_coureurs_marin"]
    works: dict[str, Json] = {"forts": {"british": ["augusta"], "french": ["ohio_forks"]}, "sieges": {"augusta": 1}}
    pieces = {"augusta": [*there, "inside reduced br_ranger_rogers"]}
    state = turn("french", pieces, "1 2", ruleset(rules), enemy="3", **works)
    stormed = after(state, *force(1, "villiers"), a.Storm(), a.Roll(6), a.Roll(5))
    over = after(stormed, *offered(stormed)[:1])
    assert about(over) == ("raid_roll" if raids else "end_of_phase")
    if raids:
        raid = top(over)
        assert isinstance(raid, Raid)
        assert (raid.leader, set(raid.units)) == (who("villiers"), {u("fr_indian_shawnee_1"), u("fr_coureurs_marin")})


@proves("ww:10.1", "ww:5.36")
@pytest.mark.parametrize(
    ("spent", "active", "officers"),
    [((), ("fr_coureurs_marin", "fr_indian_huron"), ("montcalm", "dumas")),
     (("fr_indian_huron", "dumas", "montcalm"), ("fr_coureurs_marin",), ("montcalm",))],
    ids=["all are activated", "some have only joined"],
)  # fmt: skip
def test_who_was_activated_before_is_not_active_in_a_siege(
    spent: tuple[str, ...], active: tuple[str, ...], officers: tuple[str, ...]
) -> None:
    state = read({"albany": ["montcalm", "dumas", "fr_coureurs_marin", "fr_indian_huron"]})
    units = tuple(u(each) for each in spent if each.startswith("fr_"))
    leaders = tuple(who(each) for each in spent if not each.startswith("fr_"))
    state = replace(state, phase=replace(state.phase, units=units, leaders=leaders))
    frame = Activation(Side.FRENCH, who("montcalm"))
    there = (u("fr_coureurs_marin"), u("fr_indian_huron"))
    found = besiegers(state, frame, (who("montcalm"), who("dumas")), there)
    assert found.units == tuple(map(u, active))
    assert found.leaders == tuple(map(who, officers))


@proves("ww:13.23", "ww:10.4")
def test_a_raid_does_not_give_ohio_forks_to_raiders_who_go_home_at_once_but_a_march_through_does() -> None:
    """Ruling N54: given Ohio Forks last held by France, when Rangers burn its empty stockade, then it stays so."""
    works: dict[str, Json] = {"stockades": {"french": ["ohio_forks"], "british": ["augusta"]}}
    held: dict[str, Json] = {"ohio_forks": "french"}
    pieces = {"gists_station": ["br_ranger_rogers"]}
    raid = after(turn("british", pieces, "1", enemy="3", **works, **held), *single(1, "br_ranger_rogers"))
    raid = after(raid, a.Pick(u("br_ranger_rogers")), go("ohio_forks"))
    burnt = played(raid, a.Roll(6))
    assert EventKind.STOCKADE_REMOVED in kinds_of(burnt.events)
    assert (stack(burnt.state, "ohio_forks"), burnt.state.tracks.ohio_forks) == ([], Side.FRENCH)
    march = after(turn("british", pieces, "1", enemy="3", **held), *single(1, "br_ranger_rogers"))
    march = after(march, a.Pick(u("br_ranger_rogers")), go("ohio_forks"))
    assert (about(march), march.tracks.ohio_forks) == ("step", Side.BRITISH)


@proves("ww:7.51-drop", "ww:10.3-a")
def test_the_leader_who_led_a_raid_from_its_start_leads_it_though_the_units_left_with_him_die() -> None:
    huron, marin = u("fr_indian_huron"), u("fr_coureurs_marin")
    state = under_way([], {"easton": ["villiers", "reduced fr_coureurs_marin"]})
    force = Activation(Side.FRENCH, who("montcalm"), units=(), dropped=(huron,))
    frame = Raiding(Side.FRENCH, s("easton"), None, who("villiers"), (who("villiers"),), (huron, marin))
    there = replace(state, stack=state.stack.pushed(force).pushed(frame))
    assert raiding.leader_left(there, frame) == who("villiers")
    assert raiding.leader_left(there, replace(frame, leader=who("dumas"))) is None


@proves("ww:8.232", "ww:10.31-c")
def test_a_siege_whose_last_besiegers_the_raid_has_killed_is_lifted_before_the_raiders_go_home() -> None:
    """Given Delaware alone before Raystown, when Rangers raid their settlement, then Raystown is open to them."""
    pieces = {"raystown": ["fr_indian_delaware_1"], "kittaning": ["br_ranger_rogers"]}
    works: dict[str, Json] = {"forts": {"british": ["raystown"]}, "sieges": {"raystown": 0}}
    raid: Json = {
        "type": "raiding", "side": "british", "space": "kittaning", "entry": "buffalo_swamp", "leader": None,
        "leaders": [], "units": ["br_ranger_rogers"], "stage": "roll",
    }  # fmt: skip
    frames: Json = [{"type": "year", "stage": "actions", "turn": "british", "playing": True}, raid]
    done = played(place(pieces, frames=frames, **works), a.Roll(6))
    kinds = [each.kind for each in done.events]
    assert kinds.index(EventKind.SIEGE_LIFTED) < kinds.index(EventKind.WENT_HOME)
    assert stack(done.state, "raystown") == ["br_ranger_rogers"]


@proves("ww:8.24-exc", "ww:8.232")
def test_what_the_dead_have_left_is_given_up_a_siege_first_and_then_a_captured_fortress() -> None:
    taken: dict[str, Json] = {"captured_fortresses": {"french": ["albany"]}}
    siege: dict[str, Json] = {"forts": {"british": ["raystown"]}, "sieges": {"raystown": 0}}
    lifted = raiding.follows_from_deaths(read({}, **taken, **siege))
    assert lifted is not None
    assert [each.kind for each in lifted.events] == [EventKind.SIEGE_LIFTED]
    reverted = raiding.follows_from_deaths(read({}, **taken))
    assert reverted is not None
    assert fortress_owner(reverted.state.board, s("albany")) is Side.BRITISH
    assert raiding.follows_from_deaths(read({"albany": ["fr_indian_huron"]}, **taken)) is None
