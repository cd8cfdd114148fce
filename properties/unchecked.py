"""A game that calls every position sound, to see which other law finds a fault."""

from typing import TypeVar

from properties.laws import Session, Subject
from properties.tampered import Tampered
from reference.kernel.verdicts import Violation

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")


class Unchecked(Tampered[S, A, R]):
    """A tampered game without a check of its own."""

    def check(self, state: S) -> tuple[Violation, ...]:
        return ()


def examined(subject: Subject[S, A, R], state: S) -> None:
    """Hold one position to every law."""
    Session(subject, states=[state]).examine(0)
