"""The drawn frames are those of the games, and a stale page is noticed."""

from pathlib import Path

import pytest

from reference.few_acres_of_snow.coherence import NESTING
from reference.few_acres_of_snow.frames import Drawing, TurnStart
from reference.kernel.coherence import Nesting
from scripts import frame_diagrams
from spec_tables.catalogue import GAMES


def test_the_page_is_up_to_date() -> None:
    assert frame_diagrams.main(["--check"]) == 0


def test_a_stale_or_missing_page_is_noticed_and_can_be_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "frames.md"
    monkeypatch.setattr(frame_diagrams, "PAGE", page)
    assert frame_diagrams.main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/frames.md is stale: run `python -m scripts.frame_diagrams`\n"
    assert frame_diagrams.main([]) == 0
    assert frame_diagrams.main(["--check"]) == 0
    page.write_text(page.read_text(encoding="utf-8").replace("turn_start", "turn_end"), encoding="utf-8")
    assert frame_diagrams.main(["--check"]) == 1


def test_a_changed_nesting_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before = frame_diagrams.page()
    less = Nesting({**NESTING.above, Drawing: ()}, (TurnStart,))
    monkeypatch.setattr("reference.few_acres_of_snow.coherence.NESTING", less)
    after = frame_diagrams.page()
    assert "  drawing --> drawing\n" in before
    assert "  drawing --> drawing\n" not in after
    assert "  class turn_start bottom\n" in after


def test_every_frame_of_every_game_is_drawn_with_the_file_that_holds_its_procedure() -> None:
    text = frame_diagrams.page()
    assert text.count("```mermaid") == len(GAMES)
    losses, reaction = (
        next(row for row in text.splitlines() if f"| `{name}` |" in row) for name in ("losses", "reaction")
    )
    assert losses.endswith("| [ch07_losses](../reference/wilderness_war/ch07_losses.py) |")
    assert "[ch06_avoiding](" in reaction
    assert "[ch06_interception](" in reaction
