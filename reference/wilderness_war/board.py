"""The board: where every counter stands and which markers lie on the map.

A board is a few byte columns, with one byte for each unit, leader or space. That makes it small, quick to copy and
quick to hash (`docs/state_representation.md` has the figures). Only the functions below know the layout.
"""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from reference.kernel.columns import indexes, with_byte
from reference.kernel.rules import rule
from reference.wilderness_war.ch02_map import (
    FORTRESSES,
    SPACES,
    Space,
    originally_friendly,
)
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, LEADERS, UNITS, Leader, Unit
from reference.wilderness_war.sides import Side

P = TypeVar("P", bound=int)


class Away(IntEnum):
    """Where a piece off the map is; the numbers are above those of all spaces."""

    AVAILABLE = 255
    REMOVED = 254
    POOL = 253
    ASIDE = 252


class Work(StrEnum):
    """A finished fortification."""

    FORTRESS = "fortress"
    FORT = "fort"
    STOCKADE = "stockade"


_NOBODY = 0
_CODE = {Side.BRITISH: 1, Side.FRENCH: 2}
_SIDE = {1: Side.BRITISH, 2: Side.FRENCH}
_OWNERS = (None, *_SIDE.values())
_SIDES = tuple(counter.side for counter in COUNTERS)
_LEADER_SIDES = tuple(piece.side for piece in LEADERS)
_EMPTY = bytes(len(SPACES))
_OF_SIDE = {side: tuple(unit for unit in UNITS if _SIDES[unit] is side) for side in Side}
_LEADERS_OF_SIDE = {side: tuple(leader for leader in ALL_LEADERS if _LEADER_SIDES[leader] is side) for side in Side}
_ON_MAP = len(SPACES)


class Board(NamedTuple):
    """All pieces and markers.

    `unit_at` and `leader_at` hold a space or an `Away`; `*_inside` is 1 for pieces inside a fort or fortress. The
    columns of works and fieldworks hold the owner; `siege` holds the level plus one; the raided columns count markers.
    """

    unit_at: bytes
    unit_steps: bytes
    unit_inside: bytes
    leader_at: bytes
    leader_inside: bytes
    fortress: bytes
    fort: bytes
    unfinished: bytes
    stockade: bytes
    siege: bytes
    amphib: bytes
    fieldworks: bytes
    raided_by_british: bytes
    raided_by_french: bytes


def _original_fortresses() -> bytes:
    owners = bytearray(len(SPACES))
    for place in FORTRESSES:
        side = Side.BRITISH if originally_friendly(place, Side.BRITISH) else Side.FRENCH
        owners[place] = _CODE[side]
    return bytes(owners)


EMPTY_BOARD = Board(
    unit_at=bytes([Away.AVAILABLE]) * len(COUNTERS),
    unit_steps=bytes(len(COUNTERS)),
    unit_inside=bytes(len(COUNTERS)),
    leader_at=bytes([Away.ASIDE]) * len(LEADERS),
    leader_inside=bytes(len(LEADERS)),
    fortress=_original_fortresses(),
    fort=_EMPTY,
    unfinished=_EMPTY,
    stockade=_EMPTY,
    siege=_EMPTY,
    amphib=_EMPTY,
    fieldworks=_EMPTY,
    raided_by_british=_EMPTY,
    raided_by_french=_EMPTY,
)


# ---------------------------------------------------------------- pieces


def side_of(unit: Unit) -> Side:
    """Return the side a unit fights for."""
    return _SIDES[unit]


def side_of_leader(leader: Leader) -> Side:
    """Return the side a leader fights for."""
    return _LEADER_SIDES[leader]


def place_of(board: Board, unit: Unit) -> Space | Away:
    """Return where a unit is."""
    return _place(board.unit_at[unit])


def place_of_leader(board: Board, leader: Leader) -> Space | Away:
    """Return where a leader is."""
    return _place(board.leader_at[leader])


def _place(code: int) -> Space | Away:
    return Space(code) if code < len(SPACES) else Away(code)


def steps(board: Board, unit: Unit) -> int:
    """Return how many steps a unit has left: 2, 1, or 0 off the map."""
    return board.unit_steps[unit]


