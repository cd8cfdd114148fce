"""The two sides."""

from reference.kernel.sides import TwoSides, opposed


@opposed
class Side(TwoSides):
    """A player, and the cards and pieces of his colour."""

    BRITISH = "british"
    FRENCH = "french"


SIDES = (Side.BRITISH, Side.FRENCH)
