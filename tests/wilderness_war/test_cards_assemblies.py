"""Cards 38 to 45: colonial politics, provincial assemblies and their regiments."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war.actions import (
    Done,
    Pick,
    PickDepartment,
    PickSpace,
    PlaceUnit,
    PlayEvent,
    RestoreUnits,
)
from reference.wilderness_war.board import Away
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import IDS, SPACES, TERRAIN, Department, Terrain, department, space
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, unit
from reference.wilderness_war.ch05_arrivals import of_kind
from reference.wilderness_war.ch05_politics import (
    provincials_allowed,
    provincials_in_play,
    raised,
)
from reference.wilderness_war.ch05_reinforcements import available_with
from reference.wilderness_war.event_frames import Placement
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import Assemblies, State
from tests.wilderness_war.moves import pick
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    after_event,
    cards_in,
    choice,
    offered,
    phase,
    plays_event,
    shown,
)
from tests.wilderness_war.positions import STANDARD, named_freely, played, refused, ruleset, stack, units

NORTH, SOUTH = Department.NORTHERN, Department.SOUTHERN


def entering(state: State) -> tuple[str, ...]:
    """Return the units that wait to be placed, by id, those of the Northern Department first."""
    frames = (frame for frame in reversed(state.stack.frames) if isinstance(frame, Placement))
    return tuple(COUNTERS[each].id for frame in frames for each in frame.units)


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
        violation(Reason.NOT_ASKED_FOR, "ww:card-colonial-politics-fx", unit="br_southern_provincial_maryland"),
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


@proves("ww:5.54-exc", "ww:card-colonial-politics", "ww:card-colonial-politics-fx", "ww:5.54")
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
        violation(Reason.NOT_ASKED_FOR, "ww:card-stingy", department="st_lawrence"),
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


@proves("ww:5.52-note", "ww:card-raise")
def test_a_unit_out_of_the_game_is_not_called_one_in_play() -> None:
    """Given the 15th destroyed for good, when it is to be raised, then it is of another kind and out of the game."""
    name = "br_regular_15th"
    asked = played(raising(removed=[name]), PickDepartment(NORTH)).state
    assert refused(asked, PlaceUnit(unit(name))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-raise", unit=name),
        violation(Reason.OUT_OF_THE_GAME, "ww:5.52-note", unit=name),
    )


@proves("ww:card-raise", "ww:5.52", "ww:card-rangers")
def test_raise_refuses_units_of_another_kind_department_or_side() -> None:
    """Given RAISE for one Department, then the other's provincials, Highlanders and French are none of its units."""
    state = raising()
    for chosen, own, other in ((NORTH, "northern", "southern"), (SOUTH, "southern", "northern")):
        asked = played(state, PickDepartment(chosen)).state
        last = {"northern": "br_northern_provincial_rhode_island", "southern": "br_southern_provincial_virginia_2"}
        for name in (last[other], "br_highland_77th_a", "fr_regular_bearn"):
            none = violation(Reason.NOT_ASKED_FOR, "ww:card-raise", unit=name)
            assert refused(asked, PlaceUnit(unit(name))) == (none,)
        assert entering(named_freely(asked, PlaceUnit(unit(last[own]))).state)[-1] == last[own]
    both = raising(ruleset(raise_provincials="both_departments"))
    for name in ("br_northern_provincial_rhode_island", "br_southern_provincial_virginia_2"):
        waiting = named_freely(both, PlaceUnit(unit(name))).state
        assert name in entering(waiting)
    used = "br_southern_provincial_maryland"
    assert refused(played(state, PickDepartment(NORTH)).state, PlaceUnit(unit(used))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-raise", unit=used),
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
        violation(Reason.ENEMY_HELD, "ww:5.522", space="deerfield", units=("fr_coureurs_marin",)),
    )


@proves("ww:card-raise-fx")
def test_d39_by_option_the_south_alone_is_raised_when_the_north_is_all_in_play() -> None:
    state = raising(ruleset(raise_provincials="both_departments"), 18, 4, assemblies="enthusiastic")
    first = PlaceUnit(unit("br_southern_provincial_virginia_1"))
    assert offered(state) == (first, PickDepartment(NORTH), PickDepartment(SOUTH))


@proves("ww:card-raise-fx", "ww:card-raise-fx2", "ww:5.523")
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


@proves("ww:card-raise-fx", "ww:5.52")
@pytest.mark.parametrize("number", [0, 1, 4])
def test_the_regiment_named_is_among_those_raised_and_counts_as_one_of_them(number: int) -> None:
    """Given six northern regiments, of which one is named, then it and the first others make up the number."""
    state = raising()
    free = [each for each, at in enumerate(state.board.unit_at) if at == Away.AVAILABLE]
    northern = units(" ".join(COUNTERS[each].id for each in free if COUNTERS[each].kind is Kind.NORTHERN_PROVINCIAL))
    for named in (northern[0], northern[-1]):
        others = [each for each in northern if each != named]
        expected = tuple(sorted((named, *others[: number - 1]))) if number else ()
        assert available_with(state.board, named, of_kind(Kind.NORTHERN_PROVINCIAL), number) == expected
    placement = raised(state, (NORTH,), northern[-1]).state.stack.top
    assert isinstance(placement, Placement)
    assert northern[-1] in placement.units
