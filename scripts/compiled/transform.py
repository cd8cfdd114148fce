"""Rewrite a module of the rules for the compiler, by fixed patterns that change no meaning.

- `@rule` lines are taken out, so that calls are direct; what they say is kept beside the code (`links`).
- Data classes become native classes (`classes`).
- Names that a module assigns once become constants; members of enums that functions use become such constants.
- Events and violations are made where they stand, without passing their facts through a mapping; ids of rules that are
  written there are checked here.
- Named tuples are made, and records copied with some fields changed, by one call with all fields.
"""

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scripts.compiled.classes import DESCRIBE_FROM, may_be_extended, native
from scripts.compiled.static_types import Place, StaticTypes
from scripts.compiled.survey import Survey, base_name, is_data_class

_VERDICTS = "reference.kernel.verdicts"
_EVENT, _VIOLATION = f"{_VERDICTS}.event", f"{_VERDICTS}.violation"
_RULES = "reference.kernel.rules"
_MADE_IN_PLACE = {_EVENT: "_nc_Event", _VIOLATION: "_nc_Violation"}
# Functions that use up what a generator yields, all of it or as far as they go.
_USES_UP = frozenset((
    "all", "any", "dict", "enumerate", "extend", "frozenset", "join", "list", "max", "min", "next", "set", "sorted",
    "sum", "tuple", "update",
))  # fmt: skip
# Stands for all members of an enum, in their order.
_ALL = ""
# What a call at module level makes that must stay a plain assignment.
_NO_CONSTANTS = frozenset(("TypeVar", "NewType", "ParamSpec"))
# Where the names come from that the transformation uses.
_USED = {
    "_nc_Final": "from typing import Final as _nc_Final",
    "_nc_describe": f"from {DESCRIBE_FROM} import describe as _nc_describe",
    "_nc_attr": (
        "from typing import TYPE_CHECKING as _nc_only_typed\n"
        "if _nc_only_typed:\n    from mypy_extensions import mypyc_attr as _nc_attr"
    ),
    "_nc_plain": f"from {DESCRIBE_FROM} import plain as _nc_plain",
    "_nc_Event": f"from {_VERDICTS} import Event as _nc_Event",
    "_nc_Violation": f"from {_VERDICTS} import Violation as _nc_Violation",
    "_nc_known": f"from {_RULES} import known as _nc_known",
}


class UnknownPattern(ValueError):
    """The sources hold something that the transformation does not know."""


@dataclass(frozen=True, slots=True)
class Transformed:
    """A module for the compiler, and the rules its functions are bound to, by their names."""

    tree: ast.Module
    links: Mapping[str, tuple[str, ...]]

    @property
    def source(self) -> str:
        """Return the text of the module."""
        return ast.unparse(self.tree) + "\n"


def transformed(module: str, tree: ast.Module, survey: Survey, types: StaticTypes, ids: frozenset[str]) -> Transformed:
    """Return a module as the compiler gets it."""
    tree = copy.deepcopy(tree)
    links = dict(_links(tree.body, ids, f"{module}: "))
    expressions = _Expressions(module, survey, types, ids)
    tree = expressions.visit(tree)
    tree.body = [new for each in tree.body for new in _class_or_other(module, each, survey)]
    members = _members(module, tree, survey)
    tree.body = _with_constants(tree.body, types.aliases, module, survey, members)
    at = _after_docstring(tree.body)
    if _uses(tree, "_nc_new"):
        tree.body.insert(_after_imports(tree.body), _statement("_nc_new: _nc_Final = tuple.__new__"))
    tree.body[at:at] = ast.parse("\n".join((*_imports_of(tree), *sorted(expressions.imports)))).body
    return Transformed(ast.fix_missing_locations(tree), links)


def _imports_of(tree: ast.Module) -> list[str]:
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    return [text for name, text in _USED.items() if name in names]


def _uses(tree: ast.Module, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(tree))


def _after_imports(body: Sequence[ast.stmt]) -> int:
    return max(
        (index + 1 for index, each in enumerate(body) if isinstance(each, ast.ImportFrom | ast.Import)), default=0
    )


def _after_docstring(body: Sequence[ast.stmt]) -> int:
    first = body[0] if body else None
    return int(isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant))


# ---------------------------------------------------------------- rules


