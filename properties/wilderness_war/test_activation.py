"""Activation limits over every combination of the leaders printed in the game, stated anew from the counter sheet."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from properties.domains import DEEP, covered
from properties.wilderness_war.outcomes import LEADERS, SHEET
from reference.kernel.rules import proves
from reference.wilderness_war import ch05_activation, ch05_force, ch05_order
from reference.wilderness_war.actions import Activate, Activates, Pick, PickLeader
from reference.wilderness_war.ch03_pieces import Leader, Unit, leader, unit
from reference.wilderness_war.ch05_force import command_limit_violations
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import due, played, refused
from tests.wilderness_war.turns import c, turn

CARD_OF_VALUE = {1: 5, 2: 43, 3: 1}
WHERE = {"british": "albany", "french": "montreal"}
SIX_NATIONS = ("mohawk", "seneca", "cayuga", "onondaga", "tuscarora", "oneida")
# Force by force through the game: with so many subordinates at most. In `make deep` with all.
SUBORDINATES = 12 if DEEP else 2


def officers(side: str) -> list[str]:
    return [name for name, row in LEADERS.items() if row["side"] == side]


def soldiers(side: str) -> list[str]:
    """Return the units of a side that take up command."""
    return [
        name for name, row in SHEET.items()
        if row["side"] == side and row["kind"] != "militia" and not (side == "british" and row["tribe"] in SIX_NATIONS)
    ]  # fmt: skip


def iroquois() -> list[str]:
    return [name for name, row in SHEET.items() if row["side"] == "british" and row["tribe"] in SIX_NATIONS]


def command(name: str) -> int:
    return int(LEADERS[name]["command"])


def room(staff: tuple[str, ...]) -> int:
    """Return how many units leaders command: each as many as the number on his counter."""
    return sum(command(name) for name in staff)


# ---------------------------------------------------------------- who commands


def force_of(side: str, value: int, names: list[str]) -> State:
    """Return a side about to name the commander of a force; all pieces stand in one space."""
    state = turn(side, {WHERE[side]: names}, f"{CARD_OF_VALUE[value]} 50", enemy="52")
    return played(state, Activate(c(CARD_OF_VALUE[value]), Activates.FORCE)).state


def commanders() -> int:
    """Compare for every leader and value whether he may command; return how many there were."""
    cases = 0
    for side in WHERE:
        for value in CARD_OF_VALUE:
            state = force_of(side, value, officers(side))
            able = [name for name in officers(side) if int(LEADERS[name]["initiative"]) <= value]
            assert due(state).actions == tuple(PickLeader(leader(name)) for name in able)
            for name in (each for each in officers(side) if each not in able):
                found = refused(state, PickLeader(leader(name)))
                assert [(each.reason, each.rule) for each in found] == [(Reason.INITIATIVE_TOO_HIGH, "ww:5.32-c")]
            cases += len(officers(side))
    return cases


@proves("ww:5.32-c", "ww:3.2-initiative")
def test_every_leader_commands_on_a_card_of_his_initiative_or_better() -> None:
    covered("leaders by the value of the card", commanders(), 3 * 23)


# ---------------------------------------------------------------- whom he takes along


def mustered(state: State, commander: str, staff: tuple[str, ...], most: int) -> Iterator[tuple[str, ...]]:
    """Go through every force that can be mustered, checking who may still join; yield its leaders."""
    side, offered = LEADERS[commander]["side"], due(state).actions
    for name in officers(side):
        if name == commander or name in staff:
            continue
        later = not staff or officers(side).index(name) > officers(side).index(staff[-1])
        fits = command(name) <= command(commander)
        assert (PickLeader(leader(name)) in offered) == (fits and later), (commander, staff, name)
        if not fits:
            found = refused(state, PickLeader(leader(name)))
            assert [(each.reason, each.rule) for each in found] == [(Reason.OUTRANKS_COMMANDER, "ww:5.34")]
        elif later and len(staff) < most:
            yield from mustered(played(state, PickLeader(leader(name))).state, commander, (*staff, name), most)
    if len(staff) <= (3 if DEEP else 1):
        check_room(state, (commander, *staff))
    yield (commander, *staff)


def check_room(state: State, staff: tuple[str, ...]) -> None:
    """Muster units to the last, and see that it is the one the leaders' command allows."""
    taken = 0
    while choices := [each for each in due(state).actions if isinstance(each, Pick)]:
        state = played(state, choices[0]).state
        taken += 1
        if due(state).about != "muster":
            break
    side = LEADERS[staff[0]]["side"]
    assert taken == min(room(staff), len(soldiers(side))), (staff, taken)


def forces() -> int:
    """Compare every force of a commander and so many subordinates; return how many there were."""
    cases = 0
    for side in WHERE:
        everybody = [*officers(side), *soldiers(side)]
        for commander in officers(side):
            state = played(force_of(side, 3, everybody), PickLeader(leader(commander))).state
            found = list(mustered(state, commander, (), SUBORDINATES))
            assert len(set(found)) == len(found)
            cases += len(found)
    return cases


@proves("ww:5.34", "ww:3.2-command")
def test_a_commander_takes_leaders_of_no_higher_command_and_units_up_to_the_sum() -> None:
    covered("forces of a commander and his subordinates", forces(), 18_621 if DEEP else 684)


