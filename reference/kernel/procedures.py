"""What a procedure is, in the same four words for every game.

A procedure under way is a frame: frozen data that says how far it has come. What it does is a `Procedure`:

- `decision`: what it waits for; nothing if it goes on by itself;
- `violations`: every rule that an action not offered breaks, or how else to say it; nothing if it answers another
  decision;
- `apply`: what an action that breaks no rule leads to;
- `advance`: how it goes on where nobody has to decide.

A game pairs each frame with its procedure in one `match` that ends in `assert_never`, so that the type checker finds
a frame without one. `under_way` makes the pair.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NoReturn, Protocol, TypeVar

from reference.kernel.decisions import Decision
from reference.kernel.stacks import Stacked, closed
from reference.kernel.verdicts import Next, Objection

S = TypeVar("S")
F = TypeVar("F")
A = TypeVar("A")
S_inv = TypeVar("S_inv")
A_inv = TypeVar("A_inv")


@dataclass(frozen=True, slots=True)
class Procedure(Generic[S, F, A]):
    """What the frames of one type do, in a state, with an action."""

    decision: Callable[[S, F], Decision[A] | None]
    violations: Callable[[S, F, A], Objection]
    apply: Callable[[S, F, A], Next[S]]
    advance: Callable[[S, F], Next[S]]


class UnderWay(Protocol[S_inv, A_inv]):
    """A procedure together with the frame that says how far it has come."""

    def decision(self, state: S_inv) -> Decision[A_inv] | None:
        """Return the decision that is waited for; nothing if none is."""

    def violations(self, state: S_inv, action: A_inv) -> Objection:
        """Return every rule that an action breaks; nothing if it answers another decision."""

    def apply(self, state: S_inv, action: A_inv) -> Next[S_inv]:
        """Return what an action that breaks no rule leads to."""

    def advance(self, state: S_inv) -> Next[S_inv]:
        """Return the next step that needs nobody's decision."""


class _Pair(Generic[S, F, A]):
    """A procedure with its frame; made very often, whenever a state is looked at, so it is as light as possible."""

    __slots__ = ("frame", "procedure")

    def __init__(self, procedure: Procedure[S, F, A], frame: F) -> None:
        self.procedure = procedure
        self.frame = frame

    def decision(self, state: S) -> Decision[A] | None:
        return self.procedure.decision(state, self.frame)

    def violations(self, state: S, action: A) -> Objection:
        return self.procedure.violations(state, self.frame, action)

    def apply(self, state: S, action: A) -> Next[S]:
        return self.procedure.apply(state, self.frame, action)

    def advance(self, state: S) -> Next[S]:
        return self.procedure.advance(state, self.frame)


def under_way(procedure: Procedure[S, F, A], frame: F) -> UnderWay[S, A]:
    """Return a procedure together with its frame."""
    return _Pair(procedure, frame)


# ---------------------------------------------------------------- parts that many procedures share


def never_waits(_state: object, _frame: object) -> None:
    """Return no decision: the procedure goes on by itself to its end."""


def other_decision(_state: object, _frame: object, _action: object) -> None:
    """Return no violations: only chance decides here, so any other action answers another decision."""


def never_applies(_state: object, frame: object, action: object) -> NoReturn:
    """Refuse to be used: nothing was ever offered."""
    raise AssertionError(f"{frame} offered no decision, and yet {action} answers it")


def always_waits(_state: object, frame: object) -> NoReturn:
    """Refuse to be used: the procedure always has something to ask."""
    raise AssertionError(f"{frame} always waits for a decision")


def closes(state: Stacked[S, F], _frame: object) -> Next[S]:
    """Finish the procedure at work: where it has nothing to ask, it is over."""
    return Next(closed(state))
