"""Chapters 8.2 and 9: sieges and assaults in play, with COEHORNS, SURRENDER! and MASSACRE!."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import (
    Work,
    fort_owner,
    fortification,
    is_besieged,
    siege_level,
    unfinished_fort_owner,
)
from reference.wilderness_war.cards import At, cards_at
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import STANDARD, refused, stack
from tests.wilderness_war.turns import about, after, c, force, offered, s, single, to, turn, u, who

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
    assert [each.rule for each in refused(asked, a.Respond(c(6)))] == ["ww:5.56"]


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
    "ww:8.231-clar-surrender", "ww:ex-5.56",
)  # fmt: skip
def test_surrender_takes_the_fort_intact_and_massacre_answers_before_the_garrison_leaves() -> None:
    asked = besieging(siege("4 6", "7"))
    assert about(asked) == "response_surrender"
    taken = after(asked, a.Respond(c(6)))
    assert fortification(taken.board, s(NORTH)) == (Work.FORT, Side.FRENCH)
    assert (taken.tracks.vp, about(taken), taken.cards.reshuffle) == (2, "response_massacre", True)
    over = after(taken, a.Respond(c(7)))
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
