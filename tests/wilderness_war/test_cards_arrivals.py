"""Cards 46 to 49, 53 to 61, 63 to 66 and 68: troops and leaders who come or are restored (5.52, 5.55)."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, event, violation
from reference.wilderness_war.actions import (
    Action,
    Done,
    DrawLeader,
    Pick,
    PickDepartment,
    PickLeader,
    PickSpace,
    PlaceUnit,
    PlayEvent,
    RestoreUnits,
    Roll,
)
from reference.wilderness_war.board import (
    Away,
    leaders_at,
    leaders_on_map,
    place_of_leader,
    units_at,
    units_on_map,
)
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import IDS, Department, space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, leader, unit
from reference.wilderness_war.ch05_reinforcements import available, entry_violations, may_enter, restore_violations
from reference.wilderness_war.happenings import Happening
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    cards_in,
    chance,
    choice,
    event_of,
    foreign,
    offered,
    phase,
    plays_event,
    shown,
)
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    leaders,
    place,
    played,
    read,
    refused,
    ruleset,
    stack,
    units,
)

PORTS = "boston new_haven new_york alexandria baltimore philadelphia halifax"


def spots(names: str) -> tuple[PickSpace, ...]:
    """Return the choices of these spaces."""
    return tuple(PickSpace(space(name)) for name in names.split())


def at(name: str) -> PickSpace:
    """Return the choice of a space."""
    return PickSpace(space(name))


def played_event(
    name: str, pieces: Pieces | None = None, side: Side = BRITISH, rules: Ruleset = STANDARD, /, **rest: Json
) -> State:
    """Return the state after a card was played as an event, other cards being left to both sides."""
    return event_of(phase(side, f"{name} card_5", pieces or {}, rules, **{"enemy": "card_7", **rest}), name).state


# ---------------------------------------------------------------- where units may enter


@proves("ww:5.522", "ww:8.22-reinf", "ww:6.432-d-clar")
def test_nobody_enters_among_enemies_at_their_works_or_in_a_siege() -> None:
    state = read(
        {"boston": ["fr_coureurs_marin"], "albany": ["2 fr_regular", "inside br_regular_15th"]},
        stockades={"french": ["easton"]}, captured_fortresses={"french": ["new_york"]}, sieges={"albany": 0},
    )  # fmt: skip
    assert may_enter(state, BRITISH, space("new_haven"))
    assert tuple(entry_violations(state, BRITISH, space("boston"))) == (
        violation(Reason.ENEMY_HELD, "ww:5.522", space="boston"),
    )
    for name in ("easton", "new_york"):
        assert tuple(entry_violations(state, BRITISH, space(name))) == (
            violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space=name),
        )
    assert tuple(entry_violations(state, BRITISH, space("albany"))) == (
        violation(Reason.BESIEGED, "ww:8.22-reinf", space="albany"),
        violation(Reason.ENEMY_HELD, "ww:5.522", space="albany"),
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
        event(Happening.UNIT_PLACED, "ww:card-british-regulars-fx", "ww:5.521", unit="br_regular_1st_royal",
              space="halifax"),
    )  # fmt: skip
    assert offered(following.state) == spots(PORTS)
    last = played(following.state, at("new_york"))
    assert last.events[0] == event(
        Happening.LEADER_PLACED, "ww:card-british-regulars-fx", leader="murray", space="new_york"
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
    state = drawing(pieces, "amherst", pool="amherst murray")
    assert (choice(state).by, choice(state).about) == (BRITISH, "third_seven")
    assert offered(state) == tuple(map(PickLeader, leaders("abercromby loudoun")))
    assert refused(state, PickLeader(leader("webb"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:5.55-max", leader="webb"),
    )
    foreign(state, Done())
    following = played(state, PickLeader(leader("loudoun")))
    assert following.events == (event(Happening.LEADER_REMOVED, "ww:5.55-max", leader="loudoun"),)
    assert place_of_leader(following.state.board, leader("loudoun")) is Away.REMOVED
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
        event(Happening.LEADER_DRAWN, "ww:5.55", leader="amherst"),
        event(Happening.LEADER_RETURNED, "ww:5.55-besieged", leader="amherst"),
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
    assert following.events[1:] == (event(Happening.LEADER_RETURNED, "ww:5.55-besieged", leader="amherst"),)
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
            violation(Reason.BEFORE_PITT, "ww:card-highlanders-pre", year=this_year),
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
        violation(Reason.ENEMY_HELD, "ww:5.522", space="boston"),
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


# ---------------------------------------------------------------- restoring


@proves("ww:5.523", "ww:12.3-c", "ww:8.22-inside", "ww:8.22-outside")
def test_whole_besieged_and_unsupplied_drilled_units_are_not_restored() -> None:
    state = read(
        {
            "albany": ["reduced br_regular_15th", "br_regular_17th"],
            "hudson_carry_south": ["2 fr_regular", "inside reduced br_ranger_rogers"],
            "oswego": ["reduced br_regular_22nd", "reduced br_ranger_goreham"],
        },
        forts={"british": ["hudson_carry_south"]}, sieges={"hudson_carry_south": 0},
    )  # fmt: skip
    assert tuple(restore_violations(state, unit("br_regular_15th"))) == ()
    assert tuple(restore_violations(state, unit("br_ranger_goreham"))) == ()
    assert tuple(restore_violations(state, unit("br_regular_17th"))) == (
        violation(Reason.NOT_REDUCED, "ww:5.523", unit="br_regular_17th"),
    )
    assert tuple(restore_violations(state, unit("br_ranger_rogers"))) == (
        violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_ranger_rogers"),
    )
    assert tuple(restore_violations(state, unit("br_regular_22nd"))) == (
        violation(Reason.NOT_SUPPLIED, "ww:12.3-c", unit="br_regular_22nd"),
    )


def hurt(number: int, kind: str) -> str:
    """Return so many reduced units in words."""
    return f"{number} reduced {kind}"


@proves("ww:card-transports", "ww:5.523")
@pytest.mark.parametrize(
    ("side", "where", "army", "most"),
    [
        (FRENCH, "quebec", ("fr_regular", "fr_marine_detachment"), 3),
        (BRITISH, "albany", ("br_regular", "br_light_infantry"), 6),
    ],
)
def test_transports_restore_three_french_or_six_british_regulars_or_light_infantry(
    side: Side, where: str, army: tuple[str, str], most: int
) -> None:
    others = "reduced fr_coureurs_marin" if side is FRENCH else "reduced br_ranger_rogers"
    state = played_event("card_47", {where: [hurt(4, army[0]), hurt(4, army[1]), others]}, side)
    assert choice(state).about == "restoration"
    for _ in range(most):
        assert len(offered(state)) == 2 + (len(offered(state)) > 2)
        state = played(state, offered(state)[0]).state
    assert sum("reduced" not in str(each) for each in stack(state, where)) == most
    assert others in stack(state, where)
    assert cards_in(state, At.DISCARDS) == (card("card_47"),)


@proves("ww:card-transports", "ww:5.523")
def test_fewer_may_be_restored_in_one_order_and_the_wrong_ones_are_refused() -> None:
    assert shown("card_47") == "british and french event"
    pieces = {
        "albany": ["reduced br_regular_15th", "reduced br_regular_17th", "reduced br_light_infantry_howes"],
        "boston": ["br_regular_22nd", "reduced br_ranger_rogers"],
    }
    state = played_event("card_47", pieces)
    assert offered(state) == (Pick(unit("br_regular_15th")), Pick(unit("br_light_infantry_howes")), Done())
    assert refused(state, Pick(unit("br_regular_22nd"))) == (
        violation(Reason.NOT_REDUCED, "ww:5.523", unit="br_regular_22nd"),
    )
    assert refused(state, Pick(unit("br_ranger_rogers"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-transports", unit="br_ranger_rogers"),
    )
    assert refused(state, Pick(unit("br_regular_17th"))) == (
        violation(
            Reason.ANOTHER_COMES_FIRST, "ww:card-transports", unit="br_regular_17th", offered=("br_regular_15th",)
        ),
    )
    foreign(state, RestoreUnits())
    following = played(state, Pick(unit("br_light_infantry_howes")))
    assert following.events == (
        event(Happening.UNIT_RESTORED, "ww:card-transports", "ww:5.523", unit="br_light_infantry_howes"),
    )
    assert stack(played(state, Done()).state, "albany") == stack(state, "albany")


WHOLE = {
    "boston": ["br_regular_17th", "br_highland_77th_a", "br_royal_american_1_60th", "br_light_infantry_howes",
               "br_ranger_goreham", "br_northern_provincial_rhode_island", "br_southern_provincial_maryland",
               "br_indian_mohawk_1"],
    "southern_colonial_militias": ["br_militia_1"],
    "quebec": ["fr_regular_guyenne", "fr_coureurs_marin", "fr_indian_huron"],
    "st_lawrence_canadian_militias": ["fr_militia_1"],
}  # fmt: skip
RECRUITS = " ".join(WHOLE["boston"][3:7])
REGULARS = "br_regular_17th br_highland_77th_a br_royal_american_1_60th br_light_infantry_howes"


@proves("ww:card-transports", "ww:card-germany", "ww:card-recruits", "ww:card-rangers", "ww:card-militias", "ww:5.523")
@pytest.mark.parametrize(
    ("name", "side", "hurt_one", "actions", "rule", "asked"),
    [
        ("card_47", BRITISH, "br_regular_15th", (), "ww:card-transports", REGULARS),
        ("card_47", FRENCH, "fr_regular_bearn", (), "ww:card-transports", "fr_regular_guyenne"),
        ("card_48", BRITISH, "br_regular_15th", (Roll(1),), "ww:card-germany", REGULARS),
        ("card_48", FRENCH, "fr_regular_bearn", (Roll(1),), "ww:card-germany", "fr_regular_guyenne"),
        ("card_46", BRITISH, "br_ranger_rogers", (Roll(1),), "ww:card-recruits",
         RECRUITS),
        ("card_46", FRENCH, "fr_coureurs_lery", (Roll(1),), "ww:card-recruits", "fr_coureurs_marin"),
        ("card_53", BRITISH, "br_ranger_rogers", (RestoreUnits(),), "ww:card-rangers", "br_ranger_goreham"),
        ("card_49", BRITISH, "br_militia_2", (RestoreUnits(),), "ww:card-militias", "br_militia_1"),
        ("card_49", FRENCH, "fr_militia_2", (RestoreUnits(),), "ww:card-militias", "fr_militia_1"),
    ],
)  # fmt: skip
def test_a_whole_unit_is_refused_for_that_and_unless_the_event_asks_for_its_kind_and_side_for_that_too(
    name: str, side: Side, hurt_one: str, actions: tuple[Action, ...], rule: str, asked: str
) -> None:
    """Given whole units of every kind on both sides, when an event restores, then each is told all that bars it."""
    home = "albany" if side is BRITISH else "montreal"
    box = "northern_colonial_militias" if side is BRITISH else "st_lawrence_canadian_militias"
    where = box if "militia" in hurt_one else home
    pieces = {**WHOLE, where: [*WHOLE.get(where, []), f"reduced {hurt_one}"]}
    state = played(played_event(name, pieces, side, year=1756), *actions).state
    assert offered(state) == (Pick(unit(hurt_one)), Done())
    for each in (piece for here in WHOLE.values() for piece in here):
        whole = violation(Reason.NOT_REDUCED, "ww:5.523", unit=each)
        other = () if each in asked.split() else (violation(Reason.NOT_AMONG_THEM, rule, unit=each),)
        assert refused(state, Pick(unit(each))) == (whole, *other)


@proves("ww:card-transports", "ww:5.523", "ww:12.3-c", "ww:8.22-inside")
def test_transports_refuse_the_besieged_provincial_and_the_enemys_starving_regular_for_what_they_are_too() -> None:
    carry = "hudson_carry_north"
    inside = ("br_northern_provincial_new_jersey_1", "br_regular_35th")
    pieces = {
        "albany": ["reduced br_regular_15th"], "ohio_forks": ["reduced fr_regular_bearn"],
        carry: ["2 fr_regular", *(f"inside reduced {name}" for name in inside)],
    }  # fmt: skip
    state = played_event("card_47", pieces, sieges={carry: 0}, forts={"british": [carry], "french": ["ticonderoga"]})
    for name in (*inside, "fr_regular_bearn"):
        siege = (violation(Reason.BESIEGED, "ww:8.22-inside", unit=name),) if name in inside else ()
        starved = violation(Reason.NOT_SUPPLIED, "ww:12.3-c", unit=name)
        asked = name == "br_regular_35th"
        other = () if asked else (violation(Reason.NOT_AMONG_THEM, "ww:card-transports", unit=name),)
        assert refused(state, Pick(unit(name))) == (*siege, starved, *other)


@proves("ww:card-transports-bar", "ww:card-germany-bar", "ww:card-quiberon-fx")
@pytest.mark.parametrize(("name", "cited"), [("card_47", "ww:card-transports-bar"), ("card_48", "ww:card-germany-bar")])
def test_france_gets_nothing_by_sea_after_quiberon_or_without_quebec_but_britain_does(name: str, cited: str) -> None:
    taken: dict[str, Json] = {"captured_fortresses": {"british": ["quebec"]}, "markers": {"quiberon": True}}
    pieces = {"quebec": ["br_regular_15th"]}
    assert refused(phase(FRENCH, name, pieces, **taken), PlayEvent(card(name))) == (
        violation(Reason.AFTER_QUIBERON, cited),
        violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx"),
        violation(Reason.QUEBEC_IS_BRITISH, cited),
    )
    assert plays_event(phase(BRITISH, name, pieces, **taken), name)
    assert plays_event(phase(FRENCH, name), name)


@proves("ww:card-germany", "ww:5.523")
@pytest.mark.parametrize("die", [1, 2, 5])
def test_victories_in_germany_restore_as_many_as_the_die_shows(die: int) -> None:
    state = played_event("card_48", {"albany": [hurt(4, "br_regular"), hurt(1, "br_light_infantry")]}, year=1756)
    assert chance(state).about == "die_of_card_48"
    state = played(state, Roll(die)).state
    while choice(state).about == "restoration":
        state = played(state, offered(state)[0]).state
    assert sum("reduced" not in str(each) for each in stack(state, "albany")) == die


@proves("ww:card-germany")
def test_victories_in_germany_are_not_yet_won_in_1755() -> None:
    assert shown("card_48") == "british and french event"
    state = phase(BRITISH, "card_48", year=1755)
    assert refused(state, PlayEvent(card("card_48"))) == (violation(Reason.TOO_EARLY, "ww:card-germany", year=1755),)


@proves("ww:card-recruits")
@pytest.mark.parametrize(
    ("side", "where", "able", "other"),
    [
        (FRENCH, "quebec", ["fr_coureurs_marin", "fr_coureurs_lery"], "fr_regular_bearn"),
        (BRITISH, "albany", ["br_light_infantry_howes", "br_northern_provincial_rhode_island",
                             "br_southern_provincial_maryland", "br_ranger_rogers"], "br_regular_15th"),
    ],
)  # fmt: skip
def test_colonial_recruits_restore_woodsmen_light_infantry_and_provincials(
    side: Side, where: str, able: list[str], other: str
) -> None:
    assert shown("card_46") == "british and french event"
    state = played_event("card_46", {where: [f"reduced {name}" for name in (*able, other)]}, side)
    state = played(state, Roll(6)).state
    while choice(state).about == "restoration":
        state = played(state, offered(state)[0]).state
    assert sorted(str(each) for each in stack(state, where)) == sorted([*able, f"reduced {other}"])


# ---------------------------------------------------------------- militia and Rangers


@proves("ww:card-militias", "ww:3.12", "ww:5.521")
@pytest.mark.parametrize("name", ["card_49", "card_50", "card_51", "card_52"])
def test_call_out_militias_adds_one_to_a_box_of_ones_own(name: str) -> None:
    assert shown(name) == "british and french event"
    state = played_event(name)
    assert offered(state) == (PickDepartment(Department.NORTHERN), PickDepartment(Department.SOUTHERN))
    assert refused(state, PickDepartment(Department.ST_LAWRENCE)) == (
        violation(Reason.NO_TARGET, "ww:card-militias", department="st_lawrence"),
    )
    after = played(state, PickDepartment(Department.SOUTHERN)).state
    assert stack(after, "southern_colonial_militias") == ["br_militia_1"]
    french = played_event(name, {}, FRENCH)
    assert offered(french) == (PickDepartment(Department.ST_LAWRENCE),)


@proves("ww:card-militias")
def test_or_restores_two_militia() -> None:
    box = {"northern_colonial_militias": ["4 reduced br_militia"]}
    state = played_event("card_49", box)
    assert offered(state) == (RestoreUnits(),)
    state = played(state, RestoreUnits()).state
    state = played(state, offered(state)[0]).state
    state = played(state, offered(state)[0]).state
    assert sum("reduced" in str(each) for each in stack(state, "northern_colonial_militias")) == 2
    nothing = played_event("card_49", {"northern_colonial_militias": ["4 br_militia"]})
    assert choice(nothing).by is FRENCH


@proves("ww:card-rangers", "ww:5.522")
def test_rangers_are_placed_at_a_british_fortification_or_two_restored() -> None:
    pieces = {"hudson_carry_south": ["reduced br_ranger_rogers", "reduced br_ranger_goreham"]}
    works: Json = {"british": ["hudson_carry_south"]}
    state = played_event("card_53", pieces, stockades=works)
    assert offered(state) == (PlaceUnit(unit("br_ranger_armstrong")), RestoreUnits())
    assert refused(state, PlaceUnit(unit("br_ranger_rogers"))) == (
        violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit="br_ranger_rogers"),
    )
    assert refused(played_event("card_53"), PlaceUnit(unit("br_ranger_rogers"))) == (
        violation(Reason.ANOTHER_COMES_FIRST, "ww:card-rangers", unit="br_ranger_rogers"),
    )
    assert refused(played_event("card_53"), PlaceUnit(unit("br_regular_17th"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-rangers", unit="br_regular_17th"),
    )
    assert refused(played_event("card_53"), RestoreUnits()) == (violation(Reason.NOT_REDUCED, "ww:card-rangers"),)
    foreign(state, Done())
    foreign(state, at("albany"))
    placing = played(state, PlaceUnit(unit("br_ranger_armstrong"))).state
    assert choice(placing).by is BRITISH
    fortified = [IDS[each.space] for each in offered(placing) if isinstance(each, PickSpace)]
    assert fortified == [*PORTS.split()[:3], "albany", *PORTS.split()[3:6], "hudson_carry_south", "halifax"]
    assert stack(played(placing, at("albany")).state, "albany") == ["br_ranger_armstrong"]
    restoring = played(state, RestoreUnits()).state
    restored = played(restoring, *(Pick(each) for each in units("br_ranger_goreham br_ranger_rogers"))).state
    assert stack(restored, "hudson_carry_south") == ["br_ranger_goreham", "br_ranger_rogers"]


@proves("ww:card-rangers")
def test_one_unit_of_rangers_comes_or_two_are_restored_and_no_more() -> None:
    assert shown("card_53") == "british event"
    placed = played(played_event("card_53"), PlaceUnit(unit("br_ranger_armstrong")), at("albany")).state
    assert (units_on_map(placed.board, BRITISH), choice(placed).by) == ((unit("br_ranger_armstrong"),), FRENCH)
    state = played(played_event("card_53", {"albany": ["3 reduced br_ranger"]}), RestoreUnits()).state
    for _ in range(2):
        assert choice(state).by is BRITISH
        state = played(state, offered(state)[0]).state
    assert choice(state).by is FRENCH
    assert sum("reduced" in str(each) for each in stack(state, "albany")) == 1


def test_rangers_all_in_play_and_whole_are_no_target_but_the_event_may_be_played() -> None:
    state = played_event("card_53", {"albany": ["3 br_ranger"]})
    assert choice(state).by is FRENCH


def test_a_leader_pool_is_untouched_by_a_position_without_one() -> None:
    state = place({})
    assert not any(place_of_leader(state.board, each) is Away.POOL for each in ALL_LEADERS)


@proves("ww:card-rangers", "ww:5.523", "ww:8.22-inside")
def test_reduced_rangers_under_siege_cannot_be_restored_for_the_siege() -> None:
    pieces = {"albany": ["2 fr_regular", "inside reduced br_ranger_rogers"], "boston": ["br_ranger_goreham"]}
    state = played_event("card_53", pieces, sieges={"albany": 0})
    inside = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_ranger_rogers")
    assert refused(state, RestoreUnits()) == (inside,)
    lifted = played_event("card_53", {"albany": ["reduced br_ranger_rogers"], "boston": ["reduced br_ranger_goreham"]})
    lifted = played(lifted, RestoreUnits(), Pick(unit("br_ranger_rogers"))).state
    assert stack(lifted, "albany") == ["br_ranger_rogers"]


@proves("ww:card-rangers", "ww:5.522", "ww:5.52")
def test_rangers_without_an_open_fortification_have_none_to_enter() -> None:
    everywhere: Pieces = {name: ["fr_coureurs"] for name in (*PORTS.split()[:6], "albany")}
    pieces: Pieces = {**everywhere, "halifax": ["fr_regular_bearn"], "hoosic": ["reduced br_ranger_rogers"]}
    state = played_event("card_53", pieces)
    assert offered(state) == (RestoreUnits(),)
    nowhere = {
        name: violation(Reason.NO_FORTIFICATION, "ww:5.522", unit=name)
        for name in ("br_ranger_rogers", "br_ranger_goreham")
    }
    assert refused(state, PlaceUnit(unit("br_ranger_goreham"))) == (nowhere["br_ranger_goreham"],)
    assert refused(state, PlaceUnit(unit("br_ranger_rogers"))) == (
        violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit="br_ranger_rogers"), nowhere["br_ranger_rogers"],
    )  # fmt: skip
