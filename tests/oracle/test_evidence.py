"""The link checker: real and fake ids, and tests that claim what they never touch."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from oracle.evidence.firing import Counts, Fired, counts_from_json
from oracle.evidence.links import ROOT, Bound, bound_to, scan
from oracle.evidence.record import Evidence, Link, Witnessed, read_evidence, sources_digest
from oracle.evidence.runs import Run, Tally, decided_by, golden_moments, run_of, scene_runs
from oracle.evidence.traceability import Known, missing, proofs, says_the_same, written
from oracle.mutation.plan import Target, targets
from oracle.replays import load_trace
from reference.kernel.rules import UnknownRule, implements, proves, rule
from reference.wilderness_war.ch07_loss_spreads import battle_duty
from spec_tables.catalogue import Catalogue, Excuse, Kind, catalogue
from tests.oracle.helpers import answer

HONEST = """
from reference.kernel.rules import proves
from reference.wilderness_war.ch07_loss_spreads import battle_duty

@proves("ww:7.62")
def test_duty():
    assert battle_duty(1) == (True,)
"""
UNTOUCHED = """
from reference.kernel.rules import proves
from reference.wilderness_war.ch07_loss_spreads import battle_duty
import reference.wilderness_war.ch12_supply

@proves("ww:7.62", "ww:12.21")
def test_duty():
    assert battle_duty(1) == (True,)
"""
FAKE = """
from reference.kernel.rules import proves

@proves("ww:99.9")
def test_nothing():
    assert 1 + 1 == 2
"""
MEMOISED = """
from reference.kernel.rules import proves
from reference.kernel.rulesets import options_of, parse_ruleset_name, record_of
from reference.wilderness_war.ch07_loss_spreads import Group, battle_duty, legal_spreads
from reference.wilderness_war.ruleset import Ruleset

def spread():
    ruleset = record_of(Ruleset, options_of("wilderness_war", parse_ruleset_name("standard")))
    return legal_spreads((Group("a", True, 1, 0),), battle_duty(1), ruleset)

@proves("ww:7.63")
def test_first():
    assert spread() == ((1,),)

@proves("ww:7.63")
def test_second_finds_no_memo_in_its_way():
    assert spread() == ((1,),)
