"""What becomes of an action: it happens, or it gets one of four different refusals.

`No` names every rule that the action breaks. `NotThisDecision` says that another decision is due, `NotYourDecision`
that somebody else must decide. Input that cannot be read at all is `Unreadable` and never reaches a game.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from reference.kernel.canonical import Json
from reference.kernel.decisions import SETTLED, Decision, Over
from reference.kernel.rules import RuleId, known

S_co = TypeVar("S_co", covariant=True)
A_co = TypeVar("A_co", covariant=True)

Fact: TypeAlias = "bool | int | str | tuple[str, ...]"
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an action or a position breaks, why, and the facts of the case."""

    reason: StrEnum
    rule: RuleId
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, the rules that made it happen, and the facts of the case."""

    kind: StrEnum
    rules: tuple[RuleId, ...]
    facts: Facts = ()


def violation(reason: StrEnum, rule: str, /, **facts: Fact) -> Violation:
    """Return the violation of a rule with its facts."""
    return Violation(reason, known(rule)[0], tuple(facts.items()))


def event(kind: StrEnum, /, *rules: str, **facts: Fact) -> Event:
    """Return an event with the rules it follows from and its facts."""
    return Event(kind, known(*rules), tuple(facts.items()))


@dataclass(frozen=True, slots=True)
class Next(Generic[S_co]):
    """The action happened: the state it leads to, and what happened on the way."""

    state: S_co
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled(Next[S_co], Generic[S_co, A_co]):
    """A `Next` whose state waits for a decision, with that decision."""

    due: Decision[A_co] | Over = SETTLED


@dataclass(frozen=True, slots=True)
class No:
    """The action breaks these rules, all of them."""

    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class NotThisDecision:
    """The action is readable but does not answer the decision that is due."""

    due: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class NotYourDecision:
    """The decision is somebody else's."""

    due_by: str


Refusal: TypeAlias = No | NotThisDecision | NotYourDecision


def facts_to_json(facts: Facts) -> Json:
    """Return facts in JSON form."""
    return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts}
