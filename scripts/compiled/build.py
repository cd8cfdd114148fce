"""Make the compiled build: a copy of the sources, transformed, translated to C by mypyc, and compiled.

A build is kept until what it is made of changes. Objects of the C compiler are kept one by one, so that a change in one
chapter compiles little anew.
"""

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from mypy.version import __version__ as mypy_version

from oracle.compiled_build import LIBRARY, PACKAGE, RECORD, digest_of_sources
from oracle.version import VERSION
from scripts.compiled.static_types import static_types
from scripts.compiled.survey import parsed, survey
from scripts.compiled.transform import transformed
from spec_tables.catalogue import rule_ids

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SUFFIX = EXTENSION_SUFFIXES[0]
# These stay as they are: what they do, they do to Python's own objects.
INTERPRETED = (f"{PACKAGE}.kernel.records", f"{PACKAGE}.kernel.rules")
_HELPER = f"{PACKAGE}/kernel/described.py"
# To the type checker, `replace` copies anything; only the sources restrict it to data classes.
_RECORDS_STUB = "from typing import TypeVar\nT = TypeVar('T')\ndef replace(record: T, /, **changes: object) -> T: ...\n"
# mypyc relies on no assertion being left out of its C code; `-g0` keeps the library small.
_FLAGS = ("-O1", "-g0", "-fPIC", "-w", "-UNDEBUG")
_LINKS_TAIL = '''

# ---------------------------------------------------------------- of the compiled build

_LINKS = {links}


def implements(function: object) -> tuple[RuleId, ...]:  # noqa: F811
    """Return the rules a function is bound to; of a compiled one, by its name."""
    name = f"{{getattr(function, '__module__', '')}}:{{getattr(function, '__qualname__', '')}}"
    return _link(function, _IMPLEMENTS) or _LINKS.get(name, ())
'''


class CannotBuild(RuntimeError):
    """The compiled build cannot be made here."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the build goes (`tree`), and what is needed to make it."""

    tree: Path

    @property
    def work(self) -> Path:
        """Return where everything is that only the next build needs."""
        return self.tree.with_name(f"{self.tree.name}-work")

    @property
    def source(self) -> Path:
        """Return where the transformed sources are."""
        return self.work / "source"

    @property
    def c(self) -> Path:
        """Return where the C files are."""
        return self.work / "c"

    @property
    def objects(self) -> Path:
        """Return where the compiled C files are."""
        return self.work / "objects"


def compiler() -> str | None:
    """Return the C compiler, if there is one and Python's headers are there."""
    found = shutil.which(os.environ.get("CC", "cc"))
    return found if (Path(sysconfig.get_paths()["include"]) / "Python.h").is_file() else None


def digest_of_build(root: Path = ROOT) -> str:
    """Return the digest of all that a build is made of."""
    found = hashlib.sha256(digest_of_sources(root).encode())
    for path in sorted(HERE.glob("*.py")):
        found.update(path.read_bytes())
    for each in (sys.version, SUFFIX, mypy_version, VERSION, compiler() or "", *_FLAGS, *sorted(rule_ids())):
        found.update(f"{each}\0".encode())
    return found.hexdigest()


def build(tree: Path, root: Path = ROOT) -> bool:
    """Make the compiled build, unless it is there; say whether anything had to be done."""
    digest = digest_of_build(root)
    if _made(tree) == digest:
        return False
    if compiler() is None:
        raise CannotBuild("there is no C compiler, or Python's headers are missing; the sources run as they are")
    folders = Folders(tree)
    links = write_sources(folders, root)
    c_files = _translated(folders)
    objects = _compiled(folders, c_files)
    fresh = tree.with_name(f"{tree.name}-new")
    shutil.rmtree(fresh, ignore_errors=True)
    _put_together(fresh, folders, objects, links, root)
    _imported(fresh, root)
    record = {"digest": digest, "sources": digest_of_sources(root), "suffix": SUFFIX}
    (fresh / RECORD).write_text(json.dumps(record) + "\n", encoding="utf-8")
    shutil.rmtree(tree, ignore_errors=True)
    fresh.rename(tree)
    return True


def _imported(tree: Path, root: Path) -> None:
    """Import every module of a build, so that one that cannot start is never used."""
    modules = [".".join(each.relative_to(root).with_suffix("").parts) for each in (root / PACKAGE).rglob("*.py")]
    code = "import importlib, sys\nfor each in sys.argv[1:]: importlib.import_module(each)"
    command = [sys.executable, "-P", "-c", code, *sorted(each.removesuffix(".__init__") for each in modules)]
    path = os.pathsep.join(map(str, (tree, root)))
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"what was compiled cannot be imported:\n{done.stderr[-2000:]}")


