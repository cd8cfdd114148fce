"""The result of a game as numbers: who won, and how far ahead each side was in what the rules count."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

# What the rules count towards victory, by side, in the order of the sides: points, or nobles.
Points: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Return:
    """What a finished game brought a side: `value` is 1 for a win, 0 for a draw, -1 for a loss.

    `points` are those that the rules count for the side in the last position, `margin` how many more it has than its
    opponent. A side that won before the points were counted may be behind in them.
    """

    side: str
    value: int
    points: int
    margin: int


def returns(winner: StrEnum | None, points: Points) -> tuple[Return, ...]:
    """Return what a finished game brought each side; without a winner it is drawn."""
    everything = sum(own for _, own in points)
    return tuple(Return(side, _value(side, winner), own, 2 * own - everything) for side, own in points)


def _value(side: str, winner: StrEnum | None) -> int:
    if winner is None:
        return 0
    return 1 if side == winner else -1
