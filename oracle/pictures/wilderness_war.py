"""The board of Wilderness War: spaces by terrain, ways by kind, counters, works and markers where they stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from oracle.pictures.layout import Box, Label, Obstacle, Point, around, labelled
from oracle.pictures.look import DEEP_WATER, FAINT, INK, LIGHT, LINE, PALE_COLOURS, PAPER, SIDE_COLOURS
from oracle.pictures.marks import Marks
from oracle.pictures.sheet import (
    MARGIN,
    Heading,
    bare,
    label,
    legend,
    paragraph,
    rings,
    ruling_legend,
    sheet,
    tether,
    together,
)
from oracle.pictures.svg import Element, element, group
from oracle.pictures.tiles import Tile, anchor, at, card, card_backs, fact, flowed, panel, placed_stacks, walled, words
from oracle.pictures.views import View, at_work, count, moment, part, text, texts, view_of
from oracle.pictures.waters import water_name, waters
from oracle.pictures.wilderness_war_counters import (
    GAME,
    SIDES,
    Piece,
    counter_tile,
    counters,
    leader_tile,
    read_piece,
    standing,
    star,
    unit_tile,
    work_symbol,
)
from reference.kernel.canonical import Json, Unreadable
from spec_tables.reader import Row, rows

_ORIGIN = (120.0, 40.0)
_WIDE, _HIGH = 2440.0, 1610.0
_NAME_SIZE = 14.0
_TERRAIN = {"cultivated": "#f3dc8d", "wilderness": "#8fbc7a", "mountain": "#b08d66", "box": LIGHT, "militia_box": LIGHT}
_WAYS: Mapping[str, Mapping[str, str | float]] = {
    "land": {"stroke": "#8c6a3f", "stroke_width": 3.0},
    "river": {"stroke": "#2f7fb5", "stroke_width": 5.5},
    "lakeshore": {"stroke": "#2f7fb5", "stroke_width": 5.5, "stroke_dasharray": "13 5"},
    "arrow": {"stroke": "#8c6a3f", "stroke_width": 4.0, "stroke_dasharray": "4 6"},
    "amphib_arrow": {"stroke": "#174a73", "stroke_width": 4.0, "stroke_dasharray": "4 6"},
}

_IN_EFFECT = {
    "pitt": "William Pitt",
    "diplomatic": "Diplomatic Revolution",
    "no_landings": "no Amphibious Landings",
    "no_french_naval": "no French naval moves",
    "quiberon": "Quiberon Bay",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A space of the map."""

    id: str
    row: Row
    at: Point

    @property
    def terrain(self) -> str:
        """Return the kind of land."""
        return self.row.text("terrain")

    @property
    def is_box(self) -> bool:
        """Say whether it is a box rather than a point of the map."""
        return "box" in self.terrain

    @property
    def radius(self) -> float:
        """Return the size of its symbol."""
        return 20.0 if self.row.flag("fortress") else 15.0


@cache
def places() -> Mapping[str, Place]:
    """Return the spaces of the map by id."""
    return {
        row.word("id"): Place(row.word("id"), row, (row.number("x") - _ORIGIN[0], row.number("y") - _ORIGIN[1]))
        for row in rows(GAME, "spaces")
    }


@cache
def _cards() -> Mapping[str, Row]:
    return {row.word("id"): row for row in rows(GAME, "cards")}


def picture(given: Json, marks: Marks, caption: str, seer: str | None) -> str:
    """Return the picture of a position, or of what a side may know of it."""
    view = view_of(given)
    now = f"{text(view, 'year')}, {text(view, 'season')} season" if text(view, "year") else ""
    active = at_work(view, places())
    heading = Heading(GAME, "Wilderness War", moment(view, now), caption, seer)
    return sheet(heading, _board(view, marks, active), list(_margin(view, marks, active)), 1.4)


# ---------------------------------------------------------------- the map


def _board(view: View, marks: Marks, active: str | None) -> Tile:
    drawn_at = stacks_of(view)
    marked = [
        mark
        for place in places().values()
        for mark in rings(place.id, together(_extent(place), _box_of(drawn_at, place.id)), marks, active)
    ]
    return Tile(
        group(
            element("rect", width=_WIDE, height=_HIGH, rx=8, fill="#e9e6c9", stroke=LINE, stroke_width=2),
            element("clipPath", element("rect", width=_WIDE, height=_HIGH, rx=8), id=f"{GAME}-edge"),
            group(waters(GAME, (1.0, 1.0), _ORIGIN), clip_path=f"url(#{GAME}-edge)"),
            water_name("Lake Ontario", (800, 450)),
            water_name("Lake Erie", (200, 596)),
            water_name("Atlantic Ocean", (1900, 1440)),
            _ways(),
            group(*(_space(view, place) for place in places().values()), data_part="spaces"),
            group(*_labels_drawn(), data_part="names"),
            group(
                *(line for name, (_, box) in drawn_at.items() if (line := tether(places()[name].at, box)) is not None)
            ),
            group(*(_plated(name, *found) for name, found in drawn_at.items()), data_part="stacks"),
            group(*marked, data_part="marks", pointer_events="none"),
        ),
        _WIDE,
        _HIGH,
    )


