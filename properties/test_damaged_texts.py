"""Every reader of what comes from outside takes damaged texts: it reads them or refuses them, within limited work."""

from functools import partial

import pytest

from oracle.choices import Dice
from oracle.errors import InputError
from properties.damaged_texts import damaged
from properties.domains import DEEP
from properties.operations import TooMuchWork, operations
from properties.readers import READERS, kept
from reference.kernel.canonical import Unreadable
from reference.kernel.ranges import Range

TEXTS = 20_000 if DEEP else 250
# A replayed game takes most; the rest take a hundredth of it.
MOST_OPERATIONS = 5_000_000


def survived(name: str, count: int, seed: int = 0) -> tuple[int, int]:
    """Give a reader damaged texts; return how many it read, and what the dearest cost."""
    examples, reader = READERS[name]
    dice, read, most = Dice(seed), 0, 0
    for _ in range(count):
        text = damaged(dice.choice(examples()), examples(), dice)
        try:
            _, cost = operations(partial(reader, text), MOST_OPERATIONS)
        except (Unreadable, InputError):
            continue
        except TooMuchWork as fault:
            pytest.fail(f"{fault}: {text[:3000]!r}")
        read, most = read + 1, max(most, cost)
    return read, most


@pytest.mark.parametrize("name", READERS)
def test_a_reader_reads_or_refuses_whatever_it_is_given(name: str) -> None:
    read, _ = survived(name, TEXTS)
    assert read > 0
    for text in READERS[name][0]():
        READERS[name][1](text)


@pytest.mark.parametrize("name", READERS)
def test_what_a_fuzzer_found_is_read_or_refused(name: str) -> None:
    texts = kept(name)
    assert texts
    for text in texts:
        try:
            operations(partial(READERS[name][1], text), MOST_OPERATIONS)
        except (Unreadable, InputError):
            continue


def test_a_fault_planted_in_a_reader_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a reader that breaks on numbers out of range, when it is given damaged positions, then that shows."""

    def broken(self: Range, number: int) -> int:
        return number if number in self else 1 // 0

    monkeypatch.setattr(Range, "checked", broken)
    with pytest.raises(ZeroDivisionError):
        survived("positions", 2_000)
