"""Exact odds of battles, against a plain calculation of the same thing."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import pytest

from oracle.odds.hammer_of_the_scots import LineUp, Result, battle_odds, read_line_up
from oracle.odds.walker import Policy, read_policy
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


@dataclass(frozen=True)
class Fighter:
    """A block of a battle worked out by hand: its side, letter, number, strength, and whether it waits in reserve."""

    side: str
    letter: str
    number: int
    steps: int
    waits: bool = False


def struck(fighters: tuple[Fighter, ...], side: str, hits_left: int) -> tuple[Fighter, ...]:
    """Take hits one by one on the strongest block in front, among equals on the one that fights worst."""
    for _ in range(hits_left):
        front = [n for n, each in enumerate(fighters) if each.side == side and each.steps and not each.waits]
        if front:
            chosen = max(front, key=lambda n: (fighters[n].steps, -fighters[n].number, fighters[n].letter))
            hurt = replace(fighters[chosen], steps=fighters[chosen].steps - 1)
            fighters = (*fighters[:chosen], hurt, *fighters[chosen + 1 :])
    return fighters


@cache
def holding(fighters: tuple[Fighter, ...], defender: str, rounds: int, done: frozenset[int]) -> Fraction:
    """Return the odds that England holds the area; `done` are the blocks that had their turn in this round."""
    alive = {each.side for each in fighters if each.steps}
    if len(alive) == 1:
        return Fraction("england" in alive)
    ready = [n for n, each in enumerate(fighters) if each.steps and not each.waits and n not in done]
    if not ready:
        fronts = {each.side for each in fighters if each.steps and not each.waits}
        if rounds == 3 and defender not in fronts:
            defender = "scotland" if defender == "england" else "england"
        if rounds == 1:
            return Fraction(defender == "england")
        arrived = tuple(replace(each, waits=False) for each in fighters)
        return holding(arrived, defender, rounds - 1, frozenset())
    acts = min(ready, key=lambda n: (fighters[n].letter, fighters[n].side != defender, n))
    foe = "scotland" if fighters[acts].side == "england" else "england"
    return sum(
        (
            odds * holding(struck(fighters, foe, scored), defender, rounds, done | {acts})
            for scored, odds in enumerate(hits(fighters[acts].steps, fighters[acts].number))
        ),
        Fraction(0),
    )


# Letter and number of some blocks, typed from the block list.
PRINTED = {
    "s_grant": ("C", 2), "s_fraser": ("C", 3), "s_keith": ("B", 1), "s_wallace": ("A", 3),
    "e_york_infantry": ("C", 2), "e_york_knights": ("B", 3), "e_hobelars": ("A", 2),
}  # fmt: skip


def fighters_of(text: str, side: str) -> tuple[Fighter, ...]:
    """Read a line-up in which every block has its strength."""
    found: list[Fighter] = []
    for number, part in enumerate(text.split("|")):
        for word in part.split():
            name, _, steps = word.partition(":")
            found.append(Fighter(side, *PRINTED[name], int(steps), waits=number == 1))
    return tuple(found)


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ("e_york_infantry:2 | e_york_knights:1", "s_grant:1 | s_fraser:2"),
        ("e_york_infantry:1 | e_york_knights:2 e_hobelars:1", "s_grant:3"),
        ("e_hobelars:3 e_york_knights:2", "s_grant:1 s_keith:1 | s_fraser:2"),
        ("e_york_knights:3 | e_york_infantry:2", "s_wallace:2 s_keith:2 | s_fraser:1"),
    ],
)
def test_a_battle_with_reserves_has_the_odds_worked_out_by_hand(attackers: str, defenders: str) -> None:
    found = battle_odds(read_line_up(attackers), read_line_up(defenders))
    fighters = fighters_of(attackers, "england") + fighters_of(defenders, "scotland")
    assert found.winning("england") == holding(fighters, "scotland", 3, frozenset())
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
        policies=(Policy.WORST, Policy.WORST),
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
    ("attackers", "defenders"),
    [
        ("e_york_infantry", "e_durham_infantry"),
        ("e_york_infantry s_grant", "s_douglas"),
        ("", "s_douglas"),
        ("| e_york_infantry", "s_douglas"),
        ("e_york_infantry", "s_norse"),
    ],
)
def test_what_is_no_battle_is_unreadable(attackers: str, defenders: str) -> None:
    with pytest.raises(Unreadable):
        battle_odds(read_line_up(attackers), read_line_up(defenders), "mar")


def test_what_is_no_policy_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="'brave' is none of: best, worst, first, last, evenly"):
        read_policy("brave")
