"""The adapters pass the tests of the projects they are made for; see also the tests of each part."""

import pytest

from tests.research.libraries import need

need("numpy", "gymnasium", "pettingzoo", "pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import research.open_spiel_games  # noqa: E402, F401
from research.gymnasium_env import SideEnv  # noqa: E402
from research.match import sides_of  # noqa: E402
from research.pettingzoo_env import env  # noqa: E402
from rulebook import Over, decide  # noqa: E402
from tests.research.positions import GAMES  # noqa: E402

# The checkers warn of what is so on purpose: observations of several parts, sides with names of their own.
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    api_test(env(game, most_decisions=25), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_the_same_game_for_the_same_seed(game: str) -> None:
    seed_test(lambda: env(game, most_decisions=25), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    check_env(SideEnv(game, sides_of(game)[1], most_decisions=40), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_open_spiel_finds_nothing_wrong(game: str) -> None:
    played = pyspiel.load_game(f"referee_{game}", {"most_decisions": 60})
    pyspiel.random_sim_test(played, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_an_action_that_is_not_legal_loses_and_the_rule_is_told(game: str) -> None:
    """Given an action that the mask forbids, when it is taken, then the game is lost, and the answer says why."""
    environment = env(game)
    environment.reset(seed=1)
    agent = environment.agent_selection
    illegal = int(np.argmin(environment.observe(agent)["action_mask"]))
    environment.step(illegal)
    assert environment.rewards == {each: -1.0 if each == agent else 1.0 for each in environment.agents}
    assert all(environment.terminations.values())
    assert environment.infos[agent]["refused"]


def test_the_one_who_is_not_due_has_no_legal_action() -> None:
    environment = env("hammer_of_the_scots")
    environment.reset(seed=1)
    other = next(each for each in environment.agents if each != environment.agent_selection)
    assert not environment.observe(other)["action_mask"].any()
    assert environment.observe(environment.agent_selection)["action_mask"].any()


def test_a_game_of_one_side_ends_with_the_result_of_the_rules() -> None:
    """Given a game played to its end, then the reward is what the rules say the side has won."""
    environment = SideEnv("hammer_of_the_scots", "scotland")
    observation, _ = environment.reset(seed=4)
    ended = False
    reward = 0.0
    while not ended:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, ended, cut, _ = environment.step(int(legal[0]))
        assert not cut
    over = decide(environment.match.position)
    assert isinstance(over, Over)
    assert reward == next(each.value for each in over.returns if each.side == "scotland")


def test_open_spiel_sees_the_exact_odds_and_the_result() -> None:
    """Given the first draw of a game, then chance has an outcome for each block of the pool, equally likely."""
    state = pyspiel.load_game("referee_hammer_of_the_scots").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 13
    assert all(odds == pytest.approx(1 / 13) for _, odds in outcomes)
