"""Cards 5, 21, 22, 35 to 45, 62, 67, 69 and 70: couriers, ministries, assemblies, fleets and governors."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    Done,
    Draw,
    Hold,
    Pick,
    PickCard,
    PickDepartment,
    PickLeader,
    PickSpace,
    PlaceUnit,
    PlayEvent,
    RestoreUnits,
    Roll,
)
from reference.wilderness_war.board import Away, place_of_leader, siege_level
from reference.wilderness_war.cards import FACES, At, Event, card, hand
from reference.wilderness_war.ch02_map import IDS, SPACES, TERRAIN, Department, Terrain, department, space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch04_sequence import first_player, hand_size
from reference.wilderness_war.ch05_politics import (
    fetching_violations,
    linked,
    pitt,
    provincials_allowed,
    provincials_in_play,
)
from reference.wilderness_war.event_frames import Fetching
from reference.wilderness_war.happenings import Happening
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Season, State
from tests.wilderness_war.moves import pick
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    after_event,
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
from tests.wilderness_war.positions import STANDARD, leaders, played, read, refused, ruleset, stack, units

NORTH, SOUTH = Department.NORTHERN, Department.SOUTHERN


# ---------------------------------------------------------------- every card


def test_a_card_that_does_not_exist_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="'card_71' is no card"):
        card("card_71")


@proves("ww:5.13", "ww:5.56")
@pytest.mark.parametrize("side", list(Side))
def test_response_events_are_never_the_phases_card_play_and_all_others_may_be(side: Side) -> None:
    responses = {face.number for face in FACES if face.response}
    assert responses == set(range(6, 21))
    for number in responses:
        name = f"card_{number}"
        state = phase(side, name)
        assert not plays_event(state, name)
        assert refused(state, PlayEvent(card(name)))[0] == violation(Reason.RESPONSE_ONLY, "ww:5.56", card=name)
        assert Activate(card(name), Activates.INDIVIDUALS) in offered(state)


@proves("ww:5.51", "ww:card-ministerial-none")
def test_an_event_whose_precondition_holds_may_be_played_without_a_target() -> None:
    for side, name in ((FRENCH, "card_37"), (FRENCH, "card_38"), (BRITISH, "card_22"), (BRITISH, "card_36")):
        before = phase(side, f"{name} card_5", enemy="card_7" if name != "card_36" else "")
        after = event_of(before, name).state
        assert card(name) in cards_in(after, At.DISCARDS)
        assert after.board == before.board


# ---------------------------------------------------------------- BASTIONS REPAIRED


@proves("ww:card-bastions")
def test_bastions_repaired_puts_any_siege_of_level_one_or_two_back_to_nothing() -> None:
    assert shown("card_5") == "british and french event"
    pieces = {
        "albany": ["fr_regular_bearn", "inside br_regular_15th"],
        "niagara": ["br_regular_17th", "inside fr_regular_artois"],
        "boston": ["fr_regular_cambis", "inside br_regular_22nd"],
    }
    sieges: Json = {"albany": 2, "niagara": 1, "boston": 0}
    before = phase(BRITISH, "card_5 card_1", pieces, enemy="card_7", forts={"french": ["niagara"]}, sieges=sieges)
    state = event_of(before, "card_5").state
    assert offered(state) == (PickSpace(space("albany")), PickSpace(space("niagara")))
    assert refused(state, PickSpace(space("boston"))) == (
        violation(Reason.NO_TARGET, "ww:card-bastions", space="boston"),
    )
    following = played(state, PickSpace(space("albany")))
    assert following.events == (event(Happening.SIEGE_REDUCED, "ww:card-bastions", space="albany", level=0),)
    assert siege_level(following.state.board, space("albany")) == 0
    assert siege_level(following.state.board, space("niagara")) == 1
    assert choice(following.state).by is FRENCH


# ---------------------------------------------------------------- COURIER, BIGOT, MINISTERIAL CRISIS


@proves("ww:card-courier")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_courier_is_intercepted_on_three_to_six_and_a_random_card_changes_hands(die: int) -> None:
    state = event_of(phase(FRENCH, "card_35 card_5", enemy="card_7 card_8"), "card_35").state
    state = played(state, Roll(die)).state
    if die < 3:
        assert choice(state).by is BRITISH
        assert hand(state.cards, BRITISH) == (card("card_7"), card("card_8"))
        return
    assert chance(state).outcomes == ((Draw(card("card_7")), Fraction(1, 2)), (Draw(card("card_8")), Fraction(1, 2)))
    following = played(state, Draw(card("card_8")))
    assert following.events == (event(Happening.CARD_TAKEN, "ww:card-courier", side="french", victim="british"),)
    assert hand(following.state.cards, FRENCH) == (card("card_5"), card("card_8"))
    assert hand(following.state.cards, BRITISH) == (card("card_7"),)


@proves("ww:card-courier")
def test_a_courier_finds_nothing_in_an_empty_hand() -> None:
    assert shown("card_35") == "british and french event"
    state = played(event_of(phase(FRENCH, "card_35 card_5"), "card_35").state, Roll(6)).state
    assert choice(state).by is FRENCH


@proves("ww:card-bigot")
def test_bigot_makes_france_discard_a_random_card() -> None:
    assert shown("card_36") == "british event"
    state = event_of(phase(BRITISH, "card_36 card_5", enemy="card_7 card_55"), "card_36").state
    following = played(state, Draw(card("card_55")))
    assert following.events == (event(Happening.CARD_DISCARDED, "ww:card-bigot", side="french", card="card_55"),)
    assert cards_in(following.state, At.DISCARDS) == (card("card_36"), card("card_55"))
    assert hand(following.state.cards, FRENCH) == (card("card_7"),)


@proves("ww:card-ministerial")
def test_a_ministerial_crisis_costs_britain_one_of_the_named_cards_of_its_choice() -> None:
    assert shown("card_37") == "french event"
    held = "card_1 card_7 card_47 card_48 card_54 card_57 card_61"
    state = event_of(phase(FRENCH, "card_37 card_5", enemy=held), "card_37").state
    assert (choice(state).by, choice(state).about) == (BRITISH, "discard")
    named = ("card_47", "card_48", "card_54", "card_57", "card_61")
    assert offered(state) == tuple(PickCard(card(name)) for name in named)
    assert refused(state, PickCard(card("card_1"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-ministerial", card="card_1"),
    )
    foreign(state, Done())
    following = played(state, PickCard(card("card_48")))
    assert following.events == (event(Happening.CARD_DISCARDED, "ww:card-ministerial", side="british", card="card_48"),)
    assert card("card_48") in cards_in(following.state, At.DISCARDS)


@proves("ww:card-ministerial-none", "ww:card-ministerial")
def test_a_ministerial_crisis_without_such_a_card_has_no_effect() -> None:
    state = event_of(phase(FRENCH, "card_37 card_5", enemy="card_1"), "card_37").state
    assert (choice(state).by, hand(state.cards, BRITISH)) == (BRITISH, (card("card_1"),))


# ---------------------------------------------------------------- COLONIAL POLITICS


@proves("ww:card-colonial-politics", "ww:5.54")
@pytest.mark.parametrize("name", ["card_41", "card_42"])
def test_colonial_politics_moves_the_assemblies_one_box_the_players_way(name: str) -> None:
    assert shown(name) == "british and french event"
    track = ["reluctant", "supportive", "enthusiastic"]
    for index, mood in enumerate(track):
        british = after_event(name, {}, BRITISH, assemblies=mood)
        french = after_event(name, {}, FRENCH, assemblies=mood)
        assert british.tracks.assemblies.value == track[min(index + 1, 2)]
        assert french.tracks.assemblies.value == track[max(index - 1, 0)]


@proves("ww:5.54-limits")
@pytest.mark.parametrize(
    ("mood", "north", "south"), [("reluctant", 6, 2), ("supportive", 10, 4), ("enthusiastic", 18, 6)]
)
def test_the_assemblies_limit_the_provincials_of_each_department(mood: str, north: int, south: int) -> None:
    limits = [provincials_allowed(Assemblies(mood), region) for region in (NORTH, SOUTH)]
    assert limits == [north, south]


@proves("ww:card-colonial-politics-fx", "ww:5.54")
def test_after_a_french_play_britain_eliminates_provincials_above_the_new_limits() -> None:
    pieces = {
        "albany": ["6 br_northern_provincial", "2 reduced br_northern_provincial"],
        "york": ["2 br_southern_provincial"],
    }
    state = after_event("card_41", pieces)
    assert (choice(state).by, choice(state).about) == (BRITISH, "removal")
    full, reduced = "br_northern_provincial_connecticut_1", "br_northern_provincial_massachusetts_4"
    assert offered(state) == (pick(full), pick(reduced))
    assert refused(state, Done()) == (violation(Reason.TOO_FEW_CHOSEN, "ww:card-colonial-politics-fx", left=2),)
    assert refused(state, pick("br_southern_provincial_maryland")) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-colonial-politics-fx", unit="br_southern_provincial_maryland"),
    )
    state = played(state, pick(reduced), pick(full)).state
    assert len(provincials_in_play(state, NORTH)) == 6
    assert len(provincials_in_play(state, SOUTH)) == 2
    assert "reduced br_northern_provincial_massachusetts_5" in stack(state, "albany")


@proves("ww:card-colonial-politics-fx", "ww:5.54")
def test_a_british_play_removes_nobody() -> None:
    pieces = {"albany": ["12 br_northern_provincial"]}
    state = after_event("card_41", pieces, BRITISH, assemblies="reluctant")
    assert len(provincials_in_play(state, NORTH)) == 12
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")


@proves("ww:5.54-exc", "ww:card-colonial-politics", "ww:card-colonial-politics-fx")
def test_besieged_provincials_beyond_the_limit_are_spared() -> None:
    pieces = {
        "albany": ["2 fr_regular", "7 inside br_northern_provincial"],
        "boston": ["2 br_northern_provincial"],
        "york": ["br_southern_provincial_maryland"],
    }
    state = after_event("card_41", pieces, sieges={"albany": 0})
    assert len(provincials_in_play(state, NORTH)) == 7
    assert stack(state, "boston") == []
    assert stack(state, "york") == ["br_southern_provincial_maryland"]
    assert (choice(state).by, choice(state).about) == (BRITISH, "card_play")
    assert state.tracks.spared == (NORTH,)
    lifted = after_event("card_42", {"albany": ["7 br_northern_provincial"]}, markers={"spared": ["northern"]})
    assert choice(lifted).about == "removal"
    assert lifted.tracks.spared == ()


@proves("ww:5.54-exc", "ww:5.54", "ww:card-colonial-politics-fx")
def test_nobody_is_spared_where_the_unbesieged_make_up_the_excess() -> None:
    pieces = {"albany": ["2 fr_regular", "6 inside br_northern_provincial"], "boston": ["2 br_northern_provincial"]}
    state = after_event("card_41", {**pieces, "york": ["2 br_southern_provincial"]}, sieges={"albany": 0})
    assert (stack(state, "boston"), len(provincials_in_play(state, SOUTH))) == ([], 2)
    assert (choice(state).about, state.tracks.spared) == ("card_play", ())


# ---------------------------------------------------------------- STINGY ASSEMBLY, DISPERSED, RAISE


@proves("ww:card-stingy", "ww:card-stingy-fx", "ww:8.22-inside")
@pytest.mark.parametrize("name", ["card_39", "card_40"])
def test_a_stingy_assembly_costs_an_unbesieged_provincial_of_the_department_named(name: str) -> None:
    assert shown(name) == "french event"
    pieces = {
        "albany": ["2 fr_regular", "inside br_northern_provincial_new_york_1"],
        "boston": ["br_northern_provincial_rhode_island", "reduced br_northern_provincial_new_jersey_1"],
        "york": ["br_southern_provincial_maryland"],
    }
    state = after_event(name, pieces, sieges={"albany": 0})
    assert (choice(state).by, offered(state)) == (FRENCH, (PickDepartment(NORTH), PickDepartment(SOUTH)))
    assert refused(state, PickDepartment(Department.ST_LAWRENCE)) == (
        violation(Reason.NO_TARGET, "ww:card-stingy", department="st_lawrence"),
    )
    north = played(state, PickDepartment(NORTH)).state
    assert choice(north).by is BRITISH
    assert offered(north) == tuple(
        map(Pick, units("br_northern_provincial_new_jersey_1 br_northern_provincial_rhode_island"))
    )
    south = played(state, PickDepartment(SOUTH)).state
    assert stack(south, "york") == []


@proves("ww:card-stingy")
def test_enthusiastic_assemblies_are_not_stingy() -> None:
    state = phase(FRENCH, "card_39", assemblies="enthusiastic")
    assert refused(state, PlayEvent(card("card_39"))) == (
        violation(Reason.ASSEMBLIES, "ww:card-stingy", assemblies="enthusiastic"),
    )
    assert plays_event(phase(FRENCH, "card_39", assemblies="reluctant"), "card_39")


@proves("ww:card-dispersed", "ww:8.22-inside")
def test_raided_markers_disperse_provincials_of_their_departments_of_frances_choice() -> None:
    assert shown("card_38") == "french event"
    pieces = {
        "boston": ["br_northern_provincial_rhode_island", "reduced br_northern_provincial_new_jersey_1"],
        "york": ["br_southern_provincial_maryland"],
    }
    raided: Json = {"french": {"hoosic": 1, "culpeper": 2}}
    state = after_event("card_38", pieces, raided=raided)
    assert (choice(state).by, choice(state).about) == (FRENCH, "removal")
    state = played(state, pick("br_northern_provincial_rhode_island")).state
    assert stack(state, "boston") == ["reduced br_northern_provincial_new_jersey_1"]
    assert stack(state, "york") == []
    assert cards_in(state, At.DISCARDS) == (card("card_38"),)


def raising(rules: Ruleset = STANDARD, north: int = 6, south: int = 2, **rest: Json) -> State:
    """Return RAISE PROVINCIAL REGIMENTS played with so many provincials in play (position of D39)."""
    pieces = {"albany": [f"{north} br_northern_provincial"], "york": [f"{south} reduced br_southern_provincial"]}
    return after_event("card_43", pieces, BRITISH, rules, **rest)


def counted(state: State) -> tuple[int, int]:
    """Count the northern and southern provincials in play."""
    return len(provincials_in_play(state, NORTH)), len(provincials_in_play(state, SOUTH))


@proves("ww:card-raise", "ww:card-raise-fx", "ww:5.54-limits")
def test_d39_four_northern_or_two_southern_regiments_are_raised() -> None:
    state = raising()
    assert offered(state) == (PickDepartment(NORTH), PickDepartment(SOUTH))
    north = played(state, PickDepartment(NORTH)).state
    first = PlaceUnit(unit("br_northern_provincial_massachusetts_4"))
    assert offered(north) == (first, RestoreUnits())
    north = played(north, first).state
    assert choice(north).by is BRITISH
    assert offered(north) == tuple(PickSpace(space(name)) for name in ("boston", "new_haven", "new_york", "albany"))
    assert counted(played(north, PickSpace(space("albany"))).state) == (10, 2)
    south = played(state, PickDepartment(SOUTH)).state
    south = played(south, offered(south)[0]).state
    assert offered(south) == tuple(PickSpace(space(name)) for name in ("alexandria", "baltimore", "philadelphia"))
    assert counted(played(south, PickSpace(space("philadelphia"))).state) == (6, 4)


@proves("ww:card-raise", "ww:5.52", "ww:card-rangers")
def test_raise_refuses_units_of_another_kind_department_or_side() -> None:
    """Given RAISE for one Department, then the other's provincials, Highlanders and French are none of its units."""
    state = raising()
    for chosen, own, other in ((NORTH, "northern", "southern"), (SOUTH, "southern", "northern")):
        asked = played(state, PickDepartment(chosen)).state
        last = {"northern": "br_northern_provincial_rhode_island", "southern": "br_southern_provincial_virginia_2"}
        for name in (last[other], "br_highland_77th_a", "fr_regular_bearn"):
            none = violation(Reason.NOT_AMONG_THEM, "ww:card-raise", unit=name)
            assert refused(asked, PlaceUnit(unit(name))) == (none,)
        later = violation(Reason.ANOTHER_COMES_FIRST, "ww:card-raise", unit=last[own])
        assert refused(asked, PlaceUnit(unit(last[own]))) == (later,)
    both = raising(ruleset(raise_provincials="both_departments"))
    for name in ("br_northern_provincial_rhode_island", "br_southern_provincial_virginia_2"):
        later = violation(Reason.ANOTHER_COMES_FIRST, "ww:card-raise", unit=name)
        assert refused(both, PlaceUnit(unit(name))) == (later,)
    used = "br_southern_provincial_maryland"
    assert refused(played(state, PickDepartment(NORTH)).state, PlaceUnit(unit(used))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-raise", unit=used),
        violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit=used),
    )


