"""Draw a random sample of the faults that two independent tools, mutmut and cosmic-ray, would plant in the rules.

Run with the Python of an environment that has both tools, and nothing else is needed: only their operators are used,
on the texts of the sources; no file is changed. All faults of both tools in the bodies of functions are enumerated and
shuffled with the seed, and the first ones written, so that every beginning of the list is a random sample too.

Left out are: annotations and docstrings, which decide nothing; decorators, which bind a function to its rules or
remember its answers; and the operators of cosmic-ray that need to be told which variable to replace. mutmut passes
over every decorated function; here it gets the sources with the decorators turned into comments of the same length.
"""

import ast
import json
import random
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import libcst
import parso
from cosmic_ray.mutating import MutationVisitor as CosmicRayVisitor
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation
from mutmut.mutation.file_mutation import MutationVisitor as MutmutVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode
from parso.tree import NodeOrLeaf

_LEFT_OUT = frozenset(("RemoveDecorator", "VariableReplacer", "VariableInserter"))
_MUTMUT, _COSMIC_RAY = "mutmut", "cosmic-ray"

# What mutmut's operators are: they return what may stand in place of a node.
Planting = Callable[[libcst.CSTNode], Iterator[libcst.CSTNode]]
Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass
class Part:
    """A statement at the top of a module: where it begins, its text and its nodes."""

    offset: int
    text: str
    nodes: list[NodeOrLeaf]

    def positions(self, operator: Operator) -> Iterator[tuple[int, int]]:
        """Return where an operator would plant its faults."""
        for node in self.nodes:
            for first, _ in operator.mutation_positions(node):
                yield first


