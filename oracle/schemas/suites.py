"""Schemas of the files of a suite, and of the answers to its cases."""

from enum import StrEnum

from oracle.schemas.parts import (
    ANYTHING,
    COUNT,
    HASH,
    ODDS,
    TEXT,
    Schema,
    by_name,
    const,
    either,
    fixed,
    listed,
    one_of_texts,
)
from oracle.verdict_json import Ruling


class Origin(StrEnum):
    """Where cases come from."""

    GOLDEN = "golden"
    DIVERGENCE = "divergence"
    EXPLORED = "explored"
    SCENE = "scene"


SUITE = "referee-vectors"
READ_VERSIONS = (3, 4, 5, 6)
SAFE_PATH = r"([A-Za-z0-9_]+/)?[A-Za-z0-9_]+(\.[a-z]+)+"
_OBJECT: Schema = {"type": "object"}
_FULL: Schema = {"type": "object", "minProperties": 1}
_NAMES = listed(TEXT)
_RULES = listed({"type": "string", "pattern": "^[a-z]+:[^ ]+$"})
_SENSES = ("positive", "negative")


def answer_schema() -> Schema:
    """Return the schema of an answer; it is as wide as `oracle.vectors.answers` reads it."""
    name = {"id": TEXT}
    event = fixed({"kind": TEXT}, {"rules": _NAMES, "facts": _OBJECT})
    violation = fixed({"rule": TEXT}, {"reason": TEXT, "facts": _OBJECT})
    due = fixed({"by": TEXT}, {"about": TEXT, "rules": _NAMES})
    verdict = fixed(
        {"ruling": one_of_texts(Ruling)},
        {
            "state": _FULL,
            "hash": HASH,
            "events": listed(event),
            "rules": _NAMES,
            "violations": listed(violation),
            "due": either(TEXT, due),
            "due_by": TEXT,
            "over": fixed({"result": TEXT}, {"rules": _NAMES}),
            "place": TEXT,
            "cause": TEXT,
            "otherwise": _OBJECT,
            "reason": TEXT,
            "facts": _OBJECT,
        },
    )
    decision = fixed({"by": TEXT, "actions": listed(_OBJECT)}, {"about": TEXT, "rules": _NAMES, "odds": listed(ODDS)})
    return either(
        fixed({**name, "verdict": verdict}),
        fixed({**name, "facts": _FULL}),
        fixed({**name, "decision": decision}),
        fixed({**name, "view": _FULL}),
    )


def manifest_schema() -> Schema:
    """Return the schema of a manifest."""
    by_sense = fixed(dict.fromkeys(_SENSES, _RULES))
    rules = fixed(
        {
            "all": COUNT,
            "without_cases": _RULES,
            "only_consulted": _RULES,
            "unexplained": by_sense,
            "contradicted": by_sense,
            **{f"with_{sense}_cases": COUNT for sense in _SENSES},
            **{f"with_several_{sense}_cases": COUNT for sense in _SENSES},
            **{f"with_one_{sense}_case": _RULES for sense in _SENSES},
            **{f"without_{sense}_cases": by_name(TEXT, TEXT) for sense in _SENSES},
        }
    )
    counts = dict.fromkeys(("cases", *_SENSES, "choice", "turn"), COUNT)
    file = fixed(
        {"path": {"type": "string", "pattern": f"^{SAFE_PATH}$"}, "sha256": _SHA, "bytes": COUNT}, {"cases": COUNT}
    )
    return fixed(
        {
            "suite": const(SUITE),
            "suite_version": {"type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+$"},
            "schema_version": {"enum": list(READ_VERSIONS)},
            "made_by": TEXT,
            "effort": by_name(TEXT, COUNT),
            "cases": COUNT,
            "games": by_name(TEXT, fixed({"name": TEXT, **counts, "normative_rules": rules})),
            "files": listed(file),
        }
    )


_SHA: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def rules_schema() -> Schema:
    """Return the schema of the cases of every rule."""
    return by_name(
        {"pattern": "^[a-z]+:[^ ]+$"},
        fixed({"title": TEXT, **dict.fromkeys((*_SENSES, "consulting"), _NAMES)}),
    )


def rulesets_schema() -> Schema:
    """Return the schema of the rulesets of a suite, option by option."""
    return by_name(ANYTHING, by_name(TEXT, TEXT))
