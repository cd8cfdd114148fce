"""`position` and `show`: positions taken out, checked for everything wrong at once, and drawn."""

import json
from pathlib import Path

import pytest

from oracle.drawing import drawn, is_empty
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from oracle.located_position import locate, scenario_start
from reference.kernel.canonical import Json, canonical_text
from spec_tables.catalogue import GAMES, catalogue
from tests.oracle.helpers import GOLDEN, LARGE, SMALL, answer, json_answer, take, written

Capsys = pytest.CaptureFixture[str]
UNSOUND = (
    '{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{"pieces":{"albany":["br_regular","fr_regular"],'
    '"juniata":["inside br_ranger"]},"sieges":{"juniata":1}}}'
)


# ---------------------------------------------------------------- position


def test_a_position_is_taken_out_of_a_trace_and_read_again(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(2))
    code, out, err = answer(capsys, "position", f"{path}@1")
    assert (code, err) == (0, "")
    assert out == '{"game":"stones","position":{"heap":18,"rolling":true,"turn":"right"},"ruleset":"two","trace":1}\n'
    again = written(tmp_path, out.strip(), name="again.jsonl")
    assert answer(capsys, "position", again)[1] == out


def test_a_position_is_written_to_a_file(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path, out = written(tmp_path, SMALL), tmp_path / "out.jsonl"
    assert answer(capsys, "position", path, "--out", str(out)) == (0, "", "")
    assert out.read_text(encoding="utf-8") == answer(capsys, "position", path)[1]


def test_a_bare_position_over_many_lines_is_read_with_its_game(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    bare = json.dumps({"heap": 4, "turn": "right"}, indent=2)
    path = written(tmp_path, bare, name="bare.json")
    code, out, _ = answer(capsys, "position", path, "--game", "stones", "--ruleset", "three")
    assert code == 0
    assert out == '{"game":"stones","position":{"heap":4,"rolling":false,"turn":"right"},"ruleset":"three","trace":1}\n'
    assert answer(capsys, "position", path) == (2, "", f"referee: {path}: a bare position; say its game with --game\n")


@pytest.mark.parametrize("game", GAMES)
def test_where_no_ruleset_is_named_the_first_preset_holds_for_scenarios_positions_and_the_protocol(
    game: str, tmp_path: Path
) -> None:
    first = catalogue(game).presets[0].name
    position = REGISTERED.open(scenario_start(game).header).canonical()
    bare = written(tmp_path, canonical_text(position), name="bare.json")
    named = (scenario_start(game).ruleset, locate(bare, game).ruleset, str(REGISTERED.ruleset(game, None)))
    assert named == (first, first, first)


def test_a_header_over_many_lines_is_a_position_too(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, json.dumps(json.loads(SMALL), indent=2), name="header.json")
    assert answer(capsys, "position", path)[0] == 0


def test_a_sound_position_is_said_to_be_sound(tmp_path: Path, capsys: Capsys) -> None:
    place = f"{GOLDEN}/ex-7.62.jsonl@0"
    code, out, _ = answer(capsys, "position", place, "--check")
    assert (code, out[: len(place) + 9]) == (0, f"{place} is sound")


def test_everything_wrong_with_a_position_is_named_at_once_by_rule(tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, UNSOUND)
    code, out, _ = answer(capsys, "position", path, "--check")
    assert code == 1
    assert [line for line in out.splitlines() if not line.startswith("    ")] == [
        f"{path}@0: 3 things wrong",
        "  ww:8.1: British pieces are inside a work at Juniata, but British has no fort or fortress there.",
        "  ww:8.21: Juniata has a siege marker but no fort or fortress.",
        "  ww:6.51-a: both sides stand in the open at Albany and no battle is under way.",
    ]
    code, told = json_answer(capsys, "position", path)
    assert isinstance(told, dict)
    verdict, english = told["verdict"], told["english"]
    assert isinstance(verdict, dict)
    assert isinstance(english, dict)
    assert (verdict["ruling"], verdict["rules"]) == ("unsound", ["ww:8.1", "ww:8.21", "ww:6.51-a"])
    assert verdict["violations"][1] == {
        "rule": "ww:8.21",
        "reason": "siege_without_work",
        "facts": {"space": "juniata"},
    }
    told_first = "Illegal under ww:8.21: Juniata has a siege marker but no fort or fortress. [Siege begins: "
    assert english["verdict"][1].startswith(told_first)


def test_findings_go_beside_the_position_when_it_is_printed(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    header = '{"trace":1,"game":"stones","ruleset":"two","position":{"heap":-1,"turn":"left"}}'
    path = written(tmp_path, header)
    code, out, err = answer(capsys, "position", path)
    assert code == 1
    assert out == '{"game":"stones","position":{"heap":-1,"rolling":false,"turn":"left"},"ruleset":"two","trace":1}\n'
    assert err.splitlines()[:2] == [f"{path}@0: 1 thing wrong", "  ww:7.63: -1 stones are fewer than none."]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"heap":1,"turn":"nobody"}', "line 1, position.turn: 'nobody' is no player"),
        ('{"heap":1,"turn":"left","sky":1}', "line 1, position.sky: has no place here; what has: heap, rolling, turn"),
        ('{"heap":', "line 1: not JSON: Expecting value at column 9"),
        ("", "line 1: the trace is empty; its first line must be a header"),
        ("[]", "line 1: must be a mapping"),
    ],
)
def test_a_position_that_cannot_be_read_is_named(
    stones: str, tmp_path: Path, capsys: Capsys, text: str, complaint: str
) -> None:
    path = written(tmp_path, text, name="bare.json")
    assert answer(capsys, "position", path, "--game", "stones") == (2, "", f"referee: {path}: {complaint}\n")


