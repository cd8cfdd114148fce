"""The replay of a recorded game of Wilderness War, phase by phase."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.peers.importer import Kind, Lost, PeerDivergence, PeerReplay, explained
from oracle.peers.wilderness_war.answers import Answers
from oracle.peers.wilderness_war.asking import Due, Offered
from oracle.peers.wilderness_war.explaining import FIRST_FIRE, LOSSES_BY, OVERRUN, Case, explanation
from oracle.peers.wilderness_war.fire import (
    ambushed,
    combat_in,
    fired,
    first_to_fire,
    overrun,
    recorded_losses,
)
from oracle.peers.wilderness_war.names import Names
from oracle.peers.wilderness_war.orders import reinforced
from oracle.peers.wilderness_war.positions import (
    CARDS,
    CLEARED,
    Differences,
    differing_parts,
    differing_pieces,
    resumed,
)
from oracle.peers.wilderness_war.records import GameRecord, Phase, Position, Reader, Step
from oracle.peers.wilderness_war.script import Script
from oracle.peers.wilderness_war.seen import Seen
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Chance, Choice, Decision, Over
from reference.kernel.fields import Fields
from reference.kernel.rules import RuleId
from reference.kernel.verdicts import Next, No, Violation
from reference.wilderness_war import GAME
from reference.wilderness_war.actions import Action, Draw, DrawLeader, Lose, Pick, Roll
from reference.wilderness_war.cards import HAND, card
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import LEADERS, leader
from reference.wilderness_war.ch07_combat import fire as shot
from reference.wilderness_war.frames import Combat, LeaderChecks, Recall
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State

# The departure by which leaders stay among enemies; the replay goes on without them.
LEADER_STAYS = "W2"
# The departures by which the record does what the rules refuse; the replay does it too and goes on.
IMITATED = frozenset({"W1", "W3", "W4", "W5", "W6", "W11", "W12", "W13", "W14", "W32", "W34"})
# The departure by which MOHAWKS is played; without Johnson on the map Referee knows no place for them.
MOHAWKS = "W12"
JOHNSON = leader("johnson")
# The departures by which a die is not rolled: auxiliaries avoid battle, raiding leaders live. The replay rolls a 6.
NOT_ROLLED = frozenset({"W7", "W25"})
SUCCESS = Roll(6)
# No phase asks more questions than this.
_MOST_QUESTIONS = 5_000
# A divergence names no more choices and rules than these.
_MOST_NAMED = 6
_MOST_RULES = 12
_CALENDAR = frozenset({"year", "season", "last_year"})


@dataclass(slots=True)
class Replay(PeerReplay[Phase]):
    """A record being replayed. `lasting` are differences that stay until something resolves them.

    `displaced` are the leaders who stay in the record where Referee makes them retreat.
    """

    record: GameRecord
    reader: Reader
    state: State
    names: Names = field(default_factory=Names)
    seen: Seen = field(default_factory=Seen)
    position: Position = field(default_factory=dict)
    lasting: Differences = field(default_factory=dict)
    displaced: set[str] = field(default_factory=set)
    entry: Phase | None = None
    supply: Mapping[str, Json] = field(default_factory=dict)
    rules: tuple[RuleId, ...] = ()

    # ------------------------------------------------------------ reading

    def read(self, line: Fields) -> Phase | None:
        """Read a line; return the phase that it ends."""
        return self.reader.read(line)

    def phase(self, entry: Phase) -> str:
        """Return the number of a phase: each entry is one."""
        return str(entry.number)

    # ------------------------------------------------------------ going on

    def begin(self) -> None:
        """Deal the first hands and compare the set-up."""
        dealt = Step(
            -1, "french", "deal", (), ("pass",), self.record.draws, {}, self.record.pieces, self.record.pieces,
            self.record.position, "action_phase", self.record.active, {},
        )  # fmt: skip
        opening = self.entry = Phase(-1, (dealt,))
        try:
            self.act(opening)
            self.compare(opening)
        except Lost:
            self.strayed = self.resume(opening)

    def judge(self, entry: Phase) -> None:
        """Compare who is about to play a card."""
        self.entry, self.rules = entry, ()
        due = GAME.decision(self.state)
        first = entry.steps_taken[0]
        by = due.by if isinstance(due, Choice) else "nobody"
        if by != first.by:
            self.explain(first, PeerDivergence(first.n, Kind.DECISION, "who plays", first.by, by, due.rules))
            raise Lost

    def act(self, entry: Phase) -> None:
        """Answer Referee's questions from the record until a card is to be played again."""
        answers = Answers(Script(entry), self.names, self.offered)
        begun, self.seen = False, Seen()
        for _ in range(_MOST_QUESTIONS):
            self.seen.look(self.state)
            due = GAME.decision(self.state)
            if isinstance(due, Over) or (begun and due.about == "card_play" and _has_played(answers.script)):
                break
            begun = True
            if isinstance(due, Chance):
                self.chance(answers, due)
            else:
                self.choose(answers, due)
        self.judge_left_over(answers.script)

    def choose(self, answers: Answers, due: Due) -> None:
        """Take the recorded answer to a question."""
        action = answers.answer(self.state, due)
        at = _current(answers.script)
        if action is None:
            action = self.unanswered(at, due)
        if not self.ran_over(answers.script, at, action):
            self.take(at, action, due)
        self.overload(answers, at)
        if isinstance(action, Lose) and answers.fallen is not None:
            self.names.rematch(self.state.board, answers.fallen)

    def unanswered(self, at: Step, due: Due) -> Action:
        """Note that the record has no answer; go on only if that is a leader who stays where he may not."""
        frame = self.state.stack.top
        about = f"recall_of_{LEADERS[frame.leader].id}" if isinstance(frame, Recall) else due.about
        name = about.removeprefix("retreat_of_").removeprefix("recall_of_")
        if name not in self.displaced:
            found = PeerDivergence(at.n, Kind.DECISION, about, list(at.do), _words(due), due.rules)
            if self.explain(at, found) != LEADER_STAYS:
                raise Lost
            self.displaced.add(name)
        return due.actions[0]

    def take(self, at: Step, action: Action, due: Due) -> None:
        """Take an action; the rules may refuse it."""
        verdict = GAME.step(self.state, action)
        if isinstance(verdict, Next):
            self.took(GAME.write_action(action))
            self.went_on(verdict)
        else:
            self.went_on(self.refused(at, action, due, verdict))
            self.strayed = True

    def refused(self, at: Step, action: Action, due: Due, verdict: object) -> Next[State]:
        """Note that the rules refuse an action; do it all the same if it is a departure that can be imitated."""
        broken = verdict.violations if isinstance(verdict, No) else ()
        rules = tuple(dict.fromkeys(each.rule for each in broken)) or due.rules
        told: Json = [str(each.reason) for each in broken]
        recorded = GAME.write_action(action)
        found = PeerDivergence(at.n, Kind.ILLEGAL, due.about, recorded, told, rules)
        number = self.explain(at, found, action=action, refused=broken)
        if number not in IMITATED or (number == MOHAWKS and self.state.board.leader_at[JOHNSON] >= len(IDS)):
            raise Lost
        working = ENGINE.at_work(self.state)
        assert working is not None
        self.coverage.resumed += 1
        return ENGINE.settle(working.apply(self.state, action))

    def chance(self, answers: Answers, due: Chance[Action]) -> None:
        """Take what chance brought in the record."""
        self.lay_ambush(answers.script)
        outcome = self.drawn(answers.script, due)
        at = _current(answers.script)
        if isinstance(outcome, Roll) and (
            self.fire(answers.script, outcome) or self.ran_over(answers.script, at, outcome)
        ):
            return
        verdict = None if outcome is None else GAME.step(self.state, outcome)
        if not isinstance(verdict, Next):
            told: Json = None if outcome is None else GAME.write_action(outcome)
            found = PeerDivergence(at.n, Kind.CHANCE, due.about, told, _words(due)[:_MOST_NAMED], due.rules)
            if self.explain(at, found) not in NOT_ROLLED:
                raise Lost
            self.coverage.resumed += 1
            outcome, verdict = SUCCESS, GAME.step(self.state, SUCCESS)
            assert isinstance(verdict, Next)
        assert outcome is not None
        self.took(GAME.write_action(outcome))
        self.went_on(verdict)

    def went_on(self, verdict: Next[State]) -> None:
        """Go on with what an action led to."""
        self.state = verdict.state
        self.seen.hear(verdict.events)
        self.rules = (*self.rules, *(rule for each in verdict.events for rule in each.rules))

    # ------------------------------------------------------------ doing what the record does

    def imitate(self, verdict: Next[State]) -> None:
        """Go on with what a known departure led to; the phase is then not Referee's own."""
        self.coverage.resumed += 1
        self.went_on(verdict)
        self.strayed = True

    def lay_ambush(self, script: Script) -> None:
        """Let a side fire first if it does so in the record without AMBUSH! in this battle."""
        combat, step = self.state.stack.top, script.next_die()
        if not isinstance(combat, Combat) or step is None or combat.ambush or combat.attack or combat.defence:
            return
        side = first_to_fire(step, combat)
        if side is None:
            return
        found = PeerDivergence(step.n, Kind.EVENTS, FIRST_FIRE, side.value, "both at once", ("ww:7.56",))
        if not self.explain(step, found):
            raise Lost
        self.imitate(Next(ambushed(self.state, combat, side)))

    def fire(self, script: Script, die: Roll) -> bool:
        """Compare the losses that a die inflicts; if a known departure has others, inflict those."""
        combat, step = self.state.stack.top, script.steps[max(script.floor, 0)]
        if not isinstance(combat, Combat):
            return False
        side = combat.agenda[0].side
        told, own = recorded_losses(step, combat, side), shot(self.state, combat, side, die.die).losses
        if told is None or told == own:
            return False
        about = f"{LOSSES_BY}{side.value}"
        found = PeerDivergence(step.n, Kind.EVENTS, about, told, own, ("ww:7.2-C", "ww:tbl-crt"))
        if not self.explain(step, found, action=die):
            raise Lost
        self.imitate(fired(self.state, die, told))
        return True

    def ran_over(self, script: Script, at: Step, action: Action) -> bool:
        """Say whether an action ends a battle after which the record moves on in spite of a stockade; then move on."""
        if combat_in(self.state) is None or not script.moves_on():
            return False
        if not isinstance(GAME.step(self.state, action), Next) or (verdict := overrun(self.state, action)) is None:
            return False
        self.explain(at, PeerDivergence(at.n, Kind.EVENTS, OVERRUN, "moves on", "must stop", ("ww:7.82",)))
        self.imitate(verdict)
        return True

    def overload(self, answers: Answers, at: Step) -> None:
        """Add to a force the unit that the record has in it beyond what its leaders command."""
        spare = answers.beyond_command(self.state)
        if spare is None:
            return
        found = PeerDivergence(at.n, Kind.ILLEGAL, "muster", GAME.write_action(Pick(spare)), "full", ("ww:5.34",))
        if not self.explain(at, found, action=Pick(spare)):
            raise Lost
        self.imitate(Next(reinforced(self.state, spare)))

    # ------------------------------------------------------------ chance

    def drawn(self, script: Script, due: Chance[Action]) -> Action | None:
        """Return the recorded outcome of chance; nothing if there is none."""
        frame = self.state.stack.top
        match due.actions[0]:
            case Roll():
                die = script.check(LEADERS[frame.leaders[0]].id) if isinstance(frame, LeaderChecks) else script.die()
                return None if die is None else Roll(die)
            case DrawLeader():
                name = script.leader()
                return None if name is None else DrawLeader(leader(name))
            case first:
                name = script.card(self.receiver(first))
                return None if name is None else Draw(card(name))

    def receiver(self, first: Action) -> str:
        """Return the side that a card drawn now goes to."""
        verdict = GAME.step(self.state, first)
        assert isinstance(verdict, Next)
        now, then = self.state.cards.at, verdict.state.cards.at
        grown = (side for side in Side if then.count(HAND[side]) > now.count(HAND[side]))
        return next((side.value for side in grown), "")

    def judge_left_over(self, script: Script) -> None:
        """Note what the record has and Referee never asked for."""
        left = [[step.decision, *step.do] for step in script.left_over()]
        undrawn = [[drawn.kind, drawn.value] for _, drawn in script.undrawn()]
        if not left and not undrawn:
            return
        at = [*script.left_over(), *(step for step, _ in script.undrawn())][0]
        due = GAME.decision(self.state)
        kind = Kind.DECISION if left else Kind.CHANCE
        told: Json = [*left, *undrawn]
        self.explain(at, PeerDivergence(at.n, kind, "left over", told, _words(due)[:_MOST_NAMED], due.rules))
        raise Lost

    # ------------------------------------------------------------ comparing

    def offered(self, found: Offered) -> None:
        """Compare what the record and Referee offer."""
        self.coverage.choices += len(found.recorded.keys() | found.by_rules.keys())
        for told in sorted(found.recorded.keys() - found.by_rules.keys()):
            self.unlike(found, [" ".join(told)], [], found.recorded[told])
        for told in sorted(found.by_rules.keys() - found.recorded.keys()):
            self.unlike(found, [], [" ".join(told)], found.by_rules[told])

    def unlike(self, found: Offered, surplus: list[Json], lacking: list[Json], action: Action) -> None:
        """Note a choice that only one of the two offers."""
        objection = GAME.violations(found.state, action) if surplus else ()
        refused = objection if isinstance(objection, tuple) else ()
        rules = tuple(dict.fromkeys(each.rule for each in refused)) or found.rules
        told = PeerDivergence(found.step.n, Kind.CHOICES, found.about, surplus, lacking, rules)
        self.explain(found.step, told, state=found.state, action=action, refused=refused)

    def compare(self, entry: Phase) -> None:
        """Compare the position after a phase; continue from the recorded one if it differs."""
        self.supply = entry.supply
        self.judge_course(entry)
        last = entry.last
        self.names.rematch(self.state.board, last.after)
        differ = {
            **differing_pieces(self.state.board, last.after, self.names),
            **differing_parts(last.position, self.state),
        }
        over = self.is_over(entry)
        fresh = {
            name: told
            for name, told in differ.items()
            if self.lasting.get(name) != told and not (over and name in CLEARED)
        }
        self.lasting = differ
        due = GAME.decision(self.state)
        for name, (recorded, own) in fresh.items():
            kind = Kind.CALENDAR if name in _CALENDAR else Kind.HANDS if name in CARDS else Kind.BOARD
            rules = step_rules(self.rules) or due.rules
            if self.explain(last, PeerDivergence(last.n, kind, name, recorded, own, rules)) == LEADER_STAYS:
                self.displaced.add(name)
        self.displaced &= differ.keys()
        if fresh and not over:
            self.coverage.resumed += 1
            self.strayed = self.resume(entry)

    def judge_course(self, entry: Phase) -> None:
        """Compare what the record says during a phase with what Referee's board showed."""
        before = self.position
        self.position = entry.last.position
        for step, about, told in self.seen.unseen(entry, before):
            rules = step_rules(self.rules)
            self.explain(step, PeerDivergence(step.n, Kind.BOARD, about, told, "never during this phase", rules))

    def is_over(self, entry: Phase) -> bool:
        """Say whether the record ends with this phase."""
        return entry.last.next_decision == "game_over"

    def resume(self, entry: Phase) -> bool:
        """Continue from the recorded position after a phase, at the end with the check of victory; False if cut."""
        last = entry.last
        turn = "" if self.is_over(entry) else last.next_by
        if last.next_decision not in ("action_phase", "game_over"):
            return False
        try:
            state = resumed(last.position, last.after, turn, self.state, self.names)
        except Unreadable:
            return False
        self.state = state if turn else ENGINE.settle(Next(state)).state
        return True

    # ------------------------------------------------------------ divergences

    def explain(
        self,
        at: Step,
        found: PeerDivergence,
        *,
        state: State | None = None,
        action: Action | None = None,
        refused: tuple[Violation, ...] = (),
    ) -> str:
        """Note a divergence with the number of the departure that explains it, and return that; empty if none does."""
        assert self.entry is not None
        case = Case(
            found=found,
            at=at,
            entry=self.entry,
            state=state or self.state,
            due=GAME.decision(state or self.state),
            names=self.names,
            supply=self.supply,
            displaced=frozenset(self.displaced),
            action=action,
            refused=refused,
        )
        number = explanation(case)
        self.note(explained(found, number))
        return number

    # ------------------------------------------------------------ the end

    @property
    def own_position(self) -> Json:
        """Return the canonical form of the position by the rules."""
        return GAME.canonical(self.state)

    @property
    def winner(self) -> str:
        """Return who has won by the rules."""
        outcome = self.state.outcome
        return "" if outcome is None else "draw" if outcome.winner is None else outcome.winner.value

    def judge_result(self) -> None:
        """Compare the winner with the record, unless the record was cut."""
        if self.reader.pending:
            number = len(self.reader.pending)
            self.remarks.append(f"the last {number} steps were not compared: the record was cut within a phase")
        if self.reader.is_cut or self.entry is None:
            return
        told = "draw" if "draw" in self.reader.victory else self.reader.result or ""
        if told != self.winner:
            last = self.entry.last
            self.explain(last, PeerDivergence(last.n, Kind.RESULT, "winner", told, self.winner, ("ww:13.11-a",)))


def step_rules(rules: tuple[RuleId, ...]) -> tuple[RuleId, ...]:
    """Return the first rules that acted in a phase, each once."""
    return tuple(dict.fromkeys(rules))[:_MOST_RULES]


def _has_played(script: Script) -> bool:
    return script.find("action_phase", past=True) is None


def _current(script: Script) -> Step:
    """Return the step that was used last, or else the first one."""
    return script.steps[max(script.used, default=0)]


def _words(due: Decision[Action] | Over) -> list[Json]:
    return [] if isinstance(due, Over) else [GAME.write_action(each) for each in due.actions]
