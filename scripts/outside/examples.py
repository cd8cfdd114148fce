"""Recorded faults with the test that noticed each: tried again one by one, each beside the original code."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from oracle.mutation.plan import Job, Proof
from oracle.mutation.trial import KILLED, SURVIVED
from oracle.places import SOURCES
from scripts.outside.sample import Fault, change_of, function_at, name_of, planted_source

# Path, text before, text after, and the test.
Example = Mapping[str, str]
_RULE = "any"


def is_there(example: Example) -> bool:
    """Say whether the text that a fault changes is still there, and once."""
    return (SOURCES / example["path"]).read_text(encoding="utf-8").count(example["before"]) == 1


def not_noticed(examples: Iterable[Example]) -> list[Example]:
    """Return the examples whose test does not notice the fault, or fails without it."""
    kept = list(examples)
    jobs = [_job(f"{number} {which}", each, each[which]) for number, each in enumerate(kept) for which in _WANTED]
    with TemporaryDirectory() as folder:
        found = _statuses(Path(folder), jobs)
    return [
        each
        for number, each in enumerate(kept)
        if any(found[f"{number} {which}"] != status for which, status in _WANTED.items())
    ]


_WANTED = {"after": KILLED, "before": SURVIVED}


def fault_of(path: str, before: str, after: str) -> Fault:
    """Return the fault that puts a text in the place of another."""
    first = (SOURCES / path).read_text(encoding="utf-8").index(before)
    return Fault("", path, "", 0, first, first + len(before), after)


def _job(name: str, example: Example, text: str) -> Job:
    fault = fault_of(example["path"], example["before"], text)
    function = function_at(fault)
    assert function is not None
    proof = Proof(_RULE, ((example["test"], 1.0),), "")
    subject, source = f"{name_of(fault.path)}.{function}", planted_source([fault], function)
    return Job(name, subject, (_RULE,), fault.path, 1, change_of(fault), source, "", (proof,))


def _statuses(folder: Path, jobs: list[Job]) -> dict[str, str]:
    source, out = folder / "jobs.json", folder / "fates.jsonl"
    source.write_text(json.dumps([each.to_json() for each in jobs]), encoding="utf-8")
    words = [sys.executable, "-m", "oracle.mutation.trial", "in_place", str(source), str(out)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "HYPOTHESIS_PROFILE": "mutation"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    subprocess.run(words, cwd=SOURCES, env=environment, check=True, capture_output=True)
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {each["id"]: each["status"] for each in found}
