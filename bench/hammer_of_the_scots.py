"""How many decisions of Hammer of the Scots a second one core makes, in seeded random games of every scenario."""

import random
import time

from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Settled

GAMES = 20
MOST_DECISIONS = 3_000
GOAL = 15_000


def played(game: HammerOfTheScots, scenario: str, ruleset: Ruleset, seed: int) -> int:
    """Play one random game, at most so far, and return how many decisions it took."""
    chooser = random.Random(seed)
    state = game.start(scenario, ruleset)
    due = game.decision(state)
    for decisions in range(MOST_DECISIONS):
        if isinstance(due, Over):
            return decisions
        actions = due.actions
        verdict = game.step(state, actions[int(chooser.random() * len(actions))], due)
        assert isinstance(verdict, Settled)
        state, due = verdict.state, verdict.due
    return MOST_DECISIONS


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
    """Print decisions a second of processor time, and of time on the clock, which counts what else is running."""
    print(
        f"hammer_of_the_scots {what:<25} {decisions / took:>8,.0f} decisions a second of one core, "
        f"{decisions / waited:>8,.0f} by the clock"
    )


if __name__ == "__main__":
    main()
