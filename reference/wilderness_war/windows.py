"""Decisions of Wilderness War that are passed over, or whose answer is forced, by a rule."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from reference.kernel.rules import known
from reference.kernel.verdicts import Fact, Unasked, Violation, unasked
from reference.kernel.windows import Window
from reference.wilderness_war.actions import (
    Action,
    Besiege,
    Go,
    Pick,
    PickDepartment,
    PickLeader,
    PickSpace,
    PlaceUnit,
    Respond,
    RestoreUnits,
    Storm,
)
from reference.wilderness_war.cards import FACES, Event
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.sides import Side


class Passed(StrEnum):
    """The decisions that may be passed over."""

    MOVING_ON = "moving_on"
    SCHOONER = "play_lake_schooner"
    INTERCEPTION = "intercepting"
    AVOIDANCE = "avoiding_battle"
    MILITIA = "calling_militia"
    AMBUSH = "play_ambush"
    FIELDWORKS = "play_fieldworks"
    SIEGE_ROLL = "rolling_for_siege"
    ASSAULT = "assaulting"
    COEHORNS = "play_coehorns"
    SURRENDER = "play_surrender"
    MASSACRE = "play_massacre"
    RAID_MILITIA = "answering_raid"
    BLOCKHOUSES = "play_blockhouses"
    BUILDING = "building"
    EVENT_TARGET = "choosing_for_event"
    ALLIANCE = "bringing_in_indians"
    RESTORING = "restoring_units"
    REMOVAL = "eliminating_units"
    PLACEMENT = "placing_reinforcements"


def _plays(wanted: Event) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Respond) and FACES[action.card].event is wanted


def is_militia_pick(action: Action) -> bool:
    """Say whether an action names militia."""
    return isinstance(action, Pick) and COUNTERS[action.unit].kind is Kind.MILITIA


def _names_no_militia(action: Action) -> bool:
    return not is_militia_pick(action)


def _response(event: Event, what: str, *rules: str) -> Window[Action]:
    return Window((Respond,), what, known(*rules), _plays(event))


WINDOWS: Mapping[str, Window[Action]] = {
    Passed.MOVING_ON: Window(
        (Go,),
        "moving on",
        known(
            "ww:6.2", "ww:6.2-a", "ww:6.2-b", "ww:6.2-c", "ww:6.3", "ww:6.3-exc", "ww:6.4", "ww:6.43",
            "ww:6.51-a", "ww:6.51-b", "ww:6.51-c", "ww:6.51-d", "ww:7.82", "ww:card-foul-weather-fx",
        ),
    ),
    Passed.SCHOONER: _response(Event.SCHOONER, "LAKE SCHOONER", "ww:card-schooner"),
    Passed.INTERCEPTION: Window(
        (Pick, PickLeader),
        "intercepting",
        known("ww:6.721", "ww:6.722", "ww:6.723", "ww:6.85", "ww:fr-14.24"),
        _names_no_militia,
    ),
    Passed.AVOIDANCE: Window(
        (Pick, PickLeader),
        "avoiding battle",
        known("ww:6.81", "ww:6.83", "ww:6.84", "ww:6.84-failed", "ww:6.85"),
        _names_no_militia,
    ),
    Passed.MILITIA: Window(
        (Pick,), "calling up militia", known("ww:7.3-exc", "ww:7.3-louisbourg"), is_militia_pick
    ),
    Passed.AMBUSH: _response(Event.AMBUSH, "AMBUSH!", "ww:card-ambush", "ww:card-ambush-pre", "ww:card-ambush-bar"),
    Passed.FIELDWORKS: _response(
        Event.FIELDWORKS, "FIELDWORKS", "ww:card-fieldworks", "ww:card-fieldworks-fx2", "ww:7.55-one"
    ),
    Passed.SIEGE_ROLL: Window((Besiege,), "rolling for a siege", known("ww:8.231")),
    Passed.ASSAULT: Window((Storm,), "assaulting", known("ww:9.1")),
    Passed.COEHORNS: _response(Event.COEHORNS, "COEHORNS", "ww:card-coehorns", "ww:card-coehorns-pre"),
    Passed.SURRENDER: _response(Event.SURRENDER, "SURRENDER!", "ww:card-surrender", "ww:card-surrender-pre"),
    Passed.MASSACRE: _response(
        Event.MASSACRE, "MASSACRE!", "ww:card-massacre", "ww:card-massacre-clar2", "ww:card-massacre-clar3"
    ),
    Passed.RAID_MILITIA: Window(
        (Pick,), "militia against a raid", known("ww:10.2", "ww:10.2-exc"), is_militia_pick
    ),
    Passed.BLOCKHOUSES: _response(Event.BLOCKHOUSES, "BLOCKHOUSES", "ww:card-blockhouses"),
    Passed.BUILDING: Window((PickSpace,), "where to build", known("ww:5.41", "ww:5.42")),
    Passed.EVENT_TARGET: Window(
        (PickSpace, PickDepartment, PickLeader, PlaceUnit, RestoreUnits),
        "what an event changes",
        known(
            "ww:card-bastions", "ww:card-desert", "ww:card-smallpox", "ww:card-vaudreuil", "ww:card-militias",
            "ww:card-rangers",
        ),
    ),
    Passed.ALLIANCE: Window((PlaceUnit, RestoreUnits), "which Indians join", known("ww:5.53")),
    Passed.RESTORING: Window(
        (Pick,), "which units are restored", known("ww:card-transports", "ww:card-germany", "ww:card-recruits")
    ),
    Passed.REMOVAL: Window(
        (Pick,),
        "which units are eliminated",
        known("ww:card-uprising-fx", "ww:card-stingy-fx", "ww:card-dispersed"),
    ),
    Passed.PLACEMENT: Window((PickSpace,), "where new pieces enter", known("ww:5.522-lost")),
}  # fmt: skip


def not_asked(side: Side, window: Passed, why: tuple[Violation, ...], **facts: Fact) -> tuple[Unasked, ...]:
    """Return the news that a side is not asked, if something bars the decision."""
    return (unasked(EventKind.NOT_ASKED, side.value, window, why, **facts),) if why else ()
