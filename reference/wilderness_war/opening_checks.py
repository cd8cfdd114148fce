"""What many openings want of a position: who must stand where before a procedure can begin."""

from collections.abc import Iterator

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.board import (
    Board,
    leaders_at,
    leaders_on_map,
    leaders_outside,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, SPACES, Space, adjacent, landings_from
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit, is_auxiliary
from reference.wilderness_war.ch10_targets import is_raid_proof, is_target
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side

_LANDINGS = frozenset(to for place in SPACES for to in landings_from(place))


@rule("ww:5.31")
def absent_violations(board: Board, leader: Leader) -> Iterator[Violation]:
    """Refuse a leader who is not on the map."""
    if leader not in leaders_on_map(board, LEADERS[leader].side):
        yield violation(Reason.NOT_ON_MAP, "ww:5.31", leader=LEADERS[leader].id)


@rule("ww:7.51")
def leading_violations(board: Board, leader: Leader | None, side: Side, place: Space) -> Iterator[Violation]:
    """Refuse a commander who is not with his side's pieces outside in a space."""
    if leader is not None and leader not in leaders_outside(board, place, side):
        yield violation(Reason.NOT_AMONG_THEM, "ww:7.51", leader=LEADERS[leader].id, space=IDS[place])


@rule("ww:7.7")
def checked_violations(board: Board, leaders: tuple[Leader, ...], side: Side, place: Space) -> Iterator[Violation]:
    """Refuse to roll for leaders who are not in the space, inside or outside."""
    for leader in leaders:
        if leader not in leaders_at(board, place, side):
            yield violation(Reason.NOT_AMONG_THEM, "ww:7.7", leader=LEADERS[leader].id, space=IDS[place])


@rule("ww:7.1")
def opponents_violations(board: Board, place: Space) -> Iterator[Violation]:
    """Refuse a battle without units of both sides outside in the space."""
    for side in Side:
        if not units_outside(board, place, side):
            yield violation(Reason.NOBODY_THERE, "ww:7.1", side=side.value, space=IDS[place])


@rule("ww:6.2")
def entry_violations(entry: Space | None, place: Space) -> Iterator[Violation]:
    """Refuse a space as the one that a mover came from if it is not adjacent."""
    if entry is not None and entry not in adjacent(place):
        yield violation(Reason.NOT_ADJACENT, "ww:6.2", start=IDS[entry], to=IDS[place])


@rule("ww:6.43", "ww:2.0-arrows")
def landing_violations(place: Space, attacker: Side, *, landing: bool) -> Iterator[Violation]:
    """Refuse an attack from the sea by the French, or where no arrow of a landing leads."""
    if landing and attacker is Side.FRENCH:
        yield violation(Reason.BRITISH_ONLY, "ww:6.43")
    if landing and place not in _LANDINGS:
        yield violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:2.0-arrows", space=IDS[place])


def raiders(board: Board, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's auxiliaries outside in a space."""
    return tuple(unit for unit in units_outside(board, place, side) if is_auxiliary(COUNTERS[unit].kind))


@rule("ww:10.1", "ww:10.11")
def raid_violations(board: Board, place: Space, side: Side) -> Iterator[Violation]:
    """Refuse a raid without auxiliaries, on a space that is raid-proof, or where there is nothing to raid."""
    if not raiders(board, place, side):
        yield violation(Reason.NO_RAIDERS, "ww:10.1", side=side.value, space=IDS[place])
    if is_raid_proof(board, place, side):
        yield violation(Reason.RAID_PROOF, "ww:10.11", space=IDS[place])
    elif not is_target(board, place, side):
        yield violation(Reason.NOTHING_TO_RAID, "ww:10.1", side=side.value, space=IDS[place])
