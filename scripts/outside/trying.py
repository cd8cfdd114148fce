"""Try faults: collect the tests of a game once, see what each reaches, then fork a child for every fault.

Run as `python -m scripts.outside.trying GAME FAULTS REACH OUT`, in a copy of the tree that nobody changes meanwhile.
Any test that fails under a fault has noticed it: by an assertion, by an exception, or because it never ends.
"""

import argparse
import gc
import importlib
import json
import signal
import sys
import time
import types
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import pytest
from _pytest.tmpdir import tmppath_result_key

from oracle.evidence.links import ROOT
from oracle.evidence.plugin import facts_missing
from oracle.mutation import trial
from oracle.rule_watcher import WATCHER, Memo, function_of, memos
from scripts.outside.reach import Marks
from scripts.outside.sample import GAMES, Fault, function_at, name_of, planted_code, position_of, read_faults

_SHORT = {"few_acres_of_snow": "fa", "hammer_of_the_scots": "hs", "wilderness_war": "ww"}
# A test that computes longer is not asked what it reaches: it runs last, for every fault.
_SLOW = 1.5
# A test under a fault may compute so much longer than without it, and so many seconds more.
_TIMES, _MORE = 8.0, 2.0
# How many tests that noticed the last faults of a function are tried first.
_LIKELY = 6
UNFINISHED = "unfinished"
# Tests of all games, and of the tool where it shows what the rules say.
_WIDE = [
    *(f"tests/oracle/test_{name}.py" for name in ("scenes", "facts_said", "schemas", "words", "positions")),
    *(f"tests/oracle/test_{name}.py" for name in ("positions_in_words", "openings", "spoken_actions", "spoken_sets")),
    *(f"properties/test_{name}.py" for name in ("complaints", "spoiled_positions", "honest_positions", "laws")),
    *(f"properties/test_{name}.py" for name in ("positions_in_words", "in_turn", "bounded")),
    "tests/kernel",
    "tests/spec_tables",
    "tests/test_rulebook.py",
]

# Path and name of a function.
Place = tuple[str, str]


@dataclass(slots=True)
class Tests:
    """The tests of a game: how long each takes, and which reach a mark."""

    seconds: dict[str, float] = field(default_factory=dict)
    reaching: dict[int, list[str]] = field(default_factory=dict)
    breadth: dict[str, int] = field(default_factory=dict)
    slow: list[str] = field(default_factory=list)

    def add(self, test: str, seconds: float, fault: str, marks: Sequence[int]) -> None:
        """Add what was seen of a test; one that did not end may reach everything, one that failed is left out."""
        if fault == TimeoutError.__name__:
            self.slow.append(test)
        elif not fault:
            self.seconds[test], self.breadth[test] = seconds, len(marks)
            for mark in marks:
                self.reaching.setdefault(mark, []).append(test)

    def keep(self, there: Container[str]) -> None:
        """Forget the tests that are not there."""
        self.slow = [each for each in self.slow if each in there]
        self.reaching = {mark: [each for each in tests if each in there] for mark, tests in self.reaching.items()}

    def in_order(self, marks: Sequence[int]) -> list[str]:
        """Return the tests that may reach one of the marks: quick and narrow ones first, slow ones last."""
        found = dict.fromkeys(test for mark in marks for test in self.reaching.get(mark, ()))
        if not found:
            # It runs on import, or never.
            return []
        return [*sorted(found, key=lambda each: (round(self.seconds[each], 2), self.breadth[each], each)), *self.slow]


