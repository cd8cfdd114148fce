"""Chapter 6.4: the sea, landings and the amphib marker."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war.board import controls_fortress, has_amphib
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import (
    PORTS,
    landings_from,
    space,
)
from reference.wilderness_war.ch06_entering import go_violations, steps_offered
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from tests.wilderness_war.moves import (
    LANDING,
    NAVAL,
    go,
    is_at,
    moving,
    on_card,
    standing,
    ways,
)
from tests.wilderness_war.positions import board, place, played, refused

REGULAR = "br_regular_15th"
RANGERS = "br_ranger_rogers"
BEARN = "fr_regular_bearn"
LANDING_CARD: Json = {"british": ["card_17"]}
CAPTURED: Json = {"british": ["louisbourg"]}


@proves("ww:6.4", "ww:6.42")
def test_british_individuals_sail_between_controlled_ports_on_any_card() -> None:
    begin = moving("halifax", REGULAR, {}, phase=on_card(1))
    assert ways(begin, NAVAL) == {"boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia"}
    assert is_at(played(begin, go("philadelphia", NAVAL)).state, REGULAR, "philadelphia")
    assert ways(moving("halifax", "webb", {}, phase=on_card(1)), NAVAL) == ways(begin, NAVAL)


@proves("ww:6.4", "ww:8.22")
def test_a_ship_goes_neither_inland_nor_to_a_port_that_is_not_controlled() -> None:
    begin = moving("boston", REGULAR, {"new_york": [BEARN]}, sieges={"new_york": 0})
    for name in ("albany", "new_york", "quebec", "louisbourg"):
        expected = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space=name)
        siege = (violation(Reason.BESIEGED, "ww:8.22", space=name),) if name == "new_york" else ()
        assert refused(begin, go(name, NAVAL)) == (expected, *siege)
    inland = moving("albany", REGULAR, {})
    expected = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="albany")
    assert refused(inland, go("boston", NAVAL)) == (expected,)


@proves("ww:6.4")
def test_a_ship_does_not_sail_to_where_it_is() -> None:
    """Given a unit at Boston, when it would sail to Boston, then it is refused: there is nowhere to go."""
    begin = moving("boston", REGULAR, {})
    expected = violation(Reason.ALREADY_THERE, "ww:6.4", space="boston")
    assert refused(begin, go("boston", NAVAL)) == (expected,)


@proves("ww:6.4")
@pytest.mark.parametrize(
    ("name", "who", "reason"),
    [
        ("albany", REGULAR, Reason.PORT_NOT_CONTROLLED),
        ("montreal", BEARN, Reason.NOT_A_FRENCH_PORT),
    ],
)
def test_a_space_that_is_no_port_is_told_once_though_it_is_both_ends_of_the_way(
    name: str, who: str, reason: Reason
) -> None:
    assert refused(moving(name, who, {}), go(name, NAVAL)) == (
        violation(Reason.ALREADY_THERE, "ww:6.4", space=name),
        violation(reason, "ww:6.4", space=name),
    )


@proves("ww:6.4")
def test_the_french_sail_only_between_quebec_and_louisbourg() -> None:
    begin = moving("quebec", BEARN, {})
    assert ways(begin, NAVAL) == {"louisbourg"}
    expected = violation(Reason.NOT_A_FRENCH_PORT, "ww:6.4", space="boston")
    assert refused(begin, go("boston", NAVAL)) == (expected,)
    inland = moving("montreal", BEARN, {})
    expected = violation(Reason.NOT_A_FRENCH_PORT, "ww:6.4", space="montreal")
    assert refused(inland, go("quebec", NAVAL)) == (expected,)


@proves("ww:6.4", "ww:8.22")
def test_the_french_do_not_sail_to_a_besieged_louisbourg() -> None:
    pieces = {"louisbourg": [REGULAR]}
    begin = moving("quebec", BEARN, pieces, sieges={"louisbourg": 0}, amphib=["louisbourg"])
    assert refused(begin, go("louisbourg", NAVAL)) == (
        violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="louisbourg"),
        violation(Reason.BESIEGED, "ww:8.22", space="louisbourg"),
    )


@proves("ww:6.4", "ww:card-squadrons-fx2")
def test_the_french_do_not_sail_once_their_squadrons_are_lost() -> None:
    begin = moving("quebec", BEARN, {}, markers={"no_french_naval": True})
    expected = violation(Reason.NO_FRENCH_NAVAL, "ww:card-squadrons-fx2")
    assert refused(begin, go("louisbourg", NAVAL)) == (expected,)


@proves("ww:6.41")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_force_sails_only_on_a_three_card(value: int) -> None:
    begin = moving("new_york", f"webb {REGULAR}", {}, phase=on_card(value))
    if value == 3:
        assert is_at(played(begin, go("boston", NAVAL)).state, "webb", "boston")
    else:
        assert ways(begin, NAVAL) == set()
        expected = violation(Reason.FORCE_NEEDS_THREE_CARD, "ww:6.41", value=value)
        assert refused(begin, go("boston", NAVAL)) == (expected,)


@proves("ww:6.41", "ww:card-campaign-sail")
def test_a_force_of_a_campaign_sails() -> None:
    begin = moving("halifax", f"webb {REGULAR}", {}, phase={"type": "phase", "value": 2, "campaign": True})
    assert "boston" in ways(begin, NAVAL)


# ---------------------------------------------------------------- 6.43: landings


@proves("ww:6.43", "ww:6.431", "ww:card-amphibious")
def test_landings_follow_the_arrows_from_a_controlled_port_with_the_card() -> None:
    """Given the card, then Halifax reaches Louisbourg only, and captured Louisbourg the three approaches to Quebec."""
    assert {name: landings_from(name) for name in PORTS if landings_from(name)}.keys() == {
        space("halifax"),
        space("louisbourg"),
    }
    assert ways(moving("halifax", REGULAR, {}, hands=LANDING_CARD), LANDING) == {"louisbourg"}
    begin = moving("louisbourg", REGULAR, {}, hands=LANDING_CARD, captured_fortresses=CAPTURED)
    assert ways(begin, LANDING) == {"baie_st_paul", "ile_d_orleans", "riviere_ouelle"}


@proves("ww:6.43", "ww:6.431", "ww:card-amphibious", "ww:card-amphibious-bar")
def test_a_landing_that_misses_a_requirement_is_refused_for_it() -> None:
    begin = moving("halifax", REGULAR, {})
    expected = violation(Reason.CARD_NOT_HELD, "ww:6.431", card="amphibious_landing")
    assert refused(begin, go("louisbourg", LANDING)) == (expected,)
    begin = moving("halifax", REGULAR, {}, hands=LANDING_CARD)
    expected = violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:6.43", start="halifax", to="ile_d_orleans")
    assert refused(begin, go("ile_d_orleans", LANDING)) == (expected,)
    begin = moving("halifax", REGULAR, {}, hands=LANDING_CARD, markers={"no_landings": True})
    expected = violation(Reason.NO_LANDINGS_THIS_YEAR, "ww:card-amphibious-bar")
    assert refused(begin, go("louisbourg", LANDING)) == (expected,)
    begin = moving("quebec", BEARN, {})
    assert refused(begin, go("ile_d_orleans", LANDING)) == (violation(Reason.BRITISH_ONLY, "ww:6.43"),)


@proves("ww:6.431")
def test_no_landing_leaves_louisbourg_before_it_is_captured() -> None:
    """Given besiegers at Louisbourg with an Amphib marker, then they land nowhere, for the port is nobody's (8.22)."""
    begin = moving("louisbourg", REGULAR, {}, hands=LANDING_CARD, sieges={"louisbourg": 1}, amphib=["louisbourg"])
    assert refused(begin, go("ile_d_orleans", LANDING)) == (
        violation(Reason.PORT_NOT_CONTROLLED, "ww:6.431", space="louisbourg"),
        violation(Reason.BESIEGED, "ww:8.22", space="louisbourg"),
    )
    assert ways(begin, LANDING) == set()


