"""Chapter 5.3: activation.

A card activates auxiliaries and leaders one by one, or one drilled unit, or one force. The owner chooses the order in
which the named pieces act; each finishes movement, battle and raid before the next begins.
"""

from collections.abc import Iterator

from reference.kernel.choosing import first_of_alike
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits, closes
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Activates, Demolish, Done, Pick, PickLeader
from reference.wilderness_war.board import (
    Board,
    leaders_on_map,
    place_of_leader,
    units_on_map,
)
from reference.wilderness_war.ch02_map import SPACES, Space
from reference.wilderness_war.ch03_pieces import (
    COUNTERS,
    LEADERS,
    Kind,
    Leader,
    Unit,
    is_auxiliary,
    is_drilled,
)
from reference.wilderness_war.ch05_construction import razing_offered, razing_violations, take_up_demolition
from reference.wilderness_war.choosing import (
    alike_on,
    following_leaders,
    following_units,
    repeated_leader,
    repeated_unit,
    with_piece,
)
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, Calling, Campaign, Individuals
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

_ACTIVATION = table("activation")
_CAMPAIGN_LEADERS = _ACTIVATION.number("campaign_leaders")
_WHOLE = 2
_AUXILIARY = tuple(is_auxiliary(counter.kind) for counter in COUNTERS)
_DRILLED = tuple(is_drilled(counter.kind) for counter in COUNTERS)


def _halves(name: str) -> int:
    return _WHOLE * _ACTIVATION.number(f"{name}_cost_numerator") // _ACTIVATION.number(f"{name}_cost_denominator")


_COSTS = {"indian": _halves("indian"), "auxiliary": _halves("auxiliary"), "leader": _halves("lone_leader")}


# ---------------------------------------------------------------- who may be activated


@rule("ww:5.32-a", "ww:5.534-normal")
def cost_of(unit: Unit) -> int:
    """Return what a lone auxiliary costs, in half points of the card: an Indian one, others two."""
    return _COSTS["indian" if COUNTERS[unit].kind is Kind.INDIAN else "auxiliary"]


@rule("ww:5.31-once", "ww:5.36-imp", "ww:card-campaign-order")
def spent_violations(state: State, unit: Unit | None, leader: Leader | None) -> Iterator[Violation]:
    """Refuse to activate a piece that was activated, or fought without activation, earlier in this phase."""
    phase = state.phase
    for spent in phase.units:
        if spent == unit:
            yield _spent_violation(joined=spent in phase.joined, unit=COUNTERS[spent].id)
    for officer in phase.leaders:
        if officer == leader:
            yield _spent_violation(joined=officer in phase.joined_leaders, leader=LEADERS[officer].id)


@rule("ww:5.31-once", "ww:5.36-imp")
def _spent_violation(*, joined: bool, **piece: str) -> Violation:
    """Return why a piece may not be activated: it fought without activation, or was activated already."""
    if joined:
        return violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", **piece)
    return violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", **piece)


def _fresh(state: State, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if not any(spent_violations(state, unit, None)))


def _fresh_leaders(state: State, side: Side) -> tuple[Leader, ...]:
    return tuple(each for each in leaders_on_map(state.board, side) if not any(spent_violations(state, None, each)))


