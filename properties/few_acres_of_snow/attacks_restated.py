"""Raids and sieges stated a second time, from the rulebook's chapters on them, as sets of what they can lead to.

A table is who holds which places with what, both hands and both purses. A raid or siege is not followed card by card:
for every choice of cards, target and answer the rules name, its result is written down whole. Nothing of `reference/`
is used; what is printed comes from the tables.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from spec_tables.reader import Row, rows

GAME = "few_acres_of_snow"
BRITISH, FRENCH = "british", "french"
ENEMY = {BRITISH: FRENCH, FRENCH: BRITISH}
PLACES: dict[str, Row] = {row.word("id"): row for row in rows(GAME, "locations")}
LINKS = rows(GAME, "connections")
HOME = {BRITISH: "boston", FRENCH: "quebec"}
CARDS: dict[str, set[str]] = {
    **{f"{row.word('owner')}_{row.word('id')}": {*row.words("functions")} for row in rows(GAME, "empire_cards")},
    **{f"{row.word('side')}_{row.word('location')}": {*row.words("symbols")} for row in rows(GAME, "location_cards")},
}


def able(ability: str) -> set[str]:
    """Give the cards that say they can do something."""
    return {name for name, scroll in CARDS.items() if ability in {word.partition(":")[0] for word in scroll}}


RAIDERS, HELPERS, NATIVES, BLOCKERS = able("raid"), able("raid_range_only"), able("native"), able("block_raid")

Cards = tuple[str, ...]


class Customs(NamedTuple):
    """What editions differ in."""

    extra_link: bool = False
    full_distance: bool = False
    own_forts_bar: bool = True


class Table(NamedTuple):
    """What lies on the table: pieces as (owner, kind, fort) by place, hands, discard piles, money and captures."""

    places: frozenset[tuple[str, str, str, bool]]
    hands: tuple[Cards, Cards]
    discards: tuple[Cards, Cards]
    money: tuple[int, int]
    taken: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))


def seat(side: str) -> int:
    return 0 if side == BRITISH else 1


def changed(pair: tuple[Cards, Cards], side: str, cards: Cards) -> tuple[Cards, Cards]:
    return (cards, pair[1]) if side == BRITISH else (pair[0], cards)


def less(cards: Cards, gone: Cards) -> Cards:
    left = [*cards]
    for card in gone:
        left.remove(card)
    return tuple(sorted(left))


def more(cards: Cards, added: Cards) -> Cards:
    return tuple(sorted((*cards, *added)))


def holder(table: Table, place: str) -> str | None:
    return next((owner for name, owner, _, _ in table.places if name == place), None)


def has_fort(table: Table, place: str) -> bool:
    return any(name == place and fort for name, _, _, fort in table.places)


# ---------------------------------------------------------------- supply


@cache
def supplied_next_to(place: str) -> frozenset[str]:
    """Give the places that supply reaches from a place: rivers, roads, all shores of a lake, and the sea."""
    found = {ends[1] for ends in _ends() if ends[0] == place and ends[2] != "indian_path"}
    found |= {other for other in PLACES if _on_one_lake(place, other)}
    if PLACES[place].flag("ship_symbol"):
        found |= {other for other, row in PLACES.items() if row.flag("ship_symbol")}
    return frozenset(found - {place})


def _ends() -> Iterator[tuple[str, str, str]]:
    for row in LINKS:
        yield row.word("a"), row.word("b"), row.word("kind")
        yield row.word("b"), row.word("a"), row.word("kind")


@cache
def _on_one_lake(one: str, other: str) -> bool:
    shores: dict[str, set[str]] = {}
    for row in LINKS:
        if row.text("lake"):
            shores.setdefault(row.text("lake"), set()).update((row.word("a"), row.word("b")))
    return one != other and any({one, other} <= shore for shore in shores.values())


def linked(table: Table, side: str) -> set[str]:
    """Give the places of a side that a chain of its places joins to its home place, which itself may be lost."""
    held = {name for name, owner, _, _ in table.places if owner == side}
    found = {HOME[side]}
    while grown := {name for name in held - found if supplied_next_to(name) & found}:
        found |= grown
    return found & held


# ---------------------------------------------------------------- raids


@cache
def raided_next_to(place: str) -> frozenset[str]:
    """Give the places a raid reaches over one link: rivers, roads, lakes and Indian paths, never the sea."""
    printed = [row for row in LINKS if row.flag("raid")]
    found = {row.word("b") for row in printed if row.word("a") == place}
    found |= {row.word("a") for row in printed if row.word("b") == place}
    return frozenset(found | {other for other in PLACES if _on_one_lake(place, other)})


def routes(table: Table, side: str, length: int, customs: Customs) -> set[str]:
    """Give the ends of every route of so many links from a place of a side, past no place twice and past no fort."""
    found: list[Cards] = [(name,) for name, owner, _, _ in table.places if owner == side]
    for _ in range(length):
        found = [
            (*route, to)
            for route in found
            if len(route) == 1 or not bars(table, side, route[-1], customs)
            for to in raided_next_to(route[-1])
            if to not in route
        ]
    return {route[-1] for route in found}


def bars(table: Table, side: str, place: str, customs: Customs) -> bool:
    return has_fort(table, place) and (customs.own_forts_bar or holder(table, place) != side)


def raid_targets(table: Table, side: str, cards: int, customs: Customs) -> set[str]:
    furthest = cards + customs.extra_link
    nearest = furthest if customs.full_distance and cards > 1 else 1
    reached = {to for length in range(nearest, furthest + 1) for to in routes(table, side, length, customs)}
    return {to for to in reached if holder(table, to) == ENEMY[side] and not has_fort(table, to)}


def raid_results(table: Table, side: str, customs: Customs, villages: int = 18) -> set[Table]:
    """Give every table that one raid of a side can lead to."""
    own, hand = seat(side), table.hands[seat(side)]
    usable = tuple(card for card in hand if card in RAIDERS | HELPERS)
    found = set()
    for size in range(1, len(usable) + 1):
        for cards in {*combinations(usable, size)}:
            price = sum(card in NATIVES for card in cards)
            if not RAIDERS & {*cards} or price > table.money[own]:
                continue
            left = tuple(amount - price * (number == own) for number, amount in enumerate(table.money))
            declared = table._replace(
                hands=changed(table.hands, side, less(hand, cards)),
                discards=changed(table.discards, side, more(table.discards[own], cards)),
                money=(left[0], left[1]),
            )
            for target in raid_targets(table, side, size, customs):
                found |= {*answered(declared, side, target, villages)}
    return found


def answered(table: Table, side: str, target: str, villages: int) -> Iterator[Table]:
    """Give what a declared raid leads to: it succeeds, or a card of the victim blocks it, or that of the place."""
    victim = ENEMY[side]
    hand = table.hands[seat(victim)]
    yield raided(table, side, target, villages)
    own_card = {f"{victim}_{target}"} if target in linked(table, victim) else set()
    for card in {*hand} & (BLOCKERS | own_card):
        yield table._replace(
            hands=changed(table.hands, victim, less(hand, (card,))),
            discards=changed(table.discards, victim, more(table.discards[seat(victim)], (card,))),
        )


def raided(table: Table, side: str, target: str, villages: int) -> Table:
    """Take the piece; in place of a town its owner puts a village, if he has one."""
    ((name, owner, kind, fort),) = (each for each in table.places if each[0] == target)
    places = table.places - {(name, owner, kind, fort)}
    placed = sum(each[1:3] == (owner, "village") for each in table.places)
    in_stock = villages - placed - table.taken[seat(side)][0]
    if kind == "town" and in_stock > 0:
        places |= {(name, owner, "village", fort)}
    before = table.taken[seat(side)]
    after = (before[0] + (kind == "village"), before[1] + (kind == "town"))
    taken = (after, table.taken[1]) if side == BRITISH else (table.taken[0], after)
    return table._replace(places=places, taken=taken)


# ---------------------------------------------------------------- sieges


class Siege(NamedTuple):
    """How a siege stands: the marker counted towards the attacker, and the cards of attacker and defender."""

    marker: int
    attackers: Cards
    defenders: Cards


class Cast(NamedTuple):
    """A place that may be besieged, and by whom."""

    attacker: str
    place: str


TRACK = {BRITISH: (-5, 7), FRENCH: (-4, 7)}


def on_track(marker: int, attacker: str) -> int:
    least, most = TRACK[attacker]
    return sorted((least, marker, most))[1]


def number_on(card: str, symbol: str) -> int:
    return sum(int(number or 1) for word, _, number in (each.partition(":") for each in CARDS[card]) if word == symbol)


def force_at(card: str, place: str) -> int:
    """Give a card's strength: its military symbols, or one for a ship at a place with a ship symbol, never both."""
    return max(number_on(card, "military"), int(card in able("ship") and PLACES[place].flag("ship_symbol")))


