"""Exact odds of battles, against a plain calculation of the same thing."""

from fractions import Fraction
from functools import cache

import pytest

from oracle.odds.hammer_of_the_scots import LineUp, Result, battle_odds, read_line_up
from reference.kernel.canonical import Unreadable


def hits(dice: int, number: int) -> list[Fraction]:
    """Return the odds of every number of hits."""
    odds = [Fraction(1)]
    for _ in range(dice):
        hit = Fraction(number, 6)
        odds = [
            (odds[n] if n < len(odds) else 0) * (1 - hit) + (odds[n - 1] * hit if n else 0)
            for n in range(len(odds) + 1)
        ]
    return odds


@cache
def duel(first: int, first_number: int, second: int, second_number: int, rounds: int) -> Fraction:
    """Return the odds that the block that acts first, the defender, holds the field."""
    if not rounds:
        return Fraction(1)
    held = Fraction(0)
    for struck, odds in enumerate(hits(first, first_number)):
        left = second - struck
        if left <= 0:
            held += odds
            continue
        for back, other in enumerate(hits(left, second_number)):
            if first - back > 0:
                held += odds * other * duel(first - back, first_number, left, second_number, rounds - 1)
    return held


@pytest.mark.parametrize(
    ("attacker", "defender", "steps", "numbers"),
    [
        ("e_york_infantry", "s_grant", (3, 4), (2, 2)),
        ("e_york_infantry:2", "s_douglas:3", (3, 2), (3, 2)),
        ("s_douglas", "e_york_infantry:1", (1, 4), (2, 3)),
    ],
)
def test_a_duel_has_the_odds_of_its_dice(
    attacker: str, defender: str, steps: tuple[int, int], numbers: tuple[int, int]
) -> None:
    found = battle_odds(LineUp((attacker,)), LineUp((defender,)))
    side = "scotland" if defender.startswith("s_") else "england"
    assert found.winning(side) == duel(steps[0], numbers[0], steps[1], numbers[1], 3)
    assert sum(odds for _, odds in found.results) == 1


def test_reserves_wait_for_round_two_and_roles_change_when_the_front_is_gone() -> None:
    """Given Grant at 1 with Fraser coming, against a sure killer, then Fraser attacks in rounds two and three."""
    found = battle_odds(read_line_up("e_york_infantry:1"), read_line_up("s_grant:1 | s_fraser:1"))
    assert sum(odds for _, odds in found.results) == 1
    assert {result.winner for result, _ in found.results} == {"england", "scotland"}
    alone = battle_odds(read_line_up("e_york_infantry:1"), read_line_up("s_grant:1"))
    assert found.winning("scotland") > alone.winning("scotland")


def test_a_captured_noble_fights_on_and_policies_matter() -> None:
    best = battle_odds(read_line_up("e_york_knights:1 e_york_infantry:1"), read_line_up("s_mar:1"))
    worst = battle_odds(
        read_line_up("e_york_knights:1 e_york_infantry:1"),
        read_line_up("s_mar:1"),
        policies=("keep_worst", "keep_worst"),
    )
    assert best.winning("england") >= worst.winning("england")
    assert any(result.english_steps > 2 for result, _ in best.results)


def test_a_king_may_fall_and_celts_may_desert() -> None:
    king = battle_odds(read_line_up("e_edward:1"), read_line_up("s_king:1"))
    assert Result("england", undecided=False, english_steps=1, scottish_steps=0) in dict(king.results)
    celts = battle_odds(read_line_up("e_wales_infantry:1"), read_line_up("s_grant:3"))
    deserted = dict(celts.results)[Result("scotland", undecided=False, english_steps=0, scottish_steps=3)]
    assert deserted >= Fraction(1, 3)


@pytest.mark.parametrize(
    ("attackers", "defenders", "policies"),
    [
        ("e_york_infantry", "e_durham_infantry", ("keep_best", "keep_best")),
        ("e_york_infantry s_grant", "s_douglas", ("keep_best", "keep_best")),
        ("", "s_douglas", ("keep_best", "keep_best")),
        ("e_york_infantry", "s_grant", ("brave", "keep_best")),
    ],
)
def test_what_is_no_battle_is_unreadable(attackers: str, defenders: str, policies: tuple[str, str]) -> None:
    with pytest.raises(Unreadable):
        battle_odds(read_line_up(attackers), read_line_up(defenders), policies=policies)
