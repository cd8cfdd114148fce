"""Which rules decide something in play from a scenario's start: a map of rules and outcomes, by directed search.

`python -m properties.rule_coverage few_acres_of_snow --games 20 --write evidence/rule_coverage/few_acres_of_snow.json`
plays games of every scenario under every preset, and some under every other value of an option. The
policy `rare` chooses always, often or never, by turns. At every decision some actions that are not offered are tried.

A rule decides something in a game if a decision is due under it, if an event cites it, if an action tried is refused
by it, or if an action is left out of an offer by it. A rule that is told by nothing *changes* a game if it goes
otherwise with a fault planted in a function of the rule. `./referee fired` does the same in random games; what it found
is not tried again. A normative rule that does none of this in any game is to be listed in
`properties/undecided_rules.toml`, with the reason and the position where it decides.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from oracle.altered_actions import KnownActions
from oracle.choices import Dice
from oracle.evidence.files import write, written
from oracle.evidence.links import ROOT
from oracle.evidence.runs import decided_by, run_of
from oracle.mutation.plan import targets
from oracle.rule_watcher import WATCHER
from oracle.walk import walk_states
from properties.few_acres_of_snow.laws import under_test as few_acres
from properties.hammer_of_the_scots.laws import under_test as hammer
from properties.laws import GameUnderTest
from properties.seeded_games import GAMES, rules_digest
from properties.undecided_rules import decided_in_random_games, normative
from properties.wilderness_war.laws import under_test as wilderness
from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Chance, Decision, Over
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.verdicts import Event, No, NotThisDecision
from spec_tables.catalogue import catalogue

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

OUTCOMES = ("offered", "happened", "refused", "left out", "changed")
_MOST_DECISIONS = 3_000
_TRIED = 3
# How often the players of a game choose what is rare; by turns, from game to game.
_RARE = (0.0, 0.4, 1.0)
# In so many of the shortest games in which a rule ran, faults are planted in its functions.
_CHANGED_IN = 3


class Moment(NamedTuple):
    """What is seen at one moment of a game: what happened, what is due, and the rules that refuse what was tried."""

    events: tuple[Event, ...]
    due: object
    offered: tuple[str, ...]
    refused: frozenset[str]


# ---------------------------------------------------------------- directed play


@dataclass(slots=True)
class Rarity(Generic[S, A]):
    """A player who often chooses what was chosen least so far in the game, and otherwise as the game's own player."""

    own: Callable[[Dice, S, Decision[A]], A]
    dice: Dice
    rare: float
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    actions: Counter[A] = field(default_factory=Counter)

    def __call__(self, state: S, due: Decision[A]) -> A:
        """Choose an action and remember it."""
        seeks = not isinstance(due, Chance) and self.dice.random() < self.rare
        chosen = self.dice.one(self._rarest(due)) if seeks else self.own(self.dice, state, due)
        self.kinds[due.about, type(chosen).__name__] += 1
        self.actions[chosen] += 1
        return chosen

    def _rarest(self, due: Decision[A]) -> list[A]:
        def rarity(action: A) -> tuple[int, int]:
            return self.kinds[due.about, type(action).__name__], self.actions[action]

        least = min(map(rarity, due.actions))
        return [each for each in due.actions if rarity(each) == least]


def moments(tested: GameUnderTest[S, A, R], scenario: str, seed: int, most: int) -> Iterator[Moment]:
    """Play a game from a scenario's start; try at every decision what is not offered."""
    dice, game = Dice(seed), tested.game
    choose = Rarity(tested.choose, Dice(seed), _RARE[seed % len(_RARE)])
    for here in islice(walk_states(game, game.start(scenario, tested.ruleset), choose), most + 1):
        events = () if here.turn is None else here.turn.events
        if isinstance(here.due, Over):
            yield Moment(events, here.due, here.due.rules, frozenset())
            return
        refused: frozenset[str] = frozenset()
        if not isinstance(here.due, Chance):
            refused = frozenset(_refusing(tested, here.state, here.due, events, dice))
        yield Moment(events, here.due, here.due.rules, refused)


def _refusing(
    tested: GameUnderTest[S, A, R], state: S, due: Decision[A], events: tuple[Event, ...], dice: Dice
) -> Iterator[str]:
    """Try actions that are not offered and yield the rules that refuse them."""
    game = tested.game
    for action in _tried(tested, due, dice):
        if action in due.actions:
            continue
        verdict = game.step(state, action, due)
        if isinstance(verdict, No):
            yield from (each.rule for each in verdict.violations)
            yield from (each.rule for each in game.passed_over(due.by, action, events))
        elif isinstance(verdict, NotThisDecision):
            by = dice.one(tested.sides)
            yield from (each.rule for each in game.not_asked(state, by, action, events))


def _tried(tested: GameUnderTest[S, A, R], due: Decision[A], dice: Dice) -> Iterator[A]:
    words: KnownActions = tested.known_actions
    for _ in range(_TRIED):
        form = words.exchanged(tested.game.write_action(dice.one(due.actions)), dice)
        for each in (form, words.of_any_kind(dice)):
            try:
                yield tested.game.read_action(each)
            except Unreadable:
                continue


# ---------------------------------------------------------------- the games


@dataclass(frozen=True, slots=True)
class Start:
    """A game to play: of which game, from which scenario, under which ruleset, with which seed."""

    game: str
    scenario: str
    ruleset: str
    seed: int

    def moments(self) -> Iterator[Moment]:
        """Play it."""
        match self.game:
            case "wilderness_war":
                yield from _ruled(wilderness("standard"), self)
            case "hammer_of_the_scots":
                yield from _ruled(hammer("standard"), self)
            case _:
                yield from _ruled(few_acres("first"), self)


