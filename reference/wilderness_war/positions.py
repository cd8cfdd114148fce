"""Positions in words: what stands where, as JSON.

The compact form lists pieces and markers by place and leaves out what is empty. It is at once the canonical form of a
state and what people write by hand. By hand one may also write `"2 br_regular"` for any two counters of a type, and
name an `opening`, the procedure that is about to begin, instead of its frames.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar, assert_never

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec, Words
from reference.kernel.fields import Fields, fields_of
from reference.kernel.frames import Stack
from reference.wilderness_war import board as b
from reference.wilderness_war import ch07_battles, ch07_casualties, ch11_attrition, ch13_victory
from reference.wilderness_war.board import Away, Board
from reference.wilderness_war.ch02_map import IDS, SPACES, Space, space
from reference.wilderness_war.ch03_pieces import (
    ALL_LEADERS,
    COUNTERS,
    FULL,
    LEADERS,
    REDUCED,
    UNITS,
    Leader,
    Unit,
    is_auxiliary,
    is_leader_id,
    leader,
    unit,
)
from reference.wilderness_war.frames import (
    FRAMES,
    Cause,
    Combat,
    CombatKind,
    Frame,
    LeaderChecks,
    Losses,
    Muster,
    Raid,
    SiegeRoll,
    Stage,
    VictoryCheck,
)
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Outcome, Season, State, Tracks

T = TypeVar("T")
V = TypeVar("V")
E = TypeVar("E", bound=StrEnum)

WORDS: Mapping[object, Words] = {
    Space: Words(lambda index: IDS[index], space),
    Unit: Words(lambda index: COUNTERS[index].id, unit),
    Leader: Words(lambda index: LEADERS[index].id, leader),
}
_FRAMES: Codec[Frame] = Codec(FRAMES, WORDS)
_TYPES = {counter.type for counter in COUNTERS}
_MOST_OF_A_TYPE = len(COUNTERS)
_MOST_MARKERS = 100


# ---------------------------------------------------------------- openings


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle about to be fought by all who stand outside in a space."""

    space: Space
    attacker: Side
    leader: Leader | None = None
    landing: bool = False
    ambush: Side | None = None


@dataclass(frozen=True, slots=True)
class Assault:
    """An assault about to begin on the besieged work of a space."""

    space: Space
    attacker: Side
    leader: Leader | None = None
    force: tuple[Leader, ...] = ()
    coehorns: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class RaidRoll:
    """A raid about to be rolled for by all auxiliaries and leaders of a side in a space."""

    space: Space
    raider: Side
    leader: Leader | None = None


@dataclass(frozen=True, slots=True)
class TakeLosses:
    """Losses about to be taken by all of a side's units outside in a space."""

    side: Side
    space: Space
    cause: Cause
    losses: int


@dataclass(frozen=True, slots=True)
class WinterAttrition:
    """Winter about to begin."""


Opening: TypeAlias = (
    Battle | Assault | SiegeRoll | RaidRoll | TakeLosses | LeaderChecks | WinterAttrition | VictoryCheck
)
OPENINGS: tuple[type[Opening], ...] = (
    Battle, Assault, SiegeRoll, RaidRoll, TakeLosses, LeaderChecks, WinterAttrition, VictoryCheck,
)  # fmt: skip
_OPENINGS: Codec[Opening] = Codec(OPENINGS, WORDS)
_NO_MUSTER = Muster(0, 0, regulars=False)


def opened(board: Board, opening: Opening, ruleset: Ruleset) -> Frame:
    """Return the frame of a procedure about to begin."""
    match opening:
        case Battle(place, attacker, commander, landing, ambush):
            battle = Combat(
                CombatKind.BATTLE, place, attacker, attacker, (), _NO_MUSTER, _NO_MUSTER,
                leader=commander, landing=landing, ambush=ambush,
            )  # fmt: skip
            return ch07_battles.begun(board, battle)
        case Assault(place, attacker, commander, force, coehorns):
            assault = Combat(
                CombatKind.ASSAULT, place, attacker, attacker, (), _NO_MUSTER, _NO_MUSTER,
                leader=commander, force=force, coehorns=coehorns,
            )  # fmt: skip
            return ch07_battles.begun(board, assault)
        case RaidRoll(place, raider, commander):
            units = tuple(each for each in b.units_at(board, place, raider) if is_auxiliary(COUNTERS[each].kind))
            return Raid(place, raider, units, commander, b.leaders_at(board, place, raider))
        case TakeLosses(side, place, cause, losses):
            return Losses(side, place, cause, losses, b.units_outside(board, place, side))
        case WinterAttrition():
            return ch11_attrition.winter(board, ruleset)
        case SiegeRoll() | LeaderChecks() | VictoryCheck():
            return opening
        case _:
            assert_never(opening)


