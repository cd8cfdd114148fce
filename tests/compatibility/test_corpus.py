"""What earlier versions wrote is read, and answered as it was, unless a changed ruling is declared."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from oracle.game_registry import REGISTERED
from oracle.places import ROOT
from oracle.replays import replay_safely
from oracle.vectors.cases import answer_json, played, question_of
from oracle.verdict_json import check_json, decision_json, verdict_json
from reference.kernel.canonical import Json, canonical_text, parse, shortfalls
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Next
from scripts.compatibility import stable_words

HERE = Path(__file__).parent
TRACES = sorted(HERE.glob("*/traces/*/*.jsonl"))
POSITIONS = sorted(HERE.glob("*/positions/*.jsonl"))
VECTORS = sorted(HERE.glob("*/vectors/*.jsonl"))
CHANGED = {each["what"]: each["rule"] for each in tomllib.loads((HERE / "changed.toml").read_text())["changed"]}


def _name(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def _lines(path: Path) -> Iterator[tuple[int, Mapping[str, Json]]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = parse(line)
        assert isinstance(found, Mapping)
        yield number, found


def _place(case: Mapping[str, Json]) -> Table:
    game, ruleset = str(case["game"]), REGISTERED.ruleset(str(case["game"]), str(case["ruleset"]))
    if "scenario" in case:
        return REGISTERED.start(game, ruleset, str(case["scenario"]))
    return REGISTERED.place(game, ruleset, case["position"])


def _answered(case: Mapping[str, Json], table: Table) -> tuple[str, Json]:
    """Return the field in which a case holds its answer, and our answer."""
    match case["kind"]:
        case "start":
            return "verdict", verdict_json(table, Next(table))
        case "decision":
            due = table.due()
            assert isinstance(due, Due)
            return "decision", decision_json(due)
        case "observe":
            return "view", table.observe(str(case["side"]))
        case "check":
            return "verdict", check_json(table.check())
        case "facts":
            return "facts", table.describe()
        case _:
            question = question_of(case)
            return "verdict", answer_json(table, question, played(table, question))


def _same(kind: Json, kept: Json, now: Json) -> bool:
    # Facts are part of what follows from a position; later versions may tell more.
    return not shortfalls(kept, now) if kind == "facts" else canonical_text(kept) == canonical_text(now)


def test_the_corpus_holds_every_game_and_kind_of_file() -> None:
    games = set(REGISTERED.games)
    assert {path.parent.name for path in TRACES} == games
    assert {path.stem for path in POSITIONS} == games
    assert {path.stem for path in VECTORS} == games
    assert len(TRACES) >= 30
    kinds = {str(case["kind"]) for path in VECTORS for _, case in _lines(path)}
    assert kinds == {"act", "check", "decision", "facts", "observe", "start"}


@pytest.mark.parametrize("path", TRACES, ids=_name)
def test_a_trace_of_an_earlier_version_conforms(path: Path) -> None:
    found = replay_safely(path)
    assert (found.unreadable, found.failure) == ("", "")
    assert found.conforms is (_name(path) not in CHANGED), found.as_text()


@pytest.mark.parametrize("path", POSITIONS, ids=_name)
def test_positions_of_an_earlier_version_are_read_and_keep_their_hashes(path: Path) -> None:
    other = {f"{_name(path)}:{number}" for number, each in _lines(path) if _place(each).digest() != each["hash"]}
    assert other == {each for each in CHANGED if each.startswith(f"{_name(path)}:")}


@pytest.mark.parametrize("path", VECTORS, ids=_name)
def test_vectors_of_an_earlier_version_are_answered_as_they_were(path: Path) -> None:
    other = set()
    for _, case in _lines(path):
        field, now = _answered(case, _place(case))
        if not _same(case["kind"], case[field], now):
            other.add(str(case["id"]))
    assert other == {str(case["id"]) for _, case in _lines(path) if case["id"] in CHANGED}


@pytest.mark.parametrize("path", sorted(HERE.glob("*/words.json")), ids=_name)
def test_no_word_that_others_rely_on_is_gone(path: Path) -> None:
    """Given the ids, reasons, kinds, options, commands and codes of an earlier version, then all are still there."""
    now = stable_words()
    kept: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    assert {f"{kind}: {word}" for kind, words in kept.items() for word in {*words} - {*now.get(kind, ())}} == set()
    assert {"rules", "commands", "wilderness_war reasons", "few_acres_of_snow options"} <= set(kept)


def test_every_changed_ruling_is_declared() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [rule for rule in CHANGED.values() if f"`{rule}`" not in changelog] == []
