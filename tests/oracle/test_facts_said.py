"""What rulings state as facts: enough for the sentence about them, and nothing but what the action itself names."""

from collections.abc import Iterator
from functools import cache

import pytest

from oracle.english import has_every_fact, has_words
from oracle.evidence.plugin import facts_missing
from oracle.game_registry import REGISTERED
from oracle.rule_watcher import WATCHER
from oracle.vectors.scenes import Scene, scene_cases, scenes_of
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.canonical import Json
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Due
from reference.kernel.verdicts import violation
from spec_tables.catalogue import GAMES, rule_ids

# Facts that are about something else than the field of the action with the same name.
ABOUT_ANOTHER = {
    ("not_controlled", "place"): "the location of the base card, not the place it is used for",
    ("already_besieging", "place"): "the place besieged already, not the one besieged now",
}

Ruling = tuple[str, str, dict[str, Json], dict[str, Json]]


@cache
def _rulings(game: str) -> tuple[Ruling, ...]:
    """Return what the kept scenes lead to: the part of the words it is in, its name, its facts, and the action."""
    return tuple(
        (part, name, facts, action)
        for case in scene_cases(REGISTERED, game, scenes_of(game))
        for part, name, facts in _told(case.written.get("verdict", case.written.get("violations")))
        for action in [_action(case.written)]
    )


def _action(written: object) -> dict[str, Json]:
    moves = written.get("actions", []) if isinstance(written, dict) else []
    return dict(moves[0]["do"]) if len(moves) == 1 else {}


def _told(given: Json) -> Iterator[tuple[str, str, dict[str, Json]]]:
    if isinstance(given, dict):
        facts = given.get("facts")
        if isinstance(facts, dict):
            part = "reason" if "reason" in given else "event"
            yield part, str(given["reason" if part == "reason" else "kind"]), facts
        for name, value in given.items():
            if name not in ("facts", "position"):
                yield from _told(value)
    elif isinstance(given, list | tuple):
        for each in given:
            yield from _told(each)


@pytest.mark.parametrize("game", GAMES)
def test_the_facts_of_a_ruling_are_all_that_a_sentence_about_it_needs(game: str) -> None:
    """Given the kept scenes, when asked, then the facts of each refusal and event fill one of its wordings."""
    rulings = _rulings(game)
    assert len(rulings) > 300
    assert [(name, facts) for part, name, facts, _ in rulings if not has_every_fact(game, part, name, facts)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_that_names_what_the_action_names_names_the_same(game: str) -> None:
    """Given the kept scenes, when an action is refused, then a fact named as one of its fields is that field."""
    refused = [(name, facts, action) for part, name, facts, action in _rulings(game) if part == "reason"]
    both = [(name, key, facts[key], action[key]) for name, facts, action in refused for key in facts.keys() & action]
    assert len(both) > 30
    others = [each for each in both if each[2] != each[3]]
    assert [each for each in others if each[:2] not in ABOUT_ANOTHER] == []
    if game == "few_acres_of_snow":
        assert {each[:2] for each in others} == set(ABOUT_ANOTHER)


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_asked_in_words_and_under_rules_that_there_are(game: str) -> None:
    """Given the position of each kept scene, then its decision has a wording, and its rules are in the catalogue."""
    scenes = (scene for scene in scenes_of(game) if scene.asks is not None)
    due = {_due(game, scene) for scene in scenes} - {None}
    assert len(due) > 15
    assert [each for each in due if each is not None and not has_words(game, "decision", each[0])] == []
    assert [each for each in due if each is not None and not set(each[1]) <= rule_ids()] == []


def _due(game: str, scene: Scene) -> tuple[str, tuple[str, ...]] | None:
    due = REGISTERED.place(game, parse_ruleset_name(scene.ruleset), scene.position).due()
    return (due.about, due.rules) if isinstance(due, Due) else None


def test_a_test_of_a_game_whose_ruling_lacks_a_fact_that_its_words_need_is_failed() -> None:
    """Given a refusal whose sentence needs a place and a card, when one is left out, then a test of the game fails."""
    test = "tests/few_acres_of_snow/test_ch09_siege_victory.py::test_x"
    WATCHER.forget()
    violation(Reason.NO_SETTLER_ASKED, "fa:siege.win.5", place="gaspe", card="british_boston")
    assert facts_missing(test) == []
    violation(Reason.NO_SETTLER_ASKED, "fa:siege.win.5", place="gaspe")
    assert facts_missing(test) == ["no_settler_asked: place"]
    assert facts_missing("tests/kernel/test_verdicts.py::test_x") == []
    WATCHER.forget()
    assert facts_missing(test) == []
