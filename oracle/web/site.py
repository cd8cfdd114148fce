"""The explorer as a static site: the page, Pyodide, the project's own wheel, and the sources that rule pages name."""

import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from oracle.errors import InputError
from oracle.places import SOURCES
from oracle.protocol import link_index
from oracle.protocol.rule_pages import linked_files
from oracle.web.page import HOME, POLICY, built_page

# What Pyodide needs to run; the rest of its package is for other uses.
_PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
_CHARSET = '<meta charset="utf-8"'
# Parts of the wheel that a page never asks for: they gate and write vectors.
UNASKED = (
    "oracle/gate/",
    "oracle/vectors/",
    "oracle/shipped/explorer/",
    "oracle/shipped/evidence/scenes/",
)


@dataclass(frozen=True, slots=True)
class Written:
    """A site that was written: how many files and bytes, and those that a first visit fetches."""

    files: int
    size: int
    first_visit: int


def write_site(out: Path, page: Path | None = None, pyodide: Path | None = None) -> Written:
    """Write the site into an empty or new folder."""
    built = built_page(page)
    python = SOURCES / "explorer" / "node_modules" / "pyodide" if pyodide is None else pyodide
    lacking = [each for each in _PYODIDE if not (python / each).is_file()]
    if lacking:
        raise InputError(f"{python}: {lacking[0]} is not there; `make explorer` installs it")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: is not an empty folder")
    shutil.copytree(built, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".built"))
    _guard(out / "index.html")
    (out / "pyodide").mkdir()
    for each in _PYODIDE:
        shutil.copyfile(python / each, out / "pyodide" / each)
    wheel = _wheel(out)
    home = {"home": "static", "pyodide": "pyodide/", "wheel": wheel.name}
    (out / HOME).write_text(json.dumps(home), encoding="utf-8")
    # Hosts that run a generator over a site must leave this one as it is.
    (out / ".nojekyll").touch()
    first = _size(out) - sum((out / "pyodide" / each).stat().st_size for each in ("package.json",))
    _copy_sources(out / "source")
    files = [each for each in out.rglob("*") if each.is_file()]
    return Written(len(files), _size(out), first)


def _size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


def _guard(index: Path) -> None:
    """Put the content security policy into the page: a static host sends no header of ours."""
    text = index.read_text(encoding="utf-8")
    if "Content-Security-Policy" in text:
        return
    if _CHARSET not in text:
        raise InputError(f"{index}: has no {_CHARSET}")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    '
    index.write_text(text.replace(_CHARSET, f"{policy}{_CHARSET}", 1), encoding="utf-8")


def _wheel(out: Path) -> Path:
    """Build the wheel and put it into the site, with the index of what is bound to each rule."""
    scratch = out / "wheel"
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(scratch.resolve())]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise InputError(f"the wheel cannot be built: {last[-1]}")
    built = next(scratch.glob("*.whl"))
    with (
        zipfile.ZipFile(built) as whole,
        zipfile.ZipFile(out / built.name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as kept,
    ):
        for name in whole.namelist():
            if not name.startswith(UNASKED):
                kept.writestr(name, whole.read(name))
        kept.writestr(f"oracle/shipped/{link_index.NAME}", link_index.index_text())
    shutil.rmtree(scratch)
    return out / built.name


def _copy_sources(out: Path) -> None:
    for each in sorted(linked_files()):
        target = out / each
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SOURCES / each, target)
