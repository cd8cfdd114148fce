"""Work in several processes: in order or as it is done, and what the loss of a process costs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from oracle.errors import InputError, WorkersLost
from oracle.evidence.links import ROOT
from oracle.executors import each
from oracle.executors.each import ALONE, Where, each_as_done, each_in_order
from oracle.executors.shared_files import shared
from tests.oracle.helpers import answer
from tests.oracle.sweeping import until

Capsys = pytest.CaptureFixture[str]
TWO = Where(2)


def _killed_once(folder: Path, number: int) -> int:
    """Kill the process that first gets to some numbers; note who counted what."""
    mark = folder / f"killed_{number}"
    if number in (7, 60) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize("where", [ALONE, TWO])
def test_results_come_in_order_or_each_with_its_thing(where: Where) -> None:
    numbers = range(-100, 0)
    assert list(each_in_order(abs, numbers, where)) == list(range(100, 0, -1))
    assert sorted(each_as_done(abs, iter(numbers), where)) == [(number, -number) for number in numbers]


def test_a_killed_process_costs_its_task_which_is_done_again(tmp_path: Path) -> None:
    """Given processes that are killed twice in the midst, then every result is there once, and in order."""
    work = partial(_killed_once, tmp_path)
    assert list(each_in_order(work, range(200), TWO)) == [number * number for number in range(200)]
    assert {path.name for path in tmp_path.iterdir()} == {"killed_7", "killed_60"}
    for path in tmp_path.iterdir():
        path.unlink()
    assert sorted(each_as_done(work, range(200), TWO)) == [(number, number * number) for number in range(200)]


def _deadly(number: int) -> int:
    if number == 30:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_task_that_kills_whoever_does_it_is_given_up_and_named() -> None:
    """Given a thing that nobody survives, then the results before it come, and then it is named."""
    found: list[int] = []
    with pytest.raises(WorkersLost, match=r"every worker that takes up .* is lost with it"):
        found.extend(each_in_order(_deadly, range(40), TWO))
    assert found == list(range(len(found)))
    assert len(found) <= 30


def test_a_lost_process_ends_the_command_with_5_and_a_sentence(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.replays.replay_file", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    golden = str(ROOT / "golden" / "few_acres_of_snow")
    code, _, err = answer(capsys, "verify", golden, "--jobs", "2")
    assert code == 5
    assert err.startswith("referee: every worker that takes up ")
    assert "Traceback" not in err


def _failing(number: int) -> int:
    if number == 25:
        raise InputError("25 is too many")
    return number


def test_an_exception_comes_in_its_turn() -> None:
    found = each_in_order(_failing, range(100), TWO)
    assert next(found) == 0
    with pytest.raises(InputError, match="25 is too many"):
        list(found)


def test_no_more_is_taken_from_a_source_than_keeps_all_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a source without end, when the first hundred results are there, then only some more have been taken."""
    monkeypatch.setattr(each, "_MOST_A_TASK", 3)
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    found = each_in_order(abs, endless(), TWO)
    assert [next(found) for _ in range(100)] == list(range(1, 101))
    assert taken <= 100 + 3 * 2 * each._AHEAD + 3


def _process(_: object) -> int:
    return os.getpid()


_KILLED = """
import os, time
from oracle.executors.each import Where, each_in_order
from tests.oracle.test_executors import _process
found = each_in_order(_process, range(1000), Where(2))
print(next(found), flush=True)
time.sleep(60)
"""


def _is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_when_the_command_is_killed_its_processes_end(tmp_path: Path) -> None:
    words = [sys.executable, "-c", _KILLED]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
        until(partial(_is_gone, worker))


def test_a_file_that_another_machine_does_not_see_as_we_do_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("one", encoding="utf-8")
    seen, gone = shared(path), shared(tmp_path / "gone.jsonl")
    assert seen.demanded() == path
    assert gone.demanded() == tmp_path / "gone.jsonl"
    path.write_text("another", encoding="utf-8")
    with pytest.raises(InputError, match=r"do not see this file as it is here"):
        seen.demanded()
    path.unlink()
    with pytest.raises(InputError, match=r"must be in a folder that all machines share"):
        seen.demanded()


def test_processes_and_a_cluster_are_not_both_asked_for(capsys: Capsys) -> None:
    words = ("perft", "hammer_of_the_scots", "--depth", "1", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1")
    code, out, err = answer(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("referee: --jobs: ")


def test_counts_in_parts_are_the_counts(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given few positions at which others go on, when counted in parts, then the numbers are those of one process."""
    monkeypatch.setattr("oracle.perft._FRONT", 20)
    monkeypatch.setattr("oracle.perft._PARTS", 7)
    for words in (
        ("perft", "hammer_of_the_scots", "--scenario", "braveheart", "--depth", "4"),
        ("perft", "golden/wilderness_war/ex-7.62.jsonl@0", "--depth", "4"),
        ("divide", "hammer_of_the_scots", "--scenario", "braveheart", "--depth", "3"),
        ("diff", "first", "second", "--game", "few_acres_of_snow", "--games", "2", "--most-steps", "60"),
    ):
        assert answer(capsys, *words, "--jobs", "2") == answer(capsys, *words), words


def test_time_is_not_lost_on_waiting_for_what_is_done() -> None:
    begun = time.monotonic()
    assert len(list(each_in_order(time.sleep, [0.001] * 300, TWO))) == 300
    assert time.monotonic() - begun < 30
