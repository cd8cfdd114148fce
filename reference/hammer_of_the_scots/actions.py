"""What players and chance can do, as data."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from reference.hammer_of_the_scots import ranges
from reference.hammer_of_the_scots.ch01_map import AREAS, Area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, DIE_SIDES, Block
from reference.kernel.ranges import ranged


class Card(StrEnum):
    """A kind of card; equal cards are not told apart."""

    MOVE3 = "move3"
    MOVE2 = "move2"
    MOVE1 = "move1"
    HERALD = "herald"
    PILLAGE = "pillage"
    SEA_MOVE = "sea_move"
    TRUCE = "truce"
    VICTUALS = "victuals"


class Candidate(StrEnum):
    """Who may be crowned King of Scots."""

    BRUCE = "bruce"
    COMYN = "comyn"
    BALLIOL = "balliol"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: a die shows this face."""

    die: int = field(metadata=ranged(ranges.DIE))


@dataclass(frozen=True, slots=True)
class DealCard:
    """Chance: this card is dealt."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawBlock:
    """Chance: this block is drawn from a pool."""

    block: Block


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A player plays a card face down (3.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """Scotland takes the event of its card, not a coronation (6.2)."""


@dataclass(frozen=True, slots=True)
class Crown:
    """Scotland crowns a king instead of the event of its card (6.2)."""

    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Select:
    """Pick a block: to move, to be hit, to grow, to leave, to be won over; the decision says which."""

    block: Block


@dataclass(frozen=True, slots=True)
class Choose:
    """Pick an area: to fight in, to plunder, to go to, to winter in, to draw a block for; the decision says which."""

    area: Area


@dataclass(frozen=True, slots=True)
class March:
    """The block that is moving crosses one border, or the Norse sail; its own area means it stops there."""

    block: Block
    to: Area


@dataclass(frozen=True, slots=True)
class Fight:
    """A block spends its turn of the round fighting."""

    block: Block


@dataclass(frozen=True, slots=True)
class Hold:
    """A block passes its turn of the round."""

    block: Block


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A block spends its turn of the round retreating."""

    block: Block


@dataclass(frozen=True, slots=True)
class DealHits:
    """The firing player has the hits gathered so far dealt now (option D17)."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A block that must retreat and cannot is lost (5.5)."""


@dataclass(frozen=True, slots=True)
class Winter:
    """Edward I winters in Scotland (7.4)."""


@dataclass(frozen=True, slots=True)
class Disband:
    """The block in question goes back to its pool in winter."""


@dataclass(frozen=True, slots=True)
class Done:
    """End what is being chosen, or pass up an event."""


Action: TypeAlias = (
    Roll
    | DealCard
    | DrawBlock
    | PlayCard
    | PlayEvent
    | Crown
    | Select
    | Choose
    | March
    | Fight
    | Hold
    | Withdraw
    | DealHits
    | GiveUp
    | Winter
    | Disband
    | Done
)
ACTIONS: tuple[type[Action], ...] = (
    Roll, DealCard, DrawBlock, PlayCard, PlayEvent, Crown, Select, Choose, March, Fight, Hold, Withdraw,
    DealHits, GiveUp, Winter, Disband, Done,
)  # fmt: skip

# Each action of these kinds is made once, so that decisions can share it.
DIE: tuple[Roll, ...] = tuple(Roll(face) for face in range(1, DIE_SIDES + 1))
DONE = Done()
DEAL_HITS = DealHits()
PLAYS: dict[Card, PlayCard] = {card: PlayCard(card) for card in Card}
DEALS: dict[Card, DealCard] = {card: DealCard(card) for card in Card}
DRAWS: tuple[DrawBlock, ...] = tuple(DrawBlock(each) for each in BLOCKS)
SELECTS: tuple[Select, ...] = tuple(Select(each) for each in BLOCKS)
CHOICES: tuple[Choose, ...] = tuple(Choose(each) for each in AREAS)
MARCHES: tuple[tuple[March, ...], ...] = tuple(tuple(March(each, to) for to in AREAS) for each in BLOCKS)
FIGHTS: tuple[Fight, ...] = tuple(Fight(each) for each in BLOCKS)
HOLDS: tuple[Hold, ...] = tuple(Hold(each) for each in BLOCKS)
WITHDRAWALS: tuple[Withdraw, ...] = tuple(Withdraw(each) for each in BLOCKS)
