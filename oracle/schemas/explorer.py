"""Schemas of what the explorer asks and is answered: cases, pictures, rulings, rules, odds, replays."""

from collections.abc import Callable, Mapping

from oracle.odds.walker import Policy
from oracle.peers.importer import Kind
from oracle.protocol.cases import MOST_ACTS, MOST_LETTERS_OF_A_TITLE
from oracle.protocol.chances import MOST_DECISIONS, MOST_SECONDS
from oracle.schemas.parts import (
    ANYTHING,
    COUNT,
    HASH,
    ODDS,
    TEXT,
    YES_OR_NO,
    Schema,
    by_name,
    const,
    either,
    fixed,
    listed,
    one_of_texts,
)
from oracle.verdict_json import Ruling
from reference.kernel.traces import Fault

Shared = Callable[[str], Schema]
Members = dict[str, Schema]
_OBJECT: Schema = {"type": "object", "minProperties": 1}
_SHARE: Schema = {"type": "string", "pattern": "^[01]\\.[0-9]{6}$"}
_ACTED = [each.value for each in Ruling if each not in (Ruling.SOUND, Ruling.UNSOUND)]
_BOUND = fixed({"place": TEXT, "path": TEXT, "line": COUNT, "name": TEXT, "source": YES_OR_NO})


def case_of(shared: Shared) -> Schema:
    """Return the schema of a case: a game, how it begins, and what was done then."""
    acts: Schema = {**listed(fixed({"by": shared("actor"), "do": shared("action")})), "maxItems": MOST_ACTS}
    title: Schema = {"type": "string", "maxLength": MOST_LETTERS_OF_A_TITLE}
    more: Members = {"ruleset": shared("ruleset"), "title": title, "acts": acts}
    game = {"game": shared("game")}
    return either(
        fixed({**game, "scenario": shared("scenario")}, {**more, "seed": {"type": "integer"}}),
        fixed({**game, "position": shared("position")}, {**more, "seed": {"type": "integer"}}),
    )


# ---------------------------------------------------------------- parameters


def params_of_explorer(shared: Shared) -> dict[str, Schema]:
    """Return the parameters of every method that the explorer adds."""
    case = {"case": case_of(shared)}
    at, side = {"at": COUNT}, {"side": shared("side")}
    asked: Members = {"do": either(shared("action"), TEXT)}
    by = {"by": shared("actor")}
    game, setting = {"game": shared("game")}, {"ruleset": shared("ruleset")}
    return {
        "draw": _somewhere(case, {}, {**at, **side, **by, **asked, "marks": YES_OR_NO}),
        "options": _somewhere(case, {}, {**at, **side, "consequences": YES_OR_NO}),
        "explain": _somewhere(case, asked, {**at, **side, **by}),
        "editions": _somewhere(case, asked, {**at, **by}),
        "timeline": fixed(case, {**side, "from": COUNT, "most": COUNT}),
        "export": fixed(case, at),
        "about": fixed(game),
        "names": fixed(game, {"kinds": listed(TEXT), "search": TEXT}),
        "openings": fixed(game),
        "library": fixed({}, game),
        "check": either(fixed({**game, "words": TEXT}, setting), fixed({**game, "position": ANYTHING}, setting)),
        "settings": fixed(game),
        "contents": fixed(game),
        "search": fixed({"words": TEXT}, {**game, "most": COUNT}),
        "rule": fixed({"id": TEXT}),
        "differences": fixed(game),
        "under_way": _somewhere(case, {}, at),
        "chances": _somewhere(case, {}, {**at, **_walk(shared)}),
        "open": _open(shared, game, setting),
        "replay": fixed({"text": TEXT}, setting),
    }


def _somewhere(case: Members, required: Members, optional: Members) -> Schema:
    return either(fixed({"session": TEXT, **required}, optional), fixed({**case, **required}, optional))


