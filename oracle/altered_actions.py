"""Actions close to a real one, legal or not: with one part exchanged, or offered at another time.

The parts come from known actions, usually those offered earlier in the same game. So the result is always readable.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from oracle.choices import Choices
from reference.kernel.canonical import Json, canonical_text


@dataclass(slots=True)
class KnownActions:
    """The actions seen at each kind of decision, and the values seen in each field of each type of action.

    `most_actions` and `most_values` limit how many of them are kept.
    """

    most_actions: int = 300
    most_values: int = 60
    offered: dict[str, dict[str, Json]] = field(default_factory=dict)
    values: dict[tuple[str, str], dict[str, Json]] = field(default_factory=dict)

    @classmethod
    def of(cls, actions: Iterable[Json]) -> "KnownActions":
        """Return all these actions as known; the type of an action counts as its kind of decision."""
        given = tuple(actions)
        known = cls(len(given), len(given))
        for action in given:
            known.learn(_type(action), (action,))
        return known

    def learn(self, about: str, actions: Iterable[Json]) -> None:
        """Note the actions offered at a kind of decision, and their parts."""
        before = self.offered.setdefault(about, {})
        for action in actions:
            if len(before) < self.most_actions:
                before.setdefault(canonical_text(action), action)
            if isinstance(action, Mapping):
                for name, value in action.items():
                    known = self.values.setdefault((_type(action), name), {})
                    if len(known) < self.most_values:
                        known.setdefault(canonical_text(value), value)

    def exchanged(self, action: Json, choices: Choices) -> Json:
        """Return the action with one part exchanged; the action itself if it has no parts."""
        if not isinstance(action, Mapping):
            return action
        names = sorted(name for name in action if name != "type")
        if not names:
            return action
        name = choices.one(names)
        others = list(self.values.get((_type(action), name), {}).values())
        return {**action, name: choices.one([*others, *_near(action[name])] or [action[name]])}

    def offered_before(self, about: str, choices: Choices) -> Json:
        """Return an action that was offered at some decision of the same kind."""
        return choices.one(list(self.offered[about].values()))

    def of_any_kind(self, choices: Choices) -> Json:
        """Return an action that was offered anywhere; all kinds of decisions are equally likely."""
        return self.offered_before(choices.one(sorted(self.offered)), choices)


def _type(action: Json) -> str:
    return str(action.get("type")) if isinstance(action, Mapping) else ""


def _near(value: Json) -> list[Json]:
    """Return values close to a value: the opposite flag, numbers next to it, the list with an item more or less."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, 0]
        case list() | tuple() if value:
            return [[*value[1:]], [*value, value[0]]]
        case _:
            return []
