"""The areas of Scotland as shapes, made from their centres, their borders and the coast.

The rules know only which areas have a border. Where three areas touch each other, their borders meet halfway between
the three centres; so the map has exactly the borders of `borders.csv`, and each can be drawn in its colour.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache

from oracle.pictures.layout import Point
from spec_tables.reader import Row, rows

GAME = "hammer_of_the_scots"
ORIGIN = (220.0, 100.0)
WIDE, HIGH = 1390.0, 1880.0
Line = tuple[Point, ...]
Pair = frozenset[str]


@cache
def centres() -> Mapping[str, Point]:
    """Return the middle of every area."""
    return {row.word("id"): _point(row) for row in rows(GAME, "area_centres")}


def _point(row: Row) -> Point:
    return row.number("x") - ORIGIN[0], row.number("y") - ORIGIN[1]


@cache
def borders() -> Mapping[Pair, Row]:
    """Return the borders by the two areas they lie between."""
    return {frozenset({row.word("a"), row.word("b")}): row for row in rows(GAME, "borders")}


@cache
def coasts() -> Mapping[str, Line]:
    """Return the coast of every area that has one, from the border with the area before to that with the next."""
    runs: dict[str, list[Point]] = {}
    for row in rows(GAME, "coast"):
        runs.setdefault(row.word("area"), []).append(_point(row))
    names = list(runs)
    return {name: smoothed((runs[names[place - 1]][-1], *runs[name])) for place, name in enumerate(names)}


@cache
def border_lines() -> Mapping[Pair, Line]:
    """Return the course of every border."""
    found: dict[Pair, Line] = {}
    for place, pair in enumerate(borders()):
        ends = [*_corners(pair), *_landfalls(pair)]
        found[pair] = _bent(ends[0], ends[-1], (place * 5 % 7 - 3) / 30)
    return found


def _corners(pair: Pair) -> list[Point]:
    """Return the points where a border meets two others."""
    found: list[Point] = []
    for third in centres():
        if third not in pair and all(frozenset({third, each}) in borders() for each in pair):
            trio = [centres()[each] for each in (*sorted(pair), third)]
            if not any(_inside(centres()[other], trio) for other in centres()):
                ordered = sorted(trio)
                found.append((sum(x for x, _ in ordered) / 3, sum(y for _, y in ordered) / 3))
    return found


def _inside(point: Point, corners: Sequence[Point]) -> bool:
    """Say whether a point lies strictly inside a triangle."""
    turns = [_turn(corners[place - 1], corners[place], point) for place in range(3)]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def _turn(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _landfalls(pair: Pair) -> list[Point]:
    """Return the point where a border meets the sea."""
    names = list(coasts())
    return [coasts()[name][-1] for place, name in enumerate(names) if pair == {name, names[(place + 1) % len(names)]}]


def _bent(one: Point, two: Point, bend: float) -> Line:
    """Return a line with a slight bend, as borders have."""
    across, down = two[0] - one[0], two[1] - one[1]
    third = (one[0] + across / 3 - down * bend, one[1] + down / 3 + across * bend)
    later = (one[0] + across * 2 / 3 + down * bend, one[1] + down * 2 / 3 - across * bend)
    return smoothed((one, third, later, two))


def smoothed(points: Line) -> Line:
    """Return a line rounded at its points: more points, on a curve through all of them."""
    found: list[Point] = [points[0]]
    last = len(points) - 1
    for place in range(last):
        four = [points[max(0, min(last, place + shift))] for shift in (-1, 0, 1, 2)]
        found.extend(_on_curve(four, share / 5) for share in range(1, 5))
        found.append(points[place + 1])
    return tuple(found)


def _on_curve(four: Sequence[Point], share: float) -> Point:
    """Return a point between the second and the third of four points, on a Catmull-Rom curve."""
    weights = (
        share * (-1 + share * (2 - share)),
        2 + share * share * (-5 + 3 * share),
        share * (1 + share * (4 - 3 * share)),
        share * share * (share - 1),
    )
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, four, strict=True)) / 2 for axis in (0, 1))
    return x, y


@cache
def middles() -> Mapping[str, Point]:
    """Return the centre of gravity of every area's shape: where its name and its blocks have most room."""
    return {name: _middle(line) for name, line in outlines().items()}


def _middle(line: Line) -> Point:
    area = x = y = 0.0
    for place, (px, py) in enumerate(line):
        qx, qy = line[place - 1]
        share = qx * py - px * qy
        area, x, y = area + share, x + (px + qx) * share, y + (py + qy) * share
    return x / (3 * area), y / (3 * area)


@cache
def outlines() -> Mapping[str, Line]:
    """Return the shape of every area."""
    return {name: _outline(name) for name in centres()}


def _outline(name: str) -> Line:
    pieces = [line for pair, line in border_lines().items() if name in pair]
    if name in coasts():
        pieces.append(coasts()[name])
    joined = list(pieces.pop(0))
    while pieces:
        best = min(pieces, key=lambda line: min(math.dist(joined[-1], line[0]), math.dist(joined[-1], line[-1])))
        pieces.remove(best)
        onward = best if math.dist(joined[-1], best[0]) <= math.dist(joined[-1], best[-1]) else best[::-1]
        joined.extend(onward[1:])
    return tuple(joined)
