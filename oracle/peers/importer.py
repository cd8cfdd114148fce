"""Replay the recorded games of other implementations, for any game.

An importer is a small object: it names the game it reads, recognises a file by its first line, and replays it. To
replay one record it needs

- a `Record`: the parsed record, entry by entry (steps, turns);
- a `PeerReplay`: `follow` does what an entry records as actions of Referee and compares the position after it,
  `resume` continues from the recorded position once the two differ, `judge_result` compares how the game ended;
- the `Departure`s: where the other implementation is known to differ from the rules.

Everything else is here: going through the entries, counting steps, continuing after a divergence, explaining known
differences. Every divergence has the same two values: `recorded` is what the record says, `by_rules` what the rules
give.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

from reference.kernel.canonical import Json, Unreadable, differences
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName

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
    """The replay of a recorded game: how many steps, who won by the rules, and every divergence in order.

    `stretches` are the lines of play it was replayed in: one, unless it had to continue from a recorded position.
    """

    game: str
    scenario: str
    ruleset: str
    entries: int
    steps: int
    winner: str
    divergences: tuple[PeerDivergence, ...] = ()
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
    def conforms(self) -> bool:
        """Say whether known departures explain every divergence."""
        return not self.unexplained


@runtime_checkable
class Importer(Protocol):
    """Reads the recorded games of another implementation."""

    @property
    def game(self) -> str:
        """Return the game it reads, as in `spec_tables`."""

    def recognises(self, first_line: str) -> bool:
        """Say whether a file that begins with this line is one of its records."""

    def replay(self, text: str) -> PeerReport:
        """Replay a record; raise `Unreadable` if it cannot be read."""


# ---------------------------------------------------------------- what an importer supplies


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
class Record(Generic[E]):
    """A recorded game as read; `name` is what the other implementation calls it, `word` what it calls an entry."""

    game: str
    scenario: str
    ruleset: RulesetName
    entries: tuple[E, ...]
    name: str = ""
    word: str = "step"


@dataclass(frozen=True, slots=True)
class Departure:
    """A known difference between the other implementation and the rules, by its number in the list of rulings.

    A departure that happened only once names the record, the entry and the part; anything else wrong with that entry is
    still a divergence. The replay itself names the others where they occur.
    """

    number: str
    record: str = ""
    step: int = -1
    about: str = ""

    def explains(self, record: str, found: PeerDivergence) -> bool:
        """Say whether it explains a divergence."""
        return bool(self.record) and (self.record, self.step, self.about) == (record, found.step, found.about)


class Lost(Exception):
    """The replay can no longer follow the record; it continues at the next recorded position that it can use."""


@dataclass(slots=True, kw_only=True)
class PeerReplay(ABC, Generic[E]):
    """The replay of one record: the position by the rules, and what was found so far."""

    found: list[PeerDivergence] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=lambda: [Stretch()])
    # The position was taken from the record: what follows is another line of play.
    strayed: bool = False

    def took(self, *actions: Json) -> None:
        """Note actions that the rules accepted."""
        self.stretches[-1].actions.extend(actions)

    @property
    @abstractmethod
    def position(self) -> Json:
        """Return the canonical form of the position by the rules."""

    @abstractmethod
    def follow(self, entry: E) -> None:
        """Do what an entry records and compare the position after it; raise `Lost` if the replay cannot continue."""

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


def compared(
    step: int, recorded: Json, by_rules: Json, told: Callable[[str], tuple[Kind, tuple[RuleId, ...]]]
) -> Iterator[PeerDivergence]:
    """Return every place where two values differ; `told` gives the meaning and the rules of a path."""
    for each in differences(recorded, by_rules):
        kind, rules = told(each.path)
        yield PeerDivergence(step, kind, each.path, each.expected, each.found, rules)


# ---------------------------------------------------------------- the replay


def replayed(record: Record[E], replay: PeerReplay[E], departures: Sequence[Departure] = ()) -> PeerReport:
    """Replay a record from its set-up to its end."""
    lost = False
    _stretch(replay, -1)
    for entry in record.entries:
        try:
            followed = _followed(replay, entry, lost)
            lost = not (followed or replay.resume(entry))
        except Unreadable as fault:
            raise fault.within(f"{record.word} {entry.number}") from None
        stretch = replay.stretches[-1]
        stretch.entries.append((entry.number, len(stretch.actions)))
        replay.strayed = replay.strayed or not (followed or lost)
        _stretch(replay, entry.number)
    replay.judge_result()
    return PeerReport(
        record.game,
        record.scenario,
        str(record.ruleset),
        len(record.entries),
        sum(entry.steps for entry in record.entries),
        replay.winner,
        tuple(_explained(each, record.name, departures) for each in replay.found),
        tuple(replay.stretches),
    )


def _stretch(replay: PeerReplay[E], entry: int) -> None:
    """Begin a new line of play if the position was taken from the record."""
    if replay.strayed:
        replay.stretches.append(Stretch(entry, replay.position))
        replay.strayed = False


def _followed(replay: PeerReplay[E], entry: E, lost: bool) -> bool:
    """Follow an entry unless the replay is lost; say whether it could be followed."""
    if lost:
        return False
    try:
        replay.follow(entry)
    except Lost:
        return False
    return True


def _explained(found: PeerDivergence, record: str, departures: Sequence[Departure]) -> PeerDivergence:
    for each in departures:
        if each.explains(record, found):
            return replace(found, ruling=each.number)
    return found
