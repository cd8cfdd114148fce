"""Chapter 2: the map, as the rulebook and its examples speak of it."""

from itertools import pairwise

import pytest

from reference.kernel.canonical import Unreadable
from reference.kernel.rules import proves
from reference.wilderness_war.ch02_map import (
    FORTRESSES,
    IDS,
    MILITIA_BOXES,
    PORTS,
    SPACES,
    TERRAIN,
    Department,
    Space,
    Terrain,
    adjacent,
    along_arrows,
    department,
    distance,
    is_cultivated,
    is_fortress,
    is_port,
    is_wild,
    lake_between,
    landings_from,
    linked_by_water,
    originally_friendly,
    settlement_of,
    space,
    tribes_at_home_in,
)
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import spaces


def words(places: tuple[Space, ...]) -> str:
    return " ".join(IDS[place] for place in places)


# ---------------------------------------------------------------- terrain and ownership


@proves("ww:2.0-cultivated")
def test_every_cultivated_space_but_two_boxes_belongs_to_one_of_three_departments() -> None:
    outside = [place for place in SPACES if is_cultivated(place) and department(place) is None]
    assert words(tuple(outside)) == "halifax louisbourg"
    sizes = {each: sum(is_cultivated(place) and department(place) is each for place in SPACES) for each in Department}
    assert sizes == {Department.NORTHERN: 21, Department.SOUTHERN: 19, Department.ST_LAWRENCE: 12}


@proves("ww:2.0-cultivated")
def test_no_wild_space_belongs_to_a_department_or_is_friendly_to_anybody() -> None:
    wild = [place for place in SPACES if is_wild(place)]
    assert len(wild) == 87
    assert {department(place) for place in wild} == {None}
    assert not any(originally_friendly(place, side) for place in wild for side in Side)


@proves("ww:2.0-cultivated")
def test_st_lawrence_and_louisbourg_are_french_the_other_departments_and_halifax_british() -> None:
    french = {place for place in SPACES if originally_friendly(place, Side.FRENCH)}
    british = {place for place in SPACES if originally_friendly(place, Side.BRITISH)}
    st_lawrence = {place for place in SPACES if is_cultivated(place) and department(place) is Department.ST_LAWRENCE}
    assert french == st_lawrence | {space("louisbourg")}
    assert british == {place for place in SPACES if is_cultivated(place)} - french
    assert space("halifax") in british


@proves("ww:2.0-cultivated")
def test_each_department_has_its_militia_box_which_is_no_terrain() -> None:
    assert {each: IDS[box] for each, box in MILITIA_BOXES.items()} == {
        Department.NORTHERN: "northern_colonial_militias",
        Department.SOUTHERN: "southern_colonial_militias",
        Department.ST_LAWRENCE: "st_lawrence_canadian_militias",
    }
    for region, box in MILITIA_BOXES.items():
        assert department(box) is region
        assert TERRAIN[box] is Terrain.MILITIA_BOX
        assert not is_cultivated(box)
        assert not is_wild(box)


def test_the_terrain_of_a_space_is_as_printed_and_boxes_are_cultivated_only_where_the_rules_say_so() -> None:
    assert [TERRAIN[place] for place in spaces("albany ohio_forks allegheny_south")] == [
        Terrain.CULTIVATED, Terrain.WILDERNESS, Terrain.MOUNTAIN,
    ]  # fmt: skip
    assert [TERRAIN[place] for place in spaces("louisbourg halifax pays_d_en_haut")] == [
        Terrain.CULTIVATED, Terrain.CULTIVATED, Terrain.WILDERNESS,
    ]  # fmt: skip
    assert is_wild(space("allegheny_south"))
    assert is_wild(space("ohio_forks"))


@proves("ww:2.0-fortifications")
def test_fortresses_are_printed_in_eleven_spaces() -> None:
    expected = "boston new_haven new_york albany alexandria baltimore philadelphia quebec montreal halifax louisbourg"
    assert words(FORTRESSES) == expected
    assert {place for place in SPACES if is_fortress(place)} == set(spaces(expected))


def test_all_fortresses_but_albany_and_montreal_are_ports_and_nothing_else_is() -> None:
    assert {place for place in SPACES if is_port(place)} == set(FORTRESSES) - set(spaces("albany montreal"))
    assert set(PORTS) == {place for place in SPACES if is_port(place)}


