"""`referee perft`: counts of lines of play, and a check of the published ones."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from oracle.arguments import add_start, start_of
from oracle.errors import InputError
from oracle.estimates import announce
from oracle.evidence.files import FOLDER
from oracle.evidence.links import ROOT
from oracle.executors.arguments import JOBS_IF_ASKED, add_where_done, where_of
from oracle.files import write_text
from oracle.interrupts import INTERRUPTED
from oracle.limits import AT_LIMIT, RanOver, add_limit, seconds_of, time_limit
from oracle.located_position import LocatedPosition
from oracle.numbers_given import to_depth
from oracle.perft import Published, counted, lines_by_depth, read_published, written
from oracle.progress import Bar
from oracle.text import columns, plural

PUBLISHED = f"{FOLDER}/perft.json"
_EXAMPLES = f"""\
A line of depth N is a sequence of N actions, each outcome of chance being one, or a shorter one that ends the game.
On a terminal, or with --estimate, it says first how long that may take. Ctrl-C stops: the depths counted so far are
printed, and the exit code is 130.

examples:
  referee perft golden/wilderness_war/ex-7.62.jsonl@0 --depth 3
  referee perft hammer_of_the_scots --scenario braveheart --depth 2
  referee perft --check                       count everything in {PUBLISHED} anew; exit 1 if a count differs
  referee divide game.jsonl@41 --depth 3      per action: two implementations differ where these differ
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_start(parser, nargs="?")
    parser.add_argument("--depth", type=to_depth, default=2, metavar="N", help="how many actions deep (default: 2)")
    parser.add_argument("--estimate", action="store_true", help="say first how long it may take, on standard error")
    add_limit(parser)
    add_where_done(parser, JOBS_IF_ASKED)
    parser.add_argument("--update", action="store_true", help="with --check: write the counts as they are now")
    parser.add_argument("--check", nargs="?", const=PUBLISHED, metavar="FILE", help=f"check a file ({PUBLISHED})")


def run(arguments: argparse.Namespace) -> int:
    """Count, or check the published counts."""
    if arguments.check is not None:
        return _check(arguments)
    if arguments.start is None:
        raise InputError("say from where to count (a game or FILE[@STEP]), or --check")
    start = start_of(arguments)
    lines, stopped = _counted_until_stopped(start, arguments)
    if arguments.json:
        about = {"start": start.path, "step": start.step, "game": start.header.game, "ruleset": start.ruleset}
        print(json.dumps({**about, "lines": lines, **({"stopped": True} if stopped else {})}, indent=2))
    else:
        print(f"{start.place}  ({start.header.game}, ruleset {start.ruleset})")
        print(columns((f"depth {depth}", f"{number:>12}") for depth, number in enumerate(lines, 1)))
    if stopped:
        print(f"referee: stopped; depth {len(lines) + 1} was not counted to its end", file=sys.stderr)
    return stopped


def _counted_until_stopped(start: LocatedPosition, arguments: argparse.Namespace) -> tuple[list[int], int]:
    """Return the counts of the depths up to one, as many as there was time for, and the exit code."""
    lines, depth, where = list[int](), int(arguments.depth), where_of(arguments).if_asked()
    try:
        announce(start.table, depth, wanted=bool(arguments.estimate))
        with time_limit(seconds_of(arguments)):
            for each in lines_by_depth(start.header, start.table, depth, where):
                lines.append(each)
    except KeyboardInterrupt:
        return lines, INTERRUPTED
    except RanOver:
        return lines, AT_LIMIT
    return lines, 0


def _check(arguments: argparse.Namespace) -> int:
    published = str(arguments.check) == PUBLISHED
    path = ROOT / PUBLISHED if published else Path(str(arguments.check))
    root = ROOT if published else path.parent
    entries = read_published(path)
    fresh: list[Published] = []
    wrong: list[dict[str, object]] = []
    stopped, where = 0, where_of(arguments).if_asked()
    with Bar(len(entries), "positions") as bar:
        try:
            with time_limit(seconds_of(arguments)):
                for entry, now in zip(entries, counted(entries, root, where), strict=True):
                    fresh.append(replace(entry, lines=now))
                    bar.advance()
                    if now != entry.lines:
                        wrong.append({"id": entry.id, "published": list(entry.lines), "counted": list(now)})
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        except RanOver:
            stopped = AT_LIMIT
    if arguments.update and wrong and not stopped:
        write_text(path, written(fresh))
    _print_check(wrong, len(fresh), as_json=bool(arguments.json))
    if stopped:
        print(f"referee: stopped; {len(fresh)} of {plural(len(entries), 'position')} counted", file=sys.stderr)
        return stopped
    return 1 if wrong and not arguments.update else 0


def _print_check(wrong: list[dict[str, object]], positions: int, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"positions": positions, "differ": wrong}, indent=2))
        return
    for each in wrong:
        print(f"DIFFERS  {each['id']}\n  published {each['published']}\n  counted   {each['counted']}")
    print(f"{plural(positions, 'position')}, {positions - len(wrong)} as published")
