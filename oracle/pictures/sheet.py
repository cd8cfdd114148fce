"""The sheet that every picture is on: a title, the map on the left, tracks and hands on the right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from oracle.pictures.layout import Box, Label, Point, fitted, in_lines
from oracle.pictures.look import ACTIVE, FAINT, INK, LIGHT, LINE, PANEL, PAPER, REACHABLE, REFUSED, SANS, SERIF
from oracle.pictures.marks import Marks
from oracle.pictures.svg import Element, Value, element, group, written
from oracle.pictures.tiles import Tile, note, stacked, words

MARGIN = 430.0
_HEAD = 84.0
_PAD = 24.0


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a picture: the game, what time it is in it, where the position comes from, and who sees it."""

    game: str
    name: str
    now: str
    caption: str
    seer: str | None


def sheet(heading: Heading, board: Tile, margin: Sequence[Tile], scale: float = 1.0) -> str:
    """Return the whole picture as an SVG document; the margin is enlarged so that it can be read beside a large map."""
    beside = stacked(margin, 18)
    across = MARGIN * scale + _PAD
    wide = board.width + across + 3 * _PAD
    high = max(board.height, beside.height * scale + 1.5 * _PAD) + _HEAD + _PAD
    told = f"{heading.name}, {heading.now}" if heading.now else heading.name
    root = element(
        "svg",
        element("title", told),
        element("rect", width=wide, height=high, fill=PAPER),
        _head(heading, wide),
        group(board.drawn, transform=f"translate({_PAD:g} {_HEAD:g})", data_part="map"),
        element(
            "rect",
            x=board.width + 2 * _PAD,
            y=_HEAD,
            width=across,
            height=high - _HEAD - _PAD,
            rx=8,
            fill=PANEL,
            stroke=LINE,
            stroke_width=1.5,
        ),
        group(
            beside.drawn,
            transform=f"translate({board.width + 2.5 * _PAD:g} {_HEAD + _PAD * 0.75:g}) scale({scale:g})",
            data_part="margin",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide:g} {high:g}",
        width=wide,
        height=high,
        role="img",
        aria_label=told,
        data_game=heading.game,
        data_side=heading.seer,
    )
    return written(root)


def _head(heading: Heading, wide: float) -> Element:
    seen = "" if heading.seer is None else f"as the {heading.seer} side sees it"
    caption = " · ".join(each for each in (seen, heading.caption) if each)
    return group(
        words(heading.name, _PAD, 54, 40, font_family=SERIF, font_weight="bold"),
        words(heading.now, wide - _PAD, 40, 26, text_anchor="end", font_weight="bold"),
        words(fitted(caption, wide * 0.6, 17), wide - _PAD, 66, 17, text_anchor="end", fill=FAINT),
        element("line", x1=_PAD, y1=_HEAD - 8, x2=wide - _PAD, y2=_HEAD - 8, stroke=LINE, stroke_width=2),
        data_part="title",
    )


# ---------------------------------------------------------------- what every map has


