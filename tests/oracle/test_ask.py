"""`options` and `ask`: decisions and rulings in words, near misses, other rulesets."""

import io
from pathlib import Path

import pytest

from reference.kernel.canonical import digest
from tests.oracle.helpers import GOLDEN, LARGE, LOSSES, SMALL, answer, json_answer, roll, take, written

Capsys = pytest.CaptureFixture[str]


# ---------------------------------------------------------------- options


def test_options_tell_who_decides_and_every_legal_action_in_words(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "options", path) == (
        0,
        f"""{path}@0  (stones, ruleset two)
Left must decide: how many stones  (ww:7.62, ww:7.63)
  ww:7.62 [Drilled quota: Drilled troops must take the odd-numbered share (half rounded up) of
  battle losses while available, overriding the spread rule (D4).]
  ww:7.63 [Spread losses: Apart from the drilled quota no unit dies while another is at full
  strength (D4).]
2 actions:
  #1  take stones=1  take 1 of the stones
  #2  take stones=2  take 2 of the stones
""",
        "",
    )


def test_options_of_chance_carry_their_odds(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL, take(1))
    code, out, _ = answer(capsys, "options", path)
    assert code == 0
    assert out.splitlines()[1] == "Chance must decide: what die shows  (ww:7.2-C)"
    assert out.splitlines()[-1] == "  #6  roll face=6  roll: face 6  1/6 (16.67 %)"


def test_options_as_json_hold_the_whole_decision(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert json_answer(capsys, "options", path) == (
        0,
        {
            "path": path,
            "step": 0,
            "game": "stones",
            "ruleset": "two",
            "hash": digest({"heap": 3, "turn": "left", "rolling": False}),
            "decision": {
                "by": "left",
                "about": "how many stones",
                "rules": ["ww:7.62", "ww:7.63"],
                "actions": [{"type": "take", "stones": 1}, {"type": "take", "stones": 2}],
            },
            "english": {
                "decision": "how many stones",
                "actions": ["take 1 of the stones", "take 2 of the stones"],
            },
        },
    )


def test_options_at_the_end_of_a_game_say_how_it_ended(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL, take(2), roll(1), take(1, "right"))
    code, out, _ = answer(capsys, "options", path)
    assert (code, out.splitlines()[1]) == (0, "Nothing is left to decide: right wins  (ww:7.2-E)")
    code, told = json_answer(capsys, "options", f"{path}@3")
    assert isinstance(told, dict)
    assert told["over"] == {"result": "right wins", "rules": ["ww:7.2-E"]}


def test_options_under_another_ruleset_ask_about_the_same_position(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(1), roll(1))
    code, out, _ = answer(capsys, "options", f"{path}@2", "--ruleset", "two+most=3")
    assert code == 0
    assert out.splitlines()[0] == f"{path}@2  (stones, ruleset two+most=3)"
    assert out.splitlines()[-1] == "  #3  take stones=3  take 3 of the stones"


def test_a_trace_that_diverges_is_shown_just_before_it(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(1), roll(1), take(9, "right"))
    code, out, err = answer(capsys, "options", path)
    assert (code, out.splitlines()[0]) == (0, f"{path}@2  (stones, ruleset two)")
    assert err == f"referee: {path} diverges at step 3; this is before it\n"


def test_a_position_is_read_from_standard_input(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(LOSSES))
    code, out, _ = answer(capsys, "options", "-")
    assert code == 0
    assert out.splitlines()[-1] == "  #1  lose of=br_regular flips=3 deaths=0  of British Regulars, 3 flip and 0 die"


# ---------------------------------------------------------------- ask


def test_an_illegal_action_is_ruled_on_with_all_reasons_and_near_misses(
    stones: str, tmp_path: Path, capsys: Capsys
) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "ask", path, "take", "stones=4") == (
        1,
        f"""{path}@0  (stones, ruleset two)
Left: take 4 of the stones  [take stones=4]
Illegal under ww:7.62: 4 stones are too many.
  Drilled quota: Drilled troops must take the odd-numbered share (half rounded up) of battle losses
  while available, overriding the spread rule (D4).
Illegal under ww:7.63: not there: wanted 4, heap 3.
  Spread losses: Apart from the drilled quota no unit dies while another is at full strength (D4).
What comes closest and is legal:
  take stones=2: take 2 of the stones  (stones=2 instead of 4)
  take stones=1: take 1 of the stones  (stones=1 instead of 4)
""",
        "",
    )


