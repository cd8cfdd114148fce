"""The two sources of choices that look random; each gives the same choices on every machine.

`Dice` plays the games: the seeds of `referee play`, of `referee diff` and of the counts in docs/ are published and name
its games. `StableRandom` draws what is gathered from play, such as test vectors. So a suite rewritten in another
language, or with a later Python, has the same cases.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")


class Choices(Protocol):
    """A sequence of choices that follows from a seed."""

    def below(self, number: int, /) -> int:
        """Return a number from zero up to, but not including, another."""

    def one(self, items: Sequence[T], /) -> T:
        """Return one of some items."""


@dataclass(slots=True)
class StableRandom:
    """Choices that follow from a text, by a hash: they depend on no library."""

    seed: str
    made: int = 0

    def below(self, number: int) -> int:
        """Return a number from zero up to, but not including, another."""
        self.made += 1
        drawn = blake2b(f"{self.seed}/{self.made}".encode(), digest_size=8).digest()
        return int.from_bytes(drawn, "big") % number

    def one(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return items[self.below(len(items))]


class Dice(random.Random):
    """Choices of Python's Mersenne Twister, which has drawn the same numbers for a seed since Python 3.2."""

    def below(self, number: int) -> int:
        """Return a number from zero up to, but not including, another."""
        return self.randrange(number)

    def one(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return self.choice(items)
