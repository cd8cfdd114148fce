"""What each frame does: the procedure it is paired with, by chapter, and what follows from where pieces stand."""

from typing import TypeAlias, assert_never

from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay, under_way
from reference.kernel.verdicts import Next
from reference.wilderness_war import (
    ch04_sequence,
    ch05_activation,
    ch05_construction,
    ch05_events,
    ch05_indians,
    ch05_order,
    ch05_politics,
    ch05_reinforcements,
    ch06_avoiding,
    ch06_interception,
    ch06_move,
    ch07_battle,
    ch07_combat,
    ch07_losses,
    ch07_retreat,
    ch08_consequences,
    ch08_inside,
    ch08_siege,
    ch08_siege_roll,
    ch10_home,
    ch10_raid,
    ch10_raid_roll,
    ch11_attrition,
    ch13_bidding,
    ch13_victory,
)
from reference.wilderness_war.actions import Action
from reference.wilderness_war.event_frames import (
    Affliction,
    Alliance,
    Discarding,
    EventChoice,
    EventDie,
    EventFrame,
    Fetching,
    LeaderDraws,
    Placement,
    RandomCard,
    ReinforcementFrame,
    Removal,
    Restoration,
    ThirdSeven,
)
from reference.wilderness_war.frames import (
    Activation,
    ActivationFrame,
    ActivationStage,
    Battle,
    BattleFrame,
    Bidding,
    Calling,
    Campaign,
    Combat,
    Construction,
    Demolition,
    Digging,
    Frame,
    GoingHome,
    Individuals,
    LeaderChecks,
    Losses,
    MassacreWindow,
    Move,
    MovementFrame,
    Parole,
    PhaseEnd,
    Raid,
    RaidFrame,
    Raiding,
    Reaction,
    ReactionKind,
    Recall,
    Retreat,
    Sheltering,
    Siege,
    SiegeFrame,
    SiegeRoll,
    VictoryCheck,
    Winter,
    Year,
    YearFrame,
)
from reference.wilderness_war.state import State

Working: TypeAlias = UnderWay[State, Action]


def _changed_by_itself(state: State) -> Next[State] | None:
    """Return what follows from where pieces stand; nothing follows while they move, fight or retreat (ruling R9)."""
    frames = state.stack.frames
    if not frames or not isinstance(frames[0], Year):
        # A fragment of a game, such as a single battle, shows its own result and nothing else.
        if any(isinstance(frame, Combat) for frame in frames):
            return None
    elif not ch08_consequences.is_calm(state):
        return None
    elif (tidied := ch08_consequences.tidied(state)) is not None:
        return tidied
    return ch08_siege_roll.abandoned_fortress(state) or ch13_victory.key_space_taken(state)


# ---------------------------------------------------------------- the procedure of each frame


def at_work(state: State) -> Working | None:
    """Return the procedure at work with its frame; nothing if none is under way."""
    return _procedure(state.stack.top) if state.stack else None


def _procedure(frame: Frame) -> Working:
    if isinstance(frame, ActivationFrame):
        return _activation(frame)
    if isinstance(frame, MovementFrame):
        return _movement(frame)
    if isinstance(frame, BattleFrame):
        return _battle(frame)
    if isinstance(frame, RaidFrame):
        return _raid(frame)
    if isinstance(frame, YearFrame):
        return _year(frame)
    if isinstance(frame, SiegeFrame):
        return _siege(frame)
    if isinstance(frame, ReinforcementFrame):
        return _reinforcement(frame)
    if isinstance(frame, EventFrame):
        return _event(frame)
    assert_never(frame)


def _year(frame: YearFrame) -> Working:
    match frame:
        case Year():
            return under_way(ch04_sequence.YEAR, frame)
        case PhaseEnd():
            return under_way(ch05_construction.PHASE_END, frame)
        case Demolition():
            return under_way(ch05_construction.DEMOLITION, frame)
        case Digging():
            return under_way(ch04_sequence.DIGGING, frame)
        case Bidding():
            return under_way(ch13_bidding.BIDDING, frame)
        case Construction():
            return under_way(ch05_construction.CONSTRUCTION, frame)
        case Winter():
            return under_way(ch11_attrition.WINTER, frame)
        case VictoryCheck():
            return under_way(ch13_victory.VICTORY_CHECK, frame)
        case _:
            assert_never(frame)


