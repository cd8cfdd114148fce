"""What the procedures under way need of a position.

A position written by hand can put any frame above any other and together with any board. Frames that could never
continue make it unreadable, each with its place and cause. `invariants` finds what merely breaks a rule of the game.
"""

from collections.abc import Iterator

from reference.kernel.coherence import Fault, Nesting, PlaceOf, in_frames
from reference.wilderness_war.board import Work, fortification
from reference.wilderness_war.cards import FACES, At, Event
from reference.wilderness_war.ch02_map import IDS, SPACES
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.ch04_sequence import MOST_DEALT
from reference.wilderness_war.ch05_reinforcements import removable_sevens, restore_violations
from reference.wilderness_war.ch08_consequences import UNSETTLED
from reference.wilderness_war.event_frames import (
    Affliction,
    Alliance,
    Discarding,
    EventChoice,
    EventDie,
    Fetching,
    LeaderDraws,
    Placement,
    RandomCard,
    Removal,
    Restoration,
    ThirdSeven,
)
from reference.wilderness_war.frames import (
    FRAMES,
    Activation,
    ActivationStage,
    Battle,
    BattleStage,
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
    MoveStage,
    Parole,
    PhaseEnd,
    Raid,
    Raiding,
    RaidingStage,
    Reaction,
    ReactionKind,
    ReactionStage,
    Recall,
    Retreat,
    Sheltering,
    Siege,
    SiegeRoll,
    SiegeStage,
    VictoryCheck,
    Winter,
    Year,
)
from reference.wilderness_war.state import State

# What a card leads to. A position made by hand may leave out `PhaseEnd`, which waits for the end of the Action Phase,
# and show a battle or a raid of the year without the activation that led to it.
_PHASE: tuple[type[Frame], ...] = (
    Individuals, Calling, Campaign, Activation, Construction, Demolition,
    EventDie, EventChoice, Alliance, Affliction, Discarding, RandomCard, Fetching, Placement, Restoration, Removal,
)  # fmt: skip
_ABOVE: dict[type[Frame], tuple[type[Frame], ...]] = {
    Year: (
        PhaseEnd, Bidding, Digging, GoingHome, Recall, Winter, VictoryCheck,
        *_PHASE, Battle, Raiding,
    ),
    PhaseEnd: _PHASE,
    Winter: (Losses,),
    Individuals: (Activation, Demolition),
    Campaign: (Activation, Demolition),
    Activation: (Move, Siege, Battle, MassacreWindow, Raiding, GoingHome),
    Move: (Reaction, Sheltering, Battle, MassacreWindow, Raiding, GoingHome, Demolition),
    Battle: (Reaction, Combat, Retreat),
    Combat: (Losses, LeaderChecks),
    Siege: (SiegeRoll, Combat, Parole, MassacreWindow),
    Parole: (MassacreWindow,),
    Raiding: (Battle, MassacreWindow, Retreat, Raid),
    Raid: (Losses, LeaderChecks),
    LeaderChecks: (Losses,),
    GoingHome: (Losses,),
    Placement: (Placement, LeaderDraws),
    LeaderDraws: (ThirdSeven,),
    Removal: (Removal,),
}  # fmt: skip
# These frames answer the procedure below them; any other may be shown by itself.
_NEVER_ALONE: tuple[type[Frame], ...] = (Reaction, Sheltering, LeaderDraws, ThirdSeven)


def _within(kind: type[Frame]) -> tuple[type[Frame], ...]:
    """Return what may stand on a frame; unless pieces enter or fight, leaders left among enemies may retreat on it."""
    return _ABOVE.get(kind, ()) if kind in UNSETTLED else (*_ABOVE.get(kind, ()), Retreat)


NESTING: Nesting[Frame] = Nesting(
    {kind: _within(kind) for kind in FRAMES}, tuple(kind for kind in FRAMES if kind not in _NEVER_ALONE)
)


def faults(state: State, place_of: PlaceOf = in_frames) -> Iterator[Fault]:
    """Find what keeps the procedures of a position from continuing."""
    frames = state.stack.frames
    yield from NESTING.faults(frames, place_of)
    yield from ((place_of(index), cause) for index in range(len(frames)) for cause in _faults(state, index))


def _faults(state: State, index: int) -> Iterator[str]:
    """Find what a frame needs and does not have."""
    frame = state.stack.frames[index]
    for leader in _needed(frame):
        yield from _missing_leader(state, leader)
    yield from _elsewhere(state, frame)
    match frame:
        case Year():
            yield from _too_few_cards(state)
        case Activation():
            yield from _activation(state, frame)
        case Move(stage=MoveStage.SCHOONER, entry=None):
            yield "the mover has entered a space from nowhere"
        case Reaction(units=units):
            yield from _reaction(frame, _below(state, index))
            yield from _missing_units(state, units)
        case Battle():
            yield from _battle(state, frame, index)
        case Siege():
            yield from _siege(state, frame)
        case EventDie(event=Event.SMALLPOX, space=None):
            yield "the die of SMALL POX names no space"
        case Restoration(units=units):
            yield from (
                f"{COUNTERS[unit].id} cannot be restored" for unit in units if any(restore_violations(state, unit))
            )
        case Removal(units=units):
            yield from _missing_units(state, units)
        case ThirdSeven() if not removable_sevens(state.board):
            yield "no leader of command 7 can make room"
        case _:
            pass


