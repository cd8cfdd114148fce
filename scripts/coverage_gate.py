"""Require that every line and branch of reference/ runs in some test.

Excuses are data (coverage_excuses.toml): each names a file, a function or a line, and a reason, and must
still be needed. Comments that silence coverage or mypy inside reference/ are refused.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

PACKAGE = "reference"
SILENCERS = re.compile(r"#.*(pragma:?\s*no\s*(cover|branch)|type:\s*ignore)", re.IGNORECASE)


class Region(TypedDict):
    """The part of coverage's report on a function that the gate reads."""

    missing_lines: list[int]
    missing_branches: list[tuple[int, int]]


class FileReport(TypedDict):
    """Coverage's report on a file; the function named "" is the code outside all functions."""

    functions: dict[str, Region]


class Meta(TypedDict):
    """How coverage measured."""

    branch_coverage: bool


class Report(TypedDict):
    """The part of coverage's JSON report that the gate reads."""

    meta: Meta
    files: dict[str, FileReport]


@dataclass(frozen=True, slots=True, order=True)
class Gap:
    """A line, or a jump from a line, that no test takes."""

    file: str
    line: int
    function: str
    text: str
    missing: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.missing}: {self.text}"


@dataclass(frozen=True, slots=True)
class Excuse:
    """A reason to allow gaps: those of a function, or those on a line with a given text."""

    file: str
    function: str | None
    line: str | None
    reason: str

    def covers(self, gap: Gap) -> bool:
        """Say whether this excuses a gap."""
        place = gap.function == self.function if self.line is None else gap.text == self.line
        return gap.file == self.file and place

    def __str__(self) -> str:
        return f"{self.file}: {self.function if self.line is None else self.line}"


class BadExcuse(ValueError):
    """An excuse does not have the form that the file describes."""


def read_excuses(text: str) -> list[Excuse]:
    """Read the excuses from TOML."""
    document = tomllib.loads(text)
    if document.keys() - {"excuse"}:
        raise BadExcuse(f"only [[excuse]] is known, not {', '.join(sorted(document))}")
    excuses = []
    for entry in document.get("excuse", []):
        well_formed = entry.keys() in ({"file", "function", "reason"}, {"file", "line", "reason"})
        if not well_formed or not all(isinstance(value, str) and value.strip() for value in entry.values()):
            raise BadExcuse(f"an excuse has file, reason and either function or line, all texts: {entry}")
        excuses.append(Excuse(entry["file"], entry.get("function"), entry.get("line"), entry["reason"]))
    return excuses


def gaps_of(file: str, report: FileReport, source: Sequence[str]) -> list[Gap]:
    """List what is missing in a file, in the order of its lines."""
    gaps = []
    for function, region in report["functions"].items():
        missing = [(line, "never runs") for line in region["missing_lines"]]
        for line, target in region["missing_branches"]:
            # A line that never runs takes no branch either; report it only once.
            if line not in region["missing_lines"]:
                missing.append((line, "never leaves" if target < 0 else f"never goes on to line {target}"))
        gaps += [Gap(file, line, function, source[line - 1].strip(), what) for line, what in missing]
    return sorted(gaps)


def silencers(file: str, source: Sequence[str]) -> list[str]:
    """List the comments of a file that would hide something from coverage or mypy."""
    return [
        f"{file}:{number}: not allowed in {PACKAGE}/: {line.strip()}"
        for number, line in enumerate(source, start=1)
        if SILENCERS.search(line)
    ]


def judge(report: Report, excuses: Sequence[Excuse], root: Path) -> list[str]:
    """List everything that is wrong; nothing means that the gate is open."""
    if not report["meta"]["branch_coverage"]:
        return ["the report is without branches"]
    files = sorted(path.relative_to(root).as_posix() for path in (root / PACKAGE).rglob("*.py"))
    if not files:
        return [f"there is no code in {PACKAGE}/"]
    problems: list[str] = []
    gaps: list[Gap] = []
    for file in files:
        source = (root / file).read_text(encoding="utf-8").splitlines()
        problems += silencers(file, source)
        if file in report["files"]:
            gaps += gaps_of(file, report["files"][file], source)
        else:
            problems.append(f"{file}: not in the report at all")
    problems += [str(gap) for gap in gaps if not any(excuse.covers(gap) for excuse in excuses)]
    problems += [
        f"excuse that excuses nothing: {excuse}" for excuse in excuses if not any(excuse.covers(gap) for gap in gaps)
    ]
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge a report and say what is missing."""
    parser = argparse.ArgumentParser(description="Judge what the tests left unrun.")
    parser.add_argument("report", type=Path, help="what `coverage json` wrote")
    parser.add_argument("--excuses", type=Path, default=Path("coverage_excuses.toml"))
    parser.add_argument("--root", type=Path, default=Path(), help=f"the folder that holds {PACKAGE}/")
    options = parser.parse_args(arguments)

    report: Report = json.loads(options.report.read_text(encoding="utf-8"))
    excuses = read_excuses(options.excuses.read_text(encoding="utf-8"))
    problems = judge(report, excuses, options.root)
    for problem in problems:
        print(problem)
    if problems:
        print(f"coverage gate: {len(problems)} problems")
        return 1
    print(f"coverage gate: every line and branch of {PACKAGE}/ runs ({len(excuses)} excuses)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
