"""Chapter 1: areas, borders, castles, cathedrals, homes."""

import pytest

from reference.hammer_of_the_scots.ch01_map import (
    AREA_IDS,
    AREAS,
    BORDERS,
    COLOURS,
    NEIGHBOURS,
    Colour,
    area,
    border_between,
    border_limit,
    castle_limit,
    ends,
    homes_of,
)
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.canonical import Unreadable
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import at, battle, moves, options, play, refused, winter


@proves("hs:1.1-3")
def test_there_is_no_way_between_areas_without_a_border() -> None:
    assert border_between(area("carrick"), area("argyll")) is None
    assert border_between(area("lothian"), area("fife")) is None
    assert border_between(area("fife"), area("mentieth")) == border_between(area("mentieth"), area("fife"))
    linked = [(one, other) for one in AREAS for other in AREAS if border_between(one, other) is not None]
    assert len(linked) == 2 * len(BORDERS) == 98
    assert all(other in NEIGHBOURS[one] for one, other in linked)


@proves("hs:1.2-1", "hs:1.2-3", "hs:1.2-4", "hs:1.3-1", "hs:1.3-2", "hs:1.3-3")
def test_the_castle_limit_is_the_printed_value_and_a_cathedral_adds_one_for_scots_only() -> None:
    english = {AREA_IDS[each]: castle_limit(each, Side.ENGLAND) for each in AREAS}
    scottish = {AREA_IDS[each]: castle_limit(each, Side.SCOTLAND) for each in AREAS}
    ones = {name for name, limit in english.items() if limit == 1}
    assert ones == {
        "ross", "strathspey", "lochaber", "mar", "atholl", "lennox", "carrick", "galloway", "teviot",
    }  # fmt: skip
    assert {name for name, limit in english.items() if limit > 2} == {"mentieth"}
    assert sum(english.values()) == 32
    assert {name for name in english if scottish[name] != english[name]} == {"strathspey", "lennox", "fife"}
    assert (english["fife"], scottish["fife"]) == (2, 3)
    assert english["mentieth"] == 3
    assert [name for name, limit in english.items() if not limit] == ["england", "garmoran", "selkirk"]


@proves("hs:4.3-2", "hs:4.3-3")
def test_a_black_border_takes_six_and_a_red_one_two() -> None:
    assert {border_limit(each) for each in BORDERS if COLOURS[each] is Colour.BLACK} == {6}
    assert {border_limit(each) for each in BORDERS if COLOURS[each] is Colour.RED} == {2}
    angus_mar = border_between(area("angus"), area("mar"))
    assert angus_mar is not None
    assert border_limit(angus_mar) == 2
    assert {AREA_IDS[each] for each in ends(angus_mar)} == {"angus", "mar"}


@proves("hs:1.4-1")
def test_a_noble_lives_in_the_area_of_his_name_unless_the_rules_say_otherwise() -> None:
    others = {"bruce": {"carrick", "annan"}, "comyn": {"lochaber", "badenoch"}, "steward": {"lanark"}}
    nobles = (
        "angus", "argyll", "atholl", "bruce", "buchan", "comyn", "dunbar", "galloway", "lennox", "mar", "mentieth",
        "moray", "ross", "steward",
    )  # fmt: skip
    for noble in nobles:
        assert {AREA_IDS[each] for each in homes_of(noble)} == others.get(noble, {noble})


@proves("hs:1.4-1", "hs:1.4-7", "hs:1.4-8")
def test_every_noble_has_a_home_and_two_have_two() -> None:
    homes = {noble: tuple(AREA_IDS[each] for each in homes_of(noble)) for noble in ("bruce", "comyn", "mar", "steward")}
    assert homes == {
        "bruce": ("carrick", "annan"),
        "comyn": ("lochaber", "badenoch"),
        "mar": ("mar",),
        "steward": ("lanark",),
    }


