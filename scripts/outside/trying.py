"""Try faults: collect the tests of a game once, see what each reaches, then fork a child for every fault.

Run as `python -m scripts.outside.trying GAME FAULTS REACH OUT [--seconds N] [--again] [--pairs]` in a copy of the tree. Any
test that fails under a fault has noticed it: by an assertion, by an exception, or because it never ends.
"""

import argparse
import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from _pytest.tmpdir import tmppath_result_key

from oracle.evidence.links import ROOT
from oracle.mutation import trial
from oracle.rule_watcher import function_of, memos
from scripts.outside.reach import Marks
from scripts.outside.sample import GAMES, Fault, function_at, planted_code, position_of, read_faults

_MOST_REACHING = 1.5
_LIKELY = 6
_SHORT = {"few_acres_of_snow": "fa", "hammer_of_the_scots": "hs", "wilderness_war": "ww"}


@dataclass(slots=True)
class Tests:
    """The tests of a game: how long each takes, and which reach a mark."""

    seconds: dict[str, float] = field(default_factory=dict)
    reaching: dict[int, list[str]] = field(default_factory=dict)
    breadth: dict[str, int] = field(default_factory=dict)
    slow: list[str] = field(default_factory=list)

    def add(self, given: Mapping[str, object]) -> None:
        """Take over a line of the file."""
        name, seconds, marks = given["test"], given["seconds"], given["marks"]
        assert isinstance(name, str)
        assert isinstance(seconds, float)
        assert isinstance(marks, list)
        self.seconds[name] = seconds
        self.breadth[name] = len(marks)
        for mark in marks:
            self.reaching.setdefault(mark, []).append(name)

    def in_order(self, marks: Sequence[int]) -> list[str]:
        """Return the tests that reach a mark, quick and narrow ones first."""
        found = dict.fromkeys(test for mark in marks for test in self.reaching.get(mark, ()))
        return sorted(found, key=lambda each: (round(self.seconds[each], 2), self.breadth[each], each))


