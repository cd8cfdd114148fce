"""`diff`: options that differ, and how often that made a difference in play."""

from pathlib import Path

import pytest

from tests.oracle.helpers import GOLDEN, LARGE, answer, json_answer, roll, take, written

Capsys = pytest.CaptureFixture[str]


def test_the_differing_option_is_cited_and_its_effect_counted(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(1), roll(1), take(2, "right"), take(9))
    words = ("--game", stones, "--games", "0", "--along", path)
    assert answer(capsys, "diff", "two", "three", *words) == (
        0,
        f"""stones: two and three differ in 1 option

D1  most: 2 under two, 3 under three
  How many stones may be taken at once  (st:1)
    de: Two.
    fr: Three.
  Position: Five stones, left to take.
    2: Three stones may not be taken.
    3: Three stones may be taken.

In play: 3 positions compared, 2 with other legal actions,
0 with another result of the action played (66.67% in all)
by option
       2  most
by decision
       2  how many stones
  for example {path}@0: rulings differ (how many stones)
  for example {path}@2: rulings differ (how many stones)
""",
        "",
    )


def test_seeded_games_are_compared_at_every_position(stones: str, capsys: Capsys) -> None:
    words = ("diff", "two", "two+most=3", "--game", stones, "--games", "4", "--seed", "2")
    code, told = json_answer(capsys, *words)
    assert isinstance(told, dict)
    play = told["play"]
    assert isinstance(play, dict)
    assert code == 0
    assert isinstance(play["positions"], int)
    assert isinstance(play["rulings"], int)
    assert 0 < play["rulings"] < play["positions"]
    assert play["by_option"] == {"most": play["rulings"]}
    assert play["by_decision"] == {"how many stones": play["rulings"]}
    assert json_answer(capsys, *words)[1] == told


def test_equal_rulesets_do_not_differ(stones: str, capsys: Capsys) -> None:
    assert answer(capsys, "diff", "three", "two+most=3", "--game", stones) == (
        0,
        "stones: three and two+most=3 differ in 0 options\n\nNo position was compared in play.\n",
        "",
    )


def test_a_golden_trace_shows_where_the_french_edition_rules_otherwise(capsys: Capsys) -> None:
    trace = str(GOLDEN / "ex-7.62.jsonl")
    words = ("diff", "standard", "fr", "--game", "wilderness_war", "--games", "0", "--along", trace)
    code, told = json_answer(capsys, *words)
    assert isinstance(told, dict)
    play = told["play"]
    assert isinstance(play, dict)
    assert code == 0
    assert isinstance(play["by_option"], dict)
    assert "battle_loss_rule" in play["by_option"]


def test_a_card_that_an_edition_has_not_is_no_ruling(capsys: Capsys) -> None:
    """The second edition has no French bateaux at the start: positions with them are compared without that option."""
    words = ("diff", "first", "second", "--game", "few_acres_of_snow", "--games", "1", "--most-steps", "12")
    code, told = json_answer(capsys, *words)
    assert code == 0
    assert isinstance(told, dict)
    play = told["play"]
    assert isinstance(play, dict)
    assert play["impossible"] == {"french_bateaux_start": 12}
    assert play["positions"] == 12
    assert isinstance(play["by_option"], dict)
    assert "french_bateaux_start" not in play["by_option"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("two", "three", "--game", "chess"), "'chess' is no game; there are: "),
        (("two", "four", "--game", "stones"), "ruleset: 'four' is no ruleset of stones; there are: two, three"),
        (("two", "two+most=9", "--game", "stones"), "ruleset: most cannot be '9'; it is one of: 2, 3"),
        (("two", "two+most", "--game", "stones"), "ruleset: 'most' is not of the form option=value"),
        (("two", "three", "--game", "stones", "--scenario", "x"), "scenario: 'x' is none of: small, large"),
        (("two", "three", "--game", "stones", "--along", "gone"), "gone: No such file or directory"),
    ],
)
def test_bad_input_is_named(stones: str, capsys: Capsys, words: tuple[str, ...], complaint: str) -> None:
    code, out, err = answer(capsys, "diff", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: {complaint}")
