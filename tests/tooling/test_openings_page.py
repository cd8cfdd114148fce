"""docs/openings.md is what the games say of their openings."""

from pathlib import Path

import pytest

from scripts import openings_page


def test_the_page_of_the_openings_is_up_to_date() -> None:
    assert openings_page.main(["--check"]) == 0


def test_a_stale_page_is_found_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "openings.md"
    monkeypatch.setattr(openings_page, "PAGE", stale)
    assert openings_page.main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/openings.md is stale: run `python -m scripts.openings_page`\n"
    assert openings_page.main([]) == 0
    assert openings_page.main(["--check"]) == 0
