"""Retreat (7.9) stated again: where a beaten piece may go, and why nowhere else.

The rule is stated again from the map's files and from a few words about what stands in each space:

- a retreat goes to an adjacent space, or by sea from an Amphib space to a British port;
- nobody retreats among unbesieged enemies;
- attackers go back where they came from, defenders anywhere else;
- drilled troops go to cultivated land or to a fortification of their own;
- defenders and those who sallied may also go into their fort, which holds at most four units;
- a piece that can do none of this is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from properties.wilderness_war.map_files import ARROWS, CULTIVATED, NEIGHBOURS
from properties.wilderness_war.map_files import SPACES as CHART
from properties.wilderness_war.test_reactions import OFFICERS, fits, stacked
from reference.kernel.stacks import Stack
from reference.wilderness_war import ch07_retreat
from reference.wilderness_war.actions import Action, PickSpace
from reference.wilderness_war.board import (
    EMPTY_BOARD,
    Board,
    put_amphib,
    put_fieldworks,
    put_fort,
    put_fortress,
    put_raided,
    put_siege,
    put_stockade,
    put_unfinished_fort,
)
from reference.wilderness_war.ch02_map import (
    IDS,
    Space,
    space,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, leader, unit
from reference.wilderness_war.frames import Frame, Retreat
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Tracks
from tests.wilderness_war.positions import STANDARD

PORTS = {name for name, row in CHART.items() if row["port"] == "1"}
FORTRESSES = {name for name, row in CHART.items() if row["fortress"] == "1"}

# Pieces of each kind that may be beaten, and other pieces that stand around.
BEATEN = {
    Side.BRITISH: ("br_regular_44th", "br_ranger_rogers", "br_indian_mohawk_1", "webb"),
    Side.FRENCH: ("fr_regular_bearn", "fr_coureurs_marin", "fr_indian_huron", "levis"),
}
AROUND = {
    Side.BRITISH: ("br_regular_15th", "br_regular_17th", "br_regular_22nd", "br_regular_27th", "br_regular_28th"),
    Side.FRENCH: ("fr_regular_guyenne", "fr_regular_languedoc", "fr_regular_artois", "fr_regular_cambis",
                  "fr_regular_la_reine"),
}  # fmt: skip
ALONE = {
    Side.BRITISH: ("dunbar", "murray", "forbes", "monckton"),
    Side.FRENCH: ("rigaud", "dumas", "villiers", "beaujeu"),
}
GARRISON = {Side.BRITISH: "br_northern_provincial_new_york_", Side.FRENCH: "fr_marine_detachment_"}


# ---------------------------------------------------------------- what may be in a space, and what that means


@dataclass(frozen=True)
class Found:
    """What the retreating side finds in a space: unbesieged enemies, and a fortification of its own."""

    hostile: bool = False
    shelter: bool = False


OPEN = {
    "nothing": Found(),
    "friend": Found(),
    "enemy": Found(hostile=True),
    "enemy leader": Found(),
    "own stockade": Found(shelter=True),
    "own fort": Found(shelter=True),
    "own unfinished fort": Found(),
    "enemy stockade": Found(hostile=True),
    "enemy fort": Found(hostile=True),
    "enemy unfinished fort": Found(),
    "enemy fort besieged": Found(),
    "own fort besieged": Found(hostile=True, shelter=True),
    "raided": Found(),
    "enemy fieldworks": Found(),
}
AT_FORTRESS = {
    "own fortress": Found(shelter=True),
    "own fortress garrisoned": Found(shelter=True),
    "enemy fortress": Found(hostile=True),
    "enemy fortress besieged": Found(),
    "own fortress besieged": Found(hostile=True, shelter=True),
}
MEANS = OPEN | AT_FORTRESS


WORKS_PUT: dict[str, Callable[[Board, Space, Side], Board]] = {
    "stockade": put_stockade,
    "fort": put_fort,
    "unfinished fort": put_unfinished_fort,
    "fieldworks": put_fieldworks,
    "fortress": put_fortress,
}


def filled(board: Board, where: str, what: str, side: Side, index: int) -> Board:
    """Return the board with something in a space, named as the retreating side sees it."""
    owner = side if what.startswith("own") else side.enemy
    match what.split(maxsplit=1):
        case ["nothing"]:
            return board
        case ["friend"]:
            return stacked(board, where, AROUND[side][index])
        case ["enemy"]:
            return stacked(board, where, AROUND[side.enemy][index])
        case ["enemy", "leader"]:
            return stacked(board, where, ALONE[side.enemy][index])
        case ["raided"]:
            return put_raided(board, space(where), side.enemy, 1)
        case [_, work]:
            name = work.removesuffix(" besieged").removesuffix(" garrisoned")
            return _manned(WORKS_PUT[name](board, space(where), owner), where, what, owner, index)
        case _:
            raise AssertionError(what)


def _manned(board: Board, where: str, what: str, owner: Side, index: int) -> Board:
    """Return the board with a work's garrison, or with one unit inside it and an enemy unit besieging it."""
    if what.endswith("garrisoned"):
        return stacked(board, where, AROUND[owner][index])
    if not what.endswith("besieged"):
        return board
    board = stacked(board, where, f"({AROUND[owner][index]}) {AROUND[owner.enemy][index]}")
    return put_siege(board, space(where), 0)


