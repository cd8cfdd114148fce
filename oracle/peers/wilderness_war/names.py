"""Which of Referee's counters stands for which recorded one.

Counters of a type are alike. Referee and the other implementation may weaken or take different ones of them; nobody
could tell on a board. So the pairing of recorded ids and counters is changed where both agree but for that.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from oracle.peers.wilderness_war.records import Piece, Pieces
from reference.wilderness_war.actions import Drop, DropLeader, Pick, PickLeader, PlaceUnit
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import (
    COUNTERS,
    LEADERS,
    REDUCED,
    UNITS,
    Kind,
    Unit,
    is_leader_id,
    leader,
    unit,
)

Standing = tuple[str, bool, bool]
NOWHERE: Standing = ("", False, False)


def is_indian(name: str) -> bool:
    """Say whether a recorded piece is an Indian unit."""
    return not is_leader_id(name) and COUNTERS[unit(name)].kind is Kind.INDIAN


def standing_of(board: Board, each: Unit) -> Standing:
    """Return where a unit stands on a board, whether it is reduced and whether inside."""
    at = board.unit_at[each]
    if at >= len(IDS):
        return NOWHERE
    return IDS[at], board.unit_steps[each] == REDUCED, bool(board.unit_inside[each])


def recorded_standing(piece: Piece | None) -> Standing:
    """Return where a recorded piece stands."""
    return NOWHERE if piece is None else (piece.space, piece.reduced, piece.inside)


@dataclass(slots=True)
class Names:
    """The pairing of recorded ids with Referee's counters; at first every id is its own counter."""

    units: dict[str, Unit] = field(default_factory=lambda: {COUNTERS[each].id: each for each in UNITS})
    ids: dict[Unit, str] = field(default_factory=lambda: {each: COUNTERS[each].id for each in UNITS})

    def unit(self, name: str) -> Unit:
        """Return the counter of a recorded id."""
        return self.units[name] if name in self.units else unit(name)

    def name(self, each: Unit) -> str:
        """Return the recorded id of a counter."""
        return self.ids[each]

    def pick(self, name: str) -> Pick | PickLeader:
        """Return the choice of a recorded piece."""
        return PickLeader(leader(name)) if is_leader_id(name) else Pick(self.unit(name))

    def drop(self, name: str) -> Drop | DropLeader:
        """Return that a recorded piece is left behind."""
        return DropLeader(leader(name)) if is_leader_id(name) else Drop(self.unit(name))

    def of(self, action: object) -> str | None:
        """Return the recorded id of the piece that an action is about; none if it is about none."""
        match action:
            case Pick(each) | Drop(each) | PlaceUnit(each):
                return self.ids[each]
            case PickLeader(each) | DropLeader(each):
                return LEADERS[each].id
            case _:
                return None

    def likeness(self, board: Board, name: str) -> tuple[str, ...]:
        """Return what makes a piece the same choice as another: itself for a leader, type and standing for a unit."""
        if is_leader_id(name):
            return (name,)
        each = self.unit(name)
        space, reduced, inside = standing_of(board, each)
        return (COUNTERS[each].type, space, *(["reduced"] if reduced else []), *(["inside"] if inside else []))

    def rematch(self, board: Board, pieces: Pieces) -> None:
        """Pair recorded pieces anew with counters of their type that stand alike, leaving pairs that agree."""
        names: dict[tuple[str, Standing], list[str]] = defaultdict(list)
        free: dict[tuple[str, Standing], list[Unit]] = defaultdict(list)
        for each in UNITS:
            name, kind = self.ids[each], COUNTERS[each].type
            wanted, found = recorded_standing(pieces.get(name)), standing_of(board, each)
            if wanted != found:
                names[kind, wanted].append(name)
                free[kind, found].append(each)
        spare: list[str] = []
        left: list[Unit] = []
        for key in {**names, **free}:
            told, counters = names[key], free[key]
            common = min(len(told), len(counters))
            for name, each in zip(told, counters, strict=False):
                self._pair(name, each)
            spare.extend(told[common:])
            left.extend(counters[common:])
        for name in spare:
            kind = COUNTERS[unit(name)].type
            each = next(each for each in left if COUNTERS[each].type == kind)
            left.remove(each)
            self._pair(name, each)

    def _pair(self, name: str, each: Unit) -> None:
        self.units[name], self.ids[each] = each, name
