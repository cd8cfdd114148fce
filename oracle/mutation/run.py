"""Try all mutants without a known fate, a few at a time, and write every fate as soon as it is known."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.links import ROOT
from oracle.executors.each import Where, each_as_done
from oracle.mutation.cache import end_last_line
from oracle.mutation.plan import AT_IMPORT, IN_PLACE, Job

# Collecting the tests takes seconds, so a process tries some mutants, those of the same functions together; when it
# is stopped, what it has found is lost.
_MOST_A_PROCESS = 24


@dataclass(frozen=True, slots=True)
class Trying:
    """How mutants are tried: in which tree (None: that of whoever does it), where, and who is told how far it is."""

    root: Path | None
    where: Where
    tell: Callable[[int, int], None]


def try_all(root: Path, jobs: Sequence[Job], out: Path, where: Where, tell: Callable[[int, int], None]) -> None:
    """Try mutants; those whose function runs on import are tried again, at import."""
    out.parent.mkdir(parents=True, exist_ok=True)
    # A worker on another machine has the same tree at another place.
    trying = Trying(None if root == ROOT else root, where, tell)
    functions = [job for job in jobs if job.path.endswith(".py")]
    tried = _tried(trying, IN_PLACE, functions, out)
    left = [job for job in jobs if job not in functions or tried.get(job.id) == AT_IMPORT]
    _tried(trying, AT_IMPORT, left, out)


def _tried(trying: Trying, mode: str, jobs: Sequence[Job], out: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    if not jobs:
        return found
    size = max(1, min(_MOST_A_PROCESS, -(-len(jobs) // trying.where.processes)))
    parts = [tuple(jobs[at : at + size]) for at in range(0, len(jobs), size)]
    end_last_line(out)
    with out.open("a", encoding="utf-8") as kept:
        # A process at a time for each core: a part takes its time, however few there are.
        where = replace(trying.where, jobs=trying.where.processes) if trying.where.cluster is None else trying.where
        for _, lines in each_as_done(partial(tried_together, trying.root, mode), parts, where):
            for line in lines:
                given = json.loads(line)
                found[str(given["id"])] = str(given["status"])
                if given["status"] != AT_IMPORT:
                    kept.write(f"{line}\n")
            kept.flush()
            trying.tell(len(found), len(jobs))
    return found


def tried_together(root: Path | None, mode: str, jobs: Sequence[Job]) -> list[str]:
    """Try some mutants in a process of their own; return a line for each of them and each of its rules."""
    here = ROOT if root is None else root
    environment = {**os.environ, "PYTHONPATH": str(here), "HYPOTHESIS_PROFILE": "mutation", "PYTHONHASHSEED": "0"}
    # Plug-ins of installed packages take a second each time, and none is needed here.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder) / "jobs.json", Path(folder) / "tried.jsonl"
        source.write_text(json.dumps([job.to_json() for job in jobs]), encoding="utf-8")
        words = [sys.executable, "-m", "oracle.mutation.trial", mode, str(source), str(result)]
        done = subprocess.run(
            words, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, check=False
        )
        lines = result.read_text(encoding="utf-8").splitlines() if result.exists() else []
    if {job.id for job in jobs} - {str(json.loads(line)["id"]) for line in lines}:
        told = done.stdout.decode(errors="replace")[-2000:]
        raise InputError(f"the tests could not be run on mutants:\n{told}")
    return lines