def contents(where: str) -> tuple[str, ...]:
    return tuple(AT_FORTRESS if where in FORTRESSES else OPEN)


# ---------------------------------------------------------------- a beaten piece, and the rule about it


@dataclass(frozen=True)
class Beaten:
    """Pieces of a side that must leave a space; `around` says what is in other spaces; all not named are empty."""

    side: Side
    at: str
    pieces: tuple[str, ...]
    attacking: bool
    entry: str | None
    around: tuple[tuple[str, str], ...] = ()
    work: str = "nothing"  # ours, in the space they must leave: a stockade, a fort or a fortress
    inside: int = 0  # units of ours that are in it
    sallied: tuple[str, ...] = ()  # those who came out of a besieged work to this battle
    amphib: bool = False
    rules: Ruleset = STANDARD

    def board(self) -> Board:
        board = stacked(EMPTY_BOARD, self.at, " ".join(self.pieces))
        board = stacked(board, self.at, AROUND[self.side.enemy][4])
        board = put_amphib(board, space(self.at), present=self.amphib)
        theirs = self.at in FORTRESSES and self.work == "nothing"
        board = filled(board, self.at, "enemy fortress" if theirs else self.work, self.side, 3)
        garrison = " ".join(f"({GARRISON[self.side]}{number + 1})" for number in range(self.inside))
        board = stacked(board, self.at, garrison)
        for index, (where, what) in enumerate(self.around):
            board = filled(board, where, what, self.side, index)
        return board

    def frame(self) -> Retreat:
        return Retreat(
            self.side, space(self.at), self.attacking, None if self.entry is None else space(self.entry),
            units=tuple(unit(name) for name in self.pieces if name not in OFFICERS),
            leaders=tuple(leader(name) for name in self.pieces if name in OFFICERS),
            inside_only=tuple(unit(name) for name in self.sallied if name not in OFFICERS),
            inside_leaders=tuple(leader(name) for name in self.sallied if name in OFFICERS),
        )  # fmt: skip

    def state(self) -> State:
        frames: tuple[Frame, ...] = (self.frame(),)
        return State(self.board(), Tracks(), Stack(frames), self.rules)


def drilled(name: str) -> bool:
    return name not in OFFICERS and fits(name, auxiliary=False)


def found_at(case: Beaten, to: str) -> Found:
    """Return what the retreating side finds in a space: what the case says, or the fortress the map prints."""
    told = dict(case.around).get(to)
    if told is not None:
        return MEANS[told]
    if to == case.at:
        return Found(hostile=True, shelter=case.work != "nothing")
    ours = to in FORTRESSES and CHART[to]["originally_friendly"] == case.side.value
    return Found(hostile=to in FORTRESSES and not ours, shelter=ours)


def british_port(case: Beaten, to: str) -> bool:
    """State 2.0 for a port: British, unbesieged, no enemies in it, and garrisoned if it was French."""
    if to not in PORTS or to == case.at:
        return False
    told = dict(case.around).get(to)
    if told is None:
        return CHART[to]["originally_friendly"] == "british"
    ours = told == "own fortress garrisoned" or (
        told == "own fortress" and CHART[to]["originally_friendly"] == "british"
    )
    return ours if case.side is Side.BRITISH else told == "enemy fortress"


def reached(case: Beaten, to: str) -> bool:
    """State 7.91: adjacent, or from an Amphib space by sea, which only the British do."""
    by_sea = case.side is Side.BRITISH and case.amphib and british_port(case, to)
    return to in NEIGHBOURS[case.at] or by_sea


