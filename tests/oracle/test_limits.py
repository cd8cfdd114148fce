"""Work that is open-ended has limits: what runs over is said, and what there is so far is reported."""

import argparse
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType

import pytest

from oracle.cli import COMMANDS, Command, help_of
from oracle.errors import InputError
from oracle.evidence.links import ROOT
from oracle.interrupts import Stoppable
from oracle.limits import AT_LIMIT, RanOver, time_limit
from oracle.numbers_given import Whole
from oracle.protocol.desk import MOST_LINES, Desk
from oracle.protocol.methods import initialize, limits_of
from oracle.protocol.params import Params
from oracle.protocol.server import Server
from oracle.shortform import read_part, read_typed
from oracle.words.positions_in_words import read_position
from reference.kernel.canonical import Json
from tests.oracle.helpers import LOSSES, answer, json_answer, written
from tests.oracle.test_protocol import TRACE, call, error, server

# A limit that falls into a callback of the garbage collector is lost there, with a warning, and said again.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
STACKS = "--attacker braddock,br_regular --defender fr_indian_huron,fr_coureurs"
BATTLE = "docs/examples/odds/ww_raid.jsonl"


def test_a_block_runs_over_once_its_time_is_up_and_not_after_it() -> None:
    with pytest.raises(RanOver, match=r"^takes longer than 0.05 seconds$"), time_limit(0.05):
        time.sleep(30)
    with time_limit(0.05):
        pass
    time.sleep(0.1)
    with time_limit(None):
        pass


def test_a_limit_that_is_lost_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the first word gets lost, as in a finaliser, then the block is stopped by the next."""
    monkeypatch.setattr("oracle.limits._AGAIN", 0.05)
    lost: list[RanOver] = []

    def sleep() -> None:
        try:
            time.sleep(30)
        except RanOver as over:
            lost.append(over)
        time.sleep(30)

    with pytest.raises(RanOver), time_limit(0.05):
        sleep()
    assert len(lost) == 1


def test_a_limit_waits_while_a_lock_is_being_taken() -> None:
    """Given code of a library with locks is at work when the time is up, then it is stopped only after that."""
    done: list[str] = []

    def work() -> None:
        time.sleep(0.05)
        time.sleep(0.05)
        done.append("whole")

    as_in_a_library = FunctionType(work.__code__, {**globals(), "__name__": "threading.work"}, closure=work.__closure__)

    def work_and_wait() -> None:
        as_in_a_library()
        time.sleep(30)

    with pytest.raises(RanOver), time_limit(0.02):
        work_and_wait()
    assert done == ["whole"]


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a second of a limit pass in a hundredth."""
    for command in ("perft", "divide", "diff", "play"):
        monkeypatch.setattr(f"oracle.commands.{command}.seconds_of", lambda _arguments: 0.3)
    monkeypatch.setattr("oracle.commands.odds_battle.seconds_of", lambda _arguments: 0.0)
    monkeypatch.setattr("oracle.commands.odds_from.seconds_of", lambda _arguments: 0.0)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("perft wilderness_war --depth 9 --most-seconds 1", "was not counted to its end"),
        ("divide hammer_of_the_scots --depth 9 --most-seconds 1", "actions after these were not counted"),
        (f"odds battle ww --terrain mountain {STACKS} --most-seconds 1", "not walked: "),
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


def test_a_pipe_in_a_folder_is_not_waited_for_and_a_device_without_end_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, LOSSES, name="a.jsonl")
    os.mkfifo(tmp_path / "b.jsonl")
    (tmp_path / "c.jsonl").mkdir()
    (tmp_path / "d.jsonl").symlink_to(tmp_path / "nowhere")
    code, told = json_answer(capsys, "verify", str(tmp_path), "--keep-going", "--jobs", "1")
    assert isinstance(told, dict)
    reports = told["reports"]
    assert isinstance(reports, list)
    assert [str(each["path"])[-7:] for each in reports if isinstance(each, dict)] == ["a.jsonl", "d.jsonl"]
    assert code == 2
    if Path("/dev/zero").exists():
        code, _, err = answer(capsys, "position", "/dev/zero", "--game", "wilderness_war")
        assert (code, err) == (2, "referee: /dev/zero: larger than 100000000 bytes\n")


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


# ---------------------------------------------------------------- the time of a message


@pytest.fixture
def to_game() -> Server:
    """Give a server with a session of a game that rolls dice for long."""
    to = server()
    call(to, "load", game="pebbles", position={"heap": 9, "turn": "left", "rolling": True})
    return to


EVENLY: dict[str, Json] = {"left": "evenly", "right": "evenly"}


ASKED: dict[str, Json] = {"session": "s1", "expect": {"turn": "left"}, "policies": EVENLY}


