"""What the map shows, said once more space by space and link by link, and held against what the rules make of it."""

from functools import reduce
from itertools import product

from reference.kernel.rules import proves
from reference.wilderness_war.board import put_stockade
from reference.wilderness_war.ch02_map import (
    IDS,
    PORTS,
    SPACES,
    TERRAIN,
    Department,
    Space,
    Terrain,
    adjacent,
    along_arrows,
    department,
    is_fortress,
    lake_between,
    landings_from,
    linked_by_water,
    originally_friendly,
    space,
    tribes_at_home_in,
)
from reference.wilderness_war.ch06_events import schooner_card
from reference.wilderness_war.ch06_reach import (
    sea_violations,
    stops_after_enemy_land,
    stops_after_wilderness,
    stops_in_mountain,
)
from reference.wilderness_war.frames import Move
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import on_board
from tests.wilderness_war.positions import GAME, STANDARD, board, read, units

NORTHERN = """
    boston new_haven new_york albany burlington charlestown concord deerfield gloucester hartford hoosic kinderhook
    manchester northampton peekskill portsmouth poughkeepsie providence schenectady trenton worcester
"""
SOUTHERN = """
    alexandria baltimore philadelphia ashbys_gap augusta carlisle culpeper easton frederick harriss_ferry
    head_of_elk lancaster new_castle reading shepherds_ferry winchester woodstock wrights_ferry york
"""
ST_LAWRENCE = """
    quebec montreal baie_st_paul becancour kahnawake lac_des_deux_montagnes riviere_ouelle sorel st_francois st_jean
    trois_rivieres ile_d_orleans
"""
BOXES = {
    "northern_colonial_militias": Department.NORTHERN,
    "southern_colonial_militias": Department.SOUTHERN,
    "st_lawrence_canadian_militias": Department.ST_LAWRENCE,
}
MOUNTAINS = """
    adirondacks_central adirondacks_north adirondacks_south allegheny_central allegheny_north allegheny_south
    green_mountains_central green_mountains_north green_mountains_south katskills laurel_ridge_north
    laurel_ridge_south magnolia_hills notre_dame_mountains notre_dame_north tuscarora_hills white_mountains_central
    white_mountains_north white_mountains_south
"""
FARMED = {
    Side.BRITISH: {*NORTHERN.split(), *SOUTHERN.split(), "halifax"},
    Side.FRENCH: {*ST_LAWRENCE.split(), "louisbourg"},
}
# The rest is wilderness.
LAND_OF = {
    **dict.fromkeys(FARMED[Side.BRITISH] | FARMED[Side.FRENCH], Terrain.CULTIVATED),
    **dict.fromkeys(MOUNTAINS.split(), Terrain.MOUNTAIN),
    **dict.fromkeys(BOXES, Terrain.MILITIA_BOX),
}
FORTRESSES = "boston new_haven new_york albany alexandria baltimore philadelphia quebec montreal halifax louisbourg"
# Of the fortresses Albany and Montréal lie too far up their rivers.
INLAND = "albany montreal"
SETTLEMENTS = {
    "kahnawake": "caughnawaga",
    "lac_des_deux_montagnes": "algonquin",
    "st_francois": "abenaki",
    "canajoharie": "mohawk",
    "cayuga": "cayuga",
    "karaghiyadirha": "seneca",
    "kittaning": "delaware",
    "logstown": "shawnee",
    "mingo_town": "mingo",
    "mississauga": "mississauga",
    "oneida_castle": "oneida",
    "onondaga": "onondaga",
    "shawiangto": "tuscarora",
    "pays_d_en_haut": "huron ojibwa ottawa potawatomi",
}
# From each space to others that come after it on the list: every link once.
LAND = """
boston: gloucester manchester providence worcester
new_haven: new_york hartford peekskill
new_york: burlington trenton
albany: hoosic schoharie
charlestown: green_mountains_south white_mountains_south
concord: portsmouth ossipee white_mountains_central white_mountains_south
deerfield: worcester green_mountains_south white_mountains_south
gloucester: portsmouth
hartford: poughkeepsie providence
hoosic: northampton hudson_carry_south green_mountains_south
kinderhook: northampton katskills
manchester: portsmouth worcester white_mountains_south
northampton: worcester
peekskill: katskills
portsmouth: casco_bay
poughkeepsie: katskills
providence: worcester
schenectady: schoharie adirondacks_south
trenton: reading
alexandria: baltimore ashbys_gap
baltimore: frederick head_of_elk
philadelphia: reading
ashbys_gap: culpeper frederick winchester woodstock
augusta: culpeper woodstock allegheny_south
carlisle: shepherds_ferry york raystown
culpeper: woodstock
easton: reading tuscarora_hills
frederick: york
head_of_elk: lancaster new_castle
lancaster: new_castle reading wrights_ferry tuscarora_hills
reading: tuscarora_hills
shepherds_ferry: winchester york
winchester: woodstock wills_creek allegheny_south
woodstock: allegheny_south
wrights_ferry: york
quebec: notre_dame_north
montreal: st_jean ile_aux_noix
becancour: st_francois notre_dame_north
kahnawake: lac_des_deux_montagnes
st_francois: trois_rivieres memphremagog notre_dame_north
st_jean: memphremagog
ammonoosuc: green_mountains_north notre_dame_mountains white_mountains_north
black_river: niaoure_bay oswegatchie west_canada_creek adirondacks_central
buffalo_swamp: kittaning la_belle_river allegheny_central
canajoharie: oneida_castle schoharie shawiangto adirondacks_south
casco_bay: ossipee white_mountains_north
cattaraugus_creek: upper_la_belle_river
cayuga: gannagaro karaghiyadirha onondaga osewingo tioga magnolia_hills
chenussio: gannagaro irondequoit karaghiyadirha la_belle_famille little_seneca_river
chinklacamoose: west_susquehanna allegheny_central allegheny_north
cowass: green_mountains_central green_mountains_north white_mountains_central white_mountains_north
crown_point: adirondacks_north green_mountains_central
east_delaware: katskills
east_susquehanna: magnolia_hills tuscarora_hills
french_creek: la_belle_river presqu_ile
gannagaro: irondequoit karaghiyadirha onondaga
gists_station: ohio_forks upper_monongahela laurel_ridge_north laurel_ridge_south
hudson_carry_north: hudson_carry_south adirondacks_central adirondacks_south
hudson_carry_south: wood_creek green_mountains_south
juniata: raystown allegheny_central
karaghiyadirha: little_seneca_river allegheny_north
kittaning: laurel_ridge_north
la_belle_river: upper_la_belle_river venango
little_seneca_river: upper_la_belle_river allegheny_north
memphremagog: green_mountains_north notre_dame_mountains
mingo_town: upper_monongahela
mohawks_branch: osewingo schoharie shawiangto station_point katskills
ohio_forks: upper_monongahela laurel_ridge_north
oneida_carry_east: oneida_carry_west oneida_castle west_canada_creek adirondacks_south
oneida_carry_west: oneida_castle onondaga west_canada_creek
oneida_castle: onondaga osewingo shawiangto
onondaga: osewingo oswego
osewingo: tioga
ossipee: white_mountains_central white_mountains_north
raystown: wills_creek allegheny_central laurel_ridge_north
schoharie: katskills
shamokin: tuscarora_hills
st_regis: adirondacks_north
station_point: wyoming katskills
ticonderoga: wood_creek adirondacks_central green_mountains_central
tioga: wyoming magnolia_hills
upper_la_belle_river: allegheny_north
upper_monongahela: allegheny_south laurel_ridge_south
west_canada_creek: adirondacks_central
west_susquehanna: magnolia_hills
white_river_falls: green_mountains_central white_mountains_central
wills_creek: laurel_ridge_south
winooski: adirondacks_north green_mountains_central green_mountains_north
wood_creek: green_mountains_central green_mountains_south
wyoming: tuscarora_hills
ile_aux_noix: green_mountains_north
adirondacks_central: adirondacks_north adirondacks_south
allegheny_central: laurel_ridge_north
allegheny_south: laurel_ridge_south
notre_dame_mountains: notre_dame_north
"""
RIVER = """
new_york: peekskill
albany: kinderhook schenectady hudson_carry_south
burlington: trenton philadelphia
charlestown: deerfield white_river_falls
concord: manchester
deerfield: northampton
gloucester: manchester
hartford: northampton
kinderhook: poughkeepsie
peekskill: poughkeepsie
schenectady: canajoharie
trenton: easton
alexandria: frederick
philadelphia: new_castle
carlisle: harriss_ferry
easton: east_delaware
frederick: shepherds_ferry
harriss_ferry: lancaster wrights_ferry juniata shamokin
head_of_elk: wrights_ferry
shepherds_ferry: wills_creek
quebec: becancour
montreal: kahnawake lac_des_deux_montagnes sorel
becancour: trois_rivieres
kahnawake: st_regis
sorel: st_francois st_jean trois_rivieres
st_jean: ile_aux_noix
ammonoosuc: cowass
canajoharie: oneida_carry_east
cataraqui: oswegatchie
cowass: white_river_falls
east_delaware: station_point
east_susquehanna: shamokin wyoming
french_creek: venango
kittaning: ohio_forks venango
la_belle_famille: niagara
logstown: mingo_town ohio_forks
oneida_carry_west: oswego
oswegatchie: st_regis
shamokin: west_susquehanna
"""
LAKESHORE = """
quebec: ile_d_orleans
baie_st_paul: ile_d_orleans
riviere_ouelle: ile_d_orleans
cataraqui: ganneious niaoure_bay
cattaraugus_creek: la_belle_famille presqu_ile
crown_point: ticonderoga winooski
ganaraske: quinte toronto
ganneious: quinte
hudson_carry_north: ticonderoga
irondequoit: oswego tegynagerunte
mississauga: niagara toronto
niagara: tegynagerunte
niaoure_bay: oswego
winooski: ile_aux_noix
"""
LAKES = {
    "ontario": (
        "cataraqui-ganneious cataraqui-niaoure_bay ganaraske-quinte ganaraske-toronto ganneious-quinte "
        "irondequoit-oswego irondequoit-tegynagerunte mississauga-niagara mississauga-toronto "
        "niagara-tegynagerunte niaoure_bay-oswego "
    ),
    "erie": ("cattaraugus_creek-la_belle_famille cattaraugus_creek-presqu_ile "),
    "champlain": ("crown_point-ticonderoga crown_point-winooski hudson_carry_north-ticonderoga winooski-ile_aux_noix "),
}
ARROWS = "pays_d_en_haut: french_creek niagara presqu_ile toronto"
LANDINGS = "halifax: louisbourg\nlouisbourg: baie_st_paul ile_d_orleans riviere_ouelle"


