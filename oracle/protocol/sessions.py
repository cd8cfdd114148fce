"""The sessions of one server: many at once, each with its latest positions, within limits.

Beyond the limits the oldest is dropped: the session that was unused for longest, or the earliest positions of a
session. A client that asks for something dropped gets an error that says so.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass, field

from oracle.protocol.messages import Code, Failure
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table

MOST_SESSIONS = 32
MOST_STEPS = 500


@dataclass(frozen=True, slots=True)
class Limits:
    """How many sessions are kept, and how many of the latest positions of each."""

    sessions: int = MOST_SESSIONS
    steps: int = MOST_STEPS


@dataclass(slots=True)
class Session:
    """A game under way: the steps taken so far, and the latest positions."""

    name: str
    game: str
    ruleset: RulesetName
    kept: deque[Table]
    step: int = 0

    @property
    def table(self) -> Table:
        """Return the latest position."""
        return self.kept[-1]

    @property
    def oldest(self) -> int:
        """Return the earliest step whose position is still kept."""
        return self.step - len(self.kept) + 1

    def at(self, step: int | None) -> Table:
        """Return the position after some number of steps; without a number, the latest."""
        if step is None:
            return self.table
        if not 0 <= step <= self.step:
            raise Failure(Code.NO_SUCH_STEP, f"{self.name} has no step {step}; it has come to step {self.step}")
        if step < self.oldest:
            gone = f"step {step} of {self.name} is no longer kept: only the latest {self.kept.maxlen} positions are"
            raise Failure(Code.NO_SUCH_STEP, gone, {"oldest": self.oldest})
        return self.kept[step - self.oldest]

    def went_on(self, table: Table) -> None:
        """Note the position after a further step."""
        self.kept.append(table)
        self.step += 1


@dataclass(slots=True)
class Sessions:
    """All sessions of a server, the one used last at the end."""

    limits: Limits = field(default_factory=Limits)
    held: OrderedDict[str, Session] = field(default_factory=OrderedDict)
    opened: int = 0

    def open(self, game: str, ruleset: RulesetName, table: Table) -> Session:
        """Begin a session, and drop the one unused for longest if there are too many."""
        self.opened += 1
        session = Session(f"s{self.opened}", game, ruleset, deque([table], maxlen=self.limits.steps))
        self.held[session.name] = session
        while len(self.held) > self.limits.sessions:
            self.held.popitem(last=False)
        return session

    def get(self, name: str) -> Session:
        """Return a session by name."""
        if name not in self.held:
            raise Failure(Code.NO_SUCH_SESSION, self._why_not(name))
        self.held.move_to_end(name)
        return self.held[name]

    def close(self, name: str) -> None:
        """End a session."""
        self.get(name)
        del self.held[name]

    def _why_not(self, name: str) -> str:
        number = name.removeprefix("s")
        was = name.startswith("s") and number.isascii() and number.isdecimal() and len(number) < 12
        if was and 0 < int(number) <= self.opened and name == f"s{int(number)}":
            return f"session {name} is gone: it was closed, or dropped because at most {self.limits.sessions} are kept"
        return f"there is no session {name!r}"
