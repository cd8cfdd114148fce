"""Chapter 5.53: Indian alliances, and the events that undo them.

NORTHERN, WESTERN and IROQUOIS ALLIANCE let a side place Indians in their settlements, one after the other, or restore
two for each it could place.
"""

from collections.abc import Iterator

from reference.kernel.choosing import first_of_alike
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Done, Pick, PlaceUnit, RestoreUnits
from reference.wilderness_war.board import (
    Away,
    fort_owner,
    put_unit,
    steps,
    units_at,
    units_on_map,
)
from reference.wilderness_war.cards import Event
from reference.wilderness_war.ch02_map import (
    GAME,
    IDS,
    SPACES,
    Department,
    Space,
    department,
    settlement_of,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, UNITS, Counter, Kind, Unit, is_regular
from reference.wilderness_war.ch05_arrivals import british_fortifications, of_kind, reinforced
from reference.wilderness_war.ch05_force import JOHNSON
from reference.wilderness_war.ch05_idle import nobody_joins
from reference.wilderness_war.ch05_reinforcements import (
    Wanted,
    available,
    eliminated_units,
    entry_violations,
    may_enter,
    none_restorable,
    removable,
    restorable,
    restore_violations,
    restored,
)
from reference.wilderness_war.ch07_steps import weakened
from reference.wilderness_war.ch13_victory import NIAGARA
from reference.wilderness_war.choosing import alike_on, unit_violations
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_frames import Affliction, Alliance, Placement, Removal
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Cherokees, State, on_board, vp_of, with_tracks
from spec_tables.reader import rows

_EVENTS = table("events")
_HALF = _EVENTS.table("indian_alliance")
_COLOUR = tuple(row.text("tribe_colour") for row in rows(GAME, "counters"))
_POX = _EVENTS.table("small_pox")
_ORANGE = "orange"
_UPPER = "blue_orange"
_NIAGARA_CLAUSE = {Event.NORTHERN: "ww:card-northern-fx2", Event.WESTERN: "ww:card-western-fx2"}
_WESTERN_TRIBES = frozenset(COUNTERS[unit].tribe for unit in UNITS if _COLOUR[unit] == _ORANGE)


def of_tribe(*tribes: str) -> Wanted:
    """Return a test for units of these tribes."""

    def wanted(counter: Counter) -> bool:
        return counter.tribe in tribes

    return wanted


# ---------------------------------------------------------------- alliances


@rule("ww:card-northern-fx", "ww:card-western-fx", "ww:card-iroquois-fx")
def placements(state: State, event_played: Event, die: int) -> int:
    """Return the placements a die gives: half of it rounded up, all of it above 4 French VP or for the Iroquois."""
    if event_played is Event.IROQUOIS or vp_of(state.tracks, Side.FRENCH) > _HALF.number("full_die_if_french_vp_above"):
        return die
    whole = _HALF.number("die_share_denominator")
    return (die * _HALF.number("die_share_numerator") + whole - 1) // whole


@rule("ww:5.531", "ww:5.531-pays", "ww:card-northern-fx2", "ww:card-western-fx2", "ww:5.53")
def colours(state: State, event_played: Event) -> frozenset[str]:
    """Return the colours an alliance concerns: the Pays d'en Haut join with a French fort at Niagara."""
    if event_played is Event.IROQUOIS:
        return frozenset(("gray",))
    own = "blue" if event_played is Event.NORTHERN else _ORANGE
    upper = (_UPPER,) if fort_owner(state.board, NIAGARA) is Side.FRENCH else ()
    return frozenset((own, *upper))


@rule("ww:5.533")
def has_enemy_twin(state: State, unit: Unit) -> bool:
    """Say whether the tribe fights for the enemy, which keeps an Iroquois unit out."""
    tribe = COUNTERS[unit].tribe
    return any(COUNTERS[each].tribe == tribe for each in units_on_map(state.board, COUNTERS[unit].side.enemy))


@rule("ww:5.533", "ww:card-iroquois-fx")
def _twin_violations(state: State, unit: Unit) -> Iterator[Violation]:
    """Refuse an Iroquois unit whose tribe fights for the enemy."""
    if has_enemy_twin(state, unit):
        yield violation(Reason.IROQUOIS_ON_BOTH_SIDES, "ww:5.533", unit=COUNTERS[unit].id)


@rule("ww:5.53", "ww:5.52")
def joining_violations(state: State, frame: Alliance, unit: Unit) -> Iterator[Violation]:
    """Find what keeps an Indian unit from joining an alliance."""
    name, home = COUNTERS[unit].id, settlement_of(COUNTERS[unit].tribe)
    strange = tuple(stranger_violations(state, frame, unit))
    if strange:
        yield from strange
        return
    if state.board.unit_at[unit] != Away.AVAILABLE:
        yield violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit=name)
    yield from _twin_violations(state, unit)
    assert home is not None
    yield from entry_violations(state, frame.side, home)


