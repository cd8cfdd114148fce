"""Chapters 7.6 and 7.7: taking losses (`Losses`) and checking leaders (`LeaderChecks`), whatever caused them.

The owner of a stack names what each group of like counters loses, one group after the other in the order of the
counter sheet. In battles and assaults 7.62, 7.63 and 9.14 bind him; in raids (10.31) and attrition (11.2) he is free.
"""

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, closes, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Event, Fact, Next, Notation, Objection, Violation, event, violation
from reference.wilderness_war.actions import DIE, Action, Lose, Roll
from reference.wilderness_war.board import Away, Board, put_leader, steps, units_on_map
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, LEADERS, REDUCED, Unit, is_drilled
from reference.wilderness_war.ch05_activation import ready_leaders
from reference.wilderness_war.ch07_loss_spreads import (
    Group,
    assault_duty,
    battle_duty,
    flips_and_deaths,
    loss_violations,
    open_numbers,
)
from reference.wilderness_war.ch07_steps import weakened
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Campaign, Cause, Individuals, LeaderChecks, Losses, Named
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State, on_board

_KILLED_ON = frozenset(table("combat_results").numbers("leader_killed_on"))
_RULES: dict[Cause, tuple[str, ...]] = {
    Cause.BATTLE: ("ww:7.62", "ww:7.63"),
    Cause.ASSAULT: ("ww:9.14-b",),
    Cause.RAID: ("ww:10.31",),
    Cause.ATTRITION: ("ww:11.2-a",),
}


# ---------------------------------------------------------------- groups


@rule("ww:8.252", "ww:7.62")
def garrison(state: State) -> tuple[Unit, ...]:
    """Return the units that came out of a besieged work to the battle: if beaten, they alone go back inside."""
    return tuple(unit for battle in state.stack.frames if isinstance(battle, Battle) for unit in battle.joined)


@rule("ww:10.31", "ww:5.33")
def still_to_act(state: State) -> tuple[Unit, ...]:
    """Return the units that may still be activated this phase: named individuals, or any for CAMPAIGN's next leader."""
    waiting: tuple[Unit, ...] = ()
    for frame in state.stack.frames:
        if isinstance(frame, Individuals):
            waiting = frame.units
        elif isinstance(frame, Campaign) and ready_leaders(state, frame):
            waiting = units_on_map(state.board, frame.side)
    return tuple(unit for unit in waiting if unit not in state.phase.units)


@rule("ww:7.62")
def members(state: State, frame: Losses) -> tuple[tuple[str, tuple[Unit, ...]], ...]:
    """Return the units that take the losses in groups of like units (N35), in the order of the counter sheet."""
    besieged, waiting = garrison(state), still_to_act(state)
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in sorted(frame.units):
        mark = ("_garrison" if unit in besieged else "") + ("_inactive" if unit in waiting else "")
        found.setdefault((COUNTERS[unit].type, mark), []).append(unit)
    types = [each for each, _ in found]
    return tuple(
        (each + mark if types.count(each) > 1 else each, tuple(units)) for (each, mark), units in found.items()
    )


def groups(state: State, frame: Losses) -> tuple[Group, ...]:
    """Return the groups that take the losses, with their strength before the losses."""
    return tuple(
        Group(
            name,
            is_drilled(COUNTERS[units[0]].kind),
            sum(steps(state.board, unit) == FULL for unit in units),
            sum(steps(state.board, unit) == REDUCED for unit in units),
        )
        for name, units in members(state, frame)
    )


def _left(state: State, frame: Losses) -> int:
    """Return how many losses are still to be named."""
    bearable = min(frame.losses, sum(group.steps for group in groups(state, frame)))
    return bearable - sum(named.flips + named.deaths for named in frame.named)


# ---------------------------------------------------------------- what may be named


def _duty(frame: Losses) -> tuple[bool, ...]:
    return assault_duty(frame.losses) if frame.cause is Cause.ASSAULT else battle_duty(frame.losses)


