"""Readings where every edition leaves a point open: each in a position that shows it."""

from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war.actions import Build, Drop, Halt, PickDepartment, Raised, Roll
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import Department, space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch10_home import closest_fortifications
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Recall
from tests.wilderness_war.moves import about, gone, moving, offers, pick
from tests.wilderness_war.phases import BRITISH, FRENCH, after_event, at, offered, phase
from tests.wilderness_war.positions import broken, named_freely, played, stack, stepped, under_way

RELIEF = "montcalm fr_regular_bearn fr_regular_guyenne"


@proves("ww:6.722")
def test_n62_a_besieged_work_of_ones_own_does_not_make_entry_safe() -> None:
    """Given Ticonderoga French, when a French force enters, then it is safe there only while nobody besieges it."""
    near = {"hudson_carry_north": ["br_regular_44th"]}
    free = gone(moving("crown_point", RELIEF, near, forts={"french": ["ticonderoga"]}), "ticonderoga")
    assert about(free) == "step"
    siege = {**near, "ticonderoga": ["br_regular_15th", "inside fr_coureurs_marin"]}
    besieged = moving("crown_point", RELIEF, siege, forts={"french": ["ticonderoga"]}, sieges={"ticonderoga": 0})
    entered = gone(besieged, "ticonderoga")
    assert about(entered) == "interception"
    assert offers(entered) == {"pick br_regular_44th", "decline"}


@proves("ww:4.0-B.3-leaders")
def test_n63_a_lone_leader_is_recalled_past_a_besieged_work() -> None:
    """Given Webb alone at Wood Creek, when the nearest fort is besieged, then he goes to the nearest that is not."""
    pieces = {"wood_creek": ["webb"], "hudson_carry_south": ["fr_regular_bearn", "inside br_regular_15th"]}
    works = {"british": ["hudson_carry_south"]}
    besieged = under_way([Recall(leader("webb"))], pieces, forts=works, sieges={"hudson_carry_south": 0})
    free = under_way([Recall(leader("webb"))], {"wood_creek": ["webb"]}, forts=works)
    near, far = (closest_fortifications(each.board, space("wood_creek"), BRITISH) for each in (free, besieged))
    assert near == (space("hudson_carry_south"),)
    assert space("hudson_carry_south") not in far
    assert stack(stepped(free).state, "hudson_carry_south") == ["webb"]


@proves("ww:card-stingy-fx")
def test_n64_a_stingy_assembly_costs_a_regiment_of_its_own_wherever_it_stands() -> None:
    """Given a northern regiment in the south and a southern one in the north, then each answers to its own assembly."""
    north, south = "br_northern_provincial_rhode_island", "br_southern_provincial_maryland"
    away = "br_northern_provincial_new_hampshire"
    pieces = {"york": [north], "albany": [south], "hudson_carry_south": [away]}
    state = after_event("card_39", pieces)
    northern = played(state, PickDepartment(Department.NORTHERN)).state
    assert set(offered(northern)) == {pick(north), pick(away)}
    southern = played(state, PickDepartment(Department.SOUTHERN))
    assert event(EventKind.UNIT_ELIMINATED, "ww:card-stingy-fx", unit=south) in southern.events


@proves("ww:card-smallpox-fx2")
def test_n65_small_pox_spares_the_indians_of_its_player() -> None:
    """Given Indians on both sides of a siege, when the French play SMALL POX, then only the British ones go."""
    pieces = {
        "hudson_carry_south": [
            "fr_regular_bearn", "fr_indian_huron", "4 inside br_regular", "inside br_indian_mohawk_1",
        ],
    }  # fmt: skip
    siege = {"hudson_carry_south": 0}
    state = after_event("card_34", pieces, FRENCH, forts={"british": ["hudson_carry_south"]}, sieges=siege)
    gone_by = played(state, at("hudson_carry_south"), Roll(1))
    gone_by = played(gone_by.state, offered(gone_by.state)[0])
    assert event(EventKind.UNIT_ELIMINATED, "ww:card-smallpox-fx2", unit="br_indian_mohawk_1") in gone_by.events
    assert "fr_indian_huron" in stack(gone_by.state, "hudson_carry_south")


@proves("ww:6.1-drop", "ww:6.22")
def test_n66_a_fast_unit_may_be_left_where_the_slow_ones_have_no_movement_left() -> None:
    """Given Regulars who have marched as far as they may, then the Rangers are not offered, but may be left there."""
    begin = moving("new_york", "webb br_regular_15th br_ranger_rogers", {}, frame={"by": "land", "spent": 3})
    there = gone(begin, "new_haven")
    assert "drop br_ranger_rogers" not in offers(there)
    assert broken(there, Drop(unit("br_ranger_rogers"))) == ()
    left = named_freely(there, Drop(unit("br_ranger_rogers")), Halt()).state
    assert stack(left, "new_haven") == ["webb", "br_regular_15th", "br_ranger_rogers"]


@proves("ww:5.4-exc")
def test_n67_a_card_played_to_build_nothing_counts_as_building() -> None:
    """Given no drilled troops on the map, when the French build forts, then they have built and place nothing."""
    begun = phase(FRENCH, "card_5", {"montreal": ["levis"]})
    built = played(begun, Build(card("card_5"), Raised.FORTS)).state
    assert built.cards.built == (FRENCH,)
    assert built.board == begun.board