def reached_by(card: str, place: str) -> str:
    """Give the transport by which a location card lists a place; nothing if it does not."""
    listed = (row for row in rows(GAME, "location_cards") if f"{row.word('side')}_{row.word('location')}" == card)
    links = (each.partition(":") for row in listed for each in row.words("connections"))
    return next((transport for to, _, transport in links if to == place), "")


def openings(table: Table, cast: Cast) -> set[tuple[Table, Siege]]:
    """Give every siege that can be opened: the card of an own place, another that carries, a third that fights."""
    side, hand, found = cast.attacker, table.hands[seat(cast.attacker)], set()
    home = linked(table, side)
    working = [n for n, card in enumerate(hand) if not _is_location(card, side) or _place(card) in home]
    for base in working:
        transport = reached_by(hand[base], cast.place)
        for carrier in (n for n in working if n != base and transport and hand[n] in able(transport)):
            for fighter in (n for n in working if n not in (base, carrier)):
                strength, price = force_at(hand[fighter], cast.place), siege_price(hand[fighter])
                if not strength or hand[fighter] in able("defender_only") or price > table.money[seat(side)]:
                    continue
                spent = (hand[base], hand[carrier])
                marker = on_track(strength - defence(table, cast.place), side)
                money = tuple(amount - price * (n == seat(side)) for n, amount in enumerate(table.money))
                found.add(
                    (
                        table._replace(
                            hands=changed(table.hands, side, less(hand, (*spent, hand[fighter]))),
                            discards=changed(table.discards, side, more(table.discards[seat(side)], spent)),
                            money=(money[0], money[1]),
                        ),
                        Siege(marker, (hand[fighter],), ()),
                    )
                )
    return found