@proves("ww:card-raise-fx")
def test_of_room_for_more_four_northern_or_two_southern_regiments_are_raised() -> None:
    state = raising(STANDARD, 6, 2, assemblies="enthusiastic")
    north = played(state, PickDepartment(NORTH)).state
    north = played(north, offered(north)[0], PickSpace(space("albany"))).state
    assert (counted(north), choice(north).about) == ((10, 2), "card_play")
    south = played(state, PickDepartment(SOUTH)).state
    south = played(south, offered(south)[0], PickSpace(space("philadelphia"))).state
    assert (counted(south), choice(south).about) == ((6, 4), "card_play")


@proves("ww:card-raise-fx", "ww:card-raise-fx2")
def test_d39_by_option_both_departments_raise_at_once_or_one_is_restored() -> None:
    state = raising(ruleset(raise_provincials="both_departments"))
    first = PlaceUnit(unit("br_northern_provincial_massachusetts_4"))
    assert offered(state) == (first, PickDepartment(NORTH), PickDepartment(SOUTH))
    north = ("albany", "deerfield", "deerfield", "kinderhook")
    south = ("philadelphia", "culpeper")
    both = played(
        state, first, *(PickSpace(space(name)) for name in (*sorted(north, key=space), *sorted(south, key=space)))
    )
    assert counted(both.state) == (10, 4)
    assert len(stack(both.state, "deerfield")) == 2
    restored = played(state, PickDepartment(SOUTH)).state
    assert stack(restored, "york") == ["br_southern_provincial_maryland", "br_southern_provincial_pennsylvania_1"]
    assert counted(restored) == (6, 2)


