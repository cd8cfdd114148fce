"""Replay the recorded games of other implementations, for any game.

An importer reads one format. `docs/importers.md` walks through one from nothing. It supplies

- a `Format`: the name, and by what a file is recognised;
- its known `Departure`s: where the other implementation differs from the rules, as numbered data;
- `begin`, which reads the first line and returns a `PeerReplay`. That one reads an entry (`read`), names the phase it
  belongs to (`phase`), compares who decides what and what may be chosen (`judge`), does what was chosen (`act`),
  compares the position (`compare`), continues from a recorded position (`resume`), and compares the end
  (`judge_result`).

Everything else is here: going through the lines one by one, continuing after a divergence, counting what was really
compared. Every divergence has the same two values: `recorded` is what the record says, `by_rules` what the rules give.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

from oracle.peers.departures import NO_DEPARTURES, Departures
from oracle.peers.formats import Format
from reference.kernel.canonical import Json, Unreadable, differences, parse
from reference.kernel.fields import Fields, fields_of
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName

# A report keeps this many divergences of each sort; the others are only counted.
MOST_KEPT = 1000

# ---------------------------------------------------------------- what is reported


class Kind(StrEnum):
    """How a recorded entry differs from the rules."""

    DECISION = "decision"  # who decides what, and how it counts
    CHOICES = "choices"  # what may be chosen
    ILLEGAL = "illegal"  # what was chosen
    CHANCE = "chance"  # dice, blocks and cards drawn
    EVENTS = "events"  # what follows by itself
    BOARD = "board"
    CALENDAR = "calendar"
    HANDS = "hands"  # cards, wherever they are
    RESULT = "result"  # how the game ended


@dataclass(frozen=True, slots=True)
class PeerDivergence:
    """One place where a recorded game differs from the rules.

    `step` is the number of the entry in the record, -1 for the set-up; `about` says which part of it. `recorded` is
    what the record says and `by_rules` what the rules give. `ruling` is the number of the known departure that explains
    it, empty if none does.
    """

    step: int
    kind: Kind
    about: str
    recorded: Json
    by_rules: Json
    rules: tuple[RuleId, ...] = ()
    ruling: str = ""

    def as_json(self) -> dict[str, Json]:
        """Return the divergence for programs."""
        return {
            "step": self.step,
            "kind": self.kind.value,
            "about": self.about,
            "recorded": self.recorded,
            "by_rules": self.by_rules,
            "rules": list(self.rules),
            "ruling": self.ruling,
        }


@dataclass(slots=True)
class Coverage:
    """How much of a record was really compared.

    `compared` are the entries that Referee followed to their end, `choices` the single choices compared with the
    offered ones. A phase is Referee's own if all its entries were followed and the state was never put on the record's
    way within it, be it that a recorded position was taken over or a known fault imitated. `resumed` counts how often.
    """

    entries: int = 0
    compared: int = 0
    choices: int = 0
    phases: int = 0
    own_phases: int = 0
    resumed: int = 0
    result: bool = True

    @property
    def own_share(self) -> int:
        """Return the share of phases replayed from Referee's own state, in whole percent, rounded down."""
        return 100 * self.own_phases // self.phases if self.phases else 100

    def as_json(self) -> dict[str, Json]:
        """Return the figures for programs."""
        return {
            "entries": self.entries,
            "entries_compared": self.compared,
            "choices_compared": self.choices,
            "phases": self.phases,
            "own_phases": self.own_phases,
            "resumed": self.resumed,
            "result_compared": self.result,
        }


