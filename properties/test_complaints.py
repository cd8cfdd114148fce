"""Every complaint of the invariants is shown by a position made by hand: an invariant that drops it is caught."""

import ast
import importlib
import inspect
from collections.abc import Iterator, Sequence
from types import ModuleType

import pytest

from oracle.game_registry import REGISTERED
from properties.unsound_positions import UNSOUND
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.verdicts import Violation

MODULES = {
    "wilderness_war": ("invariants", "standing_invariants", "track_invariants"),
    "hammer_of_the_scots": ("invariants", "memory_invariants"),
    "few_acres_of_snow": ("invariants",),
}
# Complaints about what no position in JSON can say, since it cannot be read; tests of the invariants show them.
UNSAID = {
    ("wilderness_war", "COUNTER_MISPLACED"): "a piece is given a place and steps together",
    ("wilderness_war", "CARD_LOST"): "a card that is named nowhere is in the draw pile",
    ("hammer_of_the_scots", "TOO_MANY_CARDS"): "more cards than a hand or the deck has cannot be read",
    ("hammer_of_the_scots", "STEPS_OUT_OF_RANGE"): "a block has its own range of strengths",
}


def modules(game: str) -> tuple[ModuleType, ...]:
    return tuple(importlib.import_module(f"reference.{game}.{name}") for name in MODULES[game])


def complaints(module: ModuleType) -> Iterator[tuple[ast.Expr, str]]:
    """Give every statement of a module that yields a complaint, with the reason it states, if it states one."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
            reasons = [each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and _is_reason(each)]
            if reasons or isinstance(node.value, ast.YieldFrom):
                yield node, reasons[0] if reasons else ""


def _is_reason(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "Reason"


def without(module: ModuleType, line: int) -> ModuleType:
    """Return a module in which the complaint of a line is dropped."""
    tree = ast.parse(inspect.getsource(module))
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                setattr(node, field, [_dropped(each, line) for each in body])
    mutant = ModuleType(module.__name__)
    mutant.__dict__.update(__package__=module.__package__, __file__=module.__file__)
    exec(compile(ast.fix_missing_locations(tree), str(module.__file__), "exec"), mutant.__dict__)
    return mutant


def _dropped(node: ast.stmt, line: int) -> ast.stmt:
    """Return a statement, or one that yields nothing in its place, so that a generator stays one."""
    if isinstance(node, ast.Expr) and node.lineno == line and isinstance(node.value, ast.Yield | ast.YieldFrom):
        return ast.copy_location(ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load()))), node)
    return node


def found_by(game: str) -> list[tuple[Violation, ...]]:
    """Return what is found wrong with every unsound position of a game."""
    return [REGISTERED.place(game, parse_ruleset_name(rules), form).check() for rules, form in UNSOUND[game]]


@pytest.mark.parametrize("game", UNSOUND)
def test_every_position_is_unsound(game: str) -> None:
    for given, found in zip(UNSOUND[game], found_by(game), strict=True):
        assert found, given


@pytest.mark.parametrize("game", UNSOUND)
def test_an_invariant_that_drops_a_complaint_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states = [REGISTERED.place(game, parse_ruleset_name(rules), form) for rules, form in UNSOUND[game]]
    whole = [each.check() for each in states]
    unseen: list[str] = []
    for module in modules(game):
        for node, reason in complaints(module):
            if (game, reason) in UNSAID:
                continue
            mutant = without(module, node.lineno)
            if checked(module, mutant, states, monkeypatch) == whole:
                unseen.append(f"{module.__name__}:{node.lineno} {reason}")
    assert unseen == []


def checked(
    module: ModuleType, mutant: ModuleType, tables: Sequence[Table], monkeypatch: pytest.MonkeyPatch
) -> list[tuple[Violation, ...]]:
    """Return what a game with a mutant in place of a module finds wrong with positions."""
    own = [name for name, each in vars(module).items() if inspect.isgeneratorfunction(inspect.unwrap(each))]
    with monkeypatch.context() as patch:
        for name in own:
            patch.setattr(module, name, vars(mutant)[name])
        return [each.check() for each in tables]
