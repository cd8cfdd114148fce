"""The two sides of a game."""

from reference.kernel.sides import TwoSides, opposed


@opposed
class Side(TwoSides):
    """Two players."""

    LEFT = "left"
    RIGHT = "right"


def test_each_side_knows_the_other_and_its_place_in_a_pair() -> None:
    assert (Side.LEFT.enemy, Side.RIGHT.enemy) == (Side.RIGHT, Side.LEFT)
    assert [each.number for each in Side] == [0, 1]
    assert Side("left").enemy.enemy is Side.LEFT
