"""Recorded games of other implementations: who reads which.

A module `oracle.peers.<game>` says by a file's first line whether it is one of its games, and replays it through the
reference. Nothing else needs to know the other implementation's format.
"""

import pkgutil
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, runtime_checkable

from oracle.reports import Context, Report
from reference.kernel.canonical import Difference, Json
from reference.kernel.traces import Divergence, Fault


class PeerDivergence(Protocol):
    """A place where the record and the rules part: at which step, about what, both values, and the rule concerned."""

    @property
    def step(self) -> int:
        """Return the step of the record."""

    @property
    def about(self) -> str:
        """Return what differs."""

    @property
    def expected(self) -> Json:
        """Return what the record says."""

    @property
    def found(self) -> Json:
        """Return what the rules say."""

    @property
    def rule(self) -> str | None:
        """Return the rule concerned, if one can be named."""

    @property
    def ruling(self) -> str | None:
        """Return the ruling that explains it, if one does."""


class PeerReport(Protocol):
    """A recorded game replayed."""

    @property
    def game(self) -> str:
        """Return the name of the recorded game."""

    @property
    def acts(self) -> int:
        """Return how many actions were replayed."""

    @property
    def divergences(self) -> Sequence[PeerDivergence]:
        """Return where the record breaks the rules."""

    @property
    def explained(self) -> Sequence[PeerDivergence]:
        """Return where it departs from them in a way that is known and recorded."""


@runtime_checkable
class Peer(Protocol):
    """A reader of the recorded games of another implementation."""

    def recognises(self, text: str) -> bool:
        """Say whether a file that begins with this line is one of its games."""

    def verify(self, text: str) -> PeerReport:
        """Replay a recorded game; raise `Unreadable` if it cannot be read."""


def peer_of(first_line: str) -> tuple[str, Peer] | None:
    """Return who reads a file that begins with this line, with the game it is of, if anybody does."""
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        module: object = import_module(f"{__name__}.{name}")
        if isinstance(module, Peer) and module.recognises(first_line):
            return name, module
    return None


def report_of(path: str, game: str, found: PeerReport) -> Report:
    """Return what came of a recorded game in the form all reports have."""
    notes = [
        f"step {each.step}, {each.about}: departs as {each.ruling or 'a ruling'} explains" for each in found.explained
    ]
    if not found.divergences:
        return Report(path, found.acts, None, game, context=Context(notes=tuple(notes)))
    first, *others = found.divergences
    if others:
        notes.append(f"and {len(others)} more, the next at step {others[0].step} ({others[0].about})")
    differs = (Difference(first.about, first.expected, first.found),)
    rules = () if first.rule is None else (first.rule,)
    parted = Divergence(0, first.step, Fault.UNEXPECTED, None, rules, differences=differs)
    return Report(path, found.acts, parted, game, context=Context(notes=tuple(notes)))
