"""Scores: the share of mutants about a rule that the tests of that rule notice, and the share in a game for any test.

`evidence/mutation.json` holds what was measured, function by function, so that the score of a rule is known without
trying anything again. A function that has changed since then is stale: its score is not valid.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.files import FOLDER, write, written
from oracle.mutation.cache import ILL_TYPED, Pair, Tried
from oracle.mutation.excuses import Excuse, excused
from oracle.mutation.plan import Job

SUMMARY = f"{FOLDER}/mutation.json"
_NOTE = (
    "Per function or table: its rules, digest, mutants; how many the tests of any of their rules notice, and those of "
    "each rule; survivors with the rules whose tests do not notice them."
)
# Scores in an older format were counted differently and are not valid.
_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that the tests of some of its rules do not notice; `noticed` if the tests of its other rules do."""

    id: str
    path: str
    line: int
    change: str
    rules: tuple[str, ...]
    noticed: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known about the mutants of one function or table column.

    `killed` says by rule how many mutants its tests notice, `noticed` how many the tests of any rule notice.
    `ill_typed` mutants are neither survivors nor killed: only the type checker notices them.
    """

    subject: str
    rules: tuple[str, ...]
    digest: str
    mutants: int
    noticed: int
    killed: Mapping[str, int] = field(default_factory=dict)
    ill_typed: int = 0
    survivors: tuple[Survivor, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the form in which it is kept."""
        written: dict[str, object] = {
            "rules": list(self.rules),
            "digest": self.digest,
            "mutants": self.mutants,
            "noticed": self.noticed,
            "killed": dict(self.killed),
        }
        if self.ill_typed:
            written["ill_typed"] = self.ill_typed
        if self.survivors:
            written["survivors"] = [
                [each.id, each.path, each.line, each.change, int(each.noticed), *each.rules] for each in self.survivors
            ]
        return written

    def counting(self, excuses: Iterable[Excuse]) -> tuple[Survivor, ...]:
        """Return the survivors that are not excused."""
        return tuple(each for each in self.survivors if not excused(excuses, self.subject, each.change))

    def of_rules(self, excuses: Iterable[Excuse]) -> Iterator[tuple[str, "Score"]]:
        """Return the score for each rule that mutants are about."""
        for rule, killed in self.killed.items():
            yield rule, Score(killed, killed)
        for survivor in self.counting(excuses):
            yield from ((rule, Score(0, 1)) for rule in survivor.rules)

    def overall(self, excuses: Iterable[Excuse]) -> "Score":
        """Return the score in which each mutant counts once."""
        return Score(self.noticed, self.noticed + sum(not each.noticed for each in self.counting(excuses)))

    @property
    def unreadable(self) -> int:
        """Return how many mutants make modules or tables unreadable."""
        return self.mutants - self.noticed - self.ill_typed - sum(not each.noticed for each in self.survivors)


@dataclass(frozen=True, slots=True)
class Score:
    """Mutants noticed among those that count."""

    killed: int = 0
    counted: int = 0

    @property
    def percent(self) -> float:
        """Return the share noticed; 100 if there is nothing to notice."""
        return 100 * self.killed / self.counted if self.counted else 100.0

    def __str__(self) -> str:
        """Return it as a table shows it."""
        return f"{self.percent:.0f} % ({self.killed}/{self.counted})" if self.counted else ""


@dataclass(frozen=True, slots=True)
class Uncounted:
    """Mutants that do not count: the type checker refuses them, or modules cannot be imported with them."""

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
        """Return the summary with new measurements, without functions and columns that are gone."""
        there = set(existing)
        merged = {**self.subjects, **{each.subject: each for each in fresh}}
        return Summary({name: merged[name] for name in sorted(merged) if name in there})

    def of_rules(self, excuses: Iterable[Excuse]) -> dict[str, Score]:
        """Return the score of every rule: how many of the mutants about it its own tests notice."""
        known = tuple(excuses)
        return _gathered(pair for each in self.subjects.values() for pair in each.of_rules(known))

    def uncounted(self) -> dict[str, "Uncounted"]:
        """Return the mutants that do not count, by the prefix of each game."""
        found: dict[str, Uncounted] = {}
        for each in self.subjects.values():
            game = each.rules[0].split(":")[0]
            known = found.get(game, Uncounted())
            found[game] = Uncounted(known.ill_typed + each.ill_typed, known.unreadable + each.unreadable)
        return found

    def of_games(self, excuses: Iterable[Excuse]) -> dict[str, Score]:
        """Return the score of every game, by the prefix of its rules; each mutant counts once."""
        known = tuple(excuses)
        return _gathered((each.rules[0].split(":")[0], each.overall(known)) for each in self.subjects.values())


