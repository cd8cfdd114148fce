"""Random games of Wilderness War: decisions a second on one core, and memory over a long game."""

import time
import tracemalloc

from oracle.choices import Dice
from oracle.walk import turns, walk_states
from reference.kernel.rulesets import RulesetName, options_of
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.ruleset import Ruleset

GAME = WildernessWar()
SEEDS = 6


def game(scenario: str, rules: Ruleset, seed: int) -> int:
    """Play a game at random and return how many decisions it took."""
    dice = Dice(seed)
    way = walk_states(GAME, GAME.start(scenario, rules), lambda _, due: dice.one(due.actions))
    return sum(1 for _ in turns(way))


def main() -> None:
    """Print decisions a second for each scenario, and the memory of the longest."""
    rules = GAME.ruleset(options_of(GAME.id, RulesetName("standard")))
    game(GAME.scenarios[0], rules, 0)
    for scenario in GAME.scenarios:
        start = time.process_time()
        count = sum(game(scenario, rules, seed) for seed in range(SEEDS))
        spent = time.process_time() - start
        print(f"wilderness_war {scenario}: {count} decisions, {count / spent:,.0f} a second")
    tracemalloc.start()
    count = game("full_campaign", rules, 1)
    current, peak = tracemalloc.get_traced_memory()
    print(f"wilderness_war full_campaign: {count} decisions, {current / 1e6:.1f} MB held, {peak / 1e6:.1f} MB at most")


if __name__ == "__main__":
    main()
