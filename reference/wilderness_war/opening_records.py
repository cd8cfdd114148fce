"""The openings of a position: typed records, each of a procedure about to begin.

A piece that takes part stands on the map where the rules want it before the procedure begins. `openings` turns a record
into frames, and refuses what the rules would refuse.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from reference.kernel.ranges import ranged
from reference.wilderness_war import ranges
from reference.wilderness_war.actions import By, Raised
from reference.wilderness_war.cards import Card
from reference.wilderness_war.ch02_map import Space
from reference.wilderness_war.ch03_pieces import Leader, Unit
from reference.wilderness_war.frames import Cause, LeaderChecks, SiegeRoll, VictoryCheck
from reference.wilderness_war.sides import Side

_VALUES = ranged(ranges.CARD_VALUE)

# ---------------------------------------------------------------- the year


@dataclass(frozen=True, slots=True)
class Deal:
    """A season about to begin: cards are dealt up to the hand size, then the year goes on."""


@dataclass(frozen=True, slots=True)
class ActionPhase:
    """An Action Phase of a side that holds cards; then the year goes on."""

    side: Side


@dataclass(frozen=True, slots=True)
class YearEnd:
    """The end of a year: Indians and lone leaders go home, raids score, winter, victory; then the next year."""


@dataclass(frozen=True, slots=True)
class WinterAttrition:
    """Winter about to begin."""


@dataclass(frozen=True, slots=True)
class GoingHome:
    """Raiders about to go home from a space with their leaders; at the year's end Indians without shelter."""

    side: Side
    space: Space
    year_end: bool = False


@dataclass(frozen=True, slots=True)
class Recall:
    """A leader alone in the wild about to be recalled at the year's end."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding for sides, where the ruleset has one."""


# ---------------------------------------------------------------- a card


@dataclass(frozen=True, slots=True)
class Event:
    """A card about to be played as its event; one that is in no hand or pile is dealt to the side."""

    side: Side
    card: Card


@dataclass(frozen=True, slots=True)
class Digging:
    """Britain about to give up a random card for one of the discards, where the ruleset has that."""

    card: Card


@dataclass(frozen=True, slots=True)
class Individuals:
    """A card of this value about to activate pieces one by one."""

    side: Side
    value: int = field(metadata=_VALUES)


@dataclass(frozen=True, slots=True)
class DrilledUnit:
    """A card about to activate one drilled unit."""

    side: Side


@dataclass(frozen=True, slots=True)
class Force:
    """A card of this value about to activate a leader with his force."""

    side: Side
    value: int = field(metadata=_VALUES)


@dataclass(frozen=True, slots=True)
class Campaign:
    """CAMPAIGN played: two leaders about to be named."""

    side: Side


@dataclass(frozen=True, slots=True)
class Construction:
    """A card of this value about to build stockades or forts."""

    side: Side
    what: Raised
    value: int = field(metadata=_VALUES)


@dataclass(frozen=True, slots=True)
class Demolition:
    """A side about to demolish works."""

    side: Side


# ---------------------------------------------------------------- movement


@dataclass(frozen=True, slots=True)
class March:
    """A leader activated with a card of this value, about to march; without units and leaders he musters his force.

    With `everyone`, all who stand outside with him go along.
    """

    leader: Leader
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    value: int = field(default=3, metadata=_VALUES)
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class UnitMarch:
    """A single unit activated alone, about to move."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Entry:
    """A force, by default the leader's whole stack, or a unit alone enters a space: the enemy may react."""

    to: Space
    leader: Leader | None = None
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    by: By = By.LAND
    infiltrating: bool = False
    value: int = field(default=3, metadata=_VALUES)


@dataclass(frozen=True, slots=True)
class Interception:
    """As `entry`, at the moment when the enemy may intercept."""

    to: Space
    leader: Leader | None = None
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    by: By = By.LAND
    infiltrating: bool = False
    value: int = field(default=3, metadata=_VALUES)


