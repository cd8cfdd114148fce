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

from oracle.commands import trace
from oracle.errors import InputError
from oracle.evidence.files import write
from oracle.evidence.firing import Counts, Fired, counts_from_json
from oracle.evidence.links import ROOT, Bound, bound_to, scan
from oracle.evidence.record import Evidence, Link, Witnessed, read_evidence, sources_digest
from oracle.evidence.rule_links import GONE, links_of
from oracle.evidence.runs import Run, Tally, decided_by, golden_moments, run_of, scene_runs
from oracle.evidence.traceability import (
    Firing,
    Known,
    Proof,
    Traced,
    differences,
    file_of,
    missing,
    place_of,
    proofs,
    read_record,
    record_text,
    traced,
)
from oracle.evidence.traceability_pages import INDEX, PAGES, chapters, pages, stale
from oracle.mutation.plan import Target, targets
from oracle.mutation.scores import Score
from oracle.replays import load_trace
from reference.kernel.rules import UnknownRule, implements, proves, rule
from reference.wilderness_war.ch07_loss_spreads import battle_duty
from spec_tables.catalogue import GAMES, Catalogue, Excuse, Kind, catalogue, rule_ids
from tests.oracle.helpers import answer, json_answer

WAR = "wilderness_war"

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


def test_the_time_of_a_test_is_what_it_computed_not_what_it_waited(scratch: pytest.Pytester) -> None:
    _run(scratch, HONEST + "    import time\n    time.sleep(1)\n", "--evidence", "evidence.json")
    evidence = read_evidence(scratch.path / "evidence.json")
    assert evidence is not None
    assert [test.seconds < 0.5 for test in evidence.tests] == [True]


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


def _proofs(
    found: Catalogue, bound: tuple[Bound, ...], evidence: Evidence, known: Known | None = None
) -> tuple[Proof, ...]:
    return proofs(found, traced(found, bound, evidence, known))


def _pages(found: Catalogue, of_game: tuple[Proof, ...]) -> tuple[str, str]:
    """Return the index and the page of the chapter on battles."""
    files = pages([(found, of_game)])
    assert set(files) == {INDEX, *(f"{PAGES}/wilderness_war/{name}.md" for name in ("01_introduction", "07_battles"))}
    return files[INDEX], files[f"{PAGES}/wilderness_war/07_battles.md"]


def test_the_pages_list_what_was_proven() -> None:
    found = _tiny(complete=True)
    index, page = _pages(found, _proofs(found, (FUNCTION,), PROVEN))
    assert "| Wilderness War | yes | 3 | 2 | 1 | 1 | 0 | 1 |" in index.splitlines()
    link = "[07 battles](rule_traceability/wilderness_war/07_battles.md)"
    assert f"| {link} | 2 | 2 | 1 | 1 | 0 | 1 |" in index.splitlines()
    assert page.partition("## ww:7.62")[2] == (
        " Drilled quota (normative)\n\n"
        "- functions\n  - [ch07_loss_spreads]: `battle_duty`\n"
        "- tests\n  - [test_ch07_loss_spreads]: `test_x`\n\n"
        "## ww:7.63 Spread losses (normative)\n\n"
        "- excused from both: for the sake of the test\n\n"
        "[ch07_loss_spreads]: ../../../reference/wilderness_war/ch07_loss_spreads.py\n"
        "[test_ch07_loss_spreads]: ../../../tests/wilderness_war/test_ch07_loss_spreads.py\n"
    )


def test_a_complete_game_lacks_nothing_with_function_test_or_excuse() -> None:
    found = _tiny(complete=True)
    assert missing(found, _proofs(found, (FUNCTION,), PROVEN)) == ()


