"""The status of a rule in two versions: what proves it, how well, and whether its gist was confirmed."""

import csv
import hashlib
import io
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from oracle.changelog import open_lines
from oracle.errors import InputError
from oracle.evidence.files import FOLDER, write, written
from oracle.evidence.links import scan
from oracle.evidence.traceability import RECORDS, read_record
from oracle.gate import older_layout
from oracle.gate.trees import differing
from oracle.mutation.excuses import read_excuses
from oracle.mutation.scores import Score, read_summary

CONFIRMED = f"{FOLDER}/confirmed_gists.json"
_NOTE = (
    "A digest of each gist as it was when the rule's functions and tests were last seen to fit it; the first were "
    "taken of the catalogues as they stood."
)
CATALOGUE = "rules_catalogue.csv"
_PROVING = ("test", "property", "golden")
_RULE = re.compile(r"\b[a-z]{2}:[A-Za-z0-9.-]*[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Lost:
    """Something that a rule had before and no longer has."""

    rule: str
    what: str


# ---------------------------------------------------------------- evidence


def lost(before: Path, now: Path) -> tuple[Lost, ...]:
    """Return the rules that are gone, or that have fewer links or proofs than before."""
    old_rules, new_rules = set(gists(before)), set(gists(now))
    found = [Lost(rule, "the rule is gone from the catalogue") for rule in sorted(old_rules - new_rules)]
    changed = differing(before, now, ("reference", "tests", "properties", "golden"))
    old, new = _linked(before, changed), _linked(now, changed)
    for rule, kind in sorted(old):
        fewer = len(old[rule, kind]) - len(new.get((rule, kind), ()))
        if fewer > 0 and rule in new_rules:
            gone = sorted(old[rule, kind] - new.get((rule, kind), set()))
            found.append(Lost(rule, f"{_many(fewer, kind)} fewer: {', '.join(gone[:3])}"))
    return tuple(found)


def _many(count: int, kind: str) -> str:
    return f"{count} {kind if count == 1 else f'{kind}s'.replace('ys', 'ies')}"


def _linked(root: Path, files: frozenset[str]) -> dict[tuple[str, str], set[str]]:
    """Return what is bound to each rule, by kind: from the files, and from the record of the last test run."""
    found: dict[tuple[str, str], set[str]] = {}
    for bound in scan(root, files):
        for rule in bound.rules:
            found.setdefault((rule, bound.kind), set()).add(bound.place)
    for rule, kind, name in older_layout.recorded(root) if older_layout.is_older(root) else _recorded(root):
        found.setdefault((rule, f"recorded {kind}"), set()).add(name)
    return found


def _recorded(root: Path) -> Iterator[tuple[str, str, str]]:
    """Return the recorded proofs of each rule: the rule, the kind of proof, and its short name."""
    for path in sorted((root / RECORDS).glob("*.json")):
        for rule, traced in read_record(root, path.stem).items():
            kinds = (("test", traced.tests), ("property", traced.properties), ("golden trace", traced.golden))
            yield from ((rule, kind, _short(place)) for kind, places in kinds for place in places)


def _short(place: str) -> str:
    """Return a place without its folder: older revisions recorded no folder, and tests move."""
    path, _, name = place.partition("::")
    stem = PurePosixPath(path).stem
    return f"{stem}::{name}" if name else stem


# ---------------------------------------------------------------- scores


@dataclass(frozen=True, slots=True)
class Scored:
    """The mutation score of a rule before and now."""

    rule: str
    before: Score
    now: Score

    @property
    def fell(self) -> bool:
        """Say whether a larger share of faults goes unnoticed than before."""
        return bool(self.before.counted) and self.now.percent < self.before.percent


def scored(before: Path, now: Path, rules: frozenset[str]) -> tuple[Scored, ...]:
    """Return the scores of rules in both versions."""
    summary = older_layout.scores(before) if older_layout.is_older(before) else read_summary(before)
    old = summary.of_rules(read_excuses(before))
    new = read_summary(now).of_rules(read_excuses(now))
    return tuple(Scored(rule, old.get(rule, Score()), new.get(rule, Score())) for rule in sorted(rules))


# ---------------------------------------------------------------- gists


def gists(root: Path) -> dict[str, str]:
    """Return the gist of every rule in the catalogues."""
    return {rule: row["gist"] for rule, row in _rows(root)}


def _rows(root: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    for path in sorted((root / "spec_tables").glob(f"*/{CATALOGUE}")):
        prefix = tomllib.loads(path.with_name("game.toml").read_text(encoding="utf-8"))["prefix"]
        for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")):
            yield f"{prefix}:{row['key']}", row


def gist_digest(gist: str) -> str:
    """Return the digest that is recorded when a gist is confirmed."""
    return hashlib.sha256(gist.encode()).hexdigest()[:12]


def unconfirmed(root: Path) -> tuple[str, ...]:
    """Return the rules whose gist has changed since their links were confirmed."""
    confirmed = _confirmed(root)
    return tuple(rule for rule, gist in gists(root).items() if confirmed.get(rule) != gist_digest(gist))


def confirm(root: Path, rules: frozenset[str]) -> None:
    """Record that the links of some rules fit the present gists; forget rules that are gone."""
    kept, known = _confirmed(root), gists(root)
    digests = {rule: gist_digest(gist) if rule in rules else kept.get(rule) for rule, gist in known.items()}
    records = {rule: digest for rule, digest in digests.items() if digest is not None}
    write(root / CONFIRMED, written("./referee confirm", {"note": _NOTE}, "digests", records))


def _confirmed(root: Path) -> dict[str, str]:
    """Return the digests of the confirmed gists."""
    path = root / CONFIRMED
    if not path.is_file():
        return {}
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        return {str(rule): str(digest) for rule, digest in given["digests"].items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(f"{CONFIRMED}: is not what `./referee confirm` writes") from None


# ---------------------------------------------------------------- declarations


def declared(before: Path, now: Path) -> frozenset[str]:
    """Return the rules named in new lines of the changelog's unreleased section."""
    old = set(open_lines(before))
    return frozenset(rule for line in open_lines(now) if line not in old for rule in _RULE.findall(line))
