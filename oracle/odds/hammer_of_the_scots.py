"""Exact odds of a battle of Hammer of the Scots: three rounds, reserves, captured nobles, Celtic rolls.

The battle is walked through the rules themselves, die by die. Every block fights when it can and nobody retreats; the
owner of equally strong blocks takes a hit by a policy: `keep_best` on the one that fights worst, `keep_worst` on the
one that fights best. Equal positions are walked once, however they were reached.
"""

import heapq
from dataclasses import dataclass
from fractions import Fraction
from itertools import count as count_up

from oracle.english import in_words
from reference.hammer_of_the_scots.actions import Action, Fight, Hold, Select
from reference.hammer_of_the_scots.board import blocks_at, count
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import FIGURES, SIDES, block
from reference.hammer_of_the_scots.frames import Battle, Firing, Hits, LastRetreat, Loyalty
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.masks import mask_of, shown
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.verdicts import Next

GAME = HammerOfTheScots()
POLICIES = ("keep_best", "keep_worst")
# Some minutes' walk.
MOST_POSITIONS = 1_000_000
_Order = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class LineUp:
    """One side of a battle: blocks as `e_york_knights` or `e_york_knights:2`, those in front and those in reserve."""

    front: tuple[str, ...]
    reserve: tuple[str, ...] = ()

    @property
    def blocks(self) -> tuple[str, ...]:
        """Return all blocks."""
        return (*self.front, *self.reserve)

    @property
    def side(self) -> Side:
        """Return whose blocks they are: those of one side, at least one of them in front."""
        sides = {SIDES[block(text.partition(":")[0])] for text in self.blocks}
        if len(sides) != 1 or not self.front:
            raise Unreadable("", "a line-up has blocks of one side, at least one of them in front")
        return sides.pop()


