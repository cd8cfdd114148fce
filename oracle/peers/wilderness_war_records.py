"""Recorded games of another implementation of Wilderness War: the files as read.

One JSON object a line: one `game`, then the `step`s, then one `end`. A step says what was decided, every choice, the one
taken, the draws in order and what differs from the position before. Ids are those of `spec_tables`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from reference.kernel.canonical import Json, Unreadable

SCENARIOS = {
    "Annus Mirabilis": "annus_mirabilis",
    "Early War Campaign": "early_war",
    "Late War Campaign": "late_war",
    "The French & Indian War": "full_campaign",
}
KINDS = frozenset({"d6", "card", "leader", "hand"})


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a piece stands; `under` names the leader in whose force it is."""

    space: str
    reduced: bool = False
    inside: bool = False
    under: str = ""


Pieces = dict[str, Piece]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die, a card or a leader, as it came up; `to` is who gets a card."""

    kind: str
    value: str | int
    to: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded decision: `legal` are all choices, `do` the one taken; `before` and `after` where pieces stand."""

    n: int
    by: str
    decision: str
    legal: tuple[tuple[str, ...], ...]
    do: tuple[str, ...]
    draws: tuple[Drawn, ...]
    moved: Mapping[str, Piece | None]
    before: Pieces = field(repr=False)
    after: Pieces = field(repr=False)
    position: Mapping[str, Json] = field(repr=False)
    next_decision: str
    next_by: str
    context: Mapping[str, Json] = field(repr=False)
    supply: Mapping[str, Json] | None = field(default=None, repr=False)

    @property
    def is_idle(self) -> bool:
        """Say whether nothing was chosen: the window was passed or closed."""
        return self.do[0] in ("pass", "next", "stop")


@dataclass(frozen=True, slots=True)
class Phase:
    """What happens from one moment at which nothing is pending to the next: usually one Action Phase."""

    number: int
    steps_taken: tuple[Step, ...]

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
    """A whole recorded game."""

    scenario: str
    start: Mapping[str, Json]
    pieces: Pieces
    draws: tuple[Drawn, ...]
    phases: tuple[Phase, ...]
    result: str | None
    victory: str
    cut: bool


