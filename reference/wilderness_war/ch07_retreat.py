"""Chapter 7.9: retreat (`Retreat`).

Beaten pieces leave one after the other: units in the order of the counter sheet, then leaders. Attackers go back where
they came from, defenders to adjacent spaces or inside; pieces that can go nowhere are lost. If a fort is too small for
those that can go nowhere else, their owner says who is left outside.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Decline, Inside, PickSpace
from reference.wilderness_war.board import (
    Board,
    Work,
    has_amphib,
    has_fortification,
    holds_unbesieged,
)
from reference.wilderness_war.ch02_map import IDS, PORTS, Space, adjacent, along_arrows, is_cultivated
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit, is_drilled
from reference.wilderness_war.ch06_reach import british_ports
from reference.wilderness_war.ch08_inside import own_refuge, room_inside
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, Battle, Move, Retreat
from reference.wilderness_war.pieces_moved import destroyed, destruction, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

# ---------------------------------------------------------------- where to


def _next(frame: Retreat) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    return ((), frame.units[:1]) if frame.units else (frame.leaders[:1], ())


def _name(frame: Retreat) -> str:
    return COUNTERS[frame.units[0]].id if frame.units else LEADERS[frame.leaders[0]].id


@rule("ww:7.92-b", "ww:7.92-e")
def shelter_violations(board: Board, side: Side, to: Space, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """Refuse a retreat to unbesieged enemies, or of drilled troops into the wild without a fortification."""
    if holds_unbesieged(board, to, side.enemy):
        yield violation(Reason.ENEMY_HELD, "ww:7.92-b", space=IDS[to])
    drilled = any(is_drilled(COUNTERS[unit].kind) for unit in units)
    if drilled and not is_cultivated(to) and not has_fortification(board, to, side):
        yield violation(Reason.NO_SHELTER, "ww:7.92-e", space=IDS[to])


@rule("ww:7.92-a", "ww:6.432-c", "ww:7.91-exc")
def may_sail(board: Board, frame: Retreat, to: Space) -> bool:
    """Say whether a beaten piece may leave an Amphib space for a port; the French never retreat by sea."""
    if frame.side is Side.FRENCH or not has_amphib(board, frame.space):
        return False
    return to in british_ports(board)


@rule("ww:2.0-arrows", "ww:7.91", "ww:7.92-a")
def _too_far(frame: Retreat, to: Space) -> Violation:
    """Refuse a space that is not adjacent: an arrow leads one way only, and no Frenchman retreats by sea."""
    cited = "ww:7.91"
    if frame.space in along_arrows(to):
        cited = "ww:2.0-arrows"
    elif frame.side is Side.FRENCH and frame.space in PORTS and to in PORTS:
        cited = "ww:7.92-a"
    return violation(Reason.NOT_ADJACENT, cited, space=IDS[to])


@rule("ww:7.92-c", "ww:7.92-d", "ww:7.91", "ww:7.92-a")
def direction_violations(board: Board, frame: Retreat, to: Space) -> Iterator[Violation]:
    """Refuse attackers any space except the one they came from; refuse defenders the one the attacker came from."""
    reached = to in adjacent(frame.space) or may_sail(board, frame, to)
    if frame.attacking:
        if to != frame.entry:
            yield violation(Reason.NOT_WHERE_THEY_CAME_FROM, "ww:7.92-d", space=IDS[to])
        elif not reached:
            yield _too_far(frame, to)
        return
    if to == frame.entry:
        yield violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:7.92-c", space=IDS[to])
    if not reached:
        yield _too_far(frame, to)


def retreat_violations(board: Board, frame: Retreat, to: Space) -> tuple[Violation, ...]:
    """Return every rule that a retreat to a space would break."""
    _, units = _next(frame)
    shelter = shelter_violations(board, frame.side, to, units)
    return (*direction_violations(board, frame, to), *garrison_violations(frame), *shelter)


@rule("ww:8.252")
def garrison_violations(frame: Retreat) -> Iterator[Violation]:
    """Refuse any retreat except back inside to a garrison that came out."""
    if _shut_in(frame):
        yield violation(Reason.BESIEGED, "ww:8.252", space=IDS[frame.space])


def _shut_in(frame: Retreat) -> bool:
    leaders, units = _next(frame)
    return any(unit in frame.inside_only for unit in units) or any(each in frame.inside_leaders for each in leaders)


@rule("ww:8.13", "ww:8.252", "ww:8.252-relief")
def _shut_out(board: Board, frame: Retreat, ruleset: Ruleset) -> Iterator[Violation]:
    """Find what closes a work to a beaten piece, apart from room: no work, or the piece came to relieve it (D6)."""
    facts: dict[str, Fact] = {"space": IDS[frame.space]}
    if own_refuge(board, frame.space, frame.side) is None:
        yield violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.13", **facts)
        return
    beside = frame.entry in adjacent(frame.space)
    if frame.attacking and not _shut_in(frame) and (ruleset.relief_may_retreat_inside == "no" or not beside):
        yield violation(Reason.RELIEVERS_STAY_OUT, "ww:8.252-relief", **facts)


@rule("ww:8.11", "ww:8.13")
def inside_violations(board: Board, frame: Retreat, ruleset: Ruleset) -> Iterator[Violation]:
    """Find what keeps a beaten piece from going inside: it is shut out, or there is no room."""
    yield from _shut_out(board, frame, ruleset)
    if frame.units and own_refuge(board, frame.space, frame.side) is not None and _room(board, frame) < 1:
        yield violation(Reason.TOO_MANY_INSIDE, "ww:8.11", space=IDS[frame.space])


@rule("ww:8.11", "ww:8.252")
def _room(board: Board, frame: Retreat) -> int:
    """Return how many more units may go inside, the next one included; a fort keeps room for its garrison."""
    kept = 0 if _shut_in(frame) else sum(unit in frame.inside_only for unit in frame.units)
    return room_inside(board, frame.space, frame.side) - kept


def _away(board: Board, frame: Retreat) -> tuple[Space, ...]:
    back = () if frame.entry is None else (frame.entry,)
    spaces = back if frame.attacking else sorted({*adjacent(frame.space), *british_ports(board)})
    return tuple(to for to in spaces if not retreat_violations(board, frame, to))


def _only_inside(board: Board, frame: Retreat, ruleset: Ruleset) -> tuple[Unit, ...]:
    """Return the units still to go, other than the garrison, that can go inside and nowhere else."""
    each = tuple(replace(frame, units=(unit,)) for unit in frame.units if unit not in frame.inside_only)
    return tuple(one.units[0] for one in each if not any(_shut_out(board, one, ruleset)) and not _away(board, one))


@rule("ww:8.13", "ww:8.11")
def marshalled(board: Board, frame: Retreat, ruleset: Ruleset) -> Retreat:
    """Let units go last that have only a fort too small for all, so that the owner may choose who gets the room."""
    last = _only_inside(board, frame, ruleset)
    if len(frame.units) <= _room(board, frame):
        return frame
    return replace(frame, units=(*(unit for unit in frame.units if unit not in last), *last))


@rule("ww:8.13", "ww:8.11", "ww:7.92-b")
def giving_up_violations(board: Board, frame: Retreat, ruleset: Ruleset) -> Iterator[Violation]:
    """Refuse to give up a unit that can go elsewhere, or while the fort has room for all units that cannot."""
    needed = _shut_in(frame) or bool(_away(board, frame))
    if needed or len(_only_inside(board, frame, ruleset)) <= _room(board, frame):
        yield violation(Reason.MUST_RETREAT, "ww:7.92-b", unit=_name(frame), space=IDS[frame.space])


def ways_out(board: Board, frame: Retreat, ruleset: Ruleset) -> tuple[Action, ...]:
    """Return where the next beaten piece may go; its owner may give it up if the fort cannot hold all."""
    away = tuple(map(PickSpace, _away(board, frame)))
    if any(inside_violations(board, frame, ruleset)):
        return away
    lost = frame.units and not any(giving_up_violations(board, frame, ruleset))
    return (*away, Inside(), Decline()) if lost else (*away, Inside())


# ---------------------------------------------------------------- the procedure


@rule("ww:7.64")
def is_over(frame: Retreat) -> bool:
    """Say whether all have retreated; leaders must retreat even if they have lost all their units."""
    return not frame.units and not frame.leaders


def decision(state: State, frame: Retreat) -> Choice[Action] | None:
    """Return where the next piece retreats, if its owner has a choice."""
    if is_over(frame):
        return None
    offered = ways_out(state.board, frame, state.ruleset)
    if len(offered) < 2:
        return None
    if Decline() in offered:
        return Choice(frame.side, f"room_for_{_name(frame)}", ("ww:8.13", "ww:8.11"), offered)
    return Choice(frame.side, f"retreat_of_{_name(frame)}", ("ww:7.91",), offered)


def violations(state: State, frame: Retreat, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps the next piece from retreating that way."""
    match action:
        case PickSpace(to):
            return retreat_violations(state.board, frame, to)
        case Inside():
            return tuple(inside_violations(state.board, frame, state.ruleset))
        case Decline() if frame.units and own_refuge(state.board, frame.space, frame.side) is Work.FORT:
            return tuple(giving_up_violations(state.board, frame, state.ruleset))
        case _:
            return None


