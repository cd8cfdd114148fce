"""A case: a question in a position, and the reference's answer.

There are six kinds. `start`: the position in which a scenario begins. `act`: someone takes an action, and more actions
follow, usually the results of chance until a side must choose again. The answer is a verdict, and how the game ended if
it did. `decision`: who must decide, and every legal action. `check`: what is unsound about a position. `facts`: what
follows from a position, as the worked examples state it. `observe`: what a side may know of a position. The id of a
case depends only on its question, so it stays the same when an answer is corrected.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from oracle.schemas.suites import Origin
from oracle.verdict_json import Verdict, asked, check_json, decision_json, verdict_json
from reference.kernel.canonical import Json, digest
from reference.kernel.decisions import Over
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Due, Table, event_rules
from reference.kernel.verdicts import Event, Next, No, NotAsked, NotThisDecision, NotYourDecision, Violation

SCHEMA_VERSION = 6
FACTS = "facts"
DECISION = "decision"
CHECK = "check"
START = "start"
OBSERVE = "observe"
_RESERVED = frozenset({FACTS, DECISION, CHECK, START, OBSERVE})


class Sense(StrEnum):
    """What a case shows: something allowed, something forbidden, all that may be chosen, or whose turn it is."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    CHOICE = "choice"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Setting:
    """The game and ruleset of a case."""

    game: str
    ruleset: RulesetName


@dataclass(frozen=True, slots=True)
class Source:
    """Where a case comes from: the kind of source, its name, and after how many steps."""

    origin: Origin
    name: str
    step: int


@dataclass(frozen=True, slots=True)
class Move:
    """An action by a side or by chance."""

    by: str
    do: Json

    def written(self) -> Json:
        """Return the move as JSON."""
        return {"by": self.by, "do": self.do}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: an action, and what is done after it."""

    first: Move
    then: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A case as it is written, and what it is about."""

    id: str
    sense: Sense
    rules: tuple[RuleId, ...]
    signature: str
    written: Mapping[str, Json]
    consults: tuple[RuleId, ...] = ()

    @property
    def file(self) -> str:
        """Return the file it belongs in: cases about one type of action share a file."""
        game, kind, _ = self.id.split("/")
        return f"{game}/{kind}.jsonl"


# ---------------------------------------------------------------- answering


def played(table: Table, question: Question) -> Verdict:
    """Return the verdict on a question: the state after all of it and what happened, or the first refusal."""
    verdict = asked(table, question.first.by, question.first.do)
    events: list[Event] = []
    for move in question.then:
        if not isinstance(verdict, Next):
            return verdict
        events.extend(verdict.events)
        verdict = asked(verdict.state, move.by, move.do)
    return Next(verdict.state, (*events, *verdict.events)) if isinstance(verdict, Next) else verdict


def played_afresh(table: Table, question: Question) -> Verdict:
    """Return the verdict on a question; compute what is due again, without remembered results."""
    return played(afresh(table), question)


def afresh(table: Table) -> Table:
    """Return the same table without its remembered decision."""
    # The gate also asks earlier versions of the rules; their tables remember nothing and have no such method.
    return table.afresh() if hasattr(table, "afresh") else table


def sense_of(verdict: Verdict) -> Sense:
    """Return what a verdict shows."""
    match verdict:
        case Next():
            return Sense.POSITIVE
        case No() | NotAsked():
            return Sense.NEGATIVE
        case _:
            return Sense.TURN


def answer_json(table: Table, question: Question, verdict: Verdict) -> dict[str, Json]:
    """Return the answer to a question: its verdict as JSON, at the position of the refusal if there is one."""
    return verdict_json(_refusing(table, question), verdict) if _is_turn(verdict) else verdict_json(table, verdict)


def _is_turn(verdict: Verdict) -> bool:
    return isinstance(verdict, NotAsked | NotThisDecision | NotYourDecision)


def _refusing(table: Table, question: Question) -> Table:
    """Return the position in which a question is refused."""
    for move in (question.first, *question.then):
        verdict = asked(table, move.by, move.do)
        if not isinstance(verdict, Next):
            break
        table = verdict.state
    return table


def rules_of(due: Due | Over, verdict: Verdict, following: Due | Over | None = None) -> tuple[RuleId, ...]:
    """Return the rules of a verdict: those broken, or those of its events, of the decision and of an ending.

    `following` is what is due afterwards, if the caller knows it already.
    """
    match verdict:
        case Next(table, events):
            after = table.due() if following is None else following
            ended = after.rules if isinstance(after, Over) else ()
            return tuple(sorted({*event_rules(events), *due.rules, *ended}))
        case No(violations) | NotAsked(violations):
            return tuple(sorted({each.rule for each in violations}))
        case _:
            return tuple(sorted(set(due.rules)))


def signature_of(due: Due | Over, question: Question, verdict: Verdict) -> str:
    """Return a word for the way a case shows its rules, to distinguish cases of the same rule."""
    about = "over" if isinstance(due, Over) else due.about
    match verdict:
        case Next(_, events):
            shown = sorted({each.kind.value for each in events})
        case No(violations) | NotAsked(violations):
            shown = sorted({each.reason.value for each in violations})
        case _:
            shown = [type(verdict).__name__]
    return f"{about}/{action_type(question.first.do)}/{','.join(shown)}"


# ---------------------------------------------------------------- making


