"""`referee mutate`: plant faults in rules and tables, and see which the tests of those rules notice."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from oracle.evidence.links import ROOT
from oracle.evidence.record import FOLDERS
from oracle.executors.arguments import add_where_done, where_of
from oracle.executors.each import SOURCES
from oracle.game_registry import game_called
from oracle.mutation.plan import MOST_SECONDS, Job
from oracle.mutation.session import Choice, Session
from oracle.numbers_given import count

# A worker needs the tests as well as the rules.
_TRIED = (*SOURCES, *(each for each in FOLDERS if each not in SOURCES))
_EPILOG = """\
Every function bound to a rule gets one small fault at a time (a comparison, a number, a side, a condition, an element
...), and so does every cell of the rule tables. A fault is about the rules of its function or column; one that lies in
a clause citing rules (a violation, an event) is about these, and not about others that the function cites elsewhere;
but the condition of a branch that leaves the function or loop is about the rules cited after it too.
Each mutant is tried for every rule it is about, and counts in the score of just these: as killed for a rule only by an
assertion that fails in a test, property or golden trace that proves that very rule, or an example of it. In the score
of a game it counts once, as killed if the tests of one of its rules notice. One that only makes the rules raise an
exception or never come back, so that no assertion fails, survives; unless the type checker refuses it, for then it
cannot get in: such mutants are counted apart, neither as killed nor as survivors.
Fates are kept in build/mutation.jsonl: a run goes on where the last one stopped, and tries only what changed.
evidence/mutation.json keeps the scores; evidence/mutation_survivors.md lists what survived.
It needs the evidence of a test run, and makes one if there is none: it takes minutes.

examples:
  referee mutate                              all that is not known yet
  referee mutate --rule fa:siege.start.9      one rule
  referee mutate --changed-since main         only functions and tables that differ from a revision
  referee mutate --check                      judge the scores that are kept; try nothing
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="only what is bound to this rule")
    parser.add_argument("--game", metavar="GAME", help="only this game")
    parser.add_argument("--changed-since", metavar="REV", help="only what differs from a revision")
    parser.add_argument("--kind", choices=("functions", "cells"), help="only functions, or only cells of tables")
    add_where_done(parser)
    parser.add_argument(
        "--seconds", type=count, default=int(MOST_SECONDS), metavar="N",
        help="run so many seconds' worth of the tests that may notice a mutant, quickest first (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--limit", type=count, metavar="N", help="try at most so many mutants")
    parser.add_argument("--evidence", metavar="FILE", help="the evidence to go by (default: that of a fresh test run)")
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="show what a rule's tests do not notice and a test of another rule does",
    )
    parser.add_argument("--survivors", action="store_true", help="print every survivor")
    parser.add_argument(
        "--check", action="store_true", help="try nothing; exit 1 if scores are too low, stale or wrongly excused"
    )


def run(arguments: argparse.Namespace) -> int:
    """Try mutants, or judge what is known about them."""
    session = Session(ROOT, _choice(arguments))
    if arguments.check:
        return _judged(session, as_json=bool(arguments.json))
    began = time.monotonic()
    if arguments.elsewhere:
        return _elsewhere(session, arguments, began)
    done = session.tried(where_of(arguments, _TRIED), arguments.limit, _progress(began))
    seconds = time.monotonic() - began
    if sys.stderr.isatty():
        print(file=sys.stderr)
    report = session.report()
    if arguments.json:
        print(json.dumps({"tried": done, "seconds": round(seconds, 1), **report.to_json()}, indent=2))
    else:
        rate = f", {done / seconds:.1f} a second" if done and seconds else ""
        print(f"{done} mutants tried in {seconds:.0f} s{rate}")
        print(report.text(survivors=bool(arguments.survivors)))
    return 0


def _elsewhere(session: Session, arguments: argparse.Namespace, began: float) -> int:
    """Print which tests notice survivors without claiming their rules: often the claim is all that is missing."""
    found = session.elsewhere(where_of(arguments, _TRIED), _progress(began))
    if arguments.json:
        listed = [{"mutant": job.id, "rule": rule, "by": by} for (job, rule), by in found.items()]
        print(json.dumps(listed, indent=2))
    by_test: dict[tuple[str, str], list[Job]] = {}
    for (job, rule), by in () if arguments.json else found.items():
        by_test.setdefault((rule, by), []).append(job)
    for (rule, by), jobs in sorted(by_test.items()):
        print(f"{rule}: {by}")
        for job in jobs:
            print(f"    {job.id}: {job.change}")
    return 0


def _choice(arguments: argparse.Namespace) -> Choice:
    return Choice(
        rules=frozenset(arguments.rule),
        game=None if arguments.game is None else game_called(arguments.game),
        since=arguments.changed_since,
        kind=arguments.kind,
        seconds=arguments.seconds,
        evidence=None if arguments.evidence is None else Path(arguments.evidence),
    )


def _progress(began: float) -> Callable[[int, int], None]:
    def tell(done: int, all_of: int) -> None:
        if sys.stderr.isatty() or os.environ.get("REFEREE_PROGRESS"):
            seconds = time.monotonic() - began
            left = (all_of - done) * seconds / done if done else 0
            print(
                f"\r{done} of {all_of} mutants, {seconds:.0f} s, {left:.0f} s left ",
                end="",
                file=sys.stderr,
                flush=True,
            )

    return tell


def _judged(session: Session, *, as_json: bool) -> int:
    faults = session.faults()
    if as_json:
        print(json.dumps({"faults": list(faults), **session.report().to_json()}, indent=2))
    else:
        for fault in faults:
            print(fault)
        if not faults:
            print("the mutation scores are up to date and high enough")
    return 1 if faults else 0