def test_odds_stop_when_the_time_of_the_message_is_up(to_game: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given no time, then a walk is refused unless the client takes part of it, which says how little it is."""
    assert "not_walked" not in call(to_game, "odds", **ASKED)
    monkeypatch.setattr(Stoppable, "is_stopped", lambda _: True)
    assert error(to_game, "odds", **ASKED) == {
        "code": 14,
        "message": "The tree is too large: stopped after 5 seconds or by Ctrl-C; say `positions` to have part of it",
    }
    assert call(to_game, "odds", **ASKED, positions=20_000)["not_walked"] != "0/1"


def test_a_batch_whose_time_is_up_is_refused_request_by_request(to_game: Server) -> None:
    to_game.desk.seconds = 0
    one = {"jsonrpc": "2.0", "method": "hash", "params": {"session": "s1"}}
    reply = to_game.reply(json.dumps([{**one, "id": 1}, {**one, "id": 2}]).encode())
    assert reply is not None
    told = {"code": 14, "message": "This message has had its 0 seconds; ask in another one"}
    assert [(each["id"], each["error"]) for each in json.loads(reply)] == [(1, told), (2, told)]


@pytest.mark.parametrize("method", ["load", "verify"])
def test_a_trace_that_takes_too_long_is_refused_and_opens_nothing(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    to = server()
    to.desk.seconds = 1
    monkeypatch.setattr("oracle.protocol.methods.replay", lambda *_: time.sleep(30))
    begun = time.monotonic()
    refused = error(to, method, trace=TRACE)
    assert isinstance(refused, Mapping)
    assert refused["code"] == 14
    assert "The message takes longer than" in str(refused["message"])
    assert time.monotonic() - begun < 5
    assert not to.desk.sessions.held


def test_ctrl_c_stops_a_walk_and_the_server_goes_on() -> None:
    """Given a server that walks for long, when it is interrupted, then it answers with what it has, and goes on."""
    command = [sys.executable, "-m", "oracle", "serve", "--stdio", "--most-seconds", "60"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stdout is not None

        def told(method: str, **params: Json) -> dict[str, Json]:
            assert run.stdin is not None
            assert run.stdout is not None
            asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            run.stdin.write(json.dumps(asked).encode() + b"\n")
            run.stdin.flush()
            if method == "odds":
                time.sleep(0.5)
                run.send_signal(signal.SIGINT)
            found: dict[str, Json] = json.loads(run.stdout.readline())["result"]
            return found

        told("new", game="hammer_of_the_scots", scenario="braveheart")
        policies: Json = {"england": "evenly", "scotland": "evenly"}
        walked = told("odds", session="s1", until="choice", policies=policies, of=["due"], positions=20_000)
        assert walked["not_walked"] != "0/1"
        assert told("shutdown") == {"sessions": 1}
        assert run.wait(10) == 0


# ---------------------------------------------------------------- what is said of limits


def test_every_limit_is_in_initialize_and_in_the_help() -> None:
    limits, text = limits_of(Desk()), help_of("serve")
    assert initialize(Desk(), Params({}))["limits"] == {name: number for name, (number, _) in limits.items()}
    for name, (number, told) in limits.items():
        assert re.search(rf"{name} +{number:,}  {re.escape(told)}", text), name


LIMITED = ("perft", "divide", "diff", "play", "verify", "serve")


@pytest.mark.parametrize("command", LIMITED)
def test_work_without_end_has_a_limit_of_time_in_its_help(command: str) -> None:
    assert "--most-seconds N" in help_of(command)


@pytest.mark.parametrize("kind", ["from", "battle"])
def test_both_kinds_of_odds_have_a_limit_of_time(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--most-seconds N" in answer(capsys, "odds", kind, "--help")[1]


def number_options(parser: argparse.ArgumentParser) -> Iterator[tuple[str, Whole]]:
    for action in parser._actions:
        if isinstance(action.choices, Mapping):
            for inner in action.choices.values():
                yield from number_options(inner)
        elif action.type is not None:
            assert isinstance(action.type, Whole), action.option_strings
            yield action.option_strings[0], action.type


@pytest.mark.parametrize("command", COMMANDS)
def test_every_number_of_a_command_has_a_range(command: str) -> None:
    """Given each option that is a number, when it is absurd, then it is refused with its range before any work."""
    parser = argparse.ArgumentParser()
    module: object = importlib.import_module(f"oracle.commands.{command}")
    assert isinstance(module, Command)
    module.configure(parser)
    for name, whole in number_options(parser):
        for absurd in (
            whole.within.most + 1,
            whole.within.least - 1,
            "9" * 5_000,
            "x",
            "1.0",
            "\u0663",
            "",
            "-",
            "--1",
        ):
            with pytest.raises(argparse.ArgumentTypeError, match=f"is not a whole number, {whole.within}$"):
                whole(str(absurd))
        assert whole(str(whole.within.least)) == whole.within.least, name


def test_an_absurd_number_is_named_with_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = answer(capsys, "perft", "hammer_of_the_scots", "--depth", "101")
    assert code == 2
    assert err.endswith("argument --depth: '101' is not a whole number, 1 to 100\n")
