"""Which build of the rules runs: only one that was made of the rules that are here."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from oracle.compiled_build import (
    COMPILED,
    INTERPRETED,
    RECORD,
    WANTED,
    digest_of_sources,
    source_spec,
    why_not,
)
from oracle.places import SOURCES
from oracle.version import VERSION
from scripts.compiled.sameness import differing
from scripts.compiled.wheel import platform_tag, platform_wheel
from tests.compiled.exclusions import excluded


def _recorded(folder: Path, **changes: object) -> Path:
    told = {"digest": "", "sources": digest_of_sources(), "suffix": EXTENSION_SUFFIXES[0], **changes}
    folder.mkdir()
    (folder / RECORD).write_text(json.dumps(told), encoding="utf-8")
    return folder


def test_a_build_of_the_rules_that_are_here_can_be_used(tmp_path: Path) -> None:
    assert why_not(_recorded(tmp_path / "build")) is None


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"sources": "0123"}, "it is of other rules than those here"),
        ({"suffix": ".cpython-27.so"}, "for another Python"),
    ],
)
def test_a_build_of_something_else_is_not_used(tmp_path: Path, changes: dict[str, object], why: str) -> None:
    assert why in str(why_not(_recorded(tmp_path / "build", **changes)))


def test_where_there_is_no_build_or_a_damaged_one_it_says_so(tmp_path: Path) -> None:
    assert why_not(tmp_path) == "there is none; `make compiled` makes one"
    (tmp_path / RECORD).write_text("{", encoding="utf-8")
    assert str(why_not(tmp_path)).startswith("compiled.json cannot be read: ")


def test_one_changed_letter_of_a_rule_is_other_source(tmp_path: Path) -> None:
    """Given a copy of the rules, when a letter of one of them changes, then a build of the others does not fit."""
    shutil.copytree(SOURCES / "reference", tmp_path / "reference", ignore=shutil.ignore_patterns("__pycache__"))
    folder = _recorded(tmp_path / "build")
    assert why_not(folder, tmp_path) is None
    changed = tmp_path / "reference" / "hammer_of_the_scots" / "ch04_borders.py"
    changed.write_text(changed.read_text(encoding="utf-8").replace(">> 1", ">> 2") + "\n", encoding="utf-8")
    assert why_not(folder, tmp_path) == "it is of other rules than those here; `make compiled` makes it anew"


def _version(**environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "oracle", "--version"]
    inherited = {key: each for key, each in os.environ.items() if key != WANTED}
    return subprocess.run(
        command,
        env={**inherited, "PYTHONPATH": str(SOURCES), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version_says_which_build_runs() -> None:
    assert _version(**{WANTED: INTERPRETED}).stdout == f"referee {VERSION} (interpreted)\n"
    wanted = COMPILED if why_not() is None else INTERPRETED
    assert _version().stdout == f"referee {VERSION} ({wanted})\n"


def test_a_build_that_cannot_be_had_is_refused() -> None:
    done = _version(**{WANTED: "fast"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"referee: {WANTED} is 'fast'; it can be compiled or interpreted\n"
    if why_not() is not None:
        done = _version(**{WANTED: COMPILED})
        assert (done.returncode, done.stderr) == (2, f"referee: no compiled build can be used: {why_not()}\n")


def test_the_source_of_a_module_is_found_beside_a_compiled_one(tmp_path: Path) -> None:
    package = tmp_path / "reference"
    package.mkdir()
    for name in ("__init__", "engine"):
        (package / f"{name}.py").write_text("", encoding="utf-8")
        (package / f"{name}{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    found = source_spec("reference", [str(tmp_path)])
    assert found is not None
    assert (found.origin, found.submodule_search_locations) == (str(package / "__init__.py"), [str(package)])
    inner = source_spec("reference.engine", [str(package)])
    assert inner is not None
    assert (inner.origin, inner.submodule_search_locations) == (str(package / "engine.py"), None)
    assert source_spec("reference.gone", [str(package)]) is None


def test_a_difference_between_two_builds_is_named() -> None:
    assert differing("fa", {"a": "1", "b": "2"}, {"a": "1", "b": "2"}) == []
    assert differing("fa", {"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "9"}) == ["fa: b", "fa: c"]


def test_a_platform_wheel_has_all_of_the_pure_one_and_the_compiled_modules(tmp_path: Path) -> None:
    pure = tmp_path / "referee-1-py3-none-any.whl"
    with zipfile.ZipFile(pure, "w") as wheel:
        wheel.writestr("reference/kernel/rules.py", "pure")
        wheel.writestr("referee-1.dist-info/WHEEL", "Root-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("referee-1.dist-info/RECORD", "")
    tree = _recorded(tmp_path / "tree")
    (tree / "reference" / "kernel").mkdir(parents=True)
    (tree / "reference" / "kernel" / "rules.py").write_text("with links", encoding="utf-8")
    (tree / "library.so").write_bytes(b"machine code")
    made = platform_wheel(pure, tree, tmp_path)
    assert made.name == f"referee-1-{platform_tag()}.whl"
    with zipfile.ZipFile(made) as wheel:
        assert wheel.testzip() is None
        assert wheel.read("reference/kernel/rules.py") == b"with links"
        assert wheel.read("library.so") == b"machine code"
        assert f"Tag: {platform_tag()}" in wheel.read("referee-1.dist-info/WHEEL").decode()
        assert "library.so,sha256=" in wheel.read("referee-1.dist-info/RECORD").decode()
        assert RECORD not in wheel.namelist()


def test_every_test_left_out_on_the_compiled_build_has_a_reason_and_is_there() -> None:
    for pattern, reason in excluded().items():
        assert reason.endswith(".")
        assert (SOURCES / pattern.partition("::")[0]).is_file(), pattern
