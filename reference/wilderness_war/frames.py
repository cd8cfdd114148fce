"""The procedures that can be under way, as data: each frame says how far its procedure has come."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from reference.kernel.codec import UNWRITTEN_BY_DEFAULT
from reference.kernel.ranges import ranged
from reference.wilderness_war import ranges
from reference.wilderness_war.actions import Activates, By, Raised
from reference.wilderness_war.cards import Card
from reference.wilderness_war.ch02_map import Space
from reference.wilderness_war.ch03_pieces import Leader, Unit
from reference.wilderness_war.event_frames import (
    Affliction,
    Alliance,
    Discarding,
    EventChoice,
    EventDie,
    EventFrame,
    Fetching,
    LeaderDraws,
    Placement,
    RandomCard,
    ReinforcementFrame,
    Removal,
    Restoration,
    ThirdSeven,
)
from reference.wilderness_war.sides import Side


class CombatKind(StrEnum):
    """A battle in the open or an assault on a besieged work."""

    BATTLE = "battle"
    ASSAULT = "assault"


class CombatStage(StrEnum):
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

    stage: CombatStage
    side: Side


@dataclass(frozen=True, slots=True)
class Fire:
    """One side's fire: the die as rolled, what changed it, the column, and the losses read off."""

    die: int = field(metadata=ranged(ranges.DIE))
    modifier: int = field(metadata=ranged(ranges.MODIFIER))
    column: int = field(metadata=ranged(ranges.COLUMN))
    losses: int = field(metadata=ranged(ranges.LOSSES))


@dataclass(frozen=True, slots=True)
class Muster:
    """What a side brought to a combat: how many units, with how many steps, Regulars among them or not."""

    units: int = field(metadata=ranged(ranges.UNITS))
    steps: int = field(metadata=ranged(ranges.STEPS))
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

    flips: int = field(metadata=ranged(ranges.UNITS))
    deaths: int = field(metadata=ranged(ranges.UNITS))


@dataclass(frozen=True, slots=True)
class Losses:
    """A side takes losses in a space (7.6, 9.14, 10.31, 11.2): its owner names them group by group."""

    side: Side
    space: Space
    cause: Cause
    losses: int = field(metadata=ranged(ranges.LOSSES))
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
    die: int | None = field(default=None, metadata=ranged(ranges.DIE))
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


# ---------------------------------------------------------------- the year and its Action Phases


