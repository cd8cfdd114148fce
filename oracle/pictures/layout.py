"""Where things go: boxes, the width of letters, and places for labels and stacks that cover nothing else."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]

_NARROW = frozenset("ijlI.,:;'|!() ·")
_WIDE = frozenset("mwMW@%")
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return where it ends."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return where it ends, downwards."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Return the point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlap(self, other: "Box") -> float:
        """Return the area that two boxes share."""
        # Nearly all boxes asked about are apart, so that is settled first.
        if other.x >= self.x + self.width or self.x >= other.x + other.width:
            return 0.0
        if other.y >= self.y + self.height or self.y >= other.y + other.height:
            return 0.0
        across = min(self.right, other.right) - max(self.x, other.x)
        return across * (min(self.bottom, other.bottom) - max(self.y, other.y))

    def grown(self, by: float) -> "Box":
        """Return the box with a margin."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def distance(self, point: Point) -> float:
        """Return how far a point is from the box; 0 if inside."""
        across = max(self.x - point[0], 0.0, point[0] - self.right)
        down = max(self.y - point[1], 0.0, point[1] - self.bottom)
        return math.hypot(across, down)


def around(centre: Point, width: float, height: float) -> Box:
    """Return the box of a size around a point."""
    return Box(centre[0] - width / 2, centre[1] - height / 2, width, height)


# ---------------------------------------------------------------- letters


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is; rather too wide than too narrow."""
    return sum(_letter(each) for each in text) * size * (1.12 if bold else 1.0)


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.95
    return 0.70 if letter.isupper() else 0.63


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return a text cut so that it is no wider than that, with a mark where it was cut."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def in_lines(text: str, width: float, size: float) -> tuple[str, ...]:
    """Return a text broken between words into lines no wider than that where words allow it."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


# ---------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that wants to stand at a point, in one of several sizes, the best first."""

    name: str
    anchor: Point
    sizes: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A box that had better stay free, and how much that matters; what bears its name may stand on it."""

    box: Box
    weight: float
    name: str = ""


def placed(wishes: Iterable[Wish], obstacles: Sequence[Obstacle], within: Box) -> dict[str, Box]:
    """Return a box for every wish, near its point and where there is room on nothing else; the largest come first."""
    taken = list(obstacles)
    found: dict[str, Box] = {}
    for wish in sorted(wishes, key=lambda each: (-each.sizes[0][0] * each.sizes[0][1], each.name)):
        best = _best(wish, [each for each in taken if each.name != wish.name], within)
        found[wish.name] = best
        taken.append(Obstacle(best.grown(2), 9.0))
    return found


def _best(wish: Wish, obstacles: Sequence[Obstacle], within: Box) -> Box:
    widest = max(width for width, _ in wish.sizes) + max(height for _, height in wish.sizes)
    near = [each for each in obstacles if each.box.distance(wish.anchor) < widest + 60]
    best, least = around(wish.anchor, *wish.sizes[0]), _FAR
    for rank, size in enumerate(wish.sizes):
        for centre in _centres(wish.anchor, size):
            box = around(centre, *size)
            cost = _cost(box, wish.anchor, within) + rank * 4
            if cost >= least:
                continue
            cost += sum(each.weight * box.overlap(each.box) for each in near) / 8
            if cost < least:
                best, least = box, cost
    return best


def _cost(box: Box, anchor: Point, within: Box) -> float:
    outside = box.width * box.height - box.overlap(within)
    return 1.5 * box.distance(anchor) + 0.2 * math.dist(box.centre, anchor) + 10 * outside


def _centres(anchor: Point, size: tuple[float, float]) -> Iterator[Point]:
    yield anchor
    for ring in (0.3, 0.5, 0.75, 1.0, 1.3, 1.7, 2.2):
        for turn in range(16):
            angle = turn * math.pi / 8
            yield (
                anchor[0] + math.cos(angle) * ring * (size[0] / 2 + 14),
                anchor[1] + math.sin(angle) * ring * (size[1] / 2 + 14),
            )


@dataclass(frozen=True, slots=True)
class Label:
    """A name in lines, where it stands."""

    box: Box
    lines: tuple[str, ...]
    size: float


def labelled(
    names: Mapping[str, tuple[str, Point, float]], size: float, width: float, obstacles: Sequence[Obstacle], within: Box
) -> dict[str, Label]:
    """Return a label for every named point with a radius: beside its symbol, off all other symbols and labels."""
    taken = list(obstacles)
    found: dict[str, Label] = {}
    for key, (name, point, radius) in names.items():
        lines = in_lines(name, width, size)
        wide, high = max(text_width(line, size) for line in lines) + 4, len(lines) * size * 1.12
        near = [each for each in taken if each.name != key and each.box.distance(point) < wide + 60]
        box = min(
            _beside(point, radius, wide, high), key=lambda ranked: _label_cost(ranked[0], ranked[1], near, within)
        )[1]
        found[key] = Label(box, lines, size)
        taken.append(Obstacle(box, 3.0))
    return found


def _label_cost(rank: float, box: Box, near: Sequence[Obstacle], within: Box) -> float:
    outside = box.width * box.height - box.overlap(within)
    return rank + 10 * outside + sum(each.weight * box.overlap(each.box) for each in near)


def _beside(point: Point, radius: float, wide: float, high: float) -> Iterator[tuple[float, Box]]:
    """Go through the places for a label beside a symbol, each with how much worse than the first it is."""
    x, y = point
    for far in (2.0, 8.0, 16.0):
        reach = radius + far
        slant = reach * 0.72
        yield far, Box(x - wide / 2, y + reach, wide, high)
        yield far + 6, Box(x + reach, y - high / 2, wide, high)
        yield far + 8, Box(x - wide / 2, y - reach - high, wide, high)
        yield far + 10, Box(x - reach - wide, y - high / 2, wide, high)
        for across in (slant, -slant - wide):
            yield far + 12, Box(x + across, y + slant * 0.7, wide, high)
            yield far + 12, Box(x + across, y - slant * 0.7 - high, wide, high)
