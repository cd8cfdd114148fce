"""Fire: what changes die and column in every combination of a battle's or an assault's circumstances (7.5, 9.13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from properties.domains import covered
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.wilderness_war import board as b
from reference.wilderness_war import ch07_combat as battles
from reference.wilderness_war.board import EMPTY_BOARD, Board
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, UNITS, Leader, leader
from reference.wilderness_war.combat_table import COLUMN_LABELS
from reference.wilderness_war.frames import Combat, CombatKind, Muster
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Tracks
from tests.wilderness_war.positions import STANDARD

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
LABELS = [*["0", "1", "2", "3", "4-5"], *["6-8", "9-12", "13-16", "17-21", "22-27", "28+"]]


@dataclass(frozen=True, slots=True)
class Troops:
    """Units of one side, and what the counters show: their strength, woodsmen among them, Regulars among them."""

    types: tuple[tuple[str, int], ...]
    strength: int
    woodsmen: bool
    regulars: bool


MENU = {
    BRITISH: (
        Troops((("br_regular", 2), ("br_regular", 1)), 5, woodsmen=False, regulars=True),
        Troops((("br_northern_provincial", 2),), 2, woodsmen=False, regulars=False),
        Troops((("br_ranger", 2), ("br_militia", 2)), 3, woodsmen=True, regulars=False),
        Troops((("br_highland", 2), ("br_light_infantry", 1)), 5, woodsmen=True, regulars=True),
    ),
    FRENCH: (
        Troops((("fr_regular", 2),) * 3, 9, woodsmen=False, regulars=True),
        Troops((("fr_militia", 1),), 1, woodsmen=False, regulars=False),
        Troops((("fr_coureurs", 1), ("fr_indian_huron", 2)), 1, woodsmen=True, regulars=False),
        Troops((("fr_marine_detachment", 1), ("fr_coureurs", 1)), 0, woodsmen=True, regulars=True),
    ),
}
COMMANDERS = {BRITISH: (("", 0), ("wolfe", 2)), FRENCH: (("", 0), ("levis", 1))}
TERRAIN = {"tioga": "wild", "allegheny_south": "wild", "hoosic": "cultivated"}


def with_troops(board: Board, where: str, side: Side, troops: Troops, *, inside: bool = False) -> Board:
    taken: set[int] = set()
    for kind, left in troops.types:
        unit = next(unit for unit in UNITS if COUNTERS[unit].type == kind and unit not in taken)
        taken.add(unit)
        board = b.put_unit(board, unit, space(where), left, inside=inside)
    return board


def mustered(where: str, british: Troops, french: Troops, inside: Side | None = None) -> Board:
    board = with_troops(EMPTY_BOARD, where, BRITISH, british, inside=inside is BRITISH)
    return with_troops(board, where, FRENCH, french, inside=inside is FRENCH)


def with_leader(board: Board, where: str, name: str, *, inside: bool = False) -> Board:
    return b.put_leader(board, leader(name), space(where), inside=inside) if name else board


def begun(board: Board, combat: Combat) -> tuple[State, Combat]:
    combat = battles.begun(board, combat)
    return State(board, Tracks(), Stack((combat,)), STANDARD), combat


def column_of(strength: int, shift: int) -> str:
    bounds = [0, 1, 2, 3, 4, 6, 9, 13, 17, 22, 28]
    return LABELS[max(0, max(place for place, bound in enumerate(bounds) if bound <= strength) - shift)]


def sides_of(attacker: Side) -> tuple[Side, Side]:
    return attacker, BRITISH if attacker is FRENCH else FRENCH


def name_or_none(name: str) -> Leader | None:
    return leader(name) if name else None


def owners() -> Iterator[tuple[Side | None, Side | None, Side | None]]:
    yield from product((None, BRITISH, FRENCH), repeat=3)


@proves("ww:7.51", "ww:7.52", "ww:7.53", "ww:7.54", "ww:7.55", "ww:7.56", "ww:7.2-C")
def test_the_fire_of_a_battle_is_changed_by_what_the_rules_list_and_by_nothing_else() -> None:
    cases = 0
    for where, british, french in product(TERRAIN, MENU[BRITISH], MENU[FRENCH]):
        troops = {BRITISH: british, FRENCH: french}
        plain = mustered(where, british, french)
        for (wolfe, british_tactics), (levis, french_tactics) in product(COMMANDERS[BRITISH], COMMANDERS[FRENCH]):
            led = with_leader(with_leader(plain, where, wolfe), where, levis)
            tactics = {BRITISH: british_tactics, FRENCH: french_tactics}
            for attacker, landing, (stockade, fieldworks, ambush) in product(Side, (False, True), owners()):
                board = b.put_fieldworks(b.put_stockade(led, space(where), stockade), space(where), fieldworks)
                activated = name_or_none(wolfe if attacker is BRITISH else levis)
                frame = Combat(
                    CombatKind.BATTLE, space(where), attacker, attacker, (), NOBODY, NOBODY,
                    leader=activated, landing=landing, ambush=ambush,
                )  # fmt: skip
                state, combat = begun(board, frame)
                for side, enemy in (sides_of(BRITISH), sides_of(FRENCH)):
                    attacks = side is attacker
                    expected = tactics[side]
                    if TERRAIN[where] == "wild":
                        expected -= troops[enemy].woodsmen and not troops[side].woodsmen
                    else:
                        expected -= troops[enemy].regulars and not troops[side].regulars
                    expected -= (attacks and landing) + (attacks and stockade is enemy)
                    strength = troops[side].strength * (2 if ambush is side else 1)
                    shot = battles.fire(state, combat, side, 3)
                    assert (shot.die, shot.modifier) == (3, expected)
                    assert COLUMN_LABELS[shot.column] == column_of(
                        strength, 1 if attacks and fieldworks is enemy else 0
                    )
                    cases += 1
    covered(
        "battle fire: terrain x troops x leaders x attacker x landing x stockade x fieldworks x ambush", cases, 41_472
    )


@proves("ww:9.13-a", "ww:9.13-b", "ww:9.13-c", "ww:9.12", "ww:9.2")
def test_the_fire_of_an_assault_is_changed_by_tactics_coehorns_and_one_column_and_by_nothing_else() -> None:
    empty = Troops((), 0, woodsmen=False, regulars=False)
    cases = 0
    for where, attacker in product(TERRAIN, (BRITISH, FRENCH)):
        defender = attacker.enemy
        for outside, inside in product(MENU[attacker], (*MENU[defender], empty)):
            troops = {attacker: outside, defender: inside}
            plain = b.put_fort(mustered(where, troops[BRITISH], troops[FRENCH], defender), space(where), defender)
            for (chief, added), (captain, defended) in product(COMMANDERS[attacker], COMMANDERS[defender]):
                board = with_leader(with_leader(plain, where, chief), where, captain, inside=True)
                for coehorns in ((), (attacker,), (defender,), (attacker, defender)):
                    frame = Combat(
                        CombatKind.ASSAULT, space(where), attacker, attacker, (), NOBODY, NOBODY,
                        leader=name_or_none(chief), coehorns=coehorns,
                    )  # fmt: skip
                    state, combat = begun(board, frame)
                    for side, tactics, shift in ((attacker, added, 1), (defender, defended, 0)):
                        shot = battles.fire(state, combat, side, 3)
                        assert shot.modifier == tactics + (2 if side in coehorns else 0)
                        assert COLUMN_LABELS[shot.column] == column_of(troops[side].strength, shift)
                        assert battles.can_fire(state, combat, side)
                        cases += 1
    covered("assault fire: terrain x attacker x troops, or none inside, x leaders x COEHORNS", cases, 3_840)


NOBODY = Muster(0, 0, regulars=False)
