"""Chapter 3: units and leaders.

Units are numbered in the order of `counters.csv`, leaders in that of `leaders.csv`. What a counter is never changes;
the board says where it stands and how many steps it has left.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from reference.kernel.canonical import Unreadable
from reference.kernel.rules import rule
from reference.wilderness_war.ch02_map import GAME
from reference.wilderness_war.sides import Side
from spec_tables.reader import rows

Unit = NewType("Unit", int)
Leader = NewType("Leader", int)

FULL = 2
REDUCED = 1


class Kind(StrEnum):
    """The type of a unit."""

    REGULAR = "regular"
    HIGHLAND = "highland"
    ROYAL_AMERICAN = "royal_american"
    MARINE_DETACHMENT = "marine_detachment"
    LIGHT_INFANTRY = "light_infantry"
    NORTHERN_PROVINCIAL = "northern_provincial"
    SOUTHERN_PROVINCIAL = "southern_provincial"
    MILITIA = "militia"
    RANGER = "ranger"
    COUREURS = "coureurs"
    INDIAN = "indian"


@dataclass(frozen=True, slots=True)
class Counter:
    """What is printed on a unit's counter; strengths and movement by steps left (0, 1, 2)."""

    id: str
    side: Side
    kind: Kind
    tribe: str
    strength: tuple[int, int, int]
    movement: tuple[int, int, int]

    @property
    def type(self) -> str:
        """Return what makes counters alike: side, kind and tribe."""
        return f"{self.side[:2]}_{self.kind}" + (f"_{self.tribe}" if self.tribe else "")


@dataclass(frozen=True, slots=True)
class LeaderPiece:
    """What is printed on a leader's piece."""

    id: str
    name: str
    side: Side
    initiative: int
    command: int
    tactics: int


COUNTERS: tuple[Counter, ...] = tuple(
    Counter(
        row.word("id"),
        Side(row.word("side")),
        Kind(row.word("kind")),
        row.text("tribe"),
        (0, row.number("reduced_strength"), row.number("full_strength")),
        (0, row.number("reduced_move"), row.number("full_move")),
    )
    for row in rows(GAME, "counters")
)
LEADERS: tuple[LeaderPiece, ...] = tuple(
    LeaderPiece(
        row.word("id"),
        row.word("name"),
        Side(row.word("side")),
        row.number("initiative"),
        row.number("command"),
        row.number("tactics"),
    )
    for row in rows(GAME, "leaders")
)
UNITS: tuple[Unit, ...] = tuple(Unit(index) for index in range(len(COUNTERS)))
ALL_LEADERS: tuple[Leader, ...] = tuple(Leader(index) for index in range(len(LEADERS)))
_UNIT = {counter.id: Unit(index) for index, counter in enumerate(COUNTERS)}
_LEADER = {piece.id: Leader(index) for index, piece in enumerate(LEADERS)}
_REGULARS = frozenset((Kind.REGULAR, Kind.HIGHLAND, Kind.ROYAL_AMERICAN, Kind.MARINE_DETACHMENT))
_PROVINCIALS = frozenset((Kind.NORTHERN_PROVINCIAL, Kind.SOUTHERN_PROVINCIAL))
_DRILLED = _REGULARS | _PROVINCIALS | {Kind.LIGHT_INFANTRY}
_AUXILIARIES = frozenset((Kind.RANGER, Kind.COUREURS, Kind.INDIAN))


def unit(name: str) -> Unit:
    """Return the unit of that id."""
    if name not in _UNIT:
        raise Unreadable("", f"{name!r} is no unit")
    return _UNIT[name]


def leader(name: str) -> Leader:
    """Return the leader of that id."""
    if name not in _LEADER:
        raise Unreadable("", f"{name!r} is no leader")
    return _LEADER[name]


def is_leader_id(name: str) -> bool:
    """Say whether an id is a leader's."""
    return name in _LEADER


@rule("ww:3.11-regulars")
def is_regular(kind: Kind) -> bool:
    """Say whether units of a kind are Regulars."""
    return kind in _REGULARS


@rule("ww:3.11-provincials")
def is_provincial(kind: Kind) -> bool:
    """Say whether units of a kind are Provincials."""
    return kind in _PROVINCIALS


@rule("ww:3.1", "ww:3.11-regulars", "ww:3.11-provincials", "ww:3.11-light")
def is_drilled(kind: Kind) -> bool:
    """Say whether units of a kind are drilled troops."""
    return kind in _DRILLED


@rule("ww:3.13-indians", "ww:3.13-coureurs", "ww:3.13-rangers")
def is_auxiliary(kind: Kind) -> bool:
    """Say whether units of a kind are auxiliaries."""
    return kind in _AUXILIARIES


@rule("ww:3.11-light")
def is_woodsman(kind: Kind) -> bool:
    """Say whether units of a kind are used to fighting in the wild: auxiliaries and light infantry."""
    return is_auxiliary(kind) or kind is Kind.LIGHT_INFANTRY
