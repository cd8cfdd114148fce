"""The board of A Few Acres of Snow: locations with their points, routes by kind, villages, towns, forts and sieges."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from oracle.pictures.layout import Box, Label, Obstacle, Point, around, labelled
from oracle.pictures.look import FAINT, GOLD, INK, LIGHT, LINE, PALE_COLOURS, SIDE_COLOURS
from oracle.pictures.marks import Marks
from oracle.pictures.sheet import MARGIN, Heading, label, legend, paragraph, rings, ruling_legend, sheet
from oracle.pictures.svg import Element, element, group
from oracle.pictures.tiles import Tile, anchor, card, card_backs, fact, flowed, note, panel, words
from oracle.pictures.views import View, at_work, count, moment, part, text, texts, view_of
from oracle.pictures.waters import water_name, waters
from oracle.text import plural
from reference.kernel.canonical import Json, Unreadable
from spec_tables.reader import Row, rows

GAME = "few_acres_of_snow"
SIDES = ("british", "french")
_SCALE = (20.0, 17.0)
_ORIGIN = (-4.0, -5.0)
_WIDE, _HIGH = 2100.0, 1740.0
_RADIUS = 30.0
_NAME_SIZE = 21.0
_ROUTES: Mapping[str, Mapping[str, str | float]] = {
    "river": {"stroke": "#2f7fb5", "stroke_width": 8},
    "lake": {"stroke": "#2f7fb5", "stroke_width": 7, "stroke_dasharray": "18 9"},
    "road": {"stroke": "#7a4a1e", "stroke_width": 9},
    "indian_path": {"stroke": "#7a4a1e", "stroke_width": 5, "stroke_dasharray": "3 9"},
}
# A sixteen-pointed burst around the origin.
_BURST = (
    "M0 -26 L7 -12 L22 -18 L14 -4 L30 2 L14 8 L20 20 L6 13 L0 26 L-6 13 L-20 20 L-14 8 L-30 2 L-14 -4 L-22 -18 L-7 -12Z"
)


@cache
def locations() -> Mapping[str, tuple[Row, Point]]:
    """Return the locations, and where they are on the map."""
    return {
        row.word("id"): (row, ((row.number("x") - _ORIGIN[0]) * _SCALE[0], (row.number("y") - _ORIGIN[1]) * _SCALE[1]))
        for row in rows(GAME, "locations")
    }


@cache
def _card_names() -> Mapping[str, tuple[str, str]]:
    """Return the name of every card, and a letter for its kind."""
    places = {
        f"{row.word('side')}_{row.word('location')}": (locations()[row.word("location")][0].word("name"), "L")
        for row in rows(GAME, "location_cards")
    }
    # Copies of the starting deck may be a kind of their own.
    empire = {
        f"{row.word('owner')}_{start}{row.word('id')}": (row.word("name"), "E")
        for row in rows(GAME, "empire_cards")
        for start in ("", "starting_")
    }
    return {**places, **empire}


def picture(given: Json, marks: Marks, caption: str, seer: str | None) -> str:
    """Return the picture of a position, or of what a side may know of it."""
    view = view_of(given)
    active = at_work(view, locations())
    heading = Heading(GAME, "A Few Acres of Snow", moment(view, _now(view)), caption, seer)
    return sheet(heading, _board(view, marks, active), list(_margin(view, marks, active, seer)), 1.35)


def _now(view: View) -> str:
    """Return whose turn it is: the outermost procedure that is somebody's says so."""
    frames = view.get("frames")
    for frame in frames if isinstance(frames, list | tuple) else ():
        if isinstance(frame, Mapping) and frame.get("side") in SIDES:
            return f"the {str(frame['side']).capitalize()} turn"
    return ""


# ---------------------------------------------------------------- the map


def _board(view: View, marks: Marks, active: str | None) -> Tile:
    marked = [
        mark
        for name, (_, point) in locations().items()
        for mark in rings(name, around(point, 2 * _RADIUS + 16, 2 * _RADIUS + 16), marks, active)
    ]
    return Tile(
        group(
            element("rect", width=_WIDE, height=_HIGH, rx=8, fill="#e7ead3", stroke=LINE, stroke_width=2),
            element("clipPath", element("rect", width=_WIDE, height=_HIGH, rx=8), id=f"{GAME}-edge"),
            group(waters(GAME, _SCALE, _ORIGIN), clip_path=f"url(#{GAME}-edge)"),
            water_name("Atlantic Ocean", (1000, 1640)),
            water_name("Gulf of St. Lawrence", (1830, 900)),
            _routes(),
            group(*(_location(view, name) for name in locations()), data_part="spaces"),
            group(
                *(
                    label(found, _NAME_SIZE, halo="#eef0dd", font_weight="bold", data_label=name)
                    for name, found in labels().items()
                ),
                data_part="names",
            ),
            group(*_sieges_on_map(view), data_part="sieges"),
            group(*marked, data_part="marks", pointer_events="none"),
        ),
        _WIDE,
        _HIGH,
    )


