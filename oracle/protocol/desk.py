"""What the methods work on: the games, the open sessions and cases, and the position that a request asks about."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import TypeAlias

from oracle.game_registry import REGISTERED, GameRegistry
from oracle.odds.explore import MOST_POSITIONS
from oracle.odds.walker import not_stopped
from oracle.protocol.cases import Cases, Played, read_case
from oracle.protocol.messages import Code, Failure
from oracle.protocol.params import Params
from oracle.protocol.sessions import Sessions
from reference.kernel.canonical import Json
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table

Answer: TypeAlias = dict[str, Json]

# A trace of this length takes a few seconds, in which no other session is answered.
MOST_LINES = 10_000


@dataclass(slots=True)
class Desk:
    """What the methods work on: the games of the registry, the open sessions, the cases played lately.

    Where requests overlap, whoever reads or changes sessions and cases holds the lock. `positions` and `lines` are what
    one message may still walk and play, so that a batch costs no more than one request and nobody keeps the others
    waiting.
    """

    sessions: Sessions = field(default_factory=Sessions)
    registry: GameRegistry = REGISTERED
    closing: bool = False
    cases: Cases = field(default_factory=Cases)
    lock: RLock = field(default_factory=RLock)
    # What says whether the client still wants the answer to the request under way; asked while work is long.
    is_cancelled: Callable[[], bool] = not_stopped
    positions: int = MOST_POSITIONS
    lines: int = MOST_LINES

    def begin(self) -> None:
        """Give a message its share of work."""
        self.positions, self.lines = MOST_POSITIONS, MOST_LINES

    def play_lines(self, lines: int) -> None:
        """Take lines of a trace, or acts of a case, from the share of a message."""
        if lines > self.lines:
            left = "" if self.lines == MOST_LINES else f"; {self.lines} are left for this message"
            raise Failure(Code.TOO_LARGE, f"The trace is too long: {lines} lines, {MOST_LINES} are the most{left}")
        self.lines -= lines

    def played(self, given: Json) -> Played:
        """Return a case that a request gives, played to its end."""
        case = read_case(self.registry, given)
        with self.lock:
            return self.cases.played(self.registry, case, self.play_lines)


@dataclass(frozen=True, slots=True)
class Place:
    """A position that is asked about; `then` is the position that came next, if there is one.

    `steps` is how far the session or case goes, `begins` how many steps of it are those of a seed.
    """

    game: str
    ruleset: RulesetName
    table: Table
    step: int
    then: Table | None = None
    steps: int = 0
    begins: int = 0


@dataclass(frozen=True, slots=True)
class Where:
    """What a request says about the position it asks about: a session or a case, and a step of it."""

    session: str | None
    case: Json
    at: int | None

    def found(self, desk: Desk) -> Place:
        """Return the position."""
        if self.session is None:
            return place_of(desk.played(self.case), self.at)
        with desk.lock:
            session = desk.sessions.get(self.session)
            table = session.at(self.at)
            step = session.step if self.at is None else self.at
            then = session.at(step + 1) if step < session.step else None
        return Place(session.game, session.ruleset, table, step, then, session.step)


def where(params: Params) -> Where:
    """Take the position that a request asks about: `session` or `case`, and `at`."""
    at = params.optional_number("at")
    if "session" not in params and "case" in params:
        return Where(None, params.take("case"), at)
    return Where(params.text("session"), None, at)


def place_of(played: Played, at: int | None) -> Place:
    """Return a position of a case."""
    if at is not None and not 0 <= at <= played.steps:
        raise Failure(Code.NO_SUCH_STEP, f"the case has no step {at}; it has come to step {played.steps}")
    step = played.steps if at is None else at
    then = played.tables[step + 1] if step < played.steps else None
    return Place(played.case.game, played.case.ruleset, played.tables[step], step, then, played.steps, played.begins)


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Says when work has taken as long as it may, or nobody waits for it any more."""

    desk: Desk
    ends: float

    def is_over(self) -> bool:
        """Say whether the work must end."""
        if self.desk.is_cancelled():
            raise Failure(Code.CANCELLED, "Cancelled")
        return time.monotonic() > self.ends


def stopwatch(desk: Desk, seconds: float) -> Stopwatch:
    """Return a stopwatch that runs for some seconds."""
    return Stopwatch(desk, time.monotonic() + seconds)
