"""Recorded games of other implementations: who reads which.

A module `oracle.peers.<game>` says by a file's first line whether it is one of its games, and replays it through the
reference. Nothing else needs to know the other implementation's format.
"""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Protocol, runtime_checkable

from oracle.reports import Report


@runtime_checkable
class Peer(Protocol):
    """A reader of the recorded games of another implementation."""

    def recognises(self, first_line: str) -> bool:
        """Say whether a file that begins with this line is one of its games."""

    def replay(self, path: Path) -> Report:
        """Replay a recorded game; raise `Unreadable` or `InputError` if it cannot be read."""


def peer_of(first_line: str) -> Peer | None:
    """Return who reads a file that begins with this line, if anybody does."""
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        module: object = import_module(f"{__name__}.{name}")
        if isinstance(module, Peer) and module.recognises(first_line):
            return module
    return None
