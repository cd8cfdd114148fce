"""Chapter 5.36: the order of actions.

An activated group moves, fights, then raids; a force may besiege or assault instead, and besieged pieces may only
sally out. A commander musters his force when he begins to act; the force exists only for that activation.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import opened, with_top
from reference.kernel.verdicts import Fact, Next, Notation, Objection, Violation, event, violation
from reference.wilderness_war.actions import (
    Action,
    Besiege,
    Done,
    March,
    Pick,
    PickLeader,
    SallyOut,
    Stay,
    Storm,
)
from reference.wilderness_war.board import (
    Board,
    fortification,
    has_fortification,
    is_besieged,
    is_besieged_leader,
    is_besieged_unit,
    leaders_at,
    leaders_outside,
    put_leader,
    put_unit,
    siege_level,
    steps,
    units_at,
    units_outside,
)
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit, is_drilled
from reference.wilderness_war.ch05_activation import named_elsewhere, space_of, spend, spent_violations
from reference.wilderness_war.ch05_force import (
    command_limit_violations,
    johnson_violations,
    leaders_first,
    subordinate_violations,
)
from reference.wilderness_war.ch06_avoiding import may_avoid
from reference.wilderness_war.ch06_move import begun
from reference.wilderness_war.ch07_modifiers import highest_in_command
from reference.wilderness_war.ch08_siege_roll import level_needed, level_reached
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.choosing import (
    alike_on,
    following_leaders,
    following_units,
    repeated_leader,
    repeated_unit,
    with_piece,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Activation,
    ActivationStage,
    Battle,
    Move,
    Reaction,
    ReactionKind,
    Siege,
    SiegeStage,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

# ---------------------------------------------------------------- purpose


@rule("ww:8.25")
def is_shut_in(state: State, frame: Activation) -> bool:
    """Say whether an activated group is inside a besieged work, which it cannot leave."""
    officers = frame.leaders if frame.commander is None else (frame.commander,)
    return any(is_besieged_leader(state.board, leader) for leader in officers) or any(
        is_besieged_unit(state.board, unit) for unit in frame.units
    )


def _drilled_here(state: State, place: Space, side: Side) -> tuple[Unit, ...]:
    """Return a side's drilled units outside in a space."""
    return tuple(unit for unit in units_outside(state.board, place, side) if is_drilled(COUNTERS[unit].kind))


@rule("ww:8.231-clar-force", "ww:5.36-siege")
def siege_commander_violations(state: State, frame: Activation, place: Space, of_force: str) -> Iterator[Violation]:
    """Refuse a siege or assault without a force, or under a leader who is outranked in the space."""
    if frame.commander is None:
        yield violation(Reason.NO_FORCE, of_force, space=IDS[place])
    else:
        yield from outranked_violations(state, frame.commander, place)


@rule("ww:8.231-activate", "ww:9.12-campaign")
def outranked_violations(state: State, commander: Leader, place: Space) -> Iterator[Violation]:
    """Refuse a siege or assault under an outranked leader; a higher one who came by CAMPAIGN does not count (N22)."""
    here = leaders_outside(state.board, place, LEADERS[commander].side)
    came = {each.leader for each in state.phase.departures if each.space != place}
    highest = highest_in_command(leader for leader in here if leader not in came)
    if highest and commander not in highest:
        higher = tuple(LEADERS[leader].id for leader in highest)
        name = LEADERS[commander].id
        yield violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader=name, higher=higher)


@rule("ww:8.231", "ww:9.1", "ww:8.25")
def _siege_violations(board: Board, place: Space, side: Side, cited: str) -> Iterator[Violation]:
    """Refuse to besiege or assault where there is no siege, or where the side itself is besieged."""
    if not is_besieged(board, place):
        yield violation(Reason.NO_SIEGE, cited, space=IDS[place])
    elif has_fortification(board, place, side):
        yield violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side=side.value, space=IDS[place])


@rule("ww:8.231", "ww:12.3-b")
def besiege_violations(state: State, frame: Activation) -> Iterator[Violation]:
    """Find what keeps an activated force from rolling on the Siege Table."""
    place = space_of(state, frame)
    yield from siege_commander_violations(state, frame, place, "ww:8.231-clar-force")
    none = tuple(_siege_violations(state.board, place, frame.side, "ww:8.231"))
    if none:
        yield from none
        return
    drilled = _drilled_here(state, place, frame.side)
    yield from _spent_violations(state, frame, drilled)
    if not drilled:
        yield violation(Reason.NO_DRILLED_TROOPS, "ww:8.231", side=frame.side.value, space=IDS[place])
    elif not is_supplied(state.board, place, frame.side, state.ruleset):
        yield violation(Reason.NOT_SUPPLIED, "ww:12.3-b", space=IDS[place])