def siege_price(card: str) -> int:
    return number_on(card, "play_cost") if number_on(card, "military") else 0


def _is_location(card: str, side: str) -> bool:
    return card.removeprefix(f"{side}_") in PLACES


def _place(card: str) -> str:
    return card.partition("_")[2]


def defence(table: Table, place: str) -> int:
    return 1 + PLACES[place].number("defence_bonus") + 2 * has_fort(table, place)


def wins(siege: Siege, *, attacking: bool) -> bool:
    """Say whether who begins a turn has won: two ahead as attacker, one as defender."""
    return siege.marker >= 2 if attacking else siege.marker <= -1


class End(NamedTuple):
    """What a decided siege leaves: the table, and the cards that went back to available piles."""

    table: Table
    returned: tuple[str, str] | None
    gained: str | None


def settlements(table: Table, siege: Siege, cast: Cast, winner: str) -> set[End]:
    """Give everything that a decided siege can lead to.

    A winning attacker takes the piece and fort, and may put a village there, with a settler card where the place asks
    for one. The loser gives back one of his empire cards, if he has any; all other cards go to the discard piles.
    """
    attacker, loser, found = cast.attacker, ENEMY[winner], set()
    cards = {attacker: siege.attackers, ENEMY[attacker]: siege.defenders}
    backs: list[str | None] = [card for card in {*cards[loser]} if not _is_location(card, loser)] or [None]
    for taken, gained in occupations(table, cast) if winner == attacker else [(table, None)]:
        for back in backs:
            discards = taken.discards
            for side in ENEMY:
                rest = less(cards[side], (back,)) if side == loser and back else cards[side]
                discards = changed(discards, side, more(discards[seat(side)], rest))
            pile = None if back is None else (back, "display" if back.startswith("neutral_") else loser)
            found.add(End(taken._replace(discards=discards), pile, gained))
    return found