@dataclass(slots=True)
class Stretch:
    """A part of a replay that is one line of play by the rules.

    It begins after an entry, with a position; the first one with the scenario, before the first entry (-1). `entries`
    holds the number of each entry followed, with how many actions had been taken then.
    """

    entry: int = -1
    position: Json = None
    actions: list[Json] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PeerReport:
    """The replay of a recorded game: how many steps, who won by the rules, and the divergences in order.

    `counted` are the explained ones by the number of their departure. Of very many, `divergences` holds the first ones.
    `remarks` say what was not compared, and why. `stretches` are the lines of play it was replayed in: one, unless it
    had to continue from a recorded position.
    """

    game: str
    scenario: str
    ruleset: str
    entries: int
    steps: int
    winner: str
    divergences: tuple[PeerDivergence, ...] = ()
    coverage: Coverage = field(default_factory=Coverage)
    remarks: tuple[str, ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    stretches: tuple[Stretch, ...] = field(default=(), compare=False)

    @property
    def unexplained(self) -> tuple[PeerDivergence, ...]:
        """Return the divergences that no known departure explains."""
        return tuple(each for each in self.divergences if not each.ruling)

    @property
    def explained(self) -> tuple[PeerDivergence, ...]:
        """Return the divergences that a known departure explains."""
        return tuple(each for each in self.divergences if each.ruling)

    @property
    def explained_by(self) -> dict[str, int]:
        """Return how many divergences each departure explains, by its number."""
        return dict(self.counted) or dict(sorted(Counter(each.ruling for each in self.explained).items()))

    def as_json(self) -> dict[str, Json]:
        """Return the replay for programs."""
        return {
            "scenario": self.scenario,
            "ruleset": self.ruleset,
            "compared": self.coverage.as_json(),
            "explained_by": dict(self.explained_by),
            "remarks": list(self.remarks),
            "divergences": [each.as_json() for each in self.divergences],
        }

    @property
    def conforms(self) -> bool:
        """Say whether known departures explain every divergence."""
        return not self.unexplained


# ---------------------------------------------------------------- what an importer supplies


@runtime_checkable
class Importer(Protocol):
    """Reads the recorded games of another implementation."""

    @property
    def game(self) -> str:
        """Return the game it reads, as in `spec_tables`."""

    @property
    def format(self) -> Format:
        """Return the format it reads, and by what a file is recognised."""

    @property
    def departures(self) -> Departures:
        """Return the known departures of the other implementation, by their numbers."""

    def replay(self, lines: Iterable[str]) -> PeerReport:
        """Replay a record line by line; raise `Unreadable` if it cannot be read."""


class Entry(Protocol):
    """One entry of a record."""

    @property
    def number(self) -> int:
        """Return its number in the record."""

    @property
    def steps(self) -> int:
        """Return how many steps of the game it holds."""


E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """What a record says of itself; `name` is what the other implementation calls it, `word` what it calls an entry."""

    game: str
    scenario: str
    ruleset: RulesetName
    name: str = ""
    word: str = "step"


class Lost(Exception):
    """The replay can no longer follow the record; it continues at the next recorded position that it can use."""


@dataclass(slots=True, kw_only=True)
class PeerReplay(ABC, Generic[E]):
    """The replay of one record: the position by the rules, and what was found so far."""

    title: Title
    departures: Departures = field(default_factory=lambda: NO_DEPARTURES)
    found: list[PeerDivergence] = field(default_factory=list)
    explained_by: Counter[str] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    remarks: list[str] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=lambda: [Stretch()])
    # The number of the entry at work. After a position was taken from the record, another line of play begins.
    at: int = -1
    strayed: bool = False

    def took(self, *actions: Json) -> None:
        """Note actions that the rules accept, before the position changes; a program can then step through the game."""
        self.begin_stretch()
        self.stretches[-1].actions.extend(actions)

    def begin_stretch(self) -> None:
        """Begin another line of play if the position was taken from the record."""
        if self.strayed:
            self.strayed = False
            self.stretches.append(Stretch(self.at, self.own_position))

    @property
    def own_position(self) -> Json:
        """Return the canonical form of the position by the rules; None if the importer does not give it."""
        return None

    @abstractmethod
    def read(self, line: Fields) -> E | None:
        """Read a line after the first; None for one that is no entry."""

    @abstractmethod
    def phase(self, entry: E) -> str:
        """Return the phase an entry belongs to; entries in a row with the same text are one phase."""

    @abstractmethod
    def judge(self, entry: E) -> None:
        """Compare who decides what, and what may be chosen; raise `Lost` if the replay cannot continue."""

    @abstractmethod
    def act(self, entry: E) -> None:
        """Do what an entry records; raise `Lost` if the rules refuse it."""

    @abstractmethod
    def compare(self, entry: E) -> None:
        """Compare the position after an entry; raise `Lost` if the replay cannot continue."""

    @abstractmethod
    def resume(self, entry: E) -> bool:
        """Continue from the recorded position after an entry; say whether that is possible."""

    @abstractmethod
    def judge_result(self) -> None:
        """Compare how the game ended."""

    @property
    @abstractmethod
    def winner(self) -> str:
        """Return who has won by the rules; an empty text while the game goes on."""

    def note(self, found: PeerDivergence) -> None:
        """Note a divergence; the number of a departure must be a known one."""
        if not found.ruling:
            found = self._known_once(found)
        if found.ruling:
            if found.ruling not in self.departures:
                raise KeyError(f"{found.ruling} is no known departure")
            self.explained_by[found.ruling] += 1
        if sum(bool(each.ruling) is bool(found.ruling) for each in self.found) < MOST_KEPT:
            self.found.append(found)

    def _known_once(self, found: PeerDivergence) -> PeerDivergence:
        for each in self.departures.values():
            if each.happened_at(self.title.name, found.step, found.about):
                return explained(found, each.number)
        return found


