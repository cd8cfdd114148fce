"""Exact odds of what comes next, from any position of any game.

The walk ends where the procedure is over, where a side without a policy must choose, or after a given number of
decisions. Positions are tables and actions are JSON. All events are kept, so that any fact can be asked of the tree.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from oracle.odds.facts import Amount, Fact
from oracle.odds.walker import Policy, Tree, Walker, never, not_stopped, nothing_told
from oracle.shortform import fits
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Chance, Choice, Decision, Over
from reference.kernel.table import Table
from reference.kernel.verdicts import Event, Next, Refusal

MOST_POSITIONS = 20_000
CHOICE = "choice"
PROCEDURE = "procedure"


@dataclass(frozen=True, slots=True)
class Walk:
    """How far to go and how the sides choose.

    `until` is `procedure`, the type of a frame, or `choice`. `given` are choices that are taken wherever they are
    legal; each is some fields of an action. `decisions` limits the length of a line, `most` the number of positions.
    """

    until: str = PROCEDURE
    policies: Mapping[str, Policy] = field(default_factory=dict)
    given: tuple[Mapping[str, str], ...] = ()
    decisions: int | None = None
    most: int = MOST_POSITIONS


@dataclass(frozen=True, slots=True)
class PositionTree(Tree[Table, tuple[Event, ...]]):
    """All positions of a walk, with the events on the way; `unused` are the given choices that were legal nowhere."""

    unused: tuple[Mapping[str, str], ...] = ()

    def happened(self) -> Mapping[str, Sequence[Event]]:
        """Return every event of the walk, by kind."""
        found: dict[str, dict[Event, None]] = defaultdict(dict)
        for node in self.nodes:
            for way in node.ways:
                for each in way.note:
                    found[each.kind.value][each] = None
        return {kind: tuple(events) for kind, events in found.items()}


class _Tables:
    """The rules of a walk over tables."""

    def decision(self, table: Table) -> Decision[Json] | Over:
        due = table.due()
        if isinstance(due, Over):
            return due
        if due.odds is None:
            return Choice(due.by, due.about, due.rules, due.actions)
        return Chance(due.about, due.rules, tuple(zip(due.actions, due.odds, strict=True)))

    def step(self, table: Table, action: Json, due: Decision[Json]) -> Next[Table] | Refusal:
        return table.act(due.by, action)


@dataclass(slots=True)
class _Given:
    """Choices that are taken wherever they are legal, and which of them were legal anywhere."""

    choices: tuple[Mapping[str, str], ...]
    used: set[int] = field(default_factory=set)

    def chosen(self, _: Table, due: Choice[Json], _policy: Policy | None) -> Json:
        for index, wanted in enumerate(self.choices):
            for action in due.actions:
                if fits(wanted, action):
                    self.used.add(index)
                    return action
        return None

    @property
    def unused(self) -> tuple[Mapping[str, str], ...]:
        return tuple(each for index, each in enumerate(self.choices) if index not in self.used)


def _all(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return events


def explored(
    start: Table,
    walk: Walk,
    tell: Callable[[int], None] = nothing_told,
    stop: Callable[[Table], bool] = never,
    is_stopped: Callable[[], bool] = not_stopped,
) -> PositionTree:
    """Return the tree below a position; it also ends wherever `stop` says so, and when `is_stopped` says so."""
    given, ending = _Given(walk.given), _ending(start, walk.until)

    def is_over(table: Table) -> bool:
        return ending(table) or stop(table)

    walker = Walker(_Tables(), _all, walk.most, walk.policies, given.chosen, is_over, walk.decisions, tell, is_stopped)
    tree = walker.tree(start)
    return PositionTree(tree.nodes, given.unused)


NOTHING_THERE = "nothing stands there, neither before nor after"


def leads_nowhere(tree: PositionTree, fact: Fact, found: Mapping[Amount, Fraction]) -> bool:
    """Say whether a path has nothing at its end, wherever the walk begins or ends."""
    return set(found) == {"null"} and fact.at_end(tree.start) == "null"


def procedures(table: Table) -> tuple[str, ...]:
    """Return the procedures under way at a position, the outermost first."""
    canonical = table.canonical()
    frames = canonical.get("frames", ()) if isinstance(canonical, Mapping) else ()
    assert isinstance(frames, Sequence)
    return tuple(str(each.get("type")) for each in frames if isinstance(each, Mapping))


def _ending(start: Table, until: str) -> Callable[[Table], bool]:
    """Return the function that says whether a walk ends at a table."""
    if until == CHOICE:
        return never
    under_way = procedures(start)
    if until != PROCEDURE and until not in under_way:
        offered = ", ".join(dict.fromkeys((PROCEDURE, CHOICE, *under_way)))
        raise Unreadable("until", f"{until!r} is not under way here; there are: {offered}")
    if not under_way:
        return never
    level = len(under_way) - 1 if until == PROCEDURE else under_way.index(until)
    kind = under_way[level]

    def is_over(table: Table) -> bool:
        now = procedures(table)
        return len(now) <= level or now[level] != kind

    return is_over
