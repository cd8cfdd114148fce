"""A game under way for the adapters: chance is played by its exact odds, and whoever is due is asked by number."""

import math
from dataclasses import dataclass, field

from oracle.choices import Choices
from reference.kernel.canonical import Json
from research.actions import Numbering, numbering
from research.observations import Layout, layout_of
from rulebook import Decision, Legal, Over, Position, act, decide, games, start, view

CHANCE = "chance"


def fallen(due: Decision, choices: Choices) -> Json:
    """Return what chance brings, each outcome by its exact odds."""
    assert due.odds is not None
    whole = math.lcm(*(share.denominator for share in due.odds))
    point = choices.below(whole)
    for action, share in zip(due.actions, due.odds, strict=True):
        point -= int(share * whole)
        if point < 0:
            return action
    raise ValueError(f"the odds of {due.about} add up to less than one")


def after(position: Position, action: Json) -> Position:
    """Return the position that an action leads to, which must be legal."""
    answer = act(position, action)
    assert isinstance(answer, Legal), f"{action} was offered and is refused: {answer}"
    return answer.position


def sides_of(game: str) -> tuple[str, ...]:
    """Return the sides of a game, by its id."""
    return next(each.sides for each in games() if each.id == game)


@dataclass(slots=True)
class Match:
    """A game under way. After `most` decisions of the sides it is cut short."""

    position: Position
    choices: Choices
    most: int
    taken: int = 0
    due: Decision | Over = field(init=False)
    numbers: Numbering = field(init=False)
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = numbering(self.position.game)
        self.layout = layout_of(self.position.game)
        self._settle()

    @classmethod
    def begun(cls, game: str, scenario: str | None, ruleset: str | None, choices: Choices, most: int) -> "Match":
        """Return a match at the beginning of a scenario."""
        return cls(start(game, scenario, ruleset), choices, most)

    def _settle(self) -> None:
        """Let chance play until a side must choose, or all is over."""
        self.due = decide(self.position)
        while isinstance(self.due, Decision) and self.due.by == CHANCE:
            self.position = after(self.position, fallen(self.due, self.choices))
            self.due = decide(self.position)

    @property
    def over(self) -> bool:
        """Say whether the game has ended by its rules."""
        return isinstance(self.due, Over)

    @property
    def cut(self) -> bool:
        """Say whether the game is cut short."""
        return not self.over and self.taken >= self.most

    def mask(self, side: str) -> bytearray:
        """Return which actions a side may take now, a byte for each."""
        mine = self.due.actions if isinstance(self.due, Decision) and self.due.by == side else ()
        return self.numbers.mask(mine)

    def values(self, side: str) -> list[float]:
        """Return what a side sees as numbers."""
        return self.layout.values(view(self.position, side))

    def take(self, number: int) -> str | None:
        """Take the action of a number for the side that is due; if it is refused, return why, by rule."""
        assert isinstance(self.due, Decision)
        answer = act(self.position, self.numbers.action(number))
        if not isinstance(answer, Legal):
            return " ".join((answer.ruling.value, *answer.rules))
        self.position = answer.position
        self.taken += 1
        self._settle()
        return None

    def rewards(self) -> dict[str, float]:
        """Return 1 for the winner, -1 for the loser and 0 for a draw; 0 for both while the game is not over."""
        if isinstance(self.due, Over):
            return {each.side: float(each.value) for each in self.due.returns}
        return dict.fromkeys(sides_of(self.position.game), 0.0)
