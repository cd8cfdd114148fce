"""`verify`: planted faults are found, told in words, and counted; recorded games are recognised."""

import io
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import InvalidStateError
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import oracle.peers
from oracle.evidence.links import ROOT
from oracle.executors.each import Where, each_in_order
from oracle.json_diff import changes, in_lines
from oracle.peers import importer_of
from oracle.peers.departures import Departures
from oracle.peers.formats import Format, has
from oracle.peers.importer import Coverage, Kind, PeerDivergence, PeerReport
from oracle.progress import Bar
from oracle.replays import replay_file
from reference.kernel.canonical import Json, Unreadable, digest
from tests.kernel import toy
from tests.oracle.helpers import GOLDEN, LARGE, SMALL, answer, json_answer, roll, take, written

Capsys = pytest.CaptureFixture[str]


# ---------------------------------------------------------------- planted faults


def test_another_hash_is_told_with_what_the_action_does_here(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL, take(1, hash="0123456789abcdef"))
    assert answer(capsys, "verify", path) == (
        1,
        f"""DIVERGES  {path}
  line 2, step 1: the state after the action has another hash
  action: take 1 of the stones  {{"stones":1,"type":"take"}}
  hash: expected 0123456789abcdef
        found    {digest({"heap": 2, "turn": "right", "rolling": True})}
  what happens here:
    1 stones are taken  (ww:7.62, ww:7.63)
  what the action changes here:
    heap: before 3
          after  2
    rolling: before false
             after  true
    turn: before left
          after  right
  to see the position: ./referee options {path}@0
1 trace, 0 conform, 1 diverge, 0 steps
""",
        "",
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            (take(1), take(1, "right")),
            [
                "  line 3, step 2: the decision is somebody else's",
                '  action: take 1 of the stones  {"stones":1,"type":"take"}',
                "  rules: ww:7.2-C",
                "  by: expected right",
                "      found    chance",
                "  due here: Chance: what die shows",
                "  to see the position: ./referee options {path}@1",
            ],
        ),
        (
            ('{"by":"left","do":{"type":"roll","face":1}}',),
            [
                "  line 2, step 1: another decision is due",
                '  action: roll: face 1  {"face":1,"type":"roll"}',
                "  rules: ww:7.62, ww:7.2-C",
                '  decision: expected {"face":1,"type":"roll"}',
                "            found    how many stones",
                "  due here: Left: how many stones",
                "  to see the position: ./referee options {path}@0",
            ],
        ),
        (
            ('{"by":"left","do":{"type":"take","stones":1},"cites":["ww:7.1"]}',),
            [
                "  line 2, step 1: what happened does not follow from the rules cited",
                '  action: take 1 of the stones  {"stones":1,"type":"take"}',
                "  rules: ww:7.1",
                "  what happens here:",
                "    1 stones are taken  (ww:7.62, ww:7.63)",
                "  to see the position: ./referee options {path}@0",
            ],
        ),
        (
            ('{"by":"left","refuse":{"type":"take","stones":1},"rule":"ww:7.62"}',),
            [
                "  line 2, step 0: the action should be refused but is legal",
                '  action: take 1 of the stones  {"stones":1,"type":"take"}',
                "  rules: ww:7.62",
                "  to see the position: ./referee options {path}@0",
            ],
        ),
        (
            (take(2), roll(1), take(1, "right"), take(1)),
            [
                "  line 5, step 4: another decision is due",
                '  action: take 1 of the stones  {"stones":1,"type":"take"}',
                "  rules: ww:7.2-E",
                '  decision: expected {"stones":1,"type":"take"}',
                "            found    nothing: it is over",
                "  due here: nothing, right wins",
                "  to see the position: ./referee options {path}@3",
            ],
        ),
    ],
)
def test_every_fault_is_told_in_its_own_words(
    stones: str, tmp_path: Path, capsys: Capsys, lines: tuple[str, ...], told: list[str]
) -> None:
    path = written(tmp_path, SMALL, *lines)
    code, out, _ = answer(capsys, "verify", path)
    assert (code, out.splitlines()[1:-1]) == (1, [line.replace("{path}", path) for line in told])


def test_the_command_that_shows_the_position_works(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(1), roll(1), take(9, "right"))
    _, out, _ = answer(capsys, "verify", path)
    line = next(line for line in out.splitlines() if "to see the position" in line)
    code, shown, _ = answer(capsys, *line.split("./referee ")[1].split())
    assert (code, shown.splitlines()[1].split("  ")[0]) == (0, "Right must decide: how many stones")


# ---------------------------------------------------------------- another ruleset


