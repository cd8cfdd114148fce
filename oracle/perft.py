"""Counts of lines of play, by which two implementations compare their rules.

A line of depth n is a sequence of n actions, or a shorter one that ends the game. Every outcome of chance is an action.
If the counts of two implementations differ, some rule differs; `divide` shows below which action.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from oracle.errors import InputError
from oracle.executors.each import ALONE, Where, each_in_order
from oracle.files import read_text
from oracle.game_registry import REGISTERED, opening_table
from oracle.located_position import locate
from oracle.shortform import short
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.decisions import Over
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import COUNT
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import Header
from reference.kernel.verdicts import Next

VERSION = 1
MOST_POSITIONS = 2_000_000
# How many positions are reached before others go on from them, and in how many parts they do.
_FRONT = 2_000
_PARTS = 250
_GENERATED_BY = "./referee perft --check --update"
_NOTE = "Lines of play of depth 1, 2, 3 ... below each position; `referee perft --check` counts them anew."


@dataclass(slots=True)
class Counter:
    """Counts lines depth by depth.

    What is kept of a depth are the positions reached, each once, with the number of lines that lead there: how many
    lines there are has no part in the work, only how many positions. The last action of a line is counted, not taken.
    """

    start: Table | None = None
    depth: int = 0
    reached: dict[Table, int] = field(default_factory=dict)
    ended: int = 0

    def lines(self, table: Table, depth: int) -> int:
        """Return the number of lines of a depth below a position; quick for a depth more than the one before."""
        if depth == 0:
            return 1
        if self.start != table or depth <= self.depth:
            self.start, self.depth, self.reached, self.ended = table, 0, {table: 1}, 0
        return self.lines_of(depth)

    def lines_of(self, depth: int) -> int:
        """Return the number of lines of a depth, which is not below the one come to."""
        while self.depth < depth - 1:
            self.go_on()
        return self.ended + sum(number * _choices(each) for each, number in self.reached.items())

    def go_on(self) -> None:
        """Go one action further."""
        reached: dict[Table, int] = {}
        ended = self.ended
        for table, number in self.reached.items():
            if table.asks() is None:
                ended += number
                continue
            for each in table.followers():
                reached[each] = reached.get(each, 0) + number
            if len(reached) > MOST_POSITIONS:
                raise InputError(f"more than {MOST_POSITIONS} positions; ask for a smaller depth")
        self.reached, self.ended, self.depth = reached, ended, self.depth + 1


def _choices(table: Table) -> int:
    """Return in how many ways a line goes on; one that has ended counts once."""
    return 1 if table.asks() is None else table.choices()


def after(table: Table, by: str, action: Json) -> Table:
    """Return the position after an action that was offered."""
    verdict = table.act(by, action)
    if not isinstance(verdict, Next):
        raise InputError(f"the reference offers {short(action)} and refuses it: {verdict}")
    return verdict.state


# ---------------------------------------------------------------- counts in parts, which others may do


@dataclass(frozen=True, slots=True)
class Given:
    """A position in the form in which it is handed on."""

    game: str
    ruleset: str
    position: Json

    def table(self) -> Table:
        """Return it on the table."""
        return REGISTERED.place(self.game, parse_ruleset_name(self.ruleset), self.position)

    def lines(self, depths: Iterable[int]) -> tuple[int, ...]:
        """Return the number of lines of some depths below it."""
        table, counter = self.table(), Counter()
        return tuple(counter.lines(table, depth) for depth in depths)


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the positions that lines have come to, with the number of lines to each."""

    game: str
    ruleset: str
    positions: tuple[tuple[Json, int], ...]

    def lines(self, depth: int) -> int:
        """Return how many lines these become when they are so much longer."""
        reached = {Given(self.game, self.ruleset, each).table(): number for each, number in self.positions}
        return Counter(reached=reached).lines_of(depth)


