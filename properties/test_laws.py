"""The law that offers and refusals agree finds a game in which they do not."""

from collections.abc import Callable

import pytest

from properties import laws
from properties.faulty_game import FaultyGame
from properties.few_acres_of_snow.laws import under_test
from properties.laws import Broken, Session, drive
from reference.few_acres_of_snow import GAME
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.verdicts import Objection, violation

BROKEN = (violation(Reason.NOT_IN_HAND, "fa:act.12"),)
FAULTS: dict[str, Callable[[Objection], Objection]] = {
    "a rule is broken by what is offered": lambda broken: BROKEN if broken == () else broken,
    "what is offered answers another decision": lambda broken: None if broken == () else broken,
    "what is not offered breaks nothing": lambda broken: () if broken else broken,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_offers_and_refusals_that_disagree_are_found(fault: str) -> None:
    tested = under_test("first", None, FaultyGame(GAME, violated=FAULTS[fault]))
    with pytest.raises(Broken) as found:
        drive(Session(tested), 0, 4, head_start=30)
    assert found.value.law == laws.AGREED
