"""Chapter 10.4: going home (`GoingHome`), and leaders called back at the year's end (`Recall`).

Indians return to their settlements, everybody else to the closest fortification. Leaders and Coureurs may go with an
Indian to its settlement, Indians with a leader to his fortification. Leaders choose first, then Coureurs and Rangers,
then Indians.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, PickSpace, Stay
from reference.wilderness_war.board import (
    Board,
    fort_owner,
    fortification,
    has_fortification,
    holds_unbesieged,
    is_besieged,
    leaders_outside,
    marked,
    occupied,
    place_of_leader,
    units_at,
    units_outside,
)
from reference.wilderness_war.ch02_map import (
    IDS,
    PORTS,
    SPACES,
    Space,
    along_arrows,
    distance,
    is_wild,
    originally_friendly,
    settlement_of,
    space,
)
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, LEADERS, Kind, Leader, Unit
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import GoingHome, Recall
from reference.wilderness_war.pieces_moved import destroyed, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

_QUEBEC = space("quebec")
_WILD = frozenset(place for place in SPACES if is_wild(place))
_BRITISH_PORTS = tuple(place for place in PORTS if originally_friendly(place, Side.BRITISH))


# ---------------------------------------------------------------- the closest fortification


def _starts(place: Space, side: Side) -> tuple[Space, ...]:
    """Return where distances are counted from: three boxes have no links (rulings A16 and N18)."""
    if distance(place, _QUEBEC) is not None:
        return (place,)
    if along_arrows(place):
        return along_arrows(place)
    return (_QUEBEC,) if side is Side.FRENCH else _BRITISH_PORTS


@rule("ww:10.421")
def steps_between(start: Space, end: Space, side: Side) -> int:
    """Count the links between two spaces, ignoring what stands on the way."""
    if start == end:
        return 0
    starts = _starts(start, side)
    found = (distance(each, end) for each in starts)
    out_of_a_box = int(starts != (start,))
    return min((out_of_a_box + count for count in found if count is not None), default=len(SPACES))


@rule("ww:10.42", "ww:10.421")
def closest_fortifications(
    board: Board, start: Space, side: Side, *, besides: Space | None = None, anybody: bool = False
) -> tuple[Space, ...]:
    """Return a side's closest unbesieged fortifications (N63), or anybody's."""
    works = sorted({*marked(board.fortress), *marked(board.fort), *marked(board.stockade)})
    open_works = tuple(
        place
        for place in works
        if place != besides
        and not is_besieged(board, place)
        and (found := fortification(board, place)) is not None
        and (anybody or (found[1] is side and not units_at(board, place, side.enemy)))
    )
    nearest = min((steps_between(start, place, side) for place in open_works), default=None)
    return tuple(place for place in open_works if steps_between(start, place, side) == nearest)


# ---------------------------------------------------------------- where each piece may go


@rule("ww:10.411")
def is_occupied(board: Board, settlement: Space, side: Side) -> bool:
    """Say whether the enemy has units or a fortification in a settlement (A21)."""
    return bool(units_at(board, settlement, side.enemy)) or has_fortification(board, settlement, side.enemy)


@rule("ww:10.413")
def settlements_to_visit(state: State, frame: GoingHome) -> tuple[Space, ...]:
    """Return the settlements to which leaders and Coureurs may accompany Indians of the group."""
    homes = {settlement_of(COUNTERS[unit].tribe) for unit in frame.units}
    return tuple(sorted(home for home in homes if home is not None and not is_occupied(state.board, home, frame.side)))


@rule("ww:10.42")
def works_to_go_to(state: State, frame: GoingHome) -> tuple[Space, ...]:
    """Return the closest fortifications of a side; by option anybody's (D27)."""
    anybody = state.ruleset.go_home_fortification == "any_unbesieged"
    return closest_fortifications(state.board, frame.space, frame.side, anybody=anybody)


@rule("ww:10.42", "ww:10.413")
def companion_places(state: State, frame: GoingHome) -> tuple[Space, ...]:
    """Return where a leader or Coureurs may go: to a fortification, or with an Indian to its settlement."""
    # At the year's end a piece already in the closest fortification can only stay, and leads nobody there.
    works = tuple(place for place in works_to_go_to(state, frame) if not frame.winter or place != frame.space)
    return tuple(sorted({*works, *settlements_to_visit(state, frame)}))


