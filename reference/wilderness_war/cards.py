"""The deck: what is printed on the seventy strategy cards, and where each card is.

Cards are numbered in the order of `cards.csv`. One byte for each card says where it is: in the draw pile (kept as a
set), in a hand, in the discards, removed from the game or set aside.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple, NewType

from reference.kernel.canonical import Unreadable
from reference.kernel.columns import indexes, with_byte
from reference.wilderness_war.ch02_map import GAME
from reference.wilderness_war.sides import Side
from spec_tables.reader import rows

Card = NewType("Card", int)


class Event(StrEnum):
    """What a card's event is."""

    CAMPAIGN = "card-campaign"
    BASTIONS = "card-bastions"
    SURRENDER = "card-surrender"
    MASSACRE = "card-massacre"
    COEHORNS = "card-coehorns"
    FIELDWORKS = "card-fieldworks"
    AMBUSH = "card-ambush"
    BLOCKHOUSES = "card-blockhouses"
    FOUL_WEATHER = "card-foul-weather"
    SCHOONER = "card-schooner"
    CROGHAN = "card-croghan"
    AMPHIBIOUS = "card-amphibious"
    SQUADRONS = "card-squadrons"
    VAUDREUIL = "card-vaudreuil"
    NORTHERN = "card-northern"
    WESTERN = "card-western"
    IROQUOIS = "card-iroquois"
    MOHAWKS = "card-mohawks"
    CHEROKEES = "card-cherokees"
    UPRISING = "card-uprising"
    EASTON = "card-easton"
    DESERT = "card-desert"
    SMALLPOX = "card-smallpox"
    COURIER = "card-courier"
    BIGOT = "card-bigot"
    MINISTERIAL = "card-ministerial"
    DISPERSED = "card-dispersed"
    STINGY = "card-stingy"
    POLITICS = "card-colonial-politics"
    RAISE = "card-raise"
    RECRUITS = "card-recruits"
    TRANSPORTS = "card-transports"
    GERMANY = "card-germany"
    MILITIAS = "card-militias"
    RANGERS = "card-rangers"
    LIGHT = "card-light"
    FRENCH_REGULARS = "card-french-regulars"
    BRITISH_REGULARS = "card-british-regulars"
    HIGHLANDERS = "card-highlanders"
    QUIBERON = "card-quiberon"
    ROYAL_AMERICANS = "card-royal-americans"
    ACADIANS = "card-acadians"
    PITT = "card-pitt"
    DIPLOMATIC = "card-diplomatic"
    SHIRLEY = "card-shirley"


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card; `symbol` is the one side that may play the event, if it is not open to both."""

    id: str
    number: int
    name: str
    value: int
    symbol: Side | None
    response: bool
    remove: bool
    reshuffle: bool
    event: Event

    @property
    def rule(self) -> str:
        """Return the rule of the card's event."""
        return f"ww:{self.event.value}"


_ROWS = rows(GAME, "cards")
FACES: tuple[Face, ...] = tuple(
    Face(
        row.word("id"),
        row.number("number"),
        row.word("name"),
        row.number("value"),
        None if row.word("symbol") == "both" else Side(row.word("symbol")),
        row.flag("response"),
        row.flag("remove"),
        row.flag("reshuffle"),
        Event(row.word("rule")),
    )
    for row in _ROWS
)
DECK: tuple[Card, ...] = tuple(Card(index) for index in range(len(FACES)))
_CARD = {face.id: Card(index) for index, face in enumerate(FACES)}


def card(name: str) -> Card:
    """Return the card of that id."""
    if name not in _CARD:
        raise Unreadable("", f"{name!r} is no card")
    return _CARD[name]


class At(IntEnum):
    """Where a card is."""

    PILE = 0
    BRITISH = 1
    FRENCH = 2
    DISCARDS = 3
    REMOVED = 4
    ASIDE = 5


HAND = {Side.BRITISH: At.BRITISH, Side.FRENCH: At.FRENCH}


class Cards(NamedTuple):
    """The whole deck and what is remembered about its use.

    `held` are the sides that carried a card into this season, `passed` those that hold their last card now, `built`
    those whose last card play was construction; `reshuffle` says that SURRENDER! left a hand this season.
    """

    at: bytes = bytes(len(FACES))
    held: tuple[Side, ...] = ()
    passed: tuple[Side, ...] = ()
    built: tuple[Side, ...] = ()
    reshuffle: bool = False


def cards_at(cards: Cards, where: At) -> tuple[Card, ...]:
    """Return the cards in a place, in order."""
    return _cards_at(cards.at, where)


@lru_cache(maxsize=256)
def _cards_at(at: bytes, where: At) -> tuple[Card, ...]:
    return tuple([DECK[index] for index in indexes(at, where)])


def hand(cards: Cards, side: Side) -> tuple[Card, ...]:
    """Return a side's hand."""
    return cards_at(cards, HAND[side])


def put_card(cards: Cards, moved: Card, where: At) -> Cards:
    """Return the deck with a card in another place."""
    return cards._replace(at=with_byte(cards.at, moved, where))


def held_copy(cards: Cards, side: Side, event: Event) -> Card | None:
    """Return the first card with an event in a side's hand, if it holds one; copies are interchangeable."""
    place = HAND[side]
    return next((each for each in _COPIES[event] if cards.at[each] == place), None)


_COPIES: dict[Event, tuple[Card, ...]] = {
    event: tuple(each for each in DECK if FACES[each].event is event) for event in Event
}
