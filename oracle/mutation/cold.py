"""Try mutants cold: fork before anything of `reference` is imported, put the fault into a source, and run the tests.

This is for what leaves its mark on import: the cells of tables, and functions that compute constants.
"""

import gc
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import hypothesis
import hypothesis.stateful
import pytest

import spec_tables.reader
from oracle.evidence.links import ROOT
from oracle.evidence.plugin import WITNESS
from oracle.evidence.witness import Loader
from oracle.mutation import trial
from oracle.mutation.plan import Job


def try_cold(jobs: Sequence[Job], out: Path) -> int:
    """Try every mutant and write its fate."""
    assert not any(name.split(".")[0] == "reference" for name in sys.modules)
    assert hypothesis.__version__
    _compile_once()
    gc.collect()
    gc.freeze()
    with out.open("a", encoding="utf-8") as results:
        for job in jobs:
            # Without tests there is nothing to run; pytest, asked for nothing, would run everything.
            fate = trial.in_child(partial(_worked, job)) if job.tests else trial.Fate(trial.SURVIVED)
            trial.write_fate(results.write, job, fate)
            results.flush()
    return 0


def _worked(job: Job, telling: trial.Telling) -> trial.Fate:
    if job.path.endswith(".py"):
        _plant_source(job)
    else:
        _plant_cell(job)
    running = _Running(job, telling)
    wanted = [test for test, _ in job.tests]
    try:
        pytest.main([*trial.FLAGS, *dict.fromkeys(test.partition("::")[0] for test in wanted)], plugins=[running])
    except spec_tables.reader.SpecError as fault:
        return trial.Fate(trial.REJECTED, how=str(fault)[:200])
    # What remains if nothing could be collected: the fault keeps modules from being imported.
    return trial.Fate(trial.REJECTED)


def _compile_once() -> None:
    """Compile the rules before forking, so that no child need do it again."""
    for path in sorted((ROOT / "reference").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        Loader.compiled[str(path)] = Loader(WITNESS, name, str(path)).get_code(name)


class _Running:
    """The plug-in that runs the tests of one mutant."""

    def __init__(self, job: Job, telling: trial.Telling) -> None:
        self.job = job
        self.telling = telling

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests, unless some could not be collected."""
        if not session.testsfailed:
            items = {item.nodeid: item for item in session.items}
            self.telling.ended(trial.run_tests(items, self.job.tests, self.telling))
        return True


def _plant_source(job: Job) -> None:
    """Have the module of a function read as if the fault stood in it."""
    path = ROOT / job.path
    name = job.subject.removeprefix(f"{job.path.removesuffix('.py').replace('/', '.')}.")
    Loader.planted[str(path)] = trial.replaced_in(path.read_text(encoding="utf-8"), name, job.source)


def _plant_cell(job: Job) -> None:
    """Have a table read as if the fault stood in it; the job's source is the line as changed."""
    original = spec_tables.reader._text

    def text(file: str) -> str:
        lines = original(file).split("\n")
        if f"spec_tables/{file}" == job.path:
            lines[job.line - 1] = json.loads(job.source)
        return "\n".join(lines)

    spec_tables.reader._text = text
