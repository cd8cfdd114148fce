"""Recorded games of another implementation of Wilderness War, replayed under the preset `peer`."""
import collections
from dataclasses import dataclass, field
from oracle.peers.importer import Kind, Lost, PeerDivergence
from oracle.peers.wilderness_war_answers import Answers
from oracle.peers.wilderness_war_records import GameRecord, Phase, Pieces, Step, Drawn, Piece, read, recognises
from oracle.peers.wilderness_war_script import Script
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.records import replace
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, No
from reference.wilderness_war import GAME, ruleset
from reference.wilderness_war import board as b
from reference.wilderness_war.actions import Action, Draw, DrawLeader, Roll
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, is_leader_id, leader, unit
from reference.wilderness_war.frames import Year, YearStage
from reference.wilderness_war.positions import read as read_position, written
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Assemblies, Season, NO_PHASE

PARTS = ("year", "season", "assemblies", "niagara", "ohio_forks", "forts", "unfinished_forts", "stockades",
         "captured_fortresses", "raided", "sieges", "amphib", "fieldworks", "hands", "discards", "removed_cards", "card_held", "passed", "built_last", "vp", "pool")


def position_of(position, pieces: Pieces) -> dict[str, Json]:
    """The recorded position in Referee's words."""
    places = collections.defaultdict(list)
    for name, piece in pieces.items():
        places[piece.space].append(("inside " if piece.inside else "") + ("reduced " if piece.reduced else "") + name)
    side = lambda found: {k: sorted(v) for k, v in found.items() if v}
    original = {"french": {"louisbourg", "montreal", "quebec"}}
    captured = {k: sorted(x for x in v if (x in original["french"]) != (k == "french")) for k, v in position["fortresses"].items()}
    return {
        "pieces": {k: sorted(v) for k, v in places.items()},
        "year": position["year"], "season": position["season"], "last_year": position["last_year"],
        "assemblies": position["assemblies"], "niagara": position["niagara"], "ohio_forks": position["ohio_forks"],
        "pool": sorted(position["pool"]), "forts": side(position["forts"]), "unfinished_forts": side(position["unfinished_forts"]),
        "stockades": side(position["stockades"]), "captured_fortresses": side(captured),
        "raided": {k: v for k, v in position["raided"].items() if v}, "sieges": position["sieges"],
        "amphib": sorted(position["amphib"]), "hands": side(position["hands"]), "discards": sorted(position["discards"]),
        "removed_cards": sorted(position["removed_cards"]), "card_held": sorted(position["held"]), "passed": sorted(position["passed"]),
        "built_last": sorted(position["built"]),
        "vp": {"french": position["vp"]} if position["vp"] > 0 else {"british": -position["vp"]} if position["vp"] < 0 else {},
        "fieldworks": sorted(position["fieldworks"]),
    }


def own(state: State) -> dict[str, Json]:
    told = written(state)
    found = {name: told.get(name) for name in PARTS}
    for n in PARTS:
        v = found[n]
        if v is None and n not in ("niagara", "ohio_forks"):
            found[n] = [] if n in ("amphib", "discards", "removed_cards", "card_held", "passed", "built_last", "pool", "fieldworks") else {}
    for n in ("amphib", "discards", "removed_cards", "card_held", "passed", "built_last", "pool"):
        found[n] = sorted(found[n])
    for n in ("forts", "unfinished_forts", "stockades", "captured_fortresses", "hands"):
        found[n] = {k: sorted(v) for k, v in found[n].items()}
    found["fieldworks"] = sorted(x for v in (told.get("fieldworks") or {}).values() for x in v)
    found["pieces"] = {k: sorted(v) for k, v in told.get("pieces", {}).items()}
    return found


def counted(pieces) -> dict[str, list[str]]:
    """Pieces by place, counters by type."""
    out = {}
    for place, names in pieces.items():
        l = []
        for n in names:
            *adj, name = n.split()
            l.append(" ".join([*adj, name if is_leader_id(name) else COUNTERS[unit(name)].type]))
        out[place] = sorted(l)
    return out


def diff(recorded, by_rules, but=frozenset()):
    out = {}
    a, c = counted(recorded["pieces"]), counted(by_rules["pieces"])
    for p in sorted({*a, *c}):
        x, y = (collections.Counter(n for n in found.get(p, []) if n.split()[-1] not in but) for found in (a, c))
        if x != y:
            out["pieces." + p] = (sorted((x - y).elements()), sorted((y - x).elements()))
    for n in PARTS:
        if recorded[n] != by_rules[n]:
            out[n] = (recorded[n], by_rules[n])
    return out
