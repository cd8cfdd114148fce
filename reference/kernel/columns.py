"""Columns of small numbers, one byte for each piece, space or card."""


def with_byte(column: bytes, index: int, value: int) -> bytes:
    """Return a column with one value exchanged."""
    return b"%b%c%b" % (column[:index], value, column[index + 1 :])


def indexes(column: bytes, value: int) -> list[int]:
    """Return where a value stands in a column, in order."""
    found: list[int] = []
    index = column.find(value)
    while index >= 0:
        found.append(index)
        index = column.find(value, index + 1)
    return found
