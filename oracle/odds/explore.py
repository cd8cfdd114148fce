"""Exact odds of what comes next, from any position of any game.

The tree below a position is walked once: every outcome of chance with its fraction, and of the sides' choices those
that their policies allow. It stops where the procedure is over, where a side without a policy must choose, or after a
stated number of decisions. Positions met again, by whatever way, are walked once. Then choices for or against a measure
are settled from the ends backwards, and the odds of any fact can be read off.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from oracle.odds.facts import Amount, Fact, number_of
from oracle.shortform import fits
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Event, Next

MOST_POSITIONS = 20_000
ONE, NONE = Fraction(1), Fraction(0)
CHOICE = "choice"
PROCEDURE = "procedure"


class Policy(StrEnum):
    """How a side chooses while odds are reckoned: for the measure, against it, the first or last offered, evenly."""

    BEST = "best"
    WORST = "worst"
    FIRST = "first"
    LAST = "last"
    EVENLY = "evenly"


class TooManyPositions(RuntimeError):
    """The tree below a position is larger than can be walked."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How far to go and how the sides choose.

    `until` is `procedure`, the type of a frame, or `choice`; `given` are choices, each some fields of an action, that
    are taken wherever they are legal; `decisions` limits the length of a line, `most` the number of positions.
    """

    until: str = PROCEDURE
    policies: Mapping[str, Policy] = field(default_factory=dict)
    given: tuple[Mapping[str, str], ...] = ()
    decisions: int | None = None
    most: int = MOST_POSITIONS


@dataclass(frozen=True, slots=True)
class Way:
    """An action taken at a position: its share, where it leads, and what happens."""

    share: Fraction
    to: int
    events: tuple[Event, ...]


@dataclass(slots=True)
class Node:
    """A position; no ways lead on from an end, and of those under a policy one will be picked."""

    table: Table
    ways: tuple[Way, ...] = ()
    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """All positions of a walk. Ways lead to positions earlier in the list; the last one is the start."""

    nodes: Sequence[Node]
    unused: tuple[Mapping[str, str], ...] = ()

    @property
    def start(self) -> Table:
        """Return the position the walk began at."""
        return self.nodes[-1].table

    def happened(self) -> Mapping[str, Sequence[Event]]:
        """Return every event met on the way, by kind."""
        found: dict[str, dict[Event, None]] = defaultdict(dict)
        for node in self.nodes:
            for way in node.ways:
                for each in way.events:
                    found[each.kind.value][each] = None
        return {kind: tuple(events) for kind, events in found.items()}

    @property
    def has_picks(self) -> bool:
        """Say whether some choice waits for a measure."""
        return any(node.policy is not None for node in self.nodes)

    def settled(self, measure: Fact) -> "Tree":
        """Return the tree with every choice for or against a measure made; of equally good ones the first."""
        nodes: list[Node] = []
        known: dict[int, dict[Amount, Fraction]] = {}
        for index, node in enumerate(self.nodes):
            ways = node.ways
            if node.policy is not None:
                pick = max if node.policy is Policy.BEST else min
                ways = (pick(ways, key=lambda way: _mean(measure, way, known)),)
            nodes.append(Node(node.table, ways))
            known[index] = _mixed(measure, nodes[-1], known)
        return Tree(nodes, self.unused)

    def odds(self, fact: Fact) -> dict[Amount, Fraction]:
        """Return the odds of every amount of a fact."""
        known: dict[int, dict[Amount, Fraction]] = {}
        for index, node in enumerate(self.nodes):
            known[index] = _mixed(fact, node, known)
        return known[len(self.nodes) - 1]

    def ends(self) -> list[tuple[Table, Fraction]]:
        """Return the positions at which the walk ends, the likeliest first."""
        shares = [NONE] * len(self.nodes)
        shares[-1] = ONE
        for index in range(len(self.nodes) - 1, -1, -1):
            for way in self.nodes[index].ways:
                shares[way.to] += shares[index] * way.share
        found = [(node.table, share) for node, share in zip(self.nodes, shares, strict=True) if share and not node.ways]
        return sorted(found, key=lambda end: -end[1])


def _mixed(fact: Fact, node: Node, known: Mapping[int, Mapping[Amount, Fraction]]) -> dict[Amount, Fraction]:
    if not node.ways:
        return {fact.at_end(node.table): ONE}
    mixed: dict[Amount, Fraction] = {}
    for way in node.ways:
        for rest, odds in known[way.to].items():
            whole = fact.after(way.events, rest)
            mixed[whole] = mixed.get(whole, NONE) + way.share * odds
    return mixed


def _mean(measure: Fact, way: Way, known: Mapping[int, Mapping[Amount, Fraction]]) -> Fraction:
    total = NONE
    for rest, odds in known[way.to].items():
        number = number_of(measure.after(way.events, rest))
        if number is None:
            raise Unreadable(
                "", f"{measure.name} is no number, so nothing is best for it; ask for {measure.name}=VALUE"
            )
        total += odds * number
    return total


# ---------------------------------------------------------------- walking

# A position and the decisions left, where they are limited.
_Key: TypeAlias = tuple[Table, int | None]


@dataclass(frozen=True, slots=True)
class _Step:
    share: Fraction
    to: _Key
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Explorer:
    walk: Walk
    is_over: Callable[[Table], bool]
    nodes: list[Node] = field(default_factory=list)
    index: dict[_Key, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    tell: Callable[[int], None] | None = None

    def explore(self, start: Table) -> None:
        """Walk depth first without recursion: a position is numbered once all below it are."""
        # What is open is what leads to the position at hand, in that order.
        opened: dict[_Key, tuple[tuple[_Step, ...], Policy | None]] = {}
        stack: list[_Key] = [(start, self.walk.decisions)]
        while stack:
            key = stack[-1]
            if key in opened:
                self._close(key, *opened.pop(key))
            if key in self.index:
                stack.pop()
                continue
            opened[key] = self._steps(*key)
            steps, _ = opened[key]
            if any(step.to in opened for step in steps):
                raise TooManyPositions("the choices go round in a circle; limit the number of decisions")
            stack.extend(step.to for step in steps if step.to not in self.index)

    def _close(self, key: _Key, steps: tuple[_Step, ...], policy: Policy | None) -> None:
        if len(self.nodes) >= self.walk.most:
            raise TooManyPositions(f"more than {self.walk.most} positions to walk through")
        self.index[key] = len(self.nodes)
        self.nodes.append(
            Node(key[0], tuple(Way(each.share, self.index[each.to], each.events) for each in steps), policy)
        )
        if self.tell is not None:
            self.tell(len(self.nodes))

    def _steps(self, table: Table, left: int | None) -> tuple[tuple[_Step, ...], Policy | None]:
        due = table.due()
        if isinstance(due, Over) or left == 0 or self.is_over(table):
            return (), None
        if due.odds is not None:
            return self._taken(table, due, list(zip(due.actions, due.odds, strict=True)), left), None
        chosen = self._given(due)
        policy = self.walk.policies.get(due.by)
        if chosen is not None or policy in (Policy.FIRST, Policy.LAST):
            action = chosen if chosen is not None else due.actions[0 if policy is Policy.FIRST else -1]
            return self._taken(table, due, [(action, ONE)], left), None
        if policy is None:
            return (), None
        share = Fraction(1, len(due.actions)) if policy is Policy.EVENLY else ONE
        steps = self._taken(table, due, [(action, share) for action in due.actions], left)
        return steps, None if policy is Policy.EVENLY or len(steps) == 1 else policy

    def _given(self, due: Due) -> Json:
        for index, wanted in enumerate(self.walk.given):
            for action in due.actions:
                if fits(wanted, action):
                    self.used.add(index)
                    return action
        return None

    def _taken(
        self, table: Table, due: Due, actions: Sequence[tuple[Json, Fraction]], left: int | None
    ) -> tuple[_Step, ...]:
        steps: list[_Step] = []
        for action, share in actions:
            verdict = table.act(due.by, action)
            assert isinstance(verdict, Next), f"{action} was offered and refused: {verdict}"
            steps.append(_Step(share, (verdict.state, None if left is None else left - 1), verdict.events))
        return tuple(steps)


def explored(start: Table, walk: Walk, tell: Callable[[int], None] | None = None) -> Tree:
    """Return the tree below a position."""
    explorer = _Explorer(walk, _ending(start, walk.until), tell=tell)
    explorer.explore(start)
    unused = tuple(each for index, each in enumerate(walk.given) if index not in explorer.used)
    return Tree(explorer.nodes, unused)


def procedures(table: Table) -> tuple[str, ...]:
    """Return the procedures under way at a position, the outermost first."""
    canonical = table.canonical()
    frames = canonical.get("frames", ()) if isinstance(canonical, Mapping) else ()
    assert isinstance(frames, Sequence)
    return tuple(str(each.get("type")) for each in frames if isinstance(each, Mapping))


def _ending(start: Table, until: str) -> Callable[[Table], bool]:
    """Return what says that a walk has come to its end."""
    if until == CHOICE:
        return lambda _: False
    under_way = procedures(start)
    if until != PROCEDURE and until not in under_way:
        offered = ", ".join(dict.fromkeys((PROCEDURE, CHOICE, *under_way)))
        raise Unreadable("until", f"{until!r} is not under way here; there are: {offered}")
    if not under_way:
        return lambda _: False
    level = len(under_way) - 1 if until == PROCEDURE else under_way.index(until)
    kind = under_way[level]

    def is_over(table: Table) -> bool:
        now = procedures(table)
        return len(now) <= level or now[level] != kind

    return is_over
