"""Actions that just miss, and positions with one thing disturbed.

An action misses with one of its parts exchanged, or because it was legal at another time. The parts come
from actions that were legal earlier in the same game, so that they are readable and near the truth.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from oracle.choices import Choices
from reference.kernel.canonical import Json, canonical_text

MOST_VALUES = 60
MOST_ACTIONS = 300


@dataclass(slots=True)
class Parts:
    """The values that each field of each type of action was seen with."""

    seen: dict[tuple[str, str], dict[str, Json]] = field(default_factory=dict)
    offered: dict[str, dict[str, Json]] = field(default_factory=dict)

    def learn(self, about: str, actions: Sequence[Json]) -> None:
        """Note the actions offered at a kind of decision, and their parts."""
        before = self.offered.setdefault(about, {})
        for action in actions:
            if len(before) < MOST_ACTIONS:
                before.setdefault(canonical_text(action), action)
            if isinstance(action, Mapping):
                for name, value in action.items():
                    known = self.seen.setdefault((str(action.get("type")), name), {})
                    if len(known) < MOST_VALUES:
                        known.setdefault(canonical_text(value), value)

    def miss(self, action: Json, choices: Choices) -> Json:
        """Return the action with one part exchanged; the action itself if it has no parts."""
        if not isinstance(action, Mapping):
            return action
        names = sorted(name for name in action if name != "type")
        if not names:
            return action
        name = choices.one(names)
        others = list(self.seen.get((str(action.get("type")), name), {}).values())
        return {**action, name: choices.one([*others, *_near(action[name])] or [action[name]])}

    def before(self, about: str, choices: Choices) -> Json:
        """Return an action that was offered at some decision of the same kind."""
        return choices.one(list(self.offered[about].values()))


def _near(value: Json) -> list[Json]:
    """Return values next to a number, and a list with an item more or less."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, 0]
        case list() | tuple() if value:
            return [[*value[1:]], [*value, value[0]]]
        case _:
            return []


def disturbed(position: Json, choices: Choices) -> Json:
    """Return a position with one number changed, or one item taken away, moved or copied to a list beside its own."""
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
    """Return every table inside a value, lists of frames left out."""
    if isinstance(value, Mapping):
        yield value
        for name in sorted(value):
            yield from _tables(value[name])


def _with(value: Json, table: Mapping[str, Json], changed: Mapping[str, Json]) -> Json:
    """Return a value with one of its tables, that very one, exchanged."""
    if value is table:
        return changed
    if isinstance(value, Mapping):
        return {name: _with(inner, table, changed) for name, inner in value.items()}
    return value