# ---------------------------------------------------------------- writing


def written(state: State) -> dict[str, Json]:
    """Return the canonical form of a state."""
    board, tracks = state.board, state.tracks
    form: dict[str, Json] = {
        "pieces": {IDS[place]: found for place in SPACES if (found := pieces_at(board, place))},
        "removed": _away(board, Away.REMOVED),
        "pool": [LEADERS[each].id for each in ALL_LEADERS if board.leader_at[each] == Away.POOL],
        "forts": _owners(board, b.fort_owner),
        "unfinished_forts": _owners(board, b.unfinished_fort_owner),
        "stockades": _owners(board, b.stockade_owner),
        "captured_fortresses": _captured(board),
        "fieldworks": _owners(board, b.fieldworks_owner),
        "amphib": [IDS[place] for place in SPACES if b.has_amphib(board, place)],
        "sieges": {IDS[place]: level for place in SPACES if (level := b.siege_level(board, place)) is not None},
        "raided": {
            side.value: marked
            for side in Side
            if (marked := {IDS[place]: n for place, n in enumerate(b.raided_markers(board, side)) if n})
        },
        "vp": {Side.FRENCH.value: tracks.vp}
        if tracks.vp > 0
        else {Side.BRITISH.value: -tracks.vp}
        if tracks.vp
        else {},
        "blockhouses": [side.value for side in tracks.blockhouses],
        "frames": [_FRAMES.write(frame) for frame in state.stack.frames],
    }
    return {
        "year": tracks.year,
        "season": tracks.season.value,
        "last_year": tracks.last_year,
        "assemblies": tracks.assemblies.value,
        "niagara": None if tracks.niagara is None else tracks.niagara.value,
        "ohio_forks": None if tracks.ohio_forks is None else tracks.ohio_forks.value,
        **{name: value for name, value in form.items() if value},
        **({"outcome": _outcome(state.outcome)} if state.outcome else {}),
    }


def pieces_at(board: Board, place: Space) -> list[Json]:
    """Return the pieces in a space in words: leaders, then units, with what is special about each."""
    leaders = [
        f"{'inside ' if b.leader_is_inside(board, each) else ''}{LEADERS[each].id}"
        for side in Side
        for each in b.leaders_at(board, place, side)
    ]
    units = [
        f"{'inside ' if b.is_inside(board, each) else ''}"
        f"{'reduced ' if b.steps(board, each) == REDUCED else ''}{COUNTERS[each].id}"
        for side in Side
        for each in b.units_at(board, place, side)
    ]
    return [*leaders, *units]


def _away(board: Board, away: Away) -> list[Json]:
    leaders = [LEADERS[each].id for each in ALL_LEADERS if board.leader_at[each] == away]
    return [*leaders, *(COUNTERS[each].id for each in UNITS if board.unit_at[each] == away)]


def _owners(board: Board, owner: Callable[[Board, Space], Side | None]) -> dict[str, Json]:
    found = {side: [IDS[place] for place in SPACES if owner(board, place) is side] for side in Side}
    return {side.value: places for side, places in found.items() if places}


def _captured(board: Board) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for side, places in _owners(board, b.fortress_owner).items():
        original = _owners(b.EMPTY_BOARD, b.fortress_owner)[side]
        assert isinstance(places, list)
        assert isinstance(original, list)
        if taken := [place for place in places if place not in original]:
            found[side] = taken
    return found


def _outcome(outcome: Outcome) -> Json:
    return {"winner": None if outcome.winner is None else outcome.winner.value, "rule": outcome.rule}


# ---------------------------------------------------------------- reading


def read(position: Json, ruleset: Ruleset) -> State:
    """Return the state that a position describes; `Unreadable` names the place and the cause."""
    given = fields_of(position)
    board = _read_pieces(given, b.EMPTY_BOARD)
    board = _read_markers(given, board)
    tracks = _read_tracks(given, board)
    frames = _read_frames(given, board, ruleset)
    outcome = _read_outcome(given)
    given.finish()
    return State(board, tracks, Stack(frames), ruleset, outcome)


