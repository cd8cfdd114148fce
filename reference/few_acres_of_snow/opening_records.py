"""The openings of a position: typed records, each of a procedure about to begin.

`openings` turns a record into frames, and refuses what the rules would refuse. An action opens within a turn that has
so many actions left, this one among them; the turn goes on when it is over.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from reference.few_acres_of_snow.ch01_board import Place
from reference.few_acres_of_snow.ch02_cards import Card
from reference.few_acres_of_snow.ch05_actions import ACTIONS_PER_TURN
from reference.few_acres_of_snow.sides import Side
from reference.kernel.ranges import between

_LEFT = between(1, ACTIONS_PER_TURN)

# ---------------------------------------------------------------- the course of a turn


@dataclass(frozen=True, slots=True)
class OpeningHands:
    """Both opening hands about to be drawn; then the first turn."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A turn about to start: the end of the game and the sieges are looked at, then the actions."""

    side: Side


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """A turn of a side starts with the end of the game: the count."""

    side: Side


@dataclass(frozen=True, slots=True)
class SiegeCheck:
    """A turn of a side starts with sieges that it has won."""

    side: Side


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a side with these actions left."""

    side: Side
    actions: int = field(default=ACTIONS_PER_TURN, metadata=between(0, ACTIONS_PER_TURN))


@dataclass(frozen=True, slots=True)
class Naming:
    """A side ends its turn and names cards to return from a siege that it is about to lose."""

    side: Side


@dataclass(frozen=True, slots=True)
class Refill:
    """A side ends its turn and draws its hand up; then the other side's turn."""

    side: Side


# ---------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Settle:
    """A place about to be settled with this base card; further cards are asked for."""

    side: Side
    place: Place
    base: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Besiege:
    """A siege about to be opened with this base card; further cards are asked for."""

    side: Side
    place: Place
    base: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid with this card; with a place, it is declared and the opponent may block it."""

    side: Side
    card: Card
    place: Place | None = None
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Ambush:
    """An ambush with this card: the opponent may block it."""

    side: Side
    card: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Convert:
    """A conversion with this card: the opponent hands over a Native American card."""

    side: Side
    card: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Merchant:
    """A merchant's ship card played; money cards are asked for."""

    side: Side
    ship: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Trade:
    """A trader played with this fur card; further fur cards are asked for."""

    side: Side
    fur: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Discard:
    """A card discarded; further cards are asked for."""

    side: Side
    card: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Governor:
    """A governor played to take this card out of the deck; a second card is asked for."""

    side: Side
    card: Card
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class HomeSupport:
    """Home support played: cards about to be drawn."""

    side: Side
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A side gives up the siege of a place, which the opponent wins."""

    side: Side
    place: Place
    actions: int = field(default=ACTIONS_PER_TURN, metadata=_LEFT)


TurnOpening: TypeAlias = OpeningHands | TurnStart | EndOfGame | SiegeCheck | Turn | Naming | Refill
ActionOpening: TypeAlias = (
    Settle | Besiege | Raid | Ambush | Convert | Merchant | Trade | Discard | Governor | HomeSupport | Withdraw
)
Opening: TypeAlias = TurnOpening | ActionOpening
OPENINGS: tuple[type[Opening], ...] = (
    OpeningHands, TurnStart, EndOfGame, SiegeCheck, Turn, Naming, Refill,
    Settle, Besiege, Raid, Ambush, Convert, Merchant, Trade, Discard, Governor, HomeSupport, Withdraw,
)  # fmt: skip
