"""Every procedure that can be under way: what it waits for, what an answer does, how it goes on by itself."""

from typing import TypeAlias, assert_never

from reference.kernel.decisions import Decision
from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay, under_way
from reference.kernel.stacks import closed, with_top
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
from reference.wilderness_war.actions import Action, Draw, DrawLeader, Roll
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
        case Year():
            return ch04_sequence.decision(state, frame)
        case PhaseEnd():
            return ch05_construction.end_decision(state, frame)
        case Demolition():
            return ch05_construction.demolition_decision(state, frame)
        case Digging():
            return ch04_sequence.dig_decision(state, frame)
        case Bidding():
            return ch13_bidding.decision(state, frame)
        case Construction():
            return ch05_construction.decision(state, frame)
        case Individuals():
            return ch05_activation.individuals_decision(state, ch05_activation.still_waiting(state, frame))
        case Calling():
            return ch05_activation.calling_decision(state, frame)
        case Campaign():
            return ch05_activation.campaign_decision(state, frame)
        case Activation():
            return ch05_order.decision(state, frame) or ch10_raid.activation_decision(state, frame)
        case EventDie():
            return ch05_events.die_decision(frame)
        case EventChoice():
            return ch05_events.choice_decision(state, frame)
        case Placement():
            return ch05_reinforcements.placement_decision(state, frame)
        case LeaderDraws():
            return ch05_reinforcements.draws_decision(state, frame)
        case ThirdSeven():
            return ch05_reinforcements.third_decision(state, frame)
        case Restoration():
            return ch05_reinforcements.restoration_decision(state, frame)
        case Removal():
            return ch05_reinforcements.removal_decision(state, frame)
        case Alliance():
            return ch05_indians.decision(state, frame)
        case Affliction():
            return ch05_indians.affliction_decision(state, frame)
        case Discarding():
            return ch05_politics.discarding_decision(state, frame)
        case RandomCard():
            return ch05_politics.random_decision(state, frame)
        case Fetching():
            return ch05_politics.fetching_decision(state, frame)
        case Winter() | VictoryCheck():
            return None
        case _:
            raise AssertionError


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


def _advance(state: State, frame: Frame) -> Next[State]:
    """Take the next step of a procedure; one that has nothing to ask and nothing to do is over."""
    match frame:
        case Winter():
            return ch11_attrition.advance(state, frame)
        case VictoryCheck():
            return ch13_victory.advance(state)
        case Year():
            return ch04_sequence.advance(state, frame)
        case Activation():
            if frame.stage is ActivationStage.RAIDS:
                return ch10_raid.activation_advance(state, frame)
            return ch05_order.advance(state, frame)
        case Placement():
            return ch05_reinforcements.placement_advance(state, frame)
        case Restoration():
            return ch05_reinforcements.restoration_advance(state, frame)
        case Removal():
            return ch05_reinforcements.removal_advance(state, frame)
        case Alliance():
            return ch05_indians.advance(state, frame)
        case Affliction():
            return ch05_indians.affliction_advance(state, frame)
        case (
            Individuals() | Campaign() | PhaseEnd() | Construction() |  EventChoice() | LeaderDraws()
            | RandomCard() |  Demolition() | Digging() | Bidding() | Calling() |  EventDie()
            | ThirdSeven() | Discarding() | Fetching()
        ):  # fmt: skip
            return Next(closed(state))
        case _:
            raise AssertionError


# ---------------------------------------------------------------- chance


def chanced(state: State, action: Action) -> Next[State]:
    """Return what one of the outcomes that chance offers leads to."""
    frame = state.stack.top
    match action:
        case Roll():
            return _rolled(state, frame, action)
        case Draw():
            return _drawn(state, frame, action)
        case _:
            assert isinstance(action, DrawLeader)
            assert isinstance(frame, LeaderDraws)
            return ch05_reinforcements.drawn(state, frame, action)


def _rolled(state: State, frame: Frame, action: Roll) -> Next[State]:
    match frame:
        case EventDie():
            return ch05_events.die_rolled(state, frame, action)
        case _:
            assert isinstance(frame, Bidding)
            return ch13_bidding.rolled(state, frame, action)


