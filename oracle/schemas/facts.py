"""Which facts events and violations state, read from the source of the rules.

A call such as `event(EventKind.FIRED, "ww:7.2-C", side=..., die=...)` names its facts. A kind whose every mention is
such a call has exactly these; any other kind may have any fact that some call of the game names.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from oracle.schemas.parts import TEXT, WHOLE, YES_OR_NO, Schema, either, listed, ref

ROOT = Path(__file__).parents[2] / "reference"
_TELLING = ("event", "violation", "unasked")
_ENUMS = ("EventKind", "Reason")
_OF_UNASKED = ("by", "window")
FACT: Schema = either(YES_OR_NO, WHOLE, TEXT, listed(TEXT))


@dataclass(slots=True)
class Stated:
    """The facts of a game: all names, and for each kind or reason those that its calls name."""

    names: set[str] = field(default_factory=set)
    by_kind: dict[str, set[str]] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)

    def of(self, kind: StrEnum) -> frozenset[str] | None:
        """Return the facts that an event of a kind, or a violation for a reason, may state; nothing if any may be."""
        name = f"{type(kind).__name__}.{kind.name}"
        return None if name in self.unsure or name not in self.by_kind else frozenset(self.by_kind[name])


def facts_of(stated: Stated, kind: StrEnum, typed: Collection[str]) -> Schema:
    """Return the schema of the facts of a kind; `typed` are the names with a definition of their own."""
    names = stated.of(kind)
    return ref("facts") if names is None else facts_named(names, typed)


def facts_named(names: Iterable[str], typed: Collection[str]) -> Schema:
    """Return the schema of facts with some names."""
    members = {name: ref(f"fact.{name}" if name in typed else "fact") for name in sorted(names)}
    return {"type": "object", "properties": members, "additionalProperties": False}


@cache
def stated_by(game: str) -> Stated:
    """Return the facts that the modules of a game state about its events and its reasons."""
    found = Stated()
    for path in sorted((ROOT / game).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(f"{enum}." in text for enum in _ENUMS):
            _note(ast.parse(text), found)
    # What every game says of a decision that is passed over is said by the kernel.
    kernel = ast.parse((ROOT / "kernel" / "verdicts.py").read_text(encoding="utf-8"))
    found.names.update(_keys(ast.walk(kernel)))
    return found


def _note(tree: ast.Module, found: Stated) -> None:
    nodes = list(ast.walk(tree))
    told: set[int] = set()
    for function in nodes:
        if isinstance(function, ast.FunctionDef):
            told |= _note_calls(list(ast.walk(function)), found)
    for node in nodes:
        kind = _member(node)
        if kind and id(node) not in told:
            found.unsure.add(kind)
    found.names.update(_keys(nodes))


def _note_calls(nodes: list[ast.AST], found: Stated) -> set[int]:
    """Note the facts that the calls in a function name, and return the mentions of kinds that this accounts for."""
    calls = [node for node in nodes if isinstance(node, ast.Call) and _function(node) in _TELLING]
    local = dict(_literals(nodes)) if calls else {}
    told: set[int] = set()
    for call in calls:
        names, sure = _named(call, local)
        kind = _member(call.args[0]) if call.args else ""
        if kind and sure:
            found.by_kind.setdefault(kind, set()).update(names)
            told.add(id(call.args[0]))
    return told


def _function(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _member(node: ast.AST) -> str:
    """Return the member of an enum that code names, such as `Reason.BESIEGED`; nothing if it does not."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _ENUMS:
        return f"{node.value.id}.{node.attr}"
    return ""


def _named(call: ast.Call, local: Mapping[str, frozenset[str]]) -> tuple[set[str], bool]:
    """Return the facts that a call names, and whether these are all."""
    names = set(_OF_UNASKED) if _function(call) == "unasked" else set()
    sure = True
    for each in call.keywords:
        if each.arg is not None:
            names.add(each.arg)
        elif isinstance(each.value, ast.Name) and each.value.id in local:
            names |= local[each.value.id]
        else:
            sure = False
    return names, sure


def _literals(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, frozenset[str]]]:
    """Return the local names that are bound once, to a mapping whose keys are all written out."""
    bound: dict[str, list[ast.expr | None]] = {}
    added: dict[str, set[str]] = {}
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                bound.setdefault(name, []).append(value)
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                # Bound in another way, or once more: then its keys are not known.
                bound.setdefault(name, []).append(None)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)), ctx=ast.Store()):
                added.setdefault(name, set()).add(key)
            case (
                ast.Subscript(value=ast.Name(id=name), ctx=ast.Store())
                | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="update" | "setdefault"))
            ):
                bound.setdefault(name, []).append(None)
            case _:
                pass
    for name, values in bound.items():
        # An assignment is seen twice: as itself, and as the name it stores.
        known = [each for each in values if each is not None]
        if len(values) == 2 and len(known) == 1 and isinstance(known[0], ast.Dict) and _written_out(known[0]):
            yield name, frozenset((*_texts(known[0]), *added.get(name, ())))


def _written_out(mapping: ast.Dict) -> bool:
    return all(isinstance(key, ast.Constant) for key in mapping.keys)


def _texts(mapping: ast.Dict) -> Iterator[str]:
    for key in mapping.keys:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value


def _keys(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return every name that may be that of a fact: keys that are written out, keywords, first parts of pairs."""
    for node in nodes:
        if isinstance(node, ast.Dict):
            yield from _texts(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from (each.arg for each in node.keywords if each.arg is not None)
        elif isinstance(node, ast.Tuple | ast.Subscript):
            # The facts of a `Notation` are pairs; others are added to a mapping by name.
            first = node.slice if isinstance(node, ast.Subscript) else node.elts[0] if node.elts else None
            yield from [first.value] if isinstance(first, ast.Constant) and isinstance(first.value, str) else []
