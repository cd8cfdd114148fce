"""What a replay of another implementation's game found, for any game."""

from dataclasses import dataclass
from enum import StrEnum

from reference.kernel.canonical import Json
from reference.kernel.rules import RuleId


class Kind(StrEnum):
    """In what a recorded step parts from the rules."""

    DECISION = "decision"
    CHOICES = "choices"
    ILLEGAL = "illegal"
    CHANCE = "chance"
    BOARD = "board"
    CALENDAR = "calendar"
    HANDS = "hands"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class PeerDivergence:
    """One place where a recorded game parts from the rules: what these say, and what was recorded.

    `ruling` is the id of a known fault of the other implementation, empty if none is known to explain it.
    """

    step: int
    kind: Kind
    decision: str
    expected: Json
    found: Json
    rules: tuple[RuleId, ...]
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class PeerReport:
    """A recorded game replayed: how far, how it ended, and where it parted from the rules."""

    game: str
    scenario: str
    ruleset: str
    steps: int
    result: str
    divergences: tuple[PeerDivergence, ...] = ()

    @property
    def conforms(self) -> bool:
        """Say whether the game follows the rules from first to last."""
        return not self.divergences

    @property
    def unexplained(self) -> tuple[PeerDivergence, ...]:
        """Return the divergences that no known fault explains."""
        return tuple(each for each in self.divergences if not each.ruling)
