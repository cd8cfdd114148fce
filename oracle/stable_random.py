"""Choices that look random and are the same everywhere and always."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class StableRandom:
    """A row of choices that follows from its seed alone, whatever the version of Python."""

    seed: str
    made: int = 0

    def below(self, number: int) -> int:
        """Return a number from zero up to, and not including, another."""
        self.made += 1
        drawn = blake2b(f"{self.seed}/{self.made}".encode(), digest_size=8).digest()
        return int.from_bytes(drawn, "big") % number

    def one(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return items[self.below(len(items))]