@pytest.mark.parametrize("number", ["#0", "#3", "3", "0", "#x", "#" + "9" * 5_000, "9" * 5_000])
def test_a_number_without_an_option_is_named(stones: str, tmp_path: Path, capsys: Capsys, number: str) -> None:
    code, out, err = answer(capsys, "ask", written(tmp_path, SMALL), number)
    named = number.removeprefix("#")[:10]
    assert (code, out, err) == (2, "", f"referee: #{named} is no number of an option; there are 2\n")


@pytest.mark.parametrize("number", ["#2", "2"])
def test_a_legal_action_is_ruled_on_with_what_happens(stones: str, tmp_path: Path, capsys: Capsys, number: str) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "ask", path, number) == (
        0,
        f"""{path}@0  (stones, ruleset two)
Left: take 2 of the stones  [take stones=2]
Legal. What happens:
  2 stones are taken  (ww:7.62, ww:7.63)
""",
        "",
    )


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            ("roll", "face=6"),
            ["Left: roll: face 6  [roll face=6]", "Another decision is due: how many stones  (ww:7.62, ww:7.2-C)"],
        ),
        (
            ("stones=1", "--by", "right"),
            ["Right: take 1 of the stones  [take stones=1]", "Not theirs to decide: Left must decide."],
        ),
    ],
)
def test_the_other_noes_are_told_apart(
    stones: str, tmp_path: Path, capsys: Capsys, words: tuple[str, ...], lines: list[str]
) -> None:
    path = written(tmp_path, SMALL)
    code, out, _ = answer(capsys, "ask", path, *words)
    assert (code, out.splitlines()[1 : 1 + len(lines)]) == (1, lines)


def test_after_the_end_nothing_can_be_done(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL, take(2), roll(1), take(1, "right"))
    code, out, _ = answer(capsys, "ask", path, "take", "stones=1", "--all-rulesets")
    assert code == 1
    assert out.splitlines()[1:3] == [
        "Nobody: take 1 of the stones  [take stones=1]",
        "Another decision is due: nothing: it is over  (ww:7.2-E)",
    ]


def test_all_rulesets_show_which_option_alone_changes_the_ruling(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE)
    code, out, _ = answer(capsys, "ask", path, "take", "stones=3", "--all-rulesets")
    assert code == 1
    assert out[out.index("The same question") :] == (
        """The same question under other rulesets:
  two    illegal under ww:7.62
  three  legal  <- differs
Options that alone change the ruling of two:
  most=3 instead of 2: legal  <- differs
    [D1: How many stones may be taken at once; st:1]
"""
    )
    _, told = json_answer(capsys, "ask", path, "take", "stones=1", "--all-rulesets")
    assert isinstance(told, dict)
    assert isinstance(told["rulesets"], dict)
    assert told["rulesets"]["options"] == []


def test_wilderness_war_rules_differ_by_the_option_on_battle_losses(tmp_path: Path, capsys: Capsys) -> None:
    place = f"{GOLDEN}/ex-7.62.jsonl@0"
    code, told = json_answer(capsys, "ask", place, "lose of=br_regular flips=3 deaths=1", "--all-rulesets")
    assert isinstance(told, dict)
    assert code == 1
    rulesets = told["rulesets"]
    assert isinstance(rulesets, dict)
    presets, options = rulesets["presets"], rulesets["options"]
    assert isinstance(presets, dict)
    assert isinstance(options, list)
    assert {name: each["verdict"]["ruling"] for name, each in presets.items() if isinstance(each, dict)} == {
        "standard": "illegal", "de": "illegal", "fr": "legal", "fr_basic": "legal", "peer": "illegal",
    }  # fmt: skip
    assert [
        (each["option"], each["value"], each["verdict"]["ruling"]) for each in options if isinstance(each, dict)
    ] == [("battle_loss_rule", "odd_sequential", "legal")]


def test_a_ruling_as_json_holds_reasons_facts_and_near_misses(tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LOSSES)
    code, told = json_answer(capsys, "ask", f"{path}@0", '{"type":"lose","of":"br_regular","flips":2,"deaths":0}')
    assert code == 1
    assert told == {
        "path": path,
        "step": 0,
        "game": "wilderness_war",
        "ruleset": "standard",
        "by": "british",
        "action": {"type": "lose", "of": "br_regular", "flips": 2, "deaths": 0},
        "verdict": {
            "ruling": "illegal",
            "rules": ["ww:7.62"],
            "violations": [
                {
                    "rule": "ww:7.62",
                    "reason": "too_few_drilled_losses",
                    "facts": {
                        "group": "br_regular", "named": 2, "losses": 5, "drilled_would_lose": 2, "drilled_must_lose": 3,
                    },
                }
            ],
        },
        "near": [
            {
                "action": {"type": "lose", "of": "br_regular", "flips": 3, "deaths": 0},
                "changes": {"flips": {"from": 2, "to": 3}},
                "english": {"action": "of British Regulars, 3 flip and 0 die"},
            }
        ],
        "english": {
            "action": "of British Regulars, 2 flip and 0 die",
            "verdict": [
                (
                    "Illegal under ww:7.62: with 2 of 5 steps from British Regulars, drilled troops lose at most 2 "
                    "steps and must lose 3. [Drilled quota: Drilled troops must take the odd-numbered share (half "
                    "rounded up) of battle losses while available, overriding the spread rule (D4).]"
                )
            ],
        },
    }  # fmt: skip


