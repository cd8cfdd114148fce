"""Comparing another implementation's answers: what counts as right, and which rules are named when it is not."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.cli import main
from oracle.schemas.validation import is_valid
from oracle.vectors.answers import read_answer, read_answers
from oracle.vectors.compare import Demand, compare
from oracle.vectors.levels import Level, texts
from oracle.vectors.suite import made, read_cases, sha256, write
from reference.kernel.canonical import Json, Unreadable
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


@pytest.mark.parametrize(("version", "code"), [(2, 2), (3, 0), (4, 0), (5, 0), (6, 0), (7, 2)])
def test_suites_since_schema_3_are_read(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], version: int, code: int
) -> None:
    folder = tmp_path / "suite"
    shutil.copytree(suite, folder)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    (folder / "manifest.json").write_text(json.dumps({**manifest, "schema_version": version}), encoding="utf-8")
    answers = _answers(suite, tmp_path / "a", _answer)
    assert main(["compare", answers, "--vectors", str(folder)]) == code
    assert ("schema_version: must be one of 3, 4, 5, 6" in capsys.readouterr().err) is (code == 2)


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
    assert compare([case], {"x": answered}, Demand(strict=True)).right == 1


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
    counts: Mapping[str, Json] = {"cases": count, "right": count, "wrong": 0, "unanswered": 0, "passes": True}
    nothing: Mapping[str, Json] = {"rules": [], "silent_rules": [], "answers": []}
    assert {name: found[name] for name in (*counts, *nothing)} == {**counts, **nothing}


def test_strictly_one_rule_is_not_enough(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = _answers(suite, tmp_path / "a", _hashes_and_rules)
    code, found = _compared(capsys, suite, answers, "--strict")
    negative = sum(case["sense"] == "negative" for case in read_cases(suite))
    assert (code, found["wrong"], found["unanswered"]) == (1, 0, negative)


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


_LEVEL_OF = {"decision": "choices", "view": "observation", "over": "ending"}


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
    assert {each["problem"] for each in wrong} == {_LEVEL_OF.get(problem, problem)}
    assert all(each["differences"] for each in wrong)


def test_a_refusal_without_a_rule_is_no_whole_answer(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def nameless(case: Mapping[str, Json]) -> Written:
        right = _answer(case)
        return {"id": case["id"], "verdict": {"ruling": "illegal"}} if case["sense"] == "negative" else right

    code, found = _compared(capsys, suite, _answers(suite, tmp_path / "a", nameless))
    acts = sum(case["sense"] == "negative" and case["kind"] == "act" for case in read_cases(suite))
    checks = sum(case["kind"] == "check" for case in read_cases(suite))
    assert (code, found["wrong"], found["unanswered"]) == (1, checks, acts)


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
    tally = compare([case], {"x": {"id": "x", "decision": given}})
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
    tally = compare(cases, answers)
    assert tally.suspects() == [("ww:7.62", 1, 2)]
    assert tally.silent_suspects() == [("ww:7.63", 1)]


# ---------------------------------------------------------------- levels


def _yes_or_no(case: Mapping[str, Json]) -> Written | None:
    """Answer as one who knows only what is allowed."""
    verdict = case.get("verdict")
    if not isinstance(verdict, Mapping) or case["kind"] == "start":
        return None
    if case["kind"] == "check":
        return {"id": case["id"], "verdict": {"ruling": "unsound"}}
    return {"id": case["id"], "verdict": {"ruling": "legal" if verdict["ruling"] == "legal" else "illegal"}}


def _scores(found: Mapping[str, Json]) -> dict[str, tuple[Json, Json, Json]]:
    levels = found["levels"]
    assert isinstance(levels, Mapping)
    found_scores: dict[str, tuple[Json, Json, Json]] = {}
    for name, each in levels.items():
        assert isinstance(each, Mapping)
        found_scores[name] = (each["right"], each["answered"], each["asked"])
    return found_scores


def test_who_knows_only_yes_and_no_gets_a_true_score(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given right rulings and nothing else, then they all count at their level, and nothing counts at the others."""
    answers = _answers(suite, tmp_path / "a", _yes_or_no)
    code, found = _compared(capsys, suite, answers)
    cases = list(read_cases(suite))
    ruled = [case for case in cases if case["kind"] in ("act", "check")]
    scores = _scores(found)
    assert (code, found["wrong"]) == (1, sum(case["sense"] == "turn" for case in cases))
    assert scores["ruling"] == (len(ruled), len(ruled), len(ruled))
    assert scores["kind"][1:] == (len(ruled), len(ruled))
    assert {name: score[:2] for name, score in scores.items() if name not in ("ruling", "kind")} == dict.fromkeys(
        ("rules", "reasons", "choices", "events", "ending", "observation", "facts", "state", "hash"), (0, 0)
    )
    code, found = _compared(capsys, suite, answers, "--level", "ruling")
    assert (code, found["right"], found["cases"], found["passes"]) == (0, len(ruled), len(ruled), True)
    assert str(found["badge"]).startswith("referee-vectors 0.6.0 | ruling 100% | kind ")
    assert " | rules - | " in str(found["badge"])


