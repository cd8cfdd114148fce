"""Try all mutants without a known fate, on several processes, and write every fate as soon as it is known."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from oracle.errors import InputError
from oracle.mutation.cache import end_last_line
from oracle.mutation.plan import AT_IMPORT, IN_PLACE, Job

_SECONDS_BETWEEN_LOOKS = 0.5


def try_all(root: Path, jobs: Sequence[Job], out: Path, processes: int, tell: Callable[[int, int], None]) -> None:
    """Try mutants; those whose function runs on import are tried again, at import."""
    out.parent.mkdir(parents=True, exist_ok=True)
    functions = [job for job in jobs if job.path.endswith(".py")]
    tried = _tried(root, IN_PLACE, functions, out, processes, tell)
    left = [job for job in jobs if job not in functions or tried.get(job.id) == AT_IMPORT]
    _tried(root, AT_IMPORT, left, out, processes, tell)


def _tried(
    root: Path, mode: str, jobs: Sequence[Job], out: Path, processes: int, tell: Callable[[int, int], None]
) -> dict[str, str]:
    if not jobs:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        parts = [jobs[number::processes] for number in range(min(processes, len(jobs)))]
        started = [_start(root, mode, part, Path(folder), number) for number, part in enumerate(parts)]
        results = [Path(folder) / f"{number}.jsonl" for number in range(len(parts))]
        read = [0] * len(parts)
        found: dict[str, str] = {}
        end_last_line(out)
        with out.open("a", encoding="utf-8") as kept:
            while True:
                ended = all(each.poll() is not None for each in started)
                for number, result in enumerate(results):
                    read[number] += _moved(result, read[number], kept.write, found)
                kept.flush()
                tell(len(found), len(jobs))
                if ended:
                    break
                time.sleep(_SECONDS_BETWEEN_LOOKS)
        if len(found) < len({job.id for job in jobs}):
            faults = [
                (Path(folder) / f"{number}.log").read_text(encoding="utf-8")[-2000:] for number in range(len(parts))
            ]
            raise InputError("the tests could not be run on mutants:\n" + "\n".join(faults))
    return found


def _moved(result: Path, start: int, write: Callable[[str], int], found: dict[str, str]) -> int:
    """Take over the whole lines written since the last look; return how many characters they have."""
    if not result.exists():
        return 0
    text = result.read_text(encoding="utf-8")[start:]
    whole = text[: text.rfind("\n") + 1]
    for line in whole.splitlines():
        given = json.loads(line)
        found[str(given["id"])] = str(given["status"])
        if given["status"] != AT_IMPORT:
            write(f"{line}\n")
    return len(whole)


def _start(root: Path, mode: str, jobs: Sequence[Job], folder: Path, number: int) -> subprocess.Popen[bytes]:
    source = folder / f"{number}.json"
    source.write_text(json.dumps([job.to_json() for job in jobs]), encoding="utf-8")
    words = [sys.executable, "-m", "oracle.mutation.trial", mode, str(source), str(folder / f"{number}.jsonl")]
    environment = {**os.environ, "PYTHONPATH": str(root), "HYPOTHESIS_PROFILE": "mutation", "PYTHONHASHSEED": "0"}
    # Plug-ins of installed packages take a second each time, and none is needed here.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with (folder / f"{number}.log").open("wb") as log:
        return subprocess.Popen(words, cwd=root, stdout=log, stderr=log, env=environment)
