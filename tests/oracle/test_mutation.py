"""Planted faults: which there are, which tests may notice them, and what the scores say."""

import ast
import copy
import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from oracle.errors import InputError
from oracle.evidence.links import ROOT
from oracle.evidence.record import Evidence, Witnessed
from oracle.mutation.cache import Tried, add_ill_typed, holds, read_cache, unsettled
from oracle.mutation.excuses import FILE, Excuse, excused, read_excuses
from oracle.mutation.operators import mutants
from oracle.mutation.plan import (
    Job,
    Proof,
    Proving,
    Target,
    digest_of,
    digest_of_tests,
    file_of,
    jobs_of,
    targets,
)
from oracle.mutation.report import Report, survivors_text
from oracle.mutation.scores import Measured, Score, Summary, Survivor, Uncounted, measured, read_summary, write_summary
from oracle.mutation.tables import Columns, cell_jobs, faults_of, table_files
from oracle.mutation.trial import compiled, replaced_in, within
from oracle.mutation.typed import ill_typed
from spec_tables.catalogue import rule_ids
from tests.oracle.helpers import answer

DEFENCE = "reference.few_acres_of_snow.ch08_sieges.defence"
FORT = "tests/few_acres_of_snow/test_ch08_sieges.py::test_a_fort_moves_the_start_two_spaces"
BLIND = "tests/oracle/test_mutation.py::test_a_golden_trace_is_the_file_behind_its_test"


def _function(source: str) -> ast.FunctionDef:
    found = ast.parse(source).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def _changes(source: str) -> list[str]:
    return [mutant.change for mutant in mutants(_function(source))]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def f(a): return a < 2", {"a < 2 => a <= 2", "a < 2 => a >= 2", "2 => 3", "2 => 1"}),
        ("def f(a, b): return a and not b", {"a and (not b) => a or not b", "a and (not b) => not b", "not b => b"}),
        ("def f(a): return a // 2", {"a // 2 => -(-a // 2)", "a // 2 => a * 2"}),
        ("def f(a): return any(a)", {"any => all"}),
        ("def f(side): return g(side.enemy)", {"side.enemy => side"}),
        ("def f(): return Side.FRENCH", {"Side.FRENCH => Side.BRITISH"}),
        ("def f(a): return (*g(a), *h(a))", {"*g(a) => nothing", "*h(a) => nothing"}),
        ("def f(a) -> bool: return g(a)", {"return g(a) => return not g(a)"}),
        ("def f(a) -> tuple[int, ...]: return g(a)", {"return g(a) => return ()"}),
        ("def f(state: State) -> Next[State]: return g(state)", {"return g(state) => return Next(state)"}),
        ("def f(a): return [b for b in a if b]", {"b => nothing"}),
        ("def f(a):\n a = g(a)\n return a", {"a = g(a) => pass"}),
        ("def f(a: Space, b: Space, c: Side): return g(a, c)", {"a => b"}),
        ("def f(a): return Pile.HAND if a else Pile.DECK", {"Pile.HAND => Pile.DECK", "Pile.DECK => Pile.HAND"}),
        (
            "def f(): return violation(Reason.X, 'ww:7.62', space='x')",
            {"violation(Reason.X, 'ww:7.62', space='x') => violation(Reason.X, 'ww:1.0', space='x')"},
        ),
    ],
)
def test_each_kind_of_fault_is_planted(source: str, wanted: set[str]) -> None:
    assert wanted <= set(_changes(source))


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n """Take 2 of them."""\n return g()',
        "def f(a: Literal[1] = b) -> Literal[2]: return g(a)",
        "def f(a):\n assert a is not None\n return g(a)",
        "def f(a, b): return g(zip(a, b, strict=True))",
        "def f(a): return event(EventKind.X, 'ww:7.62', losses=a + 1)",
        "def f(a):\n assert_never(a)",
        "def f(a: Space, c: Side): return g(a, c)",
    ],
)
def test_words_assertions_and_facts_are_left_alone(source: str) -> None:
    assert _changes(source) == []


def test_a_function_has_the_same_mutants_every_time_and_none_twice() -> None:
    target = next(each for each in targets(ROOT) if each.id == DEFENCE)
    first, second = target.mutants(), target.mutants()
    assert first == second
    assert len({mutant.source for mutant in first}) == len(first) > 5
    assert len({mutant.id for mutant in first}) == len(first)


