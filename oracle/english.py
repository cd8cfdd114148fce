"""Rulings, actions, decisions and events in plain English, made from their facts.

The wording is data: `spec_tables/<game>/reasons.toml` holds a sentence for every reason. `words.toml` holds one for
every type of action, kind of decision and kind of event, with the facts in braces. Where a template has alternatives,
the first whose facts are all present is used. Without a template that fits, every fact is shown.
"""

import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import assert_never

from oracle.verdict_json import Verdict
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.decisions import CHANCE
from reference.kernel.verdicts import (
    Event,
    Facts,
    Legal,
    Next,
    No,
    NotAsked,
    Notation,
    NotThisDecision,
    NotYourDecision,
    Unasked,
    Violation,
    facts_to_json,
)
from spec_tables import reader
from spec_tables.catalogue import catalogue, prefixes
from spec_tables.reader import Document, Row, document, rows

_REST = "rest"


def verdict_in_words(game: str, verdict: Verdict) -> Iterator[str]:
    """Return a verdict as sentences: one for every event or violation, or a single one for any other refusal."""
    match verdict:
        case Next(_, events):
            yield from (event_in_words(game, each) for each in events)
        case No(violations):
            yield from (in_words(each, game) for each in violations)
        case Notation():
            yield f"No rule forbids it, but it is said in another way: {how_to_say(game, verdict)}."
        case NotAsked(violations):
            yield from (not_asked_in_words(each, game) for each in violations)
        case NotThisDecision(about):
            yield f"Another decision is due: {decision_in_words(game, about)}"
        case NotYourDecision(by, otherwise):
            yield f"Not theirs to decide: {decider_in_words(by)} must decide."
            yield from _otherwise_in_words(game, otherwise)
        case Unreadable():
            yield f"Unreadable: {verdict}"
        case _:
            assert_never(verdict)


def _otherwise_in_words(game: str, otherwise: Legal | No | Notation | None) -> Iterator[str]:
    """Return what would be said if it were their turn."""
    match otherwise:
        case None:
            pass
        case Legal():
            yield "If it were their turn, it would be legal."
        case _:
            yield from (f"If it were their turn: {sentence}" for sentence in verdict_in_words(game, otherwise))


def how_to_say(game: str, found: Notation) -> str:
    """Return how an action is said that no rule forbids."""
    name = found.reason.value
    return _filled(game, _templates(game, "reasons", None, name), name, found.facts)


def not_asked_in_words(found: Violation, game: str | None = None) -> str:
    """Return why a decision is not asked for: the rule, and the facts of the case."""
    return f"Not asked, under {found.rule}: {why(found, game)}."


def in_words(found: Violation, game: str | None = None) -> str:
    """Return a violation: the rule broken, why, and what the rule says."""
    return f"{ruled(found, game)}{gist(found.rule)}"


def ruled(found: Violation, game: str | None = None) -> str:
    """Return the rule broken, and why."""
    return f"Illegal under {found.rule}: {why(found, game)}."


def why(found: Violation, game: str | None = None) -> str:
    """Return why a rule is broken, in the game's words for the reason."""
    named = game or game_of(found.rule)
    return _filled(named, _templates(named, "reasons", None, found.reason.value), found.reason.value, found.facts)


def forbidden_in_words(game: str, violations: Sequence[Violation]) -> str:
    """Return why an opening cannot begin: every rule against it, with its reason."""
    return "; ".join(f"{why(each, game)} ({each.rule})" for each in violations)


def gist(rule_id: str) -> str:
    """Return the title and gist of a rule in brackets, to be put after a sentence."""
    rule = catalogue(game_of(rule_id)).rule(rule_id)
    return "" if rule is None else f" [{rule.title}: {rule.gist}]"


def action_in_words(game: str, action: Json) -> str:
    """Return what an action is, in words."""
    if not isinstance(action, Mapping):
        return canonical_text(action)
    kind = str(action.get("type"))
    given = {name: value for name, value in action.items() if name != "type"}
    at_once = any(isinstance(value, list | tuple) for value in given.values())
    return _sentence(game, () if at_once else _templates(game, "words", "action", kind), kind, given)


def event_in_words(game: str, event: Event) -> str:
    """Return what happened, in words; of a decision that is passed over, also why."""
    if isinstance(event, Unasked):
        told = _filled(game, _templates(game, "words", "event", event.kind.value), event.kind.value, event.facts)
        return f"{told}: {'; '.join(why(each, game) for each in event.why)}"
    return _filled(game, _templates(game, "words", "event", event.kind.value), event.kind.value, event.facts)


def decision_in_words(game: str, about: str) -> str:
    """Return what a decision is about, in words."""
    name = _pattern(game, about)
    if name is not None:
        return _sentence(game, _templates(game, "words", "decision", name), about, {_REST: about[len(name) - 1 :]})
    return about.replace("_", " ")


def has_words(game: str, part: str, name: str) -> bool:
    """Say whether the game's words have a template for an action, event or decision."""
    return _pattern(game, name) is not None if part == "decision" else bool(_templates(game, "words", part, name))


