"""The result of a game as numbers."""

from enum import StrEnum

import pytest

from oracle.game_registry import REGISTERED
from reference.kernel.canonical import Json
from reference.kernel.results import Return, returns
from spec_tables.catalogue import GAMES


class Side(StrEnum):
    """Two sides."""

    LEFT = "left"
    RIGHT = "right"


def test_a_win_is_one_a_loss_minus_one_and_margins_are_points_apart() -> None:
    """Given 3 points against 5, when the side behind has won, then values follow the winner, margins the points."""
    assert returns(Side.LEFT, (("left", 3), ("right", 5))) == (Return("left", 1, 3, -2), Return("right", -1, 5, 2))


def test_a_draw_is_nothing_for_both() -> None:
    assert [each.value for each in returns(None, (("left", 1), ("right", -1)))] == [0, 0]


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        # A VP marker at French 11 ends the game at once (ww:13.11-b).
        (
            "wilderness_war",
            {"vp": {"french": 11}, "opening": {"type": "victory_check"}},
            (Return("british", -1, -11, -22), Return("french", 1, 11, 22)),
        ),
        # Nobody has a point at the end of 1759, and Britain has taken nothing: a draw (ww:13.14).
        (
            "wilderness_war",
            {"year": 1759, "opening": {"type": "victory_check"}},
            (Return("british", 0, 0, 0), Return("french", 0, 0, 0)),
        ),
        # Nobles are counted (hs:9.0-1): Mentieth and Mar for England, Moray for Scotland.
        (
            "hammer_of_the_scots",
            {
                "blocks": {"mentieth": ["e_mentieth"], "mar": ["e_mar"], "moray": ["s_moray"]},
                "outcome": {"winner": "england", "rule": "hs:9.0-1"},
            },
            (Return("england", 1, 2, 1), Return("scotland", -1, 1, -1)),
        ),
        # Boston was taken: Britain has won though it is behind in points (fa:end.1).
        (
            "few_acres_of_snow",
            {
                "places": {"new_york": "british town", "quebec": "french town"},
                "outcome": {"winner": "british", "rule": "fa:end.1"},
            },
            None,
        ),
    ],
)
def test_each_game_counts_what_its_rules_count(game: str, position: Json, expected: object) -> None:
    table = REGISTERED.place(game, REGISTERED.ruleset(game, None), position)
    if expected is not None:
        assert table.returns() == expected
    points = dict(table.points())
    for each in table.returns():
        other = next(side for side in points if side != each.side)
        assert (each.points, each.margin) == (points[each.side], points[each.side] - points[other])
    assert sum(each.value for each in table.returns()) == 0
    assert len(table.returns()) == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_goes_on_has_no_result_yet(game: str) -> None:
    table = REGISTERED.start(game, REGISTERED.ruleset(game, None), REGISTERED.known(game).scenarios[0][0])
    assert table.returns() == ()
    assert tuple(side for side, _ in table.points()) == REGISTERED.known(game).sides