@proves("ww:card-raise-fx", "ww:5.522")
def test_d39_by_option_regiments_are_raised_in_any_cultivated_space_of_the_department_free_of_the_enemy() -> None:
    rules = ruleset(raise_provincials="both_departments")
    pieces = {"deerfield": ["fr_coureurs_marin"]}
    state = after_event("card_43", pieces, BRITISH, rules)
    state = played(state, offered(state)[0]).state
    assert offered(state) == tuple(
        PickSpace(place) for place in SPACES
        if department(place) is NORTH and TERRAIN[place] is Terrain.CULTIVATED and IDS[place] != "deerfield"
    )  # fmt: skip
    assert refused(state, PickSpace(space("deerfield"))) == (
        violation(Reason.ENEMY_HELD, "ww:5.522", space="deerfield"),
    )


@proves("ww:card-raise-fx")
def test_d39_by_option_the_south_alone_is_raised_when_the_north_is_all_in_play() -> None:
    state = raising(ruleset(raise_provincials="both_departments"), 18, 4, assemblies="enthusiastic")
    first = PlaceUnit(unit("br_southern_provincial_virginia_1"))
    assert offered(state) == (first, PickDepartment(NORTH), PickDepartment(SOUTH))


@proves("ww:card-raise-fx2", "ww:5.523")
def test_or_all_provincials_of_one_department_are_restored() -> None:
    state = played(raising(), PickDepartment(SOUTH)).state
    assert offered(state) == (PlaceUnit(unit("br_southern_provincial_pennsylvania_2")), RestoreUnits())
    state = played(state, RestoreUnits()).state
    assert stack(state, "york") == ["br_southern_provincial_maryland", "br_southern_provincial_pennsylvania_1"]


