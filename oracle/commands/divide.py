"""`referee divide`: counts of lines of play below each action of a position."""

import argparse
import json
import sys

from oracle.arguments import add_start, start_of
from oracle.estimates import announce
from oracle.executors.arguments import JOBS_IF_ASKED, add_where_done, where_of
from oracle.interrupts import INTERRUPTED
from oracle.limits import AT_LIMIT, RanOver, add_limit, seconds_of, time_limit
from oracle.located_position import LocatedPosition
from oracle.numbers_given import to_depth
from oracle.perft import divided
from oracle.shortform import short
from oracle.text import columns
from reference.kernel.canonical import Json

_EXAMPLES = """\
Compare with the counts of another implementation; where they differ, go on below that action:
  referee divide game.jsonl@41 --depth 3
  referee divide few_acres_of_snow --depth 2 --json

On a terminal, or with --estimate, it says first how long that may take. Ctrl-C stops: the actions counted so far are
printed, and the exit code is 130.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_start(parser)
    parser.add_argument("--depth", type=to_depth, default=2, metavar="N", help="how many actions deep (default: 2)")
    add_limit(parser)
    add_where_done(parser, JOBS_IF_ASKED)
    parser.add_argument("--estimate", action="store_true", help="say first how long it may take, on standard error")


def run(arguments: argparse.Namespace) -> int:
    """Count below each action."""
    start = start_of(arguments)
    depth = int(arguments.depth)
    below, stopped = _divided_until_stopped(start, depth, arguments)
    total = sum(lines for _, lines in below) if below or stopped else 1
    if arguments.json:
        answer = {"start": start.path, "step": start.step, "depth": depth, "lines": total}
        told = [{"action": action, "lines": lines} for action, lines in below]
        more = {"stopped": True} if stopped else {}
        print(json.dumps({**answer, **more, "below": told}, indent=2, ensure_ascii=False))
    else:
        print(f"{start.place}  ({start.header.game}, ruleset {start.ruleset}), depth {depth}")
        if below:
            print(columns((short(action), f"{lines:>12}") for action, lines in below))
        print(f"{'so far' if stopped else 'in all'} {total}")
    if stopped:
        print("referee: stopped; actions after these were not counted", file=sys.stderr)
    return stopped


def _divided_until_stopped(
    start: LocatedPosition, depth: int, arguments: argparse.Namespace
) -> tuple[list[tuple[Json, int]], int]:
    """Return the counts below each action, as many as there was time for, and the exit code."""
    below: list[tuple[Json, int]] = []
    try:
        announce(start.table, depth, wanted=bool(arguments.estimate))
        with time_limit(seconds_of(arguments)):
            for action, lines in divided(start.header, start.table, depth, where_of(arguments).if_asked()):
                below.append((action, lines))
    except KeyboardInterrupt:
        return below, INTERRUPTED
    except RanOver:
        return below, AT_LIMIT
    return below, 0
