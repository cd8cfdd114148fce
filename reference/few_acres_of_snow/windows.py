"""The decisions that are passed over or forced without asking anybody, and how that is told."""

from collections.abc import Mapping

from reference.few_acres_of_snow.actions import (
    Action,
    Block,
    Draw,
    GiveUp,
    LeaveNeutral,
    LetHappen,
    NameCard,
    Occupy,
    Play,
    Resolve,
    ReturnCard,
)
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.sides import Side
from reference.kernel.rules import known
from reference.kernel.verdicts import Fact, Unasked, Violation, unasked
from reference.kernel.windows import Window

END_OF_GAME = "end_of_game"
WON_SIEGE = "won_siege"
SIEGE_ORDER = "siege_order"
SETTLE_CAPTURED = "settle_captured"
RETURN_CARD = "return_card"
NAME_CARD = "name_card"
SETTLER_CARD = "settler_card"
BLOCK_CONVERSION = "block_conversion"
CARD_TO_LOSE = "card_to_lose"
FURTHER_CARD = "further_card"
DRAWING = "drawing"

WINDOWS: Mapping[str, Window[Action]] = {
    END_OF_GAME: Window((), "ending the game as a turn starts", known("fa:end.5", "fa:aid.end.2")),
    WON_SIEGE: Window(
        (Resolve, Occupy, LeaveNeutral),
        "winning a siege as a turn starts",
        known("fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.16"),
    ),
    SIEGE_ORDER: Window((Resolve,), "choosing which won siege is settled first", known("fa:siege.win.1")),
    SETTLE_CAPTURED: Window(
        (Occupy, LeaveNeutral),
        "settling a captured place",
        known("fa:settle.7", "fa:withdraw.2", "fa:withdraw.4", "fa:siege.win.10", "fa:end.1", "fa:faq.end.2"),
    ),
    RETURN_CARD: Window(
        (ReturnCard,), "choosing the card to return from a lost siege", known("fa:siege.win.12", "fa:siege.win.14")
    ),
    NAME_CARD: Window(
        (NameCard,),
        "naming a card to return, as a turn ends",
        known("fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.12", "fa:siege.win.14"),
    ),
    SETTLER_CARD: Window((Play,), "playing a settler card to settle a place", known("fa:settle.4")),
    BLOCK_CONVERSION: Window((Block, LetHappen), "blocking a conversion", known("fa:convert.1")),
    CARD_TO_LOSE: Window(
        (GiveUp,),
        "choosing the card to lose to an ambush or a conversion",
        known("fa:ambush.5", "fa:aid.ambush.4", "fa:convert.3", "fa:aid.convert.2"),
    ),
    FURTHER_CARD: Window(
        (Play,), "playing a third card with a merchant or governor", known("fa:merchant.1", "fa:governor.1")
    ),
    DRAWING: Window(
        (Draw,),
        "drawing cards",
        known("fa:turn.6", "fa:turn.8", "fa:homesupport.1", "fa:aid.homesupport.1"),
    ),
}  # fmt: skip


def not_asked_if_barred(side: Side, window: str, *why: Violation) -> tuple[Unasked, ...]:
    """Return the event that a side is not asked for a decision, if anything keeps it from being due."""
    return told_if_barred(EventKind.NOT_ASKED, side, window, why)


def told_if_barred(
    kind: EventKind, side: Side, window: str, why: tuple[Violation, ...], /, **facts: Fact
) -> tuple[Unasked, ...]:
    """Return the event that a decision is passed over, if anything keeps it from being due."""
    return (unasked(kind, side.value, window, why, **facts),) if why else ()


def not_asked(side: Side, window: str, *why: Violation) -> Unasked:
    """Return the event that a side is not asked for a decision."""
    return unasked(EventKind.NOT_ASKED, side.value, window, why)
