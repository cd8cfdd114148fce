"""Methods to find and set up positions: what a game has, names, openings, golden examples, words, complaints."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import assert_never

from oracle.english import gist, why
from oracle.errors import InputError
from oracle.names import Name, candidates, names
from oracle.openings import openings_of
from oracle.places import GOLDEN, ROOT
from oracle.protocol.cases import Case
from oracle.protocol.desk import Answer, Desk, Place
from oracle.protocol.params import Params
from oracle.protocol.telling import due_told, over_or_bare
from oracle.rule_lookup import is_below, key_of
from oracle.words.positions_in_words import MOST_LETTERS, InWords, read_position, vocabulary_of, write_position
from oracle.words.settings import (
    Amounts,
    Flag,
    Given,
    NameList,
    Number,
    OneName,
    OneOf,
    Own,
    Plain,
    RecordOf,
    RecordsOf,
    Setting,
    Shape,
    SideName,
    SideNames,
    SomeOf,
    Turn,
)
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Violation
from spec_tables.catalogue import GAMES, Catalogue, Rule, catalogue
from spec_tables.headings import headings

MOST_NAMES = 2_000
MOST_CARDS_OF_A_TRAY = 200


# ---------------------------------------------------------------- what a game has


def about(desk: Desk, params: Params) -> Answer:
    """Return all that a game can be begun with: sides, editions, scenarios, presets and options."""
    game = params.text("game")
    params.finish()
    known = desk.registry.known(game)
    return {
        "game": game,
        "name": known.name,
        "prefix": known.prefix,
        "sides": [{"id": each, "name": each.capitalize()} for each in known.sides],
        "editions": _pairs(known.editions),
        "scenarios": _pairs(known.scenarios),
        "presets": [
            {"name": each.name, "title": each.title, "options": dict(options_of(game, RulesetName(each.name)))}
            for each in known.presets
        ],
        "options": [
            {
                "id": f"{known.prefix}:{each.id}",
                "name": each.name,
                "title": each.title,
                "values": list(each.values),
                "default": each.default,
                "rules": list(each.rules),
            }
            for each in known.options
        ],
        "places": vocabulary_of(game).places,
    }


def _pairs(found: Iterable[tuple[str, str]]) -> list[Json]:
    return [{"id": each, "name": name} for each, name in found]


def names_of(desk: Desk, params: Params) -> Answer:
    """Return everything that has a name, or what a word may mean."""
    game, kinds, word = params.text("game"), params.texts("kinds"), params.optional_text("search")
    params.finish()
    desk.registry.known(game)
    every = names(game)
    counted = {each.kind: each.one for each in every}
    unknown = [each for each in kinds if each not in counted]
    if unknown:
        raise Unreadable("kinds", f"{unknown[0]!r} is none of: {', '.join(counted)}")
    found: Sequence[Name] = names(game, kinds) if kinds else every
    if word:
        found = candidates(game, kinds, word[:MOST_CARDS_OF_A_TRAY])
    return {
        "kinds": [
            {"kind": kind, "one": one, "count": sum(each.kind == kind for each in every)}
            for kind, one in counted.items()
        ],
        "names": [_name(each) for each in found[:MOST_NAMES]],
    }


def _name(found: Name) -> dict[str, Json]:
    told: dict[str, Json] = {
        "kind": found.kind,
        "one": found.one,
        "id": found.id,
        "name": found.printed,
        "names": list(found.names),
        "what": found.what,
        "count": found.count,
    }
    return told if found.side is None else {**told, "side": found.side}


def openings(desk: Desk, params: Params) -> Answer:
    """Return what a position made by hand can begin with, each with an example that can be opened."""
    game = params.text("game")
    params.finish()
    return {
        "openings": [
            {
                "type": each.form.type,
                "summary": each.form.summary,
                "fields": [
                    {"name": one.name, "values": one.values, "default": one.default} for one in each.form.fields
                ],
                "rules": list(each.rules),
                "case": Case(
                    game, desk.registry.ruleset(game, each.ruleset), position=each.example, title=each.form.summary
                ).to_json(),
            }
            for each in openings_of(game, desk.registry)
        ]
    }


# ---------------------------------------------------------------- golden examples


def library(_: Desk, params: Params) -> Answer:
    """Return the golden examples in the order of the rulebooks."""
    game = params.optional_text("game")
    params.finish()
    if game is not None and game not in GAMES:
        raise Unreadable("game", f"{game!r} is no game; there are: {', '.join(GAMES)}")
    chosen = GAMES if game is None else (game,)
    return {"examples": [each for one in chosen for each in examples_of(one)]}


@cache
def examples_of(game: str) -> tuple[dict[str, Json], ...]:
    """Return the golden examples of a game as they are listed, in the order of the rulebook."""
    known = catalogue(game)
    order = {rule.id: index for index, rule in enumerate(known.rules)}
    paths = sorted((ROOT / GOLDEN / game).glob("*.jsonl"))
    found = [(_lead(known, example), example) for example in (_example(game, path) for path in paths)]
    found.sort(key=lambda each: (len(order) if each[0] is None else order[each[0].id], str(each[1]["id"])))
    return tuple(_placed(known, lead, example) for lead, example in found)


def _lead(known: Catalogue, example: dict[str, Json]) -> Rule | None:
    """Return the rule that an example stands at in the rulebook: its own entry, or the first rule it proves."""
    own = known.rule(str(example.get("example", "")))
    rules = example["rules"]
    assert isinstance(rules, list)
    return own or next((each for each in known.rules if each.id in rules), None)


def _placed(known: Catalogue, lead: Rule | None, example: dict[str, Json]) -> dict[str, Json]:
    """Return an example with its number and chapter in the rulebook."""
    if lead is None:
        return {**example, "number": "", "chapter": ""}
    number = next((number for _, number in lead.numbers), key_of(lead))
    printed = [number, key_of(lead)]
    chapter = next(
        (each for each in headings(known.game) if each.key and any(is_below(name, each.key) for name in printed)), None
    )
    return {**example, "number": number, "chapter": "" if chapter is None else f"{chapter.key} {chapter.title}"}


def _example(game: str, path: Path) -> dict[str, Json]:
    header, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    rules = [str(each) for each in header.get("proves", ())]
    told: dict[str, Json] = {
        "id": f"{game}/{path.stem}",
        "game": game,
        "title": str(header.get("title", path.stem)),
        "rules": list(rules),
        "ruleset": str(header["ruleset"]),
        "steps": sum("do" in line for line in lines),
    }
    return {**told, "example": str(header["example"])} if "example" in header else told


def golden_text(example: str) -> str:
    """Return the text of a golden example, which must be one of those listed."""
    game, _, name = example.partition("/")
    if game not in GAMES or example not in {each["id"] for each in examples_of(game)}:
        raise Unreadable("golden", f"{example!r} is no golden example; `library` lists them")
    return (ROOT / GOLDEN / game / f"{name}.jsonl").read_text(encoding="utf-8")


# ---------------------------------------------------------------- the editor


def check(desk: Desk, params: Params) -> Answer:
    """Return everything wrong with a position, in words or as JSON; that it cannot be read is an answer too."""
    game, named = params.text("game"), params.optional_text("ruleset")
    words, position = params.optional_text("words"), params.take("position")
    params.finish()
    ruleset = desk.registry.ruleset(game, named)
    if (words is None) == (position is None):
        raise Unreadable("words", "say either words or a position")
    assumed: tuple[str, ...] = ()
    try:
        if words is not None:
            read = read_words(words, game)
            position, assumed = read.position, read.assumed
        here = Place(game, ruleset, desk.registry.place(game, ruleset, position), 0)
    except Unreadable as fault:
        clauses = [] if words is None else clauses_of(game, words[:MOST_LETTERS])
        return {"readable": False, "fault": {"place": fault.place, "cause": fault.cause}, "clauses": clauses}
    due = here.table.due()
    return {
        "readable": True,
        "case": Case(game, ruleset, position=position).to_json(),
        "assumed": list(assumed),
        **told_position(here, written(desk, here, position) if words is None else words),
        **(over_or_bare(here, due) if isinstance(due, Over) else {"decision": due_told(game, due)}),
    }


def read_words(text: str, game: str | None) -> InWords:
    """Read a position in words; what cannot be read is said as of any input."""
    if len(text) > MOST_LETTERS:
        raise Unreadable("words", f"are more than {MOST_LETTERS} letters")
    try:
        return read_position(text, game)
    except InputError as fault:
        raise Unreadable("words", str(fault)) from None


def told_position(here: Place, words: str) -> Answer:
    """Return a position in words and clauses, and what the rules have against it."""
    return {
        "words": words,
        "clauses": clauses_of(here.game, words),
        "complaints": [_complaint(here.game, each) for each in here.table.check()],
    }


def _complaint(game: str, found: Violation) -> dict[str, Json]:
    said = why(found, game)
    return {
        "rule": found.rule,
        "reason": found.reason.value,
        "text": f"{said[:1].upper()}{said[1:]}.",
        "gist": gist(found.rule).strip(" []"),
    }


def written(desk: Desk, here: Place, position: Json = None) -> str:
    """Return a position in words: as it was given, with its opening, if the words say the same; else as it stands."""
    if isinstance(position, Mapping):
        words = write_position(here.game, dict(position))
        try:
            again = desk.registry.place(here.game, here.ruleset, read_words(words, here.game).position)
        except Unreadable:
            again = None
        if again is not None and again.digest() == here.table.digest():
            return words
    canonical = here.table.canonical()
    assert isinstance(canonical, Mapping)
    return write_position(here.game, dict(canonical))


def clauses_of(game: str, words: str) -> list[Json]:
    """Return the clauses of a position in words: the head of each, what it is, and its items."""
    known = vocabulary_of(game)
    places = {each.id: each for each in names(game, (known.places,))}
    found: list[Json] = []
    for clause in _clauses(game, words):
        head, sign, body = clause.partition(":")
        if not sign:
            found.append({"kind": "other", "head": "", "items": _items(clause)})
            continue
        meant = {each.id for each in candidates(game, (known.places,), head.strip())}
        told: dict[str, Json] = {"kind": "setting", "head": head.strip(), "items": _items(body)}
        if len(meant) == 1 and meant <= set(places) and not _is_setting(known.settings, head):
            told.update({"kind": "place", "id": next(iter(meant))})
        elif head.strip().lower() == "opening":
            told["kind"] = "opening"
        found.append(told)
    return found


def _clauses(game: str, words: str) -> list[str]:
    about = catalogue(game)
    found = [part.strip() for line in words.split("\n") for part in line.split("|")]
    head, sign, rest = found[0].partition(":")
    if sign and head.strip().lower() in (about.prefix, game, about.name.lower()):
        found[0] = rest.strip()
    return [each for each in found if each and not each.startswith("#")]


def _items(body: str) -> list[Json]:
    """Return the items between commas; what stands in brackets stays together."""
    items: list[str] = [""]
    depth = 0
    for letter in body:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth <= 0:
            items.append("")
        else:
            items[-1] += letter
    return [each.strip() for each in items if each.strip()]


def _is_setting(settings: Sequence[Setting], head: str) -> bool:
    return any(each.is_called(head.strip().lower()) for each in settings)


def settings(desk: Desk, params: Params) -> Answer:
    """Return what the clauses of a position may set, and which values they take."""
    game = params.text("game")
    params.finish()
    desk.registry.known(game)
    known = catalogue(game)
    return {"settings": [_setting(known, each) for each in vocabulary_of(game).settings]}


def _setting(known: Catalogue, setting: Setting) -> dict[str, Json]:
    told: dict[str, Json] = {
        "name": setting.called[0],
        "names": list(setting.called),
        "field": ".".join(setting.path),
        "side": setting.by_side,
        **_shape(known, setting.shape),
    }
    return {**told, "usual": setting.usual} if setting.usual else told


def _shape(known: Catalogue, shape: Shape) -> dict[str, Json]:
    match shape:
        case Number(alone):
            return {"shape": "number", **({"range": [alone[0], alone[-1]]} if alone else {})}
        case OneOf(values):
            return {"shape": "one_of", "values": list(values)}
        case SomeOf(values):
            return {"shape": "some_of", "values": list(values)}
        case Flag():
            return {"shape": "flag"}
        case SideName():
            return {"shape": "side", "values": list(known.sides)}
        case SideNames():
            return {"shape": "sides", "values": list(known.sides)}
        case OneName(kinds):
            return {"shape": "name", "kinds": list(kinds)}
        case NameList(kinds):
            return {"shape": "names", "kinds": list(kinds)}
        case Amounts(fields):
            return {"shape": "amounts", "values": list(fields)}
        case RecordOf(family) | RecordsOf(family):
            return {"shape": "record", "kinds": [family]}
        case Own() | Given() | Turn() | Plain():
            return {"shape": "text"}
        case _:
            assert_never(shape)


METHODS: Mapping[str, Callable[[Desk, Params], Answer]] = {
    "about": about,
    "names": names_of,
    "openings": openings,
    "library": library,
    "check": check,
    "settings": settings,
}
