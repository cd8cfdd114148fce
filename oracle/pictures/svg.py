"""SVG as values: an element is a tag, attributes and children, and is written with everything escaped.

There is no other way from a name to markup. Looks are attributes, never style sheets or scripts, so that a page with a
strict content security policy can show a picture as it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | float | None
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# What XML cannot hold at all, not even escaped.
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TEXT_TAGS = ("text", "tspan", "title")


@dataclass(frozen=True, slots=True)
class Element:
    """A piece of a picture."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple["Element | str", ...]


def element(tag: str, *children: Element | str, **attributes: Value) -> Element:
    """Return an element; `data_space` stands for `data-space`, and an attribute that is None is left out."""
    given = tuple(
        (name.rstrip("_").replace("_", "-"), number(value) if isinstance(value, int | float) else value)
        for name, value in attributes.items()
        if value is not None
    )
    return Element(tag, given, children)


def group(*children: Element | str, **attributes: Value) -> Element:
    """Return elements that belong together."""
    return element("g", *children, **attributes)


def number(value: float) -> str:
    """Return a number with two decimals at most, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return a text that is only text, wherever it stands in a document."""
    return _IMPOSSIBLE.sub("\ufffd", text).translate(_ESCAPES)


def written(root: Element) -> str:
    """Return a picture as an SVG document."""
    return "\n".join(_lines(root, 0)) + "\n"


def _lines(of: Element, depth: int) -> Iterator[str]:
    indent = " " * depth
    opening = f"{indent}<{of.tag}" + "".join(f' {name}="{escaped(value)}"' for name, value in of.attributes)
    if not of.children:
        yield f"{opening}/>"
    elif of.tag in _TEXT_TAGS:
        # White space inside a text would be seen.
        yield f"{opening}>{''.join(_inline(each) for each in of.children)}</{of.tag}>"
    else:
        yield f"{opening}>"
        for each in of.children:
            if isinstance(each, str):
                yield f"{indent} {escaped(each)}"
            else:
                yield from _lines(each, depth + 1)
        yield f"{indent}</{of.tag}>"


def _inline(child: Element | str) -> str:
    return escaped(child) if isinstance(child, str) else "".join(_lines(child, 0))