def test_a_trace_may_be_replayed_under_another_ruleset(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL, take(3))
    code, out, _ = answer(capsys, "verify", path)
    assert (code, out.splitlines()[-2]) == (1, f"  to see the position: ./referee options {path}@0")
    code, out, _ = answer(capsys, "verify", path, "--ruleset", "three")
    assert (code, out.splitlines()[-1]) == (0, "1 trace, 1 conform, 1 step")
    named = written(tmp_path, SMALL.replace('"two"', '"three"'), take(3), name="named.jsonl")
    code, out, _ = answer(capsys, "verify", named, "--ruleset", "two+most=2")
    assert (code, out.splitlines()[-2]) == (
        1,
        f"  to see the position: ./referee options {named}@0 --ruleset two+most=2",
    )


@pytest.mark.parametrize(
    ("ruleset", "complaint"),
    [
        ("four", "ruleset: 'four' is no ruleset of stones; there are: two, three"),
        ("two+most", "ruleset: 'most' is not of the form option=value"),
        ("two+most=9", "ruleset: most cannot be '9'; it is one of: 2, 3"),
    ],
)
def test_a_ruleset_that_is_none_is_named(
    stones: str, tmp_path: Path, capsys: Capsys, ruleset: str, complaint: str
) -> None:
    path = written(tmp_path, SMALL, take(1))
    code, _, err = answer(capsys, "verify", path, "--ruleset", ruleset)
    assert (code, err) == (2, f"referee: {path}: {complaint}\n")


def test_a_recorded_game_keeps_its_ruleset(peer: Path, capsys: Capsys) -> None:
    path = written(peer, '{"record":"other"}')
    code, _, err = answer(capsys, "verify", path, "--ruleset", "three")
    assert (code, err) == (2, f"referee: {path}: a recorded game has the ruleset of its implementation\n")


# ---------------------------------------------------------------- many files


def test_unreadable_files_count_and_end_with_2(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    written(tmp_path, SMALL, take(1), name="a.jsonl")
    written(tmp_path, SMALL, take(9), name="b.jsonl")
    written(tmp_path, "nonsense", name="c.jsonl")
    written(tmp_path, SMALL, name="d.jsonl")
    code, out, err = answer(capsys, "verify", str(tmp_path), "--keep-going", "--quiet")
    assert (code, out.splitlines()[-1]) == (2, "4 traces, 2 conform, 1 diverge, 1 unreadable, 1 step")
    assert err == f"referee: {tmp_path}/c.jsonl: line 1: not JSON: Expecting value at column 1\n"
    code, told = json_answer(capsys, "verify", str(tmp_path))
    assert isinstance(told, dict)
    assert (code, told["summary"]) == (
        1,
        {
            "traces": 2,
            "conform": 1,
            "diverge": 1,
            "unreadable": 0,
            "ran_over": 0,
            "internal_errors": 0,
            "steps": 1,
            "not_replayed": 2,
        },
    )


def test_many_files_are_replayed_at_once_with_the_same_answer(capsys: Capsys) -> None:
    alone = answer(capsys, "verify", str(GOLDEN), "--jobs", "1")
    assert answer(capsys, "verify", str(GOLDEN), "--jobs", "2") == alone
    assert answer(capsys, "verify", str(GOLDEN)) == alone


def test_work_in_order_stops_when_nobody_listens() -> None:
    found = each_in_order(abs, list(range(-100, 0)), Where(2))
    assert [next(found), next(found)] == [100, 99]
    del found
    assert list(each_in_order(abs, [-1, -2])) == [1, 2]


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "9999999999999"])
def test_a_wrong_number_of_jobs_is_refused(capsys: Capsys, jobs: str) -> None:
    code, _, err = answer(capsys, "verify", str(GOLDEN), "--jobs", jobs)
    assert code == 2
    assert f"argument --jobs: {jobs!r} is not a whole number, 1 to 1000000000" in err


def _broken(*_: object) -> None:
    raise AssertionError("no such frame")


