"""For whom a question is asked, and what is told before a decision is passed over."""

import json
from pathlib import Path

import pytest

from oracle.asker import asker
from oracle.game_registry import opener_of
from oracle.verdict_json import asked
from reference.kernel.canonical import Json
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.verdicts import Legal, Next, NotAsked, NotYourDecision
from tests.kernel import toy
from tests.oracle.helpers import answer

CONVERTING: Json = {
    "hands": {"french": ["french_priest"], "british": ["british_rangers", "neutral_native_americans"]},
    "frames": [{"type": "turn", "side": "french", "actions": 2}],
}
CONVERT: Json = {"type": "convert", "card": "french_priest"}
BLOCK: Json = {"type": "block", "card": "british_rangers"}


def few_acres() -> Table:
    return opener_of("few_acres_of_snow").place(CONVERTING, RulesetName("second"))


def converted() -> Table:
    verdict = few_acres().act("french", CONVERT)
    assert isinstance(verdict, Next)
    return verdict.state


def test_a_legal_action_is_asked_about_for_whoever_is_due() -> None:
    assert asker("few_acres_of_snow", few_acres(), CONVERT) == "french"


def test_a_question_is_never_ascribed_to_the_enemy_of_the_owner() -> None:
    assert asker("few_acres_of_snow", few_acres(), BLOCK) == "british"
    assert asker("few_acres_of_snow", converted(), {"type": "block", "card": "neutral_native_americans"}) == "british"


def test_a_question_is_that_of_the_side_due_if_it_answers_its_decision_though_another_is_never_asked() -> None:
    """Given Scotland moves with a 3 and Bruce is in Fife, then to crown him is Scotland's question, not England's."""
    position: Json = {
        "year": 1303, "dead": ["s_wallace"], "blocks": {"fife": ["s_bruce"], "ross": ["e_ross"]},
        "played": {"england": "move1", "scotland": "move3"}, "frames": [{"type": "turn", "stage": "reveal"}],
        "hands": {"england": ["move1"], "scotland": ["move1"]},
    }  # fmt: skip
    table = opener_of("hammer_of_the_scots").place(position, RulesetName("standard"))
    crown: Json = {"type": "crown", "candidate": "bruce"}
    assert isinstance(asked(table, "england", crown), NotAsked)
    assert asker("hammer_of_the_scots", table, crown) == "scotland"


def test_a_question_is_never_ascribed_to_chance() -> None:
    rolling = opener_of("wilderness_war").place(
        {
            "pieces": {"albany": ["br_regular", "fr_regular"]},
            "opening": {"type": "battle", "space": "albany", "attacker": "french"},
        },
        RulesetName("standard"),
    )
    assert asker("wilderness_war", rolling, {"type": "halt"}) in ("british", "french")
    assert asker("wilderness_war", rolling, {"type": "pick", "unit": "fr_regular_bearn"}) == "french"


def test_a_decision_that_is_passed_over_is_told_before_the_step_and_after_it() -> None:
    before, after = few_acres(), converted()
    now, later = asked(before, "british", BLOCK), asked(after, "british", BLOCK)
    assert isinstance(now, NotAsked)
    assert isinstance(later, NotAsked)
    assert "fa:convert.1" not in {each.rule for each in now.violations}
    assert "fa:convert.1" in {each.rule for each in later.violations}
    assert asked(before, "british", BLOCK, after) == NotAsked(tuple(dict.fromkeys(later.violations + now.violations)))
    assert asked(before, "british", BLOCK, before) == now
    assert asked(toy.table(5), "right", {"type": "roll", "face": 1}, toy.table(5)) == NotYourDecision("left")


def test_ask_looks_one_step_ahead_in_a_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {"trace": 1, "game": "few_acres_of_snow", "ruleset": "second", "position": CONVERTING},
        {"by": "french", "do": CONVERT},
    ]
    path = tmp_path / "case.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines), encoding="utf-8")
    for step in (0, 1):
        code, out, _ = answer(capsys, "ask", f"{path}@{step}", "block", "card=british_rangers")
        assert code == 1
        assert "Not asked, under fa:convert.1" in out


def test_in_ones_own_turn_the_answer_is_told_too() -> None:
    refusal = toy.table(5).act("right", {"type": "take", "stones": 1})
    assert refusal == NotYourDecision("left", Legal())
