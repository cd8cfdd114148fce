"""`referee verify PATH...`: replay traces and recorded games, and show where they diverge."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from oracle.errors import InputError
from oracle.executors.arguments import add_where_done, where_of
from oracle.executors.each import each_in_order
from oracle.executors.shared_files import SharedFile, shared
from oracle.numbers_given import count
from oracle.peers import importers
from oracle.peers.importer import Importer
from oracle.peers.tampering import tamper_with
from oracle.progress import Bar
from oracle.replays import (
    MOST_MEGABYTES,
    MOST_SECONDS_A_FILE,
    MOST_STEPS_A_FILE,
    FileLimits,
    replay_safely,
    traces_in,
)
from oracle.reports import CONFORMS, FAILED, RAN_OVER, UNREADABLE, Report
from oracle.verify_summary import Kept, Summary

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
  referee verify --formats                               which recorded games are recognised, and by what
  referee verify their_game.jsonl --tamper 20            does the importer notice faults in a record?

Exit code 0: all conform; 1: something diverges; 2: something cannot be read; 3: our own code failed; 4: something
ran over its limits.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    parser.add_argument("paths", nargs="*", metavar="PATH", help="trace files or recorded games, or folders of them")
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="replay the other files too after one that diverges or cannot be read; without it, that one is the last",
    )
    parser.add_argument("--quiet", action="store_true", help="print only what diverges, and the summary")
    parser.add_argument("--ruleset", help="replay traces under this ruleset instead: PRESET or PRESET+option=value+…")
    add_where_done(parser, "replay N files at once (default: one a core)")
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
    parser.add_argument("--formats", action="store_true", help="list the formats of recorded games, and end")
    parser.add_argument(
        "--importer",
        action="append",
        default=[],
        metavar="MODULE:CLASS",
        help="an importer of recorded games of your own (docs/importers.md); may be given several times",
    )
    parser.add_argument(
        "--tamper",
        type=count,
        metavar="N",
        help="check the importer instead: replay each recorded game with N single faults of each kind, and say what "
        "share is caught",
    )


def run(arguments: argparse.Namespace) -> int:
    """Replay the files and return 0 if all conform."""
    named = tuple(str(each) for each in arguments.importer)
    if arguments.formats or named:
        known = list(importers(named))
        if arguments.formats:
            return _list_formats(known, as_json=arguments.json)
    if not arguments.paths:
        raise InputError("verify: name a PATH, or use --formats")
    paths = list(traces_in([Path(str(each)) for each in arguments.paths]))
    if arguments.tamper is not None:
        return tamper_with(paths, arguments.tamper, named, as_json=arguments.json)
    ruleset = None if arguments.ruleset is None else str(arguments.ruleset)
    limits = FileLimits(int(arguments.most_steps), int(arguments.most_seconds), int(arguments.most_megabytes))
    junit = None if arguments.junit is None else Path(str(arguments.junit))
    summary = Summary(len(paths))
    where = where_of(arguments)
    replay = partial(replay_safely, ruleset=ruleset, importers=named, limits=limits)
    reports = (
        each_in_order(replay, paths, where)
        if where.cluster is None
        else each_in_order(partial(_replay_there, replay, named), map(shared, paths), where, len(paths))
    )
    with Kept(as_json=arguments.json, junit=junit) as kept:
        _replay(arguments, reports, summary, kept)
        kept.write_junit()
        if arguments.json:
            sys.stdout.writelines(kept.json_pieces(summary))
        else:
            print("\n".join(summary.as_text()))
    return summary.exit_code


def _replay_there(replay: Callable[[Path], Report], importers_named: tuple[str, ...], file: SharedFile) -> Report:
    """Replay a file on another machine, once it is sure that it has the same file and the same importers."""
    tuple(importers(importers_named))
    return replay(file.demanded())


def _replay(arguments: argparse.Namespace, reports: Iterator[Report], summary: Summary, kept: Kept) -> None:
    """Replay the files one by one, tell what is found, and stop at the first that does not conform if told so."""
    with Bar(summary.files, "games") as bar:
        for report in reports:
            summary.add(report)
            kept.add(report)
            if not arguments.json and not (arguments.quiet and report.conforms):
                bar.clear()
                _tell(report)
            bar.advance()
            if report.outcome not in (CONFORMS, RAN_OVER) and not arguments.keep_going:
                break


def _tell(report: Report) -> None:
    if report.outcome in (UNREADABLE, RAN_OVER, FAILED):
        print(f"referee: {report.path}: {report.headline}", file=sys.stderr)
    else:
        print(report.as_text())


def _list_formats(known: list[tuple[str, Importer]], *, as_json: bool) -> int:
    """Print every format: its game, by what it is recognised, how many departures are known, where it was found."""
    if as_json:
        answer = [
            {
                "format": each.format.name,
                "game": each.game,
                "about": each.format.about,
                "recognised_by": [mark.wanted for mark in each.format.marks],
                "departures": sorted(each.departures),
                "found": where,
            }
            for where, each in known
        ]
        print(json.dumps(answer, indent=2, ensure_ascii=False))
        return 0
    for where, each in known:
        print(f"{each.format.name}: {each.format.about}")
        print(f"  first line: {'; '.join(mark.wanted for mark in each.format.marks)}")
        print(f"  known departures: {', '.join(each.departures) or 'none'}")
        print(f"  found: {where}")
    print('trace: a trace of Referee\n  first line: "trace" 1')
    return 0
