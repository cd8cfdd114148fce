"""Chapters 6.1 and 6.2: how far and where a mover goes by land."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Unasked, Violation, violation
from reference.wilderness_war.actions import Drop, DropLeader, Halt
from reference.wilderness_war.ch02_map import (
    SPACES,
    TERRAIN,
    Terrain,
    is_cultivated,
    originally_friendly,
    space,
)
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch06_dropping import partings
from reference.wilderness_war.ch06_entering import go_violations, steps_offered
from reference.wilderness_war.ch06_reach import (
    land_allowance,
    land_stop_violations,
    stop_violations,
    stops_after_enemy_land,
    stops_after_wilderness,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.windows import Passed
from tests.wilderness_war.moves import (
    BOAT,
    LAND,
    LANDING,
    NAVAL,
    about,
    go,
    gone,
    is_at,
    moving,
    offers,
    standing,
    ways,
)
from tests.wilderness_war.positions import (
    STANDARD,
    board,
    kinds_of,
    named_freely,
    played,
    refused,
    ruleset,
    stepped,
    units,
)

REGULAR = "br_regular_15th"
RANGERS = "br_ranger_rogers"
COUREURS = "fr_coureurs_marin"
BEARN = "fr_regular_bearn"


# ---------------------------------------------------------------- 6.1 and 6.2: land


@proves("ww:6.1")
def test_land_and_boat_movement_do_not_mix() -> None:
    """Given a unit at Albany, when it marches to Kinderhook, then the river is closed to it, and vice versa."""
    begin = moving("albany", REGULAR, {})
    marching = gone(begin, "kinderhook")
    expected = violation(Reason.MIXED_MOVEMENT, "ww:6.1", by="boat", before="land")
    assert refused(marching, go("poughkeepsie", BOAT)) == (expected,)
    assert ways(marching, BOAT) == set()
    rowing = played(begin, go("kinderhook", BOAT)).state
    expected = violation(Reason.MIXED_MOVEMENT, "ww:6.1", by="land", before="boat")
    assert refused(rowing, go("poughkeepsie")) == (expected,)
    assert ways(rowing, LAND) == set()
    assert ways(rowing, BOAT) == {"albany", "northampton", "poughkeepsie"}


@proves("ww:6.1", "ww:6.2", "ww:6.3")
def test_what_movement_is_left_is_measured_by_the_movement_under_way() -> None:
    """Given a Regular five spaces on by boat, then land is closed to it for the mixing only; after four by land,
    a boat is closed to it for both."""
    state, move = standing("kinderhook", REGULAR, {}, frame={"by": "boat", "spent": 5})
    mixed = violation(Reason.MIXED_MOVEMENT, "ww:6.1", by="land", before="boat")
    assert go_violations(state, move, go("poughkeepsie")) == (mixed,)
    state, move = standing("kinderhook", REGULAR, {}, frame={"by": "land", "spent": 4})
    mixed = violation(Reason.MIXED_MOVEMENT, "ww:6.1", by="boat", before="land")
    used_up = violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4)
    assert go_violations(state, move, go("poughkeepsie", BOAT)) == (mixed, used_up)


@proves("ww:6.1", "ww:6.4")
def test_the_sea_does_not_mix_with_anything() -> None:
    """Given a unit at New York, when it has taken a step it may not sail, and when it has sailed its move is over."""
    begin = moving("new_york", REGULAR, {})
    marching = gone(begin, "new_haven")
    expected = violation(Reason.MIXED_MOVEMENT, "ww:6.1", by="naval", before="land")
    assert refused(marching, go("boston", NAVAL)) == (expected,)
    sailed = played(begin, go("boston", NAVAL)).state
    assert is_at(sailed, REGULAR, "boston")
    assert about(sailed) == ""
    state, move = standing("boston", REGULAR, {}, frame={"by": "naval", "spent": 1, "halted": True})
    expected = violation(Reason.MUST_STOP, "ww:6.4", space="boston")
    assert go_violations(state, move, go("new_york", NAVAL)) == (expected,)
    assert steps_offered(state, move) == ()
    state, move = standing("louisbourg", REGULAR, {}, frame={"by": "landing", "spent": 1, "halted": True})
    expected = violation(Reason.MUST_STOP, "ww:6.43", space="louisbourg")
    assert go_violations(state, move, go("baie_st_paul", LANDING))[0] == expected


@proves("ww:6.2-a", "ww:6.2-b")
def test_each_kind_of_land_stops_those_it_is_hard_on() -> None:
    """Given a bare map, then wilderness holds up drilled troops alone, enemy farmland auxiliaries alone."""
    bare, regulars, rangers, british = board({}), units(REGULAR), units(RANGERS), Side.BRITISH
    drilled = {p for p in SPACES if stops_after_wilderness(bare, p, british, regulars, STANDARD, guided=False)}
    assert drilled == {place for place in SPACES if TERRAIN[place] is Terrain.WILDERNESS}
    auxiliaries = {p for p in SPACES if stops_after_enemy_land(bare, p, british, rangers, STANDARD)}
    assert auxiliaries == {p for p in SPACES if is_cultivated(p) and originally_friendly(p, Side.FRENCH)}
    for group in ((), regulars, (*regulars, *rangers)):
        assert not any(stops_after_enemy_land(bare, place, british, group, STANDARD) for place in SPACES)


@proves("ww:6.3-exc")
def test_a_portage_to_open_farmland_does_not_end_the_move() -> None:
    carried = played(moving("hoosic", REGULAR, {}), go("northampton", BOAT)).state
    assert ways(carried, BOAT) == {"deerfield", "hartford"}


@proves("ww:6.2")
def test_land_movement_uses_any_link_up_to_the_allowance() -> None:
    """Given a Regular of movement 4, when it has gone four spaces by land and river links, then it stands still."""
    three = gone(moving("new_york", REGULAR, {}), "peekskill", "poughkeepsie", "hartford")
    assert ways(three) == {"new_haven", "poughkeepsie", "northampton", "providence"}
    four = gone(three, "northampton")
    assert about(four) == ""
    assert is_at(four, REGULAR, "northampton")


@proves("ww:6.2")
def test_a_step_beyond_the_allowance_or_off_the_links_is_refused() -> None:
    state, move = standing("northampton", REGULAR, {}, frame={"by": "land", "spent": 4})
    expected = violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4)
    assert go_violations(state, move, go("worcester")) == (expected,)
    assert steps_offered(state, move) == ()
    begin = moving("new_york", REGULAR, {})
    expected = violation(Reason.NOT_ADJACENT, "ww:6.2", start="new_york", to="albany")
    assert refused(begin, go("albany")) == (expected,)


@proves("ww:6.21")
def test_a_leader_alone_goes_six_spaces() -> None:
    way = ("peekskill", "poughkeepsie", "kinderhook", "northampton", "worcester")
    five = gone(moving("new_york", "webb", {}), *way)
    assert about(five) == "step"
    assert about(gone(five, "boston")) == ""
    assert land_allowance(board({}), ()) == 6


@proves("ww:6.21")
def test_only_leaders_alone_have_their_six_spaces_with_troops_they_go_at_the_slowest_ones_rate() -> None:
    here = board({"albany": ["webb", REGULAR, RANGERS]})
    assert land_allowance(here, ()) == 6
    for troops, most in ((REGULAR, 4), (RANGERS, 6), (f"{RANGERS} {REGULAR}", 4)):
        assert land_allowance(here, units(troops)) == most


@proves("ww:6.22")
def test_a_force_goes_as_far_as_its_slowest_unit() -> None:
    """Given Webb with Rangers (6) and a Regular (4), then they go four spaces together and not a fifth."""
    way = ("peekskill", "poughkeepsie", "kinderhook")
    three = gone(moving("new_york", f"webb {REGULAR} {RANGERS}", {}), *way)
    assert about(three) == "step"
    four = gone(three, "albany")
    assert ways(four) == ways(four, BOAT) == set()
    assert refused(four, go("schenectady")) == (violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4),)
    assert land_allowance(three.board, units(f"{REGULAR} {RANGERS}")) == 4
    assert land_allowance(three.board, units(RANGERS)) == 6


@proves("ww:6.22", "ww:6.1-drop")
def test_after_dropping_the_slowest_the_others_go_on_at_their_own_rate() -> None:
    """Given that force, when the Regular stays at Kinderhook after three spaces, then the Rangers may go three more."""
    way = ("peekskill", "poughkeepsie", "kinderhook")
    three = gone(moving("new_york", f"webb {REGULAR} {RANGERS}", {}), *way)
    dropped = played(three, Drop(unit(REGULAR)))
    assert kinds_of(dropped.events) == ["pieces_dropped"]
    five = gone(dropped.state, "albany", "schenectady")
    assert about(five) == "step"
    six = gone(five, "albany")
    assert about(six) == ""
    assert is_at(six, RANGERS, "albany")
    assert is_at(six, REGULAR, "kinderhook")


@proves("ww:6.22", "ww:6.1-drop", "ww:6.21")
def test_the_slowest_are_left_where_they_can_go_no_further_and_the_others_go_on() -> None:
    """Given that force after four spaces, when the Regular stays, then the Rangers or Webb alone may go two more."""
    way = ("peekskill", "poughkeepsie", "kinderhook", "albany")
    four = gone(moving("new_york", f"webb johnson {REGULAR} {RANGERS}", {}), *way)
    assert offers(four) == {f"drop {REGULAR}", "halt"}
    early = named_freely(four, Drop(unit(RANGERS))).state
    assert offers(early) == {f"drop {REGULAR}", "halt"}
    in_order = played(four, Drop(unit(REGULAR)), Drop(unit(RANGERS))).state
    assert named_freely(early, Drop(unit(REGULAR))).state == in_order
    johnson = DropLeader(leader("johnson"))
    assert named_freely(four, johnson, Drop(unit(REGULAR))).state == played(four, Drop(unit(REGULAR)), johnson).state
    assert about(played(four, Halt()).state) == ""
    rest = played(four, Drop(unit(REGULAR))).state
    assert {f"drop {RANGERS}", "drop_leader johnson", "go schenectady land", "halt"} <= offers(rest)
    five = gone(rest, "schenectady")
    assert about(five) == "step"
    six = gone(five, "albany")
    assert about(six) == ""
    assert is_at(six, RANGERS, "albany")
    alone = gone(played(rest, Drop(unit(RANGERS))).state, "hudson_carry_south", "wood_creek")
    assert is_at(alone, "webb", "wood_creek")
    assert about(alone) == ""


@proves("ww:6.22", "ww:6.1-drop")
def test_where_the_slowest_can_go_no_further_no_drop_is_offered_that_leads_nowhere() -> None:
    """Given Light Infantry (6) and a Provincial (4), who are left in that order, then each may be, if both can."""
    light, provincial = "br_light_infantry_1_95th", "br_northern_provincial_rhode_island"
    way = ("peekskill", "poughkeepsie", "kinderhook", "albany")
    four = gone(moving("new_york", f"webb {light} {provincial}", {}), *way)
    assert offers(four) == {f"drop {light}", f"drop {provincial}", "halt"}
    first = played(four, Drop(unit(light))).state
    assert offers(first) == {f"drop {provincial}", "halt"}
    both = played(first, Drop(unit(provincial))).state
    assert ways(both) >= {"schenectady", "kinderhook"}
    mixed = gone(moving("new_york", f"webb {REGULAR} {light} {provincial}", {}), *way)
    assert offers(mixed) == {f"drop {REGULAR}", "halt"}
    assert offers(played(mixed, Drop(unit(REGULAR))).state) == {f"drop {light}", f"drop {provincial}", "halt"}


@proves("ww:6.22", "ww:6.1-drop")
@pytest.mark.parametrize(
    ("frame", "who", "drops"),
    [
        ({"by": "land", "spent": 4}, f"webb {REGULAR} {RANGERS}", {REGULAR}),
        ({"by": "land", "spent": 5}, f"webb {REGULAR}", {REGULAR}),
        ({"by": "land", "spent": 6}, f"webb {REGULAR} {RANGERS}", set()),
        ({"by": "land", "spent": 3}, f"webb {REGULAR} {RANGERS}", set()),
        ({"by": "land", "spent": 4}, f"webb {RANGERS}", set()),
        ({"by": "land", "spent": 4}, REGULAR, set()),
        ({"by": "land", "spent": 4, "halted": True}, f"webb {REGULAR} {RANGERS}", set()),
        ({"by": "land", "spent": 2, "weather": True}, f"webb {REGULAR} {RANGERS}", set()),
        ({"by": "boat", "spent": 4}, f"webb {REGULAR} {RANGERS}", set()),
    ],
)
def test_a_force_parts_where_the_march_of_its_slowest_ends_and_others_may_go_further(
    frame: dict[str, Json], who: str, drops: set[str]
) -> None:
    """Terrain stops, FOUL WEATHER and boats hold for all alike (N26); nobody parts while all may go on."""
    state, move = standing("albany", who, {}, frame=frame)
    assert partings(state, move) == tuple(Drop(unit(name)) for name in drops)


# ---------------------------------------------------------------- 6.2: stops


@proves("ww:6.2-a")
def test_drilled_troops_stop_in_the_space_after_wilderness() -> None:
    """Given a Regular at Canajoharie, when it passes through Schoharie, then it stops in the next space."""
    one = gone(moving("canajoharie", REGULAR, {}), "schoharie")
    assert "albany" in ways(one)  # the starting space is not passed through (A2)
    assert about(gone(one, "albany")) == ""


@proves("ww:6.2-a")
def test_drilled_troops_with_auxiliaries_do_not_stop_after_wilderness() -> None:
    one = gone(moving("canajoharie", f"webb {REGULAR} {RANGERS}", {}), "schoharie", "albany")
    assert about(one) == "step"


@proves("ww:6.2-a")
def test_auxiliaries_and_leaders_alone_pass_wilderness_freely() -> None:
    assert about(gone(moving("canajoharie", RANGERS, {}), "schoharie", "albany")) == "step"
    assert about(gone(moving("canajoharie", "webb", {}), "schoharie", "albany")) == "step"


@proves("ww:6.2-a", "ww:6.1-drop")
def test_who_drops_its_guides_in_the_wilderness_stops_in_the_next_space() -> None:
    one = gone(moving("canajoharie", f"webb {REGULAR} {RANGERS}", {}), "schoharie")
    alone = played(one, Drop(unit(RANGERS))).state
    assert about(gone(alone, "albany")) == ""


@proves("ww:6.2-a", "ww:fr-adv")
def test_without_the_advanced_rules_auxiliaries_guide_nobody() -> None:
    rules = ruleset("fr_basic")
    assert about(gone(moving("canajoharie", f"webb {REGULAR} {RANGERS}", {}, rules), "schoharie", "albany")) == ""


@proves("ww:fr-adv")
@pytest.mark.parametrize(
    ("who", "passed", "basic", "advanced"),
    [
        (REGULAR, "schoharie", True, True),
        (f"{REGULAR} {RANGERS}", "schoharie", True, False),
        (RANGERS, "schoharie", False, False),
        (REGULAR, "albany", False, False),
    ],
)
def test_guides_spare_drilled_troops_the_stop_after_wilderness_only_with_the_advanced_rules(
    who: str, passed: str, basic: bool, advanced: bool
) -> None:
    for rules, stops in ((ruleset("fr_basic"), basic), (STANDARD, advanced)):
        found = stops_after_wilderness(board({}), space(passed), Side.BRITISH, units(who), rules, guided=False)
        assert found is stops


@proves("ww:fr-adv")
@pytest.mark.parametrize(
    ("who", "passed", "advanced"),
    [
        (COUREURS, "charlestown", True),
        (COUREURS, "becancour", False),
        (f"{COUREURS} {BEARN}", "charlestown", False),
        (BEARN, "charlestown", False),
    ],
)
def test_enemy_land_stops_auxiliaries_without_drilled_troops_only_with_the_advanced_rules(
    who: str, passed: str, advanced: bool
) -> None:
    for rules, stops in ((ruleset("fr_basic"), False), (STANDARD, advanced)):
        assert stops_after_enemy_land(board({}), space(passed), Side.FRENCH, units(who), rules) is stops


@proves("ww:6.2-b")
def test_auxiliaries_stop_in_the_space_after_enemy_cultivated_land() -> None:
    """Given Coureurs in the White Mountains, when they pass Charlestown, then they stop in the next space."""
    one = gone(moving("white_mountains_south", COUREURS, {}), "charlestown")
    assert "white_river_falls" in ways(one)
    assert about(gone(one, "white_river_falls")) == ""


@proves("ww:6.2-b")
def test_auxiliaries_with_drilled_troops_do_not_stop_after_enemy_cultivated_land() -> None:
    one = moving("white_mountains_south", f"rigaud {COUREURS} {BEARN}", {})
    assert about(gone(one, "charlestown", "deerfield")) == "step"


@proves("ww:6.2-b")
def test_auxiliaries_pass_their_own_cultivated_land_freely() -> None:
    assert about(gone(moving("quebec", COUREURS, {}), "becancour", "trois_rivieres")) == "step"


@proves("ww:6.2-b", "ww:fr-adv")
def test_without_the_advanced_rules_auxiliaries_pass_enemy_land_freely() -> None:
    one = moving("white_mountains_south", COUREURS, {}, ruleset("fr_basic"))
    assert about(gone(one, "charlestown", "white_river_falls")) == "step"


@proves("ww:6.2-c")
@pytest.mark.parametrize("who", [REGULAR, RANGERS, "webb", f"webb {REGULAR} {RANGERS}"])
def test_everybody_stops_in_a_mountain(who: str) -> None:
    assert about(gone(moving("schenectady", who, {}), "adirondacks_south")) == ""


@proves("ww:6.2", "ww:6.2-c")
def test_who_must_stop_is_refused_a_further_step() -> None:
    state, move = standing("adirondacks_south", REGULAR, {}, frame={"by": "land", "spent": 1, "halted": True})
    expected = violation(Reason.MUST_STOP, "ww:6.2-c", space="adirondacks_south", terrain="mountain")
    assert go_violations(state, move, go("canajoharie")) == (expected,)
    assert steps_offered(state, move) == ()


@proves("ww:6.2-a", "ww:6.2-b", "ww:6.2-c")
def test_who_must_stop_is_told_which_terrain_stops_it_and_what_was_passed() -> None:
    """Given marchers that were stopped, then the refusal of a further step names every terrain that stopped them."""

    def told(who: str, at: str, passed: str, spent: int = 2) -> tuple[Violation, ...]:
        frame: dict[str, Json] = {"by": "land", "entry": passed, "spent": spent, "halted": True}
        return stop_violations(*standing(at, who, {}, frame=frame))

    wild, mountain = "winooski", "adirondacks_south"
    after_wild = violation(Reason.MUST_STOP, "ww:6.2-a", space="hoosic", passed=wild, terrain="wilderness")
    assert told(REGULAR, "hoosic", wild) == (after_wild,)
    assert told(REGULAR, "hoosic", wild, 1) == (violation(Reason.MUST_STOP, "ww:6.2", space="hoosic"),)
    after_land = violation(
        Reason.MUST_STOP, "ww:6.2-b", space=wild, passed="deerfield", terrain="enemy cultivated land"
    )
    assert told(COUREURS, wild, "deerfield") == (after_land,)
    in_mountain = violation(Reason.MUST_STOP, "ww:6.2-c", space=mountain, terrain="mountain")
    assert told(REGULAR, mountain, wild, 1) == (in_mountain,)
    assert told(REGULAR, mountain, wild) == (
        in_mountain, violation(Reason.MUST_STOP, "ww:6.2-a", space=mountain, passed=wild, terrain="wilderness"),
    )  # fmt: skip


@proves("ww:6.2-a", "ww:6.2-b")
def test_who_leaves_behind_those_for_whom_the_force_stopped_is_told_why_it_stopped() -> None:
    """Given Webb with Regulars that stopped after wilderness, when he drops them, then 6.2-a keeps him too (N26)."""
    frame: dict[str, Json] = {"by": "land", "entry": "winooski", "spent": 2, "halted": True, "dropped": [REGULAR]}
    assert stop_violations(*standing("hoosic", "webb", {"hoosic": [REGULAR]}, frame=frame)) == (
        violation(Reason.MUST_STOP, "ww:6.2-a", space="hoosic", passed="winooski", terrain="wilderness"),
    )
    frame = {**frame, "entry": "deerfield", "dropped": [COUREURS]}
    assert stop_violations(*standing("winooski", "rigaud", {"winooski": [COUREURS]}, frame=frame)) == (
        violation(Reason.MUST_STOP, "ww:6.2-b", space="winooski", passed="deerfield", terrain="enemy cultivated land"),
    )


@proves("ww:6.3-exc", "ww:6.51-c")
def test_who_must_stop_is_told_of_a_portage_to_a_besieged_work_or_a_stockade_taken() -> None:
    siege: dict[str, Json] = {"forts": {"british": ["hudson_carry_south"]}, "sieges": {"hudson_carry_south": 0}}
    frame: dict[str, Json] = {"by": "boat", "entry": "albany", "spent": 2, "halted": True}
    besieged = standing("hudson_carry_south", REGULAR, {"hudson_carry_south": [BEARN]}, frame=frame, **siege)
    assert stop_violations(*besieged) == (violation(Reason.MUST_STOP, "ww:6.3-exc", space="hudson_carry_south"),)
    free = standing("hudson_carry_south", REGULAR, {}, frame=frame, forts=siege["forts"])
    assert stop_violations(*free) == (violation(Reason.MUST_STOP, "ww:6.2", space="hudson_carry_south"),)
    works: dict[str, Json] = {"stockades": {"british": ["wood_creek"]}}
    taken = standing("wood_creek", REGULAR, {}, frame={**frame, "by": "land", "spent": 1}, **works)
    assert stop_violations(*taken) == (violation(Reason.MUST_STOP, "ww:6.51-c", space="wood_creek"),)


@proves("ww:6.2-exc", "ww:6.2-c", "ww:6.2-a")
def test_friendly_fortifications_waive_every_stop_besieged_or_not() -> None:
    """Given own works in a mountain and in the wilderness, when a Regular passes them, then it never stops."""
    stockades: Json = {"british": ["adirondacks_south"]}
    forts: Json = {"british": ["canajoharie"]}
    begin = moving("schenectady", REGULAR, {}, stockades=stockades, forts=forts)
    end = gone(begin, "adirondacks_south", "canajoharie", "schoharie")
    assert about(end) == "step"


@proves("ww:6.2-exc", "ww:6.2-b")
def test_auxiliaries_pass_enemy_land_with_an_own_stockade_freely() -> None:
    begin = moving("white_mountains_south", COUREURS, {}, stockades={"french": ["charlestown"]})
    assert about(gone(begin, "charlestown", "white_river_falls")) == "step"


@proves("ww:6.2-exc", "ww:6.2-a")
def test_an_enemy_or_unfinished_work_waives_no_stop() -> None:
    begin = moving("canajoharie", REGULAR, {}, unfinished_forts={"british": ["schoharie"]})
    assert about(gone(begin, "schoharie", "albany")) == ""


@proves("ww:6.2")
def test_only_steps_of_the_map_are_offered() -> None:
    begin = moving("baie_st_paul", COUREURS, {})
    assert offers(begin) == {"go ile_d_orleans land", "go ile_d_orleans boat", "halt"}


@proves("ww:6.2-a", "ww:6.2-b")
def test_a_mover_that_came_from_nowhere_is_not_stopped_by_what_it_passed() -> None:
    state, move = standing("albany", REGULAR, {}, frame={"by": "land", "spent": 2})
    assert tuple(land_stop_violations(state, move)) == ()


@proves("ww:8.231", "ww:9.1")
def test_rangers_left_before_a_fort_are_not_told_when_to_besiege_it() -> None:
    """Given only Rangers of a force at an enemy fort, then no siege of theirs waits: they have no drilled troops."""
    frame: dict[str, Json] = {"stage": "aftermath", "by": "land", "entry": "crown_point", "spent": 1}
    forts: Json = {"french": ["ticonderoga"]}
    for who, waits in ((RANGERS, False), (REGULAR, True)):
        state, _ = standing("ticonderoga", who, {}, forts=forts, frame=frame)
        windows = {each.window for each in stepped(state).events if isinstance(each, Unasked)}
        assert ({Passed.SIEGE_ROLL, Passed.ASSAULT} <= windows) is waits
        assert ({Passed.SIEGE_ROLL, Passed.ASSAULT} & windows != set()) is waits