def test_a_digest_is_about_what_a_function_does() -> None:
    plain = _function("def f(a):\n return a + 1")
    dressed = _function('@rule("ww:7.62")\ndef f(a):\n """Add one."""\n return (a\n  + 1)  # one')
    assert digest_of(plain) == digest_of(dressed)
    assert digest_of(plain) != digest_of(_function("def f(a):\n return a + 2"))


def test_only_tests_that_prove_the_rule_and_ran_the_function_are_tried_quickest_first() -> None:
    tests = (
        Witnessed("slow", ("ww:7.62",), ("f",), 2.0),
        Witnessed("other rule", ("ww:7.63",), ("f",), 0.1),
        Witnessed("other function", ("ww:7.62",), ("g",), 0.1),
        Witnessed("quick", ("ww:7.62", "ww:7.1"), ("f", "g"), 0.2),
    )
    proving = Proving(ROOT, Evidence("", (), (), tests))
    assert proving.of("f", "ww:7.62").tests == (("quick", 0.2), ("slow", 2.0))
    assert proving.of(None, "ww:7.62").tests == (("other function", 0.1), ("quick", 0.2), ("slow", 2.0))
    assert proving.elsewhere("f", "ww:7.62").tests == (("other rule", 0.1),)


def test_the_tests_of_a_job_are_those_of_all_its_rules_likely_ones_first_then_those_that_prove_most() -> None:
    job = _job(Proof("ww:7.62", (("a", 0.1), ("b", 2.0)), ""), Proof("ww:7.63", (("b", 2.0), ("c", 0.1)), ""))
    assert [(each.test, sorted(each.rules)) for each in job.tests()] == [
        ("a", ["ww:7.62"]),
        ("c", ["ww:7.63"]),
        ("b", ["ww:7.62", "ww:7.63"]),
    ]
    assert [each.test for each in job.tests(["b"])] == ["b", "a", "c"]


CLAUSES = """
def f(a):
    if a > 3:
        yield violation(Reason.X, 'ww:7.7')
    if a < 2:
        yield violation(Reason.Y, 'ww:7.62')
        return 1
    return (*g(a), violation(Reason.Z, 'ww:9.1'))
"""


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ("a > 3 => a >= 3", ("ww:7.61", "ww:7.7")),
        ("yield violation(Reason.X, 'ww:7.7') => yield from ()", ("ww:7.61", "ww:7.7")),
        ("a < 2 => a <= 2", ("ww:7.62", "ww:7.61", "ww:9.1")),
        ("if a < 2: => if False:", ("ww:7.62", "ww:7.61", "ww:9.1")),
        ("yield violation(Reason.Y, 'ww:7.62') => yield from ()", ("ww:7.62", "ww:7.61")),
        ("1 => 2", ("ww:7.62", "ww:7.61")),
        ("*g(a) => nothing", ("ww:7.61", "ww:9.1")),
        ("violation(Reason.Z, 'ww:9.1') => nothing", ("ww:7.61", "ww:9.1")),
    ],
)
def test_a_fault_in_a_clause_is_about_the_rules_cited_there_and_those_that_have_no_clause(
    change: str, wanted: tuple[str, ...]
) -> None:
    """Given a function of one rule with a clause and one without, when a clause is changed, then it is about those.

    Whether a clause leaves decides about what follows: its condition is about the rules cited there too.
    """
    target = Target("reference.wilderness_war.ch07", "f", "f.py", ("ww:7.62", "ww:7.61"), _function(CLAUSES))
    jobs = {job.change: job for job in jobs_of(target, Proving(ROOT, Evidence("", (), ())))}
    assert jobs[change].rules == wanted
    assert jobs[change].bound == target.rules


def test_a_fault_outside_all_clauses_is_about_every_rule_of_the_function() -> None:
    source = "def f(a):\n b = a + 1\n if b: yield violation(Reason.X, 'ww:7.62')"
    target = Target("reference.wilderness_war.ch07", "f", "f.py", ("ww:7.62", "ww:7.61"), _function(source))
    jobs = {job.change: job for job in jobs_of(target, Proving(ROOT, Evidence("", (), ())))}
    assert jobs["a + 1 => a - 1"].rules == ("ww:7.62", "ww:7.61")


def test_compiled_code_is_that_of_the_function_even_in_a_class() -> None:
    code = compiled("def f(self):\n return self.__x", "Thing.f", "thing.py")
    assert code.co_name == "f"
    assert code.co_names == ("_Thing__x",)


