"""The board: places, links by land, lake and sea, and the pieces in the box."""

from dataclasses import replace

import pytest

from reference.few_acres_of_snow import ch01_board as board
from reference.few_acres_of_snow.ch01_board import IDS, JOINTS, PLACES, Kind, Link, carries_raids, owner, place
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import BRITISH_PLACES, placed, rules


@proves("fa:board.6", "fa:loccard.4")
def test_all_ports_are_linked_by_sea() -> None:
    ports = [where for where in PLACES if board.LOCATIONS[where].ship]
    assert len(ports) == 17
    for a in PLACES:
        for c in PLACES:
            assert board.joined_by_sea(a, c) == (a != c and a in ports and c in ports)


@proves("fa:loccard.5", "fa:raid.6", "fa:aid.loc.4", "fa:faq.map.1")
def test_places_on_one_lake_are_linked() -> None:
    shores = [
        {"detroit", "fort_niagara", "fort_presquisle"},
        {"fort_frontenac", "fort_niagara", "oswego"},
        {"detroit", "michillimackinac"},
    ]
    for a in PLACES:
        for c in PLACES:
            names = {board.IDS[a], board.IDS[c]}
            assert board.joined_by_lake(a, c) == (a != c and any(names <= shore for shore in shores))
    frontenac = place("fort_frontenac")
    nearby = {board.IDS[each] for each in board.supply_neighbours()[frontenac]}
    assert nearby == {"montreal", "oswego", "fort_niagara"}
    assert {board.IDS[each] for each in board.raid_neighbours(rules())[frontenac]} == nearby


@proves("fa:board.11", "fa:loccard.3", "fa:aid.loc.2")
def test_indian_paths_carry_no_supply() -> None:
    assert [link.value for link in Link if not board.carries_supply(link)] == ["indian_path"]
    assert place("boston") not in board.supply_neighbours()[place("deerfield")]


@proves("fa:raid.5", "fa:faq.map.3")
def test_raids_run_over_all_links_but_the_sea() -> None:
    links = board.raid_neighbours(rules())
    assert links[place("tadoussac")] == ()
    assert {board.IDS[each] for each in links[place("deerfield")]} == {
        "boston",
        "new_haven",
        "fort_halifax",
        "fort_william_henry",
    }
    assert {board.IDS[each] for each in links[place("cumberland")]} == {
        "philadelphia",
        "st_marys",
        "baltimore",
        "fort_duquesne",
        "richmond",
    }


@proves("fa:comp.1")
def test_pieces_are_as_many_as_the_box_holds() -> None:
    assert [board.total(side, kind) for side in SIDES for kind in Kind] == [18, 12, 18, 9]


FRENCH_PLACES = {"gaspe", "louisbourg", "montreal", "quebec", "port_royal", "tadoussac", "trois_rivieres"}


@proves("fa:board.3", "fa:setup.7")
def test_who_has_a_piece_at_a_place_holds_it_and_an_empty_place_is_nobodys() -> None:
    state = placed({})
    held = {IDS[where]: owner(state.board, where) for where in PLACES}
    assert {name for name, side in held.items() if side is Side.BRITISH} == BRITISH_PLACES
    assert {name for name, side in held.items() if side is Side.FRENCH} == FRENCH_PLACES
    assert sum(side is None for side in held.values()) == len(PLACES) - 14


@proves("fa:raid.5", "fa:faq.map.3")
@pytest.mark.parametrize("reading", ["yes", "no"])
def test_links_on_the_cards_only_carry_raids_by_option_and_never_to_tadoussac(reading: str) -> None:
    ruleset = rules(f"first+card_only_links_raidable={reading}")
    only = {(IDS[each.a], IDS[each.b]): carries_raids(each, ruleset) for each in JOINTS if not each.on_board}
    assert any("tadoussac" in pair for pair in only)
    assert not all("tadoussac" in pair for pair in only)
    assert only == {pair: reading == "yes" and "tadoussac" not in pair for pair in only}
    turned = (replace(each, a=each.b, b=each.a) for each in JOINTS if not each.on_board)
    assert {(IDS[each.b], IDS[each.a]): carries_raids(each, ruleset) for each in turned} == only
