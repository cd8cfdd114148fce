"""The rule catalogues with all that belongs to them: options, presets, rulings, errata, examples, excuses.

Ids carry the game's prefix here (`ww:7.62`); the files write them without it. `validate` finds every broken reference
at once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TypeVar

from spec_tables.reader import Document, Row, SpecError, document, rows

T = TypeVar("T")
Fault = tuple[str, str, str]

GAMES = ("wilderness_war", "hammer_of_the_scots", "few_acres_of_snow")


class Kind(StrEnum):
    """What sort of statement a numbered rule is."""

    NORMATIVE = "normative"
    DEFINITION = "definition"
    OPTIONAL = "optional"
    EXAMPLE = "example"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule and the number it bears in each edition."""

    id: str
    title: str
    kind: Kind
    gist: str
    depends_on: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A point on which editions disagree."""

    id: str
    name: str
    title: str
    status: str
    values: tuple[str, ...]
    default: str
    rules: tuple[str, ...]
    position: str
    note: str
    says: tuple[tuple[str, str], ...]
    results: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset: the options in which it differs from the defaults."""

    name: str
    title: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point every edition leaves open, and the reading adopted."""

    id: str
    rules: tuple[str, ...]
    question: str
    reading: str


@dataclass(frozen=True, slots=True)
class Erratum:
    """A misprint and the right reading."""

    id: str
    edition: str
    where: str
    rules: tuple[str, ...]
    options: tuple[str, ...]
    prints: str
    reading: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of a rulebook."""

    id: str
    title: str
    rules: tuple[str, ...]
    source: str
    position: str
    play: str
    result: str
    check: str


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why a normative rule has no function or no test."""

    rule: str
    needs: str
    reason: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All that is known about the rules of one game."""

    game: str
    name: str
    prefix: str
    sides: tuple[str, ...]
    editions: tuple[tuple[str, str], ...]
    scenarios: tuple[tuple[str, str], ...]
    claimed_complete: bool
    rules: tuple[Rule, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    rulings: tuple[Ruling, ...]
    errata: tuple[Erratum, ...]
    examples: tuple[Example, ...]
    excuses: tuple[Excuse, ...]

    def rule(self, rule_id: str) -> Rule | None:
        """Return the rule of that id, if there is one."""
        return next((rule for rule in self.rules if rule.id == rule_id), None)


@cache
def prefixes() -> tuple[tuple[str, str], ...]:
    """Return each game's id prefix with the game."""
    return tuple((document(game, "game").text("prefix"), game) for game in GAMES)


@cache
def rule_ids() -> frozenset[str]:
    """Return the ids of all rules of all games."""
    return frozenset(
        f"{prefix}:{row.word('key')}" for prefix, game in prefixes() for row in rows(game, "rules_catalogue")
    )


@cache
def catalogue(game: str) -> Catalogue:
    """Load the catalogue of a game."""
    about = document(game, "game")
    prefix = about.text("prefix")
    editions = about.table("editions")

    def ids(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"{prefix}:{key}" for key in keys)

    def pairs(table: Document) -> tuple[tuple[str, str], ...]:
        return tuple((key, table.text(key)) for key in table)

    def rule(row: Row) -> Rule:
        named = row.word("kind")
        try:
            kind = Kind(named)
        except ValueError as fault:
            raise row.error(str(fault)) from fault
        numbers = tuple((edition, row.text(edition)) for edition in editions if row.text(edition))
        return Rule(
            f"{prefix}:{row.word('key')}",
            row.word("title"),
            kind,
            row.word("gist"),
            ids(row.words("depends_on")),
            numbers,
        )

    def option(entry: Document) -> Option:
        return Option(
            entry.text("id"), entry.text("name"), entry.text("title"), entry.text("status"), entry.texts("values"),
            entry.text("default"), ids(entry.texts("rules")), entry.text("position"), entry.text_or("note", ""),
            pairs(entry.table("says")), pairs(entry.table("results")),
        )  # fmt: skip

    def preset(name: str, entry: Document) -> Preset:
        return Preset(name, entry.text("title"), pairs(entry.table_or_empty("options")))

    def ruling(entry: Document) -> Ruling:
        return Ruling(entry.text("id"), ids(entry.texts("rules")), entry.text("question"), entry.text("reading"))

    def erratum(entry: Document) -> Erratum:
        return Erratum(
            entry.text("id"), entry.text("edition"), entry.text("where"), ids(entry.texts("rules")),
            entry.texts("options"), entry.text("prints"), entry.text("reading"),
        )  # fmt: skip

    def example(entry: Document) -> Example:
        return Example(
            f"{prefix}:{entry.text('id')}", entry.text("title"), ids(entry.texts("rules")), entry.text("source"),
            entry.text("position"), entry.text("play"), entry.text("result"), entry.text_or("check", ""),
        )  # fmt: skip

    presets = document(game, "presets").table("preset")
    return Catalogue(
        game=game,
        name=about.text("name"),
        prefix=prefix,
        sides=about.texts("sides"),
        editions=pairs(editions),
        scenarios=pairs(about.table("scenarios")),
        claimed_complete=about.flag("claimed_complete"),
        rules=_each(rows(game, "rules_catalogue"), rule),
        options=_each(document(game, "options").tables("option"), option),
        presets=tuple(preset(name, presets.table(name)) for name in presets),
        rulings=_each(document(game, "rulings").tables("ruling"), ruling),
        errata=_each(document(game, "errata").tables("erratum"), erratum),
        examples=_each(document(game, "examples").tables("example"), example),
        excuses=tuple(
            Excuse(f"{prefix}:{row.word('key')}", row.word("needs"), row.word("reason"))
            for row in rows(game, "excused")
        ),
    )


def _each(entries: Iterable[Document] | Iterable[Row], make: Callable[..., T]) -> tuple[T, ...]:
    return tuple(make(entry) for entry in entries)


def validate(found: Catalogue) -> tuple[SpecError, ...]:
    """Return every fault of a catalogue: duplicate ids, dangling references, impossible values."""
    faults = (*_doubled(found), *_dangling(found), *_impossible(found), *_not_restated(found))
    return tuple(SpecError(f"{found.game}/{file}", place, cause) for file, place, cause in faults)


def _doubled(found: Catalogue) -> Iterator[Fault]:
    names: tuple[tuple[str, list[str]], ...] = (
        ("rules_catalogue.csv", [rule.id for rule in found.rules]),
        ("options.toml", [option.id for option in found.options]),
        ("options.toml", [option.name for option in found.options]),
        ("rulings.toml", [ruling.id for ruling in found.rulings]),
        ("errata.toml", [erratum.id for erratum in found.errata]),
        ("examples.toml", [example.id for example in found.examples]),
        ("excused.csv", [excuse.rule for excuse in found.excuses]),
    )
    for file, ids in names:
        for name, count in Counter(ids).items():
            if count > 1:
                yield file, name, f"appears {count} times"


def _dangling(found: Catalogue) -> Iterator[Fault]:
    references: tuple[tuple[str, Iterable[tuple[str, tuple[str, ...]]]], ...] = (
        ("rules_catalogue.csv", ((rule.id, rule.depends_on) for rule in found.rules)),
        ("options.toml", ((option.id, option.rules) for option in found.options)),
        ("rulings.toml", ((ruling.id, ruling.rules) for ruling in found.rulings)),
        ("errata.toml", ((erratum.id, erratum.rules) for erratum in found.errata)),
        ("examples.toml", ((example.id, example.rules) for example in found.examples)),
        ("excused.csv", ((excuse.rule, (excuse.rule,)) for excuse in found.excuses)),
    )
    known = {rule.id for rule in found.rules}
    for file, places in references:
        for place, rules in places:
            for rule_id in rules:
                if rule_id not in known:
                    yield file, place, f"refers to {rule_id}, which is no rule"
    options = {option.id for option in found.options}
    for erratum in found.errata:
        for option_id in erratum.options:
            if option_id not in options:
                yield "errata.toml", erratum.id, f"refers to {option_id}, which is no option"


def _impossible(found: Catalogue) -> Iterator[Fault]:
    for option in found.options:
        for fault in _option_faults(option):
            yield "options.toml", option.id, fault
    for preset in found.presets:
        for fault in _preset_faults(preset, found.options):
            yield "presets.toml", preset.name, fault
    for excuse in found.excuses:
        if excuse.needs not in ("function", "test", "both"):
            yield "excused.csv", excuse.rule, f"needs {excuse.needs!r}, not function, test or both"


def _not_restated(found: Catalogue) -> Iterator[Fault]:
    restated = {example.id for example in found.examples} | {
        rule_id for example in found.examples for rule_id in example.rules
    }
    for rule in found.rules:
        if rule.kind is Kind.EXAMPLE and rule.id not in restated:
            yield "examples.toml", rule.id, "is an example of the catalogue that is not restated"


def _option_faults(option: Option) -> list[str]:
    faults: list[str] = []
    if len(option.values) < 2 or len(set(option.values)) != len(option.values):
        faults.append("needs at least two different values")
    if option.default not in option.values:
        faults.append(f"has the default {option.default!r}, which is not one of its values")
    if {value for value, _ in option.results} != set(option.values):
        faults.append("does not say what its position gives under each value")
    return faults


def _preset_faults(preset: Preset, options: tuple[Option, ...]) -> list[str]:
    by_name = {option.name: option for option in options}
    faults: list[str] = []
    for name, value in preset.changes:
        if name not in by_name:
            faults.append(f"sets {name}, which is no option")
        elif value not in by_name[name].values:
            faults.append(f"sets {name} to {value!r}, which is not one of its values")
        elif value == by_name[name].default:
            faults.append(f"sets {name} to its default")
    return faults
