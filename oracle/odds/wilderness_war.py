"""Exact odds of a battle of Wilderness War.

The battle is walked through the rules themselves, die by die. The owner of a stack chooses his losses by a policy:
`strongest` keeps as much strength as the rules allow for the fire to come, `weakest` as little. It matters only for a
side that is ambushed: without an ambush both sides fire before anybody falls.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from oracle.odds.tree import Walk
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Event, Next
from reference.wilderness_war.actions import Action, Command
from reference.wilderness_war.board import Board, units_outside
from reference.wilderness_war.ch03_pieces import LEADERS
from reference.wilderness_war.ch07_combat import column, modifier, strength
from reference.wilderness_war.combat_table import COLUMN_LABELS
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Combat, Losses
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

GAME = WildernessWar()
POLICIES = ("strongest", "weakest")


@dataclass(frozen=True, slots=True)
class Result:
    """What happened in a battle: steps each side lost, its dead leaders, the winner and his points."""

    british_steps: int = 0
    french_steps: int = 0
    dead: frozenset[str] = frozenset()
    winner: str = ""
    points: int = 0

    def __add__(self, other: "Result") -> "Result":
        """Return both together."""
        return Result(
            self.british_steps + other.british_steps,
            self.french_steps + other.french_steps,
            self.dead | other.dead,
            self.winner or other.winner,
            self.points + other.points,
        )


def counted(events: Iterable[Event]) -> Result:
    """Return what events add up to."""
    result = Result()
    for each in events:
        facts = dict(each.facts)
        if each.kind is EventKind.STEPS_LOST:
            lost = int(str(facts["flips"])) + int(str(facts["deaths"]))
            result += Result(british_steps=lost) if facts["side"] == Side.BRITISH else Result(french_steps=lost)
        elif each.kind is EventKind.LEADER_KILLED:
            result += Result(dead=frozenset((str(facts["leader"]),)))
        elif each.kind is EventKind.COMBAT_WON:
            result += Result(winner=str(facts["side"]))
        elif each.kind is EventKind.VP_SCORED:
            result += Result(points=int(str(facts["points"])))
    return result


def battle(position: Json, ruleset: RulesetName, policy: str) -> dict[Result, Fraction]:
    """Return the exact odds of every result of the battle a position opens with."""
    rules: Ruleset = GAME.ruleset(options_of(GAME.id, ruleset))
    start = GAME.place(position, rules)

    def choose(state: State, due: Choice[Action]) -> Action:
        return _chosen(state, due, policy)

    walk: Walk[State, Action, Ruleset, Result] = Walk(GAME, choose, counted, Result())
    return walk.odds(start)


def _chosen(state: State, due: Choice[Action], policy: str) -> Action:
    if isinstance(due.actions[0], Command):
        return max(due.actions, key=_tactics)
    sign = 1 if policy == "strongest" else -1
    return max(due.actions, key=lambda action: sign * _strength_kept(state, action, sign))


def _tactics(action: Action) -> int:
    return LEADERS[action.leader].tactics if isinstance(action, Command) else 0


def _strength_kept(state: State, action: Action, sign: int) -> int:
    """Return the strength left to a side once it has taken its losses, choosing on as it began."""
    frame = state.stack.top
    assert isinstance(frame, Losses)
    verdict = GAME.step(state, action)
    assert isinstance(verdict, Next)
    after: State = verdict.state
    due = GAME.decision(after)
    if isinstance(due, Choice) and len(after.stack.frames) == len(state.stack.frames) and due.by == frame.side:
        return sign * max(sign * _strength_kept(after, further, sign) for further in due.actions)
    return _strength_at(after.board, frame)


def _strength_at(board: Board, frame: Losses) -> int:
    return strength(board, units_outside(board, frame.space, frame.side))


def fire_before_losses(position: Json, ruleset: RulesetName) -> list[tuple[str, str, str]]:
    """Return each side with its strength and how it fires before anybody falls."""
    state = GAME.place(position, GAME.ruleset(options_of(GAME.id, ruleset)))
    combat = next(frame for frame in state.stack.frames if isinstance(frame, Combat))
    lines: list[tuple[str, str, str]] = []
    for side in (combat.attacker, combat.attacker.enemy):
        total = strength(state.board, units_outside(state.board, combat.space, side))
        label = COLUMN_LABELS[column(state, combat, side)]
        lines.append((side.value, str(total), f"column {label}, die {modifier(state, combat, side):+d}"))
    return lines


def shares(odds: dict[Result, Fraction], key: str) -> dict[str, Fraction]:
    """Return the odds of one aspect of the results."""
    found: dict[str, Fraction] = {}
    for result, share in odds.items():
        name = str(getattr(result, key))
        found[name] = found.get(name, Fraction(0)) + share
    return found


def deaths(odds: dict[Result, Fraction], leaders: Iterable[str]) -> dict[str, Fraction]:
    """Return the odds that each leader dies."""
    return {
        name: sum((share for result, share in odds.items() if name in result.dead), Fraction(0)) for name in leaders
    }