def test_a_function_is_replaced_within_its_module() -> None:
    module = "class A:\n    @rule('x')\n    def f(self): return 1\ndef f(): return 2\n"
    assert replaced_in(module, "A.f", "def f(self):\n return 3") == (
        "class A:\n\n    @rule('x')\n    def f(self):\n        return 3\n\ndef f():\n    return 2"
    )


# ---------------------------------------------------------------- tables


def test_every_cell_of_a_column_gets_a_fault(tmp_path: Path) -> None:
    table = tmp_path / "links.csv"
    table.write_text("a,b,kind,flag,parts,note\nx,y,road,0,p;q,1\ny,z,river,1,p,2\n", encoding="utf-8")
    changes = [fault.change for fault in faults_of(table, ("*", "kind", "flag", "parts"))]
    assert changes == [
        "x-y => no such row",
        "x-y.kind: road => river",
        "x-y.flag: 0 => 1",
        "x-y.parts: p;q => q",
        "x-y.parts: p;q => p",
        "y-z => no such row",
        "y-z.kind: river => road",
        "y-z.flag: 1 => 0",
        "y-z.parts: p => ",
    ]


def test_every_number_flag_and_element_of_a_document_gets_a_fault(tmp_path: Path) -> None:
    table = tmp_path / "tables.toml"
    table.write_text(
        '[raid]  # 4 of them\nrows = [\n  [0, -1],  # 7\n]\nmay = true\nwho = "french"\nall = ["x", "y"]\n'
        '[by]\nroad = "wagon"\nriver = "bateau"\n[other]\nn = 1\n',
        encoding="utf-8",
    )
    faults = list(faults_of(table, ("raid", "by")))
    assert [fault.change for fault in faults] == [
        "raid.rows[1]: 0 => 1",
        "raid.rows[2]: -1 => 0",
        "raid.may[1]: true => false",
        'raid.who[1]: "french" => "british"',
        'raid.all[1]: "x" => nothing',
        'raid.all[2]: "y" => nothing',
        'by.road[1]: "wagon" => "bateau"',
        'by.river[1]: "bateau" => "wagon"',
    ]
    assert [fault.text for fault in faults[4:6]] == ['all = [ "y"]', 'all = ["x"]']


def test_the_lists_of_cells_name_columns_and_rules_that_exist() -> None:
    files = table_files(ROOT)
    assert "spec_tables/wilderness_war/tables.toml" in files
    for file in files:
        jobs = list(cell_jobs(ROOT, file, Proving(ROOT, Evidence("", (), ()))))
        assert {rule for job in jobs for rule in job.rules} <= rule_ids()
        assert len({job.id for job in jobs}) == len(jobs), file
        planted = {job.subject.rpartition(":")[2] for job in jobs}
        unplanted = [column for column in Columns(ROOT).of(file) if column not in planted]
        assert unplanted == [], file


# ---------------------------------------------------------------- fates


KILLER = "tests/test_readme.py::x"
PROOF = Proof("ww:7.62", ((KILLER, 1.0),), "t")
OTHER = Proof("ww:7.63", ((KILLER, 1.0),), "t")


def _job(*proofs: Proof, **given: str) -> Job:
    words = {"id": "f#1", "subject": "f", "path": "f.py", "change": "1 => 2", "source": "", "digest": "d", **given}
    return Job(**words, bound=("ww:7.62",), line=1, proofs=proofs or (PROOF,), before=())


def _tried(status: str, by: str = "", **given: str) -> Tried:
    digest = digest_of_tests(ROOT, [by]) if by else ""
    words = {"id": "f#1", "rule": "ww:7.62", "digest": "d", "tests": "t"}
    return Tried(**{**words, "status": status, "by": by, "by_digest": digest, **given})


def _fates_of(*tried: Tried) -> dict[tuple[str, str], Tried]:
    return {(each.id, each.rule): each for each in tried}


def test_a_kept_fate_holds_while_what_it_rests_on_is_unchanged() -> None:
    assert holds(ROOT, _job(), PROOF, _tried("asserted", KILLER, tests="other tests"))
    assert not holds(ROOT, _job(), PROOF, _tried("asserted", KILLER, by_digest="an earlier file"))
    assert not holds(ROOT, _job(), PROOF, _tried("asserted", "tests/test_readme.py::no longer proves it"))
    assert not holds(ROOT, _job(digest="changed"), PROOF, _tried("asserted", KILLER))
    assert holds(ROOT, _job(), PROOF, _tried("survived"))
    assert not holds(ROOT, _job(), PROOF, _tried("survived", tests="other tests"))
    assert not holds(ROOT, _job(), PROOF, _tried("broken"))
    assert not holds(ROOT, _job(), PROOF, None)