def explained(found: PeerDivergence, number: str) -> PeerDivergence:
    """Return a divergence as explained by a departure."""
    return replace(found, ruling=number)


def compared(
    step: int, recorded: Json, by_rules: Json, told: Callable[[str], tuple[Kind, tuple[RuleId, ...]]]
) -> Iterator[PeerDivergence]:
    """Return every place where two values differ; `told` gives the meaning and the rules of a path."""
    for each in differences(recorded, by_rules):
        kind, rules = told(each.path)
        yield PeerDivergence(step, kind, each.path, each.expected, each.found, rules)


class JsonLinesImporter(ABC, Generic[E]):
    """An importer of JSON Lines: the first line begins a replay, which reads the others."""

    game: str
    format: Format
    departures: Departures

    @abstractmethod
    def begin(self, header: Fields) -> PeerReplay[E]:
        """Read the first line, set up as recorded and return the replay."""

    def replay(self, lines: Iterable[str]) -> PeerReport:
        """Replay a record line by line; raise `Unreadable` if it cannot be read."""
        read = _objects(lines)
        first = next(read, None)
        if first is None:
            raise Unreadable("line 1", "there is no record of the game")
        number, header = first
        try:
            replay = self.begin(header)
        except Unreadable as fault:
            raise fault.within(f"line {number}") from None
        return replayed(replay, _entries(replay, read))


def _objects(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, fields_of(parse(line, fraction=str))
            except Unreadable as fault:
                raise fault.within(f"line {number}") from None


def _entries(replay: PeerReplay[E], lines: Iterator[tuple[int, Fields]]) -> Iterator[E]:
    for number, line in lines:
        try:
            entry = replay.read(line)
        except Unreadable as fault:
            raise fault.within(f"line {number}") from None
        if entry is not None:
            yield entry


# ---------------------------------------------------------------- the replay


def replayed(replay: PeerReplay[E], entries: Iterable[E]) -> PeerReport:
    """Replay a record from its set-up to its end."""
    title, coverage = replay.title, replay.coverage
    going = _Going()
    steps = 0
    replay.begin_stretch()
    for entry in entries:
        coverage.entries += 1
        steps += entry.steps
        going.enter(coverage, replay.phase(entry))
        try:
            _go_on(replay, entry, going)
        except Unreadable as fault:
            raise fault.within(f"{title.word} {entry.number}") from None
    going.leave(coverage)
    coverage.result = not going.lost
    if going.lost:
        replay.remarks.append("the result was not compared: the replay had not found its way back")
    else:
        replay.judge_result()
    return PeerReport(
        title.game,
        title.scenario,
        str(title.ruleset),
        coverage.entries,
        steps,
        replay.winner,
        tuple(replay.found),
        coverage,
        tuple(replay.remarks),
        tuple(sorted(replay.explained_by.items())),
        tuple(each for each in replay.stretches if each.entries or each.actions) or (Stretch(),),
    )


@dataclass(slots=True)
class _Going:
    """Where a replay stands: the phase, whether it is Referee's own so far, and whether the replay is lost."""

    phase: str | None = None
    own: bool = True
    lost: bool = False

    def enter(self, coverage: Coverage, phase: str) -> None:
        if phase != self.phase:
            self.leave(coverage)
            self.phase, self.own = phase, True

    def leave(self, coverage: Coverage) -> None:
        if self.phase is not None:
            coverage.phases += 1
            coverage.own_phases += self.own


def _go_on(replay: PeerReplay[E], entry: E, going: _Going) -> None:
    """Follow an entry unless the replay is lost; if it then cannot continue, take over the recorded position."""
    resumed, replay.at = replay.coverage.resumed, entry.number
    if not going.lost:
        try:
            replay.judge(entry)
            replay.act(entry)
            replay.compare(entry)
        except Lost:
            going.lost = True
        else:
            replay.coverage.compared += 1
    if going.lost:
        going.own = False
        going.lost = not replay.resume(entry)
        replay.coverage.resumed += not going.lost
        replay.strayed = not going.lost
    going.own &= resumed == replay.coverage.resumed
    stretch = replay.stretches[-1]
    stretch.entries.append((entry.number, len(stretch.actions)))
    replay.begin_stretch()
