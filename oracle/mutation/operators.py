"""The faults that can be planted in a function, one at a time.

Each operator looks at one node and offers others in its place. Operators and nodes come in a fixed order, so a function
always has the same mutants. Some parts are never changed: docstrings, annotations, assertions (which only inform the
type checker), `strict=`, and the facts of violations and events, which only describe a ruling.
"""

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Operator = Callable[[ast.AST, ast.FunctionDef], Iterator[ast.AST]]

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
_TWINS = {"any": "all", "all": "any", "min": "max", "max": "min"}
# Attributes that turn a side into its opponent: without them the wrong side acts.
_COUNTERPARTS = frozenset(("enemy", "opponent", "other"))
_SIDES = {
    "BRITISH": "FRENCH",
    "FRENCH": "BRITISH",
    "ENGLAND": "SCOTLAND",
    "SCOTLAND": "ENGLAND",
    "ENGLISH": "SCOTTISH",
    "SCOTTISH": "ENGLISH",
    "ATTACKER": "DEFENDER",
    "DEFENDER": "ATTACKER",
}
_TELLING = frozenset(("violation", "event"))
# Rules without content, to cite instead of the right one.
_SAYING_NOTHING = {"ww": "ww:1.0", "hs": "hs:I-1", "fa": "fa:intro.1"}
_RULE = re.compile(r"(?:ww|hs|fa):\S+")
_CONDITION = frozenset(("test", "pattern", "guard"))
_LEAVING = (ast.Return, ast.Continue, ast.Break, ast.Raise)
_LEFT_ALONE = frozenset(("annotation", "returns", "decorator_list", "type_comment", "type_params"))
_EMPTY = {"tuple": "()", "list": "[]", "frozenset": "frozenset()", "dict": "{}", "Iterator": "iter(())"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function with one fault planted: its operator, its number among that operator's faults, and what it changes.

    `cited` are the rules cited by the innermost clause around the change: the fault is about these rules.
    """

    operator: str
    ordinal: int
    line: int
    before: str
    after: str
    source: str
    cited: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Return the name of the mutant within its function."""
        return f"{self.operator}.{self.ordinal}"

    @property
    def change(self) -> str:
        """Return what the fault changes, as one line."""
        return f"{_shortened(self.before)} => {_shortened(self.after)}"


def mutants(function: ast.FunctionDef) -> tuple[Mutant, ...]:
    """Return every mutant of a function, in the order of its source; equal ones only once."""
    found: list[Mutant] = []
    counts: dict[str, int] = {}
    twin = copy.deepcopy(function)
    twin.decorator_list = []
    known = {ast.unparse(twin)}
    for place in places_of(twin):
        for name, operator in OPERATORS.items():
            for changed in operator(place.node, twin):
                source = place.planted(changed, twin)
                if source in known:
                    continue
                known.add(source)
                counts[name] = counts.get(name, 0) + 1
                line = getattr(place.node, "lineno", function.lineno)
                before, after = _said(place.node, changed)
                left_out = _left_out(place.node, changed)
                cited = (cited_in(left_out) if left_out is not place.node else frozenset()) or place.cited
                found.append(Mutant(name, counts[name], line, before, after, source, cited))
    return tuple(found)


def _said(node: ast.AST, changed: ast.AST) -> tuple[str, str]:
    """Return the code before and after the change; if something is left out, only that part and "nothing"."""
    left_out = _left_out(node, changed)
    if left_out is not node:
        return ast.unparse(left_out), "nothing"
    if isinstance(node, ast.If | ast.match_case):
        return ast.unparse(node).split("\n")[0], ast.unparse(changed).split("\n")[0]
    return ast.unparse(node), ast.unparse(changed)


def _left_out(node: ast.AST, changed: ast.AST) -> ast.AST:
    """Return the element or condition that the change leaves out; for any other change, the node itself."""
    for field in ("elts", "ifs"):
        there: list[ast.AST] = getattr(node, field, [])
        left: list[ast.AST] = getattr(changed, field, [])
        if type(node) is type(changed) and len(left) < len(there):
            return next(each for each in there if not any(each is other for other in left))
    return node


def cited_in(node: ast.AST) -> frozenset[str]:
    """Return the rules that a piece of code cites."""
    return frozenset(
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and _RULE.fullmatch(part.value)
    )


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:60]} ... {line[-35:]}"