def test_only_the_rules_of_a_mutant_without_a_fate_that_holds_are_tried_again_its_killers_first() -> None:
    job = _job(PROOF, OTHER)
    known = _tried("asserted", KILLER), _tried("survived", rule=OTHER.rule)
    left = unsettled(ROOT, job, _fates_of(known[0]))
    assert left is not None
    assert (left.proofs, left.before) == ((OTHER,), (KILLER,))
    assert unsettled(ROOT, job, _fates_of(*known)) is None
    assert unsettled(ROOT, job, {}) == job


def test_a_cache_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "mutation.jsonl"
    line = {**asdict(_tried("asserted", "b", by_digest="x")), "how": "y"}
    path.write_text(json.dumps(line) + "\n" + json.dumps(line)[:30], encoding="utf-8")
    assert read_cache(path) == _fates_of(_tried("asserted", "b", by_digest="x"))


def test_a_golden_trace_is_the_file_behind_its_test() -> None:
    assert file_of("tests/test_golden.py::test_a_golden_trace_conforms[golden/x/y.jsonl]") == "golden/x/y.jsonl"
    assert file_of("tests/x.py::test_y[1]") == "tests/x.py"


def test_faults_are_noticed_by_the_test_of_their_rule_and_only_then(tmp_path: Path) -> None:
    """Given a fault that a test of the rule must see, one it cannot, and a wrong cell, when tried, then so it goes."""
    target = next(each for each in targets(ROOT) if each.id == DEFENCE)
    by_change = {mutant.change: mutant for mutant in target.mutants()}
    seen = by_change["_FORT_DEFENCE if fortified else 0 => 0"]
    # The second rule is proved by a test that does not see the fault.
    proofs = Proof("ww:7.62", ((FORT, 0.1),), ""), Proof("ww:7.63", ((BLIND, 0.1),), "")
    functions = [
        _job(*proofs, id="seen", subject=DEFENCE, path=target.path, source=seen.source),
        _job(*proofs, id="unseen", subject=DEFENCE, path=target.path, source=ast.unparse(target.tree)),
        *(
            _job(proofs[0], id=fault, subject=DEFENCE, path=target.path, source=_with_body(target.tree, fault))
            for fault in ("raise KeyError", "assert False", "while True: pass")
        ),
    ]
    cell = next(
        job
        for job in cell_jobs(ROOT, "spec_tables/few_acres_of_snow/setup.toml", Proving(ROOT, Evidence("", (), ())))
        if job.change.startswith("siege.fort_defence")
    )
    cells = [_job(*proofs, id="cell", path=cell.path, source=cell.source, subject=cell.subject)]
    assert _fates(tmp_path, "in_place", functions, [1] * 5) == {
        ("seen", "ww:7.62"): ("asserted", FORT),
        ("seen", "ww:7.63"): ("survived", ""),
        ("unseen", "ww:7.62"): ("survived", ""),
        ("unseen", "ww:7.63"): ("survived", ""),
        ("raise KeyError", "ww:7.62"): ("crashed", FORT),
        ("assert False", "ww:7.62"): ("crashed", FORT),
        ("while True: pass", "ww:7.62"): ("crashed", FORT),
    }
    assert _fates(tmp_path, "at_import", cells, [cell.line]) == {
        ("cell", "ww:7.62"): ("asserted", FORT),
        ("cell", "ww:7.63"): ("survived", ""),
    }


def _with_body(function: ast.FunctionDef, body: str) -> str:
    changed = copy.deepcopy(function)
    changed.decorator_list, changed.body = [], ast.parse(body).body
    return ast.unparse(changed)


