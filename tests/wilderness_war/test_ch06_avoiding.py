"""Chapter 6.8: avoiding battle."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Chance, Choice
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, NotThisDecision, event, violation
from reference.wilderness_war.actions import Decline, Done, Halt, Pick, PickLeader, PickSpace, Roll, SallyOut
from reference.wilderness_war.board import siege_level, stockade_owner
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch06_avoiding import refuges, within_reach
from reference.wilderness_war.ch06_groups import commander_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Reaction, ReactionKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import NAVAL, about, go, gone, is_at, mover, moving, offers, ways
from tests.wilderness_war.positions import (
    GAME,
    board,
    due,
    kinds_of,
    leaders,
    named_freely,
    place,
    played,
    read,
    refused,
    ruleset,
    spaces,
    stack,
    units,
)

REGULAR = "br_regular_15th"
SECOND = "br_regular_17th"
RANGERS = "br_ranger_rogers"
PROVINCIAL = "br_northern_provincial_rhode_island"
COUREURS = "fr_coureurs_marin"
HURON = "fr_indian_huron"
BEARN = "fr_regular_bearn"
TICONDEROGA: Json = {"french": ["ticonderoga"]}
COLUMN = f"rigaud {BEARN} {COUREURS}"


def _offered(state: State) -> set[str]:
    assert about(state) == "avoidance", about(state)
    return offers(state) - {"decline"}


def _fights(state: State) -> bool:
    return any(isinstance(frame, Battle) for frame in state.stack.frames)


def _at_hoosic(*pieces: str, rules: str = "standard", who: str = COLUMN) -> State:
    begin = moving("green_mountains_south", who, {"hoosic": list(pieces)}, ruleset(rules))
    return gone(begin, "hoosic")


# ---------------------------------------------------------------- who may avoid


@proves("ww:6.8")
def test_a_single_unit_or_a_led_force_about_to_be_attacked_may_avoid() -> None:
    entered = _at_hoosic("webb", REGULAR, SECOND, RANGERS)
    assert _offered(entered) == {"pick_leader webb", f"pick {REGULAR}", f"pick {RANGERS}"}
    decision = due(entered)
    assert isinstance(decision, Choice)
    assert decision.by == "british"


@proves("ww:6.8")
def test_units_that_cannot_avoid_are_refused() -> None:
    pieces = {"hoosic": [REGULAR, SECOND], "albany": [PROVINCIAL]}
    begin = moving("green_mountains_south", COLUMN, pieces)
    entered = played(gone(begin, "hoosic"), Decline()).state
    elsewhere = violation(Reason.NOT_AMONG_THEM, "ww:6.8", unit=PROVINCIAL, space="hoosic")
    assert refused(entered, Pick(unit(PROVINCIAL))) == (elsewhere,)
    other = named_freely(entered, Pick(unit(SECOND))).state.stack.top
    assert isinstance(other, Reaction)
    assert other.units == units(SECOND)
    absent = violation(Reason.NOT_AMONG_THEM, "ww:6.8", leader="webb")
    assert refused(entered, PickLeader(leader("webb"))) == (absent,)
    assert GAME.step(entered, Halt()) == NotThisDecision("avoidance", ("ww:6.8",))


@proves("ww:6.8")
@pytest.mark.parametrize("die", range(1, 7))
def test_avoidance_succeeds_on_four_or_more(die: int) -> None:
    trying = played(_at_hoosic(REGULAR), Pick(unit(REGULAR))).state
    decision = due(trying)
    assert isinstance(decision, Chance)
    assert decision.about == "avoidance_roll"
    after = played(trying, Roll(die))
    assert kinds_of(after.events)[0] == ("reaction_succeeded" if die >= 4 else "reaction_failed")
    assert (about(after.state) == "avoid_to") is (die >= 4)
    assert _fights(after.state) is (die < 4)


@proves("ww:6.8", "ww:7.51-react")
def test_the_commanders_tactics_help_avoidance() -> None:
    """Given Bradstreet (tactics 1), when he rolls 3, then his force slips away to one space together."""
    entered = _at_hoosic("bradstreet", "johnson", REGULAR, RANGERS)
    led = played(entered, *map(PickLeader, leaders("bradstreet johnson"))).state
    ready = played(led, *map(Pick, units(f"{REGULAR} {RANGERS}")), Done()).state
    names = ("bradstreet", "johnson", REGULAR, RANGERS)
    failed = played(ready, Roll(2))
    assert failed.events[0] == event(
        EventKind.REACTION_FAILED, "ww:6.8", side="british", space="hoosic", die=2, modifier=1, pieces=names
    )
    assert _fights(failed.state)
    away = played(ready, Roll(3), PickSpace(space("albany")))
    assert away.events == (
        event(EventKind.REACTION_SUCCEEDED, "ww:6.8", side="british", space="hoosic", die=3, modifier=1, pieces=names),
        event(EventKind.PIECES_MOVED, "ww:6.8", side="british", to="albany", pieces=names),
    )
    assert stack(away.state, "albany") == list(names)


@proves("ww:6.8", "ww:5.34-limits")
def test_an_avoiding_force_respects_command_and_needs_a_unit() -> None:
    entered = _at_hoosic("johnson", "4 br_northern_provincial")
    forming = played(entered, PickLeader(leader("johnson"))).state
    assert about(forming) == "avoiders"
    alone = violation(Reason.LEADERS_ALONE, "ww:6.8", space="hoosic")
    assert refused(forming, Done()) == (alone,)
    names = [f"br_northern_provincial_connecticut_{number}" for number in (1, 2, 3)]
    three = played(forming, *(Pick(unit(name)) for name in names)).state
    beyond = violation(Reason.BEYOND_COMMAND, "ww:5.34", units=4, command=3)
    assert refused(three, Pick(unit("br_northern_provincial_massachusetts_1"))) == (beyond,)
    elsewhere = violation(Reason.NOT_STACKED_TOGETHER, "ww:6.8", unit=RANGERS)
    assert refused(forming, Pick(unit(RANGERS))) == (elsewhere,)
    enemy = violation(Reason.NOT_STACKED_TOGETHER, "ww:6.8", unit="fr_regular_bearn")
    assert refused(three, Pick(unit("fr_regular_bearn"))) == (enemy,)
    assert GAME.step(forming, Halt()) == NotThisDecision("avoiders", ("ww:6.8",))


@proves("ww:6.8", "ww:5.534")
def test_webb_leads_no_mohawk_away_whom_only_johnson_commands() -> None:
    """Given Webb and a Mohawk whom only Johnson commands, then the Mohawk may go alone, but not under Webb."""
    entered = _at_hoosic("webb", "br_indian_mohawk_1")
    assert _offered(entered) == {"pick br_indian_mohawk_1"}
    expected = violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit="br_indian_mohawk_1")
    assert refused(entered, PickLeader(leader("webb"))) == (expected,)
    elsewhere = violation(Reason.NOT_AMONG_THEM, "ww:6.8", leader="johnson")
    assert refused(entered, PickLeader(leader("johnson"))) == (elsewhere,)
    assert _offered(_at_hoosic("webb", "johnson", "br_indian_mohawk_1")) == {
        "pick br_indian_mohawk_1", "pick_leader webb", "pick_leader johnson"
    }  # fmt: skip


@proves("ww:6.8")
def test_a_leader_with_nobody_beside_him_or_militia_only_leads_no_force() -> None:
    here = board({"hoosic": ["webb"], "kinderhook": ["dunbar", "br_militia_1"], "albany": ["johnson", REGULAR]})
    for name in ("webb", "dunbar"):
        found = commander_violations(here, leader(name), leaders(name), (), lambda _: iter(()), "ww:6.8")
        assert list(found) == [violation(Reason.LEADERS_ALONE, "ww:6.8", leader=name)]
    johnson = leader("johnson")
    assert not any(commander_violations(here, johnson, (johnson,), units(REGULAR), lambda _: iter(()), "ww:6.8"))


@proves("ww:6.84-failed", "ww:6.8")
def test_a_leader_whose_units_failed_to_intercept_leads_nobody_away() -> None:
    """Given Dunbar's Provincial at Schenectady, that failed at Canajoharie, then only the Mohawk may slip away."""
    pieces = {"schenectady": ["dunbar", PROVINCIAL, "br_indian_mohawk_1"]}
    missed = played(gone(moving("oneida_carry_east", COLUMN, pieces), "canajoharie"), Pick(unit(PROVINCIAL)), Roll(3))
    entered = gone(missed.state, "schenectady")
    assert _offered(entered) == {"pick br_indian_mohawk_1"}
    assert refused(entered, PickLeader(leader("dunbar"))) == (
        violation(Reason.FAILED_TO_INTERCEPT, "ww:6.84-failed", unit=PROVINCIAL, space="schenectady"),
        violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit="br_indian_mohawk_1"),
    )


