"""Play seeded games of every scenario and preset to their end, positions checked, and count them.

`python -m properties.seeded_games hammer_of_the_scots --games 1000` plays a thousand games of each scenario under each
preset. An action offered but refused, a position without a legal action or an unsound one stops it, naming the game
that led there. Chance falls evenly on its outcomes and not by their odds: what can happen is to happen. A game without
an end after so many decisions is counted as undecided, never as ended.
"""

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from properties.few_acres_of_snow import explorer as few_acres
from properties.hammer_of_the_scots import explorer as hammer
from properties.wilderness_war import explorer as wilderness
from reference.kernel.decisions import Decision, Over
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.verdicts import Violation
from spec_tables.catalogue import catalogue

Due: TypeAlias = Over | Decision[object]
Check: TypeAlias = Callable[[], tuple[Violation, ...]]
Positions: TypeAlias = Iterator[tuple[Due, Check]]
MOST_DECISIONS = 60_000
_SELDOM = 500_000


def _hammer(scenario: str, preset: str, seed: int) -> Positions:
    name = parse_ruleset_name(preset)
    for state in hammer.states(scenario, hammer.ruleset(name.preset, **dict(name.changes)), seed, MOST_DECISIONS):
        yield hammer.GAME.decision(state), partial(hammer.GAME.check, state)


def _few_acres(_: str, preset: str, seed: int) -> Positions:
    for state, due in few_acres.play(few_acres.rules(preset), seed, MOST_DECISIONS):
        yield due, partial(few_acres.GAME.check, state)


def _wilderness(scenario: str, preset: str, seed: int) -> Positions:
    name = parse_ruleset_name(preset)
    rules = wilderness.ruleset(name.preset, **dict(name.changes))
    for state, due in wilderness.at_random(scenario, rules, seed, MOST_DECISIONS):
        yield due, partial(wilderness.GAME.check, state)


@dataclass(frozen=True, slots=True)
class Explored:
    """A game as it is explored: what there is of it, and how a seeded game of it goes."""

    scenarios: tuple[str, ...]
    presets: tuple[str, ...]
    default: str
    play: Callable[[str, str, int], Positions]


GAMES = {
    "wilderness_war": Explored(wilderness.GAME.scenarios, wilderness.PRESETS, "standard", _wilderness),
    "hammer_of_the_scots": Explored(hammer.GAME.scenarios, hammer.PRESETS, "standard", _hammer),
    "few_acres_of_snow": Explored(few_acres.GAME.scenarios, few_acres.PRESETS, "first", _few_acres),
}


class Faulty(AssertionError):
    """A seeded game came to something that must not be."""


@dataclass(slots=True)
class Tally:
    """What came of the games of one scenario under one preset."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    ends: Counter[str] = field(default_factory=Counter)


def play(explored: Explored, scenario: str, preset: str, seed: int, tally: Tally, one_in: int = 1) -> None:
    """Play one game and add it to the tally; its end and one position in so many are checked."""
    decisions, end = -1, "undecided"
    try:
        for due, check in explored.play(scenario, preset, seed):
            decisions += 1
            if (decisions % one_in == 0 or isinstance(due, Over)) and (broken := check()):
                raise Faulty(f"unsound: {broken}")
            if isinstance(due, Over):
                end = due.result
            elif not due.actions:
                raise Faulty(f"nobody can decide {due.about}")
    except AssertionError as fault:
        raise Faulty(f"{scenario}, {preset}, seed {seed}, decision {decisions}: {fault}") from fault
    tally.games += 1
    tally.decisions += decisions
    tally.longest = max(tally.longest, decisions)
    tally.ends[end] += 1


def table(name: str, tallies: dict[tuple[str, str], Tally], one_in: int = 1) -> str:
    """Return what was counted, as text."""
    sound = "every position" if one_in == 1 else f"one position in {one_in}"
    lines = [f"{name}: {sum(each.games for each in tallies.values())} games, {sound} checked and sound, no dead end"]
    width = max(len(preset) for _, preset in tallies)
    for (scenario, preset), each in tallies.items():
        ends = ", ".join(f"{end} {number}" for end, number in sorted(each.ends.items()))
        lines.append(
            f"  {scenario:<15} {preset:<{width}} {each.games:>6} games {each.decisions:>10} decisions"
            f"  longest {each.longest:>6}  {ends}"
        )
    return "\n".join(lines)


def single_options(name: str) -> tuple[str, ...]:
    """Return the rulesets that differ from the default preset of a game in one option."""
    preset = GAMES[name].default
    return tuple(f"{preset}+{each.name}={value}" for each in catalogue(name).options for value in each.values)


def explore(name: str, games: int, first_seed: int, every: int, rulesets: tuple[str, ...] = (), one_in: int = 1) -> str:
    """Play so many games of each scenario and ruleset, the presets if none are given, and return what was counted."""
    explored = GAMES[name]
    tallies = {
        (scenario, ruleset): Tally() for scenario in explored.scenarios for ruleset in rulesets or explored.presets
    }
    begun = time.process_time()
    for seed in range(first_seed, first_seed + games):
        for (scenario, preset), tally in tallies.items():
            play(explored, scenario, preset, seed, tally, one_in)
        done = seed - first_seed + 1
        if every and done % every == 0:
            sys.stderr.write(f"{table(name, tallies, one_in)}\n  {time.process_time() - begun:.0f} s of one core\n")
            sys.stderr.flush()
    return table(name, tallies, one_in)


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=1000, help="of each scenario and preset (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--every", type=int, default=0, help="print the table so far after so many games of each")
    parser.add_argument("--each-option", action="store_true", help="each option on its own instead of the presets")
    parser.add_argument("--check-one-in", type=int, default=1, help="check one position in so many (default: all)")
    given = parser.parse_args()
    # Positions hold no cycles: to look for some at every turn would be a fifth of the time.
    gc.set_threshold(_SELDOM)
    rulesets = single_options(given.game) if given.each_option else ()
    text = explore(given.game, given.games, given.seed, given.every, rulesets, given.check_one_in)
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
