"""Blocks that leave an area, each its own way, are the same choice in whatever order they are named."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from math import factorial

from oracle.choices import Dice
from oracle.walk import turns, walk
from properties.any_order import ALL_ORDERS_UP_TO, SAMPLED, OrderMatters
from properties.domains import DEEP
from reference.hammer_of_the_scots.named_sets import SETS
from reference.kernel.any_order import DONE, for_players
from reference.kernel.canonical import Json, canonical_text
from reference.kernel.named_sets import NamedSet
from reference.kernel.rules import proves
from reference.kernel.table import Due, Table, seat
from reference.kernel.verdicts import Next, No
from tests.hammer_of_the_scots.positions import GAME, ruleset

_GAMES = 30 if DEEP else 8
PAIRED = tuple(each for each in SETS if each.pairs)
# A block is lost only if it has no way left, and the Norse need a friendly coast: both depend on who has gone before.
ORDERING = frozenset({"hs:5.5-9", "hs:5.5-12", "hs:5.6-5"})
Way = tuple[Json, Json]


@dataclass(slots=True)
class Ways:
    """Blocks that went their ways one after the other: from which table, who where, and where that led."""

    named: NamedSet
    start: Table
    by: str
    end: Table
    ways: list[Way] = field(default_factory=list)
    done: bool = False


def whole_ways(table: Table, seed: int, decisions: int) -> Iterator[Ways]:
    """Play a game in which blocks rather go than stay; return those that left an area together."""
    dice = Dice(seed)
    now: Ways | None = None
    who: Json = None

    def choose(_: Table, due: Due) -> Json:
        going = [each for each in due.actions if each != DONE]
        return dice.one(tuple(going) if going and dice.one(range(10)) < 9 else due.actions)

    for count, turn in enumerate(turns(walk(table, choose))):
        about = next((each for each in PAIRED if each.about == turn.due.about), None)
        if now is not None and who is None and (about, turn.due.by) != (now.named, now.by):
            yield now
            now = None
        if now is None and about is not None:
            now = Ways(about, turn.state, turn.due.by, turn.after)
        if now is not None:
            now.end = turn.after
            action = turn.action
            assert isinstance(action, Mapping)
            if action == DONE:
                now.done = True
                yield now
                now = None
            elif who is not None:
                now.ways.append((who, action.get("area")))
                who = None
            else:
                who = action["block"]
        if count >= decisions:
            return


def hold(found: Ways, dice: Dice) -> int:
    """Let the blocks go again in other orders, one by one and all at once; return how many orders were tried."""
    wanted = canonical_text(found.end.canonical())
    tried = 0
    for order in _orders(found.ways, dice):
        for reached in (_one_by_one(found, order), _at_once(found, order)):
            if reached is not None and canonical_text(reached.canonical()) != wanted:
                raise OrderMatters(f"{found.named.name}: {order} leads elsewhere than {found.ways}")
        tried += 1
    return tried


def _orders(ways: list[Way], dice: Dice) -> Iterator[tuple[Way, ...]]:
    if len(ways) <= ALL_ORDERS_UP_TO:
        yield from permutations(ways)
        return
    for _ in range(min(SAMPLED, factorial(len(ways)))):
        yield tuple(dice.sample(ways, len(ways)))


def _one_by_one(found: Ways, order: tuple[Way, ...]) -> Table | None:
    """Return where this order leads; nothing if a rule wants another one."""
    table = found.start
    for who, to in order:
        where: Json = {"type": "give_up"} if to is None else {"type": "choose", "area": to}
        for action in ({"type": "select", "block": who}, where):
            verdict = table.act(found.by, action)
            if isinstance(verdict, No) and {each.rule for each in verdict.violations} & ORDERING:
                return None
            if not isinstance(verdict, Next):
                raise OrderMatters(f"{found.named.name}: {action} in {order} is answered by {verdict}")
            table = verdict.state
    if found.done:
        ended = table.act(found.by, DONE)
        assert isinstance(ended, Next)
        return ended.state
    return table


def _at_once(found: Ways, order: tuple[Way, ...]) -> Table | None:
    """Return where all at once lead; nothing if one of them is lost, who goes nowhere."""
    if any(to is None for _, to in order):
        return None
    whole: Json = {"type": found.named.name, "blocks": [who for who, _ in order], "areas": [to for _, to in order]}
    verdict = found.start.act(found.by, whole)
    if not isinstance(verdict, Next):
        raise OrderMatters(f"{found.named.name}: {order} at once is answered by {verdict}")
    return verdict.state


@proves("hs:5.3-2", "hs:5.6-1", "hs:C-3")
def test_blocks_that_leave_together_end_in_the_same_position_in_every_order() -> None:
    tried: Counter[str] = Counter()
    for seed in range(_GAMES):
        table = for_players(seat(GAME, GAME.start("campaign", ruleset("standard"))), SETS)
        for found in whole_ways(table, seed, 3_000):
            if len(found.ways) > 1:
                tried[found.named.name] += hold(found, Dice(seed))
    assert tried["retreat"] > 4
    assert tried["regroup"] > 20
    assert tried["ship"] > 1


class _Crossed(NamedSet):
    """A set that sends each block where another was to go: a planted fault."""

    def _paired(self, whom: tuple[Json, ...], where: tuple[Json, ...]) -> tuple[tuple[Json, ...], ...]:
        return tuple(zip(whom, reversed(where), strict=True))


def test_ways_that_are_crossed_are_noticed() -> None:
    """Given each block is sent where another was to go, then the property finds it."""
    crossed = tuple(_Crossed(each.name, each.about, each.members, pairs=True, ends=each.ends) for each in PAIRED)
    noticed = 0
    for seed in range(3):
        table = for_players(seat(GAME, GAME.start("campaign", ruleset("standard"))), crossed)
        for found in whole_ways(table, seed, 3_000):
            if len({to for _, to in found.ways}) > 1:
                try:
                    hold(found, Dice(seed))
                except OrderMatters:
                    noticed += 1
    assert noticed
