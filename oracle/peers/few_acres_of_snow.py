"""Recorded games of A Few Acres of Snow from another implementation, replayed under the preset `online`.

A record is JSON Lines: one `game` with the position before the first turn, then `turn`s with what was done, what was
drawn and the position after it. The mapping to our game is small:

- cards: `<owner>.loc.<place>` and `<owner>.emp.<id>#<copy>` become our kinds; the first copy of the French regular
  infantry is the starting one;
- acts: each recorded act is one act of ours with its cards as further choices, in our order where theirs has none;
- answers of the opponent (blocks, losses) are part of the act they answer, and are played as his decisions;
- draws are the recorded ones; between reshuffles the decks have the recorded order, so our game itself refuses any
  other card;
- a turn that the besieger's answer to a withdrawal splits into three records is one turn, and that answer one of its
  acts;
- a house variant of the set-up is taken as recorded, and the report says so;
- what is not recorded (whether a captured place is settled and with which card) is found by trying all possibilities.

After a divergence the replay continues from the recorded position, so that one error does not hide the next.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from oracle.peers.departures import departures_in
from oracle.peers.few_acres_of_snow_records import (
    FORMAT,
    GAME,
    REPLY,
    GameRecord,
    Parts,
    TurnRecord,
    both,
    card_or_none,
    cards_of,
    flag,
    joined,
    listed,
    mapping,
    placed,
    position_by_rules,
    read_game,
    read_turn,
    recorded_position,
    stacked,
    translated,
)
from oracle.peers.few_acres_of_snow_tampers import TAMPERS
from oracle.peers.importer import JsonLinesImporter, Kind, Lost, PeerDivergence, PeerReplay, compared
from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow.ch02_cards import Card, names
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Naming, Purpose, SiegeWon, SiegeWonStage, Turn, TurnStart
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, State, player
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.engine import Engine
from reference.kernel.fields import Fields
from reference.kernel.procedures import UnderWay
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import options_of
from reference.kernel.verdicts import Event, Next, No, Notation, NotThisDecision, Settled

MOST_ATTEMPTS = 500


# ---------------------------------------------------------------- one turn


class _Parted(Exception):
    """The replay of a turn differs from its record."""

    def __init__(self, kind: Kind, about: str, recorded: Json, by_rules: Json, *rules: RuleId) -> None:
        super().__init__(about)
        self.kind, self.about, self.recorded, self.by_rules, self.rules = kind, about, recorded, by_rules, rules

    def at(self, turn: int) -> PeerDivergence:
        """Return this as a divergence in a turn."""
        return PeerDivergence(turn, self.kind, self.about, self.recorded, self.by_rules, self.rules)


def _working(state: State) -> UnderWay[State, a.Action] | None:
    """Return the procedure at work; None when the next turn starts."""
    return None if isinstance(state.stack.top, TurnStart) else ENGINE.at_work(state)


WITHIN_TURN: Engine[State, a.Action] = replace(ENGINE, at_work=_working)


@dataclass(slots=True)
class _Run:
    """A turn being replayed; `picks` are the options taken at choices that the record leaves open.

    `widths` are the numbers of options at these choices.
    """

    state: State
    turn: TurnRecord
    picks: tuple[int, ...]
    events: list[Event] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    draws: list[Card] = field(default_factory=list)
    taken: list[Json] = field(default_factory=list)

    def do(self, action: a.Action) -> None:
        """Take an action that the record names or implies."""
        verdict = WITHIN_TURN.step(self.state, action)
        shown = GAME.write_action(action)
        match verdict:
            case Settled():
                self.state = verdict.state
                self.events.extend(verdict.events)
                self.taken.append(shown)
            case No():
                first = verdict.violations[0]
                raise _Parted(Kind.ILLEGAL, "action", shown, f"illegal: {first.reason}", first.rule)
            case Notation():
                raise _Parted(Kind.ILLEGAL, "action", shown, f"said in another way: {verdict.reason}")
            case NotThisDecision():
                if self.state.outcome is not None:
                    raise _Parted(Kind.ILLEGAL, "action", shown, "the game is over")
                raise _Parted(Kind.ILLEGAL, "action", shown, f"due is: {verdict.due}", verdict.rules[0])

    def begin(self) -> None:
        """Start the turn: check for the end of the game and for won sieges."""
        begun = ENGINE.settle(Next(self.state))
        self.state = begun.state
        self.events.extend(begun.events)

    def open_choices(self) -> None:
        """Take the picked options at choices that the record leaves open."""
        while self.state.outcome is None and not isinstance(self.state.stack.top, Turn | TurnStart):
            frame = self.state.stack.top
            if isinstance(frame, Drawing):
                return
            due = GAME.decision(self.state)
            assert not isinstance(due, Over)
            options = tuple(self.hinted(due.actions))
            pick = self.picks[len(self.widths)] if len(self.widths) < len(self.picks) else 0
            self.widths.append(len(options))
            self.do(options[pick])

    def hinted(self, options: tuple[a.Action, ...]) -> Iterator[a.Action]:
        """Return the options of an open choice; if the record mentions some of them, only those."""
        frame = self.state.stack.top
        spoken: set[Card] = set()
        if isinstance(frame, SiegeWon) and frame.step is SiegeWonStage.RETURN:
            spoken = {lost for act in self.turn.acts if (lost := card_or_none(act.get("lost_card"))) is not None}
        if isinstance(frame, Naming):
            named = mapping(dict(both(self.turn.after, "lost_siege_card"))[frame.side])
            spoken = {each for value in named.values() if (each := card_or_none(value)) is not None}
        kept = [each for each in options if isinstance(each, a.ReturnCard | a.NameCard) and each.card in spoken]
        yield from kept or options

    def draw(self, cards: tuple[Card, ...], purpose: Purpose) -> None:
        """Draw the recorded cards."""
        for each in cards:
            frame = None if self.state.outcome is not None else self.state.stack.top
            if not isinstance(frame, Drawing) or frame.purpose is not purpose:
                raise _Parted(Kind.CHANCE, "drawn", names((each,))[0], "no card is due", "fa:turn.6")
            self.do(a.Draw(each))
        frame = None if self.state.outcome is not None else self.state.stack.top
        if isinstance(frame, Drawing):
            rule = "fa:turn.6" if purpose is Purpose.REFILL else "fa:homesupport.1"
            raise _Parted(Kind.CHANCE, "drawn", list(names(cards)), f"{frame.left} more to draw", rule)


def _run(state: State, turn: TurnRecord, picks: tuple[int, ...]) -> tuple[_Run, _Parted | None]:
    run = _Run(state, turn, picks)
    try:
        _play(run)
    except _Parted as parted:
        return run, parted
    return run, None


def _play(run: _Run) -> None:
    """Replay a turn from its start to the moment before the next one."""
    turn = run.turn
    if isinstance(run.state.stack.top, TurnStart):
        run.begin()
    run.open_choices()
    _siege_wins(run)
    for act, following in itertools.zip_longest(turn.acts, turn.acts[1:]):
        if act.get("type") not in _AT_START:
            _act(run, act)
            if following is None or following.get("type") != REPLY:
                run.open_choices()
            if act.get("type") == REPLY:
                _answered(run, act)
    if run.state.outcome is not None:
        return
    while isinstance(top := run.state.stack.top, Turn) and top.actions:
        run.do(a.Pass())
    if isinstance(run.state.stack.top, Turn):
        before = len(run.events)
        run.do(a.EndTurn())
        run.open_choices()
        run.draw(turn.drawn, Purpose.REFILL)
        shuffled = any(each.kind is EventKind.RESHUFFLED for each in run.events[before:])
        if shuffled != turn.reshuffle:
            raise _Parted(Kind.EVENTS, "reshuffle", turn.reshuffle, shuffled, "fa:turn.7")


_AT_START = frozenset(("siege_win",))


def _answered(run: _Run, act: Mapping[str, Json]) -> None:
    """Compare the position after a besieger's answer with the one recorded there."""
    first = next(_positions_compared(run.state, run.turn.number, mapping(act.get("after"))), None)
    if first is not None:
        raise _Parted(first.kind, first.about, first.recorded, first.by_rules, *first.rules)