@rule("ww:9.1", "ww:9.11", "ww:5.36-siege")
def storm_violations(state: State, frame: Activation) -> Iterator[Violation]:
    """Find what keeps an activated force from assaulting without a siege roll."""
    place = space_of(state, frame)
    yield from siege_commander_violations(state, frame, place, "ww:5.36-siege")
    none = tuple(_siege_violations(state.board, place, frame.side, "ww:9.1"))
    if none:
        yield from none
        return
    yield from _spent_violations(state, frame, units_outside(state.board, place, frame.side))
    yield from assault_violations(state, place, frame.side)


@rule("ww:5.31-once", "ww:5.36-imp")
def _spent_violations(state: State, frame: Activation, besiegers: tuple[Unit, ...]) -> Iterator[Violation]:
    """Refuse a siege roll or an assault if all besiegers have acted or fought before in this phase."""
    if all(unit in state.phase.units and unit not in frame.units for unit in besiegers):
        yield from spent_violations(state, next(iter(besiegers), None), None)


@rule("ww:9.1", "ww:8.24", "ww:8.24-empty", "ww:tbl-forts")
def level_violations(state: State, place: Space) -> Iterator[Violation]:
    """Refuse to assault a work, even an empty one, before the siege has reached the level it needs."""
    found = fortification(state.board, place)
    level = siege_level(state.board, place)
    assert found is not None
    assert level is not None
    if not level_reached(found[0], level):
        facts: dict[str, Fact] = {"space": IDS[place], "level": level, "needed": level_needed(found[0])}
        yield violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", **facts)


@rule("ww:9.1", "ww:fr-9.1-aux")
def assault_violations(state: State, place: Space, side: Side) -> Iterator[Violation]:
    """Find what keeps besiegers from assaulting: the level of the siege, or troops that the ruleset demands (D18)."""
    yield from level_violations(state, place)
    wanted = state.ruleset.assault_requirements
    if not units_outside(state.board, place, side):
        yield violation(Reason.NO_UNITS, "ww:9.1", space=IDS[place])
    if wanted != "leader" and not _drilled_here(state, place, side):
        yield violation(Reason.NO_DRILLED_TROOPS, "ww:9.1", side=side.value, space=IDS[place])
    if wanted == "leader_and_supplied_drilled" and not is_supplied(state.board, place, side, state.ruleset):
        yield violation(Reason.NOT_SUPPLIED, "ww:9.1", space=IDS[place])


@rule("ww:8.25")
def sally_violations(state: State, frame: Activation) -> Iterator[Violation]:
    """Find what keeps a group from sallying out: it is not besieged, or is a leader with no unit to fight with."""
    place = space_of(state, frame)
    if not is_shut_in(state, frame):
        yield violation(Reason.NOT_BESIEGED, "ww:8.25", space=IDS[place])
    elif frame.units or _finds_units(state, frame):
        return
    elif frame.commander is None or not _company(state, frame)[1]:
        yield _alone(frame)
    else:
        yield from _nobody_to_muster(state, frame, frame.commander)


@rule("ww:5.534", "ww:5.36-imp")
def _nobody_to_muster(state: State, frame: Activation, commander: Leader) -> Iterator[Violation]:
    """Say why each unit inside with a commander cannot sally out: it has acted or fought, or only Johnson leads it."""
    for unit in _company(state, frame)[1]:
        yield from spent_violations(state, unit, None)
        yield from johnson_violations((commander, *_muster_leaders(state, frame)), (unit,))


@rule("ww:8.25")
def _alone(frame: Activation) -> Violation:
    """Refuse a sortie of a leader without units."""
    return violation(Reason.LEADERS_ALONE, "ww:8.25", leader=LEADERS[_chief(frame)].id)


def _chief(frame: Activation) -> Leader:
    """Return the commander of a force, or the leader activated alone."""
    return frame.leaders[0] if frame.commander is None else frame.commander


@rule("ww:8.25")
def march_violations(state: State, frame: Activation) -> Iterator[Violation]:
    """Refuse to let besieged pieces leave their space."""
    if is_shut_in(state, frame):
        yield violation(Reason.BESIEGED, "ww:8.25", space=IDS[space_of(state, frame)])


