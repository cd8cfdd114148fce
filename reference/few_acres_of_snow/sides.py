"""The two sides."""

from enum import StrEnum


class Side(StrEnum):
    """A player, and the cards and pieces of his colour; `number` is his place in a pair."""

    number: int

    def __new__(cls, value: str, number: int = 0) -> "Side":
        """Make a side that knows its place in a pair."""
        side = str.__new__(cls, value)
        side._value_ = value
        side.number = number
        return side

    BRITISH = "british", 0
    FRENCH = "french", 1

    @property
    def enemy(self) -> "Side":
        """Return the other side."""
        return Side.FRENCH if self is Side.BRITISH else Side.BRITISH


SIDES = (Side.BRITISH, Side.FRENCH)