def _plated(name: str, stack: Tile, box: Box) -> Element:
    """Return a stack on a plate, which shows what belongs together."""
    plate = box.grown(3)
    ground = element(
        "rect",
        x=plate.x,
        y=plate.y,
        width=plate.width,
        height=plate.height,
        rx=5,
        fill=PAPER,
        fill_opacity=0.6,
        stroke=INK,
        stroke_opacity=0.45,
        stroke_width=1,
    )
    return group(ground, at(stack, box.x, box.y), data_stack=name)


def _box_of(stacks: Mapping[str, tuple[Tile, Box]], name: str) -> Box | None:
    return stacks[name][1] if name in stacks else None


def _extent(place: Place) -> Box:
    return (
        around(place.at, 236, _box_height(place))
        if place.is_box
        else around(place.at, 2 * place.radius, 2 * place.radius)
    )


def stacks_of(view: View) -> dict[str, tuple[Tile, Box]]:
    """Return what stands in each space and where it is drawn: on it, or beside it where it would hide a name."""
    stacks = {
        name: ((x, y + 12) if place.is_box else (x, y), _shapes(tiles))
        for name, place in places().items()
        for x, y in (place.at,)
        if (tiles := list(standing(view, name)))
    }
    return placed_stacks(stacks, _obstacles(), Box(4, 4, _WIDE - 8, _HIGH - 8))


def _shapes(tiles: Sequence[Tile]) -> list[Tile]:
    """Return tiles as a stack in several shapes, from about square to a single row."""
    area = sum((tile.width + 3) * (tile.height + 3) for tile in tiles)
    return [flowed(tiles, max(104.0, (area * share) ** 0.5), 3) for share in (1.7, 3.0, 6.0, 0.8)]


@cache
def _obstacles() -> tuple[Obstacle, ...]:
    names = tuple(Obstacle(found.box, 7.0) for found in labels().values())
    heads = tuple(
        Obstacle(Box(place.at[0] - 100, place.at[1] - _box_height(place) / 2, 200, 24), 6.0)
        for place in places().values()
        if place.is_box
    )
    return (*names, *heads, *_symbols())


@cache
def _symbols() -> tuple[Obstacle, ...]:
    return tuple(
        Obstacle(
            around(place.at, 150, 90) if place.is_box else around(place.at, 2 * place.radius, 2 * place.radius),
            5.0,
            place.id,
        )
        for place in places().values()
    )


@cache
def labels() -> Mapping[str, Label]:
    """Return the names of the spaces, where they stand; the same in every picture."""
    named = {
        place.id: (place.row.word("name"), place.at, place.radius)
        for place in sorted(places().values(), key=lambda each: (each.is_box, -each.radius, each.id))
        if not place.is_box
    }
    crossings = [
        Obstacle(around(_between(way, share), 10, 10), 0.35)
        for way in rows(GAME, "connections")
        for share in (0.25, 0.4, 0.5, 0.6, 0.75)
    ]
    return labelled(named, _NAME_SIZE, 96, [*_symbols(), *crossings], Box(0, 0, _WIDE, _HIGH))


def _between(way: Row, share: float) -> Point:
    (x, y), (u, v) = (places()[way.word(end)].at for end in ("a", "b"))
    return x + (u - x) * share, y + (v - y) * share


def _labels_drawn() -> Iterator[Element]:
    for name, found in labels().items():
        bold = "bold" if places()[name].row.flag("fortress") else None
        yield label(found, _NAME_SIZE, halo="#efecd4", font_weight=bold, data_label=name)


@cache
def _ways() -> Element:
    return group(*(_way(row) for row in rows(GAME, "connections")), data_part="ways")


def _way(row: Row) -> Element:
    (x, y), (u, v) = (places()[row.word(end)].at for end in ("a", "b"))
    kind = row.word("kind")
    between = f"{row.word('a')}-{row.word('b')}"
    look = _WAYS[kind]
    return element("line", x1=x, y1=y, x2=u, y2=v, stroke_linecap="round", data_link=between, data_kind=kind, **look)


