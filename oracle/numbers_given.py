"""Whole numbers as options of commands: each within a range that is stated here."""

import argparse
from dataclasses import dataclass

from reference.kernel.ranges import Range

_MOST_DIGITS = 15
_MOST_SHOWN = 40
COUNTS = Range(1, 1_000_000_000)
# Nobody can wait for more, and Python calls itself no deeper.
DEPTHS = Range(1, 100)
PORTS = Range(0, 65535)
SEEDS = Range(-999_999_999_999_999, 999_999_999_999_999)


@dataclass(frozen=True, slots=True)
class Whole:
    """Reads the whole number of an option, which is within a range."""

    within: Range

    def __call__(self, text: str) -> int:
        """Return the number; a complaint says what it may be."""
        digits = text.removeprefix("-")
        # Longer texts are not turned into numbers at all, which would take long.
        short = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
        if not short or int(text) not in self.within:
            shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
            raise argparse.ArgumentTypeError(f"{shown!r} is not a whole number, {self.within}")
        return int(text)


count, count_or_none = Whole(COUNTS), Whole(Range(0, COUNTS.most))
to_depth, to_port, to_seed = Whole(DEPTHS), Whole(PORTS), Whole(SEEDS)
