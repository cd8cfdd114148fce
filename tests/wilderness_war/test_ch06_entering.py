"""Chapters 6.5 and 6.6: entering spaces the enemy holds, and infiltration."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, event, violation
from reference.wilderness_war.actions import Decline, Drop, Halt, Pick, Roll
from reference.wilderness_war.board import siege_level
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import unit
from reference.wilderness_war.ch06_entering import enemy_units_here, go_violations, is_held
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from tests.wilderness_war.moves import (
    BOAT,
    LANDING,
    NAVAL,
    about,
    fought,
    go,
    gone,
    is_at,
    mover,
    moving,
    offers,
    slip,
    standing,
    ways,
)
from tests.wilderness_war.positions import GAME, Pieces, board, played, read, refused, ruleset, stack, stepped

REGULAR = "br_regular_15th"
RANGERS = "br_ranger_rogers"
HURON = "fr_indian_huron"
COUREURS = "fr_coureurs_marin"
BEARN = "fr_regular_bearn"
TICONDEROGA: Json = {"french": ["ticonderoga"]}
CAUTIOUS = "fr_basic"


# ---------------------------------------------------------------- 6.52 to 6.54


@proves("ww:6.52")
def test_only_movers_with_drilled_troops_enter_an_enemy_fort() -> None:
    begin = moving("crown_point", RANGERS, {}, ruleset(CAUTIOUS), forts=TICONDEROGA)
    expected = violation(Reason.NO_DRILLED_TROOPS, "ww:6.52", space="ticonderoga", work="fort")
    assert refused(begin, go("ticonderoga")) == (expected,)
    assert "ticonderoga" not in ways(begin)
    assert "ticonderoga" in ways(moving("crown_point", REGULAR, {}, forts=TICONDEROGA))
    assert "ticonderoga" in ways(moving("crown_point", f"webb {REGULAR} {RANGERS}", {}, forts=TICONDEROGA))


@proves("ww:6.52", "ww:6.6-note")
def test_fortresses_are_barred_like_forts_and_stockades_are_not() -> None:
    begin = moving("schoharie", HURON, {}, stockades={"british": ["schenectady"]})
    expected = violation(Reason.NO_DRILLED_TROOPS, "ww:6.52", space="albany", work="fortress")
    assert refused(begin, go("albany")) == (expected,)
    assert "schenectady" in ways(begin)


@proves("ww:6.52", "ww:6.51")
def test_a_besieged_enemy_fort_is_open_to_auxiliaries() -> None:
    pieces = {"ticonderoga": [REGULAR]}
    begin = moving("crown_point", RANGERS, pieces, forts=TICONDEROGA, sieges={"ticonderoga": 0})
    assert "ticonderoga" in ways(begin)


@proves("ww:6.53")
@pytest.mark.parametrize("where", ["units", "stockade", "fort"])
def test_a_leader_alone_enters_no_enemy_space(where: str) -> None:
    pieces = {"ticonderoga": [COUREURS]} if where == "units" else {}
    forts: Json = TICONDEROGA if where == "fort" else {}
    stockades: Json = TICONDEROGA if where == "stockade" else {}
    begin = moving("crown_point", "webb", pieces, forts=forts, stockades=stockades)
    expected = violation(Reason.LEADERS_ALONE, "ww:6.53", space="ticonderoga", leaders=("webb",))
    assert refused(begin, go("ticonderoga")) == (expected,)
    assert "ticonderoga" not in ways(begin)


@proves("ww:6.53", "ww:6.54")
def test_a_leader_alone_joins_his_besiegers_and_passes_enemy_leaders() -> None:
    pieces = {"ticonderoga": [REGULAR, "inside levis"]}
    begin = moving("crown_point", "webb", pieces, forts=TICONDEROGA, sieges={"ticonderoga": 1})
    assert "ticonderoga" in ways(begin)
    assert is_at(gone(begin, "ticonderoga"), "webb", "ticonderoga")


@proves("ww:6.51", "ww:6.54")
def test_unbesieged_units_and_finished_works_hold_a_space() -> None:
    """Then units and works hold it; lone leaders, unfinished forts and besieged garrisons do not."""
    here = space("ticonderoga")
    for pieces in ([COUREURS], [BEARN]):
        assert is_held(board({"ticonderoga": pieces}), here, Side.FRENCH)
        assert enemy_units_here(board({"ticonderoga": pieces}), here, Side.FRENCH)
    assert is_held(board({}, forts=TICONDEROGA), here, Side.FRENCH)
    assert is_held(board({}, stockades=TICONDEROGA), here, Side.FRENCH)
    assert not is_held(board({"ticonderoga": ["levis"]}), here, Side.FRENCH)
    assert not is_held(board({}, unfinished_forts=TICONDEROGA), here, Side.FRENCH)
    besieged = board({"ticonderoga": [f"inside {BEARN}", REGULAR]}, forts=TICONDEROGA, sieges={"ticonderoga": 0})
    assert not is_held(besieged, here, Side.FRENCH)
    assert not enemy_units_here(besieged, here, Side.FRENCH)


@proves("ww:5.44", "ww:5.532-imp")
def test_neither_an_unfinished_fort_nor_a_settlement_holds_a_space() -> None:
    """Given a tribe allied to France, then its settlement holds up nobody unless its units are there."""
    away, home = board({"niagara": ["fr_indian_mingo_1"]}), board({"mingo_town": ["fr_indian_mingo_1"]})
    assert allied_tribes(away, space("mingo_town"), Side.FRENCH)
    assert [is_held(each, space("mingo_town"), Side.FRENCH) for each in (away, home)] == [False, True]
    begun, finished = board({}, unfinished_forts=TICONDEROGA), board({}, forts=TICONDEROGA)
    assert [is_held(each, space("ticonderoga"), Side.FRENCH) for each in (begun, finished)] == [False, True]


# ---------------------------------------------------------------- 6.6: who may infiltrate


@proves("ww:6.6")
@pytest.mark.parametrize("who", [RANGERS, f"webb {RANGERS}", f"webb dunbar {RANGERS}"])
def test_a_single_auxiliary_with_or_without_leaders_infiltrates(who: str) -> None:
    begin = moving("crown_point", who, {}, forts=TICONDEROGA)
    there = played(begin, slip("ticonderoga")).state
    assert about(there) == "step"
    assert "hudson_carry_north" in ways(there)
    assert siege_level(there.board, space("ticonderoga")) is None
    assert is_at(gone(there, "hudson_carry_north"), RANGERS, "hudson_carry_north")


@proves("ww:6.6", "ww:fr-13.0-dropoff")
@pytest.mark.parametrize("who", [REGULAR, f"webb {RANGERS} {REGULAR}", f"webb {RANGERS} br_ranger_goreham", "webb"])
def test_nobody_else_infiltrates(who: str) -> None:
    begin = moving("crown_point", who, {}, forts=TICONDEROGA)
    expected = violation(Reason.NOT_A_SINGLE_AUXILIARY, "ww:6.6", space="ticonderoga")
    assert refused(begin, slip("ticonderoga")) == (expected,)
    assert not any(name.endswith("?") for name in ways(begin))


@proves("ww:6.6")
def test_there_must_be_somebody_to_infiltrate() -> None:
    begin = moving("crown_point", RANGERS, {"ticonderoga": ["levis"]}, unfinished_forts=TICONDEROGA)
    expected = violation(Reason.NOTHING_TO_INFILTRATE, "ww:6.6", space="ticonderoga")
    assert refused(begin, slip("ticonderoga")) == (expected,)


@proves("ww:6.6", "ww:6.61")
def test_ships_do_not_infiltrate() -> None:
    state, move = standing("halifax", RANGERS, {}, hands={"british": ["card_17"]})
    expected = violation(Reason.NOT_BY_LAND_OR_BOAT, "ww:6.6", space="louisbourg")
    assert go_violations(state, move, slip("louisbourg", LANDING)) == (expected,)
    begin = moving("boston", RANGERS, {})
    expected = violation(Reason.NOT_BY_LAND_OR_BOAT, "ww:6.6", space="new_york")
    nobody = violation(Reason.NOTHING_TO_INFILTRATE, "ww:6.6", space="new_york")
    assert refused(begin, slip("new_york", NAVAL)) == (expected, nobody)


@proves("ww:6.6", "ww:6.61")
def test_every_rule_that_an_infiltration_breaks_is_named() -> None:
    """Given two Rangers under Webb, then they are too many, for a free space without need, and by sea not at all."""
    pair = f"webb {RANGERS} br_ranger_goreham"
    state, move = standing("crown_point", pair, {}, forts=TICONDEROGA)
    crowd = violation(Reason.NOT_A_SINGLE_AUXILIARY, "ww:6.6", space="winooski")
    nobody = violation(Reason.NOTHING_TO_INFILTRATE, "ww:6.6", space="winooski")
    assert go_violations(state, move, slip("winooski")) == (crowd, nobody)
    crowd = violation(Reason.NOT_A_SINGLE_AUXILIARY, "ww:6.6", space="ticonderoga")
    by_sea = violation(Reason.NOT_BY_LAND_OR_BOAT, "ww:6.6", space="ticonderoga")
    assert go_violations(state, move, slip("ticonderoga", NAVAL))[-2:] == (crowd, by_sea)
    tired, spent = standing("crown_point", pair, {}, forts=TICONDEROGA, frame={"by": "land", "spent": 6})
    assert go_violations(tired, spent, slip("ticonderoga"))[-1] == crowd
    alone, move = standing("crown_point", RANGERS, {}, forts=TICONDEROGA, frame={"by": "land", "spent": 5})
    stuck = violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="ticonderoga")
    assert go_violations(alone, move, slip("ticonderoga")) == (stuck,)


@proves("ww:6.6", "ww:fr-adv")
def test_without_the_advanced_rules_nobody_infiltrates() -> None:
    begin = moving("crown_point", RANGERS, {}, ruleset(CAUTIOUS), forts=TICONDEROGA)
    expected = violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", space="ticonderoga")
    assert refused(begin, slip("ticonderoga")) == (expected,)


@proves("ww:6.6")
def test_an_auxiliary_may_attack_units_in_the_open_or_slip_by_them() -> None:
    begin = moving("crown_point", RANGERS, {"ticonderoga": [BEARN]})
    assert {"ticonderoga", "ticonderoga?"} <= ways(begin)
    assert {"ticonderoga", "ticonderoga?"} <= ways(begin, BOAT)


@proves("ww:fr-13.0-dropoff", "ww:6.6", "ww:6.1-drop")
def test_a_leader_sheds_units_before_the_infiltrated_space_and_not_in_it() -> None:
    """Given Webb with Rangers and a Regular, when the Regular stays at Crown Point, then the Rangers slip on (D24)."""
    begin = moving("winooski", f"webb {RANGERS} {REGULAR}", {}, forts=TICONDEROGA)
    there = gone(begin, "crown_point")
    expected = violation(Reason.NOT_A_SINGLE_AUXILIARY, "ww:6.6", space="ticonderoga")
    assert refused(there, slip("ticonderoga")) == (expected,)
    light = played(there, Drop(unit(REGULAR))).state
    inside = played(light, slip("ticonderoga")).state
    assert about(inside) == "step"
    held = violation(Reason.ENEMY_HELD, "ww:6.51", space="ticonderoga")
    assert refused(inside, Drop(unit(RANGERS))) == (held,)
    assert not any(word.startswith("drop") for word in offers(inside))


# ---------------------------------------------------------------- 6.61: getting out again


@proves("ww:6.61")
@pytest.mark.parametrize(("spent", "may"), [(0, True), (4, True), (5, False)])
def test_an_infiltrator_needs_movement_left_to_get_out(spent: int, may: bool) -> None:
    """Given Rangers of movement 6, then with five spaces spent they may enter a fort no more."""
    frame: dict[str, Json] = {"by": "land", "spent": spent}
    begin = moving("crown_point", RANGERS, {}, frame=frame, forts=TICONDEROGA)
    assert ("ticonderoga?" in ways(begin)) is may
    if not may:
        expected = violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="ticonderoga")
        assert refused(begin, slip("ticonderoga")) == (expected,)


@proves("ww:6.61")
def test_the_way_out_may_be_the_way_in_or_lead_to_enemies_in_the_open_or_a_stockade() -> None:
    """Given Rangers at Crown Point with two spaces left, then any that they may enter plainly is a way out (N31)."""
    around = ["crown_point", "hudson_carry_north", "wood_creek", "adirondacks_central", "green_mountains_central"]
    frame: dict[str, Json] = {"by": "land", "spent": 4, "infiltrating": True}
    none = (violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="ticonderoga"),)
    cases: tuple[tuple[str, Pieces, Json, tuple[Violation, ...]], ...] = (
        ("", {}, {}, none),
        ("crown_point", {}, {}, ()),
        ("wood_creek", {"wood_creek": ["fr_regular_bearn"]}, {}, ()),
        ("wood_creek", {}, {"french": ["wood_creek"]}, ()),
    )
    for free, pieces, works, expected in cases:
        forts: Json = {"french": ["ticonderoga", *(name for name in around if name != free)]}
        state, move = standing("crown_point", RANGERS, pieces, frame=frame, forts=forts, stockades=works)
        assert go_violations(state, move, slip("ticonderoga")) == expected, free


@proves("ww:6.61")
def test_boats_need_one_of_their_nine_spaces_to_get_out() -> None:
    for spent, may in ((7, True), (8, False)):
        frame: dict[str, Json] = {"by": "boat", "spent": spent}
        begin = moving("crown_point", RANGERS, {}, frame=frame, forts=TICONDEROGA)
        assert ("ticonderoga?" in ways(begin, BOAT)) is may


@proves("ww:6.61")
def test_a_way_out_may_lead_through_further_infiltrations() -> None:
    """Given forts along Lake Champlain, when boats row from its south end, then five spaces lead out at St-Jean."""
    forts: Json = {"french": ["hudson_carry_north", "ticonderoga", "crown_point", "winooski", "ile_aux_noix"]}
    for spent in (4, 5):
        frame: dict[str, Json] = {"by": "boat", "spent": spent, "infiltrating": True}
        state, move = standing("hudson_carry_north", RANGERS, {}, frame=frame, forts=forts)
        expected = violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="ticonderoga")
        assert go_violations(state, move, slip("ticonderoga", BOAT)) == (() if spent == 4 else (expected,))


@proves("ww:6.61", "ww:6.2-c")
def test_a_fort_where_everybody_stops_is_not_infiltrated() -> None:
    """Given a French fort in the Adirondacks, when Rangers come, then they could not get out of the mountain again."""
    begin = moving("schenectady", RANGERS, {}, forts={"french": ["adirondacks_south"]})
    expected = violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="adirondacks_south")
    assert refused(begin, slip("adirondacks_south")) == (expected,)


@proves("ww:6.61", "ww:6.2-b")
def test_a_fortress_after_enemy_land_is_not_infiltrated() -> None:
    """Given a Huron that has passed Schenectady, then it must stop in the next space, which cannot be Albany."""
    begin = gone(moving("canajoharie", HURON, {}), "schenectady")
    expected = violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="albany")
    assert refused(begin, slip("albany")) == (expected,)
    assert "albany?" in ways(gone(moving("canajoharie", HURON, {}), "schoharie"))


# ---------------------------------------------------------------- 6.64: stopping or going on


@proves("ww:6.64", "ww:6.51-a")
def test_an_infiltrator_that_stops_among_enemies_fights_them() -> None:
    begin = moving("crown_point", RANGERS, {"ticonderoga": [BEARN]})
    among = played(begin, slip("ticonderoga"), Decline()).state
    assert "halt" in offers(among)
    stopped = played(among, Halt()).state
    assert about(stopped) == "avoidance"
    fighting = played(stopped, Decline()).state
    battle = next(frame for frame in fighting.stack.frames if isinstance(frame, Battle))
    assert (battle.attacker, battle.caught) == (Side.BRITISH, False)


@proves("ww:6.64", "ww:6.52")
def test_an_infiltrator_does_not_stop_at_an_enemy_fort() -> None:
    """Given Rangers among the walls of Ticonderoga, then they must go on (A10)."""
    among = played(moving("crown_point", RANGERS, {}, forts=TICONDEROGA), slip("ticonderoga")).state
    expected = violation(Reason.NO_DRILLED_TROOPS, "ww:6.52", space="ticonderoga", work="fort")
    assert refused(among, Halt()) == (expected,)
    assert "halt" not in offers(among)


@proves("ww:6.64", "ww:6.51-d")
def test_an_infiltrator_that_stops_at_a_stockade_raids_it() -> None:
    begin = moving("green_mountains_south", COUREURS, {}, stockades={"british": ["hoosic"]})
    among = played(begin, slip("hoosic")).state
    assert about(among) == "step"
    assert about(played(among, Halt()).state) == "raid_roll"


@proves("ww:6.64", "ww:6.6")
def test_an_infiltrator_goes_on_through_several_enemy_spaces() -> None:
    forts: Json = {"french": ["crown_point", "ticonderoga"]}
    begin = moving("winooski", RANGERS, {}, forts=forts)
    end = played(begin, slip("crown_point"), slip("ticonderoga"), go("hudson_carry_north")).state
    assert mover(end).spent == 3
    assert GAME.check(end) == ()


@proves("ww:6.64")
def test_an_infiltrator_that_got_out_may_stop_anywhere() -> None:
    begin = moving("crown_point", RANGERS, {}, forts=TICONDEROGA)
    out = played(begin, slip("ticonderoga"), go("wood_creek")).state
    assert about(played(out, Halt()).state) == ""


@proves("ww:6.63", "ww:7.92-d")
def test_an_infiltrator_beaten_back_among_enemies_dies() -> None:
    """Given French at Crown Point and Ticonderoga, when Rangers lose between them, then they are lost."""
    pieces = {"crown_point": [BEARN], "ticonderoga": ["fr_regular_languedoc", "fr_regular_guyenne"]}
    begin = moving("winooski", f"webb {RANGERS}", pieces)
    past = played(begin, slip("crown_point"), Decline()).state
    fighting = played(past, go("ticonderoga"), Decline()).state
    if about(fighting) == "avoidance":
        fighting = played(fighting, Decline()).state
    lost = fought(fighting, 1, 4).state
    assert stack(lost, "crown_point") == [BEARN]
    assert not is_at(lost, RANGERS, "crown_point")
    assert not is_at(lost, "webb", "crown_point")
    assert about(lost) == ""


@proves("ww:6.63", "ww:7.92-b")
def test_an_infiltrator_driven_back_by_militia_from_its_raid_dies_for_having_slipped_by() -> None:
    """Given a Shawnee past the Provincial at Woodstock, when militia beat it at Ashby's Gap, then 6.63 is named."""
    pieces = {"woodstock": ["br_southern_provincial_maryland"], "southern_colonial_militias": ["br_militia_1"]}
    begin = moving("allegheny_south", "fr_indian_shawnee_1", pieces, stockades={"british": ["ashbys_gap"]})
    past = played(begin, slip("woodstock"), Decline(), go("ashbys_gap")).state
    assert about(past) == "militia_against_raid"
    beaten = played(past, Pick(unit("br_militia_1")), Roll(1), Roll(1))
    lost = event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", "ww:6.63", unit="fr_indian_shawnee_1")
    assert lost in beaten.events


@proves("ww:6.63")
def test_an_infiltrator_driven_back_among_enemies_is_told_lost_with_its_leaders() -> None:
    frames: Json = [
        {"type": "retreat", "side": "british", "space": "ticonderoga", "attacking": True, "entry": "crown_point",
         "units": [RANGERS], "leaders": ["webb"]},
    ]  # fmt: skip
    state = read({"ticonderoga": ["webb", RANGERS], "crown_point": [BEARN]}, frames=frames)
    lost = stepped(state)
    assert lost.events == (event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", unit=RANGERS),)
    assert stack(lost.state, "ticonderoga") == ["webb"]
    alone = stepped(lost.state)
    assert alone.events == (event(EventKind.LEADER_KILLED, "ww:7.92-b", leader="webb"),)
    assert stack(alone.state, "ticonderoga") == []
    assert stack(alone.state, "crown_point") == [BEARN]


@proves("ww:6.2")
def test_a_step_that_breaks_several_rules_names_them_all() -> None:
    state, move = standing("new_york", "webb", {}, frame={"by": "land", "spent": 6})
    reasons = [each.reason for each in go_violations(state, move, go("albany"))]
    assert reasons == [Reason.NO_MOVEMENT_LEFT, Reason.NOT_ADJACENT]
