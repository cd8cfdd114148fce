"""Walk the tree below a position: every outcome of chance with its exact fraction, and the sides' choices by policy.

One walk serves every game and every question. It works on states and actions of any type; it only needs to know what is
due at a state and what follows from an action. It stops where `is_over` says so, and where a side without a policy must
choose. A state that is reached again, by any way, is walked only once. The walk notes what is of interest. Afterwards,
choices for or against a measure are settled backwards from the ends. Then the odds of any quantity can be read.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Chance, Choice, Decision, Over
from reference.kernel.verdicts import Event, Next, Refusal

ONE, NONE = Fraction(1), Fraction(0)

S = TypeVar("S")
A = TypeVar("A")
N = TypeVar("N")
T = TypeVar("T")
S_contra = TypeVar("S_contra", contravariant=True)
N_contra = TypeVar("N_contra", contravariant=True)


class Policy(StrEnum):
    """How a side chooses: for a measure, against it, the first or last action offered, or any with equal odds.

    The measure is a fact of the end of a walk, or the immediate worth of a choice if the `chosen` of the walk has one.
    """

    BEST = "best"
    WORST = "worst"
    FIRST = "first"
    LAST = "last"
    EVENLY = "evenly"


def read_policy(name: str) -> Policy:
    """Return the policy of a name."""
    if name not in tuple(Policy):
        raise Unreadable("", f"{name!r} is none of: {', '.join(Policy)}")
    return Policy(name)


class TooManyPositions(RuntimeError):
    """The tree below a position is larger than can be walked."""


# ---------------------------------------------------------------- what is walked, and what is asked of it


class Rules(Protocol[S, A]):
    """What a walk needs to know of a game."""

    def decision(self, state: S) -> Decision[A] | Over:
        """Return what is due at a state."""

    def step(self, state: S, action: A, due: Decision[A]) -> Next[S] | Refusal:
        """Return what follows from an action at a state where this is due."""


class Quantity(Protocol[S_contra, N_contra, T]):
    """Something that is known of a line of play when it has ended."""

    def at_end(self, state: S_contra) -> T:
        """Return the amount at the state at the end."""

    def after(self, note: N_contra, rest: T) -> T:
        """Return the total, given the note of a step and the total of the steps after it."""


class Measure(Quantity[S_contra, N_contra, T], Protocol[S_contra, N_contra, T]):
    """A quantity that choices can be for or against."""

    def number(self, amount: T) -> Fraction:
        """Return an amount as a number; raise `Unreadable` if it is none."""


# ---------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class Way(Generic[N]):
    """An action taken at a state: its share, where it leads, and its note."""

    share: Fraction
    to: int
    note: N


@dataclass(frozen=True, slots=True)
class Node(Generic[S, N]):
    """A state and its ways; an end has none. With a policy, one of the ways will be picked.

    A walk that was stopped has states that it met but did not walk on from: these are no ends.
    """

    state: S
    ways: tuple[Way[N], ...] = ()
    policy: Policy | None = None
    walked: bool = True


@dataclass(frozen=True, slots=True)
class Tree(Generic[S, N]):
    """All states of a walk. Ways lead to states earlier in the list; the last one is the start."""

    nodes: Sequence[Node[S, N]]

    @property
    def start(self) -> S:
        """Return the state the walk began at."""
        return self.nodes[-1].state

    @property
    def has_picks(self) -> bool:
        """Say whether some choice waits for a measure."""
        return any(node.policy is not None for node in self.nodes)

    def settled(self, measure: Measure[S, N, T]) -> Self:
        """Return the tree with every choice made for or against a measure; among equally good ones, the first."""
        nodes: list[Node[S, N]] = []
        known: list[dict[T, Fraction]] = []
        for node in self.nodes:
            ways = node.ways
            if node.policy is not None:
                pick = max if node.policy is Policy.BEST else min
                ways = (pick(ways, key=lambda way: _mean(measure, way, known)),)
            nodes.append(Node(node.state, ways, walked=node.walked))
            known.append(_mixed(measure, nodes[-1], known))
        return replace(self, nodes=nodes)

    def odds(self, quantity: Quantity[S, N, T]) -> dict[T, Fraction]:
        """Return the odds of every amount of a quantity."""
        known: list[dict[T, Fraction]] = []
        for node in self.nodes:
            known.append(_mixed(quantity, node, known))
        return known[-1]

    def ends(self) -> list[tuple[S, Fraction]]:
        """Return the states at which the walk ends, the likeliest first."""
        shares = [NONE] * len(self.nodes)
        shares[-1] = ONE
        for index in range(len(self.nodes) - 1, -1, -1):
            for way in self.nodes[index].ways:
                shares[way.to] += shares[index] * way.share
        found = [
            (node.state, share)
            for node, share in zip(self.nodes, shares, strict=True)
            if share and not node.ways and node.walked
        ]
        return sorted(found, key=lambda end: -end[1])

    @property
    def is_whole(self) -> bool:
        """Say whether the walk came to its ends, and was not stopped before."""
        return all(node.walked for node in self.nodes)


def _mixed(quantity: Quantity[S, N, T], node: Node[S, N], known: Sequence[Mapping[T, Fraction]]) -> dict[T, Fraction]:
    if not node.ways:
        return {quantity.at_end(node.state): ONE} if node.walked else {}
    mixed: dict[T, Fraction] = {}
    for way in node.ways:
        for rest, odds in known[way.to].items():
            whole = quantity.after(way.note, rest)
            mixed[whole] = mixed.get(whole, NONE) + way.share * odds
    return mixed


def _mean(measure: Measure[S, N, T], way: Way[N], known: Sequence[Mapping[T, Fraction]]) -> Fraction:
    total = NONE
    for rest, odds in known[way.to].items():
        total += odds * measure.number(measure.after(way.note, rest))
    return total


# ---------------------------------------------------------------- walking


def never(_state: object) -> bool:
    """Return False: the walk has no extra end."""
    return False


def nothing_chosen(_state: object, _due: object, _policy: Policy | None) -> None:
    """Return None: only the policies choose."""


def not_stopped() -> bool:
    """Return False: nobody stops the walk."""
    return False


def nothing_told(_positions: int) -> None:
    """Do not report the progress of a walk."""


@dataclass(frozen=True, slots=True)
class Walker(Generic[S, A, N]):
    """How to walk.

    `note` returns what is kept of the events of a step; steps that lead to the same state with the same note are
    joined. `is_over` says where to stop. `chosen` returns the action that a side takes at a choice, given its policy;
    None leaves the choice to the policy. `decisions` limits the length of a line, `most` the number of positions.
    `tell` gets that number as it grows. `is_stopped` is asked again and again; when it says so, the walk ends at once.
    """

    rules: Rules[S, A]
    note: Callable[[tuple[Event, ...]], N]
    most: int
    policies: Mapping[str, Policy] = field(default_factory=dict)
    chosen: Callable[[S, Choice[A], Policy | None], A | None] = nothing_chosen
    is_over: Callable[[S], bool] = never
    decisions: int | None = None
    tell: Callable[[int], None] = nothing_told
    is_stopped: Callable[[], bool] = not_stopped

    def tree(self, start: S) -> Tree[S, N]:
        """Return the tree below a state."""
        under_way = _UnderWay(self)
        under_way.walk(start)
        return Tree(under_way.nodes)


# A state, and the number of decisions left if that is limited.
_Key: TypeAlias = tuple[S, int | None]


@dataclass(slots=True)
class _UnderWay(Generic[S, A, N]):
    """A walk under way. Keys are numbered in the order they are met, nodes in the order they are finished."""

    walker: Walker[S, A, N]
    nodes: list[Node[S, N]] = field(default_factory=list)
    numbers: dict[_Key[S], int] = field(default_factory=dict)
    keys: list[_Key[S]] = field(default_factory=list)
    done: dict[int, int] = field(default_factory=dict)

    def walk(self, start: S) -> None:
        """Walk depth first without recursion: a state gets its node after all states below it."""
        # The open states are those that lead to the current state, in that order.
        opened: dict[int, tuple[tuple[Way[N], ...], Policy | None]] = {}
        stack: list[int] = [self._number(start, self.walker.decisions)]
        while stack:
            if self.walker.is_stopped():
                self._stop(opened)
                return
            at = stack[-1]
            if at in opened:
                self._close(at, *opened.pop(at))
            if at in self.done:
                stack.pop()
                continue
            opened[at] = self._ways(*self.keys[at])
            ways, _ = opened[at]
            if any(way.to in opened for way in ways):
                raise TooManyPositions("the choices go round in a circle; limit the number of decisions")
            stack.extend(way.to for way in ways if way.to not in self.done)

    def _stop(self, opened: Mapping[int, tuple[tuple[Way[N], ...], Policy | None]]) -> None:
        """Close what is open, the innermost first; states that were met and not walked get a node that says so."""
        for at, (ways, policy) in reversed([*opened.items()] or [(0, ((), None))]):
            for each in (way.to for way in ways if way.to not in self.done):
                self.done[each] = len(self.nodes)
                self.nodes.append(Node(self.keys[each][0], walked=False))
            leading = tuple(Way(each.share, self.done[each.to], each.note) for each in ways)
            self.done[at] = len(self.nodes)
            self.nodes.append(Node(self.keys[at][0], leading, policy, walked=bool(leading)))

    def _number(self, state: S, left: int | None) -> int:
        key = (state, left)
        number = self.numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def _close(self, at: int, ways: Iterable[Way[N]], policy: Policy | None) -> None:
        if len(self.nodes) >= self.walker.most:
            raise TooManyPositions(f"more than {self.walker.most} positions to walk through")
        leading = tuple(Way(each.share, self.done[each.to], each.note) for each in ways)
        self.done[at] = len(self.nodes)
        self.nodes.append(Node(self.keys[at][0], leading, policy))
        self.walker.tell(len(self.nodes))

    def _ways(self, state: S, left: int | None) -> tuple[tuple[Way[N], ...], Policy | None]:
        """Return the ways that lead on from a state, and the policy by which one of them will be picked."""
        walker = self.walker
        due = walker.rules.decision(state)
        if isinstance(due, Over) or left == 0 or walker.is_over(state):
            return (), None
        if isinstance(due, Chance):
            return self._joined(self._taken(state, due, due.outcomes, left)), None
        policy = walker.policies.get(due.by)
        chosen = walker.chosen(state, due, policy)
        if chosen is None and policy in (Policy.FIRST, Policy.LAST):
            chosen = due.actions[0 if policy is Policy.FIRST else -1]
        if chosen is not None:
            return self._taken(state, due, [(chosen, ONE)], left), None
        if policy is None:
            return (), None
        if policy is Policy.EVENLY:
            share = Fraction(1, len(due.actions))
            return self._joined(self._taken(state, due, [(action, share) for action in due.actions], left)), None
        ways = self._taken(state, due, [(action, ONE) for action in due.actions], left)
        return ways, policy if len(ways) > 1 else None

    def _taken(
        self, state: S, due: Decision[A], actions: Iterable[tuple[A, Fraction]], left: int | None
    ) -> tuple[Way[N], ...]:
        ways: list[Way[N]] = []
        for action, share in actions:
            verdict = self.walker.rules.step(state, action, due)
            assert isinstance(verdict, Next), f"{action} was offered and refused: {verdict}"
            to = self._number(verdict.state, None if left is None else left - 1)
            ways.append(Way(share, to, self.walker.note(verdict.events)))
        return tuple(ways)

    def _joined(self, ways: Sequence[Way[N]]) -> tuple[Way[N], ...]:
        """Join ways that differ only in their share."""
        shares: dict[tuple[int, N], Fraction] = {}
        for way in ways:
            known = shares.get((way.to, way.note))
            shares[way.to, way.note] = way.share if known is None else known + way.share
        return tuple(Way(share, to, note) for (to, note), share in shares.items())
