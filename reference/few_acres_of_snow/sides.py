"""The two sides."""

from enum import StrEnum


class Side(StrEnum):
    """A player, and the cards and pieces of his colour."""

    BRITISH = "british"
    FRENCH = "french"

    @property
    def enemy(self) -> "Side":
        """Return the other side."""
        return Side.FRENCH if self is Side.BRITISH else Side.BRITISH

    @property
    def number(self) -> int:
        """Return the side's place in a pair."""
        return 0 if self is Side.BRITISH else 1


SIDES = (Side.BRITISH, Side.FRENCH)