def _act(run: _Run, act: Mapping[str, Json]) -> None:
    """Replay one act of the record."""
    script = translated(act)
    first = script[0]
    if isinstance(first, a.TURN_ACTIONS) and "free" in act and is_free(first, run.state.ruleset) != flag(act, "free"):
        raise _Parted(Kind.DECISION, "free", act["free"], is_free(first, run.state.ruleset), "fa:act.4")
    if isinstance(first, a.RetrieveReserve):
        reserve = list(names(player(run.state, run.turn.side).reserve))
        if reserve != listed(cards_of(act.get("cards"))):
            raise _Parted(Kind.HANDS, "reserve", listed(cards_of(act.get("cards"))), reserve, "fa:retrieve.1")
    for each in script:
        run.do(each)
    if isinstance(first, a.HomeSupport):
        run.draw(cards_of(act.get("drawn")), Purpose.HOME_SUPPORT)
    if act.get("outcome") == "no_target_hand_shown" and run.state.shown is not run.turn.side.enemy:
        raise _Parted(Kind.EVENTS, "outcome", "no_target_hand_shown", "no hand was shown", "fa:faq.info.1")


def _siege_wins(run: _Run) -> None:
    """Compare the sieges won at the start of the turn with those the record names."""
    won = [dict(each.facts) for each in run.events if each.kind is EventKind.SIEGE_WON]
    back = [dict(each.facts).get("card") for each in run.events if each.kind is EventKind.CARD_RETURNED]
    by_rules: list[Json] = [{"place": each["place"], "marker": each["marker"]} for each in won]
    acts = [act for act in run.turn.acts if act.get("type") == "siege_win"]
    recorded: list[Json] = [{"place": act.get("target"), "marker": act.get("marker")} for act in acts]
    if by_rules != recorded:
        raise _Parted(Kind.EVENTS, "siege_win", recorded, by_rules, "fa:siege.win.1")
    lost = [names((each,))[0] for act in acts if (each := card_or_none(act.get("lost_card"))) is not None]
    if sorted(lost) != sorted(str(each) for each in back):
        raise _Parted(Kind.EVENTS, "lost_card", list(lost), [str(each) for each in back], "fa:siege.win.12")


