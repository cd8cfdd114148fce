"""Chapters 5.1, 5.2 and 5.46: what a card play may be, and every reason against one that may not."""

from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.actions import Action, Activate, Activates, Build, Demolish, Dig, Hold, PlayEvent, Raised
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch04_sequence import year_apply, year_violations
from reference.wilderness_war.frames import Demolition, Digging, Year
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import phase
from tests.wilderness_war.positions import ruleset

NOT_HELD = violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_49")
NO_UNIT = violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-b", side="french")
NO_FORCE = violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-c", side="french", value=1)
DIGGING = "ww:en-14.6"


def year_of(state: State) -> Year:
    """Return the frame of the year, which must be at work."""
    frame = state.stack.top
    assert isinstance(frame, Year)
    return frame


@proves("ww:5.11", "ww:5.26", "ww:5.46")
def test_whatever_a_card_is_played_for_every_reason_against_it_is_named() -> None:
    """Given France with one card in hand and nothing on the map, when it plays that card or another in every way."""
    own, other = card("card_5"), card("card_49")
    state = phase(Side.FRENCH, "card_5", enemy="card_49")
    expected: dict[Action, tuple[Violation, ...]] = {
        PlayEvent(other): (NOT_HELD,),
        Activate(other, Activates.INDIVIDUALS): (NOT_HELD,),
        Activate(other, Activates.UNIT): (NOT_HELD, NO_UNIT),
        Activate(other, Activates.FORCE): (NOT_HELD, NO_FORCE),
        Activate(own, Activates.INDIVIDUALS): (),
        Activate(own, Activates.UNIT): (NO_UNIT,),
        Activate(own, Activates.FORCE): (NO_FORCE,),
        Build(other, Raised.STOCKADES): (NOT_HELD,),
        Build(own, Raised.STOCKADES): (),
        Hold(): (),
        Dig(own): (
            violation(Reason.NO_DIGGING, DIGGING),
            violation(Reason.BRITISH_ONLY, DIGGING),
            violation(Reason.NOT_IN_THE_DISCARDS, DIGGING, card="card_5"),
            violation(Reason.NOT_ASKED_FOR, DIGGING, card="card_5"),
        ),
        Demolish(): (violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46"),),
    }
    assert {each: year_violations(state, year_of(state), each) for each in expected} == expected


@proves("ww:5.11", "ww:5.26", "ww:5.46")
def test_digging_and_demolishing_are_procedures_of_their_own_in_the_year() -> None:
    """Given Britain with a stockade and regulars in the discards, when it digs or demolishes, then that begins."""
    rules = ruleset(dig_for_regulars="on")
    state = phase(
        Side.BRITISH, "card_5 card_7", {}, rules, enemy="card_2", year=1757, discards=["card_57"],
        stockades={"british": ["easton"]},
    )  # fmt: skip
    frame = year_of(state)
    dug = year_apply(state, frame, Dig(card("card_57")))
    assert (dug.state.stack.frames, dug.events) == ((replace(frame, playing=True), Digging(card("card_57"))), ())
    razing = year_apply(state, frame, Demolish())
    assert (razing.state.stack.frames, razing.events) == ((frame, Demolition(Side.BRITISH)), ())
