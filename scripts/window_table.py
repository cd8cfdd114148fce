"""List the decisions that are passed over or forced: `python -m scripts.window_table [--check]`.

Writes docs/windows.md from the games' own data: `WINDOWS` says what is decided, which actions would answer it, and the
rules that close it. The test of each rule is found in the sources.
"""

import argparse
import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from oracle.evidence.links import Bound, scan
from oracle.files import write_text
from reference.kernel.codec import word
from reference.kernel.windows import Window
from spec_tables.catalogue import GAMES, catalogue

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "windows.md"
_INTRODUCTION = """\
# Windows: decisions that close by themselves

<!-- Written by `python -m scripts.window_table`; do not edit. -->

Referee goes on by itself where a rule leaves nothing to decide. Each such place is a *window*. When a window is passed
over or its answer is forced, an event says so and cites the rules, with the facts. `ask`, on the step before or after,
answers an action of that decision with `not_asked` and every reason; a trace can assert it with `refuse` and the rule
([verdicts](verdicts.md)).

The data is `WINDOWS` in each game's `windows.py`. Every rule here closes its window in a test of that rule.
"""


def page() -> str:
    """Return the whole page."""
    tests = tuple(each for each in scan() if each.kind == "test")
    return "\n".join((_INTRODUCTION, *(line for game in GAMES for line in _game(game, tests)), ""))


def windows_of(game: str) -> Mapping[str, Window[object]]:
    """Return the windows of a game by name."""
    found: Mapping[str, Window[object]] = importlib.import_module(f"reference.{game}.windows").WINDOWS
    return found


def _game(game: str, tests: tuple[Bound, ...]) -> Iterator[str]:
    yield f"## {catalogue(game).name}\n"
    yield "| window | what is decided | actions | closed by | a test |"
    yield "|---|---|---|---|---|"
    for name, window in sorted(windows_of(game).items()):
        actions = ", ".join(f"`{word(each.__name__)}`" for each in window.actions) or "none: nobody answers it"
        for index, rule in enumerate(window.rules):
            lead = f"| `{name}` | {window.what} | {actions} |" if not index else "| | | |"
            yield f"{lead} {rule} | {_test_of(rule, tests)} |"
    yield ""


def _test_of(rule: str, tests: tuple[Bound, ...]) -> str:
    """Return a test of a rule: one about windows, if there is any."""
    proving = sorted(
        (each for each in tests if rule in each.rules), key=lambda each: ("window" not in each.place, each.place)
    )
    return f"[{proving[0].name}](../{proving[0].path})" if proving else ""


def main(arguments: list[str] | None = None) -> int:
    """Write the page, or check that it is up to date."""
    parser = argparse.ArgumentParser(prog="window_table", description="List the decisions that close by themselves.")
    parser.add_argument("--check", action="store_true", help="only check that docs/windows.md is up to date")
    if not parser.parse_args(arguments).check:
        write_text(PAGE, page())
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/windows.md is stale: run `python -m scripts.window_table`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