def _walk(shared: Shared) -> Members:
    return {
        "do": fixed({"by": shared("actor"), "do": shared("action")}),
        "until": TEXT,
        "decisions": {"type": "integer", "minimum": 1, "maximum": MOST_DECISIONS},
        "policies": by_name(shared("side"), one_of_texts(Policy)),
        "choose": listed(_OBJECT),
        "measure": TEXT,
        "of": listed(TEXT),
        "most": COUNT,
        "seconds": {"type": "integer", "minimum": 1, "maximum": MOST_SECONDS},
    }


def _open(shared: Shared, game: Members, setting: Members) -> Schema:
    return either(
        fixed({**game, "scenario": shared("scenario")}, {**setting, "seed": {"type": "integer"}}),
        fixed({**game, "position": shared("position")}, setting),
        fixed({"words": TEXT}, {**game, **setting}),
        fixed({"golden": TEXT}, {**game, **setting}),
        fixed({"text": TEXT}, {**game, **setting}),
    )


# ---------------------------------------------------------------- results


def results_of_explorer(shared: Shared) -> dict[str, Schema]:
    """Return the results of every method that the explorer adds."""
    return {
        **_looking(shared),
        **_setting_up(shared),
        **_rules(shared),
        **_odds(shared),
        "open": _opened(shared),
        "replay": _replayed(shared, with_case=True),
    }


def _rules_listed(shared: Shared) -> Schema:
    return listed(shared("rule"))


def _sentence(shared: Shared) -> Schema:
    return fixed({"text": TEXT, "rules": _rules_listed(shared)}, {"gist": TEXT})


def _due(shared: Shared) -> Members:
    return {
        "by": shared("actor"),
        "by_words": TEXT,
        "about": TEXT,
        "words": TEXT,
        "rules": _rules_listed(shared),
    }


def _over(shared: Shared) -> Schema:
    return fixed({"result": TEXT, "words": TEXT, "rules": _rules_listed(shared)})


def _waiting(shared: Shared, decision: Schema) -> tuple[Members, ...]:
    """Return what stands beside a position: a decision, the end, or that nothing has begun."""
    bare = fixed({"words": TEXT, "openings": listed(TEXT)})
    return {"decision": decision}, {"over": _over(shared)}, {"bare": bare}


def _near(shared: Shared) -> Schema:
    changes = listed(fixed({"field": TEXT, "from": ANYTHING, "to": ANYTHING}))
    return listed(fixed({"do": shared("action"), "short": TEXT, "words": TEXT, "changes": changes}))


def _looking(shared: Shared) -> dict[str, Schema]:
    step, sentences = {"step": COUNT}, listed(_sentence(shared))
    following = either(fixed(_due(shared)), fixed({"over": _over(shared)}))
    offered = fixed(
        {"number": COUNT, "do": shared("action"), "short": TEXT, "words": TEXT, "subjects": listed(TEXT)},
        {"place": TEXT, "from": TEXT, "odds": ODDS, "events": sentences, "next": following},
    )
    decision = fixed({**_due(shared), "hidden": YES_OR_NO, "actions": listed(offered)}, {"count": COUNT})
    at = {**step, "steps": COUNT, "begins": COUNT}
    entry = fixed(
        {**step, **{name: form for name, form in _due(shared).items() if name in ("by", "by_words", "about")},
         "decision": TEXT, "action": TEXT, "events": sentences},
        {"do": shared("action"), "hash": HASH},
    )  # fmt: skip
    return {
        "draw": fixed({**step, "svg": TEXT, "text": TEXT, "width": COUNT, "height": COUNT}),
        "options": either(*(fixed({**at, **each}) for each in _waiting(shared, decision))),
        "explain": _explained(shared, following, sentences),
        "editions": _editions(shared, sentences),
        "timeline": fixed({"steps": COUNT, "begins": COUNT, "entries": listed(entry)}),
        "export": fixed(
            {**step, "hash": HASH, "case": case_of(shared), "position": shared("state"), "trace": TEXT,
             **_told_position(shared)}
        ),
    }  # fmt: skip


