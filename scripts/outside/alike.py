"""Faults that cannot be told from the original: by their kind, or excused one by one in `mutation_excuses.toml`."""

import re
from functools import cache
from pathlib import Path

from oracle.mutation.excuses import Excuse, excused, read_excuses

# What a pattern finds is the same on both sides once it is replaced: then the fault is none, for the reason.
_KINDS = (
    (
        r",? ?strict=(True|False|None)\b|, (?=\))",
        "",
        "Both sequences have one entry a side or a place; `strict` checks only.",
    ),
    (r"\bis not\b|!=", "!=", "Members of enumerations, None and small numbers are one object each."),
    (r"\bis\b|==", "==", "Members of enumerations, None and small numbers are one object each."),
    (r"(case _: )?assert_never\(\w*\)", "", "The type checker proves that it is never reached."),
)


def alike(function: str, change: str) -> bool:
    """Say whether nobody can tell a change of a function from the original."""
    before, _, after = change.partition(" => ")
    for pattern, same, _ in _KINDS:
        if re.sub(pattern, same, before).strip() == re.sub(pattern, same, after).strip():
            return True
    return excused(_excuses(), function, change)


@cache
def _excuses() -> tuple[Excuse, ...]:
    return read_excuses(Path(__file__).parent)
