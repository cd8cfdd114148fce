"""Chapter 6.7: interception."""

from itertools import product

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Chance, Choice
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, NotThisDecision, event, violation
from reference.wilderness_war.actions import Decline, Done, Halt, InsideFirst, Pick, PickLeader, Roll
from reference.wilderness_war.board import fortress_owner, stockade_owner, units_outside
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch06_groups import formed, forming_violations, needs_a_leader, reaction_tactics, succeeds
from reference.wilderness_war.ch06_interception import only_single_auxiliaries
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Reaction, ReactionKind, Sheltering
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
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
    on_card,
    reaction,
    slip,
    standing,
)
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    due,
    kinds_of,
    leaders,
    named_freely,
    played,
    read,
    refused,
    ruleset,
    said_otherwise,
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
GUYENNE = "fr_regular_guyenne"
TICONDEROGA: Json = {"french": ["ticonderoga"]}
COLUMN = f"rigaud {BEARN} {COUREURS}"


def _offered(state: State) -> set[str]:
    assert about(state) == "interception", about(state)
    return offers(state) - {"decline"}


def _battle(state: State) -> Battle:
    return next(frame for frame in state.stack.frames if isinstance(frame, Battle))


# ---------------------------------------------------------------- who may try


@proves("ww:6.72")
def test_units_and_led_forces_in_adjacent_spaces_may_intercept() -> None:
    """Given British around Hoosic, when the French enter it, then those beside it are asked, and no others."""
    pieces = {"albany": ["webb", REGULAR, RANGERS], "kinderhook": [PROVINCIAL], "northampton": [SECOND]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    expected = {"pick_leader webb", f"pick {REGULAR}", f"pick {RANGERS}", f"pick {SECOND}"}
    assert _offered(entered) == expected
    decision = due(entered)
    assert isinstance(decision, Choice)
    assert decision.by == "british"


@proves("ww:6.72")
@pytest.mark.parametrize(
    ("name", "reason"),
    [(PROVINCIAL, Reason.NOT_ADJACENT), ("br_ranger_goreham", Reason.NOT_AMONG_THEM), (BEARN, Reason.NOT_AMONG_THEM)],
)
def test_a_unit_that_cannot_intercept_is_refused(name: str, reason: Reason) -> None:
    pieces = {"albany": [REGULAR], "kinderhook": [PROVINCIAL]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    assert refused(entered, Pick(unit(name))) == (violation(reason, "ww:6.72", unit=name, into="hoosic"),)


@proves("ww:6.72")
def test_besieged_units_do_not_intercept() -> None:
    """Given a garrison besieged at Hudson Carry South, when the French enter Hoosic, then it is not asked."""
    pieces = {"hudson_carry_south": [f"inside {REGULAR}", GUYENNE]}
    forts: Json = {"british": ["hudson_carry_south"]}
    begin = moving("green_mountains_south", COLUMN, pieces, forts=forts, sieges={"hudson_carry_south": 0})
    assert about(gone(begin, "hoosic")) == "step"


@proves("ww:6.72")
def test_leaders_alone_do_not_intercept() -> None:
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": ["webb"], "northampton": [SECOND]}), "hoosic")
    assert _offered(entered) == {f"pick {SECOND}"}
    expected = violation(Reason.LEADERS_ALONE, "ww:6.72", leader="webb")
    assert refused(entered, PickLeader(leader("webb"))) == (expected,)
    lone = gone(moving("green_mountains_south", COLUMN, {"albany": ["webb"]}), "hoosic")
    assert about(lone) == "step"


@proves("ww:6.72", "ww:5.534")
def test_webb_may_not_lead_mohawk_to_intercept_whom_only_johnson_commands() -> None:
    pieces = {"albany": ["webb", "br_indian_mohawk_1"], "northampton": [SECOND]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    assert _offered(entered) == {f"pick {SECOND}", "pick br_indian_mohawk_1"}
    expected = violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit="br_indian_mohawk_1")
    assert refused(entered, PickLeader(leader("webb"))) == (expected,)
    helped = {"albany": ["webb", "johnson", "br_indian_mohawk_1"]}
    assert "pick_leader webb" in offers(gone(moving("green_mountains_south", COLUMN, helped), "hoosic"))


@proves("ww:6.72", "ww:5.534")
def test_each_unit_with_a_leader_who_can_lead_none_has_its_own_reason() -> None:
    """Given Webb with a Regular and a Mohawk, when a lone Huron enters the wild, then neither may go under him."""
    pieces = {"hudson_carry_south": ["webb", SECOND, "br_indian_mohawk_1"]}
    forts: Json = {"british": ["hudson_carry_south"], "french": ["ticonderoga"]}
    entered = gone(moving("ticonderoga", HURON, pieces, forts=forts), "wood_creek")
    assert refused(entered, PickLeader(leader("webb"))) == (
        violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=SECOND, into="wood_creek"),
        violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit="br_indian_mohawk_1"),
    )


