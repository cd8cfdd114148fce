"""One shape of a verdict: command line, protocol, vectors, gate and reports give the same object in the same words."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from oracle.gate.answering import answered
from oracle.located_position import load_trace
from oracle.protocol.server import Server
from oracle.schemas.suites import Origin
from oracle.schemas.validation import demand
from oracle.vectors.cases import Move, Question, Setting, Source, act_case, check_case, played, question_of
from oracle.vectors.compare import Demand, compare
from oracle.verdict_json import Ruling, asked, ruling_of, verdict_json
from reference.kernel.canonical import Json, Unreadable, canonical_text, digest, parse
from reference.kernel.rules import known
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.traces import Fault
from tests.kernel import toy
from tests.oracle.helpers import LOSSES, answer, json_answer, written

Capsys = pytest.CaptureFixture[str]


@dataclass(frozen=True)
class Asked:
    """An action asked about in the position of LOSSES, and what a trace says of it so that it diverges there."""

    by: str
    action: Json
    line: Mapping[str, Json]


def _done(by: str, action: Json, **more: str) -> Asked:
    return Asked(by, action, {"by": by, "do": action, **more})


def _lose(flips: int) -> Json:
    return {"type": "lose", "of": "br_regular", "flips": flips, "deaths": 0}


LEGAL = _done("british", _lose(3), hash="0123456789abcdef")
ILLEGAL = _done("british", _lose(2))
NOT_THIS = _done("british", {"type": "roll", "die": 3})
NOT_YOURS = _done("french", _lose(3))
DUE: Json = {"by": "british", "about": "losses_of_br_regular", "rules": ["ww:7.62", "ww:7.63"]}
FACTS: Json = {"group": "br_regular", "named": 2, "losses": 5, "drilled_would_lose": 2, "drilled_must_lose": 3}
VERDICTS: Mapping[Ruling, tuple[Asked, Mapping[str, Json]]] = {
    Ruling.ILLEGAL: (
        ILLEGAL,
        {
            "ruling": "illegal",
            "rules": ["ww:7.62"],
            "violations": [{"rule": "ww:7.62", "reason": "too_few_drilled_losses", "facts": FACTS}],
        },
    ),
    Ruling.NOT_THIS_DECISION: (NOT_THIS, {"ruling": "not_this_decision", "due": DUE}),
    Ruling.NOT_YOUR_DECISION: (NOT_YOURS, {"ruling": "not_your_decision", "due": DUE}),
}


def _mapping(value: Json) -> Mapping[str, Json]:
    assert isinstance(value, Mapping)
    return value


def _called(method: str, position: str = LOSSES, **params: Json) -> Mapping[str, Json]:
    """Return the result of a call at the end of a trace, or the data of its error."""
    server = Server()
    found: Json = None
    for name, given in (("load", {"trace": position}), (method, params)):
        line = server.reply(json.dumps({"jsonrpc": "2.0", "id": 1, "method": name, "params": given}).encode())
        assert line is not None
        found = json.loads(line)
    told = _mapping(found)
    return _mapping(told["result"]) if "result" in told else _mapping(_mapping(told["error"])["data"])


def _table(tmp_path: Path) -> Table:
    return REGISTERED.open(load_trace(Path(written(tmp_path, LOSSES))).header)


def _case(tmp_path: Path, of: Asked) -> Mapping[str, Json]:
    """Return the vector of an action in the position of LOSSES."""
    header = load_trace(Path(written(tmp_path, LOSSES))).header
    table, question = _table(tmp_path), Question(Move(of.by, of.action))
    setting, source = Setting(header.game, header.ruleset), Source(Origin.SCENE, "losses", 0)
    return act_case(setting, source, table, question, played(table, question)).written


def _everywhere(tmp_path: Path, capsys: Capsys, of: Asked) -> dict[str, tuple[Json, Json]]:
    """Return the verdict on an action, and its words if there are any, from every part of the tool."""
    _, told = json_answer(capsys, "ask", written(tmp_path, LOSSES), json.dumps(of.action), "--by", of.by)
    case, text = _case(tmp_path, of), "\n".join([LOSSES, json.dumps(of.line)])
    gate = _mapping(answered({"ask": "case", "case": case, "consult": False}))["found"]
    assert isinstance(gate, list)
    _, verified = json_answer(capsys, "verify", written(tmp_path, text, name="diverges.jsonl"))
    reports = _mapping(verified)["reports"]
    assert isinstance(reports, list)
    found = {
        "ask": _mapping(told),
        "protocol ask": _called("ask", session="s1", by=of.by, do=of.action),
        "protocol step": _called("step", session="s1", by=of.by, do=of.action),
        "protocol verify": _mapping(_called("verify", trace=text)["divergence"]),
        "vector": case,
        "gate": {"verdict": _mapping(gate[0])["answer"]},
        "verify": {**_mapping(reports[0]["divergence"]), "english": reports[0]["english"]},
    }
    return {name: (each["verdict"], _words(each.get("english"))) for name, each in found.items()}


def _words(english: Json) -> Json:
    return None if english is None else _mapping(english)["verdict"]


@pytest.mark.parametrize("ruling", VERDICTS)
def test_a_refusal_is_the_same_object_everywhere(tmp_path: Path, capsys: Capsys, ruling: Ruling) -> None:
    of, expected = VERDICTS[ruling]
    found = _everywhere(tmp_path, capsys, of)
    assert {name: verdict for name, (verdict, _) in found.items()} == dict.fromkeys(found, expected)
    assert {name for name, (_, told) in found.items() if told is None} == {"protocol verify", "vector", "gate"}
    assert {json.dumps(told) for _, told in found.values() if told is not None} == {json.dumps(found["ask"][1])}


def test_a_legal_action_is_the_same_object_everywhere_but_a_step_leaves_out_the_state(
    tmp_path: Path, capsys: Capsys
) -> None:
    found = {name: verdict for name, (verdict, _) in _everywhere(tmp_path, capsys, LEGAL).items()}
    whole = _mapping(found["ask"])
    assert list(whole) == ["ruling", "events", "hash", "over", "state"]
    assert (whole["ruling"], whole["hash"]) == ("legal", digest(whole["state"]))
    stepped = {name: value for name, value in whole.items() if name != "state"}
    assert found == {**dict.fromkeys(found, whole), "protocol step": stepped}


def test_junit_names_the_rule_and_says_the_words_of_the_same_verdict(tmp_path: Path, capsys: Capsys) -> None:
    path, out = written(tmp_path, LOSSES, json.dumps(ILLEGAL.line)), tmp_path / "out.xml"
    code, told = json_answer(capsys, "verify", path, "--junit", str(out))
    reports = _mapping(told)["reports"]
    assert isinstance(reports, list)
    assert code == 1
    failure = ElementTree.parse(out).getroot()[0][0]
    assert failure.get("type") == " ".join(reports[0]["divergence"]["verdict"]["rules"]) == "ww:7.62"
    (sentence,) = reports[0]["english"]["verdict"]
    assert failure.get("message") == f"line 2, step 1: {sentence}"
    assert sentence in str(failure.text)


def test_junit_names_the_fault_of_a_divergence_that_no_rule_is_behind(tmp_path: Path, capsys: Capsys) -> None:
    path, out = written(tmp_path, LOSSES, '{"expect":{"year":1}}'), tmp_path / "out.xml"
    assert answer(capsys, "verify", path, "--junit", str(out))[0] == 1
    failure = ElementTree.parse(out).getroot()[0][0]
    assert failure.get("type") == "unexpected"
    assert failure.get("message") == "line 2, step 0: the position is not as expected"


def test_a_verdict_sent_back_as_an_answer_is_right_by_the_strictest_measure(tmp_path: Path) -> None:
    """Given the vectors of all verdicts, when each is answered with the verdict itself, then the schemas allow it."""
    cases = [_case(tmp_path, of) for of in (LEGAL, ILLEGAL, NOT_THIS, NOT_YOURS)]
    answers: dict[str, Mapping[str, Json]] = {}
    for case in cases:
        name = str(case["id"])
        answers[name] = {"id": name, "verdict": case["verdict"]}
        demand("case", case)
        demand("answer", answers[name])
    tally = compare(cases, answers, Demand(strict=True))
    assert (tally.right, tally.wrong) == (4, [])


def test_an_unsound_position_is_told_like_an_illegal_action(tmp_path: Path, capsys: Capsys) -> None:
    position: Json = {"pieces": {"albany": ["br_regular", "fr_regular"]}}
    header = {"trace": 1, "game": "wilderness_war", "ruleset": "standard", "position": position}
    path = written(tmp_path, json.dumps(header))
    _, told = json_answer(capsys, "position", path)
    verdict = _mapping(_mapping(told)["verdict"])
    assert (list(verdict), verdict["ruling"]) == (["ruling", "rules", "violations"], "unsound")
    trace = load_trace(Path(path)).header
    table = REGISTERED.open(trace)
    source = Source(Origin.SCENE, "x", 0)
    case = check_case(Setting(trace.game, trace.ruleset), source, table, table.check()).written
    result = _called("position", json.dumps(header), session="s1")
    assert case["verdict"] == result["verdict"] == verdict
    assert _mapping(result["english"])["verdict"] == _mapping(_mapping(told)["english"])["verdict"]


# ---------------------------------------------------------------- what is due when a refusal comes later


def test_what_is_due_is_due_where_the_action_was_refused() -> None:
    """Given two actions of which the second is refused, then the case says what was due after the first."""
    table = toy.table(5)
    moves = (Move("left", {"type": "take", "stones": 1}), Move("left", {"type": "take", "stones": 1}))
    question = Question(moves[0], moves[1:])
    source, setting = Source(Origin.SCENE, "x", 0), Setting("stones", RulesetName("two"))
    case = act_case(setting, source, table, question, played(table, question)).written
    due = {"by": "chance", "about": "the die", "rules": ["ww:7.2-C"]}
    assert case["verdict"] == {"ruling": "not_your_decision", "due": due}
    assert question_of(case) == question


@pytest.mark.parametrize(
    ("heap", "by", "action", "expected"),
    [
        (
            0,
            "left",
            {"type": "take", "stones": 1},
            {"ruling": "not_this_decision", "over": {"result": "right wins", "rules": ["ww:7.2-E"]}},
        ),
        (
            3,
            "left",
            {"type": "jump"},
            {"ruling": "unreadable", "place": "do.type", "cause": '"jump" is none of: roll, take'},
        ),
    ],
)
def test_after_the_end_and_of_what_nobody_can_read(heap: int, by: str, action: Json, expected: Json) -> None:
    table = toy.table(heap)
    verdict = asked(table, by, action)
    assert verdict_json(table, verdict) == expected
    assert isinstance(verdict, Unreadable) == (ruling_of(verdict) is Ruling.UNREADABLE)


# ---------------------------------------------------------------- the document


def test_the_examples_of_the_document_are_verdicts() -> None:
    """Given the examples in docs/verdicts.md, then the schema allows them, and the refusals are those of LOSSES."""
    text = (ROOT / "docs/verdicts.md").read_text(encoding="utf-8")
    shown = [parse(block.partition("```")[0]) for block in text.split("```json\n")[1:]]
    for each in shown:
        assert isinstance(each, Mapping)
        # The document leaves out the state itself.
        assert each.get("state", {}) == {}
        demand(
            "verdict" if "state" not in each else "wilderness_war#/$defs/outcome",
            {k: v for k, v in each.items() if k != "state"},
        )
        cited = re.findall(r"\b[a-z]{2}:[^\"]+", canonical_text(each))
        assert known(*cited) == tuple(cited)
        assert (each["ruling"] == "notation") == (not cited)
    assert [verdict for _, verdict in VERDICTS.values() if verdict not in shown] == []
    assert all(f"`{ruling}`" in text for ruling in Ruling)
    assert all(f"`{fault}`" in text for fault in Fault)
