"""The two sides."""

from enum import StrEnum


class Side(StrEnum):
    """A player, and the pieces that fight for him."""

    BRITISH = "british"
    FRENCH = "french"

    @property
    def enemy(self) -> "Side":
        """Return the other side."""
        return Side.FRENCH if self is Side.BRITISH else Side.BRITISH
