"""Recorded games of A Few Acres of Snow: the real ones, and our own games written as records."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.peers.few_acres_of_snow import IMPORTER
from oracle.peers.importer import Kind, PeerReport
from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow.ch01_board import IDS, PLACES, owner, piece_kind
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    FACES,
    GOVERNOR_OF,
    LOUISBOURG_CARD,
    TRADER_OF,
    location_card,
)
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import AmbushDeclared, Drawing, Frame, Purpose, Turn, TurnStart
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player, with_player
from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Event, Next

SHARED = Path(__file__).parents[3] / "shared"
FOLDERS = (SHARED / "peer_games" / "few_acres_of_snow", SHARED / "recorded_games" / "few_acres_of_snow")


def _text(name: str) -> str:
    path = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
    if path is None:
        pytest.skip(f"the recorded games are not beside the repository: ../shared/*/few_acres_of_snow/{name}")
    return path.read_text(encoding="utf-8")


# A turn that a withdrawal splits into three records is one turn.
@pytest.mark.parametrize(
    ("name", "turns", "acts"),
    [("g06.jsonl", 82, 197), ("g07.jsonl", 45, 99), ("g04.jsonl", 184, 401), ("g09.jsonl", 84, 194)],
)
def test_a_recorded_game_conforms(name: str, turns: int, acts: int) -> None:
    text = _text(name)
    assert IMPORTER.format.recognises(text.split("\n")[0])
    report = IMPORTER.replay(text.splitlines())
    assert (report.unexplained, report.entries, report.steps) == ((), turns, acts)
    assert report.coverage.own_phases == turns - len(report.explained)


def test_the_one_known_exception_is_told_and_explained() -> None:
    report = IMPORTER.replay(_text("g06.jsonl").splitlines())
    assert report.conforms
    (exception,) = report.explained
    assert (exception.step, exception.kind, exception.about) == (39, Kind.CHANCE, "drawn")
    assert (exception.rules, exception.ruling) == (("fa:turn.6",), "D62")


def _changed(name: str, number: int, change: Callable[[dict[str, object]], None]) -> PeerReport:
    lines = [json.loads(line) for line in _text(name).splitlines()]
    change(lines[number])
    return IMPORTER.replay(json.dumps(line) for line in lines)


def test_the_answer_to_a_withdrawal_is_one_of_the_turn_and_compared() -> None:
    def leaves(line: dict[str, object]) -> None:
        line["actions"] = [{"type": "withdraw_reply", "target": "port_royal", "cards": [], "settled": False}]

    def moneyed(line: dict[str, object]) -> None:
        after = line["after"]
        assert isinstance(after, dict)
        after["players"]["british"]["money"] = 77

    first = _changed("g04.jsonl", 121, leaves).divergences[0]
    assert (first.step, first.about) == (121, "places.port_royal")
    first = _changed("g04.jsonl", 121, moneyed).divergences[0]
    assert (first.step, first.about, first.recorded) == (121, "money.british", 77)


def test_a_resignation_is_no_passed_turn() -> None:
    lines = [json.loads(line) for line in _text("g07.jsonl").splitlines()][:21]
    last = {**lines[-1], "n": 20, "side": "british", "actions": [], "drawn": [], "reshuffle": False}
    lines[0] |= {"result": {"over": "resigned", "resigned_by": "british"}, "turn_records": 21}
    report = IMPORTER.replay(json.dumps(line) for line in (*lines, last))
    assert (report.divergences, report.entries) == ((), 20)
    assert report.remarks == ("the game was not finished (resigned): no result to compare",)


def test_a_house_set_up_counts_as_recorded_and_is_said() -> None:
    report = _changed("g07.jsonl", 0, lambda line: line.update(variants=["fort_louisbourg_setup"]))
    assert report.conforms
    assert report.remarks == ("house set-up (fort_louisbourg_setup): the recorded start counts and was not compared",)
    with pytest.raises(Unreadable, match=r"line 1\.variants: 'blizzard' is unknown"):
        _changed("g07.jsonl", 0, lambda line: line.update(variants=["blizzard"]))


def _spoilt(text: str, turn: int, **changes: object) -> PeerReport:
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        if line.get("n") == turn:
            line.update(changes)
    return IMPORTER.replay(json.dumps(line) for line in lines)


def test_a_spoilt_record_diverges_where_it_was_spoilt() -> None:
    text = _text("g07.jsonl")
    lines = [json.loads(line) for line in text.splitlines()]
    after = lines[3]["after"]
    after["players"]["british"]["money"] += 1
    found = _spoilt(text, 2, after=after).divergences
    assert (found[0].step, found[0].about, found[0].rules) == (2, "money.british", ("fa:draft.2",))
    act = {"type": "draft", "cards": ["british.emp.siege_artillery"], "free": False}
    found = _spoilt(text, 2, actions=[act, act]).divergences
    assert (found[0].step, found[0].about, found[0].rules) == (2, "action", ("fa:draft.2",))
    found = _spoilt(text, 2, reshuffle=False).divergences
    assert (found[0].step, found[0].about, found[0].recorded, found[0].by_rules) == (2, "reshuffle", False, True)


def test_other_texts_are_not_recognised() -> None:
    assert not IMPORTER.format.recognises("")
    assert not IMPORTER.format.recognises('{"trace": 1}')
    assert not IMPORTER.format.recognises('{"record": "game", "game": "braveheart"}')
    with pytest.raises(Unreadable, match="line 1"):
        IMPORTER.replay(['{"record": "turn"}'])


# ---------------------------------------------------------------- our own games as records

GAME = FewAcresOfSnow()
RULESET = GAME.ruleset(options_of(GAME.id, RulesetName("online")))


def _card(which: int) -> str:
    """Return a card as the records write it."""
    face = FACES[which]
    side = "neutral" if face.owner is None else face.owner.value
    if face.place is not None:
        return f"{side}.loc.{IDS[face.place]}"
    name = CARD_IDS[which].removeprefix(f"{side}_")
    if name.startswith("starting_"):
        return f"{side}.emp.{name.removeprefix('starting_')}#1"
    return f"{side}.emp.{name}" if face.copies == 1 else f"{side}.emp.{name}#2"


def _position(state: State) -> dict[str, object]:
    players = {}
    for side in SIDES:
        one = player(state, side)
        sieges = {each.value: state.sieges[each.number] for each in SIDES}
        seats = {each.value: 0 if each is side else 1 for each in SIDES}
        players[side.value] = {
            "money": one.money,
            "hand": [_card(each) for each in one.hand],
            "reserve": [_card(each) for each in one.reserve],
            "deck": [_card(each) for each in one.deck],
            "discard": [_card(each) for each in one.discard],
            "siege_cards": {
                name: [] if siege is None else [_card(each) for each in siege.cards[seats[name]]]
                for name, siege in sieges.items()
            },
            "captured_villages": one.villages_taken,
            "captured_towns": one.towns_taken,
            "lost_siege_card": {
                name: None if siege is None or (card := siege.named[seats[name]]) is None else _card(card)
                for name, siege in sieges.items()
            },
        }
    board = state.board
    return {
        "locations": {
            IDS[where]: {"owner": holder.value, "piece": kind.value, "fort": board.forts[where]}
            for where in PLACES
            if (holder := owner(board, where)) is not None and (kind := piece_kind(board, where)) is not None
        },
        "sieges": {
            side.value: None if (siege := state.sieges[side.number]) is None else IDS[siege.place] for side in SIDES
        },
        "actions_allowed": 1 if state.first_turns else 2,
        "players": players,
    }


_TYPES = {
    a.Settle: "settle", a.Besiege: "besiege", a.Develop: "develop", a.Fortify: "fortify", a.Reinforce: "reinforce",
    a.MilitaryLeader: "military_leader", a.Raid: "raid", a.Ambush: "ambush", a.Convert: "convert",
    a.TakeMoney: "take_money", a.Merchant: "merchant", a.Trade: "trade", a.Piracy: "piracy", a.Draft: "draft",
    a.Discard: "discard", a.Reserve: "reserve", a.RetrieveReserve: "retrieve_reserve", a.Governor: "governor",
    a.Intendant: "intendant", a.HomeSupport: "home_support", a.Withdraw: "withdraw", a.Pass: "pass",
}  # fmt: skip


class _Recorder:
    """Plays a random game with decks in order and writes it down as the other implementation does."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.state = GAME.start("standard", RULESET)
        self.turns: list[dict[str, object]] = []
        self.act: dict[str, object] | None = None
        self.acts: list[dict[str, object]] = []
        self.drawn: list[str] = []
        self.shuffled = False

    def stack(self) -> None:
        """Lay down the order of every deck that has none."""
        for side in SIDES:
            one = player(self.state, side)
            if not one.stacked:
                deck = list(one.deck)
                self.dice.shuffle(deck)
                self.state = with_player(self.state, side, one._replace(deck=bytes(deck), stacked=True))

    def go(self, verdict: Next[State]) -> None:
        """Go on step by step, stopping as the next turn starts, and note what happens."""
        self.state = verdict.state
        self.note(verdict.events)
        while True:
            self.stack()
            if self.state.outcome is not None or isinstance(self.state.stack.top, TurnStart):
                return
            following = ENGINE.advance(self.state)
            if following is None:
                return
            self.state = following.state
            self.note(following.events)

    def note(self, events: tuple[Event, ...]) -> None:
        for each in events:
            facts = dict(each.facts)
            if each.kind is EventKind.RESHUFFLED:
                self.shuffled = True
            if each.kind is EventKind.SIEGE_WON and self.act is None:
                self.acts.append(
                    {"type": "siege_win", "target": facts["place"], "marker": facts["marker"], "free": True}
                )
            if each.kind is EventKind.CARD_RETURNED and self.acts and self.acts[-1]["type"] == "siege_win":
                self.acts[-1]["lost_card"] = _card(CARD_IDS.index(str(facts["card"])))

    def choose(self) -> None:
        """Take one decision and write it down."""
        frame = self.state.stack.top
        due = GAME.decision(self.state)
        assert not isinstance(due, Over)
        options: tuple[a.Action, ...] = tuple(each for each in due.actions if not isinstance(each, a.Governor))
        action = self.dice.choice(options)
        if isinstance(frame, Turn) and isinstance(action, a.TURN_ACTIONS) and not isinstance(action, a.EndTurn):
            self.act = {"type": _TYPES[type(action)], "cards": [], "free": is_free(action, RULESET)}
            self.acts.append(self.act)
        self.write(action, frame)
        frame_at_work = ENGINE.at_work(self.state)
        assert frame_at_work is not None
        self.go(frame_at_work.apply(self.state._replace(shown=None), action))
        if self.state.shown is not None and self.act is not None:
            self.act.setdefault("outcome", "no_target_hand_shown")

    def write(self, action: a.Action, frame: Frame) -> None:
        """Write an action down in the act it belongs to; what happens in the siege check is not recorded."""
        act = self.act
        if isinstance(action, a.Draw):
            refill = isinstance(frame, Drawing) and frame.purpose is Purpose.REFILL
            self.drawn += [_card(action.card)] if refill else []
            if not refill and act is not None:
                act["drawn"] = [*_listed(act.get("drawn")), _card(action.card)]
        elif act is not None:
            self.answer(act, action, frame)
            if isinstance(action, a.TURN_ACTIONS) and hasattr(action, "place"):
                act["target"] = IDS[action.place]
            if isinstance(action, (*a.TURN_ACTIONS, a.Play)):
                named = [_card(getattr(action, name)) for name in _NAMED if hasattr(action, name)]
                act["cards"] = [*_listed(act["cards"]), *self.implied(action), *named]

    def answer(self, act: dict[str, object], action: a.Action, frame: Frame) -> None:
        """Write down what the target or the opponent's answer adds."""
        match action:
            case a.Block(which):
                act.update(outcome="blocked", block_card=_card(which))
            case a.LetHappen():
                act.update({} if isinstance(frame, AmbushDeclared) else {"outcome": "success"})
            case a.GiveUp(which, source):
                act.update(outcome="success", lost_card=_card(which), lost_from=source.value)
            case a.Aim(where):
                act["target"] = IDS[where]
            case _:
                pass

    def implied(self, action: a.Action) -> list[str]:
        """Return the cards an act plays without naming them."""
        match action:
            case a.Trade():
                return [_card(TRADER_OF[self.side.number])]
            case a.Governor():
                return [_card(GOVERNOR_OF[self.side.number])]
            case a.Piracy():
                return [_card(LOUISBOURG_CARD)]
            case a.RetrieveReserve():
                return [_card(each) for each in player(self.state, self.side).reserve]
            case a.Develop(where) | a.Fortify(where):
                own = location_card(self.side, where)
                assert own is not None
                return [_card(own)]
            case _:
                return []

    @property
    def side(self) -> Side:
        return next(frame.side for frame in self.state.stack.frames if isinstance(frame, Turn))

    def record(self, most: int) -> str:
        """Return the record of a game, or of its first turns."""
        self.stack()
        while not isinstance(self.state.stack.top, TurnStart):
            self.choose()
        start = _position(self.state)
        while self.state.outcome is None and len(self.turns) < most:
            self.turn()
        outcome = ENGINE.settle(Next(self.state)).state.outcome
        result: dict[str, object] = {"over": "unfinished"}
        if outcome is not None:
            points = None if outcome.points is None else dict(zip(("british", "french"), outcome.points, strict=True))
            instant = outcome.winner.value if points is None else None
            result = {"over": "finished", "points": points, "winner": outcome.winner.value, "instant_winner": instant}
        header = {"record": "game", "game": "own", "start": start, "result": result}
        return "\n".join(json.dumps(each) for each in (header, *self.turns))

    def turn(self) -> None:
        top = self.state.stack.top
        assert isinstance(top, TurnStart)
        side, self.acts, self.drawn, self.shuffled, self.act = top.side, [], [], False, None
        first = ENGINE.advance(self.state)
        assert isinstance(first, Next)
        if first.state.outcome is not None:
            self.state = first.state
            return
        self.go(first)
        while self.state.outcome is None and not isinstance(self.state.stack.top, TurnStart):
            self.choose()
        self.turns.append({
            "record": "turn", "n": len(self.turns), "side": side.value, "actions": self.acts, "drawn": self.drawn,
            "reshuffle": self.shuffled, "after": _position(self.state),
        })  # fmt: skip


def _listed(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


_NAMED = ("base", "card", "settler", "ship", "fur")


@pytest.mark.parametrize("seed", range(6))
def test_our_own_games_written_as_records_conform(seed: int) -> None:
    """Given a game of our own in the other form, without what it leaves out, when it is replayed, then it conforms."""
    report = IMPORTER.replay(_Recorder(seed).record(70).splitlines())
    assert report.divergences == ()


def test_the_ruling_excuses_nothing_else_in_its_turn() -> None:
    act = {"type": "draft", "cards": ["french.emp.siege_artillery"], "free": False}
    report = _spoilt(_text("g06.jsonl"), 39, actions=[act])
    assert [(each.step, each.about) for each in report.divergences] == [(39, "action")]
    assert report.explained == ()
