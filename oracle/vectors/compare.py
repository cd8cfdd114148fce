"""Check another implementation's answers against a suite, level by level, and say which rules it gets wrong."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from oracle.errors import InputError
from oracle.evidence.traceability_pages import chapter_of
from oracle.vectors.answers import Answer
from oracle.vectors.levels import Grade, Level, grades, kind_of, texts
from oracle.verdict_json import difference_json
from reference.kernel.canonical import Difference, Json
from reference.kernel.rules import RuleId
from spec_tables.catalogue import prefixes

OTHER_KIND = "other_kind"
# Nobody needs to say these, but what is said must be right.
_OPTIONAL = frozenset({Level.EVENTS, Level.REASONS})
# Either of these tells the next position.
_POSITION = frozenset({Level.STATE, Level.HASH})


class Outcome(StrEnum):
    """How a case is answered, at the levels that are asked for."""

    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Demand:
    """What an answer must say: some levels; if none is named, all that a whole answer has."""

    levels: frozenset[Level] = frozenset()
    strict: bool = False

    def counted(self, found: Mapping[Level, Grade]) -> dict[Level, Grade]:
        """Return the levels of a case that count."""
        if self.levels:
            return {level: grade for level, grade in found.items() if level in self.levels}
        needless = set(_OPTIONAL) - ({Level.REASONS} if self.strict else set())
        if any(found[level].answered for level in _POSITION & found.keys()):
            needless |= _POSITION
        return {level: grade for level, grade in found.items() if grade.answered or level not in needless}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A case answered wrongly: at which level first, and where the two answers differ."""

    id: str
    rules: tuple[RuleId, ...]
    problem: str
    differences: tuple[Difference, ...] = ()

    def as_json(self) -> Json:
        """Return it for programs."""
        return {
            "id": self.id,
            "rules": list(self.rules),
            "problem": self.problem,
            "differences": [difference_json(each) for each in self.differences],
        }


@dataclass(slots=True)
class Score:
    """How many cases ask about something, how many of them are answered, and how many rightly."""

    asked: int = 0
    answered: int = 0
    right: int = 0

    @property
    def wrong(self) -> int:
        """Return how many are answered wrongly."""
        return self.answered - self.right

    @property
    def percent(self) -> int:
        """Return the share of right answers, rounded down, so that only all is 100."""
        return 100 * self.right // self.asked if self.asked else 0

    def note(self, outcome: Outcome) -> None:
        """Count one case."""
        self.asked += 1
        self.answered += outcome is not Outcome.UNANSWERED
        self.right += outcome is Outcome.RIGHT

    def as_json(self) -> dict[str, Json]:
        """Return it for programs."""
        return {"asked": self.asked, "answered": self.answered, "right": self.right, "percent": self.percent}


@dataclass(slots=True)
class Standing:
    """How the cases of a rule or a chapter are answered: as wholes, and at each level."""

    whole: Score = field(default_factory=Score)
    levels: dict[Level, Score] = field(default_factory=dict)

    def note(self, outcome: Outcome | None, found: Mapping[Level, Grade]) -> None:
        """Count one case; nothing of it may count as a whole."""
        if outcome is not None:
            self.whole.note(outcome)
        for level, grade in found.items():
            self.levels.setdefault(level, Score()).note(_outcome((grade,)))

    def as_json(self) -> dict[str, Json]:
        """Return it for programs."""
        levels: dict[str, Json] = {level.value: self.levels[level].as_json() for level in Level if level in self.levels}
        return {**self.whole.as_json(), "levels": levels}


@dataclass(frozen=True, slots=True)
class Judged:
    """A case as it was answered."""

    id: str
    rules: tuple[RuleId, ...]
    outcome: Outcome
    wrong: Wrong | None = None