# ---------------------------------------------------------------- the whole game


# The kind of each part of the position, and its rule.
_PARTS: Mapping[str, tuple[Kind, RuleId]] = {
    "places": (Kind.BOARD, "fa:setup.7"), "money": (Kind.BOARD, "fa:draft.2"), "hands": (Kind.HANDS, "fa:turn.6"),
    "reserves": (Kind.HANDS, "fa:reserve.1"), "decks": (Kind.HANDS, "fa:turn.7"),
    "discards": (Kind.HANDS, "fa:act.5"), "captured": (Kind.BOARD, "fa:siege.win.3"),
    "sieges": (Kind.BOARD, "fa:act.6"),
}  # fmt: skip


def _part(path: str) -> tuple[Kind, tuple[RuleId, ...]]:
    kind, rule = _PARTS[path.split(".", maxsplit=1)[0]]
    return kind, (rule,)


def _positions_compared(state: State, step: int, position: Mapping[str, Json]) -> Iterator[PeerDivergence]:
    """Return where our position differs from a recorded one."""
    recorded = recorded_position(position, state.ruleset)
    yield from compared(step, recorded, position_by_rules(state, recorded), _part)


def _turns_compared(state: State, turn: TurnRecord) -> Iterator[PeerDivergence]:
    """Return where our position differs from the recorded one after a turn."""
    yield from _positions_compared(state, turn.number, turn.after)
    allowed = turn.after.get("actions_allowed")
    ours = 1 if state.first_turns else 2
    if allowed != ours:
        yield PeerDivergence(turn.number, Kind.DECISION, "actions_allowed", allowed, ours, ("fa:turn.5",))


def _best(state: State, turn: TurnRecord) -> tuple[_Run, tuple[PeerDivergence, ...]]:
    """Replay a turn with every combination of open choices; return the first that fits, otherwise the first."""
    first: tuple[_Run, tuple[PeerDivergence, ...]] | None = None
    picks: tuple[int, ...] = ()
    for _ in range(MOST_ATTEMPTS):
        run, parted = _run(state, turn, picks)
        found: tuple[PeerDivergence, ...] = ()
        if parted is not None:
            found = (parted.at(turn.number),)
        elif run.state.outcome is None:
            found = tuple(_turns_compared(run.state, turn))
        if not found:
            return run, ()
        first = first or (run, found)
        following = _next_picks(run.widths, picks)
        if following is None:
            break
        picks = following
    assert first is not None
    return first


