"""The faults of a sample: where they lie, what they change, and the code of a function that has them."""

import ast
import json
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from oracle.mutation.plan import function_in
from oracle.mutation.trial import compiled
from oracle.places import SOURCES

GAMES = ("few_acres_of_snow", "hammer_of_the_scots", "wilderness_war")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: which characters of a module it replaces, and by what."""

    tool: str
    path: str
    operator: str
    number: int
    first: int
    last: int
    text: str

    @property
    def id(self) -> str:
        """Return the name of the fault."""
        return f"{self.path}#{self.tool}.{self.operator}.{self.number}"


def read_faults(path: Path) -> list[Fault]:
    """Read a sample."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return [
        Fault(each["tool"], each["path"], each["operator"], each["number"], each["from"], each["to"], each["text"])
        for each in lines
    ]


def header_of(path: Path) -> Mapping[str, object]:
    """Return what a sample says of itself: the seed, the versions of the tools, the number of all faults."""
    with path.open(encoding="utf-8") as lines:
        head = json.loads(lines.readline())
    assert isinstance(head, dict)
    return head


@cache
def _module(path: str) -> tuple[str, ast.Module]:
    text = (SOURCES / path).read_text(encoding="utf-8")
    return text, ast.parse(text)


def name_of(path: str) -> str:
    """Return the name of the module with that path."""
    return path.removesuffix(".py").replace("/", ".")


def position_of(fault: Fault) -> tuple[int, int]:
    """Return line and column (in bytes, as `ast` counts) where a fault begins."""
    before = _module(fault.path)[0][: fault.first]
    return before.count("\n") + 1, len(before[before.rfind("\n") + 1 :].encode())


def line_of(fault: Fault) -> int:
    """Return the line where a fault begins."""
    return position_of(fault)[0]


def change_of(fault: Fault) -> str:
    """Return the lines that a fault changes, before and after, each side as one line."""
    text, _ = _module(fault.path)
    start, end = text.rfind("\n", 0, fault.first) + 1, text.find("\n", fault.last)
    after = text[start : fault.first] + fault.text + text[fault.last : end]
    return f"{_as_one_line(text[start:end])} => {_as_one_line(after)}"


def _as_one_line(text: str) -> str:
    return " ".join(text.split())


def function_at(fault: Fault) -> str | None:
    """Return the function in whose body a fault lies."""
    line = line_of(fault)
    for name, function in _functions(_module(fault.path)[1]):
        if function.body[0].lineno <= line <= (function.end_lineno or 0):
            return name
    return None


def _functions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{within}{child.name}", child
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{within}{child.name}.")


def planted_source(faults: Sequence[Fault], name: str) -> str:
    """Return the source of a function with faults in it; a SyntaxError if that is no Python."""
    text, _ = _module(faults[0].path)
    for fault in sorted(faults, key=lambda each: each.first, reverse=True):
        text = text[: fault.first] + fault.text + text[fault.last :]
    function = function_in(ast.parse(text), name)
    function.decorator_list = []
    return ast.unparse(function)


def planted_code(faults: Sequence[Fault], name: str) -> types.CodeType:
    """Return the code of a function with faults in it."""
    return compiled(planted_source(faults, name), name, faults[0].path)
