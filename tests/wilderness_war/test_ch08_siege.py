"""Chapters 8.2 and 9: sieges and assaults in play, with COEHORNS, SURRENDER! and MASSACRE!."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch08_siege as procedure
from reference.wilderness_war.board import (
    Work,
    fort_owner,
    fortification,
    is_besieged,
    siege_level,
    unfinished_fort_owner,
)
from reference.wilderness_war.cards import At, cards_at
from reference.wilderness_war.ch05_order import assault_violations, outranked_violations, storm_violations
from reference.wilderness_war.ch06_move import departed
from reference.wilderness_war.ch07_combat import can_fire
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, CombatKind, MassacreWindow, Move, Siege, SiegeStage
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Departure, State
from tests.wilderness_war.phases import foreign
from tests.wilderness_war.positions import (
    STANDARD,
    combat,
    combat_set_up,
    combat_under_way,
    leaders,
    place,
    played,
    read,
    refused,
    ruleset,
    stack,
    under_way,
    units,
)
from tests.wilderness_war.turns import about, after, c, drilled, force, offered, s, single, to, turn, u, who

NORTH = "hudson_carry_north"
WORKS: Json = {"british": [NORTH], "french": ["ticonderoga"]}


def roll(*dice: int) -> tuple[a.Action, ...]:
    return tuple(map(a.Roll, dice))


def siege(hand: str, enemy: str = "", level: int = 0) -> State:
    """Montcalm, two Regulars and two Indians besiege a British Regular and a Mohawk in Fort William Henry."""
    pieces = {
        NORTH: ["montcalm", "levis", "2 fr_regular", "2 fr_indian_abenaki", "inside br_regular_44th",
                "inside br_indian_mohawk_1"],
        "albany": ["br_regular_48th"],
    }  # fmt: skip
    return turn("french", pieces, hand, STANDARD, enemy=enemy, forts=WORKS, sieges={NORTH: level})


def besieging(state: State) -> State:
    return after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")), a.Besiege())


@proves("ww:8.231", "ww:8.231-activate", "ww:8.231-clar-force", "ww:5.36-siege")
def test_only_the_highest_leader_of_a_siege_may_lead_it() -> None:
    state = after(siege("4"), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("levis")))
    expected = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("montcalm",))
    assert refused(state, a.Besiege()) == (expected,)
    stormable = after(siege("4", level=1), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("levis")))
    assert offered(stormable) == (a.March(),)
    assert refused(stormable, a.Storm()) == (expected,)
    alone = after(siege("4"), single(4, "fr_indian_abenaki_1"), a.Pick(u("fr_indian_abenaki_1")))
    assert offered(alone) == (a.March(),)
    assert [each.rule for each in refused(alone, a.Besiege())] == ["ww:8.231-clar-force"]


@proves("ww:8.231", "ww:12.3-b")
def test_unsupplied_besiegers_may_not_roll() -> None:
    pieces = {NORTH: ["montcalm", "fr_regular_bearn", "inside br_regular_44th"]}
    state = turn("french", pieces, "4", STANDARD, forts={"british": [NORTH, "ticonderoga"]}, sieges={NORTH: 1})
    ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))
    assert offered(ready) == (a.March(), a.Storm())
    assert refused(ready, a.Besiege()) == (violation(Reason.NOT_SUPPLIED, "ww:12.3-b", space=NORTH),)


@proves("ww:8.231-roll", "ww:card-coehorns", "ww:card-coehorns-pre", "ww:8.24", "ww:9.11")
def test_both_sides_may_play_coehorns_and_the_besieger_may_then_assault() -> None:
    asked = besieging(siege("4 8"))
    assert (about(asked), offered(asked)) == ("response_coehorns_besieger", (a.Respond(c(8)), a.Decline()))
    rolled = after(asked, a.Respond(c(8)), roll(1))
    assert siege_level(rolled.board, s(NORTH)) == 1
    assert (about(rolled), offered(rolled)) == ("declare_assault", (a.Storm(), a.Decline()))
    waited = after(rolled, a.Decline())
    assert (about(waited), siege_level(waited.board, s(NORTH))) == ("end_of_phase", 1)
    assert [each.rule for each in refused(asked, a.Respond(c(6)))] == ["ww:5.26", "ww:5.56"]
    foreign(asked, a.Storm())
    assert about(after(rolled, a.Storm())) == "assault_fire_french"


@proves("ww:8.24")
def test_who_keeps_back_his_coehorns_may_still_assault_at_once_or_not_at_all() -> None:
    rolled = after(besieging(siege("4 8")), a.Decline(), roll(4))
    assert (about(rolled), offered(rolled)) == ("declare_assault", (a.Storm(), a.Decline()))
    assert about(after(rolled, a.Decline())) == "end_of_phase"
    assert about(after(rolled, a.Storm(), a.Decline())) == "assault_fire_french"


@proves("ww:8.231-roll", "ww:8.231-clar-surrender", "ww:8.24-declared")
@pytest.mark.parametrize(
    ("stage", "side", "following"),
    [
        (SiegeStage.COEHORNS_BESIEGER, Side.FRENCH, SiegeStage.COEHORNS_BESIEGED),
        (SiegeStage.COEHORNS_BESIEGED, Side.BRITISH, SiegeStage.SURRENDER),
        (SiegeStage.STORM_COEHORNS_BESIEGED, Side.BRITISH, SiegeStage.STORM),
    ],
)
def test_coehorns_count_for_who_plays_them_and_keep_back_neither_surrender_nor_the_roll_nor_a_declared_assault(
    stage: SiegeStage, side: Side, following: SiegeStage
) -> None:
    hands: Json = {side.value: ["card_8"]}
    pieces = {NORTH: ["montcalm", "2 fr_regular", "inside br_regular_44th"]}
    frame = Siege(s(NORTH), Side.FRENCH, who("montcalm"), stage)
    state = under_way([frame], pieces, hands=hands, forts=WORKS, sieges={NORTH: 1})
    for before in ((), (side.enemy,)):
        at_work = replace(frame, coehorns=before)
        assert procedure.violations(state, at_work, a.Respond(c(8))) == ()
        answered = procedure.apply(state, at_work, a.Respond(c(8)))
        assert answered.state.stack.top == replace(frame, stage=following, coehorns=(*before, side))


@proves("ww:8.231-clar-surrender")
def test_surrender_may_follow_coehorns_of_the_besieged() -> None:
    answered = after(besieging(siege("4 6", "8")), a.Respond(c(8)))
    assert (about(answered), offered(answered)) == ("response_surrender", (a.Respond(c(6)), a.Decline()))
    assert fortification(after(answered, a.Respond(c(6))).board, s(NORTH)) == (Work.FORT, Side.FRENCH)
    assert about(after(answered, a.Decline())) == "siege_roll"


@proves("ww:8.24-declared", "ww:9.2", "ww:9.22", "ww:9.22-fort", "ww:9.22-garrison", "ww:9.22-vp", "ww:9.14-d")
def test_a_declared_assault_goes_through_though_coehorns_answer_it_and_a_stormed_fort_is_damaged() -> None:
    state = after(
        siege("4", "8", level=1), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")), a.Storm()
    )
    assert about(state) == "response_storm_coehorns_besieged"
    stormed = after(state, a.Respond(c(8)), roll(6, 1))
    while about(stormed).startswith(("losses", "leader_check")):
        stormed = after(stormed, offered(stormed)[1 if about(stormed).startswith("leader") else 0])
    assert unfinished_fort_owner(stormed.board, s(NORTH)) is Side.FRENCH
    assert stormed.tracks.vp == 2
    assert not [piece for piece in stack(stormed, NORTH) if str(piece).startswith(("inside", "br_"))]


@proves("ww:9.21", "ww:9.2")
def test_a_failed_assault_leaves_the_siege() -> None:
    state = after(siege("4", level=1), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")), a.Storm())
    failed = after(state, roll(1, 6))
    while about(failed).startswith(("losses", "leader_check")):
        failed = after(failed, offered(failed)[1 if about(failed).startswith("leader") else 0])
    assert is_besieged(failed.board, s(NORTH))
    assert fort_owner(failed.board, s(NORTH)) is Side.BRITISH


@proves(
    "ww:card-surrender", "ww:card-surrender-fx", "ww:card-surrender-fx2", "ww:card-surrender-shuffle",
    "ww:card-massacre", "ww:card-massacre-fx", "ww:card-massacre-clar1", "ww:8.231-clar-massacre",
    "ww:ex-5.56",
)  # fmt: skip
def test_surrender_takes_the_fort_intact_and_massacre_answers_before_the_garrison_leaves() -> None:
    asked = besieging(siege("4 6", "7"))
    assert about(asked) == "response_surrender"
    given_up = played(asked, a.Respond(c(6)))
    assert given_up.events == (
        event(EventKind.EVENT_PLAYED, "ww:card-surrender", "ww:5.56", side="french", card="card_6"),
        event(EventKind.WORK_CAPTURED, "ww:card-surrender-fx", side="french", space=NORTH, work="fort"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:9.22-vp", side="french", points=2, vp=2),
    )
    taken = given_up.state
    assert fortification(taken.board, s(NORTH)) == (Work.FORT, Side.FRENCH)
    assert (taken.tracks.vp, about(taken), taken.cards.reshuffle) == (2, "response_massacre", True)
    massacre = played(taken, a.Respond(c(7)))
    assert massacre.events == (
        event(EventKind.EVENT_PLAYED, "ww:card-massacre", "ww:5.56", side="british", card="card_7"),
        *(
            event(EventKind.UNIT_ELIMINATED, "ww:card-massacre-fx", unit=name)
            for name in ("br_indian_mohawk_1", "fr_indian_abenaki_1", "fr_indian_abenaki_2")
        ),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:card-massacre-fx", side="british", points=1, vp=1),
        event(EventKind.PIECES_MOVED, "ww:card-surrender-fx2", pieces=("br_regular_44th",), to="albany"),
    )
    over = massacre.state
    assert over.tracks.vp == 1
    pieces = [str(piece) for piece in stack(over, NORTH)]
    assert not [piece for piece in pieces if "abenaki" in piece or "mohawk" in piece]
    assert "br_regular_44th" in stack(over, "albany")
    assert set(cards_at(over.cards, At.DISCARDS)) >= {c(6), c(7)}


@proves("ww:card-surrender-pre")
def test_surrender_at_louisbourg_needs_a_siege_of_level_one() -> None:
    pieces = {"louisbourg": ["wolfe", "4 br_regular", "inside fr_regular_bearn"]}
    for level, may in ((0, False), (1, True)):
        state = turn("british", pieces, "4 6", STANDARD, amphib=["louisbourg"], sieges={"louisbourg": level})
        asked = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("wolfe")), a.Besiege())
        assert (about(asked) == "response_surrender") is may


@proves("ww:card-massacre-clar2")
def test_no_massacre_where_the_captor_has_no_drilled_troops() -> None:
    pieces = {NORTH: ["montcalm", "2 fr_indian_abenaki", "inside br_regular_44th"]}
    state = turn("french", pieces, "4", STANDARD, enemy="7", forts=WORKS, sieges={NORTH: 1})
    stormed = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")), a.Storm(), roll(6, 1))
    assert about(stormed) != "response_massacre"


@proves("ww:8.25", "ww:8.252", "ww:6.8")
def test_the_besieged_may_only_sally_out_and_beaten_go_back_inside() -> None:
    pieces = {NORTH: ["fr_regular_bearn", "inside webb", "2 inside br_regular"]}
    state = turn("british", pieces, "4", STANDARD, forts=WORKS, sieges={NORTH: 0})
    ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("webb")))
    assert (about(ready), offered(ready)) == ("purpose", (a.SallyOut(), a.Stay()))
    assert refused(ready, a.March()) == (violation(Reason.BESIEGED, "ww:8.25", space=NORTH),)
    out = after(ready, a.SallyOut(), a.Pick(u("br_regular_15th")), a.Done())
    assert about(out) == "avoidance"
    fought = after(out, a.Decline(), roll(1, 4))
    while about(fought).startswith("losses"):
        fought = after(fought, offered(fought)[0])
    assert is_besieged(fought.board, s(NORTH))
    inside = [str(piece) for piece in stack(fought, NORTH) if str(piece).startswith("inside")]
    assert len(inside) == 3


@proves("ww:8.1", "ww:8.11", "ww:6.51-b", "ww:8.21", "ww:6.82-exc")
def test_a_garrison_inside_is_besieged_and_a_fort_holds_four() -> None:
    pieces = {NORTH: ["5 br_northern_provincial"], "ticonderoga": ["montcalm", "4 fr_regular"]}
    state = turn("french", pieces, "4", STANDARD, forts=WORKS)
    units = [str(piece) for piece in stack(state, "ticonderoga") if piece != "montcalm"]
    entered = after(state, force(4, "montcalm", *units), to(NORTH))
    assert about(entered) == "inside"
    hidden = entered
    for _ in range(4):
        hidden = after(hidden, offered(hidden)[0])
    fifth = next(piece for piece in stack(entered, NORTH) if "provincial" in str(piece))
    assert about(hidden) in ("avoidance", "battle_fire_french")
    assert len([piece for piece in stack(hidden, NORTH) if str(piece).startswith("inside")]) == 4
    assert fifth is not None
    all_in = after(turn("french", {**pieces, NORTH: ["br_regular_44th"]}, "4", STANDARD, forts=WORKS),
                   force(4, "montcalm", *units), to(NORTH), a.Pick(u("br_regular_44th")))  # fmt: skip
    assert siege_level(all_in.board, s(NORTH)) == 0


# ---------------------------------------------------------------- what a siege keeps out


@proves("ww:8.22-after", "ww:8.22-inside", "ww:8.232")
def test_an_event_played_during_a_siege_has_no_effect_when_the_siege_is_lifted_but_a_later_one_has() -> None:
    pieces = {
        NORTH: ["fr_regular_bearn", "inside reduced br_regular_44th"],
        "albany": ["reduced br_regular_48th"], "boston": ["br_regular_15th"],
    }  # fmt: skip
    works: Json = {"british": [NORTH, "hudson_carry_south"], "french": ["ticonderoga"]}
    state = turn("british", pieces, "47 48 1", STANDARD, enemy="4 2", forts=works, sieges={NORTH: 0})
    restoring = after(state, a.PlayEvent(c(47)))
    assert offered(restoring) == (a.Pick(u("br_regular_48th")), a.Done())
    expected = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_regular_44th")
    assert expected in refused(restoring, a.Pick(u("br_regular_44th")))
    restored = after(restoring, a.Pick(u("br_regular_48th")), a.EndPhase())
    marched = after(restored, drilled(4, "fr_regular_bearn"), a.March(), to("ticonderoga"))
    lifted = after(marched, a.Halt(), a.EndPhase())
    assert not is_besieged(lifted.board, s(NORTH))
    assert stack(lifted, NORTH) == ["reduced br_regular_44th"]
    later = after(lifted, a.PlayEvent(c(48)), a.Roll(1))
    assert a.Pick(u("br_regular_44th")) in offered(later)
    assert stack(after(later, a.Pick(u("br_regular_44th"))), NORTH) == ["br_regular_44th"]


# ---------------------------------------------------------------- responses


@proves("ww:8.231-clar-level", "ww:card-surrender")
def test_surrender_may_take_the_place_of_a_siege_roll_though_the_level_is_reached() -> None:
    ready = after(siege("4 6", level=1), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))
    assert offered(ready) == (a.March(), a.Besiege(), a.Storm())
    asked = after(ready, a.Besiege())
    assert (about(asked), offered(asked)) == ("response_surrender", (a.Respond(c(6)), a.Decline()))
    assert fortification(after(asked, a.Respond(c(6))).board, s(NORTH)) == (Work.FORT, Side.FRENCH)


@proves("ww:8.231-clar-level", "ww:card-surrender-pre")
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("at", [NORTH, "quebec", "louisbourg"])
def test_surrender_is_open_at_any_level_but_the_lowest_at_louisbourg(at: str, level: int) -> None:
    """Given a fort, which needs level 1, and fortresses, which need 2, then a higher level keeps nothing back."""
    frame = Siege(s(at), Side.BRITISH, who("wolfe"), SiegeStage.SURRENDER)
    state = place({at: ["wolfe", "br_regular_44th"]}, forts={"french": [NORTH]}, sieges={at: level})
    too_low = violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-surrender-pre", space="louisbourg", level=0, needed=1)
    expected = (too_low,) if (at, level) == ("louisbourg", 0) else ()
    assert tuple(procedure.surrender_level_violations(state, frame)) == expected


@proves("ww:5.56", "ww:5.26", "ww:card-coehorns")
def test_only_the_response_asked_for_may_be_played() -> None:
    asked = besieging(siege("4 6", "8"))
    assert about(asked) == "response_coehorns_besieged"
    unheld = violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_6")
    wrong = violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_6")
    assert refused(asked, a.Respond(c(6))) == (unheld, wrong)
    declared = after(siege("4", level=0), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")),
                     a.Besiege(), roll(6))  # fmt: skip
    assert about(declared) == "declare_assault"
    foreign(declared, a.Respond(c(6)))
    foreign(asked, a.Storm())


@proves("ww:card-coehorns", "ww:card-coehorns-pre", "ww:card-surrender", "ww:card-surrender-pre")
def test_what_keeps_coehorns_and_surrender_from_being_played() -> None:
    frame = Siege(s("louisbourg"), Side.BRITISH, who("wolfe"), SiegeStage.COEHORNS_BESIEGER, (Side.BRITISH,))
    state = place({"louisbourg": ["wolfe", "br_northern_provincial_rhode_island", "inside fr_coureurs_marin"]})
    none_there = {"side": "british", "space": "louisbourg"}
    assert tuple(procedure.coehorns_violations(state, frame, Side.BRITISH)) == (
        violation(Reason.NO_REGULARS, "ww:card-coehorns-pre", **none_there),
        violation(Reason.PLAYED_ALREADY, "ww:card-coehorns", side="british"),
    )
    assert tuple(procedure.coehorns_violations(state, frame, Side.FRENCH)) == (
        violation(Reason.NO_REGULARS, "ww:card-coehorns-pre", side="french", space="louisbourg"),
    )
    assert tuple(procedure.surrender_violations(state, frame, Side.FRENCH)) == (
        violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-surrender-pre", space="louisbourg", level=0, needed=1),
        violation(Reason.BESIEGER_ONLY, "ww:card-surrender", side="french"),
    )


@proves("ww:card-massacre", "ww:card-massacre-clar2")
def test_what_keeps_massacre_from_being_played() -> None:
    frame = MassacreWindow(s(NORTH), Side.FRENCH)
    empty = violation(Reason.NO_DRILLED_TROOPS, "ww:card-massacre-clar2", space=NORTH)
    nobody = violation(Reason.NO_INDIANS, "ww:card-massacre", space=NORTH)
    for pieces, expected in ((["fr_indian_huron"], (empty,)), (["fr_regular_bearn"], (nobody,)), ([], (nobody, empty))):
        assert tuple(procedure.captor_violations(place({NORTH: pieces}), frame)) == expected
    taken = after(besieging(siege("4 6", "7 9")), a.Respond(c(6)))
    assert refused(taken, a.Respond(c(9))) == (violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_9"),)
    foreign(taken, a.Storm())


@proves("ww:card-surrender-fx2", "ww:10.421")
def test_the_garrison_of_louisbourg_goes_to_quebec_or_if_that_is_besieged_to_the_closest_from_there() -> None:
    """Louisbourg has no links: closeness is counted from Quebec (ruling A16)."""
    pieces = {
        "louisbourg": ["wolfe", "4 br_regular", "inside drucour", "inside fr_regular_bearn"],
        "quebec": ["br_highland_77th_a"], "becancour": ["fr_coureurs_marin"],
    }  # fmt: skip
    for sieges, home in (({"louisbourg": 1}, "quebec"), ({"louisbourg": 1, "quebec": 0}, "becancour")):
        here = {name: found for name, found in pieces.items() if name in sieges or name == "becancour"}
        state = turn("british", here, "4 6", STANDARD, amphib=["louisbourg"], sieges=sieges,
                     stockades={"french": ["becancour"]})  # fmt: skip
        asked = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("wolfe")), a.Besiege())
        taken = after(asked, a.Respond(c(6)))
        assert {"drucour", "fr_regular_bearn"} <= set(stack(taken, home))


@proves("ww:card-surrender-fx2")
def test_a_surrendered_garrison_goes_to_the_closest_fortification_of_its_owners_choice() -> None:
    pieces = {NORTH: ["montcalm", "2 fr_regular", "inside br_regular_44th"]}
    works: Json = {"british": [NORTH], "french": ["ticonderoga"]}
    stockades: Json = {"british": ["hudson_carry_south", "adirondacks_south"]}
    state = turn("french", pieces, "4 6", STANDARD, forts=works, stockades=stockades, sieges={NORTH: 0})
    asked = after(besieging(state), a.Respond(c(6)))
    assert (about(asked), len(offered(asked))) == ("parole", 2)
    expected = violation(
        Reason.NOT_HOME, "ww:card-surrender-fx2", space="albany", offered=("hudson_carry_south", "adirondacks_south")
    )
    assert refused(asked, a.PickSpace(s("albany"))) == (expected,)
    foreign(asked, a.Decline())
    assert stack(after(asked, a.PickSpace(s("adirondacks_south"))), "adirondacks_south") == ["br_regular_44th"]


# ---------------------------------------------------------------- assaults


@proves("ww:9.1", "ww:fr-9.1-aux")
@pytest.mark.parametrize("value", ["leader_and_drilled", "leader_and_supplied_drilled"])
def test_by_option_an_assault_needs_drilled_troops_in_supply(value: str) -> None:
    pieces = {NORTH: ["montcalm", "2 fr_indian_abenaki", "inside br_regular_44th"]}
    rules, works = ruleset(assault_requirements=value), {"british": [NORTH, "ticonderoga"]}
    ready = after(turn("french", pieces, "4", rules, forts=works, sieges={NORTH: 1}),
                  a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))  # fmt: skip
    drilled_troops = violation(Reason.NO_DRILLED_TROOPS, "ww:9.1", side="french", space=NORTH)
    supply = violation(Reason.NOT_SUPPLIED, "ww:9.1", space=NORTH)
    expected = (drilled_troops,) if value == "leader_and_drilled" else (drilled_troops, supply)
    assert refused(ready, a.Storm()) == expected


@proves("ww:8.24-empty", "ww:9.2")
def test_an_empty_fort_must_be_stormed_and_defends_itself() -> None:
    pieces = {NORTH: ["montcalm", "2 fr_regular"]}
    for dice, taken in (((1, 6), False), ((5, 1), True)):
        state = turn("french", pieces, "4", STANDARD, forts=WORKS, sieges={NORTH: 1})
        ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))
        assert fort_owner(ready.board, s(NORTH)) is Side.BRITISH
        stormed = after(ready, a.Storm(), roll(*dice))
        while about(stormed).startswith(("losses", "leader_check")):
            stormed = after(stormed, offered(stormed)[-1])
        assert (unfinished_fort_owner(stormed.board, s(NORTH)) is Side.FRENCH) is taken
        assert (fort_owner(stormed.board, s(NORTH)) is Side.BRITISH) is not taken


@proves("ww:8.24-empty")
def test_an_empty_work_fires_back_as_no_side_without_units_does_in_a_battle() -> None:
    for kind, fires in ((CombatKind.ASSAULT, True), (CombatKind.BATTLE, False)):
        pieces = {NORTH: ["montcalm", "2 fr_regular"]}
        state = combat_set_up(kind, NORTH, Side.FRENCH, pieces, forts=WORKS, sieges={NORTH: 1})
        assert can_fire(state, combat(state), Side.BRITISH) is fires
        assert can_fire(state, combat(state), Side.FRENCH)


@proves("ww:8.24-empty", "ww:9.1", "ww:8.24")
def test_an_empty_fort_may_not_be_stormed_before_its_level_is_reached() -> None:
    state = turn("french", {NORTH: ["montcalm", "2 fr_regular"]}, "4", STANDARD, forts=WORKS, sieges={NORTH: 0})
    ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))
    assert offered(ready) == (a.March(), a.Besiege())
    expected = violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space=NORTH, level=0, needed=1)
    assert refused(ready, a.Storm()) == (expected,)


@proves("ww:9.1", "ww:9.11", "ww:5.31-once")
@pytest.mark.parametrize(
    ("spent", "expected"),
    [
        ("", ()),
        ("fr_regular_2_berry", ()),
        (
            "fr_regular_2_berry fr_regular_3_berry",
            (violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="fr_regular_2_berry"),),
        ),
    ],
)
def test_besiegers_storm_unless_all_of_them_have_been_activated(spent: str, expected: tuple[Violation, ...]) -> None:
    pieces = {NORTH: ["montcalm", "fr_regular_2_berry", "fr_regular_3_berry", "inside br_regular_44th"]}
    state = read(pieces, forts=WORKS, sieges={NORTH: 1})
    state = replace(state, phase=replace(state.phase, units=units(spent)))
    assert tuple(storm_violations(state, Activation(Side.FRENCH, commander=who("montcalm")))) == expected


@proves("ww:9.11", "ww:9.1")
def test_besiegers_storm_in_a_later_phase_without_a_roll_if_there_is_a_siege_and_its_highest_leader_leads() -> None:
    """Given level 1 from an earlier phase, when a force of the siege is activated, then it may assault at once."""
    besieged = read({NORTH: ["montcalm", "fr_regular_bearn", "inside webb"]}, forts=WORKS, sieges={NORTH: 1})
    assert tuple(storm_violations(besieged, Activation(Side.BRITISH, commander=who("webb")))) == (
        violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side="british", space=NORTH),
    )
    calm = read({NORTH: ["montcalm", "fr_regular_bearn"]})
    assert tuple(storm_violations(calm, Activation(Side.FRENCH, commander=who("montcalm")))) == (
        violation(Reason.NO_SIEGE, "ww:9.1", space=NORTH),
    )
    state = siege("4", level=1)
    outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("montcalm",))
    assert tuple(storm_violations(state, Activation(Side.FRENCH, commander=who("levis")))) == (outranked,)
    assert tuple(storm_violations(state, Activation(Side.FRENCH, commander=who("montcalm")))) == ()
    ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))
    assert about(after(ready, a.Storm())) == "assault_fire_french"


@proves("ww:fr-9.1-aux")
@pytest.mark.parametrize(
    ("besiegers", "level", "expected"),
    [
        (["2 fr_indian_abenaki"], 1, ()),
        (
            ["2 fr_indian_abenaki"],
            0,
            (violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space=NORTH, level=0, needed=1),),
        ),
        ([], 1, (violation(Reason.NO_UNITS, "ww:9.1", space=NORTH),)),
    ],
)
def test_auxiliaries_alone_assault_once_the_level_is_reached_but_no_leader_by_himself(
    besiegers: list[str], level: int, expected: tuple[Violation, ...]
) -> None:
    state = read({NORTH: ["montcalm", *besiegers, "inside webb"]}, forts=WORKS, sieges={NORTH: level})
    assert tuple(assault_violations(state, s(NORTH), Side.FRENCH)) == expected


@proves("ww:9.1")
def test_a_leader_without_units_storms_nothing() -> None:
    state = read({NORTH: ["montcalm", "inside br_regular_44th"]}, forts=WORKS, sieges={NORTH: 1})
    assert tuple(storm_violations(state, Activation(Side.FRENCH, commander=who("montcalm")))) == (
        violation(Reason.NO_UNITS, "ww:9.1", space=NORTH),
    )


@proves("ww:9.12", "ww:5.36-imp")
def test_all_besiegers_storm_though_only_their_leader_was_activated_and_may_not_be_activated_then() -> None:
    named = after(siege("4", level=1), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")))
    assert (named.phase.units, named.phase.leaders) == ((), leaders("montcalm"))
    stormed = after(named, a.Storm())
    outside = "fr_regular_2_berry fr_regular_3_berry fr_indian_abenaki_1 fr_indian_abenaki_2"
    assert (stormed.phase.units, stormed.phase.leaders) == (units(outside), leaders("montcalm levis"))


@proves("ww:9.12", "ww:9.12-campaign", "ww:5.36-imp")
@pytest.mark.parametrize(("value", "lost"), [("forbidden", True), ("allowed", False)])
def test_a_leader_named_for_campaign_who_joins_the_assault_of_the_other_has_lost_his_turn(
    value: str, lost: bool
) -> None:
    """Given Montcalm and Levis in the siege, both named, when Montcalm storms, then Levis has fought with him (D12)."""
    pieces = {NORTH: ["montcalm", "levis", "2 fr_regular", "inside br_regular_44th"]}
    rules = ruleset(reactivate_after_unactivated_combat=value)
    state = turn("french", pieces, "1", rules, forts=WORKS, sieges={NORTH: 1})
    named = after(state, a.PlayEvent(c(1)), a.PickLeader(who("montcalm")), a.PickLeader(who("levis")), a.Done())
    stormed = after(named, a.PickLeader(who("montcalm")), a.Storm())
    assert combat_under_way(stormed).attackers.units == 2
    assert (who("levis") in stormed.phase.leaders) is lost
    assert who("montcalm") in stormed.phase.leaders


@proves("ww:9.12-campaign", "ww:9.12", "ww:card-campaign")
def test_a_force_that_marched_by_campaign_joins_the_assault_of_the_other() -> None:
    pieces = {
        NORTH: ["montcalm", "fr_regular_bearn", "inside br_regular_44th"],
        "ticonderoga": ["levis", "2 fr_regular"],
    }
    state = turn("french", pieces, "1", STANDARD, forts=WORKS, sieges={NORTH: 1})
    named = after(state, a.PlayEvent(c(1)), a.PickLeader(who("montcalm")), a.PickLeader(who("levis")), a.Done())
    assert about(named) == "next_campaign"
    units = [piece for piece in stack(state, "ticonderoga") if piece != "levis"]
    arrived = after(named, a.PickLeader(who("levis")), *(a.Pick(u(str(piece))) for piece in units), a.Done(), to(NORTH))
    while about(arrived) in ("step", "next_campaign"):
        arrived = after(arrived, a.Halt() if about(arrived) == "step" else a.PickLeader(who("montcalm")))
    assert about(arrived) == "purpose"
    stormed = after(arrived, a.Storm())
    assert combat_under_way(stormed).attackers.units == 3


@proves("ww:9.12-campaign", "ww:9.13-a", "ww:8.231-activate")
def test_a_higher_leader_who_marched_up_by_campaign_joins_an_assault_and_lends_it_his_tactics() -> None:
    """Given Levis besieging, when Montcalm comes by the same CAMPAIGN, then Levis assaults with them all (N22)."""
    pieces = {
        NORTH: ["levis", "fr_regular_bearn", "inside br_regular_44th"],
        "ticonderoga": ["montcalm", "2 fr_regular"],
    }
    state = turn("french", pieces, "1", STANDARD, forts=WORKS, sieges={NORTH: 1})
    named = after(state, a.PlayEvent(c(1)), a.PickLeader(who("montcalm")), a.PickLeader(who("levis")), a.Done())
    units = [piece for piece in stack(state, "ticonderoga") if piece != "montcalm"]
    picks = tuple(a.Pick(u(str(piece))) for piece in units)
    arrived = after(named, a.PickLeader(who("montcalm")), *picks, a.Done(), to(NORTH))
    while about(arrived) in ("step", "next_campaign"):
        arrived = after(arrived, a.Halt() if about(arrived) == "step" else a.PickLeader(who("levis")))
    assert (about(arrived), offered(arrived)) == ("purpose", (a.March(), a.Besiege(), a.Storm()))
    stormed = after(arrived, a.Storm())
    assert combat_under_way(stormed).attackers.units == 3
    fired = played(stormed, a.Roll(3)).events[0]
    assert dict(fired.facts)["modifier"] == 2


@proves("ww:8.231-activate", "ww:9.12-campaign")
@pytest.mark.parametrize("level", [0, 1])
def test_a_leader_who_was_activated_and_stayed_at_the_siege_still_outranks_the_other_of_a_campaign(level: int) -> None:
    """Given Dieskau and Levis besieging, when CAMPAIGN names both and Dieskau marches nowhere, then Levis may not."""
    pieces = {NORTH: ["dieskau", "levis", "2 fr_regular", "inside br_regular_44th"]}
    state = turn("french", pieces, "1", STANDARD, forts=WORKS, sieges={NORTH: level})
    named = after(state, a.PlayEvent(c(1)), a.PickLeader(who("dieskau")), a.PickLeader(who("levis")), a.Done())
    idle = after(named, a.PickLeader(who("dieskau")), a.March(), a.Done(), a.Halt())
    second = idle if about(idle) == "purpose" else after(idle, a.PickLeader(who("levis")))
    outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("dieskau",))
    assert outranked in refused(second, a.Besiege())
    assert outranked in refused(second, a.Storm())
    assert a.March() in offered(second)


@proves("ww:9.12-campaign")
def test_only_a_campaign_remembers_which_leaders_have_come_to_where_they_are() -> None:
    montcalm, levis = who("montcalm"), who("levis")
    state = read({NORTH: ["montcalm", "levis"]})
    alone = Move(Side.FRENCH, s(NORTH), montcalm, (montcalm,), ())
    assert departed(state, alone) == state
    marching = replace(state, phase=replace(state.phase, campaign=True))
    first = departed(marching, alone)
    assert first.phase.departures == (Departure(montcalm, s(NORTH)),)
    further = replace(alone, at=s("ticonderoga"), leaders=(montcalm, levis))
    expected = (Departure(montcalm, s(NORTH)), Departure(levis, s("ticonderoga")))
    assert departed(first, further).phase.departures == expected


@proves("ww:8.231-activate", "ww:9.12-campaign")
@pytest.mark.parametrize(("start", "outranked"), [(NORTH, True), ("ticonderoga", False)])
def test_a_higher_leader_who_marched_off_and_came_back_still_outranks_and_one_from_elsewhere_does_not(
    start: str, outranked: bool
) -> None:
    """Given Montcalm at the siege after his move, then Levis may roll only if Montcalm began it elsewhere (N22)."""
    state = read({NORTH: ["montcalm", "levis", "2 fr_regular", "inside br_regular_44th"]}, forts=WORKS)
    moved = replace(state, phase=replace(state.phase, departures=(Departure(who("montcalm"), s(start)),)))
    refusal = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("montcalm",))
    found = tuple(outranked_violations(moved, who("levis"), s(NORTH)))
    assert found == ((refusal,) if outranked else ())


@proves("ww:5.31-once", "ww:8.231-activate", "ww:card-campaign-order")
def test_a_stack_that_besieged_is_not_led_away_nor_into_a_second_siege_by_the_other_leader_of_a_campaign() -> None:
    """Given Montcalm and Levis besieging, when CAMPAIGN names both and Montcalm rolls, then Levis goes alone (N29)."""
    pieces = {NORTH: ["montcalm", "levis", "rigaud", "2 fr_regular", "inside br_regular_44th"]}
    state = turn("french", pieces, "1", STANDARD, forts=WORKS, sieges={NORTH: 1})
    named = after(state, a.PlayEvent(c(1)), a.PickLeader(who("montcalm")), a.PickLeader(who("levis")), a.Done())
    rolled = after(named, a.PickLeader(who("montcalm")), a.Besiege(), a.Roll(1), a.Decline())
    second = rolled if about(rolled) == "purpose" else after(rolled, a.PickLeader(who("levis")))
    assert (about(second), offered(second)) == ("purpose", (a.March(),))
    first = next(str(piece) for piece in stack(state, NORTH) if str(piece).startswith("fr_regular"))
    outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("montcalm",))
    spent = violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit=first)
    for action in (a.Storm(), a.Besiege()):
        assert refused(second, action) == (outranked, spent)
    alone = after(second, a.March())
    assert about(alone) == "step"


@proves("ww:9.14-c", "ww:9.21")
def test_nobody_retreats_from_an_assault() -> None:
    state = after(siege("4", level=1), a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")), a.Storm())
    failed = after(state, roll(1, 3))
    while about(failed).startswith("losses"):
        failed = after(failed, offered(failed)[0])
    assert not about(failed).startswith("retreat")
    assert {"montcalm", "levis"} <= set(stack(failed, NORTH))
    assert len([piece for piece in stack(failed, NORTH) if "fr_" in str(piece)]) == 4
    assert len([piece for piece in stack(failed, NORTH) if str(piece).startswith("inside")]) == 2