def _next_picks(widths: list[int], picks: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the next combination of open choices, the last one changing first."""
    taken = [*picks, *itertools.repeat(0, len(widths) - len(picks))][: len(widths)]
    for at in reversed(range(len(taken))):
        if taken[at] + 1 < widths[at]:
            return (*taken[:at], taken[at] + 1)
    return None


@dataclass(slots=True)
class _Replay(PeerReplay[TurnRecord]):
    record: GameRecord
    state: State
    part: TurnRecord | None = None
    last: int = -1

    def begin(self) -> None:
        """Begin our game with the recorded opening hands and compare it with the recorded start."""
        start = self.record.start
        if self.record.house_start:
            told = ", ".join(self.record.house_start)
            self.remarks.append(f"house set-up ({told}): the recorded start counts and was not compared")
            self.state = placed(start, Side.BRITISH, self.state.ruleset)._replace(first_turns=self.state.first_turns)
            self.strayed = True
            return
        for side, cards in both(start, "hand"):
            for each in cards_of(cards):
                verdict = WITHIN_TURN.step(self.state, a.Draw(each))
                if not isinstance(verdict, Settled):
                    strange = _Parted(Kind.HANDS, f"hands.{side}", names((each,))[0], "not in the deck", "fa:setup.8")
                    self.note(strange.at(-1))
                    self.state = placed(start, Side.BRITISH, self.state.ruleset)
                    self.strayed = True
                    return
                self.took(GAME.write_action(a.Draw(each)))
                self.state = verdict.state
        for found in _positions_compared(self.state, -1, start):
            self.note(found)
        self.state = stacked(self.state, start)

    def read(self, line: Fields) -> TurnRecord | None:
        """Read a turn; the parts of a split one are kept until the last of them."""
        turn = read_turn(line)
        if self.part is not None:
            turn = joined(self.part, turn)
        self.part = turn if turn.parts in (Parts.INTERRUPTED, Parts.OUT_OF_TURN) else None
        return turn if self.part is None and not self.resigns(turn) else None

    def resigns(self, turn: TurnRecord) -> bool:
        """Say whether a record is a resignation, not a passed turn: the last one of a resigned game, without acts."""
        resigned = self.record.result.get("over") == "resigned"
        return resigned and not turn.acts and turn.number == self.record.turns - 1

    def phase(self, entry: TurnRecord) -> str:
        """Return the turn: each is a phase of its own."""
        return str(entry.number)

    def judge(self, entry: TurnRecord) -> None:
        """Find that the game should be over; the records do not say what may be chosen."""
        if self.state.outcome is not None:
            early = _Parted(Kind.RESULT, "end", "the game goes on", "finished", self.state.outcome.rule)
            self.note(early.at(self.last))
            raise Lost

    def act(self, entry: TurnRecord) -> None:
        """Replay a turn and compare the position after it; of many ways, that is how the right one is found."""
        self.last = entry.number
        run, found = _best(self.state, entry)
        self.took(*run.taken)
        self.state = run.state
        for each in found:
            self.note(each)
        if found:
            raise Lost

    def compare(self, entry: TurnRecord) -> None:
        """Take over the recorded order of the decks; `act` has compared the position."""
        self.state = stacked(self.state, entry.after)

    def resume(self, entry: TurnRecord) -> bool:
        """Continue from the recorded position, which is always possible."""
        self.last = entry.number
        state = placed(entry.after, entry.side.enemy, self.state.ruleset)
        self.state = state._replace(first_turns=1 if entry.after.get("actions_allowed") == 1 else 0)
        return True

    def judge_result(self) -> None:
        """Compare how a finished game ends."""
        if self.part is not None:
            self.remarks.append(f"turn {self.part.number} is not complete and was not compared")
        if self.record.result.get("over") != "finished":
            self.remarks.append(f"the game was not finished ({self.record.result.get('over')}): no result to compare")
            return
        if self.state.outcome is None:
            self.state = ENGINE.settle(Next(self.state)).state
        for each in _results_compared(self.state.outcome, self.record.result, self.last):
            self.note(each)

    @property
    def own_position(self) -> Json:
        """Return the canonical form of the position by the rules."""
        return GAME.canonical(self.state)

    @property
    def winner(self) -> str:
        """Return who has won by the rules."""
        return "" if self.state.outcome is None else self.state.outcome.winner.value


def _results_compared(outcome: Outcome | None, result: Mapping[str, Json], step: int) -> Iterator[PeerDivergence]:
    if outcome is None:
        yield PeerDivergence(step, Kind.RESULT, "end", "finished", "the game goes on", ("fa:end.2",))
        return
    instant = None if outcome.points is not None else outcome.winner.value
    for name, by_rules in (("winner", outcome.winner.value), ("instant_winner", instant)):
        if result.get(name) != by_rules:
            yield PeerDivergence(step, Kind.RESULT, name, result.get(name), by_rules, (outcome.rule,))
    if outcome.points is not None:
        points: Json = {side.value: number for side, number in zip(SIDES, outcome.points, strict=True)}
        recorded: Json = {"points": result.get("points")}
        yield from compared(step, recorded, {"points": points}, lambda _: (Kind.RESULT, ("fa:end.6",)))


class FewAcresOfSnowImporter(JsonLinesImporter[TurnRecord]):
    """Reads recorded games of A Few Acres of Snow."""

    game = GAME.id
    format = FORMAT
    departures = departures_in(Path(__file__).with_name("few_acres_of_snow_departures.toml"))
    tampers = TAMPERS

    def begin(self, header: Fields) -> _Replay:
        """Read the first line and set up as recorded."""
        record = read_game(header)
        start = GAME.start(record.title.scenario, GAME.ruleset(options_of(GAME.id, record.title.ruleset)))
        replay = _Replay(record, start, title=record.title, departures=self.departures)
        replay.begin()
        return replay


IMPORTER = FewAcresOfSnowImporter()
