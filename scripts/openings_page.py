"""Write the page of the openings: `python -m scripts.openings_page [--check]`.

Writes docs/openings.md from what `referee openings` lists: the records of each game and the examples in
`spec_tables/<game>/openings.toml`.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from oracle.openings import Opening, command, openings_of
from reference.kernel.canonical import canonical_text
from spec_tables.catalogue import GAMES, catalogue

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "openings.md"
_INTRODUCTION = """\
# Openings: what a position made by hand can begin with

<!-- Written by `python -m scripts.openings_page`; do not edit. -->

A position lists the frames of the procedures under way, or it names an opening: the procedure that is about to begin,
with a few fields. `./referee openings GAME [WORD]` lists them. An opening keeps the rules of its procedure: where the
rules would refuse it before it began, the position is unreadable, and every rule that it breaks is named. A test runs
every command below and plays every example to its end; the JSON is the same position for programs.

What an opening takes for granted:

- Pieces stand where the rules want them before the procedure begins: a force that enters a space stands where it comes
  from, the two sides of a battle stand in its space.
- An opening ends with its procedure; only those of a year, a season or a turn go on. `battle` and `raid_roll` are dice
  alone, `whole_battle` and `raid` have everything before and after them.
- Wilderness War: a card named in `event` that lies in the draw pile is dealt to the side first. In a game begun in 1757
  (the default; `"markers": {"start": 1755}` says otherwise) leaders whom the position does not name are out of play for
  `deal`, `action_phase`, `year_end` and `event`, so that FRENCH REGULARS brings no Montcalm whom nobody mentioned.
- Wilderness War: who held Niagara and Ohio Forks last follows from the fort there, else from who stands there alone. A
  value that contradicts a fort is unsound (`position --check`).
- A Few Acres of Snow: an action opens within a turn with `actions` left, this one among them.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join((_INTRODUCTION, *(line for game in GAMES for line in _game(game))))


def _game(game: str) -> Iterator[str]:
    yield f"## {catalogue(game).name}\n"
    for opening in openings_of(game):
        yield from _opening(game, opening)


def _opening(game: str, opening: Opening) -> Iterator[str]:
    form = opening.form
    yield f"### `{form.type}`\n"
    yield f"{form.summary} Rules: {', '.join(opening.rules)}.\n"
    if form.fields:
        yield "| field | values | if left out |"
        yield "|---|---|---|"
        for each in form.fields:
            values = each.values.replace("|", "\\|")
            yield f"| `{each.name}` | {values} | {'(must be given)' if each.default is None else each.default} |"
        yield ""
    yield "```"
    yield command(game, opening)
    yield "```\n"
    yield "```json"
    yield canonical_text(opening.example)
    yield "```\n"


def main(words: list[str]) -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(prog="openings_page", description="Write the page of the openings.")
    parser.add_argument("--check", action="store_true", help="only say whether docs/openings.md is up to date")
    if not parser.parse_args(words).check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/openings.md is stale: run `python -m scripts.openings_page`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
