"""What became of the mutants tried so far: JSON lines outside git, so that a run goes on where the last one stopped."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from oracle.mutation.plan import Job, digest_of_tests

KILLED = "asserted"
CRASHING = ("crashed", "endless")
# No assertion noticed it, but the type checker refuses it: it cannot get in.
ILL_TYPED = "ill_typed"


@dataclass(frozen=True, slots=True)
class Tried:
    """The fate of a mutant, and digests of what it rests on: the function, all its tests, the one that killed it."""

    id: str
    digest: str
    tests: str
    status: str
    by: str
    by_digest: str

    @property
    def killed(self) -> bool:
        """Say whether an assertion of a test noticed the mutant."""
        return self.status == KILLED

    @property
    def crashed(self) -> bool:
        """Say whether a test could not be run to its end, while no assertion noticed anything."""
        return self.status in CRASHING

    @property
    def apart(self) -> bool:
        """Say whether the mutant counts neither way: nobody could run it, or land it."""
        return self.status in ("rejected", ILL_TYPED)


def read_cache(path: Path) -> dict[str, Tried]:
    """Return the last fate of every mutant; a line cut off by an interruption is passed over."""
    found: dict[str, Tried] = {}
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                given = json.loads(line)
                tried = Tried(**{name: str(given[name]) for name in Tried.__dataclass_fields__})
            except (ValueError, KeyError, TypeError):
                continue
            found[tried.id] = tried
    return found


def holds(root: Path, job: Job, tried: Tried | None) -> bool:
    """Say whether a kept fate is still that of the mutant.

    A killed mutant stays killed while its killer is as it was; a survivor survives only the tests it was tried with.
    """
    if tried is None or tried.digest != job.digest:
        return False
    if tried.killed:
        return tried.by in dict(job.tests) and tried.by_digest == digest_of_tests(root, [tried.by])
    return tried.status in ("survived", "rejected", ILL_TYPED, *CRASHING) and tried.tests == job.tests_digest


def with_killer_first(job: Job, tried: Tried | None) -> Job:
    """Return the job with the test first that killed the mutant before."""
    if tried is None or not tried.by:
        return job
    return replace(job, tests=tuple(sorted(job.tests, key=lambda test: test[0] != tried.by)))


def add_ill_typed(path: Path, tried: Iterable[Tried]) -> None:
    """Keep that the type checker refuses mutants that only crash."""
    with path.open("a", encoding="utf-8") as kept:
        for each in tried:
            kept.write(json.dumps(asdict(replace(each, status=ILL_TYPED))) + "\n")


def fates(root: Path, jobs: Iterable[Job], cache: Mapping[str, Tried]) -> dict[str, Tried]:
    """Return the kept fates that still hold."""
    return {job.id: cache[job.id] for job in jobs if holds(root, job, cache.get(job.id))}
