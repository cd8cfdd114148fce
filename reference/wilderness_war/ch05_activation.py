"""Chapter 5.3: activation.

A card activates auxiliaries and leaders one by one, or one drilled unit, or one force. Those named act in an order of
the owner's choice; each finishes movement, battle and raid before the next begins.
"""

from collections.abc import Iterator

from reference.kernel.choosing import first_of_alike, following
from reference.kernel.decisions import Choice
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, No, Violation, event, violation
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
from reference.wilderness_war.ch05_construction import razing_offered, take_up_demolition
from reference.wilderness_war.choosing import alike_on, following_leaders, leader_not_offered, not_offered, refused
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
    """Tell a piece that fought without activation from one that was activated."""
    if joined:
        return violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", **piece)
    return violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", **piece)


def spend(state: State, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> State:
    """Note that pieces may not be activated again in this phase."""
    phase = state.phase
    fresh = tuple(unit for unit in units if unit not in phase.units)
    officers = tuple(leader for leader in leaders if leader not in phase.leaders)
    return replace(state, phase=replace(phase, units=phase.units + fresh, leaders=phase.leaders + officers))


@rule("ww:5.36-imp")
def spend_joiners(state: State, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> State:
    """Note that pieces fought without being activated, after which they may not be (D12)."""
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


@rule("ww:5.32-a", "ww:5.31", "ww:5.33")
def naming_violations(
    state: State, frame: Individuals, unit: Unit | None, leader: Leader | None
) -> Iterator[Violation]:
    """Find what keeps a piece from being named: whose and what it is, the card's value."""
    if unit is not None:
        name = COUNTERS[unit].id
        if unit not in units_on_map(state.board, frame.side):
            yield violation(Reason.NOT_ON_MAP, "ww:5.31", unit=name)
        if not _AUXILIARY[unit]:
            yield violation(Reason.NOT_AUXILIARY, "ww:5.32-a", unit=name)
        elif unit not in frame.units and cost_of(unit) > frame.halves:
            yield violation(Reason.CARD_TOO_LOW, "ww:5.32-a", unit=name, halves_left=frame.halves)
    if leader is not None:
        name = LEADERS[leader].id
        if leader not in leaders_on_map(state.board, frame.side):
            yield violation(Reason.NOT_ON_MAP, "ww:5.31", leader=name)
        if leader not in frame.leaders and _COSTS["leader"] > frame.halves:
            yield violation(Reason.CARD_TOO_LOW, "ww:5.32-a", leader=name, halves_left=frame.halves)


def _nameable(state: State, frame: Individuals) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    leaders: tuple[Leader, ...] = ()
    if not frame.units and _COSTS["leader"] <= frame.halves:
        free = (each for each in leaders_on_map(state.board, frame.side) if each not in state.phase.leaders)
        leaders = following_leaders(free, frame.leaders)
    units = tuple(
        unit
        for unit in auxiliaries(state.board, frame.side)
        if unit not in state.phase.units and cost_of(unit) <= frame.halves
    )
    return leaders, following(units, frame.units, alike_on(state.board))


def individuals_decision(state: State, frame: Individuals) -> Choice[Action] | None:
    """Return the choice of the next piece to name, or of the next named piece to act; none when none is left."""
    if frame.naming:
        leaders, units = _nameable(state, frame)
        actions: tuple[Action, ...] = (*map(PickLeader, leaders), *map(Pick, units), Done())
        return Choice(frame.side, "name_individuals", ("ww:5.32-a", "ww:5.33"), actions)
    if not frame.leaders and not frame.units:
        return None
    waiting: tuple[Action, ...] = (
        *map(PickLeader, frame.leaders),
        *map(Pick, first_of_alike(frame.units, alike_on(state.board))),
        *razing_offered(state, frame.side),
    )
    return Choice(frame.side, "next_individual", ("ww:5.33",), waiting)


def individuals_answer(state: State, frame: Individuals, action: Action) -> Next[State] | No | None:
    """Name a piece, end the naming, or let a named piece act."""
    if not frame.naming:
        return _next_individual(state, frame, action)
    leaders, units = _nameable(state, frame)
    match action:
        case Done():
            return Next(with_top(state, replace(frame, naming=False)))
        case Pick(unit):
            found = refused((*naming_violations(state, frame, unit, None), *spent_violations(state, unit, None)))
            if found is None and unit not in units:
                able = tuple(each for each in auxiliaries(state.board, frame.side) if each not in state.phase.units)
                found = No(not_offered(state.board, able, frame.units, unit, "ww:5.33"))
            after = replace(frame, units=(*frame.units, unit), halves=frame.halves - cost_of(unit))
            return found or Next(with_top(state, after))
        case PickLeader(leader):
            found = refused((*naming_violations(state, frame, None, leader), *spent_violations(state, None, leader)))
            if found is None and leader not in leaders:
                everyone = leaders_on_map(state.board, frame.side)
                found = No(leader_not_offered(everyone, frame.leaders, leader, "ww:5.33", frame.units))
            after = replace(frame, leaders=(*frame.leaders, leader), halves=frame.halves - _COSTS["leader"])
            return found or Next(with_top(state, after))
        case _:
            return None


@rule("ww:5.33")
def _next_individual(state: State, frame: Individuals, action: Action) -> Next[State] | No | None:
    """Let one of the named pieces act, in an order of the owner's choice."""
    match action:
        case Pick(unit):
            found = refused(spent_violations(state, unit, None))
            if found is None and unit not in first_of_alike(frame.units, alike_on(state.board)):
                found = No(not_offered(state.board, frame.units, (), unit, "ww:5.33"))
            rest = replace(frame, units=tuple(each for each in frame.units if each != unit))
            after = with_top(spend(state, (unit,), ()), rest)
            return found or Next(opened(after, Activation(frame.side, units=(unit,))))
        case PickLeader(leader):
            found = refused(spent_violations(state, None, leader))
            if found is None and leader not in frame.leaders:
                found = No(leader_not_offered(frame.leaders, (), leader, "ww:5.33"))
            rest = replace(frame, leaders=tuple(each for each in frame.leaders if each != leader))
            after = with_top(spend(state, (), (leader,)), rest)
            return found or Next(opened(after, Activation(frame.side, leaders=(leader,))))
        case Demolish():
            return take_up_demolition(state, frame.side)
        case _:
            return None


@rule("ww:5.33", "ww:5.36-imp")
def still_waiting(state: State, frame: Individuals) -> Individuals:
    """Strike from the list the named pieces that are off the map or have fought without being activated."""
    here, officers = units_on_map(state.board, frame.side), leaders_on_map(state.board, frame.side)
    units = tuple(unit for unit in frame.units if unit in here and unit not in state.phase.units)
    leaders = tuple(each for each in frame.leaders if each in officers and each not in state.phase.leaders)
    return replace(frame, units=units, leaders=leaders)


# ---------------------------------------------------------------- one drilled unit, one force


@rule("ww:5.32-c", "ww:3.2-initiative", "ww:ex-5.32")
def initiative_violations(leader: Leader, value: int) -> tuple[Violation, ...]:
    """Refuse as commander a leader whose initiative is above the card's value."""
    if LEADERS[leader].initiative <= value:
        return ()
    facts = {"initiative": LEADERS[leader].initiative, "value": value}
    return (violation(Reason.INITIATIVE_TOO_HIGH, "ww:5.32-c", leader=LEADERS[leader].id, **facts),)


@rule("ww:5.31", "ww:5.32-b", "ww:5.32-c")
def calling_violations(state: State, frame: Calling, unit: Unit | None, leader: Leader | None) -> Iterator[Violation]:
    """Find what keeps a unit from being the one drilled unit, or a leader from commanding the one force."""
    if unit is not None:
        if unit not in units_on_map(state.board, frame.side):
            yield violation(Reason.NOT_ON_MAP, "ww:5.31", unit=COUNTERS[unit].id)
        if not _DRILLED[unit]:
            yield violation(Reason.NOT_DRILLED, "ww:5.32-b", unit=COUNTERS[unit].id)
    if leader is not None:
        if leader not in leaders_on_map(state.board, frame.side):
            yield violation(Reason.NOT_ON_MAP, "ww:5.31", leader=LEADERS[leader].id)
        yield from initiative_violations(leader, frame.value)


def callable_leaders(state: State, side: Side, value: int) -> tuple[Leader, ...]:
    """Return the leaders a card of that value could put in command of a force."""
    return tuple(
        leader
        for leader in leaders_on_map(state.board, side)
        if LEADERS[leader].initiative <= value and leader not in state.phase.leaders
    )


def calling_decision(state: State, frame: Calling) -> Choice[Action]:
    """Return the choice of the drilled unit or of the commander."""
    if frame.what is Activates.UNIT:
        units = first_of_alike(drilled(state.board, frame.side), alike_on(state.board))
        return Choice(frame.side, "drilled_unit", ("ww:5.32-b",), tuple(map(Pick, units)))
    commanders = callable_leaders(state, frame.side, frame.value)
    return Choice(frame.side, "commander_of_force", ("ww:5.32-c",), tuple(map(PickLeader, commanders)))


def calling_answer(state: State, frame: Calling, action: Action) -> Next[State] | No | None:
    """Activate the drilled unit or the commander named."""
    match frame.what, action:
        case Activates.UNIT, Pick(unit):
            found = refused((*calling_violations(state, frame, unit, None), *spent_violations(state, unit, None)))
            units = drilled(state.board, frame.side)
            if found is None and unit not in first_of_alike(units, alike_on(state.board)):
                found = No(not_offered(state.board, units, (), unit, "ww:5.32-b"))
            after = opened(closed(spend(state, (unit,), ())), Activation(frame.side, units=(unit,)))
            return found or Next(after, (activated(frame.side, "ww:5.32-b", COUNTERS[unit].id),))
        case Activates.FORCE, PickLeader(leader):
            found = refused((*calling_violations(state, frame, None, leader), *spent_violations(state, None, leader)))
            after = opened(closed(spend(state, (), (leader,))), Activation(frame.side, commander=leader))
            return found or Next(after, (activated(frame.side, "ww:5.32-c", LEADERS[leader].id),))
        case _:
            return None


def activated(side: Side, cited: str, *names: str) -> Event:
    """Return the news that pieces were activated."""
    return event(EventKind.PIECES_ACTIVATED, cited, side=side.value, pieces=names)


# ---------------------------------------------------------------- CAMPAIGN


@rule("ww:card-campaign", "ww:card-campaign-order", "ww:5.34-note")
def campaign_leaders(state: State, frame: Campaign) -> tuple[Leader, ...]:
    """Return the leaders CAMPAIGN may name next, whatever their initiative, with units or without."""
    free = (each for each in leaders_on_map(state.board, frame.side) if each not in state.phase.leaders)
    return following_leaders(free, frame.leaders)


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
    """Return the named leaders who live and have neither acted nor fought without activation."""
    return tuple(
        leader
        for leader in frame.leaders
        if state.board.leader_at[leader] < len(SPACES) and leader not in state.phase.leaders
    )


def campaign_answer(state: State, frame: Campaign, action: Action) -> Next[State] | No | None:
    """Name a leader, end the naming, or let a named leader act with his force."""
    match action:
        case Done() if frame.naming:
            return Next(with_top(state, replace(frame, naming=False)))
        case PickLeader(leader) if frame.naming:
            offered = campaign_leaders(state, frame)
            if leader not in offered:
                everyone = leaders_on_map(state.board, frame.side)
                found = refused(spent_violations(state, None, leader))
                return found or No(leader_not_offered(everyone, frame.leaders, leader, "ww:card-campaign"))
            named = (*frame.leaders, leader)
            naming = len(named) < _CAMPAIGN_LEADERS
            return Next(with_top(state, replace(frame, leaders=named, naming=naming)))
        case PickLeader(leader) if not frame.naming:
            found = refused(spent_violations(state, None, leader))
            if found is None and leader not in ready_leaders(state, frame):
                found = No(leader_not_offered(ready_leaders(state, frame), (), leader, "ww:card-campaign-order"))
            after = spend(state, (), (leader,))
            after = opened(after, Activation(frame.side, commander=leader))
            return found or Next(after, (activated(frame.side, "ww:card-campaign", LEADERS[leader].id),))
        case Demolish() if not frame.naming:
            return take_up_demolition(state, frame.side)
        case _:
            return None


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
