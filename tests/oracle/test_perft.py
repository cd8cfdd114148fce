"""`perft` and `divide`: counts of lines, and the published ones."""

import json
from collections.abc import Mapping
from math import perm
from pathlib import Path

import pytest

from oracle.commands.perft import PUBLISHED
from oracle.evidence.links import ROOT
from oracle.perft import Counter, Published, read_published, table_of
from reference.kernel.table import Table
from spec_tables.catalogue import GAMES, catalogue
from tests.kernel.toy import table
from tests.oracle.helpers import SMALL, answer, json_answer, written

MOST_PLAIN_LINES = 2_000
Capsys = pytest.CaptureFixture[str]


def _by_hand(heap: int, depth: int, *, rolling: bool = False) -> int:
    """Count the lines of the toy game again, straight from its rules."""
    if depth == 0 or heap == 0:
        return 1
    if rolling:
        return 5 * _by_hand(heap, depth - 1) + _by_hand(heap + 1, depth - 1)
    return sum(_by_hand(heap - n, depth - 1, rolling=n < heap) for n in range(1, min(2, heap) + 1))


@pytest.mark.parametrize("heap", [0, 1, 2, 3, 7])
def test_lines_are_counted_with_chance_and_early_ends(heap: int) -> None:
    counter = Counter()
    assert [counter.lines(table(heap), depth) for depth in range(7)] == [_by_hand(heap, depth) for depth in range(7)]


def _plainly(table: Table, depth: int) -> int:
    """Count by taking every line one by one."""
    if depth == 0 or table.asks() is None:
        return 1
    return sum(_plainly(each, depth - 1) for each in table.followers())


@pytest.mark.parametrize("each", read_published(ROOT / PUBLISHED), ids=lambda each: str(each.id))
def test_positions_reached_by_different_lines_are_counted_right(each: Published) -> None:
    """Given a published position, when every line is taken one by one as deep as that is quick, then it is the same."""
    start, counter = table_of(each, ROOT), Counter()
    depths = [depth for depth, lines in enumerate(each.lines, 1) if lines <= MOST_PLAIN_LINES]
    assert depths
    assert [counter.lines(start, depth) for depth in depths] == [_plainly(start, depth) for depth in depths]


def test_depths_may_be_asked_for_in_any_order_and_of_several_positions() -> None:
    counter = Counter()
    asked = [(7, 5), (7, 2), (7, 2), (3, 4), (7, 6), (3, 0)]
    assert [counter.lines(table(heap), depth) for heap, depth in asked] == [_by_hand(*each) for each in asked]


def test_perft_prints_the_lines_of_every_depth(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "perft", f"{path}@0", "--depth", "3") == (
        0,
        f"{path}@0  (stones, ruleset two)\n  depth 1             2\n  depth 2            12\n  depth 3            19\n",
        "",
    )
    assert json_answer(capsys, "perft", stones, "--scenario", "small", "--depth", "3", "--ruleset", "three") == (
        0,
        {"start": "stones:small", "step": 0, "game": "stones", "ruleset": "three", "lines": [3, 13, 21]},
    )


def test_divide_counts_below_each_action(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "divide", path, "--depth", "3") == (
        0,
        (
            f"{path}@0  (stones, ruleset two), depth 3\n  take stones=1            12\n"
            "  take stones=2             7\nin all 19\n"
        ),
        "",
    )
    _, told = json_answer(capsys, "divide", path, "--depth", "1")
    assert isinstance(told, dict)
    assert told["below"] == [{"action": {"type": "take", "stones": n}, "lines": 1} for n in (1, 2)]


def test_a_finished_game_has_one_line(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, '{"trace":1,"game":"stones","ruleset":"two","position":{"heap":0,"turn":"left"}}')
    assert answer(capsys, "divide", path)[1].splitlines()[-1] == "in all 1"
    assert answer(capsys, "perft", path)[1].splitlines()[-1] == "  depth 2             1"


# ---------------------------------------------------------------- the published counts


def test_the_published_counts_are_right(capsys: Capsys) -> None:
    count = len(read_published(ROOT / PUBLISHED))
    assert answer(capsys, "perft", "--check") == (0, f"{count} positions, {count} as published\n", "")


