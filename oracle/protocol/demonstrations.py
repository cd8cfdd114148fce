"""Positions that show a difference of the editions: found by a program, kept as data, ready to be opened.

`scripts/demonstrations.py` looks through the golden examples and the scenes for questions whose answer one option
alone changes, and writes `evidence/demonstrations/<game>.json`.
"""

import json
from functools import cache

from oracle.located_position import switched
from oracle.places import ROOT
from oracle.protocol.cases import Case
from reference.kernel.canonical import Json
from reference.kernel.rulesets import parse_ruleset_name

FOLDER = "evidence/demonstrations"


@cache
def _kept(game: str) -> dict[str, list[dict[str, Json]]]:
    path = ROOT / FOLDER / f"{game}.json"
    if not path.is_file():
        return {}
    found: dict[str, list[dict[str, Json]]] = json.loads(path.read_text(encoding="utf-8"))["options"]
    return found


@cache
def demonstrations(game: str, option: str) -> tuple[dict[str, Json], ...]:
    """Return the questions that show what an option changes: a case, the action, and the answer under each value."""
    return tuple(_told(game, option, each) for each in _kept(game).get(option, ()))


def _told(game: str, option: str, kept: dict[str, Json]) -> dict[str, Json]:
    ruleset = parse_ruleset_name(str(kept["ruleset"]))
    answers = kept["answers"]
    assert isinstance(answers, dict)
    return {
        "title": kept["words"],
        "case": Case(game, ruleset, position=kept["position"]).to_json(),
        "at": 0,
        "by": kept["by"],
        "do": kept["do"],
        "rulesets": [
            {"ruleset": str(switched(ruleset, option, value)), "value": value, "headline": headline}
            for value, headline in answers.items()
        ],
    }
