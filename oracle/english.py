"""Rulings in plain English, made from the facts of a violation.

Each game keeps the wording of its reasons in `spec_tables/<game>/reasons.toml`: a sentence with the facts in braces.
"""

from functools import cache

from reference.kernel.verdicts import Fact, Violation
from spec_tables.catalogue import catalogue, prefixes
from spec_tables.reader import document


def in_words(found: Violation) -> str:
    """Return a ruling: the rule broken, why, and what the rule says."""
    game = dict(prefixes())[found.rule.split(":")[0]]
    facts = {name: _shown(fact) for name, fact in found.facts}
    why = _wording(game, found.reason.value).format_map(facts)
    rule = catalogue(game).rule(found.rule)
    gist = "" if rule is None else f" [{rule.title}: {rule.gist}]"
    return f"Illegal under {found.rule}: {why}.{gist}"


@cache
def _wording(game: str, reason: str) -> str:
    return document(game, "reasons").text(reason)


def _shown(fact: Fact) -> str:
    if isinstance(fact, tuple):
        return ", ".join(fact) if fact else "none"
    return str(fact)