def act_case(
    setting: Setting,
    source: Source,
    table: Table,
    question: Question,
    verdict: Verdict,
    shown: Iterable[RuleId] = (),
    consulted: Iterable[RuleId] = (),
) -> Case:
    """Return the case of an action; `shown` are rules it shows beyond those its verdict names."""
    asked_of: dict[str, Json] = {
        **_setting(setting),
        "position": table.canonical(),
        "actions": [question.first.written(), *(move.written() for move in question.then)],
    }
    sense, due = sense_of(verdict), table.due()
    rules = tuple(sorted({*rules_of(due, verdict), *shown}))
    consults = tuple(sorted(set(consulted) - set(rules)))
    written: dict[str, Json] = {
        "id": f"{setting.game}/{action_type(question.first.do)}/{digest(asked_of)}",
        "kind": "act",
        "sense": sense.value,
        "rules": list(rules),
        "consults": list(consults),
        "source": _source(source),
        **asked_of,
        "verdict": answer_json(table, question, verdict),
    }
    return Case(str(written["id"]), sense, rules, signature_of(due, question, verdict), written, consults)


def start_case(setting: Setting, scenario: str, table: Table, rules: Iterable[RuleId]) -> Case:
    """Return the case of the beginning of a scenario."""
    asked_of: dict[str, Json] = {**_setting(setting), "scenario": scenario}
    about = tuple(sorted(rules))
    written: dict[str, Json] = {
        "id": f"{setting.game}/{START}/{digest(asked_of)}",
        "kind": START,
        "sense": Sense.POSITIVE.value,
        "rules": list(about),
        "source": _source(Source(Origin.EXPLORED, scenario, 0)),
        **asked_of,
        "verdict": verdict_json(table, Next(table)),
    }
    return Case(str(written["id"]), Sense.POSITIVE, about, f"{START}/{scenario}", written)


def decision_case(setting: Setting, source: Source, table: Table, due: Due) -> Case:
    """Return the case of a decision: who decides, about what, and every legal action."""
    asked_of: dict[str, Json] = {**_setting(setting), "position": table.canonical()}
    rules = tuple(sorted(set(due.rules)))
    written: dict[str, Json] = {
        "id": f"{setting.game}/{DECISION}/{digest(asked_of)}",
        "kind": DECISION,
        "sense": Sense.CHOICE.value,
        "rules": list(rules),
        "source": _source(source),
        **asked_of,
        "decision": decision_json(due),
    }
    return Case(str(written["id"]), Sense.CHOICE, rules, due.about, written)


def check_case(setting: Setting, source: Source, table: Table, found: Sequence[Violation]) -> Case:
    """Return the case of a position that breaks rules."""
    asked_of: dict[str, Json] = {**_setting(setting), "position": table.canonical()}
    rules = tuple(sorted({each.rule for each in found}))
    written: dict[str, Json] = {
        "id": f"{setting.game}/{CHECK}/{digest(asked_of)}",
        "kind": CHECK,
        "sense": Sense.NEGATIVE.value,
        "rules": list(rules),
        "source": _source(source),
        **asked_of,
        "verdict": check_json(found),
    }
    return Case(str(written["id"]), Sense.NEGATIVE, rules, check_signature(found), written)


def check_signature(found: Sequence[Violation]) -> str:
    """Return a word for the way a position is unsound."""
    return f"{CHECK}/{','.join(sorted({each.reason.value for each in found}))}"


def facts_case(setting: Setting, source: Source, table: Table, facts: Json, rules: Sequence[RuleId]) -> Case:
    """Return the case of what follows from a position."""
    asked_of: dict[str, Json] = {**_setting(setting), "position": table.canonical()}
    written: dict[str, Json] = {
        "id": f"{setting.game}/{FACTS}/{digest({**asked_of, 'facts': shape(facts)})}",
        "kind": FACTS,
        "sense": Sense.POSITIVE.value,
        "rules": sorted(set(rules)),
        "source": _source(source),
        **asked_of,
        "facts": facts,
    }
    return Case(str(written["id"]), Sense.POSITIVE, tuple(sorted(set(rules))), FACTS, written)


def observe_case(setting: Setting, source: Source, table: Table, side: str, rules: Sequence[RuleId]) -> Case:
    """Return the case of what a side may know."""
    asked_of: dict[str, Json] = {**_setting(setting), "position": table.canonical(), "side": side}
    written: dict[str, Json] = {
        "id": f"{setting.game}/{OBSERVE}/{digest(asked_of)}",
        "kind": OBSERVE,
        "sense": Sense.POSITIVE.value,
        "rules": sorted(set(rules)),
        "source": _source(source),
        **asked_of,
        "view": table.observe(side),
    }
    return Case(str(written["id"]), Sense.POSITIVE, tuple(sorted(set(rules))), f"{OBSERVE}/{side}", written)


def shape(facts: Json) -> Json:
    """Return which facts are asked for, without their values."""
    if isinstance(facts, Mapping):
        return {name: shape(inner) for name, inner in facts.items()}
    return None


def question_of(written: Mapping[str, Json]) -> Question:
    """Return the question of a case about actions."""
    moves: list[Move] = []
    given = written["actions"]
    assert isinstance(given, Sequence)
    for each in given:
        assert isinstance(each, Mapping)
        moves.append(Move(str(each["by"]), each["do"]))
    return Question(moves[0], tuple(moves[1:]))


def action_type(action: Json) -> str:
    """Return the type of an action, for ids and file names."""
    named = action.get("type") if isinstance(action, Mapping) else None
    return named if isinstance(named, str) and named.isidentifier() and named not in _RESERVED else "other"


def _setting(setting: Setting) -> dict[str, Json]:
    return {"game": setting.game, "ruleset": str(setting.ruleset)}


def _source(source: Source) -> Json:
    return {"from": source.origin.value, "name": source.name, "step": source.step}
