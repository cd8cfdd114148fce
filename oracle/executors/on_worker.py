"""What a worker of a cluster does with a task: it hands it to the process of the thread that got it."""

import os
import pickle
import subprocess
import sys
import threading
from typing import IO

from oracle.executors.task_process import ProcessLost, received, send
from oracle.places import SOURCES


class _Own(threading.local):
    """The process of each thread, if it has been started."""

    process: subprocess.Popen[bytes] | None = None


_OWN = _Own()


def handed_on(task: bytes) -> bytes:
    """Let a process do a task, and return the outcome."""
    process = _OWN.process
    if process is None or process.poll() is not None:
        process = _OWN.process = _started()
    outcome: bytes | None = None
    try:
        send(_pipe(process.stdin), task)
        outcome = received(_pipe(process.stdout))
    except BrokenPipeError:
        pass
    if outcome is not None:
        return outcome
    _OWN.process = None
    process.kill()
    return pickle.dumps(ProcessLost(f"a process that did tasks ended with {process.wait()}"))


def _started() -> subprocess.Popen[bytes]:
    paths = [str(SOURCES), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-c", "from oracle.executors.task_process import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
