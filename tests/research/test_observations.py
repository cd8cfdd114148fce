"""What a side sees as numbers and as text: all of it, and nothing else."""

from collections.abc import Mapping

import pytest

from oracle.choices import Dice
from reference.kernel.canonical import Json
from research import match as matches
from research.determinise import determinised
from research.match import Match, sides_of
from research.observations import layout_of
from rulebook import Position, case, view
from tests.research.positions import GAMES, on_the_way


@pytest.mark.parametrize("game", GAMES)
def test_fields_lie_one_after_the_other(game: str) -> None:
    layout, at = layout_of(game), 0
    for each in layout.fields:
        assert each.first == at
        at += each.size
    assert at == layout.size


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_game_can_be_written_and_what_differs_differs(game: str) -> None:
    """Given positions of a random game, then each has numbers, and the numbers change with what is seen."""
    layout = layout_of(game)
    written = {}
    for position in on_the_way(game, seed=3, most=200, every=10):
        for side in sides_of(game):
            seen = view(position, side)
            values = layout.values(seen)
            assert len(values) == layout.size
            assert any(values)
            written[layout.text(seen)] = tuple(values)
    assert len(set(written.values())) > 0.9 * len(written)


@pytest.mark.parametrize("game", GAMES)
def test_positions_that_look_the_same_are_written_the_same(game: str) -> None:
    """Given a position and another that looks the same to a side, then it gets the same numbers and the same text."""
    for position in on_the_way(game, seed=5, most=60, every=20):
        for side in sides_of(game):
            other = determinised(position, side, Dice(1))
            assert _seen(position, side) == _seen(other, side)


def _seen(position: Position, side: str) -> tuple[list[float], str]:
    shown = Match(position, Dice(0), 1)
    assert shown.position == position
    return shown.values(side), shown.layout.text(view(position, side))


def test_a_planted_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given an adapter that shows the enemy's hand, then positions that look the same are not written the same."""
    position = next(on_the_way("wilderness_war", seed=5, most=10, every=1))

    def leaking(shown: Position, side: str) -> Json:
        seen, whole = view(shown, side), shown.as_json()
        assert isinstance(seen, Mapping)
        assert isinstance(whole, Mapping)
        return {**seen, "hands": whole["hands"]}

    monkeypatch.setattr(matches, "view", leaking)
    others = [determinised(position, "french", Dice(seed)) for seed in range(3)]
    assert any(_seen(position, "french")[0] != _seen(other, "french")[0] for other in others)


def test_numbers_stand_where_the_layout_says() -> None:
    """Given a block at strength 2 in Fife, then exactly that number stands among the own blocks."""
    moves: Json = {"type": "moves", "side": "scotland", "points": 1}
    position = case("hs", {"blocks": {"fife": ["s_wallace 2"], "mar": ["e_mar"]}, "opening": moves})
    layout = layout_of("hammer_of_the_scots")
    fields = {each.name: each for each in layout.fields}
    values = layout.values(view(position, "scotland"))
    own = values[fields["own"].first : fields["own"].first + fields["own"].size]
    assert [value for value in own if value] == [1.0, 2.0]
    assert [value for value in values[fields["year"].first :][: fields["year"].size] if value] == [1297.0]
