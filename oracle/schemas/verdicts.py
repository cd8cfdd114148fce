"""Schemas of verdicts, as `oracle.verdict_json` makes them, and of the cases of a suite that hold them."""

from collections.abc import Iterator

from oracle.schemas.parts import COUNT, HASH, ODDS, TEXT, Schema, const, either, fixed, listed, one_of_texts, ref
from oracle.schemas.suites import Origin
from oracle.verdict_json import Ruling
from reference.kernel.decisions import SETTLED
from spec_tables.catalogue import Catalogue

RULES = listed(ref("rule"))
_BROKEN = {"rules": listed(ref("rule"), least=1), "violations": listed(ref("violation"), least=1)}
_OVER, _DUE = {"over": ref("over")}, {"due": ref("due")}


def _ruling(ruling: Ruling) -> dict[str, Schema]:
    return {"ruling": const(ruling.value)}


def verdict_definitions(known: Catalogue) -> Iterator[tuple[str, Schema]]:
    """Return the definitions of decisions, endings and verdicts."""
    due = {"by": ref("actor"), "about": TEXT, "rules": RULES}
    yield "due", fixed(due)
    yield "decision", fixed({**due, "actions": listed(ref("action"), least=1)}, {"odds": listed(ODDS)})
    ends = ("draw", SETTLED.result, *(f"{side} wins" for side in known.sides))
    yield "over", fixed({"result": one_of_texts(ends), "rules": RULES})
    legal = {**_ruling(Ruling.LEGAL), "hash": HASH, "events": listed(ref("event"))}
    yield "outcome", fixed(legal, _OVER)
    yield "verdict.legal", fixed({**legal, "state": ref("state")}, _OVER)
    yield "verdict.illegal", fixed({**_ruling(Ruling.ILLEGAL), **_BROKEN})
    yield "verdict.notation", fixed({**_ruling(Ruling.NOTATION), "reason": ref("reason"), "facts": ref("facts")})
    not_asked = {**_ruling(Ruling.NOT_ASKED), **_BROKEN}
    yield "verdict.not_asked", either(fixed({**not_asked, **_DUE}), fixed({**not_asked, **_OVER}))
    other = _ruling(Ruling.NOT_THIS_DECISION)
    yield "verdict.not_this_decision", either(fixed({**other, **_DUE}), fixed({**other, **_OVER}))
    otherwise = either(fixed(_ruling(Ruling.LEGAL)), ref("verdict.illegal"), ref("verdict.notation"))
    theirs = {**_ruling(Ruling.NOT_YOUR_DECISION), **_DUE}
    yield "verdict.not_your_decision", fixed(theirs, {"otherwise": otherwise})
    yield "verdict.unreadable", fixed({**_ruling(Ruling.UNREADABLE), "place": TEXT, "cause": TEXT})
    yield "verdict.sound", fixed(_ruling(Ruling.SOUND))
    yield "verdict.unsound", fixed({**_ruling(Ruling.UNSOUND), **_BROKEN})
    on_position = (Ruling.SOUND, Ruling.UNSOUND)
    yield "verdict", either(*(ref(f"verdict.{each}") for each in Ruling if each not in on_position))
    yield "check", either(*(ref(f"verdict.{each}") for each in on_position))


def case_definitions(known: Catalogue) -> Iterator[tuple[str, Schema]]:
    """Return the definitions of the cases of a game."""
    source = fixed({"from": one_of_texts(Origin), "name": TEXT, "step": COUNT})
    every: dict[str, Schema] = {
        "id": {"type": "string", "pattern": f"^{known.game}/[A-Za-z0-9_]+/[0-9a-f]{{16}}$"},
        "rules": RULES,
        "source": source,
        "game": const(known.game),
        "ruleset": ref("ruleset"),
    }
    at = {**every, "position": ref("state")}
    move = fixed({"by": ref("actor"), "do": ref("action")})
    positive = {"sense": const("positive")}
    kinds: dict[str, dict[str, Schema]] = {
        "start": {**every, **positive, "scenario": ref("scenario"), "verdict": ref("verdict.legal")},
        "act": {
            **at,
            "sense": one_of_texts(("positive", "negative", "turn")),
            "consults": RULES,
            "actions": listed(move, least=1),
            "verdict": ref("verdict"),
        },
        "decision": {**at, "sense": const("choice"), "decision": ref("decision")},
        "check": {**at, "sense": const("negative"), "verdict": ref("verdict.unsound")},
        "facts": {**at, **positive, "facts": ref("expectation")},
        "observe": {**at, **positive, "side": ref("side"), "view": ref("view")},
    }
    for kind, members in kinds.items():
        yield f"case.{kind}", fixed({"kind": const(kind), **members})
    yield "case", either(*(ref(f"case.{kind}") for kind in kinds))
