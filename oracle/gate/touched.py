"""Where two versions of the sources differ, and which rules that touches.

Functions are compared by what they do: comments, layout and docstrings do not count. Tables are compared cell by cell.
"""

import ast
import csv
import io
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.links import rules_of
from oracle.gate.older_layout import CONFIRMED
from oracle.gate.trees import differing
from oracle.mutation.plan import digest_of
from oracle.mutation.tables import Columns, row_key

CATALOGUE = "rules_catalogue"


@dataclass(frozen=True, slots=True)
class Touched:
    """Something that differs: its kind, where, how, and the rules it is about."""

    kind: str
    place: str
    how: str
    rules: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return it as data."""
        return {"kind": self.kind, "place": self.place, "how": self.how, "rules": list(self.rules)}


def touched(before: Path, now: Path) -> tuple[Touched, ...]:
    """Return every difference between two trees that can change a ruling or its explanation."""
    return (*_functions(before, now), *_tables(before, now))


# ---------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class _Part:
    """A function, class or constant of a module: what it does, the rules it is bound to, the names it mentions."""

    digest: str
    rules: tuple[str, ...]
    names: frozenset[str]


def _parts(root: Path, only: frozenset[str] | None = None) -> dict[tuple[str, str], _Part]:
    found: dict[tuple[str, str], _Part] = {}
    for path in sorted((root / "reference").rglob("*.py")):
        if only is not None and path.relative_to(root).as_posix() not in only:
            continue
        module = path.relative_to(root).as_posix().removesuffix(".py").replace("/", ".")
        try:
            parts = _parts_of(path.read_text(encoding="utf-8"))
        except SyntaxError as fault:
            raise InputError(f"{path}: line {fault.lineno}: {fault.msg}") from None
        found.update({(module, name): part for name, part in parts})
    return found


@lru_cache(maxsize=1024)
def _parts_of(source: str) -> tuple[tuple[str, _Part], ...]:
    return tuple((name, _part(node)) for name, node in _of_body(ast.parse(source).body))


def _of_body(body: Iterable[ast.stmt], within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name):
                yield f"{within}{name}", node
            case ast.ClassDef(name=name):
                yield f"{within}{name}", _without_methods(node)
                yield from _of_body(
                    (each for each in node.body if isinstance(each, ast.FunctionDef)), f"{within}{name}."
                )
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield f"{within}{name}", node
            case _:
                pass


def _without_methods(node: ast.ClassDef) -> ast.ClassDef:
    rest = [each for each in node.body if not isinstance(each, ast.FunctionDef) and not _is_text(each)]
    return ast.ClassDef(node.name, node.bases, node.keywords, rest, node.decorator_list)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _part(node: ast.stmt) -> _Part:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    names |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    if isinstance(node, ast.FunctionDef):
        rules = tuple(rule for each in node.decorator_list for rule in rules_of(each, "rule"))
        return _Part(digest_of(node), rules, frozenset(names))
    return _Part(ast.dump(node), (), frozenset(names))


def _functions(before: Path, now: Path) -> Iterator[Touched]:
    changed = differing(before, now, ("reference",))
    old, new = _parts(before, changed), _parts(now, changed)
    everything: dict[tuple[str, str], _Part] = {}
    for key in sorted({*old, *new}):
        was, is_now = old.get(key), new.get(key)
        place = ".".join(key).removeprefix("reference.")
        rules = tuple(dict.fromkeys((*(was.rules if was else ()), *(is_now.rules if is_now else ()))))
        same = was is not None and is_now is not None and was.digest == is_now.digest
        if not same and not rules and not everything:
            everything = {**_parts(before), **_parts(now)}
        if was is None or is_now is None:
            yield Touched("function", place, "is new" if was is None else "is gone", rules or _users(key, everything))
            continue
        if not same:
            yield Touched("function", place, "does something else", rules or _users(key, everything))
        if was.rules != is_now.rules:
            moved = tuple(sorted(set(was.rules) ^ set(is_now.rules)))
            yield Touched("binding", place, "is bound to other rules", moved)


def _users(key: tuple[str, str], parts: Mapping[tuple[str, str], _Part]) -> tuple[str, ...]:
    """Return the rules of the functions that use a helper, directly or through other helpers."""
    game = key[0].split(".")[1]
    nearby = {each: part for each, part in parts.items() if game in ("kernel", each[0].split(".")[1])}
    wanted, seen = {key[1].split(".")[-1]}, set[str]()
    found: set[str] = set()
    while wanted and not found:
        seen |= wanted
        using = {each: part for each, part in nearby.items() if part.names & wanted}
        found = {rule for part in using.values() for rule in part.rules}
        wanted = {each[1].split(".")[-1] for each, part in using.items() if not part.rules} - seen
    return tuple(sorted(found))


# ---------------------------------------------------------------- tables


def _tables(before: Path, now: Path) -> Iterator[Touched]:
    columns = Columns(now)
    for file in sorted(differing(before, now, ("spec_tables",))):
        if not file.endswith((".csv", ".toml")) or file.endswith(f"/{CONFIRMED}"):
            continue
        old, new = cells_of(before / file), cells_of(now / file)
        for place in sorted({*old, *new}):
            was, is_now = old.get(place), new.get(place)
            if was != is_now:
                yield _cell(file, place, was, is_now, columns, now if place in new else before)


def _cell(file: str, place: str, was: object, is_now: object, columns: Columns, root: Path) -> Touched:
    name = Path(file).stem
    kinds = {CATALOGUE: "catalogue", "options": "option", "presets": "option"}
    how = "is new" if was is None else "is gone" if is_now is None else f"{_short(was)} => {_short(is_now)}"
    return Touched(kinds.get(name, "table"), f"{file}: {place}", how, columns.rules(file, place, root))


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def cells_of(path: Path) -> dict[str, object]:
    """Return the cells of a table by their place: row and column, or the path within a TOML document."""
    if not path.is_file():
        return {}
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        return dict(_leaves(tomllib.loads(text), ""))
    found: dict[str, object] = {}
    reader = csv.DictReader(io.StringIO(text, newline=""))
    for row in reader:
        key = row_key(row)
        for column, cell in row.items():
            found[f"{key}.{column}"] = cell
    return found


def _leaves(value: object, place: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        for number, inner in enumerate(value):
            name = inner.get("name") or inner.get("id") or number
            yield from _leaves(inner, f"{place}[{name}]")
    else:
        yield place, value
