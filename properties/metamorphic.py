"""Laws nobody had to invent for a rule: what may be changed about a game, or about how it is played, without effect.

Each law takes a game under test and the positions of a game played under it, changes something that must not matter,
and raises `Broken` if it does. They hold for every game and ruleset. What they must know of a game, and what is an
exception, is data in `properties.set_apart`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, pairwise
from typing import Generic, TypeAlias, TypeVar

from oracle.choices import Dice
from oracle.rule_watcher import memos
from oracle.walk import GamePosition, walk_states
from properties.laws import Broken, GameUnderTest
from properties.recorded_ruleset import options_in, recorded
from reference.kernel.canonical import Json, Unreadable, canonical_text, digest, parse
from reference.kernel.decisions import Choice, Decision, Over
from reference.kernel.table import seat
from reference.kernel.verdicts import Event, Next
from spec_tables.catalogue import catalogue

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

_WORD = re.compile(r"\w+")

Played: TypeAlias = Sequence[GamePosition[S, A]]

ALIKE = "equal pieces exchanged change nothing"
UNCONSULTED = "an option that nothing in a game consulted changes nothing in it"
COMMUTE = "independent choices commute"
UNSEEN = "what a side sees next, and whether it is asked, does not depend on what is hidden from it"
READ_AGAIN = "a position written and read at any step goes on in the same way"
UNDONE = "what is undone by replay, and done again, leads to the same hashes"
ASKED = "whatever is asked at any step changes nothing"


def played(tested: GameUnderTest[S, A, R], scenario: str, seed: int, decisions: int) -> list[GamePosition[S, A]]:
    """Play a game from a scenario's start and return its positions."""

    def choose(state: S, due: Decision[A]) -> A:
        return tested.choose(dice, state, due)

    dice = Dice(seed)
    start = tested.game.start(scenario, tested.ruleset)
    return list(islice(walk_states(tested.game, start, choose), decisions + 1))


# ---------------------------------------------------------------- other ways of playing the same game


def _goes_on(tested: GameUnderTest[S, A, R], law: str, state: S, here: GamePosition[S, A]) -> S:
    """Take the turn that led to a position from a state that should be the one before; return where it leads."""
    assert here.turn is not None
    game = tested.game
    verdict = game.step(state, here.turn.action)
    if not isinstance(verdict, Next):
        raise Broken(law, (here.turn.action, verdict))
    if verdict.events != here.turn.events or verdict.due != here.due:
        raise Broken(law, (here.turn.action, verdict.events, here.turn.events, verdict.due, here.due))
    if digest(game.canonical(verdict.state)) != digest(game.canonical(here.state)):
        raise Broken(law, (here.turn.action, game.canonical(verdict.state), game.canonical(here.state)))
    return verdict.state


def read_again(tested: GameUnderTest[S, A, R], way: Played[S, A]) -> None:
    """Play a game again, and write and read the position before every step."""
    game, state = tested.game, way[0].state
    for here in way[1:]:
        before = game.place(parse(canonical_text(game.canonical(state))), tested.ruleset)
        state = _goes_on(tested, READ_AGAIN, before, here)


def undone(tested: GameUnderTest[S, A, R], scenario: str, way: Played[S, A], dice: Dice, times: int = 3) -> None:
    """Go back some steps by replaying those before them, and forward again."""
    for _ in range(times):
        reached = dice.randrange(len(way))
        state = tested.game.start(scenario, tested.ruleset)
        for here in way[1 : dice.randrange(reached + 1) + 1]:
            state = _goes_on(tested, UNDONE, state, here)
        state = tested.game.start(scenario, tested.ruleset)
        for here in way[1 : reached + 1]:
            state = _goes_on(tested, UNDONE, state, here)


def asked(tested: GameUnderTest[S, A, R], way: Played[S, A], dice: Dice) -> None:
    """Play a game again, and ask whatever can be asked before every step."""
    state = way[0].state
    for before, here in pairwise(way):
        _ask_anything(tested, state, () if before.turn is None else before.turn.events, dice)
        state = _goes_on(tested, ASKED, state, here)


def _ask_anything(tested: GameUnderTest[S, A, R], state: S, news: tuple[Event, ...], dice: Dice) -> None:
    game, table = tested.game, seat(tested.game, state, news)
    game.canonical(state)
    game.describe(state)
    game.check(state)
    for side in tested.sides:
        game.observe(state, side)
    for _ in range(3):
        form = tested.known_actions.of_any_kind(dice)
        try:
            action = game.read_action(form)
        except Unreadable:
            continue
        game.violations(state, action)
        for by in tested.sides:
            table.act(by, form)


# ---------------------------------------------------------------- options


