"""`play --out`: every game a row, and whatever ends a sweep, what is kept is whole and can be gone on with."""

import json
import os
import signal
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from oracle.game_registry import OPENERS, opening_table
from oracle.replays import load_trace
from oracle.sweeps.games import GameAsked, Start
from reference.kernel.opening import opener
from reference.kernel.table import event_rules
from reference.kernel.traces import Act
from reference.kernel.verdicts import Next
from tests.kernel import toy
from tests.oracle.helpers import GOLDEN, answer, json_answer
from tests.oracle.sweeping import how_many, rows, said, started, until

Capsys = pytest.CaptureFixture[str]
HAMMER = ("play", "hammer_of_the_scots", "--scenario", "braveheart,the_bruce", "--ruleset", "standard,v3")
SHORT = ("--games", "60", "--most-steps", "150")


def test_every_game_is_a_row_with_all_that_is_to_be_known(capsys: Capsys, tmp_path: Path) -> None:
    """Given a whole game, then its row says how it ended, with the hash and length of the trace of the same seed."""
    out, trace = tmp_path / "games.sqlite", tmp_path / "game.jsonl"
    seeds = ("--seed", "11", "--scenario", "annus_mirabilis")
    assert answer(capsys, "play", "wilderness_war", *seeds, "--games", "2", "--out", str(out))[0] == 0
    code, told = json_answer(capsys, "play", "wilderness_war", *seeds, "--trace", str(trace))
    assert isinstance(told, dict)
    assert code == 0
    with closing(sqlite3.connect(out)) as base:
        base.row_factory = sqlite3.Row
        first, second = (dict(row) for row in base.execute("SELECT * FROM games ORDER BY seed"))
        about = dict(base.execute("SELECT name, value FROM about").fetchall())
    last = told["last"]
    assert isinstance(last, dict)
    assert (first["seed"], second["seed"]) == (11, 12)
    assert (first["scenario"], first["ruleset"]) == ("annus_mirabilis", "standard")
    assert told["results"] == {first["result"]: 1}
    assert (first["digest"], first["decisions"]) == (last["hash"], last["steps"])
    assert first["winner"] in (None, *str(first["result"]).split())
    assert first["ended_by"].startswith("ww:13.")
    assert {first["score_british"], first["score_french"]} >= {0}
    assert json.loads(first["rules"]) == sorted(_cited(trace))
    assert first["wrong"] is None
    assert (about["game"], about["policy"], about["most_steps"]) == ("wilderness_war", "random", "50000")


def _cited(path: Path) -> set[str]:
    """Replay a trace; return the rules that its events cite."""
    trace = load_trace(path)
    table, rules = opening_table(trace.header), set[str]()
    for _, line in trace.lines:
        assert isinstance(line, Act)
        verdict = table.act(line.by, line.do)
        assert isinstance(verdict, Next)
        rules.update(event_rules(verdict.events))
        table = verdict.state
    return rules


def test_points_are_numbers_in_every_game() -> None:
    """Given games that are stopped, then each side has its points: those of a track, nobles, or of what it holds."""
    for game, scenario, ruleset, points in (
        ("wilderness_war", "annus_mirabilis", "standard", {"british": 0, "french": 4}),
        ("hammer_of_the_scots", "braveheart", "standard", {"england": 11, "scotland": 3}),
        ("few_acres_of_snow", "standard", "first", None),
    ):
        played = GameAsked(Start(game, ruleset, scenario), 1, 0).played()
        assert played.result is None
        assert played.decisions == 0
        if points is not None:
            assert played.scores == points
        assert len(played.scores) == 2


def test_scenarios_and_rulesets_are_crossed_and_processes_change_no_row(capsys: Capsys, tmp_path: Path) -> None:
    alone, together = tmp_path / "alone.sqlite", tmp_path / "together.sqlite"
    assert answer(capsys, *HAMMER, *SHORT, "--jobs", "1", "--out", str(alone))[0] == 0
    code, told = json_answer(capsys, *HAMMER, *SHORT, "--jobs", "2", "--out", str(together))
    assert code == 0
    assert rows(alone) == rows(together)
    assert len(rows(alone)) == 4 * 60
    assert isinstance(told, dict)
    starts = told["starts"]
    assert isinstance(starts, list)
    pairs = [(each["scenario"], each["ruleset"], each["games"]) for each in starts if isinstance(each, dict)]
    assert pairs == [
        ("braveheart", "standard", 60), ("braveheart", "v3", 60), ("the_bruce", "standard", 60), ("the_bruce", "v3", 60)
    ]  # fmt: skip


