"""Random play of Hammer of the Scots, for the properties."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice

from oracle.choices import Dice
from oracle.walk import GamePosition, walk_states
from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DEAL_HITS,
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
from reference.kernel.decisions import Decision
from reference.kernel.rulesets import RulesetName, options_of

GAME = HammerOfTheScots()
PRESETS = ("standard", "de", "v3", "v4", "peer")
# Every action that a side could name, sensible or not.
EVERY_ACTION: tuple[Action, ...] = (
    *SELECTS, *CHOICES, *(each for row in MARCHES for each in row), *FIGHTS, *HOLDS, *WITHDRAWALS,
    *(PlayCard(each) for each in Card), *(Crown(each) for each in Candidate), PlayEvent(), Winter(), Disband(),
    DEAL_HITS, GiveUp(), DONE,
)  # fmt: skip


@cache
def ruleset(preset: str, **changes: str) -> Ruleset:
    """Return a preset with some options changed."""
    return GAME.ruleset(options_of(GAME.id, RulesetName(preset, tuple(sorted(changes.items())))))


def lively(dice: Dice, _: State, decision: Decision[Action]) -> Action:
    """Choose at random, but pass less often than chance would, so that armies meet."""
    actions = decision.actions
    chosen = dice.one(actions)
    return dice.one(actions) if chosen == DONE and dice.random() < 0.8 else chosen


def positions(scenario: str, rules: Ruleset, seed: int, most: int = 2_000) -> Iterator[GamePosition[State, Action]]:
    """Play a random game, to its end or for a given number of positions."""
    return islice(walk_states(GAME, GAME.start(scenario, rules), partial(lively, Dice(seed))), most)


def states(scenario: str, rules: Ruleset, seed: int, most: int = 2_000) -> Iterator[State]:
    """Return the states of such a game."""
    return (here.state for here in positions(scenario, rules, seed, most))
