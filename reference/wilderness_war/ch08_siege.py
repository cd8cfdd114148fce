"""Chapters 8.2 and 9.1: a siege activation (`Siege`), with SURRENDER! (`Parole`) and MASSACRE! (`MassacreWindow`).

The besieger may play COEHORNS, then the besieged; then SURRENDER! or the siege roll, and an assault if the level
is reached. A declared assault takes place, even if the besieged play COEHORNS only after that.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Fact, Next, Unasked, Violation, event, unasked, violation
from reference.wilderness_war import ch07_combat
from reference.wilderness_war.actions import Action, Decline, PickSpace, Respond, Storm
from reference.wilderness_war.board import (
    Work,
    fortification,
    is_besieged,
    leaders_inside,
    leaders_outside,
    put_fort,
    put_fortress,
    put_siege,
    siege_level,
    units_at,
    units_inside,
    units_outside,
)
from reference.wilderness_war.cards import FACES, Card, Event
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, Leader, Unit, is_drilled, is_regular
from reference.wilderness_war.ch05_activation import spend_joiners
from reference.wilderness_war.ch05_order import assault_violations
from reference.wilderness_war.ch07_steps import eliminated
from reference.wilderness_war.ch08_siege_roll import LOUISBOURG
from reference.wilderness_war.ch09_assaults import CAPTURE_POINTS
from reference.wilderness_war.ch10_home import closest_fortifications
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Combat,
    CombatKind,
    MassacreWindow,
    Muster,
    Parole,
    Siege,
    SiegeRoll,
    SiegeStage,
)
from reference.wilderness_war.pieces_moved import destroyed, destruction, names, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, responded, response, score, wrong_response
from reference.wilderness_war.windows import Passed

_WINDOWS = {Event.COEHORNS: Passed.COEHORNS, Event.SURRENDER: Passed.SURRENDER}
_NO_MUSTER = Muster(0, 0, regulars=False)
_LOUISBOURG_LEVEL = table("siege").number("surrender_min_level_at_louisbourg")
_MASSACRE_POINTS = -table("victory_points").number("massacre_played_on_you")
_COEHORNS = {
    SiegeStage.COEHORNS_BESIEGER,
    SiegeStage.COEHORNS_BESIEGED,
    SiegeStage.STORM_COEHORNS_BESIEGER,
    SiegeStage.STORM_COEHORNS_BESIEGED,
}
_NEXT = {
    SiegeStage.COEHORNS_BESIEGER: SiegeStage.COEHORNS_BESIEGED,
    SiegeStage.COEHORNS_BESIEGED: SiegeStage.SURRENDER,
    SiegeStage.SURRENDER: SiegeStage.GIVE_UP,
    SiegeStage.GIVE_UP: SiegeStage.ROLL,
    SiegeStage.ROLL: SiegeStage.DECLARE,
    SiegeStage.DECLARE: SiegeStage.STORM_COEHORNS_BESIEGER,
    SiegeStage.STORM_COEHORNS_BESIEGER: SiegeStage.STORM_COEHORNS_BESIEGED,
    SiegeStage.STORM_COEHORNS_BESIEGED: SiegeStage.STORM,
    SiegeStage.STORM: SiegeStage.END,
}

# ---------------------------------------------------------------- response events


@rule("ww:card-coehorns", "ww:card-coehorns-pre")
def coehorns_violations(state: State, frame: Siege, side: Side) -> Iterator[Violation]:
    """Find what keeps a side from playing COEHORNS: no Regulars of its own there, or played already."""
    besieging = side is frame.besieger
    here = units_outside(state.board, frame.space, side) if besieging else units_inside(state.board, frame.space, side)
    if not any(is_regular(COUNTERS[unit].kind) for unit in here):
        yield violation(Reason.NO_REGULARS, "ww:card-coehorns-pre", side=side.value, space=IDS[frame.space])
    if side in frame.coehorns:
        yield violation(Reason.PLAYED_ALREADY, "ww:card-coehorns", side=side.value)


@rule("ww:card-surrender-pre", "ww:8.231-clar-level")
def surrender_level_violations(state: State, frame: Siege) -> Iterator[Violation]:
    """Refuse SURRENDER! below level 1 at Louisbourg; elsewhere any level is enough."""
    level = siege_level(state.board, frame.space) or 0
    if frame.space == LOUISBOURG and level < _LOUISBOURG_LEVEL:
        facts: dict[str, Fact] = {"space": IDS[frame.space], "level": level, "needed": _LOUISBOURG_LEVEL}
        yield violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-surrender-pre", **facts)


@rule("ww:card-surrender", "ww:en-14.4")
def surrender_violations(state: State, frame: Siege, side: Side) -> Iterator[Violation]:
    """Find what keeps a side from playing SURRENDER! in place of the roll."""
    yield from surrender_level_violations(state, frame)
    if side is not frame.besieger and state.ruleset.either_side_may_surrender == "off":
        yield violation(Reason.BESIEGER_ONLY, "ww:card-surrender", side=side.value)


def _asked(frame: Siege) -> tuple[Side, Event] | None:
    match frame.stage:
        case SiegeStage.COEHORNS_BESIEGER | SiegeStage.STORM_COEHORNS_BESIEGER:
            return frame.besieger, Event.COEHORNS
        case SiegeStage.COEHORNS_BESIEGED | SiegeStage.STORM_COEHORNS_BESIEGED:
            return frame.besieger.enemy, Event.COEHORNS
        case SiegeStage.SURRENDER:
            return frame.besieger, Event.SURRENDER
        case SiegeStage.GIVE_UP:
            return frame.besieger.enemy, Event.SURRENDER
        case _:
            return None


def _response_violations(state: State, frame: Siege, side: Side, asked: Event) -> tuple[Violation, ...]:
    if asked is Event.COEHORNS:
        return tuple(coehorns_violations(state, frame, side))
    return tuple(surrender_violations(state, frame, side))


def _passed_over(state: State, frame: Siege) -> tuple[Unasked, ...]:
    """Tell who holds the card that would be asked for why he may not play it."""
    asked = _asked(frame)
    assert asked is not None
    side, wanted = asked
    if response(state, side, wanted) is None:
        return ()
    why = _response_violations(state, frame, side, wanted)
    return (unasked(EventKind.NOT_ASKED, side.value, _WINDOWS[wanted], why, space=IDS[frame.space]),)


def _playable(state: State, frame: Siege) -> tuple[Side, Card] | None:
    asked = _asked(frame)
    if asked is None:
        return None
    side, wanted = asked
    card = response(state, side, wanted)
    if card is None or _response_violations(state, frame, side, wanted):
        return None
    return side, card


# ---------------------------------------------------------------- the procedure


def decision(state: State, frame: Siege) -> Choice[Action] | None:
    """Return who may respond with a card, or whether the besieger assaults."""
    found = _playable(state, frame)
    if found is not None:
        side, card = found
        return Choice(side, f"response_{frame.stage.value}", (FACES[card].rule,), (Respond(card), Decline()))
    if frame.stage is SiegeStage.DECLARE and _can_storm(state, frame):
        return Choice(frame.besieger, "declare_assault", ("ww:8.24", "ww:9.11"), (Storm(), Decline()))
    return None


def _can_storm(state: State, frame: Siege) -> bool:
    return is_besieged(state.board, frame.space) and not any(assault_violations(state, frame.space, frame.besieger))


def violations(state: State, frame: Siege, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a side from responding with a card."""
    match action, _playable(state, frame):
        case Decline(), _:
            return ()
        case Storm(), _ if frame.stage is SiegeStage.DECLARE:
            return ()
        case Respond(card), (side, due):
            return () if card == due else wrong_response(state, side, card)
        case _:
            return None


