"""What board and cards show, said once more and held against what the rules make of it."""

from collections import Counter

import pytest

from reference.few_acres_of_snow.actions import Draft
from reference.few_acres_of_snow.ch01_board import (
    IDS,
    JOINTS,
    LOCATIONS,
    PLACES,
    Link,
    Place,
    carries_raids,
    carries_supply,
    joined_by_lake,
    joined_by_sea,
    place,
    ships_fight_at,
)
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    CARDS,
    FACES,
    FIRST_EMPIRE,
    Transport,
    card,
    carries,
    copies,
    listed,
    names,
    settles,
    transport_to,
)
from reference.few_acres_of_snow.ch03_setup import available, initial_deck, neutral_display, starting_board
from reference.few_acres_of_snow.ch06_expansion import settler_needed
from reference.few_acres_of_snow.ch08_sieges import opening_marker, starting_point, strength
from reference.few_acres_of_snow.ch12_ambushes import can_be_lost
from reference.few_acres_of_snow.ch14_card_management import draft_violations
from reference.few_acres_of_snow.ch16_end import place_points
from reference.few_acres_of_snow.frames import AmbushLoss, ConversionLoss
from reference.few_acres_of_snow.positions import place_text
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import placed, rules

POINTS = {
    6: "quebec",
    4: "albany deerfield detroit fort_duquesne louisbourg montreal",
    3: "port_royal trois_rivieres",
    2: "boston new_haven new_york norfolk pemaquid philadelphia baltimore canso fort_frontenac fort_niagara "
    "halifax oswego richmond tadoussac michillimackinac",
    1: "st_marys cumberland fort_presquisle gaspe",
}
BONUS = {"quebec": 2, "boston": 1, "new_york": 1, "louisbourg": 1, "montreal": 1}
SHIP_PLACES = [
    "boston",
    "new_haven",
    "new_york",
    "norfolk",
    "pemaquid",
    "philadelphia",
    "st_marys",
    "baltimore",
    "canso",
    "fort_beausejour",
    "gaspe",
    "halifax",
    "louisbourg",
    "port_royal",
    "tadoussac",
    "trois_rivieres",
    "quebec",
]
NO_SHIPS_IN_SIEGES = {"fort_beausejour", "trois_rivieres"}
NO_SETTLER = [
    "fort_beausejour",
    "fort_duquesne",
    "fort_frontenac",
    "fort_halifax",
    "fort_niagara",
    "fort_presquisle",
    "fort_st_john",
    "fort_stanwix",
    "fort_venango",
    "fort_william_henry",
    "kennebec",
    "oswego",
    "ticonderoga",
    "michillimackinac",
]
START = {
    "british town": "boston new_york",
    "british village": "new_haven norfolk pemaquid philadelphia st_marys",
    "french town": "quebec",
    "french village": "gaspe louisbourg port_royal tadoussac trois_rivieres montreal",
}
LINKS_INDIAN_PATH = [
    "boston-deerfield",
    "philadelphia-cumberland",
    "baltimore-cumberland",
    "canso-fort_beausejour",
    "cumberland-richmond",
    "deerfield-fort_halifax",
    "deerfield-fort_william_henry",
    "fort_beausejour-halifax",
    "fort_beausejour-port_royal",
]
LINKS_LAKE = [
    "detroit-fort_niagara",
    "detroit-fort_presquisle",
    "detroit-michillimackinac",
    "fort_frontenac-fort_niagara",
    "fort_frontenac-oswego",
    "fort_niagara-fort_presquisle",
    "fort_niagara-oswego",
]
LINKS_RIVER = [
    "new_haven-deerfield",
    "new_york-albany",
    "norfolk-richmond",
    "pemaquid-fort_halifax",
    "st_marys-cumberland",
    "albany-fort_stanwix",
    "albany-fort_william_henry",
    "fort_duquesne-fort_venango",
    "fort_frontenac-montreal",
    "fort_presquisle-fort_venango",
    "fort_st_john-ticonderoga",
    "fort_st_john-trois_rivieres",
    "fort_st_john-montreal",
    "fort_stanwix-oswego",
    "fort_william_henry-ticonderoga",
    "kennebec-quebec",
    "trois_rivieres-montreal",
    "trois_rivieres-quebec",
    "st_marys-baltimore",
    "st_marys-richmond",
    "tadoussac-quebec",
]
LINKS_ROAD = ["cumberland-fort_duquesne", "fort_halifax-kennebec"]
LAKES = {
    "erie": "detroit fort_niagara fort_presquisle",
    "huron": "detroit michillimackinac",
    "ontario": "fort_frontenac fort_niagara oswego",
}
CARD_ONLY = ["st_marys-baltimore", "st_marys-richmond", "tadoussac-quebec"]
# Symbols of a location card, then the places it lists, each by ship, bateau or wagon.
LOCATION_CARDS = """
british_boston: ship settler military:1 money:3 > new_york/s new_haven/s pemaquid/s port_royal/s halifax/s
british_new_haven: ship money:2 > deerfield/b new_york/s boston/s pemaquid/s
british_new_york: ship settler military:1 money:3 > albany/b philadelphia/s new_haven/s boston/s
british_norfolk: ship money:2 > richmond/b st_marys/s baltimore/s
british_pemaquid: fur > fort_halifax/b boston/s new_haven/s fort_beausejour/s port_royal/s halifax/s
british_philadelphia: wagon settler money:3 > new_york/s new_haven/s st_marys/s baltimore/s
british_st_marys: bateau settler > richmond/b baltimore/b cumberland/b norfolk/s philadelphia/s
british_albany: bateau fur > fort_william_henry/b fort_stanwix/b new_york/b
british_baltimore: money:3 > st_marys/b norfolk/s philadelphia/s
british_canso: fur > halifax/s louisbourg/s port_royal/s
british_cumberland:  > st_marys/b fort_duquesne/w
british_deerfield: money:2 > new_haven/b
british_detroit: fur > michillimackinac/b fort_presquisle/b
british_fort_beausejour:  > pemaquid/s port_royal/s gaspe/s halifax/s canso/s
british_fort_duquesne: bateau fur > fort_venango/b cumberland/w
british_fort_frontenac: fur > montreal/b oswego/b fort_niagara/b
british_fort_halifax:  > pemaquid/b kennebec/w
british_fort_niagara: fur > fort_frontenac/b oswego/b fort_presquisle/b detroit/b
british_fort_presquisle: fur > detroit/b fort_niagara/b fort_venango/b
british_fort_st_john: fur > quebec/b ticonderoga/b
british_fort_stanwix: bateau > oswego/b albany/b
british_fort_venango: fur > fort_presquisle/b fort_duquesne/b
british_fort_william_henry: bateau > ticonderoga/b albany/b
british_gaspe:  > tadoussac/s louisbourg/s fort_beausejour/s
british_halifax: ship fur > fort_beausejour/s port_royal/s canso/s louisbourg/s pemaquid/s
british_kennebec:  >
british_louisbourg:  > gaspe/s tadoussac/s trois_rivieres/s quebec/s canso/s halifax/s port_royal/s fort_beausejour/s
british_oswego: bateau fur > fort_frontenac/b fort_niagara/b fort_stanwix/b
british_port_royal: ship > fort_beausejour/s halifax/s canso/s pemaquid/s louisbourg/s
british_richmond: money:2 > st_marys/b norfolk/b
british_tadoussac:  > quebec/b gaspe/s louisbourg/s
british_ticonderoga: fur > fort_st_john/b fort_william_henry/b
british_trois_rivieres: fur > quebec/b montreal/b fort_st_john/b
french_gaspe: fur > fort_beausejour/s louisbourg/s tadoussac/s
french_louisbourg: ship > canso/s fort_beausejour/s gaspe/s halifax/s port_royal/s tadoussac/s trois_rivieres/s quebec/s
french_montreal: bateau fur military:1 money:1 > fort_frontenac/b fort_st_john/b trois_rivieres/b
french_quebec: ship settler military:1 money:2 > kennebec/b tadoussac/b trois_rivieres/b gaspe/s louisbourg/s
french_port_royal: ship money:1 > pemaquid/s canso/s fort_beausejour/s halifax/s louisbourg/s
french_tadoussac: bateau fur > quebec/b gaspe/s louisbourg/s
french_trois_rivieres: bateau fur money:1 > fort_st_john/b montreal/b quebec/b
french_albany: bateau fur > new_york/b fort_stanwix/b fort_william_henry/b
french_canso: fur > halifax/s louisbourg/s port_royal/s
french_detroit: bateau fur > fort_presquisle/b michillimackinac/b
french_fort_beausejour: fur > pemaquid/s canso/s gaspe/s halifax/s port_royal/s
french_fort_duquesne: bateau fur > fort_venango/b
french_fort_frontenac: bateau fur > fort_niagara/b oswego/b montreal/b
french_fort_halifax:  > pemaquid/b
french_fort_niagara: bateau fur > detroit/b fort_frontenac/b fort_presquisle/b oswego/b
french_fort_presquisle: bateau fur > detroit/b fort_niagara/b fort_venango/b
french_fort_st_john: bateau fur > ticonderoga/b quebec/b
french_fort_stanwix:  > albany/b oswego/b
french_fort_venango: bateau fur > fort_duquesne/b fort_presquisle/b
french_fort_william_henry: bateau > albany/b ticonderoga/b
french_halifax: ship fur > pemaquid/s canso/s fort_beausejour/s louisbourg/s port_royal/s
french_kennebec:  >
french_michillimackinac: fur > detroit/b
french_oswego: bateau fur > fort_frontenac/b fort_niagara/b fort_stanwix/b
french_pemaquid: fur > fort_halifax/b boston/s fort_beausejour/s halifax/s port_royal/s
french_ticonderoga: bateau fur > fort_st_john/b fort_william_henry/b
"""
STARTING_LOCATIONS = [
    "british_boston",
    "british_new_haven",
    "british_new_york",
    "british_norfolk",
    "british_pemaquid",
    "british_philadelphia",
    "british_st_marys",
    "french_gaspe",
    "french_louisbourg",
    "french_montreal",
    "french_quebec",
    "french_port_royal",
    "french_tadoussac",
    "french_trois_rivieres",
]
# Copies, how many of them in the starting deck, price, what the scroll shows, and whether an ambush can hit it.
EMPIRE_CARDS = (
    ("british_bateaux", 1, 0, 0, "bateau", False),
    ("british_fortification", 1, 0, 0, "military:1 fortification defender_only block_raid", False),
    ("british_governor", 1, 0, 0, "governor", False),
    ("british_home_support", 1, 0, 5, "home_support free_action", False),
    ("british_indian_leader", 1, 0, 2, "conversion raid_range_only", False),
    ("british_military_leader", 1, 0, 5, "military:1 military_leader free_action", False),
    ("british_militia", 3, 0, 2, "military:1", True),
    ("british_rangers", 1, 0, 5, "military:1 raid ambush block_raid block_ambush", False),
    ("british_regular_infantry", 6, 0, 7, "military:2", True),
    ("british_settlers", 1, 0, 5, "settler", False),
    ("british_ships", 2, 0, 6, "ship", False),
    ("british_siege_artillery", 1, 0, 8, "military:3 play_cost:3", True),
    ("british_trader", 1, 0, 0, "trader", False),
    ("french_bateaux", 1, 1, 0, "bateau", False),
    ("french_regular_infantry", 1, 1, 0, "military:2", True),
    ("french_trader", 1, 1, 0, "trader", False),
    ("french_coureurs_de_bois", 1, 0, 0, "military:1 raid ambush block_raid block_ambush", False),
    ("french_fortification", 1, 0, 0, "military:1 fortification defender_only block_raid", False),
    ("french_governor", 1, 0, 0, "governor", False),
    ("french_home_support", 1, 0, 5, "home_support free_action", False),
    ("french_intendant", 1, 0, 0, "intendant play_cost:2", False),
    ("french_military_leader", 1, 0, 5, "military:1 military_leader free_action", False),
    ("french_militia", 3, 0, 2, "military:1 block_raid block_ambush", False),
    ("french_native_americans", 1, 0, 0, "raid ambush block_raid block_ambush native play_cost:1", False),
    ("french_priest", 2, 0, 2, "conversion raid_range_only", False),
    ("french_regular_infantry", 3, 0, 7, "military:2", True),
    ("french_ships", 1, 0, 6, "ship", False),
    ("french_siege_artillery", 1, 0, 8, "military:3 play_cost:3", True),
    ("french_trader", 1, 0, 0, "trader", False),
    ("neutral_fortification", 2, 0, 3, "military:1 fortification defender_only block_raid", False),
    ("neutral_native_americans", 5, 0, 0, "raid ambush block_raid block_ambush native play_cost:1", False),
    ("neutral_settlers", 2, 0, 7, "settler", False),
)

