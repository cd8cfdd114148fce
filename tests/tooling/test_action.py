"""The GitHub Action does with its inputs what it says, run here as GitHub would run it."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from oracle.places import ROOT
from oracle.vectors.suite import made, read_cases, write
from tests.oracle.test_vectors import toy_plan

ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
INPUTS = dict(re.findall(r'^  ([a-z-]+):\n    description: .*\n    default: "?(.*?)"?$', ACTION, re.MULTILINE))
VARIABLES = dict(re.findall(r"^        ([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$", ACTION, re.MULTILINE))
(RUN,) = re.findall(r"^      run: '(.*)'$", ACTION, re.MULTILINE)
FITTING = ROOT / "golden/wilderness_war/ex-7.62.jsonl"


@dataclass(frozen=True)
class Step:
    """How the step ended: its exit code, what it printed, its output, the summary of the job."""

    code: int
    printed: str
    output: str
    summary: str


def _step(folder: Path, **inputs: str) -> Step:
    assert set(inputs) <= set(INPUTS)
    given = INPUTS | inputs
    output, summary = folder / "output.txt", folder / "summary.md"
    for path in (output, summary):
        path.write_text("", encoding="utf-8")
    environment = {
        **os.environ,
        **{variable: given[name] for variable, name in VARIABLES.items()},
        "REFEREE_PYTHON": sys.executable,
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(summary),
    }
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", RUN]
    done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    told = output.read_text(encoding="utf-8")
    return Step(done.returncode, done.stdout + done.stderr, told, summary.read_text(encoding="utf-8"))


def test_every_input_is_handed_on_and_no_expression_stands_in_the_shell() -> None:
    assert set(VARIABLES.values()) == set(INPUTS) - {"python-version"}
    assert {f"INPUT_{name.upper()}" for name in VARIABLES.values()} == set(VARIABLES)
    assert "${{" not in RUN
    script = (ROOT / "scripts/action.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"\bINPUT_[A-Z]+", script)) == set(VARIABLES)


# ---------------------------------------------------------------- verify


def test_traces_that_conform(tmp_path: Path) -> None:
    done = _step(tmp_path, paths=f"{FITTING}\n\n{FITTING.parent / 'ex-7.63.jsonl'}\n", junit="results.xml")
    assert (done.code, done.output) == (0, "result=well\n")
    assert done.printed.startswith("2 traces, 2 conform, ")
    assert done.summary.startswith("### referee verify\n```\n2 traces, 2 conform, ")
    assert '<testsuite name="referee' in (tmp_path / "results.xml").read_text(encoding="utf-8")


def test_a_trace_that_diverges_fails_and_says_why(tmp_path: Path) -> None:
    done = _step(tmp_path, paths=str(FITTING), ruleset="fr")
    assert (done.code, done.output) == (1, "result=diverges\n")
    assert "DIVERGES" in done.summary


@pytest.mark.parametrize("path", ["missing.jsonl", "$(touch planted)", "`touch planted`; touch planted", "--json"])
def test_what_cannot_be_read_is_unreadable_and_never_run(tmp_path: Path, path: str) -> None:
    done = _step(tmp_path, paths=path)
    assert (done.code, done.output) == (2, "result=unreadable\n")
    assert not (tmp_path / "planted").exists()


# ---------------------------------------------------------------- compare


def test_answers_are_compared_with_the_vectors(tmp_path: Path) -> None:
    """Given answers to every case, then all is well; without the last, only a partial comparison is."""
    write(made(toy_plan()), tmp_path / "vectors")
    answers = []
    for case in read_cases(tmp_path / "vectors"):
        name = {"facts": "facts", "decision": "decision", "observe": "view"}.get(str(case["kind"]), "verdict")
        answers.append(json.dumps({"id": case["id"], name: case[name]}))
    (tmp_path / "all.jsonl").write_text("\n".join(answers), encoding="utf-8")
    (tmp_path / "some.jsonl").write_text("\n".join(answers[:-1]), encoding="utf-8")
    results = {
        (file, partial): _step(tmp_path, command="compare", answers=file, partial=partial, strict="true")
        for file in ("all.jsonl", "some.jsonl")
        for partial in ("true", "false")
    }
    assert {key: (done.code, done.output) for key, done in results.items()} == {
        ("all.jsonl", "true"): (0, "result=well\n"),
        ("all.jsonl", "false"): (0, "result=well\n"),
        ("some.jsonl", "true"): (0, "result=well\n"),
        ("some.jsonl", "false"): (1, "result=wrong\n"),
    }


# ---------------------------------------------------------------- gate


def test_a_change_of_the_rules_is_gated_in_a_clone(tmp_path: Path) -> None:
    """Given a clone that changes nothing, then the gate opens; a revision that is none cannot be read."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--shared", str(ROOT), str(clone)], check=True)
    done = _step(clone, command="gate", base="HEAD")
    assert (done.code, done.output) == (0, "result=well\n"), done.printed
    assert ": open" in done.summary
    assert _step(clone, command="gate", base="no-such-revision").output == "result=unreadable\n"


# ---------------------------------------------------------------- wrong inputs


@pytest.mark.parametrize(
    ("inputs", "complaint"),
    [
        ({"command": "play"}, "the input 'command' is 'play'; it must be verify, compare or gate"),
        ({}, "the input 'paths' is missing"),
        ({"command": "compare"}, "the input 'answers' is missing"),
        ({"command": "gate"}, "the input 'base' is missing"),
        ({"command": "gate", "base": "main"}, "gate needs a checkout of Referee as the work tree"),
    ],
)
def test_wrong_inputs_are_named(tmp_path: Path, inputs: dict[str, str], complaint: str) -> None:
    done = _step(tmp_path, **inputs)
    assert (done.code, done.printed) == (2, f"::error title=Referee::{complaint}\n")
