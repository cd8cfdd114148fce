"""Chapter 6.3: how far and where boats go, and where they are carried."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import Go
from reference.wilderness_war.ch02_map import (
    space,
)
from reference.wilderness_war.ch06_entering import go_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from tests.wilderness_war.moves import (
    BOAT,
    LAND,
    about,
    go,
    is_at,
    mover,
    moving,
    standing,
    ways,
)
from tests.wilderness_war.positions import played, refused

REGULAR = "br_regular_15th"
RANGERS = "br_ranger_rogers"
COUREURS = "fr_coureurs_marin"
BEARN = "fr_regular_bearn"


@proves("ww:6.3")
def test_boats_go_nine_spaces_over_water_whatever_the_terrain() -> None:
    """Given Coureurs at Quebec, when they row up the St Lawrence to Lake Ontario, then after nine spaces they stop."""
    way = ("becancour", "trois_rivieres", "sorel", "montreal", "kahnawake", "st_regis", "oswegatchie", "cataraqui")
    eight = played(moving("quebec", f"rigaud {BEARN} {COUREURS}", {}), *(go(name, BOAT) for name in way)).state
    assert ways(eight, BOAT) == {"ganneious", "niaoure_bay", "oswegatchie"}
    nine = played(eight, go("niaoure_bay", BOAT)).state
    assert about(nine) == ""
    state, move = standing("oswego", BEARN, {}, frame={"by": "boat", "spent": 9})
    expected = violation(Reason.NO_MOVEMENT_LEFT, "ww:6.3", spent=9, most=9)
    assert go_violations(state, move, go("niaoure_bay", BOAT)) == (expected,)


@proves("ww:6.3")
def test_a_boat_takes_the_water_space_by_space_and_the_news_name_its_rule() -> None:
    """Given a Regular at Albany, then it rows to Kinderhook beside it on the river, and not at once to Poughkeepsie."""
    begin = moving("albany", REGULAR, {})
    expected = violation(Reason.NOT_ADJACENT, "ww:6.3", start="albany", to="poughkeepsie")
    assert refused(begin, go("poughkeepsie", BOAT)) == (expected,)
    rowed = played(begin, go("kinderhook", BOAT))
    assert rowed.events == (
        event(EventKind.PIECES_MOVED, "ww:6.3", side="british", to="kinderhook", by="boat", pieces=(REGULAR,)),
    )
    assert is_at(rowed.state, REGULAR, "kinderhook")


@proves("ww:6.3", "ww:6.3-exc")
def test_boats_do_not_leave_the_water_in_the_wild() -> None:
    """Given a Regular at Oneida Carry East without works, then its boats go down the Mohawk only."""
    begin = moving("oneida_carry_east", REGULAR, {})
    assert ways(begin, BOAT) == {"canajoharie"}
    expected = tuple(
        violation(Reason.NO_PORTAGE, "ww:6.3-exc", space=name) for name in ("oneida_carry_east", "oneida_carry_west")
    )
    assert refused(begin, go("oneida_carry_west", BOAT)) == expected


@proves("ww:6.3-exc")
@pytest.mark.parametrize(
    ("works", "missing"),
    [(["oneida_carry_east"], "oneida_carry_west"), (["oneida_carry_west"], "oneida_carry_east")],
)
def test_a_portage_needs_both_ends(works: list[str], missing: str) -> None:
    begin = moving("oneida_carry_east", REGULAR, {}, stockades={"british": list(works)})
    expected = violation(Reason.NO_PORTAGE, "ww:6.3-exc", space=missing)
    assert refused(begin, go("oneida_carry_west", BOAT)) == (expected,)


@proves("ww:6.3-exc")
@pytest.mark.parametrize("who", [REGULAR, RANGERS, "webb"])
def test_boats_are_carried_once_between_fortified_spaces(who: str) -> None:
    """Given stockades at both ends of the Oneida carry, when a boat has crossed it, then it crosses no second one."""
    begin = moving("canajoharie", who, {}, stockades={"british": ["oneida_carry_east", "oneida_carry_west"]})
    over = played(begin, go("oneida_carry_east", BOAT), go("oneida_carry_west", BOAT)).state
    assert mover(over).portaged
    assert ways(over, BOAT) == {"oswego"}
    facts: dict[str, str | int] = {"start": "oneida_carry_west", "to": "oneida_carry_east", "most": 1}
    assert refused(over, go("oneida_carry_east", BOAT)) == (violation(Reason.SECOND_PORTAGE, "ww:6.3-exc", **facts),)


@proves("ww:6.3-exc")
def test_boats_are_carried_between_originally_friendly_cultivated_spaces() -> None:
    """Given British boats at Reading, then all around but the wild is open; to the French nothing is."""
    assert ways(moving("reading", REGULAR, {}), BOAT) == {"trenton", "philadelphia", "easton", "lancaster"}
    assert ways(moving("reading", COUREURS, {}), BOAT) == set()


@proves("ww:6.3-exc")
def test_boats_stop_where_a_portage_ends_at_a_besieged_own_work() -> None:
    """Given a besieged British fort at the end of the Hudson carry, when Rangers slip in by boat, then they must stop.

    They may fight the besiegers there, but cannot pass, since the portage ends the movement.
    """
    pieces = {"hudson_carry_north": ["inside br_northern_provincial_rhode_island", BEARN]}
    forts: Json = {"british": ["hudson_carry_north", "hudson_carry_south"]}
    begin = moving("hudson_carry_south", RANGERS, pieces, forts=forts, sieges={"hudson_carry_north": 0})
    assert ways(begin, BOAT) == {"albany", "hoosic", "hudson_carry_north"}
    expected = violation(Reason.CANNOT_GET_OUT, "ww:6.61", space="hudson_carry_north")
    assert refused(begin, Go(space("hudson_carry_north"), BOAT, infiltrating=True)) == (expected,)
    assert "hudson_carry_north?" in ways(begin, LAND)


@proves("ww:6.2", "ww:6.3", "ww:2.0-arrows")
def test_boats_and_marchers_follow_the_arrows_one_way() -> None:
    begin = moving("pays_d_en_haut", "fr_indian_huron", {})
    entries = {"french_creek", "niagara", "presqu_ile", "toronto"}
    assert (ways(begin, LAND), ways(begin, BOAT)) == (entries, entries)
    assert ways(played(begin, go("toronto", BOAT)).state, BOAT) == {"ganaraske", "mississauga"}
    back = moving("french_creek", "fr_indian_huron", {})
    expected = violation(Reason.NOT_ADJACENT, "ww:2.0-arrows", start="french_creek", to="pays_d_en_haut")
    for by in (LAND, BOAT):
        assert refused(back, go("pays_d_en_haut", by)) == (expected,)
    for by, cited in ((LAND, "ww:6.2"), (BOAT, "ww:6.3")):
        elsewhere = violation(Reason.NOT_ADJACENT, cited, start="french_creek", to="niagara")
        assert refused(back, go("niagara", by)) == (elsewhere,)