BY = {"s": Transport.SHIP, "b": Transport.BATEAU, "w": Transport.WAGON}


def pairs(texts: list[str]) -> set[frozenset[str]]:
    """Return links as pairs of places."""
    return {frozenset(text.split("-")) for text in texts}


def _words(shown: str) -> dict[str, int]:
    """Return symbols and words of a scroll with the number beside each."""
    return {part.partition(":")[0]: int(part.partition(":")[2] or 1) for part in shown.split()}


@proves("fa:end.6", "fa:board.5")
def test_a_village_brings_the_points_of_its_place_and_a_town_twice_as_many() -> None:
    points = {name: worth for worth, texts in POINTS.items() for name in texts.split()}
    for name in IDS:
        for piece, factor in (("village", 1), ("town", 2)):
            if name not in points and piece == "town":
                continue
            state = placed({"places": {name: f"french {piece}"}})
            worth = points.get(name, 0) * factor
            assert place_points(state, Side.FRENCH) == worth, name


@proves("fa:board.8", "fa:siege.start.8", "fa:siege.start.6", "fa:siege.start.9")
def test_a_siege_opens_against_one_and_the_bonus_of_the_place() -> None:
    state = placed({})
    plain, militia = card("british_trader"), card("british_militia")
    for where in PLACES:
        start = -1 - BONUS.get(IDS[where], 0)
        assert starting_point(state, where) == start, IDS[where]
        assert opening_marker(state, Side.BRITISH, where, plain) == start, IDS[where]
        assert opening_marker(state, Side.BRITISH, where, militia) == start + 1, IDS[where]


