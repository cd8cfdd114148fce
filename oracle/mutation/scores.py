"""Scores: how many of the mutants of a rule, and of a game, the tests of that rule notice.

`docs/mutation.json` keeps what was measured, function by function, so that the score of a rule can be told without
trying anything again. A function that has changed since is stale: its score says nothing.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from oracle.errors import InputError
from oracle.mutation.cache import ILL_TYPED, Tried
from oracle.mutation.excuses import Excuse, excused
from oracle.mutation.plan import Job

SUMMARY = "docs/mutation.json"
_NOTE = "Written by `./referee mutate`; do not edit. Per function or table: rules, digest, mutants, killed, survivors."


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no assertion of a test of its rules noticed; `named` are rules that only the changed part names."""

    id: str
    path: str
    line: int
    change: str
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known about the mutants of one function or table column.

    `ill_typed` mutants are no survivors and not killed either: no assertion notices them, but the type checker does.
    `named` says how many of those killed count for rules that only their changed part names.
    """

    subject: str
    rules: tuple[str, ...]
    digest: str
    mutants: int
    killed: int
    ill_typed: int = 0
    survivors: tuple[Survivor, ...] = ()
    named: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """Return the form in which it is kept."""
        written: dict[str, object] = {
            "rules": list(self.rules),
            "digest": self.digest,
            "mutants": self.mutants,
            "killed": self.killed,
        }
        if self.ill_typed:
            written["ill_typed"] = self.ill_typed
        if self.named:
            written["named"] = dict(self.named)
        if self.survivors:
            written["survivors"] = [
                [each.id, each.path, each.line, each.change, *each.named] for each in self.survivors
            ]
        return written

    def clauses(self, excuses: Iterable[Excuse]) -> Iterator[tuple[str, "Score"]]:
        """Return rules that only changed parts name, with the score of those mutants."""
        for rule, killed in self.named.items():
            yield rule, Score(killed, killed)
        for survivor in self.survivors:
            if not excused(excuses, self.subject, survivor.change):
                yield from ((rule, Score(0, 1)) for rule in survivor.named)


@dataclass(frozen=True, slots=True)
class Score:
    """Mutants noticed among those that count."""

    killed: int = 0
    counted: int = 0

    @property
    def percent(self) -> float:
        """Return the share noticed; all, where there is nothing to notice."""
        return 100 * self.killed / self.counted if self.counted else 100.0

    def __str__(self) -> str:
        """Return it as a table shows it."""
        return f"{self.percent:.0f} % ({self.killed}/{self.counted})" if self.counted else ""


@dataclass(frozen=True, slots=True)
class Apart:
    """Mutants that count neither way: that the type checker refuses, and that keep modules from being imported."""

    ill_typed: int = 0
    unreadable: int = 0

    def __str__(self) -> str:
        """Return it as a table shows it."""
        return f"besides {self.ill_typed} that the type checker refuses, {self.unreadable} that cannot be read"


@dataclass(frozen=True, slots=True)
class Summary:
    """All that was measured, by function or table column."""

    subjects: Mapping[str, Measured] = field(default_factory=dict)

    def updated(self, fresh: Iterable[Measured], existing: Iterable[str]) -> "Summary":
        """Return the summary with fresh measurements, without what is gone."""
        there = set(existing)
        merged = {**self.subjects, **{each.subject: each for each in fresh}}
        return Summary({name: merged[name] for name in sorted(merged) if name in there})

    def counting(self, excuses: Iterable[Excuse]) -> dict[str, Score]:
        """Return the score of every subject; what is excused does not count."""
        known = tuple(excuses)
        found: dict[str, Score] = {}
        for name, each in self.subjects.items():
            let_off = sum(excused(known, name, survivor.change) for survivor in each.survivors)
            found[name] = Score(each.killed, each.killed + len(each.survivors) - let_off)
        return found

    def of_rules(self, excuses: Iterable[Excuse]) -> dict[str, Score]:
        """Return the score of every rule: that of all functions and tables bound to it, and of clauses naming it."""
        known = tuple(excuses)
        counting = self.counting(known)
        bound = ((rule, counting[name]) for name, each in self.subjects.items() for rule in each.rules)
        clauses = (pair for each in self.subjects.values() for pair in each.clauses(known))
        return _gathered((*bound, *clauses))

    def apart(self) -> dict[str, "Apart"]:
        """Return, by the prefix of each game's rules, what counts neither as killed nor as surviving."""
        found: dict[str, Apart] = {}
        for each in self.subjects.values():
            game = each.rules[0].split(":")[0]
            known = found.get(game, Apart())
            unreadable = each.mutants - each.killed - each.ill_typed - len(each.survivors)
            found[game] = Apart(known.ill_typed + each.ill_typed, known.unreadable + unreadable)
        return found

    def of_games(self, excuses: Iterable[Excuse]) -> dict[str, Score]:
        """Return the score of every game, by the prefix of its rules; each mutant counts once."""
        counting = self.counting(excuses)
        return _gathered((each.rules[0].split(":")[0], counting[name]) for name, each in self.subjects.items())