@dataclass(frozen=True, slots=True)
class Avoidance:
    """As `entry`, at the moment when the enemy in the space may avoid battle."""

    to: Space
    leader: Leader | None = None
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    by: By = By.LAND
    value: int = field(default=3, metadata=_VALUES)


# ---------------------------------------------------------------- battles


@dataclass(frozen=True, slots=True)
class WholeBattle:
    """A battle by all outside in a space, from the militia over events and fire to the retreat."""

    space: Space
    attacker: Side
    leader: Leader | None = None
    entry: Space | None = None
    landing: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """The fire of a battle by all outside in a space: no militia, no events, no retreat (`whole_battle` has them)."""

    space: Space
    attacker: Side
    leader: Leader | None = None
    landing: bool = False
    ambush: Side | None = None


@dataclass(frozen=True, slots=True)
class TakeLosses:
    """Losses about to be taken by all of a side's units outside in a space, or in an assault by its garrison."""

    side: Side
    space: Space
    cause: Cause
    losses: int = field(metadata=ranged(ranges.LOSSES))


@dataclass(frozen=True, slots=True)
class Retreat:
    """A side about to retreat from a space with all its pieces outside; `entry` is where the attacker came from."""

    side: Side
    space: Space
    attacking: bool = False
    entry: Space | None = None


# ---------------------------------------------------------------- sieges


@dataclass(frozen=True, slots=True)
class Siege:
    """A siege activation under a leader: COEHORNS, SURRENDER!, the siege roll, then an assault if it may be made."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class Storm:
    """An assault declared under a leader without a siege roll: COEHORNS, then the fire."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class Assault:
    """The fire of an assault on the besieged work of a space, under the highest leader if none is named."""

    space: Space
    attacker: Side
    leader: Leader | None = None
    force: tuple[Leader, ...] = ()
    coehorns: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Sortie:
    """A besieged leader activated with a card of this value, about to sally out."""

    leader: Leader
    value: int = field(default=3, metadata=_VALUES)


@dataclass(frozen=True, slots=True)
class Massacre:
    """A work just captured in a space: the captor's enemy may play MASSACRE!."""

    space: Space
    captor: Side


# ---------------------------------------------------------------- raids


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid by all auxiliaries and leaders of a side in a space, from the militia to going home."""

    space: Space
    raider: Side
    leader: Leader | None = None
    entry: Space | None = None


@dataclass(frozen=True, slots=True)
class RaidRoll:
    """The roll of a raid by all auxiliaries and leaders of a side in a space; nobody goes home (`raid` has that)."""

    space: Space
    raider: Side
    leader: Leader | None = None


YearOpening: TypeAlias = Deal | ActionPhase | YearEnd | WinterAttrition | VictoryCheck | GoingHome | Recall | Bidding
CardOpening: TypeAlias = (
    Event | Digging | Individuals | DrilledUnit | Force | Campaign | Construction | Demolition
)  # fmt: skip
MoveOpening: TypeAlias = March | UnitMarch | Entry | Interception | Avoidance
BattleOpening: TypeAlias = WholeBattle | Battle | TakeLosses | LeaderChecks | Retreat
SiegeOpening: TypeAlias = Siege | Storm | SiegeRoll | Assault | Sortie | Massacre
RaidOpening: TypeAlias = Raid | RaidRoll
Opening: TypeAlias = YearOpening | CardOpening | MoveOpening | BattleOpening | SiegeOpening | RaidOpening
OPENINGS: tuple[type[Opening], ...] = (
    Deal, ActionPhase, YearEnd, WinterAttrition, VictoryCheck, GoingHome, Recall, Bidding,
    Event, Digging, Individuals, DrilledUnit, Force, Campaign, Construction, Demolition,
    March, UnitMarch, Entry, Interception, Avoidance,
    WholeBattle, Battle, TakeLosses, LeaderChecks, Retreat,
    Siege, Storm, SiegeRoll, Assault, Sortie, Massacre,
    Raid, RaidRoll,
)  # fmt: skip