@proves("ww:card-raise-fx", "ww:5.54-limits")
def test_no_more_are_raised_than_the_assemblies_allow() -> None:
    state = played(raising(STANDARD, 9, 4), PickDepartment(NORTH)).state
    state = played(state, offered(state)[0], PickSpace(space("boston"))).state
    assert (counted(state), choice(state).about) == ((10, 4), "card_play")
    full = played(raising(STANDARD, 12, 4), PickDepartment(NORTH)).state
    full = played(full, offered(full)[0]).state
    assert (counted(full), choice(full).about) == ((12, 4), "card_play")


@proves("ww:card-raise")
@pytest.mark.parametrize("name", ["card_43", "card_44", "card_45"])
def test_reluctant_assemblies_raise_no_regiments(name: str) -> None:
    assert shown(name) == "british event"
    state = phase(BRITISH, name, assemblies="reluctant")
    assert refused(state, PlayEvent(card(name))) == (
        violation(Reason.ASSEMBLIES, "ww:card-raise", assemblies="reluctant"),
    )
    assert plays_event(phase(BRITISH, name), name)


# ---------------------------------------------------------------- LOUISBOURG SQUADRONS and QUIBERON BAY


@proves("ww:card-squadrons", "ww:card-squadrons-fx", "ww:card-squadrons-fx2")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_squadrons_forbid_landings_this_year_and_are_lost_on_one_to_three(die: int) -> None:
    state = after_event("card_21")
    assert state.tracks.no_landings
    state = played(state, Roll(die)).state
    assert state.tracks.no_french_naval is (die <= 3)
    assert card("card_21") in cards_in(state, At.REMOVED if die <= 3 else At.DISCARDS)
    british = phase(BRITISH, "card_62", markers={"no_french_naval": state.tracks.no_french_naval})
    assert plays_event(british, "card_62") is (die <= 3)


