"""Show the progress of long work on a terminal, with rich; without rich, or in a pipe, nothing is shown."""

import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

_PAUSE = 0.1


class Bar:
    """A progress bar on standard error, or a count where the length of the work is unknown.

    It disappears when its block ends, even by an exception.
    """

    def __init__(self, total: int | None, noun: str, stream: TextIO | None = None) -> None:
        out = sys.stderr if stream is None else stream
        worth_showing = (total is None or total > 1) and out.isatty() and find_spec("rich") is not None
        self._progress = _progress(total, noun, out) if worth_showing else None
        self._done = 0
        self._shown_at = time.monotonic()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def advance(self) -> None:
        """Count one more thing as done."""
        self.reach(self._done + 1)

    def reach(self, done: int) -> None:
        """Count so many things as done."""
        self._done = done
        if self._progress is None or time.monotonic() - self._shown_at <= _PAUSE:
            return
        self._shown_at = time.monotonic()
        self._progress.update(self._progress.task_ids[0], completed=done)
        # No thread of its own draws it: the workers of `LocalPool` are forked from this process.
        self._progress.start()
        self._progress.refresh()

    def clear(self) -> None:
        """Remove the bar, so that a line can be printed."""
        if self._progress is not None:
            self._progress.stop()


def _progress(total: int | None, noun: str, stream: TextIO) -> "Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many things are done in a second."""

        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.1f}/s")

    known = (BarColumn(), MofNCompleteColumn(), TextColumn(noun), Rate(), TimeRemainingColumn())
    unknown = (TextColumn(f"{{task.completed:,.0f}} {noun}"),)
    progress = Progress(
        *(unknown if total is None else known), console=Console(file=stream), transient=True, auto_refresh=False
    )
    progress.add_task(noun, total=total)
    return progress
