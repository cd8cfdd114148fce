"""`referee compare ANSWERS --vectors DIR`: what another implementation gets wrong, by rule."""

import argparse
import json
import sys
from pathlib import Path

from oracle.errors import InputError
from oracle.text import columns
from oracle.vectors.compare import Tally, Wrong, compare, read_answers
from oracle.vectors.suite import read_cases
from reference.kernel.canonical import Json, canonical_text
from spec_tables.catalogue import catalogue, prefixes

_MOST_DIFFERENCES = 5
_EPILOG = """\
ANSWERS has one JSON mapping a line, one for each case: {"id":ID,"verdict":{...}}, or "decision", "facts" or "view".
  legal      {"ruling":"legal","hash":H} or {"ruling":"legal","state":{...}}; "events" are compared if they are given,
             "over":{"result":"..."} must be there if, and only if, the game has ended
  illegal    {"ruling":"illegal","rules":["ww:7.62"]}: at least one rule that is broken, none that is not
  unsound    {"ruling":"unsound","rules":[...]}, of a position, in the same way; "violations" serve as well as "rules"
  turn       {"ruling":"not_this_decision"} or {"ruling":"not_your_decision"}
  decision   {"by":"french","actions":[...]}: who decides and every legal action, in any order; "odds" if you like
  view       {...}: all that the side of the case may know of the position
An answer that says nothing (legal without state or hash, empty facts) and a file without any answer cannot be read.
Exit code 0: all right. 1: something is wrong or unanswered. 2: the answers or the suite cannot be read.

example:
  referee vectors --out vectors
  my-implementation vectors > answers.jsonl
  referee compare answers.jsonl --vectors vectors
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("answers", metavar="ANSWERS", help="the answers, one a line; - for standard input")
    parser.add_argument("--vectors", required=True, metavar="DIR", help="the suite, as `referee vectors` wrote it")
    parser.add_argument(
        "--strict", action="store_true", help="illegal actions need every violation, with reason and facts"
    )
    parser.add_argument("--partial", action="store_true", help="cases without an answer do not count against it")
    parser.add_argument(
        "--show", type=int, default=5, metavar="N", help="show so many wrong answers (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compare and report; 0 if all is right."""
    answers = read_answers(_lines(str(arguments.answers)), str(arguments.answers))
    try:
        tally = compare(read_cases(Path(str(arguments.vectors))), answers, strict=bool(arguments.strict))
    except InputError as fault:
        raise InputError(f"compare: {fault}") from None
    if arguments.json:
        print(json.dumps(_as_json(tally), indent=2, ensure_ascii=False))
    else:
        _report(tally, max(0, int(arguments.show)))
    return 1 if tally.wrong or (tally.unanswered and not arguments.partial) else 0


def _lines(name: str) -> list[str]:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode("utf-8-sig").split("\n")
    except OSError as fault:
        raise InputError(f"{name}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{name}: not UTF-8 text") from None


def _as_json(tally: Tally) -> Json:
    return {
        "cases": tally.cases,
        "right": tally.right,
        "wrong": len(tally.wrong),
        "unanswered": tally.unanswered,
        "rules": [{"rule": rule, "wrong": wrong, "answered": all_of} for rule, wrong, all_of in tally.suspects()],
        "silent_rules": [{"rule": rule, "wrong": wrong} for rule, wrong in tally.silent_suspects()],
        "answers": [each.as_json() for each in tally.wrong],
    }


def _report(tally: Tally, shown: int) -> None:
    print(f"{tally.cases} cases: {tally.right} right, {len(tally.wrong)} wrong, {tally.unanswered} unanswered")
    suspects = tally.suspects()
    if suspects:
        print("\nrules with wrong answers, the surest first (wrong of answered)")
        print(columns((rule, f"{wrong} of {all_of}", _title(rule)) for rule, wrong, all_of in suspects))
    silent = tally.silent_suspects()
    if silent:
        print("\nperhaps also: no case shows these rules openly, and every case that consults them is wrong")
        print(columns((rule, str(wrong), _title(rule)) for rule, wrong in silent))
    for each in tally.wrong[:shown]:
        print("\n" + "\n".join(_in_words(each)))
    if len(tally.wrong) > shown:
        print(f"\n... and {len(tally.wrong) - shown} more; --json lists them all")


def _in_words(wrong: Wrong) -> list[str]:
    lines = [f"{wrong.id}: wrong {wrong.problem.value}  [{', '.join(wrong.rules)}]"]
    for each in wrong.differences[:_MOST_DIFFERENCES]:
        lines.append(f"  {each.path}: expected {_short(each.expected)}")
        lines.append(f"  {' ' * len(each.path)}  found    {_short(each.found)}")
    if len(wrong.differences) > _MOST_DIFFERENCES:
        lines.append(f"  ... and {len(wrong.differences) - _MOST_DIFFERENCES} more differences")
    return lines


def _short(value: Json) -> str:
    text = canonical_text(value)
    return text if len(text) <= 200 else f"{text[:197]}..."


def _title(rule: str) -> str:
    game = dict(prefixes()).get(rule.partition(":")[0])
    found = None if game is None else catalogue(game).rule(rule)
    return "" if found is None else found.title
