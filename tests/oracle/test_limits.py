"""Work that is open-ended has limits: what runs over is said, and what there is so far is reported."""

import json
import time
from pathlib import Path

import pytest

from oracle.errors import InputError
from oracle.limits import AT_LIMIT, RanOver, time_limit
from oracle.protocol.desk import MOST_LINES
from oracle.shortform import read_part, read_typed
from oracle.words.positions_in_words import read_position
from reference.kernel.canonical import Json
from tests.oracle.helpers import LOSSES, answer, json_answer, written
from tests.oracle.test_protocol import call, error, server

BATTLE = "docs/examples/odds/ww_raid.jsonl"


def test_a_block_runs_over_once_its_time_is_up_and_not_after_it() -> None:
    with pytest.raises(RanOver, match=r"^takes longer than 0.05 seconds$"), time_limit(0.05):
        time.sleep(30)
    with time_limit(0.05):
        pass
    time.sleep(0.1)
    with time_limit(None):
        pass


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a second of a limit pass in a hundredth."""
    for command in ("perft", "diff", "play"):
        monkeypatch.setattr(f"oracle.commands.{command}.seconds_of", lambda _arguments: 0.3)
    monkeypatch.setattr("oracle.commands.odds_from.seconds_of", lambda _arguments: 0.0)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("perft wilderness_war --depth 9 --most-seconds 1", "was not counted to its end"),
        ("play hammer_of_the_scots --games 5000 --most-seconds 1", "stopped in the game of seed"),
        ("diff --game few_acres_of_snow first second --games 5000 --most-seconds 1", "compared so far"),
        (f"odds from {BATTLE} --until choice --policy french=evenly --most-seconds 1", "stopped after"),
    ],
)
def test_a_command_says_what_it_has_when_its_time_is_up(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = answer(capsys, *words.split())
    assert code == AT_LIMIT, err
    assert told in err
    assert out


def test_a_file_with_too_many_lines_is_reported_and_the_others_are_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, LOSSES, *['{"note":"x"}'] * 5, name="a.jsonl")
    written(tmp_path, LOSSES, name="b.jsonl")
    code, told = json_answer(capsys, "verify", str(tmp_path), "--most-steps", "3", "--jobs", "1")
    assert isinstance(told, dict)
    assert (code, told["summary"]) == (
        AT_LIMIT,
        {
            "traces": 2,
            "conform": 1,
            "diverge": 0,
            "unreadable": 0,
            "ran_over": 1,
            "internal_errors": 0,
            "steps": 0,
            "not_replayed": 0,
        },
    )
    reports = told["reports"]
    assert isinstance(reports, list)
    assert reports[0] == {
        "path": str(tmp_path / "a.jsonl"),
        "conforms": False,
        "steps": 0,
        "ran_over": "has more than 3 lines",
    }
    code, out, err = answer(capsys, "verify", str(tmp_path), "--most-steps", "3", "--junit", str(tmp_path / "x.xml"))
    assert (code, "1 ran over" in out, "has more than 3 lines" in err) == (AT_LIMIT, True, True)
    assert 'type="ran_over"' in (tmp_path / "x.xml").read_text(encoding="utf-8")


def test_a_file_that_takes_too_long_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oracle.replays.replay_file", lambda *_: time.sleep(30))
    path = written(tmp_path, LOSSES)
    code, _, err = answer(capsys, "verify", path, "--most-seconds", "1", "--jobs", "1")
    assert (code, err) == (AT_LIMIT, f"referee: {path}: takes longer than 1 seconds\n")


# ---------------------------------------------------------------- the protocol


def test_odds_stop_at_the_positions_asked_for_and_say_what_was_not_walked() -> None:
    to = server()
    call(to, "load", game="pebbles", position={"heap": 9, "turn": "left", "rolling": True})
    evenly: Json = {"left": "evenly", "right": "evenly"}
    whole = call(to, "odds", session="s1", expect={"turn": "left"}, policies=evenly)
    assert set(whole) == {"step", "odds"}
    some = call(to, "odds", session="s1", expect={"turn": "left"}, policies=evenly, positions=5)
    assert set(some) == {"step", "odds", "not_walked"}
    assert some["not_walked"] != "0/1"
    best: Json = {"left": "best", "right": "worst"}
    found = error(to, "odds", session="s1", expect={"turn": "left"}, policies=best, positions=5)
    assert json.dumps(found).count("known only when all is walked") == 1


def test_a_trace_that_is_too_long_is_refused_before_it_is_read() -> None:
    long = "\n" * (MOST_LINES + 1)
    for method in ("load", "verify"):
        assert error(server(), method, trace=long) == {
            "code": 14,
            "message": f"The trace is too long: {MOST_LINES + 1} lines, {MOST_LINES} are the most",
        }


def test_words_that_are_too_long_are_refused_before_their_meaning_is_looked_for() -> None:
    long = "go to Albany " * 100
    refused = pytest.raises(InputError, match=r"^an action of 1\d\d\d characters; 1000 are the most$")
    with refused:
        read_typed(long, [{"type": "go"}], "wilderness_war")
    with refused:
        read_part(long)
    with pytest.raises(InputError, match=r"^a position in words of 10002 characters; 10000 are the most$"):
        read_position("ww" * 5_001)


def test_a_batch_walks_and_replays_no_more_than_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a share of five positions a message, when a batch asks twice, then the second is refused, the next not."""
    for module in ("desk", "methods"):
        monkeypatch.setattr(f"oracle.protocol.{module}.MOST_POSITIONS", 5)
    to = server()
    call(to, "load", game="pebbles", position={"heap": 9, "turn": "left", "rolling": True})
    asked: dict[str, Json] = {
        "session": "s1",
        "expect": {"turn": "left"},
        "policies": {"left": "evenly", "right": "evenly"},
    }
    one = {"jsonrpc": "2.0", "method": "odds", "params": {**asked, "positions": 5}}
    reply = to.reply(json.dumps([{**one, "id": 1}, {**one, "id": 2}]).encode())
    assert reply is not None
    first, second = json.loads(reply)
    assert "not_walked" in first["result"]
    assert "this message has walked its 5 positions" in second["error"]["message"]
    assert "not_walked" in call(to, "odds", **asked, positions=5)


def test_a_batch_replays_no_more_lines_than_one_request() -> None:
    to, long = server(), "\n" * (MOST_LINES // 2 + 1)
    one = {"jsonrpc": "2.0", "method": "verify", "params": {"trace": long}}
    reply = to.reply(json.dumps([{**one, "id": 1}, {**one, "id": 2}]).encode())
    assert reply is not None
    first, second = json.loads(reply)
    assert "too long" not in first["error"]["message"]
    assert f"{MOST_LINES // 2 - 1} are left for this message" in second["error"]["message"]


def test_a_file_that_takes_too_much_memory_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oracle.replays.replay_file", lambda *_: bytearray(3_000_000_000))
    path = written(tmp_path, LOSSES)
    code, _, err = answer(capsys, "verify", path, "--most-megabytes", "2500", "--jobs", "1")
    assert (code, err) == (AT_LIMIT, f"referee: {path}: takes more than 2500 megabytes of memory\n")
