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
            if not self._reads_more():
                self.program.wait(_PATIENCE)
                raise AssertionError(f"the program has ended; there was {self.read!r}")
        shown, _, self.read = self.read.partition(text)
        return shown + text

    def _reads_more(self) -> bool:
        """Take what is new on the screen, and say whether the terminal is still in use."""
        ready, _, _ = select.select([self.ours], [], [], 0.2)
        try:
            self.read += os.read(self.ours, 65536).decode(errors="replace") if ready else ""
        except OSError:  # Linux says so at the end of a terminal
            return False
        return True

    def types(self, text: str) -> None:
        """Type a text; nobody reads it if the program has just ended."""
        with suppress(OSError):
            os.write(self.ours, text.encode())

    def ends(self, after: str = "", seconds: float = 60) -> int:
        """Type something, read on until the program ends, and return its exit code."""
        until, again = time.monotonic() + seconds, time.monotonic()
        while self.program.poll() is None and time.monotonic() < until:
            if after and time.monotonic() >= again:
                again = time.monotonic() + _PATIENCE
                self.types(after)
            if not self._reads_more():
                time.sleep(0.05)
        while select.select([self.ours], [], [], 0)[0] and self._reads_more():
            pass
        assert self.program.poll() is not None, f"the program does not end; there is {self.read!r}"
        return self.program.returncode

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, *_: object) -> None:
        """End the program, if it still runs, and take the terminal away."""
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait(_PATIENCE)
        os.close(self.ours)
