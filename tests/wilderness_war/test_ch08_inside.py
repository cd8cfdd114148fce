"""Chapter 8.1: inside or outside."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch08_inside
from reference.wilderness_war.board import Work
from reference.wilderness_war.ch03_pieces import COUNTERS
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Sheltering
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, happened, moving
from tests.wilderness_war.phases import choice, foreign
from tests.wilderness_war.positions import board, named_freely, played, read, refused, stack
from tests.wilderness_war.turns import about, after, offered, s, u, who

NORTH, SOUTH = "hudson_carry_north", "hudson_carry_south"
FORT: Json = {"british": [NORTH], "french": ["ticonderoga"]}


def entered(garrison: list[str]) -> State:
    """Montcalm's Regulars enter the space of the British fort at Hudson Carry North."""
    state = moving("ticonderoga", "montcalm fr_regular_bearn", {NORTH: garrison}, forts=FORT)
    return played(state, go(NORTH)).state


@proves("ww:8.1-clar-declare", "ww:8.1", "ww:6.83-clar")
def test_who_goes_inside_is_settled_before_anybody_avoids_battle() -> None:
    asked = entered(["webb", "br_regular_44th", "br_ranger_rogers"])
    assert (choice(asked).by, about(asked)) == (Side.BRITISH, "inside")
    units = (a.Pick(u("br_regular_44th")), a.Pick(u("br_ranger_rogers")))
    assert offered(asked) == (a.PickLeader(who("webb")), *units, a.Done())
    hidden = played(asked, a.Pick(u("br_regular_44th")), a.Done())
    told = event(EventKind.WENT_INSIDE, "ww:8.1", side="british", space=NORTH, pieces=("br_regular_44th",))
    assert happened(hidden) == (told,)
    assert about(hidden.state) == "avoidance"
    assert stack(hidden.state, NORTH)[2] == "inside br_regular_44th"
    assert a.Pick(u("br_regular_44th")) not in offered(hidden.state)


@proves("ww:8.1")
def test_a_leader_may_go_inside_alone_and_pieces_from_elsewhere_may_not() -> None:
    asked = entered(["webb", "johnson", "2 br_regular"])
    assert refused(asked, a.Pick(u("br_regular_44th"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:8.1", unit="br_regular_44th", space=NORTH),
    )
    other = named_freely(asked, a.Pick(u("br_regular_17th"))).state
    assert offered(other) == (a.Pick(u("br_regular_15th")), a.Done())
    assert stack(after(other, a.Done()), NORTH)[3:5] == ["br_regular_15th", "inside br_regular_17th"]
    assert refused(asked, a.PickLeader(who("dunbar"))) == (violation(Reason.NOT_AMONG_THEM, "ww:8.1", leader="dunbar"),)
    one = after(asked, a.PickLeader(who("johnson")))
    assert named_freely(one, a.PickLeader(who("webb"))).state == (
        after(asked, a.PickLeader(who("webb")), a.PickLeader(who("johnson")))
    )
    unit = after(asked, a.Pick(u("br_regular_15th")))
    assert named_freely(unit, a.PickLeader(who("webb"))).state == (
        after(asked, a.PickLeader(who("webb")), a.Pick(u("br_regular_15th")))
    )
    assert refused(unit, a.Pick(u("br_regular_15th"))) == (
        violation(Reason.ALREADY_CHOSEN, "ww:8.1", unit="br_regular_15th"),
    )
    assert stack(after(one, a.Done()), NORTH)[:2] == ["webb", "inside johnson"]
    foreign(asked, a.Decline())


@proves("ww:8.1", "ww:8.1-clar-declare")
def test_a_leader_who_goes_inside_alone_is_told_of_and_nothing_is_told_where_nobody_goes() -> None:
    asked = entered(["webb", "br_regular_44th"])
    alone = played(asked, a.PickLeader(who("webb")), a.Done())
    told = event(EventKind.WENT_INSIDE, "ww:8.1", side="british", space=NORTH, pieces=("webb",))
    assert (happened(alone), stack(alone.state, NORTH)[0]) == ((told,), "inside webb")
    nobody = played(asked, a.Done())
    assert (happened(nobody), stack(nobody.state, NORTH)) == ((), stack(asked, NORTH))


@proves("ww:8.1", "ww:8.1-stockade")
def test_only_ones_own_fort_or_fortress_is_a_refuge() -> None:
    found = board({}, forts=FORT, stockades={"british": ["venango"]})
    expected = {
        NORTH: Work.FORT, "albany": Work.FORTRESS, "ticonderoga": None, "quebec": None, "venango": None, SOUTH: None,
    }  # fmt: skip
    assert {name: ch08_inside.own_refuge(found, s(name), Side.BRITISH) for name in expected} == expected


@proves("ww:8.1", "ww:8.1-clar-intercept", "ww:6.712-clar")
def test_interceptors_must_stay_outside_and_fight() -> None:
    pieces = {NORTH: ["webb", "br_regular_44th"], SOUTH: ["bradstreet", "br_regular_45th"]}
    state = moving("ticonderoga", "montcalm fr_regular_bearn", pieces, forts=FORT)
    caught = after(state, go(NORTH), a.PickLeader(who("bradstreet")), a.Pick(u("br_regular_45th")), a.Done(), a.Roll(6))
    assert about(caught) == "inside"
    assert offered(caught) == (a.PickLeader(who("webb")), a.Pick(u("br_regular_44th")), a.Done())
    hidden = after(caught, a.PickLeader(who("webb")), a.Pick(u("br_regular_44th")), a.Done())
    assert [piece for piece in stack(hidden, NORTH) if "inside" in str(piece)] == [
        "inside webb", "inside br_regular_44th"
    ]  # fmt: skip
    assert refused(caught, a.Pick(u("br_regular_45th"))) == (
        violation(Reason.INTERCEPTORS_MUST_FIGHT, "ww:8.1-clar-intercept", unit="br_regular_45th", space=NORTH),
    )
    assert refused(caught, a.PickLeader(who("bradstreet"))) == (
        violation(Reason.INTERCEPTORS_MUST_FIGHT, "ww:8.1-clar-intercept", leader="bradstreet", space=NORTH),
    )


@proves("ww:8.11", "ww:tbl-forts", "ww:2.0-stacking")
def test_a_fort_has_room_for_four_units_a_fortress_for_all_and_a_stockade_for_none() -> None:
    found = board(
        {"niagara": ["inside montcalm", "3 inside fr_regular"]},
        forts={"french": ["niagara"]}, stockades={"french": ["venango"]},
    )  # fmt: skip
    rooms = {
        name: ch08_inside.room_inside(found, s(name), Side.FRENCH)
        for name in ("niagara", "quebec", "venango", "albany")
    }
    assert rooms == {"niagara": 1, "quebec": len(COUNTERS), "venango": 0, "albany": 0}


@proves("ww:8.11")
def test_a_fifth_unit_finds_no_room_in_a_fort() -> None:
    names = [f"br_northern_provincial_massachusetts_{number}" for number in range(1, 6)]
    state = read({NORTH: names}, forts=FORT)
    frame = Sheltering(Side.BRITISH, s(NORTH), units=tuple(map(u, names[:4])))
    assert tuple(ch08_inside.hiding_violations(state, frame, u(names[4]))) == (
        violation(Reason.TOO_MANY_INSIDE, "ww:8.11", unit=names[4], space=NORTH, most=4),
    )
    assert ch08_inside.decision(state, frame) is None