def _explained(shared: Shared, following: Schema, sentences: Schema) -> Schema:
    beside = {name: form for each in _waiting(shared, fixed(_due(shared)))[1:] for name, form in each.items()}
    return fixed(
        {
            "step": COUNT,
            "ruling": one_of_texts(_ACTED),
            "headline": TEXT,
            "sentences": sentences,
            "near": _near(shared),
            "verdict": {"type": "object", "required": ["ruling"]},
        },
        {
            "by": either(shared("actor"), const("")),
            "by_words": TEXT,
            "do": ANYTHING,
            "short": TEXT,
            "words": TEXT,
            "due": fixed(_due(shared)),
            "next": following,
            "hash": HASH,
            **beside,
        },
    )


def _editions(shared: Shared, sentences: Schema) -> Schema:
    brief: Members = {
        "ruleset": shared("ruleset"),
        "ruling": one_of_texts(_ACTED),
        "headline": TEXT,
        "rules": _rules_listed(shared),
        "sentences": sentences,
    }
    preset = fixed({**brief, "title": TEXT, "differs": YES_OR_NO, "without": listed(TEXT)})
    switch = fixed({**brief, "option": TEXT, "id": TEXT, "title": TEXT, "value": TEXT, "instead_of": TEXT})
    return fixed({"step": COUNT, "here": fixed(brief), "presets": listed(preset), "switches": listed(switch)})


def _told_position(shared: Shared) -> Members:
    complaint = fixed({"rule": shared("rule"), "reason": TEXT, "text": TEXT, "gist": TEXT})
    return {"words": TEXT, "clauses": _CLAUSES, "complaints": listed(complaint)}


_CLAUSES = listed(
    fixed(
        {"kind": one_of_texts(("place", "setting", "opening", "other")), "head": TEXT, "items": listed(TEXT)},
        {"id": TEXT},
    )
)


def _setting_up(shared: Shared) -> dict[str, Schema]:
    named = fixed({"id": TEXT, "name": TEXT})
    option: Members = {"id": TEXT, "name": TEXT, "title": TEXT, "values": listed(TEXT), "default": TEXT}
    about = fixed(
        {
            "game": shared("game"), "name": TEXT, "prefix": TEXT, "places": TEXT,
            "sides": listed(named), "editions": listed(named), "scenarios": listed(named),
            "presets": listed(fixed({"name": TEXT, "title": TEXT, "options": by_name(TEXT, TEXT)})),
            "options": listed(fixed({**option, "rules": _rules_listed(shared)})),
        }
    )  # fmt: skip
    name = fixed(
        {"kind": TEXT, "one": TEXT, "id": TEXT, "name": TEXT, "names": listed(TEXT), "what": TEXT, "count": COUNT},
        {"side": TEXT},
    )
    field = fixed({"name": TEXT, "values": ANYTHING, "default": ANYTHING})
    opening = fixed(
        {
            "type": TEXT,
            "summary": TEXT,
            "fields": listed(field),
            "rules": _rules_listed(shared),
            "case": case_of(shared),
        }
    )
    example = fixed(
        {"id": TEXT, "game": shared("game"), "title": TEXT, "rules": _rules_listed(shared), "steps": COUNT,
         "ruleset": shared("ruleset"), "number": TEXT, "chapter": TEXT},
        {"example": TEXT},
    )  # fmt: skip
    setting = fixed(
        {"name": TEXT, "names": listed(TEXT), "field": TEXT, "side": YES_OR_NO, "shape": TEXT},
        {"values": listed(TEXT), "range": listed({"type": "integer"}), "kinds": listed(TEXT), "usual": TEXT},
    )
    read: Members = {
        "readable": const(True),
        "case": case_of(shared),
        "assumed": listed(TEXT),
        **_told_position(shared),
    }
    fault = fixed({"place": TEXT, "cause": TEXT})
    return {
        "about": about,
        "names": fixed({"kinds": listed(fixed({"kind": TEXT, "one": TEXT, "count": COUNT})), "names": listed(name)}),
        "openings": fixed({"openings": listed(opening)}),
        "library": fixed({"examples": listed(example)}),
        "settings": fixed({"settings": listed(setting)}),
        "check": either(
            fixed({"readable": const(False), "fault": fault, "clauses": _CLAUSES}),
            *(fixed({**read, **each}) for each in _waiting(shared, fixed(_due(shared)))),
        ),
    }


