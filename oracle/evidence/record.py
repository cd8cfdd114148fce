"""The evidence of a test run: which sources proved which rules, and how often each function of a rule ran."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

FOLDERS = ("reference", "spec_tables", "tests", "properties", "golden")
_SUFFIXES = (".py", ".toml", ".csv", ".jsonl")


@dataclass(frozen=True, slots=True)
class Link:
    """A test, property or trace that proved a rule when it ran."""

    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a complete test run showed, and of which sources."""

    sources: str
    links: tuple[Link, ...]
    runs: tuple[tuple[str, int], ...]

    def to_json(self) -> dict[str, object]:
        """Return the form in which evidence is kept."""
        return {
            "sources": self.sources,
            "links": [[link.rule, link.source] for link in self.links],
            "runs": dict(self.runs),
        }


def read_evidence(path: Path) -> Evidence | None:
    """Return the evidence kept in a file; none if there is no sound one."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        links = tuple(Link(str(rule), str(source)) for rule, source in kept["links"])
        runs = tuple((str(name), int(count)) for name, count in kept["runs"].items())
        return Evidence(str(kept["sources"]), links, runs)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def sources_digest(root: Path) -> str:
    """Return a digest of everything that evidence depends on."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in _SUFFIXES and path.is_file():
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
