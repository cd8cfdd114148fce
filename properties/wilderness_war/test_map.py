"""The map: what must be symmetric is, and distances are those of the shortest paths."""

from itertools import product

from properties.domains import covered
from properties.wilderness_war.map_files import LINKS, NEIGHBOURS, SPACES, WATER
from reference.kernel.rules import proves
from reference.wilderness_war.ch02_map import (
    IDS,
    Space,
    adjacent,
    along_arrows,
    distance,
    lake_between,
    landings_from,
    linked_by_water,
    space,
)


def pairs() -> list[tuple[Space, Space]]:
    places = [space(name) for name in SPACES]
    return list(product(places, places))


@proves("ww:2.0-connections", "ww:2.0-connections-imp")
def test_two_spaces_are_adjacent_exactly_if_a_land_or_water_link_joins_them() -> None:
    for one, other in pairs():
        ends = frozenset((IDS[one], IDS[other]))
        assert (other in adjacent(one)) == (one in adjacent(other)) == (ends in LINKS)
        assert linked_by_water(one, other) == linked_by_water(other, one) == (ends in WATER)
        assert lake_between(one, other) == lake_between(other, one)
        assert lake_between(one, other) is None or LINKS[ends] == "lakeshore"
    covered("links: pairs of spaces", len(pairs()), 20_736)
    assert len(LINKS) == 276


@proves("ww:2.0-arrows")
def test_no_arrow_goes_both_ways_or_makes_spaces_adjacent() -> None:
    arrows = 0
    for one, other in pairs():
        if other in along_arrows(one) or other in landings_from(one):
            arrows += 1
            assert one not in along_arrows(other)
            assert one not in landings_from(other)
            assert other not in adjacent(one)
    assert arrows == 8


@proves("ww:10.421")
def test_every_distance_is_that_of_the_shortest_path() -> None:
    """Recompute all distances by Floyd and Warshall's method from the links alone."""
    far = 10_000
    names = list(SPACES)
    reach = {
        one: {other: 0 if one == other else 1 if other in NEIGHBOURS[one] else far for other in names} for one in names
    }
    for via in names:
        onward = reach[via]
        for row in reach.values():
            if (start := row[via]) < far:
                for end, links in onward.items():
                    row[end] = min(row[end], start + links)
    for one, other in product(names, names):
        expected = reach[one][other]
        assert distance(space(one), space(other)) == (expected if expected < far else None), (one, other)
    covered("distances: pairs of spaces", len(names) ** 2, 20_736)
