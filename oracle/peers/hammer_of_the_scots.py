"""Recorded games of a public implementation of Hammer of the Scots, replayed under the preset `peer`.

The records are JSON Lines: one `game`, the `step`s, one `end`. Only this has to be translated:

- *Names.* Blocks, areas and cards are written as in `spec_tables`; a noble is `Mar/E` or `Mar/S`.
- *Actions.* `action_of` turns `[action, argument]` of a decision into an action of Referee, one to one, except:
  `end_retreat` means nothing to Referee if all have retreated, and gives up every block that is left, the King and
  Edward last; a choice that can only be undone (a block without a coast to sail to, the Norse without a coast to flee
  to) is skipped together with its undoing.
- *Options.* Without `immediate` hits are gathered (D17); with `autohit` the other implementation deals hits itself
  while there are at least as many as strongest blocks, so Referee's questions are answered alike.
- *Chance.* `draws` answer Referee's chance decisions, in their order.
- *Silent decisions.* Referee asks more questions: whether a truce is called, and where Moray and the King winter even
  if they can only stay. The other implementation does not ask, so the truce is called and they stay. When a step of the
  winter can only be ended, it asks sometimes; Referee always asks.
- *Early disbanding.* Referee lets Moray and the King disband in their own winter step; the records only do so with
  the other Scots. A King or Moray who cannot stay in England is disbanded by Referee at once, and in the records a
  few steps later: until then he counts as being in England.
- *Secret cards.* The records let the players choose in either order; Referee asks England first.

Where the other implementation departs from the rulebook in a way that is known (the data file beside this module), the
replay does what it does: a block that comes back over the border gets its point back, a block leaves over a border both
sides used. After any other divergence the replay continues from the recorded board, at the latest at the next play of
cards, and still knows which Edward reigns, when he wintered and when a king was crowned.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from oracle.peers.departures import departures_in
from oracle.peers.hammer_of_the_scots_faults import (
    CAMPAIGN_CUT,
    CAPTIVE,
    CHARGED_ONCE,
    comes_back,
    ends_campaign,
    explaining,
    kept_in_reserve,
    restored,
    taken_in_event_battle,
    under,
)
from oracle.peers.hammer_of_the_scots_records import (
    AREA_OF,
    CARD_NAMES,
    CARDS,
    CROWNS,
    FORMAT,
    GAME,
    NAMES,
    PHASES,
    QUARTERS,
    SIDE_NAMES,
    SIDES,
    AfterStep,
    GameRecord,
    StepRecord,
    Where,
    action_of,
    board_of,
    decision_name,
    hand_named,
    in_words,
    known,
    outcome_of,
    read_game,
    read_step,
    where_is,
)
from oracle.peers.hammer_of_the_scots_tampers import TAMPERS
from oracle.peers.importer import JsonLinesImporter, Kind, Lost, PeerDivergence, PeerReplay
from reference.hammer_of_the_scots.actions import (
    DONE,
    Action,
    Card,
    Choose,
    Disband,
    GiveUp,
    March,
    PlayCard,
    PlayEvent,
    Select,
    Winter,
    Withdraw,
)
from reference.hammer_of_the_scots.board import is_on_map, place_of
from reference.hammer_of_the_scots.ch01_map import ENGLAND, Area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, EDWARD, KING, MORAY, Block
from reference.hammer_of_the_scots.ch03_cards import KINDS, hand_of
from reference.hammer_of_the_scots.ch06_kings import accession
from reference.hammer_of_the_scots.coherence import faults
from reference.hammer_of_the_scots.frames import (
    Battle,
    Disbanding,
    Hits,
    LastRetreat,
    Quarters,
    TruceCall,
    Turn,
    TurnStage,
)
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, Cards, State
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.fields import Fields
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import options_of
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Event, Next, No

# ---------------------------------------------------------------- the replay


_AFTER_SET_UP = AfterStep({}, 0, 0, "", "play_card", {})
_TAKEN_BACK = frozenset({Reason.NO_DESTINATION, Reason.NO_WAY_OUT})


@dataclass(slots=True)
class _Replay(PeerReplay[StepRecord]):
    record: GameRecord
    state: State
    blocks: dict[str, Where]
    hands: dict[str, tuple[str, ...]]
    result: str | None = None
    last: StepRecord | None = None
    undoing: str = ""
    early: set[str] = field(default_factory=set)
    first_play: tuple[Side, Card] | None = None
    captives: set[Block] = field(default_factory=set)
    skipped: bool = False
    rules: tuple[RuleId, ...] = ()

    # ------------------------------------------------------------ reading

    def read(self, line: Fields) -> StepRecord | None:
        """Read a step; the end gives the result."""
        match line.text("record"):
            case "step":
                return read_step(line)
            case "end":
                value = line.take("result")
                self.result = value if isinstance(value, str) else None
                return None
            case other:
                raise Unreadable("record", f"{other!r} is no line of these records")

    def phase(self, entry: StepRecord) -> str:
        """Return year, turn and the part of the turn."""
        when = (0, 0) if self.last is None else (self.last.after.year, self.last.after.turn)
        part = PHASES.get(entry.decision, "winter")
        return f"{when} {part}" if part != "moves" else f"{when} {part} of {entry.by}"

    # ------------------------------------------------------------ going on

    def begin(self) -> None:
        """Set up as recorded and compare the board."""
        start = self.state
        opening = StepRecord(-1, Side.ENGLAND, "set_up", (), (), self.record.draws, _AFTER_SET_UP)
        try:
            self.settle(opening, [*opening.draws])
        except Lost:
            self.state, self.stretches[-1].actions[:] = start, []
            return
        for who, name in zip(BLOCKS, NAMES, strict=True):
            area, steps = self.blocks[name]
            here = where_is(self.state.board, who)
            if (area, steps if area in AREA_OF else 0) != here:
                self.diverge(opening, Kind.BOARD, [area, steps], list(here), ("hs:8.1-2", "hs:8.2-2"))

    def judge(self, entry: StepRecord) -> None:
        """Compare who decides what, and every choice, with the record."""
        self.rules, self.skipped = (), self.passed_over(entry)
        if self.skipped:
            return
        if entry.decision == "play_card":
            self.judge_cards(entry)
        elif not self.gives_up_all(entry):
            self.judge_choices(entry)

    def act(self, entry: StepRecord) -> None:
        """Do what was chosen."""
        before = self.state
        if self.skipped:
            self.settle(entry, [*entry.draws])
        elif entry.decision == "play_card":
            self.play(entry)
        elif self.gives_up_all(entry):
            self.give_up_all(entry)
        else:
            self.take(entry, self.chosen(entry))
        self.captives.update(taken_in_event_battle(before, self.state))

    def chosen(self, step: StepRecord) -> Action | None:
        """Return Referee's action for a recorded one; Moray or the King disbands instead of staying in England."""
        if step.decision in ("moray", "scottish_king") and step.do == ("area", "England"):
            self.early.add(NAMES[MORAY if step.decision == "moray" else KING])
            return Disband()
        return action_of(self.state, step, step.do)

    def passed_over(self, step: StepRecord) -> bool:
        """Say whether to skip a step, because it means nothing to Referee."""
        if self.undoing:
            undone = step.do == ("block", self.undoing) and len(step.legal) == 1
            self.undoing = ""
            if not undone:
                raise Lost
            return True
        if step.do == ("end_retreat",):
            return decision_name(self.state) == "regroup"
        if step.decision == "scottish_disbanding" and len(step.do) > 1 and step.do[1] in self.early:
            self.early.discard(step.do[1])
            return True
        action = action_of(self.state, step, step.do)
        if step.decision in ("sea_move", "battle_round") and self.only_taken_back(action):
            self.undoing = step.do[1]
            return True
        return False

    def only_taken_back(self, action: Action | None) -> bool:
        """Say whether Referee refuses a choice only because it leads nowhere."""
        if not isinstance(action, Select | Withdraw):
            return False
        verdict = GAME.step(self.state, action)
        return isinstance(verdict, No) and all(each.reason in _TAKEN_BACK for each in verdict.violations)

    def judge_cards(self, step: StepRecord) -> None:
        """Compare the hand of the player who chooses a card with what he may play."""
        held = zip(KINDS, hand_of(self.state.cards, step.by), strict=True)
        offered = {CARD_NAMES[each] for each, left in held if left}
        recorded = {choice[-1] for choice in step.legal}
        self.coverage.choices += len(recorded | offered)
        if decision_name(self.state) != "play_card" or offered != recorded:
            self.diverge(step, Kind.CHOICES, sorted(recorded), sorted(offered), ("hs:3.1-1",))

    def play(self, step: StepRecord) -> None:
        """Play both cards once both are recorded, in either order; England's comes first."""
        card = known(CARDS, step.do[1], "card")
        self.captives.clear()
        if self.first_play is None:
            self.first_play = (step.by, card)
            return
        cards = dict((self.first_play, (step.by, card)))
        self.first_play = None
        for side in Side:
            self.take(step, PlayCard(cards[side]), draws=side is Side.SCOTLAND)

    def gives_up_all(self, step: StepRecord) -> bool:
        """Say whether nothing but the end of a retreat is offered although blocks are left: none has a way out."""
        return step.legal == (("end_retreat",),) and decision_name(self.state) == "retreat"

    def give_up_all(self, step: StepRecord) -> None:
        """Give up every block that must retreat, the King and Edward last; each must have no way out."""
        while self.state.stack and isinstance(frame := self.state.stack.top, LastRetreat):
            due = GAME.decision(self.state)
            assert isinstance(due, Choice)
            if frame.block is not None and due.actions != (GiveUp(),):
                ways = [in_words(each) for each in due.actions]
                self.diverge(step, Kind.CHOICES, ["end_retreat"], ways, due.rules)
                raise Lost
            action = min(due.actions, key=lambda each: isinstance(each, Select) and each.block in (KING, EDWARD))
            verdict = GAME.step(self.state, action)
            assert isinstance(verdict, Next)
            self.went_on(action, verdict)
        self.settle(step, [*step.draws])

    def take(self, step: StepRecord, action: Action | None, *, draws: bool = True) -> None:
        """Take an action, as the other implementation does if a known fault lets it, then the results of chance."""
        fault = "" if action is None else self.fault_of(step, action)
        verdict = None if action is None else GAME.step(under(fault, self.state), action)
        if not isinstance(verdict, Next):
            rules = tuple(each.rule for each in verdict.violations) if isinstance(verdict, No) else ()
            self.diverge(step, Kind.ILLEGAL, list(step.do), self.options(), rules or self.due_rules(), self.frozen())
            raise Lost
        assert action is not None
        before = self.state
        self.went_on(action, verdict)
        if fault:
            self.state = restored(self.state, before)
            self.strayed = True
            self.coverage.resumed += 1
        self.settle(step, [*step.draws] if draws else [])

    def fault_of(self, step: StepRecord, action: Action) -> str:
        """Return the known fault to imitate with an action: one that makes it legal, or charges less for it."""
        if isinstance(GAME.step(self.state, action), No):
            return explaining(self.state, action)
        if not comes_back(self.state, action):
            return ""
        self.diverge(step, Kind.EVENTS, "one point", "two points", ("hs:4.4-4",), CHARGED_ONCE)
        return CHARGED_ONCE

    def went_on(self, action: Action, verdict: Next[State]) -> None:
        self.took(GAME.write_action(action))
        self.state = verdict.state
        self.rules = (*self.rules, *_cited(verdict.events))

    def settle(self, step: StepRecord, draws: list[tuple[str, str]]) -> None:
        """Take the results of chance from the record, and answer what the other implementation does not ask."""
        while True:
            due = GAME.decision(self.state)
            if isinstance(due, Chance):
                if not draws:
                    break
                self.chance(step, due, draws.pop(0))
                continue
            silent = self.silent(step)
            if silent is None:
                break
            verdict = GAME.step(self.state, silent)
            assert isinstance(verdict, Next)
            self.went_on(silent, verdict)
        if draws:
            self.diverge(step, Kind.CHANCE, [list(each) for each in draws], [], self.due_rules())

    def chance(self, step: StepRecord, due: Chance[Action], draw: tuple[str, str]) -> None:
        kind, value = draw
        outcome = outcome_of(kind, value)
        verdict = GAME.step(self.state, outcome)
        if not isinstance(verdict, Next):
            self.diverge(step, Kind.CHANCE, list(draw), [in_words(each) for each in due.actions], due.rules)
            raise Lost
        self.went_on(outcome, verdict)

    def silent(self, step: StepRecord) -> Action | None:
        """Return Referee's action at a decision that the other implementation does not ask for."""
        if self.state.outcome is not None or not self.state.stack:
            return None
        frame = self.state.stack.top
        if isinstance(frame, TruceCall):
            return PlayEvent()
        if isinstance(frame, Quarters) and frame.block in (MORAY, KING):
            if step.after.decision == QUARTERS[frame.block]:
                return None
            here = place_of(self.state.board, frame.block)
            if here != ENGLAND:
                return Choose(here)
            self.early.add(NAMES[frame.block])
            return Disband()
        due = GAME.decision(self.state)
        if isinstance(frame, Hits) and self.record.autohit and isinstance(due, Choice):
            return due.actions[-1] if frame.left >= len(due.actions) else None
        if isinstance(frame, Disbanding) and isinstance(due, Choice) and due.actions == (DONE,):
            return None if step.after.decision == decision_name(self.state) else DONE
        return None

    # ------------------------------------------------------------ judging

    def options(self) -> list[Json]:
        due = GAME.decision(self.state)
        return [] if isinstance(due, Over) else [in_words(each) for each in due.actions]

    def due_rules(self) -> tuple[RuleId, ...]:
        return GAME.decision(self.state).rules

    def judge_choices(self, step: StepRecord) -> None:
        """Compare who decides what, and every choice, with the record."""
        name, due = decision_name(self.state), GAME.decision(self.state)
        if name != step.decision or not isinstance(due, Choice) or due.by != step.by.value:
            by = due.by if isinstance(due, Choice) else "nobody"
            self.diverge(
                step, Kind.DECISION, f"{step.decision} by {step.by}", f"{name} by {by}", due.rules, self.frozen()
            )
            raise Lost
        offered = {each for each in due.actions if not self.beyond_the_record(each)}
        listed = {action for choice in step.legal if (action := self.choice(step, choice)) is not None}
        surplus = {each for each in listed - offered if not self.only_taken_back(each)}
        lacking = offered - listed
        self.coverage.choices += len(offered | listed)
        if surplus or lacking:
            self.unlike(step, due, surplus, lacking)

    def beyond_the_record(self, action: Action) -> bool:
        """Say whether the record offers an action later, or in another form."""
        frame = self.state.stack.top
        if isinstance(frame, Disbanding) and self.early:
            return frame.side is Side.SCOTLAND
        return isinstance(action, Disband) and isinstance(frame, Quarters) and frame.block in (MORAY, KING)

    def choice(self, step: StepRecord, choice: tuple[str, ...]) -> Action | None:
        """Return a recorded choice as Referee's action; None if it concerns an early disbanding.

        To stay in England is no choice for Moray or the King in Referee either: he must disband.
        """
        if self.early and step.decision == "scottish_disbanding":
            return None
        if step.decision in ("moray", "scottish_king") and choice == ("area", "England"):
            return None
        return action_of(self.state, step, choice)

    def unlike(self, step: StepRecord, due: Choice[Action], surplus: set[Action], lacking: set[Action]) -> None:
        """Note choices that only one of the two offers, each set of them with the fault that explains it, if any."""
        by_fault: dict[str, set[Action]] = {}
        for action in surplus:
            by_fault.setdefault(explaining(self.state, action) or self.frozen(action), set()).add(action)
        for fault, actions in sorted(by_fault.items()):
            self.diverge(step, Kind.CHOICES, _listed(actions), [], self.broken(actions) or due.rules, fault)
        missing: dict[str, set[Action]] = {}
        for action in lacking:
            missing.setdefault(self.frozen(action), set()).add(action)
        for fault, actions in sorted(missing.items()):
            self.diverge(step, Kind.CHOICES, [], _listed(actions), due.rules, fault)
        if CAPTIVE in by_fault or CAPTIVE in missing:
            self.state = kept_in_reserve(self.state, self.captives)
            self.strayed = True
            self.coverage.resumed += 1

    def broken(self, actions: set[Action]) -> tuple[RuleId, ...]:
        """Return the rules that refuse these actions."""
        verdicts = [GAME.step(self.state, each) for each in actions]
        refused = [each for verdict in verdicts if isinstance(verdict, No) for each in verdict.violations]
        return tuple(sorted({each.rule for each in refused}))

    def frozen(self, action: Action | None = None) -> str:
        """Return the fault that a captive is still in reserve, if he is where this happens; otherwise an empty text."""
        places = {place_of(self.state.board, who) for who in self.captives if is_on_map(self.state.board, who)}
        return CAPTIVE if places and self.where(action) in places else ""

    def where(self, action: Action | None) -> Area | None:
        """Return the area that an action, or else the procedure under way, is about."""
        if isinstance(action, Select | March) and is_on_map(self.state.board, action.block):
            return place_of(self.state.board, action.block)
        areas = (each.area for each in self.state.stack.frames if isinstance(each, Battle | LastRetreat))
        return next(areas, None)

    def compare(self, entry: StepRecord) -> None:
        """Compare board, calendar and hands after a step with the record; continue from the recorded board."""
        self.remember(entry)
        if ends_campaign(self.state, entry.after.year, entry.after.decision):
            name = decision_name(self.state)
            self.diverge(entry, Kind.DECISION, entry.after.decision, name, ("hs:8.3-1", "hs:8.3-2"), CAMPAIGN_CUT)
            return
        recorded: dict[str, Json] = {}
        by_rules: dict[str, Json] = {}
        for who, name in zip(BLOCKS, NAMES, strict=True):
            area, steps = self.blocks[name]
            here = where_is(self.state.board, who)
            if name in self.early and area == "England":
                continue
            if (area, steps if area in AREA_OF else 0) != here:
                recorded[name], by_rules[name] = [area, steps], list(here)
        if recorded:
            rules = tuple(dict.fromkeys(self.rules)) or self.due_rules()
            self.diverge(entry, Kind.BOARD, recorded, by_rules, rules, self.frozen())
            self.coverage.resumed += 1
            self.state = self.state._replace(board=board_of(self.blocks, self.state.board))
            self.strayed = True
            if not _can_go_on(self.state):
                raise Lost
        self.compare_course(entry)

    def compare_course(self, step: StepRecord) -> None:
        after, name = step.after, decision_name(self.state)
        if after.decision == "game_over" or name == "game_over":
            if after.decision != name:
                self.diverge(step, Kind.DECISION, after.decision, name, self.due_rules(), self.frozen())
            return
        calendar = self.state.calendar
        if (calendar.year, calendar.turn) != (after.year, after.turn):
            recorded, by_rules = [after.year, after.turn], [calendar.year, calendar.turn]
            self.diverge(step, Kind.CALENDAR, recorded, by_rules, ("hs:7.0-1", "hs:7.0-2"))
        for peer, side in SIDES.items():
            if peer in after.hands and self.first_play is None:
                hand = hand_of(self.state.cards, side)
                held = sorted(CARD_NAMES[card] for card, left in zip(KINDS, hand, strict=True) for _ in range(left))
                if held != sorted(after.hands[peer]):
                    self.diverge(step, Kind.HANDS, sorted(after.hands[peer]), held, ("hs:3.0-2",))

    def diverge(
        self, step: StepRecord, kind: Kind, recorded: Json, by_rules: Json, rules: tuple[RuleId, ...], ruling: str = ""
    ) -> None:
        """Note a divergence."""
        about = f"{kind} ({step.decision})"
        self.note(PeerDivergence(step.number, kind, about, recorded, by_rules, rules, ruling))

    def remember(self, entry: StepRecord) -> None:
        """Keep what the record shows after an entry."""
        self.blocks.update(entry.after.changed)
        self.hands.update(entry.after.hands)
        self.last = entry

    def resume(self, entry: StepRecord) -> bool:
        """Continue from the recorded board if a play of cards comes next; say whether that was possible."""
        self.keep_calendar(entry)
        self.remember(entry)
        self.undoing, self.first_play = "", None
        self.early.clear()
        self.captives.clear()
        if entry.after.decision != "play_card" or entry.after.active != "Both":
            return False
        hands = {side: hand_named(self.hands.get(peer, ())) for peer, side in SIDES.items()}
        resumed = self.state._replace(
            board=board_of(self.blocks, self.state.board),
            calendar=self.state.calendar._replace(year=entry.after.year, turn=entry.after.turn),
            cards=Cards(hands[Side.ENGLAND], hands[Side.SCOTLAND]),
            field=FRESH_FIELD,
            stack=Stack((Turn(TurnStage.CARDS),)),
            outcome=None,
        )
        if not _can_go_on(resumed):
            return False
        self.state = resumed
        return True

    def keep_calendar(self, entry: StepRecord) -> None:
        """Keep in mind, while the replay is lost, a coronation, Edward's winter and which Edward reigns."""
        calendar = self.state.calendar
        year = calendar.year if self.last is None else self.last.after.year
        if entry.do[0] in CROWNS:
            calendar = calendar._replace(crowned=year)
        if entry.decision == "edward_wintering" and action_of(self.state, entry, entry.do) == Winter():
            calendar = calendar._replace(wintered=year)
        fell = self.blocks[NAMES[EDWARD]][0] in AREA_OF and NAMES[EDWARD] in entry.after.changed
        fell = fell and entry.after.changed[NAMES[EDWARD]][0] not in AREA_OF and PHASES.get(entry.decision) == "battles"
        if fell:
            calendar = calendar._replace(edward=2)
        self.state = self.state._replace(calendar=calendar._replace(year=year))
        if entry.after.year > year:
            self.state = accession(self.state).state

    # ------------------------------------------------------------ the end

    @property
    def own_position(self) -> Json:
        """Return the canonical form of the position by the rules."""
        return GAME.canonical(self.state)

    @property
    def winner(self) -> str:
        """Return who has won by the rules."""
        return "" if self.state.outcome is None else self.state.outcome.winner.value

    def judge_result(self) -> None:
        """Compare the winner with the record, unless the record has no result."""
        if self.result is None or self.last is None or CAMPAIGN_CUT in self.explained_by:
            return
        outcome = self.state.outcome
        by_rules = None if outcome is None else SIDE_NAMES[outcome.winner.value]
        if by_rules != self.result:
            rules = ("hs:9.0-1",) if outcome is None else (outcome.rule,)
            self.diverge(self.last, Kind.RESULT, self.result, by_rules, rules)


def _listed(actions: set[Action]) -> list[Json]:
    return sorted((in_words(each) for each in actions), key=canonical_text)


def _can_go_on(state: State) -> bool:
    """Say whether the procedures under way fit the recorded board."""
    if any(faults(state)):
        return False
    due = GAME.decision(state)
    return isinstance(due, Over) or bool(due.actions)


def _cited(events: tuple[Event, ...]) -> Iterator[RuleId]:
    for each in events:
        yield from each.rules


class HammerOfTheScotsImporter(JsonLinesImporter[StepRecord]):
    """Reads recorded games of Hammer of the Scots."""

    game = GAME.id
    format = FORMAT
    departures = departures_in(Path(__file__).with_name("hammer_of_the_scots_departures.toml"))
    tampers = TAMPERS

    def begin(self, header: Fields) -> _Replay:
        """Read the first line and set up as recorded."""
        record = read_game(header)
        start = GAME.start(record.title.scenario, GAME.ruleset(options_of(GAME.id, record.title.ruleset)))
        replay = _Replay(
            record,
            start,
            dict(record.blocks),
            dict(record.hands),
            title=record.title,
            departures=self.departures,
        )
        replay.begin()
        return replay


IMPORTER = HammerOfTheScotsImporter()
