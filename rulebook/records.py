"""What the functions of `rulebook` return: frozen values, equal when they say the same."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, TypeAlias

from oracle.words.positions_in_words import write_position
from reference.kernel import verdicts
from reference.kernel.canonical import Json
from reference.kernel.results import Return
from reference.kernel.table import Table
from reference.kernel.verdicts import Facts

# ---------------------------------------------------------------- what there is


@dataclass(frozen=True, slots=True)
class Option:
    """A point on which editions disagree: its values, the default, and the rules it is about."""

    id: str
    name: str
    title: str
    values: tuple[str, ...]
    default: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game: `scenarios` are pairs of id and name, `rulesets` the names of presets, the default first."""

    id: str
    name: str
    prefix: str
    sides: tuple[str, ...]
    scenarios: tuple[tuple[str, str], ...]
    rulesets: tuple[str, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule, its gist in one sentence, and `numbers`: pairs of an edition and the number printed there."""

    id: str
    title: str
    kind: str
    gist: str
    numbers: tuple[tuple[str, str], ...]
    depends_on: tuple[str, ...]


# ---------------------------------------------------------------- positions and decisions


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an action or a position breaks, why, and the facts of the case."""

    rule: str
    reason: str
    facts: Facts


def violations_of(found: tuple[verdicts.Violation, ...]) -> tuple[Violation, ...]:
    """Return violations of the rules as public values."""
    return tuple(Violation(each.rule, each.reason.value, plain(each.facts)) for each in found)


def plain(facts: Facts) -> Facts:
    """Return facts with plain texts instead of members of enums."""
    return tuple((name, str(fact) if isinstance(fact, str) else fact) for name, fact in facts)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, the rules that made it happen, and the facts of the case."""

    kind: str
    rules: tuple[str, ...]
    facts: Facts


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game; `start`, `case` and `act` make one. `assumed` is what a case in words left open.

    `table` is not part of the public interface.
    """

    game: str
    ruleset: str
    table: Table
    assumed: tuple[str, ...] = ()

    def as_json(self) -> Json:
        """Return the canonical form, which `case` reads."""
        return self.table.canonical()

    def as_words(self) -> str:
        """Return the position in words, which `case` reads."""
        return write_position(self.game, self.as_json())

    def digest(self) -> str:
        """Return the hash of the canonical form, as it stands in traces and vectors."""
        return self.table.digest()

    def points(self) -> dict[str, int]:
        """Return what the rules count towards victory, by side, as the position stands: VP, points, or nobles."""
        return dict(self.table.points())

    def check(self) -> tuple[Violation, ...]:
        """Return everything that is never so in a game, by rule; nothing for a sound position."""
        return violations_of(self.table.check())


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must decide (a side or `chance`), about what, by which rules, and every legal action; odds if chance does."""

    by: str
    about: str
    rules: tuple[str, ...]
    actions: tuple[Json, ...]
    odds: tuple[Fraction, ...] | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left to decide: how it ended, by which rules, and as numbers for each side.

    `returns` is empty where no game has ended, but only what a position began with.
    """

    result: str
    rules: tuple[str, ...]
    returns: tuple[Return, ...] = ()


# ---------------------------------------------------------------- answers


class Ruling(StrEnum):
    """An answer in one word, the same as everywhere else in Referee."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    NOTATION = "notation"
    NOT_ASKED = "not_asked"
    NOT_THIS_DECISION = "not_this_decision"
    NOT_YOUR_DECISION = "not_your_decision"


@dataclass(frozen=True, slots=True)
class Legal:
    """The action is legal: the position it leads to, and what happened on the way."""

    ruling: ClassVar[Ruling] = Ruling.LEGAL
    position: Position
    events: tuple[Event, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return every rule that the events cite, each once."""
        return tuple(dict.fromkeys(rule for each in self.events for rule in each.rules))


@dataclass(frozen=True, slots=True)
class Illegal:
    """The action breaks these rules, all of them."""

    ruling: ClassVar[Ruling] = Ruling.ILLEGAL
    violations: tuple[Violation, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules broken, each once."""
        return tuple(dict.fromkeys(each.rule for each in self.violations))


@dataclass(frozen=True, slots=True)
class Notation:
    """No rule forbids it, but it is said in another way; the facts tell how."""

    ruling: ClassVar[Ruling] = Ruling.NOTATION
    rules: ClassVar[tuple[str, ...]] = ()
    reason: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class NotAsked:
    """The decision that the action answers is not asked for, by these rules, all of them."""

    ruling: ClassVar[Ruling] = Ruling.NOT_ASKED
    violations: tuple[Violation, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules by which it is not asked for, each once."""
        return tuple(dict.fromkeys(each.rule for each in self.violations))


@dataclass(frozen=True, slots=True)
class NotThisDecision:
    """Another decision is due: what it is about, and by which rules."""

    ruling: ClassVar[Ruling] = Ruling.NOT_THIS_DECISION
    due: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotYourDecision:
    """Somebody else must decide; `otherwise` is what would be said in one's own turn, if that can be said.

    `violations` are the rules that the action would break then.
    """

    ruling: ClassVar[Ruling] = Ruling.NOT_YOUR_DECISION
    rules: ClassVar[tuple[str, ...]] = ()
    due_by: str
    otherwise: Ruling | None
    violations: tuple[Violation, ...] = ()


Answer: TypeAlias = Legal | Illegal | Notation | NotAsked | NotThisDecision | NotYourDecision


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer with what people want to know: who asks, the action as read, sentences, the closest legal actions."""

    by: str
    action: Json
    answer: Answer
    english: tuple[str, ...]
    near: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A value and its exact odds."""

    value: Json
    odds: Fraction


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first place where a replay differs from its trace, the rules concerned, and sentences about it."""

    line: int
    step: int
    fault: str
    action: Json
    rules: tuple[str, ...]
    english: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A trace replayed: the steps that conform, and where it diverges, if it does."""

    steps: int
    divergence: Divergence | None

    @property
    def conforms(self) -> bool:
        """Say whether the whole trace conforms."""
        return self.divergence is None