@dataclass
class Source:
    """A module: its path, its text, the spans where nothing is planted, and what mutmut found in it."""

    path: str
    text: str
    bodies: list[Span]
    left_out: list[Span]
    bare: str = ""
    module: libcst.Module | None = None
    mutations: list[Mutation] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    places: dict[tuple[str, int], tuple[Part, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Divide the text."""
        offset = 0
        for child in parso.parse(self.text).children:
            text = child.get_code()
            self.parts.append(Part(offset, text, list(_nodes(child))))
            offset += len(text)

    def is_left_out(self, position: tuple[int, int]) -> bool:
        """Say whether a position lies where nothing is planted."""
        if not any(first <= position < last for first, last in self.bodies):
            return True
        return any(first <= position < last for first, last in self.left_out)


def sources(root: Path, folder: str) -> Iterator[Source]:
    """Read the modules of a folder."""
    for path in sorted((root / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        yield Source(path.relative_to(root).as_posix(), text, list(_bodies(tree)), list(_left_out(tree)))


def _bodies(tree: ast.Module) -> Iterator[Span]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield _span(node.body[0])[0], _span(node)[1]


def _span(node: ast.stmt | ast.expr) -> Span:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _left_out(tree: ast.Module) -> Iterator[Span]:
    for node in ast.walk(tree):
        parts: list[ast.expr | ast.stmt | None] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            parts.extend(node.decorator_list)
        if isinstance(node, ast.FunctionDef):
            parts.append(node.returns)
        if isinstance(node, ast.arg | ast.AnnAssign):
            parts.append(node.annotation)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            parts.append(node)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts.append(node)
        yield from (_span(part) for part in parts if part is not None)


# ---------------------------------------------------------------- what there is


def listed(source: Source) -> Iterator[tuple[str, str, str, int]]:
    """Return every fault of both tools as tool, path, operator and number."""
    for name in OperatorProvider():
        if name in _LEFT_OUT:
            continue
        operator = OperatorProvider()[name]()
        number = 0
        for part in source.parts:
            for within, first in enumerate(part.positions(operator)):
                if not source.is_left_out(first):
                    source.places[name, number] = (part, within)
                    yield _COSMIC_RAY, source.path, name, number
                number += 1
    names: list[str] = []
    source.bare = _without_decorators(source.text)
    wrapper = MetadataWrapper(libcst.parse_module(source.bare))
    visitor = MutmutVisitor(
        [(kind, _named(operator, names)) for kind, operator in mutation_operators], IgnoredCode(set(), set(), set())
    )
    source.module = wrapper.visit(visitor)
    source.mutations = visitor.mutations
    assert len(names) == len(source.mutations)
    positions = wrapper.resolve(PositionProvider)
    for number, (name, mutation) in enumerate(zip(names, source.mutations, strict=True)):
        position = positions.get(mutation.original_node)
        if position is None or not source.is_left_out((position.start.line, position.start.column)):
            yield _MUTMUT, source.path, name.removeprefix("operator_"), number


def _nodes(node: NodeOrLeaf) -> Iterator[NodeOrLeaf]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _named(operator: Planting, names: list[str]) -> Planting:
    def planted(node: libcst.CSTNode) -> Iterator[libcst.CSTNode]:
        for each in operator(node):
            names.append(operator.__name__)
            yield each

    return planted


def _without_decorators(text: str) -> str:
    """Turn the decorators of functions into comments, except those that mutmut allows; every offset stays."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for each in node.decorator_list:
                if ast.unparse(each) in ("staticmethod", "classmethod"):
                    continue
                first = each.lineno - 1
                lines[first] = lines[first].replace("@", "#", 1)
                for number in range(first + 1, _span(each)[1][0]):
                    lines[number] = f"#{lines[number][1:]}"
    return "\n".join(lines)


# ---------------------------------------------------------------- what is planted


def planted(source: Source, tool: str, operator: str, number: int) -> tuple[int, int, str] | None:
    """Return the fault as the characters it replaces, from and to, and what stands there then."""
    if tool == _COSMIC_RAY:
        part, within = source.places[operator, number]
        visitor = CosmicRayVisitor(within, OperatorProvider()[operator]())
        before, after = part.text, visitor.walk(parso.parse(part.text)).get_code()
        assert visitor.mutation_applied
        offset = part.offset
    else:
        mutation = source.mutations[number]
        assert source.module is not None
        function = mutation.contained_by_top_level_function
        before = source.module.code_for_node(function)
        if source.bare.count(before) == 1:
            # Much quicker than the whole module; a method is written without its indentation, and not found.
            after = source.module.code_for_node(function.deep_replace(mutation.original_node, mutation.mutated_node))
        else:
            before, after = (
                source.bare,
                source.module.deep_replace(mutation.original_node, mutation.mutated_node).code,
            )
        offset = source.bare.index(before)
    if before == after or not _is_changed(before, after):
        return None
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    most = shorter - first
    behind = next((at for at in range(most) if before[-1 - at] != after[-1 - at]), most)
    return offset + first, offset + len(before) - behind, after[first : len(after) - behind]


def _is_changed(before: str, after: str) -> bool:
    """Say whether a fault changes more than the layout; one that cannot be parsed does."""
    try:
        return ast.dump(ast.parse(textwrap.dedent(before))) != ast.dump(ast.parse(textwrap.dedent(after)))
    except SyntaxError:
        return True


def main(words: list[str]) -> int:
    """Write the sample of a folder: ROOT FOLDER SEED SIZE OUT."""
    root, folder, seed, size, out = Path(words[0]), words[1], words[2], int(words[3]), Path(words[4])
    found = {each.path: each for each in sources(root, folder)}
    everything = [fault for source in found.values() for fault in listed(source)]
    counts = {tool: sum(each[0] == tool for each in everything) for tool in (_MUTMUT, _COSMIC_RAY)}
    random.Random(f"{seed} {folder}").shuffle(everything)
    kept: dict[tuple[str, int, int, str], dict[str, object]] = {}
    for tool, path, operator, number in everything:
        if len(kept) == size:
            break
        fault = planted(found[path], tool, operator, number)
        if fault is not None and (path, *fault) not in kept:
            first, last, text = fault
            kept[path, *fault] = {
                "tool": tool,
                "path": path,
                "operator": operator,
                "number": number,
                "from": first,
                "to": last,
                "text": text,
            }
    header = {
        "folder": folder,
        "seed": seed,
        "all": counts,
        "mutmut": version("mutmut"),
        "cosmic-ray": version("cosmic-ray"),
        "python": sys.version.split()[0],
    }
    out.write_text("".join(json.dumps(each) + "\n" for each in (header, *kept.values())), encoding="utf-8")
    print(header, len(kept))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
