"""Finite domains, gone through in full against slower statements of the same rules."""

from functools import cache
from itertools import combinations

import pytest

from oracle.choices import Dice
from properties.few_acres_of_snow.explorer import GAME, rules
from reference.few_acres_of_snow import ch08_sieges, ch11_raids
from reference.few_acres_of_snow.ch01_board import (
    EMPTY_BOARD,
    IDS,
    JOINTS,
    LOCATIONS,
    PLACES,
    Kind,
    Place,
    code,
    place,
    with_fort,
    with_piece,
)
from reference.few_acres_of_snow.ch02_cards import CARDS, FACES, FIRST_EMPIRE
from reference.few_acres_of_snow.ch07_location_cards import can_be_supplied, is_linked, is_usable
from reference.few_acres_of_snow.ch09_siege_victory import leads_enough
from reference.few_acres_of_snow.ch16_end import capture_points, place_points
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State
from reference.kernel.rules import proves

BOTH_RANGES = ("first", "first+raid_range=cards_plus_one", "online", "online+raid_range=cards")


@cache
def start(name: str) -> State:
    return GAME.place({}, rules(name))


def state_of(pieces: dict[str, int], name: str = "first", forts: tuple[str, ...] = ()) -> State:
    board = EMPTY_BOARD
    for where, piece in pieces.items():
        board = with_piece(board, place(where), piece)
    for where in forts:
        board = with_fort(board, place(where), present=True)
    return start(name)._replace(board=board)


# ---------------------------------------------------------------- sieges


@proves("fa:siege.start.6", "fa:siege.start.7", "fa:siege.start.8", "fa:siege.start.9", "fa:aid.siege.2",
        "fa:siege.loc.1", "fa:reinforce.6", "fa:faq.siege.2", "fa:faq.map.2", "fa:faq.siege.3")  # fmt: skip
@pytest.mark.parametrize("name", ["first", "second", "online"])
def test_every_siege_opens_where_its_sum_says(name: str) -> None:
    for side in SIDES:
        for where in PLACES:
            for fort in (False, True):
                state = state_of({IDS[where]: code(side.enemy, Kind.VILLAGE)}, name, (IDS[where],) if fort else ())
                for which in CARDS:
                    face, location = FACES[which], LOCATIONS[where]
                    port = location.ship if name == "first" else location.siege_ship
                    force = max(face.amount("military"), int(face.shows("ship") and port))
                    expected = -1 - location.bonus - (2 if fort else 0) + force
                    if name != "online":
                        expected = max(expected, -5 if side is Side.BRITISH else -4)
                    assert ch08_sieges.opening_marker(state, side, where, which) == expected


@proves("fa:siege.win.2", "fa:siege.win.10", "fa:aid.siege.4", "fa:faq.siege.3")
def test_every_marker_wins_for_the_right_side_and_stays_on_its_track() -> None:
    for marker in range(-30, 31):
        assert leads_enough(marker, attacking=True) == (marker >= 2)
        assert leads_enough(marker, attacking=False) == (marker <= -1)
        for side, ends in ((Side.BRITISH, (-5, 7)), (Side.FRENCH, (-4, 7))):
            assert ch08_sieges.on_track(marker, side, rules("first")) == sorted((marker, *ends))[1]
            assert ch08_sieges.on_track(marker, side, rules("online")) == marker


# ---------------------------------------------------------------- supply


def _joined(a: Place, b: Place) -> bool:
    """Say whether supply runs between two places, from the tables alone."""
    printed = any({a, b} == {each.a, each.b} and each.kind.value != "indian_path" for each in JOINTS)
    lakes = [{each.lake for each in JOINTS if end in (each.a, each.b) and each.lake} for end in (a, b)]
    return printed or (LOCATIONS[a].ship and LOCATIONS[b].ship) or bool(lakes[0] & lakes[1])


JOINED = {(a, b) for a in PLACES for b in PLACES if a != b and _joined(a, b)}


def _linked_by_definition(held: frozenset[Place], home: Place, needs_control: bool) -> frozenset[Place]:
    """Grow the set of linked places until nothing is added."""
    if needs_control and home not in held:
        return frozenset()
    found = {home}
    while more := {each for each in held - found if any((each, near) in JOINED for near in found)}:
        found |= more
    return frozenset(found) & held


@proves("fa:loccard.1", "fa:loccard.2", "fa:faq.supply.1", "fa:faq.supply.2", "fa:aid.loc.1",
        "fa:aid.loc.2", "fa:aid.loc.3", "fa:loccard.3")  # fmt: skip
def test_links_agree_with_brute_force_over_thousands_of_boards() -> None:
    dice = Dice(1)
    for number in range(700):
        name = ("first", "first+supply_origin_needs_control=yes")[number % 2]
        pieces = {IDS[where]: dice.choice((0, 0, 1, 2, 3, 4)) for where in PLACES}
        state = state_of(pieces, name)
        for side, home in ((Side.BRITISH, place("boston")), (Side.FRENCH, place("quebec"))):
            own = (1, 2) if side is Side.BRITISH else (3, 4)
            held = frozenset(where for where in PLACES if pieces[IDS[where]] in own)
            linked = _linked_by_definition(held, home, number % 2 == 1)
            assert frozenset(where for where in PLACES if is_linked(state, side, where)) == linked
            besieged = dice.choice(PLACES)
            siege = state._replace(sieges=(Siege(besieged, 0), None))
            usable = {FACES[each].place for each in CARDS[:FIRST_EMPIRE] if is_usable(siege, side, each)}
            cards = {face.place for face in FACES if face.owner is side and face.place is not None}
            assert usable == {where for where in linked if where != besieged and where in cards}