@rule("ww:5.53", "ww:5.531", "ww:card-northern-fx2", "ww:card-western-fx2", "ww:card-iroquois-fx")
def stranger_violations(state: State, frame: Alliance, unit: Unit) -> Iterator[Violation]:
    """Find why an alliance does not concern a unit: its side, its colour, or no fort at Niagara."""
    name, colour = COUNTERS[unit].id, _COLOUR[unit]
    if COUNTERS[unit].side is not frame.side:
        yield violation(Reason.OF_THE_ENEMY, "ww:5.53", unit=name)
    if colour in colours(state, frame.event):
        return
    # By the colours of 5.531 the Pays d'en Haut join with both cards; the card itself asks for the fort at Niagara.
    clause = _NIAGARA_CLAUSE.get(frame.event) if colour == _UPPER else None
    if clause is None:
        yield violation(Reason.NOT_OF_THE_ALLIANCE, "ww:5.531", unit=name)
    else:
        yield violation(Reason.NO_FORT, clause, space=IDS[NIAGARA])


def _joiners(state: State, frame: Alliance) -> tuple[Unit, ...]:
    found: dict[str, Unit] = {}
    for unit in UNITS:
        ready = state.board.unit_at[unit] == Away.AVAILABLE and COUNTERS[unit].tribe not in found
        if ready and not any(joining_violations(state, frame, unit)):
            found[COUNTERS[unit].tribe] = unit
    return tuple(found.values())


@rule("ww:card-northern-fx3", "ww:card-western-fx3", "ww:card-iroquois-fx2")
def weakened_allies(state: State, frame: Alliance) -> tuple[Unit, ...]:
    """Return the alliance's reduced units that may be restored instead."""
    return tuple(unit for unit in allies(state, frame) if not any(restore_violations(state, unit)))


