"""Supply: small maps against all simple paths (12.1, 12.2, 12.21).

First every placement on three parts of the printed map: everything outside a part belongs to the enemy; inside, each
space is open, or has an own stockade, an enemy unit or an enemy fort besieged by own units; the fortresses and landing
places have states of their own. Then every map there can be of four spaces (of five in `make deep`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest

from properties.domains import DEEP, covered
from properties.wilderness_war.map_files import CULTIVATED, NEIGHBOURS, SPACES, WATER
from reference.kernel.rules import proves
from reference.wilderness_war import board as b
from reference.wilderness_war import ch12_supply
from reference.wilderness_war.board import EMPTY_BOARD, Board
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, UNITS
from reference.wilderness_war.ch12_supply import carries_by_itself, is_supplied
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import STANDARD

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How a space looks to the side that traces supply: by definition, and as a change of the board."""

    name: str
    blocked: bool = False
    carries: bool = False
    source: bool = False


OPEN = Look("open")
STOCKADE = Look("own stockade", carries=True)
ENEMY = Look("enemy unit", blocked=True)
SIEGE = Look("besieged enemy fort")
HOME = Look("own fortress", carries=True, source=True)
HOME_BESIEGED = Look("own fortress besieged", blocked=True, carries=True)
HOME_BESIEGED_BUT_MARKER = Look("own fortress with a siege marker only", carries=True)
AMPHIB = Look("Amphib marker", carries=True, source=True)
AMPHIB_UNDER_ENEMY = Look("Amphib marker under an enemy unit", blocked=True, carries=True, source=True)
THEIRS = Look("enemy fortress", blocked=True)
THEIRS_BESIEGED = Look("enemy fortress besieged")
CAPTURED = Look("captured enemy fortress, garrisoned", carries=True, source=True)
CAPTURED_EMPTY = Look("captured enemy fortress, empty", carries=True)

USUAL = (OPEN, STOCKADE, ENEMY, SIEGE)


OF_SIDE = {side: [unit for unit in UNITS if COUNTERS[unit].side is side] for side in Side}


def put(board: Board, index: int, name: str, side: Side, look: Look) -> Board:
    """Put on the board what makes a space look so, with units kept for the space of that index."""
    place, units = space(name), {each: iter(OF_SIDE[each][2 * index : 2 * index + 2]) for each in Side}

    def unit(board: Board, owner: Side, *, inside: bool = False) -> Board:
        return b.put_unit(board, next(units[owner]), place, 2, inside=inside)

    def siege(board: Board) -> Board:
        return b.put_siege(board, place, 0)

    steps: dict[Look, list[Callable[[Board], Board]]] = {
        OPEN: [],
        STOCKADE: [lambda board: b.put_stockade(board, place, side)],
        ENEMY: [lambda board: unit(board, side.enemy)],
        SIEGE: [lambda board: b.put_fort(board, place, side.enemy), siege, lambda board: unit(board, side),
                lambda board: unit(board, side.enemy, inside=True)],
        HOME: [],
        HOME_BESIEGED: [siege, lambda board: unit(board, side.enemy)],
        HOME_BESIEGED_BUT_MARKER: [siege],
        AMPHIB: [lambda board: b.put_amphib(board, place, present=True)],
        AMPHIB_UNDER_ENEMY: [lambda board: b.put_amphib(board, place, present=True),
                             lambda board: unit(board, side.enemy)],
        THEIRS: [],
        THEIRS_BESIEGED: [siege, lambda board: unit(board, side)],
        CAPTURED: [lambda board: b.put_fortress(board, place, side), lambda board: unit(board, side)],
        CAPTURED_EMPTY: [lambda board: b.put_fortress(board, place, side)],
    }  # fmt: skip
    return reduce(lambda found, step: step(found), steps[look], board)


def laid_out(board: Board, side: Side, looks: Mapping[str, Look]) -> Board:
    """Make some spaces of a board look so to a side."""
    for index, (name, look) in enumerate(looks.items()):
        board = put(board, index, name, side, look)
    return board


Looks = tuple[Look, ...]