@cache
def labels() -> Mapping[str, Label]:
    """Return the names of the locations, where they stand; the same in every picture."""
    symbols = [
        Obstacle(around(point, 2 * _RADIUS + 22, 2 * _RADIUS + 8), 2.5, name)
        for name, (_, point) in locations().items()
    ]
    ways = [
        Obstacle(around((x + (u - x) * share, y + (v - y) * share), 14, 14), 0.6)
        for row in rows(GAME, "connections")
        for share in (0.3, 0.4, 0.5, 0.6, 0.7)
        for (x, y), (u, v) in ((locations()[row.word("a")][1], locations()[row.word("b")][1]),)
    ]
    named = {name: (row.word("name"), point, _RADIUS + 4) for name, (row, point) in locations().items()}
    return labelled(named, _NAME_SIZE, 150, [*symbols, *ways], Box(6, 6, _WIDE - 12, _HIGH - 12))


@cache
def _routes() -> Element:
    drawn: list[Element] = []
    for row in rows(GAME, "connections"):
        (x, y), (u, v) = (locations()[row.word(end)][1] for end in ("a", "b"))
        kind = row.word("kind")
        drawn.append(
            element(
                "line",
                x1=x,
                y1=y,
                x2=u,
                y2=v,
                stroke_linecap="round",
                data_link=f"{row.word('a')}-{row.word('b')}",
                data_kind=kind,
                **_ROUTES[kind],
            )
        )
        if kind == "road":
            drawn.append(element("line", x1=x, y1=y, x2=u, y2=v, stroke="#e8d9b5", stroke_width=4))
    return group(*drawn, data_part="ways")


def _location(view: View, name: str) -> Element:
    row, (x, y) = locations()[name]
    side, *pieces = text(part(view, "places"), name).split(" ") if name in part(view, "places") else ("",)
    home = row.text("start_owner")
    told = f"{row.word('name')}, {row.word('victory_points')} victory points"
    parts = [
        element("title", f"{told}: {' '.join((side, *pieces))}" if side else told),
        element(
            "circle",
            cx=x,
            cy=y,
            r=_RADIUS,
            fill=PALE_COLOURS.get(side, "#fbf6e6"),
            stroke=SIDE_COLOURS.get(home, INK),
            stroke_width=4 if home in SIDE_COLOURS else 2,
        ),
    ]
    parts.extend(_piece(name, side, each, x, y) for each in pieces if each != "fort")
    parts.extend(_fort(name, side, x, y) for each in pieces if each == "fort")
    parts.append(_points(row.word("victory_points"), x - 25, y + 20))
    parts.extend(_symbols(row, x, y))
    return group(*parts, data_space=name, data_name=row.word("name"), data_held=side or None)


def _piece(place: str, side: str, kind: str, x: float, y: float) -> Element:
    if side not in SIDE_COLOURS:
        raise Unreadable(f"places.{place}", f"{side!r} is no side")
    return group(
        _village(side, x, y) if kind == "village" else _town(side, x, y),
        data_piece=kind,
        data_space=place,
        data_side=side,
    )


def _village(side: str, x: float, y: float) -> Element:
    dark = {"british": "#7c171d", "french": "#12305f"}[side]
    pale = {"british": "#d3505a", "french": "#4d7cc8"}[side]
    return group(
        element(
            "path", d=f"M{x - 13:g} {y - 6:g} h20 v20 h-20Z", fill=SIDE_COLOURS[side], stroke=INK, stroke_width=1.2
        ),
        element("path", d=f"M{x - 13:g} {y - 6:g} l7 -8 h20 l-7 8Z", fill=pale, stroke=INK, stroke_width=1.2),
        element("path", d=f"M{x + 7:g} {y - 6:g} l7 -8 v20 l-7 8Z", fill=dark, stroke=INK, stroke_width=1.2),
    )