def _needed(frame: Frame) -> tuple[Leader, ...]:
    """Return the leaders who must be on the map; those of other procedures may have died on the way."""
    match frame:
        case Recall(leader=leader) | SiegeRoll(leader=leader):
            return (leader,)
        case LeaderChecks(leaders=leaders) | GoingHome(leaders=leaders) | Retreat(leaders=leaders):
            return leaders
        case Campaign(naming=True, leaders=leaders) | Individuals(naming=True, leaders=leaders):
            return leaders
        case Sheltering(leaders=leaders, intercepting=others):
            return (*leaders, *others)
        case Reaction(commander=commander, leaders=leaders):
            return leaders if commander is None else (commander, *leaders)
        case _:
            return ()


def _below(state: State, index: int) -> Frame | None:
    return state.stack.frames[index - 1] if index else None


def _missing_leader(state: State, leader: Leader) -> Iterator[str]:
    if state.board.leader_at[leader] >= len(SPACES):
        yield f"{LEADERS[leader].id} is not on the map"


def _missing_units(state: State, units: tuple[Unit, ...]) -> Iterator[str]:
    for unit in units:
        if state.board.unit_at[unit] >= len(SPACES):
            yield f"{COUNTERS[unit].id} is not on the map"


def _too_few_cards(state: State) -> Iterator[str]:
    """Find a game that has, or may later have, fewer cards than two hands: cards that an event removes do not count."""
    lasting = sum(1 for face, at in zip(FACES, state.cards.at, strict=True) if not face.remove and at != At.REMOVED)
    if lasting < MOST_DEALT:
        yield f"of the cards that no event removes {lasting} are left, and two hands may need {MOST_DEALT}"


def _activation(state: State, frame: Activation) -> Iterator[str]:
    """Find an activation that has not begun and whose pieces are not there; later they may have died."""
    if frame.stage is ActivationStage.RAIDS:
        return
    if frame.commander is None and frame.stage in (ActivationStage.MUSTER, ActivationStage.MUSTER_SORTIE):
        yield "a force is mustered without a commander"
    leaders = frame.leaders if frame.commander is None else (frame.commander, *frame.leaders)
    if not leaders and not frame.units:
        yield "nobody is activated"
    for leader in leaders:
        yield from _missing_leader(state, leader)
    yield from _missing_units(state, frame.units)


def _reaction(frame: Reaction, below: Frame | None) -> Iterator[str]:
    if frame.kind is ReactionKind.INTERCEPT and not isinstance(below, Move):
        yield "an interception answers a move, and there is none below it"
    if frame.stage is ReactionStage.CHOOSE:
        return
    if frame.origin is None:
        yield f"those who {frame.kind.value} come from nowhere"
    if frame.stage is ReactionStage.FORM and frame.commander is None:
        yield f"those who {frame.kind.value} form a force without a commander"


def _battle(state: State, frame: Battle, index: int) -> Iterator[str]:
    """Find a battle that is over and has no winner; during the combat above it there is none yet."""
    fought = state.stack.frames[index + 1 : index + 2]
    fighting = frame.stage is BattleStage.RETREAT and any(isinstance(above, Combat) for above in fought)
    if frame.winner is None and not fighting and frame.stage in (BattleStage.RETREAT, BattleStage.AFTER):
        yield f"the battle at {IDS[frame.space]} is over and nobody has won it"


def _siege(state: State, frame: Siege) -> Iterator[str]:
    found = fortification(state.board, frame.space)
    besieged = found is not None and found[0] is not Work.STOCKADE and found[1] is frame.besieger.enemy
    if frame.stage is not SiegeStage.END and not besieged:
        yield f"{IDS[frame.space]} has no fort or fortress of the enemy to besiege"


def _elsewhere(state: State, frame: Frame) -> Iterator[str]:
    """Find units that raid, move, retreat or go home and are gone, or are elsewhere before anything happens to them."""
    match frame:
        case Raiding(stage=RaidingStage.MILITIA, space=place, units=units):
            pass
        case Move(stage=MoveStage.WEATHER | MoveStage.GUIDE | MoveStage.STEP, at=place, units=units):
            pass
        case Move(stage=MoveStage.AFTERMATH):
            return  # The battle that this mover has fought, or is fighting just now, may have cost it units.
        case Move(units=units) | Retreat(units=units) | GoingHome(units=units):
            yield from _missing_units(state, units)
            return
        case _:
            return
    for unit in units:
        if state.board.unit_at[unit] != place:
            yield f"{COUNTERS[unit].id} is not at {IDS[place]}"
