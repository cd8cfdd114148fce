"""The cards (Die Karten): two types, three colours, and the symbols in the scroll at the foot of each.

A card here is a kind of card: copies that nothing tells apart share one number. Location cards come first, in the
order of `location_cards.csv`, then empire cards. Piles are sorted bytes of such numbers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NewType

from reference.few_acres_of_snow.ch01_board import IDS, Place, place
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.tables import GAME
from reference.kernel.canonical import Unreadable
from reference.kernel.rules import rule
from spec_tables.reader import Row, rows

Card = NewType("Card", int)


class Transport(StrEnum):
    """The means of transport a link asks for."""

    BATEAU = "bateau"
    WAGON = "wagon"
    SHIP = "ship"


@dataclass(frozen=True, slots=True)
class Face:
    """What a kind of card shows: whose it is, its place if it names one, what the scroll says, what drafting costs."""

    id: str
    owner: Side | None
    place: Place | None
    copies: int
    initial: int
    cost: int
    scroll: tuple[tuple[str, int], ...]
    marked: bool
    links: tuple[tuple[Place, Transport], ...]

    @rule("fa:card.6")
    def shows(self, symbol: str) -> bool:
        """Say whether the scroll shows a symbol or names an ability."""
        return any(name == symbol for name, _ in self.scroll)

    def amount(self, symbol: str) -> int:
        """Return the number beside a symbol; 0 without the symbol."""
        return next((number for name, number in self.scroll if name == symbol), 0)


def _scroll(words: Iterable[str]) -> tuple[tuple[str, int], ...]:
    parts = (word.partition(":") for word in words)
    return tuple((name, int(number) if number else 1) for name, _, number in parts)


def _location_face(row: Row) -> Face:
    side = Side(row.word("side"))
    initial = int(row.flag("initial_deck"))
    named = (word.partition(":") for word in row.words("connections"))
    links = tuple((place(name), Transport(transport)) for name, _, transport in named)
    where = row.word("location")
    return Face(f"{side}_{where}", side, place(where), 1, initial, 0, _scroll(row.words("symbols")), False, links)


def _empire_faces() -> Iterator[Face]:
    """Return the empire cards; copies of the starting deck are a kind of their own only if they cost differently."""
    found: dict[str, Face] = {}
    for row in rows(GAME, "empire_cards"):
        owner, name = row.word("owner"), f"{row.word('owner')}_{row.word('id')}"
        count, initial, cost = row.number("count"), row.number("initial_deck"), row.number("cost")
        side = None if owner == "neutral" else Side(owner)
        same = found.get(name)
        if same is not None and same.cost == cost:
            count, initial = count + same.copies, initial + same.initial
        elif same is not None:
            found[f"{owner}_starting_{row.word('id')}"] = _renamed(same, f"{owner}_starting_{row.word('id')}")
        found[name] = Face(
            name, side, None, count, initial, cost, _scroll(row.words("functions")),
            row.flag("ambush_vulnerable"), (),
        )  # fmt: skip
    yield from found.values()


def _renamed(face: Face, name: str) -> Face:
    return Face(name, face.owner, None, face.copies, face.initial, face.cost, face.scroll, face.marked, ())


FACES = (*(_location_face(row) for row in rows(GAME, "location_cards")), *_empire_faces())
CARDS = tuple(Card(number) for number in range(len(FACES)))
CARD_IDS = tuple(face.id for face in FACES)
FIRST_EMPIRE = sum(face.place is not None for face in FACES)
PLACE_OF = tuple(face.place for face in FACES)
PLACE_AT = tuple(face.place for face in FACES if face.place is not None)
_BY_ID = {name: Card(number) for number, name in enumerate(CARD_IDS)}


def card(name: str) -> Card:
    """Return the kind of card of that id."""
    if name not in _BY_ID:
        raise Unreadable("", f"{name!r} is no card")
    return _BY_ID[name]


def _showing(symbol: str) -> frozenset[Card]:
    return frozenset(each for each in CARDS if FACES[each].shows(symbol))


CARRIERS = {transport: _showing(transport.value) for transport in Transport}
SETTLERS = _showing("settler")
FURS = _showing("fur")
TRADERS = _showing("trader")
SHIPS = CARRIERS[Transport.SHIP]
FORTIFICATIONS = _showing("fortification")
LEADERS = _showing("military_leader")
RAIDERS = _showing("raid")
AMBUSHERS = _showing("ambush")
RANGE_ONLY = _showing("raid_range_only")
CONVERTERS = _showing("conversion")
ATTACKERS = RAIDERS | AMBUSHERS | CONVERTERS
NATIVES = _showing("native")
GOVERNORS = _showing("governor")
INTENDANTS = _showing("intendant")
HOME_SUPPORTS = _showing("home_support")
RAID_BLOCKERS = _showing("block_raid")
AMBUSH_BLOCKERS = _showing("block_ambush")
DEFENDERS_ONLY = _showing("defender_only")
MARKED = frozenset(each for each in CARDS if FACES[each].marked)
MONEY = tuple(face.amount("money") for face in FACES)
MILITARY = tuple(face.amount("military") for face in FACES)
PLAY_COST = tuple(face.amount("play_cost") for face in FACES)
DRAFT_COST = tuple(face.cost for face in FACES)
CONVERTIBLE = frozenset(each for each in NATIVES if FACES[each].owner is None)


def is_location(which: Card) -> bool:
    """Say whether a card names a place; every other card is an empire card (card.1)."""
    return which < FIRST_EMPIRE


@rule("fa:card.2", "fa:draft.3")
def may_own(side: Side, which: Card) -> bool:
    """Say whether a card is of a side's colour or neutral."""
    return FACES[which].owner in (side, None)


