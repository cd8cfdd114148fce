"""Chapter 5: rare positions in which two of its rules meet."""

import pytest

from reference.kernel.rules import proves
from reference.wilderness_war import actions as a
from tests.wilderness_war.positions import ruleset
from tests.wilderness_war.turns import about, after, offered, single, to, turn, u

NORTH = "hudson_carry_north"


# ---------------------------------------------------------------- activation


@proves("ww:5.36-imp", "ww:8.251", "ww:5.33")
@pytest.mark.parametrize(("value", "left"), [("forbidden", False), ("allowed", True)])
def test_an_individual_named_who_joins_a_relief_battle_has_lost_its_turn_or_not(value: str, left: bool) -> None:
    """Given Rangers outside and a besieged Mohawk, both named, when the Mohawk joins the battle, then D12 decides."""
    pieces = {
        "hudson_carry_south": ["br_ranger_rogers"],
        NORTH: ["fr_marine_detachment_1", "inside br_indian_mohawk_1"],
    }
    state = turn(
        "british", pieces, "43", ruleset(reactivate_after_unactivated_combat=value), enemy="44",
        forts={"british": [NORTH, "hudson_carry_south"]}, sieges={NORTH: 0},
    )  # fmt: skip
    named = after(state, single(43, "br_ranger_rogers", "br_indian_mohawk_1"), a.Pick(u("br_ranger_rogers")))
    joined = after(named, to(NORTH), a.Decline(), a.Pick(u("br_indian_mohawk_1")), a.Done(), a.Roll(1), a.Roll(1))
    while about(joined).startswith(("losses", "retreat")):
        joined = after(joined, offered(joined)[0])
    assert (about(joined) == "next_individual") is left
    assert (a.Pick(u("br_indian_mohawk_1")) in offered(joined)) is left
