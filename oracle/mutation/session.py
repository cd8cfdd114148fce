"""Choose what to try, try what is not known, and say what is known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.record import Evidence, read_evidence
from oracle.mutation import cache as kept
from oracle.mutation.excuses import read_excuses
from oracle.mutation.plan import Job, Proving, Target, jobs_of, targets
from oracle.mutation.report import SURVIVORS, Report, survivors_text
from oracle.mutation.run import try_all
from oracle.mutation.scores import measured, read_summary, write_summary
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


@dataclass(slots=True)
class Session:
    """The mutants of a tree, as far as they are wanted."""

    root: Path
    choice: Choice
    wanted: list[Job] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse rules that do not exist."""
        for rule in self.choice.rules:
            if rule not in rule_ids():
                raise InputError(f"--rule: {rule} is in no rule catalogue")

    def tried(self, processes: int, limit: int | None, tell: Callable[[int, int], None]) -> int:
        """Try what is not known; return how many mutants were tried, and write what is known then."""
        self.wanted = list(self._jobs())
        cache = kept.read_cache(self.root / CACHE)
        pending = [
            kept.with_killer_first(job, cache.get(job.id))
            for job in self.wanted
            if not kept.holds(self.root, job, cache.get(job.id))
        ][:limit]
        try_all(self.root, pending, self.root / CACHE, processes, tell)
        self._write()
        return len(pending)

    def _jobs(self) -> Iterator[Job]:
        evidence = self._evidence()
        proving = Proving(evidence)
        for target in targets(self.root):
            if self.choice.kind != "cells" and self._is_wanted(target):
                yield from jobs_of(self.root, target, proving)

    def _is_wanted(self, target: Target) -> bool:
        choice = self.choice
        if choice.rules and not choice.rules.intersection(target.rules):
            return False
        return choice.game is None or target.module.startswith(f"reference.{choice.game}.")

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
        there = [target.id for target in targets(self.root)]
        summary = read_summary(self.root).updated(measured(self.wanted, known), there)
        write_summary(self.root, summary)
        (self.root / SURVIVORS).write_text(survivors_text(summary, read_excuses(self.root)), encoding="utf-8")

    def report(self) -> Report:
        """Return what is known about all that is wanted."""
        return Report(read_summary(self.root), read_excuses(self.root), self.choice.rules)

    def faults(self) -> tuple[str, ...]:
        """Return everything that is wrong with the scores kept."""
        return self.report().faults({target.id: target.digest for target in targets(self.root)})