@proves("fa:board.6", "fa:board.16", "fa:loccard.4", "fa:board.7", "fa:faq.map.2", "fa:faq.siege.1")
def test_ships_sail_between_all_places_with_their_symbol_and_fight_at_all_but_two() -> None:
    for where in PLACES:
        name = IDS[where]
        other = place("halifax" if name != "halifax" else "canso")
        assert joined_by_sea(where, other) is (name in SHIP_PLACES), name
        assert ships_fight_at(where, rules("first+siege_ship_exceptions=no")) is (name in SHIP_PLACES), name
        fights = name in SHIP_PLACES and name not in NO_SHIPS_IN_SIEGES
        assert ships_fight_at(where, rules("first+siege_ship_exceptions=yes")) is fights, name


@proves("fa:settle.4", "fa:board.4")
def test_forts_and_four_other_places_ask_for_no_settler() -> None:
    assert {IDS[where] for where in PLACES if not settler_needed(where)} == set(NO_SETTLER)


@proves("fa:setup.6", "fa:board.1", "fa:board.2")
def test_the_starting_pieces_are_where_the_board_shows_them() -> None:
    start = {name: text for text, texts in START.items() for name in texts.split()}
    printed = {each.id: f"{each.owner} {each.piece}" for each in LOCATIONS}
    assert printed == {name: start.get(name, "none none") for name in IDS}
    board = starting_board()
    found = {IDS[where]: text for where in PLACES if (text := place_text(board, where))}
    assert found == start


