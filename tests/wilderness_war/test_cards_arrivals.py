"""Cards 46 to 49, 53 to 61, 63 to 66 and 68: troops and leaders who come (5.52, 5.55)."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, event, violation
from reference.wilderness_war.actions import (
    Done,
    DrawLeader,
    PickLeader,
    PickSpace,
    PlayEvent,
)
from reference.wilderness_war.board import (
    Away,
    leaders_at,
    leaders_on_map,
    place_of_leader,
    units_at,
)
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch05_reinforcements import available, entry_violations, may_enter
from reference.wilderness_war.event_frames import LeaderDraws
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    at,
    cards_in,
    chance,
    choice,
    event_of,
    foreign,
    offered,
    phase,
    played_event,
    plays_event,
    shown,
)
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    leaders,
    played,
    read,
    refused,
    ruleset,
    stack,
    top,
    units,
)

PORTS = "boston new_haven new_york alexandria baltimore philadelphia halifax"


def spots(names: str) -> tuple[PickSpace, ...]:
    """Return the choices of these spaces."""
    return tuple(PickSpace(space(name)) for name in names.split())


# ---------------------------------------------------------------- where units may enter


@proves("ww:5.522", "ww:8.22-reinf", "ww:6.432-d-clar")
def test_nobody_enters_among_enemies_at_their_works_or_in_a_siege() -> None:
    state = read(
        {"boston": ["fr_coureurs_marin"], "albany": ["2 fr_regular", "inside br_regular_15th"]},
        stockades={"french": ["easton"]}, captured_fortresses={"french": ["new_york"]}, sieges={"albany": 0},
    )  # fmt: skip
    assert may_enter(state, BRITISH, space("new_haven"))
    assert tuple(entry_violations(state, BRITISH, space("boston"))) == (
        violation(Reason.ENEMY_HELD, "ww:5.522", space="boston", units=("fr_coureurs_marin",)),
    )
    for name in ("easton", "new_york"):
        assert tuple(entry_violations(state, BRITISH, space(name))) == (
            violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space=name),
        )
    assert tuple(entry_violations(state, BRITISH, space("albany"))) == (
        violation(Reason.BESIEGED, "ww:8.22-reinf", space="albany"),
        violation(Reason.ENEMY_HELD, "ww:5.522", space="albany", units=("fr_regular_2_berry", "fr_regular_3_berry")),
    )


@proves("ww:8.22-reinf")
@pytest.mark.parametrize(
    ("entry_block", "at", "works"),
    [
        ("fortifications", "albany", ()),
        ("fortifications", "niagara", (violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space="niagara"),)),
        ("fortresses", "niagara", ()),
        ("fortresses", "quebec", (violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space="quebec"),)),
    ],
)
def test_no_siege_of_whatever_work_lets_reinforcements_in(
    entry_block: str, at: str, works: tuple[Violation, ...]
) -> None:
    """Given an empty work besieged, or one whose besiegers want help, then its siege bars entry under any reading."""
    state = read({}, ruleset(entry_block=entry_block), forts={"french": ["niagara"]}, sieges={at: 0})
    siege = violation(Reason.BESIEGED, "ww:8.22-reinf", space=at)
    assert tuple(entry_violations(state, BRITISH, space(at))) == (siege, *works)


@proves("ww:5.522")
def test_d28_by_option_only_fortresses_of_the_enemy_bar_entry() -> None:
    state = read({}, ruleset(entry_block="fortresses"), stockades={"british": ["mingo_town"]},
                 captured_fortresses={"french": ["new_york"]})  # fmt: skip
    assert may_enter(state, FRENCH, space("mingo_town"))
    assert not may_enter(state, BRITISH, space("new_york"))


@proves("ww:5.52")
def test_only_counters_not_in_play_are_available() -> None:
    state = read({"albany": ["14 br_regular"]}, removed=["br_regular_55th", "br_regular_58th"])
    found = available(state.board, BRITISH, lambda counter: counter.type == "br_regular", 3)
    assert found == units("br_regular_90th")


# ---------------------------------------------------------------- BRITISH REGULARS


@proves("ww:card-british-regulars", "ww:card-british-regulars-fx", "ww:5.52", "ww:5.521", "ww:5.55", "ww:6.432-d")
@pytest.mark.parametrize("name", ["card_57", "card_58", "card_59", "card_64"])
def test_british_regulars_bring_three_regulars_and_a_drawn_leader_to_ports_split_freely(name: str) -> None:
    assert shown(name) == "british event, removed after use"
    state = played_event(name, pool=["murray", "amherst"])
    draw = chance(state)
    assert (draw.about, draw.outcomes) == (
        "leader_draw",
        ((DrawLeader(leader("amherst")), Fraction(1, 2)), (DrawLeader(leader("murray")), Fraction(1, 2))),
    )  # fmt: skip
    state = played(state, DrawLeader(leader("murray"))).state
    assert (choice(state).by, choice(state).about, offered(state)) == (BRITISH, "placement", spots(PORTS))
    state = played(state, at("boston"), at("boston")).state
    following = played(state, at("halifax"))
    assert following.events == (
        event(EventKind.UNIT_PLACED, "ww:card-british-regulars-fx", "ww:5.521", unit="br_regular_1st_royal",
              space="halifax"),
    )  # fmt: skip
    assert offered(following.state) == spots(PORTS)
    last = played(following.state, at("new_york"))
    assert last.events[0] == event(
        EventKind.LEADER_PLACED, "ww:card-british-regulars-fx", leader="murray", space="new_york"
    )
    after = last.state
    assert (choice(after).by, choice(after).about) == (FRENCH, "card_play")
    assert stack(after, "boston") == ["br_regular_15th", "br_regular_17th"]
    assert stack(after, "halifax") == ["br_regular_1st_royal"]
    assert stack(after, "new_york") == ["murray"]
    assert cards_in(after, At.REMOVED) == (card(name),)


@proves("ww:5.522", "ww:card-british-regulars-fx")
def test_ports_held_or_besieged_by_the_enemy_are_no_entry_but_amphib_spaces_are() -> None:
    state = played_event(
        "card_57", {"boston": ["2 fr_regular", "inside br_regular_15th"]}, sieges={"boston": 0},
        amphib=["baie_st_paul"],
    )  # fmt: skip
    assert offered(state) == spots("new_haven new_york alexandria baltimore philadelphia baie_st_paul halifax")
    assert violation(Reason.BESIEGED, "ww:8.22-reinf", space="boston") in refused(state, at("boston"))
    assert refused(state, at("albany")) == (
        violation(Reason.NOT_AN_ENTRY, "ww:card-british-regulars-fx", space="albany"),
    )
    foreign(state, Done())


@proves("ww:5.52")
def test_units_alike_are_placed_in_one_order_of_spaces() -> None:
    state = played(played_event("card_57"), at("halifax")).state
    assert stack(state, "halifax") == ["br_regular_15th", "br_regular_17th", "br_regular_1st_royal"]


@proves("ww:card-british-regulars-pre")
def test_no_second_british_regulars_in_a_season() -> None:
    state = played_event("card_57")
    assert state.tracks.regulars == (BRITISH,)
    assert played_event("card_57", markers={"regulars": ["french"]}).tracks.regulars == (FRENCH, BRITISH)
    again = phase(BRITISH, "card_58", markers={"regulars": ["british"]})
    assert refused(again, PlayEvent(card("card_58"))) == (
        violation(Reason.REGULARS_THIS_SEASON, "ww:card-british-regulars-pre"),
    )
    assert plays_event(phase(BRITISH, "card_58", markers={"regulars": ["french"]}), "card_58")


@proves("ww:5.12")
@pytest.mark.parametrize(
    ("side", "name"),
    [
        (FRENCH, each)
        for each in ["card_57", "card_60", "card_65", "card_66", "card_54", "card_53", "card_67", "card_62", "card_43"]
    ]
    + [
        (BRITISH, each)
        for each in ["card_55", "card_68", "card_69", "card_70", "card_21", "card_23", "card_37", "card_39"]
    ],
)
def test_an_event_of_the_other_colour_is_refused(side: Side, name: str) -> None:
    found = refused(phase(side, name, vp={"french": 2}), PlayEvent(card(name)))
    assert found[0] == violation(Reason.OTHER_SIDES_EVENT, "ww:5.12", card=name, side=side.value)


@proves("ww:en-14.3", "ww:card-french-regulars")
@pytest.mark.parametrize(
    ("option", "this_year", "vp"), [("off", 1755, 0), ("on", 1755, -1), ("on", 1756, -1), ("on", 1757, 0)]
)
def test_o14_3_regulars_of_1755_and_1756_cost_their_player_a_point(option: str, this_year: int, vp: int) -> None:
    rules = ruleset(early_regulars_cost_vp=option)
    french = played_event("card_55", {}, FRENCH, rules, year=this_year)
    assert french.tracks.vp == vp
    assert played_event("card_57", {}, BRITISH, rules, year=this_year).tracks.vp == -vp


# ---------------------------------------------------------------- leaders from the pool


def drawing(pieces: Pieces, *drawn: str, name: str = "card_60", pool: str, **rest: Json) -> State:
    """Return HIGHLANDERS with two leaders drawn, or as far as the draws go."""
    state = played_event(name, pieces, pool=pool.split(), **rest)
    return played(state, *(DrawLeader(leader(each)) for each in drawn)).state


@proves("ww:5.55-max", "ww:5.55")
def test_a_third_leader_of_command_seven_displaces_one_of_the_two_on_the_map() -> None:
    pieces = {"albany": ["abercromby"], "boston": ["loudoun"], "new_york": ["webb"]}
    state = drawing(pieces, "amherst", pool="amherst bradstreet murray")
    assert (choice(state).by, choice(state).about) == (BRITISH, "third_seven")
    assert offered(state) == tuple(map(PickLeader, leaders("abercromby loudoun")))
    assert refused(state, PickLeader(leader("webb"))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:5.55-max", leader="webb"),
    )
    foreign(state, Done())
    following = played(state, PickLeader(leader("loudoun")))
    assert following.events == (event(EventKind.LEADER_REMOVED, "ww:5.55-max", leader="loudoun"),)
    assert place_of_leader(following.state.board, leader("loudoun")) is Away.REMOVED
    assert top(following.state) == LeaderDraws(1)
    after = played(following.state, DrawLeader(leader("murray")), *[at("halifax")] * 3).state
    assert stack(after, "halifax")[:2] == ["amherst", "murray"]
    assert (choice(after).by, choice(after).about) == (FRENCH, "card_play")


@proves("ww:5.55-max", "ww:5.55-besieged", "ww:8.22-inside")
def test_a_besieged_leader_of_command_seven_does_not_make_room() -> None:
    pieces = {"albany": ["2 fr_regular", "inside abercromby"], "boston": ["loudoun"]}
    state = drawing(pieces, "amherst", pool="amherst murray", sieges={"albany": 0})
    assert offered(state) == tuple(map(PickLeader, leaders("loudoun")))
    besieging = {"quebec": ["abercromby", "2 br_regular", "inside fr_regular_bearn"], "boston": ["loudoun"]}
    state = drawing(besieging, "amherst", pool="amherst murray", sieges={"quebec": 0})
    assert offered(state) == tuple(map(PickLeader, leaders("abercromby loudoun")))


@proves("ww:5.55-besieged")
def test_with_both_besieged_the_new_one_returns_to_the_pool_without_replacement() -> None:
    pieces = {"albany": ["2 fr_regular", "inside abercromby", "inside loudoun"]}
    before = drawing(pieces, name="card_57", pool="amherst murray", sieges={"albany": 0})
    following = played(before, DrawLeader(leader("amherst")))
    assert following.events == (
        event(EventKind.LEADER_DRAWN, "ww:5.55", leader="amherst"),
        event(EventKind.LEADER_RETURNED, "ww:5.55-besieged", leader="amherst"),
    )
    state = following.state
    assert choice(state).about == "placement"
    assert place_of_leader(state.board, leader("amherst")) is Away.POOL
    after = played(state, at("halifax")).state
    assert leaders_at(after.board, space("halifax"), BRITISH) == ()


@proves("ww:5.55-besieged", "ww:5.55-max")
def test_with_one_besieged_and_one_just_drawn_neither_makes_room_for_a_third() -> None:
    """Given Loudoun besieged and Abercromby drawn but not placed, then Amherst returns to the pool (N47)."""
    pieces = {"albany": ["2 fr_regular", "inside loudoun"]}
    state = drawing(pieces, "abercromby", pool="abercromby amherst", sieges={"albany": 0})
    following = played(state, DrawLeader(leader("amherst")))
    assert following.events[1:] == (event(EventKind.LEADER_RETURNED, "ww:5.55-besieged", leader="amherst"),)
    assert place_of_leader(following.state.board, leader("amherst")) is Away.POOL
    after = played(following.state, at("halifax"), at("halifax")).state
    assert leaders_at(after.board, space("halifax"), BRITISH) == leaders("abercromby")


@proves("ww:5.55", "ww:5.55-max")
def test_an_empty_pool_gives_no_leader_and_two_sevens_in_one_draw_count_with_the_one_on_the_map() -> None:
    assert choice(drawing({}, pool="", name="card_57")).about == "placement"
    state = drawing({"boston": ["loudoun"]}, "abercromby", pool="abercromby amherst")
    state = played(state, DrawLeader(leader("amherst"))).state
    assert (choice(state).about, offered(state)) == ("third_seven", (PickLeader(leader("loudoun")),))


# ---------------------------------------------------------------- HIGHLANDERS


@proves("ww:card-highlanders", "ww:card-highlanders-fx")
@pytest.mark.parametrize(
    ("value", "name", "number", "officers"),
    [
        ("one_and_one", "card_60", 4, 2), ("one_and_one", "card_61", 1, 1), ("one_and_one", "card_63", 1, 1),
        ("four_and_two", "card_60", 4, 2), ("four_and_two", "card_61", 4, 2), ("four_and_two", "card_63", 4, 2),
    ],
)  # fmt: skip
def test_d42_highlanders_bring_as_many_as_the_card_says(value: str, name: str, number: int, officers: int) -> None:
    assert shown(name) == "british event, removed after use"
    state = played_event(name, {}, BRITISH, ruleset(small_highlanders=value), pool=["murray", "bradstreet", "webb"])
    state = played(state, *(DrawLeader(leader(each)) for each in ("murray", "bradstreet")[:officers])).state
    while choice(state).about == "placement":
        state = played(state, at("halifax")).state
    assert len(units_at(state.board, space("halifax"), BRITISH)) == number
    assert len(leaders_at(state.board, space("halifax"), BRITISH)) == officers
    assert cards_in(state, At.REMOVED) == (card(name),)


@proves("ww:card-highlanders-fx", "ww:5.52")
@pytest.mark.parametrize(("value", "officers"), [("one_and_one", 1), ("four_and_two", 2)])
def test_d42_in_a_1757_game_card_61_finds_one_highlander_left_after_card_60(value: str, officers: int) -> None:
    pieces = {"new_york": ["5 br_highland"]}
    rules = ruleset(small_highlanders=value)
    state = played_event("card_61", pieces, BRITISH, rules, pool=["murray", "bradstreet", "webb"])
    for name in ("murray", "bradstreet")[:officers]:
        assert chance(state).about == "leader_draw"
        state = played(state, DrawLeader(leader(name))).state
    state = played(state, *[at("halifax")] * (1 + officers)).state
    assert units_at(state.board, space("halifax"), BRITISH) == units("br_highland_78th_b")


@proves("ww:card-highlanders-pre", "ww:sc-am-note", "ww:card-pitt-fx")
@pytest.mark.parametrize(
    ("pitt", "this_year", "allowed"),
    [(False, 1758, False), (False, 1759, True), (True, 1755, True), (True, 1757, True)],
)
def test_highlanders_wait_for_pitt_or_1759_in_games_begun_in_1755(pitt: bool, this_year: int, allowed: bool) -> None:
    state = phase(BRITISH, "card_60", year=this_year, markers={"pitt": pitt})
    assert plays_event(state, "card_60") is allowed
    if not allowed:
        assert refused(state, PlayEvent(card("card_60"))) == (
            violation(Reason.BEFORE_PITT, "ww:card-highlanders-pre", year=this_year, opens=1759),
        )


# ---------------------------------------------------------------- LIGHT INFANTRY and ROYAL AMERICANS


@proves("ww:card-light", "ww:5.522")
def test_light_infantry_and_a_leader_come_to_british_fortresses() -> None:
    assert shown("card_54") == "british event"
    state = played_event("card_54", {"quebec": ["br_regular_15th"], "boston": ["fr_regular_bearn"]}, pool=["murray"],
                         captured_fortresses={"british": ["quebec"], "french": ["boston"]})  # fmt: skip
    state = played(state, DrawLeader(leader("murray"))).state
    controlled = "new_haven new_york albany alexandria baltimore philadelphia quebec halifax"
    assert offered(state) == spots(controlled)
    assert refused(state, at("boston")) == (
        violation(Reason.ENEMY_HELD, "ww:5.522", space="boston", units=("fr_regular_bearn",)),
        violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space="boston"),
        violation(Reason.NOT_AN_ENTRY, "ww:card-light", space="boston"),
    )
    state = played(state, at("albany"), at("quebec"), at("albany")).state
    assert stack(state, "albany") == ["murray", "br_light_infantry_1_95th"]
    assert stack(state, "quebec") == ["br_regular_15th", "br_light_infantry_2_95th"]
    assert cards_in(state, At.DISCARDS) == (card("card_54"),)


@proves("ww:card-royal-americans")
def test_royal_americans_come_to_fortresses_of_the_two_colonial_departments() -> None:
    state = played_event("card_65", pool=["murray"])
    state = played(state, DrawLeader(leader("murray"))).state
    assert offered(state) == spots("boston new_haven new_york albany alexandria baltimore philadelphia")
    assert refused(state, at("halifax")) == (
        violation(Reason.NOT_AN_ENTRY, "ww:card-royal-americans", space="halifax"),
    )
    state = played(state, *[at("philadelphia")] * 2).state
    assert stack(state, "philadelphia")[1:] == [f"br_royal_american_{number}_60th" for number in (1, 2, 3, 4)]
    assert cards_in(state, At.REMOVED) == (card("card_65"),)


@proves("ww:card-royal-americans")
def test_one_leader_comes_with_the_royal_americans() -> None:
    assert shown("card_65") == "british event, removed after use"
    state = played_event("card_65", pool=["murray", "webb"])
    state = played(state, DrawLeader(leader("webb")), *[at("philadelphia")] * 2).state
    assert (leaders_on_map(state.board, BRITISH), choice(state).by) == ((leader("webb"),), FRENCH)


@proves("ww:5.522-lost", "ww:card-royal-americans")
def test_without_any_legal_space_a_reinforcement_is_forfeited_and_no_leader_drawn() -> None:
    lost: Json = {"french": ["boston", "new_haven", "new_york", "albany", "alexandria", "baltimore", "philadelphia"]}
    pieces = {name: ["fr_marine_detachment"] for name in ["boston", "new_haven", "new_york", "albany"]}
    south = {name: ["fr_coureurs"] for name in ["alexandria", "baltimore", "philadelphia"]}
    before = phase(BRITISH, "card_65 card_5", {**pieces, **south}, enemy="card_7", captured_fortresses=lost,
                   pool=["murray"])  # fmt: skip
    following = event_of(before, "card_65")
    assert choice(following.state).by is FRENCH
    assert following.state.board == before.board


# ---------------------------------------------------------------- FRENCH REGULARS


@proves("ww:card-french-regulars", "ww:card-french-regulars-fx", "ww:card-french-regulars-fx2", "ww:sc-ew-montcalm")
@pytest.mark.parametrize("name", ["card_55", "card_56", "card_68"])
def test_the_first_french_regulars_bring_montcalm_and_his_officers_all_to_one_place(name: str) -> None:
    assert shown(name) == "french event, removed after use"
    state = played_event(name, {}, FRENCH)
    assert offered(state) == spots("quebec louisbourg")
    after = played(state, at("louisbourg")).state
    assert stack(after, "louisbourg") == [
        "montcalm", "levis", "bougainville", "fr_regular_2_berry", "fr_regular_3_berry",
    ]  # fmt: skip
    assert cards_in(after, At.REMOVED) == (card(name),)
    assert after.tracks.regulars == (FRENCH,)


@proves("ww:card-french-regulars-fx2", "ww:card-french-regulars-fx", "ww:sc-ew-montcalm")
def test_montcalm_and_his_officers_come_once_and_the_dead_stay_dead() -> None:
    state = played_event("card_55", {"montreal": ["montcalm"]}, FRENCH, removed=["levis"])
    assert stack(played(state, at("quebec")).state, "quebec") == [
        "bougainville", "fr_regular_2_berry", "fr_regular_3_berry",
    ]  # fmt: skip


@proves("ww:5.522", "ww:card-french-regulars-fx")
def test_french_regulars_enter_only_at_the_port_that_is_open() -> None:
    state = played_event("card_55", {}, FRENCH, captured_fortresses={"british": ["louisbourg"]},
                         amphib=["louisbourg"])  # fmt: skip
    assert len(units_at(state.board, space("quebec"), FRENCH)) == 2


@proves("ww:card-french-regulars-pre", "ww:card-quiberon-fx")
def test_french_regulars_come_once_a_season_and_never_after_quiberon() -> None:
    again = violation(Reason.REGULARS_THIS_SEASON, "ww:card-french-regulars-pre")
    late = [violation(Reason.AFTER_QUIBERON, rule) for rule in ("ww:card-french-regulars-pre", "ww:card-quiberon-fx")]
    assert refused(phase(FRENCH, "card_55", markers={"regulars": ["french"]}), PlayEvent(card("card_55"))) == (again,)
    assert refused(phase(FRENCH, "card_55", markers={"quiberon": True}), PlayEvent(card("card_55"))) == tuple(late)
    assert plays_event(phase(FRENCH, "card_55", markers={"regulars": ["british"]}), "card_55")
    assert played_event("card_55", {}, FRENCH).tracks.regulars == (FRENCH,)
    assert played_event("card_55", {}, FRENCH, markers={"regulars": ["british"]}).tracks.regulars == (BRITISH, FRENCH)


# ---------------------------------------------------------------- ACADIANS EXPELLED


ACADIA = {
    "quebec": ["reduced fr_coureurs_marin"],
    "st_lawrence_canadian_militias": ["reduced fr_militia_1", "fr_militia_2"],
    "boston": ["reduced br_ranger_rogers"],
}


def expelled(side: Side, rules: Ruleset = STANDARD) -> State:
    """Return the position after ACADIANS EXPELLED, the French unit placed at Louisbourg."""
    state = played_event("card_66", ACADIA, side, rules)
    assert (choice(state).by, offered(state)) == (FRENCH, spots("quebec louisbourg"))
    return played(state, at("louisbourg")).state


@proves("ww:card-acadians", "ww:card-acadians-fx", "ww:card-acadians-fx2", "ww:card-acadians-fx3")
def test_acadians_expelled_bring_regulars_to_halifax_and_woodsmen_to_canada() -> None:
    assert shown("card_66") == "british event, removed after use"
    state = expelled(BRITISH)
    assert stack(state, "halifax") == ["br_regular_15th", "br_regular_17th"]
    assert stack(state, "louisbourg") == ["fr_coureurs_boishebert_acadian"]
    assert stack(state, "quebec") == ["fr_coureurs_marin"]
    assert stack(state, "st_lawrence_canadian_militias") == ["fr_militia_1", "fr_militia_2"]
    assert stack(state, "boston") == ["reduced br_ranger_rogers"]
    assert cards_in(state, At.REMOVED) == (card("card_66"),)


@proves("ww:en-14.5", "ww:card-acadians", "ww:5.12")
def test_o14_5_by_option_france_may_expel_the_acadians_too() -> None:
    assert not plays_event(phase(FRENCH, "card_66"), "card_66")
    state = expelled(FRENCH, ruleset(either_side_may_expel_acadians="on"))
    assert stack(state, "halifax") == ["br_regular_15th", "br_regular_17th"]
    assert stack(state, "quebec") == ["fr_coureurs_marin"]
    other = phase(FRENCH, "card_65", {}, ruleset(either_side_may_expel_acadians="on"))
    assert not plays_event(other, "card_65")
