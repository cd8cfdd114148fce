"""A fault planted in the arithmetic of a game has its contract refuted by CrossHair."""

from pathlib import Path

import pytest

from scripts.contracts import Outcome, ask_crosshair

TREE = Path(__file__).parents[1]
CONTRACTS = TREE / "properties" / "contracts"
# The contract's module and function, and the constant of a chapter that is set wrong.
FAULTS = [
    ("wilderness_war_tracks", "eleven_points_end_the_game_for_either_side", "ch13_victory._SUDDEN = 12"),
    ("wilderness_war_tracks", "a_battle_scores_for_a_regular_or_more_than_four_units", "ch07_combat._MANY_UNITS = 5"),
    ("hammer_of_the_scots", "a_levy_is_half_of_the_pool_rounded_up", "ch07_replacements._LEVY_DIVISOR = 3"),
    ("hammer_of_the_scots", "a_crossing_of_the_border_of_england_costs_a_point_each", "ch04_movement._CROSSING = 2"),
    ("hammer_of_the_scots", "castles_keep_none_to_three_and_a_cathedral_one_scot_more", "ch01_map._BONUS = 2"),
    ("few_acres_of_snow", "captures_of_twelve_points_end_the_game", "ch16_end._CAPTURES_END = 14"),
    (
        "few_acres_of_snow",
        "a_place_defends_itself_with_one_its_bonus_and_two_for_a_fort",
        "ch08_sieges._FORT_DEFENCE = 3",
    ),
    ("few_acres_of_snow", "a_hand_is_filled_up_to_five_and_never_cut", "ch04_turn.HAND_SIZE = 6"),
]


@pytest.mark.parametrize(("module", "contract", "fault"), FAULTS, ids=[fault for _, _, fault in FAULTS])
def test_a_planted_fault_refutes_a_contract(module: str, contract: str, fault: str, tmp_path: Path) -> None:
    game, chapter = module.removesuffix("_tracks"), fault.partition(".")[0]
    planted = f"from reference.{game} import {chapter}\n{fault}\n"
    faulty = tmp_path / "faulty.py"
    faulty.write_text(planted + (CONTRACTS / f"{module}.py").read_text(encoding="utf-8"), encoding="utf-8")

    outcome, found = ask_crosshair(f"faulty.{contract}", 5, [TREE, tmp_path])

    assert outcome is Outcome.COUNTEREXAMPLE
    assert f"when calling {contract}(" in found