def _drawn(state: State, frame: Frame, action: Draw) -> Next[State]:
    match frame:
        case Year():
            return ch04_sequence.dealt(state, frame, action)
        case Digging():
            return ch04_sequence.dug(state, frame, action)
        case _:
            assert isinstance(frame, RandomCard)
            return ch05_politics.random_drawn(state, frame, action)


# ---------------------------------------------------------------- choices


def chosen(state: State, action: Action) -> Answer:
    """Return what a side's choice leads to or breaks; nothing if it answers another decision."""
    match state.stack.top, action:
        case _:
            return _answer(state, state.stack.top, action)


def _ruled(violations: tuple[Violation, ...]) -> No | None:
    return No(violations) if violations else None


def _answer(state: State, frame: Frame, action: Action) -> Answer:  # noqa: PLR0911, PLR0912, C901
    match frame:
        case Year():
            return ch04_sequence.answer(state, frame, action)
        case PhaseEnd():
            return ch05_construction.end_answer(state, frame, action)
        case Demolition():
            return ch05_construction.demolition_answer(state, frame, action)
        case Bidding():
            return ch13_bidding.answer(state, frame, action)
        case Construction():
            return ch05_construction.answer(state, frame, action)
        case Individuals():
            waiting = ch05_activation.still_waiting(state, frame)
            return ch05_activation.individuals_answer(with_top(state, waiting), waiting, action)
        case Calling():
            return ch05_activation.calling_answer(state, frame, action)
        case Campaign():
            return ch05_activation.campaign_answer(state, frame, action)
        case Activation():
            if frame.stage is ActivationStage.RAIDS:
                return ch10_raid.activation_answer(state, frame, action)
            return ch05_order.answer(state, frame, action)
        case EventChoice():
            return ch05_events.choice_answer(state, frame, action)
        case Placement():
            return ch05_reinforcements.placement_answer(state, frame, action)
        case ThirdSeven():
            return ch05_reinforcements.third_answer(state, frame, action)
        case Restoration():
            return ch05_reinforcements.restoration_answer(state, frame, action)
        case Removal():
            return ch05_reinforcements.removal_answer(state, frame, action)
        case Alliance():
            return ch05_indians.answer(state, frame, action)
        case Affliction():
            return ch05_indians.affliction_answer(state, frame, action)
        case Discarding():
            return ch05_politics.discarding_answer(state, frame, action)
        case Fetching():
            return ch05_politics.fetching_answer(state, frame, action)
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
        answer = chanced(state, action) if isinstance(action, Roll | Draw | DrawLeader) else chosen(state, action)
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
            return _UNSORTED
        case PhaseEnd():
            return _UNSORTED
        case Demolition():
            return _UNSORTED
        case Digging():
            return _UNSORTED
        case Bidding():
            return _UNSORTED
        case Construction():
            return _UNSORTED
        case Winter():
            return _UNSORTED
        case VictoryCheck():
            return _UNSORTED
        case _:
            assert_never(frame)


def _activation(frame: ActivationFrame) -> Working:
    match frame:
        case Individuals():
            return _UNSORTED
        case Calling():
            return _UNSORTED
        case Campaign():
            return _UNSORTED
        case Activation():
            return _UNSORTED
        case _:
            assert_never(frame)


def _movement(frame: MovementFrame) -> Working:
    match frame:
        case Move():
            return under_way(ch06_move.MOVE, frame)
        case Reaction():
            intercepting = frame.kind is ReactionKind.INTERCEPT
            return under_way(ch06_interception.INTERCEPTION if intercepting else ch06_avoiding.AVOIDANCE, frame)
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
            return _UNSORTED
        case EventChoice():
            return _UNSORTED
        case Alliance():
            return _UNSORTED
        case Affliction():
            return _UNSORTED
        case Discarding():
            return _UNSORTED
        case RandomCard():
            return _UNSORTED
        case Fetching():
            return _UNSORTED
        case _:
            assert_never(frame)


def _reinforcement(frame: ReinforcementFrame) -> Working:
    match frame:
        case Placement():
            return _UNSORTED
        case LeaderDraws():
            return _UNSORTED
        case ThirdSeven():
            return _UNSORTED
        case Restoration():
            return _UNSORTED
        case Removal():
            return _UNSORTED
        case _:
            assert_never(frame)


ENGINE: Engine[State, Action] = Engine(at_work, _changed_by_itself)
