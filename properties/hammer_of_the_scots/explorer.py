"""Random play of Hammer of the Scots, for the properties."""

import random
from collections.abc import Iterator
from functools import cache

from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DONE,
    FIGHTS,
    HOLDS,
    MARCHES,
    SELECTS,
    WITHDRAWALS,
    Action,
    Candidate,
    Card,
    Crown,
    Disband,
    GiveUp,
    PlayCard,
    PlayEvent,
    Winter,
)
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Next

GAME = HammerOfTheScots()
PRESETS = ("standard", "de", "v3", "v4", "peer")
# Every action a side could ever name, whether or not it makes sense anywhere.
EVERY_ACTION: tuple[Action, ...] = (
    *SELECTS, *CHOICES, *(each for row in MARCHES for each in row), *FIGHTS, *HOLDS, *WITHDRAWALS, DONE, GiveUp(),
    Winter(), Disband(), PlayEvent(), *(Crown(each) for each in Candidate), *(PlayCard(each) for each in Card),
)  # fmt: skip


@cache
def ruleset(preset: str, **changes: str) -> Ruleset:
    """Return a preset with some options set otherwise."""
    return GAME.ruleset(options_of(GAME.id, RulesetName(preset, tuple(sorted(changes.items())))))


def lively(chooser: random.Random, actions: tuple[Action, ...]) -> Action:
    """Choose at random, but pass less often than chance would, so that armies meet."""
    chosen = chooser.choice(actions)
    return chooser.choice(actions) if chosen == DONE and chooser.random() < 0.8 else chosen


def states(scenario: str, rules: Ruleset, seed: int, most: int = 2_000) -> Iterator[State]:
    """Go through the states of a seeded random game, to its end or so far."""
    chooser = random.Random(seed)
    state = GAME.start(scenario, rules)
    for _ in range(most):
        yield state
        due = GAME.decision(state)
        if isinstance(due, Over):
            return
        assert due.actions, GAME.canonical(state)
        verdict = GAME.step(state, lively(chooser, due.actions))
        assert isinstance(verdict, Next)
        state = verdict.state
