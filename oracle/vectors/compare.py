"""Check another implementation's answers against a suite, and say which rules it gets wrong."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from oracle.errors import InputError
from oracle.vectors.schema import Schemas
from oracle.verdict_json import Ruling, difference_json
from reference.kernel.canonical import (
    ABSENT,
    Difference,
    Json,
    Unreadable,
    canonical_text,
    differences,
    parse,
    shortfalls,
)
from reference.kernel.rules import RuleId


class Problem(StrEnum):
    """How an answer can be wrong."""

    UNANSWERED = "unanswered"
    OTHER_KIND = "other_kind"
    RULING = "ruling"
    STATE = "state"
    EVENTS = "events"
    RULES = "rules"
    VIOLATIONS = "violations"
    FACTS = "facts"
    VIEW = "view"
    OVER = "over"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A case answered wrongly, or not at all: how, and where the two answers differ."""

    id: str
    rules: tuple[RuleId, ...]
    problem: Problem
    differences: tuple[Difference, ...] = ()

    def as_json(self) -> Json:
        """Return it for programs."""
        return {
            "id": self.id,
            "rules": list(self.rules),
            "problem": self.problem.value,
            "differences": [difference_json(each) for each in self.differences],
        }


@dataclass(slots=True)
class Tally:
    """The result of a comparison: the cases of each rule, and those answered wrongly."""

    cases: int = 0
    unanswered: int = 0
    wrong: list[Wrong] = field(default_factory=list)
    answered_by_rule: dict[RuleId, int] = field(default_factory=dict)
    wrong_by_rule: dict[RuleId, int] = field(default_factory=dict)
    consulted_rightly: set[RuleId] = field(default_factory=set)
    consulted_wrongly: dict[RuleId, int] = field(default_factory=dict)

    @property
    def right(self) -> int:
        """Return how many cases were answered rightly."""
        return self.cases - self.unanswered - len(self.wrong)

    def note(self, rules: Sequence[RuleId], consults: Sequence[RuleId], found: Wrong | None) -> None:
        """Note the outcome of one case, with the rules it shows and those it consults."""
        self.cases += 1
        if found is not None and found.problem is Problem.UNANSWERED:
            self.unanswered += 1
            return
        for rule in rules:
            self.answered_by_rule[rule] = self.answered_by_rule.get(rule, 0) + 1
        if found is None:
            self.consulted_rightly.update(consults)
            return
        self.wrong.append(found)
        for rule in rules:
            self.wrong_by_rule[rule] = self.wrong_by_rule.get(rule, 0) + 1
        for rule in consults:
            self.consulted_wrongly[rule] = self.consulted_wrongly.get(rule, 0) + 1

    def suspects(self) -> list[tuple[RuleId, int, int]]:
        """Return each rule with its wrong and answered cases; the largest share of wrong cases comes first."""
        found = [(rule, wrong, self.answered_by_rule[rule]) for rule, wrong in self.wrong_by_rule.items()]
        return sorted(found, key=lambda each: (-each[1] / each[2], -each[1], each[0]))

    def silent_suspects(self) -> list[tuple[RuleId, int]]:
        """Return the rules that no case shows and only wrongly answered cases consult, with the number of these."""
        cleared = self.consulted_rightly | set(self.answered_by_rule)
        found = [(rule, wrong) for rule, wrong in self.consulted_wrongly.items() if rule not in cleared]
        return sorted(found, key=lambda each: (-each[1], each[0]))


# ---------------------------------------------------------------- answers


