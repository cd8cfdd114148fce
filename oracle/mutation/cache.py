"""The fates of the mutants tried so far: JSON lines outside git, so that a run continues where the last one stopped."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeAlias

from oracle.mutation.plan import Job, Proof, digest_of_tests

KILLED = "asserted"
CRASHING = ("crashed", "endless")
# No assertion noticed it, but the type checker refuses it, so nobody could commit it.
ILL_TYPED = "ill_typed"


# A mutant and one of the rules that its fault is about.
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tried:
    """The fate of a mutant under the tests of a rule, with digests of the code, the tests and the killing test."""

    id: str
    rule: str
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
        """Say whether a test did not run to its end and no assertion noticed the mutant."""
        return self.status in CRASHING

    @property
    def uncounted(self) -> bool:
        """Say whether the mutant does not count: it cannot run, or the type checker refuses it."""
        return self.status in ("rejected", ILL_TYPED)


def read_cache(path: Path) -> dict[Pair, Tried]:
    """Return the last fate of every mutant and rule; an incomplete line is skipped."""
    found: dict[Pair, Tried] = {}
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                given = json.loads(line)
                tried = Tried(**{name: str(given[name]) for name in Tried.__dataclass_fields__})
            except (ValueError, KeyError, TypeError):
                continue
            found[tried.id, tried.rule] = tried
    return found


def end_last_line(path: Path) -> None:
    """End a line that a killed run has left incomplete, so that what is added begins a line of its own."""
    if path.is_file() and (content := path.read_bytes()) and not content.endswith(b"\n"):
        with path.open("ab") as kept:
            kept.write(b"\n")


def holds(root: Path, job: Job, proof: Proof, tried: Tried | None) -> bool:
    """Say whether a kept fate of a mutant is still valid for the tests of a rule.

    A killed mutant stays killed while the killing test is unchanged; a survivor is tried again if any test changes.
    """
    if tried is None or tried.digest != job.digest:
        return False
    if tried.killed:
        return tried.by in dict(proof.tests) and tried.by_digest == digest_of_tests(root, [tried.by])
    return tried.status in ("survived", "rejected", ILL_TYPED, *CRASHING) and tried.tests == proof.digest


def unsettled(root: Path, job: Job, cache: Mapping[Pair, Tried]) -> Job | None:
    """Return the job with only the rules that have no valid fate; None if all have one."""
    known = [cache.get((job.id, rule)) for rule in job.rules]
    left = tuple(proof for proof, tried in zip(job.proofs, known, strict=True) if not holds(root, job, proof, tried))
    before = tuple(dict.fromkeys(tried.by for tried in known if tried is not None and tried.by))
    return replace(job, proofs=left, before=before) if left else None


def add_ill_typed(path: Path, tried: Iterable[Tried]) -> None:
    """Record that the type checker refuses some mutants that no assertion notices."""
    with path.open("a", encoding="utf-8") as kept:
        for each in tried:
            kept.write(json.dumps(asdict(replace(each, status=ILL_TYPED))) + "\n")


def fates(root: Path, jobs: Iterable[Job], cache: Mapping[Pair, Tried]) -> dict[Pair, Tried]:
    """Return the kept fates that are still valid."""
    pairs = ((job, proof, cache.get((job.id, proof.rule))) for job in jobs for proof in job.proofs)
    return {
        (job.id, proof.rule): tried
        for job, proof, tried in pairs
        if tried is not None and holds(root, job, proof, tried)
    }
