"""What a game is to the tools: one object with a handful of pure functions."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from reference.kernel.canonical import Json
from reference.kernel.decisions import Decision, Over
from reference.kernel.named_sets import NamedSet
from reference.kernel.results import Points, Return
from reference.kernel.verdicts import Event, Next, No, Notation, Objection, Settled, StepVerdict, Violation

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")


class Game(Protocol[S, A, R]):
    """A game: states of type S, actions of type A, rulesets of type R."""

    @property
    def id(self) -> str:
        """Return the game's id, as in `spec_tables`."""

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Return the ids of the scenarios that can be started."""

    @property
    def sets(self) -> tuple[NamedSet, ...]:
        """Return the choices whose members may be named in any order."""

    @property
    def openings(self) -> tuple[type[object], ...]:
        """Return the records of the openings that a position may begin with."""

    def ruleset(self, options: Mapping[str, str]) -> R:
        """Return the ruleset with these options, all of them given."""

    def start(self, scenario: str, ruleset: R) -> S:
        """Return the state in which a scenario begins."""

    def place(self, position: Json, ruleset: R) -> S:
        """Return the state that a position in compact form describes."""

    def load(self, position: Json, ruleset: R) -> Next[S]:
        """Return the state that a position describes, with what happens on the way to its first decision."""

    def decision(self, state: S) -> Decision[A] | Over:
        """Return who must decide, about what, and every legal action in canonical order."""

    def step(self, state: S, action: A, due: Decision[A] | Over | None = None) -> StepVerdict[S, A]:
        """Return what an action of the player due leads to, or the rules it breaks.

        `due` is the decision of the state, for a caller who has it already.
        """

    def named(self, state: S, members: tuple[A, ...]) -> Settled[S, A] | No | Notation | None:
        """Return what follows when members of a set are named one after the other, before it may close by itself.

        If one of them cannot be named, why; nothing if it answers another decision.
        """

    def violations(self, state: S, action: A) -> Objection:
        """Return every rule that an action breaks, or how else to say it; nothing if it answers another decision.

        `step` asks this only about actions that are not offered. Asked about one that is offered, it is empty: so
        what is offered and what is refused can be held against each other.
        """

    def in_turn(self, state: S, by: str) -> tuple[S, ...]:
        """Return the state as it would be if this side were asked, for each decision that it could be asked for."""

    def passed_over(self, by: str, action: A, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        """Return every rule by which the decision that an action answers has just been passed over."""

    def not_asked(self, state: S, by: str, action: A, news: tuple[Event, ...]) -> tuple[Violation, ...]:
        """Return every rule by which the decision that an action answers is not asked for; `news` led to the state."""

    def observe(self, state: S, side: str) -> Json:
        """Return what a side is allowed to know."""

    def check(self, state: S) -> tuple[Violation, ...]:
        """Return every broken invariant of a state; none for a sound one."""

    def points(self, state: S) -> Points:
        """Return what the rules count towards victory, by side, as the state stands."""

    def returns(self, state: S) -> tuple[Return, ...]:
        """Return what the game brought each side; nothing while it is not over."""

    def canonical(self, state: S) -> Json:
        """Return the canonical form of a state: all that distinguishes it, in readable words."""

    def describe(self, state: S) -> Json:
        """Return the canonical form together with what follows from it (control, supply, strengths)."""

    def read_action(self, value: Json) -> A:
        """Return the action that a JSON value stands for."""

    def write_action(self, action: A) -> Json:
        """Return an action in JSON form."""
