"""The public names of `rulebook` with their signatures, as text.

`python -m scripts.public_api` writes `tests/compatibility/api.txt`: what the last release promised. A test compares
it with the sources: a name that differs must be in the changelog's unreleased section (`rulebook.NAME`). Write it anew
only for a release. The sources are read, not imported, so that every Python writes the same text.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from oracle.changelog import open_lines
from oracle.evidence.files import write
from oracle.places import ROOT

SNAPSHOT = ROOT / "tests/compatibility/api.txt"
_MODULE = "rulebook"


def public_api(root: Path = ROOT) -> dict[str, str]:
    """Return the signature of every public name, by name."""
    tree = _parsed(root, _MODULE)
    return {name: _described(root, tree, name) for name in _exported(tree)}


def written(api: dict[str, str]) -> str:
    """Return signatures as text: a name begins at the margin, what belongs to it is indented."""
    return "".join(f"{text}\n" for _, text in sorted(api.items()))


def read(text: str) -> dict[str, str]:
    """Read what `written` wrote."""
    found: dict[str, str] = {}
    for block in text.replace("\n    ", "\0").splitlines():
        first, *rest = block.split("\0")
        name = first.replace("class ", "").replace("def ", "").partition("(")[0].partition(":")[0].partition(" ")[0]
        found[name] = "\n    ".join([first, *rest])
    return found


def differing(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Return the names that are new, gone or different."""
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def undeclared(names: list[str], root: Path = ROOT) -> list[str]:
    """Return the names that the changelog's unreleased section does not mention."""
    unreleased = "\n".join(open_lines(root))
    return [name for name in names if f"`{_MODULE}.{name}`" not in unreleased]


def _parsed(root: Path, module: str) -> ast.Module:
    path = root / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def _exported(tree: ast.Module) -> list[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: object = ast.literal_eval(node.value)
            assert isinstance(names, list)
            return [str(name) for name in names]
    raise AssertionError(f"{_MODULE} has no __all__")


def _described(root: Path, tree: ast.Module, name: str) -> str:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=found) if found == name:
                return _function(node)
            case ast.ClassDef(name=found) if found == name:
                return "\n    ".join([_heading(node), *_members(node)])
            case ast.AnnAssign(target=ast.Name(id=found)) if found == name:
                return ast.unparse(node)
            case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                return f"{name}: a value"
            case ast.ImportFrom(module=str(module)) if name in (each.asname or each.name for each in node.names):
                return _described(root, _parsed(root, module), name)
            case _:
                pass
    raise AssertionError(f"{name} is in __all__ but not defined")


def _function(node: ast.FunctionDef) -> str:
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"def {node.name}({ast.unparse(node.args)}){result}"


def _heading(node: ast.ClassDef) -> str:
    marks = "".join(f"  @{ast.unparse(each)}" for each in node.decorator_list)
    return f"class {node.name}({', '.join(ast.unparse(each) for each in node.bases)}){marks}"


def _members(node: ast.ClassDef) -> Iterator[str]:
    """Return fields and members in order, which is that of the constructor, and the methods."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            marks = "".join(f"@{ast.unparse(mark)} " for mark in each.decorator_list)
            yield f"{marks}{_function(each)}"
        elif isinstance(each, ast.AnnAssign | ast.Assign):
            yield ast.unparse(each)


def main() -> int:
    """Write the snapshot."""
    write(SNAPSHOT, written(public_api()))
    print(f"{SNAPSHOT.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
