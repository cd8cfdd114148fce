"""Chapter 5.34: what a leader can command.

A force has a commander, subordinates of no higher command, and as many units as all of them can command. Among the
British only Johnson commands Mohawk and Iroquois, and they take up none of his command.
"""

from reference.kernel.rules import rule
from reference.kernel.verdicts import Notation, Violation, violation
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit, leader
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side

JOHNSON = leader("johnson")
SIX_NATIONS = frozenset(("mohawk", "seneca", "cayuga", "onondaga", "tuscarora", "oneida"))
_COMMAND = (Reason.BEYOND_COMMAND, Reason.ONLY_JOHNSON_COMMANDS)
_JOHNSONS = frozenset(
    Unit(index)
    for index, counter in enumerate(COUNTERS)
    if counter.side is Side.BRITISH and counter.tribe in SIX_NATIONS
)


@rule("ww:5.534", "ww:5.534-normal")
def is_johnsons(unit: Unit) -> bool:
    """Say whether a unit is Mohawk or Iroquois of the British, whom only Johnson commands."""
    return unit in _JOHNSONS


@rule("ww:5.34", "ww:3.2-command", "ww:5.534-free")
def capacity_needed(units: tuple[Unit, ...]) -> int:
    """Count the units that take up command: all but Johnson's Indians."""
    return sum(not is_johnsons(unit) for unit in units)


@rule("ww:5.34", "ww:3.2-command")
def capacity(leaders: tuple[Leader, ...]) -> int:
    """Add up the command of a force's leaders."""
    return sum(LEADERS[each].command for each in leaders)


@rule("ww:5.34", "ww:5.34-def", "ww:3.2-command")
def subordinate_violations(commander: Leader, other: Leader) -> tuple[Violation, ...]:
    """Refuse a subordinate whose command is higher than the commander's."""
    if LEADERS[other].command <= LEADERS[commander].command:
        return ()
    facts = {"leader": LEADERS[other].id, "commander": LEADERS[commander].id}
    return (violation(Reason.OUTRANKS_COMMANDER, "ww:5.34", **facts),)


@rule("ww:5.34", "ww:5.34-limits", "ww:5.534", "ww:5.534-free", "ww:5.534-normal")
def command_limit_violations(leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> tuple[Violation, ...]:
    """Refuse units beyond what a force's leaders can command."""
    needed, room = capacity_needed(units), capacity(leaders)
    beyond = (violation(Reason.BEYOND_COMMAND, "ww:5.34", units=needed, command=room),) if needed > room else ()
    return (*beyond, *johnson_violations(leaders, units))


@rule("ww:5.534", "ww:5.534-normal")
def johnson_violations(leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> tuple[Violation, ...]:
    """Refuse Mohawk and Iroquois of the British in a force without Johnson."""
    if JOHNSON in leaders:
        return ()
    return tuple(
        violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit=COUNTERS[unit].id)
        for unit in units
        if is_johnsons(unit)
    )


def leaders_first(
    found: tuple[Violation, ...], with_all: tuple[Violation, ...], others: tuple[Leader, ...]
) -> Notation | None:
    """Say which leaders to name before a unit that only the command named so far keeps out.

    `found` is what keeps the unit out, `with_all` what would if all the others who may join were named too.
    """
    if with_all or not is_beyond_command(found):
        return None
    return Notation(Reason.LEADERS_FIRST, (("leaders", tuple(LEADERS[each].id for each in others)),))


def is_beyond_command(found: tuple[Violation, ...]) -> bool:
    """Say whether nothing but the command of the leaders stands against a force."""
    return bool(found) and all(each.reason in _COMMAND for each in found)


def can_command(leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> bool:
    """Say whether leaders can command units together."""
    return not command_limit_violations(leaders, units)