@rule("ww:10.413", "ww:10.4-yearend")
def places_with_indians(state: State, frame: GoingHome) -> tuple[Space, ...]:
    """Return where Coureurs may go at the year's end: with Indians to settlements, or by option after leaders (D43)."""
    led = frame.followed if state.ruleset.winter_companions == "wherever_indians_go" else ()
    return tuple(sorted({*settlements_to_visit(state, frame), *led}))


@rule("ww:10.41", "ww:10.411", "ww:10.412", "ww:10.422")
def indian_places(state: State, frame: GoingHome, unit: Unit) -> tuple[Space, ...]:
    """Return where an Indian may go: home unless it is occupied, or after a leader to his fortification."""
    home = settlement_of(COUNTERS[unit].tribe)
    if home is None or is_occupied(state.board, home, frame.side):
        return tuple(sorted({*frame.followed}))
    return (home,) if is_last_to_accompany(frame, unit) else tuple(sorted({home, *frame.followed}))


@rule("ww:10.413")
def is_last_to_accompany(frame: GoingHome, unit: Unit) -> bool:
    """Say whether an Indian must go home because companions have gone there and no other Indian can join them."""
    home = settlement_of(COUNTERS[unit].tribe)
    if home not in frame.escorted or home in frame.joined:
        return False
    return not any(each != unit and settlement_of(COUNTERS[each].tribe) == home for each in _indians(frame))


@rule("ww:10.422", "ww:10.4-yearend")
def every_leader_followed(frame: GoingHome) -> bool:
    """Say whether enough Indians are left to join leaders and companions: at the year's end each place needs one."""
    waiting = {*frame.followed}.difference(frame.joined, frame.escorted)
    bound = {*frame.escorted}.difference(frame.joined)
    return len(waiting) + len(bound) <= len(_indians(frame))


def _indians(frame: GoingHome) -> tuple[Unit, ...]:
    return tuple(unit for unit in frame.units if COUNTERS[unit].kind is Kind.INDIAN)


def places(state: State, frame: GoingHome) -> tuple[Space, ...]:
    """Return where the next piece may go; nowhere if it is lost."""
    offered = _ways(state, frame)
    if not frame.winter:
        return offered
    return tuple(to for to in offered if every_leader_followed(_way_taken(state, frame, to)[1]))


def _ways(state: State, frame: GoingHome) -> tuple[Space, ...]:
    """Return where the next piece may go, without regard to the pieces after it."""
    if frame.leaders:
        return companion_places(state, frame)
    unit = next_unit(frame)
    match COUNTERS[unit].kind:
        case Kind.INDIAN:
            return indian_places(state, frame, unit)
        case Kind.RANGER:
            return works_to_go_to(state, frame)
        case _:
            # Only raiders are sent to a fortification; at the year's end Coureurs may only go along with Indians.
            return places_with_indians(state, frame) if frame.winter else companion_places(state, frame)


def next_unit(frame: GoingHome) -> Unit:
    """Return the unit that goes next: Coureurs and Rangers before Indians."""
    return next((unit for unit in frame.units if COUNTERS[unit].kind is not Kind.INDIAN), frame.units[0])


def _next_indian(frame: GoingHome) -> Unit | None:
    """Return the unit that goes next, if it is the Indians' turn."""
    if frame.leaders:
        return None
    unit = next_unit(frame)
    return unit if COUNTERS[unit].kind is Kind.INDIAN else None


def _next_name(frame: GoingHome) -> str:
    """Return the id of the piece that goes next."""
    return LEADERS[frame.leaders[0]].id if frame.leaders else COUNTERS[next_unit(frame)].id


def _may_stay(frame: GoingHome) -> bool:
    return frame.winter and _next_indian(frame) is None


# ---------------------------------------------------------------- the procedure


