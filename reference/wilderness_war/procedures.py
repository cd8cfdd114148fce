"""Every procedure that can be under way: what it waits for, what an answer does, how it goes on by itself."""

from typing import TypeAlias, assert_never

from reference.kernel.decisions import Decision
from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay, under_way
from reference.kernel.stacks import closed
from reference.kernel.verdicts import Next, No, Violation
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
from reference.wilderness_war.actions import Action, Command, Lose, Roll
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
Waits = Decision[Action] | None
Answer = Next[State] | No | None


# ---------------------------------------------------------------- what is waited for


def _pending(state: State, frame: Frame) -> Waits:  # noqa: PLR0911, PLR0912, C901
    match frame:
        case Combat():
            return ch07_combat.decision(state, frame)
        case Losses():
            return ch07_losses.decision(state, frame)
        case LeaderChecks():
            return ch07_losses.check_decision(frame)
        case SiegeRoll():
            return ch08_siege_roll.decision(state, frame)
        case Raid():
            return ch10_raid_roll.decision(frame)
        case Move():
            return ch06_move.decision(state, frame)
        case Reaction():
            if frame.kind is ReactionKind.INTERCEPT:
                return ch06_interception.decision(state, frame)
            return ch06_avoiding.decision(state, frame)
        case Sheltering():
            return ch08_inside.decision(state, frame)
        case Battle():
            return ch07_battle.decision(state, frame)
        case Retreat():
            return ch07_retreat.decision(state, frame)
        case Siege():
            return ch08_siege.decision(state, frame)
        case Parole():
            return ch08_siege.parole_decision(state, frame)
        case MassacreWindow():
            return ch08_siege.massacre_decision(state, frame)
        case Raiding():
            return ch10_raid.decision(state, frame)
        case GoingHome():
            return ch10_home.decision(state, frame)
        case Recall():
            return ch10_home.recall_decision(state, frame)
        case _:
            raise AssertionError(frame)


# ---------------------------------------------------------------- going on


def _changed_by_itself(state: State) -> Next[State] | None:
    """Return what follows from where pieces stand; while they move, fight or retreat nothing does (ruling R9)."""
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


def _advance(state: State, frame: Frame) -> Next[State]:  # noqa: PLR0911, C901
    """Take the next step of a procedure; one that has nothing to ask and nothing to do is over."""
    match frame:
        case Combat():
            return ch07_combat.advance(state, frame)
        case Losses():
            return ch07_losses.advance(state, frame)
        case LeaderChecks():
            return ch07_losses.checked(state)
        case Raid():
            return ch10_raid_roll.advance(state, frame)
        case Move():
            return ch06_move.advance(state, frame)
        case Sheltering():
            return ch08_inside.advance(state, frame)
        case Battle():
            return ch07_battle.advance(state, frame)
        case Retreat():
            return ch07_retreat.advance(state, frame)
        case Siege():
            return ch08_siege.advance(state, frame)
        case Parole():
            return ch08_siege.parole_advance(state, frame)
        case Raiding():
            return ch10_raid.advance(state, frame)
        case GoingHome():
            return ch10_home.advance(state, frame)
        case Recall():
            return ch10_home.recall_advance(state, frame)
        case (
            MassacreWindow() | SiegeRoll() | Reaction()
        ):  # fmt: skip
            return Next(closed(state))
        case _:
            raise AssertionError(frame)


# ---------------------------------------------------------------- chance


def chanced(state: State, action: Action) -> Next[State]:
    """Return what one of the outcomes that chance offers leads to."""
    assert isinstance(action, Roll)
    return _rolled(state, state.stack.top, action)


def _rolled(state: State, frame: Frame, action: Roll) -> Next[State]:
    match frame:
        case Combat():
            return ch07_combat.rolled(state, frame, action)
        case LeaderChecks():
            return ch07_losses.leader_rolled(state, frame, action)
        case SiegeRoll():
            return ch08_siege_roll.rolled(state, frame, action)
        case Raid():
            return ch10_raid_roll.rolled(state, frame, action)
        case Reaction():
            if frame.kind is ReactionKind.INTERCEPT:
                return ch06_interception.rolled(state, frame, action.die)
            return ch06_avoiding.rolled(state, frame, action.die)
        case _:
            raise AssertionError(frame)


