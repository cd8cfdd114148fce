"""Everything bound to a rule: what the sources say, joined with what a test run recorded.

Some tests claim rules only when they run, by a mark of their parameters or the header of a trace. The sources do not
show such a claim; the record does.
"""

import ast
from functools import lru_cache
from pathlib import Path

from oracle.evidence.links import ROOT, Bound, bound_to, functions_in
from oracle.evidence.traceability import Traced

GONE = 0


def links_of(rule: str, bound: tuple[Bound, ...], recorded: Traced, root: Path = ROOT) -> dict[str, tuple[Bound, ...]]:
    """Return what is bound to a rule, by kind; a recorded thing that the sources no longer hold has the line `GONE`."""
    found = bound_to(rule, bound)
    for kind, places in (("test", recorded.tests), ("property", recorded.properties), ("golden", recorded.golden)):
        known = {each.place for each in found[kind]}
        beside = tuple(_bound(kind, place, rule, root) for place in places if place not in known)
        found[kind] = tuple(sorted((*found[kind], *beside), key=lambda each: (each.path, each.line)))
    return found


def _bound(kind: str, place: str, rule: str, root: Path) -> Bound:
    path, _, name = place.partition("::")
    file = root / path
    if not name:
        return Bound(kind, path, 1 if file.is_file() else GONE, file.stem, (rule,))
    line = _lines(file.read_text(encoding="utf-8")).get(name, GONE) if file.is_file() else GONE
    return Bound(kind, path, line, name, (rule,))


@lru_cache(maxsize=256)
def _lines(source: str) -> dict[str, int]:
    """Return the line of every function and class of a module, by name."""
    return {name: node.lineno for name, node in functions_in(ast.parse(source))}
