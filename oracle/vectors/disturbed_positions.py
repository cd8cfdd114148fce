"""Positions with one thing disturbed, most of them no longer sound."""

from collections.abc import Iterator, Mapping, Sequence

from oracle.choices import Choices
from reference.kernel.canonical import Json


def disturbed(position: Json, choices: Choices) -> Json:
    """Return a position with one number changed, or one item removed, moved or copied to a neighbouring list."""
    tables = [table for table in _tables(position) if table]
    if not tables:
        return position
    table = choices.one(tables)
    name = choices.one(sorted(table))
    value = table[name]
    match value:
        case bool():
            changed: dict[str, Json] = {name: not value}
        case int():
            changed = {name: value + choices.one([-3, -1, 1, 3, 20])}
        case list() if value and isinstance(value[0], str):
            changed = _moved(table, name, value, choices)
        case _:
            changed = {}
    return _with(position, table, {**table, **changed})


def _moved(table: Mapping[str, Json], name: str, value: Sequence[Json], choices: Choices) -> dict[str, Json]:
    other = choices.one(sorted(key for key, found in table.items() if isinstance(found, list)))
    target = table[other]
    assert isinstance(target, Sequence)
    item = choices.one(value)
    rest: list[Json] = [each for each in value if each != item]
    if other == name:
        return {name: rest}
    kept: Json = choices.one([list(value), rest])
    return {name: kept, other: [*target, item]}


def _tables(value: Json) -> Iterator[Mapping[str, Json]]:
    """Return every table inside a value, except in lists of frames."""
    if isinstance(value, Mapping):
        yield value
        for name in sorted(value):
            yield from _tables(value[name])


def _with(value: Json, table: Mapping[str, Json], changed: Mapping[str, Json]) -> Json:
    """Return a value with one of its tables (compared by identity) exchanged."""
    if value is table:
        return changed
    if isinstance(value, Mapping):
        return {name: _with(inner, table, changed) for name, inner in value.items()}
    return value
