"""Try mutants: one process collects the tests once, then forks a child for every mutant.

The child exchanges the code of the function in place, so every module that imported it runs the mutant, and runs the
tests of the function's rules until one fails. A function that already ran while modules were imported has left its mark
in constants; so has a table. Such mutants are tried cold: the child is forked before anything is imported.

Run as `python -m oracle.mutation.trial warm|cold JOBS OUT`: JOBS holds a JSON list of jobs, OUT gets a line for each.
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from oracle.evidence.links import ROOT
from oracle.evidence.plugin import WITNESS
from oracle.evidence.witness import Memo, memos
from oracle.mutation.plan import Job, digest_of_tests, function_in, job_from_json, name_in

COLD = "cold"
# An assertion of a test failed.
KILLED = "asserted"
# No assertion failed, but some test could not be run to its end: the rules raised something, or never came back.
CRASHED = "crashed"
ENDLESS = "endless"
SURVIVED = "survived"
# The data or module cannot even be read: no test has noticed anything.
REJECTED = "rejected"
# Of the harness, not of the mutant: nothing is known.
BROKEN = "broken"

FLAGS = ("-q", "--no-header", "-p", "no:cacheprovider", "--assert=plain", "--unwatched")
_MOST_BYTES = 3 << 30
_SECONDS = 5.0
_TIMES = 8.0
# Other tests are given a chance when one never comes back, but not all of them.
_MOST_ENDLESS = 3


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: by which test, and how."""

    status: str
    by: str = ""
    how: str = ""


# ---------------------------------------------------------------- children


@dataclass(frozen=True, slots=True)
class Telling:
    """How a child tells its parent what it is about, and how it ended."""

    pipe: int

    def __call__(self, line: str) -> None:
        """Say which test is about to run."""
        os.write(self.pipe, f"{line}\n".encode())

    def ended(self, fate: Fate) -> NoReturn:
        """Say what became of the mutant and leave at once: nothing need be tidied up."""
        self(json.dumps([fate.status, fate.by, fate.how]))
        os._exit(0)


def in_child(work: Callable[[Telling], Fate]) -> Fate:
    """Do something in a forked child."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        quieten()
        telling = Telling(writing)
        try:
            fate = work(telling)
        except BaseException as fault:  # the child must never return into the parent's loop
            fate = Fate(BROKEN, how=f"{type(fault).__name__}: {fault}"[:200])
        telling.ended(fate)
    os.close(writing)
    with os.fdopen(reading, "r", encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Fate(BROKEN, said[-1] if said else "", signal.Signals(os.WTERMSIG(status)).name)
    return Fate(*json.loads(said[-1]))


def quieten() -> None:
    """Have a child say nothing and take no more than its share."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_tests(items: Mapping[str, pytest.Item], tests: Iterable[tuple[str, float]], telling: Telling) -> Fate:
    """Run tests until an assertion of one fails; what crashes on the way is kept for the case that none does."""
    left = Fate(SURVIVED)
    endless = 0
    for test, seconds in tests:
        item = items.get(test)
        if item is None:
            continue
        telling(test)
        with within(seconds):
            fault = failure(item)
        if fault is not None and is_assertion(fault):
            return Fate(KILLED, test, type(fault).__name__)
        if fault is not None and left.status == SURVIVED:
            left = Fate(CRASHED, test, type(fault).__name__)
        endless += isinstance(fault, TimeoutError)
        if endless == _MOST_ENDLESS:
            return Fate(ENDLESS, test, type(fault).__name__)
    return left


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let a test that usually takes so long take much longer, but not for ever."""
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS + _TIMES * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _out_of_time(*_: object) -> NoReturn:
    raise TimeoutError


def is_assertion(fault: BaseException) -> bool:
    """Say whether what a test raised is an assertion of its own: one of the rules' code is a crash."""
    if isinstance(fault, BaseExceptionGroup):
        return any(is_assertion(each) for each in fault.exceptions)
    if not isinstance(fault, AssertionError | pytest.fail.Exception):
        return False
    files = [Path(frame.filename) for frame in traceback.extract_tb(fault.__traceback__)]
    inside = [file.relative_to(ROOT).parts[0] for file in files if file.is_relative_to(ROOT)]
    return not inside or inside[-1] not in ("reference", "spec_tables")


