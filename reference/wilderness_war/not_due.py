"""Why a decision is not asked for: rules that keep it closed as long as the position stays as it is.

What a step has just passed over is told by that step's events; here is what can be said of the position alone.
"""

from collections.abc import Iterator

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.actions import Action, Besiege, EndPhase, Pick, PickLeader, Respond, Storm
from reference.wilderness_war.board import units_at
from reference.wilderness_war.cards import FACES, HAND, Card, Event
from reference.wilderness_war.ch02_map import IDS, MILITIA_BOXES, department, originally_friendly
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS
from reference.wilderness_war.ch05_construction import razing_violations
from reference.wilderness_war.ch05_order import besiege_violations, storm_violations
from reference.wilderness_war.ch06_events import schooner_violations
from reference.wilderness_war.ch06_interception import (
    interceptor_violations,
    leading_violations,
    origin_of,
    safe_violations,
)
from reference.wilderness_war.ch07_militia import kept_out
from reference.wilderness_war.frames import (
    Activation,
    ActivationStage,
    Battle,
    BattleStage,
    Combat,
    CombatKind,
    MassacreWindow,
    Move,
    MoveStage,
    Raiding,
    RaidingStage,
    Reaction,
    ReactionKind,
    Sheltering,
    Siege,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from reference.wilderness_war.windows import is_militia_pick

_BEFORE_FIRE = (
    BattleStage.MILITIA, BattleStage.RELIEF, BattleStage.ATTACKER_EVENTS, BattleStage.DEFENDER_EVENTS,
)  # fmt: skip
_BEFORE_RAID_ROLL = (RaidingStage.MILITIA, RaidingStage.FOUGHT, RaidingStage.BLOCKHOUSES)
_MUSTERING = (ActivationStage.MUSTER, ActivationStage.MUSTER_SORTIE)


def not_due(state: State, by: str, action: Action) -> tuple[Violation, ...]:
    """Return the rules that keep the decision that an action answers from being asked for."""
    if by not in list(Side):
        return ()
    side = Side(by)
    match action:
        case Respond(card):
            return tuple(response_violations(state, side, card))
        case EndPhase():
            return razing_violations(state.board, side)
        case Besiege() | Storm():
            return tuple(_siege_violations(state, side, action))
        case Pick() if is_militia_pick(action):
            return tuple(militia_violations(state, side))
        case Pick() | PickLeader():
            return tuple(interception_violations(state, side, action))
        case _:
            return ()


# ---------------------------------------------------------------- response events


@rule("ww:5.56", "ww:5.26")
def response_violations(state: State, side: Side, card: Card) -> Iterator[Violation]:
    """Say when a response may be played, if not now; and that the side does not hold it."""
    face = FACES[card]
    if state.cards.at[card] != HAND[side]:
        yield violation(Reason.CARD_NOT_HELD, "ww:5.26", card=face.id)
    elsewhere = _outside_its_moment(card)
    if elsewhere is None or _is_moment(state, side, face.event):
        return
    yield from tuple(_missed(state, side, face.event)) or (elsewhere,)


def _outside_its_moment(card: Card) -> Violation | None:
    """Say when a response may be played; nothing of a card that is none."""
    face = FACES[card]
    match face.event:
        case Event.AMBUSH | Event.FIELDWORKS:
            return violation(Reason.ONLY_BEFORE_A_BATTLE, face.rule, card=face.id)
        case Event.COEHORNS:
            return violation(Reason.ONLY_AT_A_SIEGE, face.rule, card=face.id)
        case Event.SURRENDER:
            return violation(Reason.ONLY_IN_PLACE_OF_A_SIEGE_ROLL, face.rule, card=face.id)
        case Event.MASSACRE:
            return violation(Reason.ONLY_ON_A_CAPTURE, face.rule, card=face.id)
        case Event.BLOCKHOUSES:
            return violation(Reason.ONLY_BEFORE_A_RAID_ROLL, face.rule, card=face.id)
        case Event.FOUL_WEATHER:
            return violation(Reason.ONLY_BEFORE_THE_FIRST_STEP, face.rule, card=face.id)
        case Event.CROGHAN:
            return violation(Reason.ONLY_WHEN_ACTIVATED, face.rule, card=face.id)
        case Event.SCHOONER:
            return violation(Reason.ONLY_ON_A_LAKE, face.rule, card=face.id)
        case _:
            return None


def _is_moment(state: State, side: Side, event: Event) -> bool:
    """Say whether an event's moment has come, or may still come before the decision due is settled."""
    frames = state.stack.frames
    match event:
        case Event.AMBUSH | Event.FIELDWORKS:
            return any(
                isinstance(each, Reaction | Sheltering) or (isinstance(each, Battle) and each.stage in _BEFORE_FIRE)
                for each in frames
            )
        case Event.COEHORNS | Event.SURRENDER:
            return any(isinstance(each, Siege) for each in frames)
        case Event.MASSACRE:
            return any(isinstance(each, MassacreWindow) for each in frames)
        case Event.BLOCKHOUSES:
            return any(isinstance(each, Raiding) and each.stage in _BEFORE_RAID_ROLL for each in frames)
        case Event.FOUL_WEATHER:
            return _moves(state, side.enemy, MoveStage.WEATHER)
        case Event.CROGHAN:
            return _moves(state, side, MoveStage.WEATHER, MoveStage.GUIDE)
        case _:
            return _moves(state, side.enemy, MoveStage.SCHOONER)


def _moves(state: State, side: Side, *stages: MoveStage) -> bool:
    return any(isinstance(each, Move) and each.side is side and each.stage in stages for each in state.stack.frames)


def _missed(state: State, side: Side, event: Event) -> Iterator[Violation]:
    """Say what an enemy step lacked for LAKE SCHOONER."""
    top = state.stack.top if state.stack else None
    if event is Event.SCHOONER and isinstance(top, Move) and top.side is side.enemy and top.entry is not None:
        yield from schooner_violations(state, top)


# ---------------------------------------------------------------- militia


@rule("ww:7.3", "ww:9.14-a")
def militia_violations(state: State, side: Side) -> Iterator[Violation]:
    """Find what keeps a side from calling militia to the battle or assault under way."""
    for frame in state.stack.frames:
        if isinstance(frame, Combat) and frame.kind is CombatKind.ASSAULT:
            yield violation(Reason.NO_MILITIA_IN_ASSAULTS, "ww:9.14-a", space=IDS[frame.space])
        if not isinstance(frame, Battle):
            continue
        region = department(frame.space)
        if not originally_friendly(frame.space, side):
            yield violation(Reason.NOT_THEIR_LAND, "ww:7.3", side=side.value, space=IDS[frame.space])
        elif region is not None and not units_at(state.board, MILITIA_BOXES[region], side):
            yield violation(Reason.BOX_EMPTY, "ww:7.3", department=region.value)
        else:
            yield from kept_out(state, frame, side)


# ---------------------------------------------------------------- interception


@rule("ww:6.71", "ww:fr-adv")
def interception_violations(state: State, side: Side, action: Pick | PickLeader) -> Iterator[Violation]:
    """Find what keeps a piece from intercepting the mover in the space it has just entered."""
    owner = COUNTERS[action.unit].side if isinstance(action, Pick) else LEADERS[action.leader].side
    match state.stack.frames:
        case (*_, Move(stage=MoveStage.STEP) as move) if side is owner and side is not move.side:
            yield from _not_intercepting(state, move, side, action)


@rule("ww:6.71", "ww:fr-adv")
def _not_intercepting(state: State, move: Move, side: Side, action: Pick | PickLeader) -> Iterator[Violation]:
    """Find what keeps a side's piece from intercepting a mover that has taken a step."""
    if state.ruleset.advanced_rules == "off":
        yield violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv")
        return
    if move.entry is None:
        yield violation(Reason.ONLY_WHEN_ENTERED, "ww:6.71", space=IDS[move.at])
        return
    yield from safe_violations(move)
    frame = Reaction(ReactionKind.INTERCEPT, side, move.at, move.entry)
    if isinstance(action, Pick):
        yield from interceptor_violations(state, move, frame, action.unit)
    else:
        stood = origin_of(state.board, action.leader)
        yield from leading_violations(state, move, frame, action.leader, stood)


# ---------------------------------------------------------------- sieges


def _siege_violations(state: State, side: Side, action: Besiege | Storm) -> Iterator[Violation]:
    """Find what keeps the group activated from besieging or assaulting where it is."""
    frame = state.stack.top if state.stack else None
    if isinstance(frame, Activation) and frame.side is side and frame.stage in _MUSTERING:
        found = besiege_violations if isinstance(action, Besiege) else storm_violations
        yield from found(state, frame)
