"""The four scenarios: their set-ups as the playbook lists them, typed anew from its text."""

from collections import Counter

import pytest

from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import evenly
from reference.kernel.rules import proves
from reference.wilderness_war import board as b
from reference.wilderness_war.actions import Draw
from reference.wilderness_war.board import Away
from reference.wilderness_war.cards import DECK, At, Card, cards_at
from reference.wilderness_war.ch02_map import IDS, SPACES
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, LEADERS
from reference.wilderness_war.scenarios import SCENARIOS, set_up
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Season, State
from spec_tables.reader import document
from tests.wilderness_war.positions import GAME, STANDARD

FRENCH_1757 = {
    "louisbourg": "drucour 3*fr_regular 1*fr_coureurs",
    "quebec": "levis 3*fr_regular",
    "montreal": "montcalm vaudreuil 2*fr_regular 1*fr_coureurs 1*fr_indian_huron 1*fr_indian_potawatomi "
                "1*fr_indian_ojibwa 1*fr_indian_mississauga",
    "crown_point": "1*fr_marine_detachment 1*fr_coureurs",
    "ticonderoga": "rigaud bougainville 2*fr_regular 1*fr_coureurs",
    "cataraqui": "villiers 1*fr_marine_detachment 1*fr_coureurs",
    "niagara": "1*fr_marine_detachment 1*fr_coureurs",
    "presqu_ile": "1*fr_marine_detachment",
    "french_creek": "1*fr_marine_detachment",
    "venango": "1*fr_coureurs",
    "ohio_forks": "dumas 2*fr_marine_detachment 1*fr_coureurs",
    "logstown": "1*fr_indian_shawnee",
    "mingo_town": "1*fr_indian_mingo",
}  # fmt: skip
BRITISH_1757 = {
    "winchester": "1*br_southern_provincial",
    "shepherds_ferry": "1*br_southern_provincial",
    "carlisle": "1*br_southern_provincial",
    "shamokin": "1*br_southern_provincial",
    "philadelphia": "1*br_royal_american",
    "new_york": "loudoun abercromby 3*br_regular 3*br_royal_american",
    "albany": "dunbar 2*br_regular",
    "hudson_carry_south": "webb 1*br_ranger 3*br_northern_provincial",
    "hudson_carry_north": "2*br_northern_provincial",
    "schenectady": "johnson 1*br_northern_provincial 1*br_highland",
    "halifax": "monckton 3*br_regular",
    "southern_colonial_militias": "1*br_militia",
}
FRENCH_1755 = {
    "louisbourg": "drucour 3*fr_regular",
    "quebec": "dieskau vaudreuil 4*fr_regular",
    "montreal": "rigaud 1*fr_regular 2*fr_coureurs 1*fr_indian_caughnawaga 1*fr_indian_abenaki",
    "ile_aux_noix": "1*fr_marine_detachment",
    "crown_point": "1*fr_marine_detachment 1*fr_coureurs",
    "cataraqui": "villiers 1*fr_marine_detachment 1*fr_coureurs",
    "niagara": "1*fr_marine_detachment 1*fr_coureurs",
    "presqu_ile": "1*fr_marine_detachment",
    "french_creek": "1*fr_marine_detachment",
    "venango": "1*fr_coureurs",
    "ohio_forks": "beaujeu dumas 1*fr_marine_detachment 1*fr_coureurs 1*fr_indian_ottawa 1*fr_indian_potawatomi",
}
BRITISH_1755 = {
    "oswego": "1*br_northern_provincial",
    "albany": "shirley johnson 5*br_northern_provincial 2*br_indian_mohawk",
    "halifax": "monckton 1*br_regular",
    "alexandria": "braddock dunbar 2*br_regular",
    "wills_creek": "2*br_southern_provincial",
}
STOCKADES_FRENCH = "ile_aux_noix st_jean oswegatchie cataraqui toronto presqu_ile french_creek venango"
WORKS_1757 = {
    "french fort": "ticonderoga crown_point niagara ohio_forks",
    "french stockade": STOCKADES_FRENCH,
    "french unfinished": "",
    "british fort": "hudson_carry_south hudson_carry_north wills_creek shamokin",
    "british stockade": (
        "schenectady hoosic charlestown augusta woodstock carlisle harriss_ferry lancaster reading easton"
    ),
    "british unfinished": "winchester shepherds_ferry",
}
WORKS_1755 = {
    "french fort": "crown_point niagara ohio_forks",
    "french stockade": STOCKADES_FRENCH,
    "french unfinished": "",
    "british fort": "hudson_carry_south wills_creek oswego",
    "british stockade": "oneida_carry_west oneida_carry_east schenectady hoosic charlestown",
    "british unfinished": "",
}
BY_SCENARIO = {
    "annus_mirabilis": 1757, "early_war": 1755, "late_war": 1757, "full_campaign": 1755,
}  # fmt: skip
EVERY = pytest.mark.parametrize("scenario", BY_SCENARIO)