@rule("ww:8.11", "ww:8.13")
def apply(state: State, frame: Retreat, action: Action) -> Next[State]:
    """Let the next piece retreat, or give it up because the fort is too small for all."""
    return _lost(state, frame, "ww:8.11") if isinstance(action, Decline) else _gone(state, frame, action)


@rule("ww:7.91", "ww:7.92-b")
def advance(state: State, frame: Retreat) -> Next[State]:
    """Let the next piece go the only way there is, or lose it; finish when all are gone."""
    if is_over(frame):
        return Next(closed(state))
    only = next(iter(ways_out(state.board, frame, state.ruleset)), None)
    return _lost(state, frame) if only is None else _gone(state, frame, only)


@rule("ww:7.92-b", "ww:7.92-c", "ww:7.92-d", "ww:7.92-e", "ww:8.11")
def closed_by(board: Board, frame: Retreat, ruleset: Ruleset) -> tuple[str, ...]:
    """Name the rules that close every way out to the next piece, in the order of the ways; the last is inside."""
    back = () if frame.entry is None else (frame.entry,)
    spaces = back if frame.attacking else adjacent(frame.space)
    away = (each.rule for to in spaces for each in retreat_violations(board, frame, to))
    work = own_refuge(board, frame.space, frame.side) is not None
    inside = (each.rule for each in inside_violations(board, frame, ruleset)) if work else ()
    return tuple(dict.fromkeys((*away, *inside)))