def _read_pieces(given: Fields, board: Board) -> Board:
    wanted: list[tuple[str, Space | Away, _Words]] = []
    for name, texts in given.each("pieces", Fields.texts):
        on_map, where = _space(name, "pieces"), f"pieces.{name}"
        wanted.extend((where, on_map, _words(text, where)) for text in texts)
    wanted.extend(("removed", Away.REMOVED, _words(text, "removed")) for text in given.texts("removed"))
    wanted.extend(("pool", Away.POOL, _words(text, "pool")) for text in given.texts("pool"))
    # Pieces named by id first, so that "2 br_regular" never takes one that is named elsewhere.
    for where, place, words in sorted(wanted, key=lambda entry: entry[2].is_type):
        if isinstance(place, Away) and (words.inside or words.steps != FULL):
            raise Unreadable(where, f"{words.name} is off the map, neither inside a work nor reduced")
        board = _placed(board, where, place, words)
    return board


@dataclass(frozen=True, slots=True)
class _Words:
    count: int
    name: str
    steps: int
    inside: bool

    @property
    def is_type(self) -> bool:
        return self.name in _TYPES


def _words(text: str, where: str) -> _Words:
    parts = text.split()
    count = int(parts.pop(0)) if parts and parts[0].isdecimal() and len(parts[0]) < 4 else 1
    adjectives = set(parts[:-1])
    if not parts or adjectives - {"inside", "reduced"} or not 0 < count <= _MOST_OF_A_TYPE:
        raise Unreadable(where, f"{text!r} is not of the form '[number] [inside] [reduced] piece'")
    return _Words(count, parts[-1], REDUCED if "reduced" in adjectives else FULL, "inside" in adjectives)


def _placed(board: Board, where: str, place: Space | Away, words: _Words) -> Board:
    if is_leader_id(words.name):
        return _placed_leader(board, where, place, words)
    if place is Away.POOL:
        raise Unreadable(where, f"{words.name} is no leader")
    try:
        free = _free_units(board, words)
    except Unreadable as fault:
        raise fault.within(where) from None
    for each in free[: words.count]:
        left = words.steps if place in SPACES else 0
        board = b.put_unit(board, each, place, left, inside=words.inside)
    return board


def _placed_leader(board: Board, where: str, place: Space | Away, words: _Words) -> Board:
    each = leader(words.name)
    if board.leader_at[each] != Away.ASIDE:
        raise Unreadable(where, f"{words.name} is in two places")
    if words.count != 1 or words.steps != FULL:
        raise Unreadable(where, f"{words.name} is one leader, who is never reduced")
    return b.put_leader(board, each, place, inside=words.inside)


def _free_units(board: Board, words: _Words) -> list[Unit]:
    named = [each for each in UNITS if COUNTERS[each].type == words.name] if words.is_type else [unit(words.name)]
    free = [each for each in named if board.unit_at[each] == Away.AVAILABLE]
    if len(free) < words.count:
        raise Unreadable("", f"{words.count} {words.name} are wanted, {len(free)} are free")
    return free


def _space(name: str, where: str) -> Space:
    try:
        return space(name)
    except Unreadable as fault:
        raise fault.within(where) from None


def _side(name: str, where: str) -> Side:
    if name not in set(Side):
        raise Unreadable(where, f"{name!r} is no side; there are: {', '.join(Side)}")
    return Side(name)


def _owned(given: Fields, name: str) -> Iterable[tuple[Side, Space]]:
    seen: set[str] = set()
    for side, places in given.each(name, Fields.texts):
        for place in places:
            if place in seen:
                raise Unreadable(f"{name}.{side}", f"{place} is named twice")
            seen.add(place)
            yield _side(side, name), _space(place, f"{name}.{side}")


def _read_markers(given: Fields, board: Board) -> Board:
    for side, place in _owned(given, "forts"):
        board = b.put_fort(board, place, side)
    for side, place in _owned(given, "unfinished_forts"):
        board = b.put_unfinished_fort(board, place, side)
    for side, place in _owned(given, "stockades"):
        board = b.put_stockade(board, place, side)
    for side, place in _owned(given, "captured_fortresses"):
        if b.fortress_owner(board, place) is None:
            raise Unreadable(f"captured_fortresses.{side}", f"{IDS[place]} has no fortress")
        board = b.put_fortress(board, place, side)
    for side, place in _owned(given, "fieldworks"):
        board = b.put_fieldworks(board, place, side)
    for name in given.texts("amphib"):
        board = b.put_amphib(board, _space(name, "amphib"), present=True)
    for name, level in given.each("sieges", lambda sieges, key: sieges.number(key, 0)):
        if not 0 <= level <= 2:
            raise Unreadable(f"sieges.{name}", "the level is 0, 1 or 2")
        board = b.put_siege(board, _space(name, "sieges"), level)
    for name, marked in given.each("raided", Fields.mapping):
        for place, count in _counts(marked, f"raided.{name}"):
            board = b.put_raided(board, place, _side(name, "raided"), count)
    return board


