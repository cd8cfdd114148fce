"""Mutants that no test can distinguish from the original, each with the reason (`mutation_excuses.toml`)."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from oracle.errors import InputError

FILE = "mutation_excuses.toml"
_KEYS = {"subject", "change", "reason"}
_OF_MANY = "..."


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why a change of a function or table is no fault; a change that begins with dots covers all that end so."""

    subject: str
    change: str
    reason: str

    def covers(self, subject: str, change: str) -> bool:
        """Say whether this excuses a mutant."""
        if subject != self.subject:
            return False
        if self.change.startswith(_OF_MANY):
            return change.endswith(self.change.removeprefix(_OF_MANY))
        return change == self.change


def read_excuses(root: Path) -> tuple[Excuse, ...]:
    """Read the excuses of a tree; none if it has no such file."""
    path = root / FILE
    if not path.is_file():
        return ()
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise InputError(f"{FILE}: {fault}") from None
    if given.keys() - {"excuse"}:
        raise InputError(f"{FILE}: only [[excuse]] is known, not {', '.join(sorted(given))}")
    found: list[Excuse] = []
    for number, entry in enumerate(given.get("excuse", []), 1):
        if entry.keys() != _KEYS or not all(isinstance(value, str) and value.strip() for value in entry.values()):
            raise InputError(f"{FILE}: excuse {number} needs subject, change and reason, all texts")
        found.append(Excuse(entry["subject"], entry["change"], entry["reason"]))
    return tuple(found)


def excused(excuses: Iterable[Excuse], subject: str, change: str) -> bool:
    """Say whether some excuse covers a mutant."""
    return any(excuse.covers(subject, change) for excuse in excuses)
