"""The state: the one VP track."""

import pytest

from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import score, vp_of
from tests.wilderness_war.positions import STANDARD, read, ruleset


@proves("ww:13.21", "ww:tbl-vp")
@pytest.mark.parametrize(
    ("before", "side", "points", "after"),
    [
        (4, Side.FRENCH, 2, 6),
        (4, Side.BRITISH, 1, 3),
        (1, Side.BRITISH, 3, -2),
        (10, Side.FRENCH, 1, 11),
        (-1, Side.FRENCH, 1, 0),
    ],
)
def test_both_sides_move_the_one_marker_towards_themselves(before: int, side: Side, points: int, after: int) -> None:
    state = read({}, vp={"french": before})
    scored = score(state, side, points, "ww:7.81")
    assert scored.state == read({}, vp={"french": after})
    assert scored.events == (
        event(EventKind.VP_SCORED, "ww:13.21", "ww:7.81", side=side.value, points=points, vp=after),
    )  # fmt: skip


def test_points_of_one_side_are_those_the_other_lacks() -> None:
    tracks = read({}, vp={"british": 3}).tracks
    assert (vp_of(tracks, Side.BRITISH), vp_of(tracks, Side.FRENCH)) == (3, -3)


def test_states_are_equal_if_all_they_hold_is_equal_and_the_ruleset_is_part_of_that() -> None:
    assert read({"albany": ["br_regular_44th"]}) == read({"albany": ["br_regular_44th"]})
    assert hash(read({"albany": ["br_regular_44th"]})) == hash(read({"albany": ["br_regular_44th"]}))
    assert read({}, STANDARD) != read({}, ruleset("de"))
