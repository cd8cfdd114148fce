"""Positions in words: written, read back, and refused where they make no sense."""

import pytest

from reference.kernel.canonical import Json, Unreadable
from tests.hammer_of_the_scots.positions import GAME, STANDARD, battle, go, moves, play, winter


def test_a_position_is_read_back_to_an_equal_state_in_the_midst_of_things() -> None:
    state = moves({"fife": "s_norse s_douglas s_grant", "angus": "e_york_infantry"}, "truce", "move3")
    state = play(state, "done")
    state = go(play(go(state, "s_douglas", "angus"), "select s_norse; march s_norse moray"), "s_grant", "mentieth")
    form = GAME.canonical(state)
    assert isinstance(form, dict)
    assert form["marches"] == {"s_douglas": "fife>fife", "s_grant": "fife>fife", "s_norse": "fife>sea"}
    assert form["entries"] == {"fife>angus": ["scotland"]}
    assert form["crossings"] == {"angus-fife": 1, "fife-mentieth": 1}
    assert form["attackers"] == {"angus": "scotland"}
    assert form["main_forces"] == {"angus": "s_douglas"}
    assert form["moved"] == ["s_douglas", "s_grant", "s_norse"]
    assert GAME.place(form, STANDARD) == state


def test_a_finished_game_is_read_back() -> None:
    state = battle({"fife": "s_king:1 e_edward"}, "fife", "england", crowned=1298)
    state = play(state, "hold s_king; fight e_edward; roll 1; roll 1; roll 1; roll 1; select s_king")
    assert GAME.place(GAME.canonical(state), STANDARD) == state


def test_a_declared_coronation_and_a_truce_are_read_back() -> None:
    state = winter({"fife": "s_douglas"}, "scottish_build", declared="bruce", truce="england", reserves=["s_douglas"])
    form = GAME.canonical(state)
    assert isinstance(form, dict)
    assert (form["declared"], form["truce"], form["reserves"]) == ("bruce", "england", ["s_douglas"])
    assert GAME.place(form, STANDARD) == state


def test_a_description_fills_in_what_is_empty_and_what_follows() -> None:
    described = GAME.describe(winter({"fife": "s_douglas"}, "scottish_build"))
    assert isinstance(described, dict)
    assert described["blocks"]["england"] == []
    assert described["nobles"] == {"england": 1, "scotland": 1}
    assert described["friendly"] == {"england": ["ross"], "scotland": ["fife", "galloway"]}
    assert described["contested"] == []
    assert described["castle_limits"]["scotland"]["fife"] == 3


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"blocks": {"york": []}}, "blocks: 'york' is no area"),
        ({"blocks": {"fife": ["s_nobody"]}}, "blocks.fife: 's_nobody' is no block"),
        ({"blocks": {"fife": ["s_grant 4"]}}, "blocks.fife: 's_grant 4' is not of the form"),
        ({"blocks": {"fife": ["s_grant"], "angus": ["s_grant"]}}, "blocks.angus: s_grant is in two places"),
        ({"pool": ["s_grant", "s_grant"]}, "pool: s_grant is in two places"),
        ({"hands": {"france": ["truce"]}}, "hands: 'france' is none of"),
        ({"played": {"france": "truce"}}, "played: 'france' is none of"),
        ({"hands": {"england": ["move9"]}}, "hands: 'move9' is none of"),
        ({"hands": {"england": ["truce"] * 6}}, "hands: a hand has 5 cards at most"),
        ({"hands": {"england": ["truce"] * 2}}, "hands: holds more cards of a kind"),
        ({"played": {"england": "move9"}}, "played: 'move9' is none of"),
        ({"declared": "wallace"}, "declared: 'wallace' is none of"),
        ({"first": "france"}, "first: 'france' is none of"),
        ({"moved": ["s_nobody"]}, "moved: 's_nobody' is no block"),
        ({"crossings": {"fife-lothian": 1}}, "crossings: there is no border fife>lothian"),
        ({"crossings": {"angus-fife": 300}}, "crossings.angus-fife: 300 is not 0 to 56"),
        ({"marches": {"s_grant": "york>fife"}}, "marches: 'york' is no area"),
        ({"frames": {}}, "frames: must be a list"),
        ({"frames": [{"type": "picnic"}]}, r"frames\[0\].type"),
        ({"frames": [{"type": "hits", "side": "england", "left": 1, "right": 2}]}, r"frames\[0\].right"),
        ({"weather": "wet"}, "weather: has no place here"),
        ({"outcome": {"winner": "france", "rule": "hs:9.0-1"}}, "outcome.winner: 'france' is none of"),
    ],
)
def test_a_position_that_makes_no_sense_is_unreadable(position: Json, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        GAME.place(position, STANDARD)


def test_actions_are_read_strictly() -> None:
    with pytest.raises(Unreadable, match="no block"):
        GAME.read_action({"type": "select", "block": "s_nobody"})
    assert GAME.write_action(GAME.read_action({"type": "done"})) == {"type": "done"}


@pytest.mark.parametrize("strength", ["0", "5", "-1", "03", "\u0663", "9" * 5_000])
def test_a_strength_is_a_number_of_steps_in_plain_digits(strength: str) -> None:
    with pytest.raises(Unreadable, match="is not of the form 'block"):
        GAME.place({"blocks": {"fife": [f"s_wallace {strength}"]}}, STANDARD)
