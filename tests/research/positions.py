"""Positions of games in play, for the tests of what learning programs use."""

from collections.abc import Iterator

from oracle.choices import Dice
from research.match import Match
from rulebook import Decision, Position, games

GAMES = tuple(each.id for each in games())


def on_the_way(game: str, seed: int, most: int, every: int) -> Iterator[Position]:
    """Go through positions of a random game at which a side is due: one in `every` of the first `most`."""
    dice = Dice(seed)
    match = Match.begun(game, None, None, dice, most)
    while isinstance(match.due, Decision) and not match.cut:
        if match.taken % every == 0:
            yield match.position
        refused = match.take(match.numbers.number(dice.one(match.due.actions)))
        assert refused is None
