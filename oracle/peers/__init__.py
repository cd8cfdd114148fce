"""Recorded games of other implementations, and the importers that read them.

A module of this package that reads such games has an `IMPORTER`; `oracle.peers.importer` says what that is.
"""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from oracle.peers.importer import Importer


def importers() -> Iterator[Importer]:
    """Return every importer."""
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        found: object = getattr(import_module(f"{__name__}.{name}"), "IMPORTER", None)
        if isinstance(found, Importer):
            yield found


def importer_of(first_line: str) -> Importer | None:
    """Return the importer of a file that begins with this line; None if there is none."""
    return next((each for each in importers() if each.recognises(first_line)), None)
