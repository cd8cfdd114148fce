"""Openings: the procedures with which a position made by hand may begin.

An opening is a frozen record of the game, read by the codec. The game turns it into the frames of a procedure about to
begin, and refuses what the rules would refuse before: such a position is `Forbidden`, with every rule it breaks.
"""

import types
import typing
from collections.abc import Iterable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from typing import TypeVar, assert_never

from reference.kernel.canonical import Unreadable
from reference.kernel.codec import word
from reference.kernel.decisions import Over
from reference.kernel.engine import Engine, HasOutcome
from reference.kernel.ranges import range_of
from reference.kernel.verdicts import Fact, No, Notation, NotThisDecision, Settled, Violation

S = TypeVar("S", bound=HasOutcome)
A = TypeVar("A")


class Forbidden(Unreadable):
    """A position with an opening that the rules refuse: every rule that it breaks."""

    def __init__(self, place: str, violations: tuple[Violation, ...]) -> None:
        """Say where the position fails, and which rules it breaks."""
        super().__init__(place, "; ".join(map(_told, violations)))
        self.violations = violations

    def within(self, place: str) -> "Forbidden":
        """Return the same complaint, its place seen from an enclosing value."""
        return Forbidden(super().within(place).place, self.violations)


def _told(found: Violation) -> str:
    facts = ", ".join(f"{name} {_fact(value)}" for name, value in found.facts)
    reason = found.reason.value.replace("_", " ")
    return f"{reason} ({found.rule}: {facts})" if facts else f"{reason} ({found.rule})"


def _fact(value: Fact) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def forbid(violations: Iterable[Violation]) -> None:
    """Refuse an opening that breaks any rule; each is named once."""
    found = tuple(dict.fromkeys(violations))
    if found:
        raise Forbidden("", found)


def taken(engine: Engine[S, A], state: S, action: A) -> S:
    """Return the state after an action that an opening begins with; refuse it where the rules do."""
    verdict = engine.step(state, action)
    match verdict:
        case Settled(after):
            return after
        case No(violations):
            raise Forbidden("", violations)
        case NotThisDecision() | Notation():
            due = engine.decision(state)
            raise Unreadable("", f"here another decision is due: {due.result if isinstance(due, Over) else due.about}")
        case _:
            assert_never(verdict)


# ---------------------------------------------------------------- what there is


@dataclass(frozen=True, slots=True)
class OpeningField:
    """A field of an opening: what it may hold, and what it is if left out (nothing for one that must be given)."""

    name: str
    values: str
    default: str | None


@dataclass(frozen=True, slots=True)
class OpeningForm:
    """An opening: its type, what begins with it, and its fields."""

    type: str
    summary: str
    fields: tuple[OpeningField, ...]


def forms_of(kinds: Iterable[type[object]]) -> tuple[OpeningForm, ...]:
    """Return what there is to know about some openings, in their order."""
    return tuple(map(_form, kinds))


def _form(kind: type[object]) -> OpeningForm:
    assert is_dataclass(kind)
    hints = typing.get_type_hints(kind)
    summary = " ".join((kind.__doc__ or "").split())
    return OpeningForm(word(kind.__name__), summary, tuple(_field(each, hints[each.name]) for each in fields(kind)))


def _field(given: Field[object], hint: object) -> OpeningField:
    within = range_of(given)
    values = _values(hint) if within is None else str(within)
    return OpeningField(given.name, values, None if given.default is MISSING else _shown(given.default))


def _shown(default: object) -> str:
    match default:
        case None | ():
            return "none"
        case bool():
            return "yes" if default else "no"
        case Enum():
            return str(default.value)
        case _:
            return str(default)


def _values(hint: object) -> str:
    """Return in words what a field of some type may hold."""
    inside = tuple(each for each in typing.get_args(hint) if each is not types.NoneType)
    if typing.get_origin(hint) is tuple:
        return f"list of {_values(inside[0])}"
    if inside:
        return _values(inside[0])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " | ".join(str(each.value) for each in hint)
    if hint is bool:
        return "true | false"
    return word(str(getattr(hint, "__name__", hint)))
