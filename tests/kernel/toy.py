"""A toy game that drives the kernel: two players take one or two stones in turn, and a six puts one back.

Whoever takes the last stone wins. The ids it cites are real, the rules behind them are about something else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, TypeAlias, assert_never

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec
from reference.kernel.decisions import Choice, Decision, Over, evenly
from reference.kernel.fields import fields_of
from reference.kernel.named_sets import NamedSet
from reference.kernel.ranges import Range
from reference.kernel.results import Points, Return
from reference.kernel.rulesets import record_of
from reference.kernel.table import Table, seat
from reference.kernel.verdicts import (
    Event,
    Next,
    No,
    Notation,
    NotThisDecision,
    Settled,
    StepVerdict,
    Violation,
    event,
    violation,
)

TAKING, HEAP, DIE, WINNING = "ww:7.62", "ww:7.63", "ww:7.2-C", "ww:7.2-E"
PLAYERS = ("left", "right")


class Reason(StrEnum):
    """Why something is not allowed."""

    TOO_MANY = "too_many"
    NOT_THERE = "not_there"
    LESS_THAN_NOTHING = "less_than_nothing"
    SAY_HOW_MANY = "say_how_many"
    LAST_STONE = "last_stone"


class EventKind(StrEnum):
    """What can happen."""

    TAKEN = "taken"
    ROLLED = "rolled"
    GROWN = "grown"


@dataclass(frozen=True, slots=True)
class Take:
    """Take stones from the heap."""

    stones: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the die shows this face."""

    face: int


Action: TypeAlias = Take | Roll
_ACTIONS: Codec[Action] = Codec((Take, Roll))
_DIE = tuple(Roll(face) for face in range(1, 7))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """How many stones may be taken at once."""

    most: Literal["2", "3"]


@dataclass(frozen=True, slots=True)
class State:
    """The stones on the heap, who takes next, and whether the die is rolled first."""

    ruleset: Ruleset
    heap: int
    turn: str = "left"
    rolling: bool = False


Due: TypeAlias = Decision[Action] | Over
Verdict: TypeAlias = StepVerdict[State, Action]


@dataclass(frozen=True, slots=True)
class Stones:
    """The game as one object."""

    id: str = "stones"
    scenarios: tuple[str, ...] = ("small", "large")
    sets: tuple[NamedSet, ...] = ()
    openings: tuple[type[object], ...] = ()

    def ruleset(self, options: Mapping[str, str]) -> Ruleset:
        return record_of(Ruleset, options)

    def start(self, scenario: str, ruleset: Ruleset) -> State:
        return State(ruleset, {"small": 3, "large": 20}[scenario])

    def place(self, position: Json, ruleset: Ruleset) -> State:
        given = fields_of(position)
        heap = given.number("heap", 0, Range(-99, 999))
        state = State(ruleset, heap, given.text("turn"), given.take("rolling") is True)
        given.finish()
        if state.turn not in PLAYERS:
            raise Unreadable("turn", f"{state.turn!r} is no player")
        return state

    def load(self, position: Json, ruleset: Ruleset) -> Next[State]:
        return Next(self.place(position, ruleset))

    def decision(self, state: State) -> Decision[Action] | Over:
        if state.heap == 0:
            return Over(f"{_other(state.turn)} wins", (WINNING,))
        if state.rolling:
            return evenly("the die", (DIE,), _DIE)
        most = min(int(state.ruleset.most), state.heap)
        return Choice(state.turn, "how many stones", (TAKING, HEAP), tuple(Take(n) for n in range(1, most + 1)))

    def step(self, state: State, action: Action, due: Due | None = None) -> Verdict:
        match action:
            case Take(0) if not state.rolling:
                return Notation(Reason.SAY_HOW_MANY, (("least", 1),))
            case Take(stones) if not state.rolling:
                broken = tuple(_broken(state, stones))
                return No(broken) if broken else self._settled(_taken(state, stones))
            case Roll(face) if state.rolling:
                return self._settled(_rolled(state, face))
            case Take() | Roll():
                return NotThisDecision("the die" if state.rolling else "how many stones", (TAKING, DIE))
            case _:
                assert_never(action)

    def named(self, state: State, members: tuple[Action, ...]) -> Settled[State, Action] | No | Notation | None:
        return None

    def violations(self, state: State, action: Action) -> tuple[Violation, ...] | None:
        return tuple(_broken(state, action.stones)) if isinstance(action, Take) and not state.rolling else None

    def _settled(self, after: Next[State]) -> Settled[State, Action]:
        return Settled(after.state, after.events, self.decision(after.state))

    def in_turn(self, state: State, by: str) -> tuple[State, ...]:
        return () if state.rolling or by not in PLAYERS else (replace(state, turn=by),)

    def passed_over(self, by: str, action: Action, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        return ()

    def not_asked(self, state: State, by: str, action: Action, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        """Return why the die is not rolled: there is nothing to add to the last stone."""
        last = isinstance(action, Roll) and state.heap == 1 and not state.rolling
        return (violation(Reason.LAST_STONE, DIE, heap=1),) if last else ()

    def observe(self, state: State, side: str) -> Json:
        return {"heap": state.heap, "yours": side == state.turn}

    def check(self, state: State) -> tuple[Violation, ...]:
        return (violation(Reason.LESS_THAN_NOTHING, HEAP, heap=state.heap),) if state.heap < 0 else ()

    def points(self, state: State) -> Points:
        return (("left", 0), ("right", 0))

    def returns(self, state: State) -> tuple[Return, ...]:
        return ()

    def canonical(self, state: State) -> Json:
        return {"heap": state.heap, "turn": state.turn, "rolling": state.rolling}

    def describe(self, state: State) -> Json:
        return {"heap": state.heap, "turn": state.turn, "rolling": state.rolling, "odd": state.heap % 2 == 1}

    def read_action(self, value: Json) -> Action:
        return _ACTIONS.read(value)

    def write_action(self, action: Action) -> Json:
        return _ACTIONS.write(action)


def _broken(state: State, stones: int) -> list[Violation]:
    broken: list[Violation] = []
    if stones > int(state.ruleset.most):
        broken.append(violation(Reason.TOO_MANY, TAKING, wanted=stones))
    if stones > state.heap:
        broken.append(violation(Reason.NOT_THERE, HEAP, wanted=stones, heap=state.heap))
    return broken


def _taken(state: State, stones: int) -> Next[State]:
    after = replace(state, heap=state.heap - stones, turn=_other(state.turn), rolling=stones < state.heap)
    return Next(after, (event(EventKind.TAKEN, TAKING, HEAP, stones=stones),))


def _rolled(state: State, face: int) -> Next[State]:
    rolled = event(EventKind.ROLLED, DIE, face=face)
    if face < 6:
        return Next(replace(state, rolling=False), (rolled,))
    return Next(replace(state, rolling=False, heap=state.heap + 1), (rolled, event(EventKind.GROWN, HEAP)))


def _other(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]


def table(heap: int, turn: str = "left", *, rolling: bool = False) -> Table:
    """Return a table with a position of the toy game."""
    return seat(Stones(), State(Ruleset("2"), heap, turn, rolling))
