"""The board (Der Spielplan): 36 places, the links between them, and the pieces that lie on them.

A place is a number in the order of `locations.csv`. For each place the board holds one byte for the piece and one for
the fortification disc. Links are worked out once from `connections.csv` and the printed symbols.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple, NewType

from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.tables import GAME, numbers, setup
from reference.kernel.canonical import Unreadable
from reference.kernel.columns import with_byte
from reference.kernel.rules import rule
from spec_tables.reader import rows

Place = NewType("Place", int)


class Link(StrEnum):
    """How two places are joined."""

    RIVER = "river"
    LAKE = "lake"
    ROAD = "road"
    SEA = "sea"
    INDIAN_PATH = "indian_path"


class Kind(StrEnum):
    """The two kinds of settlement."""

    VILLAGE = "village"
    TOWN = "town"


@dataclass(frozen=True, slots=True)
class Location:
    """What is printed beside a place."""

    id: str
    name: str
    points: int
    bonus: int
    ship: bool
    siege_ship: bool
    settler: bool
    owner: str
    piece: str


LOCATIONS = tuple(
    Location(
        row.word("id"), row.word("name"), row.number("victory_points"), row.number("defence_bonus"),
        row.flag("ship_symbol"), row.flag("siege_ship_allowed"), row.flag("settler_symbol"),
        row.word("start_owner"), row.word("start_piece"),
    )
    for row in rows(GAME, "locations")
)  # fmt: skip
IDS = tuple(each.id for each in LOCATIONS)
PLACES = tuple(Place(number) for number in range(len(LOCATIONS)))
POINTS = tuple(each.points for each in LOCATIONS)
SETTLER_SYMBOL = tuple(each.settler for each in LOCATIONS)
_NUMBERS = {name: Place(number) for number, name in enumerate(IDS)}


def place(name: str) -> Place:
    """Return the place of that id."""
    if name not in _NUMBERS:
        raise Unreadable("", f"{name!r} is no place")
    return _NUMBERS[name]


# ---------------------------------------------------------------- pieces

NEUTRAL = 0
PIECES = tuple((side, kind) for side in SIDES for kind in Kind)
_OWNERS = (None, *(side for side, _ in PIECES))
_KINDS = (None, *(kind for _, kind in PIECES))


class Board(NamedTuple):
    """For each place one byte for the piece there (0: none) and one for the fortification disc."""

    pieces: bytes
    forts: bytes


EMPTY_BOARD = Board(bytes(len(LOCATIONS)), bytes(len(LOCATIONS)))


def code(side: Side, kind: Kind) -> int:
    """Return the byte that stands for a piece."""
    return PIECES.index((side, kind)) + 1


VILLAGES = tuple(code(side, Kind.VILLAGE) for side in SIDES)
TOWNS = tuple(code(side, Kind.TOWN) for side in SIDES)


@rule("fa:board.3", "fa:setup.7")
def owner(board: Board, where: Place) -> Side | None:
    """Return who controls a place: whose cube or disc lies there; nobody if it is neutral."""
    return _OWNERS[board.pieces[where]]


def piece_kind(board: Board, where: Place) -> Kind | None:
    """Return whether a village or a town lies at a place."""
    return _KINDS[board.pieces[where]]


def with_piece(board: Board, where: Place, piece: int) -> Board:
    """Return the board with another piece, or none, at a place."""
    return Board(with_byte(board.pieces, where, piece), board.forts)


def with_fort(board: Board, where: Place, *, present: bool) -> Board:
    """Return the board with or without a fortification disc at a place."""
    return Board(board.pieces, with_byte(board.forts, where, present))


_VILLAGE_TOTALS = tuple(setup("pieces").table(side.value).number("village") for side in SIDES)
_TOWN_TOTALS = tuple(setup("pieces").table(side.value).number("town") for side in SIDES)
FORT_TOTAL = setup("pieces").table("shared").number("fortification")


@rule("fa:comp.1")
def total(side: Side, kind: Kind) -> int:
    """Return how many cubes or discs a side has in all."""
    return (_VILLAGE_TOTALS if kind is Kind.VILLAGE else _TOWN_TOTALS)[side.number]


def placed(board: Board, side: Side, kind: Kind) -> int:
    """Return how many cubes or discs of a side lie on the board."""
    return board.pieces.count((VILLAGES if kind is Kind.VILLAGE else TOWNS)[side.number])


# ---------------------------------------------------------------- links


@dataclass(frozen=True, slots=True)
class Joint:
    """A link between two places, printed on the board or only on cards."""

    a: Place
    b: Place
    kind: Link
    lake: str
    on_board: bool


JOINTS = tuple(
    Joint(place(row.word("a")), place(row.word("b")), Link(row.word("kind")), row.text("lake"), row.flag("raid"))
    for row in rows(GAME, "connections")
)


@cache
def _shores() -> tuple[tuple[str, frozenset[Place]], ...]:
    lakes = sorted({each.lake for each in JOINTS if each.lake})
    return tuple((lake, frozenset(end for j in JOINTS if j.lake == lake for end in (j.a, j.b))) for lake in lakes)


@rule("fa:board.6", "fa:loccard.4", "fa:board.16")
def joined_by_sea(a: Place, b: Place) -> bool:
    """Say whether both places show a ship symbol."""
    return a != b and LOCATIONS[a].ship and LOCATIONS[b].ship


@rule("fa:loccard.5", "fa:raid.6", "fa:aid.loc.4", "fa:faq.map.1")
def joined_by_lake(a: Place, b: Place) -> bool:
    """Say whether both places lie on one lake."""
    return a != b and any(a in shore and b in shore for _, shore in _shores())


@rule("fa:board.11", "fa:loccard.3", "fa:aid.loc.2", "fa:board.16")
def carries_supply(kind: Link) -> bool:
    """Say whether a kind of link counts for the chain to the home place."""
    return numbers("supply_links").flag(kind.value)


@rule("fa:raid.5", "fa:faq.map.3")
def carries_raids(joint: Joint, ruleset: Ruleset) -> bool:
    """Say whether raids run over a link; over a link printed only on cards never from or to Tadoussac."""
    if joint.on_board:
        return numbers("raid_links").flag(joint.kind.value)
    return ruleset.card_only_links_raidable == "yes" and TADOUSSAC not in (joint.a, joint.b)


TADOUSSAC = place("tadoussac")

Neighbours = tuple[tuple[Place, ...], ...]


def _neighbours(pairs: Iterator[tuple[Place, Place]]) -> Neighbours:
    found: list[set[Place]] = [set() for _ in PLACES]
    for a, b in pairs:
        found[a].add(b)
        found[b].add(a)
    return tuple(tuple(sorted(each)) for each in found)


@cache
def supply_neighbours() -> Neighbours:
    """Return, for every place, the places next to it for the chain to the home place."""

    def pairs() -> Iterator[tuple[Place, Place]]:
        yield from ((each.a, each.b) for each in JOINTS if carries_supply(each.kind))
        for a, b in combinations(PLACES, 2):
            if joined_by_sea(a, b) or joined_by_lake(a, b):
                yield a, b

    return _neighbours(pairs())


@cache
def raid_neighbours(ruleset: Ruleset) -> Neighbours:
    """Return, for every place, the places one link away for raids."""

    def pairs() -> Iterator[tuple[Place, Place]]:
        yield from ((each.a, each.b) for each in JOINTS if carries_raids(each, ruleset))
        yield from ((a, b) for a, b in combinations(PLACES, 2) if joined_by_lake(a, b))

    return _neighbours(pairs())


@cache
def raid_neighbours_and_tadoussac(ruleset: Ruleset) -> Neighbours:
    """Return the places one link away for raids, as if raids could also go from Tadoussac and to it."""

    def pairs() -> Iterator[tuple[Place, Place]]:
        yield from ((a, b) for a in PLACES for b in raid_neighbours(ruleset)[a])
        yield from ((each.a, each.b) for each in JOINTS if TADOUSSAC in (each.a, each.b))

    return _neighbours(pairs())


# ---------------------------------------------------------------- home places

HOME = tuple(place(setup("home").text(f"{side.value}_supply")) for side in SIDES)
CAPITALS = tuple(frozenset(map(place, setup("home").texts(f"{side.value}_lose_at"))) for side in SIDES)


@rule("fa:end.1", "fa:aid.end.1")
def is_capital(where: Place, of: Side) -> bool:
    """Say whether a side loses the game if this place falls."""
    return where in CAPITALS[of.number]


@rule("fa:board.7", "fa:faq.map.2", "fa:faq.siege.1")
def ships_fight_at(where: Place, ruleset: Ruleset) -> bool:
    """Say whether ship symbols count as strength in a siege of a place."""
    location = LOCATIONS[where]
    return location.siege_ship if ruleset.siege_ship_exceptions == "yes" else location.ship
