"""Exact odds against a count of all dice done by hand."""

from fractions import Fraction
from itertools import product

import pytest

from oracle.odds.battles import shares
from oracle.odds.walker import Policy
from oracle.odds.wilderness_war import Result, battle, deaths
from reference.kernel.canonical import Json
from reference.kernel.rulesets import RulesetName

STANDARD = RulesetName("standard")

# Rows of the combat table by modified die 0 to 7, typed from the playbook: columns 3 and 6-8.
COLUMN_3 = (0, 0, 1, 1, 1, 1, 2, 2)
COLUMN_6_8 = (0, 1, 2, 2, 2, 3, 3, 3)


def _position(*pieces: str, **opening: Json) -> Json:
    return {
        "pieces": {"worcester": list(pieces)},
        "opening": {"type": "battle", "space": "worcester", "attacker": "british", **opening},
    }


def test_two_regulars_against_one_by_counting_all_dice() -> None:
    """Given six strength against three, both Regulars, no leaders, when all 36 pairs of dice are counted by hand."""
    expected: dict[tuple[int, int, str], Fraction] = {}
    for attack, defence in product(range(1, 7), repeat=2):
        inflicted, suffered = COLUMN_6_8[attack], COLUMN_3[defence]
        wiped_out = inflicted >= 2
        winner = "british" if wiped_out or inflicted > suffered else "french"
        key = (suffered, min(inflicted, 2), winner)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 36)
    odds = battle(_position("2 br_regular", "fr_regular"), STANDARD, Policy.BEST)
    found: dict[tuple[int, int, str], Fraction] = {}
    for result, share in odds.items():
        key = (result.british_steps, result.french_steps, result.winner)
        found[key] = found.get(key, Fraction(0)) + share
    assert found == expected


def test_a_leader_dies_on_one_in_six_after_a_natural_1_or_6_that_hurt() -> None:
    """Given French fire in column 3, a natural 1 inflicts nothing and a natural 6 two steps: 1/6 of 1/6 kill."""
    odds = battle(_position("murray", "2 br_regular", "fr_regular", leader="murray"), STANDARD, Policy.BEST)
    assert deaths(odds, ["murray"]) == {"murray": Fraction(1, 36)}


def test_all_odds_add_up_to_one_for_either_policy() -> None:
    position: Json = {
        "pieces": {"juniata": ["2 br_regular", "br_ranger", "fr_coureurs", "2 fr_indian_mingo"]},
        "opening": {"type": "battle", "space": "juniata", "attacker": "british", "ambush": "french"},
    }
    strongest = battle(position, STANDARD, Policy.BEST)
    weakest = battle(position, STANDARD, Policy.WORST)
    assert sum(strongest.values()) == sum(weakest.values()) == 1
    assert shares(strongest.items(), "british_steps") == shares(weakest.items(), "british_steps")


def test_an_ambushed_side_that_keeps_its_strongest_inflicts_no_less() -> None:
    position: Json = {
        "pieces": {"juniata": ["br_highland", "2 reduced br_regular", "2 fr_indian_mingo", "3 fr_coureurs"]},
        "opening": {"type": "battle", "space": "juniata", "attacker": "british", "ambush": "french"},
    }

    def mean(policy: Policy) -> Fraction:
        odds = battle(position, STANDARD, policy)
        return sum((share * result.french_steps for result, share in odds.items()), Fraction(0))

    assert mean(Policy.BEST) >= mean(Policy.WORST)


@pytest.mark.parametrize(
    "other", [Result(), Result(french_steps=2, dead=frozenset({"levis"}), winner="french", points=1)]
)
def test_results_add_up(other: Result) -> None:
    one = Result(british_steps=1, dead=frozenset({"wolfe"}))
    assert one + other == Result(1, other.french_steps, other.dead | {"wolfe"}, other.winner, other.points)