def _town(side: str, x: float, y: float) -> Element:
    dark = {"british": "#7c171d", "french": "#12305f"}[side]
    pale = {"british": "#d3505a", "french": "#4d7cc8"}[side]
    return group(
        element("path", d=f"M{x - 19:g} {y - 4:g} v9 a19 11 0 0 0 38 0 v-9Z", fill=dark, stroke=INK, stroke_width=1.2),
        element("ellipse", cx=x, cy=y - 4, rx=19, ry=11, fill=pale, stroke=INK, stroke_width=1.2),
    )


def _fort(place: str, side: str, x: float, y: float) -> Element:
    walls = f"M{x - 12:g} {y - 16:g} v-18 h6 v5 h4 v-5 h6 v5 h4 v-5 h6 v18Z"
    return group(
        element("title", "fort"),
        element("path", d=walls, fill="#3b352c", stroke=LIGHT, stroke_width=1.5),
        data_work="fort",
        data_space=place,
        data_side=side,
    )


def _points(points: str, x: float, y: float) -> Element:
    return group(
        element("circle", cx=x, cy=y, r=12, fill=GOLD if points != "0" else "#e6dfce", stroke=INK, stroke_width=1.4),
        words(points, x, y + 6, 16, text_anchor="middle", font_weight="bold"),
    )


def _symbols(row: Row, x: float, y: float) -> Iterator[Element]:
    if row.flag("ship_symbol"):
        yield group(
            element("circle", cx=x + 26, cy=y + 19, r=11, fill="#e4f1f8", stroke="#174a73", stroke_width=1.4),
            anchor(x + 26, y + 19, 17),
        )
    if row.number("defence_bonus"):
        yield group(
            element(
                "path",
                d=f"M{x + 18:g} {y - 34:g} h20 v11 c0 7 -6 11 -10 13 c-4 -2 -10 -6 -10 -13Z",
                fill="#8d8778",
                stroke=INK,
            ),
            words(
                f"+{row.word('defence_bonus')}",
                x + 28,
                y - 20,
                12,
                fill=LIGHT,
                text_anchor="middle",
                font_weight="bold",
            ),
        )
    if row.flag("settler_symbol"):
        yield element(
            "path", d=f"M{x - 36:g} {y - 13:g} l9 -9 l9 9 h-3 v9 h-12 v-9Z", fill="#6c8f3c", stroke=INK, stroke_width=1
        )


def _sieges_on_map(view: View) -> Iterator[Element]:
    for side, siege in _sieges(view):
        place = text(siege, "place")
        if place not in locations():
            raise Unreadable(f"sieges.{side}", f"{place!r} is no location")
        x, y = locations()[place][1]
        level = count(siege, "marker")
        yield group(
            element("title", f"{side} siege, marker at {level}"),
            element("path", d=_BURST, fill="#f08c1d", stroke=SIDE_COLOURS[side], stroke_width=3),
            words(_signed(level), 0, 8, 19, text_anchor="middle", font_weight="bold"),
            transform=f"translate({x:g} {y - 52:g})",
            data_marker="siege",
            data_space=place,
            data_side=side,
            data_level=str(level),
        )


def _signed(level: int) -> str:
    return f"{level:+d}" if level else "0"


def _sieges(view: View) -> Iterator[tuple[str, View]]:
    for side in SIDES:
        siege = part(part(view, "sieges"), side)
        if siege:
            yield side, siege


# ---------------------------------------------------------------- beside the map


def _margin(view: View, marks: Marks, active: str | None, seer: str | None) -> Iterator[Tile]:
    for side in SIDES:
        yield panel(side.capitalize(), list(_player(view, side, seer)), MARGIN, 5)
    for side, siege in _sieges(view):
        yield panel(_siege_title(side, siege), list(_siege(side, siege)), MARGIN)
    if texts(view, "display"):
        yield panel("Neutral cards on display", [paragraph(_counted(texts(view, "display")), MARGIN)], MARGIN)
    if "forts_left" in view:
        yield fact("forts left", text(view, "forts_left"), MARGIN, data_track="forts_left")
    yield panel("Key", [legend([*_legend(), *ruling_legend(marks, active)], MARGIN)], MARGIN)


