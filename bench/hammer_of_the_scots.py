"""Random games of Hammer of the Scots: decisions a second on one core, for every scenario and preset."""

import time
from itertools import islice

from oracle.choices import Dice
from oracle.walk import turns, walk_states
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.kernel.rulesets import RulesetName, options_of

GAMES = 20
MOST_DECISIONS = 3_000
GOAL = 15_000


def played(game: HammerOfTheScots, scenario: str, ruleset: Ruleset, seed: int) -> int:
    """Play one random game, up to a limit, and return how many decisions it took."""
    dice = Dice(seed)
    way = walk_states(game, game.start(scenario, ruleset), lambda _, due: dice.one(due.actions))
    return sum(1 for _ in islice(turns(way), MOST_DECISIONS))


def main() -> None:
    """Print the figure for each scenario and preset, and for all together."""
    game = HammerOfTheScots()
    whole, spent, passed = 0, 0.0, 0.0
    for preset in ("standard", "peer"):
        ruleset = game.ruleset(options_of(game.id, RulesetName(preset)))
        for scenario in game.scenarios:
            begun, at = time.process_time(), time.perf_counter()
            decisions = sum(played(game, scenario, ruleset, seed) for seed in range(GAMES))
            took, waited = time.process_time() - begun, time.perf_counter() - at
            _show(f"{scenario:<11} {preset:<9}", decisions, took, waited)
            whole, spent, passed = whole + decisions, spent + took, passed + waited
    _show(f"all together, goal {GOAL:,} ", whole, spent, passed)


def _show(what: str, decisions: int, took: float, waited: float) -> None:
    """Print decisions a second of processor time and of elapsed time, which includes other programs."""
    print(
        f"hammer_of_the_scots {what:<25} {decisions / took:>8,.0f} decisions a second of one core, "
        f"{decisions / waited:>8,.0f} by the clock"
    )


if __name__ == "__main__":
    main()