@proves("ww:6.431", "ww:6.432-a", "ww:6.43")
def test_an_amphib_marker_alone_is_no_port_to_land_from() -> None:
    """Given a force on a marker, then it may sail to ports but land nowhere: landings leave ports along arrows."""
    begin = moving("ile_d_orleans", REGULAR, {}, hands=LANDING_CARD, amphib=["ile_d_orleans", "baie_st_paul"])
    assert "halifax" in ways(begin, NAVAL)
    assert ways(begin, LANDING) == set()
    assert refused(begin, go("baie_st_paul", LANDING)) == (
        violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:6.43", start="ile_d_orleans", to="baie_st_paul"),
        violation(Reason.PORT_NOT_CONTROLLED, "ww:6.431", space="ile_d_orleans"),
    )


@proves("ww:6.431", "ww:6.432-a", "ww:6.431-marker")
def test_captured_louisbourg_with_its_marker_serves_landings_again_and_a_marked_space_needs_no_card() -> None:
    """Given the marker of the landing at Louisbourg, then further landings start there; a marked beach is a link."""
    rest: dict[str, Json] = {"captured_fortresses": CAPTURED, "amphib": ["louisbourg", "riviere_ouelle"]}
    begin = moving("louisbourg", REGULAR, {}, frame={}, hands=LANDING_CARD, **rest)
    assert ways(begin, LANDING) == {"baie_st_paul", "ile_d_orleans", "riviere_ouelle"}
    assert "riviere_ouelle" in ways(begin, NAVAL)
    assert "ile_d_orleans" not in ways(begin, NAVAL)
    sailed = played(begin, go("riviere_ouelle", NAVAL)).state
    assert sailed.cards.at[card("card_17")] == begin.cards.at[card("card_17")]
    landed = played(begin, go("riviere_ouelle", LANDING)).state
    assert landed.cards.at[card("card_17")] == At.DISCARDS
    assert has_amphib(landed.board, space("riviere_ouelle"))
    assert ways(moving("louisbourg", REGULAR, {}, frame={}, **rest), LANDING) == set()