def _counts(marked: Fields, where: str) -> Iterable[tuple[Space, int]]:
    for name in marked.given:
        count = marked.number(name, 0)
        if not 0 < count <= _MOST_MARKERS:
            raise Unreadable(f"{where}.{name}", f"the number of markers is 1 to {_MOST_MARKERS}")
        yield _space(name, where), count


def _read_tracks(given: Fields, board: Board) -> Tracks:
    points = dict(given.each("vp", lambda vp, key: vp.number(key, 0)))
    for name in points:
        _side(name, "vp")
    return Tracks(
        year=given.number("year", Tracks().year),
        season=_member(given, "season", Season, Season.EARLY),
        last_year=given.number("last_year", Tracks().last_year),
        vp=points.get(Side.FRENCH, 0) - points.get(Side.BRITISH, 0),
        assemblies=_member(given, "assemblies", Assemblies, Assemblies.SUPPORTIVE),
        niagara=_holder(given, board, ch13_victory.NIAGARA),
        ohio_forks=_holder(given, board, ch13_victory.OHIO_FORKS),
        blockhouses=tuple(_side(name, "blockhouses") for name in given.texts("blockhouses")),
    )


def _member(given: Fields, name: str, kind: type[E], default: E) -> E:
    text = given.optional_text(name)
    if text is None:
        return default
    if text not in set(kind):
        raise Unreadable(name, f"{text!r} is none of: {', '.join(kind)}")
    return kind(text)


def _holder(given: Fields, board: Board, place: Space) -> Side | None:
    """Return who held a key space last: as given, else whoever holds it now."""
    name = IDS[place]
    if name not in given:
        return ch13_victory.holder(board, place)
    if given.take(name) is None:
        return None
    return _side(given.text(name), name)


def _read_frames(given: Fields, board: Board, ruleset: Ruleset) -> tuple[Frame, ...]:
    opening, frames = given.take("opening"), given.take("frames")
    if opening is not None and frames is not None:
        raise Unreadable("opening", "give an opening or frames, not both")
    if opening is not None:
        begun = opened(board, _within("opening", _OPENINGS.read, opening), ruleset)
        return (_within("opening", lambda frame: _fitting(board, frame, ruleset), begun),)
    if frames is None:
        return ()
    if not isinstance(frames, list | tuple):
        raise Unreadable("frames", "must be a list")
    found = [_within(f"frames[{index}]", _FRAMES.read, frame) for index, frame in enumerate(frames)]
    return tuple(
        _within(f"frames[{index}]", lambda frame: _fitting(board, frame, ruleset), frame)
        for index, frame in enumerate(found)
    )


def _fitting(board: Board, frame: Frame, ruleset: Ruleset) -> Frame:
    """Return a frame that can go on from this board; refuse one that no play leads to and none could leave."""
    match frame:
        case Combat(agenda=agenda) if not agenda or agenda[-1].stage is not Stage.SETTLE:
            raise Unreadable("agenda", "must end with settling the combat")
        case Combat(kind=CombatKind.ASSAULT, space=place, attacker=attacker):
            work = b.fortification(board, place)
            if work is None or work[0] is b.Work.STOCKADE or work[1] is attacker:
                raise Unreadable("space", f"{IDS[place]} has no fort or fortress of the enemy to assault")
        case Losses(losses=losses) if losses < 0:
            raise Unreadable("losses", "must not be below zero")
        case Losses(named=named):
            state = State(board, Tracks(), Stack(), ruleset)
            for index, loss in enumerate(named):
                due = ch07_casualties.decision(state, replace(frame, named=named[:index]))
                if due is None or (loss.flips, loss.deaths) not in {(each.flips, each.deaths) for each in due.actions}:
                    raise Unreadable(f"named[{index}]", "could not have been named")
        case _:
            pass
    return frame


def _within(where: str, reader: Callable[[V], T], value: V) -> T:
    try:
        return reader(value)
    except Unreadable as fault:
        raise fault.within(where) from None


def _read_outcome(given: Fields) -> Outcome | None:
    if "outcome" not in given:
        return None
    return _within("outcome", _read_ending, given.mapping("outcome"))


def _read_ending(ended: Fields) -> Outcome:
    winner = None if ended.take("winner") is None else _side(ended.text("winner"), "winner")
    outcome = Outcome(winner, ended.rule("rule"))
    ended.finish()
    return outcome
