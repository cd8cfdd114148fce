"""Methods about the rules: contents, search, the page of a rule, and the differences of the editions."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache

from oracle.errors import InputError
from oracle.evidence.links import Bound, scan
from oracle.evidence.rule_links import GONE, links_of
from oracle.evidence.traceability import Traced, read_record
from oracle.places import ROOT, SOURCES
from oracle.protocol.demonstrations import demonstrations
from oracle.protocol.desk import Answer, Desk
from oracle.protocol.link_index import read_index
from oracle.protocol.params import Params
from oracle.protocol.setting_up import examples_of
from oracle.rule_lookup import Entry, Found, find, is_below, key_of
from oracle.rule_search import search as found_by
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rulesets import RulesetName, options_of
from spec_tables.catalogue import GAMES, Catalogue, Erratum, Option, Rule, Ruling, catalogue
from spec_tables.headings import Heading, headings

MOST_HITS = 200
MOST_LETTERS = 500
_KINDS = {"function": "functions", "test": "tests", "property": "properties", "golden": "golden"}


def _game(name: str) -> Catalogue:
    if name not in GAMES:
        raise Unreadable("game", f"{name!r} is no game; there are: {', '.join(GAMES)}")
    return catalogue(name)


# ---------------------------------------------------------------- contents and search


def contents(_: Desk, params: Params) -> Answer:
    """Return the chapters of a game with their rules."""
    game = params.text("game")
    params.finish()
    known = _game(game)
    listed = [_chapter(known, each) for each in _chapters(known)]
    return {
        "game": game,
        "name": known.name,
        "prefix": known.prefix,
        "chapters": [each for each in listed if each["rules"]],
    }


def _chapters(known: Catalogue) -> list[Heading]:
    """Return the headings that stand below no other."""
    found = [each for each in headings(known.game) if each.key]
    return [each for each in found if not any(is_below(each.key, other.key) for other in found)]


def _chapter(known: Catalogue, heading: Heading) -> dict[str, Json]:
    inner = [each for each in headings(known.game) if each.key != heading.key and is_below(each.key, heading.key)]
    rules = [each for each in known.rules if key_of(each) == heading.key or is_below(key_of(each), heading.key)]
    return {
        "key": heading.key,
        "title": heading.title,
        "numbers": dict(heading.numbers),
        "sections": [{"key": each.key, "title": each.title} for each in inner],
        "rules": _lines(rules),
    }


def _lines(rules: Iterable[Rule]) -> list[Json]:
    return [
        {
            "id": each.id,
            "title": each.title,
            "kind": each.kind.value,
            "gist": each.gist,
            "numbers": dict(each.numbers),
        }
        for each in rules
    ]


def search(_: Desk, params: Params) -> Answer:
    """Return rules, divergences, rulings and examples with some words, the best first."""
    words, game = params.text("words"), params.optional_text("game")
    most = params.number_within("most", 20, MOST_HITS)
    params.finish()
    if len(words) > MOST_LETTERS:
        raise Unreadable("words", f"are more than {MOST_LETTERS} letters")
    try:
        result = found_by(words, GAMES if game is None else (_game(game).game,))
    except InputError as fault:
        raise Unreadable("words", str(fault)) from None
    return {
        "found": len(result.hits),
        "missing": list(result.missing),
        "hits": [
            {
                "kind": hit.text.kind,
                "id": hit.text.id,
                "title": hit.text.title,
                "says": hit.text.says,
                "rules": list(hit.text.rules),
            }
            for hit in result.hits[:most]
        ],
    }


# ---------------------------------------------------------------- the page of a rule


def rule(_: Desk, params: Params) -> Answer:
    """Return what a number or an id stands for, in every game that has it."""
    name = params.text("id")
    params.finish()
    if len(name) > MOST_LETTERS:
        raise Unreadable("id", f"has more than {MOST_LETTERS} letters")
    try:
        found = find(name)
    except InputError as fault:
        raise Unreadable("id", str(fault)) from None
    return {"entries": [entry for each in found for entry in _entries(each)]}


def _entries(found: Found) -> Iterator[Json]:
    around: dict[str, Json] = {
        "below": _lines(found.below),
        "elsewhere": {edition: _lines(rules) for edition, rules in found.elsewhere},
    }
    if found.entry is not None:
        yield _entry(found.about, found.entry)
    if found.rule is not None:
        yield {**_page(found.about, found.rule), **around, "also_printed": _lines(found.printed)}
    elif found.printed or found.below or found.elsewhere:
        heading: dict[str, Json] = {"entry": "heading", "id": found.name, "game": found.about.game}
        yield {**heading, "title": found.title, "printed": _lines(found.printed), **around}


def _entry(known: Catalogue, entry: Entry) -> dict[str, Json]:
    about: dict[str, Json] = {"game": known.game, "about": [_titled(known, each) for each in entry.rules]}
    match entry:
        case Option():
            return {"entry": "divergence", **about, **_option(known, entry)}
        case Ruling():
            return {"entry": "ruling", **about, **_ruling(known, entry)}
        case Erratum():
            return {"entry": "erratum", **about, **_erratum(known, entry)}


def _titled(known: Catalogue, rule_id: str) -> dict[str, Json]:
    found = known.rule(rule_id)
    return {"id": rule_id, "title": "" if found is None else found.title}


def _page(known: Catalogue, found: Rule) -> dict[str, Json]:
    recorded = read_record(ROOT, known.game).get(found.id, Traced())
    page: dict[str, Json] = {
        "entry": "rule",
        "game": known.game,
        **_line(found),
        "depends_on": [_titled(known, each) for each in found.depends_on],
        "needed_by": [_titled(known, each.id) for each in known.rules if found.id in each.depends_on],
        "divergences": [_option(known, each) for each in known.options if found.id in each.rules],
        "rulings": [_ruling(known, each) for each in known.rulings if found.id in each.rules],
        "errata": [_erratum(known, each) for each in known.errata if found.id in each.rules],
        "examples": _examples(known, found.id),
        **_links(found.id, recorded),
        "fired": _fired(recorded),
        "faults": {"noticed": recorded.score.killed, "planted": recorded.score.counted},
    }
    excuse = next((each for each in known.excuses if each.rule == found.id), None)
    return page if excuse is None else {**page, "excuse": {"needs": excuse.needs, "reason": excuse.reason}}


def _line(found: Rule) -> dict[str, Json]:
    return {
        "id": found.id,
        "title": found.title,
        "kind": found.kind.value,
        "gist": found.gist,
        "numbers": dict(found.numbers),
    }


def _fired(recorded: Traced) -> dict[str, Json]:
    counts = recorded.fired.counts
    return {
        "golden": counts.golden,
        "golden_decided": counts.golden_decided,
        "properties": recorded.fired.properties,
        "properties_decided": recorded.fired.properties_decided,
        "games": counts.games,
        "games_decided": counts.games_decided,
    }


def _examples(known: Catalogue, rule_id: str) -> list[Json]:
    """Return the examples of the rulebook about a rule, and the golden examples that prove it, ready to open."""
    golden: defaultdict[str, list[Json]] = defaultdict(list)
    unnamed: list[Json] = []
    for each in examples_of(known.game):
        if "example" in each:
            golden[str(each["example"])].append(each["id"])
        rules = each["rules"]
        if isinstance(rules, list) and rule_id in rules and "example" not in each:
            unnamed.append({"id": each["id"], "title": each["title"], "golden": [each["id"]]})
    printed: list[Json] = [
        {"id": each.id, "title": each.title, "golden": list(golden[each.id])}
        for each in known.examples
        if rule_id in each.rules
    ]
    return [*printed, *unnamed]


def _links(rule_id: str, recorded: Traced) -> dict[str, Json]:
    """Return what is bound to a rule: functions, tests, properties and golden examples, with their lines."""
    shipped = read_index()
    found = shipped.get(rule_id, {}) if shipped is not None else links_of(rule_id, _scanned(), recorded)
    return {named: [_link(each) for each in found.get(kind, ())] for kind, named in _KINDS.items()}


@cache
def _scanned() -> tuple[Bound, ...]:
    return scan()


def _link(bound: Bound) -> dict[str, Json]:
    there = bound.line != GONE
    return {"place": bound.place, "path": bound.path, "line": bound.line, "name": bound.name, "source": there}


@cache
def linked_files() -> frozenset[str]:
    """Return the files that the pages of rules name and that are there."""
    found = {each.path for each in _scanned()}
    for game in GAMES:
        for recorded in read_record(ROOT, game).values():
            for place in (*recorded.tests, *recorded.properties, *recorded.golden):
                found.add(place.partition("::")[0])
    return frozenset(each for each in found if (SOURCES / each).is_file())


# ---------------------------------------------------------------- divergences, rulings, errata


def differences(_: Desk, params: Params) -> Answer:
    """Return every point on which editions disagree: who says what, what each preset takes, and positions to open."""
    game = params.text("game")
    params.finish()
    known = _game(game)
    return {
        "game": game,
        "presets": [{"name": each.name, "title": each.title} for each in known.presets],
        "options": [_option(known, each) for each in known.options],
    }


def _option(known: Catalogue, option: Option) -> dict[str, Json]:
    return {
        "id": f"{known.prefix}:{option.id}",
        "name": option.name,
        "title": option.title,
        "status": option.status,
        "values": list(option.values),
        "default": option.default,
        "rules": list(option.rules),
        "says": [{"source": source, "text": text} for source, text in option.says],
        "position": option.position,
        "results": [{"value": value, "text": text} for value, text in option.results],
        "note": option.note,
        "presets": {each.name: options_of(known.game, RulesetName(each.name))[option.name] for each in known.presets},
        "demonstrations": list(demonstrations(known.game, option.name)),
    }


def _ruling(known: Catalogue, ruling: Ruling) -> dict[str, Json]:
    return {
        "id": f"{known.prefix}:{ruling.id}",
        "question": ruling.question,
        "reading": ruling.reading,
        "rules": list(ruling.rules),
    }


def _erratum(known: Catalogue, erratum: Erratum) -> dict[str, Json]:
    told = asdict(erratum)
    return {
        **{name: str(told[name]) for name in ("edition", "where", "prints", "reading")},
        "id": f"{known.prefix}:{erratum.id}",
        "rules": list(erratum.rules),
        "options": list(erratum.options),
    }


METHODS: Mapping[str, Callable[[Desk, Params], Answer]] = {
    "contents": contents,
    "search": search,
    "rule": rule,
    "differences": differences,
}