@proves("ww:2.0-settlements")
def test_each_tribe_but_the_cherokee_has_one_settlement() -> None:
    homes = {
        "caughnawaga": "kahnawake",
        "algonquin": "lac_des_deux_montagnes",
        "abenaki": "st_francois",
        "mississauga": "mississauga",
        "mohawk": "canajoharie",
        "cayuga": "cayuga",
        "seneca": "karaghiyadirha",
        "oneida": "oneida_castle",
        "onondaga": "onondaga",
        "tuscarora": "shawiangto",
        "delaware": "kittaning",
        "shawnee": "logstown",
        "mingo": "mingo_town",
        "huron": "pays_d_en_haut",
        "ojibwa": "pays_d_en_haut",
        "ottawa": "pays_d_en_haut",
        "potawatomi": "pays_d_en_haut",
    }
    assert {tribe: settlement_of(tribe) for tribe in homes} == {tribe: space(home) for tribe, home in homes.items()}
    assert settlement_of("cherokee") is None
    at_home = {(tribe, place) for place in SPACES for tribe in tribes_at_home_in(place)}
    assert at_home == {(tribe, space(home)) for tribe, home in homes.items()}
    assert tribes_at_home_in(space("pays_d_en_haut")) == ("huron", "ojibwa", "ottawa", "potawatomi")


# ---------------------------------------------------------------- links


@proves("ww:2.0-connections", "ww:2.0-connections-imp")
def test_a_water_link_makes_spaces_adjacent_like_a_land_link() -> None:
    assert words(adjacent(space("albany"))) == "hoosic kinderhook schenectady hudson_carry_south schoharie"
    by_water = [place for place in SPACES if linked_by_water(space("albany"), place)]
    assert words(tuple(by_water)) == "kinderhook schenectady hudson_carry_south"


@proves("ww:2.0-connections")
def test_rivers_and_lakeshores_are_water_and_land_links_are_not() -> None:
    carry_north, carry_south, ticonderoga, albany = spaces("hudson_carry_north hudson_carry_south ticonderoga albany")
    assert linked_by_water(albany, carry_south)
    assert linked_by_water(carry_north, ticonderoga)
    assert not linked_by_water(carry_north, carry_south)
    assert not linked_by_water(albany, ticonderoga)


@proves("ww:2.0-connections")
def test_louisbourg_halifax_and_pays_d_en_haut_have_no_links() -> None:
    for place in spaces("louisbourg halifax pays_d_en_haut"):
        assert adjacent(place) == ()
        assert not any(linked_by_water(place, other) for other in SPACES)


@proves("ww:2.0-arrows")
def test_the_four_arrows_out_of_pays_d_en_haut_go_one_way_and_make_nothing_adjacent() -> None:
    upper_lakes = space("pays_d_en_haut")
    ends = spaces("french_creek niagara presqu_ile toronto")
    assert set(along_arrows(upper_lakes)) == set(ends)
    assert [place for place in SPACES if along_arrows(place)] == [upper_lakes]
    for end in ends:
        assert upper_lakes not in adjacent(end)
        assert distance(end, upper_lakes) is None


@proves("ww:2.0-arrows", "ww:2.0-connections")
def test_landings_lead_from_halifax_to_louisbourg_and_from_there_to_the_approaches_of_quebec() -> None:
    approaches = "baie_st_paul riviere_ouelle ile_d_orleans"
    assert words(landings_from(space("halifax"))) == "louisbourg"
    assert set(landings_from(space("louisbourg"))) == set(spaces(approaches))
    assert [place for place in SPACES if landings_from(place)] == list(spaces("halifax louisbourg"))
    assert space("louisbourg") not in adjacent(space("halifax"))


def test_the_shores_of_the_three_schooner_lakes_are_named() -> None:
    named = {
        "ontario": ("cataraqui", "niaoure_bay"),
        "erie": ("presqu_ile", "cattaraugus_creek"),
        "champlain": ("ticonderoga", "hudson_carry_north"),
    }
    for lake, (one, other) in named.items():
        assert lake_between(space(one), space(other)) == lake
        assert lake_between(space(other), space(one)) == lake
    assert lake_between(space("quebec"), space("ile_d_orleans")) is None
    assert lake_between(space("albany"), space("kinderhook")) is None


