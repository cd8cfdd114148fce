"""The summary of many replays: added up report by report, and kept on disk where every report is wanted.

Memory does not grow with the number of files: the reports for JSON and JUnit wait in temporary files.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

from oracle.files import writing
from oracle.junit import Suite, as_case
from oracle.limits import AT_LIMIT
from oracle.reports import DIVERGES, FAILED, RAN_OVER, UNREADABLE, Report
from oracle.text import plural
from reference.kernel.canonical import Json

_OUTCOMES = {DIVERGES: "diverge", UNREADABLE: "unreadable", RAN_OVER: "ran_over", FAILED: "internal_errors"}
# The exit code is that of the worst file.
_EXIT_CODES = {"internal_errors": 3, "unreadable": 2, "diverge": 1, "ran_over": AT_LIMIT}


@dataclass(slots=True)
class Summary:
    """What many replays came to: outcomes, steps, and for recorded games what was compared and the causes."""

    files: int
    traces: int = 0
    steps: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    recorded: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)
    unexplained: Counter[str] = field(default_factory=Counter)

    def add(self, report: Report) -> None:
        """Count a report."""
        self.traces += 1
        self.steps += report.steps
        self.outcomes[_OUTCOMES.get(report.outcome, "conform")] += 1
        done = report.recorded
        if done is None:
            return
        told = done.coverage
        self.recorded.update(
            games=1,
            explained_games=bool(done.conforms and done.explained),
            entries=told.entries,
            entries_compared=told.compared,
            choices_compared=told.choices,
            phases=told.phases,
            own_phases=told.own_phases,
        )
        self.explained.update({f"{done.game} {number}": count for number, count in done.explained_by.items()})
        self.unexplained.update(" ".join(each.rules) or each.kind.value for each in done.unexplained)

    @property
    def exit_code(self) -> int:
        """Return the exit code of the worst file."""
        return next((code for outcome, code in _EXIT_CODES.items() if self.outcomes[outcome]), 0)

    def as_json(self) -> dict[str, Json]:
        """Return the summary for programs."""
        counts: dict[str, Json] = {
            "traces": self.traces,
            **{
                name: self.outcomes[name]
                for name in ("conform", "diverge", "unreadable", "ran_over", "internal_errors")
            },
            "steps": self.steps,
            "not_replayed": self.files - self.traces,
        }
        if self.recorded:
            counts["recorded"] = {
                **self.recorded,
                "explained_by": dict(sorted(self.explained.items())),
                "unexplained_by": dict(self.unexplained.most_common()),
            }
        return counts

    def as_text(self) -> Iterator[str]:
        """Return the summary for people: what was compared of recorded games, the causes, the totals."""
        if self.recorded["games"] > 1:
            yield from self._recorded_lines()
        parts = [plural(self.traces, "trace"), f"{self.outcomes['conform']} conform"]
        parts += [f"{self.outcomes[name]} {name}" for name in ("diverge", "unreadable") if self.outcomes[name]]
        parts += [f"{self.outcomes['ran_over']} ran over"] if self.outcomes["ran_over"] else []
        failed = self.outcomes["internal_errors"]
        parts += [plural(failed, "internal error")] if failed else []
        parts.append(plural(self.steps, "step"))
        left = self.files - self.traces
        parts += [f"{left} not replayed"] if left else []
        yield ", ".join(parts)

    def _recorded_lines(self) -> Iterator[str]:
        told = self.recorded
        yield f"recorded games: {told['games']}, {told['explained_games']} conform with explained divergences"
        yield f"  compared: {told['entries_compared']} of {told['entries']} records, {told['choices_compared']} choices"
        yield f"  {told['own_phases']} of {told['phases']} phases from Referee's own state"
        for cause, count in sorted(self.explained.items()):
            yield f"  explained by {cause}: {count}"
        for cause, count in self.unexplained.most_common():
            yield f"  unexplained, {cause}: {count}"


class Kept:
    """The reports themselves, as JSON or JUnit, on disk until all are there."""

    def __init__(self, *, as_json: bool, junit: Path | None) -> None:
        self._json = _temporary() if as_json else None
        self._cases = None if junit is None else _temporary()
        self._junit = junit
        self._suite = Suite()
        self._any = False

    def __enter__(self) -> "Kept":
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self._json, self._cases):
            if each is not None:
                each.close()

    def add(self, report: Report) -> None:
        """Keep a report."""
        if self._json is not None:
            text = json.dumps(report.as_json(), indent=2, ensure_ascii=False).replace("\n", "\n    ")
            self._json.write(f"{',' if self._any else ''}\n    {text}")
        if self._cases is not None:
            self._suite.add(report)
            self._cases.write(as_case(report))
        self._any = True

    def write_junit(self) -> None:
        """Write the JUnit file, if one is wanted."""
        if self._junit is None or self._cases is None:
            return
        with writing(self._junit) as file:
            file.writelines(each.encode() for each in self._suite.as_xml(_again(self._cases)))

    def json_pieces(self, summary: Summary) -> Iterator[str]:
        """Return the JSON answer, piece by piece."""
        assert self._json is not None
        told = json.dumps(summary.as_json(), indent=2, ensure_ascii=False).replace("\n", "\n  ")
        yield f'{{\n  "summary": {told},\n  "reports": ['
        yield from _again(self._json)
        yield "\n  ]\n}\n" if self._any else "]\n}\n"


def _temporary() -> TextIO:
    return TemporaryFile("w+", encoding="utf-8")


def _again(file: TextIO) -> Iterator[str]:
    """Return what was written to a temporary file, line by line."""
    file.seek(0)
    yield from file