def _ruled(tested: GameUnderTest[S, A, R], start: Start) -> Iterator[Moment]:
    rules = tested.game.ruleset(options_of(start.game, parse_ruleset_name(start.ruleset)))
    return moments(replace(tested, ruleset=rules), start.scenario, start.seed, _MOST_DECISIONS)


def starts(game: str, games: int, option_games: int, first_seed: int = 0) -> Iterator[Start]:
    """Return so many games of every scenario and preset, then of every other value of an option, by turns."""
    scenarios, presets = GAMES[game].scenarios, GAMES[game].presets
    every = product(range(games), presets, scenarios)
    for number, (_, ruleset, scenario) in enumerate(every, first_seed):
        yield Start(game, scenario, ruleset, number)
    for number, ruleset in enumerate(other_values(game) * option_games, first_seed):
        yield Start(game, scenarios[number % len(scenarios)], ruleset, number)


def other_values(game: str) -> tuple[str, ...]:
    """Return the rulesets in which one option has another value than in the default preset."""
    preset = GAMES[game].default
    default = options_of(game, parse_ruleset_name(preset))
    pairs = ((each.name, value) for each in catalogue(game).options for value in each.values)
    return tuple(f"{preset}+{name}={value}" for name, value in pairs if default[name] != value)


# ---------------------------------------------------------------- the map


@dataclass(slots=True)
class Coverage:
    """In how many games each rule decided something, by outcome; and the shortest games in which it ran."""

    game: str
    games: int = 0
    decisions: int = 0
    outcomes: dict[str, Counter[str]] = field(default_factory=lambda: {each: Counter() for each in OUTCOMES})
    ran: dict[str, list[tuple[int, int, Start]]] = field(default_factory=dict)

    def add(self, start: Start) -> None:
        """Play a game and note which rules decided something there."""
        WATCHER.forget()
        met: dict[str, set[str]] = {each: set() for each in OUTCOMES}
        decisions = -1
        for decisions, here in enumerate(start.moments()):  # noqa: B007
            met["offered"].update(here.offered)
            met["happened"] |= {rule for each in here.events for rule in each.rules}
            met["refused"] |= here.refused
        met["left out"] = WATCHER.cited - met["happened"] - met["refused"]
        for outcome, rules in met.items():
            self.outcomes[outcome].update(rules)
        for rule in {rule for number in WATCHER.ran() for rule in WATCHER.functions[number].rules}:
            self.ran[rule] = sorted([*self.ran.get(rule, ()), (decisions, self.games, start)])[:_CHANGED_IN]
        self.games += 1
        self.decisions += decisions

    def decided(self) -> frozenset[str]:
        """Return the rules that decided something in some game."""
        return frozenset(rule for each in self.outcomes.values() for rule in each)

    def plant(self, tell: Callable[[str], None]) -> None:
        """Plant faults in the functions of the normative rules that only ran, and note which games they change."""
        silent = normative(self.game) - self.decided() - decided_in_random_games(ROOT)
        chosen = sorted({each for rule in silent for each in self.ran.get(rule, ())})
        runs = tuple(run_of(start.moments) for _, _, start in chosen)
        tell(f"{len(silent)} rules were told by nothing; faults are planted in {len(runs)} games")
        changed: dict[str, set[int]] = {}
        for target in targets(ROOT):
            if silent.intersection(target.rules):
                numbers = decided_by(runs, target)
                for rule in silent.intersection(target.rules):
                    changed.setdefault(rule, set()).update(numbers)
        self.outcomes["changed"].update({rule: len(numbers) for rule, numbers in changed.items() if numbers})

    def data(self, command: str) -> str:
        """Return the file that keeps it, a line for each rule of the game."""
        about = {
            "note": f"Per rule, in how many games it decided something: {', '.join(OUTCOMES)} ({Path(__file__).name}).",
            "game": self.game,
            "rules_digest": rules_digest(self.game),
            "games": self.games,
            "decisions": self.decisions,
        }
        known = [each.id for each in catalogue(self.game).rules]
        return written(command, about, "rules", {rule: self.counts(rule) for rule in known if rule in self.decided()})

    def counts(self, rule: str) -> list[int]:
        """Return in how many games a rule had each outcome."""
        return [self.outcomes[each][rule] for each in OUTCOMES]


def main(words: Sequence[str] | None = None) -> None:
    """Play, and print the rules that decided nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=4, help="of each scenario and preset (default: 4)")
    parser.add_argument("--option-games", type=int, default=1, help="of each other value of an option (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts in a file")
    given = parser.parse_args(words)

    def tell(line: str) -> None:
        sys.stderr.write(f"{given.game}: {line}\n")
        sys.stderr.flush()

    found = Coverage(given.game)
    for start in starts(given.game, given.games, given.option_games, given.seed):
        found.add(start)
        if not found.games % 50:
            tell(
                f"{found.games} games, {found.decisions} decisions, {len(normative(given.game) - found.decided())} left"
            )
    found.plant(tell)
    if given.write is not None:
        asked = f"python -m properties.rule_coverage {' '.join(sys.argv[1:] if words is None else words)}"
        write(given.write, found.data(asked))
    idle = sorted(normative(given.game) - found.decided() - decided_in_random_games(ROOT))
    sys.stdout.write(f"{given.game}: {found.games} games, {found.decisions} decisions\n")
    sys.stdout.write(
        "".join(f"  {each} decided nothing, ran in {len(found.ran.get(each, ()))} games\n" for each in idle)
    )


if __name__ == "__main__":
    main()