def options(state: State, frame: Losses) -> tuple[Named, ...]:
    """Return what may be named for the next group."""
    stack = groups(state, frame)
    group = stack[len(frame.named)]
    if frame.cause in (Cause.RAID, Cause.ATTRITION):
        rest = sum(each.steps for each in stack[len(frame.named) + 1 :])
        return free_losses(group, _left(state, frame), rest)
    named = tuple(each.flips + each.deaths for each in frame.named)
    numbers = open_numbers(stack, _duty(frame), named, state.ruleset)
    return tuple(Named(*flips_and_deaths(group, number)) for number in numbers)


@rule("ww:10.31", "ww:11.2-a")
def free_losses(group: Group, losses: int, room_elsewhere: int) -> tuple[Named, ...]:
    """Return every way a group can take its part of losses that the owner may assign as he likes."""
    return tuple(
        Named(flips, deaths)
        for flips in range(group.full + 1)
        for deaths in range(group.reduced + flips + 1)
        if flips + deaths <= losses <= flips + deaths + room_elsewhere
    )


def violations(state: State, frame: Losses, action: Action) -> Objection:
    """Return the rules that naming losses for the next group would break, or which group is named before another."""
    if not isinstance(action, Lose) or len(frame.named) == len(members(state, frame)):
        return None
    due = due_group(state, frame)
    if action.of == due:
        return naming_violations(state, frame, action)
    later = (name for name, _ in members(state, frame)[len(frame.named) + 1 :])
    return Notation(Reason.ANOTHER_GROUP_FIRST, (("group", due),)) if action.of in later else None


