"""A game with a fault put in on purpose, to see that the laws find it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from reference.kernel.canonical import Json
from reference.kernel.decisions import Decision, Over
from reference.kernel.game import Game
from reference.kernel.named_sets import NamedSet
from reference.kernel.results import Points, Return
from reference.kernel.verdicts import (
    Event,
    Next,
    No,
    Notation,
    NotThisDecision,
    Objection,
    Settled,
    StepVerdict,
    Violation,
)

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")
_Stepped: TypeAlias = Next[S] | No | Notation | NotThisDecision


@dataclass(frozen=True, slots=True)
class FaultyGame(Generic[S, A, R]):
    """A game that passes on the answers of another game, each unchanged unless a change is given."""

    game: Game[S, A, R]
    decided: Callable[[S, Decision[A]], Decision[A]] = lambda _, due: due
    stepped: Callable[[S, A, _Stepped[S]], _Stepped[S]] = lambda _s, _a, end: end
    violated: Callable[[Objection], Objection] = lambda broken: broken
    observed: Callable[[S, str, Json], Json] = lambda _s, _side, seen: seen
    written: Callable[[Json], Json] = lambda form: form

    @property
    def id(self) -> str:
        return self.game.id

    @property
    def scenarios(self) -> tuple[str, ...]:
        return self.game.scenarios

    @property
    def openings(self) -> tuple[type[object], ...]:
        return self.game.openings

    def ruleset(self, options: Mapping[str, str]) -> R:
        return self.game.ruleset(options)

    def start(self, scenario: str, ruleset: R) -> S:
        return self.game.start(scenario, ruleset)

    @property
    def sets(self) -> tuple[NamedSet, ...]:
        return self.game.sets

    def place(self, position: Json, ruleset: R) -> S:
        return self.game.place(position, ruleset)

    def load(self, position: Json, ruleset: R) -> Next[S]:
        return self.game.load(position, ruleset)

    def decision(self, state: S) -> Decision[A] | Over:
        due = self.game.decision(state)
        return due if isinstance(due, Over) else self.decided(state, due)

    def step(self, state: S, action: A, due: Decision[A] | Over | None = None) -> StepVerdict[S, A]:
        # The decision due may have been changed, so the real game must not rely on it.
        verdict = self.stepped(state, action, self.game.step(state, action))
        if not isinstance(verdict, Next):
            return verdict
        return Settled(verdict.state, verdict.events, self.decision(verdict.state))

    def named(self, state: S, members: tuple[A, ...]) -> Settled[S, A] | No | Notation | None:
        return self.game.named(state, members)

    def violations(self, state: S, action: A) -> Objection:
        return self.violated(self.game.violations(state, action))

    def in_turn(self, state: S, by: str) -> tuple[S, ...]:
        return self.game.in_turn(state, by)

    def passed_over(self, by: str, action: A, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        return self.game.passed_over(by, action, news)

    def not_asked(self, state: S, by: str, action: A, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        return self.game.not_asked(state, by, action, news)

    def observe(self, state: S, side: str) -> Json:
        return self.observed(state, side, self.game.observe(state, side))

    def check(self, state: S) -> tuple[Violation, ...]:
        return self.game.check(state)

    def points(self, state: S) -> Points:
        return self.game.points(state)

    def returns(self, state: S) -> tuple[Return, ...]:
        return self.game.returns(state)

    def canonical(self, state: S) -> Json:
        return self.written(self.game.canonical(state))

    def describe(self, state: S) -> Json:
        return self.game.describe(state)

    def read_action(self, value: Json) -> A:
        return self.game.read_action(value)

    def write_action(self, action: A) -> Json:
        return self.game.write_action(action)


class UncheckedGame(FaultyGame[S, A, R]):
    """A faulty game that calls every position sound, to see which other law finds the fault."""

    def check(self, state: S) -> tuple[Violation, ...]:
        return ()


def changing(game: Game[S, A, R], change: Callable[[S], S]) -> FaultyGame[S, A, R]:
    """Return a game that changes the position after every step."""

    def stepped(_: S, __: A, verdict: _Stepped[S]) -> _Stepped[S]:
        return Next(change(verdict.state), verdict.events) if isinstance(verdict, Next) else verdict

    return FaultyGame(game, stepped=stepped)


def leaking(game: Game[S, A, R], part: str) -> FaultyGame[S, A, R]:
    """Return a game that shows everybody one part of the whole position."""

    def observed(state: S, _: str, seen: Json) -> Json:
        form = game.canonical(state)
        assert isinstance(seen, Mapping)
        assert isinstance(form, Mapping)
        return {**seen, "leaked": form.get(part)}

    return FaultyGame(game, observed=observed)
