"""Positions spoiled at random: fields deleted, altered, duplicated, mistyped, and taken from other positions."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from oracle.choices import Dice
from reference.kernel.canonical import Json

Path: TypeAlias = tuple[str | int, ...]
ODD: tuple[Json, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    255,
    10**12,
    "",
    "nowhere",
    "fort",
    [],
    {},
    [[]],
    {"type": "x"},
)


def paths(value: Json, here: Path = ()) -> list[Path]:
    """Return the path to every part of a value, except the value itself."""
    found: list[Path] = []
    inner: list[tuple[str | int, Json]] = []
    if isinstance(value, Mapping):
        inner = list(value.items())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        inner = list(enumerate(value))
    for key, part in inner:
        found.append((*here, key))
        found.extend(paths(part, (*here, key)))
    return found


def at(value: Json, path: Path) -> Json:
    """Return the part of a value at the end of a path."""
    for key in path:
        if isinstance(value, Mapping):
            value = value[str(key)]
        else:
            assert isinstance(value, Sequence)
            assert isinstance(key, int)
            value = value[key]
    return value


def changed(value: Json, path: Path, new: Sequence[Json]) -> Json:
    """Return a value with one part replaced by those given: none removes it, one exchanges it, two double it."""
    key, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        if rest:
            return {**value, str(key): changed(value[str(key)], rest, new)}
        left = {name: part for name, part in value.items() if name != key}
        return {**left, str(key): new[-1]} if new else left
    assert isinstance(value, Sequence)
    assert isinstance(key, int)
    middle = [changed(value[key], rest, new)] if rest else list(new)
    return [*value[:key], *middle, *value[key + 1 :]]


def _alike(kind: Json, other: Json) -> bool:
    return type(kind) is type(other)


def spoiled(position: Json, others: Sequence[Json], dice: Dice) -> Json:
    """Return a position with one thing wrong with it, or one thing of another position in it."""
    path = dice.choice(paths(position))
    part = at(position, path)
    match dice.randrange(6):
        case 0:
            return changed(position, path, ())
        case 1:
            return changed(position, path, (part, part))
        case 2:
            return changed(position, path, (dice.choice(ODD),))
        case 3:
            # The same field of another position, for example the frames of one with the pieces of another.
            other, name = dice.choice(others), (path[0],)
            ways = paths(other)
            return changed(position, name, (at(other, name),) if name in ways else ())
        case 4:
            if isinstance(part, int) and not isinstance(part, bool):
                return changed(position, path, (part + dice.choice((-1, 1, -2, 3)),))
            return changed(position, path, ([] if isinstance(part, Sequence) else {},))
        case _:
            other = dice.choice((*others, position))
            same = [each for each in paths(other) if _alike(at(other, each), part)]
            return changed(position, path, (at(other, dice.choice(same)),)) if same else position
