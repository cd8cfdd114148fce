"""One figure, measured in this process on whichever build of the rules it runs: `python -m bench._figures NAME`.

Prints JSON: how much was done, and the seconds of processor time it took. `bench.compiled` runs it for both builds.
"""

import contextlib
import gc
import importlib
import io
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from oracle.choices import Dice
from oracle.cli import main as referee
from oracle.compiled_build import running
from oracle.places import ROOT
from oracle.walk import played_out, turns, walk_states
from reference.kernel.rulesets import RulesetName, options_of

MOST_DECISIONS = 3_000
CLASSES = {
    "wilderness_war": "WildernessWar",
    "hammer_of_the_scots": "HammerOfTheScots",
    "few_acres_of_snow": "FewAcresOfSnow",
}
PRESETS = {"wilderness_war": "standard", "hammer_of_the_scots": "standard", "few_acres_of_snow": "first"}
# How many random games of each scenario.
SEEDS = {"wilderness_war": 2, "hammer_of_the_scots": 5, "few_acres_of_snow": 8}
HAMMER_BATTLE = (
    "odds", "battle", "hammer_of_the_scots", "--space", "Fife", "--attacker",
    "York Infantry, Durham Infantry 2 | Edward", "--defender", "Wallace, Grant 2 | Fraser",
)  # fmt: skip
LARGE_BATTLE = (
    "odds", "battle", "wilderness_war", "--terrain", "wilderness", "--ambush", "defender", "--attacker",
    "Braddock, Dunbar, 2 regulars, 4 northern provincials", "--defender",
    "Beaujeu, Dumas, marine detachment, coureurs, Huron, Ottawa, Potawatomi",
)  # fmt: skip
COMMANDS = {
    "odds of a Hammer battle with reserves": HAMMER_BATTLE,
    "odds of a large battle of Wilderness War": LARGE_BATTLE,
    "perft hs braveheart 5": ("perft", "hammer_of_the_scots", "--scenario", "braveheart", "--depth", "5"),
    "perft ww early_war 3": ("perft", "wilderness_war", "--scenario", "early_war", "--depth", "3"),
    "verify golden": ("verify", str(ROOT / "golden"), "--quiet"),
}


class Figure(NamedTuple):
    """How much was done, in what unit, and the seconds of processor time."""

    units: float
    unit: str
    seconds: float


def _timed(unit: str, doing: Callable[[], float]) -> Figure:
    gc.collect()
    begun = time.process_time()
    return Figure(doing(), unit, time.process_time() - begun)


def command(words: tuple[str, ...]) -> Figure:
    """Run a command of the tool in this process, a first time to warm up."""

    def told() -> float:
        with contextlib.redirect_stdout(io.StringIO()):
            assert referee(words) == 0, words
        return 1

    told()
    return _timed("runs", told)


def random_games(name: str, what: str) -> Figure:
    """Play whole random games of every scenario: games, decisions, or decisions with every position checked."""
    game = getattr(importlib.import_module(f"reference.{name}.game"), CLASSES[name])()
    rules = game.ruleset(options_of(name, RulesetName(PRESETS[name])))

    def one(scenario: str, seed: int) -> int:
        start, dice = game.start(scenario, rules), Dice(seed)
        if what != "checked decisions":
            return played_out(game, start, dice.one, MOST_DECISIONS)[1]
        way = turns(walk_states(game, start, lambda _, due: dice.one(due.actions)))
        return sum(not game.check(turn.after) for turn, _ in zip(way, range(300), strict=False))

    def played() -> Iterator[int]:
        for scenario in game.scenarios:
            yield from (one(scenario, seed) for seed in range(SEEDS[name]))

    one(game.scenarios[0], 0)
    return _timed(what, lambda: len(list(played())) if what == "games" else sum(played()))


def memory(name: str = "wilderness_war") -> Figure:
    """Return the memory in megabytes that a whole campaign needs at the most, beyond the rules themselves."""
    random_games(name, "games")
    tracemalloc.start()
    random_games(name, "games")
    return Figure(tracemalloc.get_traced_memory()[1] / 1e6, "MB", 1.0)


def figures() -> dict[str, Callable[[], Figure]]:
    """Return every figure by its name."""
    found: dict[str, Callable[[], Figure]] = {}
    for name in CLASSES:
        for what in ("games", "decisions", "checked decisions"):
            found[f"{name} {what}"] = partial(random_games, name, what)
    for name, words in COMMANDS.items():
        found[name] = partial(command, words)
    found["memory of random campaigns"] = memory
    return found


def main() -> None:
    """Measure one figure, a few times, and print the best."""
    name, times = sys.argv[1], int(sys.argv[2])
    measured = [figures()[name]() for _ in range(times)]
    best = min(measured, key=lambda each: each.seconds / each.units)
    print(json.dumps({"build": running(), **best._asdict()}))


if __name__ == "__main__":
    main()
