"""The schemas: what is written validates, by type; what is changed anywhere does not."""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.choices import StableRandom
from oracle.cli import main
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from oracle.peers.importer import Kind, PeerDivergence
from oracle.protocol.methods import METHODS
from oracle.schemas.documents import documents, files, of_any_game, urn
from oracle.schemas.facts import stated_by
from oracle.schemas.forms import Forms
from oracle.schemas.protocol import params_of, results_of
from oracle.schemas.validation import check_schema, demand, is_valid
from oracle.vectors.scenes import scene_cases, scenes_of
from oracle.verdict_json import asked, decision_json, event_json, verdict_json
from reference.kernel.canonical import Json, Unreadable, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Next
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from scripts.reference_documents import field_data
from spec_tables.catalogue import GAMES, catalogue

BANANA: Json = {"banana": 7}
# What people or clients write freely.
_FREE = re.compile(r"\.(title|note|client|facts|about|result|choose\[\d+\])(\.|$)")


# ---------------------------------------------------------------- the documents


@pytest.mark.parametrize("name", documents())
def test_every_document_is_a_schema_with_an_id_and_takes_no_banana(name: str) -> None:
    document = documents()[name]
    check_schema(document)
    assert document["$id"] == urn(name)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert not any(is_valid(name, each) for each in (BANANA, 7, "banana", None, [], [BANANA]))


