"""Games of our own engine, written as the other implementation would have, conform; spoiled ones are unreadable."""

from collections import Counter
from functools import cache

import pytest

from oracle.choices import Dice
from oracle.peers.few_acres_of_snow import IMPORTER
from properties.domains import DEEP
from properties.few_acres_of_snow.explorer import rules
from properties.spoiled_positions import spoiled
from reference.kernel.canonical import Json, Unreadable, canonical_text, checked
from tests.oracle.fabricated_acres import fabricated, text_of

ENDED = 6 if DEEP else 2  # games played to their end
SPOILED = 200 if DEEP else 40

# Every kind of act the description of the format lists, and conversion, which its games did not need.
LISTED = {
    "settle", "develop", "fortify", "besiege", "reinforce", "military_leader", "raid", "ambush", "take_money",
    "merchant", "trade", "piracy", "draft", "discard", "reserve", "retrieve_reserve", "governor", "intendant",
    "home_support", "siege_win", "pass", "convert",
}  # fmt: skip
OUTCOMES = {
    ("raid", "success"), ("raid", "blocked"), ("ambush", "success"), ("ambush", "blocked"),
    ("ambush", "no_target_hand_shown"), ("convert", "success"), ("convert", "no_target_hand_shown"),
}  # fmt: skip
GAMES = [(seed, 60) for seed in range(10)]


@cache
def _game(seed: int, turns: int) -> list[dict[str, Json]]:
    return fabricated(rules("online"), seed, turns)


def _acts(lines: list[dict[str, Json]]) -> list[tuple[str, Json]]:
    found: list[tuple[str, Json]] = []
    for line in lines[1:]:
        acts = line["actions"]
        assert isinstance(acts, list)
        found.extend((str(act["type"]), act.get("outcome")) for act in acts)
    return found


@pytest.mark.parametrize(("seed", "turns"), GAMES)
def test_a_fabricated_game_conforms(seed: int, turns: int) -> None:
    lines = _game(seed, turns)
    text = text_of(lines)
    assert IMPORTER.format.recognises(text.split("\n")[0])
    report = IMPORTER.replay(text.splitlines())
    assert report.divergences == ()
    assert report.steps == len(_acts(lines))


def test_every_act_of_the_format_is_taken_in_some_fabricated_game() -> None:
    taken = Counter(act for seed, turns in GAMES for act in _acts(_game(seed, turns)))
    assert {kind for kind, _ in taken} == LISTED
    assert {each for each in taken if each[1] is not None} == OUTCOMES


def test_a_game_played_to_its_end_has_its_points_reproduced() -> None:
    """Given games of which some end, then their end and points are those of the record."""
    ended = 0
    for seed in range(20, 50):
        lines = fabricated(rules("online"), seed, 300)
        result = lines[0]["result"]
        assert isinstance(result, dict)
        if result["over"] == "finished":
            ended += 1
            assert IMPORTER.replay(text_of(lines).splitlines()).divergences == ()
            other: dict[str, Json] = {**lines[0], "result": {**result, "winner": "nobody"}}
            assert [each.about for each in IMPORTER.replay(text_of([other, *lines[1:]]).splitlines()).divergences] == [
                "winner"
            ]
        if ended == ENDED:
            break
    assert ended == ENDED


def test_a_spoiled_record_is_unreadable_or_diverges_and_never_breaks_the_reader() -> None:
    dice = Dice(4)
    lines = [checked(line) for line in fabricated(rules("online"), 3, 12)]
    outcomes: Counter[str] = Counter()
    for _ in range(SPOILED):
        number = dice.randrange(len(lines))
        changed = [*lines]
        changed[number] = spoiled(lines[number], dice.sample(lines[1:], 3), dice)
        try:
            report = IMPORTER.replay(canonical_text(line) for line in changed)
        except Unreadable:
            outcomes["unreadable"] += 1
        else:
            outcomes["diverges" if report.divergences else "conforms"] += 1
    assert outcomes["unreadable"] > 5
    assert outcomes["diverges"] > 5
