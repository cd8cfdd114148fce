"""Every procedure that can be under way, each frame with what it does.

Two things concern several chapters: no action begins before the one under way is finished, and free actions may be
taken while won sieges are settled, where an option says so.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, assert_never

from reference.few_acres_of_snow import ch04_turn as turn
from reference.few_acres_of_snow import ch06_expansion as expansion
from reference.few_acres_of_snow import ch08_sieges as sieges
from reference.few_acres_of_snow import ch09_siege_victory as victory
from reference.few_acres_of_snow import ch11_raids as raids
from reference.few_acres_of_snow import ch12_ambushes as ambushes
from reference.few_acres_of_snow import ch13_finance as finance
from reference.few_acres_of_snow import ch14_card_management as management
from reference.few_acres_of_snow.actions import TURN_ACTIONS, Action
from reference.few_acres_of_snow.ch05_actions import inside_another, outside_action_phase
from reference.few_acres_of_snow.frames import (
    AmbushDeclared,
    AmbushLoss,
    Besieging,
    CardFrame,
    ConversionLoss,
    Dealing,
    Discarding,
    Drawing,
    Frame,
    Governing,
    Naming,
    RaidDeclared,
    Raiding,
    Settling,
    SiegeCheck,
    SiegeFrame,
    SiegeWon,
    SiegeWonStage,
    Trading,
    Turn,
    TurnFrame,
    TurnStart,
    VictimFrame,
)
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State
from reference.few_acres_of_snow.turn_actions import TURN, action_violations, free_offers, taken
from reference.kernel.decisions import Choice
from reference.kernel.engine import Engine
from reference.kernel.procedures import Procedure, UnderWay, under_way
from reference.kernel.verdicts import Next, Objection

C = TypeVar("C", bound=CardFrame)
F = TypeVar("F", bound=SiegeFrame)


# ---------------------------------------------------------------- an action inside another


def _unfinished(procedure: Procedure[State, C, Action]) -> Procedure[State, C, Action]:
    """Return the procedure of an action that takes card after card; no other action begins inside it."""

    def violations(state: State, frame: C, action: Action) -> Objection:
        if isinstance(action, TURN_ACTIONS):
            return inside_another(action, state.ruleset) + action_violations(state, frame.side, action)
        return procedure.violations(state, frame, action)

    return replace(procedure, violations=violations)


_SETTLING = _unfinished(expansion.SETTLING)
_BESIEGING = _unfinished(sieges.BESIEGING)
_RAIDING = _unfinished(raids.RAIDING)
_DEALING = _unfinished(finance.DEALING)
_TRADING = _unfinished(finance.TRADING)
_DISCARDING = _unfinished(management.DISCARDING)
_GOVERNING = _unfinished(management.GOVERNING)

# ---------------------------------------------------------------- free actions while sieges are settled


def _with_free_actions(
    procedure: Procedure[State, F, Action],
    decision: Callable[[State, F], Choice[Action] | None],
    active: Callable[[F], Side | None],
) -> Procedure[State, F, Action]:
    """Return a part of the siege check in which the `active` side may also take free actions, by option."""

    def decision_or_free(state: State, frame: F) -> Choice[Action] | None:
        due, side = decision(state, frame), active(frame)
        if due is None or side is None:
            return due
        free = (each for each in free_offers(state, side) if not outside_action_phase(each, state.ruleset))
        return replace(due, actions=(*due.actions, *free))

    def violations(state: State, frame: F, action: Action) -> Objection:
        side = active(frame)
        if side is None or not isinstance(action, TURN_ACTIONS):
            return procedure.violations(state, frame, action)
        return outside_action_phase(action, state.ruleset) + action_violations(state, side, action)

    def apply(state: State, frame: F, action: Action) -> Next[State]:
        side = active(frame)
        if side is None or not isinstance(action, TURN_ACTIONS):
            return procedure.apply(state, frame, action)
        return taken(state, side, action)

    return replace(procedure, decision=decision_or_free, violations=violations, apply=apply)


def _checking(frame: SiegeCheck) -> Side:
    return frame.side


def _settling_in_his_turn(frame: SiegeWon) -> Side | None:
    return frame.winner if frame.step is SiegeWonStage.SETTLE and not frame.withdrawn else None


_SIEGE_CHECK = _with_free_actions(turn.SIEGE_CHECK, turn.siege_check_decision, _checking)
_SIEGE_WON = _with_free_actions(victory.SIEGE_WON, victory.siege_won_decision, _settling_in_his_turn)

# ---------------------------------------------------------------- frames and their procedures


def at_work(state: State) -> UnderWay[State, Action] | None:
    """Return the procedure at work with its frame; nothing if none is under way."""
    if not state.stack:
        return None
    frame: Frame = state.stack.top
    match frame:
        # What is at work most often comes first.
        case Turn() | Drawing() | TurnStart() | Naming():
            return _in_turn(frame)
        case Settling() | Besieging() | Raiding() | Dealing() | Trading() | Discarding() | Governing():
            return _with_cards(frame)
        case SiegeCheck() | SiegeWon():
            return _in_siege(frame)
        case RaidDeclared() | AmbushDeclared() | AmbushLoss() | ConversionLoss():
            return _for_victim(frame)
        case _:
            assert_never(frame)


def _in_turn(frame: TurnFrame) -> UnderWay[State, Action]:
    match frame:
        case Turn():
            return under_way(TURN, frame)
        case Drawing():
            return under_way(turn.DRAWING, frame)
        case TurnStart():
            return under_way(turn.TURN_START, frame)
        case Naming():
            return under_way(turn.NAMING, frame)
        case _:
            assert_never(frame)


def _in_siege(frame: SiegeFrame) -> UnderWay[State, Action]:
    match frame:
        case SiegeCheck():
            return under_way(_SIEGE_CHECK, frame)
        case SiegeWon():
            return under_way(_SIEGE_WON, frame)
        case _:
            assert_never(frame)


def _with_cards(frame: CardFrame) -> UnderWay[State, Action]:
    match frame:
        case Settling():
            return under_way(_SETTLING, frame)
        case Besieging():
            return under_way(_BESIEGING, frame)
        case Raiding():
            return under_way(_RAIDING, frame)
        case Dealing():
            return under_way(_DEALING, frame)
        case Trading():
            return under_way(_TRADING, frame)
        case Discarding():
            return under_way(_DISCARDING, frame)
        case Governing():
            return under_way(_GOVERNING, frame)
        case _:
            assert_never(frame)


def _for_victim(frame: VictimFrame) -> UnderWay[State, Action]:
    match frame:
        case RaidDeclared():
            return under_way(raids.RAID_DECLARED, frame)
        case AmbushDeclared():
            return under_way(ambushes.AMBUSH_DECLARED, frame)
        case AmbushLoss():
            return under_way(ambushes.AMBUSH_LOSS, frame)
        case ConversionLoss():
            return under_way(ambushes.CONVERSION_LOSS, frame)
        case _:
            assert_never(frame)


def _covered(state: State) -> State:
    """Return the state in which no hand lies open any more."""
    return state if state.shown is None else state._replace(shown=None)


ENGINE: Engine[State, Action] = Engine(at_work, answered=_covered)
