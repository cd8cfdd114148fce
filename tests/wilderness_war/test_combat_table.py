"""The tables of the playbook: which column, which row, and what stands there."""

import pytest

from reference.kernel.rules import proves
from reference.wilderness_war.combat_table import (
    COLUMN_LABELS,
    CULTIVATED_COLUMN,
    SIEGE_MAX_LEVEL,
    STOCKADE_COLUMN,
    RaidColumn,
    RaidResult,
    combat_column,
    combat_losses,
    raid_result,
    shifted_column,
    siege_advance,
)
from tests.wilderness_war.positions import STANDARD, ruleset


@proves("ww:tbl-crt")
@pytest.mark.parametrize(
    ("strength", "label"),
    [
        (0, "0"), (1, "1"), (2, "2"), (3, "3"), (4, "4-5"), (5, "4-5"), (6, "6-8"), (8, "6-8"), (9, "9-12"),
        (12, "9-12"), (13, "13-16"), (16, "13-16"), (17, "17-21"), (21, "17-21"), (22, "22-27"), (27, "22-27"),
        (28, "28+"), (200, "28+"),
    ],
)  # fmt: skip
def test_a_strength_is_found_in_the_column_whose_range_holds_it(strength: int, label: str) -> None:
    assert COLUMN_LABELS[combat_column(strength)] == label


@proves("ww:tbl-crt")
def test_a_shift_moves_left_but_never_past_the_first_column() -> None:
    assert shifted_column(combat_column(9), -1) == combat_column(8)
    assert shifted_column(combat_column(1), -1) == combat_column(0)
    assert shifted_column(combat_column(0), -1) == combat_column(0)
    assert shifted_column(combat_column(28), 0) == combat_column(28)


@proves("ww:tbl-crt")
@pytest.mark.parametrize(
    ("strength", "modified", "losses"),
    [(10, 7, 4), (10, 0, 1), (2, 4, 1), (1, 4, 1), (34, 8, 8), (23, 3, 4), (9, 3, 2), (6, 4, 2), (1, 0, 0), (26, 3, 4)],
)
def test_the_worked_examples_read_the_table_as_printed(strength: int, modified: int, losses: int) -> None:
    assert combat_losses(combat_column(strength), modified, STANDARD) == losses


@proves("ww:tbl-crt")
def test_rolls_off_the_table_use_its_first_or_last_row() -> None:
    column = combat_column(9)
    assert combat_losses(column, -7, STANDARD) == combat_losses(column, 0, STANDARD) == 1
    assert combat_losses(column, 12, STANDARD) == combat_losses(column, 7, STANDARD) == 4


@proves("ww:tbl-crt")
def test_die_4_in_the_last_column_gives_5_as_every_printed_table_has_it() -> None:
    assert combat_losses(combat_column(28), 4, STANDARD) == 5


@proves("ww:tbl-crt")
def test_the_disputed_cell_is_an_option_and_its_neighbours_are_not() -> None:
    column = combat_column(6)
    english, french = ruleset(crt_cell_5_col_6_8="3"), ruleset(crt_cell_5_col_6_8="2")
    assert combat_losses(column, 5, english) == 3
    assert combat_losses(column, 5, french) == 2
    for modified, losses in ((4, 2), (6, 3)):
        assert combat_losses(column, modified, english) == combat_losses(column, modified, french) == losses
    for strength, losses in ((5, 2), (9, 3)):
        assert combat_losses(combat_column(strength), 5, english) == losses
        assert combat_losses(combat_column(strength), 5, french) == losses


@proves("ww:tbl-siege")
@pytest.mark.parametrize(
    ("modified", "levels"), [(-2, 0), (0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (10, 2)]
)
def test_a_siege_advances_from_a_modified_3_on_and_twice_from_6_on(modified: int, levels: int) -> None:
    assert siege_advance(modified) == levels
    assert SIEGE_MAX_LEVEL == 2


@proves("ww:tbl-raid")
@pytest.mark.parametrize(
    ("column", "modified", "result"),
    [
        (STOCKADE_COLUMN, 5, RaidResult(success=True, losses=1)),
        (STOCKADE_COLUMN, 4, RaidResult(success=False, losses=2)),
        (STOCKADE_COLUMN, -1, RaidResult(success=False, losses=2)),
        (CULTIVATED_COLUMN, 4, RaidResult(success=False, losses=1)),
        (CULTIVATED_COLUMN, 5, RaidResult(success=True, losses=1)),
        (CULTIVATED_COLUMN, 9, RaidResult(success=True, losses=0)),
    ],
)
def test_a_raid_succeeds_from_a_modified_5_on(column: RaidColumn, modified: int, result: RaidResult) -> None:
    assert raid_result(column, modified) == result
