"""The ways that blocks have gone, in words: marches, crossings and entries of Hammer of the Scots."""

import re
from collections.abc import Mapping

from oracle.errors import InputError
from oracle.names import resolve, unmistakable
from oracle.words.settings import items_of
from reference.kernel.canonical import Json

_GAME = "hammer_of_the_scots"
_SEA = "sea"
_MARCH = re.compile(r"(.+?) from (.+?) (?:via (.+)|by (sea))", re.IGNORECASE)
_CROSSING = re.compile(r"(.+?)(?: to |-)(.+?) (\d{1,3})", re.IGNORECASE)
_ENTRY = re.compile(r"(.+?)(?: to |>)(.+?) by (.+)", re.IGNORECASE)


def _area(text: str) -> str:
    return resolve(_GAME, ("areas",), text)


def _called(area: str) -> str:
    return unmistakable(_GAME, ("areas",), area)


def _pairs(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _matched(pattern: re.Pattern[str], item: str, form: str) -> re.Match[str]:
    found = pattern.fullmatch(item)
    if found is None:
        raise InputError(f"{item!r} is not of the form {form}")
    return found


def read_marches(text: str) -> Json:
    """Read where blocks came from and over which area they went last: `Wallace from Angus via Fife`."""
    found: dict[str, Json] = {}
    for item in items_of(text):
        march = _matched(_MARCH, item, "'BLOCK from AREA via AREA' or 'BLOCK from AREA by sea'")
        found[resolve(_GAME, ("blocks",), march[1])] = f"{_area(march[2])}>{_area(march[3]) if march[3] else _SEA}"
    return found


def written_marches(value: Json) -> str:
    """Write marches."""
    ways = ((block, *str(way).split(">")) for block, way in _pairs(value).items())
    return ", ".join(
        f"{unmistakable(_GAME, ('blocks',), block)} from {_called(origin)} "
        f"{'by sea' if via == _SEA else f'via {_called(via)}'}"
        for block, origin, via in ways
    )


def read_crossings(text: str) -> Json:
    """Read how many blocks have crossed borders: `Angus to Fife 2`."""
    found: dict[str, Json] = {}
    for item in items_of(text):
        crossing = _matched(_CROSSING, item, "'AREA to AREA NUMBER'")
        found[f"{_area(crossing[1])}-{_area(crossing[2])}"] = int(crossing[3])
    return found


def written_crossings(value: Json) -> str:
    """Write crossings."""
    return ", ".join(
        f"{' to '.join(_called(each) for each in border.split('-'))} {number}"
        for border, number in _pairs(value).items()
    )


def read_entries(text: str) -> Json:
    """Read which sides have entered areas over borders: `Angus to Fife by England and Scotland`."""
    found: dict[str, Json] = {}
    for item in items_of(text):
        entry = _matched(_ENTRY, item, "'AREA to AREA by SIDE'")
        sides = [resolve(_GAME, ("sides",), side.strip()) for side in entry[3].split(" and ")]
        found[f"{_area(entry[1])}>{_area(entry[2])}"] = list(sides)
    return found


def written_entries(value: Json) -> str:
    """Write entries."""
    return ", ".join(
        f"{' to '.join(_called(each) for each in border.split('>'))} by {' and '.join(_sides(sides))}"
        for border, sides in _pairs(value).items()
    )


def _sides(value: Json) -> list[str]:
    return [unmistakable(_GAME, ("sides",), str(each)) for each in value] if isinstance(value, list | tuple) else []
