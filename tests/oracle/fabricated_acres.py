"""Games of A Few Acres of Snow as the other implementation would have recorded them.

Our own engine plays under the preset `online`, and each turn is written in the format of the recorded games: the
inverse of what the importer does, written from the description of the format. Nobody withdraws from a siege: the
records that are described have no form for it.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.peers.few_acres_of_snow import WITHIN_TURN
from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow.ch01_board import IDS, PLACES, owner, piece_kind
from reference.few_acres_of_snow.ch02_cards import (
    FACES,
    GOVERNOR_OF,
    HOME_SUPPORT_OF,
    LEADER_OF,
    LOUISBOURG_CARD,
    TRADER_OF,
    Card,
    location_card,
)
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Purpose, Turn, TurnStart
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player, with_player
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.verdicts import Event, Next, Settled

GAME = FewAcresOfSnow()
_NAMES = {
    a.Settle: "settle", a.Develop: "develop", a.Fortify: "fortify", a.Besiege: "besiege", a.Reinforce: "reinforce",
    a.MilitaryLeader: "military_leader", a.Raid: "raid", a.Ambush: "ambush", a.Convert: "convert",
    a.TakeMoney: "take_money", a.Merchant: "merchant", a.Trade: "trade", a.Piracy: "piracy", a.Draft: "draft",
    a.Discard: "discard", a.Reserve: "reserve", a.RetrieveReserve: "retrieve_reserve", a.Governor: "governor",
    a.Intendant: "intendant", a.HomeSupport: "home_support", a.Pass: "pass",
}  # fmt: skip


def name_of(which: int) -> str:
    """Return what the other implementation calls a card."""
    face = FACES[which]
    if face.place is not None:
        return f"{face.owner}.loc.{IDS[face.place]}"
    colour = "neutral" if face.owner is None else face.owner.value
    name = face.id.removeprefix(f"{colour}_")
    if name.startswith("starting_"):
        return f"{colour}.emp.{name.removeprefix('starting_')}#1"
    return f"{colour}.emp.{name}#{2 if (colour, name) == ('french', 'regular_infantry') else 1}"


def _named(cards: bytes | tuple[Card, ...]) -> list[Json]:
    return [name_of(each) for each in cards]


def position_of(state: State) -> dict[str, Json]:
    """Return a position as the other implementation writes it."""
    board = state.board
    places: dict[str, Json] = {}
    for where in PLACES:
        holder, kind = owner(board, where), piece_kind(board, where)
        if holder is not None and kind is not None:
            places[IDS[where]] = {"owner": holder.value, "piece": kind.value, "fort": int(board.forts[where])}
    sieges = dict(zip(SIDES, state.sieges, strict=True))
    players: dict[str, Json] = {}
    for side in SIDES:
        each = player(state, side)
        seats = {attacker: 0 if attacker is side else 1 for attacker in SIDES}
        cards = {by: siege.cards[seats[by]] if siege else b"" for by, siege in sieges.items()}
        lost = {by: siege.named[seats[by]] if siege else None for by, siege in sieges.items()}
        players[side.value] = {
            "money": each.money, "hand": _named(each.hand), "reserve": _named(each.reserve),
            "deck": _named(each.deck), "discard": _named(each.discard),
            "siege_cards": {by.value: _named(held) for by, held in cards.items()},
            "captured_villages": each.villages_taken, "captured_towns": each.towns_taken,
            "lost_siege_card": {by.value: None if one is None else name_of(one) for by, one in lost.items()},
            "settle_on_surrender": True,
        }  # fmt: skip
    return {
        "locations": places,
        "sieges": {by.value: None if siege is None else IDS[siege.place] for by, siege in sieges.items()},
        "actions_allowed": 1 if state.first_turns else 2,
        "players": players,
    }


@dataclass
class Recorder:
    """A game being played and recorded."""

    state: State
    dice: random.Random
    lines: list[dict[str, Json]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    # ------------------------------------------------------------ the engine

    def take(self, action: a.Action) -> None:
        after = WITHIN_TURN.step(self.state, action)
        assert isinstance(after, Settled), (action, after)
        self.state = after.state
        self.events.extend(after.events)

    def any_action(self) -> a.Action:
        due = ENGINE.decision(self.state)
        assert not isinstance(due, Over)
        options = [each for each in due.actions if not isinstance(each, a.Withdraw)]
        wilder = [each for each in options if not isinstance(each, a.Governor | a.Pass | a.EndTurn)]
        return self.dice.choice(wilder if wilder and self.dice.random() < 0.97 else options)

    def under_way(self) -> bool:
        return self.state.outcome is None and not isinstance(self.state.stack.top, Turn | TurnStart)

    def turn_is_over(self) -> bool:
        return self.state.outcome is not None or isinstance(self.state.stack.top, TurnStart)

    def lay_down(self) -> None:
        """Lay decks that were shuffled down in some order."""
        for side in SIDES:
            each = player(self.state, side)
            if not each.stacked:
                order = [*each.deck]
                self.dice.shuffle(order)
                self.state = with_player(self.state, side, each._replace(deck=bytes(order), stacked=True))

    # ------------------------------------------------------------ a turn

    def turn(self) -> None:
        """Play a turn and record it."""
        self.events.clear()
        starting = self.state.stack.top
        assert isinstance(starting, Turn | TurnStart)
        begun = ENGINE.settle(Next(self.state))
        self.state = begun.state
        self.events.extend(begun.events)
        if self.state.outcome is not None:
            return
        while self.under_way():
            self.take(self.any_action())
        acts = self.sieges_won()
        drawn: list[Json] = []
        shuffled = False
        while not self.turn_is_over():
            frame, action = self.state.stack.top, self.any_action()
            if isinstance(frame, Turn) and not isinstance(action, a.EndTurn):
                acts.append(self.act(action))
                continue
            before = len(self.events)
            if isinstance(action, a.Draw):
                drawn.append(name_of(action.card))
            self.take(action)
            shuffled |= any(each.kind is EventKind.RESHUFFLED for each in self.events[before:])
        self.lay_down()
        self.lines.append(
            {
                "record": "turn",
                "n": len(self.lines),
                "side": starting.side.value,
                "actions": acts,
                "drawn": drawn,
                "reshuffle": shuffled,
                "drawn_after_reshuffle": [],
                "after": position_of(self.state),
                "out_of_turn": False,
                "continues_turn": False,
                "interrupted": False,
                "check": "ok",
                "notes": [],
            }
        )

    def sieges_won(self) -> list[Json]:
        """Return the sieges decided at the start of the turn."""
        back = [str(dict(each.facts)["card"]) for each in self.events if each.kind is EventKind.CARD_RETURNED]
        ids = {face.id: number for number, face in enumerate(FACES)}
        lost = iter([name_of(ids[each]) for each in back])
        won = [dict(each.facts) for each in self.events if each.kind is EventKind.SIEGE_WON]
        return [
            {"type": "siege_win", "target": str(each["place"]), "marker": int(str(each["marker"])),
             "lost_card": next(lost, None)}
            for each in won
        ]  # fmt: skip

    def act(self, action: a.Action) -> Json:
        """Take an act with all that belongs to it, and return it as the other implementation writes it."""
        side = self.state.stack.top
        assert isinstance(side, Turn)
        assert isinstance(action, a.TURN_ACTIONS)
        reserve = player(self.state, side.side).reserve
        free = is_free(action, self.state.ruleset)
        played: list[a.Action] = [action]
        drawn: list[Json] = []
        self.take(action)
        shown = self.state.shown
        while self.under_way():
            frame = self.state.stack.top
            if isinstance(frame, Drawing) and frame.purpose is Purpose.REFILL:
                break
            following = self.any_action()
            if isinstance(following, a.Draw):
                drawn.append(name_of(following.card))
            else:
                played.append(following)
            self.take(following)
            shown = shown or self.state.shown
        written: dict[str, Json] = {"type": _NAMES[type(action)], "free": free}
        written["cards"] = _named(_cards(side.side, action, played, reserve))
        if isinstance(action, a.HomeSupport):
            written["drawn"] = drawn
        return {**written, **_target(played), **_outcome(action, played, shown is not None)}


def _cards(side: Side, action: a.TurnAction, played: list[a.Action], reserve: bytes) -> tuple[Card, ...]:
    further = tuple(each.card for each in played if isinstance(each, a.Play))
    match action:
        case a.Settle(_, base) | a.Besiege(_, base):
            return (base, *further)
        case a.Develop(where, settler):
            return (_own(side, where), settler)
        case a.Fortify(where, which):
            return (which, _own(side, where))
        case a.MilitaryLeader():
            return (LEADER_OF[side.number],)
        case a.Merchant(ship):
            return (ship, *further)
        case a.Trade(fur):
            return (TRADER_OF[side.number], fur, *further)
        case a.Piracy(ship):
            return (LOUISBOURG_CARD, ship)
        case a.Governor(which):
            return (GOVERNOR_OF[side.number], which, *further)
        case a.RetrieveReserve():
            return tuple(Card(each) for each in reserve)
        case a.HomeSupport():
            return (HOME_SUPPORT_OF[side.number],)
        case a.Withdraw() | a.Pass() | a.EndTurn():
            return ()
        case _:
            return (action.card, *further)


def _own(side: Side, where: int) -> Card:
    found = location_card(side, PLACES[where])
    assert found is not None
    return found


def _target(played: list[a.Action]) -> Mapping[str, Json]:
    placed = [each.place for each in played if isinstance(each, a.Aim)]
    first = played[0]
    if isinstance(first, a.Settle | a.Develop | a.Fortify | a.Besiege | a.Reinforce | a.MilitaryLeader):
        placed = [first.place]
    return {"target": IDS[placed[0]]} if placed else {}


def _outcome(action: a.TurnAction, played: list[a.Action], shown: bool) -> Mapping[str, Json]:
    if not isinstance(action, a.Raid | a.Ambush | a.Convert):
        return {}
    for each in played:
        if isinstance(each, a.Block):
            return {"outcome": "blocked", "block_card": name_of(each.card)}
        if isinstance(each, a.GiveUp):
            return {"outcome": "success", "lost_card": name_of(each.card), "lost_from": each.source.value}
    return {"outcome": "no_target_hand_shown" if shown else "success"}


def fabricated(rules: Ruleset, seed: int, most: int) -> list[dict[str, Json]]:
    """Return the lines of a game as the other implementation would have recorded it."""
    dice = random.Random(seed)
    recorder = Recorder(GAME.start("standard", rules), dice)
    while not isinstance(recorder.state.stack.top, Turn | TurnStart):
        recorder.take(recorder.any_action())
    recorder.lay_down()
    start = position_of(recorder.state)
    while recorder.state.outcome is None and len(recorder.lines) < most:
        recorder.turn()
    outcome = recorder.state.outcome
    result: dict[str, Json] = {"over": "finished" if outcome else "cut"}
    if outcome is not None:
        result["winner"] = outcome.winner.value
        result["instant_winner"] = outcome.winner.value if outcome.points is None else None
        if outcome.points is not None:
            result["points"] = {side.value: each for side, each in zip(SIDES, outcome.points, strict=True)}
    header: dict[str, Json] = {
        "record": "game", "game": f"f{seed}", "rules": "online", "variants": [], "start": start, "result": result,
        "turn_records": len(recorder.lines),
    }  # fmt: skip
    return [header, *recorder.lines]


def text_of(lines: list[dict[str, Json]]) -> str:
    """Return a record as text."""
    return "".join(f"{json.dumps(line)}\n" for line in lines)
