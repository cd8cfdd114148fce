"""`referee divide`: counts of lines of play below each action of a position."""

import argparse
import json

from oracle.arguments import add_start, count, start_of
from oracle.perft import Counter
from oracle.shortform import short
from oracle.text import columns

_EXAMPLES = """\
Compare with the counts of another implementation; where they differ, go on below that action:
  referee divide game.jsonl@41 --depth 3
  referee divide few_acres_of_snow --depth 2 --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_start(parser)
    parser.add_argument("--depth", type=count, default=2, metavar="N", help="how many actions deep (default: 2)")


def run(arguments: argparse.Namespace) -> int:
    """Count below each action."""
    start = start_of(arguments)
    depth = int(arguments.depth)
    below = Counter().divided(start.table, depth)
    total = sum(lines for _, lines in below) if below else 1
    if arguments.json:
        answer = {"start": start.path, "step": start.step, "depth": depth, "lines": total}
        told = [{"action": action, "lines": lines} for action, lines in below]
        print(json.dumps({**answer, "below": told}, indent=2, ensure_ascii=False))
        return 0
    print(f"{start.place}  ({start.header.game}, ruleset {start.ruleset}), depth {depth}")
    if below:
        print(columns((short(action), f"{lines:>12}") for action, lines in below))
    print(f"in all {total}")
    return 0
