"""Comparing another implementation's answers: what counts as right, and which rules are named when it is not."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.vectors.compare import compare, read_answers
from oracle.vectors.suite import made, read_cases, sha256, write
from reference.kernel.canonical import Json
from tests.kernel.toy import HEAP, TAKING
from tests.oracle.test_vectors import toy_plan

Written = dict[str, Json]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vectors") / "suite"
    write(made(toy_plan()), folder)
    return folder


def _answer(case: Mapping[str, Json]) -> Written:
    name = {"facts": "facts", "decision": "decision", "observe": "view"}.get(str(case["kind"]), "verdict")
    return {"id": case["id"], name: case[name]}


def _hashes_and_rules(case: Mapping[str, Json]) -> Written:
    """Answer as little as is enough: the hash of a state, one rule that is broken."""
    verdict = case.get("verdict")
    if not isinstance(verdict, Mapping):
        return _answer(case)
    short: dict[str, Json] = {"ruling": verdict["ruling"]}
    if "hash" in verdict:
        short["hash"] = verdict["hash"]
    if isinstance(ending := verdict.get("over"), Mapping):
        short["over"] = {"result": ending["result"]}
    violations = verdict.get("violations")
    if isinstance(violations, list):
        short["rules"] = [violations[0]["rule"]]
    return {"id": case["id"], "verdict": short}


def _answers(suite: Path, path: Path, answer: Callable[[Mapping[str, Json]], Written | None]) -> str:
    lines = [json.dumps(found) for case in read_cases(suite) if (found := answer(case)) is not None]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def _compared(
    capsys: pytest.CaptureFixture[str], suite: Path, answers: str, *words: str
) -> tuple[int, Mapping[str, Json]]:
    code = main(["compare", answers, "--vectors", str(suite), "--json", *words])
    found: object = json.loads(capsys.readouterr().out)
    assert isinstance(found, Mapping)
    return code, found


# ---------------------------------------------------------------- right


def _earlier(case: Mapping[str, Json]) -> Written:
    """Return a case, or an answer to one, as schema 3 had it."""
    verdict, decision = case.get("verdict"), case.get("decision")
    if isinstance(decision, Mapping):
        return {**case, "decision": {name: value for name, value in decision.items() if name != "rules"}}
    if not isinstance(verdict, Mapping):
        return dict(case)
    due = verdict.get("due", verdict.get("over"))
    if verdict["ruling"] == "not_this_decision":
        assert isinstance(due, Mapping)
        was: Json = {"ruling": verdict["ruling"], "due": due.get("about", "nothing"), "rules": due["rules"]}
    elif verdict["ruling"] == "not_your_decision":
        assert isinstance(due, Mapping)
        was = {"ruling": verdict["ruling"], "due_by": due["by"]}
    else:
        was = {name: value for name, value in verdict.items() if name != "rules"}
    return {**case, "verdict": was}


def _earlier_answer(case: Mapping[str, Json]) -> Written:
    return _earlier(_answer(case))


@pytest.fixture
def earlier_suite(suite: Path, tmp_path: Path) -> Path:
    """Return the suite as an earlier version wrote it."""
    folder = tmp_path / "earlier"
    files = {path.relative_to(suite).as_posix(): path.read_bytes() for path in suite.rglob("*") if path.is_file()}
    for name in (each for each in files if each.endswith(".jsonl")):
        cases = [_earlier(json.loads(line)) for line in files[name].decode().splitlines()]
        files[name] = "".join(f"{json.dumps(case)}\n" for case in cases).encode()
    manifest = json.loads(files["manifest.json"])
    manifest |= {"schema_version": 3, "suite_version": "0.3.0"}
    for entry in manifest["files"]:
        entry["sha256"] = sha256(files[entry["path"]])
    files["manifest.json"] = json.dumps(manifest).encode()
    write(files, folder)
    return folder


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_suites_and_answers_of_the_earlier_schema_are_still_read(
    suite: Path, earlier_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], strict: tuple[str, ...]
) -> None:
    """Given a suite and answers, each in the form of schema 3 or of today, then they are compared as ever."""
    rulings = [case["verdict"] for case in read_cases(earlier_suite) if "verdict" in case]
    assert {each["ruling"] for each in rulings if isinstance(each, Mapping)} >= {"legal", "illegal", "unsound"}
    count = len(list(read_cases(suite)))
    for asked in (suite, earlier_suite):
        for name, answer in (("a", _answer), ("b", _earlier_answer)):
            answers = _answers(suite, tmp_path / name, answer)
            code, found = _compared(capsys, asked, answers, *strict)
            assert (code, found["right"]) == (0, count)


@pytest.mark.parametrize(
    "verdict",
    [
        {"ruling": "not_this_decision", "due": "how many stones", "rules": ["ww:7.62"]},
        {"ruling": "not_this_decision", "due": {"by": "left", "about": "how many stones", "rules": ["ww:7.62"]}},
        {"ruling": "not_this_decision"},
    ],
)
def test_a_decision_due_may_be_answered_in_either_form_or_not_at_all(verdict: Json) -> None:
    (answered,) = read_answers([json.dumps({"id": "x", "verdict": verdict})], "answers").values()
    due: Json = {"by": "left", "about": "how many stones", "rules": ["ww:7.62"]}
    case: Written = {"id": "x", "rules": [], "verdict": {"ruling": "not_this_decision", "due": due}}
    assert compare([case], {"x": answered}, strict=True).right == 1


@pytest.mark.parametrize(("answer", "words"), [(_answer, ()), (_answer, ("--strict",)), (_hashes_and_rules, ())])
def test_right_answers_are_right(
    suite: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    answer: Callable[[Mapping[str, Json]], Written],
    words: tuple[str, ...],
) -> None:
    code, found = _compared(capsys, suite, _answers(suite, tmp_path / "a", answer), *words)
    count = len(list(read_cases(suite)))
    assert code == 0
    assert found == {
        "cases": count,
        "right": count,
        "wrong": 0,
        "unanswered": 0,
        "rules": [],
        "silent_rules": [],
        "answers": [],
    }


def test_strictly_one_rule_is_not_enough(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = _answers(suite, tmp_path / "a", _hashes_and_rules)
    code, found = _compared(capsys, suite, answers, "--strict")
    assert code == 1
    wrong = found["answers"]
    assert isinstance(wrong, list)
    assert {each["problem"] for each in wrong} == {"violations"}


def test_unanswered_cases_count_unless_told_otherwise(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = _answers(suite, tmp_path / "a", lambda case: _answer(case) if case["kind"] == "facts" else None)
    code, found = _compared(capsys, suite, answers)
    assert (code, found["right"], found["wrong"]) == (1, 1, 0)
    assert found["unanswered"] == len(list(read_cases(suite))) - 1
    assert _compared(capsys, suite, answers, "--partial")[0] == 0


# ---------------------------------------------------------------- wrong


def _wrongly(problem: str) -> Callable[[Mapping[str, Json]], Written]:
    def answer(case: Mapping[str, Json]) -> Written:
        right = _answer(case)
        verdict = case.get("verdict")
        if problem == "other_kind":
            return {"id": case["id"], "facts": {"heap": 99}} if case["kind"] != "facts" else right
        if not isinstance(verdict, Mapping):
            if case["kind"] == problem == "decision":
                return {"id": case["id"], "decision": {"by": "left", "actions": []}}
            if case["kind"] == "observe":
                return {"id": case["id"], "view": {"heap": 99}} if problem == "view" else right
            return {"id": case["id"], "facts": {"heap": 99}} if case["kind"] == problem else right
        legal, illegal = verdict["ruling"] == "legal", verdict["ruling"] == "illegal"
        changed: Mapping[str, Json] = verdict
        if problem == "state" and legal:
            changed = {**verdict, "state": {"heap": 99}}
        elif problem == "events" and legal:
            changed = {**verdict, "events": []}
        elif problem == "over" and "over" in verdict:
            changed = {name: value for name, value in verdict.items() if name != "over"}
        elif problem == "over" and legal:
            changed = {**verdict, "over": {"result": "right wins"}}
        elif problem == "rules" and illegal:
            changed = {"ruling": "illegal", "rules": ["ww:1.0"]}
        elif problem == "ruling" and illegal:
            changed = {"ruling": "legal", "hash": "0" * 16}
        return {"id": case["id"], "verdict": changed}

    return answer


@pytest.mark.parametrize(
    "problem", ["facts", "decision", "view", "state", "events", "over", "rules", "ruling", "other_kind"]
)
def test_each_way_to_be_wrong_has_its_name(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], problem: str
) -> None:
    code, found = _compared(capsys, suite, _answers(suite, tmp_path / "a", _wrongly(problem)))
    wrong = found["answers"]
    assert isinstance(wrong, list)
    assert code == 1
    assert {each["problem"] for each in wrong} == {problem}
    assert all(each["differences"] for each in wrong)


def test_a_refusal_without_a_rule_is_wrong(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def nameless(case: Mapping[str, Json]) -> Written:
        right = _answer(case)
        return {"id": case["id"], "verdict": {"ruling": "illegal"}} if case["sense"] == "negative" else right

    code, found = _compared(capsys, suite, _answers(suite, tmp_path / "a", nameless))
    negative = sum(case["sense"] == "negative" for case in read_cases(suite))
    assert (code, found["wrong"]) == (1, negative)


def test_the_rules_wrong_in_the_largest_share_come_first(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given an implementation that knows no limit to what is taken, then the rule of taking is the first suspect."""

    def unlimited(case: Mapping[str, Json]) -> Written:
        broken = case["rules"] == [TAKING] and case["kind"] == "act" and case["sense"] == "negative"
        return {"id": case["id"], "verdict": {"ruling": "legal", "hash": "0" * 16}} if broken else _answer(case)

    answers = _answers(suite, tmp_path / "a", unlimited)
    code, found = _compared(capsys, suite, answers)
    rules = found["rules"]
    assert isinstance(rules, list)
    assert code == 1
    assert rules[0]["rule"] == TAKING
    assert HEAP not in [each["rule"] for each in rules]
    main(["compare", answers, "--vectors", str(suite), "--show", "1"])
    out = capsys.readouterr().out
    assert "ww:7.62" in out
    assert 'ruling: expected "illegal"' in out
    assert 'found    "legal"' in out