def occupations(table: Table, cast: Cast) -> Iterator[tuple[Table, str | None]]:
    """Give what becomes of a place taken: left neutral, or settled, for a settler card if it asks for one."""
    side, place = cast.attacker, cast.place
    ((name, owner, kind, fort),) = (each for each in table.places if each[0] == place)
    before = table.taken[seat(side)]
    after = (before[0] + (kind == "village"), before[1] + (kind == "town"))
    captures = (after, table.taken[1]) if side == BRITISH else (table.taken[0], after)
    neutral = table._replace(places=table.places - {(name, owner, kind, fort)}, taken=captures)
    yield neutral, None
    settled = neutral._replace(places=neutral.places | {(place, side, "village", False)})
    gained = f"{side}_{place}"
    with_card = settled._replace(
        discards=changed(settled.discards, side, more(settled.discards[seat(side)], (gained,)))
    )
    if not PLACES[place].flag("settler_symbol"):
        yield with_card, gained
        return
    hand = table.hands[seat(side)]
    for card in able("settler") & {*hand}:
        if not _is_location(card, side) or _place(card) in linked(neutral, side):
            yield (
                with_card._replace(
                    hands=changed(table.hands, side, less(hand, (card,))),
                    discards=changed(with_card.discards, side, more(with_card.discards[seat(side)], (card,))),
                ),
                gained,
            )


def reinforcements(table: Table, siege: Siege, cast: Cast, actor: str) -> set[tuple[Table, Siege, int]]:
    """Give what one card in a running siege can lead to, with the actions left of two: a leader costs none."""
    attacking = actor == cast.attacker
    if not is_supplied(table, actor, cast.place):
        return set()
    hand, found = table.hands[seat(actor)], set()
    home = linked(table, actor)
    for card in {*hand}:
        force, price = force_at(card, cast.place), siege_price(card)
        works = not _is_location(card, actor) or (_place(card) in home and _place(card) != cast.place)
        if not works or not force or price > table.money[seat(actor)]:
            continue
        if attacking and card in able("defender_only"):
            continue
        marker = on_track(siege.marker + (force if attacking else -force), cast.attacker)
        cards = (more(siege.attackers, (card,)), siege.defenders)
        if not attacking:
            cards = (siege.attackers, more(siege.defenders, (card,)))
        money = tuple(amount - price * (n == seat(actor)) for n, amount in enumerate(table.money))
        left = table._replace(hands=changed(table.hands, actor, less(hand, (card,))), money=(money[0], money[1]))
        found.add((left, Siege(marker, *cards), 2 if card in able("military_leader") else 1))
    return found


def is_supplied(table: Table, side: str, place: str) -> bool:
    return place in supplied_places(table, side)


def supplied_places(table: Table, side: str) -> set[str]:
    """Give the places whose siege reinforcements reach: one's own in the chain from home, or the enemy's next to it.

    The chain of the British may begin in New York, too.
    """
    held = {name for name, owner, _, _ in table.places if owner == side}
    found = {HOME[side]} | ({"new_york"} & held if side == BRITISH else set())
    while grown := {name for name in held - found if supplied_next_to(name) & found}:
        found |= grown
    return found | {name for name in {*PLACES} - held if supplied_next_to(name) & found}