# What the cards ask for to travel over a link by land or inland water.
BY_LAND = {Link.RIVER: {Transport.BATEAU}, Link.LAKE: {Transport.BATEAU}, Link.ROAD: {Transport.WAGON}}


def _travels(a: Place, b: Place) -> set[Transport]:
    """Return by what the cards of two places list each other, the sea apart."""
    cards = (each for each in CARDS[:FIRST_EMPIRE] if FACES[each].place in (a, b))
    found = {transport_to(each, b if FACES[each].place == a else a, rules()) for each in cards}
    return {each for each in found if each is not None and each is not Transport.SHIP}


@proves("fa:raid.5", "fa:faq.map.3", "fa:loccard.3", "fa:board.9", "fa:board.10", "fa:board.11", "fa:board.16")
def test_links_are_rivers_roads_lakes_and_paths_as_the_board_and_the_cards_have_them() -> None:
    kinds = {Link.RIVER: LINKS_RIVER, Link.ROAD: LINKS_ROAD, Link.LAKE: LINKS_LAKE, Link.INDIAN_PATH: LINKS_INDIAN_PATH}
    for kind, texts in kinds.items():
        found = [frozenset((IDS[each.a], IDS[each.b])) for each in JOINTS if each.kind is kind]
        assert len(found) == len(set(found))
        assert set(found) == pairs(texts), kind
        assert carries_supply(kind) is (kind is not Link.INDIAN_PATH)
        for a, b in found:
            assert _travels(place(a), place(b)) == BY_LAND.get(kind, set()), (a, b)
    barred = {frozenset((IDS[each.a], IDS[each.b])) for each in JOINTS if not carries_raids(each, rules())}
    assert barred == pairs(CARD_ONLY)