def stacks(state: State, side: Side) -> dict[str, Counter[str]]:
    """Return what a side has in each space: leaders by name, units by type; all must be outside and full."""
    found: dict[str, Counter[str]] = {}
    for place in SPACES:
        units = b.units_at(state.board, place, side)
        assert all(b.steps(state.board, unit) == 2 and not b.is_inside(state.board, unit) for unit in units)
        names = [COUNTERS[unit].type for unit in units]
        names += [LEADERS[leader].id for leader in b.leaders_at(state.board, place, side)]
        if names:
            found[IDS[place]] = Counter(names)
    return found


def listed(lines: dict[str, str]) -> dict[str, Counter[str]]:
    """Read the lists above."""
    counters: dict[str, Counter[str]] = {}
    for name, line in lines.items():
        counters[name] = Counter()
        for word in line.split():
            count, _, piece = word.rpartition("*")
            counters[name][piece] += int(count or 1)
    return counters


def works(state: State) -> dict[str, set[str]]:
    owners = {"fort": b.fort_owner, "stockade": b.stockade_owner, "unfinished": b.unfinished_fort_owner}
    return {
        f"{side} {work}": {IDS[place] for place in SPACES if owner(state.board, place) is side}
        for side in (Side.FRENCH, Side.BRITISH)
        for work, owner in owners.items()
    }


def away(state: State, where: Away) -> set[str]:
    return {LEADERS[leader].id for leader in ALL_LEADERS if b.place_of_leader(state.board, leader) is where}


@proves("ww:sc-am-french", "ww:sc-am-british", "ww:sc-designations")
@pytest.mark.parametrize("scenario", ["annus_mirabilis", "late_war"])
def test_the_1757_set_up_is_as_listed(scenario: str) -> None:
    state = set_up(scenario, STANDARD)
    assert stacks(state, Side.FRENCH) == listed(FRENCH_1757)
    assert stacks(state, Side.BRITISH) == listed(BRITISH_1757)
    assert works(state) == {name: set(places.split()) for name, places in WORKS_1757.items()}


@proves("ww:sc-ew-french", "ww:sc-ew-british", "ww:sc-designations")
@pytest.mark.parametrize("scenario", ["early_war", "full_campaign"])
def test_the_1755_set_up_is_as_listed(scenario: str) -> None:
    state = set_up(scenario, STANDARD)
    assert stacks(state, Side.FRENCH) == listed(FRENCH_1755)
    assert stacks(state, Side.BRITISH) == listed(BRITISH_1755)
    assert works(state) == {name: set(places.split()) for name, places in WORKS_1755.items()}


@proves("ww:sc-am-pool", "ww:sc-am-unused", "ww:sc-ew-pool")
@EVERY
def test_leaders_who_are_not_on_the_map_wait_in_the_pool_or_aside_or_stay_out(scenario: str) -> None:
    state = set_up(scenario, STANDARD)
    if BY_SCENARIO[scenario] == 1757:
        assert away(state, Away.POOL) == {"amherst", "bradstreet", "forbes", "murray", "wolfe"}
        assert away(state, Away.REMOVED) == {"dieskau", "beaujeu", "braddock", "shirley"}
        assert away(state, Away.ASIDE) == set()
    else:
        assert away(state, Away.POOL) == {"abercromby", "bradstreet", "loudoun", "murray", "webb"}
        assert away(state, Away.REMOVED) == set()
        assert away(state, Away.ASIDE) == {"montcalm", "levis", "bougainville", "amherst", "forbes", "wolfe"}