@rule("fa:card.4", "fa:sym.1", "fa:sym.4", "fa:sym.7", "fa:faq.loc.2")
def carries(which: Card, transport: Transport) -> bool:
    """Say whether the scroll of a card shows a means of transport."""
    return which in CARRIERS[transport]


@rule("fa:card.4", "fa:sym.5")
def settles(which: Card) -> bool:
    """Say whether the scroll of a card shows a settler."""
    return which in SETTLERS


@cache
def location_cards() -> dict[tuple[Side, Place], Card]:
    """Return every location card by its side and place."""
    return {(face.owner, face.place): Card(n) for n, face in enumerate(FACES) if face.owner and face.place is not None}


@rule("fa:card.5", "fa:faq.loc.1")
def location_card(side: Side, where: Place) -> Card | None:
    """Return a side's card of a place; nothing if its set has none."""
    return location_cards().get((side, where))


_ST_JOHN, _DETROIT = place("fort_st_john"), place("detroit")
_ST_JOHN_ON_BOARD = tuple((place(name), Transport.BATEAU) for name in ("ticonderoga", "montreal", "trois_rivieres"))
_NIAGARA_BY_BATEAU = ((place("fort_niagara"), Transport.BATEAU),)


@cache
def _listed(which: Card, st_john: str, niagara: str) -> tuple[tuple[Place, Transport], ...]:
    face = FACES[which]
    if face.place == _ST_JOHN and st_john == "as_board":
        return _ST_JOHN_ON_BOARD
    if face.place == _DETROIT and niagara == "yes":
        return face.links + _NIAGARA_BY_BATEAU
    return face.links


@rule("fa:settle.2", "fa:siege.start.1", "fa:card.5")
def listed(which: Card, ruleset: Ruleset) -> tuple[tuple[Place, Transport], ...]:
    """Return the places a location card lists, each with the transport it asks for."""
    return _listed(which, ruleset.fort_st_john_card, ruleset.detroit_card_lists_niagara)


@rule("fa:settle.2", "fa:siege.start.1", "fa:board.9", "fa:board.10")
def transport_to(which: Card, where: Place, ruleset: Ruleset) -> Transport | None:
    """Return the transport by which a card lists a place; nothing if it does not list it."""
    return next((transport for to, transport in listed(which, ruleset) if to == where), None)


@rule("fa:list.1", "fa:list.4", "fa:comp.3", "fa:list.7")
def copies(which: Card, ruleset: Ruleset) -> int:
    """Return how many cards of a kind are in the game."""
    if which == _FRENCH_BATEAUX and ruleset.french_bateaux_start == "no":
        return 0
    return FACES[which].copies


_FRENCH_BATEAUX = card("french_bateaux")

# ---------------------------------------------------------------- piles

EMPTY = b""


def pile(cards: Iterable[int]) -> bytes:
    """Return cards as a pile without order."""
    return bytes(sorted(cards))


def plus(cards: bytes, *added: int) -> bytes:
    """Return a pile with further cards."""
    return bytes(sorted((*cards, *added)))


def without(cards: bytes, removed: int) -> bytes:
    """Return a pile without one card of a kind that is in it."""
    at = cards.index(removed)
    return cards[:at] + cards[at + 1 :]


def names(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of cards."""
    return tuple(CARD_IDS[each] for each in cards)


def place_name(which: Card) -> str:
    """Return the id of the place a location card names."""
    where = PLACE_OF[which]
    return "" if where is None else IDS[where]


LEADER_OF = tuple(next(each for each in sorted(LEADERS) if FACES[each].owner is side) for side in SIDES)
HOME_SUPPORT_OF = tuple(next(each for each in sorted(HOME_SUPPORTS) if FACES[each].owner is side) for side in SIDES)
TRADER_OF = tuple(next(each for each in sorted(TRADERS) if FACES[each].owner is side) for side in SIDES)
GOVERNOR_OF = tuple(next(each for each in sorted(GOVERNORS) if FACES[each].owner is side) for side in SIDES)
INTENDANT = next(iter(INTENDANTS))
LOUISBOURG_CARD = card("french_louisbourg")