@rule("ww:8.24", "ww:ex-5.56")
def apply(state: State, frame: Siege, action: Action) -> Next[State]:
    """Respond, declare the assault, or go on."""
    if isinstance(action, Respond):
        return _responded(state, frame, action.card)
    over = isinstance(action, Decline) and frame.stage is SiegeStage.DECLARE
    return Next(with_top(state, replace(frame, stage=SiegeStage.END if over else _NEXT[frame.stage])))


def _responded(state: State, frame: Siege, card: Card) -> Next[State]:
    asked = _asked(frame)
    assert asked is not None
    side, _ = asked
    played = responded(state, card, side)
    if frame.stage in _COEHORNS:
        return Next(_coehorns_placed(played.state, frame, side), played.events)
    taken = _surrendered(played.state, frame)
    return Next(taken.state, (*played.events, *taken.events))


@rule("ww:8.231-roll", "ww:8.231-clar-surrender", "ww:8.24-declared")
def _coehorns_placed(state: State, frame: Siege, side: Side) -> State:
    """Count COEHORNS for a side and go on: SURRENDER! may still be played, and a declared assault takes place."""
    return with_top(state, replace(frame, stage=_NEXT[frame.stage], coehorns=(*frame.coehorns, side)))


def advance(state: State, frame: Siege) -> Next[State]:
    """Go on with what needs no decision."""
    on = with_top(state, replace(frame, stage=_NEXT.get(frame.stage, SiegeStage.END)))
    match frame.stage:
        case SiegeStage.ROLL:
            return Next(opened(on, SiegeRoll(frame.space, frame.besieger, frame.leader, frame.coehorns)))
        case SiegeStage.DECLARE:
            return Next(with_top(state, replace(frame, stage=SiegeStage.END)), _no_assault(state, frame))
        case SiegeStage.STORM:
            return Next(_stormed(state, frame, on))
        case SiegeStage.END:
            return Next(closed(state))
        case _:
            return Next(on, _passed_over(state, frame))


