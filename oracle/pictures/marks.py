"""What a ruling adds to a picture: where the mover may go, and where he may not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reference.kernel.canonical import Json

_DESTINATIONS = ("to", "space", "area", "place")
# An action is about these; the destinations of another piece are not its own.
_SUBJECTS = ("block", "unit", "leader", "card", "base")


@dataclass(frozen=True, slots=True)
class Marks:
    """Places to be marked."""

    reachable: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()


NO_MARKS = Marks()


def destination(action: Json) -> str | None:
    """Return the place that an action names."""
    if isinstance(action, Mapping):
        for name in _DESTINATIONS:
            found = action.get(name)
            if isinstance(found, str):
                return found
    return None


def marks_of(offered: Sequence[Json], asked: Json = None, *, legal: bool = True) -> Marks:
    """Return the destinations of what is offered, and that of an action asked about if it is refused.

    If it is asked what one piece may do, only the destinations of that piece count.
    """
    own = _destinations([each for each in offered if _same_subject(each, asked)])
    wanted = destination(asked)
    return Marks(own or _destinations(offered), frozenset() if legal or wanted is None else frozenset({wanted}))


def _destinations(actions: Sequence[Json]) -> frozenset[str]:
    return frozenset(where for each in actions if (where := destination(each)) is not None)


def _same_subject(one: Json, two: Json) -> bool:
    if not isinstance(one, Mapping) or not isinstance(two, Mapping) or one.get("type") != two.get("type"):
        return False
    return all(one.get(name) == two.get(name) for name in _SUBJECTS)
