"""The kit for implementers: both runners feed a command, and score its answers as `compare` does."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT
from oracle.vectors.levels import Level
from oracle.vectors.suite import made, read_cases, write
from tests.oracle.test_vectors import toy_plan, war_files

FAKE = Path(__file__).with_name("fake_implementation.py")
RUNNERS = [
    pytest.param((sys.executable, str(ROOT / "kit/run_vectors.py")), id="python"),
    pytest.param(
        ("node", str(ROOT / "kit/run_vectors.mjs")),
        id="javascript",
        marks=pytest.mark.skipif(
            shutil.which("node") is None and "CI" not in os.environ,
            reason="node is not installed; install it to run the runner in JavaScript",
        ),
    ),
]
# Answers every question with what the case itself says.
ECHO = """\
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
known = {}
for path in folder.rglob("*.jsonl"):
    for line in path.read_text("utf-8").splitlines():
        case = json.loads(line)
        known[case["id"]] = {n: case[n] for n in ("id", "verdict", "decision", "view", "facts") if n in case}
for line in sys.stdin:
    asked = json.loads(line)
    assert not {"verdict", "decision", "view", "rules", "consults", "sense"} & set(asked), asked
    print(json.dumps(known[asked["id"]]), flush=True)
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vectors") / "suite"
    write(made(toy_plan()), folder)
    return folder


def _run(runner: Sequence[str], suite: Path, *words: str) -> tuple[int, list[str], str]:
    done = subprocess.run(
        [*runner, str(suite), *words], capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def _compared(capsys: pytest.CaptureFixture[str], answers: Path, suite: Path) -> str:
    main(["compare", str(answers), "--vectors", str(suite), "--json"])
    return str(json.loads(capsys.readouterr().out)["badge"])


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize(("how", "code"), [("yes_or_no", 0), ("whole", 0), ("wrong", 1)])
def test_the_runner_scores_as_compare_does(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], runner: Sequence[str], how: str, code: int
) -> None:
    """Given an implementation that says little, much, or something wrong, then runner and `compare` say the same."""
    answers = tmp_path / "answers.jsonl"
    found, lines, _ = _run(runner, suite, "--answers", str(answers), "--", sys.executable, str(FAKE), how)
    assert (found, lines[-1]) == (code, _compared(capsys, answers, suite))
    assert lines[-1].startswith("referee-vectors 0.6.0 | ruling ")
    assert ("nothing is wrong" in lines) is (code == 0)
    if how == "wrong":
        assert "wrong ruling" in lines[0]
        assert "ww:7.62" in lines[0]
    acts = sum(case["kind"] == "act" for case in read_cases(suite))
    assert len(answers.read_text("utf-8").splitlines()) == acts


@pytest.mark.parametrize("runner", RUNNERS)
def test_an_echo_of_a_real_game_is_right_at_every_level(tmp_path: Path, runner: Sequence[str]) -> None:
    folder, echo = tmp_path / "suite", tmp_path / "echo.py"
    write(war_files(), folder)
    echo.write_text(ECHO, encoding="utf-8")
    code, lines, err = _run(runner, folder, "--", sys.executable, str(echo), str(folder))
    assert (code, lines[0], err) == (0, "nothing is wrong", "")
    told = dict(each.split() for each in lines[-1].split(" | ")[1:])
    assert set(told.values()) == {"100%"}
    assert {"ruling", "kind", "rules", "reasons", "events", "state", "hash", "facts"} <= set(told) <= set(Level)


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize(
    ("how", "words", "code", "complaint"),
    [
        ("skip", (), 1, ""),
        ("yes_or_no", ("--level", "rules"), 1, ""),
        ("wrong", ("--level", "rules", "--kind", "check"), 1, ""),
        ("silent", ("--timeout", "0.5"), 2, "no answer within 0.5 seconds"),
        ("garbled", (), 2, "the answer is not JSON"),
        ("ending", (), 2, "the command has ended without an answer"),
    ],
)
def test_what_is_not_answered_does_not_pass(
    suite: Path, runner: Sequence[str], how: str, words: tuple[str, ...], code: int, complaint: str
) -> None:
    found, _, err = _run(runner, suite, *words, "--", sys.executable, str(FAKE), how)
    assert found == code
    assert complaint in err


@pytest.mark.parametrize("runner", RUNNERS)
def test_a_changed_suite_and_a_command_that_is_not_there_are_named(
    suite: Path, tmp_path: Path, runner: Sequence[str]
) -> None:
    changed = tmp_path / "changed"
    shutil.copytree(suite, changed)
    (changed / "README.md").write_text("changed", encoding="utf-8")
    code, _, err = _run(runner, changed, "--", sys.executable, str(FAKE), "whole")
    assert (code, "README.md: the checksum differs" in err) == (2, True)
    code, _, err = _run(runner, suite, "--", "no-such-command")
    assert (code, "no-such-command" in err) == (2, True)
    assert _run(runner, tmp_path, "--", "x")[0] == 2


def test_the_levels_of_the_kit_are_those_of_compare() -> None:
    text = (ROOT / "kit/README.md").read_text(encoding="utf-8")
    assert [level for level in Level if f"| `{level}` |" not in text] == []
    for name in ("run_vectors.py", "run_vectors.mjs"):
        assert all(f'"{level}"' in (ROOT / "kit" / name).read_text(encoding="utf-8") for level in Level)
