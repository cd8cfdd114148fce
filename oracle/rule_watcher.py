"""See which rule-bound functions run, without any code for this in the rules themselves.

Once `WATCHER` is installed, every function with `@rule` has one more statement at its start, which counts its runs.
That costs about thirty nanoseconds a call, and nothing without a watcher. In modules that are already loaded, the code
of the functions is exchanged; later modules are compiled with the statement. Violations and events note the rules they
cite in the same way.

Many rules never show in an event, such as a modifier of zero or an exception that did not apply. But their functions
ran. Memos are emptied first, so that the result does not depend on earlier questions.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import EnumType
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import zip_longest
from types import CodeType, FunctionType, ModuleType
from typing import ClassVar, Protocol, runtime_checkable

from oracle.compiled_build import COMPILED, INTERPRETED, WANTED, running, source_spec
from oracle.evidence.links import rules_of

PACKAGE = "reference"
_RUNS = "__runs__"
_CITED = "__cited__"
_STATED = "__stated__"
# The functions that make violations and events, and the expression that notes the rules cited and the facts stated.
_CITING = {
    ("reference.kernel.verdicts", "violation"): f'{_CITED}.add(rule), {_STATED}.add(("reason", reason, tuple(facts)))',
    ("reference.kernel.verdicts", "event"): f'{_CITED}.update(rules), {_STATED}.add(("event", kind, tuple(facts)))',
}
# The types of most values in a module, none of them memos. Every test looks for memos, and checking each value is slow.
_NO_MEMOS = frozenset((FunctionType, ModuleType, type, EnumType, str, int, bytes, tuple, frozenset, dict, type(None)))


@dataclass(frozen=True, slots=True)
class Watched:
    """A function of a rule: its place, and the rules it is bound to."""

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


class CannotWatch(RuntimeError):
    """The rules that are loaded are compiled; which of them run cannot be seen."""


@dataclass(slots=True)
class RuleWatcher:
    """The known rule functions, how often each ran since the last `forget`, and the rules cited since then.

    `stated` are the names of the facts that came with each reason and kind of event since then.
    `late` are the modules loaded before the watcher was installed: functions that ran on their import were not seen.
    """

    functions: list[Watched] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    stated: set[tuple[str, str, tuple[str, ...]]] = field(default_factory=set)
    late: list[str] = field(default_factory=list)
    installed: bool = False
    memos: tuple[Memo, ...] = ()
    looked_into: tuple[int, ...] = ()

    def install(self) -> None:
        """Watch every module of the package from now on; a second call only lets the watcher come first again."""
        if self.installed:
            self._come_first()
            return
        if running() == COMPILED and any(name.startswith(f"{PACKAGE}.") for name in sys.modules):
            raise CannotWatch(f"the rules that run are compiled and cannot be watched; set {WANTED}={INTERPRETED}")
        self.installed = True
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == PACKAGE and isinstance(module.__loader__, SourceFileLoader):
                self.late.append(name)
                _mark_in_place(self, module, module.__loader__)
        sys.meta_path.insert(0, _Finder(self))

    def _come_first(self) -> None:
        """Step before a finder that came later, such as that of a build: it would load modules without the marks."""
        if not isinstance(sys.meta_path[0], _Finder):
            sys.meta_path.sort(key=lambda each: not isinstance(each, _Finder))

    def add(self, function: Watched) -> int:
        """Watch one more function, and return its number."""
        self.functions.append(function)
        self.runs.append(0)
        return len(self.functions) - 1

    def forget(self) -> None:
        """Forget all runs and citations, and empty all memos, because a memo hides calls."""
        self.install()
        self.runs[:] = [0] * len(self.runs)
        self.cited.clear()
        self.stated.clear()
        # Looking for memos takes milliseconds, and only an import can add one.
        loaded = tuple(id(module) for name, module in sys.modules.items() if name.startswith(PACKAGE))
        if loaded != self.looked_into:
            self.looked_into, self.memos = loaded, tuple(memos((PACKAGE,)))
        for memo in self.memos:
            memo.cache_clear()

    def ran(self) -> frozenset[int]:
        """Return the numbers of the functions that have run."""
        return frozenset(index for index, runs in enumerate(self.runs) if runs)

    def bound_to(self, rule: str) -> tuple[int, ...]:
        """Return the numbers of the functions bound to a rule."""
        return tuple(index for index, function in enumerate(self.functions) if rule in function.rules)

    def functions_of(self, rule: str) -> tuple[FunctionType, ...]:
        """Return the functions bound to a rule, as functions."""
        found = (self.functions[index] for index in self.bound_to(rule))
        return tuple(function_of(sys.modules[each.module], each.name) for each in found)

    def functions_run_by(self, doing: Callable[[], object]) -> tuple[Watched, ...]:
        """Empty all memos, do something, and return the functions that ran; earlier runs stay counted."""
        before, cited = tuple(self.runs), frozenset(self.cited)
        self.forget()
        try:
            doing()
        finally:
            during = tuple(self.runs)
            self.runs[:] = [sum(both) for both in zip_longest(before, during, fillvalue=0)]
            self.cited.update(cited)
        return tuple(function for function, runs in zip(self.functions, during, strict=True) if runs)

    def rules_run_by(self, doing: Callable[[], object]) -> frozenset[str]:
        """Empty all memos, do something, and return the rules whose functions ran, cited or not."""
        return frozenset(rule for function in self.functions_run_by(doing) for rule in function.rules)


WATCHER = RuleWatcher()


def memos(packages: tuple[str, ...]) -> Iterator[Memo]:
    """Find the memos defined in packages; imported ones, such as those that read the data, hide no rule."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in packages:
            odd = [value for value in vars(module).values() if type(value) not in _NO_MEMOS]
            own = (each for each in odd if hasattr(each, "cache_clear") and getattr(each, "__module__", None) == name)
            yield from (value for value in own if isinstance(value, Memo) and not isinstance(value, type))


