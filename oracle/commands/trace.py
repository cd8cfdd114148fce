"""`referee trace`: write docs/rule_traceability.md, or check that it is true and complete."""

import argparse
import difflib
import json
import os
import subprocess
import sys

from oracle.errors import InputError
from oracle.evidence.firing import read_fired
from oracle.evidence.links import ROOT, scan
from oracle.evidence.record import Evidence, read_evidence, sources_digest
from oracle.evidence.traceability import DOCUMENT, Known, missing, proofs, says_the_same, written
from oracle.mutation.excuses import read_excuses
from oracle.mutation.scores import read_summary
from spec_tables.catalogue import GAMES, catalogue

EVIDENCE = ROOT / "build" / "evidence.json"
_SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if the file is stale or a rule lacks proof"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write or check the document."""
    evidence = fresh_evidence()
    bound = scan()
    known = Known(read_fired(ROOT), read_summary(ROOT).of_rules(read_excuses(ROOT)))
    games = tuple((catalogue(game), proofs(catalogue(game), bound, evidence, known)) for game in GAMES)
    text = written(games)
    lacking = tuple(line for found, of_game in games for line in missing(found, of_game))
    path = ROOT / DOCUMENT
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    stale = not says_the_same(kept, text)
    if not arguments.check:
        path.write_text(text, encoding="utf-8")
    if arguments.json:
        print(json.dumps({"document": DOCUMENT, "stale": stale, "missing": list(lacking)}, indent=2))
    else:
        _report(kept, text, lacking, check=bool(arguments.check))
    return 1 if lacking or (stale and arguments.check) else 0


def _report(kept: str, text: str, lacking: tuple[str, ...], *, check: bool) -> None:
    if not check:
        print(f"{DOCUMENT} {'written' if kept != text else 'is as it was'}")
    elif not says_the_same(kept, text):
        print(f"{DOCUMENT} is stale; `./referee trace` writes it anew. First differences:")
        changes = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", n=0, lineterm="")
        for line, _ in zip(changes, range(_SHOWN), strict=False):
            print(f"  {line[:160]}")
    else:
        print(f"{DOCUMENT} is up to date")
    for line in lacking:
        print(f"missing: {line}")


def fresh_evidence() -> Evidence:
    """Return the evidence of the sources as they are, running the tests if there is none yet."""
    kept = read_evidence(EVIDENCE)
    if kept is not None and kept.sources == sources_digest(ROOT):
        return kept
    print("referee: running the tests to see what they prove", file=sys.stderr)
    words = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--no-header", "--evidence", str(EVIDENCE)]
    # What a test comes by may hang on the order of a set.
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(words, cwd=ROOT, env=environment, stdout=sys.stderr, check=False)
    fresh = read_evidence(EVIDENCE)
    if done.returncode or fresh is None:
        raise InputError("the tests fail, so nothing is proven; see above")
    return fresh
