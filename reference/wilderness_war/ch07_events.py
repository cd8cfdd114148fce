"""Chapter 7.4: events before a battle, two stages of `Battle`.

The attacker plays all his events before the defender plays any: AMBUSH! in the wild, FIELDWORKS for drilled troops.
"""

from collections.abc import Iterator

from reference.kernel.decisions import Choice
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Fact, Next, Unasked, Violation, event, unasked, violation
from reference.wilderness_war.actions import Action, Decline, Respond
from reference.wilderness_war.board import Board, fieldworks_owner, fort_owner, put_fieldworks, units_outside
from reference.wilderness_war.cards import FACES, HAND, Card, Event
from reference.wilderness_war.ch02_map import IDS, Space, is_wild
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind, is_auxiliary, is_drilled
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, BattleStage
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, responded, response
from reference.wilderness_war.windows import Passed

_WINDOWS = {Event.FIELDWORKS: Passed.FIELDWORKS, Event.AMBUSH: Passed.AMBUSH}


def _kinds(board: Board, place: Space, side: Side) -> tuple[Kind, ...]:
    return tuple(COUNTERS[unit].kind for unit in units_outside(board, place, side))


@rule("ww:card-ambush", "ww:card-ambush-pre", "ww:card-ambush-bar")
def ambush_violations(board: Board, battle: Battle, side: Side) -> Iterator[Violation]:
    """Find what keeps a side from ambushing: the terrain, too few auxiliaries, an enemy fort or light infantry."""
    own, enemy = _kinds(board, battle.space, side), _kinds(board, battle.space, side.enemy)
    mine, theirs = sum(map(is_auxiliary, own)), sum(map(is_auxiliary, enemy))
    facts: dict[str, Fact] = {"space": IDS[battle.space], "side": side.value}
    if not is_wild(battle.space):
        yield violation(Reason.NOT_IN_THE_WILD, "ww:card-ambush-pre", **facts)
    if not mine:
        yield violation(Reason.NO_AUXILIARIES, "ww:card-ambush-pre", **facts)
    if fort_owner(board, battle.space) is side.enemy:
        yield violation(Reason.ENEMY_FORT, "ww:card-ambush-bar", **facts)
    if Kind.LIGHT_INFANTRY in enemy:
        yield violation(Reason.ENEMY_LIGHT_INFANTRY, "ww:card-ambush-bar", **facts)
    if theirs > mine:
        yield violation(Reason.MORE_ENEMY_AUXILIARIES, "ww:card-ambush-bar", **facts, own=mine, enemy=theirs)
    if side in battle.ambushes:
        yield violation(Reason.PLAYED_ALREADY, "ww:card-ambush", **facts)


@rule("ww:card-fieldworks", "ww:card-fieldworks-fx", "ww:card-fieldworks-fx2", "ww:7.55-one")
def fieldworks_violations(board: Board, battle: Battle, side: Side) -> Iterator[Violation]:
    """Find what keeps a side from playing FIELDWORKS: no drilled troops, or no marker to place or remove."""
    facts: dict[str, Fact] = {"space": IDS[battle.space], "side": side.value}
    if not any(is_drilled(kind) for kind in _kinds(board, battle.space, side)):
        yield violation(Reason.NO_DRILLED_TROOPS, "ww:card-fieldworks", side=side.value, battle=IDS[battle.space])
    owner = fieldworks_owner(board, battle.space)
    if side is battle.attacker and owner is not side.enemy:
        yield violation(Reason.NO_FIELDWORKS, "ww:card-fieldworks-fx2", **facts)
    if side is not battle.attacker and owner is not None:
        yield violation(Reason.FIELDWORKS_ALREADY, "ww:7.55-one", **facts)


