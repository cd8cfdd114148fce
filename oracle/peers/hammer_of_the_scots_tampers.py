"""Faults to plant in recorded games of Hammer of the Scots, to see whether the importer catches them."""

import random
from collections.abc import Mapping, Sequence

from oracle.peers.hammer_of_the_scots_records import AREA_OF, CARDS, NAMES
from oracle.peers.tampering import Line, Tamper, list_in, mapping_in, other
from reference.kernel.canonical import Json

_LOW = 3
_OTHERS: Mapping[str, Sequence[Json]] = {"area": tuple(AREA_OF), "block": NAMES, "play": tuple(CARDS)}


def _wrong_die(line: Line, chance: random.Random) -> Line | None:
    dice = [each for each in list_in(line, "draws") or () if isinstance(each, dict) and each.get("kind") == "d6"]
    if not dice:
        return None
    die = chance.choice(dice)
    # To the other end: a 2 for a 1 often hits just as well.
    value = die.get("value")
    die["value"] = 6 if isinstance(value, int) and value <= _LOW else 1
    return line


def _wrong_piece(line: Line, chance: random.Random) -> Line | None:
    changed = mapping_in(line, "after", "changed")
    if not changed:
        return None
    where = changed[chance.choice(sorted(changed))]
    if not isinstance(where, dict):
        return None
    where["area"] = other(chance, tuple(AREA_OF), where.get("area"))
    return line


def _illegal_choice(line: Line, chance: random.Random) -> Line | None:
    chosen, legal = list_in(line, "do"), list_in(line, "legal")
    if chosen is None or legal is None or chosen[0] not in _OTHERS:
        return None
    offered = [each[-1] for each in legal if isinstance(each, list)]
    names = [each for each in _OTHERS[str(chosen[0])] if each not in offered]
    if not names:
        return None
    line["do"] = [chosen[0], chance.choice(names)]
    return line


def _choice_left_out(line: Line, chance: random.Random) -> Line | None:
    legal = list_in(line, "legal")
    others = [each for each in legal or () if each != line.get("do")]
    if legal is None or not others:
        return None
    legal.remove(chance.choice(others))
    return line


TAMPERS: Mapping[str, Tamper] = {
    "a wrong die": _wrong_die,
    "a wrong piece": _wrong_piece,
    "an illegal choice": _illegal_choice,
    "a choice not offered": _choice_left_out,
}
