"""Supply over every way to hold the places of a region, against its second statement."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import pytest

from properties.domains import DEEP, covered
from properties.few_acres_of_snow import attacks_restated as restated
from properties.few_acres_of_snow.attacks_restated import BRITISH, FRENCH, Table
from properties.few_acres_of_snow.test_attacks_restated import state_of, table_of
from reference.few_acres_of_snow import ch07_location_cards
from reference.few_acres_of_snow.ch01_board import IDS, JOINTS, PLACES, Link, joined_by_lake, joined_by_sea, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, FIRST_EMPIRE
from reference.few_acres_of_snow.ch07_location_cards import can_be_supplied, is_linked, is_usable
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Siege
from reference.kernel.rules import proves

REGIONS = {
    BRITISH: (
        "boston", "new_york", "albany", "fort_stanwix", "oswego", "new_haven", "deerfield", "fort_frontenac",
        "fort_niagara", "fort_william_henry",
    ),
    FRENCH: (
        "quebec", "trois_rivieres", "montreal", "tadoussac", "kennebec", "fort_st_john", "fort_frontenac",
        "fort_niagara", "gaspe", "oswego",
    ),
}  # fmt: skip
PIECES = {BRITISH: "bv", FRENCH: "fv"}
FIRST = 10 if DEEP else 7


def tables(side: str) -> Iterator[Table]:
    """Give every set of the first places held by a side (`make deep`: all), the others by the enemy or nobody."""
    enemy = PIECES[FRENCH if side == BRITISH else BRITISH]
    for held, rest in product(product((False, True), repeat=FIRST), (enemy, "")):
        yield table_of(dict(zip(REGIONS[side], (PIECES[side] if each else rest for each in held), strict=False)))


def supply_compared(side: str) -> int:
    cases = 0
    for table in tables(side):
        state, own = state_of(table, "first"), Side(side)
        linked = restated.linked(table, side)
        assert {IDS[where] for where in PLACES if is_linked(state, own, where)} == linked, table
        supplied = restated.supplied_places(table, side)
        assert {IDS[where] for where in PLACES if can_be_supplied(state, own, where)} == supplied, table
        besieged = state._replace(sieges=(Siege(place(REGIONS[side][2]), 0), None))
        working = {CARD_IDS[each] for each in CARDS[:FIRST_EMPIRE] if is_usable(besieged, own, each)}
        cards = {f"{side}_{name}" for name in linked if name != REGIONS[side][2]} & {*CARD_IDS}
        assert working == cards, table
        cases += 1
    return cases


@proves("fa:loccard.1", "fa:loccard.2", "fa:loccard.3", "fa:aid.loc.1", "fa:aid.loc.2", "fa:reinforce.4",
        "fa:faq.supply.1")  # fmt: skip
@pytest.mark.parametrize("side", [BRITISH, FRENCH])
def test_chains_cards_and_reinforcements_are_as_stated_for_every_way_to_hold_a_region(side: str) -> None:
    covered(f"supply, {side}: places held x the others", supply_compared(side), 2 * 2**FIRST)


def _neighbours(*, sea: bool = True, lakes: bool = True, paths: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return who is next to whom for supply, with a fault."""
    printed = {(each.a, each.b) for each in JOINTS if paths or each.kind is not Link.INDIAN_PATH}
    printed = {pair for pair in printed if lakes or not joined_by_lake(*pair)}

    def joined(a: int, b: int) -> bool:
        one, other = PLACES[a], PLACES[b]
        apart = (sea and joined_by_sea(one, other)) or (lakes and joined_by_lake(one, other))
        return (one, other) in printed or (other, one) in printed or apart

    return tuple(tuple(b for b in PLACES if a != b and joined(a, b)) for a in PLACES)


FAULTS = {
    "Indian paths carry supply": (BRITISH, "neighbours", lambda: _neighbours(paths=True)),
    "the sea carries no supply": (BRITISH, "neighbours", lambda: _neighbours(sea=False)),
    "lakes carry no supply": (FRENCH, "neighbours", lambda: _neighbours(lakes=False)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    side, name, planted = FAULTS[fault]
    for cached in ("_reached", "_supplied", "_usable"):
        # What was found out without the fault must not be remembered, nor what is found out with it.
        monkeypatch.setattr(
            ch07_location_cards, cached, lru_cache(20_000)(getattr(ch07_location_cards, cached).__wrapped__)
        )
    monkeypatch.setattr(ch07_location_cards, name, planted)
    with pytest.raises(AssertionError):
        supply_compared(side)
