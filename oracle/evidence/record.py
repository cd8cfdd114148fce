"""The evidence of a test run: which sources proved which rules, and how often each function of a rule ran."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDERS = ("reference", "spec_tables", "tests", "properties", "golden")
_SUFFIXES = (".py", ".toml", ".csv", ".jsonl")

# What a test takes that claims rules only when it runs: the rules, and what claims them.
Claim = Callable[[Iterable[str], str], None]


@dataclass(frozen=True, slots=True)
class Link:
    """A test, property or trace that proved a rule when it ran."""

    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class Witnessed:
    """What one test did: the rules it proves, the rule functions it ran, its time, and the rules it cited."""

    test: str
    rules: tuple[str, ...]
    functions: tuple[str, ...]
    seconds: float
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a complete test run showed, and for which sources."""

    sources: str
    links: tuple[Link, ...]
    runs: tuple[tuple[str, int], ...]
    tests: tuple[Witnessed, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the form in which evidence is written."""
        return {
            "sources": self.sources,
            "links": [[link.rule, link.source] for link in self.links],
            "runs": dict(self.runs),
            "tests": [self._test_json(each) for each in self.tests],
        }

    def _test_json(self, test: Witnessed) -> list[object]:
        numbers = {name: number for number, (name, _) in enumerate(self.runs)}
        ran = [numbers[name] for name in test.functions]
        return [test.test, list(test.rules), ran, round(test.seconds, 3), list(test.cited)]


def read_evidence(path: Path) -> Evidence | None:
    """Return the evidence in a file; None if there is none, or if it cannot be read."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        links = tuple(Link(str(rule), str(source)) for rule, source in kept["links"])
        runs = tuple((str(name), int(count)) for name, count in kept["runs"].items())
        tests = tuple(
            Witnessed(
                str(test),
                tuple(map(str, rules)),
                tuple(runs[number][0] for number in ran),
                float(seconds),
                tuple(map(str, cited)),
            )
            for test, rules, ran, seconds, cited in kept["tests"]
        )
        return Evidence(str(kept["sources"]), links, runs, tests)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def sources_digest(root: Path, folders: Sequence[str] = FOLDERS) -> str:
    """Return a digest of the sources in some folders, by default of everything that evidence depends on."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in _SUFFIXES and path.is_file():
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
