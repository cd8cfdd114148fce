"""What can be done: the closed list of actions.

A `TurnAction` begins an action of a turn; `Play` adds a card to the action under way and `Done` finishes an action that
may take more cards. Cards added to one action are named in ascending order, so that the same set is reached in one way
only.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from reference.few_acres_of_snow.ch01_board import Place
from reference.few_acres_of_snow.ch02_cards import Card


class Source(StrEnum):
    """Where a card is given up from."""

    HAND = "hand"
    RESERVE = "reserve"


@dataclass(frozen=True, slots=True)
class Settle:
    """Begin to settle a place from the place of the base card."""

    place: Place
    base: Card


@dataclass(frozen=True, slots=True)
class Develop:
    """Turn a village into a town with a settler card beside the place's own card."""

    place: Place
    settler: Card


@dataclass(frozen=True, slots=True)
class Fortify:
    """Fortify a place with a fortification card beside the place's own card."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class Besiege:
    """Begin to open a siege of a place from the place of the base card."""

    place: Place
    base: Card


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Play a card into the siege of a place."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class MilitaryLeader:
    """Play the own military leader into the siege of a place: a free action."""

    place: Place


@dataclass(frozen=True, slots=True)
class Raid:
    """Begin a raid with a raid card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Aim:
    """Declare the target of the raid under way."""

    place: Place


@dataclass(frozen=True, slots=True)
class Ambush:
    """Ambush with a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Convert:
    """Play a priest or Indian leader to win over natives."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeMoney:
    """Take the money of a location card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Merchant:
    """Begin a merchant voyage with a ship card."""

    ship: Card


@dataclass(frozen=True, slots=True)
class Trade:
    """Begin to trade furs with a first fur card."""

    fur: Card


@dataclass(frozen=True, slots=True)
class Piracy:
    """Rob the British with the Louisbourg card and a ship card."""

    ship: Card


@dataclass(frozen=True, slots=True)
class Draft:
    """Take an empire card onto the discard pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Begin to discard cards."""

    card: Card


@dataclass(frozen=True, slots=True)
class Reserve:
    """Put a card into the reserve."""

    card: Card


@dataclass(frozen=True, slots=True)
class RetrieveReserve:
    """Take the whole reserve into hand: a free action."""


@dataclass(frozen=True, slots=True)
class Governor:
    """Play the governor and return a first card to its available pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Intendant:
    """Play the intendant and take a card from the discard pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class HomeSupport:
    """Play home support: a free action."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Give up the siege of a place, as attacker or defender."""

    place: Place


@dataclass(frozen=True, slots=True)
class Pass:
    """Forgo an action."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn once all actions are taken."""


@dataclass(frozen=True, slots=True)
class Play:
    """Add a card to the action under way."""

    card: Card


@dataclass(frozen=True, slots=True)
class Done:
    """Finish an action that could take more cards."""


@dataclass(frozen=True, slots=True)
class Block:
    """Block a raid or ambush with a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class LetHappen:
    """Leave a raid or ambush unblocked."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up a card to an ambush or a conversion."""

    card: Card
    source: Source


@dataclass(frozen=True, slots=True)
class Resolve:
    """Settle the won siege of this place first."""

    place: Place


@dataclass(frozen=True, slots=True)
class Occupy:
    """Put a village on a captured place, with a settler card where the place asks for one."""

    settler: Card | None = None


@dataclass(frozen=True, slots=True)
class LeaveNeutral:
    """Leave a captured place neutral."""


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """Return an empire card from a lost siege."""

    card: Card


@dataclass(frozen=True, slots=True)
class NameCard:
    """Name the empire card to return should the siege of a place be lost."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: this card is drawn."""

    card: Card


FreeAction: TypeAlias = MilitaryLeader | RetrieveReserve | HomeSupport | Withdraw
TurnAction: TypeAlias = (
    Settle
    | Develop
    | Fortify
    | Besiege
    | Reinforce
    | MilitaryLeader
    | Raid
    | Ambush
    | Convert
    | TakeMoney
    | Merchant
    | Trade
    | Piracy
    | Draft
    | Discard
    | Reserve
    | RetrieveReserve
    | Governor
    | Intendant
    | HomeSupport
    | Withdraw
    | Pass
    | EndTurn
)
Answer: TypeAlias = (
    Play | Done | Aim | Block | LetHappen | GiveUp | Resolve | Occupy | LeaveNeutral | ReturnCard | NameCard
)
Action: TypeAlias = TurnAction | Answer | Draw
TURN_ACTIONS: tuple[type[TurnAction], ...] = (
    Settle, Develop, Fortify, Besiege, Reinforce, MilitaryLeader, Raid, Ambush, Convert, TakeMoney, Merchant, Trade,
    Piracy, Draft, Discard, Reserve, RetrieveReserve, Governor, Intendant, HomeSupport, Withdraw, Pass, EndTurn,
)  # fmt: skip
ACTIONS: tuple[type[Action], ...] = (
    *TURN_ACTIONS, Play, Done, Aim, Block, LetHappen, GiveUp, Resolve, Occupy, LeaveNeutral, ReturnCard, NameCard, Draw,
)  # fmt: skip
