"""Which rules can be broken at all: those that some refusal or some check of a position names.

Read off the source of the rules: whoever calls `violation` names the rule there, or hands on one that is worked out
elsewhere in the module. A rule that nothing refuses for says what happens, and can have no negative case. In doubt a
rule counts as one that can be broken.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from spec_tables.catalogue import prefixes

_TELLING = ("rule", "event", "Choice", "Chance", "evenly", "Over", "Outcome", "NotThisDecision")
ROOT = Path(__file__).parents[2] / "reference"


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
    refusals = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _calls(node, "violation")]
    for each in refusals:
        yield from _texts(each)
    if all(len(each.args) > 1 and isinstance(each.args[1], ast.Constant) for each in refusals):
        return
    told = {id(node) for part in ast.walk(tree) if _only_tells(part) for node in ast.walk(part)}
    yield from (text for node in ast.walk(tree) if id(node) not in told for text in _text(node))


def _only_tells(node: ast.AST) -> bool:
    """Say whether part of a module cites rules without refusing for them: decorators, events, decisions, endings."""
    return isinstance(node, ast.Call) and any(_calls(node, name) for name in _TELLING)


def _calls(node: ast.Call, name: str) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == name


def _texts(part: ast.AST) -> Iterator[str]:
    for node in ast.walk(part):
        yield from _text(node)


def _text(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
