"""A real scheduler and real workers of Dask on this machine: the same results, whoever is lost."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from oracle.evidence.links import ROOT
from tests.oracle.helpers import answer
from tests.oracle.sweeping import how_many, rows, said, started, until

Capsys = pytest.CaptureFixture[str]
LOOPBACK = "127.0.0.1"
PLAY = ("play", "few_acres_of_snow", "--games", "40", "--most-steps", "200")
OFTEN = (
    "import oracle.executors.cluster as cluster, oracle.sweeps.kept_games as kept\n"
    "cluster.ClusterPool.seconds_a_task = 0.05\n"
    "kept._SECONDS_BETWEEN_COMMITS = 0.01"
)


@contextmanager
def _dask(*words: str) -> "Iterator[subprocess.Popen[bytes]]":
    """Start a part of Dask, which listens on the loopback address only; end it at the end, with what it has started."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "60s"}
    whole = [sys.executable, "-m", "dask", *words, "--host", LOOPBACK, "--no-dashboard"]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(whole, env=environment, stdout=nothing, stderr=nothing, start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def _scheduler(folder: Path) -> "Iterator[tuple[subprocess.Popen[bytes], str]]":
    """Start a scheduler; it says in a file where it is."""
    told = folder / "scheduler.json"
    with _dask("scheduler", "--port", "0", "--scheduler-file", str(told)) as process:
        until(lambda: told.exists() and bool(told.read_text(encoding="utf-8").rstrip().endswith("}")))
        yield process, str(json.loads(told.read_text(encoding="utf-8"))["address"])


def _worker(folder: Path, address: str) -> "ExitStack[bool | None]":
    with ExitStack() as stack:
        where = str(folder / "workers")
        stack.enter_context(_dask("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", where))
        return stack.pop_all()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with one worker."""
    folder = tmp_path_factory.mktemp("cluster")
    with _scheduler(folder) as (_, where), _worker(folder, where):
        yield where


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "golden/few_acres_of_snow", "--json"),
        ("perft", "hammer_of_the_scots", "--scenario", "braveheart", "--depth", "3"),
        ("diff", "first", "second", "--game", "few_acres_of_snow", "--games", "2", "--most-steps", "60"),
        ("play", "few_acres_of_snow", "--games", "6", "--most-steps", "100", "--json"),
    ],
)
def test_a_cluster_says_byte_for_byte_what_this_machine_says(address: str, words: tuple[str, ...]) -> None:
    alone, there = started(*words, "--jobs", "1"), started(*words, "--cluster", address)
    (code, out, _), (code_there, out_there, err) = said(alone), said(there)
    assert (code, code_there) == (0, 0), err
    assert _timeless(out_there) == _timeless(out)


def _timeless(out: str) -> str:
    """Leave out how long each file took."""
    return "\n".join(line for line in out.splitlines() if '"seconds"' not in line)


_ENDLESS = """
from oracle.peers.departures import NO_DEPARTURES
from oracle.peers.formats import Format, has
class Endless:
    game, departures = "few_acres_of_snow", NO_DEPARTURES
    format = Format("endless", "never read to its end", (has("endless"),))
    def replay(self, lines):
        while True:
            pass
"""


def test_limits_of_a_file_and_importers_of_ones_own_hold_on_a_cluster(address: str, tmp_path: Path) -> None:
    """Given an importer that does not come back, then a worker stops it after a second, and the next file is read."""
    (tmp_path / "endless_importer.py").write_text(_ENDLESS, encoding="utf-8")
    (tmp_path / "a.jsonl").write_text('{"endless":1}', encoding="utf-8")
    golden = min((ROOT / "golden" / "few_acres_of_snow").glob("*.jsonl"))
    words = ("verify", "a.jsonl", str(golden), "--importer", "endless_importer:Endless", "--most-seconds", "1")
    code, out, err = said(started(*words, "--cluster", address, folder=tmp_path))
    assert (code, err) == (4, "referee: a.jsonl: takes longer than 1 seconds\n")
    assert out.splitlines()[-1].startswith("2 traces, 1 conform, 1 ran over")


def test_a_worker_with_other_code_is_refused(address: str) -> None:
    other = "import oracle.executors.cluster as cluster\ncluster.code_digest = lambda _: '0' * 16"
    code, out, err = said(started(*PLAY, "--cluster", address, before=other))
    assert (code, out) == (2, "")
    assert "has not the code of this machine (digest " in err
    assert "; here 0000000000000000); install the same version of Referee there" in err


def test_a_worker_killed_and_a_worker_that_joins_late_change_no_row(tmp_path: Path) -> None:
    """Given a sweep with one worker, when another joins and the first is killed, then each game is there once."""
    out, whole = tmp_path / "games.sqlite", tmp_path / "whole.sqlite"
    assert said(started(*PLAY, "--jobs", "1", "--out", str(whole)))[0] == 0
    with _scheduler(tmp_path) as (_, where), _worker(tmp_path, where) as first:
        sweep = started(*PLAY, "--cluster", where, "--out", str(out), before=OFTEN)
        until(lambda: how_many(out) >= 3)
        with _worker(tmp_path, where):
            first.close()
            code, _, err = said(sweep)
    assert (code, err) == (0, "")
    assert rows(out) == rows(whole)


def test_a_lost_scheduler_is_said_and_the_sweep_goes_on_without_it(tmp_path: Path) -> None:
    """Given a sweep whose scheduler is killed, then it ends with 5 and a sentence, and the rest is played here."""
    out, whole = tmp_path / "games.sqlite", tmp_path / "whole.sqlite"
    with _scheduler(tmp_path) as (scheduler, where), _worker(tmp_path, where):
        sweep = started(*PLAY, "--cluster", where, "--out", str(out), before=OFTEN)
        until(lambda: how_many(out) >= 3)
        scheduler.kill()
        code, _, err = said(sweep)
    assert code == 5
    assert err.startswith(f"referee: the cluster of the scheduler at {where} is lost: ")
    assert err.endswith(" of 40 games are kept, and --resume goes on from there\n")
    assert 3 <= len(rows(out)) < 40
    assert said(started(*PLAY, "--jobs", "1", "--out", str(out), "--resume"))[0] == 0
    assert said(started(*PLAY, "--jobs", "1", "--out", str(whole)))[0] == 0
    assert rows(out) == rows(whole)


def test_where_nobody_answers_it_says_so() -> None:
    soon = "import oracle.executors.cluster as cluster\ncluster._SECONDS_TO_CONNECT = 1"
    code, out, err = said(started(*PLAY, "--cluster", f"tcp://{LOOPBACK}:9", before=soon))
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: --cluster tcp://{LOOPBACK}:9: no Dask scheduler answers there (")
    assert "Traceback" not in err


def test_a_scheduler_without_workers_is_not_waited_for_without_end(tmp_path: Path) -> None:
    soon = "import oracle.executors.cluster as cluster\ncluster.SECONDS_WITHOUT_WORKERS = 0.5"
    with _scheduler(tmp_path) as (_, where):
        code, out, err = said(started(*PLAY, "--cluster", where, before=soon))
    assert (code, out) == (2, "")
    assert f"the scheduler has no workers; `dask worker {where}` starts some" in err


def test_without_the_extra_it_says_what_to_install(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.executors.cluster.find_spec", lambda _: None)
    code, out, err = answer(capsys, *PLAY, "--cluster", f"tcp://{LOOPBACK}:9")
    assert (code, out) == (2, "")
    assert err == "referee: --cluster: needs the extra `cluster` (Dask): pip install 'referee[cluster]'\n"