def _space(view: View, place: Place) -> Element:
    row, (x, y) = place.row, place.at
    about = {"data_space": place.id, "data_name": row.word("name"), "data_terrain": place.terrain}
    if place.is_box:
        return group(element("title", row.word("name")), _box(place), *_badges(view, place), **about)
    fill, radius = _TERRAIN[place.terrain], place.radius
    edge = SIDE_COLOURS.get(row.text("originally_friendly"), INK)
    if row.flag("fortress"):
        symbol = element("path", d=star(x, y, radius), fill=_holder_colour(view, place), stroke=INK, stroke_width=1.6)
        core = element("rect", x=x - 8, y=y - 8, width=16, height=16, fill=fill, stroke=INK, stroke_width=1.2)
        shapes = [symbol, core]
    elif place.terrain == "mountain":
        peaks = f"M{x - 17:g} {y + 12:g} l12 -26 l6 11 l5 -7 l11 22Z"
        shapes = [element("path", d=peaks, fill=fill, stroke=INK, stroke_width=1.6, stroke_linejoin="round")]
    elif place.terrain == "cultivated":
        shapes = [
            element("rect", x=x - 13, y=y - 13, width=26, height=26, rx=3, fill=fill, stroke=edge, stroke_width=2.6)
        ]
    else:
        shapes = [element("circle", cx=x, cy=y, r=14, fill=fill, stroke=INK, stroke_width=1.6)]
    return group(element("title", f"{row.word('name')}, {place.terrain}"), *shapes, *_badges(view, place), **about)


def _holder_colour(view: View, place: Place) -> str:
    taken = part(view, "captured_fortresses")
    for side in SIDES:
        if place.id in texts(taken, side):
            return SIDE_COLOURS[side]
    return SIDE_COLOURS.get(place.row.text("originally_friendly"), FAINT)


def _box(place: Place) -> Element:
    x, y = place.at
    name = place.row.word("name")
    wide, high = 236.0, _box_height(place)
    side = place.row.text("originally_friendly")
    return group(
        element(
            "rect",
            x=x - wide / 2,
            y=y - high / 2,
            width=wide,
            height=high,
            rx=8,
            fill=PAPER,
            fill_opacity=0.92,
            stroke=SIDE_COLOURS.get(side, FAINT),
            stroke_width=3,
        ),
        words(name, x, y - high / 2 + 18, 14 if len(name) < 24 else 12.5, text_anchor="middle", font_weight="bold"),
    )


def _box_height(place: Place) -> float:
    return 118.0 if place.terrain == "militia_box" else 160.0


def _badges(view: View, place: Place) -> Iterator[Element]:
    x, y = place.at
    if place.is_box:
        x, y = x - 92, y + 62
    if place.row.flag("port"):
        yield group(
            element("circle", cx=x + 15, cy=y - 16, r=7.5, fill=LIGHT, stroke=DEEP_WATER, stroke_width=1.4),
            anchor(x + 15, y - 16, 11),
        )
    if place.row.text("settlement_of"):
        holder = next((side for side in SIDES if place.id in texts(part(view, "allied"), side)), None)
        fill = LIGHT if holder is None else SIDE_COLOURS[holder]
        tent = f"M{x - 22:g} {y - 5:g} L{x - 13:g} {y - 23:g} L{x - 4:g} {y - 5:g}Z"
        tribes = place.row.text("settlement_of").replace(";", ", ")
        yield group(
            element("title", f"settlement of {tribes}" + (f", allied to the {holder} side" if holder else "")),
            element("path", d=tent, fill=fill, stroke=INK, stroke_width=1.5, stroke_linejoin="round"),
            data_settlement=tribes,
            data_allied=holder,
        )


# ---------------------------------------------------------------- beside the map


def _margin(view: View, marks: Marks, active: str | None) -> Iterator[Tile]:
    yield panel("Victory points", [_vp_track(view)], MARGIN)
    yield panel("Tracks", list(_tracks(view)), MARGIN, 2)
    for side in SIDES:
        yield panel(f"{side.capitalize()} hand", [_hand(view, side)], MARGIN)
    if texts(view, "pool"):
        yield panel(
            "Leaders in the pool",
            [flowed([counter_tile(read_piece(each, None)) for each in texts(view, "pool")], MARGIN)],
            MARGIN,
        )
    away = [each for each in texts(view, "removed") if each in counters()]
    if away:
        yield panel(
            "Out of the game", [paragraph(", ".join(counters()[each].word("name") for each in away), MARGIN)], MARGIN
        )
    yield panel("Key", [legend([*_legend(), *ruling_legend(marks, active)], MARGIN)], MARGIN)


def _vp_track(view: View) -> Tile:
    vp = part(view, "vp")
    points = count(vp, "french") - count(vp, "british")
    cells = [each for value in range(-10, 11) for each in _vp_cell(value, max(-10, min(10, points)))]
    whose = "nobody ahead" if points == 0 else f"{'French' if points > 0 else 'British'} {abs(points)}"
    told = [
        words("British", 0, 42, 12, fill=FAINT),
        words("French", MARGIN, 42, 12, fill=FAINT, text_anchor="end"),
        words(whose, MARGIN / 2, 44, 15, text_anchor="middle", font_weight="bold"),
    ]
    return Tile(group(*cells, *told, data_track="vp", data_value=str(points)), MARGIN, 48)


