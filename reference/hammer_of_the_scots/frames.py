"""The procedures that can be under way, as data: each frame says how far its procedure has come."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from reference.hammer_of_the_scots import ranges
from reference.hammer_of_the_scots.ch01_map import Area
from reference.hammer_of_the_scots.ch02_armies import Block
from reference.hammer_of_the_scots.masks import NO_AREAS, NO_BLOCKS, AreaMask, Mask
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.ranges import ranged


class TurnStage(StrEnum):
    """How far a turn has come."""

    CARDS = "cards"
    REVEAL = "reveal"
    FIRST = "first"
    SECOND = "second"
    BATTLES = "battles"
    RAID = "raid"
    END = "end"


class WinteringStage(StrEnum):
    """How far a winter has come, in the order of play.

    In the step `count` nothing happens: where the last winter ends early, nobles are counted after Moray's choice. The
    name stays, since positions contain it.
    """

    ENGLISH_NOBLES = "english_nobles"
    SCOTTISH_NOBLES = "scottish_nobles"
    COUNT = "count"
    MORAY = "moray"
    KING = "king"
    SURPLUS_FIRST = "surplus_first"
    EDWARD = "edward"
    ENGLISH_LEAVE = "english_leave"
    ENGLISH_DISBAND = "english_disband"
    ACCESSION = "accession"
    WALLACE = "wallace"
    SCOTTISH_DISBAND = "scottish_disband"
    FRENCH = "french"
    SCOTTISH_BUILD = "scottish_build"
    ENGLISH_BUILD = "english_build"
    LEVY = "levy"
    END = "end"


# ---------------------------------------------------------------- years and turns


@dataclass(frozen=True, slots=True)
class Levy:
    """So many blocks are still to be drawn from the English pool (7.7, 8.1, 8.2)."""

    left: int = field(metadata=ranged(ranges.BLOCKS_LEFT))


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards are dealt until both players have a full hand (3.0, 7.8)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a year: cards, moves, battles."""

    stage: TurnStage


# ---------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class Declaring:
    """Scotland says whether its event card is an event or a coronation (6.21, 6.22)."""


@dataclass(frozen=True, slots=True)
class TruceCall:
    """A player calls a truce or passes it up."""

    side: Side


@dataclass(frozen=True, slots=True)
class Herald:
    """A player names an enemy noble; once named, a die is rolled for him."""

    side: Side
    noble: Block | None = None


@dataclass(frozen=True, slots=True)
class Victuals:
    """A player spreads steps over his blocks in one area."""

    side: Side
    left: int = field(metadata=ranged(ranges.STEPS))
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class Pillage:
    """A player names the enemy group he plunders."""

    side: Side


@dataclass(frozen=True, slots=True)
class PillageHits:
    """The plundered side takes the hits; `taken` steps were really lost, `captured` are the nobles lost that way."""

    side: Side
    area: Area
    left: int = field(metadata=ranged(ranges.STEPS))
    taken: int = field(default=0, metadata=ranged(ranges.STEPS))
    captured: Mask | None = None


@dataclass(frozen=True, slots=True)
class PillageGains:
    """The plunderer adds the steps taken to one adjacent group."""

    side: Side
    area: Area
    left: int = field(metadata=ranged(ranges.STEPS))
    captured: Mask | None = None
    group: Area | None = None


@dataclass(frozen=True, slots=True)
class SeaMove:
    """A player ships blocks from one coast to another."""

    side: Side
    left: int = field(metadata=ranged(ranges.BLOCKS_LEFT))
    source: Area | None = None
    target: Area | None = None
    block: Block | None = None


# ---------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class Moving:
    """A player makes his moves: the points left, and the areas whose group has been paid for (a mask)."""

    side: Side
    points: int = field(metadata=ranged(ranges.MOVES))
    activated: AreaMask = NO_AREAS


@dataclass(frozen=True, slots=True)
class Marching:
    """A block is on the march: where it began, how many borders it has crossed, where it came from last."""

    block: Block
    origin: Area
    distance: int = field(default=0, metadata=ranged(ranges.BORDERS_CROSSED))
    last: Area | None = None


@dataclass(frozen=True, slots=True)
class Naming:
    """An attacker names the main force of one battle (5.32)."""

    side: Side
    area: Area


