"""Chapters 6.1 to 6.4: how far and where a mover may go.

Land movement stops for wilderness, enemy cultivated land and mountains; boats go nine spaces over water with one
portage; ships go from port to port, and the British land along the amphibious arrows.
"""

from collections.abc import Iterator
from functools import lru_cache

from reference.kernel.rules import rule
from reference.kernel.verdicts import Fact, Violation, violation
from reference.wilderness_war.actions import By, Go
from reference.wilderness_war.board import (
    Board,
    controls_fortress,
    has_amphib,
    has_fortification,
    has_unbesieged_fortification,
    is_besieged,
    steps,
    stockade_owner,
)
from reference.wilderness_war.cards import Event
from reference.wilderness_war.ch02_map import (
    IDS,
    PORTS,
    SPACES,
    TERRAIN,
    Space,
    Terrain,
    adjacent,
    along_arrows,
    landings_from,
    linked_by_water,
    originally_friendly,
    space,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Unit, is_auxiliary, is_drilled
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.frames import Move
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, response

_MOVEMENT = table("movement")
_LEADER_ALONE = _MOVEMENT.number("leader_alone")
_BOAT = _MOVEMENT.number("boat")
_PORTAGES = _MOVEMENT.number("boat_max_land_connections")
_FOUL = _MOVEMENT.number("foul_weather_max_spaces")
_FORCE_BY_SEA = _MOVEMENT.number("naval_card_value_for_force")
_FRENCH_PORTS = tuple(space(name) for name in _MOVEMENT.texts("naval_french_ports"))
_DRILLED = tuple(is_drilled(counter.kind) for counter in COUNTERS)
_AUXILIARY = tuple(is_auxiliary(counter.kind) for counter in COUNTERS)
# Of two spaces entered, the first was passed through.
_SPENT_PASSING = 2


def has_drilled(units: tuple[Unit, ...]) -> bool:
    """Say whether drilled troops are among units."""
    return any(_DRILLED[unit] for unit in units)


def has_auxiliaries(units: tuple[Unit, ...]) -> bool:
    """Say whether auxiliaries are among units."""
    return any(_AUXILIARY[unit] for unit in units)


# ---------------------------------------------------------------- how far


@rule("ww:6.2", "ww:6.21", "ww:6.22")
def land_allowance(board: Board, units: tuple[Unit, ...]) -> int:
    """Return how many spaces a group may march: as many as its slowest unit, leaders alone six."""
    return min((COUNTERS[unit].movement[steps(board, unit)] for unit in units), default=_LEADER_ALONE)


@rule("ww:6.3", "ww:card-foul-weather-fx")
def allowance(board: Board, units: tuple[Unit, ...], by: By, *, weather: bool) -> int:
    """Return how many spaces a group may go, by land or boat; two at most in foul weather."""
    most = land_allowance(board, units) if by is By.LAND else _BOAT
    return min(most, _FOUL) if weather else most


# ---------------------------------------------------------------- stops


@rule("ww:6.2-exc")
def waives_stop(board: Board, place: Space, side: Side) -> bool:
    """Say whether a friendly fortification, besieged or not, keeps a space from stopping anybody."""
    return has_fortification(board, place, side)


@rule("ww:6.2-c")
def stops_in_mountain(board: Board, place: Space, side: Side) -> bool:
    """Say whether everybody stops on entering a mountain."""
    return TERRAIN[place] is Terrain.MOUNTAIN and not waives_stop(board, place, side)


@rule("ww:6.2-a", "ww:card-croghan-fx", "ww:fr-adv")
def stops_after_wilderness(
    board: Board, passed: Space, side: Side, units: tuple[Unit, ...], ruleset: Ruleset, *, guided: bool
) -> bool:
    """Say whether drilled troops without auxiliaries must stop after a wilderness space they pass through."""
    if guided or TERRAIN[passed] is not Terrain.WILDERNESS or not has_drilled(units):
        return False
    if has_auxiliaries(units) and ruleset.advanced_rules == "on":
        return False
    return not waives_stop(board, passed, side)


@rule("ww:6.2-exc")
def waives_auxiliaries_stop(board: Board, place: Space, side: Side, ruleset: Ruleset) -> bool:
    """Say whether a friendly fortification (besieged: by option, D22) spares auxiliaries the stop after enemy land."""
    if ruleset.besieged_own_fort_waives_stop == "no_for_auxiliaries":
        return has_unbesieged_fortification(board, place, side)
    return waives_stop(board, place, side)


@rule("ww:6.2-b", "ww:fr-adv")
def stops_after_enemy_land(board: Board, passed: Space, side: Side, units: tuple[Unit, ...], ruleset: Ruleset) -> bool:
    """Say whether auxiliaries without drilled troops must stop after enemy cultivated land they pass through."""
    if ruleset.advanced_rules == "off" or not has_auxiliaries(units) or has_drilled(units):
        return False
    return originally_friendly(passed, side.enemy) and not waives_auxiliaries_stop(board, passed, side, ruleset)


def must_stop(state: State, move: Move, passed: Space | None, entered: Space, by: By, *, portage: bool) -> bool:
    """Say whether a mover must stop in a space it enters, because of the terrain or after a portage."""
    if by is By.LAND:
        if stops_in_mountain(state.board, entered, move.side):
            return True
        return passed is not None and (
            stops_after_wilderness(state.board, passed, move.side, move.units, state.ruleset, guided=move.guided)
            or stops_after_enemy_land(state.board, passed, move.side, move.units, state.ruleset)
        )
    return by is not By.BOAT or (portage and _is_besieged_portage(state.board, entered, move.side))


@rule("ww:6.3-exc")
def _is_besieged_portage(board: Board, place: Space, side: Side) -> bool:
    """Say whether a portage ends at a besieged own fortification, where the mover stops."""
    return has_fortification(board, place, side) and not has_unbesieged_fortification(board, place, side)


@rule("ww:6.2-a", "ww:6.2-b", "ww:6.2-c")
def land_stop_violations(state: State, move: Move) -> Iterator[Violation]:
    """Name every kind of terrain that stops a marcher where it is."""
    here = IDS[move.at]
    if stops_in_mountain(state.board, move.at, move.side):
        yield violation(Reason.MUST_STOP, "ww:6.2-c", space=here, terrain="mountain")
    if move.entry is None or move.spent < _SPENT_PASSING:
        return
    passed: dict[str, Fact] = {"space": here, "passed": IDS[move.entry]}
    # Who was left behind here came along: the force stopped for them (N26).
    units = (*move.units, *(unit for unit in move.dropped if state.board.unit_at[unit] == move.at))
    if stops_after_wilderness(state.board, move.entry, move.side, units, state.ruleset, guided=move.guided):
        yield violation(Reason.MUST_STOP, "ww:6.2-a", **passed, terrain="wilderness")
    if stops_after_enemy_land(state.board, move.entry, move.side, units, state.ruleset):
        yield violation(Reason.MUST_STOP, "ww:6.2-b", **passed, terrain="enemy cultivated land")


@rule("ww:6.3-exc", "ww:6.4", "ww:6.43", "ww:6.51-c")
def stop_violations(state: State, move: Move) -> tuple[Violation, ...]:
    """Name every rule that stops a mover where it is: terrain, a portage to a besieged work, the sea, a stockade."""
    found = tuple(land_stop_violations(state, move)) if move.by is By.LAND else ()
    if found:
        return found
    match move.by:
        case By.NAVAL:
            cited = "ww:6.4"
        case By.LANDING:
            cited = "ww:6.43"
        case By.BOAT if _is_besieged_portage(state.board, move.at, move.side):
            cited = "ww:6.3-exc"
        case _:
            cited = "ww:6.51-c" if stockade_owner(state.board, move.at) is move.side else "ww:6.2"
    return (violation(Reason.MUST_STOP, cited, space=IDS[move.at]),)


# ---------------------------------------------------------------- land and boat


@rule("ww:6.3-exc")
def is_portage_end(board: Board, place: Space, side: Side) -> bool:
    """Say whether boats may be carried from or to a space: originally friendly cultivated or own-fortified."""
    return originally_friendly(place, side) or has_fortification(board, place, side)


def is_water(one: Space, other: Space) -> bool:
    """Say whether a boat may go from one space to another without a portage."""
    return linked_by_water(one, other) or other in along_arrows(one)


@rule("ww:2.0-arrows", "ww:6.2", "ww:6.3")
def off_the_links(start: Space, to: Space, by: By) -> Violation:
    """Refuse a step between spaces without a link, or against a one-way arrow."""
    own = "ww:6.3" if by is By.BOAT else "ww:6.2"
    cited = "ww:2.0-arrows" if start in along_arrows(to) else own
    return violation(Reason.NOT_ADJACENT, cited, start=IDS[start], to=IDS[to])


@rule("ww:6.3-exc")
def portage_violations(board: Board, side: Side, start: Space, to: Space, *, portaged: bool) -> Iterator[Violation]:
    """Refuse a second portage, and one whose ends are not the side's own cultivated or fortified land."""
    if portaged:
        yield violation(Reason.SECOND_PORTAGE, "ww:6.3-exc", start=IDS[start], to=IDS[to], most=_PORTAGES)
    for end in (start, to):
        if not is_portage_end(board, end, side):
            yield violation(Reason.NO_PORTAGE, "ww:6.3-exc", space=IDS[end])


@rule("ww:2.0-connections-imp", "ww:2.0-arrows", "ww:6.2", "ww:6.3")
def link_violations(
    board: Board, side: Side, start: Space, to: Space, by: By, *, portaged: bool
) -> Iterator[Violation]:
    """Refuse a step that no link of the map allows."""
    if to not in adjacent(start) and to not in along_arrows(start):
        yield off_the_links(start, to, by)
    elif by is By.BOAT and not is_water(start, to):
        yield from portage_violations(board, side, start, to, portaged=portaged)


# ---------------------------------------------------------------- by sea


@rule("ww:6.432-a")
def is_amphib_link(board: Board, end: Space, other: Space) -> bool:
    """Say whether an Amphib marker opens one end of a naval move, even in a siege; the other may not need one too."""
    return has_amphib(board, end) and (other in british_ports(board) or not has_amphib(board, other))


@rule("ww:6.4", "ww:8.22")
def _no_port_of_theirs(board: Board, place: Space, cited: str) -> Iterator[Violation]:
    """Refuse a space that is no port a side controls; one that is besieged is nobody's."""
    yield violation(Reason.PORT_NOT_CONTROLLED, cited, space=IDS[place])
    if place in PORTS and is_besieged(board, place):
        yield violation(Reason.BESIEGED, "ww:8.22", space=IDS[place])


@rule("ww:6.4", "ww:card-squadrons-fx2")
def sea_violations(state: State, side: Side, start: Space, to: Space) -> Iterator[Violation]:
    """Refuse a naval move that does not link two ports of the side, or a port and an Amphib space."""
    if start == to:
        yield violation(Reason.ALREADY_THERE, "ww:6.4", space=IDS[to])
    if side is Side.FRENCH:
        if state.tracks.no_french_naval:
            yield violation(Reason.NO_FRENCH_NAVAL, "ww:card-squadrons-fx2")
        for end in dict.fromkeys((start, to)):
            if end not in _FRENCH_PORTS:
                yield violation(Reason.NOT_A_FRENCH_PORT, "ww:6.4", space=IDS[end])
            elif not controls_fortress(state.board, end, side):
                yield from _no_port_of_theirs(state.board, end, "ww:6.4")
        return
    ports = british_ports(state.board)
    for end, other in {start: to, to: start}.items():
        if end not in ports and not is_amphib_link(state.board, end, other):
            yield from _no_port_of_theirs(state.board, end, "ww:6.4")


@lru_cache(maxsize=1024)
def british_ports(board: Board) -> tuple[Space, ...]:
    """Return the ports the British control."""
    return tuple(place for place in PORTS if controls_fortress(board, place, Side.BRITISH))


@rule("ww:6.41", "ww:6.42")
def force_by_sea_violations(state: State, move: Move) -> Iterator[Violation]:
    """Refuse the sea to a force unless a 3 card or CAMPAIGN activated it; individuals may sail with any card."""
    if move.commander is not None and state.phase.value < _FORCE_BY_SEA and not sails_by_campaign(state):
        yield violation(Reason.FORCE_NEEDS_THREE_CARD, "ww:6.41", value=state.phase.value)


@rule("ww:card-campaign-sail")
def sails_by_campaign(state: State) -> bool:
    """Say whether CAMPAIGN opens the sea to its forces."""
    return state.phase.campaign


@rule("ww:6.43", "ww:6.431", "ww:card-amphibious", "ww:card-amphibious-bar", "ww:card-amphibious-fx")
def landing_violations(state: State, side: Side, start: Space, to: Space) -> Iterator[Violation]:
    """Refuse a landing without arrow, port or card, in a year of LOUISBOURG SQUADRONS, or in a British port (N50)."""
    if side is Side.FRENCH:
        yield violation(Reason.BRITISH_ONLY, "ww:6.43")
        return
    if to not in landings_from(start):
        yield violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:6.43", start=IDS[start], to=IDS[to])
    if start not in british_ports(state.board):
        yield from _no_port_of_theirs(state.board, start, "ww:6.431")
    if response(state, side, Event.AMPHIBIOUS) is None:
        yield violation(Reason.CARD_NOT_HELD, "ww:6.431", card="amphibious_landing")
    if state.tracks.no_landings:
        yield violation(Reason.NO_LANDINGS_THIS_YEAR, "ww:card-amphibious-bar")
    if to in british_ports(state.board):
        yield violation(Reason.NOT_FRENCH, "ww:card-amphibious-fx", space=IDS[to])


@rule("ww:card-amphibious-fx")
def landing_party_violations(move: Move, to: Space) -> Iterator[Violation]:
    """Refuse a landing to leaders alone: the card lands a unit or a force (N49)."""
    if not move.units:
        names = tuple(LEADERS[leader].id for leader in move.leaders)
        yield violation(Reason.LEADERS_ALONE, "ww:card-amphibious-fx", landing=IDS[to], leaders=names)


# ---------------------------------------------------------------- one step


@rule("ww:6.1", "ww:6.2", "ww:6.4")
def way_violations(state: State, move: Move, go: Go) -> Iterator[Violation]:
    """Find what is wrong with the way of a step: the kind of movement, the allowance, the link."""
    if move.by is not None and go.by is not move.by:
        yield violation(Reason.MIXED_MOVEMENT, "ww:6.1", by=go.by.value, before=move.by.value)
    if move.halted:
        yield from stop_violations(state, move)
    if go.by in (By.NAVAL, By.LANDING):
        if move.weather:
            yield violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx")
        yield from force_by_sea_violations(state, move)
        if go.by is By.NAVAL:
            yield from sea_violations(state, move.side, move.at, go.to)
        else:
            yield from landing_violations(state, move.side, move.at, go.to)
            yield from landing_party_violations(move, go.to)
        return
    # The kind of movement under way decides what movement is left; the step may not change that kind.
    yield from range_violations(state.board, move, move.by or go.by)
    yield from link_violations(state.board, move.side, move.at, go.to, go.by, portaged=move.portaged)


@rule("ww:6.2", "ww:6.3", "ww:card-foul-weather-fx")
def range_violations(board: Board, move: Move, by: By) -> Iterator[Violation]:
    """Refuse a step beyond the allowance, or beyond what FOUL WEATHER leaves of it."""
    most = allowance(board, move.units, by, weather=False)
    if move.spent >= most:
        yield violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2" if by is By.LAND else "ww:6.3", spent=move.spent, most=most)
    elif move.spent >= allowance(board, move.units, by, weather=move.weather):
        yield violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx", spent=move.spent)


def ways(state: State, move: Move) -> Iterator[tuple[Space, By]]:
    """Return every space a mover could try to reach in one step, in canonical order."""
    around = (*adjacent(move.at), *along_arrows(move.at))
    if move.by in (None, By.LAND):
        yield from ((to, By.LAND) for to in around)
    if move.by in (None, By.BOAT):
        yield from ((to, By.BOAT) for to in around)
    if move.by is None and (move.at in PORTS or has_amphib(state.board, move.at)):
        yield from ((to, By.NAVAL) for to in SPACES if to != move.at and (to in PORTS or has_amphib(state.board, to)))
        yield from ((to, By.LANDING) for to in landings_from(move.at))
