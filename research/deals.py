"""Dealing what is hidden: the parts that all games share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from oracle.choices import Choices
from reference.kernel.canonical import Json

T = TypeVar("T")


def shuffled(items: Iterable[T], choices: Choices) -> list[T]:
    """Return items in an order that is any order equally likely."""
    left, found = list(items), []
    while len(left) > 1:
        found.append(left.pop(choices.below(len(left))))
    return [*found, *left]


def drawn(items: Iterable[T], count: int, choices: Choices) -> tuple[list[T], list[T]]:
    """Return some of the items, any of them equally likely, and the rest."""
    left = list(items)
    if count == len(left):
        return left, []
    found = [left.pop(choices.below(len(left))) for _ in range(count)]
    return found, left


def mapping(value: Json) -> Mapping[str, Json]:
    """Return a part of a position that is a mapping; an empty one if it is left out."""
    assert isinstance(value, Mapping | None)
    return value or {}


def texts(value: Json) -> list[str]:
    """Return a part of a position that is a list of texts; an empty one if it is left out."""
    assert isinstance(value, Sequence | None)
    return [str(each) for each in value or ()]


def renamed(value: Json, names: Mapping[str, str]) -> Json:
    """Return a part of a position with things that go by other names, wherever they are named."""
    if isinstance(value, str):
        return " ".join(names.get(word, word) for word in value.split(" "))
    if isinstance(value, Mapping):
        return {names.get(name, name): renamed(each, names) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return value
