"""The public API: its examples, every kind of answer, and input that cannot be read."""

import doctest
import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

import pytest

import rulebook
from oracle.places import ROOT
from oracle.verdict_json import ruling_of
from oracle.version import VERSION
from reference.kernel import verdicts
from reference.kernel.table import ActVerdict
from rulebook import Illegal, Legal, NotAsked, Notation, NotThisDecision, NotYourDecision, Ruling, Unreadable, Violation

LOSSES = "Albany: 3 British regulars, 3 rangers | opening: take losses, British, Albany, battle, 5"
POSITION = '{"pieces":{"albany":["3 br_regular","3 br_ranger"]},"opening":{"type":"take_losses","side":"british",'
POSITION += '"space":"albany","cause":"battle","losses":5}}'
TRACE = f'{{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{POSITION}}}\n'
TRACE += '{"by":"british","do":{"type":"lose","of":"br_regular","flips":%d,"deaths":0}}\n'


class Why(StrEnum):
    """A reason, as games have them."""

    TOO_FEW = "too_few"


@pytest.fixture
def losses() -> rulebook.Position:
    return rulebook.case("ww", LOSSES)


def test_every_example_of_a_docstring_is_run_and_every_function_has_one() -> None:
    found = {each.name: each for each in doctest.DocTestFinder().find(rulebook) if each.examples}
    functions = [name for name in rulebook.__all__ if name[0].islower()]
    assert {f"rulebook.{name}" for name in functions} | {"rulebook"} == set(found)
    assert doctest.testmod(rulebook).failed == 0


def test_the_version_is_that_of_the_package() -> None:
    assert rulebook.__version__ == VERSION


def test_results_are_frozen_and_positions_are_equal_when_they_say_the_same(losses: rulebook.Position) -> None:
    assert losses == rulebook.case("wilderness_war", LOSSES)
    assert losses == rulebook.case("ww", LOSSES, ruleset="standard")
    assert rulebook.case("ww", losses.as_json()).digest() == losses.digest()
    assert rulebook.case("ww", losses.as_words()).digest() == losses.digest()
    with pytest.raises(FrozenInstanceError):
        setattr(losses, fields(losses)[0].name, "chess")


def test_a_case_in_words_says_what_it_assumed(losses: rulebook.Position) -> None:
    assert losses.assumed == (
        *("year 1757", "early season", "last year 1759", "supportive assemblies", "VP 0", "no cards in hand"),
    )
    assert rulebook.case("ww", losses.as_json()).assumed == ()


# ---------------------------------------------------------------- answers


def test_a_legal_action_leads_on(losses: rulebook.Position) -> None:
    answer = rulebook.act(losses, {"type": "lose", "of": "br_regular", "flips": 3, "deaths": 0})
    assert isinstance(answer, Legal)
    assert answer.ruling is Ruling.LEGAL
    assert answer.position.game == losses.game
    assert answer.position != losses
    assert answer.rules == tuple(dict.fromkeys(rule for event in answer.events for rule in event.rules))


def test_an_illegal_action_names_every_rule_with_facts(losses: rulebook.Position) -> None:
    answer = rulebook.act(losses, "lose of=br_regular flips=2")
    assert isinstance(answer, Illegal)
    (broken,) = answer.violations
    assert answer.rules == ("ww:7.62",)
    assert broken == Violation(
        "ww:7.62",
        "too_few_drilled_losses",
        (("group", "br_regular"), ("named", 2), ("losses", 5), ("drilled_must_lose", 3), ("drilled_would_lose", 2)),
    )


def test_an_explanation_has_words_and_what_comes_closest(losses: rulebook.Position) -> None:
    told = rulebook.ask(losses, "lose 2 flips of regulars")
    assert (told.by, told.action) == ("british", {"type": "lose", "of": "br_regular", "flips": 2, "deaths": 0})
    assert told.english[0].startswith("Illegal under ww:7.62: ")
    assert told.near == ({"type": "lose", "of": "br_regular", "flips": 3, "deaths": 0},)
    assert rulebook.ask(losses, told.near[0]).near == ()


def test_another_decision_and_somebody_elses_are_told_apart(losses: rulebook.Position) -> None:
    action: rulebook.Json = {"type": "lose", "of": "br_regular", "flips": 3, "deaths": 0}
    theirs = rulebook.act(losses, action, by="french")
    assert theirs == NotYourDecision("british", None)
    other = rulebook.act(losses, {"type": "play_event", "card": "card_6"})
    assert other == NotThisDecision("losses_of_br_regular", ("ww:7.62", "ww:7.63"))


BROKEN = (verdicts.Violation(Why.TOO_FEW, "ww:7.62", (("side", Why.TOO_FEW), ("losses", 5))),)
SAID = verdicts.Notation(Why.TOO_FEW)
SHOWN = (Violation("ww:7.62", "too_few", (("side", "too_few"), ("losses", 5))),)


@pytest.mark.parametrize(
    ("verdict", "answer", "rules"),
    [
        (verdicts.No(BROKEN), Illegal(SHOWN), ("ww:7.62",)),
        (verdicts.NotAsked(BROKEN), NotAsked(SHOWN), ("ww:7.62",)),
        (verdicts.Notation(Why.TOO_FEW, BROKEN[0].facts), Notation("too_few", SHOWN[0].facts), ()),
        (verdicts.NotThisDecision("a bid", ("ww:5.1",)), NotThisDecision("a bid", ("ww:5.1",)), ("ww:5.1",)),
        (verdicts.NotYourDecision("french"), NotYourDecision("french", None), ()),
        (verdicts.NotYourDecision("french", verdicts.Legal()), NotYourDecision("french", Ruling.LEGAL), ()),
        (verdicts.NotYourDecision("french", verdicts.No(BROKEN)), NotYourDecision("french", Ruling.ILLEGAL, SHOWN), ()),
        (
            verdicts.NotYourDecision("french", verdicts.Notation(Why.TOO_FEW)),
            NotYourDecision("french", Ruling.NOTATION),
            (),
        ),
    ],
)
def test_every_verdict_of_a_table_has_its_answer(
    losses: rulebook.Position, verdict: ActVerdict, answer: rulebook.Answer, rules: tuple[str, ...]
) -> None:
    """Given what a table can say, then the answer says the same in plain values."""
    found = rulebook._answer(losses, verdict)
    assert (found, found.rules) == (answer, rules)
    assert found.ruling is answer.ruling
    assert found.ruling.value == ruling_of(verdict).value


