"""The two sides of a game.

A game lists them as an enum on top of `TwoSides` and decorates it with `opposed`. What a side knows are plain
attributes: rules read them more often than anything else, and a property would be slower.
"""

from enum import StrEnum
from typing import Self, TypeVar


class TwoSides(StrEnum):
    """A side: the other one is its `enemy`, and `number` is its place in a pair."""

    enemy: Self
    number: int


Side = TypeVar("Side", bound=TwoSides)


def opposed(sides: type[Side]) -> type[Side]:
    """Give each of two sides its enemy and its place in a pair."""
    first, second = sides
    first.enemy, first.number = second, 0
    second.enemy, second.number = first, 1
    return sides