def decision(state: State, frame: GoingHome) -> Choice[Action] | None:
    """Return where the next piece goes, if its owner has a choice."""
    if not frame.leaders and not frame.units:
        return None
    offered: tuple[Action, ...] = tuple(map(PickSpace, places(state, frame)))
    if _may_stay(frame):
        offered = (*offered, Stay())
    if len(offered) < 2:
        return None
    return Choice(frame.side, f"home_of_{_next_name(frame)}", ("ww:10.4",), offered)


@rule("ww:10.411", "ww:10.422")
def home_violations(state: State, frame: GoingHome, to: Space) -> Iterator[Violation]:
    """Find what keeps the next piece from going to a space."""
    offered = places(state, frame)
    if to in offered:
        return
    facts: dict[str, Fact] = {"space": IDS[to], "offered": tuple(IDS[place] for place in offered)}
    if to in _ways(state, frame):
        yield violation(Reason.NOT_HOME, "ww:10.422", **facts)
    elif is_denied_home(state.board, frame, to):
        yield violation(Reason.SETTLEMENT_OCCUPIED, "ww:10.411", space=IDS[to])
    else:
        yield violation(Reason.NOT_HOME, _kept_by(frame, to), **facts)


@rule("ww:10.411")
def is_denied_home(board: Board, frame: GoingHome, to: Space) -> bool:
    """Say whether the enemy occupies a settlement to which the next piece could go, on its own or with Indians."""
    if (indian := _next_indian(frame)) is not None:
        homes = {settlement_of(COUNTERS[indian].tribe)}
    elif frame.leaders or COUNTERS[next_unit(frame)].kind is Kind.COUREURS:
        homes = {settlement_of(COUNTERS[unit].tribe) for unit in _indians(frame)}
    else:
        homes = set()
    return to in homes and is_occupied(board, to, frame.side)


@rule("ww:10.41", "ww:10.42", "ww:10.413")
def _kept_by(frame: GoingHome, to: Space) -> str:
    """Name the rule that keeps the next piece from a space; companions may keep an Indian from following a leader."""
    if _next_indian(frame) is None:
        return "ww:10.413" if frame.winter else "ww:10.42"
    return "ww:10.413" if to in frame.followed else "ww:10.41"


