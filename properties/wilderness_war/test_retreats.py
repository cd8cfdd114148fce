"""Retreat (7.9): over small neighbourhoods the ways out, and the refusals of all others, are what the rule says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import pytest

from properties.domains import DEEP, covered
from properties.wilderness_war.map_files import LINKS, NEIGHBOURS
from properties.wilderness_war.map_files import SPACES as CHART
from properties.wilderness_war.retreats_restated import (
    BEATEN,
    FORTRESSES,
    GARRISON,
    PORTS,
    Beaten,
    Outcome,
    allowed,
    broken,
    contents,
    filled,
    full,
    offered,
    outcomes,
    refusals,
    shut_out,
)
from properties.wilderness_war.test_reactions import OFFICERS, stacked
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import ch07_battle, ch07_retreat
from reference.wilderness_war.actions import Inside, PickSpace
from reference.wilderness_war.board import (
    EMPTY_BOARD,
    Board,
    Work,
    fortification,
    has_amphib,
    has_fortification,
    has_unbesieged_fortification,
    has_unbesieged_units,
    put_fort,
    put_siege,
    stockade_owner,
    units_at,
)
from reference.wilderness_war.ch02_map import (
    IDS,
    SPACES,
    Space,
    adjacent,
    along_arrows,
    is_wild,
    linked_by_water,
    space,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, leader, unit
from reference.wilderness_war.ch06_reach import british_ports
from reference.wilderness_war.ch08_inside import room_inside
from reference.wilderness_war.frames import Battle, BattleStage, Frame, Retreat
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Tracks
from tests.wilderness_war.positions import ruleset as rules

# ---------------------------------------------------------------- every link of the map


def _directed() -> Iterator[tuple[str, str]]:
    for ends in sorted(map(sorted, LINKS)):
        yield ends[0], ends[1]
        yield ends[1], ends[0]


def _class(at: str, to: str) -> tuple[str, ...]:
    """Return what the rules could see in a link: its kind, both terrains, fortresses and ports."""
    return LINKS[frozenset((at, to))], *(
        CHART[each][key] for each in (at, to) for key in ("terrain", "fortress", "port")
    )


def links() -> list[tuple[str, str]]:
    """Return every directed link in `make deep`, else one of each class."""
    first = {_class(at, to): (at, to) for at, to in reversed(list(_directed()))}
    return list(_directed()) if DEEP else list(first.values())


def roles(at: str, to: str) -> Iterator[tuple[bool, str | None, bool]]:
    """Return how a side may have come to be beaten here: as attacker or defender, from there or elsewhere; a sortie."""
    elsewhere = min(NEIGHBOURS[at] - {to}, default=None)
    yield from ((attacking, entry, False) for attacking in (True, False) for entry in (to, elsewhere))
    yield True, None, True


def on_links() -> Iterator[tuple[Beaten, str]]:
    for at, to in links():
        for what, side, (attacking, entry, sortie) in product(contents(to), Side, roles(at, to)):
            for name in BEATEN[side]:
                sallied = (name,) if sortie else ()
                work = "own fort" if sortie and at not in FORTRESSES else "own fortress" if sortie else "nothing"
                yield Beaten(side, at, (name,), attacking, entry, ((to, what),), work, sallied=sallied), to


def check_links() -> int:
    """Compare the engine's ruling on every link with the statement, duty by duty; return how many there were."""
    cases = 0
    for case, to in on_links():
        cases += 1
        expected = broken(case, case.pieces[0], to)
        assert (refusals(case, PickSpace(space(to))) or set()) == expected, (case, to)
    return cases


LINK_CASES = 297_240 if DEEP else 14_680


@proves("ww:7.91", "ww:7.92-b", "ww:7.92-c", "ww:7.92-d", "ww:7.92-e", "ww:8.252")
def test_a_step_back_is_refused_for_exactly_the_duties_it_breaks() -> None:
    """Given any link of the map, whatever stands at its end, when a piece of any sort is beaten, then 7.92 decides."""
    covered("retreat: links", check_links(), LINK_CASES)


# ---------------------------------------------------------------- whole neighbourhoods


