"""`referee openings GAME [WORD]`: the procedures that a position made by hand can begin with."""

import argparse
import json
from collections.abc import Iterator

from oracle.errors import InputError
from oracle.game_registry import game_called
from oracle.openings import Opening, command, found, opening_json, openings_of
from oracle.text import columns, paragraph
from reference.kernel.openings import OpeningField

_EXAMPLES = """\
An opening says what begins in a position: the last words of an example. Paste one, change it, and ask about it. In JSON
it is `"opening": {"type": ...}` with the same fields.

examples:
  referee openings ww              all of Wilderness War
  referee openings ww siege        those about a siege
  referee openings hs --json       those of Hammer of the Scots, for programs
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    parser.add_argument("game", help="the game")
    parser.add_argument("word", nargs="?", help="only openings with this word in their type or what they begin")


def run(arguments: argparse.Namespace) -> int:
    """Print the openings."""
    game = game_called(str(arguments.game))
    chosen = openings_of(game)
    if arguments.word is not None:
        chosen = found(chosen, str(arguments.word))
        if not chosen:
            types = ", ".join(each.form.type for each in openings_of(game))
            raise InputError(f"no opening of {game} has {str(arguments.word)!r} in it; there are: {types}")
    if arguments.json:
        print(json.dumps([opening_json(game, each) for each in chosen], indent=2, ensure_ascii=False))
        return 0
    print("\n\n".join("\n".join(in_lines(game, each)) for each in chosen))
    return 0


def in_lines(game: str, opening: Opening) -> Iterator[str]:
    """Return an opening as lines of text."""
    form = opening.form
    yield f"{form.type}  ({', '.join(opening.rules)})"
    yield paragraph(form.summary, 2)
    if form.fields:
        yield columns([_row(each) for each in form.fields], indent=4)
    yield "  example:"
    yield f"    {command(game, opening)}"


def _row(given: OpeningField) -> tuple[str, str, str]:
    default = "must be given" if given.default is None else f"default {given.default}"
    return given.name, given.values, default
