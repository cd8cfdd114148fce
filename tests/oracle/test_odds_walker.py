"""The walk itself, over a game small enough to reckon by hand; and battles on top of it."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from oracle.cli import main
from oracle.odds import wilderness_war
from oracle.odds.walker import Policy, TooManyPositions, Walker
from oracle.odds.wilderness_war import battle
from reference.kernel.canonical import Json
from reference.kernel.decisions import SETTLED, Choice, Decision, Over, evenly
from reference.kernel.rulesets import RulesetName
from reference.kernel.verdicts import Event, Next

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Stairs:
    """A piece climbs to step 4: at odd steps a coin moves it by one or two, at even steps its owner does."""

    circular: bool = False

    def decision(self, state: int) -> Decision[int] | Over:
        """Return who moves it on."""
        if state >= 4:
            return SETTLED
        return evenly("coin", (), (1, 2)) if state % 2 else Choice("owner", "climb", (), (1, 2))

    def step(self, state: int, action: int, due: Decision[int]) -> Next[int]:
        """Return the step it comes to."""
        assert action in due.actions
        return Next(0 if self.circular else min(state + action, 4))


class Moves:
    """How many moves it takes."""

    def at_end(self, _: int) -> int:
        """Return that none is left."""
        return 0

    def after(self, note: int, rest: int) -> int:
        """Return one more."""
        return note + rest

    def number(self, amount: int) -> Fraction:
        """Return the number itself."""
        return Fraction(amount)


def one(_: tuple[Event, ...]) -> int:
    """Note a move."""
    return 1


def walker(policy: Policy | None, *, most: int = 100, decisions: int | None = None) -> Walker[int, int, int]:
    return Walker(Stairs(), one, most, {} if policy is None else {"owner": policy}, decisions=decisions)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        # One at a time: 0, 1, then by the coin 2, 3, 4 or 3, 4.
        (Policy.FIRST, {4: HALF, 3: HALF}),
        (Policy.LAST, {2: Fraction(1)}),
        # From 2 on by 1 to 3 and from there to 4, or at once to 4; from 0 to 2, or to 1 and by the coin to 2 or 3.
        (Policy.EVENLY, {2: Fraction(1, 4), 3: Fraction(5, 8), 4: Fraction(1, 8)}),
        (Policy.BEST, {4: HALF, 3: HALF}),
        (Policy.WORST, {2: Fraction(1)}),
    ],
)
def test_odds_are_those_reckoned_by_hand(policy: Policy, expected: dict[int, Fraction]) -> None:
    tree = walker(policy).tree(0)
    assert tree.has_picks is (policy in (Policy.BEST, Policy.WORST))
    assert tree.settled(Moves()).odds(Moves()) == expected
    assert tree.start == 0


def test_a_state_met_again_is_walked_once_and_equal_ways_are_one() -> None:
    """Given that from 3 both faces of the coin lead to 4, then one way does, with the whole share."""
    tree = walker(Policy.EVENLY).tree(0)
    assert sorted(node.state for node in tree.nodes) == [0, 1, 2, 3, 4]
    (at_three,) = [node for node in tree.nodes if node.state == 3]
    assert [way.share for way in at_three.ways] == [Fraction(1)]


def test_a_walk_stops_at_a_choice_without_policy_and_after_a_number_of_decisions() -> None:
    assert sorted(walker(None).tree(1).ends()) == [(2, HALF), (4, HALF)]
    assert sorted(walker(Policy.FIRST, decisions=2).tree(0).ends()) == [(2, HALF), (3, HALF)]


def test_what_is_chosen_goes_before_the_policy() -> None:
    def two(_state: int, _due: Choice[int], policy: Policy | None) -> int | None:
        return 2 if policy is Policy.FIRST else None

    told: list[int] = []
    bold: Walker[int, int, int] = Walker(Stairs(), one, 9, {"owner": Policy.FIRST}, two, tell=told.append)
    assert bold.tree(0).odds(Moves()) == {2: Fraction(1)}
    assert told == [1, 2, 3]


def test_a_walk_that_is_too_long_or_endless_says_so() -> None:
    with pytest.raises(TooManyPositions, match="more than 4 positions"):
        walker(Policy.EVENLY, most=4).tree(0)
    endless: Walker[int, int, int] = Walker(Stairs(circular=True), one, 9, {"owner": Policy.FIRST})
    with pytest.raises(TooManyPositions, match="round in a circle"):
        endless.tree(0)


AMBUSHED: Json = {
    "pieces": {"juniata": ["br_highland", "2 reduced br_regular", "2 fr_indian_mingo", "3 fr_coureurs"]},
    "opening": {"type": "battle", "space": "juniata", "attacker": "british", "ambush": "french"},
}


@pytest.mark.parametrize("policy", [Policy.FIRST, Policy.LAST, Policy.EVENLY])
def test_a_battle_takes_every_policy(policy: Policy) -> None:
    """Given an ambush, then whoever keeps his best troops does no worse than by any other policy."""

    def french_losses(chosen: Policy) -> Fraction:
        odds = battle(AMBUSHED, RulesetName("standard"), chosen)
        assert sum(odds.values()) == 1
        return sum((share * result.french_steps for result, share in odds.items()), Fraction(0))

    assert french_losses(Policy.WORST) <= french_losses(policy) <= french_losses(Policy.BEST)


def test_a_battle_that_is_too_large_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wilderness_war, "MOST_POSITIONS", 3)
    words = ["--terrain", "wilderness", "--attacker", "2 br_regular", "--defender", "fr_regular"]
    assert main(["odds", "battle", "wilderness_war", *words]) == 2
    assert "more than 3 positions to walk through; try fewer pieces" in capsys.readouterr().err
