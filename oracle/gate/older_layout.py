"""Read the evidence of revisions that have no `evidence/`: scores in docs/, traceability as a table in Markdown.

The gate compares with such revisions; nothing else reads them, and nothing writes them any more.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from oracle.evidence.files import FOLDER
from oracle.mutation.scores import Summary, read_summary

SCORES = "docs/mutation.json"
TRACEABILITY = "docs/rule_traceability.md"
# The confirmed gists were kept beside the rule tables; that file is not a rule table.
CONFIRMED = "confirmed.csv"
_KINDS = {"tests": "test", "properties": "property", "golden traces": "golden trace"}
_RULE = re.compile(r"[a-z]{2}:[A-Za-z0-9.-]*[A-Za-z0-9]")


def is_older(root: Path) -> bool:
    """Say whether a tree has its evidence in the older places."""
    return not (root / FOLDER).is_dir()


def scores(root: Path) -> Summary:
    """Return the mutation scores of such a tree."""
    return read_summary(root, SCORES)


def recorded(root: Path) -> Iterator[tuple[str, str, str]]:
    """Return the proofs that such a tree records: the rule, the kind of proof, and its short name."""
    path = root / TRACEABILITY
    header: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "rule":
            header = cells
        elif header and _RULE.fullmatch(cells[0]) and len(cells) == len(header):
            for column, cell in zip(header, cells, strict=True):
                if column in _KINDS:
                    names = (name.strip() for name in cell.split("<br>"))
                    yield from ((cells[0], _KINDS[column], name) for name in names if name)