@proves("ww:fr-14.24", "ww:6.72")
def test_a_leader_whose_units_let_an_infiltrator_pass_has_nobody_to_lead() -> None:
    """Given Forbes, whose Virginians let a Shawnee pass (D8), when it goes on to Culpeper, then they may not try."""
    first, other = "br_southern_provincial_virginia_1", "br_southern_provincial_virginia_2"
    pieces = {"woodstock": ["forbes", first], "augusta": [other]}
    begin = moving("allegheny_south", "fr_indian_shawnee_1", pieces, ruleset("fr"))
    entered = played(begin, slip("woodstock"), Decline(), go("culpeper")).state
    assert _offered(entered) == {f"pick {other}"}
    expected = violation(Reason.LET_AN_INFILTRATOR_PASS, "ww:fr-14.24", unit=first, into="culpeper")
    assert refused(entered, PickLeader(leader("forbes"))) == (expected,)


@proves("ww:6.72")
def test_a_besieged_leader_does_not_lead_interceptors() -> None:
    pieces = {
        "hudson_carry_south": ["inside webb", f"inside {REGULAR}", GUYENNE],
        "hudson_carry_north": ["inside dunbar", "fr_regular_la_sarre"], "northampton": [SECOND],
    }  # fmt: skip
    forts: Json = {"british": ["hudson_carry_south", "hudson_carry_north"]}
    sieges: Json = {"hudson_carry_south": 0, "hudson_carry_north": 0}
    entered = gone(moving("green_mountains_south", COLUMN, pieces, forts=forts, sieges=sieges), "hoosic")
    besieged = violation(Reason.BESIEGED, "ww:6.72", leader="webb")
    assert refused(entered, PickLeader(leader("webb"))) == (besieged,)
    assert refused(entered, PickLeader(leader("dunbar"))) == (
        violation(Reason.BESIEGED, "ww:6.72", leader="dunbar"),
        violation(Reason.NOT_ADJACENT, "ww:6.72", into="hoosic"),
    )


@proves("ww:6.72")
def test_a_besieged_leader_of_the_mover_is_none_of_theirs() -> None:
    pieces = {"ticonderoga": ["inside levis", f"inside {GUYENNE}", SECOND], "albany": [REGULAR]}
    begin = moving("green_mountains_south", COLUMN, pieces, forts=TICONDEROGA, sieges={"ticonderoga": 0})
    absent = violation(Reason.NOT_AMONG_THEM, "ww:6.72", leader="levis")
    assert refused(gone(begin, "hoosic"), PickLeader(leader("levis"))) == (absent,)