@proves("ww:card-squadrons")
def test_the_squadrons_need_louisbourg() -> None:
    assert shown("card_21") == "french event"
    state = phase(
        FRENCH, "card_21", {"louisbourg": ["br_regular_15th"]}, captured_fortresses={"british": ["louisbourg"]}
    )
    assert refused(state, PlayEvent(card("card_21"))) == (
        violation(Reason.FORTRESS_NOT_CONTROLLED, "ww:card-squadrons", space="louisbourg"),
    )


@proves("ww:card-quiberon-pre", "ww:card-squadrons-fx2")
def test_quiberon_waits_for_the_fleets_loss_louisbourg_or_1760() -> None:
    early = phase(BRITISH, "card_62", year=1759)
    assert refused(early, PlayEvent(card("card_62"))) == (
        violation(Reason.FRENCH_FLEET_AT_SEA, "ww:card-quiberon-pre", year=1759),
    )
    taken = phase(BRITISH, "card_62", {"louisbourg": ["br_regular_15th"]}, year=1758,
                  captured_fortresses={"british": ["louisbourg"]})  # fmt: skip
    assert plays_event(taken, "card_62")
    assert plays_event(phase(BRITISH, "card_62", year=1760), "card_62")
    assert plays_event(phase(BRITISH, "card_62", markers={"no_french_naval": True}), "card_62")


@proves("ww:card-quiberon", "ww:card-quiberon-fx", "ww:card-quiberon-fx2")
def test_quiberon_bars_french_events_at_once_and_hands_and_first_player_from_next_season() -> None:
    """Given QUIBERON, when the season ends, then France is dealt seven cards and the British begin (A30)."""
    assert shown("card_62") == "british event, removed after use"
    state = event_of(phase(BRITISH, "card_62 card_5", enemy="card_55", year=1760), "card_62").state
    assert cards_in(state, At.REMOVED) == (card("card_62"),)
    assert choice(state).by is FRENCH
    assert refused(state, PlayEvent(card("card_55"))) == (
        violation(Reason.AFTER_QUIBERON, "ww:card-french-regulars-pre"),
        violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx"),
    )
    state = played(state, Activate(card("card_55"), Activates.INDIVIDUALS), Done()).state
    state = played(state, Activate(card("card_5"), Activates.INDIVIDUALS), Done()).state
    assert (state.tracks.season, hand_size(state.tracks, FRENCH)) == (Season.LATE, 7)
    assert first_player(state.tracks) is BRITISH
    while offered(state)[0] == Draw(cards_in(state, At.PILE)[0]):
        state = played(state, offered(state)[0]).state
    assert [len(hand(state.cards, side)) for side in (BRITISH, FRENCH)] == [9, 7]
    assert choice(state).by is BRITISH


# ---------------------------------------------------------------- WILLIAM PITT and DIPLOMATIC REVOLUTION


