"""Positions and actions with absurd values in every field of every record: huge, negative, empty, off by one, long."""

import importlib
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache

from oracle.openings import openings_of
from oracle.vectors.scenes import scenes_of
from properties.spoiled_positions import Path, at, changed, paths
from reference.kernel.canonical import Json, parse
from reference.kernel.codec import word
from reference.kernel.ranges import MOST_CHARACTERS, MOST_FRAMES, MOST_ITEMS
from reference.wilderness_war.ch03_pieces import COUNTERS
from reference.wilderness_war.sides import Side
from scripts.reference_documents import field_data

HUGE = 999_999_999_999
_SAMPLES = 6
_ARMY = [each.id for each in COUNTERS if each.side is Side.BRITISH]
# Positions for what no scene has: bidding is by option, and nobody has so many units in one place.
_BY_HAND: Mapping[str, tuple[tuple[str, Json], ...]] = {
    "wilderness_war": (
        ("standard+bidding=on", {"frames": [{"type": "bidding", "bids": [2]}]}),
        ("standard+open_bidding=on", {"frames": [{"type": "bidding", "bids": [2]}]}),
        (
            "standard",
            {
                "pieces": {"albany": list(_ARMY)},
                "frames": [
                    {
                        "type": "losses",
                        "side": "british",
                        "space": "albany",
                        "cause": "battle",
                        "losses": 100,
                        "units": list(_ARMY),
                        "named": [{"type": "named", "flips": 1, "deaths": 0}],
                    }
                ],
            },
        ),
    ),
}
_ACTIONS_BY_HAND: Mapping[str, tuple[tuple[str, Json, Json], ...]] = {
    "wilderness_war": (
        ("standard+bidding=on", {"frames": [{"type": "bidding"}]}, {"type": "bid", "points": 2}),
        ("standard+bidding=on", {"frames": [{"type": "bidding"}]}, {"type": "roll", "die": 2}),
    ),
    "hammer_of_the_scots": (
        ("standard", {"frames": [{"type": "herald", "side": "england"}]}, {"type": "roll", "die": 2}),
    ),
}


@dataclass(frozen=True, slots=True)
class Absurd:
    """A question with an absurd value: a position, perhaps with an action, and which field of what is spoiled."""

    ruleset: str
    position: Json
    action: Json
    kind: str
    field: str


def numbers(usual: int) -> tuple[Json, ...]:
    """Return absurd numbers instead of one."""
    return HUGE, -HUGE, -1, 0, usual - 1, usual + 1, 100, 255, 300


def lists(usual: Sequence[Json]) -> tuple[Json, ...]:
    """Return absurd lists instead of one: empty, and its items again and again, as often as is read, and once more."""
    some = list(usual) or [0]
    full = (some * MOST_ITEMS)[:MOST_ITEMS]
    return [], full[:MOST_FRAMES], full, [*full, some[0]], some * 5_000


def texts(usual: str) -> tuple[Json, ...]:
    """Return absurd texts instead of one."""
    return "", "x" * MOST_CHARACTERS, "x" * (MOST_CHARACTERS + 1), f"{usual} " * 5_000, f"{HUGE}", f"{HUGE} {usual}"


def instead_of(usual: Json) -> tuple[Json, ...]:
    """Return absurd values instead of one, by its type."""
    match usual:
        case bool() | None:
            return HUGE, "x" * (MOST_CHARACTERS + 1)
        case int():
            return numbers(usual)
        case str():
            return texts(usual)
        case list() | tuple():
            return lists(usual)
        case _:
            return ()


# ---------------------------------------------------------------- records


def records(game: str, module: str, name: str) -> tuple[type[object], ...]:
    """Return the records of one family of a game."""
    found: tuple[type[object], ...] = getattr(importlib.import_module(f"reference.{game}.{module}"), name)
    return found


@cache
def families(game: str) -> Mapping[str, type[object]]:
    """Return every record of a game's frames and openings, with those inside them, by the word that names it."""
    phase: object = getattr(importlib.import_module(f"reference.{game}.state"), "Phase", None)
    more = (phase,) if isinstance(phase, type) else ()
    outer = (*records(game, "opening_records", "OPENINGS"), *records(game, "frames", "FRAMES"), *more)
    inner = (each for kind in outer for hint in typing.get_type_hints(kind).values() for each in _inside(hint))
    return {word(kind.__name__): kind for kind in (*inner, *outer)}


