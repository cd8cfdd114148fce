"""Whether what an expectation says can ever be so: each value is held to the schema of its place.

Only the parts of JSON Schema that our own schemas of positions use are read, so that nothing has to be installed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from oracle.schemas.games import position_definitions
from oracle.schemas.parts import Schema
from reference.kernel.canonical import NOTHING, Json, Unreadable
from spec_tables.catalogue import GAMES

_KINDS: tuple[tuple[type, str], ...] = ((bool, "boolean"), (int, "integer"), (str, "string"))


def check_values(game: str, expect: Json) -> None:
    """Refuse an expectation in which a value is of a type, a name or a number that never stands there."""
    if game in GAMES:
        _check(game, expect, tuple(_plain(game, _definitions(game)["expectation"])), "expect")


@cache
def _definitions(game: str) -> Mapping[str, Schema]:
    return position_definitions(game)


def _plain(game: str, schema: Json) -> Iterator[Mapping[str, Json]]:
    """Give the alternatives of a schema, none of which refers to another or has alternatives."""
    assert isinstance(schema, Mapping)
    if "$ref" in schema:
        yield from _plain(game, _definitions(game)[str(schema["$ref"]).rpartition("/")[2]])
        return
    ways = schema.get("anyOf")
    if ways is None:
        yield schema
        return
    assert isinstance(ways, Sequence)
    rest = {name: part for name, part in schema.items() if name != "anyOf"}
    for way in ways:
        for each in _plain(game, way):
            yield {**rest, **each}


def _check(game: str, value: Json, ways: Sequence[Mapping[str, Json]], place: str) -> None:
    if value is None or value in NOTHING or value in ((), [], {}):
        return
    match value:
        case Mapping():
            inside = [each for each in ways if "properties" in each or "additionalProperties" in each]
            _demand(bool(inside), place, value, ways)
            for name, part in value.items():
                found = [way for each in inside for way in _member(game, each, name)]
                if not found:
                    raise _unknown(f"{place}.{name}", name, [key for each in inside for key in _names(game, each)])
                _check(game, part, found, f"{place}.{name}")
        case list() | tuple():
            lists = [each["items"] for each in ways if "items" in each]
            _demand(bool(lists), place, value, ways)
            found = [way for each in lists for way in _plain(game, each)]
            for index, part in enumerate(value):
                _check(game, part, found, f"{place}[{index}]")
        case _:
            _check_leaf(value, ways, place)


def _member(game: str, way: Mapping[str, Json], name: str) -> Iterator[Mapping[str, Json]]:
    """Give what may stand at a name in an object of some form."""
    members, others = way.get("properties", {}), way.get("additionalProperties")
    assert isinstance(members, Mapping)
    if name in members:
        yield from _plain(game, members[name])
    elif isinstance(others, Mapping) and any(_fits(name, each) for each in _plain(game, way.get("propertyNames", {}))):
        yield from _plain(game, others)


def _names(game: str, way: Mapping[str, Json]) -> Iterator[str]:
    members = way.get("properties", {})
    assert isinstance(members, Mapping)
    yield from members
    for each in _plain(game, way.get("propertyNames", {})):
        yield from _texts(each)


def _check_leaf(value: Json, ways: Sequence[Mapping[str, Json]], place: str) -> None:
    if any(_fits(value, each) for each in ways):
        return
    if isinstance(value, str) and any(_is_of(each, "string") for each in ways):
        raise _unknown(place, value, [text for each in ways for text in _texts(each)])
    _demand(any(_is_of(each, _kind(value)) for each in ways), place, value, ways)
    ranges = ", or ".join(f"{each['minimum']} to {each['maximum']}" for each in ways if "minimum" in each)
    raise Unreadable(place, f"{value} is not {ranges or 'a value that stands there'}")


def _fits(value: Json, way: Mapping[str, Json]) -> bool:
    values = way.get("enum", (way["const"],) if "const" in way else None)
    if isinstance(values, Sequence):
        return value in values
    if not _is_of(way, _kind(value)):
        return False
    if isinstance(value, str):
        return re.search(str(way.get("pattern", "")), value) is not None
    least, most = way.get("minimum"), way.get("maximum")
    assert isinstance(value, int)
    return not (isinstance(least, int) and value < least) and not (isinstance(most, int) and value > most)


def _kind(value: Json) -> str:
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "")


def _is_of(way: Mapping[str, Json], kind: str) -> bool:
    values = way.get("enum", ())
    assert isinstance(values, Sequence)
    words = kind == "string" and any(isinstance(each, str) and each not in NOTHING for each in values)
    return words or ("enum" not in way and way.get("type", kind) == kind)


def _texts(way: Mapping[str, Json]) -> Iterator[str]:
    values = way.get("enum", ())
    assert isinstance(values, Sequence)
    yield from (each for each in values if isinstance(each, str))


def _demand(is_right: bool, place: str, value: Json, ways: Sequence[Mapping[str, Json]]) -> None:
    if is_right:
        return
    # An empty mapping says that nothing is there, of whatever type it would be.
    types = {str(each["type"]) for each in ways if "type" in each and "maxProperties" not in each}
    wanted = sorted(types - {"null"})
    names = {"object": "a mapping", "array": "a list", "integer": "a whole number", "string": "a text"}
    told = " or ".join(names.get(each, "true or false") for each in wanted)
    raise Unreadable(place, f"must be {told or 'something else'}")


def _unknown(place: str, name: str, known: Iterable[str]) -> Unreadable:
    near = get_close_matches(name, sorted(set(known)), 1)
    return Unreadable(place, f"{name!r} names nothing{f'; do you mean {near[0]!r}?' if near else ' that stands there'}")
