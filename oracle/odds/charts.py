"""Odds as a table with bars, and as data."""

from collections.abc import Mapping
from fractions import Fraction

from oracle.text import columns

MOST_ROWS = 16
_WIDTH = 40
_LONGEST_NAME = 60


def bars(found: Mapping[str, Fraction]) -> str:
    """Return odds as a table: value, percent, fraction, bar; numbers in order, words by likelihood."""
    ordered = _ordered(found)
    rows = [(_short(name), *_share(share)) for name, share in ordered[:MOST_ROWS]]
    rest = ordered[MOST_ROWS:]
    if rest:
        rows.append((f"({len(rest)} more)", *_share(sum((share for _, share in rest), Fraction(0)))))
    return columns(rows)


def share_json(share: Fraction) -> dict[str, str | float]:
    """Return odds for programs: exactly, and in percent."""
    return {"fraction": f"{share.numerator}/{share.denominator}", "percent": round(float(share) * 100, 6)}


def _ordered(found: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    if all(_is_number(name) for name in found):
        return sorted(found.items(), key=lambda entry: int(entry[0]))
    return sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))


def _is_number(name: str) -> bool:
    return name.removeprefix("-").isdecimal() and name.isascii()


def _share(share: Fraction) -> tuple[str, str, str]:
    exact = f"{share.numerator}/{share.denominator}"
    return f"{float(share) * 100:6.2f} %", exact if len(exact) <= 24 else "", "#" * round(float(share) * _WIDTH)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."
