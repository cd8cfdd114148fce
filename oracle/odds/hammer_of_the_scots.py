"""Exact odds of a battle of Hammer of the Scots: three rounds, reserves, captured nobles, Celtic rolls.

The battle is walked through the rules themselves, die by die. Every block fights when it can and nobody retreats. The
owner of equally strong blocks chooses which of them takes a hit. Here the policies `best` and `worst` are for and
against how well the remaining blocks fight: `best` takes the hit on the one that fights worst.
"""

from dataclasses import dataclass
from fractions import Fraction

from oracle.english import in_words
from oracle.odds.battles import MOST_POSITIONS, UNWATCHED, Watch, nothing_noted, shares
from oracle.odds.walker import Policy, Walker
from reference.hammer_of_the_scots.actions import Action, Fight, Hold, Select
from reference.hammer_of_the_scots.board import blocks_at, count
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import FIGURES, SIDES, block
from reference.hammer_of_the_scots.frames import Battle, LastRetreat
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.masks import mask_of, shown
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Choice
from reference.kernel.rulesets import options_of, parse_ruleset_name

GAME = HammerOfTheScots()


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

    def winning(self, side: str) -> Fraction:
        """Return the odds that a side holds the area at the end."""
        return sum((odds for result, odds in self.results if result.winner == side), Fraction(0))

    def shares(self, aspect: str) -> dict[str, Fraction]:
        """Return the odds of every value of one field of the results."""
        return shares(self.results, aspect)


def position(attackers: LineUp, defenders: LineUp, place: str) -> Json:
    """Return the position in which a battle begins, in compact form."""
    attacker = attackers.side
    if attacker is defenders.side:
        raise Unreadable("", "both line-ups are of one side")
    names = [text.partition(":")[0] for text in (*attackers.reserve, *defenders.reserve)]
    waiting = " ".join(shown(mask_of(*(block(name) for name in names))))
    frame: Json = {"type": "battle", "area": place, "attacker": attacker.value, "reserves": waiting}
    return {
        "blocks": {place: [text.replace(":", " ") for text in (*attackers.blocks, *defenders.blocks)]},
        "first": attacker.value,
        "attackers": {place: attacker.value},
        "crowned": 1297,
        "frames": [frame],
    }


def opening(attackers: LineUp, defenders: LineUp, place: str, rules: Ruleset) -> State:
    """Return the state in which a battle begins."""
    state = GAME.place(position(attackers, defenders, place), rules)
    for broken in GAME.check(state):
        raise Unreadable("", f"no such battle can be fought: {in_words(broken, GAME.id)}")
    return state


def battle_odds(
    attackers: LineUp,
    defenders: LineUp,
    place: str = "fife",
    ruleset: str = "standard",
    policies: tuple[Policy, Policy] = (Policy.BEST, Policy.BEST),
    watch: Watch = UNWATCHED,
) -> BattleOdds:
    """Return the exact odds of a battle; the policies are those of England and Scotland.

    If the walk is stopped, they are the odds of what it came to, and less than one together.
    """
    # The other nobles are not set up, so who controls all nobles is not checked in this battle.
    name = parse_ruleset_name(ruleset)
    options = dict(options_of(GAME.id, name)) | {"all_nobles_check": "end_of_turn"}
    start = opening(attackers, defenders, place, GAME.ruleset(options))
    by_side = {side.value: policy for side, policy in zip(Side, policies, strict=True)}
    walker = Walker(
        GAME, nothing_noted, MOST_POSITIONS, by_side, _chosen, _is_over, tell=watch.tell, is_stopped=watch.is_stopped
    )
    tree = walker.tree(start)
    found: dict[Result, Fraction] = {}
    for state, share in tree.ends():
        result = _result(state, place)
        found[result] = found.get(result, Fraction(0)) + share
    return BattleOdds(tuple(sorted(found.items())))


def _is_over(state: State) -> bool:
    return not any(isinstance(frame, Battle) for frame in state.stack.frames)


def _chosen(_: State, due: Choice[Action], policy: Policy | None) -> Action | None:
    """Fight with the first block that can; take a hit on the block that fights worst, or best."""
    for kind in (Fight, Hold):
        for each in due.actions:
            if isinstance(each, kind):
                return each
    if policy not in (Policy.BEST, Policy.WORST):
        return None
    ranked = sorted((each for each in due.actions if isinstance(each, Select)), key=_worth)
    return ranked[0 if policy is Policy.BEST else -1]


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
