"""`referee verify PATH...`: replay traces and recorded games, and show where they diverge."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from oracle.arguments import count
from oracle.files import write_text
from oracle.junit import as_junit
from oracle.limits import AT_LIMIT
from oracle.parallel import each_in_order
from oracle.progress import Bar
from oracle.replays import (
    MOST_MEGABYTES,
    MOST_SECONDS_A_FILE,
    MOST_STEPS_A_FILE,
    FileLimits,
    replay_safely,
    traces_in,
)
from oracle.reports import CONFORMS, DIVERGES, FAILED, RAN_OVER, UNREADABLE, Report
from oracle.text import plural

_EXAMPLES = """\
A trace begins with a line {"trace":1,"game":…,"ruleset":…}; recorded games of other implementations are recognised by
their first line. A folder stands for every *.jsonl file in it and in the folders below it, in order of their names.

The replay of a file ends at its first divergence, and the command ends with that file: the summary says how many files
were not replayed. With --keep-going every file is replayed. The exit code is that of the worst file either way.
A file that runs over its limit of lines, seconds or memory is reported, and the others are replayed.

examples:
  referee verify golden                                  the rulebooks' own examples
  referee verify my_games --keep-going --junit out.xml   thousands of games, for CI
  referee verify game.jsonl --json                       the first divergence as data
  referee verify game.jsonl --ruleset de                 does another edition rule the same?

Exit code 0: all conform; 1: something diverges; 2: something cannot be read; 3: our own code failed; 4: something
ran over its limits.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    parser.add_argument("paths", nargs="+", metavar="PATH", help="trace files or recorded games, or folders of them")
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="replay the other files too after one that diverges or cannot be read; without it, that one is the last",
    )
    parser.add_argument("--quiet", action="store_true", help="print only what diverges, and the summary")
    parser.add_argument("--ruleset", help="replay traces under this ruleset instead: PRESET or PRESET+option=value+…")
    parser.add_argument("--jobs", type=count, metavar="N", help="replay N files at once (default: one a core)")
    parser.add_argument(
        "--most-steps",
        type=count,
        default=MOST_STEPS_A_FILE,
        metavar="N",
        help="lines of a file at the most (default: %(default)s)",
    )
    parser.add_argument(
        "--most-seconds",
        type=count,
        default=MOST_SECONDS_A_FILE,
        metavar="N",
        help="time for a file at the most (default: %(default)s)",
    )
    parser.add_argument(
        "--most-megabytes",
        type=count,
        default=MOST_MEGABYTES,
        metavar="N",
        help="memory of the process that replays a file at the most (default: %(default)s)",
    )
    parser.add_argument("--junit", metavar="FILE", help="also write the results as JUnit XML")


def run(arguments: argparse.Namespace) -> int:
    """Replay the files and return 0 if all conform."""
    paths = list(traces_in([Path(str(each)) for each in arguments.paths]))
    reports: list[Report] = []
    ruleset = None if arguments.ruleset is None else str(arguments.ruleset)
    limits = FileLimits(int(arguments.most_steps), int(arguments.most_seconds), int(arguments.most_megabytes))
    with Bar(len(paths), "games") as bar:
        for report in _reports(paths, arguments.jobs, ruleset, limits):
            reports.append(report)
            if not arguments.json and not (arguments.quiet and report.conforms):
                bar.clear()
                _tell(report)
            bar.advance()
            if report.outcome not in (CONFORMS, RAN_OVER) and not arguments.keep_going:
                break
    if arguments.junit is not None:
        write_text(Path(str(arguments.junit)), as_junit(reports))
    if arguments.json:
        answer = {"summary": _counts(reports, len(paths)), "reports": [each.as_json() for each in reports]}
        print(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        print(_summary(_counts(reports, len(paths))))
    outcomes = {report.outcome for report in reports}
    codes = {FAILED: 3, UNREADABLE: 2, DIVERGES: 1, RAN_OVER: AT_LIMIT, CONFORMS: 0}
    return next(code for outcome, code in codes.items() if outcome in outcomes or outcome == CONFORMS)


def _reports(paths: Sequence[Path], jobs: int | None, ruleset: str | None, limits: FileLimits) -> Iterator[Report]:
    return each_in_order(partial(replay_safely, ruleset=ruleset, limits=limits), paths, jobs)


def _tell(report: Report) -> None:
    if report.outcome in (UNREADABLE, RAN_OVER, FAILED):
        print(f"referee: {report.path}: {report.headline}", file=sys.stderr)
    else:
        print(report.as_text())


def _counts(reports: Sequence[Report], files: int) -> dict[str, int]:
    return {
        "traces": len(reports),
        "conform": sum(report.conforms for report in reports),
        "diverge": sum(report.outcome == DIVERGES for report in reports),
        "unreadable": sum(report.outcome == UNREADABLE for report in reports),
        "ran_over": sum(report.outcome == RAN_OVER for report in reports),
        "internal_errors": sum(report.outcome == FAILED for report in reports),
        "steps": sum(report.steps for report in reports),
        "not_replayed": files - len(reports),
    }


def _summary(counts: dict[str, int]) -> str:
    parts = [plural(counts["traces"], "trace"), f"{counts['conform']} conform"]
    parts += [f"{counts[name]} {name}" for name in ("diverge", "unreadable") if counts[name]]
    parts += [f"{counts['ran_over']} ran over"] if counts["ran_over"] else []
    parts += [plural(counts["internal_errors"], "internal error")] if counts["internal_errors"] else []
    parts.append(plural(counts["steps"], "step"))
    parts += [f"{counts['not_replayed']} not replayed"] if counts["not_replayed"] else []
    return ", ".join(parts)