@dataclass(frozen=True, slots=True)
class _Finder:
    watcher: RuleWatcher

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".", maxsplit=1)[0] != PACKAGE:
            return None
        spec = source_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(self.watcher, fullname, spec.loader.path)
        return spec


class Loader(SourceFileLoader):
    """Loads a module of the package with the marks in it.

    `planted` holds sources to read instead of files, and `compiled` the code of modules compiled already.
    """

    planted: ClassVar[dict[str, str]] = {}
    compiled: ClassVar[dict[str, CodeType]] = {}

    def __init__(self, watcher: RuleWatcher, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self.watcher = watcher

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module, marks included."""
        if self.path in self.compiled and self.path not in self.planted:
            return self.compiled[self.path]
        source = self.planted.get(self.path) or self.get_data(self.path)
        return _marked(_Marker(fullname, self.watcher), source, self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, which finds the marks among its names."""
        vars(module).update(_names(self.watcher))
        super().exec_module(module)


class _Marker(ast.NodeTransformer):
    """Puts a mark at the start of every function with `@rule`, and remembers these functions."""

    def __init__(self, module: str, watcher: RuleWatcher) -> None:
        self.module = module
        self.watcher = watcher
        self.within: list[str] = []
        self.marked: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.within.append(node.name)
        self.generic_visit(node)
        name = ".".join(self.within)
        rules = tuple(rule for decorator in node.decorator_list for rule in rules_of(decorator, "rule"))
        if rules:
            number = self.watcher.add(Watched(self.module, name, node.lineno, rules))
            _put_first(node, f"{_RUNS}[{number}] += 1")
        if (self.module, name) in _CITING:
            _put_first(node, _CITING[self.module, name])
        if rules or (self.module, name) in _CITING:
            self.marked.append(name)
        self.within.pop()
        return node


def _names(watcher: RuleWatcher) -> dict[str, object]:
    """Return what the marks in a module refer to."""
    return {_RUNS: watcher.runs, _CITED: watcher.cited, _STATED: watcher.stated}


def _marked(marker: _Marker, source: str | bytes, path: str) -> CodeType:
    """Compile a module with the marks in it."""
    tree = marker.visit(ast.parse(source, path))
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _mark_in_place(watcher: RuleWatcher, module: ModuleType, loader: SourceFileLoader) -> None:
    """Exchange the code of a loaded module's functions for code with the marks."""
    marker = _Marker(module.__name__, watcher)
    code = _marked(marker, loader.get_data(loader.path), loader.path)
    vars(module).update(_names(watcher))
    for name in marker.marked:
        function_of(module, name).__code__ = code_of(code, name)


def code_of(module: CodeType, name: str) -> CodeType:
    """Return the code of a function within that of its module."""
    code = module
    for part in name.split("."):
        code = next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == part)
    return code


def function_of(module: ModuleType, name: str) -> FunctionType:
    """Return a function by its name in a module, without its wrappers."""
    holder: object = module
    for part in name.split("."):
        holder = vars(holder)[part]
    if isinstance(holder, property):
        holder = holder.fget
    if isinstance(holder, staticmethod | classmethod):
        holder = holder.__func__
    if callable(holder):
        holder = inspect.unwrap(holder)
    if not isinstance(holder, FunctionType):
        raise TypeError(f"{module.__name__}.{name} is no plain function")
    return holder


def _put_first(node: ast.FunctionDef, statement: str) -> None:
    """Put a statement at the start of a function, on the line of its first statement, so that coverage ignores it."""
    first = 1 if ast.get_docstring(node, clean=False) is not None and len(node.body) > 1 else 0
    mark, place = ast.parse(statement).body[0], node.body[first]
    for part in ast.walk(mark):
        if isinstance(part, ast.stmt | ast.expr):
            part.lineno = part.end_lineno = place.lineno
            part.col_offset = part.end_col_offset = place.col_offset
    node.body.insert(first, mark)
