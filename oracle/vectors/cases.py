"""A case: a question in a position, and the reference's answer.

There are two kinds. `act`: someone takes an action and others follow, as a rule the results of chance until a side must
choose again; the answer is a verdict. `facts`: what follows from a position, as the worked examples state it. The id of
a case is made from its question alone, so it stays the same when an answer is corrected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from oracle.forms import Verdict, asked, verdict_json
from reference.kernel.canonical import Json, digest
from reference.kernel.decisions import Over
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table, event_rules
from reference.kernel.verdicts import Event, Next, No

SCHEMA_VERSION = 1
FACTS = "facts"


class Origin(StrEnum):
    """Where cases come from."""

    GOLDEN = "golden"
    DIVERGENCE = "divergence"
    EXPLORED = "explored"


class Sense(StrEnum):
    """What a case shows: something allowed, something forbidden, or whose turn it is to decide what."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Setting:
    """The game and ruleset of a case."""

    game: str
    ruleset: RulesetName


@dataclass(frozen=True, slots=True)
class Source:
    """Where a case comes from: what sort of place, its name, and after how many steps."""

    origin: Origin
    name: str
    step: int


@dataclass(frozen=True, slots=True)
class Move:
    """Someone, who may be chance, does something."""

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

    @property
    def file(self) -> str:
        """Return the file it belongs in: cases about one type of action stand together."""
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


def sense_of(verdict: Verdict) -> Sense:
    """Return what a verdict shows."""
    match verdict:
        case Next():
            return Sense.POSITIVE
        case No():
            return Sense.NEGATIVE
        case _:
            return Sense.TURN


def rules_of(table: Table, verdict: Verdict) -> tuple[RuleId, ...]:
    """Return the rules a verdict rests on: those broken; or those its events cite and the decision was made under."""
    match verdict:
        case Next(_, events):
            return tuple(sorted({*event_rules(events), *table.due().rules}))
        case No(violations):
            return tuple(sorted({each.rule for each in violations}))
        case _:
            return tuple(sorted(table.due().rules))


def signature_of(table: Table, question: Question, verdict: Verdict) -> str:
    """Return a word for the way a case shows its rules, to tell cases of the same rule apart."""
    due = table.due()
    about = "over" if isinstance(due, Over) else due.about
    match verdict:
        case Next(_, events):
            shown = sorted({each.kind.value for each in events})
        case No(violations):
            shown = sorted({each.reason.value for each in violations})
        case _:
            shown = [type(verdict).__name__]
    return f"{about}/{action_type(question.first.do)}/{','.join(shown)}"


# ---------------------------------------------------------------- making


def act_case(
    setting: Setting, source: Source, table: Table, question: Question, verdict: Verdict, shown: Sequence[RuleId] = ()
) -> Case:
    """Return the case of an action; `shown` are rules it shows beyond those its verdict names."""
    asked_of: dict[str, Json] = {
        **_setting(setting),
        "position": table.canonical(),
        "actions": [question.first.written(), *(move.written() for move in question.then)],
    }
    sense = sense_of(verdict)
    rules = tuple(sorted({*rules_of(table, verdict), *shown}))
    written: dict[str, Json] = {
        "id": f"{setting.game}/{action_type(question.first.do)}/{digest(asked_of)}",
        "kind": "act",
        "sense": sense.value,
        "rules": list(rules),
        "source": _source(source),
        **asked_of,
        "verdict": verdict_json(verdict),
    }
    return Case(str(written["id"]), sense, rules, signature_of(table, question, verdict), written)


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


def shape(facts: Json) -> Json:
    """Return which facts are asked for, without what they are."""
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
    return named if isinstance(named, str) and named.isidentifier() and named != FACTS else "other"


def _setting(setting: Setting) -> dict[str, Json]:
    return {"game": setting.game, "ruleset": str(setting.ruleset)}


def _source(source: Source) -> Json:
    return {"from": source.origin.value, "name": source.name, "step": source.step}
