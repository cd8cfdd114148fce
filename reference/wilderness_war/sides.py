"""The two sides."""

from reference.kernel.sides import TwoSides, opposed


@opposed
class Side(TwoSides):
    """A player, and the pieces that fight for him."""

    BRITISH = "british"
    FRENCH = "french"
