"""Cards 16 to 21: what each changes for those who move, and where it changes nothing."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.board import has_amphib
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch06_reach import landing_violations, sea_violations, stops_after_wilderness
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import LANDING, NAVAL, go, moving, on_card
from tests.wilderness_war.phases import BRITISH, FRENCH, offered
from tests.wilderness_war.positions import Pieces, board, played, read, refused, ruleset, units

REGULAR, RANGERS = "br_regular_15th", "br_ranger_rogers"
HELD: Json = {"british": ["card_17"]}


@proves("ww:card-croghan-fx")
@pytest.mark.parametrize(
    ("group", "passed", "advanced", "alone"),
    [
        (REGULAR, "wood_creek", "on", True),
        (REGULAR, "kinderhook", "on", False),
        (REGULAR, "hudson_carry_south", "on", False),
        (RANGERS, "wood_creek", "on", False),
        (RANGERS, "wood_creek", "off", False),
        (f"{REGULAR} {RANGERS}", "wood_creek", "on", False),
        (f"{REGULAR} {RANGERS}", "wood_creek", "off", True),
    ],
)
def test_croghan_spares_a_mover_the_stop_after_wilderness_where_it_would_have_to_make_one(
    group: str, passed: str, advanced: str, alone: bool
) -> None:
    """Given a fort at Hudson Carry South only, then guides matter for drilled troops whom nobody else guides."""
    works = board({}, forts={"british": ["hudson_carry_south"]})
    rules = ruleset(advanced_rules=advanced)
    found = [
        stops_after_wilderness(works, space(passed), BRITISH, units(group), rules, guided=guided)
        for guided in (False, True)
    ]
    assert found == [alone, False]


@proves("ww:card-amphibious")
def test_the_landing_card_serves_the_british_along_an_arrow_from_a_port_of_theirs() -> None:
    def found(start: str, to: str, side: Side = BRITISH, **rest: Json) -> tuple[Violation, ...]:
        return tuple(landing_violations(read({}, **rest), side, space(start), space(to)))

    assert found("halifax", "louisbourg", hands=HELD) == ()
    assert found("halifax", "louisbourg") == (violation(Reason.CARD_NOT_HELD, "ww:6.431", card="amphibious_landing"),)
    assert found("halifax", "louisbourg", FRENCH, hands={"french": ["card_17"]}) == (
        violation(Reason.BRITISH_ONLY, "ww:6.43"),
    )
    assert found("boston", "louisbourg", hands=HELD) == (
        violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:6.43", start="boston", to="louisbourg"),
    )
    assert found("louisbourg", "ile_d_orleans", hands=HELD) == (
        violation(Reason.PORT_NOT_CONTROLLED, "ww:6.431", space="louisbourg"),
    )


@proves("ww:card-amphibious-fx")
def test_only_a_landing_places_the_marker_and_spends_the_card() -> None:
    """Given a force with the card at Halifax, when it lands the marker lies there, when it sails to Boston none."""
    begin = moving("halifax", f"amherst {REGULAR}", {}, phase=on_card(3), hands=HELD)
    for to, by, landed in (("louisbourg", LANDING, True), ("boston", NAVAL, False)):
        after = played(begin, go(to, by)).state
        assert has_amphib(after.board, space(to)) is landed
        assert after.cards.at[card("card_17")] == (At.DISCARDS if landed else At.BRITISH)


@proves("ww:card-squadrons-fx2")
def test_the_french_sail_between_quebec_and_louisbourg_until_their_fleet_is_lost() -> None:
    lost = violation(Reason.NO_FRENCH_NAVAL, "ww:card-squadrons-fx2")
    for gone, expected in ((False, ()), (True, (lost,))):
        state = read({}, markers={"no_french_naval": gone})
        assert tuple(sea_violations(state, FRENCH, space("quebec"), space("louisbourg"))) == expected
        assert tuple(sea_violations(state, BRITISH, space("boston"), space("halifax"))) == ()


@proves("ww:card-amphibious-fx")
def test_a_landing_is_made_by_units_and_not_by_leaders_alone() -> None:
    """Given captured Louisbourg, when Wolfe sails alone, then he lands nowhere; with a unit he does (N49)."""

    def sailing(who: str) -> State:
        pieces: Pieces = {"louisbourg": ["br_regular_15th", "br_regular_22nd"]}
        taken: Json = {"british": ["louisbourg"]}
        return moving("louisbourg", who, pieces, hands=HELD, phase=on_card(3), captured_fortresses=taken)

    landing = go("baie_st_paul", LANDING)
    alone = violation(Reason.LEADERS_ALONE, "ww:card-amphibious-fx", landing="baie_st_paul", leaders=("wolfe",))
    state = sailing("wolfe")
    assert refused(state, landing) == (alone,)
    assert go("halifax", NAVAL) in offered(state)
    assert landing in offered(sailing("wolfe br_regular_22nd"))
    assert landing in offered(sailing("br_regular_22nd"))


@proves("ww:card-amphibious-fx")
@pytest.mark.parametrize(
    ("pieces", "rest", "french"),
    [
        ({"louisbourg": ["br_regular_22nd"]}, {"captured_fortresses": {"british": ["louisbourg"]}}, False),
        ({}, {"captured_fortresses": {"british": ["louisbourg"]}, "amphib": ["louisbourg"]}, False),
        ({"louisbourg": ["br_regular_22nd", "inside fr_regular_bearn"]}, {"sieges": {"louisbourg": 0}}, True),
        ({"louisbourg": ["fr_regular_bearn"]}, {"captured_fortresses": {"british": ["louisbourg"]}}, True),
        ({}, {}, True),
    ],
)
def test_a_landing_goes_where_the_french_are_or_rule_and_not_to_a_port_of_britains(
    pieces: Pieces, rest: dict[str, Json], french: bool
) -> None:
    state = read(pieces, hands=HELD, **rest)
    found = tuple(landing_violations(state, BRITISH, space("halifax"), space("louisbourg")))
    assert found == (() if french else (violation(Reason.NOT_FRENCH, "ww:card-amphibious-fx", space="louisbourg"),))
    never = tuple(landing_violations(state, FRENCH, space("halifax"), space("louisbourg")))
    assert never == (violation(Reason.BRITISH_ONLY, "ww:6.43"),)


@proves("ww:card-amphibious-fx")
def test_a_landing_may_be_made_where_a_marker_lies_or_britons_stand() -> None:
    taken: dict[str, Json] = {"captured_fortresses": {"british": ["louisbourg"]}, "hands": HELD}
    pieces = {"louisbourg": ["br_regular_22nd"], "ile_d_orleans": ["br_regular_15th"]}
    state = read(pieces, amphib=["ile_d_orleans"], **taken)
    assert tuple(landing_violations(state, BRITISH, space("louisbourg"), space("ile_d_orleans"))) == ()
