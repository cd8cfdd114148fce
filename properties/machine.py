"""A Hypothesis state machine for any game: Hypothesis plays it, shrinks what fails, and tries what is not allowed.

    TestStandard = machine(lambda: Session(under_test("standard"))).TestCase

The laws are in `properties.laws`; what only one game has to keep is part of its `GameUnderTest`.
"""

from collections.abc import Callable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from properties.domains import DEEP
from properties.laws import Play

NUMBERS = st.integers(0, 10_000)


class Machine(RuleBasedStateMachine):
    """A game played by numbers: it takes legal actions, tries others close to them, and checks every law."""

    play: Play

    def session(self) -> Play:
        """Return a game that has not begun."""
        raise TypeError("a machine is made by machine()")

    @initialize(scenario=NUMBERS, seed=NUMBERS, decisions=st.integers(0, 200))
    def begin(self, scenario: int, seed: int, decisions: int) -> None:
        self.play = self.session()
        self.play.begin(scenario)
        self.play.hurry(seed, decisions)

    @precondition(lambda self: not self.play.is_over())
    @rule(number=NUMBERS)
    def act(self, number: int) -> None:
        self.play.act(number)

    @precondition(lambda self: not self.play.is_over())
    @rule(number=NUMBERS)
    def act_rarely(self, number: int) -> None:
        self.play.act_rarely(number)

    @precondition(lambda self: not self.play.is_over())
    @rule(seed=NUMBERS, decisions=st.integers(1, 40))
    def hurry(self, seed: int, decisions: int) -> None:
        self.play.hurry(seed, decisions)

    @precondition(lambda self: not self.play.is_over())
    @rule(seed=NUMBERS)
    def try_others(self, seed: int) -> None:
        self.play.try_others(seed, 6)

    @invariant()
    def holds(self) -> None:
        self.play.examine(0)

    def teardown(self) -> None:
        if hasattr(self, "play"):
            self.play.replay()


def machine(session: Callable[[], Play], *, examples: int = 4, steps: int = 6) -> type[Machine]:
    """Return the state machine of a game under test; `deep` runs a hundred times as many examples."""

    class Made(Machine):
        def session(self) -> Play:
            return session()

    Made.TestCase.settings = settings(max_examples=examples * (100 if DEEP else 1), stateful_step_count=steps)
    return Made
