"""Do the same with many things, on the cores at hand, in order, with a bar on a terminal."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TextIO, TypeVar

T = TypeVar("T")
U = TypeVar("U")

# Starting processes takes longer than replaying a few traces.
_FEWEST = 24
_WIDTH = 30
_PAUSE = 0.1


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each_in_order(work: Callable[[T], U], things: Sequence[T], jobs: int | None = None) -> Iterator[U]:
    """Return what comes of each thing, in order; several at once if there are many or jobs are asked for."""
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
        # Whoever stops at the first divergence does not wait for the rest.
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep Ctrl-C waiting while workers are started, for one just begun would not yet know to go in silence."""
    _heed_ctrl_c(False)
    try:
        yield
    finally:
        _heed_ctrl_c(True)


def _heed_ctrl_c(heeded: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK if heeded else signal.SIG_BLOCK, {signal.SIGINT})


def _end_at_once() -> None:
    """Let Ctrl-C end a worker without a word: what there is to say the main process says."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _heed_ctrl_c(True)


def _unless_cancelled(fault: threading.ExceptHookArgs) -> None:
    """Pass over what the pool's own thread complains of when Ctrl-C ends its workers: that work was cancelled."""
    if not issubclass(fault.exc_type, InvalidStateError):
        threading.__excepthook__(fault)


class Bar:
    """A bar on standard error that tells how far long work has come; silent unless that is a terminal.

    It is gone when its block ends, however that ends.
    """

    def __init__(self, total: int, noun: str, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._total = total
        self._noun = noun
        self._done = 0
        self._shown_at = 0.0
        self._active = total > 1 and self._stream.isatty()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def advance(self) -> None:
        """Count one more thing as done."""
        self._done += 1
        now = time.monotonic()
        if self._active and (now - self._shown_at > _PAUSE or self._done == self._total):
            self._shown_at = now
            filled = _WIDTH * self._done // self._total
            bar = "#" * filled + "-" * (_WIDTH - filled)
            self._stream.write(f"\r[{bar}] {self._done}/{self._total} {self._noun}")
            self._stream.flush()

    def clear(self) -> None:
        """Take the bar away, so that a line can be printed."""
        if self._active:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


class Ticker:
    """A count on standard error while work goes on whose end is not known; silent unless that is a terminal."""

    def __init__(self, noun: str, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._noun = noun
        self._shown_at = time.monotonic()
        self._active = self._stream.isatty()

    def __enter__(self) -> "Ticker":
        return self

    def __exit__(self, *_: object) -> None:
        if self._active:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def tick(self, number: int) -> None:
        """Show how far the work has come."""
        if self._active and time.monotonic() - self._shown_at > _PAUSE:
            self._shown_at = time.monotonic()
            self._stream.write(f"\r{number} {self._noun}")
            self._stream.flush()
