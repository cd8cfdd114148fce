"""Where cases come from: golden traces, seeded games, and the same questions under other rulesets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from oracle.altered_actions import KnownActions
from oracle.choices import Choices, StableRandom
from oracle.game_registry import GameRegistry
from oracle.rule_watcher import WATCHER
from oracle.schemas.suites import Origin
from oracle.vectors.cases import (
    Case,
    Move,
    Question,
    Sense,
    Setting,
    Source,
    act_case,
    answer_json,
    check_case,
    check_signature,
    decision_case,
    facts_case,
    played,
    played_afresh,
    question_of,
    rules_of,
    sense_of,
    signature_of,
)
from oracle.vectors.choosing import Chosen
from oracle.vectors.disturbed_positions import disturbed
from oracle.verdict_json import Verdict
from oracle.walk import TableTurn, walk
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.decisions import CHANCE, Over
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act, Expect, Header, Refuse, Trace
from reference.kernel.verdicts import Next
from spec_tables.catalogue import Catalogue, Option

MOST_CHANCES = 20
LONG_TRACE = 30
MISSES_A_DECISION = 6
MISSES_ABOUT_ONE_THING = 200


@dataclass(frozen=True, slots=True)
class Golden:
    """A golden trace and its name."""

    name: str
    trace: Trace

    @property
    def shown(self) -> tuple[RuleId, ...]:
        """Return the rules that the trace names."""
        header = self.trace.header
        return (*header.proves, *([header.example] if header.example else ()))


# ---------------------------------------------------------------- golden traces


def golden_cases(golden: Golden, registry: GameRegistry) -> Iterator[Case]:
    """Return the cases of a golden trace, which must conform: the whole trace, each turn, each refusal."""
    start = registry.open(golden.trace.header)
    setting = Setting(golden.trace.header.game, golden.trace.header.ruleset)
    whole = whole_of(golden.trace)
    moves = () if whole is None else (whole.first, *whole.then)
    steps = _walked(start, moves)
    if whole is not None:
        source = Source(Origin.GOLDEN, golden.name, 0)
        consulted = WATCHER.rules_run_by(partial(played_afresh, start, whole))
        yield act_case(setting, source, start, whole, _together(steps), golden.shown, consulted)
    step = 0
    for _, line in golden.trace.lines:
        source = Source(Origin.GOLDEN, golden.name, step)
        table = steps[step - 1].state if step else start
        match line:
            case Refuse(by, refuse):
                last = (steps[step - 2].state if step > 1 else start, moves[step - 1]) if step else None
                yield from _refusal(registry, setting, source, table, last, Move(by, refuse))
            case Expect(expect) if step == 0:
                # The states in the verdicts cover later expectations, except facts that follow from a position.
                yield facts_case(setting, source, table, expect, golden.shown)
            case Act(by):
                results = tuple(_results(moves[step + 1 :]))
                if by != CHANCE:
                    question = Question(moves[step], results)
                    verdict = _together(steps[step : step + 1 + len(results)])
                    yield act_case(setting, source, table, question, verdict)
                step += 1
            case _:
                pass


def _refusal(
    registry: GameRegistry,
    setting: Setting,
    source: Source,
    table: Table,
    last: tuple[Table, Move] | None,
    refused: Move,
) -> Iterator[Case]:
    """Return the case of a refusal.

    A decision that the last step passed over is known from that step and not from the position, so the case begins
    before it. If the trace begins there, no case can tell it.
    """
    question = Question(refused)
    verdict = played(table, question)
    alone = registry.place(setting.game, setting.ruleset, table.canonical())
    if answer_json(alone, question, played(alone, question)) == answer_json(table, question, verdict):
        yield act_case(setting, source, table, question, verdict)
    elif last is not None:
        before, move = last
        yield act_case(setting, source, before, Question(move, (refused,)), verdict)


def _walked(start: Table, moves: Sequence[Move]) -> list[Next[Table]]:
    """Return what each move of a trace leads to."""
    steps: list[Next[Table]] = []
    table = start
    for move in moves:
        steps.append(_taken(table, move))
        table = steps[-1].state
    return steps


def _together(steps: Sequence[Next[Table]]) -> Next[Table]:
    """Return what several steps lead to, with the events of all."""
    return Next(steps[-1].state, tuple(happened for step in steps for happened in step.events))


def whole_of(trace: Trace) -> Question | None:
    """Return all actions of a trace as one question; None if it has none."""
    moves = tuple(Move(line.by, line.do) for _, line in trace.lines if isinstance(line, Act))
    return Question(moves[0], moves[1:]) if moves else None


def _results(moves: Sequence[Move]) -> Iterator[Move]:
    """Return the results of chance at the start of some moves."""
    for move in moves:
        if move.by != CHANCE:
            return
        yield move


# ---------------------------------------------------------------- seeded games


@dataclass(slots=True)
class Explorer:
    """Plays seeded games, tries near misses, and keeps what the suite still needs."""

    setting: Setting
    chosen: Chosen
    known: KnownActions = field(default_factory=KnownActions)
    tried: Counter[str] = field(default_factory=Counter)

    def explore(self, name: str, start: Table, seed: str, most_steps: int) -> int:
        """Play from a position until the game is over or long enough; return the steps taken."""
        choices = StableRandom(f"{self.setting.game}/{self.setting.ruleset}/{name}/{seed}")
        source = Source(Origin.EXPLORED, f"{name}#{seed}", 0)
        taken: list[TableTurn] = []
        for here in walk(start, lambda _, due: choices.one(due.actions)):
            if here.turn is not None:
                taken.append(here.turn)
            if 0 < len(taken) <= MOST_CHANCES and isinstance(here.due, Due) and here.due.odds is not None:
                # The results of chance belong to the question about the action before them.
                continue
            if taken:
                self._offer(source, taken[0].state, taken[0].due, (*_as_question(taken), here.due))
                source = replace(source, step=source.step + len(taken))
                taken.clear()
            if source.step >= most_steps or isinstance(here.due, Over):
                break
            self._look(source, here.state, here.due, choices)
        return source.step

    def _look(self, source: Source, table: Table, due: Due, choices: Choices) -> None:
        """Keep the decision if it is wanted, and try near misses."""
        if self.chosen.wants(Sense.CHOICE, due.rules, due.about):
            self.chosen.keep(decision_case(self.setting, source, table, due))
        if due.odds is None:
            self.known.learn(due.about, due.actions)
            self._miss(source, table, due, choices)

    def _miss(self, source: Source, table: Table, due: Due, choices: Choices) -> None:
        if self.tried[due.about] >= MISSES_ABOUT_ONE_THING:
            return
        for number in range(MISSES_A_DECISION):
            self.tried[due.about] += 1
            exchanged = number % 2 == 0
            action = (
                self.known.exchanged(choices.one(due.actions), choices)
                if exchanged
                else self.known.offered_before(due.about, choices)
            )
            if action not in due.actions:
                question = Question(Move(due.by, action))
                self._offer(source, table, due, (question, played(table, question), None))

    def _offer(
        self, source: Source, table: Table, due: Due, answered: tuple[Question, Verdict, Due | Over | None]
    ) -> None:
        question, verdict, following = answered
        if isinstance(verdict, Unreadable):
            return
        signature = signature_of(due, question, verdict)
        consulted = self._consulted(table, question, verdict, signature)
        wanted = self.chosen.wants(sense_of(verdict), rules_of(due, verdict, following), signature)
        if wanted or self.chosen.wants_consulted(consulted):
            self.chosen.keep(act_case(self.setting, source, table, question, verdict, consulted=consulted))

    def _consulted(self, table: Table, question: Question, verdict: Verdict, signature: str) -> frozenset[RuleId]:
        """Return the rules that a legal action consults, only for the first one of its kind: watching is slow."""
        if not isinstance(verdict, Next) or not self.chosen.curious(signature):
            return frozenset()
        return WATCHER.rules_run_by(partial(played_afresh, table, question))


def _as_question(taken: Sequence[TableTurn]) -> tuple[Question, Next[Table]]:
    """Return what was done, with the results of chance after it, as a question with its answer."""
    first, *results = (Move(turn.due.by, turn.action) for turn in taken)
    return Question(first, tuple(results)), _together([Next(turn.after, turn.events) for turn in taken])


def _taken(table: Table, move: Move) -> Next[Table]:
    verdict = table.act(move.by, move.do)
    assert isinstance(verdict, Next), f"{move} should be legal: {verdict}"
    return verdict


# ---------------------------------------------------------------- unsound positions


@dataclass(slots=True)
class Unsettling:
    """Disturbs positions of kept cases, one thing at a time, and keeps those that are no longer sound."""

    registry: GameRegistry
    chosen: Chosen

    def disturb(self, cases: Sequence[Case], tries: int) -> None:
        """Try a number of disturbances, spread over the positions of some cases."""
        choices = StableRandom("unsettling")
        placed = [case for case in cases if "position" in case.written]
        for _ in range(tries if placed else 0):
            case = choices.one(placed)
            setting = Setting(str(case.written["game"]), parse_ruleset_name(str(case.written["ruleset"])))
            self._offer(setting, case, disturbed(case.written["position"], choices))

    def _offer(self, setting: Setting, case: Case, position: Json) -> None:
        try:
            table = self.registry.place(setting.game, setting.ruleset, position)
            found = table.check()
            rules = {each.rule for each in found}
            if not self.chosen.wants_check(rules, check_signature(found)):
                return
            again = self.registry.place(setting.game, setting.ruleset, table.canonical())
        except Unreadable:
            return
        # A position that changes by itself when it is set up cannot be read back.
        if again.digest() == table.digest() and again.check() == found:
            self.chosen.keep(check_case(setting, Source(Origin.EXPLORED, f"disturbed {case.id}", 0), table, found))


# ---------------------------------------------------------------- divergences


@dataclass(slots=True)
class Divergences:
    """Asks kept questions again under the other values of the options that touch their rules."""

    registry: GameRegistry
    known: Catalogue
    chosen: Chosen
    having: Counter[tuple[str, str]] = field(default_factory=Counter)

    def replay_golden(self, found: Sequence[Golden]) -> None:
        """Play each golden trace under every other value of every option, and keep those with another result."""
        for golden in found:
            question = whole_of(golden.trace)
            if question is None:
                continue
            header = golden.trace.header
            start = self.registry.open(header)
            known = _outcome(start, question, played(start, question))
            for option in self._touching(golden, question):
                for value in option.values:
                    ruleset = self._other(header.ruleset, option, value)
                    if ruleset is not None:
                        self._replay(replace(header, ruleset=ruleset), question, known, (golden.name, option, value))

    def _touching(self, golden: Golden, question: Question) -> Sequence[Option]:
        """Return the options worth a replay: for a short trace all of them, for a long one those of its rules."""
        if len(question.then) < LONG_TRACE:
            return self.known.options
        return [option for option in self.known.options if set(option.rules) & set(golden.shown)]

    def _replay(self, header: Header, question: Question, known: str, what: tuple[str, Option, str]) -> None:
        name, option, value = what
        try:
            table = self.registry.open(header)
        except Unreadable:
            return
        verdict = played(table, question)
        if sense_of(verdict) is not Sense.TURN and _outcome(table, question, verdict) != known:
            source = Source(Origin.DIVERGENCE, f"{option.id}/{name}", 0)
            shown = [rule for rule in option.rules if sense_of(verdict) is Sense.POSITIVE]
            case = act_case(Setting(header.game, header.ruleset), source, table, question, verdict, shown)
            self.having[option.name, value] += self.chosen.keep(case)

    def ask_again(self, cases: Sequence[Case]) -> None:
        """Keep questions that another value of an option answers differently, a few for each value."""
        for case in (each for each in cases if each.written["kind"] == "act"):
            for option in self.known.options:
                if set(option.rules) & set(case.rules):
                    for value in option.values:
                        self._ask(case, option, value)

    def _other(self, ruleset: RulesetName, option: Option, value: str) -> RulesetName | None:
        """Return the ruleset with one option changed; None if nothing changes or enough cases are kept."""
        if self.having[option.name, value] >= self.chosen.caps.option or ruleset.changes:
            return None
        if options_under(self.known, ruleset)[option.name] == value:
            return None
        return RulesetName(ruleset.preset, ((option.name, value),))

    def _ask(self, case: Case, option: Option, value: str) -> None:
        ruleset = self._other(parse_ruleset_name(str(case.written["ruleset"])), option, value)
        if ruleset is None:
            return
        again = self._answered(
            case, Setting(self.known.game, ruleset), Source(Origin.DIVERGENCE, f"{option.id}/{case.id}", 0)
        )
        if again is not None and canonical_text(again.written["verdict"]) != canonical_text(case.written["verdict"]):
            self.having[option.name, value] += self.chosen.keep(again)

    def _answered(self, case: Case, other: Setting, source: Source) -> Case | None:
        written = case.written
        try:
            table = self.registry.place(other.game, other.ruleset, written["position"])
        except Unreadable:
            return None
        if canonical_text(table.canonical()) != canonical_text(written["position"]):
            # Under the other value the procedure continued by itself, so it is another question.
            return None
        question = question_of(written)
        verdict = played(table, question)
        if sense_of(verdict) is Sense.TURN:
            return None
        return act_case(other, source, table, question, verdict)


def _outcome(table: Table, question: Question, verdict: Verdict) -> str:
    return canonical_text(answer_json(table, question, verdict))


def options_under(known: Catalogue, name: RulesetName) -> dict[str, str]:
    """Return the value of every option of a game under a ruleset."""
    preset = next(each for each in known.presets if each.name == name.preset)
    return {option.name: option.default for option in known.options} | dict(preset.changes) | dict(name.changes)
