"""Chapters 5.3 to 6.8 in play: activation, movement, entering, infiltration, interception, avoidance."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import fieldworks_owner, has_amphib, siege_level, stockade_owner
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import moving
from tests.wilderness_war.phases import foreign
from tests.wilderness_war.positions import STANDARD, refused, said_otherwise, stack
from tests.wilderness_war.turns import about, after, c, drilled, force, offered, s, single, slip, to, turn, u, who

SOUTH, NORTH = "hudson_carry_south", "hudson_carry_north"


def roll(*dice: int) -> tuple[a.Action, ...]:
    return tuple(map(a.Roll, dice))


def rules_of(state: State, action: a.Action) -> list[str]:
    return [each.rule for each in refused(state, action)]


# ---------------------------------------------------------------- activation


@proves("ww:5.32-a", "ww:ex-5.32", "ww:5.33", "ww:5.31")
def test_a_three_card_buys_two_indians_a_coureurs_and_a_leader_and_no_more() -> None:
    pieces = {"montreal": ["dumas", "fr_coureurs_marin", "fr_indian_huron", "fr_indian_ottawa", "fr_regular_bearn"]}
    state = after(turn("french", pieces, "4"), a.Activate(c(4), a.Activates.INDIVIDUALS))
    assert rules_of(state, a.Pick(u("fr_regular_bearn"))) == ["ww:5.32-a"]
    assert rules_of(state, a.Pick(u("br_ranger_rogers"))) == ["ww:5.31"]
    named = after(state, a.PickLeader(who("dumas")), a.Pick(u("fr_coureurs_marin")), a.Pick(u("fr_indian_huron")))
    full = after(named, a.Pick(u("fr_indian_ottawa")))
    assert offered(full) == (a.Done(),)
    refusal = refused(full, a.Pick(u("fr_indian_huron")))
    assert [each.reason for each in refusal] == [Reason.ALREADY_CHOSEN]


@proves("ww:5.32-c", "ww:3.2-initiative", "ww:5.34", "ww:5.534", "ww:5.534-free", "ww:3.2-command")
def test_a_force_needs_initiative_and_command_and_johnson_for_the_mohawk() -> None:
    pieces = {"albany": ["johnson", "webb", "bradstreet", "4 br_regular", "2 br_indian_mohawk"]}
    low = after(turn("british", pieces, "8"), a.Activate(c(8), a.Activates.FORCE))
    assert rules_of(low, a.PickLeader(who("webb"))) == ["ww:5.32-c"]
    state = after(low, a.PickLeader(who("bradstreet")))
    assert rules_of(state, a.PickLeader(who("webb"))) == ["ww:5.34"]
    assert said_otherwise(state, a.Pick(u("br_indian_mohawk_1"))) == Notation(
        Reason.LEADERS_FIRST, (("leaders", ("johnson",)),)
    )
    johnson = after(low, a.PickLeader(who("johnson")))
    three = after(johnson, *(a.Pick(u(f"br_regular_{name}")) for name in ("15th", "17th", "1st_royal")))
    assert rules_of(three, a.Pick(u("br_regular_22nd"))) == ["ww:5.34"]
    assert a.Pick(u("br_indian_mohawk_1")) in offered(three)


@proves("ww:4.0-A.2-hold", "ww:4.0-A.2-mustplay", "ww:5.4-exc", "ww:5.26")
def test_the_last_card_may_be_held_once_and_nobody_builds_twice_running() -> None:
    pieces = {"quebec": ["fr_regular_bearn"]}
    assert rules_of(turn("french", pieces, "4 5"), a.Hold()) == ["ww:4.0-A.2-hold"]
    assert rules_of(turn("french", pieces, "4", STANDARD, card_held=["french"]), a.Hold()) == ["ww:4.0-A.2-mustplay"]
    held = turn("french", pieces, "4", STANDARD, built_last=["french"])
    assert rules_of(held, a.Build(c(4), a.Raised.FORTS)) == ["ww:5.4-exc"]
    assert rules_of(held, a.Activate(c(5), a.Activates.UNIT)) == ["ww:5.26"]
    assert a.Hold() in offered(held)


@proves(
    "ww:5.41",
    "ww:5.42",
    "ww:5.42-twophase",
    "ww:5.43",
    "ww:5.43-fortress",
    "ww:5.43-siege",
    "ww:5.43-replace",
    "ww:12.3-a",
)
def test_works_are_built_where_they_may_be() -> None:
    pieces = {"wood_creek": ["br_regular_44th"], SOUTH: ["br_regular_48th"], "tioga": ["br_regular_15th"]}
    works: Json = {"british": [SOUTH]}
    state = after(turn("british", pieces, "4", STANDARD, stockades=works), a.Build(c(4), a.Raised.FORTS))
    assert rules_of(state, a.PickSpace(s("albany"))) == ["ww:5.43-fortress", "ww:5.42"]
    assert rules_of(state, a.PickSpace(s("tioga"))) == ["ww:12.3-a"]
    assert rules_of(state, a.PickSpace(s("hoosic"))) == ["ww:5.42"]
    begun = after(state, a.PickSpace(s(SOUTH)))
    assert rules_of(begun, a.PickSpace(s(SOUTH))) == ["ww:5.42-twophase"]
    finishing = turn("british", pieces, "4", STANDARD, stockades=works, unfinished_forts=works)
    done = after(finishing, a.Build(c(4), a.Raised.FORTS), a.PickSpace(s(SOUTH)))
    assert stockade_owner(done.board, s(SOUTH)) is None
    stockades = after(turn("british", pieces, "4", STANDARD, stockades=works), a.Build(c(4), a.Raised.STOCKADES))
    assert rules_of(stockades, a.PickSpace(s(SOUTH))) == ["ww:5.43", "ww:5.41-not"]
    assert a.PickSpace(s("hoosic")) in offered(stockades)


@proves("ww:5.46", "ww:5.46-vp")
def test_demolishing_a_fort_costs_a_vp_and_a_stockade_nothing() -> None:
    works: Json = {"french": ["ticonderoga"]}
    state = turn(
        "french", {"quebec": ["fr_regular_bearn"]}, "4", STANDARD, forts=works, stockades={"french": ["venango"]}
    )
    asked = after(state, a.Demolish())
    assert after(asked, a.Raze(s("ticonderoga"), a.Razed.FORT)).tracks.vp == -1
    assert after(asked, a.Raze(s("venango"), a.Razed.STOCKADE)).tracks.vp == 0
    assert rules_of(asked, a.Raze(s("albany"), a.Razed.FORT)) == ["ww:5.46"]


# ---------------------------------------------------------------- movement


@proves("ww:6.2", "ww:6.2-a", "ww:6.2-c", "ww:6.2-exc", "ww:ex-6.2")
def test_drilled_troops_stop_after_wilderness_and_in_mountains_unless_a_fort_is_there() -> None:
    pieces = {"albany": ["br_regular_44th"]}
    state = after(turn("british", pieces, "4"), drilled(4, "br_regular_44th"), to(SOUTH))
    onward = after(state, to("wood_creek"))
    assert about(onward) != "step"
    forts = turn("british", pieces, "4", STANDARD, stockades={"british": [SOUTH, "wood_creek"]})
    fortified = after(forts, drilled(4, "br_regular_44th"), to(SOUTH, "wood_creek"))
    assert about(fortified) == "step"
    assert rules_of(fortified, a.Go(s("albany"), a.By.LAND)) == ["ww:6.2"]
    mountain = after(turn("british", pieces, "4"), drilled(4, "br_regular_44th"), to("hoosic", "green_mountains_south"))
    assert about(mountain) != "step"


@proves("ww:6.3", "ww:6.3-exc", "ww:6.1")
def test_boats_keep_to_water_with_one_portage_between_friendly_ends() -> None:
    pieces = {"new_york": ["br_royal_american_1_60th"]}
    works: Json = {"british": [SOUTH, NORTH]}
    state = after(turn("british", pieces, "12", STANDARD, forts=works), drilled(12, "br_royal_american_1_60th"))
    moved = after(state, to("peekskill", "poughkeepsie", "kinderhook", "albany", SOUTH, NORTH, by=a.By.BOAT))
    assert about(moved) == "step"
    assert rules_of(moved, a.Go(s("adirondacks_central"), a.By.BOAT)) == ["ww:6.3-exc", "ww:6.3-exc"]
    assert "ww:6.1" in rules_of(moved, a.Go(s(SOUTH), a.By.LAND))


@proves("ww:6.4", "ww:6.41", "ww:6.42", "ww:6.43", "ww:6.431", "ww:card-amphibious", "ww:card-amphibious-bar")
def test_forces_sail_on_three_cards_and_land_with_the_card() -> None:
    pieces = {"halifax": ["wolfe", "3 br_regular"], "boston": ["forbes", "br_regular_44th"], "louisbourg": ["drucour"]}
    names = ("br_regular_15th", "br_regular_17th")
    low = after(turn("british", pieces, "8 17"), force(8, "forbes", "br_regular_44th"))
    assert rules_of(low, a.Go(s("halifax"), a.By.NAVAL)) == ["ww:6.41"]
    assert a.Go(s("boston"), a.By.NAVAL) in offered(after(turn("british", pieces, "8"), drilled(8, "br_regular_15th")))
    ready = after(turn("british", pieces, "4 17"), force(4, "wolfe", *names))
    assert a.Go(s("louisbourg"), a.By.LANDING) in offered(ready)
    assert rules_of(ready, a.Go(s("quebec"), a.By.NAVAL)) == ["ww:6.4"]
    without = after(turn("british", pieces, "4 5"), force(4, "wolfe", *names))
    assert rules_of(without, a.Go(s("louisbourg"), a.By.LANDING)) == ["ww:6.431"]
    barred = after(turn("british", pieces, "4 17", STANDARD, markers={"no_landings": True}), force(4, "wolfe", *names))
    assert rules_of(barred, a.Go(s("louisbourg"), a.By.LANDING)) == ["ww:card-amphibious-bar"]


@proves("ww:6.431-marker", "ww:card-amphibious-fx", "ww:7.54", "ww:8.21")
def test_a_landing_places_the_marker_and_besieges_the_beaten() -> None:
    pieces = {"halifax": ["wolfe", "4 br_regular"], "louisbourg": ["fr_regular_bearn"]}
    state = turn("british", pieces, "4 17")
    units = [str(each) for each in stack(state, "halifax") if each != "wolfe"]
    landed = after(state, force(4, "wolfe", *units), a.Go(s("louisbourg"), a.By.LANDING), a.Done(), roll(3, 1))
    while about(landed).startswith("losses"):
        landed = after(landed, offered(landed)[0])
    assert has_amphib(landed.board, s("louisbourg"))
    assert siege_level(landed.board, s("louisbourg")) == 0
    assert "inside reduced fr_regular_bearn" in stack(landed, "louisbourg") or landed.tracks.vp == -1


@proves(
    "ww:card-foul-weather",
    "ww:card-foul-weather-fx",
    "ww:6.431-imp",
    "ww:6.22-note",
    "ww:card-croghan",
    "ww:card-croghan-fx",
)
def test_foul_weather_comes_before_croghan_and_keeps_ships_in_port() -> None:
    pieces = {"halifax": ["wolfe", "3 br_regular"], "boston": ["br_regular_44th"]}
    state = after(turn("british", pieces, "4 16 17", STANDARD, enemy="14"), force(4, "wolfe", "br_regular_15th"))
    assert about(state) == "response_weather"
    foul = after(state, a.Respond(c(14)))
    assert about(foul) == "response_guide"
    moving = after(foul, a.Respond(c(16)))
    assert moving.stack.top is not None
    assert about(moving) != "step"
    fair = after(state, a.Decline(), a.Decline())
    assert a.Go(s("boston"), a.By.NAVAL) in offered(fair)


@proves("ww:card-schooner", "ww:card-schooner-fx", "ww:6.63")
def test_a_schooner_turns_a_mover_back() -> None:
    pieces = {"oswego": ["br_regular_44th"]}
    state = turn("british", pieces, "4", STANDARD, enemy="15", stockades={"french": ["niaoure_bay"]})
    by_lake = after(state, drilled(4, "br_regular_44th"))
    target = next(each for each in offered(by_lake) if isinstance(each, a.Go) and each.to == s("niaoure_bay"))
    assert target is not None
    warned = after(by_lake, target)
    assert about(warned) == "response_schooner"
    assert "br_regular_44th" in stack(after(warned, a.Respond(c(15))), "oswego")


# ---------------------------------------------------------------- entering and reacting


@proves("ww:6.52", "ww:6.53", "ww:6.51-c", "ww:5.45-capture")
def test_forts_need_drilled_troops_leaders_enter_nothing_and_stockades_fall() -> None:
    pieces = {"albany": ["dunbar", "br_regular_44th", "br_ranger_rogers"]}
    works: Json = {"french": [SOUTH]}
    ranger = after(turn("british", pieces, "4", STANDARD, forts=works), single(4, "br_ranger_rogers"))
    moving = after(ranger, a.Pick(u("br_ranger_rogers")))
    assert rules_of(moving, a.Go(s(SOUTH), a.By.LAND)) == ["ww:6.52"]
    leader = after(
        turn("british", pieces, "4", STANDARD, forts=works), single(4, "dunbar"), a.PickLeader(who("dunbar"))
    )
    assert rules_of(leader, a.Go(s(SOUTH), a.By.LAND)) == ["ww:6.53"]
    taken = after(turn("british", pieces, "4", STANDARD, stockades=works), drilled(4, "br_regular_44th"), to(SOUTH))
    assert stockade_owner(taken.board, s(SOUTH)) is Side.BRITISH
    assert taken.tracks.vp == -1


@proves("ww:6.6", "ww:6.61", "ww:6.62", "ww:6.71", "ww:6.71-b", "ww:6.72", "ww:6.724", "ww:ex-6.6")
def test_the_shawnee_slip_through_woodstock_past_a_failed_interception() -> None:
    pieces = {
        "allegheny_south": ["fr_indian_shawnee_1"], "woodstock": ["br_southern_provincial_virginia_1"],
        "augusta": ["br_southern_provincial_virginia_2"],
    }  # fmt: skip
    state = after(turn("french", pieces, "4"), single(4, "fr_indian_shawnee_1"), a.Pick(u("fr_indian_shawnee_1")))
    entered = after(state, slip("woodstock"))
    assert about(entered) == "interception"
    missed = after(entered, a.Pick(u("br_southern_provincial_virginia_1")), roll(2), to("culpeper"))
    assert offered(missed) == (a.Pick(u("br_southern_provincial_virginia_2")), a.Decline())
    assert rules_of(missed, a.Pick(u("br_southern_provincial_virginia_1"))) == ["ww:6.724"]


@proves("ww:6.721", "ww:6.72", "ww:ex-6.72", "ww:5.34-limits")
def test_only_the_rangers_may_intercept_a_lone_coureurs_in_the_wild() -> None:
    pieces = {
        "ossipee": ["2 br_northern_provincial", "br_ranger_rogers"],
        "concord": ["bradstreet", "2 br_northern_provincial"],
        "white_mountains_north": ["fr_coureurs_marin"],
    }  # fmt: skip
    state = after(turn("french", pieces, "4"), single(4, "fr_coureurs_marin"), a.Pick(u("fr_coureurs_marin")))
    wild = after(state, to("casco_bay"))
    assert offered(wild) == (a.Pick(u("br_ranger_rogers")), a.Decline())
    provincial = next(str(each) for each in stack(wild, "ossipee") if "provincial" in str(each))
    assert rules_of(wild, a.Pick(u(provincial))) == ["ww:6.721"]
    assert rules_of(wild, a.Pick(u("br_regular_44th"))) == ["ww:6.72"]
    tame = after(wild, a.Pick(u("br_ranger_rogers")), roll(3), to("portsmouth"))
    assert a.PickLeader(who("bradstreet")) in offered(tame)


@proves("ww:6.8", "ww:6.8-exc", "ww:6.81", "ww:6.82")
def test_auxiliaries_slip_away_from_troops_without_any_and_the_mover_goes_on() -> None:
    pieces = {"wood_creek": ["fr_coureurs_marin"], SOUTH: ["br_regular_44th"]}
    state = turn("british", pieces, "4", STANDARD, forts={"british": [SOUTH], "french": ["ticonderoga"]})
    entered = after(state, drilled(4, "br_regular_44th"), to("wood_creek"))
    assert about(entered) == "avoidance"
    slipped = after(entered, a.Pick(u("fr_coureurs_marin")))
    assert about(slipped) == "avoid_to"
    assert rules_of(slipped, a.PickSpace(s(SOUTH))) == ["ww:6.81", "ww:6.81"]
    gone = after(slipped, a.PickSpace(s("ticonderoga")))
    assert about(gone) == "step"


@proves("ww:6.1-drop", "ww:6.22", "ww:6.21")
def test_johnson_drops_his_units_and_goes_on_alone() -> None:
    pieces = {"schenectady": ["johnson", "br_northern_provincial_rhode_island"]}
    state = after(turn("british", pieces, "4"), force(4, "johnson", "br_northern_provincial_rhode_island"))
    assert rules_of(state, a.Drop(u("br_northern_provincial_rhode_island"))) == ["ww:6.1-drop"]
    moving = after(state, to("albany"))
    assert rules_of(moving, a.DropLeader(who("johnson")))[0] == "ww:6.1-drop"
    alone = after(moving, a.Drop(u("br_northern_provincial_rhode_island")), to("kinderhook", "poughkeepsie"))
    assert stack(alone, "albany") == ["br_northern_provincial_rhode_island"]
    assert "johnson" in stack(alone, "poughkeepsie")


@proves("ww:5.45-destroy", "ww:card-massacre-clar3", "ww:card-massacre")
def test_a_stockade_destroyed_in_battle_may_bring_on_a_massacre() -> None:
    pieces = {
        "hoosic": ["br_northern_provincial_rhode_island"],
        "green_mountains_south": ["montcalm", "2 fr_regular", "2 fr_indian_abenaki"],
    }
    state = turn("french", pieces, "4", STANDARD, enemy="7", stockades={"british": ["hoosic"]})
    units = sorted((str(each) for each in stack(state, "green_mountains_south") if each != "montcalm"), key=u)
    won = after(state, force(4, "montcalm", *units), to("hoosic"), a.Decline(), roll(6, 1))
    assert about(won) == "response_massacre"
    assert after(won, a.Respond(c(7))).tracks.vp == 0
    unheld = violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_8")
    expected = violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_8")
    assert refused(won, a.Respond(c(8))) == (unheld, expected)


@proves("ww:5.46", "ww:card-fieldworks-clar", "ww:card-fieldworks-clar2")
def test_a_mover_may_level_fieldworks_it_passes_before_it_goes_on() -> None:
    """Given Fieldworks the enemy left, when a force enters and means to go on, then it may level them first (N3)."""
    works: Json = {"british": ["wood_creek"], "french": ["ticonderoga"]}
    state = moving("ticonderoga", "montcalm fr_regular_bearn fr_coureurs_marin", {}, fieldworks=works)
    here = a.Raze(s("wood_creek"), a.Razed.FIELDWORKS)
    foreign(state, here)
    assert here not in offered(after(state, a.Demolish()))
    entered = after(state, to("wood_creek"))
    assert fieldworks_owner(entered.board, s("wood_creek")) is Side.FRENCH
    assert here in offered(after(entered, a.Demolish()))
    levelled = after(entered, a.Demolish(), here)
    assert fieldworks_owner(levelled.board, s("wood_creek")) is None
    assert (about(levelled), a.Demolish() in offered(levelled)) == ("step", False)
    gone = after(entered, to("green_mountains_south"))
    assert fieldworks_owner(gone.board, s("wood_creek")) is Side.FRENCH
