"""Which rules can be broken at all: those that some refusal or some check of a position names.

Read off the source of the rules: whoever calls `violation` names the rule there, or hands on one that stands in the
same function. A rule that nothing refuses for says what happens, and can have no negative case.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from spec_tables.catalogue import prefixes

ROOT = Path(__file__).parents[2] / "reference"
_CALLED = "violation"


@cache
def refusable(game: str) -> frozenset[str]:
    """Return the rules of a game that a refusal may name; none for a game that is not among ours."""
    prefix = next((prefix for prefix, name in prefixes() if name == game), None)
    if prefix is None:
        return frozenset()
    is_rule = re.compile(rf"{prefix}:[\w.-]+")
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / game).glob("*.py"))]
    return frozenset(rule for tree in trees for rule in _named(tree) if is_rule.fullmatch(rule))


def _named(tree: ast.Module) -> Iterator[str]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        refusals = [node for part in function.body for node in ast.walk(part) if _refuses(node)]
        if refusals:
            yield from _texts(function.body)
        # Where the rule is worked out elsewhere it is one of those that the function is bound to.
        if any(isinstance(node, ast.Call) and not isinstance(node.args[1], ast.Constant) for node in refusals):
            yield from _texts(function.decorator_list)


def _texts(parts: Sequence[ast.AST]) -> Iterator[str]:
    for part in parts:
        for node in ast.walk(part):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _refuses(node: ast.AST) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == _CALLED
    return called and isinstance(node, ast.Call) and len(node.args) > 1
