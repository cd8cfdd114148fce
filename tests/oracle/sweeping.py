"""What tests of sweeps share: the command as a process, and the rows of a file."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from oracle.evidence.links import ROOT

PATIENCE = 120


def started(*words: str, before: str = "", folder: Path = ROOT) -> "subprocess.Popen[str]":
    """Start the tool, after some lines of Python."""
    program = f"import sys\nfrom oracle.cli import main\n{before}\nsys.exit(main({list(words)!r}))"
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def said(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Return how a process ended, and what it said."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def rows(path: Path) -> list[tuple[object, ...]]:
    """Return every row of a file of games, in order; refuse a file that is not whole."""
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return base.execute("SELECT * FROM games ORDER BY scenario, ruleset, seed").fetchall()


def how_many(path: Path) -> int:
    """Return how many games a file keeps now; none if it has not been begun."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as base:
        try:
            return int(base.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.05)