def _links(
    body: list[ast.stmt], ids: frozenset[str], place: str, within: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Take `@rule` from every function, and return what it said."""
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        name = f"{within}{node.name}"
        rules = [rule for each in node.decorator_list if _is_rule(each) for rule in _rules(each, ids, place + name)]
        node.decorator_list = [each for each in node.decorator_list if not _is_rule(each)]
        if rules:
            yield name, tuple(rules)
        if isinstance(node, ast.ClassDef):
            yield from _links(node.body, ids, place, f"{name}.")


def _is_rule(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule"


def _rules(decorator: ast.expr, ids: frozenset[str], place: str) -> Iterator[str]:
    assert isinstance(decorator, ast.Call)
    for each in decorator.args:
        if not isinstance(each, ast.Constant) or each.value not in ids:
            raise UnknownPattern(f"{place}: {ast.unparse(each)} is the id of no rule")
        yield str(each.value)


# ---------------------------------------------------------------- classes


def _class_or_other(module: str, node: ast.stmt, survey: Survey) -> list[ast.stmt]:
    if isinstance(node, ast.ClassDef):
        if is_data_class(node):
            return native(node, survey.records[f"{module}.{node.name}"], survey)
        if f"{module}.{node.name}" in survey.exceptions:
            node.decorator_list.append(ast.Name("_nc_plain", ast.Load()))
        elif f"{module}.{node.name}" in survey.plain and not (node.name.startswith("_") or _is_protocol(node)):
            node.decorator_list.append(may_be_extended())
        node.body = [each for each in node.body if not _is_slots(each)] or [ast.Pass()]
    return [node]


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(base_name(each) == "Protocol" for each in node.bases)


def _is_slots(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(each, ast.Name) and each.id == "__slots__" for each in node.targets
    )


# ---------------------------------------------------------------- expressions


@dataclass(slots=True)
class _Expressions(ast.NodeTransformer):
    """Rewrites the calls that have a quicker form."""

    module: str
    survey: Survey
    types: StaticTypes
    ids: frozenset[str]
    imports: set[str] = field(default_factory=set)
    made: int = field(default=0)
    within: int = field(default=0)
    used_up: set[int] = field(default_factory=set)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        copied = self.types.copied.get(_place(node))
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in _USES_UP:
            self.used_up.update(id(each) for each in node.args if isinstance(each, ast.GeneratorExp))
        self.generic_visit(node)
        if copied is not None:
            return self._copied(node, copied)
        if not isinstance(node.func, ast.Name):
            return node
        full = self.survey.full(self.module, node.func.id)
        if full in _MADE_IN_PLACE and self.module != _VERDICTS:
            return self._made_in_place(node, full)
        if full in self.survey.tuples:
            return self._tuple(node, full)
        if node.func.id == "isinstance":
            node.args[1] = self._kinds(node.args[1])
        return node

    def _kinds(self, node: ast.expr) -> ast.expr:
        """Write a union of classes as a tuple of them, which the compiler sees through."""
        if isinstance(node, ast.Name) and node.id in self.types.unions:
            return ast.Tuple([self._called(each) for each in self.types.unions[node.id]], ast.Load())
        if isinstance(node, ast.BinOp):
            parts = [self._kinds(each) for each in (node.left, node.right)]
            flat = [item for each in parts for item in (each.elts if isinstance(each, ast.Tuple) else [each])]
            return ast.Tuple(flat, ast.Load())
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        is_value = _place(node) in self.types.values
        self.generic_visit(node)
        if is_value:
            node.attr = "_value_"
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Give parameters that have no name outside a name that no keyword has: the compiler confuses the two."""
        self.generic_visit(node)
        _tell_faults_apart(node)
        if node.args.kwarg is not None:
            hidden = {each.arg: f"_nc_{each.arg}" for each in node.args.posonlyargs}
            for each in ast.walk(node):
                if isinstance(each, ast.arg) and each in node.args.posonlyargs:
                    each.arg = hidden[each.arg]
                elif isinstance(each, ast.Name) and each.id in hidden:
                    each.id = hidden[each.id]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Put what is looked through in a tuple, where the compiler cannot look through it as it stands."""
        self.generic_visit(node)
        for index, each in enumerate(node.comparators):
            if isinstance(each, ast.Tuple) and any(isinstance(item, ast.Starred) for item in each.elts):
                node.comparators[index] = _as_tuple(ast.List(each.elts, ast.Load()))
            elif self._yields(each) and isinstance(node.ops[index], ast.In | ast.NotIn):
                node.comparators[index] = _as_tuple(each)
        return node

    def _yields(self, node: ast.expr) -> bool:
        """Say whether a call gets a generator."""
        named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
        return bool(named) and self.survey.full(self.module, str(named)) in self.survey.generators

    def _made_in_place(self, node: ast.Call, full: str) -> ast.expr:
        """Make an event or a violation without passing its facts through a mapping."""
        if any(each.arg is None for each in node.keywords):
            return node
        kind, *rules = node.args
        facts = ast.Tuple([_pair(str(each.arg), each.value) for each in node.keywords], ast.Load())
        cited: ast.expr = ast.Tuple(rules, ast.Load())
        if not all(self._is_id(each) for each in rules):
            cited = ast.Call(ast.Name("_nc_known", ast.Load()), rules, [])
        if full == _VIOLATION:
            cited = cited.elts[0] if isinstance(cited, ast.Tuple) else _item(cited, 0)
        return ast.Call(ast.Name(_MADE_IN_PLACE[full], ast.Load()), [kind, cited, facts], [])

    def _is_id(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant) and node.value not in self.ids:
            raise UnknownPattern(f"{self.module}, line {node.lineno}: {node.value!r} is the id of no rule")
        return isinstance(node, ast.Constant)

    def _tuple(self, node: ast.Call, full: str) -> ast.expr:
        """Make a named tuple at once, if all its fields are given one by one."""
        fields = self.survey.tuples[full].fields
        given = _arguments(node, [each.name for each in fields])
        if given is None or any(each.name not in given for each in fields):
            return node
        return _new_tuple(node.func, [given[each.name] for each in fields])

    def _copied(self, node: ast.Call, full: str) -> ast.expr:
        """Copy a record with some fields changed by making a new one of all its fields."""
        by_method = isinstance(node.func, ast.Attribute)
        record = self.survey.tuples.get(full) if by_method else self.survey.records.get(full)
        if record is None or any(each.arg is None for each in node.keywords):
            return node
        original = node.func.value if isinstance(node.func, ast.Attribute) else node.args[0]
        called = self._called(full)
        names = [each.name for each in self.survey.all_fields(record)]
        values = self._fields_copied(original, names, {str(each.arg): each.value for each in node.keywords})
        if values is None:
            return node
        return _new_tuple(called, values) if by_method else ast.Call(called, values, [])

    def _fields_copied(
        self, original: ast.expr, names: list[str], changes: Mapping[str, ast.expr]
    ) -> list[ast.expr] | None:
        """Return the fields of a copy; what is copied is worked out only once."""
        again = original
        if not _is_path(original):
            if self.within:
                return None
            self.made += 1
            again = ast.Name(f"_nc_copied_{self.made}", ast.Load())
        values: list[ast.expr] = []
        for name in names:
            if name in changes:
                values.append(changes[name])
                continue
            if not _is_path(original) and not any(_reads(each, again) for each in values):
                read: ast.expr = ast.NamedExpr(ast.Name(f"_nc_copied_{self.made}", ast.Store()), original)
            else:
                read = copy.deepcopy(again)
            values.append(ast.Attribute(read, name, ast.Load()))
        return values

    def _nested(self, node: ast.AST) -> ast.AST:
        """Go into what is evaluated in a scope of its own."""
        self.within += 1
        self.generic_visit(node)
        self.within -= 1
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._nested(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._nested(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._nested(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self._nested(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Make an iterator of a list, where the compiler would make a list."""
        is_used_up = id(node) in self.used_up
        self._nested(node)
        if is_used_up:
            return node
        return ast.Call(ast.Name("iter", ast.Load()), [ast.ListComp(node.elt, node.generators)], [])

    def _called(self, full: str) -> ast.expr:
        """Return what the module calls a record; if it does not know it, it is imported."""
        owner, _, name = full.rpartition(".")
        if owner == self.module:
            return ast.Name(name, ast.Load())
        local = next((each for each, known in self.survey.names[self.module].items() if known == full), None)
        if local is None:
            self.imports.add(f"from {owner} import {name} as _nc_{name}")
        return ast.Name(local or f"_nc_{name}", ast.Load())


def _place(node: ast.expr) -> Place:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _tell_faults_apart(node: ast.FunctionDef) -> None:
    """Give each caught exception of a function a name of its own: to the compiler, a name has one type."""
    handlers = [each for each in ast.walk(node) if isinstance(each, ast.ExceptHandler) and each.name]
    for number, handler in enumerate(handlers[1:]):
        name, handler.name = handler.name, f"_nc_{handler.name}_{number}"
        for each in ast.walk(handler):
            if isinstance(each, ast.Name) and each.id == name:
                each.id = handler.name


def _as_tuple(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("tuple", ast.Load()), [node], [])


def _pair(name: str, value: ast.expr) -> ast.expr:
    return ast.Tuple([ast.Constant(name), value], ast.Load())


def _item(node: ast.expr, index: int) -> ast.expr:
    return ast.Subscript(node, ast.Constant(index), ast.Load())


def _new_tuple(kind: ast.expr, values: list[ast.expr]) -> ast.expr:
    """Make a named tuple without the function that spreads its arguments."""
    return ast.Call(ast.Name("_nc_new", ast.Load()), [kind, ast.Tuple(values, ast.Load())], [])


def _arguments(node: ast.Call, names: list[str]) -> dict[str, ast.expr] | None:
    if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
        return None
    return {**dict(zip(names, node.args)), **{str(each.arg): each.value for each in node.keywords}}  # noqa: B905


def _is_path(node: ast.expr) -> bool:
    """Say whether an expression is a name, or attributes of one: it may be read twice."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _reads(node: ast.expr, wanted: ast.expr) -> bool:
    assert isinstance(wanted, ast.Name)
    return any(isinstance(each, ast.Name) and each.id == wanted.id for each in ast.walk(node))


# ---------------------------------------------------------------- constants


def _members(module: str, tree: ast.Module, survey: Survey) -> dict[str, list[str]]:
    """Exchange members of enums within functions for constants of the module; return the constants by their enum."""
    found: dict[str, list[str]] = {}
    exchange = _Members(module, survey, found)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            exchange.visit(node)
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    exchange.visit(each)
    return found


@dataclass(slots=True)
class _Members(ast.NodeTransformer):
    module: str
    survey: Survey
    found: dict[str, list[str]]

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        """Leave patterns alone: a plain name there would be bound, not compared."""
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name):
            return node
        name = node.value.id
        if node.attr not in self.survey.enums.get(self.survey.full(self.module, name), ()):
            return node
        members = self.found.setdefault(name, [])
        if node.attr not in members:
            members.append(node.attr)
        return ast.Name(_constant(name, node.attr), ast.Load())

    def visit_For(self, node: ast.For) -> ast.AST:
        """Go through the members of an enum by a constant."""
        self.generic_visit(node)
        node.iter = self._all(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """Go through the members of an enum by a constant."""
        self.generic_visit(node)
        node.iter = self._all(node.iter)
        return node

    def _all(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.Name) or self.survey.full(self.module, node.id) not in self.survey.enums:
            return node
        members = self.found.setdefault(node.id, [])
        if _ALL not in members:
            members.append(_ALL)
        return ast.Name(_constant(node.id, _ALL), ast.Load())

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        """Leave defaults and annotations alone: they are read when the function is defined."""
        return node


def _member(kind: str, member: str) -> str:
    return f"tuple({kind})" if member == _ALL else f"{kind}.{member}"


def _constant(kind: str, member: str) -> str:
    return f"_nc_{kind}_{member}"


def _with_constants(
    body: list[ast.stmt], aliases: set[str], module: str, survey: Survey, members: Mapping[str, list[str]]
) -> list[ast.stmt]:
    once = _assigned_once(body) - aliases
    result: list[ast.stmt] = []
    for node in body:
        result.append(_final(node, once))
        for name in _defined(node):
            result.extend(
                _statement(f"{_constant(name, each)}: _nc_Final = {_member(name, each)}")
                for each in members.get(name, ())
            )
    return result


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [each.asname or each.name for each in node.names]
    return []


def _statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def _assigned_once(body: list[ast.stmt]) -> set[str]:
    """Return the names that a module assigns once, at its top."""
    times: dict[str, int] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names]
            for name in names:
                times[name] = 2
            continue
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                times[each.id] = times.get(each.id, 0) + 1
    return {name for name, number in times.items() if number == 1}


def _final(node: ast.stmt, once: set[str]) -> ast.stmt:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        named, annotation = node.target.id, ast.unparse(node.annotation)
        if named in once and "TypeAlias" not in annotation and "Final" not in annotation:
            wrapped = ast.Subscript(ast.Name("_nc_Final", ast.Load()), node.annotation, ast.Load())
            return ast.AnnAssign(node.target, wrapped, node.value, 1)
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        target = node.targets[0]
        if target.id in once and not target.id.startswith("__") and not _makes_type(node.value):
            return ast.AnnAssign(target, ast.Name("_nc_Final", ast.Load()), node.value, 1)
    return node


def _makes_type(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _NO_CONSTANTS
