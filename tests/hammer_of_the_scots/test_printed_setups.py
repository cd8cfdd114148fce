"""The set-ups and coronations of the rulebook, said once more: who is placed where, who is in the pool, who turns."""

import pytest

from reference.hammer_of_the_scots.actions import Candidate
from reference.hammer_of_the_scots.board import Away
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, FULL, IS_NOBLE
from reference.hammer_of_the_scots.ch06_kings import renegades
from reference.hammer_of_the_scots.ch08_scenarios import set_up
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import STANDARD, at, moves, ruleset

BRAVEHEART = {
    "badenoch": "e_comyn", "angus": "e_angus", "argyll": "e_argyll", "buchan": "e_buchan", "ross": "e_ross",
    "mar": "e_mar", "lennox": "e_lennox", "atholl": "e_atholl", "dunbar": "e_dunbar",
    "mentieth": "e_mentieth e_northumber_infantry", "lanark": "e_steward", "lothian": "e_cumbria_infantry",
    "annan": "s_bruce", "galloway": "s_galloway", "fife": "s_wallace s_douglas s_barclay", "moray": "s_moray s_fraser",
    "strathspey": "s_grant",
}  # fmt: skip
THE_BRUCE = {
    "badenoch": "e_comyn", "angus": "e_angus", "argyll": "e_argyll", "buchan": "e_buchan", "galloway": "e_galloway",
    "ross": "e_ross", "moray": "e_cumbria_infantry", "mentieth": "e_mentieth e_northumber_infantry",
    "lothian": "e_durham_infantry", "lanark": "e_steward e_westmor_infantry", "mar": "s_mar", "atholl": "s_atholl",
    "dunbar": "s_dunbar", "lennox": "s_lennox s_campbell", "carrick": "s_bruce s_lindsay",
    "fife": "s_king s_douglas s_barclay",
}  # fmt: skip


@proves(
    "hs:8.1-2", "hs:8.1-3", "hs:8.1-4", "hs:8.1-5", "hs:8.1-6", "hs:8.1-8", "hs:8.1-9", "hs:8.1-10", "hs:8.1-11",
    "hs:8.1-12", "hs:8.1-13", "hs:8.1-14", "hs:8.2-2", "hs:8.2-3", "hs:8.2-4", "hs:8.2-5", "hs:8.2-6", "hs:8.2-7",
    "hs:8.2-8", "hs:8.2-10", "hs:8.2-11", "hs:8.2-12", "hs:8.2-13", "hs:8.2-14", "hs:8.2-15", "hs:8.2-16",
)  # fmt: skip
@pytest.mark.parametrize(
    ("scenario", "places", "gone", "levy"),
    [
        ("braveheart", BRAVEHEART, {"s_king": "aside", "s_french": "aside"}, 4),
        ("the_bruce", THE_BRUCE, {"s_wallace": "dead", "s_moray": "dead", "s_french": "aside"}, 6),
    ],
)
def test_the_named_blocks_are_placed_at_full_strength_and_all_others_but_nobles_are_in_the_pool(
    scenario: str, places: dict[str, str], gone: dict[str, str], levy: int
) -> None:
    state = set_up(scenario, ruleset(bruce_french="aside"))
    placed = {name for names in places.values() for name in names.split()}
    for area, names in places.items():
        assert set(at(state, area).split()) == set(names.split())
    for who in BLOCKS:
        name = FIGURES[who].id
        if name not in placed:
            away = gone.get(name, "aside" if IS_NOBLE[who] else "pool")
            assert Away(state.board.at[who]).name.lower() == away, name
        else:
            assert state.board.steps[who] == FULL[who]
    assert getattr(state.stack.top, "left", None) == levy


@proves("hs:6.22-7", "hs:6.21-6", "hs:6.21-7")
def test_bruce_drives_the_comyns_away_and_comyn_and_balliol_the_bruces() -> None:
    state = moves({"fife": "s_bruce s_mar s_comyn s_angus"}, rules=STANDARD)
    gone = {candidate: {FIGURES[each].id for each in renegades(state, candidate)} for candidate in Candidate}
    comyns, bruces = {"s_comyn", "s_angus", "s_galloway"}, {"s_bruce", "s_mar"}
    assert gone == {Candidate.BRUCE: comyns, Candidate.COMYN: bruces, Candidate.BALLIOL: bruces}
