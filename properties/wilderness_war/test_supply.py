"""Supply: every placement on three small parts of the map, against all simple paths (12.1, 12.2, 12.21).

Everything outside a part belongs to the enemy. Inside, each space is open, or has an own stockade, an enemy unit or an
enemy fort besieged by own units; the fortresses and landing places have states of their own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product

import pytest

from properties.domains import covered
from properties.wilderness_war.charted import CULTIVATED, NEIGHBOURS, SPACES, WATER
from reference.kernel.rules import proves
from reference.wilderness_war import board as b
from reference.wilderness_war.board import EMPTY_BOARD, Board
from reference.wilderness_war.ch02_map import Space, space
from reference.wilderness_war.ch03_pieces import COUNTERS, UNITS, Unit
from reference.wilderness_war.ch12_supply import is_supplied
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


def put(board: Board, place: Space, side: Side, look: Look, units: dict[Side, Iterator[Unit]]) -> Board:
    """Put on the board what makes a space look so."""

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


def chains(part: Part) -> dict[str, list[Path]]:
    """Return, for each space of a part, every simple path from it inside the part."""

    def grown(path: Path) -> Iterator[Path]:
        yield path
        for following in sorted(NEIGHBOURS[path[-1]] & part.looks.keys() - set(path)):
            yield from grown((*path, following))

    return {name: list(grown((name,))) for name in part.looks}


def is_line(path: Path, looks: dict[str, Look]) -> bool:
    """Say whether a path is a line: it ends at a source, nothing blocks it, every space but the supplied one is fit."""
    if not looks[path[-1]].source or any(looks[name].blocked for name in path):
        return False
    return all(
        looks[name].carries
        or name in CULTIVATED
        or all(frozenset((name, other)) in WATER for other in path[index - 1 : index + 2] if other != name)
        for index, name in enumerate(path)
        if index > 0
    )


@proves("ww:12.1", "ww:12.1-source", "ww:12.2", "ww:12.21", "ww:12.21-imp")
@pytest.mark.parametrize("part", [HUDSON, LAKES, LANDINGS], ids=["hudson", "lakes", "landings"])
def test_a_space_is_supplied_exactly_if_some_simple_path_is_a_supply_line(part: Part) -> None:
    outside = enemy_land(part)
    paths = chains(part)
    cases = supplied = 0
    for combination in product(*part.looks.values()):
        looks = dict(zip(part.looks, combination, strict=True))
        units = {side: iter([unit for unit in UNITS if COUNTERS[unit].side is side]) for side in Side}
        board = outside
        for name, look in looks.items():
            board = put(board, space(name), part.side, look, units)
        for name, candidates in paths.items():
            expected = any(is_line(path, looks) for path in candidates)
            found = is_supplied(board, space(name), part.side, STANDARD)
            assert found == expected, (name, {each: look.name for each, look in looks.items()})
            supplied += found
            cases += 1
    assert 0 < supplied < cases
    covered(f"supply: placements on {len(part.looks)} spaces around {next(iter(part.looks))} x space", cases, part.size)
