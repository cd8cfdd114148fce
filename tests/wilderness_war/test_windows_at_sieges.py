"""Decisions at sieges and raids that a rule passes over: the event with every reason, and what asking then answers."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import NotAsked, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.frames import (
    Battle,
    BattleStage,
    MassacreWindow,
    Raiding,
    RaidingStage,
    Siege,
    SiegeStage,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Fight, State, with_tracks
from reference.wilderness_war.windows import Passed
from tests.wilderness_war.phases import FRENCH
from tests.wilderness_war.positions import played, ruleset, stepped, under_way, units
from tests.wilderness_war.test_windows import asked, last, passed, told
from tests.wilderness_war.turns import c, s, turn, u, who

NORTH = "hudson_carry_north"


def besieging(at: str, pieces: list[str], hand: str, enemy: str = "", level: int = 0, **rest: Json) -> State:
    """Return the turn of the British at a siege, on a card of value 3."""
    return turn("british", {at: pieces}, f"1 {hand}", enemy=enemy, sieges={at: level}, **rest)


BESIEGE = (a.Activate(c(1), a.Activates.FORCE), a.PickLeader(who("amherst")), a.Besiege())


@proves("ww:card-surrender-pre")
def test_who_holds_surrender_at_louisbourg_is_told_the_level_it_needs() -> None:
    state = besieging("louisbourg", ["amherst", "3 br_regular", "inside fr_regular_cambis"], "6", amphib=["louisbourg"])
    reached = last(state, *BESIEGE)
    low = violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-surrender-pre", space="louisbourg", level=0, needed=1)
    assert told(reached) == (passed("british", Passed.SURRENDER, low, space="louisbourg"),)
    assert asked(reached, "british", a.Respond(c(6))) == NotAsked((low,))


@proves("ww:card-surrender", "ww:card-coehorns-pre", "ww:9.1")
def test_the_besieged_are_told_why_their_cards_do_not_help_and_the_besieger_why_not_to_assault() -> None:
    """Given Coureurs besieged by Amherst, then COEHORNS wants Regulars, SURRENDER! a besieger, an assault its level."""
    state = besieging(
        NORTH,
        ["amherst", "3 br_regular", "inside fr_coureurs_marin"],
        "",
        "6 8",
        forts={"french": [NORTH], "british": ["hudson_carry_south"]},
    )
    reached = last(state, *BESIEGE)
    bare = violation(Reason.NO_REGULARS, "ww:card-coehorns-pre", side="french", space=NORTH)
    outside = violation(Reason.BESIEGER_ONLY, "ww:card-surrender", side="french")
    assert told(reached) == (
        passed("french", Passed.COEHORNS, bare, space=NORTH),
        passed("french", Passed.SURRENDER, outside, space=NORTH),
    )
    assert asked(reached, "french", a.Respond(c(8))) == NotAsked((bare,))
    assert asked(reached, "french", a.Respond(c(6))) == NotAsked((outside,))
    rolled = played(reached.state, a.Roll(1))
    low = violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space=NORTH, level=0, needed=1)
    assert told(rolled) == (passed("british", Passed.ASSAULT, low, space=NORTH),)
    assert asked(rolled, "british", a.Storm()) == NotAsked((low,))


def test_where_the_siege_is_over_nobody_is_told_of_an_assault() -> None:
    declaring = Siege(s(NORTH), Side.BRITISH, who("amherst"), SiegeStage.DECLARE)
    assert stepped(under_way((declaring,), {NORTH: ["amherst", "br_regular_15th"]})).events == ()


@proves("ww:card-massacre", "ww:card-massacre-clar2")
def test_who_holds_massacre_is_told_what_the_captor_lacks() -> None:
    window, pieces = MassacreWindow(s(NORTH), FRENCH), {NORTH: ["fr_coureurs_marin"]}
    assert stepped(under_way((window,), pieces)).events == ()
    no_indians = violation(Reason.NO_INDIANS, "ww:card-massacre", space=NORTH)
    no_drilled = violation(Reason.NO_DRILLED_TROOPS, "ww:card-massacre-clar2", space=NORTH)
    reached = stepped(under_way((window,), pieces, hands={"british": ["card_7"]}))
    assert reached.events == (passed("british", Passed.MASSACRE, no_indians, no_drilled, space=NORTH),)
    assert asked(reached, "british", a.Respond(c(7))) == NotAsked((no_indians, no_drilled))


@proves("ww:card-massacre-clar3", "ww:5.45-destroy")
@pytest.mark.parametrize(("counts", "held"), [("yes", True), ("no", True), ("no", False)])
def test_who_holds_massacre_is_told_that_a_stockade_was_destroyed(counts: str, held: bool) -> None:
    rules = ruleset(massacre_on_destroyed_stockade=counts)
    battle = Battle(s("hoosic"), FRENCH, FRENCH, s("albany"), stage=BattleStage.AFTER, winner=FRENCH)
    pieces = {"hoosic": ["fr_regular_bearn", "fr_indian_abenaki_1"]}
    hands: Json = {"british": ["card_7"]} if held else {}
    reached = stepped(under_way((battle,), pieces, rules, stockades={"british": ["hoosic"]}, hands=hands))
    gone = violation(Reason.STOCKADE_DESTROYED, "ww:card-massacre-clar3", space="hoosic")
    expected = (passed("british", Passed.MASSACRE, gone),) if counts == "no" and held else ()
    assert told(reached) == expected


def raid(at: str, stage: RaidingStage, boxes: dict[str, list[str]], **rest: Json) -> State:
    """Return a raid of Coureurs at some stage."""
    raiding = Raiding(FRENCH, s(at), None, None, (), units("fr_coureurs_marin"), stage=stage)
    return under_way((raiding,), {at: ["fr_coureurs_marin"], **boxes}, **rest)


@proves("ww:10.2", "ww:10.2-exc")
def test_who_could_call_militia_against_a_raid_is_told_what_keeps_them_away() -> None:
    """Given militia in the box, then they defend stockades only, and not against raiders who have fought there."""
    militia = {"northern_colonial_militias": ["br_militia_1"]}
    bare = violation(Reason.NO_STOCKADE, "ww:10.2", side="british", space="hoosic")
    fought = violation(Reason.RAIDERS_FOUGHT, "ww:10.2-exc", side="french", space="hoosic")
    open_land = stepped(raid("hoosic", RaidingStage.MILITIA, militia))
    assert told(open_land) == (passed("british", Passed.RAID_MILITIA, bare, space="hoosic"),)
    assert asked(open_land, "british", a.Pick(u("br_militia_1"))) == NotAsked((bare,))
    fights = (Fight(u("fr_coureurs_marin"), s("hoosic")),)
    state = raid("hoosic", RaidingStage.MILITIA, militia, stockades={"british": ["hoosic"]})
    after = stepped(replace(state, phase=replace(state.phase, fights=fights)))
    assert told(after) == (passed("british", Passed.RAID_MILITIA, fought, space="hoosic"),)
    for at, boxes in (("hoosic", {}), ("wood_creek", militia), ("becancour", militia)):
        assert told(stepped(raid(at, RaidingStage.MILITIA, boxes))) == ()


@proves("ww:card-blockhouses")
@pytest.mark.parametrize(("in_force", "held"), [(True, True), (False, False), (True, False)])
def test_who_holds_another_blockhouses_is_told_that_it_is_in_force(in_force: bool, held: bool) -> None:
    rest: dict[str, Json] = {"hands": {"british": ["card_13"]}} if held else {}
    state = raid("hoosic", RaidingStage.BLOCKHOUSES, {}, **rest)
    reached = stepped(with_tracks(state, state.tracks._replace(blockhouses=(Side.BRITISH,) if in_force else ())))
    there = violation(Reason.IN_FORCE_ALREADY, "ww:card-blockhouses", side="british")
    news = passed("british", Passed.BLOCKHOUSES, there, space="hoosic")
    assert told(reached) == ((news,) if in_force and held else ())
