"""The openings of a position: typed records, each of a procedure about to begin.

`openings` turns a record into frames, and refuses what the rules would refuse.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from reference.hammer_of_the_scots.actions import Candidate, Card
from reference.hammer_of_the_scots.ch01_map import Area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, Block
from reference.hammer_of_the_scots.ch03_cards import POINTS
from reference.hammer_of_the_scots.frames import WinteringStage
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.tables import number
from reference.kernel.ranges import between

# ---------------------------------------------------------------- turns and cards


@dataclass(frozen=True, slots=True)
class Deal:
    """A year about to begin: all cards are shuffled, those in hand too, and dealt."""


@dataclass(frozen=True, slots=True)
class CardTurn:
    """A turn about to begin: both sides play a card from these hands; then the year goes on."""


@dataclass(frozen=True, slots=True)
class CardsRevealed:
    """A turn in which these two cards were played, besides the hands; then the year goes on."""

    england: Card
    scotland: Card


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of a side with a card of this value."""

    side: Side
    points: int = field(metadata=between(min(POINTS.values()), max(POINTS.values())))


@dataclass(frozen=True, slots=True)
class Truce:
    """Truce played: a side calls it or passes it up."""

    side: Side


@dataclass(frozen=True, slots=True)
class Victuals:
    """Victuals played by a side."""

    side: Side


@dataclass(frozen=True, slots=True)
class Pillage:
    """Pillage played by a side, against an area if one is named."""

    side: Side
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class SeaMove:
    """Sea Move played by a side."""

    side: Side


@dataclass(frozen=True, slots=True)
class Herald:
    """Herald played by a side, for an enemy noble if one is named: then only the die is left."""

    side: Side
    noble: Block | None = None


@dataclass(frozen=True, slots=True)
class Coronation:
    """Scotland has played this event card and may crown a king instead: the candidate, if one is named."""

    card: Card
    candidate: Candidate | None = None


# ---------------------------------------------------------------- battles


@dataclass(frozen=True, slots=True)
class MainForce:
    """An attacker about to name the main force of a battle."""

    side: Side
    area: Area


@dataclass(frozen=True, slots=True)
class Battles:
    """The battles of a turn: the first player picks one after another; `attackers` says who attacks where."""

    first: Side


@dataclass(frozen=True, slots=True)
class Battle:
    """A single battle at the beginning of a round, with the attacker's and defender's reserves in round one."""

    area: Area
    attacker: Side
    round: int = field(default=1, metadata=between(1, number("battle_rounds")))
    reserves: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class LastRetreat:
    """An attacker who must leave an area after the last round."""

    side: Side
    area: Area


@dataclass(frozen=True, slots=True)
class Regroup:
    """The winner of a battle about to regroup."""

    side: Side
    area: Area


@dataclass(frozen=True, slots=True)
class BorderRaid:
    """England about to lose a block because Scots are in England."""


# ---------------------------------------------------------------- winter


@dataclass(frozen=True, slots=True)
class Winter:
    """Winter from a step on: nobles 7.1, king 7.2, edward 7.4, leave, disband 7.3, wallace 7.5, build 7.6, levy 7.7."""

    step: WinteringStage = WinteringStage.ENGLISH_NOBLES


@dataclass(frozen=True, slots=True)
class Quarters:
    """Moray, the King, Edward or Wallace: where he winters."""

    block: Block


@dataclass(frozen=True, slots=True)
class GoingHome:
    """A noble about to go home for the winter."""

    noble: Block


@dataclass(frozen=True, slots=True)
class Disbanding:
    """A side about to disband blocks in winter."""

    side: Side


@dataclass(frozen=True, slots=True)
class Building:
    """A side about to spend its replacement points."""

    side: Side


@dataclass(frozen=True, slots=True)
class Drawing:
    """A block about to be drawn from the Scottish pool for an area."""

    area: Area


@dataclass(frozen=True, slots=True)
class Landing:
    """A sea block drawn for an inland area, about to land on a coast nearby."""

    block: Block
    area: Area


@dataclass(frozen=True, slots=True)
class Levy:
    """So many blocks about to be drawn from the English pool."""

    blocks: int = field(metadata=between(1, len(BLOCKS)))


CardOpening: TypeAlias = (
    Deal | CardTurn | CardsRevealed | Moves | Truce | Victuals | Pillage | SeaMove | Herald | Coronation
)
BattleOpening: TypeAlias = MainForce | Battles | Battle | LastRetreat | Regroup | BorderRaid
WinterOpening: TypeAlias = Winter | Quarters | GoingHome | Disbanding | Building | Drawing | Landing | Levy
Opening: TypeAlias = CardOpening | BattleOpening | WinterOpening
OPENINGS: tuple[type[Opening], ...] = (
    Deal, CardTurn, CardsRevealed, Moves, Truce, Victuals, Pillage, SeaMove, Herald, Coronation,
    MainForce, Battles, Battle, LastRetreat, Regroup, BorderRaid,
    Winter, Quarters, GoingHome, Disbanding, Building, Drawing, Landing, Levy,
)  # fmt: skip