# ---------------------------------------------------------------- every staff


def staffs() -> Iterator[tuple[str, ...]]:
    for side in WHERE:
        for number in range(1, len(officers(side)) + 1):
            yield from combinations(officers(side), number)


def every_staff() -> int:
    """Compare the limit of every set of leaders, with Iroquois and without; return how many sets there were."""
    cases = 0
    own = {side: tuple(unit(name) for name in soldiers(side)) for side in WHERE}
    allies: tuple[Unit, ...] = tuple(unit(name) for name in iroquois())
    for names in staffs():
        side, staff = LEADERS[names[0]]["side"], tuple(leader(name) for name in names)
        most = min(room(names), len(own[side]))
        assert command_limit_violations(staff, own[side][:most]) == ()
        if most < len(own[side]):
            assert reasons(staff, own[side][: most + 1]) == [Reason.BEYOND_COMMAND]
        if side == "british":
            expected = [] if "johnson" in names else [Reason.ONLY_JOHNSON_COMMANDS] * len(allies)
            assert reasons(staff, (*own[side][:most], *allies)) == expected
        cases += 1
    return cases


def reasons(staff: tuple[Leader, ...], units: tuple[Unit, ...]) -> list[Reason]:
    return [each.reason for each in command_limit_violations(staff, units) if isinstance(each.reason, Reason)]


@proves("ww:5.34", "ww:5.34-limits", "ww:5.534", "ww:5.534-free", "ww:3.2-command")
def test_every_set_of_leaders_commands_the_sum_and_johnson_the_iroquois_besides() -> None:
    covered("sets of leaders of one side", every_staff(), 2**13 - 1 + 2**10 - 1)


# ---------------------------------------------------------------- individuals

INDIANS = [name for name, row in SHEET.items() if row["side"] == "french" and row["kind"] == "indian"][:7]
COUREURS = [name for name, row in SHEET.items() if row["kind"] == "coureurs"][:4]
STAFF = officers("french")[:4]
CROWD = (*STAFF, *INDIANS, *COUREURS)


def cost(name: str) -> int:
    """Return what a lone piece costs in halves of the card's value: an Indian one, others two."""
    return 1 if name in INDIANS else 2


def sort_of(name: str) -> str:
    """Return what tells a piece from others: leaders by name, Indians by tribe, coureurs not at all."""
    return name if name in STAFF else SHEET[name]["tribe"] or "coureurs"


def pick(name: str) -> Pick | PickLeader:
    return PickLeader(leader(name)) if name in STAFF else Pick(unit(name))


def named(state: State, halves: int, chosen: tuple[str, ...], found: set[tuple[str, ...]]) -> None:
    """Name individuals in every way, and see that what the card cannot pay is refused for its value."""
    found.add(tuple(sorted(map(sort_of, chosen))))
    for name in CROWD:
        if name in chosen:
            continue
        if cost(name) > halves:
            broken = refused(state, pick(name))
            assert (Reason.CARD_TOO_LOW, "ww:5.32-a") in {(each.reason, each.rule) for each in broken}
        elif pick(name) in due(state).actions:
            named(played(state, pick(name)).state, halves - cost(name), (*chosen, name), found)


def individuals(value: int) -> int:
    """Compare what a card of a value can name with all it can pay for; return how many choices there are."""
    state = turn("french", {"montreal": list(CROWD)}, f"{CARD_OF_VALUE[value]} 50", enemy="52")
    found: set[tuple[str, ...]] = set()
    named(played(state, Activate(c(CARD_OF_VALUE[value]), Activates.INDIVIDUALS)).state, 2 * value, (), found)
    payable = {
        tuple(sorted(map(sort_of, names)))
        for number in range(2 * value + 1)
        for names in combinations(CROWD, number)
        if sum(map(cost, names)) <= 2 * value
    }
    assert found == payable
    return len(found)


@proves("ww:5.32-a", "ww:5.33")
@pytest.mark.parametrize(("value", "choices"), [(1, 19), (2, 121), (3, 422)])
def test_a_card_names_its_value_in_individuals_indians_at_half(value: int, choices: int) -> None:
    covered(f"individuals on a card of value {value}", individuals(value), choices)


# ---------------------------------------------------------------- planted faults


def one_more(given: Callable[..., int]) -> Callable[..., int]:
    return lambda *words: given(*words) + 1


@pytest.mark.parametrize(
    ("module", "name", "fault", "check"),
    [
        (ch05_force, "capacity", one_more(ch05_force.capacity), every_staff),
        (ch05_force, "capacity", one_more(ch05_force.capacity), forces),
        (ch05_force, "is_johnsons", lambda _: False, every_staff),
        (ch05_order, "subordinate_violations", lambda *_: (), forces),
        (ch05_activation, "initiative_violations", lambda *_: (), commanders),
        (ch05_activation, "cost_of", lambda _: 2, lambda: individuals(2)),
        (ch05_activation, "cost_of", lambda _: 1, lambda: individuals(1)),
    ],
    ids=("room", "room in play", "Iroquois cost", "outranked", "initiative", "Indians dear", "coureurs cheap"),
)
def test_a_planted_fault_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, fault: object, check: Callable[[], int]
) -> None:
    monkeypatch.setattr(module, name, fault)
    with pytest.raises(AssertionError):
        check()