@proves(
    "ww:sc-list",
    "ww:sc-am-length",
    "ww:sc-ew-length",
    "ww:sc-lw",
    "ww:sc-full",
    "ww:sc-am-markers",
    "ww:sc-ew-markers",
)
@pytest.mark.parametrize(
    ("scenario", "year", "last", "vp"),
    [
        ("annus_mirabilis", 1757, 1759, 4), ("early_war", 1755, 1759, 0), ("late_war", 1757, 1762, 4),
        ("full_campaign", 1755, 1762, 0),
    ],
)  # fmt: skip
def test_a_scenario_has_its_years_and_its_points(scenario: str, year: int, last: int, vp: int) -> None:
    tracks = set_up(scenario, STANDARD).tracks
    assert (tracks.year, tracks.season, tracks.last_year, tracks.vp) == (year, Season.EARLY, last, vp)
    assert tracks.assemblies is Assemblies.SUPPORTIVE
    assert (tracks.niagara, tracks.ohio_forks) == (Side.FRENCH, Side.FRENCH)
    assert tracks.blockhouses == ()


@proves("ww:sc-am-markers", "ww:sc-ew-markers")
@pytest.mark.parametrize(("start", "scenario"), [("1757", "annus_mirabilis"), ("1755", "early_war")])
def test_the_assemblies_begin_supportive(start: str, scenario: str) -> None:
    assert (
        document("wilderness_war", "scenarios").table("setup").table(start).text("provincial_assemblies")
        == "supportive"
    )
    assert set_up(scenario, STANDARD).tracks.assemblies is Assemblies.SUPPORTIVE


@EVERY
@proves("ww:sc-am-cards", "ww:sc-ew-cards")
def test_a_game_begun_in_1757_sets_the_cards_from_63_on_aside_and_one_begun_in_1755_none(scenario: str) -> None:
    cards = set_up(scenario, STANDARD).cards
    unused = 8 if BY_SCENARIO[scenario] == 1757 else 0
    assert (cards_at(cards, At.PILE), cards_at(cards, At.ASIDE)) == (DECK[: 70 - unused], DECK[70 - unused :])


@EVERY
@proves("ww:sc-am-cards", "ww:sc-ew-cards", "ww:4.0-A.1", "ww:5.21")
def test_a_set_up_is_sound_and_begins_with_the_deal(scenario: str) -> None:
    state = GAME.start(scenario, STANDARD)
    assert GAME.check(state) == ()
    cards = 62 if scenario in ("annus_mirabilis", "late_war") else 70
    deal = evenly("deal", ("ww:4.0-A.1", "ww:5.21"), tuple(Draw(Card(index)) for index in range(cards)))
    assert GAME.decision(state) == deal
    assert state == GAME.place(GAME.canonical(state), STANDARD)


def test_no_space_but_the_fortresses_begins_with_a_siege_a_raid_or_a_marker() -> None:
    found = set_up("annus_mirabilis", STANDARD).board
    empty = b.EMPTY_BOARD
    assert (found.siege, found.amphib, found.fieldworks) == (empty.siege, empty.amphib, empty.fieldworks)
    assert (found.raided_by_british, found.raided_by_french) == (empty.raided_by_british, empty.raided_by_french)
    assert found.fortress == empty.fortress


@proves("ww:sc-list")
def test_a_scenario_that_does_not_exist_is_named_with_those_that_do() -> None:
    assert SCENARIOS == GAME.scenarios == ("annus_mirabilis", "early_war", "late_war", "full_campaign")
    with pytest.raises(Unreadable) as fault:
        set_up("gulf_war", STANDARD)
    assert fault.value.place == "scenario"
    assert fault.value.cause == "'gulf_war' is none of: annus_mirabilis, early_war, late_war, full_campaign"