def test_without_a_file_the_statistics_are_those_of_one_process(capsys: Capsys) -> None:
    words = ("play", "few_acres_of_snow", "--games", "30", "--most-steps", "60")
    alone, together = (answer(capsys, *words, "--jobs", each)[:2] for each in ("1", "2"))
    assert alone == together
    assert json_answer(capsys, *words, "--jobs", "1") == json_answer(capsys, *words, "--jobs", "2")


def test_a_sweep_goes_on_from_what_is_kept(capsys: Capsys, tmp_path: Path, stones: str) -> None:
    """Given some games, in two pieces with a gap between, then only the others are played."""
    out, whole = tmp_path / "games.sqlite", tmp_path / "whole.sqlite"
    play = ("play", stones, "--scenario", "large", "--jobs", "1")
    assert answer(capsys, *play, "--seed", "-3", "--games", "13", "--out", str(out))[0] == 0
    assert answer(capsys, *play, "--seed", "20", "--games", "5", "--out", str(out), "--resume")[0] == 0
    code, told, _ = answer(capsys, *play, "--seed", "-3", "--games", "40", "--out", str(out), "--resume")
    assert (code, told.splitlines()[0]) == (0, f"{out}: 40 games, 22 of them new")
    assert answer(capsys, *play, "--seed", "-3", "--games", "40", "--out", str(whole))[0] == 0
    assert rows(out) == rows(whole)
    again = answer(capsys, *play, "--seed", "-3", "--games", "40", "--out", str(out), "--resume")
    assert again[1].splitlines()[0] == f"{out}: 40 games, 0 of them new"


def _has(path: Path, games: int) -> bool:
    return how_many(path) >= games


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_sweep_that_is_killed_leaves_a_whole_file_and_is_gone_on_with(jobs: str, tmp_path: Path) -> None:
    """Given sweeps killed at several moments, then the file is sound each time, and at last as if nothing had been."""
    out, whole = tmp_path / "games.sqlite", tmp_path / "whole.sqlite"
    often = "import oracle.sweeps.kept_games as kept\nkept._SECONDS_BETWEEN_COMMITS = 0.01"
    words = (*HAMMER, *SHORT)
    for wanted in (1, 60, 130):
        process = started(*words, "--jobs", jobs, "--out", str(out), "--resume", before=often)
        until(partial(_has, out, wanted))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert wanted <= len(rows(out)) < 240
    assert said(started(*words, "--jobs", jobs, "--out", str(out), "--resume"))[0] == 0
    assert said(started(*words, "--jobs", "1", "--out", str(whole)))[0] == 0
    assert rows(out) == rows(whole)


