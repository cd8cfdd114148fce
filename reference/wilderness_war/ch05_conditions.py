"""Chapter 5.51: when an event may be played.

An event needs a card of the right colour and must meet the conditions of its text. It may be played even if it finds
no target (A31). Response events wait for their moment and are never played as the phase's card.
"""

from collections.abc import Iterator

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.board import (
    Board,
    controls_fortress,
    fort_owner,
    has_unbesieged_fortification,
    is_besieged,
    is_besieged_leader,
    leaders_on_map,
    stockade_owner,
    units_at,
)
from reference.wilderness_war.cards import FACES, Card, Event
from reference.wilderness_war.ch02_map import IDS, SPACES, Space, adjacent, distance, settlement_of, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, is_drilled, leader
from reference.wilderness_war.ch05_force import JOHNSON
from reference.wilderness_war.ch13_victory import OHIO_FORKS
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Cherokees, State, vp_of

_EVENTS = table("events")
_OPEN = _EVENTS.table("open_from_year")
_LOUISBOURG, _MONTREAL, _QUEBEC = space("louisbourg"), space("montreal"), space("quebec")
_CARRIES = tuple(space(name) for name in _EVENTS.table("iroquois_alliance").texts("fortification_spaces"))
_IROQUOIS_REACH = _EVENTS.table("iroquois_alliance").number("johnson_within_spaces")
_MOHAWK_REACH = _EVENTS.table("mohawks").number("johnson_within_spaces")
_CANAJOHARIE = space(_EVENTS.table("mohawks").text("settlement"))
GRAY = ("seneca", "cayuga", "onondaga", "tuscarora", "oneida")
_GRAY_HOMES = tuple(home for home in map(settlement_of, GRAY) if home is not None)
SHIRLEY = leader("shirley")
_SHIRLEY_VP = _EVENTS.table("intrigues_against_shirley").number("min_french_vp")
_NEAR_FORKS = (OHIO_FORKS, *adjacent(OHIO_FORKS))
Found = Iterator[Violation]


@rule("ww:5.12", "ww:card-acadians", "ww:en-14.5")
def colour_violations(state: State, side: Side, card: Card) -> Found:
    """Refuse an event of the other side's colour; by option ACADIANS EXPELLED is open to both."""
    face = FACES[card]
    open_to_both = face.event is Event.ACADIANS and state.ruleset.either_side_may_expel_acadians == "on"
    if face.symbol is side.enemy and not open_to_both:
        yield violation(Reason.OTHER_SIDES_EVENT, "ww:5.12", card=face.id, side=side.value)


@rule("ww:5.13", "ww:5.56")
def response_violations(card: Card) -> Found:
    """Refuse a response event as the phase's card play."""
    if FACES[card].response:
        yield violation(Reason.RESPONSE_ONLY, "ww:5.56", card=FACES[card].id)


def _within(board: Board, homes: tuple[Space, ...], reach: int) -> bool:
    place = board.leader_at[JOHNSON]
    if place >= len(SPACES):
        return False
    found = (distance(Space(place), home) for home in homes)
    return any(count is not None and count <= reach for count in found)


def _is_fortified(board: Board, place: Space, side: Side) -> bool:
    return side in (fort_owner(board, place), stockade_owner(board, place))


# ---------------------------------------------------------------- one function per card


@rule("ww:2.0-fortresses", "ww:8.22")
def _not_french(board: Board, place: Space, cited: str) -> Found:
    """Demand French control of a fortress; one that is besieged is nobody's."""
    if controls_fortress(board, place, Side.FRENCH):
        return
    yield violation(Reason.FORTRESS_NOT_CONTROLLED, cited, space=IDS[place])
    if is_besieged(board, place):
        yield violation(Reason.BESIEGED, "ww:8.22", space=IDS[place])


@rule("ww:card-squadrons")
def squadrons(state: State) -> Found:
    """Demand French control of Louisbourg."""
    yield from _not_french(state.board, _LOUISBOURG, "ww:card-squadrons")


@rule("ww:card-northern")
def northern(state: State) -> Found:
    """Demand French control of Montreal."""
    yield from _not_french(state.board, _MONTREAL, "ww:card-northern")


@rule("ww:card-western")
def western(state: State) -> Found:
    """Demand a French fort at Ohio Forks."""
    if fort_owner(state.board, OHIO_FORKS) is not Side.FRENCH:
        yield violation(Reason.NO_FORT, "ww:card-western", space="ohio_forks")


@rule("ww:card-iroquois")
def iroquois(state: State, side: Side) -> Found:
    """Demand what a side needs to call the Iroquois."""
    yield from works_at_the_carries(state, side)
    yield from johnson_near_the_iroquois(state, side)


