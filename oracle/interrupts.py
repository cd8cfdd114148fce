"""Stop long work with Ctrl-C and keep what it has so far."""

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

INTERRUPTED = 130


class Stoppable:
    """A block in which Ctrl-C asks the work to stop, and so does a limit of time; a second Ctrl-C ends the program."""

    def __init__(self, seconds: float | None = None) -> None:
        self.stopped = False
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self._before: Callable[[int, FrameType | None], object] | int | None = None

    def __enter__(self) -> "Stoppable":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def is_stopped(self) -> bool:
        """Say whether somebody has asked to stop."""
        return self.stopped or self.ran_over

    @property
    def ran_over(self) -> bool:
        """Say whether the time is up."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
