"""What the rules say about an action at a position, and what would change it: near misses and other rulesets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from oracle.english import action_in_words, gist, ruled, verdict_in_words
from oracle.errors import InputError
from oracle.located_position import LocatedPosition, fitting, switched, under
from oracle.shortform import distance, short
from oracle.verdict_json import Ruling, Verdict, asked, broken_rules, ruling_of, unreadable_json, verdict_json
from reference.kernel.canonical import Json, Unreadable, digest
from reference.kernel.decisions import Over
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import Table
from reference.kernel.verdicts import Next, No, NotAsked, NotThisDecision, NotYourDecision, facts_to_json
from spec_tables.catalogue import Option, catalogue

MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on an action at a position; `without` names options that could not be set as asked.

    Without a table, the position is impossible under the ruleset, and so unreadable.
    """

    table: Table | None
    verdict: Verdict
    without: tuple[str, ...] = ()

    @property
    def ruling(self) -> Ruling:
        """Return the verdict in one word."""
        return ruling_of(self.verdict)

    @property
    def broken(self) -> tuple[RuleId, ...]:
        """Return the rules that the action breaks, or by which its decision is not asked for."""
        return broken_rules(self.verdict.violations) if isinstance(self.verdict, No | NotAsked) else ()

    @property
    def key(self) -> str:
        """Return a key that is equal for verdicts that say the same, even if events cite other rules."""
        match self.verdict:
            case Next(state, events):
                happened: list[Json] = [[each.kind.value, facts_to_json(each.facts)] for each in events]
                return digest([self.ruling.value, happened, state.digest()])
            case NotThisDecision(due) | NotYourDecision(due, None):
                return digest([self.ruling.value, due])
            case _:
                return digest(self.to_json())

    def to_json(self) -> dict[str, Json]:
        """Return the verdict for programs."""
        if self.table is not None:
            return verdict_json(self.table, self.verdict)
        assert isinstance(self.verdict, Unreadable)
        return unreadable_json(self.verdict)


@dataclass(frozen=True, slots=True)
class Near:
    """A legal action close to the one asked about, and the fields in which it differs."""

    action: Json
    changes: tuple[tuple[str, Json, Json], ...]


def rule_on(table: Table, by: str, action: Json, then: Table | None = None) -> Answer:
    """Return the verdict on an action by someone at a position; `then` is the position that came next, if known."""
    verdict = asked(table, by, action, then)
    if isinstance(verdict, Unreadable):
        raise Unreadable(verdict.place.removeprefix("do").removeprefix("."), verdict.cause)
    return Answer(table, verdict)


def near_misses(table: Table, action: Json, most: int = MOST_NEAR) -> tuple[Near, ...]:
    """Return the legal actions that come closest to an action, and what they change in it."""
    due = table.due()
    if isinstance(due, Over) or not isinstance(action, Mapping):
        return ()
    alike = [each for each in due.actions if isinstance(each, Mapping) and each.get("type") == action.get("type")]
    closest = sorted(alike, key=lambda each: distance(action, each))[:most]
    return tuple(Near(each, _changes(action, each)) for each in closest if each != action)


def _changes(action: Mapping[str, Json], to: Mapping[str, Json]) -> tuple[tuple[str, Json, Json], ...]:
    """Return the fields that both have and that differ; a set given at once has others."""
    return tuple((name, action[name], item) for name, item in to.items() if name in action and action[name] != item)


# ---------------------------------------------------------------- in words


def in_english(game: str, answer: Answer) -> Iterator[str]:
    """Return a verdict as lines of text."""
    told = tuple(verdict_in_words(game, answer.verdict))
    match answer.verdict:
        case Next(_, events):
            yield "Legal. What happens:" if events else "Legal."
            for sentence, event in zip(told, events, strict=True):
                yield f"  {sentence}  ({', '.join(event.rules)})"
        case No(violations):
            for each in violations:
                yield ruled(each, game)
                yield f"  {gist(each.rule).strip(' []')}"
        case NotAsked(violations):
            for sentence, each in zip(told, violations, strict=True):
                yield sentence
                yield f"  {gist(each.rule).strip(' []')}"
        case NotThisDecision(_, rules):
            yield f"{told[0]}  ({', '.join(rules)})"
        case _:
            yield from told


def near_in_english(game: str, near: Sequence[Near]) -> Iterator[str]:
    """Return what would make an action legal, as lines of text."""
    if near:
        yield "What comes closest and is legal:"
    for each in near:
        changed = ", ".join(f"{name}={_short(to)} instead of {_short(old)}" for name, old, to in each.changes)
        yield f"  {short(each.action)}: {action_in_words(game, each.action)}" + (f"  ({changed})" if changed else "")


def _short(value: Json) -> str:
    return short({"type": "", "": value}).partition("=")[2]


def as_json(game: str, answer: Answer) -> dict[str, Json]:
    """Return a verdict for programs, with the words for people beside it."""
    return {"verdict": answer.to_json(), "english": {"verdict": list(verdict_in_words(game, answer.verdict))}}


# ---------------------------------------------------------------- other rulesets


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that alone changes the verdict when it has another value."""

    option: Option
    value: str
    answer: Answer


def rule_under(located: LocatedPosition, ruleset: str, action: Json, by: str | None) -> Answer:
    """Return the verdict on an action at the same position under another ruleset, by default by the player due."""
    try:
        other = under(located, ruleset).table
    except InputError as fault:
        return Answer(None, Unreadable("position", str(fault)))
    due = other.due()
    whoever = "" if isinstance(due, Over) else due.by
    return rule_on(other, whoever if by is None else by, action)


def by_preset(located: LocatedPosition, action: Json, by: str | None = None) -> dict[str, Answer]:
    """Return the verdict under every preset of the game, without options that make the position impossible."""
    game, position = located.header.game, located.table.canonical()
    found: dict[str, Answer] = {}
    for preset in catalogue(game).presets:
        other, barred = fitting(game, position, located.header.ruleset, RulesetName(preset.name))
        found[preset.name] = replace(rule_under(located, str(other), action, by), without=barred)
    return found


def by_option(located: LocatedPosition, action: Json, here: Answer, by: str | None = None) -> tuple[Switch, ...]:
    """Return every option that alone changes the verdict when it has another value."""
    known = catalogue(located.header.game)
    now = options_of(known.game, located.header.ruleset)
    found: list[Switch] = []
    for option in known.options:
        for value in option.values:
            if value == now[option.name]:
                continue
            other = str(switched(located.header.ruleset, option.name, value))
            answer = rule_under(located, other, action, by)
            if answer.table is not None and answer.key != here.key:
                found.append(Switch(option, value, answer))
    return tuple(found)
