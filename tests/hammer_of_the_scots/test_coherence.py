"""Positions whose procedures cannot continue are unreadable, each with its place and cause."""

from collections.abc import Mapping

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from tests.hammer_of_the_scots.positions import GAME, STANDARD, place, ruleset

ONE: Json = ["move1"]
TURN: dict[str, Json] = {
    "first": "england",
    "played": {"england": "move1", "scotland": "move1"},
    "hands": {"england": ONE, "scotland": ONE},
}
SECOND: Mapping[str, Json] = {"type": "turn", "stage": "second"}
MOVING: Mapping[str, Json] = {"type": "moving", "side": "england", "points": 1}
WINTER: Mapping[str, Json] = {"type": "wintering", "season": "scottish_build"}
FIGHT: Mapping[str, Json] = {"type": "battle", "area": "fife", "attacker": "england", "round": 1}
BLOCKS = {
    "fife": "s_grant e_york_infantry",
    "angus": "e_wales_archers s_moray",
    "mar": "s_fraser",
    "moray": "s_wallace",
}


def frame(kind: str, **fields: Json) -> dict[str, Json]:
    return {"type": kind, **fields}


# The frames, what else the position says, and the complaint.
CASES: dict[str, tuple[list[Json], Mapping[str, Json], str]] = {
    "a year before all years": ([WINTER], {"year": -1}, "year: -1 is not 1297 to 1406"),
    "a third Edward": ([WINTER], {"edward": 3}, "edward: 3 is not 1 to 2"),
    "hits without a battle": ([frame("hits", side="england", left=1)], {}, "hits is nothing on its own"),
    "a winter in a turn": ([SECOND, WINTER], TURN, r"frames\[1\]: wintering never happens within turn"),
    "a march in a battle": ([FIGHT, frame("marching", block="s_grant", origin="fife")], {}, "never happens within"),
    "a Scottish card too early": (
        [frame("turn", stage="cards")], {**TURN, "played": {"scotland": "move1"}}, "played.scotland: is not on",
    ),
    "a deal with a card on the table": (
        [frame("turn", stage="cards"), frame("deal")], {"played": {"england": "move1"}}, "played.england: is not on",
    ),
    "a deal in mid-turn": ([SECOND, frame("deal")], TURN, "no cards are dealt at stage second"),
    "no cards on the table": ([SECOND], {**TURN, "played": {}}, "played: both cards must be on the table"),
    "nobody first": ([SECOND], {**TURN, "first": None}, "first: must be"),
    "unequal hands": (
        [SECOND], {**TURN, "hands": {"england": ONE}},
        "hands: must be equally many, those played counted: England 2, Scotland 1",
    ),
    "no cards at all": ([frame("turn", stage="cards")], {}, "hands: there is no card to play"),
    "battles chosen by nobody": ([frame("battles")], {"attackers": {"fife": "england"}}, "first: must be named before"),
    "a battle nobody began": ([frame("battles")], {"first": "england"}, "attackers: nobody attacks in"),
    "a stranger on the march": (
        [MOVING, frame("marching", block="s_grant", origin="fife")], {}, "s_grant cannot be on the march",
    ),
    "a march backwards": (
        [MOVING, frame("marching", block="e_york_infantry", origin="fife", distance=-1)], {},
        r"frames\[1\].distance: -1 is not 0 to 10",
    ),
    "fire from afar": ([FIGHT, frame("firing", block="s_fraser", left=1)], {}, "s_fraser is not in the battle"),
    "fewer than no dice": ([FIGHT, frame("firing", block="s_grant", left=-1)], {}, r"\[1\].left: -1 is not 0 to 4"),
    "fewer than no hits": ([FIGHT, frame("hits", side="england", left=-1)], {}, r"\[1\].left: -1 is not 0 to 184"),
    "an absent Celt": ([FIGHT, frame("loyalty", blocks=["e_wales_archers"])], {}, "is no Celtic block of this battle"),
    "a Celt asked twice": (
        [frame("battle", area="angus", attacker="england", round=1), frame("loyalty", blocks=["e_wales_archers"] * 2)],
        {}, "is named twice",
    ),
    "an own noble named": ([frame("herald", side="scotland", noble="s_moray")], {}, "s_moray is no enemy noble"),
    "fewer than no ships": ([frame("sea_move", side="scotland", left=-1)], {}, r"frames\[0\].left: -1 is not 0 to 56"),
    "a stranger shipped": (
        [frame("sea_move", side="england", left=1, block="s_grant")], {}, "s_grant is no block of england on the map",
    ),
    "a ship inland": ([frame("sea_move", side="scotland", left=1, block="s_fraser")], {}, "is not on the coast"),
    "a regroup from elsewhere": (
        [frame("regrouping", side="scotland", area="fife", block="s_fraser")], {}, "s_fraser is not in fife",
    ),
    "no noble going home": ([frame("going_home", noble="s_moray")], {}, "is no noble who can go home"),
    "quarters for Grant": ([frame("quarters", block="s_grant")], {}, "s_grant is not asked where he winters"),
    "a step of another winter": (
        [frame("wintering", season="surplus_first")], {}, "the winter of this ruleset has no such step",
    ),
    "a landing on dry land": ([frame("landing", block="s_norse", area="fife")], {}, "s_norse cannot land from fife"),
    "a draw from an empty pool": ([frame("drawing", area="mar")], {}, "no block can be drawn for mar"),
    "points in a lost area": ([frame("building", side="england", points=["mar"])], {}, "mar gives england no points"),
    "a fourth round": ([{**FIGHT, "round": 4}], {}, r"frames\[0\].round: 4 is not 0 to 3"),
    "a battle with fewer than no hits": ([{**FIGHT, "hits": -1}], {}, r"frames\[0\].hits: -1 is not 0 to 184"),
    "hits of no volley": ([{**FIGHT, "hits": 1}], {}, "the volley must be a side and a letter"),
    "an absent reserve": ([{**FIGHT, "reserves": "s_fraser"}], {}, "s_fraser is not there to wait in reserve"),
    "no event to declare": ([SECOND, frame("declaring")], TURN, "Scotland has played no event"),
    "fewer than no points": ([{**MOVING, "points": -1}], {}, r"frames\[0\].points: -1 is not 0 to 56"),
    "a retreat without a way": (
        [frame("regrouping", side="scotland", area="mar", block="s_fraser")],
        {"crossings": dict.fromkeys(("buchan-mar", "angus-mar", "atholl-mar", "badenoch-mar"), 6)},
        r"frames\[0\]: regrouping leaves scotland nothing to choose \(where the block regroups\)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_position_that_cannot_be_gone_on_with_is_unreadable(name: str) -> None:
    frames, rest, complaint = CASES[name]
    given = {key: value for key, value in rest.items() if value is not None}
    with pytest.raises(Unreadable, match=complaint):
        place(BLOCKS, frames, STANDARD, **given)


STILL_TO_COME, ELSEWHERE = "the winter of 1298 has not come to Edward yet", "Edward, who winters this year, is not in"
EDWARDS: dict[str, tuple[list[Json], str, Mapping[str, Json], str]] = {
    "in the pool": ([WINTER], "mar", {"pool": ["e_edward"]}, ELSEWHERE),
    "in England": ([WINTER], "england", {}, ELSEWHERE),
    "in a turn": ([SECOND], "mar", TURN, STILL_TO_COME),
    "before he is asked": ([frame("wintering", season="edward")], "mar", {}, STILL_TO_COME),
    "while he is asked": (
        [frame("wintering", season="english_leave"), frame("quarters", block="e_edward")], "mar", {}, STILL_TO_COME,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDWARDS)
def test_edward_winters_only_where_and_when_he_can_have_said_so(name: str) -> None:
    """Given a position that says Edward winters this year, when he cannot have said so, then it is unreadable."""
    frames, where, rest, complaint = EDWARDS[name]
    edward = {} if "pool" in rest else {where: "e_edward"}
    with pytest.raises(Unreadable, match=f"wintered: {complaint}"):
        place({"fife": "s_grant", **edward}, frames, STANDARD, wintered=1298, **rest)


def test_an_edward_who_winters_in_scotland_is_read() -> None:
    due = GAME.decision(
        place({"mar": "e_edward:2 e_mar:1"}, [frame("wintering", season="english_build")], wintered=1298)
    )
    assert not isinstance(due, Over)
    assert due.about == "how a replacement point is used"


def test_an_attack_needs_a_main_force_where_moving_names_it() -> None:
    given: dict[str, Json] = {**TURN, "attackers": {"fife": "england", "angus": "england"}}
    with pytest.raises(Unreadable, match="main_forces: there is none in"):
        place(BLOCKS, [SECOND, MOVING], ruleset("peer"), **given)
    forces: Json = {"fife": "e_york_infantry", "angus": "e_wales_archers"}
    state = place(BLOCKS, [SECOND, MOVING], ruleset("peer"), **given, main_forces=forces)
    assert GAME.check(state) == ()


COHERENT: dict[str, tuple[list[Json], Mapping[str, Json], str]] = {
    "a Celt": (
        [frame("battle", area="angus", attacker="england", round=1), frame("loyalty", blocks=["e_wales_archers"])],
        {},
        "the loyalty of a Celtic block",
    ),
    "a noble with two homes": ([frame("going_home", noble="s_bruce")], {}, "the home where the noble winters"),
    "a draw": ([frame("drawing", area="mar")], {"pool": ["s_keith"]}, "a block drawn from the Scottish pool"),
    "a landing": (
        [frame("landing", block="s_norse", area="badenoch")],
        {"pool": ["s_norse"]},
        "the coast where a sea block lands",
    ),
    "the King's quarters": ([frame("quarters", block="s_king")], {"crowned": 1298}, "where the King winters"),
}


@pytest.mark.parametrize("name", COHERENT)
def test_a_position_that_can_be_gone_on_with_is_read(name: str) -> None:
    frames, rest, about = COHERENT[name]
    blocks = {**BLOCKS, "lennox": "s_bruce s_king"}
    due = GAME.decision(place(blocks, frames, STANDARD, **rest))
    assert not isinstance(due, Over)
    assert due.about == about