def _activation(frame: ActivationFrame) -> Working:
    match frame:
        case Individuals():
            return under_way(ch05_activation.INDIVIDUALS, frame)
        case Calling():
            return under_way(ch05_activation.CALLING, frame)
        case Campaign():
            return under_way(ch05_activation.CAMPAIGN, frame)
        case Activation(stage=ActivationStage.RAIDS):
            return under_way(ch10_raid.ACTIVATION_RAIDS, frame)
        case Activation():
            return under_way(ch05_order.ACTIVATION, frame)
        case _:
            assert_never(frame)


def _movement(frame: MovementFrame) -> Working:
    match frame:
        case Move():
            return under_way(ch06_move.MOVE, frame)
        case Reaction(kind=ReactionKind.INTERCEPT):
            return under_way(ch06_interception.INTERCEPTION, frame)
        case Reaction():
            return under_way(ch06_avoiding.AVOIDANCE, frame)
        case _:
            assert_never(frame)


def _battle(frame: BattleFrame) -> Working:
    match frame:
        case Battle():
            return under_way(ch07_battle.BATTLE, frame)
        case Combat():
            return under_way(ch07_combat.COMBAT, frame)
        case Losses():
            return under_way(ch07_losses.LOSSES, frame)
        case LeaderChecks():
            return under_way(ch07_losses.LEADER_CHECKS, frame)
        case Retreat():
            return under_way(ch07_retreat.RETREAT, frame)
        case _:
            assert_never(frame)


def _siege(frame: SiegeFrame) -> Working:
    match frame:
        case Siege():
            return under_way(ch08_siege.SIEGE, frame)
        case SiegeRoll():
            return under_way(ch08_siege_roll.SIEGE_ROLL, frame)
        case Sheltering():
            return under_way(ch08_inside.SHELTERING, frame)
        case Parole():
            return under_way(ch08_siege.PAROLE, frame)
        case MassacreWindow():
            return under_way(ch08_siege.MASSACRE_WINDOW, frame)
        case _:
            assert_never(frame)


def _raid(frame: RaidFrame) -> Working:
    match frame:
        case Raiding():
            return under_way(ch10_raid.RAIDING, frame)
        case Raid():
            return under_way(ch10_raid_roll.RAID, frame)
        case GoingHome():
            return under_way(ch10_home.GOING_HOME, frame)
        case Recall():
            return under_way(ch10_home.RECALL, frame)
        case _:
            assert_never(frame)


def _event(frame: EventFrame) -> Working:
    match frame:
        case EventDie():
            return under_way(ch05_events.EVENT_DIE, frame)
        case EventChoice():
            return under_way(ch05_events.EVENT_CHOICE, frame)
        case Alliance():
            return under_way(ch05_indians.ALLIANCE, frame)
        case Affliction():
            return under_way(ch05_indians.AFFLICTION, frame)
        case Discarding():
            return under_way(ch05_politics.DISCARDING, frame)
        case RandomCard():
            return under_way(ch05_politics.RANDOM_CARD, frame)
        case Fetching():
            return under_way(ch05_politics.FETCHING, frame)
        case _:
            assert_never(frame)


def _reinforcement(frame: ReinforcementFrame) -> Working:
    match frame:
        case Placement():
            return under_way(ch05_reinforcements.PLACEMENT, frame)
        case LeaderDraws():
            return under_way(ch05_reinforcements.LEADER_DRAWS, frame)
        case ThirdSeven():
            return under_way(ch05_reinforcements.THIRD_SEVEN, frame)
        case Restoration():
            return under_way(ch05_reinforcements.RESTORATION, frame)
        case Removal():
            return under_way(ch05_reinforcements.REMOVAL, frame)
        case _:
            assert_never(frame)


ENGINE: Engine[State, Action] = Engine(at_work, _changed_by_itself)
