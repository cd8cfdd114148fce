"""Chapter 2: the map.

Spaces are numbered in the order of `spaces.csv`; ids are words everywhere outside this package. Any link, by land or
by water, makes two spaces adjacent. Arrows do not: each serves only the kind of movement it was drawn for.
"""

from collections import deque
from enum import StrEnum
from functools import cache
from typing import NewType

from reference.kernel.canonical import Unreadable
from reference.kernel.rules import rule
from reference.wilderness_war.sides import Side
from spec_tables.reader import document, rows

Space = NewType("Space", int)
GAME = "wilderness_war"


class Terrain(StrEnum):
    """What kind of land a space is; a militia box is not a place on the map."""

    CULTIVATED = "cultivated"
    WILDERNESS = "wilderness"
    MOUNTAIN = "mountain"
    MILITIA_BOX = "militia_box"


class Department(StrEnum):
    """One of the three regions of cultivated land."""

    NORTHERN = "northern"
    SOUTHERN = "southern"
    ST_LAWRENCE = "st_lawrence"


class Link(StrEnum):
    """How two spaces are connected."""

    LAND = "land"
    RIVER = "river"
    LAKESHORE = "lakeshore"
    ARROW = "arrow"
    AMPHIB_ARROW = "amphib_arrow"


_ROWS = rows(GAME, "spaces")
_LINKS = rows(GAME, "connections")
IDS: tuple[str, ...] = tuple(row.word("id") for row in _ROWS)
SPACES: tuple[Space, ...] = tuple(Space(index) for index in range(len(IDS)))
_INDEX = {name: Space(index) for index, name in enumerate(IDS)}


def space(name: str) -> Space:
    """Return the space of that id."""
    if name not in _INDEX:
        raise Unreadable("", f"{name!r} is no space of the map")
    return _INDEX[name]


def _terrain(name: str, printed: str) -> Terrain:
    """Return a space's terrain; boxes of the map are cultivated where 2.0 says so, else wilderness (ruling N1)."""
    if printed != "box":
        return Terrain(printed)
    cultivated = document(GAME, "tables").table("map_notes").texts("boxes_that_are_cultivated")
    return Terrain.CULTIVATED if name in cultivated else Terrain.WILDERNESS


TERRAIN: tuple[Terrain, ...] = tuple(_terrain(row.word("id"), row.word("terrain")) for row in _ROWS)
_DEPARTMENT = tuple(None if row.word("department") == "none" else Department(row.word("department")) for row in _ROWS)
_FRIENDLY = tuple(
    None if row.word("originally_friendly") == "none" else Side(row.word("originally_friendly")) for row in _ROWS
)
FORTRESSES: tuple[Space, ...] = tuple(place for place in SPACES if _ROWS[place].flag("fortress"))
PORTS: tuple[Space, ...] = tuple(place for place in SPACES if _ROWS[place].flag("port"))
MILITIA_BOXES: dict[Department, Space] = {
    department: place
    for place, department in zip(SPACES, _DEPARTMENT, strict=True)
    if department is not None and TERRAIN[place] is Terrain.MILITIA_BOX
}
_IS_FORTRESS = frozenset(FORTRESSES)
_IS_PORT = frozenset(PORTS)
_HOME = {tribe: place for place in SPACES for tribe in _ROWS[place].words("settlement_of")}
_TRIBES = tuple(row.words("settlement_of") for row in _ROWS)


# ---------------------------------------------------------------- terrain and ownership


@rule("ww:2.0-cultivated")
def department(place: Space) -> Department | None:
    """Return the Department a space or militia box belongs to."""
    return _DEPARTMENT[place]


@rule("ww:2.0-cultivated")
def originally_friendly(place: Space, side: Side) -> bool:
    """Say whether a space is originally friendly to a side."""
    return _FRIENDLY[place] is side


def is_cultivated(place: Space) -> bool:
    """Say whether a space is cultivated land."""
    return TERRAIN[place] is Terrain.CULTIVATED


def is_wild(place: Space) -> bool:
    """Say whether a space is wilderness or mountain."""
    return TERRAIN[place] in (Terrain.WILDERNESS, Terrain.MOUNTAIN)


@rule("ww:2.0-fortifications")
def is_fortress(place: Space) -> bool:
    """Say whether a fortress is printed in a space."""
    return place in _IS_FORTRESS


def is_port(place: Space) -> bool:
    """Say whether a space is a port."""
    return place in _IS_PORT


@rule("ww:2.0-settlements")
def settlement_of(tribe: str) -> Space | None:
    """Return the home space of a tribe; the Cherokee have none on the map."""
    return _HOME.get(tribe)


@rule("ww:2.0-settlements")
def tribes_at_home_in(place: Space) -> tuple[str, ...]:
    """Return the tribes whose settlement a space is."""
    return _TRIBES[place]


# ---------------------------------------------------------------- links


def _linked(kinds: frozenset[Link], *, both_ways: bool) -> tuple[tuple[Space, ...], ...]:
    found: list[list[Space]] = [[] for _ in SPACES]
    for row in _LINKS:
        if Link(row.word("kind")) in kinds:
            start, end = space(row.word("a")), space(row.word("b"))
            found[start].append(end)
            if both_ways:
                found[end].append(start)
    return tuple(tuple(sorted(each)) for each in found)


_WATER_KINDS = frozenset((Link.RIVER, Link.LAKESHORE))
_ADJACENT = _linked(_WATER_KINDS | {Link.LAND}, both_ways=True)
_ARROWS = _linked(frozenset((Link.ARROW,)), both_ways=False)
_LANDINGS = _linked(frozenset((Link.AMPHIB_ARROW,)), both_ways=False)
_WATER_SETS = tuple(frozenset(places) for places in _linked(_WATER_KINDS, both_ways=True))
_LAKES = {
    frozenset((space(row.word("a")), space(row.word("b")))): row.word("lake")
    for row in _LINKS
    if row.word("lake") != "none"
}


@rule("ww:2.0-connections", "ww:2.0-connections-imp")
def adjacent(place: Space) -> tuple[Space, ...]:
    """Return the spaces linked to a space by land or water."""
    return _ADJACENT[place]


@rule("ww:2.0-connections")
def linked_by_water(one: Space, other: Space) -> bool:
    """Say whether a river or lakeshore joins two spaces."""
    return other in _WATER_SETS[one]


def lake_between(one: Space, other: Space) -> str | None:
    """Return the lake whose shore joins two spaces, if one does."""
    return _LAKES.get(frozenset((one, other)))


@rule("ww:2.0-arrows")
def along_arrows(place: Space) -> tuple[Space, ...]:
    """Return where the one-way arrows out of a space lead by land or boat."""
    return _ARROWS[place]


@rule("ww:2.0-arrows")
def landings_from(place: Space) -> tuple[Space, ...]:
    """Return where the amphibious arrows out of a port lead."""
    return _LANDINGS[place]


@cache
def _distances(start: Space) -> tuple[int | None, ...]:
    found: list[int | None] = [None] * len(SPACES)
    found[start] = 0
    waiting = deque([(start, 0)])
    while waiting:
        place, steps = waiting.popleft()
        for following in _ADJACENT[place]:
            if found[following] is None:
                found[following] = steps + 1
                waiting.append((following, steps + 1))
    return tuple(found)


@rule("ww:10.421")
def distance(start: Space, end: Space) -> int | None:
    """Count the links between two spaces, ignoring what stands on the way; none if no path exists."""
    return _distances(start)[end]
