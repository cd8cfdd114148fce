"""`play`: seeded games, chance by its odds, traces that verify, and faults of a game found on the way."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from oracle.choices import Dice
from oracle.game_registry import OPENERS
from oracle.players import Played, Seen, Terms, chooser, evenly, fall, play_out, rarest
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Decision, Over
from reference.kernel.opening import opener
from reference.kernel.table import Due
from reference.kernel.verdicts import No, violation
from tests.kernel import toy
from tests.oracle.helpers import GOLDEN, LARGE, answer, json_answer, take, written

Capsys = pytest.CaptureFixture[str]


def test_a_seeded_game_is_played_to_its_end_and_its_trace_verifies(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = str(tmp_path / "game.jsonl")
    assert answer(capsys, "play", stones, "--scenario", "large", "--seed", "5", "--trace", path)[0] == 0
    code, told = json_answer(capsys, "verify", path)
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    assert code == 0
    assert lines[0] == '{"game":"stones","ruleset":"two","scenario":"large","title":"seeded game 5","trace":1}'
    assert all('"hash":' in line for line in lines[1:])
    assert isinstance(told, dict)
    assert told["summary"] == {
        "traces": 1, "conform": 1, "diverge": 0, "unreadable": 0, "ran_over": 0, "internal_errors": 0,
        "steps": len(lines) - 1, "not_replayed": 0,
    }  # fmt: skip


def test_the_same_seed_plays_the_same_game_and_another_seed_another(stones: str, capsys: Capsys) -> None:
    words = ("play", stones, "--scenario", "large", "--trace", "-", "--seed")
    first = answer(capsys, *words, "1")
    assert first[1] == answer(capsys, *words, "1")[1]
    assert first[1] != answer(capsys, *words, "2")[1]


def test_statistics_count_games_results_and_choices(stones: str, capsys: Capsys) -> None:
    code, told = json_answer(capsys, "play", stones, "--scenario", "small", "--games", "50", "--check")
    assert isinstance(told, dict)
    assert code == 0
    assert {name: told[name] for name in ("game", "start", "ruleset", "games")} == {
        "game": "stones", "start": "stones:small", "ruleset": "two", "games": 50,
    }  # fmt: skip
    results, kinds = told["results"], told["kinds"]
    assert isinstance(results, dict)
    assert isinstance(kinds, dict)
    assert set(results) == {"left wins", "right wins"}
    assert sum(each for each in results.values() if isinstance(each, int)) == 50
    assert set(kinds) == {'how many stones "take"', 'the die "roll"'}
    assert sum(each for each in kinds.values() if isinstance(each, int)) == told["steps"]


def test_people_see_the_statistics_and_the_speed_apart(stones: str, capsys: Capsys) -> None:
    code, out, err = answer(capsys, "play", stones, "--scenario", "small", "--seed", "3")
    assert code == 0
    assert out.splitlines()[0].startswith("stones, stones:small, ruleset two: 1 game, ")
    assert err.endswith(" decisions a second\n")


def test_a_game_goes_on_from_a_position_under_another_ruleset(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, LARGE, take(1))
    code, out, _ = answer(capsys, "play", f"{path}@1", "--ruleset", "three", "--trace", "-")
    assert code == 0
    assert out.splitlines()[0] == (
        '{"game":"stones","position":{"heap":19,"rolling":true,"turn":"right"},"ruleset":"three",'
        '"title":"seeded game 0","trace":1}'
    )
    assert '"stones":3' in out


def test_wilderness_wars_openings_are_played_out(capsys: Capsys) -> None:
    for path in sorted(GOLDEN.glob("*combat.jsonl")):
        assert answer(capsys, "play", f"{path}@0", "--games", "3", "--check")[0] == 0


def test_an_endless_game_is_given_up(stones: str, capsys: Capsys) -> None:
    code, told = json_answer(capsys, "play", stones, "--scenario", "large", "--most-steps", "4")
    assert isinstance(told, dict)
    assert (code, told["results"], told["steps"]) == (0, {"undecided after 4 decisions": 1}, 4)


# ---------------------------------------------------------------- who chooses


def _due(*odds: Fraction) -> Due:
    actions: tuple[Json, ...] = tuple({"type": "roll", "face": n} for n in range(len(odds) or 3))
    return Due("chance" if odds else "left", "it", (), actions, odds or None)


def test_chance_falls_by_its_exact_odds() -> None:
    due = _due(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(0))
    rng = Dice(1)
    fallen = Counter(due.actions.index(fall(rng, due)) for _ in range(60_000))
    assert fallen[3] == 0
    for index, share in enumerate(due.odds or ()):
        assert abs(fallen[index] - share * 60_000) < 600


def test_odds_that_do_not_add_up_are_noticed() -> None:
    with pytest.raises(ValueError, match="add up to less than one"):
        fall(Dice(3), _due(Fraction(1, 1000), Fraction(1, 1000)))


def test_random_choice_reaches_every_action() -> None:
    rng = Dice(0)
    assert {_due().actions.index(evenly(rng, _due())) for _ in range(100)} == {0, 1, 2}


def test_the_rare_policy_takes_each_action_before_it_repeats_one() -> None:
    seen, rng, due = Seen(), Dice(0), _due()
    choose = rarest(seen)
    taken: list[int] = []
    for _ in range(6):
        action = choose(rng, due)
        seen.note(due, action)
        taken.append(due.actions.index(action))
    assert sorted(taken[:3]) == sorted(taken[3:]) == [0, 1, 2]


def test_the_rare_policy_prefers_kinds_of_actions_seen_least(stones: str, capsys: Capsys) -> None:
    seen = Seen()
    due = Due("left", "it", (), ({"type": "a", "n": 1}, {"type": "a", "n": 2}, {"type": "b"}), None)
    seen.note(due, due.actions[0])
    assert chooser("rare", seen)(Dice(0), due) == {"type": "b"}
    assert answer(capsys, "play", stones, "--policy", "rare", "--games", "5")[0] == 0


# ---------------------------------------------------------------- faults of a game


class _Stuck(toy.Stones):
    def decision(self, state: toy.State) -> Decision[toy.Action] | Over:
        if state.heap == 2:
            return Choice("left", "nothing at all", (), ())
        return super().decision(state)


class _Refusing(toy.Stones):
    def step(self, state: toy.State, action: toy.Action, due: toy.Due | None = None) -> toy.Verdict:
        return No((violation(toy.Reason.TOO_MANY, toy.TAKING, wanted=1),))


class _Unsound(toy.Stones):
    def start(self, scenario: str, ruleset: toy.Ruleset) -> toy.State:
        return toy.State(ruleset, -1)


@pytest.mark.parametrize(
    ("game", "complaint", "verdict"),
    [
        (_Stuck(), ["no action is legal in nothing at all"], None),
        (
            _Refusing(),
            [
                '"type":"take"} is offered in how many stones but refused',
                (
                    "  Illegal under ww:7.62: 1 stones are too many. [Drilled quota: Drilled troops must take the "
                    "odd-numbered share (half rounded up) of battle losses while available, overriding the spread "
                    "rule (D4).]"
                ),
            ],
            {
                "ruling": "illegal",
                "rules": ["ww:7.62"],
                "violations": [{"rule": "ww:7.62", "reason": "too_many", "facts": {"wanted": 1}}],
            },
        ),
        (
            _Unsound(),
            [
                "seed 0, step 0: the position is unsound",
                (
                    "  Illegal under ww:7.63: -1 stones are fewer than none. [Spread losses: Apart from the "
                    "drilled quota no unit dies while another is at full strength (D4).]"
                ),
            ],
            {
                "ruling": "unsound",
                "rules": ["ww:7.63"],
                "violations": [{"rule": "ww:7.63", "reason": "less_than_nothing", "facts": {"heap": -1}}],
            },
        ),
    ],
)
def test_a_fault_of_the_game_itself_ends_with_1(
    stones: str,
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
    game: toy.Stones,
    complaint: list[str],
    verdict: Json,
) -> None:
    monkeypatch.setitem(OPENERS, "stones", lambda: opener(game))
    start = ("play", stones, "--scenario", "small", "--check", "--json", "--games", "3", "--policy", "rare")
    code, out, err = answer(capsys, *start)
    assert code == 1
    told = err.splitlines()[-len(complaint) :]
    assert all(line.endswith(part) for line, part in zip(told, complaint, strict=True))
    last = json.loads(out)["last"]
    assert last["english"] == {"verdict": [line.strip() for line in complaint[1:]]}
    assert last["verdict"] == verdict


def test_what_was_played_is_written_even_when_the_reference_breaks(
    stones: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Breaking(toy.Stones):
        def step(self, state: toy.State, action: toy.Action, due: toy.Due | None = None) -> toy.Verdict:
            if state.rolling:
                raise RuntimeError("broken")
            return super().step(state, action, due)

    monkeypatch.setitem(OPENERS, "stones", lambda: opener(Breaking()))
    path = tmp_path / "game.jsonl"
    code, _, err = answer(capsys, "play", stones, "--scenario", "large", "--trace", str(path))
    assert (code, "broken" in err) == (3, True)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_a_game_over_at_once_has_no_acts() -> None:
    played = Played(toy.table(0))
    play_out(played, Dice(0), Terms(evenly, 5), Seen())
    assert (played.acts, played.result, played.wrong) == ([], "right wins", "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("chess",),
            "'chess' is no game; there are: wilderness_war (ww), hammer_of_the_scots (hs), few_acres_of_snow (fa)",
        ),
        (("stones", "--scenario", "huge"), "scenario: 'huge' is none of: small, large"),
        (("stones", "--ruleset", "four"), "ruleset: 'four' is no ruleset of stones; there are: two, three"),
        (("./gone.jsonl",), "gone.jsonl: No such file or directory"),
        (("x.jsonl", "--scenario", "small"), "--scenario is for a game; a file says itself where it starts"),
    ],
)
def test_a_start_that_is_not_there_is_named(
    stones: str, capsys: Capsys, words: tuple[str, ...], complaint: str
) -> None:
    assert answer(capsys, "play", *words) == (2, "", f"referee: {complaint}\n")


def test_a_game_without_an_end_is_stopped_and_said_to_be_undecided(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "play", "few_acres_of_snow", "--games", "2", "--most-steps", "40", "--check")
    assert code == 0
    assert "2  undecided after 40 decisions" in out


def test_a_game_that_ends_with_the_last_step_allowed_has_its_result(stones: str, capsys: Capsys) -> None:
    _, whole = json_answer(capsys, "play", stones, "--scenario", "small", "--seed", "3")
    assert isinstance(whole, dict)
    _, told = json_answer(
        capsys, "play", stones, "--scenario", "small", "--seed", "3", "--most-steps", str(whole["steps"])
    )
    assert isinstance(told, dict)
    assert told["results"] == whole["results"]