def _purposes(state: State, frame: Activation) -> tuple[Action, ...]:
    if is_shut_in(state, frame):
        return (*(() if any(sally_violations(state, frame)) else (SallyOut(),)), Stay())
    if frame.commander is None or not is_besieged(state.board, space_of(state, frame)):
        return (March(),)
    besiege = () if any(besiege_violations(state, frame)) else (Besiege(),)
    storm = () if any(storm_violations(state, frame)) else (Storm(),)
    return (March(), *besiege, *storm)


# ---------------------------------------------------------------- mustering a force


@rule("ww:5.35")
def _company(state: State, frame: Activation) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    """Return the pieces stacked with a commander, outside or besieged with him; who led them before does not matter."""
    place, commander = space_of(state, frame), frame.commander
    assert commander is not None
    inside = state.board.leader_inside[commander]
    leaders = tuple(
        each
        for each in leaders_at(state.board, place, frame.side)
        if each != commander and state.board.leader_inside[each] == inside
    )
    units = tuple(unit for unit in units_at(state.board, place, frame.side) if state.board.unit_inside[unit] == inside)
    return leaders, units


@rule("ww:5.34", "ww:card-campaign-order")
def muster_leader_violations(state: State, frame: Activation, leader: Leader) -> Iterator[Violation]:
    """Find what keeps a leader from being a subordinate of the force."""
    commander = frame.commander
    assert commander is not None
    if leader == commander:
        yield violation(Reason.COMMANDS_THE_FORCE, "ww:5.34", leader=LEADERS[leader].id)
        return
    if leader not in _company(state, frame)[0]:
        yield violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader=LEADERS[leader].id)
    if LEADERS[leader].side is frame.side:
        yield from subordinate_violations(commander, leader)
    yield from spent_violations(state, None, leader)
    if leader in named_elsewhere(state):
        yield violation(Reason.NAMED_BY_CAMPAIGN, "ww:card-campaign-order", leader=LEADERS[leader].id)


