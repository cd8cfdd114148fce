"""Chapters 5.52 and 5.55: which counters come, where they enter, and which leaders are drawn."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import unasked, violation
from reference.wilderness_war import positions
from reference.wilderness_war.actions import DrawLeader, PickLeader, PickSpace
from reference.wilderness_war.board import Away, place_of_leader, units_at
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, leader
from reference.wilderness_war.ch05_arrivals import of_kind
from reference.wilderness_war.ch05_reinforcements import available, placement_advance
from reference.wilderness_war.event_frames import LeaderDraws, Placement
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.positions import written
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from reference.wilderness_war.windows import Passed
from tests.wilderness_war.phases import BRITISH, FRENCH, chance, choice, event_of, offered, phase
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    board,
    named_freely,
    played,
    read,
    refused,
    ruleset,
    stack,
    top,
)

# Where French units keep everybody else out of all British ports but Halifax.
ONLY_HALIFAX: Pieces = {
    name: ["fr_coureurs"] for name in ("boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia")
}


def highlanders(*drawn: str, pieces: Pieces, pool: str, **rest: Json) -> State:
    """Return HIGHLANDERS played, with these leaders drawn."""
    before = phase(BRITISH, "card_60 card_5", pieces, enemy="card_7", pool=pool.split(), **rest)
    state = event_of(before, "card_60").state
    return played(state, *(DrawLeader(leader(name)) for name in drawn)).state


@proves("ww:5.52")
def test_a_side_gets_counters_of_its_own_only() -> None:
    empty = board({})
    for side in Side:
        militia = available(empty, side, of_kind(Kind.MILITIA), len(COUNTERS))
        assert {COUNTERS[unit].side for unit in militia} == {side}
    assert len(available(empty, BRITISH, of_kind(Kind.MILITIA), 2)) == 2


@proves("ww:5.522-lost", "ww:5.55")
def test_where_one_space_is_left_units_and_leaders_enter_there_unasked() -> None:
    state = highlanders("murray", "bradstreet", pieces=ONLY_HALIFAX, pool="murray bradstreet")
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")
    officers, arrived = stack(state, "halifax")[:2], stack(state, "halifax")[2:]
    assert sorted(map(str, officers)) == ["bradstreet", "murray"]
    assert ["highland" in str(each) for each in arrived] == [True] * 4


@proves("ww:5.522-lost", "ww:card-french-regulars-fx", "ww:card-french-regulars-fx2")
def test_with_quebec_and_louisbourg_closed_french_regulars_and_their_leaders_are_forfeited() -> None:
    closed = {name: ["2 br_regular", "inside fr_coureurs"] for name in ("quebec", "louisbourg")}
    before = phase(FRENCH, "card_55 card_5", closed, enemy="card_7", sieges={"quebec": 0, "louisbourg": 0})
    state = event_of(before, "card_55").state
    assert (choice(state).by, choice(state).about) == (BRITISH, "card_play")
    assert state.board == before.board


@proves("ww:5.522-lost")
def test_without_any_space_to_enter_what_waits_is_forfeited() -> None:
    waiting: Json = {
        "type": "placement", "side": "french", "rule": "ww:5.522", "spaces": [], "units": ["fr_regular_bearn"],
        "leaders": ["montcalm"],
    }  # fmt: skip
    state = read({}, frames=[waiting])
    frame = top(state)
    assert isinstance(frame, Placement)
    forfeited = placement_advance(state, frame)
    why = violation(Reason.NO_ENTRY, "ww:5.522-lost", side="french", pieces=("fr_regular_bearn", "montcalm"))
    told = unasked(EventKind.NOT_ASKED, "french", Passed.PLACEMENT, (why,))
    assert (forfeited.events, forfeited.state) == ((told,), read({}))


@proves("ww:5.522-lost", "ww:5.52")
def test_units_without_leaders_enter_too() -> None:
    state = highlanders(pieces=ONLY_HALIFAX, pool="")
    assert ["highland" in str(each) for each in stack(state, "halifax")] == [True] * 4
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")


@proves("ww:5.522-lost", "ww:5.55")
def test_leaders_without_units_enter_too() -> None:
    pieces = {**ONLY_HALIFAX, "albany": ["6 br_highland"]}
    state = highlanders("murray", "bradstreet", pieces=pieces, pool="murray bradstreet")
    assert sorted(map(str, stack(state, "halifax"))) == ["bradstreet", "murray"]
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")


@proves("ww:card-acadians-fx", "ww:card-acadians-fx2", "ww:5.522")
def test_acadians_expelled_bring_nobody_to_an_enemy_or_a_siege() -> None:
    pieces = {"halifax": ["fr_coureurs_marin"], "louisbourg": ["2 br_regular", "inside fr_regular_bearn"]}
    before = phase(BRITISH, "card_66 card_5", pieces, enemy="card_7", sieges={"louisbourg": 0})
    state = event_of(before, "card_66").state
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")
    assert stack(state, "halifax") == ["fr_coureurs_marin"]
    assert stack(state, "quebec") == ["fr_coureurs_boishebert_acadian"]


@proves("ww:5.55-max", "ww:5.55")
def test_a_leader_drawn_before_counts_as_a_seven_only_if_he_is_one() -> None:
    state = highlanders("murray", "amherst", pieces={"boston": ["loudoun"]}, pool="murray amherst")
    assert choice(state).about == "placement"
    state = highlanders("abercromby", "amherst", pieces={"boston": ["loudoun"]}, pool="abercromby amherst")
    assert choice(state).about == "third_seven"


@proves("ww:5.55-max")
def test_the_leader_drawn_before_arrives_with_the_third_seven() -> None:
    pieces = {"albany": ["abercromby"], "boston": ["loudoun"]}
    state = highlanders("murray", "amherst", pieces=pieces, pool="murray amherst")
    assert offered(state) == (PickLeader(leader("abercromby")), PickLeader(leader("loudoun")))
    state = played(state, PickLeader(leader("loudoun")), *[PickSpace(space("halifax"))] * 3).state
    assert stack(state, "halifax")[:2] == ["amherst", "murray"]
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")


BESIEGED_SEVENS: Pieces = {"albany": ["2 fr_regular", "inside braddock", "inside loudoun", "2 inside br_regular"]}


@proves("ww:5.55-besieged", "ww:5.55", "ww:5.55-max")
def test_a_third_seven_returned_to_the_pool_is_not_drawn_again_by_the_same_event() -> None:
    """Given both sevens besieged, when one of two draws is a third, then the other draw is of somebody else (N51)."""
    state = highlanders(pieces=BESIEGED_SEVENS, pool="abercromby murray", sieges={"albany": 0})
    assert chance(state).outcomes == tuple(
        (DrawLeader(leader(name)), Fraction(1, 2)) for name in ("abercromby", "murray")
    )
    state = played(state, DrawLeader(leader("abercromby"))).state
    assert chance(state).outcomes == ((DrawLeader(leader("murray")), Fraction(1)),)
    assert top(state) == LeaderDraws(1, returned=(leader("abercromby"),))
    state = played(state, DrawLeader(leader("murray")), *[PickSpace(space("halifax"))] * 2).state
    assert stack(state, "halifax")[0] == "murray"
    assert place_of_leader(state.board, leader("abercromby")) == Away.POOL
    more = highlanders(pieces=BESIEGED_SEVENS, pool="abercromby amherst murray", sieges={"albany": 0})
    more = with_top(more, LeaderDraws(3))
    more = played(more, DrawLeader(leader("abercromby")), DrawLeader(leader("amherst"))).state
    assert chance(more).actions == (DrawLeader(leader("murray")),)
    none_left = highlanders("abercromby", pieces=BESIEGED_SEVENS, pool="abercromby", sieges={"albany": 0})
    assert choice(none_left).about == "placement"
    again = event_of(phase(BRITISH, "card_61", BESIEGED_SEVENS, pool=["abercromby"], sieges={"albany": 0}), "card_61")
    assert chance(again.state).actions == (DrawLeader(leader("abercromby")),)


def drawing_told(state: State) -> Json:
    """Return the draws under way, as a position tells them."""
    frames = written(state)["frames"]
    assert isinstance(frames, list)
    last: Json = frames[-1]
    return last


@proves("ww:5.55-besieged", "ww:5.55")
def test_draws_are_written_with_the_leaders_returned_if_there_are_any() -> None:
    state = highlanders(pieces=BESIEGED_SEVENS, pool="abercromby murray", sieges={"albany": 0})
    assert drawing_told(state) == {"type": "leader_draws", "left": 2}
    state = played(state, DrawLeader(leader("abercromby"))).state
    assert drawing_told(state) == {"type": "leader_draws", "left": 1, "returned": ["abercromby"]}
    assert positions.read(written(state), state.ruleset) == state


@proves("ww:5.55-max", "ww:8.22-inside")
def test_a_besieged_seven_makes_no_room_and_one_who_is_none_neither() -> None:
    pieces = {**BESIEGED_SEVENS, "albany": ["2 fr_regular", "inside braddock", "inside webb"], "boston": ["loudoun"]}
    state = highlanders("abercromby", pieces=pieces, pool="abercromby", sieges={"albany": 0})
    assert offered(state) == (PickLeader(leader("loudoun")),)
    besieged = {name: violation(Reason.BESIEGED, "ww:8.22-inside", leader=name) for name in ("braddock", "webb")}
    assert refused(state, PickLeader(leader("braddock"))) == (besieged["braddock"],)
    other = violation(Reason.NOT_ASKED_FOR, "ww:5.55-max", leader="webb")
    assert refused(state, PickLeader(leader("webb"))) == (besieged["webb"], other)
    aside = violation(Reason.NOT_ASKED_FOR, "ww:5.55-max", leader="amherst")
    assert refused(state, PickLeader(leader("amherst"))) == (aside,)


@proves("ww:5.55-max", "ww:5.55-besieged")
def test_of_two_sevens_only_the_one_on_the_map_makes_room_for_a_third() -> None:
    """Given one seven on the map and two drawn, then he goes; the first drawn is not yet on the map (N47)."""
    state = highlanders("abercromby", "amherst", pieces={"boston": ["loudoun"]}, pool="abercromby amherst")
    assert offered(state) == (PickLeader(leader("loudoun")),)
    first = violation(Reason.NOT_ASKED_FOR, "ww:5.55-max", leader="abercromby")
    assert refused(state, PickLeader(leader("abercromby"))) == (first,)
    pieces: Pieces = {"albany": ["2 fr_regular", "inside loudoun", "inside br_regular"]}
    state = highlanders("abercromby", "amherst", pieces=pieces, pool="abercromby amherst", sieges={"albany": 0})
    assert choice(state).about == "placement"
    assert place_of_leader(state.board, leader("amherst")) == Away.POOL


# ---------------------------------------------------------------- where new units enter


def entering(name: str, pieces: Pieces, side: Side = BRITISH, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return an event played at the point where its units enter, by the first choice that places them."""
    state = event_of(phase(side, f"{name} card_5", pieces, rules, **{"enemy": "card_7", **rest}), name).state
    while choice(state).about != "placement":
        state = played(state, offered(state)[0]).state
    return state


