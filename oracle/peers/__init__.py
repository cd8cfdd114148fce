"""Recorded games of other implementations, and the importers that read them.

Importers are found in three places, in this order: `--importer module:Class`, the entry points of the group
`referee.importers` of installed packages, and the modules of this package that have an `IMPORTER`.
`oracle.peers.importer` says what an importer is.
"""

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module

from oracle.errors import InputError
from oracle.peers.importer import Importer

GROUP = "referee.importers"


def importers(named: Iterable[str] = ()) -> Iterator[tuple[str, Importer]]:
    """Return every importer with where it was found; those named as `module:Class` come first."""
    from importlib.metadata import entry_points

    for each in named:
        yield f"--importer {each}", _named(each)
    for point in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        yield f"entry point {point.name}", _made(point.value, point.load())
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        found: object = getattr(import_module(f"{__name__}.{name}"), "IMPORTER", None)
        if isinstance(found, Importer):
            yield "Referee", found


def importer_of(first_line: str, named: Iterable[str] = ()) -> Importer | None:
    """Return the importer of a file that begins with this line; None if there is none."""
    return next((each for _, each in importers(named) if each.format.recognises(first_line)), None)


def nearly(first_line: str, named: Iterable[str] = ()) -> Iterator[str]:
    """Say of every format that a first line nearly has, what is missing."""
    for _, each in importers(named):
        if each.format.nearly(first_line):
            lacks = ", ".join(each.format.missing(first_line))
            yield f"nearly a recorded game of the format {each.format.name}: its first line lacks {lacks}"


def _named(text: str) -> Importer:
    module, colon, name = text.partition(":")
    if not (module and colon and name):
        raise InputError(f"--importer {text}: wanted is module:Class")
    try:
        found: object = getattr(import_module(module), name)
    except ImportError as fault:
        raise InputError(f"--importer {text}: {fault}") from None
    except AttributeError:
        raise InputError(f"--importer {text}: {module} has no {name}") from None
    return _made(text, found)


def _made(text: str, found: object) -> Importer:
    """Return an importer, made from its class if need be."""
    made: object = found() if isinstance(found, type) else found
    if not isinstance(made, Importer):
        lacks = [name for name in ("game", "format", "departures", "replay") if not hasattr(made, name)]
        raise InputError(f"{text} is no importer: it lacks {', '.join(lacks)}")
    return made