def _no_assault(state: State, frame: Siege) -> tuple[Unasked, ...]:
    """Tell the besieger why he may not assault after the roll."""
    if not is_besieged(state.board, frame.space):
        return ()
    why = tuple(assault_violations(state, frame.space, frame.besieger))
    return (unasked(EventKind.NOT_ASKED, frame.besieger.value, Passed.ASSAULT, why, space=IDS[frame.space]),)


@rule("ww:9.1", "ww:9.12", "ww:9.12-campaign", "ww:9.14-a", "ww:9.14-c")
def _stormed(state: State, frame: Siege, on: State) -> State:
    """Assault with all pieces outside, even those that came by CAMPAIGN; they may not be activated afterwards."""
    units = units_outside(state.board, frame.space, frame.besieger)
    leaders = leaders_outside(state.board, frame.space, frame.besieger)
    on = spend_joiners(on, units, leaders)
    combat = Combat(
        CombatKind.ASSAULT, frame.space, frame.besieger, frame.besieger, (), _NO_MUSTER, _NO_MUSTER,
        leader=frame.leader, force=(frame.leader,), coehorns=frame.coehorns,
    )  # fmt: skip
    return opened(on, ch07_combat.begun(state.board, combat))


# ---------------------------------------------------------------- SURRENDER!


@rule("ww:card-surrender-fx", "ww:card-surrender-fx2")
def _surrendered(state: State, frame: Siege) -> Next[State]:
    """Hand the work over intact with its VP; MASSACRE! may answer, then the garrison goes."""
    found = fortification(state.board, frame.space)
    assert found is not None
    work, _ = found
    board = put_siege(state.board, frame.space, None)
    if work is Work.FORTRESS:
        board = put_fortress(board, frame.space, frame.besieger)
    else:
        board = put_fort(board, frame.space, frame.besieger)
    facts: dict[str, Fact] = {"side": frame.besieger.value, "space": IDS[frame.space], "work": work.value}
    news = event(EventKind.WORK_CAPTURED, "ww:card-surrender-fx", **facts)
    scored = score(on_board(state, board), frame.besieger, CAPTURE_POINTS[work], "ww:9.22-vp")
    after = with_top(scored.state, replace(frame, stage=SiegeStage.END))
    after = opened(after, Parole(frame.besieger.enemy, frame.space))
    return Next(opened(after, MassacreWindow(frame.space, frame.besieger)), (news, *scored.events))


def _garrison(state: State, frame: Parole) -> tuple[tuple[Leader, ...], tuple[Unit, ...]]:
    return (
        leaders_inside(state.board, frame.space, frame.side),
        units_inside(state.board, frame.space, frame.side),
    )


def _paroled_to(state: State, frame: Parole) -> tuple[Space, ...]:
    return closest_fortifications(state.board, frame.space, frame.side, besides=frame.space)


def parole_decision(state: State, frame: Parole) -> Choice[Action] | None:
    """Return where a surrendered garrison goes, if fortifications are equally close."""
    offered = _paroled_to(state, frame)
    if len(offered) < 2 or _garrison(state, frame) == ((), ()):
        return None
    return Choice(frame.side, "parole", ("ww:card-surrender-fx2",), tuple(map(PickSpace, offered)))


