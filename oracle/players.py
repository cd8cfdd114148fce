"""Seeded players: they choose among legal actions, and chance decides by its exact odds.

Only the players are random, never the rules. Their choices come from `oracle.choices` with a named seed: the same seed
plays the same game on every machine.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from oracle.choices import Choices
from oracle.walk import OfferRefused, TablePosition, walk
from reference.kernel.canonical import Json, canonical_text
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act
from reference.kernel.verdicts import Refusal, Violation

Choose: TypeAlias = Callable[[Choices, Due], Json]
Policy: TypeAlias = Literal["random", "rare"]
POLICIES: tuple[Policy, ...] = ("random", "rare")


@dataclass(slots=True)
class Played:
    """A game being played: its acts, its position, and what was wrong, if anything."""

    table: Table
    acts: list[Act] = field(default_factory=list)
    result: str | None = None
    wrong: str = ""
    unsound: tuple[Violation, ...] = ()
    refusal: Refusal | None = None
    # The rules that events have cited.
    rules: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Seen:
    """How often each kind of decision and each action has come up so far."""

    decisions: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Seen") -> None:
        """Count what came up elsewhere too."""
        self.decisions.update(other.decisions)
        self.kinds.update(other.kinds)
        self.actions.update(other.actions)

    def note(self, due: Due, action: Json) -> None:
        """Count a decision and the action taken."""
        self.decisions[due.about] += 1
        self.kinds[_kind(due, action)] += 1
        self.actions[canonical_text(action)] += 1


def fall(choices: Choices, due: Due) -> Json:
    """Let chance decide, each outcome by its exact odds."""
    assert due.odds is not None
    whole = math.lcm(*(share.denominator for share in due.odds))
    point = choices.below(whole)
    for action, share in zip(due.actions, due.odds, strict=True):
        point -= int(share * whole)
        if point < 0:
            return action
    raise ValueError(f"the odds of {due.about} add up to less than one")


def evenly(choices: Choices, due: Due) -> Json:
    """Choose any legal action, all equally likely."""
    return choices.one(due.actions)


def rarest(seen: Seen) -> Choose:
    """Return a way of choosing that prefers the rarest kind of action so far, and then the rarest action."""

    def choose(choices: Choices, due: Due) -> Json:
        def rarity(action: Json) -> tuple[int, int]:
            return seen.kinds[_kind(due, action)], seen.actions[canonical_text(action)]

        least = min(rarity(action) for action in due.actions)
        return choices.one([action for action in due.actions if rarity(action) == least])

    return choose


def chooser(policy: Policy, seen: Seen) -> Choose:
    """Return the way of choosing that a policy names."""
    return evenly if policy == "random" else rarest(seen)


def seeded(choices: Choices, choose: Choose) -> Callable[[Table, Due], Json]:
    """Return the player of a whole game: chance decides by its odds, the sides by `choose`."""

    def decide(_: Table, due: Due) -> Json:
        return fall(choices, due) if due.odds is not None else choose(choices, due)

    return decide


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played out: who chooses, for how long at most, and what is kept and checked on the way."""

    choose: Choose
    most_steps: int
    hashes: bool = False
    check: bool = False


def play_out(played: Played, choices: Choices, terms: Terms, seen: Seen) -> None:
    """Play a game until it ends, reaches the step limit, or something is wrong."""
    decide = seeded(choices, terms.choose)

    def noted(table: Table, due: Due) -> Json:
        action = decide(table, due)
        seen.note(due, action)
        return action

    try:
        for here in walk(played.table, noted):
            _come_to(played, here, terms)
            if played.result is not None or played.wrong or len(played.acts) >= terms.most_steps:
                return
    except OfferRefused as fault:
        played.refusal = fault.refusal
        played.wrong = f"{fault.action} is offered in {fault.about} but refused"


def _come_to(played: Played, here: TablePosition, terms: Terms) -> None:
    """Note the turn that led to a position, the result, and what is wrong with the position."""
    played.table = here.state
    if here.turn is not None:
        digest = here.state.digest() if terms.hashes else None
        played.acts.append(Act(here.turn.due.by, here.turn.action, hash=digest))
        for each in here.turn.events:
            played.rules.update(each.rules)
    if terms.check:
        played.unsound = here.state.check()
    if isinstance(here.due, Over):
        played.result = here.due.result
    elif played.unsound or not here.due.actions:
        played.wrong = "the position is unsound" if played.unsound else f"no action is legal in {here.due.about}"


def _kind(due: Due, action: Json) -> str:
    kind = action.get("type") if isinstance(action, Mapping) else action
    return f"{due.about} {canonical_text(kind)}"