def test_what_a_short_form_leaves_out_comes_from_the_closest_legal_action(tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LOSSES)
    _, out, _ = answer(capsys, "ask", path, "lose", "of=br_regular", "flips=2")
    told = "British: of British Regulars, 2 flip and 0 die  [lose of=br_regular flips=2 deaths=0]"
    assert out.splitlines()[1] == told


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("jump",), 'the action: type: "jump" is none of: roll, take'),
        (("take", "stones"), "the action: 'stones' is not of the form field=value"),
        (("take", "stones=1", "stones=2"), "the action: sets stones twice"),
        (("take", "stones=one"), 'the action: stones: "one" is not a whole number'),
        (("take",), "take fits 2 legal actions; say which:\n  take stones=1\n  take stones=2"),
        (("{",), "the action: not JSON: Expecting property name enclosed in double quotes at column 2"),
        (("take", "stones=[1"), "the action: '[1': not JSON: Expecting ',' delimiter at column 3"),
        (("#3",), "#3 is no number of an option; there are 2"),
        (("take", "stones=1", "colour=red"), "the action: colour: is no field of take; it has: stones"),
    ],
)
def test_an_action_that_cannot_be_read_is_named(
    stones: str, tmp_path: Path, capsys: Capsys, words: tuple[str, ...], complaint: str
) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "ask", path, *words) == (2, "", f"referee: {complaint}\n")


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        ("{path}@7", "{path}: there is no step 7; the trace has 1"),
        ("{path}@x", "'{path}@x': 'x' is no step; write FILE@NUMBER"),
        ("{path}.gone", "{path}.gone: No such file or directory"),
        ("{path}.gone@1", "{path}.gone: No such file or directory"),
    ],
)
def test_a_place_that_is_not_there_is_named(
    stones: str, tmp_path: Path, capsys: Capsys, where: str, complaint: str
) -> None:
    path = written(tmp_path, SMALL, take(1))
    for command in (("options",), ("ask", "take"), ("position",), ("show",), ("perft",)):
        words = (command[0], where.format(path=path), *command[1:])
        assert answer(capsys, *words) == (2, "", f"referee: {complaint.format(path=path)}\n")


def test_a_step_behind_a_divergence_is_not_reached(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(9), roll(1))
    code, _, err = answer(capsys, "options", f"{path}@2")
    assert (code, err) == (
        2,
        (
            f"referee: {path}: step 2 is not reached: it diverges in line 2; `referee verify {path}` says how, "
            f"`referee options {path}` shows the position before it\n"
        ),
    )


def test_a_bad_ruleset_is_named(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    _, _, err = answer(capsys, "options", path, "--ruleset", "four")
    assert err == f"referee: {path}@0 under four: ruleset: 'four' is no ruleset of stones; there are: two, three\n"


def test_an_edition_that_cannot_have_the_position_is_asked_without_the_option_that_forbids_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given the start of the first edition, with a French bateaux card that the second has not."""
    path = tmp_path / "start.jsonl"
    path.write_text(
        '{"trace":1,"game":"few_acres_of_snow","ruleset":"first","scenario":"standard"}\n', encoding="utf-8"
    )
    code, told = json_answer(capsys, "ask", f"{path}@0", "#1", "--all-rulesets")
    assert code == 0
    assert isinstance(told, dict)
    rulesets = told["rulesets"]
    assert isinstance(rulesets, dict)
    assert rulesets["options"] == []
    presets = rulesets["presets"]
    assert isinstance(presets, dict)
    assert (presets["second"]["verdict"]["ruling"], presets["second"]["without"]) == ("legal", ["french_bateaux_start"])
    code, _, err = answer(capsys, "ask", f"{path}@0", "#1", "--ruleset", "second")
    assert code == 2
    assert err.endswith("with french_bateaux_start as it is here: --ruleset second+french_bateaux_start=yes\n")
