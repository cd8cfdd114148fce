"""Choices named in any order: whatever breaks no rule, though it is not offered, leads where what is offered leads.

A choice of several pieces is offered in one order, and of units alike only the first is offered. `strays` names what
players may name instead, at every choice of a game, and holds each against the offered way to the same choice.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from oracle.choices import Dice
from oracle.walk import GamePosition
from properties.wilderness_war.explorer import GAME
from reference.kernel.canonical import Json, canonical_text, parse
from reference.kernel.decisions import Choice, Decision, Over
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.cards import DECK, FACES
from reference.wilderness_war.ch02_map import SPACES
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, UNITS, Unit
from reference.wilderness_war.event_frames import EventChoice
from reference.wilderness_war.frames import Move
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.state import State

Naming = a.Pick | a.PickLeader | a.Drop | a.DropLeader | a.PickSpace
_KINDS: dict[str, str] = {
    **{counter.id: counter.type for counter in COUNTERS}, **{FACES[card].id: FACES[card].rule for card in DECK},
}  # fmt: skip
_NAMES = re.compile("|".join(sorted(_KINDS, key=len, reverse=True)))
_LAST_DROP = re.compile(r'"last_drop":(\d+)')


@dataclass(frozen=True, slots=True)
class Stray:
    """Something not offered that breaks no rule: where, what, and whether it leads where the offers lead."""

    state: State
    about: str
    action: Action
    agrees: bool


def strays(positions: Iterable[GamePosition[State, Action]], dice: Dice, attempts: int) -> Iterator[Stray]:
    """Find at every choice of a game some actions that are not offered and break no rule."""
    start, named = None, list[Naming]()
    for here in positions:
        if not isinstance(here.due, Choice):
            continue
        turn = here.turn
        if start is not None and turn is not None and _goes_on(turn.due, here.due) and isinstance(turn.action, Naming):
            named.append(turn.action)
        else:
            start, named = here.state, []
        others = _unoffered(here.due)
        for action in dice.sample(others, min(attempts, len(others))):
            if GAME.violations(here.state, action) == ():
                agrees = _agrees(here.state, here.due, action, start, tuple(named))
                yield Stray(here.state, here.due.about, action, agrees)


def _goes_on(before: Decision[Action], due: Decision[Action]) -> bool:
    return (before.by, before.about) == (due.by, due.about)


def _unoffered(due: Choice[Action]) -> list[Action]:
    """Return actions of the kinds that a choice offers, and leaders beside units, that it does not offer."""
    kinds = {type(each) for each in due.actions}
    units: list[Action] = [kind(unit) for kind in (a.Pick, a.Drop, a.PlaceUnit) if kind in kinds for unit in UNITS]
    spaces: list[Action] = [a.PickSpace(place) for place in SPACES] if a.PickSpace in kinds else []
    cards: list[Action] = [a.Respond(card) for card in DECK] if a.Respond in kinds else []
    leaders: list[Action] = []
    for one, other in ((a.PickLeader, a.Pick), (a.DropLeader, a.Drop)):
        if one in kinds or other in kinds or kinds == {a.Done}:
            leaders.extend(one(each) for each in ALL_LEADERS)
    return [each for each in chain(units, leaders, spaces, cards) if each not in due.actions]


# ---------------------------------------------------------------- the offered way


def _agrees(state: State, due: Choice[Action], action: Action, start: State, named: tuple[Naming, ...]) -> bool:
    reached = _taken(state, action)
    alike = (each for each in due.actions if type(each) is type(action))
    if any(_words(_taken(state, each)) == _words(reached) for each in alike):
        return True
    if not isinstance(action, Naming):
        return False
    named = (*named, action)
    offered = _offered_way(start, named)
    # Vaudreuil swaps two leaders. A force that goes no further leaves its slowest units first; those named before them
    # stay as well.
    while offered is None and isinstance(state.stack.top, Move | EventChoice) and (further := _further(reached)):
        named, reached = (*named, further), _taken(reached, further)
        offered = _offered_way(start, named)
    return offered is not None and _words(offered) == _words(reached)


def _offers(state: State) -> tuple[Action, ...]:
    due = GAME.decision(state)
    return () if isinstance(due, Over) else due.actions


def _further(state: State) -> Naming | None:
    return next((each for each in _offers(state) if isinstance(each, a.PickLeader | a.Drop)), None)


def _taken(state: State, action: Action) -> State:
    working = ENGINE.at_work(state)
    assert working is not None
    return ENGINE.settle(working.apply(state, action)).state


def _offered_way(start: State, named: tuple[Naming, ...]) -> State | None:
    """Return where the same choice leads, named as it is offered; nothing if it is not offered."""
    state = start
    for action in _in_order(start, named):
        if action not in _offers(state):
            return None
        state = _taken(state, action)
    return state


def _in_order(start: State, named: tuple[Naming, ...]) -> list[Naming]:
    """Return what was named in the order of the offers, the first of units alike standing for the others."""
    dropping = any(isinstance(each, a.Drop | a.DropLeader) for each in named)
    units = _first_of_alike(start, named, a.Drop if dropping else a.Pick)
    leaders = [each for each in named if isinstance(each, a.PickLeader | a.DropLeader)]
    leaders.sort(key=lambda each: each.leader)
    spaces = sorted((each for each in named if isinstance(each, a.PickSpace)), key=lambda each: each.space)
    return [*units, *leaders] if dropping else [*leaders, *units, *spaces]


def _first_of_alike(start: State, named: tuple[Naming, ...], kind: type[a.Pick | a.Drop]) -> list[a.Pick | a.Drop]:
    wanted = Counter(_likeness(start, each.unit) for each in named if isinstance(each, a.Pick | a.Drop))
    found: list[a.Pick | a.Drop] = []
    for unit in UNITS:
        likeness = _likeness(start, unit)
        if wanted[likeness] and GAME.violations(start, kind(unit)) == ():
            wanted[likeness] -= 1
            found.append(kind(unit))
    return found


def _likeness(state: State, unit: Unit) -> tuple[str, int, int, int]:
    board = state.board
    return COUNTERS[unit].type, board.unit_at[unit], board.unit_steps[unit], board.unit_inside[unit]


def _words(state: State) -> str:
    """Return a position in which counters alike, and copies of a card, have one name."""
    return canonical_text(by_kind(GAME.canonical(state)))


def by_kind(position: Json) -> Json:
    """Return a position with the kind of every unit instead of its name."""
    text = _NAMES.sub(lambda found: _KINDS[found[0]], canonical_text(position))
    form = parse(_LAST_DROP.sub(lambda found: f'"last_drop":"{_type_of(int(found[1]))}"', text))
    assert isinstance(form, dict)
    stacks = form["pieces"]
    assert isinstance(stacks, dict)
    # In a stack, units that differ from others alike in their steps have no order.
    in_order = {where: sorted(map(str, pieces)) for where, pieces in stacks.items() if isinstance(pieces, list)}
    return {**form, "pieces": in_order}


def _type_of(key: int) -> str:
    return COUNTERS[key].type if key < len(COUNTERS) else str(key)