DIE: dict[str, Json] = {
    "by": "chance",
    "about": "the die",
    "actions": [{"type": "a"}, {"type": "b"}],
    "odds": ["1/3", "2/3"],
}


@pytest.mark.parametrize(
    ("given", "differing"),
    [
        ({"by": "chance", "actions": [{"type": "b"}, {"type": "a"}]}, []),
        ({"by": "chance", "actions": [{"type": "b"}, {"type": "a"}], "odds": ["2/3", "1/3"]}, []),
        ({"by": "chance", "actions": [{"type": "b"}, {"type": "a"}], "odds": ["1/3", "2/3"]}, ['odds of {"type":"a"}']),
        ({"by": "left", "actions": [{"type": "b"}, {"type": "a"}]}, ["by"]),
        ({"by": "chance", "actions": [{"type": "a"}]}, ["actions"]),
        ({"by": "chance", "actions": [{"type": "a"}, {"type": "b"}, {"type": "c"}]}, ["actions"]),
    ],
)
def test_a_decision_is_compared_without_regard_to_order(given: Json, differing: list[str]) -> None:
    case: dict[str, Json] = {"id": "x", "rules": [], "decision": DIE}
    tally = compare([case], {"x": {"id": "x", "decision": given}}, strict=False)
    assert [each.path for wrong in tally.wrong for each in wrong.differences][:1] == differing


