"""What odds can be asked of: every field that a position may have is known, whether it is there at the start or not."""

import importlib
import json

import pytest

from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from oracle.odds.asked import check_expectation, check_fact
from oracle.odds.expected import check_values
from oracle.vectors.scenes import scenes_of
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rulesets import parse_ruleset_name
from scripts.reference_documents import field_data
from spec_tables.catalogue import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_of_a_canonical_form_are_those_that_scenes_and_documents_have(game: str) -> None:
    known = set(importlib.import_module(f"reference.{game}.positions").FIELDS)
    met: set[str] = set()
    for scene in scenes_of(game):
        form = REGISTERED.place(game, parse_ruleset_name(scene.ruleset), scene.position).canonical()
        assert isinstance(form, dict)
        met |= set(form)
    assert met <= known
    told = {name for name in field_data(game) if "." not in name}
    assert known <= {*told, "frames"}
    assert told - known <= {"plus"}


@pytest.mark.parametrize(
    ("game", "fact"),
    [
        ("wilderness_war", "raided.french.hoosic"),
        ("wilderness_war", "frames.0.type"),
        ("wilderness_war", "events:vp_scored.points"),
        ("wilderness_war", "due"),
        ("hammer_of_the_scots", "crossings.angus-fife"),
        ("hammer_of_the_scots", "blocks.mar"),
        ("few_acres_of_snow", "captured.british.villages"),
        ("few_acres_of_snow", "reserves.french"),
    ],
)
def test_what_may_come_about_can_be_asked_for_from_the_start(game: str, fact: str) -> None:
    table = REGISTERED.start(game, parse_ruleset_name(REGISTERED.about(game).presets[0].name), *_first(game))
    check_fact(game, table, "of", fact)
    if not fact.startswith(("events:", "due", "frames")):
        first, *rest = fact.split(".")
        check_expectation(game, table, {first: {rest[0]: None}})


def _first(game: str) -> tuple[str]:
    return (REGISTERED.opener(game).scenarios[0],)


def test_an_expectation_is_refused_at_the_place_of_the_name_that_nothing_has() -> None:
    table = REGISTERED.start("wilderness_war", parse_ruleset_name("standard"), "annus_mirabilis")
    with pytest.raises(Unreadable) as fault:
        check_expectation("wilderness_war", table, {"vp": {"frnch": 1}})
    assert (fault.value.place, fault.value.cause) == ("expect.vp.frnch", "'frnch' names nothing; do you mean 'french'?")


@pytest.mark.parametrize(
    ("game", "expect", "told"),
    [
        ("wilderness_war", {"season": "erly"}, "expect.season: 'erly' names nothing; do you mean 'early'?"),
        ("wilderness_war", {"season": 5}, "expect.season: must be a text"),
        ("wilderness_war", {"year": 3000}, "expect.year: 3000 is not 1755 to 1762"),
        ("wilderness_war", {"year": True}, "expect.year: must be a whole number"),
        ("wilderness_war", {"vp": {"french": "3"}}, "expect.vp.french: must be a whole number"),
        ("wilderness_war", {"vp": {"albany": 3}}, "expect.vp.albany: 'albany' names nothing that stands there"),
        ("wilderness_war", {"pieces": "x"}, "expect.pieces: must be a mapping"),
        ("wilderness_war", {"pieces": {"albany": ["bradock"]}}, "expect.pieces.albany[0]: 'bradock' names nothing"),
        ("wilderness_war", {"frames": [{"type": "batle"}]}, "expect.frames[0].type: 'batle' names nothing"),
        ("wilderness_war", {"niagara": ["french"]}, "expect.niagara: must be a text"),
        ("wilderness_war", {"reshuffle": 1}, "expect.reshuffle: must be true or false"),
        ("hammer_of_the_scots", {"turn": 9}, "expect.turn: 9 is not 0 to 5"),
        ("few_acres_of_snow", {"display": {"boston": 1}}, "expect.display: must be a list"),
    ],
)
def test_an_expectation_that_can_never_be_so_is_refused_with_its_place(game: str, expect: Json, told: str) -> None:
    with pytest.raises(Unreadable) as fault:
        check_values(game, expect)
    assert str(fault.value).startswith(told)


@pytest.mark.parametrize(
    ("game", "expect"),
    [
        ("wilderness_war", {"pieces": {"albany": "none"}, "season": {}, "niagara": "neutral", "vp": {"french": None}}),
        ("wilderness_war", {"pieces": {"albany": ["inside reduced br_regular_44th"]}, "supplied": {"french": []}}),
        ("hammer_of_the_scots", {"blocks": {"fife": ["s_wallace 1"]}, "last_year": 0, "nobles": {"england": 3}}),
        ("pebbles", {"whatever": "x"}),
    ],
)
def test_what_may_be_so_is_not_refused(game: str, expect: Json) -> None:
    check_values(game, expect)


def test_every_expectation_of_the_rulebooks_examples_may_be_so() -> None:
    asked = 0
    for path in sorted((ROOT / "golden").rglob("*.jsonl")):
        header, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
        for line in lines:
            if "expect" in line:
                check_values(header["game"], line["expect"])
                asked += 1
    assert asked > 400