def unconsulted(tested: GameUnderTest[S, A, R], scenario: str, seed: int, decisions: int, flips: int) -> frozenset[str]:
    """Play a game and then again with options changed that nothing consulted; return those that were consulted."""
    for memo in memos(("reference",)):
        memo.cache_clear()
    game = tested.game
    ruleset, noted = recorded(tested.ruleset)
    way = played(replace(tested, ruleset=ruleset), scenario, seed, decisions)
    consulted, options = frozenset(noted), options_in(tested.ruleset)
    changes = [
        (each.name, value)
        for each in catalogue(game.id).options
        for value in each.values
        if each.name not in consulted and value != options[each.name]
    ]
    for name, value in Dice(seed).sample(changes, min(flips, len(changes))):
        rules = game.ruleset({**options, name: value})
        state = game.start(scenario, rules)
        if game.canonical(state) != game.canonical(way[0].state) or game.decision(state) != way[0].due:
            raise Broken(UNCONSULTED, (name, value, "at the start"))
        for number, here in enumerate(way[1:], 1):
            assert here.turn is not None
            verdict = game.step(state, here.turn.action)
            if not isinstance(verdict, Next) or (verdict.events, verdict.due) != (here.turn.events, here.due):
                raise Broken(UNCONSULTED, (name, value, number, here.turn.action, verdict))
            state = verdict.state
        if game.canonical(state) != game.canonical(way[-1].state):
            raise Broken(UNCONSULTED, (name, value, "at the end"))
    return consulted


# ---------------------------------------------------------------- equal pieces


@dataclass(frozen=True, slots=True)
class Alike:
    """The names of equal pieces, by kind, and the parts of a position whose lists have no order.

    `numbered` is what a position numbers instead of naming it, so that nothing there can be renamed. `passing` are the
    parts that say what lies open until the next action.
    """

    kinds: Mapping[str, Sequence[str]]
    piles: tuple[str, ...] = ()
    numbered: re.Pattern[str] | None = None
    passing: tuple[str, ...] = ()

    def exchange(self, dice: Dice) -> Mapping[str, str]:
        """Return another name for every piece, that of an equal one."""
        return {
            name: other
            for names in self.kinds.values()
            for name, other in zip(names, dice.sample(names, len(names)), strict=True)
        }

    def exchanged(self, form: Json, dice: Dice) -> Json:
        """Return a position with equal pieces exchanged, and with its piles listed in another order."""
        other = renamed(form, self.exchange(dice))
        assert isinstance(other, dict)
        return {name: shuffled(each, dice) if name in self.piles else each for name, each in other.items()}

    def can_rename(self, form: Json) -> bool:
        """Say whether a position names all pieces by their names."""
        return self.numbered is None or self.numbered.search(canonical_text(form)) is None

    def by_kind(self, form: Json) -> str:
        """Return a JSON value as text, in which equal pieces have one name and no number."""
        one = {name: names[0] for names in self.kinds.values() for name in names}
        if isinstance(form, dict):
            form = {name: each for name, each in form.items() if name not in self.passing}
        if self.numbered is not None:
            form = parse(self.numbered.sub("", canonical_text(form)))
        return canonical_text(in_kinds(form, one))


def renamed(form: Json, names: Mapping[str, str]) -> Json:
    """Return a JSON value with other names in its texts."""
    return parse(_renamed_text(canonical_text(form), names))


def _renamed_text(text: str, names: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: names.get(found[0], found[0]), text)


def shuffled(form: Json, dice: Dice) -> Json:
    """Return a JSON value with every list in another order."""
    match form:
        case dict():
            return {name: shuffled(each, dice) for name, each in form.items()}
        case list():
            return dice.sample(form, len(form))
        case _:
            return form


def in_kinds(form: Json, names: Mapping[str, str]) -> Json:
    """Return a JSON value with other names, which need not differ; what is in no order is sorted."""
    match form:
        case str():
            return " ".join(sorted(_renamed_text(form, names).split()))
        case dict():
            pairs: list[Json] = [[_renamed_text(name, names), in_kinds(each, names)] for name, each in form.items()]
            return sorted(pairs, key=canonical_text)
        case list():
            inside = [in_kinds(each, names) for each in form]
            return sorted(inside, key=canonical_text) if all(isinstance(each, str) for each in inside) else inside
        case _:
            return form


def exchanged(tested: GameUnderTest[S, A, R], alike: Alike, way: Played[S, A], dice: Dice) -> int:
    """Exchange equal pieces at positions of a game: the same is offered, and leads to the same; return how many."""
    game, words, count = tested.game, alike.by_kind, 0
    naming = {each.about for each in game.sets}

    for here in way:
        form = game.canonical(here.state)
        # The members of a set that is being named are offered in the order of their names.
        if isinstance(here.due, Over) or here.due.about in naming or not alike.can_rename(form):
            continue
        other = game.place(alike.exchanged(form, dice), tested.ruleset)
        due = game.decision(other)
        if isinstance(due, Over) or _offered(tested, words, due) != _offered(tested, words, here.due):
            raise Broken(ALIKE, (here.due, due))
        action = dice.one(here.due.actions)
        name = words(game.write_action(action))
        ends = {
            words(game.canonical(verdict.state))
            for each in due.actions
            if words(game.write_action(each)) == name and isinstance(verdict := game.step(other, each, due), Next)
        }
        verdict = game.step(here.state, action, here.due)
        assert isinstance(verdict, Next)
        if words(game.canonical(verdict.state)) not in ends:
            raise Broken(ALIKE, (here.due.about, action, form))
        count += 1
    return count


