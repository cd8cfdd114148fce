"""Show people where two values differ."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from reference.kernel.canonical import ABSENT, Difference, Json, canonical_text, differences

_SHORT = 100


def changes(before: Json, after: Json) -> tuple[Difference, ...]:
    """Return where two states differ, item by item where both hold lists of the same length."""
    return tuple(finer for each in differences(before, after) for finer in _finer(each))


def in_lines(found: Difference, words: tuple[str, str] = ("expected", "found")) -> Iterator[str]:
    """Return a difference as lines; for two lists, only the items that one has and the other lacks."""
    for each in _finer(found):
        yield from _told(each, words)


def _finer(found: Difference) -> Iterator[Difference]:
    expected, other = found.expected, found.found
    if isinstance(expected, list | tuple) and isinstance(other, list | tuple) and _are_records(expected, other):
        for index, (one, two) in enumerate(zip(expected, other, strict=True)):
            for inner in differences(one, two, f"{found.path}[{index}]"):
                yield from _finer(inner)
    else:
        yield found


def _are_records(one: Sequence[Json], two: Sequence[Json]) -> bool:
    return len(one) == len(two) and any(isinstance(each, Mapping) for each in (*one, *two))


def _told(found: Difference, words: tuple[str, str]) -> Iterator[str]:
    expected, other = found.expected, found.found
    if isinstance(expected, list | tuple) and isinstance(other, list | tuple):
        yield from _told_lists(found.path, expected, other, words)
        return
    width = max(len(word) for word in words)
    yield f"{found.path}: {words[0].ljust(width)} {_shown(expected)}"
    yield f"{' ' * len(found.path)}  {words[1].ljust(width)} {_shown(other)}"


def _told_lists(path: str, expected: Sequence[Json], other: Sequence[Json], words: tuple[str, str]) -> Iterator[str]:
    wanted = Counter(_shown(each) for each in expected)
    there = Counter(_shown(each) for each in other)
    if wanted == there:
        yield f"{path}: the same in another order"
        yield f"{' ' * len(path)}  {words[0]} {', '.join(_shown(each) for each in expected)}"
        yield f"{' ' * len(path)}  {words[1]} {', '.join(_shown(each) for each in other)}"
        return
    for word, surplus in ((words[0], wanted - there), (words[1], there - wanted)):
        if surplus:
            yield f"{path}: only {word}: {', '.join(_counted(item, count) for item, count in surplus.items())}"


def _counted(item: str, count: int) -> str:
    return item if count == 1 else f"{count} x {item}"


def _shown(value: Json) -> str:
    if value == ABSENT:
        return "nothing"
    text = value if isinstance(value, str) else canonical_text(value)
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 3]}..."
