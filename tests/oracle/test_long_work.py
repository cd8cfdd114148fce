"""Long work says before it begins how long it may take, and can be stopped with what it has."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from oracle import perft
from oracle.cli import main
from oracle.estimates import Estimate, estimated
from oracle.evidence.links import ROOT
from oracle.interrupts import Stoppable
from oracle.located_position import locate, scenario_start
from oracle.odds.explore import CHOICE, Walk, explored
from oracle.odds.facts import Stands
from oracle.odds.walker import Policy
from reference.kernel.table import Table
from tests.oracle.helpers import answer, json_answer
from tests.oracle.terminals import Person

Capsys = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
RAID = str(ROOT / "docs/examples/odds/ww_raid.jsonl")
BRAVE = "hammer_of_the_scots:braveheart"


# ---------------------------------------------------------------- estimates


def test_an_estimate_comes_near_what_is_counted() -> None:
    table = scenario_start("hammer_of_the_scots").table
    counted = 1 + 13 + 13 * 12
    assert counted / 2 < estimated(table, 3).positions < counted * 2
    assert estimated(table, 1).positions == 1


@pytest.mark.parametrize(
    ("positions", "seconds", "told"),
    [
        (63, 0.1, "up to about 63 positions, a moment; "),
        (123_456, 30.4, "up to about 120 000 positions, some 30 seconds; "),
        (7_654_321, 600, "up to about 7 700 000 positions, some 10 minutes; "),
        (7_654_321, 36_000, "up to about 7 700 000 positions, some 10 hours; "),
        (7_654_321, 864_000, "up to about 7 700 000 positions, some 10 days; "),
    ],
)
def test_an_estimate_is_told_in_round_figures(positions: int, seconds: float, told: str) -> None:
    assert str(Estimate(positions, seconds)) == f"{told}Ctrl-C stops with what there is"


@pytest.mark.parametrize(
    "words",
    [
        ("perft", BRAVE, "--depth", "2"),
        ("divide", BRAVE, "--depth", "2"),
        ("odds", "from", RAID),
        ("odds", "battle", "ww", "--terrain", "mountain", "--attacker", "44th", "--defender", "Huron"),
        ("odds", "battle", "hs", "--attacker", "Hobelars 1", "--defender", "Wallace 1"),
    ],
)
def test_the_estimate_is_told_if_asked_for_and_not_in_a_pipe(words: tuple[str, ...], capsys: Capsys) -> None:
    code, plain, err = answer(capsys, *words)
    assert (code, err) == (0, "")
    code, out, err = answer(capsys, *words, "--estimate")
    assert (code, out) == (0, plain)
    assert err.startswith("referee: up to about ")


# ---------------------------------------------------------------- Ctrl-C


@pytest.fixture
def impatience(monkeypatch: Patch) -> None:
    """Let Ctrl-C come while depth three is counted, or depth two for the third time."""
    asked, lines = [0], perft.Counter.lines

    def interrupted(counter: perft.Counter, table: Table, depth: int) -> int:
        asked[0] += depth == 2
        if asked[0] > 2 or depth == 3:
            raise KeyboardInterrupt
        return lines(counter, table, depth)

    monkeypatch.setattr(perft.Counter, "lines", interrupted)


@pytest.mark.usefixtures("impatience")
def test_perft_that_is_stopped_prints_the_depths_it_has(capsys: Capsys) -> None:
    code, out, err = answer(capsys, "perft", BRAVE, "--depth", "4")
    assert code == 130
    assert out.endswith("  depth 1            13\n  depth 2           156\n")
    assert err == "referee: stopped; depth 3 was not counted to its end\n"


@pytest.mark.usefixtures("impatience")
def test_perft_that_is_stopped_says_so_as_json(capsys: Capsys) -> None:
    code, told = json_answer(capsys, "perft", BRAVE, "--depth", "4")
    assert isinstance(told, dict)
    assert (code, told["lines"], told["stopped"]) == (130, [13, 156], True)


@pytest.mark.usefixtures("impatience")
def test_divide_that_is_stopped_prints_the_actions_it_has(capsys: Capsys) -> None:
    code, out, err = answer(capsys, "divide", BRAVE, "--depth", "3")
    assert code == 130
    assert out.endswith("so far 264\n")
    assert err == "referee: stopped; actions after these were not counted\n"


@pytest.mark.usefixtures("impatience")
def test_a_check_that_is_stopped_says_how_far_it_came(capsys: Capsys) -> None:
    code, out, err = answer(capsys, "perft", "--check")
    assert code == 130
    assert "as published\n" in out
    assert err.startswith("referee: stopped; ")


def _stopping_after(questions: int) -> Callable[[], bool]:
    asked = [0]

    def is_stopped() -> bool:
        asked[0] += 1
        return asked[0] > questions

    return is_stopped


@pytest.mark.parametrize("questions", [0, 1, 2, 5, 9, 20, 50])
def test_a_walk_that_is_stopped_keeps_what_it_has(questions: int) -> None:
    """Given a stop at any moment, then the odds found are right as far as they go, and add up to no more than one."""
    table = locate(RAID).table
    walk = Walk(CHOICE, {"british": Policy.EVENLY, "french": Policy.EVENLY})
    whole = explored(table, walk).odds(Stands("vp.french"))
    tree = explored(table, walk, is_stopped=_stopping_after(questions))
    found = tree.odds(Stands("vp.french"))
    assert tree.start == table
    assert sum(found.values(), Fraction(0)) == sum((share for _, share in tree.ends()), Fraction(0))
    assert all(share <= whole[value] for value, share in found.items())
    assert tree.is_whole is (found == whole)


def test_odds_that_are_stopped_say_what_was_not_walked(capsys: Capsys, monkeypatch: Patch) -> None:
    stopped = _stopping_after(3)
    monkeypatch.setattr(Stoppable, "is_stopped", lambda _: stopped())
    code, out, err = answer(capsys, "odds", "from", RAID)
    assert code == 130
    assert "positions, " in out
    assert err.startswith("referee: stopped after ")
    assert err.endswith(" % of what can happen\n")


@pytest.mark.parametrize(
    "words",
    [
        (
            "ww",
            "--terrain",
            "mountain",
            "--attacker",
            "Murray, 4 British regulars",
            "--defender",
            "Rigaud, 2 coureurs, Huron",
        ),
        ("hs", "--attacker", "Hobelars 2, Edward", "--defender", "Wallace 3, Grant 2"),
    ],
)
def test_the_odds_of_a_battle_that_are_stopped_are_those_of_what_was_walked(
    words: tuple[str, ...], capsys: Capsys, monkeypatch: Patch
) -> None:
    asked: list[None] = []
    monkeypatch.setattr(Stoppable, "is_stopped", lambda _: asked.append(None))
    assert main(["odds", "battle", *words, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    stopped = _stopping_after(len(asked) * 9 // 10)
    monkeypatch.setattr(Stoppable, "is_stopped", lambda _: stopped())
    code = main(["odds", "battle", *words, "--json"])
    out, err = capsys.readouterr()
    assert code == 130
    assert re.fullmatch(r"referee: stopped; not walked: \d+\.\d\d % of what can happen\n", err)
    part = json.loads(out)
    assert set(part) == set(whole)
    name = "winner" if "winner" in part else "holds_the_area"
    shares = {side: Fraction(each["fraction"]) for side, each in part[name].items()}
    assert 0 < sum(shares.values()) < 1
    assert all(share <= Fraction(whole[name][side]["fraction"]) for side, share in shares.items())


def test_the_odds_of_a_battle_are_stopped_on_a_terminal() -> None:
    blocks = "York Infantry, Durham Infantry, Lancaster Infantry, Hobelars | Edward"
    against = "Wallace, Grant, Fraser, Campbell | Douglas"
    with Person("odds", "battle", "hs", "--attacker", blocks, "--defender", against) as person:
        person.sees("referee: up to about ")
        person.sees("Ctrl-C stops with what there is")
        person.sees(" positions")
        person.types("\x03")
        person.sees("referee: stopped; not walked: ")
        assert person.ends() == 130


def test_best_and_worst_are_not_known_before_the_end(capsys: Capsys, monkeypatch: Patch) -> None:
    stopped = _stopping_after(12)
    monkeypatch.setattr(Stoppable, "is_stopped", lambda _: stopped())
    assault = str(ROOT / "docs/examples/odds/ww_assault.jsonl")
    policies = ("--policy", "british=best", "--policy", "french=worst", "--measure", "events:steps_lost.flips")
    code, out, err = answer(capsys, "odds", "from", assault, *policies)
    assert (code, out) == (130, "")
    assert err == "referee: stopped; what is best or worst is known only when all is walked\n"


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt, even where the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_the_first_ctrl_c_asks_the_work_to_stop_and_the_second_ends_it() -> None:
    with Stoppable() as stoppable:
        assert not stoppable.is_stopped()
        signal.raise_signal(signal.SIGINT)
        assert stoppable.is_stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("_interruptible")
def test_where_ctrl_c_is_ignored_it_is_ignored_again_afterwards() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Stoppable() as stoppable:
        signal.raise_signal(signal.SIGINT)
        assert stoppable.is_stopped()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_on_a_terminal_the_estimate_comes_first_and_ctrl_c_prints_what_there_is() -> None:
    with Person("perft", BRAVE, "--depth", "12") as person:
        person.sees("referee: up to about ")
        person.sees("Ctrl-C stops with what there is")
        person.sees("referee: stopped; depth ", after="\x03")
        assert person.ends() == 130


def test_odds_are_stopped_on_a_terminal() -> None:
    words = ("--policy", "french=evenly", "--policy", "british=evenly", "--decisions", "60", "--most", "9000000")
    start = ("odds", "from", "wilderness_war", "--seed", "2", "--until", "choice")
    with Person(*start, *words, "--of", "vp.french") as person:
        person.sees("Ctrl-C stops with what there is")
        person.sees(" positions")
        person.types("\x03")
        person.sees("referee: stopped after ")
        assert person.ends() == 130


# ---------------------------------------------------------------- small things


def test_who_wants_to_act_must_be_a_player(capsys: Capsys) -> None:
    case = f"{ROOT}/golden/wilderness_war/ex-7.62.jsonl@0"
    code, out, err = answer(capsys, "ask", case, "1", "--by", "klingon")
    assert (code, out, err) == (2, "", "referee: --by: 'klingon' is none of: british, french, chance\n")
    assert answer(capsys, "ask", case, "1", "--by", "french")[0] == 1


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path, capsys: Capsys) -> None:
    text = Path(RAID).read_text(encoding="utf-8")
    marked = tmp_path / "marked.jsonl"
    marked.write_text(f"\ufeff{text}", encoding="utf-8")
    assert answer(capsys, "verify", str(marked))[0] == 0
    assert answer(capsys, "options", str(marked))[0] == 0


def test_the_explanation_of_verify_says_when_it_ends(capsys: Capsys) -> None:
    _, out, _ = answer(capsys, "verify", "--help")
    assert "the command ends with that file" in out
    assert "With --keep-going every file is replayed" in out