def _offered(tested: GameUnderTest[S, A, R], words: Callable[[Json], str], due: Decision[A]) -> object:
    return (
        due.by,
        words(due.about.replace("_of_", " of ")),
        due.rules,
        {words(tested.game.write_action(each)) for each in due.actions},
    )


# ---------------------------------------------------------------- choices in the other order


@dataclass(frozen=True, slots=True)
class Pair(Generic[S, A]):
    """Two actions of one decision, each of which is offered after the other, and where both orders lead."""

    state: S
    about: str
    one: A
    other: A
    agrees: bool


def commuting(
    tested: GameUnderTest[S, A, R], alike: Alike, ordered: Mapping[str, str], way: Played[S, A], dice: Dice
) -> int:
    """Make choices in the other order where both orders are offered; return how many pairs agreed."""
    count = 0
    for pair in pairs(tested, alike, way, dice):
        if pair.about not in ordered:
            if not pair.agrees:
                raise Broken(COMMUTE, (pair.about, pair.one, pair.other))
            count += 1
    return count


def pairs(
    tested: GameUnderTest[S, A, R], alike: Alike, way: Played[S, A], dice: Dice, most: int = 4
) -> Iterator[Pair[S, A]]:
    """Find pairs of choices that can be made in either order, some at each position of a game."""
    for here in way:
        if not isinstance(here.due, Choice):
            continue
        chosen = dice.sample(here.due.actions, min(most, len(here.due.actions)))
        for one, other in combinations(chosen, 2):
            first, second = (_both(tested, here.state, here.due, *each) for each in ((one, other), (other, one)))
            if first is not None and second is not None:
                ends = [alike.by_kind(tested.game.canonical(each)) for each in (first, second)]
                yield Pair(here.state, here.due.about, one, other, ends[0] == ends[1])


def _both(tested: GameUnderTest[S, A, R], state: S, due: Decision[A], one: A, other: A) -> S | None:
    """Return where two actions lead, one after the other; nothing if the second is no longer offered."""
    first = tested.game.step(state, one, due)
    if not isinstance(first, Next) or isinstance(first.due, Over):
        return None
    if (first.due.by, first.due.about) != (due.by, due.about) or other not in first.due.actions:
        return None
    second = tested.game.step(first.state, other, first.due)
    return second.state if isinstance(second, Next) else None


# ---------------------------------------------------------------- what is hidden


@dataclass(frozen=True, slots=True)
class Hiding(Generic[S]):
    """What tells of hidden things: decisions that are asked because of them, each with a reason.

    `still_hidden` says of two positions, and of those after them, whether what they differ in is as hidden as before.
    """

    told_by: Mapping[str, str]
    still_hidden: Callable[[tuple[S, S], tuple[S, S], str], bool]


def unseen(tested: GameUnderTest[S, A, R], hiding: Hiding[S], way: Played[S, A], dice: Dice) -> int:
    """Change at positions of a game what is hidden from a side, and go on: it notices nothing. Return how often."""
    game, count = tested.game, 0
    for here in way:
        if isinstance(here.due, Over) or here.due.about in hiding.told_by:
            continue
        for side in tested.sides:
            for other in tested.veiled(here.state, side, dice):
                if here.due.by == side:
                    due = game.decision(other)
                    if due != here.due:
                        raise Broken(UNSEEN, (side, here.due, due))
                action = dice.one(here.due.actions)
                count += _same_after(tested, hiding, (here.state, other), action, side)
    return count


def _same_after(tested: GameUnderTest[S, A, R], hiding: Hiding[S], both: tuple[S, S], action: A, side: str) -> bool:
    """Take an action in two positions that a side cannot tell apart: it still cannot, if what differs stays hidden."""
    game = tested.game
    due = game.decision(both[1])
    if isinstance(due, Over) or action not in due.actions:
        return False
    one, other = (game.step(state, action) for state in both)
    assert isinstance(one, Next)
    assert isinstance(other, Next)
    if not hiding.still_hidden(both, (one.state, other.state), side):
        return False
    if {_about(one.due), _about(other.due)} & set(hiding.told_by):
        return False
    if _asks(one.due, side) != _asks(other.due, side):
        raise Broken(UNSEEN, (side, action, one.due, other.due))
    seen = [game.observe(each.state, side) for each in (one, other)]
    if seen[0] != seen[1]:
        raise Broken(UNSEEN, (side, action, *seen))
    return True


def _about(due: Decision[A] | Over) -> str:
    return due.result if isinstance(due, Over) else due.about


def _asks(due: Decision[A] | Over, side: str) -> object:
    """Return what a side notices of what is due: all of its own decision, else only that somebody else is asked."""
    return due if isinstance(due, Over) or due.by == side else due.by