def _inside(hint: object) -> Iterator[type[object]]:
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for each in typing.get_args(hint):
        yield from _inside(each)


def usual_values(hint: object) -> Iterator[Json]:
    """Return a usual value of the numbers, lists and texts that a field may hold; nothing for other fields."""
    if hint is int:
        yield 1
    elif hint is str:
        yield "x"
    elif typing.get_origin(hint) in (tuple, frozenset):
        yield []
    elif typing.get_origin(hint) in (typing.Union, types.UnionType):
        for each in typing.get_args(hint):
            yield from usual_values(each)


def open_fields(kind: type[object]) -> Mapping[str, Json]:
    """Return the fields of a record that hold numbers, lists or texts, each with a usual value."""
    hints = typing.get_type_hints(kind)
    return {name: value for name, hint in hints.items() for value in list(usual_values(hint))[:1]}


# ---------------------------------------------------------------- positions


@cache
def positions(game: str) -> tuple[tuple[str, Json], ...]:
    """Return positions of a game, each under a ruleset: of gathered scenes, of openings, and by hand."""
    scenes = tuple((each.ruleset, each.position) for each in scenes_of(game))
    openings = tuple((each.ruleset or scenes[0][0], each.example) for each in openings_of(game))
    return (*openings, *_BY_HAND.get(game, ()), *scenes)


def absurd_records(game: str) -> Iterator[Absurd]:
    """Give positions with an absurd value in a field of a procedure under way, or of what is inside it."""
    tried: dict[tuple[str, str, bool], int] = {}
    for ruleset, position in positions(game):
        for way in paths(position):
            part = at(position, way)
            kind = families(game).get(str(part.get("type"))) if isinstance(part, Mapping) else None
            if kind is None or not isinstance(part, Mapping):
                continue
            for name, usual in open_fields(kind).items():
                key = (word(kind.__name__), name, way[0] == "opening")
                tried[key] = tried.get(key, 0) + 1
                if tried[key] <= _SAMPLES:
                    yield from _spoiled(ruleset, position, (*way, name), part.get(name, usual), key[:2])


def _spoiled(ruleset: str, position: Json, way: Path, usual: Json, key: tuple[str, str]) -> Iterator[Absurd]:
    held = at(position, way[:-1])
    assert isinstance(held, Mapping)
    for value in instead_of(usual):
        yield Absurd(ruleset, changed(position, way[:-1], ({**held, str(way[-1]): value},)), None, *key)
    if isinstance(usual, list | tuple):
        for index, item in enumerate(usual[:1]):
            for value in instead_of(item):
                whole = {**held, str(way[-1]): [*usual[:index], value, *usual[index + 1 :]]}
                yield Absurd(ruleset, changed(position, way[:-1], (whole,)), None, *key)


def absurd_fields(game: str) -> Iterator[Absurd]:
    """Give positions with an absurd value in every field that is no procedure, as the documents list them."""
    ruleset, plain = positions(game)[0]
    assert isinstance(plain, Mapping)
    for name, about in field_data(game).items():
        example = _example(name, about["example"])
        for way in paths(example):
            for value in instead_of(at(example, way)):
                spoilt = changed(example, way, (value,))
                assert isinstance(spoilt, Mapping)
                yield Absurd(ruleset, {**plain, **spoilt}, None, "position", name)


def _example(name: str, text: str) -> Mapping[str, Json]:
    """Return a position with only one field, as its example has it."""
    value = parse(text)
    for key in reversed(name.split(".")):
        value = {"british" if key == "SIDE" else key: value}
    assert isinstance(value, Mapping)
    return value


# ---------------------------------------------------------------- actions


def absurd_actions(game: str) -> Iterator[Absurd]:
    """Give actions with an absurd value in a field, in the positions of scenes that have them."""
    tried: dict[tuple[str, str], int] = {}
    kinds = {word(kind.__name__): kind for kind in records(game, "actions", "ACTIONS")}
    asked = tuple((each.ruleset, each.position, each.move.do) for each in scenes_of(game) if each.move)
    for ruleset, position, action in (*_ACTIONS_BY_HAND.get(game, ()), *asked):
        assert isinstance(action, Mapping)
        for name in open_fields(kinds[str(action["type"])]):
            key = (str(action["type"]), name)
            tried[key] = tried.get(key, 0) + 1
            for value in instead_of(action[name]) if tried[key] <= _SAMPLES else ():
                yield Absurd(ruleset, position, {**action, name: value}, *key)
