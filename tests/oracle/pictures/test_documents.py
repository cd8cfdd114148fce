"""The pictures in the documents are what the commands give that the documents state."""

import re
import shlex
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT
from spec_tables.catalogue import GAMES

COMMANDS = re.findall(r"^\$ \./referee (.*)$", (ROOT / "docs/pictures.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_there_is_a_command_for_a_picture_of_every_game() -> None:
    assert [Path(shlex.split(each)[-1]).stem for each in COMMANDS] == list(GAMES)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_picture_is_stale(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    *words, file = shlex.split(command)
    fresh = tmp_path / "fresh.svg"
    assert main([*words, str(fresh)]) == 0
    same = fresh.read_text(encoding="utf-8") == (ROOT / file).read_text(encoding="utf-8")
    assert same, f"stale: run ./referee {command}"


def test_the_readme_shows_them() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"docs/pictures/([a-z_]+)\.svg", readme)
    assert sorted(set(shown)) == sorted(GAMES)
    assert "docs/pictures.md" in readme