def _player(view: View, side: str, seer: str | None) -> Iterator[Tile]:
    yield fact("money", str(count(part(view, "money"), side)), MARGIN, data_track="money", data_side=side)
    if "points" in view:
        yield fact(
            "points if it ended now", text(part(view, "points"), side), MARGIN, data_track="points", data_side=side
        )
    taken = part(part(view, "captured"), side)
    yield fact("captured", _pieces(taken), MARGIN, data_track="captured", data_side=side)
    left = part(part(view, "stock"), side)
    if left:
        yield fact("left to place", _pieces(left), MARGIN, data_track="stock", data_side=side)
    yield fact("draw deck", _size(part(view, "decks"), side), MARGIN, data_track="deck", data_side=side)
    yield note("hand", 13, FAINT)
    yield _hand(view, side, seer)
    reserve = texts(part(view, "reserves"), side)
    if reserve:
        yield note("reserve", 13, FAINT)
        yield flowed([_card(each, side, data_pile="reserve", data_side=side) for each in reserve], MARGIN, 6)
    discards = part(view, "discards").get(side)
    yield note(f"discards: {_size(part(view, 'discards'), side)}", 13, FAINT)
    if isinstance(discards, list | tuple) and discards:
        yield paragraph(_counted(tuple(str(each) for each in discards)), MARGIN, 12)


def _pieces(of: View) -> str:
    return f"{plural(count(of, 'villages'), 'village')}, {plural(count(of, 'towns'), 'town')}"


def _size(piles: View, side: str) -> str:
    found = piles.get(side, 0)
    return str(len(found) if isinstance(found, list | tuple) else found)


def _hand(view: View, side: str, seer: str | None) -> Tile:
    if seer is None:
        held: Json = part(view, "hands").get(side, [])
    else:
        held = view.get("hand" if side == seer else "enemy_hand", [])
    if isinstance(held, int):
        return card_backs(held, SIDE_COLOURS[side], data_hand=side, data_count=str(held))
    names = [str(each) for each in held] if isinstance(held, list | tuple) else []
    if not names:
        return paragraph("no cards", MARGIN)
    return flowed([_card(each, side, data_hand=side) for each in names], MARGIN, 6)


def _card(name: str, side: str, **about: str) -> Tile:
    title, kind = _named(name)
    colour = "#6b6250" if name.startswith("neutral_") else SIDE_COLOURS[side]
    return card(title, kind, colour, (MARGIN - 6) / 2, data_card=name, **about)


def _named(name: str) -> tuple[str, str]:
    if name not in _card_names():
        raise Unreadable("cards", f"{name!r} is no card")
    return _card_names()[name]


def _counted(cards: tuple[str, ...]) -> str:
    found = Counter(_named(each)[0] for each in cards)
    return ", ".join(name if number == 1 else f"{name} x{number}" for name, number in found.items())


def _siege_title(side: str, siege: View) -> str:
    return f"{side.capitalize()} siege of {locations()[text(siege, 'place')][0].word('name')}"


def _siege(side: str, siege: View) -> Iterator[Tile]:
    yield fact("siege marker", _signed(count(siege, "marker")), MARGIN, data_track="siege", data_side=side)
    foe = next(each for each in SIDES if each != side)
    for who, field in ((side, "attackers"), (foe, "defenders")):
        if texts(siege, field):
            cards = [_card(each, who, data_pile=field, data_side=who) for each in texts(siege, field)]
            yield flowed(cards, MARGIN, 6)
    if text(siege, "named"):
        yield fact("named", _named(text(siege, "named"))[0], MARGIN)


def _legend() -> Iterator[tuple[Element, str]]:
    for kind, look in _ROUTES.items():
        yield element("line", x1=2, y1=12, x2=36, y2=12, **look), {"indian_path": "Indian path"}.get(kind, kind)
    yield _village("british", 17, 12), "village"
    yield _town("french", 17, 12), "town"
    yield element("path", d="M5 24 v-18 h6 v5 h4 v-5 h6 v5 h4 v-5 h6 v18Z", fill="#3b352c"), "fort"
    yield _points("4", 17, 12), "victory points"
    yield (
        group(
            element("circle", cx=17, cy=12, r=11, fill="#e4f1f8", stroke="#174a73"),
            anchor(17, 12, 17),
        ),
        "ship",
    )
    yield element("path", d="M8 12 l9 -9 l9 9 h-3 v9 h-12 v-9Z", fill="#6c8f3c", stroke=INK), "settlers needed"
    shield = element("path", d="M7 0 h20 v11 c0 7 -6 11 -10 13 c-4 -2 -10 -6 -10 -13Z", fill="#8d8778", stroke=INK)
    yield shield, "defence bonus"
    yield (
        element("circle", cx=17, cy=12, r=10, fill="#f08c1d", stroke=SIDE_COLOURS["british"], stroke_width=3),
        "siege, attacker's colour",
    )
