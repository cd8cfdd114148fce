"""Two rulesets side by side: the options that differ, and how often they make a difference in play.

Every position met is set up under both rulesets. The rulings differ if another side decides, the decision is another,
or the list of legal actions differs. The results differ if the action played leads to another state. Some options make
the position itself impossible under the second ruleset, for example when one edition lacks a card. Such positions are
counted separately, and the comparison continues without that option.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from oracle.choices import Dice
from oracle.game_registry import opener_of
from oracle.located_position import LocatedPosition, can_be, fitting, scenario_start, switched
from oracle.players import evenly, seeded
from oracle.rulings import rule_on
from oracle.walk import turns, walk
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act, Trace
from reference.kernel.verdicts import Next
from spec_tables.catalogue import Option, catalogue

TOGETHER = "only several options together"
_MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An option that two rulesets set differently."""

    option: Option
    one: str
    two: str


@dataclass(slots=True)
class Tally:
    """How often two rulesets ruled differently, where, and because of which option alone."""

    positions: int = 0
    rulings: int = 0
    results: int = 0
    by_decision: Counter[str] = field(default_factory=Counter)
    by_option: Counter[str] = field(default_factory=Counter)
    impossible: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count what was found elsewhere too."""
        self.positions += other.positions
        self.rulings += other.rulings
        self.results += other.results
        self.by_decision.update(other.by_decision)
        self.by_option.update(other.by_option)
        self.impossible.update(other.impossible)
        self.examples = [*self.examples, *other.examples][:_MOST_EXAMPLES]


def disagreements(game: str, one: RulesetName, two: RulesetName) -> tuple[Disagreement, ...]:
    """Return every option that two rulesets set differently."""
    first, second = options_of(game, one), options_of(game, two)
    return tuple(
        Disagreement(option, first[option.name], second[option.name])
        for option in catalogue(game).options
        if first[option.name] != second[option.name]
    )


@dataclass(frozen=True, slots=True)
class SeededGame:
    """A seeded random game under the first of two rulesets, compared with the second at every position."""

    game: str
    one: RulesetName
    two: RulesetName
    scenario: str
    seed: int
    most_steps: int

    def compared(self) -> Tally:
        """Play it, and return what differs."""
        comparer = Comparer(self.game, self.one, self.two, Tally())
        start = scenario_start(self.game, self.scenario, str(self.one))
        comparer.play(start, self.seed, self.most_steps)
        return comparer.tally


@dataclass(frozen=True, slots=True)
class Comparer:
    """Compares two rulesets of a game at one position after another."""

    game: str
    one: RulesetName
    two: RulesetName
    tally: Tally

    def play(self, start: LocatedPosition, seed: int, most_steps: int) -> None:
        """Compare at every position of a seeded random game under the first ruleset."""
        played = turns(walk(start.table, seeded(Dice(seed), evenly)))
        for step, turn in enumerate(islice(played, most_steps)):
            self.compare(turn.state, turn.due.by, turn.action, f"{start.path}, seed {seed}, step {step}")

    def follow(self, path: str, trace: Trace, table: Table) -> None:
        """Compare at every position of a trace."""
        for step, line in enumerate(line for _, line in trace.lines if isinstance(line, Act)):
            verdict = table.act(line.by, line.do)
            if not isinstance(verdict, Next):
                return
            self.compare(table, line.by, line.do, f"{path}@{step}")
            table = verdict.state

    def compare(self, table: Table, by: str, action: Json, place: str) -> None:
        """Compare the rulings at a position, and the results of the action played there."""
        position = table.canonical()
        other = self._comparable(position)
        here, there = self._asked(position, self.one, by, action), self._asked(position, other, by, action)
        self.tally.positions += 1
        if here == there:
            return
        kind = "rulings" if here[0] != there[0] else "results"
        due = table.due()
        assert isinstance(due, Due)
        self.tally.rulings += kind == "rulings"
        self.tally.results += kind == "results"
        self.tally.by_decision[due.about] += 1
        for name in self._culprits(position, by, action, here):
            self.tally.by_option[name] += 1
        if len(self.tally.examples) < _MOST_EXAMPLES:
            self.tally.examples.append(f"{place}: {kind} differ ({due.about})")

    def _comparable(self, position: Json) -> RulesetName:
        """Return the second ruleset, without the options that make the position impossible."""
        other, barred = fitting(self.game, position, self.one, self.two)
        self.tally.impossible.update(barred)
        return other

    def _culprits(self, position: Json, by: str, action: Json, here: tuple[object, str]) -> Iterator[str]:
        found = False
        for each in disagreements(self.game, self.one, self.two):
            alone = switched(self.one, each.option.name, each.two)
            if can_be(self.game, position, alone) and self._asked(position, alone, by, action) != here:
                found = True
                yield each.option.name
        if not found:
            yield TOGETHER

    def _asked(self, position: Json, ruleset: RulesetName, by: str, action: Json) -> tuple[object, str]:
        """Return what is due at a position under a ruleset, and the result of the action."""
        try:
            table = opener_of(self.game).place(position, ruleset)
        except Unreadable as fault:
            return str(fault), ""
        return table.due(), rule_on(table, by, action).key
