"""Limits of time and memory for open-ended work: what runs over is stopped, and what there is so far is reported."""

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import FrameType

from oracle.numbers_given import count

# Seconds after which a limit is said once more: where Python runs a finaliser, an exception gets lost.
_AGAIN = 1.0
# An exception that falls into one of these may leave a lock taken for ever; there it waits so many seconds.
_WITH_LOCKS = frozenset(
    ("concurrent", "contextlib", "coverage", "importlib", "logging", "queue", "threading", "weakref")
)
_A_MOMENT = 0.005
# The exit code of a command that was stopped at a limit and has said what it has.
AT_LIMIT = 4


class RanOver(Exception):
    """Work that takes longer than it may."""


def add_limit(parser: argparse.ArgumentParser) -> None:
    """Let a command take a limit of time."""
    parser.add_argument(
        "--most-seconds",
        type=count,
        metavar="N",
        help=f"stop after so long and print what there is, with exit code {AT_LIMIT} (default: no limit)",
    )


def seconds_of(arguments: argparse.Namespace) -> int | None:
    """Return the limit that was given, if any."""
    return None if arguments.most_seconds is None else int(arguments.most_seconds)


@contextmanager
def memory_limit(megabytes: int | None) -> Iterator[None]:
    """Raise `RanOver` in a block that takes more memory than that; only where the system can limit it."""
    if megabytes is None or find_spec("resource") is None:
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    try:
        yield
    except MemoryError:
        raise RanOver(f"takes more than {megabytes} megabytes of memory") from None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, hard))


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `RanOver` in a block once it has run for so long; only where the system has such a clock."""
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, frame: FrameType | None) -> None:
        if frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in _WITH_LOCKS:
            signal.setitimer(signal.ITIMER_REAL, _A_MOMENT, _AGAIN)
            return
        raise RanOver(f"takes longer than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        try:  # noqa: SIM105 - to enter a context is a call, into which the last word could fall
            signal.setitimer(signal.ITIMER_REAL, 0)
        except RanOver:
            pass  # It had come just before.
        signal.signal(signal.SIGALRM, before)
