"""What every sound position keeps: the invariants of the board, each bound to the rule that demands it."""

from collections.abc import Iterator
from itertools import chain, compress

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import standing_invariants, track_invariants
from reference.wilderness_war.board import (
    Away,
    Work,
    fort_owner,
    fortification,
    fortress_owner,
    has_amphib,
    is_besieged_unit,
    leaders_inside,
    leaders_on_map,
    marked,
    owners,
    raided_markers,
    spaces_of,
    stockade_owner,
    unfinished_fort_owner,
    units_at,
    units_inside,
    units_on_map,
    units_outside,
)
from reference.wilderness_war.cards import At, cards_at, hand
from reference.wilderness_war.ch02_map import (
    FORTRESSES,
    IDS,
    SPACES,
    TERRAIN,
    Department,
    Space,
    Terrain,
    department,
    is_fortress,
    landings_from,
    originally_friendly,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, LEADERS, UNITS, Kind, is_drilled
from reference.wilderness_war.ch08_consequences import is_calm
from reference.wilderness_war.ch13_victory import NIAGARA, OHIO_FORKS
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_frames import Removal
from reference.wilderness_war.frames import (
    Battle,
    Combat,
    MassacreWindow,
    Move,
    MoveStage,
    Parole,
    Raiding,
    Reaction,
    Retreat,
    Sheltering,
    Siege,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

_FORT_CAPACITY = table("fort_fortress").table("fort").number("unit_capacity")
_SEVEN = table("british_leaders").number("limited_command")
_MOST_SEVENS = table("british_leaders").number("max_command_7_in_play")
_MOST_CARDS = 10
_AWAY = frozenset(Away)
_PLACES = len(SPACES)
_CARD_PLACES = frozenset(At)
_BOXES = frozenset(place for place in SPACES if TERRAIN[place] is Terrain.MILITIA_BOX)
_ON_MAP = frozenset(SPACES) - _BOXES
_BOX_OWNER = {
    box: next(
        side
        for side in Side
        if any(department(each) is department(box) and originally_friendly(each, side) for each in SPACES)
    )
    for box in _BOXES
}
_LANDING_SPACES = frozenset(to for place in SPACES for to in landings_from(place))
_LIMITS = {
    region: table("provincial_assemblies").table(f"{region.value}_limit")
    for region in (Department.NORTHERN, Department.SOUTHERN)
}
_OF_KIND = {kind: tuple(unit for unit in UNITS if COUNTERS[unit].kind is kind) for kind in Kind}


def violations(state: State) -> tuple[Violation, ...]:
    """Return everything that is wrong with a position."""
    found = chain(
        misplaced_counters(state),
        doubled_works(state),
        finished_and_unfinished_forts(state),
        raided_boxes(state),
        begun_at_fortresses(state),
        stockades_not_taken(state),
        stray_landings(state),
        crowded_forts(state),
        hidden_without_work(state),
        sieges_without_cause(state),
        enemies_together(state),
        stray_militia(state),
        divided_iroquois(state),
        too_many_sevens(state),
        too_many_provincials(state),
        ungarrisoned_fortresses(state),
        misjudged_key_spaces(state),
        lost_cards(state),
        standing_invariants.violations(state),
        track_invariants.violations(state),
    )
    return tuple(found)


def _fought_over(state: State) -> frozenset[Space]:
    """Return the spaces where an entry, a battle or a surrender is under way."""
    fights = (Combat, Battle, Retreat, Reaction, Sheltering, Parole, Raiding, Siege, MassacreWindow)
    found = {frame.space for frame in state.stack.frames if isinstance(frame, fights)}
    movers = tuple(frame for frame in state.stack.frames if isinstance(frame, Move))
    # As long as LAKE SCHOONER may be played, a mover may be sent back to the siege it left.
    left = {frame.entry for frame in movers if frame.stage is MoveStage.SCHOONER and frame.entry is not None}
    return frozenset(found | {frame.at for frame in movers} | left)


def _inside_spaces(state: State) -> tuple[Space, ...]:
    """Return the spaces where somebody is inside a work."""
    board = state.board
    found = {*compress(board.unit_at, board.unit_inside), *compress(board.leader_at, board.leader_inside)}
    return tuple(Space(place) for place in sorted(found) if place < _PLACES)


@rule("ww:3.1-steps")
def misplaced_counters(state: State) -> Iterator[Violation]:
    """Find pieces that are nowhere, units on the map without a step or off it with one, and pieces inside nothing."""
    board = state.board
    for counter, at, left, inside in zip(COUNTERS, board.unit_at, board.unit_steps, board.unit_inside, strict=True):
        sound = 0 < left <= FULL if at < _PLACES else not left and not inside and at in _AWAY
        if not sound:
            yield violation(Reason.COUNTER_MISPLACED, "ww:3.1-steps", piece=counter.id)
    for leader, at, inside in zip(LEADERS, board.leader_at, board.leader_inside, strict=True):
        if at >= _PLACES and (at not in _AWAY or inside):
            yield violation(Reason.COUNTER_MISPLACED, "ww:3.1-steps", piece=leader.id)


@rule("ww:5.43", "ww:5.43-fortress")
def doubled_works(state: State) -> Iterator[Violation]:
    """Find spaces with more than one finished fortification."""
    # Of two works at least one is not a fortress.
    for place in sorted({*marked(state.board.fort), *marked(state.board.stockade)}):
        works = (
            (Work.FORTRESS, fortress_owner(state.board, place)),
            (Work.FORT, fort_owner(state.board, place)),
            (Work.STOCKADE, stockade_owner(state.board, place)),
        )
        present = tuple(work.value for work, owner in works if owner is not None)
        if len(present) > 1:
            yield violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space=IDS[place], works=present)


@rule("ww:5.42")
def finished_and_unfinished_forts(state: State) -> Iterator[Violation]:
    """Find forts that are finished and under construction at once: the marker is turned over."""
    for place in marked(state.board.fort):
        if unfinished_fort_owner(state.board, place) is not None:
            yield violation(Reason.FORT_ALREADY_FINISHED, "ww:5.42", space=IDS[place])


@rule("ww:10.1")
def raided_boxes(state: State) -> Iterator[Violation]:
    """Find Raided markers on the boxes of the militia, where there is nothing to raid."""
    for side in Side:
        for place in marked(raided_markers(state.board, side)):
            if place in _BOXES:
                yield violation(Reason.NOTHING_TO_RAID, "ww:10.1", side=side.value, space=IDS[place])


@rule("ww:5.43-fortress")
def begun_at_fortresses(state: State) -> Iterator[Violation]:
    """Find forts begun where there is a fortress."""
    for place in marked(state.board.unfinished):
        if is_fortress(place):
            yield violation(Reason.FORTRESS_SPACE, "ww:5.43-fortress", space=IDS[place])


@rule("ww:5.45-capture", "ww:6.51-c")
def stockades_not_taken(state: State) -> Iterator[Violation]:
    """Find undefended stockades among enemy drilled troops, once nobody moves; by option new troops may enter there."""
    if state.ruleset.entry_block == "fortresses" or not is_calm(state):
        return
    for place, owner in owners(state.board.stockade):
        beside = units_outside(state.board, place, owner.enemy)
        drilled = any(is_drilled(COUNTERS[unit].kind) for unit in beside)
        if drilled and not units_at(state.board, place, owner):
            yield violation(Reason.STOCKADE_NOT_TAKEN, "ww:5.45-capture", space=IDS[place], side=owner.value)


@rule("ww:6.431-marker", "ww:2.0-arrows")
def stray_landings(state: State) -> Iterator[Violation]:
    """Find Amphib markers where no arrow of a landing leads."""
    for place in marked(state.board.amphib):
        if place not in _LANDING_SPACES:
            yield violation(Reason.MARKER_OFF_THE_ARROWS, "ww:2.0-arrows", space=IDS[place])


@rule("ww:2.0-stacking", "ww:8.11")
def crowded_forts(state: State) -> Iterator[Violation]:
    """Find forts with more than four units inside."""
    for place in _inside_spaces(state):
        inside = sum(len(units_inside(state.board, place, side)) for side in Side)
        if inside > _FORT_CAPACITY and not is_fortress(place):
            yield violation(Reason.TOO_MANY_INSIDE, "ww:8.11", space=IDS[place], units=inside, most=_FORT_CAPACITY)


@rule("ww:8.1", "ww:8.1-stockade")
def hidden_without_work(state: State) -> Iterator[Violation]:
    """Find pieces inside a work that is not there or not theirs."""
    for place in _inside_spaces(state):
        found = fortification(state.board, place)
        for side in Side:
            if found is not None and found[0] is not Work.STOCKADE and found[1] is side:
                continue
            hidden = units_inside(state.board, place, side) or leaders_inside(state.board, place, side)
            if hidden and place not in _fought_over(state):
                yield violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.1", space=IDS[place], side=side.value)


@rule("ww:8.21", "ww:8.232")
def sieges_without_cause(state: State) -> Iterator[Violation]:
    """Find siege markers without a fort or fortress to besiege, or without besiegers once nobody moves (ruling R9)."""
    for place in marked(state.board.siege):
        found = fortification(state.board, place)
        if found is None or found[0] is Work.STOCKADE:
            yield violation(Reason.SIEGE_WITHOUT_WORK, "ww:8.21", space=IDS[place])
        elif not units_at(state.board, place, found[1].enemy) and place not in _fought_over(state) and is_calm(state):
            yield violation(Reason.SIEGE_WITHOUT_BESIEGERS, "ww:8.232", space=IDS[place])


@rule("ww:6.51-a", "ww:7.1")
def enemies_together(state: State) -> Iterator[Violation]:
    """Find spaces where both sides stand in the open and no battle is under way."""
    for place in sorted(frozenset.intersection(*(spaces_of(state.board, side) for side in Side)) - _BOXES):
        if all(units_outside(state.board, place, side) for side in Side) and place not in _fought_over(state):
            yield violation(Reason.ENEMIES_TOGETHER, "ww:6.51-a", space=IDS[place])


@rule("ww:3.12", "ww:7.91")
def stray_militia(state: State) -> Iterator[Violation]:
    """Find militia outside their boxes and battles, and other pieces or the enemy's in the boxes."""
    for unit in _OF_KIND[Kind.MILITIA]:
        place = Space(state.board.unit_at[unit])
        if place in _ON_MAP and place not in _fought_over(state):
            yield violation(Reason.MILITIA_OUT_OF_BOX, "ww:7.91", unit=COUNTERS[unit].id, space=IDS[place])
    for side in Side:
        for box in sorted(_BOXES.intersection(spaces_of(state.board, side))):
            for unit in units_at(state.board, box, side):
                if COUNTERS[unit].kind is not Kind.MILITIA:
                    yield violation(Reason.UNIT_IN_MILITIA_BOX, "ww:3.12", unit=COUNTERS[unit].id, space=IDS[box])
                elif _BOX_OWNER[box] is not side:
                    yield violation(Reason.MILITIA_BOX_OF_ENEMY, "ww:3.12", unit=COUNTERS[unit].id, space=IDS[box])
        for leader in leaders_on_map(state.board, side):
            place = Space(state.board.leader_at[leader])
            if place in _BOXES:
                yield violation(Reason.UNIT_IN_MILITIA_BOX, "ww:3.12", unit=LEADERS[leader].id, space=IDS[place])


@rule("ww:5.533")
def divided_iroquois(state: State) -> Iterator[Violation]:
    """Find tribes that fight on both sides at once."""
    tribes = ({COUNTERS[unit].tribe for unit in units_on_map(state.board, side)} - {""} for side in Side)
    for tribe in sorted(set.intersection(*tribes)):
        yield violation(Reason.IROQUOIS_ON_BOTH_SIDES, "ww:5.533", tribe=tribe)


@rule("ww:5.55-max")
def too_many_sevens(state: State) -> Iterator[Violation]:
    """Find more than two command-7 leaders in play, all of whom are British."""
    sevens = tuple(
        leader.id
        for leader, at in zip(LEADERS, state.board.leader_at, strict=True)
        if leader.command == _SEVEN and at < _PLACES
    )
    if len(sevens) > _MOST_SEVENS:
        yield violation(Reason.TOO_MANY_COMMAND_SEVEN, "ww:5.55-max", leaders=sevens, most=_MOST_SEVENS)


@rule("ww:5.54-limits", "ww:5.54-exc")
def provincial_limit(state: State, region: Department) -> int:
    """Return how many provincials of a Department the Assemblies allow in play."""
    return _LIMITS[region].number(state.tracks.assemblies.value)


@rule("ww:5.54-limits", "ww:5.54-exc")
def too_many_provincials(state: State) -> Iterator[Violation]:
    """Find more provincials of a Department than the Assemblies allow, also counting besieged ones.

    They are allowed while all are besieged or spared, or a removal is due.
    """
    if any(isinstance(frame, Removal) for frame in state.stack.frames):
        return
    for region, kind in (
        (Department.NORTHERN, Kind.NORTHERN_PROVINCIAL),
        (Department.SOUTHERN, Kind.SOUTHERN_PROVINCIAL),
    ):
        present = [unit for unit in units_on_map(state.board, Side.BRITISH) if unit in _OF_KIND[kind]]
        free = sum(not is_besieged_unit(state.board, unit) for unit in present)
        limit = provincial_limit(state, region)
        if free and len(present) > limit and region not in state.tracks.spared:
            yield violation(
                Reason.TOO_MANY_PROVINCIALS, "ww:5.54-limits", department=region.value, units=len(present), most=limit
            )


@rule("ww:8.24-exc", "ww:2.0-fortresses")
def ungarrisoned_fortresses(state: State) -> Iterator[Violation]:
    """Find captured fortresses without garrison or Amphib marker, once nobody moves or fights (ruling R9)."""
    if not is_calm(state):
        return
    for place in FORTRESSES:
        owner = fortress_owner(state.board, place)
        assert owner is not None
        if originally_friendly(place, owner):
            continue
        held = units_at(state.board, place, owner) or (owner is Side.BRITISH and has_amphib(state.board, place))
        if not held:
            yield violation(Reason.FORTRESS_LEFT, "ww:8.24-exc", space=IDS[place], side=owner.value)


@rule("ww:13.23")
def misjudged_key_spaces(state: State) -> Iterator[Violation]:
    """Find Niagara or Ohio Forks said to be held last by another than the owner of a fort there."""
    for place, said in ((NIAGARA, state.tracks.niagara), (OHIO_FORKS, state.tracks.ohio_forks)):
        owner = fort_owner(state.board, place)
        if owner is not None and said is not owner and place not in _fought_over(state):
            holder = "nobody" if said is None else said.value
            yield violation(Reason.NOT_THE_HOLDER, "ww:13.23", space=IDS[place], side=owner.value, said=holder)


@rule("ww:5.21", "ww:4.0-A.2-handsize")
def lost_cards(state: State) -> Iterator[Violation]:
    """Find cards that are nowhere, and hands larger than a deal, COURIER INTERCEPTED! or a fetch could make them."""
    if set(state.cards.at) - _CARD_PLACES:
        yield violation(Reason.CARD_LOST, "ww:5.21", pile=len(cards_at(state.cards, At.PILE)))
    for side in Side:
        held, most = len(hand(state.cards, side)), _MOST_CARDS
        if held > most:
            yield violation(Reason.TOO_MANY_CARDS, "ww:4.0-A.2-handsize", side=side.value, cards=held, most=most)