def recognises(first_line: str) -> bool:
    """Say whether a file that begins with this line is one of these records."""
    try:
        found: object = json.loads(first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("record") == "game" and found.get("game") == "wilderness_war"


def read(text: str) -> GameRecord:
    """Return the recorded game; `Unreadable` names the line and what is wrong with it."""
    header: dict[str, Json] | None = None
    ended: dict[str, Json] = {}
    position: dict[str, Json] = {}
    pieces: Pieces = {}
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            told = _record(line)
            match told.get("record"):
                case "game" if header is None:
                    header, position = told, _mapping(told, "position")
                    pieces = _pieces(_mapping(position, "pieces"), {})
                case "step" if header is not None:
                    steps.append(_step(told, position, pieces, len(steps)))
                    position, pieces = dict(steps[-1].position), steps[-1].after
                case "end":
                    ended = told
                case other:
                    raise Unreadable("record", f"{other!r} is not expected here")
        except Unreadable as fault:
            raise fault.within(f"line {number}") from None
    if header is None:
        raise Unreadable("", "there is no game in this file")
    return _game(header, steps, ended)


def _game(header: dict[str, Json], steps: list[Step], ended: dict[str, Json]) -> GameRecord:
    name = header.get("scenario")
    if name not in SCENARIOS:
        raise Unreadable("scenario", f"{name!r} is none of: {', '.join(SCENARIOS)}")
    if header.get("options"):
        raise Unreadable("options", f"these records have none, found {header['options']}")
    position = _mapping(header, "position")
    result = ended.get("result")
    return GameRecord(
        SCENARIOS[str(name)],
        position,
        _pieces(_mapping(position, "pieces"), {}),
        _draws(header),
        tuple(_phases(steps)),
        None if result is None else str(result),
        str(ended.get("victory") or ""),
        not ended or bool(ended.get("cut") or ended.get("fault")),
    )


def _phases(steps: list[Step]) -> list[Phase]:
    """Cut the steps where a side is about to play a card and nothing else is pending."""
    found: list[Phase] = []
    under_way: list[Step] = []
    for step in steps:
        under_way.append(step)
        if step.next_decision == "action_phase" and not step.decision.startswith("demolish"):
            found.append(Phase(under_way[0].n, tuple(under_way)))
            under_way = []
    if under_way:
        found.append(Phase(under_way[0].n, tuple(under_way)))
    return found


def _step(told: dict[str, Json], position: dict[str, Json], pieces: Pieces, expected: int) -> Step:
    number = told.get("n")
    if number != expected:
        raise Unreadable("n", f"step {expected} is expected, found {number}")
    after = _mapping(told, "after")
    changed = _mapping(after, "changed")
    moved = _moved(_mapping(changed, "pieces"))
    stand = {**pieces, **{name: each for name, each in moved.items() if each is not None}}
    for name, each in moved.items():
        if each is None:
            stand.pop(name, None)
    supply = after.get("supply")
    return Step(
        expected,
        _text(told, "by"),
        _text(told, "decision"),
        tuple(_words(each, "legal") for each in _list(told, "legal")),
        _words(told.get("do"), "do"),
        _draws(told),
        moved,
        pieces,
        stand,
        {**position, **{key: value for key, value in changed.items() if key != "pieces"}},
        str(after.get("decision") or ""),
        str(after.get("active") or ""),
        _mapping(after, "context"),
        supply if isinstance(supply, dict) else None,
    )


def _record(line: str) -> dict[str, Json]:
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise Unreadable("", f"not JSON: {fault}") from None
    if not isinstance(found, dict):
        raise Unreadable("", "not a JSON object")
    return found


def _mapping(told: Mapping[str, Json], key: str) -> dict[str, Json]:
    found = told.get(key)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise Unreadable(key, "must be an object")
    return found


def _list(told: Mapping[str, Json], key: str) -> list[Json]:
    found = told.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise Unreadable(key, "must be a list")
    return found


def _text(told: Mapping[str, Json], key: str) -> str:
    found = told.get(key)
    if not isinstance(found, str):
        raise Unreadable(key, "must be a text")
    return found


def _words(value: Json, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise Unreadable(where, "must be a list: an action and its argument")
    return tuple(str(each) for each in value)


def _draws(told: Mapping[str, Json]) -> tuple[Drawn, ...]:
    found: list[Drawn] = []
    for each in _list(told, "draws"):
        if not isinstance(each, dict) or each.get("kind") not in KINDS:
            raise Unreadable("draws", f"{each!r} is no die, card or leader")
        value = each.get("value")
        if each["kind"] == "d6" and (not isinstance(value, int) or not 1 <= value <= 6):
            raise Unreadable("draws", f"{value!r} is no face of a die")
        if not isinstance(value, str | int):
            raise Unreadable("draws", f"{value!r} is nothing that can be drawn")
        found.append(Drawn(str(each["kind"]), value, str(each.get("to") or each.get("from") or "")))
    return tuple(found)


def _moved(told: Mapping[str, Json]) -> dict[str, Piece | None]:
    return {name: None if each is None else _piece(name, each) for name, each in told.items()}


def _pieces(told: Mapping[str, Json], stand: Pieces) -> Pieces:
    return {**stand, **{name: _piece(name, each) for name, each in told.items()}}


def _piece(name: str, told: Json) -> Piece:
    if not isinstance(told, dict):
        raise Unreadable(f"pieces.{name}", "must be an object")
    return Piece(
        str(told.get("space") or ""), bool(told.get("reduced")), bool(told.get("inside")), str(told.get("under") or "")
    )