@rule("ww:card-iroquois-pre")
def works_at_the_carries(state: State, side: Side) -> Found:
    """Demand a fortification of the side at the carries, and by option none of the enemy there (D40)."""
    if not any(_is_fortified(state.board, place, side) for place in _CARRIES):
        yield violation(Reason.NO_FORTIFICATION, "ww:card-iroquois-pre", side=side.value)
    theirs = any(_is_fortified(state.board, place, side.enemy) for place in _CARRIES)
    if theirs and state.ruleset.iroquois_fortification == "only_own_side":
        yield violation(Reason.ENEMY_FORTIFICATION, "ww:card-iroquois-pre", side=side.enemy.value)


@rule("ww:card-iroquois-pre2")
def johnson_near_the_iroquois(state: State, side: Side) -> Found:
    """Demand of the British that Johnson is within two spaces of a gray settlement."""
    if side is Side.BRITISH and not _within(state.board, _GRAY_HOMES, _IROQUOIS_REACH):
        near = tuple(IDS[place] for place in _GRAY_HOMES)
        yield violation(Reason.JOHNSON_TOO_FAR, "ww:card-iroquois-pre2", within=_IROQUOIS_REACH, of=near)


@rule("ww:card-mohawks", "ww:card-mohawks-pre")
def mohawks(state: State) -> Found:
    """Demand Johnson within two spaces of Canajoharie."""
    if not _within(state.board, (_CANAJOHARIE,), _MOHAWK_REACH):
        near = (IDS[_CANAJOHARIE],)
        yield violation(Reason.JOHNSON_TOO_FAR, "ww:card-mohawks-pre", within=_MOHAWK_REACH, of=near)


@rule("ww:card-cherokees-pre", "ww:card-uprising-fx2")
def cherokees(state: State) -> Found:
    """Refuse CHEROKEES after the uprising."""
    if state.tracks.cherokees is Cherokees.UPRISING:
        yield violation(Reason.AFTER_THE_UPRISING, "ww:card-cherokees-pre")


@rule("ww:card-uprising-pre", "ww:card-cherokees-fx2")
def uprising(state: State) -> Found:
    """Demand that CHEROKEES was played, and no uprising since."""
    if state.tracks.cherokees is Cherokees.UPRISING:
        yield violation(Reason.AFTER_THE_UPRISING, "ww:card-uprising-pre")
    elif state.tracks.cherokees is not Cherokees.ALLIED:
        yield violation(Reason.CHEROKEES_NOT_PLAYED, "ww:card-uprising-pre")


@rule("ww:card-easton-pre")
def easton(state: State) -> Found:
    """Demand British drilled troops in an unbesieged British fortification at or next to Ohio Forks."""
    for place in _NEAR_FORKS:
        here = units_at(state.board, place, Side.BRITISH)
        drilled = any(is_drilled(COUNTERS[unit].kind) for unit in here)
        if drilled and has_unbesieged_fortification(state.board, place, Side.BRITISH):
            return
    yield violation(Reason.NOT_NEAR_OHIO_FORKS, "ww:card-easton-pre")


@rule("ww:card-stingy")
def stingy(state: State) -> Found:
    """Refuse STINGY PROVINCIAL ASSEMBLY while the assemblies are Enthusiastic."""
    blocked = table("provincial_assemblies").table("event_gates").texts("stingy_provincial_assembly_blocked_in")
    if state.tracks.assemblies.value in blocked:
        yield violation(Reason.ASSEMBLIES, "ww:card-stingy", assemblies=state.tracks.assemblies.value)


@rule("ww:card-raise")
def raise_provincials(state: State) -> Found:
    """Refuse RAISE PROVINCIAL REGIMENTS while the assemblies are Reluctant."""
    blocked = table("provincial_assemblies").table("event_gates").texts("raise_provincial_regiments_blocked_in")
    if state.tracks.assemblies.value in blocked:
        yield violation(Reason.ASSEMBLIES, "ww:card-raise", assemblies=state.tracks.assemblies.value)


@rule("ww:card-quiberon-fx")
def after_quiberon(state: State, cited: str) -> Found:
    """Refuse an event after QUIBERON: both its own card and QUIBERON say so."""
    if state.tracks.quiberon:
        yield violation(Reason.AFTER_QUIBERON, cited)
        yield violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx")


@rule("ww:card-transports-bar", "ww:card-germany-bar", "ww:card-quiberon-fx")
def french_supplies(state: State, side: Side, cited: str) -> Found:
    """Refuse the French events that need the sea, after QUIBERON or while Britain controls Quebec."""
    if side is Side.BRITISH:
        return
    yield from after_quiberon(state, cited)
    if controls_fortress(state.board, _QUEBEC, Side.BRITISH):
        yield violation(Reason.QUEBEC_IS_BRITISH, cited)


