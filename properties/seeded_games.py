"""Play seeded games of every scenario and preset to their end, positions checked, and count them.

`python -m properties.seeded_games hammer_of_the_scots --games 1000` plays a thousand games of each scenario under each
preset, on all cores. An action offered but refused, a position without a legal action or an unsound one stops it,
naming the game that led there. All outcomes of chance are equally likely, whatever their odds, so that rare ones happen
too. A game that has not ended after a given number of decisions is counted as undecided.
"""

import argparse
import gc
import importlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from oracle.evidence.files import write, written
from oracle.evidence.record import sources_digest
from oracle.executors.arguments import add_where_done, where_of
from oracle.executors.each import HERE, SOURCES, Where, each_in_order
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
ROOT = Path(__file__).parent.parent
MOST_DECISIONS = 60_000
_SELDOM = 500_000


def _hammer(scenario: str, preset: str, seed: int) -> Positions:
    name = parse_ruleset_name(preset)
    for here in hammer.positions(scenario, hammer.ruleset(name.preset, **dict(name.changes)), seed, MOST_DECISIONS):
        yield here.due, partial(hammer.GAME.check, here.state)


def _few_acres(_: str, preset: str, seed: int) -> Positions:
    for here in few_acres.positions(few_acres.rules(preset), seed, MOST_DECISIONS):
        yield here.due, partial(few_acres.GAME.check, here.state)


def _wilderness(scenario: str, preset: str, seed: int) -> Positions:
    name = parse_ruleset_name(preset)
    rules = wilderness.ruleset(name.preset, **dict(name.changes))
    for here in wilderness.at_random(scenario, rules, seed, MOST_DECISIONS):
        yield here.due, partial(wilderness.GAME.check, here.state)


@dataclass(frozen=True, slots=True)
class Explored:
    """A game to explore: its scenarios and presets, and how to play a seeded game of it."""

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
    """A seeded game reached something that must not happen."""


@dataclass(slots=True)
class Tally:
    """The results of the games of one scenario under one preset."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Count the games of another tally too."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.ends += other.ends

    def to_json(self) -> list[object]:
        """Return the form in which it is kept."""
        return [self.games, self.decisions, self.longest, dict(sorted(self.ends.items()))]


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


Tallies: TypeAlias = dict[tuple[str, str], Tally]


def table(name: str, tallies: Tallies, one_in: int = 1) -> str:
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


@dataclass(frozen=True, slots=True)
class Batch:
    """Which games to play with each seed, and how many of their positions to check."""

    game: str
    rulesets: tuple[str, ...]
    one_in: int = 1

    def of_seed(self, seed: int) -> Tallies:
        """Play the games of a seed, one of each scenario and ruleset."""
        explored, tallies = GAMES[self.game], self.none()
        for (scenario, ruleset), tally in tallies.items():
            play(explored, scenario, ruleset, seed, tally, self.one_in)
        return tallies

    def none(self) -> Tallies:
        """Return the tallies before anything is played."""
        return {(scenario, ruleset): Tally() for scenario in GAMES[self.game].scenarios for ruleset in self.rulesets}


def explore(batch: Batch, games: int, first_seed: int, every: int, where: Where = HERE) -> Tallies:
    """Play so many games of each scenario and ruleset, and return the tallies."""
    tallies, begun = batch.none(), time.monotonic()
    seeds = range(first_seed, first_seed + games)
    for done, played in enumerate(each_in_order(batch.of_seed, seeds, where), start=1):
        for pair, tally in played.items():
            tallies[pair].add(tally)
        if every and done % every == 0:
            sys.stderr.write(f"{table(batch.game, tallies, batch.one_in)}\n  {time.monotonic() - begun:.0f} s\n")
            sys.stderr.flush()
    return tallies


def rules_digest(name: str) -> str:
    """Return a digest of the files that hold the rules of a game, so that a count can say which rules it is about."""
    return sources_digest(ROOT, ("reference/kernel", f"reference/{name}", f"spec_tables/{name}"))[:16]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of seeded games: the command that played them, the digest of their rules, and their results."""

    game: str
    command: str
    digest: str
    one_in: int
    batches: tuple[Tallies, ...]

    def data(self) -> str:
        """Return the file that keeps it, a line for each scenario and ruleset."""
        about = {
            "note": "Per scenario and ruleset: games, decisions, the most of one game, and how the games ended.",
            "game": self.game,
            "rules_digest": self.digest,
            "checked_one_in": self.one_in,
        }
        records = {" ".join(pair): each.to_json() for tallies in self.batches for pair, each in tallies.items()}
        return written(self.command, about, "tallies", records)

    def page(self) -> str:
        """Return it as a page for people."""
        name = self.game
        lines = [
            f"# Seeded games of {name.replace('_', ' ').title()}",
            "",
            f"Written by `{self.command}`, not by hand.",
            "",
            f"The rules that were played have the digest `{self.digest}`; `python -m properties.seeded_games {name}",
            "--digest` prints that of the rules as they are. Every choice and every outcome of chance is taken evenly,",
            "so the ends tell nothing of the balance of the game.",
            *(f"\n```\n{table(name, each, self.one_in)}\n```" for each in self.batches),
        ]
        return "\n".join(lines) + "\n"


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=1000, help="of each scenario and preset (default: 1000)")
    parser.add_argument("--option-games", type=int, default=0, help="of each scenario and single option (default: 0)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--every", type=int, default=0, help="print the table so far after so many games of each")
    parser.add_argument("--check-one-in", type=int, default=1, help="check one position in so many (default: all)")
    add_where_done(parser)
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts in a file, with a page beside")
    parser.add_argument("--digest", action="store_true", help="only print the digest of the rules as they are")
    given = parser.parse_args()
    if given.digest:
        sys.stdout.write(f"{rules_digest(given.game)}\n")
        return
    # Positions hold no reference cycles, and looking for them would take a fifth of the time.
    gc.set_threshold(_SELDOM)
    batches: tuple[Tallies, ...] = ()
    where = where_of(given, (*SOURCES, "properties"))
    for rulesets, games in ((GAMES[given.game].presets, given.games), (single_options(given.game), given.option_games)):
        if games:
            batch = Batch(given.game, rulesets, given.check_one_in)
            batches += (explore(batch, games, given.seed, given.every, where),)
            sys.stdout.write(f"{table(batch.game, batches[-1], batch.one_in)}\n")
    if given.write is not None:
        command = f"python -m properties.seeded_games {' '.join(sys.argv[1:])}"
        kept = Kept(given.game, command, rules_digest(given.game), given.check_one_in, batches)
        write(given.write, kept.data())
        write(given.write.with_suffix(".md"), kept.page())


if __name__ == "__main__":
    # By its name, under which the workers of a cluster know it too.
    importlib.import_module("properties.seeded_games").main()
