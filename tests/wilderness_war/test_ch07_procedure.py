"""Chapter 7.2 in play: relief from inside, the order of steps, and what becomes of the space."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import fieldworks_owner, siege_level
from reference.wilderness_war.happenings import Happening
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import fought, go, moving
from tests.wilderness_war.phases import choice, foreign
from tests.wilderness_war.positions import combat_under_way, played, refused, stack
from tests.wilderness_war.turns import about, after, offered, s, u, who

SOUTH = "hudson_carry_south"
FORT: Json = {"british": [SOUTH], "french": ["ticonderoga"]}


def relief(inside: list[str]) -> State:
    """Dunbar leads two Regulars from Albany against Montcalm, who besieges the fort at Hudson Carry South."""
    pieces = {SOUTH: ["montcalm", "2 fr_regular", *(f"inside {piece}" for piece in inside)]}
    state = moving("albany", "dunbar br_regular_15th br_regular_17th", pieces, forts=FORT, sieges={SOUTH: 1})
    return played(state, go(SOUTH), a.Decline()).state


@proves("ww:8.251", "ww:5.36-imp")
def test_the_besieged_may_join_a_battle_with_their_besiegers_each_as_he_likes() -> None:
    asked = relief(["webb", "johnson", "br_regular_44th", "br_northern_provincial_rhode_island"])
    assert (choice(asked).by, about(asked)) == (Side.BRITISH, "join_relief")
    picks = (a.Pick(u("br_regular_44th")), a.Pick(u("br_northern_provincial_rhode_island")), a.Done())
    assert offered(asked) == (a.PickLeader(who("webb")), a.PickLeader(who("johnson")), *picks)
    joined = after(asked, a.PickLeader(who("webb")), a.Pick(u("br_regular_44th")), a.Done())
    assert stack(joined, SOUTH) == [
        "webb", "dunbar", "inside johnson", "montcalm", "br_regular_15th", "br_regular_17th", "br_regular_44th",
        "inside br_northern_provincial_rhode_island", "fr_regular_2_berry", "fr_regular_3_berry",
    ]  # fmt: skip
    assert about(joined) == "battle_fire_british"
    assert combat_under_way(joined).attackers.units == 3
    assert u("br_regular_44th") in joined.phase.units
    assert who("webb") in joined.phase.leaders


@proves("ww:8.251")
def test_nobody_else_joins_a_relief_and_leaders_come_out_before_units() -> None:
    asked = relief(["webb", "johnson", "br_regular_1st_royal", "br_regular_22nd"])
    assert refused(asked, a.Pick(u("br_regular_15th"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:8.251", unit="br_regular_15th"),
    )
    assert refused(asked, a.Pick(u("br_regular_22nd"))) == (
        violation(Reason.ANOTHER_COMES_FIRST, "ww:8.251", unit="br_regular_22nd", offered=("br_regular_1st_royal",)),
    )
    assert refused(asked, a.PickLeader(who("dunbar"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:8.251", leader="dunbar"),
    )
    second = after(asked, a.PickLeader(who("johnson")))
    assert refused(second, a.PickLeader(who("webb"))) == (
        violation(Reason.ANOTHER_COMES_FIRST, "ww:8.251", leader="webb", offered=()),
    )
    foreign(asked, a.Decline())


@proves("ww:7.51-limits", "ww:7.1")
def test_command_limits_do_not_keep_units_from_fighting() -> None:
    """Dumas commands two units; all six French units in the space defend, and his tactics help them all."""
    pieces = {"wood_creek": ["dumas", "6 fr_coureurs"]}
    state = moving(SOUTH, "bradstreet br_ranger_rogers", pieces, forts=FORT)
    fight = after(state, go("wood_creek"), a.Decline(), a.Decline())
    while about(fight) != "battle_fire_british":
        fight = after(fight, a.Decline())
    assert combat_under_way(fight).defenders.units == 6


@proves("ww:card-fieldworks-clar", "ww:card-fieldworks-fx")
def test_fieldworks_fall_with_their_beaten_defender_and_stand_when_he_wins() -> None:
    pieces = {"hoosic": ["br_regular_44th"]}
    works: Json = {"british": ["hoosic"]}
    state = moving(SOUTH, "montcalm fr_regular_bearn fr_regular_guyenne", pieces, fieldworks=works)
    met = played(state, go("hoosic"), a.Decline()).state
    won = fought(met, 3, 1)
    levelled = event(Happening.MARKER_REMOVED, "ww:card-fieldworks-clar", marker="fieldworks", space="hoosic")
    assert levelled in won.events
    assert fieldworks_owner(won.state.board, s("hoosic")) is None
    lost = fought(met, 1, 5)
    assert levelled not in lost.events
    assert fieldworks_owner(lost.state.board, s("hoosic")) is Side.BRITISH


@proves("ww:8.251", "ww:8.252")
def test_a_relief_that_wins_frees_those_who_joined_it() -> None:
    pieces = {SOUTH: ["fr_regular_bearn", "inside br_regular_44th"]}
    state = moving("albany", "dunbar br_regular_15th br_regular_17th", pieces, forts=FORT, sieges={SOUTH: 1})
    asked = played(state, go(SOUTH), a.Decline()).state
    won = fought(after(asked, a.Pick(u("br_regular_44th"))), 5, 2).state
    assert {str(piece).removeprefix("reduced ") for piece in stack(won, SOUTH)} == {
        "dunbar", "br_regular_15th", "br_regular_17th", "br_regular_44th"
    }  # fmt: skip
    assert siege_level(won.board, s(SOUTH)) is None
