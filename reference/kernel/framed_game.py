"""A game made of procedures, as the one object that the tools work with.

Every game has the same parts: an engine with its procedures, actions, rulesets, a set-up, positions, views, invariants.
`FramedGame` puts them together, so that starting, placing, deciding and stepping are written once.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec
from reference.kernel.coherence import Fault, Framed, PlaceOf, in_frames, in_opening, placed
from reference.kernel.decisions import Decision, Over
from reference.kernel.engine import Engine
from reference.kernel.named_sets import NamedSet
from reference.kernel.results import Points, Return, returns
from reference.kernel.rulesets import record_of
from reference.kernel.verdicts import Event, Next, No, Notation, Objection, Settled, StepVerdict, Unasked, Violation
from reference.kernel.windows import Window

S = TypeVar("S", bound=Framed)
A = TypeVar("A")
R = TypeVar("R")


def always_due(_state: object, _by: str, _action: object) -> tuple[Violation, ...]:
    """Return no reason: nothing lasting keeps a decision from being asked for."""
    return ()


def no_points(_state: object) -> tuple[()]:
    """Return nothing: in this game nothing is counted."""
    return ()


def nobodys_turn(_state: object, _by: str) -> tuple[()]:
    """Return nothing: no decision is a side's because it is its turn."""
    return ()


@dataclass(frozen=True, slots=True)
class Parts(Generic[S, A, R]):
    """What a game is made of.

    `set_up` returns the state of a scenario and `read` that of a position. `faults` returns why a position cannot
    continue, `violations` what is unsound about a state. `sets` are the choices whose members may be named in any
    order. `windows` are the decisions that may be passed over. `not_due` returns why a decision cannot be asked for in
    a state, `in_turn` the state as if it were a side's turn. Three return a state as JSON: `written` in canonical form,
    `described` with what follows from it, and `seen` as a side sees it. `openings` are the records that may open a
    position. `points` returns what the rules count towards victory, as a state stands.
    """

    engine: Engine[S, A]
    actions: Codec[A]
    ruleset: type[R]
    set_up: Callable[[str, R], S]
    read: Callable[[Json, R], S]
    faults: Callable[[S, PlaceOf], Iterable[Fault]]
    violations: Callable[[S], tuple[Violation, ...]]
    written: Callable[[S], Json]
    described: Callable[[S], Json]
    seen: Callable[[S, str], Json]
    sets: tuple[NamedSet, ...] = ()
    windows: Mapping[str, Window[A]] = field(default_factory=dict)
    not_due: Callable[[S, str, A], tuple[Violation, ...]] = always_due
    in_turn: Callable[[S, str], tuple[S, ...]] = nobodys_turn
    openings: tuple[type[object], ...] = ()
    points: Callable[[S], Points] = no_points


class FramedGame(Generic[S, A, R]):
    """A game; a subclass names it, its scenarios and its parts."""

    __slots__ = ()

    id: str
    scenarios: tuple[str, ...]
    parts: Parts[S, A, R]

    @property
    def sets(self) -> tuple[NamedSet, ...]:
        """Return the choices whose members may be named in any order."""
        return self.parts.sets

    @property
    def openings(self) -> tuple[type[object], ...]:
        """Return the records of the openings that a position may begin with."""
        return self.parts.openings

    def ruleset(self, options: Mapping[str, str]) -> R:
        """Return the ruleset with these options, all of them given."""
        return record_of(self.parts.ruleset, options)

    def start(self, scenario: str, ruleset: R) -> S:
        """Return the state in which a scenario begins, settled to its first decision."""
        if scenario not in self.scenarios:
            raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(self.scenarios)}")
        return self.parts.engine.settle(Next(self.parts.set_up(scenario, ruleset))).state

    def place(self, position: Json, ruleset: R) -> S:
        """Return the state that a position describes, settled to its first decision; `Unreadable` if it cannot."""
        return self.load(position, ruleset).state

    def load(self, position: Json, ruleset: R) -> Next[S]:
        """Return the state that a position describes, with what happens on the way to its first decision."""
        state = self.parts.read(position, ruleset)
        opening = isinstance(position, Mapping) and "opening" in position
        place_of = in_opening if opening else in_frames
        return placed(self.parts.engine, state, self.parts.faults(state, place_of), place_of)

    def decision(self, state: S) -> Decision[A] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""
        return self.parts.engine.decision(state)

    def step(self, state: S, action: A, due: Decision[A] | Over | None = None) -> StepVerdict[S, A]:
        """Return what an action of the player due leads to, or the rules it breaks."""
        return self.parts.engine.step(state, action, due)

    def named(self, state: S, members: tuple[A, ...]) -> Settled[S, A] | No | Notation | None:
        """Return what follows when members of a set are named one after the other, before it may close by itself."""
        return self.parts.engine.named(state, members)

    def violations(self, state: S, action: A) -> Objection:
        """Return every rule that an action breaks, or how else to say it; nothing if it answers another decision."""
        return self.parts.engine.violations(state, action)

    def in_turn(self, state: S, by: str) -> tuple[S, ...]:
        """Return the state as it would be if this side were asked, for each decision that it could be asked for."""
        return self.parts.in_turn(state, by)

    def passed_over(self, by: str, action: A, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        """Return every rule by which the decision that an action answers has just been passed over."""
        windows = self.parts.windows
        passed = (
            found
            for each in news
            if isinstance(each, Unasked) and each.by == by and windows[each.window].is_answered_by(action)
            for found in each.why
        )
        return tuple(dict.fromkeys(passed))

    def not_asked(self, state: S, by: str, action: A, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        """Return every rule by which the decision that an action answers is not asked for; `news` led to the state."""
        # What has just been passed over says more than what holds of the position in general.
        return self.passed_over(by, action, news) or self.parts.not_due(state, by, action)

    def observe(self, state: S, side: str) -> Json:
        """Return what a side is allowed to know."""
        return self.parts.seen(state, side)

    def check(self, state: S) -> tuple[Violation, ...]:
        """Return every broken invariant of a state."""
        return self.parts.violations(state)

    def points(self, state: S) -> Points:
        """Return what the rules count towards victory, by side, as the state stands."""
        return self.parts.points(state)

    def returns(self, state: S) -> tuple[Return, ...]:
        """Return what the game brought each side; nothing while it is not over."""
        return () if state.outcome is None else returns(state.outcome.winner, self.parts.points(state))

    def canonical(self, state: S) -> Json:
        """Return the canonical form of a state."""
        return self.parts.written(state)

    def describe(self, state: S) -> Json:
        """Return the canonical form together with what follows from it."""
        return self.parts.described(state)

    def read_action(self, value: Json) -> A:
        """Return the action that a JSON value stands for."""
        return self.parts.actions.read(value)

    def write_action(self, action: A) -> Json:
        """Return an action in JSON form."""
        return self.parts.actions.write(action)