def _gathered(scores: Iterable[tuple[str, Score]]) -> dict[str, Score]:
    found: dict[str, Score] = {}
    for name, score in scores:
        known = found.get(name, Score())
        found[name] = Score(known.killed + score.killed, known.counted + score.counted)
    return found


def measured(jobs: Iterable[Job], fates: Mapping[str, Tried]) -> tuple[Measured, ...]:
    """Return what the fates say of every subject all of whose mutants were tried."""
    by_subject: dict[str, list[Job]] = {}
    for job in jobs:
        by_subject.setdefault(job.subject, []).append(job)
    return tuple(
        _measured(subject, of_subject, fates)
        for subject, of_subject in by_subject.items()
        if all(job.id in fates for job in of_subject)
    )


def _measured(subject: str, jobs: list[Job], fates: Mapping[str, Tried]) -> Measured:
    killed = [job for job in jobs if fates[job.id].killed]
    ill_typed = sum(fates[job.id].status == ILL_TYPED for job in jobs)
    survivors = tuple(
        Survivor(job.id, job.path, job.line, job.change, job.named)
        for job in jobs
        if not (fates[job.id].killed or fates[job.id].apart)
    )
    named = Counter(rule for job in killed for rule in job.named)
    first = jobs[0]
    return Measured(
        subject, first.rules, first.digest, len(jobs), len(killed), ill_typed, survivors, dict(sorted(named.items()))
    )


# ---------------------------------------------------------------- the file


def write_summary(root: Path, summary: Summary) -> None:
    """Write the summary, one subject a line, so that changes are easy to read and to merge."""
    lines = [f" {json.dumps(name)}: {json.dumps(each.to_json())}" for name, each in sorted(summary.subjects.items())]
    text = f'{{"note": {json.dumps(_NOTE)}, "subjects": {{\n' + ",\n".join(lines) + "\n}}\n"
    (root / SUMMARY).write_text(text, encoding="utf-8")


def read_summary(root: Path) -> Summary:
    """Read the summary of a tree; an empty one if there is none."""
    path = root / SUMMARY
    if not path.is_file():
        return Summary()
    try:
        given = json.loads(path.read_text(encoding="utf-8"))["subjects"]
        return Summary({name: _read(name, each) for name, each in given.items()})
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise InputError(f"{SUMMARY}: is not what `./referee mutate` writes ({fault})") from None


def _read(name: str, given: Mapping[str, object]) -> Measured:
    rules, survivors = given["rules"], given.get("survivors", [])
    mutants, killed, ill_typed, named = (
        given["mutants"],
        given["killed"],
        given.get("ill_typed", 0),
        given.get("named", {}),
    )
    if not (isinstance(rules, list) and isinstance(survivors, list) and isinstance(named, dict)):
        raise TypeError(name)
    if not (isinstance(mutants, int) and isinstance(killed, int) and isinstance(ill_typed, int)):
        raise TypeError(name)
    kept = tuple(
        Survivor(str(key), str(path), int(line), str(change), tuple(map(str, others)))
        for key, path, line, change, *others in survivors
    )
    clauses = {str(rule): int(count) for rule, count in named.items()}
    return Measured(name, tuple(map(str, rules)), str(given["digest"]), mutants, killed, ill_typed, kept, clauses)
