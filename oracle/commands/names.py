"""`referee names GAME [KIND] [WORD]`: everything that has a name, and what it is."""

import argparse
import json

from oracle.errors import InputError
from oracle.game_registry import game_called
from oracle.names import Name, UnknownName, candidates, closest, kinds_called, kinds_of, names
from oracle.text import columns, plural
from reference.kernel.canonical import Json

_EXAMPLES = """\
A name is its id, a printed name or an unmistakable part of one; case, accents and punctuation do not matter.
GAME is an id or a prefix (ww, hs, fa). Without a kind, all kinds; `pieces` and `places` work in every game.

examples:
  referee names ww spaces fort duquesne
  referee names hs blocks
  referee names fa cards ships
  referee names ww Braddock

Exit code 0: there are such names; 2: there are none.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    parser.add_argument("game", metavar="GAME", help="the game whose names are listed")
    parser.add_argument("kind", metavar="KIND", nargs="?", help="spaces, pieces, cards, actions ... (default: all)")
    parser.add_argument("word", metavar="WORD", nargs="*", help="only what this may name")


def run(arguments: argparse.Namespace) -> int:
    """Print the names."""
    game = game_called(str(arguments.game))
    kinds, text = _wanted(game, [str(arguments.kind)] if arguments.kind else [], [str(each) for each in arguments.word])
    found = names(game, kinds) if not text else _matching(game, kinds, text)
    if arguments.json:
        print(json.dumps([_as_json(each) for each in found], indent=2, ensure_ascii=False))
        return 0
    for kind in dict.fromkeys(each.kind for each in found):
        alike = [each for each in found if each.kind == kind]
        print(f"{kind}  ({plural(len(alike), 'name')})")
        print(columns((each.id, ", ".join(each.names), each.what) for each in alike))
    return 0


def _wanted(game: str, kind: list[str], words: list[str]) -> tuple[tuple[str, ...], str]:
    """Return the kinds and the text asked for; a first word that is no kind belongs to the text."""
    if not kind:
        return kinds_of(game), ""
    try:
        return kinds_called(game, kind[0]), " ".join(words)
    except UnknownName as fault:
        text = " ".join([*kind, *words])
        if words or candidates(game, kinds_of(game), text):
            return kinds_of(game), text
        raise InputError(f"{fault}, and {_none(game, kinds_of(game), text)}") from None


def _matching(game: str, kinds: tuple[str, ...], text: str) -> tuple[Name, ...]:
    """Return what a text may name, kind by kind, so that a space does not hide a card."""
    found = tuple(each for kind in kinds for each in candidates(game, (kind,), text))
    if not found:
        raise InputError(_none(game, kinds, text))
    return found


def _none(game: str, kinds: tuple[str, ...], text: str) -> str:
    near = closest(names(game, kinds), text)
    return f"nothing is called {text!r}" + (f"; closest: {', '.join(near)}" if near else "")


def _as_json(name: Name) -> dict[str, Json]:
    return {
        "kind": name.kind,
        "id": name.id,
        "names": list(name.names),
        "what": name.what,
        "side": name.side,
        "count": name.count,
    }
