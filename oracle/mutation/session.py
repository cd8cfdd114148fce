"""Choose mutants, try those without a known fate, and report the results."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from oracle.errors import InputError
from oracle.evidence.files import write
from oracle.evidence.record import Evidence, read_evidence
from oracle.executors.each import Where
from oracle.gate.trees import commit_of, taken_out
from oracle.mutation import cache as kept
from oracle.mutation.excuses import read_excuses
from oracle.mutation.plan import MOST_SECONDS, Job, Proving, jobs_of, targets
from oracle.mutation.report import SURVIVORS, Report, survivors_text
from oracle.mutation.run import try_all
from oracle.mutation.scores import measured, read_summary, write_summary
from oracle.mutation.tables import cell_digests, cell_jobs, cell_rules, table_files
from oracle.mutation.typed import ill_typed
from spec_tables.catalogue import rule_ids

CACHE = "build/mutation.jsonl"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which mutants are wanted."""

    rules: frozenset[str] = frozenset()
    game: str | None = None
    since: str | None = None
    kind: str | None = None
    evidence: Path | None = None
    seconds: float = MOST_SECONDS


@dataclass(slots=True)
class Session:
    """The wanted mutants of a tree."""

    root: Path
    choice: Choice
    wanted: list[Job] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse rules that do not exist."""
        for rule in self.choice.rules:
            if rule not in rule_ids():
                raise InputError(f"--rule: {rule} is in no rule catalogue")

    def tried(self, where: Where, limit: int | None, tell: Callable[[int, int], None]) -> int:
        """Try the mutants without a known fate, write the results, and return how many were tried."""
        self.wanted = list(self._jobs())
        cache = kept.read_cache(self.root / CACHE)
        left = (kept.unsettled(self.root, job, cache) for job in self.wanted)
        pending = [job for job in left if job is not None][:limit]
        try_all(self.root, pending, self.root / CACHE, where, tell)
        self._type_check()
        self._write()
        return len(pending)

    def _type_check(self) -> None:
        """Ask the type checker about mutants that only crash the tests of some rule: it may refuse them."""
        known = kept.fates(self.root, self.wanted, kept.read_cache(self.root / CACHE))
        crashed = {tried.id for tried in known.values() if tried.crashed}
        refused = ill_typed(self.root, [job for job in self.wanted if job.id in crashed])
        unnoticed = (tried for _, tried in sorted(known.items()) if tried.id in refused and not tried.killed)
        kept.add_ill_typed(self.root / CACHE, (tried for tried in unnoticed if not tried.uncounted))

    def elsewhere(self, where: Where, tell: Callable[[int, int], None]) -> dict[tuple[Job, str], str]:
        """Return the mutants that the tests of a rule do not notice but another test does, with that test."""
        proving = Proving(self.root, self._evidence(), self.choice.seconds)
        cache = kept.read_cache(self.root / CACHE)
        jobs = [job for job in self._jobs() if job.path.endswith(".py")]
        known = kept.fates(self.root, jobs, cache)
        killer = {tried.id: tried.by for tried in known.values() if tried.killed}
        survivors = [
            (job, rule)
            for job in jobs
            for rule in job.rules
            if (job.id, rule) in known and not (known[job.id, rule].killed or known[job.id, rule].uncounted)
        ]
        unknown = {
            job.id: replace(job, proofs=(proving.elsewhere(job.subject, rule),))
            for job, rule in survivors
            if job.id not in killer
        }
        with TemporaryDirectory() as folder:
            try_all(self.root, list(unknown.values()), Path(folder) / "tried.jsonl", where, tell)
            tried = kept.read_cache(Path(folder) / "tried.jsonl").values()
        killer |= {each.id: each.by for each in tried if each.killed}
        return {(job, rule): killer[job.id] for job, rule in survivors if job.id in killer}

    def _jobs(self) -> Iterator[Job]:
        proving = Proving(self.root, self._evidence(), self.choice.seconds)
        changed = None if self.choice.since is None else self._changed(self.choice.since)
        if self.choice.kind != "cells":
            for target in targets(self.root):
                if self._is_wanted(target.module.split(".")[1], target.id, target.rules, changed):
                    yield from jobs_of(target, proving)
        if self.choice.kind != "functions":
            for file in table_files(self.root):
                for job in cell_jobs(self.root, file, proving):
                    if self._is_wanted(file.split("/")[1], job.subject, job.rules, changed):
                        yield job

    def _is_wanted(self, game: str, subject: str, rules: tuple[str, ...], changed: frozenset[str] | None) -> bool:
        choice = self.choice
        if choice.rules and not choice.rules.intersection(rules):
            return False
        return choice.game in (None, game) and (changed is None or subject in changed)

    def _changed(self, revision: str) -> frozenset[str]:
        """Return the functions and columns that differ from a revision."""
        with taken_out(self.root, commit_of(self.root, revision)) as before:
            old = digests(before)
        return frozenset(subject for subject, digest in digests(self.root).items() if old.get(subject) != digest)

    def _evidence(self) -> Evidence:
        if self.choice.evidence is None:
            from oracle.commands.trace import fresh_evidence

            return fresh_evidence()
        found = read_evidence(self.choice.evidence)
        if found is None:
            raise InputError(f"{self.choice.evidence}: holds no evidence of a test run")
        return found

    def _write(self) -> None:
        known = kept.fates(self.root, self.wanted, kept.read_cache(self.root / CACHE))
        summary = read_summary(self.root).updated(measured(self.wanted, known), digests(self.root))
        write_summary(self.root, summary)
        write(self.root / SURVIVORS, survivors_text(summary, read_excuses(self.root)))

    def report(self) -> Report:
        """Return the results for the wanted mutants."""
        return Report(read_summary(self.root), read_excuses(self.root), self.choice.rules)

    def faults(self) -> tuple[str, ...]:
        """Return everything that is wrong with the recorded scores."""
        return self.report().faults(digests(self.root), bindings(self.root))


def bindings(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the rules of everything in a tree that can be mutated, by subject."""
    return {**{target.id: target.rules for target in targets(root)}, **cell_rules(root)}


def digests(root: Path) -> dict[str, str]:
    """Return a digest of everything in a tree that can be mutated, by subject."""
    functions = {target.id: target.digest for target in targets(root) if target.mutants()}
    return {**functions, **cell_digests(root)}