# ---------------------------------------------------------------- where


@dataclass(frozen=True, slots=True)
class Place:
    """A node and its place: the field of its parent, and the index if that is a list.

    `cited` are the rules that the node cites; if it cites none, those of the innermost part around it that does. A
    branch that leaves, for example by a return, also decides whether the following code is reached. So the rules cited
    there count for the branch and its condition too.
    """

    node: ast.AST
    parent: ast.AST
    field: str
    index: int | None
    cited: frozenset[str] = frozenset()

    def planted(self, changed: ast.AST, function: ast.FunctionDef) -> str:
        """Return the source of the function with another node in this place; the tree stays as it was."""
        self._put(changed)
        try:
            return ast.unparse(ast.fix_missing_locations(function))
        finally:
            self._put(self.node)

    def _put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def places_of(function: ast.FunctionDef) -> list[Place]:
    """Return the places of a function's body in a fixed order, without the parts that are never changed."""
    first = 1 if ast.get_docstring(function, clean=False) is not None else 0
    found: list[Place] = []
    for index, statement in enumerate(function.body[first:], first):
        _walk(Place(statement, function, "body", index, _cited_from(statement, function)), found, function)
    return found


def _cited_from(node: ast.AST, function: ast.FunctionDef) -> frozenset[str]:
    """Return the rules that a part cites; for a branch that leaves, also those cited after it."""
    cited = cited_in(node)
    if not (cited and isinstance(node, ast.If | ast.match_case) and isinstance(node.body[-1], _LEAVING)):
        return cited
    last = node.body[-1].end_lineno or 0
    later = (each for each in ast.walk(function) if isinstance(each, ast.expr) and each.lineno > last)
    return cited.union(*map(cited_in, later))


def _walk(place: Place, found: list[Place], function: ast.FunctionDef) -> None:
    node = place.node
    if isinstance(node, ast.Assert) or _is_unreachable(node):
        return
    found.append(place)
    telling = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TELLING
    for name, value in ast.iter_fields(node):
        if name in _LEFT_ALONE or (telling and name == "keywords"):
            continue
        inherited = place.cited if name in _CONDITION else cited_in(node) or place.cited
        if isinstance(value, ast.AST):
            _walk(Place(value, node, name, None, _cited_from(value, function) or inherited), found, function)
        elif isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg == "strict"):
                    cited = _cited_from(child, function) or inherited
                    _walk(Place(child, node, name, index, cited), found, function)


def _is_unreachable(node: ast.AST) -> bool:
    """Say whether a statement is `assert_never`, which never runs."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "assert_never"


# ---------------------------------------------------------------- what


def _comparison(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for place, sign in enumerate(node.ops):
            for other in _COMPARISONS[type(sign)]:
                yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)


def _logic(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def _number(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _arithmetic(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        yield ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        # The other rounding.
        yield ast.UnaryOp(ast.USub(), ast.BinOp(ast.UnaryOp(ast.USub(), node.left), node.op, node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
        yield node.operand


def _condition(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.If):
        for truth in (True, False):
            yield ast.If(ast.Constant(truth), node.body, node.orelse)
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    if isinstance(node, ast.comprehension):
        for place in range(len(node.ifs)):
            rest = [*node.ifs[:place], *node.ifs[place + 1 :]]
            yield ast.comprehension(node.target, node.iter, rest, node.is_async)
    if isinstance(node, ast.match_case) and node.guard is not None:
        yield ast.match_case(node.pattern, None, node.body)
        yield ast.match_case(node.pattern, ast.Constant(value=False), node.body)


def _counterpart(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.Name) and node.id in _TWINS and isinstance(node.ctx, ast.Load):
        yield ast.Name(_TWINS[node.id], node.ctx)
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        if node.attr in _COUNTERPARTS:
            yield node.value
        if node.attr in _SIDES:
            yield ast.Attribute(node.value, _SIDES[node.attr], node.ctx)


def _citation(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    """Refuse for the wrong rule."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "violation":
        reason, *cited = node.args
        if cited and isinstance(cited[0], ast.Constant) and isinstance(cited[0].value, str):
            other = _SAYING_NOTHING.get(cited[0].value.split(":")[0])
            if other is not None:
                yield ast.Call(node.func, [reason, ast.Constant(other), *cited[1:]], node.keywords)


