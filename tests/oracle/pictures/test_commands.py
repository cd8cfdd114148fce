"""`show --svg` and `ask --svg`: the file is whole or not there, and mistakes are told."""

import json
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT
from oracle.pictures import Marks, picture
from tests.oracle.pictures.samples import SHOWN, parsed, part, said

CASE = str(ROOT / SHOWN["wilderness_war"])
BATTLE = str(ROOT / SHOWN["hammer_of_the_scots"])


def test_show_writes_the_picture_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "board.svg"
    assert main(["show", CASE, "--svg", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: {CASE} drawn\n"
    root = parsed(out.read_text(encoding="utf-8"))
    assert (root.get("data-game"), root.get("data-side")) == ("wilderness_war", None)
    title = [each.text for each in part(root, "title") if each.text]
    assert title == ["Wilderness War", "1757, late season", f"Annus Mirabilis, 1757-59 · {CASE} · ruleset standard"]
    assert [each.name for each in tmp_path.iterdir()] == ["board.svg"]


def test_show_for_a_side_says_whose_view_it_is(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert main(["show", CASE, "--side", "french", "--svg", str(out)]) == 0
    root = parsed(out.read_text(encoding="utf-8"))
    assert root.get("data-side") == "french"
    assert "as the french side sees it" in "".join(part(root, "title").itertext())


def test_show_answers_in_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "board.svg"
    assert main(["show", BATTLE, "--json", "--side", "england", "--svg", str(out)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "path": BATTLE, "step": 0, "game": "hammer_of_the_scots", "side": "england", "svg": str(out),
    }  # fmt: skip


def test_an_older_picture_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    out.write_text("old", encoding="utf-8")
    assert main(["show", BATTLE, "--svg", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        ("nowhere/board.svg", "there is no folder {folder}/nowhere"),
        ("taken", "Is a directory"),
        ("", "names no file"),
        ("a\x00b.svg", "null"),
        ("x" * 300, "File name too long"),
    ],
)
@pytest.mark.parametrize("command", ["show", "ask"])
def test_a_file_that_cannot_be_written_is_exit_code_2(
    command: str, file: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").mkdir()
    where = f"{tmp_path}/{file}" if file else ""
    assert main([command, BATTLE, *(["1"] if command == "ask" else []), "--svg", where]) == 2
    said_so = capsys.readouterr().err
    assert complaint.format(folder=tmp_path) in said_so
    assert said_so.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]
    assert not list((tmp_path / "taken").iterdir())


# ---------------------------------------------------------------- rulings


def test_a_ruling_marks_where_one_may_go_and_the_place_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.svg"
    assert main(["ask", BATTLE, "choose", "area=fife", "--svg", str(out)]) == 1
    assert "Illegal under" in capsys.readouterr().out
    marks = said(part(parsed(out.read_text(encoding="utf-8")), "marks"), "data-mark", "data-space")
    assert set(marks) == {
        ("reachable", "mentieth"), ("reachable", "dunbar"), ("refused", "fife"), ("active", "lothian"),
    }  # fmt: skip


def test_a_legal_action_has_nothing_refused(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert main(["ask", BATTLE, "1", "--svg", str(out)]) == 0
    marks = said(part(parsed(out.read_text(encoding="utf-8")), "marks"), "data-mark")
    assert ("refused",) not in marks
    assert ("reachable",) in marks


def test_the_key_explains_the_marks_that_occur() -> None:
    marked = picture("wilderness_war", {}, Marks(frozenset({"albany"}), frozenset({"quebec"})))
    assert ">may be reached<" in marked
    assert ">refused<" in marked
    assert ">refused<" not in picture("wilderness_war", {}, Marks(frozenset({"albany"})))
    assert ">may be reached<" not in picture("wilderness_war", {})
