"""A set that the rules do not order is the same set in whatever order it is named.

Seeded games are played through the tables that players use. Whenever a whole set has been named, it is named again from
where it was opened in other orders: in all of them for up to five members, in some for more. Each must lead to the same
position, or be answered as a matter of notation. No rule may refuse it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import factorial

from oracle.choices import Dice
from oracle.walk import TableTurn, turns, walk
from reference.kernel.any_order import DONE, AnyOrder
from reference.kernel.canonical import Json, canonical_text
from reference.kernel.decisions import Over
from reference.kernel.named_sets import NamedSet
from reference.kernel.table import ActVerdict, Due, Table
from reference.kernel.verdicts import Next, No, Notation

ALL_ORDERS_UP_TO = 5
SAMPLED = 12

Normal = Callable[[Json], Json]
Part = Callable[[Json], Json]
SpelledOut = Callable[[TableTurn], tuple[Json, ...]]


class OrderMatters(AssertionError):
    """A set that was named in another order is refused, or leads elsewhere."""


@dataclass(slots=True)
class Named:
    """A set as it was named in a game: from which table, what, whether it was ended by a word, and where it led.

    `tail` is what was answered to the same decision after the set was complete.
    """

    named: NamedSet
    start: Table
    by: str
    part: Json
    members: list[Json] = field(default_factory=list)
    tail: list[Json] = field(default_factory=list)
    done: bool = False
    end: Table | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """What is to be known of a game: its sets, which decisions belong to one set, and which positions are the same.

    `spelled_out` returns every member that a turn names, where the last one stands for others. `ordering` are the rules
    that do set an order among the members of a set.
    """

    sets: tuple[NamedSet, ...]
    part: Part = lambda _: None
    normal: Normal = lambda position: position
    spelled_out: SpelledOut = lambda turn: (turn.action,)
    ordering: frozenset[str] = frozenset()


def whole_sets(game: Game, table: Table, seed: int, decisions: int, eager: int = 0) -> Iterator[Named]:
    """Play a game and return every set that was named in it, when it is complete.

    `eager` is how often in ten a member is named, if one can be.
    """
    dice = Dice(seed)
    now: Named | None = None

    def choose(_: Table, due: Due) -> Json:
        naming = [each for each in due.actions if any(one.names(each) for one in game.sets)]
        return dice.one(tuple(naming) if naming and dice.one(range(10)) < eager else due.actions)

    for count, turn in enumerate(turns(walk(table, choose))):
        if now is not None and not _goes_on(now, turn):
            yield now
            now = None
        if now is None:
            now = _opened(game, turn)
        if now is not None:
            _note(game, now, turn)
            if now.done:
                yield now
                now = None
        if count >= decisions:
            return
    if now is not None:
        yield now


def _opened(game: Game, turn: TableTurn) -> Named | None:
    for each in game.sets:
        opens = each.opener is not None and each.opener.name_in(turn.action) is not None
        if each.names(turn.action) and (opens or (each.asked(turn.due.about) or turn.due.about == each.begins)):
            part = None if opens else game.part(turn.state.canonical())
            return Named(each if opens else _without_opener(each), turn.state, turn.due.by, part)
    return None


def _without_opener(named: NamedSet) -> NamedSet:
    return replace(named, opener=None)


def _goes_on(now: Named, turn: TableTurn) -> bool:
    """Say whether a turn names another member of the same set, or ends it."""
    if turn.due.by != now.by or not now.named.asked(turn.due.about):
        return False
    return turn.action == DONE or now.named.names(turn.action)


def _note(game: Game, now: Named, turn: TableTurn) -> None:
    if turn.action == DONE:
        now.done = True
    elif now.named.opener is None and game.part(turn.state.canonical()) != now.part:
        now.tail.append(turn.action)
    else:
        now.members.extend(game.spelled_out(turn))
    now.end = turn.after


@dataclass(frozen=True, slots=True)
class OnlyOffered(AnyOrder):
    """A table that takes members only in the order offered, as tables once did: a planted fault."""

    def act(self, by: str, action: Json) -> ActVerdict:
        """Refuse whatever is not offered."""
        due = self.inner.due()
        if isinstance(due, Over) or action not in due.actions:
            return No(())
        verdict = self.inner.act(by, action)
        return Next(OnlyOffered(verdict.state, ()), verdict.events) if isinstance(verdict, Next) else verdict


def is_noticed(game: Game, table: Table, games: int = 6, decisions: int = 1_200) -> bool:
    """Say whether a table that takes members only in the order offered is noticed in some games."""
    planted = OnlyOffered(table.inner, ()) if isinstance(table, AnyOrder) else OnlyOffered(table, ())
    try:
        for seed in range(games):
            for found in whole_sets(game, planted, seed, decisions):
                hold(game, found, Dice(seed))
    except OrderMatters as noticed:
        return "is answered by No" in str(noticed)
    return False


def orders(members: list[Json], dice: Dice) -> Iterator[tuple[Json, ...]]:
    """Return other orders of the members: all of them, or a sample if they are many."""
    if len(members) <= ALL_ORDERS_UP_TO:
        yield from {canonical_text(list(each)): each for each in permutations(members)}.values()
        return
    for _ in range(min(SAMPLED, factorial(len(members)))):
        yield tuple(dice.sample(members, len(members)))


def hold(game: Game, found: Named, dice: Dice) -> int:
    """Name a set again in other orders; return how many were tried."""
    assert found.end is not None
    wanted = canonical_text(game.normal(found.end.canonical()))
    plain = [_as_member(found.named, each) for each in found.members]
    tried = 0
    for order in orders(plain, dice):
        reached = _renamed(found, order, game.ordering)
        if reached is not None and canonical_text(game.normal(reached.canonical())) != wanted:
            raise OrderMatters(f"{found.named.name}: {order} leads elsewhere than {found.members}")
        if found.named.rest is None:
            tried += 1
            continue
        whole = _given_at_once(found, order)
        if canonical_text(game.normal(whole.canonical())) != wanted:
            raise OrderMatters(f"{found.named.name}: {order} given at once leads elsewhere than {found.members}")
        tried += 1
    return tried


def _given_at_once(found: Named, order: tuple[Json, ...]) -> Table:
    """Return where a set of whole answers leads that is given at once, with its members in this order."""
    ((several, member),) = found.named.members.items()
    table = found.start
    whole: Json = {"type": found.named.name, several: [member.name_in(each) for each in order]}
    for action in (whole, *found.tail):
        verdict = table.act(found.by, action)
        if not isinstance(verdict, Next):
            raise OrderMatters(f"{found.named.name}: {action} is answered by {verdict}")
        table = verdict.state
    return table


def _as_member(named: NamedSet, action: Json) -> Json:
    """Return an action that names a member as one that does not open the set."""
    if named.opener is None or named.opener.name_in(action) is None:
        return action
    return next(iter(named.members.values())).named(named.opener.name_in(action))


def _renamed(found: Named, order: tuple[Json, ...], ordering: frozenset[str]) -> Table | None:
    """Return where a set leads that is named in this order; nothing if it is a matter of notation, or a rule orders."""
    table = found.start
    named = [found.named.opening(each) if not index else each for index, each in enumerate(order)]
    for action in (*named, *found.tail, *((DONE,) if found.done else ())):
        verdict = table.act(found.by, action)
        if isinstance(verdict, Notation):
            return None
        if isinstance(verdict, No) and verdict.violations and {each.rule for each in verdict.violations} <= ordering:
            return None
        if not isinstance(verdict, Next):
            raise OrderMatters(f"{found.named.name}: {action} in {order} is answered by {verdict}")
        table = verdict.state
    return table