def test_every_scenario_and_a_dozen_positions_of_the_games_are_published() -> None:
    about = [each.about for each in read_published(ROOT / PUBLISHED)]
    scenarios = {(each["game"], each["scenario"]) for each in about if "scenario" in each}
    assert scenarios == {(game, name) for game in GAMES for name, _ in catalogue(game).scenarios}
    traces = [str(each["trace"]) for each in about if "trace" in each]
    assert len(traces) >= 12
    for prefix, game in (("ww", "wilderness_war"), ("hs", "hammer_of_the_scots"), ("fa", "few_acres_of_snow")):
        assert sum(game in each or f"/{prefix}_" in each for each in traces) >= 4


def test_scenarios_begin_with_draws_that_can_be_counted_by_hand() -> None:
    """62 or 70 cards are dealt one by one; 4 of 13, or 6 of 11, blocks are levied; 5 of 7 cards make a hand."""
    lines = {each.id: each.lines for each in read_published(ROOT / PUBLISHED)}
    assert lines["ww-annus_mirabilis"] == lines["ww-late_war"] == (62, 62 * 61, 62 * 61 * 60)
    assert lines["ww-early_war"] == lines["ww-full_campaign"] == (70, 70 * 69, 70 * 69 * 68)
    assert lines["hs-braveheart"] == lines["hs-campaign"]
    assert lines["hs-braveheart"][:4] == (13, 13 * 12, 13 * 12 * 11, 13 * 12 * 11 * 10)
    assert lines["hs-the_bruce"] == tuple(perm(11, depth) for depth in range(1, 7))
    assert lines["fa-standard"][:5] == (7, 7 * 6, 7 * 6 * 5, 7 * 6 * 5 * 4, 7 * 6 * 5 * 4 * 3)


def test_published_ids_are_all_different() -> None:
    ids = [each.id for each in read_published(ROOT / PUBLISHED)]
    assert len(ids) == len(set(ids)) >= 12


def _published(folder: Path, *counts: Mapping[str, object]) -> str:
    return written(folder, json.dumps({"version": 1, "counts": list(counts)}), name="perft.json")


def test_a_wrong_count_is_found_and_can_be_set_right(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    written(tmp_path, SMALL)
    scenario = {"id": "a", "game": "stones", "ruleset": "two", "scenario": "small", "lines": [2, 12]}
    position = {"id": "b", "game": "stones", "ruleset": "two", "position": {"heap": 1, "turn": "left"}, "lines": [1]}
    path = _published(tmp_path, scenario, position, {"id": "c", "trace": "trace.jsonl@0", "lines": [2, 13]})
    assert answer(capsys, "perft", "--check", path) == (
        1,
        "DIFFERS  c\n  published [2, 13]\n  counted   [2, 12]\n3 positions, 2 as published\n",
        "",
    )
    assert answer(capsys, "perft", "--check", path, "--update")[0] == 0
    assert answer(capsys, "perft", "--check", path) == (0, "3 positions, 3 as published\n", "")
    assert json_answer(capsys, "perft", "--check", path) == (0, {"positions": 3, "differ": []})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[]", "must be a mapping"),
        ('{"version":2,"counts":[]}', "version: must be 1"),
        ('{"version":1,"counts":1}', "counts: must be a list"),
        ('{"version":1,"counts":[{"id":"a","lines":["x"]}]}', "counts[0].lines: must be a list of whole numbers"),
        ('{"version":1,"counts":[{"lines":[1]}]}', "counts[0].id: is missing"),
        (
            '{"version":1,"counts":[],"more":1}',
            "more: has no place here; what has: counts, generated_by, note, version",
        ),
    ],
)
def test_an_unreadable_file_of_counts_is_named(tmp_path: Path, capsys: Capsys, text: str, complaint: str) -> None:
    path = written(tmp_path, text, name="perft.json")
    assert answer(capsys, "perft", "--check", path) == (2, "", f"referee: {path}: {complaint}\n")


def test_an_entry_about_nothing_is_named(tmp_path: Path, capsys: Capsys) -> None:
    path = _published(tmp_path, {"id": "a", "trace": "gone.jsonl@0", "lines": [1]})
    _, _, err = answer(capsys, "perft", "--check", path)
    assert err == f"referee: a: {tmp_path}/gone.jsonl: No such file or directory\n"


def test_without_a_start_perft_says_what_it_needs(capsys: Capsys) -> None:
    assert answer(capsys, "perft") == (
        2,
        "",
        "referee: say from where to count (a game or FILE[@STEP]), or --check\n",
    )