def _vp_cell(value: int, points: int) -> tuple[Element, Element]:
    step = MARGIN / 21
    x, side, here = (value + 10) * step, "french" if value > 0 else "british", value == points
    fill = LIGHT if value == 0 else SIDE_COLOURS[side] if here else PALE_COLOURS[side]
    edge, thick = (INK, 2) if here else (LINE, 1)
    ink, weight = (LIGHT, "bold") if here and value else (INK, None)
    return (
        element("rect", x=x, width=step - 1.5, height=26, rx=2, fill=fill, stroke=edge, stroke_width=thick),
        words(str(abs(value)), x + step / 2 - 0.7, 17.5, 11.5, text_anchor="middle", fill=ink, font_weight=weight),
    )


def _tracks(view: View) -> Iterator[Tile]:
    simple = {
        "year": "year",
        "season": "season",
        "last_year": "ends in",
        "assemblies": "provincial assemblies",
        "niagara": "Niagara last held by",
        "ohio_forks": "Ohio Forks last held by",
    }
    for name, title in simple.items():
        if text(view, name):
            yield fact(title, text(view, name), MARGIN, data_track=name)
    for name, value in part(view, "markers").items():
        if value is True:
            yield fact("in effect", _IN_EFFECT.get(name, name.replace("_", " ")), MARGIN, data_track=name)
    for name, title in (("blockhouses", "blockhouses"), ("passed", "passed"), ("card_held", "holds a card")):
        if texts(view, name):
            yield fact(title, ", ".join(texts(view, name)), MARGIN, data_track=name)
    if "pile" in view:
        yield fact("cards in the pile", text(view, "pile"), MARGIN, data_track="pile")
    yield fact("cards discarded", str(len(texts(view, "discards"))), MARGIN, data_track="discards")


def _hand(view: View, side: str) -> Tile:
    hand = part(view, "hands").get(side, [])
    if isinstance(hand, int):
        return card_backs(hand, SIDE_COLOURS[side], data_hand=side, data_count=str(hand))
    held = texts(part(view, "hands"), side)
    if not held:
        return paragraph("no cards", MARGIN)
    return flowed([_card(each, side) for each in held], MARGIN, 6)


def _card(name: str, side: str) -> Tile:
    if name not in _cards():
        raise Unreadable(f"hands.{side}", f"{name!r} is no card")
    row = _cards()[name]
    about = {"data_card": name, "data_hand": side}
    return card(row.word("name"), row.word("value"), SIDE_COLOURS[side], (MARGIN - 6) / 2, **about)


def _legend() -> Iterator[tuple[Element, str]]:
    for kind, meaning in (("cultivated", "cultivated"), ("wilderness", "wilderness"), ("mountain", "mountain")):
        sample = next(place for place in places().values() if place.terrain == kind and not place.row.flag("fortress"))
        inner = _space({}, Place("", Row("", 0, {**sample.row.cells, "settlement_of": "", "port": "0"}), (17, 12)))
        yield bare(Tile(inner, 0, 0)), meaning
    yield element("path", d=star(17, 12, 13), fill=FAINT, stroke=INK), "fortress"
    for kind, meaning in (
        ("land", "path"),
        ("river", "river"),
        ("lakeshore", "lakeshore"),
        ("arrow", "arrow"),
        ("amphib_arrow", "by sea only"),
    ):
        row = next(row for row in rows(GAME, "connections") if row.word("kind") == kind)
        kept = {name.replace("-", "_"): value for name, value in _way(row).attributes if name.startswith("stroke")}
        yield element("line", x1=2, y1=12, x2=36, y2=12, **kept), meaning
    yield element("path", d="M8 20 L17 2 L26 20Z", fill=LIGHT, stroke=INK), "Indian settlement"
    small = "scale(0.72)"
    for work in ("fort", "unfinished fort", "stockade", "fieldworks"):
        yield group(work_symbol(work, "french"), transform=small), work
    full = read_piece("br_regular_15th", None)
    yield group(bare(unit_tile(full)), transform=small), "unit: strength-move"
    yield group(bare(unit_tile(Piece(full.id, full.row, None, reduced=True))), transform=small), "reduced unit"
    yield group(bare(walled(unit_tile(full), "#5a4a32", 3)), transform="scale(0.6)"), "inside the work"
    yield group(bare(leader_tile(read_piece("montcalm", None))), transform="scale(0.6)"), "leader"