# ---------------------------------------------------------------- show


def test_a_position_is_drawn_by_its_layout(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "show", path) == (
        0,
        f"{path}@0  (stones, ruleset two)\nturn Left   stones 3   odd yes\nLeft must decide: how many stones\n",
        "",
    )


def test_a_side_sees_what_it_may_know(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "show", path, "--side", "left") == (
        0,
        (
            f"{path}@0  (stones, ruleset two, as the left side sees it)\nstones 3   yours yes\n"
            "Left must decide: how many stones\n"
        ),
        "",
    )
    assert json_answer(capsys, "show", path, "--side", "right") == (
        0,
        {"path": path, "step": 0, "game": "stones", "side": "right", "view": {"heap": 3, "yours": False}},
    )
    assert answer(capsys, "show", path, "--side", "up") == (2, "", "referee: --side: 'up' is none of: left, right\n")


def test_wilderness_war_is_drawn_with_printed_names_by_place(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "show", f"{GOLDEN}/ex-7.62.jsonl@0")
    assert code == 0
    assert out.splitlines()[1] == "year 1757   season early   ends in 1759   provincial assemblies supportive"
    assert "    Albany  15th (Regulars), 17th (Regulars)" in out
    assert out.splitlines()[-1] == "British must decide: how many British Regulars flip and how many die"


@pytest.mark.parametrize(
    ("described", "lines"),
    [
        ("nothing", ["nothing"]),
        ({}, [""]),
        ({"empty": {"a": [], "b": {}}, "no": False, "void": None}, [""]),
        ({"n": 0, "flag": True}, ["n 0   flag yes"]),
        ({"hand": ["a", "b", "a"]}, ["Hand", "  2 x a, b"]),
        ({"at": {"left": ["x"], "there": 3}}, ["At", "  Left   x", "  there  3"]),
        (
            {"frames": [{"type": "big_fight", "at": "there", "who": {"type": "t", "a": 1}, "gone": None}, "plain"]},
            ["Under way, outermost first", "  big fight: at there; who (a 1)", "  plain"],
        ),
        ({"rows": [{"type": "over"}, {"a": [1, 1]}]}, ["Rows", "  over", "  a 2 x 1"]),
    ],
)
def test_any_description_can_be_drawn(stones: str, described: Json, lines: list[str]) -> None:
    assert drawn(stones, described).split("\n") == lines


