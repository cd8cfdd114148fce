"""Choosing a set one item at a time.

Items have a fixed order. A set is named in that order, so that each set is reached in one way only. Of several equal
items the first is named, so that equal sets are offered only once.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

Item = TypeVar("Item", bound=int)
Likeness = Callable[[Item], Hashable]


class Misplaced(StrEnum):
    """Why an item cannot be named next."""

    ALREADY_CHOSEN = "already_chosen"
    NOT_AMONG_THEM = "not_among_them"
    OUT_OF_ORDER = "out_of_order"
    ANOTHER_COMES_FIRST = "another_comes_first"


def first_of_alike(items: Iterable[Item], alike: Likeness[Item]) -> tuple[Item, ...]:
    """Return the first item of each group of equal items."""
    found: dict[Hashable, Item] = {}
    for item in items:
        found.setdefault(alike(item), item)
    return tuple(found.values())


def following(items: Iterable[Item], picked: Sequence[Item], alike: Likeness[Item]) -> tuple[Item, ...]:
    """Return the items that may be named next: after the last one picked, and of equal items only the first."""
    last = picked[-1] if picked else -1
    rest = first_of_alike((item for item in items if item not in picked), alike)
    return tuple(item for item in rest if item > last)


def in_order(picked: Sequence[Item], item: Item) -> bool:
    """Say whether an item may be named after those picked; where copies share a number, one may follow another."""
    return not picked or item >= picked[-1]


def misplaced(items: Sequence[Item], picked: Sequence[Item], item: Item, first: Item) -> Misplaced:
    """Say why an item does not follow those picked; `first` is the one of its equals to name first, or itself."""
    if item in picked:
        return Misplaced.ALREADY_CHOSEN
    if item not in items:
        return Misplaced.NOT_AMONG_THEM
    if not in_order(picked, first):
        return Misplaced.OUT_OF_ORDER
    return Misplaced.ANOTHER_COMES_FIRST
