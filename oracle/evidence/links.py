"""Find what is bound to each rule by reading the sources: functions, tests, properties, golden traces.

Reading is quick and imports nothing. Whether a test's claim is true shows only when the test runs (`plugin`).
"""

import ast
import json
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from oracle.places import ROOT, SOURCES

__all__ = ["ROOT", "Bound", "bound_to", "functions_in", "rules_of", "scan"]

_FOLDERS = {"reference": "function", "tests": "test", "properties": "property"}
_DECORATORS = {"reference": "rule", "tests": "proves", "properties": "proves"}


@dataclass(frozen=True, slots=True)
class Bound:
    """Something bound to rules: its kind, its place, its name."""

    kind: str
    path: str
    line: int
    name: str
    rules: tuple[str, ...]

    @property
    def place(self) -> str:
        """Return the path and name by which a reader finds it."""
        return self.path if self.kind == "golden" else f"{self.path}::{self.name}"


def scan(root: Path = ROOT, only: Container[str] | None = None) -> tuple[Bound, ...]:
    """Return everything that says it is bound to a rule; if files are named, only what is in them."""
    found: list[Bound] = []
    for folder, kind in _FOLDERS.items():
        for path, shown in _files(root, folder, "*.py", only):
            found.extend(_in_module(path, shown, kind, _DECORATORS[folder]))
    for path, shown in _files(root, "golden", "*.jsonl", only):
        found.extend(_in_trace(path, shown))
    return tuple(found)


def _files(root: Path, folder: str, pattern: str, only: Container[str] | None) -> Iterator[tuple[Path, str]]:
    # An installed package has its functions among the other packages, and no tests.
    home = SOURCES if root == ROOT and folder == "reference" else root
    for path in sorted((home / folder).rglob(pattern)):
        shown = path.relative_to(home).as_posix()
        if only is None or shown in only:
            yield path, shown


def bound_to(rule: str, found: tuple[Bound, ...]) -> dict[str, tuple[Bound, ...]]:
    """Return what is bound to a rule, by kind."""
    kinds = ("function", "test", "property", "golden")
    return {kind: tuple(each for each in found if each.kind == kind and rule in each.rules) for kind in kinds}


def _in_module(path: Path, shown: str, kind: str, decorator: str) -> Iterator[Bound]:
    for line, name, rules in _bindings(path.read_text(encoding="utf-8"), decorator):
        yield Bound(kind, shown, line, name, rules)


@lru_cache(maxsize=1024)
def _bindings(source: str, decorator: str) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """Return line, name and rules of what a module binds; cached, because compared trees share most modules."""
    if f"@{decorator}(" not in source:
        return ()
    found = []
    for name, node in functions_in(ast.parse(source)):
        rules = tuple(rule for each in node.decorator_list for rule in rules_of(each, decorator))
        if rules:
            found.append((node.lineno, name, rules))
    return tuple(found)


def functions_in(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """Return the functions and classes of a module, each with its name after the names around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{within}{child.name}"
            yield name, child
            yield from functions_in(child, f"{name}.")


def rules_of(decorator: ast.expr, wanted: str) -> Iterator[str]:
    """Return the rules a decorator names, if it is the one wanted."""
    if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == wanted:
        for argument in decorator.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def _in_trace(path: Path, shown: str) -> Iterator[Bound]:
    with path.open(encoding="utf-8") as lines:
        header = json.loads(lines.readline())
    rules = (*header.get("proves", ()), *([header["example"]] if "example" in header else ()))
    yield Bound("golden", shown, 1, path.stem, rules)