def _fates(folder: Path, mode: str, jobs: list[Job], lines: list[int]) -> dict[tuple[str, str], tuple[str, str]]:
    given = [{**job.to_json(), "line": line} for job, line in zip(jobs, lines, strict=True)]
    source, out = folder / f"{mode}.json", folder / f"{mode}.jsonl"
    source.write_text(json.dumps(given), encoding="utf-8")
    words = [sys.executable, "-m", "oracle.mutation.trial", mode, str(source), str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HYPOTHESIS_PROFILE": "mutation"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    subprocess.run(words, cwd=ROOT, env=environment, check=True, capture_output=True)
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {(each["id"], each["rule"]): (each["status"], each["by"]) for each in found}


# ---------------------------------------------------------------- scores


SUMMARY = Summary(
    {
        "reference.few_acres_of_snow.f": Measured(
            "reference.few_acres_of_snow.f",
            ("fa:siege.start.7", "fa:siege.start.8"),
            "d",
            4,
            3,
            {"fa:siege.start.7": 3, "fa:siege.start.8": 2},
            0,
            (
                Survivor("f#number.1", "reference/f.py", 7, "1 => 2", ("fa:siege.start.7", "fa:siege.start.8")),
                Survivor("f#number.2", "reference/f.py", 8, "1 => 0", ("fa:siege.start.8",), noticed=True),
            ),
        ),
        "reference.few_acres_of_snow.g": Measured(
            "reference.few_acres_of_snow.g", ("fa:siege.start.8",), "e", 1, 1, {"fa:siege.start.8": 1}
        ),
    }
)
EXCUSE = Excuse("reference.few_acres_of_snow.f", "1 => 2", "Both mean the same here.")


def test_a_rule_is_scored_by_what_its_own_tests_notice_without_what_is_excused() -> None:
    assert SUMMARY.of_rules(())["fa:siege.start.7"] == Score(3, 4)
    assert SUMMARY.of_rules(())["fa:siege.start.8"] == Score(3, 5)
    assert SUMMARY.of_rules((EXCUSE,))["fa:siege.start.8"] == Score(3, 4)
    assert SUMMARY.of_games(()) == {"fa": Score(4, 5)}
    assert SUMMARY.of_games((EXCUSE,)) == {"fa": Score(4, 4)}
    assert str(Score(4, 5)) == "80 % (4/5)"


def test_a_mutant_counts_for_each_rule_it_is_about_and_what_cannot_get_in_for_none() -> None:
    jobs = [_job(PROOF, OTHER, id="f#0"), *(_job(id=f"f#{number}") for number in (1, 2, 3))]
    statuses = ("asserted", "survived", "ill_typed", "rejected")
    fates = _fates_of(
        *(_tried(status, id=f"f#{number}") for number, status in enumerate(statuses)),
        _tried("survived", id="f#0", rule=OTHER.rule),
    )
    summary = Summary().updated(measured(jobs, fates), ["f"])
    assert summary.of_rules(()) == {"ww:7.62": Score(1, 2), "ww:7.63": Score(0, 1)}
    assert summary.of_games(()) == {"ww": Score(1, 2)}
    assert summary.uncounted() == {"ww": Uncounted(ill_typed=1, unreadable=1)}


@pytest.mark.parametrize("status", ["survived", "crashed", "endless"])
def test_what_no_assertion_notices_survives_however_it_ends(status: str) -> None:
    summary = Summary().updated(measured([_job()], _fates_of(_tried(status))), ["f"])
    assert summary.of_rules(()) == {"ww:7.62": Score(0, 1)}
    assert summary.uncounted() == {"ww": Uncounted()}


def test_the_type_checker_refuses_wrong_types_and_nothing_else(tmp_path: Path) -> None:
    """Given mutants that answer with the wrong type, number, or only after what is never reached, the first is out."""
    target = next(each for each in targets(ROOT) if each.id == DEFENCE)
    bodies = ("return None", "return 1", "if False:\n    return 2\nreturn 3", "raise KeyError")
    jobs = [_job(id=body, subject=DEFENCE, path=target.path, source=_with_body(target.tree, body)) for body in bodies]
    cell = _job(id="cell", path="spec_tables/few_acres_of_snow/setup.toml")
    refused = ill_typed(ROOT, [*jobs, cell])
    assert refused == {"return None"}
    path = tmp_path / "mutation.jsonl"
    add_ill_typed(path, [replace(_tried("crashed"), id=each) for each in sorted(refused)])
    (known,) = read_cache(path).values()
    assert (known.id, known.status, known.uncounted) == ("return None", "ill_typed", True)


def test_only_functions_all_of_whose_mutants_were_tried_are_measured() -> None:
    jobs = [_job(id="f#1"), _job(id="f#2"), _job(id="g#1", subject="g")]
    jobs.append(_job(PROOF, OTHER, id="h#1", subject="h"))
    tried = {"f#1": "asserted", "f#2": "survived", "h#1": "asserted"}
    (only,) = measured(jobs, _fates_of(*(_tried(status, id=name) for name, status in tried.items())))
    assert (only.subject, only.noticed, [each.id for each in only.survivors]) == ("f", 1, ["f#2"])


def test_a_summary_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_summary(tmp_path, SUMMARY)
    assert read_summary(tmp_path) == SUMMARY
    (tmp_path / "evidence" / "mutation.json").write_text('{"format": 1, "subjects": {"f": {}}}', encoding="utf-8")
    assert read_summary(tmp_path) == Summary()
    (tmp_path / "evidence" / "mutation.json").write_text('{"format": 2}', encoding="utf-8")
    with pytest.raises(InputError, match=r"evidence/mutation\.json: is not what"):
        read_summary(tmp_path)


def test_what_is_stale_idle_or_too_low_is_a_fault() -> None:
    idle = Excuse("reference.few_acres_of_snow.f", "3 => 4", "There is no such mutant.")
    found = Report(SUMMARY, (idle,)).faults({"reference.few_acres_of_snow.g": "another digest"}, {})
    assert any("1 functions or columns have no score or changed since" in each for each in found)
    assert any("no surviving mutant changes '3 => 4'" in each for each in found)
    assert "A Few Acres of Snow: 80 % (4/5) of the mutants are noticed, less than 95 %" in found
    assert any(each.startswith("fa:siege.start.7 ") and "75 % (3/4)" in each for each in found)
    assert any(each.startswith("fa:siege.start.9 ") and each.endswith("no mutant is about it") for each in found)
    assert not any(each.startswith("fa:siege.start.8 ") and "no mutant" in each for each in found)
    assert not any(each.startswith("fa:setup.1 ") for each in found), "it is excused from having a function"


def test_a_score_is_stale_when_its_function_is_bound_to_other_rules() -> None:
    kept = {"reference.few_acres_of_snow.g": "e"}
    same = Report(SUMMARY, ()).faults(kept, {"reference.few_acres_of_snow.g": ("fa:siege.start.8",)})
    assert not any("no score or changed since" in each for each in same)
    other = Report(SUMMARY, ()).faults(
        kept, {"reference.few_acres_of_snow.g": ("fa:siege.start.8", "fa:siege.start.9")}
    )
    assert any("1 functions or columns have no score or changed since" in each for each in other)


def test_survivors_are_listed_with_what_they_change() -> None:
    listed = survivors_text(SUMMARY, ())
    by_none, by_others = listed.split("## Noticed by tests of one rule but not of another")
    assert "- `reference/f.py:7`: ``1`` becomes ``2``\n" in by_none
    assert "- `reference/f.py:8`: ``1`` becomes ``0`` - fa:siege.start.8\n" in by_others
    assert "reference/f.py:7" not in survivors_text(SUMMARY, (EXCUSE,))
    assert excused((EXCUSE,), EXCUSE.subject, EXCUSE.change)
    many = Excuse("t.csv:c", "....c: 0 => 1", "Nobody reads it.")
    assert excused((many,), "t.csv:c", "x.c: 0 => 1")
    assert not excused((many,), "t.csv:c", "x.c: 1 => 0")
    assert not excused((many,), "t.csv:d", "x.c: 0 => 1")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[excuse]]\nsubject = 'f'\nreason = 'x'", "excuse 1 needs subject, change and reason"),
        ("[[excused]]\nsubject = 'f'", "only"),
        ("x = ", "mutation_excuses.toml"),
    ],
)
def test_an_excuse_needs_a_subject_a_change_and_a_reason(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        read_excuses(tmp_path)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--rule", "fa:no.such"), "fa:no.such is in no rule catalogue"),
        (("--game", "chess"), "'chess' is no game"),
        (("--jobs", "0"), "--jobs: '0' is not a whole number, 1 to 1000000000"),
        (("--evidence", "no/such.json"), "no/such.json: holds no evidence"),
    ],
)
def test_bad_input_is_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str) -> None:
    code, _, err = answer(capsys, "mutate", *words)
    assert code == 2
    assert complaint in err


def test_a_test_that_computes_for_ever_is_stopped_and_one_that_waits_a_while_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oracle.mutation.trial._SECONDS", 0.1)
    with within(0):
        time.sleep(0.3)
    with pytest.raises(TimeoutError), within(0):
        all(iter(lambda: 1, 0))
    with pytest.raises(TimeoutError), within(0):
        time.sleep(60)