@proves("ww:5.522", "ww:card-british-regulars-fx")
def test_ports_are_offered_in_the_order_of_the_map_and_named_in_any() -> None:
    state = played(entering("card_57", {}), PickSpace(space("philadelphia"))).state
    assert offered(state) == tuple(PickSpace(space(name)) for name in ("philadelphia", "halifax"))
    state = named_freely(state, PickSpace(space("boston"))).state
    assert [stack(state, name) for name in ("philadelphia", "boston")] == [["br_regular_15th"], ["br_regular_17th"]]
    assert offered(state) == tuple(PickSpace(space(name)) for name in ("philadelphia", "halifax"))


@proves("ww:5.522", "ww:card-french-regulars-fx")
def test_a_space_the_event_does_not_name_is_refused_for_that_too() -> None:
    state = entering("card_55", {"becancour": ["br_ranger_rogers"]}, FRENCH)
    named = violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space="albany")
    other = violation(Reason.NOT_AN_ENTRY, "ww:card-french-regulars-fx", space="albany")
    assert refused(state, PickSpace(space("albany"))) == (named, other)
    held = violation(Reason.ENEMY_HELD, "ww:5.522", space="becancour", units=("br_ranger_rogers",))
    other = violation(Reason.NOT_AN_ENTRY, "ww:card-french-regulars-fx", space="becancour")
    assert refused(state, PickSpace(space("becancour"))) == (held, other)
    other = violation(Reason.NOT_AN_ENTRY, "ww:card-french-regulars-fx", space="montreal")
    assert refused(state, PickSpace(space("montreal"))) == (other,)


