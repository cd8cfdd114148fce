"""Pinning and main forces against a second statement: who may leave a battle and where to, and who fights in round one.

Of so many defenders as many are bound as there are attackers, reserves of the attackers included; the owner chooses
which. The others leave over any border but those the attackers came over. Of the attackers, those who began in one area
and came over one border are the main force; all others wait.
"""

from collections.abc import Callable, Iterator
from itertools import product
from types import ModuleType
from typing import NamedTuple

import pytest

from properties.domains import covered
from properties.hammer_of_the_scots.printed import adjacent
from reference.hammer_of_the_scots import ch04_movement, ch05_reserves
from reference.hammer_of_the_scots.board import EMPTY_BOARD, count, place_of, put
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, area
from reference.hammer_of_the_scots.ch02_armies import FULL, block
from reference.hammer_of_the_scots.frames import Battles, Frame, Marching, Moving, Naming, Turn, TurnStage
from reference.hammer_of_the_scots.masks import mask_of, shown
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import BY_SEA, FRESH_FIELD, NOBODY, State, mark_of
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next
from tests.hammer_of_the_scots.battle_scenes import entered
from tests.hammer_of_the_scots.positions import GAME, STANDARD, action, options, ruleset

DEFENDERS = ("s_grant", "s_barclay", "s_campbell", "s_lindsay")
ARRIVALS = ("s_fraser", "s_graham")
ATTACKERS = ("e_york_infantry", "e_durham_infantry", "e_cumbria_infantry", "e_westmor_infantry")
START = GAME.start("braveheart", STANDARD)


class Attack(NamedTuple):
    """Who stands in Mar, whom of the defenders another move brought there, over which border England came, and when."""

    defenders: int
    arrivals: int
    attackers: int
    source: str
    england_first: bool
    arrivals_count: bool


def attacks() -> Iterator[Attack]:
    sources = sorted(adjacent("mar"))
    for numbers in product(range(1, 5), range(3), range(5), sources, (True, False), (True, False)):
        yield Attack(*numbers)


def free_to_leave(attack: Attack) -> int:
    """Give how many of the defenders who stood there may leave; the first player's own blocks are never bound."""
    if not attack.england_first or not attack.attackers:
        return attack.defenders
    bound_among = attack.defenders + (attack.arrivals if attack.arrivals_count else 0)
    return max(0, min(attack.defenders, bound_among - attack.attackers))


def in_reference(attack: Attack) -> State:
    board = EMPTY_BOARD
    named = [DEFENDERS[: attack.defenders], ARRIVALS[: attack.arrivals], ATTACKERS[: attack.attackers]]
    for who in (each for names in named for each in names):
        board = put(board, block(who), area("mar"), FULL[block(who)])
    arrived = mask_of(*(block(who) for who in named[1]))
    first = Side.ENGLAND if attack.england_first else Side.SCOTLAND
    field = FRESH_FIELD._replace(first=first, moved=arrived, reserves=arrived)
    if attack.attackers:
        field = field._replace(attacker=with_byte(field.attacker, area("mar"), mark_of(Side.ENGLAND)))
    rules = ruleset(pin_counts_arrivals="yes") if attack.arrivals_count else STANDARD
    state = START._replace(board=board, field=field, ruleset=rules)
    stack: Stack[Frame] = Stack((Turn(TurnStage.SECOND), Moving(Side.SCOTLAND, 1)))
    return entered(state, "mar", attack.source, (Side.ENGLAND,) * (attack.attackers > 0))._replace(stack=stack)


def left_in_turn(state: State, attack: Attack) -> int:
    """Let one block after another leave by every way there is; return how many can, whichever goes first."""
    ways = adjacent("mar") - ({attack.source} if attack.attackers else set())
    numbers = set()
    for backwards in (False, True):
        now, left = state, 0
        while picks := [text for text in options(now) if text.startswith("select")]:
            assert len(picks) == attack.defenders - left
            pick = picks[-1] if backwards else picks[0]
            verdict = GAME.step(now, action(pick))
            assert isinstance(verdict, Next)
            found = {text.split()[2] for text in options(verdict.state)}
            # Red borders take two blocks, of which the last two may have used one.
            assert found <= ways
            assert left >= 2 or found == ways
            to = sorted(found)[left % len(found)]
            gone = GAME.step(verdict.state, action(f"march {pick.split()[1]} {to}"))
            assert isinstance(gone, Next)
            now = gone.state
            if isinstance(now.stack.top, Marching):
                stop = GAME.step(now, action(f"march {pick.split()[1]} {to}"))
                assert isinstance(stop, Next)
                now = stop.state
            assert AREA_IDS[place_of(now.board, block(pick.split()[1]))] == to
            left += 1
        numbers.add(left)
    (number,) = numbers
    return number


