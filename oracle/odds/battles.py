"""What the odds of battles have in common, whatever the game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from oracle.odds.walker import not_stopped, nothing_told
from reference.kernel.verdicts import Event

# Such a walk takes some minutes.
MOST_POSITIONS = 1_000_000


@dataclass(frozen=True, slots=True)
class Watch:
    """Who looks at a walk: `tell` hears how many positions there are, `is_stopped` ends it with what it has."""

    tell: Callable[[int], None] = nothing_told
    is_stopped: Callable[[], bool] = not_stopped


UNWATCHED = Watch()


def shares(odds: Iterable[tuple[object, Fraction]], aspect: str) -> dict[str, Fraction]:
    """Return the odds of every value of one field of the results."""
    found: dict[str, Fraction] = {}
    for result, share in odds:
        value = str(getattr(result, aspect)).lower()
        found[value] = found.get(value, Fraction(0)) + share
    return found


def nothing_noted(_events: tuple[Event, ...]) -> None:
    """Keep no events: the end of the walk holds everything."""
