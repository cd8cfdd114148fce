"""Draw which frame may stand on which: `python -m scripts.frame_diagrams [--check]`.

Writes docs/frames.md from the games' own data. `NESTING` says which frame may stand on which. The docstring of a frame
says what it is, and the chapter with its `Procedure` is where to read more.
"""

import argparse
import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from oracle.files import write_text
from reference.kernel.codec import word
from reference.kernel.coherence import Nesting
from spec_tables.catalogue import GAMES, catalogue

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "frames.md"
_INTRODUCTION = """\
# Frames: which procedure may stand on which

<!-- Written by `python -m scripts.frame_diagrams`; do not edit. -->

A procedure under way is a frame: frozen data that says how far it has come. Frames lie on a stack, and the top one is
at work ([architecture](architecture.md) says how). An arrow goes from a frame to those that may stand directly on it. A
frame with a thick border may stand at the bottom of a stack: a game begins with it, or a position can be written with
nothing else. The data is `NESTING` in each game's `coherence.py`; a position with another order is unreadable.
"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A frame in the diagram: its name, what it is, and the files that hold its procedures."""

    kind: type[object]
    about: str
    modules: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return its name in positions."""
        return word(self.kind.__name__)


def page() -> str:
    """Return the whole page."""
    return "\n".join((_INTRODUCTION, *(line for game in GAMES for line in _game(game)), ""))


def _game(game: str) -> Iterator[str]:
    nesting: Nesting[object] = importlib.import_module(f"reference.{game}.coherence").NESTING
    kinds: tuple[type[object], ...] = importlib.import_module(f"reference.{game}.frames").FRAMES
    homes = _homes(game)
    frames = [Drawn(kind, _about(kind), homes[kind.__name__]) for kind in kinds]
    yield f"## {catalogue(game).name}\n"
    yield from _diagram(nesting, frames)
    yield "| frame | what it is | stands on | read on in |"
    yield "|---|---|---|---|"
    for each in frames:
        below = [word(kind.__name__) for kind, above in nesting.above.items() if each.kind in above]
        ground = ["the bottom"] if each.kind in nesting.bottom else []
        files = ", ".join(f"[{module}](../reference/{game}/{module}.py)" for module in each.modules)
        yield f"| `{each.name}` | {each.about} | {', '.join(sorted(below) + ground)} | {files} |"
    yield ""


def _diagram(nesting: Nesting[object], frames: list[Drawn]) -> Iterator[str]:
    """Draw the frames in boxes, one for each chapter's file, with arrows from the lower to the upper."""
    yield "```mermaid"
    yield "flowchart LR"
    for module in sorted({each.modules[0] for each in frames}):
        yield f"  subgraph {module}"
        for each in frames:
            if each.modules[0] == module:
                yield f"    {each.name}"
        yield "  end"
    for each in frames:
        above = [word(kind.__name__) for kind in nesting.above.get(each.kind, ())]
        if above:
            yield f"  {each.name} --> {' & '.join(above)}"
    yield "  classDef bottom stroke-width:4px"
    yield f"  class {','.join(each.name for each in frames if each.kind in nesting.bottom)} bottom"
    yield "```\n"


def _about(kind: type[object]) -> str:
    """Return the first sentence of a frame's docstring."""
    text = inspect.getdoc(kind) or ""
    first = text.split("\n\n", maxsplit=1)[0].replace("\n", " ")
    return first.replace("|", "\\|")


def _homes(game: str) -> dict[str, tuple[str, ...]]:
    """Return, for each frame, the modules whose `Procedure[State, Frame, Action]` runs it, read from the sources."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((ROOT / "reference" / game).glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Procedure["):
                words = ast.unparse(node.annotation).removeprefix("Procedure[").removesuffix("]").split(", ")
                for name in words[1].split(" | "):
                    found[name] = (*found.get(name, ()), path.stem)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Write the page, or check that it is up to date."""
    parser = argparse.ArgumentParser(prog="frame_diagrams", description="Draw which procedure may stand on which.")
    parser.add_argument("--check", action="store_true", help="only check that docs/frames.md is up to date")
    if not parser.parse_args(arguments).check:
        write_text(PAGE, page())
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/frames.md is stale: run `python -m scripts.frame_diagrams`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
