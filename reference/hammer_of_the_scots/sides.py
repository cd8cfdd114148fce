"""The two sides."""

from reference.kernel.sides import TwoSides, opposed


@opposed
class Side(TwoSides):
    """A player, and the blocks that fight for him."""

    ENGLAND = "england"
    SCOTLAND = "scotland"
