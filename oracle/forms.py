"""Decisions, events and verdicts as JSON: what the protocol sends and the test vectors hold."""

from fractions import Fraction
from typing import TypeAlias, assert_never

from oracle.english import in_words
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Event, Next, No, NotThisDecision, NotYourDecision, Violation, facts_to_json

Verdict: TypeAlias = Next[Table] | No | NotThisDecision | NotYourDecision | Unreadable

LEGAL = "legal"
ILLEGAL = "illegal"
NOT_THIS_DECISION = "not_this_decision"
NOT_YOUR_DECISION = "not_your_decision"
UNREADABLE = "unreadable"


def fraction_text(odds: Fraction) -> str:
    """Return exact odds as `1/6`; certainty is `1/1`."""
    return f"{odds.numerator}/{odds.denominator}"


def due_json(due: Due | Over) -> dict[str, Json]:
    """Return a decision: who decides, about what, under which rules, and every legal action."""
    if isinstance(due, Over):
        return {"over": due.result, "rules": list(due.rules)}
    shown: dict[str, Json] = {
        "by": due.by,
        "about": due.about,
        "rules": list(due.rules),
        "actions": list(due.actions),
    }
    if due.odds is not None:
        shown["odds"] = [fraction_text(each) for each in due.odds]
    return shown


def event_json(event: Event) -> dict[str, Json]:
    """Return an event with the rules it follows from."""
    return {"kind": event.kind.value, "rules": list(event.rules), "facts": facts_to_json(event.facts)}


def violation_json(found: Violation) -> dict[str, Json]:
    """Return a violation as data."""
    return {"reason": found.reason.value, "rule": found.rule, "facts": facts_to_json(found.facts)}


def ruled_json(found: Violation, game: str) -> dict[str, Json]:
    """Return a violation as data, with the sentence for people."""
    return {**violation_json(found), "words": in_words(found, game)}


def asked(table: Table, by: str, action: Json) -> Verdict:
    """Return what becomes of an action, whatever the answer."""
    try:
        return table.act(by, action)
    except Unreadable as fault:
        return fault.within("do")


def verdict_json(verdict: Verdict) -> dict[str, Json]:
    """Return a verdict as data: the state it leads to, or which of the four noes it is."""
    match verdict:
        case Next(table, events):
            return {
                "ruling": LEGAL,
                "state": table.canonical(),
                "hash": table.digest(),
                "events": [event_json(each) for each in events],
            }
        case No(violations):
            return {"ruling": ILLEGAL, "violations": [violation_json(each) for each in violations]}
        case NotThisDecision(due, rules):
            return {"ruling": NOT_THIS_DECISION, "due": due, "rules": list(rules)}
        case NotYourDecision(due_by):
            return {"ruling": NOT_YOUR_DECISION, "due_by": due_by}
        case Unreadable():
            return {"ruling": UNREADABLE, "place": verdict.place, "cause": verdict.cause}
        case _:
            assert_never(verdict)
