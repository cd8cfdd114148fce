"""Every normative rule decides something in play from a scenario's start, or is excused with a reason and a test."""

import json
import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from oracle.evidence.links import ROOT
from properties import rule_coverage
from properties.rule_coverage import OUTCOMES, Coverage, Start, other_values, starts
from properties.undecided_rules import KEPT, Undecided, excused, faults
from spec_tables.catalogue import GAMES, catalogue


def test_every_normative_rule_decides_something_in_play_or_is_excused() -> None:
    """Given the games that were counted, then the rules that decide nothing there are just those that are excused."""
    assert list(faults(ROOT, excused())) == []


@pytest.mark.parametrize(
    ("excuses", "said"),
    [
        (excused()[1:], "ww:10.22 decides nothing in play, and no reason is given"),
        ((*excused(), excused()[0]), "a rule is excused twice"),
        ((*excused(), Undecided("ww:7.62", "hard")), "ww:7.62 is excused, and decides something in play"),
        ((*excused(), Undecided("ww:nothing", "hard")), "ww:nothing is excused, and is no normative rule"),
        ((replace(excused()[0], test=""), *excused()[1:]), "ww:10.22 is excused without a reason or without a test"),
        (
            (replace(excused()[0], test="tests/nothing.py::test_it"), *excused()[1:]),
            "ww:10.22 is excused with tests/nothing.py::test_it, which does not prove it",
        ),
    ],
    ids=["missing", "twice", "needless", "unknown", "no test", "another test"],
)
def test_an_excuse_that_is_missing_stale_or_points_nowhere_is_found(excuses: tuple[Undecided, ...], said: str) -> None:
    assert said in list(faults(ROOT, excuses))


def test_a_rule_that_stops_deciding_in_play_is_found(tmp_path: Path) -> None:
    """Given counts without a rule that only directed games reach, then the check names it."""
    shutil.copytree(ROOT / "evidence" / "traceability", tmp_path / "evidence" / "traceability")
    shutil.copytree(ROOT / KEPT, tmp_path / KEPT)
    shutil.copy(ROOT / "evidence" / "fired.json", tmp_path / "evidence")
    assert list(faults(tmp_path, excused())) == []
    path = tmp_path / KEPT / "wilderness_war.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    del kept["rules"]["ww:10.3"]
    path.write_text(json.dumps(kept), encoding="utf-8")
    assert list(faults(tmp_path, excused())) == ["ww:10.3 decides nothing in play, and no reason is given"]


@pytest.mark.parametrize("game", GAMES)
def test_a_directed_game_is_counted_by_what_its_rules_did(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a short game, then offers, events, refusals and rules left out are counted once, and again the same."""
    monkeypatch.setattr(rule_coverage, "_MOST_DECISIONS", 120)
    start = next(starts(game, 1, 0, 1))
    found = [Coverage(game), Coverage(game)]
    for each in found:
        each.add(start)
    assert found[0].outcomes == found[1].outcomes
    assert (found[0].games, 0 < found[0].decisions <= 121) == (1, True)
    assert all(found[0].outcomes[each] for each in OUTCOMES[:3])
    assert {number for each in found[0].outcomes.values() for number in each.values()} == {1}
    kept = json.loads(found[0].data("a test"))
    assert kept["rules"] == {rule: found[0].counts(rule) for rule in kept["rules"]}
    assert set(kept["rules"]) == found[0].decided() & {each.id for each in catalogue(game).rules}


def test_a_rule_that_only_shows_by_a_planted_fault_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a rule that is told by nothing, then a fault in its function changes the game, and that is counted."""
    monkeypatch.setattr(rule_coverage, "_MOST_DECISIONS", 150)
    monkeypatch.setattr(rule_coverage, "normative", lambda _: frozenset({"fa:card.4"}))
    monkeypatch.setattr(rule_coverage, "decided_in_random_games", lambda _: frozenset())
    found = Coverage("few_acres_of_snow")
    found.add(Start("few_acres_of_snow", "standard", "second", 0))
    for each in found.outcomes.values():
        each.clear()
    found.plant(lambda _: None)
    assert found.outcomes["changed"] == {"fa:card.4": 1}


def test_games_are_of_every_preset_and_of_every_other_value_of_an_option() -> None:
    played = list(starts("wilderness_war", 1, 1))
    rulesets = {each.ruleset for each in played}
    assert rulesets >= {"standard", "de", "fr", "fr_basic", "standard+attrition_rounding=down"}
    assert "standard+attrition_rounding=up" not in rulesets
    assert len(list(islice(played, 16))) + len(other_values("wilderness_war")) == len(played)
