"""Faults to plant in recorded games of Wilderness War, to see whether the importer catches them."""

import random
from collections.abc import Mapping

from oracle.peers.tampering import Line, Tamper, list_in, mapping_in, other
from reference.kernel.canonical import Json
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS

_LOW = 3
_PIECES: tuple[Json, ...] = (*(each.id for each in COUNTERS), *(each.id for each in LEADERS))


def _wrong_die(line: Line, chance: random.Random) -> Line | None:
    dice = [each for each in list_in(line, "draws") or () if isinstance(each, dict) and each.get("kind") == "d6"]
    if not dice:
        return None
    die = chance.choice(dice)
    # To the other end: a 2 for a 1 often hits just as well.
    value = die.get("value")
    die["value"] = 6 if isinstance(value, int) and value <= _LOW else 1
    return line


def _wrong_card(line: Line, chance: random.Random) -> Line | None:
    cards = [each for each in list_in(line, "draws") or () if isinstance(each, dict) and each.get("kind") == "card"]
    if not cards:
        return None
    drawn = chance.choice(cards)
    drawn["value"] = other(chance, [f"card_{number}" for number in range(1, 63)], drawn.get("value"))
    return line


def _wrong_place(line: Line, chance: random.Random) -> Line | None:
    pieces = mapping_in(line, "after", "changed", "pieces")
    moved = [] if pieces is None else [each for each in pieces.values() if isinstance(each, dict)]
    if not moved:
        return None
    where = chance.choice(moved)
    where["space"] = other(chance, IDS, where.get("space"))
    return line


def _wrong_points(line: Line, _chance: random.Random) -> Line | None:
    changed = mapping_in(line, "after", "changed")
    if changed is None or not isinstance(vp := changed.get("vp"), int):
        return None
    changed["vp"] = vp + 1
    return line


def _illegal_choice(line: Line, chance: random.Random) -> Line | None:
    """Choose what nobody offers, and claim that it was offered."""
    chosen, legal = list_in(line, "do"), list_in(line, "legal")
    if chosen is None or legal is None or chosen[0] not in ("space", "piece"):
        return None
    offered = [each[-1] for each in legal if isinstance(each, list)]
    wrong: Json = [chosen[0], other(chance, IDS if chosen[0] == "space" else _PIECES, *offered)]
    legal.append(wrong)
    line["do"] = wrong
    return line


def _choice_left_out(line: Line, chance: random.Random) -> Line | None:
    legal = list_in(line, "legal")
    others = [each for each in legal or () if each != line.get("do") and isinstance(each, list) and len(each) > 1]
    if legal is None or not others:
        return None
    legal.remove(chance.choice(others))
    return line


TAMPERS: Mapping[str, Tamper] = {
    "a wrong die": _wrong_die,
    "a wrong card": _wrong_card,
    "a wrong place": _wrong_place,
    "wrong points": _wrong_points,
    "an illegal choice": _illegal_choice,
    "a choice not offered": _choice_left_out,
}