def test_a_silent_rule_is_suspected_if_only_wrong_cases_consult_it() -> None:
    facts: dict[str, Json] = {"facts": {"a": 1}, "rules": ["ww:7.62"]}
    cases: list[dict[str, Json]] = [
        {**facts, "id": "wrong", "consults": ["ww:7.63", "ww:7.64", "ww:7.62"]},
        {**facts, "id": "right", "consults": ["ww:7.64"]},
    ]
    answers: dict[str, dict[str, Json]] = {
        "wrong": {"id": "wrong", "facts": {}},
        "right": {"id": "right", "facts": {"a": 1}},
    }
    tally = compare(cases, answers, strict=False)
    assert tally.suspects() == [("ww:7.62", 1, 2)]
    assert tally.silent_suspects() == [("ww:7.63", 1)]


# ---------------------------------------------------------------- unreadable


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 1: not JSON"),
        ("{}", "line 1, id: is missing"),
        ('{"id":"x"}', "line 1, "),
        ('{"id":"x","verdict":{"ruling":"maybe"}}', 'line 1, verdict.ruling: must be one of ["legal"'),
        ('{"id":"x","facts":{"a":1}}\n\n{"id":"x","facts":{"a":1}}', "line 3: x is answered twice"),
        ('{"id":"x","facts":{}}', "line 1, facts: is empty, so nothing is answered"),
        ('{"id":"x","view":{}}', "line 1, view: is empty, so nothing is answered"),
        ('{"id":"x","verdict":{"ruling":"legal"}}', "line 1, verdict: a legal verdict needs the state that follows"),
        ('{"id":"x","verdict":{"ruling":"legal","state":{}}}', "line 1, verdict: a legal verdict needs the state"),
        ("\n\n", "there is no answer in it"),
    ],
)
def test_unreadable_answers_name_the_line(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, complaint: str
) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(line, encoding="utf-8")
    assert main(["compare", str(path), "--vectors", str(suite)]) == 2
    assert capsys.readouterr().err.startswith(f"referee: {path}: {complaint}")


def test_an_answer_to_no_case_is_named(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a"
    path.write_text('{"id":"pebbles/take/0000000000000000","facts":{"a":1}}', encoding="utf-8")
    assert main(["compare", str(path), "--vectors", str(suite)]) == 2
    assert "pebbles/take/0000000000000000 is no case of this suite (1 such answers)" in capsys.readouterr().err


def test_missing_files_and_foreign_folders_are_named(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone"
    assert main(["compare", str(gone), "--vectors", str(suite)]) == 2
    assert capsys.readouterr().err == f"referee: {gone}: No such file or directory\n"
    gone.write_bytes(b"\xff")
    assert main(["compare", str(gone), "--vectors", str(suite)]) == 2
    assert capsys.readouterr().err == f"referee: {gone}: not UTF-8 text\n"
    gone.write_bytes(b"")
    assert main(["compare", str(gone), "--vectors", str(suite), "--partial"]) == 2
    assert capsys.readouterr().err == f"referee: {gone}: there is no answer in it\n"
    gone.write_text('\ufeff{"id":"x","facts":{"a":1}}', encoding="utf-8")
    assert main(["compare", str(gone), "--vectors", str(tmp_path)]) == 2
    assert "manifest.json: No such file or directory" in capsys.readouterr().err
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert main(["compare", str(gone), "--vectors", str(tmp_path)]) == 2
    assert "manifest.json: suite: is missing" in capsys.readouterr().err
