"""Recorded games of A Few Acres of Snow as another implementation kept them, replayed under the preset `online`.

A record is JSON Lines: one `game` with the position before the first turn, then `turn`s with what was done, what was
drawn and the position after it. The mapping to our game is small:

- cards: `<owner>.loc.<place>` and `<owner>.emp.<id>#<copy>` become our kinds; the first copy of the French regular
  infantry is the starting one;
- acts: each recorded act is one act of ours with its cards as further choices, in our order where theirs has none;
- answers of the opponent (blocks, losses) stand in the act they answer and are played as his decisions;
- draws are the recorded ones; between reshuffles the decks are laid down in the recorded order, so our game itself
  refuses any other card;
- what is not recorded (whether a captured place is settled and with which card) is tried out against the position.

After a divergence the replay goes on from the recorded position, so that one slip does not hide the next.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from oracle.peers.few_acres_of_snow_records import (
    GAME,
    TurnRecord,
    both,
    card_or_none,
    cards_of,
    expected_position,
    flag,
    found_position,
    listed,
    mapping,
    placed,
    read,
    recognises,
    stacked,
    translated,
)
from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow.ch02_cards import Card, names
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Naming, Purpose, SiegeWon, SiegeWonStage, Turn, TurnStart
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player
from reference.kernel.canonical import Difference, Json, Unreadable, differences
from reference.kernel.decisions import Over
from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Event, Next, No, NotThisDecision, Settled

__all__ = ["PeerDivergence", "PeerReport", "recognises", "verify"]

PRESET = "online"
MOST_ATTEMPTS = 500
# A ruling explains one thing about one turn; anything else that is wrong with that turn stays a divergence.
KNOWN = {("g06", 39, "drawn"): "D62"}


# ---------------------------------------------------------------- what is reported


@dataclass(frozen=True, slots=True)
class PeerDivergence:
    """Where a replay parts from the record: the turn, what about it, both values, and the rule concerned."""

    step: int
    about: str
    expected: Json
    found: Json
    rule: RuleId | None = None
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class PeerReport:
    """A recorded game replayed: how much of it, where it diverges, and which divergences a ruling explains."""

    game: str
    turns: int
    acts: int
    divergences: tuple[PeerDivergence, ...]
    explained: tuple[PeerDivergence, ...]

    @property
    def conforms(self) -> bool:
        """Say whether the record agrees with the rules but for what a ruling explains."""
        return not self.divergences


# ---------------------------------------------------------------- one turn


class _Parted(Exception):
    """The replay of a turn parts from its record."""

    def __init__(self, about: str, expected: Json, found: Json, rule: RuleId | None = None) -> None:
        super().__init__(about)
        self.about, self.expected, self.found, self.rule = about, expected, found, rule


def _working(state: State) -> UnderWay[State, a.Action] | None:
    """Return the procedure at work; none as the next turn starts."""
    return None if isinstance(state.stack.top, TurnStart) else ENGINE.at_work(state)


WITHIN_TURN: Engine[State, a.Action] = replace(ENGINE, at_work=_working)


@dataclass(slots=True)
class _Run:
    """A turn being replayed; `picks` are the ways taken where the record leaves a choice open, `widths` how many."""

    state: State
    turn: TurnRecord
    picks: tuple[int, ...]
    events: list[Event] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    draws: list[Card] = field(default_factory=list)

    def do(self, action: a.Action) -> None:
        """Take an action that the record names or implies."""
        verdict = WITHIN_TURN.step(self.state, action)
        shown = GAME.write_action(action)
        match verdict:
            case Settled():
                self.state = verdict.state
                self.events.extend(verdict.events)
            case No():
                first = verdict.violations[0]
                raise _Parted("action", shown, f"illegal: {first.reason}", first.rule)
            case NotThisDecision():
                over = self.state.outcome is not None
                found = "the game is over" if over else f"due is: {verdict.due}"
                raise _Parted("action", shown, found, None if over else verdict.rules[0])

    def begin(self) -> None:
        """Let the turn start: the end of the game, the siege check."""
        begun = ENGINE.settle(Next(self.state))
        self.state = begun.state
        self.events.extend(begun.events)

    def open_choices(self) -> None:
        """Take the ways picked at choices that the record leaves open."""
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
        """Return the options of an open choice, only those that the record speaks of if it does."""
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
                raise _Parted("drawn", names((each,))[0], "no card is due", "fa:turn.6")
            self.do(a.Draw(each))
        frame = None if self.state.outcome is not None else self.state.stack.top
        if isinstance(frame, Drawing):
            rule = "fa:turn.6" if purpose is Purpose.REFILL else "fa:homesupport.1"
            raise _Parted("drawn", list(names(cards)), f"{frame.left} more to draw", rule)


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
    for act in turn.acts:
        if str(act.get("type")) not in _AT_START:
            _act(run, act)
            run.open_choices()
    if turn.interrupted or turn.out_of_turn or run.state.outcome is not None:
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
            raise _Parted("reshuffle", turn.reshuffle, shuffled, "fa:turn.7")


_AT_START = frozenset(("siege_win",))


def _act(run: _Run, act: Mapping[str, Json]) -> None:
    """Replay one act of the record."""
    script = translated(act)
    first = script[0]
    if isinstance(first, a.TURN_ACTIONS) and "free" in act and is_free(first, run.state.ruleset) != flag(act, "free"):
        raise _Parted("free", act["free"], is_free(first, run.state.ruleset), "fa:act.4")
    if isinstance(first, a.RetrieveReserve):
        reserve = list(names(player(run.state, run.turn.side).reserve))
        if reserve != listed(cards_of(act.get("cards"))):
            raise _Parted("reserve", listed(cards_of(act.get("cards"))), reserve, "fa:retrieve.1")
    for each in script:
        run.do(each)
    if isinstance(first, a.HomeSupport):
        run.draw(cards_of(act.get("drawn")), Purpose.HOME_SUPPORT)
    if act.get("outcome") == "no_target_hand_shown" and run.state.shown is not run.turn.side.enemy:
        raise _Parted("outcome", "no_target_hand_shown", "no hand was shown", "fa:faq.info.1")


def _siege_wins(run: _Run) -> None:
    """Compare the sieges won at the start of the turn with those the record names."""
    won = [dict(each.facts) for each in run.events if each.kind is EventKind.SIEGE_WON]
    back = [dict(each.facts).get("card") for each in run.events if each.kind is EventKind.CARD_RETURNED]
    found: list[Json] = [{"place": each["place"], "marker": each["marker"]} for each in won]
    acts = [act for act in run.turn.acts if act.get("type") == "siege_win"]
    expected: list[Json] = [{"place": act.get("target"), "marker": act.get("marker")} for act in acts]
    if found != expected:
        raise _Parted("siege_win", expected, found, "fa:siege.win.1")
    lost = [names((each,))[0] for act in acts if (each := card_or_none(act.get("lost_card"))) is not None]
    if sorted(lost) != sorted(str(each) for each in back):
        raise _Parted("lost_card", list(lost), [str(each) for each in back], "fa:siege.win.12")


# ---------------------------------------------------------------- the whole game


_RULES = {
    "places": "fa:setup.7", "money": "fa:draft.2", "hands": "fa:turn.6", "reserves": "fa:reserve.1",
    "decks": "fa:turn.7", "discards": "fa:act.5", "captured": "fa:siege.win.3", "sieges": "fa:act.6",
}  # fmt: skip


def _compared(state: State, turn: TurnRecord) -> Iterator[PeerDivergence]:
    """Return where our position differs from the recorded one after a turn."""
    expected = expected_position(turn.after, state.ruleset)
    for each in differences(expected, found_position(state, expected)):
        yield _divergence(turn, each)
    allowed = turn.after.get("actions_allowed")
    ours = 1 if state.first_turns else 2
    if not turn.interrupted and not turn.out_of_turn and allowed != ours:
        yield PeerDivergence(turn.number, "actions_allowed", allowed, ours, "fa:turn.5")


def _divergence(turn: TurnRecord, difference: Difference) -> PeerDivergence:
    field_name = difference.path.split(".")[0]
    rule = _RULES.get(field_name)
    return PeerDivergence(turn.number, difference.path, difference.expected, difference.found, rule)


def _best(state: State, turn: TurnRecord) -> tuple[State, tuple[PeerDivergence, ...]]:
    """Replay a turn, trying the choices the record leaves open; return the first way that fits, or the first."""
    first: tuple[State, tuple[PeerDivergence, ...]] | None = None
    picks: tuple[int, ...] = ()
    for _ in range(MOST_ATTEMPTS):
        run, parted = _run(state, turn, picks)
        found: list[PeerDivergence] = []
        if parted is not None:
            found.append(PeerDivergence(turn.number, parted.about, parted.expected, parted.found, parted.rule))
        elif run.state.outcome is None:
            found.extend(_compared(run.state, turn))
        if not found:
            return run.state, ()
        first = first or (run.state, tuple(found))
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


def _start(header: Mapping[str, Json], ruleset: Ruleset) -> tuple[State, tuple[PeerDivergence, ...]]:
    """Begin our game with the recorded opening hands and compare it with the recorded start."""
    start = mapping(header.get("start"))
    state = GAME.start("standard", ruleset)
    for side, cards in both(start, "hand"):
        for each in cards_of(cards):
            verdict = WITHIN_TURN.step(state, a.Draw(each))
            if not isinstance(verdict, Settled):
                strange = PeerDivergence(-1, f"hands.{side}", names((each,))[0], "not in the deck", "fa:setup.8")
                return placed(start, Side.BRITISH, ruleset), (strange,)
            state = verdict.state
    expected = expected_position(start, ruleset)
    found = tuple(
        PeerDivergence(-1, each.path, each.expected, each.found, _RULES.get(each.path.split(".")[0]))
        for each in differences(expected, found_position(state, expected))
    )
    return stacked(state, start), found


def _resynced(turn: TurnRecord, ruleset: Ruleset) -> State:
    """Return the state to go on from after a divergence: the recorded position."""
    to_move = turn.side.enemy if not turn.out_of_turn else turn.side
    state = placed(turn.after, to_move, ruleset)
    return state._replace(first_turns=1 if turn.after.get("actions_allowed") == 1 else 0)


def _result(state: State, header: Mapping[str, Json], step: int) -> Iterator[PeerDivergence]:
    """Compare how the game ends."""
    result = mapping(header.get("result"))
    if result.get("over") != "finished":
        return
    if state.outcome is None:
        state = ENGINE.settle(Next(state)).state
    outcome = state.outcome
    if outcome is None:
        yield PeerDivergence(step, "end", "finished", "the game goes on", "fa:end.2")
        return
    if result.get("winner") != outcome.winner.value:
        yield PeerDivergence(step, "winner", result.get("winner"), outcome.winner.value, outcome.rule)
    instant = None if outcome.points is not None else outcome.winner.value
    if result.get("instant_winner") != instant:
        yield PeerDivergence(step, "instant_winner", result.get("instant_winner"), instant, outcome.rule)
    if outcome.points is not None:
        points: Json = {side.value: number for side, number in zip(SIDES, outcome.points, strict=True)}
        for each in differences(result.get("points"), points, "points"):
            yield PeerDivergence(step, each.path, each.expected, each.found, "fa:end.6")


def verify(text: str) -> PeerReport:
    """Replay a recorded game turn by turn and report every divergence."""
    header, turns = read(text)
    ruleset = GAME.ruleset(options_of(GAME.id, RulesetName(PRESET)))
    game = str(header.get("game"))
    state, started = _start(header, ruleset)
    divergences = list(started)
    explained: list[PeerDivergence] = []
    for turn in turns:
        try:
            state, found = _best(state, turn)
        except Unreadable as fault:
            raise fault.within(f"turn {turn.number}") from None
        if state.outcome is not None and turn is not turns[-1]:
            found += (PeerDivergence(turn.number, "end", "the game goes on", "finished", state.outcome.rule),)
        for each in found:
            ruling = KNOWN.get((game, turn.number, each.about))
            if ruling is None:
                divergences.append(each)
            else:
                explained.append(replace(each, ruling=ruling))
        state = _resynced(turn, ruleset) if found else stacked(state, turn.after)
    divergences.extend(_result(state, header, turns[-1].number if turns else -1))
    acts = sum(len(turn.acts) for turn in turns)
    return PeerReport(game, len(turns), acts, tuple(divergences), tuple(explained))