def _rules(shared: Shared) -> dict[str, Schema]:
    line: Members = {"id": shared("rule"), "title": TEXT, "kind": TEXT, "gist": TEXT, "numbers": by_name(TEXT, TEXT)}
    heading = fixed({"key": TEXT, "title": TEXT})
    chapter = fixed(
        {"key": TEXT, "title": TEXT, "numbers": by_name(TEXT, TEXT), "sections": listed(heading),
         "rules": listed(fixed(line))}
    )  # fmt: skip
    hit = fixed({"kind": TEXT, "id": TEXT, "title": TEXT, "says": TEXT, "rules": _rules_listed(shared)})
    option = _option(shared)
    return {
        "contents": fixed({"game": shared("game"), "name": TEXT, "prefix": TEXT, "chapters": listed(chapter)}),
        "search": fixed({"found": COUNT, "missing": listed(TEXT), "hits": listed(hit)}),
        "rule": fixed({"entries": listed(_entry(shared, line, option))}),
        "differences": fixed(
            {"game": shared("game"), "presets": listed(fixed({"name": TEXT, "title": TEXT})),
             "options": listed(fixed(option))}
        ),
    }  # fmt: skip


def _option(shared: Shared) -> Members:
    shown = fixed({"ruleset": shared("ruleset"), "value": TEXT, "headline": TEXT})
    demonstration = fixed(
        {"title": TEXT, "case": case_of(shared), "at": COUNT, "by": shared("actor"), "do": shared("action"),
         "rulesets": listed(shown)}
    )  # fmt: skip
    return {
        "id": TEXT, "name": TEXT, "title": TEXT, "status": TEXT, "values": listed(TEXT), "default": TEXT,
        "rules": _rules_listed(shared), "position": TEXT, "note": TEXT,
        "says": listed(fixed({"source": TEXT, "text": TEXT})),
        "results": listed(fixed({"value": TEXT, "text": TEXT})),
        "presets": by_name(TEXT, TEXT),
        "demonstrations": listed(demonstration),
    }  # fmt: skip


def _entry(shared: Shared, line: Members, option: Members) -> Schema:
    titled = listed(fixed({"id": shared("rule"), "title": TEXT}))
    lines = listed(fixed(line))
    around: Members = {"below": lines, "elsewhere": by_name(TEXT, lines)}
    game = {"game": shared("game")}
    ruling: Members = {"id": TEXT, "question": TEXT, "reading": TEXT, "rules": _rules_listed(shared)}
    erratum: Members = {
        **dict.fromkeys(("id", "edition", "where", "prints", "reading"), TEXT),
        "rules": _rules_listed(shared),
        "options": listed(TEXT),
    }
    fired = dict.fromkeys(
        ("golden", "golden_decided", "properties", "properties_decided", "games", "games_decided"), COUNT
    )
    page = fixed(
        {
            **game, **line, **around, "entry": const("rule"), "also_printed": lines, "depends_on": titled,
            "needed_by": titled, "divergences": listed(fixed(option)), "rulings": listed(fixed(ruling)),
            "errata": listed(fixed(erratum)),
            "examples": listed(fixed({"id": TEXT, "title": TEXT, "golden": listed(TEXT)})),
            **dict.fromkeys(("functions", "tests", "properties", "golden"), listed(_BOUND)),
            "fired": fixed(fired), "faults": fixed({"noticed": COUNT, "planted": COUNT}),
        },
        {"excuse": fixed({"needs": TEXT, "reason": TEXT})},
    )  # fmt: skip
    about = {**game, "about": titled}
    return either(
        page,
        fixed({**game, **around, "entry": const("heading"), "id": TEXT, "title": TEXT, "printed": lines}),
        fixed({**about, **option, "entry": const("divergence")}),
        fixed({**about, **ruling, "entry": const("ruling")}),
        fixed({**about, **erratum, "entry": const("erratum")}),
    )


