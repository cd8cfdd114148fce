"""Every frame with its procedure: what it waits for, what answers it, and how it goes on by itself."""

from typing import assert_never

from reference.hammer_of_the_scots import (
    ch03_cards,
    ch04_movement,
    ch05_battles,
    ch05_reserves,
    ch05_retreats,
    ch06_declaring,
    ch07_quarters,
    ch07_replacements,
    ch07_winter,
    event_cards,
)
from reference.hammer_of_the_scots.actions import Action
from reference.hammer_of_the_scots.frames import (
    Battle,
    BattleFrame,
    Battles,
    Building,
    Deal,
    Declaring,
    Disbanding,
    Drawing,
    EventFrame,
    Firing,
    Frame,
    GoingHome,
    Herald,
    Hits,
    Landing,
    LastRetreat,
    Levy,
    Loyalty,
    Marching,
    MoveFrame,
    Moving,
    Naming,
    Pillage,
    PillageGains,
    PillageHits,
    Quarters,
    Raid,
    Regrouping,
    Retreating,
    SeaMove,
    TruceCall,
    Turn,
    TurnFrame,
    Victuals,
    WinterFrame,
    Wintering,
)
from reference.hammer_of_the_scots.state import State
from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay, under_way


def at_work(state: State) -> UnderWay[State, Action] | None:
    """Return the procedure at work, if one is left."""
    if not state.stack:
        return None
    frame: Frame = state.stack.top
    match frame:
        case Moving() | Marching() | Naming():
            return _in_moves(frame)
        case (
            Battle() | Firing() | Hits() | Retreating() | Loyalty()
            | Battles() | LastRetreat() | Regrouping() | Raid()
        ):  # fmt: skip
            return _in_battles(frame)
        case Turn() | Deal() | Levy() | Declaring():
            return _in_turn(frame)
        case Wintering() | GoingHome() | Quarters() | Disbanding() | Building() | Drawing() | Landing():
            return _in_winter(frame)
        case TruceCall() | Herald() | Victuals() | Pillage() | PillageHits() | PillageGains() | SeaMove():
            return _in_events(frame)
        case _:
            assert_never(frame)


def _in_turn(frame: TurnFrame) -> UnderWay[State, Action]:
    match frame:
        case Turn():
            return under_way(ch03_cards.TURN, frame)
        case Deal():
            return under_way(ch03_cards.DEAL, frame)
        case Levy():
            return under_way(ch03_cards.LEVY, frame)
        case Declaring():
            return under_way(ch06_declaring.DECLARING, frame)
        case _:
            assert_never(frame)


def _in_events(frame: EventFrame) -> UnderWay[State, Action]:
    match frame:
        case TruceCall():
            return under_way(event_cards.TRUCE_CALL, frame)
        case Herald():
            return under_way(event_cards.HERALD, frame)
        case Victuals():
            return under_way(event_cards.VICTUALS, frame)
        case Pillage():
            return under_way(event_cards.PILLAGE, frame)
        case PillageHits():
            return under_way(event_cards.PILLAGE_HITS, frame)
        case PillageGains():
            return under_way(event_cards.PILLAGE_GAINS, frame)
        case SeaMove():
            return under_way(event_cards.SEA_MOVE, frame)
        case _:
            assert_never(frame)


def _in_moves(frame: MoveFrame) -> UnderWay[State, Action]:
    match frame:
        case Moving():
            return under_way(ch04_movement.MOVING, frame)
        case Marching():
            return under_way(ch04_movement.MARCHING, frame)
        case Naming():
            return under_way(ch05_reserves.NAMING, frame)
        case _:
            assert_never(frame)


def _in_battles(frame: BattleFrame) -> UnderWay[State, Action]:
    match frame:
        case Battle():
            return under_way(ch05_battles.BATTLE, frame)
        case Firing():
            return under_way(ch05_battles.FIRING, frame)
        case Hits():
            return under_way(ch05_battles.HITS, frame)
        case Retreating():
            return under_way(ch05_retreats.RETREATING, frame)
        case Loyalty():
            return under_way(ch05_battles.LOYALTY, frame)
        case Battles():
            return under_way(ch05_battles.BATTLES, frame)
        case LastRetreat():
            return under_way(ch05_retreats.LAST_RETREAT, frame)
        case Regrouping():
            return under_way(ch05_retreats.REGROUPING, frame)
        case Raid():
            return under_way(ch05_battles.RAID, frame)
        case _:
            assert_never(frame)


def _in_winter(frame: WinterFrame) -> UnderWay[State, Action]:
    match frame:
        case Wintering():
            return under_way(ch07_winter.WINTERING, frame)
        case GoingHome():
            return under_way(ch07_winter.GOING_HOME, frame)
        case Quarters():
            return under_way(ch07_quarters.QUARTERS, frame)
        case Disbanding():
            return under_way(ch07_winter.DISBANDING, frame)
        case Building():
            return under_way(ch07_replacements.BUILDING, frame)
        case Drawing():
            return under_way(ch07_replacements.DRAWING, frame)
        case Landing():
            return under_way(ch07_replacements.LANDING, frame)
        case _:
            assert_never(frame)


ENGINE: Engine[State, Action] = Engine(at_work)
