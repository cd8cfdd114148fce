"""`referee show FILE[@STEP]`: a position drawn for people."""

import argparse
import json

from oracle.drawing import drawn
from oracle.english import decider_in_words, decision_in_words
from oracle.errors import InputError
from oracle.standing import Standing, add_where, standing_of
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from spec_tables.catalogue import catalogue

_EXAMPLES = """\
examples:
  referee show game.jsonl@41                  everything, as the referee sees it
  referee show game.jsonl@41 --side french    only what the French may know
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_where(parser)
    parser.add_argument("--side", help="show only what this side may know")


def run(arguments: argparse.Namespace) -> int:
    """Draw the position."""
    standing = standing_of(arguments)
    side = None if arguments.side is None else _side(standing.header.game, str(arguments.side))
    view = standing.table.describe() if side is None else standing.table.observe(side)
    if arguments.json:
        answer: dict[str, Json] = {"path": standing.path, "step": standing.step, "game": standing.header.game}
        print(json.dumps({**answer, "side": side, "view": view}, indent=2, ensure_ascii=False))
        return 0
    seen_by = "" if side is None else f", as the {side} side sees it"
    print(f"{standing.place}  ({standing.header.game}, ruleset {standing.ruleset}{seen_by})")
    print(drawn(standing.header.game, view))
    print(_due(standing))
    return 0


def _side(game: str, side: str) -> str:
    sides = catalogue(game).sides
    if side not in sides:
        raise InputError(f"--side: {side!r} is none of: {', '.join(sides)}")
    return side


def _due(standing: Standing) -> str:
    due = standing.table.due()
    if isinstance(due, Over):
        return f"Nothing is left to decide: {due.result}"
    return f"{decider_in_words(due.by)} must decide: {decision_in_words(standing.header.game, due.about)}"
