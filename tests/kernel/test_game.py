"""The protocol of a game, kept by the toy: what a game promises, checked on every position within reach."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Unreadable, canonical_text, digest
from reference.kernel.decisions import Chance, Over
from reference.kernel.game import Game
from reference.kernel.verdicts import Next, No, NotThisDecision
from tests.kernel.toy import Action, Roll, Ruleset, State, Stones, Take

GAME: Game[State, Action, Ruleset] = Stones()
EVERY_ACTION: tuple[Action, ...] = (*(Take(n) for n in range(1, 5)), *(Roll(n) for n in range(1, 7)))


def reachable(start: State) -> set[State]:
    """Return every position that can ever come about."""
    found, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        decision = GAME.decision(state)
        for action in () if isinstance(decision, Over) else decision.actions:
            following = GAME.step(state, action)
            assert isinstance(following, Next)
            if following.state not in found:
                found.add(following.state)
                waiting.append(following.state)
    return found


@pytest.mark.parametrize("most", ["2", "3"])
def test_what_is_offered_is_exactly_what_is_accepted_in_every_position(most: str) -> None:
    """There are twelve: three heaps to take from and two to roll over, for either player, and two ends."""
    positions = reachable(GAME.start("small", GAME.ruleset({"most": most})))
    assert len(positions) == 12
    for state in positions:
        decision = GAME.decision(state)
        offered = () if isinstance(decision, Over) else decision.actions
        if not isinstance(decision, Over):
            accepted = tuple(action for action in EVERY_ACTION if isinstance(GAME.step(state, action), Next))
            assert accepted == offered
        if isinstance(decision, Chance):
            assert sum((odds for _, odds in decision.outcomes), Fraction(0)) == 1
        assert [GAME.read_action(GAME.write_action(action)) for action in offered] == list(offered)
        assert GAME.check(state) == ()


def test_different_positions_have_different_hashes_and_can_be_placed_again() -> None:
    ruleset = GAME.ruleset({"most": "2"})
    positions = reachable(GAME.start("small", ruleset))
    assert len({digest(GAME.canonical(state)) for state in positions}) == len(positions)
    for state in positions:
        assert GAME.place(GAME.canonical(state), ruleset) == state


def test_the_three_verdicts_of_a_game_are_told_apart() -> None:
    state = GAME.start("large", GAME.ruleset({"most": "2"}))
    taken, refused, misplaced = (GAME.step(state, action) for action in (Take(2), Take(3), Roll(3)))
    assert isinstance(taken, Next)
    assert isinstance(refused, No)
    assert isinstance(misplaced, NotThisDecision)
    assert canonical_text(GAME.canonical(taken.state)) == '{"heap":18,"rolling":true,"turn":"right"}'


def test_a_position_that_makes_no_sense_is_unreadable() -> None:
    with pytest.raises(Unreadable, match=r"^turn: 'nobody' is no player$"):
        GAME.place({"heap": 1, "turn": "nobody"}, Ruleset("2"))