def naming_violations(state: State, frame: Losses, action: Lose) -> tuple[Violation, ...]:
    """Return the rules that naming these losses for the next group would break."""
    stack = groups(state, frame)
    group = stack[len(frame.named)]
    named = action.flips + action.deaths
    facts: dict[str, Fact] = {"group": group.type, "flips": action.flips, "deaths": action.deaths}
    if not 0 <= action.flips <= group.full or not 0 <= action.deaths <= group.reduced + action.flips:
        return (
            violation(Reason.MORE_STEPS_THAN_THERE_ARE, "ww:7.61", **facts, full=group.full, reduced=group.reduced),
        )
    if frame.cause in (Cause.RAID, Cause.ATTRITION):
        return _free_violations(state, frame, named, facts)
    found = loss_violations(
        stack,
        _duty(frame),
        tuple(each.flips + each.deaths for each in frame.named),
        named,
        state.ruleset,
        assault=frame.cause is Cause.ASSAULT,
    )
    if action.deaths and action.flips < group.full and Reason.DEAD_BESIDE_FULL not in (each.reason for each in found):
        found = (*found, violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", **facts, losses=frame.losses))
    return found


def _free_violations(state: State, frame: Losses, named: int, facts: dict[str, Fact]) -> tuple[Violation, ...]:
    left = _left(state, frame)
    room = sum(group.steps for group in groups(state, frame)[len(frame.named) + 1 :])
    (cited,) = _RULES[frame.cause]
    if named > left:
        return (violation(Reason.MORE_STEPS_THAN_LOSSES, cited, **facts, losses=left),)
    if named + room < left:
        return (violation(Reason.FEWER_STEPS_THAN_LOSSES, cited, **facts, losses=left),)
    return ()


# ---------------------------------------------------------------- the procedure


def decision(state: State, frame: Losses) -> Choice[Lose] | None:
    """Return the owner's decision about the next group; none when nothing is left to say."""
    if not _is_open(state, frame):
        return None
    name = due_group(state, frame)
    actions = tuple(Lose(name, named.flips, named.deaths) for named in options(state, frame))
    return Choice(frame.side, f"losses_of_{name}", _RULES[frame.cause], actions)


def due_group(state: State, frame: Losses) -> str:
    """Return the group about which the owner is asked next."""
    return members(state, frame)[len(frame.named)][0]


def _is_open(state: State, frame: Losses) -> bool:
    """Say whether the owner must still name the losses of a group."""
    asked = len(frame.named)
    last = asked == len(members(state, frame)) - 1
    return _left(state, frame) > 0 and not (last and len(options(state, frame)) == 1)


def apply(state: State, frame: Losses, action: Action) -> Next[State]:
    """Note what a group loses."""
    assert isinstance(action, Lose)
    return Next(with_top(state, replace(frame, named=(*frame.named, Named(action.flips, action.deaths)))))


def advance(state: State, frame: Losses) -> Next[State]:
    """Apply the losses once they are named; what the owner was not asked follows from what he named."""
    said = frame.named
    if len(said) < len(members(state, frame)) and _left(state, frame):
        said = (*said, options(state, frame)[0])
    board = state.board
    events: list[Event] = []
    for (name, units), loss in zip(members(state, frame), said, strict=False):
        board, happened = _weakened(board, frame, name, units, loss)
        events.extend(happened)
    return Next(on_board(closed(state), board), tuple(events))


def _weakened(
    board: Board, frame: Losses, name: str, units: tuple[Unit, ...], loss: Named
) -> tuple[Board, tuple[Event, ...]]:
    if not loss.flips and not loss.deaths:
        return board, ()
    flipped = [unit for unit in units if steps(board, unit) == FULL][: loss.flips]
    for unit in flipped:
        board = weakened(board, unit)
    dead = [unit for unit in units if steps(board, unit) == REDUCED][: loss.deaths]
    for unit in dead:
        board = weakened(board, unit)
    lost: dict[str, Fact] = {"side": frame.side.value, "space": IDS[frame.space], "group": name}
    event_of_steps = event(
        EventKind.STEPS_LOST, "ww:7.61", *_RULES[frame.cause], **lost, flips=loss.flips, deaths=loss.deaths
    )
    deaths = tuple(event(EventKind.UNIT_ELIMINATED, "ww:7.61", unit=COUNTERS[unit].id) for unit in dead)
    return board, (event_of_steps, *deaths)


# ---------------------------------------------------------------- leaders


def check_decision(_state: State, frame: LeaderChecks) -> Chance[Roll] | None:
    """Return the die for the next leader who may have been hit."""
    if not frame.leaders:
        return None
    name = LEADERS[frame.leaders[0]].id
    return evenly(f"leader_check_of_{name}", (check_rule(frame.cause),), DIE)


def check_rule(cause: Cause) -> str:
    """Return the rule by which leaders are rolled for."""
    return "ww:10.32" if cause is Cause.RAID else "ww:7.7"


@rule("ww:7.7", "ww:10.32", "ww:7.64")
def is_killed(die: int) -> bool:
    """Say whether a leader's die kills him; nothing else in a combat does."""
    return die in _KILLED_ON


def check_apply(state: State, frame: LeaderChecks, action: Action) -> Next[State]:
    """Roll for the next leader."""
    assert isinstance(action, Roll)
    leader, *rest = frame.leaders
    after = with_top(state, replace(frame, leaders=tuple(rest)))
    facts: dict[str, Fact] = {"leader": LEADERS[leader].id, "die": action.die}
    if not is_killed(action.die):
        return Next(after, (event(EventKind.LEADER_SURVIVED, check_rule(frame.cause), **facts),))
    board = put_leader(after.board, leader, Away.REMOVED)
    return Next(on_board(after, board), (event(EventKind.LEADER_KILLED, check_rule(frame.cause), **facts),))


LOSSES: Procedure[State, Losses, Action] = Procedure(decision, violations, apply, advance)
LEADER_CHECKS: Procedure[State, LeaderChecks, Action] = Procedure(check_decision, other_decision, check_apply, closes)