def read_line_up(text: str) -> LineUp:
    """Read a line-up: blocks separated by spaces or commas, those in reserve after a bar."""
    front, _, reserve = text.replace(",", " ").partition("|")
    return LineUp(tuple(front.split()), tuple(reserve.split()))


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """How a battle ended: who holds the area, whether the attacker had to be thrown out, the steps left there."""

    winner: str
    undecided: bool
    english_steps: int
    scottish_steps: int


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The exact odds of every result."""

    results: tuple[tuple[Result, Fraction], ...]
    positions: int

    def winning(self, side: str) -> Fraction:
        """Return the odds that a side holds the area in the end."""
        return sum((odds for result, odds in self.results if result.winner == side), Fraction(0))

    def shares(self, aspect: str) -> dict[str, Fraction]:
        """Return the odds of every value of one field of the results."""
        found: dict[str, Fraction] = {}
        for result, odds in self.results:
            value = str(getattr(result, aspect)).lower()
            found[value] = found.get(value, Fraction(0)) + odds
        return found


def opening(attackers: LineUp, defenders: LineUp, place: str, rules: Ruleset) -> State:
    """Return the position in which a battle begins."""
    attacker = attackers.side
    if attacker is defenders.side:
        raise Unreadable("", "both line-ups are of one side")
    names = [text.partition(":")[0] for text in (*attackers.reserve, *defenders.reserve)]
    waiting = " ".join(shown(mask_of(*(block(name) for name in names))))
    frame: Json = {"type": "battle", "area": place, "attacker": attacker.value, "reserves": waiting}
    position: Json = {
        "blocks": {place: [text.replace(":", " ") for text in (*attackers.blocks, *defenders.blocks)]},
        "first": attacker.value,
        "attackers": {place: attacker.value},
        "crowned": 1297,
        "frames": [frame],
    }
    state = GAME.place(position, rules)
    for broken in GAME.check(state):
        raise Unreadable("", f"no such battle can be fought: {in_words(broken, GAME.id)}")
    return state


def battle_odds(
    attackers: LineUp,
    defenders: LineUp,
    place: str = "fife",
    ruleset: str = "standard",
    policies: tuple[str, str] = ("keep_best", "keep_best"),
) -> BattleOdds:
    """Return the exact odds of a battle; the policies are those of England and Scotland."""
    for policy in policies:
        if policy not in POLICIES:
            raise Unreadable("policy", f"{policy!r} is none of: {', '.join(POLICIES)}")
    # Other nobles are somewhere: who controls all of them is no matter of this battle.
    name = parse_ruleset_name(ruleset)
    options = dict(options_of(GAME.id, name)) | {"all_nobles_check": "end_of_turn"}
    state = opening(attackers, defenders, place, GAME.ruleset(options))
    by_policy = dict(zip(Side, policies, strict=True))
    return _walked(state, place, by_policy)


def _walked(start: State, place: str, policies: dict[Side, str]) -> BattleOdds:
    odds: dict[State, Fraction] = {start: Fraction(1)}
    waiting: list[tuple[_Order, int, State]] = [(_order(start), 0, start)]
    found: dict[Result, Fraction] = {}
    walked, numbers = 0, count_up(1)
    while waiting:
        if walked > MOST_POSITIONS:
            raise Unreadable("", f"this battle has more than {MOST_POSITIONS} positions; try fewer blocks")
        _, _, state = heapq.heappop(waiting)
        share = odds.pop(state)
        if not _is_fought(state):
            result = _result(state, place)
            found[result] = found.get(result, Fraction(0)) + share
            continue
        walked += 1
        for after, part in _following(state, policies):
            if after not in odds:
                odds[after] = Fraction(0)
                heapq.heappush(waiting, (_order(after), next(numbers), after))
            odds[after] += share * part
    return BattleOdds(tuple(sorted(found.items())), walked)


def _is_fought(state: State) -> bool:
    return any(isinstance(frame, Battle) for frame in state.stack.frames)


def _order(state: State) -> _Order:
    """Return how far a battle has come: whatever leads to a position comes before it."""
    frames = state.stack.frames
    battle = next((frame for frame in frames if isinstance(frame, Battle)), None)
    if battle is None:
        return (99, 0, 0, 0)
    acted = battle.acted.bit_count()
    match frames[-1]:
        case Loyalty(blocks):
            return (battle.round, 0, 0, -len(blocks))
        case Firing(left=left):
            return (battle.round, acted, 1, -left)
        case Hits(left=left):
            return (battle.round, acted, 2, -left)
        case _:
            return (battle.round, acted, 3, 0)


def _following(state: State, policies: dict[Side, str]) -> list[tuple[State, Fraction]]:
    due = GAME.decision(state)
    if isinstance(due, Chance):
        merged: dict[State, Fraction] = {}
        for action, part in due.outcomes:
            after = _after(state, action)
            merged[after] = merged.get(after, Fraction(0)) + part
        return list(merged.items())
    assert not isinstance(due, Over)
    return [(_after(state, _chosen(due, policies[Side(due.by)])), Fraction(1))]


def _after(state: State, action: Action) -> State:
    verdict = GAME.step(state, action)
    assert isinstance(verdict, Next)
    return verdict.state


def _chosen(due: Choice[Action], policy: str) -> Action:
    """Fight with the first block that can; take a hit as the policy says."""
    fights = [each for each in due.actions if isinstance(each, Fight)]
    if fights:
        return fights[0]
    holds = [each for each in due.actions if isinstance(each, Hold)]
    if holds:
        return holds[0]
    hurt = [each for each in due.actions if isinstance(each, Select)]
    ranked = sorted(hurt, key=_worth)
    return ranked[0] if policy == "keep_best" else ranked[-1]


def _worth(action: Select) -> tuple[int, int]:
    """Return how well a block fights: its number, then how early it acts."""
    figures = FIGURES[action.block]
    return figures.combat, -ord(figures.letter.value)


def _result(state: State, place: str) -> Result:
    here = area(place)
    steps = {side: sum(state.board.steps[each] for each in blocks_at(state.board, here, side)) for side in Side}
    top = state.stack.top if state.stack else None
    undecided = isinstance(top, LastRetreat)
    if state.outcome is not None:
        winner = state.outcome.winner
    elif isinstance(top, LastRetreat):
        winner = top.side.enemy
    else:
        winner = Side.ENGLAND if count(state.board, here, Side.ENGLAND) else Side.SCOTLAND
    return Result(winner.value, undecided, steps[Side.ENGLAND], steps[Side.SCOTLAND])