@proves("ww:8.24-exc", "ww:6.8")
def test_those_who_slip_out_of_a_captured_fortress_give_it_back_and_the_mover_may_go_on() -> None:
    """Given the 44th alone outside in captured Montreal, when it avoids Lévis, then no siege begins there."""
    captured: Json = {"british": ["montreal"]}
    begin = moving("st_jean", f"levis {BEARN} fr_regular_guyenne", {"montreal": ["br_regular_44th"]},
                   captured_fortresses=captured)  # fmt: skip
    slipping = played(gone(begin, "montreal"), Done(), Pick(unit("br_regular_44th")), Roll(6)).state
    away = played(slipping, PickSpace(space("lac_des_deux_montagnes")))
    assert away.events[1:] == (
        event(EventKind.SPACE_CHANGED_HANDS, "ww:8.24-exc", space="montreal", side="french"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:8.24-exc", side="french", points=3, vp=3),
    )
    assert away.events[0].kind is EventKind.PIECES_MOVED
    assert about(away.state) == "step"


@proves("ww:8.24-exc")
def test_a_captured_fortress_is_kept_while_part_of_its_garrison_stays_to_fight() -> None:
    captured: Json = {"british": ["montreal"]}
    begin = moving("st_jean", f"levis {BEARN} fr_regular_guyenne", {"montreal": [REGULAR, RANGERS]},
                   captured_fortresses=captured)  # fmt: skip
    slipping = played(gone(begin, "montreal"), Done(), Pick(unit(RANGERS)), Roll(6)).state
    away = played(slipping, PickSpace(space("lac_des_deux_montagnes")))
    assert kinds_of(away.events) == ["pieces_moved"]
    assert _fights(away.state)


@proves("ww:6.8")
def test_those_who_stay_behind_fight() -> None:
    entered = _at_hoosic("webb", REGULAR, RANGERS)
    part = played(entered, PickLeader(leader("webb")), Pick(unit(RANGERS)), Done(), Roll(5)).state
    left = played(part, PickSpace(space("northampton"))).state
    assert stack(left, "northampton") == ["webb", RANGERS]
    assert _fights(left)


@proves("ww:6.8")
def test_only_one_group_tries() -> None:
    entered = _at_hoosic(REGULAR, RANGERS)
    assert _fights(played(entered, Pick(unit(RANGERS)), Roll(1)).state)
    assert _fights(played(entered, Pick(unit(RANGERS)), Roll(6), PickSpace(space("albany"))).state)


@proves("ww:fr-adv")
def test_without_the_advanced_rules_nobody_avoids() -> None:
    assert _fights(_at_hoosic(REGULAR, rules="fr_basic"))
    assert not _fights(_at_hoosic(REGULAR))


# ---------------------------------------------------------------- automatic avoidance


@proves("ww:6.8-exc")
def test_auxiliaries_in_the_wild_slip_away_from_attackers_without_auxiliaries() -> None:
    begin = moving("wood_creek", BEARN, {"hudson_carry_south": ["webb", RANGERS, "br_ranger_goreham"]})
    entered = gone(begin, "hudson_carry_south")
    alone = played(entered, Pick(unit("br_ranger_goreham"))).state
    assert about(alone) == "avoid_to"
    force = played(
        entered, PickLeader(leader("webb")), Pick(unit("br_ranger_goreham")), Pick(unit(RANGERS)), Done()
    ).state
    assert about(force) == "avoid_to"


@proves("ww:6.8-exc")
@pytest.mark.parametrize(
    ("who", "defenders", "start", "end"),
    [
        (COLUMN, [RANGERS], "wood_creek", "hudson_carry_south"),
        (BEARN, [RANGERS], "green_mountains_south", "hoosic"),
        (BEARN, [REGULAR], "wood_creek", "hudson_carry_south"),
    ],
)
def test_a_die_is_needed_against_auxiliaries_in_cultivated_land_or_for_drilled_troops(
    who: str, defenders: list[str], start: str, end: str
) -> None:
    entered = gone(moving(start, who, {end: defenders}), end)
    assert about(played(entered, Pick(unit(defenders[0]))).state) == "avoidance_roll"


@proves("ww:6.8-exc")
def test_a_mixed_group_needs_a_die() -> None:
    entered = gone(
        moving("wood_creek", BEARN, {"hudson_carry_south": ["webb", REGULAR, RANGERS]}), "hudson_carry_south"
    )
    mixed = played(entered, PickLeader(leader("webb")), Pick(unit(REGULAR)), Pick(unit(RANGERS)), Done()).state
    assert about(mixed) == "avoidance_roll"


@proves("ww:6.8-exc")
def test_auxiliaries_in_mountains_slip_away_too() -> None:
    entered = gone(moving("wood_creek", BEARN, {"green_mountains_south": [RANGERS]}), "green_mountains_south")
    assert about(played(entered, Pick(unit(RANGERS))).state) == "avoid_to"


@proves("ww:6.8", "ww:5.34")
def test_avoiders_named_before_their_leader_are_a_matter_of_notation() -> None:
    pieces = {"green_mountains_south": ["webb", RANGERS, REGULAR]}
    entered = gone(moving("wood_creek", BEARN, pieces), "green_mountains_south")
    first = Notation(Reason.LEADERS_FIRST, (("leaders", ("webb",)),))
    going, rolling = (played(entered, Pick(unit(each))).state for each in (RANGERS, REGULAR))
    assert (about(going), about(rolling)) == ("avoid_to", "avoidance_roll")
    assert GAME.violations(going, Pick(unit(REGULAR))) == first
    assert GAME.violations(rolling, Pick(unit(RANGERS))) == first
    assert GAME.violations(rolling, PickLeader(leader("webb"))) is None


@proves("ww:5.34", "ww:6.8")
def test_a_leader_elsewhere_is_refused_and_one_who_outranks_the_commander_commands() -> None:
    """Given Dunbar forms a group at Hoosic, then Loudoun at Albany is none of those there, and Webb there leads it."""
    pieces = {"hoosic": ["webb", "dunbar", REGULAR], "albany": ["loudoun"], "northampton": ["johnson"]}
    begin = moving("green_mountains_south", COLUMN, pieces)
    forming = played(gone(begin, "hoosic"), PickLeader(leader("dunbar"))).state
    absent = violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="loudoun")
    assert refused(forming, PickLeader(leader("loudoun"))) == (absent,)
    led = named_freely(forming, PickLeader(leader("webb"))).state
    assert led == played(gone(begin, "hoosic"), PickLeader(leader("webb")), PickLeader(leader("dunbar"))).state
    absent = violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="johnson")
    assert refused(forming, PickLeader(leader("johnson"))) == (absent,)
    assert [each.rule for each in refused(forming, PickLeader(leader("dunbar")))] == ["ww:5.34"]


