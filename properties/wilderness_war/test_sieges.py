"""Siege rolls and the command of forces, over every leader there is.

The expectations are stated again from the rulebook: a siege roll adds the besieger's tactics and takes away the
besieged's, 2 for COEHORNS of either side, 1 at Louisbourg; a force has a commander, subordinates who do not outrank
him, and as many units as they command together.
"""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from properties.domains import DEEP, covered
from properties.wilderness_war.test_tables import SIEGE, number, row_label
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next
from reference.wilderness_war import ch05_force
from reference.wilderness_war.actions import Roll
from reference.wilderness_war.board import siege_level
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, UNITS, Leader, leader
from reference.wilderness_war.ch05_force import can_command, command_limit_violations, subordinate_violations
from reference.wilderness_war.ch08_siege_roll import raised_level, siege_modifier
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from spec_tables.reader import rows
from tests.wilderness_war.positions import GAME, place

PRINTED = {row.word("id"): row for row in rows(GAME.id, "leaders")}
OF_SIDE = {side: [name for name, row in PRINTED.items() if row.word("side") == side.value] for side in Side}
COEHORNS: tuple[tuple[Side, ...], ...] = ((), (Side.BRITISH,), (Side.FRENCH,), (Side.BRITISH, Side.FRENCH))
EFFECTS = {line.split()[0]: number(line.split()[1]) for line in SIEGE.strip().splitlines()}


def modifier(besieger: str, besieged: str | None, side: Side, coehorns: tuple[Side, ...], where: str) -> int:
    """State the modifier of a siege roll as the rulebook lists it."""
    total = PRINTED[besieger].number("tactics")
    total -= PRINTED[besieged].number("tactics") if besieged else 0
    total += 2 * (side in coehorns) - 2 * (side.enemy in coehorns)
    return total - 1 if where == "louisbourg" else total


def level_after(level: int, die: int, change: int) -> int:
    """State the level of a siege after a die as the table prints it."""
    return min(2, level + EFFECTS[row_label(die + change)])


@proves("ww:8.231-drm", "ww:8.231-roll", "ww:8.23", "ww:card-coehorns-fx")
def test_every_siege_roll_of_every_pair_of_leaders_leads_to_the_printed_level() -> None:
    cases = 0
    for side, where in product(Side, ("niagara", "albany", "louisbourg")):
        for besieger, besieged in product(OF_SIDE[side], (None, *OF_SIDE[side.enemy])):
            inside = None if besieged is None else leader(besieged)
            for coehorns in COEHORNS:
                expected = modifier(besieger, besieged, side, coehorns, where)
                found = siege_modifier(space(where), leader(besieger), inside, side, coehorns)
                assert found == expected, (side, where, besieger, besieged, coehorns)
                for level, die in product(range(3), range(1, 7)):
                    assert raised_level(level, die + found) == level_after(level, die, expected)
                    cases += 1
    covered("siege rolls: side x space x besieger x besieged x COEHORNS x level x die", cases, 61_128)


@proves("ww:8.231-drm", "ww:8.231-roll", "ww:8.23")
@pytest.mark.parametrize("where", ["niagara", "louisbourg"])
def test_the_game_moves_the_siege_marker_as_the_table_says(where: str) -> None:
    cases = 0
    for besieger, besieged, level, die in product(
        ("wolfe", "loudoun"), (None, "montcalm", "drucour"), range(3), range(1, 7)
    ):
        opening: Json = {"type": "siege_roll", "space": where, "besieger": "british", "leader": besieger}
        work: dict[str, Json] = (
            {"amphib": ["louisbourg"]}
            if where == "louisbourg"
            else {
                "forts": {"french": [where]},
                "stockades": {"british": ["oneida_carry_east", "oneida_carry_west"]},
            }
        )
        pieces = ["2 br_regular", besieger, "inside fr_regular_bearn", *([f"inside {besieged}"] if besieged else [])]
        state = place({where: pieces}, opening=opening, sieges={where: level}, **work)
        verdict = GAME.step(state, Roll(die))
        assert isinstance(verdict, Next)
        change = modifier(besieger, besieged, Side.BRITISH, (), where)
        assert siege_level(verdict.state.board, space(where)) == level_after(level, die, change), (besieger, level, die)
        cases += 1
    covered(f"siege rolls in play at {where}", cases, 108)