def event_violations(state: State, battle: Battle, side: Side, card: Card) -> tuple[Violation, ...]:
    """Return what keeps a side from playing a card before this battle."""
    found: tuple[Violation, ...] = ()
    if state.cards.at[card] != HAND[side]:
        found = (violation(Reason.CARD_NOT_HELD, "ww:5.26", card=FACES[card].id),)
    match FACES[card].event:
        case Event.AMBUSH:
            return (*found, *ambush_violations(state.board, battle, side))
        case Event.FIELDWORKS:
            return (*found, *fieldworks_violations(state.board, battle, side))
        case _:
            return (*found, violation(Reason.NOT_THE_RESPONSE, "ww:7.4", card=FACES[card].id))


def responder(battle: Battle) -> Side:
    """Return whose turn it is to play events: the attacker's, then the defender's."""
    return battle.attacker if battle.stage is BattleStage.ATTACKER_EVENTS else battle.attacker.enemy


def playable(state: State, battle: Battle) -> tuple[Card, ...]:
    """Return the cards the side may play now; copies are offered once."""
    side = responder(battle)
    held = (response(state, side, event) for event in _WINDOWS)
    return tuple(card for card in held if card is not None and not event_violations(state, battle, side, card))


def passed_over(state: State, battle: Battle) -> tuple[Unasked, ...]:
    """Tell a side why it may play none of the battle's events that it holds."""
    side = responder(battle)
    found = []
    for wanted, window in _WINDOWS.items():
        card = response(state, side, wanted)
        if card is not None:
            why = event_violations(state, battle, side, card)
            found.append(unasked(EventKind.NOT_ASKED, side.value, window, why, space=IDS[battle.space]))
    return tuple(found)


@rule("ww:7.4", "ww:7.2-B")
def decision(state: State, battle: Battle) -> Choice[Action] | None:
    """Return the side's choice of events, the attacker's first."""
    cards = playable(state, battle)
    if not cards:
        return None
    return Choice(responder(battle), "battle_events", ("ww:7.4",), (*map(Respond, cards), Decline()))


@rule("ww:7.4")
def violations(state: State, battle: Battle, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a side from playing an event; any copy of it will do."""
    match action:
        case Decline():
            return ()
        case Respond(card):
            return event_violations(state, battle, responder(battle), card)
        case _:
            return None


@rule("ww:7.4", "ww:ex-7.4")
def apply(state: State, battle: Battle, action: Action) -> Next[State]:
    """Play an event, or stop playing events."""
    if isinstance(action, Respond):
        return _played(state, battle, responder(battle), action.card)
    return Next(with_top(state, replace(battle, stage=following_stage(battle))))


def following_stage(battle: Battle) -> BattleStage:
    """Return the stage after a side has played its events."""
    return BattleStage.DEFENDER_EVENTS if battle.stage is BattleStage.ATTACKER_EVENTS else BattleStage.FIRE


def _played(state: State, battle: Battle, side: Side, card: Card) -> Next[State]:
    if FACES[card].event is Event.AMBUSH:
        return _ambushed(state, battle, side, card)
    return _dug_or_stormed(state, battle, side, card)


@rule("ww:card-ambush-fx")
def _ambushed(state: State, battle: Battle, side: Side, card: Card) -> Next[State]:
    """Set an ambush."""
    played = responded(state, card, side)
    return Next(with_top(played.state, replace(battle, ambushes=(*battle.ambushes, side))), played.events)


@rule("ww:card-fieldworks-fx", "ww:card-fieldworks-fx2")
def _dug_or_stormed(state: State, battle: Battle, side: Side, card: Card) -> Next[State]:
    """Dig Fieldworks, or storm the enemy's."""
    played = responded(state, card, side)
    dug = side is not battle.attacker
    board = put_fieldworks(state.board, battle.space, side if dug else None)
    kind = EventKind.MARKER_PLACED if dug else EventKind.MARKER_REMOVED
    cited = "ww:card-fieldworks-fx" if dug else "ww:card-fieldworks-fx2"
    news = event(kind, cited, marker="fieldworks", space=IDS[battle.space])
    return Next(on_board(played.state, board), (*played.events, news))


@rule("ww:7.56", "ww:card-ambush-fx")
def ambusher(battle: Battle) -> Side | None:
    """Return the side whose AMBUSH! the enemy has not matched."""
    match battle.ambushes:
        case (side,):
            return side
        case _:
            return None
