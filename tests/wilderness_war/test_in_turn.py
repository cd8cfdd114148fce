"""What a side that is not due is told: what would be said in its turn, also while others react or dice are due."""

from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.kernel.verdicts import Legal, No, NotAsked, NotYourDecision, unasked, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State
from reference.wilderness_war.windows import Passed
from tests.wilderness_war.moves import about, go, gone, moving, pick
from tests.wilderness_war.positions import GAME, place, played
from tests.wilderness_war.turns import c

REGULAR, SECOND = "br_regular_15th", "br_regular_44th"
SOUTH, BEARN = "hudson_carry_south", "fr_regular_bearn"
COLUMN = "rigaud fr_regular_bearn fr_coureurs_lery"


def told(state: State, by: str, action: Action) -> object:
    """Return what a side is told by the position alone."""
    return seat(GAME, state).act(by, GAME.write_action(action))


def intercepted() -> State:
    """Return the French at Hoosic, and the British who may come from Albany to meet them."""
    begin = moving("green_mountains_south", COLUMN, {"albany": ["webb", REGULAR, SECOND]})
    return gone(begin, "hoosic")


@proves("ww:6.2", "ww:6.72")
def test_a_mover_is_told_of_its_next_step_while_the_enemy_may_intercept() -> None:
    """Given interception at Hoosic, then to go on would be legal in the mover's turn, and to go too far would not."""
    waiting = intercepted()
    far = violation(Reason.NOT_ADJACENT, "ww:6.2", start="hoosic", to="quebec")
    rolling = played(waiting, pick(REGULAR)).state
    assert (about(waiting), about(rolling)) == ("interception", "interception_roll")
    for state, due in ((waiting, "british"), (rolling, "chance")):
        assert told(state, "french", go("albany")) == NotYourDecision(due, Legal())
        assert told(state, "french", go("quebec")) == NotYourDecision(due, No((far,)))
        assert told(state, "french", pick(REGULAR)) == NotYourDecision(due)


@proves("ww:5.26")
def test_a_card_is_judged_as_in_its_players_turn_while_dice_are_due() -> None:
    """Given a die for interception, then a card in hand would be legal to play, and one not held would not."""
    rolling = played(intercepted(), pick(REGULAR)).state
    held = a.Activate(c(1), a.Activates.UNIT)
    assert told(rolling, "british", held) == NotYourDecision("chance", Legal())
    assert told(rolling, "french", held) == NotYourDecision(
        "chance", No((violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_1"),))
    )


def test_nobody_has_a_turn_in_winter_and_chance_never() -> None:
    winter = place({}, frames=[{"type": "year", "stage": "deal", "turn": "french"}])
    assert GAME.in_turn(winter, "british") == ()
    assert GAME.in_turn(intercepted(), "chance") == ()


@proves("ww:6.2-c", "ww:6.72")
def test_a_step_that_ends_the_move_says_so_before_anybody_intercepts() -> None:
    """Given Regulars who step into mountains beside French, then the step tells that they stop there."""
    begin = moving("schenectady", REGULAR, {"hudson_carry_north": COLUMN.split()})
    reached = played(begin, go("adirondacks_south"))
    assert about(reached.state) == "interception"
    why = violation(Reason.MUST_STOP, "ww:6.2-c", space="adirondacks_south", terrain="mountain")
    news = unasked(
        EventKind.MOVE_WILL_STOP, "british", Passed.MOVING_ON, (why,), side="british", space="adirondacks_south"
    )
    assert news in reached.events
    onward = seat(GAME, reached.state, reached.events).act("british", GAME.write_action(go("canajoharie")))
    assert onward == NotAsked((why,))
    assert told(reached.state, "british", go("canajoharie")) == NotYourDecision("french", No((why,)))
    free = played(moving("green_mountains_south", COLUMN, {"albany": [REGULAR]}), go("hoosic"))
    assert about(free.state) == "interception"
    assert EventKind.MOVE_WILL_STOP not in [each.kind for each in free.events]


@proves("ww:6.51-b", "ww:8.1")
def test_a_step_to_a_fort_says_that_the_move_ends_there_before_anybody_goes_inside() -> None:
    """Given a French fort with its garrison outside, then the step to it tells of the siege it leads to."""
    begin = moving("albany", f"amherst {REGULAR}", {SOUTH: ["levis", BEARN]}, forts={"french": [SOUTH]})
    reached = played(begin, go(SOUTH))
    assert about(reached.state) == "inside"
    why = violation(Reason.BESIEGED_NOW, "ww:6.51-b", space=SOUTH)
    news = unasked(EventKind.MOVE_WILL_STOP, "british", Passed.MOVING_ON, (why,), side="british", space=SOUTH)
    assert news in reached.events
