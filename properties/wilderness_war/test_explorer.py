"""What exploration did not reach is said, and what is excused names a test that goes there."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from oracle.evidence.links import ROOT
from oracle.executors.each import ALONE, Where
from oracle.rule_watcher import WATCHER
from properties.wilderness_war.explorer import (
    KEPT,
    Chain,
    Log,
    command,
    data,
    excused,
    explored,
    never,
    read_kept,
    report,
    rule_functions,
)
from reference.wilderness_war.cards import FACES


def _complete() -> Log:
    log = Log(games=1, decisions=2)
    log.cards.update(face.id for face in FACES)
    log.functions.update(list(rule_functions()))
    return log


def _reached(test: Callable[..., None]) -> set[str]:
    """Run a test, with its first parameters if it has any; return the functions that ran, and their rules."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    (names, (first, *_)), *_ = [mark.args for mark in marks] or [((), ((),))]
    ran = WATCHER.functions_run_by(lambda: test(**dict(zip(names, first, strict=True))))
    return {name for each in ran for name in (*each.rules, str(each).removeprefix(_PACKAGE))}


def _effect(card: str) -> str:
    """Return the rule of what a card does, the card's own if that is one rule."""
    return f"{card}-fx" if WATCHER.bound_to(f"{card}-fx") else card


_PACKAGE = "reference.wilderness_war."


@pytest.mark.parametrize("name", excused())
def test_every_excuse_is_about_a_card_or_function_and_names_a_test_that_goes_there(name: str) -> None:
    cards = {face.id: _effect(face.rule) for face in FACES}
    assert name in {*cards, *rule_functions()}
    reason, test = excused()[name]
    assert reason.endswith(".")
    file, _, function = test.partition("::")
    module = import_module(file.removesuffix(".py").replace("/", "."))
    assert cards.get(name, name) in _reached(getattr(module, function))


def test_a_test_that_goes_elsewhere_is_no_excuse() -> None:
    module = import_module("tests.wilderness_war.test_ch13_bidding")
    elsewhere = _reached(module.test_the_winner_may_take_the_british_and_france_gets_the_points)
    assert "ch13_bidding._taken" in elsewhere
    assert not elsewhere & {"ch08_siege._massacre", "ww:card-massacre-fx"}


def test_a_card_never_played_and_a_function_never_run_are_named() -> None:
    log = _complete()
    assert never(log) == []
    assert "unexplained" not in report(log, 0)
    log.cards["card_1"] = 0
    log.functions["ch12_supply.is_supplied"] = 0
    assert never(log) == ["card_1", "ch12_supply.is_supplied"]
    assert "| card_1 | unexplained |" in report(log, 0)
    log.cards["card_1"], log.cards["card_7"] = 1, 0
    assert f"| card_7 | {' | '.join(excused()['card_7'])} |" in report(log, 0)


def test_what_is_kept_is_of_the_cards_and_functions_of_rules_as_they_are() -> None:
    kept = read_kept(ROOT / KEPT)
    assert kept.rules == rule_functions()
    assert set(kept.log.cards) == {face.id for face in FACES}
    assert [name for name in never(kept.log) if name not in excused()] == []


def test_what_is_kept_is_read_as_it_was_written(tmp_path: Path) -> None:
    log = _complete()
    log.chosen.update(Go=3, Done=2)
    log.cards["card_7"] = 0
    path = tmp_path / "kept.json"
    path.write_text(data(log, 5), encoding="utf-8")
    kept = read_kept(path)
    assert (kept.first_seed, kept.log) == (5, log)
    assert kept.rules == rule_functions()
    assert json.loads(path.read_text(encoding="utf-8"))["generated_by"] == command(log, 5)
    assert never(kept.log) == ["card_7"]
    assert report(kept.log, 5) == report(log, 5)


def test_chains_are_added_up_whoever_plays_them() -> None:
    """Given two chains of one game each, then together they tell what each tells alone, in two processes or in one."""
    first, second = (Chain(seed, 1, check=False).played() for seed in (0, 1))
    both = explored(Chain(0, 2, check=False), 1, Where(2))
    assert both == explored(Chain(0, 2, check=False), 1, ALONE)
    assert (both.games, both.decisions) == (2, first.decisions + second.decisions)
    for counts, one, other in ((each(both), each(first), each(second)) for each in (_cards, _functions)):
        assert counts == {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}
    assert command(both, 0).split("--write")[0].endswith("--games 2 --seed 0 --chain 1 ")


def _cards(log: Log) -> dict[str, int]:
    return dict(log.cards)


def _functions(log: Log) -> dict[str, int]:
    return dict(log.functions)