def spend(state: State, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> State:
    """Note that pieces may not be activated again in this phase."""
    phase = state.phase
    fresh = tuple(unit for unit in units if unit not in phase.units)
    officers = tuple(leader for leader in leaders if leader not in phase.leaders)
    return replace(state, phase=replace(phase, units=phase.units + fresh, leaders=phase.leaders + officers))


@rule("ww:5.36-imp")
def spend_joiners(state: State, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> State:
    """Note that pieces fought without being activated; by option they may not be activated afterwards (D12)."""
    if state.ruleset.reactivate_after_unactivated_combat == "allowed":
        return state
    before, after = state.phase, spend(state, units, leaders)
    joined = before.joined + after.phase.units[len(before.units) :]
    officers = before.joined_leaders + after.phase.leaders[len(before.leaders) :]
    return replace(after, phase=replace(after.phase, joined=joined, joined_leaders=officers))


def auxiliaries(board: Board, side: Side) -> tuple[Unit, ...]:
    """Return a side's auxiliaries on the map."""
    return tuple(unit for unit in units_on_map(board, side) if _AUXILIARY[unit])


def drilled(board: Board, side: Side) -> tuple[Unit, ...]:
    """Return a side's drilled units on the map."""
    return tuple(unit for unit in units_on_map(board, side) if _DRILLED[unit])


# ---------------------------------------------------------------- individuals


@rule("ww:5.31")
def absent_unit(side: Side, unit: Unit) -> Violation:
    """Say why a unit is none of a side's on the map: it is the enemy's, or is off the map."""
    if COUNTERS[unit].side is not side:
        return violation(Reason.OF_THE_ENEMY, "ww:5.31", unit=COUNTERS[unit].id)
    return violation(Reason.NOT_ON_MAP, "ww:5.31", unit=COUNTERS[unit].id)


@rule("ww:5.31")
def absent_leader(side: Side, leader: Leader) -> Violation:
    """Say why a leader is none of a side's on the map: he is the enemy's, or is off the map."""
    if LEADERS[leader].side is not side:
        return violation(Reason.OF_THE_ENEMY, "ww:5.31", leader=LEADERS[leader].id)
    return violation(Reason.NOT_ON_MAP, "ww:5.31", leader=LEADERS[leader].id)


@rule("ww:5.32-a", "ww:5.31", "ww:5.33")
def naming_violations(
    state: State, frame: Individuals, unit: Unit | None, leader: Leader | None
) -> Iterator[Violation]:
    """Find what keeps a piece from being named: its side, its kind, or the card's value."""
    if unit is not None:
        name = COUNTERS[unit].id
        if unit not in units_on_map(state.board, frame.side):
            yield absent_unit(frame.side, unit)
        if not _AUXILIARY[unit]:
            yield violation(Reason.NOT_AUXILIARY, "ww:5.32-a", unit=name)
        elif unit not in frame.units and cost_of(unit) > frame.halves:
            left: dict[str, Fact] = {"cost": cost_of(unit), "halves_left": frame.halves}
            yield violation(Reason.CARD_TOO_LOW, "ww:5.32-a", unit=name, **left)
    if leader is not None:
        name = LEADERS[leader].id
        if leader not in leaders_on_map(state.board, frame.side):
            yield absent_leader(frame.side, leader)
        if leader not in frame.leaders and _COSTS["leader"] > frame.halves:
            left = {"cost": _COSTS["leader"], "halves_left": frame.halves}
            yield violation(Reason.CARD_TOO_LOW, "ww:5.32-a", leader=name, **left)


def _nameable(state: State, frame: Individuals) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    units = following_units(_fresh(state, auxiliaries(state.board, frame.side)), frame.units, alike_on(state.board))
    able = tuple(unit for unit in units if not any(naming_violations(state, frame, unit, None)))
    if frame.units:
        return (), able
    leaders = following_leaders(_fresh_leaders(state, frame.side), frame.leaders)
    return tuple(each for each in leaders if not any(naming_violations(state, frame, None, each))), able


def individuals_decision(state: State, frame: Individuals) -> Choice[Action] | None:
    """Return the choice of the next piece to name, or of the next named piece to act; none when none is left."""
    waiting = still_waiting(state, frame)
    if waiting.naming:
        leaders, units = _nameable(state, waiting)
        actions: tuple[Action, ...] = (*map(PickLeader, leaders), *map(Pick, units), Done())
        return Choice(frame.side, "name_individuals", ("ww:5.32-a", "ww:5.33"), actions)
    if not waiting.leaders and not waiting.units:
        return None
    ready: tuple[Action, ...] = (
        *map(PickLeader, waiting.leaders),
        *map(Pick, first_of_alike(waiting.units, alike_on(state.board))),
        *razing_offered(state, frame.side),
    )
    return Choice(frame.side, "next_individual", ("ww:5.33",), ready)


def individuals_violations(state: State, frame: Individuals, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a side from naming a piece, or a named piece from acting."""
    waiting = still_waiting(state, frame)
    if not frame.naming:
        return _acting_violations(state, waiting, action)
    match action:
        case Done():
            return ()
        case Pick(unit):
            found = (*naming_violations(state, waiting, unit, None), *spent_violations(state, unit, None))
            return found or repeated_unit(waiting.units, unit, "ww:5.33")
        case PickLeader(leader):
            found = (*naming_violations(state, waiting, None, leader), *spent_violations(state, None, leader))
            return found or repeated_leader(waiting.leaders, leader, "ww:5.33")
        case _:
            return None


@rule("ww:5.33")
def _acting_violations(state: State, frame: Individuals, action: Action) -> tuple[Violation, ...] | None:
    """Refuse to let a piece act that was not named, or has acted."""
    match action:
        case Pick(unit):
            return tuple(spent_violations(state, unit, None)) or _unnamed_unit(state, frame, unit)
        case PickLeader(leader):
            return tuple(spent_violations(state, None, leader)) or _unnamed_leader(state, frame, leader)
        case Demolish():
            return razing_violations(state.board, frame.side)
        case _:
            return None


@rule("ww:5.33", "ww:5.31")
def _unnamed_unit(state: State, frame: Individuals, unit: Unit) -> tuple[Violation, ...]:
    """Say why a unit may not act that has not acted: it is none of the side's on the map, or was not named."""
    if unit not in units_on_map(state.board, frame.side):
        return (absent_unit(frame.side, unit),)
    unnamed = violation(Reason.NOT_NAMED, "ww:5.33", unit=COUNTERS[unit].id)
    return () if unit in frame.units else (unnamed,)


@rule("ww:5.33", "ww:5.31")
def _unnamed_leader(state: State, frame: Individuals, leader: Leader) -> tuple[Violation, ...]:
    """Say why a leader may not act who has not acted: he is none of the side's on the map, or was not named."""
    if leader not in leaders_on_map(state.board, frame.side):
        return (absent_leader(frame.side, leader),)
    unnamed = violation(Reason.NOT_NAMED, "ww:5.33", leader=LEADERS[leader].id)
    return () if leader in frame.leaders else (unnamed,)


def individuals_apply(state: State, frame: Individuals, action: Action) -> Next[State]:
    """Name a piece, end the naming, let a named piece act, or demolish before the next one does."""
    waiting = still_waiting(state, frame)
    before = with_top(state, waiting)
    match action:
        case Done():
            return Next(with_top(before, replace(waiting, naming=False)))
        case Demolish():
            return take_up_demolition(before, frame.side)
        case _:
            assert isinstance(action, Pick | PickLeader)
            return Next(_named(before, waiting, action) if frame.naming else _acting(before, waiting, action))


def _named(state: State, frame: Individuals, action: Pick | PickLeader) -> State:
    if isinstance(action, Pick):
        left = frame.halves - cost_of(action.unit)
        return with_top(state, replace(frame, units=with_piece(frame.units, action.unit), halves=left))
    left = frame.halves - _COSTS["leader"]
    return with_top(state, replace(frame, leaders=with_piece(frame.leaders, action.leader), halves=left))


@rule("ww:5.33")
def _acting(state: State, frame: Individuals, action: Pick | PickLeader) -> State:
    """Let one of the named pieces act; the owner chooses the order."""
    if isinstance(action, Pick):
        rest = replace(frame, units=tuple(unit for unit in frame.units if unit != action.unit))
        after = with_top(spend(state, (action.unit,), ()), rest)
        return opened(after, Activation(frame.side, units=(action.unit,)))
    rest = replace(frame, leaders=tuple(leader for leader in frame.leaders if leader != action.leader))
    after = with_top(spend(state, (), (action.leader,)), rest)
    return opened(after, Activation(frame.side, leaders=(action.leader,)))


@rule("ww:5.33", "ww:5.36-imp")
def still_waiting(state: State, frame: Individuals) -> Individuals:
    """Remove from the list the named pieces that are off the map or have fought without being activated."""
    here, officers = units_on_map(state.board, frame.side), leaders_on_map(state.board, frame.side)
    units = tuple(unit for unit in frame.units if unit in here and unit not in state.phase.units)
    leaders = tuple(each for each in frame.leaders if each in officers and each not in state.phase.leaders)
    return replace(frame, units=units, leaders=leaders)


INDIVIDUALS: Procedure[State, Individuals, Action] = Procedure(
    individuals_decision, individuals_violations, individuals_apply, closes
)


# ---------------------------------------------------------------- one drilled unit, one force


@rule("ww:5.32-c", "ww:3.2-initiative", "ww:ex-5.32")
def initiative_violations(leader: Leader, value: int) -> tuple[Violation, ...]:
    """Refuse a commander whose initiative is above the card's value."""
    if LEADERS[leader].initiative <= value:
        return ()
    facts = {"initiative": LEADERS[leader].initiative, "value": value}
    return (violation(Reason.INITIATIVE_TOO_HIGH, "ww:5.32-c", leader=LEADERS[leader].id, **facts),)


@rule("ww:5.31", "ww:5.32-b", "ww:5.32-c")
def called_piece_violations(
    state: State, frame: Calling, unit: Unit | None, leader: Leader | None
) -> Iterator[Violation]:
    """Find what keeps a unit from being the one drilled unit, or a leader from commanding the one force."""
    if unit is not None:
        if unit not in units_on_map(state.board, frame.side):
            yield absent_unit(frame.side, unit)
        if not _DRILLED[unit]:
            yield violation(Reason.NOT_DRILLED, "ww:5.32-b", unit=COUNTERS[unit].id)
    if leader is not None:
        if leader not in leaders_on_map(state.board, frame.side):
            yield absent_leader(frame.side, leader)
        yield from initiative_violations(leader, frame.value)


def callable_leaders(state: State, side: Side, value: int) -> tuple[Leader, ...]:
    """Return the leaders a card of that value could put in command of a force."""
    return tuple(each for each in _fresh_leaders(state, side) if not initiative_violations(each, value))


def calling_decision(state: State, frame: Calling) -> Choice[Action]:
    """Return the choice of the drilled unit or of the commander."""
    if frame.what is Activates.UNIT:
        units = first_of_alike(_fresh(state, drilled(state.board, frame.side)), alike_on(state.board))
        return Choice(frame.side, "drilled_unit", ("ww:5.32-b",), tuple(map(Pick, units)))
    commanders = callable_leaders(state, frame.side, frame.value)
    return Choice(frame.side, "commander_of_force", ("ww:5.32-c",), tuple(map(PickLeader, commanders)))


def calling_violations(state: State, frame: Calling, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps the drilled unit or the commander named from acting."""
    match frame.what, action:
        case Activates.UNIT, Pick(unit):
            return (*called_piece_violations(state, frame, unit, None), *spent_violations(state, unit, None))
        case Activates.FORCE, PickLeader(leader):
            return (*called_piece_violations(state, frame, None, leader), *spent_violations(state, None, leader))
        case _:
            return None


def calling_apply(state: State, frame: Calling, action: Action) -> Next[State]:
    """Activate the drilled unit or the commander named."""
    if isinstance(action, Pick):
        after = opened(closed(spend(state, (action.unit,), ())), Activation(frame.side, units=(action.unit,)))
        return Next(after, (activated(frame.side, "ww:5.32-b", COUNTERS[action.unit].id),))
    assert isinstance(action, PickLeader)
    after = opened(closed(spend(state, (), (action.leader,))), Activation(frame.side, commander=action.leader))
    return Next(after, (activated(frame.side, "ww:5.32-c", LEADERS[action.leader].id),))


CALLING: Procedure[State, Calling, Action] = Procedure(
    calling_decision, calling_violations, calling_apply, always_waits
)


def activated(side: Side, cited: str, *names: str) -> Event:
    """Return the event that pieces were activated."""
    return event(EventKind.PIECES_ACTIVATED, cited, side=side.value, pieces=names)


# ---------------------------------------------------------------- CAMPAIGN


@rule("ww:card-campaign", "ww:card-campaign-order", "ww:5.34-note")
def campaign_leaders(state: State, frame: Campaign) -> tuple[Leader, ...]:
    """Return the leaders CAMPAIGN may name next, of any initiative, with units or without."""
    return following_leaders(_fresh_leaders(state, frame.side), frame.leaders)


def campaign_decision(state: State, frame: Campaign) -> Choice[Action] | None:
    """Return the choice of the leaders, then of the one who acts next; none when none is left."""
    if frame.naming:
        named = campaign_leaders(state, frame)
        return Choice(frame.side, "campaign_leaders", ("ww:card-campaign",), (*map(PickLeader, named), Done()))
    ready = ready_leaders(state, frame)
    if not ready:
        return None
    actions: tuple[Action, ...] = (*map(PickLeader, ready), *razing_offered(state, frame.side))
    return Choice(frame.side, "next_campaign", ("ww:card-campaign-order",), actions)


def ready_leaders(state: State, frame: Campaign) -> tuple[Leader, ...]:
    """Return the named leaders on the map who have neither acted nor fought without activation."""
    return tuple(
        leader
        for leader in frame.leaders
        if state.board.leader_at[leader] < len(SPACES) and leader not in state.phase.leaders
    )


def campaign_violations(state: State, frame: Campaign, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps CAMPAIGN from naming a leader, or a named leader from acting."""
    match action:
        case Done() if frame.naming:
            return ()
        case PickLeader(leader):
            found = tuple(spent_violations(state, None, leader))
            return found or _not_campaigning(state, frame, leader)
        case Demolish() if not frame.naming:
            return razing_violations(state.board, frame.side)
        case _:
            return None


def _not_campaigning(state: State, frame: Campaign, leader: Leader) -> tuple[Violation, ...]:
    """Refuse a leader whom CAMPAIGN may not name, or who was not named and so cannot act."""
    if leader not in leaders_on_map(state.board, frame.side):
        return (absent_leader(frame.side, leader),)
    if frame.naming:
        return repeated_leader(frame.leaders, leader, "ww:card-campaign")
    named = frame.leaders
    facts: dict[str, Fact] = {"leader": LEADERS[leader].id, "named": tuple(LEADERS[each].id for each in named)}
    unnamed = violation(Reason.NOT_NAMED, "ww:card-campaign-order", most=_CAMPAIGN_LEADERS, **facts)
    return () if leader in named else (unnamed,)


def campaign_apply(state: State, frame: Campaign, action: Action) -> Next[State]:
    """Name a leader, end the naming, let a named leader act with his force, or demolish before he does."""
    if isinstance(action, Done):
        return Next(with_top(state, replace(frame, naming=False)))
    if isinstance(action, Demolish):
        return take_up_demolition(state, frame.side)
    assert isinstance(action, PickLeader)
    if frame.naming:
        named = with_piece(frame.leaders, action.leader)
        return Next(with_top(state, replace(frame, leaders=named, naming=len(named) < _CAMPAIGN_LEADERS)))
    after = opened(spend(state, (), (action.leader,)), Activation(frame.side, commander=action.leader))
    return Next(after, (activated(frame.side, "ww:card-campaign", LEADERS[action.leader].id),))


CAMPAIGN: Procedure[State, Campaign, Action] = Procedure(campaign_decision, campaign_violations, campaign_apply, closes)


def named_elsewhere(state: State) -> tuple[Leader, ...]:
    """Return the leaders CAMPAIGN named, who may not be subordinates of each other."""
    for frame in state.stack.frames:
        if isinstance(frame, Campaign):
            return frame.leaders
    return ()


def space_of(state: State, frame: Activation) -> Space:
    """Return where an activated group stands when it begins to act."""
    if frame.commander is not None:
        place = place_of_leader(state.board, frame.commander)
    elif frame.leaders:
        place = place_of_leader(state.board, frame.leaders[0])
    else:
        place = Space(state.board.unit_at[frame.units[0]])
    return Space(place)
