"""Faults to plant in recorded games of A Few Acres of Snow, to see whether the importer catches them."""

import random
from collections.abc import Mapping

from oracle.peers.tampering import Line, Tamper, list_in, mapping_in, other
from reference.few_acres_of_snow.ch01_board import IDS
from reference.kernel.canonical import Json

_CARDS: tuple[Json, ...] = ("british.emp.home_support", "french.emp.home_support", "neutral.emp.settlers#1")


def _wrong_draw(line: Line, chance: random.Random) -> Line | None:
    drawn = list_in(line, "drawn")
    if drawn is None:
        return None
    at = chance.randrange(len(drawn))
    drawn[at] = other(chance, _CARDS, *drawn)
    return line


def _wrong_piece(line: Line, chance: random.Random) -> Line | None:
    places = mapping_in(line, "after", "locations")
    if not places:
        return None
    where = places[chance.choice(sorted(places))]
    if not isinstance(where, dict):
        return None
    where["piece"] = other(chance, ("village", "town"), where.get("piece"))
    return line


def _illegal_choice(line: Line, chance: random.Random) -> Line | None:
    acts = [each for each in list_in(line, "actions") or () if isinstance(each, dict) and each.get("target")]
    if not acts:
        return None
    act = chance.choice(acts)
    act["target"] = other(chance, tuple(IDS), act.get("target"))
    return line


def _wrong_money(line: Line, chance: random.Random) -> Line | None:
    purse = mapping_in(line, "after", "players", chance.choice(("british", "french")))
    if purse is None:
        return None
    purse["money"] = other(chance, range(20), purse.get("money"))
    return line


TAMPERS: Mapping[str, Tamper] = {
    "a wrong card drawn": _wrong_draw,
    "a wrong piece": _wrong_piece,
    "an illegal choice": _illegal_choice,
    "wrong money": _wrong_money,
}