@proves("ww:8.24-exc", "ww:8.232")
def test_interceptors_who_leave_a_captured_fortress_empty_give_it_back_at_once() -> None:
    """Given the 44th alone in Montreal, when it intercepts at Ile aux Noix, then Montreal is French at once."""
    pieces = {"montreal": ["br_regular_44th"]}
    captured: Json = {"british": ["montreal"]}
    begin = moving("st_jean", f"levis {BEARN} {GUYENNE}", pieces, captured_fortresses=captured)
    ready = played(gone(begin, "ile_aux_noix"), Pick(unit("br_regular_44th"))).state
    caught = played(ready, Roll(6))
    assert caught.events[1:3] == (
        event(EventKind.SPACE_CHANGED_HANDS, "ww:8.24-exc", space="montreal", side="french"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:8.24-exc", side="french", points=3, vp=3),
    )
    assert kinds_of(caught.events[3:]) == ["not_asked"]
    assert _battle(caught.state).space == space("ile_aux_noix")
    assert fortress_owner(caught.state.board, space("montreal")) is Side.FRENCH
    assert kinds_of(played(ready, Roll(1)).events) == ["reaction_failed"]
    held = moving("st_jean", f"levis {BEARN} {GUYENNE}", {"montreal": ["br_regular_44th", SECOND]},
                  captured_fortresses=captured)  # fmt: skip
    stays = played(gone(held, "ile_aux_noix"), Pick(unit(SECOND)), Roll(6)).state
    assert fortress_owner(stays.board, space("montreal")) is Side.BRITISH


@proves("ww:6.72")
def test_a_leader_who_is_elsewhere_is_refused() -> None:
    pieces = {"albany": [REGULAR], "kinderhook": ["webb", PROVINCIAL]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    far = violation(Reason.NOT_ADJACENT, "ww:6.72", into="hoosic")
    assert refused(entered, PickLeader(leader("webb"))) == (far,)
    absent = violation(Reason.NOT_AMONG_THEM, "ww:6.72", leader="amherst")
    assert refused(entered, PickLeader(leader("amherst"))) == (absent,)
    enemy = violation(Reason.NOT_AMONG_THEM, "ww:6.72", leader="rigaud")
    assert refused(entered, PickLeader(leader("rigaud"))) == (enemy,)


@proves("ww:6.72", "ww:5.34-limits")
def test_a_force_is_formed_within_the_command_of_its_leaders() -> None:
    """Given Dunbar (command 4) with five units, then he takes four at most; with Johnson (3) all of them."""
    pieces = {"albany": ["dunbar", "johnson", "5 br_northern_provincial", "br_indian_mohawk_1"]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    forming = played(entered, PickLeader(leader("dunbar"))).state
    assert about(forming) == "interceptors"
    assert "done" not in offers(forming)
    johnson_first = Notation(Reason.LEADERS_FIRST, (("leaders", ("johnson",)),))
    assert said_otherwise(forming, Pick(unit("br_indian_mohawk_1"))) == johnson_first
    names = [f"br_northern_provincial_{name}" for name in ("connecticut_1", "connecticut_2", "connecticut_3")]
    names += [f"br_northern_provincial_massachusetts_{number}" for number in (1, 2)]
    four = played(forming, *(Pick(unit(name)) for name in names[:4])).state
    beyond = violation(Reason.BEYOND_COMMAND, "ww:5.34", units=5, command=4)
    assert said_otherwise(four, Pick(unit(names[4]))) == johnson_first
    alone = gone(moving("green_mountains_south", COLUMN, {"albany": ["dunbar", "5 br_northern_provincial"]}), "hoosic")
    full = played(alone, PickLeader(leader("dunbar")), *(Pick(unit(name)) for name in names[:4])).state
    assert refused(full, Pick(unit(names[4]))) == (beyond,)
    assert offers(four) == {"done"}
    both = played(forming, PickLeader(leader("johnson")), *(Pick(unit(name)) for name in names)).state
    assert offers(both) == {"pick br_indian_mohawk_1", "done"}


@proves("ww:6.72", "ww:5.34")
def test_a_force_is_formed_in_any_order_under_the_highest_leader() -> None:
    pieces = {"albany": ["webb", "dunbar", REGULAR, SECOND]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    forming = played(entered, PickLeader(leader("dunbar"))).state
    absent = violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="johnson")
    assert refused(forming, PickLeader(leader("johnson"))) == (absent,)
    alone = violation(Reason.LEADERS_ALONE, "ww:6.72", space="albany")
    assert refused(forming, Done()) == (alone,)
    elsewhere = violation(Reason.NOT_STACKED_TOGETHER, "ww:6.72", unit=PROVINCIAL)
    assert refused(forming, Pick(unit(PROVINCIAL))) == (elsewhere,)
    both = played(forming, Pick(unit(REGULAR)), Pick(unit(SECOND))).state
    assert named_freely(forming, Pick(unit(SECOND)), Pick(unit(REGULAR))).state == both
    one = played(forming, Pick(unit(REGULAR))).state
    assert offers(one) == {f"pick {SECOND}", "done"}
    assert GAME.step(one, Halt()) == NotThisDecision("interceptors", ("ww:6.72",))
    chosen = violation(Reason.ALREADY_CHOSEN, "ww:5.34", leader="dunbar")
    for group in (forming, one):
        assert refused(group, PickLeader(leader("dunbar"))) == (chosen,)
    under_webb = played(entered, PickLeader(leader("webb")), Pick(unit(REGULAR))).state
    dunbar = PickLeader(leader("dunbar"))
    wanted = played(entered, PickLeader(leader("webb")), dunbar, Pick(unit(REGULAR))).state
    assert named_freely(under_webb, dunbar).state == wanted
    assert named_freely(forming, PickLeader(leader("webb")), Pick(unit(REGULAR))).state == wanted
    assert named_freely(one, PickLeader(leader("webb"))).state == wanted


@proves("ww:6.72", "ww:5.34")
def test_units_named_before_their_leaders_are_a_matter_of_notation() -> None:
    """Given two units, then the second waits for a leader: Dunbar takes five with the help of Webb."""
    pieces = {"albany": ["webb", "dunbar", REGULAR, SECOND, "6 br_northern_provincial"]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    alone = played(entered, Pick(unit(REGULAR))).state
    assert about(alone) == "interception_roll"
    first = Notation(Reason.LEADERS_FIRST, (("leaders", ("webb", "dunbar")),))
    assert GAME.violations(alone, Pick(unit(SECOND))) == first
    for other in (Pick(unit(REGULAR)), Pick(unit(COUREURS)), PickLeader(leader("webb"))):
        assert GAME.violations(alone, other) is None
    provincials = [f"br_northern_provincial_connecticut_{number}" for number in (1, 2, 3)]
    four = played(entered, PickLeader(leader("dunbar")), *(Pick(unit(name)) for name in (REGULAR, *provincials))).state
    beyond = Pick(unit("br_northern_provincial_massachusetts_1"))
    assert said_otherwise(four, beyond) == Notation(Reason.LEADERS_FIRST, (("leaders", ("webb",)),))
    lone = gone(moving("green_mountains_south", COLUMN, {"albany": [REGULAR, SECOND]}), "hoosic")
    assert GAME.violations(played(lone, Pick(unit(REGULAR))).state, Pick(unit(SECOND))) is None


@proves("ww:6.72", "ww:5.34", "ww:6.721")
def test_an_enemy_named_as_interceptor_is_none_of_them_and_his_command_is_no_matter() -> None:
    """Given Villiers, when he gathers a single auxiliary against Mohawk, then Wolfe and Mohawk are not among them."""
    mohawk = "br_indian_mohawk_1"
    pieces = {"ticonderoga": ["villiers", COUREURS], "albany": ["wolfe", "br_indian_mohawk_2"]}
    entered = gone(moving("hudson_carry_south", f"johnson {mohawk}", pieces), "hudson_carry_north")
    forming = played(entered, PickLeader(leader("villiers"))).state
    wolfe = violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="wolfe")
    enemy = violation(Reason.NOT_STACKED_TOGETHER, "ww:6.72", unit="br_indian_mohawk_2")
    assert refused(forming, PickLeader(leader("wolfe"))) == (wolfe,)
    assert refused(forming, Pick(unit("br_indian_mohawk_2"))) == (enemy,)
    one = played(forming, Pick(unit(COUREURS))).state
    assert refused(one, Pick(unit("br_indian_mohawk_2"))) == (enemy,)
    # Who is chosen already is not counted again, as the second where one may go.
    assert refused(one, Pick(unit(COUREURS))) == (violation(Reason.ALREADY_CHOSEN, "ww:5.34", unit=COUREURS),)


@proves("ww:6.72")
def test_who_stands_in_the_space_entered_intercepts_nobody_but_infiltrators_there() -> None:
    pieces = {"hoosic": ["webb", PROVINCIAL], "albany": [REGULAR]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    assert _offered(entered) == {f"pick {REGULAR}"}
    assert refused(entered, Pick(unit(PROVINCIAL))) == (
        violation(Reason.ALREADY_THERE, "ww:6.72", unit=PROVINCIAL, into="hoosic"),
    )
    assert refused(entered, PickLeader(leader("webb"))) == (violation(Reason.ALREADY_THERE, "ww:6.72", into="hoosic"),)


@proves("ww:6.72")
def test_units_alike_are_offered_once() -> None:
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": [REGULAR, SECOND]}), "hoosic")
    assert _offered(entered) == {f"pick {REGULAR}"}
    other = named_freely(entered, Pick(unit(SECOND))).state.stack.top
    assert isinstance(other, Reaction)
    assert other.units == units(SECOND)
    assert GAME.step(entered, Halt()) == NotThisDecision("interception", ("ww:6.71", "ww:6.72"))


@proves("ww:6.72", "ww:6.71-a", "ww:8.232")
def test_besiegers_may_intercept_and_lift_their_siege_by_leaving() -> None:
    """Given a lone British besieger at Ticonderoga, when it intercepts elsewhere, then the siege is over."""
    pieces = {"ticonderoga": [REGULAR, f"inside {GUYENNE}"]}
    begin = moving("adirondacks_central", COLUMN, pieces, forts=TICONDEROGA, sieges={"ticonderoga": 1})
    entered = gone(begin, "hudson_carry_north")
    done = played(entered, Pick(unit(REGULAR)), Roll(4))
    assert kinds_of(done.events)[:2] == ["reaction_succeeded", "siege_lifted"]
    assert stack(done.state, "ticonderoga") == [GUYENNE]
    assert is_at(done.state, REGULAR, "hudson_carry_north")


@proves("ww:6.72")
def test_units_on_the_movers_own_side_are_none_of_the_interceptors_even_if_besieged() -> None:
    pieces = {"hudson_carry_south": [RANGERS], "ticonderoga": [REGULAR, f"inside {GUYENNE}"]}
    begin = moving("green_mountains_south", COLUMN, pieces, forts=TICONDEROGA, sieges={"ticonderoga": 1})
    entered = gone(begin, "hoosic")
    for name in (GUYENNE, BEARN, "fr_regular_artois"):
        expected = violation(Reason.NOT_AMONG_THEM, "ww:6.72", unit=name, into="hoosic")
        assert refused(entered, Pick(unit(name))) == (expected,)


# ---------------------------------------------------------------- the roll


@proves("ww:6.71")
@pytest.mark.parametrize("die", range(1, 7))
def test_interception_succeeds_on_four_or_more(die: int) -> None:
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": [REGULAR]}), "hoosic")
    trying = played(entered, Pick(unit(REGULAR))).state
    decision = due(trying)
    assert isinstance(decision, Chance)
    assert decision.about == "interception_roll"
    after = played(trying, Roll(die)).state
    assert is_at(after, REGULAR, "hoosic" if die >= 4 else "albany")


@proves("ww:6.71", "ww:7.51-react", "ww:3.2-tactics")
@pytest.mark.parametrize(("chief", "least"), [("bradstreet", 3), ("webb", 4), ("wolfe", 2)])
def test_the_commanders_tactics_help_interception(chief: str, least: int) -> None:
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": [chief, REGULAR]}), "hoosic")
    trying = played(entered, PickLeader(leader(chief)), Pick(unit(REGULAR)), Done()).state
    for die in range(1, 7):
        after = played(trying, Roll(die)).state
        assert is_at(after, chief, "hoosic" if die >= least else "albany")
    assert reaction_tactics(trying, reaction(trying)) == 4 - least
    assert reaction_tactics(trying, replace(reaction(trying), commander=None)) == 0


@proves("ww:6.71", "ww:6.8")
def test_reactions_need_a_modified_four() -> None:
    for kind in ReactionKind:
        assert [modified for modified in range(10) if succeeds(kind, modified)] == [4, 5, 6, 7, 8, 9]


@proves("ww:6.71-a", "ww:7.1")
def test_successful_interceptors_defend_in_the_space_entered() -> None:
    """Given a hit, then the interceptors stand in the space, and the mover must attack them at once."""
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": [REGULAR]}), "hoosic")
    done = played(entered, Pick(unit(REGULAR)), Roll(5))
    assert kinds_of(done.events) == ["reaction_succeeded", "not_asked"]
    assert stack(done.state, "hoosic") == ["rigaud", REGULAR, BEARN, COUREURS]
    battle = _battle(done.state)
    assert (battle.attacker, battle.mover, battle.space) == (Side.FRENCH, Side.FRENCH, space("hoosic"))


@proves("ww:6.71", "ww:6.71-a", "ww:6.72")
def test_a_force_intercepts_with_all_its_leaders() -> None:
    pieces = {"albany": ["webb", "dunbar", REGULAR]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    force = PickLeader(leader("webb")), PickLeader(leader("dunbar")), Pick(unit(REGULAR)), Done()
    done = played(entered, *force, Roll(4))
    assert done.events[0] == event(
        EventKind.REACTION_SUCCEEDED, "ww:6.71", "ww:6.71-a",
        side="british", space="hoosic", die=4, modifier=0, pieces=("webb", "dunbar", REGULAR),
    )  # fmt: skip
    assert {"webb", "dunbar", REGULAR} <= set(stack(done.state, "hoosic"))
    assert mover(done.state).intercepted_leaders == leaders("webb dunbar")


@proves("ww:6.71", "ww:6.71-b", "ww:6.84-failed")
def test_every_attempt_of_a_move_is_remembered() -> None:
    pieces = {"albany": [REGULAR, RANGERS]}
    begin = moving("green_mountains_south", COLUMN, pieces)
    first = played(gone(begin, "hoosic"), Pick(unit(REGULAR)), Roll(1)).state
    second = played(gone(first, "hudson_carry_south"), Pick(unit(RANGERS)), Roll(1)).state
    move = mover(second)
    assert move.tried_into == spaces("hoosic hudson_carry_south")
    assert move.tried_from == spaces("albany albany")
    assert move.failed == units(f"{REGULAR} {RANGERS}")


@proves("ww:6.71-b")
def test_after_a_failed_interception_the_mover_goes_on() -> None:
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": [REGULAR]}), "hoosic")
    missed = played(entered, Pick(unit(REGULAR)), Roll(3))
    assert kinds_of(missed.events) == ["reaction_failed"]
    assert about(missed.state) == "step"
    assert mover(missed.state).failed == (unit(REGULAR),)


@proves("ww:6.71-join", "ww:6.71-a")
def test_all_others_in_the_open_fight_beside_the_interceptors() -> None:
    pieces = {"albany": [REGULAR], "hoosic": [PROVINCIAL]}
    entered = gone(moving("green_mountains_south", COLUMN, pieces), "hoosic")
    fight = played(entered, Pick(unit(REGULAR)), Roll(6)).state
    assert stack(fight, "hoosic") == ["rigaud", REGULAR, PROVINCIAL, BEARN, COUREURS]
    assert _battle(fight).attacker is Side.FRENCH


@proves("ww:6.71-join")
def test_who_goes_inside_a_fort_does_not_fight_beside_the_interceptors_and_who_stays_out_does() -> None:
    """Given Guyenne came to help at Ticonderoga, when Bearn goes inside and Languedoc stays, then both others fight."""
    pieces = {"ticonderoga": [BEARN, "fr_regular_languedoc"], "wood_creek": [GUYENNE]}
    begin = moving("crown_point", f"webb {REGULAR} {RANGERS}", pieces, forts=TICONDEROGA)
    caught = played(gone(begin, "ticonderoga"), Pick(unit(GUYENNE)), Roll(4)).state
    assert offers(caught) == {f"pick {BEARN}", "done"}
    fight = played(caught, Pick(unit(BEARN)), Done()).state
    assert _battle(fight).attacker is Side.BRITISH
    assert set(units_outside(fight.board, space("ticonderoga"), Side.FRENCH)) == set(
        units(f"{GUYENNE} fr_regular_languedoc")
    )
    in_the_open = gone(moving("crown_point", REGULAR, pieces), "ticonderoga")
    assert about(played(in_the_open, Pick(unit(GUYENNE)), Roll(4)).state).startswith("battle_fire")


@proves("ww:6.711")
def test_a_whole_force_that_intercepts_into_its_empty_stockade_defends_it_and_has_the_good_of_it() -> None:
    """Given Webb and Dunbar with a Regular, when they reach Hoosic first, then the French attack a stockade (7.54)."""
    works: tuple[tuple[Json, int], ...] = (({"british": ["hoosic"]}, -1), ({}, 0))
    for stockades, modifier in works:
        begin = moving("green_mountains_south", COLUMN, {"albany": ["webb", "dunbar", REGULAR]}, stockades=stockades)
        led = played(gone(begin, "hoosic"), *map(PickLeader, leaders("webb dunbar"))).state
        saved = played(led, Pick(unit(REGULAR)), Done(), Roll(4)).state
        assert stack(saved, "hoosic") == ["webb", "dunbar", "rigaud", REGULAR, BEARN, COUREURS]
        assert (stockade_owner(saved.board, space("hoosic")) is Side.BRITISH) is (modifier < 0)
        assert dict(played(saved, Roll(3)).events[0].facts)["modifier"] == modifier


@proves("ww:6.711")
def test_interceptors_keep_their_empty_stockade() -> None:
    pieces = {"albany": [REGULAR]}
    begin = moving("green_mountains_south", COLUMN, pieces, stockades={"british": ["hoosic"]})
    entered = gone(begin, "hoosic")
    saved = played(entered, Pick(unit(REGULAR)), Roll(4)).state
    assert stockade_owner(saved.board, space("hoosic")) is Side.BRITISH
    assert _battle(saved).attacker is Side.FRENCH
    lost = played(entered, Pick(unit(REGULAR)), Roll(3)).state
    assert stockade_owner(lost.board, space("hoosic")) is Side.FRENCH


@proves("ww:6.71")
@pytest.mark.parametrize("by", ["land", "boat", "naval", "landing"])
def test_every_kind_of_movement_can_be_intercepted(by: str) -> None:
    match by:
        case "naval":
            begin = moving("boston", REGULAR, {"quebec": [COUREURS]}, amphib=["ile_d_orleans"])
            entered = played(begin, go("ile_d_orleans", NAVAL)).state
        case "landing":
            captured: Json = {"british": ["louisbourg"]}
            hands: Json = {"british": ["card_17"]}
            begin = moving(
                "louisbourg", f"wolfe {REGULAR}", {"quebec": [COUREURS], "louisbourg": [SECOND]},
                captured_fortresses=captured, hands=hands, phase=on_card(3),
            )  # fmt: skip
            entered = played(begin, go("ile_d_orleans", LANDING)).state
        case _:
            begin = moving("albany", REGULAR, {"northampton": [COUREURS]})
            entered = played(begin, go("kinderhook", BOAT if by == "boat" else go("albany").by)).state
    assert _offered(entered) == {f"pick {COUREURS}"}
    assert about(played(entered, Pick(unit(COUREURS)), Roll(2)).state) in ("step", "")


# ---------------------------------------------------------------- 6.721 to 6.724


@proves("ww:6.721", "ww:6.72")
@pytest.mark.parametrize("who", [COUREURS, f"villiers {COUREURS}"])
def test_a_lone_auxiliary_in_the_wild_is_intercepted_by_a_single_auxiliary_only(who: str) -> None:
    """Given Rangers and drilled troops at Ossipee, when Coureurs enter Casco Bay, then one Rangers unit may try."""
    pieces = {"ossipee": ["webb", REGULAR, RANGERS, "br_ranger_goreham"], "portsmouth": ["dunbar", PROVINCIAL]}
    entered = gone(moving("white_mountains_north", who, pieces), "casco_bay")
    assert _offered(entered) == {"pick_leader webb", "pick br_ranger_goreham"}
    drilled = violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=REGULAR, into="casco_bay")
    assert refused(entered, Pick(unit(REGULAR))) == (drilled,)
    led = violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=PROVINCIAL, into="casco_bay")
    assert refused(entered, PickLeader(leader("dunbar"))) == (led,)
    forming = played(entered, PickLeader(leader("webb"))).state
    assert refused(forming, Pick(unit(REGULAR))) == (drilled,)
    one = played(forming, Pick(unit("br_ranger_goreham"))).state
    assert offers(one) == {"done"}
    second = violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=RANGERS)
    assert refused(one, Pick(unit(RANGERS))) == (second,)
    assert refused(one, Pick(unit(REGULAR))) == (drilled,)


@proves("ww:6.721")
@pytest.mark.parametrize("who", [f"villiers {COUREURS} {HURON}", COLUMN, BEARN])
def test_larger_or_drilled_groups_in_the_wild_are_fair_game(who: str) -> None:
    pieces = {"ossipee": [REGULAR]}
    entered = gone(moving("white_mountains_north", who, pieces), "casco_bay")
    assert _offered(entered) == {f"pick {REGULAR}"}


@proves("ww:6.721")
def test_a_lone_auxiliary_in_cultivated_land_is_fair_game() -> None:
    entered = gone(moving("casco_bay", COUREURS, {"concord": [REGULAR]}), "portsmouth")
    assert _offered(entered) == {f"pick {REGULAR}"}


@proves("ww:6.62", "ww:6.721-exc")
def test_whoever_is_infiltrated_may_intercept_on_the_spot() -> None:
    """Given a Regular at Ticonderoga in the wild, when Rangers slip in, then it may try; one beside it may not."""
    pieces = {"ticonderoga": ["levis", BEARN], "wood_creek": [GUYENNE]}
    entered = played(moving("crown_point", RANGERS, pieces), slip("ticonderoga")).state
    assert _offered(entered) == {"pick_leader levis", f"pick {BEARN}"}
    beside = violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=GUYENNE, into="ticonderoga")
    assert refused(entered, Pick(unit(GUYENNE))) == (beside,)


@proves("ww:6.721", "ww:6.721-exc")
def test_only_beside_it_and_only_in_the_wild_must_who_intercepts_a_lone_auxiliary_be_a_single_one_too() -> None:
    """Given a mover in wild or tilled land, then those whose space it slips through are bound by nothing."""
    lands = ("ticonderoga", True), ("kinderhook", False)
    groups = (RANGERS, True), (f"webb {RANGERS}", True), (REGULAR, False), (f"webb {RANGERS} {REGULAR}", False)
    for (at, wild), (who, single) in product(lands, groups):
        _, move = standing(at, who, {})
        assert only_single_auxiliaries(move, space("wood_creek")) is (wild and single), (at, who)
        assert not only_single_auxiliaries(move, space(at)), (at, who)


@proves("ww:6.62")
def test_whoever_is_attacked_openly_does_not_intercept_in_his_own_space() -> None:
    entered = played(moving("crown_point", RANGERS, {"ticonderoga": [BEARN]}), go("ticonderoga")).state
    assert about(entered) == "avoidance"


@proves("ww:6.722")
def test_nobody_is_intercepted_where_his_own_side_stands() -> None:
    """Given own units or an own stockade in the space entered, then nobody is asked; a lone leader does not count."""
    pieces = {"albany": [PROVINCIAL], "northampton": [BEARN]}
    begin = moving("albany", REGULAR, {**pieces, "kinderhook": [SECOND]})
    assert about(gone(begin, "kinderhook")) == "step"
    fortified = moving("albany", REGULAR, pieces, stockades={"british": ["kinderhook"]})
    assert about(gone(fortified, "kinderhook")) == "step"
    for alone in (moving("albany", REGULAR, pieces), moving("albany", REGULAR, {**pieces, "kinderhook": ["webb"]})):
        assert about(gone(alone, "kinderhook")) == "interception"


@proves("ww:6.722")
def test_an_own_besieged_work_gives_no_safe_entry() -> None:
    """Given a besieged British fort, when a relief force enters, then the French around may intercept it."""
    pieces = {"hudson_carry_north": [f"inside {PROVINCIAL}", BEARN], "ticonderoga": [GUYENNE]}
    forts: Json = {"british": ["hudson_carry_north"]}
    begin = moving("hudson_carry_south", REGULAR, pieces, forts=forts, sieges={"hudson_carry_north": 0})
    assert _offered(gone(begin, "hudson_carry_north")) == {f"pick {GUYENNE}"}


@proves("ww:6.723")
def test_leaders_alone_are_not_intercepted() -> None:
    assert about(gone(moving("albany", "webb", {"northampton": [BEARN]}), "kinderhook")) == "step"


@proves("ww:6.724")
def test_nobody_intercepts_an_enemy_leaving_his_own_space() -> None:
    """Given Rangers that slipped by Ticonderoga, when they leave, then its garrison may not intercept them."""
    pieces = {"ticonderoga": [COUREURS], "adirondacks_central": [HURON]}
    begin = moving("crown_point", RANGERS, pieces)
    among = played(begin, slip("ticonderoga"), Decline()).state
    left = gone(among, "hudson_carry_north")
    assert _offered(left) == {f"pick {HURON}"}
    expected = violation(Reason.LEAVING_THEIR_SPACE, "ww:6.724", unit=COUREURS, into="hudson_carry_north")
    assert refused(left, Pick(unit(COUREURS))) == (expected,)


@proves("ww:6.724")
def test_a_leader_may_not_intercept_an_enemy_leaving_his_space() -> None:
    pieces = {"ticonderoga": ["villiers", COUREURS], "adirondacks_central": [HURON]}
    among = played(moving("crown_point", RANGERS, pieces), slip("ticonderoga"), Decline()).state
    left = gone(among, "hudson_carry_north")
    expected = violation(Reason.LEAVING_THEIR_SPACE, "ww:6.724", into="hudson_carry_north")
    assert refused(left, PickLeader(leader("villiers"))) == (expected,)


# ---------------------------------------------------------------- infiltrators caught


@proves("ww:6.712", "ww:7.92-d")
@pytest.mark.parametrize(("dice", "vp"), [((6, 1), 0), ((1, 6), 0)])
def test_an_infiltrator_caught_at_a_fort_retreats_whoever_wins(dice: tuple[int, int], vp: int) -> None:
    """Given Rangers caught outside Ticonderoga, when the battle is over, then they go back and the French stay."""
    begin = moving("crown_point", RANGERS, {"ticonderoga": [COUREURS, BEARN]}, forts=TICONDEROGA)
    caught = played(begin, slip("ticonderoga"), Pick(unit(COUREURS)), Roll(4)).state
    inside = played(caught, Pick(unit(BEARN))).state
    battle = _battle(inside)
    assert (battle.caught, battle.attacker) == (True, Side.BRITISH)
    end = fought(inside, *dice)
    while about(end.state).startswith("leader_check"):
        end = fought(end.state, 6)
    assert is_at(end.state, RANGERS, "crown_point")
    assert not any("retreat_of_fr" in word for word in kinds_of(end.events))
    assert about(end.state) == ""
    assert end.state.tracks.vp == vp


@proves("ww:6.712-clar", "ww:8.1-clar-intercept")
def test_after_an_interception_only_the_others_may_go_inside() -> None:
    """Given Levis and Coureurs came to Ticonderoga, when its garrison goes inside, then the newcomers must fight."""
    pieces = {"ticonderoga": [BEARN], "wood_creek": ["levis", COUREURS]}
    begin = moving("crown_point", RANGERS, pieces, forts=TICONDEROGA)
    entered = played(begin, slip("ticonderoga")).state
    caught = played(entered, PickLeader(leader("levis")), Pick(unit(COUREURS)), Done(), Roll(3)).state
    assert about(caught) == "inside"
    assert isinstance(caught.stack.top, Sheltering)
    assert offers(caught) == {f"pick {BEARN}", "done"}
    for action, name in ((Pick(unit(COUREURS)), COUREURS), (PickLeader(leader("levis")), "levis")):
        (found,) = refused(caught, action)
        assert (found.reason, found.rule) == (Reason.INTERCEPTORS_MUST_FIGHT, "ww:8.1-clar-intercept")
        assert name in dict(found.facts).values()
    settled = played(caught, Pick(unit(BEARN))).state
    assert stack(settled, "ticonderoga") == ["levis", RANGERS, f"inside {BEARN}", COUREURS]


@proves("ww:6.71-a", "ww:6.712")
def test_an_infiltrator_caught_in_the_open_fights_like_anybody() -> None:
    begin = moving("crown_point", RANGERS, {"ticonderoga": [BEARN]})
    caught = played(begin, slip("ticonderoga"), Pick(unit(BEARN)), Roll(4)).state
    battle = _battle(caught)
    assert (battle.caught, battle.attacker) == (False, Side.BRITISH)


@proves("ww:8.1-clar-intercept")
def test_inside_comes_after_interception() -> None:
    pieces = {"ticonderoga": [BEARN], "wood_creek": [GUYENNE]}
    entered = gone(moving("crown_point", REGULAR, pieces, forts=TICONDEROGA), "ticonderoga")
    assert _offered(entered) == {f"pick {GUYENNE}"}
    expected = violation(Reason.INTERCEPTION_COMES_FIRST, "ww:8.1-clar-intercept")
    assert refused(entered, InsideFirst()) == (expected,)
    assert about(played(entered, Decline()).state) == "inside"


@proves("ww:fr-adv")
def test_without_the_advanced_rules_nobody_intercepts() -> None:
    for rules, following in ((ruleset("fr_basic"), "step"), (STANDARD, "interception")):
        begin = moving("green_mountains_south", COLUMN, {"albany": [REGULAR]}, rules)
        assert about(gone(begin, "hoosic")) == following


@proves("ww:5.34", "ww:6.72", "ww:6.8")
@pytest.mark.parametrize("kind", list(ReactionKind))
def test_leaders_are_asked_for_first_only_where_they_could_command_the_unit_in_the_group(kind: ReactionKind) -> None:
    """Given Johnson (3) among Regulars, then he is named before the second to the third unit, if so many may react."""
    state = read({"albany": ["johnson", "4 br_regular"]})
    here = units_outside(state.board, space("albany"), Side.BRITISH)
    alone = Reaction(kind, Side.BRITISH, space("hoosic"), None, origin=space("albany"), units=here[:1])
    first = Notation(Reason.LEADERS_FIRST, (("leaders", ("johnson",)),))
    for named, most, expected in ((1, None, first), (1, 2, first), (1, 1, None), (2, None, first), (3, None, None)):
        frame = replace(alone, units=here[:named])
        assert needs_a_leader(state, frame, Pick(here[named]), here, most) == expected
    led = replace(alone, commander=leader("johnson"))
    assert needs_a_leader(state, led, Pick(here[1]), here, None) is None
    assert needs_a_leader(state, alone, Pick(here[0]), here, None) is None
    assert needs_a_leader(state, alone, Pick(here[1]), here[:1], None) is None
    assert needs_a_leader(state, alone, PickLeader(leader("johnson")), here, None) is None
    nobody = read({"albany": ["2 br_regular"]})
    assert needs_a_leader(nobody, alone, Pick(here[1]), here, None) is None


@proves("ww:5.34")
def test_of_three_leaders_only_who_is_not_named_yet_is_asked_for() -> None:
    """Given Webb (5) with Dunbar (4) and nine units, then a tenth needs Johnson (3) besides, and nobody else."""
    state = read({"albany": ["webb", "dunbar", "johnson", "13 br_regular"]})
    here = units_outside(state.board, space("albany"), Side.BRITISH)
    group = Reaction(
        ReactionKind.INTERCEPT, Side.BRITISH, space("hoosic"), None, origin=space("albany"),
        commander=leader("webb"), leaders=leaders("dunbar"), units=here[:9],
    )  # fmt: skip
    first = Notation(Reason.LEADERS_FIRST, (("leaders", ("johnson",)),))
    assert forming_violations(state, group, Pick(here[9]), None, lambda _: iter(())) == first
    beyond = violation(Reason.BEYOND_COMMAND, "ww:5.34", units=13, command=9)
    full = replace(group, units=here[:12])
    assert forming_violations(state, full, Pick(here[12]), None, lambda _: iter(())) == (beyond,)


@proves("ww:5.34")
@pytest.mark.parametrize(
    ("first", "then", "commander"),
    [("webb", "dunbar", "webb"), ("dunbar", "webb", "webb"), ("loudoun", "abercromby", "loudoun")],
)
def test_a_leader_named_later_commands_only_if_he_has_the_higher_command(first: str, then: str, commander: str) -> None:
    """Given Webb over Dunbar, and Loudoun equal to Abercromby, then of equals the one named first leads."""
    group = Reaction(ReactionKind.INTERCEPT, Side.BRITISH, space("hoosic"), None, commander=leader(first))
    found = formed(group, PickLeader(leader(then)))
    other = next(name for name in (first, then) if name != commander)
    assert (found.commander, found.leaders) == (leader(commander), (leader(other),))
