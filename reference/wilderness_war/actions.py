"""What players and chance can do, as data."""

from dataclasses import dataclass
from typing import TypeAlias

from reference.wilderness_war.ch03_pieces import Leader


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: a die shows this face."""

    die: int


@dataclass(frozen=True, slots=True)
class Command:
    """The inactive side names its commander among leaders of equal rank (7.51)."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class Lose:
    """The owner says how many counters of a type flip and how many die."""

    of: str
    flips: int
    deaths: int


Action: TypeAlias = Roll | Command | Lose
ACTIONS: tuple[type[Action], ...] = (Roll, Command, Lose)
DIE: tuple[Roll, ...] = tuple(Roll(face) for face in range(1, 7))
