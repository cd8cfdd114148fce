"""The rules import the standard library, the tables and themselves: nothing else, whatever is installed.

The import contracts in pyproject.toml forbid modules by name; this is the other half, which no new package
escapes.
"""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALLOWED = sys.stdlib_module_names | {"reference", "spec_tables"}
# Built into Python, so no import shows them.
IMPURE_CALLS = frozenset({"__import__", "breakpoint", "eval", "exec", "globals", "id", "input", "open", "print"})


def strangers(source: str) -> list[str]:
    """What a module of reference/ uses and should not, by line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                modules = [name.name for name in names]
                found += [(node.lineno, name) for name in modules if name.split(".")[0] not in ALLOWED]
            case ast.ImportFrom(module=str(name)) if name.split(".")[0] not in ALLOWED:
                found.append((node.lineno, name))
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                found.append((node.lineno, f"{name}()"))
            case _:
                pass
    return [f"{line}: {name}" for line, name in sorted(found)]


def test_the_rules_import_nothing_strange() -> None:
    sources = {path: strangers(path.read_text(encoding="utf-8")) for path in (ROOT / "reference").rglob("*.py")}
    assert sources
    assert {str(path.relative_to(ROOT)): found for path, found in sources.items() if found} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import numpy as np", ["1: numpy"]),
        ("import typing, attrs", ["1: attrs"]),
        ("def f():\n    from yaml.loader import load", ["2: yaml.loader"]),
        ("from oracle import cli", ["1: oracle"]),
        ("text = open('map.csv').read()", ["1: open()"]),
        ("from fractions import Fraction\nimport spec_tables.reader\nfrom reference.kernel import rules", []),
    ],
)
def test_planted_strangers_are_found(source: str, found: list[str]) -> None:
    assert strangers(source) == found
