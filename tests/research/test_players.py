"""Players: they choose what is legal, look only at what their side sees, and win against chance."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from oracle.choices import Choices, Dice
from reference.kernel.canonical import Json
from research import players, tournament
from research.determinise import determinised
from research.match import Match
from research.players import flat_monte_carlo, information_set_search, uniform, worth
from research.tournament import Score, Terms, main, pairing, standard_players
from rulebook import Decision, Position, case, decide, view
from tests.research.positions import GAMES, on_the_way

PLAYERS = standard_players(4, 6)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", list(PLAYERS))
def test_a_player_chooses_a_legal_action_and_the_same_one_again(game: str, name: str) -> None:
    for position in on_the_way(game, seed=2, most=9, every=4):
        due = decide(position)
        assert isinstance(due, Decision)
        chosen = PLAYERS[name](position, due, Dice(1))
        assert chosen in due.actions
        assert PLAYERS[name](position, due, Dice(1)) == chosen


@pytest.mark.parametrize("player", [flat_monte_carlo(40, 4), information_set_search(40, 4)], ids=["flat", "tree"])
def test_who_searches_finds_what_is_worth_most(player: players.Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given that only one card wins, when a card must be played, then it is that one."""
    position = next(on_the_way("hammer_of_the_scots", seed=2, most=1, every=1))
    due = decide(position)
    assert isinstance(due, Decision)
    for wanted in due.actions:
        assert isinstance(wanted, Mapping)
        monkeypatch.setattr(players, "played_out", _worth_of_card(wanted["card"]))
        assert player(position, due, Dice(3)) == wanted


def _worth_of_card(card: Json) -> Callable[[Position, str, object, int], float]:
    def worth_of(position: Position, side: str, _: object, __: int) -> float:
        seen = view(position, side)
        assert isinstance(seen, Mapping)
        return 1.0 if seen.get("own_card") == card else -1.0

    return worth_of


def test_worth_is_what_was_won_or_between_by_the_lead() -> None:
    won = case("ww", {"vp": {"french": 11}, "opening": {"type": "victory_check"}})
    assert (worth(won, "french"), worth(won, "british")) == (1, -1)
    ahead = next(on_the_way("wilderness_war", seed=1, most=1, every=1))
    assert worth(ahead, "french") == -worth(ahead, "british")
    assert 0 < worth(ahead, "french") < 1


def test_who_searches_plays_on_in_samples_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a player with a budget, when it decides, then every playout begins in a position sampled for its side."""
    asked: list[str] = []

    def noted(given: Position, side: str, choices: Choices) -> Position:
        asked.append(side)
        return determinised(given, side, choices)

    monkeypatch.setattr(players, "determinised", noted)
    position = next(on_the_way("hammer_of_the_scots", seed=2, most=1, every=1))
    due = decide(position)
    assert isinstance(due, Decision)
    flat_monte_carlo(len(due.actions), 2)(position, due, Dice(1))
    assert asked == [due.by] * len(due.actions)


def test_intervals_are_those_of_the_textbook() -> None:
    """Given 8 of 10, then the interval of Wilson is 0.49 to 0.94."""
    least, most = Score("a", "b", 8, 10, 0).interval()
    assert (round(least, 2), round(most, 2)) == (0.49, 0.94)


def test_points_of_a_pairing_are_those_of_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a side that always wins, when both players have it once, then each wins one of two games."""

    def england_wins(*_: object) -> Mapping[str, float]:
        return {"england": 1.0, "scotland": 0.0}

    monkeypatch.setattr(tournament, "played", england_wins)
    terms = Terms("hammer_of_the_scots", None, games=2, most=3)
    seats = {"one": uniform, "other": uniform}
    assert pairing(terms, ("one", "other"), seats) == Score("one", "other", 1.0, 2, 0)
    assert pairing(replace(terms, side="england"), ("one", "other"), seats).points == 2.0


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hammer_of_the_scots", "--games", "1", "--most", "2", "--playouts", "2", "--horizon", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert lines[-1].startswith("| information-set search | flat Monte-Carlo | 1 |")


def test_a_match_between_uniform_players_ends() -> None:
    dice = Dice(9)
    match = Match.begun("hammer_of_the_scots", None, None, dice, 20)
    points = tournament.played(match, {"england": uniform, "scotland": uniform}, dice)
    assert sum(points.values()) == 1
