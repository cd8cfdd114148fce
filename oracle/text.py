"""Small helpers for what people read in a terminal."""

import textwrap
from collections.abc import Iterable, Sequence

WIDTH = 100


def paragraph(text: str, indent: int = 0) -> str:
    """Return a text wrapped and indented; lines that begin with a space are kept as they are."""
    if "\n" in text:
        lines = text.split("\n")
        return "\n".join(" " * indent + each if each.startswith(" ") else paragraph(each, indent) for each in lines)
    return textwrap.fill(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent)


def columns(rows: Iterable[Sequence[str]], indent: int = 2) -> str:
    """Return rows of cells, aligned in columns."""
    lines = [tuple(row) for row in rows]
    if not lines:
        return ""
    widths = [max(len(row[place]) for row in lines) for place in range(len(lines[0]))]
    return "\n".join(
        (" " * indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in lines
    )


def plural(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
