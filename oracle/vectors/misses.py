"""Actions that just miss: a legal action with one of its parts exchanged.

The parts come from actions that were legal earlier in the same game, so that they are readable and near the truth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from oracle.vectors.picks import Picks
from reference.kernel.canonical import Json, canonical_text

MOST_VALUES = 60


@dataclass(slots=True)
class Parts:
    """The values that each field of each type of action was seen with."""

    seen: dict[tuple[str, str], dict[str, Json]] = field(default_factory=dict)

    def learn(self, actions: Sequence[Json]) -> None:
        """Note the parts of some actions."""
        for action in actions:
            if isinstance(action, Mapping):
                for name, value in action.items():
                    known = self.seen.setdefault((str(action.get("type")), name), {})
                    if len(known) < MOST_VALUES:
                        known.setdefault(canonical_text(value), value)

    def miss(self, action: Json, picks: Picks) -> Json:
        """Return the action with one part exchanged; the action itself if it has no parts."""
        if not isinstance(action, Mapping):
            return action
        names = sorted(name for name in action if name != "type")
        if not names:
            return action
        name = picks.one(names)
        others = list(self.seen.get((str(action.get("type")), name), {}).values())
        return {**action, name: picks.one([*others, *_near(action[name])] or [action[name]])}


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
