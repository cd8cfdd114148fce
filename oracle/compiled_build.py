"""Which build of the rules runs: the sources themselves, or the same sources compiled.

A compiled build is optional. In a checkout `make compiled` puts one into build/compiled; a platform wheel brings one
along. It is used only if it was made of the very sources that are here; otherwise the sources run. REFEREE_BUILD says
which is wanted: `interpreted`, or `compiled`, which fails if there is none. Commands that watch which rules run need
the sources. No rule knows of any of this.
"""

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from oracle.places import SOURCES

PACKAGE = "reference"
# Holds the machine code of all modules.
LIBRARY = "referee__mypyc"
WANTED = "REFEREE_BUILD"
COMPILED, INTERPRETED = "compiled", "interpreted"
FOLDER = SOURCES / "build" / "compiled"
RECORD = "compiled.json"
# They see which rules run, in the sources.
WATCHING = ("confirm", "fired", "gate", "mutate", "trace", "vectors")


class Unusable(RuntimeError):
    """The build that is wanted cannot be used."""


def digest_of_sources(root: Path = SOURCES) -> str:
    """Return the digest of the rules as they are written."""
    found = hashlib.sha256()
    for path in sorted((root / PACKAGE).rglob("*.py")):
        found.update(f"{path.relative_to(root).as_posix()}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def why_not(folder: Path = FOLDER, root: Path = SOURCES) -> str | None:
    """Return why the compiled build of a folder cannot be used; nothing if it can."""
    try:
        record: object = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "there is none; `make compiled` makes one"
    except ValueError as fault:
        return f"{RECORD} cannot be read: {fault}"
    if not isinstance(record, dict) or record.get("suffix") != EXTENSION_SUFFIXES[0]:
        return "it is for another Python"
    if record.get("sources") != digest_of_sources(root):
        return "it is of other rules than those here; `make compiled` makes it anew"
    return None


def use(command: str = "", folder: Path = FOLDER) -> None:
    """Let the rules be imported from the build that is wanted; nothing of them may be imported before."""
    wanted = os.environ.get(WANTED, "")
    if wanted not in ("", COMPILED, INTERPRETED):
        raise Unusable(f"{WANTED} is {wanted!r}; it can be {COMPILED} or {INTERPRETED}")
    if wanted == INTERPRETED or command in WATCHING:
        sys.meta_path.insert(0, SourcesOnly())
    elif not _is_compiled():
        fault = why_not(folder)
        if fault is None:
            sys.meta_path.insert(0, CompiledFirst(folder))
        elif wanted == COMPILED:
            raise Unusable(f"no compiled build can be used: {fault}")


def environment_of(build: str, folder: Path = FOLDER) -> dict[str, str]:
    """Return the environment of a process of this checkout that is to run on a build."""
    path = [str(folder), str(SOURCES)] if build == COMPILED else [str(SOURCES)]
    return {**os.environ, WANTED: build, "PYTHONPATH": os.pathsep.join(path)}


def running() -> str:
    """Return which build the rules are imported from."""
    for each in sys.meta_path:
        if isinstance(each, SourcesOnly | CompiledFirst):
            return COMPILED if isinstance(each, CompiledFirst) else INTERPRETED
    return COMPILED if _is_compiled() else INTERPRETED


def _is_compiled() -> bool:
    """Say whether the rules that are found first are compiled, without importing them."""
    spec = PathFinder.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return False
    engine = Path(spec.origin).parent / "kernel"
    return any((engine / f"engine{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


class SourcesOnly:
    """Finds the source of each module of the rules, also where a compiled one lies beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the source of a module is; nothing for modules of others."""
        return source_spec(fullname, path, target) if fullname.partition(".")[0] == PACKAGE else None


class CompiledFirst:
    """Finds the rules in the folder of a compiled build, whatever comes first on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module is; nothing for modules of others."""
        if fullname.partition(".")[0] not in (PACKAGE, LIBRARY):
            return None
        return PathFinder.find_spec(fullname, path or [str(self.folder)], target)


def source_spec(fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
    """Return where a module is, its source if there is a compiled one too."""
    spec = PathFinder.find_spec(fullname, path, target)
    if spec is None or spec.origin is None or not isinstance(spec.loader, ExtensionFileLoader):
        return spec
    beside = Path(spec.origin)
    source = beside.with_name(f"{beside.name.partition('.')[0]}.py")
    inside = [str(source.parent)] if source.stem == "__init__" else None
    return importlib.util.spec_from_file_location(fullname, source, submodule_search_locations=inside)
