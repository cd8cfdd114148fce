"""Response events during a movement, stages of `Move`: FOUL WEATHER, GEORGE CROGHAN and LAKE SCHOONER."""

from collections.abc import Iterator

from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Fact, Next, Unasked, Violation, event, unasked, violation
from reference.wilderness_war.actions import Action, Decline, Respond
from reference.wilderness_war.board import has_fortification
from reference.wilderness_war.cards import Card, Event
from reference.wilderness_war.ch02_map import IDS, lake_between
from reference.wilderness_war.ch06_entering import is_held
from reference.wilderness_war.ch06_reach import has_drilled
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move, MoveStage
from reference.wilderness_war.pieces_moved import destroyed, destruction, relocated
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, responded, response, wrong_response
from reference.wilderness_war.windows import Passed

_LAKES = frozenset(table("map_notes").texts("schooner_lakes"))


@rule("ww:card-foul-weather", "ww:6.22-note", "ww:6.431-imp")
def weather_card(state: State, move: Move) -> Card | None:
    """Return the enemy's FOUL WEATHER, which he may play before the mover leaves its first space."""
    return response(state, move.side.enemy, Event.FOUL_WEATHER)


@rule("ww:card-croghan")
def guide_card(state: State, move: Move) -> Card | None:
    """Return the mover's GEORGE CROGHAN, if it includes drilled troops."""
    return response(state, move.side, Event.CROGHAN) if has_drilled(move.units) else None


@rule("ww:card-schooner")
def schooner_violations(state: State, move: Move) -> Iterator[Violation]:
    """Find what keeps LAKE SCHOONER from meeting a mover: it came along no such lake, or into no fortified space."""
    assert move.entry is not None
    if lake_between(move.entry, move.at) not in _LAKES:
        facts: dict[str, Fact] = {"start": IDS[move.entry], "to": IDS[move.at]}
        yield violation(Reason.NO_LAKE_LINK, "ww:card-schooner", **facts)
    if not has_fortification(state.board, move.at, move.side.enemy):
        owner = move.side.enemy.value
        yield violation(Reason.NO_FORTIFICATION, "ww:card-schooner", side=owner, space=IDS[move.at])


def schooner_card(state: State, move: Move) -> Card | None:
    """Return the enemy's LAKE SCHOONER, if it may meet the mover."""
    assert move.entry is not None
    if any(schooner_violations(state, move)):
        return None
    return response(state, move.side.enemy, Event.SCHOONER)


def schooner_passed_over(state: State, move: Move) -> tuple[Unasked, ...]:
    """Tell who holds LAKE SCHOONER that one thing is missing: the lake, or a fortification of his."""
    why = tuple(schooner_violations(state, move))
    owner = move.side.enemy
    if len(why) != 1 or response(state, owner, Event.SCHOONER) is None:
        return ()
    return (unasked(EventKind.NOT_ASKED, owner.value, Passed.SCHOONER, why),)


def window(state: State, move: Move) -> tuple[Side, Card] | None:
    """Return who may respond at this stage, and with which card."""
    match move.stage:
        case MoveStage.WEATHER:
            found, side = weather_card(state, move), move.side.enemy
        case MoveStage.GUIDE:
            found, side = guide_card(state, move), move.side
        case MoveStage.SCHOONER:
            found, side = schooner_card(state, move), move.side.enemy
        case _:
            return None
    return None if found is None else (side, found)


def violations(state: State, side: Side, due: Card, action: Action) -> tuple[Violation, ...] | None:
    """Refuse any card but the one with which a side may respond now."""
    match action:
        case Decline():
            return ()
        case Respond(card):
            return () if card == due else wrong_response(state, side, card)
        case _:
            return None


def apply(state: State, move: Move, card: Card) -> Next[State]:
    """Play a card that answers the movement."""
    match move.stage:
        case MoveStage.WEATHER:
            return _hampered(responded(state, card, move.side.enemy), move)
        case MoveStage.GUIDE:
            return _guided(responded(state, card, move.side), move)
        case _:
            return _met_by_a_schooner(responded(state, card, move.side.enemy), move)


@rule("ww:card-foul-weather-fx")
def _hampered(played: Next[State], move: Move) -> Next[State]:
    """Let FOUL WEATHER slow a mover down; the mover may still play GEORGE CROGHAN."""
    return Next(with_top(played.state, replace(move, weather=True, stage=MoveStage.GUIDE)), played.events)


@rule("ww:card-croghan-fx")
def _guided(played: Next[State], move: Move) -> Next[State]:
    """Give a mover the guides of GEORGE CROGHAN."""
    return Next(with_top(played.state, replace(move, guided=True, stage=MoveStage.STEP)), played.events)


@rule("ww:card-schooner-fx")
def _met_by_a_schooner(played: Next[State], move: Move) -> Next[State]:
    """Send a mover back because of LAKE SCHOONER."""
    turned = _turned_back(played.state, move)
    return Next(turned.state, (*played.events, *turned.events))


@rule("ww:card-schooner-fx", "ww:6.63")
def _turned_back(state: State, move: Move) -> Next[State]:
    """Stop a mover in the space it came from; an infiltrator is lost if enemies hold that space."""
    assert move.entry is not None
    if is_held(state.board, move.entry, move.side.enemy):
        board = destroyed(state.board, move.leaders, move.units)
        gone = replace(move, leaders=(), units=(), stage=MoveStage.END)
        return Next(with_top(on_board(state, board), gone), destruction(move.leaders, move.units, "ww:6.63"))
    board = relocated(state.board, move.entry, move.leaders, move.units)
    back = replace(move, at=move.entry, entry=None, stage=MoveStage.END)
    facts: dict[str, Fact] = {"side": move.side.value, "space": IDS[move.entry]}
    news = event(EventKind.MOVE_STOPPED, "ww:card-schooner-fx", **facts)
    return Next(with_top(on_board(state, board), back), (news,))
