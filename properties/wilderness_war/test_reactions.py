"""Interception and avoidance: over small neighbourhoods, who may react, with whom and where to, is what the rule says.

Each rule is stated again, declaratively, from the map's files and a few words about every piece.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, product

import pytest

from properties.domains import covered
from properties.wilderness_war.map_files import CULTIVATED, NEIGHBOURS
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.wilderness_war import ch06_avoiding, ch06_interception
from reference.wilderness_war.actions import Action, Decline, Pick, PickLeader, PickSpace
from reference.wilderness_war.board import (
    EMPTY_BOARD,
    Board,
    put_fort,
    put_leader,
    put_siege,
    put_stockade,
    put_unfinished_fort,
    put_unit,
)
from reference.wilderness_war.ch02_map import IDS, SPACES, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit, leader, unit
from reference.wilderness_war.ch06_interception import may_intercept
from reference.wilderness_war.frames import Frame, Move, MoveStage, Reaction, ReactionKind, ReactionStage
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Phase, State, Tracks
from tests.wilderness_war.positions import ruleset as rules

OFFICERS = {piece.id for piece in LEADERS}


def stacked(board: Board, where: str, names: str) -> Board:
    """Return the board with pieces in a space; a name in brackets is inside the work there."""
    for word in names.split():
        name, inside = word.strip("()"), word.startswith("(")
        if name in OFFICERS:
            board = put_leader(board, leader(name), space(where), inside=inside)
        else:
            board = put_unit(board, unit(name), space(where), 2, inside=inside)
    return board


def fits(kind: str, *, auxiliary: bool) -> bool:
    return any(word in kind for word in ("ranger", "coureurs", "indian")) is auxiliary


# ---------------------------------------------------------------- who may intercept


@dataclass(frozen=True)
class Place:
    """A neighbourhood: the space entered, where the mover came from, a space beside it, and one further away."""

    entered: str
    entry: str
    beside: str
    far: str

    @property
    def spots(self) -> tuple[str, str, str, str]:
        return self.entered, self.entry, self.beside, self.far


WILD = Place("ticonderoga", "crown_point", "wood_creek", "hoosic")
TILLED = Place("hoosic", "green_mountains_south", "northampton", "kinderhook")
MOVERS = ("fr_coureurs_marin", "villiers fr_coureurs_marin", "villiers fr_coureurs_marin fr_indian_huron",
          "fr_regular_bearn", "rigaud fr_regular_bearn fr_coureurs_marin", "rigaud")  # fmt: skip
# What may stand in each of the four spots: nothing, an auxiliary, a drilled unit or both, leaders, a besieged unit.
STACKS = (
    ("", "br_ranger_rogers", "br_regular_15th", "webb br_ranger_rogers br_regular_15th"),
    ("", "br_ranger_goreham", "br_highland_1_42nd", "(br_highland_1_42nd)"),
    ("", "br_indian_cherokee_1", "dunbar br_royal_american_1_60th", "dunbar br_indian_cherokee_1", "dunbar"),
    ("", "br_ranger_armstrong monckton br_light_infantry_howes"),
)


@dataclass(frozen=True)
class Entry:
    """A mover that has just entered a space."""

    place: Place
    who: str
    stacks: tuple[str, ...]
    infiltrating: bool
    held: bool
    barred: bool
    rules: Ruleset

    def state(self) -> tuple[State, Move, Reaction]:
        names = self.who.split()
        leaders = tuple(leader(name) for name in names if not name.startswith("fr_"))
        units = tuple(unit(name) for name in names if name.startswith("fr_"))
        board = stacked(EMPTY_BOARD, self.place.entered, self.who)
        for spot, stack in zip(self.place.spots, self.stacks, strict=True):
            board = stacked(board, spot, stack)
        move = Move(
            Side.FRENCH, space(self.place.entered), leaders[0] if leaders and units else None, leaders, units,
            stage=MoveStage.SHELTER, entry=space(self.place.entry), spent=1, held_before=self.held,
            infiltrating=self.infiltrating, infiltrated=self.infiltrating,
        )  # fmt: skip
        reaction = Reaction(ReactionKind.INTERCEPT, Side.BRITISH, move.at, move.entry)
        barred = (unit("br_ranger_rogers"), unit("br_ranger_goreham")) if self.barred else ()
        frames: tuple[Frame, ...] = (move, reaction)
        state = State(board, Tracks(), Stack(frames), self.rules, phase=Phase(barred=barred))
        return state, move, reaction


def entries() -> Iterator[Entry]:
    rulesets = [rules(), rules(infiltrated_units_barred="whole_phase"), rules(advanced_rules="off")]
    for place, who, stacks in product((WILD, TILLED), MOVERS, product(*STACKS)):
        single = len(who.split()) - who.count("fr_") <= 1 and who.count("fr_") == 1 and "fr_regular" not in who
        for chosen in rulesets:
            barring = chosen.infiltrated_units_barred == "whole_phase"
            for infiltrating, held, barred in product((False, True), (False, True), (False, True)):
                if (infiltrating and not single) or (barred and not barring):
                    continue
                yield Entry(place, who, stacks, infiltrating, held, barred, chosen)


def may_try(entry: Entry, name: str, spot: str) -> bool:
    """State 6.72 to 6.724 (or French 14.24) about one unit outside a work."""
    place, whole_phase = entry.place, entry.rules.infiltrated_units_barred == "whole_phase"
    lone = entry.who.count("fr_") == 1 and "fr_regular" not in entry.who
    wild = place.entered not in CULTIVATED
    return (
        entry.rules.advanced_rules == "on"
        and "fr_" in entry.who
        and not entry.held
        and (spot in NEIGHBOURS[place.entered] or (spot == place.entered and entry.infiltrating))
        and (whole_phase or spot != place.entry)
        and not (lone and wild and spot != place.entered and not fits(name, auxiliary=True))
        and not (entry.barred and entry.infiltrating and name in ("br_ranger_rogers", "br_ranger_goreham"))
    )


def by_definition(entry: Entry) -> set[Action]:
    """Return the single units that may intercept, and the leaders with at least one such unit beside them."""
    found: set[Action] = set()
    for spot, stack in zip(entry.place.spots, entry.stacks, strict=True):
        names = [name for name in stack.split() if not name.startswith("(")]
        able = [name for name in names if name.startswith("br_") and may_try(entry, name, spot)]
        found |= {Pick(unit(name)) for name in able}
        found |= {PickLeader(leader(name)) for name in names if not name.startswith("br_") and able}
    return found


@proves("ww:6.72", "ww:6.721", "ww:6.721-exc", "ww:6.722", "ww:6.723", "ww:6.724", "ww:6.62", "ww:fr-14.24")
def test_exactly_those_may_intercept_whom_the_rule_names() -> None:
    cases = 0
    for entry in entries():
        cases += 1
        state, move, reaction = entry.state()
        expected = by_definition(entry)
        assert may_intercept(state, move, reaction) is bool(expected), entry
        if not expected:
            continue
        offered = ch06_interception.decision(state, reaction)
        assert set(offered.actions) == expected | {Decline()}, entry
    covered("interception: entries", cases, 20_480)


@proves("ww:6.72", "ww:6.721", "ww:6.724", "ww:fr-14.24")
@pytest.mark.parametrize("place", [WILD, TILLED])
def test_a_step_accepts_exactly_the_interceptors_offered(place: Place) -> None:
    """Given entries in one neighbourhood, when any piece is named, then it is accepted iff the rule allows."""
    named: list[Action] = [
        *map(Pick, map(Unit, range(len(COUNTERS)))),
        *map(PickLeader, map(Leader, range(len(LEADERS)))),
    ]
    cases = 0
    stacks = (STACKS[0][-1], STACKS[1][1], STACKS[2][2], STACKS[3][1])
    for who, infiltrating in (("fr_coureurs_marin", True), ("fr_coureurs_marin", False), (MOVERS[2], False)):
        for chosen in (rules(), rules(infiltrated_units_barred="whole_phase")):
            entry = Entry(place, who, stacks, infiltrating, held=False, barred=infiltrating, rules=chosen)
            entry = entry if chosen.infiltrated_units_barred == "whole_phase" else replace(entry, barred=False)
            state, _, reaction = entry.state()
            expected = by_definition(entry)
            for action in named:
                cases += 1
                found = ch06_interception.violations(state, reaction, action)
                assert found is not None, (entry, action)
                assert (not found) is (action in expected), (entry, action)
    covered("interception: pieces named", cases, 6 * (len(COUNTERS) + len(LEADERS)))


# ---------------------------------------------------------------- the force of a reaction


Force = tuple[frozenset[str], frozenset[str]]
FRENCH_CREW = (
    "fr_regular_bearn fr_marine_detachment_1 fr_coureurs_marin fr_indian_huron fr_indian_ottawa fr_indian_mingo_1"
)
BRITISH_CREW = (
    "br_regular_15th br_highland_1_42nd br_ranger_rogers br_indian_mohawk_1 br_indian_cherokee_1 "
    "br_light_infantry_howes"
)
CREWS = (("french", "beaujeu villiers dumas", FRENCH_CREW), ("british", "johnson bradstreet", BRITISH_CREW))


def subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def forces(chiefs: list[str], crew: list[str], most: int) -> set[tuple[str, Force]]:
    """State 5.34 for reactions: a commander, subordinates of no higher command, one unit or more within command."""
    command = {piece.id: piece.command for piece in LEADERS}
    found: set[tuple[str, Force]] = set()
    for chief in chiefs:
        lower = [name for name in chiefs if name != chief and command[name] <= command[chief]]
        for helpers, units in product(subsets(lower), subsets(crew)):
            johnson = "johnson" in (chief, *helpers)
            mohawks = sum("mohawk" in name for name in units)
            room = command[chief] + sum(command[name] for name in helpers)
            if 0 < len(units) <= most and len(units) - mohawks <= room and (johnson or not mohawks):
                found.add((chief, (frozenset(helpers), frozenset(units))))
    return found


def formed(state: State, kind: ReactionKind) -> list[tuple[str, Force]]:
    """Walk every way of forming a force, and list what each leads to."""
    frame = state.stack.top
    assert isinstance(frame, Reaction)
    module = ch06_interception if kind is ReactionKind.INTERCEPT else ch06_avoiding
    if frame.stage in (ReactionStage.ROLL, ReactionStage.WHERE):
        assert frame.commander is not None
        helpers = frozenset(LEADERS[each].id for each in frame.leaders)
        units = frozenset(COUNTERS[each].id for each in frame.units)
        return [(LEADERS[frame.commander].id, (helpers, units))]
    found: list[tuple[str, Force]] = []
    for action in module.decision(state, frame).actions:
        alone = frame.stage is ReactionStage.CHOOSE and not isinstance(action, PickLeader)
        if not alone:
            assert module.violations(state, frame, action) == ()
            found.extend(formed(module.apply(state, frame, action).state, kind))
    return found


@proves("ww:6.72", "ww:6.8", "ww:5.34-limits")
@pytest.mark.parametrize("kind", list(ReactionKind))
@pytest.mark.parametrize("crew", CREWS)
@pytest.mark.parametrize("single", [False, True])
def test_every_force_within_command_is_formed_in_one_way(
    kind: ReactionKind, crew: tuple[str, str, str], single: bool
) -> None:
    """Given leaders and units in one space, then each legal force is reached by one path, and no other force at all."""
    side = Side(crew[0])
    at = "wood_creek" if kind is ReactionKind.INTERCEPT else "ticonderoga"
    enemy = "br_ranger_goreham" if side is Side.FRENCH else "fr_coureurs_lery"
    second = "br_regular_17th" if side is Side.FRENCH else "fr_regular_guyenne"
    attackers = enemy if single else f"{enemy} {second}"
    board = stacked(stacked(EMPTY_BOARD, at, f"{crew[1]} {crew[2]}"), "ticonderoga", attackers)
    here, entry = space("ticonderoga"), space("crown_point")
    move = Move(side.enemy, here, None, (), tuple(unit(name) for name in attackers.split()), entry=entry, spent=1)
    reaction = Reaction(kind, side, here, entry)
    frames: tuple[Frame, ...] = (move, reaction)
    reached = formed(State(board, Tracks(), Stack(frames), rules()), kind)
    lone = single and kind is ReactionKind.INTERCEPT
    able = [name for name in crew[2].split() if not lone or fits(name, auxiliary=True)]
    assert len(reached) == len(set(reached))
    assert set(reached) == forces(crew[1].split(), able, 1 if lone else len(able))


# ---------------------------------------------------------------- where avoiders go


AROUND = ("hudson_carry_north", "wood_creek", "adirondacks_central", "green_mountains_central", "crown_point")


def _fort_besieged(board: Board, where: str, index: int) -> Board:
    board = put_siege(put_fort(board, space(where), Side.BRITISH), space(where), 0)
    return stacked(board, where, f"fr_marine_detachment_{index + 1}")


def neighbour(board: Board, where: str, what: str, index: int) -> Board:
    """Return the board with something in a space beside the avoiders."""
    match what:
        case "unit":
            return stacked(board, where, f"br_regular_{('15th', '17th', '1st_royal', '22nd', '27th')[index]}")
        case "leader":
            return stacked(board, where, ("webb", "dunbar", "murray", "forbes", "monckton")[index])
        case "stockade":
            return put_stockade(board, space(where), Side.BRITISH)
        case "unfinished":
            return put_unfinished_fort(board, space(where), Side.BRITISH)
        case "besieged":
            return _fort_besieged(board, where, index)
        case "own":
            return stacked(board, where, f"fr_marine_detachment_{index + 1}")
        case _:
            return board


CLOSED = ("unit", "stockade")
OPEN = ("", "leader", "unfinished", "besieged", "own")


@proves("ww:6.81", "ww:6.8")
def test_avoiders_go_exactly_where_no_unbesieged_enemy_is_but_not_where_he_came_from() -> None:
    """Given every mixture of things around Ticonderoga, when the British come from Crown Point, then these are open."""
    cases = 0
    for found in product((*CLOSED, *OPEN), repeat=len(AROUND) - 1):
        cases += 1
        board = stacked(stacked(EMPTY_BOARD, "ticonderoga", "fr_regular_bearn"), "ticonderoga", "br_ranger_rogers")
        for index, (where, what) in enumerate(zip(AROUND, found, strict=False)):
            board = neighbour(board, where, what, index)
        entry = space("crown_point")
        reaction = Reaction(ReactionKind.AVOID, Side.FRENCH, space("ticonderoga"), entry, stage=ReactionStage.WHERE,
                            origin=space("ticonderoga"), units=(unit("fr_regular_bearn"),))  # fmt: skip
        move = Move(Side.BRITISH, space("ticonderoga"), None, (), (unit("br_ranger_rogers"),), entry=entry, spent=1)
        frames: tuple[Frame, ...] = (move, reaction)
        state = State(board, Tracks(), Stack(frames), rules())
        expected = {where for where, what in zip(AROUND, found, strict=False) if what in OPEN}
        assert {IDS[each] for each in ch06_avoiding.refuges(state, reaction)} == expected
        assert ch06_avoiding.may_avoid(state, reaction) is bool(expected)
        if cases % 97 == 0:
            accepted = {IDS[to] for to in SPACES if ch06_avoiding.violations(state, reaction, PickSpace(to)) == ()}
            assert accepted == expected
    covered("avoidance: neighbourhoods", cases, 7**4)


# ---------------------------------------------------------------- who may avoid, and without a die


@proves("ww:6.84", "ww:6.84-failed", "ww:6.85", "ww:6.8")
def test_exactly_those_may_avoid_who_have_not_intercepted_where_nobody_tried_to() -> None:
    """Given what was tried before in a move, then 6.84 and 6.85 say who may avoid, under both readings (D38)."""
    here, elsewhere, entry = space("ticonderoga"), space("wood_creek"), space("crown_point")
    crew = tuple(unit(name) for name in ("fr_regular_bearn", "fr_coureurs_marin", "fr_indian_huron"))
    cases = 0
    for reading, failed, intercepted, into, out_of in product(
        ("same_target_space", "origin_space"),
        list(subsets([COUNTERS[each].id for each in crew])),
        list(subsets([COUNTERS[each].id for each in crew])),
        ((), (here,), (elsewhere,), (elsewhere, here)),
        ((), (here,), (elsewhere,)),
    ):
        cases += 1
        board = stacked(
            EMPTY_BOARD, "ticonderoga", "fr_regular_bearn fr_coureurs_marin fr_indian_huron br_regular_15th"
        )
        move = Move(
            Side.BRITISH, here, None, (), (unit("br_regular_15th"),), entry=entry, spent=2,
            intercepted=tuple(map(unit, intercepted)), failed=tuple(map(unit, failed)),
            tried_into=into, tried_from=out_of,
        )  # fmt: skip
        reaction = Reaction(ReactionKind.AVOID, Side.FRENCH, here, entry)
        frames: tuple[Frame, ...] = (move, reaction)
        state = State(board, Tracks(), Stack(frames), rules(avoid_intercept_exclusion=reading))
        tried = bool(intercepted) or here in into or (reading == "origin_space" and here in out_of)
        free = {COUNTERS[each].id for each in crew} - {*failed, *intercepted}
        assert ch06_avoiding.may_avoid(state, reaction) is (not tried and bool(free))
        choices = {COUNTERS[each.unit].id for each in ch06_avoiding.decision(state, reaction).actions
                 if isinstance(each, Pick)}  # fmt: skip
        assert choices == free
    covered("avoidance: what was tried before", cases, 2 * 8 * 8 * 4 * 3)


@proves("ww:6.8-exc")
def test_a_die_is_spared_exactly_to_auxiliaries_in_the_wild_before_attackers_without_any() -> None:
    attackers = list(subsets(["br_regular_15th", "br_ranger_rogers", "br_light_infantry_howes", "br_indian_mohawk_1"]))
    avoiders = list(subsets(["fr_regular_bearn", "fr_coureurs_marin", "fr_indian_huron"]))
    cases = 0
    for where, theirs, ours in product(("ticonderoga", "adirondacks_central", "hoosic"), attackers, avoiders):
        if not theirs or not ours:
            continue
        cases += 1
        board = stacked(EMPTY_BOARD, where, " ".join((*theirs, "fr_regular_guyenne", *ours)))
        reaction = Reaction(ReactionKind.AVOID, Side.FRENCH, space(where), None, units=tuple(map(unit, ours)))
        state = State(board, Tracks(), Stack((reaction,)), rules())
        spared = (
            where not in CULTIVATED
            and all(fits(name, auxiliary=True) for name in ours)
            and not any(fits(name, auxiliary=True) for name in theirs)
        )
        assert ch06_avoiding.avoids_automatically(state, reaction) is spared
    covered("avoidance: without a die", cases, 3 * 15 * 7)