def parole_violations(state: State, frame: Parole, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a surrendered garrison from going to a space."""
    if not isinstance(action, PickSpace):
        return None
    offered = _paroled_to(state, frame)
    if action.space in offered:
        return ()
    facts: dict[str, Fact] = {"space": IDS[action.space], "offered": tuple(IDS[place] for place in offered)}
    return (violation(Reason.NOT_HOME, "ww:card-surrender-fx2", **facts),)


def parole_apply(state: State, frame: Parole, action: Action) -> Next[State]:
    """Send a surrendered garrison to a fortification."""
    assert isinstance(action, PickSpace)
    return _paroled(state, frame, action.space)


def parole_advance(state: State, frame: Parole) -> Next[State]:
    """Send a surrendered garrison to its one closest fortification; it is lost if none is left."""
    offered = _paroled_to(state, frame)
    return _paroled(state, frame, offered[0] if offered else None)


@rule("ww:card-surrender-fx2")
def _paroled(state: State, frame: Parole, to: Space | None) -> Next[State]:
    """Put the defenders in their side's closest unbesieged fortification; without any they are lost (N10)."""
    leaders, units = _garrison(state, frame)
    after = closed(state)
    if to is None:
        lost = destruction(leaders, units, "ww:card-surrender-fx2")
        return Next(on_board(after, destroyed(state.board, leaders, units)), lost)
    facts: dict[str, Fact] = {"pieces": names(leaders, units), "to": IDS[to]}
    news = event(EventKind.PIECES_MOVED, "ww:card-surrender-fx2", **facts)
    return Next(on_board(after, relocated(state.board, to, leaders, units)), (news,) if leaders or units else ())


# ---------------------------------------------------------------- MASSACRE!


@rule("ww:card-massacre", "ww:card-massacre-clar2")
def captor_violations(state: State, frame: MassacreWindow) -> Iterator[Violation]:
    """Find what keeps MASSACRE! from being played: no Indians or no drilled troops in the captor's stack."""
    kinds = {COUNTERS[unit].kind for unit in units_outside(state.board, frame.space, frame.captor)}
    if Kind.INDIAN not in kinds:
        yield violation(Reason.NO_INDIANS, "ww:card-massacre", space=IDS[frame.space])
    if not any(is_drilled(kind) for kind in kinds):
        yield violation(Reason.NO_DRILLED_TROOPS, "ww:card-massacre-clar2", space=IDS[frame.space])


def massacre_decision(state: State, frame: MassacreWindow) -> Choice[Action] | None:
    """Return the choice of the captor's enemy, if he holds the card and may play it."""
    card = response(state, frame.captor.enemy, Event.MASSACRE)
    if card is None or any(captor_violations(state, frame)):
        return None
    return Choice(frame.captor.enemy, "response_massacre", (FACES[card].rule,), (Respond(card), Decline()))


def massacre_advance(state: State, frame: MassacreWindow) -> Next[State]:
    """Go on; tell who holds MASSACRE! why he may not play it."""
    player = frame.captor.enemy
    if response(state, player, Event.MASSACRE) is None:
        return Next(closed(state))
    why = tuple(captor_violations(state, frame))
    told = unasked(EventKind.NOT_ASKED, player.value, Passed.MASSACRE, why, space=IDS[frame.space])
    return Next(closed(state), (told,))


def massacre_violations(state: State, frame: MassacreWindow, action: Action) -> tuple[Violation, ...] | None:
    """Refuse any card but MASSACRE!."""
    player = frame.captor.enemy
    match action:
        case Decline():
            return ()
        case Respond(card):
            fits = card == response(state, player, Event.MASSACRE)
            return () if fits else wrong_response(state, player, card)
        case _:
            return None


def massacre_apply(state: State, frame: MassacreWindow, action: Action) -> Next[State]:
    """Play MASSACRE! or not."""
    return _massacre(state, frame, action.card) if isinstance(action, Respond) else Next(closed(state))


@rule("ww:card-massacre-fx", "ww:card-massacre-clar1", "ww:8.231-clar-massacre")
def _massacre(state: State, frame: MassacreWindow, card: Card) -> Next[State]:
    """Eliminate all Indians in the space, the captor's and those of the surrendered garrison, for 1 VP."""
    player = frame.captor.enemy
    played = responded(closed(state), card, player)
    board = state.board
    news = []
    for side in Side:
        for unit in units_at(board, frame.space, side):
            if COUNTERS[unit].kind is Kind.INDIAN:
                board = eliminated(board, unit)
                news.append(event(EventKind.UNIT_ELIMINATED, "ww:card-massacre-fx", unit=COUNTERS[unit].id))
    scored = score(on_board(played.state, board), player, _MASSACRE_POINTS, "ww:card-massacre-fx")
    return Next(scored.state, (*played.events, *news, *scored.events))


SIEGE: Procedure[State, Siege, Action] = Procedure(decision, violations, apply, advance)
PAROLE: Procedure[State, Parole, Action] = Procedure(parole_decision, parole_violations, parole_apply, parole_advance)
MASSACRE_WINDOW: Procedure[State, MassacreWindow, Action] = Procedure(
    massacre_decision, massacre_violations, massacre_apply, massacre_advance
)