@proves("fa:loccard.5", "fa:raid.6", "fa:aid.loc.4", "fa:faq.map.1")
def test_places_on_one_lake_are_joined() -> None:
    for a in PLACES:
        for b in PLACES:
            one_lake = a != b and any({IDS[a], IDS[b]} <= set(shore.split()) for shore in LAKES.values())
            assert joined_by_lake(a, b) is one_lake, (IDS[a], IDS[b])
    assert {each.lake for each in JOINTS if each.lake} == set(LAKES)


@proves("fa:card.4", "fa:card.5", "fa:settle.2", "fa:siege.start.1", "fa:sym.1", "fa:sym.4", "fa:sym.5", "fa:sym.7")
def test_location_cards_show_their_symbols_and_list_their_places() -> None:
    found = [
        line.split(": ") if ": " in line else [line.rstrip(":"), ">"] for line in LOCATION_CARDS.split("\n") if line
    ]
    printed = dict(found)
    assert set(printed) == set(CARD_IDS[:FIRST_EMPIRE])
    for which in CARDS[:FIRST_EMPIRE]:
        symbols, _, links = printed[CARD_IDS[which]].partition(">")
        shown = _words(symbols)
        assert dict(FACES[which].scroll) == shown, CARD_IDS[which]
        assert {each for each in Transport if carries(which, each)} == set(Transport) & set(shown), CARD_IDS[which]
        assert settles(which) is ("settler" in shown), CARD_IDS[which]
        due = [(place(part.split("/")[0]), BY[part.split("/")[1]]) for part in links.split()]
        assert set(listed(which, rules())) == set(due), CARD_IDS[which]


def _empire() -> dict[str, list[tuple[int, int, int, str, bool]]]:
    found: dict[str, list[tuple[int, int, int, str, bool]]] = {}
    for name, *rest in EMPIRE_CARDS:
        count, initial, cost, shown, marked = rest
        assert isinstance(count, int)
        assert isinstance(initial, int)
        assert isinstance(cost, int)
        assert isinstance(shown, str)
        found.setdefault(str(name), []).append((count, initial, cost, shown, bool(marked)))
    return found


def _printed(name: str) -> tuple[int, int, int, str, bool]:
    """Return the line of a card: copies of one price are one kind, a starting card of another price is its own."""
    lines = _empire()[name.replace("starting_", "")]
    prices = {cost for _, _, cost, _, _ in lines}
    if len(prices) == 1:
        return (sum(line[0] for line in lines), sum(line[1] for line in lines), *lines[0][2:])
    return next(line for line in lines if bool(line[1]) is ("starting_" in name))


