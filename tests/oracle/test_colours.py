"""Colours on a terminal, plain text everywhere else; colours never change the text."""

import io
import re

import pytest

from oracle.cli import main
from oracle.colours import painted, wants_colours
from oracle.evidence.links import ROOT

ESCAPES = re.compile(r"\x1b\[\d+m")
POSITIONS = ("docs/pictures/hammer_of_the_scots.jsonl", "docs/pictures/few_acres_of_snow.jsonl")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def _shown(monkeypatch: pytest.MonkeyPatch, out: io.StringIO, *words: str) -> str:
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", out)
        patch.chdir(ROOT)
        assert main(["show", *words]) == 0
    return out.getvalue()


@pytest.mark.parametrize("position", POSITIONS)
def test_show_is_coloured_on_a_terminal_and_plain_in_a_pipe(position: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = _shown(monkeypatch, io.StringIO(), position)
    coloured = _shown(monkeypatch, Terminal(), position)
    assert "\x1b" not in plain
    assert "\x1b[31m" in coloured
    assert "\x1b[34m" in coloured
    assert ESCAPES.sub("", coloured) == plain


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_refused(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert "\x1b" not in _shown(monkeypatch, Terminal(), POSITIONS[0])


def test_an_empty_no_color_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colours(Terminal())
    assert not wants_colours(io.StringIO())


def test_json_has_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in _shown(monkeypatch, Terminal(), POSITIONS[0], "--json")


def test_titles_places_and_sides_are_told_apart() -> None:
    assert painted("Blocks\n  Fife    s_bruce, e_ross\n") == (
        "\x1b[1mBlocks\x1b[0m\n  \x1b[36mFife\x1b[0m    \x1b[34ms_bruce\x1b[0m, \x1b[31me_ross\x1b[0m\n"
    )
