"""Verdicts as JSON, in one form for the whole tool.

The command line, the protocol, the test vectors, the gate and the reports of `verify` use these objects, with the same
keys everywhere: a verdict, a violation, an event, a decision, an ending, a difference, a divergence. `docs/verdicts.md`
describes them. They are data only. Words for people are beside them, under the key `english`.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias, assert_never

from reference.kernel.canonical import Difference, Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.rules import RuleId
from reference.kernel.table import ActVerdict, Due, Table
from reference.kernel.traces import Act, Divergence, Refuse, Replay, Trace
from reference.kernel.verdicts import (
    Event,
    Legal,
    Next,
    No,
    NotAsked,
    Notation,
    NotThisDecision,
    NotYourDecision,
    Violation,
    facts_to_json,
)

Verdict: TypeAlias = ActVerdict | Unreadable


class Ruling(StrEnum):
    """A verdict in one word: the first seven are about an action, the last two about a position."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    NOTATION = "notation"
    NOT_ASKED = "not_asked"
    NOT_THIS_DECISION = "not_this_decision"
    NOT_YOUR_DECISION = "not_your_decision"
    UNREADABLE = "unreadable"
    SOUND = "sound"
    UNSOUND = "unsound"


# ---------------------------------------------------------------- the parts


def fraction_text(odds: Fraction) -> str:
    """Return exact odds as `1/6`; certainty is `1/1`."""
    return f"{odds.numerator}/{odds.denominator}"


def event_json(event: Event) -> dict[str, Json]:
    """Return an event with the rules it follows from."""
    return {"kind": event.kind.value, "rules": list(event.rules), "facts": facts_to_json(event.facts)}


def violation_json(found: Violation) -> dict[str, Json]:
    """Return a violation: the rule broken, the reason, and the facts."""
    return {"rule": found.rule, "reason": found.reason.value, "facts": facts_to_json(found.facts)}


def over_json(over: Over) -> dict[str, Json]:
    """Return how a game ended, and by which rules."""
    return {"result": over.result, "rules": list(over.rules)}


def decision_json(due: Due) -> dict[str, Json]:
    """Return a decision: who decides, about what, under which rules, every legal action, and odds if chance does."""
    shown: dict[str, Json] = {**_due_json(due), "actions": list(due.actions)}
    if due.odds is not None:
        shown["odds"] = [fraction_text(each) for each in due.odds]
    return shown


def waiting_json(due: Due | Over) -> dict[str, Json]:
    """Return what a position waits for: the `decision`, or how the game is `over`."""
    return {"over": over_json(due)} if isinstance(due, Over) else {"decision": decision_json(due)}


def _due_json(due: Due) -> dict[str, Json]:
    return {"by": due.by, "about": due.about, "rules": list(due.rules)}


def difference_json(found: Difference) -> dict[str, Json]:
    """Return one place where two values differ."""
    return {"path": found.path, "expected": found.expected, "found": found.found}


# ---------------------------------------------------------------- verdicts


def asked(table: Table, by: str, action: Json, then: Table | None = None) -> Verdict:
    """Return the verdict on an action; an unreadable action gets one too.

    `then` is the position that came next, if it is known: a decision that was passed over on the way there is told
    already here.
    """
    try:
        verdict = table.act(by, action)
        if then is not None and isinstance(verdict, NotAsked | NotThisDecision | NotYourDecision):
            return _with_later(verdict, then.act(by, action))
    except Unreadable as fault:
        return fault.within("do")
    return verdict


def _with_later(now: ActVerdict, later: ActVerdict) -> ActVerdict:
    """Return why a decision is not asked for, now and on the way to the next position; the verdict of now if it is."""
    if not isinstance(later, NotAsked):
        return now
    before = now.violations if isinstance(now, NotAsked) else ()
    return NotAsked(tuple(dict.fromkeys((*later.violations, *before))))


def ruling_of(verdict: Verdict) -> Ruling:
    """Return a verdict on an action in one word."""
    match verdict:
        case Next():
            return Ruling.LEGAL
        case No():
            return Ruling.ILLEGAL
        case Notation():
            return Ruling.NOTATION
        case NotAsked():
            return Ruling.NOT_ASKED
        case NotThisDecision():
            return Ruling.NOT_THIS_DECISION
        case NotYourDecision():
            return Ruling.NOT_YOUR_DECISION
        case Unreadable():
            return Ruling.UNREADABLE
        case _:
            assert_never(verdict)