def label(of: Label, size: float, colour: str = INK, halo: str = PAPER, **attributes: Value) -> Element:
    """Return a name on the map, with a halo so that no line hides it."""
    middle = of.box.centre[0]
    lines = [
        element("tspan", line, x=middle, y=of.box.y + size * (0.92 + 1.12 * place))
        for place, line in enumerate(of.lines)
    ]
    return element(
        "text",
        *lines,
        font_family=SANS,
        font_size=size,
        fill=colour,
        text_anchor="middle",
        stroke=halo,
        stroke_width=3,
        stroke_linejoin="round",
        paint_order="stroke",
        **attributes,
    )


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return a smooth line through points, as path data."""
    if len(points) < 3:
        return "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
    count = len(points)
    bends = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for place in range(count if closed else count - 1):
        before = points[place - 1] if closed or place else points[0]
        here, there = points[place], points[(place + 1) % count]
        after = points[(place + 2) % count] if closed or place + 2 < count else there
        one = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        two = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        bends.append(f"C{one[0]:.1f} {one[1]:.1f} {two[0]:.1f} {two[1]:.1f} {there[0]:g} {there[1]:g}")
    return " ".join(bends) + ("Z" if closed else "")


def rings(place: str, box: Box, marks: Marks, active: str | None) -> list[Element]:
    """Return what marks a place and all that stands there: reachable, refused, or that something is under way."""
    found: list[Element] = []
    if place == active:
        found.append(_ring(box.grown(9), ACTIVE, 4, stroke_dasharray="10 5", data_mark="active", data_space=place))
    if place in marks.reachable:
        found.append(_ring(box.grown(4), REACHABLE, 5, data_mark="reachable", data_space=place))
    if place in marks.refused:
        around_it, (x, y) = _ring(box.grown(4), REFUSED, 5), (box.right + 4, box.y - 4)
        disc = element("circle", cx=x, cy=y, r=13, fill=REFUSED, stroke=LIGHT, stroke_width=2)
        cross = f"M{x - 6:g} {y - 6:g} l12 12 m0 -12 l-12 12"
        sign = element("path", d=cross, stroke=LIGHT, stroke_width=4, stroke_linecap="round")
        found.append(group(around_it, disc, sign, data_mark="refused", data_space=place))
    return found


def _ring(box: Box, colour: str, width: float, **attributes: Value) -> Element:
    return element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=min(box.width, box.height, 44) / 2,
        fill="none",
        stroke=colour,
        stroke_width=width,
        **attributes,
    )


def together(one: Box, two: Box | None) -> Box:
    """Return the smallest box around both."""
    if two is None:
        return one
    x, y = min(one.x, two.x), min(one.y, two.y)
    return Box(x, y, max(one.right, two.right) - x, max(one.bottom, two.bottom) - y)


def tether(anchor: Point, box: Box, colour: str = INK) -> Element | None:
    """Return the line from a place to a stack that had to be put beside it."""
    if not box.distance(anchor):
        return None
    x = min(max(anchor[0], box.x), box.right)
    y = min(max(anchor[1], box.y), box.bottom)
    return element(
        "line", x1=anchor[0], y1=anchor[1], x2=x, y2=y, stroke=colour, stroke_width=3.5, stroke_linecap="round"
    )


def paragraph(text: str, width: float, size: float = 13.0) -> Tile:
    """Return a text in lines."""
    return stacked([note(line, size) for line in in_lines(text, width, size)], 0)


def ruling_legend(marks: Marks, active: str | None) -> list[tuple[Element, str]]:
    """Return symbol and meaning of the marks that occur."""
    box, here = Box(8, 2, 18, 18), frozenset({""})
    samples = {
        "may be reached": (marks.reachable, rings("", box, Marks(reachable=here), None)),
        "refused": (marks.refused, rings("", box, Marks(refused=here), None)),
        "under way here": (active, rings("", box.grown(-5), Marks(), "")),
    }
    return [(_bare(group(*drawn)), meaning) for meaning, (occurs, drawn) in samples.items() if occurs]


def _bare(drawn: Element) -> Element:
    """Return a sample for the legend: it looks the same but is no part of the map."""
    kept = tuple((name, value) for name, value in drawn.attributes if not name.startswith("data-"))
    children = tuple(
        each if isinstance(each, str) else _bare(each)
        for each in drawn.children
        if isinstance(each, str) or each.tag != "title"
    )
    return Element(drawn.tag, kept, children)


def bare(tile: Tile) -> Element:
    """Return a tile as a sample for the legend."""
    return _bare(tile.drawn)


def legend(entries: Iterable[tuple[Element, str]], width: float, columns: int = 2) -> Tile:
    """Return symbols with their meaning, in columns."""
    step = width / columns
    parts: list[Element] = []
    row = 0
    for place, (symbol, meaning) in enumerate(entries):
        x, row = (place % columns) * step, place // columns
        parts.append(group(symbol, transform=f"translate({x:g} {row * 30:g})"))
        parts.append(words(fitted(meaning, step - 44, 12), x + 42, row * 30 + 15, 12))
    return Tile(group(*parts), width, (row + 1) * 30.0)
