"""Chapter 5.36: what an activated force does, above all at a siege: march, besiege, storm, sally out or stay."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import Besiege, Decline, March, PickLeader, Roll, SallyOut, Stay, Storm
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch05_order import storm_violations
from reference.wilderness_war.frames import Activation
from reference.wilderness_war.happenings import Happening
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import FRENCH, choice
from tests.wilderness_war.positions import STANDARD, Pieces, due, played, read, refused, ruleset
from tests.wilderness_war.turns import about, drilled, force, offered, turn

FORT = "hudson_carry_north"
WORKS: dict[str, Json] = {"forts": {"british": [FORT], "french": ["ticonderoga"]}}


def ready(side: str, chief: str, pieces: Pieces, rules: Ruleset = STANDARD, /, *, level: int = 0) -> State:
    """Return a side that has put a leader in command of a force at the siege of the fort."""
    state = turn(side, pieces, "4", rules, enemy="7", sieges={FORT: level}, **WORKS)
    return played(state, *force(4, chief)).state


@proves("ww:8.25", "ww:5.36")
def test_a_sortie_names_all_who_come_out_and_in_the_basic_game_nobody_avoids_it() -> None:
    pieces = {FORT: ["2 fr_regular", "inside webb", "inside dunbar", "inside br_regular_15th"]}
    for rules, following in ((STANDARD, "avoidance"), (ruleset("fr_basic"), "battle_fire")):
        state = ready("british", "webb", pieces, rules)
        mustered = played(state, SallyOut(), PickLeader(leader("dunbar"))).state
        out = played(mustered, *offered(mustered)[:1])
        assert out.events[-1] == event(
            Happening.CAME_OUTSIDE, "ww:8.25", side="british", space=FORT, pieces=("webb", "dunbar", "br_regular_15th")
        )
        assert about(out.state).startswith(following)


@proves("ww:8.25")
def test_a_besieged_commander_without_units_stays() -> None:
    state = ready("british", "webb", {FORT: ["2 fr_regular", "inside webb"]})
    assert offered(state) == (Stay(),)
    assert refused(state, SallyOut()) == (violation(Reason.NO_UNITS, "ww:8.25", space=FORT),)


@proves("ww:5.36-siege", "ww:9.1", "ww:8.25", "ww:12.3-b")
def test_supplied_besiegers_may_besiege_or_storm_or_march_away() -> None:
    pieces = {FORT: ["montcalm", "2 fr_regular", "inside br_regular_15th"]}
    rules = ruleset(assault_requirements="leader_and_supplied_drilled")
    state = ready("french", "montcalm", pieces, rules, level=1)
    assert offered(state) == (March(), Besiege(), Storm())
    assert refused(state, Stay()) == (violation(Reason.NOT_BESIEGED, "ww:8.25"),)
    assert due(played(state, Storm()).state).about == "assault_fire_french"
    assert due(played(state, March()).state).about == "muster"


@proves("ww:8.25", "ww:5.36")
def test_the_besieged_who_stay_end_their_turn_and_may_not_march() -> None:
    state = ready("british", "webb", {FORT: ["2 fr_regular", "inside webb", "inside br_regular_15th"]})
    assert refused(state, March()) == (violation(Reason.BESIEGED, "ww:8.25", space=FORT),)
    stayed = played(state, Stay()).state
    assert (choice(stayed).by, choice(stayed).about) == (FRENCH, "card_play")


@proves("ww:8.25")
def test_a_besieging_unit_alone_is_free_to_march() -> None:
    pieces = {FORT: ["fr_regular_bearn", "inside br_regular_15th"]}
    state = turn("french", pieces, "4", enemy="7", sieges={FORT: 0}, **WORKS)
    assert offered(played(state, *drilled(4, "fr_regular_bearn")).state) == (March(),)


@proves("ww:9.1", "ww:5.36-siege")
def test_a_storm_needs_besiegers_of_whom_some_have_not_acted() -> None:
    two = ["fr_regular_2_berry", "fr_regular_bearn"]
    montcalm = Activation(FRENCH, commander=leader("montcalm"))
    again = violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit=two[0])
    nobody = violation(Reason.NO_UNITS, "ww:9.1", space=FORT)
    for besiegers, acted, found in ((two, two[:1], ()), (two, two, (again,)), ([], [], (nobody,))):
        pieces = {FORT: ["montcalm", *besiegers, "inside br_regular_15th"]}
        spent: Json = {"type": "phase", "value": 3, "units": acted}
        state = read(pieces, sieges={FORT: 1}, phase=spent, **WORKS)
        assert tuple(storm_violations(state, montcalm)) == found


@proves("ww:8.231-activate", "ww:5.31-once")
def test_after_their_siege_roll_besiegers_who_do_not_assault_are_done() -> None:
    state = ready("french", "montcalm", {FORT: ["montcalm", "2 fr_regular", "inside br_regular_15th"]})
    rolled = played(state, Besiege(), Roll(1), Decline()).state
    assert (choice(rolled).by, choice(rolled).about) == (FRENCH, "end_of_phase")
