"""The games as PettingZoo environments (AEC): the agents are the sides, and chance is played by the environment.

    environment = env("few_acres_of_snow")
    environment.reset(seed=7)

An observation has `observation` (`research.observations`) and `action_mask` (`research.actions`). Rewards come at the
end: 1, 0 or -1. An action that is not legal loses the game, and `infos` say by which rule. A game that is longer than
`most_decisions` is truncated, without reward.
"""

from typing import Any, ClassVar, SupportsInt

from gymnasium import spaces
from pettingzoo import AECEnv

from oracle.choices import Dice
from research.match import Match, sides_of
from research.spaces import MOST_DECISIONS, Observation, action_space, observation_space, observed
from rulebook import Decision


class RefereeEnv(AECEnv):
    """A game of Referee as an environment of several agents."""

    metadata: ClassVar[dict[str, Any]] = {"name": "referee_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        ruleset: str | None = None,
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.scenario, self.ruleset = game, scenario, ruleset
        self.most_decisions = most_decisions
        self.render_mode = render_mode
        self.possible_agents = list(sides_of(game))
        self.action_spaces = {each: action_space(game) for each in self.possible_agents}
        self.observation_spaces = {each: observation_space(game) for each in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[SupportsInt]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed brings the same chances."""
        self.match = Match.begun(self.game, self.scenario, self.ruleset, Dice(seed), self.most_decisions)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {each: {} for each in self.agents}
        self._select()

    def _select(self) -> None:
        """Note who is due, or that the game has ended."""
        due = self.match.due
        if isinstance(due, Decision):
            self.agent_selection = due.by
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, self.match.cut)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees."""
        return observed(self.match, agent)

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is due."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        refused = self.match.take(int(action))
        if refused is None:
            self.rewards = self.match.rewards()
            self._select()
        else:
            self.rewards = {each: -1.0 if each == agent else 1.0 for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent] = {"refused": refused}
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the position in words."""
        return self.match.position.as_words()

    def close(self) -> None:
        """Close nothing: an environment holds no files and no windows."""


def env(game: str, **given: Any) -> RefereeEnv:
    """Return the environment of a game, by the game's id."""
    return RefereeEnv(game, **given)
