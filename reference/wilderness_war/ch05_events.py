"""Chapter 5.5: playing an event.

Each card's function does what its text says and opens the procedures that need dice or decisions.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Next, Violation, event, violation
from reference.wilderness_war import ch05_arrivals as arrivals
from reference.wilderness_war import ch05_indians as indians
from reference.wilderness_war import ch05_politics as affairs
from reference.wilderness_war.actions import (
    DIE,
    Action,
    PickDepartment,
    PickLeader,
    PickSpace,
    PlaceUnit,
    RestoreUnits,
    Roll,
)
from reference.wilderness_war.board import Away, units_on_map
from reference.wilderness_war.cards import FACES, Card, Event
from reference.wilderness_war.ch02_map import Department, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, Leader, Unit
from reference.wilderness_war.ch05_conditions import colour_violations, condition_violations, response_violations
from reference.wilderness_war.ch05_idle import no_target
from reference.wilderness_war.ch05_reinforcements import available, none_restorable, restorable
from reference.wilderness_war.choosing import following_leaders, repeated_leader
from reference.wilderness_war.event_frames import Affliction, Alliance, EventChoice, EventDie
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Campaign
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, spent_card

_WITH_DIE = frozenset((Event.NORTHERN, Event.WESTERN, Event.IROQUOIS, Event.COURIER, Event.RECRUITS, Event.GERMANY))
_WITH_CHOICE = frozenset(
    (
        Event.BASTIONS, Event.VAUDREUIL, Event.DESERT, Event.SMALLPOX, Event.STINGY, Event.RAISE, Event.MILITIAS,
        Event.RANGERS,
    )
)  # fmt: skip
_ALTERNATIVES: dict[Event, tuple[type[Action], ...]] = {
    Event.MILITIAS: (PickDepartment, RestoreUnits),
    Event.RANGERS: (PlaceUnit, RestoreUnits),
}
_REGIONS = (Department.NORTHERN, Department.SOUTHERN)


@rule("ww:5.51", "ww:5.12")
def event_violations(state: State, side: Side, card: Card) -> Iterator[Violation]:
    """Find everything that keeps a side from playing a card as its event."""
    yield from response_violations(card)
    yield from colour_violations(state, side, card)
    yield from condition_violations(state, side, card)


@rule("ww:5.51", "ww:5.23", "ww:5.22")
def played_event(state: State, side: Side, card: Card) -> Next[State]:
    """Play a card as its event: it goes to the discards or out of the game, and its text is followed."""
    face = FACES[card]
    news = event(EventKind.EVENT_PLAYED, "ww:5.51", face.rule, side=side.value, card=face.id)
    after = effect(spent_card(state, card, as_event=True), side, card)
    return Next(after.state, (news, *after.events))


def effect(state: State, side: Side, card: Card) -> Next[State]:
    """Follow the text of an event."""
    played = FACES[card].event
    if played in _WITH_DIE:
        return Next(opened(state, EventDie(played, side, card)))
    if played in _WITH_CHOICE:
        return Next(opened(state, EventChoice(played, side)))
    match played:
        case Event.CAMPAIGN:
            return _campaign(state, side)
        case Event.SQUADRONS:
            return Next(opened(affairs.squadrons(state), EventDie(played, side, card)))
        case Event.MOHAWKS:
            return indians.mohawks(state)
        case Event.CHEROKEES:
            return indians.cherokees(state)
        case Event.UPRISING:
            return indians.uprising(state)
        case Event.EASTON:
            return indians.easton(state)
        case _:
            return _affair(state, side, card)


def _affair(state: State, side: Side, card: Card) -> Next[State]:
    match FACES[card].event:
        case Event.BIGOT:
            return affairs.bigot(state)
        case Event.MINISTERIAL:
            return affairs.ministerial(state)
        case Event.DISPERSED:
            return affairs.dispersed(state)
        case Event.POLITICS:
            return affairs.politics(state, side)
        case _:
            return _arrival(state, side, card)


def _arrival(state: State, side: Side, card: Card) -> Next[State]:
    match FACES[card].event:
        case Event.TRANSPORTS:
            return arrivals.transports(state, side)
        case Event.LIGHT:
            return arrivals.light_infantry(state)
        case Event.FRENCH_REGULARS:
            return arrivals.french_regulars(state)
        case Event.BRITISH_REGULARS:
            return arrivals.british_regulars(state)
        case Event.HIGHLANDERS:
            return arrivals.highlanders(state, card)
        case Event.ROYAL_AMERICANS:
            return arrivals.royal_americans(state)
        case Event.ACADIANS:
            return arrivals.acadians(state)
        case Event.QUIBERON:
            return affairs.quiberon(state)
        case Event.PITT:
            return affairs.pitt(state)
        case Event.DIPLOMATIC:
            return affairs.diplomatic(state)
        case _:
            return affairs.shirley(state)


@rule("ww:card-campaign", "ww:card-campaign-sail")
def _campaign(state: State, side: Side) -> Next[State]:
    """Let a side name two leaders, who may take their forces to sea."""
    after = replace(state, phase=replace(state.phase, campaign=True))
    return Next(opened(after, Campaign(side)))


# ---------------------------------------------------------------- dice


def event_die_decision(_state: State, frame: EventDie) -> Chance[Roll]:
    """Return the event's die."""
    return evenly(f"die_of_{FACES[frame.card].id}", (f"ww:{frame.event.value}",), DIE)


