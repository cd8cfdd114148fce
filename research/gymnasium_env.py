"""The games as Gymnasium environments: you play one side, a stated opponent plays the other, chance falls by its odds.

    environment = SideEnv("hammer_of_the_scots", "scotland", opponent=uniform)

Observations, masks and rewards are those of the PettingZoo environments. An action that is not legal loses the game,
and `info["refused"]` says by which rule.
"""

from typing import Any, SupportsInt

import gymnasium

from oracle.choices import Dice
from research.match import Match
from research.players import Player, uniform
from research.spaces import MOST_DECISIONS, Observation, action_space, observation_space, observed
from rulebook import Decision


class SideEnv(gymnasium.Env[Observation, SupportsInt]):
    """One side of a game against an opponent."""

    def __init__(
        self,
        game: str,
        side: str,
        opponent: Player = uniform,
        scenario: str | None = None,
        ruleset: str | None = None,
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.side, self.opponent = game, side, opponent
        self.scenario, self.ruleset, self.most_decisions = scenario, ruleset, most_decisions
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.action_space = action_space(game)
        self.observation_space = observation_space(game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, up to the first decision of the side."""
        super().reset(seed=seed)
        self.dice = Dice(int(self.np_random.integers(2**62)))
        self.match = Match.begun(self.game, self.scenario, self.ruleset, self.dice, self.most_decisions)
        self._answer()
        return observed(self.match, self.side), {}

    def _answer(self) -> None:
        """Let the opponent play until the side is due, or the game has ended."""
        while not self.match.over and not self.match.cut:
            due = self.match.due
            assert isinstance(due, Decision)
            if due.by == self.side:
                return
            chosen = self.opponent(self.match.position, due, self.dice)
            refused = self.match.take(self.match.numbers.number(chosen))
            assert refused is None, f"the opponent chose what is {refused}"

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponent answer."""
        refused = self.match.take(int(action))
        if refused is not None:
            return observed(self.match, self.side), -1.0, True, False, {"refused": refused}
        self._answer()
        reward = self.match.rewards()[self.side]
        return observed(self.match, self.side), reward, self.match.over, self.match.cut, {}

    def render(self) -> str:
        """Return the position in words."""
        return self.match.position.as_words()