def test_no_definition_of_a_game_takes_a_banana() -> None:
    for game in GAMES:
        defined = documents()[game]["$defs"]
        assert isinstance(defined, Mapping)
        assert [name for name in defined if is_valid(f"{game}#/$defs/{name}", BANANA)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_record_kind_and_reason_has_a_definition(game: str) -> None:
    defined = documents()[game]["$defs"]
    assert isinstance(defined, Mapping)
    for family, module, name in (("action", "actions", "ACTIONS"), ("frame", "frames", "FRAMES")):
        kinds = getattr(importlib.import_module(f"reference.{game}.{module}"), name)
        assert len(kinds) == sum(each.startswith(f"{family}.") for each in defined)
    for family, module, name in (("event", "event_kinds", "EventKind"), ("violation", "reasons", "Reason")):
        members = getattr(importlib.import_module(f"reference.{game}.{module}"), name)
        assert {f"{family}.{member}" for member in members} == {e for e in defined if e.startswith(f"{family}.")}


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_of_positions_are_those_that_are_documented(game: str) -> None:
    """Given the documented fields, which a test holds to be those that the game reads, then the schema has the same."""
    forms = importlib.import_module(f"oracle.schemas.{game}").FORMS
    assert isinstance(forms, Forms)
    documented = {name.partition(".")[0] for name in field_data(game)}
    assert set(forms.fields) == documented | {"frames", "opening"}
    for name, about in field_data(game).items():
        if "." not in name:
            demand(f"{game}#/$defs/position", {name: parse(about["example"])})


def test_ids_are_those_of_the_tables() -> None:
    march: Json = {"type": "go", "to": "albany", "by": "land"}
    assert is_valid("wilderness_war#/$defs/action", march)
    assert is_valid("action", march)
    assert not is_valid("action", {"type": "go", "to": "atlantis", "by": "land"})
    assert not is_valid("hammer_of_the_scots", march)
    assert not is_valid("wilderness_war#/$defs/action", {"type": "go", "to": "albany"})
    assert not is_valid("wilderness_war#/$defs/position", {"pieces": {"albany": ["br_dragon"]}})
    assert is_valid("wilderness_war#/$defs/position", {"pieces": {"albany": ["2 inside reduced br_regular"]}})


def test_a_fault_names_its_place() -> None:
    with pytest.raises(Unreadable, match=r"^pieces.albany\[0\]: 'br_dragon' does not match"):
        demand("wilderness_war#/$defs/position", {"pieces": {"albany": ["br_dragon"]}})


def test_facts_are_read_from_the_calls_that_state_them() -> None:
    """Given an event whose calls write out their facts, and one whose calls do not, then only the first is closed."""
    stated = stated_by("wilderness_war")
    assert stated.of(EventKind.FIRED) == frozenset(("side", "column", "modifier", "die", "losses"))
    assert stated.of(EventKind.WORK_DEMOLISHED) is not None
    assert stated.of(EventKind.SIEGE_ADVANCED) is None
    assert stated.of(Reason.OUTRANKS_COMMANDER) is not None
    fired: dict[str, Json] = {"side": "french", "column": "2", "modifier": 0, "die": 5, "losses": 1}
    event: dict[str, Json] = {"kind": "fired", "rules": ["ww:7.2-C"], "facts": fired}
    assert is_valid("event", event)
    assert not is_valid("event", {**event, "facts": {**fired, "bananas": 7}})
    assert not is_valid("event", {**event, "rules": ["ww:99"]})
    assert not is_valid("event", {**event, "kind": "burned"})


# ---------------------------------------------------------------- everything that is written


def _nodes(value: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    yield path, value
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _nodes(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _nodes(inner, f"{path}[{index}]")


def _spoilt(value: Json, place: str, path: str = "") -> Json:
    """Return a value with a banana at a place: one more member, one more item, or instead of a plain value."""
    if path == place:
        if isinstance(value, Mapping):
            return {**value, "banana": 7}
        return [*value, BANANA] if isinstance(value, list) else BANANA
    if isinstance(value, Mapping):
        return {name: _spoilt(inner, place, f"{path}.{name}") for name, inner in value.items()}
    if isinstance(value, list):
        return [_spoilt(inner, place, f"{path}[{index}]") for index, inner in enumerate(value)]
    return value


def _places(value: Json) -> list[str]:
    return [path for path, _ in _nodes(value) if not _FREE.search(path)]


@cache
def _trace_lines() -> tuple[tuple[str, Json], ...]:
    found: list[tuple[str, Json]] = []
    for path in sorted((ROOT / "golden").rglob("*.jsonl")):
        lines = [parse(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        header = lines[0]
        assert isinstance(header, Mapping)
        game = str(header["game"])
        found.append((f"{game}#/$defs/trace.header", header))
        found.extend((f"{game}#/$defs/trace.line", line) for line in lines[1:])
    return tuple(found)


@cache
def _cases() -> tuple[tuple[str, Json], ...]:
    return tuple(
        (f"{game}#/$defs/case", case.written)
        for game in GAMES
        for case in scene_cases(REGISTERED, game, scenes_of(game)[::10])
    )


def test_every_line_of_every_golden_trace_validates() -> None:
    assert len(_trace_lines()) > 3000
    for schema, line in _trace_lines():
        demand(schema, line)


def test_every_tenth_scene_is_a_case_that_validates() -> None:
    """Given every tenth scene, then its case validates; all others are validated where scenes are tested."""
    assert len(_cases()) > 100
    for schema, case in _cases():
        demand(schema, case)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_trace_line_that_is_changed_anywhere_does_not_validate(data: st.DataObject) -> None:
    schema, line = data.draw(st.sampled_from(_trace_lines()))
    place = data.draw(st.sampled_from(_places(line)))
    assert not is_valid(schema, _spoilt(line, place)), place


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_case_that_is_changed_anywhere_does_not_validate(data: st.DataObject) -> None:
    schema, case = data.draw(st.sampled_from(_cases()))
    place = data.draw(st.sampled_from(_places(case)))
    assert not is_valid(schema, _spoilt(case, place)), place


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_case_that_lacks_a_member_does_not_validate(data: st.DataObject) -> None:
    schema, case = data.draw(st.sampled_from(_cases()))
    assert isinstance(case, Mapping)
    gone = data.draw(st.sampled_from(sorted(case)))
    assert not is_valid(schema, {name: value for name, value in case.items() if name != gone})


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seeded_game_says_validates(game: str) -> None:
    """Given a game of random choices, then decisions, verdicts, events, views, states and descriptions validate."""
    known = catalogue(game)
    choices = StableRandom(game)
    table = REGISTERED.start(game, parse_ruleset_name(known.presets[0].name), known.scenarios[0][0])
    for step in range(250):
        due = table.due()
        if isinstance(due, Over):
            break
        verdict = asked(table, due.by, due.actions[choices.below(len(due.actions))])
        assert isinstance(verdict, Next)
        for each in verdict.events:
            demand(f"{game}#/$defs/event", event_json(each))
        if step % 10 == 0:
            _demand_all(game, table, due)
        table = verdict.state


def _demand_all(game: str, table: Table, due: Due) -> None:
    demand(f"{game}#/$defs/decision", decision_json(due))
    demand(f"{game}#/$defs/state", table.canonical())
    demand(f"{game}#/$defs/position", table.canonical())
    demand(f"{game}#/$defs/expectation", table.describe())
    for side in catalogue(game).sides:
        demand(f"{game}#/$defs/view", table.observe(side))
        demand(f"{game}#/$defs/seen_expectation", table.observe(side))
        verdict = asked(table, side, due.actions[0])
        demand(f"{game}#/$defs/verdict", verdict_json(table, verdict))


# ---------------------------------------------------------------- the protocol


def _transcript() -> Iterator[tuple[str, str]]:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for block in text.split("```transcript\n")[1:]:
        for line in block.partition("```")[0].splitlines():
            yield line[:3], line[4:]


def test_every_method_has_a_schema_of_its_parameters_and_of_its_result() -> None:
    assert set(params_of(of_any_game)) == set(results_of(of_any_game)) == set(METHODS)


def test_the_conversation_of_the_document_validates_but_for_the_mistakes_of_the_client() -> None:
    mistakes: list[str] = []
    for arrow, text in _transcript():
        if arrow == "<--":
            demand("protocol_answer", json.loads(text))
        elif not _is_request(text):
            mistakes.append(text)
    assert [re.findall(r'"id":(\d+)', text) for text in mistakes] == [["13"], ["20"], ["21"], ["22"], ["23"]]


def _is_request(text: str) -> bool:
    try:
        return is_valid("protocol_request", parse(text))
    except Unreadable:
        return False


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_message_that_is_changed_anywhere_does_not_validate(data: st.DataObject) -> None:
    arrow, text = data.draw(st.sampled_from([each for each in _transcript() if each[1].endswith(("}", "]"))]))
    message: Json = json.loads(text)
    # An error may tell anything in words, and an expectation names what it found.
    free = re.compile(r"\.(message|expected|found|expect|value|trace)(\.|$)")
    place = data.draw(st.sampled_from([each for each in _places(message) if not free.search(each)]))
    assert not is_valid("protocol_answer" if arrow == "<--" else "protocol_request", _spoilt(message, place)), place


# ---------------------------------------------------------------- reports, and the command


def test_reports_of_verify_validate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given a trace that conforms, one that diverges and one that cannot be read, then each report validates."""
    golden = (ROOT / "golden/wilderness_war/ex-10.12.jsonl").read_text(encoding="utf-8")
    (tmp_path / "a.jsonl").write_text(golden, encoding="utf-8")
    header = '{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{"opening":{"type":"victory_check"}}}'
    (tmp_path / "b.jsonl").write_text(f'{header}\n{{"expect":{{"vp":{{"french":3}}}}}}\n', encoding="utf-8")
    (tmp_path / "c.jsonl").write_text(f"{header}\n{{}}\n", encoding="utf-8")
    main(["verify", str(tmp_path), "--json", "--keep-going"])
    reports = json.loads(capsys.readouterr().out)["reports"]
    assert len(reports) == 3
    for each in reports:
        demand("report", each)
        assert not is_valid("report", {**each, "banana": 7})


def test_the_report_on_a_recorded_game_validates() -> None:
    found = PeerDivergence(-1, Kind.BOARD, "fife", ["s_wallace"], [], ("hs:8.1-1",), "A1").as_json()
    report: dict[str, Json] = {"path": "game.json", "conforms": True, "steps": 4, "divergences": [found]}
    demand("report", report)
    for name, wrong in (("kind", "banana"), ("rules", ["hs:banana"]), ("step", -2), ("ruling", None)):
        assert not is_valid("report", {**report, "divergences": [{**found, name: wrong}]}), name


def test_the_example_of_the_document_runs(tmp_path: Path) -> None:
    """Given the schemas in a folder, when the example of docs/schemas.md is run there, then it prints what it says."""
    text = (ROOT / "docs/schemas.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[1].partition("```")[0]
    printed = text.split("It prints\n\n```\n")[1].partition("```")[0]
    assert main(["schemas", "--out", str(tmp_path / "schemas")]) == 0
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout == printed
    assert [name for name in documents() if f"`{name}`" not in text] == []


def test_the_command_writes_all_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a" / "b"
    assert main(["schemas", "--out", str(out), "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(documents())
    assert {path.name: path.read_bytes() for path in out.iterdir()} == files()
    assert main(["schemas"]) == 0
    assert "wilderness_war.schema.json" in capsys.readouterr().out
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["schemas", "--out", str(tmp_path / "file")]) == 2
    assert "File exists" in capsys.readouterr().err
