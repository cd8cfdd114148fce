"""Try mutants cold: fork before anything of `reference` is imported, put the fault into a source, and run the tests.

This is for what leaves its mark on import: the cells of tables, and functions that compute constants.
"""

import gc
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType

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
            fate = trial.in_child(lambda telling, job=job: _worked(job, telling))
            trial.write_fate(results.write, job, fate)
            results.flush()
    return 0


def _worked(job: Job, telling: Callable[[str], None]) -> trial.Fate:
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
    return running.fate


def _compile_once() -> None:
    """Compile the rules before forking: a child reads each module again, but need not compile it again."""
    read, compile_module = Loader.get_data, Loader.get_code
    known: dict[bytes, CodeType] = {}

    def get_code(self: Loader, fullname: str) -> CodeType:
        source = read_now(self)
        if source not in known:
            known[source] = compile_module(self, fullname)
        return known[source]

    def read_now(loader: Loader) -> bytes:
        return loader.path.encode() + loader.get_data(loader.path)

    Loader.get_code = get_code
    for path in sorted((ROOT / "reference").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        loader = Loader(WITNESS, name, str(path))
        known[str(path).encode() + read(loader, str(path))] = compile_module(loader, name)


class _Running:
    """The plug-in that runs the tests of one mutant."""

    def __init__(self, job: Job, telling: Callable[[str], None]) -> None:
        self.job = job
        self.telling = telling
        # What remains if nothing could be collected: the fault keeps modules from being imported.
        self.fate = trial.Fate(trial.REJECTED)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests, unless some could not be collected."""
        if session.testsfailed:
            return True
        items = {item.nodeid: item for item in session.items}
        self.fate = trial.run_tests(items, self.job.tests, self.telling)
        return True


def _plant_source(job: Job) -> None:
    """Have the module of a function read as if the fault stood in it."""
    original = Loader.get_data

    def get_data(self: Loader, path: str) -> bytes:
        data = original(self, path)
        if not Path(path).as_posix().endswith(f"/{job.path}"):
            return data
        name = job.subject.removeprefix(f"{job.path.removesuffix('.py').replace('/', '.')}.")
        return trial.replaced_in(data.decode(), name, job.source).encode()

    Loader.get_data = get_data


def _plant_cell(job: Job) -> None:
    """Have a table read as if the fault stood in it; the job's source is the line as changed."""
    original = spec_tables.reader._text

    def text(file: str) -> str:
        lines = original(file).split("\n")
        if f"spec_tables/{file}" == job.path:
            lines[job.line - 1] = json.loads(job.source)
        return "\n".join(lines)

    spec_tables.reader._text = text