def event_die_apply(state: State, frame: EventDie, action: Action) -> Next[State]:
    """Do what an event's die says."""
    assert isinstance(action, Roll)
    after, die = closed(state), action.die
    news = event(EventKind.EVENT_DIE, f"ww:{frame.event.value}", card=FACES[frame.card].id, die=die)
    match frame.event:
        case Event.COURIER:
            done = affairs.courier(after, frame.side, die)
        case Event.RECRUITS:
            done = arrivals.recruits(after, frame.side, die)
        case Event.GERMANY:
            done = arrivals.germany(after, frame.side, die)
        case Event.SQUADRONS:
            done = affairs.squadrons_risked(after, frame.card, die)
        case Event.SMALLPOX:
            assert frame.space is not None
            left = indians.pox_steps(state, frame.side, frame.space, die)
            done = opened(after, Affliction(frame.side.enemy, frame.space, left))
        case _:
            number = indians.placements(state, frame.event, die)
            done = opened(after, Alliance(frame.event, frame.side, number))
    return Next(done, (news,))


EVENT_DIE: Procedure[State, EventDie, Action] = Procedure(
    event_die_decision, other_decision, event_die_apply, always_waits
)


# ---------------------------------------------------------------- choices


def choices(state: State, frame: EventChoice) -> tuple[Action, ...]:
    """Return what an event leaves to choose."""
    match frame.event:
        case Event.BASTIONS:
            return tuple(map(PickSpace, affairs.damaged_bastions(state)))
        case Event.DESERT:
            return tuple(map(PickSpace, indians.desertion_places(state)))
        case Event.SMALLPOX:
            return tuple(map(PickSpace, indians.pox_places(state, frame.side)))
        case Event.STINGY:
            return tuple(map(PickDepartment, _REGIONS))
        case Event.VAUDREUIL:
            return tuple(map(PickLeader, _swappable(state, frame)))
        case Event.MILITIAS:
            boxes = tuple(map(PickDepartment, affairs.militia_departments(state, frame.side)))
            return (*boxes, *_instead(state, frame.side, Kind.MILITIA))
        case Event.RANGERS:
            free = available(state.board, Side.BRITISH, arrivals.of_kind(Kind.RANGER), 1)
            units = free if arrivals.british_fortifications(state) else ()
            return (*map(PlaceUnit, units), *_instead(state, Side.BRITISH, Kind.RANGER))
        case _:
            return _raising(state, frame)


def _instead(state: State, side: Side, kind: Kind) -> tuple[Action, ...]:
    return (RestoreUnits(),) if restorable(state, side, arrivals.of_kind(kind)) else ()


def _swappable(state: State, frame: EventChoice) -> tuple[Leader, ...]:
    able = affairs.swappable(state)
    if len(able) < 2:
        return ()
    if not frame.leaders:
        return able[:-1]
    others = tuple(each for each in able if each not in frame.leaders)
    return following_leaders(able, frame.leaders) or others


@rule("ww:card-raise-fx", "ww:card-raise-fx2")
def _raising(state: State, frame: EventChoice) -> tuple[Action, ...]:
    """Return how RAISE PROVINCIAL REGIMENTS may be used: in one Department, or in both at once (D39)."""
    if affairs.raise_both(state.ruleset):
        return (*_regiment(state, *_REGIONS), *map(PickDepartment, _REGIONS))
    if frame.department is None:
        return tuple(map(PickDepartment, _REGIONS))
    return (*_regiment(state, frame.department), RestoreUnits())


@rule("ww:card-raise-fx")
def _regiment(state: State, *regions: Department) -> tuple[PlaceUnit, ...]:
    """Return the first regiment that these Departments could raise; it stands for all their regiments."""
    kinds = (affairs.PROVINCIAL[region] for region in regions)
    return tuple(map(PlaceUnit, available(state.board, Side.BRITISH, arrivals.of_kind(*kinds), 1)))


def event_choice_decision(state: State, frame: EventChoice) -> Choice[Action] | None:
    """Return the choice an event leaves to a side; none if it finds nothing to choose."""
    offered = choices(state, frame)
    if not offered:
        return None
    return Choice(frame.side, "event_choice", (f"ww:{frame.event.value}",), offered)


