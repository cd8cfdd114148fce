"""The two sides."""

from enum import StrEnum


class Side(StrEnum):
    """A player, and the blocks that fight for him."""

    ENGLAND = "england"
    SCOTLAND = "scotland"

    @property
    def enemy(self) -> "Side":
        """Return the other side."""
        return Side.SCOTLAND if self is Side.ENGLAND else Side.ENGLAND
