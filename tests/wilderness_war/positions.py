"""Positions and plays for the tests, in few words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from reference.kernel.canonical import Json
from reference.kernel.decisions import Chance, Choice, Decision, Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Event, Next, No, Notation, Objection, Violation
from reference.wilderness_war import ch07_combat, positions, procedures
from reference.wilderness_war.actions import Action, Roll
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch02_map import Space, space
from reference.wilderness_war.ch03_pieces import Leader, Unit, leader, unit
from reference.wilderness_war.frames import Combat, CombatKind, Frame, Muster
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

GAME = WildernessWar()
Pieces = Mapping[str, Sequence[str]]


@cache
def ruleset(preset: str = "standard", **changes: str) -> Ruleset:
    """Return a preset with some options set otherwise."""
    return GAME.ruleset(options_of(GAME.id, RulesetName(preset, tuple(sorted(changes.items())))))


STANDARD = ruleset()


def read(pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the state that a position describes, before anything happens in it."""
    return positions.read({"pieces": pieces, **rest}, rules)


def board(pieces: Pieces, **rest: Json) -> Board:
    """Return the board that a position describes."""
    return read(pieces, STANDARD, **rest).board


def under_way(frames: Sequence[Frame], pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the state in which these procedures are under way, before anything happens in it."""
    return read(pieces, rules, **rest).with_stack(Stack(tuple(frames)))


def stepped(state: State) -> Next[State]:
    """Return what the next single step that needs nobody's decision leads to."""
    following = procedures.ENGINE.advance(state)
    assert following is not None, f"waiting for {GAME.decision(state)}"
    return following


def place(pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the state that a position leads to, at its first decision."""
    return GAME.place({"pieces": pieces, **rest}, rules)


def combat_set_up(
    kind: CombatKind, where: str, attacker: Side, pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json
) -> State:
    """Return a combat about to begin, whether or not the rules would let it: an opening must keep them.

    Of the rest, `leader`, `force` and `coehorns` belong to the combat and all else to the position.
    """
    leading, force, coehorns = rest.pop("leader", None), rest.pop("force", ()), rest.pop("coehorns", ())
    assert isinstance(force, Sequence)
    assert isinstance(coehorns, Sequence)
    state = read(pieces, rules, **rest)
    none = Muster(0, 0, regulars=False)
    frame = Combat(
        kind, space(where), attacker, attacker, (), none, none,
        leader=None if leading is None else leader(str(leading)), force=tuple(leader(str(each)) for each in force),
        coehorns=tuple(Side(str(each)) for each in coehorns),
    )  # fmt: skip
    begun = ch07_combat.begun(state.board, frame)
    return GAME.place(GAME.canonical(state.with_stack(Stack((begun,)))), rules)


def spaces(names: str) -> tuple[Space, ...]:
    """Return the spaces of these ids."""
    return tuple(space(name) for name in names.split())


def units(names: str) -> tuple[Unit, ...]:
    """Return the units of these ids."""
    return tuple(unit(name) for name in names.split())


def leaders(names: str) -> tuple[Leader, ...]:
    """Return the leaders of these ids."""
    return tuple(leader(name) for name in names.split())


def broken(state: State, action: Action) -> Objection:
    """Return what the procedure at work has against an action, offered or not."""
    working = procedures.ENGINE.at_work(state)
    assert working is not None
    return working.violations(state, action)


def played(state: State, *actions: Action) -> Next[State]:
    """Return what legal actions lead to, with every event on the way."""
    events: list[Event] = []
    for action in actions:
        asked = GAME.decision(state)
        if isinstance(asked, Choice) and action in asked.actions:
            assert broken(state, action) == (), f"{action} is offered and yet breaks {broken(state, action)}"
        verdict = GAME.step(state, action)
        assert isinstance(verdict, Next), f"{action} at {GAME.decision(state)}: {verdict}"
        state = verdict.state
        events.extend(verdict.events)
    return Next(state, tuple(events))


def named_freely(state: State, *actions: Action) -> Next[State]:
    """Return what actions lead to that break no rule, whether they are offered or not, with every event on the way."""
    events: list[Event] = []
    for action in actions:
        working = procedures.ENGINE.at_work(state)
        assert working is not None
        assert working.violations(state, action) == (), f"{action} breaks {working.violations(state, action)}"
        settled = procedures.ENGINE.settle(working.apply(state, action))
        state = settled.state
        events.extend(settled.events)
    return Next(state, tuple(events))


def rolled(state: State, *dice: int) -> Next[State]:
    """Return what dice lead to, where every owner takes the first choice offered; the dice must be just enough."""
    events: list[Event] = []
    waiting = list(dice)
    while not isinstance(decision := GAME.decision(state), Over):
        if isinstance(decision, Chance) and not waiting:
            break
        action = Roll(waiting.pop(0)) if isinstance(decision, Chance) else decision.actions[0]
        following = played(state, action)
        state = following.state
        events.extend(following.events)
    assert not waiting, f"{waiting} were never rolled"
    return Next(state, tuple(events))


def refused(state: State, action: Action) -> tuple[Violation, ...]:
    """Return the rules that an action breaks."""
    verdict = GAME.step(state, action)
    assert isinstance(verdict, No), f"{action}: {verdict}"
    return verdict.violations


def said_otherwise(state: State, action: Action) -> Notation:
    """Return how to say an action that no rule forbids."""
    verdict = GAME.step(state, action)
    assert isinstance(verdict, Notation), f"{action}: {verdict}"
    return verdict


def due(state: State) -> Decision[Action]:
    """Return the decision a state waits for."""
    decision = GAME.decision(state)
    assert not isinstance(decision, Over)
    if isinstance(decision, Choice):
        for action in decision.actions:
            assert broken(state, action) == (), f"{action} is offered and yet breaks {broken(state, action)}"
    return decision


def top(state: State) -> Frame:
    """Return the procedure at work."""
    return state.stack.top


def combat(state: State) -> Combat:
    """Return the combat under way."""
    frame = state.stack.frames[0]
    assert isinstance(frame, Combat)
    return frame


def combat_under_way(state: State) -> Combat:
    """Return the combat at work inside other procedures."""
    frame = state.stack.top
    assert isinstance(frame, Combat)
    return frame


def stack(state: State, name: str) -> list[Json]:
    """Return the pieces in a space in words."""
    return positions.pieces_at(state.board, space(name))


def kinds_of(events: Iterable[Event]) -> list[str]:
    """Return what kinds of things happened, in order."""
    return [each.kind.value for each in events]
