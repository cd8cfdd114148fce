"""Chapter 10, step by step: when a raid begins, militia and BLOCKHOUSES, the roll, and the way home."""

from dataclasses import replace

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import below
from reference.kernel.verdicts import event
from reference.wilderness_war.actions import Respond
from reference.wilderness_war.ch02_map import Department
from reference.wilderness_war.ch10_raid import apply, may_respond, violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Activation,
    ActivationStage,
    Cause,
    GoingHome,
    Losses,
    Raid,
    Raiding,
    RaidingStage,
    Retreat,
)
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import Pieces, leaders, read, ruleset, stack, stepped, top, under_way, units
from tests.wilderness_war.turns import c, s, who

MARIN = units("fr_coureurs_marin")
ACTIVE = Activation(FRENCH, units=MARIN, stage=ActivationStage.RAIDS, ended=s("culpeper"))
RAIDING = Raiding(FRENCH, s("culpeper"), s("augusta"), None, (), MARIN)
THERE: Pieces = {"culpeper": ["fr_coureurs_marin"]}


@proves("ww:10.1", "ww:10.13", "ww:5.36")
def test_an_activation_ends_with_its_raid_and_is_over_when_none_is_due() -> None:
    raided = stepped(under_way([ACTIVE], THERE)).state
    assert isinstance(top(raided), Raiding)
    assert below(raided) == ACTIVE
    assert stepped(under_way([replace(ACTIVE, raided=MARIN)], THERE)).state.stack.frames == ()
    dropped = replace(ACTIVE, ended=s("woodstock"), dropped=MARIN)
    left_behind = top(stepped(under_way([dropped], THERE)).state)
    assert isinstance(left_behind, Raiding)
    assert (left_behind.space, left_behind.units) == (s("culpeper"), MARIN)


@proves("ww:10.22")
def test_raiders_who_beat_the_militia_go_on_with_the_raid_without_those_who_fell() -> None:
    fought = replace(
        RAIDING, units=units("fr_coureurs_marin fr_coureurs_lery"), stage=RaidingStage.FOUGHT, winner=FRENCH
    )  # fmt: skip
    state = under_way([ACTIVE, fought], THERE)
    won = replace(fought, units=MARIN, stage=RaidingStage.BLOCKHOUSES)
    assert stepped(state).state.stack.frames == (ACTIVE, won)


@proves("ww:10.23")
def test_for_raiders_beaten_by_the_militia_the_raid_is_over_and_nobody_goes_home() -> None:
    fought = replace(RAIDING, stage=RaidingStage.FOUGHT, winner=BRITISH)
    retreated: Pieces = {"augusta": ["fr_coureurs_marin"]}
    beaten = stepped(under_way([ACTIVE, fought], retreated)).state
    assert beaten.stack.frames == (replace(ACTIVE, entry=s("culpeper")),)
    assert stack(beaten, "augusta") == ["fr_coureurs_marin"]
    assert stepped(under_way([fought], retreated)).state.stack.frames == ()


@proves("ww:6.53-caught")
def test_leaders_alone_in_a_raided_space_leave_it_first_and_those_with_units_stay() -> None:
    on = replace(RAIDING, stage=RaidingStage.BLOCKHOUSES)
    alone = stepped(under_way([RAIDING], {"culpeper": ["fr_coureurs_marin", "johnson"]})).state
    assert alone.stack.frames == (
        on, Retreat(BRITISH, s("culpeper"), attacking=False, entry=s("augusta"), units=(), leaders=leaders("johnson")),
    )  # fmt: skip
    guarded = under_way([RAIDING], {"culpeper": ["fr_coureurs_marin", "johnson", "br_ranger_rogers"]})
    assert stepped(guarded).state.stack.frames == (on,)


@proves("ww:10.3", "ww:card-blockhouses")
def test_only_who_holds_blockhouses_and_has_not_played_them_this_year_may_answer_a_raid() -> None:
    frame = replace(RAIDING, stage=RaidingStage.BLOCKHOUSES)
    assert not may_respond(read(THERE), frame)
    assert not may_respond(read(THERE, hands={"french": ["card_13"]}), frame)
    assert may_respond(read(THERE, hands={"british": ["card_13"]}), frame)
    assert not may_respond(read(THERE, hands={"british": ["card_13"]}, blockhouses=["british"]), frame)


@proves("ww:card-blockhouses", "ww:card-blockhouses-fx")
def test_blockhouses_are_in_force_for_the_side_that_is_raided() -> None:
    frame = replace(RAIDING, stage=RaidingStage.BLOCKHOUSES)
    state = under_way([frame], THERE, hands={"british": ["card_13"]})
    assert violations(state, frame, Respond(c(13))) == ()
    answered = apply(state, frame, Respond(c(13)))
    assert answered.state.tracks.blockhouses == (BRITISH,)
    assert answered.events == (
        event(
            EventKind.EVENT_PLAYED, "ww:card-blockhouses", "ww:5.56", "ww:card-blockhouses-fx",
            side="british", card="card_13",
        ),
    )  # fmt: skip
    assert top(answered.state) == replace(frame, stage=RaidingStage.ROLL)


@proves("ww:10.3", "ww:10.1-clar", "ww:7.3-exc")
def test_all_raiders_roll_once_and_the_department_is_noted_as_raided() -> None:
    frame = replace(RAIDING, stage=RaidingStage.ROLL, leader=who("dumas"), leaders=leaders("dumas"))
    rolling = stepped(under_way([frame], {"culpeper": ["fr_coureurs_marin", "dumas"]})).state
    assert top(rolling) == Raid(s("culpeper"), FRENCH, MARIN, who("dumas"), leaders("dumas"))
    assert below(rolling) == replace(frame, stage=RaidingStage.HOME)
    assert rolling.tracks.french_raids == (Department.SOUTHERN,)


@proves("ww:10.4", "ww:en-14.2")
def test_raiders_set_out_for_home_and_by_option_a_new_marker_first_costs_the_militia_a_step() -> None:
    frame = replace(RAIDING, stage=RaidingStage.HOME)
    pieces: Pieces = {**THERE, "southern_colonial_militias": ["br_militia_1"]}
    marked: dict[str, Json] = {"raided": {"french": {"culpeper": 1}}}
    going = GoingHome(FRENCH, s("culpeper"), (), MARIN)
    home = stepped(under_way([ACTIVE, frame], pieces, **marked)).state
    assert home.stack.frames == (replace(ACTIVE, raided=MARIN), going)
    hurt = stepped(under_way([frame], pieces, ruleset(raids_hurt_militia="on"), **marked)).state
    militia = s("southern_colonial_militias")
    assert hurt.stack.frames == (going, Losses(BRITISH, militia, Cause.RAID, 1, units("br_militia_1")))


@proves("ww:10.4", "ww:10.41")
def test_an_indian_goes_to_his_settlement_in_one_step() -> None:
    shawnee = units("fr_indian_shawnee_1")
    going = GoingHome(FRENCH, s("culpeper"), (), shawnee)
    home = stepped(under_way([going], {"culpeper": ["fr_indian_shawnee_1"]}))
    assert home.events == (event(EventKind.WENT_HOME, "ww:10.41", piece="fr_indian_shawnee_1", to="logstown"),)
    assert stack(home.state, "logstown") == ["fr_indian_shawnee_1"]
    assert top(home.state) == replace(going, units=(), joined=(s("logstown"),))
