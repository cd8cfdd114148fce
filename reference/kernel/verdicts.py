"""What becomes of an action: it happens, or it gets one of six different refusals.

`No` names every rule that the action breaks. `Notation` says that no rule forbids it, and how to say it. `NotAsked`
names every rule by which the decision that the action answers is not asked for. `NotThisDecision` says that another
decision is due, `NotYourDecision` that somebody else must decide. Input that cannot be read at all is `Unreadable` and
never reaches a game.
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


@dataclass(frozen=True, slots=True)
class Unasked(Event):
    """An event that passes over a decision: whose it would have been, what it is called, and why it is not asked."""

    by: str = ""
    window: str = ""
    why: tuple[Violation, ...] = ()


def violation(reason: StrEnum, rule: str, /, **facts: Fact) -> Violation:
    """Return the violation of a rule with its facts."""
    return Violation(reason, known(rule)[0], tuple(facts.items()))


def event(kind: StrEnum, /, *rules: str, **facts: Fact) -> Event:
    """Return an event with the rules it follows from and its facts."""
    return Event(kind, known(*rules), tuple(facts.items()))


def unasked(kind: StrEnum, by: str, window: str, why: tuple[Violation, ...], /, **facts: Fact) -> Unasked:
    """Return the event that a decision is passed over; its rules are those that bar it."""
    assert why, f"{window}: nothing bars it"
    rules = tuple(dict.fromkeys(each.rule for each in why))
    # Not the member of an enumeration: facts are plain values.
    told: Facts = (("by", by), ("window", str(window)), *facts.items())
    return Unasked(kind, rules, told, by, window, why)


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
class Notation:
    """No rule forbids what the action says, but it is said in another way; the facts tell how."""

    reason: StrEnum
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class NotAsked:
    """The decision that the action answers is not asked for, by these rules, all of them."""

    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class NotThisDecision:
    """The action is readable but does not answer the decision that is due."""

    due: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class Legal:
    """The action breaks no rule; what it would lead to is left open."""


@dataclass(frozen=True, slots=True)
class NotYourDecision:
    """The decision is somebody else's; `otherwise` is what would be said in their own turn, if that can be said."""

    due_by: str
    otherwise: Legal | No | Notation | None = None


# What a game says to an action of the player due.
StepVerdict: TypeAlias = Settled[S_co, A_co] | No | Notation | NotThisDecision
# What keeps an action from being taken; empty if nothing does, nothing if it answers another decision.
Objection: TypeAlias = tuple[Violation, ...] | Notation | None
Refusal: TypeAlias = No | Notation | NotAsked | NotThisDecision | NotYourDecision


def facts_to_json(facts: Facts) -> Json:
    """Return facts in JSON form."""
    return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts}
