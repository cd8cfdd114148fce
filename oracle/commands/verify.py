"""`referee verify PATH...`: replay traces and show the first divergence of each."""

import argparse
import json
from pathlib import Path

from oracle.replays import Report, replay_file, traces_in
from oracle.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="trace files, or folders of them")
    parser.add_argument("--keep-going", action="store_true", help="go on after the first trace that does not conform")
    parser.add_argument("--quiet", action="store_true", help="print only what diverges, and the summary")


def run(arguments: argparse.Namespace) -> int:
    """Replay the traces and return 0 if all conform."""
    reports: list[Report] = []
    for path in traces_in([Path(str(each)) for each in arguments.paths]):
        report = replay_file(path)
        reports.append(report)
        if not arguments.json and not (arguments.quiet and report.conforms):
            print(report.as_text())
        if not report.conforms and not arguments.keep_going:
            break
    conforming = sum(report.conforms for report in reports)
    steps = sum(report.steps for report in reports)
    if arguments.json:
        summary = {"traces": len(reports), "conform": conforming, "steps": steps}
        print(json.dumps({"summary": summary, "reports": [each.as_json() for each in reports]}, indent=2))
    else:
        print(f"{plural(len(reports), 'trace')}, {conforming} conform, {plural(steps, 'step')}")
    return 0 if conforming == len(reports) else 1
