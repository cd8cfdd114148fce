"""The levels at which an answer to a case is right or wrong, each by itself.

An implementation that says only yes or no is judged by that; one that also cites rules, tells events or gives the next
position is judged by each of these as well. A level that an answer says nothing about is unanswered, not wrong.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from oracle.vectors.answers import KINDS
from oracle.verdict_json import Ruling
from reference.kernel.canonical import ABSENT, Difference, Json, canonical_text, differences, parse, shortfalls
from reference.kernel.rules import RuleId

Answer = Mapping[str, Json]
Case = Mapping[str, Json]


class Level(StrEnum):
    """What is judged."""

    RULING = "ruling"
    KIND = "kind"
    RULES = "rules"
    REASONS = "reasons"
    CHOICES = "choices"
    EVENTS = "events"
    ENDING = "ending"
    OBSERVATION = "observation"
    FACTS = "facts"
    STATE = "state"
    HASH = "hash"


ABOUT: Mapping[Level, str] = {
    Level.RULING: "legal or not; of a position, sound or not",
    Level.KIND: "which of the refusals it is",
    Level.RULES: "the rules broken: at least one of them, and no other",
    Level.REASONS: "every violation, with its reason and facts",
    Level.CHOICES: "who decides, and every legal action",
    Level.EVENTS: "every event, with its rules and facts",
    Level.ENDING: "whether the game has ended, and how",
    Level.OBSERVATION: "what a side may know",
    Level.FACTS: "what follows from a position",
    Level.STATE: "the full next position",
    Level.HASH: "the hash of the next position",
}


@dataclass(frozen=True, slots=True)
class Grade:
    """How an answer does at a level: unanswered, or where it differs from the case; right if it does not."""

    answered: bool
    differences: tuple[Difference, ...] = ()

    @property
    def right(self) -> bool:
        """Say whether it is answered, and rightly."""
        return self.answered and not self.differences

    @property
    def wrong(self) -> bool:
        """Say whether it is answered, and wrongly."""
        return self.answered and bool(self.differences)


UNANSWERED = Grade(answered=False)


def _graded(found: tuple[Difference, ...]) -> Grade:
    return Grade(answered=True, differences=found)


def kind_of(case: Case) -> str:
    """Return what a case asks for: a verdict, facts, a decision or a view."""
    return next(kind for kind in KINDS if kind in case)


def grades(case: Case, answer: Answer | None) -> dict[Level, Grade]:
    """Return the grade of an answer at each level that a case asks about."""
    kind = kind_of(case)
    wanted = case[kind]
    given = None if answer is None else answer.get(kind)
    assert isinstance(wanted, Mapping)
    assert given is None or isinstance(given, Mapping)
    match kind:
        case "facts":
            return {Level.FACTS: UNANSWERED if given is None else _graded(shortfalls(wanted, given))}
        case "view":
            return {Level.OBSERVATION: UNANSWERED if given is None else _graded(differences(wanted, given, "view"))}
        case "decision":
            return {Level.CHOICES: UNANSWERED if given is None else _graded(tuple(_choice(wanted, given)))}
        case _:
            return dict(_verdict(wanted, given or {}, asks_for_ruling=case.get("kind") != "start"))


# ---------------------------------------------------------------- verdicts


def _verdict(
    wanted: Mapping[str, Json], given: Mapping[str, Json], *, asks_for_ruling: bool
) -> Iterator[tuple[Level, Grade]]:
    if asks_for_ruling:
        yield from _ruling(str(wanted["ruling"]), given)
    if wanted["ruling"] == Ruling.LEGAL:
        yield from _outcome(wanted, given, tells_events=asks_for_ruling)
    elif "violations" in wanted:
        yield from _refusal(wanted, given)


def _ruling(wanted: str, given: Mapping[str, Json]) -> Iterator[tuple[Level, Grade]]:
    """Grade yes or no, and then the exact word."""
    if "ruling" not in given:
        yield Level.RULING, UNANSWERED
        yield Level.KIND, UNANSWERED
        return
    said = str(given["ruling"])
    other = (Difference("ruling", wanted, said),)
    allowed = (Ruling.LEGAL, Ruling.SOUND)
    yield Level.RULING, _graded(() if (wanted in allowed) == (said in allowed) else other)
    yield Level.KIND, _graded(() if wanted == said else other)


def _outcome(
    wanted: Mapping[str, Json], given: Mapping[str, Json], *, tells_events: bool
) -> Iterator[tuple[Level, Grade]]:
    if tells_events:
        yield Level.EVENTS, _same("events", wanted, given)
    # Who says what the next position is says by silence that the game goes on.
    if "over" in wanted or "over" in given:
        says = "over" in given or "state" in given or "hash" in given
        ending = tuple(_ending(wanted.get("over"), given.get("over")))
        yield Level.ENDING, _graded(ending) if says else UNANSWERED
    yield Level.STATE, _same("state", wanted, given)
    yield Level.HASH, _same("hash", wanted, given)


def _same(name: str, wanted: Mapping[str, Json], given: Mapping[str, Json]) -> Grade:
    return _graded(differences(wanted[name], given[name], name)) if name in given else UNANSWERED


def _ending(expected: Json, given: Json) -> Iterator[Difference]:
    """Require the same result, and the same rules if any are given; an ending where there is none is wrong too."""
    wanted: Mapping[str, Json] = expected if isinstance(expected, Mapping) else {}
    found: Mapping[str, Json] = given if isinstance(given, Mapping) else {}
    for name in ("result", *(["rules"] if "rules" in found else [])):
        yield from differences(wanted.get(name, ABSENT), found.get(name, ABSENT), f"over.{name}")


def _refusal(wanted: Mapping[str, Json], given: Mapping[str, Json]) -> Iterator[tuple[Level, Grade]]:
    violations = listed(wanted, "violations")
    broken = sorted({_rule_of(each) for each in violations})
    told = listed(given, "violations")
    named = sorted({*texts(given.get("rules", ())), *(_rule_of(each) for each in told)})
    beside = () if set(named) <= set(broken) else (Difference("rules", broken, named),)
    yield Level.RULES, _graded(beside) if named else UNANSWERED
    explained = any(isinstance(each, Mapping) and "reason" in each for each in told)
    exact = differences(list(violations), list(told), "violations") if explained else ()
    yield Level.REASONS, _graded(exact) if explained else UNANSWERED


def _rule_of(violation: Json) -> RuleId:
    assert isinstance(violation, Mapping)
    return str(violation["rule"])


# ---------------------------------------------------------------- decisions


def _choice(decision: Mapping[str, Json], given: Mapping[str, Json]) -> Iterator[Difference]:
    """Require the same decider, the same actions in any order, and the same odds if any are given."""
    if decision["by"] != given["by"]:
        yield Difference("by", decision["by"], given["by"])
        return
    wanted, offered = _weighed(decision, decision), _weighed(given, decision)
    yield from (Difference("actions", parse(each), ABSENT) for each in sorted(set(wanted) - set(offered)))
    yield from (Difference("actions", ABSENT, parse(each)) for each in sorted(set(offered) - set(wanted)))
    for each in sorted(set(wanted) & set(offered)):
        if "odds" in given and wanted[each] != offered[each]:
            yield Difference(f"odds of {each}", wanted[each], offered[each])


def _weighed(decision: Mapping[str, Json], reference: Mapping[str, Json]) -> dict[str, str]:
    """Return the actions of a decision with their odds, if the reference has odds too."""
    actions = listed(decision, "actions")
    odds = list(texts(decision["odds"])) if "odds" in decision and "odds" in reference else []
    odds += [""] * (len(actions) - len(odds))
    return {canonical_text(action): share for action, share in zip(actions, odds, strict=False)}


# ---------------------------------------------------------------- parts


def listed(given: Mapping[str, Json], name: str) -> Sequence[Json]:
    """Return a list of a mapping; an empty one if it has none."""
    found = given.get(name, ())
    assert isinstance(found, Sequence)
    return found


def texts(value: Json) -> Iterator[str]:
    """Return the texts of a list."""
    assert isinstance(value, Sequence)
    yield from (str(each) for each in value)
