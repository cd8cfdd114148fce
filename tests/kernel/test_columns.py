"""Columns of small numbers."""

from reference.kernel.columns import indexes, with_byte


def test_one_value_is_exchanged_and_the_others_stay() -> None:
    column = bytes((5, 6, 7))
    assert [with_byte(column, index, 9) for index in range(3)] == [bytes((9, 6, 7)), bytes((5, 9, 7)), bytes((5, 6, 9))]
    assert column == bytes((5, 6, 7))


def test_a_value_is_found_everywhere_it_stands() -> None:
    assert indexes(bytes((1, 0, 1, 1)), 1) == [0, 2, 3]
    assert indexes(bytes((1, 0)), 4) == []