# ---------------------------------------------------------------- command


def forces(side: Side) -> Iterator[tuple[str, ...]]:
    """Give every commander of a side, first, with every set of the side's other leaders.

    Leaders of like command are alike to the rule, all but Johnson, so of such sets the first stands for all; `make
    deep` takes every one.
    """
    for commander in OF_SIDE[side]:
        rest = [name for name in OF_SIDE[side] if name != commander]
        met: set[tuple[tuple[int, ...], bool]] = set()
        for size in range(len(rest) + 1):
            for others in combinations(rest, size):
                ratings = tuple(sorted(PRINTED[name].number("command") for name in others))
                if DEEP or (ratings, "johnson" in others) not in met:
                    met.add((ratings, "johnson" in others))
                    yield commander, *others


@proves("ww:5.34", "ww:5.34-def", "ww:3.2-command")
def test_every_commander_has_exactly_those_subordinates_who_do_not_outrank_him() -> None:
    cases = 0
    for side in Side:
        for commander, other in product(OF_SIDE[side], repeat=2):
            outranked = PRINTED[other].number("command") > PRINTED[commander].number("command")
            found = subordinate_violations(leader(commander), leader(other))
            assert [each.reason for each in found] == [Reason.OUTRANKS_COMMANDER] * outranked
            cases += 1
    covered("pairs of leaders of a side", cases, 269)


@proves("ww:5.34", "ww:5.34-limits", "ww:5.534", "ww:5.534-free", "ww:5.534-normal", "ww:3.2-command")
def test_every_force_commands_as_many_units_as_its_leaders_and_johnson_his_indians_for_nothing() -> None:
    plain = {
        side: tuple(unit for unit in UNITS if COUNTERS[unit].side is side and not COUNTERS[unit].tribe) for side in Side
    }
    nations = ("mohawk", "seneca", "cayuga", "onondaga", "tuscarora", "oneida")
    johnsons = tuple(unit for unit in UNITS if COUNTERS[unit].side is Side.BRITISH and COUNTERS[unit].tribe in nations)
    cases = 0
    for side in Side:
        for names in forces(side):
            room = sum(PRINTED[name].number("command") for name in names)
            leaders: tuple[Leader, ...] = tuple(map(leader, names))
            # Where a side has fewer units than its leaders could command, all of them are within the limit.
            for units in (plain[side][:room], plain[side][: room + 1]):
                assert can_command(leaders, units) == (len(units) <= room), (names, len(units))
                if side is Side.BRITISH:
                    barred = 0 if "johnson" in names else len(johnsons)
                    found = [each.reason for each in command_limit_violations(leaders, (*units, *johnsons))]
                    expected = [Reason.BEYOND_COMMAND] * (len(units) > room) + [Reason.ONLY_JOHNSON_COMMANDS] * barred
                    assert found == expected, names
                cases += 1
    assert len(johnsons) >= 6
    covered(
        "forces of every commander and set of other leaders, full and one beyond", cases, 116_736 if DEEP else 12_392
    )


@pytest.mark.parametrize(
    ("function", "fault"),
    [
        ("capacity", lambda leaders: sum(LEADERS[each].command for each in leaders[:5])),
        ("capacity", lambda leaders: min(30, sum(LEADERS[each].command for each in leaders))),
        ("capacity_needed", len),
        ("is_johnsons", lambda unit: COUNTERS[unit].tribe == "mohawk"),
    ],
    ids=["five leaders at most", "thirty units at most", "Indians count", "Mohawks only"],
)
def test_a_fault_planted_in_command_is_found(monkeypatch: pytest.MonkeyPatch, function: str, fault: object) -> None:
    monkeypatch.setattr(ch05_force, function, fault)
    with pytest.raises(AssertionError):
        test_every_force_commands_as_many_units_as_its_leaders_and_johnson_his_indians_for_nothing()