def every_board(board: Board, side: Side, looks: Mapping[str, Looks]) -> Iterator[tuple[Looks, Board]]:
    """Give every way in which spaces can look, with its board; what two ways have in common is put down once."""

    def laid(board: Board, names: list[str], found: Looks) -> Iterator[tuple[Looks, Board]]:
        if len(found) == len(names):
            yield found, board
            return
        for look in looks[names[len(found)]]:
            yield from laid(put(board, len(found), names[len(found)], side, look), names, (*found, look))

    return laid(board, list(looks), ())


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the map: the side that traces supply there, and the looks each of its spaces can have."""

    side: Side
    looks: dict[str, tuple[Look, ...]]
    size: int


HUDSON = Part(
    Side.BRITISH,
    {
        "albany": (HOME, HOME_BESIEGED),
        "hoosic": (OPEN, ENEMY),
        "hudson_carry_south": USUAL,
        "hudson_carry_north": USUAL,
        "wood_creek": (OPEN, STOCKADE, ENEMY),
        "green_mountains_south": (OPEN, STOCKADE, ENEMY),
        "ticonderoga": USUAL,
        "crown_point": (OPEN, STOCKADE),
    },
    36_864,
)
LAKES = Part(
    Side.FRENCH,
    {
        "montreal": (HOME, HOME_BESIEGED_BUT_MARKER),
        "kahnawake": (OPEN, ENEMY),
        "st_regis": (OPEN, STOCKADE, ENEMY),
        "oswegatchie": USUAL,
        "cataraqui": USUAL,
        "black_river": (OPEN, STOCKADE, ENEMY),
        "niaoure_bay": USUAL,
        "oswego": (OPEN, STOCKADE, ENEMY),
    },
    55_296,
)
LANDINGS = Part(
    Side.BRITISH,
    {
        "quebec": (THEIRS, THEIRS_BESIEGED, CAPTURED, CAPTURED_EMPTY),
        "ile_d_orleans": (OPEN, AMPHIB, AMPHIB_UNDER_ENEMY, ENEMY),
        "baie_st_paul": (OPEN, AMPHIB, ENEMY),
        "riviere_ouelle": (OPEN, AMPHIB),
        "becancour": (OPEN, ENEMY),
        "notre_dame_north": (OPEN, STOCKADE, ENEMY),
        "notre_dame_mountains": (OPEN, STOCKADE),
        "memphremagog": (OPEN, STOCKADE),
    },
    18_432,
)


def enemy_land(part: Part) -> Board:
    """Return a board on which the enemy holds every space outside a part."""
    found = EMPTY_BOARD
    for name, row in SPACES.items():
        if name not in part.looks:
            work = b.put_fortress if row["fortress"] == "1" else b.put_stockade
            found = work(found, space(name), part.side.enemy)
    return found


def chains(names: Iterable[str], neighbours: Mapping[str, set[str]]) -> dict[str, list[Path]]:
    """Return, for each of some spaces, every simple path from it through them."""
    allowed = set(names)

    def grown(path: Path) -> Iterator[Path]:
        yield path
        for following in sorted(neighbours[path[-1]] & allowed - set(path)):
            yield from grown((*path, following))

    return {name: list(grown((name,))) for name in names}


def is_line(path: Path, looks: Mapping[str, Look], water: Set[frozenset[str]] = WATER) -> bool:
    """Say whether a path is a line: it ends at a source, nothing blocks it, every space but the supplied one is fit."""
    if not looks[path[-1]].source or any(looks[name].blocked for name in path):
        return False
    return all(
        looks[name].carries
        or name in CULTIVATED
        or all(frozenset((name, other)) in water for other in path[index - 1 : index + 2] if other != name)
        for index, name in enumerate(path)
        if index > 0
    )


@proves("ww:12.1", "ww:12.1-source", "ww:12.2", "ww:12.21", "ww:12.21-imp")
@pytest.mark.parametrize("part", [HUDSON, LAKES, LANDINGS], ids=["hudson", "lakes", "landings"])
def test_a_space_is_supplied_exactly_if_some_simple_path_is_a_supply_line(part: Part) -> None:
    outside = enemy_land(part)
    paths = chains(part.looks, NEIGHBOURS)
    cases = supplied = 0
    for combination, board in every_board(outside, part.side, part.looks):
        looks = dict(zip(part.looks, combination, strict=True))
        sources = {name for name, look in looks.items() if look.source}
        for name, candidates in paths.items():
            expected = any(is_line(path, looks) for path in candidates if path[-1] in sources)
            found = is_supplied(board, space(name), part.side, STANDARD)
            assert found == expected, (name, {each: look.name for each, look in looks.items()})
            supplied += found
            cases += 1
    assert 0 < supplied < cases
    covered(f"supply: placements on {len(part.looks)} spaces around {next(iter(part.looks))} x space", cases, part.size)


# ---------------------------------------------------------------- every small map

WILD = tuple(name for name, row in SPACES.items() if row["terrain"] == "wilderness")[: 5 if DEEP else 4]
ANY = (OPEN, STOCKADE, ENEMY, AMPHIB)


@dataclass(frozen=True, slots=True)
class Chart:
    """A map of some spaces: the neighbours of each, and which links are water."""

    neighbours: dict[str, set[str]]
    water: frozenset[frozenset[str]]


def charts() -> Iterator[Chart]:
    """Give every map of the spaces: each pair without a link, with one by land or with one by water."""
    pairs = [frozenset(pair) for pair in combinations(WILD, 2)]
    for kinds in product(("", "land", "water"), repeat=len(pairs)):
        linked = {pair: kind for pair, kind in zip(pairs, kinds, strict=True) if kind}
        around = {name: {other for pair in linked if name in pair for other in pair - {name}} for name in WILD}
        yield Chart(around, frozenset(pair for pair, kind in linked.items() if kind == "water"))


@dataclass(frozen=True, slots=True)
class Easel:
    """Puts other maps before chapter 12, which must forget what it answered about the last one."""

    patch: pytest.MonkeyPatch

    def show(self, chart: Chart) -> None:
        """Let supply be traced on a map."""
        around = {space(name): tuple(sorted(map(space, others))) for name, others in chart.neighbours.items()}
        water = {tuple(map(space, order)) for pair in chart.water for order in permutations(pair)}
        ch12_supply._supplied_spaces.cache_clear()
        self.patch.setattr(ch12_supply, "adjacent", lambda place: around.get(place, ()))
        self.patch.setattr(ch12_supply, "linked_by_water", lambda one, other: (one, other) in water)


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Easel]:
    yield Easel(monkeypatch)
    ch12_supply._supplied_spaces.cache_clear()


@proves("ww:12.1", "ww:12.2", "ww:12.21", "ww:12.21-imp")
def test_on_every_map_of_four_spaces_a_space_is_supplied_exactly_if_some_simple_path_is_a_supply_line(
    easel: Easel,
) -> None:
    """Take every placement but for the names of the spaces: each is open, a stockade, an enemy or a landing."""
    placed = [dict(zip(WILD, looks, strict=True)) for looks in combinations_with_replacement(ANY, len(WILD))]
    boards = [laid_out(EMPTY_BOARD, Side.BRITISH, looks) for looks in placed]
    cases = supplied = 0
    for chart in charts():
        easel.show(chart)
        paths = chains(WILD, chart.neighbours)
        for looks, board in zip(placed, boards, strict=True):
            sources = {name for name, look in looks.items() if look.source}
            for name, candidates in paths.items():
                expected = any(is_line(path, looks, chart.water) for path in candidates if path[-1] in sources)
                assert is_supplied(board, space(name), Side.BRITISH, STANDARD) == expected, (name, looks, chart)
                supplied += expected
                cases += 1
    assert 0 < supplied < cases
    covered(f"supply: all maps of {len(WILD)} spaces x placements x space", cases, 16_533_720 if DEEP else 102_060)


@pytest.mark.parametrize(
    ("function", "fault"),
    [
        ("passes_on", lambda *_, from_water, to_water: from_water and to_water),
        (
            "passes_on",
            lambda board, place, side, from_water, to_water: carries_by_itself(board, place, side) or to_water,
        ),
        ("passes_on", lambda *_, **__: True),
        ("blocks_supply", lambda *_: False),
        ("supply_sources", lambda board, side: ch12_supply.british_extra_sources(board)[:1]),
    ],
    ids=["water only", "from land to water", "everything carries", "nothing blocks", "one source"],
)
def test_a_fault_planted_in_supply_is_found(easel: Easel, function: str, fault: object) -> None:
    easel.patch.setattr(ch12_supply, function, fault)
    with pytest.raises(AssertionError):
        test_on_every_map_of_four_spaces_a_space_is_supplied_exactly_if_some_simple_path_is_a_supply_line(easel)
