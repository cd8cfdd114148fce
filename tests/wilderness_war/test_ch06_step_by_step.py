"""Chapter 6, step by step: who goes inside, what becomes of the space entered, and how a movement ends."""

from dataclasses import replace
from itertools import product

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import below, with_top
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import Halt
from reference.wilderness_war.board import stockade_owner
from reference.wilderness_war.ch06_move import (
    apply,
    begun,
    capture_stockade,
    violations,
)
from reference.wilderness_war.ch06_reach import landing_violations
from reference.wilderness_war.ch06_stops import battle_stops, work_stops
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, Battle, MassacreWindow, Move, MoveStage, Sheltering
from reference.wilderness_war.reasons import Reason
from tests.wilderness_war.moves import standing
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import Pieces, leaders, read, ruleset, spaces, stepped, top, under_way, units
from tests.wilderness_war.turns import s

SOUTH = "hudson_carry_south"
FORCE = "montcalm fr_regular_bearn"


@proves("ww:6.43")
def test_the_french_never_land_from_the_sea_even_with_the_card() -> None:
    state = read({}, hands={"french": ["card_17"]})
    assert tuple(landing_violations(state, FRENCH, s("halifax"), s("louisbourg"))) == (
        violation(Reason.BRITISH_ONLY, "ww:6.43"),
    )


@proves("ww:8.1", "ww:6.83-clar")
def test_defenders_of_a_fort_are_asked_who_goes_inside_before_anything_else() -> None:
    guarded: Pieces = {SOUTH: ["br_regular_44th"]}
    state, move = standing(SOUTH, FORCE, guarded, frame={"stage": "shelter"}, forts={"british": [SOUTH]})
    asked = stepped(state).state
    assert top(asked) == Sheltering(BRITISH, s(SOUTH))
    assert below(asked) == replace(move, stage=MoveStage.AVOIDANCE)


@proves("ww:6.71-join", "ww:8.1-clar-intercept")
def test_after_an_interception_those_who_were_there_before_may_go_inside_and_the_interceptors_not() -> None:
    guarded: Pieces = {SOUTH: ["webb", "br_regular_44th", "br_ranger_rogers"]}
    caught: dict[str, Json] = {"intercepted": ["br_ranger_rogers"], "intercepted_leaders": ["webb"]}
    state, move = standing(SOUTH, FORCE, guarded, frame={"stage": "shelter", **caught}, forts={"british": [SOUTH]})
    asked = stepped(state).state
    assert top(asked) == Sheltering(BRITISH, s(SOUTH), units("br_ranger_rogers"), leaders("webb"))
    assert below(asked) == replace(move, stage=MoveStage.AVOIDANCE)


@proves("ww:8.1", "ww:6.83-clar")
def test_where_there_is_no_fort_nobody_goes_inside_and_the_defender_may_avoid_battle() -> None:
    state, move = standing(SOUTH, FORCE, {SOUTH: ["br_regular_44th"]}, frame={"stage": "shelter"})
    assert top(stepped(state).state) == replace(move, stage=MoveStage.AVOIDANCE)


@proves("ww:6.64")
def test_an_infiltrator_whom_nobody_intercepted_may_go_on_past_a_fort() -> None:
    guarded: Pieces = {SOUTH: ["br_regular_44th"]}
    state, move = standing(
        SOUTH, "fr_coureurs_marin", guarded, frame={"stage": "shelter", "infiltrating": True},
        forts={"british": [SOUTH]},
    )  # fmt: skip
    assert top(stepped(state).state) == replace(move, stage=MoveStage.STEP)
    caught = replace(move, intercepted=units("br_regular_44th"))
    assert top(stepped(with_top(state, caught)).state) == replace(caught, stage=MoveStage.AVOIDANCE)


@proves("ww:6.64")
@pytest.mark.parametrize("infiltrating", [True, False])
@pytest.mark.parametrize("enemies", [True, False])
def test_only_an_infiltrator_that_stops_among_enemies_is_in_for_a_fight(infiltrating: bool, enemies: bool) -> None:
    held: Pieces = {SOUTH: ["br_regular_44th"]} if enemies else {}
    frame: dict[str, Json] = {"by": "land", "spent": 1, "infiltrating": infiltrating}
    state, move = standing(SOUTH, "fr_coureurs_marin", held, frame=frame)
    assert violations(state, move, Halt()) == ()
    stopped = apply(state, move, Halt())
    fights = replace(move, infiltrating=False, stage=MoveStage.SHELTER)
    assert top(stopped.state) == (fights if infiltrating and enemies else replace(move, stage=MoveStage.END))


@proves("ww:6.22-note")
@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ({"french": ["card_14"], "british": ["card_16"]}, MoveStage.WEATHER),
        ({"french": ["card_14"]}, MoveStage.WEATHER),
        ({"british": ["card_16"]}, MoveStage.GUIDE),
        ({}, MoveStage.STEP),
    ],
)
def test_foul_weather_is_asked_for_first_then_croghan_and_neither_of_who_has_it_not(
    hands: Json, first: MoveStage
) -> None:
    state, move = standing("canajoharie", "br_regular_44th", {}, frame={"stage": "weather"}, hands=hands)
    assert begun(state, move) == replace(move, stage=first)


@proves("ww:6.51", "ww:6.51-c")
def test_a_mover_who_has_taken_a_stockade_is_halted_there_and_one_in_an_empty_space_may_go_on() -> None:
    state, move = standing("hoosic", FORCE, {}, frame={"stage": "aftermath"}, stockades={"british": ["hoosic"]})
    taken = stepped(state)
    assert stockade_owner(taken.state.board, s("hoosic")) is FRENCH
    assert top(taken.state) == MassacreWindow(s("hoosic"), FRENCH)
    assert below(taken.state) == replace(move, halted=True)
    assert taken.events[0] == event(
        EventKind.WORK_CAPTURED, "ww:5.45-capture", "ww:6.51-c", side="french", space="hoosic", work="stockade"
    )
    empty, mover = standing("hoosic", FORCE, {}, frame={"stage": "aftermath"})
    assert top(stepped(empty).state) == replace(mover, stage=MoveStage.STEP)


