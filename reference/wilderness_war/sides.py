"""The two sides."""

from enum import StrEnum


class Side(StrEnum):
    """A player, and the pieces that fight for him."""

    BRITISH = "british"
    FRENCH = "french"

    # The other side: read so often that a property would cost more than all else about a side.
    enemy: "Side"


Side.BRITISH.enemy = Side.FRENCH
Side.FRENCH.enemy = Side.BRITISH
