"""The board of Hammer of the Scots: areas with castles and cathedrals, borders by colour, blocks with strength."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from oracle.pictures.layout import Box, Obstacle, Point, around, text_width
from oracle.pictures.look import DEEP_WATER, GOLD, INK, LIGHT, LINE, SERIF, SIDE_COLOURS, WATER
from oracle.pictures.marks import Marks
from oracle.pictures.scotland import GAME, HIGH, WIDE, border_lines, borders, coasts, middles, outlines
from oracle.pictures.sheet import (
    MARGIN,
    Heading,
    bare,
    legend,
    paragraph,
    path,
    rings,
    ruling_legend,
    sheet,
    tether,
    together,
)
from oracle.pictures.svg import Element, Value, element, group
from oracle.pictures.tiles import Tile, at, badge, card, card_backs, fact, flowed, panel, placed_stacks, scaled, words
from oracle.pictures.views import View, at_work, count, moment, part, text, texts, view_of
from reference.kernel.canonical import Json, Unreadable
from spec_tables.reader import Row, rows

SIDES = ("scotland", "england")
_BLOCK = 56.0
_GROWN = 1.18
_NAME_SIZE = 18.5
_LAND = "#efe3bd"
_TINTS = {"scotland": "#cfdcee", "england": "#f0cfc6", "contested": "#dfcde8"}
_ICONS = {
    "noble": "M0 0 H18 V9 C18 15 12 19 9 21 C6 19 0 15 0 9Z",
    "leader": "M0 19 V5 L5 11 L9 2 L13 11 L18 5 V19Z",
    "infantry": "M1 20 L15 4 L13 2 L18 0 L17 5 L15.5 3.5 L3 21Z M17 20 L3 4 L5 2 L0 0 L1 5 L2.5 3.5 L15 21Z",
    "archers": "M4 0 C18 4 18 17 4 21 L6 19 C14 15 14 6 6 2Z M0 9.5 H15 V7.5 L19 10.5 L15 13.5 V11.5 H0Z",
    "knights": "M2 21 L4 10 L8 3 L9 0 L11 3 C16 5 18 10 18 14 L14 15 L11 11 L12 21Z",
    "norse": "M0 12 C4 17 14 17 18 12 L16 19 C12 21 6 21 2 19Z M8 0 H10 V13 H8Z M10 1 L17 10 H10Z",
}
_CROSS = "M46 12 v9 M43 15 h6"
_ICON_OF = {"cavalry": "knights", "hobelars": "knights"}


@cache
def _areas() -> Mapping[str, Row]:
    return {row.word("id"): row for row in rows(GAME, "areas")}


@cache
def _blocks() -> Mapping[str, Row]:
    return {row.word("id"): row for row in rows(GAME, "blocks")}


@cache
def _cards() -> Mapping[str, Row]:
    return {row.word("id"): row for row in rows(GAME, "cards")}


def picture(given: Json, marks: Marks, caption: str, seer: str | None) -> str:
    """Return the picture of a position, or of what a side may know of it."""
    view = view_of(given)
    if seer != (text(view, "side") or None):
        raise Unreadable("side", f"this is no view of {seer!r}")
    now = f"{text(view, 'year')}, turn {text(view, 'turn')}" if text(view, "year") else ""
    active = at_work(view, middles())
    heading = Heading(GAME, "Hammer of the Scots", moment(view, now), caption, seer)
    return sheet(heading, _board(view, marks, active), list(_margin(view, marks, active)), 1.25)


# ---------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class _Block:
    """A block: which one and how strong; or only whose, if its face is hidden."""

    side: str
    area: str | None
    row: Row | None = None
    strength: int = 0


def _read(words_of: str, area: str | None) -> _Block:
    name, _, strength = words_of.partition(" ")
    if name not in _blocks():
        raise Unreadable(f"blocks.{area}", f"{name!r} is no block")
    row = _blocks()[name]
    steps = int(strength) if strength.isdecimal() else row.number("max_steps")
    return _Block(row.word("side"), area, row, steps)


def _blocks_in(view: View, area: str) -> Iterator[_Block]:
    """Go through the blocks in an area: with their faces where the view has them."""
    for field in ("blocks", "own"):
        yield from (_read(each, area) for each in texts(part(view, field), area))
    enemy = part(part(view, "enemy"), area)
    revealed = [_read(each, area) for each in texts(enemy, "revealed")]
    yield from revealed
    foe = next((side for side in SIDES if side != text(view, "side")), "")
    for _ in range(count(enemy, "count") - len(revealed)):
        yield _Block(foe, area)


def _block(block: _Block, view: View) -> Tile:
    if block.row is None:
        return _hidden(block)
    row, colour = block.row, SIDE_COLOURS[block.side]
    most = row.number("max_steps")
    kind = row.word("type")
    icon = element(
        "path", d=_ICONS[_ICON_OF.get(kind, kind)], fill=LIGHT, fill_opacity=0.95, transform="translate(7 16)"
    )
    # The symbol says what they are; the first word, whose.
    name = row.word("name").split(" ")[0]
    size = min(10.0, 9.6 * (_BLOCK - 3) / text_width(name, 9.6, bold=True))
    told = f"{row.word('name')} ({kind}), strength {block.strength} of {most}, combat {row.word('combat')}"
    return Tile(
        group(
            element("title", told),
            element("rect", width=_BLOCK, height=_BLOCK, rx=5, fill=colour, stroke="#1c1410", stroke_width=1.6),
            *_pips(block.strength, most),
            icon,
            words(row.word("combat"), _BLOCK - 5, 36, 16, fill=LIGHT, text_anchor="end", font_weight="bold"),
            *([element("path", d=_CROSS, stroke=LIGHT, stroke_width=2)] if row.flag("black_cross") else []),
            words(name, _BLOCK / 2, 50, size, fill=LIGHT, text_anchor="middle", font_weight="bold"),
            *_states(row.word("id"), view),
            data_piece=row.word("id"),
            data_space=block.area,
            data_side=block.side,
            data_kind=kind,
            data_strength=str(block.strength),
        ),
        _BLOCK,
        _BLOCK,
    )


def _pips(strength: int, most: int) -> list[Element]:
    """Return a pip for every step, those lost empty."""
    fills = [LIGHT if place < strength else "none" for place in range(most)]
    look: dict[str, Value] = {"y": 4, "width": 9, "height": 6, "rx": 1.5, "stroke": LIGHT, "stroke_width": 1}
    return [element("rect", x=5 + place * 12, fill=fill, **look) for place, fill in enumerate(fills)]


def _states(name: str, view: View) -> Iterator[Element]:
    if name in texts(view, "moved"):
        yield _moved(LIGHT)
    if name in texts(view, "reserves"):
        yield _reserve(LIGHT)


def _moved(colour: str) -> Element:
    return element("path", d="M28 13 l5 4 l-5 4 M34 13 l5 4 l-5 4", fill="none", stroke=colour, stroke_width=2)


def _reserve(colour: str) -> Element:
    return element(
        "rect",
        x=2,
        y=2,
        width=_BLOCK - 4,
        height=_BLOCK - 4,
        rx=4,
        fill="none",
        stroke=colour,
        stroke_width=2,
        stroke_dasharray="5 4",
    )


def _hidden(block: _Block) -> Tile:
    return Tile(
        group(
            element("title", f"a block of {block.side.capitalize()}, its face hidden"),
            element("path", d="M0 8 L8 0 H56 V48 L48 56 H0Z", fill="#4d1115" if block.side == "england" else "#12305f"),
            element(
                "rect",
                y=8,
                width=48,
                height=48,
                rx=3,
                fill=SIDE_COLOURS[block.side],
                stroke="#1c1410",
                stroke_width=1.4,
            ),
            words("?", 24, 42, 28, fill=LIGHT, fill_opacity=0.55, text_anchor="middle", font_weight="bold"),
            data_hidden=block.side,
            data_space=block.area,
        ),
        _BLOCK,
        _BLOCK,
    )


# ---------------------------------------------------------------- the map


def _board(view: View, marks: Marks, active: str | None) -> Tile:
    standing = {name: list(_blocks_in(view, name)) for name in middles()}
    stacks = _placed(standing, view)
    boxes = {name: box for name, (_, box) in stacks.items()}
    marked = [
        mark
        for name in middles()
        for mark in rings(name, together(_name_box(name).grown(3), boxes.get(name)), marks, active)
    ]
    return Tile(
        group(
            element("rect", width=WIDE, height=HIGH, rx=8, fill=WATER, stroke=LINE, stroke_width=2),
            element("clipPath", element("rect", width=WIDE, height=HIGH, rx=8), id=f"{GAME}-edge"),
            _land(view, standing),
            _sea_names(),
            group(*(_name(name) for name in middles()), data_part="names"),
            group(*(line for name, box in boxes.items() if (line := tether(_spot(name), box)) is not None)),
            group(
                *(group(at(stack, box.x, box.y), data_stack=name) for name, (stack, box) in stacks.items()),
                data_part="stacks",
            ),
            group(*marked, data_part="marks", pointer_events="none"),
        ),
        WIDE,
        HIGH,
    )


def _land(view: View, standing: Mapping[str, Sequence[_Block]]) -> Element:
    shallows: dict[str, Value] = {"stroke": DEEP_WATER, "stroke_width": 16, "stroke_opacity": 0.45}
    shore: dict[str, Value] = {"stroke": "#4d6c7c", "stroke_width": 3, "stroke_linejoin": "round"}
    return group(
        *(element("path", d=path(line), fill="none", **shallows) for line in coasts().values()),
        group(*(_area(name, {each.side for each in found}) for name, found in standing.items()), data_part="spaces"),
        group(*_borders(view), data_part="ways"),
        *(element("path", d=_straight(line), fill="none", **shore) for line in coasts().values()),
        clip_path=f"url(#{GAME}-edge)",
    )


def _straight(line: tuple[Point, ...]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in line)


def block_boxes(given: Json) -> dict[str, Box]:
    """Return where the blocks of each area are drawn: below its name, and on no other name."""
    view = view_of(given)
    standing = {name: list(_blocks_in(view, name)) for name in middles()}
    return {name: box for name, (_, box) in _placed(standing, view).items()}


def name_boxes() -> dict[str, Box]:
    """Return where the names of the areas stand; the same in every picture."""
    return {name: _name_box(name) for name in middles()}


def _placed(standing: Mapping[str, list[_Block]], view: View) -> dict[str, tuple[Tile, Box]]:
    stacks = {name: (_spot(name), _shapes(found, view, name)) for name, found in standing.items() if found}
    names = [Obstacle(box.grown(3), 10.0) for box in name_boxes().values()]
    return placed_stacks(stacks, names, Box(6, 6, WIDE - 12, HIGH - 12))


def _spot(name: str) -> Point:
    x, y = middles()[name]
    return x, y + 24


def _shapes(found: list[_Block], view: View, area: str) -> list[Tile]:
    """Return the blocks of an area as a stack in several shapes; many are drawn smaller."""
    tiles = [_block(each, view) for side in SIDES for each in found if each.side == side]
    waiting = count(part(part(view, "enemy"), area), "in_reserve")
    columns = (2, 3, 1) if len(tiles) <= 4 else (3, 4, 2, 5) if len(tiles) <= 9 else (5, 6, 4, 3, 8)
    stacks = [flowed(tiles, number * (_BLOCK + 4), 3) for number in columns]
    size = _GROWN if len(tiles) <= 4 else 1.0 if len(tiles) <= 9 else 0.85
    return [scaled(Tile(group(each.drawn, *_waiting(waiting, each)), each.width, each.height), size) for each in stacks]


def _waiting(number: int, stack: Tile) -> list[Element]:
    if not number:
        return []
    return [group(badge(f"{number}R", stack.width - 6, 4, "#6d4c00"), data_waiting=str(number))]


def _area(name: str, present: set[str]) -> Element:
    row = _areas()[name]
    holder = next(iter(present)) if len(present) == 1 else None
    held = "contested" if len(present) > 1 else holder
    fill = _LAND if held is None else _TINTS[held]
    return group(
        element(
            "title",
            f"{row.word('name')}, castle limit {row.word('castle_limit')}"
            + (", cathedral" if row.flag("cathedral") else ""),
        ),
        element("path", d=_straight(outlines()[name]) + "Z", fill=fill),
        data_space=name,
        data_name=row.word("name"),
        data_held=held,
    )


def _borders(view: View) -> Iterator[Element]:
    crossed = part(view, "crossings")
    for pair, line in border_lines().items():
        row = borders()[pair]
        between = f"{row.word('a')}-{row.word('b')}"
        red = row.word("colour") == "red"
        if row.flag("anglo_scottish"):
            yield element("path", d=_straight(line), fill="none", stroke=GOLD, stroke_width=13, stroke_opacity=0.7)
        yield element(
            "path",
            d=_straight(line),
            fill="none",
            stroke="#c4161c" if red else "#111111",
            stroke_width=4.5 if red else 5.5,
            stroke_dasharray="12 6" if red else None,
            stroke_linejoin="round",
            data_link=between,
            data_kind=row.word("colour"),
        )
        if between in crossed:
            x, y = (line[1][0] + line[2][0]) / 2, (line[1][1] + line[2][1]) / 2
            yield group(badge(text(crossed, between), x, y, "#6d4c00"), data_crossings=between)


def _name_box(name: str) -> Box:
    x, y = middles()[name]
    row = _areas()[name]
    extra = 30.0 * bool(row.number("castle_limit")) + 24.0 * row.flag("cathedral")
    return around((x, y - 36), text_width(row.word("name"), _NAME_SIZE, bold=True) + extra, 28)


def _name(name: str) -> Element:
    row, box = _areas()[name], _name_box(name)
    width = text_width(row.word("name"), _NAME_SIZE, bold=True)
    y = box.y + 21
    parts = [
        words(
            row.word("name"),
            box.x + width / 2,
            y,
            _NAME_SIZE,
            font_family=SERIF,
            font_weight="bold",
            font_style="italic",
            text_anchor="middle",
            stroke=LIGHT,
            stroke_width=3.5,
            stroke_opacity=0.8,
            paint_order="stroke",
        )
    ]
    x = box.x + width + 2
    if row.number("castle_limit"):
        parts.append(_castle(x, box.y + 1, row.word("castle_limit")))
        x += 30
    if row.flag("cathedral"):
        parts.append(
            element(
                "path", d=f"M{x + 9:g} {box.y + 1:g} v24 M{x + 1:g} {box.y + 9:g} h16", stroke="#6a3d9a", stroke_width=5
            )
        )
    return group(*parts, data_label=name)


def _castle(x: float, y: float, limit: str) -> Element:
    walls = "M0 26 V2 H6 V7 H10 V2 H16 V7 H20 V2 H26 V26Z"
    return group(
        element("path", d=walls, fill="#6f675a", stroke=INK, stroke_width=1.2),
        words(limit, 13, 22, 15, fill=LIGHT, text_anchor="middle", font_weight="bold"),
        transform=f"translate({x:g} {y:g})",
    )


def _sea_names() -> Element:
    look: dict[str, str] = {"font_family": SERIF, "font_style": "italic", "fill": "#5f8ca8", "text_anchor": "middle"}
    return group(
        words("North Sea", WIDE - 150, 640, 34, **look),
        words("Irish Sea", 170, HIGH - 130, 30, **look),
        words("Atlantic", 80, 230, 28, **look),
    )


# ---------------------------------------------------------------- beside the map


def _margin(view: View, marks: Marks, active: str | None) -> Iterator[Tile]:
    if "nobles" in view:
        yield panel("Nobles", [_nobles(part(view, "nobles"))], MARGIN)
    yield panel("Tracks", list(_tracks(view)), MARGIN, 2)
    for side in SIDES:
        yield panel(f"{side.capitalize()}: hand", [_hand(view, side)], MARGIN)
    table = list(_table(view))
    if table:
        yield panel("On the table", table, MARGIN)
    yield from _pools(view)
    if texts(view, "dead"):
        names = ", ".join(_blocks()[each].word("name") for each in texts(view, "dead") if each in _blocks())
        yield panel("Out of the game", [paragraph(names, MARGIN)], MARGIN)
    yield panel("Key", [legend([*_legend(), *ruling_legend(marks, active)], MARGIN)], MARGIN)


def _nobles(nobles: View) -> Tile:
    held = {side: count(nobles, side) for side in SIDES}
    step = MARGIN / max(sum(held.values()), 14)
    cells: list[Element] = []
    for place in range(max(sum(held.values()), 14)):
        left = place < held["scotland"]
        right = place >= max(sum(held.values()), 14) - held["england"]
        fill = SIDE_COLOURS["scotland"] if left else SIDE_COLOURS["england"] if right else LIGHT
        cells.append(element("rect", x=place * step, width=step - 3, height=24, rx=4, fill=fill, stroke=LINE))
    told = [
        words(f"Scotland {held['scotland']}", 0, 42, 14, font_weight="bold", fill=SIDE_COLOURS["scotland"]),
        words(
            f"England {held['england']}",
            MARGIN,
            42,
            14,
            font_weight="bold",
            fill=SIDE_COLOURS["england"],
            text_anchor="end",
        ),
    ]
    about = {f"data_{side}": str(number) for side, number in held.items()}
    return Tile(group(*cells, *told, data_track="nobles", **about), MARGIN, 46)


def _tracks(view: View) -> Iterator[Tile]:
    simple = {
        "year": "year",
        "turn": "turn",
        "last_year": "ends in",
        "edward": "Edward",
        "first": "moves first",
        "truce": "truce called by",
        "declared": "declared",
    }
    roman = {"1": "I", "2": "II"}
    for name, title in simple.items():
        said = text(view, name)
        if said:
            yield fact(title, roman.get(said, said) if name == "edward" else said, MARGIN, data_track=name)
    crowned = {"1": "crowned", "0": "no king"}.get(text(view, "crowned"))
    if crowned is not None:
        yield fact("Scottish king", crowned, MARGIN, data_track="crowned")
    for area, side in part(view, "attackers").items():
        yield fact(
            f"attacker in {_areas()[area].word('name')}" if area in _areas() else area,
            str(side),
            MARGIN,
            data_track="attacker",
        )


def _hand(view: View, side: str) -> Tile:
    own = text(view, "side")
    if own:
        if side != own:
            return card_backs(
                count(view, "enemy_hand"), SIDE_COLOURS[side], data_hand=side, data_count=text(view, "enemy_hand")
            )
        held = texts(view, "hand")
    else:
        held = texts(part(view, "hands"), side)
    if not held:
        return paragraph("no cards", MARGIN)
    return flowed([_card(each, side, data_hand=side) for each in held], MARGIN, 6)


def _card(name: str, side: str, **about: str) -> Tile:
    if name == "face_down":
        return card("face down", "?", SIDE_COLOURS[side], 150, **about)
    if name not in _cards():
        raise Unreadable("hands", f"{name!r} is no card")
    row = _cards()[name]
    event = row.word("kind") == "event"
    title = row.word("name") if event else "group moves" if row.word("value") != "1" else "group move"
    return card(title, "E" if event else row.word("value"), SIDE_COLOURS[side], 138, data_card=name, **about)


def _table(view: View) -> Iterator[Tile]:
    own = text(view, "side")
    for side in SIDES:
        lying = text(part(view, "played"), side)
        if own:
            lying = text(view, "own_card" if side == own else "enemy_card")
        if lying:
            yield _card(lying, side, data_played=side)


def _pools(view: View) -> Iterator[Tile]:
    own = text(view, "side")
    for side in SIDES:
        if own and side != own:
            here = [_small(_block(_read(each, None), view)) for each in texts(view, "open_in_enemy_pool")]
            here += [_small(_hidden(_Block(side, None))) for _ in range(count(view, "enemy_pool") - len(here))]
        else:
            pool = texts(view, "own_pool" if own else "pool")
            here = [_small(_block(block, view)) for each in pool if (block := _read(each, None)).side == side]
        if here:
            yield panel(f"{side.capitalize()}: draw pool", [flowed(here, MARGIN, 4)], MARGIN)


def _small(tile: Tile) -> Tile:
    return scaled(tile, 0.8, data_off="pool")


def _legend() -> Iterator[tuple[Element, str]]:
    yield element("line", x1=2, y1=12, x2=36, y2=12, stroke="#111111", stroke_width=5), "black border"
    yield (
        element("line", x1=2, y1=12, x2=36, y2=12, stroke="#c4161c", stroke_width=4.5, stroke_dasharray="9 5"),
        "red border",
    )
    gold = group(
        element("line", x1=2, y1=12, x2=36, y2=12, stroke=GOLD, stroke_width=13, stroke_opacity=0.7),
        element("line", x1=2, y1=12, x2=36, y2=12, stroke="#111111", stroke_width=5),
    )
    yield gold, "to England"
    yield _castle(4, -2, "2"), "castle limit"
    yield element("path", d="M17 0 v24 M8 8 h18", stroke="#6a3d9a", stroke_width=5), "cathedral"
    sample = _blocks()["s_bruce"]
    yield group(bare(_block(_Block("scotland", None, sample, 2), {})), transform="scale(0.5)"), "noble, strength 2 of 4"
    for name, meaning in (
        ("s_wallace", "leader"),
        ("e_york_infantry", "infantry"),
        ("e_wales_archers", "archers"),
        ("e_hobelars", "cavalry, knights"),
        ("s_norse", "Norse"),
    ):
        row = _blocks()[name]
        block = _Block(row.word("side"), None, row, row.number("max_steps"))
        yield group(bare(_block(block, {})), transform="scale(0.5)"), meaning
    yield group(bare(_hidden(_Block("england", None))), transform="scale(0.5)"), "its face is hidden"
    tints = [
        element("rect", x=1 + place * 12, width=12, height=22, fill=_TINTS[who], stroke=LINE)
        for place, who in enumerate(("scotland", "england", "contested"))
    ]
    yield group(*tints), "occupied, contested"
    cross = element("path", d="M17 2 v18 M11 8 h12", stroke=INK, stroke_width=3)
    yield cross, "dies for good"
    yield group(_moved(INK), transform="translate(-17 -6)"), "has moved"
    yield group(_reserve(INK), transform="scale(0.42)"), "in reserve"
