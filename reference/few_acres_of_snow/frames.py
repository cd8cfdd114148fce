"""The procedures that can be under way, as data: each frame says how far its procedure has come.

`side` is whose turn it is unless the frame says otherwise. Cards that an action under way has taken from the hand lie
in its frame, open to both players, until the action is finished.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from reference.few_acres_of_snow import ranges
from reference.few_acres_of_snow.ch01_board import Place
from reference.few_acres_of_snow.ch02_cards import HOME_SUPPORT_OF, Card
from reference.few_acres_of_snow.sides import Side
from reference.kernel.ranges import ranged


class SiegeWonStage(StrEnum):
    """How far the settlement of a decided siege has come."""

    SETTLE = "settle"
    RETURN = "return"


class Purpose(StrEnum):
    """Why cards are drawn."""

    OPENING = "opening"
    REFILL = "refill"
    HOME_SUPPORT = "home_support"


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A turn is about to begin (turn.3, end.2, end.3)."""

    side: Side


@dataclass(frozen=True, slots=True)
class SiegeCheck:
    """A turn begins with the sieges its player has won (siege.win.1), named by their attackers."""

    side: Side
    won: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A player takes his actions (turn.4); `actions` are left."""

    side: Side
    actions: int = field(metadata=ranged(ranges.ACTIONS))


@dataclass(frozen=True, slots=True)
class Naming:
    """A player ends his turn and names the cards to return from sieges he is about to lose (option D29)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards are drawn one by one; `left` at most are still to come."""

    side: Side
    left: int = field(metadata=ranged(ranges.CARDS_LEFT))
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Settling:
    """A place is being settled (settle.2 to settle.4); the base card comes first."""

    side: Side
    place: Place
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Besieging:
    """A siege is being opened (siege.start.1 to siege.start.3); the base card comes first."""

    side: Side
    place: Place
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SiegeWon:
    """A siege is decided (siege.win.3 to siege.win.15); `withdrawn` if the loser gave it up."""

    attacker: Side
    winner: Side
    step: SiegeWonStage
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Raiding:
    """Raid cards are being played, raid cards proper first (raid.1 to raid.3)."""

    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RaidDeclared:
    """A raid is declared; the opponent may block it (raid.block.1)."""

    side: Side
    place: Place


@dataclass(frozen=True, slots=True)
class AmbushDeclared:
    """An ambush is declared; the opponent may block it (ambush.2)."""

    side: Side


@dataclass(frozen=True, slots=True)
class AmbushLoss:
    """The victim of an ambush must give up a marked card (ambush.4)."""

    side: Side


@dataclass(frozen=True, slots=True)
class ConversionLoss:
    """The opponent must hand over a neutral Native American card (convert.1)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Dealing:
    """A merchant's ship card is played; money cards follow (merchant.1)."""

    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trading:
    """A trader is played; fur cards follow (sum.fin.3)."""

    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarding:
    """Cards are being discarded (discard.1)."""

    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Governing:
    """A governor is played; the cards named after it leave the deck (governor.1)."""

    side: Side
    cards: tuple[Card, ...]


# The course of a turn.
TurnFrame: TypeAlias = TurnStart | Turn | Naming | Drawing
# Sieges that are decided.
SiegeFrame: TypeAlias = SiegeCheck | SiegeWon
# An action that takes card after card.
CardFrame: TypeAlias = Settling | Besieging | Raiding | Dealing | Trading | Discarding | Governing
# The opponent answers an action.
VictimFrame: TypeAlias = RaidDeclared | AmbushDeclared | AmbushLoss | ConversionLoss
Frame: TypeAlias = TurnFrame | SiegeFrame | CardFrame | VictimFrame
FRAMES: tuple[type[Frame], ...] = (
    TurnStart, SiegeCheck, Turn, Naming, Drawing, Settling, Besieging, SiegeWon, Raiding, RaidDeclared,
    AmbushDeclared, AmbushLoss, ConversionLoss, Dealing, Trading, Discarding, Governing,
)  # fmt: skip


def cards_in(frame: Frame) -> tuple[Card, ...]:
    """Return the cards that lie with an action under way."""
    match frame:
        case Settling() | Besieging() | Raiding() | Dealing() | Trading() | Discarding() | Governing():
            return frame.cards
        case Drawing(purpose=Purpose.HOME_SUPPORT):
            return (HOME_SUPPORT_OF[frame.side.number],)
        case _:
            return ()