def test_a_fault_of_ours_is_told_apart_from_bad_input_and_ends_with_3(
    stones: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given rules that fail, then each file says so, with where and how to report it, and others are still read."""
    games = tmp_path / "games"
    games.mkdir()
    written(games, SMALL, take(1), name="a.jsonl")
    written(games, "nonsense", name="b.jsonl")
    written(games, SMALL, name="c.jsonl")
    monkeypatch.setattr(toy.Stones, "step", _broken)
    code, out, err = answer(capsys, "verify", str(games), "--keep-going", "--junit", str(tmp_path / "out.xml"))
    assert (code, out.splitlines()[-1]) == (3, "3 traces, 1 conform, 1 unreadable, 1 internal error, 0 steps")
    told = err.splitlines()
    assert told[0].startswith(f"referee: {games}/a.jsonl: internal error (AssertionError: no such frame, in oracle/")
    assert "please report it" in told[0]
    assert "REFEREE_TRACEBACK=1" in told[0]
    assert "Traceback" not in err
    xml = (tmp_path / "out.xml").read_text("utf-8")
    assert 'tests="3" failures="0" errors="2"' in xml
    assert 'type="internal_error"' in xml
    code, out, _ = answer(capsys, "verify", f"{games}/a.jsonl", "--json")
    assert code == 3
    assert '"internal_errors": 1' in out
    assert '"internal_error": "internal error (AssertionError: no such frame' in out
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    assert "Traceback (most recent call last)" in answer(capsys, "verify", f"{games}/a.jsonl")[2]


def test_junit_tells_what_failed_and_why(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for name, lines in {"a": (SMALL,), "b": (SMALL, take(9)), "c": ("\\u0001",)}.items():
        written(games, *lines, name=f"{name}.jsonl")
    out = tmp_path / "out.xml"
    assert answer(capsys, "verify", str(games), "--keep-going", "--junit", str(out))[0] == 2
    suite = ElementTree.parse(out).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert [[each.tag for each in case] for case in suite] == [[], ["failure"], ["error"]]
    first = "line 2, step 1: Illegal under ww:7.62: 9 stones are too many. [Drilled quota: "
    assert str(suite[1][0].get("message")).startswith(first)
    assert suite[1][0].get("type") == "ww:7.62 ww:7.63"
    assert suite[2][0].get("message") == "line 1: not JSON: Expecting value at column 1"


def test_a_file_that_cannot_be_written_is_named(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    code, _, err = answer(capsys, "verify", path, "--junit", f"{tmp_path}/none/out.xml")
    assert (code, err) == (2, f"referee: {tmp_path}/none/out.xml: there is no folder {tmp_path}/none\n")


# ---------------------------------------------------------------- the bar


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


_CODES = re.compile(r"\x1b\[[?\d;]*\w")


def _is_erased(told: str) -> bool:
    """Say whether the last bar was erased and the cursor shown again."""
    after = told.rpartition("games")[2]
    return "\x1b[2K" in after and "\x1b[?25h" in after


def test_the_bar_shows_on_a_terminal_and_is_silent_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.progress._PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    terminal, pipe = _Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with Bar(2, "games", stream) as bar:
            bar.advance()
            bar.clear()
            bar.advance()
    shown = _CODES.sub("", terminal.getvalue())
    assert "1/2 games" in shown
    assert "2/2 games" in shown
    assert pipe.getvalue() == ""


def test_work_of_unknown_length_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.progress._PAUSE", -1.0)
    terminal = _Terminal()
    with Bar(None, "positions", terminal) as bar:
        bar.reach(12345)
    assert "12,345 positions" in terminal.getvalue()


def test_nothing_is_shown_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.progress._PAUSE", -1.0)
    monkeypatch.setattr("oracle.progress.find_spec", lambda _: None)
    terminal = _Terminal()
    with Bar(2, "games", terminal) as bar:
        bar.advance()
    assert terminal.getvalue() == ""


def test_the_bar_is_gone_when_its_work_ends_however_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a bar on a terminal, when its work is interrupted, then its line is erased and the cursor is back."""
    monkeypatch.setattr("oracle.progress._PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    terminal = _Terminal()

    def interrupted() -> None:
        with Bar(3, "games", terminal) as bar:
            bar.advance()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert "1/3 games" in _CODES.sub("", terminal.getvalue())
    assert _is_erased(terminal.getvalue())


# Whoever runs tests in the background may have told all its processes to take no notice of Ctrl-C.
_HEEDING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("oracle", run_name="__main__", alter_sys=True)
"""


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals to pretend here; run it on Unix")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_without_a_word(jobs: str) -> None:
    """Given many traces replayed on a terminal, when all its processes are interrupted, then they go in silence."""
    ours, theirs = os.openpty()
    words = [sys.executable, "-P", "-X", "utf8", "-c", _HEEDING, "verify", "--quiet", "--jobs", jobs]
    words += [str(GOLDEN)] * 20
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, stdout=theirs, stderr=theirs, env=environment, start_new_session=True) as process:
        os.close(theirs)
        told = _until(ours, b"games")
        os.killpg(process.pid, signal.SIGINT)
        told += _until(ours, None)
        assert process.wait(30) == 130
    os.close(ours)
    assert b"Traceback" not in told
    assert _is_erased(told.decode())


def test_only_work_found_cancelled_is_passed_over(capsys: Capsys) -> None:
    list(each_in_order(abs, [-1, -2], Where(2)))
    for fault in (InvalidStateError("cancelled"), ValueError("broken")):
        threading.excepthook(threading.ExceptHookArgs((type(fault), fault, None, None)))
    told = capsys.readouterr().err
    assert "broken" in told
    assert "cancelled" not in told


_IDLE = """
import multiprocessing, signal, sys, time
from oracle.executors.each import Where, each_in_order
begin = multiprocessing.process.BaseProcess.run

def begin_late(worker):
    if worker.name.endswith("-1"):
        time.sleep(float(sys.argv[1]))
    begin(worker)

multiprocessing.process.BaseProcess.run = begin_late
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    print(next(each_in_order(time.sleep, [0, 60], Where(2))), flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize("late", ["0", "2"])
def test_a_worker_with_nothing_to_do_is_silent_too(late: str) -> None:
    """Given one worker at rest or only just begun, one at work, when all are interrupted, then neither says a word."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", _IDLE, late]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, env=environment, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"None\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=30) == (b"", b"")
        assert process.returncode == 130


def _until(terminal: int, wanted: bytes | None) -> bytes:
    """Read a terminal until something shows, or until nobody writes to it any more."""
    told = b""
    while wanted is None or wanted not in told:
        try:
            part = os.read(terminal, 65_536)
        except OSError:
            return told
        if not part:
            return told
        told += part
    return told


# ---------------------------------------------------------------- differences


@pytest.mark.parametrize(
    ("expected", "found", "lines"),
    [
        ({"vp": 3}, {"vp": 2}, ["vp: expected 3", "    found    2"]),
        ({"a": 1}, {}, ["a: expected 1", "   found    nothing"]),
        (
            {"at": ["x", "y", "y"]},
            {"at": ["x", "z"]},
            ["at: only expected: 2 x y", "at: only found: z"],
        ),
        (
            {"at": ["x", "y"]},
            {"at": ["y", "x"]},
            ["at: the same in another order", "    expected x, y", "    found y, x"],
        ),
        (
            {"frames": [{"type": "battle", "die": 3}]},
            {"frames": [{"type": "battle", "die": 4}]},
            ["frames[0].die: expected 3", "               found    4"],
        ),
        ({"a": "x" * 200}, {"a": ""}, [f"a: expected {'x' * 97}...", "   found    "]),
    ],
)
def test_a_difference_shows_only_what_differs(expected: Json, found: Json, lines: list[str]) -> None:
    assert [line for each in changes(expected, found) for line in in_lines(each)] == lines


def test_equal_values_have_no_difference() -> None:
    assert changes({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}) == ()


# ---------------------------------------------------------------- recorded games

_PEER = """
from tests.oracle.test_verify import KNOWN, PARTED, Stones

IMPORTER = Stones("stones", 9, KNOWN, PARTED)
"""
_OTHER_PEER = """
from tests.oracle.test_verify import OTHER_KNOWN, OTHER_PARTED, Stones

IMPORTER = Stones("other", 5, OTHER_KNOWN, OTHER_PARTED)
"""
KNOWN = PeerDivergence(3, Kind.HANDS, "deck", 1, 2, ruling="D62")
PARTED = (
    PeerDivergence(4, Kind.BOARD, "pieces.boston", ["a", "b"], ["b"], ("ww:7.62",)),
    PeerDivergence(7, Kind.BOARD, "vp", 1, 2),
)
OTHER_PARTED = (PeerDivergence(2, Kind.CHOICES, "choices (move)", ["stay", "go"], ["stay"], ("ww:6.52",)),)
OTHER_KNOWN = replace(OTHER_PARTED[0], step=1, ruling="E7")


@dataclass(frozen=True)
class Stones:
    """Reads records of a toy; one with the word `wrong` parts from the rules."""

    record: str
    steps: int
    known: PeerDivergence
    parted: tuple[PeerDivergence, ...]
    game: str = "toy"

    departures: Departures = field(default_factory=dict)

    @property
    def format(self) -> Format:
        """Return the marks of its first line."""
        return Format(self.record, "a toy", (has("record", self.record),))

    def replay(self, lines: Iterable[str]) -> PeerReport:
        """Return what the record asks for."""
        text = "".join(lines)
        if "broken" in text:
            raise Unreadable("line 2", "is broken")
        found = (self.known, *self.parted) if "wrong" in text else (self.known,)
        return PeerReport(self.game, "", "standard", 1, self.steps, "", found)


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "peers"
    folder.mkdir()
    (folder / "toy_peer.py").write_text(_PEER, encoding="utf-8")
    (folder / "other_peer.py").write_text(_OTHER_PEER, encoding="utf-8")
    (folder / "no_peer.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(oracle.peers, "__path__", [str(folder)])
    for name in ("toy_peer", "other_peer", "no_peer"):
        monkeypatch.delitem(sys.modules, f"oracle.peers.{name}", raising=False)
    return tmp_path


def test_recorded_games_are_recognised_and_told_like_traces(peer: Path, capsys: Capsys) -> None:
    good = written(peer, '{"record":"stones"}', name="good.jsonl")
    wrong = written(peer, '{"record":"stones"}', "wrong", name="wrong.jsonl")
    assert answer(capsys, "verify", good, wrong) == (
        1,
        f"""conforms, with 1 explained  {good}  (9 steps)
  step 3, deck: explained by D62
DIVERGES  {wrong}
  step 4: the position is not as expected
  rules: ww:7.62
  pieces.boston: only recorded: a
  step 3, deck: explained by D62
  and 1 more, the next at step 7, vp
recorded games: 2, 1 conform with explained divergences
  compared: 0 of 0 records, 0 choices
  0 of 0 phases from Referee's own state
  explained by toy D62: 2
  unexplained, ww:7.62: 1
  unexplained, board: 1
2 traces, 1 conform, 1 diverge, 18 steps
""",
        "",
    )


def test_a_broken_recorded_game_is_unreadable(peer: Path, capsys: Capsys) -> None:
    path = written(peer, '{"record":"stones"}', "broken")
    code, _, err = answer(capsys, "verify", path)
    assert (code, err) == (2, f"referee: {path}: line 2: is broken\n")


def test_a_record_nobody_knows_is_no_trace(peer: Path, capsys: Capsys) -> None:
    assert importer_of('{"record":"chess"}') is None
    path = written(peer, '{"record":"chess"}')
    code, _, err = answer(capsys, "verify", path)
    assert (code, err) == (2, f"referee: {path}: line 1, trace: the first line must be a header of version 1\n")


def test_a_replayed_record_says_what_was_recorded_and_what_the_rules_say(peer: Path, capsys: Capsys) -> None:
    path = written(peer, '{"record":"other"}', "wrong")
    assert answer(capsys, "verify", path) == (
        1,
        f"""DIVERGES  {path}
  step 2: the position is not as expected
  rules: ww:6.52
  choices (move): only recorded: go
  step 1, choices (move): explained by E7
1 trace, 0 conform, 1 diverge, 5 steps
""",
        "",
    )
    code, told = json_answer(capsys, "verify", written(peer, '{"record":"other"}', name="good.jsonl"))
    assert isinstance(told, dict)
    assert (code, told["reports"]) == (
        0,
        [
            {
                "path": f"{peer}/good.jsonl",
                "conforms": True,
                "steps": 5,
                "notes": ["step 1, choices (move): explained by E7"],
                "scenario": "",
                "ruleset": "standard",
                "compared": Coverage().as_json(),
                "explained_by": {"E7": 1},
                "remarks": [],
                "divergences": [
                    {
                        "step": 1,
                        "kind": "choices",
                        "about": "choices (move)",
                        "recorded": ["stay", "go"],
                        "by_rules": ["stay"],
                        "rules": ["ww:6.52"],
                        "ruling": "E7",
                    }
                ],
            }
        ],
    )


def test_a_recorded_game_that_diverges_gives_all_its_divergences_to_programs(peer: Path, capsys: Capsys) -> None:
    path = written(peer, '{"record":"stones"}', "wrong")
    code, told = json_answer(capsys, "verify", path)
    assert isinstance(told, dict)
    divergences = [each.as_json() for each in (KNOWN, *PARTED)]
    notes = ["step 3, deck: explained by D62", "and 1 more, the next at step 7, vp"]
    report = {
        "path": path, "conforms": False, "steps": 9, "notes": notes, "scenario": "", "ruleset": "standard",
        "compared": Coverage().as_json(), "explained_by": {"D62": 1}, "remarks": [], "divergences": divergences,
    }  # fmt: skip
    assert (code, told["reports"]) == (1, [report])


def test_replaying_one_file_gives_its_report() -> None:
    report = replay_file(GOLDEN / "ex-7.62.jsonl")
    assert (report.conforms, report.steps, report.game) == (True, 1, "wilderness_war")
