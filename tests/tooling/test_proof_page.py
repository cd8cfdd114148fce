"""The page for a sceptic says what the evidence says, and a stale page or another figure is noticed."""

import ast
import json
import shutil
from pathlib import Path

import pytest

from scripts import proof_page
from scripts.proof_page import Domain
from spec_tables.catalogue import GAMES, catalogue


def test_the_page_is_up_to_date() -> None:
    """Given the evidence as it is, then docs/proof.md has its figures; `python -m scripts.proof_page` writes them."""
    assert proof_page.main(["--check"]) == 0


def test_a_stale_or_missing_page_is_noticed_and_can_be_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "proof.md"
    monkeypatch.setattr(proof_page, "PAGE", page)
    assert proof_page.main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/proof.md is stale: run `python -m scripts.proof_page`\n"
    assert proof_page.main([]) == 0
    assert proof_page.main(["--check"]) == 0
    page.write_text(page.read_text(encoding="utf-8").replace("confirmed", "conjectured"), encoding="utf-8")
    assert proof_page.main(["--check"]) == 1


def test_the_figures_are_those_of_the_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given evidence with another result, or none, when the page is written, then it says so."""
    for name in ("evidence", "golden", "properties"):
        shutil.copytree(proof_page.ROOT / name, tmp_path / name)
    shutil.copy(proof_page.ROOT / "mutation_excuses.toml", tmp_path)
    monkeypatch.setattr(proof_page, "ROOT", tmp_path)
    game = GAMES[0]
    before = proof_page.figures(game)
    contracts = tmp_path / "evidence" / "contracts.json"
    contracts.write_text(contracts.read_text(encoding="utf-8").replace('"confirmed"', '"unknown"'), encoding="utf-8")
    (tmp_path / "evidence" / "seeded_games" / f"{game}.json").unlink()
    outside = {"asserted": 98, "crashed": 1, "endless": 0, "survived": 1}
    kept = {"games": {game: {"one_fault": outside, "two_faults": outside}}}
    (tmp_path / "evidence" / "outside_mutation.json").write_text(json.dumps(kept), encoding="utf-8")
    after = proof_page.figures(game)
    assert after["contracts of arithmetic"] == before["contracts of arithmetic"].replace("confirmed", "unknown")
    assert after["seeded games, every scenario and preset"] == "not yet recorded"
    assert after["faults noticed, two other tools"] == "99.00 % of 100"
    assert after["rules in the catalogue"] == f"{len(catalogue(game).rules):,}"


def test_the_size_of_a_domain_is_what_make_test_covers() -> None:
    sizes = ["1_234", "2 * 3**2 - 1", "9 if DEEP else 4", "len(CASES)"]
    found = [proof_page._number(ast.parse(each, mode="eval").body) for each in sizes]
    assert found == [1_234, 17, 4, None]
    assert Domain("wilderness_war", "links: pairs of spaces", 20_736) in set(proof_page.domains(proof_page.ROOT))


def test_a_table_that_is_gone_is_an_error(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n## Here\n\n| a |\n|---|\n\n## There\n\n| b |\n", encoding="utf-8")
    assert proof_page.table_under(page, "Here") == ["| a |", "|---|"]
    with pytest.raises(SystemExit, match=r"page\.md has no heading 'Nowhere'"):
        proof_page.table_under(page, "Nowhere")