class YearStage(StrEnum):
    """How far a year has come."""

    DEAL = "deal"
    ACTIONS = "actions"
    GO_HOME = "go_home"
    RECALL = "recall"
    RAIDED = "raided"
    WINTER = "winter"
    VICTORY = "victory"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Year:
    """The year under way (4.0): whose turn it is, whether his card is being played, who has had his turn to go home."""

    stage: YearStage
    turn: Side
    playing: bool = False
    homed: tuple[Unit, ...] = ()
    homed_leaders: tuple[Leader, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """A side may still demolish before its Action Phase ends (5.46)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Demolition:
    """A side chooses what to demolish (5.46)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Digging:
    """Britain gives up a random card for a discarded one (en-14.6)."""

    wanted: Card


@dataclass(frozen=True, slots=True)
class Bidding:
    """The players bid for sides (13.3): the bids so far, the last one leading once bidding is over."""

    bids: tuple[int, ...] = field(default=(), metadata=ranged(ranges.BID))
    winner: Side | None = None
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Construction:
    """A side builds (5.4): what, how many markers are left, and where it began forts this phase."""

    side: Side
    what: Raised
    left: int = field(metadata=ranged(ranges.PLAYED_VALUE))
    begun: tuple[Space, ...] = ()


# ---------------------------------------------------------------- activation and movement


@dataclass(frozen=True, slots=True)
class Individuals:
    """A side names pieces to act one by one, then they act (5.33); `halves` is what is left to name, in half units."""

    side: Side
    halves: int = field(metadata=ranged(ranges.HALVES))
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    naming: bool = True


@dataclass(frozen=True, slots=True)
class Calling:
    """A side names the one drilled unit or the commander of the one force to act (5.32)."""

    side: Side
    what: Activates
    value: int = field(metadata=ranged(ranges.PLAYED_VALUE))


@dataclass(frozen=True, slots=True)
class Campaign:
    """A side names two leaders, who then act one after the other with their forces."""

    side: Side
    leaders: tuple[Leader, ...] = ()
    naming: bool = True


class ActivationStage(StrEnum):
    """How far an activation has come."""

    PURPOSE = "purpose"
    MUSTER = "muster"
    MUSTER_SORTIE = "muster_sortie"
    MOVE = "move"
    SORTIE = "sortie"
    RAIDS = "raids"


@dataclass(frozen=True, slots=True)
class Activation:
    """Pieces act: a unit or leader alone, or the force of a commander (5.36).

    `ended` is where movement ended, `entry` where the group came from. `landed` says whether it came by AMPHIBIOUS
    LANDING, `infiltrated` whether it passed enemies. `lapsed` is a settlement whose tribe died in battle, and
    `lapsed_before` are earlier ones. `declined` is where dropped raiders chose not to raid, `raided` who has raided.
    """

    side: Side
    commander: Leader | None = None
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    stage: ActivationStage = ActivationStage.PURPOSE
    ended: Space | None = None
    entry: Space | None = None
    dropped: tuple[Unit, ...] = ()
    dropped_leaders: tuple[Leader, ...] = ()
    declined: tuple[Space, ...] = ()
    raided: tuple[Unit, ...] = ()
    lapsed: Space | None = None
    landed: bool = field(default=False, metadata=UNWRITTEN_BY_DEFAULT)
    infiltrated: bool = field(default=False, metadata=UNWRITTEN_BY_DEFAULT)
    lapsed_before: tuple[Space, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


# The value of `last_drop` before any piece is dropped.
NOTHING_DROPPED = -1


class MoveStage(StrEnum):
    """How far a movement has come."""

    WEATHER = "weather"
    GUIDE = "guide"
    STEP = "step"
    SCHOONER = "schooner"
    INTERCEPTION = "interception"
    SHELTER = "shelter"
    AVOIDANCE = "avoidance"
    DROPPED_RAIDS = "dropped_raids"
    CLASH = "clash"
    AFTERMATH = "aftermath"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces move (6.0), space by space, with the reactions to each space they enter.

    `entry` is the space they came from; `halted` says that they must stop. `intercepted` are the units, with their
    leaders, that came in their way. `tried_into` and `tried_from` are where interceptions were tried in this move,
    `failed` are the units that tried and failed, `avoided` is where somebody tried to avoid battle. `winner` and
    `overrun` are the result of the clash in this space.
    """

    side: Side
    at: Space
    commander: Leader | None
    leaders: tuple[Leader, ...]
    units: tuple[Unit, ...]
    stage: MoveStage = MoveStage.WEATHER
    by: By | None = None
    entry: Space | None = None
    spent: int = field(default=0, metadata=ranged(ranges.SPACES_MOVED))
    portaged: bool = False
    halted: bool = False
    weather: bool = False
    guided: bool = False
    infiltrating: bool = False
    infiltrated: bool = False
    held_before: bool = False
    intercepted: tuple[Unit, ...] = ()
    intercepted_leaders: tuple[Leader, ...] = ()
    sheltered: bool = False
    tried_into: tuple[Space, ...] = ()
    tried_from: tuple[Space, ...] = ()
    failed: tuple[Unit, ...] = ()
    avoided: tuple[Space, ...] = ()
    last_drop: int = field(default=NOTHING_DROPPED, metadata=ranged(ranges.LAST_DROP))
    dropped: tuple[Unit, ...] = ()
    dropped_leaders: tuple[Leader, ...] = ()
    declined: tuple[Space, ...] = ()
    settlement: bool = False
    lapsed: Space | None = None
    winner: Side | None = None
    overrun: bool = False
    lapsed_before: tuple[Space, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


class ReactionKind(StrEnum):
    """How a side reacts to a mover."""

    INTERCEPT = "intercept"
    AVOID = "avoid"


class ReactionStage(StrEnum):
    """How far a reaction has come."""

    CHOOSE = "choose"
    FORM = "form"
    ROLL = "roll"
    WHERE = "where"


@dataclass(frozen=True, slots=True)
class Reaction:
    """The inactive side intercepts into a space (6.7) or avoids battle in it (6.8): who tries, how far it has come.

    `entry` is where the mover came from; `tried` are units that already tried for this space.
    """

    kind: ReactionKind
    side: Side
    space: Space
    entry: Space | None
    stage: ReactionStage = ReactionStage.CHOOSE
    origin: Space | None = None
    commander: Leader | None = None
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    tried: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheltering:
    """The defender says who goes inside a fort or fortress (8.1); interceptors must stay outside."""

    side: Side
    space: Space
    interceptors: tuple[Unit, ...] = ()
    intercepting: tuple[Leader, ...] = ()
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()


# ---------------------------------------------------------------- battles, sieges, raids


class BattleStage(StrEnum):
    """How far a battle has come."""

    MILITIA = "militia"
    RELIEF = "relief"
    ATTACKER_EVENTS = "attacker_events"
    DEFENDER_EVENTS = "defender_events"
    FIRE = "fire"
    RETREAT = "retreat"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle from its preparations (7.2-A) to the retreat (7.2-F).

    `mover` is the side whose pieces entered from `entry` (or sally out); it need not be the attacker. `caught` says
    that it is an infiltrator caught at a fort; `joined` are the pieces that came out of the work.
    """

    space: Space
    attacker: Side
    mover: Side
    entry: Space | None
    leader: Leader | None = None
    force: tuple[Leader, ...] = ()
    stage: BattleStage = BattleStage.MILITIA
    landing: bool = False
    sortie: bool = False
    caught: bool = False
    militia: tuple[Unit, ...] = ()
    joined: tuple[Unit, ...] = ()
    joined_leaders: tuple[Leader, ...] = ()
    ambushes: tuple[Side, ...] = ()
    winner: Side | None = None
    overrun: bool = False


@dataclass(frozen=True, slots=True)
class Retreat:
    """Beaten pieces go, one after the other (7.9); `inside_only` are those that came out of a besieged work."""

    side: Side
    space: Space
    attacking: bool
    entry: Space | None
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    inside_only: tuple[Unit, ...] = ()
    inside_leaders: tuple[Leader, ...] = ()


class SiegeStage(StrEnum):
    """How far a siege activation has come."""

    COEHORNS_BESIEGER = "coehorns_besieger"
    COEHORNS_BESIEGED = "coehorns_besieged"
    SURRENDER = "surrender"
    GIVE_UP = "give_up"
    ROLL = "roll"
    DECLARE = "declare"
    STORM_COEHORNS_BESIEGER = "storm_coehorns_besieger"
    STORM_COEHORNS_BESIEGED = "storm_coehorns_besieged"
    STORM = "storm"
    END = "end"


@dataclass(frozen=True, slots=True)
class Siege:
    """A besieging force rolls on the Siege Table and may assault (8.2, 9.0)."""

    space: Space
    besieger: Side
    leader: Leader
    stage: SiegeStage
    coehorns: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Parole:
    """The garrison of a work that surrendered goes to its closest fortification."""

    side: Side
    space: Space


@dataclass(frozen=True, slots=True)
class MassacreWindow:
    """The enemy of a captor may play MASSACRE!."""

    space: Space
    captor: Side


class RaidingStage(StrEnum):
    """How far a raid has come."""

    MILITIA = "militia"
    FOUGHT = "fought"
    BLOCKHOUSES = "blockhouses"
    ROLL = "roll"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class Raiding:
    """Auxiliaries raid a space (10.0), from the militia's answer to going home."""

    side: Side
    space: Space
    entry: Space | None
    leader: Leader | None
    leaders: tuple[Leader, ...]
    units: tuple[Unit, ...]
    stage: RaidingStage = RaidingStage.MILITIA
    militia: Unit | None = None
    markers: int = field(default=0, metadata=ranged(ranges.UNITS))
    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class GoingHome:
    """Raiders, or Indians at the year's end, go home (10.4), leaders first.

    `followed` are the fortifications leaders went to, `escorted` the settlements companions went to. `joined` are the
    places Indians went to: leaders and companions there are not alone. At the year's end companions may stay.
    """

    side: Side
    space: Space
    leaders: tuple[Leader, ...]
    units: tuple[Unit, ...]
    winter: bool = False
    followed: tuple[Space, ...] = ()
    escorted: tuple[Space, ...] = ()
    joined: tuple[Space, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


@dataclass(frozen=True, slots=True)
class Recall:
    """A leader alone in the wild at the year's end goes to the closest fortification (4.0-B.3)."""

    leader: Leader


YearFrame: TypeAlias = Year | PhaseEnd | Demolition | Digging | Bidding | Construction | Winter | VictoryCheck
ActivationFrame: TypeAlias = Individuals | Calling | Campaign | Activation
MovementFrame: TypeAlias = Move | Reaction
BattleFrame: TypeAlias = Battle | Combat | Losses | LeaderChecks | Retreat
SiegeFrame: TypeAlias = Siege | SiegeRoll | Sheltering | Parole | MassacreWindow
RaidFrame: TypeAlias = Raiding | Raid | GoingHome | Recall
Frame: TypeAlias = (
    YearFrame | ActivationFrame | MovementFrame | BattleFrame | SiegeFrame | RaidFrame | EventFrame | ReinforcementFrame
)
FRAMES: tuple[type[Frame], ...] = (
    Combat, Losses, LeaderChecks, SiegeRoll, Raid, Winter, VictoryCheck,
    Year, PhaseEnd, Demolition, Digging, Bidding, Construction,
    Individuals, Calling, Campaign, Activation, Move, Reaction, Sheltering,
    Battle, Retreat, Siege, Parole, MassacreWindow, Raiding, GoingHome, Recall,
    EventDie, EventChoice, Placement, LeaderDraws, ThirdSeven, Restoration, Removal, Alliance, Affliction,
    Discarding, RandomCard, Fetching,
)  # fmt: skip
