"""`docs/research_numbers.md`: where the numbers of actions and the places of observations begin.

`python -m scripts.research_numbers` writes it; a test compares.
"""

import sys
from collections.abc import Iterator

from oracle.evidence.files import write
from oracle.places import ROOT
from research import actions, observations
from rulebook import games

DOCUMENT = ROOT / "docs/research_numbers.md"


def document() -> str:
    """Return the document."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield "# Numbers of actions and places of observations"
    yield ""
    yield "Made by `python -m scripts.research_numbers`. [Learning programs](research.md) use these."
    for game in games():
        yield from ("", f"## {game.name}", "")
        yield from _actions(game.id)
        yield from _places(game.id)


def _actions(game: str) -> Iterator[str]:
    numbers = actions.numbering(game)
    yield f"{numbers.size} actions, version {actions.VERSION}, hash `{numbers.digest()}`. Kinds in the order of the"
    yield "alphabet; arguments with how many values each has, in the order of the alphabet, the last one fastest."
    yield from ("", "| action | first number | how many | arguments |", "|---|---|---|---|")
    for kind in numbers.kinds:
        shape = ", ".join(f"`{name}` {count}" for name, count in kind.arguments)
        yield f"| `{kind.type}` | {kind.first} | {kind.count} | {shape} |"


def _places(game: str) -> Iterator[str]:
    layout = observations.layout_of(game)
    yield from ("", f"{layout.size} places of an observation, version {observations.VERSION}.", "")
    yield from ("| field of the view | first place | how many |", "|---|---|---|")
    for each in layout.fields:
        yield f"| `{each.name}` | {each.first} | {each.size} |"


def main() -> int:
    """Write the document."""
    write(DOCUMENT, document())
    print(f"{DOCUMENT.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
