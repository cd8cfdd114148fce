"""Texts damaged at random, as a slip, a broken transfer or a hostile hand would: for readers that must never break."""

import re
from collections.abc import Sequence

from oracle.choices import Dice

_ODD: tuple[str, ...] = ("", "\0", "\ud7ff", "\u2028", '"', "\\", *"{}[],:-.@=|\n \u00e9\u0661")
_NUMBERS = ("999999999999", "-1", "0", "9" * 40, "1e9", "0.5", "-0", "00")
_LONG = 20_000


def damaged(text: str, others: Sequence[str], dice: Dice) -> str:
    """Return a text with some damage, now and then to more than one place."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        text = _damaged_once(text, others, dice)
    return text


def _damaged_once(text: str, others: Sequence[str], dice: Dice) -> str:
    start, end = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
    short = min(end, start + 8)
    match dice.randrange(9):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:start] + text[short:]
        case 2:
            return text[:start] + dice.choice(_ODD) + text[start:]
        case 3:
            return text[:short] + text[start:short] + text[short:]
        case 4:
            return _other_number(text, dice)
        case 5:
            other = dice.choice(others)
            cut = dice.randrange(len(other) + 1)
            return text[:start] + other[cut:]
        case 6:
            return _other_word(text, others, dice)
        case 7:
            return text[:start] + text[start:short] * (_LONG // max(1, short - start)) + text[short:]
        case _:
            return text[:start]


def _other_number(text: str, dice: Dice) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    place = dice.choice(found)
    return text[: place.start()] + dice.choice(_NUMBERS) + text[place.end() :]


def _other_word(text: str, others: Sequence[str], dice: Dice) -> str:
    found, more = list(re.finditer(r"[a-z_]+", text)), list(re.finditer(r"[a-z_]+", dice.choice(others)))
    if not found or not more:
        return text
    place = dice.choice(found)
    return text[: place.start()] + str(dice.choice(more)[0]) + text[place.end() :]