# Rivers and a fortress; the wild with arrows; landings; boxes without links; tilled land, the wild and a mountain.
PLACES = ("kahnawake", "niagara", "ile_d_orleans", "quebec", "louisbourg", "halifax", "casco_bay",
          *(("hoosic",) if DEEP else ()))  # fmt: skip
FEW = ("nothing", "enemy", "own stockade", "enemy fort besieged", "own fort besieged")
WORKS = (("nothing", 0), ("own stockade", 0), ("own fort", 0), ("own fort", 3), ("own fort", 4))
MOST = 4  # neighbours; of two alike one stays empty unless there is time
FAR = ("louisbourg", "boston", "quebec", "tioga", "halifax")
ENTRIES = {"louisbourg": ("halifax",), "ile_d_orleans": ("louisbourg", "boston"), "niagara": ("pays_d_en_haut",)}


def neighbourhoods(at: str) -> Iterator[tuple[tuple[str, str], ...]]:
    """Return every mixture of things around a space, and in a port beyond the sea; of the main things if in a hurry."""
    beside = [*sorted(NEIGHBOURS[at]), *(["louisbourg"] if at == "ile_d_orleans" else [])]
    beside = beside if DEEP or len(beside) < MOST else [where for where in beside if where != "riviere_ouelle"]
    short = not DEEP and len(beside) > 1
    choices = [FEW if short and where not in FORTRESSES else contents(where) for where in beside]
    for found in product(*choices):
        yield tuple(zip(beside, found, strict=True))


