"""The set-ups and coronations of the rulebook, said once more: who is placed where, who is in the pool, who turns."""

import pytest

from reference.hammer_of_the_scots.actions import Candidate, Card
from reference.hammer_of_the_scots.board import Away
from reference.hammer_of_the_scots.ch01_map import area as area_of
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, FULL, IS_NOBLE, block
from reference.hammer_of_the_scots.ch03_cards import player_turn
from reference.hammer_of_the_scots.ch05_battles import combat_number, round_ended
from reference.hammer_of_the_scots.ch06_kings import renegades
from reference.hammer_of_the_scots.ch07_winter import counted_early
from reference.hammer_of_the_scots.ch08_scenarios import set_up
from reference.hammer_of_the_scots.ch09_victory import winner_by_count
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Battle, Moving
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from tests.hammer_of_the_scots.positions import STANDARD, at, battle, moves, options, play, ruleset

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


@proves("hs:3.11-1", "hs:I-10")
@pytest.mark.parametrize(("card", "points"), [(Card.MOVE1, 1), (Card.MOVE2, 2), (Card.MOVE3, 3)])
def test_a_move_card_gives_the_moves_it_shows(card: Card, points: int) -> None:
    state = moves({"mar": "s_grant"})
    state = state._replace(cards=state.cards._replace(scottish_card=card))
    assert player_turn(state, Side.SCOTLAND).state.stack.top == Moving(Side.SCOTLAND, points)


@proves("hs:1.4-3", "hs:2.11-2", "hs:5.4-1")
def test_a_noble_who_defends_his_home_hits_on_three_with_dice_of_six_sides() -> None:
    state = battle({"mar": "s_mar e_york_infantry"}, "mar", "england")
    fight = Battle(area_of("mar"), Side.ENGLAND, 1)
    assert combat_number(state.board, block("s_mar"), fight, STANDARD) == 3
    assert options(play(state, "fight s_mar")) == [f"roll {die}" for die in range(1, 7)]


@proves("hs:5.32-6", "hs:5.32-8")
@pytest.mark.parametrize(("now", "attacker"), [(1, Side.SCOTLAND), (2, Side.ENGLAND)])
def test_reserves_arrive_for_round_two_and_then_find_the_field_changed(now: int, attacker: Side) -> None:
    fight = Battle(area_of("mar"), Side.ENGLAND, now, reserves=mask_of(block("s_grant")))
    state = moves({"mar": "s_grant e_york_infantry"})._replace(stack=Stack((fight,)))
    after = round_ended(state, fight)
    assert after.state.stack.top == Battle(area_of("mar"), attacker, now + 1)
    assert any(each.kind == EventKind.RESERVES_ARRIVED for each in after.events)


@proves("hs:9.0-1", "hs:9.0-2")
@pytest.mark.parametrize(("english", "decided"), [(7, False), (8, True)])
def test_eight_of_fourteen_nobles_decide_and_seven_are_a_tie(english: int, decided: bool) -> None:
    names = [
        "comyn",
        "angus",
        "argyll",
        "buchan",
        "galloway",
        "ross",
        "bruce",
        "mar",
        "lennox",
        "atholl",
        "dunbar",
        "mentieth",
        "steward",
    ]
    blocks = {"england": " ".join(f"e_{name}" for name in names[:english])}
    blocks["fife"] = " ".join(["s_moray", "s_wallace", *(f"s_{name}" for name in names[english:])])
    state = moves(blocks, rules=ruleset(final_winter="nobles_home_unless_tie"), year=1305, last_year=1305)
    assert counted_early(state) is decided
    assert winner_by_count(state.board) == ((Side.ENGLAND, "hs:9.0-1") if decided else (Side.SCOTLAND, "hs:9.0-2"))
