"""The command line as a person meets it: answers, complaints, exit codes."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from oracle.cli import COMMANDS, main
from oracle.evidence.links import ROOT

GOLDEN = ROOT / "golden"
HEADER = '{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{"opening":{"type":"victory_check"}}}'


def _answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    out, err = capsys.readouterr()
    return code, out, err


# ---------------------------------------------------------------- help


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "--help")
    assert code == 0
    assert all(f"    {name}" in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = _answer(capsys, name, "--help")
    assert code == 0
    assert "--json" in out


@pytest.mark.parametrize("words", [(), ("bogus",), ("rule",), ("verify",), ("odds", "siege"), ("games", "--bogus")])
def test_a_wrong_command_line_ends_with_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, _, err = _answer(capsys, *words)
    assert code == 2
    assert "referee" in err


@pytest.mark.parametrize(
    ("fault", "code", "complaint"),
    [
        (AssertionError(), 3, "internal error (AssertionError, in oracle/test_cli.py:"),
        (KeyError("x"), 3, "internal error (KeyError: 'x', in oracle/test_cli.py:"),
        (ImportError("gone"), 3, "internal error (ImportError: gone, in oracle/test_cli.py:"),
        (OSError(28, "No space left on device"), 2, "[Errno 28] No space left on device"),
        (PermissionError(13, "Permission denied", "x.jsonl"), 2, "x.jsonl: Permission denied"),
    ],
)
def test_a_fault_of_ours_has_its_own_exit_code_and_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fault: Exception, code: int, complaint: str
) -> None:
    def fails(*_: object) -> int:
        raise fault

    monkeypatch.setattr("oracle.commands.games.run", fails)
    found, out, err = _answer(capsys, "games")
    assert (found, out) == (code, "")
    assert err.startswith(f"referee: {complaint}")
    assert "Traceback" not in err
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    assert ("Traceback" in _answer(capsys, "games")[2]) is (code == 3)


# ---------------------------------------------------------------- games and rules


def test_games_lists_games_scenarios_and_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "games", "--json")
    listed = {each["game"]: each for each in json.loads(out)}
    assert code == 0
    assert list(listed) == ["wilderness_war", "hammer_of_the_scots", "few_acres_of_snow"]
    war = listed["wilderness_war"]
    assert [each["id"] for each in war["scenarios"]] == ["annus_mirabilis", "early_war", "late_war", "full_campaign"]
    assert [each["name"] for each in war["rulesets"]] == ["standard", "de", "fr", "fr_basic", "peer"]


def test_games_shows_the_options_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "games", "wilderness_war")
    assert code == 0
    assert "attrition_rounding = up | down   [D1, default up]" in out


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = _answer(capsys, "games", "chess")
    known = "wilderness_war (ww), hammer_of_the_scots (hs), few_acres_of_snow (fa)"
    assert (code, err) == (2, f"referee: 'chess' is no game; there are: {known}\n")


def test_a_rule_shows_all_that_hangs_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "rule", "ww:7.62")
    assert code == 0
    for part in (
        "ww:7.62  Drilled quota  (normative)",
        "printed as: de 7.62, fr 7.62",
        "ww:7.6 Simultaneous losses",
        "divergence D4: battle_loss_rule = half_rounded_up | odd_sequential",
        "erratum E23",
        "ww:ex-7.63 Three Indians and a Light Infantry",
        "reference/wilderness_war/ch07_loss_spreads.py::battle_duty",
        "golden/wilderness_war/ex-7.62.jsonl",
    ):
        assert part in out


def test_a_rule_as_json_names_its_functions_and_traces(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "rule", "ww:7.62", "--json")
    (rule,) = json.loads(out)
    assert code == 0
    assert rule["numbers"] == {"de": "7.62", "fr": "7.62"}
    assert "golden/wilderness_war/ex-7.62.jsonl" in [each["place"] for each in rule["bound"]["golden traces"]]
    assert rule["fired"]["counts"]["golden_decided"] > 0
    assert 0 < rule["faults"]["noticed"] <= rule["faults"]["planted"]


def test_a_rule_shows_how_it_fired_and_how_it_is_guarded(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = _answer(capsys, "rule", "ww:7.62")
    decided = r"\(\d+ decided by it\)"
    fired = rf"\d+ golden traces {decided}, \d+ properties {decided}, \d+ explored games {decided}"
    assert re.search(rf"\n  fired in {fired}\n", out)
    assert re.search(r"\n  faults noticed: \d+ % \(\d+/\d+\)\n", out)


def test_a_printed_number_finds_the_rules_printed_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "rule", "ww:17.21")
    assert code == 0
    assert "ww:fr 17.21 is printed over 3 rules" in out
    assert "ww:12.21  Path space quality" in out


# ---------------------------------------------------------------- verify


def test_the_golden_traces_conform(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, "verify", str(GOLDEN))
    count = len(list(GOLDEN.rglob("*.jsonl")))
    assert code == 0
    assert out.splitlines()[-1].startswith(f"{count} traces, {count} conform, ")


def _trace(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "trace.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


RULING = (
    "Illegal under ww:7.62: with 2 of 5 steps from British Regulars, drilled troops lose at most 2 steps and must "
    "lose 3. [Drilled quota: Drilled troops must take the odd-numbered share (half rounded up) of battle losses while "
    "available, overriding the spread rule (D4).]"
)
LOSSES = (
    '{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{"pieces":{"albany":["3 br_regular",'
    '"3 br_ranger"]},"opening":{"type":"take_losses","side":"british","space":"albany","cause":"battle","losses":5}}}'
)


def test_an_illegal_action_is_told_in_words_with_its_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    action = '{"by":"british","do":{"type":"lose","of":"br_regular","flips":2,"deaths":0}}'
    path = _trace(tmp_path, LOSSES, action)
    code, out, _ = _answer(capsys, "verify", path)
    assert code == 1
    assert out.splitlines() == [
        f"DIVERGES  {path}",
        "  line 2, step 1: the action is illegal",
        '  action: of British Regulars, 2 flip and 0 die  {"deaths":0,"flips":2,"of":"br_regular","type":"lose"}',
        f"  {RULING}",
        "  What comes closest and is legal:",
        "    lose of=br_regular flips=3 deaths=0: of British Regulars, 3 flip and 0 die  (flips=3 instead of 2)",
        f"  to see the position: ./referee options {path}@0",
        "1 trace, 0 conform, 1 diverge, 0 steps",
    ]


def test_an_unexpected_position_is_shown_as_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _trace(tmp_path, HEADER, '{"expect":{"vp":{"french":3}}}')
    code, out, _ = _answer(capsys, "verify", path, "--json")
    (report,) = json.loads(out)["reports"]
    assert code == 1
    assert report["divergence"] == {
        "line": 2,
        "step": 0,
        "fault": "unexpected",
        "action": None,
        "verdict": None,
        "rules": [],
        "differences": [{"path": "vp.french", "expected": 3, "found": "(absent)"}],
    }
    assert report["english"] == {"fault": "the position is not as expected", "verdict": []}


def test_verify_stops_at_the_first_divergence_unless_told_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(f'{HEADER}\n{{"expect":{{"year":1}}}}\n', encoding="utf-8")
    _, stopped, _ = _answer(capsys, "verify", str(tmp_path))
    _, went_on, _ = _answer(capsys, "verify", str(tmp_path), "--keep-going", "--quiet")
    assert stopped.splitlines()[-1] == "1 trace, 0 conform, 1 diverge, 0 steps, 1 not replayed"
    assert went_on.splitlines()[-1] == "2 traces, 0 conform, 2 diverge, 0 steps"


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ((), "line 1: the trace is empty; its first line must be a header"),
        (("not json",), "line 1: not JSON"),
        (("[]",), "line 1: must be a mapping"),
        (('{"trace":2}',), "line 1, trace: the first line must be a header of version 1"),
        (('{"trace":1,"game":"chess","ruleset":"standard","scenario":"x"}',), "line 1: 'chess' is no game"),
        (
            ('{"trace":1,"game":"wilderness_war","ruleset":"nope","scenario":"x"}',),
            "line 1, ruleset: 'nope' is no ruleset",
        ),
        (
            ('{"trace":1,"game":"wilderness_war","ruleset":"standard","scenario":"x"}',),
            "line 1, scenario: 'x' is none of",
        ),
        (
            ('{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{"pieces":{"atlantis":[]}}}',),
            "line 1, position.pieces: 'atlantis' is no space of the map",
        ),
        ((HEADER, '{"by":"chance","do":{"type":"roll"'), "line 2: not JSON"),
        ((HEADER, '{"by":"chance","do":{"type":"jump"}}'), 'line 2, do.type: "jump" is none of: '),
        ((HEADER, '{"by":"chance","do":{"type":"roll","die":"six"}}'), 'line 2, do.die: "six" is not a whole number'),
        ((HEADER, '{"do":{"type":"roll","die":1}}'), "line 2, by: is missing"),
        (
            (HEADER, '{"by":"chance","refuse":{"type":"roll","die":1},"rule":"ww:99"}'),
            "line 2, rule: ww:99 is in no rule",
        ),
        ((HEADER, '{"hello":1}'), "line 2: has none of: do, expect, view, refuse, note"),
    ],
)
def test_an_unreadable_trace_names_the_place_and_the_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: tuple[str, ...], complaint: str
) -> None:
    path = _trace(tmp_path, *lines)
    code, _, err = _answer(capsys, "verify", path)
    assert code == 2
    assert err.startswith(f"referee: {path}: {complaint}")


def test_a_file_that_is_not_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    code, _, err = _answer(capsys, "verify", str(path))
    assert (code, err) == (2, f"referee: {path}: not UTF-8 text\n")


def test_a_missing_file_and_an_empty_folder_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = tmp_path / "gone.jsonl"
    code, _, err = _answer(capsys, "verify", str(gone))
    assert (code, err) == (2, f"referee: {gone}: No such file or directory\n")
    assert _answer(capsys, "verify", str(tmp_path)) == (
        2,
        "",
        f"referee: {tmp_path}: no trace (*.jsonl) in this folder\n",
    )


# ---------------------------------------------------------------- odds


MONONGAHELA = (
    "odds", "battle", "wilderness_war", "--terrain", "wilderness", "--ambush", "defender",
    "--attacker", "braddock, dunbar, 2 br_regular, 4 br_northern_provincial",
    "--defender", "beaujeu, dumas, fr_marine_detachment, fr_coureurs, fr_indian_huron, 2 fr_indian_mingo",
)  # fmt: skip


def test_the_odds_of_a_battle_are_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, *MONONGAHELA, "--json")
    odds = json.loads(out)
    assert code == 0
    for aspect in ("winner", "british_steps_lost", "french_steps_lost", "VP_to_the_winner"):
        assert sum(Fraction(each["fraction"]) for each in odds[aspect].values()) == 1
    assert odds["leaders_killed"]["braddock"]["fraction"] == "1/18"


def test_the_odds_are_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, *MONONGAHELA)
    assert code == 0
    assert "french   5         column 9-12, die +1" in out
    assert "braddock    5.56 %  1/18" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--attacker", "nobody", "--defender", "fr_regular"), "--attacker: 'nobody' is no piece"),
        (("--attacker", "br_regular", "--defender", "br_ranger"), "both stacks are british"),
        (("--attacker", "br_regular, fr_regular", "--defender", "fr_coureurs"), "--attacker: a stack needs pieces of"),
        (("--attacker", "", "--defender", "fr_regular"), "--attacker: a stack needs pieces of exactly one side"),
        (
            ("--attacker", "99 br_regular", "--defender", "fr_regular"),
            "--attacker: 99 br_regular: there are only 17",
        ),
        (("--attacker", "br_regular", "--defender", "fr_regular", "--ruleset", "x"), "ruleset: 'x' is no ruleset of"),
        (
            ("--attacker", "big br_regular", "--defender", "fr_regular"),
            "--attacker: 'big br_regular' is no piece; closest: regular",
        ),
    ],
)
def test_bad_stacks_are_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str) -> None:
    code, _, err = _answer(capsys, "odds", "battle", "wilderness_war", "--terrain", "wilderness", *words)
    assert code == 2
    assert err.startswith(f"referee: {complaint}")


NO_BATTLES = "there are no battles in few_acres_of_snow; `referee odds from` gives the odds of anything"


def test_a_game_without_battles_points_to_odds_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--terrain", "wilderness", "--attacker", "a", "--defender", "b")
    code, _, err = _answer(capsys, "odds", "battle", "few_acres_of_snow", *words)
    assert (code, err) == (2, f"referee: {NO_BATTLES}\n")


HAMMER = (
    "odds", "battle", "hammer_of_the_scots", "--attacker", "e_york_infantry:1 | e_york_knights:1",
    "--defender", "s_grant:1, s_keith:1",
)  # fmt: skip


def test_a_battle_of_hammer_of_the_scots_with_reserves_has_exact_odds(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _answer(capsys, *HAMMER, "--space", "mar", "--ruleset", "v4", "--json")
    odds = json.loads(out)
    assert code == 0
    assert (odds["game"], odds["attacker"], odds["ruleset"]) == ("hammer_of_the_scots", "england", "v4")
    for aspect in ("holds_the_area", "attacker_thrown_out_after_round_three", "english_steps_left"):
        assert sum(Fraction(each["fraction"]) for each in odds[aspect].values()) == 1
    code, out, _ = _answer(capsys, *HAMMER)
    assert code == 0
    assert out.startswith("A battle in fife, england attacking, ruleset standard, losses strongest\n")
    assert "holds the area" in out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--terrain", "mountain"), "--terrain: there is none in a battle of hammer_of_the_scots"),
        (("--ambush", "attacker"), "--ambush: there is none in a battle of hammer_of_the_scots"),
        (("--space", "mars"), "'mars' is no area; closest: Mar"),
        (("--defender", "e_edward"), "both line-ups are of one side"),
        (("--defender", "s_grant s_grant"), "blocks.fife: s_grant is in two places"),
        (("--ruleset", "v9"), "v9"),
    ],
)
def test_what_is_no_battle_of_hammer_of_the_scots_is_refused(
    words: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = _answer(capsys, *HAMMER, *words)
    assert code == 2
    assert fault in err
