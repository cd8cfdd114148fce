"""Seeded players: they choose among legal actions, and chance falls by its exact odds.

Randomness lives here, never in the reference, and only in `random.Random` with a seed that is named: the same seed
plays the same game on every machine.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from reference.kernel.canonical import Json, canonical_text
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act
from reference.kernel.verdicts import Next, No, NotThisDecision, NotYourDecision, Violation

Choose: TypeAlias = Callable[[random.Random, Due], Json]
Policy: TypeAlias = Literal["random", "rare"]
POLICIES: tuple[Policy, ...] = ("random", "rare")


@dataclass(slots=True)
class Played:
    """A game played: its acts, where it stands, and what was wrong, if anything was."""

    table: Table
    acts: list[Act] = field(default_factory=list)
    result: str | None = None
    wrong: str = ""
    unsound: tuple[Violation, ...] = ()
    refusal: No | NotThisDecision | NotYourDecision | None = None


@dataclass(slots=True)
class Seen:
    """How often each kind of decision and each action has come up so far."""

    decisions: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)

    def note(self, due: Due, action: Json) -> None:
        """Count a decision and the action taken."""
        self.decisions[due.about] += 1
        self.kinds[_kind(due, action)] += 1
        self.actions[canonical_text(action)] += 1


def fall(rng: random.Random, due: Due) -> Json:
    """Let chance decide, each outcome by its exact odds."""
    assert due.odds is not None
    whole = math.lcm(*(share.denominator for share in due.odds))
    point = rng.randrange(whole)
    for action, share in zip(due.actions, due.odds, strict=True):
        point -= int(share * whole)
        if point < 0:
            return action
    raise ValueError(f"the odds of {due.about} add up to less than one")


def evenly(rng: random.Random, due: Due) -> Json:
    """Choose any legal action, all equally likely."""
    return due.actions[rng.randrange(len(due.actions))]


def rarest(seen: Seen) -> Choose:
    """Return a way of choosing that prefers kinds of actions, and among them actions, seen least so far."""

    def choose(rng: random.Random, due: Due) -> Json:
        def rarity(action: Json) -> tuple[int, int]:
            return seen.kinds[_kind(due, action)], seen.actions[canonical_text(action)]

        least = min(rarity(action) for action in due.actions)
        rare = [action for action in due.actions if rarity(action) == least]
        return rare[rng.randrange(len(rare))]

    return choose


def chooser(policy: Policy, seen: Seen) -> Choose:
    """Return the way of choosing that a policy names."""
    return evenly if policy == "random" else rarest(seen)


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played out: who chooses, for how long at most, and what is kept and checked on the way."""

    choose: Choose
    most_steps: int
    hashes: bool = False
    check: bool = False


def play_out(played: Played, rng: random.Random, terms: Terms, seen: Seen) -> None:
    """Play a game to its end, to the most steps, or to the first thing that is wrong with it."""
    while True:
        due = played.table.due()
        if terms.check:
            played.unsound = played.table.check()
        if isinstance(due, Over):
            played.result = due.result
            return
        if played.unsound or not due.actions:
            played.wrong = "the position is unsound" if played.unsound else f"no action is legal in {due.about}"
            return
        if len(played.acts) >= terms.most_steps:
            return
        action = fall(rng, due) if due.odds is not None else terms.choose(rng, due)
        seen.note(due, action)
        verdict = played.table.act(due.by, action)
        if not isinstance(verdict, Next):
            played.refusal = verdict
            played.wrong = f"{canonical_text(action)} is offered in {due.about} but refused"
            return
        played.table = verdict.state
        digest = played.table.digest() if terms.hashes else None
        played.acts.append(Act(due.by, action, hash=digest))


def _kind(due: Due, action: Json) -> str:
    kind = action.get("type") if isinstance(action, Mapping) else action
    return f"{due.about} {canonical_text(kind)}"