WHAT_EVENTS_NAME = {
    ("card_57", "ww:card-british-regulars-fx"): "riviere_ouelle boston halifax baltimore",
    ("card_60", "ww:card-highlanders-fx"): "riviere_ouelle boston halifax baltimore",
    ("card_54", "ww:card-light"): "boston halifax baltimore",
    ("card_65", "ww:card-royal-americans"): "boston baltimore",
    ("card_53", "ww:card-rangers"): "boston halifax baltimore oswego",
    ("card_43", "ww:card-raise-fx"): "boston",
    ("card_30", "ww:card-cherokees-fx"): "baltimore",
    ("card_55", "ww:card-french-regulars-fx"): "",
}


@proves(
    "ww:5.522", "ww:8.22-reinf", "ww:card-british-regulars-fx", "ww:card-highlanders-fx", "ww:card-light",
    "ww:card-royal-americans", "ww:card-rangers", "ww:card-raise-fx", "ww:card-cherokees-fx",
    "ww:card-french-regulars-fx",
)  # fmt: skip
def test_a_space_under_siege_is_refused_for_the_siege_and_if_the_event_names_others_for_that_too() -> None:
    """Given sieges of ports, of a fort and on an Amphib marker, then each event names some of them."""
    works = ("boston", "halifax", "baltimore", "oswego")
    besieged: Pieces = {name: ["fr_regular", "inside br_regular"] for name in works}
    pieces: Pieces = {**besieged, "riviere_ouelle": ["br_regular", "inside fr_regular"]}
    told: dict[str, Json] = {
        "forts": {"british": ["oswego"], "french": ["riviere_ouelle"]},
        "sieges": dict.fromkeys(pieces, 0),
        "amphib": ["riviere_ouelle"],
    }
    for (name, rule), named in WHAT_EVENTS_NAME.items():
        side = FRENCH if name == "card_55" else BRITISH
        state = entering(name, pieces, side, **told)
        for place in pieces:
            closed = [violation(Reason.BESIEGED, "ww:8.22-reinf", space=place)]
            enemies = tuple(COUNTERS[each].id for each in units_at(state.board, space(place), side.enemy))
            if enemies:
                closed.append(violation(Reason.ENEMY_HELD, "ww:5.522", space=place, units=enemies))
            if (place == "riviere_ouelle") is (side is BRITISH):
                closed.append(violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space=place))
            if place not in named.split():
                closed.append(violation(Reason.NOT_AN_ENTRY, rule, space=place))
            assert refused(state, PickSpace(space(place))) == tuple(closed)
        for place in ("hoosic", "york"):
            other = violation(Reason.NOT_AN_ENTRY, rule, space=place)
            assert refused(state, PickSpace(space(place))) == (other,)


