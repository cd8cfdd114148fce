"""The coverage gate finds planted gaps, in reports that coverage itself made."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from scripts.coverage_gate import BadExcuse, main, read_excuses

RULES = """\
from enum import Enum
from typing import assert_never


class Side(Enum):
    BRITISH = 1
    FRENCH = 2


def home(side: Side) -> str:
    match side:
        case Side.BRITISH:
            return "albany"
        case Side.FRENCH:
            return "quebec"
        case _ as never:
            assert_never(never)


def steps(full: bool) -> int:
    count = 1
    if full:
        count = 2
    return count


class Unit:
    def eliminated(self) -> bool:
        return False
"""
EVERYTHING = "home(Side.BRITISH), home(Side.FRENCH), steps(True), steps(False), Unit().eliminated()"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that measures coverage the way ours does."""
    ours = Path(__file__).parents[2] / "pyproject.toml"
    (tmp_path / "pyproject.toml").write_text(ours.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference/__init__.py").touch()
    (tmp_path / "reference/rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "build").mkdir()
    return tmp_path


def gate(project: Path, calls: str, excuses: str = "") -> int:
    """Measure the calls and judge."""
    (project / "run.py").write_text(f"from reference.rules import *\n{calls}\n", encoding="utf-8")
    (project / "excuses.toml").write_text(excuses, encoding="utf-8")
    for arguments in (["run", "run.py"], ["json", "-q"]):
        subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=project, check=True)
    files = [str(project / "build/coverage.json"), "--excuses", str(project / "excuses.toml")]
    return main([*files, "--root", str(project)])


def problems(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the gate said, without its last line, the summary."""
    return capsys.readouterr().out.splitlines()[:-1]


def test_complete_coverage_passes_and_arms_proven_unreachable_do_not_count(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate(project, EVERYTHING) == 0
    assert problems(capsys) == []


@pytest.mark.parametrize("arm", ["_", "never", "_ as never"])
def test_an_unreachable_arm_may_be_written_in_several_ways(
    arm: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    varied = RULES.replace("case _ as never:", f"case {arm}:")
    (project / "reference/rules.py").write_text(varied, encoding="utf-8")
    assert gate(project, EVERYTHING) == 0
    assert problems(capsys) == []


def test_an_unreachable_else_does_not_count(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chain = """
        def name(side: Side) -> str:
            if side is Side.BRITISH:
                return "British"
            elif side is Side.FRENCH:
                return "French"
            else:
                assert_never(side)
    """
    (project / "reference/rules.py").write_text(RULES + dedent(chain), encoding="utf-8")
    assert gate(project, EVERYTHING + ", name(Side.BRITISH), name(Side.FRENCH)") == 0
    assert problems(capsys) == []


def test_lines_and_branches_that_never_run_are_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gate(project, "home(Side.BRITISH), steps(True)") == 1
    assert problems(capsys) == [
        "reference/rules.py:12: never goes on to line 14: case Side.BRITISH:",
        "reference/rules.py:14: never runs: case Side.FRENCH:",
        'reference/rules.py:15: never runs: return "quebec"',
        "reference/rules.py:22: never goes on to line 24: if full:",
        "reference/rules.py:29: never runs: return False",
    ]


def test_an_excuse_for_a_function_and_one_for_a_line(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    excuses = """
        [[excuse]]
        file = "reference/rules.py"
        function = "Unit.eliminated"
        reason = "Nothing eliminates yet."
        [[excuse]]
        file = "reference/rules.py"
        line = "if full:"
        reason = "All units are full yet."
    """
    assert gate(project, "home(Side.BRITISH), home(Side.FRENCH), steps(True)", excuses) == 0
    assert problems(capsys) == []


def test_an_excuse_that_excuses_nothing_fails(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    excuses = """
        [[excuse]]
        file = "reference/rules.py"
        function = "steps"
        reason = "Was needed once."
    """
    assert gate(project, EVERYTHING, excuses) == 1
    assert problems(capsys) == ["excuse that excuses nothing: reference/rules.py: steps"]


def test_a_file_no_test_imports_is_missing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "reference/forgotten.py").write_text("VP = 1\n", encoding="utf-8")
    assert gate(project, EVERYTHING) == 1
    assert problems(capsys) == ["reference/forgotten.py:1: never runs: VP = 1"]


def test_a_file_the_report_leaves_out_is_missing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gate(project, EVERYTHING) == 0
    capsys.readouterr()
    (project / "reference/omitted.py").write_text("VP = 1\n", encoding="utf-8")
    files = [str(project / "build/coverage.json"), "--excuses", str(project / "excuses.toml")]
    assert main([*files, "--root", str(project)]) == 1
    assert problems(capsys) == ["reference/omitted.py: not in the report at all"]


@pytest.mark.parametrize("comment", ["pragma: no cover", "pragma: no branch", "type: ignore[misc]"])
def test_comments_that_silence_are_refused(comment: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silenced = RULES.replace("count = 1", f"count = 1  # {comment}")
    (project / "reference/rules.py").write_text(silenced, encoding="utf-8")
    assert gate(project, EVERYTHING) == 1
    assert problems(capsys) == [f"reference/rules.py:21: not allowed in reference/: count = 1  # {comment}"]


def test_a_report_without_branches_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = project / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("branch = true", "branch = false"), encoding="utf-8")
    assert gate(project, EVERYTHING) == 1
    assert problems(capsys) == ["the report is without branches"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('[[excuse]]\nfile = "a"\nfunction = "f"\n', id="no reason"),
        pytest.param('[[excuse]]\nfile = "a"\nfunction = "f"\nreason = " "\n', id="blank reason"),
        pytest.param('[[excuse]]\nfile = "a"\nreason = "r"\n', id="neither function nor line"),
        pytest.param('[[excuse]]\nfile = "a"\nfunction = "f"\nline = "x"\nreason = "r"\n', id="both"),
        pytest.param('[[excuse]]\nfile = "a"\nline = 3\nreason = "r"\n', id="a line number"),
        pytest.param('[[excuses]]\nfile = "a"\nline = "x"\nreason = "r"\n', id="misspelt"),
    ],
)
def test_a_malformed_excuse_is_refused(text: str) -> None:
    with pytest.raises(BadExcuse):
        read_excuses(text)
