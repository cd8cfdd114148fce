"""What a position names: every word in it, ids among them."""

from collections.abc import Iterator, Mapping

from reference.kernel.canonical import Json


def names_in(value: Json) -> frozenset[str]:
    """Return every word of a JSON value, the names of its fields too."""
    return frozenset(_words(value))


def _words(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield from value.split()
        case Mapping():
            for name, item in value.items():
                yield name
                yield from _words(item)
        case list() | tuple():
            for item in value:
                yield from _words(item)
        case _:
            pass