def read_answers(lines: Iterable[str], place: str) -> dict[str, Mapping[str, Json]]:
    """Read answers, one a line; an error names the line."""
    schemas = Schemas()
    found: dict[str, Mapping[str, Json]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            answer = parse(line)
            schemas.demand("answer.schema.json", answer, "")
            assert isinstance(answer, Mapping)
            _demand_content(answer)
        except Unreadable as fault:
            inner = f", {fault.place}" if fault.place else ""
            raise InputError(f"{place}: line {number}{inner}: {fault.cause}") from None
        name = str(answer["id"])
        if name in found:
            raise InputError(f"{place}: line {number}: {name} is answered twice")
        found[name] = answer
    if not found:
        raise InputError(f"{place}: there is no answer in it")
    return found


def _demand_content(answer: Mapping[str, Json]) -> None:
    """Refuse an answer that says nothing: it could be neither right nor wrong."""
    for kind in ("facts", "view"):
        if kind in answer and not answer[kind]:
            raise Unreadable(kind, "is empty, so nothing is answered")
    verdict = answer.get("verdict")
    if not isinstance(verdict, Mapping):
        return
    if verdict["ruling"] == Ruling.LEGAL and not (verdict.get("state") or "hash" in verdict):
        raise Unreadable("verdict", "a legal verdict needs the state that follows, or its hash")


# ---------------------------------------------------------------- comparing


def compare(cases: Iterable[Mapping[str, Json]], answers: Mapping[str, Mapping[str, Json]], *, strict: bool) -> Tally:
    """Compare answers with cases; if `strict`, an illegal action needs all its violations with their reasons."""
    tally = Tally()
    known: set[str] = set()
    for case in cases:
        name = str(case["id"])
        known.add(name)
        rules = tuple(_texts(case["rules"]))
        consults = tuple(_texts(case.get("consults", ())))
        answer = answers.get(name)
        found = None if answer is None else _judged(case, answer, _strictly if strict else _leniently)
        if answer is None:
            tally.note(rules, consults, Wrong(name, rules, Problem.UNANSWERED))
        else:
            tally.note(rules, consults, None if found is None else Wrong(name, rules, *found))
    strangers = sorted(set(answers) - known)
    if strangers:
        raise InputError(f"{strangers[0]} is no case of this suite ({len(strangers)} such answers)")
    return tally


Finding = tuple[Problem, tuple[Difference, ...]]
Rulings = Callable[[Sequence[Json], Mapping[str, Json]], Finding | None]


def _judged(case: Mapping[str, Json], answer: Mapping[str, Json], refusal: Rulings) -> Finding | None:
    """Return what is wrong with an answer, if anything."""
    kind = next(name for name in ("facts", "view", "decision", "verdict") if name in case)
    if kind not in answer:
        return Problem.OTHER_KIND, (Difference("", kind, next(name for name in answer if name != "id")),)
    if kind == "facts":
        lacking = shortfalls(case["facts"], answer["facts"])
        return (Problem.FACTS, lacking) if lacking else None
    if kind == "view":
        differing = differences(case["view"], answer["view"], "view")
        return (Problem.VIEW, differing) if differing else None
    verdict, given = case[kind], answer[kind]
    assert isinstance(verdict, Mapping)
    assert isinstance(given, Mapping)
    if kind == "decision":
        return _choice(verdict, given)
    if given["ruling"] != verdict["ruling"]:
        return Problem.RULING, (Difference("ruling", verdict["ruling"], given["ruling"]),)
    if verdict["ruling"] == Ruling.LEGAL:
        return _outcome(verdict, given)
    if verdict["ruling"] in (Ruling.ILLEGAL, Ruling.UNSOUND):
        violations = verdict["violations"]
        assert isinstance(violations, Sequence)
        return refusal(violations, given)
    return None


def _choice(decision: Mapping[str, Json], given: Mapping[str, Json]) -> Finding | None:
    """Require the same decider, the same actions in any order, and the same odds if any are given."""
    if decision["by"] != given["by"]:
        return Problem.DECISION, (Difference("by", decision["by"], given["by"]),)
    wanted, offered = _weighed(decision, decision), _weighed(given, decision)
    lacking = tuple(Difference("actions", parse(each), ABSENT) for each in sorted(set(wanted) - set(offered)))
    beyond = tuple(Difference("actions", ABSENT, parse(each)) for each in sorted(set(offered) - set(wanted)))
    other = tuple(
        Difference(f"odds of {each}", wanted[each], offered[each])
        for each in sorted(set(wanted) & set(offered))
        if "odds" in given and wanted[each] != offered[each]
    )
    found = (*lacking, *beyond, *other)
    return (Problem.DECISION, found) if found else None


def _weighed(decision: Mapping[str, Json], reference: Mapping[str, Json]) -> dict[str, str]:
    """Return the actions of a decision with their odds, if the reference has odds too."""
    actions = _list(decision, "actions")
    odds = list(_texts(decision["odds"])) if "odds" in decision and "odds" in reference else []
    odds += [""] * (len(actions) - len(odds))
    return {canonical_text(action): share for action, share in zip(actions, odds, strict=False)}


def _outcome(verdict: Mapping[str, Json], given: Mapping[str, Json]) -> Finding | None:
    if "state" in given:
        differing = differences(verdict["state"], given["state"], "state")
    else:
        differing = differences(verdict["hash"], given.get("hash"), "hash")
    if differing:
        return Problem.STATE, differing
    if "events" in given:
        differing = differences(verdict["events"], given["events"], "events")
        if differing:
            return Problem.EVENTS, differing
    differing = tuple(_ending(verdict.get("over"), given.get("over")))
    return (Problem.OVER, differing) if differing else None


def _ending(ending: Json, given: Json) -> Iterator[Difference]:
    """Require that the game goes on, or ended with this result; compare the rules if an answer names any."""
    wanted = ending if isinstance(ending, Mapping) else {}
    found = given if isinstance(given, Mapping) else {}
    for name in ("result", *(["rules"] if "rules" in found else [])):
        yield from differences(wanted.get(name, ABSENT), found.get(name, ABSENT), f"over.{name}")


def _leniently(violations: Sequence[Json], given: Mapping[str, Json]) -> Finding | None:
    """Require at least one named rule, and only rules that are broken."""
    broken = sorted({rule for each in violations for rule in _rule_of(each)})
    named = sorted(
        {*_texts(given.get("rules", ())), *(r for each in _list(given, "violations") for r in _rule_of(each))}
    )
    if named and set(named) <= set(broken):
        return None
    return Problem.RULES, (Difference("rules", broken, named),)


def _strictly(violations: Sequence[Json], given: Mapping[str, Json]) -> Finding | None:
    """Require exactly the violations, with their reasons and facts."""
    differing = differences(list(violations), list(_list(given, "violations")), "violations")
    return (Problem.VIOLATIONS, differing) if differing else None


def _rule_of(violation: Json) -> Iterator[RuleId]:
    assert isinstance(violation, Mapping)
    yield str(violation["rule"])


def _list(given: Mapping[str, Json], name: str) -> Sequence[Json]:
    found = given.get(name, ())
    assert isinstance(found, Sequence)
    return found


def _texts(value: Json) -> Iterator[str]:
    assert isinstance(value, Sequence)
    yield from (str(each) for each in value)