def _odds(shared: Shared) -> dict[str, Schema]:
    offer = listed(fixed({"id": TEXT, "words": TEXT}))
    offered: Members = {
        "step": COUNT,
        "procedures": listed(TEXT),
        "until": offer,
        "policies": offer,
        "sides": listed(fixed({"id": shared("side"), "name": TEXT})),
    }
    value = fixed({"value": ANYTHING, "words": TEXT, "odds": ODDS, "share": _SHARE})
    expected: Schema = {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"}
    fact = fixed({"fact": TEXT, "words": TEXT, "values": listed(value), "more": COUNT}, {"expected": expected})
    walked: Members = {"walked": COUNT, "ends": COUNT, "whole": YES_OR_NO, "facts": listed(fact)}
    listed_texts = {"suggested": listed(TEXT), "unused": listed(TEXT)}
    return {
        "under_way": fixed(offered),
        "chances": fixed({**offered, **walked, **listed_texts}, {"missing": ODDS}),
    }


# ---------------------------------------------------------------- replays


def _opened(shared: Shared) -> Schema:
    return fixed(
        {"case": case_of(shared), "begins": COUNT, "steps": COUNT, "hash": HASH, "assumed": listed(TEXT)},
        {"title": TEXT, "report": _replayed(shared, with_case=False)},
    )


def _replayed(shared: Shared, *, with_case: bool) -> Schema:
    refused = fixed({"by": shared("actor"), "do": ANYTHING, "rule": shared("rule")})
    told: Mapping[str, Schema] = {
        "game": shared("game"),
        "ruleset": shared("ruleset"),
        "conforms": YES_OR_NO,
        "steps": COUNT,
        "notes": listed(fixed({"step": COUNT, "text": TEXT}, {"refuse": refused})),
        "expectations": COUNT,
        **({"case": case_of(shared)} if with_case else {}),
    }
    difference = fixed({"path": TEXT, "expected": ANYTHING, "found": ANYTHING})
    parted: Members = {
        "step": COUNT,
        "headline": TEXT,
        "action": ANYTHING,
        "rules": _rules_listed(shared),
        "differences": listed(difference),
        "sentences": listed(_sentence(shared)),
        "near": _near(shared),
    }
    trace = fixed(
        {**told, "kind": const("trace")},
        {"title": TEXT, "example": TEXT, "divergence": fixed({**parted, "line": COUNT, "fault": one_of_texts(Fault)})},
    )
    record = fixed(
        {
            **told, "kind": const("record"), "entries": COUNT, "recorded_steps": COUNT, "winner": TEXT,
            "entry_steps": listed(fixed({"entry": {"type": "integer"}, "step": COUNT})),
            "later": listed(fixed({"entry": {"type": "integer"}, "case": case_of(shared)})),
            "divergences": listed(_peer_divergence(shared)),
        },
        {"divergence": fixed({**parted, "stretch": COUNT, "fault": one_of_texts(Kind)})},
    )  # fmt: skip
    return either(trace, record)


def _peer_divergence(shared: Shared) -> Schema:
    return fixed(
        {
            "entry": {"type": "integer", "minimum": -1}, "stretch": COUNT, "step": COUNT, "kind": one_of_texts(Kind),
            "about": TEXT, "recorded": ANYTHING, "by_rules": ANYTHING, "rules": _rules_listed(shared),
            "ruling": TEXT, "explained": YES_OR_NO,
        }
    )  # fmt: skip