def failure(item: pytest.Item) -> BaseException | None:
    """Run a test without the ceremony of a report; return what it raised."""
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


# ---------------------------------------------------------------- warm: exchange the code in place


class Warm:
    """The plug-in that tries mutants instead of running the tests."""

    def __init__(self, jobs: Sequence[Job], out: Path) -> None:
        self.jobs = jobs
        self.out = out

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant and write its fate."""
        items = {item.nodeid: item for item in session.items}
        on_import = {str(WITNESS.functions[index]) for index in WITNESS.ran()}
        cached = tuple(memos(("reference", "tests", "properties", "oracle")))
        gc.collect()
        gc.freeze()
        with self.out.open("a", encoding="utf-8") as out:
            for job in self.jobs:
                fate = Fate(COLD) if job.subject in on_import else self._tried(job, items, cached)
                write_fate(out.write, job, fate)
                out.flush()
        return True

    def _tried(self, job: Job, items: Mapping[str, pytest.Item], cached: Iterable[Memo]) -> Fate:
        def work(telling: Telling) -> Fate:
            plant(job)
            for memo in cached:
                memo.cache_clear()
            return run_tests(items, job.tests, telling)

        return in_child(work)


def plant(job: Job) -> None:
    """Exchange the code of a job's function for the mutant's."""
    plant_source(job.subject, job.path, job.source)


def plant_source(function: str, path: str, source: str) -> None:
    """Exchange the code of a function for that of another source."""
    name = name_in(path, function)
    holder: object = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    for part in name.split("."):
        holder = vars(holder)[part]
    if isinstance(holder, property):
        holder = holder.fget
    if isinstance(holder, staticmethod | classmethod):
        holder = holder.__func__
    if not isinstance(holder, types.FunctionType):
        raise TypeError(f"{function} is no plain function")
    holder.__code__ = compiled(source, name, path)


def compiled(source: str, name: str, path: str) -> types.CodeType:
    """Return the code of a function; one of a class is compiled within it, for its private names."""
    *classes, last = name.split(".")
    function = ast.parse(source).body
    for each in reversed(classes):
        function = [ast.ClassDef(each, [], [], function, [])]
    code = compile(ast.fix_missing_locations(ast.Module(function, [])), path, "exec", dont_inherit=True)
    for part in (*classes, last):
        code = next(_codes(code, part))
    return code


def _codes(code: types.CodeType, name: str) -> Iterator[types.CodeType]:
    return (each for each in code.co_consts if isinstance(each, types.CodeType) and each.co_name == name)


def replaced_in(module: str, name: str, source: str) -> str:
    """Return the source of a module with a function's body exchanged; its decorators stay."""
    tree = ast.parse(module)
    changed = ast.parse(source).body[0]
    assert isinstance(changed, ast.FunctionDef)
    function_in(tree, name).body = changed.body
    return ast.unparse(tree)


def write_fate(write: Callable[[str], int], job: Job, fate: Fate) -> None:
    """Write what became of a mutant, with digests of what that rests on."""
    record = {
        "id": job.id,
        "digest": job.digest,
        "tests": job.tests_digest,
        "status": fate.status,
        "by": fate.by,
        "by_digest": digest_of_tests(Path.cwd(), [fate.by]) if fate.by else "",
        "how": fate.how,
    }
    write(json.dumps(record) + "\n")


def main(words: Sequence[str]) -> int:
    """Try the mutants of a file of jobs."""
    mode, source, out = words[0], Path(words[1]), Path(words[2])
    jobs = [job_from_json(each) for each in json.loads(source.read_text(encoding="utf-8"))]
    if mode == COLD:
        from oracle.mutation.cold import try_cold

        return try_cold(jobs, out)
    if not any(job.tests for job in jobs):
        with out.open("a", encoding="utf-8") as results:
            for job in jobs:
                write_fate(results.write, job, Fate(SURVIVED))
        return 0
    files = sorted({test.partition("::")[0] for job in jobs for test, _ in job.tests})
    return int(pytest.main([*FLAGS, *files], plugins=[Warm(jobs, out)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