# ---------------------------------------------------------------- where to


@proves("ww:6.81")
def test_avoiders_go_to_adjacent_spaces_free_of_enemies_but_not_where_the_attacker_came_from() -> None:
    pieces = {"hoosic": [REGULAR], "hudson_carry_south": ["fr_regular_guyenne"], "northampton": ["levis"]}
    begin = moving("green_mountains_south", COLUMN, pieces, unfinished_forts={"french": ["albany"]})
    ready = played(gone(begin, "hoosic"), Pick(unit(REGULAR)), Roll(4)).state
    assert offers(ready) == {"pick_space albany", "pick_space northampton"}
    back = violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space="green_mountains_south")
    assert refused(ready, PickSpace(space("green_mountains_south"))) == (back,)
    held = violation(Reason.ENEMY_HELD, "ww:6.81", space="hudson_carry_south")
    assert refused(ready, PickSpace(space("hudson_carry_south"))) == (held,)
    far = violation(Reason.NOT_ADJACENT, "ww:6.8", space="kinderhook")
    assert refused(ready, PickSpace(space("kinderhook"))) == (far,)
    port = violation(Reason.NOT_ADJACENT, "ww:6.811", space="boston")
    assert refused(ready, PickSpace(space("boston"))) == (port,)
    assert GAME.step(ready, Done()) == NotThisDecision("avoid_to", ("ww:6.81",))