def test_a_complete_game_without_a_function_or_test_is_told_so() -> None:
    found = _tiny(complete=True)
    assert missing(found, _proofs(found, (), NOTHING)) == (
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
    assert missing(found, _proofs(found, (FUNCTION,), evidence, fired)) == told


def test_the_pages_tell_in_how_many_runs_a_rule_was_executed_and_decided() -> None:
    found = _tiny(complete=True)
    evidence = replace(PROVEN, tests=(replace(IN_A_PROPERTY, cited=("ww:7.62",)), IN_A_PROPERTY))
    known = Known(Fired({"wilderness_war": 9}, {"ww:7.62": Counts(5, 4, 9, 8)}), {"ww:7.62": Score(2, 3)})
    _, page = _pages(found, _proofs(found, (FUNCTION,), evidence, known))
    assert "\n- fired: g5/4 p2/1 e9/8\n- faults noticed: 67 % (2/3)\n" in page


# ---------------------------------------------------------------- the record

TRACED = Traced(
    ("reference/a.py::f", "reference/a.py::g", "reference/b.py::C.f"),
    ("tests/test_a.py::test_x",),
    ("properties/test_a.py::test_y",),
    ("golden/a.jsonl",),
    ("ww:ex-7.62",),
    Firing(Counts(5, 4, 9, 8), 2, 1),
    Score(3, 4),
)


def test_a_record_is_read_as_it_was_written_a_rule_a_line(tmp_path: Path) -> None:
    record = {"ww:7.63": TRACED, "ww:7.62": Traced()}
    write(tmp_path / file_of("wilderness_war"), record_text("wilderness_war", record))
    found = read_record(tmp_path, "wilderness_war")
    assert (found, list(found)) == (record, list(record))
    first, *lines = (tmp_path / file_of("wilderness_war")).read_text(encoding="utf-8").splitlines()
    assert first.startswith('{"generated_by": "./referee trace", ')
    assert [line.split('"')[1] for line in lines[:-1]] == list(record)
    assert read_record(tmp_path, "few_acres_of_snow") == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"rules": {"ww:7.62": {"tests": ["x"]}}}',
        '{"rules": {"ww:7.62": {"golden": [1]}}}',
        '{"rules": {"ww:7.62": {"fired": [1, 2]}}}',
        '{"rules": {"ww:7.62": {"faults": ["a", "b"]}}}',
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, text: str) -> None:
    write(tmp_path / file_of("wilderness_war"), text)
    with pytest.raises(
        InputError, match=r"evidence/traceability/wilderness_war\.json: is not what `\./referee trace` wr"
    ):
        read_record(tmp_path, "wilderness_war")


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (replace(TRACED, fired=Firing(Counts(5, 4, 9, 8), 12, 0)), ()),
        (replace(TRACED, fired=Firing(Counts(5, 3, 9, 8), 2, 1)), ("fired: g5/4 p2/1 e9/8 => g5/3 p2/1 e9/8",)),
        (replace(TRACED, fired=Firing(Counts(5, 4, 9, 9), 2, 1)), ("fired: g5/4 p2/1 e9/8 => g5/4 p2/1 e9/9",)),
        (replace(TRACED, score=Score(4, 4)), ("faults noticed: 75 % (3/4) => 100 % (4/4)",)),
        (
            replace(TRACED, tests=("tests/test_a.py::test_z",)),
            ("tests: - tests/test_a.py::test_x + tests/test_a.py::test_z",),
        ),
        (replace(TRACED, functions=TRACED.functions[::-1]), ("functions: stand in another order",)),
        (replace(TRACED, golden=(), examples=()), ("golden: - golden/a.jsonl", "examples: - ww:ex-7.62")),
    ],
)
def test_a_record_is_stale_unless_only_the_counts_of_properties_differ(now: Traced, told: tuple[str, ...]) -> None:
    assert tuple(differences({"ww:7.62": TRACED}, {"ww:7.62": now})) == tuple(f"ww:7.62: {line}" for line in told)