# ---------------------------------------------------------------- paths of the rulebook's examples


BY_WATER = {
    "E-F3 Algonquin": "lac_des_deux_montagnes montreal sorel st_jean ile_aux_noix winooski crown_point ticonderoga",
    "E-F3 Caughnawaga": "kahnawake montreal sorel st_jean ile_aux_noix winooski crown_point ticonderoga",
    "E-F6 Huron": "montreal kahnawake st_regis oswegatchie cataraqui niaoure_bay oswego oneida_carry_west",
    "E-B4 Regular": "new_york peekskill poughkeepsie kinderhook albany hudson_carry_south",
    "L-F7a Montcalm": "hudson_carry_north ticonderoga crown_point winooski ile_aux_noix st_jean sorel montreal",
    "L-F3 Levis": (
        "quebec becancour trois_rivieres sorel st_jean ile_aux_noix winooski crown_point ticonderoga"
    ),
}  # fmt: skip
BY_LAND = {
    "monongahela": "gists_station ohio_forks",
    "6.6 Shawnee": "allegheny_south woodstock culpeper augusta",
    "6.72 Coureurs": "white_mountains_north casco_bay portsmouth gloucester",
    "shenandoah Shawnee": "logstown mingo_town upper_monongahela allegheny_south",
    "E-F7a Mingo": "allegheny_south augusta culpeper",
    "E-F7c Huron": "oneida_carry_west oneida_castle canajoharie schoharie albany kinderhook",
    "E-F7d Mississauga": "oneida_carry_west oneida_castle shawiangto mohawks_branch station_point east_delaware easton",
    "L-F7b Villiers": "cataraqui niaoure_bay oswego oneida_carry_west oneida_carry_east canajoharie schenectady",
    "L-F7b Villiers, other way": (
        "cataraqui niaoure_bay black_river west_canada_creek oneida_carry_east canajoharie schenectady"
    ),
    "abraham": "ile_d_orleans quebec becancour",
}  # fmt: skip


@proves("ww:2.0-connections")
@pytest.mark.parametrize("names", BY_WATER.values(), ids=BY_WATER)
def test_boats_can_follow_the_paths_of_the_examples(names: str) -> None:
    path = spaces(names)
    assert all(linked_by_water(one, other) for one, other in pairwise(path))


@proves("ww:2.0-connections")
@pytest.mark.parametrize("names", BY_LAND.values(), ids=BY_LAND)
def test_marchers_can_follow_the_paths_of_the_examples(names: str) -> None:
    path = spaces(names)
    assert all(other in adjacent(one) for one, other in pairwise(path))


@proves("ww:2.0-connections")
def test_ossipee_touches_casco_bay_but_not_portsmouth_which_concord_touches() -> None:
    ossipee, concord, bay, portsmouth = spaces("ossipee concord casco_bay portsmouth")
    assert bay in adjacent(ossipee)
    assert portsmouth not in adjacent(ossipee)
    assert portsmouth in adjacent(concord)


@proves("ww:2.0-connections")
def test_winchester_touches_neither_augusta_nor_culpeper() -> None:
    assert not set(spaces("augusta culpeper")) & set(adjacent(space("winchester")))


@proves("ww:10.421")
@pytest.mark.parametrize(
    ("start", "end", "links"),
    [
        ("augusta", "ohio_forks", 3),
        ("schenectady", "ticonderoga", 3),
        ("schenectady", "albany", 1),
        ("hudson_carry_north", "hudson_carry_south", 1),
        ("cataraqui", "schenectady", 5),
        ("oneida_carry_west", "kinderhook", 5),
        ("montreal", "ticonderoga", 4),
        ("montreal", "montreal", 0),
        ("quebec", "louisbourg", None),
        ("pays_d_en_haut", "niagara", None),
    ],
)
def test_distance_counts_links_whatever_the_terrain(start: str, end: str, links: int | None) -> None:
    assert distance(space(start), space(end)) == links


def test_a_space_that_is_not_on_the_map_is_named() -> None:
    with pytest.raises(Unreadable, match="'chicago' is no space of the map") as fault:
        space("chicago")
    assert (fault.value.place, fault.value.cause) == ("", "'chicago' is no space of the map")
