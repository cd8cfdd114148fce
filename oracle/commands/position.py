"""`referee position FILE[@STEP]`: a position in compact form, and everything wrong with it."""

import argparse
import json
import sys
from pathlib import Path

from oracle.english import event_in_words, gist, in_words, why
from oracle.files import write_text
from oracle.located_position import LocatedPosition, add_where, bare_position, located_of
from oracle.text import paragraph, plural
from oracle.verdict_json import check_json, event_json
from oracle.words.positions_in_words import write_position
from reference.kernel.canonical import Json
from reference.kernel.traces import Header, Trace, write_trace
from reference.kernel.verdicts import Violation

_EXAMPLES = """\
Without --check it prints the position as the first line of a trace: a file with that line is again a position, and a
trace to go on from. A position by hand is such a line, or (with --game) a bare JSON object over any number of lines.

examples:
  referee position game.jsonl@41 --out case.jsonl         take a position out of a game
  referee position case.jsonl --check                     everything wrong with it, by rule
  referee position by_hand.json --game wilderness_war --check
  referee position game.jsonl@41 --words                  the same in words, to change by hand and ask about
  referee position 'ww: Albany: Braddock, 2 regulars | year 1757' --check

Exit code 0: sound; 1: something is wrong with it; 2: it cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_where(parser)
    parser.add_argument("--check", action="store_true", help="print what is wrong with it instead of the position")
    parser.add_argument("--words", action="store_true", help="print it in words (docs/words.md)")
    parser.add_argument("--out", metavar="FILE", help="write the position there")


def run(arguments: argparse.Namespace) -> int:
    """Print the position and return 0 if it is sound."""
    located = located_of(arguments)
    wrong = located.table.check()
    line = write_position(located.header.game, located.table.canonical()) if arguments.words else _line(located)
    if arguments.out is not None:
        write_text(Path(str(arguments.out)), line)
    if arguments.json:
        told = _as_json(located, wrong)
        if arguments.words:
            told["words"] = line
        print(json.dumps(told, indent=2, ensure_ascii=False))
    elif arguments.check:
        print("\n".join([*_findings(located, wrong), *_followed(located)]))
    else:
        if arguments.out is None:
            print(line, end="")
        bare = bare_position(located)
        if located.followed:
            print("\n".join(_followed(located)), file=sys.stderr)
        if wrong:
            print("\n".join(_findings(located, wrong)), file=sys.stderr)
        elif bare is not None:
            print(f"referee: {bare}", file=sys.stderr)
    return 1 if wrong else 0


def _line(located: LocatedPosition) -> str:
    header = located.header
    return write_trace(Trace(Header(header.game, header.ruleset, position=located.table.canonical())))


def _findings(located: LocatedPosition, wrong: tuple[Violation, ...]) -> list[str]:
    if not wrong:
        bare = bare_position(located)
        return [
            f"{located.place} is sound  (hash {located.table.digest()})",
            *([] if bare is None else [paragraph(bare)]),
        ]
    told = [f"{located.place}: {plural(len(wrong), 'thing')} wrong"]
    for each in wrong:
        told.append(paragraph(f"{each.rule}: {why(each, located.header.game)}.", 2))
        told.append(paragraph(gist(each.rule).strip(), 4))
    return told


def _followed(located: LocatedPosition) -> list[str]:
    """Return what followed by itself from a position as it was given, before the position that is shown."""
    if not located.followed:
        return []
    game = located.header.game
    events = (f"{event_in_words(game, each)}  ({', '.join(each.rules)})" for each in located.followed)
    return [
        "From the position as it was given, this follows before anybody decides:",
        *(paragraph(each, 2) for each in events),
    ]


def _as_json(located: LocatedPosition, wrong: tuple[Violation, ...]) -> dict[str, Json]:
    header = located.header
    bare = bare_position(located)
    said: dict[str, Json] = {} if bare is None else {"decision": bare}
    return {
        "path": located.path,
        "step": located.step,
        "game": header.game,
        "ruleset": located.ruleset,
        "hash": located.table.digest(),
        "position": located.table.canonical(),
        "verdict": check_json(wrong),
        "followed": [event_json(each) for each in located.followed],
        "english": {"verdict": [in_words(each, header.game) for each in wrong], **said},
    }