def violations(state: State, frame: GoingHome, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps the next piece from going to a space, or from staying."""
    match action:
        case PickSpace(to):
            return tuple(home_violations(state, frame, to))
        case Stay():
            return () if _may_stay(frame) else (violation(Reason.MUST_GO_HOME, "ww:10.4"),)
        case _:
            return None


def apply(state: State, frame: GoingHome, action: Action) -> Next[State]:
    """Send the next piece somewhere, or let it stay."""
    return _gone(state, frame, action.space) if isinstance(action, PickSpace) else _stayed(state, frame)


def advance(state: State, frame: GoingHome) -> Next[State]:
    """Send the next piece to the only place it may go, or lose it; finish when all are gone."""
    if not frame.leaders and not frame.units:
        return Next(closed(state))
    offered = places(state, frame)
    if offered:
        return _gone(state, frame, offered[0])
    return _stayed(state, frame) if _may_stay(frame) else _lost(state, frame)


def _stayed(state: State, frame: GoingHome) -> Next[State]:
    """Leave the next piece where it is."""
    return Next(with_top(state, _without(frame, *_next_piece(frame))))


@rule("ww:10.4")
def _gone(state: State, frame: GoingHome, to: Space) -> Next[State]:
    """Put the next piece where it goes."""
    leaders, units = _next_piece(frame)
    cited, rest = _way_taken(state, frame, to)
    news = event(EventKind.WENT_HOME, cited, piece=_next_name(frame), to=IDS[to])
    lost = among_enemies(relocated(state.board, to, leaders, units), frame, to)
    return Next(with_top(on_board(state, lost.state), rest), (news, *lost.events))


@rule("ww:10.41", "ww:10.413", "ww:10.42", "ww:10.422")
def _way_taken(state: State, frame: GoingHome, to: Space) -> tuple[str, GoingHome]:
    """Return the rule by which the next piece goes to a space, and the frame for the rest, with whom to follow."""
    rest = _without(frame, *_next_piece(frame))
    if (indian := _next_indian(frame)) is not None:
        rest = replace(rest, joined=(*frame.joined, to))
        return "ww:10.41" if to == settlement_of(COUNTERS[indian].tribe) else "ww:10.422", rest
    # At the year's end Coureurs only go with an Indian, even if its settlement is a fortification.
    if to not in works_to_go_to(state, frame) or (frame.winter and not frame.leaders):
        return "ww:10.413", replace(rest, escorted=(*frame.escorted, to))
    return "ww:10.42", replace(rest, followed=(*frame.followed, to)) if frame.leaders else rest


@rule("ww:10.42")
def among_enemies(board: Board, frame: GoingHome, to: Space) -> Next[Board]:
    """Lose the next piece if it has gone to an enemy fortification, by option (D27)."""
    if not holds_unbesieged(board, to, frame.side.enemy):
        return Next(board)
    return Next(destroyed(board, *_next_piece(frame)), (_loss(frame, "ww:10.42"),))


def _loss(frame: GoingHome, cited: str) -> Event:
    """Return the event that the next piece is lost."""
    if frame.leaders:
        return event(EventKind.LEADER_REMOVED, cited, leader=_next_name(frame))
    return event(EventKind.UNIT_ELIMINATED, cited, unit=_next_name(frame))


def _next_piece(frame: GoingHome) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    return (frame.leaders[:1], ()) if frame.leaders else ((), (next_unit(frame),))


def _without(frame: GoingHome, leaders: tuple[Leader, ...], units: tuple[Unit, ...]) -> GoingHome:
    return replace(
        frame,
        leaders=tuple(each for each in frame.leaders if each not in leaders),
        units=tuple(unit for unit in frame.units if unit not in units),
    )


@rule("ww:10.411", "ww:10.412", "ww:10.42")
def _lost(state: State, frame: GoingHome) -> Next[State]:
    """Eliminate a piece that has nowhere to go."""
    leaders, units = _next_piece(frame)
    after = with_top(on_board(state, destroyed(state.board, leaders, units)), _without(frame, leaders, units))
    cited = "ww:10.42"
    if (indian := _next_indian(frame)) is not None:
        cited = "ww:10.412" if settlement_of(COUNTERS[indian].tribe) is None else "ww:10.411"
    return Next(after, (_loss(frame, cited),))


# ---------------------------------------------------------------- the end of the year


@rule("ww:4.0-B.3", "ww:10.4-yearend")
def is_sheltered(board: Board, place: Space, side: Side, ruleset: Ruleset) -> bool:
    """Say whether Indians may stay in a space for the winter: at an own fortification, by option a fort (D21)."""
    if ruleset.indian_winter_shelter == "forts_only":
        return fort_owner(board, place) is side
    return has_fortification(board, place, side)


@rule("ww:4.0-B.3", "ww:10.4-yearend")
def homeless(state: State, place: Space, side: Side, homed: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the Indians of a side who must still go home from a space at the year's end."""
    if is_sheltered(state.board, place, side, state.ruleset):
        return ()
    return tuple(
        unit
        for unit in units_at(state.board, place, side)
        if COUNTERS[unit].kind is Kind.INDIAN and unit not in homed and not is_at_home(state.board, unit)
    )


@rule("ww:10.41", "ww:10.411")
def is_at_home(board: Board, unit: Unit) -> bool:
    """Say whether an Indian is in its settlement and no enemy is there (N59)."""
    home = settlement_of(COUNTERS[unit].tribe)
    return home == board.unit_at[unit] and not is_occupied(board, home, COUNTERS[unit].side)


@rule("ww:4.0-B.3", "ww:10.4-yearend")
def winter_homecoming(
    state: State, homed: tuple[Unit, ...], homed_leaders: tuple[Leader, ...] = ()
) -> GoingHome | None:
    """Return the next Indians who go home at the year's end, with those who may go with them (N38).

    Leaders and Coureurs that have had their turn, even if they stayed, do not go with another stack.
    """
    stacks: list[GoingHome] = []
    for side in Side:
        for place in occupied(state.board):
            if indians := homeless(state, place, side, homed):
                leaders, woodsmen = companions(state, place, side, homed, homed_leaders)
                stacks.append(GoingHome(side, place, leaders, (*woodsmen, *indians), winter=True))
    return next((each for each in stacks if not _waits(state, each, homed)), next(iter(stacks), None))


@rule("ww:10.413")
def companions(
    state: State, place: Space, side: Side, homed: tuple[Unit, ...], homed_leaders: tuple[Leader, ...]
) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    """Return the leaders and Coureurs stacked with a side's Indians in a space since the year's end began.

    Besieged ones may not leave the space (8.25).
    """
    woodsmen = (unit for unit in units_outside(state.board, place, side) if COUNTERS[unit].kind is Kind.COUREURS)
    leaders = (each for each in leaders_outside(state.board, place, side) if each not in homed_leaders)
    return tuple(leaders), tuple(unit for unit in woodsmen if unit not in homed)


@rule("ww:10.411")
def _waits(state: State, frame: GoingHome, homed: tuple[Unit, ...]) -> bool:
    """Say whether a stack waits: in the settlement of one of its Indians is an enemy Indian who must also go home."""
    homes = (settlement_of(COUNTERS[unit].tribe) for unit in frame.units)
    return any(home is not None and homeless(state, home, frame.side.enemy, homed) for home in homes)


@rule("ww:4.0-B.3-leaders")
def is_recalled(board: Board, leader: Leader) -> bool:
    """Say whether a leader, in the wild without unit or fortification of his side, has a fortification to go to."""
    place, side = place_of_leader(board, leader), LEADERS[leader].side
    if place not in _WILD:
        return False
    alone = not units_at(board, Space(place), side) and not has_fortification(board, Space(place), side)
    return alone and bool(closest_fortifications(board, Space(place), side))


@rule("ww:4.0-B.3-leaders")
def lone_leader(state: State) -> Leader | None:
    """Return the next leader who must be recalled."""
    return next((leader for leader in ALL_LEADERS if is_recalled(state.board, leader)), None)


def recall_decision(state: State, frame: Recall) -> Choice[Action] | None:
    """Return where a recalled leader goes, if fortifications are equally close."""
    offered = _recalled_to(state, frame)
    side = LEADERS[frame.leader].side
    if len(offered) < 2:
        return None
    return Choice(side, "recall", ("ww:4.0-B.3-leaders",), tuple(map(PickSpace, offered)))


def _recalled_to(state: State, frame: Recall) -> tuple[Space, ...]:
    start = Space(state.board.leader_at[frame.leader])
    return closest_fortifications(state.board, start, LEADERS[frame.leader].side)


def recall_violations(state: State, frame: Recall, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a recalled leader from going to a space."""
    if not isinstance(action, PickSpace):
        return None
    offered = _recalled_to(state, frame)
    if action.space in offered:
        return ()
    facts: dict[str, Fact] = {"space": IDS[action.space], "offered": tuple(IDS[place] for place in offered)}
    return (violation(Reason.NOT_HOME, "ww:4.0-B.3-leaders", **facts),)


def recall_apply(state: State, frame: Recall, action: Action) -> Next[State]:
    """Send a recalled leader to a fortification."""
    assert isinstance(action, PickSpace)
    return _recalled(state, frame, action.space)


def recall_advance(state: State, frame: Recall) -> Next[State]:
    """Send a recalled leader to the only closest fortification."""
    return _recalled(state, frame, _recalled_to(state, frame)[0])


@rule("ww:4.0-B.3-leaders")
def _recalled(state: State, frame: Recall, to: Space) -> Next[State]:
    """Put a lone leader in the closest fortification."""
    news = event(EventKind.WENT_HOME, "ww:4.0-B.3-leaders", piece=LEADERS[frame.leader].id, to=IDS[to])
    return Next(on_board(closed(state), relocated(state.board, to, (frame.leader,), ())), (news,))


GOING_HOME: Procedure[State, GoingHome, Action] = Procedure(decision, violations, apply, advance)
RECALL: Procedure[State, Recall, Action] = Procedure(recall_decision, recall_violations, recall_apply, recall_advance)
