"""Cases: a position and how it came about, as one small JSON value that a link can hold.

A case names a game and a ruleset, begins with a scenario or a position, and goes on with acts. Nothing of it is kept
but a cache: whoever asks sends the whole case again, and only what is new of it is played.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from oracle.dealing import dealt
from oracle.english import verdict_in_words
from oracle.game_registry import GameRegistry
from oracle.verdict_json import asked
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import COUNT
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.traces import Act, Header
from reference.kernel.verdicts import Next

MOST_ACTS = 10_000
MOST_LETTERS_OF_A_TITLE = 200
MOST_LINES = 24


@dataclass(frozen=True, slots=True)
class Case:
    """A game, its ruleset, how it begins, and what was done then."""

    game: str
    ruleset: RulesetName
    scenario: str | None = None
    seed: int | None = None
    position: Json = None
    title: str = ""
    acts: tuple[Act, ...] = ()

    @property
    def header(self) -> Header:
        """Return the header of the case as a trace."""
        return Header(self.game, self.ruleset, self.scenario, self.position, self.title)

    def to_json(self) -> dict[str, Json]:
        """Return the case as JSON, without what is not said."""
        written: dict[str, Json] = {"game": self.game, "ruleset": str(self.ruleset)}
        if self.scenario is not None:
            written["scenario"] = self.scenario
        if self.seed is not None:
            written["seed"] = self.seed
        if self.position is not None:
            written["position"] = self.position
        if self.title:
            written["title"] = self.title
        if self.acts:
            written["acts"] = [{"by": each.by, "do": each.do} for each in self.acts]
        return written


# ---------------------------------------------------------------- reading


def read_case(registry: GameRegistry, given: Json) -> Case:
    """Read a case; complaints name their place in it."""
    try:
        fields = fields_of(given)
        found = _read(registry, fields)
        fields.finish()
    except Unreadable as fault:
        raise fault.within("case") from None
    return found


def _read(registry: GameRegistry, fields: Fields) -> Case:
    game = fields.text("game")
    case = Case(
        game,
        registry.ruleset(game, fields.optional_text("ruleset")),
        fields.optional_text("scenario"),
        fields.number("seed", 0, COUNT) if "seed" in fields else None,
        fields.take("position"),
        fields.optional_text("title") or "",
        _acts(fields.take("acts")),
    )
    if (case.scenario is None) == (case.position is None):
        raise Unreadable("", "needs either a scenario or a position")
    if len(case.title) > MOST_LETTERS_OF_A_TITLE:
        raise Unreadable("title", f"has more than {MOST_LETTERS_OF_A_TITLE} letters")
    return case


def _acts(given: Json) -> tuple[Act, ...]:
    if given is None:
        return ()
    if not isinstance(given, list | tuple):
        raise Unreadable("acts", "must be a list")
    if len(given) > MOST_ACTS:
        raise Unreadable("acts", f"are more than {MOST_ACTS}")
    return tuple(_act(index, each) for index, each in enumerate(given))


def _act(index: int, given: Json) -> Act:
    place = f"acts[{index}]"
    if not isinstance(given, Mapping) or given.keys() != {"by", "do"}:
        raise Unreadable(place, "must be a mapping with by and do")
    by = given["by"]
    if not isinstance(by, str):
        raise Unreadable(f"{place}.by", "must be a text")
    return Act(by, given["do"])


# ---------------------------------------------------------------- playing


@dataclass(frozen=True, slots=True)
class Played:
    """A case that was played: every act, those of a seed first, and every position."""

    case: Case
    begins: int
    acts: tuple[Act, ...]
    tables: tuple[Table, ...]

    @property
    def steps(self) -> int:
        """Return the number of acts, those of a seed among them."""
        return len(self.acts)

    def until(self, at: int) -> "Played":
        """Return the case as it was after some steps, which are at least those of the seed."""
        kept = max(at, self.begins)
        acts = self.case.acts[: kept - self.begins]
        case = Case(
            self.case.game, self.case.ruleset, self.case.scenario, self.case.seed, self.case.position,
            self.case.title, acts,
        )  # fmt: skip
        return Played(case, self.begins, self.acts[:kept], self.tables[: kept + 1])


@dataclass(slots=True)
class _Line:
    """What was played from one beginning: the acts of chance first, then those of the last case asked about."""

    begins: int
    acts: list[Act]
    tables: list[Table]


@dataclass(slots=True)
class Cases:
    """The cases played lately, one line of play for each beginning; the one used last at the end."""

    lines: OrderedDict[str, _Line] = field(default_factory=OrderedDict)
    most: int = MOST_LINES

    def played(self, registry: GameRegistry, case: Case, spend: Callable[[int], None]) -> Played:
        """Play a case, as far as it was not played before; `spend` is told how many acts that takes, and may refuse."""
        line = self._line(registry, case)
        wanted = [*line.acts[: line.begins], *case.acts]
        same = _common(line.acts, wanted)
        spend(len(wanted) - same)
        del line.acts[same:], line.tables[same + 1 :]
        for act in wanted[same:]:
            line.tables.append(_after(case.game, line.tables[-1], act, len(line.acts) - line.begins))
            line.acts.append(act)
        return Played(case, line.begins, tuple(line.acts), tuple(line.tables))

    def _line(self, registry: GameRegistry, case: Case) -> _Line:
        start: dict[str, Json] = {
            "game": case.game, "ruleset": str(case.ruleset), "scenario": case.scenario, "seed": case.seed,
            "position": case.position,
        }  # fmt: skip
        key = canonical_text(start)
        if key in self.lines:
            self.lines.move_to_end(key)
            return self.lines[key]
        line = _begun(registry, case)
        self.lines[key] = line
        while len(self.lines) > self.most:
            self.lines.popitem(last=False)
        return line


def _begun(registry: GameRegistry, case: Case) -> _Line:
    try:
        table = registry.open(case.header)
    except Unreadable as fault:
        place = "position" if case.scenario is None and not fault.place.startswith(("game", "ruleset")) else ""
        raise (fault.within(place) if place else fault).within("case") from None
    if case.seed is None:
        return _Line(0, [], [table])
    tables, acts = [table], dealt(table, case.seed)[1]
    for act in acts:
        verdict = tables[-1].act(act.by, act.do)
        assert isinstance(verdict, Next), f"{act.do} was dealt and then refused: {verdict}"
        tables.append(verdict.state)
    return _Line(len(acts), [*acts], tables)


def _common(one: list[Act], two: list[Act]) -> int:
    """Return how many acts two lines of play have in common."""
    for index, (first, second) in enumerate(zip(one, two, strict=False)):
        if first != second:
            return index
    return min(len(one), len(two))


def _after(game: str, table: Table, act: Act, index: int) -> Table:
    verdict = asked(table, act.by, act.do)
    if isinstance(verdict, Next):
        return verdict.state
    raise Unreadable(f"case.acts[{index}]", " ".join(verdict_in_words(game, verdict)))