def lines_by_depth(header: Header, table: Table, depth: int, where: Where = ALONE) -> Iterator[int]:
    """Return the number of lines of each depth up to one, each as soon as it is counted.

    If others help, each gets some of the positions that are reached first. What is reached below two of them is looked
    at twice, so this process alone looks at fewer positions.
    """
    counter, front = Counter(), Counter(reached={table: 1})
    for each in range(1, depth + 1):
        while where != ALONE and front.depth < each - 1 and len(front.reached) < _FRONT:
            front.go_on()
        if where == ALONE or front.depth == each - 1:
            yield counter.lines(table, each) if where == ALONE else front.lines_of(each)
            continue
        positions = [(reached.canonical(), number) for reached, number in front.reached.items()]
        size = -(-len(positions) // _PARTS)
        parts = [
            Part(header.game, str(header.ruleset), tuple(positions[at : at + size]))
            for at in range(0, len(positions), size)
        ]
        longer = partial(Part.lines, depth=each - front.depth)
        yield front.ended + sum(each_in_order(longer, parts, where))


def divided(header: Header, table: Table, depth: int, where: Where = ALONE) -> Iterator[tuple[Json, int]]:
    """Return the number of lines below each action of a position, each as soon as it is counted."""
    due = table.due()
    if isinstance(due, Over):
        return
    below = (after(table, due.by, action).canonical() for action in due.actions)
    given = (Given(header.game, str(header.ruleset), each) for each in below)
    counts = each_in_order(partial(Given.lines, depths=(depth - 1,)), given, where, len(due.actions))
    for action, (lines,) in zip(due.actions, counts, strict=True):
        yield action, lines


# ---------------------------------------------------------------- the published counts


@dataclass(frozen=True, slots=True)
class Published:
    """The counts of one position: lines of depth 1, 2, 3 ..."""

    id: str
    about: Mapping[str, Json]
    lines: tuple[int, ...]


def read_published(path: Path) -> tuple[Published, ...]:
    """Read a file of published counts."""
    try:
        given = fields_of(parse(read_text(path)))
        if given.number("version", 0, COUNT) != VERSION:
            raise Unreadable("version", f"must be {VERSION}")
        given.take("generated_by")
        given.take("note")
        entries = given.take("counts")
        given.finish()
        if not isinstance(entries, list | tuple):
            raise Unreadable("counts", "must be a list")
        return tuple(_entry(fields_of(each), f"counts[{index}]") for index, each in enumerate(entries))
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None


def _entry(given: Fields, where: str) -> Published:
    try:
        lines = given.take("lines")
        if not isinstance(lines, list | tuple) or not all(isinstance(each, int) for each in lines):
            raise Unreadable("lines", "must be a list of whole numbers")
        about = {name: item for name, item in given.given.items() if name not in ("id", "lines")}
        return Published(given.text("id"), about, tuple(each for each in lines if isinstance(each, int)))
    except Unreadable as fault:
        raise fault.within(where) from None


def written(entries: Sequence[Published]) -> str:
    """Return the text of a file of published counts, an entry a line."""
    lines = (canonical_text({"id": each.id, **each.about, "lines": list(each.lines)}) for each in entries)
    told = ",\n  ".join(lines)
    head = canonical_text({"generated_by": _GENERATED_BY, "note": _NOTE, "version": VERSION}).removesuffix("}")
    return f'{head},"counts":[\n  {told}\n]}}\n'


def table_of(entry: Published, root: Path) -> Table:
    """Return the position that published counts are about."""
    return _located(entry, root)[1]


def _given(entry: Published, root: Path) -> Given:
    header, table = _located(entry, root)
    return Given(header.game, str(header.ruleset), table.canonical())


def _located(entry: Published, root: Path) -> tuple[Header, Table]:
    try:
        given = fields_of(entry.about)
        if "trace" in given:
            place = given.text("trace")
            given.finish()
            found = locate(str(root / place))
            return found.header, found.table
        header = Header(given.text("game"), parse_ruleset_name(given.text("ruleset")), given.optional_text("scenario"))
        if header.scenario is None:
            header = Header(header.game, header.ruleset, position=given.take("position"))
        given.finish()
        return header, opening_table(header)
    except (Unreadable, InputError) as fault:
        raise InputError(f"{entry.id}: {fault}") from None


def counted(entries: Sequence[Published], root: Path, where: Where = ALONE) -> Iterator[tuple[int, ...]]:
    """Count again for every entry."""
    given = ((_given(entry, root), len(entry.lines)) for entry in entries)
    return each_in_order(_all_depths, given, where, len(entries))


def _all_depths(asked: tuple[Given, int]) -> tuple[int, ...]:
    given, depth = asked
    return given.lines(range(1, depth + 1))
