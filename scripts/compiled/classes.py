"""Write a data class as a native class: the same fields, order, equality, hash and patterns.

What `@dataclass` makes at run time is written out, because a compiler can only compile what it sees. How a record is
shown and pickled is left to `described`: it need not be fast.
"""

import ast
import copy

from scripts.compiled.survey import Field, Record, Survey

_CALLED = "_nc_describe"
DESCRIBE_FROM = "reference.kernel.described"
# Of these types, equal values need not be looked for by identity first.
_MAY_LEAD_BACK = (
    "Mapping",
    "Callable",
    "object",
    "Json",
    "Table",
    "Codec",
    "Engine",
    "Parts",
    "Fields",
    "dict",
    "list",
)
_COMPARED_AT_ONCE = frozenset(("int", "bool", "str"))


def native(node: ast.ClassDef, record: Record, survey: Survey) -> list[ast.stmt]:
    """Return a native class in place of a data class, and the statement that describes it."""
    fields = survey.all_fields(record)
    own = {each.name for each in record.fields}
    written = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    body: list[ast.stmt] = [each for each in node.body if not _is_field(each, own)]
    made = [*_match_args(fields), *_init(record, fields, survey)]
    made += [] if "__eq__" in written else _eq(record, fields)
    made += [] if "__hash__" in written else _hash(record, fields)
    # The docstring is lent, too: a compiled class has none.
    rest = body[1:] if ast.get_docstring(node) is not None else body
    text = "\n".join(made)
    new = ast.ClassDef(
        name=node.name,
        bases=node.bases,
        keywords=node.keywords,
        decorator_list=[
            *(each for each in node.decorator_list if not _is_data_class(each)),
            *_attributes(node, record, fields),
        ],
        body=[*_statements(text), *rest],
    )
    return [new, *_statements(f"{_CALLED}({node.name}, {_source(node, own)!r}, frozen={record.frozen})")]


def _attributes(node: ast.ClassDef, record: Record, fields: tuple[Field, ...]) -> list[ast.expr]:
    """Spare the garbage collector records that can be in no cycle: frozen ones that hold frozen things."""
    if not record.frozen:
        return [may_be_extended()]
    holds_others = any(word in each.annotation for each in fields for word in _MAY_LEAD_BACK)
    return [] if holds_others or node.bases else [_attribute("acyclic")]


def may_be_extended() -> ast.expr:
    """Return the decorator of a class that other programs may extend."""
    return _attribute("allow_interpreted_subclasses")


def _attribute(name: str) -> ast.expr:
    return ast.parse(f"_nc_attr({name}=True)", mode="eval").body


def _is_data_class(decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(named, ast.Name) and named.id == "dataclass"


def _is_field(node: ast.stmt, own: set[str]) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in own


def _statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _source(node: ast.ClassDef, own: set[str]) -> str:
    """Return docstring and fields alone as the source text of a class."""
    documented = node.body[:1] if ast.get_docstring(node) is not None else []
    body = [*documented, *(copy.deepcopy(each) for each in node.body if _is_field(each, own))]
    return ast.unparse(ast.ClassDef(node.name, [], [], body or [ast.Pass()], []))


def _match_args(fields: tuple[Field, ...]) -> list[str]:
    names = ", ".join(repr(each.name) for each in fields)
    return [f"__match_args__: _nc_Final = ({names}{',' if len(fields) == 1 else ''})"]


def _init(record: Record, fields: tuple[Field, ...], survey: Survey) -> list[str]:
    """Return `__init__`: the fields of a base go to the base, the others are set once."""
    inherited = fields[: len(fields) - len(record.fields)]
    held = survey.held_by_base(record)
    lines = [f"def __init__(self{''.join(f', {_parameter(each)}' for each in fields)}) -> None:"]
    if inherited:
        lines.append(f"    super().__init__({', '.join(each.name for each in inherited)})")
    for each in record.fields:
        kind = "" if each.name in held else f": {each.annotation}"
        value = each.name
        if (made := each.option("default_factory")) is not None:
            value = f"{ast.unparse(made)}() if {each.name} is None else {each.name}"
        lines.append(f"    self.{each.name}{kind} = {value}")
    return lines if fields else [*lines, "    pass"]


def _parameter(each: Field) -> str:
    if each.option("default_factory") is not None:
        return f"{each.name}: {each.annotation} | None = None"
    default = "" if each.value is None else f" = {ast.unparse(each.value)}"
    return f"{each.name}: {each.annotation}{default}"


def _eq(record: Record, fields: tuple[Field, ...]) -> list[str]:
    """Return `__eq__`: only records of the very same type can be equal; the same object is equal to itself."""
    same = [_same(each) for each in fields if each.takes_part("compare")]
    return [
        "def __eq__(self, other: object) -> bool:",
        f"    if not isinstance(other, {record.name}) or type(other) is not type(self):",
        "        return NotImplemented",
        f"    return {' and '.join(same) or 'True'}",
    ]


def _same(each: Field) -> str:
    mine, other = f"self.{each.name}", f"other.{each.name}"
    equal = f"{mine} == {other}"
    return equal if each.annotation in _COMPARED_AT_ONCE else f"({mine} is {other} or {equal})"


def _hash(record: Record, fields: tuple[Field, ...]) -> list[str]:
    if not record.frozen:
        return []
    parts = "".join(f"self.{each.name}, " for each in fields if each.takes_part("hash"))
    return ["def __hash__(self) -> int:", f"    return hash(({parts}))"]
