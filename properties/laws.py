"""Laws that hold for every game, whatever its rules say, and a game checked against them while it is played.

A `GameUnderTest` is a game under one ruleset, with the laws that only this game has. A `Session` plays it and raises
`Broken`, naming the law and its rules, as soon as one does not hold. `properties.machine` lets Hypothesis drive it.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from oracle.altered_actions import KnownActions
from oracle.choices import Dice
from oracle.walk import GameTurn, OfferRefused, by_number, walk_states
from properties.unlisted import may_be_unlisted
from reference.kernel.canonical import Json, Unreadable, canonical_text, digest, parse
from reference.kernel.decisions import CHANCE, Chance, Decision, Over
from reference.kernel.game import Game
from reference.kernel.rules import RuleId, known
from reference.kernel.table import seat
from reference.kernel.verdicts import Next, No, NotAsked, NotThisDecision, NotYourDecision
from spec_tables.catalogue import prefixes

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

Choose: TypeAlias = Callable[[Dice, S, Decision[A]], A]
Ran: TypeAlias = Callable[[Callable[[], object]], frozenset[RuleId]]

SOUND = "every position is sound"
LAWFUL_OFFER = "a decision offers different actions by known rules, and odds that add up to one"
ACCEPTED = "what is offered is accepted"
REFUSED = "what is not offered is refused, unless it is another way of making an offered choice"
AGREED = "what is taken is just what breaks no rule"
BY_RULE = "a refusal names rules of the game that were applied"
CITED = "an event cites its rules"
THEIRS = "nobody else may decide"
READ_BACK = "an action and a position are read back as they were written"
REPLAYED = "the actions of a game reproduce every position"
VEILED = "what a side sees does not depend on what is hidden from it"


class Broken(AssertionError):
    """A law does not hold: which, by which rules, and what was found."""

    def __init__(self, law: str, found: object, rules: Iterable[RuleId] = ()) -> None:
        super().__init__(f"{law} [{', '.join(rules)}]: {found}")
        self.law = law


@dataclass(frozen=True, slots=True)
class Law(Generic[S]):
    """A law of positions of one game: the rules that demand it, and what breaks it in a position."""

    name: str
    rules: tuple[RuleId, ...]
    broken: Callable[[S], Iterable[object]]


@dataclass(frozen=True, slots=True)
class StepLaw(Generic[S]):
    """A law of steps of one game: what breaks it between a position and what an action led to."""

    name: str
    rules: tuple[RuleId, ...]
    broken: Callable[[S, Next[S]], Iterable[object]]


def evenly(dice: Dice, _: S, decision: Decision[A]) -> A:
    """Choose any action, all equally likely."""
    return dice.one(decision.actions)


@dataclass(frozen=True, slots=True)
class GameUnderTest(Generic[S, A, R]):
    """A game under a ruleset, and what tests must know about it.

    `known_actions` are of every kind, sensible or not. `veiled` returns positions that differ from one only in what a
    side may not know. `ran`, if given, calls a function and returns the rules whose functions ran meanwhile.
    """

    game: Game[S, A, R]
    ruleset: R
    sides: tuple[str, ...]
    known_actions: KnownActions
    veiled: Callable[[S, str, Dice], Iterable[S]]
    laws: tuple[Law[S], ...] = ()
    step_laws: tuple[StepLaw[S], ...] = ()
    choose: Choose[S, A] = evenly
    ran: Ran | None = None


class Play(ABC):
    """A game being played, of whatever kind."""

    @abstractmethod
    def begin(self, scenario: int) -> None:
        """Start a scenario."""

    @abstractmethod
    def is_over(self) -> bool:
        """Say whether nothing is left to decide."""

    @abstractmethod
    def act(self, number: int) -> None:
        """Take an action by its number."""

    @abstractmethod
    def act_rarely(self, number: int) -> None:
        """Take an action of the kind taken least so far."""

    @abstractmethod
    def hurry(self, seed: int, decisions: int) -> None:
        """Play on for some decisions."""

    @abstractmethod
    def examine(self, seed: int) -> None:
        """Check the position against every law of positions."""

    @abstractmethod
    def try_others(self, seed: int, attempts: int) -> None:
        """Try offered actions, actions close to them, and any others."""

    @abstractmethod
    def replay(self) -> None:
        """Play the same actions again, and compare."""


@dataclass(slots=True)
class Session(Play, Generic[S, A, R]):
    """A tested game under way, with all that was done so far."""

    tested: GameUnderTest[S, A, R]
    scenario: str = ""
    states: list[S] = field(default_factory=list)
    acts: list[Json] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)

    def begin(self, scenario: int) -> None:
        game = self.tested.game
        self.scenario = game.scenarios[scenario % len(game.scenarios)]
        self.states.append(game.start(self.scenario, self.tested.ruleset))
        self.acts.clear()

    @property
    def state(self) -> S:
        """Return the position reached."""
        return self.states[-1]

    def due(self) -> Decision[A] | Over:
        """Return the decision that is due, which must be a lawful offer."""
        due = self.tested.game.decision(self.state)
        _lawful(due)
        return due

    def is_over(self) -> bool:
        return isinstance(self.due(), Over)

    # ------------------------------------------------------------ going on

    def act(self, number: int) -> None:
        self._play(by_number((number,)), 1)

    def act_rarely(self, number: int) -> None:
        def choose(_: S, due: Decision[A]) -> A:
            least = min(self.taken[type(each).__name__] for each in due.actions)
            rare = [each for each in due.actions if self.taken[type(each).__name__] == least]
            return rare[number % len(rare)]

        self._play(choose, 1)

    def hurry(self, seed: int, decisions: int) -> None:
        self._play(partial(self.tested.choose, Dice(seed)), decisions)

    def _play(self, choose: Callable[[S, Decision[A]], A], decisions: int) -> None:
        """Play on for some decisions, checking every step and every position against the laws."""
        try:
            for here in islice(walk_states(self.tested.game, self.state, choose), decisions + 1):
                if here.turn is not None:
                    self._taken(here.turn)
                    self._sound()
                _lawful(here.due)
        except OfferRefused as fault:
            raise Broken(ACCEPTED, (fault.about, fault.action, fault.refusal)) from None

    def _taken(self, turn: GameTurn[S, A]) -> None:
        for each in turn.events:
            if not each.rules:
                raise Broken(CITED, each)
        for law in self.tested.step_laws:
            for found in law.broken(turn.state, Next(turn.after, turn.events)):
                raise Broken(law.name, found, law.rules)
        self.taken[type(turn.action).__name__] += 1
        self.acts.append(self.tested.game.write_action(turn.action))
        self.states.append(turn.after)

    # ------------------------------------------------------------ the position

    def examine(self, seed: int) -> None:
        self._sound()
        for law in self.tested.laws:
            for found in law.broken(self.state):
                raise Broken(law.name, found, law.rules)
        self._read_back()
        self._veiled(Dice(seed))
        self._theirs()

    def _sound(self) -> None:
        if found := self.tested.game.check(self.state):
            raise Broken(SOUND, found, dict.fromkeys(each.rule for each in found))

    def _read_back(self) -> None:
        game = self.tested.game
        form = game.canonical(self.state)
        again = game.place(parse(canonical_text(form)), self.tested.ruleset)
        if again != self.state or hash(again) != hash(self.state) or game.canonical(again) != form:
            raise Broken(READ_BACK, form)

    def _veiled(self, dice: Dice) -> None:
        game = self.tested.game
        for side in self.tested.sides:
            seen = game.observe(self.state, side)
            for other in self.tested.veiled(self.state, side, dice):
                if game.observe(other, side) != seen:
                    raise Broken(VEILED, (side, seen, game.observe(other, side)))

    def _theirs(self) -> None:
        due = self.due()
        if isinstance(due, Over):
            return
        form = self.tested.game.write_action(due.actions[0])
        table = seat(self.tested.game, self.state)
        for other in {*self.tested.sides, CHANCE} - {due.by}:
            verdict = table.act(other, form)
            if not isinstance(verdict, NotYourDecision | NotAsked) or (
                isinstance(verdict, NotYourDecision) and verdict.due_by != due.by
            ):
                raise Broken(THEIRS, (other, form))

    # ------------------------------------------------------------ other actions

    def try_others(self, seed: int, attempts: int) -> None:
        due = self.due()
        if isinstance(due, Over):
            return
        dice, words = Dice(seed), self.tested.known_actions
        for action in dice.sample(due.actions, min(attempts, len(due.actions))):
            form = self.tested.game.write_action(action)
            for each in (form, words.exchanged(form, dice), words.of_any_kind(dice)):
                self._judge(due, each)

    def _judge(self, due: Decision[A], form: Json) -> None:
        game = self.tested.game
        try:
            action = game.read_action(parse(canonical_text(form)))
        except Unreadable:
            return
        if game.write_action(action) != form:
            raise Broken(READ_BACK, form)
        verdict, offered = game.step(self.state, action, due), action in due.actions
        taken = isinstance(verdict, Next)
        if offered and not taken:
            raise Broken(ACCEPTED, (due.about, action, verdict))
        if taken and not offered and not may_be_unlisted(game.id, game.sets, due.about, form):
            raise Broken(REFUSED, (due.about, action, verdict))
        # A step takes what is offered without asking what it breaks, so both are held against each other here.
        if not isinstance(due, Chance) and (game.violations(self.state, action) == ()) != taken:
            raise Broken(AGREED, (due.about, action, game.violations(self.state, action)))
        match verdict:
            case No():
                self._by_rule(due, action, verdict)
            case NotThisDecision() if verdict != NotThisDecision(due.about, due.rules):
                raise Broken(BY_RULE, (due.about, action, verdict))
            case _:
                pass

    def _by_rule(self, due: Decision[A], action: A, refusal: No) -> None:
        """Check that a refusal names rules of this game, each one the decision's own or one whose function ran."""
        prefix = {game: prefix for prefix, game in prefixes()}[self.tested.game.id]
        for each in refusal.violations:
            known(each.rule)
            if not (each.rule.startswith(f"{prefix}:") and isinstance(each.reason, StrEnum)):
                raise Broken(BY_RULE, each)
        if not refusal.violations or isinstance(due, Chance):
            raise Broken(BY_RULE, (due.about, action, refusal))
        if self.tested.ran is not None:
            ran = self.tested.ran(lambda: self.tested.game.step(self.state, action))
            if lacking := {each.rule for each in refusal.violations} - ran.union(due.rules):
                raise Broken(BY_RULE, (due.about, action, refusal), lacking)

    # ------------------------------------------------------------ the whole

    def replay(self) -> None:
        game = self.tested.game
        state = game.start(self.scenario, self.tested.ruleset)
        first = len(self.states) - 1 - len(self.acts)
        for form, wanted in zip(self.acts, self.states[first + 1 :], strict=True):
            verdict = game.step(state, game.read_action(form))
            if not isinstance(verdict, Next):
                raise Broken(REPLAYED, (form, verdict))
            state = verdict.state
            if state != wanted or digest(game.canonical(state)) != digest(game.canonical(wanted)):
                raise Broken(REPLAYED, (form, game.canonical(wanted), game.canonical(state)))


def _lawful(due: Decision[A] | Over) -> None:
    """Check that a decision is a lawful offer."""
    if isinstance(due, Over):
        return
    odds = sum((share for _, share in due.outcomes), Fraction(0)) if isinstance(due, Chance) else 1
    if not due.actions or len(set(due.actions)) < len(due.actions) or odds != 1 or not due.rules:
        raise Broken(LAWFUL_OFFER, due)
    known(*due.rules)


def examined(tested: GameUnderTest[S, A, R], state: S) -> None:
    """Check one position against every law."""
    Session(tested, states=[state]).examine(0)


def drive(play: Play, seed: int, rounds: int, *, scenario: int = 0, head_start: int = 0) -> None:
    """Play by dice, without Hypothesis: first some decisions, then so many rounds of every kind of check."""
    dice = Dice(seed)
    play.begin(scenario)
    play.hurry(seed, head_start)
    for _ in range(rounds):
        play.examine(dice.randrange(10_000))
        play.try_others(dice.randrange(10_000), 6)
        play.act_rarely(dice.randrange(10_000))
        play.hurry(dice.randrange(10_000), 9)
    play.replay()
