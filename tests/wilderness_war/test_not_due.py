"""Decisions that the position itself keeps closed: responses, interception, militia, sieges, the end of a phase."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.frames import (
    Battle,
    BattleStage,
    CombatKind,
    Frame,
    MassacreWindow,
    Move,
    MoveStage,
    Raiding,
    RaidingStage,
    Reaction,
    ReactionKind,
    Sheltering,
    Siege,
    SiegeStage,
)
from reference.wilderness_war.not_due import not_due
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import moving, pick, pick_leader, standing
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import combat_under_way, place, played, read, ruleset, under_way, units
from tests.wilderness_war.turns import c, s, turn, who

HOOSIC = s("hoosic")
ALBANY = s("albany")
HANDS: Json = {
    "british": ["card_6", "card_7", "card_8", "card_9", "card_11", "card_13", "card_14", "card_15", "card_16"]
}
BATTLE = Battle(HOOSIC, FRENCH, FRENCH, ALBANY)
RAIDING = Raiding(FRENCH, HOOSIC, None, None, (), units("fr_coureurs_marin"))
WORDS = {
    6: violation(Reason.ONLY_IN_PLACE_OF_A_SIEGE_ROLL, "ww:card-surrender", card="card_6"),
    7: violation(Reason.ONLY_ON_A_CAPTURE, "ww:card-massacre", card="card_7"),
    8: violation(Reason.ONLY_AT_A_SIEGE, "ww:card-coehorns", card="card_8"),
    9: violation(Reason.ONLY_BEFORE_A_BATTLE, "ww:card-fieldworks", card="card_9"),
    11: violation(Reason.ONLY_BEFORE_A_BATTLE, "ww:card-ambush", card="card_11"),
    13: violation(Reason.ONLY_BEFORE_A_RAID_ROLL, "ww:card-blockhouses", card="card_13"),
    14: violation(Reason.ONLY_BEFORE_THE_FIRST_STEP, "ww:card-foul-weather", card="card_14"),
    15: violation(Reason.ONLY_ON_A_LAKE, "ww:card-schooner", card="card_15"),
    16: violation(Reason.ONLY_WHEN_ACTIVATED, "ww:card-croghan", card="card_16"),
}


def closed(state: State, action: a.Action, by: str = "british") -> tuple[Violation, ...]:
    """Return why a side is not asked."""
    return not_due(state, by, action)


def mover(side: Side, stage: MoveStage) -> Move:
    """Return a mover of a side at some stage."""
    return Move(side, HOOSIC, None, (), (), stage=stage)


@proves("ww:5.56")
@pytest.mark.parametrize("number", WORDS)
def test_a_response_outside_of_its_moment_is_told_when_it_may_be_played(number: int) -> None:
    state = place({}, hands=HANDS, frames=[{"type": "year", "stage": "actions", "turn": "french"}])
    assert closed(state, a.Respond(c(number))) == (WORDS[number],)


@proves("ww:5.56", "ww:5.26")
def test_a_card_that_is_not_held_is_told_too_and_one_that_is_no_response_only_that() -> None:
    state = read({}, hands={"british": ["card_1"]})
    missing = violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_11")
    assert closed(state, a.Respond(c(11))) == (missing, WORDS[11])
    assert closed(state, a.Respond(c(1))) == ()
    assert closed(state, a.Respond(c(2))) == (violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_2"),)
    assert closed(state, a.Respond(c(11)), "chance") == ()


_REACTION = Reaction(ReactionKind.AVOID, BRITISH, HOOSIC, ALBANY)


@proves("ww:5.56")
@pytest.mark.parametrize(
    ("frame", "open_to"),
    [
        *((replace(BATTLE, stage=stage), {9, 11} if stage in (
            BattleStage.MILITIA, BattleStage.RELIEF, BattleStage.ATTACKER_EVENTS, BattleStage.DEFENDER_EVENTS,
        ) else set()) for stage in BattleStage),
        (_REACTION, {9, 11}),
        (Sheltering(BRITISH, HOOSIC), {9, 11}),
        (Siege(HOOSIC, FRENCH, who("montcalm"), SiegeStage.ROLL), {6, 8}),
        (MassacreWindow(HOOSIC, FRENCH), {7}),
        *((replace(RAIDING, stage=stage), {13} if stage in (
            RaidingStage.MILITIA, RaidingStage.FOUGHT, RaidingStage.BLOCKHOUSES,
        ) else set()) for stage in RaidingStage),
        *((mover(FRENCH, stage), found) for stage, found in (
            (MoveStage.WEATHER, {14}), (MoveStage.GUIDE, set()), (MoveStage.SCHOONER, {15}), (MoveStage.STEP, set()),
        )),
        *((mover(BRITISH, stage), found) for stage, found in (
            (MoveStage.WEATHER, {16}), (MoveStage.GUIDE, {16}), (MoveStage.SCHOONER, set()), (MoveStage.STEP, set()),
        )),
    ],
)  # fmt: skip
def test_while_a_moment_lasts_another_decision_comes_first(frame: Frame, open_to: set[int]) -> None:
    """Given every response in the hand, then exactly those whose moment it is are not told to wait for it."""
    state = under_way((frame,), {}, hands=HANDS)
    assert {number for number in WORDS if closed(state, a.Respond(c(number))) == ()} == open_to


@proves("ww:card-schooner", "ww:5.56")
def test_lake_schooner_is_told_what_the_step_lacked() -> None:
    frame: dict[str, Json] = {"by": "land", "entry": "ticonderoga", "spent": 1}
    hands: Json = {"british": ["card_15"]}
    state, _ = standing("hudson_carry_north", "fr_regular_bearn", {}, frame=frame, hands=hands)
    lacks = violation(Reason.NO_FORTIFICATION, "ww:card-schooner", side="british", space="hudson_carry_north")
    assert closed(state, a.Respond(c(15))) == (lacks,)
    state, _ = standing("wood_creek", "fr_regular_bearn", {}, frame=frame, hands=hands)
    link = violation(Reason.NO_LAKE_LINK, "ww:card-schooner", start="ticonderoga", to="wood_creek")
    bare = violation(Reason.NO_FORTIFICATION, "ww:card-schooner", side="british", space="wood_creek")
    assert closed(state, a.Respond(c(15))) == (link, bare)
    own, _ = standing("wood_creek", "br_regular_15th", {}, frame=frame, hands=hands)
    assert closed(own, a.Respond(c(15))) == (WORDS[15],)


@proves("ww:5.46")
def test_the_end_of_a_phase_is_asked_for_only_where_something_could_be_demolished() -> None:
    nothing = violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46")
    assert closed(read({}), a.EndPhase()) == (nothing,)
    assert closed(read({}, stockades={"british": ["hoosic"]}), a.EndPhase()) == ()
    assert closed(read({}, stockades={"british": ["hoosic"]}), a.EndPhase(), "french") == (nothing,)


@proves("ww:7.3", "ww:7.3-exc", "ww:9.14-a")
def test_militia_are_told_what_keeps_them_from_the_battle_under_way() -> None:
    def kept(at: str, boxes: dict[str, list[str]], by: str = "british", **rest: Json) -> tuple[Violation, ...]:
        battle = replace(BATTLE, space=s(at), stage=BattleStage.FIRE)
        return closed(under_way((battle,), boxes, **rest), pick("br_militia_1"), by)

    box = {"northern_colonial_militias": ["br_militia_1"]}
    assert kept("hoosic", box) == ()
    assert kept("hoosic", {}) == (violation(Reason.BOX_EMPTY, "ww:7.3", department="northern"),)
    theirs = violation(Reason.NOT_THEIR_LAND, "ww:7.3", side="french", space="hoosic")
    assert kept("hoosic", box, "french") == (theirs,)
    wild = violation(Reason.NOT_THEIR_LAND, "ww:7.3", side="british", space="wood_creek")
    assert kept("wood_creek", box) == (wild,)
    raided = violation(Reason.DEPARTMENT_RAIDED, "ww:7.3-exc", department="northern", side="french")
    assert kept("hoosic", box, raided={"french": {"worcester": 1}}) == (raided,)
    outside = violation(Reason.NO_DEPARTMENT, "ww:7.3-louisbourg", space="louisbourg")
    canadian = {"st_lawrence_canadian_militias": ["fr_militia_1"]}
    assert kept("louisbourg", canadian, "french") == (outside,)
    assert closed(read(box), pick("br_militia_1")) == ()


@proves("ww:9.14-a")
def test_no_militia_are_called_to_an_assault() -> None:
    pieces = {"hoosic": ["br_regular_15th", "inside fr_regular_bearn"]}
    opening: Json = {"type": "assault", "space": "hoosic", "attacker": "british"}
    state = place({**pieces, "hoosic": ["amherst", *pieces["hoosic"]]}, opening=opening, forts={"french": ["hoosic"]},
                  sieges={"hoosic": 1})  # fmt: skip
    assert combat_under_way(state).kind is CombatKind.ASSAULT
    never = violation(Reason.NO_MILITIA_IN_ASSAULTS, "ww:9.14-a", space="hoosic")
    assert closed(state, pick("br_militia_1")) == (never,)


@proves("ww:7.3", "ww:9.14-a")
def test_militia_that_come_too_late_for_the_fire_of_a_battle_are_told_nothing_of_assaults() -> None:
    """Given a battle within a move, at its fire or before, then an empty box alone keeps the militia away."""
    empty = violation(Reason.BOX_EMPTY, "ww:7.3", department="northern")
    pieces = {"hoosic": ["wolfe", "br_regular_15th", "montcalm", "fr_regular_bearn"]}
    opening: Json = {"type": "battle", "space": "hoosic", "attacker": "french"}
    fire = place(pieces, opening=opening)
    assert combat_under_way(fire).kind is CombatKind.BATTLE
    assert closed(fire, pick("br_militia_1")) == ()
    below = (mover(FRENCH, MoveStage.STEP), replace(BATTLE, stage=BattleStage.FIRE))
    assert closed(under_way(below, {}), pick("br_militia_1")) == (empty,)


@proves("ww:6.71", "ww:6.72", "ww:fr-adv")
def test_interceptors_are_told_what_keeps_them_from_the_mover() -> None:
    """Given a French column at Hoosic, then who is far away, or would meet it before it moves, may not intercept it."""
    pieces = {"boston": ["br_regular_15th", "webb"], "albany": ["br_regular_44th"]}
    frame: dict[str, Json] = {"by": "land", "entry": "green_mountains_south", "spent": 1}
    state, _ = standing("hoosic", "rigaud fr_regular_bearn", pieces, frame=frame)
    far = violation(Reason.NOT_ADJACENT, "ww:6.72", unit="br_regular_15th", into="hoosic")
    assert closed(state, pick("br_regular_15th")) == (far,)
    assert closed(state, pick("br_regular_44th")) == ()
    assert closed(state, pick_leader("webb")) == (violation(Reason.NOT_ADJACENT, "ww:6.72", into="hoosic"),)
    absent = violation(Reason.NOT_AMONG_THEM, "ww:6.72", leader="wolfe")
    assert closed(state, pick_leader("wolfe")) == (absent,)
    assert closed(state, pick("br_regular_15th"), "french") == ()
    for by in ("british", "french"):
        assert closed(state, pick("fr_regular_bearn"), by) == ()
    held, _ = standing("hoosic", "rigaud fr_regular_bearn", pieces, frame={**frame, "held_before": True})
    safe = violation(Reason.SAFE_ENTRY, "ww:6.722", into="hoosic")
    assert closed(held, pick("br_regular_15th")) == (safe, far)
    fresh = moving("green_mountains_south", "rigaud fr_regular_bearn", pieces)
    waiting = violation(Reason.ONLY_WHEN_ENTERED, "ww:6.71", space="green_mountains_south")
    assert closed(fresh, pick("br_regular_44th")) == (waiting,)
    basic, _ = standing("hoosic", "rigaud fr_regular_bearn", pieces, ruleset("fr_basic"), frame=frame)
    assert closed(basic, pick("br_regular_44th")) == (violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv"),)
    later, _ = standing("hoosic", "rigaud fr_regular_bearn", pieces, frame={**frame, "stage": "clash"})
    assert closed(later, pick("br_regular_15th")) == ()
    assert closed(read(pieces), pick("br_regular_15th")) == ()


@proves("ww:8.231", "ww:9.1")
def test_a_force_where_nothing_is_besieged_is_told_so() -> None:
    state = turn("british", {"albany": ["amherst", "2 br_regular"]}, "1")
    mustering = played(state, a.Activate(c(1), a.Activates.FORCE), a.PickLeader(who("amherst"))).state
    assert closed(mustering, a.Besiege()) == (violation(Reason.NO_SIEGE, "ww:8.231", space="albany"),)
    assert closed(mustering, a.Storm()) == (violation(Reason.NO_SIEGE, "ww:9.1", space="albany"),)
    assert closed(mustering, a.Besiege(), "french") == ()
    assert closed(state, a.Besiege()) == ()
    assert closed(read({}), a.Besiege()) == closed(read({}), a.Halt()) == ()
