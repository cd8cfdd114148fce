"""Try mutants at import: fork before `reference` is imported, put the fault into a source, and run the tests.

This is for faults that matter during import: in the cells of tables, and in functions that compute constants.
"""

import builtins
import gc
import importlib
import inspect
import io
import json
import os
import sys
import tempfile
import types
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import hypothesis
import hypothesis.stateful
import pytest

import spec_tables.reader
from oracle.evidence.links import ROOT
from oracle.mutation import trial
from oracle.mutation.plan import Job, Trial
from oracle.rule_watcher import WATCHER, Loader

_OURS = frozenset(
    ("reference", "spec_tables", "oracle", "tests", "properties", "golden", "conftest", "scripts", "bench")
)
_FLAGS = (*trial.FLAGS, "--continue-on-collection-errors")


def try_at_import(jobs: Sequence[Job], out: Path) -> int:
    """Try every mutant and write its fate; tests that killed similar mutants run first."""
    assert not any(name.split(".")[0] == "reference" for name in sys.modules)
    assert hypothesis.__version__
    _load_what_is_foreign(jobs)
    _compile_once()
    gc.collect()
    gc.freeze()
    likely = trial.Likely()
    with out.open("a", encoding="utf-8") as results, tempfile.TemporaryDirectory() as folder:
        for job in jobs:
            # Without tests there is nothing to run; pytest without arguments would run everything.
            if not job.tests():
                fates = dict.fromkeys(job.rules, trial.Fate(trial.SURVIVED))
            else:
                fates = trial.tried_in_child(job, partial(_worked, job, likely.of(job), Path(folder)))
            likely.learn(job, fates)
            trial.write_fates(results.write, job, fates)
            results.flush()
    return 0


def _worked(job: Job, likely: Sequence[str], folder: Path, telling: trial.Telling) -> dict[str, list[str]]:
    if job.path.endswith(".py"):
        _plant_source(job)
    else:
        _plant_cell(job, folder)
    tests = job.tests(likely)
    trying = trial.Trying(job)
    for each in tests:
        if each.test in likely and trying.wants(each):
            _called(each, trying, telling)
    running = _Running(trying, telling)
    # At first, import only the files of the tests that run first: importing takes most of the time.
    first = {_file(each.test) for each in tests if each.test in likely} or {_file(tests[0].test)}
    for nearby in (True, False):
        running.tried([each for each in tests if (_file(each.test) in first) is nearby and trying.wants(each)])
    return trying.fates()


def _called(each: Trial, trying: trial.Trying, telling: trial.Telling) -> None:
    """Call a test without parameters directly, without pytest; only a failed assertion counts here."""
    file, _, name = each.test.partition("::")
    try:
        function = vars(importlib.import_module(file.removesuffix(".py").replace("/", "."))).get(name)
        if not isinstance(function, types.FunctionType) or inspect.signature(function).parameters:
            return
        telling(each.test)
        with trial.within(each.seconds):
            function()
    except Exception as fault:
        if trial.is_assertion(fault):
            trying.note(each, fault)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _load_what_is_foreign(jobs: Sequence[Job]) -> None:
    """Import everything that tests need, to save the children time; not our packages, which must see the fault."""
    files = sorted({_file(test) for job in jobs for proof in job.proofs for test, _ in proof.tests})
    words = [*trial.FLAGS, "--collect-only", *files]
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as names:
        child = os.fork()
        if child == 0:
            trial.quieten()
            with suppress(BaseException):
                pytest.main(words)
            Path(names.name).write_text("\n".join(list(sys.modules)), encoding="utf-8")
            os._exit(0)
        os.waitpid(child, 0)
        for name in names.read().split("\n"):
            if name and name.split(".")[0] not in _OURS:
                with suppress(ImportError):
                    importlib.import_module(name)


def _compile_once() -> None:
    """Compile the rules before forking, so that no child must do it again."""
    for path in sorted((ROOT / "reference").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        Loader.compiled[str(path)] = Loader(WATCHER, name, str(path)).get_code(name)


class _Running:
    """The plug-in that runs the tests of one mutant."""

    def __init__(self, trying: trial.Trying, telling: trial.Telling) -> None:
        self.trying = trying
        self.telling = telling
        self.tests: Sequence[Trial] = ()

    def tried(self, tests: Sequence[Trial]) -> None:
        """Collect the files of tests and run them; end the process once the tests of all rules have noticed."""
        if not tests:
            return
        self.tests = tests
        try:
            code = pytest.main([*_FLAGS, *dict.fromkeys(_file(each.test) for each in tests)], plugins=[self])
        except spec_tables.reader.SpecError as fault:
            self.trying.reject(str(fault)[:200])
            return
        if code == pytest.ExitCode.USAGE_ERROR:
            # Not even a conftest can be imported.
            self.trying.reject()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run what could be collected; note if the fault prevents an import."""
        if session.testsfailed:
            self.trying.reject()
        trial.run_tests({item.nodeid: item for item in session.items}, self.tests, self.trying, self.telling)
        if not self.trying.open:
            self.telling.ended(self.trying.fates())
        return True


def _plant_source(job: Job) -> None:
    """Make the module of a function load as if it contained the fault."""
    path = ROOT / job.path
    name = job.subject.removeprefix(f"{job.path.removesuffix('.py').replace('/', '.')}.")
    Loader.planted[str(path)] = trial.replaced_in(path.read_text(encoding="utf-8"), name, job.source)


def _plant_cell(job: Job, folder: Path) -> None:
    """Make a table read as if it contained the fault, for every reader; the job's source is the changed line.

    Otherwise a check that reads the file itself could notice the fault only by comparing it with what the rules read.
    """
    path = ROOT / job.path
    lines = path.read_bytes().decode().split("\n")
    lines[job.line - 1] = json.loads(job.source)
    changed = folder / "changed"
    changed.write_bytes("\n".join(lines).encode())
    original: Callable[..., object] = io.open

    def opened(file: object, *words: object, **named: object) -> object:
        asked = isinstance(file, str | os.PathLike) and os.path.abspath(file) == str(path)
        return original(changed if asked else file, *words, **named)

    for module in (io, builtins):
        vars(module)["open"] = opened
