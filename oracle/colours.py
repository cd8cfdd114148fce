"""Colours for a terminal, with rich; without rich, in a pipe, or where `NO_COLOR` is set, text stays plain.

Colours are added to finished text, so they never move a column.
"""

import os
import sys
from importlib.util import find_spec
from typing import TextIO

_PLACE = r"^ +(?P<cyan>\S(?:.*?\S)?)(?=  +\S)"
_SIDES = (
    r"\b(?P<red>(?:british|br|e)_\w+|British|England|british|england)\b",
    r"\b(?P<blue>(?:french|fr|s)_\w+|French|Scotland|french|scotland)\b",
)


def wants_colours(stream: TextIO | None = None) -> bool:
    """Say whether what is printed goes to a terminal that shows colours."""
    out = sys.stdout if stream is None else stream
    shows = out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return shows and find_spec("rich") is not None


def bold(text: str) -> str:
    """Return a text in bold letters."""
    return "\n".join(_styled(line, "bold") for line in text.split("\n"))


def painted(text: str) -> str:
    """Return a drawing in colours: titles bold, places cyan, whatever is a side's in its colour."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if line and not line.startswith(" ") and "  " not in line:
        return bold(line)
    return _styled(line, "", _PLACE, *_SIDES)


def _styled(line: str, style: str, *patterns: str) -> str:
    """Return a line with the codes of a terminal; the group that a pattern names has the name of its colour."""
    from rich.console import Console
    from rich.text import Text

    text = Text(line, style=style)
    for pattern in patterns:
        text.highlight_regex(pattern)
    console = Console(force_terminal=True, color_system="standard", no_color=False, width=max(1, len(line)) + 1)
    with console.capture() as captured:
        console.print(text, end="", soft_wrap=True)
    return captured.get()
