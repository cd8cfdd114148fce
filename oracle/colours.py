"""Colours for a terminal; in a pipe, or where `NO_COLOR` is set, text stays plain.

Colours are added to finished text, so they never move a column.
"""

import os
import re
import sys
from typing import TextIO

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_CYAN = "\x1b[36m"
_RED = "\x1b[31m"
_BLUE = "\x1b[34m"
_SIDE_WORDS = (
    (re.compile(r"\b(?:(?:british|br|e)_\w+|British|England|british|england)\b"), _RED),
    (re.compile(r"\b(?:(?:french|fr|s)_\w+|French|Scotland|french|scotland)\b"), _BLUE),
)
_PLACE = re.compile(r"^( +)(\S(?:.*?\S)?)(  +)(?=\S)")


def wants_colours(stream: TextIO | None = None) -> bool:
    """Say whether what is printed goes to a terminal that shows colours."""
    out = sys.stdout if stream is None else stream
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Return a text in bold letters."""
    return f"{_BOLD}{text}{_RESET}"


def painted(text: str) -> str:
    """Return a drawing in colours: titles bold, places cyan, whatever is a side's in its colour."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if line and not line.startswith(" ") and "  " not in line:
        return bold(line)
    for words, colour in _SIDE_WORDS:
        line = words.sub(rf"{colour}\g<0>{_RESET}", line)
    return _PLACE.sub(rf"\1{_CYAN}\2{_RESET}\3", line)
