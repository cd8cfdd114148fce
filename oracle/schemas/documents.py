"""All schema documents by name, and how they are written as files."""

import json
from collections.abc import Mapping
from functools import cache

from oracle.schemas.games import game_definitions
from oracle.schemas.parts import DIALECT, Schema, either, one_of_texts, ref
from oracle.schemas.protocol import answer_definitions, report_definitions, request_definitions
from oracle.schemas.recorded_games import recorded_game_definitions
from oracle.schemas.suites import answer_schema, manifest_schema, rules_schema, rulesets_schema
from oracle.vectors.cases import SCHEMA_VERSION
from spec_tables.catalogue import GAMES, catalogue

_STATE = (
    "A position in canonical form. Its hash is the first 16 hexadecimal digits of the SHA-256 of its text as JSON with "
    "sorted keys, no spaces, and no escapes but those JSON demands."
)
# What has a document for all games together: the definition of each game, and what it is.
_SHARED = {
    "action": ("action", "What a side or chance does."),
    "frame": ("frame", "A procedure under way."),
    "opening": ("opening", "A procedure that a position begins with."),
    "event": ("event", "Something that happened, the rules that made it happen, and the facts."),
    "violation": ("violation", "A rule that an action or a position breaks, why, and the facts."),
    "position": ("position", "A position as people write it: what is left out has its default."),
    "state": ("state", _STATE),
    "view": ("view", "What a side may know of a position."),
    "decision": ("decision", "Who must decide, about what, by which rules, and every legal action."),
    "verdict": ("verdict", "What becomes of an action."),
    "check": ("check", "What is said of a position: sound, or everything unsound about it."),
    "case": ("case", "A question in a position and the answer to it."),
    "trace": ("trace.line", "A line of a trace."),
}


def urn(name: str) -> str:
    """Return the id of a document."""
    return f"urn:referee:schema:{SCHEMA_VERSION}:{name}"


@cache
def documents() -> Mapping[str, Schema]:
    """Return every document by its name."""
    found: dict[str, Schema] = {}
    for game in GAMES:
        named = game_definitions(game)
        parts = {name: dict(form) for name, form in sorted(named.items())}
        about = f"Everything of {catalogue(game).name}, by type, under $defs."
        root = either(*(ref(definition) for definition, _ in _SHARED.values()))
        found[game] = _document(game, catalogue(game).name, about, {**root, "$defs": {**parts}})
    for name, (definition, about) in _SHARED.items():
        found[name] = _document(name, name.capitalize(), about, of_any_game(definition))
    found["answer"] = _document("answer", "Answer", "What an implementation says to a case.", answer_schema())
    found["manifest"] = _document("manifest", "Manifest", "What is in a suite, with checksums.", manifest_schema())
    found["rules"] = _document("rules", "Rules", "The cases of every rule of a game.", rules_schema())
    found["rulesets"] = _document("rulesets", "Rulesets", "Every ruleset of a suite.", rulesets_schema())
    for name, about, form in (
        ("protocol_request", "What a client sends.", request_definitions(of_any_game)),
        ("protocol_answer", "What the server answers.", answer_definitions(of_any_game)),
        ("report", "What `verify --json` says of a trace or a recorded game.", report_definitions(of_any_game)),
    ):
        found[name] = _document(name, name.replace("_", " ").capitalize(), about, form)
    formats = dict(recorded_game_definitions())
    about = "A line of a game that another implementation recorded, in the formats that `verify` reads."
    line = {**either(*(ref(each) for each in formats)), "$defs": {**formats}}
    found["recorded_game"] = _document("recorded_game", "Recorded game", about, line)
    return found


def of_any_game(definition: str) -> Schema:
    """Return the schema of what one of the games defines."""
    if definition == "game":
        return one_of_texts(GAMES)
    return either(*(_of_game(game, definition) for game in GAMES))


def _of_game(game: str, definition: str) -> Schema:
    return {"$ref": f"{urn(game)}#/$defs/{definition}"}


def files() -> dict[str, bytes]:
    """Return every document as a file."""
    return {f"{name}.schema.json": _text(each) for name, each in documents().items()}


def _document(name: str, title: str, about: str, form: Schema) -> Schema:
    return {"$schema": DIALECT, "$id": urn(name), "title": title, "description": about, **form}


def _text(schema: Schema) -> bytes:
    return f"{json.dumps(schema, indent=1, ensure_ascii=False)}\n".encode()