@rule("ww:card-germany")
def germany(state: State) -> Found:
    """Refuse VICTORIES IN GERMANY before 1756."""
    opens = _OPEN.number("victories_in_germany")
    if state.tracks.year < opens:
        yield violation(Reason.TOO_EARLY, "ww:card-germany", year=state.tracks.year, opens=opens)


@rule("ww:card-french-regulars-pre", "ww:card-quiberon-fx")
def french_regulars(state: State) -> Found:
    """Refuse a second FRENCH REGULARS in a season, and any after QUIBERON."""
    if Side.FRENCH in state.tracks.regulars:
        yield violation(Reason.REGULARS_THIS_SEASON, "ww:card-french-regulars-pre")
    yield from after_quiberon(state, "ww:card-french-regulars-pre")


@rule("ww:card-british-regulars-pre")
def british_regulars(state: State) -> Found:
    """Refuse a second BRITISH REGULARS in a season."""
    if Side.BRITISH in state.tracks.regulars:
        yield violation(Reason.REGULARS_THIS_SEASON, "ww:card-british-regulars-pre")


@rule("ww:card-highlanders-pre", "ww:sc-am-note", "ww:card-pitt-fx")
def highlanders(state: State) -> Found:
    """Demand PITT or the year 1759 in games begun in 1755."""
    opens = _OPEN.number("highlanders_1755_start")
    if not state.tracks.pitt and state.tracks.year < opens:
        yield violation(Reason.BEFORE_PITT, "ww:card-highlanders-pre", year=state.tracks.year, opens=opens)


@rule("ww:card-quiberon-pre", "ww:card-squadrons-fx2")
def quiberon(state: State) -> Found:
    """Demand that the French fleet is lost, Louisbourg is British, or the year is 1760 or later."""
    opens = _OPEN.number("quiberon_bay")
    british = controls_fortress(state.board, _LOUISBOURG, Side.BRITISH)
    if not (state.tracks.no_french_naval or british or state.tracks.year >= opens):
        yield violation(Reason.FRENCH_FLEET_AT_SEA, "ww:card-quiberon-pre", year=state.tracks.year, opens=opens)


@rule("ww:card-diplomatic-pre", "ww:card-quiberon-fx")
def diplomatic(state: State) -> Found:
    """Refuse DIPLOMATIC REVOLUTION after QUIBERON."""
    yield from after_quiberon(state, "ww:card-diplomatic-pre")


@rule("ww:card-shirley-pre")
def shirley(state: State) -> Found:
    """Demand a French VP, and Shirley on the map and not besieged."""
    vp = vp_of(state.tracks, Side.FRENCH)
    if vp < _SHIRLEY_VP:
        # While the marker is on the British side, the French have 0 VP and not a negative number.
        yield violation(Reason.TOO_FEW_VP, "ww:card-shirley-pre", vp=max(vp, 0), needed=_SHIRLEY_VP)
    name = LEADERS[SHIRLEY].id
    if SHIRLEY not in leaders_on_map(state.board, Side.BRITISH):
        yield violation(Reason.NOT_ON_MAP, "ww:card-shirley-pre", leader=name)
    elif is_besieged_leader(state.board, SHIRLEY):
        yield violation(Reason.BESIEGED, "ww:card-shirley-pre", leader=name)


def condition_violations(state: State, side: Side, card: Card) -> Found:
    """Find the conditions of its text that an event does not meet."""
    match FACES[card].event:
        case Event.SQUADRONS:
            yield from squadrons(state)
        case Event.NORTHERN:
            yield from northern(state)
        case Event.WESTERN:
            yield from western(state)
        case Event.IROQUOIS:
            yield from iroquois(state, side)
        case Event.MOHAWKS:
            yield from mohawks(state)
        case Event.CHEROKEES:
            yield from cherokees(state)
        case Event.UPRISING:
            yield from uprising(state)
        case Event.EASTON:
            yield from easton(state)
        case Event.STINGY:
            yield from stingy(state)
        case Event.RAISE:
            yield from raise_provincials(state)
        case Event.TRANSPORTS:
            yield from french_supplies(state, side, "ww:card-transports-bar")
        case _:
            yield from _further_violations(state, side, card)


def _further_violations(state: State, side: Side, card: Card) -> Found:
    match FACES[card].event:
        case Event.GERMANY:
            yield from germany(state)
            yield from french_supplies(state, side, "ww:card-germany-bar")
        case Event.FRENCH_REGULARS:
            yield from french_regulars(state)
        case Event.BRITISH_REGULARS:
            yield from british_regulars(state)
        case Event.HIGHLANDERS:
            yield from highlanders(state)
        case Event.QUIBERON:
            yield from quiberon(state)
        case Event.DIPLOMATIC:
            yield from diplomatic(state)
        case Event.SHIRLEY:
            yield from shirley(state)
        case _:
            return
