"""The procedures that events put under way: their dice, choices, placements and losses."""

from dataclasses import dataclass, field
from typing import TypeAlias

from reference.kernel.codec import NAMES_A_RULE, UNWRITTEN_BY_DEFAULT
from reference.kernel.ranges import ranged
from reference.wilderness_war import ranges
from reference.wilderness_war.cards import Card, Event
from reference.wilderness_war.ch02_map import Department, Space
from reference.wilderness_war.ch03_pieces import Leader, Unit
from reference.wilderness_war.sides import Side


@dataclass(frozen=True, slots=True)
class EventDie:
    """An event's die (some events concern a space)."""

    event: Event
    side: Side
    card: Card
    space: Space | None = None


@dataclass(frozen=True, slots=True)
class EventChoice:
    """A choice that an event leaves to a side."""

    event: Event
    side: Side
    leaders: tuple[Leader, ...] = ()
    department: Department | None = None


@dataclass(frozen=True, slots=True)
class Affliction:
    """SMALL POX takes steps in a space, chosen by the owner; every unit is reduced before any dies."""

    side: Side
    space: Space
    left: int = field(metadata=ranged(ranges.UNITS))


@dataclass(frozen=True, slots=True)
class Placement:
    """New pieces enter at spaces that the owner chooses, one after the other, or all together (5.52)."""

    side: Side
    rule: str = field(metadata=NAMES_A_RULE)
    spaces: tuple[Space, ...]
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    together: bool = False
    last: Space | None = None


@dataclass(frozen=True, slots=True)
class LeaderDraws:
    """Britain draws leaders from the pool for the placement below (5.55); a returned leader is not drawn again."""

    left: int = field(metadata=ranged(ranges.LEADERS_LEFT))
    returned: tuple[Leader, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


@dataclass(frozen=True, slots=True)
class ThirdSeven:
    """A third command-7 leader was drawn: one of the others must go (5.55-max)."""

    drawn: Leader


@dataclass(frozen=True, slots=True)
class Restoration:
    """A side restores some of these units, up to a number (5.523)."""

    side: Side
    rule: str = field(metadata=NAMES_A_RULE)
    left: int = field(metadata=ranged(ranges.UNITS))
    units: tuple[Unit, ...]
    picked: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """A side chooses which of these units an event eliminates, up to a number; the full number if `exact`."""

    side: Side
    rule: str = field(metadata=NAMES_A_RULE)
    left: int = field(metadata=ranged(ranges.UNITS))
    units: tuple[Unit, ...]
    picked: tuple[Unit, ...] = ()
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Alliance:
    """Indians join or are restored (5.53): how many placements are left, how many units may still be restored."""

    event: Event
    side: Side
    left: int = field(metadata=ranged(ranges.UNITS))
    restoring: int = field(default=0, metadata=ranged(ranges.UNITS))


@dataclass(frozen=True, slots=True)
class Discarding:
    """A side must discard one of these cards."""

    side: Side
    cards: tuple[Card, ...]
    rule: str = field(metadata=NAMES_A_RULE)


@dataclass(frozen=True, slots=True)
class RandomCard:
    """A random card leaves a hand: stolen by the enemy, or discarded."""

    victim: Side
    rule: str = field(metadata=NAMES_A_RULE)
    stolen: bool


@dataclass(frozen=True, slots=True)
class Fetching:
    """A side takes one of these cards from the discards."""

    side: Side
    cards: tuple[Card, ...]
    rule: str = field(metadata=NAMES_A_RULE)


EventFrame: TypeAlias = EventDie | EventChoice | Alliance | Affliction | Discarding | RandomCard | Fetching
ReinforcementFrame: TypeAlias = Placement | LeaderDraws | ThirdSeven | Restoration | Removal