@proves(
    "ww:5.522", "ww:card-british-regulars-fx", "ww:card-highlanders-fx", "ww:card-light", "ww:card-royal-americans",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("card_57", "ww:card-british-regulars-fx"),
        ("card_60", "ww:card-highlanders-fx"),
        ("card_54", "ww:card-light"),
        ("card_65", "ww:card-royal-americans"),
    ],
)
def test_a_fortress_of_the_enemys_is_not_named_by_events_that_name_british_ones(name: str, rule: str) -> None:
    """Given Quebec and New York French, when Britain's troops come, then their cards do not open either of them."""
    captured: Json = {"french": ["new_york"]}
    works: Json = {"british": ["hoosic"]}
    state = entering(name, {"new_york": ["fr_regular_bearn"]}, BRITISH, captured_fortresses=captured, stockades=works)
    assert refused(state, PickSpace(space("hoosic"))) == (violation(Reason.NOT_AN_ENTRY, rule, space="hoosic"),)
    for place in ("quebec", "new_york"):
        bearn = violation(Reason.ENEMY_HELD, "ww:5.522", space=place, units=("fr_regular_bearn",))
        held = (bearn,) if place == "new_york" else ()
        closed = violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space=place)
        other = violation(Reason.NOT_AN_ENTRY, rule, space=place)
        assert refused(state, PickSpace(space(place))) == (*held, closed, other)


@proves("ww:5.522", "ww:card-raise-fx")
def test_d39_by_option_every_cultivated_space_of_the_department_is_named() -> None:
    enemies = {"deerfield": ["fr_coureurs_marin"], "culpeper": ["fr_coureurs_langlade"], "oswego": ["fr_indian_huron"]}
    state = entering("card_43", enemies, BRITISH, ruleset(raise_provincials="both_departments"))
    for name, named in (("deerfield", True), ("culpeper", False), ("oswego", False)):
        closed = violation(Reason.ENEMY_HELD, "ww:5.522", space=name, units=(*enemies[name],))
        other = () if named else (violation(Reason.NOT_AN_ENTRY, "ww:card-raise-fx", space=name),)
        assert refused(state, PickSpace(space(name))) == (closed, *other)
    box = violation(Reason.NOT_AN_ENTRY, "ww:card-raise-fx", space="northern_colonial_militias")
    assert refused(state, PickSpace(space("northern_colonial_militias"))) == (box,)