@dataclass(slots=True)
class Tally:
    """The result of a comparison: by case, level, rule and chapter."""

    demand: Demand = field(default_factory=Demand)
    judged: list[Judged] = field(default_factory=list)
    levels: dict[Level, Score] = field(default_factory=lambda: {level: Score() for level in Level})
    rules: dict[RuleId, Standing] = field(default_factory=dict)
    chapters: dict[tuple[str, str], Standing] = field(default_factory=dict)
    consulted_rightly: set[RuleId] = field(default_factory=set)
    consulted_wrongly: dict[RuleId, int] = field(default_factory=dict)

    def _count(self, outcome: Outcome) -> int:
        return sum(each.outcome is outcome for each in self.judged)

    @property
    def cases(self) -> int:
        """Return how many cases ask about what counts."""
        return len(self.judged)

    @property
    def right(self) -> int:
        """Return how many cases were answered rightly."""
        return self._count(Outcome.RIGHT)

    @property
    def unanswered(self) -> int:
        """Return how many cases lack something of an answer."""
        return self._count(Outcome.UNANSWERED)

    @property
    def wrong(self) -> list[Wrong]:
        """Return the cases answered wrongly."""
        return [each.wrong for each in self.judged if each.wrong is not None]

    def unheard(self) -> list[Level]:
        """Return the levels asked for by name at which nothing is answered rightly."""
        return [level for level in Level if level in self.demand.levels and not self.levels[level].right]

    def passes(self, *, partial: bool) -> bool:
        """Say whether the answers pass; what is not answered may be left out, but not everything."""
        if self.wrong or not self.right or self.unheard():
            return False
        return partial or not self.unanswered

    def note(self, case: Mapping[str, Json], found: Mapping[Level, Grade], answer: Answer | None) -> None:
        """Note one case with its grades."""
        for level, grade in found.items():
            self.levels[level].note(_outcome((grade,)))
        rules = tuple(texts(case["rules"]))
        judged = self._judged(case, found, answer, rules)
        outcome = None if judged is None else judged.outcome
        for rule in rules:
            self.rules.setdefault(rule, Standing()).note(outcome, found)
        for chapter in dict.fromkeys(_chapter(rule) for rule in rules):
            self.chapters.setdefault(chapter, Standing()).note(outcome, found)
        if judged is not None:
            self.judged.append(judged)
            self._consulted(tuple(texts(case.get("consults", ()))), judged.outcome)

    def _judged(
        self, case: Mapping[str, Json], found: Mapping[Level, Grade], answer: Answer | None, rules: tuple[RuleId, ...]
    ) -> Judged | None:
        """Return how a case is answered; nothing if it asks about nothing that counts."""
        counted = self.demand.counted(found)
        if not counted:
            return None
        wrong = _wrong(case, counted, answer, rules)
        outcome = _outcome(counted.values()) if wrong is None else Outcome.WRONG
        return Judged(str(case["id"]), rules, outcome, wrong)

    def _consulted(self, consults: Sequence[RuleId], outcome: Outcome) -> None:
        if outcome is Outcome.RIGHT:
            self.consulted_rightly.update(consults)
        elif outcome is Outcome.WRONG:
            for rule in consults:
                self.consulted_wrongly[rule] = self.consulted_wrongly.get(rule, 0) + 1

    def suspects(self) -> list[tuple[RuleId, int, int]]:
        """Return each rule with its wrong and answered cases; the largest share of wrong cases comes first."""
        scores = ((rule, standing.whole) for rule, standing in self.rules.items())
        found = [(rule, score.wrong, score.answered) for rule, score in scores if score.wrong]
        return sorted(found, key=lambda each: (-each[1] / each[2], -each[1], each[0]))

    def silent_suspects(self) -> list[tuple[RuleId, int]]:
        """Return the rules that no case shows and only wrongly answered cases consult, with the number of these."""
        shown = {rule for rule, standing in self.rules.items() if standing.whole.answered}
        cleared = self.consulted_rightly | shown
        found = [(rule, wrong) for rule, wrong in self.consulted_wrongly.items() if rule not in cleared]
        return sorted(found, key=lambda each: (-each[1], each[0]))


def _outcome(of: Iterable[Grade]) -> Outcome:
    found = list(of)
    if any(grade.wrong for grade in found):
        return Outcome.WRONG
    return Outcome.RIGHT if all(grade.right for grade in found) else Outcome.UNANSWERED


def _wrong(
    case: Mapping[str, Json], counted: Mapping[Level, Grade], answer: Answer | None, rules: tuple[RuleId, ...]
) -> Wrong | None:
    name, kind = str(case["id"]), kind_of(case)
    if answer is not None and kind not in answer:
        other = next(given for given in answer if given != "id")
        return Wrong(name, rules, OTHER_KIND, (Difference("", kind, other),))
    for level in Level:
        if level in counted and counted[level].wrong:
            return Wrong(name, rules, level.value, counted[level].differences)
    return None


def _chapter(rule: RuleId) -> tuple[str, str]:
    """Return the game and the chapter that a rule belongs to."""
    game = dict(prefixes()).get(rule.partition(":")[0], "")
    try:
        return game, chapter_of(game, rule)
    except KeyError:
        return game, "other"


def compare(cases: Iterable[Mapping[str, Json]], answers: Mapping[str, Answer], demand: Demand | None = None) -> Tally:
    """Compare answers with cases."""
    tally = Tally(demand or Demand())
    known: set[str] = set()
    for case in cases:
        name = str(case["id"])
        known.add(name)
        answer = answers.get(name)
        tally.note(case, grades(case, answer), answer)
    strangers = sorted(set(answers) - known)
    if strangers:
        raise InputError(f"{strangers[0]} is no case of this suite ({len(strangers)} such answers)")
    return tally
