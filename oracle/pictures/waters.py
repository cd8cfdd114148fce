"""Seas, lakes and rivers of a map, from `waters.csv`: drawn for the eye only, no rule asks for them."""

from functools import cache

from oracle.pictures.layout import Point
from oracle.pictures.look import DEEP_WATER, SERIF, WATER
from oracle.pictures.sheet import path
from oracle.pictures.svg import Element, element, group
from oracle.pictures.tiles import words
from spec_tables.reader import rows


def waters(game: str, scale: tuple[float, float], origin: Point) -> Element:
    """Return the waters of a map, with its points scaled and moved as the map's are."""
    drawn: list[Element] = []
    for name, kind, points in _waters(game):
        moved = [((x - origin[0]) * scale[0], (y - origin[1]) * scale[1]) for x, y in points]
        if kind == "river":
            drawn.append(
                element(
                    "path",
                    d=path(moved),
                    fill="none",
                    stroke=WATER,
                    stroke_width=26,
                    stroke_linecap="round",
                    data_water=name,
                )
            )
        else:
            drawn.append(
                element(
                    "path", d=path(moved, closed=True), fill=WATER, stroke=DEEP_WATER, stroke_width=2.5, data_water=name
                )
            )
    return group(*drawn, data_part="waters")


def water_name(name: str, point: Point) -> Element:
    """Return the name of a water, as maps write it."""
    return words(name, *point, 20, font_family=SERIF, font_style="italic", fill="#4f81a1", text_anchor="middle")


@cache
def _waters(game: str) -> tuple[tuple[str, str, tuple[Point, ...]], ...]:
    found: dict[tuple[str, str], list[Point]] = {}
    for row in rows(game, "waters"):
        found.setdefault((row.word("water"), row.word("kind")), []).append((row.number("x"), row.number("y")))
    return tuple((name, kind, tuple(points)) for (name, kind), points in found.items())
