"""The counters of Wilderness War: units, leaders, works and markers, and what stands in a space."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from oracle.pictures.look import INK, LIGHT, PALE_COLOURS, SIDE_COLOURS
from oracle.pictures.svg import Element, element, group
from oracle.pictures.tiles import Tile, anchor, flowed, piled, walled, words
from oracle.pictures.views import View, count, part, texts
from reference.kernel.canonical import Unreadable
from spec_tables.reader import Row, rows

GAME = "wilderness_war"
SIDES = ("british", "french")
_UNIT = 36.0
_TRIBES = {
    "blue": "#3b73c4",
    "blue_orange": "#8a6fb0",
    "gray": "#7d7d7d",
    "green": "#3c8c46",
    "orange": "#df7f1d",
    "red": "#c0392b",
}
_SHORT = {
    "regular": "REG",
    "highland": "HIGH",
    "light_infantry": "LIGHT",
    "royal_american": "R.AM",
    "ranger": "RANG",
    "northern_provincial": "N.PRO",
    "southern_provincial": "S.PRO",
    "militia": "MIL",
    "marine_detachment": "MARI",
    "coureurs": "COUR",
    "indian": "IND",
}
_WORKS = {
    "forts": "fort",
    "unfinished_forts": "unfinished fort",
    "stockades": "stockade",
    "fieldworks": "fieldworks",
    "captured_fortresses": "captured fortress",
}


@cache
def counters() -> Mapping[str, Row]:
    """Return every unit and leader by id."""
    return {row.word("id"): row for table in ("counters", "leaders") for row in rows(GAME, table)}


def standing(view: View, name: str) -> Iterator[Tile]:
    """Go through works, markers and pieces of a space: those inside a work within its walls."""
    pieces = [read_piece(each, name) for each in texts(part(view, "pieces"), name)]
    yield from _works(view, name)
    yield from _markers(view, name)
    inside = _piles([each for each in pieces if each.inside])
    if inside:
        yield walled(flowed(inside, 190), "#5a4a32")
    for side in SIDES:
        yield from _piles([each for each in pieces if each.side == side and not each.inside])


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit or leader as it stands in a space, or off the map."""

    id: str
    row: Row
    space: str | None
    inside: bool = False
    reduced: bool = False

    @property
    def side(self) -> str:
        """Return whose it is."""
        return self.row.word("side")

    @property
    def is_leader(self) -> bool:
        """Say whether it is a leader."""
        return "initiative" in self.row.cells


def read_piece(words_of: str, space: str | None) -> Piece:
    """Return the piece that a position's words name: `inside reduced fr_regular_bearn`."""
    *states, name = words_of.split(" ")
    if name not in counters():
        raise Unreadable(f"pieces.{space}", f"{name!r} is no piece")
    return Piece(name, counters()[name], space, "inside" in states, "reduced" in states)


def _piles(pieces: Sequence[Piece]) -> list[Tile]:
    found: dict[tuple[str, ...], list[Tile]] = {}
    for each in pieces:
        kind = (
            (each.id,)
            if each.is_leader
            else (each.side, each.row.word("kind"), each.row.text("tribe"), str(each.reduced))
        )
        found.setdefault(kind, []).append(counter_tile(each))
    return [piled(like) for like in found.values()]


def counter_tile(piece: Piece) -> Tile:
    """Return the counter of a piece."""
    return leader_tile(piece) if piece.is_leader else unit_tile(piece)


def leader_tile(piece: Piece) -> Tile:
    """Return the counter of a leader, with his ratings."""
    row, colour = piece.row, SIDE_COLOURS[piece.side]
    ratings = "-".join(row.word(name) for name in ("initiative", "command", "tactics"))
    name = row.word("name")
    told = f"{name}: initiative {row.word('initiative')}, command {row.word('command')}, tactics {row.word('tactics')}"
    return Tile(
        group(
            element("title", told),
            element("rect", width=66, height=_UNIT, rx=9, fill=LIGHT, stroke=colour, stroke_width=3),
            words(
                name, 33, 14.5, 10.5 if len(name) < 9 else 8.4, text_anchor="middle", font_weight="bold", fill=colour
            ),
            words(ratings, 33, 30, 13.5, text_anchor="middle", font_weight="bold"),
            **_about(piece, "leader"),
        ),
        66,
        _UNIT,
    )


