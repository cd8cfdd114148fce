"""What only a type checker knows about an expression, by its place in the source.

Copying a record with some fields changed, and the value of an enum's member, can be written in a quicker way where it
is known at compile time which record or enum it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mypy import nodes
from mypy.build import BuildResult, build
from mypy.main import process_options
from mypy.types import Instance, LiteralType, ProperType, TupleType, Type, UnionType, get_proper_type

Place = tuple[int, int, int | None, int | None]

# Attributes of a node that lead out of the tree.
_LEADING_OUT = frozenset((
    "node", "info", "type", "unanalyzed_type", "analyzed", "fullname", "names", "imports", "plugin_deps", "path",
    "type_annotation", "special_alias",
))  # fmt: skip


class Untypable(RuntimeError):
    """The type checker refuses the sources."""


@dataclass(slots=True)
class StaticTypes:
    """Of one module: which record is copied where, where an enum's value is read, which names are type aliases."""

    copied: dict[Place, str] = field(default_factory=dict)
    values: set[Place] = field(default_factory=set)
    aliases: set[str] = field(default_factory=set)
    unions: dict[str, tuple[str, ...]] = field(default_factory=dict)


def static_types(folder: Path, package: str) -> dict[str, StaticTypes]:
    """Check the types of a package and return what is known of each module."""
    arguments = ["--config-file=", "--python-version=3.11", "--package", package]
    sources, options = process_options(arguments, mypyc=False)
    options.mypy_path = [str(folder)]
    options.export_types = options.preserve_asts = True
    options.incremental = False
    result = build(sources, options)
    if result.errors:
        raise Untypable("\n".join(result.errors[:20]))
    modules = ((name, tree) for name, tree in result.files.items() if name.split(".")[0] == package)
    return {name: _of_module(result, tree) for name, tree in modules}


def _of_module(result: BuildResult, tree: nodes.MypyFile) -> StaticTypes:
    found = StaticTypes()
    for name, symbol in tree.names.items():
        if isinstance(symbol.node, nodes.TypeAlias):
            found.aliases.add(name)
            if union := _union(symbol.node):
                found.unions[name] = union
    for each in _expressions(tree):
        if isinstance(each, nodes.CallExpr) and (copied := _copied(result, each)):
            found.copied[_place(each)] = copied
        elif isinstance(each, nodes.MemberExpr) and each.name == "value" and _is_member(_type(result, each.expr)):
            found.values.add(_place(each))
    return found


def _union(alias: nodes.TypeAlias) -> tuple[str, ...]:
    """Return the classes of a union of classes of the rules; nothing for any other type."""
    target = get_proper_type(alias.target)
    items = [get_proper_type(each) for each in target.items] if isinstance(target, UnionType) else []
    if not all(isinstance(each, Instance) and "." in each.type.fullname for each in items):
        return ()
    names = tuple(each.type.fullname for each in items if isinstance(each, Instance))
    return () if any(each.startswith(("builtins.", "typing.")) for each in names) else names


def _copied(result: BuildResult, call: nodes.CallExpr) -> str:
    """Return the full name of the record that a call copies, if it does and the record is known."""
    callee = call.callee
    if isinstance(callee, nodes.MemberExpr) and callee.name == "_replace":
        kind = _type(result, callee.expr)
        return kind.partial_fallback.type.fullname if isinstance(kind, TupleType) else ""
    if isinstance(callee, nodes.NameExpr) and callee.fullname == "dataclasses.replace":
        kind = _type(result, call.args[0])
        return kind.type.fullname if isinstance(kind, Instance) else ""
    return ""


def _is_member(kind: ProperType | None) -> bool:
    if isinstance(kind, UnionType):
        return all(_is_member(get_proper_type(each)) for each in kind.items)
    if isinstance(kind, LiteralType):
        kind = kind.fallback
    return isinstance(kind, Instance) and kind.type.is_enum


def _type(result: BuildResult, node: nodes.Expression) -> ProperType | None:
    known: Type | None = result.types.get(node)
    return get_proper_type(known)


def _place(node: nodes.Context) -> Place:
    return node.line, node.column, node.end_line, node.end_column


def _expressions(root: object) -> Iterator[object]:
    """Go through a tree, by all attributes that lead down; the checker's own visitors cannot be extended."""
    seen: set[int] = set()
    waiting: list[object] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list | tuple):
            waiting.extend(node)
            continue
        if not isinstance(node, nodes.Node) or (isinstance(node, nodes.SymbolNode) and not _is_code(node)):
            continue
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        names = {name for kind in type(node).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())}
        waiting.extend(getattr(node, name, None) for name in sorted(names - _LEADING_OUT))


def _is_code(node: nodes.Node) -> bool:
    return isinstance(node, nodes.MypyFile | nodes.FuncItem | nodes.Decorator | nodes.OverloadedFuncDef)
