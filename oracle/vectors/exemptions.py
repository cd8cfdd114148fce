"""Rules that can have no positive or no negative case, with reasons; the suite checks that the list is exact."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from oracle.vectors.cases import Case, Sense
from oracle.vectors.refusals import refusable
from reference.kernel.rules import RuleId, known
from spec_tables.catalogue import Catalogue, Kind

LIST = Path(__file__).with_suffix(".toml")
SHOWING = (Sense.POSITIVE, Sense.NEGATIVE)
NOT_REACHED = "no case reaches it"
NEVER_REFUSED = "no refusal names it: it says what happens, not what may be done"
SEVERAL = 2


@cache
def listed(game: str, path: Path = LIST) -> dict[tuple[Sense, RuleId], str]:
    """Return the rules of a game that can have no case of some sense, with the reasons."""
    given: object = tomllib.loads(path.read_text(encoding="utf-8")).get(game, {})
    assert isinstance(given, dict)
    found: dict[tuple[Sense, RuleId], str] = {}
    for sense in SHOWING:
        for entry in given.get(sense.value, ()):
            for rule in known(*entry["rules"]):
                assert (sense, rule) not in found, f"{rule} is listed twice"
                found[sense, rule] = str(entry["reason"])
    return found


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many cases of each sense the normative rules of a game have, and why some have none."""

    normative: tuple[RuleId, ...]
    counts: Counter[tuple[Sense, RuleId]]
    reasons: Mapping[tuple[Sense, RuleId], str]
    listed: frozenset[tuple[Sense, RuleId]]

    def without(self, sense: Sense) -> dict[str, str]:
        """Return the rules without a case of a sense, each with the reason."""
        missing = (rule for rule in self.normative if not self.counts[sense, rule])
        return {rule: self.reasons.get((sense, rule), NOT_REACHED) for rule in sorted(missing)}

    def unexplained(self, sense: Sense) -> list[str]:
        """Return the rules without a case of a sense and without a reason."""
        return [rule for rule, reason in self.without(sense).items() if reason == NOT_REACHED]

    def contradicted(self, sense: Sense) -> list[str]:
        """Return the rules that have cases although a listed reason says that they cannot."""
        return sorted(rule for of, rule in self.listed if of is sense and self.counts[sense, rule])

    def only_one(self, sense: Sense) -> list[str]:
        """Return the rules with a single case of a sense."""
        return sorted(rule for rule in self.normative if self.counts[sense, rule] == 1)

    def several(self, sense: Sense) -> int:
        """Return how many rules have several cases of a sense."""
        return sum(self.counts[sense, rule] >= SEVERAL for rule in self.normative)


def coverage(catalogue: Catalogue, cases: Iterable[Case]) -> Coverage:
    """Return what cases there are for the normative rules of a game."""
    normative = tuple(rule.id for rule in catalogue.rules if rule.kind is Kind.NORMATIVE)
    counts = Counter((case.sense, rule) for case in cases for rule in set(case.rules))
    broken = refusable(catalogue.game)
    told = {(Sense.POSITIVE, excuse.rule): excuse.reason for excuse in catalogue.excuses} | listed(catalogue.game)
    silent = {(Sense.NEGATIVE, rule): NEVER_REFUSED for rule in normative if rule not in broken}
    return Coverage(normative, counts, {**silent, **told}, frozenset(told))
