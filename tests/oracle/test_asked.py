"""What odds can be asked of: every field that a position may have is known, whether it is there at the start or not."""

import importlib

import pytest

from oracle.game_registry import REGISTERED
from oracle.odds.asked import check_expectation, check_fact
from oracle.vectors.scenes import scenes_of
from reference.kernel.canonical import Unreadable
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
        check_expectation(game, table, {first: {rest[0]: 1}})


def _first(game: str) -> tuple[str]:
    return (REGISTERED.opener(game).scenarios[0],)


def test_an_expectation_is_refused_at_the_place_of_the_name_that_nothing_has() -> None:
    table = REGISTERED.start("wilderness_war", parse_ruleset_name("standard"), "annus_mirabilis")
    with pytest.raises(Unreadable) as fault:
        check_expectation("wilderness_war", table, {"vp": {"frnch": 1}})
    assert (fault.value.place, fault.value.cause) == ("expect.vp.frnch", "'frnch' names nothing; do you mean 'french'?")