@proves("fa:loccard.1", "fa:loccard.2", "fa:faq.supply.1", "fa:faq.supply.2", "fa:aid.loc.2")
@pytest.mark.parametrize("name", ["first", "first+supply_origin_needs_control=yes"])
@pytest.mark.parametrize("side", SIDES)
def test_links_agree_with_brute_force_for_every_pair_of_places_held_or_lost(side: Side, name: str) -> None:
    """Given one or two places held and no more, or all but one or two, then the chain is that of all joints."""
    home, own = (place("boston"), 1) if side is Side.BRITISH else (place("quebec"), 3)
    needs_control = rules(name).supply_origin_needs_control == "yes"
    everything = frozenset(PLACES)
    few = [frozenset(each) for size in range(3) for each in combinations(PLACES, size)]
    for held in (*few, *(everything - each for each in few), *({home, *each} for each in few)):
        state = state_of({IDS[where]: own for where in held}, name)
        linked = _linked_by_definition(frozenset(held), home, needs_control)
        assert frozenset(where for where in PLACES if is_linked(state, side, where)) == linked


@proves("fa:reinforce.4")
def test_reinforcements_reach_what_lies_in_or_next_to_the_chain() -> None:
    dice = Dice(2)
    new_york = place("new_york")
    for number in range(600):
        name = ("first", "first+supply_origin_needs_control=yes")[number % 2]
        pieces = {IDS[where]: dice.choice((0, 0, 1, 2, 3, 4)) for where in PLACES}
        state = state_of(pieces, name)
        for side, home in ((Side.BRITISH, place("boston")), (Side.FRENCH, place("quebec"))):
            own = (1, 2) if side is Side.BRITISH else (3, 4)
            held = frozenset(where for where in PLACES if pieces[IDS[where]] in own)
            area = _linked_by_definition(held, home, number % 2 == 1) | (set() if number % 2 else {home})
            if side is Side.BRITISH and new_york in held:
                area |= _linked_by_definition(held, new_york, True)
            for where in PLACES:
                near = any((where, other) in JOINED for other in area)
                expected = where in area or (near and where not in held)
                assert can_be_supplied(state, side, where) == expected


# ---------------------------------------------------------------- raids


ON_BOARD = {(each.a, each.b) for each in JOINTS if each.on_board and each.kind.value != "sea"}
NEXT = {where: {b for a, b in ON_BOARD if a == where} | {a for a, b in ON_BOARD if b == where} for where in PLACES}


@cache
def _routes(origin: Place, length: int, stops: frozenset[Place]) -> set[Place]:
    """Return the ends of all routes of so many links that visit no place twice, spelled out."""
    routes: list[tuple[Place, ...]] = [(origin,)]
    for step in range(length):
        routes = [
            (*route, to)
            for route in routes
            for to in NEXT[route[-1]]
            if to not in route and (step == 0 or route[-1] not in stops)
        ]
    return {route[-1] for route in routes}


@proves("fa:raid.2", "fa:raid.3", "fa:raid.5", "fa:raid.6", "fa:raid.7", "fa:raid.12", "fa:aid.raid.2", "fa:aid.raid.3",
        "fa:raid.8", "fa:fortify.5", "fa:aid.raid.4")  # fmt: skip
@pytest.mark.parametrize("name", BOTH_RANGES)
def test_raids_reach_exactly_the_places_some_route_leads_to(name: str) -> None:
    """Given every origin, target and number of cards, with and without a fort, the reach is that of all routes."""
    ruleset = rules(name)
    extra = 1 if ruleset.raid_range == "cards_plus_one" else 0
    dice = Dice(name)
    for origin in PLACES:
        fort = dice.choice(PLACES)
        for forts in ((), (IDS[fort],)):
            board = state_of({IDS[origin]: code(Side.FRENCH, Kind.VILLAGE)}, name, forts).board
            stops = frozenset(map(place, forts))
            by_length = [_routes(origin, length, stops) for length in range(1, 5 + extra)]
            enemies = board
            for where in PLACES:
                if where != origin:
                    enemies = with_piece(enemies, where, code(Side.BRITISH, Kind.VILLAGE))
            for count in range(1, 5):
                full = count + extra
                exact = count > 1 and ruleset.raid_distance == "exact_beyond_one_card"
                lengths = range(full, full + 1) if exact else range(1, full + 1)
                expected = {to for length in lengths for to in by_length[length - 1]} - {origin}
                found = ch11_raids.reached(board, Side.FRENCH, frozenset(), count, ruleset)
                assert set(found) - {origin} == expected
                state = start(name)._replace(board=enemies)
                assert set(ch11_raids.targets(state, Side.FRENCH, count)) == {
                    where for where in expected if IDS[where] not in forts
                }


# ---------------------------------------------------------------- scoring


@proves("fa:end.4", "fa:end.7", "fa:aid.end.3")
def test_captures_are_worth_two_and_four() -> None:
    for villages in range(19):
        for towns in range(13):
            assert capture_points(villages, towns) == 2 * villages + 4 * towns


@proves("fa:end.6", "fa:aid.end.3", "fa:board.5")
def test_every_pair_of_places_scores_its_printed_points() -> None:
    for a, b in combinations(PLACES, 2):
        for first in range(5):
            state = state_of({IDS[a]: first, IDS[b]: 2})
            british = LOCATIONS[a].points * {1: 1, 2: 2}.get(first, 0) + 2 * LOCATIONS[b].points
            assert place_points(state, Side.BRITISH) == british
            assert place_points(state, Side.FRENCH) == LOCATIONS[a].points * {3: 1, 4: 2}.get(first, 0)