class Trying:
    """The plug-in that tries faults instead of running the tests."""

    def __init__(self, words: argparse.Namespace, marks: Marks) -> None:
        self.words = words
        self.marks = marks
        self.tests = Tests()
        self.killers: dict[str, list[str]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See what the tests reach, then try every fault that has no fate."""
        others = [each for game in GAMES if game != self.words.game for each in (game, f"[{_SHORT[game]}")]
        items = {each.nodeid: each for each in session.items if not any(other in each.nodeid for other in others)}
        for item in items.values():
            # What the report of a test would have left behind, for the fixture that removes its folder.
            item.stash[tmppath_result_key] = {}
        cached = tuple(memos(("reference", "tests", "properties", "oracle")))
        self._see(items, cached)
        gc.collect()
        gc.freeze()
        done = {json.loads(line)["id"] for line in self.words.out.open()} if self.words.out.is_file() else set()
        jobs = [[fault] for fault in read_faults(self.words.faults)]
        if self.words.only:
            only = set(self.words.only.read_text().split())
            jobs = [each for each in jobs if each[0].id in only]
        if self.words.pairs:
            jobs = list(zip(jobs[0::2], jobs[1::2], strict=False))
            jobs = [[*one, *two] for one, two in jobs]
        with self.words.out.open("a", encoding="utf-8") as out:
            for job in jobs[: self.words.most]:
                name = " + ".join(each.id for each in job)
                if name in done:
                    continue
                fate = self._fate(job, items, cached)
                if fate is not None:
                    out.write(json.dumps({"id": name, **fate}) + "\n")
                    out.flush()
        return True

    # ---------------------------------------------------------------- reach

    def _see(self, items: Mapping[str, pytest.Item], cached: Sequence[object]) -> None:
        path: Path = self.words.reach
        known = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
        for each in known:
            self._take(each)
        seen = {each["test"] for each in known}
        with path.open("a", encoding="utf-8") as out:
            for name, item in items.items():
                if name in seen:
                    continue
                for memo in cached:
                    memo.cache_clear()
                self.marks.forget()
                before = time.process_time()
                with trial.within((_MOST_REACHING - trial._SECONDS) / trial._TIMES):
                    fault = trial.failure(item)
                line = {
                    "test": name,
                    "seconds": round(time.process_time() - before, 4),
                    "failed": "" if fault is None else f"{type(fault).__name__}: {fault}"[:200],
                    "marks": self.marks.passed(),
                }
                out.write(json.dumps(line) + "\n")
                out.flush()
                self._take(line)

    def _take(self, line: Mapping[str, object]) -> None:
        if line["failed"]:
            self.tests.slow.append(str(line["test"]))
        else:
            self.tests.add(line)

    # ---------------------------------------------------------------- fates

    def _fate(self, job: Sequence[Fault], items: Mapping[str, pytest.Item], cached: Sequence[object]) -> dict | None:
        places = [function_at(each) for each in job]
        if None in places:
            return {"status": "outside", "by": "", "how": ""}
        codes = {}
        for fault, name in zip(job, places, strict=True):
            same = [each for each, other in zip(job, places, strict=True) if (each.path, other) == (fault.path, name)]
            if len(same) == 2 and max(each.first for each in same) < min(each.last for each in same):
                return {"status": "overlapping", "by": "", "how": ""}
            try:
                codes[fault.path, name] = planted_code(same, name)
            except SyntaxError as error:
                return {"status": "no_python", "by": "", "how": str(error)}
        marks = [mark for each in job if (mark := self.marks.at(each.path, position_of(each))) is not None]
        likely = [test for key in codes for test in self.killers.get(f"{key[0]} {key[1]}", ())]
        reaching = self.tests.in_order(marks)
        there = set(reaching)
        order = [*dict.fromkeys(test for test in likely if test in there), *reaching]
        if self.words.slow:
            order += self.tests.slow
        order = list(dict.fromkeys(order))

        def work(telling: trial.Telling) -> list[str]:
            for (path, name), code in codes.items():
                module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
                function_of(module, name).__code__ = code
            for memo in cached:
                memo.cache_clear()
            return self._tried(order, items, telling)

        before = os.times()
        found = trial.in_child(work)
        after = os.times()
        if isinstance(found, trial.Broken):
            found = ["crashed", found.about, f"the process: {found.how}", "0"]
        status, by, how, ran = found
        if by:
            for key in codes:
                known = self.killers.setdefault(f"{key[0]} {key[1]}", [])
                self.killers[f"{key[0]} {key[1]}"] = list(dict.fromkeys((by, *known)))[:_LIKELY]
        spent = round(sum(after[2:4]) - sum(before[2:4]), 2)
        return {"status": status, "by": by, "how": how, "ran": int(ran), "reaching": len(reaching), "seconds": spent}

    def _tried(self, order: Sequence[str], items: Mapping[str, pytest.Item], telling: trial.Telling) -> list[str]:
        begun = time.process_time()
        for number, test in enumerate(order):
            if time.process_time() - begun > self.words.seconds:
                return ["unfinished", "", "", str(number)]
            if test not in items:
                continue
            telling(test)
            usual = self.tests.seconds.get(test, _MOST_REACHING)
            with trial.within(usual + (2.0 - trial._SECONDS) / trial._TIMES):
                fault = trial.failure(items[test])
            if isinstance(fault, TimeoutError):
                return ["endless", test, "TimeoutError", str(number + 1)]
            if fault is not None:
                kind = "asserted" if trial.is_assertion(fault) else "crashed"
                return [kind, test, type(fault).__name__, str(number + 1)]
        return ["survived", "", "", str(len(order))]


def main() -> int:
    """Try the faults of a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    for each in ("faults", "reach", "out"):
        parser.add_argument(each, type=Path)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--most", type=int)
    parser.add_argument("--only", type=Path)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--tests", nargs="*")
    words = parser.parse_args()
    for each in ("faults", "reach", "out"):
        setattr(words, each, getattr(words, each).resolve())
    marks = Marks()
    marks.install(ROOT)
    files = words.tests or [f"tests/{words.game}", f"properties/{words.game}", "tests/test_golden.py"]
    return int(pytest.main([*trial.FLAGS, *files], plugins=[Trying(words, marks)]))


if __name__ == "__main__":
    sys.exit(main())
