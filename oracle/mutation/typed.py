"""Find the mutants that the type checker refuses: such a fault is caught even if no test notices it.

All these mutants are written into a copy of the rules, each after its original function, and the copy is checked once.
Complaints about unreachable code or conditions that are always true do not count: they are not about types, and a
mutant may cause them.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from oracle.errors import InputError
from oracle.mutation.plan import Job, function_in, name_in

_ERROR = re.compile(r"(?P<path>[^:]+):(?P<line>\d+): error: .*\[(?P<code>[a-z-]+)\]")
_NO_MATTER_OF_TYPES = frozenset(
    ("unreachable", "redundant-expr", "truthy-bool", "truthy-iterable", "comparison-overlap", "no-any-return")
)
# Errors caused by the copying: each mutant has its own name and follows its original function.
_OF_THE_COPY = frozenset(("has-type", "no-redef", "override"))
_KEPT_DECORATORS = frozenset(("property", "staticmethod", "classmethod"))
_FOLDERS = ("reference", "spec_tables")


@dataclass(frozen=True, slots=True)
class Copy:
    """The lines of a mutant in the copy of its module."""

    id: str
    first: int
    last: int


def ill_typed(root: Path, jobs: Iterable[Job]) -> frozenset[str]:
    """Return the ids of the mutants of functions that the type checker refuses."""
    by_path: dict[str, list[Job]] = {}
    for job in jobs:
        if job.path.endswith(".py"):
            by_path.setdefault(job.path, []).append(job)
    if not by_path:
        return frozenset()
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for each in _FOLDERS:
            shutil.copytree(root / each, copy / each, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(root / "pyproject.toml", copy)
        copies: dict[str, tuple[Copy, ...]] = {}
        for path, of_module in by_path.items():
            text, copies[path] = with_copies((root / path).read_text(encoding="utf-8"), of_module)
            (copy / path).write_text(text, encoding="utf-8")
        said = _checked(root, copy, sorted(by_path))
    return frozenset(
        each.id for path, line in _refused(said) for each in copies.get(path, ()) if each.first <= line <= each.last
    )


def with_copies(module: str, jobs: Iterable[Job]) -> tuple[str, tuple[Copy, ...]]:
    """Return a module with each mutant after its function, under another name, and the lines of each."""
    tree, lines = ast.parse(module), module.splitlines()
    behind: dict[int, list[tuple[str, list[str]]]] = {}
    for number, job in enumerate(jobs):
        function = function_in(tree, name_in(job.path, job.subject))
        (changed,) = ast.parse(job.source).body
        assert isinstance(changed, ast.FunctionDef)
        changed.name = f"{function.name}_{number}_planted"
        changed.decorator_list = [each for each in function.decorator_list if ast.unparse(each) in _KEPT_DECORATORS]
        source = [f"{' ' * function.col_offset}{line}" for line in ast.unparse(changed).splitlines()]
        assert function.end_lineno is not None
        behind.setdefault(function.end_lineno, []).append((job.id, source))
    written: list[str] = []
    copies: list[Copy] = []
    for number, line in enumerate(lines, 1):
        written.append(line)
        for name, source in behind.get(number, ()):
            copies.append(Copy(name, len(written) + 1, len(written) + len(source)))
            written.extend(source)
    return "\n".join(written) + "\n", tuple(copies)


def _checked(root: Path, copy: Path, paths: list[str]) -> str:
    cache = root / "build" / "mypy_of_mutants"
    words = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty", "--cache-dir", str(cache), *paths]
    done = subprocess.run(words, cwd=copy, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise InputError(f"mypy could not check the mutants:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return done.stdout


def _refused(said: str) -> Iterable[tuple[str, int]]:
    for line in said.splitlines():
        found = _ERROR.match(line)
        if found is not None and found["code"] not in _NO_MATTER_OF_TYPES | _OF_THE_COPY:
            yield found["path"], int(found["line"])