def test_a_wrong_ruling_costs_its_level_only(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given one wrong ruling among right answers, then its level lacks one, and 100% is for all of them only."""
    first = next(case["id"] for case in read_cases(suite) if case["sense"] == "negative" and case["kind"] == "act")

    def answer(case: Mapping[str, Json]) -> Written:
        if case["id"] != first:
            return _answer(case)
        verdict = case["verdict"]
        assert isinstance(verdict, Mapping)
        return {"id": case["id"], "verdict": {**verdict, "ruling": "legal"}}

    answers = _answers(suite, tmp_path / "a", answer)
    code, found = _compared(capsys, suite, answers)
    scores = _scores(found)
    assert code == 1
    assert (
        scores["ruling"][0]
        == scores["kind"][0]
        == len([case for case in read_cases(suite) if case["kind"] in ("act", "check")]) - 1
    )
    assert scores["rules"][0] == scores["rules"][2]
    assert "ruling 100%" not in str(found["badge"])
    assert _compared(capsys, suite, answers, "--level", "rules")[0] == 0


@pytest.mark.parametrize("level", [each.value for each in Level])
def test_every_level_can_be_asked_for_alone_and_fails_by_itself(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], level: str
) -> None:
    """Given whole answers, then each level passes; without an answer, or with only other levels, none does."""
    whole = _answers(suite, tmp_path / "a", _answer)
    assert _compared(capsys, suite, whole, "--level", level)[0] == 0
    only = _answers(suite, tmp_path / "b", lambda case: {"id": case["id"], "verdict": {"ruling": "legal"}})
    if level not in ("ruling", "kind"):
        for words in ((), ("--partial",)):
            code, found = _compared(capsys, suite, only, "--level", level, *words)
            assert (code, found["passes"], found["right"]) == (1, False, 0)


def test_partial_does_not_pass_on_nothing(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given answers of which none is whole, when compared with --partial, then they do not pass, and it is said why."""

    def hardly(case: Mapping[str, Json]) -> Written | None:
        legal = case["sense"] == "positive" and case["kind"] == "act"
        return {"id": case["id"], "verdict": {"ruling": "legal"}} if legal else None

    answers = _answers(suite, tmp_path / "a", hardly)
    code, found = _compared(capsys, suite, answers, "--partial")
    assert (code, found["right"], found["wrong"], found["passes"]) == (1, 0, 0, False)
    main(["compare", answers, "--vectors", str(suite), "--partial"])
    assert "nothing that counts is answered rightly" in capsys.readouterr().out
    assert _compared(capsys, suite, answers, "--partial", "--level", "ruling")[0] == 0
    main(["compare", answers, "--vectors", str(suite), "--partial", "--level", "ruling", "--level", "rules"])
    assert "nothing is answered rightly at the level rules" in capsys.readouterr().out


def test_results_are_told_by_rule_and_by_chapter(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = _answers(suite, tmp_path / "a", _answer)
    _, found = _compared(capsys, suite, answers)
    by_rule, chapters = found["by_rule"], found["chapters"]
    assert isinstance(by_rule, Mapping)
    assert isinstance(chapters, list)
    kinds = [case["kind"] for case in read_cases(suite) if TAKING in texts(case["rules"])]
    about, ruled = len(kinds), sum(kind in ("act", "check") for kind in kinds)
    taking = by_rule[TAKING]
    assert isinstance(taking, Mapping)
    levels = taking["levels"]
    assert isinstance(levels, Mapping)
    assert (taking["asked"], taking["answered"], taking["right"], taking["percent"]) == (about, about, about, 100)
    assert levels["ruling"] == {"asked": ruled, "answered": ruled, "right": ruled, "percent": 100}
    assert [(each["game"], each["chapter"], each["percent"]) for each in chapters] == [
        ("wilderness_war", "07_battles", 100)
    ]
    main(["compare", answers, "--vectors", str(suite)])
    out = capsys.readouterr().out
    assert out.startswith("referee-vectors 0.6.0 | ruling 100% | kind 100% | rules 100% | ")
    assert "by chapter" in out
    assert "07_battles" in out


@pytest.mark.parametrize("partial", [(), ("--partial",)])
def test_junit_has_a_test_for_every_case(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], partial: tuple[str, ...]
) -> None:
    """Given right, wrong and missing answers, then the XML tells them apart."""
    ids = [case["id"] for case in read_cases(suite)]

    def answer(case: Mapping[str, Json]) -> Written | None:
        if case["id"] == ids[0]:
            return None
        return {"id": case["id"], "facts": {"heap": 99}} if case["kind"] == "facts" else _answer(case)

    out = tmp_path / "out.xml"
    code, found = _compared(
        capsys, suite, _answers(suite, tmp_path / "a", answer), "--junit", str(out), "--level", "facts", "--level",
        "ruling", "--level", "state", "--level", "choices", "--level", "observation", *partial
    )  # fmt: skip
    root = ElementTree.parse(out).getroot()
    told = {str(case.get("name")): [(each.tag, each.get("message")) for each in case] for case in root}
    missing = ("skipped" if partial else "failure", "unanswered")
    wrong = next(str(case["id"]) for case in read_cases(suite) if case["kind"] == "facts")
    assert (code, found["cases"], root.get("tests")) == (1, len(told), str(len(told)))
    assert {name: each for name, each in told.items() if each} == {
        str(ids[0]): [missing],
        wrong: [("failure", "wrong facts")],
    }
    assert (root.get("failures"), root.get("skipped")) == (("1", "1") if partial else ("2", "0"))


_KNOWN: tuple[Written, ...] = (
    {"id": "x", "facts": {"a": 1}},
    {"id": "x", "view": {"a": {"b": []}}},
    {"id": "x", "decision": {"by": "left", "about": "a", "rules": ["r"], "actions": [{"type": "a"}], "odds": ["1/1"]}},
    {"id": "x", "verdict": {"ruling": "legal", "hash": "0" * 16, "over": {"result": "a", "rules": ["r"]}}},
    {"id": "x", "verdict": {"ruling": "legal", "state": {"a": 1}, "events": [{"kind": "a", "rules": [], "facts": {}}]}},
    {"id": "x", "verdict": {"ruling": "illegal", "rules": ["r"], "violations": [{"rule": "r", "reason": "a"}]}},
    {"id": "x", "verdict": {"ruling": "not_this_decision", "due": {"by": "a", "about": "b", "rules": []}}},
    {"id": "x", "verdict": {"ruling": "not_this_decision", "due": "a", "due_by": "b", "otherwise": {}}},
    {"id": "x", "verdict": {"ruling": "unreadable", "place": "a", "cause": "b"}},
    {"id": "x", "verdict": {"ruling": "notation", "reason": "a", "facts": {"b": 1}}},
)
_INSTEAD: tuple[Json, ...] = (None, 7, "x", [], {}, ["x"], {"x": 1}, True)


def _altered(value: Json, choose: Callable[[int], int]) -> Json:
    """Return a value with one part left out, replaced or added."""
    if isinstance(value, Mapping) and value and choose(3):
        names = sorted(value)
        name = names[choose(len(names))]
        match choose(4):
            case 0:
                return {key: each for key, each in value.items() if key != name}
            case 1:
                return {**value, "banana": 7}
            case _:
                return {**value, name: _altered(value[name], choose)}
    if isinstance(value, list) and value and choose(2):
        return [*value[:-1], _altered(value[-1], choose)]
    return _INSTEAD[choose(len(_INSTEAD))]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(_KNOWN), st.data())
