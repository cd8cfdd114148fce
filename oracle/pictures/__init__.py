"""Boards as SVG: one picture for the command line, the documents and the browser.

A picture is a pure function of JSON: what `Table.describe` or `Table.observe` gives, and marks for a ruling. It is
drawn from nothing else, so a picture of what a side may know cannot show more. Every element says what it is:
`data-space`, `data-piece`, `data-card` and so on (docs/pictures.md).
"""

from oracle.pictures.marks import NO_MARKS, Marks, marks_of
from reference.kernel.canonical import Json, Unreadable

__all__ = ["NO_MARKS", "Marks", "marks_of", "picture"]


def picture(game: str, view: Json, marks: Marks = NO_MARKS, *, side: str | None = None, caption: str = "") -> str:
    """Return a position, or the view that a side has of it, as an SVG document; the caption stands under the title."""
    match game:
        case "wilderness_war":
            from oracle.pictures import wilderness_war

            return wilderness_war.picture(view, marks, caption, side)
        case "hammer_of_the_scots":
            from oracle.pictures import hammer_of_the_scots

            return hammer_of_the_scots.picture(view, marks, caption, side)
        case "few_acres_of_snow":
            from oracle.pictures import few_acres_of_snow

            return few_acres_of_snow.picture(view, marks, caption, side)
        case _:
            raise Unreadable("game", f"there is no picture of {game!r}")
