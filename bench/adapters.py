"""The adapters beside the core: decisions a second of random play, in one run, by processor time, and the ratios.

`python -m bench.adapters` needs the libraries of the extra research; what is missing is told and left out.
"""

import importlib.util
import time
from collections.abc import Callable

from oracle.choices import Dice
from oracle.players import evenly, seeded
from oracle.walk import turns, walk
from research.determinise import determinised
from research.match import CHANCE, Match, after, fallen, sides_of
from rulebook import Decision, decide, games, start

DECISIONS = 400


def core(game: str) -> int:
    """Play on the rules as the tool does, without looking at anything."""
    way = turns(walk(start(game).table, seeded(Dice(1), evenly)))
    return sum(1 for _, _ in zip(range(DECISIONS), way, strict=False))


def api(game: str) -> int:
    """Play on the public API."""
    dice, position = Dice(1), start(game)
    for _ in range(DECISIONS):
        due = decide(position)
        assert isinstance(due, Decision)
        position = after(position, fallen(due, dice) if due.by == CHANCE else dice.one(due.actions))
    return DECISIONS


def samples(game: str) -> int:
    """Sample positions that a side could be in: samples, not decisions."""
    position = Match.begun(game, None, None, Dice(1), 1).position
    for seed in range(DECISIONS // 10):
        determinised(position, sides_of(game)[0], Dice(seed))
    return DECISIONS // 10


def pettingzoo(game: str) -> int:
    """Play on the PettingZoo environment, observing and masking at every decision of a side."""
    from research.pettingzoo_env import env  # noqa: PLC0415

    environment = env(game, most_decisions=DECISIONS)
    environment.reset(seed=1)
    dice, taken = Dice(1), 0
    while not any((*environment.terminations.values(), *environment.truncations.values())):
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(dice.one([int(each) for each in mask.nonzero()[0]]))
        taken += 1
    return taken


def gymnasium(game: str) -> int:
    """Play one side on the Gymnasium environment against uniform, observing at each decision of the side."""
    from research.gymnasium_env import SideEnv  # noqa: PLC0415

    environment, dice, ended = SideEnv(game, sides_of(game)[0], most_decisions=DECISIONS), Dice(1), False
    observation, _ = environment.reset(seed=1)
    while not ended:
        legal = [int(each) for each in observation["action_mask"].nonzero()[0]]
        observation, _, over, cut, _ = environment.step(dice.one(legal))
        ended = over or cut
    return environment.match.taken


def open_spiel(game: str) -> int:
    """Play on the OpenSpiel game, without observing."""
    import pyspiel  # noqa: PLC0415

    import research.open_spiel_games  # noqa: F401, PLC0415

    state, dice = pyspiel.load_game(f"referee_{game}").new_initial_state(), Dice(1)
    for _ in range(DECISIONS):
        state.apply_action(int(dice.one(state.legal_actions())))
    return DECISIONS


WAYS: tuple[tuple[str, Callable[[str], int], str], ...] = (
    ("the core, without observing", core, ""),
    ("the public API, without observing", api, ""),
    ("OpenSpiel, without observing", open_spiel, "pyspiel"),
    ("PettingZoo, observing, decisions of the sides", pettingzoo, "pettingzoo"),
    ("Gymnasium, observing, decisions of the sides", gymnasium, "gymnasium"),
    ("sampled positions", samples, ""),
)


def main() -> None:
    """Print a table."""
    print("| game | way | a second | of the core |")
    print("|---|---|---|---|")
    for game in games():
        usual = 0.0
        for name, way, library in WAYS:
            if library and importlib.util.find_spec(library) is None:
                print(f"| {game.name} | {name} | {library} is not installed | |")
                continue
            way(game.id)
            begun = time.process_time()
            done = way(game.id)
            speed = done / (time.process_time() - begun)
            usual = usual or speed
            print(f"| {game.name} | {name} | {speed:,.0f} | {speed / usual:.2f} |")


if __name__ == "__main__":
    main()
