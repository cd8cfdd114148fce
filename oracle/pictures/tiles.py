"""Tiles: drawn things that know their size, put side by side or on top of each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oracle.pictures.layout import Box, Obstacle, Point, Wish, fitted, placed
from oracle.pictures.look import FAINT, INK, LIGHT, LINE, PANEL, SANS
from oracle.pictures.svg import Element, Value, element, group, number

_PILE_STEP = 3.0


@dataclass(frozen=True, slots=True)
class Tile:
    """Something drawn, with its top left corner at the origin."""

    drawn: Element
    width: float
    height: float


def at(tile: Tile, x: float, y: float) -> Element:
    """Return a tile moved to a place."""
    return group(tile.drawn, transform=f"translate({number(x)} {number(y)})")


def scaled(tile: Tile, by: float, **attributes: Value) -> Tile:
    """Return a tile larger or smaller."""
    return Tile(group(tile.drawn, transform=f"scale({by:g})", **attributes), tile.width * by, tile.height * by)


def words(text: str, x: float, y: float, size: float, **attributes: Value) -> Element:
    """Return a line of text; `y` is its base line."""
    look: dict[str, Value] = {"fill": INK, "font_family": SANS, **attributes}
    return element("text", text, x=x, y=y, font_size=size, **look)


def flowed(tiles: Sequence[Tile], width: float, gap: float = 4.0) -> Tile:
    """Return tiles side by side, in as many rows as the width needs."""
    parts: list[Element] = []
    x = y = row = widest = 0.0
    for tile in tiles:
        if x and x + tile.width > width:
            x, y, row = 0.0, y + row + gap, 0.0
        parts.append(at(tile, x, y))
        x += tile.width + gap
        row = max(row, tile.height)
        widest = max(widest, x - gap)
    return Tile(group(*parts), widest, y + row)


def stacked(tiles: Sequence[Tile], gap: float = 4.0) -> Tile:
    """Return tiles one below the other."""
    parts: list[Element] = []
    y = 0.0
    for tile in tiles:
        parts.append(at(tile, 0, y))
        y += tile.height + gap
    return Tile(group(*parts), max((tile.width for tile in tiles), default=0.0), max(y - gap, 0.0))


def piled(tiles: Sequence[Tile]) -> Tile:
    """Return like tiles on top of each other, slightly apart, with their number on the topmost."""
    if len(tiles) == 1:
        return tiles[0]
    edges = min(len(tiles) - 1, 3)
    parts = [
        at(tile, min(place, edges) * _PILE_STEP, min(place, edges) * -_PILE_STEP) for place, tile in enumerate(tiles)
    ]
    wide, high = tiles[0].width + edges * _PILE_STEP, tiles[0].height + edges * _PILE_STEP
    count = badge(f"{len(tiles)}", wide + 1, edges * -_PILE_STEP)
    whole = group(*parts, count, transform=f"translate(0 {number(edges * _PILE_STEP)})")
    return Tile(whole, wide + 8, high)


def placed_stacks(
    stacks: Mapping[str, tuple[Point, Sequence[Tile]]], obstacles: Sequence[Obstacle], within: Box
) -> dict[str, tuple[Tile, Box]]:
    """Return stacks, each in the best of its shapes and where it is to be drawn, near its point."""
    shapes = {name: {(each.width, each.height): each for each in tiles} for name, (_, tiles) in stacks.items()}
    wishes = [Wish(name, anchor, tuple(shapes[name])) for name, (anchor, _) in stacks.items()]
    boxes = placed(wishes, obstacles, within)
    return {name: (shapes[name][box.width, box.height], box) for name, box in boxes.items()}


def badge(text: str, x: float, y: float, fill: str = INK) -> Element:
    """Return a small disc with a number on it."""
    return group(
        element("circle", cx=x, cy=y, r=8, fill=fill, stroke=LIGHT, stroke_width=1.2),
        words(text, x, y + 4, 11, fill=LIGHT, text_anchor="middle", font_weight="bold"),
    )


def anchor(x: float, y: float, size: float, colour: str = "#174a73") -> Element:
    """Return an anchor around a point; drawn, because many fonts have a coloured picture in place of the letter."""
    shape = "M0 -6 V9 M-4 -3 H4 M-8 3 C-7 8 -3 9 0 9 C3 9 7 8 8 3"
    return group(
        element("circle", cy=-8, r=2, fill="none", stroke=colour, stroke_width=1.8),
        element("path", d=shape, fill="none", stroke=colour, stroke_width=2.2, stroke_linecap="round"),
        transform=f"translate({number(x)} {number(y)}) scale({number(size / 20)})",
    )


def walled(tile: Tile, colour: str, margin: float = 5.0) -> Tile:
    """Return a tile inside walls."""
    wide, high = tile.width + 2 * margin, tile.height + 2 * margin
    wall = element(
        "rect",
        x=1,
        y=1,
        width=wide - 2,
        height=high - 2,
        rx=2,
        fill="#d9d2c3",
        stroke=colour,
        stroke_width=2.5,
        stroke_dasharray="7 2",
    )
    return Tile(group(wall, at(tile, margin, margin)), wide, high)


# ---------------------------------------------------------------- panels beside the map


def heading(text: str, width: float) -> Tile:
    """Return the title of a part of the margin."""
    return Tile(
        group(
            words(text, 0, 16, 16, font_weight="bold"),
            element("line", x1=0, y1=22, x2=width, y2=22, stroke=LINE, stroke_width=1.5),
        ),
        width,
        27,
    )


def panel(title: str, inside: Sequence[Tile], width: float, gap: float = 6.0) -> Tile:
    """Return a titled part of the margin."""
    return stacked([heading(title, width), *inside], gap)


def fact(name: str, value: str, width: float, **attributes: Value) -> Tile:
    """Return a line with a name on the left and a value on the right."""
    return Tile(
        group(
            words(fitted(name, width * 0.6, 14), 0, 14, 14, fill=FAINT),
            words(fitted(value, width * 0.55, 14, bold=True), width, 14, 14, text_anchor="end", font_weight="bold"),
            **attributes,
        ),
        width,
        18,
    )


def note(text: str, size: float = 13.0, colour: str = INK) -> Tile:
    """Return a line of text."""
    return Tile(words(text, 0, size, size, fill=colour), 0, size * 1.35)


def card(name: str, corner: str, colour: str, width: float, **attributes: Value) -> Tile:
    """Return a card with its name and what stands in its corner."""
    return Tile(
        group(
            element("title", name),
            element("rect", width=width, height=26, rx=4, fill=LIGHT, stroke=colour, stroke_width=1.6),
            element("rect", width=24, height=26, rx=4, fill=colour),
            words(corner, 12, 18, 14, fill=LIGHT, text_anchor="middle", font_weight="bold"),
            words(fitted(name, width - 34, 12.5), 30, 17.5, 12.5),
            **attributes,
        ),
        width,
        26,
    )


def card_backs(count: int, colour: str, **attributes: Value) -> Tile:
    """Return cards face down, as many as there are."""
    if not count:
        return Tile(group(note("no cards").drawn, **attributes), 80, 18)
    shown = min(count, 12)
    backs = [
        element("rect", x=place * 15, width=20, height=28, rx=3, fill=colour, stroke=PANEL, stroke_width=1.5)
        for place in range(shown)
    ]
    wide = shown * 15 + 8
    told = words(f"{count} face down", wide + 4, 19, 13, fill=FAINT)
    return Tile(group(*backs, told, **attributes), wide + 110, 30)
