"""docs/windows.md lists every decision that closes by itself, with its rules and a test of each."""

from pathlib import Path

import pytest

from reference.kernel.rules import known
from scripts import window_table
from spec_tables.catalogue import GAMES


def test_the_page_is_of_the_windows_as_they_are() -> None:
    assert window_table.main(["--check"]) == 0


def test_a_stale_page_is_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "windows.md"
    monkeypatch.setattr(window_table, "PAGE", page)
    assert window_table.main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/windows.md is stale: run `python -m scripts.window_table`\n"
    assert window_table.main([]) == 0
    assert window_table.main(["--check"]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_window_has_actions_and_rules_and_every_rule_a_test(game: str) -> None:
    windows = window_table.windows_of(game)
    assert windows
    for name, window in windows.items():
        assert window.what, name
        assert known(*window.rules) == window.rules != (), name
    lacking = [line for line in window_table.page().splitlines() if line.startswith("|") and line.endswith("|  |")]
    assert lacking == []