@rule("ww:6.63", "ww:7.92-b")
def _lost_by(state: State, frame: Retreat) -> tuple[str, ...]:
    """Name the rules by which a piece that can go nowhere is lost; one more for an infiltrator sent back to enemies."""
    movers = (each for each in state.stack.frames if isinstance(each, Move | Activation) and each.side is frame.side)
    among_enemies = frame.entry is not None and holds_unbesieged(state.board, frame.entry, frame.side.enemy)
    infiltrated = among_enemies and any(each.infiltrated for each in movers)
    closed_ways = closed_by(state.board, frame, state.ruleset)
    found = ("ww:7.92-b", *closed_ways, *(("ww:6.63",) if infiltrated else ()), *_sent_back_by(state, frame))
    return tuple(dict.fromkeys(found))


@rule("ww:6.712")
def _sent_back_by(state: State, frame: Retreat) -> tuple[str, ...]:
    """Name the rule by which an infiltrator that was caught at a fort goes back though it has won."""
    battles = (each for each in state.stack.frames if isinstance(each, Battle))
    return ("ww:6.712",) if any(each.caught and each.winner is frame.side for each in battles) else ()


def _lost(state: State, frame: Retreat, *also: str) -> Next[State]:
    """Remove a piece that can go nowhere, or that is given up; `also` is why."""
    leaders, units = _next(frame)
    after = with_top(on_board(state, destroyed(state.board, leaders, units)), _rest(frame))
    return Next(after, destruction(leaders, units, *_lost_by(state, frame), *also))


def _rest(frame: Retreat) -> Retreat:
    if frame.units:
        return replace(frame, units=frame.units[1:])
    return replace(frame, leaders=frame.leaders[1:])


@rule("ww:8.13", "ww:8.252", "ww:8.252-relief")
def _let_in_by(frame: Retreat) -> str:
    """Name the rule by which a beaten piece goes inside: as a garrison that came out, a reliever or a defender."""
    if _shut_in(frame):
        return "ww:8.252"
    return "ww:8.252-relief" if frame.attacking else "ww:8.13"


@rule("ww:7.91", "ww:7.91-exc", "ww:6.432-c", "ww:6.53-caught")
def _goes_by(state: State, frame: Retreat, to: Space) -> tuple[str, ...]:
    """Name the rules by which a beaten piece, or a leader caught without a battle, goes to another space."""
    caught = not frame.units and not any(isinstance(each, Battle) for each in state.stack.frames)
    alone = ("ww:6.53-caught",) if caught else ()
    by_sea = () if to in adjacent(frame.space) else ("ww:7.91-exc", "ww:6.432-c")
    return ("ww:7.91", *alone, *by_sea, *_sent_back_by(state, frame))


def _gone(state: State, frame: Retreat, action: Action) -> Next[State]:
    """Put a beaten piece where it goes."""
    leaders, units = _next(frame)
    inside = isinstance(action, Inside)
    to = action.space if isinstance(action, PickSpace) else frame.space
    board = relocated(state.board, to, leaders, units, inside=inside)
    cited = (_let_in_by(frame),) if inside else _goes_by(state, frame, to)
    news = event(EventKind.RETREATED, *cited, piece=_name(frame), to=IDS[to], inside=inside)
    return Next(with_top(on_board(state, board), _rest(frame)), (news,))


RETREAT: Procedure[State, Retreat, Action] = Procedure(decision, violations, apply, advance)