def test_the_reader_and_the_schema_of_answers_are_of_one_mind(answer: Written, data: st.DataObject) -> None:
    """Given an answer changed anywhere, then the reader takes it exactly if the schema allows it."""
    assert is_valid("answer", answer)
    altered = _altered(answer, lambda most: data.draw(st.integers(0, most - 1)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("oracle.schemas.validation.is_installed", lambda: False)
        try:
            read_answer(altered)
            taken = True
        except Unreadable:
            taken = False
    assert taken is is_valid("answer", altered)


# ---------------------------------------------------------------- unreadable


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 1: not JSON"),
        ("{}", "line 1, id: is missing"),
        ('{"id":"x"}', "line 1: must have one of: verdict"),
        ('{"id":"x","verdict":{"ruling":"maybe"}}', 'line 1, verdict.ruling: must be one of ["legal"'),
        ('{"id":"x","facts":{"a":1}}\n\n{"id":"x","facts":{"a":1}}', "line 3: x is answered twice"),
        ('{"id":"x","facts":{}}', "line 1, facts: is empty, so nothing is answered"),
        ('{"id":"x","view":{}}', "line 1, view: is empty, so nothing is answered"),
        (
            '{"id":"x","verdict":{"ruling":"legal","state":{}}}',
            "line 1, verdict.state: is empty, so nothing",
        ),
        ('{"id":"x","verdict":{"ruling":"legal","hash":"x"}}', "line 1, verdict.hash: must be 16 hexadecimal digits"),
        ('{"id":"x","verdict":{"ruling":"legal","events":[7]}}', "line 1, verdict.events[0]: must be a mapping"),
        ('{"id":"x","verdict":{"ruling":"legal","events":{}}}', "line 1, verdict.events: must be a list"),
        ('{"id":"x","decision":{"by":"left"}}', "line 1, decision.actions: is missing"),
        (
            '{"id":"x","decision":{"by":"left","actions":[],"odds":["1"]}}',
            "line 1, decision.odds[0]: must be a frac",
        ),
        ('{"id":"x","banana":7}', "line 1: must have one of: verdict, facts, decision, view"),
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
