"""Numbers of actions: fixed, one for each action, and there for everything that is offered."""

import json
from pathlib import Path

import pytest

from oracle.choices import Dice
from research.actions import VERSION, Numbering, numbering
from research.match import after, fallen
from rulebook import Decision, Unreadable, decide, games, start
from tests.research.positions import GAMES

KEPT = json.loads(Path(__file__).with_name("action_numbers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_are_those_that_were_recorded(game: str) -> None:
    """Given the recorded numbers, when they are asked for again, then none has changed, or the version has."""
    numbers, kept = numbering(game), KEPT["games"][game]
    assert KEPT["version"] == VERSION
    assert (numbers.size, numbers.digest()) == (kept["size"], kept["digest"])
    for number, action in kept["sample"]:
        assert numbers.number(action) == number
        assert numbers.action(number) == action


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_one_action_and_kinds_follow_each_other(game: str) -> None:
    numbers = numbering(game)
    assert len(numbers.numbers) == numbers.size == sum(kind.count for kind in numbers.kinds)
    assert [kind.type for kind in numbers.kinds] == sorted(kind.type for kind in numbers.kinds)
    for kind in numbers.kinds:
        first = numbers.action(kind.first)
        assert isinstance(first, dict)
        assert first["type"] == kind.type


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_everything_offered_has_its_own_number_and_the_mask_says_so(game: str, seed: int) -> None:
    """Given a random game, when actions are offered, then their numbers lead back to them, and the mask is theirs."""
    numbers, dice = numbering(game), Dice(seed)
    position = start(game, games()[GAMES.index(game)].scenarios[-1][0])
    for _ in range(250):
        due = decide(position)
        if not isinstance(due, Decision):
            break
        offered = [numbers.number(action) for action in due.actions]
        assert len(set(offered)) == len(offered)
        assert [numbers.action(number) for number in offered] == list(due.actions)
        mask = numbers.mask(due.actions)
        assert [number for number, bit in enumerate(mask) if bit] == sorted(offered)
        position = after(position, fallen(due, dice) if due.odds is not None else dice.one(due.actions))


@pytest.mark.parametrize("number", [-1, 10_000_000])
def test_a_number_of_no_action_is_refused(number: int) -> None:
    with pytest.raises(Unreadable, match="is no number of an action"):
        numbering("few_acres_of_snow").action(number)


def test_an_action_without_a_number_is_refused() -> None:
    with pytest.raises(Unreadable, match="has no number in few_acres_of_snow"):
        numbering("few_acres_of_snow").number({"type": "checkmate"})


def test_a_planted_change_of_numbers_is_noticed() -> None:
    """Given a numbering in which two actions have changed places, then its hash is not the recorded one."""
    right = numbering("hammer_of_the_scots")
    (one, first), (other, second), *rest = right.numbers.items()
    wrong = Numbering(right.game, right.kinds, right.actions, dict([(other, first), (one, second), *rest]))
    assert wrong.digest() != right.digest()