def is_inside(board: Board, unit: Unit) -> bool:
    """Say whether a unit is inside the fort or fortress of its space."""
    return board.unit_inside[unit] == 1


def leader_is_inside(board: Board, leader: Leader) -> bool:
    """Say whether a leader is inside the fort or fortress of his space."""
    return board.leader_inside[leader] == 1


@lru_cache(maxsize=1024)
def _stacks(unit_at: bytes, side: Side) -> Mapping[int, tuple[Unit, ...]]:
    """Return a side's units by the space they stand in."""
    return _by_place([(unit, unit_at[unit]) for unit in _OF_SIDE[side]])


@lru_cache(maxsize=1024)
def _staffs(leader_at: bytes, side: Side) -> Mapping[int, tuple[Leader, ...]]:
    """Return a side's leaders by the space they stand in."""
    return _by_place([(leader, leader_at[leader]) for leader in _LEADERS_OF_SIDE[side]])


def _by_place(pieces: list[tuple[P, int]]) -> Mapping[int, tuple[P, ...]]:
    found: dict[int, tuple[P, ...]] = {}
    for piece, place in pieces:
        if place < _ON_MAP:
            found[place] = (*found.get(place, ()), piece)
    return found


def units_at(board: Board, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's units in a space, inside and outside."""
    return _stacks(board.unit_at, side).get(place, ())


def spaces_of(board: Board, side: Side) -> frozenset[Space]:
    """Return the spaces and militia boxes where a side has units."""
    return _spaces_of(board.unit_at, side)


@lru_cache(maxsize=1024)
def _spaces_of(unit_at: bytes, side: Side) -> frozenset[Space]:
    return frozenset(Space(place) for place in _stacks(unit_at, side))


def leaders_at(board: Board, place: Space, side: Side) -> tuple[Leader, ...]:
    """Return a side's leaders in a space, inside and outside."""
    return _staffs(board.leader_at, side).get(place, ())


def occupied(board: Board) -> tuple[Space, ...]:
    """Return every space that holds a piece, in the order of the map."""
    return tuple(Space(place) for place in sorted({*board.unit_at, *board.leader_at}) if place < _ON_MAP)


def units_outside(board: Board, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's units in a space that are not inside a work."""
    found, inside = units_at(board, place, side), board.unit_inside
    return tuple([unit for unit in found if not inside[unit]]) if found else found


def leaders_outside(board: Board, place: Space, side: Side) -> tuple[Leader, ...]:
    """Return a side's leaders in a space who are not inside a work."""
    return tuple(leader for leader in leaders_at(board, place, side) if not board.leader_inside[leader])


def units_inside(board: Board, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's units inside the fort or fortress of a space."""
    return tuple(unit for unit in units_at(board, place, side) if board.unit_inside[unit])


def leaders_inside(board: Board, place: Space, side: Side) -> tuple[Leader, ...]:
    """Return a side's leaders inside the fort or fortress of a space."""
    return tuple(leader for leader in leaders_at(board, place, side) if board.leader_inside[leader])


def units_on_map(board: Board, side: Side) -> tuple[Unit, ...]:
    """Return a side's units on the map and in its militia boxes."""
    return _on_map(board.unit_at, side)


@lru_cache(maxsize=1024)
def _on_map(unit_at: bytes, side: Side) -> tuple[Unit, ...]:
    return tuple([unit for unit in _OF_SIDE[side] if unit_at[unit] < _ON_MAP])


def leaders_on_map(board: Board, side: Side) -> tuple[Leader, ...]:
    """Return a side's leaders on the map."""
    return _leaders_on_map(board.leader_at, side)


@lru_cache(maxsize=1024)
def _leaders_on_map(leader_at: bytes, side: Side) -> tuple[Leader, ...]:
    return tuple([leader for leader in _LEADERS_OF_SIDE[side] if leader_at[leader] < _ON_MAP])


def put_unit(board: Board, unit: Unit, place: Space | Away, left: int, *, inside: bool = False) -> Board:
    """Return the board with a unit in a place, with this number of steps left."""
    return board._replace(
        unit_at=with_byte(board.unit_at, unit, place),
        unit_steps=with_byte(board.unit_steps, unit, left),
        unit_inside=with_byte(board.unit_inside, unit, inside),
    )


def put_steps(board: Board, unit: Unit, left: int) -> Board:
    """Return the board with a unit where it is, with this number of steps left."""
    return board._replace(unit_steps=with_byte(board.unit_steps, unit, left))


def put_leader(board: Board, leader: Leader, place: Space | Away, *, inside: bool = False) -> Board:
    """Return the board with a leader in a place."""
    return board._replace(
        leader_at=with_byte(board.leader_at, leader, place),
        leader_inside=with_byte(board.leader_inside, leader, inside),
    )


# ---------------------------------------------------------------- works and markers


@lru_cache(maxsize=1024)
def owned(column: bytes, side: Side) -> tuple[Space, ...]:
    """Return the spaces that a side owns in a column of owners, in the order of the map."""
    return tuple(Space(place) for place in indexes(column, _CODE[side]))


def fortress_owner(board: Board, place: Space) -> Side | None:
    """Return the owner of the fortress of a space, if one is printed there."""
    return _SIDE.get(board.fortress[place])


def fort_owner(board: Board, place: Space) -> Side | None:
    """Return the owner of the finished fort in a space."""
    return _SIDE.get(board.fort[place])


def unfinished_fort_owner(board: Board, place: Space) -> Side | None:
    """Return the owner of the fort under construction in a space."""
    return _SIDE.get(board.unfinished[place])


def stockade_owner(board: Board, place: Space) -> Side | None:
    """Return the owner of the stockade in a space."""
    return _SIDE.get(board.stockade[place])


def fieldworks_owner(board: Board, place: Space) -> Side | None:
    """Return the owner of the Fieldworks in a space."""
    return _SIDE.get(board.fieldworks[place])


def has_amphib(board: Board, place: Space) -> bool:
    """Say whether an Amphib marker lies in a space."""
    return board.amphib[place] == 1


def siege_level(board: Board, place: Space) -> int | None:
    """Return the level of the siege in a space, if there is one."""
    return board.siege[place] - 1 if board.siege[place] else None


def raided_markers(board: Board, side: Side) -> bytes:
    """Return how many Raided markers a side has in each space."""
    return board.raided_by_british if side is Side.BRITISH else board.raided_by_french


def _owned(column: bytes, place: Space, side: Side | None) -> bytes:
    return with_byte(column, place, _NOBODY if side is None else _CODE[side])


def put_fortress(board: Board, place: Space, side: Side) -> Board:
    """Return the board with a fortress in a side's hands."""
    return board._replace(fortress=_owned(board.fortress, place, side))


def put_fort(board: Board, place: Space, side: Side | None) -> Board:
    """Return the board with or without a finished fort in a space."""
    return board._replace(fort=_owned(board.fort, place, side))


def put_unfinished_fort(board: Board, place: Space, side: Side | None) -> Board:
    """Return the board with or without a fort under construction in a space."""
    return board._replace(unfinished=_owned(board.unfinished, place, side))


def put_stockade(board: Board, place: Space, side: Side | None) -> Board:
    """Return the board with or without a stockade in a space."""
    return board._replace(stockade=_owned(board.stockade, place, side))


def put_fieldworks(board: Board, place: Space, side: Side | None) -> Board:
    """Return the board with or without Fieldworks in a space."""
    return board._replace(fieldworks=_owned(board.fieldworks, place, side))


def put_amphib(board: Board, place: Space, *, present: bool) -> Board:
    """Return the board with or without an Amphib marker in a space."""
    return board._replace(amphib=with_byte(board.amphib, place, present))


def put_siege(board: Board, place: Space, level: int | None) -> Board:
    """Return the board with a siege of that level in a space, or none."""
    return board._replace(siege=with_byte(board.siege, place, 0 if level is None else level + 1))


def put_raided(board: Board, place: Space, side: Side, count: int) -> Board:
    """Return the board with this number of Raided markers of a side in a space."""
    if side is Side.BRITISH:
        return board._replace(raided_by_british=with_byte(board.raided_by_british, place, count))
    return board._replace(raided_by_french=with_byte(board.raided_by_french, place, count))


def without_raided(board: Board) -> Board:
    """Return the board without any Raided marker."""
    return board._replace(raided_by_british=_EMPTY, raided_by_french=_EMPTY)


# ---------------------------------------------------------------- who holds what


@rule("ww:2.0-fortifications", "ww:5.44")
def fortification(board: Board, place: Space) -> tuple[Work, Side] | None:
    """Return the finished fortification in a space and its owner; a fort under construction does not count."""
    if owner := _OWNERS[board.fortress[place]]:
        return Work.FORTRESS, owner
    if owner := _OWNERS[board.fort[place]]:
        return Work.FORT, owner
    if owner := _OWNERS[board.stockade[place]]:
        return Work.STOCKADE, owner
    return None


@rule("ww:8.21-def")
def is_besieged(board: Board, place: Space) -> bool:
    """Say whether a space is under siege: whether any siege marker lies there."""
    return board.siege[place] != 0


@rule("ww:8.21-def")
def is_besieged_unit(board: Board, unit: Unit) -> bool:
    """Say whether a unit is inside a besieged fort or fortress."""
    return board.unit_inside[unit] == 1 and board.siege[board.unit_at[unit]] != 0


@rule("ww:8.21-def")
def is_besieged_leader(board: Board, leader: Leader) -> bool:
    """Say whether a leader is inside a besieged fort or fortress."""
    return board.leader_inside[leader] == 1 and board.siege[board.leader_at[leader]] != 0


def has_fortification(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side has a fortification in a space, besieged or not."""
    found = fortification(board, place)
    return found is not None and found[1] is side


def has_unbesieged_fortification(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side has an unbesieged fortification in a space."""
    return has_fortification(board, place, side) and not is_besieged(board, place)


def has_unbesieged_units(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side has units in a space that are not inside a besieged work."""
    found = units_outside(board, place, side) if is_besieged(board, place) else units_at(board, place, side)
    return bool(found)


def holds_unbesieged(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side has unbesieged units or an unbesieged fortification in a space."""
    return place in held_spaces(board, side)


def held_spaces(board: Board, side: Side) -> frozenset[int]:
    """Return every space where a side has unbesieged units or an unbesieged fortification."""
    works = (board.fortress, board.fort, board.stockade)
    return _held(board.unit_at, board.unit_inside, works, board.siege, side)


@lru_cache(maxsize=1024)
def _held(
    unit_at: bytes, unit_inside: bytes, works: tuple[bytes, bytes, bytes], siege: bytes, side: Side
) -> frozenset[int]:
    stacks = _stacks(unit_at, side)
    found = set(stacks).union(*(owned(column, side) for column in works))
    shut_in = (place for place in marked(siege) if all(unit_inside[unit] for unit in stacks.get(place, ())))
    return frozenset(found.difference(shut_in))


@rule("ww:6.432-b")
def is_held_by_amphib(board: Board, place: Space, side: Side) -> bool:
    """Say whether an Amphib marker keeps a captured fortress British without a unit."""
    return side is Side.BRITISH and has_amphib(board, place)


@rule("ww:2.0-fortresses", "ww:8.22")
def controls_fortress(board: Board, place: Space, side: Side) -> bool:
    """Say whether a side controls the fortress of a space.

    It must be unbesieged and free of enemy units; one that was originally the enemy's also needs a garrison or, for
    the British, an Amphib marker.
    """
    if fortress_owner(board, place) is not side or is_besieged(board, place) or units_at(board, place, side.enemy):
        return False
    if originally_friendly(place, side):
        return True
    return bool(units_at(board, place, side)) or is_held_by_amphib(board, place, side)


@lru_cache(maxsize=4096)
def marked(column: bytes) -> tuple[Space, ...]:
    """Return the spaces in which a column of markers has one."""
    return tuple(Space(index) for index, value in enumerate(column) if value)


@lru_cache(maxsize=4096)
def owners(column: bytes) -> tuple[tuple[Space, Side], ...]:
    """Return the spaces in which a column of works has one, each with its owner."""
    return tuple((place, _SIDE[column[place]]) for place in marked(column))


def occupies_alone(board: Board, place: Space, side: Side) -> bool:
    """Say whether only this side has units or fortifications in a space."""
    theirs = units_at(board, place, side.enemy) or has_fortification(board, place, side.enemy)
    return not theirs and bool(units_at(board, place, side) or has_fortification(board, place, side))
