"""Chapters 6.4 and 10.13: which end of a naval move is at fault, and which raids of dropped raiders were declined."""

from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war.actions import Decline
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch06_reach import sea_violations
from reference.wilderness_war.ch10_raid import activation_apply
from reference.wilderness_war.ch10_targets import dropped_due
from reference.wilderness_war.frames import Activation, ActivationStage, Move, MoveStage
from reference.wilderness_war.reasons import Reason
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import named_freely, read, ruleset, spaces, top, under_way, units


@proves("ww:6.4")
def test_a_naval_move_names_the_end_that_is_at_fault() -> None:
    """Given ships from and to places of every kind, then the place that is no port, or not theirs, is named."""
    state = read({"louisbourg": ["br_regular_15th"]}, captured_fortresses={"british": ["louisbourg"]})

    def told(side: str, start: str, to: str) -> tuple[object, ...]:
        return tuple(sea_violations(state, FRENCH if side == "french" else BRITISH, space(start), space(to)))

    lost = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="louisbourg")
    no_port = violation(Reason.NOT_A_FRENCH_PORT, "ww:6.4", space="montreal")
    assert told("french", "quebec", "louisbourg") == (lost,)
    assert told("french", "louisbourg", "quebec") == (lost,)
    assert told("french", "montreal", "quebec") == (no_port,)
    assert told("french", "louisbourg", "montreal") == (lost, no_port)
    theirs = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="quebec")
    inland = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="albany")
    assert told("british", "boston", "louisbourg") == ()
    assert told("british", "boston", "quebec") == (theirs,)
    assert told("british", "albany", "boston") == (inland,)
    assert told("british", "albany", "quebec") == (inland, theirs)
    assert told("british", "boston", "boston") == (violation(Reason.ALREADY_THERE, "ww:6.4", space="boston"),)


MAY = ruleset(dropped_raiders="may")
DROPPED = {
    "deerfield": ["fr_coureurs_marin"],
    "charlestown": ["fr_coureurs_lery"],
    "northampton": ["fr_coureurs_periere"],
}


@proves("ww:10.13")
def test_every_raid_that_dropped_raiders_declined_stays_declined() -> None:
    """Given Coureurs left in three places, when two raids are declined one after the other, then both are noted."""
    left = units("fr_coureurs_marin fr_coureurs_lery fr_coureurs_periere")
    frame = Activation(FRENCH, stage=ActivationStage.RAIDS, dropped=left, declined=spaces("deerfield"))
    state = under_way([frame], DROPPED, MAY)
    assert dropped_due(state, frame) == space("charlestown")
    after = activation_apply(state, frame, Decline()).state
    assert top(after) == Activation(
        FRENCH, stage=ActivationStage.RAIDS, dropped=left, declined=spaces("deerfield charlestown")
    )
    assert dropped_due(after, frame) == space("charlestown")


@proves("ww:10.13")
def test_raids_declined_before_the_battle_of_the_force_stay_declined_too() -> None:
    """Given a force about to fight, when its dropped raiders decline twice, then the third place is asked about."""
    left = units("fr_coureurs_marin fr_coureurs_lery fr_coureurs_periere")
    move = Move(
        FRENCH, space("hoosic"), None, (), units("fr_regular_bearn"),
        stage=MoveStage.DROPPED_RAIDS, dropped=left, declined=spaces("deerfield"),
    )  # fmt: skip
    pieces: dict[str, list[str]] = {**DROPPED, "hoosic": ["fr_regular_bearn", "br_regular_15th"]}
    state = under_way([move], pieces, MAY)
    after = named_freely(state, Decline()).state
    noted = top(after)
    assert isinstance(noted, Move)
    assert noted.declined == spaces("deerfield charlestown")
