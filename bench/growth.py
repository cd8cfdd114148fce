"""How the cost grows: of a decision over the length of a game and with the units on the map, and of verifying a trace.

Run it as it is, or with `PYTHONPATH=build/compiled:. python -P -m bench.growth` on the compiled build.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from itertools import islice
from typing import TypeVar

from oracle.choices import Dice
from oracle.compiled_build import running
from oracle.replays import replay_text
from oracle.walk import turns, walk, walk_states
from reference.kernel.decisions import Decision
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import seat
from reference.kernel.traces import Act, Header, Trace, write_trace
from reference.wilderness_war.board import units_on_map
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.sides import Side

A = TypeVar("A")

GAME = WildernessWar()
SEEDS = 4
PARTS = 4
SCENARIO = "full_campaign"
LENGTHS = (100, 200, 400, 800)


def at_random(seed: int) -> Callable[[object, Decision[A]], A]:
    """Return a player who chooses at random."""
    dice = Dice(seed)
    return lambda _, due: dice.one(due.actions)


def by_length_and_units() -> None:
    """Print microseconds a decision by the quarter of the game, and by how many units are on the map."""
    rules = GAME.ruleset(options_of(GAME.id, RulesetName("standard")))
    quarters, units = [0.0] * PARTS, defaultdict[int, list[float]](list)
    decisions = 0
    for seed in range(SEEDS):
        taken: list[float] = []
        begun = time.process_time()
        for turn in turns(walk_states(GAME, GAME.start(SCENARIO, rules), at_random(seed))):
            now = time.process_time()
            taken.append(now - begun)
            units[sum(len(units_on_map(turn.after.board, side)) for side in Side) // 10 * 10].append(now - begun)
            begun = time.process_time()
        decisions += len(taken)
        for part in range(PARTS):
            quarters[part] += sum(taken[part * len(taken) // PARTS : (part + 1) * len(taken) // PARTS])
    told = "  ".join(f"{1e6 * each / (decisions / PARTS):,.0f}" for each in quarters)
    print(f"{running()}: {SCENARIO}, {decisions // SEEDS} decisions a game, microseconds a decision by quarter: {told}")
    for number, each in sorted(units.items()):
        if len(each) >= 200:
            spent = 1e6 * sum(each) / len(each)
            print(f"  {number:>3} to {number + 9} units on the map: {spent:,.0f} ({len(each)} decisions)")


def by_trace() -> None:
    """Print the milliseconds that verifying a random game takes, by its number of decisions."""
    header = Header(GAME.id, RulesetName("standard"), SCENARIO)
    rules = GAME.ruleset(options_of(GAME.id, header.ruleset))
    table, dice = seat(GAME, GAME.start(SCENARIO, rules)), Dice(1)
    way = islice(turns(walk(table, lambda _, due: dice.one(due.actions))), max(LENGTHS))
    acts = [(number, Act(turn.due.by, turn.action, hash=turn.after.digest())) for number, turn in enumerate(way, 2)]
    for length in LENGTHS:
        text = write_trace(Trace(header, tuple(acts[:length])))
        begun = time.process_time()
        replay_text("random.jsonl", text)
        print(
            f"{running()}: a trace of {length} decisions is verified in {1e3 * (time.process_time() - begun):,.0f} ms"
        )


def main() -> None:
    """Print all."""
    by_length_and_units()
    by_trace()


if __name__ == "__main__":
    main()
