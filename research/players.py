"""Players to beat, on the public API: uniform, flat Monte-Carlo, and information-set Monte-Carlo tree search.

A player is a function from a position, the decision due and choices to an action. It must look at nothing that the side
does not see: those that search only look at positions from `determinised`. Their budget is the number of playouts for a
decision; a playout ends after `horizon` decisions, chance's included, and is judged by the points as they stand.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from oracle.choices import Choices
from reference.kernel.canonical import Json, canonical_text
from research.determinise import determinised
from research.match import CHANCE, after, fallen
from rulebook import Decision, Over, Position, decide

Player: TypeAlias = Callable[[Position, Decision, Choices], Json]

# A lead of so many points is worth half a win where a playout is cut short.
HALF_A_WIN = 5
_CURIOSITY = 0.7


def uniform(position: Position, due: Decision, choices: Choices) -> Json:
    """Choose any legal action, all equally likely."""
    return choices.one(due.actions)


def worth(position: Position, side: str) -> float:
    """Return what a position is worth to a side: 1 won, -1 lost, and in between by the lead in points."""
    due = decide(position)
    if isinstance(due, Over):
        return next((float(each.value) for each in due.returns if each.side == side), 0.0)
    points = position.points()
    lead = 2 * points[side] - sum(points.values())
    return lead / (abs(lead) + HALF_A_WIN)


def played_out(position: Position, side: str, choices: Choices, horizon: int) -> float:
    """Return what a position is worth after play at random."""
    for _ in range(horizon):
        due = decide(position)
        if isinstance(due, Over):
            break
        position = after(position, fallen(due, choices) if due.by == CHANCE else choices.one(due.actions))
    return worth(position, side)


# ---------------------------------------------------------------- flat Monte-Carlo


def flat_monte_carlo(playouts: int, horizon: int) -> Player:
    """Return a player who tries every action equally often, in sampled positions, and takes the best on average."""

    def choose(position: Position, due: Decision, choices: Choices) -> Json:
        if len(due.actions) == 1:
            return due.actions[0]
        totals = [0.0] * len(due.actions)
        counts = [0] * len(due.actions)
        for turn in range(max(playouts, len(due.actions))):
            index = turn % len(due.actions)
            reached = after(determinised(position, due.by, choices), due.actions[index])
            totals[index] += played_out(reached, due.by, choices, horizon)
            counts[index] += 1
        return max(zip(due.actions, totals, counts, strict=True), key=lambda each: each[1] / each[2])[0]

    return choose


# ---------------------------------------------------------------- information-set Monte-Carlo tree search


@dataclass(slots=True)
class _Node:
    """What followed a line of choices: how often it could be taken and was, and what that was worth to the searcher."""

    available: int = 0
    visits: int = 0
    total: float = 0.0
    children: dict[str, "_Node"] = field(default_factory=dict)

    def promise(self, sign: int) -> float:
        """Return how promising it is to go here, for the searcher (1) or the opponent (-1)."""
        return sign * self.total / self.visits + _CURIOSITY * math.sqrt(math.log(self.available) / self.visits)


def information_set_search(playouts: int, horizon: int) -> Player:
    """Return a player who grows one tree over positions sampled anew (SO-ISMCTS); chance is drawn, not searched."""

    def choose(position: Position, due: Decision, choices: Choices) -> Json:
        if len(due.actions) == 1:
            return due.actions[0]
        root = _Node()
        for _ in range(playouts):
            _grow(root, determinised(position, due.by, choices), due.by, choices, horizon)
        return max(due.actions, key=lambda action: _visits(root, action))

    return choose


def _visits(root: _Node, action: Json) -> int:
    child = root.children.get(canonical_text(action))
    return 0 if child is None else child.visits


def _grow(root: _Node, position: Position, side: str, choices: Choices, horizon: int) -> None:
    """Go down the tree in one sampled position, add a node, play out, and note the worth on the way back."""
    path, grown = [root], False
    while not grown and isinstance(due := decide(position), Decision):
        if due.by == CHANCE:
            position = after(position, fallen(due, choices))
            continue
        offered = {canonical_text(action): action for action in due.actions}
        text, grown = _descent(path[-1], offered, 1 if due.by == side else -1, choices)
        position = after(position, offered[text])
        path.append(path[-1].children[text])
    value = played_out(position, side, choices, horizon)
    for node in path:
        node.visits += 1
        node.total += value


def _descent(node: _Node, offered: Mapping[str, Json], sign: int, choices: Choices) -> tuple[str, bool]:
    """Return where to go on: a new child for an action never tried, else the most promising; and whether it is new."""
    untried = [text for text in offered if text not in node.children]
    for text in offered.keys() & node.children.keys():
        node.children[text].available += 1
    if untried:
        text = choices.one(untried)
        node.children[text] = _Node(available=1)
        return text, True
    return max(offered, key=lambda text: node.children[text].promise(sign)), False
