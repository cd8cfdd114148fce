"""Chapter 1: the map.

Areas are numbered in the order of `areas.csv`, borders in the order of `borders.csv`; ids are words everywhere outside
this package. There is no move between two areas without a border between them.
"""

from enum import StrEnum
from typing import NewType

from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.tables import GAME, number
from reference.kernel.canonical import Unreadable
from reference.kernel.rules import rule
from spec_tables.reader import rows

Area = NewType("Area", int)
Border = NewType("Border", int)


class Colour(StrEnum):
    """The colour of a border, which caps what may cross it."""

    RED = "red"
    BLACK = "black"


_AREAS = rows(GAME, "areas")
_BORDERS = rows(GAME, "borders")
AREA_IDS: tuple[str, ...] = tuple(row.word("id") for row in _AREAS)
AREAS: tuple[Area, ...] = tuple(Area(index) for index in range(len(AREA_IDS)))
_INDEX = {name: Area(index) for index, name in enumerate(AREA_IDS)}


def area(name: str) -> Area:
    """Return the area of that id."""
    if name not in _INDEX:
        raise Unreadable("", f"{name!r} is no area of the map")
    return _INDEX[name]


ENGLAND = area("england")
SELKIRK = area("selkirk")
FIFE = area("fife")

_ENDS = tuple((area(row.word("a")), area(row.word("b"))) for row in _BORDERS)
BORDERS: tuple[Border, ...] = tuple(Border(index) for index in range(len(_BORDERS)))
COLOURS: tuple[Colour, ...] = tuple(Colour(row.word("colour")) for row in _BORDERS)
ANGLO_SCOTTISH: tuple[bool, ...] = tuple(row.flag("anglo_scottish") for row in _BORDERS)
_BETWEEN = {pair: border for border, (a, b) in zip(BORDERS, _ENDS, strict=True) for pair in ((a, b), (b, a))}
_CASTLES = tuple(row.number("castle_limit") for row in _AREAS)
_CATHEDRALS = tuple(row.flag("cathedral") for row in _AREAS)
COASTAL: tuple[bool, ...] = tuple(row.flag("coastal") for row in _AREAS)
SCOTTISH_COAST: tuple[Area, ...] = tuple(each for each in AREAS if COASTAL[each] and each != ENGLAND)
CATHEDRALS: tuple[Area, ...] = tuple(each for each in AREAS if _CATHEDRALS[each])
HOMES: dict[str, tuple[Area, ...]] = {
    noble: tuple(each for each, row in zip(AREAS, _AREAS, strict=True) if row.text("home_of") == noble)
    for noble in sorted({row.text("home_of") for row in _AREAS} - {""})
}
NEIGHBOURS: tuple[tuple[Area, ...], ...] = tuple(
    tuple(other for other in AREAS if (each, other) in _BETWEEN) for each in AREAS
)
_BONUS = number("cathedral_bonus")
_MOST = {Colour.BLACK: number("black_border_limit"), Colour.RED: number("red_border_limit")}
LIMITS: tuple[int, ...] = tuple(_MOST[colour] for colour in COLOURS)


@rule("hs:1.1-2", "hs:1.1-3")
def border_between(one: Area, other: Area) -> Border | None:
    """Return the border between two areas; without one there is no move from one to the other."""
    return _BETWEEN.get((one, other))


def colour_between(one: Area, other: Area) -> Colour | None:
    """Return the colour of the border between two areas, if they have one."""
    border = border_between(one, other)
    return None if border is None else COLOURS[border]


def ends(border: Border) -> tuple[Area, Area]:
    """Return the two areas a border lies between."""
    return _ENDS[border]


@rule("hs:1.4-1", "hs:1.4-7", "hs:1.4-8")
def homes_of(noble: str) -> tuple[Area, ...]:
    """Return the homes of a noble: two for Bruce and Comyn, one for every other; other blocks have none."""
    return HOMES.get(noble, ())


@rule("hs:1.2-1", "hs:1.2-3", "hs:1.2-4", "hs:1.3-1", "hs:1.3-2", "hs:1.3-3")
def castle_limit(place: Area, side: Side) -> int:
    """Return how many blocks an area keeps over winter and how many points it gives; a cathedral helps only Scots."""
    bonus = _BONUS if side is Side.SCOTLAND and _CATHEDRALS[place] else 0
    return _CASTLES[place] + bonus


@rule("hs:1.1-2", "hs:4.3-2", "hs:4.3-3")
def border_limit(border: Border) -> int:
    """Return how many blocks of one player may cross a border: six over a black one, two over a red one."""
    return LIMITS[border]
