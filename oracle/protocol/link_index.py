"""What is bound to each rule, with lines, as a file: for homes without the tests, such as the static site.

In a checkout the sources themselves are read. The site is built from a checkout, and takes this index along.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from oracle.evidence.links import Bound, scan
from oracle.evidence.rule_links import links_of
from oracle.evidence.traceability import Traced, read_record
from oracle.places import ROOT
from reference.kernel.canonical import Json
from spec_tables.catalogue import GAMES, catalogue

NAME = "rule_links.json"

Links = Mapping[str, tuple[Bound, ...]]


def index_text(root: Path = ROOT) -> str:
    """Return the index of everything that is bound to a rule, as JSON."""
    bound = scan(root)
    found: dict[str, Json] = {}
    for game in GAMES:
        record = read_record(root, game)
        for rule in catalogue(game).rules:
            links = links_of(rule.id, bound, record.get(rule.id, Traced()), root)
            found[rule.id] = {
                kind: [[each.path, each.line, each.name] for each in every] for kind, every in links.items() if every
            }
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


@cache
def read_index() -> Mapping[str, Links] | None:
    """Return the index that a home without tests carries; None in a checkout."""
    path = ROOT / NAME
    if not path.is_file():
        return None
    given = json.loads(path.read_text(encoding="utf-8"))
    return {
        rule: {
            kind: tuple(Bound(kind, str(file), int(line), str(name), (rule,)) for file, line, name in every)
            for kind, every in links.items()
        }
        for rule, links in given.items()
    }
