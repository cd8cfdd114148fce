"""Which rules can be broken at all: those that some refusal or some check of a position names.

This is read from the source of the rules. A call of `violation` names its rule, passes on a rule that its function was
given, or uses one computed elsewhere in the module. A rule without any refusal only says what happens, and can have no
negative case. In doubt a rule counts as one that can be broken.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from spec_tables.catalogue import prefixes

_TELLING = ("rule", "event", "Choice", "Chance", "evenly", "Over", "Outcome", "NotThisDecision")
_REFUSE = "violation"
ROOT = Path(__file__).parents[2] / "reference"


@cache
def refusable(game: str) -> frozenset[str]:
    """Return the rules of a game that a refusal may name; none for a game that is not among ours."""
    prefix = next((prefix for prefix, name in prefixes() if name == game), None)
    if prefix is None:
        return frozenset()
    is_rule = re.compile(rf"{prefix}:[\w.-]+")
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / game).glob("*.py"))]
    handing = _handing_on(trees)
    return frozenset(rule for tree in trees for rule in _named(tree, handing) if is_rule.fullmatch(rule))


def _handing_on(trees: list[ast.Module]) -> frozenset[str]:
    """Return the functions that refuse because of a rule they are given, or pass it to another that does.

    A frame with a field `rule` is among them: its procedure may refuse because of that rule.
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    found = {_REFUSE, *(node.name for node in nodes if isinstance(node, ast.ClassDef) and _carries_rule(node))} - {
        *_TELLING
    }
    while True:
        further = {each.name for each in functions if _hands_on(each, found)} - found
        if not further:
            return frozenset(found - {_REFUSE})
        found |= further


def _carries_rule(kind: ast.ClassDef) -> bool:
    fields = (each for each in kind.body if isinstance(each, ast.AnnAssign) and _is_text(each.annotation))
    return any(isinstance(each.target, ast.Name) and each.target.id == "rule" for each in fields)


def _hands_on(function: ast.FunctionDef, refusing: set[str]) -> bool:
    given = {each.arg for each in (*function.args.args, *function.args.kwonlyargs) if _is_text(each.annotation)}
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and _name(node) in refusing]
    return any(isinstance(word, ast.Name) and word.id in given for call in calls for word in _handed(call))


def _handed(call: ast.Call) -> list[ast.expr]:
    """Return the arguments that may be rules; the keyword arguments of `violation` are facts, not rules."""
    named = [] if _name(call) == _REFUSE else [each.value for each in call.keywords]
    return [*call.args, *named]


def _is_text(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in ("str", "RuleId")


def _name(call: ast.Call) -> str:
    """Return the name of the called function, without its module."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _named(tree: ast.Module, handing: frozenset[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in handing:
            yield from _texts(node)
    refusals = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _calls(node, _REFUSE)]
    for each in refusals:
        yield from _texts(each)
    if all(len(each.args) > 1 and isinstance(each.args[1], ast.Constant) for each in refusals):
        return
    told = {id(node) for part in ast.walk(tree) if _only_tells(part) for node in ast.walk(part)}
    yield from (text for node in ast.walk(tree) if id(node) not in told for text in _text(node))


def _only_tells(node: ast.AST) -> bool:
    """Say whether some code cites rules without refusing: decorators, events, decisions, endings."""
    return isinstance(node, ast.Call) and any(_calls(node, name) for name in _TELLING)


def _calls(node: ast.Call, name: str) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == name


def _texts(part: ast.AST) -> Iterator[str]:
    for node in ast.walk(part):
        yield from _text(node)


def _text(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