def in_neighbourhoods(places: tuple[str, ...]) -> Iterator[Beaten]:
    turn = 0
    for at in places:
        works = (("own fortress", 0), ("nothing", 0)) if at in FORTRESSES else WORKS
        entries = (None, *sorted(NEIGHBOURS[at])[:1], *ENTRIES.get(at, ()))
        for around in neighbourhoods(at):
            for side, attacking, entry in product(Side, (False, True), entries):
                # Works, pieces and the marker take turns: no two of them matter to the same duty.
                turn += 1
                work, inside = works[turn % len(works)]
                name = BEATEN[side][(turn // 3) % 4]
                amphib = CHART[at]["terrain"] == "box" or at in ("ile_d_orleans", "quebec")
                chosen = rules(relief_may_retreat_inside=("no", "yes")[turn % 2])
                yield Beaten(
                    side, at, (name,), attacking, entry, around, work, inside,
                    amphib=amphib and turn % 7 != 0, rules=chosen,
                )  # fmt: skip


def check_neighbourhoods(places: tuple[str, ...] = PLACES) -> int:
    """Compare what is offered, a space far away, and now and then the whole map with the statement; return how many."""
    cases = 0
    for case in in_neighbourhoods(places):
        cases += 1
        expected = allowed(case)
        assert offered(case) == expected, case
        far = FAR[cases % len(FAR)]
        assert (refusals(case, PickSpace(space(far))) or set()) == broken(case, case.pieces[0], far), (case, far)
        if cases % 401 == 0:
            assert {IDS[to] for to in SPACES if refusals(case, PickSpace(to)) is None} == expected - {"Inside"}, case
            shut = shut_out(case, case.pieces[0])
            over = {("too_many_inside", "ww:8.11")} if full(case, case.pieces[0]) else set()
            assert (refusals(case, Inside()) or set()) == shut | over, case
    return cases


NEIGHBOURHOOD_CASES = 272_844 if DEEP else 6_512


@proves("ww:7.91", "ww:7.91-exc", "ww:7.92-a", "ww:6.432-c", "ww:8.13", "ww:8.11", "ww:8.252-relief")
def test_exactly_the_ways_out_are_offered_that_the_rule_leaves() -> None:
    """Given every mixture of things around a space, when a piece is beaten there, then these ways are open."""
    covered("retreat: neighbourhoods", check_neighbourhoods(), NEIGHBOURHOOD_CASES)


# ---------------------------------------------------------------- whole stacks


def _stacks(side: Side) -> Iterator[tuple[str, ...]]:
    """Return beaten stacks: every sort of piece or not, and many drilled units of two kinds with one auxiliary."""
    for chosen in product((False, True), repeat=4):
        yield tuple(name for name, wanted in zip(BEATEN[side], chosen, strict=True) if wanted)
    many = ("br_regular_44th", "br_regular_45th", "br_northern_provincial_rhode_island") if side is Side.BRITISH else (
        "fr_regular_bearn", "fr_regular_la_sarre", "fr_marine_detachment_7")  # fmt: skip
    yield (*many, BEATEN[side][1])
    yield (*many, BEATEN[side][1], BEATEN[side][3])


def ended(state: State, case: Beaten) -> Outcome:
    """Return where each piece of a stack has got to."""
    found = set()
    for name in case.pieces:
        if name in OFFICERS:
            at, hidden = state.board.leader_at[leader(name)], state.board.leader_inside[leader(name)]
        else:
            at, hidden = state.board.unit_at[unit(name)], state.board.unit_inside[unit(name)]
        found.add((name, "lost" if at >= len(SPACES) else "inside" if hidden else IDS[at]))
    return frozenset(found)


def walked(state: State, case: Beaten) -> Iterator[Outcome]:
    """Walk every way that the engine lets a stack go."""
    frame = state.stack.top
    assert isinstance(frame, Retreat)
    if not frame.units and not frame.leaders:
        yield ended(state, case)
        return
    due = ch07_retreat.decision(state, frame)
    if due is None:
        yield from walked(ch07_retreat.advance(state, frame).state, case)
        return
    for action in due.actions:
        assert ch07_retreat.violations(state, frame, action) == (), (case, action)
        yield from walked(ch07_retreat.apply(state, frame, action).state, case)


STACK_PLACES = {
    "niagara": (("la_belle_famille", "nothing"), ("mississauga", "enemy"), ("tegynagerunte", "own stockade")),
    "casco_bay": (("ossipee", "nothing"), ("portsmouth", "enemy fort"), ("white_mountains_north", "friend")),
    "kahnawake": (("lac_des_deux_montagnes", "enemy stockade"), ("montreal", "own fortress"), ("st_regis", "nothing")),
}


def in_stacks() -> Iterator[Beaten]:
    for (at, around), side in product(STACK_PLACES.items(), Side):
        for pieces, (work, inside), attacking in product(_stacks(side), WORKS, (False, True)):
            for chosen, garrison in product(("no", "yes"), (0, 1)):
                fought = garrison and attacking and work == "own fort" and inside < 4
                if not pieces or (garrison and not fought) or (chosen == "yes" and not attacking):
                    continue
                yield Beaten(
                    side, at, pieces, attacking, min(NEIGHBOURS[at]), around, work, inside,
                    sallied=pieces[-1:] if fought else (), rules=rules(relief_may_retreat_inside=chosen),
                )  # fmt: skip


def check_stacks() -> int:
    """Compare all that a stack may come to with the statement; return how many stacks there were."""
    cases = 0
    for case in in_stacks():
        cases += 1
        frame = ch07_retreat.marshalled(case.board(), case.frame(), case.rules)
        frames: tuple[Frame, ...] = (frame,)
        state = State(case.board(), Tracks(), Stack(frames), case.rules)
        assert set(walked(state, case)) == outcomes(case), case
    return cases


@proves("ww:7.91", "ww:7.92-b", "ww:8.13", "ww:8.11", "ww:8.252", "ww:ex-7.92")
def test_a_beaten_stack_may_come_to_exactly_what_the_rule_leaves_it() -> None:
    """Given stacks of every mixture, then they split up freely, share the fort's room, and lose only who has no way."""
    covered("retreat: stacks", check_stacks(), 1_938)


# ---------------------------------------------------------------- who must go


BESIDE = (("ossipee", "own stockade"), ("portsmouth", "enemy leader"), ("white_mountains_north", "nothing"))
OUTSIDE = {  # who fights: a drilled unit, an auxiliary, a leader; who sallies; and who stays inside
    Side.BRITISH: (BEATEN[Side.BRITISH][0], BEATEN[Side.BRITISH][1], "webb"),
    Side.FRENCH: (BEATEN[Side.FRENCH][0], BEATEN[Side.FRENCH][1], "levis"),
}
SALLIED = {Side.BRITISH: ("br_regular_45th", "johnson"), Side.FRENCH: ("fr_regular_la_sarre", "rigaud")}
PRESETS = ("standard", "de", "fr", "fr_basic")


@dataclass(frozen=True)
class Fought:
    """A battle at Casco Bay that is over, of a side that came from Ossipee, or out of its fort."""

    kind: str
    mover: Side
    winner: Side
    rules: Ruleset

    @property
    def fort(self) -> Side | None:
        """Return whose fort is there."""
        return {"fort": self.mover.enemy, "caught": self.mover.enemy, "sortie": self.mover, "relief": self.mover}.get(
            self.kind
        )

    @property
    def came(self) -> tuple[str, ...]:
        """Return those of the mover who fight."""
        own = OUTSIDE[self.mover]
        return {"caught": own[1:], "sortie": SALLIED[self.mover], "relief": own + SALLIED[self.mover]}.get(
            self.kind, own
        )

    def state(self) -> tuple[State, Battle]:
        sallied = SALLIED[self.mover] if self.kind in ("sortie", "relief") else ()
        battle = Battle(
            space("casco_bay"), self.mover, self.mover, None if self.kind == "sortie" else space("ossipee"),
            stage=BattleStage.RETREAT, sortie=self.kind == "sortie", caught=self.kind == "caught", winner=self.winner,
            joined=tuple(unit(name) for name in sallied if name not in OFFICERS),
            joined_leaders=tuple(leader(name) for name in sallied if name in OFFICERS),
        )  # fmt: skip
        board = stacked(EMPTY_BOARD, "casco_bay", " ".join((*self.came, *OUTSIDE[self.mover.enemy])))
        if self.fort is not None:
            inside = f"({GARRISON[self.fort]}1) ({GARRISON[self.fort]}2)"
            board = stacked(put_fort(board, battle.space, self.fort), "casco_bay", inside)
            board = put_siege(board, battle.space, 0 if self.fort is self.mover else None)
        for index, (where, what) in enumerate(BESIDE):
            board = filled(board, where, what, self.loser, index)
        return State(board, Tracks(), Stack((battle,)), self.rules), battle

    @property
    def loser(self) -> Side:
        """State 7.91 and 6.712: the loser goes, and an infiltrator caught at a fort whoever won."""
        return self.mover if self.kind == "caught" else self.winner.enemy

    def beaten(self) -> Beaten:
        """State who must go: those of the loser who fought outside, the sallied to where they came out of."""
        moved = self.loser is self.mover
        return Beaten(
            self.loser, "casco_bay", self.came if moved else OUTSIDE[self.loser], moved,
            None if self.kind == "sortie" else "ossipee", BESIDE, "own fort" if self.fort is self.loser else "nothing",
            inside=2, sallied=SALLIED[self.mover] if moved and self.kind in ("sortie", "relief") else (),
            rules=self.rules,
        )  # fmt: skip


def check_battles() -> int:
    """Compare what follows from every kind of battle with the statement; return how many there were."""
    cases = 0
    kinds = ("open", "fort", "caught", "sortie", "relief")
    for kind, mover, winner, preset in product(kinds, Side, Side, PRESETS):
        cases += 1
        battle = Fought(kind, mover, winner, rules(preset))
        case = battle.beaten()
        after = ch07_battle.advance(*battle.state()).state
        frame = after.stack.top
        assert isinstance(frame, Retreat), battle
        going = {*(COUNTERS[each].id for each in frame.units), *(LEADERS[each].id for each in frame.leaders)}
        assert going == set(case.pieces), battle
        assert set(walked(after, case)) == outcomes(case), battle
    return cases


@proves("ww:7.2-F", "ww:7.91", "ww:7.92-c", "ww:7.92-d", "ww:6.712", "ww:8.252", "ww:8.252-relief")
def test_those_go_who_lost_outside_and_an_infiltrator_caught_at_a_fort() -> None:
    """Given each kind of battle, whoever won, in each preset, then these must go and may come to this."""
    covered("retreat: battles", check_battles(), 5 * 2 * 2 * 4)


# ---------------------------------------------------------------- faults put in on purpose


def _units_only(board: Board, place: Space, side: Side) -> bool:
    return has_unbesieged_units(board, place, side)


def _works_only(board: Board, place: Space, side: Side) -> bool:
    return has_unbesieged_fortification(board, place, side)


def _besieged_too(board: Board, place: Space, side: Side) -> bool:
    return bool(units_at(board, place, side)) or has_fortification(board, place, side)


def _no_stockade(board: Board, place: Space, side: Side) -> bool:
    return has_fortification(board, place, side) and stockade_owner(board, place) is None


def _anybody_sails(board: Board, frame: Retreat, to: Space) -> bool:
    return has_amphib(board, frame.space) and to in british_ports(board)


def _any_port(board: Board, frame: Retreat, to: Space) -> bool:
    return frame.side is Side.BRITISH and has_amphib(board, frame.space) and IDS[to] in PORTS


def _also_along_arrows(place: Space) -> tuple[Space, ...]:
    back = tuple(start for start in SPACES if place in along_arrows(start))
    return (*adjacent(place), *back)


def _by_land_only(place: Space) -> tuple[Space, ...]:
    return tuple(to for to in adjacent(place) if not linked_by_water(place, to))


def _roomy(board: Board, place: Space, side: Side) -> int:
    return room_inside(board, place, side) + 1


def _stockades_shelter(board: Board, place: Space, side: Side) -> Work | None:
    found = fortification(board, place)
    return found[0] if found is not None and found[1] is side else None


def _anywhere(_board: Board, _frame: Retreat, _to: Space) -> tuple[Violation, ...]:
    return ()


def _as_they_stand(_board: Board, frame: Retreat, _ruleset: Ruleset) -> Retreat:
    return frame


def _never_given_up(_board: Board, frame: Retreat, _ruleset: Ruleset) -> tuple[Violation, ...]:
    return (violation(Reason.MUST_RETREAT, "ww:7.92-b", unit="", space=IDS[frame.space]),)


def _not_shut_in(_frame: Retreat) -> bool:
    return False


def _all_room(board: Board, frame: Retreat) -> int:
    return room_inside(board, frame.space, frame.side)


def _landings() -> int:
    return check_neighbourhoods(("ile_d_orleans",))


Fault = tuple[str, Callable[..., object], Callable[[], int]]
FAULTS: tuple[Fault, ...] = (
    ("holds_unbesieged", _units_only, check_links),
    ("holds_unbesieged", _works_only, check_links),
    ("holds_unbesieged", _besieged_too, check_links),
    ("has_fortification", _no_stockade, check_links),
    ("is_cultivated", lambda place: not is_wild(place) and place % 2 == 0, check_links),
    ("is_drilled", lambda _: False, check_links),
    ("may_sail", _anybody_sails, _landings),
    ("may_sail", _any_port, _landings),
    ("may_sail", lambda _board, _frame, _to: False, _landings),
    ("adjacent", _also_along_arrows, lambda: check_neighbourhoods(("niagara",))),
    ("adjacent", _by_land_only, check_links),
    ("direction_violations", _anywhere, check_links),
    ("shelter_violations", lambda _board, _side, _to, _units: (), check_links),
    ("_shut_in", _not_shut_in, check_links),
    ("room_inside", _roomy, check_stacks),
    ("own_refuge", _stockades_shelter, check_stacks),
    ("inside_violations", _anywhere, check_stacks),
    ("marshalled", _as_they_stand, check_stacks),
    ("giving_up_violations", _never_given_up, check_stacks),
    ("_room", _all_room, check_stacks),
    ("_away", lambda _board, _frame: (), check_battles),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]} {fault[1].__name__.strip('_<>')}")
def test_a_fault_in_the_rule_of_retreat_is_noticed(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given one function of the chapter put wrong, then the comparison that is about it fails."""
    name, wrong, check = fault
    monkeypatch.setattr(ch07_retreat, name, wrong)
    with pytest.raises(AssertionError):
        check()


@pytest.mark.parametrize("kind", ["relief", "caught"])
def test_a_fault_in_who_must_go_is_noticed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given battles that forget who sallied, or that an infiltrator was caught, then the comparison fails."""
    true = Fought.state

    def forgetful(battle: Fought) -> tuple[State, Battle]:
        state, frame = true(battle)
        changed = replace(frame, joined=(), joined_leaders=()) if kind == "relief" else replace(frame, caught=False)
        return state, changed

    monkeypatch.setattr(Fought, "state", forgetful)
    with pytest.raises(AssertionError):
        check_battles()
