"""Chapters 5.4 and 5.5: cards that find nothing to choose (A31), and how that is told."""

from reference.kernel.rules import rule
from reference.kernel.verdicts import Unasked, Violation, unasked, violation
from reference.wilderness_war.actions import Raised
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS
from reference.wilderness_war.event_frames import Alliance, EventChoice, Placement, Removal, Restoration
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Construction
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.windows import Passed

BUILT_BY: dict[Raised, str] = {Raised.STOCKADES: "ww:5.41", Raised.FORTS: "ww:5.42"}


def _told(side: Side, window: Passed, why: Violation) -> tuple[Unasked, ...]:
    return (unasked(EventKind.NOT_ASKED, side.value, window, (why,)),)


@rule("ww:5.41", "ww:5.42")
def nothing_built(frame: Construction) -> tuple[Unasked, ...]:
    """Tell that a card builds no more: its points are used, or no space is left for a work."""
    cited = BUILT_BY[frame.what]
    facts = {"side": frame.side.value, "what": frame.what.value}
    why = violation(Reason.NO_SITE, cited, **facts) if frame.left else violation(Reason.POINTS_USED, cited, **facts)
    return _told(frame.side, Passed.BUILDING, why)


@rule(
    "ww:card-bastions", "ww:card-desert", "ww:card-smallpox", "ww:card-vaudreuil", "ww:card-militias",
    "ww:card-rangers",
)  # fmt: skip
def no_target(frame: EventChoice) -> tuple[Unasked, ...]:
    """Tell that an event finds nothing that it could change."""
    return _told(frame.side, Passed.EVENT_TARGET, violation(Reason.EVENT_FINDS_NOTHING, f"ww:{frame.event.value}"))


@rule("ww:5.53", "ww:5.52")
def nobody_joins(frame: Alliance) -> tuple[Unasked, ...]:
    """Tell that no Indian unit is left to bring in, and none to restore, though the event brings in more."""
    if not frame.left:
        return ()
    why = violation(Reason.NO_INDIANS_LEFT, "ww:5.53", side=frame.side.value, left=frame.left)
    return _told(frame.side, Passed.ALLIANCE, why)


@rule("ww:card-transports", "ww:card-germany", "ww:card-recruits")
def nothing_restored(frame: Restoration) -> tuple[Unasked, ...]:
    """Tell that an event finds no unit that it could restore."""
    if frame.units or not frame.left:
        return ()
    return _told(frame.side, Passed.RESTORING, violation(Reason.NONE_TO_RESTORE, frame.rule, side=frame.side.value))


@rule("ww:card-uprising-fx", "ww:card-stingy-fx", "ww:card-dispersed")
def nothing_removed(frame: Removal) -> tuple[Unasked, ...]:
    """Tell that an event finds no unit that it could eliminate."""
    if frame.units or not frame.left:
        return ()
    return _told(frame.side, Passed.REMOVAL, violation(Reason.NONE_TO_ELIMINATE, frame.rule))


@rule("ww:5.522-lost")
def nowhere_to_enter(frame: Placement) -> tuple[Unasked, ...]:
    """Tell which new pieces are forfeited, because no space is open to them."""
    lost = (*(COUNTERS[each].id for each in frame.units), *(LEADERS[each].id for each in frame.leaders))
    if not lost:
        return ()
    why = violation(Reason.NO_ENTRY, "ww:5.522-lost", side=frame.side.value, pieces=lost)
    return _told(frame.side, Passed.PLACEMENT, why)