# ---------------------------------------------------------------- battles


@dataclass(frozen=True, slots=True)
class Battles:
    """The first player picks one battle after another until none is left (5.1)."""


@dataclass(frozen=True, slots=True)
class Battle:
    """Two sides fight in an area (5.0).

    `acted` and `reserves` are masks of blocks. `fled` says that a defender of round one left alive. `volley` and
    `hits` are hits not yet dealt, where the ruleset gathers them.
    """

    area: Area
    attacker: Side
    round: int = field(default=0, metadata=ranged(ranges.ROUND))
    acted: Mask = NO_BLOCKS
    reserves: Mask = NO_BLOCKS
    fled: bool = False
    hits: int = field(default=0, metadata=ranged(ranges.STEPS))
    volley: str = ""


@dataclass(frozen=True, slots=True)
class Loyalty:
    """Celtic blocks are rolled for, one by one (5.2)."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """A block rolls its dice: those left, the hits so far."""

    block: Block
    left: int = field(metadata=ranged(ranges.DICE))
    hits: int = field(default=0, metadata=ranged(ranges.DICE))


@dataclass(frozen=True, slots=True)
class Hits:
    """A side takes hits in a battle, one by one (5.41)."""

    side: Side
    left: int = field(metadata=ranged(ranges.STEPS))


@dataclass(frozen=True, slots=True)
class Retreating:
    """A block retreats in its turn: where to (5.5)."""

    block: Block


@dataclass(frozen=True, slots=True)
class LastRetreat:
    """The attacker must leave with every block (5.3); `block` is the one whose way is being chosen."""

    side: Side
    area: Area
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Regrouping:
    """The winner may regroup (5.6): the blocks that have done so (a mask), and the one whose way is being chosen."""

    side: Side
    area: Area
    regrouped: Mask = NO_BLOCKS
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Raid:
    """England loses a block because Scots are in England (5.9)."""


# ---------------------------------------------------------------- winter


@dataclass(frozen=True, slots=True)
class Wintering:
    """The winter of a year, step by step (7.0)."""

    season: WinteringStage


@dataclass(frozen=True, slots=True)
class GoingHome:
    """A noble with two homes goes to one of them (7.12)."""

    noble: Block


@dataclass(frozen=True, slots=True)
class Quarters:
    """Moray, the King, Edward or Wallace: where he winters (7.1, 7.2, 7.4, 7.5)."""

    block: Block


@dataclass(frozen=True, slots=True)
class Disbanding:
    """A side disbands blocks (7.3, 7.5); `forced_only` while only surplus is looked at."""

    side: Side
    forced_only: bool = False


@dataclass(frozen=True, slots=True)
class Building:
    """A side spends its replacement points (7.6): each point left, as the area in which it can be spent."""

    side: Side
    points: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A block is drawn from the Scottish pool for an area (7.61)."""

    area: Area


@dataclass(frozen=True, slots=True)
class Landing:
    """A sea block drawn inland goes to one of several coasts (S7-5)."""

    block: Block
    area: Area


TurnFrame: TypeAlias = Levy | Deal | Turn | Declaring
EventFrame: TypeAlias = TruceCall | Herald | Victuals | Pillage | PillageHits | PillageGains | SeaMove
MoveFrame: TypeAlias = Moving | Marching | Naming
BattleFrame: TypeAlias = Battles | Battle | Loyalty | Firing | Hits | Retreating | LastRetreat | Regrouping | Raid
WinterFrame: TypeAlias = Wintering | GoingHome | Quarters | Disbanding | Building | Drawing | Landing
Frame: TypeAlias = TurnFrame | EventFrame | MoveFrame | BattleFrame | WinterFrame
FRAMES: tuple[type[Frame], ...] = (
    Levy, Deal, Turn, Declaring, TruceCall, Herald, Victuals, Pillage, PillageHits, PillageGains, SeaMove, Moving,
    Marching, Naming, Battles, Battle, Loyalty, Firing, Hits, Retreating, LastRetreat, Regrouping, Raid, Wintering,
    GoingHome, Quarters, Disbanding, Building, Drawing, Landing,
)  # fmt: skip