@proves("ww:6.8", "ww:6.81")
@pytest.mark.parametrize("name", ["ticonderoga", "quebec", "hoosic"])
def test_a_space_that_the_enemy_holds_and_that_is_not_adjacent_is_refused_for_both(name: str) -> None:
    begin = moving("green_mountains_south", COLUMN, {"hoosic": [REGULAR], "ticonderoga": ["fr_regular_guyenne"]})
    ready = played(gone(begin, "hoosic"), Pick(unit(REGULAR)), Roll(4)).state
    held = violation(Reason.ENEMY_HELD, "ww:6.81", space=name)
    far = violation(Reason.NOT_ADJACENT, "ww:6.8", space=name)
    assert refused(ready, PickSpace(space(name))) == (held, far)


@proves("ww:6.81")
def test_nobody_may_avoid_without_a_refuge() -> None:
    entered = gone(moving("ile_d_orleans", BEARN, {"baie_st_paul": [REGULAR]}), "baie_st_paul")
    assert _fights(entered)


@proves("ww:6.81")
def test_a_besieged_enemy_fort_is_a_refuge() -> None:
    pieces = {"hudson_carry_north": [REGULAR], "ticonderoga": [SECOND, "inside fr_regular_guyenne"]}
    begin = moving("adirondacks_central", BEARN, pieces, forts=TICONDEROGA, sieges={"ticonderoga": 0})
    entered = played(gone(begin, "hudson_carry_north"), Decline()).state
    ready = played(entered, Pick(unit(REGULAR)), Roll(6)).state
    assert "pick_space ticonderoga" in offers(ready)