def test_ctrl_c_and_a_limit_keep_what_there_is(capsys: Capsys, tmp_path: Path) -> None:
    out = tmp_path / "games.sqlite"
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    often = f"{heeding}import oracle.sweeps.kept_games as kept\nkept._SECONDS_BETWEEN_COMMITS = 0.01"
    process = started(*HAMMER, "--games", "100000", "--jobs", "2", "--out", str(out), before=often)
    until(lambda: how_many(out) >= 3)
    os.killpg(process.pid, signal.SIGINT)
    code, told, err = said(process)
    assert code == 130
    assert err.endswith(" of 400000 games; --resume goes on from there\n")
    assert "Traceback" not in err
    assert told.startswith(f"{out}: {len(rows(out))} games, ")
    limit = ("--most-seconds", "1", "--jobs", "1", "--out", str(out), "--resume")
    code, _, err = answer(capsys, *HAMMER, "--games", "100000", *limit)
    assert (code, err.startswith("referee: stopped with ")) == (4, True)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--games", "9", "--out", "OLD"), "is there already; --resume goes on from what it keeps"),
        (("--most-steps", "7", "--out", "OLD", "--resume"), "keeps games with most steps 50000, not 7; say another"),
        (("--check", "--out", "OLD", "--resume"), "keeps games with positions checked no, not yes; say another file"),
        (("--out", "TEXT", "--resume"), "file is not a database"),
        (("--out", "OTHER", "--resume"), "is not what `referee play --out` writes"),
        (("--out", "/nowhere/games.sqlite"), "unable to open database file"),
        (("--resume",), "--resume goes on from what a file keeps: say which (--out FILE)"),
        (("--scenario", "small,large"), "--scenario: several at once need a file that keeps their results"),
        (("--scenario", "small,small", "--out", "NEW"), "--scenario: small,small names one twice, or none"),
        (("--scenario", "small,huge", "--out", "NEW"), "scenario: 'huge' is none of: small, large"),
        (("--policy", "rare", "--out", "NEW"), "so they are played in turn; not with --out"),
        (("--trace", "game.jsonl", "--jobs", "2"), "not with --jobs; say its seed"),
        (("--as", "left", "--jobs", "2"), "--jobs is for seeded games, not for a game by hand"),
    ],
)
def test_what_cannot_be_is_said(
    stones: str, tmp_path: Path, capsys: Capsys, words: tuple[str, ...], complaint: str
) -> None:
    assert answer(capsys, "play", stones, "--out", str(tmp_path / "OLD"))[0] == 0
    (tmp_path / "TEXT").write_text("not a database, and long enough to be told from one" * 20, encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "OTHER")) as base:
        base.execute("CREATE TABLE t (x)")
    named = [str(tmp_path / word) if word.isupper() else word for word in words]
    code, out, err = answer(capsys, "play", stones, *named)
    assert (code, out) == (2, "")
    assert complaint in err


def test_a_file_kept_by_other_code_is_not_gone_on_with(
    stones: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "games.sqlite")
    assert answer(capsys, "play", stones, "--out", out)[0] == 0
    monkeypatch.setattr("oracle.sweeps.sweep.code_digest", lambda _: "other")
    code, _, err = answer(capsys, "play", stones, "--out", out, "--resume")
    assert code == 2
    assert ": keeps games with code digest " in err
    assert err.endswith(", not other; say another file\n")


def test_games_from_a_position_are_kept_by_its_place(tmp_path: Path, capsys: Capsys) -> None:
    out = tmp_path / "games.sqlite"
    place = f"{GOLDEN / 'ex-7.62.jsonl'}@0"
    assert answer(capsys, "play", place, "--games", "3", "--ruleset", "standard,fr", "--out", str(out))[0] == 0
    assert [row[:3] for row in rows(out)] == [
        (place, ruleset, seed) for ruleset in ("fr", "standard") for seed in range(3)
    ]


def test_a_game_that_goes_wrong_is_kept_and_ends_the_sweep(
    stones: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unsound(toy.Stones):
        def start(self, scenario: str, ruleset: toy.Ruleset) -> toy.State:
            return toy.State(ruleset, -1)

    monkeypatch.setitem(OPENERS, "stones", lambda: opener(Unsound()))
    out = tmp_path / "games.sqlite"
    code, _, err = answer(capsys, "play", stones, "--games", "5", "--ruleset", "two", "--check", "--out", str(out))
    assert (code, err) == (1, "referee: small, two, seed 0, step 0: the position is unsound\n")
    assert [row[-1] for row in rows(out)] == ["the position is unsound"]


def test_a_fault_of_the_rules_names_the_game_and_ends_with_3(
    stones: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Breaking(toy.Stones):
        def step(self, state: toy.State, action: toy.Action, due: toy.Due | None = None) -> toy.Verdict:
            raise RuntimeError("broken")

    monkeypatch.setitem(OPENERS, "stones", lambda: opener(Breaking()))
    for more in ((), ("--out", str(tmp_path / "games.sqlite"))):
        code, _, err = answer(capsys, "play", stones, "--seed", "4", "--ruleset", "three", *more)
        assert code == 3
        assert "seed 4: internal error (RuntimeError: broken" in err