def test_a_rule_that_no_property_comes_by_any_more_makes_a_record_stale() -> None:
    kept, now = ({"ww:7.62": Traced(fired=Firing(properties=number))} for number in (1, 0))
    assert tuple(differences(kept, now)) == ("ww:7.62: fired: g0/0 p1/0 e0/0 => ",)


def test_rules_that_are_new_gone_or_moved_make_a_record_stale() -> None:
    kept = {"ww:7.62": Traced(), "ww:7.63": Traced()}
    assert tuple(differences(kept, {"ww:7.63": Traced(), "ww:7.62": Traced()})) == ("the rules stand in another order",)
    assert tuple(differences(kept, {"ww:7.62": Traced(), "ww:1.0": Traced()})) == (
        "ww:7.63: is gone",
        "ww:1.0: is new",
    )


# ---------------------------------------------------------------- the pages


def test_pages_changed_by_hand_lost_or_left_over_are_stale(tmp_path: Path) -> None:
    found = _tiny(complete=True)
    wanted = pages([(found, _proofs(found, (FUNCTION,), PROVEN))])
    for file, text in wanted.items():
        write(tmp_path / file, text)
    assert stale(tmp_path, wanted) == ()
    write(tmp_path / PAGES / "wilderness_war" / "99_chess.md", "")
    write(tmp_path / INDEX, "by hand")
    (tmp_path / PAGES / "wilderness_war" / "07_battles.md").unlink()
    left_over = f"{PAGES}/wilderness_war/99_chess.md"
    assert stale(tmp_path, wanted) == (INDEX, f"{PAGES}/wilderness_war/07_battles.md", left_over)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_on_one_page_and_no_page_is_too_long_to_open(game: str) -> None:
    found = catalogue(game)
    of_game = proofs(found, read_record(ROOT, game))
    made = chapters(found, of_game)
    assert sorted(proof.rule.id for chapter in made for proof in chapter.proofs) == sorted(
        rule.id for rule in found.rules
    )
    lengths = {file: len(text.encode()) for file, text in pages([(found, of_game)]).items()}
    assert {file: length for file, length in lengths.items() if length > 70_000} == {}


def test_files_of_the_same_name_are_told_apart_by_their_folders() -> None:
    found = _tiny(complete=True)
    twins = tuple(Link("ww:7.62", f"{folder}/wilderness_war/test_x.py::test_x") for folder in ("tests", "properties"))
    _, page = _pages(found, _proofs(found, (FUNCTION,), replace(PROVEN, links=twins)))
    assert "- tests\n  - [tests/wilderness_war/test_x.py]: `test_x`\n" in page
    assert "- properties\n  - [properties/wilderness_war/test_x.py]: `test_x`\n" in page


def test_what_was_traced_is_checked_against_record_and_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given no record, when checked, it is stale; written, it is up to date; with another run or page, stale again."""
    monkeypatch.setattr(trace, "ROOT", tmp_path)
    monkeypatch.setattr(trace, "fresh_evidence", lambda: PROVEN)
    lacks = "\nmissing: ww:2.0-fortresses (Control of a fortress) has no test\n"
    code, out, _ = answer(capsys, "trace", "--check")
    assert (code, lacks in out) == (1, True)
    assert out.startswith(f"{INDEX}, its record or its pages are stale; `./referee trace` writes them anew. First diff")
    assert not (tmp_path / INDEX).exists()
    assert answer(capsys, "trace")[1].startswith(f"{INDEX} written, with its record and pages\n")
    code, out, _ = answer(capsys, "trace", "--check")
    assert (code, lacks in out, out.startswith(f"{INDEX} is up to date\n")) == (1, True, True)
    battles, left_over = (tmp_path / PAGES / WAR / f"{name}.md" for name in ("07_battles", "99_chess"))
    battles.unlink()
    write(left_over, "")
    assert (
        f"anew. First differences:\n  {battles.relative_to(tmp_path)}\n  {left_over.relative_to(tmp_path)}\n"
        in (answer(capsys, "trace", "--check")[1])
    )
    monkeypatch.setattr(trace, "fresh_evidence", lambda: NOTHING)
    _, data = json_answer(capsys, "trace")
    assert isinstance(data, dict)
    assert data["stale"] is True
    assert data["differences"] == [f"ww:7.62: tests: - {place_of(PROVEN.links[0].source)}"]
    assert (battles.exists(), left_over.exists()) == (True, False)
    assert read_record(tmp_path, WAR)["ww:7.62"].tests == ()


def test_a_complete_record_passes_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a run in which every rule is proven and decides something, when written, then the check passes."""
    rules = tuple(sorted(rule_ids()))
    links = tuple(Link(each, "tests/test_x.py::test_x") for each in rules)
    played = replace(IN_A_PROPERTY, cited=rules)
    monkeypatch.setattr(trace, "ROOT", tmp_path)
    monkeypatch.setattr(trace, "fresh_evidence", lambda: Evidence("", links, (), (played,)))
    assert answer(capsys, "trace") == (0, f"{INDEX} written, with its record and pages\n", "")
    assert answer(capsys, "trace", "--check") == (0, f"{INDEX} is up to date\n", "")
    assert answer(capsys, "trace") == (0, f"{INDEX} is as it was\n", "")


