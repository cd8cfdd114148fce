"""`referee trace`: record what proves every rule and write docs/rule_traceability, or check that both hold."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from oracle.errors import InputError
from oracle.evidence.files import write
from oracle.evidence.firing import read_fired
from oracle.evidence.links import ROOT, scan
from oracle.evidence.record import Evidence, read_evidence, sources_digest
from oracle.evidence.traceability import (
    Known,
    Record,
    differences,
    file_of,
    missing,
    proofs,
    read_record,
    record_text,
    traced,
)
from oracle.evidence.traceability_pages import INDEX, pages, stale
from oracle.mutation.excuses import read_excuses
from oracle.mutation.scores import read_summary
from spec_tables.catalogue import GAMES, catalogue

EVIDENCE = ROOT / "build" / "evidence.json"
_SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if record or pages are stale or a rule lacks proof"
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong: how the record differs from a test run, which pages are stale, and what rules lack."""

    differences: tuple[str, ...]
    pages: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def stale(self) -> bool:
        """Say whether anything must be written again."""
        return bool(self.differences or self.pages)

    def to_json(self) -> dict[str, object]:
        """Return it as data."""
        return {
            "document": INDEX,
            "stale": self.stale,
            "differences": list(self.differences),
            "pages": list(self.pages),
            "missing": list(self.missing),
        }

    def print(self, *, check: bool) -> None:
        """Print it for people."""
        if not check:
            print(f"{INDEX} {'written, with its record and pages' if self.stale else 'is as it was'}")
        elif self.stale:
            print(f"{INDEX}, its record or its pages are stale; `./referee trace` writes them anew. First differences:")
            for line in (*self.differences, *self.pages)[:_SHOWN]:
                print(f"  {line[:160]}")
        else:
            print(f"{INDEX} is up to date")
        for line in self.missing:
            print(f"missing: {line}")


def run(arguments: argparse.Namespace) -> int:
    """Write or check the record and its pages."""
    evidence, bound = fresh_evidence(), scan()
    known = Known(read_fired(ROOT), read_summary(ROOT).of_rules(read_excuses(ROOT)))
    fresh = {game: traced(catalogue(game), bound, evidence, known) for game in GAMES}
    kept = {game: read_record(ROOT, game) for game in GAMES}
    found = Judged(
        tuple(line for game in GAMES for line in differences(kept[game], fresh[game])),
        stale(ROOT, _pages(kept)),
        tuple(line for game in GAMES for line in missing(catalogue(game), proofs(catalogue(game), fresh[game]))),
    )
    if not arguments.check:
        _write(fresh)
    if arguments.json:
        print(json.dumps(found.to_json(), indent=2))
    else:
        found.print(check=bool(arguments.check))
    return 1 if found.missing or (found.stale and arguments.check) else 0


def _pages(records: Mapping[str, Record]) -> dict[str, str]:
    return pages([(catalogue(game), proofs(catalogue(game), record)) for game, record in records.items()])


def _write(records: Mapping[str, Record]) -> None:
    """Write the records and their pages; delete the pages of chapters that no longer exist."""
    for game, record in records.items():
        write(ROOT / file_of(game), record_text(game, record))
    wanted = _pages(records)
    for file in stale(ROOT, wanted):
        if file in wanted:
            write(ROOT / file, wanted[file])
        else:
            (ROOT / file).unlink()


def fresh_evidence() -> Evidence:
    """Return the evidence for the present sources; run the tests if there is none yet."""
    kept = read_evidence(EVIDENCE)
    if kept is not None and kept.sources == sources_digest(ROOT):
        return kept
    print("referee: running the tests to see what they prove", file=sys.stderr)
    words = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--no-header", "--evidence", str(EVIDENCE)]
    # Which functions a test runs may depend on the order of a set.
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(words, cwd=ROOT, env=environment, stdout=sys.stderr, check=False)
    fresh = read_evidence(EVIDENCE)
    if done.returncode or fresh is None:
        raise InputError("the tests fail, so nothing is proven; see above")
    return fresh