@proves("ww:6.41", "ww:6.431")
def test_a_landing_force_needs_a_three_card_too() -> None:
    state, move = standing("halifax", f"amherst {REGULAR}", {}, hands=LANDING_CARD, phase=on_card(2))
    expected = violation(Reason.FORCE_NEEDS_THREE_CARD, "ww:6.41", value=2)
    assert go_violations(state, move, go("louisbourg", LANDING)) == (expected,)
    assert steps_offered(state, move) == ()


@proves("ww:6.432-a", "ww:6.4")
def test_the_amphib_marker_links_its_space_with_ports_even_during_a_siege() -> None:
    siege: Json = {"louisbourg": 0}
    amphib: Json = ["louisbourg", "ile_d_orleans"]
    begin = moving("louisbourg", REGULAR, {"boston": [RANGERS]}, sieges=siege, amphib=amphib)
    assert "boston" in ways(begin, NAVAL)
    assert "ile_d_orleans" not in ways(begin, NAVAL)
    assert refused(begin, go("ile_d_orleans", NAVAL)) == (
        violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="louisbourg"),
        violation(Reason.BESIEGED, "ww:8.22", space="louisbourg"),
        violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="ile_d_orleans"),
    )
    for name in ("quebec", "albany"):
        expected_there = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space=name)
        assert refused(begin, go(name, NAVAL)) == (expected_there,)
    inland = moving("albany", RANGERS, {"louisbourg": [REGULAR]}, sieges=siege, amphib=amphib)
    expected_here = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="albany")
    assert refused(inland, go("louisbourg", NAVAL)) == (expected_here,)
    taken = moving("ile_d_orleans", RANGERS, {"louisbourg": [REGULAR]}, captured_fortresses=CAPTURED, amphib=amphib)
    assert "louisbourg" in ways(taken, NAVAL)
    inward = moving("boston", RANGERS, {"louisbourg": [REGULAR]}, sieges=siege, amphib=amphib)
    assert {"louisbourg", "ile_d_orleans"} <= ways(inward, NAVAL)
    assert refused(inward, go("albany", NAVAL)) == (expected_here,)


@proves("ww:6.432-b")
def test_the_amphib_marker_holds_louisbourg_without_a_unit() -> None:
    begin = moving("boston", REGULAR, {}, captured_fortresses=CAPTURED, amphib=["louisbourg"])
    assert "louisbourg" in ways(begin, NAVAL)
    assert is_at(played(begin, go("louisbourg", NAVAL)).state, REGULAR, "louisbourg")
    unmarked = moving("boston", REGULAR, {}, captured_fortresses=CAPTURED)
    expected = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="louisbourg")
    assert refused(unmarked, go("louisbourg", NAVAL)) == (expected,)
    left = place({}, captured_fortresses=CAPTURED, amphib=["louisbourg"])
    assert left.board.fortress[space("louisbourg")] == begin.board.fortress[space("boston")]


@proves("ww:6.432-b")
def test_only_a_marker_and_only_for_the_british_holds_an_empty_captured_fortress() -> None:
    marked, bare = (board({}, captured_fortresses=CAPTURED, amphib=names) for names in (["louisbourg"], ["halifax"]))
    assert controls_fortress(marked, space("louisbourg"), Side.BRITISH)
    assert not controls_fortress(bare, space("louisbourg"), Side.BRITISH)
    taken = board({}, captured_fortresses={"french": ["halifax"]}, amphib=["halifax"])
    assert not controls_fortress(taken, space("halifax"), Side.FRENCH)


@proves("ww:6.4")
def test_the_amphib_marker_is_no_link_for_the_french() -> None:
    begin = moving("quebec", BEARN, {}, amphib=["riviere_ouelle"])
    assert ways(begin, NAVAL) == {"louisbourg"}
