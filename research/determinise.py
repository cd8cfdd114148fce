"""Full positions that a side could be in, given what it sees: sampled, or all of them with their exact odds.

    elsewhere = determinised(position, "british", Dice(7))

What is hidden is dealt anew, and a proposal counts only if it looks the same to the side (`view`, who is due, and the
side's own legal actions), and is sound (`check`). So samples follow exactly the stated deal, on condition that they
look the same. The deals: every arrangement of the hidden cards or blocks is equally likely, and every strength that a
hidden block can have. What a side remembers from before, and what the opponent's play gives away, is not used.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from oracle.choices import Choices
from reference.kernel.canonical import Json, Unreadable
from research import hidden_few_acres_of_snow, hidden_hammer_of_the_scots, hidden_wilderness_war
from rulebook import Decision, Position, case, decide, view

T = TypeVar("T")

# From a position, a side and choices to a position as JSON in which what is hidden is dealt anew.
Deal = Callable[[Position, str, Choices], Json]
_DEALS: Mapping[str, Deal] = {
    "wilderness_war": hidden_wilderness_war.dealt,
    "hammer_of_the_scots": hidden_hammer_of_the_scots.dealt,
    "few_acres_of_snow": hidden_few_acres_of_snow.dealt,
}
MOST_TRIES = 2000


class NothingLooksTheSame(ValueError):
    """No proposal looked the same and was sound: the position itself may be unsound."""


def determinised(position: Position, side: str, choices: Choices, tries: int = MOST_TRIES) -> Position:
    """Return a full position that the side could be in."""
    for _ in range(tries):
        found = _proposed(position, side, choices)
        if found is not None and looks_the_same(position, found, side):
            return found
    raise NothingLooksTheSame(f"none of {tries} positions looks to {side} as this one does and is sound")


def possible(position: Position, side: str, most: int = 100_000) -> tuple[tuple[Position, Fraction], ...]:
    """Return every full position that the side could be in, with its exact odds; only where there are few ways."""
    found: dict[str, tuple[Position, Fraction]] = {}
    branches = _Branches()
    for _ in range(most):
        proposal = _proposed(position, side, branches)
        if proposal is not None and looks_the_same(position, proposal, side):
            name = proposal.digest()
            before = found[name][1] if name in found else Fraction(0)
            found[name] = (proposal, before + branches.odds)
        if not branches.next():
            whole = sum((odds for _, odds in found.values()), Fraction(0))
            return tuple((each, odds / whole) for each, odds in found.values())
    raise ValueError(f"there are more than {most} ways to deal what is hidden")


def looks_the_same(one: Position, other: Position, side: str) -> bool:
    """Say whether a side cannot tell another position from this one, and the other one is sound."""
    if view(one, side) != view(other, side) or other.check():
        return False
    here, there = decide(one), decide(other)
    if not isinstance(here, Decision) or not isinstance(there, Decision):
        return here == there
    return (here.by, here.about) == (there.by, there.about) and (here.by != side or here.actions == there.actions)


def _proposed(position: Position, side: str, choices: Choices) -> Position | None:
    """Return a position with what is hidden dealt anew; nothing if no game can go on from it."""
    dealt = _DEALS[position.game](position, side, choices)
    try:
        return case(position.game, dealt, position.ruleset)
    except Unreadable:
        return None


@dataclass(slots=True)
class _Branches:
    """Choices that go through every branch, one after the other."""

    path: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    made: int = 0

    def below(self, number: int) -> int:
        """Return the next number of the branch."""
        if self.made == len(self.path):
            self.path.append(0)
            self.widths.append(number)
        self.made += 1
        return self.path[self.made - 1]

    def one(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return items[self.below(len(items))]

    @property
    def odds(self) -> Fraction:
        """Return the odds of the branch that was just followed."""
        found = Fraction(1)
        for width in self.widths:
            found /= width
        return found

    def next(self) -> bool:
        """Go to the next branch, if there is one."""
        self.made = 0
        while self.path and self.path[-1] == self.widths[-1] - 1:
            self.path.pop()
            self.widths.pop()
        if not self.path:
            return False
        self.path[-1] += 1
        return True
