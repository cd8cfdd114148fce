"""Exact odds of what comes next, for any game: walk every branch of chance and add up the fractions.

The walk goes from a position until a side must choose, until the procedure is over, or for a stated number of
decisions. Choices of the sides on the way, if the walk goes past them, follow a policy each: `best` and `worst` for the
thing asked about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from reference.kernel.canonical import Json, shortfalls
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Next

MOST_POSITIONS = 20_000
ONE = Fraction(1)


class Policy(StrEnum):
    """How a side chooses while odds are reckoned: for what is asked about, or against it."""

    BEST = "best"
    WORST = "worst"


class TooManyPositions(RuntimeError):
    """The tree below a position is larger than can be walked."""


@dataclass(slots=True)
class Query:
    """Odds that a partial description holds once the walk stops."""

    expect: Json
    policies: Mapping[str, Policy] = field(default_factory=dict)
    positions: int = 0
    known: dict[tuple[str, int], Fraction] = field(default_factory=dict)

    def odds(self, table: Table, decisions: int) -> Fraction:
        """Return the odds from a position within so many decisions."""
        key = (table.digest(), decisions)
        if key not in self.known:
            self.known[key] = self._reckoned(table, decisions)
        return self.known[key]

    def _reckoned(self, table: Table, decisions: int) -> Fraction:
        self.positions = _counted(self.positions)
        due = _going_on(table, decisions, self.policies)
        if due is None:
            return Fraction(not shortfalls(self.expect, table.describe()))
        if due.odds is not None:
            shares = zip(due.actions, due.odds, strict=True)
            return sum(
                (odds * self.odds(_after(table, due, each), decisions - 1) for each, odds in shares), Fraction(0)
            )
        pick = max if self.policies[due.by] is Policy.BEST else min
        return pick(self.odds(_after(table, due, each), decisions - 1) for each in due.actions)


def ends(table: Table, decisions: int) -> dict[str, tuple[Fraction, Table]]:
    """Return every position in which chance leaves a game before a side chooses, by hash, with its odds."""
    found: dict[str, tuple[Fraction, Table]] = {}
    layer = {table.digest(): (ONE, table)}
    positions = 0
    for left in range(decisions, -1, -1):
        following: dict[str, tuple[Fraction, Table]] = {}
        for name, (odds, each) in layer.items():
            positions = _counted(positions)
            due = _going_on(each, left, {})
            if due is None or due.odds is None:
                _add(found, name, odds, each)
                continue
            for action, share in zip(due.actions, due.odds, strict=True):
                after = _after(each, due, action)
                _add(following, after.digest(), odds * share, after)
        layer = following
    return found


def _going_on(table: Table, decisions: int, policies: Mapping[str, Policy]) -> Due | None:
    """Return the decision to walk through; nothing if the walk stops here."""
    due = table.due()
    if isinstance(due, Over) or not decisions or (due.odds is None and due.by not in policies):
        return None
    return due


def _after(table: Table, due: Due, action: Json) -> Table:
    verdict = table.act(due.by, action)
    assert isinstance(verdict, Next), f"{action} was offered and refused: {verdict}"
    return verdict.state


def _add(found: dict[str, tuple[Fraction, Table]], name: str, odds: Fraction, table: Table) -> None:
    before, _ = found.get(name, (Fraction(0), table))
    found[name] = (before + odds, table)


def _counted(positions: int) -> int:
    if positions >= MOST_POSITIONS:
        raise TooManyPositions(f"more than {MOST_POSITIONS} positions to walk through")
    return positions + 1