def pinning_compared() -> int:
    cases = 0
    for attack in attacks():
        assert left_in_turn(in_reference(attack), attack) == free_to_leave(attack), attack
        cases += 1
    return cases


@proves("hs:4.6-1", "hs:4.6-2", "hs:4.6-3", "hs:4.6-4")
def test_as_many_defenders_may_leave_as_are_not_bound_and_over_no_border_of_the_attackers() -> None:
    """Given up to four defenders, two arrivals and four attackers over any border of Mar, either side moving first."""
    covered("pinning: defenders x arrivals x attackers x border x order x option", pinning_compared(), 960)


# ---------------------------------------------------------------- main force and reserves

# Where a block began and from where it came: from Angus, by way of it, from England over either border, and by sea.
WAYS = (("angus", "angus"), ("fife", "angus"), ("buchan", "buchan"), ("sea", "sea"))
CROSSING = (("england", "annan"), ("england", "lothian"), ("carrick", "carrick"), ("lothian", "lothian"))
FORCE = ("s_grant", "s_norse", "s_barclay")


def main_force(ways: tuple[tuple[str, str], ...], chosen: int, *, crossers_are_one: bool) -> set[int]:
    """Give who fights in round one beside the block chosen: all that began where it did and came over its border."""

    def same(one: tuple[str, str], other: tuple[str, str]) -> bool:
        return one == other or (crossers_are_one and "england" == one[0] == other[0])

    return {number for number, way in enumerate(ways) if same(way, ways[chosen])}


def naming(place: str, names: tuple[str, ...], ways: tuple[tuple[str, str], ...], option: str) -> State:
    side = Side.ENGLAND if names[0].startswith("e_") else Side.SCOTLAND
    enemy = block("s_lindsay" if side is Side.ENGLAND else "e_york_infantry")
    board = put(EMPTY_BOARD, enemy, area(place), 1)
    origin, via = FRESH_FIELD.origin, FRESH_FIELD.via
    for name, (began, came) in zip(names, ways, strict=True):
        board = put(board, block(name), area(place), 1)
        origin = with_byte(origin, block(name), area(began) if began != "sea" else NOBODY)
        via = with_byte(via, block(name), area(came) if came != "sea" else BY_SEA)
    field = FRESH_FIELD._replace(
        first=side, attacker=with_byte(FRESH_FIELD.attacker, area(place), mark_of(side)), origin=origin, via=via
    )
    rules = ruleset(border_crossers=option, main_force_choice="at_battle")
    stack: Stack[Frame] = Stack((Turn(TurnStage.RAID), Battles(), Naming(side, area(place))))
    return START._replace(board=board, field=field, ruleset=rules, stack=stack)


def main_forces_compared() -> int:
    cases = 0
    for place, names, all_ways in (("mar", FORCE, WAYS), ("lanark", ATTACKERS[:3], CROSSING)):
        for ways, option in product(product(all_ways, repeat=3), ("one_group", "same_origin_and_border")):
            state = naming(place, names, ways, option)
            for chosen, name in enumerate(names):
                after = ch05_reserves.named(state, Naming(state.field.first or Side.ENGLAND, area(place)), block(name))
                fights = main_force(ways, chosen, crossers_are_one=option == "one_group")
                waits = {each for number, each in enumerate(names) if number not in fights}
                assert {*shown(after.state.field.reserves)} == waits, (place, ways, option, chosen)
                cases += 1
            groups = {frozenset(main_force(ways, n, crossers_are_one=option == "one_group")) for n in range(3)}
            assert len(options(state)) == len(groups)
    return cases


@proves("hs:5.32-1", "hs:5.32-3", "hs:4.4-6", "hs:4.6b-1")
def test_a_main_force_began_in_one_area_and_came_over_one_border_and_all_others_wait() -> None:
    """Given any three attackers by any of four ways, then the reserves are as stated, whichever group is named."""
    covered("main forces: place x ways x option x group", main_forces_compared(), 768)


FAULTS: dict[str, tuple[ModuleType, str, object, Callable[[], int]]] = {
    "nobody is pinned": (ch04_movement, "pinned", lambda *_: False, pinning_compared),
    "one attacker pins one block less": (ch04_movement, "count", lambda *where: count(*where) - 1, pinning_compared),
    "a used border is open": (ch04_movement, "leaving_over_used_border", lambda *_: None, pinning_compared),
    "arrivals always count": (ch04_movement, "has_block", lambda *_: False, pinning_compared),
    "all from one neighbour are a group": (
        ch05_reserves, "group_of", lambda state, who, _: (0, state.field.via[who]), main_forces_compared
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, planted, compare = FAULTS[fault]
    monkeypatch.setattr(module, name, planted)
    with pytest.raises(AssertionError):
        compare()
