"""Chapter 7.2 to 7.4 in play: militia, AMBUSH! and FIELDWORKS before a battle."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import fieldworks_owner
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import STANDARD, played, refused
from tests.wilderness_war.turns import about, after, c, drilled, offered, s, single, to, turn, u

SOUTH = "hudson_carry_south"


@proves(
    "ww:card-ambush", "ww:card-ambush-pre", "ww:card-ambush-bar", "ww:card-ambush-fx", "ww:7.4", "ww:7.2-B", "ww:7.56"
)
def test_an_ambush_needs_the_wild_and_no_fewer_auxiliaries_and_fires_first() -> None:
    pieces = {"wood_creek": ["br_regular_44th"], "ticonderoga": ["fr_coureurs_marin"]}
    state = turn("french", pieces, "4 11", STANDARD, forts={"british": [SOUTH]})
    moving = after(state, single(4, "fr_coureurs_marin"), a.Pick(u("fr_coureurs_marin")), to("wood_creek"), a.Decline())
    assert (about(moving), offered(moving)) == ("battle_events", (a.Respond(c(11)), a.Decline()))
    set_up = after(moving, a.Respond(c(11)))
    assert about(set_up) == "battle_fire_french"
    fired = played(set_up, a.Roll(4)).events[0]
    assert dict(fired.facts)["column"] == "2"
    assert [each.rule for each in refused(moving, a.Respond(c(9)))][-1] == "ww:card-fieldworks-fx2"


@proves("ww:card-fieldworks", "ww:card-fieldworks-fx", "ww:card-fieldworks-fx2", "ww:7.55-one", "ww:7.4", "ww:ex-7.4")
def test_fieldworks_are_dug_by_the_defender_and_stormed_by_the_attacker_only_if_they_were_there() -> None:
    pieces = {"wood_creek": ["fr_regular_bearn"], SOUTH: ["br_regular_44th"]}
    works: Json = {"british": [SOUTH], "french": ["ticonderoga"]}
    state = turn("british", pieces, "4 9", STANDARD, enemy="10", forts=works)
    met = after(state, drilled(4, "br_regular_44th"), to("wood_creek"))
    while about(met) in ("avoidance", "interception"):
        met = after(met, a.Decline())
    assert (about(met), offered(met)) == ("battle_events", (a.Respond(c(10)), a.Decline()))
    dug = after(met, a.Respond(c(10)))
    assert fieldworks_owner(dug.board, s("wood_creek")) is Side.FRENCH
    assert about(dug) == "battle_fire_british"
    there = turn("british", pieces, "4 9", STANDARD, enemy="10", forts=works, fieldworks={"french": ["wood_creek"]})
    stormed = after(there, drilled(4, "br_regular_44th"), to("wood_creek"), a.Decline(), a.Respond(c(9)))
    assert fieldworks_owner(stormed.board, s("wood_creek")) is None
