"""What the sources define that the transformation must know: records, named tuples, enums, and what is imported."""

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: its name, its type as source text, and its default."""

    name: str
    annotation: str
    default: ast.expr | None = None

    def option(self, name: str) -> ast.expr | None:
        """Return an argument of `field(...)`, if the default is written so."""
        if not self.is_call:
            return None
        assert isinstance(self.default, ast.Call)
        return next((each.value for each in self.default.keywords if each.arg == name), None)

    @property
    def is_call(self) -> bool:
        """Say whether the default is written with `field(...)`."""
        return isinstance(self.default, ast.Call) and _name_of(self.default.func) == "field"

    @property
    def value(self) -> ast.expr | None:
        """Return the default itself."""
        return self.option("default") if self.is_call else self.default

    def takes_part(self, what: str) -> bool:
        """Say whether the field takes part in comparing (`compare`), hashing (`hash`) or showing (`repr`)."""
        said = self.option(what)
        if said is None and what == "hash":
            return self.takes_part("compare")
        return not (isinstance(said, ast.Constant) and said.value is False)


@dataclass(frozen=True, slots=True)
class Record:
    """A class with fields: a data class, or a named tuple."""

    module: str
    name: str
    fields: tuple[Field, ...]
    base: str | None = None
    frozen: bool = True


@dataclass(slots=True)
class Survey:
    """What all modules define, by full name, and what each module calls what it imports."""

    records: dict[str, Record] = field(default_factory=dict)
    tuples: dict[str, Record] = field(default_factory=dict)
    enums: dict[str, frozenset[str]] = field(default_factory=dict)
    plain: dict[str, frozenset[str]] = field(default_factory=dict)
    exceptions: set[str] = field(default_factory=set)
    generators: set[str] = field(default_factory=set)
    names: dict[str, dict[str, str]] = field(default_factory=dict)

    def full(self, module: str, name: str) -> str:
        """Return the full name of what a module calls by a name."""
        return self.names[module].get(name, f"{module}.{name}")

    def all_fields(self, record: Record) -> tuple[Field, ...]:
        """Return the fields of a record, those of its base first."""
        base = self.records.get(record.base or "")
        return (*(self.all_fields(base) if base else ()), *record.fields)

    def held_by_base(self, record: Record) -> frozenset[str]:
        """Return what a plain base class declares already."""
        return self.plain.get(record.base or "", frozenset())


def survey(modules: Mapping[str, ast.Module]) -> Survey:
    """Look through all modules."""
    found = Survey()
    for module, tree in modules.items():
        found.names[module] = dict(_imported(tree))
    for module, tree in modules.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                _note_class(found, module, node)
            elif isinstance(node, ast.FunctionDef) and _is_generator(node):
                found.generators.add(f"{module}.{node.name}")
    return found


def _is_generator(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield each.asname or each.name, f"{node.module}.{each.name}"


def _note_class(found: Survey, module: str, node: ast.ClassDef) -> None:
    full = f"{module}.{node.name}"
    bases = [found.full(module, name) for each in node.bases if (name := base_name(each))]
    if is_data_class(node):
        base = next((each for each in bases if each in found.records or each in found.plain), None)
        found.records[full] = Record(module, node.name, tuple(_fields(node)), base, is_frozen(node))
    elif "typing.NamedTuple" in bases:
        found.tuples[full] = Record(module, node.name, tuple(_fields(node)))
    elif any(each.startswith("enum.") or each in found.enums for each in bases):
        found.enums[full] = frozenset(_members(node))
    elif any(each in found.exceptions or _is_exception(each.rpartition(".")[2]) for each in bases):
        found.exceptions.add(full)
    else:
        found.plain[full] = frozenset(each.name for each in _fields(node))


def _is_exception(name: str) -> bool:
    found: object = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def is_data_class(node: ast.ClassDef) -> bool:
    """Say whether a class is decorated with `dataclass`."""
    return _decorator(node) is not None


def is_frozen(node: ast.ClassDef) -> bool:
    """Say whether a data class is frozen."""
    decorator = _decorator(node)
    return isinstance(decorator, ast.Call) and any(each.arg == "frozen" for each in decorator.keywords)


def _decorator(node: ast.ClassDef) -> ast.expr | None:
    for each in node.decorator_list:
        if _name_of(each.func if isinstance(each, ast.Call) else each) == "dataclass":
            return each
    return None


def base_name(base: ast.expr) -> str:
    """Return the name of a base class without its type arguments."""
    return _name_of(base.value if isinstance(base, ast.Subscript) else base)


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield Field(each.target.id, ast.unparse(each.annotation), each.value)


def _members(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.Assign):
            yield from (target.id for target in each.targets if isinstance(target, ast.Name))


def parsed(folder: Path, package: str) -> dict[str, ast.Module]:
    """Read every module of a package, in the order in which they import each other."""
    trees: dict[str, ast.Module] = {}
    for path in sorted((folder / package).rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return {name: trees[name] for name in _in_order(trees)}


def _in_order(trees: Mapping[str, ast.Module]) -> list[str]:
    """Return modules, each after those it imports."""
    done: list[str] = []

    def visit(name: str) -> None:
        if name in done or name not in trees or name in under_way:
            return
        under_way.add(name)
        for node in trees[name].body:
            if isinstance(node, ast.ImportFrom) and node.module:
                visit(node.module)
                for each in node.names:
                    visit(f"{node.module}.{each.name}")
        done.append(name)

    under_way: set[str] = set()
    for name in trees:
        visit(name)
    return done
