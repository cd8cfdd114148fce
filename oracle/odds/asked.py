"""Whether what odds are asked of names anything: a typing error is said at once, before any position is walked."""

import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cache

from oracle.names import names
from oracle.odds.expected import check_values
from oracle.odds.facts import DUE
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.table import Table
from spec_tables.catalogue import GAMES, catalogue

_EVENT = re.compile(r"events:([^.\[]*)")


def check_expectation(game: str, table: Table, expect: Json) -> None:
    """Refuse an expectation that is no partial description of a position, or has a name in it that nothing has."""
    if not isinstance(expect, Mapping) or not expect:
        raise Unreadable("expect", "must be a mapping with some fields of a position")
    known = frozenset(_keys(table.describe()))
    for path, key in _ways(expect):
        if key not in known | _words(game) and not _is_key(key):
            raise _unknown(f"expect.{path}", key, known | _words(game))
    check_values(game, expect)


def check_fact(game: str, table: Table, place: str, text: str) -> None:
    """Refuse a fact whose path, or whose event, has a name that nothing has."""
    event = _EVENT.match(text)
    if event is not None:
        kinds = _events(game)
        if kinds and event[1] not in kinds:
            raise _unknown(place, event[1], kinds)
        return
    path = text.partition("=")[0]
    known = frozenset((DUE, *_keys(table.describe()))) | _words(game)
    for key in path.split("."):
        if key not in known and not _is_key(key):
            raise _unknown(place, key, known)


def _unknown(place: str, key: str, known: frozenset[str]) -> Unreadable:
    near = get_close_matches(key, sorted(known), 1)
    return Unreadable(place, f"{key!r} names nothing{f'; do you mean {near[0]!r}?' if near else ''}")


def _is_key(key: str) -> bool:
    """Say whether a name may be an index or a border, which are made of other names, or is empty and refused later."""
    return not key or key.isdecimal() or "-" in key or ">" in key


def _ways(expect: Json, path: str = "") -> Iterator[tuple[str, str]]:
    """Give every key of an expectation with its path."""
    if isinstance(expect, Mapping):
        for key, inside in expect.items():
            here = f"{path}.{key}" if path else key
            yield here, key
            yield from _ways(inside, here)


def _keys(value: Json) -> Iterator[str]:
    match value:
        case Mapping():
            for key, inside in value.items():
                yield key
                yield from _keys(inside)
        case list() | tuple():
            for inside in value:
                yield from _keys(inside)
        case _:
            pass


# ---------------------------------------------------------------- what a game has names for


@cache
def _words(game: str) -> frozenset[str]:
    """Return the sides, the ids of all things, and the fields of positions and procedures of a game of ours."""
    if game not in GAMES:
        return frozenset()
    module = importlib.import_module(f"reference.{game}.frames")
    kinds: tuple[type[object], ...] = module.FRAMES
    inside = {each.name for kind in kinds if is_dataclass(kind) for each in fields(kind)}
    return frozenset((*catalogue(game).sides, *(each.id for each in names(game)), *inside, *_position_fields(game)))


def _position_fields(game: str) -> tuple[str, ...]:
    found: tuple[str, ...] = importlib.import_module(f"reference.{game}.positions").FIELDS
    return found


@cache
def _events(game: str) -> frozenset[str]:
    """Return the kinds of events of a game of ours."""
    if game not in GAMES:
        return frozenset()
    kinds: type[Enum] = importlib.import_module(f"reference.{game}.event_kinds").EventKind
    return frozenset(str(each.value) for each in kinds)
