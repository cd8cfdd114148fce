"""Which statements each test reaches: a test that never reaches a changed statement cannot notice the change.

Marks are put into the sources of the rules as they are loaded: one at the start of every body, and one behind every
statement that has a body, since a body may leave. Between two marks all statements run, or an exception ends the test.
"""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from oracle.rule_watcher import Loader

_HITS = "__statements_reached__"
_BODIES = ("body", "orelse", "finalbody")


@dataclass(slots=True)
class Marks:
    """The marks in the rules: which have been passed since the last `forget`, and the statements behind each."""

    hits: bytearray = field(default_factory=bytearray)
    # By path: first and last position of a statement, and its mark.
    statements: dict[str, list[tuple[tuple[int, int], tuple[int, int], int]]] = field(default_factory=dict)

    def install(self, root: Path) -> None:
        """Mark the rules, which must not be loaded yet."""
        vars(builtins)[_HITS] = self.hits
        for path in sorted((root / "reference").rglob("*.py")):
            shown = path.relative_to(root).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self.statements[shown] = []
            for function in [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]:
                self._mark_body(shown, function.body, 1 if ast.get_docstring(function, clean=False) is not None else 0)
            Loader.planted[str(path)] = ast.unparse(ast.fix_missing_locations(tree))

    def _mark_body(self, path: str, body: list[ast.stmt], first: int = 0) -> None:
        marked: list[ast.stmt] = body[:first]
        fresh = True
        for statement in body[first:]:
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                marked.append(statement)
                continue
            if fresh:
                self.hits.append(0)
                marked.append(ast.parse(f"{_HITS}[{len(self.hits) - 1}] = 1").body[0])
            inner = list(_bodies(statement))
            start, end = (
                (statement.lineno, statement.col_offset),
                (statement.end_lineno or 0, statement.end_col_offset or 0),
            )
            self.statements[path].append((start, end, len(self.hits) - 1))
            for each in inner:
                self._mark_body(path, each)
            fresh = bool(inner)
            marked.append(statement)
        body[:] = marked

    def at(self, path: str, position: tuple[int, int]) -> int | None:
        """Return the mark before the innermost statement at a position."""
        around = [(start, mark) for start, end, mark in self.statements[path] if start <= position <= end]
        return max(around)[1] if around else None

    def forget(self) -> None:
        """Forget which marks have been passed."""
        self.hits[:] = bytes(len(self.hits))

    def passed(self) -> list[int]:
        """Return the marks passed since the last `forget`."""
        return [number for number, hit in enumerate(self.hits) if hit]


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in _BODIES:
        body = getattr(statement, name, None)
        if body:
            yield body
    for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield each.body
