"""What many games cost: `python -m bench.scale`, the figures of docs/scale.md.

Rates of whole seeded games as `referee play` plays them, and how fast their rows are kept; what it costs to hand over a
task, for several numbers of things in it, to a process of this machine and to a worker of a Dask scheduler on the
loopback address (with the extra `cluster`). The load of the machine is printed before and after.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from oracle.executors import each
from oracle.executors.each import Where, done_together, each_as_done
from oracle.executors.pool import Pool
from oracle.sweeps.games import GameAsked, GamePlayed, Start
from oracle.sweeps.kept_games import kept_games

STARTS = (
    Start("wilderness_war", "standard", "annus_mirabilis"),
    Start("wilderness_war", "standard", "full_campaign"),
    Start("hammer_of_the_scots", "standard", "braveheart"),
    Start("few_acres_of_snow", "first", "standard"),
)
_MOST_STEPS = 50_000
_SIZES = (1, 10, 100, 1_000)
_LOOPBACK = "127.0.0.1"


def rates(games: int) -> Iterator[tuple[Start, list[GamePlayed], float]]:
    """Play some games of each start: the games, and the seconds of processor time of one."""
    for start in STARTS:
        GameAsked(start, 0, 50).played()
        begun = time.process_time()
        played = [GameAsked(start, seed, _MOST_STEPS).played() for seed in range(1, games + 1)]
        yield start, played, (time.process_time() - begun) / games


def keeping(game: GamePlayed, rows: int, folder: Path) -> tuple[float, float]:
    """Keep a game many times under other seeds: rows a second of processor time, and bytes a row."""
    path = folder / "rows.sqlite"
    begun = time.process_time()
    with kept_games(path, game.start.game, {}, resume=False) as kept:
        for seed in range(rows):
            kept.add(
                GamePlayed(
                    game.start,
                    seed,
                    game.decisions,
                    game.result,
                    game.winner,
                    game.ended_by,
                    game.scores,
                    game.rules,
                    f"{seed:064x}",
                )
            )
    return rows / (time.process_time() - begun), path.stat().st_size / rows


def handing_over(pool: Pool, size: int, tasks: int) -> float:
    """Return the seconds that a task of so many things that cost nothing takes, many being under way."""
    things = tuple(range(size))
    for future in [pool.submit(done_together, abs, things) for _ in range(pool.slots)]:
        future.result()
    begun = time.perf_counter()
    for future in [pool.submit(done_together, abs, things) for _ in range(tasks)]:
        future.result()
    return (time.perf_counter() - begun) / tasks


def spread(where: Where, games: int) -> float:
    """Return how many short games are played in a second of real time, tasks being as large as they choose."""
    asked = [GameAsked(STARTS[3], seed, 100) for seed in range(games)]
    begun = time.perf_counter()
    assert sum(1 for _ in each_as_done(GameAsked.played, asked, where)) == games
    return games / (time.perf_counter() - begun)


@contextmanager
def loopback(workers: int) -> Iterator[str]:
    """Start a scheduler and workers on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "dask"]
        common = ["--host", _LOOPBACK, "--no-dashboard"]
        environment = {**os.environ, "PYTHONPATH": str(Path(each.__file__).parents[2])}
        started = [_quiet([*dask, "scheduler", *common, "--port", "0", "--scheduler-file", str(told)], environment)]
        try:
            while not (told.exists() and told.read_text(encoding="utf-8").rstrip().endswith("}")):
                time.sleep(0.1)
            address = str(json.loads(told.read_text(encoding="utf-8"))["address"])
            local = ["--local-directory", folder]
            for _ in range(workers):
                words = [*dask, "worker", address, *common, "--nthreads", "1", "--no-nanny", *local]
                started.append(_quiet(words, environment))
            yield address
        finally:
            for process in started:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _quiet(words: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    return subprocess.Popen(words, env=environment, stdout=nothing, stderr=nothing, start_new_session=True)


def _print_pool(name: str, where: Where, tasks: int) -> None:
    pool = where.pool(None)
    assert pool is not None
    try:
        for size in _SIZES:
            seconds = handing_over(pool, size, tasks)
            print(
                f"{name:<28} {size:>5} things a task  {seconds * 1e3:>8.2f} ms a task  "
                f"{seconds / size * 1e6:>9.1f} µs a thing"
            )
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="games of each start (default: 5)")
    parser.add_argument("--tasks", type=int, default=300, help="tasks of each size (default: 300)")
    given = parser.parse_args()
    print(f"load {os.getloadavg()}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        for start, played, seconds in rates(given.games):
            decisions = sum(game.decisions for game in played) / len(played)
            rows, size = keeping(played[0], 20_000, Path(folder))
            (Path(folder) / "rows.sqlite").unlink()
            print(
                f"{start.game:<20} {start.scenario:<16} {seconds:>7.3f} s a game  {decisions:>7.0f} decisions  "
                f"{rows:>8.0f} rows/s kept  {size:>6.0f} bytes a row"
            )
    _print_pool("processes here (2)", Where(2), given.tasks)
    print(f"short games, processes here (2): {spread(Where(2), 200):.1f}/s")
    if find_spec("distributed") is None:
        print("a Dask worker: not measured, the extra `cluster` is not installed")
    else:
        with loopback(2) as address:
            where = Where(cluster=address)
            _print_pool("Dask workers here (2)", where, given.tasks)
            print(f"short games, Dask workers here (2): {spread(where, 200):.1f}/s")
    print(f"load {os.getloadavg()}")


if __name__ == "__main__":
    main()