def _made(tree: Path) -> str | None:
    try:
        found: object = json.loads((tree / RECORD).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return str(found["digest"]) if isinstance(found, dict) and "digest" in found else None


# ---------------------------------------------------------------- sources


def write_sources(folders: Folders, root: Path) -> dict[str, tuple[str, ...]]:
    """Write the transformed sources, and return the rules of every function."""
    trees = parsed(root, PACKAGE)
    known, types, ids = survey(trees), static_types(root, PACKAGE), rule_ids()
    shutil.rmtree(folders.source, ignore_errors=True)
    links: dict[str, tuple[str, ...]] = {}
    for module, tree in trees.items():
        target = folders.source / _file_of(module, root)
        target.parent.mkdir(parents=True, exist_ok=True)
        if module in INTERPRETED:
            target.write_text(ast.unparse(tree), encoding="utf-8")
            continue
        found = transformed(module, tree, known, types[module], ids)
        target.write_text(found.source, encoding="utf-8")
        links |= {f"{module}:{name}": rules for name, rules in found.links.items()}
    shutil.copy(HERE / "described.py", folders.source / _HELPER)
    (folders.source / PACKAGE / "kernel" / "records.pyi").write_text(_RECORDS_STUB, encoding="utf-8")
    (folders.source / "spec_tables").mkdir()
    for path in (root / "spec_tables").glob("*.py"):
        shutil.copy(path, folders.source / "spec_tables")
    return links


def _file_of(module: str, root: Path) -> Path:
    path = Path(*module.split("."))
    return path / "__init__.py" if (root / path).is_dir() else path.with_suffix(".py")


# ---------------------------------------------------------------- C


@dataclass(frozen=True, slots=True)
class CFile:
    """A C file, the extension module it becomes part of, and where it looks for headers."""

    path: Path
    module: str
    include: tuple[str, ...]


_TRANSLATE = """
import json, sys
from mypyc.build import mypycify
paths, target = json.loads(sys.argv[1])
sys.argv = ["mypyc"]
options = dict(only_compile_paths=paths, multi_file=True, group_name="referee", target_dir=target)
found = mypycify(["--config-file=", "--python-version=3.11", *paths], **options)
told = [[each.name, list(each.sources), list(each.include_dirs)] for each in found]
open(target + "/modules.json", "w", encoding="utf-8").write(json.dumps(told))
"""


def _translated(folders: Folders) -> list[CFile]:
    """Let mypyc write the C files, in a process of its own: it keeps much memory."""
    # A package may have a function with the name of one of its modules; compiled, the module would hide it.
    packages = (each.relative_to(folders.source).as_posix() for each in folders.source.rglob("__init__.py"))
    left_out = {_HELPER, *packages, *(_file_of(each, folders.source).as_posix() for each in INTERPRETED)}
    sources = sorted(each.relative_to(folders.source).as_posix() for each in folders.source.rglob(f"{PACKAGE}/**/*.py"))
    paths = [each for each in sources if each not in left_out]
    shutil.rmtree(folders.c, ignore_errors=True)
    folders.c.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", _TRANSLATE, json.dumps((paths, str(folders.c)))],
        cwd=folders.source,
        capture_output=True,
        text=True,
        check=False,
        # The same numbers for the same texts each time, so that what was compiled need not be again.
        env={**{key: value for key, value in os.environ.items() if key != "PYTHONPATH"}, "PYTHONHASHSEED": "0"},
    )
    if done.returncode:
        told = [each for each in (done.stdout + done.stderr).splitlines() if "warning:" not in each]
        raise CannotBuild("mypyc refuses the sources:\n" + "\n".join(told[-20:]))
    modules = json.loads((folders.c / "modules.json").read_text(encoding="utf-8"))
    return [CFile(folders.c / path, name, tuple(include)) for name, paths, include in modules for path in paths]


def _compiled(folders: Folders, c_files: Sequence[CFile]) -> Mapping[str, list[Path]]:
    """Compile every C file that has changed, two at a time, and return the objects of each module."""
    folders.objects.mkdir(parents=True, exist_ok=True)
    headers = hashlib.sha256(b"".join(each.read_bytes() for each in sorted(folders.c.rglob("*.h")))).hexdigest()

    def compiled(each: CFile) -> Path:
        made_of = (each.path.read_bytes(), headers.encode(), sys.version.encode(), *map(str.encode, _FLAGS))
        target = folders.objects / f"{hashlib.sha256(b'/'.join(made_of)).hexdigest()}.o"
        if not target.exists():
            include = [f"-I{folder}" for folder in (sysconfig.get_paths()["include"], *each.include, str(folders.c))]
            part = target.with_suffix(".part")
            _run([str(compiler()), "-c", *_FLAGS, *include, str(each.path), "-o", str(part)])
            part.rename(target)
        return target

    with ThreadPoolExecutor(2) as workers:
        made = list(workers.map(compiled, c_files))
    for old in set(folders.objects.iterdir()) - set(made):
        old.unlink()
    found: dict[str, list[Path]] = {}
    for each, target in zip(c_files, made, strict=True):
        found.setdefault(each.module, []).append(target)
    return found


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"{' '.join(command[:2])} failed:\n{done.stderr[-2000:]}")


# ---------------------------------------------------------------- the build


def _put_together(
    tree: Path, folders: Folders, objects: Mapping[str, list[Path]], links: Mapping[str, tuple[str, ...]], root: Path
) -> None:
    """Put the extension modules beside the sources they were made of."""
    shutil.copytree(root / PACKAGE, tree / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "described.py", tree / _HELPER)
    with (tree / _file_of(f"{PACKAGE}.kernel.rules", root)).open("a", encoding="utf-8") as rules:
        rules.write(_LINKS_TAIL.format(links=repr(dict(links))))
    for module, parts in objects.items():
        place = tree / LIBRARY if module == LIBRARY else tree / _file_of(module, root).with_suffix("")
        target = place.with_name(f"{place.name}{SUFFIX}")
        _run([str(compiler()), "-shared", "-Wl,-s", "-Wl,-Bsymbolic", *map(str, parts), "-o", str(target)])