@proves("hs:1.4-3", "hs:1.4-4", "hs:1.4-6", "hs:1.4-9", "hs:T-n2")
def test_a_noble_who_defends_a_home_hits_on_three_however_he_came_there_but_never_as_attacker() -> None:
    """Given Bruce in Annan since this turn, when York attacks, then a 3 hits; when he attacks there, it does not."""
    defends = battle({"annan": "s_bruce:1 e_york_infantry"}, "annan", "england", moved=["s_bruce"])
    assert at(play(defends, "fight s_bruce; roll 3; select e_york_infantry"), "annan") == "e_york_infantry:3 s_bruce:1"
    attacks = battle({"annan": "s_bruce:1 e_york_infantry"}, "annan", "scotland")
    assert options(play(attacks, "fight s_bruce; roll 3")) == [
        "fight e_york_infantry",
        "hold e_york_infantry",
        "withdraw e_york_infantry",
    ]
    elsewhere = battle({"fife": "s_bruce:1 e_york_infantry"}, "fife", "england")
    assert options(play(elsewhere, "fight s_bruce; roll 3"))[0] == "fight e_york_infantry"


@proves("hs:1.4-5", "hs:5.7-4")
def test_a_noble_captured_at_home_defends_it_for_his_new_side() -> None:
    """Given Mar/E attacking his home and captured in round one, when he acts in round two, then a 3 hits."""
    state = battle({"mar": "e_mar:1 e_york_infantry s_douglas"}, "mar", "england")
    state = play(state, "hold e_mar; fight s_douglas; roll 1; roll 6; roll 6; roll 6")
    assert refused(state, "select e_mar") == ["5.41-2"]
    state = battle({"mar": "e_mar:1 e_york_infantry:1 s_douglas"}, "mar", "england")
    state = play(
        state, "hold e_mar; fight s_douglas; roll 1; roll 6; roll 6; roll 6; select e_mar; hold e_york_infantry"
    )
    assert at(state, "mar") == "e_york_infantry:1 s_douglas s_mar:1"
    state = play(state, "fight s_mar; roll 3")
    assert options(state) == ["select e_york_infantry"]


@proves("hs:1.4-5", "hs:5.7-4", "hs:T-n2")
@pytest.mark.parametrize(
    ("place", "attacker", "captor", "bonus"),
    [("mar", "e_mar", "s_wallace", True), ("fife", "e_mar", "s_wallace", False), ("mar", "s_mar", "e_edward", False)],
)
def test_a_captured_noble_hits_on_three_only_where_he_now_defends_his_home(
    place: str, attacker: str, captor: str, bonus: bool
) -> None:
    """Given Mar captured in round one, when he acts in round two, then a 3 hits at home, unless he now attacks it."""
    home_lost = attacker == "s_mar"
    beside = "s_grant" if home_lost else "e_york_infantry"
    state = battle({place: f"{attacker}:1 {captor} {beside}:1"}, place, "england")
    if home_lost:
        state = play(state, "hold s_mar")
    state = play(state, f"fight {captor}; roll 1; roll 6; roll 6; roll 6; select {attacker}; hold {beside}")
    turned = "e_mar" if home_lost else "s_mar"
    while f"fight {turned}" not in options(state):
        state = play(state, next(text for text in options(state) if text.startswith("hold")))
    for die, hits in ((2, True), (3, bonus), (4, False)):
        rolled = play(state, f"fight {turned}; roll {die}")
        assert ("select " in options(rolled)[0]) is hits


def test_unknown_areas_are_unreadable() -> None:
    with pytest.raises(Unreadable, match="no area"):
        area("york")


@proves("hs:1.2-3")
def test_an_area_keeps_no_more_blocks_over_winter_than_its_limit() -> None:
    state = winter({"buchan": "s_douglas s_grant s_fraser"}, "scottish_disband")
    assert options(state) == ["select s_douglas", "select s_fraser", "select s_grant"]
    assert at(play(state, "select s_grant"), "buchan") == "s_douglas s_fraser"


@proves("hs:1.1-3", "hs:4.0-1")
def test_moves_are_offered_over_borders_only() -> None:
    state = play(moves({"carrick": "s_douglas"}, "move1", "move2"), "select s_douglas")
    assert options(state) == [f"march s_douglas {to}" for to in ("lennox", "lanark", "galloway", "annan")]
