"""The played year 1757: under which rulesets it goes the same way, and that every die in it that is printed matters."""

from dataclasses import replace
from pathlib import Path

import pytest

from oracle.game_registry import opening_table
from oracle.replays import load_trace
from reference.kernel.canonical import Json
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.traces import Act, Divergence, Note, Trace, replay

YEAR = load_trace(Path(__file__).parents[2] / "golden" / "wilderness_war" / "ex-1757.jsonl")


def _under(ruleset: str) -> Divergence | None:
    """Return where the year parts from its trace under a ruleset."""
    header = replace(YEAR.header, ruleset=parse_ruleset_name(ruleset))
    return replay(replace(YEAR, header=header), opening_table(header)).divergence


def _note_before(line: int) -> str:
    """Return the last note before a line."""
    return [each.note for number, each in YEAR.lines if isinstance(each, Note) and number < line][-1]


def test_the_year_goes_the_same_way_under_the_french_text() -> None:
    assert _under("fr") is None


@pytest.mark.parametrize(
    ("ruleset", "phase"),
    [
        ("de", "Winter attrition: "),
        ("standard+attrition_rounding=down", "Winter attrition: "),
        ("fr_basic", "Britain may avoid battle with one Provincial"),
        ("standard+advanced_rules=off", "Britain may avoid battle with one Provincial"),
    ],
)
def test_the_year_parts_where_another_text_rules_otherwise(ruleset: str, phase: str) -> None:
    """Given the German rounding (E9) or no advanced rules, when the year is played, then it parts there, not before."""
    found = _under(ruleset)
    assert found is not None
    assert _note_before(found.line).startswith(phase)


def test_every_die_matters_but_two_that_are_not_printed() -> None:
    """Given a die of 1 or of 6 instead, when the year is played on, then it parts; two dice may show anything (E81)."""
    table = opening_table(YEAR.header)
    free: list[str] = []
    for index, (number, line) in enumerate(YEAR.lines):
        if isinstance(line, Act) and isinstance(line.do, dict) and line.do["type"] == "roll":
            rest = YEAR.lines[index + 1 :]
            others: list[Json] = [{"type": "roll", "die": die} for die in (1, 6) if die != line.do["die"]]
            spoilt = (Trace(YEAR.header, ((number, replace(line, do=other)), *rest)) for other in others)
            if not any(replay(each, table).divergence for each in spoilt):
                free.append(_note_before(number))
        table = replay(Trace(YEAR.header, ((number, line),)), table).table
    assert len(free) == 2
    assert free[0].startswith("Early French 8: ")
    assert free[1].startswith("French strength 26, +2 for Montcalm: any die kills the Provincial.")
