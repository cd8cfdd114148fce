"""Chapter 5.36: what an activated force does, above all at a siege: march, besiege, storm, sally out or stay."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, Violation, event, violation
from reference.wilderness_war.actions import (
    Besiege,
    Decline,
    Done,
    March,
    Pick,
    PickLeader,
    Roll,
    SallyOut,
    Stay,
    Storm,
)
from reference.wilderness_war.board import units_inside, units_outside
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, leader, unit
from reference.wilderness_war.ch05_order import (
    assault_violations,
    besiege_violations,
    muster_unit_violations,
    sally_violations,
    storm_violations,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, ActivationStage, Move, Siege
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import BRITISH, FRENCH, choice, year
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    due,
    leaders,
    place,
    played,
    read,
    refused,
    ruleset,
    said_otherwise,
    stepped,
    under_way,
    units,
)
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
            EventKind.CAME_OUTSIDE, "ww:8.25", side="british", space=FORT, pieces=("webb", "dunbar", "br_regular_15th")
        )
        assert about(out.state).startswith(following)


@proves("ww:8.25")
def test_a_besieged_commander_without_units_stays() -> None:
    state = ready("british", "webb", {FORT: ["2 fr_regular", "inside webb"]})
    assert offered(state) == (Stay(),)
    assert refused(state, SallyOut()) == (violation(Reason.LEADERS_ALONE, "ww:8.25", leader="webb"),)


@proves("ww:8.25", "ww:5.34", "ww:5.534")
def test_johnson_as_a_subordinate_lets_webb_sally_out_with_mohawk() -> None:
    """Given Webb besieged with Johnson and a Mohawk, then they sally out together; without Johnson it stays."""
    mohawk = "br_indian_mohawk_1"
    state = ready("british", "webb", {FORT: ["2 fr_regular", "inside webb", "inside johnson", f"inside {mohawk}"]})
    assert offered(state) == (SallyOut(), Stay())
    mustering = played(state, SallyOut()).state
    assert offered(mustering) == (PickLeader(leader("johnson")),)
    out = played(mustering, PickLeader(leader("johnson")), Pick(unit(mohawk)))
    assert out.events[-1] == event(
        EventKind.CAME_OUTSIDE, "ww:8.25", side="british", space=FORT, pieces=("webb", "johnson", mohawk)
    )
    alone = ready("british", "webb", {FORT: ["2 fr_regular", "inside webb", f"inside {mohawk}"]})
    assert offered(alone) == (Stay(),)
    assert refused(alone, SallyOut()) == (violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit=mohawk),)


@proves("ww:5.36-imp", "ww:5.31-once", "ww:5.534")
def test_each_unit_inside_with_a_commander_who_can_muster_none_has_its_own_reason() -> None:
    """Given Webb besieged with a Regular that fought, one that acted and a Mohawk, then none sallies out with him."""
    fought, acted, mohawk = "br_regular_15th", "br_regular_17th", "br_indian_mohawk_1"
    pieces = {FORT: ["2 fr_regular", "inside webb", f"inside {fought}", f"inside {acted}", f"inside {mohawk}"]}
    spent: Json = {"type": "phase", "value": 3, "units": [fought, acted], "joined": [fought]}
    state = read(pieces, sieges={FORT: 0}, phase=spent, **WORKS)
    assert tuple(sally_violations(state, Activation(BRITISH, commander=leader("webb")))) == (
        violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", unit=fought),
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit=acted),
        violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit=mohawk),
    )


@proves("ww:8.25", "ww:5.534")
@pytest.mark.parametrize(("commander", "others"), [("johnson", ""), ("webb", "inside johnson")])
def test_where_johnson_could_command_it_a_mohawk_that_fought_stays_for_that_alone(commander: str, others: str) -> None:
    mohawk = "br_indian_mohawk_1"
    inside = [f"inside {commander}", *filter(None, [others]), f"inside {mohawk}"]
    spent: Json = {"type": "phase", "value": 3, "units": [mohawk], "joined": [mohawk]}
    state = read({FORT: ["2 fr_regular", *inside]}, sieges={FORT: 0}, phase=spent, **WORKS)
    fought = violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", unit=mohawk)
    assert tuple(sally_violations(state, Activation(BRITISH, commander=leader(commander)))) == (fought,)


@proves("ww:8.25")
def test_a_commander_with_one_unit_fit_to_sally_out_is_not_refused_for_the_others() -> None:
    """Given Webb besieged with a Regular and a Mohawk, then he sallies out, and so does the Regular by itself."""
    regular = "br_regular_15th"
    pieces = {FORT: ["2 fr_regular", "inside webb", f"inside {regular}", "inside br_indian_mohawk_1"]}
    state = read(pieces, sieges={FORT: 0}, **WORKS)
    assert tuple(sally_violations(state, Activation(BRITISH, commander=leader("webb")))) == ()
    mustered = Activation(BRITISH, commander=leader("webb"), units=(unit(regular),))
    assert tuple(sally_violations(state, mustered)) == ()
    assert tuple(sally_violations(state, Activation(BRITISH, units=(unit(regular),)))) == ()


@proves("ww:8.25")
def test_a_besieged_leader_activated_by_himself_has_no_unit_to_sally_out_with_though_one_is_inside() -> None:
    pieces = {FORT: ["2 fr_regular", "inside webb", "inside br_regular_15th"]}
    state = read(pieces, sieges={FORT: 0}, **WORKS)
    assert tuple(sally_violations(state, Activation(BRITISH, leaders=(leader("webb"),)))) == (
        violation(Reason.LEADERS_ALONE, "ww:8.25", leader="webb"),
    )


@proves("ww:8.25", "ww:5.34")
def test_a_sortie_never_musters_leaders_until_nobody_is_left_who_could_bring_a_unit() -> None:
    """Johnson is the last of the leaders to be named, so that whoever is named before leaves him his turn."""
    mohawk = "br_indian_mohawk_1"
    inside = [f"inside {name}" for name in ("webb", "bradstreet", "dunbar", "johnson", mohawk)]
    state = played(ready("british", "webb", {FORT: ["2 fr_regular", *inside]}), SallyOut()).state
    for name in ("bradstreet", "dunbar", "johnson"):
        assert PickLeader(leader("johnson")) in offered(state)
        state = played(state, PickLeader(leader(name))).state
    assert offered(state) == (Pick(unit(mohawk)),)


@proves("ww:5.36", "ww:5.36-siege", "ww:9.1", "ww:8.25", "ww:12.3-b")
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


@proves("ww:5.36")
def test_a_force_that_marches_moves_first_and_raids_when_its_movement_is_over() -> None:
    """Given a force at a siege, when it marches, then a movement of all of it begins and raids wait below."""
    pieces = {FORT: ["montcalm", "levis", "2 fr_regular", "inside br_regular_15th"]}
    state = played(ready("french", "montcalm", pieces), March()).state
    assert about(state) == "muster"
    state = played(state, PickLeader(leader("levis")), Pick(unit("fr_regular_2_berry")), Done()).state
    activation, move = state.stack.frames[-2:]
    assert isinstance(activation, Activation)
    assert isinstance(move, Move)
    assert activation.stage is ActivationStage.RAIDS
    assert (move.side, move.at, move.commander) == (FRENCH, space(FORT), leader("montcalm"))
    assert (move.leaders, move.units) == (leaders("montcalm levis"), units("fr_regular_2_berry"))


@proves("ww:5.36-siege")
def test_a_force_that_besieges_or_assaults_does_not_move() -> None:
    """Given a siege of level 1, when the force besieges or assaults, then no movement follows, and a refusal counts."""
    pieces = {FORT: ["montcalm", "levis", "2 fr_regular", "inside br_regular_15th"]}
    for action, following in ((Besiege(), "siege_roll"), (Storm(), "assault_fire_french")):
        state = played(ready("french", "montcalm", pieces, level=1), action).state
        siege = next(frame for frame in state.stack.frames if isinstance(frame, Siege))
        assert (siege.space, siege.besieger, siege.leader) == (space(FORT), FRENCH, leader("montcalm"))
        assert about(state) == following
        assert not any(isinstance(frame, Move) for frame in state.stack.frames)
        outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("montcalm",))
        assert refused(ready("french", "levis", pieces, level=1), action) == (outranked,)


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
    shut_in = read({FORT: ["montcalm", *two, "inside webb"]}, sieges={FORT: 1}, **WORKS)
    assert tuple(storm_violations(shut_in, Activation(BRITISH, commander=leader("webb")))) == (
        violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side="british", space=FORT),
    )
    calm = read({FORT: ["montcalm", *two]})
    assert tuple(storm_violations(calm, montcalm)) == (violation(Reason.NO_SIEGE, "ww:9.1", space=FORT),)


@proves("ww:8.231", "ww:5.31-once", "ww:5.36-imp", "ww:12.3-b")
@pytest.mark.parametrize("supplied", [True, False])
def test_a_siege_roll_needs_drilled_besiegers_of_whom_some_have_neither_acted_nor_fought(supplied: bool) -> None:
    """Given drilled besiegers all spent, then the roll is refused for that; with none at all, for having none."""
    cutting_off: Pieces = {} if supplied else {"crown_point": ["br_regular_17th"]}
    first, second, woodsman = "fr_regular_2_berry", "fr_regular_bearn", "fr_coureurs_marin"
    montcalm = Activation(FRENCH, commander=leader("montcalm"))
    again = violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit=first)
    fought = violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", unit=first)
    none = violation(Reason.NO_DRILLED_TROOPS, "ww:8.231", side="french", space=FORT)
    hungry = () if supplied else (violation(Reason.NOT_SUPPLIED, "ww:12.3-b", space=FORT),)
    cases: tuple[tuple[list[str], list[str], list[str], tuple[Violation, ...]], ...] = (
        ([first, second, woodsman], [first, woodsman], [], hungry),
        ([first, second, woodsman], [first, second], [], (again, *hungry)),
        ([first, second], [first, second], [first, second], (fought, *hungry)),
        ([woodsman], [], [], (none,)),
        ([woodsman], [woodsman], [], (none,)),
    )
    for besiegers, acted, joined, found in cases:
        spent: Json = {"type": "phase", "value": 3, "units": [*acted], "joined": [*joined]}
        pieces = {FORT: ["montcalm", *besiegers, "inside br_regular_15th"], **cutting_off}
        state = read(pieces, sieges={FORT: 0}, phase=spent, **WORKS)
        assert tuple(besiege_violations(state, montcalm)) == found
    calm = read({FORT: ["montcalm", first], **cutting_off})
    assert tuple(besiege_violations(calm, montcalm)) == (violation(Reason.NO_SIEGE, "ww:8.231", space=FORT),)
    single = read({FORT: [first, "inside br_regular_15th"], **cutting_off}, sieges={FORT: 0}, **WORKS)
    alone = violation(Reason.NO_FORCE, "ww:8.231-clar-force", space=FORT)
    assert tuple(besiege_violations(single, Activation(FRENCH, units=units(first)))) == (alone, *hungry)


@proves("ww:5.36-imp", "ww:5.31-once")
def test_besiegers_who_fought_without_activation_are_refused_a_storm_for_that() -> None:
    two: Json = ["fr_regular_2_berry", "fr_regular_bearn"]
    spent: Json = {"type": "phase", "value": 3, "units": two, "joined": two}
    pieces = {FORT: ["montcalm", "fr_regular_2_berry", "fr_regular_bearn", "inside br_regular_15th"]}
    state = read(pieces, sieges={FORT: 1}, phase=spent, **WORKS)
    assert tuple(storm_violations(state, Activation(FRENCH, commander=leader("montcalm")))) == (
        violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", unit="fr_regular_2_berry"),
    )


@proves("ww:tbl-forts", "ww:9.1")
def test_a_fort_is_assaulted_from_siege_level_1_on_and_a_fortress_from_2() -> None:
    for name, forts, least in ((FORT, [FORT], 1), ("albany", [], 2)):
        for level in range(least + 1):
            pieces = {name: ["montcalm", "fr_regular_bearn", "inside webb"]}
            state = read(pieces, forts={"british": forts}, sieges={name: level})
            low = violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space=name, level=level, needed=least)
            assert tuple(assault_violations(state, space(name), FRENCH)) == ((low,) if level < least else ())


@proves("ww:fr-9.1-aux", "ww:9.1")
@pytest.mark.parametrize(
    ("besiegers", "barred_by"),
    [
        (["fr_coureurs_marin"], ["leader_and_drilled", "leader_and_supplied_drilled"]),
        (["fr_coureurs_marin", "fr_regular_bearn"], []),
        (["fr_regular_bearn"], []),
    ],
)
def test_d18_once_the_level_is_reached_auxiliaries_alone_may_assault_unless_drilled_troops_must(
    besiegers: list[str], barred_by: list[str]
) -> None:
    """Given supplied besiegers, then who may assault at level 1 depends on D18, and nobody may at level 0."""
    for wanted in ("leader", "leader_and_drilled", "leader_and_supplied_drilled"):
        troops = violation(Reason.NO_DRILLED_TROOPS, "ww:9.1", side="french", space=FORT)
        undrilled = (troops,) if wanted in barred_by else ()
        early = (violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space=FORT, level=0, needed=1),)
        for level, found in ((0, (*early, *undrilled)), (1, undrilled)):
            pieces = {FORT: ["montcalm", *besiegers, "inside br_regular_15th"]}
            state = read(pieces, ruleset(assault_requirements=wanted), sieges={FORT: level}, **WORKS)
            assert tuple(assault_violations(state, space(FORT), FRENCH)) == found


@proves("ww:8.231-activate", "ww:5.31-once")
def test_after_their_siege_roll_besiegers_who_do_not_assault_are_done() -> None:
    state = ready("french", "montcalm", {FORT: ["montcalm", "2 fr_regular", "inside br_regular_15th"]})
    rolled = played(state, Besiege(), Roll(1), Decline()).state
    assert (choice(rolled).by, choice(rolled).about) == (FRENCH, "end_of_phase")


LOUISBOURG = "louisbourg"
SIX = units(
    "fr_regular_artois fr_regular_bourgogne fr_regular_bearn fr_regular_guyenne fr_regular_marine_1 "
    "fr_coureurs_boishebert_acadian"
)


def shut_in_at_louisbourg(chief: str, **rest: Json) -> State:
    """Return Drucour and six units besieged in Louisbourg, a leader having chosen to sally out."""
    garrison = [f"inside {name}" for name in ("drucour", "dumas", *(COUNTERS[each].id for each in SIX))]
    pieces = {LOUISBOURG: ["wolfe", "6 br_regular", *garrison]}
    frames: Json = [year(FRENCH, playing=True), {"type": "activation", "side": "french", "commander": chief}]
    return played(place(pieces, sieges={LOUISBOURG: 0}, amphib=[LOUISBOURG], frames=frames, **rest), SallyOut()).state


@proves("ww:5.34-limits", "ww:8.25")
def test_command_does_not_limit_a_sortie_which_everybody_inside_may_join() -> None:
    """Given Drucour, command 4, when he sallies out of Louisbourg, then all six units come along (N45)."""
    state = played(shut_in_at_louisbourg("drucour"), *map(Pick, SIX[:4])).state
    assert (about(state), offered(state)) == ("muster", (*map(Pick, SIX[4:]), Done()))
    out = played(state, *map(Pick, SIX[4:]))
    assert about(out.state) == "avoidance"
    assert units_inside(out.state.board, space(LOUISBOURG), FRENCH) == ()
    assert units_outside(out.state.board, space(LOUISBOURG), FRENCH) == tuple(sorted(SIX))


@proves("ww:5.34-limits", "ww:5.34", "ww:8.25")
def test_command_limits_a_march_of_the_same_force() -> None:
    state = read({LOUISBOURG: ["drucour", *(COUNTERS[each].id for each in SIX)]})
    for stage, found in (
        (ActivationStage.MUSTER, (violation(Reason.BEYOND_COMMAND, "ww:5.34", units=5, command=4),)),
        (ActivationStage.MUSTER_SORTIE, ()),
    ):
        mustering = Activation(FRENCH, commander=leader("drucour"), units=SIX[:4], stage=stage)
        assert tuple(muster_unit_violations(state, mustering, SIX[4])) == found


@proves("ww:5.31-once", "ww:5.34-limits", "ww:5.34")
def test_a_sortie_is_joined_neither_by_units_that_acted_nor_by_a_leader_of_higher_command() -> None:
    acted: Json = {"type": "phase", "value": 3, "units": [COUNTERS[SIX[0]].id]}
    state = shut_in_at_louisbourg("dumas", phase=acted)
    assert offered(state) == (Pick(SIX[1]), Pick(SIX[5]))
    assert refused(state, Pick(SIX[0])) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="fr_regular_artois"),
    )
    assert refused(state, PickLeader(leader("drucour"))) == (
        violation(Reason.OUTRANKS_COMMANDER, "ww:5.34", leader="drucour", commander="dumas"),
    )


@proves("ww:5.534", "ww:5.34-limits", "ww:8.25")
def test_mohawk_sally_out_or_march_only_with_johnson() -> None:
    mohawk = "br_indian_mohawk_1"
    inside = ["inside webb", "inside johnson", "inside br_regular_15th", f"inside {mohawk}"]
    state = played(ready("british", "webb", {FORT: ["2 fr_regular", *inside]}), SallyOut()).state
    assert offered(state) == (PickLeader(leader("johnson")), Pick(unit("br_regular_15th")))
    only_johnson = violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit=mohawk)
    assert said_otherwise(state, Pick(unit(mohawk))) == Notation(Reason.LEADERS_FIRST, (("leaders", ("johnson",)),))
    marching = Activation(BRITISH, commander=leader("webb"), stage=ActivationStage.MUSTER)
    assert tuple(muster_unit_violations(state, marching, unit(mohawk))) == (only_johnson,)
    state = played(state, PickLeader(leader("johnson"))).state
    assert offered(state) == (Pick(unit("br_regular_15th")), Pick(unit(mohawk)))


@proves("ww:5.36")
def test_an_activated_unit_begins_to_move_and_raids_when_it_has_moved() -> None:
    active = Activation(BRITISH, units=units("br_regular_15th"), stage=ActivationStage.MOVE)
    state = stepped(under_way((active,), {"albany": ["br_regular_15th"]})).state
    below, move = state.stack.frames
    assert below == replace(active, stage=ActivationStage.RAIDS)
    assert isinstance(move, Move)
    assert (move.at, move.units, move.commander) == (space("albany"), active.units, None)