def _pairs(text: str) -> set[tuple[str, str]]:
    lines = (line.split(": ") for line in text.strip().splitlines())
    return {(one, other) for one, others in lines for other in others.split()}


def _named(one: Space, others: tuple[Space, ...]) -> set[tuple[str, str]]:
    return {(IDS[one], IDS[other]) for other in others}


def _both_ways(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return pairs | {(other, one) for one, other in pairs}


@proves("ww:2.0-cultivated")
def test_departments_and_first_owners_are_as_the_map_colours_them() -> None:
    """Given the spaces of each Department, then they and a box are cultivated, and whose they are follows from it."""
    departments = {
        **dict.fromkeys(NORTHERN.split(), Department.NORTHERN),
        **dict.fromkeys(SOUTHERN.split(), Department.SOUTHERN),
        **dict.fromkeys(ST_LAWRENCE.split(), Department.ST_LAWRENCE),
    }
    assert {IDS[place]: department(place) for place in SPACES if department(place)} == {**departments, **BOXES}
    assert {IDS[place] for place in SPACES if originally_friendly(place, Side.BRITISH)} == FARMED[Side.BRITISH]
    assert {IDS[place] for place in SPACES if originally_friendly(place, Side.FRENCH)} == FARMED[Side.FRENCH]
    for place in SPACES:
        assert TERRAIN[place] is LAND_OF.get(IDS[place], Terrain.WILDERNESS), IDS[place]


@proves("ww:6.2-a", "ww:6.2-b", "ww:6.2-c")
def test_every_space_is_of_the_land_the_map_paints_and_stops_just_those_it_is_hard_on() -> None:
    """Given no works, then drilled troops stop after wilderness, auxiliaries after enemy farms, all in mountains."""
    bare, drilled, auxiliaries = board({}), units("br_regular_15th"), units("br_ranger_rogers")
    for place, side in product(SPACES, Side):
        painted = LAND_OF.get(IDS[place], Terrain.WILDERNESS)
        after_wilderness = stops_after_wilderness(bare, place, side, drilled, STANDARD, guided=False)
        after_farms = stops_after_enemy_land(bare, place, side, auxiliaries, STANDARD)
        assert (TERRAIN[place], after_wilderness, after_farms, stops_in_mountain(bare, place, side)) == (
            painted,
            painted is Terrain.WILDERNESS,
            IDS[place] in FARMED[side.enemy],
            painted is Terrain.MOUNTAIN,
        ), IDS[place]


@proves("ww:2.0-fortifications", "ww:2.0-settlements", "ww:6.4")
def test_fortresses_ports_and_settlements_are_where_the_map_prints_them() -> None:
    assert {IDS[place] for place in SPACES if is_fortress(place)} == set(FORTRESSES.split())
    ports = [place for place in SPACES if IDS[place] in set(FORTRESSES.split()) - set(INLAND.split())]
    assert list(PORTS) == ports
    state = GAME.start("annus_mirabilis", STANDARD)
    for side, home in ((Side.BRITISH, space("boston")), (Side.FRENCH, space("quebec"))):
        own = [place for place in ports if originally_friendly(place, side) and place != home]
        assert [to for to in SPACES if not list(sea_violations(state, side, home, to))] == own
    homes = {IDS[place]: " ".join(tribes_at_home_in(place)) for place in SPACES if tribes_at_home_in(place)}
    assert homes == SETTLEMENTS


@proves("ww:2.0-connections", "ww:2.0-connections-imp", "ww:2.0-arrows")
def test_every_link_of_the_map_is_there_and_no_other() -> None:
    """Given every printed link by land, river and shore, then just these make adjacent, and arrows go one way."""
    water = _both_ways(_pairs(RIVER) | _pairs(LAKESHORE))
    assert set().union(*(_named(one, adjacent(one)) for one in SPACES)) == water | _both_ways(_pairs(LAND))
    assert {(IDS[one], IDS[other]) for one, other in product(SPACES, SPACES) if linked_by_water(one, other)} == water
    assert set().union(*(_named(one, along_arrows(one)) for one in SPACES)) == _pairs(ARROWS)
    assert set().union(*(_named(one, landings_from(one)) for one in SPACES)) == _pairs(LANDINGS)


@proves("ww:2.0-connections")
def test_the_shores_of_three_lakes_are_those_of_the_map() -> None:
    shores = {frozenset(map(space, pair.split("-"))): lake for lake, pairs in LAKES.items() for pair in pairs.split()}
    for one, other in product(SPACES, SPACES):
        lake = lake_between(one, other)
        assert lake == shores.get(frozenset((one, other)))
        assert lake is None or (other in adjacent(one) and linked_by_water(one, other))


@proves("ww:card-schooner")
def test_a_schooner_answers_a_move_along_a_shore_of_these_lakes_and_along_no_other_link() -> None:
    """Given French stockades everywhere, then just the moves along printed lakeshores may be answered."""
    state = read({}, hands={"french": ["card_15"]})
    state = on_board(state, reduce(lambda found, place: put_stockade(found, place, Side.FRENCH), SPACES, state.board))
    shores = {(one, other) for pairs in LAKES.values() for one, other in (pair.split("-") for pair in pairs.split())}
    answered = {
        (IDS[one], IDS[other])
        for one, other in product(SPACES, SPACES)
        if schooner_card(state, Move(Side.BRITISH, other, None, (), (), entry=one)) is not None
    }
    assert answered == _both_ways(shores)