@proves("ww:6.811", "ww:6.432-e")
def test_the_british_leave_an_amphib_space_by_sea() -> None:
    begin = moving("quebec", BEARN, {"ile_d_orleans": [REGULAR]}, amphib=["ile_d_orleans"])
    ready = played(gone(begin, "ile_d_orleans"), Pick(unit(REGULAR)), Roll(4)).state
    ports = {"boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia", "halifax"}
    assert offers(ready) == {f"pick_space {name}" for name in ports | {"baie_st_paul", "riviere_ouelle"}}
    away = played(ready, PickSpace(space("halifax")))
    assert is_at(away.state, REGULAR, "halifax")
    assert away.events[0].rules == ("ww:6.8", "ww:6.811")


@proves("ww:6.811", "ww:6.81")
def test_by_sea_too_nobody_goes_where_the_attacker_came_from() -> None:
    state = read({"ile_d_orleans": [REGULAR, BEARN]}, amphib=["ile_d_orleans"])
    frame = Reaction(ReactionKind.AVOID, Side.BRITISH, space("ile_d_orleans"), space("halifax"))
    ports = "boston new_haven new_york alexandria baltimore philadelphia"
    assert set(refuges(state, frame)) == set(spaces(f"{ports} baie_st_paul riviere_ouelle"))


@proves("ww:6.811", "ww:6.432-e", "ww:6.8")
def test_the_french_do_not_avoid_by_sea() -> None:
    """Given Coureurs on a marker the British left at Ile d'Orleans, then they slip away to spaces around it only."""
    begin = moving("boston", REGULAR, {"ile_d_orleans": [COUREURS]}, amphib=["ile_d_orleans"])
    ready = played(begin, go("ile_d_orleans", NAVAL), Pick(unit(COUREURS)), Roll(4)).state
    assert offers(ready) == {"pick_space quebec", "pick_space baie_st_paul", "pick_space riviere_ouelle"}
    held = violation(Reason.ENEMY_HELD, "ww:6.81", space="halifax")
    far = violation(Reason.NOT_ADJACENT, "ww:6.8", space="halifax")
    assert refused(ready, PickSpace(space("halifax"))) == (held, far)


# ---------------------------------------------------------------- what follows


@proves("ww:6.8")
def test_avoiders_go_a_single_space_and_no_further() -> None:
    """Given British at Hoosic, then they reach Albany but not Kinderhook behind it; without a marker no port."""
    ready = played(_at_hoosic(REGULAR), Pick(unit(REGULAR)), Roll(4)).state
    assert offers(ready) == {f"pick_space {name}" for name in ("albany", "northampton", "hudson_carry_south")}
    far = violation(Reason.NOT_ADJACENT, "ww:6.8", space="kinderhook")
    assert refused(ready, PickSpace(space("kinderhook"))) == (far,)
    port = violation(Reason.NOT_ADJACENT, "ww:6.811", space="boston")
    assert refused(ready, PickSpace(space("boston"))) == (port,)
    back = violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space="green_mountains_south")
    assert refused(ready, PickSpace(space("green_mountains_south"))) == (back,)