class Trying:
    """The plug-in that tries faults instead of running the tests."""

    def __init__(self, words: argparse.Namespace, marks: Marks) -> None:
        self.words = words
        self.marks = marks
        self.tests = Tests()
        self.killers: dict[Place, list[str]] = {}
        self.items: dict[str, pytest.Item] = {}
        self.cached: tuple[Memo, ...] = ()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See what the tests reach, then try every fault that has no fate."""
        others = [each for game in GAMES if game != self.words.game for each in (game, f"[{_SHORT[game]}")]
        self.items = {each.nodeid: each for each in session.items if not any(other in each.nodeid for other in others)}
        for item in self.items.values():
            # What the report of a test would have left behind, for the fixture that removes its folder.
            item.stash[tmppath_result_key] = {}
        self.cached = tuple(memos(("reference", "tests", "properties", "oracle")))
        self._see()
        self.tests.keep(self.items)
        WATCHER.forget()
        gc.collect()
        gc.freeze()
        known = _statuses(self.words.out)
        but = set(self.words.but.read_text(encoding="utf-8").split()) if self.words.but else set()
        with self.words.out.open("a", encoding="utf-8") as out:
            for job in self._jobs():
                name = " + ".join(each.id for each in job)
                if name in but:
                    continue
                if name not in known or (self.words.again and known[name] in (UNFINISHED, trial.SURVIVED)):
                    out.write(json.dumps({"id": name, **self._fate(job)}) + "\n")
                    out.flush()
        return True

    def _jobs(self) -> list[tuple[Fault, ...]]:
        faults = read_faults(self.words.faults)
        if self.words.pairs:
            # The sample is in random order, so neighbours are random pairs.
            jobs: list[tuple[Fault, ...]] = list(zip(faults[0::2], faults[1::2], strict=False))
        else:
            jobs = [(fault,) for fault in faults]
        return jobs[: self.words.most]

    def _forget(self) -> None:
        for memo in self.cached:
            memo.cache_clear()

    def _see(self) -> None:
        """See what each test reaches; what is in the file already is believed."""
        path: Path = self.words.reach
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            self.tests.add(*json.loads(line))
        seen = {*self.tests.seconds, *self.tests.slow}
        with path.open("a", encoding="utf-8") as out:
            for name, item in self.items.items():
                if name in seen:
                    continue
                self._forget()
                self.marks.forget()
                before = time.process_time()
                with _within(_SLOW):
                    fault = trial.failure(item)
                how = "" if fault is None else type(fault).__name__
                found = (name, round(time.process_time() - before, 4), how, self.marks.passed())
                out.write(json.dumps(found) + "\n")
                out.flush()
                self.tests.add(*found)

    # ---------------------------------------------------------------- fates

    def _fate(self, job: Sequence[Fault]) -> dict[str, object]:
        codes = _codes(job)
        if isinstance(codes, str):
            return {"status": codes, "by": "", "ran": 0}
        marks = [mark for each in job if (mark := self.marks.at(each.path, position_of(each))) is not None]
        there = self.tests.in_order(marks)
        likely = [test for place in codes for test in self.killers.get(place, ()) if test in set(there)]
        order = list(dict.fromkeys((*likely, *there)))

        def work(telling: trial.Telling) -> list[str]:
            for (path, name), code in codes.items():
                function_of(importlib.import_module(name_of(path)), name).__code__ = code
            self._forget()
            return self._tried(order, telling)

        found = trial.in_child(work)
        if isinstance(found, list):
            status, by, ran = map(str, found)
        else:
            assert isinstance(found, trial.Broken)
            if not found.about:
                raise RuntimeError(f"{' + '.join(each.id for each in job)}: {found.how}")
            # A signal ended the process while that test ran.
            status, by, ran = trial.CRASHED, found.about, "1"
        if by:
            for place in codes:
                self.killers[place] = list(dict.fromkeys((by, *self.killers.get(place, ()))))[:_LIKELY]
        return {"status": status, "by": by, "ran": int(ran)}

    def _tried(self, order: Sequence[str], telling: trial.Telling) -> list[str]:
        begun = time.process_time()
        for number, test in enumerate(order):
            if time.process_time() - begun > self.words.seconds:
                return [UNFINISHED, "", str(number)]
            telling(test)
            with _within(_MORE + _TIMES * self.tests.seconds.get(test, _SLOW)):
                fault = trial.failure(self.items[test])
            if fault is not None:
                endless = isinstance(fault, TimeoutError)
                status = trial.KILLED if trial.is_assertion(fault) else trial.CRASHED
                return [trial.ENDLESS if endless else status, test, str(number + 1)]
            if facts_missing(test):
                # The plug-in that holds tests to their claims fails it.
                return [trial.KILLED, test, str(number + 1)]
        return [trial.SURVIVED, "", str(len(order))]


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Stop a test that computes longer; that the machine is busy does not count."""
    signal.signal(signal.SIGPROF, _out_of_time)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _out_of_time(*_: object) -> NoReturn:
    raise TimeoutError


def _statuses(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return {str(each["id"]): str(each["status"]) for each in map(json.loads, lines)}


def _codes(job: Sequence[Fault]) -> dict[Place, types.CodeType] | str:
    """Return the code of each function with its faults; if that cannot be, why."""
    by_place: dict[Place, list[Fault]] = {}
    for fault in job:
        name = function_at(fault)
        assert name is not None, fault.id
        by_place.setdefault((fault.path, name), []).append(fault)
    for faults in by_place.values():
        if len(faults) == 2 and max(each.first for each in faults) < min(each.last for each in faults):
            return "overlapping"
    try:
        return {place: planted_code(faults, place[1]) for place, faults in by_place.items()}
    except SyntaxError:
        return "no_python"


def main() -> int:
    """Try the faults of a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    for each in ("faults", "reach", "out"):
        parser.add_argument(each, type=lambda given: Path(given).resolve())
    parser.add_argument("--seconds", type=float, default=3.0, help="of tests, at most, for each fault")
    parser.add_argument("--most", type=int, help="so many of the sample")
    parser.add_argument("--again", action="store_true", help="those too that nothing noticed")
    parser.add_argument("--but", type=Path, help="a file of ids that are passed over")
    parser.add_argument("--pairs", action="store_true", help="two faults at once")
    parser.add_argument("--wide", action="store_true", help="with the tests that are not about one game")
    words = parser.parse_args()
    marks = Marks()
    marks.install(ROOT)
    files = [f"tests/{words.game}", f"properties/{words.game}", "tests/test_golden.py"]
    if words.wide:
        files += _WIDE
    return int(pytest.main([*trial.FLAGS, *files], plugins=[Trying(words, marks)]))


if __name__ == "__main__":
    sys.exit(main())
