"""What the rules say about an action at a position, and what would change it.

A ruling is a value: the verdict, every reason with its rule, what happens, and the legal actions that come closest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from oracle.english import action_in_words, decider_in_words, decision_in_words, event_in_words, gist, why
from oracle.errors import InputError
from oracle.located_position import LocatedPosition, fitting, switched, under
from oracle.shortform import distance, short
from reference.kernel.canonical import Json, digest
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.table import Table
from reference.kernel.verdicts import Event, Next, No, NotThisDecision, NotYourDecision, Violation, facts_to_json
from spec_tables.catalogue import Option, catalogue

LEGAL, ILLEGAL, NOT_THIS, NOT_YOURS = "legal", "illegal", "not_this_decision", "not_your_decision"
NO_POSITION = "no_such_position"
MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on an action at a position; `without` names options that could not be set as asked."""

    verdict: str
    rules: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
    events: tuple[Event, ...] = ()
    due: str = ""
    after: str = ""
    without: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return what two rulings that say the same have in common."""
        events: list[Json] = [[each.kind.value, facts_to_json(each.facts)] for each in self.events]
        broken: list[Json] = [[each.reason.value, each.rule, facts_to_json(each.facts)] for each in self.violations]
        return digest([self.verdict, broken, events, self.due, self.after])


@dataclass(frozen=True, slots=True)
class Near:
    """A legal action close to the one asked about, and the fields in which it differs."""

    action: Json
    changes: tuple[tuple[str, Json, Json], ...]


def rule_on(table: Table, by: str, action: Json) -> Ruling:
    """Return the ruling on an action by someone at a position."""
    verdict = table.act(by, action)
    match verdict:
        case Next(state, events):
            rules = tuple(dict.fromkeys(rule for each in events for rule in each.rules))
            return Ruling(LEGAL, rules, events=events, after=state.digest())
        case No(violations):
            return Ruling(ILLEGAL, tuple(dict.fromkeys(each.rule for each in violations)), violations)
        case NotThisDecision(due, rules):
            return Ruling(NOT_THIS, rules, due=due)
        case NotYourDecision(due_by):
            return Ruling(NOT_YOURS, table.due().rules, due=due_by)
        case _:
            assert_never(verdict)


def near_misses(table: Table, action: Json, most: int = MOST_NEAR) -> tuple[Near, ...]:
    """Return the legal actions that come closest to an action, and what they change in it."""
    due = table.due()
    if isinstance(due, Over) or not isinstance(action, Mapping):
        return ()
    alike = [each for each in due.actions if isinstance(each, Mapping) and each.get("type") == action.get("type")]
    closest = sorted(alike, key=lambda each: distance(action, each))[:most]
    return tuple(Near(each, _changes(action, each)) for each in closest if each != action)


def _changes(action: Mapping[str, Json], to: Mapping[str, Json]) -> tuple[tuple[str, Json, Json], ...]:
    return tuple((name, action.get(name), item) for name, item in to.items() if action.get(name) != item)


# ---------------------------------------------------------------- in words


def in_english(game: str, ruling: Ruling) -> Iterator[str]:
    """Tell a ruling, a line each."""
    match ruling.verdict:
        case "legal":
            yield "Legal. What happens:" if ruling.events else "Legal."
            for event in ruling.events:
                yield f"  {event_in_words(game, event)}  ({', '.join(event.rules)})"
        case "illegal":
            for each in ruling.violations:
                yield f"Illegal under {each.rule}: {why(each, game)}."
                yield f"  {gist(each.rule).strip(' []')}"
        case "not_this_decision":
            yield f"Another decision is due: {decision_in_words(game, ruling.due)}  ({', '.join(ruling.rules)})"
        case _:
            yield f"Not theirs to decide: {decider_in_words(ruling.due)} must decide."


def near_in_english(game: str, near: Sequence[Near]) -> Iterator[str]:
    """Tell what would make an action legal, a line each."""
    if near:
        yield "What comes closest and is legal:"
    for each in near:
        changed = ", ".join(f"{name}={_short(to)} instead of {_short(old)}" for name, old, to in each.changes)
        yield f"  {short(each.action)}: {action_in_words(game, each.action)}  ({changed})"


def _short(value: Json) -> str:
    return short({"type": "", "": value}).partition("=")[2]


def as_json(game: str, ruling: Ruling) -> dict[str, Json]:
    """Return a ruling for programs."""
    return {
        "verdict": ruling.verdict,
        "rules": list(ruling.rules),
        "reasons": [
            {
                "reason": each.reason.value,
                "rule": each.rule,
                "facts": facts_to_json(each.facts),
                "english": why(each, game),
                "gist": gist(each.rule).strip(" []"),
            }
            for each in ruling.violations
        ],
        "events": [
            {
                "kind": each.kind.value,
                "rules": list(each.rules),
                "facts": facts_to_json(each.facts),
                "english": event_in_words(game, each),
            }
            for each in ruling.events
        ],
        "due": ruling.due or None,
        "hash": ruling.after or None,
    }


# ---------------------------------------------------------------- other rulesets


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that changes the ruling when it alone is set otherwise."""

    option: Option
    value: str
    ruling: Ruling


def rule_under(located: LocatedPosition, ruleset: str, action: Json, by: str | None) -> Ruling:
    """Return the ruling on an action by someone, or by whoever is due, at the same position under another ruleset."""
    try:
        other = under(located, ruleset).table
    except InputError as fault:
        return Ruling(NO_POSITION, due=str(fault))
    due = other.due()
    whoever = "" if isinstance(due, Over) else due.by
    return rule_on(other, whoever if by is None else by, action)


def by_preset(located: LocatedPosition, action: Json, by: str | None = None) -> dict[str, Ruling]:
    """Return the ruling under every named ruleset of the game, as far as the position can be under it."""
    game, position = located.header.game, located.table.canonical()
    found: dict[str, Ruling] = {}
    for preset in catalogue(game).presets:
        other, barred = fitting(game, position, located.header.ruleset, RulesetName(preset.name))
        found[preset.name] = replace(rule_under(located, str(other), action, by), without=barred)
    return found


def by_option(located: LocatedPosition, action: Json, here: Ruling, by: str | None = None) -> tuple[Switch, ...]:
    """Return every option that alone, set otherwise than here, changes the ruling."""
    known = catalogue(located.header.game)
    now = options_of(known.game, located.header.ruleset)
    found: list[Switch] = []
    for option in known.options:
        for value in option.values:
            if value == now[option.name]:
                continue
            other = str(switched(located.header.ruleset, option.name, value))
            ruling = rule_under(located, other, action, by)
            if ruling.verdict != NO_POSITION and ruling.key != here.key:
                found.append(Switch(option, value, ruling))
    return tuple(found)