def has_every_fact(game: str, part: str, name: str, facts: Collection[str]) -> bool:
    """Say whether facts fill one of the wordings of an event or a reason: otherwise its bare name would be told."""
    found = _templates(game, "reasons", None, name) if part == "reason" else _templates(game, "words", part, name)
    return any(_wanted(each) <= set(facts) for each in found)


def _pattern(game: str, about: str) -> str | None:
    """Return the entry with the words for a decision: its own, or the longest one that ends in `*` and fits."""
    names = _names_of(game, "decision")
    starred = (name for name in names if name.endswith("*") and about.startswith(name[:-1]))
    return about if about in names else max(starred, key=len, default=None)


def decider_in_words(by: str) -> str:
    """Return who decides, to be put before `must decide`."""
    return "Chance" if by == CHANCE else _capital(by)


def odds_in_words(odds: Fraction) -> str:
    """Return odds as a fraction and in percent."""
    return f"{odds} ({float(odds) * 100:.2f} %)"


def game_of(rule_id: str) -> str:
    """Return the game whose rule it is."""
    return dict(prefixes())[rule_id.split(":", maxsplit=1)[0]]


_HOW_IT_STANDS = frozenset(("inside", "reduced"))


def shown(game: str, value: Json) -> str:
    """Return a fact in words: lists with commas, ids by the names printed on board and cards."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return _printed(game, value)
        case int():
            return str(value)
        case Mapping():
            told = ((_printed(game, name), shown(game, item)) for name, item in value.items() if name != "type")
            return ", ".join(f"{name} {item}" for name, item in told) or "none"
        case _:
            return ", ".join(shown(game, item) for item in value) or "none"


def _printed(game: str, value: str) -> str:
    """Return an id by its printed name, also with a strength behind it, or a word such as `reduced` before it."""
    names = _printed_names(game)
    if value in names:
        return names[value]
    first, _, rest = value.partition(" ")
    before, _, last = value.rpartition(" ")
    if rest and first in names:
        return f"{names[first]} {rest}"
    return f"{before} {names[last]}" if last in names and set(before.split()) <= _HOW_IT_STANDS else value


def _filled(game: str, templates: Sequence[str], name: str, facts: Facts) -> str:
    given = facts_to_json(facts)
    assert isinstance(given, Mapping)
    return _sentence(game, templates, name, given)


def _sentence(game: str, templates: Sequence[str], name: str, given: Mapping[str, Json]) -> str:
    words = {key: _signed(game, name, key, value) for key, value in given.items()}
    for template in templates:
        if _wanted(template) <= set(words):
            return template.format_map(words)
    plain = name.replace("_", " ")
    return f"{plain}: {', '.join(f'{key} {value}' for key, value in words.items())}" if words else plain


def _signed(game: str, name: str, key: str, value: Json) -> str:
    """Return a fact in words; a number whose sign has a meaning by its words for less than, just and more than zero."""
    by_sign = _templates(game, "words", "signed", f"{name}.{key}")
    if not by_sign or not isinstance(value, int):
        return shown(game, value)
    return by_sign[(value > 0) - (value < 0) + 1].format(number=abs(value))


@cache
def _wanted(template: str) -> frozenset[str]:
    return frozenset(field for _, field, _, _ in string.Formatter().parse(template) if field is not None)


@cache
def _templates(game: str, file: str, part: str | None, name: str) -> tuple[str, ...]:
    whole = optional_document(game, file)
    table = whole if part is None else whole.table_or_empty(part)
    if name not in table:
        return ()
    return table.texts(name) if isinstance(table.entries[name], list) else (table.text(name),)


@cache
def _names_of(game: str, part: str) -> tuple[str, ...]:
    return tuple(optional_document(game, "words").table_or_empty(part))


@cache
def _printed_names(game: str) -> Mapping[str, str]:
    """Return the printed name of every id in the tables that the game's words list under `names`, and of `called`."""
    found = {side: _capital(side) for side in _sides(game)}
    named = optional_document(game, "words").table_or_empty("names")
    for table, column in sorted(named.entries.items()):
        if isinstance(column, str):
            template = column if "{" in column else f"{{{column}}}"
            found |= {row.word("id"): _of_row(row, template, {}) for row in rows(game, table)}
    # Ids that are put together from columns; the columns are shown by the names found so far.
    for table in sorted(table for table, column in named.entries.items() if not isinstance(column, str)):
        put_together = named.table(table)
        template = put_together.text("name")
        for row in rows(game, table):
            found[_of_row(row, put_together.text("id"), {})] = _of_row(row, template, found)
    called = optional_document(game, "words").table_or_empty("called")
    return found | {each: called.text(each) for each in called}


def _of_row(row: Row, template: str, printed: Mapping[str, str]) -> str:
    """Return a template filled with the columns of a row, by their printed names where they have one."""
    return template.format_map({each: printed.get(row.word(each), row.word(each)) for each in _wanted(template)})


@cache
def _sides(game: str) -> tuple[str, ...]:
    return document(game, "game").texts("sides")


def _capital(word: str) -> str:
    return word.replace("_", " ").capitalize()


def optional_document(game: str, name: str) -> Document:
    """Return a TOML file of a game, or an empty document if there is none."""
    if not (reader.FOLDER / game / f"{name}.toml").exists():
        return Document(f"{game}/{name}.toml", "", {})
    return document(game, name)
