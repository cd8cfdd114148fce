"""The recorded counts of runs in which each rule fired: in golden traces and explored games, executed and decided.

`runs` counts; this module reads and writes the record for `./referee trace`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.files import FOLDER, write, written

KEPT = f"{FOLDER}/fired.json"
_NOTE = (
    "Per rule: golden traces that executed it and that it decided, explored games that executed it and that it decided."
)


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many golden traces and explored games a rule was executed, and in how many of them it decided."""

    golden: int = 0
    golden_decided: int = 0
    games: int = 0
    games_decided: int = 0


@dataclass(frozen=True, slots=True)
class Fired:
    """How many games were explored, and the counts of every rule that was executed or cited at all."""

    games: Mapping[str, int]
    rules: Mapping[str, Counts]


def read_fired(root: Path) -> Fired | None:
    """Return the counts recorded in a tree; None if there are none."""
    path = root / KEPT
    if not path.is_file():
        return None
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        games = {str(game): int(number) for game, number in given["games"].items()}
        return Fired(games, counts_from_json(given["rules"]))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(f"{KEPT}: is not what `./referee fired` writes") from None


def counts_from_json(given: Mapping[str, list[int]]) -> dict[str, Counts]:
    """Read what `counts_to_json` wrote."""
    return {str(rule): Counts(*map(int, counts)) for rule, counts in given.items()}


def counts_to_json(rules: Mapping[str, Counts]) -> dict[str, list[int]]:
    """Return counts in the form in which they are written."""
    return {
        rule: [each.golden, each.golden_decided, each.games, each.games_decided] for rule, each in sorted(rules.items())
    }


def write_fired(root: Path, fired: Fired) -> None:
    """Write the counts, one rule a line."""
    about = {"note": _NOTE, "games": dict(sorted(fired.games.items()))}
    write(root / KEPT, written("./referee fired", about, "rules", counts_to_json(fired.rules)))