def test_a_game_that_is_over_answers_too() -> None:
    over = rulebook.case("ww", {"opening": {"type": "victory_check"}})
    ended = rulebook.decide(over)
    assert isinstance(ended, rulebook.Over)
    assert ended.returns == ()
    assert isinstance(rulebook.act(over, {"type": "halt"}), NotThisDecision)


def test_the_result_of_a_game_is_told_in_numbers() -> None:
    """Given the VP marker at French 11 at the end of a year, then France has won, 22 points ahead."""
    position = rulebook.case("ww", {"vp": {"french": 11}, "opening": {"type": "victory_check"}})
    ended = rulebook.decide(position)
    assert isinstance(ended, rulebook.Over)
    assert ended.returns == (rulebook.Return("british", -1, -11, -22), rulebook.Return("french", 1, 11, 22))
    assert position.points() == {"british": -11, "french": 11}


def test_a_position_tells_what_is_wrong_with_it(losses: rulebook.Position) -> None:
    assert losses.check() == ()
    lines = (
        (ROOT / "tests/compatibility/1.0/vectors/hammer_of_the_scots.jsonl").read_text(encoding="utf-8").splitlines()
    )
    unsound = next(each for line in lines if (each := json.loads(line))["kind"] == "check")
    found = rulebook.case("hs", unsound["position"], unsound["ruleset"]).check()
    assert [each.rule for each in found] == unsound["verdict"]["rules"]


# ---------------------------------------------------------------- odds and traces


def test_odds_of_a_fact_add_up_and_choices_may_be_given() -> None:
    stacks = "Juniata: 2 British regulars, ranger, French regular, coureurs, Mingo"
    battle = rulebook.case("ww", f"{stacks} | opening: battle, Juniata, British")
    policies = {"french": "best", "british": "worst"}
    assert [(each.value, each.odds) for each in rulebook.odds(battle, "vp.french=1", policies=policies)] == [
        (False, Fraction(11, 18)),
        (True, Fraction(7, 18)),
    ]
    spread = rulebook.odds(battle, "vp.french", policies={"french": "first", "british": "first"})
    assert sum(each.odds for each in spread) == 1
    with pytest.raises(Unreadable, match="choose: legal nowhere on the way"):
        rulebook.odds(battle, "vp.french", policies=policies, choose=["pick_space space=albany"])
    with pytest.raises(rulebook.TooManyPositions):
        rulebook.odds(battle, "vp.french", policies=policies, most=3)


@pytest.mark.parametrize("given", [TRACE % 3, ROOT / "golden/wilderness_war/ex-7.62.jsonl"])
def test_a_trace_that_conforms(given: str | Path) -> None:
    assert rulebook.verify(given).conforms


def test_a_trace_that_diverges_says_where_and_why() -> None:
    found = rulebook.verify(TRACE % 2)
    assert not found.conforms
    assert found.steps == 0
    assert found.divergence is not None
    assert (found.divergence.line, found.divergence.step, found.divergence.fault) == (2, 1, "illegal")
    assert found.divergence.rules == ("ww:7.62",)
    assert any(each.startswith("Illegal under ww:7.62") for each in found.divergence.english)


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (lambda: rulebook.start("chess"), "game: 'chess' is no game; there are: "),
        (lambda: rulebook.start("ww", "waterloo"), "scenario: 'waterloo' is none of: "),
        (lambda: rulebook.start("ww", ruleset="none"), "ruleset"),
        (lambda: rulebook.rules("chess"), "game: 'chess'"),
        (lambda: rulebook.case("ww", "Albany: 3 dragons"), "position: clause 1, 'Albany: 3 dragons'"),
        (lambda: rulebook.case("ww", {"pieces": {"atlantis": []}}), "position.pieces"),
        (lambda: rulebook.view(rulebook.start("ww"), "spain"), "side: 'spain' is none of: "),
        (lambda: rulebook.act(rulebook.start("ww"), {"type": "fly"}), 'action.type: "fly" is none of: '),
        (lambda: rulebook.act(rulebook.start("ww"), "#9999"), "action: #9999 is no number of an option"),
        (lambda: rulebook.odds(rulebook.case("ww", LOSSES), "vp..x"), "of: 'vp..x' is no path"),
        (lambda: rulebook.odds(rulebook.start("ww"), "vp", policies={"french": "bold"}), "'bold' is none of: "),
        (lambda: rulebook.odds(rulebook.start("ww"), "vp", policies={"spain": "best"}), "side: 'spain'"),
        (lambda: rulebook.verify("no trace"), "trace: trace: "),
        (lambda: rulebook.verify(Path("golden/none.jsonl")), "none.jsonl: No such file or directory"),
    ],
)
def test_what_cannot_be_read_names_place_and_cause(asked: Callable[[], object], complaint: str) -> None:
    with pytest.raises(Unreadable) as fault:
        asked()
    assert complaint in str(fault.value)
