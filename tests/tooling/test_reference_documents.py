"""The reference documents say what the programs read: traces, positions, actions."""

import importlib
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from reference.kernel.canonical import Json, Unreadable, parse
from reference.kernel.codec import word
from reference.kernel.traces import Fault, read_trace
from scripts import reference_documents
from scripts.record_types import held, rows_of
from spec_tables.catalogue import GAMES, catalogue

TRACES = (ROOT / "docs/traces.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", TRACES, re.DOTALL)
HEADER = '{"trace":1,"game":"few_acres_of_snow","ruleset":"first","scenario":"standard"}'


# ---------------------------------------------------------------- traces


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_a_trace_conforms(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "example.jsonl"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path)]) == 0, capsys.readouterr().out


def test_every_kind_of_line_has_an_example() -> None:
    with pytest.raises(Unreadable) as fault:
        read_trace(f"{HEADER}\n{{}}\n")
    kinds = fault.value.cause.removeprefix("has none of: ").split(", ")
    told = [re.findall(r'^\{(?:"by":"[a-z]+",)?"([a-z]+)"', line) for text in EXAMPLES for line in text.splitlines()]
    assert {"trace", *kinds} == {kind for each in told for kind in each}
    assert set(kinds) == set(re.findall(r"^## .*: `([a-z]+)`$", TRACES, re.MULTILINE))


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("The header", HEADER.replace("}", ',"zzz":1}')),
        ("An action: `do`", '{"by":"british","do":{},"zzz":1}'),
        ("An expectation: `expect`", '{"expect":{},"zzz":1}'),
        ("A refusal: `refuse`", '{"by":"british","refuse":{},"rule":"fa:act.1","zzz":1}'),
        ("A remark: `note`", '{"note":"a","zzz":1}'),
    ],
)
def test_every_field_of_a_line_is_told(section: str, line: str) -> None:
    text = f"{line}\n" if "trace" in line else f"{HEADER}\n{line}\n"
    _, offered = _complaint(lambda: read_trace(text))
    body = TRACES.partition(f"## {section}\n")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^\| `([a-z]+)` \|", body, re.MULTILINE)) == offered


def test_every_fault_of_a_trace_is_told() -> None:
    body = TRACES.partition("| fault | meaning |")[2]
    assert re.findall(r"^\| `([a-z_]+)` \|", body, re.MULTILINE) == [fault.value for fault in Fault]


def _complaint(read: object) -> tuple[str, list[str]]:
    assert callable(read)
    with pytest.raises(Unreadable) as fault:
        read()
    assert "has no place here; what has: " in fault.value.cause
    return fault.value.place, fault.value.cause.partition("what has: ")[2].split(", ")


# ---------------------------------------------------------------- positions


def _placed(game: str, position: Mapping[str, Json]) -> None:
    REGISTERED.place(game, REGISTERED.ruleset(game, None), dict(position))


def _nested(path: str, value: Json) -> dict[str, Json]:
    """Return a position with a value at a path."""
    found = value
    for name in reversed(path.split(".")):
        found = {name: found}
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_told_are_those_that_a_position_has(game: str) -> None:
    data = reference_documents.field_data(game)
    openings = importlib.import_module(f"reference.{game}.positions")
    expected = {name for name in data if "." not in name} | {"frames"}
    expected |= {"opening"} if hasattr(openings, "OPENINGS") else set()
    _, offered = _complaint(lambda: _placed(game, {"zzz": 1}))
    assert set(offered) == expected
    inner = {name.rpartition(".")[0] for name in data if "." in name}
    for path in inner:
        named = {name.rpartition(".")[2]: about for name, about in data.items() if name.rpartition(".")[0] == path}
        needed = {name: parse(about["example"]) for name, about in named.items() if about["default"] == "must be given"}
        place = path.replace("SIDE", catalogue(game).sides[0])
        _, offered = _complaint(lambda at=place, given=needed: _placed(game, _nested(at, {**given, "zzz": 1})))
        assert sorted(offered) == sorted(named), path


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in reference_documents.field_data(game)]
)
def test_every_example_of_a_field_is_read(game: str, name: str) -> None:
    data = reference_documents.field_data(game)
    path = name.replace("SIDE", catalogue(game).sides[0])
    holder, _, last = path.rpartition(".")
    beside = {
        each.rpartition(".")[2]: parse(about["example"])
        for each, about in data.items()
        if holder and each.rpartition(".")[0] == name.rpartition(".")[0] and about["default"] == "must be given"
    }
    example = parse(data[name]["example"])
    _placed(game, _nested(holder, {**beside, last: example}) if holder else {name: example})


@pytest.mark.parametrize("game", GAMES)
def test_every_frame_opening_and_action_is_told(game: str) -> None:
    positions, actions = reference_documents.positions_page(), reference_documents.actions_page()
    section = positions.partition(f"\n## {catalogue(game).name}\n")[2].partition("\n## ")[0]
    module = importlib.import_module(f"reference.{game}.positions")
    frames = importlib.import_module(f"reference.{game}.frames").FRAMES
    for kind in (*frames, *getattr(module, "OPENINGS", ())):
        assert f"**`{word(kind.__name__)}`**" in section
        for name, holds, _ in rows_of(kind, module.WORDS):
            assert f"| {name} | {holds} |" in section
    for kind in importlib.import_module(f"reference.{game}.actions").ACTIONS:
        told = actions.partition(f"### `{word(kind.__name__)}` ({catalogue(game).prefix})\n")[2].partition("\n### ")[0]
        assert "Due at: `" in told, kind
        (example,) = re.findall(r"^Example: `(.*?)`, ", told, re.MULTILINE)
        read = parse(example)
        assert isinstance(read, Mapping)
        assert read["type"] == word(kind.__name__)


def test_no_python_is_left_in_the_pages() -> None:
    for page in reference_documents.PAGES.values():
        assert not re.search(r"<class|typing\.|NewType|reference\.[a-z]", page())


def test_what_a_field_holds_is_told_in_words() -> None:
    assert held(tuple[int, ...], {}) == "a list: a whole number"
    assert held(str | None, {}) == "a text or null"


# ---------------------------------------------------------------- up to date


def test_the_pages_are_up_to_date() -> None:
    assert reference_documents.main(["--check"]) == 0


def test_a_stale_page_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference_documents, "DOCS", tmp_path)
    monkeypatch.setattr(reference_documents, "PAGES", {"positions.md": lambda: "new\n"})
    assert reference_documents.main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/positions.md is stale: run `python -m scripts.reference_documents`\n"
    assert reference_documents.main([]) == 0
    assert reference_documents.main(["--check"]) == 0
