"""How long counting lines of play, or walking for odds, may take: said before it begins.

A few random lines are played. From the number of actions at each of their positions follows an estimate of all
positions (Knuth's method), and from the time they took an estimate of the time. Counting meets some positions again and
skips them, so it usually takes less.
"""

import sys
import time
from dataclasses import dataclass

from oracle.choices import StableRandom
from oracle.perft import after
from reference.kernel.decisions import Over
from reference.kernel.table import Table

_LINES = 24
_STEPS = 8
# A procedure with more decisions than this is walked to the limit anyway.
_DEPTH = 40
_SECONDS = 2.0
_WORTH_SAYING = 2.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many positions there may be to look at, and how many seconds that may take."""

    positions: int
    seconds: float

    def __str__(self) -> str:
        return f"up to about {_round(self.positions)} positions, {_time(self.seconds)}; Ctrl-C stops with what there is"


def estimated(table: Table, depth: int) -> Estimate:
    """Return how long it may take to count the lines of a depth below a position."""
    choices, begun = StableRandom(f"estimate/{depth}"), time.perf_counter()
    total, played, lines = 0, 0, 0
    while lines < _LINES and (not lines or time.perf_counter() - begun < _SECONDS):
        here, weight = table, 1
        for _ in range(depth - 1):
            due = here.due()
            if isinstance(due, Over) or not due.actions:
                break
            weight *= len(due.actions)
            total += weight
            played += 1
            here = after(here, due.by, choices.one(due.actions))
        lines += 1
    seconds = (time.perf_counter() - begun) / max(played, 1)
    return Estimate(total // lines + 1, seconds * (total / lines))


def announce(table: Table, depth: int, *, wanted: bool) -> None:
    """Say on standard error how long it may take: if asked to, or on a terminal if it is worth saying."""
    if not (wanted or sys.stderr.isatty()):
        return
    found = estimated(table, depth)
    if wanted or found.seconds > _WORTH_SAYING:
        print(f"referee: {found}", file=sys.stderr)


def announce_walk(table: Table, most: int, *, wanted: bool) -> None:
    """Say on standard error how long a walk for odds may take at the most: if asked to, or if it is worth saying."""
    if not (wanted or sys.stderr.isatty()):
        return
    positions = min(most, estimated(table, _DEPTH).positions)
    found = Estimate(positions, positions * _seconds_a_position(table))
    if wanted or found.seconds > _WORTH_SAYING:
        print(f"referee: {found}", file=sys.stderr)


def _seconds_a_position(table: Table) -> float:
    """Return how long it takes to look at a position, measured on a few random lines."""
    choices, begun, played = StableRandom("estimate"), time.perf_counter(), 0
    for _ in range(_LINES):
        here = table
        for _ in range(_STEPS):
            due = here.due()
            if isinstance(due, Over) or not due.actions or time.perf_counter() - begun > _SECONDS:
                break
            here = after(here, due.by, choices.one(due.actions))
            played += 1
    return (time.perf_counter() - begun) / max(played, 1)


def _round(number: int) -> str:
    digits = max(0, len(str(number)) - 2)
    return f"{round(number, -digits):,}".replace(",", " ")


def _time(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"some {round(seconds / length)} {unit}"
    return f"some {round(seconds)} seconds" if seconds >= _WORTH_SAYING else "a moment"
