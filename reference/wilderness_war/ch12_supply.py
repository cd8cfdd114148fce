"""Chapter 12: supply.

Drilled troops need a chain of spaces from where they stand to a source. No space of the chain may hold unbesieged
enemies. Each space except the supplied one carries supply by its own quality, or else only from water to water.

The search runs outwards from the sources and finds every supplied space of a side at once.
"""

from collections import deque
from functools import lru_cache

from reference.kernel.rules import rule
from reference.wilderness_war.board import (
    Board,
    controls_fortress,
    has_amphib,
    has_fortification,
    holds_unbesieged,
    marked,
)
from reference.wilderness_war.ch02_map import (
    FORTRESSES,
    PORTS,
    Space,
    adjacent,
    is_cultivated,
    linked_by_water,
    originally_friendly,
)
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side


@rule("ww:12.1", "ww:12.1-source")
def supply_sources(board: Board, side: Side) -> tuple[Space, ...]:
    """Return the spaces a side draws supply from: own fortresses that it controls, and the extra British sources."""
    fortresses = tuple(
        place for place in FORTRESSES if originally_friendly(place, side) and controls_fortress(board, place, side)
    )
    return fortresses + (british_extra_sources(board) if side is Side.BRITISH else ())


@rule("ww:12.1-british", "ww:12.1-source")
def british_extra_sources(board: Board) -> tuple[Space, ...]:
    """Return captured ports and Amphib spaces; an Amphib marker serves even in a siege the British conduct (A1)."""
    captured = (
        place
        for place in PORTS
        if not originally_friendly(place, Side.BRITISH) and controls_fortress(board, place, Side.BRITISH)
    )
    return tuple(sorted({*marked(board.amphib), *captured}))


@rule("ww:12.2")
def blocks_supply(board: Board, place: Space, side: Side) -> bool:
    """Say whether a space stops a side's supply: unbesieged enemy units or an unbesieged enemy fortification."""
    return holds_unbesieged(board, place, side.enemy)


@rule("ww:12.21")
def carries_by_itself(board: Board, place: Space, side: Side) -> bool:
    """Say whether a space carries supply over any link: cultivated, fortified by the side, or Amphib."""
    return is_cultivated(place) or has_fortification(board, place, side) or has_amphib(board, place)


@rule("ww:12.21", "ww:12.21-imp")
def passes_on(board: Board, place: Space, side: Side, *, from_water: bool, to_water: bool) -> bool:
    """Say whether a space between two links of a chain passes supply on: by itself, or from water to water."""
    return carries_by_itself(board, place, side) or (from_water and to_water)


@lru_cache(maxsize=1024)
def _supplied_spaces(board: Board, side: Side) -> frozenset[Space]:
    supplied: set[Space] = set()
    # Spaces that need not be looked at again: they stop supply, or have passed on all they can.
    done: set[Space] = set()
    waiting = deque((source, True) for source in supply_sources(board, side))
    while waiting:
        place, from_water = waiting.popleft()
        if place in done:
            continue
        if blocks_supply(board, place, side):
            done.add(place)
            continue
        supplied.add(place)
        by_land = passes_on(board, place, side, from_water=from_water, to_water=False)
        by_water = by_land or passes_on(board, place, side, from_water=from_water, to_water=True)
        if by_land or from_water:
            done.add(place)
        for following in adjacent(place):
            to_water = linked_by_water(place, following)
            if following not in done and (by_water if to_water else by_land):
                waiting.append((following, to_water))
    return frozenset(supplied)


@rule("ww:12.1", "ww:fr-adv")
def is_supplied(board: Board, place: Space, side: Side, ruleset: Ruleset) -> bool:
    """Say whether a side's drilled troops in a space are supplied at this moment; without supply rules all are."""
    return ruleset.advanced_rules == "off" or _has_supply_line(board, place, side)


@rule("ww:12.1", "ww:12.2", "ww:12.3-imp")
def _has_supply_line(board: Board, place: Space, side: Side) -> bool:
    """Say whether a line of supply reaches a space at this moment."""
    return place in _supplied_spaces(board, side)