@rule("ww:5.53")
def ally_violations(state: State, frame: Alliance, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit from being restored instead, also that the alliance does not concern it."""
    yield from restore_violations(state, unit)
    yield from stranger_violations(state, frame, unit)


@rule("ww:card-northern-fx3", "ww:card-western-fx3", "ww:card-iroquois-fx2")
def allies(state: State, frame: Alliance) -> tuple[Unit, ...]:
    """Return the side's units on the map that an alliance concerns."""
    wanted = colours(state, frame.event)
    return tuple(unit for unit in units_on_map(state.board, frame.side) if _COLOUR[unit] in wanted)


def alliance_decision(state: State, frame: Alliance) -> Choice[Action] | None:
    """Return who joins next, or who is restored instead."""
    cited = (f"ww:{frame.event.value}", "ww:5.53")
    weakened = weakened_allies(state, frame)
    if frame.restoring:
        offered = tuple(map(Pick, first_of_alike(weakened, alike_on(state.board))))
        return Choice(frame.side, "alliance_restores", cited, (*offered, Done())) if offered else None
    joiners = _joiners(state, frame) if frame.left else ()
    instead = (RestoreUnits(),) if frame.left and weakened else ()
    if not joiners and not instead:
        return None
    return Choice(frame.side, "alliance", cited, (*map(PlaceUnit, joiners), *instead, Done()))


def alliance_violations(state: State, frame: Alliance, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps an Indian unit from joining, or units from being restored instead."""
    match action:
        case Done():
            return ()
        case PlaceUnit(unit) if frame.left and not frame.restoring:
            return tuple(joining_violations(state, frame, unit))
        case RestoreUnits() if frame.left and not frame.restoring:
            weakened = weakened_allies(state, frame)
            return () if weakened else none_restorable(state, allies(state, frame), "ww:5.53")
        case Pick(unit) if frame.restoring:
            return tuple(ally_violations(state, frame, unit))
        case _:
            return None


def alliance_apply(state: State, frame: Alliance, action: Action) -> Next[State]:
    """Place an Indian unit, restore some instead, or stop."""
    match action:
        case Done():
            return alliance_advance(state, frame) if frame.restoring else Next(closed(state))
        case PlaceUnit(unit):
            return _joined(state, frame, unit)
        case RestoreUnits():
            number = _HALF.number("restored_per_placement")
            return Next(with_top(state, replace(frame, left=frame.left - 1, restoring=number)))
        case _:
            assert isinstance(action, Pick)
            after = with_top(state, replace(frame, restoring=frame.restoring - 1))
            return restored(after, (action.unit,), f"ww:{frame.event.value}")


@rule("ww:5.53", "ww:5.521", "ww:5.532")
def _joined(state: State, frame: Alliance, unit: Unit) -> Next[State]:
    """Place an Indian unit in its settlement, which is allied from now on."""
    home = settlement_of(COUNTERS[unit].tribe)
    assert home is not None
    board = put_unit(state.board, unit, home, FULL)
    facts: dict[str, Fact] = {"unit": COUNTERS[unit].id, "space": IDS[home]}
    news = event(EventKind.UNIT_PLACED, f"ww:{frame.event.value}", "ww:5.53", **facts)
    return Next(with_top(on_board(state, board), replace(frame, left=frame.left - 1)), (news,))


def alliance_advance(state: State, frame: Alliance) -> Next[State]:
    """End the restoring when the side stops or nobody is left to restore; else end the alliance."""
    if frame.restoring:
        return Next(with_top(state, replace(frame, restoring=0)))
    return Next(closed(state), nobody_joins(frame))


ALLIANCE: Procedure[State, Alliance, Action] = Procedure(
    alliance_decision, alliance_violations, alliance_apply, alliance_advance
)


# ---------------------------------------------------------------- Mohawks and Cherokees


@rule("ww:card-mohawks", "ww:card-mohawks-fx")
def mohawks(state: State) -> Next[State]:
    """Place all Mohawk with Johnson and restore the reduced ones."""
    reduced = restorable(state, Side.BRITISH, of_tribe("mohawk"))
    after = restored(state, reduced, "ww:card-mohawks-fx")
    place = Space(state.board.leader_at[JOHNSON])
    spaces = (place,) if may_enter(state, Side.BRITISH, place) else ()
    joined = reinforced(after.state, "ww:card-mohawks-fx", spaces, of_tribe("mohawk"), units=len(UNITS))
    return Next(joined.state, after.events)


@rule("ww:5.51", "ww:card-cherokees-fx2", "ww:card-uprising-fx2")
def cherokees_marked(state: State, marker: Cherokees) -> State:
    """Place the reminder marker for CHEROKEES, or for the UPRISING that ends their alliance."""
    return with_tracks(state, state.tracks._replace(cherokees=marker))


@rule("ww:card-cherokees", "ww:card-cherokees-fx", "ww:card-cherokees-fx2")
def cherokees(state: State) -> Next[State]:
    """Place all Cherokee at one British fortification of the Southern Department and restore the reduced ones."""
    state = cherokees_marked(state, Cherokees.ALLIED)
    after = restored(state, restorable(state, Side.BRITISH, of_tribe("cherokee")), "ww:card-cherokees-fx")
    units = available(state.board, Side.BRITISH, of_tribe("cherokee"), len(UNITS))
    spaces = tuple(place for place in british_fortifications(state) if department(place) is Department.SOUTHERN)
    placed = Placement(Side.BRITISH, "ww:card-cherokees-fx", spaces, units, together=True)
    return Next(opened(after.state, placed), after.events)


def _is_regular(counter: Counter) -> bool:
    return is_regular(counter.kind)


@rule("ww:card-uprising", "ww:card-uprising-fx", "ww:card-uprising-fx2")
def uprising(state: State) -> Next[State]:
    """Make Britain lose two Regulars, a southern provincial and all Cherokee, and rule out CHEROKEES for good."""
    numbers, cited = _EVENTS.table("cherokee_uprising"), "ww:card-uprising-fx"
    state = cherokees_marked(state, Cherokees.UPRISING)
    gone = eliminated_units(state, removable(state, Side.BRITISH, of_tribe("cherokee")), cited)
    after = gone.state
    southern = removable(after, Side.BRITISH, of_kind(Kind.SOUTHERN_PROVINCIAL))
    after = opened(after, Removal(Side.BRITISH, cited, numbers.number("southern_provincials"), southern))
    regulars = removable(after, Side.BRITISH, _is_regular)
    return Next(opened(after, Removal(Side.BRITISH, cited, numbers.number("regulars"), regulars)), gone.events)


# ---------------------------------------------------------------- the end of alliances


@rule("ww:card-easton", "ww:8.22-inside")
def easton(state: State) -> Next[State]:
    """Eliminate all unbesieged Shawnee, Mingo and Delaware."""
    return eliminated_units(state, removable(state, Side.FRENCH, of_tribe(*_WESTERN_TRIBES)), "ww:card-easton")


def deserters(state: State, place: Space) -> tuple[Unit, ...]:
    """Return the unbesieged Indians in a space."""
    found = (removable(state, side, of_kind(Kind.INDIAN)) for side in Side)
    return tuple(unit for units in found for unit in units if state.board.unit_at[unit] == place)


@rule("ww:card-desert")
def desertion_places(state: State) -> tuple[Space, ...]:
    """Return the spaces with unbesieged Indians."""
    return tuple(place for place in SPACES if not any(desertion_violations(state, place)))


@rule("ww:card-desert", "ww:8.22-inside")
def desertion_violations(state: State, place: Space) -> Iterator[Violation]:
    """Find why nobody in a space deserts: there are no Indians, or all of them are besieged."""
    if deserters(state, place):
        return
    here = (unit for side in Side for unit in units_at(state.board, place, side))
    besieged = tuple(unit for unit in here if COUNTERS[unit].kind is Kind.INDIAN)
    for unit in besieged:
        yield violation(Reason.BESIEGED, "ww:8.22-inside", unit=COUNTERS[unit].id)
    if not besieged:
        yield violation(Reason.NO_INDIANS, "ww:card-desert", at=IDS[place])


@rule("ww:card-desert")
def desertion(state: State, side: Side, place: Space) -> Next[State]:
    """Let a side eliminate up to two Indians in a space."""
    number = _EVENTS.table("indians_desert").number("units")
    units = deserters(state, place)
    return Next(opened(state, Removal(side, "ww:card-desert", number, units, exact=False)))


# ---------------------------------------------------------------- SMALL POX


@rule("ww:card-smallpox", "ww:8.22-exc", "ww:2.0-stacking")
def pox_places(state: State, side: Side) -> tuple[Space, ...]:
    """Return the spaces with more than four enemy units, besieged ones included."""
    return tuple(place for place in SPACES if not any(pox_violations(state, side, place)))


@rule("ww:card-smallpox", "ww:8.22-exc")
def pox_violations(state: State, side: Side, place: Space) -> Iterator[Violation]:
    """Refuse a space in which the enemy has too few units, besieged ones included."""
    least, there = _POX.number("min_enemy_units"), len(units_at(state.board, place, side.enemy))
    if there < least:
        facts: dict[str, Fact] = {"space": IDS[place], "side": side.enemy.value, "units": there, "needed": least}
        yield violation(Reason.TOO_FEW_UNITS, "ww:card-smallpox", **facts)


@rule("ww:card-smallpox-fx")
def pox_steps(state: State, side: Side, place: Space, die: int) -> int:
    """Return the steps lost: half the die rounded up, all of it among more than eight units."""
    if len(units_at(state.board, place, side.enemy)) > _POX.number("full_die_if_units_above"):
        return die
    whole = _POX.number("die_share_denominator")
    return (die * _POX.number("die_share_numerator") + whole - 1) // whole


def _sick(state: State, frame: Affliction) -> tuple[Unit, ...]:
    here = units_at(state.board, frame.space, frame.side)
    full = tuple(unit for unit in here if steps(state.board, unit) == FULL)
    return full or here


@rule("ww:card-smallpox-fx")
def afflicted_unit_violations(state: State, frame: Affliction, unit: Unit) -> Iterator[Violation]:
    """Refuse a unit that would die while another is at full strength."""
    if unit in units_at(state.board, frame.space, frame.side) and unit not in _sick(state, frame):
        yield violation(Reason.DEAD_BESIDE_FULL, "ww:card-smallpox-fx", unit=COUNTERS[unit].id)


def affliction_decision(state: State, frame: Affliction) -> Choice[Action] | None:
    """Return who loses the next step."""
    sick = first_of_alike(_sick(state, frame), alike_on(state.board)) if frame.left else ()
    if len(sick) < 2:
        return None
    return Choice(frame.side, "smallpox", ("ww:card-smallpox-fx",), tuple(map(Pick, sick)))


def affliction_violations(state: State, frame: Affliction, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a unit from losing the next step."""
    if not isinstance(action, Pick) or not frame.left:
        return None
    sick = _sick(state, frame)
    found = tuple(afflicted_unit_violations(state, frame, action.unit))
    return found or unit_violations(sick, (), action.unit, "ww:card-smallpox-fx")


def affliction_apply(state: State, frame: Affliction, action: Action) -> Next[State]:
    """Take a step from a unit."""
    assert isinstance(action, Pick)
    return _afflicted(state, frame, action.unit)


@rule("ww:card-smallpox-fx")
def _afflicted(state: State, frame: Affliction, unit: Unit) -> Next[State]:
    """Reduce a unit, or eliminate one that is reduced."""
    dies = steps(state.board, unit) != FULL
    kind = EventKind.UNIT_ELIMINATED if dies else EventKind.STEPS_LOST
    news = event(kind, "ww:card-smallpox-fx", unit=COUNTERS[unit].id)
    after = on_board(state, weakened(state.board, unit))
    return Next(with_top(after, replace(frame, left=frame.left - 1)), (news,))


@rule("ww:card-smallpox-fx", "ww:card-smallpox-fx2")
def affliction_advance(state: State, frame: Affliction) -> Next[State]:
    """Take the next step if there is no choice; at the end remove the afflicted side's Indians there (N65)."""
    sick = next(iter(_sick(state, frame)), None)
    if frame.left and sick is not None:
        return _afflicted(state, frame, sick)
    here = units_at(state.board, frame.space, frame.side)
    indians = tuple(unit for unit in here if COUNTERS[unit].kind is Kind.INDIAN)
    return eliminated_units(closed(state), indians, "ww:card-smallpox-fx2")


AFFLICTION: Procedure[State, Affliction, Action] = Procedure(
    affliction_decision, affliction_violations, affliction_apply, affliction_advance
)
