"""Chapters 5.52 and 5.55: which counters come, where they enter, and which leaders are drawn."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.wilderness_war.actions import DrawLeader, PickLeader, PickSpace
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, leader
from reference.wilderness_war.ch05_arrivals import of_kind
from reference.wilderness_war.ch05_reinforcements import available, placement_advance
from reference.wilderness_war.event_frames import Placement
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import BRITISH, FRENCH, choice, event_of, offered, phase
from tests.wilderness_war.positions import Pieces, board, played, read, stack, top

# Where French units keep everybody else out of all British ports but Halifax.
ONLY_HALIFAX: Pieces = {
    name: ["fr_coureurs"] for name in ("boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia")
}


def highlanders(*drawn: str, pieces: Pieces, pool: str) -> State:
    """Return HIGHLANDERS played, with these leaders drawn."""
    state = event_of(phase(BRITISH, "card_60 card_5", pieces, enemy="card_7", pool=pool.split()), "card_60").state
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
    assert (forfeited.events, forfeited.state) == ((), read({}))


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
