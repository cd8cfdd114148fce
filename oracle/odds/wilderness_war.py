"""Exact odds of a battle of Wilderness War.

The battle is walked through the rules themselves, die by die. The owner of a stack chooses his losses. Here the
policies `best` and `worst` are for and against the strength he keeps for later fire. They matter only for a side that
is ambushed: without an ambush both sides fire before anybody falls. The best tactician commands.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from oracle.odds.battles import MOST_POSITIONS, UNWATCHED, Watch
from oracle.odds.walker import Policy, Walker
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Event, Settled
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


@dataclass(frozen=True, slots=True)
class Result:
    """What happened in a battle: steps each side lost, its dead leaders, the winner and his points."""

    british_steps: int = 0
    french_steps: int = 0
    dead: frozenset[str] = frozenset()
    winner: str = ""
    points: int = 0

    def __add__(self, other: "Result") -> "Result":
        """Return the sum of both."""
        return Result(
            self.british_steps + other.british_steps,
            self.french_steps + other.french_steps,
            self.dead | other.dead,
            self.winner or other.winner,
            self.points + other.points,
        )


def counted(events: Iterable[Event]) -> Result:
    """Return the total of some events."""
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


class _Sum:
    """The total of the events of a whole battle."""

    def at_end(self, _: State) -> Result:
        return Result()

    def after(self, note: Result, rest: Result) -> Result:
        return note + rest


def battle(
    position: Json, ruleset: RulesetName, policy: Policy = Policy.BEST, watch: Watch = UNWATCHED
) -> dict[Result, Fraction]:
    """Return the exact odds of every result of the battle that a position opens with; both sides use the policy.

    If the walk is stopped, they are the odds of what it came to, and less than one together.
    """
    rules: Ruleset = GAME.ruleset(options_of(GAME.id, ruleset))
    by_side = {side.value: policy for side in Side}
    walker = Walker(GAME, counted, MOST_POSITIONS, by_side, _chosen, tell=watch.tell, is_stopped=watch.is_stopped)
    return walker.tree(GAME.place(position, rules)).odds(_Sum())


def _chosen(state: State, due: Choice[Action], policy: Policy | None) -> Action | None:
    if isinstance(due.actions[0], Command):
        return max(due.actions, key=_tactics)
    if policy not in (Policy.BEST, Policy.WORST):
        return None
    sign = 1 if policy is Policy.BEST else -1
    return max(due.actions, key=lambda action: sign * _strength_kept(state, due, action, sign))


def _tactics(action: Action) -> int:
    return LEADERS[action.leader].tactics if isinstance(action, Command) else 0


def _strength_kept(state: State, due: Choice[Action], action: Action, sign: int) -> int:
    """Return the strength that a side keeps after its losses, if it continues to choose in the same way."""
    frame = state.stack.top
    assert isinstance(frame, Losses)
    verdict = GAME.step(state, action, due)
    assert isinstance(verdict, Settled)
    after, further = verdict.state, verdict.due
    if isinstance(further, Choice) and len(after.stack.frames) == len(state.stack.frames) and further.by == frame.side:
        return sign * max(sign * _strength_kept(after, further, each, sign) for each in further.actions)
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


def deaths(odds: dict[Result, Fraction], leaders: Iterable[str]) -> dict[str, Fraction]:
    """Return the odds that each leader dies."""
    return {
        name: sum((share for result, share in odds.items() if name in result.dead), Fraction(0)) for name in leaders
    }
