"""Random play of Hammer of the Scots, for the properties."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import TypeVar

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
    Choose,
    Crown,
    Disband,
    Fight,
    GiveUp,
    Hold,
    March,
    PlayCard,
    PlayEvent,
    Select,
    Winter,
    Withdraw,
)
from reference.hammer_of_the_scots.ch02_armies import BLOCKS
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import Decision, Over
from reference.kernel.rulesets import RulesetName, options_of

T = TypeVar("T")

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


# Kinds of which there are many, apart from marches.
_KINDS: tuple[tuple[Action, ...], ...] = (SELECTS, CHOICES, FIGHTS, HOLDS, WITHDRAWALS)
_NUMEROUS = (Select, Choose, March, Fight, Hold, Withdraw)


def moments(scenario: str, rules: Ruleset, seed: int) -> Iterator[GamePosition[State, Action]]:
    """Return some moments of a random game, for every kind of decision in it about the square root of how many."""
    by_kind: dict[str, list[GamePosition[State, Action]]] = {}
    for here in positions(scenario, rules, seed, 500):
        if not isinstance(here.due, Over):
            by_kind.setdefault(here.due.about, []).append(here)
    dice = Dice(seed)
    return (here for kind in by_kind.values() for here in dice.sample(kind, round(len(kind) ** 0.5)))


def tried(due: Decision[Action], seed: int) -> Iterator[Action]:
    """Return actions of every kind, offered or not; of marches, all those of some blocks."""
    dice = Dice(seed)
    offered = sorted({block for each in due.actions if (block := getattr(each, "block", None)) is not None})
    marching = {*sampled(dice, offered, 2), *dice.sample(BLOCKS, 3)}
    yield from (march for who in sorted(marching) for march in MARCHES[who])
    for kind in _KINDS:
        yield from sampled(dice, kind, 6)
    yield from (each for each in EVERY_ACTION if not isinstance(each, _NUMEROUS))


def sampled(dice: Dice, found: Sequence[T], most: int) -> Sequence[T]:
    """Return all of a sequence, or some of a long one."""
    return found if len(found) <= most else dice.sample(found, most)
