"""Choosing pieces: what is offered next whichever was named, and where a choice has come to its end."""

import pytest

from reference.wilderness_war.actions import Action, PickSpace, PlaceUnit, Raised, RestoreUnits
from reference.wilderness_war.cards import Event
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import unit
from reference.wilderness_war.choosing import alike_on, alike_together, following_units, with_piece
from reference.wilderness_war.event_frames import Alliance, Placement, Removal, Restoration
from reference.wilderness_war.frames import Construction, Frame
from tests.wilderness_war.moves import pick
from tests.wilderness_war.phases import BRITISH
from tests.wilderness_war.positions import board, broken, under_way, units

FIFTEENTH, SEVENTEENTH, ROYALS, ROGERS = units("br_regular_15th br_regular_17th br_regular_1st_royal br_ranger_rogers")
ALL = (FIFTEENTH, SEVENTEENTH, ROYALS, ROGERS)


def test_of_units_alike_the_first_counts_as_picked_whichever_was() -> None:
    """Given three Regulars alike and Rangers, when any Regular is picked, then the others and the Rangers are left."""
    alike = alike_on(
        board({"albany": ["br_regular_15th", "br_regular_17th", "br_regular_1st_royal", "br_ranger_rogers"]})
    )
    assert following_units(ALL, (), alike) == (FIFTEENTH, ROGERS)
    assert following_units(ALL, (FIFTEENTH,), alike) == (SEVENTEENTH, ROGERS)
    assert following_units(ALL, (ROYALS,), alike) == (FIFTEENTH, ROGERS)
    assert following_units(ALL, (SEVENTEENTH, ROYALS), alike) == (FIFTEENTH, ROGERS)
    assert following_units(ALL, (ROGERS,), alike) == ()
    assert following_units(ALL, (ROYALS, ROGERS), alike) == ()


def test_units_that_have_left_their_stack_are_still_like_those_in_it() -> None:
    """Given a Regular that has come out of Albany, then it is like the one inside, but not like a reduced one."""
    there = board({"albany": ["br_regular_15th", "inside br_regular_17th", "inside reduced br_regular_1st_royal"]})
    together = alike_together(there)
    assert together(FIFTEENTH) == together(SEVENTEENTH) != together(ROYALS)
    assert alike_on(there)(FIFTEENTH) != alike_on(there)(SEVENTEENTH)
    assert following_units((SEVENTEENTH, ROYALS), (FIFTEENTH,), together) == (SEVENTEENTH, ROYALS)


def test_pieces_stand_in_one_order_in_whatever_order_they_are_named() -> None:
    assert with_piece((FIFTEENTH, ROYALS), SEVENTEENTH) == (FIFTEENTH, SEVENTEENTH, ROYALS)


_REDUCED = {"albany": ["reduced br_regular_15th", "reduced br_regular_17th"]}


@pytest.mark.parametrize(
    ("frame", "actions"),
    [
        (Restoration(BRITISH, "ww:card-germany", 0, ALL[:2], ALL[:1]), (pick("br_regular_17th"),)),
        (Removal(BRITISH, "ww:card-uprising-fx", 0, ALL[:2], ALL[:1]), (pick("br_regular_17th"),)),
        (Placement(BRITISH, "ww:card-rangers", (space("albany"), space("boston"))), (PickSpace(space("boston")),)),
        (Alliance(Event.IROQUOIS, BRITISH, 0), (PlaceUnit(unit("br_indian_mohawk_1")), RestoreUnits())),
        (Construction(BRITISH, Raised.STOCKADES, 0), (PickSpace(space("schenectady")),)),
    ],
    ids=["restoration", "removal", "placement", "alliance", "construction"],
)
def test_nothing_more_is_chosen_where_nothing_is_left_to_choose(frame: Frame, actions: tuple[Action, ...]) -> None:
    """Given an event or a card whose number is used up, when one more is named, then it answers another decision."""
    state = under_way([frame], _REDUCED)
    assert [broken(state, action) for action in actions] == [None] * len(actions)
