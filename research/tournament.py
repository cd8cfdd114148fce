"""Players against each other, both ways round, with confidence intervals.

    python -m research.tournament hammer_of_the_scots --games 20 --most 300

prints a table in Markdown. Every pairing is played with each player on each side, half of the games each way; with
`--side`, the first of a pairing always has that side. A game that is cut short after `--most` decisions of the sides
counts as a win for whoever is ahead in points, and as half for both if nobody is.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from oracle.choices import Choices, Dice
from research.match import Match, sides_of
from research.players import Player, flat_monte_carlo, information_set_search, uniform
from rulebook import Decision

# A normal distribution has 95 % of its weight within so many deviations.
_DEVIATIONS = 1.96


@dataclass(frozen=True, slots=True)
class Score:
    """What one player won against another: points (1 a win, a half for a draw) in so many games, so many cut short."""

    one: str
    other: str
    points: float
    games: int
    cut: int

    def interval(self) -> tuple[float, float]:
        """Return the share of points that the games bear out, from and to, with 95 % confidence (Wilson)."""
        share, count, z2 = self.points / self.games, self.games, _DEVIATIONS**2
        middle = (share + z2 / (2 * count)) / (1 + z2 / count)
        width = _DEVIATIONS * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
        return max(0.0, middle - width), min(1.0, middle + width)


def standard_players(playouts: int, horizon: int) -> Mapping[str, Player]:
    """Return the players of the table, by name."""
    return {
        "uniform": uniform,
        "flat Monte-Carlo": flat_monte_carlo(playouts, horizon),
        "information-set search": information_set_search(playouts, horizon),
    }


def played(match: Match, players: Mapping[str, Player], choices: Choices) -> dict[str, float]:
    """Play a match between the players of its sides; return the points of each side."""
    while isinstance(match.due, Decision) and not match.cut:
        chosen = players[match.due.by](match.position, match.due, choices)
        refused = match.take(match.numbers.number(chosen))
        assert refused is None, f"a player chose what is {refused}"
    if match.over:
        return {side: (reward + 1) / 2 for side, reward in match.rewards().items()}
    points = match.position.points()
    best = max(points.values())
    ahead = [side for side, count in points.items() if count == best]
    return {side: (1 / len(ahead) if side in ahead else 0.0) for side in points}


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: a scenario, so many games, of so many decisions at most; `side` is always the first player's."""

    game: str
    scenario: str | None
    games: int
    most: int
    side: str | None = None


def pairing(terms: Terms, names: tuple[str, str], players: Mapping[str, Player]) -> Score:
    """Play two players against each other, half of the games each way round unless a side is always the first one's."""
    points, cut = 0.0, 0
    for number in range(terms.games):
        sides = sides_of(terms.game)
        own = terms.side or sides[number % 2]
        # Two games in a row have the same dice, with the sides exchanged.
        choices = Dice(f"{terms.game} {names} {number if terms.side else number // 2}")
        match = Match.begun(terms.game, terms.scenario, None, choices, terms.most)
        seats = {side: players[names[0] if side == own else names[1]] for side in sides}
        points += played(match, seats, choices)[own]
        cut += match.cut
    return Score(*names, points, terms.games, cut)


def table(scores: Iterator[Score]) -> Iterator[str]:
    """Return the lines of a table in Markdown."""
    yield "| player | against | games | cut short | share of points | 95 % |"
    yield "|---|---|---|---|---|---|"
    for each in scores:
        least, most = each.interval()
        share = f"{each.points / each.games:.2f}"
        yield f"| {each.one} | {each.other} | {each.games} | {each.cut} | {share} | {least:.2f} to {most:.2f} |"


def main(given: list[str] | None = None) -> int:
    """Print the table of one game."""
    parser = argparse.ArgumentParser(prog="research.tournament", description="Players against each other.")
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--games", type=int, default=20, help="of each pairing")
    parser.add_argument("--most", type=int, default=300, help="decisions of the sides in a game")
    parser.add_argument("--side", help="always that of the first player of a pairing")
    parser.add_argument("--playouts", type=int, default=20, help="for a decision")
    parser.add_argument("--horizon", type=int, default=30, help="decisions of a playout")
    asked = parser.parse_args(given)
    players = standard_players(asked.playouts, asked.horizon)
    terms = Terms(asked.game, asked.scenario, asked.games, asked.most, asked.side)
    pairs = (pairing(terms, (stronger, weaker), players) for weaker, stronger in combinations(players, 2))
    for line in table(pairs):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
