"""What players and chance can do, as data."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from reference.kernel.ranges import ranged
from reference.wilderness_war import ranges
from reference.wilderness_war.cards import Card
from reference.wilderness_war.ch02_map import Department, Space
from reference.wilderness_war.ch03_pieces import Leader, Unit
from reference.wilderness_war.sides import Side


class Activates(StrEnum):
    """What a card activates (5.32)."""

    INDIVIDUALS = "individuals"
    UNIT = "unit"
    FORCE = "force"


class Raised(StrEnum):
    """What a card builds (5.4)."""

    STOCKADES = "stockades"
    FORTS = "forts"


class Razed(StrEnum):
    """What a side demolishes (5.46)."""

    FIELDWORKS = "fieldworks"
    UNFINISHED_FORT = "fort_under_construction"
    STOCKADE = "stockade"
    FORT = "fort"


class By(StrEnum):
    """How a mover travels (6.1)."""

    LAND = "land"
    BOAT = "boat"
    NAVAL = "naval"
    LANDING = "landing"


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: a die shows this face."""

    die: int = field(metadata=ranged(ranges.DIE))


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: this card is dealt, stolen or discarded."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawLeader:
    """Chance: this leader is drawn from the pool."""

    leader: Leader


# ---------------------------------------------------------------- playing cards


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """Play a card as its event (5.51)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Activate:
    """Play a card to activate pieces (5.3)."""

    card: Card
    what: Activates


@dataclass(frozen=True, slots=True)
class Build:
    """Play a card to build (5.4)."""

    card: Card
    what: Raised


@dataclass(frozen=True, slots=True)
class Hold:
    """Pass and hold the last card (4.0-A.2-hold)."""


@dataclass(frozen=True, slots=True)
class Dig:
    """Swap a random card for this discarded one (en-14.6)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Demolish:
    """Take up demolition (5.46)."""


@dataclass(frozen=True, slots=True)
class Raze:
    """Demolish a work in a space (5.46)."""

    space: Space
    work: Razed


@dataclass(frozen=True, slots=True)
class EndPhase:
    """End the Action Phase."""


@dataclass(frozen=True, slots=True)
class Respond:
    """Play a response event (5.56)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Decline:
    """Choose not to do something optional."""


# ---------------------------------------------------------------- choosing pieces and places


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose a unit."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class PickLeader:
    """Choose a leader."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class PickCard:
    """Choose a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class PickSpace:
    """Choose a space."""

    space: Space


@dataclass(frozen=True, slots=True)
class PickDepartment:
    """Choose a Department."""

    department: Department


@dataclass(frozen=True, slots=True)
class Inside:
    """Go inside the fort or fortress of the space."""


@dataclass(frozen=True, slots=True)
class Done:
    """End the choosing."""


@dataclass(frozen=True, slots=True)
class PlaceUnit:
    """Bring in a unit of the alliance (5.53)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class RestoreUnits:
    """Restore units instead of bringing one in (5.53)."""


# ---------------------------------------------------------------- what active pieces do


@dataclass(frozen=True, slots=True)
class March:
    """Move (6.0)."""


@dataclass(frozen=True, slots=True)
class Besiege:
    """Roll on the Siege Table instead of moving (8.231)."""


@dataclass(frozen=True, slots=True)
class Storm:
    """Assault the besieged work (9.0)."""


@dataclass(frozen=True, slots=True)
class SallyOut:
    """Attack the besiegers from inside (8.25)."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Go:
    """Move to a space, one step."""

    to: Space
    by: By
    infiltrating: bool = False


@dataclass(frozen=True, slots=True)
class Halt:
    """End the movement here."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Leave a unit of the moving force behind (6.1)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class DropLeader:
    """Leave a subordinate leader behind (6.1)."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class RaidNow:
    """Let dropped-off auxiliaries raid (10.13)."""


@dataclass(frozen=True, slots=True)
class InsideFirst:
    """Decide who goes inside before deciding about interception (8.1)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Offer a number of VP for the choice of sides (13.3)."""

    points: int = field(metadata=ranged(ranges.BID))


@dataclass(frozen=True, slots=True)
class TakeSide:
    """Take a side (13.3)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Command:
    """The inactive side names its commander among leaders of equal rank (7.51)."""

    leader: Leader


@dataclass(frozen=True, slots=True)
class Lose:
    """The owner says how many counters of a type flip and how many die."""

    of: str
    flips: int = field(metadata=ranged(ranges.UNITS))
    deaths: int = field(metadata=ranged(ranges.UNITS))


Action: TypeAlias = (
    Roll | Draw | DrawLeader | PlayEvent | Activate | Build | Hold | Dig | Demolish | Raze | EndPhase | Respond
    | Decline | Pick | PickLeader | PickCard | PickSpace | PickDepartment | Inside | Done | PlaceUnit | RestoreUnits
    | March | Besiege | Storm | SallyOut | Stay | Go | Halt | Drop | DropLeader | RaidNow | InsideFirst
    | Bid | TakeSide | Command | Lose
)  # fmt: skip
ACTIONS: tuple[type[Action], ...] = (
    Roll, Draw, DrawLeader, PlayEvent, Activate, Build, Hold, Dig, Demolish, Raze, EndPhase, Respond,
    Decline, Pick, PickLeader, PickCard, PickSpace, PickDepartment, Inside, Done, PlaceUnit, RestoreUnits,
    March, Besiege, Storm, SallyOut, Stay, Go, Halt, Drop, DropLeader, RaidNow, InsideFirst,
    Bid, TakeSide, Command, Lose,
)  # fmt: skip
DIE: tuple[Roll, ...] = tuple(Roll(face) for face in range(ranges.DIE.least, ranges.DIE.most + 1))