# ---------------------------------------------------------------- choices


def chosen(state: State, action: Action) -> Answer:
    """Return what a side's choice leads to or breaks; nothing if it answers another decision."""
    match state.stack.top, action:
        case Combat() as frame, Command():
            return _ruled(ch07_combat.violations(state, frame, action)) or ch07_combat.commanded(state, frame, action)
        case SiegeRoll() as frame, Command():
            return _ruled(ch08_siege_roll.violations(state, frame, action)) or ch08_siege_roll.commanded(
                state, frame, action
            )
        case Losses() as frame, Lose() if action.of == ch07_losses.due_group(state, frame):
            return _ruled(ch07_losses.violations(state, frame, action)) or ch07_losses.named(state, frame, action)
        case _:
            return _answer(state, state.stack.top, action)


def _ruled(violations: tuple[Violation, ...]) -> No | None:
    return No(violations) if violations else None


def _answer(state: State, frame: Frame, action: Action) -> Answer:  # noqa: PLR0911, C901
    match frame:
        case Move():
            return ch06_move.answer(state, frame, action)
        case Reaction():
            if frame.kind is ReactionKind.INTERCEPT:
                return ch06_interception.answer(state, frame, action)
            return ch06_avoiding.answer(state, frame, action)
        case Sheltering():
            return ch08_inside.answer(state, frame, action)
        case Battle():
            return ch07_battle.answer(state, frame, action)
        case Retreat():
            return ch07_retreat.answer(state, frame, action)
        case Siege():
            return ch08_siege.answer(state, frame, action)
        case Parole():
            return ch08_siege.parole_answer(state, frame, action)
        case MassacreWindow():
            return ch08_siege.massacre_answer(state, frame, action)
        case Raiding():
            return ch10_raid.answer(state, frame, action)
        case GoingHome():
            return ch10_home.answer(state, frame, action)
        case Recall():
            return ch10_home.recall_answer(state, frame, action)
        case _:
            return None


# ---------------------------------------------------------------- not yet procedures of their own


class _Unsorted:
    def decision(self, state: State) -> Waits:
        return _pending(state, state.stack.top)

    def violations(self, state: State, action: Action) -> tuple[Violation, ...] | None:
        answer = chosen(state, action)
        if isinstance(answer, Next):
            return ()
        return None if answer is None else answer.violations

    def apply(self, state: State, action: Action) -> Next[State]:
        answer = chanced(state, action) if isinstance(action, Roll) else chosen(state, action)
        assert isinstance(answer, Next)
        return answer

    def advance(self, state: State) -> Next[State]:
        return _advance(state, state.stack.top)


_UNSORTED = _Unsorted()


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
            return _UNSORTED
        case Reaction():
            return _UNSORTED
        case _:
            assert_never(frame)


def _battle(frame: BattleFrame) -> Working:
    match frame:
        case Battle():
            return _UNSORTED
        case Combat():
            return _UNSORTED
        case Losses():
            return _UNSORTED
        case LeaderChecks():
            return _UNSORTED
        case Retreat():
            return _UNSORTED
        case _:
            assert_never(frame)


def _siege(frame: SiegeFrame) -> Working:
    match frame:
        case Siege():
            return _UNSORTED
        case SiegeRoll():
            return _UNSORTED
        case Sheltering():
            return _UNSORTED
        case Parole():
            return _UNSORTED
        case MassacreWindow():
            return _UNSORTED
        case _:
            assert_never(frame)


def _raid(frame: RaidFrame) -> Working:
    match frame:
        case Raiding():
            return _UNSORTED
        case Raid():
            return _UNSORTED
        case GoingHome():
            return _UNSORTED
        case Recall():
            return _UNSORTED
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
