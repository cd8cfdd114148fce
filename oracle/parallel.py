"""Do the same work for many things on several cores, and return the results in order."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")

# Starting processes takes longer than replaying a few traces.
_FEWEST = 24


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each_in_order(work: Callable[[T], U], things: Sequence[T], jobs: int | None = None) -> Iterator[U]:
    """Return the result for each thing, in order; run in parallel if there are many things or `jobs` says so."""
    wanted = cores() if jobs is None else jobs
    if wanted <= 1 or len(things) < (_FEWEST if jobs is None else 2):
        yield from map(work, things)
        return
    threading.excepthook = _unless_cancelled
    pool = ProcessPoolExecutor(min(wanted, len(things)), initializer=_end_at_once)
    try:
        with _undisturbed():
            results = pool.map(work, things, chunksize=max(1, min(16, len(things) // (4 * wanted))))
        yield from results
    finally:
        # A caller that stops early, at the first divergence, does not wait for the rest.
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Make Ctrl-C wait until the workers have started: before that, they would print a traceback."""
    _heed_ctrl_c(False)
    try:
        yield
    finally:
        _heed_ctrl_c(True)


def _heed_ctrl_c(heeded: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK if heeded else signal.SIG_BLOCK, {signal.SIGINT})


def _end_at_once() -> None:
    """Let Ctrl-C end a worker silently; only the main process prints a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _heed_ctrl_c(True)


def _unless_cancelled(fault: threading.ExceptHookArgs) -> None:
    """Ignore the error of the pool's own thread that work was cancelled when Ctrl-C ends its workers."""
    if not issubclass(fault.exc_type, InvalidStateError):
        threading.__excepthook__(fault)
