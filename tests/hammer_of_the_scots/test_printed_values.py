"""What is printed on blocks and map, said once more and held against what the rules make of it."""

from collections import Counter

import pytest

from reference.hammer_of_the_scots.actions import Candidate
from reference.hammer_of_the_scots.board import Away, put
from reference.hammer_of_the_scots.ch01_map import (
    AREA_IDS,
    AREAS,
    BORDERS,
    COLOURS,
    ENGLAND,
    Colour,
    area,
    border_between,
    border_limit,
    homes_of,
)
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, CELTIC, FIGURES, SIDES, block, move_rating
from reference.hammer_of_the_scots.ch04_movement import border_violations
from reference.hammer_of_the_scots.ch05_battles import celts_to_roll_for, combat_number, next_to_act
from reference.hammer_of_the_scots.ch05_losses import eliminated_in_battle
from reference.hammer_of_the_scots.ch06_kings import renegades
from reference.hammer_of_the_scots.event_cards import unfit_harbour
from reference.hammer_of_the_scots.frames import Battle, Marching, Moving, SeaMove
from reference.hammer_of_the_scots.invariants import norse_out_of_place, strengths
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import STANDARD, moves, ruleset

COMYNS = "comyn angus argyll buchan galloway ross"
BRUCES = "bruce mar lennox atholl dunbar mentieth steward"
PARTIES = {
    "comyn": {"s_moray", *(f"{side}_{name}" for side in "se" for name in COMYNS.split())},
    "bruce": {f"{side}_{name}" for side in "se" for name in BRUCES.split()},
}
NOBLES = PARTIES["comyn"] | PARTIES["bruce"]
COMBAT = {
    "A2": "s_norse e_hobelars",
    "A3": "s_wallace s_king",
    "B1": "s_keith",
    "B2": " ".join(["s_etterick", *NOBLES]),
    "B3": "s_french e_lancaster_archers e_wales_archers e_lancaster_knights e_york_knights e_durham_knights",
    "B4": "e_edward",
    "C2": "s_campbell s_graham s_lindsay s_barclay s_grant e_york_infantry e_lancaster_infantry "
    "e_northumber_infantry e_durham_infantry e_cumbria_infantry e_westmor_infantry",
    "C3": "s_douglas s_macdonald s_fraser e_wales_infantry e_ulster_infantry",
}
FOUR_STEPS = [
    "s_wallace",
    "s_king",
    "s_douglas",
    "s_campbell",
    "s_graham",
    "s_barclay",
    "s_french",
    "s_comyn",
    "s_bruce",
    "e_edward",
    "e_lancaster_knights",
    "e_york_knights",
    "e_york_infantry",
    "e_lancaster_infantry",
    "e_northumber_infantry",
    "e_comyn",
    "e_bruce",
]
BLACK_CROSSES = {"s_wallace", "s_norse", "s_french", "s_moray", "e_edward", "e_hobelars"}
CELTS = {"e_wales_archers", "e_wales_infantry", "e_ulster_infantry"}
FAST = {"s_wallace", "s_king", "s_keith", "s_etterick", "e_edward", "e_hobelars"}
INLAND = {"badenoch", "mar", "atholl", "lanark", "selkirk", "teviot"}
TWO_HOMES = {"bruce": {"carrick", "annan"}, "comyn": {"lochaber", "badenoch"}}
BLACK = (
    "angus-buchan angus-fife annan-carrick annan-england badenoch-strathspey buchan-mar buchan-strathspey "
    "carrick-lanark carrick-lennox dunbar-england dunbar-lothian dunbar-teviot fife-mentieth lanark-lennox "
    "lanark-lothian lanark-mentieth lennox-mentieth lochaber-moray lothian-mentieth moray-strathspey selkirk-teviot"
)
RED = (
    "angus-atholl angus-mar annan-galloway annan-lanark annan-selkirk annan-teviot argyll-atholl argyll-lennox "
    "argyll-lochaber atholl-badenoch atholl-fife atholl-lennox atholl-lochaber atholl-mar atholl-mentieth "
    "badenoch-buchan badenoch-lochaber badenoch-mar badenoch-moray carrick-galloway dunbar-selkirk england-teviot "
    "garmoran-lochaber garmoran-moray garmoran-ross lanark-selkirk lothian-selkirk moray-ross"
)


