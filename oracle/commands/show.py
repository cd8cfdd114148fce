"""`referee show FILE[@STEP]`: a position drawn for people."""

import argparse
import json

from oracle.colours import bold, painted, wants_colours
from oracle.drawing import drawn
from oracle.english import decider_in_words, decision_in_words
from oracle.errors import InputError
from oracle.located_position import LocatedPosition, add_where, located_of
from oracle.pictures import NO_MARKS
from oracle.pictures.command import add_svg, write_picture
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from spec_tables.catalogue import catalogue

_EXAMPLES = """\
examples:
  referee show game.jsonl@41                  everything, as the referee sees it
  referee show game.jsonl@41 --side french    only what the French may know
  referee show game.jsonl@41 --svg board.svg  the board as a picture; also with --side
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_where(parser)
    parser.add_argument("--side", help="show only what this side may know")
    add_svg(parser)


def run(arguments: argparse.Namespace) -> int:
    """Draw the position."""
    located = located_of(arguments)
    side = None if arguments.side is None else _side(located.header.game, str(arguments.side))
    answer: dict[str, Json] = {"path": located.path, "step": located.step, "game": located.header.game}
    if arguments.svg is not None:
        path = write_picture(arguments, located, NO_MARKS, side)
        told = {**answer, "side": side, "svg": str(path)}
        print(json.dumps(told, indent=2, ensure_ascii=False) if arguments.json else f"{path}: {located.place} drawn")
        return 0
    view = located.table.describe() if side is None else located.table.observe(side)
    if arguments.json:
        print(json.dumps({**answer, "side": side, "view": view}, indent=2, ensure_ascii=False))
        return 0
    seen_by = "" if side is None else f", as the {side} side sees it"
    head = f"{located.place}  ({located.header.game}, ruleset {located.ruleset}{seen_by})"
    drawing, due = drawn(located.header.game, view), _due(located)
    if wants_colours():
        head, drawing, due = bold(head), painted(drawing), bold(due)
    print(f"{head}\n{drawing}\n{due}")
    return 0


def _side(game: str, side: str) -> str:
    sides = catalogue(game).sides
    if side not in sides:
        raise InputError(f"--side: {side!r} is none of: {', '.join(sides)}")
    return side


def _due(located: LocatedPosition) -> str:
    due = located.table.due()
    if isinstance(due, Over):
        return f"Nothing is left to decide: {due.result}"
    return f"{decider_in_words(due.by)} must decide: {decision_in_words(located.header.game, due.about)}"
