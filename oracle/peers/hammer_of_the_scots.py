"""Recorded games of a public implementation of Hammer of the Scots, replayed under the preset `peer`.

The records are JSON Lines: one `game`, the `step`s, one `end`. Only this has to be translated:

- *Names.* Blocks, areas and cards are written as in `spec_tables`; a noble is `Mar/E` or `Mar/S`.
- *Actions.* `action_of` turns `[action, argument]` of a decision into an action of Referee, one to one, except:
  `end_retreat` means nothing to Referee (no block is left when it is offered), and a choice that can only be undone
  (a block without a coast to sail to, the Norse without a coast to flee to) is skipped together with its undoing.
- *Chance.* `draws` answer Referee's chance decisions, in their order.
- *Silent decisions.* Referee asks more questions: whether a truce is called, and where Moray and the King winter even
  if they can only stay. The other implementation does not ask, so the truce is called and they stay. When a step of the
  winter can only be ended, it asks sometimes; Referee always asks.
- *Early disbanding.* Referee lets Moray and the King disband in their own winter step; the records only do so with
  the other Scots. A King or Moray who cannot stay in England is disbanded by Referee at once, and in the records a
  few steps later: until then he counts as being in England.
- *Secret cards.* The records let the players choose in either order; Referee asks England first.

After a divergence the replay continues from the recorded board, at the latest at the next play of cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from oracle.peers.hammer_of_the_scots_records import (
    AREA_OF,
    CARD_NAMES,
    CARDS,
    GAME,
    NAMES,
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
    read,
    recognises,
    where_is,
)
from oracle.peers.importer import Departure, Kind, Lost, PeerDivergence, PeerReplay, PeerReport, replayed
from reference.hammer_of_the_scots.actions import (
    DONE,
    Action,
    Card,
    Choose,
    Disband,
    PlayCard,
    PlayEvent,
    Select,
    Withdraw,
)
from reference.hammer_of_the_scots.board import place_of
from reference.hammer_of_the_scots.ch01_map import ENGLAND
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS,
    KING,
    MORAY,
)
from reference.hammer_of_the_scots.ch03_cards import KINDS, hand_of
from reference.hammer_of_the_scots.coherence import faults
from reference.hammer_of_the_scots.frames import (
    Disbanding,
    Quarters,
    TruceCall,
    Turn,
    TurnStage,
)
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, Cards, State
from reference.kernel.canonical import Json, canonical_text
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import options_of
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Event, Next, No

_LAST_YEAR_OF_A_CAMPAIGN = 1400
# The other implementation ends a campaign in that year; by the rules the campaign goes on.
_CAMPAIGN_CUT = Departure("F5")

# ---------------------------------------------------------------- the replay


_AFTER_SET_UP = AfterStep({}, 0, 0, "", "play_card", {})
_TAKEN_BACK = frozenset({Reason.NO_DESTINATION, Reason.NO_WAY_OUT})


@dataclass(slots=True)
class _Replay(PeerReplay[StepRecord]):
    record: GameRecord
    state: State
    blocks: dict[str, Where]
    undoing: str = ""
    early: set[str] = field(default_factory=set)
    first_play: tuple[Side, Card] | None = None
    rules: tuple[RuleId, ...] = ()

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

    def follow(self, entry: StepRecord) -> None:
        """Replay one recorded step."""
        self.rules = ()
        if self.passed_over(entry):
            self.settle(entry, [*entry.draws])
        elif entry.decision == "play_card":
            self.play(entry)
        else:
            self.judge(entry)
            self.act(entry, self.chosen(entry))
        self.blocks.update(entry.after.changed)
        self.compare(entry)

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

    def play(self, step: StepRecord) -> None:
        """Play both cards once both are recorded, in either order; England's comes first."""
        card = known(CARDS, step.do[1], "card")
        offered = {
            CARD_NAMES[each] for each, left in zip(KINDS, hand_of(self.state.cards, step.by), strict=True) if left
        }
        recorded = {choice[-1] for choice in step.legal}
        if decision_name(self.state) != "play_card" or offered != recorded:
            self.diverge(step, Kind.CHOICES, sorted(recorded), sorted(offered), ("hs:3.1-1",))
        if self.first_play is None:
            self.first_play = (step.by, card)
            return
        cards = dict((self.first_play, (step.by, card)))
        self.first_play = None
        for side in Side:
            self.act(step, PlayCard(cards[side]), draws=side is Side.SCOTLAND)

    def act(self, step: StepRecord, action: Action | None, *, draws: bool = True) -> None:
        """Take an action and then the recorded results of chance."""
        verdict = GAME.step(self.state, action) if action is not None else None
        if not isinstance(verdict, Next):
            rules = tuple(each.rule for each in verdict.violations) if isinstance(verdict, No) else ()
            self.diverge(step, Kind.ILLEGAL, list(step.do), self.options(), rules or self.due_rules())
            raise Lost
        assert action is not None
        self.went_on(action, verdict)
        self.settle(step, [*step.draws] if draws else [])

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
        if isinstance(frame, Disbanding) and isinstance(due, Choice) and due.actions == (DONE,):
            return None if step.after.decision == decision_name(self.state) else DONE
        return None

    # ------------------------------------------------------------ judging

    def options(self) -> list[Json]:
        due = GAME.decision(self.state)
        return [] if isinstance(due, Over) else [in_words(each) for each in due.actions]

    def due_rules(self) -> tuple[RuleId, ...]:
        return GAME.decision(self.state).rules

    def judge(self, step: StepRecord) -> None:
        """Compare who decides what, and every choice, with the record."""
        name, due = decision_name(self.state), GAME.decision(self.state)
        if name != step.decision or not isinstance(due, Choice) or due.by != step.by.value:
            by = due.by if isinstance(due, Choice) else "nobody"
            self.diverge(step, Kind.DECISION, f"{step.decision} by {step.by}", f"{name} by {by}", due.rules)
            raise Lost
        offered = {each for each in due.actions if not self.beyond_the_record(each)}
        recorded = {action for choice in step.legal if (action := self.choice(step, choice)) is not None}
        surplus = {each for each in recorded - offered if not self.only_taken_back(each)}
        lacking = offered - recorded
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
        rules: list[RuleId] = []
        for action in surplus:
            verdict = GAME.step(self.state, action)
            if isinstance(verdict, No):
                rules.extend(each.rule for each in verdict.violations)
        only_recorded = sorted((in_words(each) for each in surplus), key=canonical_text)
        only_by_rules = sorted((in_words(each) for each in lacking), key=canonical_text)
        self.diverge(step, Kind.CHOICES, only_recorded, only_by_rules, tuple(dict.fromkeys(rules)) or due.rules)

    def compare(self, step: StepRecord) -> None:
        """Compare board, calendar and hands after a step with the record; continue from the recorded board."""
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
            self.diverge(step, Kind.BOARD, recorded, by_rules, tuple(dict.fromkeys(self.rules)) or self.due_rules())
            self.state = self.state._replace(board=board_of(self.blocks, self.state.board))
            self.strayed = True
            if not _can_go_on(self.state):
                raise Lost
        self.compare_course(step)

    def compare_course(self, step: StepRecord) -> None:
        after, name = step.after, decision_name(self.state)
        if after.decision == "game_over" or name == "game_over":
            if after.decision != name:
                if after.year >= _LAST_YEAR_OF_A_CAMPAIGN and not self.state.calendar.last_year:
                    self.diverge(
                        step, Kind.DECISION, after.decision, name, ("hs:8.3-1", "hs:8.3-2"), _CAMPAIGN_CUT.number
                    )
                else:
                    self.diverge(step, Kind.DECISION, after.decision, name, self.due_rules())
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
        self.found.append(PeerDivergence(step.number, kind, about, recorded, by_rules, rules, ruling))

    def resume(self, entry: StepRecord) -> bool:
        """Continue from the recorded board if a play of cards comes next; say whether that was possible."""
        self.blocks.update(entry.after.changed)
        self.undoing, self.first_play = "", None
        self.early.clear()
        if entry.after.decision != "play_card" or entry.after.active != "Both":
            return False
        hands = {side: hand_named(entry.after.hands.get(peer, ())) for peer, side in SIDES.items()}
        if not entry.after.hands:
            hands = {side: hand_of(self.state.cards, side) for side in Side}
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

    # ------------------------------------------------------------ the end

    @property
    def position(self) -> Json:
        """Return the canonical form of the position by the rules."""
        return GAME.canonical(self.state)

    @property
    def winner(self) -> str:
        """Return who has won by the rules."""
        return "" if self.state.outcome is None else self.state.outcome.winner.value

    def judge_result(self) -> None:
        """Compare the winner with the record, unless the record has no result."""
        record = self.record
        if record.result is None or not record.entries:
            return
        outcome = self.state.outcome
        by_rules = None if outcome is None else SIDE_NAMES[outcome.winner.value]
        if by_rules != record.result and not any(each.ruling == _CAMPAIGN_CUT.number for each in self.found):
            rules = ("hs:9.0-1",) if outcome is None else (outcome.rule,)
            self.diverge(record.entries[-1], Kind.RESULT, record.result, by_rules, rules)


def _can_go_on(state: State) -> bool:
    """Say whether the procedures under way fit the recorded board."""
    if any(faults(state)):
        return False
    due = GAME.decision(state)
    return isinstance(due, Over) or bool(due.actions)


def _cited(events: tuple[Event, ...]) -> Iterator[RuleId]:
    for each in events:
        yield from each.rules


class HammerOfTheScotsImporter:
    """Reads recorded games of Hammer of the Scots."""

    game = GAME.id

    def recognises(self, first_line: str) -> bool:
        """Say whether a file that begins with this line is one of these records."""
        return recognises(first_line)

    def replay(self, text: str) -> PeerReport:
        """Replay a recorded game step by step."""
        record = read(text)
        ruleset = GAME.ruleset(options_of(GAME.id, record.ruleset))
        replay = _Replay(record, GAME.start(record.scenario, ruleset), dict(record.blocks))
        replay.begin()
        return replayed(record, replay)


IMPORTER = HammerOfTheScotsImporter()
