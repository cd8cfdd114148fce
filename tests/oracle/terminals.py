"""Somebody at a terminal, for tests of what people see and type."""

import os
import pty
import select
import subprocess
import sys
import time
from contextlib import suppress

from oracle.evidence.links import ROOT

# Make standard input the terminal from which Ctrl-C comes, and let it interrupt even where the tests run in the
# background and it is ignored; then run the program.
_AT_ITS_TERMINAL = """
import fcntl, runpy, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("oracle", run_name="__main__", alter_sys=True)
"""
_PATIENCE = 5.0


class Person:
    """Somebody at a terminal in front of the program."""

    def __init__(self, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "PYTHONHASHSEED": "0"}
        environment.pop("NO_COLOR", None)
        self.program = subprocess.Popen(
            [sys.executable, "-c", _AT_ITS_TERMINAL, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.read = ""

    def sees(self, text: str, seconds: float = 60, after: str = "") -> str:
        """Type something, wait until a text is on the screen, and return what is there since the last time.

        A Ctrl-C that comes just before the program waits for a line is noticed only with the next one, so what is typed
        is typed again if nothing follows.
        """
        until, again = time.monotonic() + seconds, time.monotonic()
        while text not in self.read:
            assert time.monotonic() < until, f"{text!r} does not come; there is {self.read!r}"
            if after and time.monotonic() >= again:
                again = time.monotonic() + _PATIENCE
                self.types(after)
            self.read += self._more()
        shown, _, self.read = self.read.partition(text)
        return shown + text

    def _more(self) -> str:
        ready, _, _ = select.select([self.ours], [], [], 0.2)
        try:
            return os.read(self.ours, 65536).decode(errors="replace") if ready else ""
        except OSError:  # Linux says so at the end of a terminal
            self.program.wait()
            raise AssertionError(f"the program has ended; there was {self.read!r}") from None

    def types(self, text: str) -> None:
        """Type a text."""
        os.write(self.ours, text.encode())

    def ends(self, after: str = "") -> int:
        """Type something, wait for the end of the program, and return its exit code."""
        until = time.monotonic() + 60
        while self.program.poll() is None and time.monotonic() < until:
            if after:
                self.types(after)
            with suppress(subprocess.TimeoutExpired):
                self.program.wait(_PATIENCE)
        os.close(self.ours)
        return self.program.wait(0)