def event_choice_violations(state: State, frame: EventChoice, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a side from a choice; none if the event never offers this kind of choice."""
    offered = choices(state, frame)
    if action in offered:
        return ()
    if type(action) not in {*map(type, offered), *_ALTERNATIVES.get(frame.event, ())}:
        return None
    return _refusal(state, frame, action)


def _refusal(state: State, frame: EventChoice, action: Action) -> tuple[Violation, ...]:
    """Refuse a kind of choice that the event can offer but does not allow now."""
    cited = f"ww:{frame.event.value}"
    match action:
        case PickSpace(place):
            return tuple(_target_violations(state, frame, place))
        case PickDepartment(region):
            if frame.event is Event.MILITIAS:
                return tuple(affairs.militia_violations(state, frame.side, region))
            return (violation(Reason.NOT_ASKED_FOR, cited, department=region.value),)
        case PickLeader(leader):
            found = tuple(affairs.interference_violations(state, leader))
            return found or repeated_leader(frame.leaders, leader, cited)
        case PlaceUnit(unit):
            return tuple(_placing_violations(state, frame, unit))
        case _:
            kind = Kind.MILITIA if frame.event is Event.MILITIAS else Kind.RANGER
            units = (unit for unit in units_on_map(state.board, frame.side) if COUNTERS[unit].kind is kind)
            return none_restorable(state, units, cited)


def _target_violations(state: State, frame: EventChoice, place: Space) -> Iterator[Violation]:
    """Find why a space is no target of an event."""
    match frame.event:
        case Event.BASTIONS:
            yield from affairs.bastion_violations(state, place)
        case Event.DESERT:
            yield from indians.desertion_violations(state, place)
        case _:
            yield from indians.pox_violations(state, frame.side, place)


@rule("ww:card-raise")
def _raised_kinds(frame: EventChoice) -> tuple[Kind, ...]:
    """Return the kinds of units RAISE PROVINCIAL REGIMENTS places: those of its Departments."""
    regions = _REGIONS if frame.department is None else (frame.department,)
    return tuple(affairs.PROVINCIAL[region] for region in regions)


@rule("ww:5.52", "ww:5.52-note", "ww:5.522", "ww:card-rangers")
def _placing_violations(state: State, frame: EventChoice, unit: Unit) -> Iterator[Violation]:
    """Refuse a unit of another kind, in play or out of the game, and Rangers if no fortification is open to them."""
    name = COUNTERS[unit].id
    kinds = (Kind.RANGER,) if frame.event is Event.RANGERS else _raised_kinds(frame)
    if COUNTERS[unit].kind not in kinds:
        yield violation(Reason.NOT_ASKED_FOR, f"ww:{frame.event.value}", unit=name)
    if state.board.unit_at[unit] == Away.REMOVED:
        yield violation(Reason.OUT_OF_THE_GAME, "ww:5.52-note", unit=name)
    elif state.board.unit_at[unit] != Away.AVAILABLE:
        yield violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit=name)
    if frame.event is Event.RANGERS and not arrivals.british_fortifications(state):
        yield violation(Reason.NO_FORTIFICATION, "ww:5.522", unit=name)


def event_choice_apply(state: State, frame: EventChoice, action: Action) -> Next[State]:
    """Make the choice an event leaves to a side."""
    after = closed(state)
    match action:
        case PickSpace(place):
            return _space_chosen(after, frame, place)
        case PickDepartment(region):
            return _region_chosen(state, frame, region)
        case PickLeader(leader):
            if not frame.leaders:
                return Next(with_top(state, replace(frame, leaders=(leader,))))
            return affairs.swapped(after, *sorted((*frame.leaders, leader)))
        case PlaceUnit(unit):
            return _placing(after, frame, unit)
        case _:
            assert isinstance(action, RestoreUnits)
            return _restoring(after, frame)


def _space_chosen(state: State, frame: EventChoice, place: Space) -> Next[State]:
    match frame.event:
        case Event.BASTIONS:
            return affairs.repaired(state, place)
        case Event.DESERT:
            return indians.desertion(state, frame.side, place)
        case _:
            return Next(opened(state, EventDie(Event.SMALLPOX, frame.side, _POX, place)))


def _region_chosen(state: State, frame: EventChoice, region: Department) -> Next[State]:
    after = closed(state)
    match frame.event:
        case Event.STINGY:
            return affairs.stingy(after, region)
        case Event.MILITIAS:
            return affairs.militia_called(after, frame.side, region)
        case _:
            if affairs.raise_both(state.ruleset):
                return affairs.regiments_restored(after, region)
            return Next(with_top(state, replace(frame, department=region)))


def _placing(state: State, frame: EventChoice, named: Unit) -> Next[State]:
    if frame.event is Event.RANGERS:
        return Next(arrivals.rangers_placed(state, named))
    return affairs.raised(state, _REGIONS if frame.department is None else (frame.department,), named)


def _restoring(state: State, frame: EventChoice) -> Next[State]:
    match frame.event:
        case Event.RANGERS:
            return Next(arrivals.rangers_restored(state))
        case Event.MILITIAS:
            return affairs.militia_restored(state, frame.side)
        case _:
            assert frame.department is not None
            return affairs.regiments_restored(state, frame.department)


_POX = next(Card(index) for index, face in enumerate(FACES) if face.event is Event.SMALLPOX)


def event_choice_advance(state: State, frame: EventChoice) -> Next[State]:
    """End an event that finds nothing to choose."""
    return Next(closed(state), no_target(frame))


EVENT_CHOICE: Procedure[State, EventChoice, Action] = Procedure(
    event_choice_decision, event_choice_violations, event_choice_apply, event_choice_advance
)
