"""Try mutants: one process collects the tests once, then forks a child for every mutant.

The child exchanges the code of the function in place, so every module that imported it runs the mutant. Then it runs
the tests of each rule that the fault is about, until one of them fails. A function that ran during import has already
set constants, and so has a table. Such mutants are tried at import: the child is forked before anything is imported.

Run as `python -m oracle.mutation.trial in_place|at_import JOBS OUT`: JOBS holds a JSON list of jobs, OUT gets a line
for each of them and each of its rules.
"""

import ast
import gc
import importlib
import json
import os
import resource
import signal
import sys
import traceback
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from oracle.evidence.links import ROOT
from oracle.mutation.plan import AT_IMPORT, Job, Trial, digest_of_tests, function_in, job_from_json, name_in
from oracle.rule_watcher import WATCHER, Memo, code_of, function_of, memos

# An assertion of a test failed.
KILLED = "asserted"
# No assertion failed, but some test did not run to its end: the rules raised an exception, or never returned.
CRASHED = "crashed"
ENDLESS = "endless"
SURVIVED = "survived"
# The data or module cannot be read, and no assertion noticed that.
REJECTED = "rejected"
# The harness failed, not the mutant: nothing is known.
BROKEN = "broken"

FLAGS = ("-q", "--no-header", "-p", "no:cacheprovider", "--assert=plain", "--unwatched")
_MOST_BYTES = 3 << 30
_SECONDS = 5.0
_TIMES = 8.0
# Of waiting, which costs no computing, so many times as much is allowed.
_WAITING = 20.0
# After so many tests of a rule that never return, its other tests are not tried.
_MOST_ENDLESS = 3
# How many tests that killed similar mutants are tried first.
_LIKELY = 2
_WORSE = (SURVIVED, REJECTED, CRASHED, ENDLESS)


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a mutant under the tests of one rule: what happened, in which test, and how."""

    status: str
    by: str = ""
    how: str = ""


# ---------------------------------------------------------------- children


@dataclass(frozen=True, slots=True)
class Telling:
    """How a child tells its parent which test it runs, and how it ended."""

    pipe: int

    def __call__(self, line: str) -> None:
        """Say which test is about to run."""
        os.write(self.pipe, f"{line}\n".encode())

    def ended(self, answer: object) -> NoReturn:
        """Report the result and exit at once, without cleaning up."""
        self(json.dumps(answer))
        os._exit(0)


@dataclass(frozen=True, slots=True)
class Broken:
    """A child that ended without a result: which test it ran, and how it ended."""

    about: str
    how: str


def in_child(work: Callable[[Telling], object]) -> object:
    """Do something in a forked child; return its result, or how the child broke."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        quieten()
        telling = Telling(writing)
        try:
            answer = work(telling)
        except BaseException as fault:  # the child must never return into the parent's loop
            telling(f"{type(fault).__name__}: {fault}".splitlines()[0][:200])
            os._exit(1)
        telling.ended(answer)
    os.close(writing)
    with os.fdopen(reading, "r", encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    last = said[-1] if said else ""
    if os.WIFSIGNALED(status):
        return Broken(last, signal.Signals(os.WTERMSIG(status)).name)
    return json.loads(last) if os.WEXITSTATUS(status) == 0 else Broken("", last)


def quieten() -> None:
    """Silence a child and limit its memory."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Trying:
    """A mutant while it is tried: the rules whose tests have not noticed it yet, and its fate for the others.

    If a test of a rule crashes or never returns, its other tests still run: one of their assertions may fail.
    """

    def __init__(self, job: Job) -> None:
        self.open = set(job.rules)
        self.killed: dict[str, Fate] = {}
        self.left: dict[str, Fate] = {}
        self.endless: Counter[str] = Counter()

    def wants(self, trial: Trial) -> bool:
        """Say whether a test proves a rule that is still open."""
        return any(self.endless[rule] < _MOST_ENDLESS for rule in trial.rules & self.open)

    def note(self, trial: Trial, fault: BaseException | None) -> None:
        """Note how a test ended."""
        if fault is None:
            return
        rules = trial.rules & self.open
        if is_assertion(fault):
            self.killed.update((rule, Fate(KILLED, trial.test, type(fault).__name__)) for rule in rules)
            self.open -= rules
            return
        if isinstance(fault, TimeoutError):
            self.endless.update(rules)
        for rule in rules:
            status = ENDLESS if self.endless[rule] == _MOST_ENDLESS else CRASHED
            self._leave(rule, Fate(status, trial.test, type(fault).__name__))

    def reject(self, how: str = "") -> None:
        """Note that the tests could not load what they need."""
        for rule in self.open:
            self._leave(rule, Fate(REJECTED, how=how))

    def _leave(self, rule: str, fate: Fate) -> None:
        """Keep the worst fate so far, in case no assertion fails."""
        known = self.left.get(rule, Fate(SURVIVED))
        if _WORSE.index(fate.status) > _WORSE.index(known.status):
            self.left[rule] = fate

    def fates(self) -> dict[str, list[str]]:
        """Return the fate of the mutant by rule, in the form that a child sends."""
        found = {**{rule: self.left.get(rule, Fate(SURVIVED)) for rule in self.open}, **self.killed}
        return {rule: [fate.status, fate.by, fate.how] for rule, fate in found.items()}


def run_tests(items: Mapping[str, pytest.Item], trials: Iterable[Trial], trying: Trying, telling: Telling) -> None:
    """Run tests until an assertion has failed for every rule."""
    for trial in trials:
        item = items.get(trial.test)
        if item is None or not trying.wants(trial):
            continue
        telling(trial.test)
        with within(trial.seconds):
            fault = failure(item)
        trying.note(trial, fault)


def tried_in_child(job: Job, work: Callable[[Telling], object]) -> dict[str, Fate]:
    """Let a child try a mutant; return its fate by rule."""
    found = in_child(work)
    if isinstance(found, dict):
        return {rule: Fate(*map(str, fate)) for rule, fate in found.items()}
    assert isinstance(found, Broken)
    return dict.fromkeys(job.rules, Fate(BROKEN, found.about, found.how))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stop a test that computes much longer than it usually does, or waits for ever."""
    limit = _SECONDS + _TIMES * seconds
    timers = ((signal.ITIMER_PROF, signal.SIGPROF, limit), (signal.ITIMER_REAL, signal.SIGALRM, _WAITING * limit))
    for timer, number, most in timers:
        signal.signal(number, _out_of_time)
        signal.setitimer(timer, most)
    try:
        yield
    finally:
        for timer, _, _ in timers:
            signal.setitimer(timer, 0)


def _out_of_time(*_: object) -> NoReturn:
    raise TimeoutError


def is_assertion(fault: BaseException) -> bool:
    """Say whether an assertion of the test itself failed; one in the code of the rules counts as a crash."""
    if isinstance(fault, BaseExceptionGroup):
        return any(is_assertion(each) for each in fault.exceptions)
    if not isinstance(fault, AssertionError | pytest.fail.Exception):
        return False
    files = [Path(frame.filename) for frame in traceback.extract_tb(fault.__traceback__)]
    inside = [file.relative_to(ROOT).parts[0] for file in files if file.is_relative_to(ROOT)]
    return not inside or inside[-1] not in ("reference", "spec_tables")


def failure(item: pytest.Item) -> BaseException | None:
    """Run a test without a report; return what it raised."""
    state = item.session._setupstate
    try:
        state.setup(item)
        item.runtest()
        kept = getattr(item, "_excinfo", None)
        return kept[0].value if kept else None
    except pytest.skip.Exception:
        return None
    except (Exception, pytest.fail.Exception) as fault:
        return fault
    finally:
        state.teardown_exact(None)


# ---------------------------------------------------------------- exchange the code in place


class InPlace:
    """The plug-in that tries mutants instead of running the tests."""

    def __init__(self, jobs: Sequence[Job], out: Path) -> None:
        self.jobs = jobs
        self.out = out
        self.likely = Likely()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant and write its fate."""
        items = {item.nodeid: item for item in session.items}
        if WATCHER.late:
            raise RuntimeError(f"{WATCHER.late[0]} was imported before the watcher came, and what ran then is unknown")
        on_import = {str(WATCHER.functions[index]) for index in WATCHER.ran()}
        cached = tuple(memos(("reference", "tests", "properties", "oracle")))
        gc.collect()
        gc.freeze()
        with self.out.open("a", encoding="utf-8") as out:
            for job in self.jobs:
                left = dict.fromkeys(job.rules, Fate(AT_IMPORT))
                write_fates(out.write, job, left if job.subject in on_import else self._tried(job, items, cached))
                out.flush()
        return True

    def _tried(self, job: Job, items: Mapping[str, pytest.Item], cached: Iterable[Memo]) -> dict[str, Fate]:
        def work(telling: Telling) -> dict[str, list[str]]:
            plant(job)
            for memo in cached:
                memo.cache_clear()
            trying = Trying(job)
            run_tests(items, job.tests(self.likely.of(job)), trying, telling)
            return trying.fates()

        fates = tried_in_child(job, work)
        self.likely.learn(job, fates)
        return fates


def plant(job: Job) -> None:
    """Exchange the code of a job's function for the mutant's."""
    plant_source(job.subject, job.path, job.source)


def plant_source(function: str, path: str, source: str) -> None:
    """Exchange the code of a function for that of another source."""
    name = name_in(path, function)
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    function_of(module, name).__code__ = compiled(source, name, path)


def compiled(source: str, name: str, path: str) -> types.CodeType:
    """Return the code of a function; a method is compiled inside its class because of private names."""
    *classes, _ = name.split(".")
    function = ast.parse(source).body
    for each in reversed(classes):
        function = [ast.ClassDef(each, [], [], function, [])]
    code = compile(ast.fix_missing_locations(ast.Module(function, [])), path, "exec", dont_inherit=True)
    return code_of(code, name)


def replaced_in(module: str, name: str, source: str) -> str:
    """Return the source of a module with a function's body exchanged; its decorators stay."""
    tree = ast.parse(module)
    changed = ast.parse(source).body[0]
    assert isinstance(changed, ast.FunctionDef)
    function_in(tree, name).body = changed.body
    return ast.unparse(tree)


def write_fates(write: Callable[[str], int], job: Job, fates: Mapping[str, Fate]) -> None:
    """Write the fate of a mutant, one line for each rule, with digests of what the fate depends on."""
    for proof in job.proofs:
        fate = fates[proof.rule]
        record = {
            "id": job.id,
            "rule": proof.rule,
            "digest": job.digest,
            "tests": proof.digest,
            "status": fate.status,
            "by": fate.by,
            "by_digest": digest_of_tests(Path.cwd(), [fate.by]) if fate.by else "",
            "how": fate.how,
        }
        write(json.dumps(record) + "\n")


class Likely:
    """Which tests killed the last mutants of a function or column: they are tried first."""

    def __init__(self) -> None:
        self.killers: dict[str, list[str]] = {}

    def of(self, job: Job) -> tuple[str, ...]:
        """Return the tests that probably kill a mutant: those that killed it, or similar ones, before."""
        return (*job.before, *self.killers.get(job.subject, ()))

    def learn(self, job: Job, fates: Mapping[str, Fate]) -> None:
        """Note which tests killed a mutant."""
        killers = dict.fromkeys(fate.by for fate in fates.values() if fate.status == KILLED)
        known = self.killers.get(job.subject, [])
        self.killers[job.subject] = list(dict.fromkeys((*killers, *known)))[: _LIKELY + len(job.rules)]


def main(words: Sequence[str]) -> int:
    """Try the mutants of a file of jobs."""
    # Before anything imports the rules, so that functions that run on import are seen.
    WATCHER.install()
    mode, source, out = words[0], Path(words[1]), Path(words[2])
    jobs = [job_from_json(each) for each in json.loads(source.read_text(encoding="utf-8"))]
    if mode == AT_IMPORT:
        from oracle.mutation.import_time import try_at_import

        return try_at_import(jobs, out)
    if not any(proof.tests for job in jobs for proof in job.proofs):
        with out.open("a", encoding="utf-8") as results:
            for job in jobs:
                write_fates(results.write, job, dict.fromkeys(job.rules, Fate(SURVIVED)))
        return 0
    files = sorted({test.partition("::")[0] for job in jobs for proof in job.proofs for test, _ in proof.tests})
    return int(pytest.main([*FLAGS, *files], plugins=[InPlace(jobs, out)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
