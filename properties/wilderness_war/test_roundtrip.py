"""Positions survive being written and read, whatever stands on the board."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from reference.kernel.canonical import canonical_text, parse
from reference.kernel.stacks import Stack
from reference.wilderness_war import board as b
from reference.wilderness_war import positions
from reference.wilderness_war.board import EMPTY_BOARD, Away, Board
from reference.wilderness_war.ch02_map import FORTRESSES, SPACES, Department, Space, is_wild, space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, UNITS, Leader, leader, unit
from reference.wilderness_war.ch07_combat import begun
from reference.wilderness_war.frames import (
    Cause,
    Combat,
    CombatKind,
    Frame,
    LeaderChecks,
    Losses,
    Muster,
    Raid,
    SiegeRoll,
    Stood,
    VictoryCheck,
    Winter,
)
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Outcome, Season, State, Tracks
from tests.wilderness_war.positions import GAME, STANDARD

SIDES = st.sampled_from(list(Side))
PLACES = st.sampled_from(SPACES)
SOMEBODY = st.none() | SIDES
OWNERS = st.dictionaries(PLACES, SIDES, max_size=4)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    found = EMPTY_BOARD
    standing = st.tuples(PLACES, st.sampled_from((1, 2)), st.booleans())
    for living, (place, left, inside) in draw(st.dictionaries(st.sampled_from(UNITS), standing, max_size=12)).items():
        found = b.put_unit(found, living, place, left, inside=inside)
    for dead in draw(st.sets(st.sampled_from(UNITS), max_size=3)):
        found = b.put_unit(found, dead, Away.REMOVED, 0)
    led = st.tuples(PLACES, st.booleans()) | st.tuples(st.sampled_from((Away.REMOVED, Away.POOL)), st.just(False))
    for each, (where, hidden) in draw(st.dictionaries(st.sampled_from(ALL_LEADERS), led, max_size=6)).items():
        found = b.put_leader(found, each, where, inside=hidden)
    for put in (b.put_fort, b.put_unfinished_fort, b.put_stockade, b.put_fieldworks):
        for place, side in draw(OWNERS).items():
            found = put(found, place, side)
    for place, side in draw(st.dictionaries(st.sampled_from(FORTRESSES), SIDES, max_size=3)).items():
        found = b.put_fortress(found, place, side)
    for place in draw(st.sets(PLACES, max_size=3)):
        found = b.put_amphib(found, place, present=True)
    for place, level in draw(st.dictionaries(PLACES, st.integers(0, 2), max_size=3)).items():
        found = b.put_siege(found, place, level)
    for (place, side), count in draw(st.dictionaries(st.tuples(PLACES, SIDES), st.integers(1, 9), max_size=3)).items():
        found = b.put_raided(found, place, side, count)
    return found


SOME_SIDES = st.lists(SIDES, max_size=2, unique=True).map(tuple)
DEPARTMENTS = st.lists(st.sampled_from(list(Department)), max_size=2, unique=True).map(tuple)
TRACKS = st.builds(
    Tracks,
    year=st.integers(1755, 1762), season=st.sampled_from(list(Season)), last_year=st.sampled_from((1759, 1762)),
    vp=st.integers(-15, 15), assemblies=st.sampled_from(list(Assemblies)), niagara=SOMEBODY, ohio_forks=SOMEBODY,
    blockhouses=st.sampled_from(((), (Side.FRENCH,), (Side.BRITISH, Side.FRENCH))), start=st.sampled_from((1755, 1757)),
    regulars=SOME_SIDES, british_raids=DEPARTMENTS, french_raids=DEPARTMENTS, spared=DEPARTMENTS,
)  # fmt: skip
OUTCOMES = st.none() | st.builds(Outcome, SOMEBODY, st.sampled_from(("ww:13.13", "ww:13.14")))
COMMANDERS = st.none() | st.sampled_from(ALL_LEADERS)
NO_MUSTER = Muster(0, 0, regulars=False)
SOME_UNITS = st.lists(st.sampled_from(UNITS), max_size=3, unique=True).map(tuple)


def _battle(place: Space, attacker: Side, commander: Leader | None, ambush: Side | None, *, landing: bool) -> Combat:
    combat = Combat(
        CombatKind.BATTLE, place, attacker, attacker, (), NO_MUSTER, NO_MUSTER,
        leader=commander, landing=landing, ambush=ambush,
    )  # fmt: skip
    return begun(EMPTY_BOARD, combat)


FRAMES: st.SearchStrategy[Frame] = st.one_of(
    st.builds(_battle, PLACES, SIDES, COMMANDERS, st.none(), landing=st.booleans()),
    st.builds(_battle, PLACES.filter(is_wild), SIDES, COMMANDERS, SOMEBODY, landing=st.booleans()),
    st.builds(Raid, PLACES, SIDES, SOME_UNITS, COMMANDERS),
    st.builds(Losses, SIDES, PLACES, st.sampled_from(list(Cause)), st.integers(0, 5), SOME_UNITS),
    st.just(Winter((Stood(Side.BRITISH, space("albany")),))),
    st.just(VictoryCheck()),
    st.builds(SiegeRoll, PLACES, SIDES, st.sampled_from(ALL_LEADERS)),
    st.builds(LeaderChecks, SIDES, PLACES, st.just(Cause.RAID), st.just((leader("wolfe"), leader("dumas")))),
)  # fmt: skip


@st.composite
def states(draw: st.DrawFn) -> State:
    board = draw(boards())
    frames: list[Frame] = draw(st.lists(FRAMES, max_size=2))
    if draw(st.booleans()):
        board = b.put_siege(b.put_fortress(board, space("albany"), Side.BRITISH), space("albany"), 2)
        storm = Combat(
            CombatKind.ASSAULT, space("albany"), Side.FRENCH, Side.FRENCH, (), NO_MUSTER, NO_MUSTER,
            coehorns=(Side.BRITISH,),
        )  # fmt: skip
        frames.append(begun(board, storm))
    if draw(st.booleans()):
        frames.append(Winter((Stood(Side.FRENCH, space("tioga")),), ()))
        frames.append(Raid(space("tioga"), Side.FRENCH, (), die=5, success=True))
    return State(board, draw(TRACKS), Stack(tuple(frames)), STANDARD, draw(OUTCOMES))


@given(states())
def test_what_is_written_is_read_back_as_it_was(state: State) -> None:
    text = canonical_text(positions.written(state))
    assert positions.read(parse(text), STANDARD) == state


HURON, WOLFE, TIOGA = unit("fr_indian_huron"), leader("wolfe"), space("tioga")
CHANGES: list[Callable[[Board], Board]] = [
    lambda board: b.put_unit(board, HURON, TIOGA, 2),
    lambda board: b.put_unit(board, HURON, TIOGA, 1),
    lambda board: b.put_unit(board, HURON, TIOGA, 1, inside=True),
    lambda board: b.put_unit(board, HURON, Away.REMOVED, 0),
    lambda board: b.put_unit(board, HURON, Away.AVAILABLE, 0),
    lambda board: b.put_leader(board, WOLFE, TIOGA),
    lambda board: b.put_leader(board, WOLFE, TIOGA, inside=True),
    lambda board: b.put_leader(board, WOLFE, Away.REMOVED),
    lambda board: b.put_leader(board, WOLFE, Away.POOL),
    lambda board: b.put_leader(board, WOLFE, Away.ASIDE),
    lambda board: b.put_fort(board, TIOGA, Side.FRENCH),
    lambda board: b.put_unfinished_fort(board, TIOGA, Side.FRENCH),
    lambda board: b.put_stockade(board, TIOGA, Side.FRENCH),
    lambda board: b.put_fieldworks(board, TIOGA, Side.FRENCH),
    lambda board: b.put_fortress(board, space("quebec"), Side.BRITISH),
    lambda board: b.put_amphib(board, TIOGA, present=True),
    lambda board: b.put_siege(board, TIOGA, 0),
    lambda board: b.put_siege(board, TIOGA, 1),
    lambda board: b.put_raided(board, TIOGA, Side.FRENCH, 1),
    lambda board: b.put_raided(board, TIOGA, Side.BRITISH, 1),
]


@given(states(), st.sampled_from(CHANGES), st.sampled_from(CHANGES))
def test_two_states_have_the_same_form_exactly_if_they_are_the_same(
    state: State, one: Callable[[Board], Board], other: Callable[[Board], Board]
) -> None:
    first, second = replace(state, board=one(state.board)), replace(state, board=other(state.board))
    assert (GAME.canonical(first) == GAME.canonical(second)) == (first == second)