"""


@pytest.fixture
def scratch(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return pytester


def _run(scratch: pytest.Pytester, test: str, *words: str) -> pytest.RunResult:
    scratch.makepyfile(test)
    return scratch.runpytest_subprocess("-p", "oracle.evidence.plugin", "-p", "no:cacheprovider", *words)


def test_a_real_id_can_be_bound() -> None:
    @rule("ww:7.62")
    def function() -> None:
        """Do nothing."""

    assert implements(function) == ("ww:7.62",)


def test_a_fake_id_fails_at_once() -> None:
    with pytest.raises(UnknownRule, match=r"ww:99\.9 is in no rule catalogue"):
        rule("ww:99.9")
    with pytest.raises(UnknownRule, match=r"ww:99\.9 is in no rule catalogue"):
        proves("ww:99.9")


def test_an_honest_claim_passes_and_is_written_down(scratch: pytest.Pytester) -> None:
    result = _run(scratch, HONEST, "--evidence", "evidence.json")
    result.assert_outcomes(passed=1)
    evidence = read_evidence(scratch.path / "evidence.json")
    assert evidence is not None
    assert [link.rule for link in evidence.links] == ["ww:7.62"]
    assert dict(evidence.runs)["reference.wilderness_war.ch07_loss_spreads.battle_duty"] == 1


def test_a_test_that_claims_a_rule_it_never_touches_fails(scratch: pytest.Pytester) -> None:
    result = _run(scratch, UNTOUCHED, "--evidence", "evidence.json")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*ww:12.21: none of its functions ran: *ch12_supply.carries_by_itself*"])
    result.stdout.no_fnmatch_line("*ww:7.62: none*")
    assert not (scratch.path / "evidence.json").exists()


def test_a_test_that_claims_a_fake_rule_is_not_even_collected(scratch: pytest.Pytester) -> None:
    result = _run(scratch, FAKE)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*UnknownRule: ww:99.9 is in no rule catalogue*"])


def test_a_memo_does_not_hide_that_a_function_ran(scratch: pytest.Pytester) -> None:
    _run(scratch, MEMOISED).assert_outcomes(passed=2)


def test_the_scan_finds_functions_tests_and_traces_of_a_rule() -> None:
    found = bound_to("ww:7.62", scan())
    assert "reference/wilderness_war/ch07_loss_spreads.py::battle_duty" in [each.place for each in found["function"]]
    assert "golden/wilderness_war/ex-7.62.jsonl" in [each.place for each in found["golden"]]
    assert found["test"]


def test_the_scan_agrees_with_what_the_functions_say() -> None:
    (line,) = [each for each in scan() if each.kind == "function" and each.name == "battle_duty"]
    assert line.rules == implements(battle_duty)


# ---------------------------------------------------------------- the document


def _tiny(*, complete: bool) -> Catalogue:
    real = catalogue("wilderness_war")
    rules = tuple(each for each in real.rules if each.id in ("ww:7.62", "ww:7.63", "ww:1.0"))
    excuses = (Excuse("ww:7.63", "both", "for the sake of the test"),)
    return Catalogue(
        real.game, real.name, real.prefix, real.sides, real.editions, real.scenarios, complete, rules, (), (), (), (),
        (), excuses,
    )  # fmt: skip


FUNCTION = Bound("function", "reference/wilderness_war/ch07_loss_spreads.py", 1, "battle_duty", ("ww:7.62",))
PROVEN = Evidence("", (Link("ww:7.62", "tests/wilderness_war/test_ch07_loss_spreads.py::test_x"),), ())
NOTHING = Evidence("", (), ())


def test_the_document_lists_what_was_proven() -> None:
    found = _tiny(complete=True)
    text = written(((found, proofs(found, (FUNCTION,), PROVEN)),))
    proven = "ch07_loss_spreads.battle_duty | test_ch07_loss_spreads::test_x"
    row = f"| ww:7.62 | normative | Drilled quota | {proven} |  |  |  |  |"
    assert row in text.splitlines()
    assert "| Wilderness War | yes | 3 | 2 | 1 | 1 | 0 | 1 |" in text.splitlines()
    assert "excused: for the sake of the test" in text


def test_a_complete_game_lacks_nothing_with_function_test_or_excuse() -> None:
    found = _tiny(complete=True)
    assert missing(found, proofs(found, (FUNCTION,), PROVEN)) == ()


def test_a_complete_game_without_a_function_or_test_is_told_so() -> None:
    found = _tiny(complete=True)
    assert missing(found, proofs(found, (), NOTHING)) == (
        "ww:7.62 (Drilled quota) has no function",
        "ww:7.62 (Drilled quota) has no test",
    )


IN_A_PROPERTY = Witnessed(
    "properties/x.py::test_x", (), ("reference.wilderness_war.ch07_loss_spreads.battle_duty",), 0.1
)


@pytest.mark.parametrize(
    ("cited", "counts", "idle"),
    [
        ((), Counts(), True),
        ((), Counts(golden=1, games=1), True),
        (("ww:7.63",), Counts(), True),
        (("ww:7.62",), Counts(), False),
        ((), Counts(golden=1, golden_decided=1), False),
        ((), Counts(games=2, games_decided=1), False),
    ],
)
def test_a_rule_that_runs_but_decides_nothing_in_play_is_told_so(
    cited: tuple[str, ...], counts: Counts, *, idle: bool
) -> None:
    """Given a property that ran the rule's function, when no run was decided by the rule, then it is idle."""
    found = _tiny(complete=True)
    evidence = replace(PROVEN, tests=(replace(IN_A_PROPERTY, cited=cited),))
    fired = Known(Fired({"wilderness_war": 1}, {"ww:7.62": counts}))
    told = ("ww:7.62 (Drilled quota) never decides anything in play",) if idle else ()
    assert missing(found, proofs(found, (FUNCTION,), evidence, fired)) == told


def test_the_document_tells_in_how_many_runs_a_rule_was_executed_and_decided() -> None:
    found = _tiny(complete=True)
    evidence = replace(PROVEN, tests=(replace(IN_A_PROPERTY, cited=("ww:7.62",)), IN_A_PROPERTY))
    fired = Known(Fired({"wilderness_war": 9}, {"ww:7.62": Counts(5, 4, 9, 8)}))
    assert "| g5/4 p2/1 e9/8 |" in written(((found, proofs(found, (FUNCTION,), evidence, fired)),))


def test_a_document_is_stale_unless_only_the_counts_of_properties_differ() -> None:
    row = "| ww:7.62 | test_x | g5/4 p2/1 e9/8 | 100 % (3/3) |"
    assert says_the_same(row, row.replace("p2/1", "p12/0"))
    for before, after in (("g5/4", "g5/3"), ("e9/8", "e9/9"), ("test_x", "test_y"), ("(3/3)", "(4/4)"), ("p2/1", "")):
        assert not says_the_same(row, row.replace(before, after))


# ---------------------------------------------------------------- which rules decide a run


def _function(name: str) -> Target:
    return next(each for each in targets(ROOT) if each.id == f"reference.{name}")


