"""Stop long work with Ctrl-C and keep what it has so far."""

import signal
import threading
from collections.abc import Callable
from types import FrameType

INTERRUPTED = 130


class Stoppable:
    """A block in which Ctrl-C asks the work to stop; a second one ends the program."""

    def __init__(self) -> None:
        self.stopped = False
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
        return self.stopped

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
