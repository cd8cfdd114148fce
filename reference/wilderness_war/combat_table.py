"""The tables of the playbook: combat results, sieges, raids.

The numbers are data (`spec_tables/wilderness_war/tables.toml`); these functions read off a cell.
"""

from bisect import bisect_right
from typing import NamedTuple

from reference.kernel.rules import rule
from reference.wilderness_war.ch02_map import GAME
from reference.wilderness_war.ruleset import Ruleset
from spec_tables.reader import Document, document

_TABLES = document(GAME, "tables")


def table(name: str) -> Document:
    """Return a table of the playbook."""
    return _TABLES.table(name)


_COMBAT = table("combat_results")
_COLUMN_MIN = _COMBAT.numbers("column_min")
_ROWS = _COMBAT.grid("rows")
_DISPUTED = _COMBAT.table("disputed_cell")
_DISPUTED_ROW = _DISPUTED.number("row")
_DISPUTED_COLUMN = _DISPUTED.number("column")
_DISPUTED_VALUES = {name: _DISPUTED.table("values").number(name) for name in _DISPUTED.table("values")}
COLUMN_LABELS = _COMBAT.texts("columns")
_SIEGE_EFFECT = table("siege").numbers("effect")
SIEGE_MAX_LEVEL = table("siege").number("max_level")


def _row(modified: int, rows: int) -> int:
    """Return the row of a modified die; rolls off the table use its first or last row."""
    return min(max(modified, 0), rows - 1)


@rule("ww:tbl-crt")
def combat_column(strength: int) -> int:
    """Return the column of a firing strength."""
    return bisect_right(_COLUMN_MIN, strength) - 1


@rule("ww:tbl-crt")
def shifted_column(column: int, shift: int) -> int:
    """Return a column moved by a shift, never past the first."""
    return max(column + shift, 0)


@rule("ww:tbl-crt")
def combat_losses(column: int, modified: int, ruleset: Ruleset) -> int:
    """Return the steps that a modified die inflicts in a column."""
    row = _row(modified, len(_ROWS))
    if (row, column) == (_DISPUTED_ROW, _DISPUTED_COLUMN):
        return _DISPUTED_VALUES[ruleset.crt_cell_5_col_6_8]
    return _ROWS[row][column]


@rule("ww:tbl-siege")
def siege_advance(modified: int) -> int:
    """Return by how much a modified die raises the level of a siege."""
    return _SIEGE_EFFECT[_row(modified, len(_SIEGE_EFFECT))]


class RaidResult(NamedTuple):
    """What a raid's die gives: success or failure, and the raider's steps lost."""

    success: bool
    losses: int


class RaidColumn(NamedTuple):
    """A column of the raid table."""

    name: str
    results: tuple[RaidResult, ...]


def _raid_column(name: str) -> RaidColumn:
    column = table("raid").table(name)
    pairs = zip(column.flags("success"), column.numbers("losses"), strict=True)
    return RaidColumn(name, tuple(RaidResult(*pair) for pair in pairs))


STOCKADE_COLUMN = _raid_column("stockade_settlement_or_blockhouses")
CULTIVATED_COLUMN = _raid_column("cultivated")


@rule("ww:tbl-raid")
def raid_result(column: RaidColumn, modified: int) -> RaidResult:
    """Return what a modified die gives in a column of the raid table."""
    return column.results[_row(modified, len(column.results))]
