"""An importer anyone can write: the one in the document runs as written, and importers are found and judged."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from oracle.errors import InputError
from oracle.files import lines_of
from oracle.peers import importer_of, importers, nearly
from oracle.peers.formats import Format, has
from oracle.peers.tampering import Line, caught
from properties.hammer_of_the_scots import explorer
from tests.oracle.fabricated_hammer import fabricated
from tests.oracle.helpers import answer

Capsys = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "importers.md").read_text(encoding="utf-8")
HAMMER = next(each for _, each in importers() if each.format.name == "hammer_of_the_scots")


def _block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def claymore(tmp_path: Path) -> Path:
    for name, language in (("log.jsonl", "jsonl"), ("claymore.toml", "toml"), ("claymore.py", "python")):
        (tmp_path / name).write_text(_block(language), encoding="utf-8")
    return tmp_path


def _referee(folder: Path, *words: str) -> tuple[int, str, str]:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from oracle.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_importer_of_the_document_runs_as_written(claymore: Path) -> None:
    consoles = re.findall(r"```console\n\$ referee (.*?)\n(.*?)```", DOCUMENT, re.DOTALL)
    assert len(consoles) == 2
    for command, told in consoles:
        assert _referee(claymore, *command.split()) == (0, told, "")


def test_the_entry_point_of_the_document_makes_an_importer_known(claymore: Path) -> None:
    """Given an installed package with the entry point as the document has it, then its logs are recognised."""
    snippet = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)[-1]
    points = tomllib.loads(snippet)["project"]["entry-points"]["referee.importers"]
    installed = claymore / "claymore-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: claymore\nVersion: 1\n", encoding="utf-8")
    lines = ["[referee.importers]", *(f"{name} = {value}" for name, value in points.items())]
    (installed / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    assert "found: entry point claymore" in _referee(claymore, "verify", "--formats")[1]
    code, out, _ = _referee(claymore, "verify", "log.jsonl")
    assert (code, out.split("\n")[0]) == (0, "conforms, with 1 explained  log.jsonl  (16 steps)")


def test_a_fault_in_the_log_of_the_document_is_found(claymore: Path) -> None:
    log = claymore / "log.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace('"blocks": 24', '"blocks": 23'), encoding="utf-8")
    code, out, _ = _referee(claymore, "verify", "--importer", "claymore:Claymore", "log.jsonl")
    assert code == 1
    assert "step 3" in out
    assert "hs:2.0-1" in out


def test_an_importer_is_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("mine", "oracle.peers.hammer_of_the_scots:HammerOfTheScotsImporter", "referee.importers")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point] if group == point.group else [])
    where, first = next(iter(importers()))
    assert (where, first.game) == ("entry point mine", "hammer_of_the_scots")


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("claymore", "wanted is module:Class"),
        ("no_such_module:X", "No module named 'no_such_module'"),
        ("json:X", "json has no X"),
        ("json:JSONDecoder", "is no importer: it lacks game, format, departures, replay"),
    ],
)
def test_what_is_no_importer_is_refused_by_name(named: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(importers([named]))


def test_formats_are_listed_with_what_they_are_recognised_by(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "verify", "--formats")
    assert code == 0
    assert "hammer_of_the_scots: steps of a public implementation" in out
    assert "'scenario' 'Braveheart' or 'The Bruce' or 'Campaign'" in out
    assert "known departures: F2, F5, F6, F7" in out
    code, out, _ = answer(capsys, "verify", "--formats", "--json")
    assert "few_acres_of_snow" in {each["format"] for each in json.loads(out)}


def test_a_file_that_is_nearly_a_record_says_what_is_missing(tmp_path: Path, capsys: Capsys) -> None:
    line = '{"record":"game","scenario":"Braveheart","options":{},"blocks":{},"draws":[]}'
    assert importer_of(line) is None
    assert list(nearly(line)) == [
        "nearly a recorded game of the format hammer_of_the_scots: its first line lacks a field 'hands'"
    ]
    path = tmp_path / "x.jsonl"
    path.write_text(line, encoding="utf-8")
    code, _, err = answer(capsys, "verify", str(path))
    assert code == 2
    assert "its first line lacks a field 'hands'" in err


def test_a_format_needs_all_its_marks() -> None:
    three = Format("x", "", (has("a"), has("b", 1, 2), has("c")))
    assert three.recognises('{"a":0,"b":2,"c":null}')
    assert three.missing('{"a":0,"b":3,"c":0}') == ("'b' 1 or 2",)
    assert (three.nearly('{"a":0,"b":3,"c":0}'), three.nearly('{"a":0}'), three.nearly("no")) == (True, False, False)


def test_faults_planted_in_a_record_of_hammer_are_caught() -> None:
    lines: tuple[Line, ...] = tuple(
        json.loads(json.dumps(each)) for each in fabricated("braveheart", explorer.ruleset("peer"), 5, 200)
    )
    shares = caught(HAMMER, lines, 6)
    assert shares is not None
    for kind in ("a wrong piece", "an illegal choice", "a choice not offered"):
        assert (shares[kind].planted, shares[kind].caught) == (6, 6)
    assert shares["a wrong die"].caught > 0
    spoiled = tuple(lines[:9] + lines[10:])
    assert caught(HAMMER, spoiled, 1) is None


def test_a_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.files.MOST_LINE", 10)
    path = tmp_path / "x.jsonl"
    path.write_text("[1,2,3,4,5,6,7]", encoding="utf-8")
    with pytest.raises(InputError, match="a line is longer than 10 characters"):
        list(lines_of(path))
