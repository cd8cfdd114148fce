"""Refusals: every reason with every rule it is given for is asserted, with its facts, in some test."""

import ast
from collections.abc import Iterator
from pathlib import Path

import reference.wilderness_war
import tests.wilderness_war
from reference.wilderness_war.reasons import Reason

_TELLING = ("violation", "Notation")


def _sources(package: str | None) -> Iterator[ast.Module]:
    assert package is not None
    for path in sorted(Path(package).parent.glob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def _told(module: ast.Module) -> Iterator[tuple[str, str | None]]:
    """Return the reason and the rule of every violation that a module writes; no rule where it is computed."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in _TELLING:
            continue
        reason, rule = node.args
        if isinstance(reason, ast.Attribute):
            yield reason.attr, rule.value if isinstance(rule, ast.Constant) and isinstance(rule.value, str) else None


EMITTED = {pair for module in _sources(reference.wilderness_war.__file__) for pair in _told(module)}
ASSERTED = {pair for module in _sources(tests.wilderness_war.__file__) for pair in _told(module)}


def test_every_reason_is_given_by_some_rule() -> None:
    assert {reason.name for reason in Reason} == {reason for reason, _ in EMITTED}


def test_every_reason_is_asserted_with_each_of_its_rules() -> None:
    unasserted = {(reason, rule) for reason, rule in EMITTED if rule is not None} - ASSERTED
    assert unasserted == set()
    assert {reason.name for reason in Reason} == {reason for reason, _ in ASSERTED}
