"""A position of a game with something changed in it is refused with a place and a cause, found unsound, or played on.

Never does it end in any other error: not when it is placed, nor when it is looked at, nor when an action is taken.
"""

import random
from collections.abc import Iterator

import pytest

from properties.domains import DEEP
from properties.wilderness_war.explorer import GAME, PRESETS, Log, played, ruleset
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next
from reference.wilderness_war.ruleset import Ruleset
from tests.wilderness_war.positions import place

EVERY = 5 if DEEP else 40
SEEDS = 200 if DEEP else 4
Path = tuple[str | int, ...]


def paths(value: Json, here: Path = ()) -> Iterator[Path]:
    """Give the way to every part of a position."""
    if here:
        yield here
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*here, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*here, index))


def part(value: Json, path: Path) -> Json:
    """Return a part of a position."""
    for step in path:
        if (isinstance(value, dict) and isinstance(step, str)) or (isinstance(value, list) and isinstance(step, int)):
            value = value[step]
    return value


def altered(value: Json, path: Path, other: Json, dice: random.Random) -> Json:
    """Return a position with one part left out, emptied, doubled, moved by one or taken from elsewhere."""
    step, rest = path[0], path[1:]
    copy: Json = dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value
    if isinstance(copy, dict) and isinstance(step, str):
        if rest:
            copy[step] = altered(copy[step], rest, other, dice)
        elif dice.random() < 0.25:
            del copy[step]
        else:
            copy[step] = changed(copy[step], other, dice)
    elif isinstance(copy, list) and isinstance(step, int):
        if rest:
            copy[step] = altered(copy[step], rest, other, dice)
        elif dice.random() < 0.25:
            del copy[step]
        elif dice.random() < 0.3:
            copy.append(copy[step])
        else:
            copy[step] = changed(copy[step], other, dice)
    return copy


def changed(value: Json, other: Json, dice: random.Random) -> Json:
    """Return another value in place of one."""
    if dice.random() < 0.5:
        return other
    match value:
        case bool():
            return not value
        case int():
            return value + dice.choice((-1, 1, 5))
        case list():
            return []
        case dict():
            return {}
        case _:
            return None


def outcome(position: Json, rules: Ruleset, dice: random.Random) -> str:
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


@pytest.mark.parametrize("seed", range(SEEDS))
def test_an_altered_position_is_refused_unsound_or_playable(seed: int) -> None:
    dice, rules, met = random.Random(seed), ruleset(PRESETS[seed % 4]), set[str]()
    words: list[tuple[str | int, Json]] = []
    for number, (state, _, _) in enumerate(played(GAME.scenarios[seed // 4 % 4], rules, seed, Log())):
        if number % EVERY:
            continue
        form = GAME.canonical(state)
        ways = list(paths(form))
        words += [(way[-1], part(form, way)) for way in dice.sample(ways, 10)]
        frames = [way for way in ways if way[0] == "frames"]
        for way in (*dice.sample(ways, 3), *dice.sample(frames, min(5, len(frames)))):
            alike = [value for name, value in words if name == way[-1] or isinstance(name, int)]
            met.add(outcome(altered(form, way, dice.choice(alike or [None]), dice), rules, dice))
    assert met >= {"refused", "played"}


@proves("ww:4.0-A.1")
def test_a_deal_without_a_single_card_left_is_refused() -> None:
    year: Json = {"type": "year", "stage": "deal", "turn": "french", "playing": False, "homed": []}
    everything: list[Json] = [f"card_{number}" for number in range(1, 71)]
    with pytest.raises(Unreadable, match="frames: no play leads to these procedures on this board"):
        place({}, frames=[year], removed_cards=everything)