@proves("hs:2.12-2", "hs:2.12-3")
def test_every_block_hits_by_its_combat_value_and_acts_by_its_letter() -> None:
    printed = {name: value for value, names in COMBAT.items() for name in names.split()}
    assert {figures.id for figures in FIGURES} == set(printed)
    for who in BLOCKS:
        fight = Battle(area("garmoran"), SIDES[who], 1)
        board = put(moves({}).board, who, area("garmoran"), 1)
        value = printed[FIGURES[who].id]
        assert combat_number(board, who, fight, STANDARD) == int(value[1]), FIGURES[who].id
        assert FIGURES[who].letter == value[0], FIGURES[who].id
        assert next_to_act(board, fight) == (SIDES[who], [who])


@proves("hs:2.11-4", "hs:2.11-5")
def test_no_block_is_stronger_than_its_maximum_of_four_three_or_two() -> None:
    for who in BLOCKS:
        name = FIGURES[who].id
        most = 4 if name in FOUR_STEPS else 2 if name == "s_etterick" else 3
        state = moves({})
        for steps in range(6):
            found = strengths(state._replace(board=put(state.board, who, area("fife"), steps)))
            assert [dict(each.facts)["block"] for each in found] == ([] if 1 <= steps <= most else [name])


@proves("hs:5.8-1", "hs:5.8-3")
def test_blocks_with_a_black_cross_are_gone_when_eliminated_and_all_others_are_not() -> None:
    for who in BLOCKS:
        name = FIGURES[who].id
        assert FIGURES[who].black_cross is (name in BLACK_CROSSES), name
        if name in NOBLES or name in ("s_king", "e_edward"):
            continue
        after = eliminated_in_battle(moves({"fife": name}), who).state
        assert after.board.at[who] == (Away.DEAD if name in BLACK_CROSSES else Away.POOL), name


@proves("hs:2.22-1", "hs:6.21-6", "hs:6.21-7")
def test_every_noble_belongs_to_one_party_and_only_nobles_do() -> None:
    for figures in FIGURES:
        party = next((name for name, members in PARTIES.items() if figures.id in members), "none")
        assert figures.faction == party, figures.id
    scots = {name for name in NOBLES if name.startswith("s_")}
    state = moves({"fife": " ".join(scots)})
    gone = {candidate: {FIGURES[each].id for each in renegades(state, candidate)} for candidate in Candidate}
    comyns = PARTIES["comyn"] & scots - {"s_moray"}
    assert gone[Candidate.BRUCE] == comyns
    assert gone[Candidate.COMYN] == gone[Candidate.BALLIOL] == PARTIES["bruce"] & scots


@proves("hs:5.2-1", "hs:5.2-2")
def test_welsh_and_ulster_infantry_and_welsh_archers_are_celts_and_nobody_else_is_rolled_for() -> None:
    assert {figures.id for figures in FIGURES if figures.celtic} == CELTS
    assert {FIGURES[each].id for each in CELTIC} == CELTS
    for who in BLOCKS:
        board = put(moves({}).board, who, area("fife"), 1)
        rolled = celts_to_roll_for(board, Battle(area("fife"), Side.ENGLAND), mask_of(*BLOCKS))
        assert rolled == ((who,) if FIGURES[who].id in CELTS else ())


@proves("hs:2.21-3")
def test_leaders_cavalry_hobelars_and_scottish_archers_are_fast_and_the_norse_only_sail() -> None:
    for who in BLOCKS:
        name = FIGURES[who].id
        printed = 0 if name == "s_norse" else 3 if name in FAST else 2
        assert FIGURES[who].move == move_rating(who, STANDARD) == printed, name


