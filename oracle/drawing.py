"""A position drawn for people: tracks on top, then what stands where, part by part.

Any game's description can be drawn. `spec_tables/<game>/layout.toml` only says what comes first and last, the titles,
and what is left out. It also says how places are grouped (by a column of a table, or by the first word of what is
there), and which column separates the pieces in one place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from oracle.english import optional_document, shown
from oracle.text import paragraph
from reference.kernel.canonical import Json
from spec_tables.reader import Document, rows

_NO_GROUP = ("", "none")
_TITLES = {"frames": "Under way, outermost first"}


def drawn(game: str, described: Json) -> str:
    """Return the drawing of a game's description of a position."""
    if not isinstance(described, Mapping):
        return shown(game, described)
    layout = optional_document(game, "layout")
    left_out = set(_texts(layout, "left_out"))
    names = [name for name in described if name not in left_out and not is_empty(described[name])]
    last = _texts(layout, "last")
    order = [*_texts(layout, "order"), *(name for name in names if name not in last), *last]
    names.sort(key=order.index)
    tracks = [name for name in names if not isinstance(described[name], Mapping | list | tuple)]
    parts = [_tracks(game, layout, {name: described[name] for name in tracks})]
    parts.extend(
        "\n".join([_title(layout, name), *_part(game, layout, name, described[name])])
        for name in names
        if name not in tracks
    )
    return "\n".join(part for part in parts if part)


def is_empty(value: Json) -> bool:
    """Say whether there is nothing to draw."""
    if isinstance(value, Mapping):
        return all(is_empty(item) for item in value.values())
    return value is None or value is False or value in ("", [], ())


def _tracks(game: str, layout: Document, tracks: Mapping[str, Json]) -> str:
    told = "   ".join(f"{_title(layout, name).lower()} {shown(game, value)}" for name, value in tracks.items())
    return paragraph(told) if told else ""


def _part(game: str, layout: Document, name: str, value: Json) -> Iterator[str]:
    if not isinstance(value, Mapping):
        assert isinstance(value, list | tuple)
        apart = _told_apart(game, layout, name, value)
        yield from _listed(game, value) if apart is value else [paragraph(str(apart), 2)]
        return
    filled = {key: _told_apart(game, layout, name, item) for key, item in value.items() if not is_empty(item)}
    grouped = layout.table_or_empty("grouped").table_or_empty(name)
    if "table" in grouped:
        groups = _groups(game, grouped.text("table"), grouped.text("column"))
    elif "first_word" in grouped:
        groups = {key: str(item).partition(" ")[0] for key, item in filled.items()}
        filled = {key: str(item).partition(" ")[2] for key, item in filled.items()}
    else:
        yield _by_place(game, filled, 2)
        return
    for group in dict.fromkeys([*groups.values(), ""]):
        inside = {key: item for key, item in filled.items() if groups.get(key, "") == group}
        if inside:
            yield f"  {'elsewhere' if group in _NO_GROUP else shown(game, group).replace('_', ' ')}"
            yield _by_place(game, inside, 4)


def _told_apart(game: str, layout: Document, name: str, item: Json) -> Json:
    """Return the pieces in a place by side, or by the column that the layout names; return anything else unchanged."""
    apart = layout.table_or_empty("told_apart").table_or_empty(name)
    if "table" not in apart or not isinstance(item, list | tuple):
        return item
    kinds = _groups(game, apart.text("table"), apart.text("column"))
    found: dict[str, list[Json]] = {}
    for piece in item:
        found.setdefault(kinds.get(str(piece).partition(" ")[0], ""), []).append(piece)
    return "; ".join(f"{shown(game, kind)}: {_counted(game, pieces)}" for kind, pieces in sorted(found.items()))


def _listed(game: str, value: Sequence[Json]) -> Iterator[str]:
    if any(isinstance(item, Mapping) for item in value):
        for item in value:
            yield paragraph(_record(game, item), 2)
    else:
        yield paragraph(_counted(game, value), 2)


def _record(game: str, item: Json) -> str:
    """Return a record, such as a frame, in one line: its type and its fields."""
    if not isinstance(item, Mapping):
        return shown(game, item)
    inner = "; ".join(
        f"{name.replace('_', ' ')} {_cell(game, each)}"
        for name, each in item.items()
        if name != "type" and not is_empty(each)
    )
    kind = str(item.get("type", "")).replace("_", " ")
    return f"{kind}: {inner}" if kind and inner else kind or inner


def _by_place(game: str, filled: Mapping[str, Json], indent: int) -> str:
    names = {key: shown(game, key) for key in filled}
    width = max(len(name) for name in names.values())
    lines: list[str] = []
    for key, item in filled.items():
        told = paragraph(_cell(game, item), indent + width + 2)
        lines.append(f"{' ' * indent}{names[key].ljust(width)}  {told.lstrip()}")
    return "\n".join(lines)


def _cell(game: str, item: Json) -> str:
    match item:
        case Mapping():
            filled = {key: each for key, each in item.items() if key != "type" and not is_empty(each)}
            return f"({', '.join(f'{shown(game, key)} {_cell(game, each)}' for key, each in filled.items())})"
        case list() | tuple():
            return _counted(game, item)
        case str():
            return " ".join(shown(game, word) for word in item.split(" "))
        case _:
            return shown(game, item)


def _counted(game: str, items: Sequence[Json]) -> str:
    """Return items with commas; count equal ones."""
    told = Counter(_cell(game, item) for item in items)
    return ", ".join(word if number == 1 else f"{number} x {word}" for word, number in told.items())


def _title(layout: Document, name: str) -> str:
    return layout.table_or_empty("titles").text_or(name, _TITLES.get(name, name.replace("_", " ").capitalize()))


def _texts(layout: Document, key: str) -> tuple[str, ...]:
    return layout.texts(key) if key in layout else ()


@cache
def _groups(game: str, table: str, column: str) -> Mapping[str, str]:
    return {row.word("id"): row.text(column) for row in rows(game, table)}
