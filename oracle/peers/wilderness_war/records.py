"""Recorded games of another implementation of Wilderness War: the lines as read.

One JSON object a line: one `game`, then the `step`s, then one `end`. A step says what was decided, every choice, the
one taken, the draws in order and what differs from the position before. Ids are those of `spec_tables`. Steps are cut
into phases: from one moment at which a side is about to play a card and nothing is pending to the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.peers.formats import Format, has
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import COUNT
from reference.wilderness_war.ch03_pieces import is_leader_id, leader, unit
from reference.wilderness_war.ranges import DIE
from reference.wilderness_war.sides import Side

SCENARIOS = {
    "Annus Mirabilis": "annus_mirabilis",
    "Early War Campaign": "early_war",
    "Late War Campaign": "late_war",
    "The French & Indian War": "full_campaign",
}
FORMAT = Format(
    "wilderness_war",
    "steps of a public implementation of Wilderness War, with every choice and open positions",
    (
        has("record", "game"),
        has("game", "wilderness_war"),
        has("scenario", *SCENARIOS),
        has("position"),
        has("supply"),
        has("draws"),
    ),
)
KINDS = ("d6", "card", "leader", "hand")
SIDES = tuple(side.value for side in Side)
# What nobody has to choose: the window was only seen and closed.
_IDLE = frozenset({"pass", "next", "stop"})


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a piece stands; `under` names the leader in whose force it is."""

    space: str
    reduced: bool = False
    inside: bool = False
    under: str = ""


Pieces = Mapping[str, Piece]
Position = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die, a card or a leader, as it came up; `to` is who gets a card."""

    kind: str
    value: str | int
    to: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded decision: `legal` are all choices, `do` the one taken; `before` and `after` are all pieces."""

    n: int
    by: str
    decision: str
    legal: tuple[tuple[str, ...], ...]
    do: tuple[str, ...]
    draws: tuple[Drawn, ...]
    moved: Mapping[str, Piece | None]
    before: Pieces = field(repr=False)
    after: Pieces = field(repr=False)
    position: Position = field(repr=False)
    next_decision: str
    next_by: str
    context: Mapping[str, Json] = field(repr=False)

    @property
    def is_idle(self) -> bool:
        """Say whether nothing was chosen: the window was passed or closed."""
        return self.do[0] in _IDLE


@dataclass(frozen=True, slots=True)
class Phase:
    """What happens from one moment at which nothing is pending to the next: usually one Action Phase.

    `supply` is what the search for supply reaches after it.
    """

    number: int
    steps_taken: tuple[Step, ...]
    supply: Mapping[str, Json] = field(default_factory=dict, repr=False)

    @property
    def steps(self) -> int:
        """Return how many recorded steps it has."""
        return len(self.steps_taken)

    @property
    def last(self) -> Step:
        """Return its last step."""
        return self.steps_taken[-1]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What stands before the first step."""

    scenario: str
    name: str
    position: Position
    pieces: Pieces
    draws: tuple[Drawn, ...]
    active: str
    supply: Mapping[str, Json]


@dataclass(slots=True)
class Reader:
    """Reads the lines after the first and puts steps together to phases."""

    position: Position
    pieces: Pieces
    expected: int = 0
    pending: list[Step] = field(default_factory=list)
    result: str | None = None
    victory: str = ""
    is_cut: bool = True
    supply: Mapping[str, Json] = field(default_factory=dict)

    def read(self, line: Fields) -> Phase | None:
        """Read a line; return the phase that it ends, if it ends one."""
        match line.text("record"):
            case "step":
                step = self._step(line)
                self.pending.append(step)
                calm = step.next_decision in ("action_phase", "game_over")
                return self._phase() if calm and not step.decision.startswith("demolish") else None
            case "end":
                self.result, self.victory = line.optional_text("result"), line.optional_text("victory") or ""
                self.is_cut = "cut" in line or "fault" in line
                return self._phase() if self.pending and not self.is_cut else None
            case other:
                raise Unreadable("record", f"{other!r} is no line of these records")

    def _phase(self) -> Phase:
        found = Phase(self.pending[0].n, tuple(self.pending), self.supply)
        self.pending = []
        return found

    def _step(self, line: Fields) -> Step:
        number = line.number("n", -1, COUNT)
        if number != self.expected:
            raise Unreadable("n", f"step {self.expected} is expected, found {number}")
        after = line.mapping("after")
        changed = after.mapping("changed")
        moved = dict(changed.each("pieces", _moved))
        stand = {name: each for name, each in {**self.pieces, **moved}.items() if each is not None}
        rest = {name: changed.take(name) for name in changed.given if name != "pieces"}
        legal = tuple(words_of(each, "legal") for each in line.items("legal"))
        found = Step(
            number,
            one_of(line, "by", SIDES),
            line.text("decision"),
            legal,
            words_of(line.take("do"), "do"),
            draws_of(line),
            moved,
            self.pieces,
            stand,
            {**self.position, **rest},
            after.text("decision"),
            "" if after.take("active") is None else after.text("active"),
            after.mapping("context").given,
        )
        if found.do not in legal:
            raise Unreadable("do", f"{list(found.do)} is not among the legal choices")
        self.expected += 1
        self.supply = after.mapping("supply").given or self.supply
        self.position, self.pieces = found.position, stand
        return found


def read_game(line: Fields) -> GameRecord:
    """Read the first line."""
    name = line.text("scenario")
    if name not in SCENARIOS:
        raise Unreadable("scenario", f"{name!r} is none of: {', '.join(SCENARIOS)}")
    if options := line.mapping("options").given:
        raise Unreadable("options", f"unknown: {', '.join(options)}; these records have none")
    position = line.mapping("position")
    pieces = {name: piece for name, piece in position.each("pieces", _moved) if piece is not None}
    return GameRecord(
        SCENARIOS[name],
        name,
        position.given,
        pieces,
        draws_of(line),
        one_of(line, "active", SIDES),
        line.mapping("supply").given,
    )


def one_of(line: Fields, name: str, values: tuple[str, ...]) -> str:
    """Return a field that must have one of these values."""
    found = line.text(name)
    if found not in values:
        raise Unreadable(name, f"{found!r} is none of: {', '.join(values)}")
    return found


def words_of(value: Json, where: str) -> tuple[str, ...]:
    """Return an action and its argument."""
    if not isinstance(value, list | tuple) or not value or not all(isinstance(each, str) for each in value):
        raise Unreadable(where, "must be a list: an action and its argument")
    return tuple(str(each) for each in value)


def draws_of(line: Fields) -> tuple[Drawn, ...]:
    """Return what chance brought."""
    return tuple(_drawn(fields_of(each)) for each in line.items("draws"))


def _drawn(told: Fields) -> Drawn:
    kind = one_of(told, "kind", KINDS)
    to = told.optional_text("to") or told.optional_text("from") or ""
    if kind == "d6":
        if "value" not in told:
            raise Unreadable("value", "is missing")
        return Drawn(kind, told.number("value", DIE.least, DIE), to)
    return Drawn(kind, told.text("value"), to)


def _moved(told: Fields, name: str) -> Piece | None:
    _ = leader(name) if is_leader_id(name) else unit(name)
    if told.take(name) is None:
        return None
    each = told.mapping(name)
    return Piece(
        each.text("space"),
        each.take("reduced") is True,
        each.take("inside") is True,
        each.optional_text("under") or "",
    )