def test_emptiness_is_not_zero() -> None:
    values: list[Json] = [0, 1, None, "", [], {}, {"a": []}, False, "x"]
    assert [is_empty(each) for each in values] == [
        False, False, True, True, True, True, True, True, False,
    ]  # fmt: skip


# ---------------------------------------------------------------- the games drawn


def test_blocks_of_both_sides_in_one_area_are_told_apart(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "show", str(ROOT / "docs/examples/odds/hs_loyalty.jsonl"))
    assert code == 0
    assert "  Fife      England: Wales Archers, York Infantry, Wales Infantry; Scotland: Douglas\n" in out
    assert out.index("Hands\n") < out.index("Blocks\n") < out.index("Under way, outermost first\n")


def test_places_of_few_acres_are_drawn_by_owner_and_only_hands_one_may_see(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "start.jsonl"
    path.write_text(
        '{"trace":1,"game":"few_acres_of_snow","ruleset":"first","position":{"hands":{"british":["british_boston"],'
        '"french":["french_quebec"]},"frames":[{"type":"turn","side":"british","actions":2}]}}\n',
        encoding="utf-8",
    )
    code, out, _ = answer(capsys, "show", str(path))
    assert code == 0
    british, french = out.index("  British\n    Boston        town"), out.index("  French\n")
    assert british < french
    assert "  French   French Quebec card\n" in out
    code, seen, _ = answer(capsys, "show", str(path), "--side", "british")
    assert code == 0
    assert "British Boston card" in seen
    assert "French Quebec card" not in seen


# ---------------------------------------------------------------- what follows from a position as it was given

UNTIDY = (
    '{"forts":{"french":["niagara"]},"unfinished_forts":{"french":["oswego"]},"hands":{"british":["card_1"]},'
    '"pieces":{"oswego":["2 br_regular"],"niagara":["inside fr_regular_bearn","amherst","4 br_regular"]},'
    '"opening":{"type":"action_phase","side":"british"}}'
)
ABANDONED = '{"captured_fortresses":{"british":["quebec"]}}'


@pytest.mark.parametrize(
    ("position", "events"),
    [
        (UNTIDY, [("work_removed", ["ww:5.45-fortuc"]), ("siege_begun", ["ww:8.21"])]),
        (ABANDONED, [("space_changed_hands", ["ww:8.24-exc"]), ("vp_scored", ["ww:13.21", "ww:8.24-exc"])]),
    ],
)
def test_what_loading_puts_right_is_said_with_its_rules(
    position: str, events: list[tuple[str, list[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a position that the rules change before anybody decides, when it is checked, then that is said."""
    path = tmp_path / "position.json"
    path.write_text(position, encoding="utf-8")
    code, out, _ = answer(capsys, "position", str(path), "--game", "wilderness_war", "--json")
    assert (code, [(each["kind"], each["rules"]) for each in json.loads(out)["followed"]]) == (0, events)
    for option in ((), ("--check",)):
        _, out, err = answer(capsys, "position", str(path), "--game", "wilderness_war", *option)
        told = out if option else err
        assert "this follows before anybody decides" in told
        assert all(rule in told for _, rules in events for rule in rules)


def test_nothing_follows_from_a_position_at_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    path.write_text("{}", encoding="utf-8")
    _, told = json_answer(capsys, "position", str(path), "--game", "wilderness_war")
    assert isinstance(told, dict)
    assert told["followed"] == []
    _, out, _ = answer(capsys, "position", str(path), "--game", "wilderness_war", "--check")
    assert "this follows" not in out