# ---------------------------------------------------------------- the sources joined with the record


@pytest.fixture(scope="module")
def bound() -> tuple[Bound, ...]:
    return scan()


@pytest.mark.parametrize("game", GAMES)
def test_no_normative_rule_shows_less_than_is_recorded(game: str, bound: tuple[Bound, ...]) -> None:
    """Given the record of a game, then `rule` shows all of it, and nothing twice."""
    # A rule that is not recorded yet has nothing to show: the record comes after the tests.
    record = read_record(ROOT, game)
    normative = [each.id for each in catalogue(game).rules if each.kind is Kind.NORMATIVE and each.id in record]
    assert len(normative) > 200
    for rule_id in normative:
        each = record[rule_id]
        shown = {kind: [link.place for link in links] for kind, links in links_of(rule_id, bound, each).items()}
        for kind, places in (("test", each.tests), ("property", each.properties), ("golden", each.golden)):
            assert set(places) <= set(shown[kind]), rule_id
            assert len(set(shown[kind])) == len(shown[kind]), rule_id


def test_a_claim_made_as_the_test_ran_has_the_line_of_the_test(tmp_path: Path) -> None:
    write(tmp_path / "tests/test_a.py", "\n\ndef test_x():\n    pass\n\nclass TestA:\n    def test_y(self): ...\n")
    write(tmp_path / "golden/a.jsonl", "{}")
    names = ("test_x", "TestA.test_y", "test_gone")
    recorded = Traced(tests=tuple(f"tests/test_a.py::{name}" for name in names), golden=("golden/a.jsonl", "golden/b"))
    claimed = Bound("test", "tests/test_a.py", 3, "test_x", ("ww:7.62",))
    found = links_of("ww:7.62", (claimed,), recorded, tmp_path)
    assert [(each.name, each.line) for each in found["test"]] == [
        ("test_gone", GONE),
        ("test_x", 3),
        ("TestA.test_y", 7),
    ]
    assert [(each.place, each.line) for each in found["golden"]] == [("golden/a.jsonl", 1), ("golden/b", GONE)]


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
    assert missing(found, _proofs(found, (), NOTHING)) == ()


def test_only_normative_rules_need_proof() -> None:
    found = _tiny(complete=True)
    lacking = {proof.rule.kind for proof in _proofs(found, (), NOTHING) if proof.lacks}
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
    [
        (("--rule", "fa:no.such"), "fa:no.such is in no rule catalogue"),
        (("--games", "0"), "argument --games: '0' is not a whole number"),
    ],
)
def test_what_is_not_to_be_counted_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    code, _, err = answer(capsys, "fired", *words)
    assert code == 2
    assert complaint in err