@proves("ww:card-pitt", "ww:card-pitt-fx", "ww:card-pitt-fx2", "ww:card-pitt-fx3", "ww:5.22")
def test_pitt_opens_the_highlanders_brings_his_leaders_and_fetches_a_card() -> None:
    assert shown("card_67") == "british event, removed after use"
    discards: Json = ["card_1", "card_47", "card_48", "card_54", "card_55", "card_57", "card_60"]
    state = after_event("card_67", {}, BRITISH, discards=discards, markers={"pitt": False, "diplomatic": False})
    assert (choice(state).by, choice(state).about) == (BRITISH, "fetch")
    names = ("card_47", "card_54", "card_57", "card_60")
    assert offered(state) == tuple(PickCard(card(name)) for name in names)
    assert refused(state, PickCard(card("card_48"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-pitt-fx2", card="card_48"),
    )
    gone = violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-pitt-fx2", card="card_58")
    assert refused(state, PickCard(card("card_58"))) == (gone,)
    assert refused(state, PickCard(card("card_7"))) == (
        violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-pitt-fx2", card="card_7"),
        violation(Reason.NOT_AMONG_THEM, "ww:card-pitt-fx2", card="card_7"),
    )
    foreign(state, Done())
    following = played(state, PickCard(card("card_60")))
    assert following.events == (event(Happening.CARD_TAKEN, "ww:card-pitt-fx2", side="british", card="card_60"),)
    after = following.state
    assert hand(after.cards, BRITISH) == (card("card_5"), card("card_60"))
    trio = leaders("amherst forbes wolfe")
    assert [place_of_leader(after.board, each) for each in trio] == [Away.POOL] * 3
    assert (after.tracks.pitt, after.tracks.diplomatic) == (True, False)
    assert (hand_size(after.tracks, BRITISH), hand_size(after.tracks, FRENCH)) == (9, 8)
    assert cards_in(after, At.REMOVED) == (card("card_67"),)


@proves("ww:card-pitt-fx2", "ww:card-diplomatic-fx")
@pytest.mark.parametrize(
    ("rule", "on_offer", "other"),
    [("ww:card-pitt-fx2", "card_57", "card_60"), ("ww:card-diplomatic-fx", "card_55", "card_47")],
)
def test_a_discarded_card_that_is_not_on_offer_is_none_of_those(rule: str, on_offer: str, other: str) -> None:
    state = read({}, discards=[on_offer, other])
    frame = Fetching(BRITISH, (card(on_offer),), rule)
    expected = violation(Reason.NOT_AMONG_THEM, rule, card=other)
    assert tuple(fetching_violations(state, frame, card(other))) == (expected,)


@proves("ww:card-pitt")
def test_pitt_may_find_nothing_to_fetch() -> None:
    assert choice(after_event("card_67", {}, BRITISH, markers={"pitt": False})).by is FRENCH


@proves("ww:card-diplomatic", "ww:card-diplomatic-fx", "ww:card-diplomatic-fx2")
def test_the_diplomatic_revolution_fetches_a_card_and_gives_nine_from_next_season() -> None:
    assert shown("card_69") == "french event, removed after use"
    discards: Json = ["card_47", "card_48", "card_55", "card_57"]
    state = after_event("card_69", discards=discards, markers={"diplomatic": False, "pitt": False})
    assert offered(state) == (PickCard(card("card_47")), PickCard(card("card_55")))
    assert refused(state, PickCard(card("card_57"))) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-diplomatic-fx", card="card_57"),
    )
    gone = violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-diplomatic-fx", card="card_56")
    assert refused(state, PickCard(card("card_56"))) == (gone,)
    assert refused(state, PickCard(card("card_7"))) == (
        violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-diplomatic-fx", card="card_7"),
        violation(Reason.NOT_AMONG_THEM, "ww:card-diplomatic-fx", card="card_7"),
    )
    after = played(state, PickCard(card("card_55"))).state
    assert hand(after.cards, FRENCH) == (card("card_5"), card("card_55"))
    assert (hand_size(after.tracks, FRENCH), hand_size(after.tracks, BRITISH)) == (9, 8)
    assert cards_in(after, At.REMOVED) == (card("card_69"),)


@proves("ww:card-diplomatic-pre", "ww:card-quiberon-fx")
def test_no_diplomatic_revolution_after_quiberon() -> None:
    state = phase(FRENCH, "card_69", markers={"quiberon": True})
    assert refused(state, PlayEvent(card("card_69"))) == (
        violation(Reason.AFTER_QUIBERON, "ww:card-diplomatic-pre"),
        violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx"),
    )
    assert plays_event(phase(FRENCH, "card_69"), "card_69")


@proves("ww:en-14.1")
@pytest.mark.parametrize(("option", "where"), [("off", At.DISCARDS), ("on", At.BRITISH)])
def test_o14_1_a_discarded_pitt_goes_to_britain_once_the_revolution_is_played(option: str, where: At) -> None:
    rules = ruleset(linked_pitt_and_revolution=option)
    neither: Json = {"pitt": False, "diplomatic": False}
    state = after_event("card_69", {}, FRENCH, rules, discards=["card_1", "card_67"], markers=neither)
    assert state.cards.at[card("card_1")] == At.DISCARDS
    assert state.cards.at[card("card_67")] == where
    assert (state.tracks.diplomatic, state.tracks.pitt) == (True, False)
    back = after_event("card_67", {}, BRITISH, rules, discards=["card_1", "card_69"], markers=neither)
    assert back.cards.at[card("card_69")] == (At.FRENCH if option == "on" else At.DISCARDS)
    assert (back.tracks.diplomatic, back.tracks.pitt) == (False, True)


@proves("ww:en-14.1")
@pytest.mark.parametrize(
    ("side", "name", "other", "taker"),
    [(FRENCH, "card_69", "card_67", "british"), (BRITISH, "card_67", "card_69", "french")],
)
def test_o14_1_it_is_told_who_takes_the_other_card(side: Side, name: str, other: str, taker: str) -> None:
    neither: Json = {"pitt": False, "diplomatic": False}
    for option, news in (("on", (event(Happening.CARD_TAKEN, "ww:en-14.1", side=taker, card=other),)), ("off", ())):
        rules = ruleset(linked_pitt_and_revolution=option)
        before = phase(side, f"{name} card_5", {}, rules, enemy="card_7", discards=[other], markers=neither)
        taken = (each for each in event_of(before, name).events if each.kind is Happening.CARD_TAKEN)
        assert tuple(taken) == news


@proves("ww:card-pitt", "ww:card-pitt-fx", "ww:card-pitt-fx2", "ww:card-pitt-fx3", "ww:5.51", "ww:en-14.1")
def test_pitt_tells_of_the_other_card_and_of_his_leaders() -> None:
    rules = ruleset(linked_pitt_and_revolution="on")
    told: dict[str, Json] = {"discards": ["card_69"], "markers": {"pitt": False, "diplomatic": False}}
    found = pitt(phase(BRITISH, "card_67", {"albany": ["wolfe"]}, rules, enemy="card_7", **told))
    assert found.events == (
        event(Happening.CARD_TAKEN, "ww:en-14.1", side="french", card="card_69"),
        event(Happening.LEADER_AVAILABLE, "ww:card-pitt-fx", leader="amherst"),
        event(Happening.LEADER_AVAILABLE, "ww:card-pitt-fx", leader="forbes"),
    )


@proves("ww:card-pitt-fx")
def test_it_is_told_which_leaders_pitt_brings() -> None:
    before = phase(BRITISH, "card_67 card_5", {"albany": ["wolfe"]}, enemy="card_7", markers={"pitt": False})
    told = (each for each in event_of(before, "card_67").events if each.kind is Happening.LEADER_AVAILABLE)
    expected = (event(Happening.LEADER_AVAILABLE, "ww:card-pitt-fx", leader=name) for name in ("amherst", "forbes"))
    assert tuple(told) == tuple(expected)


@proves("ww:en-14.1")
def test_o14_1_nothing_follows_where_the_other_card_is_not_in_the_discards() -> None:
    state = after_event("card_69", {}, FRENCH, ruleset(linked_pitt_and_revolution="on"))
    assert hand(state.cards, BRITISH) == (card("card_7"),)


@proves("ww:en-14.1", "ww:4.0-A.2-hold")
def test_o14_1_a_side_that_held_its_last_card_and_gets_another_plays_on() -> None:
    """Given France holding its last card, when PITT brings it the Revolution, then it has two cards and a turn."""
    rules = ruleset(linked_pitt_and_revolution="on")
    neither: Json = {"pitt": False, "diplomatic": False}
    for discards, passed in ((["card_69"], ()), ([], (FRENCH,))):
        told: dict[str, Json] = {"enemy": "card_67 card_5", "discards": list(discards), "markers": neither}
        state = played(phase(FRENCH, "card_52", {}, rules, **told), Hold(), PlayEvent(card("card_67"))).state
        assert (state.cards.passed, choice(state).by) == (passed, BRITISH if passed else FRENCH)
        assert hand(state.cards, FRENCH) == tuple(map(card, ("card_52", *discards)))
    told = {"enemy": "card_52", "discards": ["card_69"], "markers": neither}
    both = phase(BRITISH, "card_67", {}, rules, **told)
    both = replace(both, cards=both.cards._replace(passed=(BRITISH, FRENCH)))
    assert linked(both, Event.PITT).state.cards.passed == (BRITISH,)


# ---------------------------------------------------------------- SHIRLEY and VAUDREUIL


@proves("ww:card-shirley", "ww:5.23")
def test_intrigues_eliminate_shirley() -> None:
    assert shown("card_70") == "french event, removed after use"
    before = phase(
        FRENCH, "card_70 card_5", {"albany": ["shirley", "br_regular_15th"]}, enemy="card_7", vp={"french": 1}
    )
    following = event_of(before, "card_70")
    assert following.events == (
        event(Happening.EVENT_PLAYED, "ww:5.51", "ww:card-shirley", side="french", card="card_70"),
        event(Happening.LEADER_REMOVED, "ww:card-shirley", leader="shirley"),
    )
    state = following.state
    assert place_of_leader(state.board, leader("shirley")) is Away.REMOVED
    assert cards_in(state, At.REMOVED) == (card("card_70"),)


@proves("ww:card-shirley-pre")
def test_intrigues_need_a_french_point_and_shirley_within_reach() -> None:
    few = violation(Reason.TOO_FEW_VP, "ww:card-shirley-pre", vp=0)
    gone = violation(Reason.SHIRLEY_OUT_OF_REACH, "ww:card-shirley-pre")
    play = PlayEvent(card("card_70"))
    assert refused(phase(FRENCH, "card_70", {"albany": ["shirley"]}), play) == (few,)
    assert refused(phase(FRENCH, "card_70", vp={"french": 1}), play) == (gone,)
    besieged = phase(FRENCH, "card_70", {"albany": ["2 fr_regular", "inside shirley", "inside br_regular_15th"]},
                     vp={"french": 1}, sieges={"albany": 0})  # fmt: skip
    assert refused(besieged, play) == (gone,)
    besieging = phase(FRENCH, "card_70", {"quebec": ["2 br_regular", "shirley", "inside fr_regular_bearn"]},
                      vp={"french": 1}, sieges={"quebec": 0})  # fmt: skip
    assert plays_event(besieging, "card_70")


@proves("ww:card-vaudreuil", "ww:card-vaudreuil-bar", "ww:8.22-inside")
def test_vaudreuil_swaps_two_unbesieged_french_leaders() -> None:
    pieces = {
        "montreal": ["montcalm", "2 fr_regular"],
        "ticonderoga": ["vaudreuil", "rigaud"],
        "louisbourg": ["drucour"],
        "niagara": ["2 br_regular", "webb", "inside villiers", "inside fr_coureurs_marin"],
    }
    works: Json = {"french": ["niagara"]}
    state = after_event(
        "card_22", pieces, BRITISH, forts=works, sieges={"niagara": 0}, markers={"no_french_naval": True}
    )
    assert (choice(state).by, offered(state)) == (BRITISH, tuple(map(PickLeader, leaders("montcalm vaudreuil"))))
    assert refused(state, PickLeader(leader("drucour"))) == (
        violation(Reason.NO_FRENCH_NAVAL, "ww:card-vaudreuil-bar", leader="drucour"),
    )
    assert refused(state, PickLeader(leader("villiers"))) == (
        violation(Reason.BESIEGED, "ww:card-vaudreuil", leader="villiers"),
    )
    for name in ("levis", "webb"):
        assert refused(state, PickLeader(leader(name))) == (
            violation(Reason.NOT_ON_MAP, "ww:card-vaudreuil", leader=name),
        )
    assert refused(state, PickLeader(leader("rigaud"))) == (
        violation(Reason.ANOTHER_COMES_FIRST, "ww:card-vaudreuil", leader="rigaud", offered=("montcalm", "vaudreuil")),
    )
    state = played(state, PickLeader(leader("vaudreuil"))).state
    assert offered(state) == (PickLeader(leader("rigaud")),)
    assert refused(state, PickLeader(leader("montcalm"))) == (
        violation(Reason.OUT_OF_ORDER, "ww:card-vaudreuil", leader="montcalm", after="vaudreuil"),
    )
    assert refused(state, PickLeader(leader("vaudreuil"))) == (
        violation(Reason.ALREADY_CHOSEN, "ww:card-vaudreuil", leader="vaudreuil"),
    )


@proves("ww:card-vaudreuil", "ww:card-vaudreuil-bar")
def test_the_two_take_each_others_places_and_louisbourg_counts_while_the_fleet_sails() -> None:
    assert shown("card_22") == "british event"
    pieces = {"montreal": ["montcalm"], "louisbourg": ["drucour"]}
    following = played(
        after_event("card_22", pieces, BRITISH), PickLeader(leader("montcalm")), PickLeader(leader("drucour"))
    )
    assert following.events[0] == event(Happening.LEADERS_SWAPPED, "ww:card-vaudreuil", leaders=("montcalm", "drucour"))
    assert stack(following.state, "montreal") == ["drucour"]
    assert stack(following.state, "louisbourg") == ["montcalm"]


# ---------------------------------------------------------------- besieged units, and units alike


BESIEGED_TWO = ["2 fr_regular", "inside br_northern_provincial_new_york_1", "inside br_regular_15th"]


@proves("ww:card-colonial-politics-fx", "ww:5.54-exc", "ww:8.22-inside", "ww:card-stingy-fx", "ww:card-dispersed")
def test_a_besieged_provincial_is_refused_for_the_siege() -> None:
    pieces = {
        "albany": BESIEGED_TWO,
        "boston": ["6 br_northern_provincial", "br_regular_17th"],
        "york": ["br_southern_provincial_maryland"],
    }
    told: dict[str, Json] = {"sieges": {"albany": 0}, "raided": {"french": {"hoosic": 1}}}
    for name, cited in (
        ("card_41", "ww:card-colonial-politics-fx"), ("card_39", "ww:card-stingy-fx"), ("card_38", "ww:card-dispersed"),
    ):  # fmt: skip
        state = after_event(name, pieces, **told)
        if choice(state).about == "event_choice":
            state = played(state, PickDepartment(NORTH)).state
        inside = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_northern_provincial_new_york_1")
        assert refused(state, pick("br_northern_provincial_new_york_1")) == (inside,)
        inside = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_regular_15th")
        other = violation(Reason.NOT_AMONG_THEM, cited, unit="br_regular_15th")
        assert refused(state, pick("br_regular_15th")) == (inside, other)
        other = violation(Reason.NOT_AMONG_THEM, cited, unit="br_regular_17th")
        assert refused(state, pick("br_regular_17th")) == (other,)


@proves("ww:card-dispersed")
def test_the_unit_that_stands_for_those_alike_is_named_when_another_is_chosen() -> None:
    name = "br_northern_provincial_massachusetts_{}".format
    pieces = {"albany": [name(1), name(2), name(3)], "schenectady": [name(4), name(5), name(6)]}
    state = after_event("card_38", pieces, raided={"french": {"deerfield": 1, "northampton": 1}})
    state = played(state, pick(name(4))).state
    assert offered(state) == (pick(name(1)), pick(name(5)))
    for each in (2, 4, 6):
        assert refused(state, pick(name(each))) == (
            violation(Reason.ANOTHER_COMES_FIRST, "ww:card-dispersed", unit=name(each), offered=(name(1), name(5))),
        )