@proves("ww:6.51", "ww:6.51-b")
def test_a_mover_who_comes_to_an_enemy_fort_ends_its_movement() -> None:
    state, move = standing(SOUTH, FORCE, {}, frame={"stage": "aftermath"}, forts={"british": [SOUTH]})
    assert top(stepped(state).state) == replace(move, stage=MoveStage.END)


# What is in the space a mover has entered without a fight, whether its side stood there before, and what follows.
WORKS = [
    ({}, False, MoveStage.STEP),
    ({"forts": {"british": [SOUTH]}}, False, MoveStage.END),
    ({"forts": {"french": [SOUTH]}}, False, MoveStage.STEP),
    ({"forts": {"british": [SOUTH]}, "sieges": {SOUTH: 1}}, True, MoveStage.STEP),
]


@proves("ww:6.51-b")
@pytest.mark.parametrize(("works", "before", "then"), WORKS)
def test_a_fort_of_the_enemy_stops_who_comes_to_besiege_it_and_nobody_who_joins_the_siege(
    works: dict[str, Json], before: bool, then: MoveStage
) -> None:
    state, move = standing(SOUTH, FORCE, {}, frame={"stage": "aftermath", "held_before": before}, **works)
    assert top(stepped(state).state) == replace(move, stage=then)


@proves("ww:6.51-d")
@pytest.mark.parametrize(
    ("owner", "then"), [("british", MoveStage.END), ("french", MoveStage.STEP), (None, MoveStage.STEP)]
)
def test_an_undefended_stockade_of_the_enemy_stops_auxiliaries_who_must_raid_it(
    owner: str | None, then: MoveStage
) -> None:
    stockades: Json = {} if owner is None else {owner: ["hoosic"]}
    state, move = standing("hoosic", "fr_coureurs_marin", {}, frame={"stage": "aftermath"}, stockades=stockades)
    to_raid = violation(Reason.STAYED_TO_RAID, "ww:6.51-d", space="hoosic")
    assert tuple(work_stops(state.board, move)) == ((to_raid,) if then is MoveStage.END else ())
    assert top(stepped(state).state) == replace(move, stage=then)


@proves("ww:6.51-b", "ww:6.51-d")
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(
    ("works", "stops", "cited"),
    [
        ({"stockades": {"british": [SOUTH]}}, Reason.STAYED_TO_RAID, "ww:6.51-d"),
        ({"forts": {"british": [SOUTH]}}, Reason.BESIEGED_NOW, "ww:6.51-b"),
        ({"forts": {"british": [SOUTH]}, "sieges": {SOUTH: 0}}, None, ""),
        ({"forts": {"french": [SOUTH]}}, None, ""),
    ],
)
def test_an_unbesieged_work_of_the_enemy_stops_a_mover_whoever_of_its_side_stood_beside_it(
    works: dict[str, Json], stops: Reason | None, cited: str, before: bool
) -> None:
    state, move = standing(SOUTH, "fr_coureurs_marin", {}, frame={"held_before": before}, **works)
    found = tuple(work_stops(state.board, move))
    assert found == (() if stops is None else (violation(stops, cited, space=SOUTH),))


@proves("ww:6.51-a")
def test_after_a_battle_only_those_go_on_who_overran_the_enemy() -> None:
    _, move = standing("hoosic", FORCE, {}, frame={"stage": "aftermath"})
    for winner, overrun in product((FRENCH, BRITISH), (True, False)):
        fought = replace(move, winner=winner, overrun=overrun)
        no_overrun = violation(Reason.NO_OVERRUN, "ww:6.51-a", space="hoosic")
        assert tuple(battle_stops(fought, fought)) == (() if winner is FRENCH and overrun else (no_overrun,))


@proves("ww:6.712")
@pytest.mark.parametrize("forts", [{"british": [SOUTH]}, {"french": [SOUTH]}, {}])
@pytest.mark.parametrize("infiltrating", [True, False])
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_only_an_infiltrator_at_an_enemy_fort_is_caught_outside_of_it(
    forts: dict[str, Json], infiltrating: bool, role: str
) -> None:
    """Given a unit in the open, then by option it attacks who slipped by its fort (D7); anybody else attacks it."""
    state, _ = standing(
        SOUTH, "fr_coureurs_marin", {SOUTH: ["br_regular_44th"]}, ruleset(infiltrator_caught_role=role),
        frame={"stage": "clash", "infiltrating": infiltrating}, forts=forts,
    )  # fmt: skip
    battle = top(stepped(state).state)
    assert isinstance(battle, Battle)
    assert battle.caught is (infiltrating and "british" in forts)
    assert battle.attacker is (BRITISH if battle.caught and role == "defender" else FRENCH)


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
        FRENCH, s("hoosic"), None, (), units("fr_coureurs_marin"), stage=MoveStage.END, entry=s("deerfield"),
        dropped=left, declined=spaces("northampton"),
    )  # fmt: skip
    pieces: Pieces = {"hoosic": ["fr_coureurs_marin"], "deerfield": ["fr_coureurs_lery"]}
    ended = stepped(under_way([activation, move], pieces)).state
    assert ended.stack.frames == (replace(activation, ended=s("hoosic"), entry=s("deerfield"), dropped=left),)
    assert stepped(under_way([move], pieces)).state.stack.frames == ()