def _golden(name: str) -> Run:
    return run_of(partial(golden_moments, load_trace(ROOT / "golden" / name)))


def test_a_rule_decides_a_trace_that_goes_another_way_with_a_fault_in_it() -> None:
    """Given the example of the drilled quota, when its function is broken, then the trace fails; unbroken, it holds."""
    run = replace(_golden("wilderness_war/ex-7.62.jsonl"), cited=frozenset())
    quota = _function("wilderness_war.ch07_loss_spreads.battle_duty")
    assert quota.id in run.ran
    assert not run.goes_otherwise()
    assert decided_by((run,), quota) == {0}
    assert not run.goes_otherwise(), "the fault was planted in a child alone"


def test_a_rule_that_runs_without_effect_or_not_at_all_decides_nothing() -> None:
    """Given a trace of a game under way, when the scoring at the end is broken, then nothing of the trace changes."""
    run = _golden("few_acres_of_snow/X11.jsonl")
    scoring = _function("few_acres_of_snow.ch16_end.points")
    assert scoring.id in run.ran
    assert decided_by((run,), scoring) == frozenset()
    assert decided_by((replace(run, ran=frozenset()),), scoring) == frozenset()


def test_runs_are_counted_as_executed_and_decided_traces_apart_from_games() -> None:
    """Given two traces and two games, when the quota decides one of each, then just these are counted as decided."""

    def duty() -> Iterator[object]:
        yield battle_duty(2)

    def duty_without_effect() -> Iterator[object]:
        battle_duty(2)
        yield "the same whatever the duty"

    runs = tuple(run_of(moments) for moments in (duty, duty_without_effect, duty, duty_without_effect))
    tally = Tally()
    tally.add(runs, (_function("wilderness_war.ch07_loss_spreads.battle_duty"),), 0, lambda _: None)
    assert tally.counts(golden=2) == {"ww:7.62": Counts(2, 1, 2, 1)}
    assert tally.counts(golden=1) == {"ww:7.62": Counts(1, 1, 3, 1)}


def test_rules_seldom_met_are_played_on_from_their_scenes() -> None:
    rule = "fa:siege.start.8"
    runs = tuple(scene_runs("few_acres_of_snow", frozenset({rule})))
    defence = _function("few_acres_of_snow.ch08_sieges.defence")
    assert runs
    assert rule in defence.rules
    assert all(rule in run.cited or defence.id in run.ran for run in runs)
    assert tuple(scene_runs("few_acres_of_snow", frozenset())) == ()


def test_what_refusals_and_events_cite_is_seen() -> None:
    run = _golden("wilderness_war/ex-7.62.jsonl")
    quota = _function("wilderness_war.ch07_loss_spreads.battle_duty")
    assert set(quota.rules) <= run.cited
    assert decided_by((run,), quota) == frozenset(), "a rule that is cited needs no fault to show"


def test_an_unfinished_game_is_not_asked_for_everything() -> None:
    found = _tiny(complete=False)
    assert missing(found, proofs(found, (), NOTHING)) == ()


def test_only_normative_rules_need_proof() -> None:
    found = _tiny(complete=True)
    lacking = {proof.rule.kind for proof in proofs(found, (), NOTHING) if proof.lacks}
    assert lacking == {Kind.NORMATIVE}


def test_evidence_is_of_the_sources_it_was_gathered_from(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    test = tmp_path / "tests" / "test_x.py"
    test.write_text("one", encoding="utf-8")
    before = sources_digest(tmp_path)
    test.write_text("two", encoding="utf-8")
    assert sources_digest(tmp_path) != before


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"links": 1, "runs": {}, "sources": ""}', "not json"])
def test_unsound_evidence_is_no_evidence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "evidence.json"
    path.write_text(text, encoding="utf-8")
    assert read_evidence(path) is None


def test_the_runs_of_a_rule_are_counted_and_of_no_other() -> None:
    """Given the defence that a bonus gives, when runs are counted for its rule, then it decided some."""
    words = [sys.executable, "-m", "oracle.evidence.runs", "few_acres_of_snow", "1", "40", "fa:siege.start.8"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    (counts,) = counts_from_json(json.loads(done.stdout)).items()
    assert counts[0] == "fa:siege.start.8"
    assert 1 <= counts[1].golden_decided <= counts[1].golden


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(("--rule", "fa:no.such"), "fa:no.such is in no rule catalogue"), (("--games", "0"), "--games: 0 is not between")],
)
def test_what_is_not_to_be_counted_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    code, _, err = answer(capsys, "fired", *words)
    assert code == 2
    assert complaint in err
