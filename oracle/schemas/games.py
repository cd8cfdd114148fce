"""The schema document of a game: everything of its own, by type."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module

from oracle.schemas.facts import FACT, facts_named, facts_of, stated_by
from oracle.schemas.forms import Forms
from oracle.schemas.of_records import Family, definitions, inner_records, record
from oracle.schemas.parts import (
    TEXT,
    Schema,
    const,
    either,
    few,
    fixed,
    one_of_texts,
    partly,
    ref,
    words,
)
from oracle.schemas.verdicts import RULES, case_definitions, verdict_definitions
from reference.kernel.codec import word
from reference.kernel.named_sets import NamedSet
from reference.kernel.traces import VERSION
from spec_tables.catalogue import Catalogue, catalogue

CHANCE = "chance"


def game_definitions(game: str) -> dict[str, Schema]:
    """Return every definition of a game by its name."""
    known, forms = catalogue(game), _forms(game)
    return {
        **position_definitions(game),
        **dict(_told(game, forms)),
        **dict(verdict_definitions(known)),
        **dict(case_definitions(known)),
        **dict(_trace(known)),
    }


def position_definitions(game: str) -> dict[str, Schema]:
    """Return the definitions of a game that positions, and expectations about them, are made of."""
    known, forms = catalogue(game), _forms(game)
    return {**dict(_names(known, forms)), **dict(_records(game, forms)), **dict(_positions(forms))}


@cache
def _forms(game: str) -> Forms:
    found: object = import_module(f"oracle.schemas.{game}").FORMS
    assert isinstance(found, Forms)
    return found


def _names(known: Catalogue, forms: Forms) -> Iterator[tuple[str, Schema]]:
    yield "side", one_of_texts(known.sides)
    yield "actor", one_of_texts((*known.sides, CHANCE))
    yield "rule", one_of_texts(each.id for each in known.rules)
    yield "scenario", one_of_texts(name for name, _ in known.scenarios)
    options = (f"{option.name}={value}" for option in known.options for value in option.values)
    yield "ruleset", words("{}(\\+{})*", (preset.name for preset in known.presets), options)
    yield from ((name, one_of_texts(ids)) for name, ids in forms.ids.items())
    yield from forms.texts.items()


# ---------------------------------------------------------------- actions, frames, openings


def _records(game: str, forms: Forms) -> Iterator[tuple[str, Schema]]:
    actions = Family("action", _kinds(game, "actions", "ACTIONS"))
    families = (
        Family("frame", _kinds(game, "frames", "FRAMES")),
        Family("opening", _kinds(game, "positions", "OPENINGS")),
    )
    phase = _kinds(game, "state", "Phase")
    for family in (actions, *families):
        yield from definitions(family, forms.named)
    yield from (("phase", record(kind, forms.named)) for kind in phase)
    for kind in inner_records((actions, *families, Family("phase", phase))):
        yield f"record.{word(kind.__name__)}", record(kind, forms.named)
    sets = import_module(f"reference.{game}.named_sets").SETS
    ways = dict(_sets(sets, dict(definitions(actions, forms.named))))
    yield from ways.items()
    yield "action", either(*(ref(actions.definition(kind)) for kind in actions.kinds), *map(ref, ways))


def _kinds(game: str, module: str, name: str) -> tuple[type[object], ...]:
    found: object = getattr(import_module(f"reference.{game}.{module}"), name, ())
    kinds = found if isinstance(found, tuple) else (found,)
    assert all(isinstance(kind, type) for kind in kinds)
    return kinds


def _sets(sets: tuple[NamedSet, ...], actions: dict[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """Return the actions that name all members of a set at once."""
    for each in sets:
        lists: dict[str, Schema] = {}
        for several, member in each.members.items():
            members = actions[f"action.{member.action}"]["properties"]
            assert isinstance(members, dict)
            whole = {name: form for name, form in members.items() if name != "type"}
            usual = {name: whole[name] for name, _ in member.usual}
            own = {name: form for name, form in whole.items() if name not in usual}
            lists[several] = few(members[member.field] if member.field else fixed(own, usual))
        found = fixed({"type": one_of_texts(each.words())}, lists)
        yield f"set.{each.name}", {**found, "minProperties": 2}
        if each.beginning is not None:
            fields = actions[f"action.{each.beginning.action}"]["properties"]
            assert isinstance(fields, dict)
            first = {name: fields[name] for name in ("type", *each.beginning.fields)}
            yield f"set.{each.name}_begun", fixed({**first, **lists})


# ---------------------------------------------------------------- positions


def _positions(forms: Forms) -> Iterator[tuple[str, Schema]]:
    yield "position", fixed({}, forms.fields)
    written = {name: form for name, form in forms.fields.items() if name not in forms.by_hand}
    yield "state", fixed(*_split(written, forms.always))
    yield "view", fixed(*_split(forms.seen, forms.always_seen))
    yield "expectation", {**partly(fixed({}, {**written, **forms.derived})), "minProperties": 1}
    yield "seen_expectation", {**partly(fixed({}, forms.seen)), "minProperties": 1}


def _split(fields: object, always: tuple[str, ...]) -> tuple[dict[str, Schema], dict[str, Schema]]:
    assert isinstance(fields, dict)
    required = {name: form for name, form in fields.items() if name in always}
    return required, {name: form for name, form in fields.items() if name not in always}


# ---------------------------------------------------------------- events and violations


def _told(game: str, forms: Forms) -> Iterator[tuple[str, Schema]]:
    kinds, reasons = _members(game, "event_kinds", "EventKind"), _members(game, "reasons", "Reason")
    yield "reason", one_of_texts(reasons)
    stated = stated_by(game)
    yield "fact", FACT
    yield from ((f"fact.{name}", form) for name, form in forms.facts.items())
    yield "facts", facts_named(stated.names, forms.facts)
    for kind in kinds:
        facts = facts_of(stated, kind, forms.facts)
        yield f"event.{kind}", fixed({"kind": const(kind.value), "rules": RULES, "facts": facts})
    yield "event", either(*(ref(f"event.{kind}") for kind in kinds))
    for reason in reasons:
        facts = facts_of(stated, reason, forms.facts)
        yield f"violation.{reason}", fixed({"reason": const(reason.value), "rule": ref("rule"), "facts": facts})
    yield "violation", either(*(ref(f"violation.{reason}") for reason in reasons))


def _members(game: str, module: str, name: str) -> tuple[StrEnum, ...]:
    found: object = getattr(import_module(f"reference.{game}.{module}"), name)
    assert isinstance(found, type)
    assert issubclass(found, StrEnum)
    return tuple(found)


# ---------------------------------------------------------------- traces


def _trace(known: Catalogue) -> Iterator[tuple[str, Schema]]:
    about = {"trace": const(VERSION), "game": const(known.game), "ruleset": ref("ruleset")}
    more = {"title": TEXT, "example": ref("example"), "proves": RULES}
    yield "example", one_of_texts((*(each.id for each in known.rules), *(each.id for each in known.examples)))
    yield (
        "trace.header",
        either(
            fixed({**about, "scenario": ref("scenario")}, more),
            fixed({**about, "position": ref("position")}, more),
        ),
    )
    lines = {
        "act": fixed(
            {"by": ref("actor"), "do": ref("action")},
            {"cites": RULES, "hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"}},
        ),
        "refuse": fixed({"by": ref("actor"), "refuse": ref("action"), "rule": ref("rule")}),
        "expect": fixed({"expect": ref("expectation")}),
        "view": fixed({"view": fixed({"side": ref("side"), "expect": ref("seen_expectation")})}),
        "note": fixed({"note": TEXT}),
    }
    yield from ((f"trace.{name}", form) for name, form in lines.items())
    yield "trace.line", either(*(ref(f"trace.{name}") for name in ("header", *lines)))