@proves("ww:6.432-e", "ww:6.811")
def test_from_an_amphib_space_the_ports_are_open_but_not_where_the_attacker_came_from() -> None:
    begin = moving("quebec", BEARN, {"ile_d_orleans": ["webb", "dunbar", REGULAR]}, amphib=["ile_d_orleans"])
    led = played(gone(begin, "ile_d_orleans"), *map(PickLeader, leaders("webb dunbar"))).state
    ready = played(led, Pick(unit(REGULAR)), Done(), Roll(4)).state
    back = violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space="quebec")
    held = violation(Reason.ENEMY_HELD, "ww:6.81", space="quebec")
    assert refused(ready, PickSpace(space("quebec"))) == (back, held)
    enemy = violation(Reason.ENEMY_HELD, "ww:6.81", space="louisbourg")
    beyond = violation(Reason.NOT_ADJACENT, "ww:6.8", space="louisbourg")
    assert refused(ready, PickSpace(space("louisbourg"))) == (enemy, beyond)
    inland = violation(Reason.NOT_ADJACENT, "ww:6.8", space="albany")
    assert refused(ready, PickSpace(space("albany"))) == (inland,)
    assert stack(played(ready, PickSpace(space("boston"))).state, "boston") == ["webb", "dunbar", REGULAR]


@proves("ww:6.82", "ww:6.51-a")
def test_when_all_defenders_are_gone_the_mover_goes_on() -> None:
    entered = _at_hoosic(REGULAR)
    away = played(entered, Pick(unit(REGULAR)), Roll(4), PickSpace(space("northampton"))).state
    assert about(away) == "step"
    assert {"northampton", "hudson_carry_south"} <= ways(away)


@proves("ww:6.82")
def test_defenders_met_again_may_avoid_again() -> None:
    entered = _at_hoosic(REGULAR)
    away = played(entered, Pick(unit(REGULAR)), Roll(4), PickSpace(space("northampton"))).state
    again = gone(away, "northampton")
    assert _offered(again) == {f"pick {REGULAR}"}


@proves("ww:6.82", "ww:6.82-exc")
@pytest.mark.parametrize(("forts", "then"), [({}, "step"), (TICONDEROGA, ""), ({"british": ["ticonderoga"]}, "step")])
def test_only_a_work_of_the_enemys_stops_a_mover_whom_all_avoid(forts: Json, then: str) -> None:
    """Given French around Ticonderoga who slip away, then the British go on, but for a French fort; theirs is free."""
    sieges: Json = {"ticonderoga": 0} if forts == {"british": ["ticonderoga"]} else {}
    begin = moving("crown_point", f"webb {REGULAR} {RANGERS}", {"ticonderoga": [BEARN]}, forts=forts, sieges=sieges)
    entered = gone(begin, "ticonderoga")
    entered = played(entered, Done()).state if forts == TICONDEROGA else entered
    away = played(entered, Pick(unit(BEARN)), Roll(4), PickSpace(space("wood_creek"))).state
    assert about(away) == then
    assert siege_level(away.board, space("ticonderoga")) == (0 if forts == TICONDEROGA else None)


@proves("ww:6.82-exc", "ww:6.51-b")
def test_a_fort_left_behind_stops_the_mover_and_is_besieged() -> None:
    begin = moving("crown_point", REGULAR, {"ticonderoga": [BEARN]}, forts=TICONDEROGA)
    outside = played(gone(begin, "ticonderoga"), Done()).state
    away = played(outside, Pick(unit(BEARN)), Roll(4), PickSpace(space("wood_creek"))).state
    assert about(away) == ""
    assert siege_level(away.board, space("ticonderoga")) == 0


