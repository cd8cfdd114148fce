"""Show the progress of long work on a terminal."""

import sys
import time
from typing import TextIO

_WIDTH = 30
_PAUSE = 0.1


class Bar:
    """A progress bar on standard error; silent unless that is a terminal.

    It disappears when its block ends, even by an exception.
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
        """Remove the bar, so that a line can be printed."""
        if self._active:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


class Ticker:
    """A count on standard error for work of unknown length; silent unless that is a terminal."""

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
        """Show the count."""
        if self._active and time.monotonic() - self._shown_at > _PAUSE:
            self._shown_at = time.monotonic()
            self._stream.write(f"\r{number} {self._noun}")
            self._stream.flush()
