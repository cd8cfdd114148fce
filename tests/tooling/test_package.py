"""The built package works in an empty environment, from another folder, with everything inside."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from oracle.cli import DEVELOPERS, main
from oracle.places import ROOT
from oracle.version import VERSION

# What somebody who imports the package writes; mypy must find types for all of it.
USER = """
from fractions import Fraction
import rulebook

def rules_broken(position: rulebook.Position, action: rulebook.Json) -> tuple[str, ...]:
    answer = rulebook.act(position, action)
    match answer:
        case rulebook.Legal(after, events):
            return rules_broken(after, action) if events else ()
        case rulebook.Illegal(violations):
            return tuple(each.rule for each in violations)
        case _:
            return answer.rules

battle = rulebook.case("ww", {"pieces": {"juniata": ["br_regular", "fr_regular"]}})
chance: Fraction = sum((each.odds for each in rulebook.odds(battle, "vp.french")), Fraction(0))
reveal_type(rulebook.verify("").conforms)
rulebook.start(7)
"""


@dataclass(frozen=True)
class Installed:
    """The package in an empty environment, used from an empty folder."""

    wheel: Path
    bin: Path
    folder: Path

    def run(self, *words: str, told: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            [str(self.bin / words[0]), *words[1:]],
            cwd=self.folder,
            env={**environment, "PYTHONWARNINGS": "error"},
            input=told,
            capture_output=True,
            text=True,
            check=False,
        )


def _installed(folder: Path) -> Installed:
    """Build the sdist, the wheel from it, and install the wheel without any network, and so without rich."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(ROOT)]
    made = subprocess.run(build, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert {path.name for path in (folder / "dist").iterdir()} == {
        f"referee-{VERSION}.tar.gz",
        f"referee-{VERSION}-py3-none-any.whl",
    }
    (wheel,) = (folder / "dist").glob("*.whl")
    venv.create(folder / "venv", symlinks=os.name != "nt")
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", str(wheel)], check=True)
    (folder / "elsewhere").mkdir()
    return Installed(wheel, programs, folder / "elsewhere")


def test_the_package_works_in_an_empty_environment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test, because one package is built for all of it."""
    package = _installed(tmp_path)
    monkeypatch.chdir(ROOT)
    _check_files(package)
    _check_commands(package, capsys)
    _check_developers_commands(package)
    _check_library(package)


def _check_files(package: Installed) -> None:
    """Every table, golden trace and scene is inside, byte for byte, and rich alone is required, for terminals."""
    with zipfile.ZipFile(package.wheel) as wheel:
        inside = {name: wheel.read(name) for name in wheel.namelist()}
    shipped = {
        **{
            path: f"oracle/shipped/{path}"
            for path in _files("golden", "evidence/scenes", "evidence/traceability", "docs/examples/odds")
        },
        **{path: path for path in _files("spec_tables", "oracle", "reference", "research", "rulebook")},
    }
    assert {path: inside.get(name) for path, name in shipped.items()} == {
        path: (ROOT / path).read_bytes() for path in shipped
    }
    assert {name.partition("/")[0] for name in inside} == {
        *("oracle", "reference", "research", "rulebook", "spec_tables"),
        f"referee-{VERSION}.dist-info",
    }
    metadata = inside[f"referee-{VERSION}.dist-info/METADATA"].decode().splitlines()
    required = [line for line in metadata if line.startswith("Requires-Dist:")]
    assert [line for line in required if "extra ==" not in line] == ["Requires-Dist: rich>=13.9"]
    extras = [line.partition(": ")[2] for line in metadata if line.startswith("Provides-Extra:")]
    assert sorted(extras) == ["cluster", "dev", "explorer", "research"]


def _files(*folders: str) -> list[str]:
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return [path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts]


def _check_commands(package: Installed, capsys: pytest.CaptureFixture[str]) -> None:
    """The everyday commands say what they say in a checkout."""
    assert package.run("referee", "--version").stdout == f"referee {VERSION} (interpreted)\n"
    told = package.run("referee", "verify", "golden", "--quiet")
    count = len(_files("golden"))
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(f"{count} traces, {count} conform, ")
    for words in (
        ("games",),
        ("ask", "golden/wilderness_war/ex-7.62.jsonl@0", "lose", "of=br_regular", "flips=2"),
        ("play", "few_acres_of_snow", "--seed", "3", "--most-steps", "200", "--trace", "-"),
        ("perft", "golden/wilderness_war/ex-7.62.jsonl@0", "--depth", "2"),
        ("perft", "--check"),
    ):
        code = main(words)
        found = package.run("referee", *words)
        assert (found.returncode, found.stdout, words) == (code, capsys.readouterr().out, words)
    rule = package.run("referee", "rule", "ww:7.62").stdout
    assert "reference/wilderness_war/ch07_losses.py::" in rule
    assert "recorded, but no longer there" not in rule
    asked = package.run("referee", "serve", "--stdio", told='{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')
    server = json.loads(asked.stdout)["result"]["server"]
    assert server == {"name": "referee", "version": VERSION, "rules": "interpreted"}


def _check_developers_commands(package: Installed) -> None:
    for command in DEVELOPERS:
        refused = package.run("referee", command)
        complaint = f"referee: `{command}` needs a checkout of the repository; there: ./referee {command}\n"
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", complaint)


def _check_library(package: Installed) -> None:
    """The examples of the docstrings run, and mypy, strict, knows every type, and finds what is wrong."""
    code = "import doctest, rulebook; failed, tried = doctest.testmod(rulebook); assert tried and not failed"
    assert package.run("python", "-c", code).stderr == ""
    user = package.folder / "user.py"
    user.write_text(USER, encoding="utf-8")
    words = ["--strict", "--no-incremental", "--config-file=", f"--python-executable={package.bin / 'python'}"]
    judged = subprocess.run(
        [sys.executable, "-m", "mypy", *words, user.name],
        cwd=package.folder,
        env=_without_path(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
    notes = judged.stdout.splitlines()
    assert [line.partition(":")[2].partition(": ")[2] for line in notes[:2]] == [
        'note: Revealed type is "bool"',
        'error: Argument 1 to "start" has incompatible type "int"; expected "str"  [arg-type]',
    ]
    assert notes[2:] == ["Found 1 error in 1 file (checked 1 source file)"]


def _without_path(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in ("PYTHONPATH", "MYPYPATH")}
