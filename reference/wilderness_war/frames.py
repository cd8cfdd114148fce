"""The procedures that can be under way, as data: each frame says how far its procedure has come."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from reference.wilderness_war.ch02_map import Space
from reference.wilderness_war.ch03_pieces import Leader, Unit
from reference.wilderness_war.sides import Side


class CombatKind(StrEnum):
    """A battle in the open or an assault on a besieged work."""

    BATTLE = "battle"
    ASSAULT = "assault"


class Stage(StrEnum):
    """A thing to be done in a combat."""

    FIRE = "fire"
    LOSE = "lose"
    CHECK_LEADERS = "check_leaders"
    SETTLE = "settle"


class Cause(StrEnum):
    """Why units lose steps, which decides who may take the losses."""

    BATTLE = "battle"
    ASSAULT = "assault"
    RAID = "raid"
    ATTRITION = "attrition"


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to be done by or to one side of a combat."""

    stage: Stage
    side: Side


@dataclass(frozen=True, slots=True)
class Fire:
    """One side's fire: the die as rolled, what changed it, the column, and the losses read off."""

    die: int
    modifier: int
    column: int
    losses: int


@dataclass(frozen=True, slots=True)
class Muster:
    """What a side brought to a combat: how many units, with how many steps, Regulars among them or not."""

    units: int
    steps: int
    regulars: bool


@dataclass(frozen=True, slots=True)
class Combat:
    """Two sides fight in a space (7.2, 9.1), from the first die to the winner.

    The active side's commander is `leader`, the one activated; the other side's is found when it fires. `force` are the
    activated leaders. `agenda` is what is still to be done.
    """

    kind: CombatKind
    space: Space
    attacker: Side
    active: Side
    agenda: tuple[Item, ...]
    attackers: Muster
    defenders: Muster
    leader: Leader | None = None
    force: tuple[Leader, ...] = ()
    landing: bool = False
    ambush: Side | None = None
    coehorns: tuple[Side, ...] = ()
    inactive_commander: Leader | None = None
    attack: Fire | None = None
    defence: Fire | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """What one group of like counters loses: how many flip, how many die."""

    flips: int
    deaths: int


@dataclass(frozen=True, slots=True)
class Losses:
    """A side takes losses in a space (7.6, 9.14, 10.31, 11.2): its owner names them group by group."""

    side: Side
    space: Space
    cause: Cause
    losses: int
    units: tuple[Unit, ...]
    named: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class LeaderChecks:
    """Leaders who may have been hit are rolled for, one by one (7.7, 10.32)."""

    side: Side
    space: Space
    cause: Cause
    leaders: tuple[Leader, ...]


@dataclass(frozen=True, slots=True)
class SiegeRoll:
    """A besieger rolls on the Siege Table (8.231)."""

    space: Space
    besieger: Side
    leader: Leader
    coehorns: tuple[Side, ...] = ()
    besieged_commander: Leader | None = None


@dataclass(frozen=True, slots=True)
class Raid:
    """Auxiliaries roll on the Raid Table in a space (10.3); `die` once rolled."""

    space: Space
    raider: Side
    units: tuple[Unit, ...]
    leader: Leader | None = None
    leaders: tuple[Leader, ...] = ()
    die: int | None = None
    success: bool = False


@dataclass(frozen=True, slots=True)
class Stood:
    """A side's stack in a space."""

    side: Side
    space: Space


@dataclass(frozen=True, slots=True)
class Winter:
    """Exposed stacks suffer attrition (11.0): those still waiting, and the units that flip once the dead are chosen."""

    waiting: tuple[Stood, ...]
    flipping: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class VictoryCheck:
    """The victory conditions are tested at the end of a year (4.0-B.6, 13.1)."""


Frame: TypeAlias = Combat | Losses | LeaderChecks | SiegeRoll | Raid | Winter | VictoryCheck
FRAMES: tuple[type[Frame], ...] = (Combat, Losses, LeaderChecks, SiegeRoll, Raid, Winter, VictoryCheck)
