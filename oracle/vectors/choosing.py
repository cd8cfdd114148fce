"""Which cases are worth keeping: several distinct ones for each rule, and no more than that."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from oracle.vectors.cases import Case, Sense
from reference.kernel.rules import RuleId

MOST_WAYS = 1_500


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits: cases of each sense for a rule, cases that show it the same way, and other kinds of cases.

    `turns` limits all cases about whose turn it is; `option` the cases in which a value of an option matters.
    """

    rule: int = 6
    alike: int = 2
    turns: int = 40
    consulted: int = 2
    option: int = 3


@dataclass(slots=True)
class Chosen:
    """The cases kept so far; a case is kept if one of its rules still needs cases."""

    caps: Caps = field(default_factory=Caps)
    cases: dict[str, Case] = field(default_factory=dict)
    having: Counter[tuple[Sense, RuleId]] = field(default_factory=Counter)
    alike: Counter[tuple[Sense, RuleId, str]] = field(default_factory=Counter)
    consulted: Counter[RuleId] = field(default_factory=Counter)
    ways: set[str] = field(default_factory=set)

    def curious(self, way: str) -> bool:
        """Say whether to watch which rules run: only the first time for each way, because watching repeats the work."""
        if way in self.ways or len(self.ways) >= MOST_WAYS:
            return False
        self.ways.add(way)
        return True

    def wants(self, sense: Sense, rules: Iterable[RuleId], signature: str) -> bool:
        """Say whether a case like this would be kept."""
        if sense is Sense.TURN:
            return not self.alike[sense, "", signature] and self.having[sense, ""] < self.caps.turns
        return any(
            self.having[sense, rule] < self.caps.rule and self.alike[sense, rule, signature] < self.caps.alike
            for rule in rules
        )

    def wants_check(self, rules: Iterable[RuleId], signature: str) -> bool:
        """Say whether an unsound position would be kept; the number of refused actions does not matter."""
        return any(self.alike[Sense.NEGATIVE, rule, signature] < self.caps.alike for rule in rules)

    def wants_consulted(self, rules: Iterable[RuleId]) -> bool:
        """Say whether a case would be kept for a rule that is consulted but rarely or never cited."""
        return any(self.having[Sense.POSITIVE, rule] + self.consulted[rule] < self.caps.consulted for rule in rules)

    def keep(self, case: Case) -> bool:
        """Keep a case, unless the same question is kept already; say whether it is new."""
        if case.id in self.cases:
            return False
        self.cases[case.id] = case
        for rule in case.rules if case.sense is not Sense.TURN else ("",):
            self.having[case.sense, rule] += 1
            self.alike[case.sense, rule, case.signature] += 1
        self.consulted.update(case.consults)
        return True
