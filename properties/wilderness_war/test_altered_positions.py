"""A position of a game with something changed in it is refused with a place and a cause, found unsound, or played on.

Never does it end in any other error: not when it is placed, nor when it is looked at, nor when an action is taken.
"""

from collections.abc import Iterator, Mapping

import pytest

from oracle.choices import Dice
from properties.domains import DEEP
from properties.spoiled_positions import spoiled
from properties.wilderness_war.explorer import GAME, PRESETS, Log, played, ruleset
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.verdicts import Next
from reference.wilderness_war.ruleset import Ruleset
from tests.wilderness_war.positions import place

EVERY = 5 if DEEP else 60
SEEDS = 200 if DEEP else 4


def outcome(position: Json, rules: Ruleset, dice: Dice) -> str:
    """Place a position and use it; any error but `Unreadable` gets out."""
    try:
        state = GAME.place(position, rules)
    except Unreadable:
        return "refused"
    if GAME.check(state):
        return "unsound"
    due = GAME.decision(state)
    GAME.describe(state)
    GAME.observe(state, "french")
    if not isinstance(due, Over):
        assert due.actions, due.about
        for action in dice.sample(due.actions, min(3, len(due.actions))):
            assert isinstance(GAME.step(state, action), Next), (due.about, action)
    return "played"


def altered(form: Json, others: list[Json], dice: Dice) -> Iterator[Json]:
    """Give a position with a part changed, most often one of the procedures under way."""
    yield from (spoiled(form, others, dice) for _ in range(3))
    assert isinstance(form, Mapping)
    frames: list[Json] = [other["frames"] for other in others if isinstance(other, Mapping) and "frames" in other]
    if "frames" in form and frames:
        yield from ({**form, "frames": spoiled(form["frames"], frames, dice)} for _ in range(5))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_an_altered_position_is_refused_unsound_or_playable(seed: int) -> None:
    dice, rules, met = Dice(seed), ruleset(PRESETS[seed % 4]), set[str]()
    before: list[Json] = []
    for number, turn in enumerate(played(GAME.scenarios[seed // 4 % 4], rules, seed, Log())):
        if number % EVERY == 0:
            form = GAME.canonical(turn.state)
            before = [*before[-9:], form]
            met |= {outcome(each, rules, dice) for each in altered(form, before, dice)}
    assert met >= {"refused", "played"}


def test_a_deal_without_a_single_card_left_is_refused() -> None:
    year: Json = {"type": "year", "stage": "deal", "turn": "french", "playing": False, "homed": []}
    everything: list[Json] = [f"card_{number}" for number in range(1, 71)]
    with pytest.raises(Unreadable, match=r"frames\[0\]: of the cards that no event removes 0 are left"):
        place({}, frames=[year], removed_cards=everything)