@proves(
    "fa:list.1", "fa:list.4", "fa:comp.3", "fa:card.4", "fa:card.6", "fa:draft.2", "fa:ambush.4", "fa:sym.1",
    "fa:sym.5", "fa:sym.7", "fa:sym.8",
)  # fmt: skip
@pytest.mark.parametrize("name", CARD_IDS[FIRST_EMPIRE:])
def test_empire_cards_are_as_the_lists_have_them(name: str) -> None:
    which = CARDS[CARD_IDS.index(name)]
    count, _, cost, shown, marked = _printed(name)
    assert copies(which, rules()) == count
    scroll = _words(shown)
    assert dict(FACES[which].scroll) == scroll
    every = {word for *_, text, _ in EMPIRE_CARDS for word in _words(text)}
    assert {word for word in every if FACES[which].shows(word)} == set(scroll)
    assert {each for each in Transport if carries(which, each)} == set(Transport) & set(scroll)
    assert settles(which) is ("settler" in scroll)
    assert can_be_lost(which, AmbushLoss(Side.BRITISH)) is marked
    assert can_be_lost(which, ConversionLoss(Side.BRITISH)) is (name == "neutral_native_americans")
    side = Side.FRENCH if name.startswith("french") else Side.BRITISH
    state = placed({})
    for money in (cost - 1, cost):
        rich = with_player(state, side, player(state, side)._replace(money=money))
        dear = [each for each in draft_violations(rich, side, Draft(which)) if each.reason == "too_little_money"]
        assert bool(dear) is (money < cost)


@proves("fa:setup.2", "fa:setup.3", "fa:list.1", "fa:list.4")
def test_the_starting_decks_are_the_cards_marked_for_them() -> None:
    assert sum(copies(each, rules()) for each in CARDS) == 59 + sum(line[1] for line in EMPIRE_CARDS)
    for side in SIDES:
        due = Counter(name for name in STARTING_LOCATIONS if name.startswith(side.value))
        for name in CARD_IDS[FIRST_EMPIRE:]:
            if name.startswith(side.value) and _printed(name)[1]:
                due[name] += _printed(name)[1]
        assert Counter(names(initial_deck(side, rules()))) == due


@proves("fa:list.2", "fa:list.3", "fa:list.5", "fa:list.6", "fa:list.7")
def test_the_available_cards_are_the_rest_of_the_lists() -> None:
    """Given 26 and 19 location cards, 21 and 18 empire cards, and 9 neutral ones, then each is there as printed."""
    located = {name: 1 for name in CARD_IDS[:FIRST_EMPIRE] if name not in STARTING_LOCATIONS}
    empire: Counter[str] = Counter()
    for name, count, initial, *_ in EMPIRE_CARDS:
        empire[str(name)] += count - initial
    for side, locations, others in ((Side.BRITISH, 26, 21), (Side.FRENCH, 19, 18)):
        for due, total, given in ((located, locations, True), (empire, others, False)):
            own = Counter({name: number for name, number in due.items() if name.startswith(side.value) and number})
            assert own.total() == total
            assert Counter(names(available(side, rules(), locations=given))) == own
    neutral = {"neutral_fortification": 2, "neutral_native_americans": 5, "neutral_settlers": 2}
    assert Counter(names(neutral_display(rules()))) == neutral


@proves("fa:sym.6", "fa:sym.7", "fa:siege.loc.1", "fa:reinforce.1", "fa:reinforce.6")
def test_a_card_is_as_strong_as_its_military_symbols_or_where_ships_fight_its_ship() -> None:
    printed = {line.partition(":")[0]: line.partition(":")[2].partition(">")[0] for line in LOCATION_CARDS.split("\n")}
    for which in CARDS:
        name = CARD_IDS[which]
        shown = _words(printed[name] if name in printed else _printed(name)[3])
        military, ship = shown.get("military", 0), int("ship" in shown)
        assert strength(which, place("albany"), rules()) == military, name
        assert strength(which, place("louisbourg"), rules()) == max(military, ship), name
