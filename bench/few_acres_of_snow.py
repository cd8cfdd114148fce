"""Random games of A Few Acres of Snow: decisions a second, on one core, for each preset."""

import time
from itertools import islice

from oracle.choices import Dice
from oracle.walk import turns, walk_states
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.kernel.rulesets import RulesetName, options_of

PRESETS = ("first", "second", "online")
SECONDS = 3.0
GOAL = 15_000
# Random players can return every location card with the governor and then play on forever.
MOST_DECISIONS = 10_000


def played(game: FewAcresOfSnow, ruleset: Ruleset, seed: int) -> int:
    """Play a random game to its end and return how many decisions it took."""
    dice = Dice(seed)
    way = walk_states(game, game.start("standard", ruleset), lambda _, due: dice.one(due.actions))
    return sum(1 for _ in islice(turns(way), MOST_DECISIONS))


def main() -> None:
    """Print the figures."""
    game = FewAcresOfSnow()
    for preset in PRESETS:
        ruleset = game.ruleset(options_of(game.id, RulesetName(preset)))
        played(game, ruleset, 0)
        games = decisions = 0
        start, at = time.process_time(), time.perf_counter()
        while time.process_time() - start < SECONDS:
            games += 1
            decisions += played(game, ruleset, games)
        spent, waited = time.process_time() - start, time.perf_counter() - at
        print(
            f"few_acres_of_snow {preset:<8} {decisions / spent:>8,.0f} decisions a second of one core, "
            f"{decisions / waited:>8,.0f} by the clock (goal {GOAL:,}; {games} games of {decisions // games})"
        )


if __name__ == "__main__":
    main()
