"""See which rule-bound functions run, without a trace of it in the rules themselves.

While a `Witness` is installed, modules of `reference` are compiled with one extra statement at the head of every
function that carries `@rule`: it sets a byte in `seen`. That costs some thirty nanoseconds a call, and nothing at all
outside tests. Violations and events note the rules they cite in the same way.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import EnumType
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import ClassVar, Protocol, runtime_checkable

from oracle.evidence.links import rules_of

PACKAGE = "reference"
_MARK = "__witness__"
_CITED = "__cited__"
# What makes violations and events, and how each tells the witness which rules it cites.
_CITING = {
    ("reference.kernel.verdicts", "violation"): f"{_CITED}.add(rule)",
    ("reference.kernel.verdicts", "event"): f"{_CITED}.update(rules)",
}
_MOST_FUNCTIONS = 10_000
# What most names of a module stand for. Every test looks for memos, and asking each value what it can do is slow.
_NO_MEMOS = frozenset((FunctionType, ModuleType, type, EnumType, str, int, bytes, tuple, frozenset, dict, type(None)))


@dataclass(frozen=True, slots=True)
class Watched:
    """A function of a rule: where it stands, and the rules it is bound to."""

    module: str
    name: str
    line: int
    rules: tuple[str, ...]

    def __str__(self) -> str:
        """Return the function's full name."""
        return f"{self.module}.{self.name}"


@runtime_checkable
class Memo(Protocol):
    """A function that remembers its answers."""

    def cache_clear(self) -> None:
        """Forget them."""


@dataclass(slots=True)
class Witness:
    """The functions found so far, which of them have run since the last `forget`, and the rules cited since then."""

    functions: list[Watched] = field(default_factory=list)
    seen: bytearray = field(default_factory=lambda: bytearray(_MOST_FUNCTIONS))
    cited: set[str] = field(default_factory=set)

    def install(self) -> None:
        """Watch every module of the package that is imported from now on."""
        loaded = [name for name in sys.modules if name.split(".")[0] == PACKAGE]
        if loaded:
            raise RuntimeError(f"{loaded[0]} was imported before the witness came")
        sys.meta_path.insert(0, _Finder(self))

    def forget(self) -> None:
        """Start afresh: no function has run, and no memo hides one that is called."""
        self.seen[:] = bytes(len(self.seen))
        self.cited.clear()
        for memo in memos((PACKAGE,)):
            memo.cache_clear()

    def ran(self) -> frozenset[int]:
        """Return the numbers of the functions that have run."""
        return frozenset(index for index in range(len(self.functions)) if self.seen[index])

    def bound_to(self, rule: str) -> tuple[int, ...]:
        """Return the numbers of the functions bound to a rule."""
        return tuple(index for index, function in enumerate(self.functions) if rule in function.rules)


def memos(packages: tuple[str, ...]) -> Iterator[Memo]:
    """Find the memos of packages; those they import, such as the reading of the data, hide no rule."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in packages:
            odd = [value for value in vars(module).values() if type(value) not in _NO_MEMOS]
            own = (each for each in odd if hasattr(each, "cache_clear") and getattr(each, "__module__", None) == name)
            yield from (value for value in own if isinstance(value, Memo) and not isinstance(value, type))


@dataclass(frozen=True, slots=True)
class _Finder:
    witness: Witness

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".", maxsplit=1)[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(self.witness, fullname, spec.loader.path)
        return spec


class Loader(SourceFileLoader):
    """Loads a module of the package with the marks in it.

    `planted` holds sources to read instead of files, and `compiled` modules that need not be compiled again.
    """

    planted: ClassVar[dict[str, str]] = {}
    compiled: ClassVar[dict[str, CodeType]] = {}

    def __init__(self, witness: Witness, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self.witness = witness

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module, marks included."""
        if self.path in self.compiled and self.path not in self.planted:
            return self.compiled[self.path]
        source = self.planted.get(self.path) or self.get_data(self.path)
        tree = ast.parse(source, self.path)
        watched = _Marker(fullname, self.witness).visit(tree)
        return compile(ast.fix_missing_locations(watched), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, which finds the marks among its names."""
        vars(module).update({_MARK: self.witness.seen, _CITED: self.witness.cited})
        super().exec_module(module)


class _Marker(ast.NodeTransformer):
    """Puts the mark at the head of every function that carries `@rule`."""

    def __init__(self, module: str, witness: Witness) -> None:
        self.module = module
        self.witness = witness
        self.within: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.within.append(node.name)
        self.generic_visit(node)
        rules = tuple(rule for decorator in node.decorator_list for rule in rules_of(decorator, "rule"))
        if rules:
            index = len(self.witness.functions)
            self.witness.functions.append(Watched(self.module, ".".join(self.within), node.lineno, rules))
            _put_first(node, f"{_MARK}[{index}] = 1")
        if (self.module, ".".join(self.within)) in _CITING:
            _put_first(node, _CITING[self.module, ".".join(self.within)])
        self.within.pop()
        return node


def _put_first(node: ast.FunctionDef, statement: str) -> None:
    """Put a statement at the head of a function, where coverage sees no line of its own: on that of the first one."""
    first = 1 if ast.get_docstring(node, clean=False) is not None and len(node.body) > 1 else 0
    mark, place = ast.parse(statement).body[0], node.body[first]
    for part in ast.walk(mark):
        if isinstance(part, ast.stmt | ast.expr):
            part.lineno = part.end_lineno = place.lineno
            part.col_offset = part.end_col_offset = place.col_offset
    node.body.insert(first, mark)