@rule("ww:5.34")
def muster_unit_violations(state: State, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a unit from joining the force."""
    commander = frame.commander
    assert commander is not None
    if unit in _company(state, frame)[1]:
        yield from spent_violations(state, unit, None)
        yield from _command_violations(frame, commander, unit)
        return
    yield violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit=COUNTERS[unit].id)
    yield from spent_violations(state, unit, None)
    if COUNTERS[unit].side is frame.side:
        yield from johnson_violations((commander, *frame.leaders), (unit,))


@rule("ww:5.34-limits", "ww:8.25")
def _command_violations(frame: Activation, commander: Leader, unit: Unit) -> tuple[Violation, ...]:
    """Refuse a unit the force's leaders cannot command; a march has a limit on units, a sortie has none (N45)."""
    leaders, units = (commander, *frame.leaders), tuple(dict.fromkeys((*frame.units, unit)))
    if frame.stage is ActivationStage.MUSTER_SORTIE:
        return johnson_violations(leaders, units)
    return command_limit_violations(leaders, units)


def _muster_leaders(state: State, frame: Activation) -> tuple[Leader, ...]:
    if frame.units:
        return ()
    able = (each for each in _company(state, frame)[0] if not any(muster_leader_violations(state, frame, each)))
    return following_leaders(able, frame.leaders)


def _muster_units(state: State, frame: Activation) -> tuple[Unit, ...]:
    """Return the units that may still be mustered."""
    commander = frame.commander
    assert commander is not None
    free = tuple(unit for unit in _company(state, frame)[1] if unit not in state.phase.units)
    further = following_units(free, frame.units, alike_on(state.board))
    return tuple(unit for unit in further if not _command_violations(frame, commander, unit))


def _finds_units(state: State, frame: Activation) -> bool:
    """Say whether a commander could muster a unit, with his subordinates' help; only commanders muster units."""
    if frame.commander is None:
        return False
    return bool(_muster_units(state, replace(frame, leaders=_muster_leaders(state, frame))))


def _muster_actions(state: State, frame: Activation) -> tuple[Action, ...]:
    picks = (*map(PickLeader, _muster_leaders(state, frame)), *map(Pick, _muster_units(state, frame)))
    done = () if frame.stage is ActivationStage.MUSTER_SORTIE and not frame.units else (Done(),)
    return (*picks, *done)


@rule("ww:5.34")
def _leaders_first(state: State, frame: Activation, unit: Unit, found: tuple[Violation, ...]) -> Notation | None:
    """Say which subordinates to name before a unit whose place in the force needs their command."""
    able = (each for each in _company(state, frame)[0] if each not in frame.leaders)
    others = tuple(each for each in able if not any(muster_leader_violations(state, frame, each)))
    full = replace(frame, leaders=(*frame.leaders, *others))
    return leaders_first(found, tuple(muster_unit_violations(state, full, unit)), others)


def _muster_violations(state: State, frame: Activation, action: Action) -> Objection:
    match action:
        case PickLeader(leader):
            found = tuple(muster_leader_violations(state, frame, leader))
            return found or repeated_leader(frame.leaders, leader, "ww:5.34")
        case Pick(unit):
            found = tuple(muster_unit_violations(state, frame, unit))
            return _leaders_first(state, frame, unit, found) or found or repeated_unit(frame.units, unit, "ww:5.34")
        case Done():
            return (_alone(frame),) if frame.stage is ActivationStage.MUSTER_SORTIE and not frame.units else ()
        case _:
            return None


def _muster(state: State, frame: Activation, action: Action) -> Next[State]:
    match action:
        case PickLeader(leader):
            return Next(with_top(state, replace(frame, leaders=with_piece(frame.leaders, leader))))
        case Pick(unit):
            return Next(with_top(state, replace(frame, units=with_piece(frame.units, unit))))
        case _:
            assert isinstance(action, Done)
            return _mustered(state, frame)


@rule("ww:5.35")
def _mustered(state: State, frame: Activation) -> Next[State]:
    """Fix for this activation who belongs to the force."""
    commander = frame.commander
    assert commander is not None
    whole = replace(
        frame,
        leaders=(commander, *frame.leaders),
        stage=ActivationStage.SORTIE if frame.stage is ActivationStage.MUSTER_SORTIE else ActivationStage.MOVE,
    )
    return Next(with_top(spend(state, frame.units, frame.leaders), whole))


# ---------------------------------------------------------------- the procedure


def decision(state: State, frame: Activation) -> Choice[Action] | None:
    """Return the choice of purpose or of the force's members, if there is one to make."""
    if frame.stage is ActivationStage.PURPOSE:
        offered = _purposes(state, frame)
        if len(offered) == 1 and not is_besieged(state.board, space_of(state, frame)):
            return None
        return Choice(frame.side, "purpose", ("ww:5.36",), offered)
    if frame.stage in (ActivationStage.MUSTER, ActivationStage.MUSTER_SORTIE):
        offered = _muster_actions(state, frame)
        return None if offered == (Done(),) else Choice(frame.side, "muster", ("ww:5.34",), offered)
    return None


def violations(state: State, frame: Activation, action: Action) -> Objection:
    """Find what keeps a group from a purpose, or a piece from being mustered."""
    if frame.stage is ActivationStage.PURPOSE:
        return _purpose_violations(state, frame, action)
    return _muster_violations(state, frame, action)


@rule("ww:5.36", "ww:8.25")
def _purpose_violations(state: State, frame: Activation, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a group from acting for a purpose; only besieged pieces may stay where they are."""
    match action:
        case March():
            return tuple(march_violations(state, frame))
        case Besiege():
            return tuple(besiege_violations(state, frame))
        case Storm():
            return tuple(storm_violations(state, frame))
        case SallyOut():
            return tuple(sally_violations(state, frame))
        case Stay():
            return () if is_shut_in(state, frame) else (violation(Reason.NOT_BESIEGED, "ww:8.25"),)
        case _:
            return None


def apply(state: State, frame: Activation, action: Action) -> Next[State]:
    """Take a purpose, or muster a piece."""
    if frame.stage is ActivationStage.PURPOSE:
        return _purpose_taken(state, frame, action)
    return _muster(state, frame, action)


@rule("ww:5.36", "ww:8.25")
def _purpose_taken(state: State, frame: Activation, action: Action) -> Next[State]:
    """March, besiege or assault instead, sally out, or stay inside."""
    match action:
        case March():
            return Next(_purposed(state, frame, ActivationStage.MUSTER, ActivationStage.MOVE))
        case Besiege() | Storm():
            return _instead_of_moving(state, frame, action)
        case _:
            assert isinstance(action, SallyOut | Stay)
            return _shut_in(state, frame, action)


@rule("ww:5.36-siege")
def _instead_of_moving(state: State, frame: Activation, action: Besiege | Storm) -> Next[State]:
    """Besiege or assault with a force that stays where it is."""
    if isinstance(action, Besiege):
        return Next(_siege(state, frame, SiegeStage.COEHORNS_BESIEGER))
    return Next(_siege(state, frame, SiegeStage.STORM_COEHORNS_BESIEGER))


@rule("ww:8.25")
def _shut_in(state: State, frame: Activation, action: SallyOut | Stay) -> Next[State]:
    """Sally out with besieged pieces, or leave them where they are."""
    if isinstance(action, SallyOut):
        return Next(_purposed(state, frame, ActivationStage.MUSTER_SORTIE, ActivationStage.SORTIE))
    return Next(with_top(state, replace(frame, stage=ActivationStage.RAIDS)))


def _purposed(state: State, frame: Activation, with_force: ActivationStage, alone: ActivationStage) -> State:
    return with_top(state, replace(frame, stage=alone if frame.commander is None else with_force))


@rule("ww:8.231-activate", "ww:5.31-once")
def _siege(state: State, frame: Activation, stage: SiegeStage) -> State:
    """Begin a siege roll or an assault, which activates the whole besieging stack (N29)."""
    assert frame.commander is not None
    place = space_of(state, frame)
    named = named_elsewhere(state)
    leaders = tuple(each for each in leaders_outside(state.board, place, frame.side) if each not in named)
    units = units_outside(state.board, place, frame.side)
    after = with_top(
        spend(state, units, leaders), replace(besiegers(state, frame, leaders, units), stage=ActivationStage.RAIDS)
    )
    return opened(after, Siege(place, frame.side, frame.commander, stage))


@rule("ww:10.1", "ww:5.36")
def besiegers(state: State, frame: Activation, leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> Activation:
    """Note who is active in a siege or assault; pieces activated before only join it (9.12).

    It replaces movement, but not the raid at the end of the activation (N53).
    """
    active = tuple(unit for unit in units if unit not in state.phase.units)
    officers = tuple(each for each in leaders if each == frame.commander or each not in state.phase.leaders)
    return replace(frame, units=active, leaders=officers)


def advance(state: State, frame: Activation) -> Next[State]:
    """Go on with what needs no decision: a single purpose, a single force, the movement, the sortie."""
    match frame.stage:
        case ActivationStage.PURPOSE:
            return apply(state, frame, _purposes(state, frame)[0])
        case ActivationStage.MUSTER | ActivationStage.MUSTER_SORTIE:
            return _mustered(state, frame)
        case ActivationStage.SORTIE:
            return _sortie(state, frame)
        case _:
            return Next(_moving(state, frame))


@rule("ww:5.36")
def _moving(state: State, frame: Activation) -> State:
    """Begin the movement; battles interrupt it and raids follow it."""
    place = space_of(state, frame)
    after = with_top(state, replace(frame, stage=ActivationStage.RAIDS))
    return opened(after, begun(state, Move(frame.side, place, frame.commander, frame.leaders, frame.units)))


@rule("ww:8.25")
def _sortie(state: State, frame: Activation) -> Next[State]:
    """Lead besieged pieces out to attack the besiegers, who may avoid battle (A8)."""
    place = space_of(state, frame)
    board = state.board
    for unit in frame.units:
        board = put_unit(board, unit, place, steps(board, unit))
    for leader in frame.leaders:
        board = put_leader(board, leader, place)
    after = with_top(on_board(state, board), replace(frame, stage=ActivationStage.RAIDS, ended=place))
    names = (*(LEADERS[each].id for each in frame.leaders), *(COUNTERS[each].id for each in frame.units))
    news = event(EventKind.CAME_OUTSIDE, "ww:8.25", side=frame.side.value, space=IDS[place], pieces=names)
    battle = Battle(
        place, frame.side, frame.side, None, leader=frame.commander, force=frame.leaders, sortie=True,
        joined=frame.units, joined_leaders=frame.leaders,
    )  # fmt: skip
    after = opened(after, battle)
    reaction = Reaction(ReactionKind.AVOID, frame.side.enemy, place, None)
    return Next(opened(after, reaction) if may_avoid(after, reaction) else after, (news,))


# Chapter 10 does the raids that end an activation.
ACTIVATION: Procedure[State, Activation, Action] = Procedure(decision, violations, apply, advance)