@proves("ww:6.82-exc", "ww:6.51-c")
def test_a_stockade_left_behind_stops_the_mover_and_is_captured() -> None:
    begin = moving("green_mountains_south", COLUMN, {"hoosic": [REGULAR]}, stockades={"british": ["hoosic"]})
    away = played(gone(begin, "hoosic"), Pick(unit(REGULAR)), Roll(4), PickSpace(space("northampton"))).state
    assert about(away) == ""
    assert stockade_owner(away.board, space("hoosic")) is Side.FRENCH
    assert away.tracks.vp == 1


@proves("ww:6.82-exc", "ww:6.51-d")
def test_a_stockade_left_behind_stops_auxiliaries_and_is_raided() -> None:
    begin = moving("green_mountains_south", COUREURS, {"hoosic": [REGULAR]}, stockades={"british": ["hoosic"]})
    away = played(gone(begin, "hoosic"), Pick(unit(REGULAR)), Roll(4), PickSpace(space("northampton"))).state
    assert about(away) == "raid_roll"


@proves("ww:6.83", "ww:6.83-clar")
def test_part_may_avoid_while_others_sit_inside() -> None:
    """Given two units at Ticonderoga, when one goes inside, then the other may slip away; failing, it fights alone."""
    begin = moving("crown_point", f"webb {REGULAR} {RANGERS}", {"ticonderoga": [BEARN, "fr_regular_guyenne"]},
                   forts=TICONDEROGA)  # fmt: skip
    entered = gone(begin, "ticonderoga")
    assert about(entered) == "inside"
    divided = played(entered, Pick(unit(BEARN)), Done()).state
    assert _offered(divided) == {"pick fr_regular_guyenne"}
    failed = played(divided, Pick(unit("fr_regular_guyenne")), Roll(1)).state
    assert _fights(failed)
    assert f"inside {BEARN}" in stack(failed, "ticonderoga")


# ---------------------------------------------------------------- interception and avoidance


@proves("ww:6.84", "ww:6.85")
def test_nobody_avoids_where_interception_was_tried() -> None:
    """Given a unit at Hoosic and one at Albany, when the latter tries to intercept, then the former must fight."""
    pieces = {"hoosic": [PROVINCIAL], "albany": [REGULAR]}
    begin = moving("green_mountains_south", COLUMN, pieces)
    entered = gone(begin, "hoosic")
    for die in (3, 4):
        assert _fights(played(entered, Pick(unit(REGULAR)), Roll(die)).state)
    assert _offered(played(entered, Decline()).state) == {f"pick {PROVINCIAL}"}


@proves("ww:6.85")
def test_nobody_intercepts_into_a_space_where_his_side_avoided_in_the_same_move() -> None:
    """Given a unit that slipped from Hoosic to Northampton, when the French return, then it may not intercept."""
    entered = _at_hoosic(REGULAR)
    away = played(entered, Pick(unit(REGULAR)), Roll(4), PickSpace(space("northampton"))).state
    assert about(gone(away, "hudson_carry_south", "hoosic")) == "step"
    never = moving("green_mountains_south", COLUMN, {"northampton": [REGULAR]})
    declined = played(gone(never, "hoosic"), Decline()).state
    assert about(gone(declined, "hudson_carry_south", "hoosic")) == "interception"


@proves("ww:6.85")
def test_an_attempt_to_avoid_that_failed_keeps_others_from_intercepting_too() -> None:
    """Given a Provincial at Hoosic that tries to avoid in vain and is overrun, then nobody intercepts there (N20)."""
    pieces = {"hoosic": [f"reduced {PROVINCIAL}"], "northampton": [REGULAR]}
    entered = played(gone(moving("green_mountains_south", COLUMN, pieces), "hoosic"), Decline()).state
    for avoiding, again in ((Pick(unit(PROVINCIAL)), "step"), (Decline(), "interception")):
        met = played(entered, avoiding, *((Roll(1),) if avoiding != Decline() else ())).state
        overrun = played(met, Roll(6), Roll(1)).state
        while about(overrun).startswith(("losses", "leader_check")):
            overrun = played(overrun, due(overrun).actions[0]).state
        assert about(overrun) == "step"
        assert about(gone(overrun, "hudson_carry_south", "hoosic")) == again