@proves(
    "hs:T-E1", "hs:T-E2", "hs:T-E3", "hs:T-E4", "hs:T-E5", "hs:T-E6", "hs:T-S1", "hs:T-S2", "hs:T-S3", "hs:T-S4",
    "hs:T-S5", "hs:T-S6", "hs:T-S7", "hs:T-S8",
)  # fmt: skip
def test_the_table_of_blocks_says_how_many_there_are_of_each_type_how_far_they_go_and_how_they_fight() -> None:
    """Given the table of the rulebook, then every row holds; its 2 for the Scottish archers is an option."""
    infantry = Counter({"C2": 6, "C3": 2}), Counter({"C2": 5, "C3": 3})
    table = {
        (Side.ENGLAND, "leader"): (3, Counter({"B4": 1})),
        (Side.ENGLAND, "archers"): (2, Counter({"B3": 2})),
        (Side.ENGLAND, "knights"): (2, Counter({"B3": 3})),
        (Side.ENGLAND, "hobelars"): (3, Counter({"A2": 1})),
        (Side.ENGLAND, "infantry"): (2, infantry[0]),
        (Side.ENGLAND, "noble"): (2, Counter({"B2": 13})),
        (Side.SCOTLAND, "leader"): (3, Counter({"A3": 2})),
        (Side.SCOTLAND, "archers"): (3, Counter({"B2": 1})),
        (Side.SCOTLAND, "cavalry"): (3, Counter({"B1": 1})),
        (Side.SCOTLAND, "knights"): (2, Counter({"B3": 1})),
        (Side.SCOTLAND, "norse"): (0, Counter({"A2": 1})),
        (Side.SCOTLAND, "infantry"): (2, infantry[1]),
        (Side.SCOTLAND, "noble"): (2, Counter({"B2": 14})),
    }
    by_table = ruleset(scots_archer_move="2")
    for (side, kind), (move, combat) in table.items():
        found = [who for who in BLOCKS if (SIDES[who], FIGURES[who].type.value) == (side, kind)]
        assert Counter(f"{FIGURES[who].letter}{FIGURES[who].combat}" for who in found) == combat, (side, kind)
        assert {move_rating(who, STANDARD) for who in found} == {FIGURES[who].move for who in found} == {move}
        archers = (side, kind) == (Side.SCOTLAND, "archers")
        assert {move_rating(who, by_table) for who in found} == {2 if archers else move}


@proves("hs:C-3", "hs:4.6b-3")
def test_six_areas_are_inland_and_all_others_have_harbours_england_too() -> None:
    for place in AREAS:
        name = AREA_IDS[place]
        source = area("fife") if name != "fife" else area("angus")
        state = moves({name: "s_grant"})
        state = state._replace(board=put(state.board, block("s_grant"), place, 1))
        found = unfit_harbour(state, SeaMove(Side.SCOTLAND, 2), source, place)
        afloat = name not in INLAND
        assert ("not_coastal" not in [each.reason for each in found]) is afloat, name
        norse = state._replace(board=put(state.board, block("s_norse"), place, 1))
        assert bool(list(norse_out_of_place(norse))) is (not afloat or place == ENGLAND)


@proves("hs:1.4-1", "hs:1.4-7", "hs:1.4-8")
def test_every_noble_lives_where_his_arms_are() -> None:
    nobles = {name[2:] for name in NOBLES}
    assert len(nobles) == 14
    for noble in nobles:
        due = TWO_HOMES.get(noble, {"lanark"} if noble == "steward" else {noble})
        assert {AREA_IDS[each] for each in homes_of(noble)} == due, noble


@proves("hs:1.1-2", "hs:1.1-3", "hs:4.3-2", "hs:4.3-3", "hs:4.4-4", "hs:5.9-2")
@pytest.mark.parametrize(("colour", "names", "limit"), [(Colour.BLACK, BLACK, 6), (Colour.RED, RED, 2)])
def test_borders_are_where_the_map_has_them_in_their_colour(colour: Colour, names: str, limit: int) -> None:
    """Given no point to pay with, then only borders of England ask for one, of English and of Scots."""
    pairs = [name.split("-") for name in names.split()]
    found = [border_between(area(one), area(other)) for one, other in pairs]
    assert {each for each in BORDERS if COLOURS[each] is colour} == set(found)
    assert len(found) == len(set(found))
    state = moves({})
    for border, (one, other) in zip(found, pairs, strict=True):
        assert border is not None
        assert border_limit(border) == limit
        for side, who in ((Side.ENGLAND, "e_york_infantry"), (Side.SCOTLAND, "s_grant")):
            march = Marching(block(who), area(one))
            barred = border_violations(state, Moving(side, 0), march, area(one), area(other))
            assert [each.rule for each in barred] == (["hs:4.4-4"] if "england" in (one, other) else [])