def _element(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Tuple | ast.Set | ast.List) or len(node.elts) < 2:
        return
    if isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load):
        for place in range(len(node.elts)):
            rest = [*node.elts[:place], *node.elts[place + 1 :]]
            yield ast.Set(rest) if isinstance(node, ast.Set) else type(node)(rest, ast.Load())


def _statement(node: ast.AST, _: ast.FunctionDef) -> Iterator[ast.AST]:
    if isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield ast.Pass()
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
        yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    if isinstance(node, ast.Continue):
        yield ast.Break()
    if isinstance(node, ast.Break):
        yield ast.Continue()
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        names = {each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)}
        used = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
        if names <= used:
            yield ast.Pass()


def _returned(node: ast.AST, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Return something else of the same type, going by the annotation."""
    if not isinstance(node, ast.Return) or node.value is None or function.returns is None:
        return
    if node not in _own_returns(function):
        return
    wanted = ast.unparse(function.returns)
    if wanted.endswith("| None"):
        yield ast.Return(ast.Constant(None))
        return
    kind = wanted.split("[")[0]
    if kind == "bool":
        yield ast.Return(ast.UnaryOp(ast.Not(), node.value))
    elif kind == "int":
        yield ast.Return(ast.BinOp(node.value, ast.Add(), ast.Constant(1)))
    elif kind in _EMPTY:
        yield ast.Return(ast.parse(_EMPTY[kind], mode="eval").body)
    else:
        yield from _as_given(wanted, function)


def _own_returns(function: ast.FunctionDef) -> list[ast.AST]:
    """Return the returns of a function itself, not of one inside it."""
    inner = [each for each in ast.walk(function) if isinstance(each, ast.FunctionDef) and each is not function]
    nested = {id(each) for one in inner for each in ast.walk(one)}
    return [each for each in ast.walk(function) if isinstance(each, ast.Return) and id(each) not in nested]


def _as_given(wanted: str, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Return what was given, unchanged: nothing happens."""
    inner = wanted.removeprefix("Next[").removesuffix("]") if wanted.startswith("Next[") else wanted
    for argument in function.args.args:
        if argument.annotation is not None and ast.unparse(argument.annotation) == inner:
            given: ast.expr = ast.Name(argument.arg, ast.Load())
            yield ast.Return(given if inner == wanted else ast.Call(ast.Name("Next", ast.Load()), [given], []))
            return


def _substitution(node: ast.AST, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Take another parameter of the same type, or another member of an enumeration that the function also names."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        kinds = {each.arg: ast.unparse(each.annotation) for each in function.args.args if each.annotation is not None}
        for other, kind in kinds.items():
            if other != node.id and kind == kinds.get(node.id):
                yield ast.Name(other, node.ctx)
    if isinstance(node, ast.Attribute) and _is_member(node):
        named = (each for each in ast.walk(function) if isinstance(each, ast.Attribute) and _is_member(each))
        kind = ast.unparse(node.value)
        for member in sorted({each.attr for each in named if ast.unparse(each.value) == kind} - {node.attr}):
            yield ast.Attribute(node.value, member, node.ctx)


def _is_member(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id[0].isupper() and node.attr.isupper()


OPERATORS: dict[str, Operator] = {
    "comparison": _comparison,
    "logic": _logic,
    "number": _number,
    "arithmetic": _arithmetic,
    "condition": _condition,
    "counterpart": _counterpart,
    "citation": _citation,
    "element": _element,
    "statement": _statement,
    "returned": _returned,
    "substitution": _substitution,
}