@proves("ww:6.84-failed")
def test_units_that_failed_to_intercept_do_not_avoid_later_in_the_same_move() -> None:
    """Given two units at Albany, when one fails at Hoosic and the French come on, then only the other may avoid."""
    pieces = {"albany": ["webb", REGULAR, RANGERS]}
    begin = moving("green_mountains_south", COLUMN, pieces)
    missed = played(gone(begin, "hoosic"), Pick(unit(REGULAR)), Roll(1)).state
    attacked = played(gone(missed, "albany"), Done()).state
    assert _offered(attacked) == {"pick_leader webb", f"pick {RANGERS}"}
    expected = violation(Reason.FAILED_TO_INTERCEPT, "ww:6.84-failed", unit=REGULAR, space="albany")
    assert refused(attacked, Pick(unit(REGULAR))) == (expected,)
    forming = played(attacked, PickLeader(leader("webb"))).state
    assert refused(forming, Pick(unit(REGULAR))) == (expected,)
    assert about(played(attacked, Pick(unit(RANGERS))).state) == "avoidance_roll"


@proves("ww:6.85")
def test_every_space_of_a_move_where_battle_was_avoided_stays_closed_to_interceptors() -> None:
    """Given units that slip from Hoosic and from Northampton, when the French return to Hoosic, then Albany waits."""
    pieces = {"hoosic": [REGULAR], "northampton": [RANGERS], "albany": [PROVINCIAL]}
    begin = moving("green_mountains_south", COLUMN, pieces)
    first = played(gone(begin, "hoosic"), Decline(), Pick(unit(REGULAR)), Roll(4)).state
    first = played(first, PickSpace(space("hudson_carry_south"))).state
    second = played(gone(first, "northampton"), Pick(unit(RANGERS)), Roll(4), PickSpace(space("deerfield"))).state
    assert mover(second).avoided == spaces("hoosic northampton")
    assert about(gone(second, "hoosic")) == "step"


@proves("ww:6.8", "ww:6.84", "ww:6.85", "ww:8.25")
def test_besiegers_may_avoid_a_sortie() -> None:
    """Given a garrison that sallies out, then the besiegers may slip away, and the siege ends (A8)."""
    frames: Json = [
        {"type": "year", "stage": "actions", "turn": "french", "playing": True},
        {"type": "activation", "side": "french", "units": [BEARN], "stage": "purpose"},
    ]
    pieces = {"ticonderoga": [REGULAR, f"inside {BEARN}"]}
    hands: Json = {"british": ["card_1"]}
    state = place(pieces, frames=frames, forts=TICONDEROGA, sieges={"ticonderoga": 0}, hands=hands)
    out = played(state, SallyOut()).state
    assert _offered(out) == {f"pick {REGULAR}"}
    ready = played(out, Pick(unit(REGULAR)), Roll(4)).state
    around = {"crown_point", "hudson_carry_north", "wood_creek", "adirondacks_central", "green_mountains_central"}
    assert offers(ready) == {f"pick_space {name}" for name in around}
    gone_away = played(ready, PickSpace(space("crown_point"))).state
    assert siege_level(gone_away.board, space("ticonderoga")) is None
    assert GAME.check(gone_away) == ()


@proves("ww:6.811", "ww:6.432-e")
@pytest.mark.parametrize("by_sea", ["none", "port_only", "port_or_adjacent"])
def test_without_an_amphib_marker_only_adjacent_spaces_are_within_reach(by_sea: str) -> None:
    state = read({"ile_d_orleans": [REGULAR, BEARN]}, ruleset(amphib_avoid=by_sea))
    frame = Reaction(ReactionKind.AVOID, Side.BRITISH, space("ile_d_orleans"), space("quebec"))
    assert set(within_reach(state, frame)) == set(spaces("quebec baie_st_paul riviere_ouelle"))


@proves("ww:6.8", "ww:6.811")
def test_who_slips_away_goes_by_6_8_and_by_sea_by_6_811_as_well() -> None:
    inland = played(_at_hoosic(REGULAR), Pick(unit(REGULAR)), Roll(4), PickSpace(space("albany")))
    assert inland.events[0].rules == ("ww:6.8",)
    begin = moving("quebec", BEARN, {"ile_d_orleans": [REGULAR]}, amphib=["ile_d_orleans"])
    ready = played(gone(begin, "ile_d_orleans"), Pick(unit(REGULAR)), Roll(4)).state
    assert played(ready, PickSpace(space("halifax"))).events[0].rules == ("ww:6.8", "ww:6.811")