def unit_tile(piece: Piece) -> Tile:
    """Return the counter of a unit, with strength and movement of the side that is up."""
    row, kind = piece.row, piece.row.word("kind")
    strong = row.flag("drilled") and "provincial" not in kind
    fill = (SIDE_COLOURS if strong else PALE_COLOURS)[piece.side]
    ink = LIGHT if strong else INK
    steps = "reduced" if piece.reduced else "full"
    figures = f"{row.word(f'{steps}_strength')}-{row.word(f'{steps}_move')}"
    head = row.text("tribe")[:5].upper() or _SHORT[kind]
    shapes = [element("rect", width=_UNIT, height=_UNIT, rx=3, fill=fill, stroke=INK, stroke_width=1.3)]
    if row.text("tribe"):
        band = _TRIBES[row.word("tribe_colour")]
        shapes.append(element("rect", x=0.7, y=0.7, width=_UNIT - 1.4, height=14, rx=2, fill=band))
        ink_head = LIGHT
    else:
        ink_head = ink
    if piece.reduced:
        shapes.append(element("path", d="M0.7 33 V20 L35.3 16 V35.3 H3Z", fill=LIGHT, fill_opacity=0.92))
        ink = INK
    told = f"{row.word('name')} ({kind.replace('_', ' ')}), strength {figures}{', reduced' if piece.reduced else ''}"
    return Tile(
        group(
            element("title", told),
            *shapes,
            words(
                head, _UNIT / 2, 12, 9 if len(head) < 5 else 8, text_anchor="middle", fill=ink_head, font_weight="bold"
            ),
            words(figures, _UNIT / 2, 30, 14, text_anchor="middle", fill=ink, font_weight="bold"),
            **_about(piece, kind),
        ),
        _UNIT,
        _UNIT,
    )


def _about(piece: Piece, kind: str) -> dict[str, str | None]:
    return {
        "data_piece": piece.id,
        "data_space": piece.space,
        "data_side": piece.side,
        "data_kind": kind,
        "data_inside": "1" if piece.inside else None,
        "data_reduced": "1" if piece.reduced else None,
    }


def _works(view: View, name: str) -> Iterator[Tile]:
    for field, work in _WORKS.items():
        for side in SIDES:
            if name in texts(part(view, field), side):
                about = {"data_work": work, "data_space": name, "data_side": side}
                yield Tile(group(element("title", f"{side} {work}"), work_symbol(work, side), **about), 34, _UNIT)


def work_symbol(work: str, side: str) -> Element:
    """Return the symbol of a work."""
    colour, pale = SIDE_COLOURS[side], PALE_COLOURS[side]
    match work:
        case "fort":
            return group(
                element("path", d=star(17, 18, 16), fill=colour, stroke=INK, stroke_width=1.4),
                words("F", 17, 22.5, 12, text_anchor="middle", fill=LIGHT, font_weight="bold"),
            )
        case "unfinished fort":
            return group(
                element("path", d=star(17, 18, 16), fill=LIGHT, stroke=colour, stroke_width=2, stroke_dasharray="4 3"),
                words("u/c", 17, 22, 10, text_anchor="middle", fill=colour, font_weight="bold"),
            )
        case "stockade":
            stakes = "M3 32 V12 L7 6 L11 12 V32 M11 12 L15 6 L19 12 V32 M19 12 L23 6 L27 12 V32 M27 12 L31 6 V32 H3"
            return element("path", d=stakes, fill=pale, stroke=colour, stroke_width=2, stroke_linejoin="round")
        case "fieldworks":
            zigzag = "M3 28 L10 10 L17 24 L24 10 L31 28"
            return element("path", d=zigzag, fill="none", stroke=colour, stroke_width=4, stroke_linejoin="round")
        case _:
            return group(
                element("path", d="M8 33 V5 L30 11 L8 19", fill=colour, stroke=INK, stroke_width=1.6),
            )


def _markers(view: View, name: str) -> Iterator[Tile]:
    if name in part(view, "sieges"):
        level = count(part(view, "sieges"), name)
        yield _marker("siege", str(level), "SIEGE", "#d35400", name, data_level=str(level))
    if name in texts(view, "amphib"):
        yield _marker("amphib", "", "AMPH", "#174a73", name)
    for side in SIDES:
        here = part(part(view, "raided"), side)
        if name in here:
            yield _marker("raided", f"x{count(here, name)}", "RAID", SIDE_COLOURS[side], name, data_side=side)


def _marker(kind: str, sign: str, head: str, colour: str, space: str, **about: str) -> Tile:
    told = words(sign, 18, 29, 15, text_anchor="middle", fill=colour, font_weight="bold")
    return Tile(
        group(
            element("title", f"{kind} {sign}".rstrip()),
            element("circle", cx=18, cy=18, r=17, fill=LIGHT, stroke=colour, stroke_width=3),
            words(head, 18, 14, 8, text_anchor="middle", fill=colour, font_weight="bold"),
            told if sign else anchor(18, 24, 15, colour),
            data_marker=kind,
            data_space=space,
            **about,
        ),
        36,
        _UNIT,
    )


def star(x: float, y: float, r: float) -> str:
    """Return the outline of a fort with bastions, as path data."""
    i, o = r * 0.55, r
    points = [(-o, -o), (0, -i), (o, -o), (i, 0), (o, o), (0, i), (-o, o), (-i, 0)]
    return "M" + " L".join(f"{x + dx:g} {y + dy:g}" for dx, dy in points) + "Z"
