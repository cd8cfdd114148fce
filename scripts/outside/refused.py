"""Find the survivors that the type checker refuses: nobody could commit such a fault.

Run as `python -m scripts.outside.refused FAULTS OUT`; the ids are printed, one a line.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from oracle.evidence.links import ROOT
from oracle.mutation.plan import Job
from oracle.mutation.typed import ill_typed
from scripts.outside.sample import function_at, name_of, planted_source, read_faults

_LEFT = ("survived", "unfinished")


def main(words: Sequence[str]) -> int:
    """Print the ids of the survivors that are refused."""
    faults, out = Path(words[0]), Path(words[1])
    last = {each["id"]: each["status"] for each in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    jobs = []
    for fault in read_faults(faults):
        if last.get(fault.id) in _LEFT:
            function = function_at(fault)
            assert function is not None
            subject, source = f"{name_of(fault.path)}.{function}", planted_source([fault], function)
            jobs.append(Job(fault.id, subject, (), fault.path, 0, "", source, "", ()))
    for each in sorted(ill_typed(ROOT, jobs)):
        print(each)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
