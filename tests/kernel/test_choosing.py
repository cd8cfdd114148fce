"""Choosing a set one item at a time."""

from itertools import combinations, combinations_with_replacement, product

from reference.kernel.choosing import Misplaced, first_of_alike, following, in_order, misplaced

ITEMS = (1, 2, 3, 11, 12)


def units(item: int) -> int:
    """Items are alike that end in the same figure."""
    return item % 10


def itself(item: int) -> int:
    return item


def paths(picked: tuple[int, ...], like: object) -> list[tuple[int, ...]]:
    """Return every way of naming a set, the empty one included."""
    alike = units if like is units else itself
    further = [path for item in following(ITEMS, picked, alike) for path in paths((*picked, item), like)]
    return [picked, *further]


def test_every_set_has_exactly_one_path() -> None:
    every = [chosen for size in range(6) for chosen in combinations(ITEMS, size)]
    assert sorted(paths((), itself)) == sorted(every)


def test_of_items_alike_the_first_is_named_so_that_equal_sets_are_offered_once() -> None:
    assert first_of_alike((11, 1, 2, 12), units) == (11, 2)
    named = paths((), units)
    assert len(named) == len({tuple(sorted(units(item) for item in path)) for path in named}) == 3 * 3 * 2


def test_copies_that_share_a_number_follow_each_other_so_that_every_number_of_them_has_one_path() -> None:
    for size in range(4):
        named = [path for path in product(ITEMS, repeat=size) if all(in_order(path[:n], path[n]) for n in range(size))]
        assert named == list(combinations_with_replacement(ITEMS, size))


def test_an_item_that_does_not_follow_is_told_why() -> None:
    assert misplaced(ITEMS, (1, 2), 2, 2) is Misplaced.ALREADY_CHOSEN
    assert misplaced(ITEMS, (1,), 7, 7) is Misplaced.NOT_AMONG_THEM
    assert misplaced(ITEMS, (3,), 2, 2) is Misplaced.OUT_OF_ORDER
    assert misplaced(ITEMS, (), 11, 1) is Misplaced.ANOTHER_COMES_FIRST