def verdict_json(table: Table, verdict: Verdict) -> dict[str, Json]:
    """Return the verdict on an action at a position."""
    match verdict:
        case Next(state):
            return {**outcome_json(verdict), "state": state.canonical()}
        case No(violations):
            return _broken_json(Ruling.ILLEGAL, violations)
        case Notation(reason, facts):
            return {"ruling": Ruling.NOTATION.value, "reason": reason.value, "facts": facts_to_json(facts)}
        case NotAsked(violations):
            return {**_broken_json(Ruling.NOT_ASKED, violations), **_due_or_over(table.due())}
        case NotThisDecision():
            return {"ruling": Ruling.NOT_THIS_DECISION.value, **_due_or_over(table.due())}
        case NotYourDecision(_, otherwise):
            shown: dict[str, Json] = {"ruling": Ruling.NOT_YOUR_DECISION.value, **_due_or_over(table.due())}
            if otherwise is None:
                return shown
            if isinstance(otherwise, Legal):
                return {**shown, "otherwise": {"ruling": Ruling.LEGAL.value}}
            return {**shown, "otherwise": verdict_json(table, otherwise)}
        case Unreadable():
            return unreadable_json(verdict)
        case _:
            assert_never(verdict)


def outcome_json(found: Next[Table]) -> dict[str, Json]:
    """Return a legal verdict without the state, for callers that have the position already."""
    shown: dict[str, Json] = {
        "ruling": Ruling.LEGAL.value,
        "events": [event_json(each) for each in found.events],
        "hash": found.state.digest(),
    }
    due = found.state.due()
    return {**shown, "over": over_json(due)} if isinstance(due, Over) else shown


def unreadable_json(fault: Unreadable) -> dict[str, Json]:
    """Return the verdict on something that no game can read: where, and why."""
    return {"ruling": Ruling.UNREADABLE.value, "place": fault.place, "cause": fault.cause}


def check_json(found: Sequence[Violation]) -> dict[str, Json]:
    """Return the verdict on a position with these violations."""
    return _broken_json(Ruling.UNSOUND, found) if found else {"ruling": Ruling.SOUND.value}


def broken_rules(violations: Sequence[Violation]) -> tuple[RuleId, ...]:
    """Return the rules that violations name, each once."""
    return tuple(dict.fromkeys(each.rule for each in violations))


def _broken_json(ruling: Ruling, violations: Sequence[Violation]) -> dict[str, Json]:
    return {
        "ruling": ruling.value,
        "rules": list(broken_rules(violations)),
        "violations": [violation_json(each) for each in violations],
    }


def _due_or_over(due: Due | Over) -> dict[str, Json]:
    return {"over": over_json(due)} if isinstance(due, Over) else {"due": _due_json(due)}


# ---------------------------------------------------------------- replays


def diverging_verdict(trace: Trace, done: Replay) -> Verdict | None:
    """Return the verdict on the action where a replay diverges; None if the divergence is not about an action."""
    if done.divergence is None:
        return None
    match dict(trace.lines).get(done.divergence.line):
        case Act(by, do) | Refuse(by, do):
            return asked(done.table, by, do)
        case _:
            return None


def divergence_json(found: Divergence, verdict: Json) -> dict[str, Json]:
    """Return the first place where a replay differs from its trace, with the verdict on the action there, if any."""
    return {
        "line": found.line,
        "step": found.step,
        "fault": found.fault.value,
        "action": found.action,
        "verdict": verdict,
        "rules": list(found.rules),
        "differences": [difference_json(each) for each in found.differences],
    }


def replay_json(trace: Trace, done: Replay) -> dict[str, Json]:
    """Return whether a trace conforms, after how many steps, and where it diverges if it does."""
    if done.divergence is None:
        return {"conforms": True, "steps": done.steps}
    verdict = diverging_verdict(trace, done)
    shown = None if verdict is None else verdict_json(done.table, verdict)
    return {"conforms": False, "steps": done.steps, "divergence": divergence_json(done.divergence, shown)}
