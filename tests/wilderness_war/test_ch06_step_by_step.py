"""Chapter 6, step by step: who goes inside, what becomes of the space entered, and how a movement ends."""

from dataclasses import replace

from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.board import stockade_owner
from reference.wilderness_war.ch06_movement import landing_violations
from reference.wilderness_war.ch06_moving import capture_stockade
from reference.wilderness_war.frames import Activation, Going, MassacreWindow, Move, Sheltering
from reference.wilderness_war.happenings import Happening
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import below
from tests.wilderness_war.moves import standing
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import Pieces, read, spaces, stepped, top, under_way, units
from tests.wilderness_war.turns import s

SOUTH = "hudson_carry_south"
FORCE = "montcalm fr_regular_bearn"


@proves("ww:6.43")
def test_the_french_never_land_from_the_sea_even_with_the_card() -> None:
    state = read({}, hands={"french": ["card_17"]})
    assert tuple(landing_violations(state, FRENCH, s("halifax"), s("louisbourg"))) == (
        violation(Reason.BRITISH_ONLY, "ww:6.43"),
    )


@proves("ww:8.1", "ww:6.71-a")
def test_defenders_of_a_fort_are_asked_who_goes_inside_before_anything_else() -> None:
    guarded: Pieces = {SOUTH: ["br_regular_44th"]}
    state, move = standing(SOUTH, FORCE, guarded, frame={"stage": "shelter"}, forts={"british": [SOUTH]})
    asked = stepped(state).state
    assert top(asked) == Sheltering(BRITISH, s(SOUTH))
    assert below(asked) == replace(move, stage=Going.AVOIDANCE)


@proves("ww:8.1")
def test_where_there_is_no_fort_nobody_goes_inside_and_the_defender_may_avoid_battle() -> None:
    state, move = standing(SOUTH, FORCE, {SOUTH: ["br_regular_44th"]}, frame={"stage": "shelter"})
    assert top(stepped(state).state) == replace(move, stage=Going.AVOIDANCE)


@proves("ww:6.64", "ww:6.62")
def test_an_infiltrator_whom_nobody_intercepted_may_go_on_past_a_fort() -> None:
    guarded: Pieces = {SOUTH: ["br_regular_44th"]}
    state, move = standing(
        SOUTH, "fr_coureurs_marin", guarded, frame={"stage": "shelter", "infiltrating": True},
        forts={"british": [SOUTH]},
    )  # fmt: skip
    assert top(stepped(state).state) == replace(move, stage=Going.STEP)


@proves("ww:6.51", "ww:6.51-c")
def test_a_mover_who_has_taken_a_stockade_is_halted_there_and_one_in_an_empty_space_may_go_on() -> None:
    state, move = standing("hoosic", FORCE, {}, frame={"stage": "aftermath"}, stockades={"british": ["hoosic"]})
    taken = stepped(state)
    assert stockade_owner(taken.state.board, s("hoosic")) is FRENCH
    assert top(taken.state) == MassacreWindow(s("hoosic"), FRENCH)
    assert below(taken.state) == replace(move, halted=True)
    assert taken.events[0] == event(
        Happening.WORK_CAPTURED, "ww:5.45-capture", "ww:6.51-c", side="french", space="hoosic", work="stockade"
    )
    empty, mover = standing("hoosic", FORCE, {}, frame={"stage": "aftermath"})
    assert top(stepped(empty).state) == replace(mover, stage=Going.STEP)


@proves("ww:6.51", "ww:6.51-b")
def test_a_mover_who_comes_to_an_enemy_fort_ends_its_movement() -> None:
    state, move = standing(SOUTH, FORCE, {}, frame={"stage": "aftermath"}, forts={"british": [SOUTH]})
    assert top(stepped(state).state) == replace(move, stage=Going.END)


@proves("ww:5.45-capture", "ww:6.51-c")
def test_drilled_troops_capture_only_a_stockade_and_only_the_enemys() -> None:
    for stockades in ({}, {"french": ["hoosic"]}):
        state, move = standing("hoosic", FORCE, {}, stockades=stockades)
        assert capture_stockade(state, move) is None
    state, move = standing("hoosic", "fr_coureurs_marin", {}, stockades={"british": ["hoosic"]})
    assert capture_stockade(state, move) is None


@proves("ww:5.36", "ww:10.13")
def test_after_a_movement_its_activation_knows_where_it_ended_and_who_was_left_behind() -> None:
    activation = Activation(FRENCH, units=units("fr_coureurs_marin fr_coureurs_lery"))
    left = units("fr_coureurs_lery")
    move = Move(
        FRENCH, s("hoosic"), None, (), units("fr_coureurs_marin"), stage=Going.END, entry=s("deerfield"),
        dropped=left, declined=spaces("northampton"),
    )  # fmt: skip
    pieces: Pieces = {"hoosic": ["fr_coureurs_marin"], "deerfield": ["fr_coureurs_lery"]}
    ended = stepped(under_way([activation, move], pieces)).state
    assert ended.stack.frames == (
        replace(
            activation, ended=s("hoosic"), entry=s("deerfield"), dropped=left, declined=spaces("northampton")
        ),
    )  # fmt: skip
    assert stepped(under_way([move], pieces)).state.stack.frames == ()