def _gathered(scores: Iterable[tuple[str, Score]]) -> dict[str, Score]:
    found: dict[str, Score] = {}
    for name, score in scores:
        known = found.get(name, Score())
        found[name] = Score(known.killed + score.killed, known.counted + score.counted)
    return found


def measured(jobs: Iterable[Job], fates: Mapping[Pair, Tried]) -> tuple[Measured, ...]:
    """Return the measurement of every function or column whose mutants were all tried for all their rules."""
    by_subject: dict[str, list[Job]] = {}
    for job in jobs:
        by_subject.setdefault(job.subject, []).append(job)
    return tuple(
        _measured(subject, of_subject, fates)
        for subject, of_subject in by_subject.items()
        if all((job.id, rule) in fates for job in of_subject for rule in job.rules)
    )


def _measured(subject: str, jobs: list[Job], fates: Mapping[Pair, Tried]) -> Measured:
    killed: Counter[str] = Counter()
    survivors: list[Survivor] = []
    noticed = ill_typed = 0
    for job in jobs:
        tried = [fates[job.id, rule] for rule in job.rules]
        killers = [each.rule for each in tried if each.killed]
        unnoticing = tuple(each.rule for each in tried if not (each.killed or each.uncounted))
        killed.update(killers)
        noticed += bool(killers)
        if unnoticing:
            survivors.append(Survivor(job.id, job.path, job.line, job.change, unnoticing, bool(killers)))
        elif not killers:
            ill_typed += any(each.status == ILL_TYPED for each in tried)
    first = jobs[0]
    return Measured(
        subject,
        first.bound,
        first.digest,
        len(jobs),
        noticed,
        dict(sorted(killed.items())),
        ill_typed,
        tuple(survivors),
    )


# ---------------------------------------------------------------- the file


def write_summary(root: Path, summary: Summary) -> None:
    """Write the summary, one subject a line, so that changes are easy to read and to merge."""
    subjects = {name: each.to_json() for name, each in sorted(summary.subjects.items())}
    write(root / SUMMARY, written("./referee mutate", {"note": _NOTE, "format": _FORMAT}, "subjects", subjects))


def read_summary(root: Path, file: str = SUMMARY) -> Summary:
    """Read the summary of a tree; an empty one if there is none, or only one in an older format."""
    path = root / file
    if not path.is_file():
        return Summary()
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        if given.get("format", _FORMAT - 1) < _FORMAT:
            return Summary()
        return Summary({name: _read(name, each) for name, each in given["subjects"].items()})
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise InputError(f"{file}: is not what `./referee mutate` writes ({fault})") from None


def _read(name: str, given: Mapping[str, object]) -> Measured:
    rules, killed, survivors = given["rules"], given["killed"], given.get("survivors", [])
    mutants, noticed, ill_typed = given["mutants"], given["noticed"], given.get("ill_typed", 0)
    if not (isinstance(rules, list) and isinstance(survivors, list) and isinstance(killed, dict)):
        raise TypeError(name)
    if not (isinstance(mutants, int) and isinstance(noticed, int) and isinstance(ill_typed, int)):
        raise TypeError(name)
    kept = tuple(
        Survivor(str(key), str(path), int(line), str(change), tuple(map(str, unnoticing)), bool(elsewhere))
        for key, path, line, change, elsewhere, *unnoticing in survivors
    )
    by_rule = {str(rule): int(count) for rule, count in killed.items()}
    return Measured(name, tuple(map(str, rules)), str(given["digest"]), mutants, noticed, by_rule, ill_typed, kept)
