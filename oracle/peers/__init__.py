"""Recorded games of other implementations: who reads which.

A module `oracle.peers.<game>` says by a file's first line whether it is one of its games, and replays it through the
reference with `verify` or `replay`. Nothing else needs to know the other implementation's format. The two differ in
what they report; `report_of` gives both the form all reports have.
"""

import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, TypeAlias, runtime_checkable

from oracle.reports import Context, Report
from reference.kernel.canonical import Difference, Json
from reference.kernel.traces import Divergence, Fault

# ---------------------------------------------------------------- readers that verify a record against the rules


class VerifiedPart(Protocol):
    """A part of a record that is not as the rules have it: `expected` is the record, `found` what the rules give."""

    step: int
    about: str
    expected: Json
    found: Json
    rule: str | None
    ruling: str | None


class Verified(Protocol):
    """A record verified: where it breaks the rules, and where it departs from them as a ruling explains."""

    acts: int
    divergences: Sequence[VerifiedPart]
    explained: Sequence[VerifiedPart]


@runtime_checkable
class Verifier(Protocol):
    """A reader that verifies records."""

    def recognises(self, text: str) -> bool:
        """Say whether a file that begins with this line is one of its games."""

    def verify(self, text: str) -> Verified:
        """Verify a record; raise `Unreadable` if it cannot be read."""


# ---------------------------------------------------------------- readers that replay a record under the rules


class ReplayedPart(Protocol):
    """A place where the game as replayed parts from the record: `expected` is by the rules, `found` was recorded."""

    step: int
    kind: str
    decision: str
    expected: Json
    found: Json
    rules: tuple[str, ...]
    ruling: str


class Replayed(Protocol):
    """A record replayed: how far, and where it parted from the rules, explained by a ruling or not."""

    steps: int
    divergences: Sequence[ReplayedPart]


@runtime_checkable
class Replayer(Protocol):
    """A reader that replays records."""

    def recognises(self, text: str) -> bool:
        """Say whether a file that begins with this line is one of its games."""

    def replay(self, text: str) -> Replayed:
        """Replay a record; raise `Unreadable` if it cannot be read."""


Peer: TypeAlias = Verifier | Replayer


# ---------------------------------------------------------------- what the tools use


@dataclass(frozen=True, slots=True)
class _Parting:
    step: int
    about: str
    recorded: Json
    by_the_rules: Json
    rules: tuple[str, ...]
    ruling: str


def peer_of(first_line: str) -> tuple[str, Peer] | None:
    """Return who reads a file that begins with this line, with the game it is of, if anybody does."""
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        module: object = import_module(f"{__name__}.{name}")
        if isinstance(module, Verifier | Replayer) and module.recognises(first_line):
            return name, module
    return None


def replay_record(path: str, text: str, game: str, peer: Peer) -> Report:
    """Replay a recorded game and return what came of it in the form all reports have."""
    if isinstance(peer, Verifier):
        verified = peer.verify(text)
        parts = (*verified.divergences, *verified.explained)
        return _report(path, game, verified.acts, [_verified(part) for part in parts])
    replayed = peer.replay(text)
    return _report(path, game, replayed.steps, [_replayed(part) for part in replayed.divergences])


def _verified(part: VerifiedPart) -> _Parting:
    rules = () if part.rule is None else (part.rule,)
    return _Parting(part.step, part.about, part.expected, part.found, rules, part.ruling or "")


def _replayed(part: ReplayedPart) -> _Parting:
    return _Parting(part.step, f"{part.kind} ({part.decision})", part.found, part.expected, part.rules, part.ruling)


def _report(path: str, game: str, steps: int, found: Sequence[_Parting]) -> Report:
    notes = [f"step {each.step}, {each.about}: explained by {each.ruling}" for each in found if each.ruling]
    unexplained = [each for each in found if not each.ruling]
    if not unexplained:
        return Report(path, steps, None, game, context=Context(notes=tuple(notes)))
    first, *others = unexplained
    if others:
        notes.append(f"and {len(others)} more, the next at step {others[0].step}, {others[0].about}")
    differs = (Difference(first.about, first.recorded, first.by_the_rules),)
    parted = Divergence(0, first.step, Fault.UNEXPECTED, None, first.rules, differences=differs)
    return Report(path, steps, parted, game, context=Context(notes=tuple(notes), sides=("recorded", "by the rules")))
