"""`referee compare ANSWERS --vectors DIR`: what another implementation gets right and wrong, by rule."""

import argparse
import json
import sys
from pathlib import Path

from oracle.errors import InputError
from oracle.files import write_text
from oracle.numbers_given import count_or_none
from oracle.vectors.answers import read_answers
from oracle.vectors.compare import Demand, compare
from oracle.vectors.comparison_reports import as_json, as_junit, in_words
from oracle.vectors.levels import ABOUT, Level
from oracle.vectors.suite import read_cases, read_manifest

_LEVELS = "\n".join(f"  {level:12} {about}" for level, about in ABOUT.items())
_EPILOG = f"""\
ANSWERS has one JSON mapping a line, one for each case: {{"id":ID,"verdict":{{...}}}}, or "decision", "facts" or "view".
  legal      {{"ruling":"legal"}}, with "hash" or "state" of the next position, "events", and, if the game has ended,
             "over":{{"result":"..."}}
  illegal    {{"ruling":"illegal","rules":["ww:7.62"]}}: at least one rule that is broken, none that is not;
             "violations" serve as well as "rules"
  unsound    {{"ruling":"unsound","rules":[...]}}, of a position, in the same way
  turn       {{"ruling":"not_this_decision"}} or {{"ruling":"not_your_decision"}}
  decision   {{"by":"french","actions":[...]}}: who decides and every legal action, in any order; "odds" if you like
  view       {{...}}: all that the side of the case may know of the position

Each level has its own score; what an answer does not say is unanswered there, not wrong:
{_LEVELS}
Without --level a case counts as right if all of its levels are right; events and reasons may be left out, and so may
either state or hash.

Exit code 0: all that counts is right. 1: something is wrong or unanswered, or nothing at all is answered rightly.
2: the answers or the suite cannot be read.

example:
  referee vectors --out vectors
  my-implementation vectors > answers.jsonl
  referee compare answers.jsonl --vectors vectors --level ruling
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("answers", metavar="ANSWERS", help="the answers, one a line; - for standard input")
    parser.add_argument("--vectors", required=True, metavar="DIR", help="the suite, as `referee vectors` wrote it")
    parser.add_argument(
        "--level", action="append", default=[], choices=[each.value for each in Level], metavar="LEVEL",
        help="only this level counts; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--strict", action="store_true", help="illegal actions need every violation, with reason and facts"
    )
    parser.add_argument("--partial", action="store_true", help="what is not answered does not count against it")
    parser.add_argument("--junit", metavar="FILE", help="also write the result as JUnit XML")
    parser.add_argument(
        "--show", type=count_or_none, default=5, metavar="N", help="show so many wrong answers (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compare and report; 0 if all is right."""
    answers = read_answers(_lines(str(arguments.answers)), str(arguments.answers))
    demand = Demand(frozenset(Level(each) for each in arguments.level), bool(arguments.strict))
    folder, partial = Path(str(arguments.vectors)), bool(arguments.partial)
    version = str(read_manifest(folder)["suite_version"])
    try:
        tally = compare(read_cases(folder), answers, demand)
    except InputError as fault:
        raise InputError(f"compare: {fault}") from None
    passes = tally.passes(partial=partial)
    if arguments.junit:
        write_text(Path(str(arguments.junit)), as_junit(tally, partial=partial))
    if arguments.json:
        print(json.dumps(as_json(tally, version, passes=passes), indent=2, ensure_ascii=False))
    else:
        print("\n".join(in_words(tally, version, max(0, int(arguments.show)))))
    return 0 if passes else 1


def _lines(name: str) -> list[str]:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode("utf-8-sig").split("\n")
    except OSError as fault:
        raise InputError(f"{name}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{name}: not UTF-8 text") from None