def too_far(case: Beaten, to: str) -> str:
    """State which rule puts a space out of reach: an arrow leads one way only, and the French never flee by sea."""
    if (to, case.at) in ARROWS:
        return "ww:2.0-arrows"
    return "ww:7.92-a" if case.side is Side.FRENCH and {case.at, to} <= PORTS else "ww:7.91"


def broken(case: Beaten, name: str, to: str) -> set[tuple[str, str]]:
    """State every duty of 7.91, 7.92 and 8.252 that one piece would break by going to a space."""
    found = found_at(case, to)
    duties: set[tuple[str, str]] = set()
    if case.attacking and to != case.entry:
        duties.add(("not_where_they_came_from", "ww:7.92-d"))
    elif not reached(case, to):
        duties.add(("not_adjacent", too_far(case, to)))
    if not case.attacking and to == case.entry:
        duties.add(("attacker_came_from_there", "ww:7.92-c"))
    if name in case.sallied:
        duties.add(("besieged", "ww:8.252"))
    if found.hostile:
        duties.add(("enemy_held", "ww:7.92-b"))
    if drilled(name) and to not in CULTIVATED and not found.shelter:
        duties.add(("no_shelter", "ww:7.92-e"))
    return duties


def shut_out(case: Beaten, name: str) -> set[tuple[str, str]]:
    """State what keeps one piece from going inside, apart from room: 8.13, 8.252 (D6: unless its entry is adjacent)."""
    if case.work not in ("own fort", "own fortress"):
        return {("inside_without_work", "ww:8.13")}
    may = case.rules.relief_may_retreat_inside == "yes" and case.entry in NEIGHBOURS[case.at]
    if case.attacking and name not in case.sallied and not may:
        return {("relievers_stay_out", "ww:8.252-relief")}
    return set()


def full(case: Beaten, name: str) -> bool:
    """State 8.11 for the first piece to go: a fort holds four units, and keeps room for the garrison that sallied."""
    if case.work != "own fort" or name in OFFICERS:
        return False
    kept = 0 if name in case.sallied else sum(each not in OFFICERS for each in case.sallied)
    return case.inside + kept >= 4


def refusals(case: Beaten, action: Action) -> set[tuple[str, str]] | None:
    """Return why the engine refuses an action; nothing if it accepts it."""
    found = ch07_retreat.violations(case.state(), case.frame(), action)
    assert found is not None, (case, action)
    return {(each.reason.value, each.rule) for each in found} if found else None


def offered(case: Beaten) -> set[str]:
    """Return where the first piece may go by the engine's list, in words."""
    ways = ch07_retreat.ways_out(case.board(), case.frame(), case.rules)
    return {IDS[each.space] if isinstance(each, PickSpace) else type(each).__name__ for each in ways}


def allowed(case: Beaten) -> set[str]:
    """Return where the first piece may go by the rule, in words."""
    name = case.pieces[0]
    going = {to for to in {*NEIGHBOURS[case.at], *PORTS, *([case.entry] if case.entry else [])}
             if not broken(case, name, to)}  # fmt: skip
    return going | (set() if shut_out(case, name) or full(case, name) else {"Inside"})


Outcome = frozenset[tuple[str, str]]


def outcomes(case: Beaten) -> set[Outcome]:
    """State where a whole stack may end: each piece chooses, the fort's room is shared, nobody is lost needlessly."""
    everyone = case.pieces
    ways = {name: {to for to in {*NEIGHBOURS[case.at], *PORTS, case.entry or ""} - {""} if not broken(case, name, to)}
            for name in everyone}  # fmt: skip
    for name in everyone:
        ways[name] |= set() if shut_out(case, name) else {"inside"}
    room = 4 - case.inside if case.work == "own fort" else len(COUNTERS)
    found = set()
    for ends in product(*(sorted({*ways[name], "lost"}) for name in everyone)):
        filling = sum(end == "inside" and name not in OFFICERS for name, end in zip(everyone, ends, strict=True))
        needless = any(
            end == "lost" and (ways[name] - {"inside"} or (ways[name] and (name in OFFICERS or filling < room)))
            for name, end in zip(everyone, ends, strict=True)
        )
        abandoned = any(name in case.sallied and end != "inside" for name, end in zip(everyone, ends, strict=True))
        if filling <= room and not needless and not abandoned:
            found.add(frozenset(zip(everyone, ends, strict=True)))
    return found
