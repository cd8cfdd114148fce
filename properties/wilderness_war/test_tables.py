"""The tables against a transcription of the printed ones, cell by cell.

The texts below were typed from the French playbook (the only one at hand that prints the tables), rows and columns as
they stand there; NE is no effect. They share nothing with `spec_tables`.
"""

from itertools import product

from properties.domains import covered
from reference.kernel.rules import proves
from reference.wilderness_war.ch08_siege_roll import raised_level
from reference.wilderness_war.combat_table import (
    CULTIVATED_COLUMN,
    STOCKADE_COLUMN,
    RaidResult,
    combat_column,
    combat_losses,
    raid_result,
    shifted_column,
    siege_advance,
)
from tests.wilderness_war.positions import ruleset

COMBAT = """
die   0   1   2   3   4-5 6-8 9-12 13-16 17-21 22-27 28+
<=0   NE  NE  NE  NE  NE  NE  1    1     2     3     3
1     NE  NE  NE  NE  NE  1   2    2     3     4     4
2     NE  NE  NE  1   1   2   2    3     3     4     5
3     NE  NE  1   1   1   2   2    3     4     4     5
4     NE  1   1   1   2   2   3    4     4     5     5
5     1   1   1   1   2   2   3    4     5     5     6
6     1   1   1   2   2   3   4    4     5     6     7
>=7   1   1   2   2   3   3   4    5     6     7     8
"""
SIEGE = """
<=0 NE
1   NE
2   NE
3   +1
4   +1
5   +1
6   +2
>=7 +2
"""
RAID = """
<=0 2          2
1   1          NE
2   1          NE
3   NE         NE
4   2          1
5   success,1  success,1
6   success    success
>=7 success    success
"""
DICE = range(-6, 15)
STRENGTHS = range(121)


def number(cell: str) -> int:
    return 0 if cell == "NE" else int(cell)


def row_label(modified: int) -> str:
    return "<=0" if modified <= 0 else ">=7" if modified >= 7 else str(modified)


def column_label(strength: int, labels: list[str]) -> str:
    for label in labels:
        low, _, high = label.removesuffix("+").partition("-")
        if int(low) <= strength <= (int(high) if high else strength if label.endswith("+") else int(low)):
            return label
    raise AssertionError(strength)


def printed_combat() -> tuple[dict[tuple[str, str], int], list[str]]:
    (_, *labels), *lines = (line.split() for line in COMBAT.strip().splitlines())
    cells = {(line[0], label): number(cell) for line in lines for label, cell in zip(labels, line[1:], strict=True)}
    return cells, labels


@proves("ww:tbl-crt")
def test_every_cell_of_the_combat_table_is_as_printed_under_both_values_of_the_disputed_one() -> None:
    cells, labels = printed_combat()
    assert len(cells) == 88
    cases = 0
    for disputed, strength, modified in product(("2", "3"), STRENGTHS, DICE):
        key = (row_label(modified), column_label(strength, labels))
        expected = 3 if disputed == "3" and key == ("5", "6-8") else cells[key]
        found = combat_losses(combat_column(strength), modified, ruleset(crt_cell_5_col_6_8=disputed))
        assert found == expected, (disputed, strength, modified)
        cases += 1
    covered("combat table: cell option x strength 0-120 x modified die -6 to 14", cases, 5_082)


@proves("ww:tbl-crt")
def test_every_shift_of_the_combat_table_lands_on_the_column_as_many_places_to_the_left_or_on_the_first() -> None:
    _, labels = printed_combat()
    cases = 0
    for strength, shift in product(STRENGTHS, range(-3, 1)):
        place = labels.index(column_label(strength, labels))
        for _ in range(-shift):
            place = place - 1 if place else place
        assert shifted_column(combat_column(strength), shift) == place
        cases += 1
    covered("column shifts: strength 0-120 x shift -3 to 0", cases, 484)


@proves("ww:tbl-siege", "ww:8.23", "ww:8.231-roll")
def test_every_row_of_the_siege_table_is_as_printed_and_no_siege_rises_above_2() -> None:
    effects = {line.split()[0]: number(line.split()[1]) for line in SIEGE.strip().splitlines()}
    cases = 0
    for modified, level in product(DICE, (0, 1, 2)):
        gain = effects[row_label(modified)]
        assert siege_advance(modified) == gain
        assert raised_level(level, modified) == sorted((0, level + gain, 2))[1]
        cases += 1
    covered("siege table: modified die -6 to 14 x level 0-2", cases, 63)


@proves("ww:tbl-raid")
def test_every_cell_of_the_raid_table_is_as_printed() -> None:
    cases = 0
    printed = {line.split()[0]: line.split()[1:] for line in RAID.strip().splitlines()}
    for modified, (index, column) in product(DICE, enumerate((STOCKADE_COLUMN, CULTIVATED_COLUMN))):
        word, _, losses = printed[row_label(modified)][index].rpartition(",")
        success = "success" in (word, losses)
        expected = RaidResult(success, 0 if losses == "success" else number(losses))
        assert raid_result(column, modified) == expected, (modified, column.name)
        cases += 1
    covered("raid table: modified die -6 to 14 x 2 columns", cases, 42)
